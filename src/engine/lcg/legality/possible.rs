//! Whether an effect could do something as things are (3.6).

use std::borrow::Cow;

use super::refuse::{Reasons, barred, refuse_by_rulebook};
use super::targets::{knowing, targets_in_turn};
use super::{hosts, limits, payable, targets};
use crate::engine::cards::Vocabulary as _;
use crate::engine::kernel::{Outcome, Player, Refusal};
use crate::engine::lcg::state::event::Why;
use crate::engine::lcg::state::filter::{all_hold, amount, candidates, reach, who};
use crate::engine::lcg::state::scope::{Occasion, Scope};
use crate::engine::lcg::state::table::{Card, CardId, cards_left, other};
use crate::engine::lcg::state::values;
use crate::engine::lcg::state::values::{
    abilities, ability, can_be_focused_by, committed, is_given, undamageable_in,
};
use crate::engine::lcg::vocabulary::{
    Ability, AbilityKind, Amount, Condition, Effect, EventKind, Gives, GivesKind, Select, StandingName,
    Target, Zone, book, cite,
};
use crate::engine::lcg::{State, Task};

/// What instructions of one effect could do now.
#[derive(Clone, Copy)]
struct Now<'a> {
    state: &'a State,
    scope: &'a Scope,
    targets: &'a [Target],
}

impl Now<'_> {
    fn pays(self) -> bool {
        self.scope.why == Why::Cost
    }

    /// The cards a selection could touch: costs are paid with one's own cards only (2.16), and in full.
    fn touch(self, select: &Select) -> Vec<CardId> {
        let cards = targets::could_touch(self.state, select, self.scope, self.targets).collect();
        if self.pays() { payable::own(self.state, cards, self.scope) } else { cards }
    }

    /// Whether it could touch one of these; as a cost, as many as it says.
    fn any(self, select: &Select, ok: impl Fn(CardId) -> bool) -> bool {
        if !self.pays() {
            return targets::could_touch(self.state, select, self.scope, self.targets).any(ok);
        }
        self.touch(select).into_iter().filter(|id| ok(*id)).count() >= payable::least(select)
    }

    fn card(&self, id: CardId) -> &Card {
        self.state.table.card(id)
    }

    fn can_be_damaged(self, id: CardId) -> bool {
        undamageable_in(self.state, id, self.scope).is_none()
    }

    /// A cost is no token that somebody else places.
    fn can_be_focused(self, id: CardId) -> bool {
        self.pays() || can_be_focused_by(self.state, id, self.scope.source)
    }

    fn some(self, effects: &[Effect]) -> bool {
        effects.iter().any(|inner| possible(self.state, inner, self.scope, self.targets))
    }

    fn much(self, amount: &Amount) -> bool {
        !is_nothing(self.state, amount, self.scope)
    }

    /// As many tokens as are there; as a cost there must be enough.
    fn enough(self, how_many: &Amount, there: u32) -> bool {
        let wanted = if self.pays() { amount(self.state, how_many, self.scope, there) } else { 1 };
        there >= wanted.max(1)
    }
}

/// Whether an instruction could do something now; word for word as `perform` does it.
pub(crate) fn possible(state: &State, effect: &Effect, scope: &Scope, targets: &[Target]) -> bool {
    let now = Now { state, scope, targets };
    match effect {
        Effect::DealDamage { amount, to, .. } => now.much(amount) && now.any(to, |id| now.can_be_damaged(id)),
        Effect::DivideDamage { amount, among, .. } => {
            now.much(amount) && candidates(state, among, scope).into_iter().any(|id| now.can_be_damaged(id))
        }
        Effect::PlaceDamage { amount, on } => now.much(amount) && now.any(on, |_| true),
        Effect::RedirectDamage { amount, to } => {
            coming(state, scope) && now.much(amount) && now.any(to, |id| now.can_be_damaged(id))
        }
        Effect::PreventDamage(amount) => {
            let damage =
                |occasion: &Occasion| matches!(occasion.event.kind, EventKind::Damage | EventKind::Damaged);
            coming(state, scope) && scope.occasion.as_deref().is_some_and(damage) && now.much(amount)
        }
        Effect::MoveDamage { amount, from, to } => {
            let from: Vec<CardId> =
                now.touch(from).into_iter().filter(|id| now.card(*id).damage > 0).collect();
            now.much(amount)
                && now.touch(to).into_iter().any(|id| now.can_be_damaged(id) && from.iter().any(|f| *f != id))
        }
        Effect::RemoveDamage { amount, from } => {
            now.much(amount) && now.any(from, |id| now.enough(amount, now.card(id).damage))
        }
        Effect::PlaceFocus { amount, on } => now.much(amount) && now.any(on, |id| now.can_be_focused(id)),
        Effect::RemoveFocus { amount, from } => {
            now.much(amount) && now.any(from, |id| now.enough(amount, now.card(id).focus))
        }
        Effect::FocusCard(on) => now.any(on, |id| now.card(id).focus == 0 && now.can_be_focused(id)),
        Effect::MoveFocus { from, to, .. } => {
            let from: Vec<CardId> =
                now.touch(from).into_iter().filter(|id| now.card(*id).focus > 0).collect();
            now.touch(to).into_iter().any(|id| now.can_be_focused(id) && from.iter().any(|f| *f != id))
        }
        Effect::SwitchFocus { one, other } => {
            let both = state.switches.on(cite::SWITCH);
            let (a, b) =
                (now.any(one, |id| now.card(id).focus > 0), now.any(other, |id| now.card(id).focus > 0));
            if both { a && b } else { a || b }
        }
        Effect::PlaceShield(on) => now.any(on, |id| now.card(id).shields == 0),
        Effect::RemoveShield(from) => now.any(from, |id| now.card(id).shields > 0),
        Effect::RemoveShields { amount, from } => {
            now.much(amount) && now.any(from, |id| now.enough(amount, now.card(id).shields))
        }
        Effect::SpendResources(n) => {
            payable::sources(state, scope.you, None).iter().map(|(_, n)| n).sum::<u32>() >= *n
        }
        Effect::Cancel | Effect::Instead(_) | Effect::LeavesTo(_) => coming(state, scope),
        Effect::Play { card, .. } => {
            let means = payable::Means::new(state, scope.you);
            now.any(card, |id| payable::affordable(&means, id, Reasons::First).is_ok())
        }
        Effect::PutIntoPlay { card, on, .. } => {
            let there = on.as_ref().is_none_or(|on| !now.touch(on).is_empty());
            there && now.any(card, |id| !limits::unique_in_play(state, id))
        }
        Effect::Commit(units) => now.any(units, |id| bad_commitment(state, id).is_none()),
        Effect::Destroy(select) => now.any(select, |id| !is_given(state, id, GivesKind::CannotBeDestroyed)),
        Effect::Capture { card, .. } => now.any(card, |id| targets::can_be_captured(state, id)),
        Effect::RemoveFromForce(select) => now.any(select, |id| now.card(id).committed),
        Effect::PlaceAnotherShield(select)
        | Effect::Sacrifice(select)
        | Effect::Discard(select)
        | Effect::ReturnToHand(select)
        | Effect::PutOnDeck(select)
        | Effect::PutUnderDeck(select)
        | Effect::Rescue(select)
        | Effect::TakeControl(select)
        | Effect::Reveal(select)
        | Effect::Gain { to: select, .. }
        | Effect::EngageInstead(select)
        | Effect::RemoveFromEngagement(select)
        | Effect::PlaceInEdgeStack(select)
        | Effect::CountInStruggle(select) => now.any(select, |_| true),
        Effect::MoveCaptured { card: captured, to } => {
            let to = now.touch(to);
            now.any(captured, |id| to.iter().any(|objective| now.card(id).host != Some(*objective)))
        }
        Effect::Attach { card, to } => hosts::may_attach(state, &now.touch(card), &now.touch(to)),
        Effect::Strike(select) => now.any(select, |id| super::strikers::could_strike(state, id)),
        Effect::NoIcons => state.tasks().any(|task| matches!(task, Task::Strike(_))),
        Effect::SwitchEdgeStacks => state.table.engagement.is_some(),
        Effect::ResolveAgain(select) => now.any(select, |id| could_resolve(state, id, scope.you)),
        Effect::LowerCost { amount, .. } => now.much(amount),
        Effect::SetBalance(word) => {
            who(state, scope, *word).is_some_and(|player| state.table.balance != player)
        }
        Effect::ByPlayer { player, effects } => who(state, scope, *player).is_some_and(|player| {
            let scope = Scope { you: player, ..scope.clone() };
            effects.iter().any(|effect| possible(state, effect, &scope, targets))
        }),
        Effect::Draw { amount, player } => {
            let able = |player| forbids_drawing(state, player).is_none();
            now.much(amount) && who(state, scope, *player).is_some_and(able)
        }
        Effect::Search { deck, player, .. }
        | Effect::Shuffle { deck, player }
        | Effect::TopOfDeck { deck, player, .. } => {
            who(state, scope, *player).is_some_and(|player| may_have_cards(state, player, *deck))
        }
        Effect::EngageAgain(which) => now.any(which, |id| state.table.declared.contains(&id)),
        Effect::RestartEdgeBattle => state.table.engagement.is_some(),
        Effect::EachPlayer(inner) => [scope.you, other(scope.you)].into_iter().any(|player| {
            let scope = Scope { you: player, ..scope.clone() };
            inner.iter().any(|effect| possible(state, effect, &scope, targets))
        }),
        Effect::ChooseOne { of, .. } => of.values().any(|effects| now.some(effects)),
        Effect::May(effects) => now.some(effects),
        Effect::When { r#if, then, otherwise } => {
            let branch = |scope: &Scope| if all_hold(state, r#if, scope) { then } else { otherwise };
            // Before a target is chosen it is enough that the condition is so for one that may be.
            match targets.iter().find(|target| !scope.bound.contains_key(target.name.as_str())) {
                None => now.some(branch(scope)),
                Some(target) => targets::legal_targets(state, target, scope).into_iter().any(|id| {
                    let mut chosen = scope.clone();
                    chosen.bound.insert(target.name.as_str().into(), vec![id]);
                    now.some(branch(&chosen))
                }),
            }
        }
        Effect::AdvanceDial(by) => now.much(by),
        Effect::TurnBackDial { amount, least } => now.much(amount) && state.table.dial > *least,
        // Even a hand without a card is looked at.
        Effect::RevealHand(_) | Effect::LookAt(_) => true,
        Effect::NextPlayed { .. } | Effect::Later { .. } | Effect::WinGame | Effect::LoseGame => true,
        // What depends on something else is no independent part; a choice alone does nothing.
        Effect::Then(_) | Effect::Choose(_) | Effect::NameCard(_) | Effect::PutBack { .. } => false,
    }
}

/// Whether what an effect answers has yet to happen.
fn coming(state: &State, scope: &Scope) -> bool {
    scope.occasion.as_ref().is_some_and(|occasion| {
        let pending = state.sequence(occasion.at).and_then(|sequence| sequence.events.get(occasion.index));
        pending.is_some_and(|pending| pending.outcome == Outcome::Coming)
    })
}

/// Whether an amount is zero as things are; one that depends on what is not chosen yet is not known to be.
fn is_nothing(state: &State, how_much: &Amount, scope: &Scope) -> bool {
    let known = |name: &str| StandingName::spelled(name).is_some();
    how_much.names().into_iter().all(known) && amount(state, how_much, scope, 1) == 0
}

/// Whether a hand or a deck may hold cards: one that is not given may.
fn may_have_cards(state: &State, player: Player, deck: Zone) -> bool {
    state.table.piles.get(&(player, deck)).is_none_or(|cards| !cards.is_empty())
}

/// The same scope, in which each choice of the cost, and each that the effect begins with, stands for all
/// that could be chosen.
pub(super) fn with_choices<'s>(state: &State, ability: &Ability, scope: &'s Scope) -> Cow<'s, Scope> {
    let mut scope = Cow::Borrowed(scope);
    for cost in &ability.cost {
        if let Effect::Sacrifice(select @ Select::Choose { name: Some(name), .. })
        | Effect::Discard(select @ Select::Choose { name: Some(name), .. })
        | Effect::ReturnToHand(select @ Select::Choose { name: Some(name), .. })
        | Effect::RemoveShield(select @ Select::Choose { name: Some(name), .. })
        | Effect::Reveal(select @ Select::Choose { name: Some(name), .. }) = cost
        {
            let all = reach(state, select, &scope);
            scope.to_mut().bound.entry(name.as_str().into()).or_insert(all);
        }
    }
    for effect in &ability.effects {
        if let Effect::Choose(select @ Select::Choose { name: Some(name), .. }) = effect {
            let all = reach(state, select, &scope);
            scope.to_mut().bound.entry(name.as_str().into()).or_insert(all);
        }
    }
    scope
}

pub(super) fn some_part(state: &State, ability: &Ability, scope: &Scope, targets: &[Target]) -> bool {
    // What is shuffled afterwards is no part of its own (3.6).
    let alone = ability.effects.len() == 1;
    let counts = |effect: &&Effect| alone || !matches!(effect, Effect::Shuffle { .. });
    // The names of what earlier parts would have brought about: what only speaks of that is none either.
    let mut missing: Vec<&str> = Vec::new();
    ability.effects.iter().filter(counts).any(|effect| {
        let able = !waits_for(effect, &missing) && possible(state, effect, scope, targets);
        if !able {
            missing.extend(names_its_card(effect));
        }
        able
    })
}

/// The name that an instruction gives the card that it puts somewhere, of those that a later part can wait
/// for: a card that came, or changed sides.
fn names_its_card(effect: &Effect) -> Option<&str> {
    match effect {
        Effect::PutIntoPlay { card, .. } | Effect::Play { card, .. } | Effect::Capture { card, .. } => {
            card.called()
        }
        Effect::TakeControl(card) | Effect::Rescue(card) | Effect::Commit(card) => card.called(),
        _ => None,
    }
}

/// Whether an effect is set up for later of which nothing happens but to a card by one of these names.
fn waits_for(effect: &Effect, names: &[&str]) -> bool {
    let about = |condition: &Condition| matches!(condition, Condition::Is { card, .. } if names.contains(&card.as_str()));
    let only = |inner: &Effect| matches!(inner, Effect::When { r#if, otherwise, .. } if otherwise.is_empty() && r#if.iter().any(about));
    let nothing = |instead: &Option<Vec<Effect>>| instead.as_ref().is_none_or(Vec::is_empty);
    matches!(effect, Effect::Later { effects, otherwise, .. }
        if !effects.is_empty() && nothing(otherwise) && effects.iter().all(only))
}

/// Whether some part of the effect could resolve with some of the targets that may be chosen, the later ones
/// with the earlier ones known.
pub(super) fn with_some_targets(state: &State, ability: &Ability, targets: &[Target], scope: &Scope) -> bool {
    let Some((target, rest)) = targets.split_first() else { return some_part(state, ability, scope, &[]) };
    let mut options = targets_in_turn(state, ability, target, scope).peekable();
    let with = |chosen| with_some_targets(state, ability, rest, &knowing(scope, target, chosen));
    match target.count {
        1 if options.peek().is_some() => options.any(|id| with(vec![id])),
        _ => with(options.collect()),
    }
}

/// Whether a unit could be committed to the Force by an effect: it is not yet, and its controller has a Force
/// card.
/// Why a unit cannot be committed to the Force by an effect.
pub(crate) fn bad_commitment(state: &State, unit: CardId) -> Option<Refusal> {
    let (table, owner) = (&state.table, state.table.card(unit).controller);
    if let Some(refusal) = barred(state, unit, "be committed to the Force", GivesKind::CannotCommit) {
        return Some(refusal);
    }
    let text = if committed(state, unit) {
        format!("{} is committed to the Force already.", table.id(unit))
    } else if cards_left(state, owner) == 0 {
        format!("{} has no Force card left to commit {} with.", table.name(owner), table.id(unit))
    } else {
        return None;
    };
    Some(refuse_by_rulebook(text, book::COMMIT))
}

pub(crate) fn can_resolve(state: &State, card: CardId, index: usize, player: Player) -> bool {
    let scope = Scope::new(player, Some(card), Why::Effect);
    ability(state, card, index).is_some_and(|ability| {
        let targeted = ability
            .targets
            .iter()
            .all(|t| t.up_to || !super::targets::targets_of(state, ability, t, &scope).is_empty());
        all_hold(state, &ability.conditions, &scope) && targeted
    })
}

/// Whether the effect of a fate card could be resolved for a player now.
pub(crate) fn could_resolve(state: &State, card: CardId, player: Player) -> bool {
    let at = abilities(state, card).position(|ability| ability.kind == AbilityKind::Fate);
    at.is_some_and(|at| can_resolve(state, card, at, player))
}

/// The card that forbids a player to draw by card effects.
pub(crate) fn forbids_drawing(state: &State, player: Player) -> Option<CardId> {
    let given = values::given_in_play(state, None, GivesKind::CannotDrawByEffects);
    let mut forbids = given.into_iter().filter_map(|(card, gives, scope)| {
        let Gives::CannotDrawByEffects(word) = gives else { return None };
        (who(state, &scope, *word) == Some(player)).then_some(card)
    });
    forbids.next()
}
