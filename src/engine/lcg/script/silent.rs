//! Why a line has nothing to say to what is asked.

use super::card_named;
use super::format::{Doing, Reassign};
use crate::engine::kernel::{Answer, Basis, Player, Refusal};
use crate::engine::lcg::engagement::{edge, engage, strike};
use crate::engine::lcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::lcg::resolution::{damage, shields};
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::table::{CardId, DARK};
use crate::engine::lcg::state::values::{can_be_damaged, has_keyword};
use crate::engine::lcg::turn::force;
use crate::engine::lcg::vocabulary::{EventKind, Keyword, Many, Phase, Zone, book, cite};
use crate::engine::lcg::{Lcg, State};
use crate::engine::script::narrate::printed_name;
use crate::engine::script::words::Spread;
use crate::engine::script::{Action as _, Game as _};

/// Why a decision a line speaks of is not asked for.
pub(super) fn why_not(state: &State, player: Player, doing: &Doing, whole: &Doing) -> Option<Refusal> {
    let not_his = not_his(state, player, doing).or_else(|| others_choice(state, player, whole));
    if let Some(refusal) = not_his.or_else(|| not_asked_for(state, player, doing)) {
        return Some(refusal);
    }
    if let Some(Ok(card)) = doing.engage.as_ref().map(|name| card_named(state, name))
        && let Some(refusal) = engage::bad_objective(state, &Choice::Card(card))
    {
        return Some(refusal);
    }
    let packet = state
        .sequences()
        .map(|(_, s)| s)
        .filter(|s| s.events.iter().any(|p| p.event.kind == EventKind::Damage));
    if let (Some(many), Some(sequence)) = (&doing.shield, packet.last()) {
        let mut cards = many.all().iter().filter_map(|name| card_named(state, name).ok());
        let why = cards.find_map(|card| shields::can_shield(state, sequence, card).err());
        if why.is_some() {
            return why;
        }
    }
    let declared = state.table.engagement.as_ref().map(|e| [&e.attackers[..], &e.defenders[..]].concat());
    let mut declared = declared.unwrap_or_default().into_iter().peekable();
    let declaring = matches!(
        Lcg::heads_for(state),
        Some(Point::Attackers | Point::AfterAttackers | Point::Defenders | Point::AfterDefenders)
    );
    if doing.shield.is_some()
        && declaring
        && declared.peek().is_some()
        && !declared.any(|id| has_keyword(state, id, Keyword::Shielding))
    {
        return Some(refuse_by_rulebook("No unit that was declared has Shielding.", book::SHIELDING));
    }
    let protecting = doing.protect.iter().flat_map(Many::all);
    protecting
        .into_iter()
        .find_map(|reassign| bad_protector(state, reassign))
        .or_else(|| no_shield(state, doing))
}

/// Why a decision that a line speaks of is not that player's now.
fn not_his(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let asked = state.question.as_ref()?.player;
    let (active, name) = (state.table.active, state.table.name(player));
    let of = |player: Player| state.table.name(player);
    if (doing.engage.is_some() || doing.attackers.is_some()) && active != player {
        let text = format!("{} is the active player: {name} engages no objective in this turn.", of(active));
        return Some(refuse_by_rulebook(text, book::DECLARE_OBJECTIVE).not_now());
    }
    if doing.commit.is_some() && active != player {
        let text = format!("It is {}'s turn: {name} commits no unit in it.", of(active));
        return Some(refuse_by_rulebook(text, book::COMMIT_OWN_TURN).not_now());
    }
    if let Some(refusal) = no_more(state, doing)
        .or_else(|| no_balance_damage(state, player, doing))
        .or_else(|| no_more_placed(state, player, doing))
    {
        return Some(refusal);
    }
    let attacker = state.table.engagement.as_ref()?.attacker;
    if doing.defenders.is_some() && attacker == player {
        let text = format!("{name} attacks: the defenders are the other player's to declare.");
        return Some(refuse_by_rulebook(text, book::DECLARE_DEFENDERS));
    }
    let (what, page) = match Lcg::heads_for(state)? {
        Point::Strike if doing.strike.is_some() => ("strike", book::STRIKE_IN_TURN),
        Point::EdgePlace if doing.edge.is_some() => ("place edge cards", book::EDGE_PLACE),
        _ => return None,
    };
    let text = format!("The players {what} in turn, and now it is {}'s.", of(asked));
    (asked != player).then(|| refuse_by_rulebook(text, page).not_now())
}

/// Why the active player does not attack, or commit units, any more in this turn.
fn no_more(state: &State, doing: &Doing) -> Option<Refusal> {
    let now = Lcg::heads_for(state)?;
    if doing.engage.is_some() && now >= Point::ConflictEnd && !engage::skips_conflict(state) {
        let text = "No further engagement begins in this turn.";
        return Some(refuse_by_rulebook(text, book::NO_ENGAGEMENT).not_now());
    }
    let text = "Units are committed as the Force phase begins.";
    let late = doing.commit.is_some() && now > Point::ForceCommit;
    late.then(|| refuse_by_rulebook(text, book::COMMIT).not_now())
}

/// Why nothing is damaged in the balance phase, where nobody is asked.
fn no_balance_damage(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let Some(Spread::All(name)) = &doing.damage else { return None };
    let alone = doing.strike.is_none() && !doing.responds();
    let now = Lcg::heads_for(state)?;
    if !alone || state.table.engagement.is_some() || !matches!(now.phase(), Phase::Balance | Phase::Refresh) {
        return None;
    }
    let bad = || engage::bad_balance_damage(state, &Choice::Card(card_named(state, name).ok()?));
    let text = if state.table.active == DARK {
        "In the dark side's balance phase the dial advances, and nothing is damaged."
    } else if state.table.balance == DARK {
        "The dark side has the Balance of the Force: nothing is damaged in the balance phase."
    } else if player == DARK {
        "What is damaged in the balance phase the light side chooses."
    } else if let Some(refusal) = bad() {
        return Some(refusal);
    } else if now > Point::Balance {
        return Some(refuse_by_rulebook("The balance phase is over.", book::BALANCE_DAMAGE).not_now());
    } else {
        return None;
    };
    Some(refuse_by_rulebook(text, book::BALANCE_DAMAGE))
}

/// That what a line chooses another player has to choose.
fn others_choice(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let question = state.question.as_ref().filter(|question| question.player != player)?;
    let theirs = state.table.name(question.player);
    let says = match &question.topic {
        Topic::CaptureAt => doing.at.is_some(),
        Topic::Order | Topic::Fates | Topic::Arrange(_) => doing.order.is_some(),
        Topic::Target(..) | Topic::Choose(_) | Topic::Either(_) | Topic::May(_) => {
            doing.choose.is_some() || doing.target.is_some()
        }
        _ => false,
    };
    let text = format!("{theirs} chooses that, and not {}.", state.table.name(player));
    let refusal = match (&question.topic, question.topic.source()) {
        (Topic::CaptureAt, _) => refuse_by_rulebook(text, book::CAPTURE_WHERE),
        (Topic::Order, _) => refuse(text, cite::SIMULTANEOUS),
        (Topic::Fates, _) => refuse_by_rulebook(text, book::FATE_TIE),
        (_, Some(card)) => Refusal::new(text, Basis::Card(printed_name(state, card))),
        (_, None) => return None,
    };
    (says && Lcg::only_answers(doing)).then_some(refusal)
}

/// Why no card is placed in an edge stack any more, or none by that player.
fn no_more_placed(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let cards = doing.edge.as_ref()?.all();
    Lcg::heads_for(state).filter(|now| now.in_engagement() && *now > Point::EdgePlace)?;
    let mut cards = cards.iter().filter_map(|name| card_named(state, name).ok());
    let bad = cards.find_map(|card| edge::bad_card(state, player, &Choice::Card(card)));
    let text = "No more cards are placed: both players have passed in a row.";
    bad.or_else(|| Some(refuse_by_rulebook(text, book::EDGE_PASS).not_now()))
}

/// Why no card is discarded any more in the draw phase.
fn not_discarded(state: &State, doing: &Doing) -> Option<Refusal> {
    doing.discard.as_ref().filter(|_| doing.play.is_none() && doing.uses.is_none())?;
    // Who draws from an empty deck has lost, and nothing of the chart is left.
    let drawn = match Lcg::heads_for(state) {
        Some(point) => matches!(point, Point::DrawCards | Point::DrawActions),
        None => state.table.phase == Phase::Draw,
    };
    let text = "At most one card is discarded, before cards are drawn.";
    drawn.then(|| refuse_by_rulebook(text, book::DRAW_DISCARD))
}

/// Why nothing is attacked in this turn.
fn no_conflict(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let attacks = doing.engage.is_some() || doing.attackers.is_some();
    (attacks && state.table.active == player && engage::skips_conflict(state)).then(engage::no_conflict)
}

/// Why a unit is not committed, or does not strike, where its player is not asked.
fn not_asked_for(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    if let Some(refusal) = not_discarded(state, doing).or_else(|| no_conflict(state, player, doing)) {
        return Some(refusal);
    }
    let unit = |name: &String| card_named(state, name).ok().map(Choice::Card);
    let units = doing.commit.iter().flat_map(Many::all);
    let units: Vec<Choice> = units.filter_map(unit).collect();
    if !units.is_empty() {
        return force::bad_commitment(state, player, &units);
    }
    let striker = doing.strike.as_ref().and_then(unit)?;
    strike::bad_striker(state, player, &Answer::One(striker))
}

/// That a card whose shield a line would use has none.
fn no_shield(state: &State, doing: &Doing) -> Option<Refusal> {
    let cards = doing.shield.iter().flat_map(Many::all).filter_map(|name| card_named(state, name).ok());
    let without = cards.into_iter().find(|card| state.table.card(*card).shields == 0)?;
    let name = state.table.id(without);
    Some(match state.table.card(without).zone {
        Zone::Play => refuse(format!("{name} has no shield."), cite::DAMAGE_3),
        _ => {
            let text =
                format!("{name} is not in play: a shield answers damage and focus tokens, nothing else.");
            refuse(text, cite::DAMAGE_3)
        }
    })
}

fn bad_protector(state: &State, Reassign { with, card, damage }: &Reassign) -> Option<Refusal> {
    let (with, card) = (card_named(state, with).ok()?, card_named(state, card).ok()?);
    if !can_be_damaged(state, with) {
        let text = format!("{} cannot be damaged, so it cannot protect.", state.table.id(with));
        return Some(refuse(text, cite::CANNOT_BE_DAMAGED));
    }
    // What is over says nothing of what was assigned.
    let assigned = damage::is_assigned(state, card);
    assigned.then(|| damage::bad_protection(state, &[(Choice::Pair(card, with), *damage)]))?
}

/// Why a card that answers nothing cannot be played, nor an ability of it used, at a point at which no action
/// window opens.
pub(super) fn no_action_at(state: &State, card: CardId, point: Point) -> Option<Refusal> {
    let rule = match point {
        Point::RefreshActions
        | Point::DrawActions
        | Point::Deployment
        | Point::ConflictActions
        | Point::AfterAttackers
        | Point::AfterDefenders
        | Point::EdgeActions
        | Point::AfterStrike
        | Point::ConflictEnd
        | Point::ForceActions => return None,
        Point::Balance => book::NO_ACTIONS_IN_BALANCE,
        Point::ForceCommit | Point::ForceStruggle => book::NO_ACTIONS_IN_FORCE_PHASE,
        Point::Objective
        | Point::Attackers
        | Point::Defenders
        | Point::EdgePlace
        | Point::EdgeReveal
        | Point::Strike
        | Point::EngagementEnd => book::NO_ACTIONS_IN_ENGAGEMENT,
        Point::RefreshFocus
        | Point::RefreshShields
        | Point::RefreshObjectives
        | Point::RefreshEnd
        | Point::Draw
        | Point::DrawCards
        | Point::TurnEnd => book::NO_ACTIONS_IN_EVENTS,
    };
    let name = state.table.id(card);
    let text = format!("{name} cannot be played or used there: no action window opens at that point.");
    Some(refuse(text, cite::FRAMEWORK_EVENTS).by_rule(rule))
}

/// Why a card may not be played, or an ability used, where no window is open.
pub(super) fn out_of_window(state: &State, doing: &Doing) -> Result<(), Refusal> {
    let name = doing.play.as_ref().or(doing.uses.as_ref()).map_or("", String::as_str);
    let card = card_named(state, name)?;
    if let Some(refusal) = engage::not_engaged_yet(state, card) {
        return Err(refusal);
    }
    let text = format!("{} cannot be used now: no window is open.", state.table.id(card));
    Err(refuse(text, cite::FRAMEWORK_EVENTS).not_now())
}
