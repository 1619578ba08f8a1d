//! Playing a Battle card or an activated ability, and what a finished Mission does: announce, pay,
//! the chance to disrupt, the effect.

use std::sync::Arc;

use super::chances::chance;
use super::leave;
use super::pool::{begin, occur};
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, BookRule, Flow, Player, Refusal, Shape};
use crate::engine::script::choosing::{choices, chosen_cards};
use crate::engine::tcg::legality::payable::{hand, printed_force, total_force};
use crate::engine::tcg::legality::refuse::conditions_hold;
use crate::engine::tcg::legality::targets;
use crate::engine::tcg::state::choice::{Choice, Kind, Topic};
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::filter::{all_hold, amount, named};
use crate::engine::tcg::state::scope::{Scope, bind};
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::{abilities, ability, in_arena, printed_type};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    Ability, AbilityKind, Amount, Arena, CardType, Chance, Condition, Cost, Effect, Enhance, EventKind, Mode,
    Target, Zone, book, cite,
};
use crate::engine::tcg::{Decision, Frame, Play, State, Turn};

/// A card or an ability being played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Playing {
    pub player: Player,
    pub card: CardId,
    pub ability: u8,
    /// In which chance, if that matters.
    pub chance: Option<Chance>,
    /// How far it has come.
    pub stage: Stage,
    /// Which target is next.
    pub target: u8,
    /// Whether it is enhanced, once that is said.
    pub enhanced: Option<bool>,
    /// Why it could not be enhanced, where it could not.
    pub not_enhanced: Option<Box<Refusal>>,
    /// Whether X has been chosen.
    pub x_chosen: bool,
    /// What it knows.
    pub scope: Scope,
    /// Whether it has been disrupted.
    pub disrupted: bool,
    /// The ability as it was when it was announced: its card may have lost it since.
    kept: Option<Arc<Ability>>,
}

/// The steps of playing something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// It is announced, and what must be chosen is.
    Announce,
    /// It is paid for.
    Pay,
    /// It can be disrupted.
    Disrupt,
    /// It takes effect.
    Effect,
    Done,
}

impl Playing {
    /// A card or an ability about to be announced.
    pub(crate) fn new(player: Player, card: CardId, ability: u8, chance: Option<Chance>) -> Self {
        let scope = Scope::new(player, Some(card));
        Self {
            player,
            card,
            ability,
            chance,
            stage: Stage::Announce,
            target: 0,
            enhanced: None,
            not_enhanced: None,
            x_chosen: false,
            scope,
            disrupted: false,
            kept: None,
        }
    }

    /// Whether a Battle card is being played and has not taken effect yet.
    pub(crate) fn can_be_disrupted(&self, state: &State) -> bool {
        self.stage == Stage::Effect && printed_type(state, self.card) == Some(CardType::Battle)
    }

    /// Whether an activated ability is being played and has not taken effect yet.
    pub(crate) fn ability_can_be_disrupted(&self, state: &State) -> bool {
        let activated = |ability: &Ability| ability.kind == AbilityKind::Activated;
        let now = || ability(state, self.card, self.ability).is_some_and(activated);
        self.stage == Stage::Effect && self.kept.as_deref().map_or_else(now, activated)
    }

    pub(crate) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        if self.kept.is_none() {
            self.kept = ability(play.state, self.card, self.ability).cloned().map(Arc::new);
        }
        let Some(ability) = self.kept.clone() else { return Ok(Flow::Done(false)) };
        let ability = match self.enhanced {
            Some(true) => Arc::new(enhanced(&ability)),
            _ => ability,
        };
        match self.stage {
            Stage::Announce => self.announce(&ability, play)?,
            Stage::Pay => self.pay(&ability, play),
            Stage::Disrupt => self.disrupt(play),
            Stage::Effect => self.effect(&ability, play),
            Stage::Done => {
                self.finish(&ability, play);
                return Ok(Flow::Done(!self.disrupted));
            }
        }
        Ok(Flow::Wait)
    }

    /// It is announced, and what must be chosen is, one thing after the other.
    fn announce(&mut self, ability: &Ability, play: &mut Play<'_>) -> Decision<()> {
        if let (Some(enhance), None) = (&ability.enhance, self.enhanced) {
            return self.enhance(ability, enhance, play);
        }
        if self.choose_first(ability, play)? {
            return Ok(());
        }
        if let (false, Some(most)) = (self.x_chosen, targets::most_x(play.state, ability, self.player)) {
            let bounds = targets::bounds_of_x(play.state, self.card, ability, &self.scope);
            let (min, max) = bounds.unwrap_or((0, most));
            let shape = Shape::Number { min, max };
            if let Answer::Number(n) = play.decide(self.player, Topic::Pay(Some(self.card)), shape)? {
                (self.scope.x, self.x_chosen) = (n, true);
            }
            return Ok(());
        }
        let Some(target) = ability.targets.get(usize::from(self.target)) else {
            choose_discards(play, &mut self.scope, &ability.cost)?;
            self.stage = Stage::Pay;
            return Ok(());
        };
        self.choose_target(ability, target, play)
    }

    /// Whether an arena, or one of several effects, has just been chosen, which comes before anything else.
    fn choose_first(&mut self, ability: &Ability, play: &mut Play<'_>) -> Decision<bool> {
        match self.effects(ability).first() {
            Some(Effect::ChooseArena { of, r#if }) if self.scope.arena.is_none() => {
                self.scope.arena = choose_arena(play, self.player, of, r#if, &self.scope)?;
                Ok(self.scope.arena.is_some())
            }
            Some(Effect::ChooseOne(modes)) if self.scope.mode.is_none() => {
                self.scope.mode = choose_mode(play, self.player, modes.len(), self.scope.source)?;
                Ok(true)
            }
            // Nothing is to be chosen first, or it has been.
            _ => Ok(false),
        }
    }

    /// The target that is next is chosen.
    fn choose_target(&mut self, ability: &Ability, target: &Target, play: &mut Play<'_>) -> Decision<()> {
        // What only the enhancement is paid with is not chosen without it.
        if self.enhanced != Some(true) && targets::pays_enhancement_only(ability, target) {
            bind(play.state, &mut self.scope, target.name.as_str(), Vec::new());
            self.target += 1;
            return Ok(());
        }
        let options = targets::options_for(play.state, ability, usize::from(self.target), &self.scope);
        let max = (target.count as usize).min(options.len());
        let min = if targets::may_be_left_out(ability, target) { 0 } else { max };
        let shape = Shape::Some { options: choices(options), min, max };
        let answer = play.decide(self.player, Topic::Target(self.card), shape)?;
        bind(play.state, &mut self.scope, target.name.as_str(), chosen_cards(answer));
        self.target += 1;
        Ok(())
    }

    /// Whether the further cost is declared, where it can be paid.
    fn enhance(&mut self, ability: &Ability, enhance: &Enhance, play: &mut Play<'_>) -> Decision<()> {
        let can = targets::announceable(play.state, self.card, &enhanced(ability), &self.scope)
            .and_then(|()| conditions_hold(play.state, self.card, &enhance.r#if, &self.scope));
        self.not_enhanced = can.err().map(Box::new);
        let may = self.not_enhanced.is_none();
        self.enhanced = Some(
            may && play.decide(self.player, Topic::Enhance(self.card), Shape::YesNo)? == Answer::Yes(true),
        );
        Ok(())
    }

    /// What it does: enhanced, something else or more.
    fn effects(&self, ability: &Ability) -> Vec<Effect> {
        match (&ability.enhance, self.enhanced) {
            (Some(enhance), Some(true)) if enhance.also => {
                [ability.effects.clone(), enhance.effects.clone()].concat()
            }
            (Some(enhance), Some(true)) => enhance.effects.clone(),
            _ => ability.effects.clone(),
        }
    }

    /// The effects of which one is chosen when it is announced.
    pub(crate) fn modes(&self, state: &State) -> Option<Vec<Mode>> {
        let ability = self.kept.as_deref().or_else(|| ability(state, self.card, self.ability))?;
        match self.effects(ability).into_iter().next() {
            Some(Effect::ChooseOne(modes)) => Some(modes),
            _ => None,
        }
    }

    fn pay(&mut self, ability: &Ability, play: &mut Play<'_>) {
        self.stage = Stage::Disrupt;
        if ability.once_per_turn {
            play.state.table.memory.once.push((self.card, self.ability));
        }
        let id = play.state.table.id(self.card).to_owned();
        let (kind, text, place) = paid_for(&id, ability);
        let force: u32 = total_force(play.state, self.card, ability, &self.scope);
        let printed = printed_force(play.state, ability, &self.scope);
        if ability.kind == AbilityKind::Battle {
            leave::put(play, self.card, Zone::Playing);
        }
        play.record(kind, text).actor(self.player).about(&[self.card]).rulebook(place);
        if self.enhanced == Some(true) {
            play.record(StepKind::Enhanced, format!("{id} is enhanced."))
                .actor(self.player)
                .about(&[self.card])
                .rulebook(book::ENHANCE);
        }
        if force > 0 {
            let seat = usize::from(self.player.0);
            play.state.table.force[seat] = play.state.table.force[seat].saturating_sub(force);
            let text = format!("{force} Force is paid.");
            let pays = play.record(StepKind::Pays, text).actor(self.player).about(&[self.card]);
            if force == printed || ability.kind == AbilityKind::Battle {
                pays.rulebook(book::COSTS)
            } else {
                pays.ruling(cite::ACTIVATED)
            }
        }
        pay_costs(play, &ability.cost, &self.scope);
    }

    /// A Battle card can be disrupted while it is being played.
    fn disrupt(&mut self, play: &mut Play<'_>) {
        self.stage = Stage::Effect;
        let battle = printed_type(play.state, self.card) == Some(CardType::Battle);
        let ability = self.ability_can_be_disrupted(play.state) && disrupter(play.state);
        if !(battle || ability) {
            return;
        }
        let window = chance(play, Kind::Disrupt);
        play.push(Frame::Window(window));
        if battle {
            occur(play, Event::new(EventKind::CardPlayed).card(self.card).player(self.player));
        }
    }

    fn effect(&mut self, ability: &Ability, play: &mut Play<'_>) {
        self.stage = Stage::Done;
        if self.disrupted {
            return;
        }
        let effects = self.effects(ability);
        if effects.len() > 1 {
            let text = format!("The parts of {} are followed in order.", play.state.table.id(self.card));
            play.record(StepKind::InOrder, text)
                .actor(self.player)
                .about(&[self.card])
                .ruling(cite::IN_ORDER);
        }
        let ruling = ability.ruling.as_deref().map(Into::into);
        begin(play, effects, Scope { ruling, ..self.scope.clone() });
    }

    fn finish(&mut self, ability: &Ability, play: &mut Play<'_>) {
        if matches!(ability.kind, AbilityKind::Battle | AbilityKind::Mission) {
            leave::put(play, self.card, Zone::Discard);
        }
    }
}

/// An ability with the further cost of its enhancement.
fn enhanced(ability: &Ability) -> Ability {
    let further = ability.enhance.iter().flat_map(|enhance| enhance.cost.iter().cloned());
    Ability { cost: ability.cost.iter().cloned().chain(further).collect(), ..ability.clone() }
}

/// Whether anybody has something that disrupts activated abilities.
fn disrupter(state: &State) -> bool {
    let has = |id: CardId| {
        let there = in_arena(state, id).is_some() || state.table.card(id).zone == Zone::Hand;
        let disrupts = |ability: &&Ability| ability.any_effect(&|effect| *effect == Effect::DisruptAbility);
        there && abilities(state, id).iter().any(disrupts)
    };
    state.table.ids().any(has)
}

/// The name of an ability, in a sentence.
fn called(ability: &Ability) -> &str {
    match ability.called() {
        "" => "an ability",
        name => name,
    }
}

/// A player chooses one of several effects.
pub(crate) fn choose_mode(
    play: &mut Play<'_>,
    player: Player,
    count: usize,
    source: Option<CardId>,
) -> Decision<Option<u8>> {
    let options = (0..count as u8).map(Choice::Mode).collect();
    match play.decide(player, Topic::Mode(source), Shape::One { options, pass: false })? {
        Answer::One(Choice::Mode(n)) => Ok(Some(n)),
        _ => Ok(None),
    }
}

/// A player chooses an arena, one for which the conditions are true; none if there is no such arena.
pub(crate) fn choose_arena(
    play: &mut Play<'_>,
    player: Player,
    of: &[Arena],
    conditions: &[Condition],
    scope: &Scope,
) -> Decision<Option<Arena>> {
    let all = [Arena::Space, Arena::Ground, Arena::Character];
    let of = if of.is_empty() { &all[..] } else { of };
    let fits = |arena: &Arena| {
        let there = Scope { arena: Some(*arena), ..scope.clone() };
        all_hold(play.state, conditions, &there)
    };
    let options: Vec<Choice> = of.iter().copied().filter(fits).map(Choice::Arena).collect();
    if options.is_empty() {
        return Ok(None);
    }
    match play.decide(player, Topic::Arena(scope.source), Shape::One { options, pass: false })? {
        Answer::One(Choice::Arena(arena)) => Ok(Some(arena)),
        _ => Ok(None),
    }
}

/// What is recorded once an ability, or the card whose ability it is, has been paid for.
fn paid_for(id: &str, ability: &Ability) -> (StepKind, String, BookRule) {
    match ability.kind {
        AbilityKind::Battle => (StepKind::Plays, format!("{id} is played."), book::PLAYING_CARDS),
        AbilityKind::Mission => (StepKind::Mission, format!("{id} takes effect."), book::MISSIONS),
        AbilityKind::Activated
        | AbilityKind::Triggered
        | AbilityKind::Static
        | AbilityKind::Pilot
        | AbilityKind::Equip
        | AbilityKind::Upkeep
        | AbilityKind::Bounty => {
            (StepKind::Uses, format!("{id} uses {}.", called(ability)), book::PLAYING_ABILITIES)
        }
    }
}

/// The name under which the cards are known that are discarded from hand as a cost.
const PAID_WITH: &str = "paid-with";

/// A player chooses the cards that he discards from hand as a cost.
pub(super) fn choose_discards(play: &mut Play<'_>, scope: &mut Scope, costs: &[Cost]) -> Decision<()> {
    let n = costs
        .iter()
        .map(|cost| if let Cost::DiscardCards(n) = cost { amount(play.state, n, scope, 0) } else { 0 });
    let n = n.sum::<u32>() as usize;
    if n == 0 || scope.bound.contains_key(PAID_WITH) {
        return Ok(());
    }
    let cards = hand(play.state, scope.you).into_iter().filter(|id| Some(*id) != scope.source);
    let cards: Vec<CardId> = cards.collect();
    let n = n.min(cards.len());
    let chosen = play.choose_cards(scope.you, Topic::Discard(scope.source), cards, (n, n))?;
    scope.bound.insert(PAID_WITH.into(), chosen);
    Ok(())
}

/// Pays what is not Force.
pub(crate) fn pay_costs(play: &mut Play<'_>, costs: &[Cost], scope: &Scope) {
    for cost in costs {
        match cost {
            Cost::Force(_) => {}
            Cost::BuildPoints(n) => pay_points(play, n, scope),
            Cost::Tap(name) => {
                for id in named(play.state, scope, name) {
                    tap(play, id, scope);
                }
            }
            Cost::Discard(name) => {
                for id in named(play.state, scope, name) {
                    let text = format!("{} is discarded as a cost.", play.state.table.id(id));
                    leave::discard(play, id, None, text, book::COSTS);
                }
            }
            Cost::Retreat(name) => {
                for id in named(play.state, scope, name) {
                    retreat(play, id, scope);
                }
            }
            Cost::PutDamage { amount: n, on } => {
                let n = amount(play.state, n, scope, 0);
                for id in named(play.state, scope, on) {
                    play.state.table.card_mut(id).damage += n;
                    let counters = pluralize(n, "damage counter");
                    let text = format!("{} gets {counters}.", play.state.table.id(id));
                    record_cost(play, StepKind::DamageCounters, text, scope.you, &[id]);
                }
            }
            Cost::DiscardCards(_) => {
                for id in named(play.state, scope, PAID_WITH) {
                    leave::put(play, id, Zone::Discard);
                    let text = format!("{} is discarded from hand as a cost.", play.state.table.id(id));
                    record_cost(play, StepKind::Discards, text, scope.you, &[id]);
                }
            }
        }
    }
}

/// Pays build points.
fn pay_points(play: &mut Play<'_>, n: &Amount, scope: &Scope) {
    let n = amount(play.state, n, scope, 0);
    let points = &mut play.state.table.points[usize::from(scope.you.0)];
    *points = points.saturating_sub(n);
    let about: Vec<CardId> = scope.source.into_iter().collect();
    record_cost(play, StepKind::PaysPoints, format!("{n} build points are paid."), scope.you, &about);
}

fn tap(play: &mut Play<'_>, id: CardId, scope: &Scope) {
    play.state.table.card_mut(id).tapped = true;
    let text = format!("{} is tapped.", play.state.table.id(id));
    record_cost(play, StepKind::Taps, text, scope.you, &[id]);
}

/// Pays with a retreat, if the unit can retreat.
fn retreat(play: &mut Play<'_>, id: CardId, scope: &Scope) {
    let text = format!("{} retreats.", play.state.table.id(id));
    if leave::retreat(play, id) {
        record_cost(play, StepKind::Retreats, text, scope.you, &[id]);
    }
}

fn record_cost(play: &mut Play<'_>, kind: StepKind, text: String, payer: Player, about: &[CardId]) {
    play.record(kind, text).actor(Some(payer)).about(about).rulebook(book::COSTS);
}
