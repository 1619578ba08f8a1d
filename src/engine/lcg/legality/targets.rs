//! What an ability may target, and what it touches.

use super::refuse::refuse;
use crate::engine::cards::or_all;
use crate::engine::kernel::{Basis, Refusal};
use crate::engine::lcg::State;
use crate::engine::lcg::state::filter::{anywhere, matches, matching, reach};
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::{CardId, LIGHT};
use crate::engine::lcg::state::values;
use crate::engine::lcg::state::values::undamageable_in;
use crate::engine::lcg::vocabulary::{
    Ability, Effect, Filter, Gives, GivesKind, Select, Target, Zone, book, cite,
};
use crate::engine::script::narrate::printed_name;

/// The cards a selection could touch, found one after another; for a target's name, those that are legal
/// targets.
pub(crate) fn could_touch<'s>(
    state: &'s State,
    select: &'s Select,
    scope: &'s Scope,
    targets: &'s [Target],
) -> Box<dyn Iterator<Item = CardId> + 's> {
    match select {
        Select::Named(name) => match targets.iter().find(|target| target.name == *name) {
            Some(target) => Box::new(targetable_cards(state, target, scope)),
            None => Box::new(reach(state, select, scope).into_iter()),
        },
        Select::Each { each } | Select::Choose { choose: each, lowest: None, highest: None, .. } => {
            Box::new(matching(state, each, scope))
        }
        Select::Choose { .. } | Select::Random { .. } | Select::Topmost { .. } => {
            Box::new(reach(state, select, scope).into_iter())
        }
    }
}

/// The cards that may be chosen as a target.
pub(crate) fn legal_targets(state: &State, target: &Target, scope: &Scope) -> Vec<CardId> {
    targetable_cards(state, target, scope).collect()
}

/// The same, found one after another.
fn targetable_cards<'s>(
    state: &'s State,
    target: &'s Target,
    scope: &'s Scope,
) -> impl Iterator<Item = CardId> + 's {
    matching(state, &target.card, scope).filter(move |id| can_be_targeted(state, *id, scope))
}

/// The cards that may be chosen as a target of an ability: what it would damage must be able to be
/// damaged (4.11).
pub(crate) fn targets_of(state: &State, ability: &Ability, target: &Target, scope: &Scope) -> Vec<CardId> {
    targets_in_turn(state, ability, target, scope).collect()
}

/// The same, found one after another.
pub(super) fn targets_in_turn<'s>(
    state: &'s State,
    ability: &Ability,
    target: &'s Target,
    scope: &'s Scope,
) -> impl Iterator<Item = CardId> + use<'s> {
    let damages = effects_damage(&ability.effects, &target.name);
    let captures = effects_capture(&ability.effects, &target.name);
    targetable_cards(state, target, scope).filter(move |id| {
        (!damages || undamageable_in(state, *id, scope).is_none())
            && (!captures || can_be_captured(state, *id))
    })
}

/// Why a card is no legal target of an ability.
pub(crate) fn bad_target(
    state: &State,
    ability: &Ability,
    target: &Target,
    scope: &Scope,
    id: CardId,
) -> Refusal {
    let (name, source) = (state.table.id(id), scope.source.map_or("that", |card| state.table.id(card)));
    if !matches(state, id, &target.card, scope) {
        return no_target(state, id, target, scope);
    }
    if let Some(shelter) = untargetable(state, id, scope) {
        let title = |card: CardId| state.table.card(card).text.as_ref().map_or("", |text| &text.title).into();
        // The card that says so, whether it says it of itself or of another one.
        let by = shelter.source.unwrap_or(id);
        let text = format!("{name} cannot be targeted by {source}");
        let text = if by == id { text + "." } else { format!("{text}: {} says so.", state.table.id(by)) };
        return Refusal::new(text, Basis::Card(title(by))).by_card(title(id));
    }
    if effects_capture(&ability.effects, &target.name) && !can_be_captured(state, id) {
        let text = format!("{name} is no card of the light side: it cannot be captured.");
        return refuse(text, cite::STEP_5).by_rule(book::ONLY_LIGHT_CAPTURED);
    }
    let damages = effects_damage(&ability.effects, &target.name);
    match undamageable_in(state, id, scope).filter(|_| damages) {
        Some(ruling) => refuse(format!("{name} cannot be damaged, so it cannot be chosen."), ruling),
        None => no_target(state, id, target, scope),
    }
}

/// That a card is none that the card being played or used may target: that card says so.
fn no_target(state: &State, id: CardId, target: &Target, scope: &Scope) -> Refusal {
    let (name, source) = (state.table.id(id), scope.source.map_or("that", |card| state.table.id(card)));
    let refusal = refuse(format!("{name} is no legal target of {source}."), cite::STEP_5);
    let gone = target.card.zone.is_none_or(|zone| zone == Zone::Play)
        && target.card.any.is_empty()
        && state.table.card(id).zone != Zone::Play;
    let refusal = if gone { refusal.by_rule(book::OUT_OF_PLAY) } else { refusal };
    match scope.source {
        Some(card) => refusal.by_card(printed_name(state, card)),
        None => refusal,
    }
}

/// Whether these instructions damage a target, be it later or on a condition, and whatever is chosen of them.
fn effects_damage(effects: &[Effect], name: &str) -> bool {
    let named = |select: &Select| matches!(select, Select::Named(n) if n == name);
    let damages = |effect: &Effect| matches!(effect, Effect::DealDamage { to, .. } | Effect::RedirectDamage { to, .. } | Effect::MoveDamage { to, .. } if named(to));
    effects.iter().any(|effect| effect.surely(&damages))
}

/// Whether these instructions capture a target.
fn effects_capture(effects: &[Effect], name: &str) -> bool {
    let captures =
        |effect: &Effect| matches!(effect, Effect::Capture { card: Select::Named(n), .. } if n == name);
    effects.iter().any(|effect| effect.surely(&captures))
}

/// Whether nothing forbids that a card is targeted by the source of this.
fn can_be_targeted(state: &State, id: CardId, scope: &Scope) -> bool {
    untargetable(state, id, scope).is_none()
}

/// What makes a card one that cannot be targeted by the source of this.
fn untargetable(state: &State, id: CardId, scope: &Scope) -> Option<Scope> {
    let by = |filter: &Filter, owner: &Scope| {
        *filter == Filter::default()
            || scope.source.is_some_and(|source| anywhere(state, source, filter, owner))
    };
    let given = values::given(state, id, GivesKind::CannotBeTargeted);
    let forbids =
        |gives: &Gives, owner: &Scope| matches!(gives, Gives::CannotBeTargeted(of) if by(of, owner));
    given.into_iter().find(|(gives, owner)| forbids(gives, owner)).map(|(_, owner)| owner)
}

/// Whether something can be chosen for each of these targets, the later ones with the earlier ones known.
fn targetable(state: &State, ability: &Ability, targets: &[Target], scope: &Scope) -> bool {
    let Some((target, rest)) = targets.split_first() else { return true };
    let options = targets_of(state, ability, target, scope);
    let with = |chosen| targetable(state, ability, rest, &knowing(scope, target, chosen));
    match target.count {
        _ if rest.is_empty() => target.up_to || !options.is_empty(),
        1 => options.into_iter().any(|id| with(vec![id])) || target.up_to && with(Vec::new()),
        _ => (target.up_to || !options.is_empty()) && with(options),
    }
}

/// The same scope, in which a target has been chosen.
pub(super) fn knowing(scope: &Scope, target: &Target, chosen: Vec<CardId>) -> Scope {
    let mut known = scope.clone();
    known.bound.insert(target.name.as_str().into(), chosen);
    known
}

/// What may be chosen as one of the targets of an ability, the earlier ones being known: what leaves
/// something to choose for those after it, if anything does.
pub(crate) fn options_for(state: &State, ability: &Ability, nth: usize, scope: &Scope) -> Vec<CardId> {
    let Some(target) = ability.targets.get(nth) else { return Vec::new() };
    let options = targets_of(state, ability, target, scope);
    let rest = &ability.targets[nth + 1..];
    if rest.is_empty() || target.count != 1 {
        return options;
    }
    or_all(options, |id| targetable(state, ability, rest, &knowing(scope, target, vec![*id])))
}

/// Whether a card is one of the light side's: no other is captured.
pub(crate) fn can_be_captured(state: &State, card: CardId) -> bool {
    state.table.card(card).owner == LIGHT
}
