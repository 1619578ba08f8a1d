//! The report on an import: what was found, and what needs review.

use std::fmt::Write;

use indexmap::IndexMap;

use super::style::{Style, safe};
use crate::corpus::emit::Note;
use crate::corpus::plural::pluralize;
use crate::import::{Imported, Standing};

/// The maximum number of lines of the remainder to print.
const MAX_LINES: usize = 40;

/// The report as text for the terminal.
pub fn report(imported: &Imported) -> String {
    let document = &imported.document;
    let date = document.shown_date();
    let date = if document.cite.contains(&date) { String::new() } else { format!(" ({date})") };
    let mut out = format!("{}{date}: {}\n", document.cite, safe(&document.title));
    if imported.held {
        let _ = writeln!(out, "The rulings have this document already, as {}.", document.id.value);
    }
    let kinds: Vec<String> =
        imported.counts().iter().map(|(kind, n)| format!("{n} {}", kind.word())).collect();
    let kinds = if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
    let _ = writeln!(out, "{}{kinds}.", pluralize(imported.entries.len(), "entry"));
    let _ = writeln!(
        out,
        "Against the rulings held: {} in the same words, {} in other words, {} new.",
        imported.standing(Standing::Same),
        imported.standing(Standing::Changed),
        imported.standing(Standing::New)
    );
    let (left, all) = imported.words_left();
    let _ = writeln!(
        out,
        "{} unsure, {} corrected, {} in the remainder; {left} of {all} words are in no entry.",
        pluralize(imported.unsure(), "thing"),
        imported.corrections(),
        pluralize(imported.remainder.len(), "line")
    );
    out + &notes(imported) + &remainder(imported)
}

/// The notes for whoever reviews the import, one reason per line.
fn notes(imported: &Imported) -> String {
    let document = &imported.document;
    let notes = imported.document_notes.iter().map(|n| (document.id.as_str(), 1, n));
    let entries =
        imported.entries.iter().flat_map(|e| e.notes.iter().map(|n| (e.entry.id.as_str(), e.line, n)));
    once_each(notes.chain(entries).collect())
}

/// The lines that are in no entry, without those that belong to the page.
fn remainder(imported: &Imported) -> String {
    let mut out = String::new();
    let unplaced: Vec<_> = imported.remainder.iter().filter(|l| !l.is_of_the_page()).collect();
    if !unplaced.is_empty() {
        let _ = writeln!(out, "Remainder, but for pages' heads and feet, menus and contents:");
    }
    for left in unplaced.iter().take(MAX_LINES) {
        let _ = writeln!(out, "  line {}, {}: {}", left.line, left.why, Style::cut(&safe(&left.text), 70));
    }
    if unplaced.len() > MAX_LINES {
        let _ = writeln!(out, "  and {} more, in remainder.txt", unplaced.len() - MAX_LINES);
    }
    out
}

/// What is doubted of several entries for the same reason takes one line, with all the places.
fn once_each(notes: Vec<(&str, usize, &Note)>) -> String {
    let mut places: IndexMap<(&str, &str), Vec<(&str, usize)>> = IndexMap::new();
    for (id, line, note) in notes {
        places.entry((note.field, &note.text)).or_default().push((id, line));
    }
    let mut out = String::new();
    for ((field, text), places) in places {
        let place = |(id, line): &(&str, usize)| format!("line {line}, {id}, {field}");
        let Some((first, more)) = places.split_first() else { continue };
        let more = match more.len() {
            0 => String::new(),
            times => {
                format!(" (and {times} more: {})", more.iter().map(place).collect::<Vec<_>>().join("; "))
            }
        };
        let _ = writeln!(out, "  {}: {}{more}", place(first), safe(text));
    }
    out
}
