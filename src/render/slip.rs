//! A ruling as HTML with citation, date and edition, for the page for phones or printed on half a sheet of
//! paper.

use maud::{Markup, html};

use super::on_page::on_page;
use super::page;
use super::ruling::{self, View};
use super::style::safe;
use crate::corpus::newer::{self, NewerKnown};
use crate::corpus::{Authority, Ruling};

/// A ruling on paper of its own.
pub(crate) struct Slip<'s> {
    pub ruling: &'s Ruling,
    pub view: View<'s>,
    /// Known later documents, with what they changed of this ruling.
    pub newer: Vec<NewerKnown>,
}

/// Slips to print, half a sheet or less each.
pub(crate) fn page(slips: &[Slip<'_>], not_held: &[String]) -> String {
    let title = slips.iter().map(|slip| slip.ruling.id.as_str()).collect::<Vec<_>>().join(", ");
    let body = html! {
        main.slips {
            @for sentence in not_held { p.warning { (safe(sentence)) } }
            @for Slip { ruling, view, newer } in slips {
                div.slip {
                    (self::ruling(ruling, *view))
                    @for newer in newer::to_report(newer) {
                        p.warning { (safe(&on_page(&newer.shown()))) }
                    }
                }
            }
        }
    };
    page::alone(&title, &body)
}

/// The rank of a ruling's title within its page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Heading {
    /// The page is about this ruling.
    #[cfg(any(feature = "offline", feature = "serve"))]
    First,
    /// It is one of several things on the page.
    #[default]
    Second,
}

impl Heading {
    fn around(self, title: &Markup) -> Markup {
        match self {
            #[cfg(any(feature = "offline", feature = "serve"))]
            Self::First => html! { h1 { (title) } },
            Self::Second => html! { h2 { (title) } },
        }
    }
}

/// One ruling. A rule in judge's own words never looks like a quotation.
pub(crate) fn ruling(ruling: &Ruling, view: View<'_>) -> Markup {
    headed(ruling, view, Heading::Second)
}

/// One ruling, below a heading.
pub(crate) fn headed(ruling: &Ruling, view: View<'_>, heading: Heading) -> Markup {
    let title = html! { (safe(&ruling.shown_title())) " " small { (ruling.id) } };
    let day = view.day;
    let ((answer, in_answer), question) = ruling::with_marks(ruling, view);
    html! {
        article.ruling aria-label=(safe(&ruling.citation_on(day))) {
            p.cite {
                @if let Some(label) = ruling.authority.label() { strong.warning { (label) } " " }
                cite { (safe(&ruling.citation_on(day))) }
                span.aside { " · " (ruling.game.code()) @if let Some(date) = ruling::dated(ruling, day) { " · " span.day { (date) } } }
                @if !ruling.is_in_force(day) { " " strong.warning { (ruling::not_in_force(ruling, view)) } }
            }
            (heading.around(&title))
            @if let Some(house) = &ruling.house { p.warning { "House ruling by " (safe(house)) ". Not official." } }
            @match &ruling.digest {
                Some(digest) => {
                    p.own { (safe(&ruling::introduction(ruling, digest, view.decides))) }
                    div.told { (words(&answer, &[])) }
                    @if let Some(later) = ruling::later(ruling, digest) { p.warning { (safe(&later)) } }
                }
                None => blockquote { (words(&answer, &in_answer)) },
            }
            @if let Some((question, in_question)) = &question {
                p.aside { "The question:" }
                blockquote.aside { (words(question, in_question)) }
            }
            @if ruling.authority != Authority::Digest {
                p.edition.aside { (safe(ruling.game.name())) "; stands in " (safe(&documents(ruling))) }
            }
        }
    }
}

/// Every document that contains the ruling in these words.
fn documents(ruling: &Ruling) -> String {
    ruling.documents.iter().map(|d| format!("{}, {}", d.title, d.shown())).collect::<Vec<_>>().join("; ")
}

/// Paragraphs of plain text with highlighted character ranges.
fn words(text: &str, marks: &[(usize, usize)]) -> Markup {
    let mut start = 0;
    let paragraphs = text.split('\n').map(|paragraph| {
        let from = start;
        start += paragraph.chars().count() + 1;
        (from, paragraph)
    });
    html! {
        @for (from, paragraph) in paragraphs.filter(|(_, p)| !p.is_empty()) {
            p { @for (piece, marked) in pieces(paragraph, from, marks) {
                @if marked { mark { (safe(&piece)) } } @else { (safe(&piece)) }
            } }
        }
    }
}

/// Splits a paragraph, whose first character is number `from`, at the borders of the highlights.
fn pieces(paragraph: &str, from: usize, marks: &[(usize, usize)]) -> Vec<(String, bool)> {
    let mut pieces: Vec<(String, bool)> = Vec::new();
    for (n, c) in paragraph.chars().enumerate() {
        let marked = marks.iter().any(|(a, b)| (*a..*b).contains(&(from + n)));
        match pieces.last_mut() {
            Some((piece, same)) if *same == marked => piece.push(c),
            _ => pieces.push((c.to_string(), marked)),
        }
    }
    pieces
}
