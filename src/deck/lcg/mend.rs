//! The smallest change that makes an illegal deck legal, counted in objective sets exchanged, added or taken out.

use std::collections::BTreeMap;

use super::resolve::{Reading, name_of};
use super::rules::Look;
use crate::corpus::Game;
use crate::corpus::cards::Printing;
use crate::corpus::cards::lcg::AffiliationCard;
use crate::deck::code::Code;
use crate::deck::figures::Groups;

/// More sets of one deck on restricted groups than this are not weighed against each other.
const MOST_WEIGHED: usize = 12;

/// A change of a deck: what to take out, how many sets to add, which affiliation card to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    /// Copies to take out, by the set's index.
    remove: BTreeMap<usize, u32>,
    /// Fan-made sets to take out, by index, with their copies.
    remove_fan: BTreeMap<usize, u32>,
    /// Sets to add, of the deck's side, that nothing forbids.
    add: u32,
    /// The affiliation card to play instead, by index.
    affiliation: Option<usize>,
}

impl Change {
    /// How many changes these are: an exchange of one set for another is one.
    fn cost(&self) -> u32 {
        let removed: u32 = self.remove.values().chain(self.remove_fan.values()).sum();
        removed.max(self.add) + u32::from(self.affiliation.is_some())
    }
}

/// The smallest change, where the deck can be mended by changing sets and affiliation.
pub(super) fn smallest(look: &Look<'_>) -> Option<Change> {
    let now = look.reading.affiliations.keys().next().copied();
    let cards = look.book.affiliations().iter().enumerate();
    // A card with demands of its own is kept, not proposed: nobody changes a whole deck to mend one slip.
    let candidates = cards.filter(|(at, card)| now == Some(*at) || card.demands.is_none());
    let several = look.reading.affiliations.values().map(|c| c.count).sum::<u32>() != 1;
    let changes = candidates.filter_map(|(at, card)| {
        let mut change = with(look, card)?;
        change.affiliation = (now != Some(at) || several).then_some(at);
        Some(change)
    });
    changes.min_by_key(|c| (c.cost(), c.affiliation != now, c.affiliation))
}

/// The smallest change that keeps or takes this affiliation card.
fn with(look: &Look<'_>, card: &AffiliationCard) -> Option<Change> {
    let mut keep: BTreeMap<usize, u32> = BTreeMap::new();
    for (at, set, copies) in look.sets() {
        let fits = set.side == card.side && (!set.affiliation_only || set.affiliation == card.affiliation);
        keep.insert(at, if fits { copies.count.min(look.limit(set)) } else { 0 });
    }
    unrestrict(look, &mut keep)?;
    if card.demands.is_some() {
        fit_demands(look, card, &mut keep);
    }
    let kept: u32 = keep.values().sum();
    let least = match &card.demands {
        Some(demands) => demands.objectives,
        None => look.figures.figure(Game::Lcg, Code::TooFewSets, 0),
    };
    let removed = look.sets().map(|(at, _, copies)| (at, copies.count - keep[&at])).filter(|(_, n)| *n > 0);
    Some(Change {
        remove: removed.collect(),
        remove_fan: look.reading.fan.iter().map(|(at, copies)| (*at, copies.count)).collect(),
        add: least.saturating_sub(kept),
        affiliation: None,
    })
}

/// No more of each part than the affiliation card asks for.
fn fit_demands(look: &Look<'_>, card: &AffiliationCard, keep: &mut BTreeMap<usize, u32>) {
    let mut rooms: Vec<(u32, &[String])> = card
        .demands
        .iter()
        .flat_map(|d| &d.parts)
        .map(|part| (part.count, part.affiliations.as_slice()))
        .collect();
    for (at, kept) in keep {
        let affiliation = &look.book.set_at(*at).affiliation;
        match rooms.iter_mut().find(|(_, of)| of.contains(affiliation)) {
            Some((room, _)) => {
                *kept = (*kept).min(*room);
                *room -= *kept;
            }
            None => *kept = 0,
        }
    }
}

/// Takes out the fewest copies so that no group of any list it may be has two sets; ties keep the lower set numbers.
fn unrestrict(look: &Look<'_>, keep: &mut BTreeMap<usize, u32>) -> Option<()> {
    let Some(list) = look.figures.restricted_on(look.day) else { return Some(()) };
    let groups: Vec<Vec<usize>> = list
        .readings
        .iter()
        .flat_map(Groups::all)
        .map(|(_, _, group)| group.iter().filter_map(|set| look.book.set_index(set)).collect())
        .collect();
    let mut listed: Vec<usize> =
        groups.iter().flatten().copied().filter(|at| keep.get(at) > Some(&0)).collect();
    listed.sort_unstable();
    listed.dedup();
    if listed.len() > MOST_WEIGHED {
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

/// The change as a sentence; `None` when it changes nothing.
pub(super) fn sentence(change: &Change, reading: &Reading, look: &Look<'_>) -> Option<String> {
    let removed = change.remove.iter().map(|(at, n)| (Printing::Set(*at, 1), *n));
    let fan = change.remove_fan.iter().map(|(at, n)| (Printing::Fan(*at, 1), *n));
    let named = |(printing, n): (Printing, u32)| format!("{n} {}", name_of(look.book, printing));
    let out: Vec<String> = removed.chain(fan).map(named).collect();
    let mut steps = Vec::new();
    if let Some(at) = change.affiliation {
        let verb = if reading.affiliations.is_empty() { "name" } else { "play" };
        steps.push(format!("{verb} the affiliation card {}", *look.book.affiliations()[at].title));
    }
    let added = if change.add == 1 { "1 set".to_owned() } else { format!("{} sets", change.add) };
    match (out.is_empty(), change.add) {
        (true, 0) => {}
        (true, _) => steps.push(format!("add {added}")),
        (false, 0) => steps.push(format!("take out {}", out.join(", "))),
        (false, _) => steps.push(format!("take out {} and add {added}", out.join(", "))),
    }
    let whole = reading.lists_command && change.cost() > u32::from(change.affiliation.is_some());
    let with = if whole { ", with their command cards" } else { "" };
    (!steps.is_empty()).then(|| capital(&format!("{}{with}.", steps.join("; "))))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}
