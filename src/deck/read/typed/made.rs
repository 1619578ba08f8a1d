//! Changes that the list already shows: `I took out A for it`, where A is not listed, and what came for it is.

use super::lexicon::Lexicon;
use super::line::{At, LineItem};
use super::moves::{self, names};
use super::phrases::{has_phrase, words};
use super::remarks;
use super::sizes::is_whole;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, Zone, brief};
use crate::deck::words::{InPlace, Role};

/// No such sentence is longer, in bytes.
const LONGEST: usize = 300;

/// Nor names more cards.
const MOST_NAMES: usize = 4;

/// Notes instead of asking what a list says of a change that it already shows.
pub(super) fn settle(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    for (line, thing) in things {
        let Some(text) = text_of(thing) else { continue };
        let asked = |list: &Decklist| list.questions.iter().any(|question| question.lines == [*line]);
        if list.changed.contains(line) || !asked(list) || !is_made(text, list, lexicon) {
            continue;
        }
        list.questions.retain(|question| question.lines != [*line]);
        list.doubts.which_list &= !list.questions.is_empty();
        note(text, *line, list);
    }
}

/// Notes such a line.
pub(super) fn note(text: &str, line: usize, list: &mut Decklist) {
    let text = format!("{:?} speaks of a change that the list already shows (line {line}).", brief(text));
    list.notes.push(ListNote { code: Code::UnreadLine, text });
}

/// What a line says that changes others.
fn text_of(thing: &LineItem) -> Option<&str> {
    if let LineItem::Moves(moves) = thing {
        return Some(&moves.text);
    }
    if let LineItem::Change(text) = thing { Some(text) } else { None }
}

/// Whether a sentence says that cards came out, none of which a whole list has, for others that it has.
pub(super) fn is_made(text: &str, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let said = words(text);
    if text.len() > LONGEST || text.contains('?') || !has_phrase(&said, InPlace::Already, lexicon) {
        return false;
    }
    let open = |role: &Role| matches!(role, Role::Either);
    let guesses = has_phrase(&said, InPlace::Guess, lexicon);
    let found = names(text, lexicon);
    if guesses || found.len() > MOST_NAMES || lexicon.roles(text).any(open) {
        return false;
    }
    let lists = |title: &str| {
        let wanted = normalize_name(title);
        let rows = list.entries.iter().filter(|entry| entry.zone != Zone::Aside);
        rows.filter(|entry| entry.count.number() > 0).any(|entry| normalize_name(&entry.title) == wanted)
    };
    let (mut from, mut out) = (0, 0);
    for (start, end) in found {
        let into = moves::direction(&text[from..start], lexicon).0.unwrap_or(from > 0);
        out += usize::from(!into);
        if lists(&text[start..end]) != into {
            return false;
        }
        from = end;
    }
    out > 0 && is_whole(remarks::counted(list, lexicon), lexicon)
}
