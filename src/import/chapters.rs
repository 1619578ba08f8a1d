//! Chapter headings in a book of numbered rules: `101. Harbors` before `101.1`, `3 The Match` before `3.1`,
//! `2. Parts of a Turn` before `200. Dawn`, `Appendix A: Penalties` before `A.1`.

use super::block::{self, ends_sentence};
use super::line::{Line, Opening};
use super::{heads, numbers, outline};

/// Such books number their rules by hundreds: chapter `2. …` contains `200. …`.
const HUNDRED: u32 = 100;

/// Words that introduce an appendix.
const APPENDICES: [&str; 5] = ["Appendix ", "Annex ", "Annexe ", "Anhang ", "Appendice "];

/// Marks chapter headings, and the lettered or numbered rules of appendices.
pub(super) fn find(lines: &mut [Line]) {
    let mut below: Option<u32> = None;
    for n in (0..lines.len()).rev().filter(|n| !lines[*n].text.is_empty()).collect::<Vec<_>>() {
        let text = lines[n].text.as_str();
        let number = numbers::section_number(text);
        let major = |number: &str| number.split('.').next().and_then(|n| n.parse::<u32>().ok());
        let chapter = heads::chapter(text).filter(|_| number.is_none());
        let own = number.and_then(|(number, _)| major(&number));
        let found = chapter.filter(|count| below.is_some_and(|below| is_of(*count, below)));
        if found.is_some() && !ended_within(lines, n) {
            lines[n].opening = Opening::Head;
            below = found;
        } else {
            below = own;
        }
    }
    appendices(lines);
}

/// Whether a rule's first number (`200` of `200.1`) belongs to a chapter.
pub(super) fn is_of(chapter: u32, major: u32) -> bool {
    major == chapter || major >= HUNDRED && major / HUNDRED == chapter
}

/// Whether the line above stops mid-sentence, so that this line continues it.
fn ended_within(lines: &[Line], n: usize) -> bool {
    let Some(above) = n.checked_sub(1).map(|n| lines[n].text.as_str()) else { return false };
    let few = above.split_whitespace().count() < 4;
    !above.is_empty() && !few && !ends_sentence(above) && !lines[n].after_break
}

/// The letter or number of the appendix a line is the heading of.
fn appendix(line: &str) -> Option<&str> {
    let rest = APPENDICES.iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (own, title) = rest.split_at(end);
    let parted = title.is_empty() || title.starts_with([':', '.', ' ']);
    let sound = matches!(own.as_bytes(), [b'A'..=b'Z'] | [b'1'..=b'9']);
    let is_title = heads::is_title(line.trim_end_matches(':')) && !line.contains("...");
    (parted && sound && is_title).then_some(own)
}

/// Marks headings of appendices and the rules below them that carry the appendix's letter, `A.1`.
fn appendices(lines: &mut [Line]) {
    let mut open: Option<String> = None;
    // Appendices that count up are, whatever stands above them.
    let all: Vec<String> = lines.iter().filter_map(|line| appendix(&line.text)).map(str::to_owned).collect();
    let counted = all.len() > 1 && all.windows(2).all(|pair| pair[0] < pair[1]);
    for n in 0..lines.len() {
        let text = lines[n].text.as_str();
        let apart = n == 0 || lines[n - 1].text.is_empty() || ends_sentence(&lines[n - 1].text);
        if let Some(own) = appendix(text).filter(|_| counted || apart || lines[n].after_break) {
            open = Some(own.to_owned());
            lines[n].opening = Opening::Head;
        } else if let Some(letter) = &open
            && outline::is_marked(text)
            && text.starts_with(letter.as_str())
            && lines[n].opening == Opening::None
            && !block::begins_inside(text)
        {
            lines[n].opening = Opening::Ruling;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let mut all = Line::all(text);
        find(&mut all);
        all.into_iter().filter(|l| l.opening != Opening::None).map(|l| l.text).collect()
    }

    #[test]
    fn chapters_stand_in_front_of_their_rules() {
        assert_eq!(
            found("1 Ships\n1.1 Rafts\n1.1.1 One floats.\n\n2 Fog\n2.1 None sees.\n"),
            ["1 Ships", "2 Fog"]
        );
        assert_eq!(found("1. Ships\n\n100. Rafts\n\n100.1. One floats.\n"), ["1. Ships", "100. Rafts"]);
        assert_eq!(
            found("1.1 One floats.\n\nAppendix A: Tolls\nA.1 Two a night.\nA.2 Three.\n"),
            ["Appendix A: Tolls", "A.1 Two a night.", "A.2 Three."]
        );
        for text in [
            "Nobody receives more than\n4. Tolls are paid at dawn.\n4.1 One is paid.\n",
            "2. Fog\nNone sees.\n",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
    }
}
