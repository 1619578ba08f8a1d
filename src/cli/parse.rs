//! From the command line to what it asks for.

use std::ffi::{OsStr, OsString};

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, Parser, Subcommand};

use super::commands::{Command, search};
use super::help::SHORT_HELP;
use super::implicit_search::Arguments;
use super::unserved::command_line;
use super::{Cli, ExplicitOptions, Globals};

/// The command line of a search. To define what every other command takes would be a tenth of a search's
/// time.
#[derive(Debug, Parser)]
#[command(name = "judge", disable_help_subcommand = true)]
struct Searching {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: OnlySearch,
}

#[derive(Debug, Subcommand)]
enum OnlySearch {
    Search(search::SearchArgs),
}

impl From<Searching> for Cli {
    fn from(Searching { globals, command: OnlySearch::Search(args) }: Searching) -> Self {
        Self { globals, command: Command::Search(args) }
    }
}

/// The options of every command, and those of a search.
pub(super) fn options() -> clap::Command {
    Searching::command()
}

/// Reads the arguments.
///
/// # Errors
/// Help that was asked for, and wrong usage; always in the words of the whole program.
pub(super) fn parse(arguments: &Arguments) -> clap::error::Result<Cli> {
    if arguments.searches
        && let Ok(cli) = parse_search(&arguments.arguments)
    {
        return Ok(cli);
    }
    parse_as::<Cli>(command_line(), &arguments.arguments)
}

/// Reads the arguments of a search.
///
/// # Errors
/// As [`parse`], but in the words of a program that only searches.
pub(super) fn parse_search(arguments: &[OsString]) -> clap::error::Result<Cli> {
    parse_as::<Searching>(options(), arguments)
}

fn parse_as<P: Parser + Into<Cli>>(
    mut command: clap::Command,
    arguments: &[OsString],
) -> clap::error::Result<Cli> {
    // `-h`, and nothing at all, are answered on one screen; what else there is, `--help` tells.
    if !arguments.iter().any(|argument| argument == "--help") {
        command = command.override_help(SHORT_HELP);
    }
    let matches = without_empty_variables(command).try_get_matches_from(arguments)?;
    let mut cli: Cli = P::from_arg_matches(&matches)?.into();
    cli.globals.explicit = ExplicitOptions::of(&matches);
    cli.globals.command = matches.subcommand_name().unwrap_or_default().to_owned();
    Ok(cli)
}

/// An empty variable counts as none, whichever option of whichever command it would set.
fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty = |variable: &OsStr| std::env::var_os(variable).is_some_and(|v| v.is_empty());
    let unset = |arg: Arg| if arg.get_env().is_some_and(is_empty) { arg.env(Resettable::Reset) } else { arg };
    command.mut_args(unset).mut_subcommands(without_empty_variables)
}

impl ExplicitOptions {
    fn of(matches: &ArgMatches) -> Self {
        // An option after the command is matched with the command.
        let places = [Some(matches), matches.subcommand().map(|(_, of_command)| of_command)];
        let typed = |name: &str| {
            places.iter().flatten().any(|m| m.value_source(name) == Some(ValueSource::CommandLine))
        };
        Self {
            format: typed("format"),
            game: typed("game"),
            as_of: typed("as_of"),
            rulings: typed("rulings") || typed("no_builtin"),
        }
    }
}
