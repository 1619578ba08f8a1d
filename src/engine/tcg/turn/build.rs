//! The command phase: the roll for build points, the build steps, the retreat steps.

use super::chart::{Chart, Progress};
use super::stack::{Arriving, Currency};
use super::{build_start, legal, stack};
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, Flow, Player, Refusal, Shape};
use crate::engine::tcg::legality::refuse::{
    Reasons, barred, conditions_hold, refuse, refuse_by_card, refuse_by_giver, refuse_by_rulebook,
};
use crate::engine::tcg::legality::{payable, targets};
use crate::engine::tcg::resolution::leave;
use crate::engine::tcg::resolution::playing::Playing;
use crate::engine::tcg::resolution::pool::{occur, occur_if};
use crate::engine::tcg::state::choice::{Choice, Kind, Moment, Topic};
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::filter::all_hold;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{CardId, LIGHT, Phase, Shared};
use crate::engine::tcg::state::values::{
    abilities, build_cost, everywhere, in_arena, is_given, is_unit, printed_type,
};
use crate::engine::tcg::state::{event, point, table, values};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    Ability, AbilityKind, BuildCost, CardText, CardType, Chance, Effect, EventKind, Gives, Zone, book, cite,
};
use crate::engine::tcg::{Decision, Play, Program, State, Task, Turn};

/// The roll for build points: made, perhaps rerolled, then final; abilities that answer it get the
/// final roll only (qa.cloud-city-landing-platform).
pub(crate) fn roll(chart: &mut Chart, play: &mut Play<'_>) -> Decision<()> {
    let final_only = play.state.switches.on(cite::FINAL_ROLL);
    match chart.stage {
        Progress::Begins => {
            play.state.table.phase = Phase::Command;
            let answer = play.decide(LIGHT, Topic::BuildRoll, Shape::Number { min: 1, max: 6 })?;
            if let Answer::Number(n) = answer {
                play.state.table.build_roll = Some(n);
                play.record(StepKind::BuildRoll, format!("The roll for build points is {n}."))
                    .actor(LIGHT)
                    .rulebook(book::COMMAND_PHASE);
            }
            // What was gained for this turn earlier is added to the roll.
            play.state.table.point_changes = std::mem::take(&mut play.state.table.memory.next_points);
            play.state.table.memory.rerolled = false;
            build_roll(play, true);
            if !final_only {
                build_roll(play, false);
            }
            chart.stage = Progress::Begun;
        }
        Progress::Begun => {
            if final_only {
                record_final_roll(play);
                build_roll(play, false);
            }
            chart.stage = Progress::Ends;
        }
        _ => {
            points(play);
            chart.advance();
        }
    }
    Ok(())
}

/// Nothing can change the roll any more.
fn record_final_roll(play: &mut Play<'_>) {
    let text = format!("The final roll is {}.", play.state.table.build_roll.unwrap_or(0));
    // Only where it was rerolled does the ruling decide anything.
    if play.state.table.memory.rerolled {
        play.record(StepKind::FinalRoll, text).ruling(cite::FINAL_ROLL)
    } else {
        play.record(StepKind::FinalRoll, text).rulebook(book::COMMAND_PHASE)
    }
}

fn points(play: &mut Play<'_>) {
    let roll = i64::from(play.state.table.build_roll.unwrap_or(0));
    for seat in [0_u8, 1] {
        let bonus = i64::from(everywhere(play.state, Player(seat)));
        let total = roll + bonus + i64::from(play.state.table.point_changes[usize::from(seat)]);
        play.state.table.points[usize::from(seat)] = u32::try_from(total.max(0)).unwrap_or(0);
        let name = play.state.table.name(Player(seat)).to_owned();
        play.record(StepKind::Points, format!("{name} has {} build points.", total.max(0)))
            .actor(Player(seat))
            .rulebook(book::COMMAND_PHASE);
    }
}

/// The roll for build points is rolled again.
pub(crate) fn reroll(program: &mut Program, play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let answer = play.decide(you, Topic::BuildRoll, Shape::Number { min: 1, max: 6 })?;
    if let Answer::Number(n) = answer {
        play.state.table.build_roll = Some(n);
        play.state.table.memory.rerolled = true;
        let about: Vec<CardId> = program.scope.source.into_iter().collect();
        play.record(StepKind::BuildReroll, format!("The roll for build points is rerolled: {n}."))
            .actor(you)
            .about(&about)
            .effect_of(program.scope.source);
        if !play.state.switches.on(cite::FINAL_ROLL) {
            build_roll(play, false);
        }
    }
    Ok(Flow::Done(true))
}

/// A player's build step: it starts with what is due then; he spends build points, deploys, uses what
/// may be used there; it ends.
pub(crate) fn step(chart: &mut Chart, player: Player, play: &mut Play<'_>) -> Decision<()> {
    play.state.table.phase = Phase::Command;
    match chart.stage {
        Progress::Begins => {
            let due = build_start::in_order(player, play)?;
            chart.stage = Progress::Begun;
            build_start::begin(player, due, play);
        }
        Progress::Begun => {
            if !build_start::next_due(player, play)? {
                chart.stage = Progress::Acts;
            }
        }
        Progress::Acts => {
            if !act(player, play)? {
                chart.stage = Progress::Ends;
                occur(play, Event::new(EventKind::BuildStepEnds).player(player));
            }
        }
        _ => {
            play.state.table.points[usize::from(player.0)] = 0;
            play.state.table.chances += 1;
            play.state.table.memory.upkept.clear();
            chart.advance();
        }
    }
    Ok(())
}

/// A player does something in his build step; false when he is done. With points left he is asked although
/// there is nothing to spend them on: until the step ends they are his.
fn act(player: Player, play: &mut Play<'_>) -> Decision<bool> {
    let options = build_options(play.state, player);
    if options.is_empty() && play.state.table.points[usize::from(player.0)] == 0 {
        return Ok(false);
    }
    match play.decide(player, Topic::Build, Shape::One { options, pass: true })? {
        Answer::One(Choice::Build(card, n)) => counters(card, n, player, play),
        Answer::One(Choice::Deploy(card)) => {
            play.begin(Task::Arrive(Arriving { card, player, currency: Currency::BuildPoints }));
        }
        Answer::One(Choice::Finish(card)) => finish(card, player, play),
        Answer::One(Choice::Stack { card, host, top }) => {
            stack::stack(Currency::BuildPoints, (card, host, top), player, play);
        }
        Answer::One(Choice::Attach { card, host }) => stack::attach(card, host, player, play),
        Answer::One(Choice::HiddenCost(card)) => hidden_cost(card, play),
        Answer::One(Choice::Use { card, ability }) => {
            let number = play.state.table.chances;
            play.state.table.used.push(table::Used { card, ability, chance: number });
            play.begin(Task::Play(Playing::new(player, card, ability, Some(Chance::Build))));
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// A partially built unit is finished for Force and comes into its arena, or into the stack of another
/// version.
pub(crate) fn hidden_cost(id: CardId, play: &mut Play<'_>) {
    let player = play.state.table.card(id).owner;
    play.begin(Task::Arrive(Arriving { card: id, player, currency: Currency::Force }));
}

fn text(state: &State, id: CardId) -> Option<&Shared<CardText>> {
    state.table.card(id).text.as_ref()
}

fn build_options(state: &State, player: Player) -> Vec<Choice> {
    let own = state.table.ids().filter(|id| state.table.card(*id).owner == player);
    let own = own.filter(|id| text(state, *id).is_some());
    own.flat_map(|id| options_of(state, player, id)).collect()
}

/// What may be done in a build step with a card or by it.
fn options_of(state: &State, player: Player, id: CardId) -> Vec<Choice> {
    let mut all = Vec::new();
    if takes_counters(state, id) {
        let points = state.table.points[usize::from(player.0)];
        all.extend((1..=points).map(|n| Choice::Build(id, n)));
    }
    if may_finish(state, id) {
        all.push(Choice::Finish(id));
    }
    if may_deploy(state, id) {
        all.push(Choice::Deploy(id));
    }
    all.extend(stack::options(state, player, id));
    let unfinished = state.table.card(id).unfinished;
    if unfinished && legal::may_hidden_cost(state, build_moment(state), player, id).is_ok() {
        all.push(Choice::HiddenCost(id));
    }
    let abilities = 0..abilities(state, id).len();
    let usable = abilities.map(|at| at as u8).filter(|at| may_use(state, player, id, *at));
    all.extend(usable.map(|at| Choice::Use { card: id, ability: at }));
    all
}

/// Whether build counters can be put on a card.
fn takes_counters(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    let costs = text(state, id).is_some_and(|text| text.kind != CardType::Battle);
    let there = card.zone == Zone::Hand || card.zone == Zone::Build && card.unfinished;
    costs && there && !is_given(state, id, &Gives::CannotSpendBuildPoints)
}

/// Whether a card can be declared finished: what costs X, with any counters; another one that could not be
/// completed when it had all of them, or that has come to cost less.
fn may_finish(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    if card.build == 0 {
        return false;
    }
    let costs_x = text(state, id).is_some_and(|text| matches!(text.cost, BuildCost::X(_)));
    let waits = card.zone == Zone::Build && card.unfinished;
    costs_x && takes_counters(state, id) || waits && has_its_counters(state, id) && completable(state, id)
}

fn may_deploy(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    let finished = card.zone == Zone::Build && !card.unfinished;
    finished && is_unit(state, id) && !is_given(state, id, &Gives::CannotDeploy)
}

fn may_use(state: &State, player: Player, id: CardId, at: u8) -> bool {
    let Some(ability) = values::ability(state, id, at) else { return false };
    if !ability.chances().contains(&Chance::Build) {
        return false;
    }
    legal::allowed_here(state, (build_moment(state), Chance::Build), player, (id, at), Reasons::First).is_ok()
}

/// A build step as a chance in which something may be played.
pub(super) fn build_moment(state: &State) -> Moment {
    Moment { kind: Kind::Normal(point::Point::DarkBuild), number: state.table.chances }
}

/// Build counters are put on a card; it is finished when it has as many as it costs.
fn counters(id: CardId, n: u32, player: Player, play: &mut Play<'_>) {
    if play.state.table.card(id).zone == Zone::Hand {
        leave::put(play, id, Zone::Build);
    }
    play.state.table.points[usize::from(player.0)] -= n.min(play.state.table.points[usize::from(player.0)]);
    let card = play.state.table.card_mut(id);
    card.unfinished = true;
    card.build += n;
    let now = card.build;
    let name = play.state.table.id(id).to_owned();
    play.record(StepKind::Builds, format!("{name} gets {}: {now}.", pluralize(n, "build counter")))
        .actor(player)
        .about(&[id])
        .rulebook(book::BUILDING);
    complete(id, play);
}

/// A card with as many counters as it costs is finished, if what it asks for is so.
pub(crate) fn complete(id: CardId, play: &mut Play<'_>) {
    let player = play.state.table.card(id).owner;
    if !play.state.table.card(id).unfinished || !has_its_counters(play.state, id) {
        return;
    }
    if let Some(refusal) = location_barred(play.state, id) {
        play.record(StepKind::NotCompleted, refusal.text).actor(player).about(&[id]).basis(refusal.basis);
        return;
    }
    if !completable(play.state, id) {
        let text = format!("{} cannot be completed: what it asks for is not so.", play.state.table.id(id));
        play.record(StepKind::NotCompleted, text).actor(player).about(&[id]).effect_of(Some(id));
        return;
    }
    finish(id, player, play);
}

/// Whether there are as many counters on a card as it costs; what costs X has never all of them.
fn has_its_counters(state: &State, id: CardId) -> bool {
    let costs_x = text(state, id).is_none_or(|text| matches!(text.cost, BuildCost::X(_)));
    !costs_x && state.table.card(id).build >= build_cost(state, id)
}

/// What keeps a Location from its arena, to which it goes when it is finished.
fn location_barred(state: &State, id: CardId) -> Option<Refusal> {
    let location = printed_type(state, id) == Some(CardType::Location);
    barred(state, id, &Gives::CannotDeploy, "be put into its arena").filter(|_| location)
}

/// Whether what a Mission asks for is so, and can be paid; whether a Location can go to its arena.
fn completable(state: &State, id: CardId) -> bool {
    if location_barred(state, id).is_some() {
        return false;
    }
    let scope = Scope::new(state.table.card(id).owner, Some(id));
    let mission = abilities(state, id).into_iter().find(|a| a.kind == AbilityKind::Mission);
    mission.is_none_or(|mission| {
        all_hold(state, &mission.r#if, &scope) && cannot_complete(state, id, mission, &scope).is_none()
    })
}

/// Why a Mission cannot be completed for what it costs besides: the Force, or what is paid with is not there.
fn cannot_complete(state: &State, id: CardId, mission: &Ability, scope: &Scope) -> Option<Refusal> {
    if mission.cost.is_empty() {
        return None;
    }
    let pays = |name: &String| mission.cost.iter().any(|cost| cost.card() == Some(name));
    let lacking = mission.targets.iter().find(|target| {
        pays(&target.name) && targets::legal_targets(state, target, scope).len() < target.count as usize
    });
    if lacking.is_some() {
        let text = format!("There is nothing to pay for {} with.", state.table.id(id));
        return Some(refuse_by_card(state, text, id));
    }
    payable::payable(state, id, mission, scope).err()
}

/// A card is finished: a unit may be deployed, a Location goes to its arena, a Mission takes effect.
fn finish(id: CardId, player: Player, play: &mut Play<'_>) {
    let x = play.state.table.card(id).build;
    play.state.table.card_mut(id).unfinished = false;
    let name = play.state.table.id(id).to_owned();
    play.record(StepKind::Built, format!("{name} is finished."))
        .actor(player)
        .about(&[id])
        .rulebook(book::BUILDING);
    occur(play, Event::new(EventKind::Built).card(id).player(player).amount(x));
    match printed_type(play.state, id) {
        Some(CardType::Location) => {
            play.begin(Task::Arrive(Arriving { card: id, player, currency: Currency::BuildPoints }))
        }
        Some(CardType::Mission) => mission(id, x, player, play),
        Some(
            CardType::Space | CardType::Ground | CardType::Character | CardType::Battle | CardType::Equipment,
        )
        | None => {}
    }
}

fn mission(id: CardId, x: u32, player: Player, play: &mut Play<'_>) {
    let at = abilities(play.state, id).iter().position(|ability| ability.kind == AbilityKind::Mission);
    let Some(at) = at else {
        leave::put(play, id, Zone::Discard);
        return;
    };
    let mut playing = Playing::new(player, id, at as u8, None);
    playing.scope.x = x;
    play.begin(Task::Play(playing));
}

/// Why something may not be done in a build step.
pub(crate) fn bad_build(state: &State, player: Player, choice: &Choice) -> Option<Refusal> {
    match choice {
        Choice::Build(id, n) => Some(not_built(state, player, *id, *n)),
        Choice::Finish(id) => Some(not_finished(state, player, *id)),
        Choice::HiddenCost(id) => legal::may_hidden_cost(state, build_moment(state), player, *id).err(),
        Choice::Stack { card, host, top } => {
            stack::may_stack(Currency::BuildPoints, state, player, (*card, *host, *top)).err()
        }
        Choice::Attach { card, host } => stack::may_attach(state, player, *card, *host).err(),
        Choice::Deploy(id) => Some(not_deployed(state, *id)),
        Choice::Use { card, .. } if state.table.card(*card).unfinished => {
            let text =
                format!("{} is only partially built: its abilities cannot be used.", state.table.id(*card));
            Some(legal::only_partly_built(refuse(text, cite::PARTIALLY_BUILT), true))
        }
        Choice::Use { card, ability } => {
            let when = (build_moment(state), Chance::Build);
            let why = legal::allowed_here(state, when, player, (*card, *ability), Reasons::Every).err();
            Some(why.unwrap_or_else(not_in_this_step))
        }
        _ => Some(not_in_this_step()),
    }
}

fn not_in_this_step() -> Refusal {
    refuse_by_rulebook("That cannot be done in this build step.", book::BUILD_STEP)
}

/// Why no build counters can be put on a card.
fn not_built(state: &State, player: Player, id: CardId, counters: u32) -> Refusal {
    let (name, card, whose) = (state.table.id(id), state.table.card(id), state.table.name(player));
    let points = state.table.points[usize::from(player.0.min(1))];
    let battle = (printed_type(state, id) == Some(CardType::Battle)).then(|| {
        let text = format!("{name} is a Battle card: it is played from hand, and not built.");
        refuse_by_rulebook(text, book::NOT_BUILT)
    });
    let foreign = (card.owner != player).then(|| {
        let text = format!("{name} is not a card of {whose}.");
        refuse_by_rulebook(text, book::START_BUILDING)
    });
    let built = !(card.zone == Zone::Hand || card.zone == Zone::Build && card.unfinished);
    let built = built.then(|| {
        let text = format!("{name} is neither in hand nor only partially built.");
        refuse_by_rulebook(text, book::START_BUILDING)
    });
    let barred = is_given(state, id, &Gives::CannotSpendBuildPoints).then(|| {
        let text = format!("No build points can be spent on {name}");
        refuse_by_giver(state, id, &Gives::CannotSpendBuildPoints, &text, book::CANT_BEATS_CAN)
    });
    let too_few = (counters > points || counters == 0).then(|| {
        let (wanted, there) = (pluralize(counters, "build counter"), pluralize(points, "build point"));
        let text = format!("{name} cannot get {wanted}: {whose} has {there}.");
        refuse_by_rulebook(text, if counters == 0 { book::START_BUILDING } else { book::BUILD_POINTS })
    });
    let why = [battle, foreign, built, barred, too_few];
    Refusal::all(why.into_iter().flatten()).unwrap_or_else(not_in_this_step)
}

/// Why a card cannot be deployed.
fn not_deployed(state: &State, id: CardId) -> Refusal {
    let (card, name) = (state.table.card(id), state.table.id(id));
    if card.unfinished {
        let refusal = refuse_by_rulebook(format!("{name} is not finished."), book::DEPLOYING);
        return refusal.by_rule(book::PARTLY_BUILT);
    }
    if card.zone != Zone::Build {
        return refuse_by_rulebook(format!("{name} is not in the build zone."), book::DEPLOYING);
    }
    let other = || {
        let text = format!("{name} is no unit of this player's that could be deployed.");
        refuse_by_rulebook(text, book::DEPLOYING)
    };
    barred(state, id, &Gives::CannotDeploy, "be deployed").unwrap_or_else(other)
}

/// Why a card cannot be finished.
fn not_finished(state: &State, player: Player, id: CardId) -> Refusal {
    let card = state.table.card(id);
    let (name, cost) = (&card.id, build_cost(state, id));
    let text = if card.zone != Zone::Build {
        format!("{name} is not in the build zone.")
    } else if card.owner != player {
        format!("{name} is not a card of {}.", state.table.name(player))
    } else if !card.unfinished {
        format!("{name} is finished already.")
    } else if card.build < cost {
        format!("{name} has {} of {cost} build counters: it is not finished.", card.build)
    } else {
        let abilities = abilities(state, id).into_iter();
        let mission = abilities.into_iter().find(|ability| ability.kind == AbilityKind::Mission);
        let scope = Scope::new(player, Some(id));
        let unmet = |mission: &Ability| {
            let missing = conditions_hold(state, id, &mission.r#if, &scope).err();
            missing.or_else(|| cannot_complete(state, id, mission, &scope))
        };
        let text = format!("{name} cannot be finished now.");
        let why = mission.and_then(unmet);
        return why.unwrap_or_else(|| refuse_by_rulebook(text, book::BUILD_STEP));
    };
    refuse_by_rulebook(text, if card.unfinished { book::PARTLY_BUILT } else { book::START_BUILDING })
}

/// A player's retreat step: he taps any of his untapped units to move them to the build zone.
pub(crate) fn retreat(chart: &mut Chart, player: Player, play: &mut Play<'_>) -> Decision<()> {
    let units = play.state.table.ids().filter(|id| bad_retreat(play.state, player, *id).is_none());
    let units: Vec<CardId> = units.collect();
    let most = units.len();
    for id in play.choose_cards(player, Topic::Retreat, units, (0, most))? {
        play.state.table.card_mut(id).tapped = true;
        leave::retreat(play, id);
        let text = format!("{} is tapped and retreats.", play.state.table.id(id));
        play.record(StepKind::Retreats, text).actor(player).about(&[id]).rulebook(book::RETREAT_STEP);
    }
    chart.advance();
    Ok(())
}

/// Why a unit may not retreat in its side's retreat step.
pub(crate) fn bad_retreat(state: &State, player: Player, id: CardId) -> Option<Refusal> {
    let (card, name) = (state.table.card(id), state.table.id(id));
    let foreign = (card.owner != player).then(|| {
        let text = format!("{name} is no unit of {}.", state.table.name(player));
        refuse_by_rulebook(text, book::RETREATING)
    });
    let elsewhere = (in_arena(state, id).is_none() || !is_unit(state, id))
        .then(|| refuse_by_rulebook(format!("{name} is no unit in an arena."), book::RETREATING));
    let tapped = (card.tapped && elsewhere.is_none()).then(|| {
        let text = format!("{name} is tapped: only untapped units retreat.");
        refuse_by_rulebook(text, book::RETREAT_TAPPED)
    });
    let barred = is_given(state, id, &Gives::CannotRetreat).then(|| {
        let text = format!("{name} cannot retreat");
        refuse_by_giver(state, id, &Gives::CannotRetreat, &text, book::CANT_BEATS_CAN)
    });
    Refusal::all([foreign, elsewhere, tapped, barred].into_iter().flatten())
}

/// Triggers the abilities that answer the roll for build points but do not reroll it.
pub(super) fn build_roll(play: &mut Play<'_>, rerolling: bool) {
    let roll = play.state.table.build_roll.unwrap_or(0);
    let event = event::Event::new(EventKind::BuildRoll).player(LIGHT).amount(roll);
    let rerolls = |ability: &Ability| ability.any_effect(&|effect| *effect == Effect::RerollBuild);
    occur_if(play, event, &|ability| rerolls(ability) == rerolling);
}
