//! The rules on affiliation, size, side and copies, each a function from a deck to its findings.

use std::collections::BTreeSet;

use super::reading::{Reading, card_at, name_of};
use crate::corpus::cards::lcg::{AffiliationCard, Demands, Part};
use crate::corpus::cards::{LcgBook, ObjectiveSet, Printing, Side};
use crate::corpus::plural::pluralize;
use crate::corpus::{Certainty, Day, Game};
use crate::deck::code::Code;
use crate::deck::copies::Copies;
use crate::deck::figures::Figures;
use crate::deck::report::{CardAt, Finding};

/// What every rule looks at.
pub(super) struct RuleContext<'a> {
    pub(super) reading: &'a Reading,
    pub(super) book: &'a LcgBook,
    pub(super) figures: &'a Figures,
    pub(super) day: Day,
    /// Whether a program wrote the list, and so would have included the affiliation card.
    pub(super) export: bool,
    /// Whether a person typed the list and may have made mistakes.
    pub(super) typed: bool,
    /// The line that says that there is no affiliation card.
    pub(super) without_affiliation: Option<usize>,
}

impl<'a> RuleContext<'a> {
    pub(super) fn finding(&self, code: Code, message: impl Into<String>) -> Finding {
        self.figures.finding(Game::Lcg, code, message)
    }

    /// The affiliation cards of the deck.
    pub(super) fn affiliations(&self) -> impl Iterator<Item = &'a AffiliationCard> {
        self.reading.affiliations.keys().map(|at| &self.book.affiliations()[*at])
    }

    /// The objective sets of the deck, with index and copies.
    pub(super) fn sets(&self) -> impl Iterator<Item = (usize, &'a ObjectiveSet, &'a Copies)> {
        self.reading.sets.iter().map(|(at, copies)| (*at, self.book.set_at(*at), copies))
    }

    /// The number of copies of a set that a deck may contain on the day.
    pub(super) fn limit(&self, set: &ObjectiveSet) -> u32 {
        let erratum = self.figures.erratum(&set.set, self.day).map(|e| e.limit);
        let rule = self.figures.figure(Game::Lcg, Code::TooManyCopies, u32::MAX);
        erratum.or(set.limit).unwrap_or(rule).min(rule)
    }

    /// The number of sets of which a list typed by hand names command cards but not the objective.
    fn unclaimed_sets(&self) -> u32 {
        if self.export {
            return 0;
        }
        let own = |line: &&super::reading::CommandLine| {
            !line
                .candidates
                .iter()
                .any(|p| matches!(p, Printing::Set(at, _) if self.reading.sets.contains_key(at)))
        };
        let counts = self.reading.command.iter().filter(own).map(|line| line.count.min(2));
        counts.fold(0, u32::saturating_add)
    }

    fn about(&self, set: usize) -> CardAt {
        card_at(self.book, Printing::Set(set, 1))
    }

    fn name(&self, set: usize) -> String {
        name_of(self.book, Printing::Set(set, 1))
    }
}

/// Exactly one affiliation card.
pub(super) fn affiliation(context: &RuleContext<'_>) -> Vec<Finding> {
    let cards: u32 = context.reading.affiliations.values().fold(0, |sum, c| sum.saturating_add(c.count));
    let allowed = context.figures.figure(Game::Lcg, Code::SeveralAffiliations, 1);
    if cards == 0 {
        let finding = context.finding(Code::NoAffiliation, "The list names no affiliation card.");
        let finding = finding.fix("Name the affiliation: a line such as \"Affiliation: …\".");
        // A program would have included it; a person may just not have written it down.
        let sure =
            context.without_affiliation.is_some() || context.export && !context.reading.open_affiliation;
        let finding = finding.on(context.without_affiliation);
        return vec![if sure { finding } else { finding.at_most(Certainty::Unknown) }];
    }
    if cards <= allowed {
        return Vec::new();
    }
    let titles: Vec<String> = context.affiliations().map(|a| a.title.value.clone()).collect();
    let message = format!("The deck has {cards} affiliation cards: {}.", titles.join(", "));
    let about =
        context.reading.affiliations.keys().map(|at| card_at(context.book, Printing::Affiliation(*at)));
    let lines = context.reading.affiliations.values().flat_map(|c| c.lines.iter().copied());
    vec![context.finding(Code::SeveralAffiliations, message).about(about).on(lines).fix("Keep one of them.")]
}

/// Fan-made sets and challenge cards.
pub(super) fn other_makers(context: &RuleContext<'_>) -> Vec<Finding> {
    let fan = context.reading.fan.iter().map(|(at, copies)| {
        let set = context.book.fan_at(*at);
        let message = format!("{} ({}) is fan-made, of {}.", set.title, *set.set, set.product);
        let finding =
            context.finding(Code::FanSet, message).about([card_at(context.book, Printing::Fan(*at, 1))]);
        finding.on(copies.lines.iter().copied()).fix("Replace it by a set of the publisher's.")
    });
    let challenge = context.reading.challenge.iter().map(|(at, copies)| {
        let title = &context.book.challenge_at(*at).title;
        let message = format!("{title} is a card of a challenge deck.");
        let about = [card_at(context.book, Printing::Challenge(*at))];
        let finding = context.finding(Code::ChallengeCard, message).about(about);
        finding.on(copies.lines.iter().copied()).fix("Take it out.")
    });
    fan.chain(challenge).collect()
}

/// The minimum number of sets; for an affiliation card with demands, exactly what it demands.
pub(super) fn size(context: &RuleContext<'_>) -> Vec<Finding> {
    let total = context.reading.total();
    let least = context.figures.figure(Game::Lcg, Code::TooFewSets, 0);
    let mut found = Vec::new();
    if total < least {
        let lacking = least - total;
        let sets = if total == 1 { "set" } else { "sets" };
        let message = format!("The deck has {total} objective {sets}; it needs at least {least}.");
        let finding = context.finding(Code::TooFewSets, message).fix(format!("Add {lacking} more."));
        // A command card without its objective may stand for the set, and an unreadable line for another set.
        let hinted = context.unclaimed_sets().saturating_add(context.reading.unread_sets);
        let open = context.reading.open_sets.saturating_add(hinted) >= lacking;
        // If open lines may account for what is missing, they are reported themselves.
        let reported = context.reading.open_sets >= lacking;
        found.extend((!reported).then(|| if open { finding.at_most(Certainty::Unknown) } else { finding }));
    }
    found.extend(context.affiliations().filter_map(|card| demand(context, card)));
    found
}

fn demand(context: &RuleContext<'_>, card: &AffiliationCard) -> Option<Finding> {
    let demands = card.demands.as_ref()?;
    let count = |of: &[String]| {
        let of_part = context.sets().filter(|(_, set, _)| of.contains(&set.affiliation));
        of_part.fold(0_u32, |sum, (_, _, c)| sum.saturating_add(c.count))
    };
    let has: Vec<u32> = demands.parts.iter().map(|part| count(&part.affiliations)).collect();
    let total = context.reading.total();
    let as_demanded = demands.parts.iter().zip(&has).all(|(part, has)| part.count == *has);
    if as_demanded && total == demands.objectives {
        return None;
    }
    let at = context.reading.affiliations.values().flat_map(|c| c.lines.iter().copied());
    let about = CardAt { name: card.title.value.clone(), number: card.number.clone(), set: None };
    let finding = context.finding(Code::Demand, demanded(card, demands, &has, total)).on(at).about([about]);
    let finding =
        finding.fix("Exchange sets until each part has its number, or take another affiliation card.");
    // Unmatched lines may add what is missing, but cannot remove anything.
    let lacking: u32 = demands.parts.iter().zip(&has).map(|(p, has)| p.count.saturating_sub(*has)).sum();
    let none_over =
        demands.parts.iter().zip(&has).all(|(p, has)| *has <= p.count) && has.iter().sum::<u32>() == total;
    let open = none_over && context.reading.open_sets >= lacking;
    Some(if open { finding.at_most(Certainty::Unknown) } else { finding })
}

/// A sentence comparing the demands of an affiliation card with the deck.
fn demanded(card: &AffiliationCard, demands: &Demands, has: &[u32], total: u32) -> String {
    let reported = |(part, has): (&Part, &u32)| {
        format!("{} {} (it has {has})", part.count, part.affiliations.join(" or "))
    };
    let parts: Vec<String> = demands.parts.iter().zip(has).map(reported).collect();
    format!(
        "{} asks for exactly {} objectives, {}; the deck has {total}.",
        *card.title,
        demands.objectives,
        parts.join(" and ")
    )
}

/// Every set has the affiliation's side.
pub(super) fn side(context: &RuleContext<'_>) -> Vec<Finding> {
    let Some(side) = deck_side(context) else { return Vec::new() };
    let of = match context.affiliations().next() {
        Some(card) => format!("{} is {side} side", *card.title),
        None => format!("most of the deck is {side} side"),
    };
    let wrong = |(at, set, copies): (usize, &ObjectiveSet, &Copies)| {
        let message = format!("{} is a {} side set; {of}.", context.name(at), set.side);
        let finding = context.finding(Code::WrongSide, message).about([context.about(at)]);
        finding.on(copies.lines.iter().copied()).fix(format!("Replace it by a {side} side set."))
    };
    context.sets().filter(|(_, set, _)| set.side != side).map(wrong).collect()
}

/// The side of the affiliation card; without one, the side of most sets.
pub(super) fn deck_side(context: &RuleContext<'_>) -> Option<Side> {
    if let Some(card) = context.affiliations().next() {
        return Some(card.side);
    }
    let count = |side| {
        context.sets().filter(|(_, s, _)| s.side == side).map(|(_, _, c)| u64::from(c.count)).sum::<u64>()
    };
    match (count(Side::Light), count(Side::Dark)) {
        (0, 0) => None,
        (light, dark) if light >= dark => Some(Side::Light),
        _ => Some(Side::Dark),
    }
}

/// "Affiliation only" sets are in a deck of that affiliation.
pub(super) fn affiliation_only(context: &RuleContext<'_>) -> Vec<Finding> {
    let own: BTreeSet<&str> = context.affiliations().map(|a| a.affiliation.as_str()).collect();
    let demanding = || context.sets().filter(|(_, set, _)| set.affiliation_only);
    let demanded: BTreeSet<&str> = demanding().map(|(_, set, _)| set.affiliation.as_str()).collect();
    // Without an affiliation card, only sets that no single card could satisfy are violations.
    if own.is_empty() && demanded.len() < 2 {
        return Vec::new();
    }
    let message = |at: usize, set: &ObjectiveSet| match context.affiliations().next() {
        Some(card) => format!(
            "{} is {} affiliation only; the deck's affiliation is {}.",
            context.name(at),
            set.affiliation,
            card.affiliation
        ),
        None => format!(
            "{} is {} affiliation only; other sets of the deck are for another affiliation only.",
            context.name(at),
            set.affiliation
        ),
    };
    demanding()
        .filter(|(_, set, _)| !own.contains(set.affiliation.as_str()))
        .map(|(at, set, copies)| {
            let finding = context.finding(Code::AffiliationOnly, message(at, set)).about([context.about(at)]);
            let fix = format!("Replace it, or play the {} affiliation.", set.affiliation);
            finding.on(copies.lines.iter().copied()).fix(fix)
        })
        .collect()
}

/// Counts too large to be intended: those with one digit are probably typos for another, larger ones not
/// counts at all.
const LIKELY_TYPOS: std::ops::RangeFrom<u32> = 5..;

/// Copies of each set, limited by the rules, the objective, or its errata.
pub(super) fn copies(context: &RuleContext<'_>) -> Vec<Finding> {
    let rule = context.figures.figure(Game::Lcg, Code::TooManyCopies, u32::MAX);
    let over = |(at, set, copies): (usize, &ObjectiveSet, &Copies)| {
        let limit = context.limit(set);
        let surplus = copies.count.checked_sub(limit).filter(|n| *n > 0)?;
        let finding = if limit == rule {
            let message =
                format!("{} stands {} times; a set may stand {rule} times.", context.name(at), copies.count);
            context.finding(Code::TooManyCopies, message)
        } else {
            over_limit(context, at, set, copies.count)
        };
        let finding = finding.about([context.about(at)]).on(copies.lines.iter().copied());
        // A 7 in a handwritten or scanned list may be a 2: nobody plans to play that many.
        if context.typed && LIKELY_TYPOS.contains(&copies.greatest) {
            return Some(
                finding.at_most(Certainty::Unknown).fix("Ask the player: so many are likely a slip."),
            );
        }
        Some(finding.fix(format!("Replace {} by other sets.", pluralize(surplus, "copy"))))
    };
    context.sets().filter_map(over).collect()
}

fn over_limit(context: &RuleContext<'_>, at: usize, set: &ObjectiveSet, count: u32) -> Finding {
    let limit = context.limit(set);
    let erratum = context.figures.erratum(&set.set, context.day);
    let says = if erratum.is_some() { "by its errata" } else { "as it says" };
    let message = format!(
        "{} stands {count} times; {says}, its limit is {limit} per objective deck.",
        context.name(at)
    );
    let mut finding = context.finding(Code::OverLimit, message);
    if let Some(erratum) = erratum {
        (finding.ruling, finding.citation) =
            context.figures.cited(erratum.ruling.as_deref(), Some(&erratum.cite));
        finding.certainty = erratum.certainty;
    }
    finding
}
