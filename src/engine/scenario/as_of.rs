//! A replay as of a day: which of its steps rest on rulings that were not in force then.
//!
//! Without a ruling the documents of that day leave a thing open; they do not say the opposite. So a step
//! that rests on a later ruling is played, marked, and the replay does not pass; nor does it where a later
//! ruling makes it come out otherwise though no step cites it. Errata are different: before an erratum the
//! card, or the rulebook, holds as printed, and so it is played.

use std::collections::BTreeSet;

use super::coverage::PlayEntry;
use super::load::Loaded;
use super::{Changed, Checked, NewErratum, NotInForce, Options, Played, Replay, StepOut};
use crate::corpus::history::{Versions, base};
use crate::corpus::ruling::CardRef;
use crate::corpus::weight::Weight;
use crate::corpus::{Corpus, Day, Diagnostic, Game, Kind, Ruling, diff};
use crate::engine::CardLibrary;

/// The rulings as they stood on a day.
#[derive(Debug)]
pub struct AsOfReplay<'c> {
    /// Every ruling held.
    pub corpus: &'c Corpus,
    /// What is known of documents that are not held.
    pub versions: &'c Versions,
    /// The day; `None` for the newest documents held.
    pub day: Option<Day>,
}

/// How a ruling that a step cites stood on the day.
enum Standing<'c> {
    /// In force, in these words.
    InForce(&'c Ruling),
    /// In force by its version tag; its words of that day are not held.
    ByTag(String),
    /// Not in force, and why.
    Not(String),
}

impl AsOfReplay<'_> {
    /// Replays a scenario and its variations as of the day, and marks what rests on rulings that came later.
    ///
    /// # Errors
    /// What is wrong with what is given, under the rulings that are left.
    pub fn replay(
        &self,
        loaded: &Loaded,
        library: &CardLibrary,
        entries: &[PlayEntry],
        without: &[String],
    ) -> Result<Replay, Vec<Diagnostic>> {
        let game = Some(loaded.about().game);
        let of_game = |id: &String| Game::of_id(id) == game;
        let (mut as_printed, mut later) = self.switches_to_come(entries);
        as_printed.retain(of_game);
        later.retain(of_game);
        let left: Vec<String> = without.iter().chain(&as_printed).cloned().collect();
        let mut replay = loaded.replay(library, &Options { without: left.clone() })?;
        let mut silent: Vec<Vec<String>> = vec![Vec::new(); replay.scenarios.len()];
        let cites = |played: &Played, ruling: &String| {
            played.steps.iter().any(|step| step.ruling.as_ref() == Some(ruling))
        };
        for ruling in later.iter().filter(|ruling| !replay.scenarios.iter().all(|p| cites(p, ruling))) {
            let without = left.iter().chain([ruling]).cloned().collect();
            let other = loaded.replay(library, &Options { without }).ok();
            for (n, played) in replay.scenarios.iter().enumerate() {
                let same = other.as_ref().is_some_and(|o| o.scenarios.get(n) == Some(played));
                if !same && !cites(played, ruling) {
                    silent[n].push(ruling.clone());
                }
            }
        }
        for (played, silent) in replay.scenarios.iter_mut().zip(silent) {
            self.mark(played, silent);
            played.as_printed.clone_from(&as_printed);
        }
        Ok(replay)
    }

    /// What to play without, besides the rulings named: the errata that came after the day.
    pub(crate) fn options(&self, entries: &[PlayEntry], without: &[String]) -> Options {
        let (as_printed, _) = self.switches_to_come(entries);
        Options { without: without.iter().cloned().chain(as_printed).collect() }
    }

    /// The switches that were not in force: errata, before which the card is as printed, and the other
    /// rulings.
    fn switches_to_come(&self, entries: &[PlayEntry]) -> (Vec<String>, Vec<String>) {
        let switches = entries.iter().filter(|entry| entry.without.is_some());
        let ids = switches.map(|entry| entry.ruling.value.clone());
        let later = ids.filter(|id| matches!(self.standing(id), Standing::Not(_)));
        later.partition(|id| self.corpus.ruling(id).is_some_and(|r| r.kind == Kind::Errata))
    }

    /// Marks every step that rests on a ruling not in force; with such a step, a replay does not pass.
    /// `silent` are those without which it would have come out otherwise, though no step cites them.
    fn mark(&self, played: &mut Played, silent: Vec<String>) {
        played.as_of = self.day;
        let mut missing: Vec<NotInForce> = Vec::new();
        for step in &mut played.steps {
            let Some(id) = step.ruling.clone() else { continue };
            match self.standing(&id) {
                Standing::InForce(ruling) => {
                    step.standing = self.changed(ruling);
                    cite(step, ruling);
                }
                Standing::ByTag(known) => step.standing = Some(known),
                Standing::Not(why) => {
                    step.standing = Some(format!("{}: {why}", self.not_in_force()));
                    match missing.iter_mut().find(|m| m.ruling == id) {
                        Some(known) => known.steps.push(step.n),
                        None => missing.push(NotInForce { ruling: id, why, steps: vec![step.n] }),
                    }
                }
            }
        }
        for ruling in silent {
            if let Standing::Not(why) = self.standing(&ruling) {
                missing.push(NotInForce { ruling, why, steps: Vec::new() });
            }
        }
        if !missing.is_empty() {
            let found: Vec<String> = missing.iter().map(|m| format!("{}: {}", m.ruling, m.why)).collect();
            let on = self.day.map_or_else(String::new, |day| format!(" on {day}"));
            let expect = format!("every ruling it rests on is in force{on}");
            played.expectations.push(Checked::new(expect, false, found.join("; ")));
            played.passed = false;
        }
        played.not_in_force = missing;
        played.changed = self.changes(played);
        played.new_errata = self.new_errata(played);
    }

    /// The rulings that a replay cites or demonstrates and that are in force in other words than the oldest
    /// held.
    fn changes(&self, played: &Played) -> Vec<Changed> {
        let cited = played.steps.iter().filter_map(|step| step.ruling.as_ref());
        let bases: BTreeSet<&str> = cited.chain(&played.rulings).map(|id| base(id)).collect();
        let change = |id: &&str| {
            let Standing::InForce(now) = self.standing(id) else { return None };
            let then = self.oldest(now)?;
            let change = diff::summary(then, now)?;
            let weight = diff::weighed(then, now);
            Some(Changed { ruling: now.id.clone(), since: now.document().cite.clone(), change, weight })
        };
        bases.iter().filter_map(change).collect()
    }

    /// The errata in force that the oldest document of their series held does not have, of cards that a
    /// replay has and speaks of.
    fn new_errata(&self, played: &Played) -> Vec<NewErratum> {
        let said: Vec<&str> = played.steps.iter().map(|step| step.text.as_str()).collect();
        let rests_on = |id: &str| {
            let cited = played.steps.iter().filter_map(|step| step.ruling.as_ref()).chain(&played.rulings);
            cited.into_iter().any(|cited| base(cited) == base(id))
        };
        let oldest_of = |series: &str| {
            let documents = self.corpus.documents().filter(|d| d.series == series);
            documents.map(|d| d.date.value).min()
        };
        let is_new = |r: &&Ruling| {
            let first = r.documents.first().and_then(|d| self.corpus.document(&d.id));
            r.kind == Kind::Errata
                && r.game.code() == played.game
                && r.is_in_force(self.day)
                && self.oldest(r).is_none()
                && first.is_some_and(|d| oldest_of(&d.series) < Some(d.date.value))
        };
        let errata = self.corpus.rulings().filter(is_new).filter(|r| !rests_on(&r.id));
        // Several cards share a title: the number says which of them the erratum is of.
        let plays = |card: &CardRef| {
            let is_it = |of: &&CardRef| match &card.number {
                Some(_) => of.number == card.number,
                None => of.name == card.name,
            };
            played.cards.iter().filter(is_it).any(|of| said.iter().any(|text| names(text, &of.name)))
        };
        let named = |r: &Ruling| {
            let card = r.cards.iter().find(|card| plays(card))?;
            Some(NewErratum { ruling: r.id.clone(), card: card.name.clone() })
        };
        errata.filter_map(named).collect()
    }

    /// What is said of a ruling that an answer rests on, where it was not in force or is known by its tag
    /// only.
    pub(crate) fn said_of(&self, citation: &str) -> Option<String> {
        match self.standing(citation.split('#').next().unwrap_or(citation)) {
            Standing::InForce(_) => None,
            Standing::ByTag(known) => Some(known),
            Standing::Not(why) => Some(format!("{}: {why}", self.not_in_force())),
        }
    }

    /// What is said of a ruling in force whose words are not the oldest held: what is played may follow
    /// those.
    fn changed(&self, in_force: &Ruling) -> Option<String> {
        let oldest = self.oldest(in_force)?;
        if diff::weighed(oldest, in_force) == Weight::Wording {
            return None;
        }
        let (now, then) = (in_force.document().cite.as_str(), oldest.document().cite.as_str());
        Some(format!("in other words since {now}; what is played may follow those of {then}"))
    }

    /// The oldest words held of a ruling, where they are others than those in force.
    fn oldest(&self, in_force: &Ruling) -> Option<&Ruling> {
        let first = |r: &Ruling| r.in_force.first().map(|span| span.from);
        let editions = self.corpus.rulings().filter(|r| base(&r.id) == base(&in_force.id));
        editions.min_by_key(|r| first(r)).filter(|r| r.id != in_force.id)
    }

    fn not_in_force(&self) -> String {
        match self.day {
            Some(day) => format!("not in force on {day}"),
            None => "not in force".to_owned(),
        }
    }

    fn standing(&self, id: &str) -> Standing<'_> {
        let editions = || self.corpus.rulings().filter(|r| base(&r.id) == base(id));
        if let Some(in_force) = editions().find(|r| r.is_in_force(self.day)) {
            return Standing::InForce(in_force);
        }
        let Some(ruling) = editions().min_by_key(|r| r.in_force.first().map(|span| span.from)) else {
            return Standing::Not("none of the rulings in use".to_owned());
        };
        match self.day.and_then(|day| self.versions.by_tag(ruling, day)) {
            Some(known) => Standing::ByTag(known.shown()),
            None => Standing::Not(self.why(ruling)),
        }
    }

    /// Where a ruling stands first, as far as the documents held show; or where it stood last.
    fn why(&self, oldest: &Ruling) -> String {
        let Some(first) = oldest.documents.first() else { return String::new() };
        if self.day.is_none_or(|day| first.date <= day) {
            return format!("last in {}", oldest.document().shown());
        }
        // An older document that is held and has it not proves that it is new; without one, that is not
        // known.
        let series = |id: &str| self.corpus.document(id).map(|d| d.series.clone());
        let older = self.corpus.documents().any(|d| {
            Some(&d.series) == series(&first.id).as_ref() && self.day.is_some_and(|day| d.date.value <= day)
        });
        let brought = self.versions.introduced_by(oldest).map(|v| v.shown());
        match (older, brought) {
            (true, _) => format!("first in {}", first.shown()),
            (false, None) => format!("held from {} on", first.shown()),
            (false, Some(version)) => format!("held from {} on; {version} brought it", first.shown()),
        }
    }
}

/// Whether a text names a card: its name, and not part of a longer word.
fn names(text: &str, card: &str) -> bool {
    text.match_indices(card).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + card.len()..].chars().next();
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Cites the words of the day where they are another entry's than the newest; its clauses are counted
/// otherwise.
fn cite(step: &mut StepOut, in_force: &Ruling) {
    if step.ruling.as_ref() != Some(&in_force.id) {
        step.ruling = Some(in_force.id.clone());
        step.clause = None;
    }
}
