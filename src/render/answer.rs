//! The result of a search, for the terminal and as Markdown.

use std::fmt::Write;
use std::ops::Range;

use super::ruling::{self, View};
use super::style::{Style, safe};
use super::undecided::{Undecided, beyond};
use crate::corpus::newer::NewerKnown;
use crate::corpus::{Day, Game, Ruling};
use crate::search::ScoreParts;
use crate::search::index_info::DocumentLine;
use crate::search::weights::WEIGHTS;
use crate::search::{Answer, AnswerKind, Confidence, Hit, SubAnswer};

/// What to print besides the rulings.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnswerOptions<'a> {
    /// The day of `--as-of`.
    pub day: Option<Day>,
    /// Whether to explain each result's score.
    pub why: bool,
    /// Whether to print timings.
    pub timing: bool,
    /// A known document later than the first ruling's.
    pub newer: Option<&'a NewerKnown>,
}

/// The answer for the terminal: the first ruling in full, the others in a line or two.
pub fn text(answer: &Answer, wanted: AnswerOptions<'_>, style: &Style) -> String {
    let mut out = remarks(answer, style);
    out += &Undecided::of(answer).map_or_else(String::new, |undecided| undecided.text(style));
    if let Some(first) = answer.results.first() {
        let view = View {
            day: wanted.day,
            highlights: first.deciding_sentence.as_slice(),
            brief: true,
            excerpt: first.best_sentence,
            decides: answer.kind == AnswerKind::Rulebook,
            by_tag: None,
        };
        let _ = write!(out, "{}", ruling::text(&first.ruling, view, style));
        let named = ruling::scenarios(&first.ruling, true).map(|named| format!("scenarios {named}"));
        beside(first, named, wanted, style, &mut out);
        wanted.newer.iter().for_each(|newer| out += &format!("\n{}", ruling::newer(newer, style)));
    }
    let whole = shown_whole(answer);
    for hit in &answer.results[whole.clone()] {
        let view = View { day: wanted.day, brief: true, excerpt: hit.best_sentence, ..View::default() };
        let _ = write!(out, "\n{}", ruling::text(&hit.ruling, view, style));
        beside(hit, None, wanted, style, &mut out);
    }
    questions(answer, wanted.day, style, &mut out);
    if answer.results.len() > whole.end {
        let _ = writeln!(out, "\n{}", style.title("Also found"));
    }
    for (n, hit) in answer.results.iter().enumerate().skip(whole.end) {
        let _ = writeln!(out, "{}", ruling::short_line(&hit.ruling, wanted.day, n + 1, style));
        beside(hit, None, wanted, style, &mut out);
    }
    if wanted.timing {
        timing(answer, style, &mut out);
    }
    out
}

/// The results behind the first that are asked for by their numbers, too: each is shown whole.
fn shown_whole(answer: &Answer) -> Range<usize> {
    let asked = answer.results.iter().take_while(|hit| hit.is_asked_for_by_number()).count();
    1.min(answer.results.len())..asked.max(1).min(answer.results.len())
}

/// Appends the answers to the individual questions of a post, unless all of them are the answer above.
fn questions(answer: &Answer, day: Option<Day>, style: &Style, out: &mut String) {
    let lines = question_lines(answer, day);
    if lines.is_empty() {
        if !answer.questions.is_empty() {
            let asked = answer.questions.len();
            let each = if answer.kind.is_decided() {
                format!("Each of its {asked} questions is answered by this.")
            } else {
                format!("No ruling held decides any of its {asked} questions.")
            };
            let _ = writeln!(out, "\n{}", style.aside(&each));
        }
        return;
    }
    let _ = writeln!(out, "\n{}", style.title("Question by question"));
    for QuestionLine { question, answered, .. } in lines {
        for line in style.wrap(&safe(&question), "  ", "  ") {
            let _ = writeln!(out, "{line}");
        }
        for line in style.wrap(&safe(&answered), "    → ", "      ") {
            let _ = writeln!(out, "{line}");
        }
    }
}

/// One question of a post with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QuestionLine {
    /// The question as it was put.
    pub question: String,
    pub answered: String,
    /// The id of the ruling it names.
    pub id: Option<String>,
}

/// Each question of a post with its answer; empty if a single answer serves all of them.
pub(crate) fn question_lines(answer: &Answer, day: Option<Day>) -> Vec<QuestionLine> {
    let first = answer.results.first().map(|hit| hit.ruling.id.as_str());
    let same =
        |asked: &SubAnswer| asked.kind == answer.kind && asked.first.as_ref().map(|r| r.id.as_str()) == first;
    if answer.questions.iter().all(same) {
        return Vec::new();
    }
    let answered = |asked: &SubAnswer| match (&asked.first, asked.kind) {
        (Some(r), AnswerKind::Found | AnswerKind::Rulebook) => {
            format!("{}{}, {}: {}", r.label(), r.citation_on(day), r.shown_title(), r.id)
        }
        (Some(r), AnswerKind::Nearest | AnswerKind::None) => {
            format!("No ruling held decides this; the nearest is {}.", r.id)
        }
        (None, _) => "No ruling held decides this.".to_owned(),
    };
    let line = |asked: &SubAnswer| QuestionLine {
        question: asked.question.clone(),
        answered: answered(asked),
        id: asked.first.as_ref().map(|ruling| ruling.id.clone()),
    };
    answer.questions.iter().map(line).collect()
}

/// Remarks on a hit; scenarios that replay it come first.
fn beside(hit: &Hit, scenarios: Option<String>, wanted: AnswerOptions<'_>, style: &Style, out: &mut String) {
    let mut say = |text: String| {
        for line in style.wrap(&safe(&text), "    ", "      ") {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    };
    scenarios.into_iter().for_each(&mut say);
    if !hit.collapsed.is_empty() {
        say(format!("also there: {}", hit.collapsed.join(", ")));
    }
    for (id, citation) in &hit.house {
        say(format!("[House] {citation} names this ruling: judge show {id}"));
    }
    if wanted.why {
        match &hit.parts {
            Some(parts) => say(why(parts, hit)),
            None => say("why: asked for by its number".to_owned()),
        }
    }
}

/// The weighted parts of a score, largest first.
fn why(parts: &ScoreParts, hit: &Hit) -> String {
    let mut named = parts.weighed(&WEIGHTS);
    named.sort_by(|a, b| b.1.total_cmp(&a.1));
    let shown: Vec<String> =
        named.iter().filter(|(_, v)| v.abs() >= 0.05).map(|(name, v)| format!("{name} {v:.1}")).collect();
    let found = (parts.coverage * 100.0).round();
    let ask = hit.ask.as_ref().map_or(String::new(), |a| format!("; nearest ask (not official): “{a}”"));
    format!("why: {:.1} = {}; {found}% of the query found{ask}", hit.score, shown.join(" + "))
}

/// Substitutions in the query and the confidence of the answer. They go above the answer, because they affect
/// how to read it.
fn remarks(answer: &Answer, style: &Style) -> String {
    let mut out = String::new();
    let mut say = |text: String| {
        for line in style.wrap(&safe(&text), "", "  ") {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    };
    searched(answer).into_iter().for_each(&mut say);
    for doubt in doubts(answer) {
        for line in style.wrap(&safe(&doubt), "", "  ") {
            let _ = writeln!(out, "{}", style.warning(&line));
        }
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

/// A ruling that may answer the question instead of the first result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Doubt<'a> {
    /// What is said before its title,
    pub lead: &'static str,
    pub ruling: &'a Ruling,
    /// and behind it.
    pub end: &'static str,
}

/// The second result, if it is nearly as good as the first, and the other game's ruling, if the question does
/// not say which game it is about.
pub(crate) fn doubted(answer: &Answer) -> Vec<Doubt<'_>> {
    let other_game = answer.other_game.as_ref();
    let is_close = answer.confidence == Confidence::Close && answer.kind == AnswerKind::Found;
    let second = answer.results.get(1).map(|second| &second.ruling).filter(|_| is_close);
    let second = second.filter(|second| other_game.is_none_or(|other| !other.shares_section(second)));
    let close = second.map(|ruling| Doubt { lead: "Close: or is it ", ruling, end: "?" });
    let other_game = other_game.map(|ruling| {
        let lead = match ruling.game {
            Game::Lcg => "Which game? In the LCG: ",
            Game::Tcg => "Which game? In the TCG: ",
        };
        Doubt { lead, ruling, end: "" }
    });
    close.into_iter().chain(other_game).collect()
}

/// A sentence for each of them.
pub(crate) fn doubts(answer: &Answer) -> Vec<String> {
    let said = |Doubt { lead, ruling, end }: Doubt<'_>| {
        format!("{lead}{} ({}){end}", ruling.shown_title(), ruling.id)
    };
    doubted(answer).into_iter().map(said).collect()
}

/// If there are more words of a kind than this, they are counted rather than listed, so that the answer stays
/// in view.
const MAX_NAMED: usize = 8;

/// Lists the first few, and the number of the others.
fn first_of(all: &[String]) -> String {
    let named = all[..all.len().min(MAX_NAMED)].join(", ");
    if all.len() > MAX_NAMED { format!("{named} and {} more", all.len() - MAX_NAMED) } else { named }
}

/// The words that were replaced because no ruling contains them, and those that were ignored.
pub(crate) fn said_of_words(answer: &Answer) -> Vec<String> {
    let mut lines = Vec::new();
    let instead: Vec<String> = answer
        .corrected
        .iter()
        .filter_map(|m| m.searched.as_ref().map(|s| format!("{s} (for “{}”)", m.typed)))
        .collect();
    if !instead.is_empty() {
        lines.push(format!("searched instead: {}", first_of(&instead)));
    }
    let left: Vec<String> =
        answer.corrected.iter().filter(|m| m.searched.is_none()).map(|m| format!("“{}”", m.typed)).collect();
    if !left.is_empty() {
        lines.push(format!("no ruling has: {}", first_of(&left)));
    }
    for name in &answer.cards_without_ruling {
        lines.push(format!("no ruling names the card “{name}”; its facts: `judge card {name}`"));
    }
    lines
}

/// How the query was changed and extended, with remarks on it, one sentence each.
pub(crate) fn searched(answer: &Answer) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(translated) = &answer.translated {
        let (from, english) = (translated.language.name(), &translated.english);
        lines.push(format!("put into English from {from}, word by word: {english}"));
    }
    lines.extend(said_of_words(answer));
    if !answer.expansions.is_empty() {
        lines.push(format!("searched also: {}", answer.expansions.join(", ")));
    }
    lines.extend(answer.remarks.iter().cloned());
    lines
}

/// Everything above the first result except [`Undecided`], one sentence each.
pub fn above(answer: &Answer) -> Vec<String> {
    let mut lines = searched(answer);
    lines.extend(doubts(answer));
    match answer.kind {
        AnswerKind::None => lines.extend(beyond(answer)),
        AnswerKind::Nearest | AnswerKind::Found | AnswerKind::Rulebook => {}
    }
    lines
}

/// An empty result: what was searched for, in which documents, and the nearest rulings.
pub fn nothing(answer: &Answer, documents: &[&DocumentLine], nearest: &[String], style: &Style) -> String {
    let mut out = String::new();
    let mut say = |text: String| {
        for line in style.wrap(&safe(&text), "", "  ") {
            let _ = writeln!(out, "{line}");
        }
    };
    say(format!("Nothing found for “{}”.", answer.query));
    beyond(answer).into_iter().for_each(&mut say);
    searched(answer).into_iter().for_each(&mut say);
    if documents.is_empty() {
        say("No document was searched: none is in force for what was asked.".to_owned());
    } else {
        let cites: Vec<String> = documents.iter().map(|d| d.shown()).collect();
        say(format!("Searched in: {}.", cites.join("; ")));
    }
    if !nearest.is_empty() {
        say("Nearest entries:".to_owned());
        for line in nearest.iter().flat_map(|line| style.wrap(&safe(line), "  ", "      ")) {
            let _ = writeln!(out, "{line}");
        }
    }
    out
}

fn timing(answer: &Answer, style: &Style, out: &mut String) {
    let total: std::time::Duration = answer.timing.steps.iter().map(|(_, d)| *d).sum();
    let _ = writeln!(out);
    for (name, took) in &answer.timing.steps {
        let line = format!("{:>9.3} ms  {name}", took.as_secs_f64() * 1000.0);
        let _ = writeln!(out, "{}", style.aside(&line));
    }
    let _ = writeln!(out, "{}", style.aside(&format!("{:>9.3} ms  together", total.as_secs_f64() * 1000.0)));
}

pub fn markdown(answer: &Answer, day: Option<Day>, newer: Option<&NewerKnown>) -> String {
    let mut out = String::new();
    if let Some(translated) = &answer.translated {
        let from = translated.language.name();
        let _ =
            writeln!(out, "*Put into English from {from}, word by word: {}*\n", safe(&translated.english));
    }
    for line in said_of_words(answer) {
        let _ = writeln!(out, "*{}*\n", safe(&line));
    }
    for doubt in doubts(answer) {
        let _ = writeln!(out, "*{}*\n", safe(&doubt));
    }
    out += &Undecided::of(answer).map_or_else(String::new, |undecided| undecided.markdown());
    if let Some(first) = answer.results.first() {
        let decides = answer.kind == AnswerKind::Rulebook;
        let highlights = first.deciding_sentence.as_slice();
        out += &ruling::markdown(&first.ruling, View { day, highlights, decides, ..View::default() });
        if let Some(named) = ruling::scenarios(&first.ruling, true) {
            let _ = writeln!(out, "\nScenarios {}", safe(&named));
        }
        for (id, citation) in &first.house {
            let _ = writeln!(out, "\n[House] {} names this ruling: `{id}`", safe(citation));
        }
        newer.iter().for_each(|newer| out += &format!("\n*{}*\n", safe(&newer.shown())));
    }
    for hit in &answer.results[shown_whole(answer)] {
        let _ = write!(out, "\n{}", ruling::markdown(&hit.ruling, View { day, ..View::default() }));
    }
    for QuestionLine { question, answered, .. } in question_lines(answer, day) {
        let _ = writeln!(out, "\n> {}\n\n{}", safe(&question), safe(&answered));
    }
    out + &also_found(answer, day)
}

/// The results after the first in Markdown, one line each.
fn also_found(answer: &Answer, day: Option<Day>) -> String {
    let mut out = String::new();
    let whole = shown_whole(answer);
    if answer.results.len() > whole.end {
        let _ = writeln!(out, "\nAlso found:\n");
    }
    for hit in answer.results.iter().skip(whole.end) {
        let r = &hit.ruling;
        let (label, citation, title) = (r.label(), r.citation_on(day), r.shown_title());
        let _ =
            writeln!(out, "- {label}{} ({}), {}: `{}`", safe(&citation), r.game.code(), safe(&title), r.id);
    }
    out
}
