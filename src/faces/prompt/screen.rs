//! Takes over the terminal for the prompt, and restores it however the prompt ends: also after a panic, and
//! if the process is killed or its window closed.

use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::cli::ui;

/// A guard that holds the terminal.
pub(super) struct Screen;

/// Whether the prompt currently holds the terminal.
static HELD: AtomicBool = AtomicBool::new(false);

impl Screen {
    pub(super) fn enter() -> std::io::Result<Self> {
        #[cfg(unix)]
        watch()?;
        let screen = Self;
        take()?;
        Ok(screen)
    }

    /// Stops the program, with everything the shell started beside it, and takes the terminal again when it
    /// is continued. Where no shell could continue it, nothing is stopped.
    pub(super) fn suspend(&self) -> std::io::Result<()> {
        give_back();
        #[cfg(unix)]
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
        take()
    }
}

fn take() -> std::io::Result<()> {
    HELD.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    let mut out = ui::screen();
    execute!(out, EnterAlternateScreen)?;
    // Terminals without this feature send pasted text as key presses.
    let _ = execute!(out, EnableBracketedPaste);
    Ok(())
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Restores the terminal, if the prompt holds it.
fn give_back() {
    if HELD.swap(false, Ordering::SeqCst) {
        let mut out = ui::screen();
        // There is nobody left to report an error to.
        let _ = execute!(out, DisableBracketedPaste);
        let _ = execute!(out, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// Waits for signals that end the process. After restoring the terminal, the default action is taken.
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
