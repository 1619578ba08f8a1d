//! Sets written out card by card below their objectives, in a list typed by hand that omits the cards of
//! other sets.

use std::collections::{BTreeMap, BTreeSet};

use super::reading::{Reading, card_at, name_of};
use crate::corpus::cards::{LcgBook, Printing};
use crate::corpus::{Certainty, Game};
use crate::deck::code::Code;
use crate::deck::figures::Figures;
use crate::deck::report::Finding;

/// A set counts as written out if at least this many of its cards are listed below its objective.
const MIN_CARDS: usize = 3;

/// The number of command cards in a set.
const MAX_CARDS: usize = 5;

/// Cards listed below an objective that are not in its set, and cards that are missing there. A single
/// missing card may be an oversight.
pub(super) fn check(reading: &Reading, book: &LcgBook, figures: &Figures) -> Vec<Finding> {
    let mut objectives: BTreeMap<usize, usize> = BTreeMap::new();
    for (set, copies) in &reading.sets {
        objectives.extend(copies.lines.iter().map(|line| (*line, *set)));
    }
    let mut below: BTreeMap<(usize, usize), Vec<&str>> = BTreeMap::new();
    for card in &reading.command {
        if let Some((line, set)) = objectives.range(..card.line).next_back() {
            below.entry((*line, *set)).or_default().push(book.title(card.candidates[0]));
        }
    }
    below.into_iter().filter_map(|((line, set), cards)| of_set(line, set, &cards, book, figures)).collect()
}

/// Whether any card of the set is listed.
pub(super) fn is_begun(set: usize, reading: &Reading) -> bool {
    let of = |printing: &Printing| matches!(printing, Printing::Set(at, _) if *at == set);
    reading.command.iter().any(|line| line.candidates.iter().any(of))
}

fn of_set(line: usize, set: usize, cards: &[&str], book: &LcgBook, figures: &Figures) -> Option<Finding> {
    let positions = 2..=book.set_at(set).cards.len();
    let own: BTreeSet<&str> = positions.map(|position| book.title(Printing::Set(set, position))).collect();
    let written: BTreeSet<&str> = cards.iter().copied().collect();
    let foreign: Vec<&str> = written.difference(&own).copied().collect();
    let lacking: Vec<&str> = own.difference(&written).copied().collect();
    let of_set = written.intersection(&own).count();
    if of_set < MIN_CARDS || written.len() > MAX_CARDS || foreign.is_empty() && lacking.is_empty() {
        return None;
    }
    let objective = Printing::Set(set, 1);
    let name = name_of(book, objective);
    let message = match (&foreign[..], &lacking[..]) {
        ([], lacking) => format!("The cards written below {name} lack {}.", lacking.join(", ")),
        (foreign, lacking) => format!(
            "Below {name} stands {}, which is no card of that set; it has {}.",
            foreign.join(", "),
            lacking.join(", ")
        ),
    };
    let finding = figures.finding(Game::Lcg, Code::MissingCard, message).about([card_at(book, objective)]);
    let whole = cards.len() >= MAX_CARDS;
    let certainty = if whole { Certainty::Likely } else { Certainty::Unknown };
    Some(finding.on([line]).at_most(certainty).fix(format!("Ask the player which cards lie with {name}.")))
}
