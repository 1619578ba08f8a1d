//! One interpretation of a list: affiliation cards, objective sets, command deck, and what remains open.

use std::collections::BTreeMap;

use crate::corpus::cards::{LcgBook, Printing};
use crate::deck::copies::Copies;
use crate::deck::list::{Count, DeckEntry, DeckFormat, Zone};
use crate::deck::report::CardAt;

/// The command cards of a line, which may be any of these printings.
#[derive(Debug, Clone)]
pub(super) struct CommandLine {
    pub(super) candidates: Vec<Printing>,
    pub(super) count: u32,
    pub(super) line: usize,
}

/// One interpretation of a list.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    /// By index.
    pub(super) affiliations: BTreeMap<usize, Copies>,
    /// By index.
    pub(super) sets: BTreeMap<usize, Copies>,
    /// By index.
    pub(super) fan: BTreeMap<usize, Copies>,
    /// By index.
    pub(super) challenge: BTreeMap<usize, Copies>,
    pub(super) command: Vec<CommandLine>,
    /// Cards in the wrong zone, with their lines.
    pub(super) misplaced: Vec<(Printing, usize)>,
    /// Copies on unmatched lines that may be objective sets.
    pub(super) open_sets: u32,
    /// Unreadable lines that may be sets.
    pub(super) unread_sets: u32,
    /// Copies on unmatched lines that may be command cards.
    pub(super) open_command: u32,
    /// Whether an affiliation was named but not recognized.
    pub(super) open_affiliation: bool,
    /// Whether the command deck is listed at all.
    pub(super) lists_command: bool,
}

impl Reading {
    /// The number of objective sets, including fan-made ones.
    pub(super) fn total(&self) -> u32 {
        self.sets.values().chain(self.fan.values()).fold(0, |sum, c| sum.saturating_add(c.count))
    }
}

impl Reading {
    /// Adds a line that means any of these printings.
    pub(super) fn enter(
        &mut self,
        printings: &[Printing],
        count: u32,
        entry: &DeckEntry,
        format: DeckFormat,
    ) {
        let Some(first) = printings.first().copied() else { return };
        let in_zones = matches!(
            format,
            DeckFormat::Octgn | DeckFormat::LackeyXml | DeckFormat::OfflineBuilder | DeckFormat::Yaml
        );
        let zone = if in_zones { entry.zone } else { Zone::Any };
        match first {
            Printing::Affiliation(at) => {
                let copies = self.affiliations.entry(at).or_default();
                // In a list typed by hand, naming an affiliation again means the same card.
                let more = if format.is_export() { count } else { count.saturating_sub(copies.count) };
                copies.add(more, entry.line);
            }
            Printing::Challenge(at) => self.challenge.entry(at).or_default().add(count, entry.line),
            Printing::Set(at, 1) | Printing::Fan(at, 1) => {
                let sets = if matches!(first, Printing::Set(..)) { &mut self.sets } else { &mut self.fan };
                sets.entry(at).or_default().add(count, entry.line);
                if matches!(zone, Zone::Command | Zone::Affiliation) {
                    self.misplaced.push((first, entry.line));
                }
            }
            Printing::Set(..) | Printing::Fan(..) => {
                if matches!(zone, Zone::Objectives | Zone::Affiliation) {
                    self.misplaced.push((first, entry.line));
                } else {
                    let candidates = printings.to_vec();
                    self.command.push(CommandLine { candidates, count, line: entry.line });
                }
            }
        }
    }

    /// Records an unmatched line as open. In a list that counts its lines (`counted`), one without a count
    /// may have lost it.
    pub(super) fn leave_open(&mut self, entry: &DeckEntry, counted: bool) {
        // An illegible count may be any number.
        let count = match entry.count {
            Count::Bad => Count::MAX,
            Count::Between(_, more) => more,
            // No set occurs more often.
            Count::NotGiven if counted => 2,
            Count::NotGiven | Count::Of(_) => entry.count.number(),
        };
        match entry.zone {
            Zone::Affiliation => self.open_affiliation = true,
            Zone::Command => self.open_command = self.open_command.saturating_add(count),
            Zone::Objectives => self.open_sets = self.open_sets.saturating_add(count),
            Zone::Any => {
                self.open_sets = self.open_sets.saturating_add(count);
                self.open_command = self.open_command.saturating_add(count);
            }
            Zone::Aside => {}
        }
    }
}

/// A printing's title, followed by its set in brackets.
pub(super) fn name_of(book: &LcgBook, printing: Printing) -> String {
    let title = book.title(printing);
    match printing {
        Printing::Set(at, 1) => format!("{title} ({})", *book.set_at(at).set),
        Printing::Set(at, position) => format!("{title} ({}-{position})", *book.set_at(at).set),
        Printing::Fan(at, position) => format!("{title} ({}-{position})", *book.fan_at(at).set),
        Printing::Affiliation(_) | Printing::Challenge(_) => title.to_owned(),
    }
}

/// A printing as it appears in reports.
pub(super) fn card_at(book: &LcgBook, printing: Printing) -> CardAt {
    let name = book.title(printing).to_owned();
    let (number, set) = match printing {
        Printing::Set(at, position) => (
            book.card_at(at, position).map(|c| c.number.value.clone()),
            Some(book.set_at(at).set.value.clone()),
        ),
        Printing::Fan(at, _) => (None, Some(book.fan_at(at).set.value.clone())),
        Printing::Affiliation(at) => (book.affiliations()[at].number.clone(), None),
        Printing::Challenge(at) => (Some(book.challenge_at(at).number.value.clone()), None),
    };
    CardAt { name, number, set }
}
