//! `judge notices`.

use clap::Args;

use crate::cli::ui::Ui;
use crate::cli::{Context, Status};
use crate::render::Format;

/// Whose words and whose code the program carries.
const NOTICE: &str = include_str!("../../../NOTICE");
/// The licences of the crates it is built from; written by
/// `JUDGE_WRITE_NOTICES=1 cargo test --test all notices::`.
const THIRD_PARTY: &str = include_str!("../../../THIRD-PARTY");

/// Print whose words and whose code the program carries, with their licences
#[derive(Debug, Args)]
#[command(after_help = "Example:
  judge notices > NOTICES")]
pub struct NoticesArgs {}

/// Prints the notices.
///
/// # Errors
/// Any I/O error.
pub(super) fn run(_: &NoticesArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    match globals.format() {
        Format::Json => {
            ui.json(&serde_json::json!({ "notice": NOTICE, "third_party": THIRD_PARTY }))?;
        }
        Format::Text | Format::Markdown => ui.print(&format!("{NOTICE}\n{THIRD_PARTY}"))?,
    }
    Ok(Status::Found)
}
