//! The restricted list in force on the day. If its contents are not known, the deck is checked against every
//! list it may be.

use std::collections::{BTreeMap, BTreeSet};

use super::reading::{card_at, name_of};
use super::rules::RuleContext;
use crate::corpus::cards::{Printing, Side};
use crate::corpus::{Certainty, Game};
use crate::deck::code::Code;
use crate::deck::figures::{Groups, RestrictedKind, RestrictedList};
use crate::deck::report::Finding;

/// The sets of the deck, by index, that are in the same group.
type Together = BTreeSet<usize>;

/// A group of the list: its side and number.
type Group = (Side, usize);

/// Violations of the restricted list, and a warning if the list is uncertain and that matters.
pub(super) fn check(context: &RuleContext<'_>) -> (Vec<Finding>, Vec<Finding>) {
    let Some(list) = context.figures.restricted_on(context.day) else { return (Vec::new(), Vec::new()) };
    let breaches: Vec<BTreeMap<Together, Group>> =
        list.readings.iter().map(|r| breaches(context, r)).collect();
    let mut together: BTreeMap<&Together, Group> = BTreeMap::new();
    for (sets, group) in breaches.iter().flatten() {
        together.entry(sets).or_insert(*group);
    }
    let by_all = |sets: &Together| breaches.iter().all(|b| b.keys().any(|other| other.is_superset(sets)));
    // Do not report part of a violation that all possible lists agree on.
    let said_more = |sets: &Together| {
        together.keys().any(|other| *other != sets && other.is_superset(sets) && by_all(other))
    };
    let found = together.iter().filter(|(sets, _)| !said_more(sets));
    let found =
        found.map(|(sets, group)| breach(context, list, sets, *group, by_all(sets))).collect::<Vec<_>>();
    let warnings = if found.is_empty() { uncertain(context, list) } else { Vec::new() };
    (found, warnings)
}

fn breaches(context: &RuleContext<'_>, reading: &Groups) -> BTreeMap<Together, Group> {
    let present = |group: &[crate::corpus::yaml::Spanned<String>]| -> Together {
        let indices = group.iter().filter_map(|set| context.book.set_index(set));
        indices.filter(|at| context.reading.sets.contains_key(at)).collect()
    };
    let groups = reading.all().map(|(side, n, group)| (present(group), (side, n)));
    groups.filter(|(together, _)| together.len() > 1).collect()
}

fn breach(
    context: &RuleContext<'_>,
    list: &RestrictedList,
    sets: &Together,
    group: Group,
    by_all: bool,
) -> Finding {
    let names: Vec<String> = sets.iter().map(|at| name_of(context.book, Printing::Set(*at, 1))).collect();
    let names = names.join(" and ");
    let likely = if list.certainty == Certainty::Likely { " (likely)" } else { "" };
    let message = match (by_all, list.mode) {
        (false, _) => format!(
            "{names} are on the restricted list of {}; whether they exclude each other is not known.",
            list.document
        ),
        (true, RestrictedKind::Groups) => {
            format!("{names} are of one restricted group; a deck may have one set of it.")
        }
        (true, _) => format!("{names} are restricted; a deck may have one set of the list{likely}."),
    };
    let mut finding = context.finding(Code::Restricted, message);
    (finding.ruling, finding.citation) = context.figures.cited(list.ruling.as_deref(), Some(&list.cite));
    if let (RestrictedKind::Groups, Some(citation)) = (list.mode, &mut finding.citation) {
        citation.push_str(&format!(", {} side group {}", group.0, group.1));
    }
    finding.certainty = if by_all { list.certainty } else { Certainty::Unknown };
    let lines = sets.iter().flat_map(|at| context.reading.sets[at].lines.iter().copied());
    let about = sets.iter().map(|at| card_at(context.book, Printing::Set(*at, 1)));
    finding.about(about).on(lines).fix("Keep one of these sets and replace the others.")
}

/// Warns of a set on an uncertain list, even though nothing is violated.
fn uncertain(context: &RuleContext<'_>, list: &RestrictedList) -> Vec<Finding> {
    let member = |at: &usize| {
        let set = context.book.set_at(*at).set.as_str();
        list.readings
            .iter()
            .flat_map(Groups::all)
            .any(|(_, _, group)| group.iter().any(|s| s.as_str() == set))
    };
    let members: Vec<usize> = context.reading.sets.keys().copied().filter(member).collect();
    if list.certainty == Certainty::Certain || members.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = members.iter().map(|at| name_of(context.book, Printing::Set(*at, 1))).collect();
    let note = list.note.as_deref().map(|n| format!(" ({n})")).unwrap_or_default();
    let message = format!(
        "{} stands on the restricted list of {}, which is known only as likely{note}.",
        names.join(", "),
        list.document
    );
    let mut finding = context.figures.finding(Game::Lcg, Code::ListUncertain, message);
    finding.certainty = Certainty::Likely;
    finding.citation = Some(list.cite.clone());
    vec![finding.about(members.iter().map(|at| card_at(context.book, Printing::Set(*at, 1))))]
}
