//! `judge define`.

use std::collections::BTreeSet;

use clap::Args;
use serde_json::{Value, json};

use crate::cli::as_of;
use crate::cli::rulings::{self, RulingPrinter};
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, implicit_search};
use crate::corpus::newer::NewerKnown;
use crate::corpus::{Game, Ruling, define, history};
use crate::render::ruling::{self, View};
use crate::render::style::safe;
use crate::render::{Format, json};
use crate::search::{AsOfDay, HeldRulings, Subjects};

/// The maximum number of similar words suggested.
const MAX_SUGGESTIONS: usize = 5;

/// Tell what a word of the games means: its rule with the page, and its rulings
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge define focus\n  judge --game tcg define play or pass\n  judge define             every defined word"
)]
pub(crate) struct DefineArgs {
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
    let (as_of, held) = as_of::with_held(context, ui)?;
    let mut rulings = held.definitions()?;
    as_of.keep_in_force(&mut rulings);
    let typed = args.word.join(" ");
    let of_other = globals.game().and_then(|searched| {
        let found = define::find(&rulings, &typed).filter(|found| found.exact)?;
        Some((searched, found.rulings.first()?.game))
    });
    rulings.retain(|r| globals.game().is_none_or(|g| r.game == g));
    if typed.trim().is_empty() {
        let newer = as_of.newer(&held, &Subjects::games(rulings.iter().map(|r| r.game)));
        return list(&rulings, &newer, globals, ui);
    }
    let rulings = with_referred(rulings, &typed, &as_of, &held, globals)?;
    let found = define::find(&rulings, &typed);
    if let Some((searched, other)) = of_other
        && found.as_ref().is_none_or(|found| !found.exact)
    {
        return left_out(typed.trim(), other, searched, ui, globals);
    }
    let Some(found) = found else {
        return unknown(&rulings, typed.trim(), globals, ui);
    };
    if !found.exact {
        ui.note(&format!("“{}” is not defined; showing “{}”.", safe(typed.trim()), found.word));
    }
    let definition = Definition {
        word: &found.word,
        defined_by: found.rulings.iter().map(|r| (*r).clone()).collect(),
        rulings: &rulings,
        as_of: &as_of,
        held: &held,
    };
    definition.show(typed.trim(), globals.format(), ui)?;
    Ok(Status::Found)
}

/// Reports that the word is defined in the other game only, which `--game` excludes.
fn left_out(
    word: &str,
    other: Game,
    searched: Game,
    ui: &mut Ui,
    globals: &Globals,
) -> anyhow::Result<Status> {
    if globals.format() == Format::Json {
        ui.json(&undefined(word, &[]))?;
    }
    ui.error(&rulings::of_other_game(&format!("“{word}”"), other, searched));
    Ok(Status::Nothing)
}

/// The rulings that define words, together with those that one definition refers to.
fn with_referred(
    mut rulings: Vec<Ruling>,
    word: &str,
    as_of: &AsOfDay,
    held: &HeldRulings,
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
            more.extend(held.editions(id)?);
        }
        as_of.keep_in_force(&mut more);
        more.retain(|r| globals.game().is_none_or(|g| r.game == g) && is_new(&r.id));
        if more.is_empty() {
            return Ok(rulings);
        }
        rulings.extend(more);
    }
}

/// A defined word, and what its definition is displayed with.
struct Definition<'a> {
    word: &'a str,
    defined_by: Vec<Ruling>,
    /// Every ruling that defines a word, and those that this definition refers to.
    rulings: &'a [Ruling],
    as_of: &'a AsOfDay,
    held: &'a HeldRulings,
}

impl Definition<'_> {
    /// Prints the definition of what was typed, in any format.
    fn show(&self, typed: &str, format: Format, ui: &mut Ui) -> anyhow::Result<()> {
        if format == Format::Json { ui.json(&self.json(typed)?) } else { self.print(format, ui) }
    }

    fn print(&self, format: Format, ui: &mut Ui) -> anyhow::Result<()> {
        let Self { as_of, held, .. } = self;
        as_of::print_not_held(&as_of.not_held_for(held, &self.defined_by), format, ui)?;
        let printer = RulingPrinter { as_of, held, format };
        for (n, ruling) in self.defined_by.iter().enumerate() {
            printer.separate(n, ui)?;
            printer.one(ruling, ui)?;
            self.print_linked(ruling, format, ui)?;
            self.print_other_words(ruling, format, ui)?;
        }
        Ok(as_of::print_newer(&self.newer(), format, ui)?)
    }

    /// The documents that are known to have followed, with what they changed of what is shown.
    fn newer(&self) -> Vec<NewerKnown> {
        let linked = self.defined_by.iter().flat_map(|defined| linked(defined, self.rulings));
        self.as_of.newer(self.held, &Subjects::rulings(self.defined_by.iter().chain(linked)))
    }

    /// Lists the rulings that change or refine the definition.
    fn print_linked(&self, defined: &Ruling, format: Format, ui: &mut Ui) -> anyhow::Result<()> {
        let style = ui.style();
        let linked = linked(defined, self.rulings);
        if !linked.is_empty() {
            ui.print(if format == Format::Markdown { "\nIts rulings:\n\n" } else { "\n" })?;
        }
        let day = self.as_of.day;
        for r in linked {
            ui.print(&match format {
                Format::Markdown => {
                    let citation = r.citation_on(day);
                    safe(&format!("- {}{citation}, {}: `{}`\n", r.label(), r.shown_title(), r.id))
                        .into_owned()
                }
                Format::Text | Format::Json => {
                    let by_tag = self.as_of.by_tag(r);
                    let view = View { day, by_tag: by_tag.as_ref(), ..View::default() };
                    format!("{}\n", ruling::line(r, view, None, &style))
                }
            })?;
        }
        Ok(())
    }

    /// Lists other defined words in the definition.
    fn print_other_words(&self, defined: &Ruling, format: Format, ui: &mut Ui) -> anyhow::Result<()> {
        let words = others(defined, self.word, self.rulings);
        if words.is_empty() || format == Format::Markdown {
            return Ok(());
        }
        let style = ui.style();
        let text = format!("Defined words in it (judge define WORD): {}", words.join(", "));
        for line in style.wrap(&safe(&text), "", "  ") {
            ui.print(&format!("{}\n", style.aside(&line)))?;
        }
        Ok(())
    }

    /// The JSON output; `typed` is the word as the user spelled it.
    fn json(&self, typed: &str) -> anyhow::Result<Value> {
        let entries = |rulings: &[Ruling]| as_of::entries(self.as_of, self.held, rulings);
        let mut definitions = Vec::new();
        for defined in &self.defined_by {
            let linked: Vec<Ruling> = linked(defined, self.rulings).into_iter().cloned().collect();
            definitions.push(json!({
                "entry": entries(std::slice::from_ref(defined))?.first(),
                "rulings": entries(&linked)?,
                "words": others(defined, self.word, self.rulings),
            }));
        }
        let mut value = json!({ "typed": typed, "word": self.word, "definitions": definitions });
        let not_held = self.as_of.not_held_for(self.held, &self.defined_by);
        if !not_held.is_empty() {
            value["not_held"] = json!(not_held);
        }
        Ok(json::with_newer(value, &self.newer()))
    }
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

fn list(rulings: &[Ruling], newer: &[NewerKnown], globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    let mut words: Vec<(String, &Ruling)> =
        rulings.iter().flat_map(|r| define::words(r).into_iter().map(move |w| (w, r))).collect();
    words.sort_by_key(|(word, r)| (word.to_lowercase(), r.game, r.digest.is_some()));
    if globals.format() == Format::Json {
        let line = |(word, r): &(String, &Ruling)| json!({ "word": word, "game": r.game, "id": r.id });
        let listed = json!({ "words": words.iter().map(line).collect::<Vec<_>>() });
        ui.json(&json::with_newer(listed, newer))?;
        return Ok(Status::Found);
    }
    let bullet = if globals.format() == Format::Markdown { "- " } else { "" };
    for (word, r) in &words {
        ui.print(&format!("{bullet}{:<28} {}\n", safe(word), safe(&r.id)))?;
    }
    as_of::print_newer(newer, globals.format(), ui)?;
    Ok(Status::found(!words.is_empty()))
}

/// The JSON output for an undefined word.
fn undefined(typed: &str, nearest: &[String]) -> Value {
    json!({ "typed": typed, "definitions": [], "nearest": nearest })
}

fn unknown(rulings: &[Ruling], typed: &str, globals: &Globals, ui: &mut Ui) -> anyhow::Result<Status> {
    let near = define::nearest(rulings, typed, MAX_SUGGESTIONS);
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
