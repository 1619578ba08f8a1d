//! What the words of a line say of every card, or of the whole deck.

use super::lexicon::Lexicon;
use super::pieces::Number;
use super::sizes::most_copies;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role, Roles, Says};

/// `2 of each`, `x2 each`, `5 sets, 2 of each`, `2x`: the count of every card.
pub(super) fn each(roles: &Roles<'_>, numbers: &[&Number], game: Game) -> Option<u32> {
    let heading = |r: &Role| {
        matches!(
            r,
            Role::Heading(Opens::Nothing | Opens::Objectives)
                | Role::Filler
                | Role::Joins
                | Role::Cards
                | Role::Copies
                | Role::Each
                | Role::Playset
                | Role::Side(_)
                | Role::Affiliation(_)
                | Role::Number(_)
        )
    };
    let plain = roles.known.iter().all(|(roles, _)| roles.iter().any(heading));
    let full = roles.has(&Role::Playset).then(|| most_copies(game));
    // `5 sets, 2 of each`: no deck has as many copies of a set as there are sets.
    let copies = |n: &u32| (1..=most_copies(game)).contains(n);
    let figures = numbers.iter().map(|n| n.value);
    let words = roles.known.iter().flat_map(|(roles, _)| roles.iter().filter_map(Role::number));
    let said = figures.chain(words).find(copies).or(numbers.first().map(|n| n.value));
    let count = said.or(roles.number()).or(full).filter(|n| (1..=4).contains(n))?;
    ((roles.has(&Role::Each) || full.is_some()) && plain).then_some(count)
}

/// `2 each of A and B, plus C`: a line cut where its count of each no longer holds.
pub(super) fn besides<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> Option<(&'l str, &'l str)> {
    let mut at = 0;
    for word in line.split_inclusive(' ') {
        let (before, behind) = (&line[..at], &line[at + word.len()..]);
        let bare = word.trim_matches([' ', ',', ':']);
        if at > 0 && !behind.is_empty() && bare.len() > 1 && lexicon.words.is(InPlace::Besides, bare) {
            let each = lexicon.roles(before).has(&Role::Each) && before.contains(char::is_alphanumeric);
            return each.then_some((before, behind));
        }
        at += word.len();
    }
    None
}

/// `Navy affiliation card with …`: whether a text says of an affiliation that it is the card's, whatever else
/// it says.
pub(super) fn is_affiliation_card(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let words = normalize_name(text);
    let of = |holds: fn(&Role) -> bool| {
        let phrases = roles.known.iter().filter(move |(roles, _)| roles.iter().any(holds));
        phrases.map(|(_, phrase)| phrase.as_str()).collect::<Vec<&str>>()
    };
    let labels = of(|role| *role == Role::Label(Says::Affiliation));
    let named = of(|role| matches!(role, Role::Affiliation(_)));
    let other = |role: &Role| matches!(role, Role::Absent | Role::Struck | Role::Change | Role::Either);
    let beside = |label: &&str| named.iter().any(|name| words.contains(&format!("{name} {label}")));
    !roles.any(other) && labels.iter().any(beside)
}

pub(super) fn side_of(role: &Role) -> Option<Side> {
    match role {
        Role::Side(side) => Some(*side),
        _ => None,
    }
}
