//! Changes that the list already shows: `I took out A for it`, where A is not listed, and what came for it
//! is.

use super::harmless;
use super::lexicon::Lexicon;
use super::line::{At, LineItem};
use super::moves::names;
use super::phrases::{has_phrase, made_of, words};
use super::remarks;
use super::sizes::is_whole;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, Zone, brief};
use crate::deck::words::{InPlace, Role};

/// No such sentence is longer, in bytes.
const MAX_SENTENCE_LENGTH: usize = 300;

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

/// Whether a sentence says, and nothing besides, that one card came out, which a whole list has not, for
/// another that it has: `took out A for it`, `swapped A for B`.
pub(super) fn is_made(text: &str, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let found = names(text, lexicon);
    if text.len() > MAX_SENTENCE_LENGTH || text.contains('?') || found.is_empty() || found.len() > 2 {
        return false;
    }
    let (start, end) = (found[0].0, found[found.len() - 1].1);
    let ends: &[char] = &[',', ';', ':', '.', '!', '(', ')'];
    let from = text[..start].rfind(ends).map_or(0, |at| at + 1);
    let to = text[end..].find(ends).map_or(text.len(), |at| end + at);
    // What is said besides may take it back.
    let quiet = |said: &str| words(said).iter().all(|word| !may_change(word, lexicon));
    if !quiet(&text[..from]) || !quiet(&text[to..]) {
        return false;
    }
    let lead = made_of_phrases(&text[from..start], &[InPlace::Already], lexicon);
    let said = match found[..] {
        [_] => made_of_phrases(&text[end..to], &[InPlace::CameFor], lexicon) && lead,
        [(_, end), (start, _)] => {
            lead && is_for(&text[end..start], lexicon) && is_end(&text[found[1].1..to], lexicon)
        }
        _ => false,
    };
    let lists = |(from, to): (usize, usize)| {
        let wanted = normalize_name(&text[from..to]);
        let rows = list.entries.iter().filter(|entry| entry.zone != Zone::Aside);
        rows.filter(|entry| entry.count.number() > 0).any(|entry| normalize_name(&entry.title) == wanted)
    };
    said && !lists(found[0])
        && found[1..].iter().all(|name| lists(*name))
        && is_whole(remarks::counted(list, lexicon), lexicon)
}

/// Whether words lead to the card that came out: some of the past, of which one says that it did.
fn made_of_phrases(said: &str, places: &[InPlace], lexicon: &Lexicon<'_>) -> bool {
    let said = words(said);
    let all = [places, &[InPlace::Motion, InPlace::Article, InPlace::Announces]].concat();
    has_phrase(&said, places[0], lexicon) && made_of(&said, &all, lexicon)
}

/// `for`, `gegen`: whether words lead to the card that came in, and count none.
fn is_for(said: &str, lexicon: &Lexicon<'_>) -> bool {
    let said = words(said);
    let leads = |word: &&str| lexicon.words.is(InPlace::CameFor, word);
    said.iter().any(leads) && said.iter().all(|word| leads(word) || lexicon.words.is(InPlace::Article, word))
}

/// Whether a clause ends behind its last card, but for how it was done: `by hand`.
fn is_end(said: &str, lexicon: &Lexicon<'_>) -> bool {
    let said = words(said);
    said.is_empty() || made_of(&said, &[InPlace::CameFor], lexicon)
}

/// Whether a word beside such a sentence may say that something else is so.
fn may_change(word: &str, lexicon: &Lexicon<'_>) -> bool {
    let is_number = |role: &Role| matches!(role, Role::Number(_));
    word.contains(|c: char| c.is_ascii_digit())
        || lexicon.words.get(word).iter().any(is_number)
        || harmless::may_move(word, lexicon)
}
