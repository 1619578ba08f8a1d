//! Differences between editions, and the history of a ruling.

use std::fmt::Write;

use super::style::{Style, safe};
use crate::corpus::Authority;
use crate::corpus::Certainty;
use crate::corpus::diff::{ChangedRuling, Diff, Edition, EditionSide, Item, Piece};
use crate::corpus::history::HistoryEvent;
use crate::corpus::weight::Weight;

/// The comparison for the terminal, with `[-removed-]` and `{+added+}` words so that it does not depend on
/// colour.
pub fn text(diff: &Diff, style: &Style) -> String {
    let mut out = String::new();
    let head = format!("{} → {}", edition(&diff.old), edition(&diff.new));
    for line in style.wrap(&safe(&head), "", "    ") {
        let _ = writeln!(out, "{}", style.citation(&line));
    }
    for line in style.wrap(&summary(diff), "", "  ") {
        let _ = writeln!(out, "{line}");
    }
    for line in typographic(diff).iter().flat_map(|line| style.wrap(line, "", "  ")) {
        let _ = writeln!(out, "{line}");
    }
    items(&mut out, ("Added", '+'), &diff.added, house(&diff.new), style);
    items(&mut out, ("Removed", '-'), &diff.removed, house(&diff.old), style);
    let (substance, worded) = by_weight(diff);
    changes(&mut out, "Changed", &substance, house(&diff.new), style);
    changes(&mut out, WORDED, &worded, house(&diff.new), style);
    let renumbered: Vec<&ChangedRuling> = diff.renumbered.iter().collect();
    changes(&mut out, "Renumbered", &renumbered, house(&diff.new), style);
    out
}

/// The label of an event's own document.
fn house(edition: &Edition) -> &'static str {
    match edition.authority {
        Authority::Official => "",
        Authority::House => "[House] ",
        Authority::Digest => "[Digest] ",
    }
}

fn edition(edition: &Edition) -> String {
    format!("{}{} ({})", house(edition), edition.cite, edition.date)
}

/// The heading of changes that do not affect the meaning.
const WORDED: &str = "Changed in pronouns, page numbers or spelling alone";

/// Changes of substance, and changes of wording.
fn by_weight(diff: &Diff) -> (Vec<&ChangedRuling>, Vec<&ChangedRuling>) {
    diff.changed.iter().partition(|change| change.weight == Weight::Substance)
}

/// How many rulings changed in which way.
fn summary(diff: &Diff) -> String {
    let worded = match by_weight(diff).1.len() {
        0 => String::new(),
        n => format!(" ({n} of them in pronouns, page numbers or spelling alone)"),
    };
    format!(
        "{} added, {} removed, {} changed{worded}, {} renumbered, {} unchanged.",
        diff.added.len(),
        diff.removed.len(),
        diff.changed.len(),
        diff.renumbered.len(),
        diff.unchanged
    )
}

/// The rulings whose changes are purely typographic, as a list of ids.
fn typographic(diff: &Diff) -> Option<String> {
    let ids: Vec<&str> = diff.typographic.iter().map(|c| c.new.as_str()).collect();
    let text = format!("{} only set otherwise (capitals, spaces, marks): {}.", ids.len(), ids.join(", "));
    (!ids.is_empty()).then_some(text)
}

fn items(out: &mut String, (label, sign): (&str, char), items: &[Item], house: &str, style: &Style) {
    if items.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", style.title(&format!("{label} ({})", items.len())));
    let mut above: &[String] = &[];
    for item in items {
        if item.section != above {
            above = &item.section;
            if !above.is_empty() {
                let _ = writeln!(out, "  {}", style.aside(&safe(&above.join(" › "))));
            }
        }
        for line in
            style.wrap(&safe(&format!("{house}{}  {}", item.id, item.title)), &format!("  {sign} "), "      ")
        {
            let _ = writeln!(out, "{line}");
        }
        let begins = item.text.replace('\n', " ");
        let _ = writeln!(out, "      {}", Style::cut(&safe(&begins), style.width.saturating_sub(6)));
    }
}

fn changes(out: &mut String, label: &str, changes: &[&ChangedRuling], house: &str, style: &Style) {
    if changes.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{}", style.title(&format!("{label} ({})", changes.len())));
    for change in changes {
        for line in
            style.wrap(&safe(&format!("{house}{}  {}", ids(change, "→"), change.title)), "  ", "      ")
        {
            let _ = writeln!(out, "{line}");
        }
        if let Some(title) = &change.old_title {
            let _ = writeln!(out, "      {}", style.aside(&format!("was titled {}", safe(title))));
        }
        if !change.old_section.is_empty() {
            for line in style.wrap(&safe(&moved(change)), "      ", "      ") {
                let _ = writeln!(out, "{}", style.aside(&line));
            }
        }
        let mark = |piece: &Piece| match piece.side {
            EditionSide::Same => piece.text.clone(),
            EditionSide::Old => around(&piece.text, "[-", "-]"),
            EditionSide::New => around(&piece.text, "{+", "+}"),
        };
        for paragraph in shortened(&change.words).iter().map(mark).collect::<String>().split('\n') {
            for line in style.wrap(&safe(paragraph), "      ", "      ") {
                let _ = writeln!(out, "{}", line.trim_end());
            }
        }
    }
}

/// The headings under which a list item stood before.
fn moved(change: &ChangedRuling) -> String {
    format!("stood under {}", change.old_section.join(" › "))
}

fn ids(change: &ChangedRuling, arrow: &str) -> String {
    if change.old == change.new {
        change.new.clone()
    } else {
        format!("{} {arrow} {}", change.old, change.new)
    }
}

/// Wraps each paragraph of a text in marks, leaving whitespace outside.
fn around(text: &str, open: &str, close: &str) -> String {
    let mut out = String::new();
    for part in text.split_inclusive('\n') {
        let words = part.trim_end();
        if words.is_empty() {
            out.push_str(part);
        } else {
            let _ = write!(out, "{open}{words}{close}{}", &part[words.len()..]);
        }
    }
    out
}

/// Shortens long unchanged passages to the words next to a difference.
fn shortened(pieces: &[Piece]) -> Vec<Piece> {
    const NEAR: usize = 160;
    let cut = |n: usize, piece: &Piece| {
        let length = piece.text.chars().count();
        if piece.side != EditionSide::Same || length <= 3 * NEAR {
            return piece.clone();
        }
        let head: String = if n == 0 { String::new() } else { piece.text.chars().take(NEAR).collect() };
        let tail: String = if n + 1 == pieces.len() {
            String::new()
        } else {
            piece.text.chars().skip(length - NEAR).collect()
        };
        let head = head.rsplit_once(' ').map_or(head.clone(), |(h, _)| format!("{h} "));
        let tail = tail.split_once(' ').map_or(tail.clone(), |(_, t)| format!(" {t}"));
        Piece { side: EditionSide::Same, text: format!("{head}[…]{tail}") }
    };
    pieces.iter().enumerate().map(|(n, p)| cut(n, p)).collect()
}

/// The comparison in Markdown: removed words struck out, added ones in bold.
pub fn markdown(diff: &Diff) -> String {
    let mut out =
        format!("# {} → {}\n\n{}\n", safe(&edition(&diff.old)), safe(&edition(&diff.new)), summary(diff));
    for (label, items, of) in [("Added", &diff.added, &diff.new), ("Removed", &diff.removed, &diff.old)] {
        let house = house(of);
        if !items.is_empty() {
            let _ = writeln!(out, "\n## {label} ({})\n", items.len());
        }
        for item in items {
            let begins = Style::cut(&item.text.replace('\n', " "), 200);
            let _ = writeln!(out, "- {house}`{}` {}: {}", item.id, escaped(&item.title), escaped(&begins));
        }
    }
    let (substance, worded) = by_weight(diff);
    let renumbered: Vec<&ChangedRuling> = diff.renumbered.iter().collect();
    for (label, changes) in [("Changed", substance), (WORDED, worded), ("Renumbered", renumbered)] {
        if !changes.is_empty() {
            let _ = writeln!(out, "\n## {label} ({})", changes.len());
        }
        for change in changes {
            out += &change_markdown(change, house(&diff.new));
        }
    }
    out
}

/// One changed entry in Markdown, under its own heading; `house` precedes the id of a house ruling.
fn change_markdown(change: &ChangedRuling, house: &str) -> String {
    let mut out = format!("\n### {house}`{}` {}\n\n", ids(change, "→"), escaped(&change.title));
    if let Some(title) = &change.old_title {
        let _ = writeln!(out, "was titled {}\n", escaped(title));
    }
    if !change.old_section.is_empty() {
        let _ = writeln!(out, "{}\n", escaped(&moved(change)));
    }
    let mark = |piece: &Piece| match piece.side {
        EditionSide::Same => escaped(&piece.text),
        EditionSide::Old => around(&escaped(&piece.text), "~~", "~~"),
        EditionSide::New => around(&escaped(&piece.text), "**", "**"),
    };
    let words: String = change.words.iter().map(mark).collect();
    if !words.trim().is_empty() {
        let _ = writeln!(out, "{}", words.trim_end());
    }
    out
}

/// Escapes Markdown.
fn escaped(text: &str) -> String {
    safe(text).replace('\\', "\\\\").replace('*', "\\*").replace('~', "\\~").replace('<', "\\<")
}

/// A ruling's history, one line per event.
pub(crate) fn history(events: &[HistoryEvent], style: &Style) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", style.title("History"));
    if events.is_empty() {
        let _ = writeln!(out, "  Nothing is known.");
    }
    for event in events {
        let mark = match event.certainty {
            Certainty::Certain => "",
            Certainty::Likely => " (likely)",
            Certainty::Unknown => " (not certain)",
        };
        let line = format!("{} ({}): {}{mark}", event.version, event.date, event.what);
        let id = event.ruling.as_ref().map_or(String::new(), |id| format!(" [{id}]"));
        for line in style.wrap(&safe(&format!("{line}{id}")), "  ", "      ") {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stay_within_a_paragraph() {
        assert_eq!(around("one \n\ntwo ", "[-", "-]"), "[-one-] \n\n[-two-] ");
    }
}
