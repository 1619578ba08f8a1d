//! Lists by card as published by others than the game's publisher: a card's name with its number or version
//! letter, followed by what is said about it. `Old Tollkeeper (17): Should read …`, `0017 Old Tollkeeper –
//! …`, `Old Tollkeeper 0017 (v3.0): …`, `Old Tollkeeper (G)`.
//!
//! One such line proves nothing. Several do, and so does a known card.

use super::block::{self, Shape};
use super::line::{Line, Opening};
use super::numbers::{self, ErrataLine};
use super::sections::Section;
use super::{dated_lines, dates};

/// The minimum number of similar heads that is not a coincidence.
const MIN_HEADS: usize = 2;

/// What identifies the card beside its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Mark {
    /// Its number, zero-padded to four digits.
    Number(String),
    /// Its version letter.
    Letter,
}

/// The head of a card's item in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head<'t> {
    /// The name, without emphasis.
    pub(super) name: String,
    pub(super) mark: Mark,
    /// The version that introduced the item, if tagged.
    pub(super) since: Option<String>,
    /// What is said about the card; empty if the head is on its own line.
    pub(super) text: &'t str,
    /// Whether the card's set is printed before the number.
    pub(super) of_set: bool,
    /// Whether it can hardly be anything else. A two-digit number after a name can.
    pub(super) is_plain: bool,
}

/// The maximum length of a head, in characters.
const MAX_HEAD_LENGTH: usize = 120;

/// The start of a line, long enough to contain a head. The rest is not examined, however long it is.
fn beginning(line: &str) -> &str {
    line.char_indices().nth(MAX_HEAD_LENGTH).map_or(line, |(end, _)| &line[..end])
}

/// Parses the head at the start of a line.
pub(super) fn head(line: &str) -> Option<Head<'_>> {
    let line = line.trim_start_matches(['*', '_', '\\', ' ']);
    if let Some((since, at)) = numbers::version_tag(line) {
        let behind = line[at..].trim_start_matches(['*', '_', ' ']);
        let of_set = in_parentheses(behind).filter(|h| h.of_set && h.since.is_none());
        let head = of_set.or_else(|| bare(&line[at..], 1));
        return head.map(|h| Head { since: Some(since), is_plain: false, ..h });
    }
    in_parentheses(line).or_else(|| number_first(line)).or_else(|| bare(line, 3))
}

/// `Name (17): text`, `Name (Harbour 17)`, `Name (G) - text`.
fn in_parentheses(line: &str) -> Option<Head<'_>> {
    let begin = beginning(line);
    let open = begin.find('(').filter(|n| *n <= 80)?;
    let close = open + begin[open..].find(')')?;
    let inside = &line[open + 1..close];
    let alone = line[close + 1..].trim_matches(['*', '_', ' ', ':']).is_empty();
    let signed = alone && without_number_sign(inside).1;
    let name = name(&line[..open]).or_else(|| Some(foreign_name(&line[..open])?).filter(|_| signed))?;
    let mut letters = inside.chars();
    let letter = letters.next().is_some_and(|c| c.is_ascii_uppercase()) && letters.next().is_none();
    let (inside, says_number) = without_number_sign(inside);
    let words: Vec<&str> = inside.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    let (mark, of_set) = match words.split_last() {
        _ if letter => (Mark::Letter, false),
        Some((number, set)) => {
            let is_word = |w: &&str| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            let named = set.iter().any(|w| w.starts_with(char::is_uppercase));
            let sound = set.len() <= 5 && (set.is_empty() || named && set.iter().all(is_word));
            // `Old Tollkeeper (#17)`: only card numbers are printed like this.
            let hashed = set.is_empty() && (says_number || number.starts_with('#'));
            (Mark::Number(padded(number.trim_start_matches('#')).filter(|_| sound)?), named || hashed)
        }
        None => return None,
    };
    // One-word keywords take a number, too.
    if !of_set && !letter && inside.len() < 2 && !name.contains(' ') {
        return None;
    }
    // A version letter may be followed by set and number: `Old Tollkeeper (A) (Harbour 17)`.
    let behind = &line[close + 1..];
    let set = behind.strip_prefix(" (").filter(|_| letter).and_then(|set| set.split_once(')'));
    let numbered =
        set.filter(|(inside, _)| inside.len() <= 30 && inside.ends_with(|c: char| c.is_ascii_digit()));
    let (since, rest) = tagged(numbered.map_or(behind, |(_, rest)| rest));
    let said = rest.strip_prefix(' ').filter(|r| (of_set || letter) && r.starts_with(char::is_uppercase));
    let text = separated(rest).or(said)?;
    Some(Head { name, mark, since, text, of_set, is_plain: true })
}

/// The contents of brackets without a number sign, `n° 56`, `Nr. 56`, and whether there was one.
fn without_number_sign(inside: &str) -> (&str, bool) {
    const SIGNS: [&str; 10] = ["n°", "nº", "N°", "Nº", "№", "no.", "No.", "nr.", "Nr.", "núm."];
    match SIGNS.iter().find_map(|sign| inside.strip_prefix(sign)) {
        Some(number) => (number.trim_start(), true),
        None => (inside, false),
    }
}

/// `0017 Name – text`, `17 Name: text`; not the day in `10 March 2012: text`.
fn number_first(line: &str) -> Option<Head<'_>> {
    let (number, rest) = line.split_once(' ')?;
    let begin: String = line.chars().take(dated_lines::MAX_DAY_LENGTH).collect();
    if dates::first(&begin).is_some_and(|(at, _)| at == 0) {
        return None;
    }
    let number = padded(number)?;
    let begin = beginning(rest);
    let cut =
        [" – ", " — ", " - ", ": ", ". "].iter().filter_map(|m| begin.find(m).map(|n| (n, m.len()))).min()?;
    let text = rest[cut.0 + cut.1..].trim_start();
    let name = name(&rest[..cut.0]).filter(|_| !text.is_empty())?;
    Some(Head { name, mark: Mark::Number(number), since: None, text, of_set: false, is_plain: true })
}

/// A head that fills its line, number first: `0017 Old Tollkeeper`, possibly with a star that marks new
/// items.
pub(super) fn number_alone(text: &str) -> Option<ErrataLine> {
    let plain = block::without_emphasis(text);
    let (number, title) = plain.trim_start_matches(['*', '\\', ' ']).split_once(' ')?;
    let number = numbers::card_number(number).filter(|n| n.len() == 4)?;
    Some(ErrataLine { since: None, name: name(title)?, numbers: vec![number], length: text.len() })
}

/// The head of an erratum without a version tag, with set and number in parentheses, on its own line or
/// before a colon: `Old Tollkeeper (Core 17)`.
pub(super) fn number_of_set(text: &str) -> Option<ErrataLine> {
    let begins = text.starts_with(|c: char| c.is_uppercase() || matches!(c, '*' | '“' | '"'));
    let head = in_parentheses(text).filter(|h| begins && h.of_set && h.since.is_none())?;
    let Mark::Number(number) = head.mark else { return None };
    let length = text.len() - head.text.len();
    let apart = head.text.is_empty() || text[..length].trim_end().ends_with(':');
    apart.then(|| ErrataLine { since: None, name: head.name, numbers: vec![number], length })
}

/// `Name 0017 (v3.0): text`, `Name 0017 – text`. If tagged, the number may have any number of digits, and no
/// separator is needed.
fn bare(line: &str, least: usize) -> Option<Head<'_>> {
    let mut at = 0;
    for word in line.split_inclusive(' ') {
        let digits = word.trim_end_matches([' ', ':', '.', '*']);
        if at > 80 {
            return None;
        }
        if at > 0 && digits.len() >= least && padded(digits).is_some() {
            // The year of a date is not a card number.
            if dates::first(&line[..at + digits.len()]).is_some() {
                return None;
            }
            let name = name(&line[..at])?;
            let (since, rest) = tagged(&line[at + digits.len()..]);
            let text = separated(rest).filter(|t| !t.is_empty());
            let text = text.or_else(|| Some(rest.trim_start()).filter(|_| least == 1))?;
            let mark = Mark::Number(padded(digits)?);
            return Some(Head { name, mark, since, text, of_set: false, is_plain: true });
        }
        at += word.len();
    }
    None
}

/// A card number zero-padded to four digits.
fn padded(digits: &str) -> Option<String> {
    let sound = (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    sound.then(|| format!("{digits:0>4}"))
}

/// The name before a mark, if the text is one.
fn name(text: &str) -> Option<String> {
    let plain = block::without_emphasis(text);
    let plain = plain.trim_end_matches([',', ' ', '–', '-']);
    let titled = block::in_title_case(plain.trim_end_matches(['!', '?', '.']));
    let count = |mark: char| plain.matches(mark).count();
    let whole = count('“') == count('”') && count('"') % 2 == 0;
    (titled && whole && plain.split_whitespace().count() <= 8).then(|| plain.to_owned())
}

/// The name before a mark, in languages that capitalize only the first word.
fn foreign_name(text: &str) -> Option<String> {
    let plain = block::without_emphasis(text);
    let plain = plain.trim_end_matches([',', ' ', '–', '-']);
    let sound = plain.starts_with(char::is_uppercase) && !plain.contains(['.', ':', ';', '“', '"', '«']);
    (sound && plain.split_whitespace().count() <= 6).then(|| plain.to_owned())
}

/// Splits a leading version tag from the text.
fn tagged(rest: &str) -> (Option<String>, &str) {
    match numbers::version_tag(rest) {
        Some((since, at)) => (Some(since), &rest[at..]),
        None => (None, rest),
    }
}

/// The text after the separator; empty if the head ends the line.
fn separated(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(['*', '_']);
    if rest.trim().is_empty() {
        return Some("");
    }
    let parted = [":", ".", " – ", " — ", " - "].iter().find_map(|mark| rest.strip_prefix(mark))?;
    Some(parted.trim_start())
}

/// Marks the heads in a document that has several.
pub(super) fn find(lines: &mut [Line]) {
    let heads: Vec<Option<Head<'_>>> =
        lines.iter().map(|line| head(&line.text).filter(|h| h.is_plain)).collect();
    let several = |test: &dyn Fn(&Head<'_>) -> bool| {
        heads.iter().flatten().filter(|head| test(head)).count() >= MIN_HEADS
    };
    let by_letter = several(&|head| head.mark == Mark::Letter);
    let by_number = several(&|head| head.mark != Mark::Letter && !head.text.is_empty());
    // A name with set and number alone on its line, not in the middle of a sentence.
    let is_alone = |n: usize| {
        let alone = heads[n].as_ref().is_some_and(|head| head.of_set && head.text.is_empty());
        let next = lines.get(n + 1).map_or("", |line| line.text.as_str());
        alone && !block::begins_inside(next)
    };
    let by_set = (0..lines.len()).filter(|n| is_alone(*n)).count() >= MIN_HEADS;
    let opening = |head: &Option<Head<'_>>| match head {
        Some(head) if if head.mark == Mark::Letter { by_letter } else { by_number } => {
            if head.text.is_empty() { Opening::Head } else { Opening::Paragraph }
        }
        Some(_) | None => Opening::None,
    };
    let mut openings: Vec<Opening> = heads.iter().map(opening).collect();
    for (n, opening) in openings.iter_mut().enumerate() {
        if by_set && is_alone(n) || by_letter && is_name_alone(lines, n) {
            *opening = Opening::Head;
        }
    }
    for (line, opening) in lines.iter_mut().zip(openings) {
        if line.opening == Opening::None {
            line.opening = opening;
        }
    }
}

/// In a list by version letters, whether the line is a card without one, `Old Ferry:`, with indented text
/// below.
fn is_name_alone(lines: &[Line], n: usize) -> bool {
    const OTHERS: [&str; 5] = ["note", "notes", "example", "examples", "exception"];
    let Some(title) = lines[n].text.strip_suffix(':') else { return false };
    let set_in = |l: &Line| l.indent > lines[n].indent || l.opening == Opening::Paragraph;
    let below = lines.get(n + 1).is_some_and(|l| !l.text.is_empty() && set_in(l));
    let other = OTHERS.contains(&title.to_lowercase().as_str());
    below && !other && name(title).is_some() && title.split(' ').count() <= 6
}

/// Whether a part has several heads with version letters.
pub(super) fn counts_in_letters(section: &Section) -> bool {
    let of_letter = |text: &str| head(text).is_some_and(|h| h.mark == Mark::Letter);
    section.blocks.iter().filter(|b| !matches!(b.shape, Shape::Item(_)) && of_letter(&b.text)).count()
        >= MIN_HEADS
}

/// Whether a part has several heads with numbers, followed by text.
pub(super) fn counts_in_numbers(section: &Section) -> bool {
    let of_number =
        |text: &str| head(text).is_some_and(|h| h.is_plain && h.mark != Mark::Letter && !h.text.is_empty());
    section.blocks.iter().filter(|b| of_number(&b.text)).count() >= MIN_HEADS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_in_whatever_order_they_are_printed() {
        for (line, name, number, text) in [
            ("Old Tollkeeper (17): Should read so.", "Old Tollkeeper", "0017", "Should read so."),
            ("Old Tollkeeper (17) – Once a turn.", "Old Tollkeeper", "0017", "Once a turn."),
            (
                "Old Tollkeeper (Harbour 3, 88) The text should read: so.",
                "Old Tollkeeper",
                "0088",
                "The text should read: so.",
            ),
            ("Old Tollkeeper (Harbour, 88)", "Old Tollkeeper", "0088", ""),
            ("Old Tollkeeper (88)", "Old Tollkeeper", "0088", ""),
            ("0017 Old Tollkeeper – Reads so.", "Old Tollkeeper", "0017", "Reads so."),
            ("17 Old “Tolly” Tollkeeper. The cost is 2.", "Old “Tolly” Tollkeeper", "0017", "The cost is 2."),
            ("Old Tollkeeper 0017 (v3.0): Should read so.", "Old Tollkeeper", "0017", "Should read so."),
            ("(v3.0) Old Tollkeeper 17 Should read so.", "Old Tollkeeper", "0017", "Should read so."),
        ] {
            let head = head(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(
                (head.name.as_str(), head.mark, head.text),
                (name, Mark::Number(number.to_owned()), text),
                "{line}"
            );
        }
        for (line, text) in [
            ("Old Tollkeeper (G)", ""),
            ("Old Tollkeeper (A): So.", "So."),
            ("Old Tollkeeper (E) - So.", "So."),
            ("Old Tollkeeper (E) So it is.", "So it is."),
        ] {
            assert_eq!(head(line).map(|h| (h.mark, h.text)), Some((Mark::Letter, text)), "{line}");
        }
    }

    #[test]
    fn sentences_are_no_heads() {
        for line in [
            "10 March 2012: A gale is no storm.",
            "Old Tollkeeper (17) may be played twice.",
            "Old Tollkeeper (A) may be played twice.",
            "The damage of a unit (see 17): it stays.",
            "2 damage on him. It stays.",
            "In May 2014 this was so.",
            "Refresh Phase (p. 12)",
            "Tow (2). It does not strike.",
            "“Tow Along (2): it does not strike.”",
            "(v3.0) Refresh Phase (p. 12)",
        ] {
            assert_eq!(head(line), None, "{line}");
        }
    }

    #[test]
    fn heads_with_the_set_of_a_card_are_distinguished_from_sentences() {
        let head = number_of_set("**Old Tollkeeper** (Core 17): replace a word.").expect("a head");
        assert_eq!((head.name.as_str(), head.numbers[0].as_str()), ("Old Tollkeeper", "0017"));
        assert_eq!(number_of_set("Old Tollkeeper (Core 0017)").map(|h| h.length), Some(26));
        for text in [
            "If I play Old Tollkeeper (Core 0017), who pays?",
            "Old Tollkeeper (p. 12)",
            "Old Tollkeeper (17)",
        ] {
            assert_eq!(number_of_set(text), None, "{text}");
        }
    }
}
