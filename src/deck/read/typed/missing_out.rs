//! Sentences among or below the cards that take something out which the list does not name: `minus the Hutt
//! set`, `Title is out again`. What is out then is for the player to say.

use std::collections::BTreeSet;

use super::lexicon::Lexicon;
use super::made;
use super::moves::{self, names};
use super::phrases::{MAX_PHRASE_LENGTH, has_phrase, words};
use super::remarks;
use super::sizes::{copies, is_whole};
use super::talk::{denies, leads_with_count, speaks_of_change};
use super::withheld;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Count, DeckEntry, Decklist, Zone};
use crate::deck::words::{InPlace, Opens, Role};

/// No such sentence is longer, in bytes.
const MAX_ROW_LENGTH: usize = 100;

/// Nor are the words longer that say what is out.
const MAX_WORDS: usize = 7;

/// Asks of the lines that take out what does not stand in the list, or only seem to list what they take out.
pub(super) fn add_questions(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    lists.iter_mut().for_each(|list| question_signs(raw, list, lexicon));
    let parts: Vec<BTreeSet<String>> = lists.iter().map(|list| parts_of_titles(list, lexicon)).collect();
    for (at, row) in raw.iter().enumerate() {
        let (row, line) = (row.trim(), at + 1);
        if row.is_empty() || row.len() > MAX_ROW_LENGTH || row.contains(['\t', '|', '~']) {
            continue;
        }
        let Some(above) = list_above(line, lists) else { continue };
        let list = &mut lists[above];
        let asked = list.questions.iter().any(|question| question.lines.contains(&line));
        let counted = list.entries.iter().any(|e| e.line == line && e.zone != Zone::Aside);
        let bullet = is_signed(row) && heads_rows(&raw[..at], lexicon);
        if asked || counted || bullet {
            continue;
        }
        let of_none = || !row.contains(':') && takes_out_of_none(row, line, list, lexicon);
        let lacks = || !row.contains(':') && lacks_one(row, list, lexicon);
        if lacks() || of_none() || takes_out_in_part(row, &parts[above], lexicon) {
            if made::is_made(row, list, lexicon) {
                made::note(row, line, list);
            } else {
                moves::add_question(row, line, list);
            }
        }
    }
}

/// `- 1 Title`: whether a row begins with a sign that may take it out. `-1 A, +1 B` says by its other sign
/// what it is, and was read so.
fn is_signed(row: &str) -> bool {
    let rest = row.trim().strip_prefix(['-', '−', '–']);
    let exchanges = |rest: &str| rest.split('+').skip(1).any(leads_with_count);
    rest.is_some_and(|rest| leads_with_count(rest) && !rest.contains(" - ") && !exchanges(rest))
}

/// Asks of a list in which fewer rows have such a sign than have none, or as many which all have a card that
/// another row has: a sign is a bullet where the deck is not whole without its rows, and none has such a
/// card.
fn question_signs(raw: &[&str], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let has_sign = |line: usize| {
        let at = line.saturating_sub(1);
        raw.get(at).is_some_and(|row| is_signed(row)) && !heads_rows(&raw[..at], lexicon)
    };
    // What is asked about anyway is no question of its sign.
    let open = |entry: &DeckEntry| entry.undecided || matches!(entry.count, Count::Bad | Count::Between(..));
    let counts = |entry: &&DeckEntry| remarks::counts(entry, lexicon) && !open(entry);
    let (signed, others): (Vec<&DeckEntry>, Vec<&DeckEntry>) =
        list.entries.iter().filter(counts).partition(|entry| has_sign(entry.line));
    let Some(first) = signed.iter().map(|entry| entry.line).min() else { return };
    let titles: BTreeSet<String> = others.iter().map(|entry| normalize_name(&entry.title)).collect();
    let again = signed.iter().filter(|entry| titles.contains(&normalize_name(&entry.title))).count();
    let few = signed.len() < others.len() || signed.len() == others.len() && again == signed.len();
    let whole = is_whole(copies(others.into_iter()), lexicon);
    let asked = list.questions.iter().any(|question| question.lines.contains(&first));
    if few && (whole || again > 0) && !asked {
        moves::add_question(raw.get(first - 1).map_or("", |row| row.trim()), first, list);
    }
}

/// `Maybe:`, `Sets:`: whether the last of these rows heads cards of the deck, or those that it may lack; then
/// a sign in front of the one below is a bullet.
fn heads_rows(above: &[&str], lexicon: &Lexicon<'_>) -> bool {
    let head = above.iter().rev().map(|row| row.trim()).find(|row| !row.is_empty()).unwrap_or_default();
    let roles = lexicon.roles(head);
    let of_deck = |role: &Role| matches!(role, Role::Heading(opens) if *opens != Opens::Aside);
    let heads = head.ends_with(':') && head.len() <= MAX_ROW_LENGTH;
    heads && (withheld::heads(head, lexicon) || roles.whole() && roles.any(of_deck))
}

/// The words of a list's titles by which a sentence may name a card.
fn parts_of_titles(list: &Decklist, lexicon: &Lexicon<'_>) -> BTreeSet<String> {
    let words = |entry: &DeckEntry| {
        let title = normalize_name(&entry.title);
        title.split(' ').filter(|word| may_name(word, lexicon)).map(str::to_owned).collect::<Vec<String>>()
    };
    list.entries.iter().filter(|entry| remarks::counts(entry, lexicon)).flat_map(words).collect()
}

/// Whether a word of a title is none of sentences.
fn may_name(word: &str, lexicon: &Lexicon<'_>) -> bool {
    let places = [
        InPlace::Announces,
        InPlace::Article,
        InPlace::Plays,
        InPlace::Motion,
        InPlace::Completing,
        InPlace::Everyday,
    ];
    let said = || places.iter().any(|place| lexicon.words.is(*place, word));
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    letters >= MIN_LETTERS && lexicon.words.get(word).is_empty() && !said()
}

/// Shorter words of a title stand in any sentence.
const MIN_LETTERS: usize = 4;

/// `PS: the fleet is out again`, `forget the cantina one`: whether a sentence that names no card by its title
/// takes one out, or some of its copies, that it names by a word of it.
fn takes_out_in_part(row: &str, parts: &BTreeSet<String>, lexicon: &Lexicon<'_>) -> bool {
    if row.starts_with('>') || row.ends_with(':') {
        return false;
    }
    let normalized = normalize_name(row);
    let words: Vec<&str> = normalized.split(' ').collect();
    // `the cantina one`: of a card that the list does not have, too.
    let one = |word: &str| {
        let of = |role: &Role| {
            matches!(role, Role::SetNumber | Role::Number(1) | Role::Heading(Opens::Objectives))
        };
        lexicon.words.get(word).iter().any(of)
    };
    let names_any = |at: usize| {
        let title = lexicon.words_of_titles().contains(words[at]) && may_name(words[at], lexicon);
        title && words.get(at + 1).is_some_and(|next| one(next))
    };
    let names_one = |at: usize| parts.contains(words[at]) || names_any(at);
    if words.len() > MAX_IN_SENTENCE || !(0..words.len()).any(names_one) || !names(row, lexicon).is_empty() {
        return false;
    }
    let places = [InPlace::OrdersOut, InPlace::TookOut, InPlace::GoneAgain, InPlace::Gone, InPlace::Instead];
    let out = places.iter().any(|place| has_phrase(&words, *place, lexicon));
    let few = words.len() <= MAX_OF_COUNT && words.iter().any(|word| lexicon.words.is(InPlace::Only, word));
    out || few || speaks_of_change(row, lexicon) || denies(row, lexicon)
}

/// A longer sentence says more than what is out.
const MAX_IN_SENTENCE: usize = 12;

/// `only one of the fleet`: a longer sentence with such a word says something else.
const MAX_OF_COUNT: usize = 7;

/// `The tenth I have to look up`: whether a sentence below a list that is not whole speaks of the card that
/// it lacks, and names none.
fn lacks_one(row: &str, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let all = words(row);
    let speaks =
        all.len() > MIN_WORDS && !leads_with_count(row) && has_phrase(&all, InPlace::Lacking, lexicon);
    let whole = is_whole(remarks::counted(list, lexicon), lexicon);
    speaks && !whole && names(row, lexicon).is_empty() && !list.doubts.own_total
}

/// Fewer words say nothing of the card that is lacking.
const MIN_WORDS: usize = 3;

/// The list in which a line stands below a card.
fn list_above(line: usize, lists: &[Decklist]) -> Option<usize> {
    let above = |list: &Decklist| list.entries.iter().map(|e| e.line).filter(|of| *of < line).max();
    (0..lists.len()).filter(|at| above(&lists[*at]).is_some()).max_by_key(|at| above(&lists[*at]))
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
    !said.is_empty() && object.len() <= MAX_WORDS
}

/// The words for what a sentence takes out, where it says nothing else: behind an order, or in front of a
/// word that says so.
fn object<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<Vec<&'r str>> {
    let all = words(row);
    let phrase = |from: usize, to: usize| all[from..to].join(" ");
    let is = |place: InPlace, from: usize, to: usize| lexicon.words.is(place, &phrase(from, to));
    let mut lead = 0;
    while let Some(to) = (lead + 1..=all.len().min(lead + MAX_PHRASE_LENGTH)).rev().find(|to| {
        is(InPlace::Announces, lead, *to)
            && !is(InPlace::OrdersOut, lead, *to)
            && !is(InPlace::TookOut, lead, *to)
    }) {
        lead = to;
    }
    let orders = |to: usize| is(InPlace::OrdersOut, lead, to) || is(InPlace::TookOut, lead, to);
    let order = (lead + 1..=all.len().min(lead + MAX_PHRASE_LENGTH)).rev().find(|to| orders(*to));
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
    let from =
        (all.len().saturating_sub(MAX_PHRASE_LENGTH).max(lead + 1)..all.len()).find(|from| out(*from))?;
    let denied = all.first().is_some_and(|word| denies(word, lexicon));
    let few = denied || from - lead <= MAX_BEFORE || !names(row, lexicon).is_empty();
    few.then(|| all[lead..from].to_vec())
}

/// In front of a word that says what is out, hardly more words name it.
const MAX_BEFORE: usize = 3;
