//! Cards that a sentence beside the list mentions, `I only own three A`, of which a row counts some; what a
//! mail has below its signature's mark; and what a sentence says a deck had before it was filled up.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::words;
use super::sizes::{MAX_COPIES, whole};
use super::talk::leads_with_count;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Decklist, brief};
use crate::deck::words::{InPlace, Opens, Role, Says};

/// No such sentence is longer, in bytes.
const MAX_ROW_LENGTH: usize = 200;

/// No signature has more lines.
const MAX_SIGNATURE_LENGTH: usize = 8;

/// A smaller number in a sentence may be a count.
const MIN_TOTAL: u32 = 5;

/// A mention of a card that counts it otherwise than its row does.
pub(super) struct Mention {
    line: usize,
    text: String,
}

/// The rows without the cards that sentences mention and rows count, and without a signature; and where a
/// sentence counts otherwise.
pub(super) fn without<'t>(raw: &[&'t str], lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Vec<Mention>) {
    let signature = signature(raw, lexicon).unwrap_or(raw.len());
    let mut differing = Vec::new();
    let row = |(at, row): (usize, &&'t str)| {
        if at >= signature {
            return Cow::from("");
        }
        if let Some(filled) = filled_up(row, lexicon).or_else(|| completing(row, lexicon)) {
            return filled.into();
        }
        let Some(owned) = Owned::of(row, lexicon) else { return Cow::from(*row) };
        let Some(listed) = listed(raw, owned.name, lexicon) else { return Cow::from(*row) };
        if listed != owned.count {
            differing.push(Mention { line: at + 1, text: brief(row.trim()) });
        }
        owned.rest.into()
    };
    (raw.iter().enumerate().map(row).collect(), differing)
}

/// Asks of what a sentence counts otherwise than a row.
pub(super) fn add_questions(mentions: &[Mention], lists: &mut [Decklist]) {
    let Some(list) = lists.first_mut() else { return };
    for Mention { line, text } in mentions {
        list.add_question(
            vec![*line],
            format!("{text:?} counts a card otherwise than its row does; which holds?"),
        );
        list.doubts.which_list = true;
    }
}

/// The mark that parts a mail from its signature, where a few lines without a row of cards stand below it.
fn signature(raw: &[&str], lexicon: &Lexicon<'_>) -> Option<usize> {
    let mark = raw.iter().rposition(|row| row.trim() == "--")?;
    let below = &raw[mark + 1..];
    let is_row =
        |row: &&str| leads_with_count(row) || row.len() <= MAX_ROW_LENGTH && lexicon.is_name(row.trim());
    let above = raw[..mark].iter().any(|row| leads_with_count(row));
    (above && below.len() <= MAX_SIGNATURE_LENGTH && !below.iter().any(is_row)).then_some(mark)
}

/// A sentence that says how many of a card somebody has.
struct Owned<'r> {
    name: &'r str,
    count: u32,
    /// The sentence without the card.
    rest: String,
}

impl<'r> Owned<'r> {
    fn of(row: &'r str, lexicon: &Lexicon<'_>) -> Option<Self> {
        if row.len() > MAX_ROW_LENGTH || leads_with_count(row) || row.contains(['\t', '|']) {
            return None;
        }
        let [(from, to)] = names(row, lexicon)[..] else { return None };
        let before = words(&row[..from]);
        let (last, lead) = before.split_last()?;
        let count = count(last, lexicon)?;
        let owns = lead.iter().any(|word| lexicon.words.is(InPlace::Owned, word));
        let at = row[..from].rfind(last)?;
        (owns && lead.len() > 1).then(|| Self {
            name: &row[from..to],
            count,
            rest: format!("{}{}", &row[..at], &row[to..]),
        })
    }
}

fn count(word: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let figure = word.trim_matches(['x', 'X', '×']).parse().ok();
    figure.or_else(|| lexicon.words.number(word)).filter(|n| (1..=MAX_COPIES).contains(n))
}

/// How many of a card its only row counts.
fn listed(raw: &[&str], name: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let wanted = normalize_name(name);
    let counted = |row: &&&str| {
        let [(from, to)] = (if row.len() <= MAX_ROW_LENGTH { names(row, lexicon) } else { Vec::new() })[..]
        else {
            return None;
        };
        let besides = [words(&row[..from]), words(&row[to..])].concat();
        let besides: Vec<&str> =
            besides.into_iter().filter(|word| !matches!(*word, "x" | "X" | "×")).collect();
        let [only] = besides[..] else { return None };
        (normalize_name(&row[from..to]) == wanted).then(|| count(only, lexicon))?
    };
    let mut rows = raw.iter().filter_map(|row| counted(&row));
    rows.next().filter(|_| rows.next().is_none())
}

/// `another A to make 60`, `1 more A as card no. 60`: the row without the size of the deck that it completes.
fn completing(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH || !row.contains(&whole(lexicon.game).to_string()) {
        return None;
    }
    let [(_, to)] = names(row, lexicon)[..] else { return None };
    let behind = &row[to..];
    let clause = &behind[..behind.find([',', ';', '(']).unwrap_or(behind.len())];
    let size = |word: &str| {
        let figures = word.trim_end_matches(char::is_alphabetic);
        !figures.is_empty() && figures.parse() == Ok(whole(lexicon.game))
    };
    let said = words(clause);
    let (sizes, others): (Vec<&str>, Vec<&str>) = said.into_iter().partition(|word| size(word));
    let completes = |word: &&str| lexicon.words.is(InPlace::Completes, word);
    (sizes.len() == 1 && !others.is_empty() && others.iter().all(completes))
        .then(|| format!("{} {}", &row[..to], behind[clause.len()..].trim_start()).trim_end().to_owned())
}

/// `had 58, so to fill up: 2 more A`: the row without the number of cards there were before.
fn filled_up(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH || leads_with_count(row) || !row.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let [(from, _)] = names(row, lexicon)[..] else { return None };
    let before = &row[..from];
    let at = before.find(|c: char| c.is_ascii_digit())?;
    let figures = before[at..].find(|c: char| !c.is_ascii_digit()).map_or(before.len(), |end| at + end);
    let total: u32 = before[at..figures].parse().ok()?;
    let (lead, rest) = (before[..at].trim(), &before[figures..]);
    let counts = words(rest).iter().any(|word| count(word, lexicon).is_some());
    // `Set 58`, `Seat 12`, `Space 16:`
    let labels = |role: &Role| {
        use Role::{Copies, Date, Heading, Label, Page, SetNumber};
        matches!(role, Copies | Date | Page | SetNumber | Label(Says::Name | Says::Nothing))
            || matches!(role, Heading(Opens::Arena | Opens::Aside | Opens::Command | Opens::Objectives))
    };
    let last = words(lead).last().copied().unwrap_or_default();
    let was = [InPlace::Owned, InPlace::Formerly].iter().any(|place| lexicon.words.is(*place, last));
    let says = was && !lexicon.roles(lead).any(labels) && rest.starts_with([',', ' ', ';', '.']);
    (says && counts && total >= MIN_TOTAL)
        .then(|| rest.trim_start_matches([',', ';', '.', ' ']).to_owned() + &row[from..])
}
