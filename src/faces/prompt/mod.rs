//! The prompt: `judge` alone in a terminal searches while one types, and prints the ruling chosen.
//!
//! [`model`] is what is typed, found and chosen, and what a key makes of it; [`view`] draws it; this file is the terminal.
//! A search takes less time than a keystroke, so that nothing waits and nothing shown is older than what is typed.

pub mod model;
pub mod view;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::cli::asked::Asked;
use crate::cli::faces::PromptArgs;
use crate::cli::ui::{self, Ui};
use crate::cli::{FOUND, Globals, NOTHING, Usage, context, search};
use crate::corpus::Ruling;
use crate::render::ruling;
use crate::search::{Answer, Library, Request};
use model::{Done, Finds, Key, Model, Wanted};

/// How many results are listed.
const RESULTS: usize = 20;

/// Searches while one types, until a ruling is chosen.
///
/// # Errors
/// What reading the rulings or the terminal meets.
pub fn run(_: &PromptArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    if !ui::is_interactive() {
        return Err(
            Usage("The prompt needs a terminal. `judge WORDS…` searches without one.".to_owned()).into()
        );
    }
    let asked = Asked::of(globals)?;
    let library = context::library(globals, ui)?;
    let desk = Desk { asked: &asked, library: &library };
    let first = Model { game: globals.game(), ..Model::default() };
    let done = {
        let _screen = Screen::enter()?;
        follow(first, &desk)?
    };
    let Done::Print(chosen, highlights) = done else { return Ok(NOTHING) };
    let by_tag = asked.by_tag(&chosen);
    let view = ruling::View {
        day: asked.day,
        by_tag: by_tag.as_ref(),
        highlights: highlights.as_slice(),
        ..Default::default()
    };
    ui.print(&ruling::text(&chosen, view, &ui.style()))?;
    let newer = asked.newer(&library, [chosen.game]);
    crate::cli::asked::tell_newer(asked.told(&newer), globals.format(), ui)?;
    Ok(FOUND)
}

/// What the prompt searches.
struct Desk<'d> {
    asked: &'d Asked,
    library: &'d Library,
}

impl Finds for Desk<'_> {
    fn search(&self, wanted: &Wanted) -> anyhow::Result<Answer> {
        let Wanted { words, game, official } = wanted.clone();
        let as_of = self.asked.day;
        search::answer(
            self.library,
            &Request { words, game, as_of, official, limit: RESULTS, marked: RESULTS },
        )
    }

    fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
        self.library.ruling(id)
    }
}

/// Draws and reads keys until it is done.
fn follow(mut model: Model, desk: &Desk<'_>) -> anyhow::Result<Done> {
    let mut terminal = Terminal::new(CrosstermBackend::new(ui::screen()))?;
    loop {
        terminal.draw(|frame| view::draw(frame, &mut model, desk.asked.day))?;
        let Some(key) = read()? else { continue };
        model = model.after(key, desk)?;
        if let Some(text) = model.copy.take() {
            ui::to_clipboard(&text)?;
        }
        if let Some(done) = model.done.take() {
            return Ok(done);
        }
    }
}

/// The next key; nothing where the window changed its size, or the key means nothing here.
fn read() -> std::io::Result<Option<Key>> {
    match event::read()? {
        Event::Key(key) if key.kind != KeyEventKind::Release => Ok(meaning(key)),
        Event::Paste(text) => Ok(Some(Key::Text(text))),
        _ => Ok(None),
    }
}

fn meaning(key: KeyEvent) -> Option<Key> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('c' | 'd') => Some(Key::Quit),
            KeyCode::Char('g') => Some(Key::Game),
            KeyCode::Char('o') => Some(Key::Official),
            KeyCode::Char('y') => Some(Key::Copy),
            KeyCode::Char('u') => Some(Key::Clear),
            KeyCode::Char('w') => Some(Key::DeleteWord),
            KeyCode::Char('a') => Some(Key::Home),
            KeyCode::Char('e') => Some(Key::End),
            _ => None,
        };
    }
    Some(match key.code {
        KeyCode::Char(c) => Key::Text(c.to_string()),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Back,
        KeyCode::Tab => Key::Open,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        _ => return None,
    })
}

/// The terminal while the prompt has it. However the prompt ends, a panic among the ways, it is given back as it was.
struct Screen;

impl Screen {
    fn enter() -> std::io::Result<Self> {
        enable_raw_mode()?;
        let screen = Self;
        let mut out = ui::screen();
        execute!(out, EnterAlternateScreen)?;
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let mut out = ui::screen();
        // There is nobody left to tell.
        let _ = execute!(out, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
        let _ = disable_raw_mode();
    }
}
