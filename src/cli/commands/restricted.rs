//! `judge restricted`.

use std::borrow::Cow;

use clap::Args;
use serde_json::json;

use crate::cli::as_of;
use crate::cli::rulings::RulingPrinter;
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status};
use crate::corpus::newer::NewerKnown;
use crate::corpus::{CardBook, Corpus, Game, Kind, Ruling};
use crate::deck::{Figures, RestrictedList};
use crate::render::{Format, deck as look, json};
use crate::search::{AsOfDay, HeldRulings, Subjects};

/// Show the restricted list of the newest FAQ held, or of a day
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge restricted\n  judge restricted --as-of 2017-06-01\n  judge restricted --format json"
)]
pub(crate) struct RestrictedArgs {}

/// Shows the restricted list: its rule in full and, in JSON, every listed objective set. For a day whose
/// document is not held, shows the list that deck checks use.
///
/// # Errors
/// If the rulings cannot be read.
pub(crate) fn run(_: &RestrictedArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let (as_of, held) = as_of::with_held(context, ui)?;
    let read = || {
        let (_, book, figures) = context.deck_facts(Corpus::load_documents)?;
        Ok((Cow::Owned(book), Cow::Owned(figures)))
    };
    let listed = restrictions(&as_of, &held, globals, read)?;
    let found = &listed.rulings;
    if globals.format() == Format::Json {
        ui.json(&listed.json(&as_of, &held)?)?;
        return Ok(status(found));
    }
    if found.is_empty() {
        ui.sentences("No restricted list is in force in the documents held.")?;
        listed.not_held.iter().try_for_each(|sentence| ui.sentences(sentence))?;
    } else {
        as_of::print_not_held(&listed.not_held, globals.format(), ui)?;
    }
    // The list quotes its items; repeating them one by one would be redundant.
    let printer = RulingPrinter { as_of: &as_of, held: &held, format: globals.format() };
    for (n, ruling) in found.iter().filter(|r| r.part_of.is_none()).enumerate() {
        printer.separate(n, ui)?;
        printer.one(ruling, ui)?;
    }
    if let Some((list, book)) = &listed.known {
        let style = ui.style();
        ui.print(&format!("\n{}", look::restricted_list(list, &book.lcg, &style)))?;
    }
    as_of::print_newer(&listed.newer, globals.format(), ui)?;
    Ok(status(found))
}

/// What is restricted on the requested day.
pub(crate) struct Restrictions<'f> {
    /// The list's rule, and every listed objective set.
    pub rulings: Vec<Ruling>,
    /// The list that deck checks use, if it is not among the rulings.
    pub known: Option<(RestrictedList, Cow<'f, CardBook>)>,
    /// Notices about documents of the day that are not held.
    pub not_held: Vec<String>,
    /// Known documents later than those held.
    pub newer: Vec<NewerKnown>,
}

impl Restrictions<'_> {
    /// The JSON output.
    ///
    /// # Errors
    /// If the linked rulings cannot be read.
    pub(crate) fn json(&self, as_of: &AsOfDay, held: &HeldRulings) -> anyhow::Result<serde_json::Value> {
        let mut value = json::entries(&as_of::entries(as_of, held, &self.rulings)?, &self.not_held);
        if let Some((list, _)) = &self.known {
            value["known_list"] = json!(list);
        }
        Ok(json::with_newer(value, &self.newer))
    }
}

/// Card facts and deck-building figures.
type Facts<'f> = (Cow<'f, CardBook>, Cow<'f, Figures>);

/// Collects what is restricted. Calls `facts` only if the rulings do not answer it.
///
/// # Errors
/// If the rulings cannot be read.
pub(crate) fn restrictions<'f>(
    as_of: &AsOfDay,
    held: &HeldRulings,
    globals: &Globals,
    facts: impl FnOnce() -> anyhow::Result<Facts<'f>>,
) -> anyhow::Result<Restrictions<'f>> {
    let mut rulings = held.quotable_rulings()?;
    rulings.retain(|r| {
        r.kind == Kind::Restricted && r.is_in_force(as_of.day) && globals.game().is_none_or(|g| r.game == g)
    });
    let not_held = as_of.not_held(held, &globals.games());
    let newer = as_of.newer(held, &Subjects::rulings(&rulings).and_games(globals.games()));
    let known = if not_held.is_empty() { None } else { known(as_of, &rulings, globals, facts)? };
    Ok(Restrictions { rulings, known, not_held, newer })
}

fn status(found: &[Ruling]) -> Status {
    Status::found(!found.is_empty())
}

/// The LCG list that deck checks use on the day, if it is not among the rulings found.
fn known<'f>(
    as_of: &AsOfDay,
    found: &[Ruling],
    globals: &Globals,
    facts: impl FnOnce() -> anyhow::Result<Facts<'f>>,
) -> anyhow::Result<Option<(RestrictedList, Cow<'f, CardBook>)>> {
    if globals.game().is_some_and(|g| g != Game::Lcg) {
        return Ok(None);
    }
    let (book, figures) = facts()?;
    let day = as_of.day.or_else(|| figures.newest_day(Game::Lcg));
    let list = day.and_then(|day| figures.restricted_on(day)).cloned();
    let shown = |list: &RestrictedList| {
        list.ruling.as_ref().is_some_and(|id| found.iter().any(|r| r.id == id.as_str()))
    };
    Ok(list.filter(|list| !shown(list)).map(|list| (list, book)))
}
