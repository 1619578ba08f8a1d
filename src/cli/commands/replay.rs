//! `judge replay`.

mod coverage;
mod day;
mod list;
mod missing;

use std::io::BufRead;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use clap::Args;
use serde_json::json;

use crate::cli::context::{once, without_errors};
use crate::cli::ui::Ui;
use crate::cli::unsupported::{GlobalOption, refused};
use crate::cli::{Context, Globals, Status, UsageError, as_of};
use crate::corpus::files::{File, FileKind};
use crate::corpus::newer::NewerKnown;
use crate::corpus::suggest::nearest_id;
use crate::corpus::{Corpus, Diagnostic, Files, Game};
use crate::engine::CardLibrary;
use crate::engine::scenario::coverage::{PlayEntry, play_entries};
use crate::engine::scenario::find::find;
use crate::engine::scenario::load::{Loaded, item, load, load_file, load_named, skeleton, unknown_rulings};
use crate::engine::scenario::{AsOfReplay, BasisKind, Chosen, Options, Played};
#[cfg(feature = "pictures")]
use crate::render::on_page::on_page;
use crate::render::replay::{self as look, Quotes};
use crate::render::style::safe;
use crate::render::{Format, json as output};
use crate::search::StoreError;
use day::{KnownDocuments, ReplayDay};
#[cfg(feature = "serve")]
pub(crate) use list::has_all;
use missing::of_other_game;
pub(crate) use missing::unknown;

const EXAMPLES: &str = "\
Examples:
  judge replay --list
  judge replay --list protect damage                    those whose names, titles or rulings have these words
  judge replay nested-sequences
  judge replay nested-sequences --quote --format markdown
  judge replay --print nested-sequences > mine.yaml     a scenario to start from
  judge replay --new engagement.strike \"A\" \"B\"         a skeleton with these cards, ready to run
  judge replay mine.yaml --without lcg:3.1              as if the ruling had never been written
  judge replay mine.yaml --why \"Tom: {play: It's Worse}\"
  judge replay mine.yaml --as-of 2003-01-01             only by the rulings of that day
  judge replay --coverage
  judge replay --coverage cards        how much of each set's cards is written down";

/// Replay scenarios step by step, every step with the ruling behind it
#[derive(Debug, Default, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    /// Scenarios by name, or files; for --list words, for --new cards
    ///
    /// Built-in scenarios or variations by name, or files; with --list, words to look for; with --new, cards.
    #[arg(value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Replay all built-in scenarios, a line each
    #[arg(long)]
    all: bool,
    /// List the built-in scenarios, or those with these words
    #[arg(long)]
    list: bool,
    /// Print a scenario to fill in that begins at this point
    ///
    /// It begins at that point of the turn, with the cards given on their sides.
    #[arg(long, value_name = "POINT")]
    new: Option<String>,
    /// Say only what came out, and what is not as expected
    #[arg(long)]
    quiet: bool,
    /// Wait for a key after each step
    #[arg(long)]
    step: bool,
    /// Quote the clause's words under each step
    #[arg(long)]
    quote: bool,
    /// Say why an answer is or is not allowed at the end
    ///
    /// The answer is tried where the script stops.
    #[arg(long, value_name = "LINE")]
    why: Option<String>,
    /// Play as if this ruling were not there (repeatable)
    #[arg(long, value_name = "RULING")]
    without: Vec<String>,
    /// Print the YAML of a built-in scenario
    #[arg(long, value_name = "NAME")]
    print: Option<String>,
    /// Print for every ruling its scenarios, or why none
    ///
    /// A ruling has scenarios, or a switch, or a reason why nothing in play shows it. `--coverage cards`
    /// prints how much of the cards of each set is written down.
    #[arg(long)]
    coverage: bool,
}

impl ReplayArgs {
    /// The arguments when only scenarios were given.
    pub(crate) fn without_options(scenarios: Vec<String>) -> Self {
        Self { scenarios, ..Self::default() }
    }

    /// The option, if any, that makes the command do something other than play scenarios, so that there is
    /// nothing to draw.
    #[cfg(feature = "pictures")]
    pub(crate) fn undrawn(&self) -> Option<&'static str> {
        let options = [
            (self.list, "--list"),
            (self.coverage, "--coverage"),
            (self.quiet, "--quiet"),
            (self.step, "--step"),
            (self.new.is_some(), "--new"),
            (self.why.is_some(), "--why"),
            (self.print.is_some(), "--print"),
        ];
        options.into_iter().find_map(|(asked, option)| asked.then_some(option))
    }
}

/// The data that replays need.
pub(crate) struct ReplayData {
    files: Arc<Files>,
    /// The options that selected it.
    globals: Globals,
    /// The rulings as of the requested day, loaded on first use.
    day: OnceLock<Option<ReplayDay>>,
    /// The documents that are held or known of, likewise.
    documents: OnceLock<KnownDocuments>,
    /// The rulings that citations are quoted from, likewise.
    corpus: OnceLock<Corpus>,
    /// The cards' abilities.
    pub library: Arc<CardLibrary>,
}

impl ReplayData {
    /// Reads it.
    ///
    /// # Errors
    /// If the rulings or abilities cannot be read.
    pub(crate) fn load(context: &Context) -> anyhow::Result<Self> {
        let (files, library) = (context.files()?, context.card_library()?);
        let globals = context.globals.clone();
        let (day, documents, corpus) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Ok(Self { files, globals, day, documents, corpus, library })
    }

    /// Loads the rulings as of the requested day in advance, so that no replay has to wait for them.
    ///
    /// # Errors
    /// If the rulings cannot be read.
    #[cfg(feature = "serve")]
    pub(crate) fn read_day(&self) -> anyhow::Result<()> {
        self.dated().map(|_| ())
    }

    /// What the engine needs of the requested day, if any: the rulings, and what each means for play.
    fn dated(&self) -> anyhow::Result<Option<(AsOfReplay<'_>, &[PlayEntry])>> {
        let Some(day) = once(&self.day, || ReplayDay::of(self))? else { return Ok(None) };
        Ok(Some((day.dated(self.corpus()?), &day.entries)))
    }

    /// The documents that are held or known of.
    fn documents(&self) -> anyhow::Result<&KnownDocuments> {
        once(&self.documents, || KnownDocuments::of(self))
    }

    fn scenarios(&self) -> impl Iterator<Item = &File> {
        let scenarios = self.files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Scenarios);
        scenarios.map(|(_, file)| file)
    }

    /// Every built-in scenario of one game or both.
    ///
    /// # Errors
    /// If the scenarios cannot be read.
    pub(crate) fn all(&self, game: Option<Game>) -> anyhow::Result<Vec<Loaded>> {
        let mut loaded = Vec::new();
        for file in self.scenarios() {
            loaded.extend(load_file(file, &self.library).map_err(StoreError::Corpus)?);
        }
        loaded.retain(|l| game.is_none_or(|g| g == l.about().game));
        Ok(loaded)
    }

    /// The scenario or variation with that name; of all others only the names are read.
    fn named(&self, name: &str, game: Option<Game>) -> anyhow::Result<Option<Chosen>> {
        for file in self.scenarios() {
            let Some(found) = load_named(file, name, &self.library) else { continue };
            let found = found.map_err(StoreError::Corpus)?;
            if game.is_none_or(|g| g == found.about().game) {
                return Ok(find(&[found], name));
            }
        }
        Ok(None)
    }

    pub(super) fn corpus(&self) -> anyhow::Result<&Corpus> {
        once(&self.corpus, || without_errors(Corpus::load_rulings(&self.files)))
    }
}

/// Replays scenarios.
///
/// # Errors
/// Usage errors, and scenarios that cannot be read.
pub(crate) fn run(args: &ReplayArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    refuse_unsupported(args, globals)?;
    let data = ReplayData::load(context)?;
    if let Some(name) = &args.print {
        return print(&data, name, ui);
    }
    if let Some(point) = &args.new {
        let new = skeleton(point, &args.scenarios, globals.game(), &data.library).map_err(UsageError)?;
        for note in &new.notes {
            ui.note(note);
        }
        ui.print(&new.text)?;
        return Ok(Status::Found);
    }
    if args.coverage && args.scenarios.iter().any(|word| word == "cards") {
        return coverage::report_cards(&data, context, ui);
    }
    if args.coverage {
        return coverage::report_rulings(&data, globals, ui);
    }
    check_switches(&data, &args.without)?;
    if args.list {
        return list::list(&data, &args.scenarios, globals, ui);
    }
    if args.scenarios.is_empty() && !args.all {
        let text = "Name a scenario or a file, or say `--all`; `judge replay --list` lists what is built in.";
        return Err(UsageError(text.to_owned()).into());
    }
    let Some(chosen) = chosen(&data, args, globals, ui)? else { return Ok(Status::Trouble) };
    match &args.why {
        Some(line) => why(&data, &chosen, line, args, ui),
        None => play(&data, &chosen, args, globals, ui),
    }
}

/// Refuses common options that do not apply to what the command is to do instead of playing.
fn refuse_unsupported(args: &ReplayArgs, globals: &Globals) -> Result<(), UsageError> {
    let undated = [
        (args.list, "replay --list"),
        (args.coverage, "replay --coverage"),
        (args.print.is_some(), "replay --print"),
        (args.new.is_some(), "replay --new"),
    ];
    let Some((_, command)) = undated.into_iter().find(|(asked, _)| *asked) else { return Ok(()) };
    if globals.explicit.as_of {
        return Err(refused(command, GlobalOption::AsOf));
    }
    // These options print YAML, whatever the format.
    if globals.explicit.format && (args.print.is_some() || args.new.is_some()) {
        return Err(refused(command, GlobalOption::Format));
    }
    Ok(())
}

/// Rejects rulings that cannot be switched off.
fn check_switches(data: &ReplayData, without: &[String]) -> anyhow::Result<()> {
    if without.is_empty() && data.files.are_sound() {
        return Ok(());
    }
    let entries = without_errors(play_entries(&data.files))?;
    for id in without {
        let said = entries.iter().find(|e| e.ruling.value == *id);
        let text = match said {
            Some(entry) if entry.without.is_some() => continue,
            Some(entry) => {
                let reason = entry.structural.as_ref().or(entry.nothing.as_ref());
                format!("{id} cannot be switched off: {}", reason.map_or("", String::as_str))
            }
            None => format!("There is no ruling {id} to play without; `judge replay --coverage` lists them."),
        };
        return Err(UsageError(text).into());
    }
    Ok(())
}

/// Adds the scenarios of a file. `false` if it cannot be read or names an unknown ruling, which has then been
/// reported.
fn add_file(chosen: &mut Vec<Chosen>, data: &ReplayData, name: &str, ui: &Ui) -> anyhow::Result<bool> {
    match of_file(data, name) {
        Ok((loaded, text)) => {
            chosen.extend(loaded.into_iter().map(Chosen::whole));
            knows_rulings(data, name, &text, ui)
        }
        Err(problems) => {
            ui.diagnostics(&problems);
            Ok(false)
        }
    }
}

/// The requested scenarios; `None` if one could not be read, which has then been reported.
fn chosen(
    data: &ReplayData,
    args: &ReplayArgs,
    globals: &Globals,
    ui: &Ui,
) -> anyhow::Result<Option<Vec<Chosen>>> {
    if args.all {
        return Ok(Some(data.all(globals.game())?.into_iter().map(Chosen::whole).collect()));
    }
    let mut chosen = Vec::new();
    let mut readable = true;
    // If all files are sound, only the named scenario has to be read.
    let sound = data.files.are_sound();
    let mut built_in: Option<Vec<Loaded>> = None;
    for name in &args.scenarios {
        if Path::new(name).is_file() || name.ends_with(".yaml") || name.ends_with(".yml") {
            readable &= add_file(&mut chosen, data, name, ui)?;
            continue;
        }
        if sound && let Some(found) = data.named(name, globals.game())? {
            chosen.push(found);
            continue;
        }
        if built_in.is_none() {
            built_in = Some(data.all(globals.game())?);
        }
        let all = built_in.as_deref().unwrap_or_default();
        match find(all, name) {
            Some(found) => chosen.push(found),
            None => {
                ui.error(&of_other_game(data, globals, name)?.unwrap_or_else(|| unknown(all, name)));
                readable = false;
            }
        }
    }
    Ok(readable.then_some(chosen))
}

fn of_file(data: &ReplayData, name: &str) -> Result<(Vec<Loaded>, String), Vec<Diagnostic>> {
    let text = crate::corpus::files::read_text(Path::new(name)).map_err(|d| vec![d])?;
    Ok((load(name, &text, &data.library)?, text))
}

/// Whether every ruling that a scenario file names exists; reports those that do not.
fn knows_rulings(data: &ReplayData, name: &str, text: &str, ui: &Ui) -> anyhow::Result<bool> {
    let carried_out = crate::engine::games::carried_out();
    let doubtful = unknown_rulings(text, &|id| carried_out.contains(&id));
    if doubtful.is_empty() {
        return Ok(true);
    }
    let corpus = data.corpus()?;
    let unknown: Vec<_> = doubtful.into_iter().filter(|(_, id)| corpus.clause(id).is_none()).collect();
    for (line, id) in &unknown {
        let all = corpus.rulings().map(|ruling| ruling.id.as_str());
        let hint = nearest_id(id, all).map_or(String::new(), |near| format!(" Is {near} meant?"));
        ui.error(&format!("{name}:{line}: There is no ruling {id}.{hint}"));
    }
    Ok(unknown.is_empty())
}

/// Scenarios as played, and what is to be said around them.
pub(crate) struct Replays {
    pub played: Vec<Played>,
    /// Notices about documents of the day that are not held.
    pub not_held: Vec<String>,
    /// The later documents known than those that the steps cite.
    pub newer: Vec<NewerKnown>,
}

impl Replays {
    /// The JSON output.
    pub(crate) fn json(&self) -> serde_json::Value {
        let scenarios = json!({ "scenarios": self.played });
        output::with_newer(output::with_not_held(scenarios, &self.not_held), &self.newer)
    }

    /// What a picture says around them.
    #[cfg(feature = "pictures")]
    pub(crate) fn notices(&self) -> crate::render::picture::Notices {
        let newer = crate::corpus::newer::to_report(&self.newer)
            .iter()
            .map(|newer| on_page(&newer.shown()))
            .collect();
        crate::render::picture::Notices { not_held: self.not_held.clone(), newer }
    }
}

/// Plays scenarios.
///
/// # Errors
/// If the rulings cannot be read.
pub(crate) fn played(data: &ReplayData, chosen: &[Chosen], without: &[String]) -> anyhow::Result<Replays> {
    let dated = data.dated()?;
    let mut played: Vec<Played> = Vec::new();
    for one in chosen {
        let replay = match &dated {
            Some((day, entries)) => day.replay(&one.loaded, &data.library, entries, without),
            None => one.loaded.replay(&data.library, &Options { without: without.to_vec() }),
        };
        for one in one.of(replay.map_err(StoreError::Corpus)?) {
            // A variation may be named in addition to its scenario.
            if !played.contains(&one) {
                played.push(one);
            }
        }
    }
    let documents = data.documents()?;
    let (not_held, newer) = (documents.not_held(&played), documents.newer(&played));
    Ok(Replays { played, not_held, newer })
}

fn play(
    data: &ReplayData,
    chosen: &[Chosen],
    args: &ReplayArgs,
    globals: &Globals,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let replays = self::played(data, chosen, &args.without)?;
    let Replays { played, not_held, newer } = &replays;
    #[cfg(feature = "pictures")]
    if let Some(drawn) =
        crate::cli::picture::replays(played, chosen.len(), &replays.notices(), globals, || data.corpus(), ui)?
    {
        return Ok(drawn);
    }
    let quotes = if args.quote { look::quotes(data.corpus()?, played) } else { Quotes::new() };
    as_of::print_not_held(not_held, globals.format(), ui)?;
    match globals.format() {
        Format::Json => ui.json(&replays.json())?,
        Format::Markdown => {
            for p in played {
                ui.print(&format!("{}\n", look::markdown(p, &quotes)))?;
            }
        }
        Format::Text if args.all || args.quiet => summary(played, args.quiet, ui)?,
        Format::Text if args.step => step(played, &quotes, ui)?,
        Format::Text => {
            let style = ui.style();
            for p in played {
                ui.print(&format!("{}\n", look::text(p, &quotes, &style)))?;
            }
        }
    }
    as_of::print_newer(newer, globals.format(), ui)?;
    Ok(if played.iter().all(|p| p.passed) { Status::Found } else { Status::Nothing })
}

/// Prints one line for each scenario that passed, and the others in full.
fn summary(played: &[Played], quiet: bool, ui: &mut Ui) -> anyhow::Result<()> {
    let style = ui.style();
    for p in played {
        if p.passed {
            let left_out = look::left_out(&p.left_out)
                .map_or_else(String::new, |what| style.aside(&format!(" ({what})")));
            ui.print(&format!("{}  {}{left_out}\n", style.success("passed"), safe(&p.name)))?;
        } else if p.lacks_only_rulings() {
            let rulings: Vec<&str> = p.not_in_force.iter().map(|m| m.ruling.as_str()).collect();
            let mark = style.warning("NOT IN FORCE");
            ui.print(&format!("{mark}  {}: {}\n", safe(&p.name), rulings.join(", ")))?;
        } else if quiet {
            ui.print(&format!("{}{}", look::head(p, &style), look::failed(p, &style)))?;
        } else {
            ui.print(&look::text(p, &Quotes::new(), &style))?;
        }
    }
    for p in played {
        for line in look::changed(p, &style) {
            ui.print(&format!("{line}\n"))?;
        }
    }
    let lacking = played.iter().filter(|p| p.lacks_only_rulings()).count();
    let passed = played.iter().filter(|p| p.passed).count();
    let failed = played.len() - passed - lacking;
    let lacking = if lacking > 0 { format!(", {lacking} on rulings not in force") } else { String::new() };
    ui.print(&format!("\n{passed} passed{lacking}, {failed} failed.\n"))?;
    look::changes_in_sum(played).iter().try_for_each(|sentence| ui.sentences(sentence))?;
    Ok(())
}

/// Shows one step at a time, waiting for a line of input after each.
fn step(played: &[Played], quotes: &Quotes, ui: &mut Ui) -> anyhow::Result<()> {
    let style = ui.style();
    let mut input = std::io::stdin().lock().lines();
    for p in played {
        ui.print(&look::head(p, &style))?;
        let mut quoted = look::Quoted::of(quotes);
        for step in &p.steps {
            ui.print(&look::step_text(step, &mut quoted, &style))?;
            ui.finish()?;
            input.next().transpose()?;
        }
        ui.print(&look::tail(p, &style))?;
        ui.print(&look::failed(p, &style))?;
    }
    Ok(())
}

/// Prints whether the answer in `line` is allowed where the script of the chosen scenario stops, and why.
fn why(
    data: &ReplayData,
    chosen: &[Chosen],
    line: &str,
    args: &ReplayArgs,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let [one] = chosen else {
        return Err(UsageError("`--why` asks about one scenario; name one.".to_owned()).into());
    };
    let dated = data.dated()?;
    let options = match &dated {
        Some((day, entries)) => day.options(entries, &args.without),
        None => Options { without: args.without.clone() },
    };
    let mut answer = match one.loaded.why(&data.library, &options, one.variation.as_deref(), line) {
        Ok(answer) => answer,
        Err(problems) => {
            ui.diagnostics(&problems);
            return Ok(Status::Trouble);
        }
    };
    // Only rulings have a date.
    let ruling = answer.basis.as_deref().filter(|_| answer.rests_on == Some(BasisKind::Ruling));
    answer.standing = dated.as_ref().and_then(|(day, _)| day.said_of(ruling?));
    let cited: Vec<String> = answer.basis.clone().filter(|_| ruling.is_some()).into_iter().collect();
    let newer = data.documents()?.newer_cited(one.loaded.about().game, &cited);
    if data.globals.format() == Format::Json {
        ui.json(&output::with_newer(serde_json::to_value(&answer)?, &newer))?;
    } else {
        let words = answer.basis.as_ref().and_then(|b| look::quoted(data.corpus().ok()?, b));
        ui.print(&look::why(&answer, words.as_deref(), &ui.style()))?;
        as_of::print_newer(&newer, data.globals.format(), ui)?;
    }
    Ok(Status::found(answer.allowed))
}

/// Prints the YAML of a scenario as it stands in its file, so that somebody can start from it.
fn print(data: &ReplayData, name: &str, ui: &mut Ui) -> anyhow::Result<Status> {
    for file in data.scenarios() {
        let Ok(loaded) = load_file(file, &data.library) else { continue };
        if let Some(found) = find(&loaded, name) {
            let own = found.loaded.about().name;
            ui.print(&item(file.text(), &own))?;
            return Ok(Status::Found);
        }
    }
    ui.error(&unknown(&data.all(None)?, name));
    Ok(Status::Trouble)
}
