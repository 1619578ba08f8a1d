//! The day asked about, and what is known of it beyond the documents held.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use super::context::Context;
use super::globals::Globals;
use super::ui::Ui;
use crate::corpus::history::{self, ByTag, NewerKnown, Version, Versions};
use crate::corpus::{Authority, Day, Files, Game, Ruling};
use crate::render::Format;
use crate::render::json::EntryOut;
use crate::render::ruling;
use crate::render::style::safe;
use crate::search::index_info::DocumentLine;
use crate::search::{Library, store};

/// The day asked about.
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
    /// The day that `--as-of` names.
    ///
    /// # Errors
    /// A sentence when it is no date, and facts about versions that cannot be read.
    pub fn of(context: &Context) -> anyhow::Result<Self> {
        let files = context.files()?;
        Self::read(&context.globals, &files)
    }

    /// The same with the library, which knows of every version what the files say.
    ///
    /// # Errors
    /// A sentence when it is no date, and what opening the library meets.
    pub fn with_library(context: &Context, ui: &Ui) -> anyhow::Result<(Self, Library)> {
        let globals = &context.globals;
        let day = globals.day()?;
        let library = context.library(ui)?;
        Ok((Self::new(day, globals.as_of.is_some(), library.info().versions.clone()), library))
    }

    /// The same, with the files of the rulings at hand.
    ///
    /// # Errors
    /// See [`Self::of`].
    pub fn read(globals: &Globals, files: &Files) -> anyhow::Result<Self> {
        let day = globals.day()?;
        let (versions, diagnostics) = Versions::read(files);
        store::refuse_errors(diagnostics)?;
        Ok(Self { day, explicit: globals.as_of.is_some(), versions })
    }

    /// A day as [`AsOfDay::of`] found it, with what is known of every version; `explicit` where it, or `latest`, was asked about.
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

    /// What a ruling's version tag tells of the day, where no document held does.
    pub fn by_tag(&self, ruling: &Ruling) -> Option<ByTag> {
        self.versions.by_tag(ruling, self.day?)
    }

    /// Whether a ruling was in force on the day: in a document held, or by its version tag where none held tells of the day.
    pub fn is_in_force(&self, ruling: &Ruling) -> bool {
        ruling.is_in_force(self.day) || self.by_tag(ruling).is_some()
    }

    /// Keeps the rulings that were in force on the day; of one that only its version tag tells of, held in several words,
    /// the oldest.
    pub fn keep_in_force(&self, rulings: &mut Vec<Ruling>) {
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

    /// The parts of a section on the day: several editions of one may be held, each with parts of its own. Where none is of the
    /// day, all.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    pub fn parts(&self, library: &Library, section: &Ruling) -> anyhow::Result<Vec<String>> {
        let base = history::base(&section.id);
        let mut all = section.parts.clone();
        // The parts of an older edition say that they are parts of the newest one.
        if all.is_empty() && base != section.id && self.is_in_force(section) {
            all = library.ruling(base)?.map_or(all, |newest| newest.parts);
        }
        let mut of_day = Vec::new();
        for id in &all {
            if library.ruling(id)?.is_some_and(|part| self.is_in_force(&part)) {
                of_day.push(id.clone());
            }
        }
        Ok(if of_day.is_empty() { section.parts.clone() } else { of_day })
    }

    /// Rulings for programs, as of the day.
    ///
    /// # Errors
    /// Rulings that cannot be read.
    pub fn entries(&self, library: &Library, rulings: &[Ruling]) -> anyhow::Result<Vec<EntryOut>> {
        let entry = |ruling: &Ruling| {
            let house_links = house_links(library, ruling)?;
            Ok(EntryOut { house_links, by_tag: self.by_tag(ruling), ..EntryOut::of(ruling, self.day) })
        };
        rulings.iter().map(entry).collect()
    }

    /// Says, for each of the games, when the document in force on the day is not held.
    pub fn not_held(&self, library: &Library, games: &[Game]) -> Vec<String> {
        self.not_among(&library.info().documents, games)
    }

    /// The same, with the documents that are held.
    pub fn not_among(&self, documents: &[DocumentLine], games: &[Game]) -> Vec<String> {
        games.iter().filter_map(|game| self.not_held_of(*game, documents)).collect()
    }

    /// The same for the games of some rulings only.
    pub fn not_held_for(&self, library: &Library, rulings: &[Ruling]) -> Vec<String> {
        let games: BTreeSet<Game> = rulings.iter().map(|r| r.game).collect();
        self.not_held(library, &games.into_iter().collect::<Vec<_>>())
    }

    /// The documents known to have followed the newest held ones of these games.
    pub fn newer(&self, library: &Library, games: impl IntoIterator<Item = Game>) -> Vec<NewerKnown> {
        let games: BTreeSet<Game> = games.into_iter().collect();
        let mut newest: BTreeMap<(Game, &str), &DocumentLine> = BTreeMap::new();
        let official = |d: &&DocumentLine| d.authority == Authority::Official && games.contains(&d.game);
        for document in library.info().documents.iter().filter(official) {
            let held = newest.entry((document.game, &document.series)).or_insert(document);
            if document.date > held.date {
                *held = document;
            }
        }
        let later = |((game, series), held): ((Game, &str), &DocumentLine)| {
            history::known_later(&self.versions, (game, series, &held.cite, held.date), self.day)
        };
        newest.into_iter().filter_map(later).collect()
    }

    /// Those that are still to be told: of a day asked about, what is not held is told above the answer.
    pub fn to_report<'n>(&self, newer: &'n [NewerKnown]) -> &'n [NewerKnown] {
        if self.explicit { &[] } else { newer }
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

/// Tells, above an answer, which documents are not held: it decides how to read what follows.
///
/// # Errors
/// What writing meets.
pub fn print_not_held(not_held: &[String], format: Format, ui: &mut Ui) -> std::io::Result<()> {
    for sentence in not_held {
        match format {
            Format::Json => {}
            Format::Markdown => ui.print(&format!("*{}*\n\n", safe(sentence)))?,
            Format::Text => ui.sentences(sentence)?,
        }
    }
    ui.print(if format == Format::Text && !not_held.is_empty() { "\n" } else { "" })
}

/// Tells, below an answer, that a later document than the one it was taken from is known.
///
/// # Errors
/// What writing meets.
pub fn print_newer(newer: &[NewerKnown], format: Format, ui: &mut Ui) -> std::io::Result<()> {
    let style = ui.style();
    match format {
        Format::Json => Ok(()),
        Format::Markdown => newer.iter().try_for_each(|n| ui.print(&format!("\n*{}*\n", safe(&n.shown())))),
        Format::Text => newer.iter().try_for_each(|n| ui.print(&format!("\n{}", ruling::newer(n, &style)))),
    }
}

/// The rulings linked with this one that are an event's own.
///
/// # Errors
/// Rulings that cannot be read.
pub fn house_links(library: &Library, ruling: &Ruling) -> anyhow::Result<Vec<String>> {
    if library.info().documents.iter().all(|d| d.authority == Authority::Official) {
        return Ok(Vec::new());
    }
    let mut house = Vec::new();
    for id in ruling.part_of.iter().chain(&ruling.parts).chain(&ruling.see).chain(&ruling.seen_from) {
        if library.ruling(id)?.is_some_and(|r| r.authority == Authority::House) {
            house.push(id.clone());
        }
    }
    Ok(house)
}
