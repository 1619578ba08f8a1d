//! Deck checks: the verdict first, then every problem with its citation.

use std::fmt::Write;

use serde::Serialize;

use super::Style;
use super::style::safe;
use crate::corpus::cards::LcgBook;
use crate::corpus::yaml::At;
use crate::deck::pairs::Player;
use crate::deck::{Certainty, DeckReport, Finding, Layout, ListUsed, Mode, Report, RestrictedList, Verdict};

/// The list the decks were checked against, in one sentence.
pub fn header(list: Option<&ListUsed>, style: &Style) -> String {
    let Some(list) = list else {
        return paragraph("No restricted list is known to have been in force on that day.", style);
    };
    let mut text = format!("Checked as of {}: {}, in force from {}", list.as_of, list.document, list.date);
    if let Some(note) = &list.note {
        let _ = write!(text, " ({note})");
    }
    text.push('.');
    if let Some(newer) = &list.newer {
        let _ = write!(text, " A newer list is known: {newer}; `--as-of latest` takes it.");
    }
    paragraph(&text, style)
}

/// A restricted list in our own words, for a day whose document is not held.
pub fn restricted_list(list: &RestrictedList, book: &LcgBook, style: &Style) -> String {
    let document = &list.document;
    let about = match list.mode {
        Mode::None => format!("{document} ({}) has no restricted list.", *list.from),
        _ => format!("What is known of the list of {document} ({}), not in its words:", *list.from),
    };
    let mut out = paragraph(&about, style);
    let several = list.readings.len() > 1;
    for (n, reading) in list.readings.iter().enumerate() {
        if several {
            out += &wrapped(&format!("It may have been ({}):", n + 1), "  ", "    ", style);
        }
        for (side, _, group) in reading.all() {
            let name = |set: &At<String>| match book.set(set) {
                Some(known) => format!("{} ({})", known.title, **set),
                None => format!("({})", **set),
            };
            let names: Vec<String> = group.iter().map(name).collect();
            out += &wrapped(&format!("{side} side, one of: {}", names.join(", ")), "  ", "    ", style);
        }
    }
    let sure = match list.certainty {
        Certainty::Certain => "",
        Certainty::Likely => " Known only as likely.",
        Certainty::Unknown => " Not certain.",
    };
    let note = list.note.as_ref().map_or_else(String::new, |note| format!(" Note: {note}."));
    out + &paragraph(&format!("Source: {}.{sure}{note}", list.cite), style)
}

/// One deck: its line, and unless `brief`, everything found beneath.
pub fn deck(deck: &DeckReport, brief: bool, style: &Style) -> String {
    let mut out = format!("{}  {}\n", verdict(deck.verdict, style), style.title(&safe(&line(deck))));
    if brief {
        return out;
    }
    for finding in &deck.violations {
        out += &violation(finding, style);
    }
    for finding in &deck.warnings {
        out += &wrapped(&format!("note: {}{}", finding.message, lines(finding)), "    ", "      ", style);
    }
    if let Some(mend) = &deck.mend {
        out += &wrapped(&format!("Smallest change: {mend}"), "    ", "      ", style);
    }
    out
}

/// How many decks came out how.
pub fn summary(report: &Report) -> String {
    let count = |verdict| report.decks.iter().filter(|d| d.verdict == verdict).count();
    let of = [Verdict::Legal, Verdict::Illegal, Verdict::Undecided, Verdict::Unreadable];
    let counts = of.into_iter().map(|v| (v, count(v))).filter(|(_, n)| *n > 0);
    let counts: Vec<String> = counts.map(|(v, n)| format!("{n} {}", v.shown())).collect();
    let decks = if report.decks.len() == 1 { "deck" } else { "decks" };
    format!("{} {decks}: {}.\n", report.decks.len(), counts.join(", "))
}

/// The players, a line each, with what is wrong with their pair.
pub fn pairs(players: &[Player], decks: &[DeckReport], style: &Style) -> String {
    let mut out = String::new();
    for player in players {
        let has: Vec<String> = player.decks.iter().map(|at| in_pair(&decks[*at])).collect();
        let problems = player.problems(decks);
        let mark = if problems.is_empty() { style.good("pair") } else { style.bad("look") };
        let mut line = format!("{}: {}", player.player, has.join(", "));
        if !problems.is_empty() {
            let _ = write!(line, "; {}", problems.join("; "));
        }
        out += &format!("{mark}  {}\n", safe(&line));
    }
    out
}

fn in_pair(deck: &DeckReport) -> String {
    match deck.side {
        Some(side) => format!("{side} {}", deck.verdict.shown()),
        None => deck.verdict.shown().to_owned(),
    }
}

/// A whole report in text.
pub fn text(report: &Report, players: Option<&[Player]>, brief: bool, style: &Style) -> String {
    let mut out = header(report.list.as_ref(), style);
    out.extend(report.also.as_ref().map(|list| header(Some(list), style)));
    out.push('\n');
    for deck in &report.decks {
        out += &self::deck(deck, brief, style);
    }
    if let Some(players) = players {
        out.push('\n');
        out += &pairs(players, &report.decks, style);
    }
    if report.decks.len() > 1 {
        out.push('\n');
        out += &summary(report);
    }
    out
}

/// A whole report in Markdown.
pub fn markdown(report: &Report, players: Option<&[Player]>, brief: bool) -> String {
    let plain = Style::plain(usize::MAX);
    let mut out = format!("{}\n", header(report.list.as_ref(), &plain));
    out.extend(report.also.as_ref().map(|list| format!("{}\n", header(Some(list), &plain))));
    for deck in &report.decks {
        let _ = writeln!(out, "- **{}** {}", deck.verdict.shown(), escape(&line(deck)));
        for finding in deck.violations.iter().filter(|_| !brief) {
            let _ = writeln!(out, "  - `{}` {}", finding.code, escape(&told(finding)));
        }
        for finding in deck.warnings.iter().filter(|_| !brief) {
            let _ = writeln!(out, "  - note: {}", escape(&finding.message));
        }
        if let (Some(mend), false) = (&deck.mend, brief) {
            let _ = writeln!(out, "  - Smallest change: {}", escape(mend));
        }
    }
    if let Some(players) = players {
        let _ = writeln!(out, "\n```\n{}```", pairs(players, &report.decks, &plain));
    }
    if report.decks.len() > 1 {
        let _ = writeln!(out, "\n{}", summary(report).trim_end());
    }
    out
}

/// A whole report as JSON.
#[derive(Debug, Serialize)]
pub struct Json<'a> {
    /// The list and the decks.
    #[serde(flatten)]
    report: &'a Report,
    /// The players, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<&'a [Player]>,
}

/// A whole report as JSON.
pub fn json<'a>(report: &'a Report, players: Option<&'a [Player]>) -> Json<'a> {
    Json { report, pairs: players }
}

/// A deck laid out in one canonical order.
pub fn layout(layout: &Layout, style: &Style) -> String {
    let mut out = String::new();
    if let Some(name) = &layout.name {
        out += &format!("{}\n", style.title(&safe(name)));
    }
    for section in &layout.sections {
        out += &format!("{}\n", style.title(&format!("{} ({})", section.title, section.count)));
        for (count, card) in &section.cards {
            out += &format!("  {count:>2}  {}\n", safe(card));
        }
    }
    for finding in &layout.unread {
        out += &wrapped(&format!("note: {}{}", finding.message, lines(finding)), "", "  ", style);
    }
    out
}

/// The same as a Markdown list.
pub fn layout_markdown(layout: &Layout) -> String {
    let mut out = String::new();
    if let Some(name) = &layout.name {
        let _ = writeln!(out, "# {}\n", escape(name));
    }
    for section in &layout.sections {
        let _ = writeln!(out, "**{} ({})**\n", section.title, section.count);
        for (count, card) in &section.cards {
            let _ = writeln!(out, "- {count} {}", escape(card));
        }
        out.push('\n');
    }
    for finding in &layout.unread {
        let _ = writeln!(out, "- note: {}", escape(&finding.message));
    }
    out
}

/// The verdict, padded so that the files stand under each other.
fn verdict(verdict: Verdict, style: &Style) -> String {
    let word = format!("{:<10}", verdict.shown());
    match verdict {
        Verdict::Legal => style.good(&word),
        Verdict::Illegal | Verdict::Unreadable => style.bad(&word),
        Verdict::Undecided => style.warning(&word),
    }
}

/// The file and what the deck is.
fn line(deck: &DeckReport) -> String {
    let side = deck.side.map(|s| s.to_string());
    let sets = deck.counts.get("sets").map(|n| format!("{n} sets"));
    let cards = deck.counts.get("cards").map(|n| format!("{n} cards"));
    let what: Vec<String> = [side, deck.affiliation.clone(), sets, cards].into_iter().flatten().collect();
    if what.is_empty() { deck.file.clone() } else { format!("{}  ({})", deck.file, what.join(", ")) }
}

fn violation(finding: &Finding, style: &Style) -> String {
    let mut out =
        wrapped(&format!("{}: {}{}", finding.code, finding.message, lines(finding)), "  ", "    ", style);
    if let Some(citation) = &finding.citation {
        let cited = format!("{}{}", ruled(finding, citation), certainty(finding));
        for line in style.wrap(&safe(&cited), "    ", "      ") {
            out += &format!("{}\n", style.aside(&line));
        }
    }
    if let Some(mend) = &finding.mend {
        out += &wrapped(mend, "    ", "      ", style);
    }
    out
}

fn ruled(finding: &Finding, citation: &str) -> String {
    match &finding.ruling {
        Some(id) => format!("{citation} [{id}]"),
        None => citation.to_owned(),
    }
}

fn certainty(finding: &Finding) -> String {
    match finding.certainty {
        Certainty::Certain => String::new(),
        other => format!(" ({})", other.shown()),
    }
}

/// A finding in one line.
fn told(finding: &Finding) -> String {
    let mut text = format!("{}{}", finding.message, lines(finding));
    if let Some(citation) = &finding.citation {
        let _ = write!(text, " {}{}.", ruled(finding, citation), certainty(finding));
    }
    if let Some(mend) = &finding.mend {
        let _ = write!(text, " {mend}");
    }
    text
}

/// Where in the file, for what a judge has to look up there.
fn lines(finding: &Finding) -> String {
    let at: Vec<String> = finding.lines.iter().filter(|n| **n > 0).take(8).map(ToString::to_string).collect();
    let more = if finding.lines.len() > 8 { " …" } else { "" };
    match at.len() {
        0 => String::new(),
        1 => format!(" (line {})", at[0]),
        _ => format!(" (lines {}{more})", at.join(", ")),
    }
}

fn wrapped(text: &str, first: &str, rest: &str, style: &Style) -> String {
    style.wrap(&safe(text), first, rest).into_iter().map(|line| line + "\n").collect()
}

fn paragraph(text: &str, style: &Style) -> String {
    wrapped(text, "", "", style)
}

/// What would be markup stands as it is written.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in safe(text).chars() {
        if matches!(c, '*' | '_' | '`' | '<' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
