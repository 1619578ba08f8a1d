//! The only owner of stdout and stderr: width, colours, and handling of closed pipes.

use std::io::{IsTerminal, Write};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use super::globals::ColorArg;
use super::status::Status;
use crate::corpus::{Diagnostic, Severity};
use crate::render::Style;
use crate::render::style::{escaped, safe, safe_but_drawn};

/// The line width in columns, if there is no terminal.
const DEFAULT_WIDTH: usize = 80;
/// Lines wider than this, in columns, are hard to read.
const MAX_WIDTH: usize = 100;

/// The streams for answers and messages.
pub struct Ui {
    out: std::io::BufWriter<std::io::Stdout>,
    out_colour: bool,
    err_colour: bool,
    width: usize,
}

impl Ui {
    /// Decides about colours and width from the option, the environment and the streams.
    pub fn new(choice: ColorArg) -> Self {
        let out_colour = colour(choice, std::io::stdout().is_terminal());
        let err_colour = colour(choice, std::io::stderr().is_terminal());
        colored::control::set_override(true);
        Self { out: std::io::BufWriter::new(std::io::stdout()), out_colour, err_colour, width: width() }
    }

    /// The style for answers on stdout.
    pub fn style(&self) -> Style {
        Style { colour: self.out_colour, ..Style::plain(self.width) }
    }

    /// Whether stdout and stderr are both shown on a terminal that can erase a line.
    fn watched(&self) -> bool {
        let terminal = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        terminal && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
    }

    /// Shows the progress of a long operation on a line that is erased afterwards, if the user is watching.
    pub fn progress(&self, done: usize, all: usize, what: &str) {
        if !self.watched() {
            return;
        }
        let text = if done == all { String::new() } else { format!("{done} of {all} {what}") };
        let _ = write!(std::io::stderr().lock(), "\r\x1b[2K{text}");
    }

    /// Does work that is usually quick. While it takes longer, says what is done on a line that is erased
    /// afterwards, if the user is watching.
    pub(crate) fn waiting<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        if !self.watched() {
            return work();
        }
        let (working, done) = mpsc::channel::<()>();
        std::thread::scope(move |scope| {
            // Where the system starts no thread, nothing is shown.
            let _ = std::thread::Builder::new().spawn_scoped(scope, move || show_until(&done, what));
            let out = work();
            // Also dropped if the work panics.
            drop(working);
            out
        })
    }

    /// Writes part of an answer. Control characters are made visible, except for the styling of [`Style`].
    ///
    /// # Errors
    /// Any I/O error, including a closed pipe.
    pub fn print(&mut self, text: &str) -> std::io::Result<()> {
        let shown = if self.out_colour { safe_but_drawn(text) } else { safe(text).into_owned() };
        self.out.write_all(shown.as_bytes())
    }

    /// Writes sentences, one per line, wrapped to the width.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn sentences(&mut self, text: &str) -> std::io::Result<()> {
        let style = self.style();
        for line in safe(text).lines().flat_map(|line| style.wrap(line, "", "  ")) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Writes pretty-printed JSON and a line end.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn json(&mut self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out, "{}", escaped(&text))?)
    }

    /// Writes a value on a line of its own (JSON Lines).
    ///
    /// # Errors
    /// Any I/O error.
    pub(crate) fn json_line(&mut self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out, "{}", escaped(&text))?)
    }

    /// The stream for answers, for commands that write in pieces.
    pub fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Discards what was written but not yet flushed.
    pub(crate) fn forget(&mut self) {
        let forgotten = std::mem::replace(&mut self.out, std::io::BufWriter::new(std::io::stdout()));
        let _ = forgotten.into_parts();
    }

    /// Flushes all output.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }

    /// Flushes what was written so far, before the user is prompted.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Writes a note to stderr.
    pub fn note(&self, text: &str) {
        let style = Style { colour: self.err_colour, ..Style::plain(self.width) };
        write_err(&style.aside(&format!("judge: {}", safe(text))));
    }

    /// Writes an error to stderr.
    pub fn error(&self, text: &str) {
        let style = Style { colour: self.err_colour, ..Style::plain(self.width) };
        write_err(&format!("{} {}", style.failure("judge:"), safe(text)));
    }

    /// Writes diagnostics to stderr.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        let style = Style { colour: self.err_colour, ..Style::plain(self.width) };
        for d in diagnostics {
            let label = match d.severity {
                Severity::Error => style.failure("error"),
                Severity::Warning => style.warning("warning"),
            };
            write_err(&format!("{}: {label}: {}", safe(&d.place.to_string()), safe(&said(d))));
        }
    }
}

/// Whether stdin and stdout are both a terminal.
#[cfg(feature = "prompt")]
pub(crate) fn is_interactive() -> bool {
    let terminals =
        [std::io::stdin().is_terminal(), std::io::stdout().is_terminal(), std::io::stderr().is_terminal()];
    terminals == [true; 3] && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

/// The stream for full-screen drawing; answers are written elsewhere.
#[cfg(feature = "prompt")]
pub fn screen() -> impl Write {
    std::io::BufWriter::new(std::io::stderr())
}

/// Asks the terminal to copy a text to the clipboard (OSC 52); not every terminal supports it.
///
/// # Errors
/// Any I/O error.
#[cfg(feature = "prompt")]
pub(crate) fn to_clipboard(text: &str) -> std::io::Result<()> {
    let mut screen = screen();
    write!(screen, "\x1b]52;c;{}\x07", crate::render::base64::base64(text.as_bytes()))?;
    screen.flush()
}

/// What takes less time is not noticed.
const UNNOTICED: Duration = Duration::from_millis(200);

/// Says what takes so long, with the seconds it takes, until the channel is closed.
fn show_until(done: &mpsc::Receiver<()>, what: &str) {
    let began = Instant::now();
    let mut patience = UNNOTICED;
    while let Err(mpsc::RecvTimeoutError::Timeout) = done.recv_timeout(patience) {
        let seconds = match began.elapsed().as_secs() {
            0 => String::new(),
            seconds => format!(" {seconds} s"),
        };
        let _ = write!(std::io::stderr().lock(), "\r\x1b[2K{what} …{seconds}");
        patience = Duration::from_secs(1);
    }
    if began.elapsed() >= UNNOTICED {
        let _ = write!(std::io::stderr().lock(), "\r\x1b[2K");
    }
}

fn said(d: &Diagnostic) -> String {
    match &d.hint {
        Some(hint) => format!("{} {hint}", d.message),
        None => d.message.clone(),
    }
}

/// Writes a line to stderr. If stderr is closed nobody is left to read it.
fn write_err(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// `--color`, then NO_COLOR (if not empty), CLICOLOR_FORCE, TERM, and whether it is a terminal.
fn colour(choice: ColorArg, terminal: bool) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    match choice {
        ColorArg::Always => true,
        ColorArg::Never => false,
        ColorArg::Auto if set("NO_COLOR") => false,
        ColorArg::Auto if std::env::var_os("CLICOLOR_FORCE").is_some_and(|v| !v.is_empty() && v != "0") => {
            true
        }
        ColorArg::Auto => terminal && std::env::var_os("TERM").is_none_or(|t| t != "dumb"),
    }
}

/// COLUMNS if set, otherwise the terminal's width, otherwise 80.
fn width() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|c| c.trim().parse::<usize>().ok());
    let asked = || terminal_size::terminal_size().map(|(w, _)| usize::from(w.0));
    set.filter(|w| *w > 0).or_else(asked).unwrap_or(DEFAULT_WIDTH).clamp(20, MAX_WIDTH)
}

/// Prints clap's output: help on stdout, usage errors on stderr. Those quote the user's input, so they are
/// printed without colours or control characters.
pub fn usage(error: &clap::Error) -> Status {
    if error.use_stderr() {
        write_err(safe(&error.render().to_string()).trim_end());
        return Status::Trouble;
    }
    // Failing to print help is an error, except if the reader closed the pipe.
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
            write_err(&format!("judge: the help cannot be written: {why}."));
            Status::Trouble
        }
        _ => Status::Found,
    }
}
