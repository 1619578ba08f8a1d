//! Lines whose cards may be the deck's or not: asked about where the verdict hangs on them.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::code::Code;
use super::list::{Decklist, DoubtfulLine, Note, Otherwise, Zone};
use super::report::{DeckReport, Verdict};

/// At most this many such lines are tried one by one; so many more are tried together.
const MOST_TRIED: usize = 12;

/// The list with a question about each line that decides whether the deck is legal; of the others it is noted
/// what was made of them.
pub(super) fn asked<'l>(list: &'l Decklist, check: &dyn Fn(&Decklist) -> DeckReport) -> Cow<'l, Decklist> {
    if list.doubtful.is_empty() {
        return Cow::Borrowed(list);
    }
    let mut out = list.clone();
    let read = check(list);
    let differs = |other: &DeckReport| other.verdict != read.verdict;
    let decided = matches!(read.verdict, Verdict::Legal | Verdict::Illegal);
    let mut open = false;
    for line in &list.doubtful {
        let tried = decided && list.doubtful.len() <= MOST_TRIED;
        let others = if tried { otherwise(list, line) } else { Vec::new() };
        match others.iter().map(check).find(differs) {
            Some(other) => {
                open = true;
                out.unread.retain(|unread| unread.line != line.line);
                out.ask(vec![line.line], question(line, &read, &other));
            }
            None => note_reading(line, &mut out),
        }
    }
    if decided && !open && list.doubtful.len() > 1 {
        let other = check(&all_otherwise(list));
        if differs(&other) {
            open = true;
            let lines = list.doubtful.iter().map(|line| line.line).collect();
            let outcome = outcomes(&read, &other);
            out.ask(lines, format!("It is open whether the cards of these lines are the deck's: {outcome}."));
        }
    }
    out.doubts.which_list |= open;
    Cow::Owned(out)
}

/// The list as it is if the line is meant otherwise than it was read.
fn otherwise(list: &Decklist, line: &DoubtfulLine) -> Vec<Decklist> {
    let without = |list: &mut Decklist| {
        list.entries.retain(|e| e.line != line.line || e.zone == Zone::Affiliation);
    };
    let with = |change: &dyn Fn(&mut Decklist)| {
        let mut other = list.clone();
        change(&mut other);
        other
    };
    match &line.otherwise {
        Otherwise::Without => vec![with(&without)],
        Otherwise::With(cards) => vec![with(&|list| list.entries.extend(cards.iter().cloned()))],
        Otherwise::Spoken(cards) => {
            let named: BTreeSet<&str> = cards.iter().map(|card| card.title.as_str()).collect();
            let out = |list: &mut Decklist| list.entries.retain(|e| !named.contains(e.title.as_str()));
            let more = with(&|list| list.entries.extend(cards.iter().cloned()));
            vec![with(&out), more]
        }
    }
}

/// The list with every such line meant otherwise, but for those that only speak of cards.
fn all_otherwise(list: &Decklist) -> Decklist {
    let mut other = list.clone();
    for line in &list.doubtful {
        match &line.otherwise {
            Otherwise::Without => {
                other.entries.retain(|e| e.line != line.line || e.zone == Zone::Affiliation);
            }
            Otherwise::With(cards) => other.entries.extend(cards.iter().cloned()),
            Otherwise::Spoken(_) => {}
        }
    }
    other
}

fn question(line: &DoubtfulLine, read: &DeckReport, other: &DeckReport) -> String {
    let text = &line.text;
    let outcome = outcomes(read, other);
    match &line.otherwise {
        Otherwise::Without => {
            format!("{text:?}: is the card in the deck? It was counted: {outcome}.")
        }
        Otherwise::With(cards) => {
            format!("{text:?}: is {} in the deck? It was not counted: {outcome}.", titles(cards))
        }
        Otherwise::Spoken(cards) => {
            format!("{text:?} speaks of {}. Does it change the deck? As listed: {outcome}.", titles(cards))
        }
    }
}

fn titles(cards: &[super::list::DeckEntry]) -> String {
    let titles: BTreeSet<&str> = cards.iter().map(|card| card.title.as_str()).collect();
    titles.into_iter().collect::<Vec<_>>().join(", ")
}

/// `legal; otherwise illegal (too-few-sets)`
fn outcomes(read: &DeckReport, other: &DeckReport) -> String {
    let shown = |report: &DeckReport| {
        let codes: BTreeSet<&str> = report.violations.iter().map(|v| v.code.as_str()).collect();
        let codes = codes.into_iter().collect::<Vec<_>>().join(", ");
        let codes = if codes.is_empty() { codes } else { format!(" ({codes})") };
        format!("{}{codes}", report.verdict.shown())
    };
    format!("{}; otherwise {}", shown(read), shown(other))
}

/// Notes what was made of a line on which the verdict does not hang.
fn note_reading(line: &DoubtfulLine, list: &mut Decklist) {
    let (text, at) = (&line.text, line.line);
    let sentence = match &line.otherwise {
        Otherwise::Without => format!("{text:?} was counted, whatever its words say (line {at})."),
        Otherwise::With(cards) => format!("{text:?} names {}; not counted (line {at}).", titles(cards)),
        Otherwise::Spoken(_) => return,
    };
    list.unread.retain(|unread| unread.line != at);
    list.notes.push(Note { code: Code::UnreadLine, text: sentence });
}
