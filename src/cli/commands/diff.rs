//! `judge diff`.

use std::path::Path;

use clap::Args;
use serde_json::json;

use super::import::{differing, read};
use crate::cli::context::without_errors;
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, UsageError};
use crate::corpus::document::Source;
use crate::corpus::{Corpus, Document, Files, diff};
use crate::import::{self, Known, Options};
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  judge diff tcg-rulings-2002 tcg-rulings-2005
  judge diff 2002 2005
  judge diff lcg-faq-2.2 new-faq.txt        a document that is not imported yet
  judge diff lcg-faq-2.2 lcg-faq-3.0 --rulings new-faq --format markdown

Exit status: 0 when they differ, 1 when they do not.";

/// Compare two editions of a document
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DiffArgs {
    /// The older document: an id, the end of one, or a file
    #[arg(value_name = "OLD")]
    old: String,
    /// The newer document
    #[arg(value_name = "NEW")]
    new: String,
}

/// Compares two documents.
///
/// # Errors
/// Unknown documents, unreadable files, and rulings with errors.
pub(super) fn run(args: &DiffArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;

    let mut files = context.files_on_disk()?;
    let mut ids = Vec::new();
    for name in [&args.old, &args.new] {
        ids.push(with_file(&mut files, name, globals, ui)?);
    }
    let corpus = without_errors(Corpus::load(&files))?;
    let old = document(&corpus, ids[0].as_deref().unwrap_or(&args.old))?;
    let new = document(&corpus, ids[1].as_deref().unwrap_or(&args.new))?;
    if old.game != new.game {
        let text = format!("`{}` and `{}` are of two games; there is nothing to compare.", old.id, new.id);
        return Err(UsageError(text).into());
    }
    let found = diff::documents(&corpus, old, new);
    match globals.format() {
        Format::Json => ui.json(&json!(found))?,
        Format::Text => ui.print(&crate::render::diff::text(&found, &ui.style()))?,
        Format::Markdown => ui.print(&crate::render::diff::markdown(&found))?,
    }
    let differ = found.added.len() + found.removed.len() + found.changed.len() + found.renumbered.len();
    Ok(Status::found(differ > 0))
}

/// Imports a document given as a file, adds it to the files, and returns its id.
fn with_file(files: &mut Files, name: &str, globals: &Globals, ui: &Ui) -> anyhow::Result<Option<String>> {
    let path = Path::new(name);
    if !path.is_file() {
        return Ok(None);
    }
    let bytes = read(path)?;
    let known = Known::from_files(files);
    // By its file a document that is held is recognized, whatever it prints.
    let source = Some(Source::of(name.to_owned(), &bytes));
    let options = Options { game: globals.game(), source, ..Options::default() };
    let mut imported = import::import(&bytes, &options, &known)
        .map_err(|why| UsageError(format!("{}: {why}.", path.display())))?;
    imported.document.source = None;
    let id = imported.document.id.value.clone();
    if known.document(&id).is_some() {
        let differ = differing(&imported);
        let other = if differ.is_empty() {
            String::new()
        } else {
            format!(", though in other words: {}", differ.join(", "))
        };
        ui.note(&format!("{name} is {id}, which is held; compared as it is held{other}"));
        return Ok(Some(id));
    }
    ui.note(&format!(
        "{name} was read as {id}: {} entries, {} unsure; `judge import` shows them",
        imported.entries.len(),
        imported.unsure()
    ));
    for (path, text) in import::review(&imported) {
        files.add(&format!("{name}/{path}"), text);
    }
    Ok(Some(id))
}

fn document<'c>(corpus: &'c Corpus, name: &str) -> anyhow::Result<&'c Document> {
    diff::named(corpus, name).map_err(|near| {
        let text = format!("There is no document or file `{name}`. Documents: {}.", near.join(", "));
        UsageError(text).into()
    })
}
