//! When two spellings are one name.

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
