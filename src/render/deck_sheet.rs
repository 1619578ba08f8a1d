//! The deck check sheet, in Markdown or as a printable HTML page: a deck in canonical order with boxes to
//! tick, the verdict, the rules, and what it was checked against.

use std::fmt::Write;

use super::Style;
use super::deck::{escape, finding_text, header, line, supposed};
use super::on_page::on_page;
use crate::deck::{DeckReport, Finding, Layout, ListUsed};

/// A deck and what its sheet needs.
pub(crate) struct Sheet<'a> {
    pub layout: &'a Layout,
    pub report: &'a DeckReport,
    /// The list it was checked against.
    pub list: Option<&'a ListUsed>,
    /// Returns the official text of a ruling.
    pub quote: &'a dyn Fn(&str) -> Option<String>,
}

/// Fields to fill in by hand.
const BLANKS: [&str; 4] = ["Player", "Table", "Judge", "Time"];

pub(crate) fn markdown(sheet: &Sheet<'_>) -> String {
    let name = sheet.layout.name.as_deref().unwrap_or("Deck check");
    let mut out = format!("# {}\n\n", escape(name));
    let blanks: Vec<String> =
        BLANKS.iter().map(|blank| format!("{blank}: \\_\\_\\_\\_\\_\\_\\_\\_")).collect();
    let _ = writeln!(out, "{}\n", blanks.join("  "));
    let _ = writeln!(out, "**{}** {}\n", sheet.report.verdict.shown(), escape(&line(sheet.report)));
    let _ = writeln!(out, "{}", header(sheet.list, &Style::plain(usize::MAX)));
    for section in &sheet.layout.sections {
        let _ = writeln!(out, "**{} ({})**\n", section.title, section.count);
        for (count, card) in &section.cards {
            let _ = writeln!(out, "- [ ] {count} {}", escape(card));
        }
        out.push('\n');
    }
    for said in remarks(sheet) {
        let _ = writeln!(out, "- {}", escape(&said));
    }
    for (citation, words) in quoted(sheet) {
        let _ = writeln!(out, "\n{}:\n", escape(&citation));
        words.lines().for_each(|line| {
            let _ = writeln!(out, "> {line}");
        });
    }
    out
}

/// The sheets as an HTML page.
pub(crate) fn html(sheets: &[Sheet<'_>]) -> String {
    let names: Vec<&str> = sheets.iter().filter_map(|sheet| sheet.layout.name.as_deref()).collect();
    let title =
        if names.is_empty() { "Deck check".to_owned() } else { format!("Deck check: {}", names.join(", ")) };
    let mut out = HEAD.replace("TITLE", &text(&title));
    for sheet in sheets {
        let name = sheet.layout.name.as_deref().unwrap_or("Deck check");
        let _ = writeln!(out, "<section><h1>{}</h1>", text(name));
        let blanks: Vec<String> =
            BLANKS.iter().map(|blank| format!("<span>{blank}: ____________</span>")).collect();
        let _ = writeln!(out, "<p>{}</p>", blanks.join(" "));
        let _ = writeln!(
            out,
            "<p><strong>{}</strong> {}</p>",
            sheet.report.verdict.shown(),
            text(&line(sheet.report))
        );
        let _ = writeln!(out, "<p>{}</p>", text(&on_page(&header(sheet.list, &Style::plain(usize::MAX)))));
        for section in &sheet.layout.sections {
            let _ = writeln!(out, "<h2>{} ({})</h2>\n<ul>", text(&section.title.to_string()), section.count);
            for (count, card) in &section.cards {
                let _ = writeln!(out, "<li>&#9744; {count} {}</li>", text(card));
            }
            out.push_str("</ul>\n");
        }
        let said: Vec<String> =
            remarks(sheet).iter().map(|said| format!("<li>{}</li>", text(said))).collect();
        if !said.is_empty() {
            let _ = writeln!(out, "<ul class=\"said\">{}</ul>", said.join("\n"));
        }
        for (citation, words) in quoted(sheet) {
            let _ = writeln!(out, "<p>{}:</p>\n<blockquote>{}</blockquote>", text(&citation), text(&words));
        }
        out.push_str("</section>\n");
    }
    out + "</body>\n</html>\n"
}

/// The head of the page, which loads nothing.
const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>TITLE</title>\n<style>\n\
body { font: 11pt/1.4 serif; margin: 2em; }\nul { list-style: none; padding: 0; columns: 2; }\nul.said { columns: 1; }\n\
section { break-after: page; }\nblockquote { white-space: pre-wrap; }\n</style>\n</head>\n<body>\n";

/// The findings, most serious first.
fn remarks(sheet: &Sheet<'_>) -> Vec<String> {
    let report = sheet.report;
    let mut said: Vec<String> = report.likely_outcome.iter().map(|s| supposed(report, s)).collect();
    let finding = |f: &Finding| format!("{}: {}", f.code, finding_text(f, report));
    said.extend(report.violations.iter().map(finding));
    said.extend(report.warnings.iter().map(|f| format!("note: {}", f.message)));
    said.extend(report.fix.iter().map(|fix| format!("Smallest change: {fix}")));
    said
}

/// The rulings behind the violations, quoted once each.
fn quoted(sheet: &Sheet<'_>) -> Vec<(String, String)> {
    let mut quoted: Vec<(String, String)> = Vec::new();
    for finding in &sheet.report.violations {
        let (Some(id), Some(citation)) = (&finding.ruling, &finding.citation) else { continue };
        let Some(words) = (sheet.quote)(id) else { continue };
        let citation = format!("{citation} [{id}]");
        if !quoted.iter().any(|(known, _)| *known == citation) {
            quoted.push((citation, words));
        }
    }
    quoted
}

/// Escapes HTML.
fn text(text: &str) -> String {
    let safe = super::style::safe(text.trim_end());
    safe.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
