//! What all HTML pages have in common: one style sheet, no external resources, legible in light and dark mode
//! and on paper.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::style::safe;

/// The style sheet of every page.
pub(crate) const STYLE: &str = include_str!("page.css");

/// A self-contained page, which can be saved, mailed and printed.
pub(crate) fn alone(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (safe(title)) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    page.into_string() + "\n"
}
