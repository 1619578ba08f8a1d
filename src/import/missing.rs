//! Numbers of rules that a document skips: the rule that is missing may stand in the one before.

use std::collections::BTreeSet;

use super::draft::Draft;
use super::numbers;

/// Fewer numbers than this that follow each other may skip one as they please.
const MIN_FOLLOWING: usize = 8;

/// Flags the rule in front of a number that is missing, if nearly all follow each other.
pub(super) fn mark(drafts: &mut [Draft]) {
    let numbers: Vec<(usize, Vec<u32>)> =
        (0..drafts.len()).filter_map(|n| Some((n, count(drafts[n].number.as_deref()?)?))).collect();
    let known: BTreeSet<&Vec<u32>> = numbers.iter().map(|(_, count)| count).collect();
    let follows = |pair: &&[(usize, Vec<u32>)]| next(&pair[0].1) == pair[1].1;
    let following = numbers.windows(2).filter(follows).count();
    let skips: Vec<(usize, String)> = numbers
        .windows(2)
        .filter(|pair| skipped(&pair[0].1, &pair[1].1).is_some_and(|missing| !known.contains(&missing)))
        .filter_map(|pair| {
            let (n, before) = &pair[0];
            let parted = drafts[*n].number.as_deref().is_some_and(|number| number.contains('-'));
            Some((*n, printed(&skipped(before, &pair[1].1)?, if parted { "-" } else { "." })))
        })
        .collect();
    if following < MIN_FOLLOWING || skips.len() * 4 > following {
        return;
    }
    for (n, number) in skips {
        drafts[n].unsure("text", format!("{number} is missing behind it; does it stand in it?"));
    }
}

fn count(number: &str) -> Option<Vec<u32>> {
    number
        .split(numbers::PARTED)
        .map(|part| part.parse().ok())
        .collect::<Option<Vec<u32>>>()
        .filter(|all| all.len() > 1)
}

fn next(count: &[u32]) -> Vec<u32> {
    let mut next = count.to_vec();
    next.last_mut().into_iter().for_each(|last| *last += 1);
    next
}

/// The number behind the first that the second skips.
fn skipped(before: &[u32], behind: &[u32]) -> Option<Vec<u32>> {
    let (last, own) = (before.last()?, behind.last()?);
    let beside = before.len() == behind.len() && before[..before.len() - 1] == behind[..behind.len() - 1];
    (beside && *own > last + 1).then(|| next(before))
}

fn printed(count: &[u32], between: &str) -> String {
    count.iter().map(u32::to_string).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_skipped_is_noted() {
        let counts = |text: &str| count(text).unwrap_or_default();
        assert_eq!(skipped(&counts("1.2"), &counts("1.4")), Some(vec![1, 3]));
        for (before, behind) in [("1.2", "1.3"), ("1.2", "2.1"), ("1.2", "1.2.1"), ("1.4", "1.2")] {
            assert_eq!(skipped(&counts(before), &counts(behind)), None);
        }
    }
}
