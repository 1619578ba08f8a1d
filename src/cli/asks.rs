//! `judge asks`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::ui::Ui;
use super::{FOUND, Globals, NOTHING, Usage, context};
use crate::corpus::asks::{self, AskLine, Asks};
use crate::corpus::yaml::{self, At};
use crate::corpus::{Ask, Corpus, Files, Voice, emit, files};
use crate::render::Format;
use crate::render::style::safe;
use crate::search::{Origin, store};

const EXAMPLES: &str = "\
Examples:
  judge asks lcg:3.6
  judge asks lcg:3.6 --add board 'he played it though nothing could happen'
  judge --rulings nationals asks nationals:late --add plain 'may I join in round two'

Asks are searched and never shown as official. In judge's own checkout they are written into
rulings/<game>/asks/; elsewhere into the folder of rulings named last.";

/// Show how people ask for a ruling, or write another way down
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct AsksArgs {
    /// The ruling's id (`lcg:3.6`)
    #[arg(value_name = "ID")]
    id: String,
    /// Write an ask down, in the voice of whoever asks
    #[arg(long, value_enum, value_name = "VOICE", requires = "words")]
    add: Option<VoiceArg>,
    /// What is asked
    #[arg(value_name = "WORDS", requires = "add")]
    words: Vec<String>,
}

/// A [`Voice`] as an argument.
#[derive(Debug, Clone, Copy)]
struct VoiceArg(Voice);

impl ValueEnum for VoiceArg {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [VoiceArg; Voice::ALL.len()] = {
            let mut all = [VoiceArg(Voice::Plain); Voice::ALL.len()];
            let mut n = 0;
            while n < all.len() {
                all[n] = VoiceArg(Voice::ALL[n]);
                n += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(clap::builder::PossibleValue::new(self.0.word()))
    }
}

/// Shows the asks of a ruling, or adds one.
///
/// # Errors
/// Rulings that cannot be read, a ruling that is not there, a folder that cannot be written.
pub fn run(args: &AsksArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    context::refuse_as_of(globals, "asks")?;
    let origin = context::origin(globals)?;
    let (corpus, _) = store::corpus(&origin)?;
    let id = args.id.trim();
    if corpus.ruling(id).is_none() {
        ui.error(&format!("There is no ruling `{id}`. `judge list` lists all ids."));
        return Ok(NOTHING);
    }
    match args.add {
        Some(VoiceArg(voice)) => add(&corpus, id, voice, &args.words.join(" "), &origin, ui),
        None => show(&corpus, id, globals.format(), ui),
    }
}

fn show(corpus: &Corpus, id: &str, format: Format, ui: &mut Ui) -> anyhow::Result<u8> {
    let found: Vec<&Ask> = corpus.asks().iter().filter(|ask| ask.ruling == id).collect();
    if format == Format::Json {
        let line = |a: &&Ask| json!({ "voice": a.voice, "text": a.text, "place": a.place.to_string() });
        ui.json(&json!({ "ruling": id, "asks": found.iter().map(line).collect::<Vec<_>>() }))?;
        return Ok(FOUND);
    }
    if found.is_empty() {
        ui.sentences(&format!("Nobody has written down how {id} is asked for. Add an ask with `--add`."))?;
    }
    let bullet = if format == Format::Markdown { "- " } else { "" };
    for ask in found {
        ui.print(&format!("{bullet}{:<9} {}\n", ask.voice.word(), safe(&ask.text)))?;
    }
    Ok(FOUND)
}

fn add(
    corpus: &Corpus,
    id: &str,
    voice: Voice,
    text: &str,
    origin: &Origin,
    ui: &mut Ui,
) -> anyhow::Result<u8> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(Usage("The ask is empty. Type what the player said.".to_owned()).into());
    }
    let same = |ask: &&Ask| ask.ruling == id && ask.text.eq_ignore_ascii_case(&text);
    if let Some(ask) = corpus.asks().iter().find(same) {
        ui.sentences(&format!("{id} is asked for in these words already: {}.", ask.place))?;
        return Ok(FOUND);
    }
    let root = folder(origin)?;
    let place = root.join(file_of(&store::layered(origin)?, id).ok_or_else(|| told_in_words(id))?);
    let line = AskLine { voice, text: At::nowhere(text) };
    write(&place, &with(&place, id, line, corpus)?)?;
    ui.sentences(&format!("Written into {}: an ask of {id}.", place.display()))?;
    Ok(FOUND)
}

/// The folder asks are written into.
fn folder(origin: &Origin) -> anyhow::Result<PathBuf> {
    match origin {
        Origin::Checkout(root) => Ok(root.join("rulings")),
        Origin::Layers { folders, .. } if !folders.is_empty() => Ok(folders[folders.len() - 1].clone()),
        Origin::BuiltIn | Origin::Layers { .. } => Err(Usage(
            "The rulings in the program cannot be written to. Name a folder of your own with `--rulings DIR`."
                .to_owned(),
        )
        .into()),
    }
}

fn told_in_words(id: &str) -> Usage {
    Usage(format!("{id} is told in judge's own words: write how it is asked for under its `words:`."))
}

/// The file of asks beside the file that has the entry, as a path within a folder of rulings.
fn file_of(files: &Files, id: &str) -> Option<PathBuf> {
    let of_rulings = |path: &str| files::FileKind::of(path) == files::FileKind::Rulings;
    let (path, _) = files.iter().filter(|(path, _)| of_rulings(path)).find(|(_, file)| {
        let named = |line: &str| line.strip_prefix("- id:").is_some_and(|rest| unquoted(rest) == id);
        file.text().lines().any(named)
    })?;
    let within = store::within_layer(path);
    let (folder, name) = within.rsplit_once('/').unwrap_or(("", within));
    let above = folder.strip_suffix("rulings").unwrap_or(folder).trim_end_matches('/');
    Some(Path::new(above).join("asks").join(name))
}

fn unquoted(value: &str) -> &str {
    value.split(" #").next().unwrap_or(value).trim().trim_matches(['\'', '"'])
}

/// The file's text with the line in its place.
fn with(place: &Path, id: &str, line: AskLine, corpus: &Corpus) -> anyhow::Result<String> {
    let shown = place.display().to_string();
    let text = match std::fs::read_to_string(place) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(e).with_context(|| format!("{shown} cannot be read")),
    };
    let (mut all, errors) = yaml::list::<Asks>(&shown, &text);
    anyhow::ensure!(errors.is_empty(), "{shown} has errors; `judge lint` tells them. Nothing was written.");
    match all.iter_mut().find(|asks| *asks.ruling == id) {
        Some(asks) => asks.asks.push(line),
        None => all.push(Asks { ruling: At::nowhere(id.to_owned()), asks: vec![line] }),
    }
    let order = |asks: &Asks| corpus.rulings().position(|r| r.id == *asks.ruling);
    all.sort_by_cached_key(|asks| order(asks).unwrap_or(usize::MAX));
    all.iter_mut().for_each(|asks| asks::sort(&mut asks.asks));
    let head = match emit::head(&text) {
        "" => "# How people ask for these rulings, by voice. Nothing here is official.",
        head => head,
    };
    Ok(emit::asks(head, all.iter()))
}

/// Writes the file whole, or not at all.
fn write(place: &Path, text: &str) -> anyhow::Result<()> {
    let folder = place.parent().unwrap_or(Path::new("."));
    let trouble = || format!("{} cannot be written", place.display());
    std::fs::create_dir_all(folder).with_context(trouble)?;
    let mut file = tempfile::Builder::new().prefix(".asks-").tempfile_in(folder).with_context(trouble)?;
    file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all()).with_context(trouble)?;
    file.persist(place).map_err(|e| e.error).with_context(trouble)?;
    Ok(())
}
