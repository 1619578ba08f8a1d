//! Why an ability is not played in a chance of this kind.

use crate::engine::cards::{Printed as _, TextCoverage, not_carried_out};
use crate::engine::kernel::{BookRule, Refusal};
use crate::engine::tcg::State;
use crate::engine::tcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::tcg::resolution::dice::open_dice;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::vocabulary::{Ability, AbilityKind, Chance, Effect, book, cite, readback};

/// That an ability belongs to another kind of chance than the present one; the keyword by which it is used
/// may say so too.
pub(super) fn in_another_chance(state: &State, id: CardId, ability: &Ability) -> Refusal {
    let (name, chances) = (state.table.id(id), ability.chances());
    if chances == [Chance::WouldAttack] {
        let text = format!("What {name} does instead of attacking must be chosen when it would attack.");
        return refuse(text, cite::INSTEAD).by_rule(book::WOULD_ATTACK);
    }
    let refusal = match open_dice(state) {
        Some(_) if chances == [Chance::Attack] && state.table.attack.is_none() => {
            let text = format!("{name} affects attacks; dice of damage are no attack.");
            refuse(text, cite::DICE_NO_ATTACK).by_rule(book::NO_ATTACK_DICE)
        }
        _ if chances == [Chance::Attack] && state.table.attack.is_none() => {
            refuse_by_rulebook(format!("{name} is played during an attack."), book::IN_AN_ATTACK)
        }
        _ => untimely(state, id, ability),
    };
    keyword_rule(ability).into_iter().fold(refusal, Refusal::by_rule)
}

/// That the chance now open is of another kind than those in which an ability is played.
fn untimely(state: &State, id: CardId, ability: &Ability) -> Refusal {
    let (name, chances) = (state.table.id(id), ability.chances());
    let played = if ability.kind == AbilityKind::Activated { "used" } else { "played" };
    let when = readback::chances(chances);
    let text = format!("{name} cannot be {played} in this kind of chance, only {when}.");
    // What else it does might be used now.
    let text = match state.table.card(id).text.as_ref().map(|text| text.known()) {
        Some(TextCoverage::Part(_)) => format!("{text} {}", not_carried_out(name)),
        Some(TextCoverage::Whole | TextCoverage::Nothing { .. }) | None => text,
    };
    let battle = ability.kind == AbilityKind::Battle;
    let mut rules: Vec<BookRule> = chances.iter().map(|chance| rule_of(*chance)).collect();
    rules.extend(battle.then_some(book::BATTLE_CARDS));
    let each = rules.into_iter().map(|rule| refuse_by_rulebook(text.clone(), rule).not_now());
    Refusal::all(each).unwrap_or_else(|| refuse_by_rulebook(text.clone(), book::NORMAL_CHANCES).not_now())
}

/// What the keyword by which a unit uses an ability says of when it is used.
fn keyword_rule(ability: &Ability) -> Option<BookRule> {
    let unit = ability.kind == AbilityKind::Activated;
    ability.effects.iter().filter(|_| unit).find_map(|effect| match effect {
        Effect::Intercept => Some(book::INTERCEPTING),
        Effect::Retaliate(_) => Some(book::RETALIATING),
        Effect::Lucky(_) => Some(book::LUCKY_OWN),
        Effect::Evade(_) => Some(book::EVADE),
        Effect::Deflect(_) => Some(book::DEFLECT),
        _ => None,
    })
}

/// The rule for a kind of chance.
fn rule_of(chance: Chance) -> BookRule {
    match chance {
        Chance::Normal => book::NORMAL_CHANCES,
        Chance::Attack => book::IN_AN_ATTACK,
        Chance::Reroll => book::REROLLS,
        Chance::Prevention => book::PREVENTING,
        Chance::Disrupt => book::DISRUPTING,
        Chance::Build => book::START_BUILDING,
        Chance::WouldAttack => book::WOULD_ATTACK,
    }
}
