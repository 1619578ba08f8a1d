//! Steps in words.

use super::steps::StepKind;
use super::table::CardId;
use super::{Play, State};
use crate::engine::kernel::{Basis, Player};

pub(super) use crate::engine::script::narrate::{by_rulebook as by_rules, by_ruling, narrate};

/// Records a step that rests on a card.
pub(super) fn by_card(
    play: &mut Play<'_>,
    kind: StepKind,
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

/// A ruling that has been switched off is not cited: the step then rests on nothing but that it is.
pub(super) fn by_ruling_if(
    play: &mut Play<'_>,
    kind: StepKind,
    actor: Option<Player>,
    text: impl Into<String>,
    ruling: &str,
    about: &[CardId],
) {
    let basis = match play.state.switches.on(ruling) {
        true => Basis::Ruling(ruling.into()),
        false => Basis::Program(format!("played without {ruling}")),
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
