//! Counts as strokes: `II`, `||`, `**`, in front of the titles or behind them.

use std::borrow::Cow;

use super::lexicon::Lexicon;

/// So many lines with strokes are no chance.
const LEAST_LINES: usize = 3;

/// The lines with the strokes of a tally written as counts.
pub(super) fn counted<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let [before, behind] = [true, false].map(|before| {
        let found = lines.iter().map(|line| strokes(line, before, lexicon)).collect::<Vec<_>>();
        let with: Vec<&Stroke<'_>> = found.iter().flatten().collect();
        let several = with.iter().any(|s| s.count > 1);
        // Single marks in front of every line are bullets, and a lone I is a word.
        let trusted = with.len() >= LEAST_LINES && several;
        if trusted { found.iter().map(|s| s.as_ref().map(Stroke::written)).collect() } else { Vec::new() }
    });
    let written: [Vec<Option<String>>; 2] = [before, behind];
    let at = |at: usize| written.iter().find_map(|of| of.get(at).cloned().flatten());
    let all: Vec<Option<String>> = (0..lines.len()).map(at).collect();
    lines.into_iter().zip(all).map(|(line, counted)| counted.map_or(line, Cow::from)).collect()
}

/// The lines with the count above in the place of a mark that repeats it: `"`, `dito`.
pub(super) fn without_ditto(lines: Vec<Cow<'_, str>>) -> Vec<Cow<'_, str>> {
    // The counts that stood last in front of a title and behind one.
    let (mut front, mut end) = (None, None);
    let repeat = |line: Cow<'_, str>| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [first, .., last] = &words[..] else { return line.into_owned().into() };
        let (first, last) = ((*first).to_owned(), (*last).to_owned());
        let written = match (&front, &end) {
            (Some(count), _) if is_ditto(&first) => Some(format!("{count} {}", words[1..].join(" "))),
            (_, Some(count)) if is_ditto(&last) => {
                Some(format!("{} {count}", words[..words.len() - 1].join(" ")))
            }
            _ => None,
        };
        if is_count(&first) {
            front = Some(first);
        }
        if is_count(&last) {
            end = Some(last);
        }
        written.map_or_else(|| line.into_owned().into(), Cow::from)
    };
    lines.into_iter().map(repeat).collect()
}

fn is_ditto(word: &str) -> bool {
    let bare = word.trim_matches(['-', '–', '.', '(', ')']).to_lowercase();
    matches!(bare.as_str(), "\"" | "''" | "”" | "“" | "„" | "″" | "dito" | "ditto" | "idem" | "do" | "id")
        && (bare.chars().all(|c| !c.is_alphabetic()) || word.len() > 2)
}

/// `2`, `2x`, `x2`, `(2)`.
fn is_count(word: &str) -> bool {
    let figures = word.trim_matches(['(', ')', 'x', 'X', '×']);
    (1..=2).contains(&figures.len()) && figures.bytes().all(|b| b.is_ascii_digit())
}

/// A title with strokes beside it.
struct Stroke<'l> {
    count: usize,
    title: &'l str,
}

impl Stroke<'_> {
    fn written(&self) -> String {
        format!("{}x {}", self.count, self.title)
    }
}

fn strokes<'l>(line: &'l str, before: bool, lexicon: &Lexicon<'_>) -> Option<Stroke<'l>> {
    let line = line.trim();
    if line.len() > 200 || line.contains('\t') && line.contains('|') {
        return None;
    }
    let cut = |c: char| c.is_whitespace();
    let (token, title) = match before {
        true => line.split_once(cut)?,
        false => line.rsplit_once(cut).map(|(title, token)| (token, title))?,
    };
    let (title, token) = (
        title.trim().trim_end_matches([':', '-', '.', '=']).trim_end(),
        token.trim_matches(['(', ')', '.', ':']),
    );
    let figures = title.contains(|c: char| c.is_ascii_digit()) && !lexicon.is_name(title);
    let plain = !title.contains(['|', '\t']) && !figures;
    let named = title.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let word = token.chars().any(char::is_alphanumeric);
    if !plain || !named || word && lexicon.is_name(line) {
        return None;
    }
    Some(Stroke { count: tallied(token)?, title })
}

/// How many a token of strokes counts.
fn tallied(token: &str) -> Option<usize> {
    let count = token.chars().count();
    let all = |marks: &str| token.chars().all(|c| marks.contains(c));
    let same = token.chars().all(|c| token.starts_with(c));
    let strokes = all("I") || all("|") || all("l") && count > 1 || all("i") && count > 1;
    let marks = same && all("*✓✔•+/!●■▪☑★oO") && !(count == 1 && all("oO"));
    ((1..=4).contains(&count) && (strokes || marks)).then_some(count)
}
