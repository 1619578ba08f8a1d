//! Joins the lines of a paragraph, and the words divided at their ends.

use std::collections::BTreeSet;

use super::addresses;
use super::line::Line;

/// The hyphenated words that occur within a line of the document, and its unhyphenated words prefixed with
/// `!`.
pub(super) fn hyphenated_words(lines: &[Line]) -> BTreeSet<String> {
    let mut known = BTreeSet::new();
    for line in lines {
        let mut words = line.text.split(|c: char| !(c.is_alphanumeric() || c == '-')).peekable();
        while let Some(word) = words.next() {
            let last = words.peek().is_none();
            if word.contains('-') && !(last && line.text.ends_with('-')) {
                known.insert(word.to_lowercase());
            } else if word.len() > 3 && !word.contains('-') {
                known.insert(format!("!{}", word.to_lowercase()));
            }
        }
    }
    known
}

/// Appends a line to the paragraph, rejoining a word divided at the line's end.
pub(super) fn join_line(before: &mut String, line: &str, known: &BTreeSet<String>) {
    // A stroke joins the words around it, but the last one of an address only the rest of that address.
    let stroke = before.ends_with('/') && (!addresses::is_at_end(before) || addresses::goes_on(line));
    let dash = before.ends_with('—') || before.ends_with("--") || stroke;
    let divided =
        before.strip_suffix(['-', '‐', '¬', '\u{ad}']).filter(|s| s.ends_with(char::is_alphanumeric));
    match divided.map(|stem| (stem.len(), keeps_hyphen(stem, line, known))) {
        Some((length, keeps)) if !before.ends_with('-') || !keeps => before.truncate(length),
        None if !dash => before.push(' '),
        _ => {}
    }
    before.push_str(line);
}

/// Whether the hyphen at a line's end is part of the word: `Counter-move` if it occurs like that elsewhere,
/// `Ab-Cd` before a capital, `24-25` between digits.
fn keeps_hyphen(stem: &str, next: &str, known: &BTreeSet<String>) -> bool {
    let first = stem.rsplit(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
    let second = next.split(|c: char| !(c.is_alphanumeric() || c == '-')).next().unwrap_or_default();
    if !second.starts_with(char::is_lowercase) || first.ends_with(|c: char| c.is_ascii_digit()) {
        return true;
    }
    if known.contains(&format!("{first}-{second}").to_lowercase()) {
        return true;
    }
    let whole = format!("!{first}{second}").to_lowercase();
    let both = |w: &str| known.contains(&format!("!{}", w.to_lowercase()));
    // `non-damaging`: both halves are known words, but not the whole.
    !known.contains(&whole)
        && (first.eq_ignore_ascii_case("non") || (first.len() > 3 && both(first) && both(second)))
}
