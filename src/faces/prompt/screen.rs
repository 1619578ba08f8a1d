//! The terminal while the prompt has it. However the prompt ends, it is given back as it was: also after a
//! panic, and where the prompt is ended from outside, by `kill` or with its window.

use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::cli::ui;

/// The terminal, held.
pub(super) struct Screen;

/// Whether the prompt has the terminal.
static HELD: AtomicBool = AtomicBool::new(false);

impl Screen {
    pub(super) fn enter() -> std::io::Result<Self> {
        #[cfg(unix)]
        watch()?;
        HELD.store(true, Ordering::SeqCst);
        let screen = Self;
        enable_raw_mode()?;
        let mut out = ui::screen();
        execute!(out, EnterAlternateScreen)?;
        // Where a terminal knows nothing of it, what is pasted comes as keys.
        let _ = execute!(out, EnableBracketedPaste);
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back, where the prompt has it.
fn give_back() {
    if HELD.swap(false, Ordering::SeqCst) {
        let mut out = ui::screen();
        // There is nobody left to tell.
        let _ = execute!(out, DisableBracketedPaste);
        let _ = execute!(out, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// Watches for what ends the program from outside. With the prompt gone, that ends it as it always does.
#[cfg(unix)]
fn watch() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::low_level::emulate_default_handler;
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            give_back();
            let _ = emulate_default_handler(signal);
        }
    })?;
    Ok(())
}
