//! Who wrote a post and when, above it: `## 5 Anna on May 3, 2018`, `**Anna** — 05/03/2018 14:02`,
//! `**Anna:**`.

use std::collections::BTreeMap;

use super::block::{self, Block, Shape, without_emphasis};
use super::dates::{self, Printed};
use super::line::{Line, Opening};
use super::numbers;

/// Who wrote a post, and on which day, as printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct By {
    pub(super) who: String,
    pub(super) day: Option<String>,
}

/// No line above a post has more words.
const MAX_HEAD_WORDS: usize = 14;

/// No name has more words, with what somebody is in brackets.
const MAX_NAME_WORDS: usize = 5;

/// What stands between who wrote a post and the day, or at the end of a line without one.
const VERBS: [&str; 10] =
    ["on", "posted", "posts", "wrote", "asked", "asks", "answered", "answers", "replied", "said"];

/// What those are called who answer for whoever makes the rules.
const OFFICIAL: [&str; 9] =
    ["official", "staff", "designer", "developer", "dev", "publisher", "rules", "judge", "team"];

impl By {
    /// The name, and the day if there is one.
    pub(super) fn shown(&self) -> String {
        match &self.day {
            Some(day) => format!("{}, {day}", self.who),
            None => self.who.clone(),
        }
    }

    /// Whether the name says that its bearer answers for whoever makes the rules.
    pub(super) fn is_official(&self) -> bool {
        block::words(&self.who).split(' ').any(|word| OFFICIAL.contains(&word))
    }
}

/// What a block says of the post below it, if it is the line above one.
pub(super) fn read(block: &Block) -> Option<By> {
    if let Some(by) = of_mail(&block.text).filter(|_| block.shape == Shape::Paragraph) {
        return Some(by);
    }
    let set_apart = block.is_heading() || block.text.starts_with("**");
    if matches!(block.shape, Shape::Item(_) | Shape::Aside(_)) || !set_apart || block.is_quoted {
        return None;
    }
    let text = without_emphasis(&block.text);
    if text.split_whitespace().count() > MAX_HEAD_WORDS {
        return None;
    }
    dated(&text).or_else(|| undated(&text))
}

/// The lines above a mail, `From: Anna Bell <anna@quay.example> … Date: Tue, 5 June 2018`.
fn of_mail(text: &str) -> Option<By> {
    let (from, day) = text.strip_prefix("From: ")?.split_once(" Date: ")?;
    let who = from.split([' ', '<']).take_while(|word| !word.ends_with(':') && !word.contains('@'));
    let who = who.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let (at, _) = dates::first(day)?;
    let few = day.split_whitespace().count() <= MAX_HEAD_WORDS && !who.is_empty();
    few.then(|| By { who, day: Some(without_time(&day[at..])) })
}

/// `Anna on May 3, 2018`, `Anna — 05/03/2018 14:02`.
fn dated(text: &str) -> Option<By> {
    let (at, printed) = dates::first(text)?;
    let day = matches!(printed, Printed::Day(_) | Printed::Either { .. });
    let (who, verb) = parted(&text[..at])?;
    let is_post = verb || is_timed(&text[at..]) || is_handle(&who);
    let shown = without_time(&text[at..]);
    (day && is_post).then_some(By { who, day: Some(shown) })
}

/// `Anna asked:`, or `u/anna · 2 years ago`.
fn undated(text: &str) -> Option<By> {
    let led = text.strip_suffix(':').and_then(parted).filter(|(who, verb)| *verb || is_handle(who));
    let handle = || {
        let (who, _) = text.split_once([' ', '·', '•']).unwrap_or((text, ""));
        is_handle(who).then(|| (who.to_owned(), true))
    };
    let (who, _) = led.or_else(handle)?;
    Some(By { who, day: None })
}

/// A name, and whether a verb stands behind it; what counts the posts goes.
fn parted(front: &str) -> Option<(String, bool)> {
    const BETWEEN: [char; 10] = [' ', ',', '-', '–', '—', '|', '(', '·', '•', ':'];
    let counted = front.trim_start_matches('#');
    let rest = counted.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', ')']);
    let name = if rest.len() < counted.len() { rest.strip_prefix(' ').unwrap_or(front) } else { front };
    let mut name = name.trim_matches(BETWEEN);
    let mut verb = false;
    while let Some(front) = VERBS.iter().find_map(|word| name.strip_suffix(word)?.strip_suffix(' ')) {
        (name, verb) = (front.trim_end_matches(BETWEEN), true);
    }
    let few = (1..=MAX_NAME_WORDS).contains(&name.split(' ').count());
    (few && name.contains(char::is_alphabetic) && !block::ends_sentence(name))
        .then(|| (name.to_owned(), verb))
}

/// Whether a name is one of a forum's own, `u/anna`, `@anna`.
fn is_handle(name: &str) -> bool {
    ["u/", "/u/", "@"].iter().any(|mark| name.strip_prefix(mark).is_some_and(|rest| !rest.is_empty()))
}

fn is_time(word: &str) -> bool {
    let digits = |s: &str| (1..=2).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    word.split_once(':').is_some_and(|(hour, minute)| digits(hour) && digits(minute.get(..2).unwrap_or("")))
}

fn is_timed(day: &str) -> bool {
    day.split([' ', ',']).any(is_time)
}

/// A day without the time of day, and without what closes its line.
fn without_time(day: &str) -> String {
    let words: Vec<&str> = day.split(' ').take_while(|word| !is_time(word)).collect();
    let shown = words.join(" ");
    let shown = shown.strip_suffix(" at").unwrap_or(&shown);
    shown.trim_matches([' ', ',', ')', '(', ':', '·', '-', '—', '–', '|']).to_owned()
}

/// The blocks of a part, with whose post begins at each that is the line above one. Where people who ask and
/// one who answers have their names in bold in front of their words, `**Anna:** May I?`, these are lines,
/// too.
pub(super) fn parts(blocks: &[Block]) -> Vec<(Option<By>, Block)> {
    let cut = are_named(blocks);
    let mut out = Vec::with_capacity(blocks.len());
    // A quotation that begins with a name is what that one says.
    let mut is_said = false;
    for block in blocks {
        let own = named(block).filter(|_| cut);
        is_said = block.is_quoted && (is_said || own.is_some());
        let block = &Block { is_quoted: block.is_quoted && !is_said, ..block.clone() };
        match own {
            Some((who, words)) => {
                let head = Block { text: who.clone(), ..block.clone() }.shaped(Shape::Caption);
                out.push((Some(By { who, day: None }), head));
                out.push((None, Block { text: words.to_owned(), tight: true, ..block.clone() }));
            }
            None => out.push((read(block), block.clone())),
        }
    }
    out
}

/// Fewer questions or answers with a name in front may have a term there.
const MIN_NAMED: usize = 2;

/// Parts the lines above the posts of a document that has several from what is said below them, however close
/// that is.
pub(super) fn find(lines: &mut [Line]) {
    let is_head = |line: &Line| read(&Block::paragraph(line.line, line.text.as_str())).is_some();
    let all: Vec<usize> = (0..lines.len()).filter(|n| is_head(&lines[*n])).collect();
    for n in all.iter().filter(|_| all.len() >= MIN_HEADS) {
        lines[*n].opening = Opening::Words;
        let Some(below) = lines.get_mut(n + 1).filter(|below| !below.text.is_empty()) else { continue };
        if below.opening == Opening::None && block::list_mark(&below.text).is_none() {
            below.opening = Opening::Paragraph;
        }
    }
}

/// Fewer such lines are no thread.
const MIN_HEADS: usize = 3;

/// Whether names in bold stand in front of questions, and mostly one and the same in front of what is none.
fn are_named(blocks: &[Block]) -> bool {
    let mut questions = 0;
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for (who, words) in blocks.iter().filter_map(named) {
        if words.contains('?') {
            questions += 1;
        } else {
            *answers.entry(who).or_default() += 1;
        }
    }
    let (all, most): (usize, usize) = (answers.values().sum(), answers.values().copied().max().unwrap_or(0));
    questions >= MIN_NAMED && most >= MIN_NAMED && most * 2 >= all
}

/// Who says what a paragraph has, `**Anna:** May I?`.
fn named(block: &Block) -> Option<(String, &str)> {
    let inner = block.text.strip_prefix("**").filter(|_| block.shape == Shape::Paragraph)?;
    let (name, behind) = inner.split_once("**")?;
    let words = match name.strip_suffix(':') {
        Some(_) => behind,
        None => behind.strip_prefix(':')?,
    };
    let (who, _) = parted(name.trim_end_matches(':'))?;
    let is_letter = numbers::speaker(&block.text).is_some();
    (!is_letter && !words.trim().is_empty()).then_some((who, words.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_above_posts_are_distinguished_from_titles() {
        let head = |text: &str| {
            let block = Block::paragraph(1, text).shaped(Shape::Heading);
            read(&block).map(|by| by.shown())
        };
        for (text, shown) in [
            ("5 sails on December 5, 2018", "sails, December 5, 2018"),
            ("**Nora (Official)** — 05/12/2018 14:02", "Nora (Official), 05/12/2018"),
            ("u/sails · 2 years ago", "u/sails"),
            ("Anna Bell asked:", "Anna Bell"),
            ("#12 Per posted 2018-05-03 at 9:05 am", "Per, 2018-05-03"),
        ] {
            assert_eq!(head(text).as_deref(), Some(shown), "{text}");
        }
        for text in
            ["Towing – May 3, 2018", "Updated in May 2018", "Towing", "On May 3, 2018 it rained.", "7"]
        {
            assert_eq!(head(text), None, "{text}");
        }
    }
}
