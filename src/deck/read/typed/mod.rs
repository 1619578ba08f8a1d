//! Lists as players type them: any order of names and numbers, several cards a line, words of several languages.
//!
//! A line is cleaned (`clean`), cut into texts and numbers (`pieces`), and read against the names of one game (`line`,
//! `lexicon`). What its numbers are is settled with the other lines in view (`settle`); two decks in one text are taken
//! apart (`decks`).

mod cards;
mod clean;
mod decks;
mod lexicon;
mod line;
mod pieces;
mod settle;
mod texts;
mod trim;

pub(in crate::deck) use lexicon::Lexicon;

use std::collections::BTreeSet;

use line::{Named, Thing};
use pieces::{Piece, Shape};

use super::MOST_ENTRIES;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::deck::list::{Count, Decklist, Entry, Format, Id, Zone, brief};
use crate::deck::words::Opens;

/// A thing and the line it stands in.
type At = (usize, Thing);

/// Reads a text as lists of one game: mostly one, of a player's two decks both.
pub(in crate::deck) fn read(text: &str, lexicon: &Lexicon<'_>) -> Vec<Decklist> {
    let mut things: Vec<At> = Vec::new();
    let clean = |raw: &str| {
        clean::clean(raw, |text| lexicon.roles(text).whole() && !text.contains(|c: char| c.is_ascii_digit()))
    };
    let mut lines = text.lines().map(clean).enumerate().peekable();
    while let Some((at, mut cleaned)) = lines.next() {
        if things.len() > MOST_ENTRIES {
            break;
        }
        if let Some((_, next)) = lines.next_if(|(_, next)| goes_on(&cleaned, next, lexicon)) {
            cleaned = format!("{cleaned} {next}");
        }
        let before = things.len();
        things.extend(line::read(&cleaned, lexicon).into_iter().map(|thing| (at + 1, thing)));
        count_of_last(&mut things, before);
    }
    settle::dashes_and_ordinals(&mut things, lexicon);
    settle::sets_by_number(&mut things, lexicon);
    settle::counts_of_every_card(&mut things);
    let decks = decks::apart(things, lexicon);
    decks.into_iter().map(|(side, things)| list(side, &things, lexicon)).collect()
}

/// Whether the name a line ends with goes on in the next: what stands in the line is none, and both together are one.
fn goes_on(line: &str, next: &str, lexicon: &Lexicon<'_>) -> bool {
    let counts = |c: char| !c.is_alphabetic() || matches!(c, '×');
    fn bare(text: &str, counts: impl Fn(char) -> bool + Copy) -> &str {
        let text = text.trim_matches(counts);
        let text = text.strip_prefix("x ").or_else(|| text.strip_suffix(" x")).unwrap_or(text);
        text.trim_matches(counts)
    }
    let (first, second) = (bare(line, counts), bare(next, counts));
    let few = |text: &str| !text.is_empty() && text.len() < 60;
    few(first)
        && few(second)
        && !next.starts_with(|c: char| c.is_ascii_digit())
        && !lexicon.exact(first)
        && lexicon.exact(&format!("{first} {second}"))
}

/// A count in a line of its own belongs to the card above it.
fn count_of_last(things: &mut Vec<At>, before: usize) {
    let [.., (_, Thing::Card(item)), (_, Thing::Numbers(pieces))] = &mut things[..] else { return };
    let [Piece::Number(number)] = &pieces[..] else { return };
    if before > 0 && item.numbers.is_empty() && number.shape == Shape::Times {
        item.numbers.push((number.clone(), line::Beside::After));
        things.pop();
    }
}

/// One deck's list.
fn list(side: Option<Side>, things: &[At], lexicon: &Lexicon<'_>) -> Decklist {
    let mut list = Decklist::new(Format::Plain, Some(lexicon.game));
    list.part = side;
    let style = settle::Style::of(things, lexicon);
    let mut zone = Zone::Any;
    let mut pages = (BTreeSet::new(), None);
    for (line, thing) in things {
        match thing {
            Thing::Card(item) => {
                let here = if zone == Zone::Affiliation { Zone::Any } else { zone };
                list.entries.push(settle::entry(item, (*line, here), &style, lexicon));
                zone = here;
            }
            Thing::Heading(opens) => zone = opened(*opens, zone, lexicon.game),
            Thing::Total(label, n) => list.totals.push((*line, label.clone(), *n)),
            Thing::Name(name) => list.name = list.name.take().or_else(|| Some(brief(name))),
            Thing::GoesOn(None) => list.goes_on = Some(*line),
            Thing::GoesOn(Some((page, of))) => {
                pages.0.insert(*page);
                pages.1 = Some((*line, *of));
            }
            Thing::Unread(text) => list.unread.push((*line, brief(text))),
            Thing::Spoken(text) => {
                list.unread.push((*line, brief(text)));
                list.speaks_of_cards.push(*line);
            }
            Thing::LostAffiliation(text) => list.entries.push(Entry {
                line: *line,
                title: text.clone(),
                zone: Zone::Affiliation,
                ..Entry::default()
            }),
            // What stands under them is looked at apart.
            Thing::Side(_) | Thing::Affiliation(..) => {
                zone = if zone == Zone::Command { zone } else { Zone::Any };
            }
            Thing::Numbers(_) | Thing::Each(_) => {}
        }
        if matches!(thing, Thing::Card(_)) {
            list.goes_on = None;
        }
    }
    if let (seen, Some((line, of))) = pages
        && (1..=of.min(20)).any(|page| !seen.contains(&page))
    {
        list.goes_on = Some(line);
    }
    affiliations(things, &mut list, lexicon);
    passed_over(things, &mut list, lexicon);
    settle::counts_of_whole_sets(&mut list, lexicon);
    settle::command_cards_for_their_sets(&mut list, lexicon);
    name_of(&mut list);
    let known = |e: &Entry| !e.lost && e.candidates.is_empty() || matches!(e.id, Some(Id::SetCode(_)));
    let plain = |e: &&Entry| known(e) && e.zone != Zone::Affiliation;
    list.matched = list.entries.iter().filter(plain).count();
    list
}

fn opened(opens: Opens, zone: Zone, game: Game) -> Zone {
    match (opens, game) {
        (Opens::Aside, _) => Zone::Aside,
        (Opens::Nothing, _) => zone,
        (_, Game::Tcg) | (Opens::Arena, _) => Zone::Any,
        (Opens::Objectives, Game::Lcg) => Zone::Objectives,
        (Opens::Command, Game::Lcg) => Zone::Command,
        (Opens::Affiliation, Game::Lcg) => Zone::Affiliation,
    }
}

/// The affiliation of a deck: the one a label names; else the first that stands by itself (later ones are captions of
/// groups); else one among other words, where the deck's sets are of its side.
fn affiliations(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let named = |how: Named| {
        things.iter().filter_map(move |(line, thing)| match thing {
            Thing::Affiliation(title, found, _) if *found == how => Some((*line, title)),
            _ => None,
        })
    };
    let mut enter = |line: usize, title: &str| {
        let title = title.to_owned();
        list.entries.push(Entry { line, title, zone: Zone::Affiliation, ..Entry::default() });
    };
    let labelled: Vec<(usize, &String)> = named(Named::Labelled).collect();
    if !labelled.is_empty() {
        return labelled.into_iter().for_each(|(line, title)| enter(line, title));
    }
    if let Some((line, title)) = named(Named::Alone).next() {
        return enter(line, title);
    }
    if let Some((line, title)) = named(Named::Among).next() {
        let side = lexicon.side_of_affiliation(title);
        let sides = things.iter().filter_map(|(_, thing)| decks::side_of(thing, lexicon));
        let (own, other): (Vec<Side>, Vec<Side>) = sides.partition(|s| Some(*s) == side);
        if own.len() >= other.len() {
            list.loose_affiliation = true;
            enter(line, title);
        }
    }
}

/// What only looks like a card in a line that does not count: such lines, and what was not taken for the affiliation,
/// are told as unread.
fn passed_over(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let named: Vec<usize> =
        list.entries.iter().filter(|e| e.zone == Zone::Affiliation).map(|e| e.line).collect();
    for (line, thing) in things {
        if let Thing::Affiliation(_, Named::Among, text) = thing
            && !text.is_empty()
            && !(list.loose_affiliation && named.contains(line))
        {
            list.unread.push((*line, brief(text)));
        }
    }
    let counts = list.entries.iter().filter(|e| e.counted).count() * 2 > list.entries.len();
    let doubtful = |e: &Entry| {
        let open = !e.counted && !e.undecided && !e.candidates.is_empty();
        open && (counts || !lexicon.is_alike(&e.title))
    };
    let (doubtful, kept) = list.entries.drain(..).partition(doubtful);
    list.entries = kept;
    list.unread.extend(doubtful.into_iter().map(|e: Entry| (e.line, brief(&e.title))));
    list.unread.sort();
}

/// The first unread line above all cards is the deck's name, or its player's.
fn name_of(list: &mut Decklist) {
    let first = list.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line).min();
    if let (None, Some((line, text))) = (&list.name, list.unread.first())
        && first.is_none_or(|first| *line < first)
    {
        list.name = Some(text.clone());
    }
}
