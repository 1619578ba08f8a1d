//! `judge card`.

use clap::Args;

use super::ui::Ui;
use super::{FOUND, Globals, NOTHING, context, list, show};
use crate::render::{Format, json};

/// Show everything about a card
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge card fleet command center\n  judge card 'echo base' 'hoth gambit'    the rulings that name both"
)]
pub struct CardArgs {
    /// A card's name or number; several names: the rulings that name them together
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
}

/// Shows the rulings that name a card.
///
/// # Errors
/// Rulings that cannot be read.
pub fn run(args: &CardArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    let day = context::as_of(globals)?;
    let library = context::library(globals, ui)?;
    let name = args.names.join(" ");
    let mended = library.mended(&name, globals.game())?;
    let mut found = library.rulings()?;
    found.retain(|r| {
        r.is_in_force(day)
            && globals.game().is_none_or(|g| r.game == g)
            && (list::names(r, &name) || list::names(r, &mended))
    });
    if found.is_empty() && globals.format() != Format::Json {
        ui.sentences(&format!("No ruling names “{name}”."))?;
        return Ok(NOTHING);
    }
    if globals.format() == Format::Json {
        ui.json(&json::entries(&found, day))?;
    } else {
        show::show(&found, day, globals.format(), ui)?;
    }
    Ok(if found.is_empty() { NOTHING } else { FOUND })
}
