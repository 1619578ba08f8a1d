//! Questions and answers that a page or a Markdown text distinguishes by their setting: the question in bold
//! in front of its answer, or their letters in cells of their own.

use super::block::{Block, Shape, without_emphasis};

/// Fewer of a sort are no form of a document.
const MIN_OF_A_SORT: usize = 2;

/// Cuts paragraphs behind the question in bold that they begin with, and puts the letters of questions and
/// answers that are blocks of their own in front of these.
pub(super) fn part(blocks: &mut Vec<Block>) {
    cut_behind_bold(blocks);
    join_letters(blocks);
    head_questions(blocks);
}

/// Fewer headings that ask are no form of a document.
const MIN_HEADINGS: usize = 3;

/// Fewer words may ask for the sake of the answer: `Why?`
const MIN_WORDS: usize = 6;

/// What is uncertain about a question that only its words distinguish from the answer above.
const UNMARKED: &str =
    "it asks, and has not the mark of a heading that other questions have; is it an entry of its own?";

/// Makes headings of the questions that stand below an answer without the mark that other questions have:
/// each is a paragraph of its own, or the beginning of the one with its answer.
fn head_questions(blocks: &mut Vec<Block>) {
    let asks = |block: &&Block| block.shape == Shape::Heading && block.text.ends_with('?');
    let Some(level) = blocks.iter().filter(asks).nth(MIN_HEADINGS - 1).map(|block| block.level) else {
        return;
    };
    let mut out: Vec<Block> = Vec::with_capacity(blocks.len());
    let mut is_answered = false;
    let mut rest = std::mem::take(blocks).into_iter().peekable();
    while let Some(block) = rest.next() {
        let said_below = rest.peek().is_some_and(|next| next.shape == Shape::Paragraph);
        let end = question(&block).filter(|end| is_answered && (*end < block.text.len() || said_below));
        if block.is_heading() {
            is_answered = false;
        } else if out.last().is_some_and(|above| asks(&above)) || end.is_some() {
            is_answered = true;
        }
        let Some(end) = end else {
            out.push(block);
            continue;
        };
        let (question, said) = (block.text[..end].to_owned(), block.text[end..].trim_start().to_owned());
        out.push(Block { text: question, shape: Shape::Heading, level, ..block.clone() });
        let below = Some(Block { text: said, ..block }).filter(|below| !below.text.is_empty());
        out.extend(below.or_else(|| rest.next()).map(|below| Block { doubt: Some(UNMARKED), ..below }));
    }
    *blocks = out;
}

/// Where the question ends that a paragraph begins with.
fn question(block: &Block) -> Option<usize> {
    let text = Some(&block.text).filter(|_| block.shape == Shape::Paragraph && !block.is_quoted)?;
    let end = text.find('?')? + 1;
    let question = &text[..end];
    // A sentence in front of it may be the answer's.
    let alone = !question.contains(['.', '!', '“', '"']) && question.split(' ').count() >= MIN_WORDS;
    let parted = text[end..].is_empty() || text[end..].starts_with(' ');
    (alone && parted && question.starts_with(char::is_uppercase)).then_some(end)
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

    #[test]
    fn questions_below_an_answer_are_headings_where_others_are() {
        let of = |text: &str, shape: Shape| Block::paragraph(1, text).shaped(shape);
        let head = |text: &str| of(text, Shape::Heading);
        let said = |text: &str| of(text, Shape::Paragraph);
        let mut blocks = vec![
            head("May a raft be towed?"),
            said("What does a tow need to be one? A rope."),
            said("Who pays for the rope of a raft? Its owner."),
            head("May two be towed?"),
            said("Yes."),
            said("And who steers where there are two of them?"),
            said("The first. Why? It sees the harbour."),
            head("May three?"),
            said("No."),
        ];
        part(&mut blocks);
        let heads = blocks.iter().filter(|block| block.shape == Shape::Heading);
        let heads: Vec<&str> = heads.map(|block| &*block.text).collect();
        let expected = [
            "May a raft be towed?",
            "Who pays for the rope of a raft?",
            "May two be towed?",
            "And who steers where there are two of them?",
            "May three?",
        ];
        assert_eq!(heads, expected);
        let doubted = blocks.iter().filter(|block| block.doubt.is_some());
        let doubted: Vec<&str> = doubted.map(|block| &*block.text).collect();
        assert_eq!(doubted, ["Its owner.", "The first. Why? It sees the harbour."]);
    }
}
