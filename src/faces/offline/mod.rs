//! `judge export html`: one page with all rulings and the search in it, which a phone opens from its own
//! storage.
//!
//! | file | holds |
//! |---|---|
//! | [`find`] | the search: the same code natively and in WebAssembly |
//! | `page` | the page: HTML that is readable without JavaScript, and the data for the script |
//! | `offline.js` | from the input field to the answer |
//!
//! The crate in `offline/` is compiled for the page. It wraps [`find::PageSearch`] in functions that a script
//! can call.

pub mod find;
mod page;

use std::path::Path;

use anyhow::Context as _;
use serde_json::json;

use crate::cli::face_args::{ExportArgs, ExportCommand, ExportHtmlArgs};
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, UsageError, ordinary, write_files};
use crate::corpus::built_in::unpacked;
use crate::render::Format;
use find::{PageSearch, Settings};

/// The compiled search, compressed, with its length in bytes, if the program was built with it.
#[cfg(offline_search)]
const BUILT_IN: Option<(&[u8], &str)> = Some((
    include_bytes!(concat!(env!("OUT_DIR"), "/offline_search.bin")),
    env!("JUDGE_OFFLINE_SEARCH_BYTES"),
));
#[cfg(not(offline_search))]
const BUILT_IN: Option<(&[u8], &str)> = None;

/// Exports the page.
///
/// # Errors
/// If the file must not be overwritten, the compiled search is missing or of another version, or the rulings
/// cannot be read.
pub(crate) fn run(args: &ExportArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let ExportCommand::Html(args) = &args.what;
    refuse_others_files(&args.file)?;
    let program = program(args)?;
    let settings = Settings { game: globals.game(), day: globals.day()?, explicit: globals.as_of.is_some() };
    let index = context.index_bytes(ui)?;
    let search = PageSearch::open(index.clone(), &settings)?;
    let data = program.as_deref().map(|program| page::Data { program, index: &index, settings: &settings });
    let drawn = page::page(&search, data)?;
    write_files::replace_file(&args.file, &drawn.html)?;
    let place = args.file.display().to_string();
    if globals.format() == Format::Json {
        let written = json!({ "file": place, "bytes": drawn.html.len(), "rulings": drawn.rulings, "search": program.is_some() });
        ui.json(&written)?;
        return Ok(Status::Found);
    }
    let searched = if program.is_some() { "with the search in it" } else { "without a search" };
    let megabytes = drawn.html.len() as f64 / 1e6;
    ui.sentences(&format!("Written: {place}, {megabytes:.1} MB: {} rulings, {searched}.", drawn.rulings))?;
    Ok(Status::Found)
}

/// Refuses to overwrite a file that was not written by this command.
fn refuse_others_files(file: &Path) -> anyhow::Result<()> {
    if !file.exists() {
        return Ok(());
    }
    refuse_pipes(file)?;
    let mut begin = [0; 1024];
    let read = std::fs::File::open(file)
        .and_then(|mut file| std::io::Read::read(&mut file, &mut begin))
        .with_context(|| format!("{} is there already, and cannot be read", file.display()))?;
    if String::from_utf8_lossy(&begin[..read]).contains(&format!("content=\"{}\"", page::GENERATOR)) {
        return Ok(());
    }
    let text = format!(
        "Nothing was written: {} is there already, and is no page of `judge export html`. Name another file.",
        file.display()
    );
    Err(UsageError(text).into())
}

/// The maximum size of a compiled search, in bytes.
const MAX_SEARCH_SIZE: u64 = 64 << 20;

/// Reads a compiled search from a file.
fn compiled(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(file)
        .and_then(|file| {
            std::io::Read::read_to_end(&mut std::io::Read::take(file, MAX_SEARCH_SIZE + 1), &mut bytes)
        })
        .with_context(|| format!("{} cannot be read", file.display()))?;
    if bytes.len() as u64 > MAX_SEARCH_SIZE {
        let text = format!(
            "Nothing was written: {} is larger than {} MB, and no search is. {BUILD}",
            file.display(),
            MAX_SEARCH_SIZE >> 20
        );
        return Err(UsageError(text).into());
    }
    Ok(bytes)
}

/// Rejects anything but a regular file.
fn refuse_pipes(file: &Path) -> anyhow::Result<()> {
    ordinary::why_unusable(file)
        .map_or(Ok(()), |what| Err(UsageError(format!("Nothing was written: {what}. Name another.")).into()))
}

/// The compiled search for the page: the given one, the built-in one, or none if the page is not to have a
/// search.
fn program(args: &ExportHtmlArgs) -> anyhow::Result<Option<Vec<u8>>> {
    if args.without_search {
        return Ok(None);
    }
    let Some(file) = &args.wasm else {
        let Some((packed, length)) = BUILT_IN else { return Err(UsageError(MISSING.to_owned()).into()) };
        let bytes = length.parse().ok().and_then(|length| unpacked(packed, length));
        return Ok(Some(bytes.context("the search within this program cannot be unpacked")?));
    };
    refuse_pipes(file)?;
    let bytes = compiled(file)?;
    if !bytes.windows(find::PROGRAM.len()).any(|part| part == find::PROGRAM.as_bytes()) {
        let text = format!(
            "Nothing was written: the search in {} was not compiled from the source of this program. {BUILD}",
            file.display()
        );
        return Err(UsageError(text).into());
    }
    Ok(Some(bytes))
}

const MISSING: &str = "Nothing was written: this program was built without the search that goes into the page. In a clone of \
    judge, `release/offline` compiles it and says where it is; name it with `--wasm FILE`. `--without-search` writes the \
    rulings alone.";
const BUILD: &str = "In a clone of judge, `release/offline` compiles it anew.";
