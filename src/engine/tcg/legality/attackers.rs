//! Who may attack, whom, and at what cost.

use super::refuse::{named_giver, refuse_by_card, refuse_by_giver, refuse_by_rulebook};
use crate::engine::cards::Vocabulary as _;
use crate::engine::kernel::{Player, Refusal};
use crate::engine::tcg::State;
use crate::engine::tcg::state::table::{CardId, DARK};
use crate::engine::tcg::state::values::{
    forbidden_by, giver, gives, has_keyword, has_or_lost_keyword, in_arena, is_given, keyword, units_in,
    value,
};
use crate::engine::tcg::vocabulary::{Arena, EventKind, Gives, GivesKind, Keyword, Stat, book};

/// The units whose turn it is: the fastest untapped ones; the dark side's before the light side's.
pub(crate) fn next_units(state: &State, arena: Arena) -> Vec<CardId> {
    let untapped = units_in(state, arena).into_iter().filter(|id| !state.table.card(*id).tapped);
    let speeds: Vec<(CardId, u32)> = untapped.map(|id| (id, value(state, id, Stat::Speed))).collect();
    let fastest = speeds.iter().map(|(_, speed)| *speed).max();
    let of = |owner: Option<Player>| {
        let those = speeds.iter().filter(|(_, speed)| Some(*speed) == fastest);
        let those = those.filter(|(id, _)| owner.is_none_or(|owner| state.table.card(*id).owner == owner));
        those.map(|(id, _)| *id).collect::<Vec<_>>()
    };
    let dark = of(Some(DARK));
    if dark.is_empty() { of(None) } else { dark }
}

/// Whether a player's unit can act in an arena, once faster ones have.
pub(crate) fn waits_for_faster(state: &State, player: Player, arena: Arena, unit: CardId) -> bool {
    let card = state.table.card(unit);
    let could = card.owner == player && !card.tapped && in_arena(state, unit) == Some(arena);
    could && !next_units(state, arena).contains(&unit)
}

/// Whether a unit may attack.
pub(crate) fn may_attack(state: &State, id: CardId) -> Result<(), Refusal> {
    let name = state.table.id(id);
    if let Some(refusal) = barred(state, id) {
        return Err(refusal);
    }
    if defenders_in_turn(state, id).next().is_none() {
        let text = format!("There is nothing that {name} could attack.");
        Err(refuse_by_rulebook(text, book::ATTACK_OWN_ARENA))
    } else {
        Ok(())
    }
}

/// Whether a unit may do nothing: not if it must attack and can.
pub(crate) fn may_do_nothing(state: &State, id: CardId) -> Result<(), Refusal> {
    if !is_given(state, id, &Gives::MustAttack) || may_attack(state, id).is_err() {
        return Ok(());
    }
    let by = giver(state, id, GivesKind::MustAttack).unwrap_or(id);
    Err(refuse_by_card(state, format!("{} must attack.", state.table.id(id)), by))
}

/// Why a unit that is tapped, though it has done nothing yet, could not have attacked that one: what has
/// nothing to attack is tapped without anybody's being asked.
pub(crate) fn had_nothing_to_attack(state: &State, unit: CardId, defender: CardId) -> Option<Refusal> {
    let mut history = state.table.memory.history.iter();
    let acted = history.any(|event| event.kind == EventKind::WouldAttack && event.card == Some(unit));
    let idle = state.table.card(unit).tapped && !acted;
    let why = || barred(state, unit).or_else(|| bad_defender(state, unit, defender));
    idle.then(why).flatten()
}

/// What a unit may attack.
pub(crate) fn defenders(state: &State, attacker: CardId) -> Vec<CardId> {
    defenders_in_turn(state, attacker).collect()
}

/// The same, found one after another.
fn defenders_in_turn(state: &State, attacker: CardId) -> impl Iterator<Item = CardId> {
    let owner = state.table.card(attacker).owner;
    let arenas = reach(state, attacker).into_iter();
    let units = arenas.flat_map(|(arena, _)| units_in(state, arena));
    let enemies = units.filter(move |id| state.table.card(*id).owner != owner);
    enemies
        .filter(move |id| can_be_attacked(state, *id) && attack_cost(state, *id) <= state.table.force(owner))
}

/// Whether a unit can be attacked at all.
pub(crate) fn can_be_attacked(state: &State, id: CardId) -> bool {
    !is_hidden(state, id) && !is_given(state, id, &Gives::CannotBeAttacked)
}

/// Whether Stealth keeps a unit from being attacked.
fn is_hidden(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    has_keyword(state, id, Keyword::Stealth) && !card.tapped && card.damage == 0
}

/// The Force that must be paid to attack a unit.
pub(crate) fn attack_cost(state: &State, id: CardId) -> u32 {
    let costs = gives(state, id, GivesKind::AttackCost)
        .into_iter()
        .map(|gives| if let Gives::AttackCost(n) = gives { *n } else { 0 });
    costs.sum()
}

/// The arenas a unit can attack in, and the power with which it does so, if not with its own: by
/// Bombard from Space to the ground, by Ion Cannon from the ground to Space.
pub(crate) fn reach(state: &State, attacker: CardId) -> Vec<(Arena, Option<u32>)> {
    let Some(own) = in_arena(state, attacker) else { return Vec::new() };
    let mut all = vec![(own, None)];
    if let Some((arena, word)) = beyond(own)
        && let Ok(n @ 1..) = u32::try_from(keyword(state, attacker, word))
    {
        all.push((arena, Some(n)));
    }
    all
}

/// The arena that units of an arena can attack from there, and by which keyword.
fn beyond(own: Arena) -> Option<(Arena, Keyword)> {
    match own {
        Arena::Space => Some((Arena::Ground, Keyword::Bombard)),
        Arena::Ground => Some((Arena::Space, Keyword::IonCannon)),
        Arena::Character => None,
    }
}

/// Why a unit in another arena is beyond a unit that has a keyword for it.
pub(super) fn out_of_reach(state: &State, attacker: CardId, arena: Arena) -> Option<String> {
    let own = in_arena(state, attacker)?;
    let (_, word) = beyond(own).filter(|(there, _)| *there == arena)?;
    if !has_or_lost_keyword(state, attacker, word) {
        return None;
    }
    let lost = forbidden_by(state, attacker, &Gives::LosesKeyword(word))?;
    Some(format!("{} cannot use {}{lost}.", state.table.id(attacker), word.word()))
}

/// That a card forbids a unit to attack.
fn barred(state: &State, id: CardId) -> Option<Refusal> {
    let text = format!("{} cannot attack", state.table.id(id));
    let refuse = || refuse_by_giver(state, id, &Gives::CannotAttack, &text, book::CANT_BEATS_CAN);
    is_given(state, id, &Gives::CannotAttack).then(refuse)
}

/// Why a unit may not be attacked.
pub(crate) fn bad_defender(state: &State, attacker: CardId, defender: CardId) -> Option<Refusal> {
    if defenders(state, attacker).contains(&defender) {
        return None;
    }
    let why = [
        not_within_reach(state, attacker, defender),
        sheltered(state, defender),
        own_unit(state, attacker, defender),
        too_dear(state, attacker, defender),
    ];
    Refusal::all(why.into_iter().flatten()).or_else(|| {
        let (name, by) = (state.table.id(defender), state.table.id(attacker));
        let text = format!("{name} cannot be attacked by {by}.");
        Some(refuse_by_rulebook(text, book::ATTACK_STEP_1))
    })
}

/// That a unit is in no arena in which the attacker attacks.
fn not_within_reach(state: &State, attacker: CardId, defender: CardId) -> Option<Refusal> {
    let arena = in_arena(state, defender);
    if reach(state, attacker).iter().any(|(there, _)| Some(*there) == arena) {
        return None;
    }
    let lost = arena.and_then(|arena| out_of_reach(state, attacker, arena));
    let barred = lost.is_some();
    let text = lost.unwrap_or_else(|| format!("{} is not in that arena.", state.table.id(defender)));
    let refusal = refuse_by_rulebook(text, book::ATTACK_OWN_ARENA);
    if barred {
        let refusal = refusal.by_rule(book::CANT_BEATS_CAN);
        return Some(named_giver(refusal, state, attacker, GivesKind::LosesKeyword));
    }
    // A keyword that reaches beyond the own arena reaches one other only.
    let word = in_arena(state, attacker).and_then(beyond).map(|(_, word)| word);
    let rules = [(Keyword::Bombard, book::BOMBARD), (Keyword::IonCannon, book::ION_CANNON)];
    let has = |keyword: Keyword| word == Some(keyword) && has_keyword(state, attacker, keyword);
    let rule = rules.into_iter().find(|(keyword, _)| has(*keyword));
    Some(rule.into_iter().fold(refusal, |refusal, (_, rule)| refusal.by_rule(rule)))
}

/// Why a unit cannot be attacked by any.
fn sheltered(state: &State, defender: CardId) -> Option<Refusal> {
    let (name, by) = (state.table.id(defender), Gives::CannotBeAttacked);
    let given = is_given(state, defender, &by).then(|| {
        let text = format!("{name} cannot be attacked");
        refuse_by_giver(state, defender, &by, &text, book::CANNOT_BE_ATTACKED)
    });
    let hidden = is_hidden(state, defender).then(|| {
        let text = format!("{name} cannot be attacked: it has Stealth, is untapped and has no damage.");
        refuse_by_rulebook(text, book::STEALTH)
    });
    Refusal::all(given.into_iter().chain(hidden))
}

/// That a unit is of the attacker's own side.
fn own_unit(state: &State, attacker: CardId, defender: CardId) -> Option<Refusal> {
    let own = state.table.card(defender).owner == state.table.card(attacker).owner;
    let text = format!("{} is no unit of the opponent's.", state.table.id(defender));
    own.then(|| refuse_by_rulebook(text, book::ATTACK_OWN_ARENA))
}

/// That to attack a unit costs more Force than there is.
fn too_dear(state: &State, attacker: CardId, defender: CardId) -> Option<Refusal> {
    let (force, whose) = (attack_cost(state, defender), state.table.card(attacker).owner);
    let (there, name) = (state.table.force(whose), state.table.id(defender));
    let text = format!("To attack {name} costs {force} Force; {} has {there}.", state.table.name(whose));
    let refusal = || refuse_by_rulebook(text, book::ATTACK_COSTS);
    (force > there).then(|| named_giver(refusal(), state, defender, GivesKind::AttackCost))
}
