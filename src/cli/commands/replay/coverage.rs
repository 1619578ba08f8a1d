//! `judge replay --coverage`.

use serde_json::json;

use super::ReplayData;
use crate::cli::context::without_errors;
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status};
use crate::engine::scenario::cards::by_set;
use crate::engine::scenario::coverage::{coverage, play_entries};
use crate::render::Format;
use crate::render::replay as look;

/// Prints how much of the cards of each set is written down.
pub(super) fn report_cards(data: &ReplayData, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let rows = by_set(context.card_book()?, &data.library, globals.game());
    if globals.format() == Format::Json {
        ui.json(&json!({ "sets": rows }))?;
    } else {
        let style = ui.style();
        ui.print(&look::card_coverage(&rows, &style))?;
    }
    Ok(Status::Found)
}

/// Prints for every ruling its scenarios, or why there are none.
pub(super) fn report_rulings(data: &ReplayData, globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    let corpus = data.corpus()?;
    let entries = without_errors(play_entries(&data.files))?;
    let mut found = coverage(corpus, &entries, &data.all(globals.game())?);
    if let Some(game) = globals.game() {
        found.rulings.retain(|row| row.ruling.starts_with(game.code()));
    }
    if globals.format() == Format::Json {
        ui.json(&found)?;
    } else {
        let style = ui.style();
        ui.print(&look::coverage(&found, &style))?;
    }
    Ok(if found.gaps().next().is_none() { Status::Found } else { Status::Nothing })
}
