//! The pages: HTML that works without script, legible on a phone, read well aloud.

use maud::{DOCTYPE, Markup, html};

use super::assets;
use super::request::{Request, encoded};
use crate::cli::as_of::AsOfDay;
use crate::cli::card;
use crate::corpus::history::NewerKnown;
use crate::corpus::{Game, Ruling};
use crate::deck::Report;
use crate::engine::scenario::{About, Played};
use crate::faces::log::file::Logged;
use crate::faces::log::{Entry, Log, told as told_damage};
use crate::render::Style;
use crate::render::answer::{self, QuestionLine};
use crate::render::card::told;
use crate::render::picture;
use crate::render::ruling::{self, View};
use crate::render::slip;
use crate::render::style::safe;
use crate::search::build::DocumentLine;
use crate::search::{Answer, AnswerKind};

/// The places of the navigation, with what they are called.
const PLACES: [(&str, &str); 6] = [
    ("", "Search"),
    ("card", "Cards"),
    ("restricted", "Restricted"),
    ("s", "Disputes"),
    ("deck", "Decks"),
    ("log", "Log"),
];

fn layout(title: &str, place: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (safe(title)) }
                link rel="icon" href="data:,";
                link rel="stylesheet" href={ "/" (assets::style()) };
                script src={ "/" (assets::follow()) } defer {}
            }
            body {
                nav aria-label="Pages" { @for (path, name) in PLACES {
                    a href={ "/" (path) } aria-current=[(path == place).then_some("page")] { (name) }
                } }
                main { (body) }
            }
        }
    }
}

/// A page with a sentence.
pub fn sentence(text: &str) -> Markup {
    layout("judge", "-", &html! { p role="alert" { (safe(text)) } })
}

/// The search, with its results where something was asked.
pub fn home(request: &Request, results: Option<&Markup>) -> Markup {
    let game = request.query("game");
    let body = html! {
        form action="/" role="search" {
            label for="q" { "What was said?" }
            input id="q" name="q" type="search" value=(safe(request.query("q"))) autocomplete="off" enterkeyhint="search" maxlength="4000" autofocus;
            fieldset {
                legend { "Game" }
                @for (code, name) in [("", "both"), ("lcg", "lcg"), ("tcg", "tcg")] {
                    label.chip { input type="radio" name="game" value=(code) checked[game == code]; (name) }
                }
            }
            button type="submit" { "Search" }
        }
        p #count role="status" aria-live="polite" {}
        div #results { @if let Some(results) = results { (results) } }
    };
    let title = if request.query("q").is_empty() {
        "judge".to_owned()
    } else {
        format!("{} – judge", request.query("q"))
    };
    layout(&title, "", &body)
}

/// What stands where nothing was asked.
pub fn no_results() -> Markup {
    html! { div data-count="" {} }
}

/// What holds of every ruling of a page: the day asked about, and what is known beyond the documents held.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    /// The day asked about.
    pub as_of: &'k AsOfDay,
    /// Later documents that are known, where they are still to be told.
    pub newer: &'k [NewerKnown],
    /// Documents of the day that are not held.
    pub not_held: &'k [String],
}

impl Known<'_> {
    /// What decides how to read all that follows.
    fn above(&self) -> Markup {
        html! { @for sentence in self.not_held { p.warning { (safe(sentence)) } } }
    }

    /// That later documents are known, of one game where one is meant.
    fn below(&self, game: Option<Game>) -> Markup {
        let meant = |n: &&NewerKnown| game.is_none_or(|game| n.game == game.code());
        html! { @for newer in self.newer.iter().filter(meant) { p.warning { (safe(&newer.shown())) } } }
    }

    /// A whole ruling, with what can be done with it.
    fn whole(&self, ruling: &Ruling, highlights: &[(usize, usize)], decides: bool) -> Markup {
        let by_tag = self.as_of.by_tag(ruling);
        let day = self.as_of.day;
        let view = View { day, by_tag: by_tag.as_ref(), highlights, decides, ..View::default() };
        html! { (slip::ruling(ruling, view)) (tools(ruling, view, self)) }
    }

    /// A ruling in a line.
    fn line(&self, ruling: &Ruling) -> Markup {
        let day = self.as_of.day;
        // What its version tag tells of the day stands with the whole ruling.
        let in_force = ruling.is_in_force(day) || self.as_of.by_tag(ruling).is_some();
        html! {
            a href={ "/r/" (encoded(&ruling.id)) } {
                (ruling.label()) (safe(&ruling.shown_title())) " "
                small { (safe(&ruling.citation_on(day))) @if !in_force { " [not in force]" } }
            }
        }
    }
}

/// The results of a search.
pub fn results(answer: &Answer, known: Known<'_>) -> Markup {
    let count = match (answer.results.len(), answer.kind) {
        (1, AnswerKind::Nearest) => "No ruling held decides this; one is near.".to_owned(),
        (n, AnswerKind::Nearest) => format!("No ruling held decides this; {n} are near."),
        (1, _) => "One ruling.".to_owned(),
        (n, _) => format!("{n} rulings."),
    };
    let day = known.as_of.day;
    html! {
        div data-count=(count) {
            (known.above())
            @for line in answer::searched(answer) { p.aside { (safe(&line)) } }
            @if let Some(rival) = answer::rival(answer) { p.warning { (safe(&rival)) } }
            @if answer.kind == AnswerKind::Nearest {
                @for line in answer::undecided_lines(answer) { p.warning { (safe(&line)) } }
                p.warning { "The nearest ruling:" }
            }
            @if let Some(first) = answer.results.first() {
                (known.whole(&first.ruling, first.deciding_sentence.as_slice(), answer.kind == AnswerKind::Rulebook))
                @for (id, citation) in &first.house { p { "[House] " (safe(citation)) " names this ruling: " (link(id)) } }
                (known.below(Some(first.ruling.game)))
            }
            (questions(&answer::question_lines(answer, day)))
            @if answer.results.len() > 1 {
                h2 { "Also found" }
                ol.list { @for hit in answer.results.iter().skip(1) { li { (known.line(&hit.ruling)) } } }
            }
        }
    }
}

/// The single questions of a post, each with what answers it.
fn questions(lines: &[QuestionLine]) -> Markup {
    html! {
        @if !lines.is_empty() {
            h2 { "Question by question" }
            ul.list { @for line in lines { li {
                p.aside { (safe(&line.question)) }
                @match &line.id {
                    Some(id) => a href={ "/r/" (encoded(id)) } { (safe(&line.told)) },
                    None => p { (safe(&line.told)) },
                }
            } } }
        }
    }
}

/// Where nothing was found: what was searched, in which documents, and what comes nearest.
pub fn nothing(answer: &Answer, known: Known<'_>, documents: &[&DocumentLine], nearest: &[Ruling]) -> Markup {
    let cites: Vec<String> = documents.iter().map(|d| d.shown()).collect();
    html! {
        div data-count="Nothing found." {
            (known.above())
            p.warning { "Nothing found." }
            @if let Some(line) = answer::beyond(answer) { p { (safe(&line)) } }
            @for line in answer::searched(answer) { p.aside { (safe(&line)) } }
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

/// What can be done with a ruling.
fn tools(ruling: &Ruling, view: View<'_>, known: &Known<'_>) -> Markup {
    let said = safe(&ruling.citation_on(view.day)).into_owned();
    let copied = ruling::markdown_told(ruling, view, known.not_held, known.newer);
    html! {
        p.tools {
            button.copy type="button" data-copy=(copied) aria-label={ "Copy " (said) } { "Copy" } " "
            a href={ "/r/" (encoded(&ruling.id)) } { "Open" } " "
            a href={ "/log?ruling=" (encoded(&ruling.id)) } { "Log" }
        }
    }
}

fn link(id: &str) -> Markup {
    html! { a href={ "/r/" (encoded(id)) } { (id) } }
}

/// Whole rulings, with what they refer to.
pub fn rulings(rulings: &[Ruling], known: Known<'_>, scenarios: &[String]) -> Markup {
    let body = html! {
        (known.above())
        @for ruling in rulings {
            (known.whole(ruling, &[], false))
            (links("Part of", ruling.part_of.as_slice()))
            (links("Refers to", &ruling.see))
            (links("Referred to by", &ruling.seen_from))
            (links("The rulebook's rule, in judge's words", &ruling.rules))
        }
        (known.below(None))
        @if !scenarios.is_empty() {
            h2 { "Disputes that show it" }
            ul.list { @for name in scenarios { li { a href={ "/s/" (encoded(name)) } { (safe(name)) } } } }
        }
    };
    let title = rulings.first().map_or("judge", |r| r.id.as_str());
    layout(title, "-", &body)
}

fn links(label: &str, ids: &[String]) -> Markup {
    html! { @if !ids.is_empty() { p { (label) ": " @for (n, id) in ids.iter().enumerate() { @if n > 0 { ", " } (link(id)) } } } }
}

/// Where a card is asked for.
pub fn cards() -> Markup {
    let body = html! {
        form action="/card" role="search" {
            label for="name" { "Which card?" }
            input id="name" name="name" type="search" autocomplete="off" maxlength="200" autofocus;
            button type="submit" { "Show" }
        }
    };
    layout("Cards – judge", "card", &body)
}

/// Everything about a card.
pub fn card(found: &card::Gathered, known: Known<'_>) -> Markup {
    let body = html! {
        (known.above())
        @for note in &found.notes { p.aside { (safe(note)) } }
        @for facts in &found.facts {
            section aria-label=(safe(&facts.name)) {
                h1 { (safe(&facts.name)) " " small { (facts.number.as_deref().unwrap_or_default()) " · " (facts.game) } }
                dl { @for (label, value) in &facts.facts { dt { (safe(label)) } dd { (safe(value)) } } }
                p.aside { (safe(&facts.printings.join("; "))) }
                @if let Some(doubt) = &facts.doubtful { p.warning { "Doubtful: " (safe(doubt)) } }
                @for line in facts.text.iter().flat_map(|text| told(text, &Style::plain(usize::MAX))) { p.own { (line.trim()) } }
            }
        }
        @if found.rulings.is_empty() { p { "No ruling names it." } }
        @for ruling in &found.rulings { (known.whole(ruling, &[], false)) }
        (known.below(None))
    };
    layout(&format!("{} – judge", found.query), "card", &body)
}

/// The restricted lists in force; `list` is what decks are judged by, where no ruling held says it.
pub fn restricted(rulings: &[Ruling], list: Option<&str>, known: Known<'_>) -> Markup {
    let body = html! {
        (known.above())
        @if rulings.is_empty() { p { "No restricted list is in force in the documents held." } }
        // The whole list quotes its items; showing them again one by one would say everything twice.
        @for ruling in rulings.iter().filter(|r| r.part_of.is_none()) { (known.whole(ruling, &[], false)) }
        @if let Some(list) = list { pre { (safe(list)) } }
        (known.below(None))
    };
    layout("Restricted – judge", "restricted", &body)
}

/// The scenarios, by name.
pub fn scenarios(all: &[About]) -> Markup {
    let body = html! {
        h1 { "Disputes, replayed" }
        ul.list { @for about in all { li {
            a href={ "/s/" (encoded(&about.name)) } { (safe(&about.title)) " " small { (about.game) " · " (safe(&about.name)) } }
        } } }
    };
    layout("Disputes – judge", "s", &body)
}

/// Replays with their pictures; every citation leads to its words.
pub fn scenario(played: &[Played], words: &[picture::Words], not_held: &[String]) -> Markup {
    let link = |cited: &str| {
        let known = words.iter().any(|w| w.cited == cited);
        known.then(|| format!("/r/{}", encoded(cited.split('#').next().unwrap_or(cited))))
    };
    let body = html! {
        @for sentence in not_held { p.warning { (safe(sentence)) } }
        @for one in played { (picture::article(one, &link)) }
        @if let Some(first) = played.first() { p { a href={ "/s/" (encoded(&first.name)) ".svg" } { "As a picture" } } }
    };
    layout(played.first().map_or("judge", |p| p.name.as_str()), "s", &body)
}

/// Deck check: the form, and what came of the list.
pub fn deck(checked: Option<(&Report, &str)>) -> Markup {
    let body = html! {
        @if let Some((report, text)) = checked {
            section aria-label="Result" role="status" {
                h1 { @for (n, deck) in report.decks.iter().enumerate() { @if n > 0 { ", " } (deck.verdict.shown()) } }
                pre { (safe(text)) }
            }
        }
        form action="/deck" method="post" enctype="multipart/form-data" {
            label for="list" { "A deck list, pasted" }
            textarea id="list" name="list" autocomplete="off" spellcheck="false" {}
            label for="file" { "or its file" }
            input id="file" name="file" type="file";
            button type="submit" { "Check" }
        }
    };
    layout("Decks – judge", "deck", &body)
}

/// The log, and the form for a further entry.
pub fn log(log: &Log, shown: &[&Entry], request: &Request) -> Markup {
    let key = blake3::hash(
        format!("{:?}{:?}", std::time::SystemTime::now(), std::thread::current().id()).as_bytes(),
    )
    .to_hex();
    let field = |name: &str, label: &str, value: &str, again: &str| {
        html! {
            label for=(name) { (label) }
            input id=(name) name=(name) value=(safe(value)) autocomplete=(again) maxlength="200";
        }
    };
    let body = html! {
        h1 { "Log" }
        @for damage in &log.damage { p.warning role="alert" { (safe(&damage.to_string())) } }
        form action="/log" method="post" {
            label for="words" { "What was ruled" }
            textarea id="words" name="words" required maxlength="4000" {}
            (field("ruling", "Rulings it rests on", request.query("ruling"), "off"))
            (field("table", "Table", "", "off"))
            (field("by", "By", "", "name"))
            (field("corrects", "Corrects entry", request.query("corrects"), "off"))
            @if !request.trusted { (field("pin", "PIN (at the head judge's screen)", "", "off")) }
            input type="hidden" name="key" value=(&key.as_str()[..32]);
            button type="submit" { "Log" }
        }
        form action="/log" role="search" {
            label for="q" { "Search the log" }
            input id="q" name="q" type="search" value=(safe(request.query("q")));
            button type="submit" { "Search" }
        }
        p role="status" { (shown.len()) @if shown.len() == 1 { " entry" } @else { " entries" } }
        ol.list { @for entry in shown.iter().rev() { li id={ "e" (entry.id) } { (logged(entry, log)) } } }
    };
    layout("Log – judge", "log", &body)
}

/// What was logged in a file with which something is wrong.
pub fn logged_with(logged: &Logged) -> Markup {
    let id = logged.entry.id;
    let body = html! {
        p role="status" { @if logged.again { "Logged before as entry " } @else { "Logged as entry " } (id) "." }
        @for damage in told_damage(&logged.damage) { p.warning role="alert" { (safe(&damage)) } }
        p { a href={ "/log#e" (id) } { "The log" } }
    };
    layout("Log – judge", "log", &body)
}

fn logged(entry: &Entry, log: &Log) -> Markup {
    let said = &entry.said;
    html! {
        p { b { (entry.id) } " " (entry.shown_time())
            @if let Some(table) = &said.table { " · table " (safe(table)) }
            @if let Some(by) = &said.by { " · " (safe(by)) } }
        @if let Some(question) = &said.question { p.aside { (safe(question)) } }
        p { @match log.corrected_by(entry.id) {
            Some(by) => { strong.warning { "Corrected by entry " (by) ":" } " " s { (safe(&said.words)) } }
            None => (safe(&said.words)),
        } }
        p { @for cited in &said.rulings { (safe(&cited.citation)) " " (link(&cited.id)) " " }
            @if let Some(corrects) = said.corrects { "corrects entry " (corrects) } }
    }
}
