//! The prompt in a terminal: what is displayed at several sizes, how quickly, and that the terminal is
//! restored even after a panic.

use std::process::Command;
use std::time::{Duration, Instant};

use judge::cli::{Faces, Status};
use judge::corpus::Ruling;
use judge::faces::prompt::model::{Known, Model, Search, SearchInput};
use judge::faces::prompt::run_terminal;
use judge::search::Answer;

use crate::common::terminal::Terminal;
use crate::common::{User, released, shared_cache};
use crate::prompt::{ASKED, Small};

/// Tells the test below what to do inside its terminal.
const WITHIN: &str = "JUDGE_TEST_IN_TERMINAL";

/// Runs inside the terminals of these tests; does nothing on its own.
#[test]
fn within_a_terminal() {
    match std::env::var(WITHIN).as_deref() {
        Ok("small") => drop(run_terminal(Model::default(), &Small::new()).expect("the prompt")),
        Ok("broken") => {
            let broken = |_: &_, _: &_, _: &mut _| {
                run_terminal(Model::default(), &Broken)?;
                Ok(Status::Found)
            };
            judge::cli::run(["judge".into()], &Faces { prompt: broken, ..judge::faces::BUILT_IN });
        }
        _ => {}
    }
}

/// Rulings that cannot be searched.
struct Broken;

impl Search for Broken {
    fn search(&self, _: &SearchInput) -> anyhow::Result<Answer> {
        panic!("broken in the middle of a search")
    }
    fn ruling(&self, _: &str) -> anyhow::Result<Option<Ruling>> {
        Ok(None)
    }
    fn parts(&self, _: &Ruling) -> anyhow::Result<Vec<String>> {
        Ok(Vec::new())
    }
    fn not_held(&self, _: Option<judge::corpus::Game>) -> Vec<String> {
        Vec::new()
    }
    fn known(&self, _: &Ruling, _: &[String]) -> Known {
        Known::default()
    }
}

/// Runs this test binary in a terminal, with only the test above.
fn started(what: &str, columns: u16, lines: u16) -> Terminal {
    let mut again = Command::new(std::env::current_exe().expect("these tests"));
    again.args(["--exact", "prompt_terminal::within_a_terminal", "--nocapture"]).env(WITHIN, what);
    let terminal = Terminal::start(again, columns, lines);
    terminal.until_shown("type what the player said");
    terminal
}

/// Starts the program with all rulings, and an index of them.
fn prompt(columns: u16, lines: u16) -> Terminal {
    prompt_with(&[], columns, lines)
}

fn prompt_with(arguments: &[&str], columns: u16, lines: u16) -> Terminal {
    let user = User::new();
    user.judge(&["shield"]).status(0);
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    command
        .args(arguments)
        .env("HOME", user.folder())
        .env("XDG_CACHE_HOME", shared_cache())
        .current_dir(user.folder());
    let terminal = Terminal::start(command, columns, lines);
    terminal.until_shown("type what the player said");
    terminal
}

#[test]
fn a_prompt_answers_as_of_its_day() {
    let mut terminal = prompt_with(&["prompt", "--as-of", "2003-01-01"], 80, 24);
    terminal.until_shown("as of 2003-01-01");
    terminal.keys("overkill");
    terminal.until_shown("tcg:core.overkill");
    drop(terminal);
    let mut terminal = prompt_with(&["prompt", "--as-of", "2001-01-01"], 80, 24);
    terminal.keys("overkill");
    terminal.until_shown("Nothing found.");
}

const WORDS: &str = "why does the wampa roar when droids beep";

/// Whether the typed keys have been drawn; the cursor is placed after them last.
fn is_drawn(screen: &vt100::Screen, typed: usize) -> bool {
    let column = (2 + typed).min(usize::from(screen.size().1) - 1);
    !screen.hide_cursor() && screen.cursor_position() == (0, column as u16)
}

/// Snapshots at common terminal sizes, and at one too small for a ruling.
#[test]
fn a_terminal_shows_what_is_kept() {
    for (columns, lines) in [(80, 24), (40, 20), (30, 10)] {
        let mut terminal = started("small", columns, lines);
        terminal.keys(WORDS);
        terminal.until_shown(" 2 found");
        terminal.until(|screen| is_drawn(screen, WORDS.len()));
        insta::assert_snapshot!(format!("terminal_{columns}x{lines}"), terminal.picture());
    }
}

/// Resizing the window while the prompt is open gives the same display as starting at that size.
#[test]
fn a_window_changes_its_size() {
    let mut terminal = started("small", 80, 24);
    terminal.keys(WORDS);
    terminal.until_shown(" 2 found");
    for (columns, lines) in [(30, 10), (40, 20), (80, 24)] {
        terminal.resize(columns, lines);
        let mut other = started("small", columns, lines);
        other.keys(WORDS);
        other.until_shown(" 2 found");
        other.until(|screen| is_drawn(screen, WORDS.len()));
        let wanted = other.picture();
        let started = Instant::now();
        while terminal.picture() != wanted {
            let shown = terminal.picture();
            assert!(started.elapsed() < Duration::from_secs(30), "{columns}×{lines}:\n{shown}\n{wanted}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// After a panic the terminal is restored, and shows the message.
#[test]
fn a_panic_gives_the_terminal_back() {
    let mut terminal = started("broken", 80, 24);
    assert!(
        terminal.see(|s| s.alternate_screen() && s.bracketed_paste()),
        "the prompt has no screen of its own"
    );
    assert_ne!(terminal.modes(), terminal.before, "the prompt reads lines, not keys");
    terminal.keys("x");
    assert!(terminal.ended().success());
    terminal.until_shown("broken in the middle of a search");
    assert!(terminal.see(|s| !s.alternate_screen() && !s.bracketed_paste() && !s.hide_cursor()));
    assert_eq!(terminal.modes(), terminal.before);
    let shown = terminal.see(|screen| screen.contents());
    assert!(shown.contains("a mistake of the program itself, not yours"), "{shown}");
}

/// Ctrl-Z, like `kill -TSTP`, stops the prompt and gives the terminal back; continued, it is as it was.
#[cfg(target_os = "linux")]
#[test]
fn stopped_it_gives_the_terminal_back_and_comes_back() {
    let mut terminal = prompt(80, 24);
    terminal.keys(WORDS);
    terminal.until_shown(" near");
    terminal.until(|screen| is_drawn(screen, WORDS.len()));
    let (picture, modes) = (terminal.picture(), terminal.modes());
    let stop: [&dyn Fn(&mut Terminal); 2] = [&|t| t.keys("\u{1a}"), &|t| t.signal("TSTP")];
    for stop in stop.into_iter().cycle().take(4) {
        stop(&mut terminal);
        terminal.until(|screen| !screen.alternate_screen());
        terminal.until_stopped();
        assert!(terminal.see(|s| !s.bracketed_paste() && !s.hide_cursor()));
        assert_eq!(terminal.modes(), terminal.before);
        terminal.signal("CONT");
        // The cursor may stand where it stood before anything is drawn again.
        terminal.until(|screen| screen.alternate_screen() && screen.contents().contains("^C quit"));
        terminal.until(|screen| is_drawn(screen, WORDS.len()));
        assert_eq!((terminal.picture(), terminal.modes()), (picture.clone(), modes.clone()));
    }
    terminal.keys(" twice");
    terminal.until_shown("beep twice");
    terminal.keys("\u{3}");
    terminal.ended();
    assert_eq!(terminal.modes(), terminal.before);
}

/// The first start of a version takes seconds, and says so; nothing of it is left on the screen.
#[test]
fn the_first_start_says_what_takes_so_long() {
    let user = User::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge"));
    command.env("HOME", user.folder()).env("XDG_CACHE_HOME", user.folder()).current_dir(user.folder());
    let mut terminal = Terminal::start(command, 80, 24);
    terminal.until_shown("Preparing the rulings for searching, this once");
    terminal.until_shown("type what the player said");
    terminal.keys("\u{3}");
    terminal.ended();
    terminal.until(|screen| !screen.alternate_screen());
    assert_eq!(terminal.see(|screen| screen.contents().trim().to_owned()), "");
}

/// However many words of a pasted post are misspelt, the next key is drawn as soon as any.
#[test]
fn a_key_after_a_post_of_slips_is_drawn_as_soon() {
    let mut terminal = prompt(80, 24);
    let syllables = ["ba", "ke", "lo", "dri", "mu", "sna", "te", "vo", "pi", "gru"];
    let syllable = |n: usize| syllables[n % syllables.len()];
    let word = |n: usize| [syllable(n), syllable(n / 3 + 4), syllable(n / 7 + 1)].concat();
    let post: Vec<String> = (0..400).map(word).collect();
    terminal.keys(&format!("\u{1b}[200~{}\u{1b}[201~", post.join(" ")));
    terminal.until_shown(&post[399]);
    let mut took: Vec<Duration> = Vec::new();
    let mut typed = String::new();
    for key in " shield reaction".chars() {
        let started = Instant::now();
        terminal.keys(&key.to_string());
        typed.push(key);
        terminal.until(|screen| {
            !screen.hide_cursor()
                && screen.rows(0, 80).next().is_some_and(|line| line.trim_end().ends_with(typed.trim_end()))
                && screen.cursor_position() == (0, 79)
        });
        took.push(started.elapsed());
    }
    let longest = took.iter().max().expect("keys");
    let most = if released() { Duration::from_millis(50) } else { Duration::from_secs(1) };
    assert!(*longest < most, "{took:?}");
}

/// The time from a key to the redrawn window, in a terminal with all rulings, is shorter than the interval
/// between keys even without optimization.
#[test]
#[allow(clippy::print_stderr)] // shown with --nocapture
fn a_key_is_drawn_before_the_next_is_typed() {
    for (columns, lines) in [(80, 24), (40, 20)] {
        let mut terminal = prompt(columns, lines);
        let mut took: Vec<Duration> = Vec::new();
        for (n, key) in ASKED.char_indices() {
            let started = Instant::now();
            terminal.keys(&key.to_string());
            // A narrow window shows the end of the input.
            let typed = &ASKED[(n + 1).saturating_sub(20)..=n];
            let is_typed = |screen: &vt100::Screen| {
                screen.rows(0, columns).next().is_some_and(|line| line.trim_end().ends_with(typed.trim_end()))
            };
            terminal.until(|screen| is_drawn(screen, n + 1) && is_typed(screen));
            took.push(started.elapsed());
        }
        took.sort();
        let (median, longest) = (took[took.len() / 2], took[took.len() - 1]);
        eprintln!(
            "{columns}×{lines}, from a key to the window drawn anew: median {median:?}, longest {longest:?}"
        );
        let most = if released() { Duration::from_millis(50) } else { Duration::from_secs(1) };
        assert!(median < most && (!released() || longest < most), "{median:?}, {longest:?}");
    }
}
