//! Threads of posts in which people ask and others answer: by what they quote, or by the names above what
//! they say.

use super::block::{self, Block, Shape};
use super::draft::{Draft, Id, Sink};
use super::leftover::WhyLeft;
use super::post_heads::{self, By};
use super::question_sections;
use super::sections::Section;
use super::{heads, names, numbers, signatures};
use crate::corpus::ruling::TitleBy;
use crate::corpus::{Kind, markdown};

/// Fewer quotations than this may be examples.
const MIN_QUOTATIONS: usize = 2;

/// Fewer posts without quotations are no thread.
const MIN_POSTS: usize = 3;

/// What is quoted in a part of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quoted {
    Question,
    Answer,
    Unknown,
}

/// A post: its paragraphs, in the order of the page.
#[derive(Debug, Default)]
struct Post {
    by: Option<By>,
    /// The heading of the posts around it.
    topic: Option<Block>,
    blocks: Vec<Block>,
}

/// A quotation, with what its post says in front of it and behind it.
#[derive(Debug, Default)]
struct Piece {
    before: Vec<Block>,
    quoted: Vec<Block>,
    behind: Vec<Block>,
}

/// Whether a part of a document is a thread: of posts that quote, or of several people's.
pub(super) fn are_in(section: &Section) -> bool {
    if !matches!(section.kind, Kind::Faq | Kind::Clarification | Kind::Ruling | Kind::Definition) {
        return false;
    }
    let is_spoken = section.blocks.iter().any(|b| numbers::speaker(&b.text).is_some());
    let runs = section.blocks.chunk_by(|a, b| a.is_quoted == b.is_quoted).filter(|run| run[0].is_quoted);
    !is_spoken && (runs.count() >= MIN_QUOTATIONS || is_of_posts(&section.blocks))
}

/// Whether the posts among some blocks have lines above them that say whose they are.
pub(super) fn is_of_posts(blocks: &[Block]) -> bool {
    post_heads::parts(blocks).iter().filter(|(by, _)| by.is_some()).count() >= MIN_POSTS
}

/// Reads a thread.
pub(super) fn read(section: &Section, sink: &mut Sink<'_>) {
    let posts = posts(section, sink);
    let quoted = direction(&posts);
    let named = posts.iter().filter(|post| post.by.is_some()).count() >= MIN_POSTS;
    let mut thread = Thread { section, quoted, named, open_question: None };
    for mut post in posts {
        thread.take_repetition(&mut post, sink);
        if post.blocks.iter().any(|b| b.is_quoted) && !questions_quotation(&post) {
            thread.finish(sink);
            for piece in pieces(&post.blocks, quoted) {
                thread.piece(&post, piece, sink);
            }
        } else {
            thread.own(post, sink);
        }
    }
    thread.finish(sink);
}

/// The posts of a part. What says whose they are is of the forum.
fn posts(section: &Section, sink: &mut Sink<'_>) -> Vec<Post> {
    let mut all: Vec<Post> = Vec::new();
    let mut topic: Option<Block> = None;
    let mut blocks = post_heads::parts(&section.blocks).into_iter().peekable();
    while let Some((by, block)) = blocks.next() {
        if by.is_some() {
            sink.leave(&block, WhyLeft::OfAPost);
            all.push(Post { by, topic: topic.clone(), blocks: Vec::new() });
        } else if block.is_heading() || is_topic(&block, blocks.peek().map(|(_, next)| next)) {
            if all.last().is_some_and(|post| post.blocks.is_empty() && post.by.is_none()) {
                all.pop();
            }
            topic = Some(block);
            all.push(Post { topic: topic.clone(), ..Post::default() });
        } else if block.opens && !matches!(block.shape, Shape::Item(_)) || all.is_empty() {
            all.push(Post { topic: topic.clone(), blocks: vec![block], by: None });
        } else if let Some(post) = all.last_mut() {
            post.blocks.push(block);
        }
    }
    all.retain(|post| !post.blocks.is_empty());
    all
}

/// Whether a few words without a stop in front of a quotation say what it is about.
fn is_topic(block: &Block, next: Option<&Block>) -> bool {
    let own = block.shape == Shape::Paragraph && !block.is_quoted && next.is_some_and(|next| next.is_quoted);
    own && heads::is_title(&block.text) && block::in_title_case(&block.text)
}

/// Whether somebody asks something in what is not quoted.
fn has_question(blocks: &[Block]) -> bool {
    blocks.iter().any(|b| b.text.contains('?'))
}

/// Whether what is quoted asks rather than answers, which may ask something in passing, too.
fn quotes_question(blocks: &[Block]) -> bool {
    let is_question = |b: &Block| {
        let sentences = markdown::sentences(&b.text);
        let questions = sentences.iter().filter(|sentence| block::is_question(sentence)).count();
        sentences.last().is_some_and(|last| block::is_question(last)) || questions * 2 >= sentences.len()
    };
    blocks.iter().any(|b| b.text.contains('?') && is_question(b))
}

/// Whether somebody asks in a post about what it quotes, `> Ring the bell.` above `How often?`.
fn questions_quotation(post: &Post) -> bool {
    let runs: Vec<&[Block]> = post.blocks.chunk_by(|a, b| a.is_quoted == b.is_quoted).collect();
    let (own, quoted): (Vec<&&[Block]>, Vec<&&[Block]>) = runs.iter().partition(|run| !run[0].is_quoted);
    let behind = runs.last().filter(|run| !run[0].is_quoted && has_question(run));
    let question_before =
        own.split_last().is_some_and(|(_, before)| before.iter().any(|run| has_question(run)));
    post.by.is_some()
        && behind.is_some()
        && !question_before
        && !quoted.iter().any(|run| quotes_question(run))
}

/// What the quotations of most posts do.
fn direction(posts: &[Post]) -> Quoted {
    let (mut questions, mut answers) = (0, 0);
    for post in posts {
        let runs: Vec<&[Block]> = post.blocks.chunk_by(|a, b| a.is_quoted == b.is_quoted).collect();
        for (n, run) in runs.iter().enumerate().filter(|(_, run)| run[0].is_quoted) {
            let before = n > 0 && has_question(runs[n - 1]);
            match (before, quotes_question(run), runs.get(n + 1)) {
                (true, false, _) => answers += 1,
                (false, true, Some(_)) => questions += 1,
                (_, _, _) => {}
            }
        }
    }
    match questions.cmp(&answers) {
        std::cmp::Ordering::Greater => Quoted::Question,
        std::cmp::Ordering::Less => Quoted::Answer,
        std::cmp::Ordering::Equal => Quoted::Unknown,
    }
}

/// Divides a post at its quotations: in front of each that asks, behind each that answers.
fn pieces(blocks: &[Block], quoted: Quoted) -> Vec<Piece> {
    let mut all = vec![Piece::default()];
    for run in blocks.chunk_by(|a, b| a.is_quoted == b.is_quoted) {
        let open = all.last_mut().filter(|piece| {
            let next_question = !run[0].is_quoted && quoted != Quoted::Question && has_question(run);
            piece.quoted.is_empty() || !run[0].is_quoted && !next_question
        });
        match open {
            Some(piece) if run[0].is_quoted => piece.quoted = run.to_vec(),
            Some(piece) if piece.quoted.is_empty() => piece.before = run.to_vec(),
            Some(piece) => piece.behind = run.to_vec(),
            None if run[0].is_quoted => all.push(Piece { quoted: run.to_vec(), ..Piece::default() }),
            None => all.push(Piece { before: run.to_vec(), ..Piece::default() }),
        }
    }
    all
}

/// The notes on a question and an answer that what they ask does not distinguish.
const BOTH_QUESTIONS: &str =
    "what it quotes and what stands around that both asks something; which is the answer?";
const NO_QUESTION: &str = "it asks nothing; is it what the words below it answer?";
const UNANSWERED: &str = "what it quotes asks something that nothing below it answers; is it a ruling?";
const QUOTES_NOBODY: &str = "a post that quotes nobody, where others quote who answers; is it a ruling?";
const OF_NOBODY: &str = "it answers no question, and its author is not said to be official; is it a ruling?";
const SEVERAL: &str = "several posts answer it; whose words are the ruling?";
const OTHERS_BESIDE: &str =
    "other posts stand beside its official answer: they are in remainder.txt; does one of them belong to it?";

/// Whether a post is of whoever asked.
fn by_same(open: &OpenQuestion, by: Option<&By>) -> bool {
    open.by.as_ref().zip(by).is_some_and(|(author, by)| author.who == by.who)
}

/// Words around a quotation that lead up to it or comment on it have no more.
const MAX_ASIDE_WORDS: usize = 12;

fn count(blocks: &[Block]) -> usize {
    blocks.iter().map(|b| b.text.split_whitespace().count()).sum()
}

/// Whether words of whoever quotes say no more than that, or stand in brackets.
fn is_aside(blocks: &[Block]) -> bool {
    count(blocks) <= MAX_ASIDE_WORDS || blocks.iter().all(|b| block::closes_brackets(&b.text))
}

/// A question that posts below it answer.
struct OpenQuestion {
    by: Option<By>,
    question: Vec<Block>,
    topic: Option<Block>,
    answers: Vec<(Option<By>, Vec<Block>)>,
}

struct Thread<'s> {
    section: &'s Section,
    quoted: Quoted,
    /// Whether lines above the posts say whose they are.
    named: bool,
    /// The question of a post that quotes nobody.
    open_question: Option<OpenQuestion>,
}

/// What was said, by whom, and what is doubtful about that.
#[derive(Default)]
struct Said {
    question: Vec<Block>,
    text: Vec<Block>,
    place: Option<String>,
    doubts: Vec<(&'static str, &'static str)>,
}

impl Thread<'_> {
    /// Reads a quotation and what stands around it.
    fn piece(&mut self, post: &Post, piece: Piece, sink: &mut Sink<'_>) {
        if piece.quoted.is_empty() {
            let own = Said { text: piece.before, place: placed(None, post.by.as_ref()), ..Said::default() };
            return self.add(own, post.topic.as_ref(), sink);
        }
        let is_question_quoted = self.answers_quotation(&piece);
        let (mut said, aside) = parted(piece, is_question_quoted);
        aside.iter().for_each(|block| sink.leave(block, WhyLeft::NotPlaced));
        let signed = sign(&mut said.text, sink);
        said.place = if is_question_quoted {
            placed(post.by.as_ref().map(By::shown).or(signed), None)
        } else {
            placed(signed, post.by.as_ref())
        };
        self.add(said, post.topic.as_ref(), sink);
    }

    /// Whether what is quoted is the question, and what stands below it the answer.
    fn answers_quotation(&self, piece: &Piece) -> bool {
        let by_others = self.quoted == Quoted::Question;
        let asks = match (has_question(&piece.before), quotes_question(&piece.quoted)) {
            (true, true) | (false, false) => by_others,
            (false, true) => true,
            (true, false) => false,
        };
        asks && !piece.behind.is_empty()
    }

    /// Takes the quotation off a post that answers the open question and repeats it.
    fn take_repetition(&self, post: &mut Post, sink: &mut Sink<'_>) {
        let Some(repeated) = &self.open_question else { return };
        let open = block::words(&block::join(&repeated.question));
        let is_again = |b: &Block| b.is_quoted && open.contains(&block::words(&b.text));
        let mut quoted = post.blocks.iter().filter(|b| b.is_quoted);
        let of_marks = quoted.all(is_again);
        // A page may have lost the marks of a quotation in front of the answer.
        let is_question =
            |b: &Block| repeated.question.iter().any(|q| block::words(&q.text) == block::words(&b.text));
        let bare = post.blocks.iter().take_while(|b| !b.is_quoted && is_question(b)).count();
        let bare = if bare < post.blocks.len() { bare } else { 0 };
        let mut kept = Vec::new();
        for (n, block) in std::mem::take(&mut post.blocks).into_iter().enumerate() {
            if n < bare || of_marks && block.is_quoted {
                sink.leave(&block, WhyLeft::OfAPost);
            } else {
                kept.push(block);
            }
        }
        post.blocks = kept;
    }

    /// Reads a post that quotes nobody's answer: a question, its answer, or a ruling of its own.
    fn own(&mut self, post: Post, sink: &mut Sink<'_>) {
        let Post { by, topic, blocks } = post;
        let has_own_question = has_question(&blocks) && (by.is_some() || self.quoted == Quoted::Unknown);
        match self.open_question.as_mut().filter(|open| open.topic == topic) {
            // Whoever asks goes on, or says thanks.
            Some(open) if by_same(open, by.as_ref()) => {
                let goes_on = open.answers.is_empty();
                if goes_on {
                    return open.question.extend(blocks);
                }
                if is_aside(&blocks) && !has_own_question {
                    return blocks.iter().for_each(|block| sink.leave(block, WhyLeft::NotPlaced));
                }
            }
            Some(open) if !has_question(&blocks) => return open.answers.push((by, blocks)),
            _ => {}
        }
        self.finish(sink);
        if has_own_question {
            self.open_question = Some(OpenQuestion { by, question: blocks, topic, answers: Vec::new() });
            return;
        }
        let is_official = by.as_ref().is_some_and(By::is_official);
        let mut said = Said { text: blocks, ..Said::default() };
        let signed = sign(&mut said.text, sink);
        said.place = placed(signed, by.as_ref());
        if self.quoted != Quoted::Unknown {
            said.doubts.push(("text", QUOTES_NOBODY));
        } else if self.named && !is_official {
            said.doubts.push(("text", OF_NOBODY));
        }
        self.add(said, topic.as_ref(), sink);
    }

    /// Adds the question of a post and what answers it: of several posts, the one of whoever is called
    /// official.
    fn finish(&mut self, sink: &mut Sink<'_>) {
        let Some(OpenQuestion { question, topic, mut answers, .. }) = self.open_question.take() else {
            return;
        };
        let is_official = |by: &Option<By>| by.as_ref().is_some_and(By::is_official);
        let official = answers.iter().filter(|(by, _)| is_official(by)).count();
        let mut said = Said { question, ..Said::default() };
        if official == 1 && answers.len() > 1 {
            let (own, others): (Vec<_>, Vec<_>) = answers.into_iter().partition(|(by, _)| is_official(by));
            others.iter().flat_map(|(_, blocks)| blocks).for_each(|b| sink.leave(b, WhyLeft::NotPlaced));
            if others.iter().any(|(_, blocks)| !is_aside(blocks)) {
                said.doubts.push(("text", OTHERS_BESIDE));
            }
            answers = own;
        } else if answers.len() > 1 {
            said.doubts.push(("text", SEVERAL));
        }
        let by: Vec<String> = answers.iter().filter_map(|(by, _)| by.as_ref()).map(By::shown).collect();
        said.text = answers.into_iter().flat_map(|(_, blocks)| blocks).collect();
        let signed = sign(&mut said.text, sink);
        said.place = placed(Some(by.join("; ")).filter(|by| !by.is_empty()).or(signed), None);
        self.add(said, topic.as_ref(), sink);
    }

    fn add(&self, said: Said, topic: Option<&Block>, sink: &mut Sink<'_>) {
        let Said { question, text, place, doubts } = said;
        let mut draft = if question.is_empty() {
            let first = text.first().map_or_else(String::new, |b| block::without_emphasis(&b.text));
            let title = names::first_words(&first, 7);
            let line = text.first().map_or(0, |b| b.line);
            let id = Id::Named("rules.", names::slug(&title, 4));
            let mut draft = Draft::new(id, question_sections::general_kind(sink.game), title, line);
            (draft.title_by, draft.place) = (TitleBy::Editor, place);
            draft
        } else {
            let mut draft = question_sections::draft(self.section, &question, sink.game);
            draft.place = [draft.place, place].into_iter().flatten().reduce(|a, b| format!("{a}, {b}"));
            draft
        };
        let headings = topic.map(|topic| block::without_emphasis(&topic.text));
        draft.section = std::iter::once(self.section.title.clone()).chain(headings).collect();
        doubts.into_iter().for_each(|(field, why)| draft.unsure(field, why));
        sink.add(draft, &text);
    }
}

/// The note on what somebody says of the words quoted as an answer.
const ASIDE: &str = "what is said beside the words quoted is in remainder.txt; is it part of the ruling?";

/// Question and answer of a piece, with what is doubtful about them; and what is neither.
fn parted(piece: Piece, is_question_quoted: bool) -> (Said, Vec<Block>) {
    let Piece { before, quoted, behind } = piece;
    let (before_has_question, both) =
        (has_question(&before), has_question(&before) && quotes_question(&quoted));
    let is_unanswered = !before_has_question && !is_question_quoted && quotes_question(&quoted);
    let mut said = Said::default();
    let mut aside = Vec::new();
    if is_question_quoted {
        (said.question, said.text, aside) = (quoted, behind, before);
    } else if before_has_question || !is_aside(&before) {
        (said.question, said.text, aside) = (before, quoted, behind);
    } else {
        said.text = quoted;
        aside.extend(before);
        aside.extend(behind);
    }
    if both {
        said.doubts.push(("question", BOTH_QUESTIONS));
    } else if is_unanswered {
        said.doubts.push(("text", UNANSWERED));
    } else if !said.question.is_empty() && !has_question(&said.question) {
        said.doubts.push(("question", NO_QUESTION));
    }
    if !is_aside(&aside) {
        said.doubts.push(("text", ASIDE));
    }
    (said, aside)
}

/// Takes the signature off what somebody says, and returns the name.
fn sign(said: &mut Vec<Block>, sink: &mut Sink<'_>) -> Option<String> {
    let (count, name) = signatures::of(said);
    let name = name.map(block::without_emphasis);
    let kept = said.len() - count;
    if kept == 0 {
        return None;
    }
    said.drain(kept..).for_each(|block| sink.leave(&block, WhyLeft::OfAPost));
    name
}

/// What citations say of who answered, and of the post that has it.
fn placed(answered: Option<String>, post: Option<&By>) -> Option<String> {
    let answered = answered.map(|by| format!("answered by {by}"));
    let posted = post.map(|by| format!("posted by {}", by.shown()));
    match (answered, posted) {
        (Some(answered), Some(posted)) => Some(format!("{answered} ({posted})")),
        (answered, posted) => answered.or(posted),
    }
}
