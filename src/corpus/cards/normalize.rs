//! Normal forms of names, for comparing what people type with what is printed.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The form in which two spellings of a name compare equal: lower case, no accents, no punctuation, single
/// spaces, no leading "The".
///
/// A name that consists only of punctuation or an article is kept, so that no name normalizes to nothing.
pub fn normalize_name(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    if name.is_ascii() {
        name.chars().for_each(|c| push(&mut out, c));
    } else {
        name.nfd().for_each(|c| push(&mut out, c));
    }
    let kept = out.trim_end().len();
    out.truncate(kept);
    match without_article(&out) {
        bare if bare.len() < out.len() => bare.to_owned(),
        _ => out,
    }
}

/// A name in lower case without its leading "the".
pub(crate) fn without_article(name: &str) -> &str {
    name.strip_prefix("the ").unwrap_or(name)
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

/// The printed name without the version letter in parentheses at its end.
pub fn without_version(name: &str) -> &str {
    name.split(" (").next().unwrap_or(name)
}

/// A looser form without spaces and plural `s`, so that `X-Wing`, `Xwing` and `X Wings` compare equal.
pub fn normalize_loosely(normalized: &str) -> String {
    normalized.split(' ').map(|w| if w.len() > 3 { w.strip_suffix('s').unwrap_or(w) } else { w }).collect()
}

/// A form that survives typos and scanning errors: no articles, no spaces, no doubled letters, American
/// endings, and characters that look alike folded into one.
pub(crate) fn skeleton(normalized: &str) -> String {
    let words = normalized.split(' ').filter(|word| !matches!(*word, "a" | "an" | "the"));
    let mut out = String::with_capacity(normalized.len());
    for word in words {
        push_spelled(&mut out, word);
    }
    out
}

/// Appends a word letter by letter, folding look-alikes.
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
