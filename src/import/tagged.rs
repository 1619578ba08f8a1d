//! Rules with the version that brought them in front of their title, and no number: `(v1.8) Moored Ships`.

use super::block::{self, Block, Shape};
use super::draft::{Draft, Id};
use super::{names, numbers};
use crate::corpus::Kind;

/// The version of such a rule, and what stands behind it; none where the words above cite one.
pub(super) fn head(block: &Block, above: Option<&Block>) -> Option<(String, String)> {
    let (since, at) = numbers::version_tag(&block.text)?;
    let rest = block.text[at..].trim_start_matches(['*', '_', ' ']);
    let ended =
        |b: &Block| b.is_heading() || matches!(b.shape, Shape::Item(_)) || block::ends_sentence(&b.text);
    let begins = rest.starts_with(|c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '\''));
    (begins && above.is_none_or(ended)).then(|| (since, rest.to_owned()))
}

/// The draft of such a rule, below the title of its part and the heading above it.
pub(super) fn draft(
    (since, title): (String, &str),
    kind: Kind,
    above: impl Iterator<Item = String>,
    line: usize,
) -> Draft {
    let mut draft = Draft::new(Id::Named("rules.", names::slug(title, 3)), kind, title, line);
    draft.since = Some(since);
    draft.section = above.collect();
    let quoted = format!("\"{}\"", names::title_case(title));
    draft.place = Some(match draft.section.first().filter(|part| !part.is_empty()) {
        Some(part) => format!("{}, {quoted}", names::title_case(part)),
        None => quoted,
    });
    draft
}
