//! A pseudo-terminal of a given size: its output is interpreted as by a terminal, keys are sent as by a
//! terminal, and its modes are the system's.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::termios::{Termios, tcgetattr};
use nix::unistd::ttyname;

/// A terminal with a program, which ends when this is dropped.
pub struct Terminal {
    keys: File,
    line: OwnedFd,
    program: Child,
    shown: Arc<Mutex<vt100::Parser>>,
    /// The modes before the program started.
    pub before: Termios,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

impl Terminal {
    /// Starts a program in a terminal of this size.
    pub fn start(mut command: Command, columns: u16, lines: u16) -> Self {
        let size = Winsize { ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        let pair = openpty(Some(&size), None).expect("a terminal");
        let line = || pair.slave.try_clone().expect("its line");
        let before = tcgetattr(&pair.slave).expect("its modes");
        command.env("TERM", "xterm-256color").stdin(line()).stdout(line()).stderr(line()).process_group(0);
        let program = command.spawn().expect("the program starts");
        let keys = File::from(pair.master);
        let mut output = keys.try_clone().expect("its output");
        let shown = Arc::new(Mutex::new(vt100::Parser::new(lines, columns, 100)));
        let parser = Arc::clone(&shown);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = output.read(&mut bytes) {
                parser.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..read]);
            }
        });
        Self { keys, line: pair.slave, program, shown, before }
    }

    /// Sends keys.
    pub fn keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
    }

    /// Changes the size.
    pub fn resize(&self, columns: u16, lines: u16) {
        self.shown().screen_mut().set_size(lines, columns);
        let name = ttyname(&self.line).expect("its name");
        let (columns, lines) = (columns.to_string(), lines.to_string());
        let stty = Command::new("stty").arg("-F").arg(name).args(["cols", &columns, "rows", &lines]).status();
        assert!(stty.expect("stty").success());
        self.signal("WINCH");
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let kill = Command::new("kill").args(["-s", name, &self.program.id().to_string()]).status();
        assert!(kill.expect("kill").success());
    }

    /// Waits until the program is stopped.
    #[cfg(target_os = "linux")]
    pub fn until_stopped(&self) {
        let state =
            || std::fs::read_to_string(format!("/proc/{}/stat", self.program.id())).expect("its state");
        let started = Instant::now();
        while !state().rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T')) {
            assert!(started.elapsed() < Duration::from_secs(60), "it was not stopped: {}", state());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    fn shown(&self) -> MutexGuard<'_, vt100::Parser> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Inspects the screen.
    pub fn see<T>(&self, what: impl Fn(&vt100::Screen) -> T) -> T {
        what(self.shown().screen())
    }

    /// Waits until the screen satisfies a condition.
    #[track_caller]
    pub fn until(&self, so: impl Fn(&vt100::Screen) -> bool) {
        let started = Instant::now();
        while !self.see(&so) {
            let shown = self.see(|screen| screen.contents());
            assert!(started.elapsed() < Duration::from_secs(60), "waited in vain:\n{shown}");
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    /// Waits until a text is displayed.
    #[track_caller]
    pub fn until_shown(&self, text: &str) {
        self.until(|screen| screen.contents().contains(text));
    }

    /// The current modes.
    pub fn modes(&self) -> Termios {
        tcgetattr(&self.line).expect("its modes")
    }

    /// Waits for the program to exit.
    pub fn ended(&mut self) -> ExitStatus {
        self.program.wait().expect("it ends")
    }

    /// The screen, line by line, followed by its bold and its inverse parts.
    pub fn picture(&self) -> String {
        self.see(|screen| {
            let (lines, columns) = screen.size();
            let mut out: String = screen.rows(0, columns).map(|row| format!("|{row}\n")).collect();
            for (name, is) in [
                ("bold", vt100::Cell::bold as fn(&vt100::Cell) -> bool),
                ("inverse", vt100::Cell::inverse as fn(&vt100::Cell) -> bool),
            ] {
                for line in 0..lines {
                    let cells = (0..columns).filter_map(|column| screen.cell(line, column)).filter(|c| is(c));
                    let text: String =
                        cells.map(|c| if c.has_contents() { c.contents() } else { " " }).collect();
                    if !text.trim().is_empty() {
                        out += &format!("{name}, line {}: {}\n", line + 1, text.trim_end());
                    }
                }
            }
            let (line, column) = screen.cursor_position();
            out + &format!("cursor: line {}, column {}\n", line + 1, column + 1)
        })
    }
}
