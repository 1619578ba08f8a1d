//! Which words of a ruling to mark, and which of its paragraphs to show first.

use std::collections::BTreeSet;

use super::analyze;

/// Words shorter than this, in characters, are marked only when nothing longer was found: they tell little.
const TELLING: usize = 3;
/// Words that carry no meaning on their own and are never marked.
const SILENT: [&str; 40] = [
    "the", "and", "for", "are", "was", "that", "this", "with", "from", "can", "does", "has", "have", "not",
    "but", "you", "your", "his", "her", "him", "its", "any", "all", "one", "who", "what", "when", "which",
    "how", "may", "they", "then", "than", "will", "would", "been", "being", "into", "there", "their",
];

/// The places of the searched words in `text`, as ranges of characters, ascending and apart.
pub fn highlights(text: &str, stems: &BTreeSet<String>) -> Vec<(usize, usize)> {
    let mut analyzer = analyze::stems();
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    let mut short = Vec::new();
    let mut counted = (0, 0);
    // A word and its stem begin alike, which spares most words the stemming.
    let begins: BTreeSet<char> = stems.iter().filter_map(|stem| stem.chars().next()).collect();
    for word in analyze::words(text) {
        if !word.text.starts_with(|first| begins.contains(&first))
            || SILENT.contains(&word.text.as_str())
            || !stems.contains(&analyze::stem(&mut analyzer, &word.text))
        {
            continue;
        }
        let from = advance(text, &mut counted, word.from);
        let to = advance(text, &mut counted, word.to);
        let into = if word.text.chars().count() < TELLING { &mut short } else { &mut ranges };
        into.push((from, to));
    }
    let mut chosen = if ranges.is_empty() { short } else { ranges };
    chosen.dedup();
    chosen
}

/// How many characters lie before the byte `to`, counting on from the last answer where that lies before it.
fn advance(text: &str, counted: &mut (usize, usize), to: usize) -> usize {
    if to < counted.0 {
        *counted = (0, 0);
    }
    counted.1 += text[counted.0..to].chars().count();
    counted.0 = to;
    counted.1
}

/// The paragraph (a line of `text` between line breaks) with the most different searched words in it; the first of
/// equals. `None` when no word is marked.
pub fn best_paragraph(text: &str, highlights: &[(usize, usize)]) -> Option<usize> {
    let mut start = 0;
    let mut best: Option<(usize, usize)> = None;
    let chars: Vec<char> = text.chars().collect();
    for (n, paragraph) in text.split('\n').enumerate() {
        let end = start + paragraph.chars().count();
        let marked: BTreeSet<String> = highlights
            .iter()
            .filter(|(from, to)| *from >= start && *to <= end)
            .map(|(from, to)| chars[*from..*to].iter().collect::<String>().to_lowercase())
            .collect();
        if !marked.is_empty() && best.is_none_or(|(count, _)| marked.len() > count) {
            best = Some((marked.len(), n));
        }
        start = end + 1;
    }
    best.map(|(_, n)| n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_characters_and_stems_count() {
        let stems = ["protect", "damag"].into_iter().map(str::to_owned).collect();
        let text = "“Protecting” one\nand damaged the damage";
        let found = highlights(text, &stems);
        let marked: Vec<String> =
            found.iter().map(|(a, b)| text.chars().skip(*a).take(b - a).collect()).collect();
        assert_eq!(marked, ["Protecting", "damaged", "damage"]);
        assert_eq!(best_paragraph(text, &found), Some(1));
    }
}
