//! `--format svg`, `html` and `mermaid`: pictures of replays, and rulings as printed slips.

use super::rulings::Marks;
use super::ui::Ui;
use super::{FormatArg, Globals, Status, UsageError};
use crate::corpus::{Corpus, Ruling};
use crate::engine::scenario::Played;
use crate::render::picture::{self, Notices};
use crate::render::replay::linked;
use crate::render::ruling::{self, View};
use crate::render::slip::{self, Slip};
use crate::search::{AsOfDay, HeldRulings, Subjects};

/// Prints replays as a picture or page if the format asks for one, and returns the exit status. `named` is
/// the number of scenarios named.
///
/// # Errors
/// Several scenarios for a single picture, and rulings that cannot be read.
pub(crate) fn replays<'c>(
    played: &[Played],
    named: usize,
    notices: &Notices,
    globals: &Globals,
    corpus: impl FnOnce() -> anyhow::Result<&'c Corpus>,
    ui: &mut Ui,
) -> anyhow::Result<Option<Status>> {
    let status = |played: &[Played]| Status::found(played.iter().all(|p| p.passed));
    match globals.format {
        FormatArg::Text | FormatArg::Markdown | FormatArg::Json => Ok(None),
        FormatArg::Html => {
            ui.print(&picture::page(played, &cited_words(corpus()?, played), notices))?;
            Ok(Some(status(played)))
        }
        FormatArg::Mermaid => {
            let one = one(played, named, ui)?;
            ui.print(&picture::mermaid(one, notices))?;
            Ok(Some(status(std::slice::from_ref(one))))
        }
        FormatArg::Svg => {
            let one = one(played, named, ui)?;
            ui.print(&picture::svg(one, notices, &cited_words(corpus()?, std::slice::from_ref(one))))?;
            Ok(Some(status(std::slice::from_ref(one))))
        }
    }
}

/// The text of every citation in these replays.
pub fn cited_words(corpus: &Corpus, played: &[Played]) -> Vec<picture::CitedText> {
    let mut all: Vec<String> = played.iter().flat_map(|p| &p.steps).filter_map(linked).collect();
    let mut seen = std::collections::BTreeSet::new();
    all.retain(|c| seen.insert(c.clone()));
    let words = |cited: String| {
        let ruling = corpus.ruling(cited.split('#').next().unwrap_or(&cited))?;
        let text = if cited.contains('#') { corpus.clause(&cited)? } else { ruling.text() };
        let citation = format!("{}{}", ruling.label(), ruling.citation());
        let introduction = ruling.digest.as_ref().map(|rule| ruling::introduction(ruling, rule, false));
        let later = ruling.digest.as_ref().and_then(|rule| ruling::later(ruling, rule));
        Some(picture::CitedText { cited, citation, introduction, text, later })
    };
    all.into_iter().filter_map(words).collect()
}

/// The single scenario for a picture, if one was named; each variation is a picture of its own.
fn one<'p>(played: &'p [Played], named: usize, ui: &Ui) -> anyhow::Result<&'p Played> {
    match played.iter().filter(|p| p.variation_of.is_none()).chain(played).next() {
        Some(one) if named == 1 => {
            let others: Vec<&str> =
                played.iter().filter(|p| p.name != one.name).map(|p| p.name.as_str()).collect();
            if !others.is_empty() {
                ui.note(&format!(
                    "drawn without its variations, each a picture by its own name: {}",
                    others.join(", ")
                ));
            }
            Ok(one)
        }
        _ => Err(UsageError(
            "A picture shows one scenario; name one. `--format html` draws several.".to_owned(),
        )
        .into()),
    }
}

/// Prints rulings as slips of paper.
///
/// # Errors
/// Any I/O error.
pub(crate) fn slips(
    rulings: &[Ruling],
    marks: Marks<'_>,
    as_of: &AsOfDay,
    held: &HeldRulings,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    if rulings.is_empty() {
        return Ok(());
    }
    let tags: Vec<_> = rulings.iter().map(|r| as_of.by_tag(r)).collect();
    let marked: Vec<_> = rulings.iter().map(marks).collect();
    let beside = tags.iter().zip(&marked);
    let views = beside.map(|(tag, highlights)| View {
        day: as_of.day,
        by_tag: tag.as_ref(),
        highlights,
        ..View::default()
    });
    // Each slip is handed out alone: it says what changed of its own ruling, and nothing of the others.
    let slip = |(ruling, view)| Slip { ruling, view, newer: as_of.newer(held, &Subjects::rulings([ruling])) };
    let slips: Vec<Slip<'_>> = rulings.iter().zip(views).map(slip).collect();
    let not_held = as_of.not_held_for(held, rulings);
    Ok(ui.print(&slip::page(&slips, &not_held))?)
}
