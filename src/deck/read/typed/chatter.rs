//! Words of a sentence that happen to be a command card's title, in a list of objective sets.

use super::lexicon::{Found, Lexicon};
use super::line::{At, Item, LineItem};
use crate::corpus::Game;

/// The minimum number of objectives with which a list is one of sets.
const MIN_OBJECTIVES: usize = 5;

/// Passes over the only command card of a list of sets, where it has no number and stands among other words.
pub(super) fn settle(things: Vec<At>, lexicon: &Lexicon<'_>) -> Vec<At> {
    let mut things = things;
    if let Some(at) = chatter(&things, lexicon).filter(|_| lexicon.game == Game::Lcg)
        && let LineItem::Card(item) | LineItem::Perhaps(item, _) = &things[at].1
    {
        things[at].1 = LineItem::Unread(item.text.clone());
    }
    things
}

/// Where such a card stands.
fn chatter(things: &[At], lexicon: &Lexicon<'_>) -> Option<usize> {
    let objective = |item: &Item| match &item.found {
        Found::Exact(name) | Found::Slip(name) if lexicon.affiliation_card(name).is_some() => None,
        Found::Exact(name) | Found::Slip(name) => Some(lexicon.is_objective(name)),
        Found::Open(_) | Found::Lost => None,
    };
    let kinds: Vec<(usize, Option<bool>)> = things
        .iter()
        .enumerate()
        .filter_map(|(at, (_, thing))| Some((at, objective(thing.possible_card()?))))
        .collect();
    let mut commands = kinds.iter().filter(|(_, kind)| *kind == Some(false)).map(|(at, _)| *at);
    let at = commands.next().filter(|_| commands.next().is_none())?;
    if kinds.iter().filter(|(_, kind)| *kind == Some(true)).count() < MIN_OBJECTIVES {
        return None;
    }
    let line = things[at].0;
    let beside = || things.iter().enumerate().filter(|(n, (of, _))| *of == line && *n != at);
    let talks =
        beside().any(|(_, (_, thing))| matches!(thing, LineItem::Unread(_) | LineItem::PassedOver(_)));
    let alone = !beside().any(|(_, (_, thing))| matches!(thing, LineItem::Card(_)));
    let bare = matches!(&things[at].1, LineItem::Card(item) | LineItem::Perhaps(item, _) if item.numbers.is_empty() && item.place.is_none());
    (talks && alone && bare).then_some(at)
}
