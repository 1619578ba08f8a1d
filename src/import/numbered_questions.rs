//! What a table of questions and answers leaves around them in plain text: the row's number in front of the
//! question, `1.04 Q. May I …`; the heads of its columns; who asked, `asked by Anna`.

use super::block::{Block, Shape, begins_inside, ends_sentence};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{attributions, grids, numbers};

/// Fewer of a sort are no coincidence's end.
const MIN_LINES: usize = 3;

/// The minimum number of lines that say who asked.
const MIN_ATTRIBUTIONS: usize = 2;

/// Takes all that off the lines; what went is returned.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = heads(lines);
    let counted = |line: &Line| behind_number(&line.text).is_some();
    if lines.iter().filter(|line| counted(line)).count() >= MIN_LINES {
        for line in lines.iter_mut() {
            let Some(words) = behind_number(&line.text).map(str::to_owned) else { continue };
            let number = line.text[..line.text.len() - words.len()].trim_end();
            gone.push(Block::paragraph(line.line, number).shaped(Shape::Aside(WhyLeft::NumberInFront)));
            (line.text, line.opening) = (words, Opening::Paragraph);
        }
    }
    let attributions = attribution_lines(lines);
    if attributions.len() >= MIN_ATTRIBUTIONS {
        for n in attributions {
            lines[n].perhaps_blank = true;
            gone.push(lines[n].take(WhyLeft::OfAPost));
        }
    }
    gone
}

/// The lines that say who asked: behind the end of a sentence, and no sentence goes on below them.
fn attribution_lines(lines: &[Line]) -> Vec<usize> {
    let mut before = "";
    let mut found = Vec::new();
    for (n, line) in lines.iter().enumerate().filter(|(_, line)| !line.text.is_empty()) {
        let goes_on = lines.get(n + 1).is_some_and(|next| begins_inside(&next.text));
        if attributions::is_attribution(&line.text) && ends_sentence(before) && !goes_on {
            found.push(n);
        }
        before = &line.text;
    }
    found
}

/// The question behind the number of its row.
fn behind_number(text: &str) -> Option<&str> {
    let (number, words) = text.split_once(' ')?;
    let digits = number.trim_end_matches(['.', ')']);
    let counts = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    (counts && digits.len() <= 6 && numbers::is_marked_question(words)).then_some(words)
}

/// Takes out the heads of the columns, on one line or on a line each.
fn heads(lines: &mut [Line]) -> Vec<Block> {
    let mut gone = Vec::new();
    let full: Vec<usize> = (0..lines.len()).filter(|n| !lines[*n].text.is_empty()).collect();
    for at in 0..full.len() {
        let run = (1..=3).find(|count| {
            let own = full.get(at..at + count).unwrap_or_default();
            let said: Vec<&str> = own.iter().map(|n| lines[*n].text.as_str()).collect();
            !own.is_empty()
                && own.iter().all(|n| lines[*n].opening == Opening::None)
                && grids::are_heads(&said)
        });
        for n in &full[at..at + run.unwrap_or(0)] {
            gone.push(lines[*n].take(WhyLeft::TableHeads));
        }
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_heads_and_attributions_are_taken_off() {
        let text = "No. The question The answer\n1.01 Q. May I?\nasked by Bell\nA. So.\n1.02 Q. Is it?\nA. No.\n\
                    No.\nQuestion\nAnswer\n1.03 Q. Am I?\nasked by Anna Lamp\nA. Yes.\n";
        let mut lines = Line::all(text);
        assert_eq!(find(&mut lines).len(), 9);
        let kept: Vec<&str> = lines.iter().map(|l| l.text.as_str()).filter(|t| !t.is_empty()).collect();
        assert_eq!(kept, ["Q. May I?", "A. So.", "Q. Is it?", "A. No.", "Q. Am I?", "A. Yes."]);
    }
}
