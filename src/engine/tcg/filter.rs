//! Which cards are meant.

use super::ability::{Amount, AmountWord, Arena, Condition, Filter, Many, Who, Whose, Zone};
use super::facts::{CardType, fold};
use super::scope::Scope;
use super::table::{CardId, DARK, LIGHT, Role, other};
use super::values::{has_keyword, in_arena, is_unique, printed_type, subtypes, value};
use super::{State, facts::Stat};
use crate::engine::kernel::Player;

/// How closely a filter looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// A card in play, as it is now.
    Play,
    /// A card wherever it is: what a trigger is about may have left already.
    Anywhere,
    /// As printed: for static abilities, which must not look at each other.
    Printed,
}

/// The cards that match, in the order of the table.
pub(super) fn candidates(state: &State, filter: &Filter, scope: &Scope) -> Vec<CardId> {
    state.table.ids().filter(|id| matches(state, filter, *id, scope, Look::Play)).collect()
}

/// Whether a card matches.
pub(super) fn matches(state: &State, filter: &Filter, id: CardId, scope: &Scope, look: Look) -> bool {
    let card = state.table.card(id);
    place(state, filter, id, look)
        && filter.whose.is_none_or(|whose| match whose {
            Whose::Yours => card.owner == scope.you,
            Whose::Opponents => card.owner != scope.you,
        })
        && words(state, filter, id)
        && filter.tapped.is_none_or(|tapped| card.tapped == tapped)
        && filter.damaged.is_none_or(|damaged| (card.damage > 0) == damaged)
        && filter.unique.is_none_or(|unique| is_unique(state, id) == unique)
        && filter.piloted.is_none_or(|p| state.table.under(id, Role::Pilot).next().is_some() == p)
        && filter.last_attack_hits.is_none_or(|hits| card.last_hits == Some(hits))
        && fight(state, filter, id)
        && measured(state, filter, id, look)
        && (filter.is.is_empty() || refers(state, &filter.is, id, scope))
        && !refers(state, &filter.other_than, id, scope)
        && filter.not.as_ref().is_none_or(|not| !matches(state, not, id, scope, Look::Anywhere))
}

fn place(state: &State, filter: &Filter, id: CardId, look: Look) -> bool {
    let card = state.table.card(id);
    let kind = printed_type(state, id);
    let unit = kind.and_then(CardType::arena).is_some();
    let typed = match filter.types.all() {
        [] => unit || filter.zone.is_some() || look == Look::Anywhere,
        types => kind.is_some_and(|kind| types.contains(&kind)),
    };
    let there = match (filter.zone, filter.arena.all()) {
        (Some(zone), _) => card.zone == zone,
        (None, []) => look == Look::Anywhere || in_arena(state, id).is_some(),
        (None, arenas) => match look {
            Look::Anywhere => in_arena(state, id).or(kind.and_then(CardType::arena)),
            _ => in_arena(state, id),
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
        && filter
            .name
            .as_ref()
            .is_none_or(|name| text.is_some_and(|text| fold(text.own_name()) == fold(name)))
        && filter.side.is_none_or(|side| text.is_some_and(|text| text.side == side))
}

/// Whether a line of subtypes holds these words, one after the other.
fn has_words(line: &str, wanted: &str) -> bool {
    let split =
        |text: &str| -> Vec<String> { text.split_whitespace().map(fold).filter(|w| !w.is_empty()).collect() };
    let (line, wanted) = (split(line), split(wanted));
    !wanted.is_empty() && line.windows(wanted.len()).any(|part| part == wanted.as_slice())
}

fn fight(state: &State, filter: &Filter, id: CardId) -> bool {
    let attack = state.table.attack.as_ref();
    filter.attacking.is_none_or(|attacking| attack.is_some_and(|a| a.attacker == id) == attacking)
        && filter.attacked.is_none_or(|attacked| attack.is_some_and(|a| a.defender == id) == attacked)
}

fn measured(state: &State, filter: &Filter, id: CardId, look: Look) -> bool {
    let printed = look == Look::Printed;
    let text = state.table.card(id).text.as_ref();
    let speed = || match printed {
        true => text.map_or(0, |text| text.speed),
        false => value(state, id, Stat::Speed),
    };
    let keyword = |word: &String| match printed {
        true => text.is_some_and(|text| text.keywords.iter().any(|k| fold(k).starts_with(&fold(word)))),
        false => has_keyword(state, id, word),
    };
    filter.speed_at_least.is_none_or(|least| speed() >= least) && filter.keyword.as_ref().is_none_or(keyword)
}

fn refers(state: &State, names: &Many<String>, id: CardId, scope: &Scope) -> bool {
    names.all().iter().any(|name| named(state, scope, name).contains(&id))
}

/// The cards a name stands for.
pub(super) fn named(state: &State, scope: &Scope, name: &str) -> Vec<CardId> {
    let attack = state.table.attack.as_ref();
    let one = match name {
        "self" => scope.source,
        "it" => scope.event.as_ref().and_then(|event| event.card),
        "source" => scope.event.as_ref().and_then(|event| event.by),
        "attacker" => attack.map(|attack| attack.attacker),
        "defender" => attack.map(|attack| attack.defender),
        _ => return scope.bound.get(name).cloned().unwrap_or_default(),
    };
    one.into_iter().collect()
}

/// A player, seen from an effect; none for `anyone`.
pub(super) fn who(state: &State, scope: &Scope, who: Who) -> Option<Player> {
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
pub(super) fn all_hold(state: &State, conditions: &[Condition], scope: &Scope) -> bool {
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
    })
}

/// An amount; `all` is what there is.
pub(super) fn amount(state: &State, amount: &Amount, scope: &Scope, all: u32) -> u32 {
    match amount {
        Amount::Number(n) => *n,
        Amount::Word(AmountWord::X) => scope.x,
        Amount::Word(AmountWord::Paid) => scope.paid,
        Amount::Word(AmountWord::Amount) => scope.event.as_ref().map_or(0, |event| event.amount),
        Amount::Word(AmountWord::All) => all,
        Amount::Count { count } => candidates(state, count, scope).len() as u32,
        Amount::Stat { stat, of, per } => {
            let total: u32 = named(state, scope, of).iter().map(|id| value(state, *id, *stat)).sum();
            total / (*per).max(1)
        }
    }
}

/// The zone of an arena.
pub(super) fn zone_of(arena: Arena) -> Zone {
    match arena {
        Arena::Space => Zone::Space,
        Arena::Ground => Zone::Ground,
        Arena::Character => Zone::Character,
    }
}

/// The arena of a zone.
pub(super) fn arena_of(zone: Zone) -> Option<Arena> {
    match zone {
        Zone::Space => Some(Arena::Space),
        Zone::Ground => Some(Arena::Ground),
        Zone::Character => Some(Arena::Character),
        _ => None,
    }
}
