//! A decklist as its file has it: lines, counts, names and ids, none of them checked yet.

use super::code::Code;
use crate::corpus::Game;

/// The formats decks come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// OCTGN, `.o8d`.
    Octgn,
    /// LackeyCCG, `.dek`.
    LackeyXml,
    /// LackeyCCG, a count, a tab and a name in every line.
    LackeyText,
    /// CardGameDB's text export, set and position in brackets.
    CardGameDb,
    /// The offline deck builder's text, headings underlined with `=`.
    OfflineBuilder,
    /// swlcgdb.com, JSON.
    Swlcgdb,
    /// judge's own, YAML.
    Yaml,
    /// Typed by hand.
    Plain,
}

impl Format {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Octgn => "octgn",
            Self::LackeyXml => "lackey",
            Self::LackeyText => "lackey-text",
            Self::CardGameDb => "cardgamedb",
            Self::OfflineBuilder => "offline-builder",
            Self::Swlcgdb => "swlcgdb",
            Self::Yaml => "yaml",
            Self::Plain => "text",
        }
    }

    /// Whether a program wrote it, which would have written the affiliation card too.
    pub fn is_export(self) -> bool {
        !matches!(self, Self::Plain | Self::Yaml)
    }
}

/// Where in the list an entry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Zone {
    /// The list does not say.
    Any,
    /// Where the affiliation card stands.
    Affiliation,
    /// Among the objectives.
    Objectives,
    /// In the command deck.
    Command,
    /// Not part of the deck: sideboards and the like.
    Aside,
}

/// How many of a card a line asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Of(u32),
    /// The line has no count.
    Unsaid,
    /// The line has one that is none: negative, or not a number.
    Bad,
}

impl Count {
    /// No deck has more of anything; a greater count is read as this one.
    pub const MOST: u32 = 1_000;

    /// Reads a written count.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        if !text.is_empty() && text.len() > 9 && text.bytes().all(|b| b.is_ascii_digit()) {
            return Self::Of(Self::MOST);
        }
        text.parse::<u32>().map_or(Self::Bad, |n| Self::Of(n.min(Self::MOST)))
    }

    /// The number; a line without one means one copy.
    pub fn number(self) -> u32 {
        match self {
            Self::Of(n) => n,
            Self::Unsaid => 1,
            Self::Bad => 0,
        }
    }
}

/// What besides its title says which card an entry means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Id {
    /// An OCTGN id.
    Octgn(String),
    /// A set number and, where it is given, a position from 1.
    Place(String, Option<usize>),
    /// A number that may be a set's or a card's.
    Figure(String),
    /// A set code of the trading card game.
    SetCode(String),
}

/// One line of a list that names a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The line, from 1.
    pub line: usize,
    /// How many.
    pub count: Count,
    /// Whether the count stood in front.
    pub count_leads: bool,
    /// The name as written.
    pub title: String,
    /// What else says which card is meant.
    pub id: Option<Id>,
    /// Where it stands.
    pub zone: Zone,
}

/// A decklist as read.
#[derive(Debug, Clone)]
pub struct Decklist {
    /// The format.
    pub format: Format,
    /// The game, where the format says it.
    pub game: Option<Game>,
    /// The deck's name, where the file gives one.
    pub name: Option<String>,
    /// The lines that name cards.
    pub entries: Vec<Entry>,
    /// Totals the file states: line, what is counted in lower case, how many.
    pub totals: Vec<(usize, String, u32)>,
    /// What is worth knowing about the file itself.
    pub notes: Vec<(Code, String)>,
}

impl Decklist {
    /// An empty list of that format.
    pub fn new(format: Format, game: Option<Game>) -> Self {
        Self { format, game, name: None, entries: Vec::new(), totals: Vec::new(), notes: Vec::new() }
    }
}

/// No more of a text than anybody reads in a message; no card's name is nearly as long.
pub(super) fn brief(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
