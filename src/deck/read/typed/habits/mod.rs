//! How players lay out their rows, written as other lists have them: the arena of a card in brackets, remarks
//! behind arrows, first letters beside a set's number, headings of products and of costs, and copies
//! that a row had forgotten.

mod added;
mod arenas;
mod arrows;
mod headings;
mod letters;
mod totals;

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::tally;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, UnreadLine};

/// What was read in a row that says it otherwise.
pub(super) enum Habit {
    /// First letters taken for the title of the set whose number stands beside them.
    Letters { line: usize, text: String, title: String },
    /// Letters that are not those of the set whose number stands beside them.
    Open { line: usize, text: String },
    /// Words that are none of a card.
    Unread { line: usize, text: String },
}

/// The rows as other lists have them, and what was read in them.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Vec<Habit>) {
    let rows = totals::without(arenas::without(rows, lexicon), lexicon);
    let mut habits = Vec::new();
    let rows = headings::without(rows, lexicon, &mut habits);
    let rows = arrows::written(tally::in_cells(rows, lexicon), lexicon, &mut habits);
    let more = |row: Cow<'t, str>| added::row(&row, lexicon).map_or(row, Cow::from);
    let rows = rows.into_iter().map(more).collect();
    (letters::written(rows, lexicon, &mut habits), habits)
}

/// Notes what was read so.
pub(super) fn note(habits: &[Habit], lists: &mut [Decklist]) {
    for habit in habits {
        match habit {
            Habit::Letters { line, text, title } => {
                let own = |list: &&mut Decklist| list.entries.iter().any(|entry| entry.line == *line);
                for list in lists.iter_mut().filter(own) {
                    let text =
                        format!("{text:?} was read as {title:?}, by the number beside it (line {line}).");
                    list.notes.push(ListNote { code: Code::NameSlip, text });
                }
            }
            Habit::Open { line, text } => {
                if let Some(list) = lists.first_mut() {
                    let question = format!(
                        "{text:?} stands beside the number of another set. Which of the two is meant?"
                    );
                    list.add_question(vec![*line], question);
                    list.doubts.which_list = true;
                }
            }
            Habit::Unread { line, text } => {
                if let Some(list) = lists.first_mut() {
                    list.unread.push(UnreadLine::new(*line, text));
                }
            }
        }
    }
}
