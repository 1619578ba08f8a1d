//! An older list and a newer one in one text: the newer is the deck; where no words say which is which, it is
//! asked.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::disambiguate::likely_count;
use super::lexicon::{Found, Lexicon};
use super::line::{At, LineItem};
use super::moves::names;
use super::sizes::{is_whole, most_copies};
use super::{changes, decks};
use crate::corpus::cards::Side;
use crate::deck::list::Question;
use crate::deck::words::{InPlace, Opens};

/// No heading has more words.
const LONGEST_HEADING: usize = 10;

/// No phrase for an older list or a newer one has more words.
const LONGEST_PHRASE: usize = 4;

/// Which of two lists stands below a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Age {
    Older,
    Newer,
}

/// The lines without the older list, where a whole newer one has a heading of its own.
pub(super) fn without_older<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let mut heads: Vec<(usize, Option<Age>, Option<u32>)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if let Some(words) = heading(row, lexicon) {
            heads.push((at, age(&words, lexicon), numbered(&words, lexicon)));
        }
    }
    // `Version 1`, `Version 2`: the last is the newest.
    let numbers: Vec<u32> = heads.iter().filter_map(|(.., n)| *n).collect();
    let last = numbers.iter().max().copied().filter(|last| numbers.iter().any(|n| n < last));
    let heads: Vec<(usize, Age)> = heads
        .into_iter()
        .filter_map(|(at, age, number)| {
            let by_number = || {
                let newest = last? == number?;
                Some(if newest { Age::Newer } else { Age::Older })
            };
            Some((at, age.or_else(by_number)?))
        })
        .collect();
    let ends = |of: usize| heads.iter().map(|(at, _)| *at).find(|at| *at > of).unwrap_or(rows.len());
    let copies = |from: usize, to: usize| -> u32 { rows[from..to].iter().map(|r| copies(r, lexicon)).sum() };
    let newer = heads.iter().any(|(at, age)| *age == Age::Newer && is_whole(copies(*at, ends(*at)), lexicon));
    let older: Vec<(usize, usize)> =
        heads.iter().filter(|(_, age)| *age == Age::Older).map(|(at, _)| (*at, ends(*at))).collect();
    if !newer {
        return rows;
    }
    let mut rows = rows;
    for (from, to) in older {
        // The heading stays, to be told as what was not counted.
        rows[from + 1..to].iter_mut().for_each(|row| *row = "".into());
    }
    rows
}

/// How many copies a row likely counts.
fn copies(row: &str, lexicon: &Lexicon<'_>) -> u32 {
    let title = changes::without_counts(row);
    let found = names(row, lexicon);
    let near = || matches!(lexicon.read(title), Found::Exact(_) | Found::Slip(_));
    if title.is_empty() || found.is_empty() && !near() {
        return 0;
    }
    let (before, behind) = found.first().map_or((row, ""), |(from, to)| (&row[..*from], &row[*to..]));
    let figure = |word: &str| word.trim_matches(['x', 'X', '×', '(', ')']).parse::<u32>().ok();
    let words = before.split_whitespace().chain(behind.split_whitespace());
    words.filter_map(figure).filter(|n| (1..=4).contains(n)).min().unwrap_or(1)
}

/// The words of a line that heads a list, and names no card.
fn heading(row: &str, lexicon: &Lexicon<'_>) -> Option<Vec<String>> {
    let words: Vec<String> = row
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let begins = words.first().is_some_and(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    let heads = begins && words.len() <= LONGEST_HEADING && row.len() < 80;
    (heads && names(row, lexicon).is_empty() && !lexicon.is_name(row.trim_end_matches(':'))).then_some(words)
}

fn age(words: &[String], lexicon: &Lexicon<'_>) -> Option<Age> {
    let says = |place: InPlace| {
        (0..words.len()).any(|from| {
            let longest = words.len().min(from + LONGEST_PHRASE);
            (from + 1..=longest).any(|to| lexicon.words.is(place, &words[from..to].join(" ")))
        })
    };
    match (says(InPlace::Older), says(InPlace::Newer)) {
        (true, false) => Some(Age::Older),
        (false, true) => Some(Age::Newer),
        (true, true) | (false, false) => None,
    }
}

/// `Version 2`, `v2`: the number of a version.
fn numbered(words: &[String], lexicon: &Lexicon<'_>) -> Option<u32> {
    let is_version =
        |word: &str| lexicon.words.is(InPlace::Version, word) || lexicon.words.is(InPlace::List, word);
    let apart = words.windows(2).find_map(|pair| pair[1].parse().ok().filter(|_| is_version(&pair[0])));
    let glued = || {
        let of = |word: &String| word.strip_prefix(['v', 'V']).and_then(|n| n.parse().ok());
        words.iter().find_map(of)
    };
    apart.or_else(glued).filter(|n: &u32| (1..=20).contains(n))
}

/// What is to be asked of a deck that has more copies of a card than it may have only because two lists stand
/// one below the other, one of them whole by itself.
pub(super) fn two_lists(things: &[At], lexicon: &Lexicon<'_>) -> Option<Question> {
    let mut blocks: Vec<Vec<&At>> = vec![Vec::new()];
    let mut aside = false;
    for (at, thing) in things.iter().enumerate() {
        if let LineItem::Heading(opens) = &thing.1 {
            aside = *opens == Opens::Aside || aside && *opens == Opens::Nothing;
        }
        match &thing.1 {
            LineItem::Card(_) if aside => {}
            LineItem::Card(item) if decks::counts(item, lexicon) => {
                let apart = at.checked_sub(1).is_some_and(|before| {
                    let (line, before) = &things[before];
                    matches!(before, LineItem::Card(_)) && line + 1 < thing.0
                });
                if apart {
                    blocks.push(Vec::new());
                }
                blocks.last_mut()?.push(thing);
            }
            LineItem::Card(_) | LineItem::Beside(_) | LineItem::Remark(..) | LineItem::PassedOver(_) => {}
            _ if blocks.last().is_some_and(|block| !block.is_empty()) => blocks.push(Vec::new()),
            _ => {}
        }
    }
    blocks.retain(|block| !block.is_empty());
    let by_name: Vec<BTreeMap<&str, u32>> = blocks.iter().map(|block| counted(block, lexicon)).collect();
    let most = most_copies(lexicon.game);
    let names: BTreeSet<&str> = by_name.iter().flat_map(|block| block.keys().copied()).collect();
    let across = |name: &&str| {
        let of: Vec<u32> = by_name.iter().filter_map(|block| block.get(name).copied()).collect();
        of.len() > 1 && of.iter().all(|n| *n <= most) && of.iter().sum::<u32>() > most
    };
    let own = |block: &BTreeMap<&str, u32>| block.values().sum::<u32>();
    let whole = by_name.iter().position(|block| is_whole(own(block), lexicon));
    let lines: Vec<usize> = blocks.get(whole?)?.iter().map(|(line, _)| *line).collect();
    let (first, last) = (lines.iter().min()?, lines.iter().max()?);
    let text = format!(
        "The lines {first} to {last} are a whole deck by themselves, and cards of it stand elsewhere in the text once more. Which lines are the deck's?"
    );
    names.iter().any(across).then(|| Question { lines: vec![*first, *last], text })
}

/// How many copies of each card a block of lines has.
fn counted<'t>(block: &[&'t At], lexicon: &Lexicon<'_>) -> BTreeMap<&'t str, u32> {
    let mut counted = BTreeMap::new();
    for (_, thing) in block {
        let LineItem::Card(item) = thing else { continue };
        let (Found::Exact(name) | Found::Slip(name)) = &item.found else { continue };
        if lexicon.side(name).unwrap_or(Side::Neutral) == Side::Neutral && !lexicon.counts_for_size(name) {
            continue;
        }
        let count: &mut u32 = counted.entry(name.as_str()).or_default();
        *count = count.saturating_add(likely_count(item, lexicon));
    }
    counted
}
