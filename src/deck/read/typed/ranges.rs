//! Numbers of sets within a sentence, `one copy each of sets 1 through 7 of the core box, plus A`, written as
//! rows of their own.

use std::borrow::Cow;

use super::chained;
use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::{MAX_PHRASE_LENGTH, words};
use super::sizes::most_copies;
use crate::corpus::Game;
use crate::deck::words::{InPlace, Opens, Role};

/// No such line is longer, in bytes.
const MAX_LINE_LENGTH: usize = 400;

/// The minimum number of numbers that is no coincidence.
const MIN_SETS: usize = 4;

/// Nor does a range have more.
const MAX_SETS: u32 = 20;

/// A word of a line, and where it stands.
struct WordSpan<'r> {
    text: &'r str,
    from: usize,
    to: usize,
}

/// Numbers of sets in a line.
struct SetNumbers {
    /// Where the word for sets begins, and where the last number ends.
    from: usize,
    to: usize,
    sets: Vec<u32>,
}

/// The lines with the sets of such sentences as rows.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    let mut rows = chained::written(rows);
    for at in 0..rows.len() {
        let above = at.checked_sub(1).map(|above| rows[above].to_string()).unwrap_or_default();
        if let Some(written) = sentence(&rows[at], &above, lexicon) {
            rows[at] = written.into();
        }
    }
    rows
}

/// A line with the numbers of its sets as rows: each with the count that the sentence says for each.
fn sentence(row: &str, above: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_LINE_LENGTH || row.contains(['\n', '\t', '|', '?', '#']) || row.contains(" x") {
        return None;
    }
    let cut = words_of(row);
    let SetNumbers { from, to, sets } = found(row, &cut, lexicon)?;
    let (before, behind) = (&row[..from], &row[to..]);
    // Words stand around them, or it is a row of numbers as others are.
    let prose = words(row).len() > sets.len() + MIN_WORDS;
    if !prose || !names(before, lexicon).is_empty() {
        return None;
    }
    let lead = if words(before).len() < MIN_WORDS { [above, before].join(" ") } else { before.to_owned() };
    let (mut clause, mut rest) = first_clause(behind, lexicon);
    // `of the core box, one of each, plus A`
    let (next, behind) = first_clause(rest, lexicon);
    if of_each(clause, lexicon).is_none() && is_count(next, lexicon) {
        (clause, rest) = (next, behind);
    }
    let count = of_each(clause, lexicon).or_else(|| of_each(last_words(&lead), lexicon));
    let titled = !names(rest, lexicon).is_empty();
    if titled && count.is_none() || !titled && (counts_more(rest, lexicon) || sets.len() < MIN_ALONE) {
        return None;
    }
    let count = count.map(|count| format!("{count}x ")).unwrap_or_default();
    let rows: String = sets.iter().map(|set| format!("\n{count}#{set}")).collect();
    Some(format!("{}{rows}\n{rest}", before_count(before, lexicon)))
}

/// Whether more numbers stand in the sentence, of sets or of copies.
fn counts_more(rest: &str, lexicon: &Lexicon<'_>) -> bool {
    let sentence = rest.split(['.', '!']).next().unwrap_or_default();
    sentence.contains(|c: char| c.is_ascii_digit()) || lexicon.roles(sentence).number().is_some()
}

/// The minimum number of numbers without a title that are a deck's.
const MIN_ALONE: usize = 6;

/// The minimum number of words beside numbers that make a sentence.
const MIN_WORDS: usize = 3;

fn words_of(row: &str) -> Vec<WordSpan<'_>> {
    let mut found = Vec::new();
    let mut from = None;
    for (at, c) in row.char_indices().chain([(row.len(), ' ')]) {
        match (c.is_alphanumeric(), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                found.push(WordSpan { text: &row[start..at], from: start, to: at });
                from = None;
            }
            _ => {}
        }
    }
    found
}

/// A word for sets, and behind it a range of numbers or several.
fn found(row: &str, cut: &[WordSpan<'_>], lexicon: &Lexicon<'_>) -> Option<SetNumbers> {
    let figure = |at: usize| cut.get(at).and_then(|word| word.text.parse::<u32>().ok());
    let role = |at: usize, wanted: &dyn Fn(&Role) -> bool| {
        cut.get(at).is_some_and(|word| lexicon.words.get(word.text).iter().any(wanted))
    };
    let is_set = |number: &u32| lexicon.objective_of(*number).is_some();
    let of_sets = |role: &Role| matches!(role, Role::SetNumber | Role::Heading(Opens::Objectives));
    let first = (1..cut.len()).find(|at| figure(*at).is_some() && names_sets(cut, *at, lexicon))?;
    let mut sets = Vec::new();
    let mut at = first;
    while let Some(number) = figure(at).filter(is_set) {
        let through = |role: &Role| *role == Role::Through;
        if let Some(last) = figure(at + 1).filter(|_| matches!(&row[cut[at].to..cut[at + 1].from], "-" | "–"))
        {
            if number >= last || last - number >= MAX_SETS {
                return None;
            }
            sets.extend(number..=last);
            at += 2;
            if !next_set(cut, &mut at, lexicon) {
                break;
            }
            continue;
        }
        let last = figure(at + 2).filter(|_| role(at + 1, &through));
        if let Some(last) = last.filter(|last| number < *last && last - number < MAX_SETS) {
            sets.extend(number..=last);
            at += 3;
        } else {
            sets.push(number);
            at += 1;
        }
        if !next_set(cut, &mut at, lexicon) {
            break;
        }
    }
    let start = (0..first).rev().take_while(|at| {
        role(*at, &of_sets) || role(*at, &|role| matches!(role, Role::Filler | Role::Cards))
    });
    let start = start.last().unwrap_or(first);
    let enough = sets.len() >= MIN_SETS && sets.iter().all(is_set);
    enough.then(|| SetNumbers { from: cut[start].from, to: cut[at - 1].to, sets })
}

/// Moves on to the next number of a set, where only words stand between that join it: `9 and the neutral
/// no. 18`.
fn next_set(cut: &[WordSpan<'_>], at: &mut usize, lexicon: &Lexicon<'_>) -> bool {
    let figure = |at: usize| cut.get(at).is_some_and(|word| word.text.parse::<u32>().is_ok());
    let quiet = |of: usize| {
        let plain = |role: &Role| {
            use Role::{Filler, Heading, Joins, SetNumber};
            matches!(role, Joins | Filler | SetNumber | Heading(Opens::Objectives | Opens::Nothing))
        };
        // `plus` ends what is said of each.
        let besides = lexicon.words.is(InPlace::Besides, cut[of].text);
        !besides && lexicon.words.get(cut[of].text).iter().any(plain)
    };
    let next = (*at..*at + MAX_PHRASE_LENGTH).find(|next| figure(*next));
    match next.filter(|next| (*at..*next).all(quiet)) {
        Some(next) => {
            *at = next;
            true
        }
        None => false,
    }
}

/// Whether a word for sets stands in front of a number.
fn names_sets(cut: &[WordSpan<'_>], at: usize, lexicon: &Lexicon<'_>) -> bool {
    let of_sets = |role: &Role| matches!(role, Role::SetNumber | Role::Heading(Opens::Objectives));
    (at.saturating_sub(MAX_PHRASE_LENGTH)..at).rev().any(|from| {
        let phrase: Vec<&str> = cut[from..at].iter().map(|word| word.text).collect();
        let phrase = phrase.join(" ");
        let roles = lexicon.roles(&phrase);
        phrase.len() > 2 && roles.whole() && roles.any(of_sets)
    })
}

/// What stands behind the numbers up to the first comma, where it names no card, and the rest.
fn first_clause<'r>(behind: &'r str, lexicon: &Lexicon<'_>) -> (&'r str, &'r str) {
    let end = behind.trim_start_matches([',', ' ']).find([',', '.', ';', '\n']);
    let lead = behind.len() - behind.trim_start_matches([',', ' ']).len();
    let end = end.map_or(behind.len(), |end| lead + end);
    let plus = behind.split_whitespace().find(|word| {
        let joins = |role: &Role| *role == Role::Joins;
        lexicon.words.get(word).iter().any(joins)
    });
    let at = plus.and_then(|word| behind.find(&format!(" {word} "))).filter(|at| *at < end);
    let (first, rest) = behind.split_at(at.unwrap_or(end));
    if names(first, lexicon).is_empty() {
        (first, rest.trim_start_matches([',', '.', ' ']))
    } else {
        ("", behind)
    }
}

/// The count that words say for each: `one copy each of`, `twice each`.
fn of_each(text: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let words = words(text);
    let in_figures = |word: &str| word.trim_matches(['x', 'X', '×']).parse::<u32>().ok();
    let mut counts = words.iter().filter_map(|word| in_figures(word).or_else(|| lexicon.words.number(word)));
    let count = counts.next().filter(|count| (1..=most_copies(lexicon.game)).contains(count))?;
    counts.next().is_none().then_some(count)
}

/// Whether words say only how many of each.
fn is_count(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let counts = |role: &Role| {
        matches!(role, Role::Number(_) | Role::Copies | Role::Each | Role::Filler | Role::Joins)
    };
    let roles = lexicon.roles(text);
    roles.unknown.is_empty() && roles.known.iter().all(|(roles, _)| roles.iter().any(counts))
}

/// The words of the last clause of a text.
fn last_words(text: &str) -> &str {
    text.rsplit(['.', ':', ';', ',']).find(|part| part.contains(char::is_alphabetic)).unwrap_or_default()
}

/// A text without the words at its end that say how many of each.
fn before_count<'r>(before: &'r str, lexicon: &Lexicon<'_>) -> &'r str {
    let counts = |role: &Role| {
        matches!(role, Role::Number(_) | Role::Copies | Role::Each | Role::Filler | Role::Joins)
    };
    let mut text = before.trim_end();
    while let Some(word) = text.split_whitespace().next_back() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let quiet = bare.parse::<u32>().is_ok()
            || lexicon.words.get(bare).iter().any(counts)
            || lexicon.words.is(InPlace::Article, bare);
        if !quiet || word.ends_with(['.', ':', '!']) {
            break;
        }
        text = text[..text.len() - word.len()].trim_end();
    }
    text
}
