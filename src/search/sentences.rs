//! The sentences of a post, and the numbers of the items of a list in it.

use std::ops::Range;

/// The sentences of a text, in bytes of it; each item of a list begins one.
pub(super) fn sentences(typed: &str, items: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut from = 0;
    for (at, c) in typed.char_indices() {
        if from < at && items.binary_search_by_key(&at, |mark| mark.start).is_ok() {
            sentences.push(from..at);
            from = at;
        }
        if !matches!(c, '?' | '!' | '.' | '\n' | ';') {
            continue;
        }
        let to = at + c.len_utf8();
        if typed[to..].chars().next().is_some_and(char::is_alphanumeric) {
            continue; // "4.12", "p.20"
        }
        sentences.push(from..to);
        from = to;
    }
    if from < typed.len() {
        sentences.push(from..typed.len());
    }
    sentences
}

/// Where the numbers stand of a list's items that are counted from 1 on, "1) may he … 2) who …", in bytes of
/// the text; none where there is only one. A number in brackets within a sentence, "deals (2) damage", counts
/// none.
pub(super) fn item_marks(typed: &str) -> Vec<Range<usize>> {
    let mut marks: Vec<Range<usize>> = Vec::new();
    let ends_sentence = |before: &str| {
        let gap = &before[before.trim_end().len()..];
        gap.contains('\n') || before.trim_end().chars().next_back().is_none_or(|c| ".?!:;,".contains(c))
    };
    for word in typed.split_whitespace() {
        let start = word.as_ptr() as usize - typed.as_ptr() as usize;
        let Some(number) = word.strip_suffix(')') else { continue };
        let bare = number.strip_prefix('(');
        if bare.unwrap_or(number) == (marks.len() + 1).to_string()
            && (bare.is_none() || ends_sentence(&typed[..start]))
        {
            marks.push(start..start + word.len());
        }
    }
    if marks.len() > 1 { marks } else { Vec::new() }
}
