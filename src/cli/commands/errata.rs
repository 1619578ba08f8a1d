//! `judge errata`.

use clap::Args;

use super::card;
use crate::cli::as_of;
use crate::cli::rulings::{RulingPrinter, as_number, names_card};
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, implicit_search};
use crate::corpus::{Authority, Kind, Ruling};
use crate::render::{Format, json};
use crate::search::{AsOfDay, Library, Request, Subjects};

/// Quote the errata of a card, or all
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge errata\n  judge errata along the gamor run\n  judge errata 0057 --format markdown"
)]
pub(crate) struct ErrataArgs {
    /// A card's name or number; left out, all errata
    #[arg(value_name = "NAME")]
    name: Vec<String>,
}

impl ErrataArgs {
    /// The arguments when only a name was given.
    pub(crate) fn without_options(name: Vec<String>) -> Self {
        Self { name }
    }
}

/// Quotes errata.
///
/// # Errors
/// If the rulings cannot be read.
pub(super) fn run(args: &ErrataArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let name = four_digits(as_number(&args.name).join(" "));
    let (as_of, library) = as_of::with_library(context, ui)?;
    let quotes = ErrataQuotes { context, globals: &context.globals, as_of: &as_of, library: &library };
    let found = quotes.find(name.trim())?;
    if found.is_empty() && !library.is_card(&name)? {
        implicit_search::question(std::slice::from_ref(&name))?;
    }
    if name.trim().is_empty() || found.is_empty() {
        quotes.print_all(&found, name.trim(), ui)?;
    } else {
        quotes.print_of_card(&found, &name, ui)?;
    }
    Ok(Status::found(!found.is_empty()))
}

/// A card's number with the noughts in front that it is printed with; other words as they are.
fn four_digits(name: String) -> String {
    let is_number = (1..4).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_digit());
    if is_number { format!("{name:0>4}") } else { name }
}

/// Finds errata as of a day, and prints them.
struct ErrataQuotes<'a> {
    context: &'a Context,
    globals: &'a Globals,
    as_of: &'a AsOfDay,
    library: &'a Library,
}

impl ErrataQuotes<'_> {
    /// The errata of a card that were in force; without a name, all of them.
    fn find(&self, name: &str) -> anyhow::Result<Vec<Ruling>> {
        let mut found = if name.is_empty() {
            all(self.library, self.globals)?
        } else {
            of_card(self.library, name, self.globals)?
        };
        self.as_of.keep_in_force(&mut found);
        Ok(found)
    }

    fn printer(&self) -> RulingPrinter<'_> {
        RulingPrinter { as_of: self.as_of, library: self.library, format: self.globals.format() }
    }

    /// That a card has no errata; or that none is called so, with those whose names have its words.
    fn none_of(&self, name: &str) -> anyhow::Result<String> {
        let is_number = name.bytes().all(|b| b.is_ascii_digit());
        if is_number || self.library.is_card(name)? {
            return Ok(format!("No errata of “{name}” in the documents in force."));
        }
        let corrected = self.library.correct_spelling(name, self.globals.game())?;
        let alike = card::names_alike(&[name, &corrected], self.context)?;
        Ok(format!("No errata of “{name}” in the documents in force, and no card is called so.{alike}"))
    }

    /// Prints a card's errata, with notices about later documents of its own game only.
    fn print_of_card(&self, found: &[Ruling], name: &str, ui: &mut Ui) -> anyhow::Result<()> {
        self.printer().print(found, ui)?;
        let newer = self.as_of.newer(self.library, &Subjects::rulings(found).and_named([name]));
        Ok(as_of::print_newer(&newer, self.globals.format(), ui)?)
    }

    /// Prints all errata, or that a card has none, with notices about later documents of every game.
    fn print_all(&self, found: &[Ruling], name: &str, ui: &mut Ui) -> anyhow::Result<()> {
        let Self { globals, as_of, library, .. } = self;
        let not_held = as_of.not_held(library, &globals.games());
        let newer = as_of.newer(library, &subjects(name, globals));
        if globals.format() == Format::Json {
            let value = json::entries(&as_of::entries(as_of, library, found)?, &not_held);
            ui.json(&json::with_newer(value, &newer))?;
        } else if found.is_empty() {
            if !name.is_empty() {
                ui.sentences(&self.none_of(name)?)?;
            }
            not_held.iter().try_for_each(|sentence| ui.sentences(sentence))?;
        } else {
            as_of::print_not_held(&not_held, globals.format(), ui)?;
            let printer = self.printer();
            for (n, ruling) in found.iter().enumerate() {
                printer.separate(n, ui)?;
                printer.one(ruling, ui)?;
            }
        }
        Ok(as_of::print_newer(&newer, globals.format(), ui)?)
    }
}

/// The cards of a name, or without one every card: of those, errata not held may be known.
fn subjects(name: &str, globals: &Globals) -> Subjects {
    let games = Subjects::games(globals.games());
    if name.is_empty() { games.and_every_card() } else { games.and_named([name]) }
}

/// Every erratum of the games asked for.
fn all(library: &Library, globals: &Globals) -> anyhow::Result<Vec<Ruling>> {
    let mut rulings = library.quotable_rulings()?;
    rulings.retain(|r| r.kind == Kind::Errata && globals.game().is_none_or(|g| r.game == g));
    Ok(rulings)
}

/// The errata that name the card. If there are none: a ruling with the card's name as its title, which
/// explains a misprint.
fn of_card(library: &Library, name: &str, globals: &Globals) -> anyhow::Result<Vec<Ruling>> {
    let corrected = library.correct_spelling(name, globals.game())?;
    let mut rulings = library.naming_cards(&[name, &corrected], &[name])?;
    rulings.retain(|r| r.authority != Authority::Digest && globals.game().is_none_or(|g| r.game == g));
    let by_number = |r: &Ruling| r.cards.iter().any(|c| c.number.as_deref() == Some(name));
    let fits = |r: &&Ruling| by_number(r) || names_card(r, name) || names_card(r, &corrected);
    let errata: Vec<Ruling> =
        rulings.iter().filter(|r| r.kind == Kind::Errata).filter(fits).cloned().collect();
    if !errata.is_empty() {
        return Ok(errata);
    }
    // Sections of the rulebook have errata, too; they are found by title.
    let words = Request { game: globals.game(), ..Request::new(format!("kind:errata {name}"), 1) };
    let titled: Vec<Ruling> = library
        .search(&words)?
        .results
        .into_iter()
        .filter(|h| h.ruling.cards.is_empty())
        .filter(|h| h.ruling.title.to_lowercase().contains(&name.to_lowercase()))
        .map(|h| h.ruling)
        .collect();
    if !titled.is_empty() {
        return Ok(titled);
    }
    let is_titled = |r: &&Ruling| {
        let title = r.title.to_lowercase();
        let numbered = r.cards.iter().filter(|c| c.number.as_deref() == Some(name)).map(|c| &c.name);
        let mut names = [name, &corrected].into_iter().chain(numbered.map(String::as_str));
        names.any(|name| title.contains(&name.to_lowercase()))
    };
    Ok(rulings.iter().filter(|r| r.kind == Kind::Ruling).filter(fits).filter(is_titled).cloned().collect())
}
