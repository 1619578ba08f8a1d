//! `judge errata`.

use clap::Args;

use super::card;
use crate::cli::as_of;
use crate::cli::rulings::{RulingPrinter, as_number, names_card};
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, implicit_search};
use crate::corpus::ruling::CardRef;
use crate::corpus::{Authority, Kind, Ruling};
use crate::render::{Format, json};
use crate::search::{AsOfDay, HeldRulings, Subjects};

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
    let (as_of, held) = as_of::with_held(context, ui)?;
    let quotes = ErrataQuotes { context, globals: &context.globals, as_of: &as_of, held: &held };
    let found = quotes.find(name.trim(), ui)?;
    if found.is_empty() && !held.is_card(&name)? {
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
    held: &'a HeldRulings,
}

impl ErrataQuotes<'_> {
    /// The errata of a card that were in force; without a name, all of them.
    fn find(&self, name: &str, ui: &Ui) -> anyhow::Result<Vec<Ruling>> {
        let mut found = if name.is_empty() { self.all()? } else { self.of_card(name, ui)? };
        self.as_of.keep_in_force(&mut found);
        Ok(found)
    }

    /// Every erratum of the games asked for.
    fn all(&self) -> anyhow::Result<Vec<Ruling>> {
        let mut rulings = self.held.quotable_rulings()?;
        rulings.retain(|r| r.kind == Kind::Errata && self.is_wanted(r));
        Ok(rulings)
    }

    fn is_wanted(&self, ruling: &Ruling) -> bool {
        self.globals.game().is_none_or(|game| ruling.game == game)
    }

    /// The errata of a card by its name or number, misspelt or not.
    fn of_card(&self, name: &str, ui: &Ui) -> anyhow::Result<Vec<Ruling>> {
        let found = self.about(&[name])?;
        if !found.is_empty() || self.is_known(name)? {
            return Ok(found);
        }
        let corrected = self.corrected(name, ui)?;
        // Of words that nobody knows nothing is left.
        if corrected.is_empty() { Ok(found) } else { self.about(&[name, &corrected]) }
    }

    /// Whether this is a number, or the name of a card.
    fn is_known(&self, name: &str) -> anyhow::Result<bool> {
        Ok(name.bytes().all(|b| b.is_ascii_digit()) || self.held.is_card(name)?)
    }

    /// The name with misspelt words corrected: by what a search knows, which is read for this alone.
    fn corrected(&self, name: &str, ui: &Ui) -> anyhow::Result<String> {
        self.context.library(ui)?.correct_spelling(name, self.globals.game())
    }

    /// The errata that name the card by one of these. If there are none: those of a section of the rulebook
    /// that is called so, and failing these a ruling with the card's name as its title, which explains a
    /// misprint.
    fn about(&self, names: &[&str]) -> anyhow::Result<Vec<Ruling>> {
        let mut rulings = self.held.naming_cards(names, names)?;
        rulings.retain(|r| r.authority != Authority::Digest && self.is_wanted(r));
        rulings.retain(|r| names.iter().any(|name| names_card(r, name)));
        let errata: Vec<Ruling> = rulings.iter().filter(|r| r.kind == Kind::Errata).cloned().collect();
        if !errata.is_empty() {
            return Ok(errata);
        }
        let has = |title: &str, name: &str| title.to_lowercase().contains(&name.to_lowercase());
        let mut of_sections = self.all()?;
        of_sections.retain(|r| r.cards.is_empty() && names.iter().any(|name| has(&r.title, name)));
        if !of_sections.is_empty() {
            return Ok(of_sections);
        }
        let is_titled = |r: &Ruling| {
            let numbered =
                |card: &&CardRef| card.number.as_deref().is_some_and(|number| names.contains(&number));
            let numbered = r.cards.iter().filter(numbered).map(|card| card.name.as_str());
            names.iter().copied().chain(numbered).any(|name| has(&r.title, name))
        };
        rulings.retain(|r| r.kind == Kind::Ruling && is_titled(r));
        Ok(rulings)
    }

    fn printer(&self) -> RulingPrinter<'_> {
        RulingPrinter { as_of: self.as_of, held: self.held, format: self.globals.format() }
    }

    /// That a card has no errata; or that none is called so, with those whose names have its words.
    fn none_of(&self, name: &str, ui: &Ui) -> anyhow::Result<String> {
        if self.is_known(name)? {
            return Ok(format!("No errata of “{name}” in the documents in force."));
        }
        let corrected = self.corrected(name, ui)?;
        let alike = card::names_alike(&[name, &corrected], self.context)?;
        Ok(format!("No errata of “{name}” in the documents in force, and no card is called so.{alike}"))
    }

    /// Prints a card's errata, with notices about later documents of its own game only.
    fn print_of_card(&self, found: &[Ruling], name: &str, ui: &mut Ui) -> anyhow::Result<()> {
        self.printer().print(found, ui)?;
        let newer = self.as_of.newer(self.held, &Subjects::rulings(found).and_named([name]));
        Ok(as_of::print_newer(&newer, self.globals.format(), ui)?)
    }

    /// Prints all errata, or that a card has none, with notices about later documents of every game.
    fn print_all(&self, found: &[Ruling], name: &str, ui: &mut Ui) -> anyhow::Result<()> {
        let Self { globals, as_of, held, .. } = self;
        let not_held = as_of.not_held(held, &globals.games());
        let newer = as_of.newer(held, &subjects(name, globals));
        if globals.format() == Format::Json {
            let value = json::entries(&as_of::entries(as_of, held, found)?, &not_held);
            ui.json(&json::with_newer(value, &newer))?;
        } else if found.is_empty() {
            if !name.is_empty() {
                let none = self.none_of(name, ui)?;
                ui.sentences(&none)?;
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
