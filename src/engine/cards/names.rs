//! When two spellings are one name.

/// Whether two names are one.
pub(crate) fn is_same(name: &str, other: &str) -> bool {
    if name.is_ascii() && other.is_ascii() {
        return ascii_letters(name).eq(ascii_letters(other));
    }
    normalize_name(name) == normalize_name(other)
}

/// What counts of a name of ASCII where it is compared.
fn ascii_letters(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase())
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
