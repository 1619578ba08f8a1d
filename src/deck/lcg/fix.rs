//! The smallest change that makes an illegal deck legal, measured in objective sets exchanged, added or
//! removed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::reading::{Reading, name_of};
use super::rules::RuleContext;
use crate::corpus::Game;
use crate::corpus::cards::Printing;
use crate::corpus::cards::lcg::{AffiliationCard, Demands};
use crate::deck::code::Code;
use crate::deck::figures::Groups;

/// With more listed sets in a deck than this no fix is proposed, since every subset of them is tried.
const MAX_WEIGHED: usize = 12;

/// What makes the deck another: rows that lose copies, and rows that gain some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DeckChange {
    /// Copies to remove, by index of the set.
    remove: BTreeMap<usize, u32>,
    /// Copies to remove, by index of the fan-made set.
    remove_fan: BTreeMap<usize, u32>,
    /// Sets to add, any that nothing forbids: their number, and their affiliations (empty for any).
    add: Vec<(u32, Vec<String>)>,
    /// The index of the affiliation card to play instead.
    affiliation: Option<usize>,
}

impl DeckChange {
    /// The number of changes; exchanging one set for another counts as one.
    fn cost(&self) -> u32 {
        let removed: u32 = self.remove.values().chain(self.remove_fan.values()).sum();
        removed.max(self.added()) + u32::from(self.affiliation.is_some())
    }
}

impl DeckChange {
    fn added(&self) -> u32 {
        self.add.iter().map(|(n, _)| n).sum()
    }
}

/// The smallest change, if changing sets and affiliation can make the deck legal.
pub(super) fn smallest(context: &RuleContext<'_>) -> Option<DeckChange> {
    let now = context.reading.affiliations.keys().next().copied();
    let cards = context.book.affiliations().iter().enumerate();
    // A card with demands may be kept but is not proposed: nobody rebuilds a deck to correct one mistake.
    let candidates = cards.filter(|(at, card)| now == Some(*at) || card.demands.is_none());
    let several = context.reading.affiliations.values().map(|c| c.count).sum::<u32>() != 1;
    let changes = candidates.filter_map(|(at, card)| {
        let mut change = with(context, card)?;
        change.affiliation = (now != Some(at) || several).then_some(at);
        Some(change)
    });
    // Among changes of equal cost, prefer keeping the card, and then the affiliation of most sets.
    let own = |at: usize| {
        let affiliation = &context.book.affiliations()[at].affiliation;
        let sets = context.sets().filter(|(_, set, _)| set.affiliation == *affiliation);
        sets.fold(0_u32, |sum, (_, _, copies)| sum.saturating_add(copies.count))
    };
    changes.min_by_key(|c| (c.cost(), c.affiliation != now, Reverse(c.affiliation.map(own)), c.affiliation))
}

/// The smallest change for a given affiliation card.
fn with(context: &RuleContext<'_>, card: &AffiliationCard) -> Option<DeckChange> {
    let mut keep: BTreeMap<usize, u32> = BTreeMap::new();
    for (at, set, copies) in context.sets() {
        let fits = set.side == card.side && (!set.affiliation_only || set.affiliation == card.affiliation);
        keep.insert(at, if fits { copies.count.min(context.limit(set)) } else { 0 });
    }
    unrestrict(context, &mut keep)?;
    let add = match &card.demands {
        Some(demands) => fit_demands(context, demands, &mut keep),
        None => {
            let kept: u32 = keep.values().sum();
            let least = context.figures.figure(Game::Lcg, Code::TooFewSets, 0);
            vec![(least.saturating_sub(kept), Vec::new())]
        }
    };
    let removed =
        context.sets().map(|(at, _, copies)| (at, copies.count - keep[&at])).filter(|(_, n)| *n > 0);
    Some(DeckChange {
        remove: removed.collect(),
        remove_fan: context.reading.fan.iter().map(|(at, copies)| (*at, copies.count)).collect(),
        add: add.into_iter().filter(|(n, _)| *n > 0).collect(),
        affiliation: None,
    })
}

/// Removes what exceeds the affiliation card's demands, and returns what is missing.
fn fit_demands(
    context: &RuleContext<'_>,
    demands: &Demands,
    keep: &mut BTreeMap<usize, u32>,
) -> Vec<(u32, Vec<String>)> {
    let mut rooms: Vec<(u32, Vec<String>)> =
        demands.parts.iter().map(|part| (part.count, part.affiliations.clone())).collect();
    for (at, kept) in keep {
        let affiliation = &context.book.set_at(*at).affiliation;
        match rooms.iter_mut().find(|(_, of)| of.contains(affiliation)) {
            Some((room, _)) => {
                *kept = (*kept).min(*room);
                *room -= *kept;
            }
            None => *kept = 0,
        }
    }
    rooms
}

/// Removes the fewest copies so that no group of any possible list has two sets in the deck. In case of a
/// tie, keeps lower set numbers.
fn unrestrict(context: &RuleContext<'_>, keep: &mut BTreeMap<usize, u32>) -> Option<()> {
    let Some(list) = context.figures.restricted_on(context.day) else { return Some(()) };
    let groups: Vec<Vec<usize>> = list
        .readings
        .iter()
        .flat_map(Groups::all)
        .map(|(_, _, group)| group.iter().filter_map(|set| context.book.set_index(set)).collect())
        .collect();
    let mut listed: Vec<usize> =
        groups.iter().flatten().copied().filter(|at| keep.get(at) > Some(&0)).collect();
    listed.sort_unstable();
    listed.dedup();
    if listed.len() > MAX_WEIGHED {
        return None;
    }
    let out_of = |choice: u32| -> Vec<usize> {
        listed.iter().enumerate().filter(|(n, _)| choice & (1 << n) != 0).map(|(_, at)| *at).collect()
    };
    let fine = |out: &[usize]| {
        groups.iter().all(|g| g.iter().filter(|at| listed.contains(at) && !out.contains(at)).count() < 2)
    };
    let cost = |out: &[usize]| out.iter().map(|at| keep[at]).sum::<u32>();
    let best = (0..1_u32 << listed.len())
        .map(out_of)
        .filter(|out| fine(out))
        .min_by_key(|out| (cost(out), std::cmp::Reverse(out.clone())))?;
    for at in best {
        keep.insert(at, 0);
    }
    Some(())
}

/// The change as a sentence; `None` if it changes nothing.
pub(super) fn sentence(change: &DeckChange, reading: &Reading, context: &RuleContext<'_>) -> Option<String> {
    let removed = change.remove.iter().map(|(at, n)| (Printing::Set(*at, 1), *n));
    let fan = change.remove_fan.iter().map(|(at, n)| (Printing::Fan(*at, 1), *n));
    let named = |(printing, n): (Printing, u32)| format!("{n} {}", name_of(context.book, printing));
    let out: Vec<String> = removed.chain(fan).map(named).collect();
    let mut steps = Vec::new();
    if let Some(at) = change.affiliation {
        let verb = if reading.affiliations.is_empty() { "name" } else { "play" };
        steps.push(format!("{verb} the affiliation card {}", *context.book.affiliations()[at].title));
    }
    let added: Vec<String> = change.add.iter().map(|(n, of)| additions(*n, of)).collect();
    match (out.is_empty(), added.is_empty()) {
        (true, true) => {}
        (true, false) => steps.push(format!("add {}", added.join(" and "))),
        (false, true) => steps.push(format!("take out {}", out.join(", "))),
        (false, false) => steps.push(format!("take out {} and add {}", out.join(", "), added.join(" and "))),
    }
    let whole = reading.lists_command && change.cost() > u32::from(change.affiliation.is_some());
    let with = if whole { ", with their command cards" } else { "" };
    (!steps.is_empty()).then(|| capital(&format!("{}{with}.", steps.join("; "))))
}

fn additions(n: u32, of: &[String]) -> String {
    let sets = if n == 1 { "set" } else { "sets" };
    if of.is_empty() { format!("{n} {sets}") } else { format!("{n} {} {sets}", of.join(" or ")) }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::super::{restricted, rules};
    use super::*;
    use crate::corpus::cards::CardBook;
    use crate::corpus::{Corpus, Day, Files};
    use crate::deck::Figures;
    use crate::deck::copies::Copies;

    static FACTS: LazyLock<(CardBook, Figures)> = LazyLock::new(|| {
        let files = Files::built_in();
        let (book, _) = CardBook::load(&files);
        let (figures, _) = Figures::load(&files, &Corpus::load(&files).0, &book);
        (book, figures)
    });

    fn context(reading: &Reading, day: Day) -> RuleContext<'_> {
        RuleContext {
            reading,
            book: &FACTS.0.lcg,
            figures: &FACTS.1,
            day,
            export: true,
            typed: false,
            without_affiliation: None,
        }
    }

    fn violations(reading: &Reading, day: Day) -> Vec<String> {
        let context = context(reading, day);
        let found = [rules::affiliation(&context), rules::size(&context), rules::side(&context)];
        let more =
            [rules::affiliation_only(&context), rules::copies(&context), restricted::check(&context).0];
        found.into_iter().chain(more).flatten().map(|f| f.message).collect()
    }

    /// The deck after the change. Added sets are ones that no list names and no objective limits.
    fn changed(reading: &Reading, change: &DeckChange, day: Day) -> Reading {
        let mut after = reading.clone();
        for (at, n) in &change.remove {
            if let Some(copies) = after.sets.get_mut(at) {
                copies.count -= n;
            }
        }
        after.sets.retain(|_, copies| copies.count > 0);
        if let Some(at) = change.affiliation {
            after.affiliations = BTreeMap::from([(at, Copies { count: 1, ..Copies::default() })]);
        }
        let listed: Vec<&str> = FACTS
            .1
            .restricted()
            .iter()
            .flat_map(|l| &l.readings)
            .flat_map(Groups::all)
            .flat_map(|(_, _, group)| group)
            .map(|set| set.as_str())
            .collect();
        let side = rules::deck_side(&context(&after, day)).expect("it has an affiliation card");
        for (n, of) in &change.add {
            for _ in 0..*n {
                let fits = |at: &usize| {
                    let set = FACTS.0.lcg.set_at(*at);
                    let room = after.sets.get(at).map_or(0, |c| c.count) < context(&after, day).limit(set);
                    let wanted = of.is_empty() || of.contains(&set.affiliation);
                    room && wanted
                        && set.side == side
                        && !set.affiliation_only
                        && !listed.contains(&set.set.as_str())
                };
                let at = (0..FACTS.0.lcg.sets().count()).find(fits).expect("there are sets enough");
                after.sets.entry(at).or_default().count += 1;
            }
        }
        after
    }

    fn readings() -> impl Strategy<Value = Reading> {
        let sets = proptest::collection::btree_map(0..FACTS.0.lcg.sets().count(), 1_u32..4, 0..14);
        let listed = proptest::sample::subsequence(vec!["99", "103", "112", "128", "97", "229", "237"], 0..5);
        (0..FACTS.0.lcg.affiliations().len(), sets, listed).prop_map(|(affiliation, sets, listed)| {
            let of = |count| Copies { count, ..Copies::default() };
            let listed = listed.into_iter().filter_map(|set| Some((FACTS.0.lcg.set_index(set)?, of(1))));
            Reading {
                affiliations: BTreeMap::from([(affiliation, of(1))]),
                sets: sets.into_iter().map(|(at, n)| (at, of(n))).chain(listed).collect(),
                ..Reading::default()
            }
        })
    }

    /// Without an affiliation card, the change names the affiliation of most sets.
    #[test]
    fn the_change_names_the_affiliation_most_sets_have() {
        let day = Day("2014-10-06".parse().expect("a day"));
        for (at, card) in FACTS.0.lcg.affiliations().iter().enumerate().filter(|(_, c)| c.demands.is_none()) {
            let own = |set: &&str| {
                let set = FACTS.0.lcg.set_at(FACTS.0.lcg.set_index(set).expect("a set"));
                set.affiliation == card.affiliation && !set.affiliation_only && set.limit.is_none()
            };
            let numbers: Vec<String> = (1..=130).map(|n| n.to_string()).collect();
            let sets = numbers.iter().map(String::as_str).filter(own).take(4);
            let copies = Copies { count: 2, ..Copies::default() };
            let sets = sets.filter_map(|set| Some((FACTS.0.lcg.set_index(set)?, copies.clone())));
            let reading = Reading { sets: sets.collect(), ..Reading::default() };
            let change = smallest(&context(&reading, day)).expect("a change");
            assert_eq!(change.affiliation, Some(at), "{}: {change:?}", *card.title);
        }
    }

    proptest! {
        #[test]
        fn the_change_makes_any_deck_legal_and_a_legal_deck_needs_none(
            reading in readings(),
            day in proptest::sample::select(vec!["2014-10-06", "2015-12-01", "2016-12-01", "2017-06-01"]),
        ) {
            let day = Day(day.parse().expect("a day"));
            let change = smallest(&context(&reading, day)).expect("every deck can be changed");
            let after = changed(&reading, &change, day);
            prop_assert_eq!(violations(&after, day), Vec::<String>::new(), "{:?}", change);
            prop_assert_eq!(change.cost() == 0, violations(&reading, day).is_empty());
        }
    }
}
