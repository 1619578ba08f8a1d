//! Finds a document's version and date in its front: the lines before the first ruling, or failing those the
//! page margins. Dates among the rulings do not count.

use super::block::{Block, ends_sentence, without_emphasis};
use super::dates::{self, Printed};
use super::numbers;
use super::options::Refusal;
use crate::corpus::document::{Day, Precision};

/// The number of blocks examined.
const MAX_BLOCKS: usize = 40;

/// A line with more words than this is a sentence and not a line of version and date.
const MAX_LINE_WORDS: usize = 14;

/// After more sentences than this, a line belongs to the text.
const MAX_SENTENCES_BEFORE: usize = 4;

/// One of the lines that may say which document this is.
pub(super) struct FrontLine {
    text: String,
    /// Whether it is already among the rulings.
    is_inside: bool,
}

/// The first lines of a document, or all lines if it has no parts.
pub(super) fn lines(front: &[Block], is_whole: bool) -> Vec<FrontLine> {
    let (mut heads, mut sentences, mut ruled) = (0, 0, false);
    let mut lines = Vec::new();
    for block in front.iter().take(MAX_BLOCKS) {
        let text = without_emphasis(&block.text);
        ruled |= numbers::is_ruling(&text);
        let is_inside = ruled || is_whole && heads > 1 && sentences > 0 || sentences > MAX_SENTENCES_BEFORE;
        let dated = dates::first(&text).is_some() || version_at(&text).is_some();
        heads += usize::from(block.is_heading() && !dated);
        sentences += usize::from(!block.is_heading() && !dated && ends_sentence(&text));
        lines.push(FrontLine { text, is_inside });
    }
    lines
}

/// The document's version.
pub(super) fn version(lines: &[FrontLine], margins: &[String]) -> Option<String> {
    let own = || lines.iter().filter(|l| !l.is_inside).map(|l| l.text.as_str());
    let is_line = |text: &&str| text.split_whitespace().count() <= MAX_LINE_WORDS;
    let find = |text: &str| version_at(text).map(|(_, version)| version);
    own()
        .filter(is_line)
        .find_map(find)
        .or_else(|| own().find_map(find))
        .or_else(|| margins.iter().find_map(|t| find(t)))
}

/// Words for "version", in the languages of such documents.
const VERSIONS: [&str; 7] = ["version", "release", "revision", "fassung", "versión", "versione", "v"];

/// A version introduced by such a word, and its offset: `VERSION 2.2`, `Release 2.2`, `v3.0`.
pub(super) fn version_at(text: &str) -> Option<(usize, String)> {
    let lower = text.to_lowercase();
    if lower.len() != text.len() {
        return None;
    }
    let word = |word: &'static str| lower.match_indices(word).map(move |(at, _)| (at, at + word.len()));
    let words = VERSIONS.into_iter().flat_map(word);
    words.into_iter().find_map(|(at, end)| {
        let apart = !lower[..at].ends_with(|c: char| c.is_alphanumeric() || c == '(' && end - at == 1);
        let rest = lower[end..].trim_start_matches(|c| end - at > 1 && matches!(c, ' ' | ':' | '.' | '#'));
        let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').take(12).collect();
        let number = number.trim_end_matches('.');
        let sound = number.starts_with(|c: char| c.is_ascii_digit())
            && (number.contains('.') || (1..=2).contains(&number.len()));
        (apart && sound).then(|| (at, number.to_owned()))
    })
}

/// The date a document takes effect, and its precision.
#[derive(Debug, Clone, Copy)]
pub(super) struct Dated {
    pub(super) day: Day,
    pub(super) precision: Precision,
}

/// The two readings of an ambiguous numeric date.
#[derive(Debug, Clone, Copy)]
pub(super) struct Readings {
    pub(super) month_first: Day,
    pub(super) day_first: Day,
}

/// Phrases that introduce the date from which rules are in force.
const IN_FORCE: [&str; 14] = [
    "effective",
    "in force",
    "in effect",
    "takes effect",
    "take effect",
    "valid from",
    "applies from",
    "as of",
    "in kraft",
    "gültig ab",
    "en vigueur",
    "en vigor",
    "in vigore",
    "vigente desde",
];

/// A date printed on a line.
struct Found {
    printed: Printed,
    /// Whether the line says that the rules take effect then.
    in_force: bool,
    is_inside: bool,
}

impl Found {
    /// The dates of a line, in order.
    fn all(line: &FrontLine) -> Vec<Self> {
        let mut found = Vec::new();
        let mut rest = line.text.as_str();
        while let Some((at, printed)) = dates::first(rest) {
            let before = rest[..at].to_lowercase();
            let in_force = IN_FORCE.iter().any(|words| before.contains(words));
            found.push(Self { printed, in_force, is_inside: line.is_inside && !in_force });
            rest = behind_year(&rest[at..]);
        }
        found
    }

    fn is_month(&self) -> bool {
        matches!(self.printed, Printed::Month(_))
    }
}

/// The text after a date's year.
fn behind_year(text: &str) -> &str {
    let digits = |at: usize| text[at..].bytes().take_while(u8::is_ascii_digit).count();
    let year = text.char_indices().map(|(at, _)| at).find(|at| digits(*at) == 4);
    year.map_or("", |at| &text[at + 4..])
}

/// Whether a line contains nothing but the document's title and dates.
pub(super) fn is_line_of_days(text: &str) -> bool {
    let days = Found::all(&FrontLine { text: text.to_owned(), is_inside: false }).len();
    days > 0 && text.split_whitespace().count() <= MAX_DATE_WORDS * (days + 1)
}

/// Whether a paragraph is a note of whoever edits the page, in brackets: it says something of the document.
pub(super) fn is_of_editor(text: &str) -> bool {
    let plain = without_emphasis(text);
    let inner = plain.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    inner.is_some_and(|t| t.to_lowercase().starts_with("editor"))
}

/// The maximum number of words of a date with its surrounding phrase.
const MAX_DATE_WORDS: usize = 6;

/// The date a document takes effect: the one introduced as such, else the first one before its rulings, else
/// one in the page margins. `choose` resolves ambiguous dates; `other` is called with a second date found in
/// the front.
pub(super) fn day_of(
    lines: &[FrontLine],
    page: &[String],
    asides: &[Block],
    choose: &mut dyn FnMut(&str, Readings) -> Day,
    other: &mut dyn FnMut(Day),
) -> Result<Dated, Refusal> {
    let all: Vec<Found> = lines.iter().flat_map(Found::all).collect();
    let own: Vec<&Found> = all.iter().filter(|f| !f.is_inside).collect();
    // A month on its own is less informative than any later full date.
    let said =
        own.iter().find(|f| f.in_force && !f.is_month()).or_else(|| own.iter().find(|f| !f.is_month()));
    let margins: Vec<Printed> = page.iter().filter_map(|line| dates::first(line)).map(|(_, p)| p).collect();
    let of_margins = || margins.iter().find(|p| !matches!(p, Printed::Month(_)));
    let first = said
        .map(|f| &f.printed)
        .or_else(of_margins)
        .or_else(|| own.first().map(|f| &f.printed))
        .or_else(|| margins.first());
    match first {
        Some(Printed::Day(day)) => {
            let another = own.iter().find_map(|f| match &f.printed {
                Printed::Day(own) if own != day => Some(*own),
                _ => None,
            });
            another.into_iter().for_each(other);
            Ok(Dated { day: *day, precision: Precision::Day })
        }
        Some(Printed::Either { printed, month_first, day_first }) => {
            let readings = Readings { month_first: *month_first, day_first: *day_first };
            Ok(Dated { day: choose(printed, readings), precision: Precision::Day })
        }
        Some(Printed::Impossible(printed)) => Err(Refusal::Undated { printed: Some(printed.clone()) }),
        Some(Printed::Month(printed)) => Err(Refusal::NoDay { printed: printed.clone() }),
        None => Err(undated(&all, asides)),
    }
}

/// Without a date in the front, the user has to be asked: a date among the rulings may be of anything, and
/// the year of a copyright line is that of a picture or of the first edition.
fn undated(all: &[Found], asides: &[Block]) -> Refusal {
    let inside = all.iter().find_map(|f| match &f.printed {
        Printed::Day(day) => Some(*day),
        Printed::Either { .. } | Printed::Impossible(_) | Printed::Month(_) => None,
    });
    let year = || asides.iter().rev().take(60).find_map(|b| copyright_year(&b.text));
    match (inside, year()) {
        (Some(day), _) => Refusal::Inside { day },
        (None, Some(year)) => Refusal::CopyrightYear { year },
        (None, None) => Refusal::Undated { printed: None },
    }
}

/// The year of a copyright line.
fn copyright_year(text: &str) -> Option<i16> {
    let at = text.find(['©', 'Ⓒ']).or_else(|| text.find("(c)"))?;
    let digits: String = text[at..]
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .take(4)
        .collect();
    digits.parse().ok().filter(|y| (1990..2100).contains(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_documents_print_them() {
        let version = |text: &str| version_at(text).map(|(_, version)| version);
        assert_eq!(version("10/06/2014 - VERSION 2.2").as_deref(), Some("2.2"));
        assert_eq!(version("FAQ v4.1.1, effective").as_deref(), Some("4.1.1"));
        assert_eq!(version("Release 3.19.0, 2 May").as_deref(), Some("3.19.0"));
        assert_eq!(version("Stand: 3. Oktober 2014 (Fassung 5)").as_deref(), Some("5"));
        for text in ["STAR WARS", "a new version", "(v1.0) Ferry", "ovation 5"] {
            assert_eq!(version(text), None, "{text}");
        }
    }

    #[test]
    fn years_are_read_as_documents_print_them() {
        assert_eq!(copyright_year("©2005 Lucasfilm Ltd."), Some(2005));
        assert_eq!(copyright_year("© & TM Lucasfilm Ltd."), None);
    }
}
