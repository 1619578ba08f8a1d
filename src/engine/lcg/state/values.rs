//! What a card is now: its quantities, keywords and abilities, modifiers counted in.

use std::sync::LazyLock;

use super::event::Why;
use super::filter::{all_hold, amount, anywhere, fits, named, who};
use super::scope::Scope;
use super::table::{CardId, Lasting};
use crate::engine::cards::{KeywordSet as _, Vocabulary as _};
use crate::engine::kernel::Player;
use crate::engine::lcg::State;
use crate::engine::lcg::vocabulary::{
    Ability, AbilityKind, Amount, CardText, CardType, EffectSort, Filter, Gives, Keyword, Select, Stat, Zone,
    cite, normalize_name,
};

/// An ability as it reads under the rulings in force.
pub fn in_force<'a>(state: &State, ability: &'a Ability) -> &'a Ability {
    match (&ability.ruling, &ability.printed) {
        (Some(ruling), Some(printed)) if !state.switches.on(ruling) => printed,
        _ => ability,
    }
}

/// An event whose text is not written down can still be played, paid for and canceled: as an action that
/// does nothing here.
static NOT_WRITTEN: LazyLock<Ability> = LazyLock::new(|| Ability::without_effect(AbilityKind::Action));

/// The abilities of a card: those printed on it, then those it is given.
pub fn abilities(state: &State, id: CardId) -> Vec<&Ability> {
    let Some(text) = &state.table.card(id).text else { return Vec::new() };
    if text.kind == CardType::Event && text.abilities.is_empty() {
        return vec![&NOT_WRITTEN];
    }
    let mut all: Vec<&Ability> = if blank(state, id) {
        Vec::new()
    } else {
        text.abilities.iter().map(|a| in_force(state, a)).collect()
    };
    if !any_grants(state) {
        return all;
    }
    for (gives, _) in given(state, id, |gives| matches!(gives, Gives::Ability(_))) {
        if let Gives::Ability(ability) = gives {
            all.push(in_force(state, ability));
        }
    }
    all
}

/// Whether a card's text is treated as blank. What makes it so is taken as not being blank itself.
pub fn blank(state: &State, id: CardId) -> bool {
    given_by_print(state, id, &Gives::Blank)
}

/// Whether a card counts as committed to the Force without a Force card. What makes it so looks only at
/// cards that have one.
pub fn considered_committed(state: &State, id: CardId) -> bool {
    given_by_print(state, id, &Gives::ConsideredCommitted)
}

/// Whether a card is committed to the Force, or counts as such.
pub fn committed(state: &State, id: CardId) -> bool {
    state.table.card(id).committed || considered_committed(state, id)
}

/// Whether a card is given something by a lasting effect or a printed constant ability, nothing else being
/// asked of what gives it: for what decides whether other abilities work.
fn given_by_print(state: &State, id: CardId, what: &Gives) -> bool {
    let lasting = state.table.lasting.iter();
    let mut lasting = lasting.filter(|lasting| lasting.card == id && lasting.gives == *what);
    if lasting.next().is_some() && state.table.card(id).zone == Zone::Play {
        return true;
    }
    state.table.givers.iter().any(|giver_id| {
        let giver = state.table.card(*giver_id);
        let abilities = giver.text.as_ref().map(|text| text.abilities.as_slice()).unwrap_or_default();
        let gives = |ability: &&Ability| ability.gives.contains(what);
        abilities.iter().map(|ability| in_force(state, ability)).filter(gives).any(|ability| {
            let scope = Scope::new(giver.controller, Some(*giver_id), Why::Effect);
            let scope = Scope { printed: true, bare: true, ..scope };
            ability.kind == AbilityKind::Constant
                && giver.zone == ability.zone.unwrap_or(Zone::Play)
                && reaches(state, ability.to.as_ref(), id, *giver_id, &scope)
                && all_hold(state, &ability.conditions, &scope)
        })
    })
}

/// Whether anything gives abilities to cards, constantly or for a while: most often nothing does.
pub(crate) fn any_grants(state: &State) -> bool {
    any_gives_of(state, &state.table.granters, |gives| matches!(gives, Gives::Ability(_)))
}

/// Whether anything on the table could give such a thing to any card, were all its conditions true.
pub fn any_gives(state: &State, what: impl Fn(&Gives) -> bool) -> bool {
    any_gives_of(state, &state.table.givers, what)
}

/// The same, where of the cards none but these could.
fn any_gives_of(state: &State, givers: &[CardId], what: impl Fn(&Gives) -> bool) -> bool {
    let texts = givers.iter().filter_map(|id| state.table.card(*id).text.as_ref());
    let abilities = texts.flat_map(|text| &text.abilities).map(|ability| in_force(state, ability));
    let lasting = state.table.lasting.iter().map(|lasting| &lasting.gives);
    let next = state.table.next.iter().flat_map(|next| &next.gives);
    abilities.flat_map(|ability| &ability.gives).chain(lasting).chain(next).any(what)
}

/// The cards of a table that can give something to others, or to themselves, or whose abilities happen by
/// themselves.
pub fn givers(cards: &[super::table::Card]) -> Vec<CardId> {
    with_ability(cards, |ability| matches!(ability.kind, AbilityKind::Constant | AbilityKind::Whenever))
}

/// The cards of a table that can give abilities, also those read so without a ruling.
pub fn granters(cards: &[super::table::Card]) -> Vec<CardId> {
    let grants = |ability: &Ability| ability.gives.iter().any(|gives| matches!(gives, Gives::Ability(_)));
    with_ability(cards, |ability| grants(ability) || ability.printed.as_deref().is_some_and(grants))
}

/// The cards with an ability like that printed on them, also as the enhancement or the unit that one may be.
fn with_ability(cards: &[super::table::Card], like: impl Fn(&Ability) -> bool) -> Vec<CardId> {
    let has = |card: &super::table::Card| {
        let text = card.text.as_ref();
        let other = text.and_then(|text| text.as_enhancement.as_ref()).map(|other| other.abilities.iter());
        let unit = text.and_then(|text| text.unit.as_ref()).map(|unit| unit.abilities.iter());
        let mut abilities = text
            .into_iter()
            .flat_map(|text| &text.abilities)
            .chain(other.into_iter().flatten())
            .chain(unit.into_iter().flatten());
        abilities.any(&like)
    };
    let all = cards.iter().enumerate().filter(|(_, card)| has(card));
    all.map(|(at, _)| CardId(at as u16)).collect()
}

/// Everything constant abilities and lasting effects give a card now, with what they know.
pub fn gives_for(state: &State, id: CardId) -> Vec<(&Gives, Scope)> {
    given(state, id, |_| true)
}

/// What constant abilities and lasting effects give a card now of the things wanted, with what they know.
///
/// Whether something is wanted is asked first: nearly every giver gives something else, and nothing is built
/// for it.
pub fn given(state: &State, id: CardId, wanted: impl Fn(&Gives) -> bool) -> Vec<(&Gives, Scope)> {
    let mut found = Vec::new();
    for giver_id in state.table.givers.iter().copied() {
        let giver = state.table.card(giver_id);
        let Some(text) = giver.text.as_ref() else { continue };
        for ability in text.abilities.iter().map(|a| in_force(state, a)) {
            let works = ability.zone.unwrap_or(Zone::Play);
            let right_kind = ability.kind == AbilityKind::Constant && ability.gives.iter().any(&wanted);
            if !right_kind || giver.zone != works {
                continue;
            }
            let holder = if giver.zone == Zone::Play { giver.controller } else { giver.owner };
            let scope = Scope::new(holder, Some(giver_id), Why::Effect);
            let printed = Scope { printed: true, ..scope.clone() };
            if reaches(state, ability.to.as_ref(), id, giver_id, &scope)
                && !blank(state, giver_id)
                && all_hold(state, &ability.conditions, &printed)
            {
                let wanted = ability.gives.iter().filter(|gives| wanted(gives));
                found.extend(wanted.map(|gives| (gives, scope.clone())));
            }
        }
    }
    let there =
        |lasting: &Lasting| state.table.card(id).zone == lasting.zone || !state.switches.on(cite::LASTING);
    let lasting = state.table.lasting.iter().filter(|lasting| lasting.card == id && wanted(&lasting.gives));
    found.extend(lasting.filter(|l| there(l)).map(|lasting| (&lasting.gives, lasting.scope.clone())));
    for next in &state.table.next {
        // What waits for the next card of a kind that is played.
        if next.gives.iter().any(&wanted) && counts_as_next(state, id, next) {
            let wanted = next.gives.iter().filter(|gives| wanted(gives));
            found.extend(wanted.map(|gives| (gives, next.scope.clone())));
        }
    }
    found
}

/// Whether a card, not in play yet, is the next of a kind that something waits for.
pub fn counts_as_next(state: &State, id: CardId, next: &super::table::NextPlayed) -> bool {
    let card = state.table.card(id);
    let like = Filter { zone: Some(card.zone), ..next.like.clone() };
    matches!(card.zone, Zone::Hand | Zone::Discard | Zone::Playing)
        && card.owner == next.scope.you
        && fits(state, id, &like, &next.scope, true)
}

fn reaches(state: &State, to: Option<&Select>, id: CardId, giver: CardId, scope: &Scope) -> bool {
    match to {
        None => id == giver,
        Some(Select::Named(name)) => named(state, scope, name).contains(&id),
        Some(
            Select::Each { each }
            | Select::Choose { choose: each, .. }
            | Select::Topmost { topmost: each }
            | Select::Random { random: each, .. },
        ) => fits(state, id, each, scope, true),
    }
}

/// A quantity of a card: the printed value, or the one it is set to, plus increments, then doubled,
/// never below zero (2.10, 2.11).
pub fn value(state: &State, id: CardId, stat: Stat) -> u32 {
    let raw = raw_value(state, id, stat);
    u32::try_from(raw.max(0)).unwrap_or(u32::MAX)
}

/// A player's reserve value: six, as modified by the cards in play.
pub fn reserve(state: &State, player: Player) -> u32 {
    let cards = state.table.in_zone(Zone::Play);
    let own: i64 =
        cards.filter(|id| state.table.card(*id).controller == player).map(|id| reserve_of(state, id)).sum();
    let said: i64 = given_in_play(state, None)
        .into_iter()
        .map(|(_, gives, scope)| match gives {
            Gives::Reserve { player: word, add, subtract } if who(state, &scope, *word) == Some(player) => {
                let of = |by: &Option<Box<Amount>>| by.as_ref().map_or(0, |by| increment(state, by, &scope));
                i64::from(of(add)) - i64::from(of(subtract))
            }
            _ => 0,
        })
        .sum();
    u32::try_from((6 + own + said).max(0)).unwrap_or(0)
}

/// What a card adds to its controller's reserve value, or takes from it.
fn reserve_of(state: &State, id: CardId) -> i64 {
    let reserve = |gives: &Gives| changes_stat(gives, Stat::Reserve);
    let own = given(state, id, reserve).into_iter().map(|(gives, scope)| match gives {
        Gives::Add { stat: Stat::Reserve, by } => i64::from(increment(state, by, &scope)),
        Gives::Subtract { stat: Stat::Reserve, by } => -i64::from(increment(state, by, &scope)),
        _ => 0,
    });
    own.sum()
}

/// Whether what is given changes a quantity.
fn changes_stat(gives: &Gives, stat: Stat) -> bool {
    match gives {
        Gives::Add { stat: which, .. }
        | Gives::Subtract { stat: which, .. }
        | Gives::Set { stat: which, .. } => *which == stat,
        Gives::Double(stats) => stats.contains(&stat),
        _ => false,
    }
}

fn raw_value(state: &State, id: CardId, stat: Stat) -> i64 {
    let Some(text) = &state.table.card(id).text else { return 0 };
    let printed = match stat {
        Stat::Edge => edge_value_of(state, id),
        _ => i64::from(text.printed(stat)),
    };
    let mut changes = Vec::new();
    let (mut set, mut doublings) = (None::<i64>, 0u32);
    for (gives, scope) in given(state, id, |gives| changes_stat(gives, stat)) {
        match gives {
            Gives::Add { stat: which, by } if *which == stat => {
                changes.push(i64::from(increment(state, by, &scope)));
            }
            Gives::Subtract { stat: which, by } if *which == stat => {
                changes.push(-i64::from(increment(state, by, &scope)));
            }
            Gives::Set { stat: which, to } if *which == stat => {
                set = Some(set.map_or(i64::from(*to), |old| old.min(i64::from(*to))));
            }
            Gives::Double(stats) if stats.contains(&stat) => doublings = (doublings + 1).min(16),
            // Nothing else changes a figure, and of other figures none was asked for.
            _ => {}
        }
    }
    if state.switches.on(cite::ABSOLUTE) && set.is_some() {
        changes.clear();
    }
    let base = set.unwrap_or(printed);
    if state.switches.on(cite::ADD_THEN_DOUBLE) {
        added(state, base, &changes) << doublings
    } else {
        added(state, base << doublings, &changes)
    }
}

/// How much is added or taken; of other cards' quantities only the printed ones, lest two cards wait for
/// each other.
fn increment(state: &State, by: &Amount, scope: &Scope) -> u32 {
    match by {
        Amount::Of { .. } => amount(state, by, &Scope { printed: true, ..scope.clone() }, 0),
        Amount::Times { times, of } => times.saturating_mul(increment(state, of, scope)),
        Amount::Number(_) | Amount::Word(_) | Amount::Count { .. } | Amount::Highest { .. } => {
            amount(state, by, scope, 0)
        }
    }
}

/// A quantity with its changes. It is recalculated as a whole and then kept from going below zero
/// (2.10); were that not said, each change would be applied to what the one before had left.
fn added(state: &State, base: i64, changes: &[i64]) -> i64 {
    if state.switches.on(cite::NOT_BELOW_ZERO) {
        (base + changes.iter().sum::<i64>()).max(0)
    } else {
        changes.iter().fold(base, |value, change| (value + change).max(0))
    }
}

/// The keywords of a card, as often as it has them.
pub fn keywords(state: &State, id: CardId) -> Vec<String> {
    let Some(text) = &state.table.card(id).text else { return Vec::new() };
    let mut all = if blank(state, id) { Vec::new() } else { text.keywords.clone() };
    let mut lost = Vec::new();
    let of_keywords = |gives: &Gives| matches!(gives, Gives::Keyword(_) | Gives::LosesKeyword(_));
    for (gives, _) in given(state, id, of_keywords) {
        match gives {
            Gives::Keyword(keyword) => all.push(keyword.clone()),
            Gives::LosesKeyword(keyword) => lost.push(*keyword),
            // Nothing else was asked for.
            _ => {}
        }
    }
    // A keyword that is lost is lost with whatever it says of whom it protects, or how much it counts.
    all.retain(|line| Keyword::of_line(line).is_none_or(|keyword| !lost.contains(&keyword)));
    all
}

/// How many instances of a keyword count: at most one (2.12).
pub fn keyword_count(state: &State, id: CardId, keyword: Keyword) -> u32 {
    let found = keywords(state, id);
    let count = found.iter().filter(|line| Keyword::of_line(line) == Some(keyword)).count() as u32;
    if state.switches.on(cite::KEYWORDS) { count.min(1) } else { count }
}

/// Whether a card has a keyword.
pub fn has_keyword(state: &State, id: CardId, keyword: Keyword) -> bool {
    keywords(state, id).iter().any(|line| Keyword::of_line(line) == Some(keyword))
}

/// Whether a card has a keyword as a line has it: of `Pilot` any Pilot, of `Pilot (1)` that one.
pub fn has_keyword_line(state: &State, id: CardId, line: &str) -> bool {
    match Keyword::named(line) {
        Some(keyword) => has_keyword(state, id, keyword),
        None => keywords(state, id).iter().any(|own| normalize_name(own) == normalize_name(line)),
    }
}

/// Whether a keyword is printed on a card.
pub fn printed_keyword(text: &CardText, keyword: Keyword) -> bool {
    text.keywords.iter().any(|line| Keyword::of_line(line) == Some(keyword))
}

/// The value of edge: all instances added up (2.12).
fn edge_value_of(state: &State, id: CardId) -> i64 {
    let values: Vec<i64> = keywords(state, id).iter().filter_map(|keyword| edge_value(keyword)).collect();
    if state.switches.on(cite::KEYWORDS) {
        values.iter().sum()
    } else {
        values.iter().copied().max().unwrap_or(0)
    }
}

/// The number in `Edge (2)` or `Edge 2`; the letter X counts nothing unless something gives it.
fn edge_value(keyword: &str) -> Option<i64> {
    let rest = keyword.trim().to_lowercase();
    let rest = rest.strip_prefix("edge")?;
    let number = rest.trim().trim_matches(['(', ')']);
    Some(number.parse().unwrap_or(0))
}

/// Everything that is given to the cards in play, or to those of one player, with whom it is given to.
pub fn given_in_play(state: &State, player: Option<Player>) -> Vec<(CardId, &Gives, Scope)> {
    let theirs = |id: &CardId| player.is_none_or(|player| state.table.card(*id).controller == player);
    let cards = state.table.in_zone(Zone::Play).filter(theirs);
    cards
        .flat_map(|id| gives_for(state, id).into_iter().map(move |(gives, scope)| (id, gives, scope)))
        .collect()
}

/// Whether a card is given something.
pub fn is_given(state: &State, id: CardId, what: impl Fn(&Gives) -> bool) -> bool {
    !given(state, id, what).is_empty()
}

/// Whether damage can be dealt, reassigned or moved to a card at all (4.11).
pub fn can_be_damaged(state: &State, id: CardId) -> bool {
    !state.switches.on(cite::CANNOT_BE_DAMAGED)
        || !is_given(state, id, |gives| matches!(gives, Gives::CannotBeDamaged))
}

/// The ruling by which a card cannot be damaged by that sort of thing, so that it cannot be chosen for it
/// either: not at all (4.11), not by a framework effect (4.4) or not by a card effect (4.5).
pub fn undamageable(state: &State, id: CardId, why: Why) -> Option<&'static str> {
    if can_be_damaged(state, id) { immune(state, id, why) } else { Some(cite::CANNOT_BE_DAMAGED) }
}

/// The same, of damage that comes from a card: some cannot be damaged by such cards at all.
pub fn undamageable_by(state: &State, id: CardId, why: Why, from: Option<CardId>) -> Option<&'static str> {
    undamageable(state, id, why).or_else(|| {
        let by = |gives: &Gives, scope: &Scope| match gives {
            Gives::CannotBeDamagedByCards(like) => {
                from.is_some_and(|from| anywhere(state, from, like, scope))
            }
            _ => false,
        };
        let barred = why != Why::Cost && gives_for(state, id).iter().any(|(gives, scope)| by(gives, scope));
        barred.then_some(cite::CANNOT_BE_DAMAGED)
    })
}

/// The same, of what an effect does that resolves.
pub fn undamageable_in(state: &State, id: CardId, scope: &Scope) -> Option<&'static str> {
    undamageable_by(state, id, scope.why, scope.source)
}

/// Whether such a card can place focus tokens on another.
pub fn can_be_focused_by(state: &State, id: CardId, from: Option<CardId>) -> bool {
    let by = |gives: &Gives, scope: &Scope| match gives {
        Gives::CannotBeFocusedBy(like) => from.is_some_and(|from| anywhere(state, from, like, scope)),
        _ => false,
    };
    !gives_for(state, id).iter().any(|(gives, scope)| by(gives, scope))
}

/// Whether a card cannot be damaged by a framework effect (4.4) or a card effect (4.5), as the case is.
/// A cost is not an effect.
fn immune(state: &State, card: CardId, why: Why) -> Option<&'static str> {
    let sort = match why {
        Why::Framework | Why::Strike if state.switches.on(cite::FRAMEWORK) => EffectSort::FrameworkEffects,
        Why::Framework => return None,
        Why::Strike | Why::Effect => EffectSort::CardEffects,
        Why::Cost if state.switches.on(cite::CARD_EFFECTS) => return None,
        Why::Cost => EffectSort::CardEffects,
    };
    let ruling = if sort == EffectSort::CardEffects { cite::CARD_EFFECTS } else { cite::FRAMEWORK };
    is_given(state, card, |gives| matches!(gives, Gives::CannotBeDamagedBy(by) if *by == sort))
        .then_some(ruling)
}

/// Damage a card can still take.
pub fn room(state: &State, id: CardId) -> u32 {
    value(state, id, Stat::Capacity).saturating_sub(state.table.card(id).damage)
}

#[cfg(test)]
mod tests {
    use crate::engine::lcg::test_support::check;

    #[test]
    fn what_is_added_counts_before_what_doubles() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 2}}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {type: unit}}, gives: [double: [unit-damage], add: {stat: unit-damage, by: 1}]}]}"#,
            "light: {play: [Scout, Flag]}",
            "{card: Scout, values: {unit-damage: 6}}",
        );
    }

    #[test]
    fn nothing_goes_below_zero() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {type: unit}}, gives: [subtract: {stat: unit-damage, by: 3}, add: {stat: unit-damage, by: 1}]}]}"#,
            "light: {play: [Scout, Flag]}",
            "{card: Scout, values: {unit-damage: 0}}",
        );
    }

    #[test]
    fn what_is_set_takes_no_increments() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 2}}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {type: unit}}, gives: [set: {stat: unit-damage, to: 0}, add: {stat: unit-damage, by: 4}]}]}"#,
            "light: {play: [Scout, Flag]}",
            "{card: Scout, values: {unit-damage: 0}}",
        );
    }

    #[test]
    fn two_cards_that_look_at_each_other_see_what_is_printed() {
        check(
            r#"{title: One, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}, abilities: [{kind: constant, gives: [add: {stat: unit-damage, by: {stat: unit-damage, of: Two}}]}]}, {title: Two, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 2}, abilities: [{kind: constant, gives: [add: {stat: unit-damage, by: {stat: unit-damage, of: One}}]}]}"#,
            "light: {play: [One, Two]}",
            "{card: One, values: {unit-damage: 3}}, {card: Two, values: {unit-damage: 3}}",
        );
    }

    #[test]
    fn a_blank_card_gives_nothing() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {type: unit}}, gives: [add: {stat: unit-damage, by: 1}]}]}, {title: Hush, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {title: Flag}}, gives: [blank]}]}"#,
            "light: {play: [Scout, Flag, Hush]}",
            "{card: Scout, values: {unit-damage: 1}}",
        );
    }
}
