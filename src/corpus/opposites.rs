//! Whether one short ruling denies what another says: "Notes are allowed" and "Notes are not allowed".

use std::collections::BTreeSet;

use super::yes_or_no::DENYING;

/// Longer rulings, in words, say several things; a denial in one of them need not be what distinguishes them.
const MAX_WORDS: usize = 16;
/// Verbs with their denial in them, written together.
const DENIED_VERBS: [&str; 14] = [
    "cannot",
    "can't",
    "mustn't",
    "couldn't",
    "mayn't",
    "don't",
    "doesn't",
    "isn't",
    "aren't",
    "won't",
    "needn't",
    "shouldn't",
    "wasn't",
    "weren't",
];
/// What is said of something that is allowed, and of something that is not.
const ALLOWED: [&str; 4] = ["allowed", "legal", "permitted", "ok"];
const FORBIDDEN: [&str; 6] = ["forbidden", "illegal", "prohibited", "banned", "disallowed", "outlawed"];
/// A denial behind one of these concerns a condition: "a unit that does not strike".
const CONDITIONS: [&str; 14] = [
    "if", "unless", "except", "when", "whenever", "while", "until", "where", "because", "since", "who",
    "which", "only", "without",
];
/// Words that mean nothing without what was said before: two rulings that have them may be about two things.
const POINTING: [&str; 13] =
    ["it", "he", "she", "they", "him", "her", "them", "this", "that", "these", "those", "there", "so"];
/// Words that every ruling has.
const COMMON: [&str; 22] = [
    "yes", "a", "an", "the", "is", "are", "be", "may", "can", "must", "do", "does", "could", "will", "need",
    "should", "to", "of", "in", "any", "and", "or",
];

/// What a short ruling is about, and whether it denies it.
#[derive(Debug, PartialEq, Eq)]
struct Claim {
    about: BTreeSet<String>,
    denied: bool,
}

impl Claim {
    /// What a text of one claim says; `None` if there are conditions, or it points to something else.
    fn of(text: &str) -> Option<Self> {
        let text = text.to_lowercase().replace('’', "'");
        let is_inside = |c: char| c.is_alphanumeric() || c == '\'';
        let words: Vec<&str> = text.split(|c| !is_inside(c)).filter(|word| !word.is_empty()).collect();
        let is_doubtful = |word: &&str| CONDITIONS.contains(word) || POINTING.contains(word);
        if words.len() > MAX_WORDS || words.iter().any(is_doubtful) {
            return None;
        }
        let denies =
            |word: &str| DENYING.contains(&word) || DENIED_VERBS.contains(&word) || FORBIDDEN.contains(&word);
        let mut about = BTreeSet::new();
        let mut denials = 0;
        // "No, you may not" denies once.
        let answer = usize::from(words.first() == Some(&"no") && text.trim_start().starts_with("no,"));
        for word in &words[answer..] {
            denials += usize::from(denies(word));
            if !denies(word) && !ALLOWED.contains(word) && !COMMON.contains(word) {
                about.insert(word.strip_suffix('s').unwrap_or(word).to_owned());
            }
        }
        let denied = if denials == 0 { answer > 0 } else { denials % 2 == 1 };
        (!about.is_empty()).then_some(Self { about, denied })
    }
}

/// Whether two short texts say the same but that one of them denies it.
pub(super) fn deny_each_other(one: &str, other: &str) -> bool {
    let (Some(one), Some(other)) = (Claim::of(one), Claim::of(other)) else { return false };
    one.about == other.about && one.denied != other.denied
}

#[cfg(test)]
mod tests {
    use super::deny_each_other;

    #[test]
    fn a_denial_of_the_same_is_known_however_short() {
        for (one, other) in [
            ("Sleeves must be opaque.", "Sleeves need not be opaque."),
            ("Notes are allowed.", "Notes are forbidden."),
            ("Players may take notes.", "No player may take notes."),
            ("Yes, you may take notes.", "No, you can’t take notes."),
            ("Proxies are legal.", "Proxies are not legal."),
            ("A unit can strike twice.", "A unit cannot strike twice."),
        ] {
            assert!(deny_each_other(one, other) && deny_each_other(other, one), "{one} {other}");
        }
    }

    #[test]
    fn two_things_are_no_contradiction() {
        for (one, other) in [
            ("Notes are allowed.", "Proxies are not allowed."),
            ("It may.", "It may not."),
            ("He may take it back.", "He may not take it back."),
            ("Units who strike may retreat.", "Units who do not strike may retreat."),
            ("Notes are not allowed.", "Notes are forbidden."),
            ("No, you may not take notes.", "You may not take notes."),
            ("Yes.", "No."),
            ("Sleeves must be opaque.", "Sleeves may be opaque."),
        ] {
            assert!(!deny_each_other(one, other), "{one} {other}");
        }
    }
}
