//! Glossaries under the letters of the alphabet, each by itself on a line: what begins with the letter and
//! comes next in the alphabet is a term, `Anchor. A ship that …`.

use super::block::{self, Block, begins_inside, ends_sentence, words};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{heads, terms};

/// Fewer letters than this stand by themselves by chance.
const MIN_LETTERS: usize = 4;

/// A term has no more words.
const MAX_TERM_WORDS: usize = 6;

/// What stands between a term and its meaning.
const MARKS: [&str; 6] = [": ", ". ", " – ", " — ", " - ", " = "];

/// Makes headings of the terms, and takes the letters off; what went is returned.
pub(super) fn find(lines: &mut Vec<Line>) -> Vec<Block> {
    let letters: Vec<(usize, char)> =
        (0..lines.len()).filter_map(|n| Some((n, letter(&lines[n].text)?))).collect();
    let rising = letters.windows(2).filter(|pair| pair[0].1 < pair[1].1).count();
    if letters.len() < MIN_LETTERS || rising + 1 < letters.len() {
        return Vec::new();
    }
    let alone = stand_alone(lines);
    let mut gone = Vec::new();
    let (mut open, mut last, mut before) = (None, String::new(), String::new());
    for (n, mut line) in std::mem::take(lines).into_iter().enumerate() {
        if let Some((_, letter)) = letters.iter().find(|(at, _)| *at == n) {
            gone.push(line.take(WhyLeft::PageFurniture));
            (open, last, before) = (Some(*letter), String::new(), String::new());
            lines.push(line);
            continue;
        }
        let may_begin = before.is_empty() || ends_sentence(&before);
        let found = open.filter(|_| may_begin && line.opening == Opening::None).and_then(|letter| {
            let own = line.text.starts_with(letter);
            parted(&line.text, alone).filter(|(term, ..)| own && words(term) > last)
        });
        if !line.text.is_empty() {
            before.clone_from(&line.text);
        }
        let Some((term, said, doubt)) = found else {
            lines.push(line);
            continue;
        };
        last = words(&term);
        let (head, below) = line.cut(term, said);
        lines.push(head);
        if below.is_none() {
            before.clear();
        }
        lines.extend(below.map(|below| Line { doubt, ..below }));
    }
    gone
}

/// Whether terms have lines of their own: more titles stand behind the end of a sentence than lines with a
/// mark in them.
fn stand_alone(lines: &[Line]) -> bool {
    let full: Vec<&str> = lines.iter().map(|l| l.text.as_str()).filter(|text| !text.is_empty()).collect();
    let begins = |pair: &&[&str]| letter(pair[0]).is_some() || ends_sentence(pair[0]);
    let first = || full.windows(2).filter(begins).map(|pair| pair[1]).filter(|text| letter(text).is_none());
    let is_bare = |text: &str| heads::is_title(text) && !MARKS.iter().any(|mark| text.contains(mark));
    let titles = first().filter(|text| is_bare(text)).count();
    let marked = first().filter(|text| !is_bare(text) && parted(text, false).is_some()).count();
    titles > marked
}

/// The letter that a line consists of, `A`, `– B –`, `C.`
fn letter(text: &str) -> Option<char> {
    let inner = text.trim_matches(|c: char| matches!(c, '-' | '–' | '—' | '.' | ' ' | '*' | '[' | ']'));
    let mut chars = inner.chars();
    let first = chars.next().filter(char::is_ascii_uppercase)?;
    chars.as_str().is_empty().then_some(first)
}

/// A term, the first words of its meaning, and what is doubtful about that cut.
fn parted(text: &str, alone: bool) -> Option<(String, String, Option<&'static str>)> {
    let few = |term: &str| term.split(' ').count() <= MAX_TERM_WORDS;
    if alone {
        return (few(text) && heads::is_title(text)).then(|| (text.to_owned(), String::new(), None));
    }
    if let Some((at, mark)) = block::first_of(text, &MARKS).filter(|(at, _)| few(&text[..*at])) {
        let said = text[at + mark.len()..].trim_start().to_owned();
        return (!begins_inside(&said)).then(|| (text[..at].to_owned(), said, None));
    }
    let bare = || Some((text.trim_end_matches([':', '.']).to_owned(), String::new(), None));
    if few(text) && (heads::is_title(text) || text.ends_with(':') && !text.contains(", ")) {
        return bare();
    }
    match terms::run_in(text) {
        Some((term, said)) => Some((term.to_owned(), said.to_owned(), Some(terms::RUN_IN))),
        None => bare().filter(|_| few(text) && text.ends_with('.') && !text.contains(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_stand_under_their_letters_in_order() {
        let text = "A\nAnchor. A ship that\nis tied. And so\nA ship is.\nAside: Not in play.\nB\nBilge: See Hold.\n\
                    – C –\nCrew Units on a ship.\nD\nDock – To tie.\nDo it. Now.\n";
        let mut lines = Line::all(text);
        assert_eq!(find(&mut lines).len(), 4);
        let of = |opening| {
            lines.iter().filter(move |l| l.opening == opening).map(|l| l.text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of(Opening::Head), ["Anchor", "Aside", "Bilge", "Crew", "Dock"]);
        assert_eq!(
            of(Opening::Words),
            ["A ship that", "Not in play.", "See Hold.", "Units on a ship.", "To tie."]
        );
        assert_eq!(find(&mut Line::all("A\nB\nC\nB\nD\n")).len(), 0);
    }
}
