//! `judge define`.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::as_of;
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, implicit_search, rulings as shown};
use crate::corpus::{Ruling, define, history};
use crate::render::Format;
use crate::render::ruling::{self, View};
use crate::render::style::safe;
use crate::search::{AsOfDay, Library};

/// The maximum number of similar words suggested.
const OFFERED: usize = 5;

/// Tell what a word of the games means: its rule with the page, and its rulings
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge define focus\n  judge --game tcg define play or pass\n  judge define             every defined word"
)]
pub struct DefineArgs {
    /// The word; left out, the words are listed
    #[arg(value_name = "WORD")]
    word: Vec<String>,
}

impl DefineArgs {
    /// The arguments when only words were given.
    pub(crate) fn without_options(word: Vec<String>) -> Self {
        Self { word }
    }
}

/// Defines a word, or lists all defined words.
///
/// # Errors
/// If the rulings cannot be read.
pub(super) fn run(args: &DefineArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let (as_of, library) = as_of::with_library(context, ui)?;
    let mut rulings = library.defining()?;
    as_of.keep_in_force(&mut rulings);
    let typed = args.word.join(" ");
    let of_other = globals.game().and_then(|searched| {
        let found = define::find(&rulings, &typed).filter(|found| found.exact)?;
        Some((searched, found.rulings.first()?.game))
    });
    rulings.retain(|r| globals.game().is_none_or(|g| r.game == g));
    if typed.trim().is_empty() {
        return list(&rulings, globals, ui);
    }
    let rulings = with_referred(rulings, &typed, &as_of, &library, globals)?;
    let found = define::find(&rulings, &typed);
    if let Some((searched, other)) = of_other
        && found.as_ref().is_none_or(|found| !found.exact)
    {
        if globals.format() == Format::Json {
            ui.json(&undefined(typed.trim(), &[]))?;
        }
        ui.error(&shown::left_out(&format!("“{}”", typed.trim()), other, searched));
        return Ok(Status::Nothing);
    }
    let Some(found) = found else {
        return unknown(&rulings, typed.trim(), globals, ui);
    };
    if !found.exact {
        ui.note(&format!("“{}” is not defined; showing “{}”.", safe(typed.trim()), found.word));
    }
    let all: Vec<Ruling> = found.rulings.iter().map(|r| (*r).clone()).collect();
    if globals.format() == Format::Json {
        let value = as_json(&found.word, typed.trim(), &all, &rulings, &as_of, &library)?;
        ui.json(&value)?;
        return Ok(Status::Found);
    }
    as_of::print_not_held(&as_of.not_held_for(&library, &all), globals.format(), ui)?;
    for (n, one) in all.iter().enumerate() {
        shown::one(one, n == 0, &as_of, &library, globals.format(), ui)?;
        beside(one, &found.word, &rulings, &as_of, globals, ui)?;
    }
    Ok(Status::Found)
}

/// The rulings that define words, together with those that one definition refers to.
fn with_referred(
    mut rulings: Vec<Ruling>,
    word: &str,
    as_of: &AsOfDay,
    library: &Library,
    globals: &Globals,
) -> anyhow::Result<Vec<Ruling>> {
    loop {
        let Some(found) = define::find(&rulings, word) else { return Ok(rulings) };
        let digests = found.rulings.iter().flat_map(|r| &r.digest);
        let referred = digests.flat_map(|digest| digest.official.iter().chain(&digest.changed_by));
        let referred = referred.chain(found.rulings.iter().flat_map(|r| &r.see));
        let is_new = |id: &str| rulings.iter().all(|r| r.id != id);
        let ids: BTreeSet<&str> = referred.filter(|id| is_new(id)).map(|id| history::base(id)).collect();
        let mut more = Vec::new();
        for id in ids {
            more.extend(library.editions(id)?);
        }
        as_of.keep_in_force(&mut more);
        more.retain(|r| globals.game().is_none_or(|g| r.game == g) && is_new(&r.id));
        if more.is_empty() {
            return Ok(rulings);
        }
        rulings.extend(more);
    }
}

/// Lists the rulings that change or refine a definition, and other defined words in it.
fn beside(
    defined: &Ruling,
    word: &str,
    rulings: &[Ruling],
    as_of: &AsOfDay,
    globals: &Globals,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    let style = ui.style();
    let linked = linked(defined, rulings);
    let markdown = globals.format() == Format::Markdown;
    if !linked.is_empty() {
        ui.print(if markdown { "\nIts rulings:\n\n" } else { "\n" })?;
    }
    for r in linked {
        match globals.format() {
            Format::Markdown => {
                let citation = r.citation_on(as_of.day);
                let line = format!("- {}{citation}, {}: `{}`\n", r.label(), r.shown_title(), r.id);
                ui.print(&safe(&line))?;
            }
            Format::Text | Format::Json => {
                let by_tag = as_of.by_tag(r);
                let view = View { day: as_of.day, by_tag: by_tag.as_ref(), ..View::default() };
                ui.print(&format!("{}\n", ruling::line(r, view, None, &style)))?;
            }
        }
    }
    let words = others(defined, word, rulings);
    if !words.is_empty() && !markdown {
        let text = format!("Defined words in it (judge define WORD): {}", words.join(", "));
        for line in style.wrap(&safe(&text), "", "  ") {
            ui.print(&format!("{}\n", style.aside(&line)))?;
        }
    }
    Ok(())
}

/// The rulings that change or refine a definition, without duplicates; those that change it come first.
fn linked<'r>(defined: &Ruling, rulings: &'r [Ruling]) -> Vec<&'r Ruling> {
    let changed = defined.digest.iter().flat_map(|d| &d.changed_by);
    let mut seen = BTreeSet::new();
    let ids = changed.chain(&defined.see).filter(|id| seen.insert(*id));
    ids.filter_map(|id| rulings.iter().find(|r| r.id == *id)).collect()
}

/// Other defined words of the same game that occur in a definition.
fn others(defined: &Ruling, word: &str, rulings: &[Ruling]) -> Vec<String> {
    let of_game = rulings.iter().filter(|r| r.game == defined.game);
    let mut words = define::within(of_game, &defined.text());
    words.retain(|w| !w.eq_ignore_ascii_case(word));
    words
}

fn as_json(
    word: &str,
    typed: &str,
    all: &[Ruling],
    rulings: &[Ruling],
    as_of: &AsOfDay,
    library: &Library,
) -> anyhow::Result<Value> {
    let mut definitions = Vec::new();
    for defined in all {
        let linked: Vec<Ruling> = linked(defined, rulings).into_iter().cloned().collect();
        definitions.push(json!({
            "entry": as_of::entries(as_of, library, std::slice::from_ref(defined))?.first(),
            "rulings": as_of::entries(as_of, library, &linked)?,
            "words": others(defined, word, rulings),
        }));
    }
    let mut value = json!({ "typed": typed, "word": word, "definitions": definitions });
    let not_held = as_of.not_held_for(library, all);
    if !not_held.is_empty() {
        value["not_held"] = json!(not_held);
    }
    Ok(value)
}

fn list(rulings: &[Ruling], globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    let mut words: Vec<(String, &Ruling)> =
        rulings.iter().flat_map(|r| define::words(r).into_iter().map(move |w| (w, r))).collect();
    words.sort_by_key(|(word, r)| (word.to_lowercase(), r.game, r.digest.is_some()));
    if globals.format() == Format::Json {
        let line = |(word, r): &(String, &Ruling)| json!({ "word": word, "game": r.game, "id": r.id });
        ui.json(&json!({ "words": words.iter().map(line).collect::<Vec<_>>() }))?;
        return Ok(Status::Found);
    }
    let bullet = if globals.format() == Format::Markdown { "- " } else { "" };
    for (word, r) in &words {
        ui.print(&format!("{bullet}{:<28} {}\n", safe(word), safe(&r.id)))?;
    }
    Ok(Status::found(!words.is_empty()))
}

/// The JSON output for an undefined word.
fn undefined(typed: &str, nearest: &[String]) -> Value {
    json!({ "typed": typed, "definitions": [], "nearest": nearest })
}

fn unknown(rulings: &[Ruling], typed: &str, globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    let near = define::nearest(rulings, typed, OFFERED);
    if near.is_empty() {
        implicit_search::question(&[typed.to_owned()])?;
    }
    if globals.format() == Format::Json {
        ui.json(&undefined(typed, &near))?;
        return Ok(Status::Nothing);
    }
    let hint = match near.as_slice() {
        [] => "`judge define` lists the words that are.".to_owned(),
        near => format!("Nearest: {}.", near.join(", ")),
    };
    ui.sentences(&format!("No rule held defines “{typed}”. {hint} To search for it: judge search {typed}"))?;
    Ok(Status::Nothing)
}
