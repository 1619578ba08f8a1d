//! Whether the number of a card is its own: documents of other games have numbers, too, and ours has a card
//! for nearly each of them.

use super::block::without_emphasis;
use super::draft::Draft;
use super::known::{Known, words_of};
use super::matching::Matcher;
use crate::corpus::ruling::CardRef;
use crate::corpus::{Game, Kind};

/// Takes the number off every card whose name speaks against it, or beside whose name another is printed;
/// why, for each.
pub(super) fn settle(cards: &mut Vec<CardRef>, draft: &Draft, matcher: &Matcher<'_>) -> Vec<String> {
    let (known, game) = (matcher.known(), matcher.game());
    let words = [Some(draft.title.as_str()), draft.question.as_deref(), Some(draft.text.as_str())];
    let words: Vec<String> = words.into_iter().flatten().map(without_emphasis).collect();
    let mut found = Vec::new();
    for card in cards.iter_mut() {
        let printed = words.iter().flat_map(|text| printed_beside(text, &card.name)).collect::<Vec<_>>();
        let doubt = match (draft.kind, &card.number) {
            (Kind::Restricted, _) => of_set(card, &printed, known),
            (_, Some(number)) => by_facts(known, game, &card.name, number)
                .or_else(|| beside(known, number, &printed, &card.name)),
            (_, None) => None,
        };
        if let Some(why) = doubt {
            card.number = None;
            found.push(why);
        }
    }
    // One card with two numbers that are others' is one card.
    let mut kept: Vec<CardRef> = Vec::new();
    cards.retain(|card| {
        let again = card.number.is_none() && kept.iter().any(|k| k.name == card.name);
        kept.push(card.clone());
        !again
    });
    found
}

/// Why a number is not that of the card of this name, by the card facts.
fn by_facts(known: &Known, game: Game, name: &str, number: &str) -> Option<String> {
    let other = known.name_of(game, number)?;
    let is_own = words_of(other) == words_of(name) || known.numbers_of(game, name).contains(&number);
    (!is_own)
        .then(|| format!("the number printed beside it, {number}, is that of {other}; {name} has none here"))
}

/// Why a number is not the one that is printed beside the name: neither it nor that of a set the card is in.
fn beside(known: &Known, number: &str, printed: &[String], name: &str) -> Option<String> {
    let is_own = |p: &String| format!("{p:0>4}") == number || known.is_set_of(p, number);
    let first = printed.first().filter(|_| !printed.iter().any(is_own))?;
    Some(format!(
        "{first}, printed beside it, is not its own number, which is {number}; is {name} the card of that name?"
    ))
}

/// Why the objective set of a list is not the one whose objective has this name.
fn of_set(card: &CardRef, printed: &[String], known: &Known) -> Option<String> {
    let set = printed.first()?;
    let objective = known.objectives.get(set.trim_start_matches('0'))?;
    let is_own = words_of(&objective.name) == words_of(&card.name);
    (!is_own && card.number.is_some()).then(|| {
        format!("the objective set {set} is that of {}; is {} one of its cards?", objective.name, card.name)
    })
}

/// The numbers in parentheses behind a name, `Ferry (Harbour 17 or 18)`, `Ferry (set 3)`.
fn printed_beside(text: &str, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(name) {
        let Some(inside) = text[at + name.len()..].strip_prefix(" (") else { continue };
        let Some(end) = inside.find(')').filter(|end| *end <= 60) else { continue };
        let is_number = |w: &&str| (1..=4).contains(&w.len()) && w.bytes().all(|b| b.is_ascii_digit());
        // The name of an icon is no number: `([core]17)`.
        let plain: String = inside[..end].split('[').map(|p| p.rsplit(']').next().unwrap_or(p)).collect();
        found.extend(plain.split([' ', ',', '/', '#']).filter(is_number).map(str::to_owned));
    }
    found
}
