//! `judge card`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use clap::Args;
use serde_json::json;

use crate::cli::as_of;
use crate::cli::rulings::as_number;
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, implicit_search};
use crate::corpus::cards::find::{Keyed, find};
use crate::corpus::cards::normalize::{normalize_name, without_version};
use crate::corpus::cards::some::{CardRow, card_rows};
use crate::corpus::cards::{Card, Found};
use crate::corpus::newer::NewerKnown;
use crate::corpus::ruling::CardRef;
use crate::corpus::{CardBook, Files, Game, Ruling};
use crate::engine::CardLibrary;
use crate::engine::scenario::cards::text_of;
use crate::render::card::ShownCard;
use crate::render::ruling::{self, View};
use crate::render::{Format, json};
use crate::search::{self, AsOfDay, Subjects};

const EXAMPLES: &str = "\
Examples:
  judge card fleet command center
  judge card 0166
  judge card 'echo base' 'hoth gambit'     the rulings that name both
  judge --game tcg card darth vader";

/// Show everything about a card: facts, errata, restriction, rulings
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CardArgs {
    /// A card's name or number; several names: the rulings that name them together
    #[arg(required = true, value_name = "NAME")]
    names: Vec<String>,
}

impl CardArgs {
    /// The arguments when only names were given.
    pub(crate) fn without_options(names: Vec<String>) -> Self {
        Self { names }
    }
}

/// Shows cards.
///
/// # Errors
/// If the rulings or the card facts cannot be read.
pub(crate) fn run(args: &CardArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let files = context.files()?;
    let cards = context.card_library()?;
    let names = &as_number(&args.names);
    let some = some(&files, names, globals.game());
    let (book, keys) = match some {
        Some((book, keys)) => (Cow::Owned(book), Some(keys)),
        None => (Cow::Borrowed(context.card_book()?), None),
    };
    let (as_of, held) = as_of::with_held(context, ui)?;
    let named = match keys {
        Some(keys) => keys.into_iter().map(|(typed, found)| (typed, of_book(&found, &book))).collect(),
        None => named(&book.cards().collect::<Vec<_>>(), names, globals.game()),
    };
    let facts = Facts { book: &book, abilities: &cards };
    let found = collect_report(named, facts, &held, &as_of, globals.game())?;
    found.notes.iter().for_each(|note| ui.note(note));
    if found.is_nothing() {
        implicit_search::question(&args.names)?;
    }
    let CardReport { rulings, newer, not_held, .. } = &found;
    as_of::print_not_held(not_held, globals.format(), ui)?;
    match globals.format() {
        Format::Json => ui.json(&found.json(&as_of, &held)?)?,
        _ if found.is_nothing() => {
            let query = context.library(ui)?.correct_spelling(&found.query, globals.game())?;
            let alike = names_alike(&[&found.query, &query], context)?;
            ui.sentences(&format!("No card and no ruling is known by the name “{}”.{alike}", found.query))?;
        }
        Format::Markdown => found.print_markdown(&as_of, ui)?,
        Format::Text => found.print_text(&as_of, ui)?,
    }
    as_of::print_newer(newer, globals.format(), ui)?;
    Ok(if found.is_nothing() || (found.several && rulings.is_empty()) {
        Status::Nothing
    } else {
        Status::Found
    })
}

/// A sentence about the cards whose names contain the words as typed, or else as corrected; empty without
/// any.
pub(super) fn names_alike(typed: &[&str], context: &Context) -> anyhow::Result<String> {
    let (book, game) = (context.card_book()?, context.globals.game());
    for query in typed {
        let names = with_words(book, query, game);
        if !names.is_empty() {
            return Ok(format!(" Cards whose names have these words: {}.", names.join(", ")));
        }
    }
    Ok(String::new())
}

/// Everything known about the cards that were named.
pub(crate) struct CardReport {
    /// The names, as typed.
    pub query: String,
    /// Remarks on how the names were interpreted.
    pub notes: Vec<String>,
    /// Whether several cards were named, so that only rulings that name all of them are of interest.
    pub several: bool,
    pub facts: Vec<ShownCard>,
    /// The rulings in force that name the cards.
    pub rulings: Vec<Ruling>,
    /// Known documents later than those held.
    pub newer: Vec<NewerKnown>,
    /// Notices about documents of the day that are not held.
    pub not_held: Vec<String>,
}

impl CardReport {
    /// Whether no card and no ruling was found.
    pub(crate) fn is_nothing(&self) -> bool {
        self.facts.is_empty() && self.rulings.is_empty()
    }

    /// The JSON output.
    ///
    /// # Errors
    /// If the linked rulings cannot be read.
    pub(crate) fn json(
        &self,
        as_of: &AsOfDay,
        held: &search::HeldRulings,
    ) -> anyhow::Result<serde_json::Value> {
        let mut value = json::entries(&as_of::entries(as_of, held, &self.rulings)?, &self.not_held);
        value["query"] = json!(self.query);
        value["cards"] = json!(self.facts);
        Ok(json::with_newer(value, &self.newer))
    }

    fn print_markdown(&self, as_of: &AsOfDay, ui: &mut Ui) -> anyhow::Result<()> {
        for card in &self.facts {
            ui.print(&format!("{}\n", card.markdown()))?;
        }
        for r in &self.rulings {
            let by_tag = as_of.by_tag(r);
            let view = View { day: as_of.day, by_tag: by_tag.as_ref(), ..View::default() };
            ui.print(&format!("{}\n", ruling::markdown(r, view)))?;
        }
        Ok(())
    }

    fn print_text(&self, as_of: &AsOfDay, ui: &mut Ui) -> anyhow::Result<()> {
        let style = ui.style();
        for card in &self.facts {
            ui.print(&card.text(&style))?;
        }
        if self.rulings.is_empty() {
            let which = if self.several { "No ruling names them together." } else { "No ruling names it." };
            ui.print(&format!("\n{which}\n"))?;
        }
        for r in &self.rulings {
            let by_tag = as_of.by_tag(r);
            let view = View { day: as_of.day, by_tag: by_tag.as_ref(), ..View::default() };
            ui.print(&format!("\n{}", ruling::text(r, view, &style)))?;
        }
        Ok(())
    }
}

/// The card facts of the corpus.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    /// What is printed on the cards.
    pub book: &'a CardBook,
    /// What the cards do in a replay.
    pub abilities: &'a CardLibrary,
}

/// What was typed, and the cards it matched.
type Named<'b, C = Card<'b>> = (String, Found<'b, C>);

/// Collects everything known about the named cards, given the facts of all cards.
///
/// # Errors
/// If the rulings cannot be read.
#[cfg(feature = "serve")]
pub(crate) fn found(
    known: Facts<'_>,
    held: &search::HeldRulings,
    as_of: &AsOfDay,
    names: &[String],
    game: Option<Game>,
) -> anyhow::Result<CardReport> {
    let named = named(&known.book.cards().collect::<Vec<_>>(), names, game);
    collect_report(named, known, held, as_of, game)
}

/// Collects everything known about cards that have been found.
fn collect_report(
    named: Vec<Named<'_>>,
    known: Facts<'_>,
    held: &search::HeldRulings,
    as_of: &AsOfDay,
    game: Option<Game>,
) -> anyhow::Result<CardReport> {
    let instead = |(typed, found): &Named<'_>| {
        found.instead.map(|instead| format!("no card is named “{typed}”; showing {instead}."))
    };
    let notes = named.iter().filter_map(instead).collect();
    let mut rulings = naming(&named, held)?;
    rulings.retain(|r| game.is_none_or(|g| r.game == g));
    as_of.keep_in_force(&mut rulings);
    let facts: Vec<ShownCard> = named
        .iter()
        .flat_map(|(_, f)| &f.cards)
        .map(|c| ShownCard::of(*c, known.book, text_of(*c, known.abilities)))
        .collect();
    let games: BTreeSet<Game> = named.iter().flat_map(|(_, f)| &f.cards).map(Card::game).collect();
    let newer = as_of.newer(
        held,
        &Subjects::games(games.iter().copied())
            .and_cards(named.iter().flat_map(|(_, found)| found.cards.iter().copied())),
    );
    let not_held = as_of.not_held(held, &games.into_iter().collect::<Vec<_>>());
    let query = named.iter().map(|(typed, _)| typed.as_str()).collect::<Vec<_>>().join(" ");
    Ok(CardReport { query, notes, several: named.len() > 1, facts, rulings, newer, not_held })
}

/// Loads the facts of only those cards that the words name, from files known to be sound.
fn some<'f>(
    files: &'f Files,
    words: &[String],
    game: Option<Game>,
) -> Option<(CardBook, Vec<Named<'f, CardRow<'f>>>)> {
    if !files.are_sound() {
        return None;
    }
    let named = named(&card_rows(files)?, words, game);
    let rows: Vec<CardRow<'_>> = named.iter().flat_map(|(_, found)| &found.cards).copied().collect();
    Some((CardBook::load_some(files, &rows)?, named))
}

/// The maximum number of names suggested.
const MAX_SUGGESTIONS: usize = 8;

/// The names of cards that contain all the words: the first few, and the number of the others.
fn with_words(book: &CardBook, query: &str, game: Option<Game>) -> Vec<String> {
    let wanted: Vec<String> = normalize_name(query).split(' ').map(str::to_owned).collect();
    let has = |card: &Card<'_>| {
        let name = normalize_name(card.name());
        let words: Vec<&str> = name.split(' ').collect();
        game.is_none_or(|g| card.game() == g) && wanted.iter().all(|w| words.contains(&w.as_str()))
    };
    let names: BTreeSet<&str> = book.cards().filter(has).map(|card| without_version(card.name())).collect();
    let more = names.len().saturating_sub(MAX_SUGGESTIONS);
    let mut offered: Vec<String> = names.into_iter().take(MAX_SUGGESTIONS).map(str::to_owned).collect();
    if more > 0 {
        offered.push(format!("and {more} more"));
    }
    offered
}

/// Replaces the rows that were found by the cards in `book`.
fn of_book<'b>(found: &Found<'b, CardRow<'b>>, book: &'b CardBook) -> Found<'b> {
    let card = |row: &CardRow<'b>| book.cards().find(|card| card.key() == row.key());
    Found { cards: found.cards.iter().filter_map(card).collect(), instead: found.instead }
}

/// Interprets the words: as the name of one card, or else as one card's name each.
fn named<'b, C: Keyed<'b>>(cards: &[C], words: &[String], game: Option<Game>) -> Vec<Named<'b, C>> {
    let whole = words.join(" ");
    let found = find(cards.iter().copied(), &whole, game);
    if !found.cards.is_empty() || words.len() == 1 {
        return vec![(whole, found)];
    }
    let each: Vec<Named<'b, C>> =
        words.iter().map(|word| (word.clone(), find(cards.iter().copied(), word, game))).collect();
    if each.iter().all(|(_, f)| !f.cards.is_empty()) { each } else { vec![(whole, found)] }
}

/// The rulings that name every one of the cards.
fn naming(named: &[Named<'_>], held: &search::HeldRulings) -> anyhow::Result<Vec<Ruling>> {
    let Some((typed, found)) = named.first() else { return Ok(Vec::new()) };
    let numbers: Vec<String> = found.cards.iter().filter_map(Card::number).collect();
    let numbers: Vec<&str> = numbers.iter().map(String::as_str).collect();
    let names = found.cards.iter().map(|card| without_version(card.name())).chain([typed.as_str()]);
    let mut rulings = held.naming_cards(&names.collect::<Vec<_>>(), &numbers)?;
    rulings.retain(|r| named.iter().all(|(typed, found)| self::names(r, typed, found)));
    Ok(rulings)
}

/// Whether a ruling names one of the cards found, by number or, if the ruling gives no number, by name.
fn names(ruling: &Ruling, typed: &str, found: &Found<'_>) -> bool {
    let meant = |named: &CardRef| {
        let by_card = |card: &Card<'_>| {
            card.game() == ruling.game
                && match (&named.number, card.number()) {
                    (Some(number), Some(own)) => *number == own,
                    _ => without_version(card.name()) == without_version(&named.name),
                }
        };
        found.cards.iter().any(by_card) || named.name.eq_ignore_ascii_case(typed)
    };
    ruling.cards.iter().any(meant)
}
