//! The six steps of effect resolution: playing a card, using an ability.

use std::sync::Arc;

use crate::engine::kernel::{Answer, Basis, Flow, Player, Refusal, Shape};
use crate::engine::lcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::lcg::legality::{hosts, legal, options, payable, targets};
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter;
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::scope::{Occasion, Scope};
use crate::engine::lcg::state::table::{CardId, NextPlayed, Shared, Used};
use crate::engine::lcg::state::values::{ability, counts_as_next, has_keyword, value};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{
    Ability, AbilityKind, Affiliation, CardType, EventKind, Keyword, Stat, Target, Zone, book, cite,
};
use crate::engine::lcg::{Decision, Frame, Play, Sequence, State, Task, Turn};

/// What is being played or used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum What {
    /// A unit or an enhancement enters play.
    Enter,
    /// An ability is used: of a card in play, or of an event card.
    Ability(u8),
}

/// How far the six steps have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    /// A unit that may be played as an enhancement is, or is not.
    As,
    Declare,
    Modify,
    Resources,
    Costs,
    Targets(u8),
    Resolve,
    Finish,
}

/// Somebody plays a card or uses an ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Initiate {
    player: Player,
    pub(crate) card: CardId,
    what: What,
    stage: Stage,
    pub(crate) cost: u32,
    /// Whether everything paid so far was paid in full.
    pub(crate) paid: bool,
    /// What its effect knows.
    pub(crate) scope: Scope,
    /// The cards that generated resources for it.
    pub(crate) payers: Vec<(CardId, u32)>,
    /// Whether it enters play as a participating unit.
    pub(crate) participating: bool,
    /// The affiliation that one of the cards that pay must have, as it was when the card was declared.
    needs: Option<Affiliation>,
    /// Whether an effect is resolved once more.
    pub(crate) again: bool,
}

impl Initiate {
    pub(crate) fn new(player: Player, card: CardId, what: What, occasion: Option<Occasion>) -> Self {
        let scope = Scope::new(player, Some(card), Why::Effect).on(occasion);
        Self {
            player,
            card,
            what,
            stage: if what == What::Enter { Stage::As } else { Stage::Declare },
            cost: 0,
            paid: true,
            scope,
            payers: Vec::new(),
            participating: false,
            needs: None,
            again: false,
        }
    }

    fn ability(&self, state: &State) -> Option<Ability> {
        match self.what {
            What::Enter => None,
            What::Ability(index) => ability(state, self.card, usize::from(index)).cloned(),
        }
    }

    /// Which ability is used, unless a card enters play.
    pub(crate) fn ability_index(&self) -> Option<u8> {
        match self.what {
            What::Enter => None,
            What::Ability(index) => Some(index),
        }
    }

    fn is_event_card(&self, state: &State) -> bool {
        filter::is_type(state, self.card, CardType::Event)
    }

    pub(crate) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        match self.stage {
            Stage::As => return self.play_as(play),
            Stage::Declare => self.declare(play),
            Stage::Modify => self.modify(play),
            Stage::Resources => return self.pay_resources(play),
            Stage::Costs => self.pay_costs(play),
            Stage::Targets(nth) => return self.choose_target(usize::from(nth), play),
            Stage::Resolve => return self.resolve(play),
            Stage::Finish => return Ok(Flow::Done(true)),
        }
        Ok(Flow::Wait)
    }

    /// A unit that may be played as an enhancement: on what, if at all.
    fn play_as(&mut self, play: &mut Play<'_>) -> Turn {
        let text = play.state.table.card(self.card).text.clone();
        let other = text.and_then(|text| text.0.as_enhancement());
        let hosts = other
            .as_ref()
            .map_or_else(Vec::new, |text| hosts::hosts_of(play.state, self.player, self.card, text));
        let host = play.choose_card(self.player, Topic::Host(self.card), hosts, true)?;
        if let (Some(other), Some(host)) = (other, host) {
            self.scope.bound.insert("host".into(), vec![host]);
            play.state.table.card_mut(self.card).text = Some(Shared(Arc::new(other)));
        }
        self.stage = Stage::Declare;
        Ok(Flow::Wait)
    }

    /// Steps 1 to 3: the intent is declared, the cost determined and modified.
    fn declare(&mut self, play: &mut Play<'_>) {
        let ability = self.ability(play.state);
        let played = self.is_event_card(play.state) || self.what == What::Enter;
        self.cost = if played { value(play.state, self.card, Stat::Cost) } else { 0 };
        let (actor, name) =
            (play.state.table.name(self.player).to_owned(), play.state.table.id(self.card).to_owned());
        let word = ability.as_ref().map_or("card", |ability| ability.kind.word());
        let forced = if ability.as_ref().is_some_and(|ability| ability.forced) { "forced " } else { "" };
        let text = if played {
            format!("{actor} plays {name}.")
        } else {
            format!("{actor} uses {name} ({forced}{word}).")
        };
        let basis = self.declared_by(ability.as_ref(), play.state);
        let kind = if played { StepKind::Plays } else { StepKind::Uses };
        play.record(kind, text).actor(self.player).about(&[self.card]).basis(basis);
        self.narrate_cost(play);
        if let Some(ability) = &ability {
            self.scope.x = legal::letter_x(play.state, ability, &self.scope);
            self.note_limit(ability, play);
        }
        if played {
            let from_hand = play.state.table.card(self.card).zone != Zone::Play;
            self.needs = payable::needs_match(play.state, self.card, self.cost, from_hand).cloned();
            play.state.table.played.push((self.player, self.card));
            play.state.table.unpile(self.card);
            play.state.table.card_mut(self.card).zone = Zone::Playing;
        }
        self.stage = if played { Stage::Modify } else { Stage::Resources };
    }

    /// What lowers the cost answers that the card is being played.
    fn modify(&mut self, play: &mut Play<'_>) {
        self.stage = Stage::Resources;
        let event = Event::new(EventKind::Playing, Why::Framework).card(self.card).player(self.player);
        play.sequence([Event { played: true, ..event.by(self.player, None) }]);
    }

    /// The rule by which this may be done now.
    fn declared_by(&self, ability: Option<&Ability>, state: &State) -> Basis {
        let ruling = match ability.map(|ability| ability.kind) {
            Some(AbilityKind::Interrupt) => cite::INTERRUPTS,
            Some(AbilityKind::Reaction) => cite::REACTIONS,
            Some(AbilityKind::Action) => cite::ACTIONS,
            // The FAQ's six steps speak of cards played and abilities triggered, not of fate cards.
            Some(AbilityKind::Fate) => return Basis::Rulebook(book::FATE_MANDATORY),
            Some(AbilityKind::Constant | AbilityKind::Replacement | AbilityKind::Whenever) | None => {
                cite::STEP_1
            }
        };
        let window = state.window();
        let is_forced = ability.is_some_and(|ability| ability.forced);
        let triggered =
            matches!(ability.map(|a| a.kind), Some(AbilityKind::Interrupt | AbilityKind::Reaction));
        if triggered && window.is_some_and(|window| options::unordered(state, window, is_forced)) {
            let text = "forced and optional abilities answer the same condition; their order";
            return Basis::Unspecified(text.into());
        }
        Basis::Ruling(ruling.into())
    }

    fn narrate_cost(&self, play: &mut Play<'_>) {
        let printed = play.state.table.card(self.card).text.as_ref().map_or(0, |text| text.cost);
        let played = self.is_event_card(play.state) || self.what == What::Enter;
        if played && printed != self.cost {
            let text = format!("Its cost is {} instead of the printed {printed}.", self.cost);
            play.record(StepKind::Cost, text).actor(self.player).about(&[self.card]).ruling(cite::STEP_3);
        }
    }

    fn note_limit(&self, ability: &Ability, play: &mut Play<'_>) {
        use crate::engine::lcg::vocabulary::ability::Limit;
        let What::Ability(index) = self.what else { return };
        if let Some(Limit::OncePer(period) | Limit::OnePer(period) | Limit::Times { per: period, .. }) =
            ability.limit
        {
            let used = Used { card: self.card, ability: index, player: self.player, period };
            play.state.table.used.push(used);
        }
    }

    /// Step 4, resources: which cards are focused for them.
    fn pay_resources(&mut self, play: &mut Play<'_>) -> Turn {
        if self.cost == 0 {
            self.stage = Stage::Costs;
            return Ok(Flow::Wait);
        }
        let played = play.state.table.card(self.card).zone == Zone::Playing;
        let sources = payable::sources(play.state, self.player, played.then_some(self.card));
        let most = sources.iter().map(|(_, n)| n).sum();
        let matches = |needed: &Affiliation| {
            sources.iter().any(|(id, _)| payable::of_affiliation(play.state, *id, needed))
        };
        if most < self.cost || self.needs.as_ref().is_some_and(|needed| !matches(needed)) {
            return self.cannot_pay(play);
        }
        let options = sources.into_iter().map(|(id, n)| (Choice::Card(id), n)).collect();
        let shape = Shape::Split { options, min: self.cost, max: most };
        let Answer::Split(parts) = play.decide(self.player, Topic::Pay(self.card), shape)? else {
            return Ok(Flow::Done(false));
        };
        let parts: Vec<(CardId, u32)> = cards_of(&parts);
        self.payers.clone_from(&parts);
        let payers: Vec<CardId> = parts.iter().map(|(id, _)| *id).collect();
        let word = if payers.len() == 1 { "generates" } else { "generate" };
        let text = format!("The cost of {} is paid: {} {word} resources.", self.cost, names(play, &payers));
        play.record(StepKind::Pays, text).actor(self.player).about(&payers).ruling(cite::STEP_4);
        let of = |kind: EventKind| {
            let events = parts.iter().map(move |(id, n)| Event::new(kind, Why::Cost).card(*id).amount(*n));
            events.map(|event| event.by(self.player, None).player(self.player)).collect::<Vec<_>>()
        };
        play.await_sequence(of(EventKind::Focus));
        play.sequence(of(EventKind::Resources));
        self.stage = Stage::Costs;
        Ok(Flow::Wait)
    }

    /// Nothing lowered the cost as far as it could have: the documents do not say what becomes of the card.
    fn cannot_pay(&mut self, play: &mut Play<'_>) -> Turn {
        let text = format!("The cost of {} cannot be paid: it goes back.", play.state.table.id(self.card));
        let basis = Basis::Unspecified("what becomes of a card whose cost cannot be paid after all".into());
        play.record(StepKind::NotPaid, text).actor(self.player).about(&[self.card]).basis(basis);
        let owner = play.state.table.card(self.card).owner;
        play.state.table.put_on_pile(self.card, owner, Zone::Hand);
        Ok(Flow::Done(false))
    }

    /// Step 4, everything else: "to" means a cost (4.1).
    fn pay_costs(&mut self, play: &mut Play<'_>) {
        self.stage = Stage::Targets(0);
        let waiting = std::mem::take(&mut play.state.table.next);
        let counts = |next: &NextPlayed| !next.each && counts_as_next(play.state, self.card, next);
        let left = waiting.into_iter().filter(|next| !counts(next)).collect();
        play.state.table.next = left;
        let Some(ability) = self.ability(play.state) else { return };
        if ability.cost.is_empty() {
            return;
        }
        let scope = Scope { why: Why::Cost, ..self.scope.clone() };
        let reports = play.state.switches.on(cite::TO);
        play.carry_out(&ability.cost, scope, reports);
    }

    /// Step 5: targets.
    fn choose_target(&mut self, nth: usize, play: &mut Play<'_>) -> Turn {
        if !self.paid && play.state.switches.on(cite::COST_IN_FULL) {
            return self.unpaid(play);
        }
        let ability = self.ability(play.state);
        if self.what == What::Enter {
            return self.choose_host(play);
        }
        let targets = ability.as_ref().map(|a| a.targets.clone()).unwrap_or_default();
        let Some(target) = targets.get(nth) else {
            self.stage = Stage::Resolve;
            return Ok(Flow::Wait);
        };
        let legal_now = ability
            .as_ref()
            .map_or_else(Vec::new, |ability| targets::options_for(play.state, ability, nth, &self.scope));
        let chosen = self.decide_targets(target, legal_now, play)?;
        if chosen.is_empty() {
            let text = format!("{} no longer has a legal target.", play.state.table.id(self.card));
            play.record(StepKind::NoTarget, text)
                .actor(self.player)
                .about(&[self.card])
                .ruling(cite::NO_TARGET_LEFT);
        } else {
            let text = format!("{} targets {}.", play.state.table.id(self.card), names(play, &chosen));
            let is_fate = ability.as_ref().is_some_and(|ability| ability.kind == AbilityKind::Fate);
            let step = || Basis::Ruling(cite::STEP_5.into());
            let basis = if is_fate { Basis::Rulebook(book::FATE_MANDATORY) } else { step() };
            play.record(StepKind::Targets, text)
                .actor(self.player)
                .about(&[self.card])
                .also(&chosen)
                .basis(basis);
        }
        self.scope.bound.insert(target.name.as_str().into(), chosen);
        self.stage = Stage::Targets(nth as u8 + 1);
        Ok(Flow::Wait)
    }

    fn decide_targets(
        &self,
        target: &Target,
        legal_now: Vec<CardId>,
        play: &mut Play<'_>,
    ) -> Decision<Vec<CardId>> {
        let max = (target.count as usize).min(legal_now.len());
        let min = if target.up_to { 0 } else { max };
        let topic = Topic::Target(self.card, target.name.as_str().into());
        play.choose_cards(self.player, topic, legal_now, (min, max))
    }

    fn choose_host(&mut self, play: &mut Play<'_>) -> Turn {
        let hosts = hosts::hosts(play.state, self.player, self.card);
        self.stage = Stage::Resolve;
        if self.scope.bound.contains_key("host") {
            return Ok(Flow::Wait);
        }
        let text = play.state.table.card(self.card).text.as_ref();
        if hosts.is_empty() || text.is_none_or(|text| text.kind != CardType::Enhancement) {
            return Ok(Flow::Wait);
        }
        let pass = text.is_some_and(|text| text.attaches_to.is_none());
        self.stage = Stage::Targets(0);
        let host = play.choose_card(self.player, Topic::Host(self.card), hosts, pass)?;
        self.scope.bound.insert("host".into(), host.into_iter().collect());
        self.stage = Stage::Resolve;
        Ok(Flow::Wait)
    }

    /// A cost that was begun and not completed: what it did stays done, the effect does not follow.
    fn unpaid(&mut self, play: &mut Play<'_>) -> Turn {
        let text = format!(
            "The cost of {} was not paid in full, so its effect does not follow.",
            play.state.table.id(self.card)
        );
        play.record(StepKind::NotPaid, text)
            .actor(self.player)
            .about(&[self.card])
            .ruling(cite::COST_IN_FULL);
        if play.state.table.card(self.card).zone == Zone::Playing {
            let owner = play.state.table.card(self.card).owner;
            play.state.table.put_on_pile(self.card, owner, Zone::Discard);
        }
        Ok(Flow::Done(false))
    }

    /// Step 6: the card is played, or the effect resolves; this is what can be interrupted.
    fn resolve(&mut self, play: &mut Play<'_>) -> Turn {
        self.stage = Stage::Finish;
        let card = self.card;
        if self.what == What::Enter {
            self.enter(play);
            return Ok(Flow::Wait);
        }
        let What::Ability(index) = self.what else { return Ok(Flow::Done(true)) };
        let mut event = Event::new(EventKind::Ability, Why::Effect).card(card).by(self.player, Some(card));
        event.ability = Some(index);
        event.player = Some(self.player);
        event.played = self.is_event_card(play.state);
        event.again = self.again;
        if event.played {
            self.limited(play);
        }
        let mut sequence = Sequence::new([event]);
        sequence.reports = false;
        play.push(Frame::Sequence(sequence));
        Ok(Flow::Wait)
    }

    /// A Limited card that is played is the only one of the turn.
    fn limited(&self, play: &mut Play<'_>) {
        if has_keyword(play.state, self.card, Keyword::Limited) {
            play.state.table.limited_played[usize::from(self.player.0)] = true;
            let text = "It is Limited: no other Limited card may be played this turn.";
            play.record(StepKind::Limited, text)
                .actor(self.player)
                .about(&[self.card])
                .rulebook(book::LIMITED);
        }
    }

    fn enter(&mut self, play: &mut Play<'_>) {
        let mut event = Event::new(EventKind::EntersPlay, Why::Effect).card(self.card).by(self.player, None);
        event.player = Some(self.player);
        (event.played, event.participating) = (true, self.participating);
        event.other = self.scope.bound.get("host").and_then(|hosts| hosts.first().copied());
        self.limited(play);
        play.sequence([event]);
    }
}

/// What is wrong with a payment: too little, or no card of the affiliation in it.
pub(crate) fn bad_payment(
    state: &State,
    player: Player,
    card: CardId,
    parts: &[(Choice, u32)],
) -> Option<Refusal> {
    let parts = cards_of(parts);
    let playing = (state.table.card(card).zone == Zone::Playing).then_some(card);
    let sources = payable::sources(state, player, playing);
    let idle = parts.iter().filter(|(id, _)| !sources.iter().any(|(source, _)| source == id));
    let unfit = Refusal::all(idle.map(|(id, _)| payable::pays_nothing(state, player, *id, playing)));
    if unfit.is_some() {
        return unfit;
    }
    let over = parts.iter().find_map(|(id, n)| {
        let (_, most) = sources.iter().find(|(source, most)| source == id && most < n)?;
        Some((*id, *most, *n))
    });
    if let Some((id, most, n)) = over {
        let text = format!("{} generates {most} at most; it was {n}.", state.table.id(id));
        return Some(refuse_by_rulebook(text, book::GENERATE));
    }
    let Some(Frame::Task(Task::Initiate(initiate))) = state.stack.last() else { return None };
    let paid: u32 = parts.iter().map(|(_, n)| n).sum();
    if paid < initiate.cost {
        let text =
            format!("{} costs {}; what pays for it generates {paid}.", state.table.id(card), initiate.cost);
        return Some(refuse(text, cite::STEP_4));
    }
    let needed = initiate.needs.clone()?;
    let matched = parts.iter().any(|(id, n)| *n > 0 && payable::of_affiliation(state, *id, &needed));
    (!matched).then(|| {
        let text = format!("One of the cards that pay must be {needed}.");
        payable::no_match(state, text, parts.iter().map(|(id, _)| *id))
    })
}

fn cards_of(parts: &[(Choice, u32)]) -> Vec<(CardId, u32)> {
    let cards = parts.iter().filter_map(|(choice, n)| match choice {
        Choice::Card(id) if *n > 0 => Some((*id, *n)),
        _ => None,
    });
    cards.collect()
}
