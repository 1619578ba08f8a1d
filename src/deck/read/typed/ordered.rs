//! Sentences below a list that order cards in or out in so many words, `then please add a third A, so 3 of
//! them`, `A doesn't fit. Take it out, put in a second B`. One with any other word is none of them.

use super::corrected::{self, Cut};
use super::exchanged::{Said, said};
use super::lexicon::{Found, Lexicon};
use super::line::{Beside, Had, Item, Move, Moves};
use super::moves::{names, times};
use super::phrases::{LONGEST_PHRASE, begins_with_phrase, has_phrase, made_of, words};
use super::talk;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::talk::Talk;
use crate::deck::words::{InPlace, Role};

/// No such line is longer, in bytes.
const LONGEST_LINE: usize = 300;

/// What a line orders in so many words.
pub(super) fn read(raw: &str, lexicon: &Lexicon<'_>) -> Option<Moves> {
    if raw.len() > LONGEST_LINE || raw.contains(['\n', '\t', '|', '?']) {
        return None;
    }
    let resolved = with_card_for_pronoun(raw, lexicon);
    let cut = Cut::of(resolved.as_deref().unwrap_or(raw), lexicon)?;
    // `out: A`
    let label = made_of(&words(cut.lead), &[InPlace::OrdersIn, InPlace::OrdersOut], lexicon);
    let plain = (label || corrected::is_lead(cut.lead, lexicon)) && !corrected::is_open(cut.rest, lexicon);
    if !plain || talk::says(cut.rest, lexicon).iter().any(is_open) {
        return None;
    }
    let (mut fronts, behind) = (cut.in_front_of_each(lexicon)?, cut.behind_each(lexicon)?);
    if label && !cut.lead.is_empty() && words(fronts.first()?).is_empty() {
        fronts[0] = cut.lead;
    }
    let last = cut.cards.len().checked_sub(1)?;
    let of = |(at, card): (usize, &&str)| {
        let behind = if at == last { without_reason(behind[at], lexicon) } else { behind[at] };
        order(card, (fronts[at], behind), last > 0, lexicon)
    };
    let moves = cut.cards.iter().enumerate().map(of).collect::<Option<Vec<Move>>>()?;
    let into = moves.iter().any(|m| m.into);
    into.then(|| Moves { text: raw.trim().to_owned(), moves, in_words: true, otherwise: Vec::new() })
}

/// What a sentence beside an order says that leaves it open.
fn is_open(talk: &Talk) -> bool {
    matches!(talk, Talk::Change | Talk::Open | Talk::OpenOfList | Talk::YetToCome | Talk::OtherDeck)
}

/// `A doesn't fit. Take it out, put in B`: the sentences from the one on that orders out what a pronoun
/// stands for, with the only card named before in its place.
fn with_card_for_pronoun(raw: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (start, word) = raw
        .match_indices([' ', '.'])
        .map(|(at, _)| at + 1)
        .find_map(|at| Some((at, pronoun(raw.get(at..)?, lexicon)?)))?;
    let begins = [". ", "! ", ": ", "; "].iter().filter_map(|end| raw[..start].rfind(end)).max()? + 1;
    let (lead, order) = raw.split_at(begins);
    let found: Vec<&str> = names(lead, lexicon).iter().map(|(from, to)| &lead[*from..*to]).collect();
    let (card, others) = found.split_first()?;
    let same = others.iter().all(|other| normalize_name(other) == normalize_name(card));
    let front = &raw[begins..start];
    let orders = names(front, lexicon).is_empty() && words(front).len() <= LONGEST_PHRASE;
    // A word of a title says nothing.
    let besides = found.iter().fold(lead.to_owned(), |lead, card| lead.replace(card, " "));
    let open = lead.contains('?') || corrected::is_open(&besides, lexicon);
    (same && orders && !open).then(|| format!("{front}{card}{}", &order[front.len() + word.len()..]))
}

/// The pronoun that a text begins with.
fn pronoun<'r>(text: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    Some(&text[..end]).filter(|word| !word.is_empty() && lexicon.words.is(InPlace::Pronoun, word))
}

/// `, I borrow my brother's copy`: what stands behind an order without the reason for it.
fn without_reason<'r>(behind: &'r str, lexicon: &Lexicon<'_>) -> &'r str {
    let Some((order, reason)) = behind.rsplit_once(',') else { return behind };
    let counts = words(reason).into_iter().any(|word| {
        let says = |role: &Role| matches!(role, Role::Number(_) | Role::Either | Role::More | Role::Absent);
        word.contains(|c: char| c.is_ascii_digit()) || lexicon.words.get(word).iter().any(says)
    });
    let moves = [InPlace::OrdersIn, InPlace::OrdersOut, InPlace::OfThem, InPlace::Only]
        .into_iter()
        .any(|place| begins_with_phrase(&words(reason), place, lexicon));
    let open = talk::says(reason, lexicon).iter().any(is_open) || corrected::is_open(reason, lexicon);
    if counts || moves || open || words(reason).len() < 2 { behind } else { order }
}

/// What the words around a card order of it.
fn order(card: &str, (front, behind): (&str, &str), exchange: bool, lexicon: &Lexicon<'_>) -> Option<Move> {
    // `no third A`
    if talk::denies(front, lexicon) {
        return None;
    }
    let (front, said) = said(words(front), lexicon);
    let front = without_another(front, said, lexicon);
    let (behind, total) = without_total(words(behind), lexicon);
    let before = ordered(&front, lexicon);
    let (behind, only) = without_only(behind, lexicon);
    // `one A more`
    let more = exchange && behind.len() == 1 && lexicon.words.is(InPlace::Additional, behind[0]);
    let behind = if more { Vec::new() } else { behind };
    let into = match (before, corrected::direction(&behind.join(" "), lexicon)) {
        (Some(before), Some(after)) if before != after => return None,
        (Some(into), _) | (None, Some(into)) => into,
        // `oh, then a third A`
        (None, None) if matches!(said, Said::Nth(_)) && !front.is_empty() || more => true,
        (None, None) => return None,
    };
    let places = [
        InPlace::Additional,
        InPlace::Announces,
        InPlace::Article,
        InPlace::Corrects,
        InPlace::Mistake,
        InPlace::Motion,
        InPlace::OrdersIn,
        InPlace::OrdersOut,
        InPlace::Plays,
    ];
    let quiet = behind.is_empty() || corrected::direction(&behind.join(" "), lexicon).is_some();
    let known = made_of(&front, &places, lexicon) && (quiet || made_of(&behind, &places, lexicon));
    let (count, had) = copies(if said == Said::Nothing { only } else { said }, into, total)?;
    let mut item = Item::new(card, Found::Exact(card.to_owned()));
    item.numbers.push((times(count), Beside::Before));
    known.then_some(Move { into, item, had })
}

/// How many copies go out or come in, and how many there were.
fn copies(said: Said, into: bool, total: Option<u32>) -> Option<(u32, Had)> {
    let (count, had) = match (said, into) {
        (Said::Nothing, true) => (1, Had::Exactly(0)),
        (Said::Nothing, false) => (1, Had::Exactly(1)),
        (Said::Number(count), _) => (count, Had::NoneOrFrom(0)),
        (Said::All(count), false) => (count, Had::Exactly(count)),
        (Said::All(count), true) => (count, Had::Exactly(0)),
        (Said::Nth(nth), true) => (1, Had::Exactly(nth.checked_sub(1)?)),
        (Said::Nth(nth), false) => (1, Had::Exactly(nth)),
        (Said::More(count), true) => (count, Had::MoreThan(0)),
        (Said::More(_), false) | (Said::Only(_), _) => return None,
    };
    match total {
        None => Some((count, had)),
        Some(total) => {
            let before = if into { total.checked_sub(count)? } else { total.saturating_add(count) };
            let fits = !matches!(had, Had::Exactly(other) if other != before);
            (fits || said == Said::Nothing).then_some((count, Had::Exactly(before)))
        }
    }
}

/// What the words in front of a card order, if they end with an order.
fn ordered(front: &[&str], lexicon: &Lexicon<'_>) -> Option<bool> {
    let says = |place: InPlace| has_phrase(front, place, lexicon);
    match (says(InPlace::OrdersIn), says(InPlace::OrdersOut)) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        (true, true) | (false, false) => None,
    }
}

/// `noch einen dritten`: of what stands in front of the number of a copy, what says no more of it.
fn without_another<'r>(front: Vec<&'r str>, said: Said, lexicon: &Lexicon<'_>) -> Vec<&'r str> {
    let mut front = front;
    let another = |word: &&str| {
        let roles = lexicon.words.get(word);
        roles.contains(&Role::More)
            || roles.contains(&Role::Number(1))
            || lexicon.words.is(InPlace::Article, word)
    };
    while matches!(said, Said::Nth(_) | Said::Number(_)) && front.last().is_some_and(another) {
        front.pop();
    }
    front
}

/// `so 3 of them`: the words without the total of copies that they state, and the total.
fn without_total<'r>(all: Vec<&'r str>, lexicon: &Lexicon<'_>) -> (Vec<&'r str>, Option<u32>) {
    let number = |word: &str| word.parse().ok().or_else(|| lexicon.words.number(word));
    let found = (0..all.len()).find_map(|at| {
        let total = number(all[at]).filter(|n: &u32| (1..=MOST_OF_ONE).contains(n))?;
        let behind =
            (at + 1..all.len()).any(|to| lexicon.words.is(InPlace::OfThem, &all[at + 1..=to].join(" ")));
        let leads = at > 0 && lexicon.words.is(InPlace::Hence, all[at - 1]);
        let ends = at + 1 == all.len();
        (behind || leads && ends).then_some((at - usize::from(leads), total))
    });
    match found {
        Some((at, total)) => (all[..at].to_vec(), Some(total)),
        None => (all, None),
    }
}

/// No deck has more copies of one card.
const MOST_OF_ONE: u32 = 9;

/// `just the one`: the words without the count that they say behind a card, and the count.
fn without_only<'r>(all: Vec<&'r str>, lexicon: &Lexicon<'_>) -> (Vec<&'r str>, Said) {
    let Some(at) = all.iter().position(|word| lexicon.words.is(InPlace::Only, word)) else {
        return (all, Said::Nothing);
    };
    let (before, rest) = all.split_at(at);
    let rest: Vec<&str> =
        rest[1..].iter().filter(|word| !lexicon.words.is(InPlace::Article, word)).copied().collect();
    match rest[..] {
        [number] => match number.parse().ok().or_else(|| lexicon.words.number(number)) {
            Some(count) => (before.to_vec(), Said::Number(count)),
            None => (all, Said::Nothing),
        },
        _ => (all, Said::Nothing),
    }
}
