//! The day given by `--as-of`, and the notices about it around an answer.

use super::context::{Context, without_errors};
use super::globals::Globals;
use super::ui::Ui;
use crate::corpus::history::Versions;
use crate::corpus::newer::{self, NewerKnown};
use crate::corpus::{Authority, Files, Ruling};
use crate::deck::AsOf;
use crate::render::Format;
use crate::render::json::EntryOut;
use crate::render::ruling;
use crate::render::style::safe;
use crate::search::{AsOfDay, HeldRulings, Library};

/// Resolves `--as-of`.
///
/// # Errors
/// If the option is not a date, or `history.yaml` cannot be read.
pub fn of(context: &Context) -> anyhow::Result<AsOfDay> {
    let with = requested(&context.globals)?;
    Ok(with(context.versions()?.clone()))
}

/// Resolves `--as-of` together with the rulings held, beside which the known versions are kept.
///
/// # Errors
/// If the option is not a date, or the rulings cannot be read.
pub(crate) fn with_held(context: &Context, ui: &Ui) -> anyhow::Result<(AsOfDay, HeldRulings)> {
    // A day that is none is reported before an index is built.
    let with = requested(&context.globals)?;
    let held = context.held_rulings(ui)?;
    Ok((with(held.info().versions.clone()), held))
}

/// The same with a library, to search as well.
///
/// # Errors
/// If the option is not a date, or the library cannot be opened.
pub(crate) fn with_library(context: &Context, ui: &Ui) -> anyhow::Result<(AsOfDay, Library)> {
    let with = requested(&context.globals)?;
    let library = context.library(ui)?;
    Ok((with(library.held().info().versions.clone()), library))
}

/// Resolves `--as-of` from the files of the rulings.
///
/// # Errors
/// See [`of`].
pub fn read(globals: &Globals, files: &Files) -> anyhow::Result<AsOfDay> {
    let with = requested(globals)?;
    Ok(with(without_errors(Versions::read(files))?))
}

/// Makes the requested day of what is known of every version.
fn requested(globals: &Globals) -> anyhow::Result<impl FnOnce(Versions) -> AsOfDay> {
    let (day, requested) = (globals.day()?, globals.requested_day()?);
    Ok(move |versions| AsOfDay::new(day, requested != AsOf::Newest, versions))
}

/// Converts rulings for JSON output, as of the day.
///
/// # Errors
/// If the linked rulings cannot be read.
pub fn entries(as_of: &AsOfDay, held: &HeldRulings, rulings: &[Ruling]) -> anyhow::Result<Vec<EntryOut>> {
    let entry = |ruling: &Ruling| {
        let house_links = house_links(held, ruling)?;
        Ok(EntryOut { house_links, by_tag: as_of.by_tag(ruling), ..EntryOut::of(ruling, as_of.day) })
    };
    rulings.iter().map(entry).collect()
}

/// Prints which documents of the day are not held. This goes above the answer, because it affects how to read
/// it.
///
/// # Errors
/// Any I/O error.
pub(crate) fn print_not_held(not_held: &[String], format: Format, ui: &mut Ui) -> std::io::Result<()> {
    for sentence in not_held {
        match format {
            Format::Json => {}
            Format::Markdown => ui.print(&format!("*{}*\n\n", safe(sentence)))?,
            Format::Text => ui.sentences(sentence)?,
        }
    }
    ui.print(if format == Format::Text && !not_held.is_empty() { "\n" } else { "" })
}

/// Prints, below an answer, that a later document is known than the one it comes from.
///
/// # Errors
/// Any I/O error.
pub(crate) fn print_newer(newer: &[NewerKnown], format: Format, ui: &mut Ui) -> std::io::Result<()> {
    let style = ui.style();
    let newer = newer::to_report(newer);
    match format {
        Format::Json => Ok(()),
        Format::Markdown => newer.iter().try_for_each(|n| ui.print(&format!("\n*{}*\n", safe(&n.shown())))),
        Format::Text => newer.iter().try_for_each(|n| ui.print(&format!("\n{}", ruling::newer(n, &style)))),
    }
}

/// The ids of the house rulings among the rulings linked with this one.
///
/// # Errors
/// If the rulings cannot be read.
pub fn house_links(held: &HeldRulings, ruling: &Ruling) -> anyhow::Result<Vec<String>> {
    if held.info().documents.iter().all(|d| d.authority == Authority::Official) {
        return Ok(Vec::new());
    }
    let mut house = Vec::new();
    for id in ruling.part_of.iter().chain(&ruling.parts).chain(&ruling.see).chain(&ruling.seen_from) {
        if held.ruling(id)?.is_some_and(|r| r.authority == Authority::House) {
            house.push(id.clone());
        }
    }
    Ok(house)
}
