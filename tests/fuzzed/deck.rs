//! Decks: read in any format, checked, laid out and printed.

use judge::deck::{AsOf, Checker};
use judge::render::deck as look;

use super::decks::checker;
use super::{again, narrow, shown, shown_json};

/// Any bytes get the same verdict twice, with line numbers that are in the file; a deck in canonical order is
/// the same deck when read again.
pub fn deck(bytes: &[u8]) {
    let checker = checker(AsOf::Newest);
    let report = checker.check("deck", bytes);
    let lines = 1 + bytes.iter().filter(|b| **b == b'\n').count();
    for finding in report.violations.iter().chain(&report.warnings) {
        assert!(finding.lines.iter().all(|line| *line <= lines), "{finding:?}");
    }
    let json = shown_json(&report);
    if again(bytes) {
        assert_eq!(json, shown_json(&checker.check("deck", bytes)));
    }
    let report = checker.report(vec![report]);
    shown(&look::text(&report, None, look::Detail::Full, &narrow()));
    shown(&look::markdown(&report, None, look::Detail::Full));
    laid_out(&checker, bytes);
}

/// A deck whose lines were all read is the same deck in canonical form.
fn laid_out(checker: &Checker<'_>, bytes: &[u8]) {
    let Ok(layout) = checker.lay_out(bytes) else { return };
    let list = look::layout(&layout, &narrow());
    shown(&list);
    shown(&look::canonical(&layout));
    if !layout.unread.is_empty() || layout.sections.is_empty() {
        return;
    }
    let second = checker.lay_out(list.as_bytes()).unwrap_or_else(|e| panic!("{e}\n{list}"));
    assert_eq!(second.sections, layout.sections, "{list}\n{:?}", second.unread);
}
