//! Figures written for the words of a title that sound like them, `Looking 4 Droids`; and words, or Roman
//! figures, for the figure of a title: `Yavin Four`, `Yavin IV`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::spelling::version_of;
use super::trim::without_counts;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;

/// No row with such a title is longer, in bytes.
const MAX_ROW_LENGTH: usize = 80;

/// Nor one with a figure in words.
const MAX_LINE_LENGTH: usize = 400;

/// The rows with such titles as they are printed; only where no other reading of the row has a title.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let written = |row: &str| in_words(row, lexicon).or_else(|| in_figures(row, lexicon));
    rows.into_iter().map(|row| written(&row).map_or(row, Cow::from)).collect()
}

/// `The Secret of Yavin Four`: the word is no count of what stands before it, which goes with the figure.
fn in_figures(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    const ROMAN: [&str; 9] = ["II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
    if row.len() > MAX_LINE_LENGTH {
        return None;
    }
    let mut before = String::new();
    let mut out = String::new();
    let mut changed = false;
    for typed in row.split_inclusive([' ', '\t']) {
        let word = typed.trim_matches(|c: char| !c.is_alphanumeric());
        let roman =
            || ROMAN.iter().position(|roman| *roman == word).and_then(|at| u32::try_from(at + 2).ok());
        let number = || lexicon.words.number(word).or_else(roman).filter(|n| *n > 1);
        let figure =
            if before.is_empty() || !word.starts_with(char::is_alphabetic) { None } else { number() };
        let figure = figure.filter(|figure| lexicon.has_figure_behind(&before, *figure));
        changed |= figure.is_some();
        out +=
            &figure.map_or_else(|| typed.to_owned(), |figure| typed.replacen(word, &figure.to_string(), 1));
        let ends = !typed.trim_end().ends_with(char::is_alphanumeric);
        before = if ends { String::new() } else { normalize_name(word) };
    }
    changed.then_some(out)
}

fn in_words(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let words: Vec<&str> = row.split_whitespace().collect();
    if row.len() > MAX_ROW_LENGTH || words.len() < 3 {
        return None;
    }
    let sounds = |at: usize| {
        let figure: u32 = words[at].parse().ok()?;
        let spelt = lexicon.words.sounding_like(figure).map(|word| {
            let mut words = words.clone();
            words[at] = word;
            words.join(" ")
        });
        let mut spelt = spelt;
        spelt.find(|row| lexicon.exact(without_counts(row)))
    };
    (1..words.len() - 1).find_map(sounds)
}

impl Lexicon<'_> {
    /// A name with its figure as the game has it, Roman, in words or not: `Slave 1`, `Slave One`, `Rogue 7`.
    pub(super) fn in_figures(&self, text: &str) -> Option<String> {
        const ROMAN: [&str; 10] = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];
        const WORDS: [&str; 10] =
            ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
        let (base, letter) = if self.game == Game::Tcg { version_of(text) } else { (text, None) };
        let (before, last) = base.rsplit_once([' ', '-'])?;
        let in_words = || WORDS.iter().position(|word| word.eq_ignore_ascii_case(last)).map(|at| at + 1);
        let number = last.parse().ok().or_else(in_words).filter(|n| (1..=10).contains(n))?;
        let letter = letter.map(|letter| format!(" ({letter})")).unwrap_or_default();
        let forms = [ROMAN, WORDS].map(|of| format!("{before} {}", of[number - 1]));
        forms.into_iter().find(|name| name != base && self.is_name(name)).map(|name| name + &letter)
    }

    /// Whether a title that counts for a deck's size has this figure right behind the word.
    pub(super) fn has_figure_behind(&self, word: &str, figure: u32) -> bool {
        let figures = self.figures.get_or_init(|| {
            let titles = self.titles();
            let pairs = titles.iter().flat_map(|title| title.split(' ').zip(title.split(' ').skip(1)));
            let figured = pairs.filter(|(_, figure)| figure.bytes().all(|b| b.is_ascii_digit()));
            figured.map(|(word, figure)| format!("{word} {figure}")).collect()
        });
        figures.contains(&format!("{word} {figure}"))
    }
}
