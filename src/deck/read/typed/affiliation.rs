//! The affiliation of a deck, among all that its list says.

use super::decks;
use super::lexicon::Lexicon;
use super::line::{At, LineItem, Named};
use crate::corpus::cards::Side;
use crate::deck::list::{DeckEntry, Decklist, Zone};
use crate::deck::words::Opens;

/// The affiliation of a deck: the one a label names; else the first that stands by itself (later ones are
/// captions of groups); else one among other words, where the deck's sets are of its side.
pub(super) fn enter(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let named = |how: Named| {
        things.iter().filter_map(move |(line, thing)| match thing {
            LineItem::Affiliation(title, found, _) if *found == how => Some((*line, title)),
            _ => None,
        })
    };
    let last = list.entries.iter().map(|e| e.line).max();
    let cards = cards_of_their_own(things, list);
    let mut add = |line: usize, title: &str| {
        let title = title.to_owned();
        list.entries.push(DeckEntry { line, title, zone: Zone::Affiliation, ..DeckEntry::default() });
    };
    let labelled: Vec<(usize, &String)> = named(Named::Labelled).collect();
    if !labelled.is_empty() {
        labelled.iter().for_each(|(line, title)| add(*line, title));
        let others: Vec<(usize, &String)> =
            cards.into_iter().filter(|(_, title)| labelled.iter().all(|(_, of)| of != title)).collect();
        return ask_of_others(&others, list);
    }
    if let [(line, title), rest @ ..] = &cards[..]
        && !rest.is_empty()
    {
        add(*line, title);
        // One right below the other; what stands further down may head a group.
        let beside = rest.iter().enumerate().all(|(at, (line, _))| *line == cards[at].0 + 1);
        if beside {
            return rest.iter().for_each(|(line, title)| add(*line, title));
        }
        return ask_of_others(rest, list);
    }
    let fits = |title: &str| {
        let side = lexicon.side_of_affiliation(title);
        let sides = things.iter().filter_map(|(_, thing)| decks::side_of(thing, lexicon));
        let (own, other): (Vec<Side>, Vec<Side>) = sides.partition(|s| Some(*s) == side);
        own.len() >= other.len()
    };
    let loose = named(Named::Among).find(|(_, title)| fits(title));
    let alone: Vec<(usize, &String, &String)> = things
        .iter()
        .filter_map(|(line, thing)| match thing {
            LineItem::Affiliation(title, Named::Card | Named::Alone, words) => Some((*line, title, words)),
            _ => None,
        })
        .collect();
    if let Some((line, title, words)) = alone.first().copied() {
        // `Round 1 vs Jedi`: one among other words is not the deck's where another in a line of its own is of
        // the cards' side.
        let own = |(_, title, words): &&(usize, &String, &String)| words.is_empty() && fits(title);
        let other = alone.iter().find(own).filter(|_| !words.is_empty() && !fits(title));
        if let Some((line, title, _)) = other {
            return add(*line, title);
        }
        // One that is named below the cards in a remark is not the deck's where another fits the cards.
        let below = last.is_some_and(|last| line > last);
        if fits(title) || !below || loose.is_none() {
            return add(line, title);
        }
    }
    if let Some((line, title)) = loose {
        list.doubts.loose_affiliation = true;
        add(line, title);
    }
}

/// The affiliations that are named as cards of their own, each once: with a count of one or with the word for
/// such a card, or by themselves right below that word.
fn cards_of_their_own<'t>(things: &'t [At], list: &Decklist) -> Vec<(usize, &'t String)> {
    let mut cards: Vec<(usize, &String)> = Vec::new();
    let first = list.entries.iter().map(|e| e.line).min();
    let mut headed = false;
    for (line, thing) in things {
        match thing {
            LineItem::Heading(opens) => headed = *opens == Opens::Affiliation,
            LineItem::Affiliation(title, named, _) => {
                let above = first.is_none_or(|first| *line < first);
                let card = *named == Named::Card || headed && above && *named == Named::Alone;
                if card && cards.iter().all(|(_, of)| of != &title) {
                    cards.push((*line, title));
                }
            }
            // Only a card ends what stands below a heading.
            LineItem::Card(_) => headed = false,
            _ => {}
        }
    }
    cards
}

fn ask_of_others(others: &[(usize, &String)], list: &mut Decklist) {
    if others.is_empty() {
        return;
    }
    let titles: Vec<&str> = others.iter().map(|(_, title)| title.as_str()).collect();
    let lines = others.iter().map(|(line, _)| *line).collect();
    let titles = titles.join(", ");
    list.ask(lines, format!("Beside the deck's affiliation the list names {titles}. Is that a second card?"));
}
