//! The prompt: `judge` alone in a terminal searches as you type, and prints the ruling you choose.
//!
//! [`model`] is the state and how keys change it; [`view`] draws it; [`keys`] interprets a terminal's events;
//! `screen` sets the terminal up and always restores it. A search takes less time than a key press, so that
//! the screen is never out of date.

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
use crate::corpus::newer;
use crate::corpus::{Game, Ruling};
use crate::render::ruling;
use crate::search::{Answer, AsOfDay, Library, Request, Subjects};
use model::{Done, Known, MARKED, MAX_RESULTS, Model, Search, SearchInput};
use screen::Screen;

/// Runs the prompt until a ruling is chosen.
///
/// # Errors
/// Unreadable rulings, and I/O errors of the terminal.
pub(crate) fn run(_: &PromptArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    if !ui::is_interactive() {
        return Err(UsageError(
            "The prompt needs a terminal. `judge WORDS…` searches without one.".to_owned(),
        )
        .into());
    }
    let (as_of, library) = as_of::with_library(context, ui)?;
    // The command cannot be restarted after damage is found, since the input would be lost.
    library.check()?;
    let searches = Searches { as_of: &as_of, library: &library };
    let globals = &context.globals;
    let game = globals.game();
    let (day, dated) = (as_of.day, as_of.is_explicit());
    let first = Model { game, day, dated, not_held: searches.not_held(game), ..Model::default() };
    let Done::Print(chosen) = run_terminal(first, &searches)? else { return Ok(Status::Nothing) };
    let not_held = as_of.not_held(library.held(), &[chosen.ruling.game]);
    as_of::print_not_held(&not_held, globals.format(), ui)?;
    // As on the command line, a ruling that decides nothing is printed with a notice.
    let style = ui.style();
    chosen.undecided.iter().try_for_each(|undecided| ui.print(&undecided.text(&style)))?;
    ui.print(&ruling::text(&chosen.ruling, chosen.view(as_of.day), &style))?;
    as_of::print_newer(&chosen.known.newer, globals.format(), ui)?;
    Ok(Status::found(chosen.undecided.is_none()))
}

/// The library that the prompt searches.
pub struct Searches<'d> {
    pub as_of: &'d AsOfDay,
    pub library: &'d Library,
}

impl Search for Searches<'_> {
    fn search(&self, input: &SearchInput) -> anyhow::Result<Answer> {
        let SearchInput { words, game, official } = input.clone();
        let as_of = self.as_of.day;
        search::answer(
            self.library,
            &Request { words, game, as_of, official, limit: MAX_RESULTS, marked: MARKED },
        )
    }

    fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
        self.library.held().ruling(id)
    }

    fn parts(&self, section: &Ruling) -> anyhow::Result<Vec<String>> {
        self.as_of.parts(self.library.held(), section)
    }

    fn not_held(&self, game: Option<Game>) -> Vec<String> {
        self.as_of.not_held(self.library.held(), &game.map_or_else(|| Game::ALL.to_vec(), |game| vec![game]))
    }

    fn known(&self, ruling: &Ruling, named: &[String]) -> Known {
        let newer = self.as_of.newer(self.library.held(), &Subjects::rulings([ruling]).and_named(named));
        Known { by_tag: self.as_of.by_tag(ruling), newer: newer::to_report(&newer).to_vec() }
    }
}

/// Takes over the terminal until a ruling is chosen.
///
/// # Errors
/// Unreadable rulings, and I/O errors of the terminal.
pub fn run_terminal(first: Model, searches: &dyn Search) -> anyhow::Result<Done> {
    follow(first, searches, &Screen::enter()?)
}

/// Draws and handles keys until the prompt is done.
fn follow(mut model: Model, searches: &dyn Search, screen: &Screen) -> anyhow::Result<Done> {
    let mut terminal = Terminal::new(CrosstermBackend::new(ui::screen()))?;
    loop {
        if screen.is_blank() {
            // To clear the terminal would ask it for the place of its cursor.
            terminal = Terminal::new(CrosstermBackend::new(ui::screen()))?;
        }
        terminal.draw(|frame| view::draw(frame, &mut model))?;
        for key in keys::meant(read()?) {
            model = model.after(key, searches)?;
            if let Some(text) = model.copy.take() {
                ui::to_clipboard(&text)?;
            }
            if std::mem::take(&mut model.suspend) {
                screen.suspend()?;
            }
            if let Some(done) = model.done.take() {
                return Ok(done);
            }
        }
    }
}

/// How long to wait for more pasted text after a line end. Nobody presses another key this soon after Enter.
const PASTE_PAUSE: Duration = Duration::from_millis(15);
/// The maximum number of events handled before drawing again.
const MAX_EVENTS: usize = 4096;

/// Reads the events that have arrived: usually one key, or all of an unmarked pasted text.
fn read() -> std::io::Result<Vec<Event>> {
    let mut events = vec![event::read()?];
    while events.len() < MAX_EVENTS {
        let line_ended = events.last().is_some_and(keys::ends_a_line);
        if !event::poll(if line_ended { PASTE_PAUSE } else { Duration::ZERO })? {
            break;
        }
        events.push(event::read()?);
    }
    Ok(events)
}
