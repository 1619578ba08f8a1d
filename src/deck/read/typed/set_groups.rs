//! Rows that say of several sets by number how many of each there are, `sets 1 to 4 two copies each, 18
//! once`, `8-14 without 11, two each`, and those that name a set by number and title, `plus set 18 (Title)`:
//! written as rows of their own.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::{most_copies, whole};
use super::talk::denies;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 160;

/// Nor does a range have more sets.
const MAX_SETS: u32 = 20;

/// The minimum number of sets with one count that is no coincidence.
const MIN_SETS: usize = 3;

/// The rows with each such row as several.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    let short = |row: &str| {
        let figures = row.contains(|c: char| c.is_ascii_digit());
        figures && row.len() <= MAX_ROW_LENGTH && !row.contains(['\n', '\t', '|', '?'])
    };
    let of = |row: &str| groups(apart(row, lexicon).1, lexicon);
    let several = rows.iter().filter(|row| short(row) && of(row).is_some()).count() > 1;
    let grouped = |row: &str| {
        let many = |group: &Group| group.ranged || group.sets.len() >= MIN_SETS;
        let enough = |groups: &Vec<Group>| several || groups.len() > 1 || groups.iter().any(many);
        let front = apart(row, lexicon).0.map(|front| format!("{front}\n")).unwrap_or_default();
        of(row).filter(enough).map(|groups| front + &shown(&groups, lexicon))
    };
    let written =
        |row: &str| open_count(row, lexicon).or_else(|| titled(row, lexicon)).or_else(|| grouped(row));
    rows.into_iter().map(|row| if short(&row) { written(&row).map_or(row, Cow::from) } else { row }).collect()
}

/// `1-2x #14`: a row of one set whose count is open, by the set's title.
fn open_count(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if !row.contains(',') {
        return of_open_count(row, lexicon);
    }
    let counted = |part: &str| {
        let (count, set) = part.trim().split_once(' ')?;
        let number = |text: &str| text.trim_start_matches('#').parse::<u32>().is_ok();
        (count.ends_with('x') && number(count.trim_end_matches('x')) && number(set.trim())).then_some(())
    };
    let of = |part: &str| of_open_count(part, lexicon);
    let open = row.split(',').any(|part| of(part).is_some());
    let row_of = |part: &str| of(part).or_else(|| counted(part).map(|()| part.trim().to_owned()));
    let rows = row.split(',').map(row_of).collect::<Option<Vec<String>>>();
    rows.filter(|_| open).map(|rows| rows.join("\n"))
}

fn of_open_count(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (count, set) = row.trim().trim_start_matches(['-', '*', '•', ' ']).split_once(' ')?;
    let (set, count) = (set.trim(), count.trim_matches(['x', 'X', '×', '(', ')']));
    let number = set.strip_prefix('#').unwrap_or(set).trim();
    let (low, high) = count.split_once(['-', '–', '/'])?;
    let (low, high): (u32, u32) = (low.parse().ok()?, high.parse().ok()?);
    let title = lexicon.objective_of(number.parse().ok()?)?;
    (low < high && high <= most_copies(lexicon.game)).then(|| format!("{low}/{high}x {title}"))
}

/// Sets that have the same count.
struct Group {
    count: Copies,
    sets: Vec<u32>,
    /// Whether they were written as a range.
    ranged: bool,
}

/// How many copies each set of a group has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Copies {
    Of(u32),
    /// One, or as many as the sets in front of it: `8 to 10 two each and 12`.
    OneOr(u32),
    /// This many, or none: `sets 1 to 9, no 4`.
    OrNone(u32),
}

impl Copies {
    fn most(self) -> u32 {
        match self {
            Self::Of(count) | Self::OneOr(count) | Self::OrNone(count) => count,
        }
    }
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

fn shown(groups: &[Group], lexicon: &Lexicon<'_>) -> String {
    let row = |count: Copies, set: &u32| {
        let title = || lexicon.objective_of(*set).unwrap_or_default();
        match count {
            Copies::Of(count) => format!("{count}x #{set}"),
            Copies::OneOr(count) => format!("1/{count}x {}", title()),
            Copies::OrNone(count) => format!("{count}x {} ?", title()),
        }
    };
    let rows = groups.iter().flat_map(|group| group.sets.iter().map(|set| row(group.count, set)));
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
            Part::To | Part::Another | Part::Without { .. } => return None,
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
    /// The sets that follow are not among those in front; or have that number, where the word may say either.
    Without {
        surely: bool,
    },
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
    let without = [InPlace::Without, InPlace::Except].iter().any(|place| lexicon.words.is(*place, word));
    if without || denies(word, lexicon) {
        return Some(Part::Without { surely: !roles.contains(&Role::SetNumber) });
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
    let parts = words(row).iter().map(|word| part(word, lexicon)).collect::<Option<Vec<_>>>()?;
    let (parts, excluded) = without_excluded(counted(parts, lexicon))?;
    let each = parts.iter().any(|part| matches!(part, Part::Each));
    let counts = parts.iter().filter(|part| matches!(part, Part::Count(_))).count();
    let ends = matches!(parts.last(), Some(Part::Count(_)));
    let mut groups = grouped(parts)?;
    exclude(excluded, &mut groups)?;
    let known = |group: &Group| {
        let is_set = group.sets.iter().all(|set| lexicon.objective_of(*set).is_some());
        is_set && !group.sets.is_empty() && (1..=most_copies(lexicon.game)).contains(&group.count.most())
    };
    let several = groups.iter().map(|group| group.sets.len()).sum::<usize>() > 1;
    let copies =
        |group: &Group| group.sets.iter().fold(0, |sum: u32, _| sum.saturating_add(group.count.most()));
    // `8-10, 12 and 14 x2`: the count is that of all where they are a deck then.
    let of_all = || {
        let ranged = groups.iter().any(|group| group.ranged);
        ends && ranged && groups.iter().map(copies).fold(0, u32::saturating_add) == whole(lexicon.game)
    };
    let says = (each || of_all()) && counts > 0 && several && groups.iter().all(known);
    says.then_some(groups)
}

/// The groups of sets, each with the count behind it, or in front where the first count stands there.
fn grouped(parts: Vec<Part>) -> Option<Vec<Group>> {
    let sides = parts.iter().find(|part| matches!(part, Part::Count(_) | Part::Number(_)))?;
    let mut leads = matches!(sides, Part::Count(_));
    let mut groups: Vec<Group> = Vec::new();
    let mut sets: Vec<u32> = Vec::new();
    let (mut count, mut ranged) = (None, false);
    let mut group = |count: Copies, sets: &mut Vec<u32>, ranged: bool| {
        groups.push(Group { count, sets: std::mem::take(sets), ranged });
    };
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            Part::Number(from) => {
                let last = parts.next_if(|next| matches!(next, Part::To)).and_then(|_| parts.next());
                match last {
                    Some(Part::Number(last)) if from < last && last - from < MAX_SETS => {
                        sets.extend(from..=last);
                        ranged = true;
                    }
                    None => sets.push(from),
                    Some(_) => return None,
                }
            }
            Part::Count(next) if leads => {
                if let Some(count) = count.replace(next) {
                    group(Copies::Of(count), &mut sets, ranged);
                }
            }
            Part::Count(count) => group(Copies::Of(count), &mut sets, ranged),
            // `…, plus another copy of 1 and 2`
            Part::Another if sets.is_empty() && !leads => (leads, count) = (true, Some(1)),
            Part::To | Part::Another | Part::Without { .. } => return None,
            Part::Each | Part::Quiet => {}
        }
    }
    if sets.is_empty() {
        return (!leads || count.is_none()).then_some(groups);
    }
    // `…, and set 18`: one, behind sets of which there is one each; behind others that is open.
    let most = groups.iter().map(|group| group.count.most()).max();
    let last = match (leads, most) {
        (true, _) => Copies::Of(count?),
        (false, Some(most)) if most > 1 => Copies::OneOr(most),
        (false, _) => Copies::Of(1),
    };
    groups.push(Group { count: last, sets, ranged });
    Some(groups)
}

/// The number of a set, and whether it is surely excluded.
type Excluded = (u32, bool);

/// The parts without the numbers of sets that are excluded, and those, each with whether that is sure:
/// `8 to 14 except 11 and 13, two each`.
fn without_excluded(parts: Vec<Part>) -> Option<(Vec<Part>, Vec<Excluded>)> {
    let (mut kept, mut excluded) = (Vec::new(), Vec::new());
    let mut excludes: Option<bool> = None;
    for part in parts {
        match part {
            // In front of the first set `no` stands for `number`.
            Part::Without { surely: false } if !kept.iter().any(|of| matches!(of, Part::Number(_))) => {}
            Part::Without { surely } => excludes = Some(surely),
            Part::Number(set) if excludes.is_some() => excluded.extend(excludes.map(|surely| (set, surely))),
            Part::Count(_) | Part::Each | Part::Another => {
                excludes = None;
                kept.push(part);
            }
            Part::To if excludes.is_some() => return None,
            Part::Number(_) | Part::To | Part::Quiet => kept.push(part),
        }
    }
    Some((kept, excluded))
}

/// Takes excluded sets out of the groups; one that no group has is no exclusion, unless the word may stand
/// for its number.
fn exclude(excluded: Vec<Excluded>, groups: &mut Vec<Group>) -> Option<()> {
    for (set, surely) in excluded {
        let had = groups.iter().find(|group| group.sets.contains(&set)).map(|group| group.count);
        // Of a set that stands in no group, nobody knows which of the counts is its own.
        let most = had.or_else(|| groups.last().map(|group| group.count)).map_or(1, Copies::most);
        if surely && had.is_none() {
            return None;
        }
        groups.iter_mut().for_each(|group| group.sets.retain(|of| *of != set));
        if !surely {
            groups.push(Group { count: Copies::OrNone(most), sets: vec![set], ranged: false });
        }
    }
    groups.retain(|group| !group.sets.is_empty());
    Some(())
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
