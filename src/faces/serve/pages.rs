//! The pages: HTML that works without JavaScript, legible on a phone and with a screen reader.

use maud::{DOCTYPE, Markup, html};

use super::assets;
use super::request::Request;
use crate::cli::commands::card;
use crate::corpus::{Game, Ruling};
use crate::deck::Report;
use crate::engine::scenario::{About, Played};
use crate::faces::results::{Known, Links, choice_of_game, copy, encoded, references};
use crate::render::Style;
use crate::render::card::{ShownCard, coverage};
use crate::render::deck_page;
use crate::render::on_page::on_page;
use crate::render::picture::{self, Notices};
use crate::render::replay;
use crate::render::style::{is_unsafe, safe};

/// The navigation: addresses and names. What judges need at a table comes first, since the end may be outside
/// of a narrow window.
const PLACES: [(&str, &str); 6] = [
    ("", "Search"),
    ("log", "Log"),
    ("deck", "Decks"),
    ("card", "Cards"),
    ("s", "Disputes"),
    ("restricted", "Restricted"),
];

pub(super) fn layout(title: &str, place: &str, body: &Markup) -> Markup {
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
                nav.places aria-label="Pages" { @for (path, name) in PLACES {
                    a href={ "/" (path) } aria-current=[(path == place).then_some("page")] { (name) }
                } }
                main { (body) }
            }
        }
    }
}

/// A page with a sentence that says why there is nothing else.
pub(super) fn sentence(status: u16, text: &str) -> Markup {
    let head = match status {
        404 => "There is nothing here",
        400..500 => "That cannot be done",
        _ => "Something is wrong",
    };
    layout("judge", "-", &html! { h1 { (head) } p role="alert" { (safe(&on_page(text))) } })
}

/// The search form, with results if there was a question; `only` is the single game that is served.
pub(super) fn home(request: &Request, only: Option<Game>, results: Option<&Markup>) -> Markup {
    let body = html! {
        form action="/" role="search" {
            h1.aloud { label for="q" { "What was said?" } }
            input id="q" name="q" type="search" placeholder="What was said?" value=(safe(request.query("q"))) autocomplete="off" enterkeyhint="search" maxlength="4000" autofocus[request.query("q").is_empty()];
            div.row {
                @match only {
                    Some(game) => p.aside { "Only " (game.code()) ": " (game.name()) },
                    None => (choice_of_game(request.query("game"))),
                }
                button type="submit" { "Search" }
            }
        }
        p.aloud #count role="status" aria-live="polite" {}
        div #results { @if let Some(results) = results { (results) } }
    };
    let title = if request.query("q").is_empty() {
        "judge".to_owned()
    } else {
        format!("{} – judge", request.query("q"))
    };
    layout(&title, "", &body)
}

/// The placeholder before a question is asked.
pub(super) fn no_results() -> Markup {
    html! { div data-count="" {} }
}

/// Rulings in full, with their references.
pub(super) fn rulings(rulings: &[Ruling], known: Known<'_>, scenarios: &[String]) -> Markup {
    let body = html! {
        (known.above())
        @for (n, ruling) in rulings.iter().enumerate() {
            @if n == 0 { (known.first(ruling)) } @else { (known.whole(ruling)) }
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

/// The form for looking up a card.
pub(super) fn cards() -> Markup {
    let body = html! {
        form action="/card" role="search" {
            h1 { label for="name" { "Which card?" } }
            input id="name" name="name" type="search" autocomplete="off" maxlength="200" autofocus;
            button type="submit" { "Show" }
        }
    };
    layout("Cards – judge", "card", &body)
}

/// Everything about a card.
pub(super) fn card(found: &card::CardReport, known: Known<'_>) -> Markup {
    let named = |facts: &ShownCard| html! { (safe(&facts.name)) " " small { (facts.number.as_deref().unwrap_or_default()) " · " (facts.game.code()) } };
    let head = match found.facts.as_slice() {
        [] => html! { (safe(&found.query)) },
        [one] => named(one),
        [first, ..] => html! { (safe(&first.name)) },
    };
    let body = html! {
        h1 { (head) }
        (known.above())
        @for note in &found.notes { p.aside { (safe(&on_page(note))) } }
        @for facts in &found.facts {
            section aria-label=(safe(&facts.name)) {
                @if found.facts.len() > 1 { h2 { (named(facts)) } }
                dl { @for (label, value) in &facts.facts { dt { (safe(label)) } dd { (safe(value)) } } }
                p.aside { (safe(&facts.printings.join("; "))) }
                @if let Some(doubt) = &facts.doubtful { p.warning { "Doubtful: " (safe(doubt)) } }
                @for line in facts.text.iter().flat_map(|text| coverage(text, &Style::plain(usize::MAX))) { p.own { (line.trim()) } }
                p.tools { (copy(&facts.name, &facts.markdown())) }
            }
        }
        @if found.rulings.is_empty() { p { "No ruling names it." } }
        @for ruling in &found.rulings { (known.whole(ruling)) }
        (known.below(None))
    };
    layout(&format!("{} – judge", found.query), "card", &body)
}

/// The restricted lists in force; `list` is the one for deck checks, if no ruling held contains it.
pub(super) fn restricted(rulings: &[Ruling], list: Option<&str>, known: Known<'_>) -> Markup {
    let body = html! {
        h1 { "Restricted lists" }
        (known.above())
        @if rulings.is_empty() { p { "No restricted list is in force in the documents held." } }
        // The list quotes its items; repeating them one by one would be redundant.
        @for ruling in rulings.iter().filter(|r| r.part_of.is_none()) { (known.whole(ruling)) }
        @if let Some(list) = list {
            pre { (safe(&on_page(list))) }
            p.tools { (copy("the list", &on_page(list))) }
        }
        (known.below(None))
    };
    layout("Restricted – judge", "restricted", &body)
}

/// The scenarios by name: all, or those that match the words.
pub(super) fn scenarios(all: &[About], words: &str) -> Markup {
    let body = html! {
        h1 { "Disputes, replayed" }
        form action="/s" role="search" {
            label for="words" { "Which of them?" }
            input id="words" name="q" type="search" value=(safe(words)) autocomplete="off" enterkeyhint="search" maxlength="200";
            button type="submit" { "Search" }
        }
        p role="status" { @match all.len() {
            0 => "None has all these words in its name, title, rulings or variations.",
            1 => "One dispute.",
            n => { (n) " disputes." },
        } }
        ul.list { @for about in all { li {
            a href={ "/s/" (encoded(&about.name)) } { (safe(&about.title)) " " small { (about.game.code()) " · " (safe(&about.name)) } }
        } } }
    };
    layout("Disputes – judge", "s", &body)
}

/// Replays with pictures; every citation links to its text.
pub(super) fn scenario(played: &[Played], words: &[picture::CitedText], notices: &Notices) -> Markup {
    let link = |cited: &str| {
        let known = words.iter().any(|w| w.cited == cited);
        known.then(|| format!("/r/{}", encoded(cited.split('#').next().unwrap_or(cited))))
    };
    let body = html! {
        @for sentence in &notices.not_held { p.warning { (safe(sentence)) } }
        @for (n, one) in played.iter().enumerate() {
            (picture::article(one, n == 0, &link))
            p.tools { (copy(&one.name, &copied(one, notices))) }
        }
        @for sentence in &notices.newer { p.warning { (safe(sentence)) } }
        @if let Some(first) = played.first() { p { a href={ "/s/" (encoded(&first.name)) ".svg" } { "As a picture" } } }
    };
    layout(played.first().map_or("judge", |p| p.name.as_str()), "s", &body)
}

/// A replay as copied to the clipboard: the Markdown of the command line, with its notices.
fn copied(played: &Played, notices: &Notices) -> String {
    let above = notices.not_held.iter().map(|sentence| format!("**{}**\n\n", safe(sentence)));
    let below = notices.newer.iter().map(|sentence| format!("\n*{}*\n", safe(sentence)));
    let replay = replay::markdown(played, &replay::Quotes::new());
    above.chain([replay]).chain(below).collect()
}

/// The state of the deck check page.
#[derive(Clone, Copy)]
pub(super) enum Checked<'c> {
    /// Nothing was submitted yet.
    No,
    /// What was submitted is not a list.
    Refused(&'c str),
    Found(&'c Report),
}

/// The deck check page: the result, and a form with the list that was submitted.
pub(super) fn deck(checked: Checked<'_>, pasted: &str) -> Markup {
    let shown = |c: &char| matches!(c, '\n' | '\t') || !is_unsafe(*c);
    let pasted: String = pasted.replace("\r\n", "\n").chars().filter(shown).collect();
    let body = html! {
        @match checked {
            Checked::No => h1 { "Check a deck" },
            Checked::Refused(why) => { h1 { "Check a deck" } p.warning role="alert" { (safe(why)) } }
            Checked::Found(report) => section aria-label="Result" role="status" {
                h1 { @for (n, deck) in report.decks.iter().enumerate() { @if n > 0 { ", " } (deck.verdict.shown()) } }
                (deck_page::found(report, &|id| Links::Pages.to(id)))
            }
        }
        form action="/deck" method="post" enctype="multipart/form-data" {
            label for="list" { "A deck list, pasted" }
            // Browsers drop the first line end.
            textarea id="list" name="list" autocomplete="off" spellcheck="false" { "\n" (pasted) }
            label for="file" { "or its file" }
            input id="file" name="file" type="file";
            button type="submit" { "Check" }
        }
    };
    layout("Decks – judge", "deck", &body)
}
