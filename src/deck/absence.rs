//! How certain it is that something is wrong with a deck that was typed: what follows from what its list
//! lacks, or from how many of something were counted, is certain only if all of the text was understood.

use super::code::Code;
use super::list::Decklist;
use super::report::Finding;
use crate::corpus::Certainty;

/// The findings, none more certain than what was read of the list allows.
pub(super) fn tempered(found: Vec<Finding>, list: &Decklist) -> Vec<Finding> {
    let tempered = |finding: Finding| {
        let most = most_certain(&finding, list);
        finding.at_most(most)
    };
    found.into_iter().map(tempered).collect()
}

/// How certain a finding can be at the most.
fn most_certain(finding: &Finding, list: &Decklist) -> Certainty {
    let (code, doubts) = (finding.code, &list.doubts);
    let inferred = || finding.lines.iter().any(|line| doubts.inferred_counts.contains(line));
    let of_copies = matches!(code, Code::TooManyCopies | Code::OverLimit);
    // What the list says itself does not follow from what it lacks.
    let said = code == Code::NoAffiliation && list.without_affiliation.is_some();
    let lacks = is_of_lack(code) && !said;
    let open = doubts.which_list
        || of_copies && (doubts.count_carried || inferred())
        || doubts.two_decks && is_of_sides(code)
        || lacks && list.may_have_more();
    let hangs = of_copies || lacks || code == Code::TwoSides;
    match (open, doubts.partly_read && hangs) {
        (true, _) => Certainty::Unknown,
        (false, true) => Certainty::Likely,
        (false, false) => Certainty::Certain,
    }
}

/// Whether a finding follows from something that the list does not have.
fn is_of_lack(code: Code) -> bool {
    use Code::{Demand, MissingCard, NoAffiliation, NoObjective, TooFewCards, TooFewSets, TooFewUnits};
    matches!(
        code,
        Demand | MissingCard | NoAffiliation | NoObjective | TooFewCards | TooFewSets | TooFewUnits
    )
}

/// Whether a finding is none of two decks in one text, each of its own side.
fn is_of_sides(code: Code) -> bool {
    matches!(code, Code::WrongSide | Code::TwoSides | Code::AffiliationOnly | Code::SeveralAffiliations)
}
