//! `judge lint`.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::ui::Ui;
use super::{FOUND, Globals, TROUBLE, context};
use crate::corpus::document::Source;
use crate::corpus::files::FileKind;
use crate::corpus::history::Versions;
use crate::corpus::lint;
use crate::corpus::{CardBook, Corpus, Diagnostic, Document, Files, Severity, explain, yaml};
use crate::deck::Figures;
use crate::engine::Library;
use crate::engine::scenario::coverage::play_entries;
use crate::engine::scenario::load::load;
use crate::render::Format;
use crate::render::style::safe;
use crate::search::{self, Request};

/// Check a folder of rulings
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  judge lint\n  judge lint my-event/rulings")]
pub struct LintArgs {
    /// The folder; left out, the rulings in use
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Leave out searching for every ask; without a folder that is left out anyway
    #[arg(long, conflicts_with = "full")]
    quick: bool,
    /// Search for every ask, which takes some time for the built-in rulings
    #[arg(long)]
    full: bool,
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
    diagnostics.extend(others(&files, &corpus));
    let usable = diagnostics.iter().all(|d| d.severity != Severity::Error);
    diagnostics.extend(corpus.lint(&files));
    if args.folder.is_some() {
        diagnostics.extend(lint::supersedes(&files, &Files::built_in()));
    }
    if usable && !args.quick && (args.full || args.folder.is_some()) {
        diagnostics.extend(strayed(&corpus, ui)?);
    }
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

/// What is wrong with the files that other rooms read: card facts, figures, explanations, facts about versions, kept
/// documents, abilities and scenarios.
fn others(files: &Files, corpus: &Corpus) -> Vec<Diagnostic> {
    let (book, mut found) = CardBook::load(files);
    found.extend(Figures::load(files, corpus, &book).1);
    found.extend(explain::load(files).1);
    found.extend(Versions::read(files).1);
    found.extend(crate::import::icons::read(files).1);
    found.extend(sources(files));
    found.extend(play_entries(files).1);
    let (library, of_abilities) = Library::load(files);
    found.extend(of_abilities);
    for (path, file) in files.iter() {
        if FileKind::of(path) == FileKind::Scenarios {
            found.extend(load(&file.shown, &file.text, &library).err().unwrap_or_default());
        }
    }
    found.sort_by(|a, b| (&a.place, &a.message).cmp(&(&b.place, &b.message)));
    found.dedup();
    found
}

/// Documents whose kept file is missing, or is not what it was when it was taken in.
fn sources(files: &Files) -> Vec<Diagnostic> {
    let documents = files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Documents);
    let mut found = Vec::new();
    for (path, file) in documents {
        let folder = path.strip_suffix("documents.yaml").unwrap_or_default();
        for document in yaml::list::<Document>(&file.shown, &file.text).0 {
            let Some(source) = &document.source else { continue };
            let kept = files.get(&format!("{folder}sources/{}", source.file));
            let text = match kept {
                None => format!("The document's file sources/{} is not there.", source.file),
                Some(kept) if Source::of(source.file.clone(), kept.text.as_bytes()) != *source => {
                    format!("The file sources/{} is not what its SHA-256 says.", source.file)
                }
                Some(_) => continue,
            };
            found.push(Diagnostic::error("source", document.id.place(&file.shown), text));
        }
    }
    found
}

/// Asks that find another ruling first.
fn strayed(corpus: &Corpus, ui: &Ui) -> anyhow::Result<Vec<Diagnostic>> {
    let library = search::Library::in_memory(corpus)?;
    let mut warnings = Vec::new();
    let asks = corpus.asks();
    for (n, ask) in asks.iter().enumerate() {
        if n % 100 == 0 {
            ui.progress(n, asks.len(), "asks searched for");
        }
        let answer = library.search(&Request::new(ask.text.clone(), 1))?;
        let Some(first) = answer.results.first() else { continue };
        let found = &first.ruling;
        let kin = found.part_of.as_ref() == Some(&ask.ruling)
            || corpus.ruling(&ask.ruling).is_some_and(|r| r.part_of.as_ref() == Some(&found.id));
        if found.id != ask.ruling && !kin && !first.folded.contains(&ask.ruling) {
            let text = format!("This ask of {} finds {} first.", ask.ruling, found.id);
            let hint = "Put it so that it tells the two apart, or leave it out.";
            warnings.push(Diagnostic::warning("strayed-ask", ask.place.clone(), text).hint(hint));
        }
    }
    ui.progress(asks.len(), asks.len(), "");
    Ok(warnings)
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
