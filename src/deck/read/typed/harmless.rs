//! Words beside a card that leave it in the deck: what it looks like, where it is from, whose it is; and
//! those that may take it out.

use super::lexicon::Lexicon;
use super::margins;
use super::phrases::made_of;
use super::scanned;
use crate::corpus::Game;
use crate::corpus::cards::Printing;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Count, DeckEntry, Id};
use crate::deck::words::{InPlace, Opens, Role};

/// A word of a row.
struct WrittenWord<'r> {
    written: &'r str,
    normalized: String,
    /// Whether a hyphen alone parts it from the word before.
    glued: bool,
}

/// Whether all words of a text are known to be harmless.
pub(super) fn words(text: &str, lexicon: &Lexicon<'_>) -> bool {
    are_harmless(&split(text), &[], &[], lexicon)
}

/// Whether all words of a text say what a card looks like, or where it is from: `foil signed`, `first
/// edition`.
pub(super) fn looks(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let words = split(text);
    let look = |word: &WrittenWord<'_>| {
        [InPlace::Harmless, InPlace::OfCopies].iter().any(|place| lexicon.words.is(*place, &word.normalized))
    };
    let says =
        |word: &WrittenWord<'_>| word.normalized.len() > 1 && lexicon.words.get(&word.normalized).is_empty();
    words.iter().all(look) && words.iter().any(says)
}

/// Whether all words of a row besides its one card are, or stand in other rows in the same way; of words in
/// front of the card, which may be a sentence, whether none takes it out.
pub(super) fn row(row: &str, card: &DeckEntry, often: &[String], lexicon: &Lexicon<'_>) -> bool {
    let stripped = margins::stripped(row, lexicon);
    let mut words = split(stripped.as_deref().unwrap_or(row));
    let Some((from, to)) = place_of(&words, card) else { return true };
    without_own_numbers(&mut words, to, card, lexicon);
    if let Some(count) = own_count(&words, (from, to), card, lexicon) {
        words.remove(count);
    }
    // `no 2x Title`, `no Title`, be it read as a slip; a count behind such a word corrects one only where
    // there was one before.
    let title = normalize_name(&card.title);
    let denies = |word: &WrittenWord<'_>| {
        let of_title = title.split(' ').next() == Some(word.normalized.as_str());
        lexicon.words.is(InPlace::Without, &word.normalized) && !of_title
    };
    if words.first().is_some_and(denies) {
        return false;
    }
    let is_figure =
        |word: &WrittenWord<'_>| word.written.chars().all(|c| c.is_ascii_digit() || "xX".contains(c));
    if words[..from].iter().chain(&words[to..]).all(is_figure) {
        return true;
    }
    let of_card = words_of(&card.title, lexicon);
    let front = &words[..from];
    let unknown = || (0..front.len()).filter(|at| !is_quiet(front, *at, &of_card, lexicon)).count();
    let is_sentence = || front.len() > MAX_MARK_LENGTH || unknown() > MAX_IN_FRONT;
    // `right, add one Title`
    let ordered = || {
        let words: Vec<&str> = front.iter().map(|word| word.normalized.as_str()).collect();
        let number =
            |word: &&&str| lexicon.words.number(word).is_none() && !word.bytes().all(|b| b.is_ascii_digit());
        let words: Vec<&str> = words.iter().filter(number).copied().collect();
        let places = [InPlace::OrdersIn, InPlace::Announces, InPlace::Article, InPlace::Additional];
        words.iter().any(|word| lexicon.words.is(InPlace::OrdersIn, word))
            && made_of(&words, &places, lexicon)
    };
    let front_is_harmless = are_harmless(front, &of_card, often, lexicon)
        || ordered()
        || is_sentence() && !front.iter().any(|word| may_take_out(&word.normalized, lexicon));
    let rest = &words[to..];
    !is_withheld(rest, lexicon)
        && front_is_harmless
        && (are_harmless(rest, &of_card, often, lexicon) || !may_be_without(rest, lexicon))
}

/// `2 Title (is that allowed?)`: whether what a row says behind its card asks the judge whether it may be
/// there, and nothing besides: then it is there.
pub(super) fn is_legality_question(row: &str, card: &DeckEntry, lexicon: &Lexicon<'_>) -> bool {
    let asked = row.trim_end_matches([')', ']', ' ', '!']).ends_with('?');
    let mut words = split(row);
    let Some((from, to)) = place_of(&words, card).filter(|_| asked && row.matches('?').count() == 1) else {
        return false;
    };
    without_own_numbers(&mut words, to, card, lexicon);
    if let Some(count) = own_count(&words, (from, to), card, lexicon) {
        words.remove(count);
    }
    let counted = words[..from].iter().all(|word| word.normalized.trim_matches('x').parse::<u32>().is_ok());
    counted && is_about_legality(&words[to..], lexicon)
}

/// A row without such a question that stands apart behind it: `2 Title - allowed?`.
pub(super) fn without_legality<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> &'r str {
    let asked = row.trim_end_matches([')', ']', ' ', '!']);
    // What changes the list hangs on the answer.
    if row.trim_start().starts_with(['+', '-', '–', '−']) {
        return row;
    }
    let cuts = [" (", " [", " - ", " – ", " — ", ", "];
    let Some(at) = cuts.iter().filter_map(|cut| row.rfind(cut)).max().filter(|_| asked.ends_with('?')) else {
        return row;
    };
    let words = split(&row[at..]);
    if is_about_legality(&words, lexicon) { row[..at].trim_end() } else { row }
}

/// Whether words ask whether something is legal, and nothing besides.
fn is_about_legality(words: &[WrittenWord<'_>], lexicon: &Lexicon<'_>) -> bool {
    let written: Vec<&str> = words.iter().map(|word| word.normalized.as_str()).collect();
    !written.is_empty() && made_of(&written, &[InPlace::Legality], lexicon)
}

/// Takes out the numbers right behind a card that it is known by: `Title (26)`, `Title (26-1)` of its set and
/// its position there, `Title (ESB 89)` in its set.
fn without_own_numbers(
    words: &mut Vec<WrittenWord<'_>>,
    behind: usize,
    card: &DeckEntry,
    lexicon: &Lexicon<'_>,
) {
    let sets = lexicon.sets_of(&card.title);
    let of_set = |word: &WrittenWord<'_>| word.normalized.parse().is_ok_and(|n: u32| sets.contains(&n));
    let own_number = |code: &WrittenWord<'_>, number: &WrittenWord<'_>| {
        let number = number.normalized.parse().ok();
        let named = number.and_then(|number| lexicon.by_number(&code.normalized, number));
        named.is_some_and(|name| normalize_name(&name) == normalize_name(&card.title))
    };
    if words.get(behind).is_some_and(of_set) {
        words.remove(behind);
        if words.get(behind).is_some_and(|word| is_number(word) && word.glued) {
            words.remove(behind);
        }
    } else if matches!(words.get(behind..behind + 2), Some([code, number]) if own_number(code, number)) {
        words.remove(behind + 1);
    }
}

fn is_number(word: &WrittenWord<'_>) -> bool {
    word.normalized.bytes().all(|b| b.is_ascii_digit())
}

/// Where behind a card its own count stands, which says nothing besides.
fn own_count(
    words: &[WrittenWord<'_>],
    (from, to): (usize, usize),
    card: &DeckEntry,
    lexicon: &Lexicon<'_>,
) -> Option<usize> {
    let Count::Of(count) = card.count else { return None };
    let is = |word: &WrittenWord<'_>| word.normalized.trim_matches('x').parse() == Ok(count);
    let behind = &words[to..];
    let corrects = |word: &WrittenWord<'_>| {
        let is = |place: InPlace| lexicon.words.is(place, &word.normalized);
        [InPlace::Without, InPlace::Corrects, InPlace::Only].into_iter().any(is)
    };
    let at = behind.iter().position(is)?;
    let counts = |word: &WrittenWord<'_>| {
        word.normalized.starts_with(|c: char| c.is_ascii_digit())
            || lexicon.words.number(&word.normalized).is_some()
    };
    let corrected =
        |at: usize| corrects(&behind[at]) && behind[at + 1..].iter().take(MAX_BEFORE_COUNT).any(counts);
    // `2 Title <- no, only 1`: both counts are looked at.
    let alone = !words[..from].iter().any(is) && !(0..behind.len()).any(corrected);
    alone.then_some(to + at)
}

/// The maximum number of words between one that corrects a count and the count.
const MAX_BEFORE_COUNT: usize = 3;

/// `(on order)`: whether a phrase says that the card is not there, or not yet.
fn is_withheld(words: &[WrittenWord<'_>], lexicon: &Lexicon<'_>) -> bool {
    let phrase = |place: InPlace, from: usize, to: usize| lexicon.words.is(place, &joined(&words[from..to]));
    (0..words.len()).any(|from| {
        let longest = words.len().min(from + MAX_PHRASE_LENGTH);
        // `one more than last week` speaks of another day.
        let says = |to: &usize| phrase(InPlace::Withheld, from, *to) && !phrase(InPlace::Earlier, from, *to);
        let says = (from + 2..=longest).any(|to| says(&to));
        says && !(from > 0 && phrase(InPlace::Harmless, from - 1, from + 1))
    })
}

/// Whether words may say that their card is elsewhere; what is said of a sleeve is not said of the card.
fn may_be_without(words: &[WrittenWord<'_>], lexicon: &Lexicon<'_>) -> bool {
    let of_accessory = |at: usize| {
        let phrase = |from: usize, to: usize| words.get(from..to).map(joined);
        let around =
            (at.saturating_sub(2)..=at).flat_map(|from| (at + 1..=from + 3).map(move |to| (from, to)));
        let several = around.filter(|(from, to)| to - from > 1);
        several.filter_map(|(from, to)| phrase(from, to)).any(|phrase| is_harmless_phrase(&phrase, lexicon))
    };
    (0..words.len()).any(|at| may_be_elsewhere(&words[at], lexicon) && !of_accessory(at))
}

/// Whether a footnote leaves its card in the deck.
pub(super) fn note(note: &str, lexicon: &Lexicon<'_>) -> bool {
    words(note, lexicon) || !may_be_without(&split(note), lexicon)
}

/// Whether a word beside a card may say that it is elsewhere, or how often it is there.
fn may_be_elsewhere(word: &WrittenWord<'_>, lexicon: &Lexicon<'_>) -> bool {
    let few = word.normalized.len() < 4 && word.normalized.starts_with(|c: char| c.is_ascii_digit());
    let is = |place: InPlace| lexicon.words.is(place, &word.normalized);
    let out = |role: &Role| matches!(role, Role::TakesOut | Role::Struck);
    let taken_out = || lexicon.words.get(&word.normalized).iter().any(out) && !is(InPlace::Harmless);
    few || is(InPlace::Wished) || taken_out() || may_take_out(&word.normalized, lexicon)
}

/// The words of a row besides its card, normalized.
pub(super) fn beside(row: &str, card: &DeckEntry) -> Vec<String> {
    let words = split(row);
    let Some((from, to)) = place_of(&words, card) else { return Vec::new() };
    words[..from].iter().chain(&words[to..]).map(|word| word.normalized.clone()).collect()
}

/// More unknown words in front of a card are a sentence.
const MAX_IN_FRONT: usize = 2;

/// Nobody marks a card with more words in front of it.
const MAX_MARK_LENGTH: usize = 4;

/// No product's name has more words.
const MAX_PRODUCT_LENGTH: usize = 6;

/// No phrase has more words.
const MAX_PHRASE_LENGTH: usize = 3;

/// Where the words of a card's name stand in a row, or the number of its set.
fn place_of(words: &[WrittenWord<'_>], card: &DeckEntry) -> Option<(usize, usize)> {
    let named = [card.title.as_str(), card.written.as_deref().unwrap_or(&card.title)];
    let by_name = named.into_iter().find_map(|name| {
        let name: Vec<String> = split(name).into_iter().map(|word| word.normalized).collect();
        let is = |part: &[WrittenWord<'_>]| part.iter().map(|word| &word.normalized).eq(&name);
        let at = words.windows(name.len().max(1)).position(is)?;
        Some((at, at + name.len()))
    });
    by_name.or_else(|| {
        let Some(Id::Place(number, _)) = &card.id else { return None };
        let at = words.iter().position(|word| word.normalized == *number)?;
        Some((at, at + 1))
    })
}

fn are_harmless(
    words: &[WrittenWord<'_>],
    of_card: &[String],
    often: &[String],
    lexicon: &Lexicon<'_>,
) -> bool {
    let mut at = 0;
    while at < words.len() {
        let product = |to: &usize| lexicon.is_whole_product(&joined(&words[at..*to]));
        if let Some(to) = (at + 1..=words.len().min(at + MAX_PRODUCT_LENGTH)).rev().find(product) {
            at = to;
            continue;
        }
        let longest = words.len().min(at + MAX_PHRASE_LENGTH);
        let phrase = |to: &usize| is_harmless_phrase(&joined(&words[at..*to]), lexicon);
        if let Some(to) = (at + 2..=longest).rev().find(phrase) {
            at = to;
            continue;
        }
        let word = words[at].normalized.as_str();
        let is = |place: InPlace| lexicon.words.is(place, word);
        // What stood there before was read as such.
        let instead = |to: usize| lexicon.words.is(InPlace::Instead, &joined(&words[at..to]));
        if (at + 1..=longest).any(instead) {
            return true;
        }
        // `no, only 1`: another count, which was read as such.
        let count = |word: &WrittenWord<'_>| word.normalized.starts_with(|c: char| c.is_ascii_digit());
        let corrects = [InPlace::Corrects, InPlace::Formerly, InPlace::Without].into_iter().any(is);
        let counts = corrects && words[at + 1..].iter().take(2).any(count);
        let denies = may_take_out(word, lexicon) && !counts;
        let common = counts || often.iter().any(|of| of == word);
        if denies || !(common || is_quiet(words, at, of_card, lexicon)) {
            return false;
        }
        at += 1;
    }
    true
}

fn joined(words: &[WrittenWord<'_>]) -> String {
    words.iter().map(|word| word.normalized.as_str()).collect::<Vec<_>>().join(" ")
}

/// Whether several words together are harmless: `sleeves missing`, `third copy sold`.
fn is_harmless_phrase(phrase: &str, lexicon: &Lexicon<'_>) -> bool {
    is_of_accessory(phrase, lexicon)
        || lexicon.words.is(InPlace::Harmless, phrase)
        || lexicon.words.is(InPlace::Earlier, phrase)
        || lexicon.words.get(phrase).iter().any(is_quiet_role)
}

/// `no sleeve`, `need a foil`, `corner missing`: whether it is not the card that is not there.
fn is_of_accessory(phrase: &str, lexicon: &Lexicon<'_>) -> bool {
    let words: Vec<&str> = phrase.split(' ').filter(|w| !lexicon.words.is(InPlace::Article, w)).collect();
    let [first, last] = words[..] else { return false };
    let is = |word: &str| lexicon.words.is(InPlace::Accessory, word);
    let lacks = |word: &str| may_take_out(word, lexicon);
    let wished = |word: &str| lexicon.words.is(InPlace::Wished, word);
    is(first) && lacks(last) || is(last) && (lacks(first) || wished(first))
}

/// Whether a word may say that a card is not there.
pub(super) fn may_take_out(word: &str, lexicon: &Lexicon<'_>) -> bool {
    let is = |place: InPlace| lexicon.words.is(place, word);
    is(InPlace::Without) || is(InPlace::Gone) && !is(InPlace::Harmless)
}

/// Whether a word may say of cards that they come in or go out, are others, or are not there.
pub(super) fn may_move(word: &str, lexicon: &Lexicon<'_>) -> bool {
    use Role::{Absent, Change, Either, More, PutsIn, Struck, TakesOut};
    let moves = |role: &Role| matches!(role, Absent | Change | Either | More | PutsIn | Struck | TakesOut);
    let places = [
        InPlace::Without,
        InPlace::Gone,
        InPlace::Only,
        InPlace::Instead,
        InPlace::Corrects,
        InPlace::Wished,
        InPlace::Elsewhere,
        InPlace::Additional,
    ];
    lexicon.words.get(word).iter().any(moves) || places.iter().any(|place| lexicon.words.is(*place, word))
}

/// The words of a text; what is glued with signs is several.
fn split(text: &str) -> Vec<WrittenWord<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let mut parts = Vec::new();
    let mut from = 0;
    for part in text.split(|c| !is_part(c)) {
        let glued = text[..from].strip_suffix('-').is_some_and(|before| before.ends_with(is_part));
        parts.push(WrittenWord { written: part, normalized: normalize_name(part), glued });
        from += part.len() + text[from + part.len()..].chars().next().map_or(0, char::len_utf8);
    }
    parts.into_iter().filter(|word| !word.normalized.is_empty()).collect()
}

/// Whether words of that role say nothing of whether a card is in the deck.
fn is_quiet_role(role: &Role) -> bool {
    use Role::{
        Affiliation, Cards, Copies, Date, Each, Filler, Heading, Joins, Label, More, Number, Page, Playset,
        PutsIn, SetNumber, Side, StandsHere, Through,
    };
    // What lies beside a deck is none of it.
    let aside = *role == Heading(Opens::Aside);
    !aside
        && matches!(
            role,
            Affiliation(_)
                | Cards
                | Copies
                | Date
                | Each
                | Filler
                | Heading(_)
                | Joins
                | Label(_)
                | More
                | Number(1..)
                | Page
                | Playset
                | PutsIn
                | SetNumber
                | Side(_)
                | StandsHere
                | Through
        )
}

fn is_quiet(words: &[WrittenWord<'_>], at: usize, of_card: &[String], lexicon: &Lexicon<'_>) -> bool {
    let word = words[at].normalized.as_str();
    let place = |place: InPlace| lexicon.words.is(place, word);
    let bare = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let letters = word.trim_matches(|c: char| c.is_ascii_digit());
    let figures = letters.len() < word.len() && letters.chars().count() <= 2;
    let roman = word.bytes().all(|b| matches!(b, b'i' | b'v' | b'x'));
    let version = || word.len() == 2 && word.starts_with('v');
    let of_somebody = || {
        let whose = |before: &WrittenWord<'_>| lexicon.words.is(InPlace::Whose, &before.normalized);
        let name = words[at].written.starts_with(char::is_uppercase);
        name && words[..at].iter().rev().take(2).any(whose)
    };
    let named = || {
        let short = |known: &String| word.len() > 2 && known.starts_with(word) || known.clone() + "s" == word;
        of_card.iter().any(short)
            || words[at].written.starts_with(char::is_uppercase) && in_names(word, lexicon)
    };
    // `B0DEN` on a scan.
    let misread = || {
        let quiet = |word: &str| lexicon.words.get(word).iter().any(is_quiet_role);
        letters.len() == word.len()
            && word.len() > 3
            && word.contains(['0', '1', '5', '8'])
            && scanned::in_letters_as(word, quiet).is_some()
    };
    word.chars().count() == 1
        || misread()
        || figures
        || roman
        || version()
        || lexicon.words.get(word).iter().any(is_quiet_role)
        || [InPlace::Harmless, InPlace::OfCopies, InPlace::Printing, InPlace::Ticked, InPlace::Version]
            .into_iter()
            .any(place)
        || lexicon.words.misheard(word).is_some()
        || lexicon.is_word_of_product(word)
        || lexicon.set_code(bare).is_some()
        || of_somebody()
        || named()
}

/// The words of a card, and of the cards of its set.
fn words_of(title: &str, lexicon: &Lexicon<'_>) -> Vec<String> {
    let sets = lexicon.lcg.names().get(title).iter().copied();
    let titles = sets.flat_map(|printing| match printing {
        Printing::Set(at, _) if lexicon.game == Game::Lcg => {
            let of = lexicon.lcg.set_at(at).cards.len();
            (1..=of).map(|position| lexicon.lcg.title(Printing::Set(at, position))).collect::<Vec<_>>()
        }
        Printing::Set(..) | Printing::Fan(..) | Printing::Affiliation(_) | Printing::Challenge(_) => {
            Vec::new()
        }
    });
    let words = titles.chain([title]).flat_map(split).map(|word| word.normalized);
    words.filter(|word| word.len() > 2).collect()
}

/// Whether a word is one of any card's name.
fn in_names(word: &str, lexicon: &Lexicon<'_>) -> bool {
    if lexicon.game == Game::Tcg {
        return word.len() > 2 && lexicon.words_of_titles().contains(word);
    }
    let of = |title: &str| title.split(' ').any(|of| normalize_name(of) == word);
    let position = |at: usize| {
        let cards = lexicon.lcg.set_at(at).cards.len();
        (1..=cards).any(|position| of(lexicon.lcg.title(Printing::Set(at, position))))
    };
    word.len() > 3 && (0..lexicon.lcg.sets().count()).any(position)
}
