//! The commands, one file each: their arguments, and how they arrive at an answer.

mod asks;
pub(crate) mod card;
mod completions;
pub(crate) mod deck;
pub(crate) mod define;
mod diff;
pub(crate) mod errata;
mod explain;
mod import;
mod index;
mod lint;
mod list;
mod man;
mod new_event;
mod notices;
pub(crate) mod replay;
pub(crate) mod restricted;
mod rule;
mod schema;
pub(crate) mod search;
pub(crate) mod show;

use clap::Subcommand;

use super::face_args::Faces;
use super::ui::Ui;
use super::{Context, Status, unsupported};
#[cfg(feature = "pictures")]
use super::{FormatArg, UsageError};
pub use schema::all as schemas;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
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
    /// Show the restricted list of the newest FAQ held, or of a day
    Restricted(restricted::RestrictedArgs),
    /// Check decks against the rules, or lay one out
    Deck(deck::DeckArgs),
    /// Tell what a code means
    Explain(explain::ExplainArgs),
    /// Replay scenarios step by step, each step with its ruling
    Replay(replay::ReplayArgs),
    /// Keep a log of the rulings given at an event
    #[cfg(feature = "log")]
    Log(super::face_args::LogArgs),
    /// Write the rulings into one file for where there is no judge
    #[cfg(feature = "offline")]
    Export(super::face_args::ExportArgs),
    /// Search while you type (`judge` alone in a terminal does the same)
    #[cfg(feature = "prompt")]
    Prompt(super::face_args::PromptArgs),
    /// Serve the rulings to the phones in the network
    #[cfg(feature = "serve")]
    Serve(super::face_args::ServeArgs),
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

/// Runs a command.
///
/// # Errors
/// Whatever the command returns.
pub(crate) fn run(
    command: &Command,
    context: &Context,
    faces: &Faces,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let _ = faces;
    unsupported::refuse(&context.globals)?;
    #[cfg(feature = "pictures")]
    refuse(command, context.globals.format)?;
    match command {
        Command::Search(args) => search::run(args, context, ui),
        Command::Asks(args) => asks::run(args, context, ui),
        Command::Show(args) => show::run(args, context, ui),
        Command::Card(args) => card::run(args, context, ui),
        Command::Define(args) => define::run(args, context, ui),
        Command::Errata(args) => errata::run(args, context, ui),
        Command::Restricted(args) => restricted::run(args, context, ui),
        Command::Deck(args) => deck::run(args, context, ui),
        Command::Explain(args) => explain::run(args, context, ui),
        Command::Replay(args) => replay::run(args, context, ui),
        #[cfg(feature = "log")]
        Command::Log(args) => (faces.log)(args, context, ui),
        #[cfg(feature = "offline")]
        Command::Export(args) => (faces.export)(args, context, ui),
        #[cfg(feature = "prompt")]
        Command::Prompt(args) => (faces.prompt)(args, context, ui),
        #[cfg(feature = "serve")]
        Command::Serve(args) => (faces.serve)(args, context, ui),
        Command::List(args) => list::run(args, context, ui),
        Command::Diff(args) => diff::run(args, context, ui),
        Command::Import(args) => import::run(args, context, ui),
        Command::NewEvent(args) => new_event::run(args, context, ui),
        Command::Rule(args) => rule::run(args, context, ui),
        Command::Lint(args) => lint::run(args, context, ui),
        Command::Schema(args) => schema::run(args, context, ui),
        Command::Index(args) => index::run(args, context, ui),
        Command::Completions(args) => completions::run(args, context, ui),
        Command::Man(args) => man::run(args, context, ui),
        Command::Notices(args) => notices::run(args, context, ui),
    }
}

/// Refuses an output format that the command does not have.
///
/// # Errors
/// A usage error.
#[cfg(feature = "pictures")]
fn refuse(command: &Command, format: FormatArg) -> anyhow::Result<()> {
    if let Command::Replay(args) = command
        && let Some(option) = args.undrawn()
        && !matches!(format, FormatArg::Text | FormatArg::Markdown | FormatArg::Json)
    {
        let text = format!(
            "There is nothing to draw of `{option}`: a picture shows a whole replay. Leave one of the two out."
        );
        return Err(UsageError(text).into());
    }
    let drawn = match format {
        FormatArg::Text | FormatArg::Markdown | FormatArg::Json => true,
        FormatArg::Svg | FormatArg::Mermaid => matches!(command, Command::Replay(_)),
        FormatArg::Html => match command {
            Command::Replay(_) => true,
            Command::Show(args) => args.draws(),
            Command::Deck(args) => args.draws(),
            _ => false,
        },
    };
    let sentence = "Only `judge replay SCENARIO` draws svg, html and mermaid, and `judge show ID` and `judge deck show FILE` html.";
    if drawn { Ok(()) } else { Err(UsageError(sentence.to_owned()).into()) }
}
