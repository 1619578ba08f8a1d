//! Strikes: whose turn it is, and a strike itself: focus the unit, then resolve its icons, one kind
//! after the other.

use super::reward;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, Basis, Flow, Player, Refusal, Shape};
use crate::engine::lcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::lcg::legality::strikers;
use crate::engine::lcg::legality::strikers::{participates, ready};
use crate::engine::lcg::resolution::{damage, ends};
use crate::engine::lcg::state::choice::{Choice, Icon, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{is_type, matches};
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::table::{CardId, other};
use crate::engine::lcg::state::values::{
    can_be_focused_by, committed, given, has_keyword, is_given, undamageable_by, value,
};
use crate::engine::lcg::turn::chart::Chart;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    CardType, EventKind, Gives, GivesKind, Keyword, Stat, Until, Zone, book, cite,
};
use crate::engine::lcg::{Lcg, Play, State, Task, Turn};

/// The player whose turn it is strikes if able; there is no passing. Who has the edge begins; the
/// players go on in turn for as long as any participating unit is ready when his turn comes round.
pub(crate) fn turn(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let player = chart.next;
    let (units, outside) = (ready(play.state, player), strikers::outside(play.state, player));
    let must = !units.is_empty() || !ready(play.state, other(player)).is_empty();
    let again = chart.passes > 0 && player == first_striker(play.state);
    let declined = chart.passes > BEGUN;
    let nobody = outside.is_empty() && (declined || strikers::outside(play.state, other(player)).is_empty());
    if !must && nobody && (again || declined) {
        chart.passes = 0;
        return chart.go(Point::EngagementEnd);
    }
    chart.passes = BEGUN;
    if units.is_empty() && outside.is_empty() {
        let text =
            format!("{} has no ready participating unit to strike with.", play.state.table.name(player));
        play.record(StepKind::NoStriker, text).actor(player).rulebook(book::NOBODY_STRIKES);
    } else {
        let pass = units.is_empty();
        let topic = if pass { Topic::OutsideStriker } else { Topic::Striker };
        let able = units.into_iter().chain(outside).collect();
        match play.choose_card(player, topic, able, pass)? {
            Some(unit) => play.begin(Task::Strike(Strike::new(player, unit))),
            None if declined => return chart.go(Point::EngagementEnd),
            None => chart.passes = BEGUN + 1,
        }
    }
    chart.next = other(player);
    chart.go(Point::AfterStrike)
}

/// Passes of a chart of strikes that have begun; one more: the last player declined to strike with a unit
/// that need not.
const BEGUN: u8 = 1;

/// Whether a unit takes part in the strikes of the engagement.
fn takes_part(state: &State, unit: CardId) -> bool {
    participates(state, unit)
        || (state.table.engagement.is_some()
            && state.table.card(unit).zone == Zone::Play
            && is_given(state, unit, GivesKind::StrikesFromOutside))
}

/// Why a unit may not strike, or why a player may not pass.
pub(crate) fn bad_striker(state: &State, player: Player, answer: &Answer<Choice>) -> Option<Refusal> {
    let mut units = ready(state, player);
    let must = !units.is_empty();
    units.extend(strikers::outside(state, player));
    let engagement = state.table.engagement.as_ref()?;
    match answer {
        Answer::Pass if units.iter().any(|id| engagement.struck.contains(id)) => {
            Some(refuse("A unit that is ready again must strike again.", cite::STRIKE_AGAIN))
        }
        Answer::Pass if !must => None,
        Answer::Pass if engagement.objective.is_none() && !engagement.dial => {
            let text =
                "All participating units must strike, even though the engaged objective has left play.";
            Some(refuse(text, cite::NOT_ENGAGED))
        }
        Answer::Pass => {
            Some(refuse_by_rulebook("There is no passing: a ready unit must strike.", book::STRIKE_NO_PASS))
        }
        Answer::One(Choice::Card(id)) if !units.contains(id) => unfit_striker(state, player, *id),
        _ => None,
    }
}

/// Why a unit does not strike for a player.
fn unfit_striker(state: &State, player: Player, id: CardId) -> Option<Refusal> {
    let (name, card) = (state.table.id(id), state.table.card(id));
    let outside = (!participates(state, id)).then(|| {
        let text = format!("{name} does not participate in the engagement.");
        refuse_by_rulebook(text, book::STRIKER).by_rule(book::NOT_PARTICIPATING)
    });
    let foreign = (card.controller != player).then(|| {
        let text = format!("{name} is not a unit of {}.", state.table.name(player));
        refuse_by_rulebook(text, book::STRIKER)
    });
    let exhausted = (card.zone == Zone::Play && card.focus > 0).then(|| {
        let text = format!("{name} is exhausted, so it cannot be focused to strike.");
        let refusal = refuse_by_rulebook(text, book::EXHAUSTED);
        if participates(state, id) { refusal.by_rule(book::STRIKER_EXHAUSTED) } else { refusal }
    });
    Refusal::all([outside, foreign, exhausted].into_iter().flatten())
}

/// How far a strike has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// The unit is focused.
    Focus,
    /// The icons that it has are counted.
    Count,
    /// The kinds of icon are ordered.
    Order,
    /// They resolve, one kind after the other.
    Resolve,
}

/// A strike in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    player: Player,
    unit: CardId,
    stage: Stage,
    icons: Vec<Icon>,
    resolved: Vec<Icon>,
    attacks: bool,
    goes_on: bool,
    nothing: bool,
}

impl Strike {
    /// A unit about to strike.
    pub(crate) fn new(player: Player, unit: CardId) -> Self {
        Self {
            player,
            unit,
            stage: Stage::Focus,
            icons: Vec::new(),
            resolved: Vec::new(),
            attacks: false,
            goes_on: false,
            nothing: false,
        }
    }

    /// It resolves no icons; returns which unit that is.
    pub(crate) fn resolves_nothing(&mut self) -> CardId {
        self.nothing = true;
        self.unit
    }

    pub(crate) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        match self.stage {
            Stage::Focus => self.focus(play),
            Stage::Count => self.count(play),
            Stage::Order => return self.order(play),
            Stage::Resolve => return self.resolve(play),
        }
        Ok(Flow::Wait)
    }

    /// One focus token, two if committed to the Force.
    fn focus(&mut self, play: &mut Play<'_>) {
        self.stage = Stage::Count;
        let n = if committed(play.state, self.unit) { 2 } else { 1 };
        if let Some(engagement) = &mut play.state.table.engagement {
            engagement.struck.push(self.unit);
        }
        let text = format!("{} strikes.", play.state.table.id(self.unit));
        play.record(StepKind::Strikes, text).actor(self.player).about(&[self.unit]).rulebook(book::STRIKE);
        // What interrupts the strike comes before its focus token.
        let event = |kind| Event::new(kind, Why::Strike).card(self.unit).by(self.player, Some(self.unit));
        let strike = event(EventKind::Strike).player(self.player);
        play.sequence([strike, event(EventKind::Focus).amount(n)]);
    }

    /// The kinds of icon the unit has now. Edge-enabled ones count for who has the edge.
    fn count(&mut self, play: &mut Play<'_>) {
        self.stage = Stage::Order;
        let name = play.state.table.id(self.unit).to_owned();
        if !takes_part(play.state, self.unit) {
            let text = format!("{name} no longer participates, so no icons of it resolve.");
            play.record(StepKind::NoIcons, text)
                .actor(self.player)
                .about(&[self.unit])
                .rulebook(book::NO_ICONS);
            return;
        }
        let engagement = play.state.table.engagement.as_ref();
        self.attacks =
            engagement.is_some_and(|e| e.attackers.contains(&self.unit) || e.attacker == self.player);
        if self.nothing {
            return;
        }
        let all = [Icon::Unit, Icon::Tactics, Icon::Blast];
        self.icons = all.into_iter().filter(|icon| self.strength(*icon, play.state) > 0).collect();
        if self.icons.is_empty() {
            let text = format!("{name} has no icons that count: nothing resolves.");
            play.record(StepKind::NoIcons, text)
                .actor(self.player)
                .about(&[self.unit])
                .rulebook(book::NO_USABLE_ICONS);
        }
    }

    /// The strength of one kind of icon at this moment (2.10). A defender's blast does nothing.
    fn strength(&self, icon: Icon, state: &State) -> u32 {
        let engagement = state.table.engagement.as_ref();
        let edge = engagement.and_then(|e| e.edge) == Some(self.player);
        let (normal, enabled) = match icon {
            Icon::Unit => (Stat::UnitDamage, Stat::EdgeUnitDamage),
            Icon::Tactics => (Stat::Tactics, Stat::EdgeTactics),
            Icon::Blast if self.attacks => (Stat::Blast, Stat::EdgeBlast),
            Icon::Blast => return 0,
        };
        let needs_edge = is_given(state, self.unit, GivesKind::IconsNeedEdge);
        if needs_edge && !edge {
            return 0;
        }
        value(state, self.unit, normal) + if edge { value(state, self.unit, enabled) } else { 0 }
    }

    /// The striker's player orders the kinds of icon.
    fn order(&mut self, play: &mut Play<'_>) -> Turn {
        self.stage = Stage::Resolve;
        if self.icons.len() > 1 {
            let items = self.icons.iter().map(|icon| Choice::Icon(*icon)).collect();
            self.stage = Stage::Order;
            let answer = play.decide(self.player, Topic::Icons(self.unit), Shape::Order { items })?;
            self.stage = Stage::Resolve;
            if let Answer::Order(order) = answer {
                let place = |icon: Icon| order.iter().position(|choice| *choice == Choice::Icon(icon));
                self.icons.sort_by_key(|icon| place(*icon));
            }
        }
        Ok(Flow::Wait)
    }

    fn resolve(&mut self, play: &mut Play<'_>) -> Turn {
        if takes_part(play.state, self.unit) && self.gained(play.state) {
            self.stage = Stage::Order;
            return Ok(Flow::Wait);
        }
        let Some(icon) = self.icons.first().copied() else {
            self.resolved(play);
            return Ok(Flow::Done(true));
        };
        if !self.goes_on && !takes_part(play.state, self.unit) {
            return self.gone(play);
        }
        let n = self.strength(icon, play.state);
        match icon {
            _ if n == 0 => {}
            Icon::Unit => self.unit_damage(n, play)?,
            Icon::Tactics => self.tactics(n, play)?,
            Icon::Blast => self.blast(n, play),
        }
        self.resolved.push(self.icons.remove(0));
        Ok(Flow::Wait)
    }

    /// Whether icons have come to the unit in the course of its strike: those that have yet to resolve are
    /// ordered anew with them (2.10).
    fn gained(&mut self, state: &State) -> bool {
        let new = |icon: &Icon| {
            !self.icons.contains(icon) && !self.resolved.contains(icon) && self.strength(*icon, state) > 0
        };
        let all = [Icon::Unit, Icon::Tactics, Icon::Blast];
        let all: Vec<Icon> = all.into_iter().filter(|icon| self.icons.contains(icon) || new(icon)).collect();
        let more = !self.resolved.is_empty() && !self.nothing && all.len() > self.icons.len();
        if more {
            self.icons = all;
        }
        more
    }

    /// The strike is over: what lasted until its end, and what answers it.
    fn resolved(&self, play: &mut Play<'_>) {
        ends::end(Until::Strike, play);
        if takes_part(play.state, self.unit) {
            let event = Event::new(EventKind::StrikeResolved, Why::Strike).card(self.unit);
            play.sequence([event.by(self.player, Some(self.unit)).player(self.player)]);
        }
    }

    /// The unit has gone before all of its icons resolved: what becomes of the rest is left open.
    fn gone(&mut self, play: &mut Play<'_>) -> Turn {
        let answer = play.decide(self.player, Topic::GoesOn(self.unit), Shape::YesNo)?;
        self.goes_on = answer == Answer::Yes(true);
        if !self.goes_on {
            self.icons.clear();
        }
        let name = play.state.table.id(self.unit);
        let text = if self.goes_on {
            format!("{name} has gone; the rest of its icons resolves.")
        } else {
            format!("{name} has gone; the rest of its icons does not resolve.")
        };
        let open = "whether a strike goes on when the striking unit no longer participates";
        play.record(StepKind::StrikerGone, text)
            .actor(self.player)
            .about(&[self.unit])
            .basis(Basis::Unspecified(open.into()));
        Ok(Flow::Wait)
    }

    fn unit_damage(
        &self,
        n: u32,
        play: &mut Play<'_>,
    ) -> Result<(), Box<crate::engine::kernel::Question<Lcg>>> {
        let options = damage_targets(play.state, self.unit, self.player);
        if options.is_empty() {
            self.nothing_to_damage(n, play);
            return Ok(());
        }
        // A unit that does not participate need not be chosen (p. 25).
        let must = options.iter().any(|id| participates(play.state, *id));
        let options = options.into_iter().map(|id| (Choice::Card(id), n)).collect();
        let shape = Shape::Split { options, min: if must { n } else { 0 }, max: n };
        let Answer::Split(parts) = play.decide(self.player, Topic::UnitDamage(self.unit), shape)? else {
            return Ok(());
        };
        if parts.iter().all(|(_, n)| *n == 0) {
            let text = "No unit that does not participate is chosen for the unit damage.".to_owned();
            play.record(StepKind::NoTarget, text)
                .actor(self.player)
                .about(&[self.unit])
                .rulebook(book::TARGETED_STRIKE);
        }
        let events = parts.into_iter().filter_map(|(choice, n)| match choice {
            Choice::Card(card) if n > 0 => Some(self.damage(card, n)),
            _ => None,
        });
        let events = events.collect();
        damage::deal(events, false, play);
        Ok(())
    }

    fn nothing_to_damage(&self, n: u32, play: &mut Play<'_>) {
        let (player, unit) = (self.player, self.unit);
        let there = enemy_units(play.state, player).into_iter().find(|id| participates(play.state, *id));
        match there.and_then(|id| Some((id, undamageable_by(play.state, id, Why::Strike, Some(unit))?))) {
            Some((id, ruling)) => {
                let name = play.state.table.id(id);
                let text =
                    format!("{name} cannot be damaged, so it cannot be chosen for the {n} unit damage.");
                play.record(StepKind::NoTarget, text).actor(player).about(&[unit]).also(&[id]).ruling(ruling);
            }
            None => {
                let text = format!("There is no participating enemy unit for the {n} unit damage.");
                play.record(StepKind::NoTarget, text)
                    .actor(player)
                    .about(&[unit])
                    .rulebook(book::UNIT_DAMAGE);
            }
        }
    }

    fn damage(&self, card: CardId, n: u32) -> Event {
        Event::new(EventKind::Damage, Why::Strike).card(card).by(self.player, Some(self.unit)).amount(n)
    }

    /// Focus tokens on any enemy units, participating or not.
    fn tactics(&self, n: u32, play: &mut Play<'_>) -> Result<(), Box<crate::engine::kernel::Question<Lcg>>> {
        let mut enemy = enemy_units(play.state, self.player);
        let first = enemy.first().copied();
        enemy.retain(|id| can_be_focused_by(play.state, *id, Some(self.unit)));
        if enemy.is_empty() {
            match first {
                Some(id) => {
                    let text =
                        format!("No focus token can be placed on {} by that.", play.state.table.id(id));
                    play.record(StepKind::NotFocused, text)
                        .actor(self.player)
                        .about(&[id])
                        .rulebook(book::CANNOT);
                }
                None => {
                    let text = format!("There is no enemy unit for the {}.", pluralize(n, "focus token"));
                    play.record(StepKind::NoFocusTarget, text)
                        .actor(self.player)
                        .about(&[self.unit])
                        .rulebook(book::TACTICS);
                }
            }
            return Ok(());
        }
        let options = enemy.into_iter().map(|id| (Choice::Card(id), n)).collect();
        let shape = Shape::Split { options, min: n, max: n };
        let Answer::Split(parts) = play.decide(self.player, Topic::Tactics(self.unit), shape)? else {
            return Ok(());
        };
        let events = parts.into_iter().filter_map(|(choice, n)| match choice {
            Choice::Card(card) if n > 0 => {
                let event = Event::new(EventKind::Focus, Why::Strike).card(card);
                Some(event.by(self.player, Some(self.unit)).amount(n))
            }
            _ => None,
        });
        play.sequence(events.collect::<Vec<_>>());
        Ok(())
    }

    /// Blast damage to the engaged objective, or to the Death Star dial.
    fn blast(&self, n: u32, play: &mut Play<'_>) {
        let Some(engagement) = play.state.table.engagement.clone() else { return };
        if engagement.dial {
            reward::damage_dial(n, self.player, play);
        } else if let Some(objective) = engagement.objective {
            damage::deal(vec![self.damage(objective, n)], false, play);
        } else {
            let text = "There is no engaged objective to receive the blast damage.";
            play.record(StepKind::NoObjective, text)
                .actor(self.player)
                .about(&[self.unit])
                .ruling(cite::NOT_ENGAGED);
        }
    }
}

fn enemy_units(state: &State, player: Player) -> Vec<CardId> {
    let units = state.table.in_zone(Zone::Play).filter(|id| {
        state.table.card(*id).controller == other(player) && is_type(state, *id, CardType::Unit)
    });
    units.collect()
}

/// What a strike's unit damage may be dealt to.
fn damage_targets(state: &State, unit: CardId, player: Player) -> Vec<CardId> {
    let Some(engagement) = &state.table.engagement else { return Vec::new() };
    let targeted = has_keyword(state, unit, Keyword::TargetedStrike) && engagement.attackers.contains(&unit);
    let enemy = enemy_units(state, player).into_iter();
    enemy
        .filter(|id| {
            (engagement.has(*id) || targeted || may_damage(state, unit, *id))
                && undamageable_by(state, *id, Why::Strike, Some(unit)).is_none()
        })
        .collect()
}

/// Whether a card lets a unit damage another that does not participate.
fn may_damage(state: &State, unit: CardId, id: CardId) -> bool {
    let given = given(state, unit, GivesKind::MayDamageOutside);
    given.iter().any(
        |(gives, scope)| matches!(gives, Gives::MayDamageOutside(like) if matches(state, id, like, scope)),
    )
}

/// Unit damage goes to one participating unit, or is divided, or goes to one unit that does not
/// participate: each by its own permission, never mixed.
pub(crate) fn bad_damage(state: &State, unit: CardId, parts: &[(Choice, u32)]) -> Option<Refusal> {
    let engagement = state.table.engagement.as_ref()?;
    let cards: Vec<CardId> = parts
        .iter()
        .filter_map(|(choice, n)| match choice {
            Choice::Card(id) if *n > 0 => Some(*id),
            _ => None,
        })
        .collect();
    let immune =
        cards.iter().find_map(|id| Some((*id, undamageable_by(state, *id, Why::Strike, Some(unit))?)));
    if let Some((id, ruling)) = immune {
        let text = format!("{} cannot be damaged, so it cannot be chosen.", state.table.id(id));
        return Some(refuse(text, ruling));
    }
    let outside = cards.iter().filter(|id| !engagement.has(**id)).count();
    // Who may be damaged at all comes first, then how the damage may be dealt.
    let attacks = engagement.attackers.contains(&unit);
    let all_allowed = cards.iter().all(|id| engagement.has(*id) || may_damage(state, unit, *id));
    if outside > 0 && !all_allowed && !(attacks && has_keyword(state, unit, Keyword::TargetedStrike)) {
        return Some(bad_outside(state, &cards, attacks));
    }
    let divided = cards.len() > 1;
    let mixes = state.switches.on(cite::STRIKE_MODES);
    if divided && outside > 0 && (mixes || !divides(state, unit)) {
        let text = "Dividing the damage and targeted strike do not work together.";
        return Some(refuse(text, cite::STRIKE_MODES));
    }
    if divided && !divides(state, unit) {
        return Some(refuse_by_rulebook("All of the unit damage goes to one unit.", book::UNIT_DAMAGE));
    }
    not_all_dealt(state, parts.iter().map(|(_, n)| n).sum())
}

/// That some of a strike's unit damage is left over, where any is dealt, or that it is too much.
fn not_all_dealt(state: &State, total: u32) -> Option<Refusal> {
    let Shape::Split { max, .. } = state.question.as_ref()?.shape else { return None };
    let text = format!("All of the unit damage is dealt, {max}; it was {total}.");
    (total > 0 && total != max).then(|| refuse_by_rulebook(text, book::UNIT_DAMAGE))
}

/// Why cards that do not participate are not dealt unit damage.
fn bad_outside(state: &State, cards: &[CardId], attacks: bool) -> Refusal {
    if let Some(id) = cards.iter().find(|id| !is_type(state, **id, CardType::Unit)) {
        let text = format!("Unit damage is dealt to a unit, and {} is none.", state.table.id(*id));
        return refuse_by_rulebook(text, book::UNIT_DAMAGE_TO_UNITS);
    }
    let text = "Only an attacking unit with targeted strike may damage a unit that does not participate.";
    let refusal = refuse_by_rulebook(text, book::TARGETED_STRIKE).by_rule(book::UNIT_DAMAGE);
    if attacks { refusal } else { refusal.by_rule(book::TARGETED_STRIKE_OF_DEFENDER) }
}

/// Whether a unit's damage may be divided among participating enemy units.
pub(crate) fn divides(state: &State, unit: CardId) -> bool {
    is_given(state, unit, GivesKind::DividesUnitDamage)
}

/// The player who strikes first: who has the edge.
pub(crate) fn first_striker(state: &State) -> Player {
    let engagement = state.table.engagement.as_ref();
    engagement.map_or(state.table.active, |e| e.edge.unwrap_or(e.attacker))
}
