//! `judge lint`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, UsageError, problems};
use crate::corpus::document::Source;
use crate::corpus::files::FileKind;
use crate::corpus::house::Overlap;
use crate::corpus::load::no_ruling;
use crate::corpus::plural::pluralize;
use crate::corpus::{
    Authority, Corpus, Diagnostic, DiagnosticCode, Document, Files, Location, Ruling, Severity, house, lint,
    misnamed,
};
use crate::engine::scenario::coverage::PlayEntry;
use crate::engine::scenario::load::unknown_rulings;
use crate::render::Format;
use crate::render::style::safe;
use crate::search::{self, Request};

/// Check a folder of rulings
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  judge lint\n  judge lint my-event/rulings")]
pub(crate) struct LintArgs {
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

/// Checks a folder, and reports everything that is wrong.
///
/// # Errors
/// Usage errors.
pub(super) fn run(args: &LintArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let mut diagnostics = Vec::new();
    let files = match &args.folder {
        Some(folder) => {
            let (files, found) = Files::folder(folder);
            if found.is_empty() && files.iter().next().is_none() {
                let text = format!("{}: no file of rulings lies there or below.", folder.display());
                return Err(UsageError(text).into());
            }
            diagnostics.extend(found);
            files
        }
        None => context.files_on_disk()?,
    };
    if let Some(folder) = args.folder.as_ref().filter(|_| diagnostics.is_empty() && is_house(&files)) {
        return house(folder, &files, args, context, ui);
    }
    let (corpus, found) = Corpus::load(&files);
    diagnostics.extend(found);
    diagnostics.extend(problems_beside_rulings(&files, &corpus));
    let usable = diagnostics.iter().all(|d| d.severity != Severity::Error);
    if usable {
        diagnostics.extend(dangling(&files, &corpus));
    }
    diagnostics.extend(corpus.lint(&files));
    if args.folder.is_some() {
        diagnostics.extend(lint::supersedes(&files, &Files::built_in()));
    }
    if usable && !args.quick && (args.full || args.folder.is_some()) {
        diagnostics.extend(misranked_asks(&corpus, ui)?);
    }
    diagnostics.extend(later_rulings_alike(&corpus, &files)?);
    report(diagnostics, &files, Counts::of(&corpus), globals, ui)
}

/// Whether a folder contains an event's own rulings, which refer to those it is laid over.
fn is_house(files: &Files) -> bool {
    let documents = files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Documents);
    let mut read = documents.flat_map(|(_, file)| file.list::<Document>().0);
    read.any(|d| d.authority == Authority::House)
}

/// Checks an event's folder together with the rulings beneath it, but reports only warnings about the folder
/// itself.
fn house(
    folder: &Path,
    own: &Files,
    args: &LintArgs,
    context: &Context,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let files = context.files_on_disk_over(folder)?;
    let (corpus, mut diagnostics) = Corpus::load(&files);
    diagnostics.extend(problems_beside_rulings(&files, &corpus));
    let usable = diagnostics.iter().all(|d| d.severity != Severity::Error);
    diagnostics.extend(corpus.lint(&files));
    if usable {
        diagnostics.extend(dangling(&files, &corpus));
        diagnostics.extend(later_rulings_alike(&corpus, &files)?);
        let has_asks = corpus.asks().iter().any(|ask| is_in(folder, &ask.place));
        if has_asks && !args.quick {
            diagnostics.extend(misranked_asks(&corpus, ui)?);
        }
    }
    diagnostics.extend(lint::supersedes(own, &Files::built_in()));
    diagnostics.retain(|d| d.severity == Severity::Error || is_in(folder, &d.place));
    let of_folder = Corpus::load(own).0;
    report(diagnostics, &files, Counts::of(&of_folder), &context.globals, ui)
}

fn is_in(folder: &Path, place: &Location) -> bool {
    Path::new(&place.file).starts_with(folder)
}

/// Warns of official rulings that are newer than a house ruling and affect it: they refer to the same ruling,
/// or are among the best results for the house ruling's own words.
fn later_rulings_alike(corpus: &Corpus, files: &Files) -> anyhow::Result<Vec<Diagnostic>> {
    let house = corpus.house_rulings(files);
    if house.iter().all(|(ruling, _, _)| corpus.later_than(ruling).next().is_none()) {
        return Ok(Vec::new());
    }
    let library = search::Library::in_memory(corpus)?;
    let mut warnings = Vec::new();
    for (ruling, entry, file) in house {
        let touching: BTreeSet<&str> = corpus.touching(ruling).map(|r| r.id.as_str()).collect();
        let words = format!("{} {}", ruling.title, ruling.text());
        let request =
            Request { game: Some(ruling.game), official: true, ..Request::new(words, RESULTS_COMPARED) };
        let found = library.search(&request)?.results;
        // The house ruling's own score is the yardstick for the others.
        let most = found.iter().map(|h| h.score).fold(0.0, f32::max);
        let is_near = |r: &&Ruling| {
            found.iter().any(|h| h.ruling.id == r.id && h.score >= MIN_SCORE_SHARE * most)
                && corpus.share_a_distinctive_word(ruling, r)
        };
        let by_see = corpus.touching(ruling).map(|r| (r, Overlap::See));
        let near = corpus.later_than(ruling).filter(is_near).filter(|r| !touching.contains(r.id.as_str()));
        let by_meaning = near.map(|r| (r, Overlap::Meaning));
        warnings
            .extend(by_see.chain(by_meaning).map(|(r, how)| house::overlap_warning(&entry, file, r, how)));
    }
    Ok(warnings)
}

/// How many results for a house ruling's words are considered, including itself.
const RESULTS_COMPARED: usize = 5;
/// A result is similar in meaning if it has at least this share of the house ruling's own score.
const MIN_SCORE_SHARE: f32 = 0.25;

/// How many items were checked.
#[derive(Clone, Copy)]
struct Counts {
    rulings: usize,
    asks: usize,
}

impl Counts {
    fn of(corpus: &Corpus) -> Self {
        Self { rulings: corpus.rulings().count(), asks: corpus.asks().len() }
    }
}

/// Prints all diagnostics, and how many there are.
fn report(
    mut diagnostics: Vec<Diagnostic>,
    files: &Files,
    checked: Counts,
    globals: &Globals,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
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
        let summary = format!(
            "{}, {}: {}, {}.",
            pluralize(checked.rulings, "ruling"),
            pluralize(checked.asks, "ask"),
            pluralize(errors, "error"),
            pluralize(warnings, "warning")
        );
        ui.print(&format!("{}\n", safe(&summary)))?;
    }
    Ok(if errors == 0 { Status::Found } else { Status::Trouble })
}

/// Problems outside of the rulings: card facts, figures and the like, icons, and source documents.
fn problems_beside_rulings(files: &Files, corpus: &Corpus) -> Vec<Diagnostic> {
    let mut found = problems::beside_rulings(files, corpus);
    found.extend(crate::import::icons::read(files).1);
    found.extend(sources(files));
    found.extend(misnamed::misnamed(files));
    found.sort_by(|a, b| (&a.place, &a.message).cmp(&(&b.place, &b.message)));
    found.dedup();
    found
}

/// Rulings that scenarios and `play.yaml` name, and that do not exist. Only meaningful if every ruling could
/// be read.
fn dangling(files: &Files, corpus: &Corpus) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let ids = || corpus.rulings().map(|ruling| ruling.id.as_str());
    for (path, file) in files.iter() {
        match FileKind::of(path) {
            FileKind::Scenarios => {
                let unknown = unknown_rulings(file.text(), &|id| corpus.clause(id).is_some());
                let place = |line| Location { line, ..Location::file(&file.shown) };
                found.extend(unknown.iter().map(|(line, id)| no_ruling(place(*line), id, ids())));
            }
            FileKind::Play => {
                let entries = file.list::<PlayEntry>().0.into_iter().map(|entry| entry.ruling);
                let unknown = entries.filter(|id| corpus.ruling(id).is_none());
                found.extend(unknown.map(|id| no_ruling(id.place(&file.shown), &id, ids())));
            }
            // They name no rulings, or `Corpus::load` looks up those that they name.
            FileKind::Documents
            | FileKind::Rulings
            | FileKind::Asks
            | FileKind::Synonyms
            | FileKind::Languages
            | FileKind::Digest
            | FileKind::Beyond
            | FileKind::Cards
            | FileKind::Abilities
            | FileKind::Deck
            | FileKind::History
            | FileKind::Explain
            | FileKind::Other => {}
        }
    }
    found
}

/// Documents whose source file is missing or was modified since the import.
fn sources(files: &Files) -> Vec<Diagnostic> {
    let documents = files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Documents);
    let mut found = Vec::new();
    for (path, file) in documents {
        let folder = path.strip_suffix("documents.yaml").unwrap_or_default();
        for document in file.list::<Document>().0 {
            let Some(source) = &document.source else { continue };
            let kept = files.get(&format!("{folder}sources/{}", source.file));
            let text = match kept {
                None => format!("The document's file sources/{} is not there.", source.file),
                Some(kept) if Source::of(source.file.clone(), kept.text().as_bytes()) != *source => {
                    format!("The file sources/{} is not what its SHA-256 says.", source.file)
                }
                Some(_) => continue,
            };
            found.push(Diagnostic::error(DiagnosticCode::Source, document.id.place(&file.shown), text));
        }
    }
    found
}

/// Asks that find another ruling first.
fn misranked_asks(corpus: &Corpus, ui: &Ui) -> anyhow::Result<Vec<Diagnostic>> {
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
        if found.id != ask.ruling && !kin && !first.collapsed.contains(&ask.ruling) {
            let text = format!("This ask of {} finds {} first.", ask.ruling, found.id);
            let hint = "Put it so that it tells the two apart, or leave it out.";
            warnings
                .push(Diagnostic::warning(DiagnosticCode::StrayedAsk, ask.place.clone(), text).hint(hint));
        }
    }
    ui.progress(asks.len(), asks.len(), "");
    Ok(warnings)
}
