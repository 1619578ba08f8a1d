//! The day that `--as-of` names, and what an answer says of it.

use super::context::Context;
use super::globals::Globals;
use super::ui::Ui;
use crate::corpus::history::{NewerKnown, Versions};
use crate::corpus::{Authority, Files, Ruling};
use crate::render::Format;
use crate::render::json::EntryOut;
use crate::render::ruling;
use crate::render::style::safe;
use crate::search::{AsOfDay, Library, store};

/// The day that `--as-of` names.
///
/// # Errors
/// A sentence when it is no date, and facts about versions that cannot be read.
pub fn of(context: &Context) -> anyhow::Result<AsOfDay> {
    let files = context.files()?;
    read(&context.globals, &files)
}

/// The same with the library, which knows of every version what the files say.
///
/// # Errors
/// A sentence when it is no date, and a library that cannot be opened.
pub fn with_library(context: &Context, ui: &Ui) -> anyhow::Result<(AsOfDay, Library)> {
    let globals = &context.globals;
    let day = globals.day()?;
    let library = context.library(ui)?;
    Ok((AsOfDay::new(day, globals.as_of.is_some(), library.info().versions.clone()), library))
}

/// The same, with the files of the rulings at hand.
///
/// # Errors
/// See [`of`].
pub fn read(globals: &Globals, files: &Files) -> anyhow::Result<AsOfDay> {
    let day = globals.day()?;
    let (versions, diagnostics) = Versions::read(files);
    store::refuse_errors(diagnostics)?;
    Ok(AsOfDay::new(day, globals.as_of.is_some(), versions))
}

/// Rulings for programs, as of the day.
///
/// # Errors
/// Rulings that cannot be read.
pub fn entries(as_of: &AsOfDay, library: &Library, rulings: &[Ruling]) -> anyhow::Result<Vec<EntryOut>> {
    let entry = |ruling: &Ruling| {
        let house_links = house_links(library, ruling)?;
        Ok(EntryOut { house_links, by_tag: as_of.by_tag(ruling), ..EntryOut::of(ruling, as_of.day) })
    };
    rulings.iter().map(entry).collect()
}

/// Tells, above an answer, which documents are not held: it decides how to read what follows.
///
/// # Errors
/// Any I/O error.
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
/// Any I/O error.
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
