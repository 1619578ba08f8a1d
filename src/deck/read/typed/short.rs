//! What a list that is too small says against that: its player counts a whole deck, a part of the deck is
//! only named, a page is missing. Then the deck may have more than was written down, or read.

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::{begins_with_phrase, words};
use super::remarks::counted;
use super::sizes::{MAX_COPIES, copies, is_whole, most_copies, whole};
use super::talk::{denies, leaves_rest_open};
use crate::deck::list::{Count, DeckEntry, Decklist, Zone, brief};
use crate::deck::words::{InPlace, Opens, Role};

/// No row that says so is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// Nor is a line with cards, behind the last of which it says so.
const MAX_LINE_LENGTH: usize = 2_000;

/// Asks of each list that is too small, but not by its player's own total, what its rows say against that.
pub(super) fn add_questions(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let all: Vec<usize> = lists.iter().flat_map(|list| &list.entries).map(|entry| entry.line).collect();
    let alone = lists.len() == 1;
    for list in lists {
        let own = counted(list, lexicon);
        let cards = || list.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line);
        let (Some(first), Some(last)) = (cards().min(), cards().max()) else { continue };
        let open = list.doubts.counts_open.is_some() || list.doubts.goes_on.is_some();
        if list.doubts.own_total || open || is_whole(own, lexicon) {
            continue;
        }
        // What a total counts besides may be a card of the other game.
        let foreign = copies(list.entries.iter().filter(|entry| entry.foreign));
        let next = all.iter().copied().filter(|line| *line > last).min().unwrap_or(raw.len() + 1);
        let from = if alone { 1 } else { first };
        let lacking = whole(lexicon.game).saturating_sub(own);
        for line in from..next {
            let Some(row) = raw.get(line - 1).filter(|row| row.len() <= MAX_LINE_LENGTH) else { continue };
            let asked = list.questions.iter().any(|question| question.lines.contains(&line))
                || list.doubts.may_name.contains(&line);
            if asked {
                continue;
            }
            let cards = names(row, lexicon);
            if let (Some((from, _)), Some((_, to))) = (cards.first(), cards.last()) {
                let around = (&row[..*from], &row[*to..]);
                if let Some(question) = beside_cards(around, line, own + foreign, list, lexicon) {
                    list.add_question(vec![line], question);
                    list.doubts.may_name.push(line);
                }
                continue;
            }
            // What counts more than there may be is a total; what counts nothing is no card.
            let lost = |entry: &DeckEntry| {
                let copies = entry.count.number() <= most_copies(lexicon.game);
                let counted = entry.lost && entry.count != Count::NotGiven;
                copies && (counted || !entry.candidates.is_empty())
            };
            let open_entry = list.entries.iter().any(|entry| entry.line == line && lost(entry));
            if all.contains(&line) && (open_entry || !leaves_rest_open(row, lacking, lexicon)) {
                continue;
            }
            if let Some(question) = against(row, line > first, own + foreign, lexicon) {
                list.add_question(vec![line], question);
                list.doubts.may_name.push(line);
            }
        }
    }
}

/// What stands in front of the first card of a line, or behind the last, and says that there are more: a
/// total, or how many of what is not named.
fn beside_cards(
    (before, behind): (&str, &str),
    line: usize,
    own: u32,
    list: &Decklist,
    lexicon: &Lexicon<'_>,
) -> Option<String> {
    let heads = before.contains('(').then_some(before);
    let sentences = behind.split(['.', '!', ';']).skip(1).chain(heads);
    if let Some(total) = sentences.filter_map(|said| whole_total(said, lexicon)).find(|total| *total > own) {
        return Some(format!("The line counts {total}, the rows come to {own}. Is a row missing?"));
    }
    let lacks = whole(lexicon.game).saturating_sub(own);
    if behind.split(['.', '!', ';', ',']).skip(1).any(|said| leaves_rest_open(said, lacks, lexicon)) {
        return Some(format!(
            "{:?} says that something of the list is still open. What is it?",
            brief(behind.trim())
        ));
    }
    let unnamed = |text: &str| {
        let said = words(text);
        let count = |word: &&str| lexicon.words.number(word).or_else(|| word.parse().ok());
        let counts = said.iter().filter_map(count).any(|n| (lacks..=MAX_COPIES).contains(&n));
        let unknown = lexicon.roles(text).unknown.len();
        counts && unknown >= MIN_UNKNOWN && behind.contains(text) && !denies(text, lexicon)
    };
    let unread = list.unread.iter().find(|unread| unread.line == line && unnamed(&unread.text))?;
    Some(format!("{:?} counts cards that it does not name. Which are they?", unread.text))
}

/// The minimum number of unknown words that are more than a slip of a word for lists.
const MIN_UNKNOWN: usize = 2;

/// What a row without a card says against a deck of `own` cards.
fn against(row: &str, below: bool, own: u32, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH {
        return None;
    }
    let text = brief(row.trim());
    if let Some(total) = whole_total(row, lexicon).filter(|total| *total > own) {
        return Some(format!("{text:?} counts {total}, the rows come to {own}. Is a row missing?"));
    }
    let lacking = whole(lexicon.game).saturating_sub(own);
    if leaves_rest_open(row, lacking, lexicon) {
        return Some(format!("{text:?} says that something of the list is still open. What is it?"));
    }
    if lacks_page(row, lexicon) {
        return Some(format!("{text:?} says that a page is missing. What stands on it?"));
    }
    (below && names_part_only(row, lexicon))
        .then(|| format!("{text:?} names a part of the deck that is not listed. Which cards are in it?"))
}

/// The size of a whole deck that a row gives for its own: `15 x 4 = 60`, `(60)`, `60/60`, `ten in all`.
fn whole_total(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let roles = lexicon.roles(row);
    if roles.any(|role| matches!(role, Role::Rule | Role::Date)) || denies(row, lexicon) {
        return None;
    }
    let least = whole(lexicon.game);
    let sizes = least..=least * 2;
    let tokens = tokens(row);
    let value = |at: usize| {
        let word = *tokens.get(at)?;
        let figure = word.parse::<u32>().ok().or_else(|| lexicon.words.total(word));
        figure.filter(|n| sizes.contains(n))
    };
    let total = |at: &usize| {
        let sign = |of: Option<usize>| of.and_then(|of| tokens.get(of).copied()).unwrap_or_default();
        let (before, behind) = (sign(at.checked_sub(1)), sign(Some(at + 1)));
        let bracketed = before == "(" && behind == ")" && *at > 1;
        let twice = behind == "/" && value(at + 2) == value(*at) && tokens.len() <= 5;
        let alone = tokens.iter().filter(|token| token.contains(char::is_alphanumeric)).count() == 1;
        let unit = |word: &str| {
            let roles = lexicon.words.get(word);
            roles.contains(&Role::Cards) || roles.contains(&Role::Heading(Opens::Objectives))
        };
        let counts = if behind == "-" { sign(Some(at + 2)) } else { behind };
        // `in all`, `together`
        let summed = || begins_with_phrase(&tokens[at + 1..], InPlace::Sum, lexicon);
        before == "=" || bracketed || twice || alone || unit(counts) || summed()
    };
    let by_product = || product(&tokens, lexicon).filter(|product| sizes.contains(product));
    (0..tokens.len()).filter(|at| value(*at).is_some()).find(total).and_then(value).or_else(by_product)
}

/// `fifteen cards, four of each`: how many cards a row comes to that gives the rows and the copies of each.
fn product(tokens: &[&str], lexicon: &Lexicon<'_>) -> Option<u32> {
    let number = |word: &&str| {
        let value = word.parse::<u32>().ok().or_else(|| lexicon.words.total(word));
        value.or_else(|| lexicon.words.number(word))
    };
    let numbers: Vec<u32> = tokens.iter().filter_map(number).collect();
    let each = tokens.iter().any(|word| lexicon.words.get(word).contains(&Role::Each));
    match numbers[..] {
        [first, second] if each && first.min(second) <= MAX_COPIES => first.checked_mul(second),
        _ => None,
    }
}

/// The words and the signs of a row, one by one.
fn tokens(row: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = row.trim();
    while let Some(first) = rest.chars().next() {
        let end = if first.is_alphanumeric() {
            rest.find(|c: char| !c.is_alphanumeric() && c != '\'').unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, behind) = rest.split_at(end);
        tokens.push(token);
        rest = behind.trim_start();
    }
    tokens
}

/// `p. 2 missing`: whether a row says of a page that it is not there.
fn lacks_page(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let said = words(row);
    let gone = |word: &&str| lexicon.words.is(InPlace::Gone, word);
    said.len() <= MAX_OF_PAGE && lexicon.roles(row).has(&Role::Page) && said.iter().any(gone)
}

/// Of a missing page nobody says more words.
const MAX_OF_PAGE: usize = 8;

/// `Battle: tbd`, `Battles (12): ask me`: whether a row names a part of the deck, and says of it something
/// else than how many cards stand in it, or that there are none.
fn names_part_only(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let said = words(row);
    let of_part = |role: &Role| matches!(role, Role::Heading(Opens::Arena | Opens::Command));
    let quiet = |role: &Role| {
        matches!(role, Role::Heading(_) | Role::Filler | Role::Joins | Role::Cards | Role::Number(_))
    };
    let is_part = |word: &&str| lexicon.words.get(word).iter().any(of_part);
    let figure = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let says = |word: &&str| !figure(word) && !lexicon.words.get(word).iter().any(quiet);
    let leads = said.iter().take(LEADING).any(is_part);
    let blank = row.contains("__") || row.contains("??") || row.trim_end().ends_with("...");
    leads && (blank || said.iter().any(says)) && !denies(row, lexicon)
}

/// The number of words within which a row names the part that it is of.
const LEADING: usize = 3;
