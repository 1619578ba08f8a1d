//! What a change of words weighs: whether the ruling may say something else, or is only worded otherwise.

use schemars::JsonSchema;
use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

/// What a change of words weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Weight {
    /// It may say something else: somebody has to look at it.
    Substance,
    /// It says the same: pronouns, numbers of pages, spelling, capitals, spaces and marks.
    Wording,
}

/// What the change from one plain text to another weighs. In doubt it is substance.
pub fn weight(old: &str, new: &str) -> Weight {
    let (old, new) = (telling(old), telling(new));
    let ops = capture_diff_slices(Algorithm::Patience, &old, &new);
    let worded = ops.iter().filter(|op| op.tag() != DiffTag::Equal).all(|op| {
        let (old, new) = (&old[op.old_range()], &new[op.new_range()]);
        old.concat() == new.concat()
            || old.len() == new.len() && old.iter().zip(new).all(|(a, b)| a == b || is_respelt(a, b))
    });
    if worded { Weight::Wording } else { Weight::Substance }
}

/// The words of a text that may make a difference: in small letters, each pronoun of the third person as one, without the
/// pages it refers to.
fn telling(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['’', '‘', '\''], "");
    let all: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let mut out: Vec<String> = Vec::new();
    let mut n = 0;
    while n < all.len() {
        let page = matches!(all[n], "pg" | "p" | "pp" | "page" | "pages");
        let number =
            |n: usize| all.get(n).is_some_and(|w| w.len() <= 3 && w.bytes().all(|b| b.is_ascii_digit()));
        if page && number(n + 1) {
            n += if number(n + 2) { 3 } else { 2 };
        } else if let Some(pronoun) = pronoun(all[n]) {
            // "his or her" is one, and so is "he/she".
            let or = usize::from(all.get(n + 1) == Some(&"or"));
            let second = all.get(n + 1 + or).is_some_and(|w| pronoun == self::pronoun(w).unwrap_or_default());
            out.push(pronoun.to_owned());
            n += if second { 2 + or } else { 1 };
        } else {
            out.push(all[n].to_owned());
            n += 1;
        }
    }
    out
}

/// What a pronoun of the third person is in any gender.
fn pronoun(word: &str) -> Option<&'static str> {
    match word {
        "he" | "she" | "they" => Some("(he)"),
        "his" | "her" | "hers" | "their" | "theirs" | "him" | "them" => Some("(his)"),
        "himself" | "herself" | "themselves" | "themself" => Some("(himself)"),
        _ => None,
    }
}

/// Whether two words are one in two spellings: two letters exchanged, a letter doubled or not, a letter more or less in
/// the midst of a long word. At its ends a letter makes another word: `units`, `redeal`.
fn is_respelt(old: &str, new: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
    let words = a.len().min(b.len()) >= 4 && a.iter().chain(&b).all(|c| c.is_alphabetic());
    if !words || a[0] != b[0] || a.last() != b.last() {
        return false;
    }
    if a.len() == b.len() {
        let differ: Vec<usize> = (0..a.len()).filter(|n| a[*n] != b[*n]).collect();
        return a.len() > 4
            && matches!(differ.as_slice(), [x, y] if y - x == 1 && a[*x] == b[*y] && a[*y] == b[*x]);
    }
    let (long, short) = if a.len() > b.len() { (&a, &b) } else { (&b, &a) };
    let at = (0..short.len()).find(|n| long[*n] != short[*n]).unwrap_or(short.len());
    let one_more = long.len() == short.len() + 1 && long[at + 1..] == short[at..];
    let doubled = one_more && (at > 0 && long[at] == long[at - 1] || long.get(at + 1) == Some(&long[at]));
    one_more && (doubled || short.len() >= 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronouns_pages_and_spelling_are_no_substance() {
        for (old, new) in [
            ("A player looks at his hand.", "A player looks at his or her hand."),
            ("He/she may pay, or his opponent does.", "They may pay, or their opponent does."),
            ("See (2.1) Loops (pg. 5).", "See (2.1) Loops (pg. 12)."),
            ("A forced effect resolves,redirecting it.", "A forced effect resolves, redirecting it."),
            ("It occured at once: recieve it.", "It occurred at once; receive it."),
            ("A re-start is a manditory one", "A restart is a manditory one"),
        ] {
            assert_eq!(weight(old, new), Weight::Wording, "{old} / {new}");
        }
    }

    #[test]
    fn anything_else_is_substance() {
        for (old, new) in [
            ("Deal 1 damage to a unit.", "Deal 2 damage to a unit."),
            ("Deal damage to a unit.", "Deal damage to units."),
            ("It may strike.", "It may not strike."),
            ("It affects the unit.", "It effects the unit."),
            ("It comes from here.", "It comes form here."),
            ("A player may pay.", "His opponent may pay."),
        ] {
            assert_eq!(weight(old, new), Weight::Substance, "{old} / {new}");
        }
    }
}
