//! What all pages of HTML have in common: one stylesheet, nothing loaded from anywhere, legible in light, in
//! dark and on paper.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::style::safe;

/// The stylesheet of every page.
pub(crate) const STYLE: &str = include_str!("page.css");

/// A page that stands alone: it can be kept as a file, mailed and printed.
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
