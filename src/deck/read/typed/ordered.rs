//! Sentences below a list that order cards in or out explicitly, `then please add a third A, so 3 of
//! them`. One with any other word is none of them.

use super::corrected::{self, Cut};
use super::exchanged::{Said, said};
use super::lexicon::{Found, Lexicon};
use super::line::{Beside, Had, Item, Move, Moves};
use super::moves::times;
use super::phrases::{has_phrase, made_of, words};
use super::talk;
use crate::deck::words::{InPlace, Role};

/// No such line is longer, in bytes.
const MAX_LINE_LENGTH: usize = 300;

/// What a line orders explicitly.
pub(super) fn read(raw: &str, lexicon: &Lexicon<'_>) -> Option<Moves> {
    if raw.len() > MAX_LINE_LENGTH || raw.contains(['\n', '\t', '|', '?']) {
        return None;
    }
    let cut = Cut::of(raw, lexicon)?;
    // `out: A`
    let label = made_of(&words(cut.lead), &[InPlace::OrdersIn, InPlace::OrdersOut], lexicon);
    // What is said beside an order may take it back.
    let alone = made_of(&words(cut.rest), &[InPlace::Announces], lexicon);
    if !alone || !label && !corrected::is_lead(cut.lead, lexicon) {
        return None;
    }
    let (mut fronts, behind) = (cut.in_front_of_each(lexicon)?, cut.behind_each(lexicon)?);
    if label && !cut.lead.is_empty() && words(fronts.first()?).is_empty() {
        fronts[0] = cut.lead;
    }
    let last = cut.cards.len().checked_sub(1)?;
    let of = |(at, card): (usize, &&str)| order(card, (fronts[at], behind[at]), last > 0, lexicon);
    let moves = cut.cards.iter().enumerate().map(of).collect::<Option<Vec<Move>>>()?;
    let into = moves.iter().any(|m| m.into);
    into.then(|| Moves { text: raw.trim().to_owned(), moves, in_words: true, otherwise: Vec::new() })
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
    let found = (0..all.len()).find_map(|at| {
        let total =
            lexicon.words.number_or_figures(all[at]).filter(|n: &u32| (1..=MAX_OF_ONE).contains(n))?;
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
const MAX_OF_ONE: u32 = 9;

/// `just the one`: the words without the count that they say behind a card, and the count.
fn without_only<'r>(all: Vec<&'r str>, lexicon: &Lexicon<'_>) -> (Vec<&'r str>, Said) {
    let Some(at) = all.iter().position(|word| lexicon.words.is(InPlace::Only, word)) else {
        return (all, Said::Nothing);
    };
    let (before, rest) = all.split_at(at);
    let rest: Vec<&str> =
        rest[1..].iter().filter(|word| !lexicon.words.is(InPlace::Article, word)).copied().collect();
    match rest[..] {
        [number] => match lexicon.words.number_or_figures(number) {
            Some(count) => (before.to_vec(), Said::Number(count)),
            None => (all, Said::Nothing),
        },
        _ => (all, Said::Nothing),
    }
}
