//! Counted headings that have lost their words: where a page's boxes and columns stand out of order, the
//! words may be those of the entry before or behind.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::leftover::{Leftover, WhyLeft};
use super::{block, names, numbers};

/// A longer line is a sentence rather than a heading.
const MAX_WORDS: usize = 10;

/// Flags the entries that may hold the words of such a heading: the one counted before it, if the heading
/// stands above that, or the only one between it and the next of its count.
pub(super) fn mark(drafts: &mut [Draft], left: &[Leftover]) {
    let counts: BTreeMap<Count, usize> =
        drafts.iter().enumerate().rev().filter_map(|(n, draft)| Some((count_of(draft)?, n))).collect();
    for heading in left.iter().filter(|l| is_bare(l)) {
        let Some((prefix, number)) = counted(&heading.text) else { continue };
        let at = |number: u32| counts.get(&(prefix.clone(), number)).copied();
        let before = number.checked_sub(1).and_then(at);
        let next = number.checked_add(1).and_then(at);
        let holds = match (before, next) {
            (Some(before), _) if drafts[before].line > heading.line => Some(before),
            (Some(before), Some(next)) if before + 2 == next => Some(before + 1),
            _ => None,
        };
        if let Some(draft) = holds.map(|n| &mut drafts[n]).filter(|d| has_several_paragraphs(d)) {
            let title = names::shortened(&heading.text);
            let text = format!(
                "`{title}` stands without any words of its own on line {}; are its words among these?",
                heading.line
            );
            draft.unsure("text", text);
        }
    }
}

/// What stands in front of the last number of a count, `C.` of `C.2`, and that number.
type Count = (String, u32);

fn count_of(draft: &Draft) -> Option<Count> {
    let heading = draft.section.last().map(String::as_str);
    draft.number.as_deref().or(heading).and_then(counted)
}

/// The count in front of a title, `(1.2) Limits`, `C.2 Side Quays`, or by itself.
fn counted(text: &str) -> Option<Count> {
    let mark = text.split(' ').next()?.trim_matches(['(', ')', '[', ']', '*', '.', ':']);
    let (prefix, number) = mark.rsplit_once('.')?;
    let sound = prefix.len() <= 3 && prefix.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
    let number = number.parse().ok().filter(|_| sound && !prefix.is_empty())?;
    Some((prefix.to_owned(), number))
}

fn is_bare(left: &Leftover) -> bool {
    let lost = matches!(left.why, WhyLeft::NothingUnder | WhyLeft::BeforeFirstPart | WhyLeft::InNoEntry);
    let short = left.text.split(' ').count() <= MAX_WORDS && !block::ends_sentence(&left.text);
    lost && short && numbers::speaker(&left.text).is_none()
}

fn has_several_paragraphs(draft: &Draft) -> bool {
    let is_own = |p: &&str| !p.trim().is_empty() && block::list_mark(p).is_none();
    draft.text.split("\n\n").filter(is_own).count() > 1
}
