//! Steps in words.

use super::table::CardId;
use super::{Play, State};
use crate::engine::kernel::{Basis, Player, Step};

/// Records a step.
pub(super) fn narrate(
    play: &mut Play<'_>,
    kind: &str,
    actor: Option<Player>,
    text: impl Into<String>,
    basis: Basis,
    about: &[CardId],
) {
    let table = &play.state.table;
    let step = Step {
        depth: play.depth(),
        kind: kind.into(),
        actor: actor.map(|player| table.name(player).to_owned()),
        text: text.into(),
        basis,
        about: about.iter().map(|id| table.id(*id).to_owned()).collect(),
    };
    play.step(step);
}

/// Records a step that rests on a ruling.
pub(super) fn by_ruling(
    play: &mut Play<'_>,
    kind: &str,
    actor: Option<Player>,
    text: impl Into<String>,
    ruling: &str,
    about: &[CardId],
) {
    narrate(play, kind, actor, text, Basis::Ruling(ruling.into()), about);
}

/// Records a step that rests on the rules of the game.
pub(super) fn by_rules(
    play: &mut Play<'_>,
    kind: &str,
    actor: Option<Player>,
    text: impl Into<String>,
    place: &str,
    about: &[CardId],
) {
    narrate(play, kind, actor, text, Basis::Rulebook(place.into()), about);
}

/// Records a step that rests on a card.
pub(super) fn by_card(
    play: &mut Play<'_>,
    kind: &str,
    actor: Option<Player>,
    text: impl Into<String>,
    source: Option<CardId>,
    about: &[CardId],
) {
    let basis = match source {
        Some(card) => Basis::Card(printed_name(play.state, card)),
        None => Basis::Rulebook("effects".into()),
    };
    narrate(play, kind, actor, text, basis, about);
}

/// A ruling that has been switched off is not cited: the step then rests on the rules of the game.
pub(super) fn by_ruling_if(
    play: &mut Play<'_>,
    kind: &str,
    actor: Option<Player>,
    text: impl Into<String>,
    ruling: &str,
    about: &[CardId],
) {
    let basis = match play.state.switches.on(ruling) {
        true => Basis::Ruling(ruling.into()),
        false => Basis::Rulebook(format!("played without {ruling}")),
    };
    narrate(play, kind, actor, text, basis, about);
}

/// A card's printed name; for an unknown card, the name the scenario gave it.
pub(super) fn printed_name(state: &State, card: CardId) -> String {
    let card = state.table.card(card);
    card.text.as_ref().map_or_else(|| card.id.to_string(), |text| text.name.clone())
}

/// Cards in a sentence.
pub(super) fn names(state: &State, cards: &[CardId]) -> String {
    match cards {
        [] => "nothing".into(),
        _ => cards.iter().map(|id| state.table.id(*id)).collect::<Vec<_>>().join(", "),
    }
}
