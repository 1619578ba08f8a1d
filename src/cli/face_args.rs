//! The arguments of the other user interfaces. Their implementations are in `src/faces/`, which depends on
//! this module; `main` passes them in, so that there is no dependency the other way.

#[cfg(any(feature = "log", feature = "offline"))]
use std::path::PathBuf;

#[cfg(any(feature = "log", feature = "offline", feature = "prompt"))]
use clap::Args;
#[cfg(any(feature = "log", feature = "offline"))]
use clap::Subcommand;

#[cfg(any(feature = "log", feature = "offline", feature = "prompt", feature = "serve"))]
use super::context::Context;
#[cfg(any(feature = "log", feature = "offline", feature = "prompt", feature = "serve"))]
use super::status::Status;
#[cfg(any(feature = "log", feature = "offline", feature = "prompt", feature = "serve"))]
use super::ui::Ui;

/// Runs a user interface.
#[cfg(any(feature = "log", feature = "offline", feature = "prompt", feature = "serve"))]
pub(crate) type Face<A> = fn(&A, &Context, &mut Ui) -> anyhow::Result<Status>;

/// The user interfaces compiled into the program.
#[derive(Clone, Copy)]
pub struct Faces {
    /// `judge log`.
    #[cfg(feature = "log")]
    pub log: Face<LogArgs>,
    /// `judge export`.
    #[cfg(feature = "offline")]
    pub export: Face<ExportArgs>,
    /// `judge prompt`, and `judge` alone in a terminal.
    #[cfg(feature = "prompt")]
    pub prompt: Face<PromptArgs>,
    /// `judge serve`.
    #[cfg(feature = "serve")]
    pub serve: Face<ServeArgs>,
}

#[cfg(feature = "log")]
const LOG_EXAMPLES: &str = "\
Examples:
  judge log add 'It may still be used.' --ruling lcg:timing.damage.3 --by Anna
  judge log shield --table 7          what was logged with this word at this table
  judge log check                     what changed, or was answered differently";

#[cfg(feature = "log")]
const MORE_OF_LOG: &str = "
  judge log                           everything logged
  judge log add 'It may not.' --corrects 3
  judge log export --csv > log.csv
  judge log export --into my-event --event 'Nationals 2014' --who 'A. Judge'

Nothing logged is ever changed or removed: a correction is a further entry, of
the same table, rulings and question unless it says others. Times are those of
the place, with its offset. The same once more within two minutes, with the same
question, table, judge and rulings, is taken for a repetition and not logged
again.";

/// Keep a log of the rulings given at an event
#[cfg(feature = "log")]
#[derive(Debug, Args)]
#[command(after_help = LOG_EXAMPLES, after_long_help = format!("{LOG_EXAMPLES}{MORE_OF_LOG}"))]
pub struct LogArgs {
    /// The log; one file an event
    #[arg(long, global = true, env = "JUDGE_LOG", value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What to do; left out, the log is listed.
    #[command(subcommand)]
    pub command: Option<LogCommand>,
    /// What to list.
    #[command(flatten)]
    pub list: LogListArgs,
}

/// What is listed of a log.
#[cfg(feature = "log")]
#[derive(Debug, Args)]
pub struct LogListArgs {
    /// Only entries that have all these words
    #[arg(value_name = "WORDS")]
    pub words: Vec<String>,
    /// Only of this table
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,
    /// Only by this judge
    #[arg(long, value_name = "NAME")]
    pub by: Option<String>,
    /// Only on this ruling
    #[arg(long, value_name = "ID")]
    pub ruling: Option<String>,
}

/// What is done with a log.
#[cfg(feature = "log")]
#[derive(Debug, Subcommand)]
pub enum LogCommand {
    /// Log a ruling that was given
    Add(LogAddArgs),
    /// Print the log, or make a folder of house rulings of it
    ///
    /// It is printed as Markdown, or as CSV.
    Export(LogExportArgs),
    /// Tell entries whose ruling changed, or was answered differently
    ///
    /// Each entry is held against the rulings of today and against the entries of other tables.
    #[command(after_help = "Example:
  judge log check --file nationals.jsonl")]
    Check,
}

/// What is logged.
#[cfg(feature = "log")]
#[derive(Debug, Args)]
#[command(after_long_help = "Examples:
  judge log add 'It may still be used.' --ruling lcg:timing.damage.3 --by Anna
  judge log add 'Two strikes are one attack.' --table 7 --question 'may he strike twice'
  judge log add 'It may not.' --corrects 3")]
pub struct LogAddArgs {
    /// What was ruled, in the words it was said in
    #[arg(required = true, value_name = "WORDS")]
    pub words: Vec<String>,
    /// A ruling it rests on, by id or number (repeatable)
    #[arg(long, value_name = "ID")]
    pub ruling: Vec<String>,
    /// The question as it was put
    #[arg(long, value_name = "WORDS")]
    pub question: Option<String>,
    /// The table
    #[arg(long, value_name = "TABLE")]
    pub table: Option<String>,
    /// Who gave the ruling
    #[arg(long, env = "JUDGE_BY", value_name = "NAME")]
    pub by: Option<String>,
    /// The entry that this one corrects: what is not said of table, rulings, question and game is as it was
    #[arg(long, value_name = "ENTRY")]
    pub corrects: Option<u64>,
    /// A name of your own for this entry: sent again under it, nothing is logged twice
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
    /// Log it although the same was logged within the last two minutes
    #[arg(long)]
    pub again: bool,
}

/// In what form a log is exported.
#[cfg(feature = "log")]
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  judge log export > log.md
  judge log export --csv > log.csv
  judge log export --into my-event --event 'Nationals 2014' --who 'A. Judge'")]
pub struct LogExportArgs {
    /// A table for a spreadsheet instead of Markdown
    #[arg(long, conflicts_with = "into")]
    pub csv: bool,
    /// Write a folder of house rulings, for `--rulings`
    #[arg(long, value_name = "DIR", requires_all = ["event", "who"])]
    pub into: Option<PathBuf>,
    /// What the event is called
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,
    /// The head judge
    #[arg(long, value_name = "NAME")]
    pub who: Option<String>,
    /// The day of the event; left out, that of the first entry
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,
}

/// Write the rulings into one file for where there is no judge
#[cfg(feature = "offline")]
#[derive(Debug, Args)]
#[command(
    arg_required_else_help = true,
    after_help = "Example:\n  judge export html judge.html --without-search"
)]
pub struct ExportArgs {
    /// As what.
    #[command(subcommand)]
    pub what: ExportCommand,
}

/// As what the rulings are written.
#[cfg(feature = "offline")]
#[derive(Debug, Subcommand)]
pub enum ExportCommand {
    /// A page with the search in it, which a phone opens from its own storage, without a network
    Html(ExportHtmlArgs),
}

/// Where the page is written.
#[cfg(feature = "offline")]
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  judge export html rulings.html
  judge --game lcg export html lcg.html
  judge --rulings my-event export html nationals.html

Send the file to the phones, and open it there in the browser. It answers what
this command line answers; where a viewer runs no script, everything is there to
read.")]
pub struct ExportHtmlArgs {
    /// The file; an older page of this command is replaced
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The search compiled to WebAssembly, where this program was built without it
    #[arg(long, value_name = "FILE")]
    pub wasm: Option<PathBuf>,
    /// Leave the search out
    #[arg(long, conflicts_with = "wasm")]
    pub without_search: bool,
}

/// Search while you type (`judge` alone in a terminal does the same)
#[cfg(feature = "prompt")]
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge prompt\n  judge prompt --game lcg\n\nType; the answers follow. Enter prints the ruling with its citation and leaves,\nTab opens what it refers to, Esc goes back and out, Ctrl-Y copies it as Markdown,\nCtrl-G and Ctrl-O choose the game and leave rulebook rules out, F1 tells all keys.\nExit status 1: no ruling held decides what was asked, and what was printed says so."
)]
pub struct PromptArgs {}

/// Serve the rulings to the phones in the network
#[cfg(feature = "serve")]
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  judge serve                               for this computer only
  judge serve --lan                         for all in the same network
  judge serve --lan --log nationals.jsonl

Search, rulings, cards, restricted lists, disputes, deck checks and the event's
log; each page ending in .json for programs. Reading is open; to log, one needs
the PIN that is in the QR code.")]
pub struct ServeArgs {
    /// Let others in the network in
    #[arg(long)]
    pub lan: bool,
    /// Serve at this address of the computer
    #[arg(long, value_name = "ADDRESS", conflicts_with = "lan")]
    pub bind: Option<std::net::IpAddr>,
    /// The port; 0 takes any
    #[arg(long, default_value = "8411", value_name = "PORT")]
    pub port: u16,
    /// A name by which the computer is called in the network, such as judge.local (repeatable)
    #[arg(long, value_name = "NAME")]
    pub name: Vec<String>,
    /// The log; one file an event
    #[arg(long, env = "JUDGE_LOG", value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// The PIN for logging, so that a restart keeps it; left out, one is drawn
    #[arg(long, env = "JUDGE_PIN", hide_env_values = true, value_name = "PIN")]
    pub pin: Option<String>,
}
