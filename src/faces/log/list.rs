//! `judge log` without a command: lists entries.

use std::path::Path;

use clap::Subcommand;

use super::{Log, LogEntry, export};
use crate::cli::face_args::{LogCommand, LogListArgs};
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, rulings};
use crate::corpus::Game;
use crate::render::Format;
use crate::render::style::safe;
use crate::search::AsOfDay;

/// Prints the requested entries, or why there are none.
///
/// # Errors
/// Unreadable rulings, and I/O errors.
pub(super) fn print(
    log: &Log,
    path: &Path,
    args: &LogListArgs,
    context: &Context,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let words: Vec<String> =
        args.words.iter().flat_map(|w| w.split_whitespace()).map(str::to_owned).collect();
    similar_subcommand(&words).iter().for_each(|hint| ui.note(hint));
    let filter = LogFilter { args, words, game: globals.game() };
    let shown: Vec<&LogEntry> = log.entries.iter().filter(|entry| filter.matches(entry)).collect();
    let unknown = unknown_ruling(log, args, context, ui)?;
    unknown.iter().for_each(|sentence| ui.error(sentence));
    match globals.format() {
        Format::Json => ui.json(&log.json(&shown))?,
        Format::Text | Format::Markdown if shown.is_empty() && unknown.is_some() => {}
        Format::Text | Format::Markdown if shown.is_empty() => {
            let what =
                if log.entries.is_empty() { "Nothing is logged yet".to_owned() } else { filter.no_match() };
            ui.sentences(&format!("{what} in {}.", path.display()))?;
        }
        Format::Markdown => ui.print(&export::markdown(log, &shown))?,
        Format::Text => shown.iter().try_for_each(|entry| draw(entry, log, ui))?,
    }
    Ok(Status::found(!shown.is_empty()))
}

/// Which entries to list.
struct LogFilter<'a> {
    args: &'a LogListArgs,
    words: Vec<String>,
    game: Option<Game>,
}

impl LogFilter<'_> {
    fn matches(&self, entry: &LogEntry) -> bool {
        let is = |wanted: &Option<String>, own: &Option<String>| match wanted {
            None => true,
            Some(wanted) => own.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(wanted.trim())),
        };
        let words: Vec<String> = self.words.iter().map(|word| word.to_lowercase()).collect();
        entry.has_all(&words)
            && is(&self.args.table, &entry.said.table)
            && is(&self.args.by, &entry.said.by)
            && self.args.ruling.as_ref().is_none_or(|id| rests_on(entry, id))
            && self.game.is_none_or(|game| entry.said.game.is_none_or(|own| own == game))
    }

    /// The message that no entry matches, naming the filters.
    fn no_match(&self) -> String {
        let of =
            |before: &str, value: &Option<String>| value.as_ref().map(|a| format!(" {before} {}", a.trim()));
        let args = self.args;
        let game = self.game.map(|game| game.code().to_owned());
        let about =
            [of("of table", &args.table), of("by", &args.by), of("on", &args.ruling), of("about", &game)];
        let about: String = about.into_iter().flatten().collect();
        let words: Vec<String> = self.words.iter().map(|word| format!("“{word}”")).collect();
        let has = if words.is_empty() { " is".to_owned() } else { format!(" has {}", words.join(" and ")) };
        format!("No entry{about}{has}")
    }
}

fn rests_on(entry: &LogEntry, id: &str) -> bool {
    entry.said.rulings.iter().any(|c| c.id == id || c.id.split(':').nth(1) == Some(id))
}

/// The message that a ruling does not exist, if no entry cites it.
fn unknown_ruling(
    log: &Log,
    args: &LogListArgs,
    context: &Context,
    ui: &Ui,
) -> anyhow::Result<Option<String>> {
    let Some(id) = args.ruling.as_ref().filter(|id| !log.entries.iter().any(|entry| rests_on(entry, id)))
    else {
        return Ok(None);
    };
    let (held, game) = (context.held_rulings(ui)?, context.globals.game());
    let named = rulings::lookup(&held, id, game, &AsOfDay::default())?;
    if named.is_empty() {
        rulings::no_entry_message(&held, id, game, &AsOfDay::default()).map(Some)
    } else {
        Ok(None)
    }
}

/// The note that words are searched for in the log, in case they were meant as a command.
fn similar_subcommand(words: &[String]) -> Option<String> {
    let first = words.first()?;
    let word = first.to_lowercase();
    let looking = |meant: String| format!("looking for “{first}” in the log; {meant}");
    // Commands of similar programs.
    if words.len() == 1 && matches!(word.as_str(), "list" | "ls" | "show") {
        return Some(looking("`judge log` alone lists all of it.".to_owned()));
    }
    let commands = LogCommand::augment_subcommands(clap::Command::new("log"));
    let distance = |command: &str| strsim::osa_distance(&word, command);
    let allowed = if word.chars().count() > 4 { 2 } else { 1 };
    let near =
        commands.get_subcommands().map(clap::Command::get_name).find(|name| distance(name) <= allowed)?;
    Some(looking(format!("if the command was meant, it is `judge log {near}`.")))
}

/// Prints an entry with its ruling, table and corrections.
fn draw(entry: &LogEntry, log: &Log, ui: &mut Ui) -> anyhow::Result<()> {
    let style = ui.style();
    let said = &entry.said;
    let mut head = format!("{:>4}  {}", entry.id, entry.shown_time());
    for part in [said.table.as_ref().map(|t| format!("table {t}")), said.by.clone()].into_iter().flatten() {
        head += &format!(" · {part}");
    }
    for line in style.wrap(&safe(&head), "", "      ") {
        ui.print(&format!("{}\n", style.title(&line)))?;
    }
    // This goes before the words, so that nobody relies on them.
    if let Some(by) = log.corrected_by(entry.id) {
        ui.print(&format!("{}\n", style.warning(&format!("      [corrected by entry {by}]"))))?;
    }
    for line in
        said.question.iter().flat_map(|q| style.wrap(&safe(&q.replace('\n', " ")), "      ", "      "))
    {
        ui.print(&format!("{}\n", style.aside(&line)))?;
    }
    for line in said.words.lines().flat_map(|l| style.wrap(&safe(l), "      ", "      ")) {
        ui.print(&format!("{line}\n"))?;
    }
    let mut notes: Vec<String> = said.rulings.iter().map(|c| format!("[{} {}]", c.citation, c.id)).collect();
    notes.extend(said.corrects.map(|id| format!("corrects entry {id}")));
    for line in notes.iter().flat_map(|n| style.wrap(&safe(n), "      ", "        ")) {
        ui.print(&format!("{}\n", style.citation(&line)))?;
    }
    Ok(())
}
