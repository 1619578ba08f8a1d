//! `judge log`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use etcetera::BaseStrategy;
use jiff::Zoned;
use jiff::civil::Date;
use serde_json::json;

use super::check::{Checked, check};
use super::error::FileError;
use super::export::{self, HouseEvent};
use super::file::{self, AppendOptions};
use super::open::Wait;
use super::{Cited, Damage, Log, LogEntry, MAX_RULINGS, Said, TOO_MANY_RULINGS, beside, damage_notes, list};
use crate::cli::face_args::{LogAddArgs, LogArgs, LogCommand, LogExportArgs};
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, UsageError, rulings, write_files};
use crate::corpus::plural::pluralize;
use crate::corpus::{Day, Game};
use crate::render::Format;
use crate::search::{AsOfDay, HeldRulings};

/// Runs `judge log`.
///
/// # Errors
/// Usage errors, and I/O errors of the log.
pub(crate) fn run(args: &LogArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let path = place(args.file.as_deref())?;
    let list = &args.list;
    let listing =
        list.table.is_some() || list.by.is_some() || list.ruling.is_some() || !list.words.is_empty();
    if listing && args.command.is_some() {
        let text = "What is listed and what is done do not go together: say `judge log WORDS`, or `judge log add …`.";
        return Err(UsageError(text.to_owned()).into());
    }
    match &args.command {
        None => list::print(&read(&path, ui)?, &path, &args.list, context, ui),
        Some(LogCommand::Add(add)) => self::add(&path, add, context, ui),
        Some(LogCommand::Export(args)) => export(&path, args, globals, ui),
        Some(LogCommand::Check) => checked(&path, context, ui),
    }
}

/// The path of the log: the given one, or one in the user's data folder, which is made if necessary.
///
/// # Errors
/// If there is no home folder, or a given path lies in no folder: it is more likely mistyped than new.
pub(crate) fn place(named: Option<&Path>) -> anyhow::Result<PathBuf> {
    if let Some(named) = named {
        let folder = beside::folder(named);
        if !folder.as_os_str().is_empty() && !folder.exists() {
            let (named, folder) = (named.display(), folder.display());
            let text = format!(
                "The log {named}: there is no folder {folder}. Is it mistyped? If not, make it first: `mkdir -p {folder}`."
            );
            return Err(UsageError(text).into());
        }
        return Ok(named.to_owned());
    }
    let strategy = etcetera::choose_base_strategy().map_err(|_| {
        UsageError("There is no home folder for the log; name a file with `--file FILE`.".to_owned())
    })?;
    Ok(strategy.data_dir().join("judge/log.jsonl"))
}

/// The current time in the format of entries.
pub(crate) fn now() -> String {
    let now = Zoned::now();
    now.timestamp().display_with_offset(now.offset()).to_string().split_once('.').map_or_else(
        || now.timestamp().display_with_offset(now.offset()).to_string(),
        |(to_seconds, rest)| {
            let offset = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{to_seconds}{offset}")
        },
    )
}

/// Resolves ids and numbers to citations for an entry.
///
/// # Errors
/// If a ruling does not exist or is ambiguous, or there are too many.
pub(crate) fn cited(held: &HeldRulings, named: &[String], game: Option<Game>) -> anyhow::Result<Vec<Cited>> {
    let mut seen = BTreeSet::new();
    let named = named.iter().map(|id| id.trim()).filter(|id| !id.is_empty() && seen.insert(*id));
    // Count before looking any up: a request may contain thousands.
    let named: Vec<&str> = named.take(MAX_RULINGS + 1).collect();
    if named.len() > MAX_RULINGS {
        return Err(UsageError(TOO_MANY_RULINGS.to_owned()).into());
    }
    let mut cited: Vec<Cited> = Vec::new();
    for id in named {
        let found = rulings::lookup(held, id, game, &AsOfDay::default())?;
        match &found[..] {
            [] => {
                return Err(
                    UsageError(rulings::no_entry_message(held, id, game, &AsOfDay::default())?).into()
                );
            }
            [one] if cited.iter().any(|c| c.id == one.id) => {}
            [one] => cited.push(Cited::of(one)),
            several => {
                let ids: Vec<&str> = several.iter().map(|r| r.id.as_str()).collect();
                return Err(UsageError(format!(
                    "`{id}` may be any of {}. Name one of them.",
                    ids.join(", ")
                ))
                .into());
            }
        }
    }
    Ok(cited)
}

fn add(path: &Path, args: &LogAddArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let rulings = if args.ruling.is_empty() {
        Vec::new()
    } else {
        cited(&context.held_rulings(ui)?, &args.ruling, globals.game())?
    };
    let said = Said {
        words: args.words.join(" "),
        question: args.question.clone(),
        table: args.table.clone(),
        by: args.by.clone(),
        game: globals.game(),
        rulings,
        corrects: args.corrects,
        key: args.key.clone(),
    };
    let notify = || note_waiting(path, ui);
    let options =
        AppendOptions { at: &now(), again: args.again, wait: Wait { most: LOCK_TIMEOUT, notify: &notify } };
    let logged = file::append(path, said, &options)?;
    print_damage(&logged.damage, path, ui);
    let entry = &logged.entry;
    match globals.format() {
        Format::Json => ui.json(&logged.json())?,
        Format::Text | Format::Markdown => {
            let again = if logged.again { "Logged before as" } else { "Logged as" };
            ui.sentences(&format!("{again} entry {} in {}.", entry.id, path.display()))?;
            if logged.again && entry.said.key.is_none() {
                ui.sentences("That was within two minutes, and is taken for a repetition; nothing was added. `--again` logs it once more.")?;
            }
        }
    }
    Ok(Status::Found)
}

/// How long to wait for another process's lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

fn note_waiting(path: &Path, ui: &Ui) {
    let seconds = LOCK_TIMEOUT.as_secs();
    ui.note(&format!("{} is in use by another program; waiting {seconds} seconds for it.", path.display()));
}

/// Reports everything that is wrong with the file.
fn print_damage(damage: &[Damage], path: &Path, ui: &Ui) {
    for damage in damage {
        ui.error(&format!("{}: {damage}", path.display()));
    }
}

fn read(path: &Path, ui: &Ui) -> Result<Log, FileError> {
    let log = file::read(path, &Wait { most: LOCK_TIMEOUT, notify: &|| note_waiting(path, ui) })?;
    print_damage(&log.damage, path, ui);
    Ok(log)
}

fn export(path: &Path, args: &LogExportArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    let log = read(path, ui)?;
    let Some(folder) = &args.into else {
        let all: Vec<&LogEntry> = log.entries.iter().collect();
        match (args.csv, globals.format()) {
            (true, _) => ui.out().write_all(export::csv(&log).as_bytes())?,
            (false, Format::Json) => ui.json(&log.json(&all))?,
            (false, Format::Text | Format::Markdown) => ui.print(&export::markdown(&log, &all))?,
        }
        return Ok(Status::Found);
    };
    let event = event(args, &log)?;
    let (files, left_out) = export::rulings(&log, &event);
    left_out.lines().iter().for_each(|line| ui.note(line));
    if files.is_empty() {
        ui.error("No entry of the log is left to write.");
        return Ok(Status::Nothing);
    }
    write_files::write_all_or_none(folder, &files)?;
    ui.sentences(&format!(
        "Written to {}. `--rulings {0}` lays it over; `judge --rulings {0} lint` checks it.",
        folder.display()
    ))?;
    Ok(Status::Found)
}

fn event(args: &LogExportArgs, log: &Log) -> anyhow::Result<HouseEvent> {
    let first = log.entries.first().map(|e| e.at.chars().take(10).collect::<String>());
    let date = args.date.clone().or(first).unwrap_or_default();
    let day: Date = date
        .parse()
        .map_err(|_| UsageError(format!("`--date {date}` is no date. Write it like 2014-11-01.")))?;
    let required = |text: &Option<String>| text.clone().unwrap_or_default();
    Ok(HouseEvent { name: required(&args.event), who: required(&args.who), day: Day(day) })
}

fn checked(path: &Path, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let log = read(path, ui)?;
    let held = context.held_rulings(ui)?;
    let Checked { findings, not_compared } = check(&log, &|id| held.ruling(id))?;
    if globals.format() == Format::Json {
        let checked = json!({ "findings": findings, "not_compared": not_compared, "damage": damage_notes(&log.damage) });
        ui.json(&checked)?;
    } else {
        for finding in &findings {
            for line in finding.lines() {
                ui.sentences(&line)?;
            }
        }
        if findings.is_empty() {
            let entries = pluralize(log.entries.len(), "entry");
            let rest =
                if log.damage.is_empty() { "nothing to look at again" } else { "only the damage to look at" };
            ui.sentences(&format!("{entries}; {rest}."))?;
        }
        if !not_compared.is_empty() {
            let ids: Vec<String> = not_compared.iter().map(u64::to_string).collect();
            let ids = ids.join(", ");
            ui.sentences(&format!(
                "Not compared with other tables', for want of a table or a ruling: {ids}."
            ))?;
        }
    }
    Ok(if findings.is_empty() && log.damage.is_empty() { Status::Found } else { Status::Nothing })
}
