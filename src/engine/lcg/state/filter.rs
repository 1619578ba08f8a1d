//! Which cards are meant.

use super::event::Why;
use super::scope::Scope;
use super::table::{CardId, DARK, Engagement, LIGHT, other};
use super::values::{
    considered_committed, given_in_play, has_keyword, in_force, printed_keyword, reserve, value,
};
use crate::engine::cards::{Vocabulary as _, is_same};
use crate::engine::kernel::Player;
use crate::engine::lcg::State;
use crate::engine::lcg::vocabulary::{
    Ability, Amount, AmountWord, CardText, CardType, Condition, Filter, Gives, GivesKind, Having, Select,
    StandingName, Stat, Who, Whose, Zone, cite, normalize_name,
};

/// The player meant by a word, if there is one.
pub(crate) fn who(state: &State, scope: &Scope, who: Who) -> Option<Player> {
    match who {
        Who::You => Some(scope.you),
        Who::Opponent => Some(other(scope.you)),
        Who::LightSide => Some(LIGHT),
        Who::DarkSide => Some(DARK),
        Who::ItsController => {
            let it = scope.occasion.as_ref()?.event.card?;
            Some(state.table.card(it).controller)
        }
    }
}

/// The cards that go by a name.
pub(crate) fn named(state: &State, scope: &Scope, name: &str) -> Vec<CardId> {
    let occasion = scope.occasion.as_ref().map(|occasion| &occasion.event);
    let engagement = state.table.engagement.as_ref();
    let Some(standing) = StandingName::spelled(name) else {
        let bound = scope.bound.get(name).cloned();
        return bound.unwrap_or_else(|| by_id(state, name));
    };
    let one = match standing {
        StandingName::This => scope.source,
        StandingName::Host => scope.source.and_then(|source| state.table.card(source).host),
        StandingName::It => occasion.and_then(|event| event.card),
        StandingName::Source | StandingName::Striker => occasion.and_then(|event| event.source),
        StandingName::EngagedObjective => engagement.and_then(|engagement| engagement.objective),
        StandingName::DeclaredObjective => engagement.and_then(|engagement| engagement.declared),
        // A title, which several cards have.
        StandingName::Named => None,
    };
    one.into_iter().collect()
}

/// A card by the name the scenario gave it.
fn by_id(state: &State, name: &str) -> Vec<CardId> {
    let cards = state.table.cards.iter();
    let at = cards.into_iter().position(|card| *card.id == *name);
    at.map(|at| CardId(at as u16)).into_iter().collect()
}

/// All cards that match.
pub(crate) fn candidates(state: &State, filter: &Filter, scope: &Scope) -> Vec<CardId> {
    matching(state, filter, scope).collect()
}

/// The cards that match, found one after another.
pub(crate) fn matching<'s>(
    state: &'s State,
    filter: &'s Filter,
    scope: &'s Scope,
) -> impl Iterator<Item = CardId> + 's {
    let zone = only_zone(filter, filter.zone);
    let there = state.table.like(move |card| zone.is_none_or(|zone| card.zone == zone));
    there.filter(move |id| matches(state, *id, filter, scope))
}

/// How closely a filter looks at keywords and quantities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// With all that other cards give.
    Now,
    /// As printed: for constant abilities, whose reach must not depend on what they give.
    Printed,
}

/// Whether a card matches, as it is now.
pub(crate) fn matches(state: &State, id: CardId, filter: &Filter, scope: &Scope) -> bool {
    fits(state, id, filter, scope, Look::Now)
}

/// Whether a card matches, so closely looked at.
pub(crate) fn fits(state: &State, id: CardId, filter: &Filter, scope: &Scope, look: Look) -> bool {
    fits_in(state, id, filter, filter.zone, scope, look)
}

/// The same, as if the filter asked for that zone.
pub(super) fn fits_in(
    state: &State,
    id: CardId,
    filter: &Filter,
    zone: Option<Zone>,
    scope: &Scope,
    look: Look,
) -> bool {
    let card = state.table.card(id);
    if only_zone(filter, zone).is_some_and(|zone| card.zone != zone) {
        return false;
    }
    let Some(text) = &card.text else {
        return *filter == Filter { zone: filter.zone, whose: filter.whose, ..Filter::default() }
            && whose_fits(state, id, filter.whose, scope);
    };
    if !filter.types.is_empty() && !filter.types.all().contains(&text.kind) {
        return false;
    }
    let qualified = state.switches.on(cite::QUALIFIERS)
        || filter.types.all().first().is_none_or(|first| *first == text.kind);
    let qualifies = !qualified || (whose_fits(state, id, filter.whose, scope) && traits_fit(text, filter));
    let part = |one: &Filter| fits_in(state, id, one, one.zone.or(zone), scope, look);
    qualifies
        && facts_fit(text, filter)
        && state_fits(state, id, filter, scope)
        && attached_fits(state, id, filter, scope, look)
        && filter.in_faction.is_none_or(|wanted| in_faction(state, id) == Some(wanted))
        && names_fit(state, id, filter, scope)
        && keyword_fits(state, id, filter, scope, look)
        && filter.having.as_ref().is_none_or(|bounds| is_within(state, id, bounds, scope, look))
        && (filter.any.is_empty() || filter.any.iter().any(part))
        && filter.not.as_ref().is_none_or(|not| !part(not))
}

/// Where a card must be that a filter means which asks for a zone: in play if it does not say; none where one
/// of its parts says.
fn only_zone(filter: &Filter, zone: Option<Zone>) -> Option<Zone> {
    let parts_say = zone.is_none() && filter.any.iter().any(|one| one.zone.is_some());
    (!parts_say).then(|| zone.unwrap_or(Zone::Play))
}

/// Whether a quantity of a card is within bounds: as it is now, or as it is printed. What decides on
/// constant abilities that change quantities looks at printed ones only, lest two cards wait for each other.
fn is_within(state: &State, id: CardId, bounds: &Having, scope: &Scope, look: Look) -> bool {
    let printed = look == Look::Printed || scope.printed;
    let n = match &state.table.card(id).text {
        Some(text) if printed || bounds.printed => text.printed(bounds.stat),
        Some(_) | None => value(state, id, bounds.stat),
    };
    let scope = Scope { printed, ..scope.clone() };
    let of = |bound: &Amount| amount(state, bound, &scope, u32::MAX);
    bounds.at_least.as_ref().is_none_or(|least| n >= of(least))
        && bounds.at_most.as_ref().is_none_or(|most| n <= of(most))
        && bounds.more_than.as_ref().is_none_or(|less| n > of(less))
        && bounds.less_than.as_ref().is_none_or(|more| n < of(more))
}

/// What is attached to a card, and what it is attached to.
fn attached_fits(state: &State, id: CardId, filter: &Filter, scope: &Scope, look: Look) -> bool {
    let there = |like: &Filter| {
        let attached = state.table.attached(id);
        attached.into_iter().filter(|on| fits(state, *on, like, scope, look)).count() as u32
    };
    let traits = |id: CardId| state.table.card(id).text.iter().flat_map(|text| text.traits.iter());
    filter.attached.as_ref().is_none_or(|attached| there(&attached.like) >= attached.at_least)
        && filter.on_a_card.is_none_or(|on| state.table.card(id).host.is_some() == on)
        && filter.engaged_this_phase.is_none_or(|wanted| state.table.declared.contains(&id) == wanted)
        && filter.shares_trait_with.as_ref().is_none_or(|other| {
            let theirs = named(state, scope, other).into_iter().filter(|other| *other != id).flat_map(traits);
            theirs.into_iter().any(|word| traits(id).any(|own| own.eq_ignore_ascii_case(word)))
        })
}

fn whose_fits(state: &State, id: CardId, whose: Option<Whose>, scope: &Scope) -> bool {
    let card = state.table.card(id);
    let holder = if card.zone == Zone::Play { card.controller } else { card.owner };
    match whose {
        None => true,
        Some(Whose::Friendly) => holder == scope.you,
        Some(Whose::Enemy) => holder != scope.you,
        Some(Whose::Your) => holder == scope.you || !state.switches.on(cite::YOUR),
    }
}

fn traits_fit(text: &CardText, filter: &Filter) -> bool {
    let has = |name: &String| text.traits.iter().any(|own| own.eq_ignore_ascii_case(name));
    (filter.traits.is_empty() || filter.traits.all().iter().any(has))
        && !filter.without_trait.all().iter().any(has)
}

fn facts_fit(text: &CardText, filter: &Filter) -> bool {
    filter.affiliation.as_ref().is_none_or(|affiliation| *affiliation == text.affiliation)
        && filter.title.as_ref().is_none_or(|title| title.eq_ignore_ascii_case(&text.title))
        && filter.without_affiliation.as_ref() != Some(&text.affiliation)
        && filter.cost_at_most.is_none_or(|most| text.cost <= most)
        && filter.cost_at_least.is_none_or(|least| text.cost >= least)
        && filter.unique.is_none_or(|unique| text.unique == unique)
}

/// Whether a card has the affiliation of its controller's affiliation card, as printed on both; unknown
/// without one.
fn in_faction(state: &State, id: CardId) -> Option<bool> {
    let card = state.table.card(id);
    let holder = if card.zone == Zone::Play { card.controller } else { card.owner };
    let affiliations = controlled(state, holder, CardType::Affiliation);
    let of = |id: CardId| state.table.card(id).text.as_ref().map(|text| &text.affiliation);
    let theirs = of(*affiliations.first()?)?;
    Some(of(id)? == theirs)
}

fn keyword_fits(state: &State, id: CardId, filter: &Filter, scope: &Scope, look: Look) -> bool {
    filter.keyword.is_none_or(|keyword| {
        if look == Look::Printed || scope.printed {
            state.table.card(id).text.as_ref().is_some_and(|text| printed_keyword(text, keyword))
        } else {
            has_keyword(state, id, keyword)
        }
    })
}

fn state_fits(state: &State, id: CardId, filter: &Filter, scope: &Scope) -> bool {
    let card = state.table.card(id);
    let engagement = state.table.engagement.as_ref();
    let is = |wanted: Option<bool>, found: bool| wanted.is_none_or(|wanted| wanted == found);
    let on_it = |id: &CardId| state.table.card(*id).zone == Zone::Play;
    filter.damage_at_least.is_none_or(|least| card.damage >= least)
        && filter.focus_at_least.is_none_or(|least| card.focus >= least)
        && is(filter.defending, engagement.is_some_and(|e| e.defenders.contains(&id)))
        && filter.holds_captured.is_none_or(|wanted| {
            let held = |at: &CardId| state.table.card(*at).zone == Zone::Captured;
            wanted == state.table.attached(id).iter().any(held)
        })
        && filter.enhanced.is_none_or(|wanted| wanted == state.table.attached(id).iter().any(on_it))
        && is(filter.damaged, card.damage > 0)
        && is(filter.exhausted, card.focus > 0)
        && is(filter.shielded, card.shields > 0)
        && filter.committed.is_none_or(|wanted| {
            (card.committed || (!scope.bare && considered_committed(state, id))) == wanted
        })
        && is(filter.revealed, card.revealed)
        && is(filter.participating, engagement.is_some_and(|e| e.has(id)))
        && is(
            filter.participated,
            engagement.is_some_and(|e| {
                // Who was removed has not participated (3.3).
                e.has(id) || (!state.switches.on(cite::PARTICIPATED) && e.removed.contains(&id))
            }),
        )
        && is(filter.attacking, engagement.is_some_and(|e| e.attackers.contains(&id)))
        && is(filter.engaged, engagement.is_some_and(|e| e.objective == Some(id)))
}

fn names_fit(state: &State, id: CardId, filter: &Filter, scope: &Scope) -> bool {
    let is = |name: &String| named(state, scope, name).contains(&id);
    let card = state.table.card(id);
    (filter.is.is_empty() || filter.is.all().iter().any(is))
        && !filter.other_than.all().iter().any(is)
        && filter
            .attached_to
            .as_ref()
            .is_none_or(|host| card.host.is_some_and(|own| named(state, scope, host).contains(&own)))
        && filter
            .captured_at
            .as_ref()
            .is_none_or(|host| card.host.is_some_and(|own| named(state, scope, host).contains(&own)))
        && filter.copy_of.as_ref().is_none_or(|of| is_copy(state, id, of, scope))
}

/// Whether a card is a copy (4.14): by title. Were that not said, only the very same card would do.
fn is_copy(state: &State, id: CardId, of: &str, scope: &Scope) -> bool {
    let Some(text) = &state.table.card(id).text else { return false };
    let by_title = state.switches.on(cite::COPY);
    if StandingName::Named.is(of) {
        return scope
            .named
            .as_ref()
            .is_some_and(|named| is_same(&text.title, named) && (by_title || first_of_title(state, id)));
    }
    named(state, scope, of).into_iter().any(|model| {
        let same = state.table.card(model).text.as_ref().is_some_and(|m| is_same(&m.title, &text.title));
        model == id || (by_title && same)
    })
}

fn first_of_title(state: &State, id: CardId) -> bool {
    let title = state.table.card(id).text.as_ref().map(|text| normalize_name(&text.title));
    let zone = state.table.card(id).zone;
    let same = state.table.in_zone(zone).find(|other| {
        let text = state.table.card(*other).text.as_ref();
        text.map(|text| normalize_name(&text.title)) == title
    });
    same == Some(id)
}

/// How many such cards there are, with those a player is only considered to control.
pub(crate) fn count(state: &State, filter: &Filter, scope: &Scope) -> u32 {
    let real = candidates(state, filter, scope).len() as u32;
    real + considered(state, filter, scope) + considered_in_hand(state, filter, scope)
}

/// "Considered to have one more card in hand": it counts where the cards of a hand are counted, and is of
/// no kind.
fn considered_in_hand(state: &State, filter: &Filter, scope: &Scope) -> u32 {
    let hand = Filter { zone: Some(Zone::Hand), whose: filter.whose, ..Filter::default() };
    let holder = match filter.whose {
        Some(Whose::Friendly | Whose::Your) => scope.you,
        Some(Whose::Enemy) => other(scope.you),
        None => return 0,
    };
    if *filter != hand || scope.printed { 0 } else { more_in_hand(state, holder) }
}

/// How many more cards a player is considered to have in hand.
pub(crate) fn more_in_hand(state: &State, player: Player) -> u32 {
    let more =
        given_in_play(state, None, GivesKind::ConsideredInHand).into_iter().map(|(_, gives, scope)| {
            let Gives::ConsideredInHand { player: word, more } = gives else { return 0 };
            if who(state, &scope, *word) == Some(player) { *more } else { 0 }
        });
    more.sum()
}

/// "Considered to control one more": an object that has no status, so it does not count where a
/// status is asked for.
fn considered(state: &State, filter: &Filter, scope: &Scope) -> u32 {
    let mine = matches!(filter.whose, Some(Whose::Friendly | Whose::Your));
    let status = filter.damaged.is_some() || filter.exhausted.is_some() || filter.shielded.is_some();
    let counts = if status {
        filter.damaged == Some(false) && !state.switches.on(cite::CONSIDERED_STATUS)
    } else {
        state.switches.on(cite::CONSIDERED_COUNT)
    };
    if !mine || !counts {
        return 0;
    }
    let sources = state.table.able.giving(GivesKind::ConsideredToControl).iter().filter(|id| {
        let card = state.table.card(**id);
        card.zone == Zone::Play && card.controller == scope.you
    });
    sources.map(|id| considered_by(state, *id, filter, scope)).sum()
}

/// How many more a card lets its player be considered to control. What is counted for a condition counts
/// nothing that has a condition itself: else the one would wait for the other.
fn considered_by(state: &State, id: CardId, filter: &Filter, scope: &Scope) -> u32 {
    let Some(text) = &state.table.card(id).text else { return 0 };
    let own = Scope { printed: true, ..Scope::new(scope.you, Some(id), Why::Effect) };
    let works = |ability: &&Ability| {
        ability.conditions.is_empty() || !scope.printed && all_hold(state, &ability.conditions, &own)
    };
    let abilities = text.abilities.iter().map(|ability| in_force(state, ability)).filter(works);
    let more = abilities.flat_map(|ability| &ability.gives).filter_map(|gives| {
        let Gives::ConsideredToControl { more, of } = gives else { return None };
        same_kind(of, filter).then_some(more)
    });
    more.sum()
}

/// Whether what is considered to be there is of the kind that is counted.
fn same_kind(of: &Filter, other: &Filter) -> bool {
    let types = other.types.all();
    let traits = other.traits.all();
    (types.is_empty() || of.types.all().iter().any(|t| types.contains(t)))
        && (traits.is_empty() || of.traits.all().iter().any(|t| traits.contains(t)))
        && other.title.is_none()
        && other.keyword.is_none()
}

/// How much a card has of a quantity, as it is printed or as it is now.
fn has(state: &State, id: CardId, stat: Stat, printed: bool) -> u32 {
    if printed {
        state.table.card(id).text.as_ref().map_or(0, |text| text.printed(stat))
    } else {
        value(state, id, stat)
    }
}

/// How much an amount is now. `all` is answered with `most`.
pub(crate) fn amount(state: &State, amount_of: &Amount, scope: &Scope, most: u32) -> u32 {
    match amount_of {
        Amount::Number(n) => *n,
        Amount::Word(AmountWord::Amount) => scope.occasion.as_ref().map_or(0, |o| o.event.amount),
        Amount::Word(AmountWord::X) => scope.x,
        Amount::Word(AmountWord::All | AmountWord::Any) => most,
        Amount::Word(AmountWord::Dial) => state.table.dial,
        Amount::Word(AmountWord::ToReserve) => {
            let hand = state.table.pile(scope.you, Zone::Hand).len() as u32;
            reserve(state, scope.you).saturating_sub(hand)
        }
        Amount::Of { stat, of, printed } => {
            let printed = scope.printed || *printed;
            named(state, scope, of).into_iter().map(|id| has(state, id, *stat, printed)).sum()
        }
        Amount::Highest { highest, among, printed } => {
            let printed = scope.printed || *printed;
            let cards = candidates(state, among, scope).into_iter();
            cards.map(|id| has(state, id, *highest, printed)).max().unwrap_or(0)
        }
        Amount::Count { count: filter } => count(state, filter, scope),
        Amount::Times { times, of } => times.saturating_mul(amount(state, of, scope, most)),
    }
}

/// Whether a condition is true.
pub(crate) fn holds(state: &State, condition: &Condition, scope: &Scope) -> bool {
    let (table, engagement) = (&state.table, state.table.engagement.as_ref());
    let player = |word: Who| who(state, scope, word);
    let in_engagement = |word: Who, is_so: fn(&Engagement, Player) -> bool| {
        player(word).zip(engagement).is_some_and(|(player, engagement)| is_so(engagement, player))
    };
    match condition {
        Condition::Turn(word) => player(*word) == Some(table.active),
        Condition::Phase(phase) => table.phase == *phase,
        Condition::Is { card, like } => {
            let cards = named(state, scope, card);
            !cards.is_empty() && are_all(state, cards, like, scope)
        }
        Condition::Count { of, at_least, at_most } => {
            lies_within(count(state, of, scope), *at_least, *at_most)
        }
        Condition::Every { of, like } => are_all(state, candidates(state, of, scope), like, scope),
        Condition::FirstUnitPlayedThisTurn(word) => {
            player(*word).is_some_and(|p| table.units_played[usize::from(p.0)] == 0)
        }
        Condition::NonePlayedThisTurn { player: word, like } => {
            !has_played(state, player(*word), like, scope)
        }
        Condition::More { of, than } => count(state, of, scope) > count(state, than, scope),
        Condition::ForceCards { player: word, at_least } => {
            player(*word).is_some_and(|player| super::table::cards_left(state, player) >= *at_least as usize)
        }
        Condition::InEngagement => engagement.is_some(),
        Condition::Engagements { at_least, at_most } => lies_within(engagements(state), *at_least, *at_most),
        Condition::Balance(word) => player(*word) == Some(table.balance),
        Condition::DialAtLeast(least) => table.dial >= *least,
        Condition::FatePlacedThisEngagement(word) => in_engagement(*word, |e, p| e.placed_fate.contains(&p)),
        Condition::MoreCardsInHand(word) => player(*word)
            .is_some_and(|p| cards_in_hand(state, p, scope) > cards_in_hand(state, scope.you, scope)),
        Condition::HasEdge(word) => in_engagement(*word, |e, player| e.edge == Some(player)),
        Condition::Attacking(word) => in_engagement(*word, |e, player| e.attacker == player),
        Condition::Any(list) => list.iter().any(|one| holds(state, one, scope)),
        Condition::Not(inner) => !holds(state, inner, scope),
    }
}

fn are_all(state: &State, cards: Vec<CardId>, like: &Filter, scope: &Scope) -> bool {
    cards.into_iter().all(|id| matches(state, id, like, scope))
}

/// Whether that player has played such a card this turn.
fn has_played(state: &State, player: Option<Player>, like: &Filter, scope: &Scope) -> bool {
    let mut played = state.table.played.iter();
    played.any(|(by, id)| Some(*by) == player && anywhere(state, *id, like, scope))
}

fn lies_within(found: u32, least: Option<u32>, most: Option<u32>) -> bool {
    least.is_none_or(|n| found >= n) && most.is_none_or(|n| found <= n)
}

/// How many engagements have been declared this turn. One that is being declared counts though its attackers
/// have yet to be.
fn engagements(state: &State) -> u32 {
    let present = state.table.engagement.as_ref().is_some_and(|engagement| !engagement.counted);
    state.table.engagements + u32::from(present)
}

/// How many cards a player has in hand, or is considered to have.
fn cards_in_hand(state: &State, player: Player, scope: &Scope) -> u32 {
    let more = if scope.printed { 0 } else { more_in_hand(state, player) };
    state.table.pile(player, Zone::Hand).len() as u32 + more
}

/// Whether all conditions are true.
pub(crate) fn all_hold(state: &State, conditions: &[Condition], scope: &Scope) -> bool {
    conditions.iter().all(|condition| holds(state, condition, scope))
}

/// The cards a selection could touch now, before anything is chosen; `targets` says which are legal
/// for a target's name.
pub(crate) fn reach(state: &State, select: &Select, scope: &Scope) -> Vec<CardId> {
    match select {
        Select::Named(name) => named(state, scope, name),
        Select::Each { each } => candidates(state, each, scope),
        Select::Choose { choose, .. } => extremes(state, select, candidates(state, choose, scope)),
        Select::Random { random, .. } => candidates(state, random, scope),
        Select::Topmost { topmost } => self::topmost(state, topmost, scope),
    }
}

/// The topmost card of a pile that is like this.
pub(crate) fn topmost(state: &State, filter: &Filter, scope: &Scope) -> Vec<CardId> {
    let zone = filter.zone.unwrap_or(Zone::Discard);
    let piles = state.table.piles.iter().filter(|((_, pile), _)| *pile == zone);
    let mut all = piles.flat_map(|(_, cards)| cards.iter().copied());
    all.find(|id| fits_in(state, *id, filter, Some(zone), scope, Look::Now)).into_iter().collect()
}

/// Of the cards of a choice, those with the lowest, or the highest, value it asks for.
pub(crate) fn extremes(state: &State, select: &Select, mut cards: Vec<CardId>) -> Vec<CardId> {
    let Select::Choose { lowest, highest, .. } = select else { return cards };
    if let Some(stat) = lowest
        && let Some(least) = cards.iter().map(|id| value(state, *id, *stat)).min()
    {
        cards.retain(|id| value(state, *id, *stat) == least);
    }
    if let Some(stat) = highest
        && let Some(most) = cards.iter().map(|id| value(state, *id, *stat)).max()
    {
        cards.retain(|id| value(state, *id, *stat) == most);
    }
    cards
}

/// Whether a card is like this, wherever it is by now.
pub(crate) fn anywhere(state: &State, card: CardId, filter: &Filter, scope: &Scope) -> bool {
    let zone = filter.zone.unwrap_or(state.table.card(card).zone);
    fits_in(state, card, filter, Some(zone), scope, Look::Now)
}

/// Whether a card is of a type that can be in play.
pub(crate) fn is_type(state: &State, id: CardId, kind: CardType) -> bool {
    state.table.card(id).text.as_ref().is_some_and(|text| text.kind == kind)
}

/// The cards of a type in play that a player controls.
pub(crate) fn controlled(state: &State, player: Player, kind: CardType) -> Vec<CardId> {
    let mine = |id: &CardId| state.table.card(*id).controller == player && is_type(state, *id, kind);
    state.table.in_zone(Zone::Play).filter(mine).collect()
}

#[cfg(test)]
mod tests {
    use crate::engine::lcg::test_support::check;

    #[test]
    fn a_condition_on_a_keyword_does_not_wait_for_itself() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}, keywords: [Elite], abilities: [{kind: constant, if: [is: {card: self, like: {keyword: Elite}}], gives: [keyword: Shielding]}]}"#,
            "light: {play: [Scout]}",
            "{card: Scout, keywords: [Elite, Shielding]}",
        );
    }

    #[test]
    fn a_condition_that_counts_does_not_wait_for_itself() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}, abilities: [{kind: constant, if: [count: {of: {type: unit, whose: friendly}, at-least: 2}], gives: [add: {stat: unit-damage, by: 1}]}]}, {title: Guard, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}}"#,
            "light: {play: [Scout, Guard]}",
            "{card: Scout, values: {unit-damage: 2}}",
        );
    }

    #[test]
    fn one_of_several_descriptions_is_enough() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}, traits: [Pilot]}, {title: Guard, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}, traits: [Trooper]}, {title: Clerk, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {any: [{trait: Pilot}, {trait: Trooper}]}}, gives: [add: {stat: unit-damage, by: 1}]}]}"#,
            "light: {play: [Scout, Guard, Clerk, Flag]}",
            "{card: Scout, values: {unit-damage: 2}}, {card: Guard, values: {unit-damage: 2}}, {card: Clerk, values: {unit-damage: 1}}",
        );
    }

    #[test]
    fn tokens_are_counted() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}}, {title: Guard, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {damage-at-least: 2, focus-at-least: 1}}, gives: [add: {stat: unit-damage, by: 1}]}]}"#,
            "light: {play: [{card: Scout, damage: 2, focus: 1}, {card: Guard, damage: 1, focus: 1}, Flag]}",
            "{card: Scout, values: {unit-damage: 2}}, {card: Guard, values: {unit-damage: 1}}",
        );
    }

    #[test]
    fn what_is_not_so_is_described_by_its_bounds() {
        check(
            r#"{title: Scout, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 1}}, {title: Guard, invented: true, type: unit, side: light, capacity: 3, icons: {unit: 3}}, {title: Flag, invented: true, type: enhancement, side: light, abilities: [{kind: constant, to: {each: {having: {stat: unit-damage, at-least: 2}}}, gives: [keyword: Elite]}]}"#,
            "light: {play: [Scout, Guard, Flag]}",
            "{card: Guard, keywords: [Elite]}, {card: Scout, without-keywords: [Elite]}",
        );
    }
}
