//! `judge schema`.

use clap::Args;
use schemars::schema_for;

use super::ui::Ui;
use super::{FOUND, Globals, Usage, context};

/// Print the JSON Schema of a file format
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The format's name; left out, the names are listed
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Every format: its name and its schema.
pub fn all() -> Vec<(&'static str, schemars::Schema)> {
    use crate::corpus::{asks::Asks, document::Document, ruling::Entry, synonyms::Synonym};
    vec![
        ("documents", schema_for!(Vec<Document>)),
        ("entries", schema_for!(Vec<Entry>)),
        ("asks", schema_for!(Vec<Asks>)),
        ("synonyms", schema_for!(Vec<Synonym>)),
        ("entry-json", schema_for!(crate::render::json::Entry)),
    ]
}

/// Prints a schema, or the names of all.
///
/// # Errors
/// Wrong usage.
pub fn run(args: &SchemaArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    context::refuse_as_of(globals, "schema")?;
    context::refuse_game(globals, "schema")?;
    context::refuse_rulings(globals, "schema")?;
    let Some(name) = &args.name else {
        for (name, _) in all() {
            ui.print(&format!("{name}\n"))?;
        }
        return Ok(FOUND);
    };
    let Some((_, schema)) = all().into_iter().find(|(n, _)| n == name) else {
        let known: Vec<&str> = all().into_iter().map(|(n, _)| n).collect();
        return Err(Usage(format!("There is no format {name}; there are {}.", known.join(", "))).into());
    };
    ui.json(&schema)?;
    Ok(FOUND)
}
