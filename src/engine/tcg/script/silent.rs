//! Why a line has nothing to say to what is asked.

use super::card_named;
use super::format::Doing;
use super::meant::meant;
use crate::engine::cards::Vocabulary as _;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Player, Question, Refusal};
use crate::engine::script::Action as _;
use crate::engine::tcg::legality::attackers::had_nothing_to_attack;
use crate::engine::tcg::legality::refuse::{refuse, refuse_by_card, refuse_by_rulebook};
use crate::engine::tcg::resolution::damage::preventable_on;
use crate::engine::tcg::state::choice::{Choice, Kind, Topic};
use crate::engine::tcg::state::narrate;
use crate::engine::tcg::state::pending::pending_on;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::{abilities, build_cost, has_keyword, in_arena};
use crate::engine::tcg::turn::build::bad_retreat;
use crate::engine::tcg::turn::legal::bad_act;
use crate::engine::tcg::turn::setup;
use crate::engine::tcg::turn::stack::may_attach;
use crate::engine::tcg::vocabulary::{
    Ability, Chance, Effect, EventKind, Keyword, StandingName, Zone, book, cite,
};
use crate::engine::tcg::{Frame, State, Task, Tcg};

/// Why what is left of a line has nothing to say to what is asked now, where there is a reason in the rules.
pub(super) fn why_not(state: &State, player: Player, doing: &Doing, whole: &Doing) -> Option<Refusal> {
    let question = state.question.as_ref()?;
    let not_assigned = || not_assigned(state, player, doing, whole);
    if let Some(refusal) = not_enhanced(state, player, doing).or_else(not_assigned) {
        return Some(refusal);
    }
    if question.player != player
        && let Some(refusal) = others_decision(state, question, player, doing)
    {
        return Some(refusal);
    }
    match &question.topic {
        Topic::Act(arena) => {
            let unit = named(state, doing.with.as_ref().or(doing.instead.as_ref()))?;
            let defender = named(state, doing.attack.as_ref());
            if let Some(refusal) = defender.and_then(|other| had_nothing_to_attack(state, unit, other)) {
                return Some(refusal);
            }
            bad_act(state, *arena, &Choice::Nothing(unit))
        }
        Topic::Window(moment) => match doing.play.as_ref().or(doing.uses.as_ref()) {
            Some(name) => prevents_nothing(state, moment.kind, card_named(state, name).ok()?, doing),
            None => does_not_act(state, player, doing).or_else(|| not_in_this_step(state, player, doing)),
        },
        Topic::Build if question.player == player => None,
        // Units are placed after that.
        Topic::Redraw if doing.redraw.is_none() => None,
        Topic::Bid(_) => None,
        Topic::Retreat if doing.retreat.is_some() && question.player == player => None,
        // What is too dear is said when the line is taken (`not_offered`).
        Topic::Setup => None,
        _ => does_not_act(state, player, doing).or_else(|| not_in_this_step(state, player, doing)),
    }
}

/// Why the hits of an attack that a line has made, or is all about, are not assigned as it says: nobody is
/// asked where they could go to nothing but the unit that is attacked.
fn not_assigned(state: &State, player: Player, doing: &Doing, whole: &Doing) -> Option<Refusal> {
    let open = doing.attack.is_none() && doing.with.is_none();
    // What a card or an ability divides is no hit.
    let other = whole.play.is_some() || whole.uses.is_some() || whole.instead.is_some();
    let attacks = whole.attack.is_some() || !other;
    doing.assign.as_ref().filter(|parts| open && attacks && !parts.is_empty())?;
    let attacked =
        state.table.memory.history.iter().rev().find(|e| e.kind == EventKind::Attacks && e.attack)?;
    let attacker = attacked.card.filter(|unit| state.table.card(*unit).owner == player)?;
    let hits = state.table.card(attacker).last_hits?;
    let name = state.table.id(attacker);
    let text = if has_keyword(state, attacker, Keyword::Overkill) {
        format!(
            "The unit that {name} attacks needs all that was hit ({}), or there is no other one.",
            pluralize(hits, "hit")
        )
    } else {
        format!(
            "{name} has no Overkill: all that was hit ({}) goes to the unit it attacks.",
            pluralize(hits, "hit")
        )
    };
    Some(refuse_by_rulebook(text, book::OVERKILL))
}

/// Why what a line plays enhanced could not be.
fn not_enhanced(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    doing.enhance.filter(|enhance| enhance.yes())?;
    state.stack.iter().rev().find_map(|frame| {
        let Frame::Task(Task::Play(playing)) = frame else { return None };
        playing.not_enhanced.as_deref().filter(|_| playing.player == player).cloned()
    })
}

/// Why what belongs to another step is not done now.
fn not_in_this_step(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    if doing.bid.is_some() || doing.pair.is_some() {
        let text = "No unit is contested now.";
        return Some(refuse_by_rulebook(text, book::TURN).by_rule(book::CONTEST));
    }
    if doing.roll.is_some() && doing.play.is_none() && doing.uses.is_none() {
        let text = "The roll for build points is made as the command phase begins.";
        return Some(refuse_by_rulebook(text, book::TURN).by_rule(book::COMMAND_STEPS));
    }
    if doing.retreat.is_some() {
        return not_retreating(state, player, doing);
    }
    let deployed = named(state, doing.deploy.as_ref());
    let why = deployed.and_then(|card| not_to_be_deployed(state, player, card, doing));
    let refusal = if doing.build.is_some() && state.table.points[usize::from(player.0.min(1))] == 0 {
        // A build step in which nothing could be done is over at once.
        let text = format!("{} has no build points now.", state.table.name(player));
        refuse_by_rulebook(text, book::BUILD_POINTS)
    } else if builds(doing) {
        refuse_by_rulebook("That is done in its player's build step.", book::TURN)
    } else {
        return None;
    };
    let refusal = refusal.by_rule(book::COMMAND_STEPS);
    let refusal = if deployed.is_some() { refusal.by_rule(book::DEPLOYING) } else { refusal };
    Refusal::all(why.into_iter().chain([refusal]))
}

/// Whether a line does what is done in a build step.
fn builds(doing: &Doing) -> bool {
    doing.build.is_some() || doing.deploy.is_some() || doing.stack.is_some() || doing.finish.is_some()
}

/// Why a card could not be deployed in a build step either.
fn not_to_be_deployed(state: &State, player: Player, id: CardId, doing: &Doing) -> Option<Refusal> {
    let card = state.table.card(id);
    let hidden = has_keyword(state, id, Keyword::HiddenCost);
    if card.zone == Zone::Build && hidden {
        let text =
            format!("By its Hidden Cost {} comes only in a build step or a chance to play or pass.", card.id);
        return Some(refuse_by_rulebook(text, book::HIDDEN_COST_WHEN));
    }
    if card.unfinished {
        let (counters, cost) = (card.build, build_cost(state, id));
        let text = format!("{} has {counters} of {cost} build counters: it is not finished.", card.id);
        return Some(refuse_by_rulebook(text, book::DEPLOYING).by_rule(book::PARTLY_BUILT));
    }
    if let Some(host) = named(state, doing.on.as_ref())
        && let Err(refusal) = may_attach(state, player, id, host)
    {
        return Some(refusal);
    }
    let elsewhere = card.zone != Zone::Build && !hidden;
    elsewhere.then(|| refuse_by_rulebook(format!("{} is not in the build zone.", card.id), book::DEPLOYING))
}

/// Why a unit does not retreat where its side is not asked.
fn not_retreating(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let units = doing.retreat.iter().flat_map(|many| many.all());
    let bad = |name: &String| bad_retreat(state, player, card_named(state, name).ok()?);
    let why = units.into_iter().find_map(bad);
    let time = refuse_by_rulebook("Units retreat in their side's retreat step.", book::TURN);
    let time = time.by_rule(book::RETREATING).by_rule(book::COMMAND_STEPS);
    Refusal::all(why.into_iter().chain([time]))
}

fn named(state: &State, name: Option<&String>) -> Option<CardId> {
    name.and_then(|name| card_named(state, name).ok())
}

/// That a player decides what is the other one's to decide now.
fn others_decision(
    state: &State,
    question: &Question<Tcg>,
    player: Player,
    doing: &Doing,
) -> Option<Refusal> {
    let theirs = state.table.name(question.player);
    let text = format!("{theirs} decides that, and not {}.", state.table.name(player));
    let chooses = doing.choose.is_some() || doing.target.is_some() || doing.option.is_some();
    let (says, refusal) = match &question.topic {
        Topic::Setup => return not_his_turn_to_place(state, (player, question.player), doing),
        Topic::Redraw => (doing.redraw.is_some(), refuse_by_rulebook(text, book::REDRAWING).not_now()),
        Topic::BuildRoll => (doing.roll.is_some(), refuse_by_rulebook(text, book::BUILD_ROLL)),
        Topic::Pairs => (doing.pair.is_some(), refuse(text, cite::BID_ORDER)),
        Topic::Bid(_) => (doing.bid.is_some(), refuse(text, cite::BIDDING).not_now()),
        Topic::Pool => (doing.order.is_some(), refuse(text, cite::DARK_FIRST)),
        Topic::DiceOrder(_) => (doing.order.is_some(), refuse(text, cite::ALL_UNITS)),
        Topic::Assign(_) => (doing.assign.is_some(), refuse_by_rulebook(text, book::OVERKILL)),
        Topic::Target(_) | Topic::Choose(_) | Topic::May(_) | Topic::Mode(_) => {
            (chooses || doing.does.is_some(), refuse_by_card(state, text, question.topic.source()?))
        }
        _ => return None,
    };
    // What else a line does is another matter.
    let acts = doing.responds() || doing.attack.is_some() || doing.instead.is_some();
    (says && !acts).then_some(refusal)
}

/// Why a player places no unit while the other one does.
fn not_his_turn_to_place(state: &State, (mine, theirs): (Player, Player), doing: &Doing) -> Option<Refusal> {
    let partly = doing.deploy.is_none();
    let card = named(state, doing.deploy.as_ref().or(doing.build.as_ref().and_then(|map| map.keys().next())));
    let setup = &state.table.memory.setup;
    let spent = |player: Player| setup.spent[usize::from(player.0)];
    let text = format!(
        "{} places now, with {} build points of units against {} of {}'s.",
        state.table.name(theirs),
        spent(theirs),
        spent(mine),
        state.table.name(mine)
    );
    let stopped = setup.done[usize::from(mine.0)].then(|| {
        let text = format!("{} has stopped placing units.", state.table.name(mine));
        refuse_by_rulebook(text, book::SETUP_STOPS)
    });
    let turns = stopped.is_none().then(|| refuse_by_rulebook(text, book::SETUP_TURNS));
    let other = card.and_then(|card| not_placed(state, mine, card, partly));
    Refusal::all(stopped.into_iter().chain(turns).chain(other)).filter(|_| card.is_some())
}

/// That a card is no unit, or a unit that costs more than is left of the points of the setup.
pub(super) fn not_placed(state: &State, player: Player, card: CardId, partly: bool) -> Option<Refusal> {
    let printed = state.table.card(card).text.as_ref()?;
    let (cost, left) = (printed.cost.number(), setup::left(state, player));
    let (name, whose) = (state.table.id(card), state.table.name(player));
    let all = setup::POINTS;
    let (text, rule) = if printed.kind.arena().is_none() {
        (format!("{name} is no unit: only units are placed at setup."), book::SETUP_UNITS)
    } else if partly && cost <= left {
        let text = format!(
            "{name} costs {cost} build points, and {whose} has {left} left: it is placed (`deploy:`)."
        );
        (text, book::SETUP_REST)
    } else if partly {
        let text =
            format!("{whose} has {left} of {all} build points left: the last ones are built all at once.");
        (text, book::SETUP_REST)
    } else if cost > left {
        let text = format!("{name} costs {cost} build points; {whose} has {left} left of {all}.");
        (text, book::SETUP_POINTS)
    } else {
        return None;
    };
    Some(refuse_by_rulebook(text, rule))
}

/// Why no unit of a player acts now.
fn does_not_act(state: &State, player: Player, doing: &Doing) -> Option<Refusal> {
    let unit = named(state, doing.with.as_ref().or(doing.instead.as_ref()).or(doing.nothing.as_ref()));
    if unit.is_none() && doing.attack.is_none() {
        return None;
    }
    let arena = unit.or_else(|| named(state, doing.attack.as_ref())).and_then(|id| in_arena(state, id));
    let his = |id: &CardId| state.table.card(*id).owner == player && in_arena(state, *id) == arena;
    let units: Vec<CardId> = match unit {
        Some(unit) => vec![unit],
        None => state.table.ids().filter(|id| arena.is_some() && his(id)).collect(),
    };
    if let (Some(defender), [one]) = (named(state, doing.attack.as_ref()), units.as_slice())
        && let Some(refusal) = had_nothing_to_attack(state, *one, defender)
    {
        return Some(refusal);
    }
    let tapped = units.iter().all(|id| state.table.card(*id).tapped);
    let text = match state.table.attack {
        _ if tapped && !units.is_empty() => {
            let is = if units.len() == 1 { "is" } else { "are" };
            format!("{} {is} tapped.", narrate::names(state, &units))
        }
        Some(_) => {
            let text = "Another attack is being made: no unit acts before it has ended.";
            return Some(refuse_by_rulebook(text, book::NEXT_UNIT).not_now());
        }
        None => return None,
    };
    Some(refuse_by_rulebook(text, book::NEXT_UNIT))
}

/// That a line plays what only prevents damage, to units on which none is pending, or none that can be
/// prevented.
pub(super) fn prevents_nothing(state: &State, kind: Kind, card: CardId, doing: &Doing) -> Option<Refusal> {
    doing.target.as_ref().filter(|_| kind == Kind::Prevention)?;
    let said = [&doing.target, &doing.choose].into_iter().flatten().flat_map(|many| many.all());
    let all = abilities(state, card);
    let mut fits = all.iter().enumerate().filter(|(at, ability)| meant(ability, *at, doing));
    let prevents = |ability: &Ability| {
        ability.chances() == [Chance::Prevention]
            && ability.any_effect(
                &|effect| matches!(effect, Effect::Prevent { to, .. } if !StandingName::This.is(to)),
            )
    };
    let units: Option<Vec<CardId>> = said.map(|name| card_named(state, name).ok()).collect();
    let units = units.filter(|units| !units.is_empty())?;
    let pending = units.iter().any(|unit| pending_on(state, *unit) > 0);
    let preventable = units.iter().any(|unit| preventable_on(state, *unit));
    let only = fits.next().is_some_and(|(_, ability)| prevents(ability)) && fits.all(|(_, a)| prevents(a));
    let names = narrate::names(state, &units);
    let (text, place) = match (pending, preventable) {
        (_, true) => return None,
        (true, false) => {
            (format!("The damage pending on {names} cannot be prevented."), book::CANT_BEATS_CAN)
        }
        (false, false) => {
            (format!("No damage is pending on {names} that could be prevented."), book::PREVENTING)
        }
    };
    only.then(|| refuse_by_rulebook(text, place))
}
