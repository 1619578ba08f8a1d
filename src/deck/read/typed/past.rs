//! Sentences beside a list that say what the deck had before, or what stays at home, `last month I had A in`,
//! and agree with the list as it stands: they leave nothing open.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::words;
use super::talk::leads_with_count;
use super::{as_before, talk};
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, brief};
use crate::deck::talk::Talk;
use crate::deck::words::{InPlace, Role};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 600;

/// Nor names such a sentence more cards.
const MAX_NAMES: usize = 3;

/// No text has more such sentences; of others, each is asked about.
const MAX_SENTENCES: usize = 12;

/// Shorter words of a title stand in other titles, too.
const MIN_LETTERS: usize = 4;

/// No row of cards with a slip is longer, in bytes.
const MAX_LIST_LENGTH: usize = 120;

/// A sentence of the past that agrees with the list.
pub(super) struct Past {
    line: usize,
    text: String,
}

/// The rows without such sentences, and what they were.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Vec<Past>) {
    let noted: Vec<(usize, &str)> = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| {
            row.len() <= MAX_ROW_LENGTH && !leads_with_count(row) && !row.contains(['\t', '|'])
        })
        .flat_map(|(at, row)| past_of(row, lexicon).into_iter().map(move |sentence| (at, sentence)))
        .take(MAX_SENTENCES)
        .collect();
    if noted.is_empty() {
        return (rows, Vec::new());
    }
    let list = Listed::of(&rows, &noted, lexicon);
    let past: Vec<Past> = noted
        .iter()
        .filter(|(_, sentence)| list.agrees(sentence, lexicon))
        .map(|(at, sentence)| Past { line: at + 1, text: sentence.trim().to_owned() })
        .collect();
    let mut rows = rows;
    for Past { line, text } in &past {
        rows[line - 1] = rows[line - 1].replacen(text.as_str(), "", 1).trim_end().to_owned().into();
    }
    (rows, past)
}

/// Notes the sentences that were passed over.
pub(super) fn note(past: &[Past], lists: &mut [Decklist]) {
    let Some(list) = lists.first_mut() else { return };
    for Past { line, text } in past {
        let text = format!(
            "{:?} speaks of what the deck does not have; the list agrees (line {line}).",
            brief(text)
        );
        list.notes.push(ListNote { code: Code::UnreadLine, text });
    }
}

fn sentences(row: &str) -> impl Iterator<Item = &str> {
    let mut rest = row;
    std::iter::from_fn(move || {
        let end = [". ", "! ", "; ", "? "].iter().filter_map(|end| rest.find(end)).min();
        let (sentence, behind) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        rest = behind;
        (!sentence.is_empty()).then_some(sentence)
    })
}

/// The sentences of the past in a row; not one behind which another says what is so now: `I had A before. It
/// is back in.`
fn past_of<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Vec<&'r str> {
    let all: Vec<&str> = sentences(row).collect();
    let alone = |sentence: &&str| names(sentence, lexicon).is_empty();
    let now = |sentence: &&str| alone(sentence) && talk::says(sentence, lexicon).contains(&Talk::Now);
    let taken_back = |at: usize| all.get(at + 1).is_some_and(now);
    let past = |at: &usize| is_past(all[*at], lexicon) && !taken_back(*at);
    (0..all.len()).filter(past).map(|at| all[at]).collect()
}

/// Whether a sentence with cards says of them that the deck had them before or has them not, and nothing of
/// what it is to have now.
fn is_past(sentence: &str, lexicon: &Lexicon<'_>) -> bool {
    let found = names(sentence, lexicon);
    if found.is_empty() || found.len() > MAX_NAMES || sentence.contains('?') {
        return false;
    }
    let said = talk::says(sentence, lexicon);
    let says = |talk: Talk| said.contains(&talk);
    let had = || says(Talk::Earlier) && says(Talk::Had) && !leads_with_card(sentence, &found);
    let past = says(Talk::NotIn) || had() && ends_with_card(sentence, &found);
    if found.iter().any(|name| is_counted(sentence, *name, lexicon)) {
        return false;
    }
    // `A doesn't stay at home`
    if talk::denies(sentence, lexicon) {
        return false;
    }
    let open = [
        Talk::Change,
        Talk::GoesOn,
        Talk::MayGoOn,
        Talk::NoList,
        Talk::Now,
        Talk::Open,
        Talk::OtherDeck,
        Talk::YetToCome,
    ];
    let roles = lexicon.roles(sentence);
    let other = |role: &Role| matches!(role, Role::Either | Role::Illegible | Role::Rule);
    // What may not be played says why, where the sentence says that it is not.
    let unsure = (roles.has(&Role::Either) || !says(Talk::NotIn)) && roles.any(other);
    past && !open.into_iter().any(says) && !unsure && !as_before::is_as_before(sentence, lexicon)
}

/// `A (was in last month, too)`: whether a card stands where that of a row does.
fn leads_with_card(sentence: &str, found: &[(usize, usize)]) -> bool {
    found.first().is_some_and(|(from, _)| words(&sentence[..*from]).len() < MIN_BEFORE)
}

/// `last month I had A in`, and not `last month I had A in, this month too`.
fn ends_with_card(sentence: &str, found: &[(usize, usize)]) -> bool {
    let behind = found.last().map_or("", |(_, to)| &sentence[*to..]);
    words(behind).len() <= MAX_BEHIND && !behind.contains([',', ';', ':', '-', '–'])
}

/// No more words stand behind the last card of a sentence that says nothing else of it.
const MAX_BEHIND: usize = 2;

/// The minimum number of words in front of its card in a sentence.
const MIN_BEFORE: usize = 2;

/// `A - 2`, `A (no longer in sleeves)`: whether a count stands behind a card, or a remark on its row.
fn is_counted(sentence: &str, (from, to): (usize, usize), lexicon: &Lexicon<'_>) -> bool {
    let behind = sentence[to..].trim_start();
    let next = words(behind).first().copied();
    let begins = words(&sentence[..from]).is_empty();
    number(next.as_ref(), lexicon).is_some()
        || begins && behind.starts_with(['(', '[', '-', '–', ',', ':', '<', '/'])
}

/// The rows of a text besides such sentences.
struct Listed<'r> {
    /// Normalized, with the words that are in no title's exact name.
    rows: Vec<(String, Vec<String>, &'r str)>,
}

impl<'r> Listed<'r> {
    fn of(rows: &'r [Cow<'_, str>], noted: &[(usize, &str)], lexicon: &Lexicon<'_>) -> Self {
        let row = |(at, row): (usize, &'r Cow<'_, str>)| {
            let besides = noted.iter().filter(|(of, _)| *of == at);
            let text = besides.fold(row.to_string(), |row, (_, sentence)| row.replacen(sentence, " ", 1));
            let exact = if text.len() <= MAX_ROW_LENGTH { names(&text, lexicon) } else { Vec::new() };
            let exact: Vec<&str> = exact.iter().map(|(from, to)| &text[*from..*to]).collect();
            let rest = exact.iter().fold(text.clone(), |rest, name| rest.replacen(name, " ", 1));
            // Beside a title a number is its count.
            let of_list = |word: &&str| exact.is_empty() || word.contains(char::is_alphabetic);
            let short = row.len() <= MAX_LIST_LENGTH;
            let rest =
                words(&rest).into_iter().filter(of_list).filter(|_| short).map(normalize_name).collect();
            (format!(" {} ", normalize_name(&text)), rest, row.as_ref())
        };
        Self { rows: rows.iter().enumerate().map(row).collect() }
    }

    /// Whether the cards of a sentence are not in the list. Others beside them are, as often as it says; of
    /// one alone it says that it came in place of another, or was there in another number.
    fn agrees(&self, sentence: &str, lexicon: &Lexicon<'_>) -> bool {
        let found = names(sentence, lexicon);
        let listed =
            |(from, to): &(usize, usize)| self.with(&sentence[*from..*to], lexicon).collect::<Vec<_>>();
        let out: Vec<usize> = (0..found.len()).filter(|at| listed(&found[*at]).is_empty()).collect();
        let went = talk::says(sentence, lexicon).contains(&Talk::NotIn);
        if went && out.len() < found.len() {
            return false;
        }
        let apart = |pair: &[usize]| !is_joined(&sentence[found[pair[0]].1..found[pair[1]].0], lexicon);
        if out.windows(2).any(apart) {
            return false;
        }
        let mut from = 0;
        found.iter().all(|name| {
            let before = words(&sentence[from..name.0]);
            from = name.1;
            let longest = before.len().min(MAX_REPLACEMENT_LENGTH);
            let phrase = |n: usize| before[before.len() - n..].join(" ");
            let instead = (1..=longest).any(|n| lexicon.words.is(InPlace::Instead, &phrase(n)));
            let rows = listed(name);
            match rows[..] {
                [] => !instead,
                [row] if out.is_empty() => had_other_number(&before, row, lexicon),
                [row] => has_number(&before, row, lexicon),
                _ => !out.is_empty() && number(before.last(), lexicon).is_none(),
            }
        })
    }

    /// The rows that have a title, or may: one with a slip, or its set's number.
    fn with(&self, title: &str, lexicon: &Lexicon<'_>) -> impl Iterator<Item = &&'r str> {
        let wanted = format!(" {} ", normalize_name(title));
        let long: Vec<String> = words(title)
            .into_iter()
            .map(normalize_name)
            .filter(|word| word.chars().count() >= MIN_LETTERS)
            .filter(|word| !lexicon.words.is(InPlace::Everyday, word))
            .collect();
        let sets: Vec<String> = lexicon.sets_of(title).iter().map(ToString::to_string).collect();
        let may_be =
            move |rest: &[String]| rest.iter().any(|word| long.contains(word) || sets.contains(word));
        self.rows
            .iter()
            .filter(move |(text, rest, _)| text.contains(&wanted) || may_be(rest))
            .map(|(_, _, row)| row)
    }
}

/// No phrase for `instead of` has more words.
const MAX_REPLACEMENT_LENGTH: usize = 4;

/// Whether nothing but words that join them stands between two cards.
fn is_joined(between: &str, lexicon: &Lexicon<'_>) -> bool {
    let joins = |word: &&str| {
        let roles = lexicon.words.get(word);
        roles.contains(&Role::Joins)
            || roles.contains(&Role::Either)
            || lexicon.words.is(InPlace::Article, word)
    };
    words(between).iter().all(joins)
}

/// A number in figures or words, or that of a copy: `two`, `a third`.
fn number(word: Option<&&str>, lexicon: &Lexicon<'_>) -> Option<u32> {
    let word = word?;
    let figure = word.trim_matches(['x', 'X', '×']).parse::<u32>().ok();
    figure.or_else(|| lexicon.words.number(word)).or_else(|| lexicon.words.ordinal(word))
}

/// The one number of a row.
fn count_of(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let short = words(row).into_iter().filter(|word| word.len() <= MAX_COUNT_LENGTH);
    let mut counts = short.filter_map(|word| number(Some(&word), lexicon));
    counts.next().filter(|_| counts.next().is_none())
}

/// No count in figures has more signs: `x2`.
const MAX_COUNT_LENGTH: usize = 2;

/// `last month I had two A`, of a row with one: whether a sentence says another number than the row.
fn had_other_number(before: &[&str], row: &str, lexicon: &Lexicon<'_>) -> bool {
    let had = number(before.last(), lexicon);
    had.zip(count_of(row, lexicon)).is_some_and(|(had, has)| had != has)
}

/// Whether a sentence says as many of a card as its row has, or nothing of how many.
fn has_number(before: &[&str], row: &str, lexicon: &Lexicon<'_>) -> bool {
    let more = before.last().is_some_and(|word| lexicon.words.is(InPlace::Additional, word));
    !more && number(before.last(), lexicon).is_none_or(|said| count_of(row, lexicon) == Some(said))
}
