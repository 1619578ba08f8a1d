//! The command line: arguments in, a value rendered, an exit status out. Thin: one file a command.

pub(crate) mod as_of;
mod asks;
pub(crate) mod card;
mod completions;
pub(crate) mod context;
pub(crate) mod deck;
mod deck_ask;
mod define;
mod diff;
mod errata;
mod explain;
pub mod faces;
mod guard;
mod history;
mod implicit_search;
mod import;
mod index;
mod install;
mod lint;
mod list;
mod man;
mod new_event;
mod notices;
mod parse;
#[cfg(feature = "pictures")]
pub(crate) mod picture;
pub(crate) mod replay;
mod replay_day;
pub(crate) mod restricted;
mod rule;
mod schema;
pub(crate) mod search;
pub(crate) mod show;
pub mod ui;
pub(crate) mod write_files;

use std::ffi::OsString;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::corpus::{Diagnostic, Game};
use crate::render::Format;
use crate::search::StoreError;
pub use faces::Faces;
use ui::Ui;

/// Found, legal, passed.
pub const EXIT_FOUND: u8 = 0;
/// Nothing found, illegal, an expectation failed.
pub const EXIT_NOTHING: u8 = 1;
/// Wrong usage or unreadable input.
pub const EXIT_TROUBLE: u8 = 2;

const EXAMPLES: &str = "\
Examples:
  judge can I shield damage moved to my protector
  judge 3.6                          the clarification of that number
  judge core 0057                    what is said of that card
  judge search 'card:\"boba fett\" kind:faq'
  judge show lcg:timing.damage       a whole section
  judge errata gamor run             the exact words of an erratum
  judge restricted                   the restricted list in force
  judge define unopposed             what a word of the rules means
  judge --game tcg who bids first

Exit status: 0 found, legal or passed; 1 nothing found, illegal or failed;
2 wrong usage or unreadable input; 3 decks undecided, none illegal.

Set for a whole event: JUDGE_GAME, JUDGE_AS_OF, JUDGE_RULINGS.";

/// The official rulings of two Star Wars card games: found, quoted with their citation, and replayed.
///
/// Type what the player said. The first answer is the ruling, with its citation; the others stand beneath. The games:
/// lcg is Star Wars: The Card Game (FFG), tcg the Star Wars Trading Card Game (Wizards of the Coast).
#[derive(Debug, Parser)]
#[command(name = "judge", version, after_help = EXAMPLES, disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub globals: Globals,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command. A command that does not serve one refuses it.
#[derive(Debug, Clone, Args)]
pub struct Globals {
    /// How to answer
    #[arg(long, global = true, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: FormatArg,
    /// Only this game
    #[arg(long, global = true, value_enum, env = "JUDGE_GAME", value_name = "GAME")]
    pub game: Option<GameArg>,
    /// As of this day (2014-10-06), or `latest`
    #[arg(long, global = true, env = "JUDGE_AS_OF", value_name = "DATE")]
    pub as_of: Option<String>,
    /// A folder of rulings to lay over the built-in ones (repeatable)
    #[arg(long, global = true, env = "JUDGE_RULINGS", value_delimiter = ':', value_name = "DIR")]
    pub rulings: Vec<std::path::PathBuf>,
    /// Leave the built-in rulings out
    #[arg(long, global = true)]
    pub no_builtin: bool,
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub color: ColorArg,
    /// Which of the options above were typed, and not taken from the environment.
    #[arg(skip)]
    pub explicit: ExplicitOptions,
    /// Answer from the rulings themselves, since their index proved damaged.
    #[arg(skip)]
    pub without_index: bool,
}

/// Options that were typed for this command. Those that the environment sets for a whole event are passed over by a
/// command that does not serve them; typed ones it refuses.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExplicitOptions {
    /// `--game`.
    pub game: bool,
    /// `--as-of`.
    pub as_of: bool,
    /// `--rulings` or `--no-builtin`.
    pub rulings: bool,
}

/// `--format`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// For people
    Text,
    /// For pasting
    Markdown,
    /// For programs
    Json,
    /// A picture, of a replay
    #[cfg(feature = "pictures")]
    Svg,
    /// A page to print or to mail, of a replay and of `show`
    #[cfg(feature = "pictures")]
    Html,
    /// The text of a Mermaid diagram, of a replay
    #[cfg(feature = "pictures")]
    Mermaid,
}

/// `--game`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GameArg {
    /// Star Wars: The Card Game
    Lcg,
    /// Star Wars Trading Card Game
    Tcg,
}

/// `--color`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// In a terminal that shows them
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Globals {
    /// The form of the answer; what is drawn as a picture or a page is text to every command that does not draw one.
    pub fn format(&self) -> Format {
        match self.format {
            FormatArg::Text => Format::Text,
            FormatArg::Markdown => Format::Markdown,
            FormatArg::Json => Format::Json,
            #[cfg(feature = "pictures")]
            FormatArg::Svg | FormatArg::Html | FormatArg::Mermaid => Format::Text,
        }
    }

    /// The game asked for.
    pub fn game(&self) -> Option<Game> {
        self.game.map(|game| match game {
            GameArg::Lcg => Game::Lcg,
            GameArg::Tcg => Game::Tcg,
        })
    }
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Search the rulings (`judge WORDS…` does the same)
    Search(search::SearchArgs),
    /// Show how people ask for a ruling, or write another way down
    Asks(asks::AsksArgs),
    /// Show a whole entry by its id or number
    Show(show::ShowArgs),
    /// Show everything about a card
    Card(card::CardArgs),
    /// Tell what a word of the games means
    Define(define::DefineArgs),
    /// Quote the errata of a card, or all
    Errata(errata::ErrataArgs),
    /// Show the restricted list in force
    Restricted(restricted::RestrictedArgs),
    /// Check decks against the rules, or lay one out
    Deck(deck::DeckArgs),
    /// Tell what a code means
    Explain(explain::ExplainArgs),
    /// Replay scenarios step by step, each step with its ruling
    Replay(replay::ReplayArgs),
    /// Keep a log of the rulings given at an event
    #[cfg(feature = "log")]
    Log(faces::LogArgs),
    /// Write the rulings into one file for where there is no judge
    #[cfg(feature = "offline")]
    Export(faces::ExportArgs),
    /// Search while you type (`judge` alone in a terminal does the same)
    #[cfg(feature = "prompt")]
    Prompt(faces::PromptArgs),
    /// Serve the rulings to the phones in the network
    #[cfg(feature = "serve")]
    Serve(faces::ServeArgs),
    /// List the entries
    List(list::ListArgs),
    /// Compare two editions of a document
    Diff(diff::DiffArgs),
    /// Make entries of a new document
    Import(import::ImportArgs),
    /// Make a folder for the rulings of an event
    NewEvent(new_event::NewEventArgs),
    /// Add a ruling to an event's folder
    Rule(rule::RuleArgs),
    /// Check a folder of rulings
    Lint(lint::LintArgs),
    /// Print the JSON Schema of a file format
    Schema(schema::SchemaArgs),
    /// Build the search index, or check it
    Index(index::IndexArgs),
    /// Print a shell's completions
    Completions(completions::CompletionsArgs),
    /// Print the manual page
    Man(man::ManArgs),
    /// Print whose words and code the program carries
    Notices(notices::NoticesArgs),
}

/// A wrong use that clap cannot see: exit status 2, one sentence.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Runs the program: reads the arguments, does what they say, and returns the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>, faces: &Faces) -> u8 {
    let arguments = implicit_search::with_search(arguments.into_iter().collect(), &parse::options());
    #[cfg(feature = "prompt")]
    let arguments = implicit_search::with_prompt(arguments, ui::is_interactive);
    let cli = match parse::parse(&arguments) {
        Err(error) if implicit_search::is_question(&error, &arguments.arguments, &parse::options()) => {
            return search_instead(arguments, faces);
        }
        Err(error) => return ui::usage(&error),
        Ok(cli) => cli,
    };
    let mut ui = Ui::new(cli.globals.color);
    if let Some(hint) = &arguments.hint {
        ui.note(hint);
    }
    match run_command(cli, faces, &mut ui) {
        Ok(status) => status,
        Err(error) if error.is::<implicit_search::Question>() => search_instead(arguments, faces),
        Err(error) => report(&error, &ui),
    }
}

/// Searches for all the words of a question that happened to begin with a command's name, and says so.
fn search_instead(arguments: implicit_search::Arguments, faces: &Faces) -> u8 {
    let Some((arguments, command)) = implicit_search::as_search(arguments.arguments, &parse::options())
    else {
        return EXIT_TROUBLE;
    };
    let cli = match parse::parse(&arguments) {
        Ok(cli) => cli,
        Err(error) => return ui::usage(&error),
    };
    let mut ui = Ui::new(cli.globals.color);
    ui.note(&format!("`judge {command}` makes nothing of these words; searching for all of them."));
    run_command(cli, faces, &mut ui).unwrap_or_else(|error| report(&error, &ui))
}

fn run_command(mut cli: Cli, faces: &Faces, ui: &mut Ui) -> anyhow::Result<u8> {
    let status = guard::run(&mut cli, ui, &|cli, ui| dispatch(cli, faces, ui))?;
    ui.finish()?;
    Ok(status)
}

fn dispatch(cli: &Cli, faces: &Faces, ui: &mut Ui) -> anyhow::Result<u8> {
    let globals = &cli.globals;
    let _ = faces;
    #[cfg(feature = "pictures")]
    picture::refuse(&cli.command, globals.format)?;
    match &cli.command {
        Command::Search(args) => search::run(args, globals, ui),
        Command::Asks(args) => asks::run(args, globals, ui),
        Command::Show(args) => show::run(args, globals, ui),
        Command::Card(args) => card::run(args, globals, ui),
        Command::Define(args) => define::run(args, globals, ui),
        Command::Errata(args) => errata::run(args, globals, ui),
        Command::Restricted(args) => restricted::run(args, globals, ui),
        Command::Deck(args) => deck::run(args, globals, ui),
        Command::Explain(args) => explain::run(args, globals, ui),
        Command::Replay(args) => replay::run(args, globals, ui),
        #[cfg(feature = "log")]
        Command::Log(args) => (faces.log)(args, globals, ui),
        #[cfg(feature = "offline")]
        Command::Export(args) => (faces.export)(args, globals, ui),
        #[cfg(feature = "prompt")]
        Command::Prompt(args) => (faces.prompt)(args, globals, ui),
        #[cfg(feature = "serve")]
        Command::Serve(args) => (faces.serve)(args, globals, ui),
        Command::List(args) => list::run(args, globals, ui),
        Command::Diff(args) => diff::run(args, globals, ui),
        Command::Import(args) => import::run(args, globals, ui),
        Command::NewEvent(args) => new_event::run(args, globals, ui),
        Command::Rule(args) => rule::run(args, globals, ui),
        Command::Lint(args) => lint::run(args, globals, ui),
        Command::Schema(args) => schema::run(args, globals, ui),
        Command::Index(args) => index::run(args, globals, ui),
        Command::Completions(args) => completions::run(args, globals, ui),
        Command::Man(args) => man::run(args, globals, ui),
        Command::Notices(args) => notices::run(args, globals, ui),
    }
}

/// Says what went wrong, in sentences, and returns the exit status. A reader who closed the pipe is no error.
fn report(error: &anyhow::Error, ui: &Ui) -> u8 {
    for cause in error.chain() {
        if let Some(io) = cause.downcast_ref::<std::io::Error>()
            && io.kind() == std::io::ErrorKind::BrokenPipe
        {
            return EXIT_FOUND;
        }
    }
    if let Some(StoreError::Corpus(diagnostics)) = error.downcast_ref::<StoreError>() {
        ui.diagnostics(diagnostics);
        let rest = "Nothing was searched: an answer from half the rulings could be wrong.";
        ui.error(&format!("{} {rest}", counted(diagnostics)));
    } else {
        ui.error(&format!("{error:#}"));
    }
    EXIT_TROUBLE
}

fn counted(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.len() {
        1 => "The rulings have an error.".to_owned(),
        n => format!("The rulings have {n} errors."),
    }
}
