//! `judge index`.

use clap::Args;
use serde_json::json;

use crate::cli::context::cache;
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status};
use crate::corpus::trees::TreesError;
use crate::render::Format;
use crate::search::pack::{Pack, PackError};
use crate::search::store;

/// Build the search index, or check it
///
/// The index is a cache: a search builds it when it is missing, and deleting it changes timing, never an
/// answer.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  judge index                         make it now, before the event begins
  judge --rulings my-event index      that of an event's rulings over those built in
  judge index --verify")]
pub(crate) struct IndexArgs {
    /// Check every byte of the index instead of building it
    #[arg(long)]
    verify: bool,
}

/// Builds or verifies the index.
///
/// # Errors
/// If the rulings cannot be read, or the index cannot be written.
pub(super) fn run(args: &IndexArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let origin = context.origin()?;
    let cache = cache();
    if args.verify {
        return verify(origin, cache.as_deref(), globals, ui);
    }
    let (place, bytes) = store::rebuild(origin, cache.as_deref())?;
    context.files()?;
    if globals.format() == Format::Json {
        ui.json(&json!({ "index": place, "bytes": bytes }))?;
    } else {
        ui.print(&format!("Wrote {} ({} kB).\n", place.display(), bytes / 1000))?;
    }
    Ok(Status::Found)
}

fn verify(
    origin: &store::Origin,
    cache: Option<&std::path::Path>,
    globals: &Globals,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let place = store::index_path(origin, cache)?;
    let place = place.ok_or_else(|| anyhow::anyhow!("There is no folder for the index."))?;
    let trees = store::verify_trees(origin, cache);
    let (good, said) = match Pack::verify(&place) {
        Ok(_) if matches!(trees, Err(TreesError::Damaged(_))) => {
            let why = trees.err().map_or_else(String::new, |error| error.to_string());
            (false, format!("{}: {why}. `judge index` compiles them anew.", place.display()))
        }
        Ok(bytes) => (true, format!("{}: whole, {bytes} bytes.", place.display())),
        Err(PackError::Missing) => {
            (false, format!("{}: not built yet. `judge index` builds it.", place.display()))
        }
        Err(error) => (false, format!("{}: {error}. `judge index` builds it anew.", place.display())),
    };
    if globals.format() == Format::Json {
        ui.json(&json!({ "index": place, "whole": good, "said": said }))?;
    } else {
        ui.print(&format!("{said}\n"))?;
    }
    Ok(Status::found(good))
}
