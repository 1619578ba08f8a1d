//! Which common options a command does not support. If typed they are refused, and the command's help does
//! not list them; if set in the environment for a whole event they are ignored.

use clap::{Arg, CommandFactory};

use super::{Cli, Globals, UsageError};

/// A common option that some commands do not support.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GlobalOption {
    Format,
    /// `--as-of`
    AsOf,
    Game,
    /// `--rulings` and `--no-builtin`
    Rulings,
}

use GlobalOption::{AsOf, Format, Game, Rulings};

/// The commands that do not support every option, with the options they refuse.
const UNSUPPORTED: &[(&str, &[GlobalOption])] = &[
    ("asks", &[AsOf, Game]),
    ("completions", &[Format, AsOf, Game, Rulings]),
    ("diff", &[AsOf]),
    ("explain", &[AsOf, Game]),
    ("import", &[AsOf]),
    ("index", &[AsOf, Game]),
    ("lint", &[AsOf, Game]),
    ("log", &[AsOf]),
    ("man", &[Format, AsOf, Game, Rulings]),
    ("new-event", &[AsOf, Rulings]),
    ("notices", &[AsOf, Game, Rulings]),
    ("prompt", &[Format]),
    ("rule", &[AsOf]),
    ("schema", &[AsOf, Game, Rulings]),
    ("serve", &[Format]),
];

impl GlobalOption {
    /// The option's name in messages.
    fn shown(self) -> &'static str {
        match self {
            Format => "`--format`",
            AsOf => "`--as-of`",
            Game => "`--game`",
            Rulings => "`--rulings` or `--no-builtin`",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            Format => &["format"],
            AsOf => &["as_of"],
            Game => &["game"],
            Rulings => &["rulings", "no_builtin"],
        }
    }

    /// Whether it was typed.
    fn is_typed(self, globals: &Globals) -> bool {
        let typed = globals.explicit;
        match self {
            Format => typed.format,
            AsOf => typed.as_of,
            Game => typed.game,
            Rulings => typed.rulings,
        }
    }
}

fn unsupported(command: &str) -> &'static [GlobalOption] {
    UNSUPPORTED.iter().find(|(name, _)| *name == command).map_or(&[], |(_, options)| options)
}

/// Refuses unsupported options that were typed.
///
/// # Errors
/// A usage error.
pub(super) fn refuse(globals: &Globals) -> Result<(), UsageError> {
    let typed = unsupported(&globals.command).iter().find(|option| option.is_typed(globals));
    typed.map_or(Ok(()), |option| Err(refused(&globals.command, *option)))
}

/// The error about an unsupported option.
pub(super) fn refused(command: &str, option: GlobalOption) -> UsageError {
    UsageError(format!("`judge {command}` does not take {}.", option.shown()))
}

/// The parser of the whole program. Each command's help lists only the options and formats it supports.
pub(super) fn command_line() -> clap::Command {
    let command = Cli::command();
    let every: Vec<Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    command.mut_subcommands(|sub| {
        let unsupported = unsupported(sub.get_name());
        let is_hidden =
            |arg: &Arg| unsupported.iter().any(|o| o.arguments().contains(&arg.get_id().as_str()));
        let hidden: Vec<Arg> =
            every.iter().filter(|arg| is_hidden(arg)).map(|a| a.clone().hide(true)).collect();
        let format = every.iter().find(|arg| arg.get_id() == "format" && !is_hidden(arg));
        let drawn = format.map(|arg| forms::drawn(arg.clone(), sub.get_name()));
        sub.args(hidden).args(drawn)
    })
}

#[cfg(feature = "pictures")]
mod forms {
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    use clap::{Arg, ValueEnum};

    use crate::cli::FormatArg;

    /// `--format` without the values that the command does not draw. They are still parsed, to be refused
    /// with a proper message.
    pub(super) fn drawn(format: Arg, command: &str) -> Arg {
        let draws = |form: FormatArg| match form {
            FormatArg::Text | FormatArg::Markdown | FormatArg::Json => true,
            FormatArg::Svg | FormatArg::Mermaid => command == "replay",
            FormatArg::Html => ["replay", "show"].contains(&command),
        };
        let values = FormatArg::value_variants();
        let shown = values.iter().filter_map(|form| Some(form.to_possible_value()?.hide(!draws(*form))));
        let read = |typed: String| FormatArg::from_str(&typed, false);
        format.value_parser(PossibleValuesParser::new(shown).try_map(read))
    }
}

#[cfg(not(feature = "pictures"))]
mod forms {
    /// `--format` as it is: in a build without pictures no command has a format that others lack.
    pub(super) fn drawn(format: clap::Arg, _: &str) -> clap::Arg {
        format
    }
}

#[cfg(test)]
mod tests {
    use super::UNSUPPORTED;
    use crate::cli::implicit_search::COMMANDS;

    #[test]
    fn each_is_a_command() {
        for (command, options) in UNSUPPORTED {
            assert!(COMMANDS.contains(command) && !options.is_empty(), "{command}");
        }
    }
}
