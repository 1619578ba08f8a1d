//! Steps in words: how a card game records what happens.

use super::Game;
use crate::engine::cards::CardId;
use crate::engine::kernel::{Basis, Play, Player, Step};

/// Records a step.
pub fn narrate<G: Game>(
    play: &mut Play<'_, G>,
    kind: G::StepKind,
    actor: Option<Player>,
    text: impl Into<String>,
    basis: Basis,
    about: &[CardId],
) {
    let table = &play.state.table;
    let step = Step {
        depth: play.depth(),
        kind,
        actor: actor.map(|player| G::name(table, player)),
        text: text.into(),
        basis,
        about: about.iter().map(|id| G::id(table, *id).to_owned()).collect(),
    };
    play.step(step);
}

/// Records a step that rests on a ruling.
pub fn by_ruling<G: Game>(
    play: &mut Play<'_, G>,
    kind: G::StepKind,
    actor: Option<Player>,
    text: impl Into<String>,
    ruling: &str,
    about: &[CardId],
) {
    narrate(play, kind, actor, text, Basis::Ruling(ruling.into()), about);
}

/// Records a step that rests on the rulebook.
pub fn by_rulebook<G: Game>(
    play: &mut Play<'_, G>,
    kind: G::StepKind,
    actor: Option<Player>,
    text: impl Into<String>,
    place: &str,
    about: &[CardId],
) {
    narrate(play, kind, actor, text, Basis::Rulebook(place.into()), about);
}
