//! Rows that say of several sets by number how many of each there are, `sets 1 to 4 two copies each, 18
//! once`, and those that name a set by number and title, `plus set 18 (Title)`: written as rows of their own.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::most_copies;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role};

/// No such row is longer, in bytes.
const LONGEST_ROW: usize = 160;

/// Nor does a range have more sets.
const MOST_SETS: u32 = 20;

/// The rows with each such row as several.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    let short = |row: &str| {
        let figures = row.contains(|c: char| c.is_ascii_digit());
        figures && row.len() <= LONGEST_ROW && !row.contains(['\n', '\t', '|', '?'])
    };
    let of = |row: &str| groups(apart(row, lexicon).1, lexicon);
    let several = rows.iter().filter(|row| short(row) && of(row).is_some()).count() > 1;
    let grouped = |row: &str| {
        let enough = |groups: &Vec<Group>| several || groups.len() > 1 || groups.iter().any(|g| g.ranged);
        let front = apart(row, lexicon).0.map(|front| format!("{front}\n")).unwrap_or_default();
        of(row).filter(enough).map(|groups| front + &shown(&groups))
    };
    let written = |row: &str| titled(row, lexicon).or_else(|| grouped(row));
    rows.into_iter().map(|row| if short(&row) { written(&row).map_or(row, Cow::from) } else { row }).collect()
}

/// Sets that have the same count.
struct Group {
    count: u32,
    sets: Vec<u32>,
    /// Whether they were written as a range.
    ranged: bool,
}

/// `Jedi, sets 1 to 5 …`: what stands in front of the sets and says whose the deck is, and the rest.
fn apart<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> (Option<&'r str>, &'r str) {
    let cut = row.split_once([',', '.', ':']);
    let names_deck = |front: &str| {
        let roles = lexicon.roles(front);
        roles.whole() && roles.any(Role::names_deck) && !front.contains(|c: char| c.is_ascii_digit())
    };
    match cut {
        Some((front, rest)) if names_deck(front) => (Some(front), rest),
        _ => (None, row),
    }
}

fn shown(groups: &[Group]) -> String {
    let rows =
        groups.iter().flat_map(|group| group.sets.iter().map(|set| format!("{}x #{set}", group.count)));
    rows.collect::<Vec<_>>().join("\n")
}

/// `plus set 18 (Title), one copy`: the row with its count and the title alone, where the number is its
/// set's.
fn titled(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (before, rest) = row.split_once('(')?;
    let (title, behind) = rest.split_once(')')?;
    let before = before.trim_end();
    let lead = before.trim_end_matches(|c: char| c.is_ascii_digit());
    let set = lexicon.objective_of(before[lead.len()..].parse().ok()?)?;
    let own = normalize_name(set) == normalize_name(title);
    let around = [lead, behind].join(" ");
    let mut counts = Vec::new();
    for word in words(&around) {
        match part(&word, lexicon)? {
            Part::Number(count) | Part::Count(count) => counts.push(count),
            Part::Quiet | Part::Each => {}
            Part::To | Part::Another => return None,
        }
    }
    // The row of a table, or with a price, says something else.
    let spoken = lead.contains(char::is_alphabetic) || behind.contains(char::is_alphabetic);
    let count = match counts[..] {
        [] => 1,
        [count] if (1..=most_copies(lexicon.game)).contains(&count) => count,
        _ => return None,
    };
    (own && spoken).then(|| format!("{count}x {title}"))
}

/// The words and figures of a text.
fn words(text: &str) -> Vec<String> {
    let text = text.replace(['-', '–', '—'], " - ");
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '-').to_lowercase();
    text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '/' | '&' | '+' | '#'))
        .map(bare)
        .filter(|word| !word.is_empty())
        .collect()
}

/// What a word is in such a row.
enum Part {
    Number(u32),
    Count(u32),
    Each,
    /// One copy more.
    Another,
    To,
    Quiet,
}

fn part(word: &str, lexicon: &Lexicon<'_>) -> Option<Part> {
    let roles = lexicon.words.get(word);
    let figure = word.trim_matches(['x', '×']);
    let quiet = |role: &Role| {
        use Role::{Cards, Copies, Filler, Heading, Joins, SetNumber};
        matches!(role, Cards | Copies | Filler | Joins | SetNumber)
            || matches!(role, Heading(Opens::Objectives | Opens::Nothing))
    };
    if let Ok(number) = figure.parse() {
        return Some(if figure.len() < word.len() { Part::Count(number) } else { Part::Number(number) });
    }
    if word == "-" || roles.contains(&Role::Through) {
        return Some(Part::To);
    }
    if let Some(count) = lexicon.words.number(word) {
        return Some(Part::Count(count));
    }
    if roles.contains(&Role::More) && word.len() > 2 || lexicon.words.ordinal(word).is_some() {
        return Some(Part::Another);
    }
    if roles.contains(&Role::Each) {
        return Some(Part::Each);
    }
    let places = [InPlace::Besides, InPlace::Announces, InPlace::Article, InPlace::Plays];
    let plain = roles.iter().any(quiet) || places.iter().any(|place| lexicon.words.is(*place, word));
    plain.then_some(Part::Quiet)
}

/// The groups of sets of a row that says nothing else; where a word says how many of each.
fn groups(row: &str, lexicon: &Lexicon<'_>) -> Option<Vec<Group>> {
    let parts =
        counted(words(row).iter().map(|word| part(word, lexicon)).collect::<Option<Vec<_>>>()?, lexicon);
    let each = parts.iter().any(|part| matches!(part, Part::Each));
    let counts = parts.iter().filter(|part| matches!(part, Part::Count(_))).count();
    let sides = parts.iter().find(|part| matches!(part, Part::Count(_) | Part::Number(_)))?;
    let mut leads = matches!(sides, Part::Count(_));
    let mut groups: Vec<Group> = Vec::new();
    let mut sets: Vec<u32> = Vec::new();
    let (mut count, mut ranged) = (None, false);
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            Part::Number(from) => {
                let last = parts.next_if(|next| matches!(next, Part::To)).and_then(|_| parts.next());
                match last {
                    Some(Part::Number(last)) if from < last && last - from < MOST_SETS => {
                        sets.extend(from..=last);
                        ranged = true;
                    }
                    None => sets.push(from),
                    Some(_) => return None,
                }
            }
            Part::Count(next) if leads => {
                if let Some(count) = count.replace(next) {
                    groups.push(Group { count, sets: std::mem::take(&mut sets), ranged });
                }
            }
            Part::Count(count) => groups.push(Group { count, sets: std::mem::take(&mut sets), ranged }),
            // `…, plus another copy of 1 and 2`
            Part::Another if sets.is_empty() && !leads => (leads, count) = (true, Some(1)),
            Part::To | Part::Another => return None,
            Part::Each | Part::Quiet => {}
        }
    }
    // `…, and set 18`, behind sets of which there is one each.
    let last = if leads { count } else { Some(1).filter(|_| groups.iter().all(|group| group.count == 1)) };
    if !sets.is_empty() {
        groups.push(Group { count: last?, sets, ranged });
    } else if leads && count.is_some() {
        return None;
    }
    let known = |group: &Group| {
        let is_set = group.sets.iter().all(|set| lexicon.objective_of(*set).is_some());
        is_set && !group.sets.is_empty() && (1..=most_copies(lexicon.game)).contains(&group.count)
    };
    let several = groups.iter().map(|group| group.sets.len()).sum::<usize>() > 1;
    (each && counts > 0 && several && groups.iter().all(known)).then_some(groups)
}

/// The parts with figures that count as counts: `2 of each`, `2 each`.
fn counted(parts: Vec<Part>, lexicon: &Lexicon<'_>) -> Vec<Part> {
    let mut parts = parts;
    let figures = parts.iter().enumerate().filter_map(|(at, part)| match part {
        Part::Number(number) if *number <= most_copies(lexicon.game) => Some((at, *number)),
        _ => None,
    });
    let counts: Vec<(usize, u32)> = figures
        .filter(|(at, _)| {
            let mut behind = parts[at + 1..].iter();
            matches!(behind.next(), Some(Part::Each))
        })
        .collect();
    for (at, count) in counts {
        parts[at] = Part::Count(count);
    }
    parts
}
