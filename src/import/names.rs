//! Derives ids, titles and places from a document's words, and finds the cards it names.

use super::block::{self, without_emphasis, words};
use super::numbers;
use crate::corpus::ruling::CardRef;

/// Function words, which say nothing about a ruling's subject.
const SMALL: [&str; 62] = [
    "a", "an", "the", "of", "and", "or", "to", "in", "on", "for", "with", "from", "by", "at", "as", "is",
    "are", "be", "can", "could", "do", "does", "did", "i", "my", "me", "you", "your", "he", "his", "it",
    "its", "that", "this", "these", "if", "when", "while", "what", "which", "who", "how", "has", "have",
    "had", "will", "would", "still", "than", "then", "there", "one", "any", "all", "not", "no", "card",
    "cards", "player", "opponent", "s", "happens",
];

/// A slug of at most `most` significant words.
pub(crate) fn slug(text: &str, most: usize) -> String {
    let plain = words(&without_emphasis(text));
    let ascii = |w: &str| -> String { w.chars().filter(char::is_ascii_alphanumeric).collect() };
    let all: Vec<String> = plain.split(' ').map(ascii).filter(|w| !w.is_empty()).collect();
    let significant: Vec<&String> = all.iter().filter(|w| !SMALL.contains(&w.as_str())).take(most).collect();
    let chosen = if significant.is_empty() { all.iter().take(most).collect() } else { significant };
    let slug = chosen.iter().map(|w| w.chars().take(24).collect::<String>()).collect::<Vec<_>>().join("-");
    if slug.is_empty() { "unnamed".to_owned() } else { slug }
}

/// The first words of a text, in plain text, with `…` if it continues.
pub(crate) fn first_words(text: &str, most: usize) -> String {
    let plain = without_emphasis(text.lines().next().unwrap_or_default());
    let all: Vec<&str> = plain.split_whitespace().collect();
    let cut: Vec<String> = all.iter().take(most).map(|w| w.chars().take(40).collect()).collect();
    let more = if all.len() > most { " …" } else { "" };
    format!("{}{more}", cut.join(" "))
}

/// The first words of a paragraph, as quoted in notes: enough to find it.
pub(super) fn shortened(text: &str) -> String {
    first_words(text, 8).replace('`', "'")
}

/// The first seven words of a question, as its citation quotes it.
pub(super) fn quoted_start(question: &str) -> String {
    let plain = without_emphasis(&question.replace('\n', " "));
    let all: Vec<&str> = plain.split_whitespace().take(7).collect();
    format!("\"{} …\"", all.join(" "))
}

/// A heading in capitals, as citations write it: `Damage Timing and Resolution`.
pub(super) fn title_case(heading: &str) -> String {
    if heading.chars().any(char::is_lowercase) {
        return heading.to_owned();
    }
    let small = ["and", "of", "the", "to", "in", "on", "or", "for", "a", "an", "with", "from", "by", "at"];
    let word = |(n, w): (usize, &str)| {
        let lower = w.to_lowercase();
        if n > 0 && small.contains(&lower.as_str()) {
            return lower;
        }
        let mut first = true;
        lower
            .chars()
            .map(|c| {
                if first && c.is_alphabetic() {
                    first = false;
                    c.to_uppercase().next().unwrap_or(c)
                } else {
                    c
                }
            })
            .collect()
    };
    heading.split_whitespace().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// The cards a text certainly names: names before a number in parentheses, and known names in bold.
pub(super) fn cards(text: &str, known: &dyn Fn(&str) -> Option<CardRef>) -> Vec<CardRef> {
    let mut found = Vec::new();
    for name in bold_spans(text) {
        let said = name.ends_with([':', ',', '.']);
        if let Some(card) = known(&name).filter(|c| !block::in_capitals(&name) && !said && !found.contains(c))
        {
            found.push(card);
        }
    }
    for (name, number) in numbered_names(&without_emphasis(text)) {
        found.retain(|c: &CardRef| c.name != name || c.number.is_some());
        let card = CardRef { name, number: Some(number) };
        if !found.contains(&card) {
            found.push(card);
        }
    }
    found
}

fn bold_spans(text: &str) -> Vec<String> {
    text.split("**")
        .skip(1)
        .step_by(2)
        .map(|s| s.trim().to_owned())
        .filter(|s| !s.is_empty() && s.len() <= 60)
        .collect()
}

/// Names with numbers, `Harbour Escort (Core 0164)`, `Turn of Tide (Core 0157 or 0171)`.
fn numbered_names(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (open, _) in text.match_indices('(') {
        let near = text[open..].char_indices().take(80).find(|(_, c)| *c == ')');
        let Some(close) = near.map(|(n, _)| open + n) else { continue };
        let inside: Vec<&str> = text[open + 1..close].split([' ', ',', '/']).collect();
        let digits: Vec<String> = inside.iter().filter_map(|w| numbers::card_number(w)).collect();
        let others = inside
            .iter()
            .filter(|w| numbers::card_number(w).is_none() && !matches!(**w, "" | "or" | "and" | "&"));
        if digits.is_empty() || !others.clone().all(|w| w.starts_with(char::is_uppercase)) || inside.len() > 8
        {
            continue;
        }
        if let Some(name) = name_before(&text[..open]) {
            found.extend(digits.into_iter().map(|d| (name.clone(), format!("{d:0>4}"))));
        }
    }
    found
}

/// The capitalized words at the end of a text; small words may occur between them.
fn name_before(text: &str) -> Option<String> {
    if let Some(quoted) = quoted_before(text) {
        return Some(quoted);
    }
    let mut name: Vec<&str> = Vec::new();
    for word in text.split_whitespace().rev().take(8) {
        let capital = word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let inside = matches!(
            word,
            "of" | "the" | "to" | "and" | "in" | "a" | "for" | "with" | "from" | "on" | "at" | "it" | "be"
        );
        if (!capital && !inside) || word.ends_with(['.', '?', '!', ':', ';', ',']) && !name.is_empty() {
            break;
        }
        name.push(word);
    }
    while name.last().is_some_and(|w| !w.starts_with(|c: char| c.is_uppercase())) {
        name.pop();
    }
    const OPENERS: [&str; 14] = [
        "If", "When", "Can", "Does", "Do", "How", "While", "After", "What", "Is", "Using", "My", "Who",
        "From",
    ];
    if name.len() > 1 && name.last().is_some_and(|w| OPENERS.contains(w)) {
        name.pop();
    }
    name.reverse();
    (!name.is_empty()).then(|| name.join(" "))
}

/// Closing quotation marks, each with its opening one.
const QUOTES: [(char, char); 8] =
    [('»', '«'), ('«', '»'), ('”', '“'), ('“', '„'), ('"', '"'), ('’', '‘'), ('‘', '‚'), ('›', '‹')];

/// The name in quotation marks at the end of a text, `« Old Tollkeeper »`.
fn quoted_before(text: &str) -> Option<String> {
    let text = text.trim_end();
    let (close, open) = QUOTES.into_iter().find(|(close, _)| text.ends_with(*close))?;
    let inside = &text[..text.len() - close.len_utf8()];
    // A name is short, so only the last characters are searched.
    let near = inside.char_indices().rev().take(80).find(|(_, c)| *c == open)?;
    let name = inside[near.0 + open.len_utf8()..].trim().trim_end_matches([',', '.']);
    let is_name = name.starts_with(char::is_uppercase) && name.split_whitespace().count() <= 8;
    (is_name && !name.contains(['.', '?', ':', ';'])).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_cited_in_title_case() {
        assert_eq!(title_case("DAMAGE TIMING AND RESOLUTION"), "Damage Timing and Resolution");
        assert_eq!(title_case("\"Held\" Triggered Abilities"), "\"Held\" Triggered Abilities");
    }

    #[test]
    fn cards_are_named_with_their_numbers() {
        let none = |_: &str| None;
        let found = cards(
            "If I place a **Turn of Tide** (Core 0157 or 0171) on an **Pilgrim** near Gate Two (Core 0114).",
            &none,
        );
        let shown: Vec<String> =
            found.iter().map(|c| format!("{} {}", c.name, c.number.as_deref().unwrap_or("-"))).collect();
        assert_eq!(shown, ["Turn of Tide 0157", "Turn of Tide 0171", "Gate Two 0114"]);
        for quoted in ["« Old Ferry »", "„Old Ferry“", "“Old Ferry,”", "\"Old Ferry\""] {
            let found = cards(&format!("May I tow {quoted} (0114) at night?"), &none);
            assert_eq!(found[0].name, "Old Ferry", "{quoted}");
        }
    }

    #[test]
    fn slugs_keep_the_significant_words() {
        assert_eq!(slug("Can the effect that removes \"a token\" remove it?", 3), "effect-removes-token");
        assert_eq!(slug("DAMAGE TIMING AND RESOLUTION", 3), "damage-timing-resolution");
    }
}
