//! What a card may be attached to.

use super::State;
use super::event::Why;
use super::facts::{CardType, Keyword};
use super::filter::{candidates, is_type, matches};
use super::scope::Scope;
use super::select::{Filter, Many, Zone};
use super::table::CardId;
use super::values::has_keyword;
use crate::engine::kernel::Player;

/// What an enhancement could be attached to.
pub fn hosts(state: &State, player: Player, id: CardId) -> Vec<CardId> {
    let Some(text) = &state.table.card(id).text else { return Vec::new() };
    hosts_of(state, player, id, text)
}

/// The same, were that printed on it.
pub(super) fn hosts_of(
    state: &State,
    player: Player,
    id: CardId,
    text: &super::facts::CardText,
) -> Vec<CardId> {
    let scope = Scope::new(player, Some(id), Why::Effect);
    let all = match (&text.attaches_to, text.written) {
        (Some(filter), _) => candidates(state, filter, &scope),
        (None, true) => return Vec::new(),
        (None, false) => candidates(state, &any_host(), &scope),
    };
    all.into_iter().filter(|host| !has_keyword(state, *host, Keyword::NoEnhancements)).collect()
}

/// What an enhancement is attached to whose text is not written down, the scenario says: anything that an
/// enhancement can be attached to, or nothing.
fn any_host() -> Filter {
    Filter { types: Many::List(vec![CardType::Unit, CardType::Objective]), ..Filter::default() }
}

/// Whether an enhancement may be attached to a card on which it is not yet.
pub(super) fn eligible(state: &State, card: CardId, host: CardId) -> bool {
    let there = state.table.card(card);
    let Some(text) = there.text.as_ref().filter(|_| is_type(state, card, CardType::Enhancement)) else {
        return false;
    };
    let scope = Scope::new(there.controller, Some(card), Why::Effect);
    there.zone == Zone::Play
        && there.host != Some(host)
        && text.attaches_to.as_ref().is_some_and(|filter| matches(state, host, filter, &scope))
        && !has_keyword(state, host, Keyword::NoEnhancements)
}

/// Whether one of these enhancements may go to one of these cards.
pub(super) fn may_attach(state: &State, cards: &[CardId], to: &[CardId]) -> bool {
    cards.iter().any(|card| to.iter().any(|host| eligible(state, *card, *host)))
}
