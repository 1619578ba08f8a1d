//! `judge restricted`.

use clap::Args;

use super::ui::Ui;
use super::{FOUND, Globals, NOTHING, context, show};
use crate::corpus::Kind;
use crate::render::{Format, json};

/// Show the restricted list in force
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  judge restricted\n  judge restricted --format json")]
pub struct RestrictedArgs {}

/// Shows the list: its rule whole, and in JSON every listed objective set besides.
///
/// # Errors
/// Rulings that cannot be read.
pub fn run(_: &RestrictedArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    let day = context::as_of(globals)?;
    let library = context::library(globals, ui)?;
    let mut found = library.rulings()?;
    found.retain(|r| {
        r.kind == Kind::Restricted && r.is_in_force(day) && globals.game().is_none_or(|g| r.game == g)
    });
    if globals.format() == Format::Json {
        ui.json(&json::entries(&found, day))?;
    } else if found.is_empty() {
        ui.sentences("No restricted list is in force in the documents held.")?;
        ui.sentences(&context::not_held(&library, globals.game(), day))?;
    } else {
        // The whole list quotes its items; showing them again one by one would say everything twice.
        let whole: Vec<_> = found.iter().filter(|r| r.part_of.is_none()).cloned().collect();
        show::show(&whole, day, globals.format(), ui)?;
    }
    Ok(if found.is_empty() { NOTHING } else { FOUND })
}
