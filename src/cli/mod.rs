//! The command line: parses arguments, renders the result, returns an exit status.
//!
//! `commands` has one file per command. Shared code is beside it: the common options (`globals`), which of
//! them a command does not support (`unsupported`), where the rulings come from (`context`), the day
//! (`as_of`), exit statuses (`status`), and the only owner of the output streams ([`ui`]).

pub mod as_of;
pub(crate) mod commands;
pub(crate) mod context;
pub(crate) mod face_args;
mod globals;
mod guard;
mod help;
mod implicit_search;
mod install;
#[cfg(any(feature = "log", feature = "offline"))]
pub(crate) mod ordinary;
mod parse;
#[cfg(feature = "pictures")]
pub mod picture;
mod problems;
pub(crate) mod rulings;
mod status;
pub mod ui;
mod unsupported;
pub(crate) mod write_files;

use std::ffi::OsString;

use clap::Parser;

use crate::corpus::Diagnostic;
use crate::search::StoreError;
use commands::Command;
pub use commands::schemas;
pub use context::Context;
pub use face_args::Faces;
pub use globals::{ColorArg, ExplicitOptions, FormatArg, GameArg, Globals};
pub use status::Status;
pub(crate) use status::UsageError;
use ui::Ui;

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
/// Type what the player said. The first answer is the ruling, with its citation; the others stand beneath.
/// The games: lcg is Star Wars: The Card Game (FFG), tcg the Star Wars Trading Card Game (Wizards of the
/// Coast).
#[derive(Debug, Parser)]
#[command(name = "judge", version, after_help = EXAMPLES, disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub globals: Globals,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Runs the program with these arguments and returns its exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>, faces: &Faces) -> Status {
    let arguments = implicit_search::with_search(arguments.into_iter().collect(), &parse::options());
    #[cfg(feature = "prompt")]
    let arguments = implicit_search::with_prompt(arguments, ui::is_interactive);
    let mut hint = arguments.hint.clone();
    let cli = match parse::parse(&arguments) {
        Err(error) if implicit_search::is_question(&error, &arguments.arguments, &parse::options()) => {
            return search_instead(arguments, faces);
        }
        Err(error) => match &arguments.question {
            Some(question) => match parse::parse_search(&question.arguments) {
                Ok(cli) => {
                    hint = Some(implicit_search::AsQuestion::note(&question.command));
                    cli
                }
                Err(_) => return ui::usage(&error),
            },
            None => return ui::usage(&error),
        },
        Ok(cli) => cli,
    };
    let mut ui = Ui::new(cli.globals.color);
    if let Some(hint) = &hint {
        ui.note(hint);
    }
    match run_command(cli, faces, &mut ui) {
        Ok(status) => status,
        Err(error) if error.is::<implicit_search::Question>() => search_instead(arguments, faces),
        Err(error) => report(&error, &ui),
    }
}

/// Searches for all words of a question that happened to start with a command's name, with a note about it.
fn search_instead(arguments: implicit_search::Arguments, faces: &Faces) -> Status {
    let Some((arguments, command)) = implicit_search::as_search(arguments.arguments, &parse::options())
    else {
        return Status::Trouble;
    };
    let cli = match parse::parse(&arguments) {
        Ok(cli) => cli,
        Err(error) => return ui::usage(&error),
    };
    let mut ui = Ui::new(cli.globals.color);
    ui.note(&implicit_search::AsQuestion::note(&command));
    run_command(cli, faces, &mut ui).unwrap_or_else(|error| report(&error, &ui))
}

fn run_command(mut cli: Cli, faces: &Faces, ui: &mut Ui) -> anyhow::Result<Status> {
    let status = guard::run(&mut cli, ui, &|cli, ui| {
        let context = Context::new(cli.globals.clone());
        commands::run(&cli.command, &context, faces, ui)
    })?;
    ui.finish()?;
    Ok(status)
}

/// Prints an error and returns the exit status. A closed pipe is not an error.
fn report(error: &anyhow::Error, ui: &Ui) -> Status {
    for cause in error.chain() {
        if let Some(io) = cause.downcast_ref::<std::io::Error>()
            && io.kind() == std::io::ErrorKind::BrokenPipe
        {
            return Status::Found;
        }
    }
    if let Some(StoreError::Corpus(diagnostics)) = error.downcast_ref::<StoreError>() {
        ui.diagnostics(diagnostics);
        let rest = "Nothing was searched: an answer from half the rulings could be wrong.";
        ui.error(&format!("{} {rest}", error_count(diagnostics)));
    } else {
        ui.error(&format!("{error:#}"));
    }
    Status::Trouble
}

fn error_count(diagnostics: &[Diagnostic]) -> String {
    match diagnostics.len() {
        1 => "The rulings have an error.".to_owned(),
        n => format!("The rulings have {n} errors."),
    }
}
