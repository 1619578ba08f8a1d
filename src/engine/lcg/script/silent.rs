//! Why a line has nothing to say to what is asked.

use super::format::{Doing, Reassign};
use super::{card_named, meant};
use crate::engine::kernel::{Answer, Basis, Player, Refusal};
use crate::engine::lcg::engagement::{edge, engage, strike};
use crate::engine::lcg::legality::legal;
use crate::engine::lcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::lcg::resolution::{damage, shields};
use crate::engine::lcg::state::choice::{Choice, Moment, Topic};
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::table::{CardId, DARK};
use crate::engine::lcg::state::values::{can_be_damaged, has_keyword};
use crate::engine::lcg::turn::force;
use crate::engine::lcg::vocabulary::{EventKind, Keyword, Many, Phase, Zone, book, cite};
use crate::engine::lcg::{Lcg, Sequence, State};
use crate::engine::script::narrate::printed_name;
use crate::engine::script::{Action as _, Game as _};

/// Why a decision a line speaks of is not asked for.
pub(super) fn why_not(state: &State, player: Player, doing: &Doing, whole: &Doing) -> Option<Refusal> {
    // What is over, or the other player's, is judged by nothing else.
    let over = not_in_his_turn(state, player, doing)
        .or_else(|| no_more(state, doing))
        .or_else(|| no_balance_damage(state, player, doing))
        .or_else(|| no_more_placed(state, player, doing))
        .or_else(|| not_discarded(state, doing))
        .or_else(|| no_conflict(state, player, doing));
    if over.is_some() {
        return over;
    }
    let why = [
        not_his_to_declare(state, player, doing),
        not_next(state, player, doing),
        others_choice(state, player, whole),
        not_fit(state, player, doing),
        bad_engagement(state, doing),
        not_at_this_point(state, doing),
        no_shielding(state, doing),
        shields_own_strike(state, doing, whole),
        doing.protect.iter().flat_map(Many::all).find_map(|reassign| bad_protector(state, reassign)),
        not_in_the_draw_phase(state, player, doing),
    ];
    Refusal::all(why.into_iter().flatten())
}

/// Why an objective that a line engages may not be.
fn bad_engagement(state: &State, doing: &Doing) -> Option<Refusal> {
    let card = card_named(state, doing.engage.as_ref()?).ok()?;
    engage::bad_objective(state, &Choice::Card(card))
}

/// Why a decision of an engagement, or of the Force phase, is not made where play stands.
fn not_at_this_point(state: &State, doing: &Doing) -> Option<Refusal> {
    let now = Lcg::heads_for(state)?;
    let engaged = state.table.engagement.is_some();
    let past = |point: Point| !engaged || now > point;
    let why = [
        (doing.engage.is_some() && engaged && now > Point::Objective)
            .then_some(("An engagement is finished before the next one is declared.", book::ONCE_EACH)),
        (doing.attackers.is_some() && doing.engage.is_none() && past(Point::Attackers))
            .then_some(("Attackers are declared once an objective is.", book::DECLARE_ATTACKERS)),
        (doing.defenders.is_some() && past(Point::Defenders))
            .then_some(("Defenders are declared once the attackers are.", book::DECLARE_DEFENDERS)),
        (doing.strike.is_some() && !engaged)
            .then_some(("Only units that participate in an engagement strike.", book::NOT_PARTICIPATING)),
        (doing.edge.is_some() && !engaged)
            .then_some(("Cards are placed only by who has a participating unit.", book::EDGE_NEEDS_UNIT)),
        (doing.commit.is_some() && now < Point::ForceCommit)
            .then_some(("Units are committed as the Force phase begins.", book::COMMIT)),
    ];
    Refusal::all(why.into_iter().flatten().map(|(text, rule)| refuse_by_rulebook(text, rule).not_now()))
}

/// The focus token of a unit's own strike, which its shield does not prevent.
fn shields_own_strike(state: &State, doing: &Doing, whole: &Doing) -> Option<Refusal> {
    let striker = card_named(state, whole.strike.as_ref()?).ok()?;
    let mut shielded = doing.shield.as_ref()?.all().iter().filter_map(|name| card_named(state, name).ok());
    let text = format!("No shield prevents the focus token of {}'s own strike.", state.table.id(striker));
    shielded
        .any(|card| card == striker)
        .then(|| refuse_by_rulebook(text, book::SHIELD).by_rule(book::SHIELD_NOT_OWN))
}

/// Why a shield is not used, or given by Shielding.
fn no_shielding(state: &State, doing: &Doing) -> Option<Refusal> {
    let cards = doing.shield.as_ref()?.all().iter().filter_map(|name| card_named(state, name).ok());
    let packets = state.sequences().map(|(_, sequence)| sequence);
    let damages = |sequence: &&Sequence| sequence.events.iter().any(|p| p.event.kind == EventKind::Damage);
    if let Some(sequence) = packets.filter(damages).last()
        && let Some(refusal) = cards.clone().find_map(|card| shields::can_shield(state, sequence, card).err())
    {
        return Some(refusal);
    }
    let declared = state.table.engagement.as_ref().map(|e| [&e.attackers[..], &e.defenders[..]].concat());
    let declared = declared.unwrap_or_default();
    let declaring = matches!(
        Lcg::heads_for(state),
        Some(Point::Attackers | Point::AfterAttackers | Point::Defenders | Point::AfterDefenders)
    );
    let shields = declared.iter().any(|id| has_keyword(state, *id, Keyword::Shielding));
    if declaring && !declared.is_empty() {
        let text = "No unit that was declared has Shielding.";
        return (!shields).then(|| refuse_by_rulebook(text, book::SHIELDING));
    }
    no_shield(state, doing)
}

/// Why a decision that a line speaks of is not that player's in this turn.
fn not_in_his_turn(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let (active, name) = (state.table.active, state.table.name(player));
    if active == player {
        return None;
    }
    let whose = state.table.name(active);
    let text = format!("{whose} is the active player: {name} engages no objective in this turn.");
    if doing.engage.is_some() || doing.attackers.is_some() {
        let rules = [
            doing.engage.as_ref().map(|_| book::DECLARE_OBJECTIVE),
            doing.attackers.as_ref().map(|_| book::DECLARE_ATTACKERS),
        ];
        let each = rules.into_iter().flatten();
        return Refusal::all(each.map(|rule| refuse_by_rulebook(text.clone(), rule).not_now()));
    }
    let text = format!("It is {whose}'s turn: {name} commits no unit in it.");
    let commits = doing.commit.as_ref().map(|_| refuse_by_rulebook(text, book::COMMIT_OWN_TURN).not_now());
    Refusal::all(commits.into_iter().chain(not_fit(state, player, doing).filter(|_| doing.commit.is_some())))
}

/// That the attacking player would declare defenders.
fn not_his_to_declare(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let attacker = state.table.engagement.as_ref()?.attacker;
    let text =
        format!("{} attacks: the defenders are the other player's to declare.", state.table.name(player));
    (doing.defenders.is_some() && attacker == player)
        .then(|| refuse_by_rulebook(text, book::DECLARE_DEFENDERS))
}

/// That the other player strikes, or places a card, now.
fn not_next(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let question = state.question.as_ref()?;
    let (what, rule) = match &question.topic {
        Topic::Striker | Topic::OutsideStriker if doing.strike.is_some() => ("strike", book::STRIKE_IN_TURN),
        Topic::EdgeCard(_) if doing.edge.is_some() => ("place edge cards", book::EDGE_IN_TURN),
        _ => return None,
    };
    let text = format!("The players {what} in turn, and now it is {}'s.", state.table.name(question.player));
    (question.player != player).then(|| refuse_by_rulebook(text, rule).not_now())
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
    let names = doing.damage.as_ref()?.names();
    let alone = doing.strike.is_none() && !doing.responds();
    let now = Lcg::heads_for(state)?;
    if !alone || state.table.engagement.is_some() || !matches!(now.phase(), Phase::Balance | Phase::Refresh) {
        return None;
    }
    let choices = names.into_iter().filter_map(|name| card_named(state, name).ok()).map(Choice::Card);
    let choices: Vec<Choice> = choices.collect();
    let unfit = Refusal::all(choices.iter().filter_map(|choice| engage::bad_balance_damage(state, choice)));
    let text = if state.table.active == DARK {
        "In the dark side's balance phase the dial advances, and nothing is damaged."
    } else if state.table.balance == DARK {
        "The dark side has the Balance of the Force: nothing is damaged in the balance phase."
    } else if player == DARK {
        "What is damaged in the balance phase the light side chooses."
    } else if let Some(refusal) = unfit {
        return Some(refusal);
    } else if now > Point::Balance {
        let text = "The balance phase is over: at most one damage is dealt in it, to one objective.";
        return Some(refuse_by_rulebook(text, book::BALANCE_ONE).not_now());
    } else {
        return None;
    };
    Refusal::all([refuse_by_rulebook(text, book::BALANCE_DAMAGE)].into_iter().chain(unfit))
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

/// Why no card is placed in an edge stack any more, or none by that player: as it was when he had the option,
/// and not as things are now.
fn no_more_placed(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let cards = doing.edge.as_ref()?.all();
    Lcg::heads_for(state).filter(|now| now.in_engagement() && *now > Point::EdgePlace)?;
    let battle = &state.table.engagement.as_ref()?.edge_battle;
    let unable = battle.unable.contains(&player).then(|| {
        let text = format!("{} had no participating unit.", state.table.name(player));
        refuse_by_rulebook(text, book::EDGE_NEEDS_UNIT)
    });
    let foreign = |id: &CardId| state.table.card(*id).owner != player;
    let mut cards = cards.iter().filter_map(|name| card_named(state, name).ok());
    let foreign = cards.find(foreign).map(|id| edge::not_in_hand(state, player, id));
    let passed = "No more cards are placed: both players have passed in a row.";
    let over = refuse_by_rulebook(passed, book::EDGE_PASS).not_now();
    Refusal::all(unable.into_iter().chain(foreign).chain([over]))
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

/// That a card is discarded by itself only as the draw phase begins.
fn not_in_the_draw_phase(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let mut rest = doing.clone();
    let alone = rest.discard.take().is_some() && rest.left_over().is_none();
    let now = Lcg::heads_for(state);
    let elsewhere = now.is_some_and(|now| now.phase() != Phase::Draw) || state.table.active != player;
    let text = "By the rules a card is discarded from hand only before cards are drawn, in the draw phase.";
    (alone && elsewhere).then(|| refuse_by_rulebook(text, book::DRAW_DISCARD).not_now())
}

/// Why nothing is attacked in this turn.
fn no_conflict(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let attacks = doing.engage.is_some() || doing.attackers.is_some();
    (attacks && state.table.active == player && engage::skips_conflict(state)).then(engage::no_conflict)
}

/// Why what a line names is not committed, does not strike or is not placed, where its player is not asked.
fn not_fit(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let card = |name: &String| card_named(state, name).ok().map(Choice::Card);
    let units: Vec<Choice> = doing.commit.iter().flat_map(Many::all).filter_map(card).collect();
    let committed = if units.is_empty() { None } else { force::bad_commitment(state, player, &units) };
    let striker = doing.strike.as_ref().and_then(card);
    let striker = striker.and_then(|unit| strike::bad_striker(state, player, &Answer::One(unit)));
    let placing = Lcg::heads_for(state) == Some(Point::EdgePlace) && state.table.engagement.is_some();
    let placed = doing.edge.iter().filter(|_| placing).flat_map(Many::all).filter_map(card);
    let placed = placed.into_iter().find_map(|choice| edge::bad_card(state, player, &choice));
    Refusal::all([committed, striker, placed].into_iter().flatten())
}

/// That a card whose shield a line would use has none.
fn no_shield(state: &State, doing: &Doing) -> Option<Refusal> {
    let cards = doing.shield.iter().flat_map(Many::all).filter_map(|name| card_named(state, name).ok());
    let without = cards.into_iter().find(|card| state.table.card(*card).shields == 0)?;
    let name = state.table.id(without);
    let text = if state.table.card(without).zone == Zone::Play {
        format!("{name} has no shield.")
    } else {
        format!("{name} is not in play: a shield answers damage and focus tokens, nothing else.")
    };
    Some(refuse(text, cite::DAMAGE_3))
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
    if point.has_action_window() {
        return None;
    }
    let rule = match point {
        Point::Balance => book::NO_ACTIONS_IN_BALANCE,
        Point::ForceCommit | Point::ForceStruggle => book::NO_ACTIONS_IN_FORCE_PHASE,
        _ if point.phase() == Phase::Conflict => book::NO_ACTIONS_IN_ENGAGEMENT,
        _ => book::NO_ACTIONS_IN_EVENTS,
    };
    let name = state.table.id(card);
    let text = format!("{name} cannot be played or used there: no action window opens at that point.");
    Some(refuse(text, cite::FRAMEWORK_EVENTS).by_rule(rule))
}

/// A refusal of the moment, with whatever else forbids that a line plays or uses a card where play stands.
pub(super) fn with_others(
    state: &State,
    player: Player,
    card: CardId,
    doing: &Doing,
    refusal: Refusal,
) -> Refusal {
    let Some(point) = Lcg::heads_for(state) else { return refusal };
    let choice = meant::outside_windows(state, card, doing);
    let refusal = match &choice {
        Choice::Use { card, ability, .. } => legal::as_action(state, *card, *ability, refusal),
        _ => refusal,
    };
    let others = legal::forbidden(state, Moment::Action(point), player, &choice);
    Refusal::all([refusal.clone()].into_iter().chain(others)).unwrap_or(refusal)
}

/// Why a card may not be played, or an ability used, where no window is open.
pub(super) fn out_of_window(state: &State, player: Player, doing: &Doing) -> Result<(), Refusal> {
    let name = doing.play.as_ref().or(doing.uses.as_ref()).map_or("", String::as_str);
    let card = card_named(state, name)?;
    if let Some(refusal) = engage::not_engaged_yet(state, card) {
        return Err(refusal);
    }
    let text = format!("{} cannot be used now: no window is open.", state.table.id(card));
    // What answers something is used at any point at which that happens, and no rule for actions is about it.
    let acts = !Lcg::may_respond(state, doing);
    let rule = if acts { cite::FRAMEWORK_EVENTS.to_owned() } else { legal::not_broken() };
    let refusal = refuse(text, &rule).not_now();
    let there = Lcg::heads_for(state).filter(|_| acts).and_then(|point| no_action_at(state, card, point));
    let refusal = there.into_iter().fold(refusal, Refusal::with);
    Err(with_others(state, player, card, doing, refusal))
}
