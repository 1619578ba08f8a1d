//! `judge explain`.

use clap::Args;
use serde::Serialize;

use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status};
use crate::corpus::suggest::nearest;
use crate::corpus::{Explanation, explain};
use crate::render::style::safe;
use crate::render::{Format, explain as look};

/// Tell what a code means: the rule, why, an example, the fix
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  judge explain restricted\n  judge explain            every code")]
pub(crate) struct ExplainArgs {
    /// The code; left out, the codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

/// An explanation as JSON has it: the fix under `mend` as well, the key of versions up to 0.1.
#[derive(Serialize)]
struct Shown<'e> {
    #[serde(flatten)]
    explanation: &'e Explanation,
    mend: &'e str,
}

impl<'e> From<&'e Explanation> for Shown<'e> {
    fn from(explanation: &'e Explanation) -> Self {
        Self { explanation, mend: &explanation.fix }
    }
}

/// Explains a code, or lists all codes.
///
/// # Errors
/// Usage errors.
pub(super) fn run(args: &ExplainArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let files = context.files()?;
    let (all, _) = explain::load(&files);
    let Some(code) = &args.code else { return list(&all, globals, ui) };
    let Some(found) = all.iter().find(|e| e.code.eq_ignore_ascii_case(code.trim())) else {
        ui.note(&unknown(code, &all));
        return Ok(Status::Nothing);
    };
    match globals.format() {
        Format::Json => ui.json(&Shown::from(found))?,
        Format::Markdown => ui.print(&look::markdown(found))?,
        Format::Text => {
            let style = ui.style();
            ui.print(&look::text(found, &style))?;
        }
    }
    Ok(Status::Found)
}

fn list(all: &[Explanation], globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    if globals.format() == Format::Json {
        ui.json(&all.iter().map(Shown::from).collect::<Vec<_>>())?;
        return Ok(Status::Found);
    }
    let style = ui.style();
    for e in all {
        for line in style.wrap(&safe(&e.what), &format!("{:<20} ", safe(&e.code)), "    ") {
            ui.print(&format!("{line}\n"))?;
        }
    }
    Ok(Status::Found)
}

fn unknown(code: &str, all: &[Explanation]) -> String {
    let max_edits = (code.chars().count() / 3).min(3);
    match nearest(code, all.iter().map(|e| (e.code.as_str(), e.code.as_str())), max_edits) {
        Some(near) => format!("there is no code {code}. Is {near} meant?"),
        None => format!("there is no code {code}. `judge explain` lists them."),
    }
}
