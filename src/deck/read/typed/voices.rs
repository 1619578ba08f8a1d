//! What others say beside a list, quoted or behind their names: it changes nothing for sure, and is asked
//! about where it speaks of cards and the player does not refuse it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::lexicon::Lexicon;
use super::line::{At, LineItem};
use super::moves::names;
use crate::deck::read::chat;
use crate::deck::words::{InPlace, Role};

/// No speaker's name is longer, in bytes.
const MAX_NAME_LENGTH: usize = 20;

/// Nor has more words.
const MAX_WORDS: usize = 2;

/// No sentence of a speaker is longer, in bytes.
const MAX_LINE_LENGTH: usize = 400;

/// An answer stands no more lines below.
pub(super) const MAX_BETWEEN: usize = 3;

/// So often a name stands in front of what somebody says.
const MIN_LINES: usize = 2;

/// The lines without the names of those who say them, and which of them others say than the player.
pub(super) fn apart<'t>(rows: &[&'t str], lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, BTreeSet<usize>) {
    if rows.iter().any(|row| row.starts_with(chat::OF_OTHER)) {
        let others = (1..).zip(rows).filter(|(_, row)| row.starts_with(chat::OF_OTHER)).map(|(line, _)| line);
        let words = rows.iter().map(|row| Cow::from(row.trim_start_matches(chat::OF_OTHER)));
        return (words.collect(), others.collect());
    }
    let said: Vec<Option<(&str, &str)>> = rows.iter().map(|row| speaker(row, lexicon)).collect();
    let mut often: BTreeMap<&str, usize> = BTreeMap::new();
    said.iter().flatten().for_each(|(name, _)| *often.entry(name).or_default() += 1);
    if often.values().all(|lines| *lines < MIN_LINES) {
        return (rows.iter().map(|row| (*row).into()).collect(), BTreeSet::new());
    }
    let card = |row: &&str| row.len() <= MAX_LINE_LENGTH && !names(row, lexicon).is_empty();
    let first = rows.iter().position(card).unwrap_or(rows.len());
    let above = said.iter().take(first + 1).flatten().next_back();
    // Below a list one alone is the player.
    let alone = || often.keys().next().copied().filter(|_| often.len() == 1);
    let player = above.map(|(name, _)| *name).or_else(alone);
    let mut others = BTreeSet::new();
    let mut written = Vec::with_capacity(rows.len());
    for (at, (row, said)) in rows.iter().zip(&said).enumerate() {
        if said.is_some_and(|(name, _)| Some(name) != player) {
            others.insert(at + 1);
        }
        written.push(Cow::from(said.map_or(*row, |(_, words)| words)));
    }
    (written, others)
}

/// `Tom: take out A`: who says a line that is no row, and what.
fn speaker<'t>(row: &'t str, lexicon: &Lexicon<'_>) -> Option<(&'t str, &'t str)> {
    let (name, words) = row.trim_start().split_once(':')?;
    let words = words.trim();
    let named = |word: &str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
    let few = name.len() <= MAX_NAME_LENGTH && name.split(' ').count() <= MAX_WORDS;
    let speaks =
        words.starts_with(char::is_alphabetic) && words.contains(' ') && row.len() <= MAX_LINE_LENGTH;
    let is_name = few && speaks && name.split(' ').all(named);
    let known = || {
        let words = &lexicon.words;
        !lexicon.roles(name).known.is_empty()
            || words.column(name).is_some()
            || lexicon.is_name(name)
            || lexicon.speaks_of_product(name)
            || lexicon.set_code(name).is_some()
    };
    (is_name && !known()).then_some((name, words))
}

/// Settles what others say: where it speaks of cards it may change the list.
pub(super) fn settle(
    things: Vec<At>,
    others: &BTreeSet<usize>,
    rows: &[&str],
    lexicon: &Lexicon<'_>,
) -> Vec<At> {
    let mut things = things;
    for line in others {
        let Some(row) = rows.get(line - 1) else { continue };
        let own = |(of, _): &mut At| of == line;
        let at = things.iter().position(|(of, _)| of >= line).unwrap_or(things.len());
        let said: Vec<At> = things.extract_if(.., own).collect();
        let behind = rows.iter().enumerate().skip(*line).take(MAX_BETWEEN);
        let answer = behind.filter(|(at, _)| !others.contains(&(at + 1))).map(|(_, row)| row.trim());
        let answer = answer.into_iter().find(|row| !row.is_empty());
        things.insert(at, (*line, heard(row.trim(), &said, answer, lexicon)));
    }
    things
}

/// What a line is that somebody else says, and to which the player answers.
pub(super) fn heard(text: &str, said: &[At], answer: Option<&str>, lexicon: &Lexicon<'_>) -> LineItem {
    let speaks = |(_, thing): &At| {
        use LineItem::{Card, Change, Moves, Numbers, OpenAffiliation, Perhaps, Question};
        matches!(
            thing,
            Question(_) | OpenAffiliation(..) | Card(_) | Change(_) | Moves(_) | Numbers(_) | Perhaps(..)
        )
    };
    let roles = lexicon.roles(text);
    // Who quotes a rule does not yet say what to do.
    let states_rule =
        roles.has(&Role::Rule) && !roles.any(|role| matches!(role, Role::TakesOut | Role::PutsIn));
    let refused = answer.is_some_and(|answer| refuses(answer, lexicon));
    let text = text.to_owned();
    if said.iter().any(speaks) && !states_rule && !refused {
        LineItem::Change(text)
    } else {
        LineItem::Unread(text)
    }
}

/// `No, it stays`: whether an answer begins with a word that says that it is not so.
fn refuses(answer: &str, lexicon: &Lexicon<'_>) -> bool {
    let first = answer.split(' ').next().unwrap_or_default();
    let ends = first == answer || first.ends_with([',', '.', '!', ';']);
    let word = first.trim_matches(|c: char| !c.is_alphabetic());
    ends && lexicon.words.is(InPlace::Without, word)
}
