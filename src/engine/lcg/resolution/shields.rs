//! Shields: against damage and against focus tokens; and why one cannot be used.

use crate::engine::kernel::{Basis, Outcome, Player, Refusal};
use crate::engine::lcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::lcg::state::choice::Topic;
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{EventKind, Phase, book, cite};
use crate::engine::lcg::{Decision, Play, Sequence, State};
use crate::engine::script::narrate::printed_name;

/// What the documents leave open of a card with two shields.
pub(super) const SECOND_SHIELD: &str = "whether a card with two shields may use both against the same thing";

/// Of cards to which something comes, and which keep shields that cannot be used against it: records why.
pub(super) fn report_useless(sequence: &Sequence, cards: &[CardId], play: &mut Play<'_>) {
    for card in cards {
        if play.state.table.card(*card).shields == 0 {
            continue;
        }
        let Err(refusal) = can_shield(play.state, sequence, *card) else { continue };
        let player = play.state.table.card(*card).controller;
        let text = format!("The shield on {} cannot be used. {}", play.state.table.id(*card), refusal.text);
        play.record(StepKind::UselessShield, text).actor(player).about(&[*card]).basis(refusal.basis);
    }
}

/// Whether a shield may prevent one of the damage, or of the focus tokens, coming to a card; if not, why
/// not.
pub(crate) fn can_shield(state: &State, sequence: &Sequence, card: CardId) -> Result<(), Refusal> {
    let name = state.table.id(card);
    let coming: Vec<&Event> =
        sequence.events.iter().map(|p| &p.event).filter(|e| e.card == Some(card)).collect();
    let focus = coming.iter().any(|event| event.kind == EventKind::Focus);
    let no = |text: String| {
        Err(if focus { refuse_by_rulebook(text, book::SHIELD) } else { refuse(text, cite::DAMAGE_3) })
    };
    if state.table.card(card).shields == 0 {
        return no(format!("{name} has no shield."));
    }
    let enemy = |event: &&&Event| event.by != Some(state.table.card(card).controller);
    let Some(event) = coming.iter().find(enemy) else {
        let coming =
            if focus { format!("focus tokens for {name} do") } else { format!("damage on {name} does") };
        let text = format!("The {coming} not come from an enemy attack or enemy effect.");
        return no(text).map_err(|refusal| refusal.by_rule(book::SHIELD_NOT_OWN));
    };
    if focus {
        let cost = event.why == Why::Cost;
        let paid = || no(format!("{name} is focused to pay a cost."));
        return if cost { paid().map_err(|refusal| refusal.by_rule(book::SHIELD_NOT_OWN)) } else { Ok(()) };
    }
    if event.not_by_shields {
        let source = event.source.map_or(String::new(), |card| printed_name(state, card));
        let text = format!("The damage on {name} cannot be prevented by shields.");
        return Err(Refusal::new(text, Basis::Card(source)));
    }
    if is_of_balance(event, state.table.phase) && !state.switches.on(cite::BALANCE_SHIELD) {
        return no(format!("The damage on {name} is no attack and no card effect."));
    }
    if event.kind == EventKind::Damaged {
        return Err(refuse(format!("The damage is moved to {name}, not dealt."), cite::MOVED_DAMAGE));
    }
    if event.reassigned >= event.amount && !state.switches.on(cite::SHIELD_REASSIGNED) {
        return no(format!("The damage on {name} was reassigned to it."));
    }
    Ok(())
}

/// Whether the balance of the Force deals this damage (p. 12): it comes of the rules, in the balance phase.
pub(super) fn is_of_balance(event: &Event, phase: Phase) -> bool {
    event.why == Why::Framework && phase == Phase::Balance
}

/// What answers that a shield has been removed or used by a player.
pub(crate) fn unshielded(card: CardId, player: Player, play: &mut Play<'_>) {
    let event = Event::new(EventKind::Unshield, Why::Effect).card(card).player(player);
    play.sequence([event.by(player, None)]);
}

/// Shields are used against focus tokens; whether a card that used one may use another.
pub(super) fn against_focus(sequence: &mut Sequence, play: &mut Play<'_>) -> Decision<bool> {
    let shielded: Vec<CardId> = shieldable(sequence, play);
    let Some(first) = shielded.first() else {
        report_useless_for_focus(sequence, play);
        return Ok(false);
    };
    let player = play.state.table.card(*first).controller;
    let max = shielded.len();
    let chosen = play.choose_cards(player, Topic::Shields, shielded, (0, max))?;
    for card in &chosen {
        play.state.table.card_mut(*card).shields -= 1;
        unshielded(*card, player, play);
        let mut second = false;
        for pending in sequence.events.iter_mut().filter(|p| p.event.card == Some(*card)) {
            second |= pending.event.shields > 0;
            pending.event.amount = pending.event.amount.saturating_sub(1);
            pending.event.shields += 1;
        }
        let basis =
            if second { Basis::Unspecified(SECOND_SHIELD.into()) } else { Basis::Rulebook(book::SHIELD) };
        let text = format!("The shield on {} prevents one focus token.", play.state.table.id(*card));
        play.record(StepKind::Shield, text).actor(player).about(&[*card]).basis(basis);
    }
    let again = shieldable(sequence, play);
    Ok(chosen.iter().any(|card| again.contains(card)))
}

fn shieldable(sequence: &Sequence, play: &Play<'_>) -> Vec<CardId> {
    let mut cards = to_be_focused(sequence);
    cards.retain(|card| can_shield(play.state, sequence, *card).is_ok());
    cards
}

/// The cards to which focus tokens are coming.
fn to_be_focused(sequence: &Sequence) -> Vec<CardId> {
    let coming = sequence
        .events
        .iter()
        .filter(|p| p.outcome == Outcome::Coming && p.event.kind == EventKind::Focus && p.event.amount > 0);
    coming.filter_map(|p| p.event.card).collect()
}

/// Shields that are of no use against the focus tokens of an effect: of costs and strikes nobody would expect
/// that they are.
fn report_useless_for_focus(sequence: &Sequence, play: &mut Play<'_>) {
    if sequence.events.iter().any(|p| p.event.kind == EventKind::Focus && p.event.why == Why::Effect) {
        report_useless(sequence, &to_be_focused(sequence), play);
    }
}
