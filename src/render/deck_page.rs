//! Deck checks on the page for phones.

use maud::{Markup, html};

use super::Style;
use super::deck::{certainty, header, line, lines, own_fix, ruled, supposed};
use super::on_page::on_page;
use super::style::safe;
use crate::deck::{DeckReport, Finding, Report};

/// Everything about the decks; `link` returns a ruling's address.
pub(crate) fn found(report: &Report, link: &dyn Fn(&str) -> String) -> Markup {
    let lists = std::iter::once(report.list.as_ref()).chain(report.also.as_ref().map(Some));
    html! {
        @for list in lists { p.aside { (safe(on_page(&header(list, &Style::plain(usize::MAX))).trim())) } }
        @for deck in &report.decks {
            p { @if report.decks.len() > 1 { strong { (deck.verdict.shown()) } " " } (safe(&line(deck))) }
            @if let Some(likely) = &deck.likely_outcome { p.warning { (safe(&on_page(&supposed(deck, likely)))) } }
            (findings(deck, link))
            @if let Some(fix) = &deck.fix { p { "Smallest change: " (safe(&on_page(fix))) } }
        }
    }
}

fn findings(deck: &DeckReport, link: &dyn Fn(&str) -> String) -> Markup {
    html! {
        @if !(deck.violations.is_empty() && deck.warnings.is_empty()) {
            ul.found {
                @for finding in &deck.violations { li {
                    p { strong { (finding.code) } ": " (said(finding)) }
                    @if let Some(citation) = &finding.citation { (cited(finding, citation, link)) }
                    @if let Some(fix) = own_fix(finding, deck) { p { (safe(&on_page(fix))) } }
                } }
                @for finding in &deck.warnings { li { p { "note: " (said(finding)) } } }
            }
        }
    }
}

fn said(finding: &Finding) -> String {
    safe(&on_page(&format!("{}{}", finding.message, lines(finding)))).into_owned()
}

/// The citation of a finding, linked to the ruling's text if that is held.
fn cited(finding: &Finding, citation: &str, link: &dyn Fn(&str) -> String) -> Markup {
    html! {
        p.aside {
            @match &finding.ruling {
                Some(id) => a href=(link(id)) { (safe(&ruled(finding, citation))) },
                None => (safe(citation)),
            }
            (certainty(finding))
        }
    }
}
