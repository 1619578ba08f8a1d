//! The rows of a table of errata whose cells a page printed one behind the other: the name of a card,
//! its code, and what stood in the further cells.

use std::collections::BTreeMap;

use super::block;
use super::line::{Line, Opening};
use super::{numbers, tables};

/// Fewer codes than this below the heads of a table are not its rows.
const MIN_ROWS: usize = 3;

/// The maximum number of words, and of lines, in the name of a card.
const MAX_NAME_WORDS: usize = 5;
const MAX_NAME_LINES: usize = 3;

/// Makes a heading of the name and code of each row; which of the words below are of which cell is doubtful.
pub(super) fn find(lines: &mut Vec<Line>) {
    let Some(heads) = lines.iter().position(|line| tables::is_line_of_heads(&line.text)) else { return };
    let rows: Vec<usize> = (heads + 1..lines.len()).filter(|n| coded(&lines[*n].text).is_some()).collect();
    if rows.len() < MIN_ROWS {
        return;
    }
    let floors: Vec<usize> = std::iter::once(heads).chain(rows.iter().copied()).collect();
    let below: BTreeMap<usize, Line> = rows
        .into_iter()
        .zip(floors)
        .filter_map(|(row, floor)| Some((row, mark(lines, row, floor)?)))
        .collect();
    let own = std::mem::take(lines).into_iter().enumerate();
    lines.extend(own.flat_map(|(n, line)| std::iter::once(line).chain(below.get(&n).cloned())));
}

/// Makes a heading of the name and code of a row; returns the line of the words behind the code, if
/// there are any.
fn mark(lines: &mut [Line], row: usize, floor: usize) -> Option<Line> {
    let (name, code, words) = coded(&lines[row].text)?;
    let (mut name, code, words) = (name.to_owned(), code.to_owned(), words.to_owned());
    let is_open = |n: &usize| !lines[*n].text.is_empty() && !block::ends_sentence(&lines[*n].text);
    let above = (floor + 1..row).rev().take(MAX_NAME_LINES).take_while(is_open).count();
    if name.is_empty() {
        name = lines[row - above..row].iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join(" ");
        for line in &mut lines[row - above..row] {
            line.text.clear();
            line.perhaps_blank = true;
        }
    } else if above > 0 {
        // What stands above a whole name is the head of a group of rows.
        lines[row - above].opening = Opening::Head;
    }
    let (head, below) = lines[row].clone().cut(format!("{name} ({code})").trim_start().to_owned(), words);
    lines[row] = head;
    if let Some(next) = lines.get_mut(row + 1).filter(|next| below.is_none() && !next.text.is_empty()) {
        (next.opening, next.doubt) = (Opening::Paragraph, Some(tables::DOUBT));
    }
    below.map(|below| Line { opening: Opening::Paragraph, doubt: Some(tables::DOUBT), ..below })
}

/// Splits a line at the code of a card, `Old Ferry ST-004 Pays …`: the name in front of it, the code,
/// and the rest.
fn coded(text: &str) -> Option<(&str, &str, &str)> {
    let mut at = 0;
    for (n, word) in text.split(' ').enumerate().take(MAX_NAME_WORDS + 1) {
        if numbers::is_code(word) {
            let (name, words) = (text[..at].trim_end(), text[at + word.len()..].trim_start());
            return (n == 0 || block::in_title_case(name)).then_some((name, word, words));
        }
        at += word.len() + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_of_rows_become_headings() {
        let text = "Card No. Printed text Corrected text\nOld\nFerry\nHB-004 Pays at\nnight.\nPays at dawn.\n\
                    The Quay\nPilgrim HB-005 — Pays.\nTwice.\nOld Bell\nHB-006\nRings.\n";
        let mut lines = Line::all(text);
        find(&mut lines);
        let of = |opening| {
            lines.iter().filter(move |l| l.opening == opening).map(|l| l.text.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(
            of(Opening::Head),
            ["Old Ferry (HB-004)", "The Quay", "Pilgrim (HB-005)", "Old Bell (HB-006)"]
        );
        assert_eq!(of(Opening::Paragraph), ["Pays at", "— Pays.", "Rings."]);
        assert!(
            lines.iter().filter(|l| l.doubt.is_some()).count() == 3
                && !numbers::is_code("Ab-004")
                && !numbers::is_code("AB-4")
        );
    }
}
