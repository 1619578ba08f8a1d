//! What a card is now: its printed values, what is stacked under it, what others give it.

use super::filter::{Look, amount_as, arena_of, matches, static_holds};
use super::scope::Scope;
use super::table::{AsLongAs, CardId, DARK, LIGHT, Role};
use crate::engine::cards::Vocabulary as _;
use crate::engine::cards::is_same;
use crate::engine::kernel::Player;
use crate::engine::tcg::State;
use crate::engine::tcg::vocabulary::facts::split_keyword;
use crate::engine::tcg::vocabulary::{
    Ability, AbilityKind, Amount, Arena, CardSide, CardType, Gives, GivesKind, Keyword, Stat, Whose, cite,
    normalize_name, shorthand,
};

pub(crate) fn printed_type(state: &State, id: CardId) -> Option<CardType> {
    state.table.card(id).text.as_ref().map(|text| text.kind)
}

pub(crate) fn is_unit(state: &State, id: CardId) -> bool {
    printed_type(state, id).and_then(CardType::arena).is_some()
}

pub(crate) fn in_arena(state: &State, id: CardId) -> Option<Arena> {
    arena_of(state.table.card(id).zone)
}

pub(crate) fn units_in(state: &State, arena: Arena) -> Vec<CardId> {
    state.table.ids().filter(|id| is_unit(state, *id) && in_arena(state, *id) == Some(arena)).collect()
}

/// Whether it is unique: it has a version letter. A card that merely names itself is not unique
/// (general.7).
pub(crate) fn is_unique(state: &State, id: CardId) -> bool {
    let Some(text) = &state.table.card(id).text else { return false };
    text.version().is_some() || (text.names_itself && !state.switches.on(cite::NAMES_ITSELF))
}

/// Its subtypes, printed and given.
pub(crate) fn subtypes(state: &State, id: CardId) -> Vec<&str> {
    let printed = state.table.card(id).text.iter().map(|text| text.subtypes.as_str());
    let given = state.table.lasting.iter().filter(|lasting| lasting.card == id);
    let given = given.filter_map(|lasting| lasting.gives.subtype());
    // What a card always counts as is among its own abilities.
    let own = state.table.card(id).text.iter().flat_map(|text| text.0.abilities.iter());
    let own = own.filter(|ability| ability.kind == AbilityKind::Static && ability.to.is_none());
    let own = own.flat_map(|ability| &ability.gives).filter_map(Gives::subtype);
    printed.chain(given).chain(own).collect()
}

/// The ability as it is read: by its ruling, or as if that had never been written.
pub(super) fn reading<'a>(state: &State, ability: &'a Ability) -> &'a Ability {
    match (&ability.ruling, &ability.without) {
        (Some(ruling), Some(without)) if !state.switches.on(ruling) => without,
        _ => ability,
    }
}

/// A card's abilities: printed ones first, then those given to it.
pub(crate) fn abilities(state: &State, id: CardId) -> Vec<&Ability> {
    with_giver(state, id).map(|(ability, _)| ability).collect()
}

/// The same, each with the player who has given it to the card, if it is not printed on that.
pub(crate) fn abilities_with_giver(state: &State, id: CardId) -> Vec<(&Ability, Option<Player>)> {
    with_giver(state, id).collect()
}

fn with_giver(state: &State, id: CardId) -> impl Iterator<Item = (&Ability, Option<Player>)> {
    let printed = state.table.card(id).text.iter().flat_map(|text| text.0.abilities.iter());
    let given = given(state, id, GivesKind::Ability).into_iter();
    let given = given.filter_map(|given| Some((given.gives.ability()?, given.giver(state))));
    let all = printed.map(|ability| (ability, None)).chain(given);
    all.map(|(ability, giver)| (reading(state, ability), giver))
}

/// One of a card's abilities.
pub(crate) fn ability(state: &State, id: CardId, at: u8) -> Option<&Ability> {
    with_giver(state, id).map(|(ability, _)| ability).nth(usize::from(at))
}

/// Something given to a card, and by what.
struct Given<'a> {
    gives: &'a Gives,
    source: Option<CardId>,
    scope: Option<&'a Scope>,
}

impl Given<'_> {
    /// Whose doing it is.
    fn giver(&self, state: &State) -> Option<Player> {
        let holder = || self.source.map(|id| state.table.card(id).owner);
        self.scope.map(|scope| scope.you).or_else(holder)
    }

    /// How much an addition adds, with what it is counted by.
    fn times(&self, state: &State, per: Option<&Amount>) -> i64 {
        let Some(per) = per else { return 1 };
        let own = || Scope::new(self.source.map_or(DARK, |id| state.table.card(id).owner), self.source);
        let scope = self.scope.cloned().unwrap_or_else(own);
        i64::from(amount_as(state, per, &scope, 0, Look::Printed))
    }
}

/// What is given to a card of a kind: by lasting effects, by static abilities of cards in the arenas, by its
/// pilots and its Equipment.
pub(crate) fn gives(state: &State, id: CardId, kind: GivesKind) -> Vec<&Gives> {
    given(state, id, kind).into_iter().map(|given| given.gives).collect()
}

/// Whether anything of a kind could be given to any card, were all its conditions true.
fn may_give(state: &State, kind: GivesKind) -> bool {
    let table = &state.table;
    !table.able.giving(kind).is_empty()
        || table.lasting.iter().any(|lasting| lasting.gives.leads_to(kind))
        || table
            .memory
            .standing
            .iter()
            .any(|standing| standing.gives.iter().any(|gives| gives.leads_to(kind)))
}

fn given(state: &State, id: CardId, kind: GivesKind) -> Vec<Given<'_>> {
    if !may_give(state, kind) {
        return Vec::new();
    }
    let wanted = |gives: &&Gives| gives.kind() == kind;
    let holds = |as_long_as: &AsLongAs| static_holds(state, &as_long_as.conditions, &as_long_as.scope);
    let mut all = Vec::new();
    for lasting in
        state.table.lasting.iter().filter(|l| l.card == id && wanted(&&l.gives) && holds(&l.as_long_as))
    {
        let scope = Some(&lasting.as_long_as.scope);
        all.push(Given { gives: &lasting.gives, source: lasting.source, scope });
    }
    for standing in &state.table.memory.standing {
        let scope = &standing.as_long_as.scope;
        let any = standing.gives.iter().any(|gives| wanted(&gives));
        if any && holds(&standing.as_long_as) && matches(state, &standing.to, id, scope, Look::Printed) {
            let gives = standing.gives.iter().filter(wanted);
            all.extend(gives.map(|gives| Given { gives, source: scope.source, scope: Some(scope) }));
        }
    }
    for (source, ability) in statics_there(state, kind) {
        if touches(state, source, ability, id) && at_work(state, source, ability) {
            let gives = ability.gives.iter().filter(wanted);
            all.extend(gives.map(|gives| Given { gives, source: Some(source), scope: None }));
        }
    }
    for (source, ability) in attached(state, id, kind) {
        let gives = ability.gives.iter().filter(wanted);
        all.extend(gives.map(|gives| Given { gives, source: Some(source), scope: None }));
    }
    all
}

/// The ability by which a card can be attached to units, and as what.
pub(crate) fn attach_ability(state: &State, id: CardId) -> Option<(Role, &Ability)> {
    let text = state.table.card(id).text.as_ref()?;
    text.0.abilities.iter().find_map(|a| role_of(a.kind).map(|role| (role, a)))
}

/// What the pilots and the Equipment of a card say of it, if they give it something of a kind.
fn attached(state: &State, id: CardId, kind: GivesKind) -> Vec<(CardId, &Ability)> {
    let mut all = Vec::new();
    if state.table.able.giving(kind).is_empty() {
        return all;
    }
    for role in [Role::Pilot, Role::Equipment] {
        for under in state.table.under(id, role) {
            let Some(text) = &state.table.card(under).text else { continue };
            let of_role = |ability: &&Ability| {
                role_of(ability.kind) == Some(role) && ability.gives.iter().any(|gives| gives.kind() == kind)
            };
            let holds = |ability: &&Ability| {
                ability.r#if.is_empty()
                    || static_holds(state, &ability.r#if, &Scope::new(state.table.card(id).owner, Some(id)))
            };
            let abilities = text.0.abilities.iter().filter(of_role).filter(holds);
            all.extend(abilities.map(|ability| (under, ability)));
        }
    }
    all
}

/// The static abilities now at work that give something of a kind, with the cards they are on.
fn statics(state: &State, kind: GivesKind) -> Vec<(CardId, &Ability)> {
    let there = statics_there(state, kind).into_iter();
    there.filter(|(id, ability)| at_work(state, *id, ability)).collect()
}

/// Whether what must be so for a static ability of a card is so.
fn at_work(state: &State, id: CardId, ability: &Ability) -> bool {
    let scope = || Scope::new(state.table.card(id).owner, Some(id));
    ability.r#if.is_empty() || static_holds(state, &ability.r#if, &scope())
}

/// The static abilities of cards in the arenas that give something of a kind, at work or not.
fn statics_there(state: &State, kind: GivesKind) -> Vec<(CardId, &Ability)> {
    let table = &state.table;
    let mut sources = table.able.giving(kind).to_vec();
    // What a pilot, Equipment or a lasting effect gives a unit can be a static ability of that unit.
    let lasting = table.lasting.iter().filter(|lasting| lasting.gives.kind() == GivesKind::Ability);
    sources.extend(lasting.map(|lasting| lasting.card));
    let attached_give = table.able.may_be_given(kind);
    if attached_give {
        sources.extend(table.cards.iter().filter_map(|card| Some(card.host?.0)));
    }
    sources.sort_unstable();
    sources.dedup();
    let mut all = Vec::new();
    for id in sources.into_iter().filter(|id| in_arena(state, *id).is_some()) {
        let Some(text) = &table.card(id).text else { continue };
        let printed = text.0.abilities.iter().map(|ability| reading(state, ability));
        let attached = if attached_give { attached(state, id, GivesKind::Ability) } else { Vec::new() };
        let attached = attached.into_iter().flat_map(|(_, ability)| &ability.gives);
        let lasting = table.lasting.iter().filter(|lasting| lasting.card == id);
        let given = attached.chain(lasting.map(|lasting| &lasting.gives)).filter_map(Gives::ability);
        let gives_it = |ability: &&Ability| {
            ability.kind == AbilityKind::Static && ability.gives.iter().any(|gives| gives.kind() == kind)
        };
        let statics = printed.chain(given).filter(gives_it);
        all.extend(statics.map(|ability| (id, ability)));
    }
    all
}

fn touches(state: &State, source: CardId, ability: &Ability, id: CardId) -> bool {
    match &ability.to {
        None => source == id,
        Some(filter) => {
            let scope = Scope::new(state.table.card(source).owner, Some(source));
            matches(state, filter, id, &scope, Look::Printed)
        }
    }
}

/// The card that forbids something to another, in words behind what is forbidden; none if nothing forbids it.
pub(crate) fn forbidden_by(state: &State, id: CardId, what: &Gives) -> Option<String> {
    let found = given(state, id, what.kind()).into_iter().find(|given| given.gives == what)?;
    let by =
        found.source.map_or_else(|| " now".into(), |card| format!(": {} forbids it", state.table.id(card)));
    Some(by)
}

/// The card by which another one has been given something of a kind, if one has.
pub(crate) fn giver(state: &State, id: CardId, kind: GivesKind) -> Option<CardId> {
    given(state, id, kind).into_iter().next()?.source
}

/// Whether a card has been given something.
pub(crate) fn is_given(state: &State, id: CardId, what: &Gives) -> bool {
    gives(state, id, what.kind()).contains(&what)
}

/// A quantity of a card as printed, with what is stacked under it.
pub(super) fn printed_value(state: &State, id: CardId, stat: Stat) -> u32 {
    let Some(text) = &state.table.card(id).text else { return 0 };
    let stacked = state.table.under(id, Role::Stacked).count() as u32;
    match stat {
        // The total build cost includes one for each card stacked under the unit (contested.3).
        Stat::Cost => text.cost.number() + stacked,
        Stat::Speed => text.speed + 10 * stacked,
        Stat::Power => text.power + stacked,
        Stat::Health => text.health + stacked,
        Stat::Damage => state.table.card(id).damage,
        Stat::Counters => state.table.card(id).build,
        Stat::Stack => stacked,
    }
}

/// A quantity of a card now, never below zero.
pub fn value(state: &State, id: CardId, stat: Stat) -> u32 {
    if state.table.card(id).text.is_none() {
        return 0;
    }
    let printed = printed_value(state, id, stat);
    let added: i64 = given(state, id, GivesKind::Quantity(stat))
        .into_iter()
        .map(|given| {
            let Gives::Add { by, per, .. } = given.gives else { return 0 };
            i64::from(*by) * given.times(state, per.as_ref())
        })
        .sum();
    u32::try_from((i64::from(printed) + added).max(0)).unwrap_or(u32::MAX)
}

/// The number of a keyword; 0 without the keyword, 1 for one without a number.
pub(crate) fn keyword(state: &State, id: CardId, keyword: Keyword) -> i64 {
    if is_given(state, id, &Gives::LosesKeyword(keyword)) {
        return 0;
    }
    let all = keyword_lines(state, id).into_iter().filter_map(split_keyword);
    all.filter(|(own, _)| *own == keyword).map(|(_, n)| n).sum()
}

/// Whether a keyword is printed on a card or given to it, though it may be lost.
pub(crate) fn has_or_lost_keyword(state: &State, id: CardId, word: Keyword) -> bool {
    keyword_lines(state, id).into_iter().filter_map(split_keyword).any(|(own, _)| own == word)
}

/// The lines of keywords that a card has, printed and given.
fn keyword_lines(state: &State, id: CardId) -> Vec<&str> {
    let Some(text) = &state.table.card(id).text else { return Vec::new() };
    let given = gives(state, id, GivesKind::Keyword)
        .into_iter()
        .filter_map(|gives| if let Gives::Keyword(keyword) = gives { Some(keyword.as_str()) } else { None });
    text.keywords.iter().map(String::as_str).chain(given).collect()
}

/// Whether a card has a keyword.
pub(crate) fn has_keyword(state: &State, id: CardId, word: Keyword) -> bool {
    keyword(state, id, word) != 0
}

/// Whether a card has a keyword as a line has it: of one with its number that number, of `Evade` any Evade,
/// of `Evade 2 for 3` that one.
pub(crate) fn has_keyword_line(state: &State, id: CardId, line: &str) -> bool {
    if let Some(keyword) = Keyword::named(line) {
        return has_keyword(state, id, keyword);
    }
    if let Some((word, n)) = split_keyword(line) {
        return keyword(state, id, word) == n;
    }
    let word = |line: &str| normalize_name(line.split_whitespace().next().unwrap_or_default());
    keyword_lines(state, id).into_iter().any(|own| {
        if shorthand::is_word(line) {
            shorthand::ability(own).is_some() && word(own) == word(line)
        } else {
            is_same(own, line)
        }
    })
}

/// Whether damage a unit does is doubled.
pub(crate) fn doubles(state: &State, id: CardId) -> bool {
    is_given(state, id, &Gives::DoubleDamage)
}

/// How many build counters a card lacks.
pub(crate) fn lacking(state: &State, id: CardId) -> u32 {
    build_cost(state, id).saturating_sub(state.table.card(id).build)
}

/// What a card costs to build now; 0 for X.
pub(crate) fn build_cost(state: &State, id: CardId) -> u32 {
    let Some(text) = &state.table.card(id).text else { return 0 };
    let changes = gives(state, id, GivesKind::BuildCost)
        .into_iter()
        .map(|gives| if let Gives::BuildCost(by) = gives { i64::from(*by) } else { 0 });
    u32::try_from((i64::from(text.cost.number()) + changes.sum::<i64>()).max(0)).unwrap_or(0)
}

/// The Force an ability costs now, from what its printed cost says.
pub(crate) fn force_cost(state: &State, card: CardId, kind: AbilityKind, printed: u32) -> u32 {
    let own = gives(state, card, GivesKind::CardCost).into_iter().map(|gives| {
        let Gives::CardCost(by) = gives else { return 0 };
        if kind == AbilityKind::Battle { i64::from(*by) } else { 0 }
    });
    let printed = u32::try_from((i64::from(printed) + own.sum::<i64>()).max(0)).unwrap_or(0);
    // A Battle card's arrow makes it no activated ability (general.5).
    let counts =
        kind == AbilityKind::Activated || kind == AbilityKind::Battle && !state.switches.on(cite::ACTIVATED);
    if !counts {
        return printed;
    }
    let mut up: i64 = 0;
    let mut down: Vec<(i64, i64)> = Vec::new();
    for gives in cost_gives(state, card, kind) {
        let Gives::AbilityCost { by, at_least } = gives else { continue };
        if *by >= 0 {
            up += i64::from(*by);
        } else {
            down.push((i64::from(*by), i64::from(*at_least)));
        }
    }
    let mut cost = i64::from(printed) + up;
    for (by, floor) in down {
        cost = if cost >= floor { (cost + by).max(floor) } else { cost };
    }
    u32::try_from(cost.max(0)).unwrap_or(0)
}

fn cost_gives(state: &State, card: CardId, kind: AbilityKind) -> Vec<&Gives> {
    if kind == AbilityKind::Activated {
        return gives(state, card, GivesKind::AbilityCost);
    }
    let owner = state.table.card(card).owner;
    let reaches = |(source, ability): &(CardId, &Ability)| {
        let yours = state.table.card(*source).owner == owner;
        match ability.to.as_ref().and_then(|to| to.whose) {
            Some(Whose::Yours) => yours,
            Some(Whose::Opponents) => !yours,
            Some(Whose::DarkSide) => owner == DARK,
            Some(Whose::LightSide) => owner != DARK,
            None => false,
        }
    };
    statics(state, GivesKind::AbilityCost)
        .into_iter()
        .filter(reaches)
        .flat_map(|(_, ability)| &ability.gives)
        .collect()
}

/// Whether a player controls an arena: he has a unit there that counts, and the opponent has none.
pub(crate) fn controls(state: &State, player: Player, arena: Arena) -> bool {
    let counts = |owner: Player| {
        let units = units_in(state, arena).into_iter().filter(|id| state.table.card(*id).owner == owner);
        units.filter(|id| !is_given(state, *id, &Gives::DoesNotCount)).count()
    };
    counts(player) > 0 && counts(super::table::other(player)) == 0
}

/// Whether a player has a unit in every arena.
pub(crate) fn everywhere(state: &State, player: Player) -> bool {
    [Arena::Space, Arena::Ground, Arena::Character]
        .into_iter()
        .all(|arena| units_in(state, arena).iter().any(|id| state.table.card(*id).owner == player))
}

/// A card that either side may have, or that of one side only: whether a player may have it.
pub(crate) fn fits_side(side: CardSide, player: Player) -> bool {
    match side {
        CardSide::Neutral => true,
        CardSide::Dark => player == DARK,
        CardSide::Light => player == LIGHT,
    }
}

/// Whether a kind of ability is what a card under a unit gives to it.
pub(super) fn role_of(kind: AbilityKind) -> Option<Role> {
    match kind {
        AbilityKind::Pilot => Some(Role::Pilot),
        AbilityKind::Equip => Some(Role::Equipment),
        AbilityKind::Activated
        | AbilityKind::Battle
        | AbilityKind::Mission
        | AbilityKind::Triggered
        | AbilityKind::Static
        | AbilityKind::Upkeep
        | AbilityKind::Bounty => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::tcg::test_support::check;

    const TWO: &str = "at: character.attacks\ngiven: {dark: {play: [Trooper, Captain]}}";

    #[test]
    fn what_others_give_is_added() {
        check(TWO, "card: Trooper, values: {power: 4, speed: 40}");
        check(TWO, "card: Captain, values: {power: 2}");
    }

    #[test]
    fn what_is_given_for_each_is_counted() {
        let swarm = "at: character.attacks\ngiven: {dark: {play: [{card: Swarm, as: A}, {card: Swarm, as: B}, {card: Swarm, as: C}]}}";
        check(swarm, "card: A, values: {power: 3}");
        check("at: character.attacks\ngiven: {dark: {play: [Swarm]}}", "card: Swarm, values: {power: 1}");
    }

    #[test]
    fn what_is_stacked_counts() {
        let stack =
            "at: character.attacks\ngiven: {light: {play: [{card: Knight (A), stack: [Knight (B)]}]}}";
        check(stack, "card: Knight (A), values: {cost: 6, speed: 60, power: 6, health: 5, stack: 1}");
    }

    #[test]
    fn keywords_are_had_or_not() {
        check(
            "at: character.attacks\ngiven: {light: {play: [Knight (A)]}}",
            "card: Knight (A), keywords: [Shields]",
        );
    }
}
