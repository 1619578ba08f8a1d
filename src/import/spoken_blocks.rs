//! Questions and answers that a page or a Markdown text tells apart by their setting: the question in bold in
//! front of its answer, or their letters in cells of their own.

use super::block::{Block, Shape, without_emphasis};

/// Fewer of a sort are no form of a document.
const MIN_OF_A_SORT: usize = 2;

/// Cuts paragraphs behind the question in bold that they begin with, and puts the letters of questions and
/// answers that are blocks of their own in front of these.
pub(super) fn part(blocks: &mut Vec<Block>) {
    cut_behind_bold(blocks);
    join_letters(blocks);
}

fn cut_behind_bold(blocks: &mut Vec<Block>) {
    let is_bold = |b: &&Block| b.text.starts_with("**") && b.text.ends_with("?**");
    let run_in = blocks.iter().filter(|b| answer_behind(b).is_some()).count();
    if run_in == 0 || run_in + blocks.iter().filter(is_bold).count() < MIN_OF_A_SORT {
        return;
    }
    let mut out = Vec::with_capacity(blocks.len() + run_in);
    for mut block in blocks.drain(..) {
        let answer = answer_behind(&block).map(|at| block.text[at..].trim_start().to_owned());
        let below = answer.map(|text| Block { text, tight: true, ..block.clone() });
        if let Some(answer) = &below {
            block.text.truncate(block.text.len() - answer.text.len());
            block.text.truncate(block.text.trim_end().len());
            block.doubt = None;
        }
        out.push(block);
        out.extend(below);
    }
    *blocks = out;
}

/// Where the answer begins behind a question in bold, `**May I?** You may.`
fn answer_behind(block: &Block) -> Option<usize> {
    let inner = block.text.strip_prefix("**").filter(|_| block.shape == Shape::Paragraph)?;
    let end = inner.find("**")?;
    let behind = "**".len() * 2 + end;
    let asks = inner[..end].ends_with('?') && inner[..end].contains(' ');
    (asks && block.text[behind..].starts_with(' ')).then_some(behind)
}

fn join_letters(blocks: &mut Vec<Block>) {
    let count = |letter: char| blocks.iter().filter(|b| letter_alone(b) == Some(letter)).count();
    if count('Q').min(count('A')) < MIN_OF_A_SORT {
        return;
    }
    let mut out: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut open: Option<(char, Block)> = None;
    for block in blocks.drain(..) {
        let is_said = letter_alone(&block).is_none() && !matches!(block.shape, Shape::Aside(_));
        match open.take() {
            Some((letter, mark)) if is_said => {
                let text = format!("{letter}: {}", block.text);
                out.push(Block { text, line: mark.line, shape: Shape::Paragraph, ..block });
                continue;
            }
            Some((_, mark)) => out.push(mark),
            None => {}
        }
        match letter_alone(&block) {
            Some(letter) => open = Some((letter, block)),
            None => out.push(block),
        }
    }
    out.extend(open.map(|(_, mark)| mark));
    *blocks = out;
}

/// The letter of a question or an answer that is all a block says.
fn letter_alone(block: &Block) -> Option<char> {
    if matches!(block.shape, Shape::Aside(_)) || block.text.len() > "**Q:**".len() {
        return None;
    }
    match without_emphasis(&block.text).as_str() {
        "Q" | "Q:" | "Q." => Some('Q'),
        "A" | "A:" | "A." => Some('A'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<String> {
        let mut blocks: Vec<Block> = texts.iter().map(|text| Block::paragraph(1, *text)).collect();
        part(&mut blocks);
        blocks.into_iter().map(|block| block.text).collect()
    }

    #[test]
    fn answers_are_cut_from_their_questions_and_joined_to_their_letters() {
        let bold = ["**May I?** You may.", "**Who pays, then?**", "The owner.", "**Note:** It is."];
        assert_eq!(
            read(&bold),
            ["**May I?**", "You may.", "**Who pays, then?**", "The owner.", "**Note:** It is."]
        );
        assert_eq!(read(&["**May I?** You may.", "It is."]), ["**May I?** You may.", "It is."]);
        let cells = ["Q", "May I?", "A", "No.", "**Q:**", "And now?", "A:", "Yes.", "A"];
        assert_eq!(read(&cells), ["Q: May I?", "A: No.", "Q: And now?", "A: Yes.", "A"]);
        assert_eq!(read(&["Q", "Quay", "A", "Anchor"]), ["Q", "Quay", "A", "Anchor"]);
    }
}
