//! Diagnostics with the offending text underlined.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::style::{Style, is_unsafe, safe};
use crate::corpus::{Diagnostic, Severity};

/// A diagnostic for the terminal; `source` is the file's text, if available.
pub fn text(diagnostic: &Diagnostic, source: Option<&str>, style: &Style) -> String {
    let message = safe(&diagnostic.message).into_owned();
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(message.as_str()).id(diagnostic.code.as_str());
    let path = safe(&diagnostic.place.file).into_owned();
    let clean = source.map(printable);
    let span = clean.as_deref().and_then(|text| span(text, diagnostic));
    let mut group = match (&clean, span) {
        (Some(text), Some(span)) => title.element(
            Snippet::source(text.as_str()).path(path.as_str()).annotation(AnnotationKind::Primary.span(span)),
        ),
        _ => title.element(origin(&path, diagnostic)),
    };
    let hint = diagnostic.hint.as_ref().map(|h| safe(h).into_owned());
    if let Some(hint) = &hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    format!("{}\n\n", renderer.term_width(style.width).render(&[group]))
}

/// The position of a diagnostic whose file cannot be quoted.
fn origin<'a>(path: &'a str, diagnostic: &Diagnostic) -> annotate_snippets::Origin<'a> {
    let origin = annotate_snippets::Origin::path(path);
    match (diagnostic.place.line, diagnostic.place.column) {
        (0, _) => origin,
        (line, column) => origin.line(line).char_column(column),
    }
}

/// Replaces every control character by a printable one, preserving the number of characters.
fn printable(text: &str) -> String {
    text.chars().map(|c| if is_unsafe(c) && c != '\t' { '␀' } else { c }).collect()
}

/// The byte range that a diagnostic refers to.
fn span(text: &str, diagnostic: &Diagnostic) -> Option<std::ops::Range<usize>> {
    let place = &diagnostic.place;
    let line = place.line.checked_sub(1)?;
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = text.get(start..)?.split('\n').next()?;
    let byte = |characters: usize| rest.char_indices().nth(characters).map_or(rest.len(), |(at, _)| at);
    let column = place.column.saturating_sub(1);
    let from = start + byte(column);
    let to = start + byte(column + place.length.max(1));
    Some(from..to.max(from))
}
