//! What a card may be attached to.

use crate::engine::kernel::Player;
use crate::engine::lcg::State;
use crate::engine::lcg::state::event::Why;
use crate::engine::lcg::state::filter::{candidates, is_type, matches};
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::has_keyword;
use crate::engine::lcg::vocabulary::{CardText, CardType, Filter, Keyword, Many, Zone};

/// What an enhancement could be attached to.
pub(crate) fn hosts(state: &State, player: Player, id: CardId) -> Vec<CardId> {
    let Some(text) = &state.table.card(id).text else { return Vec::new() };
    hosts_of(state, player, id, text)
}

/// The same, were that printed on it.
pub(crate) fn hosts_of(state: &State, player: Player, id: CardId, text: &CardText) -> Vec<CardId> {
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
pub(crate) fn eligible(state: &State, card: CardId, host: CardId) -> bool {
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
