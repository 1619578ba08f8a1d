//! `judge lint`.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::ui::Ui;
use super::{FOUND, Globals, TROUBLE, context};
use crate::corpus::{Corpus, Files, Severity};
use crate::render::Format;
use crate::render::style::safe;

/// Check a folder of rulings
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  judge lint\n  judge lint my-event/rulings")]
pub struct LintArgs {
    /// The folder; left out, the rulings in use
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Checks, and tells everything that is wrong.
///
/// # Errors
/// Wrong usage.
pub fn run(args: &LintArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    context::refuse_as_of(globals, "lint")?;
    context::refuse_game(globals, "lint")?;
    let mut diagnostics = Vec::new();
    let files = match &args.folder {
        Some(folder) => {
            let (files, found) = Files::folder(folder);
            diagnostics.extend(found);
            files
        }
        None => crate::search::store::layered(&context::origin(globals)?)?,
    };
    let (corpus, found) = Corpus::load(&files);
    diagnostics.extend(found);
    diagnostics.sort_by(|a, b| (&a.place, &a.message).cmp(&(&b.place, &b.message)));
    let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
    let warnings = diagnostics.len() - errors;
    if globals.format() == Format::Json {
        ui.json(&json!({ "errors": errors, "warnings": warnings, "diagnostics": diagnostics }))?;
    } else {
        let style = ui.style();
        for d in &diagnostics {
            let shown = crate::render::diagnostic::text(d, files.shown(&d.place.file), &style);
            ui.print(&shown)?;
        }
        let rulings = corpus.rulings().count();
        let summary = format!(
            "{}, {}: {}, {}.",
            counted(rulings, "ruling"),
            counted(corpus.asks().len(), "ask"),
            counted(errors, "error"),
            counted(warnings, "warning")
        );
        ui.print(&format!("{}\n", safe(&summary)))?;
    }
    Ok(if errors == 0 { FOUND } else { TROUBLE })
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
