//! What a table of questions and answers leaves around them in plain text: the row's number in front of the
//! question, `1.04 Q. May I …`; the heads of its columns; who asked, `asked by Anna`.

use super::block::{Block, Shape, ends_sentence};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{grids, numbers};

/// Fewer of a sort are no coincidence's end.
const MIN_LINES: usize = 3;

/// The minimum number of lines that tell who asked.
const MIN_ASKERS: usize = 2;

/// How such lines begin.
const ASKED: [&str; 8] = [
    "asked by ",
    "Asked by ",
    "submitted by ",
    "Submitted by ",
    "sent in by ",
    "Sent in by ",
    "question from ",
    "gefragt von ",
];

/// They have no more words.
const MAX_ASKER_WORDS: usize = 8;

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
    if lines.iter().filter(|line| is_asker(&line.text)).count() >= MIN_ASKERS {
        for line in lines.iter_mut().filter(|line| is_asker(&line.text)) {
            line.perhaps_blank = true;
            gone.push(line.take(WhyLeft::OfAPost));
        }
    }
    gone
}

/// The question behind the number of its row.
fn behind_number(text: &str) -> Option<&str> {
    let (number, words) = text.split_once(' ')?;
    let digits = number.trim_end_matches(['.', ')']);
    let counts = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    (counts && digits.len() <= 6 && numbers::asks(words)).then_some(words)
}

fn is_asker(text: &str) -> bool {
    ASKED.iter().any(|by| text.starts_with(by))
        && text.split(' ').count() <= MAX_ASKER_WORDS
        && !ends_sentence(text)
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
    fn numbers_heads_and_askers_are_taken_off() {
        let text = "No. The question The answer\n1.01 Q. May I?\nasked by Bell\nA. So.\n1.02 Q. Is it?\nA. No.\n\
                    No.\nQuestion\nAnswer\n1.03 Q. Am I?\nasked by Anna Lamp\nA. Yes.\n";
        let mut lines = Line::all(text);
        assert_eq!(find(&mut lines).len(), 9);
        let kept: Vec<&str> = lines.iter().map(|l| l.text.as_str()).filter(|t| !t.is_empty()).collect();
        assert_eq!(kept, ["Q. May I?", "A. So.", "Q. Is it?", "A. No.", "Q. Am I?", "A. Yes."]);
    }
}
