//! What a card is now: its quantities, keywords and abilities, modifiers counted in.

use std::sync::LazyLock;

use super::event::Why;
use super::filter::{Look, all_hold, amount, anywhere, fits, fits_in, named, who};
use super::scope::Scope;
use super::table::{CardId, Lasting};
use crate::engine::cards::{KeywordSet as _, Vocabulary as _, is_same};
use crate::engine::kernel::Player;
use crate::engine::lcg::State;
use crate::engine::lcg::vocabulary::{
    Ability, AbilityKind, Amount, CardText, CardType, Change, Condition, EffectSort, Gives, GivesKind,
    Keyword, Select, Stat, Zone, cite,
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
pub(crate) fn abilities(state: &State, id: CardId) -> impl Iterator<Item = &Ability> {
    let text = state.table.card(id).text.as_deref();
    let not_written = text.is_some_and(|text| text.kind == CardType::Event && text.abilities.is_empty());
    let printed = match text {
        Some(_) if not_written => std::slice::from_ref(&*NOT_WRITTEN),
        Some(text) if !blank(state, id) => &text.abilities,
        Some(_) | None => &[],
    };
    let may_be_given = text.is_some() && !not_written && any_grants(state);
    let given = if may_be_given { given(state, id, GivesKind::Ability) } else { Vec::new() };
    let given = given.into_iter().filter_map(|(gives, _)| gives.ability());
    printed.iter().chain(given).map(|ability| in_force(state, ability))
}

pub(crate) fn ability(state: &State, id: CardId, at: usize) -> Option<&Ability> {
    abilities(state, id).nth(at)
}

/// The cards that may have an ability of a kind: those on which one is printed, or all, if any could be given
/// one.
pub(crate) fn may_have(state: &State, kind: AbilityKind) -> &[CardId] {
    let able = &state.table.able;
    if any_grants(state) { able.all() } else { able.of_kind(kind) }
}

/// Whether a card's text is treated as blank. What makes it so is taken as not being blank itself.
pub(crate) fn blank(state: &State, id: CardId) -> bool {
    given_by_print(state, id, &Gives::Blank, GivesKind::Blank)
}

/// Whether a card counts as committed to the Force without a Force card. What makes it so looks only at
/// cards that have one.
pub(crate) fn considered_committed(state: &State, id: CardId) -> bool {
    given_by_print(state, id, &Gives::ConsideredCommitted, GivesKind::ConsideredCommitted)
}

/// Whether a card is committed to the Force, or counts as such.
pub(crate) fn committed(state: &State, id: CardId) -> bool {
    state.table.card(id).committed || considered_committed(state, id)
}

/// Whether a card is given something by a lasting effect or a printed constant ability, nothing else being
/// asked of what gives it: for what decides whether other abilities work.
fn given_by_print(state: &State, id: CardId, what: &Gives, kind: GivesKind) -> bool {
    if !may_give(state, kind) {
        return false;
    }
    let lasting = state.table.lasting.iter();
    let mut lasting = lasting.filter(|lasting| lasting.card == id && lasting.gives == *what);
    if lasting.next().is_some() && state.table.card(id).zone == Zone::Play {
        return true;
    }
    state.table.able.giving(kind).iter().any(|giver_id| {
        let giver = state.table.card(*giver_id);
        let abilities = giver.text.as_ref().map(|text| text.abilities.as_slice()).unwrap_or_default();
        let gives = |ability: &&Ability| ability.gives.contains(what);
        abilities.iter().map(|ability| in_force(state, ability)).filter(gives).any(|ability| {
            let scope = Scope::new(giver.controller, Some(*giver_id), Why::Effect);
            let scope = Scope { printed: true, bare: true, ..scope };
            ability.kind == AbilityKind::Constant
                && giver.zone == ability.zone.unwrap_or(Zone::Play)
                && reaches(state, ability.to.as_ref(), id, *giver_id, &scope, Look::Printed)
                && all_hold(state, &ability.conditions, &scope)
        })
    })
}

/// Whether anything gives abilities to cards, constantly or for a while: most often nothing does.
pub(crate) fn any_grants(state: &State) -> bool {
    any_gives(state, GivesKind::Ability)
}

/// Whether anything on the table could give such a thing to any card, were all its conditions true.
pub(crate) fn any_gives(state: &State, kind: GivesKind) -> bool {
    if !may_give(state, kind) {
        return false;
    }
    let givers = state.table.able.giving(kind).iter();
    let texts = givers.filter_map(|id| state.table.card(*id).text.as_ref());
    let abilities = texts.flat_map(|text| &text.abilities).map(|ability| in_force(state, ability));
    let lasting = state.table.lasting.iter().map(|lasting| &lasting.gives);
    let next = state.table.next.iter().flat_map(|next| &next.gives);
    abilities.flat_map(|ability| &ability.gives).chain(lasting).chain(next).any(|gives| gives.is(kind))
}

/// Whether it is worth looking for what gives such a thing.
fn may_give(state: &State, kind: GivesKind) -> bool {
    let table = &state.table;
    table.able.gives(kind) || !table.lasting.is_empty() || !table.next.is_empty()
}

/// What constant abilities and lasting effects give a card now of a kind, with what they know.
pub(crate) fn given(state: &State, id: CardId, kind: GivesKind) -> Vec<(&Gives, Scope)> {
    let mut found = Vec::new();
    if !may_give(state, kind) {
        return found;
    }
    for giver in state.table.able.giving(kind) {
        given_by(state, id, kind, *giver, &mut found);
    }
    let there =
        |lasting: &Lasting| state.table.card(id).zone == lasting.zone || !state.switches.on(cite::LASTING);
    let lasting = state.table.lasting.iter().filter(|lasting| lasting.card == id && lasting.gives.is(kind));
    found.extend(lasting.filter(|l| there(l)).map(|lasting| (&lasting.gives, lasting.scope.clone())));
    for next in &state.table.next {
        // What waits for the next card of a kind that is played.
        if next.gives.iter().any(|gives| gives.is(kind)) && counts_as_next(state, id, next) {
            let wanted = next.gives.iter().filter(|gives| gives.is(kind));
            found.extend(wanted.map(|gives| (gives, next.scope.clone())));
        }
    }
    found
}

/// What the constant abilities of one card give another of a kind.
fn given_by<'s>(
    state: &'s State,
    id: CardId,
    kind: GivesKind,
    giver_id: CardId,
    found: &mut Vec<(&'s Gives, Scope)>,
) {
    let giver = state.table.card(giver_id);
    let Some(text) = giver.text.as_ref() else { return };
    for ability in text.abilities.iter().map(|ability| in_force(state, ability)) {
        let works = ability.zone.unwrap_or(Zone::Play);
        let gives_it =
            ability.kind == AbilityKind::Constant && ability.gives.iter().any(|gives| gives.is(kind));
        if !gives_it || giver.zone != works {
            continue;
        }
        let holder = if giver.zone == Zone::Play { giver.controller } else { giver.owner };
        let scope = Scope::new(holder, Some(giver_id), Why::Effect);
        let so = |conditions: &[Condition]| {
            conditions.is_empty() || all_hold(state, conditions, &Scope { printed: true, ..scope.clone() })
        };
        let look = if kind.is_of_declaring() { Look::Now } else { Look::Printed };
        if reaches(state, ability.to.as_ref(), id, giver_id, &scope, look)
            && !blank(state, giver_id)
            && so(&ability.conditions)
        {
            let wanted = ability.gives.iter().filter(|gives| gives.is(kind));
            found.extend(wanted.map(|gives| (gives, scope.clone())));
        }
    }
}

/// Whether a card, not in play yet, is the next of a kind that something waits for.
pub(crate) fn counts_as_next(state: &State, id: CardId, next: &super::table::NextPlayed) -> bool {
    let card = state.table.card(id);
    matches!(card.zone, Zone::Hand | Zone::Discard | Zone::Playing)
        && card.owner == next.scope.you
        && fits_in(state, id, &next.like, Some(card.zone), &next.scope, Look::Printed)
}

/// Whether what a card gives is given to that one; looked at as by [`fits`].
fn reaches(state: &State, to: Option<&Select>, id: CardId, giver: CardId, scope: &Scope, look: Look) -> bool {
    match to {
        None => id == giver,
        Some(Select::Named(name)) => named(state, scope, name).contains(&id),
        Some(
            Select::Each { each }
            | Select::Choose { choose: each, .. }
            | Select::Topmost { topmost: each }
            | Select::Random { random: each, .. },
        ) => fits(state, id, each, scope, look),
    }
}

/// A quantity of a card: the printed value, or the one it is set to, plus increments, then doubled,
/// never below zero (2.10, 2.11).
pub fn value(state: &State, id: CardId, stat: Stat) -> u32 {
    let raw = raw_value(state, id, stat);
    u32::try_from(raw.max(0)).unwrap_or(u32::MAX)
}

/// A player's reserve value: six, as modified by the cards in play.
pub(crate) fn reserve(state: &State, player: Player) -> u32 {
    let cards = state.table.in_zone(Zone::Play);
    let own: i64 =
        cards.filter(|id| state.table.card(*id).controller == player).map(|id| reserve_of(state, id)).sum();
    let said: i64 = given_in_play(state, None, GivesKind::Reserve)
        .into_iter()
        .map(|(_, gives, scope)| {
            let Gives::Reserve { player: word, add, subtract } = gives else { return 0 };
            let of = |by: &Option<Box<Amount>>| by.as_ref().map_or(0, |by| increment(state, by, &scope));
            let is_his = who(state, &scope, *word) == Some(player);
            if is_his { i64::from(of(add)) - i64::from(of(subtract)) } else { 0 }
        })
        .sum();
    u32::try_from((6 + own + said).max(0)).unwrap_or(0)
}

/// What a card adds to its controller's reserve value, or takes from it.
fn reserve_of(state: &State, id: CardId) -> i64 {
    let own = given(state, id, GivesKind::OwnReserve);
    let changes = own.iter().filter_map(|(gives, scope)| Some((gives.change(Stat::Reserve)?, scope)));
    let added = changes.map(|(change, scope)| match change {
        Change::Add(by) => i64::from(increment(state, by, scope)),
        Change::Subtract(by) => -i64::from(increment(state, by, scope)),
        // What a card adds is nothing that is printed on it: there is nothing to set or to double.
        Change::Set(_) | Change::Double => 0,
    });
    added.sum()
}

fn raw_value(state: &State, id: CardId, stat: Stat) -> i64 {
    let Some(text) = &state.table.card(id).text else { return 0 };
    let printed = if stat == Stat::Edge { edge_value_of(state, id) } else { i64::from(text.printed(stat)) };
    let mut changes = Vec::new();
    let (mut set, mut doublings) = (None::<i64>, 0u32);
    for (gives, scope) in given(state, id, GivesKind::of(stat)) {
        match gives.change(stat) {
            Some(Change::Add(by)) => changes.push(i64::from(increment(state, by, &scope))),
            Some(Change::Subtract(by)) => changes.push(-i64::from(increment(state, by, &scope))),
            Some(Change::Set(to)) => {
                set = Some(set.map_or(i64::from(to), |old| old.min(i64::from(to))));
            }
            Some(Change::Double) => doublings = (doublings + 1).min(16),
            None => {}
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
pub(crate) fn keywords(state: &State, id: CardId) -> Vec<String> {
    keyword_lines(state, id).into_iter().map(str::to_owned).collect()
}

fn keyword_lines(state: &State, id: CardId) -> Vec<&str> {
    let Some(text) = &state.table.card(id).text else { return Vec::new() };
    let printed = if blank(state, id) { &[] } else { text.keywords.as_slice() };
    let mut all: Vec<&str> = printed.iter().map(String::as_str).collect();
    let mut lost = Vec::new();
    for (gives, _) in given(state, id, GivesKind::Keyword) {
        if let Gives::Keyword(keyword) = gives {
            all.push(keyword);
        } else if let Gives::LosesKeyword(keyword) = gives {
            lost.push(*keyword);
        }
    }
    // A keyword that is lost is lost with whatever it says of whom it protects, or how much it counts.
    if !lost.is_empty() {
        all.retain(|line| Keyword::of_line(line).is_none_or(|keyword| !lost.contains(&keyword)));
    }
    all
}

/// How many instances of a keyword count: at most one (2.12).
pub(crate) fn keyword_count(state: &State, id: CardId, keyword: Keyword) -> u32 {
    let found = keyword_lines(state, id);
    let count = found.iter().filter(|line| Keyword::of_line(line) == Some(keyword)).count() as u32;
    if state.switches.on(cite::KEYWORDS) { count.min(1) } else { count }
}

/// Whether a card has a keyword.
pub(crate) fn has_keyword(state: &State, id: CardId, keyword: Keyword) -> bool {
    keyword_lines(state, id).iter().any(|line| Keyword::of_line(line) == Some(keyword))
}

/// Whether a card has a keyword as a line has it: of `Pilot` any Pilot, of `Pilot (1)` that one.
pub(crate) fn has_keyword_line(state: &State, id: CardId, line: &str) -> bool {
    match Keyword::named(line) {
        Some(keyword) => has_keyword(state, id, keyword),
        None => keyword_lines(state, id).iter().any(|own| is_same(own, line)),
    }
}

/// Whether a keyword is printed on a card.
pub(crate) fn printed_keyword(text: &CardText, keyword: Keyword) -> bool {
    text.keywords.iter().any(|line| Keyword::of_line(line) == Some(keyword))
}

/// The value of edge: all instances added up (2.12).
fn edge_value_of(state: &State, id: CardId) -> i64 {
    let values: Vec<i64> = keyword_lines(state, id).into_iter().filter_map(edge_value).collect();
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

/// What is given of a kind to the cards in play, or to those of one player, with whom it is given to.
pub(crate) fn given_in_play(
    state: &State,
    player: Option<Player>,
    kind: GivesKind,
) -> Vec<(CardId, &Gives, Scope)> {
    if !may_give(state, kind) {
        return Vec::new();
    }
    let theirs = |id: &CardId| player.is_none_or(|player| state.table.card(*id).controller == player);
    let cards = state.table.in_zone(Zone::Play).filter(theirs);
    cards
        .flat_map(|id| given(state, id, kind).into_iter().map(move |(gives, scope)| (id, gives, scope)))
        .collect()
}

/// Whether a card is given something of a kind.
pub(crate) fn is_given(state: &State, id: CardId, kind: GivesKind) -> bool {
    !given(state, id, kind).is_empty()
}

/// Whether damage can be dealt, reassigned or moved to a card at all (4.11).
pub(crate) fn can_be_damaged(state: &State, id: CardId) -> bool {
    !state.switches.on(cite::CANNOT_BE_DAMAGED) || !is_given(state, id, GivesKind::CannotBeDamaged)
}

/// The ruling by which a card cannot be damaged by that sort of thing, so that it cannot be chosen for it
/// either: not at all (4.11), not by a framework effect (4.4) or not by a card effect (4.5).
pub(crate) fn undamageable(state: &State, id: CardId, why: Why) -> Option<&'static str> {
    if can_be_damaged(state, id) { immune(state, id, why) } else { Some(cite::CANNOT_BE_DAMAGED) }
}

/// The same, of damage that comes from a card: some cannot be damaged by such cards at all.
pub(crate) fn undamageable_by(
    state: &State,
    id: CardId,
    why: Why,
    from: Option<CardId>,
) -> Option<&'static str> {
    undamageable(state, id, why).or_else(|| {
        let by = |gives: &Gives, scope: &Scope| {
            let Gives::CannotBeDamagedByCards(like) = gives else { return false };
            from.is_some_and(|from| anywhere(state, from, like, scope))
        };
        let barred = why != Why::Cost
            && given(state, id, GivesKind::CannotBeDamagedByCards)
                .iter()
                .any(|(gives, scope)| by(gives, scope));
        barred.then_some(cite::CANNOT_BE_DAMAGED)
    })
}

/// The same, of what an effect does that resolves.
pub(crate) fn undamageable_in(state: &State, id: CardId, scope: &Scope) -> Option<&'static str> {
    undamageable_by(state, id, scope.why, scope.source)
}

/// Whether such a card can place focus tokens on another.
pub(crate) fn can_be_focused_by(state: &State, id: CardId, from: Option<CardId>) -> bool {
    let by = |gives: &Gives, scope: &Scope| {
        let Gives::CannotBeFocusedBy(like) = gives else { return false };
        from.is_some_and(|from| anywhere(state, from, like, scope))
    };
    !given(state, id, GivesKind::CannotBeFocusedBy).iter().any(|(gives, scope)| by(gives, scope))
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
    let barred = |gives: &Gives| matches!(gives, Gives::CannotBeDamagedBy(by) if *by == sort);
    given(state, card, GivesKind::CannotBeDamagedBy).iter().any(|(gives, _)| barred(gives)).then_some(ruling)
}

/// Damage a card can still take.
pub(crate) fn capacity_left(state: &State, id: CardId) -> u32 {
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
