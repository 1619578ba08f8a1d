//! Rows with a zero for a count, `0x Title`: reported of a deck that is whole, or of a form with several of
//! them; a deck that is short may have lost a figure there.

use super::lexicon::Lexicon;
use super::remarks;
use super::sizes::is_whole;
use crate::deck::code::Code;
use crate::deck::list::{Count, DeckEntry, Decklist, ListNote, Zone};

/// The minimum number of rows that count none in a form: one may have lost a figure, two have not.
const MIN_ROWS: usize = 2;

/// No row with a zero is longer, in bytes.
const MAX_ROW_LENGTH: usize = 300;

/// Notes the rows that count none, or leaves open how many they count.
pub(super) fn settle(rows: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let says = |line: usize| rows.get(line.saturating_sub(1)).is_some_and(|row| has_zero(row));
    for list in lists {
        let is_whole = is_whole(remarks::counted(list, lexicon), lexicon);
        let none = |entry: &DeckEntry| {
            entry.count == Count::Of(0) && entry.zone != Zone::Aside && !entry.lost && says(entry.line)
        };
        let of_form = list.entries.iter().filter(|entry| none(entry)).count() >= MIN_ROWS;
        for entry in list.entries.iter_mut().filter(|entry| none(entry)) {
            if is_whole || of_form {
                let text = format!("Line {} has none of {:?}; it was not counted.", entry.line, entry.title);
                list.notes.push(ListNote { code: Code::UnreadLine, text });
            } else {
                entry.count = Count::Bad;
            }
        }
    }
}

/// `0`, `00`, `0x`, `x0`, `(0)`
fn has_zero(row: &str) -> bool {
    let figures = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric()).trim_matches(['x', 'X', '×']).to_owned()
    };
    let is_zero = |word: &str| !word.is_empty() && word.bytes().all(|b| b == b'0');
    row.len() <= MAX_ROW_LENGTH && row.split([' ', '\t', '|', ';', ',']).any(|word| is_zero(&figures(word)))
}
