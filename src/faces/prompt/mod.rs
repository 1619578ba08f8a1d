//! The prompt: `judge` alone in a terminal searches while one types, and prints the ruling chosen.
//!
//! [`model`] is what is typed, found and chosen, and what a key makes of it; [`view`] draws it; [`keys`] are
//! what a terminal's keys mean; `screen` is the terminal, given back however the prompt ends. A search takes
//! less time than a keystroke, so that nothing waits and nothing shown is older than what is typed.

pub(crate) mod keys;
pub mod model;
mod screen;
pub mod view;

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event};

use crate::cli::as_of;
use crate::cli::commands::search;
use crate::cli::face_args::PromptArgs;
use crate::cli::ui::{self, Ui};
use crate::cli::{Context, Status, UsageError};
use crate::corpus::{Game, Ruling};
use crate::render::ruling;
use crate::search::{Answer, AsOfDay, Library, Request};
use model::{Done, Known, MARKED, MOST, Model, Search, Wanted};
use screen::Screen;

/// Searches while one types, until a ruling is chosen.
///
/// # Errors
/// Rulings that cannot be read, and any I/O error of the terminal.
pub(crate) fn run(_: &PromptArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    if !ui::is_interactive() {
        return Err(UsageError(
            "The prompt needs a terminal. `judge WORDS…` searches without one.".to_owned(),
        )
        .into());
    }
    let as_of = as_of::of(context)?;
    let library = context.library(ui)?;
    // Nobody types again what he typed before it proved damaged.
    library.check()?;
    let searches = Searches { as_of: &as_of, library: &library };
    let globals = &context.globals;
    let game = globals.game();
    let (day, dated) = (as_of.day, as_of.is_explicit());
    let first = Model { game, day, dated, not_held: searches.not_held(game), ..Model::default() };
    let Done::Print(chosen) = asked(first, &searches)? else { return Ok(Status::Nothing) };
    let not_held = as_of.not_held(&library, &[chosen.ruling.game]);
    as_of::print_not_held(&not_held, globals.format(), ui)?;
    // As at the command line: what decides nothing is not printed as if it did.
    let style = ui.style();
    chosen.undecided.iter().try_for_each(|undecided| ui.print(&undecided.text(&style)))?;
    ui.print(&ruling::text(&chosen.ruling, chosen.view(as_of.day), &style))?;
    as_of::print_newer(&chosen.known.newer, globals.format(), ui)?;
    Ok(Status::found(chosen.undecided.is_none()))
}

/// What the prompt searches.
pub struct Searches<'d> {
    /// The day asked about.
    pub as_of: &'d AsOfDay,
    /// The rulings.
    pub library: &'d Library,
}

impl Search for Searches<'_> {
    fn search(&self, wanted: &Wanted) -> anyhow::Result<Answer> {
        let Wanted { words, game, official } = wanted.clone();
        let as_of = self.as_of.day;
        search::answer(self.library, &Request { words, game, as_of, official, limit: MOST, marked: MARKED })
    }

    fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
        self.library.ruling(id)
    }

    fn parts(&self, section: &Ruling) -> anyhow::Result<Vec<String>> {
        self.as_of.parts(self.library, section)
    }

    fn not_held(&self, game: Option<Game>) -> Vec<String> {
        self.as_of.not_held(self.library, &game.map_or_else(|| Game::ALL.to_vec(), |game| vec![game]))
    }

    fn known(&self, ruling: &Ruling) -> Known {
        let newer = self.as_of.newer(self.library, [ruling.game]);
        Known { by_tag: self.as_of.by_tag(ruling), newer: self.as_of.to_report(&newer).to_vec() }
    }
}

/// Takes the whole terminal until a ruling is chosen, and gives it back.
///
/// # Errors
/// Rulings that cannot be read, and any I/O error of the terminal.
pub fn asked(first: Model, searches: &dyn Search) -> anyhow::Result<Done> {
    let _screen = Screen::enter()?;
    follow(first, searches)
}

/// Draws and reads keys until it is done.
fn follow(mut model: Model, searches: &dyn Search) -> anyhow::Result<Done> {
    let mut terminal = Terminal::new(CrosstermBackend::new(ui::screen()))?;
    loop {
        terminal.draw(|frame| view::draw(frame, &mut model))?;
        for key in keys::meant(read()?) {
            model = model.after(key, searches)?;
            if let Some(text) = model.copy.take() {
                ui::to_clipboard(&text)?;
            }
            if let Some(done) = model.done.take() {
                return Ok(done);
            }
        }
    }
}

/// How long something pasted may stop behind the end of a line. Nobody types on so soon behind Enter.
const STOPS: Duration = Duration::from_millis(15);
/// More is not read before it is drawn.
const AT_ONCE: usize = 4096;

/// What has come since it was drawn: one key as people type, all of it where it was pasted into a terminal
/// that does not say so.
fn read() -> std::io::Result<Vec<Event>> {
    let mut events = vec![event::read()?];
    while events.len() < AT_ONCE {
        let line_ended = events.last().is_some_and(keys::ends_a_line);
        if !event::poll(if line_ended { STOPS } else { Duration::ZERO })? {
            break;
        }
        events.push(event::read()?);
    }
    Ok(events)
}
