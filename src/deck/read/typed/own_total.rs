//! A deck that is too small by its player's own total, too: then no row is missing.

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::{MAX_PHRASE_LENGTH, begins_with_phrase, words};
use super::remarks::{counted, counts};
use super::sizes::{CARDS_OF_A_SET, copies, whole};
use super::talk::{denies, leaves_rest_open};
use crate::corpus::Game;
use crate::deck::list::{Count, DeckEntry, Decklist, UnreadLine, Zone};
use crate::deck::words::{InPlace, Opens, Role};

/// No row with a total is longer, in bytes.
const MAX_ROW_LENGTH: usize = 300;

/// A smaller number is no deck's size.
const MIN_TOTAL: u32 = 5;

/// Takes what only states how many cards there are for no card; and where a deck that is too small has just
/// as many as its player says, nothing that was not read is a card.
pub(super) fn settle(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let starts: Vec<usize> = lists.iter().map(first_line).collect();
    for at in 0..lists.len() {
        let list = &mut lists[at];
        without_lost_totals(raw, list, lexicon);
        without_heading(raw, list, lexicon);
        let next = starts.iter().filter(|start| **start > starts[at]).min();
        // The first of two decks, and one alone, have what stands above them, too.
        let from = if starts.iter().all(|start| *start >= starts[at]) { 1 } else { starts[at] };
        let to = next.map_or(raw.len() + 1, |next| *next);
        let rows = (from..to).filter_map(|line| raw.get(line - 1)).filter(|row| row.len() <= MAX_ROW_LENGTH);
        let mut said: Vec<u32> = rows.clone().flat_map(|row| totals(row, lexicon)).collect();
        let own = counted(list, lexicon);
        let known = list.entries.iter().filter(|entry| counts(entry, lexicon));
        let last = known.map(|entry| entry.line).max().unwrap_or_default();
        let states = |line: &usize| raw.get(line - 1).is_some_and(|row| leads_with_total(row, own, lexicon));
        if let Some(line) = (last + 1..to).find(states) {
            list.entries.retain(|entry| entry.line != line);
            list.doubts.may_name.retain(|of| *of != line);
            settle_question(line, list);
            // `56 of 60`: of how many the rows are too few.
            said.retain(|total| *total < whole(lexicon.game));
            said.push(own);
        }
        let lacking = whole(lexicon.game).saturating_sub(own);
        let more = || rows.clone().any(|row| speaks_of_more(row, lacking, lexicon));
        let parts: Vec<u32> = rows.clone().filter_map(|row| part(row, lexicon)).collect();
        list.doubts.own_total =
            (agrees(&said, list, lexicon) || are_all_parts(&parts, list, lexicon)) && !more();
        if list.doubts.own_total {
            list.doubts.may_name.clear();
            list.doubts.partly_read = false;
            list.doubts.counts_open = None;
        }
    }
}

/// Takes back that a row was asked about which only states the total.
fn settle_question(line: usize, list: &mut Decklist) {
    let asked = list.questions.iter().any(|question| question.lines == [line]);
    list.questions.retain(|question| question.lines != [line]);
    if asked && list.questions.is_empty() {
        list.doubts.which_list = false;
    }
}

/// `56. couldn't find more`, `56 of 60`, `9/10, I know`: whether a row begins with the total that the rows
/// come to, and says no other thing of it.
fn leads_with_total(row: &str, own: u32, lexicon: &Lexicon<'_>) -> bool {
    let row = row.trim().trim_start_matches(['(', '=', '-', '>', '*', ' ']);
    let row = behind_statement(row, lexicon).unwrap_or(row);
    let end = row.find(|c: char| !c.is_ascii_digit()).unwrap_or(row.len());
    if row.len() > MAX_ROW_LENGTH
        || row[..end].parse() != Ok(own)
        || own < MIN_TOTAL
        || names(row, lexicon).iter().any(|(from, to)| lexicon.counts_for_size(&row[*from..*to]))
    {
        return false;
    }
    let behind = row[end..].trim_start();
    let clause = words(behind);
    let of = clause.first().is_some_and(|word| lexicon.words.is(InPlace::OfPages, word));
    let of_whole = clause.iter().find_map(|word| word.parse::<u32>().ok()) == Some(whole(lexicon.game));
    let ends = behind.starts_with(['.', ',', '-', '–', ';', '!', ')']);
    let short = ends && (own > MAX_LEADING || denies(behind, lexicon));
    (of || behind.starts_with('/')) && of_whole || short
}

/// `that makes 10`: what stands behind words that state a total.
fn behind_statement<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let figure = row.find(|c: char| c.is_ascii_digit())?;
    let lead = row[..figure].trim().trim_end_matches(':');
    lexicon.words.is(InPlace::States, lead).then(|| &row[figure..])
}

/// A smaller number in front of words may be the number of a row.
const MAX_LEADING: u32 = 20;

/// The first line with a card.
fn first_line(list: &Decklist) -> usize {
    list.entries.iter().map(|entry| entry.line).min().unwrap_or_default()
}

/// `Name x3 stack` above all rows: leaves out what may be one of several cards, or none, where the rows
/// below come to the whole deck that the list states.
fn without_heading(rows: &[&str], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let is_open = |entry: &DeckEntry| entry.lost || !entry.candidates.is_empty();
    let Some(head) = list.entries.iter().position(|entry| entry.zone != Zone::Affiliation) else { return };
    let (line, count) = (list.entries[head].line, list.entries[head].count.number());
    let below = list.entries.iter().filter(|entry| entry.line != line);
    let first = below.clone().map(|entry| entry.line).min().unwrap_or_default();
    // A heading stands above whose deck it is; below, a row counts a card.
    let below_affiliation = list.entries.iter().any(|e| e.zone == Zone::Affiliation && e.line < line);
    if below_affiliation || !is_open(&list.entries[head]) || line > first || below.clone().any(is_open) {
        return;
    }
    let total = copies(below.filter(|entry| counts(entry, lexicon)));
    let stated = || {
        let said = rows.iter().filter(|row| row.len() <= MAX_ROW_LENGTH).flat_map(|row| totals(row, lexicon));
        said.chain(list.totals.iter().map(|total| total.count)).filter(|total| *total >= whole(lexicon.game))
    };
    if count > 0 && stated().next().is_some() && stated().all(|said| said == total) {
        let entry = list.entries.remove(head);
        list.unread.push(UnreadLine::new(entry.line, &entry.title));
    }
}

/// `10, all good`: leaves out what counts something unknown as often as the list has cards.
fn without_lost_totals(rows: &[&str], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let total = counted(list, lexicon);
    if total < MIN_TOTAL {
        return;
    }
    let leads = |title: &str| {
        let title = title.rsplit(": ").next().unwrap_or(title);
        let figures = title.find(|c: char| !c.is_ascii_digit()).map_or(title, |end| &title[..end]);
        figures.parse() == Ok(total)
    };
    let says = |line: usize| {
        let row = rows.get(line.saturating_sub(1)).filter(|row| row.len() <= MAX_ROW_LENGTH);
        row.is_some_and(|row| totals(row, lexicon).contains(&total))
    };
    let states = |entry: &DeckEntry| {
        entry.lost && (entry.count.number() == total || leads(&entry.title) || says(entry.line))
    };
    let (totals, kept): (Vec<DeckEntry>, Vec<DeckEntry>) = list.entries.drain(..).partition(states);
    list.entries = kept;
    list.unread.extend(totals.into_iter().map(|entry| UnreadLine::new(entry.line, &entry.title)));
}

/// Whether a deck that is too small has as many sets, or cards, as was said, and nothing else was.
fn agrees(said: &[u32], list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let own = counted(list, lexicon);
    let cards = own * CARDS_OF_A_SET;
    let of_sets = |total: u32| lexicon.game == Game::Lcg && (total == cards || total == cards - own);
    let is_own = |total: &u32| *total == own || of_sets(*total);
    let stated = list.totals.iter().filter(|total| total.count >= whole(lexicon.game));
    let open = list.open_entries().next().is_some() || list.entries.iter().any(|entry| entry.lost);
    let asked = !list.questions.is_empty() || list.doubts.which_list || list.doubts.goes_on.is_some();
    // Of a whole deck units may lack, which stand in no row either where the total is the player's.
    let least = if lexicon.game == Game::Tcg { own + 1 } else { whole(lexicon.game) };
    let short = (MIN_TOTAL..least).contains(&own);
    let other = stated.clone().any(|total| !is_own(&total.count));
    short && !open && !asked && !other && said.contains(&own) && said.iter().all(is_own)
}

/// Whether the totals of a deck's parts come to what it has, though it is too small: a row that is missing
/// would be missing in one of them, whatever their sum was taken for.
fn are_all_parts(parts: &[u32], list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let known = |entry: &&DeckEntry| !entry.lost && entry.zone != Zone::Aside;
    let own = copies(list.entries.iter().filter(known));
    let sum = parts.iter().copied().fold(0, u32::saturating_add);
    let lost = |entry: &DeckEntry| entry.lost && entry.count != Count::NotGiven;
    let open = list.open_entries().next().is_some() || list.entries.iter().any(lost);
    let asked = !list.questions.is_empty() || list.doubts.which_list || list.doubts.goes_on.is_some();
    parts.len() >= MIN_PARTS && sum == own && own < whole(lexicon.game) && !open && !asked
}

/// The minimum number of parts of a deck with totals of their own.
const MIN_PARTS: usize = 3;

/// `Space 14:`, `Ground (15)`: how many cards of a part of the deck a row says to stand in it, or below.
fn part(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let head = row.split(':').next().unwrap_or(row);
    let words = words(head);
    let of_part = |role: &Role| matches!(role, Role::Heading(Opens::Arena | Opens::Command));
    let (numbers, names): (Vec<&str>, Vec<&str>) =
        words.into_iter().partition(|word| word.bytes().all(|b| b.is_ascii_digit()));
    let ([number], false) = (&numbers[..], names.is_empty()) else { return None };
    let roles = lexicon.roles(&names.join(" "));
    (roles.whole() && roles.any(of_part)).then(|| number.parse().ok())?
}

/// Whether a row without a card speaks of another one, or leaves one open.
fn speaks_of_more(row: &str, lacking: u32, lexicon: &Lexicon<'_>) -> bool {
    let open = |role: &Role| matches!(role, Role::Either | Role::Illegible | Role::GoesOn);
    let roles = lexicon.roles(row);
    // `I don't own more`
    let more = || row.split_whitespace().any(|word| lexicon.words.get(word).contains(&Role::More));
    names(row, lexicon).is_empty()
        && (roles.any(open)
            || (roles.has(&Role::More) || more()) && !denies(row, lexicon)
            || leaves_rest_open(row, lacking, lexicon))
}

/// The totals that a row without a card states: `= 9`, `that makes nine sets`, `48 cards`.
fn totals(row: &str, lexicon: &Lexicon<'_>) -> Vec<u32> {
    if !names(row, lexicon).is_empty() {
        return totals_behind_cards(row, lexicon);
    }
    let words = words(row);
    let total = |at: usize| {
        let value = words[at].parse::<u32>().ok().or_else(|| lexicon.words.total(words[at]))?;
        let counted = counts_behind(&words, at, lexicon);
        // Of the LCG `9 cards` are not nine sets: `I sleeved 9 cards` is of something else.
        let of_sets = lexicon.game == Game::Lcg && value < whole(Game::Lcg);
        let unit = counted.filter(|unit| !(of_sets && *unit == Unit::Cards));
        (value >= MIN_TOTAL && (unit.is_some() || counted.is_none() && says_before(row, &words, at, lexicon)))
            .then_some(value)
    };
    (0..words.len()).filter_map(total).collect()
}

/// The same of the sentences behind the last card.
fn totals_behind_cards(row: &str, lexicon: &Lexicon<'_>) -> Vec<u32> {
    let last = names(row, lexicon).last().map_or(0, |(_, to)| *to);
    let behind = &row[last..];
    let sentence = [". ", "! ", "; ", "\n"].iter().filter_map(|end| behind.find(end)).min();
    // `2 A, that makes nine`
    let opens = |(at, _): &(usize, &str)| {
        let clause = words(behind[at + 1..].split(',').next().unwrap_or_default());
        [InPlace::States, InPlace::Hence].iter().any(|place| begins_with_phrase(&clause, *place, lexicon))
    };
    let clause = behind.match_indices(", ").find(opens).map(|(at, _)| at);
    let begins = [sentence, clause].into_iter().flatten().min();
    begins.map_or_else(Vec::new, |at| totals(&behind[at + 1..], lexicon))
}

/// What a total counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Sets,
    Cards,
}

/// What the word right behind a number says that it counts: sets, or cards.
fn counts_behind(words: &[&str], at: usize, lexicon: &Lexicon<'_>) -> Option<Unit> {
    let of = |to: usize| {
        let phrase = words[at + 1..to].join(" ");
        let roles = lexicon.words.get(&phrase);
        let is_lcg = lexicon.game == Game::Lcg;
        let sets =
            roles.contains(&Role::Heading(Opens::Objectives)) || lexicon.words.is(InPlace::List, &phrase);
        match (is_lcg && sets, roles.contains(&Role::Cards)) {
            (true, _) => Some(Unit::Sets),
            (false, true) => Some(Unit::Cards),
            (false, false) => None,
        }
    };
    (at + 2..=words.len().min(at + 1 + MAX_PHRASE_LENGTH)).find_map(of)
}

/// Whether words that state a total stand right in front of a number, or an equals sign does.
fn says_before(row: &str, words: &[&str], at: usize, lexicon: &Lexicon<'_>) -> bool {
    let sum = row.trim_start_matches([' ', '-', '>', '*', '→']).starts_with('=') && at == 0;
    let states = |from: usize| {
        let phrase = words[from..at].join(" ");
        let says = lexicon.words.is(InPlace::States, &phrase) || lexicon.words.is(InPlace::Hence, &phrase);
        says || lexicon.words.is(InPlace::Sum, &phrase)
    };
    sum || (at.saturating_sub(MAX_PHRASE_LENGTH)..at).any(states)
}
