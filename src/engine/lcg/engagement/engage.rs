//! Engagements on the timing chart, up to the edge battle: objective, attackers, defenders.

use crate::engine::kernel::{Answer, Basis, BookRule, Flow, Player, Question, Refusal, Shape};
use crate::engine::lcg::legality::refuse::{barred, refuse, refuse_by_rulebook};
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{controlled, is_type, matches};
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::stage::Progress;
use crate::engine::lcg::state::table::{CardId, DARK, Engagement, other};
use crate::engine::lcg::state::values;
use crate::engine::lcg::state::values::{can_be_damaged, given, given_in_play, has_keyword, is_given};
use crate::engine::lcg::turn::chart::Chart;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    CardType, EventKind, Gives, GivesKind, Keyword, Phase, Zone, book, cite,
};
use crate::engine::lcg::{Decision, Lcg, Play, State, Turn};
use crate::engine::script::choosing::{choices, chosen_cards};
use crate::engine::script::narrate::printed_name;

/// The dark side player skips the conflict phase of his first turn.
pub(crate) fn begin(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    if skips_conflict(play.state) {
        let Refusal { text, basis, .. } = no_conflict();
        play.record(StepKind::Skips, text).actor(DARK).basis(basis);
        return chart.go(Point::ForceCommit);
    }
    chart.window(Point::Objective, play)
}

/// Why there is no conflict phase in this turn.
pub(crate) fn no_conflict() -> Refusal {
    refuse_by_rulebook(
        "The dark side player skips the conflict phase on their first turn.",
        book::NO_FIRST_CONFLICT,
    )
}

/// Whether the conflict phase of this turn is skipped.
pub(crate) fn skips_conflict(state: &State) -> bool {
    state.table.first_turn && state.table.active == DARK
}

/// The phase ends: what was declared this phase may be declared again in the next.
pub(crate) fn end_of_phase(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let flow = chart.last_window(Phase::Conflict, Point::ForceCommit, play)?;
    if chart.point == Point::ForceCommit {
        let table = &mut play.state.table;
        (table.declared, table.declared_dial) = (Vec::new(), false);
    }
    Ok(flow)
}

/// A player's ready units: those that may be declared.
fn ready_units(state: &State, player: Player) -> Vec<CardId> {
    let ready = |id: &CardId| state.table.card(*id).focus == 0;
    controlled(state, player, CardType::Unit).into_iter().filter(ready).collect()
}

/// The ready units that may be declared as attackers, against an objective, or as defenders.
fn declarable(state: &State, player: Player, role: Role) -> Vec<CardId> {
    let units = ready_units(state, player).into_iter();
    units.filter(|id| bad_role(state, *id, role).is_none()).collect()
}

/// What a unit is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// An attacker, against that objective.
    Attacker(Option<CardId>),
    Defender,
}

/// Why a card forbids that a unit is declared.
fn bad_role(state: &State, unit: CardId, role: Role) -> Option<Refusal> {
    match role {
        Role::Attacker(objective) => {
            let barred = barred(state, unit, "be declared as an attacker", GivesKind::CannotAttack);
            barred.or_else(|| objective.and_then(|objective| barred_attack(state, unit, objective)))
        }
        Role::Defender => barred(state, unit, "be declared as a defender", GivesKind::CannotDefend),
    }
}

/// Why an objective cannot be attacked by a unit.
fn barred_attack(state: &State, unit: CardId, objective: CardId) -> Option<Refusal> {
    let given = given(state, objective, GivesKind::OnlyAttackers);
    let (_, scope) = given.iter().find(
        |(gives, scope)| matches!(gives, Gives::OnlyAttackers(like) if !matches(state, unit, like, scope)),
    )?;
    let (name, there) = (state.table.id(unit), state.table.id(objective));
    let source = scope.source.unwrap_or(objective);
    let title = state.table.card(source).text.as_ref().map_or("", |text| &text.title);
    let text = format!("{name} cannot be declared as an attacker against {there}.");
    Some(Refusal::new(text, Basis::Card(title.into())))
}

/// How many attackers an objective allows, and the card that says so.
fn most_attackers(state: &State, objective: CardId) -> Option<(u32, CardId)> {
    let given = given(state, objective, GivesKind::MostAttackers);
    let limits = given.iter().filter_map(|(gives, scope)| {
        let Gives::MostAttackers(n) = gives else { return None };
        Some((*n, scope.source.unwrap_or(objective)))
    });
    limits.min_by_key(|(n, _)| *n)
}

/// What may be engaged now.
fn open_objectives(state: &State) -> Vec<Choice> {
    let enemy = |id: &CardId| state.table.card(*id).controller != state.table.active;
    let objective = |id: &CardId| is_type(state, *id, CardType::Objective) && enemy(id);
    let cards = state.table.in_zone(Zone::Play).filter(objective).map(Choice::Card);
    let all = cards.chain([Choice::Dial]);
    all.filter(|choice| bad_objective(state, choice).is_none()).collect()
}

/// Why something may not be engaged now.
pub(crate) fn bad_objective(state: &State, choice: &Choice) -> Option<Refusal> {
    let nobody = ready_units(state, state.table.active).is_empty().then(|| no_ready_unit(state));
    Refusal::all(nobody.into_iter().chain(not_open(state, choice)))
}

/// The same, whoever could attack it.
fn not_open(state: &State, choice: &Choice) -> Option<Refusal> {
    let table = &state.table;
    let again = |name: &str| {
        let text = format!("An engagement has already been declared against {name} this phase.");
        Some(refuse(text, cite::ONE_ENGAGEMENT_EACH).by_rule(book::DECLARE_OBJECTIVE))
    };
    match choice {
        Choice::Dial if !may_engage_dial(state, table.active) => {
            Some(refuse("Nothing allows the Death Star dial to be engaged.", cite::DIAL))
        }
        Choice::Dial if table.declared_dial => again("the Death Star dial"),
        Choice::Card(id)
            if !is_type(state, *id, CardType::Objective) || table.card(*id).zone != Zone::Play =>
        {
            let text = format!("{} is no objective in play.", table.id(*id));
            Some(refuse_by_rulebook(text, book::ENEMY_OBJECTIVE))
        }
        Choice::Card(id) if table.card(*id).controller == table.active => {
            let text = format!("{} is not an enemy objective.", table.id(*id));
            Some(refuse_by_rulebook(text, book::ENEMY_OBJECTIVE))
        }
        Choice::Card(id) => {
            let declared = table.declared.contains(id).then(|| again(table.id(*id))).flatten();
            let why = [declared, closed(state, *id), not_first(state, *id), nobody_against(state, *id)];
            Refusal::all(why.into_iter().flatten())
        }
        _ => None,
    }
}

fn no_ready_unit(state: &State) -> Refusal {
    let active = state.table.active;
    let text = format!("{} has no ready unit to attack with.", state.table.name(active));
    let refusal = refuse_by_rulebook(text, book::READY_TO_ATTACK);
    // Who has no units at all lacks them because of no focus token.
    let exhausted = !controlled(state, active, CardType::Unit).is_empty();
    if exhausted { refusal.by_rule(book::EXHAUSTED) } else { refusal }
}

/// Why no unit can be declared against an objective.
fn nobody_against(state: &State, id: CardId) -> Option<Refusal> {
    let role = Role::Attacker(Some(id));
    let mut ready = ready_units(state, state.table.active).into_iter();
    let Some(first) = ready.next() else { return Some(no_ready_unit(state)) };
    let first = bad_role(state, first, role)?;
    // Several cards may keep several units from it.
    let others = ready.map(|unit| bad_role(state, unit, role)).collect::<Option<Vec<Refusal>>>()?;
    let text = match others.as_slice() {
        [] => first.text.clone(),
        _ => format!("No ready unit can be declared as an attacker against {}.", state.table.id(id)),
    };
    let why = others.into_iter().fold(Refusal { text, ..first }, Refusal::with);
    Some(why.by_rule(book::READY_TO_ATTACK))
}

/// Why these units cannot be declared against an objective, where nobody can: what keeps the others from it
/// is no reason for them.
pub(crate) fn bad_attackers(state: &State, objective: CardId, units: &[CardId]) -> Option<Refusal> {
    let role = Role::Attacker(Some(objective));
    nobody_against(state, objective)?;
    let why = units.iter().filter_map(|unit| unfit(state, state.table.active, *unit, role));
    Refusal::all(why).map(|refusal| refusal.by_rule(book::READY_TO_ATTACK))
}

/// Why a card forbids that an objective is engaged.
fn closed(state: &State, id: CardId) -> Option<Refusal> {
    barred(state, id, "be engaged", GivesKind::CannotBeEngaged)
}

/// Why an objective cannot be engaged before another one, which must be engaged first.
fn not_first(state: &State, id: CardId) -> Option<Refusal> {
    let comes_first = |id: CardId| is_given(state, id, GivesKind::EngagedFirst);
    if state.table.engagements > 0 || comes_first(id) {
        return None;
    }
    let able = |other: &CardId| {
        let enemy = state.table.card(*other).controller != state.table.active;
        enemy
            && is_type(state, *other, CardType::Objective)
            && comes_first(*other)
            && closed(state, *other).is_none()
            && nobody_against(state, *other).is_none()
    };
    let first = state.table.in_zone(Zone::Play).find(able)?;
    let (name, before) = (state.table.id(id), state.table.id(first));
    let text = format!("{name} cannot be engaged yet: {before} must be engaged first.");
    Some(Refusal::new(text, Basis::Card(printed_name(state, first))))
}

fn may_engage_dial(state: &State, player: Player) -> bool {
    let mut mine = state.table.in_zone(Zone::Play).filter(|id| state.table.card(*id).controller == player);
    mine.any(|id| is_given(state, id, GivesKind::EngageDial))
}

/// Why something may not be damaged in the balance phase: only an objective of the dark side may.
pub(crate) fn bad_balance_damage(state: &State, choice: &Choice) -> Option<Refusal> {
    match choice {
        Choice::Dial => Some(refuse("The Death Star dial is explicitly not an objective.", cite::DIAL)),
        Choice::Card(id) => {
            let (card, name) = (state.table.card(*id), state.table.id(*id));
            let objective = is_type(state, *id, CardType::Objective) && card.zone == Zone::Play;
            let text = format!("{name} is no current objective of the dark side.");
            let other = (!objective || card.controller != DARK)
                .then(|| refuse_by_rulebook(text, book::BALANCE_DAMAGE));
            let spared = (objective && !can_be_damaged(state, *id)).then(|| {
                let text = format!("{name} cannot be damaged, so it cannot be chosen.");
                refuse(text, cite::CANNOT_BE_DAMAGED).by_rule(book::CANNOT)
            });
            Refusal::all(other.into_iter().chain(spared))
        }
        _ => None,
    }
}

/// That it is more than one damage, or to more than one objective; and why what is named is damaged not at
/// all.
pub(crate) fn too_much_balance_damage(state: &State, named: &[Choice]) -> Refusal {
    let text = "One damage is dealt to one objective in the balance phase.";
    let unfit = named.iter().filter_map(|choice| bad_balance_damage(state, choice));
    unfit.fold(refuse_by_rulebook(text, book::BALANCE_ONE), Refusal::with)
}

/// Step 1 of an engagement: the objective, or the decision not to engage.
pub(crate) fn objective(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let active = play.state.table.active;
    let options = open_objectives(play.state);
    let answer = play.decide(active, Topic::Objective, Shape::One { options, pass: true })?;
    let name = play.state.table.name(active).to_owned();
    let Answer::One(choice) = answer else {
        let text = format!("{name} does not engage an objective.");
        play.record(StepKind::Declines, text).actor(active).rulebook(book::NO_ENGAGEMENT);
        return chart.go(Point::ConflictEnd);
    };
    let mut engagement = Engagement::new(active);
    match choice {
        Choice::Card(id) => engagement.objective = Some(id),
        _ => engagement.dial = true,
    }
    engagement.declared = engagement.objective;
    let about: Vec<CardId> = engagement.objective.into_iter().collect();
    let what = engagement.objective.map_or("the Death Star dial", |id| play.state.table.id(id));
    let text = format!("{name} declares an engagement against {what}.");
    play.state.table.engagement = Some(engagement);
    play.record(StepKind::Declares, text).actor(active).about(&about).rulebook(book::DECLARE_OBJECTIVE);
    if !play.state.switches.on(cite::ENGAGED) {
        engaged(play);
    }
    chart.go(Point::Attackers)
}

/// Step 2: the attackers. Only then is the objective engaged (2.3).
pub(crate) fn attackers(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let Some(attacker) = play.state.table.engagement.as_ref().map(|e| e.attacker) else {
        return chart.go(Point::Objective);
    };
    match chart.stage {
        Progress::Begins => {
            let against = play.state.table.engagement.as_ref().and_then(|e| e.objective);
            let units = declared_units(attacker, Role::Attacker(against), play)?;
            chart.stage = Progress::Declared;
            if let Some(engagement) = &mut play.state.table.engagement {
                engagement.attackers.clone_from(&units);
            }
            declared(attacker, &units, StepKind::Attacks, book::DECLARE_ATTACKERS, play);
            satisfied(play);
        }
        Progress::Declared if shielding(play)? => {
            chart.stage = Progress::Shielded;
            let units = play.state.table.engagement.as_ref().map(|e| e.attackers.clone());
            answered(attacker, &units.unwrap_or_default(), play);
        }
        Progress::Declared => {}
        Progress::Shielded => {
            chart.stage = Progress::Engaged;
            if play.state.switches.on(cite::ENGAGED) {
                engaged(play);
            }
        }
        _ => {
            resolves_there(play);
            return chart.go(Point::AfterAttackers);
        }
    }
    Ok(Flow::Wait)
}

/// Step 3: the defenders, if any.
pub(crate) fn defenders(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let Some(attacker) = play.state.table.engagement.as_ref().map(|e| e.attacker) else {
        return chart.go(Point::Objective);
    };
    match chart.stage {
        Progress::Begins => {
            let units = declared_units(other(attacker), Role::Defender, play)?;
            chart.stage = Progress::Declared;
            if let Some(engagement) = &mut play.state.table.engagement {
                engagement.defenders.clone_from(&units);
            }
            declared(other(attacker), &units, StepKind::Defends, book::DECLARE_DEFENDERS, play);
        }
        Progress::Declared if shielding(play)? => {
            chart.stage = Progress::Shielded;
            let units = play.state.table.engagement.as_ref().map(|e| e.defenders.clone());
            answered(other(attacker), &units.unwrap_or_default(), play);
        }
        Progress::Declared => {}
        _ => return chart.go(Point::AfterDefenders),
    }
    Ok(Flow::Wait)
}

fn declared_units(player: Player, role: Role, play: &mut Play<'_>) -> Decision<Vec<CardId>> {
    let able = declarable(play.state, player, role);
    let (topic, min, most) = match role {
        Role::Attacker(objective) => {
            (Topic::Attackers, 1, objective.and_then(|id| most_attackers(play.state, id)))
        }
        Role::Defender => (Topic::Defenders, 0, None),
    };
    let max = most.map_or(able.len(), |(n, _)| able.len().min(n as usize));
    // Where no defenders would be enough, nobody is asked to declare any.
    let max =
        if role == Role::Defender && able.len() < least_defenders(play.state) as usize { 0 } else { max };
    let min =
        min.max(if role == Role::Defender { forced_defenders(play.state, player).len().min(max) } else { 0 });
    let options = choices(able);
    Ok(chosen_cards(play.decide(player, topic, Shape::Some { options, min: min.min(max), max })?))
}

/// How many defenders must be declared, if any are.
fn least_defenders(state: &State) -> u32 {
    let attackers = state.table.engagement.iter().flat_map(|e| e.attackers.iter());
    let needed = attackers
        .flat_map(|id| given(state, *id, GivesKind::LeastDefenders))
        .filter_map(|(gives, _)| if let Gives::LeastDefenders(n) = gives { Some(*n) } else { None });
    needed.max().unwrap_or(0)
}

/// The units that must be declared as defenders.
fn forced_defenders(state: &State, player: Player) -> Vec<CardId> {
    let must = |id: &CardId| is_given(state, *id, GivesKind::MustDefend);
    declarable(state, player, Role::Defender).into_iter().filter(must).collect()
}

/// Why these defenders are not enough.
fn bad_defenders(state: &State, player: Player, chosen: &[Choice]) -> Option<Refusal> {
    let least = least_defenders(state);
    let able = declarable(state, player, Role::Defender).len();
    if !chosen.is_empty() && chosen.len() < least as usize {
        let text = format!("Fewer than {least} defenders cannot be declared.");
        let mut by = given_in_play(state, None, GivesKind::LeastDefenders).into_iter();
        let card = by.next().map_or_else(String::new, |(card, ..)| printed_name(state, card));
        return Some(Refusal::new(text, Basis::Card(card)));
    }
    let forced = forced_defenders(state, player).into_iter();
    let left = forced.filter(|id| !chosen.contains(&Choice::Card(*id))).find(|_| able >= least as usize)?;
    let barred = barred(state, left, "stay out", GivesKind::MustDefend);
    barred.map(|refusal| Refusal { text: format!("{} must defend.", state.table.id(left)), ..refusal })
}

/// Why a unit may not be declared as an attacker or a defender.
pub(crate) fn bad_participant(state: &State, player: Player, chosen: &[Choice]) -> Option<Refusal> {
    let engagement = state.table.engagement.as_ref();
    let objective = engagement.and_then(|e| e.objective);
    let attacks = engagement.is_some_and(|e| e.attacker == player);
    let role = if attacks { Role::Attacker(objective) } else { Role::Defender };
    // Which units first, then how many.
    let unfit = chosen.iter().filter_map(|choice| match choice {
        Choice::Card(id) => unfit(state, player, *id, role),
        _ => None,
    });
    let how_many = match objective.filter(|_| attacks) {
        Some(objective) => too_many_attackers(state, objective, chosen.len()),
        None if role == Role::Defender => bad_defenders(state, player, chosen),
        None => None,
    };
    Refusal::all(unfit.chain(how_many))
}

/// Why a unit may not be declared so by a player.
fn unfit(state: &State, player: Player, id: CardId, role: Role) -> Option<Refusal> {
    let name = state.table.id(id);
    let rule = match role {
        Role::Attacker(_) => book::DECLARE_ATTACKERS,
        Role::Defender => book::DECLARE_DEFENDERS,
    };
    let not_own = || {
        let text = format!("{name} is no unit of {} in play.", state.table.name(player));
        refuse_by_rulebook(text, rule)
    };
    let exhausted = || {
        let text = format!("{name} is exhausted: only ready units may be declared.");
        refuse_by_rulebook(text, book::EXHAUSTED).by_rule(rule)
    };
    if !controlled(state, player, CardType::Unit).contains(&id) {
        return Some(not_own());
    }
    let tired = (state.table.card(id).focus > 0).then(exhausted);
    Refusal::all(bad_role(state, id, role).into_iter().chain(tired))
}

/// Why that many attackers cannot be declared against an objective.
fn too_many_attackers(state: &State, objective: CardId, chosen: usize) -> Option<Refusal> {
    let (most, by) = most_attackers(state, objective).filter(|(most, _)| chosen > *most as usize)?;
    let title = state.table.card(by).text.as_ref().map_or("", |text| &text.title);
    let text = format!("At most {most} attackers can be declared against that objective.");
    Some(Refusal::new(text, Basis::Card(title.into())))
}

/// Records who was declared, and whose Shielding is to be asked about.
fn declared(player: Player, units: &[CardId], kind: StepKind, rule: BookRule, play: &mut Play<'_>) {
    let name = play.state.table.name(player).to_owned();
    let role = if kind == StepKind::Attacks { "attackers" } else { "defenders" };
    let text = match units {
        [] => format!("{name} declares no {role}."),
        _ => format!("{name} declares {role}: {}.", names(play, units)),
    };
    play.record(kind, text).actor(player).about(units).rulebook(rule);
    let shielders =
        units.iter().filter(|id| has_keyword(play.state, **id, Keyword::Shielding)).copied().collect();
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.shielding = shielders;
    }
}

/// Objective and attackers are declared: the one engagement against that objective this phase, wherever
/// it will resolve (2.8).
fn satisfied(play: &mut Play<'_>) {
    let Some(engagement) = play.state.table.engagement.clone() else { return };
    if play.state.switches.on(cite::ONE_ENGAGEMENT_EACH) {
        play.state.table.declared.extend(engagement.declared);
    }
    play.state.table.declared_dial |= engagement.dial;
    play.state.table.engagements += 1;
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.counted = true;
    }
}

/// Had 2.8 not been written, an engagement would be declared against the objective at which it resolves.
fn resolves_there(play: &mut Play<'_>) {
    if !play.state.switches.on(cite::ONE_ENGAGEMENT_EACH) {
        let objective = play.state.table.engagement.as_ref().and_then(|e| e.objective);
        play.state.table.declared.extend(objective);
    }
}

/// What answers that units were declared; Shielding, which is done at once, has been before.
fn answered(player: Player, units: &[CardId], play: &mut Play<'_>) {
    let event = |id: &CardId| Event::new(EventKind::Declared, Why::Framework).card(*id).player(player);
    let events: Vec<Event> = units.iter().map(|id| event(id).by(player, None)).collect();
    if !events.is_empty() {
        play.sequence(events);
    }
}

/// Each unit with Shielding that was just declared may shield; `true` when all have been asked.
fn shielding(play: &mut Play<'_>) -> Result<bool, Box<Question<Lcg>>> {
    let Some(engagement) = play.state.table.engagement.clone() else { return Ok(true) };
    let Some(unit) = engagement.shielding.first().copied() else { return Ok(true) };
    let player = play.state.table.card(unit).controller;
    let options = shieldable(play.state, &engagement, player);
    let answer = if options.is_empty() {
        Answer::Pass
    } else {
        play.decide(player, Topic::Shielding(unit), Shape::One { options, pass: true })?
    };
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.shielding.remove(0);
    }
    if let Some(card) = chosen_cards(answer).first().copied() {
        if play.state.table.card(card).controller != player {
            let text =
                format!("{} shields the engaged objective of the opponent.", play.state.table.id(unit));
            let open = "whether an attacker may shield the enemy objective they engage";
            play.record(StepKind::Shields, text)
                .actor(player)
                .about(&[unit])
                .also(&[card])
                .basis(Basis::Unspecified(open.into()));
        }
        play.sequence([Event::new(EventKind::Shield, Why::Effect).card(card).by(player, Some(unit))]);
    }
    Ok(false)
}

/// What Shielding may shield: a friendly participating unit, or the engaged objective.
fn shieldable(state: &State, engagement: &Engagement, player: Player) -> Vec<Choice> {
    let all = engagement.attackers.iter().chain(&engagement.defenders);
    let mine = all.filter(|id| state.table.card(**id).controller == player);
    let cards = mine.copied().chain(engagement.objective);
    cards.filter(|id| state.table.card(*id).shields == 0).map(Choice::Card).collect()
}

/// The objective is engaged: what answers that.
fn engaged(play: &mut Play<'_>) {
    let Some(engagement) = play.state.table.engagement.clone() else { return };
    let what = engagement.objective.map_or("The Death Star dial", |id| play.state.table.id(id));
    let text = format!("{what} is engaged now.");
    let about: Vec<CardId> = engagement.objective.into_iter().collect();
    play.record(StepKind::Engaged, text).actor(engagement.attacker).about(&about).ruling(cite::ENGAGED);
    let event = Event::new(EventKind::Engaged, Why::Framework).player(engagement.attacker);
    let event = Event { card: engagement.objective, ..event.by(engagement.attacker, None) };
    play.sequence([event]);
}

/// Why what answers an objective being engaged cannot be used yet, if attackers are still to be declared.
pub(crate) fn not_engaged_yet(state: &State, card: CardId) -> Option<Refusal> {
    let engagement = state.table.engagement.as_ref()?;
    let declaring = engagement.attackers.is_empty()
        && matches!(state.question.as_ref().map(|q| &q.topic), Some(Topic::Attackers));
    let answers = values::abilities(state, card)
        .any(|ability| ability.when.as_ref().is_some_and(|when| when.event == EventKind::Engaged));
    let text = "No objective is engaged yet: attackers have still to be declared.";
    (declaring && answers).then(|| refuse(text, cite::ENGAGED))
}
