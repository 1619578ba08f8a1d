//! The page: the HTML to read without JavaScript, followed by the script's data in base64.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::find::{PageSearch, Settings};
use crate::corpus::newer;
use crate::corpus::{Authority, Game, Kind, Ruling};
use crate::faces::results::{self, Known, Links, references};
use crate::render::base64::{base64, policy_hash};
use crate::render::page;
use crate::render::style::safe;

/// The page's `generator`.
pub(super) const GENERATOR: &str = "judge export html";
const SCRIPT: &str = include_str!("offline.js");
const LINKS: Links = Links::Here;

/// The script's data.
#[derive(Clone, Copy)]
pub(super) struct Data<'d> {
    /// The search, compiled to WebAssembly.
    pub program: &'d [u8],
    /// The index it searches.
    pub index: &'d [u8],
    pub settings: &'d Settings,
}

/// A page, and the number of rulings in it.
pub(super) struct Drawn {
    pub html: String,
    pub rulings: usize,
}

/// The sections of a game's rulings, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    House,
    Restricted,
    Errata,
    Rulings,
    Digest,
    NotInForce,
}

impl Part {
    const ALL: [Self; 6] =
        [Self::House, Self::Restricted, Self::Errata, Self::Rulings, Self::Digest, Self::NotInForce];

    fn of(ruling: &Ruling, search: &PageSearch) -> Self {
        let in_force = search.as_of.is_in_force(ruling);
        match (ruling.authority, ruling.kind) {
            _ if !in_force => Self::NotInForce,
            (Authority::House, _) => Self::House,
            (Authority::Digest, _) => Self::Digest,
            (Authority::Official, Kind::Restricted) => Self::Restricted,
            (Authority::Official, Kind::Errata) => Self::Errata,
            (Authority::Official, _) => Self::Rulings,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::House => "House rulings",
            Self::Restricted => "Restricted",
            Self::Errata => "Errata",
            Self::Rulings => "Rulings",
            Self::Digest => "Rulebook, in judge's words",
            Self::NotInForce => "Not in force",
        }
    }

    /// An abbreviated name.
    fn short(self) -> &'static str {
        self.name().split(',').next().unwrap_or_default()
    }

    fn anchor(self) -> &'static str {
        match self {
            Self::House => "house",
            Self::Restricted => "restricted",
            Self::Errata => "errata",
            Self::Rulings => "rulings",
            Self::Digest => "rulebook",
            Self::NotInForce => "not-in-force",
        }
    }
}

/// The rulings of one section of a game.
struct Section {
    game: Game,
    part: Part,
    rulings: Vec<Ruling>,
}

impl Section {
    fn anchor(&self) -> String {
        format!("{}-{}", self.game.code(), self.part.anchor())
    }
}

/// Draws the page; without data, it has no search.
///
/// # Errors
/// If the rulings cannot be read.
pub(super) fn page(search: &PageSearch, data: Option<Data<'_>>) -> anyhow::Result<Drawn> {
    let sections = sections(search)?;
    let rulings = sections.iter().map(|section| section.rulings.len()).sum();
    let games = Game::ALL.into_iter().filter(|game| sections.iter().any(|section| section.game == *game));
    let body = html! {
        main #top {
            @if data.is_some() { (form(search)) }
            h1 { "Everything held" }
            p.aside { (safe(&documents(search))) }
            @for game in games { (parts(game, &sections)) }
            @for section in &sections { (drawn(section, search)) }
        }
    };
    let data = data.map(scripts).transpose()?;
    Ok(Drawn { html: layout(&body, data.as_ref()), rulings })
}

fn layout(body: &Markup, data: Option<&Markup>) -> String {
    let style = format!("{}{}", page::STYLE, results::STYLE);
    let allowed = format!(
        "default-src 'none'; script-src '{}' 'wasm-unsafe-eval'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
        policy_hash(&script()),
        policy_hash(&style)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content=(GENERATOR);
                meta http-equiv="Content-Security-Policy" content=(allowed);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "judge" }
                link rel="icon" href="data:,";
                style { (PreEscaped(style)) }
            }
            body { (body) @if let Some(data) = data { (data) } }
        }
    };
    page.into_string() + "\n"
}

fn script() -> String {
    format!("{}{SCRIPT}", results::COPY)
}

/// The documents in force.
fn documents(search: &PageSearch) -> String {
    let held = search.library.held().info().in_force(search.as_of.day).into_iter();
    let of_game = held.filter(|d| search.game.is_none_or(|game| game == d.game));
    of_game.map(|d| d.shown()).collect::<Vec<_>>().join("; ")
}

fn parts(game: Game, sections: &[Section]) -> Markup {
    html! {
        nav aria-label=(game.name()) {
            b.chip { (game.code()) }
            @for section in sections.iter().filter(|section| section.game == game) {
                a href={ "#" (section.anchor()) } { (section.part.short()) }
            }
        }
    }
}

/// The search form. Hidden until the script has opened the search; meanwhile, or without JavaScript, a
/// sentence explains that.
fn form(search: &PageSearch) -> Markup {
    html! {
        p #fallback role="status" { "The search of this page needs JavaScript and WebAssembly. Without them everything is to be read below." }
        form #search role="search" hidden {
            label.aloud for="q" { "What was said?" }
            input id="q" name="q" type="search" placeholder="What was said?" autocomplete="off" enterkeyhint="search" maxlength="4000";
            @if search.game.is_none() { div.row { (results::choice_of_game("")) } }
        }
        p.aloud #count role="status" aria-live="polite" {}
        div #results {}
    }
}

fn scripts(data: Data<'_>) -> anyhow::Result<Markup> {
    let settings = serde_json::to_vec(data.settings)?;
    let blocks = [("program", data.program), ("index", data.index), ("settings", settings.as_slice())];
    Ok(html! {
        @for (id, bytes) in blocks { script id=(id) type="application/octet-stream" { (PreEscaped(base64(bytes))) } }
        script { (PreEscaped(script())) }
    })
}

/// Every ruling once, in the order of the documents.
fn sections(search: &PageSearch) -> anyhow::Result<Vec<Section>> {
    let mut sections: Vec<Section> = Game::ALL
        .into_iter()
        .flat_map(|game| Part::ALL.map(|part| Section { game, part, rulings: Vec::new() }))
        .collect();
    for ruling in search.library.held().rulings()? {
        let part = Part::of(&ruling, search);
        if search.game.is_some_and(|game| game != ruling.game) {
            continue;
        }
        if let Some(section) = sections.iter_mut().find(|s| s.game == ruling.game && s.part == part) {
            section.rulings.push(ruling);
        }
    }
    sections.retain(|section| !section.rulings.is_empty());
    Ok(sections)
}

fn drawn(section: &Section, search: &PageSearch) -> Markup {
    let as_of = &search.as_of;
    let not_held = as_of.not_held(search.library.held(), &[section.game]);
    let newer = as_of.newer(search.library.held(), &crate::search::Subjects::games([section.game]));
    let (held, newer) = (search.library.held(), newer::to_report(&newer));
    let known = Known { as_of, held, newer, not_held: &not_held, links: LINKS };
    html! {
        section {
            h2.part id=(section.anchor()) { (section.game.name()) ": " (section.part.name()) }
            (known.above())
            (known.below(None))
            @for ruling in &section.rulings {
                div.entry id=(ruling.id) { (known.whole(ruling)) (known.changes(ruling)) (references(ruling, LINKS)) }
            }
            p.tools { a href="#top" { "Top" } }
        }
    }
}
