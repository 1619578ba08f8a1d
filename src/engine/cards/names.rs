//! When two spellings are one name.

/// Whether two names are one.
pub(crate) fn is_same(name: &str, other: &str) -> bool {
    normalize_name(name) == normalize_name(other)
}

/// Names are compared without regard to case, apostrophes and punctuation.
pub(crate) fn normalize_name(name: &str) -> String {
    let mut letters = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            'a'..='z' | '0'..='9' => letters.push(c),
            'A'..='Z' => letters.push(c.to_ascii_lowercase()),
            c if c.is_alphanumeric() => letters.extend(c.to_lowercase()),
            _ => {}
        }
    }
    letters
}
