//! Sentences among or below the cards that take something out which the list does not name: `minus the Hutt
//! set`, `Title is out again`. What is out then is for the player to say.

use super::lexicon::Lexicon;
use super::moves::{self, names};
use super::phrases::{LONGEST_PHRASE, words};
use super::remarks;
use super::sizes::is_whole;
use super::talk::{denies, leads_with_count};
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Count, Decklist, Zone};
use crate::deck::words::{InPlace, Opens, Role};

/// No such sentence is longer, in bytes.
const LONGEST_ROW: usize = 100;

/// Nor are the words longer that say what is out.
const MOST_WORDS: usize = 7;

/// Asks of the lines that take out what does not stand in the list.
pub(super) fn ask(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let signed = raw.iter().filter(|row| is_signed(row)).count();
    for (at, row) in raw.iter().enumerate() {
        let (row, line) = (row.trim(), at + 1);
        if row.is_empty() || row.len() > LONGEST_ROW || row.contains([':', '\t', '|', '~']) {
            continue;
        }
        let Some(list) = list_above(line, lists) else { continue };
        let asked = list.questions.iter().any(|question| question.lines.contains(&line));
        let counted = list.entries.iter().any(|e| e.line == line && e.zone != Zone::Aside);
        if !asked && !counted && lacks_one(row, list, lexicon) {
            moves::ask(row, line, list);
            continue;
        }
        // One sign alone among rows is no bullet.
        let is_bad = |list: &Decklist| list.entries.iter().any(|e| e.line == line && e.count == Count::Bad);
        let one_sign = || signed == 1 && counted && !is_bad(list) && is_whole_without(line, list, lexicon);
        let counted = if is_signed(row) { !one_sign() } else { counted };
        if !asked && !counted && takes_out_of_none(row, line, list, lexicon) {
            moves::ask(row, line, list);
        }
    }
}

/// `- 1 Title`: whether a row begins with a sign that may take it out.
fn is_signed(row: &str) -> bool {
    let rest = row.trim().strip_prefix(['-', '−', '–']);
    rest.is_some_and(|rest| leads_with_count(rest) && !rest.contains(" - "))
}

/// Whether a list is whole without the cards of a line below all others.
fn is_whole_without(line: usize, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let mut without = list.clone();
    without.entries.retain(|entry| entry.line != line);
    let last = without.entries.iter().all(|entry| entry.line < line);
    last && is_whole(remarks::counted(&without, lexicon), lexicon)
}

/// `The tenth I have to look up`: whether a sentence below a list that is not whole speaks of the card that
/// it lacks, and names none.
fn lacks_one(row: &str, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let all = words(row);
    let ordinal = |at: usize| {
        let phrase = |from: usize| lexicon.words.is(InPlace::Lacking, &all[from..=at].join(" "));
        (at.saturating_sub(LONGEST_PHRASE)..=at).any(phrase)
    };
    let speaks = all.len() > LEAST_WORDS && !leads_with_count(row) && (0..all.len()).any(ordinal);
    let whole = is_whole(remarks::counted(list, lexicon), lexicon);
    speaks && !whole && names(row, lexicon).is_empty() && !list.doubts.own_total
}

/// Fewer words say nothing of the card that is lacking.
const LEAST_WORDS: usize = 3;

/// The list in which a line stands below a card.
fn list_above(line: usize, lists: &mut [Decklist]) -> Option<&mut Decklist> {
    let above = |list: &Decklist| list.entries.iter().map(|e| e.line).filter(|of| *of < line).max();
    lists.iter_mut().filter(|list| above(list).is_some()).max_by_key(|list| above(list))
}

/// Whether a sentence takes out something, and no card of the list.
fn takes_out_of_none(row: &str, line: usize, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let Some(object) = object(row, lexicon) else { return false };
    let all = names(row, lexicon);
    if !all.is_empty() {
        let others = || list.entries.iter().filter(|e| e.line != line);
        let stands = |name: &str| others().any(|e| normalize_name(&e.title) == normalize_name(name));
        return all.iter().any(|(from, to)| !stands(&row[*from..*to]));
    }
    // What is not there beside the cards is no card.
    let quiet = |word: &&&str| {
        let place =
            [InPlace::Accessory, InPlace::Article, InPlace::Storage, InPlace::Announces, InPlace::List];
        let of = |role: &Role| matches!(role, Role::Filler | Role::Heading(Opens::Aside | Opens::Nothing));
        place.iter().any(|place| lexicon.words.is(*place, word)) || lexicon.words.get(word).iter().any(of)
    };
    let said: Vec<&&str> = object.iter().filter(|word| !quiet(word)).collect();
    !said.is_empty() && object.len() <= MOST_WORDS
}

/// The words for what a sentence takes out, where it says nothing else: behind an order, or in front of a
/// word that says so.
fn object<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<Vec<&'r str>> {
    let all = words(row);
    let phrase = |from: usize, to: usize| all[from..to].join(" ");
    let is = |place: InPlace, from: usize, to: usize| lexicon.words.is(place, &phrase(from, to));
    let mut lead = 0;
    while let Some(to) = (lead + 1..=all.len().min(lead + LONGEST_PHRASE)).rev().find(|to| {
        is(InPlace::Announces, lead, *to)
            && !is(InPlace::OrdersOut, lead, *to)
            && !is(InPlace::TookOut, lead, *to)
    }) {
        lead = to;
    }
    let orders = |to: usize| is(InPlace::OrdersOut, lead, to) || is(InPlace::TookOut, lead, to);
    let order = (lead + 1..=all.len().min(lead + LONGEST_PHRASE)).rev().find(|to| orders(*to));
    if let Some(to) = order.filter(|to| *to < all.len()) {
        return Some(all[to..].to_vec());
    }
    if is_signed(row) {
        return Some(all[1..].to_vec()).filter(|object| !object.is_empty());
    }
    if leads_with_count(row) {
        return None;
    }
    let out = |from: usize| is(InPlace::GoneAgain, from, all.len());
    let from = (all.len().saturating_sub(LONGEST_PHRASE).max(lead + 1)..all.len()).find(|from| out(*from))?;
    let denied = all.first().is_some_and(|word| denies(word, lexicon));
    let few = denied || from - lead <= MOST_BEFORE || !names(row, lexicon).is_empty();
    few.then(|| all[lead..from].to_vec())
}

/// In front of a word that says what is out, hardly more words name it.
const MOST_BEFORE: usize = 3;
