//! `judge asks`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::cli::context::without_errors;
use crate::cli::rulings::resolve_id;
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, UsageError, as_of, write_files};
use crate::corpus::asks::{self, AskLine, Asks};
use crate::corpus::files::{File, FileKind};
use crate::corpus::ruling::Entry;
use crate::corpus::yaml::{self, Spanned};
use crate::corpus::{Ask, Corpus, Files, Voice, emit};
use crate::render::style::safe;
use crate::render::{Format, json as output};
use crate::search::index_info::documents;
use crate::search::{AsOfDay, Origin, Subjects, store};

const EXAMPLES: &str = "\
Examples:
  judge asks lcg:3.6
  judge asks lcg:3.6 --add board 'he played it though nothing could happen'
  judge --rulings nationals asks lcg:nationals.late-joiners --add plain 'may I join in round two'

Asks are searched and never shown as official. In judge's own checkout they are written into
rulings/<game>/asks/; elsewhere into the folder of rulings named last.";

/// Show how people ask for a ruling, or write another way down
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct AsksArgs {
    /// The ruling's id (`lcg:3.6`)
    #[arg(value_name = "ID", index = 1)]
    id: String,
    /// Write an ask down, in the voice of whoever asks
    #[arg(long, value_enum, value_name = "VOICE", requires = "words")]
    add: Option<VoiceArg>,
    /// What is asked
    #[arg(value_name = "WORDS", requires = "add", index = 2)]
    words: Vec<String>,
}

/// Parses a [`Voice`] from the command line.
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
/// If the rulings cannot be read, there is no such ruling, or the folder cannot be written.
pub(super) fn run(args: &AsksArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let origin = context.origin()?;
    let files = context.files_on_disk()?;
    let corpus = without_errors(Corpus::load(&files))?;
    let id = match resolve_id(&corpus, &args.id, globals.game()) {
        Ok(id) => id,
        Err(UsageError(sentence)) => {
            ui.error(&sentence);
            return Ok(Status::Nothing);
        }
    };
    let id = id.as_str();
    match args.add {
        Some(VoiceArg(voice)) => {
            let line = ask_line(voice, &args.words.join(" "))?;
            Target { id, files: &files, corpus: &corpus, origin }.add(line, ui)
        }
        None => show(&corpus, id, globals.format(), ui),
    }
}

fn show(corpus: &Corpus, id: &str, format: Format, ui: &mut Ui) -> anyhow::Result<Status> {
    let found: Vec<&Ask> = corpus.asks().iter().filter(|ask| ask.ruling == id).collect();
    let today = AsOfDay::new(None, false, corpus.versions().clone());
    let newer = today.newer_among(&documents(corpus), &Subjects::rulings(corpus.ruling(id)));
    if format == Format::Json {
        let line = |a: &&Ask| json!({ "voice": a.voice, "text": a.text, "place": a.place.to_string() });
        let shown = json!({ "ruling": id, "asks": found.iter().map(line).collect::<Vec<_>>() });
        ui.json(&output::with_newer(shown, &newer))?;
        return Ok(Status::Found);
    }
    if found.is_empty() {
        ui.sentences(&format!("Nobody has written down how {id} is asked for. Add an ask with `--add`."))?;
    }
    let style = ui.style();
    for ask in found {
        if format == Format::Markdown {
            ui.print(&format!("- {:<9} {}\n", ask.voice.word(), safe(&ask.text)))?;
            continue;
        }
        for line in style.wrap(&safe(&ask.text), &format!("{:<9} ", ask.voice.word()), "          ") {
            ui.print(&format!("{line}\n"))?;
        }
    }
    as_of::print_newer(&newer, format, ui)?;
    Ok(Status::Found)
}

/// The maximum length of an ask, in characters.
const MAX_LENGTH: usize = 1_000;

/// Validates an ask and turns it into a line of the file.
fn ask_line(voice: Voice, text: &str) -> Result<AskLine, UsageError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(UsageError("The ask is empty. Type what the player said.".to_owned()));
    }
    if text.contains(char::is_control) || text.chars().count() > MAX_LENGTH {
        let text = format!("An ask is what somebody said, in at most {MAX_LENGTH} printable characters.");
        return Err(UsageError(text));
    }
    Ok(AskLine { voice, text: Spanned::without_span(text) })
}

/// A ruling to which an ask is added.
struct Target<'a> {
    id: &'a str,
    files: &'a Files,
    corpus: &'a Corpus,
    origin: &'a Origin,
}

impl Target<'_> {
    fn add(&self, line: AskLine, ui: &mut Ui) -> anyhow::Result<Status> {
        let id = self.id;
        let same = |ask: &&Ask| ask.ruling == id && ask.text.eq_ignore_ascii_case(&line.text);
        if let Some(ask) = self.corpus.asks().iter().find(same) {
            ui.sentences(&format!("{id} is asked for in these words already: {}.", ask.place))?;
            return Ok(Status::Found);
        }
        let root = folder(self.origin)?;
        let rulings = file_of(self.files, id).ok_or_else(|| rule_has_its_words(id))?;
        let place = root.join(beside(rulings));
        // The ruling may come from another layer. The lock is therefore taken on a file of the folder being
        // written to, one that is never replaced.
        let game = id.split(':').next().unwrap_or_default();
        let documents = [root.join("documents.yaml"), root.join(game).join("documents.yaml")];
        let _lock =
            documents.iter().find(|path| path.is_file()).map(|path| write_files::lock(path)).transpose()?;
        write_files::replace_file(&place, with(&place, id, line, self.corpus)?)?;
        ui.sentences(&format!("Written into {}: an ask of {id}.", place.display()))?;
        Ok(Status::Found)
    }
}

/// The folder in which asks are written.
fn folder(origin: &Origin) -> anyhow::Result<PathBuf> {
    match origin {
        Origin::Checkout(root) => Ok(root.join("rulings")),
        Origin::Layers { folders, .. } if !folders.is_empty() => Ok(folders[folders.len() - 1].clone()),
        Origin::BuiltIn | Origin::Layers { .. } => Err(UsageError(
            "The rulings in the program cannot be written to. Name a folder of your own with `--rulings DIR`."
                .to_owned(),
        )
        .into()),
    }
}

fn rule_has_its_words(id: &str) -> UsageError {
    UsageError(format!("{id} is told in judge's own words: write how it is asked for under its `words:`."))
}

/// The file that contains the entry, relative to a folder of rulings.
fn file_of<'f>(files: &'f Files, id: &str) -> Option<&'f str> {
    let of_rulings = |path: &str| FileKind::of(path) == FileKind::Rulings;
    let has_it = |file: &File| file.list::<Entry>().0.iter().any(|entry| *entry.id == id);
    let (path, _) = files.iter().filter(|(path, _)| of_rulings(path)).find(|(_, file)| has_it(file))?;
    Some(store::within_layer(path))
}

/// The file of asks that corresponds to a file of rulings.
fn beside(rulings: &str) -> PathBuf {
    let (folder, name) = rulings.rsplit_once('/').unwrap_or(("", rulings));
    let above = folder.strip_suffix("rulings").unwrap_or(folder).trim_end_matches('/');
    Path::new(above).join("asks").join(name)
}

/// The new text of the file, with the line inserted in its place.
fn with(place: &Path, id: &str, line: AskLine, corpus: &Corpus) -> anyhow::Result<String> {
    let shown = place.display().to_string();
    let text = match std::fs::read_to_string(place) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(e).with_context(|| format!("{shown} cannot be read")),
    };
    let (mut all, errors) = yaml::list::<Asks>(&shown, &text);
    anyhow::ensure!(errors.is_empty(), "{shown} has errors; `judge lint` tells them. Nothing was written.");
    if !text.is_empty() && without_head(&text) != without_head(&emit::asks(emit::head(&text), all.iter())) {
        let (voice, asked) = (line.voice.word(), serde_json::to_string(&*line.text)?);
        let text = format!(
            "{shown} has comments or is laid out by hand, which would be lost; nothing was written. Write it there under \
             `- ruling: {id}`, in `asks`: `- {voice}: {asked}`."
        );
        return Err(UsageError(text).into());
    }
    match all.iter_mut().find(|asks| *asks.ruling == id) {
        Some(asks) => asks.asks.push(line),
        None => all.push(Asks { ruling: Spanned::without_span(id.to_owned()), asks: vec![line] }),
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

/// The lines of a file of asks after its head comment, without blank lines.
fn without_head(text: &str) -> Vec<&str> {
    text[emit::head(text).len()..].lines().filter(|line| !line.trim().is_empty()).collect()
}
