//! `judge deck check` and `judge deck show`.

mod ask;

use std::mem::ManuallyDrop;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, UsageError};
use crate::corpus::{CardBook, Corpus};
use crate::deck::files::{DeckSource, sources};
use crate::deck::pairs::players;
use crate::deck::{AsOf, Checker, DeckReport, Figures};
use crate::render::deck_sheet::{self, Sheet};
use crate::render::{Format, deck as look};

/// Check decks against the rules, or lay one out
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  judge deck check registration/      every list of a folder, a line a deck
  judge deck show my.o8d              one in canonical order, to check it against the cards")]
pub(crate) struct DeckArgs {
    /// What to do.
    #[command(subcommand)]
    command: DeckCommand,
}

#[derive(Debug, Subcommand)]
enum DeckCommand {
    /// Say whether decks are legal, and which rule says so
    Check(CheckArgs),
    /// Print a deck in one canonical order
    Show(ShowArgs),
}

/// Say whether decks are legal, and which rule says so
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge deck check registration/            a line a deck, and the details of those that need a look
  judge deck check --ask anna.txt           put each doubtful line to you
  judge deck check --brief --pairs decks/   and each player's pair of sides
  judge --as-of 2017-06-01 deck check my.o8d
  xclip -o | judge deck check -

Formats, told by content: OCTGN .o8d, LackeyCCG .dek and tab text, CardGameDB and offline deck builder text,
swlcgdb.com JSON, lists typed by hand, and YAML (`judge schema deck`):
  game: lcg
  affiliation: Jedi
  sets:
    - {set: '1', copies: 2}               # by number, by title, or both
    - {title: '…', copies: 2}
  # cards: the command deck, where it shall be compared; of a tcg deck, all cards:
  # cards:
  #   - {name: '… (B)', copies: 4}

Exit status: 0 all legal; 1 one illegal; 2 one unreadable; 3 none illegal, one undecided.")]
struct CheckArgs {
    /// Files, folders, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Only a line a deck
    #[arg(long, conflicts_with = "full")]
    brief: bool,
    /// Everything of every deck, of the legal ones too
    #[arg(long)]
    full: bool,
    /// Put each doubtful line to you, and write the list in canonical form beside the file
    #[arg(long, conflicts_with_all = ["brief", "pairs"])]
    ask: bool,
    /// Lay each player's decks together: one of each side; files belong together by folder or by name
    #[arg(long)]
    pairs: bool,
}

/// Print a deck in one canonical order
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  judge deck show my.o8d
  judge deck show --html anna.txt > anna.html     a deck check sheet to print")]
struct ShowArgs {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A deck check sheet as a page to print: boxes, the verdict, the rules; as `--format html`
    /// (`--format markdown` has the same)
    #[arg(long)]
    html: bool,
}

impl CheckArgs {
    fn detail(&self) -> look::Detail {
        if self.brief {
            look::Detail::Brief
        } else if self.full {
            look::Detail::Full
        } else {
            look::Detail::Looks
        }
    }
}

impl DeckArgs {
    /// Whether it draws a page.
    #[cfg(feature = "pictures")]
    pub(super) fn draws(&self) -> bool {
        matches!(self.command, DeckCommand::Show(_))
    }

    /// The arguments of `deck check` when only paths were given.
    pub(crate) fn check_without_options(paths: &[String]) -> Self {
        let paths = paths.iter().map(PathBuf::from).collect();
        let args = CheckArgs { paths, brief: false, full: false, ask: false, pairs: false };
        Self { command: DeckCommand::Check(args) }
    }
}

/// Checks decks, or lays one out.
///
/// # Errors
/// Usage errors, and rulings that cannot be read.
pub(crate) fn run(args: &DeckArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    // The program ends with this command: to take all cards apart again would be a tenth of its time.
    let mut facts = ManuallyDrop::new(match few(args, context)? {
        Some(facts) => facts,
        None => context.deck_facts(Corpus::load_documents)?,
    });
    let (corpus, book, figures) = &mut *facts;
    let as_of = globals.requested_day()?;
    if let AsOf::On(day) = as_of {
        figures.cite_as_of(corpus, day);
    }
    let (corpus, book, figures) = (&*corpus, &*book, &*figures);
    let checker = Checker::new(corpus, book, figures, as_of, globals.game());
    match &args.command {
        DeckCommand::Check(args) => check(args, &checker, globals, ui),
        DeckCommand::Show(args) => show(args, &checker, corpus, globals, ui),
    }
}

/// Of more decks than these it takes less time to read the facts of all cards at once.
const FEW_DECKS: usize = 12;

/// The facts that a check of few decks asks for, each read when it does. `None` of many decks, or where
/// something is wrong with the rulings: then everything is read, and reported.
fn few(args: &DeckArgs, context: &Context) -> anyhow::Result<Option<(Corpus, CardBook, Figures)>> {
    let DeckCommand::Check(args) = &args.command else { return Ok(None) };
    if sources(&args.paths).len() > FEW_DECKS {
        return Ok(None);
    }
    let files = context.files()?;
    let facts = CardBook::on_demand(&files).zip(Figures::on_demand(&files));
    Ok(facts.map(|(book, (corpus, figures))| (corpus, book, figures)))
}

fn check(args: &CheckArgs, checker: &Checker<'_>, globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    let sources = sources(&args.paths);
    if args.ask {
        return ask::ask(&sources, checker, ui);
    }
    let mut decks = Vec::with_capacity(sources.len());
    for (n, source) in sources.iter().enumerate() {
        if sources.len() > 20 {
            ui.progress(n + 1, sources.len(), "decks");
        }
        decks.extend(judged(source, checker));
    }
    let report = checker.report(decks);
    let players = args.pairs.then(|| players(&report.decks));
    let players = players.as_deref();
    match globals.format() {
        Format::Json => ui.json(&look::json(&report, players))?,
        Format::Markdown => ui.print(&look::markdown(&report, players, args.detail()))?,
        Format::Text => {
            let style = ui.style();
            ui.print(&look::text(&report, players, args.detail(), &style))?;
        }
    }
    Ok(report.gravest().into())
}

fn judged(source: &DeckSource, checker: &Checker<'_>) -> Vec<DeckReport> {
    match source.read() {
        Ok(bytes) => checker.check_all(&source.shown(), &bytes),
        Err(why) => vec![DeckReport::unreadable(&source.shown(), why)],
    }
}

fn show(
    args: &ShowArgs,
    checker: &Checker<'_>,
    corpus: &Corpus,
    globals: &Globals,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let sources = sources(std::slice::from_ref(&args.file));
    let [source] = &sources[..] else {
        return Err(UsageError("`judge deck show` lays out one file; this is a folder.".to_owned()).into());
    };
    let shown = source.shown();
    let bytes = source.read().map_err(|why| UsageError(format!("{shown}: {why}")))?;
    let layouts = checker.lay_out_all(&bytes).map_err(|why| UsageError(format!("{shown}: {why}")))?;
    let report = checker.report(checker.check_all(&shown, &bytes));
    let quote = |id: &str| corpus.ruling(id).map(crate::corpus::Ruling::text);
    let sheet = |(layout, deck)| Sheet { layout, report: deck, list: report.list.as_ref(), quote: &quote };
    let sheets: Vec<Sheet<'_>> = layouts.iter().zip(&report.decks).map(sheet).collect();
    match (args.html || globals.draws_html(), globals.format()) {
        (true, _) => ui.print(&deck_sheet::html(&sheets))?,
        (false, Format::Json) => match &layouts[..] {
            [one] => ui.json(one)?,
            several => ui.json(&several)?,
        },
        (false, Format::Markdown) => {
            let pages: Vec<String> = sheets.iter().map(deck_sheet::markdown).collect();
            ui.print(&pages.join("\n---\n\n"))?;
        }
        (false, Format::Text) => {
            let style = ui.style();
            let texts: Vec<String> = layouts.iter().map(|layout| look::layout(layout, &style)).collect();
            ui.print(&texts.join("\n"))?;
        }
    }
    Ok(Status::Found)
}
