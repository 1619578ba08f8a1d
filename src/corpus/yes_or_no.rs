//! Decides whether an answer means yes or no. If that is not obvious it does not guess: a person has to
//! compare the words.

/// Words that negate or restrict a following verb of permission: "No unit may", "if he can", "who may".
const NARROWING: [&str; 33] = [
    "no", "none", "nobody", "nothing", "nowhere", "neither", "nor", "not", "never", "only", "hardly",
    "rarely", "without", "if", "unless", "except", "when", "whenever", "while", "until", "whether", "where",
    "because", "since", "as", "who", "which", "that", "what", "how", "why", "don't", "doesn't",
];

/// Words that negate a preceding verb of permission: "may strike no unit".
pub(crate) const DENYING: [&str; 8] = ["no", "none", "nobody", "nothing", "not", "never", "neither", "nor"];

/// Pronouns that may directly follow a yes or no, even without a comma: "No you can't".
const SPOKEN_OF: [&str; 9] = ["you", "he", "she", "it", "they", "we", "i", "that's", "it's"];

/// Whether an answer means yes (or no), judging by its first word, or else by its first verb of permission.
pub(crate) fn says_yes(words: &str) -> Option<bool> {
    let words = words.to_lowercase().replace('’', "'");
    let words = words.trim_start_matches(|c| !is_of_a_word(c));
    let (first, behind) = words.split_at(words.find(|c| !is_of_a_word(c)).unwrap_or(words.len()));
    match first {
        "yes" => Some(true),
        "no" => stands_alone(behind).then_some(false),
        _ => sentences(words).find_map(permits).flatten(),
    }
}

fn is_of_a_word(c: char) -> bool {
    c.is_alphanumeric() || c == '\''
}

/// Whether a "no" is the whole answer, judging by what follows: "No shield is used" is something else, and so
/// is "No-one".
fn stands_alone(behind: &str) -> bool {
    let word = |text: &'_ str| text.split(|c| !is_of_a_word(c)).next().unwrap_or_default().to_owned();
    match behind.split_at_checked(1) {
        Some((" ", next)) => word(next).is_empty() || SPOKEN_OF.contains(&word(next).as_str()),
        Some(("-" | "/", next)) => word(next).is_empty(),
        Some(_) | None => true,
    }
}

/// The sentences of a text, with their final punctuation.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(['.', '!', '?', ';', '\n'])
}

/// What the first verb of permission in a sentence says; the outer `None` if there is no such verb.
fn permits(sentence: &str) -> Option<Option<bool>> {
    let words: Vec<&str> = sentence.split(|c| !is_of_a_word(c)).filter(|w| !w.is_empty()).collect();
    let at = (0..words.len()).find(|at| is_verb(&words, *at))?;
    let (before, behind) = (&words[..at], &words[at + 1..]);
    // A sentence that starts with its verb is a question.
    let asks = at == 0 || sentence.ends_with('?');
    if asks || before.iter().any(|word| NARROWING.contains(word)) {
        return Some(None);
    }
    Some(match (words[at], behind) {
        ("cannot" | "can't" | "mustn't" | "couldn't" | "mayn't", _)
        | (_, ["not" | "never", ..] | ["no", "longer" | "more", ..]) => Some(false),
        ("must", _) => None,
        _ => (!behind.iter().any(|word| DENYING.contains(word))).then_some(true),
    })
}

/// Whether a word is a verb of permission; May is also a month.
fn is_verb(words: &[&str], at: usize) -> bool {
    let is_number = |word: Option<&&str>| word.is_some_and(|w| w.starts_with(|c: char| c.is_ascii_digit()));
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    match words[at] {
        "may" => {
            let of_a_date =
                before.is_some_and(|word| ["of", "in", "since", "until", "by", "from"].contains(word));
            !of_a_date && !is_number(before) && !is_number(words.get(at + 1))
        }
        word => ["must", "can", "could", "cannot", "can't", "mustn't", "couldn't", "mayn't"].contains(&word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_and_no_are_recognized_where_the_words_say_so() {
        for yes in [
            "Yes.",
            "yes, after the strike",
            "It may.",
            "The shield may still be used",
            "“Yes”",
            "As of May 2014 that was so. It can strike.",
            "It may strike only once",
        ] {
            assert_eq!(says_yes(yes), Some(true), "{yes}");
        }
        for no in [
            "No.",
            "No: too late",
            "No - too late",
            "No, the unit may not strike",
            "no",
            "No you can't",
            "No it may",
            "It may not.",
            "It must not be used",
            "He cannot",
            "You can’t do that",
            "It can never be used",
            "It may no longer be used",
        ] {
            assert_eq!(says_yes(no), Some(false), "{no}");
        }
    }

    /// Ambiguous answers are left to a person.
    #[test]
    fn what_may_mean_either_says_neither() {
        for open in [
            "",
            "Two damage.",
            "No shield is left",
            "Resolve the reaction first",
            "3",
            "No unit may strike twice.",
            "No-one may touch it",
            "No one may touch it",
            "Nobody may touch it",
            "None of them can strike",
            "Neither player can respond",
            "Nothing can be played",
            "Only the attacker may",
            "Not every unit may strike",
            "May it? No.",
            "Can he strike",
            "So he may strike?",
            "As of May 2014 it is two.",
            "On 5 May it is two.",
            "If he can strike, two damage",
            "Two damage to each unit that can strike",
            "It may strike no unit",
            "He can do nothing",
            "It may still not be used",
            "It must be used",
        ] {
            assert_eq!(says_yes(open), None, "{open}");
        }
    }
}
