//! `judge import`.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, UsageError, write_files};
use crate::corpus::document::{Precision, Source};
use crate::corpus::emit::Note;
use crate::import::{self, Form, Imported, Known, MAX_SIZE, Options, Overlap, Standing};
use crate::render::Format;

const EXAMPLES: &str = "\
Examples:
  pdftotext -layout faq.pdf faq.txt
  judge import faq.txt                          what it would make of it
  judge import faq.txt --into new-faq           entries to review, in a new folder
  judge lint new-faq
  judge diff lcg-faq-2.2 lcg-faq-3.0 --rulings new-faq
  judge --rulings new-faq 2.17

Lines `# unsure:` in the entries ask for a look; remainder.txt keeps every word that is in no entry.";

/// Make entries of a new document
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ImportArgs {
    /// The document: Markdown, a web page, or text as `pdftotext` gives it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the entries into this folder
    ///
    /// It must not have them yet.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Write whole files, to replace those held
    ///
    /// The files of rulings come out with the new entries in them.
    #[arg(long, requires = "into")]
    merged: bool,
    /// The document's id, such as lcg-faq-3.0
    #[arg(long, value_name = "ID")]
    id: Option<String>,
    /// Its version, where it prints none
    #[arg(long = "document-version", value_name = "TEXT")]
    document_version: Option<String>,
    /// The day from which it is in force
    ///
    /// The year alone if no more is known.
    #[arg(long, value_name = "DATE", value_parser = since)]
    date: Option<Since>,
    /// Its series, such as lcg-faq
    ///
    /// It replaces the older documents of the series.
    #[arg(long, value_name = "SERIES")]
    series: Option<String>,
    /// Its title; left out, as printed
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,
    /// What citations of it begin with
    #[arg(long, value_name = "TEXT")]
    cite: Option<String>,
    /// It is an event's own, not the publisher's
    #[arg(long, requires = "who", requires = "place")]
    house: bool,
    /// With --house: who decided
    #[arg(long, value_name = "NAME", requires = "house")]
    who: Option<String>,
    /// With --house: at which event
    #[arg(long = "where", id = "place", value_name = "EVENT", requires = "house")]
    place: Option<String>,
    /// Its form; left out, told by the look of it
    #[arg(long, value_enum, hide_short_help = true, value_name = "FORM")]
    form: Option<FormArg>,
}

/// Since when a document is in force, as far as the user knows.
#[derive(Debug, Clone, Copy)]
struct Since {
    day: jiff::civil::Date,
    precision: Precision,
}

/// Parses a date, or a year.
fn since(typed: &str) -> Result<Since, String> {
    let is_year = |typed: &&str| typed.len() == 4 && typed.bytes().all(|b| b.is_ascii_digit());
    let year = Some(typed).filter(is_year).and_then(|typed| typed.parse().ok());
    let year = year.filter(|year| (1990..2100).contains(year));
    let first = year.and_then(|year| jiff::civil::Date::new(year, 1, 1).ok());
    match (first, typed.parse()) {
        (Some(day), _) => Ok(Since { day, precision: Precision::Year }),
        (None, Ok(day)) => Ok(Since { day, precision: Precision::Day }),
        (None, Err(_)) => Err("it is no day and no year; write it like 2014-10-06, or 2014".to_owned()),
    }
}

/// The value of `--form`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormArg {
    /// Markdown
    Markdown,
    /// Plain text
    Plain,
    /// A web page
    Html,
}

/// Imports a document.
///
/// # Errors
/// If the file cannot be read, or the result cannot be written or exists already.
pub(super) fn run(args: &ImportArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let bytes = read(&args.file)?;
    check(args)?;
    let held = context.files_on_disk()?;
    let known = Known::from_files(&held);
    let options = options(args, globals, &bytes);
    let shown = args.file.display();
    let imported = import::import(&bytes, &options, &known)
        .map_err(|why| UsageError(sentence(&shown.to_string(), &why.to_string())))?;
    let files = if args.merged { import::files(&imported, &known) } else { import::review(&imported) };
    let mut files = files;
    if args.merged {
        let kept = known.sources(&held, imported.document.game);
        files.extend(kept.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())));
    }
    files.push(("remainder.txt".to_owned(), import::remainder(&imported)));
    if let Some(source) = options.source.filter(|s| imported.document.source.as_ref() == Some(s)) {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        files.push((format!("{}/sources/{}", imported.document.game.code(), source.file), text));
    }
    if let Some(folder) = &args.into {
        refuse_held(&imported)?;
        refuse_unknown_series(&imported)?;
        refuse_nothing(&shown.to_string(), &imported)?;
        write_files::write_all_or_none(folder, &files)?;
    }
    match globals.format() {
        Format::Json => ui.json(&shape(&imported, &files))?,
        Format::Text | Format::Markdown => print(args, &imported, &files, ui)?,
    }
    Ok(Status::found(!imported.entries.is_empty()))
}

/// Formats a refusal as a sentence.
fn sentence(shown: &str, why: &str) -> String {
    let stop = if why.ends_with(['?', '.', '!']) { "" } else { "." };
    format!("{shown}: {why}{stop}")
}

/// Refuses to write a document that is held already: laid over the rulings, it would duplicate all of its
/// entries.
fn refuse_held(imported: &Imported) -> Result<(), UsageError> {
    if !imported.held {
        return Ok(());
    }
    let id = imported.document.id.as_str();
    let differ = differing(imported);
    Err(UsageError(match differ.as_slice() {
        [] => format!("Nothing was written: the rulings have {id} already, every entry in these words."),
        ids => format!(
            "Nothing was written: the rulings have {id} already, in other words here: {}. A document has one wording. \
             Correct the entries held; or, if this is another edition, give it `--id`, `--document-version` and `--date` of \
             its own.",
            ids.join(", ")
        ),
    }))
}

/// Refuses to write a document whose title and entries belong to different series, until the user says whose
/// it is. As a house document it would reuse the ids of official rulings; as an official one it would
/// supersede them.
fn refuse_unknown_series(imported: &Imported) -> Result<(), UsageError> {
    let by_entries = imported.looks_like.as_ref().map(Overlap::question);
    let by_title = imported.by_title_alone.as_ref().map(Overlap::title_question);
    match by_entries.or(by_title) {
        Some(question) => Err(UsageError(format!("Nothing was written: {question}."))),
        None => Ok(()),
    }
}

/// Refuses to write a document without entries.
fn refuse_nothing(shown: &str, imported: &Imported) -> Result<(), UsageError> {
    if !imported.entries.is_empty() {
        return Ok(());
    }
    Err(UsageError(format!(
        "Nothing was written: no ruling was found in {shown}. If its words come only when a browser shows the page, save \
         the page from there; if it is a PDF file, turn it into text: pdftotext -layout FILE.pdf. Without `--into` judge \
         shows what it read."
    )))
}

/// The entries of a held document that the rulings lack or have in different words.
pub(super) fn differing(imported: &Imported) -> Vec<String> {
    let other = imported.entries.iter().filter(|e| e.standing != Standing::Same);
    other.map(|e| e.entry.id.value.clone()).collect()
}

fn options(args: &ImportArgs, globals: &Globals, bytes: &[u8]) -> Options {
    let form = args.form.map(|form| match form {
        FormArg::Markdown => Form::Markdown,
        FormArg::Plain => Form::Plain,
        FormArg::Html => Form::Html,
    });
    let name = args.file.file_name().map(|n| source_name(&n.to_string_lossy()));
    let house = args.who.clone().zip(args.place.clone()).filter(|_| args.house);
    Options {
        game: globals.game(),
        form,
        id: args.id.clone(),
        version: args.document_version.clone(),
        date: args.date.map(|since| crate::corpus::Day(since.day)),
        precision: args.date.map(|since| since.precision).unwrap_or_default(),
        source: name.map(|file| Source::of(file, bytes)),
        series: args.series.clone(),
        title: args.title.clone(),
        cite: args.cite.clone(),
        house,
    }
}

/// The name under which a document's file is kept: its own, without control characters, and neither hidden
/// (it would be ignored) nor ending in `.yaml` (it would be taken for rulings).
fn source_name(name: &str) -> String {
    let plain: String = name
        .trim_start_matches(['.', ' '])
        .chars()
        .map(|c| if crate::render::style::is_unsafe(c) || c == '\n' { '-' } else { c })
        .collect();
    let plain = if plain.is_empty() { "document".to_owned() } else { plain };
    let lower = plain.to_lowercase();
    if lower.ends_with(".yaml") || lower.ends_with(".yml") { format!("{plain}.txt") } else { plain }
}

/// Validates options that are written into YAML.
fn check(args: &ImportArgs) -> Result<(), UsageError> {
    for (option, value) in [("--id", &args.id), ("--series", &args.series)] {
        value.as_ref().map_or(Ok(()), |value| write_files::check_id(option, value))?;
    }
    let version = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ' ' | ',');
    let typed = args.document_version.as_ref();
    if let Some(value) = typed.filter(|v| v.trim().is_empty() || v.len() > 40 || !v.chars().all(version)) {
        return Err(UsageError(format!("`--document-version {value}` is no version. Write it like 3.0.")));
    }
    let lines =
        [("--title", &args.title), ("--cite", &args.cite), ("--who", &args.who), ("--where", &args.place)];
    for (option, value) in lines {
        value.as_ref().map_or(Ok(()), |value| write_files::check_line(option, value))?;
    }
    Ok(())
}

/// Reads a document, up to the size limit.
///
/// # Errors
/// A sentence naming the file and the reason.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = path.display();
    if path == Path::new("-") {
        let text = "`-` is no file, and a document is not read from the input; save it, and name its file.";
        return Err(UsageError(text.to_owned()).into());
    }
    if path.is_dir() {
        return Err(UsageError(format!("{shown} is a folder; name the document's file.")).into());
    }
    // Opening a named pipe would block until something writes to it.
    if std::fs::metadata(path).is_ok_and(|m| !m.is_file()) {
        let text =
            format!("{shown} is no ordinary file but a pipe or a device; save the document as a file.");
        return Err(UsageError(text).into());
    }
    let file = std::fs::File::open(path).map_err(|error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
            std::io::ErrorKind::PermissionDenied => "you are not permitted to read it".to_owned(),
            _ => format!("it cannot be read: {error}"),
        };
        UsageError(format!("{shown}: {why}."))
    })?;
    let mut bytes = Vec::new();
    let read = file.take(MAX_SIZE + 1).read_to_end(&mut bytes);
    read.with_context(|| format!("{shown} cannot be read"))?;
    Ok(bytes)
}

/// Prints the files if they were not written, then the report.
fn print(
    args: &ImportArgs,
    imported: &Imported,
    files: &[(String, String)],
    ui: &mut Ui,
) -> anyhow::Result<()> {
    if let Some(folder) = &args.into {
        for (path, _) in files {
            let path = folder.join(path).display().to_string();
            ui.print(&format!("wrote {}\n", crate::render::style::safe(&path)))?;
        }
    } else {
        for (path, text) in files.iter().filter(|(p, _)| !p.contains("/sources/")) {
            let text = if path.ends_with(".txt") { commented(text) } else { text.clone() };
            ui.print(&format!("# {path}\n{}\n", crate::render::style::safe(&text)))?;
        }
    }
    let report = crate::render::import::report(imported);
    ui.print(&if args.into.is_some() { format!("\n{report}") } else { commented(&report) })?;
    Ok(())
}

fn commented(text: &str) -> String {
    text.lines().map(|l| format!("# {l}").trim_end().to_owned() + "\n").collect()
}

/// `{"document", "document_unsure", "entries", "remainder", "report", …}`
fn shape(imported: &Imported, files: &[(String, String)]) -> Value {
    let unsure = |notes: &[Note]| -> Vec<Value> {
        notes.iter().map(|n| json!({ "field": n.field, "why": n.text })).collect()
    };
    let entry = |e: &import::ImportedEntry| {
        let standing = match e.standing {
            Standing::New => "new",
            Standing::Same => "same",
            Standing::Changed => "changed",
        };
        json!({ "entry": e.entry, "unsure": unsure(&e.notes), "standing": standing, "known_as": e.known_as, "line": e.line })
    };
    let left = |l: &import::Leftover| json!({ "line": l.line, "why": l.why.to_string(), "text": l.text });
    let counts: serde_json::Map<String, Value> =
        imported.counts().into_iter().map(|(k, n)| (k.word().to_owned(), json!(n))).collect();
    let overlap = |o: &Overlap| {
        json!({
            "series": o.series, "cite": o.cite, "shared": o.shared, "entries": o.entries, "held": o.held,
        })
    };
    json!({
        "document": imported.document,
        "document_unsure": unsure(&imported.document_notes),
        "entries": imported.entries.iter().map(entry).collect::<Vec<_>>(),
        "remainder": imported.remainder.iter().map(left).collect::<Vec<_>>(),
        "report": {
            "entries": counts,
            "unsure": imported.unsure(),
            "corrections": imported.corrections(),
            "remainder": imported.remainder.len(),
        },
        "looks_like": imported.looks_like.as_ref().map(overlap),
        "by_title_alone": imported.by_title_alone.as_ref().map(overlap),
        "files": files.iter().map(|(path, _)| path).collect::<Vec<_>>(),
    })
}
