//! Numbers of things in words.

use std::fmt::Display;

/// "1 card", "2 cards", "1 entry", "2 entries", "1 die", "2 dice", "2 damage".
pub(crate) fn pluralize<N: Display + PartialEq + From<u8>>(n: N, thing: &str) -> String {
    if n == N::from(1) { format!("{n} {thing}") } else { format!("{n} {}", plural(thing)) }
}

/// Several of a thing.
pub(crate) fn plural(thing: &str) -> String {
    if thing.ends_with("damage") || thing.ends_with("Force") {
        return thing.to_owned();
    }
    if let Some(stem) = thing.strip_suffix("die") {
        return format!("{stem}dice");
    }
    match thing.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        Some(stem) => format!("{stem}ies"),
        None => format!("{thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::pluralize;

    #[test]
    fn one_is_singular_and_none_is_plural() {
        let cases = [
            (pluralize(1_u32, "build point"), "1 build point"),
            (pluralize(0_u32, "build point"), "0 build points"),
            (pluralize(2_usize, "entry"), "2 entries"),
            (pluralize(1_usize, "copy"), "1 copy"),
            (pluralize(3_u32, "die"), "3 dice"),
            (pluralize(1_u32, "die"), "1 die"),
            (pluralize(2_u32, "damage"), "2 damage"),
            (pluralize(2_u32, "day"), "2 days"),
        ];
        for (said, wanted) in cases {
            assert_eq!(said, wanted);
        }
    }
}
