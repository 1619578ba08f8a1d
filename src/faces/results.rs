//! Search results as HTML, the same for the pages of `judge serve` and the file of `judge export html`.

use maud::{Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use crate::cli::commands::search;
use crate::corpus::newer::{self, NewerKnown};
use crate::corpus::{Game, Ruling};
use crate::render::answer::{self, QuestionLine};
use crate::render::on_page::on_page;
use crate::render::ruling::{self, Around, View};
use crate::render::slip::{self, Heading};
use crate::render::style::safe;
use crate::render::undecided::{Undecided, beyond};
use crate::search::index_info::DocumentLine;
use crate::search::{Answer, AnswerKind, AsOfDay, HeldRulings, Library, Subjects};

/// The style sheet of pages with a search, used after the common one.
pub(crate) const STYLE: &str = include_str!("pages.css");
/// The script behind the buttons that copy a ruling.
pub(crate) const COPY: &str = include_str!("copy.js");

/// The number of results on a page.
pub(crate) const RESULTS: usize = 10;

/// The form's choice of a game.
pub(crate) fn choice_of_game(chosen: &str) -> Markup {
    html! {
        fieldset.choice {
            legend.aloud { "Game" }
            @for (code, name) in [("", "both"), ("lcg", "lcg"), ("tcg", "tcg")] {
                label { input type="radio" name="game" value=(code) checked[chosen == code]; span { (name) } }
            }
        }
    }
}

/// The targets of links to rulings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// To a page for each ruling, where it can also be logged.
    Pages,
    /// To an anchor in the same file.
    Places,
    /// As `Places`, from a ruling that is displayed at its anchor.
    Here,
}

impl Links {
    /// The address of a ruling.
    pub(crate) fn to(self, id: &str) -> String {
        match self {
            Self::Pages => format!("/r/{}", encoded(id)),
            Self::Places | Self::Here => format!("#{}", encoded(id)),
        }
    }

    /// The address of a ruling that opens it, from elsewhere.
    fn to_open(self, id: &str) -> Option<String> {
        (self != Self::Here).then(|| self.to(id))
    }

    /// The address for logging a ruling as the answer to a question.
    fn to_log(self, id: &str, question: &str) -> Option<String> {
        let question =
            if question.is_empty() { String::new() } else { format!("&question={}", encoded(question)) };
        match self {
            Self::Pages => Some(format!("/log?ruling={}{question}", encoded(id))),
            Self::Places | Self::Here => None,
        }
    }

    /// The address of a card's facts.
    fn to_card(self, name: &str) -> Option<String> {
        match self {
            Self::Pages => Some(format!("/card/{}", encoded(name))),
            Self::Places | Self::Here => None,
        }
    }

    /// A ruling's id as a link.
    pub(crate) fn link(self, id: &str) -> Markup {
        html! { a href=(self.to(id)) { (id) } }
    }

    /// A labelled list of links to rulings; empty without rulings.
    pub(crate) fn line(self, label: &str, ids: &[String]) -> Markup {
        html! { @if !ids.is_empty() { p { (label) ": " @for (n, id) in ids.iter().enumerate() { @if n > 0 { ", " } (self.link(id)) } } } }
    }
}

/// Percent-encodes a text.
pub fn encoded(text: &str) -> String {
    const REPLACED: &AsciiSet =
        &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');
    utf8_percent_encode(text, REPLACED).to_string()
}

/// Draws an answer, with what is known beyond the documents held. `game` is the one requested, `limit` the
/// maximum number of results.
///
/// # Errors
/// If the rulings cannot be read.
pub(crate) fn drawn(
    answer: &Answer,
    library: &Library,
    as_of: &AsOfDay,
    game: Option<Game>,
    limit: usize,
    links: Links,
) -> anyhow::Result<Markup> {
    let games = game.map_or_else(|| Game::ALL.to_vec(), |game| vec![game]);
    let not_held = as_of.not_held(library.held(), &games);
    let newer = as_of.newer(library.held(), &Subjects::answer(answer, games));
    let known =
        Known { as_of, held: library.held(), newer: newer::to_report(&newer), not_held: &not_held, links };
    if !answer.results.is_empty() {
        return Ok(found(answer, known, limit));
    }
    let (documents, nearest) = search::around_nothing(library, answer, false, game, as_of.day)?;
    Ok(nothing(answer, known, &documents, &nearest))
}

/// What applies to every ruling on a page.
#[derive(Clone, Copy)]
pub(crate) struct Known<'k> {
    /// The day the page is as of.
    pub as_of: &'k AsOfDay,
    pub held: &'k HeldRulings,
    /// Known later documents that have not been mentioned yet.
    pub newer: &'k [NewerKnown],
    /// Notices about documents of the day that are not held.
    pub not_held: &'k [String],
    pub links: Links,
}

impl<'k> Known<'k> {
    /// Notices that affect how to read everything below.
    pub(crate) fn above(&self) -> Markup {
        html! { @for sentence in self.not_held { p.warning { (safe(sentence)) } } }
    }

    /// Known later documents, of one game if `game` is given.
    pub(crate) fn below(&self, game: Option<Game>) -> Markup {
        let meant = |n: &&NewerKnown| game.is_none_or(|game| n.game == game);
        html! { @for newer in self.newer.iter().filter(meant) { p.warning { (safe(&on_page(&newer.shown()))) } } }
    }

    /// What a later document is known to have changed of one ruling. That it is known stands above already.
    #[cfg(feature = "offline")]
    pub(crate) fn changes(&self, ruling: &Ruling) -> Markup {
        let newer = self.as_of.newer(self.held, &Subjects::rulings([ruling]));
        let changes = newer.into_iter().map(|newer| NewerKnown { is_said: true, ..newer }.shown());
        html! { @for changes in changes.filter(|c| !c.is_empty()) { p.warning { (safe(&on_page(&changes))) } } }
    }

    /// A ruling in full, with its buttons.
    pub(crate) fn whole(&self, ruling: &Ruling) -> Markup {
        self.whole_as(ruling, Answers::default())
    }

    /// The ruling that a page is about.
    #[cfg(feature = "serve")]
    pub(crate) fn first(&self, ruling: &Ruling) -> Markup {
        self.whole_as(ruling, Answers { heading: Heading::First, is_open: true, ..Answers::default() })
    }

    /// A ruling in full, as the answer to a question.
    fn whole_as(&self, ruling: &Ruling, answers: Answers<'_>) -> Markup {
        let Answers { heading, highlights, decides, .. } = answers;
        let by_tag = self.as_of.by_tag(ruling);
        let day = self.as_of.day;
        let view = View { day, by_tag: by_tag.as_ref(), highlights, decides, ..View::default() };
        html! { (slip::headed(ruling, view, heading)) (tools(ruling, view, answers, self)) }
    }

    fn line(&self, ruling: &Ruling) -> Markup {
        let day = self.as_of.day;
        // What its version tag reveals is shown with the full ruling.
        let in_force = self.as_of.is_in_force(ruling);
        html! {
            a href=(self.links.to(&ruling.id)) {
                (ruling.label()) (safe(&ruling.shown_title())) " "
                small { (safe(&ruling.citation_on(day))) @if !in_force { " [not in force]" } }
            }
        }
    }
}

/// How a ruling relates to the question.
#[derive(Clone, Copy, Default)]
struct Answers<'a> {
    /// The rank of its title.
    heading: Heading,
    /// The deciding parts, as character ranges of its text.
    highlights: &'a [(usize, usize)],
    /// Whether it is a digest entry that decides.
    decides: bool,
    /// The notice that it does not decide.
    undecided: Option<&'a Undecided>,
    /// Whether the page is the ruling's own.
    is_open: bool,
    /// As the log takes it.
    question: &'a str,
    /// The cards it names.
    named: &'a [String],
}

/// How many rulings were found, in a sentence; `limit` is the maximum number.
fn count(answer: &Answer, limit: usize) -> String {
    match (answer.results.len(), answer.kind) {
        (1, AnswerKind::Nearest) => "No ruling held decides this; one is near.".to_owned(),
        (n, AnswerKind::Nearest) => format!("No ruling held decides this; {n} are near."),
        (1, _) => "One ruling.".to_owned(),
        (n, _) if n == limit => format!("The first {n} rulings."),
        (n, _) => format!("{n} rulings."),
    }
}

/// The results of a search with a maximum number.
fn found(answer: &Answer, known: Known<'_>, limit: usize) -> Markup {
    let count = count(answer, limit);
    let day = known.as_of.day;
    let undecided = Undecided::of(answer);
    html! {
        div data-count=(count) {
            (known.above())
            (searched(answer, known.links))
            @for answer::Doubt { lead, ruling, end } in answer::doubted(answer) {
                p.warning { (lead) a href=(known.links.to(&ruling.id)) { (safe(&ruling.shown_title())) " (" (ruling.id) ")" } (end) }
            }
            @if let Some(undecided) = &undecided {
                @for (n, line) in undecided.lines.iter().enumerate() {
                    p.warning[n == 0] { (safe(&on_page(line))) }
                }
                p.aside { (undecided.lead) }
            }
            @if let Some(first) = answer.results.first() {
                (known.whole_as(&first.ruling, Answers {
                    heading: Heading::Second,
                    highlights: first.deciding_sentence.as_slice(),
                    decides: answer.kind == AnswerKind::Rulebook,
                    undecided: undecided.as_ref(),
                    is_open: false,
                    question: loggable(&answer.query),
                    named: &answer.cards,
                }))
                @for (id, citation) in &first.house { p { "[House] " (safe(citation)) " names this ruling: " (known.links.link(id)) } }
                (known.below(Some(first.ruling.game)))
            }
            (questions(&answer::question_lines(answer, day), known.links))
            @if answer.results.len() > 1 {
                h2 { "Also found" }
                ol.list { @for hit in answer.results.iter().skip(1) { li { (known.line(&hit.ruling)) } } }
            }
        }
    }
}

/// The question, if it is short enough for an address; otherwise nothing.
fn loggable(query: &str) -> &str {
    const MAX_QUESTION_LENGTH: usize = 1000;
    Some(query.trim()).filter(|question| question.len() <= MAX_QUESTION_LENGTH).unwrap_or_default()
}

/// How the query was changed and extended, and links to cards that no ruling names.
fn searched(answer: &Answer, links: Links) -> Markup {
    let cards = answer.cards_without_ruling.iter().filter_map(|name| Some((name, links.to_card(name)?)));
    html! {
        @for line in answer::searched(answer) { p.aside { (safe(&on_page(&line))) } }
        @for (name, place) in cards { p { a href=(place) { "Facts of " (safe(name)) } } }
    }
}

/// The individual questions of a post with their answers.
fn questions(lines: &[QuestionLine], links: Links) -> Markup {
    html! {
        @if !lines.is_empty() {
            h2 { "Question by question" }
            ul.list { @for line in lines { li {
                p.aside { (safe(&line.question)) }
                @match &line.id {
                    Some(id) => a href=(links.to(id)) { (safe(&line.answered)) },
                    None => p { (safe(&line.answered)) },
                }
            } } }
        }
    }
}

/// An empty result: what was searched for, in which documents, and the nearest rulings.
fn nothing(answer: &Answer, known: Known<'_>, documents: &[&DocumentLine], nearest: &[Ruling]) -> Markup {
    let cites: Vec<String> = documents.iter().map(|d| d.shown()).collect();
    html! {
        div data-count="Nothing found." {
            (known.above())
            p.warning { "Nothing found." }
            @if let Some(line) = beyond(answer) { p { (safe(&on_page(&line))) } }
            (searched(answer, known.links))
            @if cites.is_empty() {
                p { "No document was searched: none is in force for what was asked." }
            } @else {
                p.aside { "Searched in: " (safe(&cites.join("; "))) "." }
            }
            @if !nearest.is_empty() {
                h2 { "Nearest entries" }
                ol.list { @for ruling in nearest { li { (known.line(ruling)) } } }
            }
            (known.below(None))
        }
    }
}

/// A button that copies a text.
pub(crate) fn copy(what: &str, copied: &str) -> Markup {
    html! { button.copy type="button" data-copy=(copied) aria-label={ "Copy " (safe(what)) } { "Copy" } }
}

/// The buttons of a ruling.
fn tools(ruling: &Ruling, view: View<'_>, answers: Answers<'_>, known: &Known<'_>) -> Markup {
    let said = ruling.citation_on(view.day);
    // A page may have other rulings, with changes of their own.
    let newer = known.as_of.newer(known.held, &Subjects::rulings([ruling]).and_named(answers.named));
    let not_held = known.as_of.not_held(known.held, &[ruling.game]);
    let newer = newer::to_report(&newer);
    let around = Around { not_held: &not_held, undecided: answers.undecided, newer };
    let copied = ruling::markdown_with(ruling, view, around);
    let open = known.links.to_open(&ruling.id).filter(|_| !answers.is_open);
    html! {
        p.tools {
            (copy(&said, &copied))
            @if let Some(place) = open { " " a href=(place) { "Open" } }
            @if let Some(log) = known.links.to_log(&ruling.id, answers.question) { " " a href=(log) { "Log" } }
        }
    }
}

pub(crate) fn references(ruling: &Ruling, links: Links) -> Markup {
    html! {
        (links.line("Part of", ruling.part_of.as_slice()))
        (links.line("Refers to", &ruling.see))
        (links.line("Referred to by", &ruling.seen_from))
        (links.line("The rulebook's rule, in judge's words", &ruling.rules))
    }
}
