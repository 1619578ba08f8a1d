//! Pairs questions with their answers: by `Q:` and `A:`, by emphasis, or just by question marks.

use super::block::{self, Block, Shape, begins_inside, is_question};
use super::draft::{Draft, Id, Sink};
use super::italics::{is_italic, italic_start};
use super::leftover::WhyLeft;
use super::lettered;
use super::list_heads;
use super::names;
use super::numbers::{self, Speaker};
use super::question_sections;
use super::sections::Section;
use crate::corpus::{Game, Kind, markdown};

/// A pair under construction.
#[derive(Debug, Default)]
struct Pair {
    question: Vec<Block>,
    /// Whether its question is a heading: what stands below it answers.
    headed: bool,
    answer: Vec<Block>,
    unsure: Option<&'static str>,
    /// What is doubtful about the answer.
    doubt: Option<&'static str>,
}

/// Reads a part of questions and answers.
pub(super) fn read(section: &Section, sink: &mut Sink<'_>) {
    let has_questions =
        section.blocks.iter().any(|b| b.text.contains('?') || numbers::is_marked_question(&b.text));
    let spoken = section.blocks.iter().filter(|b| numbers::speaker(&b.text).is_some()).count();
    let spoken = spoken >= 2 && has_questions;
    let inside = section.blocks.iter().filter(|b| b.text.contains("? ") && !is_question(&b.text)).count();
    let apart = section.blocks.iter().filter(|b| is_question(&b.text)).count();
    let dense = inside > apart;
    let set_in = !spoken && answers_are_set_in(&section.blocks);
    let mut reader = Reader {
        section,
        spoken,
        only_questions_marked: spoken
            && !section.blocks.iter().any(|b| answers(b) || inner_answer(b).is_some()),
        only_answers_marked: spoken && !section.blocks.iter().any(|b| numbers::is_marked_question(&b.text)),
        under_rules: section.blocks.iter().filter(|b| numbers::is_under_rule(&b.text)).count() >= 2,
        dense,
        set_in,
        emphasis: Emphasis::of_questions(&section.blocks),
        pair: Pair::default(),
        before: Vec::new(),
        topic: None,
        above: None,
        said: false,
        mostly_states: question_sections::mostly_states(&section.blocks),
    };
    for (n, block) in section.blocks.iter().enumerate() {
        if spoken && question_sections::head_questions(&section.blocks[n..]) {
            reader.open_topic(block, sink);
            continue;
        }
        let next = section.blocks.get(n + 1);
        reader.block(block, next, sink);
    }
    reader.finish(sink);
    reader.finish_before(sink);
}

/// How questions are distinguished from answers typographically.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Emphasis {
    Italic,
    Bold,
}

impl Emphasis {
    /// The emphasis of at least two questions of a part, and of more than any other.
    fn of_questions(blocks: &[Block]) -> Option<Self> {
        let count = |own: Self| blocks.iter().filter(|b| is_question(&b.text) && own.has(&b.text)).count();
        let (italic, bold) = (count(Self::Italic), count(Self::Bold));
        (italic.max(bold) >= 2).then_some(if bold > italic { Self::Bold } else { Self::Italic })
    }

    /// Whether a whole text has this emphasis.
    fn has(self, text: &str) -> bool {
        let inside = |mark: &str| text.strip_prefix(mark).and_then(|t| t.strip_suffix(mark));
        match self {
            Self::Italic => {
                is_italic(text) && inside("*").is_some_and(|t| !t.replace("**", "").contains('*'))
            }
            Self::Bold => inside("**").is_some_and(|t| !t.contains("**")),
        }
    }
}

const WORDS_BEHIND: &str =
    "words stand behind its question mark; do they end the question, or begin the answer?";

/// The minimum indentation of answers.
const MIN_INDENT: usize = 2;

/// Whether nearly all questions start at the edge of their column and nearly all other paragraphs do not.
fn answers_are_set_in(blocks: &[Block]) -> bool {
    let (questions, answered): (Vec<&Block>, Vec<&Block>) =
        blocks.iter().filter(|b| !b.is_heading()).partition(|b| is_question(&b.text));
    let at_edge = questions.iter().filter(|b| b.indent < MIN_INDENT).count();
    let inside = answered.iter().filter(|b| b.indent >= MIN_INDENT).count();
    questions.len() >= 3 && at_edge * 10 >= questions.len() * 9 && inside * 10 >= answered.len() * 7
}

struct Reader<'s> {
    section: &'s Section,
    spoken: bool,
    /// Whether only questions are marked, `Q1. …`.
    only_questions_marked: bool,
    /// Whether only answers are marked.
    only_answers_marked: bool,
    /// Whether questions are asked under the numbers of rules, `B13.42 Are two …`.
    under_rules: bool,
    /// Whether most questions share a paragraph with their answer.
    dense: bool,
    /// Whether answers are indented and questions are not.
    set_in: bool,
    /// The emphasis of questions.
    emphasis: Option<Emphasis>,
    pair: Pair,
    /// Words before the first question, or below a heading among the questions.
    before: Vec<Block>,
    topic: Option<Block>,
    /// The heading above that one, with nothing between them.
    above: Option<Block>,
    /// Whether anything stands under the last heading.
    said: bool,
    /// Whether most headings have no question below them.
    mostly_states: bool,
}

/// How far above others a heading stands, from 1.
fn rank(heading: &Block) -> usize {
    match (heading.level, &heading.shape) {
        (0, Shape::Heading) => 7,
        (0, _) => 8,
        (level, _) => level,
    }
}

impl Reader<'_> {
    fn block(&mut self, block: &Block, next: Option<&Block>, sink: &mut Sink<'_>) {
        // What follows a `<details>` element or starts a new article is not below its heading.
        let ends = self.topic.is_some() || !self.pair.answer.is_empty() || !self.before.is_empty();
        // Another post that asks something asks for itself.
        let begins_anew = sink.is_plain && is_question(&block.text) && !self.pair.question.is_empty();
        let ends = ends || begins_anew;
        if block.is_outer_item() {
            self.finish(sink);
            self.finish_before(sink);
            self.before.push(block.clone());
            return;
        }
        if block.opens && ends && !block.is_heading() && lettered::printed(&block.text).is_none() {
            self.finish(sink);
            self.finish_before(sink);
            self.topic = None;
        }
        let answer_due = !self.pair.question.is_empty() && self.pair.answer.is_empty();
        let is_marked = self.spoken && numbers::is_marked_question(&block.text);
        if block.shape == Shape::Heading && (heads_answer(block, next) || is_marked) {
            self.finish(sink);
            let words = numbers::speaker(&block.text).map_or(block.text.as_str(), |(_, words)| words);
            self.pair.question.push(Block::paragraph(block.line, balanced(words)));
            self.pair.headed = true;
        } else if block.shape == Shape::Heading
            || (block.shape == Shape::Caption && !answer_due && !self.spoken)
        {
            self.open_topic(block, sink);
        } else if self.spoken {
            self.spoken_block(block, next, sink);
        } else if self.set_in {
            self.set_in_block(block, sink);
        } else {
            self.silent_block(block, next, sink);
        }
    }

    /// Handles a heading among the questions.
    fn open_topic(&mut self, block: &Block, sink: &mut Sink<'_>) {
        self.finish(sink);
        self.finish_before(sink);
        self.above.take_if(|above| rank(block) <= rank(above));
        // What stands right above a heading of a lower rank is above what follows, too.
        let is_below = list_heads::is_one(block) || question_sections::is_label(block);
        let stays = |above: &Block| !self.said || is_below && above.level > 0 && rank(block) > rank(above);
        if let Some(bare) = self.topic.take().filter(stays) {
            if rank(block) > rank(&bare) {
                self.above = Some(bare);
            } else {
                sink.leave(&bare, WhyLeft::NothingUnder);
            }
        }
        self.said = false;
        self.topic = Some(block.clone());
    }

    /// The title of the part, and the headings within it.
    fn headings(&self) -> Vec<String> {
        let title = |t: &Block| {
            let text = block::without_emphasis(&t.text);
            if question_sections::is_label(t) { text.trim_end_matches(':').to_owned() } else { text }
        };
        let within = self.above.iter().chain(&self.topic).map(title);
        std::iter::once(self.section.title.clone()).chain(within).collect()
    }

    /// With `Q:` and `A:` nothing has to be guessed.
    fn spoken_block(&mut self, block: &Block, next: Option<&Block>, sink: &mut Sink<'_>) {
        let said = numbers::speaker(&block.text).map(|(who, words)| {
            let shape = if who == Speaker::Question { Shape::Paragraph } else { block.shape.clone() };
            (who, Block { text: balanced(words), shape, ..block.clone() })
        });
        match said {
            Some((Speaker::Question, words)) => {
                self.finish(sink);
                match inner_answer(&words) {
                    Some((question, answer)) => {
                        (self.pair.question, self.pair.answer) = (vec![question], vec![answer])
                    }
                    None => self.pair.question.push(words),
                }
            }
            Some((Speaker::Answer, words)) => self.pair.answer.push(words),
            None if self.only_answers_marked && self.begins_question(block, next) => {
                self.finish(sink);
                self.pair.question.push(block.clone());
            }
            None if matches!(block.shape, Shape::Item(_)) && italic_start(block).is_some() => {
                self.finish(sink);
                self.pair_in_italics(block, sink);
            }
            None if self.pair.headed || !self.pair.answer.is_empty() => self.pair.answer.push(block.clone()),
            None if self.only_questions_marked
                && self.pair.question.last().is_some_and(|q| is_question(&q.text)) =>
            {
                self.pair.answer.push(block.clone())
            }
            None if self.pair.question.is_empty() && italic_start(block).is_some() => {
                self.pair_in_italics(block, sink);
            }
            None if !self.pair.question.is_empty() => self.pair.question.push(block.clone()),
            None => self.before.push(block.clone()),
        }
    }

    /// Whether, where only answers are marked, a question begins: by the number of a rule, or since an answer
    /// follows to what it asks. A few sentences may lead up to what is asked under such a number.
    fn begins_question(&self, block: &Block, next: Option<&Block>) -> bool {
        if self.under_rules && numbers::is_under_rule(&block.text) {
            return true;
        }
        let is_under_rule = |b: &Block| numbers::is_under_rule(&b.text);
        let led_up_to = self.under_rules
            && self.pair.answer.is_empty()
            && self.pair.question.first().is_some_and(is_under_rule)
            && !self.pair.question.iter().any(|b| is_question(&b.text));
        !led_up_to && is_question(&block.text) && next.is_some_and(answers)
    }

    /// Handles an italic question followed by its answer, among marked ones.
    fn pair_in_italics(&mut self, block: &Block, sink: &mut Sink<'_>) {
        self.finish_before(sink);
        if let Some((mut question, answer)) = italic_start(block) {
            // A question may be numbered; the number is kept before it.
            if let Shape::Item(mark) = &block.shape
                && mark != "-"
            {
                question.text = format!("{mark} {}", question.text);
            }
            (self.pair.question, self.pair.answer) = (vec![question], vec![answer]);
        }
    }

    /// Handles a block of a part with indented answers: layout distinguishes questions from answers, and a
    /// question also has a question mark.
    fn set_in_block(&mut self, block: &Block, sink: &mut Sink<'_>) {
        let whole = Block { shape: Shape::Paragraph, ..block.clone() };
        let is_complete = self.pair.question.last().is_some_and(|q| is_question(&q.text));
        let in_answer = !self.pair.answer.is_empty();
        if block.indent >= MIN_INDENT {
            self.answer_or_before(block);
            return;
        }
        if in_answer {
            let ended = self.pair.answer.last().is_some_and(|b| block::ends_sentence(&b.text));
            // The top of a column that contains only part of an answer is at the column's own edge.
            if (!block.text.contains('?') && !ended) || begins_inside(&block.text) {
                self.answer_or_before(block);
                return;
            }
            self.finish(sink);
        } else if is_complete && !block.text.contains('?') {
            self.answer_or_before(block);
            return;
        }
        self.pair.question.push(whole);
    }

    fn silent_block(&mut self, block: &Block, next: Option<&Block>, sink: &mut Sink<'_>) {
        // A question may be numbered; the number is kept before it.
        let numbered = matches!(&block.shape, Shape::Item(mark) if mark != "-") && block.text.contains('?');
        let whole = Block { text: block.marked(), shape: Shape::Paragraph, ..block.clone() };
        let block = if numbered { &whole } else { block };
        // Whatever is set like a question is one, however it ends.
        let asks = is_question(&block.text) || block.text.contains('?') && self.is_set_as_question(block);
        let leads =
            is_italic(&block.text) && next.is_some_and(|n| is_question(&n.text) && is_italic(&n.text));
        let in_question = !self.pair.question.is_empty() && self.pair.answer.is_empty();
        if matches!(block.shape, Shape::Item(_)) && !(sink.is_plain && asks && !in_question) {
            self.answer_or_before(block);
        } else if asks && in_question && sink.is_plain && begins_with_answer(&block.text) {
            self.answer_then_question(block, sink);
        } else if asks || (leads && !in_question) {
            if !in_question {
                self.next_question(sink);
            }
            self.pair.question.push(Block { shape: Shape::Paragraph, ..block.clone() });
        } else if let Some((question, answer)) = italic_start(block) {
            self.finish(sink);
            (self.pair.question, self.pair.answer) = (vec![question], vec![answer]);
        } else if sink.is_plain && block.text.contains('?') {
            self.run_together(block, in_question, sink);
            let goes_on = next.is_some_and(|n| n.shape == Shape::Paragraph && !n.text.contains('?'));
            self.note_words_behind(goes_on);
        } else {
            if self.emphasis == Some(Emphasis::Bold) && self.is_set_as_question(block) {
                self.pair.doubt =
                    Some("what is set as questions are stands in it; does an entry of its own begin there?");
            }
            self.answer_or_before(block);
        }
    }

    fn is_set_as_question(&self, block: &Block) -> bool {
        self.emphasis.is_some_and(|own| own.has(&block.text))
    }

    /// Notes that the words after a question mark may belong to the question rather than to the answer, which
    /// continues in the next paragraph.
    fn note_words_behind(&mut self, goes_on: bool) {
        let begun = match self.pair.answer.as_slice() {
            [answer] => !begins_with_answer(&answer.text),
            _ => false,
        };
        if !self.dense && goes_on && begun && self.pair.unsure.is_none() {
            self.pair.unsure = Some(WORDS_BEHIND);
        }
    }

    fn answer_or_before(&mut self, block: &Block) {
        if self.pair.question.is_empty() {
            self.before.push(block.clone());
        } else {
            let shape = if block.shape == Shape::Caption { Shape::Paragraph } else { block.shape.clone() };
            self.pair.answer.push(Block { shape, ..block.clone() });
        }
    }

    /// Handles a block that starts with the answer and ends with the next question, because a blank line is
    /// missing.
    fn answer_then_question(&mut self, block: &Block, sink: &mut Sink<'_>) {
        let sentences = markdown::sentences(&block.text);
        let first = sentences
            .iter()
            .position(|s| is_question(s) && !is_short(s))
            .unwrap_or(sentences.len().saturating_sub(1));
        self.pair.answer.push(Block::paragraph(block.line, sentences[..first].join(" ")));
        self.next_question(sink);
        self.pair.question.push(Block::paragraph(block.line, sentences[first..].join(" ")));
        self.pair.unsure = Some("no blank line tells where this question begins");
    }

    /// Handles a block in which question and answer were merged, sentence by sentence.
    fn run_together(&mut self, block: &Block, in_question: bool, sink: &mut Sink<'_>) {
        let sentences = markdown::sentences(&block.text);
        let first = sentences.iter().position(|s| is_question(s)).unwrap_or(sentences.len());
        // A rhetorical question inside an answer does not start a new pair; one or two sentences may
        // introduce a question.
        let is_complete = self.pair.question.last().is_some_and(|q| is_question(&q.text));
        let answers = in_question && is_complete && first > 0;
        let led_up_to = !answers && (first <= 2 || self.pair.question.is_empty());
        if !led_up_to && !self.dense {
            self.answer_or_before(block);
            return;
        }
        if !in_question && led_up_to {
            self.next_question(sink);
        }
        let mut said = String::new();
        let mut in_its_question = led_up_to;
        for (n, sentence) in sentences.iter().enumerate() {
            let asks = is_question(sentence);
            if in_its_question && n > first && !asks {
                self.pair.question.push(Block::paragraph(block.line, std::mem::take(&mut said)));
                in_its_question = false;
                // Quotations, and sentences in the first person, rather belong to the question.
                if self.pair.unsure.is_none() && (ends_in_quotation(sentence) || in_first_person(sentence)) {
                    self.pair.unsure = Some(WORDS_BEHIND);
                }
            } else if !in_its_question && asks && self.dense && !is_short(sentence) {
                self.pair.answer.push(Block::paragraph(block.line, std::mem::take(&mut said)));
                self.next_question(sink);
                self.pair.unsure = Some("no blank line tells where this question begins");
                in_its_question = true;
            }
            if !said.is_empty() {
                said.push(' ');
            }
            said.push_str(sentence);
        }
        let last = Block::paragraph(block.line, said);
        if in_its_question { self.pair.question.push(last) } else { self.pair.answer.push(last) }
    }

    /// Adds the pair, except for final sentences of the answer that introduce the next question: unlike
    /// answers, they are in the first person.
    fn next_question(&mut self, sink: &mut Sink<'_>) {
        let leads = sink.is_plain && !self.spoken && !self.pair.answer.is_empty();
        let lead = if leads { self.take_lead() } else { None };
        self.finish(sink);
        if let Some(lead) = lead {
            self.pair.question.push(lead);
            self.pair.unsure =
                Some("its first sentences are taken to lead up to it, not to end the answer before");
        }
    }

    /// Takes the sentences at the end of the answer that are in the first person; never the whole answer.
    fn take_lead(&mut self) -> Option<Block> {
        let several = self.pair.answer.len() > 1;
        let last = self.pair.answer.last_mut().filter(|b| b.shape == Shape::Paragraph)?;
        let sentences = markdown::sentences(&last.text);
        let kept = sentences.iter().rposition(|s| !in_first_person(s)).map_or(0, |n| n + 1);
        if kept == sentences.len() || (kept == 0 && !several) {
            return None;
        }
        let lead = Block::paragraph(last.line, sentences[kept..].join(" "));
        last.text = sentences[..kept].join(" ");
        if kept == 0 {
            self.pair.answer.pop();
        }
        Some(lead)
    }

    /// Adds the pair.
    fn finish(&mut self, sink: &mut Sink<'_>) {
        let pair = std::mem::take(&mut self.pair);
        if pair.question.is_empty() {
            self.before.extend(pair.answer);
            return;
        }
        self.finish_before(sink);
        self.said = true;
        let doubt = pair.question.iter().find_map(|b| b.doubt);
        let mut draft = question_sections::draft(self.section, &pair.question, sink.game);
        draft.section = self.headings();
        if let Some(why) = pair.unsure {
            draft.unsure("question", why);
        }
        doubt.into_iter().for_each(|why| draft.unsure("question", why));
        pair.doubt.into_iter().for_each(|why| draft.unsure("text", why));
        sink.add(draft, &pair.answer);
    }

    /// Adds words that answer no question as an entry of their own, for review.
    fn finish_before(&mut self, sink: &mut Sink<'_>) {
        let body = std::mem::take(&mut self.before);
        if body.is_empty() {
            return;
        }
        self.said = true;
        if let Some(topic) = self.topic.as_ref().filter(|_| body[0].is_outer_item()) {
            let mut draft = Draft::below(&topic.text, &body[0], question_sections::general_kind(sink.game));
            draft.section = self.headings();
            let first = body[0].clone().shaped(Shape::Paragraph);
            return sink.add(draft, &[&[first], &body[1..]].concat());
        }
        let mut draft = self.stated(&body[0], sink.game);
        draft.place = Some(names::title_case(&draft.title));
        draft.section = vec![self.section.title.clone()];
        draft.section.extend(self.above.iter().map(|above| block::without_emphasis(&above.text)));
        if !self.is_expected(&body, sink.is_plain) {
            draft.unsure("id", "words among the questions that answer none");
        }
        sink.add(draft, &body);
    }

    /// The draft of words that answer no question.
    fn stated(&self, first: &Block, game: Game) -> Draft {
        let Some(topic) = &self.topic else {
            let stem = if game == Game::Lcg { "faq" } else { "qa" };
            return Draft::new(Id::Fixed(stem.to_owned()), Kind::Faq, self.section.title.clone(), first.line);
        };
        let title = block::without_emphasis(&topic.text);
        let slug = names::slug(&title, 3);
        let (id, kind) = if list_heads::is_one(topic) {
            (Id::Named("errata.", slug), Kind::Errata)
        } else {
            (Id::Named("rules.", slug), question_sections::general_kind(game))
        };
        Draft::new(id, kind, title, topic.line)
    }

    /// Whether such words are likely where they stand: what a post says that asks nothing, and what stands
    /// below a heading of its own where questions have their marks, or where most headings have no question.
    fn is_expected(&self, body: &[Block], is_plain: bool) -> bool {
        if body.iter().any(|block| block.text.contains('?')) {
            return false;
        }
        let among_posts = || self.section.blocks.iter().any(|block| block.opens && !block.is_heading());
        if is_plain && (body[0].opens || self.topic.is_some() && among_posts()) {
            return true;
        }
        let marked =
            self.topic.as_ref().is_some_and(|topic| topic.shape == Shape::Heading && topic.level > 0);
        marked && (self.spoken || self.mostly_states)
    }
}

/// Whether a heading is a question answered by what is below it.
fn heads_answer(block: &Block, next: Option<&Block>) -> bool {
    is_question(&block.text)
        && next.is_some_and(|n| {
            !n.is_heading() && !is_question(&n.text) && !numbers::is_marked_question(&n.text)
        })
}

/// Whether a question is short enough to be part of an answer: "Does it matter?"
pub(super) fn is_short(question: &str) -> bool {
    question.split_whitespace().count() <= 5
}

/// Whether a text starts like an answer.
fn begins_with_answer(text: &str) -> bool {
    let first = text.trim_start_matches(['*', '_']).split([' ', '.', ',']).next().unwrap_or_default();
    matches!(first, "Yes" | "No")
}

/// Whether a sentence ends with a quotation.
fn ends_in_quotation(sentence: &str) -> bool {
    sentence.trim_end_matches([' ', '*', '_', '.']).ends_with(['"', '”', '»'])
}

/// Whether a sentence is in the first person, outside of quotations.
fn in_first_person(sentence: &str) -> bool {
    let outside: String = sentence.split(['"', '“', '”']).step_by(2).collect();
    let all: Vec<&str> = outside.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’')).collect();
    // "I Have Seen It" is a card's name.
    let named = |n: usize| all[n] == "I" && all.get(n + 1).is_some_and(|w| w.starts_with(char::is_uppercase));
    (0..all.len())
        .filter(|n| !named(*n))
        .map(|n| all[n])
        .any(|w| matches!(w, "I" | "my" | "My" | "me" | "mine" | "I'm" | "I’m" | "I've" | "I’ve"))
}

/// What is said, without the mark that closes emphasis begun in front of who says it: `**Q: May I?**`.
fn balanced(words: &str) -> String {
    match words.strip_suffix("**").filter(|_| words.matches("**").count() % 2 == 1) {
        Some(inner) => inner.trim_end().to_owned(),
        None => words.to_owned(),
    }
}

/// Whether a block is marked as an answer, `A: …`.
fn answers(block: &Block) -> bool {
    numbers::speaker(&block.text).is_some_and(|(who, _)| who == Speaker::Answer)
}

/// Splits an answer from the question in the same paragraph, `Q: … A: …`.
fn inner_answer(block: &Block) -> Option<(Block, Block)> {
    let at = [" A: ", " **A:** ", " Answer: ", " Answer. "]
        .iter()
        .find_map(|m| block.text.find(m).map(|n| (n, m.len())))
        .or_else(|| block.text.find("? A. ").map(|n| (n + 1, " A. ".len())))?;
    let (question, answer) = (&block.text[..at.0], &block.text[at.0 + at.1..]);
    Some((Block::paragraph(block.line, question.trim()), Block::paragraph(block.line, answer.trim())))
}
