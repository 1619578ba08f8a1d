//! The options common to all commands.

use clap::{Args, ValueEnum};
use jiff::civil::Date;

use super::status::UsageError;
use crate::corpus::{Day, Game};
use crate::deck::AsOf;
use crate::render::Format;

/// The help heading for these options.
const EVERY_COMMAND: &str = "For most commands";

/// Environment variables that set some of these options, for a whole event.
pub(super) const VARIABLES: [&str; 3] = ["JUDGE_GAME", "JUDGE_AS_OF", "JUDGE_RULINGS"];

/// Options of every command. A command that does not serve one refuses it.
#[derive(Debug, Clone, Args)]
pub struct Globals {
    /// How to answer
    #[arg(long, global = true, help_heading = EVERY_COMMAND, hide_short_help = true, value_enum, ignore_case = true, default_value = "text", value_name = "FORMAT")]
    pub format: FormatArg,
    /// Only this game
    #[arg(long, global = true, help_heading = EVERY_COMMAND, hide_short_help = true, value_enum, ignore_case = true, env = "JUDGE_GAME", value_name = "GAME")]
    pub game: Option<GameArg>,
    /// As of this day (2014-10-06), or `latest`
    #[arg(long, global = true, help_heading = EVERY_COMMAND, hide_short_help = true, env = "JUDGE_AS_OF", value_name = "DATE")]
    pub as_of: Option<String>,
    /// A folder of rulings to lay over the built-in ones (repeatable)
    #[arg(long, global = true, help_heading = EVERY_COMMAND, hide_short_help = true, env = "JUDGE_RULINGS", value_delimiter = ':', value_name = "DIR")]
    pub rulings: Vec<std::path::PathBuf>,
    /// Leave the built-in rulings out
    #[arg(long, global = true, help_heading = EVERY_COMMAND, hide_short_help = true)]
    pub no_builtin: bool,
    /// When to use colours
    #[arg(long, global = true, help_heading = EVERY_COMMAND, hide_short_help = true, value_enum, ignore_case = true, default_value = "auto", value_name = "WHEN")]
    pub color: ColorArg,
    /// Which of these options were typed rather than set by the environment.
    #[arg(skip)]
    pub explicit: ExplicitOptions,
    /// The name of the command.
    #[arg(skip)]
    pub command: String,
    /// Whether to search without an index, because it turned out to be damaged.
    #[arg(skip)]
    pub without_index: bool,
}

/// Options that were typed. A command refuses those it does not support, but ignores them if they were set by
/// the environment for a whole event.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExplicitOptions {
    pub format: bool,
    pub game: bool,
    /// `--as-of`
    pub as_of: bool,
    /// `--rulings` or `--no-builtin`
    pub rulings: bool,
}

/// The value of `--format`.
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

/// The value of `--game`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GameArg {
    /// Star Wars: The Card Game
    Lcg,
    /// Star Wars Trading Card Game
    Tcg,
}

/// The value of `--color`.
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
    /// The default options for a command.
    pub(super) fn of(command: &str) -> Self {
        Self {
            format: FormatArg::Text,
            game: None,
            as_of: None,
            rulings: Vec::new(),
            no_builtin: false,
            color: ColorArg::Auto,
            explicit: ExplicitOptions::default(),
            command: command.to_owned(),
            without_index: false,
        }
    }

    /// The output format. Pictures and pages are text for commands that do not draw any.
    pub fn format(&self) -> Format {
        match self.format {
            FormatArg::Text => Format::Text,
            FormatArg::Markdown => Format::Markdown,
            FormatArg::Json => Format::Json,
            #[cfg(feature = "pictures")]
            FormatArg::Svg | FormatArg::Html | FormatArg::Mermaid => Format::Text,
        }
    }

    /// Whether a page is asked for.
    pub(crate) fn draws_html(&self) -> bool {
        #[cfg(feature = "pictures")]
        return self.format == FormatArg::Html;
        #[cfg(not(feature = "pictures"))]
        return false;
    }

    /// The game requested.
    pub fn game(&self) -> Option<Game> {
        self.game.map(|game| match game {
            GameArg::Lcg => Game::Lcg,
            GameArg::Tcg => Game::Tcg,
        })
    }

    /// What `--as-of` requests. Whatever depends on a day takes it from here.
    ///
    /// # Errors
    /// If it is neither a date nor `latest`.
    pub(crate) fn requested_day(&self) -> anyhow::Result<AsOf> {
        match self.as_of.as_deref() {
            None => Ok(AsOf::Newest),
            Some("latest") => Ok(AsOf::Latest),
            Some(text) => {
                let date: Date = text.parse().map_err(|_| {
                    UsageError(format!(
                        "`--as-of {text}` is no date. Write it like 2014-10-06, or say `latest`."
                    ))
                })?;
                Ok(AsOf::On(Day(date)))
            }
        }
    }

    /// The day of `--as-of`; `None` without the option, and for `latest`.
    ///
    /// # Errors
    /// See [`Self::requested_day`].
    pub fn day(&self) -> anyhow::Result<Option<Day>> {
        Ok(match self.requested_day()? {
            AsOf::On(day) => Some(day),
            AsOf::Newest | AsOf::Latest => None,
        })
    }

    /// The games requested: one, or both.
    pub fn games(&self) -> Vec<Game> {
        self.game().map_or_else(|| Game::ALL.to_vec(), |game| vec![game])
    }
}
