//! What a row says of the count it had before: `2x Title (was 1 last week)`, `Title - 1, was 2 before`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::sizes::MOST_COPIES;
use crate::deck::words::{InPlace, Role};

/// No such row is longer, in bytes.
const LONGEST_ROW: usize = 120;

/// No phrase that leads to the former count has more words.
const LONGEST_PHRASE: usize = 3;

/// So many words stand behind the former count at most: `before the playtest`.
const MOST_BEHIND: usize = 4;

/// The rows without what they say of their former counts.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let short = |row: &str| row.len() <= LONGEST_ROW && !row.contains('\n');
    let now = |row: &str| cut(row, lexicon).map(str::to_owned);
    let now = |row: &str| short(row).then(|| now(row)).flatten();
    rows.into_iter().map(|row| now(&row).map_or(row, Cow::from)).collect()
}

/// A row of one card with its count in front of a remark that says nothing but the former one.
fn cut<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let (at, joint) = row.char_indices().rfind(|(_, c)| matches!(c, '(' | '[' | ',' | ';'))?;
    let (front, remark) = (row[..at].trim_end(), &row[at + joint.len_utf8()..]);
    let remark = match joint {
        '(' | '[' => remark.trim_end().strip_suffix([')', ']'])?,
        _ => remark,
    };
    let edge = front.trim_matches(['x', 'X', '×', '-', '–', '*', '•', ' ', ')', '(']);
    let counted =
        edge.starts_with(|c: char| c.is_ascii_digit()) || edge.ends_with(|c: char| c.is_ascii_digit());
    let one = names(front, lexicon).len() == 1 && names(remark, lexicon).is_empty();
    (counted && one && is_former(remark, lexicon)).then_some(front)
}

/// `was 1 last week`, `used to be only 1`: whether a remark says a former count, and nothing of the present.
fn is_former(remark: &str, lexicon: &Lexicon<'_>) -> bool {
    let words: Vec<&str> = remark.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let leads = |n: &usize| lexicon.words.is(InPlace::Formerly, &words[..*n].join(" "));
    let Some(led) = (1..=words.len().min(LONGEST_PHRASE)).rev().find(leads) else { return false };
    let only = |word: &&&str| lexicon.words.is(InPlace::Only, word);
    let mut rest = words[led..].iter().skip_while(|word| only(word));
    let figure =
        |word: &str| word.trim_matches(['x', 'X', '×']).parse().ok().or_else(|| lexicon.words.number(word));
    let former = rest.next().and_then(|word| figure(word)).filter(|n: &u32| (1..=MOST_COPIES).contains(n));
    let behind: Vec<&str> = rest.copied().collect();
    let says = |role: &Role| matches!(role, Role::Either | Role::Struck | Role::Change | Role::TakesOut);
    let present = |word: &&str| lexicon.words.is(InPlace::Corrects, word) || figure(word).is_some();
    former.is_some()
        && behind.len() <= MOST_BEHIND
        && !behind.iter().any(present)
        && !remark.contains('?')
        && !lexicon.roles(&behind.join(" ")).any(says)
}
