//! Two columns under the sides or affiliations of two decks, `Light (Jedi) | Dark (Sith)`: a card of the
//! other side in one of them is asked about.

use super::boxes;
use super::lexicon::Lexicon;
use super::moves::names;
use crate::corpus::cards::Side;
use crate::deck::list::{Decklist, brief};
use crate::deck::words::Role;

/// Asks about each row with a card in the column of the other side.
pub(super) fn add_questions(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let Some((at, sides)) = raw.iter().enumerate().find_map(|(at, row)| Some((at, heads(row, lexicon)?)))
    else {
        return;
    };
    for (row, line) in raw.iter().zip(1..).skip(at + 1) {
        let Some(cells) = cells(row) else { continue };
        for (cell, side) in cells.into_iter().zip(sides) {
            let other = |(from, to): &(usize, usize)| {
                lexicon.side(&cell[*from..*to]).is_some_and(|of| of != side && of != Side::Neutral)
            };
            let Some((from, to)) = names(cell, lexicon).into_iter().find(other) else { continue };
            let question = format!(
                "{} stands in the column of the {side} side, and is no card of it. Which deck has it?",
                brief(&cell[from..to])
            );
            for list in lists.iter_mut() {
                list.add_question(vec![line], question.as_str());
                list.doubts.which_list = true;
            }
        }
    }
}

/// No longer row, in bytes, is looked at.
const MAX_ROW_LENGTH: usize = 400;

/// The two cells of a row.
fn cells(row: &str) -> Option<[&str; 2]> {
    if row.len() > MAX_ROW_LENGTH {
        return None;
    }
    let row = row.trim().trim_matches('|');
    let (left, right) =
        row.split_once('|').or_else(|| row.split_once('\t')).or_else(|| row.split_once("   "))?;
    let (left, right) = (left.trim(), right.trim());
    // A count and its title are one column, where the other has none.
    let count = !left.is_empty() && left.bytes().all(|byte| byte.is_ascii_digit());
    (!count && !right.contains(['|', '\t'])).then_some([left, right])
}

/// The sides that two cells are the headings of, where they differ.
fn heads(row: &str, lexicon: &Lexicon<'_>) -> Option<[Side; 2]> {
    let side = |cell: &str| {
        let roles = lexicon.roles(cell);
        let of_side = |role: &Role| match role {
            Role::Side(side) => Some(*side),
            _ => None,
        };
        let of_affiliation = || lexicon.side_of_affiliation(&lexicon.affiliation(&roles, cell)?);
        let side = roles.first(of_side).or_else(of_affiliation);
        side.filter(|_| roles.whole() && names(cell, lexicon).is_empty())
    };
    let [left, right] = cells(row)?;
    // `[ ] Light   [X] Dark` ticks the one side of the one deck below.
    if !row.contains(['|', '\t']) && (boxes::has_box(left) || boxes::has_box(right)) {
        return None;
    }
    let (left, right) = (side(left)?, side(right)?);
    (left != right).then_some([left, right])
}
