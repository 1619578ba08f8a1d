//! What a scan or a narrow page makes of rows: a word parted at the end of a line, and a letter where the
//! figure of a count stood.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::misread;
use super::trim::without_counts;
use crate::deck::words::Role;

/// No line that is put together is longer, in bytes.
const MAX_LINE_LENGTH: usize = 200;

/// The lines with parted words put together, each where it begins, and counts in figures.
pub(super) fn written<'t>(lines: Vec<&'t str>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let mut lines: Vec<Cow<'t, str>> = lines.into_iter().map(Cow::from).collect();
    for at in (0..lines.len().saturating_sub(1)).rev() {
        // A blank line may stand between.
        let next = (at + 1..lines.len().min(at + 3)).find(|next| !lines[*next].trim().is_empty());
        let Some(next) = next else { continue };
        if let Some(whole) = together(&lines[at], &lines[next], lexicon) {
            lines[at] = whole.into();
            lines[next] = "".into();
        }
    }
    // Where a letter may be any figure, none of them is certain.
    if lines.iter().any(|line| line.trim_start().starts_with("Z ")) {
        return lines;
    }
    misread::in_figures(lines, lexicon)
        .into_iter()
        .map(|line| in_figures(&line, lexicon).map_or(line, Cow::from))
        .map(|line| in_letters(&line, lexicon).map_or(line, Cow::from))
        .map(|line| in_words(&line, lexicon).map_or(line, Cow::from))
        .map(|line| unstretched(&line, lexicon).map_or(line, Cow::from))
        .collect()
}

/// `annnd`, `twoooo`: a line with the words of lists that somebody drew out.
fn unstretched(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let stretched = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        let drawn = |run: &[char]| run[0].is_lowercase() && run.iter().all(|c| *c == run[0]);
        letters.windows(3).any(drawn) && letters.iter().any(|c| *c != letters[0])
    };
    if line.len() > MAX_LINE_LENGTH || !line.split(' ').any(stretched) {
        return None;
    }
    let plain = |word: &str, times: usize| {
        let mut out: Vec<char> = Vec::new();
        for c in word.chars() {
            if out.len() < times || !out[out.len() - times..].iter().all(|before| *before == c) {
                out.push(c);
            }
        }
        out.into_iter().collect::<String>()
    };
    let word = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let known = |short: &String| !lexicon.words.get(short).is_empty();
        let short = [1, 2].into_iter().map(|times| plain(bare, times)).find(known);
        short
            .filter(|_| stretched(bare))
            .map_or_else(|| word.to_owned(), |short| word.replacen(bare, &short, 1))
    };
    let written = line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    (written != line).then_some(written)
}

/// `Affi1iation:  Jedi   tab1e 14`: a row in which what stands between wide blanks and colons is in words of
/// lists, where the signs in its words are the letters that they look like.
fn in_words(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    // `1-ofs` is a count.
    let signs = |word: &str| {
        word.starts_with(char::is_alphabetic) && has_letters(word) && word.contains(['0', '1', '5', '8', '|'])
    };
    if line.len() > MAX_LINE_LENGTH || !line.split(' ').any(signs) {
        return None;
    }
    let known = |text: &str| {
        let words = text.split(' ').filter(|word| word.contains(char::is_alphabetic));
        let roles = lexicon.roles(&words.collect::<Vec<_>>().join(" "));
        roles.whole() && !roles.known.is_empty()
    };
    let is_card = |text: &str| {
        let counts = |name: &str| lexicon.counts_for_size(name);
        matches!(lexicon.read(without_counts(text)), Found::Exact(name) | Found::Slip(name) if counts(&name))
    };
    let part = |part: &str| {
        let bare = part.trim_matches([' ', ':']);
        let spelt =
            if bare.split(' ').any(signs) && !is_card(bare) { in_letters_as(bare, known) } else { None };
        spelt.map_or_else(|| part.to_owned(), |spelt| part.replacen(bare, &spelt, 1))
    };
    let cut = |cells: &str| cells.split_inclusive(':').map(part).collect::<String>();
    let spelt = line.split("  ").map(cut).collect::<Vec<_>>().join("  ");
    (spelt != line).then_some(spelt)
}

/// What a scan has for letters.
const LOOK_ALIKE: [(&str, &str); 4] = [("0", "o"), ("5", "s"), ("8", "b"), ("|", "l")];

/// The same of what it has for others, or for one of them alone.
const ONE_OF: [&[(&str, &str)]; 6] = [
    &[("1", "l")],
    &[("1", "i")],
    &[("rn", "m"), ("1", "l")],
    &[("vv", "w"), ("1", "l")],
    &[("cl", "d"), ("1", "l")],
    &[("lm", "im"), ("1", "l")],
];

/// `3 Most Desperate H0ur`: a row with letters for the signs in its words that look like them, where that is
/// a title as it is printed.
fn in_letters(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let signs =
        |word: &str| word.contains(['0', '1', '5', '8', '|']) || word.contains("rn") || word.contains("vv");
    let looks = line.len() <= MAX_LINE_LENGTH && line.split(' ').any(|word| has_letters(word) && signs(word));
    let title = without_counts(line.trim());
    if !looks || lexicon.is_name(title) || lexicon.is_name(line.trim()) {
        return None;
    }
    let spelt = in_letters_as(title, |title| lexicon.exact(title))?;
    Some(line.replacen(title, &spelt, 1))
}

/// A text with letters for the signs in its words that look like them, in the one way that `is_known`.
pub(super) fn in_letters_as(text: &str, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let written = |pairs: &[(&str, &str)]| {
        let word = |word: &str| {
            let all = LOOK_ALIKE.iter().chain(pairs);
            let spelt = all.fold(word.to_lowercase(), |word, (sign, letter)| word.replace(sign, letter));
            if has_letters(word) { spelt } else { word.to_owned() }
        };
        text.split(' ').map(word).collect::<Vec<_>>().join(" ")
    };
    ONE_OF.iter().map(|pairs| written(pairs)).find(|text| is_known(text))
}

fn has_letters(word: &str) -> bool {
    word.chars().filter(|c| c.is_alphabetic()).count() >= 2
}

/// A line that ends within a word with what the next begins with.
fn together(line: &str, next: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (line, next) = (line.trim_end(), next.trim());
    let parted = line.strip_suffix(['-', '\u{ad}', '‐', '¬'])?;
    let within = parted.ends_with(char::is_alphabetic) && next.starts_with(char::is_alphabetic);
    if !within || line.len() + next.len() > MAX_LINE_LENGTH {
        return None;
    }
    let joined = format!("{parted}{next}");
    // `TIE Fighter-` above `Class`: the hyphen is the name's.
    let hyphened = format!("{parted}-{next}");
    let named = |text: &str| !matches!(lexicon.read(without_counts(text)), Found::Lost | Found::Open(_));
    if lexicon.is_name(without_counts(&hyphened)) {
        return Some(hyphened);
    }
    (next.starts_with(char::is_lowercase) || named(&joined)).then_some(joined)
}

/// `l Title`, `Sum: lO`: a line whose count or total was read as a letter, with the figure.
fn in_figures(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let text = line.trim();
    if text.len() > MAX_LINE_LENGTH {
        return None;
    }
    let (first, rest) = text.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    // `I. Title` counts a row.
    let counts = matches!(first, "l" | "I" | "lx" | "Ix") && !lexicon.is_name(without_counts(text));
    let title = |text: &str| {
        let sure = |name: &str| lexicon.counts_for_size(name);
        text.starts_with(char::is_alphabetic)
            && !lexicon.is_name(line.trim())
            && matches!(lexicon.read(text), Found::Exact(name) | Found::Slip(name) if sure(&name))
    };
    if counts && title(rest) {
        return Some(format!("1 {rest}"));
    }
    let (before, last) = text.rsplit_once(char::is_whitespace)?;
    let before = before.trim_end();
    if matches!(last, "l" | "xl" | "lx") && title(before.trim_end_matches(['x', ' ', ':', '-'])) {
        return Some(format!("{before} 1x"));
    }
    if !matches!(last, "lO" | "lo" | "IO" | "l0" | "I0" | "1O" | "1o") {
        return None;
    }
    let total = |role: &Role| matches!(role, Role::Filler | Role::Heading(_) | Role::Cards);
    let roles = lexicon.roles(before);
    (roles.whole() && roles.any(total)).then(|| format!("{before} 10"))
}
