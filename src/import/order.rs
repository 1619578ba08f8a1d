//! Detects rules that are out of numerical order: columns may have been extracted row by row, mixing the
//! words of different rules.

use std::collections::BTreeSet;

use super::draft::Draft;

/// Flags the rules on both sides of a place where the numbering jumps although the next number exists.
pub(super) fn mark(drafts: &mut [Draft]) {
    let numbered: Vec<(usize, (u32, u32))> =
        drafts.iter().enumerate().filter_map(|(n, d)| Some((n, counted(d.number.as_deref()?)?))).collect();
    let all: BTreeSet<(u32, u32)> = numbered.iter().map(|(_, number)| *number).collect();
    for pair in numbered.windows(2) {
        let [(before, (major, minor)), (behind, (to, of))] = pair else { continue };
        let (due, first) = ((*major, minor + 1), (*to, of.saturating_sub(1)));
        let counts_on = (*to, *of) == due || (*to, *of) == (*major, *minor);
        let missed = [due, first].into_iter().find(|number| number.1 > 0 && all.contains(number));
        if let Some((major, minor)) = missed.filter(|_| !counts_on) {
            let text = format!(
                "{major}.{minor} does not stand next to it in the document but elsewhere; are all its words its own?"
            );
            for at in [before, behind] {
                drafts[*at].unsure("text", text.clone());
            }
        }
    }
}

fn counted(number: &str) -> Option<(u32, u32)> {
    let (major, minor) = number.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
