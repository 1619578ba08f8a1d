//! The pages: HTML that works without script, legible on a phone, read well aloud.

use maud::{DOCTYPE, Markup, html};

use super::assets;
use super::request::Request;
use crate::cli::commands::card;
use crate::corpus::Ruling;
use crate::deck::Report;
use crate::engine::scenario::{About, Played};
use crate::faces::log::file::Logged;
use crate::faces::log::{Log, LogEntry, told as told_damage};
use crate::faces::results::{Known, Links, choice_of_game, copy, encoded, references};
use crate::render::Style;
use crate::render::card::told;
use crate::render::picture;
use crate::render::replay;
use crate::render::style::safe;

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
    let body = html! {
        form action="/" role="search" {
            label for="q" { "What was said?" }
            input id="q" name="q" type="search" value=(safe(request.query("q"))) autocomplete="off" enterkeyhint="search" maxlength="4000" autofocus;
            (choice_of_game(request.query("game")))
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

/// Whole rulings, with what they refer to.
pub fn rulings(rulings: &[Ruling], known: Known<'_>, scenarios: &[String]) -> Markup {
    let body = html! {
        (known.above())
        @for ruling in rulings {
            (known.whole(ruling, &[], false))
            (references(ruling, known.links))
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
        @for one in played {
            (picture::article(one, &link))
            p.tools { (copy(&one.name, &copied(one, not_held))) }
        }
        @if let Some(first) = played.first() { p { a href={ "/s/" (encoded(&first.name)) ".svg" } { "As a picture" } } }
    };
    layout(played.first().map_or("judge", |p| p.name.as_str()), "s", &body)
}

/// A replay as it is copied: as the command line writes it for a report, under what of the day asked about is
/// not held.
fn copied(played: &Played, not_held: &[String]) -> String {
    let above: String = not_held.iter().map(|sentence| format!("**{}**\n\n", safe(sentence))).collect();
    above + &replay::markdown(played, &replay::Quotes::new())
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
pub fn log(log: &Log, shown: &[&LogEntry], request: &Request) -> Markup {
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

fn logged(entry: &LogEntry, log: &Log) -> Markup {
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
        p { @for cited in &said.rulings { (safe(&cited.citation)) " " (Links::Pages.link(&cited.id)) " " }
            @if let Some(corrects) = said.corrects { "corrects entry " (corrects) } }
    }
}
