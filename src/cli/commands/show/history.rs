//! `judge show --history`.

use serde_json::json;

use crate::cli::Context;
use crate::cli::as_of;
use crate::cli::rulings::RulingPrinter;
use crate::cli::ui::Ui;
use crate::corpus::Ruling;
use crate::corpus::history;
use crate::render::Format;
use crate::render::style::safe;
use crate::search::{AsOfDay, HeldRulings, Subjects};

/// Shows rulings with their history.
///
/// # Errors
/// Unreadable rulings, and I/O errors.
pub(super) fn show(
    rulings: &[Ruling],
    as_of: &AsOfDay,
    held: &HeldRulings,
    context: &Context,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    let (corpus, versions) = (context.rulings()?, context.versions()?);
    let not_held = as_of.not_held_for(held, rulings);
    let newer = as_of.newer(held, &Subjects::games(rulings.iter().map(|r| r.game)));
    if context.globals.format() == Format::Json {
        let mut value = crate::render::json::entries(&as_of::entries(as_of, held, rulings)?, &not_held);
        let entries = value.get_mut("entries").and_then(serde_json::Value::as_array_mut);
        for (entry, ruling) in entries.into_iter().flatten().zip(rulings) {
            entry["history"] = json!(history::history(corpus, versions, ruling));
        }
        return ui.json(&crate::render::json::with_newer(value, &newer));
    }
    as_of::print_not_held(&not_held, context.globals.format(), ui)?;
    let style = ui.style();
    let printer = RulingPrinter { as_of, held, format: context.globals.format() };
    for (n, ruling) in rulings.iter().enumerate() {
        printer.separate(n, ui)?;
        printer.one(ruling, ui)?;
        let events = history::history(corpus, versions, ruling);
        ui.print(&format!("\n{}", crate::render::diff::history(&events, &style)))?;
    }
    Ok(as_of::print_newer(&newer, context.globals.format(), ui)?)
}

/// Shows what is known about an id that is in no document held. Returns whether anything is.
///
/// # Errors
/// As for [`show`].
pub(super) fn of_id(id: &str, context: &Context, ui: &mut Ui) -> anyhow::Result<bool> {
    let (corpus, versions) = (context.rulings()?, context.versions()?);
    let full = if id.contains(':') { id.to_owned() } else { format!("lcg:{id}") };
    let events = history::of_id(corpus, versions, &full);
    if events.is_empty() {
        return Ok(false);
    }
    if context.globals.format() == Format::Json {
        ui.json(&json!({ "entries": [{ "id": full, "history": events }] }))?;
    } else {
        ui.print(&format!("{}: no document held has it.\n\n", safe(&full)))?;
        ui.print(&crate::render::diff::history(&events, &ui.style()))?;
    }
    Ok(true)
}
