//! Rows of a set's number, a few letters of its title and a count, `26 EchoB 2`, `14 DaD 1`: written with the
//! title, where the letters of all such rows are of the titles of those very sets.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;

/// The minimum number of such rows that are a way to write.
const MIN_ROWS: usize = 3;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 60;

/// The rows with the titles of their sets.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Tcg {
        return rows;
    }
    let found: Vec<Option<Numbered<'_>>> = rows.iter().map(|row| Numbered::of(row)).collect();
    let titles: Vec<Option<(String, bool)>> = found
        .iter()
        .map(|row| {
            let row = row.as_ref()?;
            let title = lexicon.objective_of(row.set)?;
            Some((format!("{}x {title}{}", row.count, row.rest), is_short_for(row.short, title)))
        })
        .collect();
    let fits = titles.iter().flatten().filter(|(_, fits)| *fits).count();
    let all = found.iter().flatten().count();
    if fits < MIN_ROWS || fits < all {
        return rows;
    }
    let written = titles.into_iter().map(|title| title.map(|(row, _)| row));
    let written: Vec<Option<String>> = written.collect();
    rows.into_iter().zip(written).map(|(row, written)| written.map_or(row, Cow::from)).collect()
}

/// A row of a set's number, a word or two, and a count.
struct Numbered<'r> {
    set: u32,
    short: &'r str,
    count: u32,
    /// A remark in brackets behind.
    rest: &'r str,
}

impl<'r> Numbered<'r> {
    fn of(row: &'r str) -> Option<Self> {
        let row = row.trim();
        if row.len() > MAX_ROW_LENGTH || row.contains(['\t', '|', ',', ';', '/']) {
            return None;
        }
        let at = row.find('(').filter(|_| row.ends_with(')')).unwrap_or(row.len());
        let (row, rest) = row.split_at(at);
        let (set, row) = row.trim_end().split_once(' ')?;
        let (short, count) = row.rsplit_once(' ')?;
        let set = set.trim_start_matches('#').parse().ok()?;
        let count = count.trim_matches(['x', 'X', '×']);
        let count = count.parse().ok().filter(|n| (1..=9).contains(n) && count.len() == 1)?;
        let short = short.trim();
        let plain = short.starts_with(char::is_alphabetic) && !short.contains(|c: char| c.is_ascii_digit());
        let space = if rest.is_empty() || rest.contains(|c: char| c.is_ascii_digit()) { "" } else { rest };
        (plain && (rest.is_empty() || !space.is_empty())).then_some(Self { set, short, count, rest })
    }
}

/// Whether a text is the beginnings of words of a title, in its order: `ExecArr`, `CotS`, `Ghosts`.
fn is_short_for(short: &str, title: &str) -> bool {
    let mut pieces: Vec<String> = Vec::new();
    for c in short.chars() {
        match pieces.last_mut() {
            Some(piece) if c.is_lowercase() && !piece.is_empty() => piece.push(c),
            _ if c.is_alphabetic() => pieces.push(c.to_string()),
            _ => pieces.push(String::new()),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    let title = normalize_name(title);
    let words: Vec<&str> = title.split(' ').collect();
    let capitals = pieces.concat();
    let initials = |skipped: usize| {
        let firsts: String = words[skipped..].iter().filter_map(|word| word.chars().next()).collect();
        capitals.chars().count() > 1 && firsts == normalize_name(&capitals).replace(' ', "")
    };
    // `FotJ`: the small letter is a word's, too.
    if initials(0) || words.len() > 1 && matches!(words[0], "the" | "a") && initials(1) {
        return true;
    }
    let mut rest = words.iter();
    !pieces.is_empty()
        && pieces.iter().all(|piece| {
            let piece = normalize_name(piece);
            piece.chars().count() > 2 && rest.any(|word| word.starts_with(&piece))
        })
}
