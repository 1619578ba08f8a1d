//! Fate cards: in order of their priority numbers, each wholly before the next.

use crate::engine::cards::{Printed as _, TextCoverage};
use crate::engine::kernel::{Basis, Flow, Player};
use crate::engine::lcg::legality::possible::can_resolve;
use crate::engine::lcg::resolution::initiate::{Initiate, What};
use crate::engine::lcg::resolution::leave;
use crate::engine::lcg::state::choice::Topic;
use crate::engine::lcg::state::filter::who;
use crate::engine::lcg::state::narrate::{names, printed_name};
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{abilities, given_in_play};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{AbilityKind, Gives, GivesKind, Zone, book, cite};
use crate::engine::lcg::{Decision, Play, Program, State, Task};

/// Whether the edge battle was canceled and begins anew.
pub(super) fn restarted(state: &State) -> bool {
    state.table.engagement.as_ref().is_some_and(|e| e.edge_battle.restarted)
}

/// Resolves the next fate card; `true` when there is none left.
pub(super) fn next(play: &mut Play<'_>) -> Decision<bool> {
    let Some(engagement) = play.state.table.engagement.clone() else { return Ok(true) };
    let mut fates = engagement.edge_battle.fates;
    fates.sort_by_key(|id| priority(play.state, *id)); // keeps an order that was settled
    let Some(first) = fates.first().copied() else { return Ok(true) };
    let equal = fates.iter().filter(|id| priority(play.state, **id) == priority(play.state, first)).count();
    let mut ordered = engagement.edge_battle.ordered;
    if ordered == 0 && equal > 1 {
        let order = play.choose_order(engagement.attacker, Topic::Fates, fates[..equal].to_vec())?;
        let text =
            format!("These fate cards have the same priority; the attacker orders: {}.", names(play, &order));
        play.record(StepKind::OrdersFates, text)
            .actor(engagement.attacker)
            .about(&order)
            .rulebook(book::FATE_TIE);
        fates.splice(..equal, order);
        ordered = equal;
    }
    let card = fates.remove(0);
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.edge_battle.fates = fates;
        engagement.edge_battle.ordered = ordered.saturating_sub(1);
    }
    resolve(card, play);
    Ok(false)
}

fn priority(state: &State, card: CardId) -> u32 {
    state.table.card(card).text.as_ref().map_or(0, |text| text.edge_priority)
}

/// In whose edge stack a card lies.
fn holder(state: &State, card: CardId) -> Player {
    let piles = state.table.piles.iter();
    let mut edges = piles.filter(|((_, zone), cards)| *zone == Zone::Edge && cards.contains(&card));
    edges.next().map_or(state.table.card(card).owner, |((player, _), _)| *player)
}

/// The effect of one fate card, if it can do anything now.
fn resolve(card: CardId, play: &mut Play<'_>) {
    let player = holder(play.state, card);
    let name = play.state.table.id(card).to_owned();
    let known = play.state.table.card(card).text.as_ref().map(|text| text.known());
    if matches!(known, Some(TextCoverage::Nothing { .. })) {
        let text = format!("What {name} does is not written down here, so nothing is done.");
        let basis = Basis::Card(printed_name(play.state, card));
        play.record(StepKind::UnknownEffect, text).actor(player).about(&[card]).basis(basis);
        return;
    }
    if let Some(by) = silenced(play.state, player) {
        let text = format!("The effect of {name} does not resolve; its Force icons count.");
        let basis = Basis::Card(printed_name(play.state, by));
        play.record(StepKind::WithoutEffect, text).actor(player).about(&[card]).also(&[by]).basis(basis);
        return;
    }
    let number = priority(play.state, card);
    let found = abilities(play.state, card).position(|ability| ability.kind == AbilityKind::Fate);
    let Some(index) = found else { return };
    let text = format!("Fate priority {number}: {name}.");
    play.record(StepKind::Fate, text).actor(player).about(&[card]).rulebook(book::FATE);
    if can_resolve(play.state, card, index, player) {
        let initiate = Initiate::new(player, card, What::Ability(index as u8), None);
        play.begin(Task::Initiate(initiate));
    } else {
        let text = format!("The effect of {name} has nothing to act on.");
        play.record(StepKind::WithoutEffect, text)
            .actor(player)
            .about(&[card])
            .rulebook(book::FATE_MANDATORY);
    }
}

/// The card by which a player's fate cards have no effects.
fn silenced(state: &State, player: Player) -> Option<CardId> {
    let mut given = given_in_play(state, None, GivesKind::NoFateEffects).into_iter();
    let by = given.find(|(_, gives, scope)| {
        matches!(gives, Gives::NoFateEffects(word) if who(state, scope, *word) == Some(player))
    });
    by.map(|(card, ..)| card)
}

/// Cancels the edge battle and the fate cards still to come; a new edge battle begins. What was placed
/// stays remembered.
pub(crate) fn restart(program: &Program, play: &mut Play<'_>) -> Flow {
    let Some(engagement) = play.state.table.engagement.clone() else { return Flow::Done(false) };
    let canceled = engagement.edge_battle.fates;
    let you = program.scope.you;
    let by = program.scope.source.map_or_else(String::new, |card| printed_name(play.state, card));
    for card in canceled {
        let text = format!("The effects of {} are canceled.", play.state.table.id(card));
        play.record(StepKind::Canceled, text).actor(you).about(&[card]).basis(Basis::Card(by.clone()));
    }
    let text = "The edge battle is canceled, without a winner; a new edge battle begins.";
    play.record(StepKind::EdgeCanceled, text).actor(you).basis(Basis::Card(by));
    leave::discard_stacks(play);
    let remembered = play.state.switches.on(cite::FATE_PLACED);
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.edge_battle.fates.clear();
        engagement.edge_battle.restarted = true;
        if !remembered {
            engagement.placed_fate.clear();
        }
    }
    Flow::Done(true)
}
