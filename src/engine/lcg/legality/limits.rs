//! How often: the limits of abilities, limited cards, unique cards.

use super::refuse::{refuse, refuse_by_rulebook};
use crate::engine::kernel::{Player, Refusal};
use crate::engine::lcg::State;
use crate::engine::lcg::state::table;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::has_keyword;
use crate::engine::lcg::vocabulary::{Ability, Keyword, Limit, Zone, book, cite, normalize_name};
use crate::engine::script::narrate::printed_name;

/// Limits (4.8): "once per" counts by card, "1 per" by title and player.
pub(super) fn within_limit(
    state: &State,
    player: Player,
    card: CardId,
    index: u8,
    ability: &Ability,
) -> Result<(), Refusal> {
    let name = state.table.id(card);
    let title = |id: CardId| state.table.card(id).text.as_ref().map(|text| normalize_name(&text.title));
    let by_title = state.switches.on(cite::LIMITS);
    let used = |used: &&table::Used| match ability.limit {
        Some(Limit::OnePer(period)) if by_title => {
            used.period == period && used.player == player && title(used.card) == title(card)
        }
        Some(Limit::OncePer(period) | Limit::OnePer(period) | Limit::Times { per: period, .. }) => {
            used.period == period && used.card == card && used.ability == index
        }
        None => false,
    };
    let most = if let Some(Limit::Times { times, .. }) = ability.limit { times as usize } else { 1 };
    if ability.limit.is_none() || state.table.used.iter().filter(used).count() < most {
        return Ok(());
    }
    let ruling = ability.ruling.as_deref().unwrap_or(cite::LIMITS);
    let refusal = refuse(format!("{name}: its limit has been used."), ruling);
    Err(refusal.by_card(printed_name(state, card)))
}

/// Why a Limited card cannot be played: no more than one in a turn.
pub(super) fn second_limited(state: &State, player: Player, id: CardId) -> Result<(), Refusal> {
    let second =
        state.table.limited_played[usize::from(player.0)] && has_keyword(state, id, Keyword::Limited);
    if second {
        let text = format!("{} is a second Limited card this turn.", state.table.id(id));
        return Err(refuse_by_rulebook(text, book::LIMITED));
    }
    Ok(())
}

/// Whether a unique card of the same title is in play.
pub(crate) fn unique_in_play(state: &State, id: CardId) -> bool {
    unique_there(state, id).is_some()
}

/// The unique card of the same title that is in play.
fn unique_there(state: &State, id: CardId) -> Option<CardId> {
    let text = state.table.card(id).text.as_ref()?;
    // It is enough that one of the two bears the mark (p. 26).
    state.table.in_zone(Zone::Play).find(|other| {
        let other = state.table.card(*other).text.as_ref();
        other.is_some_and(|other| (text.unique || other.unique) && other.title == text.title)
    })
}

/// That a card cannot enter play for a player because a unique one of its title is there.
pub(crate) fn already_in_play(state: &State, player: Player, id: CardId) -> Refusal {
    let text = format!("{} cannot enter play: a unique card of that title is in play.", state.table.id(id));
    let refusal = refuse_by_rulebook(text, book::UNIQUE);
    match unique_there(state, id).filter(|there| state.table.card(*there).controller != player) {
        Some(_) => refusal.by_rule(book::UNIQUE_OF_OPPONENT),
        None => refusal,
    }
}
