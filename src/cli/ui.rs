//! The only owner of stdout and stderr: width, colours, and writing that survives a closed pipe.

use std::io::{IsTerminal, Write};

use super::globals::ColorArg;
use super::status::Status;
use crate::corpus::{Diagnostic, Severity};
use crate::render::Style;
use crate::render::style::{escaped, safe, safe_but_drawn};

/// The width of a line where there is no terminal to ask, in columns.
const WIDTH: usize = 80;
/// Lines wider than this are hard to read, in columns.
const WIDEST: usize = 100;

/// Where answers and remarks go.
pub struct Ui {
    out: std::io::BufWriter<std::io::Stdout>,
    out_colour: bool,
    err_colour: bool,
    width: usize,
}

impl Ui {
    /// Decides once, from the option, the environment and the streams.
    pub fn new(choice: ColorArg) -> Self {
        let out_colour = colour(choice, std::io::stdout().is_terminal());
        let err_colour = colour(choice, std::io::stderr().is_terminal());
        colored::control::set_override(true);
        Self { out: std::io::BufWriter::new(std::io::stdout()), out_colour, err_colour, width: width() }
    }

    /// How answers on stdout look.
    pub fn style(&self) -> Style {
        Style { colour: self.out_colour, ..Style::plain(self.width) }
    }

    /// Whether somebody watches stderr and stdout both, in a terminal that can wipe a line.
    fn watched(&self) -> bool {
        let terminal = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        terminal && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
    }

    /// Says how far a long work is, on one line that the last one wipes, where somebody watches.
    pub fn progress(&self, done: usize, all: usize, what: &str) {
        if !self.watched() {
            return;
        }
        let text = if done == all { String::new() } else { format!("{done} of {all} {what}") };
        let _ = write!(std::io::stderr().lock(), "\r\x1b[2K{text}");
    }

    /// Writes a part of the answer: as it is drawn, and what a terminal would obey besides is shown.
    ///
    /// # Errors
    /// Any I/O error, a closed pipe too.
    pub fn print(&mut self, text: &str) -> std::io::Result<()> {
        let shown = if self.out_colour { safe_but_drawn(text) } else { safe(text).into_owned() };
        self.out.write_all(shown.as_bytes())
    }

    /// Writes sentences, one a line, wrapped to the width.
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

    /// Writes JSON, and ends the line.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn json(&mut self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out, "{}", escaped(&text))?)
    }

    /// Prints a value on a line of its own (JSON Lines).
    ///
    /// # Errors
    /// Any I/O error.
    pub fn json_line(&mut self, value: &impl serde::Serialize) -> anyhow::Result<()> {
        let text = serde_json::to_string(value).map_err(std::io::Error::from)?;
        Ok(writeln!(self.out, "{}", escaped(&text))?)
    }

    /// Where answers are written, for commands that write piece by piece.
    pub fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// Forgets what was written and has not reached its reader yet.
    pub fn forget(&mut self) {
        let forgotten = std::mem::replace(&mut self.out, std::io::BufWriter::new(std::io::stdout()));
        let _ = forgotten.into_parts();
    }

    /// Brings everything written to its reader.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        Ok(self.out.flush()?)
    }

    /// Shows what was written so far, before somebody is asked.
    ///
    /// # Errors
    /// Any I/O error.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Says something beside the answer, on stderr.
    pub fn note(&self, text: &str) {
        let style = Style { colour: self.err_colour, ..Style::plain(self.width) };
        write_err(&style.aside(&format!("judge: {}", safe(text))));
    }

    /// Says what went wrong, on stderr.
    pub fn error(&self, text: &str) {
        let style = Style { colour: self.err_colour, ..Style::plain(self.width) };
        write_err(&format!("{} {}", style.bad("judge:"), safe(text)));
    }

    /// Says what is wrong with files, on stderr.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic]) {
        let style = Style { colour: self.err_colour, ..Style::plain(self.width) };
        for d in diagnostics {
            let label = match d.severity {
                Severity::Error => style.bad("error"),
                Severity::Warning => style.warning("warning"),
            };
            write_err(&format!("{}: {label}: {}", safe(&d.place.to_string()), safe(&said(d))));
        }
    }
}

/// Whether somebody sits at a terminal: keys can be read, and what is drawn is seen.
#[cfg(feature = "prompt")]
pub fn is_interactive() -> bool {
    let terminals =
        [std::io::stdin().is_terminal(), std::io::stdout().is_terminal(), std::io::stderr().is_terminal()];
    terminals == [true; 3] && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

/// What a whole screen is drawn on; answers go elsewhere.
#[cfg(feature = "prompt")]
pub fn screen() -> impl Write {
    std::io::BufWriter::new(std::io::stderr())
}

/// Asks the terminal to put a text on its user's clipboard; not every terminal does.
///
/// # Errors
/// Any I/O error.
#[cfg(feature = "prompt")]
pub fn to_clipboard(text: &str) -> std::io::Result<()> {
    let mut screen = screen();
    write!(screen, "\x1b]52;c;{}\x07", crate::render::base64::base64(text.as_bytes()))?;
    screen.flush()
}

fn said(d: &Diagnostic) -> String {
    match &d.hint {
        Some(hint) => format!("{} {hint}", d.message),
        None => d.message.clone(),
    }
}

/// Nobody can be told that stderr is closed.
fn write_err(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{line}");
}

/// `--color`, then NO_COLOR (when not empty), CLICOLOR_FORCE, TERM, and whether it is a terminal.
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

/// COLUMNS where it is set, else the terminal's width, else 80.
fn width() -> usize {
    let set = std::env::var("COLUMNS").ok().and_then(|c| c.trim().parse::<usize>().ok());
    let asked = || terminal_size::terminal_size().map(|(w, _)| usize::from(w.0));
    set.filter(|w| *w > 0).or_else(asked).unwrap_or(WIDTH).clamp(20, WIDEST)
}

/// Prints what clap has to say: help on stdout, wrong usage on stderr. Wrong usage quotes what was typed, so
/// that it is printed without colours and without anything a terminal would obey.
pub fn usage(error: &clap::Error) -> Status {
    if error.use_stderr() {
        write_err(safe(&error.render().to_string()).trim_end());
        return Status::Trouble;
    }
    // Help that nobody could read was not given; a reader who closed the pipe had enough.
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(why) if why.kind() != std::io::ErrorKind::BrokenPipe => {
            write_err(&format!("judge: the help cannot be written: {why}."));
            Status::Trouble
        }
        _ => Status::Found,
    }
}
