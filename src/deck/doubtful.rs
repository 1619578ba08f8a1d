//! Lines whose cards may or may not belong to the deck, and ambiguous counts. The user is asked about those
//! that affect the verdict.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::code::Code;
use super::list::{Count, DeckEntry, Decklist, DoubtfulLine, ListNote, Otherwise, Zone};
use super::open_lines::{LineMeaning, Open, OpenLine};
use super::report::{DeckReport, Verdict};
use crate::corpus::Certainty;
use crate::corpus::cards::normalize::normalize_name;

/// If there are at most this many such lines, each is tried individually; otherwise they are tried together.
const MAX_TRIED: usize = 12;

/// The maximum number of combinations of ambiguous counts to try.
const MAX_READINGS: usize = 32;

/// The list with the counts that are one of two, or that versions of a card share, settled, where each way to
/// read them comes to the same; it is noted which.
pub(super) fn counted<'l>(list: &'l Decklist, check: &dyn Fn(&Decklist) -> DeckReport) -> Cow<'l, Decklist> {
    if !list.entries.iter().any(is_open) {
        return Cow::Borrowed(list);
    }
    let Some(readings) = readings(list) else { return Cow::Borrowed(list) };
    let lists: Vec<Decklist> = readings.iter().map(|reading| read_as(list, reading)).collect();
    let outcomes: BTreeSet<_> = lists.iter().map(|list| outcome(&check(list))).collect();
    let decided = |(verdict, _): &(Verdict, _)| matches!(verdict, Verdict::Legal | Verdict::Illegal);
    if outcomes.len() > 1 || !outcomes.iter().all(decided) {
        return Cow::Borrowed(list);
    }
    let Some(mut settled) = lists.into_iter().next() else { return Cow::Borrowed(list) };
    settled.notes.extend(list.entries.iter().filter(|entry| is_open(entry)).map(note_count));
    Cow::Owned(settled)
}

/// The combinations of ways to read the open entries, one way for each of them in order. `None` if there are
/// too many to try.
fn readings(list: &Decklist) -> Option<Vec<Vec<Vec<DeckEntry>>>> {
    let mut readings: Vec<Vec<Vec<DeckEntry>>> = vec![Vec::new()];
    for entry in list.entries.iter().filter(|entry| is_open(entry)) {
        let ways = ways(entry);
        let with = |way: &Vec<DeckEntry>| {
            let of = |reading: &Vec<Vec<DeckEntry>>| reading.iter().chain([way]).cloned().collect();
            readings.iter().map(of).collect::<Vec<_>>()
        };
        readings = ways.iter().flat_map(with).take(MAX_READINGS + 1).collect();
        if readings.len() > MAX_READINGS {
            return None;
        }
    }
    Some(readings)
}

/// The list with its open entries read in one of the ways.
fn read_as(list: &Decklist, reading: &[Vec<DeckEntry>]) -> Decklist {
    let mut reading = reading.iter();
    let mut entries = Vec::with_capacity(list.entries.len());
    for entry in &list.entries {
        let way = if is_open(entry) { reading.next() } else { None };
        entries.extend_from_slice(way.map_or(std::slice::from_ref(entry), Vec::as_slice));
    }
    Decklist { entries, ..list.clone() }
}

fn is_open(entry: &DeckEntry) -> bool {
    (matches!(entry.count, Count::Between(..)) || entry.shared || is_begun(entry))
        && entry.zone != Zone::Aside
}

/// Whether an entry may mean several cards, and the title of one alone begins with what was written.
fn is_begun(entry: &DeckEntry) -> bool {
    let begun = |name: &&String| {
        let (name, text) = (normalize_name(name), normalize_name(&entry.title));
        name.strip_prefix(text.as_str()).is_some_and(|rest| rest.starts_with(' '))
    };
    let named = entry.counted && !entry.undecided && !entry.lost && entry.count != Count::Bad;
    named && entry.candidates.len() > 1 && entry.candidates.iter().filter(begun).count() == 1
}

/// The ways to read an open entry.
fn ways(entry: &DeckEntry) -> Vec<Vec<DeckEntry>> {
    match entry.count {
        Count::Between(fewer, more) => {
            let of = |count: u32| vec![DeckEntry { count: Count::Of(count), ..entry.clone() }];
            (fewer..=more).map(of).collect()
        }
        _ if !entry.shared => (0..entry.candidates.len()).map(|at| vec![entry.meaning(at)]).collect(),
        Count::Of(_) | Count::NotGiven | Count::Bad => {
            let parts = parts(entry.count.number(), entry.candidates.len());
            parts.iter().map(|counts| entry.split(counts)).collect()
        }
    }
}

/// The ways to write a number as a sum of `terms` terms, none of them zero.
fn parts(number: u32, terms: usize) -> Vec<Vec<u32>> {
    match terms {
        0 => Vec::new(),
        1 => vec![vec![number]],
        _ => {
            let with = |first: u32| {
                let behind = |mut rest: Vec<u32>| {
                    rest.insert(0, first);
                    rest
                };
                parts(number - first, terms - 1).into_iter().map(behind).collect::<Vec<_>>()
            };
            (1..number).flat_map(with).collect()
        }
    }
}

/// A verdict, and what is wrong, how certainly.
fn outcome(report: &DeckReport) -> (Verdict, BTreeSet<(Code, Certainty)>) {
    (report.verdict, report.violations.iter().map(|v| (v.code, v.certainty)).collect())
}

fn note_count(entry: &DeckEntry) -> ListNote {
    let DeckEntry { title, line, .. } = entry;
    if entry.shared {
        let written = entry.written.as_ref().unwrap_or(title);
        let text =
            format!("{written:?} leaves open how many of each; the verdict is the same (line {line}).");
        return ListNote { code: Code::UnreadLine, text };
    }
    if is_begun(entry) {
        let names = entry.candidates.join(", or ");
        let text = format!("{title:?} may mean {names}; the verdict is the same (line {line}).");
        return ListNote { code: Code::NameSlip, text };
    }
    let (fewer, more) = match entry.count {
        Count::Between(fewer, more) => (fewer, more),
        Count::Of(_) | Count::NotGiven | Count::Bad => (0, 0),
    };
    let text = format!("{title:?} stands {fewer} or {more} times; the verdict is the same (line {line}).");
    ListNote { code: Code::UnreadLine, text }
}

/// Adds a question for each doubtful line that affects legality, and a note for each that does not.
pub(super) fn with_questions<'l>(
    list: &'l Decklist,
    check: &dyn Fn(&Decklist) -> DeckReport,
) -> Cow<'l, Decklist> {
    if list.doubtful.is_empty() {
        return Cow::Borrowed(list);
    }
    let mut out = list.clone();
    let read = check(list);
    // A card that is merely mentioned makes no deck legal that is illegal as it is listed.
    let spoken = list.doubtful.iter().all(|line| matches!(line.otherwise, Otherwise::Spoken(_)));
    let stays =
        |other: &DeckReport| spoken && read.verdict == Verdict::Illegal && other.verdict != Verdict::Legal;
    let differs = |other: &DeckReport| other.verdict != read.verdict && !stays(other);
    let decided = matches!(read.verdict, Verdict::Legal | Verdict::Illegal);
    let mut open = false;
    for line in &list.doubtful {
        let tried = decided && list.doubtful.len() <= MAX_TRIED;
        let others = if tried { otherwise(list, line) } else { Vec::new() };
        match others.iter().map(check).find(differs) {
            Some(other) => {
                open = true;
                out.unread.retain(|unread| unread.line != line.line);
                out.add_question(vec![line.line], question(line, &read, &other));
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
            out.add_question(
                lines,
                format!("It is open whether the cards of these lines are the deck's: {outcome}."),
            );
        }
    }
    out.doubts.which_list |= open;
    Cow::Owned(out)
}

/// Settles every line that affects the verdict as `answer` decides.
///
/// # Errors
/// Whatever `answer` returns.
pub(super) fn answered(
    mut list: Decklist,
    check: &dyn Fn(&Decklist) -> DeckReport,
    answer: &mut impl FnMut(&OpenLine) -> Result<LineMeaning, String>,
) -> Result<Decklist, String> {
    let lines = std::mem::take(&mut list.doubtful);
    for line in lines {
        let verdict = check(&list).verdict;
        let mut others = otherwise(&list, &line);
        let hangs = others.iter().any(|other| check(other).verdict != verdict);
        let open = Open::Cards { read: reading(&line) };
        let meaning = if hangs {
            answer(&OpenLine { line: line.line, written: line.text.clone(), open })?
        } else {
            LineMeaning::AsRead
        };
        // Cards that are merely mentioned may be added or removed.
        let spoken = matches!(line.otherwise, Otherwise::Spoken(_));
        match meaning {
            LineMeaning::Otherwise | LineMeaning::Nothing if !spoken => {
                let still_open = std::mem::take(&mut list.doubtful);
                list = others.swap_remove(0);
                list.doubtful = still_open;
            }
            LineMeaning::AsRead => {}
            // Lines that remain open become questions in the report.
            LineMeaning::Card(_)
            | LineMeaning::Copies(_)
            | LineMeaning::Otherwise
            | LineMeaning::Nothing
            | LineMeaning::Open => list.doubtful.push(line),
        }
    }
    Ok(list)
}

/// How a line was interpreted.
fn reading(line: &DoubtfulLine) -> String {
    match &line.otherwise {
        Otherwise::Without => "its card is in the deck".to_owned(),
        Otherwise::Withheld(_) => "the cards under it are in the deck".to_owned(),
        Otherwise::With(cards) => format!("{} is not in the deck", titles(cards)),
        Otherwise::Spoken(cards) => format!("the deck has {} as listed", titles(cards)),
    }
}

/// The alternative lists, if the line does not mean what it was read as.
fn otherwise(list: &Decklist, line: &DoubtfulLine) -> Vec<Decklist> {
    let without = |list: &mut Decklist| without_cards(&[line.line], list);
    let with = |change: &dyn Fn(&mut Decklist)| {
        let mut other = list.clone();
        change(&mut other);
        other
    };
    match &line.otherwise {
        Otherwise::Without => vec![with(&without)],
        Otherwise::Withheld(lines) => vec![with(&|list| without_cards(lines, list))],
        Otherwise::With(cards) => vec![with(&|list| list.entries.extend(cards.iter().cloned()))],
        Otherwise::Spoken(cards) => {
            let named: BTreeSet<&str> = cards.iter().map(|card| card.title.as_str()).collect();
            let out = |list: &mut Decklist| list.entries.retain(|e| !named.contains(e.title.as_str()));
            let more = with(&|list| list.entries.extend(cards.iter().cloned()));
            let listed = |title: &str| list.entries.iter().any(|e| e.title == title);
            let (old, new): (Vec<&DeckEntry>, Vec<&DeckEntry>) =
                cards.iter().partition(|card| listed(&card.title));
            // `ok, one A and one B then`: of what is listed one less, and for it what is not.
            let exchange = |list: &mut Decklist| {
                let own = list.entries.iter_mut().filter(|e| named.contains(e.title.as_str()));
                own.for_each(|e| e.count = Count::Of(e.count.number().saturating_sub(1).max(1)));
                list.entries.extend(new.iter().map(|card| (*card).clone()));
            };
            let exchanged = (!old.is_empty() && !new.is_empty()).then(|| with(&exchange));
            [with(&out), more].into_iter().chain(exchanged).collect()
        }
    }
}

/// The list if none of these lines means what it was read as, not counting lines that merely mention cards.
fn all_otherwise(list: &Decklist) -> Decklist {
    let mut other = list.clone();
    for line in &list.doubtful {
        match &line.otherwise {
            Otherwise::Without => without_cards(&[line.line], &mut other),
            Otherwise::Withheld(lines) => without_cards(lines, &mut other),
            Otherwise::With(cards) => other.entries.extend(cards.iter().cloned()),
            Otherwise::Spoken(_) => {}
        }
    }
    other
}

/// Removes the cards of some lines.
fn without_cards(lines: &[usize], list: &mut Decklist) {
    list.entries.retain(|e| !lines.contains(&e.line) || e.zone == Zone::Affiliation);
}

fn question(line: &DoubtfulLine, read: &DeckReport, other: &DeckReport) -> String {
    let text = &line.text;
    let outcome = outcomes(read, other);
    match &line.otherwise {
        Otherwise::Without => {
            format!("{text:?}: is the card in the deck? It was counted: {outcome}.")
        }
        Otherwise::Withheld(_) => {
            format!("{text:?} stands above cards: does the deck have them? They were counted: {outcome}.")
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

/// Notes how a line was interpreted that does not affect the verdict.
fn note_reading(line: &DoubtfulLine, list: &mut Decklist) {
    let (text, at) = (&line.text, line.line);
    let sentence = match &line.otherwise {
        Otherwise::Without => format!("{text:?} was counted, whatever its words say (line {at})."),
        Otherwise::Withheld(_) => format!("The cards under {text:?} were counted (line {at})."),
        Otherwise::With(cards) => format!("{text:?} names {}; not counted (line {at}).", titles(cards)),
        Otherwise::Spoken(_) => return,
    };
    list.unread.retain(|unread| unread.line != at);
    list.notes.push(ListNote { code: Code::UnreadLine, text: sentence });
}
