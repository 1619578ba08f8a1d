//! Why a line is refused: which of several reasons says most, what it rests on, and what to write for that.

use super::Game;
use super::names::is_called;
use crate::engine::kernel::{Basis, BookRule, Refusal};

/// Whether a refusal rests on a ruling; any will do when none is named.
pub(super) fn rests_on<G: Game>(table: &G::Table, refusal: &Refusal, ruling: &str) -> bool {
    let also = || refusal.also.iter().any(|basis| is_basis::<G>(table, basis, ruling));
    is_basis::<G>(table, &refusal.basis, ruling) || !ruling.is_empty() && also()
}

/// Whether a ruling is what something rests on.
fn is_basis<G: Game>(table: &G::Table, basis: &Basis, ruling: &str) -> bool {
    match basis {
        Basis::Unspecified(_) | Basis::Program(_) => false,
        Basis::Ruling(_) | Basis::Rulebook(_) | Basis::Card(_) | Basis::Question if ruling.is_empty() => true,
        Basis::Ruling(id) => {
            let printed = || G::repeats(id).is_some_and(|rule| is_rule(&rule, ruling));
            id == ruling || id.split('#').next() == Some(ruling) || printed()
        }
        Basis::Rulebook(rule) => is_rule(rule, ruling),
        Basis::Card(card) => ruling == "card" || is_called::<G>(table, ruling, card),
        // What only does not fit the question may be a slip of the pen: no rule is shown by it.
        Basis::Question => false,
    }
}

/// Whether a rule of the rulebook is meant: by the word for all of them, by its place, or by an entry that
/// says it.
pub(super) fn is_rule(rule: &BookRule, ruling: &str) -> bool {
    ruling == "rulebook" || rule.place == ruling || rule.says.contains(&ruling)
}

/// A sentence with the rule it rests on, if it rests on one.
pub(super) fn cited(text: &str, basis: &Basis) -> String {
    match basis {
        Basis::Ruling(id) => format!("{text} ({id})"),
        Basis::Rulebook(rule) => format!("{text} (rulebook, {rule})"),
        Basis::Card(card) => format!("{text} (card: {card})"),
        Basis::Question | Basis::Program(_) | Basis::Unspecified(_) => text.to_owned(),
    }
}

/// What to write for the basis of a refusal, where another was written.
pub(super) fn what_to_write(reason: &Refusal, ruling: &str) -> String {
    match &reason.basis {
        Basis::Rulebook(BookRule { says: [id, ..], .. }) if ruling.contains(":core.") => {
            format!(" Where that rule of the rulebook is meant, say `{id}`, or `rulebook` for any of them.")
        }
        Basis::Rulebook(_) => " Where the rulebook says so, say `refused: rulebook`.".into(),
        Basis::Card(_) => " Where a card says so, say `card`.".into(),
        Basis::Ruling(id) => format!(" Where that ruling is meant, say `refused: {id}`."),
        Basis::Question | Basis::Program(_) | Basis::Unspecified(_) => String::new(),
    }
}

/// That what was to be refused by a ruling is refused by something else.
pub(super) fn otherwise_refused(ruling: &str, reason: &Refusal) -> String {
    let found = cited(&reason.text, &reason.basis);
    if ruling.is_empty() {
        return format!("This was to be refused, but: {found}");
    }
    format!("This was to be refused by {ruling}, but: {found}{}", what_to_write(reason, ruling))
}

/// Of several reasons the one that rests on a ruling, if it is named; else the first that says more than that
/// it is not the moment.
pub(super) fn most_specific<G: Game>(table: &G::Table, reasons: Vec<Refusal>, ruling: &str) -> Refusal {
    let rests = |reason: &&Refusal| !ruling.is_empty() && rests_on::<G>(table, reason, ruling);
    if let Some(named) = reasons.iter().find(rests) {
        return named.clone();
    }
    let says = |reason: &Refusal| !reason.is_untimely() && !matches!(reason.basis, Basis::Program(_));
    let any = reasons.iter().any(says);
    let (said, late): (Vec<Refusal>, Vec<Refusal>) = reasons.into_iter().partition(|r| !any || says(r));
    let found = said.first().or_else(|| late.first()).cloned();
    found.unwrap_or_else(G::not_open)
}

/// Whether reasons only say that it is not the moment, where that is not what was expected.
pub(super) fn is_vague<G: Game>(table: &G::Table, reasons: &[Refusal], ruling: &str) -> bool {
    let expected = |reason: &Refusal| !ruling.is_empty() && rests_on::<G>(table, reason, ruling);
    is_late(reasons) && !reasons.iter().any(expected)
}

/// Whether all reasons only say that it is not the moment.
pub(super) fn is_late(reasons: &[Refusal]) -> bool {
    reasons.iter().all(Refusal::is_untimely)
}
