//! `judge explain`.

use clap::Args;

use super::ui::Ui;
use super::{EXIT_FOUND, EXIT_NOTHING, Globals, context};
use crate::corpus::{Explanation, explain};
use crate::render::style::safe;
use crate::render::{Format, explain as look};

/// Tell what a code means: the rule, why, an example, the mend
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  judge explain restricted\n  judge explain            every code")]
pub struct ExplainArgs {
    /// The code; left out, the codes are listed
    #[arg(value_name = "CODE")]
    code: Option<String>,
}

/// Explains a code, or lists all.
///
/// # Errors
/// Wrong usage.
pub fn run(args: &ExplainArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    context::refuse_as_of(globals, "explain")?;
    context::refuse_game(globals, "explain")?;
    let files = context::files(globals)?;
    let (all, _) = explain::load(&files);
    let Some(code) = &args.code else { return list(&all, globals, ui) };
    let Some(found) = all.iter().find(|e| e.code.eq_ignore_ascii_case(code.trim())) else {
        ui.note(&unknown(code, &all));
        return Ok(EXIT_NOTHING);
    };
    match globals.format() {
        Format::Json => ui.json(found)?,
        Format::Markdown => ui.print(&look::markdown(found))?,
        Format::Text => {
            let style = ui.style();
            ui.print(&look::text(found, &style))?;
        }
    }
    Ok(EXIT_FOUND)
}

fn list(all: &[Explanation], globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    if globals.format() == Format::Json {
        ui.json(&all)?;
        return Ok(EXIT_FOUND);
    }
    for e in all {
        ui.print(&format!("{:<20} {}\n", safe(&e.code), safe(&e.what)))?;
    }
    Ok(EXIT_FOUND)
}

fn unknown(code: &str, all: &[Explanation]) -> String {
    let near = all.iter().map(|e| (strsim::osa_distance(&e.code, code), e.code.as_str())).min();
    match near {
        Some((distance, near)) if distance <= 3 => format!("there is no code {code}. Is {near} meant?"),
        _ => format!("there is no code {code}. `judge explain` lists them."),
    }
}
