//! Names as people type them: without capitals, accents, punctuation, or the article in front.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The form in which two spellings of one name are the same: lower case, no accents, no punctuation, single
/// spaces, no leading "The".
///
/// A name of punctuation alone, or of the article alone, keeps its letters, so that something is left of
/// every name.
pub fn normalize_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    if name.is_ascii() {
        name.chars().for_each(|c| push(&mut out, c));
    } else {
        name.nfd().for_each(|c| push(&mut out, c));
    }
    let kept = out.trim_end().len();
    out.truncate(kept);
    match out.strip_prefix("the ") {
        Some(rest) => rest.to_owned(),
        None => out,
    }
}

fn push(out: &mut String, c: char) {
    match c {
        'a'..='z' | '0'..='9' => out.push(c),
        'A'..='Z' => out.push(c.to_ascii_lowercase()),
        '\'' | '’' | '‘' | '`' | '´' | 'ʼ' | '\u{2032}' => {}
        '&' => push_word(out, "and"),
        c if is_combining_mark(c) => {}
        c if c.is_alphanumeric() => out.extend(c.to_lowercase()),
        _ if !out.is_empty() && !out.ends_with(' ') => out.push(' '),
        _ => {}
    }
}

fn push_word(out: &mut String, word: &str) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
    out.push_str(word);
    out.push(' ');
}

/// A name as printed, without the version letter that stands behind it in parentheses.
pub fn without_version(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name)
}

/// A looser form: no spaces, and no plural `s` at the end of a word, so that `X-Wing`, `Xwing` and `X Wings`
/// are one.
pub fn normalize_loosely(normalized: &str) -> String {
    normalized.split(' ').map(|w| if w.len() > 3 { w.strip_suffix('s').unwrap_or(w) } else { w }).collect()
}

/// The form in which two spellings of one normalized name are the same although a person slips, or a scanner:
/// no articles, no spaces, no doubled letters; British endings as American ones; letters and figures that
/// look alike as one.
pub(crate) fn skeleton(normalized: &str) -> String {
    let words = normalized.split(' ').filter(|word| !matches!(*word, "a" | "an" | "the"));
    let mut out = String::with_capacity(normalized.len());
    for word in words {
        push_spelled(&mut out, word);
    }
    out
}

/// Adds a word letter by letter, each as what it is mistaken for.
fn push_spelled(out: &mut String, word: &str) {
    let american = word
        .strip_suffix("tre")
        .map(|stem| format!("{stem}ter"))
        .or_else(|| word.strip_suffix("fence").map(|stem| format!("{stem}fense")))
        .unwrap_or_else(|| {
            word.replace("our", "or").replace("rn", "m").replace("vv", "w").replace("ae", "e")
        });
    for c in american.chars() {
        let c = match c {
            '0' => 'o',
            '1' | 'i' | '!' | '|' => 'l',
            '5' | 'z' => 's',
            '8' => 'b',
            other => other,
        };
        if !out.ends_with(c) {
            out.push(c);
        }
    }
}
