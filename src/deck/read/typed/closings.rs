//! The closing of a letter in the line of its last item: `…, 1 Title. cheers, Ann`.

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::MAX_PHRASE_LENGTH;
use crate::deck::words::Role;

/// A longer line is no item with a closing, in bytes.
const MAX_LINE_LENGTH: usize = 2_000;

/// The maximum number of words behind a closing that are who signs.
const MAX_SIGNING: usize = 3;

/// The line without the closing behind its last item, and who signs it.
pub(super) fn without<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> &'l str {
    if line.len() > MAX_LINE_LENGTH || !line.contains(|c: char| c.is_ascii_digit()) {
        return line;
    }
    let words = words(line);
    let last = words.len().saturating_sub(MAX_SIGNING + MAX_PHRASE_LENGTH);
    let begins = (last.max(1)..words.len()).find(|at| closes(&words[*at..], line, lexicon));
    let Some((from, _)) = begins.map(|at| words[at]) else { return line };
    let before = line[..from].trim_end();
    let item = before.trim_end_matches(|c: char| !c.is_alphanumeric() && !matches!(c, ')' | ']' | '"' | '?'));
    if is_behind_item(before, item, &line[from..], lexicon) { item } else { line }
}

/// Where the words of a line begin and end.
fn words(line: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut at = 0;
    for piece in line.split_inclusive(char::is_whitespace) {
        let bare = piece.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some(offset) = piece.find(bare).filter(|_| !bare.is_empty()) {
            words.push((at + offset, at + offset + bare.len()));
        }
        at += piece.len();
    }
    words
}

/// Whether words are a closing and the name of who signs it, and nothing else.
fn closes(words: &[(usize, usize)], line: &str, lexicon: &Lexicon<'_>) -> bool {
    let text = |part: &[(usize, usize)]| &line[part[0].0..part[part.len() - 1].1];
    let is_closing = |to: &usize| lexicon.words.get(text(&words[..*to])).contains(&Role::Closing);
    let Some(length) = (1..=words.len().min(MAX_PHRASE_LENGTH)).rev().find(is_closing) else { return false };
    let signs = |(from, to): &(usize, usize)| {
        let word = &line[*from..*to];
        word.chars().all(char::is_alphabetic) && lexicon.words.number(word).is_none()
    };
    let behind = &words[length..];
    behind.len() <= MAX_SIGNING && behind.iter().all(signs)
}

/// Whether what stands before a closing ends with an item, and the closing is none of its title's words.
fn is_behind_item(before: &str, item: &str, closing: &str, lexicon: &Lexicon<'_>) -> bool {
    let start = item.rfind(|c: char| c.is_ascii_digit() || ",;:".contains(c)).map_or(0, |at| at + 1);
    let title = item[start..].trim_start_matches(['x', 'X', '×']).trim();
    let longer = format!("{title} {}", closing.trim_end());
    let parted = before.len() > item.len();
    let named = title.is_empty() || lexicon.is_title(title) || lexicon.names_a_card(title);
    let begins = |to: usize| lexicon.is_title(&longer[..to]);
    let ends = longer.match_indices(' ').map(|(at, _)| at).filter(|at| *at > title.len());
    let of_title = !title.is_empty() && !parted && ends.chain([longer.len()]).any(begins);
    (named || parted) && !of_title && names(closing, lexicon).is_empty()
}
