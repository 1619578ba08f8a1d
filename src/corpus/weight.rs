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
        let glued = old.concat() == new.concat() && !old.concat().contains(|c: char| c.is_ascii_digit());
        glued || old.len() == new.len() && old.iter().zip(new).all(|(a, b)| a == b || is_respelt(a, b))
    });
    if worded { Weight::Wording } else { Weight::Substance }
}

/// The words of a text that may make a difference: in small letters, each pronoun of the third person as one, without the
/// pages it refers to.
fn telling(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['’', '‘', '\''], "");
    let all = tokens(&lower);
    let is = |n: usize, token: &str| all.get(n).is_some_and(|found| found == token);
    let mut out: Vec<String> = Vec::new();
    let mut n = 0;
    while n < all.len() {
        let page = matches!(all[n].as_str(), "pg" | "p" | "pp" | "page" | "pages");
        let number =
            |n: usize| all.get(n).is_some_and(|w| w.len() <= 3 && w.bytes().all(|b| b.is_ascii_digit()));
        if page && number(n + 1) {
            n += if is(n + 2, "-") && number(n + 3) { 4 } else { 2 };
        } else if let Some(pronoun) = pronoun(&all[n]) {
            // "his or her" is one, and so is "he/she".
            let or = is(n + 1, "or") || is(n + 1, "/");
            let same = |w: &String| *w != all[n] && self::pronoun(w) == Some(pronoun);
            out.push(pronoun.to_owned());
            n += if or && all.get(n + 2).is_some_and(same) { 3 } else { 1 };
        } else {
            out.push(all[n].clone());
            n += 1;
        }
    }
    out
}

/// Marks between and around words, which say nothing of what a ruling says.
const MARKS: [char; 11] = ['“', '”', '„', '«', '»', '–', '—', '…', '•', '™', '®'];

/// The words of a text; and strokes, signs before numbers and symbols, each by itself.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = vec![String::new()];
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let signs = !before.is_alphabetic() && chars.peek().is_some_and(char::is_ascii_digit);
        match c {
            c if c.is_alphanumeric() => tokens.last_mut().into_iter().for_each(|word| word.push(c)),
            '-' | '−' | '–' if signs => tokens.extend(["-".to_owned(), String::new()]),
            '+' if signs => tokens.extend(["+".to_owned(), String::new()]),
            '/' => tokens.extend(["/".to_owned(), String::new()]),
            c if c.is_ascii() || c.is_whitespace() || MARKS.contains(&c) => tokens.push(String::new()),
            symbol => tokens.extend([symbol.to_string(), String::new()]),
        }
        before = c;
    }
    tokens.retain(|token| !token.is_empty());
    tokens
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
            ("It gets +1.", "It gets -1."),
            ("A cost of 1/2.", "A cost of 12."),
            ("It gains a ⚡ icon.", "It gains a ✦ icon."),
            ("His or his opponent's hand.", "His opponent's hand."),
            ("See it (p. 5). 2 damage.", "See it (p. 5). 3 damage."),
        ] {
            assert_eq!(weight(old, new), Weight::Substance, "{old} / {new}");
        }
    }
}
