//! The day asked about, and what is known of it beyond the documents held.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::index_info::DocumentLine;
use super::{HeldRulings, Subjects};
use crate::corpus::history::{self, ByTag, Version, Versions};
use crate::corpus::newer::{self, NewerKnown, Newest};
use crate::corpus::{Authority, Day, Game, Ruling};

/// The day of `--as-of`, or the present, with the versions known.
#[derive(Debug, Default)]
pub struct AsOfDay {
    /// The day; `None` for the newest documents held.
    pub day: Option<Day>,
    /// Whether a day, or `latest`, was asked about at all.
    explicit: bool,
    /// What is known of every version.
    versions: Versions,
}

impl AsOfDay {
    /// A day, with what is known of every version; `explicit` where it, or `latest`, was asked about.
    pub fn new(day: Option<Day>, explicit: bool, versions: Versions) -> Self {
        Self { day, explicit, versions }
    }

    /// Whether a day, or `latest`, was asked about at all.
    pub fn is_explicit(&self) -> bool {
        self.explicit
    }

    /// What is known of every version.
    pub fn versions(&self) -> &Versions {
        &self.versions
    }

    /// What a ruling's version tag says of the day, where no document held does.
    pub fn by_tag(&self, ruling: &Ruling) -> Option<ByTag> {
        self.versions.by_tag(ruling, self.day?)
    }

    /// Whether a ruling was in force on the day: in a document held, or by its version tag where none held
    /// says of the day.
    pub fn is_in_force(&self, ruling: &Ruling) -> bool {
        ruling.is_in_force(self.day) || self.by_tag(ruling).is_some()
    }

    /// Keeps the rulings that were in force on the day; of one that only its version tag dates, held in
    /// several words, the oldest.
    pub(crate) fn keep_in_force(&self, rulings: &mut Vec<Ruling>) {
        rulings.retain(|r| self.is_in_force(r));
        let first = |r: &Ruling| r.in_force.first().map(|span| span.from);
        let mut oldest: BTreeMap<String, Option<Day>> = BTreeMap::new();
        for ruling in rulings.iter() {
            let from = oldest.entry(history::base(&ruling.id).to_owned()).or_insert(first(ruling));
            *from = (*from).min(first(ruling));
        }
        rulings.retain(|r| {
            r.is_in_force(self.day) || oldest.get(history::base(&r.id)).is_some_and(|from| *from == first(r))
        });
    }

    /// The parts of a section on the day: several editions of one may be held, each with parts of its own.
    /// Where none is of the day, all.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    pub fn parts(&self, held: &HeldRulings, section: &Ruling) -> anyhow::Result<Vec<String>> {
        let base = history::base(&section.id);
        let mut all = section.parts.clone();
        // The parts of an older edition say that they are parts of the newest one.
        if all.is_empty() && base != section.id && self.is_in_force(section) {
            all = held.ruling(base)?.map_or(all, |newest| newest.parts);
        }
        let mut of_day = Vec::new();
        for id in &all {
            if held.ruling(id)?.is_some_and(|part| self.is_in_force(&part)) {
                of_day.push(id.clone());
            }
        }
        Ok(if of_day.is_empty() { section.parts.clone() } else { of_day })
    }

    /// Says, for each of the games, when the document in force on the day is not held.
    pub fn not_held(&self, held: &HeldRulings, games: &[Game]) -> Vec<String> {
        self.not_among(&held.info().documents, games)
    }

    /// The same, with the documents that are held.
    pub(crate) fn not_among(&self, documents: &[DocumentLine], games: &[Game]) -> Vec<String> {
        games.iter().filter_map(|game| self.not_held_of(*game, documents)).collect()
    }

    /// The same for the games of some rulings only.
    pub(crate) fn not_held_for(&self, held: &HeldRulings, rulings: &[Ruling]) -> Vec<String> {
        let games: BTreeSet<Game> = rulings.iter().map(|r| r.game).collect();
        self.not_held(held, &games.into_iter().collect::<Vec<_>>())
    }

    /// The documents known to have followed the newest held ones of these games, with what they changed of
    /// the subjects.
    pub fn newer(&self, held: &HeldRulings, subjects: &Subjects) -> Vec<NewerKnown> {
        self.newer_among(&held.info().documents, subjects)
    }

    /// The same, with the documents that are held.
    pub(crate) fn newer_among(&self, documents: &[DocumentLine], subjects: &Subjects) -> Vec<NewerKnown> {
        let games = &subjects.games;
        let mut newest: BTreeMap<(Game, &str), &DocumentLine> = BTreeMap::new();
        let official = |d: &&DocumentLine| d.authority == Authority::Official && games.contains(&d.game);
        for document in documents.iter().filter(official) {
            let held = newest.entry((document.game, &document.series)).or_insert(document);
            if document.date > held.date {
                *held = document;
            }
        }
        let later = |((game, series), held): ((Game, &str), &DocumentLine)| {
            let newest = Newest { game, series, cite: &held.cite, date: held.date };
            newer::known_later(&self.versions, &newest, self.day, self.explicit, |c| subjects.has(c))
        };
        newest.into_iter().filter_map(later).collect()
    }

    fn not_held_of(&self, game: Game, documents: &[DocumentLine]) -> Option<String> {
        if !self.explicit {
            return None;
        }
        let of_game = || documents.iter().filter(|d| d.game == game && d.authority == Authority::Official);
        let day = self.day.unwrap_or(Day(Date::MAX));
        let on = self.day.map_or_else(|| "today".to_owned(), |day| format!("on {day}"));
        let known = self.versions.in_force(game, day);
        let name = game.name();
        let Some(held) = of_game().filter(|d| d.date <= day).max_by_key(|d| d.date) else {
            let oldest = of_game().min_by_key(|d| d.date)?.shown();
            let missing = known.map_or_else(String::new, |(v, unsure)| format!(", {},", or_later(v, unsure)));
            return Some(format!(
                "{name}: the document in force {on}{missing} is not held; the oldest held is {oldest}."
            ));
        };
        let (version, unsure) = known?;
        if held.version.as_deref() != Some(version.version.as_str()) && Some(held.date) < version.date {
            let missing = or_later(version, unsure);
            let held = held.shown();
            return Some(format!(
                "{name}: the document in force {on}, {missing}, is not held; the newest held from before it is {held}."
            ));
        }
        let after = format!("{name}: a version that is not held may have followed {} by then.", held.shown());
        unsure.then_some(after)
    }
}

fn or_later(version: &Version, unsure: bool) -> String {
    let later = if unsure { " or one after it" } else { "" };
    format!("{}{later}", version.shown())
}
