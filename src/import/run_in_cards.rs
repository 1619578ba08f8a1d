//! Cards with a number and a letter for how rare they are, in front of what is said of them on the same line:
//! `Old Ferry (A) 3R Its ropes …`, `Toll House 61C ERRATUM Should read …`.

use super::draft::Draft;
use super::line::{Line, Opening};

/// Fewer such lines than this may be sentences.
const MIN_LINES: usize = 4;

/// No card's name has more words.
const MAX_NAME_WORDS: usize = 8;

/// Words that a name may have in small letters.
const SMALL: [&str; 16] =
    ["of", "the", "and", "a", "an", "in", "on", "for", "to", "at", "from", "with", "by", "de", "du", "von"];

/// Makes a heading of each card with its number, and a paragraph of what is said of it.
pub(super) fn find(lines: &mut Vec<Line>) {
    let is_free = |line: &Line| line.opening == Opening::None;
    let found = lines.iter().filter(|line| is_free(line) && length(&line.text).is_some()).count();
    if found < MIN_LINES {
        return;
    }
    let mut opens = false;
    with_whole_tags(lines);
    for mut line in std::mem::take(lines) {
        let Some(end) = length(&line.text).filter(|_| is_free(&line)) else {
            if opens && !line.text.is_empty() && is_free(&line) {
                line.opening = Opening::Words;
            }
            opens &= line.text.is_empty();
            lines.push(line);
            continue;
        };
        let said = line.text[end..].trim_start().to_owned();
        opens = said.is_empty();
        let name = line.text[..end].to_owned();
        let (head, below) = line.cut(name, said);
        lines.push(head);
        lines.extend(below);
    }
}

/// Flags an entry in which the number of a card stands, where several entries are headed by such numbers.
pub(super) fn mark(drafts: &mut [Draft]) {
    let headed = |draft: &Draft| draft.title.split(' ').next_back().is_some_and(is_number);
    if drafts.iter().filter(|draft| headed(draft)).count() < MIN_LINES {
        return;
    }
    for draft in drafts.iter_mut() {
        let found = draft.text.split_whitespace().find(|word| is_number(word)).map(str::to_owned);
        if let Some(number) = found {
            draft.unsure(
                "text",
                format!("`{number}` stands in it as in the heads of others; does one begin there?"),
            );
        }
    }
}

/// Puts the rest of a line behind its number in front of the next, if that is a mark alone: `Toll House 61C
/// ERRATUM`.
fn with_whole_tags(lines: &mut [Line]) {
    for n in 1..lines.len() {
        let Some(end) = length(&lines[n - 1].text) else { continue };
        let tag = lines[n - 1].text[end..].trim().to_owned();
        let alone = !tag.is_empty() && !tag.contains(' ') && tag.chars().all(char::is_uppercase);
        if alone && !lines[n].text.is_empty() && length(&lines[n].text).is_none() {
            lines[n].text = format!("{tag} {}", lines[n].text);
            lines[n - 1].text.truncate(end);
        }
    }
}

/// The length of a name with its number at the start of a line, if what follows begins a sentence.
fn length(text: &str) -> Option<usize> {
    let mut at = 0;
    for (n, word) in text.split(' ').enumerate().take(MAX_NAME_WORDS + 1) {
        let end = at + word.len();
        if n > 0 && is_number(word) {
            let begins = |c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '[' | '(');
            let said = text[end..].trim_start();
            return (said.is_empty() || said.starts_with(begins)).then_some(end);
        }
        let name = word.trim_start_matches(['“', '"', '‘', '(']);
        let fits = name.starts_with(char::is_uppercase) || n > 0 && SMALL.contains(&name);
        // What ends a sentence is no name.
        if !fits || word.ends_with(['.', ':', ';', '?']) {
            return None;
        }
        at = end + 1;
    }
    None
}

/// Whether a word is the number of a card with the letter for how rare it is: `3R`, `61C`, `(12U)`, `#4R`.
fn is_number(word: &str) -> bool {
    let inner = word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).unwrap_or(word);
    let inner = inner.strip_prefix('#').unwrap_or(inner);
    let letters = inner.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = inner.len() - letters.len();
    (1..=3).contains(&digits)
        && (1..=2).contains(&letters.len())
        && letters.bytes().all(|b| b.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_numbers_become_headings() {
        let text = "Old Ferry (A) 3R Its ropes\nare tied.\nHouse of Tolls 61C ERRATUM Should\nread.\nRaft, the Lost (C) 7R ERRATUM\nPower 3.\nBell 4U No.\n";
        let mut lines = Line::all(text);
        find(&mut lines);
        let of = |opening| {
            lines.iter().filter(move |l| l.opening == opening).map(|l| l.text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(
            of(Opening::Head),
            ["Old Ferry (A) 3R", "House of Tolls 61C", "Raft, the Lost (C) 7R", "Bell 4U"]
        );
        assert_eq!(of(Opening::Words), ["Its ropes", "ERRATUM Should", "ERRATUM Power 3.", "No."]);
        for text in ["The 3R rope", "It costs 3R at dawn", "Old Ferry 61C and others", "Ferry. Raft 3R No"] {
            assert_eq!(length(text).filter(|_| !text.starts_with("The")), None, "{text}");
        }
    }
}
