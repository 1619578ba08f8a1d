//! The games there are. Nothing else in the engine names both.

use std::collections::BTreeSet;

use judge_tree::Node;
use schemars::{Schema, schema_for};
use serde::Deserialize;

use super::cards::{Printed as _, TextCoverage, named, source};
use super::kernel::BookRule;
use super::lcg::Lcg;
use super::script::situation::{self, Situation};
use super::script::skeleton::{self, NewScenario};
use super::script::{Begins, Game, Scenario};
use super::tcg::Tcg;
use super::{lcg, tcg};
use crate::corpus::files::{File, Pieces};
use crate::corpus::{self, cards::CardBook};
use crate::corpus::{Diagnostic, Files};

/// A situation of either game.
#[derive(Clone, Debug)]
pub enum AnyGame {
    /// *Star Wars: The Card Game*.
    Lcg(Box<Situation<Lcg>>),
    /// *Star Wars Trading Card Game*.
    Tcg(Box<Situation<Tcg>>),
}

/// Does the same for a situation of whichever game it is; with a library, hands over that game's cards.
macro_rules! each {
    ($any:expr, $situation:ident => $body:expr) => {
        match $any {
            AnyGame::Lcg($situation) => $body,
            AnyGame::Tcg($situation) => $body,
        }
    };
    ($any:expr, $library:expr, ($situation:ident, $cards:ident) => $body:expr) => {
        match $any {
            AnyGame::Lcg($situation) => {
                let $cards = &$library.lcg;
                $body
            }
            AnyGame::Tcg($situation) => {
                let $cards = &$library.tcg;
                $body
            }
        }
    };
}
pub(super) use each;

impl AnyGame {
    /// The situations of a file, all of one game.
    pub(super) fn load(file: &File, library: &CardLibrary) -> Result<Vec<Self>, Vec<Diagnostic>> {
        match game_of(file) {
            corpus::Game::Lcg => {
                let found = situation::load_file::<Lcg>(file, &library.lcg)?;
                Ok(found.into_iter().map(|one| Self::Lcg(Box::new(one))).collect())
            }
            corpus::Game::Tcg => {
                let found = situation::load_file::<Tcg>(file, &library.tcg)?;
                Ok(found.into_iter().map(|one| Self::Tcg(Box::new(one))).collect())
            }
        }
    }

    /// What its scenario is called and about.
    pub(super) fn about(&self) -> About {
        let game = match self {
            Self::Lcg(_) => corpus::Game::Lcg,
            Self::Tcg(_) => corpus::Game::Tcg,
        };
        each!(self, situation => About::of(game, &situation.scenario))
    }
}

/// What a scenario is called and about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    pub name: String,
    pub title: String,
    pub game: corpus::Game,
    /// The rulings it and its variations demonstrate.
    pub rulings: Vec<String>,
    /// The names of its variations.
    pub variations: Vec<String>,
}

impl About {
    fn of<G: Game>(game: corpus::Game, scenario: &Scenario<G>) -> Self {
        let own = scenario.rulings.iter();
        let all = own.chain(scenario.variations.iter().flat_map(|variation| &variation.rulings));
        let rulings: BTreeSet<String> = all.map(|ruling| ruling.value.clone()).collect();
        Self {
            name: scenario.name.value.clone(),
            title: scenario.title.clone(),
            game,
            rulings: rulings.into_iter().collect(),
            variations: scenario.variations.iter().map(|variation| variation.name.value.clone()).collect(),
        }
    }
}

/// The scenario of that name, or the one that has a variation of that name, of files with which nothing is
/// wrong; no other one is read.
pub(super) fn named(
    file: &File,
    name: &str,
    library: &CardLibrary,
) -> Option<Result<AnyGame, Vec<Diagnostic>>> {
    let is_it = |node: &Node<'_>| node.field("name").and_then(Node::text) == Some(name);
    let has_it = |node: &Node<'_>| {
        let mut variations = node.field("variations").into_iter().flat_map(Node::items);
        is_it(node) || variations.any(|variation| is_it(&variation))
    };
    let found = file.tree()?.items().find(has_it)?;
    Some(match game_of(file) {
        corpus::Game::Lcg => Situation::new(&file.shown, found.read().ok()?, &library.lcg)
            .map(|one| AnyGame::Lcg(Box::new(one))),
        corpus::Game::Tcg => Situation::new(&file.shown, found.read().ok()?, &library.tcg)
            .map(|one| AnyGame::Tcg(Box::new(one))),
    })
}

/// What the scenarios of a file are called and about, of files with which nothing is wrong; none is set up.
/// `None` where the tree of the file proves damaged.
pub(super) fn about(file: &File) -> Option<Vec<About>> {
    let game = game_of(file);
    let text = |node: Node<'_>, field| node.field(field).and_then(Node::text).map(str::to_owned);
    let about = |scenario: Node<'_>| {
        let varied = scenario.field("variations").into_iter().flat_map(Node::items);
        let varied: Vec<Node<'_>> = varied.filter(|node| !node.is_null()).collect();
        let ruled = std::iter::once(scenario).chain(varied.iter().copied());
        let ruled = ruled.filter_map(|node| node.field("rulings")).flat_map(Node::items);
        let ruled = ruled.filter(|node| !node.is_null()).filter_map(Node::text);
        let rulings: BTreeSet<String> = ruled.map(str::to_owned).collect();
        let variations = varied.iter().map(|variation| text(*variation, "name")).collect::<Option<_>>()?;
        let (name, title) = (text(scenario, "name")?, text(scenario, "title")?);
        Some(About { name, title, game, rulings: rulings.into_iter().collect(), variations })
    };
    file.tree()?.items().map(about).collect()
}

/// Which game a scenario is of.
#[derive(Clone, Debug, Deserialize)]
struct Peek {
    game: String,
}

/// The game of a file's scenarios, all of which are of one. A file that names none, or an unknown one, is
/// read as one of the LCG, which reports it.
fn game_of(file: &File) -> corpus::Game {
    stated_game(file).unwrap_or(corpus::Game::Lcg)
}

/// The game that the first scenario of a file names.
fn stated_game(file: &File) -> Option<corpus::Game> {
    if let Some(first) = file.tree().and_then(|root| root.items().next()) {
        return corpus::Game::from_code(first.field("game")?.text()?);
    }
    // Nearly every file says it in a line of its own; the others are read for it.
    let said = file.text().lines().find_map(|line| line.trim_start_matches([' ', '-']).strip_prefix("game:"));
    if let Some(game) = said.map(str::trim).and_then(corpus::Game::from_code) {
        return Some(game);
    }
    let first = if situation::is_list(file) {
        file.list::<Peek>().0.into_iter().next()
    } else {
        file.one::<Peek>().ok()
    };
    first.and_then(|peek| corpus::Game::from_code(&peek.game))
}

/// A scenario to fill in, of the game whose turn has that point: where both have it, of the one that is asked
/// for, else of the one whose cards are named.
pub(super) fn skeleton(
    point: &str,
    cards: &[String],
    game: Option<corpus::Game>,
    library: &CardLibrary,
) -> Result<NewScenario, String> {
    let (lcg, tcg) = (skeleton::point::<Lcg>(point), skeleton::point::<Tcg>(point));
    let cannot_begin = tcg.filter(|_| game != Some(corpus::Game::Lcg)).and_then(Begins::<Tcg>::cannot_begin);
    if let Some(why) = cannot_begin {
        return Err(format!("{why} `--new` takes one of {}.", points(game).join(", ")));
    }
    let of_tcg =
        cards.iter().any(|card| library.lcg.find(card).is_empty() && !library.tcg.find(card).is_empty());
    match (game, lcg, tcg) {
        (Some(corpus::Game::Tcg), _, Some(point)) => skeleton::write::<Tcg>(point, cards, &library.tcg),
        (Some(corpus::Game::Lcg), Some(point), _) => skeleton::write::<Lcg>(point, cards, &library.lcg),
        (None, Some(_), Some(point)) if of_tcg => skeleton::write::<Tcg>(point, cards, &library.tcg),
        (None, Some(point), _) => skeleton::write::<Lcg>(point, cards, &library.lcg),
        (None, None, Some(point)) => skeleton::write::<Tcg>(point, cards, &library.tcg),
        (Some(_), _, _) | (None, None, None) => {
            Err(format!("There is no point called {point}. The points are {}.", points(game).join(", ")))
        }
    }
}

/// The points at which a scenario may begin, of a game or of both.
fn points(game: Option<corpus::Game>) -> Vec<String> {
    let begins = |word: &String| skeleton::point::<Tcg>(word).is_some_and(|point| !point.is_chance());
    let lcg = || skeleton::points::<Lcg>();
    let tcg = || skeleton::points::<Tcg>().into_iter().filter(begins).collect::<Vec<_>>();
    match game {
        Some(corpus::Game::Lcg) => lcg(),
        Some(corpus::Game::Tcg) => tcg(),
        None => [lcg(), tcg()].concat(),
    }
}

/// All cards that scenarios may use.
#[derive(Clone, Debug, Default)]
pub struct CardLibrary {
    /// Those of *Star Wars: The Card Game*.
    pub lcg: lcg::vocabulary::facts::Cards,
    /// Those of the *Star Wars Trading Card Game*.
    pub tcg: tcg::vocabulary::facts::Cards,
}

impl CardLibrary {
    /// The cards of a folder of rulings.
    ///
    /// What cannot be read, or names a card that is not among the card facts, is left out and reported.
    pub fn load(files: &Files) -> (Self, Vec<Diagnostic>) {
        // Of some thousand cards a replay uses a few, and those of one game.
        if files.are_sound() {
            return (Self { lcg: named::lazy(files), tcg: named::lazy(files) }, Vec::new());
        }
        let (book, mut diagnostics) = CardBook::load(files);
        let mut library = Self::default();
        diagnostics.extend(source::load(&book, files, &mut library.lcg));
        diagnostics.extend(source::load(&book, files, &mut library.tcg));
        (library, diagnostics)
    }

    /// What is kept of files with which nothing is wrong, so that a card is found without listing all.
    pub fn pieces(files: &Files) -> Pieces {
        let pieces = [
            named::piece::<lcg::vocabulary::facts::CardText>(files),
            named::piece::<tcg::vocabulary::facts::CardText>(files),
        ];
        pieces.into_iter().flatten().map(|(name, piece)| (name.to_owned(), piece)).collect()
    }
}

/// What is written down of a card, and its abilities in this program's words.
#[derive(Clone, Debug)]
pub struct CardDescription<'l> {
    /// How much is written down.
    pub known: TextCoverage<'l>,
    /// A sentence for each ability.
    pub own_words: Vec<String>,
}

/// What a library says of a card; none for one it does not know.
pub fn describe_card<'l>(
    code: corpus::Game,
    name: &str,
    number: Option<&str>,
    library: &'l CardLibrary,
) -> Option<CardDescription<'l>> {
    match code {
        corpus::Game::Lcg => {
            let card = library.lcg.exact(name, number)?;
            Some(CardDescription { known: card.known(), own_words: lcg::vocabulary::readback::of_card(card) })
        }
        corpus::Game::Tcg => {
            let card = library.tcg.exact(name, number)?;
            Some(CardDescription { known: card.known(), own_words: tcg::vocabulary::readback::of_card(card) })
        }
    }
}

/// The JSON Schemas of what is written down for each game, by name.
pub(super) fn schemas() -> Vec<(&'static str, Schema)> {
    vec![
        ("lcg-scenarios", schema_for!(Vec<Scenario<Lcg>>)),
        ("lcg-abilities", schema_for!(Vec<lcg::vocabulary::library::AbilityEntry>)),
        ("tcg-scenarios", schema_for!(Vec<Scenario<Tcg>>)),
        ("tcg-abilities", schema_for!(Vec<tcg::vocabulary::library::AbilityEntry>)),
    ]
}

/// The rules of either game's rulebook on which steps and refusals rest.
pub fn book_rules() -> Vec<BookRule> {
    [lcg::vocabulary::book::ALL, tcg::vocabulary::book::ALL].concat()
}

/// The ids of the rulings that either game carries out.
pub fn carried_out() -> Vec<&'static str> {
    [lcg::vocabulary::cite::ALL, tcg::vocabulary::cite::ALL].concat()
}
