//! Playing a Battle card or an activated ability, and what a finished Mission does: announce, pay,
//! the chance to disrupt, the effect.

use super::ability::{Ability, AbilityKind, Chance, Cost, EventKind, Target, Zone};
use super::choice::{Choice, Kind, Topic};
use super::damage::chance;
use super::event::Event;
use super::facts::CardType;
use super::filter::{amount, candidates, named};
use super::leave;
use super::pool::{begin, occur};
use super::scope::Scope;
use super::table::CardId;
use super::tell::{by_rules, ruled_if};
use super::values::{ability, force_cost, printed_type};
use super::{Asked, Frame, Play, State, Turn, cite};
use crate::engine::kernel::{Answer, Flow, Player, Shape};

/// A card or an ability being played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Playing {
    /// Who plays it.
    pub player: Player,
    /// The card.
    pub card: CardId,
    /// Which of its abilities.
    pub ability: u8,
    /// In which chance, if that matters.
    pub chance: Option<Chance>,
    /// How far it has come.
    pub stage: u8,
    /// Which target is next.
    pub target: u8,
    /// What it knows.
    pub scope: Scope,
    /// Whether it has been disrupted.
    pub disrupted: bool,
}

impl Playing {
    /// A card or an ability about to be announced.
    pub fn new(player: Player, card: CardId, ability: u8, chance: Option<Chance>) -> Self {
        let scope = Scope::new(player, Some(card));
        Self { player, card, ability, chance, stage: 0, target: 0, scope, disrupted: false }
    }

    /// Whether a Battle card is being played and has not taken effect yet.
    pub fn can_be_disrupted(&self, state: &State) -> bool {
        self.stage == 3 && printed_type(state, self.card) == Some(CardType::Battle)
    }

    /// One step.
    pub(super) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        let Some(ability) = ability(play.state, self.card, self.ability).cloned() else {
            return Ok(Flow::Done(false));
        };
        match self.stage {
            0 => self.announce(&ability, play)?,
            1 => self.pay(&ability, play),
            2 => self.disrupt(play),
            3 => self.effect(&ability, play),
            _ => {
                self.finish(&ability, play);
                return Ok(Flow::Done(!self.disrupted));
            }
        }
        Ok(Flow::Wait)
    }

    /// It is announced, and its targets are chosen.
    fn announce(&mut self, ability: &Ability, play: &mut Play<'_>) -> Asked<()> {
        let Some(target) = ability.targets.get(usize::from(self.target)) else {
            self.stage = 1;
            return Ok(());
        };
        let options = legal_targets(play.state, target, &self.scope);
        let max = (target.count as usize).min(options.len());
        let min = if target.up_to { 0 } else { max };
        let options = options.into_iter().map(Choice::Card).collect();
        let answer = play.ask(self.player, Topic::Target(self.card), Shape::Some { options, min, max })?;
        self.scope.bound.insert(target.name.as_str().into(), cards_of(answer));
        self.target += 1;
        Ok(())
    }

    fn pay(&mut self, ability: &Ability, play: &mut Play<'_>) {
        self.stage = 2;
        let id = play.state.table.id(self.card).to_owned();
        let (kind, text, place) = match ability.kind {
            AbilityKind::Battle => ("plays", format!("{id} is played."), "playing a card"),
            AbilityKind::Mission => ("mission", format!("{id} takes effect."), "Missions"),
            _ => ("uses", format!("{id} uses {}.", called(ability)), "playing an ability"),
        };
        if ability.kind == AbilityKind::Battle {
            leave::put(play, self.card, Zone::Playing);
        }
        by_rules(play, kind, Some(self.player), text, place, &[self.card]);
        let force: u32 = total_force(play.state, self.card, ability, &self.scope);
        if force > 0 {
            let seat = usize::from(self.player.0);
            play.state.table.force[seat] = play.state.table.force[seat].saturating_sub(force);
            let printed = printed_force(play.state, ability, &self.scope);
            let text = format!("{force} Force is paid.");
            match force == printed {
                true => by_rules(play, "pays", Some(self.player), text, "costs", &[self.card]),
                false => ruled_if(play, "pays", Some(self.player), text, cite::ACTIVATED, &[self.card]),
            }
        }
        for cost in &ability.cost {
            match cost {
                Cost::Force(_) => {}
                Cost::Tap(name) => {
                    for id in named(play.state, &self.scope, name) {
                        play.state.table.card_mut(id).tapped = true;
                        let text = format!("{} is tapped.", play.state.table.id(id));
                        by_rules(play, "taps", Some(self.player), text, "costs", &[id]);
                    }
                }
                Cost::Discard(name) => {
                    for id in named(play.state, &self.scope, name) {
                        let text = format!("{} is discarded as a cost.", play.state.table.id(id));
                        leave::discard(play, id, None, text, "costs");
                    }
                }
            }
        }
    }

    /// A Battle card can be disrupted while it is being played.
    fn disrupt(&mut self, play: &mut Play<'_>) {
        self.stage = 3;
        if printed_type(play.state, self.card) != Some(CardType::Battle) {
            return;
        }
        let window = chance(play, Kind::Disrupt);
        play.push(Frame::Window(window));
        occur(play, Event::new(EventKind::CardPlayed).card(self.card).player(self.player));
    }

    fn effect(&mut self, ability: &Ability, play: &mut Play<'_>) {
        self.stage = 4;
        if !self.disrupted {
            if ability.effects.len() > 1 {
                let text = format!("The parts of {} are followed in order.", play.state.table.id(self.card));
                ruled_if(play, "in-order", Some(self.player), text, cite::IN_ORDER, &[self.card]);
            }
            begin(play, ability.effects.clone(), self.scope.clone());
        }
    }

    fn finish(&mut self, ability: &Ability, play: &mut Play<'_>) {
        if matches!(ability.kind, AbilityKind::Battle | AbilityKind::Mission) {
            leave::put(play, self.card, Zone::Discard);
        }
    }
}

/// The name of an ability, in a sentence.
fn called(ability: &Ability) -> &str {
    match ability.called() {
        "" => "an ability",
        name => name,
    }
}

/// The cards of an answer.
pub(super) fn cards_of(answer: Answer<Choice>) -> Vec<CardId> {
    let choices = match answer {
        Answer::Some(chosen) | Answer::Order(chosen) => chosen,
        Answer::One(choice) => vec![choice],
        _ => Vec::new(),
    };
    let card = |choice| match choice {
        Choice::Card(id) => Some(id),
        _ => None,
    };
    choices.into_iter().filter_map(card).collect()
}

/// What may be chosen as a target.
pub(super) fn legal_targets(state: &State, target: &Target, scope: &Scope) -> Vec<CardId> {
    candidates(state, &target.card, scope)
}

/// The Force an ability's cost says.
pub(super) fn printed_force(state: &State, ability: &Ability, scope: &Scope) -> u32 {
    let force = ability.cost.iter().map(|cost| match cost {
        Cost::Force(n) => amount(state, n, scope, 0),
        _ => 0,
    });
    force.sum()
}

/// The Force it costs now.
pub(super) fn total_force(state: &State, card: CardId, ability: &Ability, scope: &Scope) -> u32 {
    force_cost(state, card, ability.kind, printed_force(state, ability, scope))
}
