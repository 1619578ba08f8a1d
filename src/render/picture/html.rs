//! A replay as HTML: nested lists drawn as nested boxes, with each citation linked to its text.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::Notices;
use super::tree::{Node, Players, canceled, failures, title, tree, verdict};
use crate::engine::scenario::{Played, StepOut};
use crate::render::page;
use crate::render::replay;
use crate::render::style::safe;

/// The text of a citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedText {
    /// The citation used in steps: `lcg:3.1`, `lcg:timing.damage.4#2`.
    pub cited: String,
    /// The printed citation, labelled if it is not official.
    pub citation: String,
    /// What comes before words that are judge's own, so that they are not mistaken for the rulebook's; `None`
    /// for words that are quoted.
    pub introduction: Option<String>,
    /// The text, in paragraphs.
    pub text: String,
    /// What introduced a rule that came after the first rulebook.
    pub later: Option<String>,
}

/// A page with these replays and the rulings they cite.
pub fn page(played: &[Played], words: &[CitedText], notices: &Notices) -> String {
    let name = match played {
        [] => "Replay".to_owned(),
        [first, ..] => title(first),
    };
    let body = html! {
        main {
            @for sentence in &notices.not_held { p.warning { (safe(sentence)) } }
            @for (n, one) in played.iter().enumerate() { (article(one, n == 0, &|cited| link(words, cited))) }
            (self::words(words))
            @for sentence in &notices.newer { p.warning { (safe(sentence)) } }
        }
    };
    page::alone(&name, &body)
}

/// The link to a citation's text within the page.
fn link(words: &[CitedText], cited: &str) -> Option<String> {
    words.iter().any(|w| w.cited == cited).then(|| format!("#{}", anchor(cited)))
}

/// One replay; `first` if it is the page's first. `link` returns the address of a citation's text.
pub fn article(played: &Played, first: bool, link: &dyn Fn(&str) -> Option<String>) -> Markup {
    let players = Players::of(played);
    html! {
        article.replay aria-label=(safe(&played.name)) {
            @if first { h1 { (safe(&played.title)) } } @else { h2 { (safe(&played.title)) } }
            p { span.verdict.bad[!played.passed] { (verdict(played)) } " " span.aside { (safe(&played.name))
                @if let Some(base) = &played.variation_of { " (variation of " (safe(base)) ")" } } }
            @for failure in failures(played) { p.bad { (safe(&failure)) } }
            @if let Some(day) = replay::as_of(played) { p.aside { (safe(&day)) } }
            p.legend { @for (class, letter, name) in players.legend() {
                span.player { b.who.(class) { (letter) } " " (safe(name)) } " "
            } }
            ol.steps { @for node in tree(&played.steps) { (draw(&node, &players, link)) } }
            ul.expected {
                @for checked in played.expectations.iter().filter(|c| c.passed) {
                    li { "ok " (safe(&checked.expect)) }
                }
            }
            @if let Some(stops) = &played.stops { p.aside { "The game now waits: " (safe(stops)) } }
        }
    }
}

fn draw(node: &Node<'_>, players: &Players<'_>, link: &dyn Fn(&str) -> Option<String>) -> Markup {
    match node {
        Node::Step(one) => step(one, players, link),
        Node::Nested(inner) => {
            let class = players.class(node.first().and_then(|s| s.actor.as_deref()));
            let first = node.first().map_or(0, |s| s.n);
            html! {
                li.nested.(class) {
                    ol.steps aria-label={ "nested sequence from step " (first) } {
                        @for node in inner { (draw(node, players, link)) }
                    }
                }
            }
        }
    }
}

fn step(step: &StepOut, players: &Players<'_>, link: &dyn Fn(&str) -> Option<String>) -> Markup {
    let basis = replay::basis(step);
    let address = replay::linked(step).and_then(|cited| link(&cited));
    html! {
        li.step value=(step.n) {
            span.n { (step.n) } " "
            @match players.mark(step.actor.as_deref()) {
                Some((place, letter)) => abbr.who.{ "p" (place) } title=(safe(step.actor.as_deref().unwrap_or_default())) { (letter) },
                None => span.who {},
            }
            " "
            span.what {
                @match canceled(step) {
                    Some(said) => { s { (safe(&step.text)) } " (" (said) ")" }
                    None => (safe(&step.text)),
                }
            }
            " "
            @match address {
                Some(address) => a.basis href=(address) { (safe(&basis)) },
                None => span.basis { (safe(&basis)) },
            }
        }
    }
}

/// The texts of citations, without duplicates, in the given order.
pub(crate) fn words(words: &[CitedText]) -> Markup {
    let mut seen = BTreeSet::new();
    let once: Vec<&CitedText> = words.iter().filter(|w| seen.insert(&w.cited)).collect();
    let paragraphs = |text: &str| html! { @for paragraph in text.split("\n\n") { p { (safe(paragraph)) } } };
    html! {
        @if !once.is_empty() {
            section.words aria-label="The words cited" {
                h2 { "The words cited" }
                @for one in once {
                    figure id=(anchor(&one.cited)) {
                        figcaption { cite { (safe(&one.citation)) } " [" (safe(&one.cited)) "]" }
                        @match &one.introduction {
                            Some(introduction) => { p.own { (safe(introduction)) } div { (paragraphs(&one.text)) } },
                            None => blockquote { (paragraphs(&one.text)) },
                        }
                        @if let Some(later) = &one.later { p.warning { (safe(later)) } }
                    }
                }
            }
        }
    }
}

/// The anchor of a citation's text.
pub(super) fn anchor(cited: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '-' { c } else { '_' };
    format!("r-{}", cited.chars().map(letter).collect::<String>())
}
