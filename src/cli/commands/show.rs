//! `judge show`.

mod history;

use std::collections::BTreeMap;

use clap::Args;

use crate::cli::as_of;
use crate::cli::rulings::{RulingPrinter, as_number, lookup, no_entry_message, split_clause, with_parts};
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, implicit_search};
use crate::corpus::{Authority, Ruling, digest};
use crate::render::style::safe;
use crate::render::{Format, ruling};
use crate::search::{AsOfDay, HeldRulings, Subjects};

const EXAMPLES: &str = "\
Examples:
  judge show 3.6
  judge show lcg:timing.damage '(4.12)'
  judge show lcg:timing.actions#1     the same, a clause of it marked as a replay cites it
  judge show lcg:errata.0552 --format markdown
  judge show p. 20                    the rules of that page, in judge's words
  judge show lcg:restricted --history";

/// Show a whole entry by its id or number
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ShowArgs {
    /// An id (`lcg:3.6`), an official number (`3.6`, `(4.12)`) or a page of a rulebook (`p. 20`)
    #[arg(required = true, value_name = "ID")]
    ids: Vec<String>,
    /// Also tell when it first appeared, changed or went
    #[arg(long)]
    history: bool,
    /// Leave out the rules told in judge's own words
    #[arg(long)]
    official: bool,
}

impl ShowArgs {
    /// The arguments when only ids were given.
    pub(crate) fn without_options(ids: Vec<String>) -> Self {
        Self { ids, history: false, official: false }
    }

    /// Whether it shows current rulings, which can be drawn as a page.
    #[cfg(feature = "pictures")]
    pub(crate) fn draws(&self) -> bool {
        !self.history
    }
}

/// Shows entries.
///
/// # Errors
/// If the rulings cannot be read.
pub(super) fn run(args: &ShowArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let (as_of, held) = as_of::with_held(context, ui)?;
    let mut found = Vec::new();
    let mut clauses = BTreeMap::new();
    let mut status = Status::Found;
    for id in &one_card(one_page(&as_number(&args.ids)), &held)? {
        let entries = lookup(&held, id, globals.game(), &as_of)?;
        mark_clause(id, &entries, &mut clauses);
        let mut rulings = with_parts(entries, &held, &as_of)?;
        if args.official && !leave_digest_out(&mut rulings) {
            status = Status::Nothing;
            ui.error(&format!("`{id}` is told in judge's own words, which `--official` leaves out."));
            continue;
        }
        if rulings.is_empty() {
            status = Status::Nothing;
            not_found(args, id, &as_of, &held, context, ui)?;
        }
        found.extend(rulings);
    }
    let marks = |r: &Ruling| clauses.get(&r.id).cloned().unwrap_or_default();
    #[cfg(feature = "pictures")]
    if globals.draws_html() {
        crate::cli::picture::slips(&found, &marks, &as_of, &held, ui)?;
        return Ok(status);
    }
    if args.history {
        history::show(&found, &as_of, &held, context, ui)?;
    } else {
        let printer = RulingPrinter { as_of: &as_of, held: &held, format: globals.format() };
        printer.print_marked(&found, &marks, ui)?;
        scenarios(&found, context, ui)?;
        let newer = as_of.newer(&held, &Subjects::rulings(&found));
        as_of::print_newer(&newer, globals.format(), ui)?;
    }
    Ok(status)
}

/// Several words that together are a card's name, as one.
fn one_card(ids: Vec<String>, held: &HeldRulings) -> anyhow::Result<Vec<String>> {
    let together = ids.join(" ");
    Ok(if ids.len() > 1 && held.names_a_card(&together)? { vec![together] } else { ids })
}

/// Reports an id without a ruling: as a question if no argument looks like an id, by its history if it has
/// one, else with the nearest id.
fn not_found(
    args: &ShowArgs,
    id: &str,
    as_of: &AsOfDay,
    held: &HeldRulings,
    context: &Context,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    if !args.ids.iter().any(|id| id.contains(|c: char| c.is_ascii_digit() || c == ':')) {
        implicit_search::question(&args.ids)?;
    }
    let unknown = args.history || lookup(held, id, None, as_of)?.is_empty();
    if !(unknown && history::of_id(id, context, ui)?) {
        ui.error(&no_entry_message(held, id, context.globals.game(), as_of)?);
    }
    Ok(())
}

/// Leaves only official words and those of an event. `false` if nothing is left of something.
fn leave_digest_out(rulings: &mut Vec<Ruling>) -> bool {
    if !rulings.is_empty() && rulings.iter().all(is_digest) {
        return false;
    }
    rulings.retain(|r| !is_digest(r));
    rulings.iter_mut().for_each(|r| r.rules.clear());
    true
}

/// Highlighted character ranges by the id of a ruling.
type Clauses = BTreeMap<String, Vec<(usize, usize)>>;

/// Adds the clause that `id` names, if any, to what is highlighted in each of the rulings.
fn mark_clause(id: &str, rulings: &[Ruling], clauses: &mut Clauses) {
    let (_, Some(number)) = split_clause(id) else { return };
    for ruling in rulings {
        if let Some(range) = ruling::clause(ruling, number) {
            clauses.entry(ruling.id.clone()).or_default().push(range);
        }
    }
}

fn is_digest(ruling: &Ruling) -> bool {
    ruling.authority == Authority::Digest
}

/// Lists the scenarios that demonstrate the rulings shown.
fn scenarios(rulings: &[Ruling], context: &Context, ui: &mut Ui) -> anyhow::Result<()> {
    if context.globals.format() != Format::Text || rulings.is_empty() {
        return Ok(());
    }
    let style = ui.style();
    for (r, named) in rulings.iter().filter_map(|r| Some((r, ruling::scenarios(r, false)?))) {
        let of = if rulings.len() > 1 { format!(" of {}", r.id) } else { String::new() };
        for line in style.wrap(&safe(&format!("Scenarios{of} {named}")), "  ", "    ") {
            ui.print(&format!("{}\n", style.aside(&line)))?;
        }
    }
    Ok(())
}

/// Joins the words of a page reference, `p. 20`, into one id.
fn one_page(ids: &[String]) -> Vec<String> {
    let whole = ids.join(" ");
    let begins = ids.first().is_some_and(|first| !first.contains(|c: char| c.is_ascii_digit() || c == ':'));
    if begins && !digest::pages(&whole).is_empty() { vec![whole] } else { ids.to_vec() }
}
