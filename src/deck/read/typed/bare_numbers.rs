//! A number alone among titles, which may be that of a set.

use super::lexicon::Lexicon;
use super::sizes::{MAX_COPIES, copies};
use crate::corpus::Game;
use crate::deck::list::{Count, DeckEntry, Decklist, Id, Zone};

/// The set that a line may mean which is nothing but a number, right among the rows of a list or below them.
pub(super) fn left_out(
    row: &str,
    line: usize,
    lists: &[Decklist],
    lexicon: &Lexicon<'_>,
) -> Option<DeckEntry> {
    let digits = row.trim_matches(|c: char| matches!(c, '(' | ')' | '[' | ']' | '.' | '-' | '*' | '•' | ' '));
    let plain = digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
    let number: u32 = digits.parse().ok().filter(|_| plain && lexicon.game == Game::Lcg)?;
    let title = lexicon.objective_of(number)?;
    let [list] = lists else { return None };
    let rows: Vec<&DeckEntry> = list.entries.iter().filter(|e| e.zone != Zone::Affiliation).collect();
    let (first, last) = (rows.iter().map(|e| e.line).min()?, rows.iter().map(|e| e.line).max()?);
    let beside = |e: &&&DeckEntry| e.line.abs_diff(line) == 1;
    // A count that stands in a line of its own, or the number of the set right above.
    let of_row = rows
        .iter()
        .filter(beside)
        .any(|e| number <= MAX_COPIES && e.count == Count::Of(number) || e.line < line && e.title == title);
    let total = copies(rows.iter().copied().filter(|e| lexicon.counts_for_size(&e.title)));
    let above = copies(rows.iter().copied().filter(|e| e.line < line && lexicon.counts_for_size(&e.title)));
    let among = (first..=last + 1).contains(&line);
    (among && !of_row && ![total, above].contains(&number)).then(|| DeckEntry {
        line,
        title: title.to_owned(),
        id: Some(Id::Place(number.to_string(), None)),
        ..DeckEntry::default()
    })
}
