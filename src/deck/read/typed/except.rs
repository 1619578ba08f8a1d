//! `Everything twice except A and B`: a count of every card, and the cards it does not hold for.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use super::moves::names;
use super::sizes::{MAX_COPIES, most_copies};
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// No words behind which exceptions stand are more.
const MAX_PHRASE_LENGTH: usize = 4;

/// No such sentence is longer.
const MAX_LINE_LENGTH: usize = 400;

/// A sentence with exceptions.
struct Exception<'l> {
    /// What stands in front of the exceptions, with the count of every card.
    before: &'l str,
    each: u32,
    titles: Vec<String>,
    /// How many of each exception, where that shows.
    count: Option<u32>,
}

/// The lines with each exception as a row with its own count, and the sentence without them.
pub(super) fn apart<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found = rows.iter().enumerate().find_map(|(at, row)| Some((at, exception(row, lexicon)?)));
    let Some((at, exception)) = found else { return rows };
    // Nobody knows how many where the sentence does not say it; fewer than of the others.
    let fewer = exception.each.saturating_sub(1);
    let count = exception.count.map_or_else(|| format!("0/{fewer}x"), |n| format!("{n}x"));
    // `A, B - all twice except B`: what is excepted stands in the same row.
    let mut before = exception.before.trim_end_matches([' ', ',', '(', '-', '–']).to_owned();
    let mut titles = exception.titles;
    let mut behind = String::new();
    titles.retain(|title| {
        let of = names(&before, lexicon);
        let found =
            of.into_iter().find(|(from, to)| normalize_name(&before[*from..*to]) == normalize_name(title));
        if let Some((from, to)) = found {
            let rest = before[to..].trim_start_matches([',', ' ']).to_owned();
            before = format!("{}{rest}", &before[..from]);
            behind += &format!("\n{count} {title}");
        }
        found.is_none()
    });
    let head =
        before[..start_of_count(&before, lexicon)].trim_end_matches([' ', ',', '(', '-', '–', '.', ':']);
    let mut sentence = format!("{head}\n{}x each{behind}", exception.each);
    let mut written: Vec<(usize, String)> = Vec::new();
    for title in &titles {
        let of = |row: &str| {
            let found = names(row, lexicon);
            found.into_iter().find(|(from, to)| normalize_name(&row[*from..*to]) == normalize_name(title))
        };
        let own = rows.iter().enumerate().find(|(n, row)| *n != at && of(row).is_some());
        match own {
            Some((row, line)) if names(line, lexicon).len() == 1 => {
                let (from, to) = of(line).unwrap_or_default();
                let from = from + line[from..to].find(char::is_alphanumeric).unwrap_or_default();
                let (front, bare) = line.split_at(from);
                let digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
                let counted = digit(front) || digit(&line[to..]);
                // `~~Title~~`, `maybe Title`: the row says more than its title.
                written.extend((!counted).then(|| (row, format!("{front}{count} {bare}"))));
            }
            // Among others in one line, or in none: a row of its own would count it once more.
            Some((row, line)) => {
                let (from, to) = of(line).unwrap_or_default();
                let rest = format!("{}{}", &line[..from], line[to..].trim_start_matches([',', ' ']));
                written.push((row, format!("{rest}\n{count} {title}")));
            }
            None => sentence += &format!("\n{count} {title}"),
        }
    }
    let mut rows = rows;
    // The count of every card holds for what stands below it, or for what stands above.
    rows[at] = sentence.into();
    for (row, line) in written {
        rows[row] = line.into();
    }
    rows
}

fn exception<'l>(row: &'l str, lexicon: &Lexicon<'_>) -> Option<Exception<'l>> {
    if row.len() > MAX_LINE_LENGTH {
        return None;
    }
    let (from, to) = phrase(row, lexicon)?;
    let (before, behind) = (&row[..from], &row[to..]);
    let end = behind.find(['\n', ':']).unwrap_or(behind.len());
    // `All x2 except A: B, C, A` is a list behind its heading.
    if behind[end..].chars().any(char::is_alphabetic) {
        return None;
    }
    let each = count_of_each(before, lexicon)?;
    let found = names(behind, lexicon);
    let titles: Vec<String> = found.iter().map(|(from, to)| behind[*from..*to].to_owned()).collect();
    let count = count_of_exceptions(behind, &found, each, lexicon);
    (!titles.is_empty()).then_some(Exception { before, each, titles, count })
}

/// How many of each excepted card there are: the one number beside them, none where that is said, and once
/// where all but twice can be nothing else. Other words may say anything.
fn count_of_exceptions(
    behind: &str,
    titles: &[(usize, usize)],
    each: u32,
    lexicon: &Lexicon<'_>,
) -> Option<u32> {
    let rest = titles.iter().rev().fold(behind.to_owned(), |mut rest, (from, to)| {
        rest.replace_range(*from..*to, ", ");
        rest
    });
    let says = lexicon.roles(&rest);
    let words: Vec<&str> = rest.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let none = |word: &&str| lexicon.words.is(InPlace::Without, word);
    let numbers = numbers(&rest, lexicon);
    if words.iter().any(none) {
        let plain = says.unknown.iter().all(|word| none(&word.as_str()));
        let ends = words.last().is_some_and(none);
        return (numbers.is_empty() && !says.has(&Role::Absent) && (plain || ends)).then_some(0);
    }
    if says.any(|role| matches!(role, Role::Absent | Role::Change)) {
        return None;
    }
    // `A, which I left for 1 B`
    let between = titles.windows(2).map(|pair| &behind[pair[0].1..pair[1].0]);
    let listed = between.into_iter().all(|text| lexicon.roles(text).unknown.is_empty());
    let stated: BTreeSet<u32> = numbers.into_iter().filter(|n| *n != each).collect();
    match stated.into_iter().collect::<Vec<u32>>()[..] {
        [count] => listed.then_some(count),
        // Of twice at most, all but twice is once.
        [] => (says.unknown.is_empty() && each == 2 && most_copies(lexicon.game) == 2).then_some(1),
        [..] => None,
    }
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

/// Where the words stand that lead to exceptions.
fn phrase(row: &str, lexicon: &Lexicon<'_>) -> Option<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in row.split_inclusive(' ') {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some(start) = word.find(bare).filter(|_| !bare.is_empty()) {
            words.push((at + start, at + start + bare.len()));
        }
        at += word.len();
    }
    (1..words.len()).find_map(|first| {
        let longest = words.len().min(first + MAX_PHRASE_LENGTH);
        let ends = (first..longest).rev().map(|last| (words[first].0, words[last].1));
        ends.into_iter().find(|(from, to)| lexicon.words.is(InPlace::Except, &row[*from..*to]))
    })
}

/// Where the words begin that count every card, behind the cards and the affiliation.
fn start_of_count(text: &str, lexicon: &Lexicon<'_>) -> usize {
    let behind = names(text, lexicon).last().map_or(0, |(_, to)| *to);
    let counts = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let says = |role: &Role| matches!(role, Role::Each | Role::Number(1..=4) | Role::Playset);
        let figure = bare.trim_matches(['x', 'X', '×']);
        lexicon.words.get(bare).iter().any(says)
            || figure.len() == 1 && figure.bytes().all(|b| b.is_ascii_digit())
    };
    let mut at = behind;
    for word in text[behind..].split_inclusive(' ') {
        if counts(word) {
            return at;
        }
        at += word.len();
    }
    text.len()
}

/// The count of every card that words say: `everything twice`, `all x2`.
fn count_of_each(text: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let roles = lexicon.roles(text);
    let alone = roles.known.iter().all(|(roles, _)| roles.iter().any(|role| matches!(role, Role::Copies)));
    (roles.has(&Role::Each) || roles.has(&Role::Playset) || alone && roles.unknown.is_empty())
        .then_some(())?;
    number(text, lexicon).or(roles.has(&Role::Playset).then(|| most_copies(lexicon.game)))
}

/// The counts in a text, in figures, or in words where no figure stands.
fn numbers(text: &str, lexicon: &Lexicon<'_>) -> Vec<u32> {
    let few = |n: &u32| *n <= MAX_COPIES;
    let figure = |word: &str| bare(word).trim_matches(['x', 'X', '×']).parse::<u32>().ok().filter(few);
    let in_figures: Vec<u32> = text.split_whitespace().filter_map(figure).collect();
    if !in_figures.is_empty() {
        return in_figures;
    }
    let of = |role: &Role| role.number().filter(few);
    lexicon.roles(text).known.iter().filter_map(|(roles, _)| roles.iter().find_map(of)).collect()
}

/// The first count in a text.
fn number(text: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    numbers(text, lexicon).into_iter().find(|n| *n > 0)
}
