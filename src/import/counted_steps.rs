//! Steps of a turn with a number, a title and their words in one line, `2 Muster. Each captain …`.

use super::block;
use super::line::{Line, Opening};

/// The minimum number of such lines that is not a coincidence.
const MIN_STEPS: usize = 3;

/// The maximum number of words in a step's title.
const MAX_TITLE_WORDS: usize = 4;

/// Marks the lines with which such steps begin.
pub(super) fn find(lines: &mut [Line]) {
    let numbered: Vec<(usize, u32)> =
        (0..lines.len()).filter_map(|n| number(&lines[n].text).map(|count| (n, count))).collect();
    let mut run: Vec<usize> = Vec::new();
    let mut last = 0;
    for (n, count) in numbered.into_iter().chain([(lines.len(), 1)]) {
        if count != last + 1 || n == lines.len() {
            if run.len() >= MIN_STEPS {
                run.iter().for_each(|n| lines[*n].opening = Opening::Ruling);
            }
            run.clear();
        }
        if count == 1 || !run.is_empty() {
            run.push(n);
        }
        last = count;
    }
}

/// The number of a step.
fn number(text: &str) -> Option<u32> {
    let (number, rest) = text.split_once(' ')?;
    let (title, words) = rest.split_once(". ")?;
    let titled = title.split(' ').count() <= MAX_TITLE_WORDS
        && title.starts_with(char::is_uppercase)
        && block::is_titled_throughout(title);
    let said = words.starts_with(char::is_uppercase);
    number.parse().ok().filter(|_| titled && said && number.len() < 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_count_up_in_front_of_titles_are_steps() {
        let read = |text: &str| {
            let mut lines = Line::all(text);
            find(&mut lines);
            lines.iter().filter(|l| l.opening == Opening::Ruling).count()
        };
        assert_eq!(
            read("1 Tide. Turn it.\nand on.\n2 Watch. Set one.\n3 Bell. Ring it.\n1 Rope. Tie it.\n"),
            3
        );
        assert_eq!(read("1 Tide. Turn it.\n3 Watch. Set one.\n4 Bell. Ring it.\n"), 0);
        assert_eq!(read("1 Tide turns. Then it.\n2 ropes. Tie.\n3 Bell. ring.\n"), 0);
    }
}
