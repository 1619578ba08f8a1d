//! Names by themselves with a list below each, `Old Ferry` and `• Its ropes …`: the names are headings, and
//! each item of the outer list is a ruling.

use super::block::{ends_sentence, in_capitals, in_title_case, is_titled_throughout, list_mark};
use super::line::{Line, Opening};
use super::{heads, numbers, sections};

/// The minimum number of such names that is not a coincidence.
const MIN_NAMES: usize = 3;

/// An item of fewer words, with its mark, is a name.
const MIN_WORDS: usize = 4;

/// How much further than the first an item of the same list may stand, in characters.
const SLACK: usize = 1;

/// Marks the names and the items below them.
pub(super) fn find(lines: &mut [Line]) {
    let names: Vec<usize> = (0..lines.len()).filter(|n| is_name(lines, *n)).collect();
    if names.len() < MIN_NAMES {
        return;
    }
    for (place, name) in names.iter().enumerate() {
        lines[*name].opening = Opening::Head;
        let end = names.get(place + 1).copied().unwrap_or(lines.len());
        items(&mut lines[name + 1..end]);
    }
}

/// Marks the items of the outer list directly below a name.
fn items(lines: &mut [Line]) {
    let Some(first) = lines.first().map(|line| (bullet(&line.text), line.indent)) else { return };
    let mut listed = true;
    for (n, line) in lines.iter_mut().enumerate() {
        let is_heading = line.opening != Opening::None || in_capitals(&line.text);
        // Behind a blank line, words that are no item belong to no list.
        if is_heading || !listed && !line.text.is_empty() && bullet(&line.text).is_none() {
            break;
        }
        listed = !line.text.is_empty() && (n == 0 || listed) || bullet(&line.text).is_some();
        let outer = bullet(&line.text) == first.0 && line.indent <= first.1 + SLACK;
        let begins = list_mark(&line.text).is_some_and(|(_, words)| !words.starts_with(char::is_lowercase));
        if outer && begins {
            line.opening = Opening::Ruling;
        }
    }
}

/// The character that marks an item.
fn bullet(text: &str) -> Option<char> {
    list_mark(text).filter(|(mark, _)| mark == "-").and_then(|_| text.chars().next())
}

/// Whether a line is a name with a list right below it.
fn is_name(lines: &[Line], n: usize) -> bool {
    let text = lines[n].text.as_str();
    // A list of names rules nothing.
    let is_said = |text: &str| bullet(text).is_some() && text.split(' ').count() >= MIN_WORDS;
    let is_list = |text: &str| numbers::listed_sets(text.trim_start_matches(['•', '-', ' '])).is_some();
    let close = lines.get(n + 1).is_some_and(|next| is_said(&next.text) && !is_list(&next.text));
    let titled = heads::is_title(text)
        && in_title_case(text)
        && is_titled_throughout(text)
        && !in_capitals(text)
        && !sections::is_section_title(text)
        && !numbers::is_group(text);
    let above = lines[..n].last().map_or("", |line| line.text.as_str());
    let ended = above.is_empty() || ends_sentence(above) || in_capitals(above) || bullet(above).is_some();
    close && titled && ended && lines[n].opening == Opening::None && list_mark(text).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_over_lists_are_headings_and_their_items_rulings() {
        let text = "Old Ferry\n• It goes at dawn.\n• It comes\n  – at dawn,\n  – at night.\nToll House\n• No toll is paid.\n\nBell of Fog\n• It is rung\nonce.\n\nWords of none.\n";
        let mut lines = Line::all(text);
        find(&mut lines);
        let of = |opening| {
            lines.iter().filter(move |l| l.opening == opening).map(|l| l.text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of(Opening::Head), ["Old Ferry", "Toll House", "Bell of Fog"]);
        assert_eq!(
            of(Opening::Ruling),
            ["• It goes at dawn.", "• It comes", "• No toll is paid.", "• It is rung"]
        );
    }
}
