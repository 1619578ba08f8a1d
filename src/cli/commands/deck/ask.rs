//! `judge deck check --ask`: asks the judge about each doubtful line, and writes the list in canonical form.

use std::io::{BufRead, IsTerminal, Write};
use std::path::{Path, PathBuf};

use crate::cli::ui::Ui;
use crate::cli::{Status, UsageError};
use crate::deck::files::DeckSource;
use crate::deck::{Checker, Layout, LineMeaning, Open, OpenLine};
use crate::render::deck as look;

/// The maximum number of lists written beside one file.
const MAX_FILES: u32 = 99;

/// Asks, checks and writes.
///
/// # Errors
/// Usage errors, a file that is not a deck, and I/O errors.
pub(super) fn ask(sources: &[DeckSource], checker: &Checker<'_>, ui: &mut Ui) -> anyhow::Result<Status> {
    let [source @ DeckSource::File(path)] = sources else {
        return Err(UsageError("`--ask` asks about one file; name it.".to_owned()).into());
    };
    if !std::io::stdin().is_terminal() {
        return Err(UsageError("`--ask` asks in a terminal; here is nobody to answer.".to_owned()).into());
    }
    let wrong = |why: String| UsageError(format!("{}: {why}", path.display()));
    let bytes = source.read().map_err(wrong)?;
    let shown = source.shown();
    let decks = checker.check_answered(&shown, &bytes, |open_line| put(open_line, ui)).map_err(wrong)?;
    let (layouts, reports): (Vec<Layout>, Vec<_>) = decks.into_iter().unzip();
    let report = checker.report(reports);
    let style = ui.style();
    ui.print(&look::text(&report, None, look::Detail::Full, &style))?;
    let lists: Vec<String> = layouts.iter().map(look::canonical).collect();
    let written = write_beside(path, &lists.join("\n"))?;
    ui.print(&format!("The list as it was read: {}\n", written.display()))?;
    Ok(report.gravest().into())
}

/// Asks about one line, repeating the question until the reply is valid.
fn put(open_line: &OpenLine, ui: &mut Ui) -> Result<LineMeaning, String> {
    let met = |e: std::io::Error| e.to_string();
    let text = question_about(open_line);
    loop {
        ui.print(&text).map_err(met)?;
        ui.flush().map_err(met)?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).map_err(met)?;
        if let Some(answer) = answered(line.trim(), open_line).filter(|_| read > 0) {
            return Ok(answer);
        }
        if read == 0 {
            return Ok(LineMeaning::Open);
        }
        ui.print(&format!("{} is none of these.\n", line.trim())).map_err(met)?;
    }
}

/// The question about a line, with the possible replies.
fn question_about(OpenLine { line, written, open }: &OpenLine) -> String {
    match open {
        Open::Card { count, candidates } => {
            let mut text = format!("\nline {line}: {count} x {written:?}\n");
            for (n, candidate) in candidates.iter().enumerate() {
                text += &format!("  {}  {candidate}\n", n + 1);
            }
            text + "  0  not a card    Enter  leave it open    or type the title\n> "
        }
        Open::Copies { fewer, more } => format!(
            "\nline {line}: how many of {written:?}, {fewer} or {more}?\n  type the number    Enter  leave it open\n> "
        ),
        Open::Cards { read } => {
            format!("\nline {line}: {written:?}\n  1  yes, {read}    0  no    Enter  leave it open\n> ")
        }
    }
}

/// Interprets a reply; `None` if it is a number that was not offered.
fn answered(line: &str, open_line: &OpenLine) -> Option<LineMeaning> {
    match (&open_line.open, line, line.parse::<u32>()) {
        (_, "", _) => Some(LineMeaning::Open),
        (Open::Copies { .. }, _, Ok(n)) => Some(LineMeaning::Copies(n)).filter(|_| n <= MAX_COPIES),
        (Open::Cards { .. }, _, Ok(1)) => Some(LineMeaning::AsRead),
        (Open::Cards { .. }, _, Ok(0)) => Some(LineMeaning::Otherwise),
        (Open::Cards { .. }, ..) | (Open::Copies { .. }, _, Err(_)) => None,
        (Open::Card { .. }, _, Ok(0)) => Some(LineMeaning::Nothing),
        (Open::Card { candidates, .. }, _, Ok(n)) => {
            candidates.get(n as usize - 1).cloned().map(LineMeaning::Card)
        }
        (Open::Card { .. }, title, Err(_)) => Some(LineMeaning::Card(title.to_owned())),
    }
}

/// No deck can contain more copies of a card.
const MAX_COPIES: u32 = 60;

/// Writes a list beside a file, under a name that is not taken.
fn write_beside(path: &Path, list: &str) -> anyhow::Result<PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for n in 1..=MAX_FILES {
        let number = if n == 1 { String::new() } else { format!("-{n}") };
        let file = path.with_file_name(format!("{stem}.checked{number}.txt"));
        match std::fs::File::create_new(&file) {
            Ok(mut new) => {
                new.write_all(list.as_bytes())?;
                return Ok(file);
            }
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(e.into()),
        }
    }
    anyhow::bail!("{} lists of {} were written already; remove some.", MAX_FILES, path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_line() -> OpenLine {
        OpenLine {
            line: 3,
            written: "Teo".to_owned(),
            open: Open::Card { count: 2, candidates: vec!["Two".to_owned(), "Ten".to_owned()] },
        }
    }

    #[test]
    fn a_count_is_answered_by_a_number_and_a_doubt_by_yes_or_no() {
        let of = |open: Open| OpenLine { line: 3, written: "Two".to_owned(), open };
        let copies = of(Open::Copies { fewer: 1, more: 2 });
        assert_eq!(answered("2", &copies), Some(LineMeaning::Copies(2)));
        assert_eq!(answered("many", &copies), None);
        let cards = of(Open::Cards { read: "its card is in the deck".to_owned() });
        assert_eq!(answered("0", &cards), Some(LineMeaning::Otherwise));
        assert_eq!(answered("1", &cards), Some(LineMeaning::AsRead));
        assert_eq!((answered("2", &cards), answered("", &cards)), (None, Some(LineMeaning::Open)));
    }

    #[test]
    fn an_answer_is_a_candidate_a_title_nothing_or_open() {
        assert_eq!(answered("2", &open_line()), Some(LineMeaning::Card("Ten".to_owned())));
        assert_eq!(answered("0", &open_line()), Some(LineMeaning::Nothing));
        assert_eq!(answered("", &open_line()), Some(LineMeaning::Open));
        assert_eq!(answered("3", &open_line()), None);
        assert_eq!(answered("Twelve", &open_line()), Some(LineMeaning::Card("Twelve".to_owned())));
    }

    #[test]
    fn no_list_is_ever_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("anna.txt");
        std::fs::write(&path, "as handed in").expect("written");
        let first = write_beside(&path, "one").expect("written");
        let second = write_beside(&path, "two").expect("written");
        assert_ne!(first, second);
        assert_eq!(std::fs::read_to_string(first).expect("read"), "one");
        assert_eq!(std::fs::read_to_string(&path).expect("read"), "as handed in");
    }
}
