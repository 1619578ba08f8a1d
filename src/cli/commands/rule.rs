//! `judge rule`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde_json::json;

use super::new_event;
use crate::cli::context::without_errors;
use crate::cli::rulings::resolve_id;
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, UsageError, write_files};
use crate::corpus::files::{File, FileKind};
use crate::corpus::ruling::{CardRef, Entry, TitleBy};
use crate::corpus::yaml::Spanned;
use crate::corpus::{
    Authority, CardBook, Corpus, Diagnostic, Document, Files, Game, Kind, Ruling, emit, yaml,
};
use crate::import::{first_words, slug};
use crate::render::Format;
use crate::render::ruling::{self, View};
use crate::search::{direct, store};

const EXAMPLES: &str = "\
Examples:
  judge --rulings nationals-2014 rule 'Attackers once declared stay declared.' --see lcg:2.3
  judge rule 'A shield remembered late still counts.' --title 'Late shields' --see lcg:timing.damage.3
  judge --game tcg rule 'Dice are rolled in the open.'

It is written into the event's folder: the one that --into, --rulings or JUDGE_RULINGS names, or the only one where you are.";

/// Add a ruling to an event's folder
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RuleArgs {
    /// What holds, in quotation marks
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    text: String,
    /// The rulings it refers to, by id or number
    #[arg(long, value_delimiter = ',', value_name = "RULING")]
    see: Vec<String>,
    /// Its title; left out, its first words
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The question it answers
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    question: Option<String>,
    /// A card it is about, by name or number (repeatable)
    #[arg(long, value_name = "CARD")]
    card: Vec<String>,
    /// The event's folder
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

/// The maximum length of a ruling, in characters.
const MAX_LENGTH: usize = 4_000;
/// A text with fewer words is probably a mistaken search.
const MIN_WORDS: usize = 3;

/// Adds a ruling: checks it together with everything it is laid over, and only then writes the file.
///
/// # Errors
/// Usage errors, a folder that cannot be read or written, and a ruling that would be invalid.
pub(super) fn run(args: &RuleArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    globals.day()?;
    check(args)?;
    let folder = folder(args, globals)?;
    let _lock = write_files::lock(&folder.join("documents.yaml"))?;
    let event = EventFolder::read(&folder, context)?;
    let entry = event.entry(args, globals)?;
    let (text, place) = event.with(&entry, &folder)?;
    let after = event.after(&text)?;
    let (corpus, warnings) = checked(&after, &entry, event.rulings)?;
    write_files::replace_file(&place, &text)?;
    let made = corpus.ruling(&entry.id).ok_or_else(|| anyhow::anyhow!("{} is not read back", *entry.id))?;
    let added = Added { ruling: made, entry: &entry, file: &place, folder: &folder, warnings: &warnings };
    print_added(&added, globals, ui)?;
    Ok(Status::Found)
}

fn check(args: &RuleArgs) -> Result<(), UsageError> {
    let (words, length) = (args.text.split_whitespace().count(), args.text.chars().count());
    if words < MIN_WORDS {
        let held = direct::direct(&args.text)
            .first()
            .map_or(String::new(), |_| format!(" What is held under it: `judge show {}`.", args.text));
        let text =
            format!("“{}” is no ruling: say what holds in a sentence, in quotation marks.{held}", args.text);
        return Err(UsageError(text));
    }
    if length > MAX_LENGTH {
        return Err(UsageError(format!(
            "A ruling of {length} characters is too long; {MAX_LENGTH} are the most."
        )));
    }
    args.title.as_ref().map_or(Ok(()), |title| write_files::check_line("--title", title))?;
    args.question.as_ref().map_or(Ok(()), |question| write_files::check_line("--question", question))
}

/// The event's folder: the one given, the one in use, or the only one in the current folder.
fn folder(args: &RuleArgs, globals: &Globals) -> anyhow::Result<PathBuf> {
    if let Some(folder) = &args.into {
        return if is_event(folder) {
            Ok(folder.clone())
        } else {
            Err(UsageError(format!("{} is no event's folder. {MAKE}", folder.display())).into())
        };
    }
    let in_use: Vec<PathBuf> = globals.rulings.iter().filter(|f| is_event(f)).cloned().collect();
    let found = if in_use.is_empty() { here()? } else { in_use };
    match found.as_slice() {
        [one] => Ok(one.clone()),
        [] => Err(UsageError(format!("There is no event's folder here to write to. {MAKE}")).into()),
        several => {
            let names: Vec<String> = several.iter().map(|f| f.display().to_string()).collect();
            Err(UsageError(format!("Which event's: {}? Say it with `--into DIR`.", names.join(", "))).into())
        }
    }
}

const MAKE: &str = "`judge new-event nationals-2014 --who NAME --where EVENT` makes one.";

/// The current folder if it is an event's, otherwise the events' folders in it.
fn here() -> anyhow::Result<Vec<PathBuf>> {
    let here = PathBuf::from(".");
    if is_event(&here) {
        return Ok(vec![here]);
    }
    let entries = std::fs::read_dir(&here).context("the current folder cannot be read")?;
    let folders = entries.filter_map(|e| Some(PathBuf::from(e.ok()?.file_name())));
    let mut folders: Vec<PathBuf> =
        folders.filter(|f| !f.is_symlink() && f.is_dir() && is_event(f)).collect();
    folders.sort();
    Ok(folders)
}

/// Whether a folder contains a house document.
fn is_event(folder: &Path) -> bool {
    let path = folder.join("documents.yaml");
    let Ok(text) = crate::corpus::files::read_text(&path) else { return false };
    yaml::list::<Document>("documents.yaml", &text).0.iter().any(|d| d.authority == Authority::House)
}

/// An event's folder, loaded together with what it is laid over.
struct EventFolder {
    /// The official rulings with the folder's files laid over them.
    layered: Files,
    corpus: Corpus,
    /// The number of rulings before adding one.
    rulings: usize,
    documents: Vec<Document>,
    /// The path, within `layered`, of the file to which rulings are added.
    path: String,
    /// That file's text; empty if it does not exist yet.
    text: String,
}

impl EventFolder {
    fn read(folder: &Path, context: &Context) -> anyhow::Result<Self> {
        let layered = context.files_on_disk_over(folder)?;
        let corpus = without_errors(Corpus::load(&layered))?;
        let (own, _) = Files::folder(folder);
        let own_documents = own.get("documents.yaml").map_or("", File::text);
        let mut documents = yaml::list::<Document>("documents.yaml", own_documents).0;
        documents.retain(|d| d.authority == Authority::House);
        let shown = folder.join("documents.yaml").display().to_string();
        let layer = layered.iter().find(|(_, f)| f.shown == shown).map(|(path, _)| path.to_owned());
        let path = layer.unwrap_or_default().replace("documents.yaml", "rulings.yaml");
        let text = own.get("rulings.yaml").map_or_else(String::new, |f| f.text().to_owned());
        let rulings = corpus.rulings().count();
        Ok(Self { layered, corpus, rulings, documents, path, text })
    }

    /// Builds the new entry.
    fn entry(&self, args: &RuleArgs, globals: &Globals) -> anyhow::Result<Entry> {
        let see: Vec<String> = args
            .see
            .iter()
            .map(|s| resolve_id(&self.corpus, s, globals.game()))
            .collect::<Result<_, UsageError>>()?;
        let document = self.document(&see, globals)?;
        let title = args.title.clone().unwrap_or_else(|| first_words(&args.text, 7));
        // The event is part of the id, so that two events laid over one another do not clash.
        let code = document.game.code();
        let event = document.id.value.strip_suffix(&format!("-{code}")).unwrap_or(&document.id.value);
        let id = self.free(&format!("{code}:{event}.{}", slug(&title, 4)));
        let mut entry = emit::blank(&id, Kind::Ruling);
        entry.title = title.trim().to_owned();
        entry.title_by = if args.title.is_some() { TitleBy::Document } else { TitleBy::Editor };
        entry.place = Some(format!("no. {}", self.count(document) + 1));
        entry.documents = vec![Spanned::without_span(document.id.value.clone())];
        entry.see = see.into_iter().map(Spanned::without_span).collect();
        entry.cards = self.cards(&args.card, document.game)?;
        entry.question = args.question.clone();
        entry.text = Spanned::without_span(args.text.trim().to_owned());
        Ok(entry)
    }

    /// The event's document for the right game: as requested, as implied by the references, or the only one.
    fn document(&self, see: &[String], globals: &Globals) -> Result<&Document, UsageError> {
        let of_see = see.first().and_then(|id| self.corpus.ruling(id)).map(|r| r.game);
        let game = globals.game().or(of_see);
        let fits = |d: &&Document| game.is_none_or(|g| g == d.game);
        let found: Vec<&Document> = self.documents.iter().filter(fits).collect();
        let games: Vec<Game> = found.iter().map(|d| d.game).collect();
        match (found.as_slice(), game) {
            ([], Some(game)) => Err(UsageError(format!(
                "The event has no document for {}. Add one to its documents.yaml.",
                game.name()
            ))),
            (_, None) if games.windows(2).any(|g| g[0] != g[1]) => Err(UsageError(
                "Which game is it about? Say `--game lcg` or `--game tcg`, or `--see RULING`.".to_owned(),
            )),
            (several, _) => several
                .iter()
                .copied()
                .max_by_key(|d| d.date.value)
                .ok_or_else(|| UsageError(format!("The folder has no event's document. {MAKE}"))),
        }
    }

    /// The number of rulings in a document.
    fn count(&self, document: &Document) -> usize {
        self.corpus.rulings().filter(|r| r.documents.iter().any(|d| d.id == *document.id)).count()
    }

    /// Makes an id unique by appending a number if necessary.
    fn free(&self, id: &str) -> String {
        let taken = |id: &String| self.corpus.ruling(id).is_some();
        let numbered = (2..).map(|n| format!("{id}-{n}"));
        std::iter::once(id.to_owned()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
    }

    fn cards(&self, typed: &[String], game: Game) -> anyhow::Result<Vec<CardRef>> {
        if typed.is_empty() {
            return Ok(Vec::new());
        }
        let (book, _) = CardBook::load(&self.layered);
        let one = |name: &String| {
            let found = book.find(name, Some(game));
            let mut names: Vec<&str> = found.cards.iter().map(|c| c.name()).collect();
            names.dedup();
            match (found.cards.as_slice(), names.as_slice()) {
                ([], _) => Err(UsageError(format!("No card is known by the name “{name}”."))),
                ([card], _) => Ok(CardRef { name: card.name().to_owned(), number: card.number() }),
                (_, [one]) => Ok(CardRef { name: (*one).to_owned(), number: None }),
                (_, several) => {
                    Err(UsageError(format!("“{name}” may be {}; write which.", several.join(", "))))
                }
            }
        };
        Ok(typed.iter().map(one).collect::<Result<_, UsageError>>()?)
    }

    /// The file's new text, with the entry at its end, and the path to write it to.
    fn with(&self, entry: &Entry, folder: &Path) -> anyhow::Result<(String, PathBuf)> {
        let place = folder.join("rulings.yaml");
        let before = if self.text.trim().is_empty() { new_event::HEAD } else { &self.text };
        Ok((format!("{}\n\n{}", before.trim_end(), emit::entry(entry, &[])), place))
    }

    /// All files as they would be afterwards.
    fn after(&self, text: &str) -> anyhow::Result<Files> {
        let mut after = Files::default();
        after.overlay(self.layered.clone());
        if FileKind::of(&self.path) != FileKind::Rulings {
            anyhow::bail!("the folder has no place for rulings");
        }
        after.add(&self.path, text.to_owned());
        Ok(after)
    }
}

/// Loads the corpus with the new ruling, and returns it with warnings about that ruling.
fn checked(after: &Files, entry: &Entry, before: usize) -> anyhow::Result<(Corpus, Vec<Diagnostic>)> {
    let (corpus, found) = Corpus::load(after);
    store::refuse_errors(found)?;
    if corpus.rulings().count() != before + 1 {
        anyhow::bail!("{} would not be one ruling more; nothing was written", *entry.id);
    }
    let of_it = |d: &Diagnostic| d.about.contains(&entry.id.value);
    let warnings = corpus.lint(after).into_iter().filter(of_it).collect();
    Ok((corpus, warnings))
}

/// A ruling that was added, for output.
struct Added<'a> {
    ruling: &'a Ruling,
    entry: &'a Entry,
    /// The file it was written to.
    file: &'a Path,
    /// The event's folder.
    folder: &'a Path,
    warnings: &'a [Diagnostic],
}

fn print_added(added: &Added<'_>, globals: &Globals, ui: &mut Ui) -> anyhow::Result<()> {
    let Added { ruling: made, entry, file: place, folder, warnings } = *added;
    if globals.format() == Format::Json {
        return ui
            .json(&json!({ "entry": entry, "file": place.display().to_string(), "warnings": warnings }));
    }
    let style = ui.style();
    ui.print(&ruling::text(made, View::default(), &style))?;
    ui.sentences(&format!("\nWritten to {}.", place.display()))?;
    let laid = globals.rulings.iter().any(|f| f == folder);
    let day = globals.day()?.filter(|day| !made.is_in_force(Some(*day)));
    if let Some(day) = day {
        let from =
            made.in_force.first().map_or_else(String::new, |span| format!(" The event is of {}.", span.from));
        ui.sentences(&format!("JUDGE_AS_OF is set to {day}, and it is not in force on that day.{from}"))?;
    } else if !laid {
        ui.sentences(&format!("`judge --rulings {} WORDS…` finds it.", folder.display()))?;
    }
    for warning in warnings {
        ui.sentences(&format!("Look at it: {}", warning.message))?;
    }
    Ok(())
}
