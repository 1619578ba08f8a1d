//! Takes over the terminal for the prompt, and restores it however the prompt ends: also after a panic, and
//! if the process is killed or its window closed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::cli::ui;

/// A guard that holds the terminal.
pub(super) struct Screen;

/// Whether the prompt currently holds the terminal.
static HELD: Mutex<bool> = Mutex::new(false);
/// Signals that it holds it again.
static TAKEN_OVER: Condvar = Condvar::new();
/// Whether the terminal was taken again since the prompt was last drawn.
static IS_BLANK: AtomicBool = AtomicBool::new(false);

impl Screen {
    pub(super) fn enter() -> std::io::Result<Self> {
        #[cfg(unix)]
        signals::watch()?;
        let screen = Self;
        take_over_terminal()?;
        IS_BLANK.store(false, Ordering::SeqCst);
        Ok(screen)
    }

    /// Stops the program, with everything the shell started beside it, and takes the terminal again when it
    /// is continued. Where no shell could continue it, nothing is stopped.
    pub(super) fn suspend(&self) -> std::io::Result<()> {
        #[cfg(unix)]
        {
            restore_terminal();
            nix::sys::signal::killpg(nix::unistd::getpgrp(), nix::sys::signal::Signal::SIGTSTP)?;
            let held = lock_held();
            drop(TAKEN_OVER.wait_while(held, |held| !*held).unwrap_or_else(PoisonError::into_inner));
        }
        Ok(())
    }

    /// Whether all is to be drawn anew, as the program was stopped and continued.
    pub(super) fn is_blank(&self) -> bool {
        IS_BLANK.swap(false, Ordering::SeqCst)
    }
}

fn lock_held() -> MutexGuard<'static, bool> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn take_over_terminal() -> std::io::Result<()> {
    let mut held = lock_held();
    *held = true;
    enable_raw_mode()?;
    let mut out = ui::screen();
    execute!(out, EnterAlternateScreen)?;
    // Terminals without this feature send pasted text as key presses.
    let _ = execute!(out, EnableBracketedPaste);
    IS_BLANK.store(true, Ordering::SeqCst);
    TAKEN_OVER.notify_all();
    Ok(())
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore_terminal();
    }
}

/// Restores the terminal, if the prompt holds it.
fn restore_terminal() {
    if std::mem::take(&mut *lock_held()) {
        let mut out = ui::screen();
        // There is nobody left to report an error to.
        let _ = execute!(out, DisableBracketedPaste);
        let _ = execute!(out, LeaveAlternateScreen, ratatui::crossterm::cursor::Show);
        let _ = disable_raw_mode();
    }
}

/// What other programs, and the shell, ask for: to end, to stop, to go on.
#[cfg(unix)]
mod signals {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::{getpgrp, getpid, getppid, getsid};
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::faces::prompt::screen::{restore_terminal, take_over_terminal};

    /// Waits for them. The terminal is restored before the default action is taken.
    pub(super) fn watch() -> std::io::Result<()> {
        let mut signals = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                restore_terminal();
                let _ = match signal {
                    SIGTSTP if is_orphaned() => resume(),
                    // `SIGCONT` follows when it is continued.
                    SIGTSTP => kill(getpid(), Signal::SIGSTOP).map_err(Into::into),
                    SIGCONT => resume(),
                    _ => emulate_default_handler(signal),
                };
            }
        })?;
        Ok(())
    }

    /// Takes the terminal again, and has the prompt drawn by pretending that the window changed.
    fn resume() -> std::io::Result<()> {
        take_over_terminal()?;
        Ok(kill(getpid(), Signal::SIGWINCH)?)
    }

    /// Whether there is no shell that could continue this process: then it must not be stopped. Within a
    /// container a session led from outside it has the number 0.
    fn is_orphaned() -> bool {
        let session = |process| getsid(process).ok();
        session(None) == Some(getpgrp()) || session(Some(getppid())) != session(None)
    }
}
