//! Parses the command line.

use std::cell::LazyCell;
use std::ffi::{OsStr, OsString};

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, FromArgMatches};

use super::commands::{Command, card, deck, define, errata, replay, search, show};
use super::globals::VARIABLES;
use super::help::SHORT_HELP;
use super::implicit_search::{Arguments, Options};
use super::unsupported::command_line;
use super::{Cli, ExplicitOptions, Globals};

/// The options of all commands and of `search`.
pub(super) fn options() -> Options {
    LazyCell::new(|| of_one_command::<search::SearchArgs>("search"))
}

/// The parser of a single command; defining all commands takes longer than many an answer.
fn of_one_command<A: Args>(name: &'static str) -> clap::Command {
    let judge = clap::Command::new("judge").disable_help_subcommand(true).subcommand_required(true);
    Globals::augment_args(judge).subcommand(A::augment_args(clap::Command::new(name)))
}

/// Parses the arguments.
///
/// # Errors
/// Requested help and usage errors, always worded by the parser of the whole program.
pub(super) fn parse(arguments: &Arguments) -> clap::error::Result<Cli> {
    if let Some(cli) = without_options(&arguments.arguments) {
        return Ok(cli);
    }
    if let Some(command) = arguments.command
        && let Some(Ok(cli)) = parse_one_command(command, &arguments.arguments)
    {
        return Ok(cli);
    }
    let mut command = command_line();
    // `-h` and a bare `judge` print one screen; `--help` prints everything.
    if !arguments.arguments.iter().any(|argument| argument == "--help") {
        command = command.override_help(SHORT_HELP);
    }
    let matches = without_empty_variables(command).try_get_matches_from(&arguments.arguments)?;
    Ok(with_explicit(Cli::from_arg_matches(&matches)?, &matches))
}

/// Parses a command followed by plain words, if no environment variable sets an option. This is the most
/// frequent case, and skipping the definition of options saves a tenth of an answer's time.
fn without_options(arguments: &[OsString]) -> Option<Cli> {
    let [_, name, words @ ..] = arguments else { return None };
    let is_set = |variable: &&str| std::env::var_os(variable).is_some_and(|value| !value.is_empty());
    if VARIABLES.iter().any(is_set) {
        return None;
    }
    let word =
        |word: &OsString| word.to_str().filter(|w| !w.is_empty() && !w.starts_with('-')).map(str::to_owned);
    let words: Vec<String> = words.iter().map(word).collect::<Option<_>>()?;
    let name = name.to_str()?;
    let command = match (name, &*words) {
        ("search", [_, ..]) => Command::Search(search::SearchArgs::without_options(words)),
        ("show", [_, ..]) => Command::Show(show::ShowArgs::without_options(words)),
        ("card", [_, ..]) => Command::Card(card::CardArgs::without_options(words)),
        ("define", _) => Command::Define(define::DefineArgs::without_options(words)),
        ("errata", _) => Command::Errata(errata::ErrataArgs::without_options(words)),
        ("replay", _) => Command::Replay(replay::ReplayArgs::without_options(words)),
        ("deck", [check, paths @ ..]) if check == "check" && !paths.is_empty() => {
            Command::Deck(deck::DeckArgs::check_without_options(paths))
        }
        _ => return None,
    };
    Some(Cli { globals: Globals::of(name), command })
}

/// Parses the arguments of `search`.
///
/// # Errors
/// As for [`parse`], but worded by a parser that only knows `search`.
pub(super) fn parse_search(arguments: &[OsString]) -> clap::error::Result<Cli> {
    parse_as("search", Command::Search, arguments)
}

/// Parses the arguments of a command that is used during play; `None` for other commands.
fn parse_one_command(name: &str, arguments: &[OsString]) -> Option<clap::error::Result<Cli>> {
    Some(match name {
        "search" => parse_search(arguments),
        "show" => parse_as("show", Command::Show, arguments),
        "card" => parse_as("card", Command::Card, arguments),
        "define" => parse_as("define", Command::Define, arguments),
        "errata" => parse_as("errata", Command::Errata, arguments),
        "restricted" => parse_as("restricted", Command::Restricted, arguments),
        "deck" => parse_as("deck", Command::Deck, arguments),
        "replay" => parse_as("replay", Command::Replay, arguments),
        _ => return None,
    })
}

fn parse_as<A: Args>(
    name: &'static str,
    command: fn(A) -> Command,
    arguments: &[OsString],
) -> clap::error::Result<Cli> {
    let matches = without_empty_variables(of_one_command::<A>(name)).try_get_matches_from(arguments)?;
    let of_command = matches.subcommand_matches(name).unwrap_or(&matches);
    let (globals, command) =
        (Globals::from_arg_matches(&matches)?, command(A::from_arg_matches(of_command)?));
    Ok(with_explicit(Cli { globals, command }, &matches))
}

fn with_explicit(mut cli: Cli, matches: &ArgMatches) -> Cli {
    cli.globals.explicit = ExplicitOptions::of(matches);
    cli.globals.command = matches.subcommand_name().unwrap_or_default().to_owned();
    cli
}

/// Treats empty environment variables as unset, for every option of every command.
fn without_empty_variables(command: clap::Command) -> clap::Command {
    let is_empty = |variable: &OsStr| std::env::var_os(variable).is_some_and(|v| v.is_empty());
    let unset = |arg: Arg| if arg.get_env().is_some_and(is_empty) { arg.env(Resettable::Reset) } else { arg };
    command.mut_args(unset).mut_subcommands(without_empty_variables)
}

impl ExplicitOptions {
    fn of(matches: &ArgMatches) -> Self {
        // Options after the command's name are in the matches of the subcommand.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(typed: &str) -> Vec<OsString> {
        typed.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn without_options_it_is_read_as_with_all_of_them_defined() {
        for typed in [
            "judge search may I shield",
            "judge search 3.6",
            "judge show 3.6 lcg:timing.damage",
            "judge card fleet command center",
            "judge define",
            "judge define edge battle",
            "judge errata gamor run",
            "judge replay",
            "judge replay nested-sequences",
            "judge deck check a.o8d decks",
        ] {
            let arguments = arguments(typed);
            let matches = command_line().try_get_matches_from(&arguments).expect("it is right");
            let read = with_explicit(Cli::from_arg_matches(&matches).expect("it is right"), &matches);
            let name = arguments[1].to_str().expect("a command");
            let of_one =
                parse_one_command(name, &arguments).expect("it is one of these").expect("it is right");
            assert_eq!(format!("{of_one:?}"), format!("{read:?}"));
            assert_eq!(format!("{:?}", without_options(&arguments)), format!("{:?}", Some(read)));
        }
    }

    #[test]
    fn what_may_be_an_option_or_is_wrong_is_not_read_without_them() {
        for typed in [
            "judge",
            "judge search",
            "judge search -n 2 shield",
            "judge search - shield",
            "judge show",
            "judge show  3.6",
            "judge deck check",
            "judge deck show a.o8d",
            "judge deck help",
            "judge --game lcg show 3.6",
            "judge restricted",
        ] {
            assert!(without_options(&arguments(typed)).is_none(), "{typed}");
        }
    }

    #[test]
    fn every_variable_that_sets_an_option_of_these_commands_is_known() {
        let command = command_line();
        let with_env = |command: &clap::Command| -> Vec<OsString> {
            command.get_arguments().filter_map(|arg| arg.get_env()).map(OsStr::to_owned).collect()
        };
        let mut set = with_env(&command);
        for name in ["search", "show", "card", "define", "errata", "replay", "deck"] {
            let command = command.find_subcommand(name).expect("a command");
            set.extend(with_env(command));
            command.get_subcommands().for_each(|below| set.extend(with_env(below)));
        }
        assert!(set.iter().all(|variable| VARIABLES.iter().any(|known| variable == known)), "{set:?}");
    }
}
