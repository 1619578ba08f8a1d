//! Words that belong to a number and not to the name beside it.

use super::lexicon::Lexicon;
use super::pieces::{Number, Piece, Shape};
use super::sizes::MAX_COPIES;
use crate::corpus::Game;
use crate::deck::words::Role;

/// Takes number words, and the words that say what a number is, from the texts beside them.
pub(super) fn trimmed(pieces: Vec<Piece>, lexicon: &Lexicon<'_>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    let several = pieces.len() > 1;
    let named = pieces
        .iter()
        .any(|p| matches!(p, Piece::Text { text, whole } if *whole || !lexicon.roles(text).whole()));
    let mut pieces = pieces.into_iter().peekable();
    while let Some(piece) = pieces.next() {
        match piece {
            // `4-1 Title`: four but one, or somebody's corrected count.
            Piece::Range(from, to)
                if named
                    && from.max(to) <= MAX_COPIES
                    && (from < to || from > to && lexicon.game == Game::Tcg) =>
            {
                out.push(open_count(from, to))
            }
            Piece::Text { text, whole: false } if !lexicon.exact(&text) => {
                let numbered = matches!(pieces.peek(), Some(Piece::Number(_) | Piece::Range(..)));
                if !(numbered && count_of_sets(&text, lexicon, &mut out)) {
                    split_words(&text, several, lexicon, &mut out);
                }
            }
            Piece::Number(mut number) => {
                if let [.., Piece::Number(from), Piece::Text { text, .. }] = &out[..]
                    && lexicon.words.get(text).contains(&Role::Through)
                {
                    let (from, to) = (from.value, number.value);
                    out.truncate(out.len() - 2);
                    let open = named && from < to && to <= MAX_COPIES;
                    out.push(if open { open_count(from, to) } else { Piece::Range(from, to) });
                    continue;
                }
                if number.shape == Shape::Bare {
                    label_before(&mut number, lexicon, &mut out);
                }
                joint_before(lexicon, &mut out);
                out.push(Piece::Number(number));
            }
            other => out.push(other),
        }
    }
    out
}

/// `2-3 Title`: one count, or the other.
fn open_count(from: u32, to: u32) -> Piece {
    Piece::Number(Number { value: from, digits: format!("{from}-{to}"), shape: Shape::Between(to) })
}

/// `two of 8, 9 and once 12`: in front of the numbers of sets nothing but a count, and the word that joins it
/// to what stands before.
fn count_of_sets(text: &str, lexicon: &Lexicon<'_>, out: &mut Vec<Piece>) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let role = |word: &str| lexicon.words.get(word);
    let joint = words.len() > 1 && role(words[0]).contains(&Role::Joins);
    let [word, of @ ..] = &words[usize::from(joint)..] else { return false };
    let count = number(word, lexicon);
    let plain = of.iter().all(|word| role(word).contains(&Role::Copies));
    let Some(count) = count.filter(|_| plain && (joint || !of.is_empty())) else { return false };
    out.extend(joint.then_some(Piece::Comma));
    out.push(Piece::Number(count));
    true
}

/// The number that a word is: a count.
fn number(word: &str, lexicon: &Lexicon<'_>) -> Option<Number> {
    let number = |n: u32| Number { value: n, digits: n.to_string(), shape: Shape::Times };
    lexicon.words.number(word).map(number)
}

/// `two Kuat …`, `copies of …`: what belongs to a number goes to it.
fn split_words(text: &str, several: bool, lexicon: &Lexicon<'_>, out: &mut Vec<Piece>) {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let is_copies = |word: &str| lexicon.words.get(word).contains(&Role::Copies);
    if let (Some(Piece::Number(before)), Some(first)) = (out.last_mut(), words.first())
        && is_copies(first)
        && before.shape == Shape::Bare
    {
        before.shape = Shape::Times;
        words.remove(0);
    }
    if let ([word], true) = (&words[..], several)
        && let Some(n) = number(word, lexicon)
    {
        return out.push(Piece::Number(n));
    }
    split_at_count(&mut words, lexicon, out);
    let exact = |words: &[&str]| lexicon.exact(&words.join(" "));
    while words.len() > 1
        && matches!(out.last(), Some(Piece::Number(n)) if n.shape == Shape::Times)
        && is_copies(words[0])
        && !exact(&words)
    {
        words.remove(0);
    }
    let behind = match &words[..] {
        [title @ .., last] if !title.is_empty() && !exact(&words) && is_title(title, lexicon) => {
            number(last, lexicon)
        }
        _ => None,
    };
    if behind.is_some() {
        words.pop();
    }
    if !words.is_empty() {
        out.push(Piece::Text { text: words.join(" "), whole: false });
    }
    out.extend(behind.map(Piece::Number));
}

/// Whether words are a card's title, or nearly.
fn is_title(words: &[&str], lexicon: &Lexicon<'_>) -> bool {
    lexicon.is_title(&words.join(" "))
}

/// `I run two Kuat …`: a count behind other words, where a card follows it, parts them.
fn split_at_count(words: &mut Vec<&str>, lexicon: &Lexicon<'_>, out: &mut Vec<Piece>) {
    let role = |word: &str| lexicon.words.get(word);
    let counts = |at: &usize| {
        let next = role(words[at + 1]);
        // `both of mine` counts nothing; `two copies of …` does, whatever follows.
        let copies = next.contains(&Role::Copies) && !next.contains(&Role::Filler);
        let behind_of = next.contains(&Role::Copies) && is_title(&words[at + 2..], lexicon);
        // `Two each of A and B`
        let each = next.contains(&Role::Each) && at + 2 < words.len();
        number(words[*at], lexicon).is_some()
            && (is_title(&words[at + 1..], lexicon) || copies || behind_of || each)
    };
    let at = (0..words.len().saturating_sub(1)).find(counts);
    let Some(at) = at.filter(|at| *at == 0 || !is_title(words, lexicon)) else { return };
    let Some(count) = number(words[at], lexicon) else { return };
    let before: Vec<&str> = words.drain(..=at).take(at).collect();
    let joint = before.last().is_some_and(|word| role(word).contains(&Role::Joins));
    let before = &before[..before.len() - usize::from(joint)];
    if !before.is_empty() {
        split_words(&before.join(" "), true, lexicon, out);
    }
    if joint {
        out.push(Piece::Comma);
    }
    out.push(Piece::Number(count));
}

/// `… and 2 Title`: the word that joins two items ends the first.
fn joint_before(lexicon: &Lexicon<'_>, out: &mut Vec<Piece>) {
    let Some(Piece::Text { text, whole: false }) = out.last_mut() else { return };
    if lexicon.is_name(text) {
        return;
    }
    let (before, last) = text.rsplit_once(' ').unwrap_or(("", text));
    // `Name E 3`: a capital is a version's letter.
    let letter = last.len() == 1 && last.bytes().all(|b| b.is_ascii_uppercase()) && !before.is_empty();
    if !lexicon.words.get(last).contains(&Role::Joins) || letter && lexicon.game == Game::Tcg {
        return;
    }
    if before.is_empty() {
        drop(out.pop())
    } else {
        *text = before.to_owned()
    }
    out.push(Piece::Comma);
}

/// `set 26`, `No. 26`, `qty 2`: the word in front says what the number is.
fn label_before(number: &mut Number, lexicon: &Lexicon<'_>, out: &mut Vec<Piece>) {
    let Some(Piece::Text { text, whole: false }) = out.last_mut() else { return };
    if lexicon.exact(text) {
        return;
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    for length in (1..=2.min(words.len())).rev() {
        let label = words[words.len() - length..].join(" ");
        let roles = lexicon.words.get(label.trim_end_matches('.'));
        let shape = if roles.contains(&Role::SetNumber) {
            Shape::Set
        } else if roles.contains(&Role::Copies) && words.len() > length {
            Shape::Times
        } else {
            continue;
        };
        number.shape = shape;
        let rest = words[..words.len() - length].join(" ");
        if rest.is_empty() {
            drop(out.pop())
        } else {
            *text = rest
        }
        return;
    }
}

/// A line without the counts at its ends.
pub(super) fn without_counts(line: &str) -> &str {
    let counts = |c: char| !c.is_alphabetic() || c == '×';
    let line = line.trim_matches(counts);
    line.strip_prefix("x ").or_else(|| line.strip_suffix(" x")).unwrap_or(line).trim_matches(counts)
}

/// `(2x Title)`: what stands in brackets that go round the whole line, where it is a card.
pub(super) fn in_brackets<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> Option<&'l str> {
    let inner = line.strip_prefix('(').and_then(|l| l.strip_suffix(')'));
    let inner = inner.or_else(|| line.strip_prefix('[').and_then(|l| l.strip_suffix(']')))?;
    let balanced = inner.split_once([')', ']']).is_none_or(|(before, _)| before.contains(['(', '[']));
    let bare = inner.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X' | '×' | ' '));
    let counted = bare.len() < inner.len();
    (balanced && (counted && (lexicon.names_a_card(bare) || lexicon.is_name(bare)) || lexicon.is_name(inner)))
        .then_some(inner)
}
