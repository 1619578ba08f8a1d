//! Deck checks: the verdict first, then every problem with its citation.

use std::fmt::Write;

use serde::Serialize;

use super::Style;
use super::style::safe;
use crate::corpus::Certainty;
use crate::corpus::cards::LcgBook;
use crate::corpus::plural::pluralize;
use crate::corpus::yaml::Spanned;
use crate::deck::pairs::PlayersDecks;
use crate::deck::{
    Code, DeckReport, Finding, Layout, LikelyOutcome, ListUsed, Report, RestrictedKind, RestrictedList,
    SectionTitle, Verdict,
};

/// The list that the decks were checked against, in one sentence.
pub(crate) fn header(list: Option<&ListUsed>, style: &Style) -> String {
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
pub(crate) fn restricted_list(list: &RestrictedList, book: &LcgBook, style: &Style) -> String {
    let document = &list.document;
    let about = match list.mode {
        RestrictedKind::None => format!("{document} ({}) has no restricted list.", *list.from),
        RestrictedKind::OneOfList | RestrictedKind::Groups | RestrictedKind::Unknown => {
            format!("What is known of the list of {document} ({}), not in its words:", *list.from)
        }
    };
    let mut out = paragraph(&about, style);
    let several = list.readings.len() > 1;
    for (n, reading) in list.readings.iter().enumerate() {
        if several {
            out += &wrapped(&format!("It may have been ({}):", n + 1), "  ", "    ", style);
        }
        for (side, _, group) in reading.all() {
            let name = |set: &Spanned<String>| match book.set(set) {
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

/// How much to print about each deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// One line per deck.
    Brief,
    /// One line per deck, and details of those that need attention.
    Looks,
    /// Details of every deck.
    Full,
}

/// The line of a deck, and its findings.
fn deck(deck: &DeckReport, style: &Style) -> String {
    let mut out = format!("{}  {}\n", verdict(deck.verdict, style), style.title(&safe(&line(deck))));
    if let Some(supposed) = &deck.likely_outcome {
        let sentence = self::supposed(deck, supposed);
        let lines = style.wrap(&safe(&sentence), "  ", "  ");
        lines.iter().for_each(|line| out += &format!("{}\n", style.warning(line)));
    }
    for finding in &deck.violations {
        out += &violation(finding, deck, style);
    }
    for finding in &deck.warnings {
        out += &wrapped(&format!("note: {}{}", finding.message, lines(finding)), "    ", "      ", style);
    }
    if let Some(fix) = &deck.fix {
        out += &wrapped(&format!("Smallest change: {fix}"), "    ", "      ", style);
    }
    out
}

/// The result if the doubtful lines mean what they seem to.
pub(super) fn supposed(deck: &DeckReport, supposed: &LikelyOutcome) -> String {
    let lines = match supposed.lines.len() {
        1 => format!("line {} means what it looks like", supposed.lines[0]),
        n => format!("the {n} marked lines mean what they look like"),
    };
    let counted = if deck.counts.contains_key("sets") { "sets" } else { "cards" };
    let why = |codes: &[Code]| {
        let codes: Vec<&str> = codes.iter().map(|code| code.as_str()).collect();
        if codes.is_empty() { String::new() } else { format!(" ({})", codes.join(", ")) }
    };
    let said = format!(
        "If {lines}: {}{}, {} {counted}.",
        supposed.verdict.shown(),
        why(&supposed.codes),
        supposed.count
    );
    let Some(named) = &supposed.if_named else { return said };
    format!(
        "{said} If it is {}, which the list has too: {}{}.",
        named.card,
        named.verdict.shown(),
        why(&named.codes)
    )
}

/// The decks as a table, one line each, with the codes of their problems.
fn table(decks: &[DeckReport], style: &Style) -> String {
    let mut out = String::new();
    for deck in decks {
        let lines = style.wrap(&safe(&brief_line(deck)), &" ".repeat(12), &" ".repeat(14));
        for (n, text) in lines.iter().enumerate() {
            let text = if n == 0 {
                format!("{}  {}", verdict(deck.verdict, style), text.trim_start())
            } else {
                text.clone()
            };
            out += &format!("{text}\n");
        }
    }
    out
}

/// A deck with the codes of its problems, on one line.
fn brief_line(deck: &DeckReport) -> String {
    let codes = codes(deck);
    if codes.is_empty() { line(deck) } else { format!("{}  {codes}", line(deck)) }
}

/// The codes of a deck's problems, most serious first; for an undecided deck, those that its doubtful lines
/// seem to cause; last, the notes that limit what the verdict says.
fn codes(deck: &DeckReport) -> String {
    let mut codes: Vec<String> = Vec::new();
    for finding in &deck.violations {
        let open = if finding.certainty == Certainty::Unknown { "?" } else { "" };
        let code = format!("{}{open}", finding.code);
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    let looks = deck.likely_outcome.as_ref().filter(|s| s.verdict != deck.verdict && s.if_named.is_none());
    codes.extend(looks.map(|s| format!("(looks {})", s.verdict.shown())));
    for note in deck.warnings.iter().filter(|note| note.code.limits_verdict()) {
        let code = format!("note: {}", note.code);
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes.join(", ")
}

/// The number of decks per verdict.
pub(crate) fn summary(report: &Report) -> String {
    let count = |verdict| report.decks.iter().filter(|d| d.verdict == verdict).count();
    let of = [Verdict::Legal, Verdict::Illegal, Verdict::Undecided, Verdict::Unreadable];
    let counts = of.into_iter().map(|v| (v, count(v))).filter(|(_, n)| *n > 0);
    let counts: Vec<String> = counts.map(|(v, n)| format!("{n} {}", v.shown())).collect();
    let decks = if report.decks.len() == 1 { "deck" } else { "decks" };
    format!("{} {decks}: {}.\n", report.decks.len(), counts.join(", "))
}

/// One line per player, with the problems of the player's pair of decks.
pub fn pairs(players: &[PlayersDecks], decks: &[DeckReport], style: &Style) -> String {
    let mut out = paragraph(
        "Pairs: a player brings one deck of each side. Files belong to one player by their folder, or by what their names have in common.",
        style,
    );
    for player in players {
        let has: Vec<String> = player.decks.iter().map(|at| in_pair(&decks[*at])).collect();
        let problems = player.problems(decks);
        let mark = if problems.is_empty() { style.success("pair") } else { style.failure("look") };
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

/// A complete report as text.
pub fn text(report: &Report, players: Option<&[PlayersDecks]>, detail: Detail, style: &Style) -> String {
    let mut out = header(report.list.as_ref(), style);
    out.extend(report.also.as_ref().map(|list| header(Some(list), style)));
    out.push('\n');
    let one = report.decks.len() == 1 && detail != Detail::Brief;
    if !one && detail != Detail::Full {
        out += &table(&report.decks, style);
    }
    for deck in report.decks.iter().filter(|deck| one || shown_whole(deck, detail)) {
        out.push_str(if one { "" } else { "\n" });
        out += &self::deck(deck, style);
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

fn shown_whole(deck: &DeckReport, detail: Detail) -> bool {
    match detail {
        Detail::Brief => false,
        Detail::Looks => deck.verdict != Verdict::Legal,
        Detail::Full => true,
    }
}

/// A complete report in Markdown. Details are those of all decks, or with [`Detail::Brief`] of none.
pub fn markdown(report: &Report, players: Option<&[PlayersDecks]>, detail: Detail) -> String {
    let plain = Style::plain(usize::MAX);
    let mut out = format!("{}\n", header(report.list.as_ref(), &plain));
    out.extend(report.also.as_ref().map(|list| format!("{}\n", header(Some(list), &plain))));
    for deck in &report.decks {
        let is_brief = detail == Detail::Brief;
        let line = if is_brief { brief_line(deck) } else { line(deck) };
        let _ = writeln!(out, "- **{}** {}", deck.verdict.shown(), escape(&line));
        if is_brief {
            continue;
        }
        if let Some(supposed) = &deck.likely_outcome {
            let _ = writeln!(out, "  - {}", escape(&self::supposed(deck, supposed)));
        }
        for finding in &deck.violations {
            let _ = writeln!(out, "  - `{}` {}", finding.code, escape(&finding_text(finding, deck)));
        }
        for finding in &deck.warnings {
            let _ = writeln!(out, "  - note: {}", escape(&finding.message));
        }
        if let Some(fix) = &deck.fix {
            let _ = writeln!(out, "  - Smallest change: {}", escape(fix));
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

/// A complete report for JSON.
#[derive(Debug, Serialize)]
pub struct Json<'a> {
    #[serde(flatten)]
    report: &'a Report,
    /// The players, if pairs were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<&'a [PlayersDecks]>,
}

pub fn json<'a>(report: &'a Report, players: Option<&'a [PlayersDecks]>) -> Json<'a> {
    Json { report, pairs: players }
}

/// A deck in canonical order.
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

/// A deck as a list that parses to the same deck: affiliation and sets, or the cards.
pub fn canonical(layout: &Layout) -> String {
    let mut out = String::new();
    for section in &layout.sections {
        match section.title {
            SectionTitle::Affiliation => {
                for (_, card) in &section.cards {
                    let _ = writeln!(out, "Affiliation: {}\n", safe(card));
                }
            }
            // It follows from the sets.
            SectionTitle::CommandDeck => {}
            SectionTitle::ObjectiveDeck
            | SectionTitle::FanMadeSets
            | SectionTitle::Type(_)
            | SectionTitle::OtherMakersSets => {
                let _ = writeln!(out, "{} ({})", section.title, section.count);
                for (count, card) in &section.cards {
                    let _ = writeln!(out, "{count} {}", safe(card));
                }
                out.push('\n');
            }
        }
    }
    out.trim_end().to_owned() + "\n"
}

/// The verdict, padded so that file names align.
fn verdict(verdict: Verdict, style: &Style) -> String {
    let word = format!("{:<10}", verdict.shown());
    match verdict {
        Verdict::Legal => style.success(&word),
        Verdict::Illegal | Verdict::Unreadable => style.failure(&word),
        Verdict::Undecided => style.warning(&word),
    }
}

/// The file name and a description of the deck.
pub(super) fn line(deck: &DeckReport) -> String {
    let game = deck.game.map(|g| g.code().to_owned());
    let side = deck.side.map(|s| s.to_string());
    let sets = deck.counts.get("sets").map(|n| pluralize(*n, "set"));
    let cards = deck.counts.get("cards").map(|n| pluralize(*n, "card"));
    let what: Vec<String> =
        [game, side, deck.affiliation.clone(), sets, cards].into_iter().flatten().collect();
    let file = match deck.part {
        Some(side) => format!("{}, {side} side deck", deck.file),
        None => deck.file.clone(),
    };
    if what.is_empty() { file } else { format!("{file}  ({})", what.join(", ")) }
}

/// The fix of a finding, unless the deck's smallest fix includes it.
pub(super) fn own_fix<'f>(finding: &'f Finding, deck: &DeckReport) -> Option<&'f String> {
    finding.fix.as_ref().filter(|_| deck.fix.is_none() || finding.certainty == Certainty::Unknown)
}

fn violation(finding: &Finding, deck: &DeckReport, style: &Style) -> String {
    let mut out =
        wrapped(&format!("{}: {}{}", finding.code, finding.message, lines(finding)), "  ", "    ", style);
    if let Some(citation) = &finding.citation {
        let cited = format!("{}{}", ruled(finding, citation), certainty(finding));
        for line in style.wrap(&safe(&cited), "    ", "      ") {
            out += &format!("{}\n", style.aside(&line));
        }
    }
    if let Some(fix) = own_fix(finding, deck) {
        out += &wrapped(fix, "    ", "      ", style);
    }
    out
}

pub(super) fn ruled(finding: &Finding, citation: &str) -> String {
    match &finding.ruling {
        Some(id) => format!("{citation} [{id}]"),
        None => citation.to_owned(),
    }
}

pub(super) fn certainty(finding: &Finding) -> String {
    match finding.certainty {
        Certainty::Certain => String::new(),
        other => format!(" ({})", other.shown()),
    }
}

/// A finding, on one line.
pub(super) fn finding_text(finding: &Finding, deck: &DeckReport) -> String {
    let mut text = format!("{}{}", finding.message, lines(finding));
    if let Some(citation) = &finding.citation {
        let _ = write!(text, " {}{}.", ruled(finding, citation), certainty(finding));
    }
    if let Some(fix) = own_fix(finding, deck) {
        let _ = write!(text, " {fix}");
    }
    text
}

/// The lines of the file that a judge should look at.
pub(super) fn lines(finding: &Finding) -> String {
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

/// Escapes Markdown.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in safe(text).chars() {
        if matches!(c, '*' | '_' | '`' | '<' | '[' | ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
