//! Which cards are meant.

use std::collections::BTreeMap;

use super::event::Event;
use super::pending::pending_on;
use super::scope::Scope;
use super::table::{CardId, DARK, LIGHT, Role, other};
use super::values::{has_keyword, in_arena, is_unique, printed_type, printed_value, subtypes, value};
use crate::engine::cards::{KeywordSet as _, Vocabulary as _, is_same};
use crate::engine::kernel::Player;
use crate::engine::tcg::State;
use crate::engine::tcg::vocabulary::{
    Amount, AmountWord, Arena, CardType, Condition, EventKind, Filter, Keyword, Many, StandingName, Stat,
    Trigger, Who, Whose, Zone,
};

/// How closely a filter looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// A card in play, as it is now.
    Play,
    /// A card wherever it is: what a trigger is about may have left already.
    Anywhere,
    /// As printed: for static abilities, which must not look at each other.
    Printed,
}

/// The cards that match, in the order of the table.
pub(crate) fn candidates(state: &State, filter: &Filter, scope: &Scope) -> Vec<CardId> {
    state.table.ids().filter(|id| matches(state, filter, *id, scope, Look::Play)).collect()
}

pub(crate) fn matches(state: &State, filter: &Filter, id: CardId, scope: &Scope, look: Look) -> bool {
    let card = state.table.card(id);
    place(state, filter, id, look)
        && filter.whose.is_none_or(|whose| match whose {
            Whose::Yours => card.owner == scope.you,
            Whose::Opponents => card.owner != scope.you,
            Whose::DarkSide => card.owner == DARK,
            Whose::LightSide => card.owner == LIGHT,
        })
        && words(state, filter, id)
        && filter.tapped.is_none_or(|tapped| card.tapped == tapped)
        && filter.damaged.is_none_or(|damaged| (card.damage > 0) == damaged)
        && filter.unique.is_none_or(|unique| is_unique(state, id) == unique)
        && filter.piloted.is_none_or(|p| state.table.under(id, Role::Pilot).next().is_some() == p)
        && filter.just_attacked.is_none_or(|just| card.last_hits.is_some() == just)
        && filter.last_attack_hits.is_none_or(|hits| card.last_hits == Some(hits))
        && fight(state, filter, id)
        && moment(state, filter, id, scope, look)
        && measured(state, filter, id, scope, look)
        && (filter.is.is_empty() || refers(state, &filter.is, id, scope))
        && !refers(state, &filter.other_than, id, scope)
        && filter.not.as_ref().is_none_or(|not| !matches(state, not, id, scope, Look::Anywhere))
}

fn place(state: &State, filter: &Filter, id: CardId, look: Look) -> bool {
    let card = state.table.card(id);
    let kind = printed_type(state, id);
    let unit = kind.and_then(CardType::arena).is_some();
    let typed = match filter.types.all() {
        [] => unit || !filter.zone.is_empty() || look == Look::Anywhere,
        types => kind.is_some_and(|kind| types.contains(&kind)),
    };
    let there = match (filter.zone.all(), filter.arena.all()) {
        (zones @ [_, ..], _) => zones.contains(&card.zone),
        ([], []) => look == Look::Anywhere || in_arena(state, id).is_some(),
        ([], arenas) => match look {
            Look::Anywhere => in_arena(state, id).or(kind.and_then(CardType::arena)),
            Look::Play | Look::Printed => in_arena(state, id),
        }
        .is_some_and(|arena| arenas.contains(&arena)),
    };
    typed && there
}

fn words(state: &State, filter: &Filter, id: CardId) -> bool {
    let has = |word: &String| subtypes(state, id).iter().any(|line| has_words(line, word));
    let text = state.table.card(id).text.as_ref();
    (filter.subtype.is_empty() || filter.subtype.all().iter().any(has))
        && !filter.without_subtype.all().iter().any(has)
        && filter.name.as_ref().is_none_or(|name| text.is_some_and(|text| is_same(text.own_name(), name)))
        && filter.side.is_none_or(|side| text.is_some_and(|text| text.side == side))
}

/// Whether a line of subtypes holds these words, one after the other. Where they are an affiliation and a
/// kind, what stands between the two does not matter: the one begins the line, and the other ends it.
fn has_words(line: &str, wanted: &str) -> bool {
    fn split(text: &str) -> Vec<&str> {
        text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect()
    }
    let same = |part: &[&str], like: &[&str]| part.iter().zip(like).all(|(one, other)| is_same(one, other));
    let (line, wanted) = (split(line), split(wanted));
    if wanted.is_empty() || line.len() < wanted.len() {
        return false;
    }
    let end = &line[line.len() - wanted.len()..];
    let together = || line.windows(wanted.len()).any(|part| same(part, &wanted));
    let apart = |at: usize| same(&line[..at], &wanted[..at]) && same(&end[at..], &wanted[at..]);
    together() || (1..wanted.len()).any(apart)
}

fn fight(state: &State, filter: &Filter, id: CardId) -> bool {
    let attack = state.table.attack.as_ref();
    filter.attacking.is_none_or(|attacking| attack.is_some_and(|a| a.attacker == id) == attacking)
        && filter.attacked.is_none_or(|attacked| attack.is_some_and(|a| a.defender == id) == attacked)
}

/// What depends on this effect, this turn, or on other cards.
fn moment(state: &State, filter: &Filter, id: CardId, scope: &Scope, look: Look) -> bool {
    let card = state.table.card(id);
    let here = in_arena(state, id);
    let beside =
        |name: &String| named(state, scope, name).iter().any(|other| in_arena(state, *other) == here);
    let attacked = || {
        let history = state.table.memory.history.iter();
        history.clone().any(|event| event.kind == EventKind::Attacks && event.card == Some(id))
    };
    let namesake = |other: CardId| match (&state.table.card(other).text, &card.text) {
        (Some(other), Some(own)) => is_same(other.own_name(), own.own_name()),
        (None, None) => true,
        _ => false,
    };
    let same_name = |like: &Filter| {
        let others = state.table.ids().filter(|other| *other != id && namesake(*other));
        others.into_iter().any(|other| matches(state, like, other, scope, look))
    };
    filter.chosen_arena.is_none_or(|chosen| (here.is_some() && here == scope.arena) == chosen)
        && (filter.same_arena.is_empty() || (here.is_some() && filter.same_arena.all().iter().any(beside)))
        && filter.finished.is_none_or(|finished| card.unfinished != finished)
        && filter.has_attacked.is_none_or(|has| attacked() == has)
        && filter.same_name.as_ref().is_none_or(|like| same_name(like))
        && (filter.any_of.is_empty()
            || filter.any_of.iter().any(|other| matches(state, other, id, scope, look)))
}

fn measured(state: &State, filter: &Filter, id: CardId, scope: &Scope, look: Look) -> bool {
    let printed = look == Look::Printed;
    let text = state.table.card(id).text.as_ref();
    let measure = |stat: Stat| if printed { printed_value(state, id, stat) } else { value(state, id, stat) };
    let keyword = |word: Keyword| {
        if printed {
            text.is_some_and(|text| text.keywords.iter().any(|line| Keyword::of_line(line) == Some(word)))
        } else {
            has_keyword(state, id, word)
        }
    };
    let bound = |amount: &Amount| amount_as(state, amount, scope, 0, look);
    filter.speed_at_least.is_none_or(|least| measure(Stat::Speed) >= least)
        && filter.at_least.iter().all(|(stat, least)| measure(*stat) >= bound(least))
        && filter.at_most.iter().all(|(stat, most)| measure(*stat) <= bound(most))
        && filter.keyword.is_none_or(keyword)
}

fn refers(state: &State, names: &Many<String>, id: CardId, scope: &Scope) -> bool {
    names.all().iter().any(|name| named(state, scope, name).contains(&id))
}

/// The cards a name stands for.
pub(crate) fn named(state: &State, scope: &Scope, name: &str) -> Vec<CardId> {
    let attack = state.table.attack.as_ref();
    let Some(standing) = StandingName::spelled(name) else {
        return scope.bound.get(name).cloned().unwrap_or_default();
    };
    let one = match standing {
        StandingName::This => scope.source,
        StandingName::It => scope.event.as_ref().and_then(|event| event.card),
        StandingName::Source => scope.event.as_ref().and_then(|event| event.by),
        StandingName::Attacker => attack.map(|attack| attack.attacker),
        StandingName::Defender => attack.map(|attack| attack.defender),
    };
    one.into_iter().collect()
}

/// A player, seen from an effect; none for `anyone`.
pub(crate) fn who(state: &State, scope: &Scope, who: Who) -> Option<Player> {
    match who {
        Who::You => Some(scope.you),
        Who::Opponent => Some(other(scope.you)),
        Who::DarkSide => Some(DARK),
        Who::LightSide => Some(LIGHT),
        Who::ItsController => scope.against.or_else(|| {
            scope.event.as_ref().and_then(|event| event.card).map(|id| state.table.card(id).owner)
        }),
        Who::Anyone => None,
    }
}

/// Whether all conditions are true.
pub(crate) fn all_hold(state: &State, conditions: &[Condition], scope: &Scope) -> bool {
    hold(state, conditions, scope, Look::Play)
}

/// Whether all conditions of a static ability are true; it does not look at what others give.
pub(super) fn static_holds(state: &State, conditions: &[Condition], scope: &Scope) -> bool {
    hold(state, conditions, scope, Look::Printed)
}

fn hold(state: &State, conditions: &[Condition], scope: &Scope, look: Look) -> bool {
    let anywhere = if look == Look::Printed { Look::Printed } else { Look::Anywhere };
    conditions.iter().all(|condition| match condition {
        Condition::Is { card, like } => {
            let cards = named(state, scope, card);
            !cards.is_empty() && cards.iter().all(|id| matches(state, like, *id, scope, anywhere))
        }
        Condition::Exists(filter) => state.table.ids().any(|id| matches(state, filter, id, scope, look)),
        Condition::NoAttack(none) => state.table.attack.is_none() == *none,
        Condition::Force { player, at_least } => {
            who(state, scope, *player).is_some_and(|player| state.table.force(player) >= *at_least)
        }
        Condition::None(filter) => !state.table.ids().any(|id| matches(state, filter, id, scope, look)),
        Condition::Compare { amount, at_least, at_most, equals } => {
            let of = |amount: &Amount| amount_as(state, amount, scope, 0, look);
            let found = of(amount);
            at_least.as_ref().is_none_or(|least| found >= of(least))
                && at_most.as_ref().is_none_or(|most| found <= of(most))
                && equals.as_ref().is_none_or(|wanted| found == of(wanted))
        }
        Condition::Happened(trigger) => times(state, trigger, scope) > 0,
        Condition::Pending(filter) => {
            let there = state.table.ids().filter(|id| pending_on(state, *id) > 0);
            there.into_iter().any(|id| matches(state, filter, id, scope, anywhere))
        }
        Condition::Not(conditions) => {
            !conditions.iter().any(|one| hold(state, std::slice::from_ref(one), scope, look))
        }
        Condition::Any(conditions) => {
            conditions.iter().any(|one| hold(state, std::slice::from_ref(one), scope, look))
        }
    })
}

/// How often something has happened this turn.
fn times(state: &State, trigger: &Trigger, scope: &Scope) -> u32 {
    let history = state.table.memory.history.iter();
    history.filter(|event| fits(state, trigger, event, scope)).count() as u32
}

/// An amount; `all` is what there is.
pub(crate) fn amount(state: &State, amount: &Amount, scope: &Scope, all: u32) -> u32 {
    amount_as(state, amount, scope, all, Look::Play)
}

/// An amount, looked at as closely as that.
pub(super) fn amount_as(state: &State, amount: &Amount, scope: &Scope, all: u32, look: Look) -> u32 {
    let of = |amount: &Amount| amount_as(state, amount, scope, all, look);
    match amount {
        Amount::Number(n) => *n,
        Amount::Word(word) => match word {
            AmountWord::X => scope.x,
            AmountWord::Paid => scope.paid,
            AmountWord::Amount => scope.event.as_ref().map_or(0, |event| event.amount),
            AmountWord::All => all,
            AmountWord::Force => state.table.force(scope.you),
            AmountWord::Hits => state.table.attack.as_ref().and_then(|attack| attack.hits).unwrap_or(0),
            AmountWord::Roll => scope.roll,
            AmountWord::OtherRoll => scope.other_roll,
            AmountWord::Prevented => scope.prevented,
            AmountWord::Removed => scope.removed,
        },
        Amount::Count { count } => {
            state.table.ids().filter(|id| matches(state, count, *id, scope, look)).count() as u32
        }
        Amount::Happened { happened } => times(state, happened, scope),
        Amount::Stat { stat, of, per } => {
            let one = |id: &CardId| match (left_with(state, *id, scope), look) {
                (Some(left_with), _) => left_with.get(stat).copied().unwrap_or(0),
                (None, Look::Printed) => printed_value(state, *id, *stat),
                (None, Look::Play | Look::Anywhere) => value(state, *id, *stat),
            };
            let total: u32 = named(state, scope, of).iter().map(one).sum();
            total / (*per).max(1)
        }
        Amount::Sum { sum } => sum.iter().map(of).fold(0, u32::saturating_add),
        Amount::Minus { from, minus } => of(from).saturating_sub(of(minus)),
        Amount::Times { times } => times.iter().map(of).fold(1, u32::saturating_mul),
        Amount::Half { half, up } => (of(half) + u32::from(*up)) / 2,
    }
}

/// What a card amounted to when it left its arena, if an effect knew it there.
fn left_with<'s>(state: &'s State, id: CardId, scope: &Scope) -> Option<&'s BTreeMap<Stat, u32>> {
    let was_named = scope.places.get(&id).is_some_and(|zone| arena_of(*zone).is_some());
    let was_seen = || scope.event.as_ref().is_some_and(|e| e.card == Some(id) && e.arena.is_some());
    let known = in_arena(state, id).is_none() && (was_named || was_seen());
    state.table.card(id).left_with.as_deref().filter(|_| known)
}

pub(crate) fn zone_of(arena: Arena) -> Zone {
    match arena {
        Arena::Space => Zone::Space,
        Arena::Ground => Zone::Ground,
        Arena::Character => Zone::Character,
    }
}

pub(crate) fn arena_of(zone: Zone) -> Option<Arena> {
    match zone {
        Zone::Space => Some(Arena::Space),
        Zone::Ground => Some(Arena::Ground),
        Zone::Character => Some(Arena::Character),
        Zone::Build
        | Zone::Hand
        | Zone::Deck
        | Zone::Discard
        | Zone::Under
        | Zone::Removed
        | Zone::Playing => None,
    }
}

/// Whether an event is the one a trigger waits for.
pub(crate) fn fits(state: &State, when: &Trigger, event: &Event, scope: &Scope) -> bool {
    let like = |filter: &Option<Filter>, card: Option<CardId>| match filter {
        None => true,
        Some(filter) => card.is_some_and(|card| matches(state, filter, card, scope, Look::Anywhere)),
    };
    when.event == event.kind
        && like(&when.card, event.card)
        && like(&when.by, event.by)
        && when.player.is_none_or(|word| who(state, scope, word).is_none_or(|p| event.player == Some(p)))
        && when.arena.is_none_or(|arena| event.arena == Some(arena))
        && when.attack.is_none_or(|attack| event.attack == attack)
}

#[cfg(test)]
mod tests {
    use crate::engine::tcg::test_support::check;

    /// The card taps what it may target; what it may not is refused.
    fn target(play: &str, target: &str, refused: &str) -> String {
        format!(
            "at: character.start\ngiven: {{light: {{force: 2, hand: [Ambush]}}, dark: {{play: [{play}]}}}}\n\
             script: [{{Light: {{play: Ambush, target: {target}, in: character.start{refused}}}}}]"
        )
    }

    #[test]
    fn quantities_are_compared_as_they_are_now() {
        check(&target("Trooper", "Trooper", ""), "card: Trooper, tapped: true");
        let stronger = target("Trooper, Captain", "Trooper", ", refused: rulebook");
        check(&stronger, "card: Trooper, tapped: false, values: {power: 4}");
    }
}
