//! What events mean for the engagement in progress.

use crate::engine::kernel::Player;
use crate::engine::lcg::state::event::Event;
use crate::engine::lcg::state::filter::{is_type, who};
use crate::engine::lcg::state::table::{CardId, Engagement};
use crate::engine::lcg::state::values::given;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{CardType, Gives, GivesKind, Zone, book, cite};
use crate::engine::lcg::{Play, State};

/// A card is placed facedown. That a fate card was placed is remembered for the engagement.
pub(super) fn placed(event: &Event, play: &mut Play<'_>) -> bool {
    let (Some(card), Some(player)) = (event.card, event.player) else { return false };
    let faceup = stack(play.state, player).is_empty() && first_is_faceup(play.state, player);
    play.state.table.put_on_pile(card, player, Zone::Edge);
    play.state.table.card_mut(card).revealed = faceup;
    let is_fate = is_type(play.state, card, CardType::Fate);
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.edge_battle.placed = Some(player);
        if is_fate && !engagement.placed_fate.contains(&player) {
            engagement.placed_fate.push(player);
        }
    }
    let name = play.state.table.name(player).to_owned();
    let way = if faceup { "faceup" } else { "facedown" };
    let text = format!("{name} places {} {way} in their edge stack.", play.state.table.id(card));
    play.record(StepKind::Places, text).actor(player).about(&[card]).rulebook(book::EDGE_PLACE);
    true
}

/// Whether the first card of a player's edge stack is placed faceup.
fn first_is_faceup(state: &State, player: Player) -> bool {
    state.table.in_zone(Zone::Play).any(|id| {
        let given = given(state, id, GivesKind::FirstEdgeCardFaceup);
        given.iter().any(|(gives, scope)| {
            matches!(gives, Gives::FirstEdgeCardFaceup(whose) if who(state, scope, *whose) == Some(player))
        })
    })
}

/// A player's edge stack.
pub(crate) fn stack(state: &State, player: Player) -> Vec<CardId> {
    state.table.pile(player, Zone::Edge).to_vec()
}

/// An objective that enters play during an engagement is not engaged; had that not been answered, it
/// would stand in for the one that is leaving.
pub(super) fn objective_enters(card: CardId, play: &mut Play<'_>) {
    let defends =
        |e: &&mut Engagement| !e.dial && e.attacker != play.state.table.cards[card.0 as usize].controller;
    let replaces =
        !play.state.switches.on(cite::NOT_ENGAGED) && is_type(play.state, card, CardType::Objective);
    if let (true, Some(engagement)) = (replaces, play.state.table.engagement.as_mut().filter(defends)) {
        engagement.objective = Some(card);
    }
}
