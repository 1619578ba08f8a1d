//! `judge show`.

use clap::Args;

use super::as_of::{self, AsOfDay};
use super::ui::Ui;
use super::{EXIT_FOUND, EXIT_NOTHING, Globals, context, implicit_search};
use crate::corpus::{Authority, Game, Ruling, digest};
use crate::engine::scenario::load::demonstrating;
use crate::render::ruling::{self, View};
use crate::render::style::safe;
use crate::render::{Format, json};
use crate::search::query::{self, Direct};
use crate::search::{Library, Request};

const EXAMPLES: &str = "\
Examples:
  judge show 3.6
  judge show lcg:timing.damage '(4.12)'
  judge show lcg:errata.0552 --format markdown
  judge show p. 20                    the rules of that page, in judge's words
  judge show lcg:restricted --history";

/// Show a whole entry by its id or number
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct ShowArgs {
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
    /// Whether it shows what is there now, and so has something to print.
    #[cfg(feature = "pictures")]
    pub fn draws(&self) -> bool {
        !self.history
    }
}

/// Shows entries.
///
/// # Errors
/// Rulings that cannot be read.
pub fn run(args: &ShowArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    let as_of = AsOfDay::of(globals)?;
    let library = context::library(globals, ui)?;
    let mut found = Vec::new();
    let mut status = EXIT_FOUND;
    for id in &one_page(&args.ids) {
        let mut rulings = with_parts(named(&library, id, globals.game(), &as_of)?, &library, &as_of)?;
        if args.official {
            rulings.retain(|r| r.authority != Authority::Digest);
            rulings.iter_mut().for_each(|r| r.rules.clear());
        }
        if rulings.is_empty() {
            if !args.ids.iter().any(|id| id.contains(|c: char| c.is_ascii_digit() || c == ':')) {
                implicit_search::question(&args.ids)?;
            }
            status = EXIT_NOTHING;
            if args.history && super::history::of_id(id, globals, ui)? {
                continue;
            }
            ui.error(&missing(&library, id, globals.game())?);
        }
        found.extend(rulings);
    }
    #[cfg(feature = "pictures")]
    if globals.format == super::FormatArg::Html {
        super::picture::slips(&found, &as_of, &library, ui)?;
        return Ok(status);
    }
    if args.history {
        super::history::show(&found, &as_of, &library, globals, ui)?;
    } else {
        show(&found, &as_of, &library, globals.format(), ui)?;
        scenarios(&found, globals, ui)?;
        let newer = as_of.newer(&library, found.iter().map(|r| r.game));
        as_of::print_newer(as_of.to_report(&newer), globals.format(), ui)?;
    }
    Ok(status)
}

/// Each section with its parts behind it, where it does not quote them itself: its bullets are entries of their own.
pub fn with_parts(rulings: Vec<Ruling>, library: &Library, as_of: &AsOfDay) -> anyhow::Result<Vec<Ruling>> {
    let mut out = Vec::new();
    for mut ruling in rulings {
        let mut parts = match ruling.parts.is_empty() {
            true => library.numbered_below(&ruling.id)?,
            false => Vec::new(),
        };
        as_of.keep_in_force(&mut parts);
        ruling.parts =
            if parts.is_empty() { ruling.parts } else { parts.iter().map(|r| r.id.clone()).collect() };
        out.push(ruling);
        out.extend(parts);
    }
    Ok(out)
}

/// Names the scenarios that demonstrate the rulings shown.
fn scenarios(rulings: &[Ruling], globals: &Globals, ui: &mut Ui) -> anyhow::Result<()> {
    if globals.format() != Format::Text || rulings.is_empty() {
        return Ok(());
    }
    let files = context::files(globals)?;
    let style = ui.style();
    for r in rulings {
        let names = demonstrating(&files, &r.id);
        if !names.is_empty() {
            let of = if rulings.len() > 1 { format!(" of {}", r.id) } else { String::new() };
            let text = format!("Scenarios{of} (judge replay NAME): {}", names.join(", "));
            for line in style.wrap(&safe(&text), "  ", "    ") {
                ui.print(&format!("{}\n", style.aside(&line)))?;
            }
        }
    }
    Ok(())
}

/// The ids as typed; the words of a page, `p. 20`, are one of them.
fn one_page(ids: &[String]) -> Vec<String> {
    let whole = ids.join(" ");
    let begins = ids.first().is_some_and(|first| !first.contains(|c: char| c.is_ascii_digit() || c == ':'));
    if begins && !digest::pages(&whole).is_empty() { vec![whole] } else { ids.to_vec() }
}

/// The rules that stand on one of the pages a citation of a rulebook names.
fn on_pages(library: &Library, pages: &[u32]) -> anyhow::Result<Vec<Ruling>> {
    let on = |r: &Ruling| r.digest.as_ref().is_some_and(|d| d.pages().iter().any(|p| pages.contains(p)));
    Ok(library.rulings()?.into_iter().filter(on).collect())
}

/// The rulings of an id, a number or a page; those in force where any is, but for an id.
pub fn named(
    library: &Library,
    id: &str,
    game: Option<Game>,
    as_of: &AsOfDay,
) -> anyhow::Result<Vec<Ruling>> {
    let id = id.trim();
    let bare = id.split('#').next().unwrap_or(id);
    let pages = if bare.contains(':') { Vec::new() } else { digest::pages(bare) };
    let mut rulings: Vec<Ruling> = match query::direct(bare).into_iter().next() {
        _ if !pages.is_empty() => on_pages(library, &pages)?,
        Some(Direct::Rule(number)) => library.numbered(&number)?,
        Some(Direct::Card(number)) => library.keyed(&number)?,
        Some(Direct::Set(number)) => library.keyed(&format!("set {number}"))?,
        Some(Direct::Id(id)) => return Ok(library.ruling(&id)?.into_iter().collect()),
        None => {
            let mut found = Vec::new();
            for code in ["lcg", "tcg"] {
                found.extend(library.ruling(&format!("{code}:{}", bare.to_lowercase()))?);
            }
            found
        }
    };
    rulings.retain(|r| game.is_none_or(|g| r.game == g));
    if rulings.iter().any(|r| as_of.is_in_force(r)) {
        as_of.keep_in_force(&mut rulings);
    }
    Ok(rulings)
}

pub fn missing(library: &Library, id: &str, game: Option<Game>) -> anyhow::Result<String> {
    let bare = id.trim().to_lowercase();
    let near = library
        .rulings()?
        .into_iter()
        .filter(|r| game.is_none_or(|g| r.game == g))
        .map(|r| {
            let short = r.id.split_once(':').map_or(r.id.clone(), |(_, s)| s.to_owned());
            (strsim::osa_distance(&bare, &r.id).min(strsim::osa_distance(&bare, &short)), labelled(&r))
        })
        .min()
        .filter(|(distance, _)| *distance <= 3);
    let hint = match near {
        Some((_, near)) => format!("The nearest is {near}."),
        None => "`judge list` lists all ids.".to_owned(),
    };
    let first = library.search(&Request { game, ..Request::new(bare, 1) })?;
    let words = first
        .results
        .first()
        .map_or(String::new(), |h| format!(" As words it finds {}.", labelled(&h.ruling)));
    Ok(format!("There is no entry `{id}`. {hint}{words}"))
}

/// The id, labelled where the ruling is not official.
pub fn labelled(ruling: &Ruling) -> String {
    format!("{}{}", ruling.label(), ruling.id)
}

/// Prints whole rulings in any format.
///
/// # Errors
/// What writing meets.
pub fn show(
    rulings: &[Ruling],
    as_of: &AsOfDay,
    library: &Library,
    format: Format,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    if format == Format::Json {
        return ui.json(&self::json(rulings, as_of, library)?);
    }
    let not_held = as_of.not_held_for(library, rulings);
    as_of::print_not_held(&not_held, format, ui)?;
    rulings.iter().enumerate().try_for_each(|(n, r)| one(r, n == 0, as_of, library, format, ui))
}

/// Whole rulings for programs.
///
/// # Errors
/// Rulings that cannot be read.
pub fn json(rulings: &[Ruling], as_of: &AsOfDay, library: &Library) -> anyhow::Result<serde_json::Value> {
    let value = json::entries(&as_of.entries(library, rulings)?, &as_of.not_held_for(library, rulings));
    Ok(json::with_newer(value, &as_of.newer(library, rulings.iter().map(|r| r.game))))
}

/// Prints a whole ruling, behind others or as the first.
///
/// # Errors
/// What writing meets.
pub fn one(
    ruling: &Ruling,
    first: bool,
    as_of: &AsOfDay,
    library: &Library,
    format: Format,
    ui: &mut Ui,
) -> anyhow::Result<()> {
    let style = ui.style();
    let by_tag = as_of.by_tag(ruling);
    let view = View { day: as_of.day, by_tag: by_tag.as_ref(), ..View::default() };
    if format == Format::Markdown {
        let gap = if first { "" } else { "\n---\n\n" };
        ui.print(&format!("{gap}{}", ruling::markdown(ruling, view)))?;
    } else {
        let gap = if first { "" } else { "\n\n" };
        let notes = ruling::notes(ruling, &as_of::house_links(library, ruling)?, &style);
        ui.print(&format!("{gap}{}\n{notes}", ruling::text(ruling, view, &style)))?;
    }
    Ok(())
}
