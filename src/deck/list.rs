//! A decklist as its file has it: lines, counts, names and ids, none of them checked yet.

use super::code::Code;
use crate::corpus::Game;
use crate::corpus::cards::Side;

/// No deck has more lines that may name cards.
pub(super) const MAX_ENTRIES: usize = 5_000;

/// The formats decks come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Format {
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
    pub(crate) fn name(self) -> &'static str {
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

    /// Whether a person typed it, or may have.
    pub(crate) fn is_typed(self) -> bool {
        matches!(self, Self::Plain | Self::LackeyText)
    }

    /// Whether a program wrote it, which would have written the affiliation card too.
    pub(crate) fn is_export(self) -> bool {
        !matches!(self, Self::Plain | Self::LackeyText | Self::Yaml)
    }
}

/// Where in the list an entry stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Zone {
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
pub(crate) enum Count {
    /// This number.
    Of(u32),
    /// One of these two, or what lies between: the fewer first.
    Between(u32, u32),
    /// The line has no count.
    NotGiven,
    /// The line has one that is none: negative, or not a number.
    Bad,
}

impl Count {
    /// No deck has more of anything; a greater count is read as this one.
    pub(crate) const MOST: u32 = 1_000;

    /// Reads a written count.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim();
        if !text.is_empty() && text.len() > 9 && text.bytes().all(|b| b.is_ascii_digit()) {
            return Self::Of(Self::MOST);
        }
        text.parse::<u32>().map_or(Self::Bad, |n| Self::Of(n.min(Self::MOST)))
    }

    /// One of two numbers; the number where both are one.
    pub(crate) fn either(one: u32, other: u32) -> Self {
        if one == other { Self::Of(one) } else { Self::Between(one.min(other), one.max(other)) }
    }

    /// The number; a line without one means one copy, one with two numbers the fewer.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Of(n) | Self::Between(n, _) => n,
            Self::NotGiven => 1,
            Self::Bad => 0,
        }
    }
}

/// What besides its title says which card an entry means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Id {
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
pub(crate) struct DeckEntry {
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
    /// How it was written, where the title is what was read in it.
    pub written: Option<String>,
    /// The cards it may mean, where that is open.
    pub candidates: Vec<String>,
    /// Whether the list itself leaves the choice open.
    pub undecided: bool,
    /// Whether it names no card that is known.
    pub lost: bool,
    /// Whether it has a number, and so means to be a card.
    pub counted: bool,
}

impl DeckEntry {
    /// What to say of an entry whose count is none.
    pub(super) fn bad_count(&self) -> String {
        if self.lost {
            return format!(
                "{:?} cannot be read: nobody knows which card it names, nor how many.",
                self.title
            );
        }
        match self.count {
            Count::Between(fewer, more) => {
                format!("The list does not say how many of {:?} there are: {fewer} or {more}.", self.title)
            }
            Count::Of(_) | Count::NotGiven | Count::Bad => {
                format!("The list does not say how many of {:?} there are.", self.title)
            }
        }
    }
}

impl Default for DeckEntry {
    fn default() -> Self {
        Self {
            line: 0,
            count: Count::Of(1),
            count_leads: true,
            title: String::new(),
            id: None,
            zone: Zone::Any,
            written: None,
            candidates: Vec::new(),
            undecided: false,
            lost: false,
            counted: false,
        }
    }
}

/// A total that a file states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Total {
    pub line: usize,
    /// What is counted, in lower case.
    pub what: String,
    /// How many there are, as stated.
    pub count: u32,
}

/// Something worth knowing about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    /// Its code in reports.
    pub code: Code,
    /// A sentence.
    pub text: String,
}

/// A line that is nothing known, or such words of one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnreadLine {
    pub line: usize,
    /// What is written there.
    pub text: String,
}

impl UnreadLine {
    /// A line with no more of its text than anybody reads.
    pub(super) fn new(line: usize, text: &str) -> Self {
        Self { line, text: brief(text) }
    }
}

/// What a list leaves to be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The lines it is about.
    pub lines: Vec<usize>,
    /// The question in a sentence.
    pub text: String,
}

/// A line that names cards, and of which it is open whether they are the deck's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DoubtfulLine {
    pub line: usize,
    /// What says so.
    pub text: String,
    /// How else than it was read it may be meant.
    pub otherwise: Otherwise,
}

/// How else than it was read a line may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// Its cards were counted, and may be none of the deck.
    Without,
    /// The cards of these lines were counted, which stand under it; the deck may lack them.
    Withheld(Vec<usize>),
    /// These cards were not counted, and may be the deck's.
    With(Vec<DeckEntry>),
    /// These cards are spoken of: they may come in, or go out.
    Spoken(Vec<DeckEntry>),
}

/// What makes a list uncertain as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Doubts {
    /// Where it is open how many of each card are meant: the lines that may say so, or none of them.
    pub counts_open: Option<Vec<usize>>,
    /// The lines nobody could read that may name a card, of a deck that is short without them.
    pub may_name: Vec<usize>,
    /// Whether words among its cards could not be read, or below them: a lack is then never certain.
    pub partly_read: bool,
    /// Whether a count of every card was carried over a line nobody could read, which may have ended it.
    pub count_carried: bool,
    /// Whether it is open which list is meant, or what changes it: then nothing of it is certain.
    pub which_list: bool,
    /// The line that says that the list goes on where it cannot be seen.
    pub goes_on: Option<usize>,
    /// Whether the affiliation was found among other words, and may be something else.
    pub loose_affiliation: bool,
}

/// A decklist as read.
#[derive(Debug, Clone)]
pub(crate) struct Decklist {
    pub format: Format,
    /// The game, where the format says it.
    pub game: Option<Game>,
    /// The deck's name, where the file gives one.
    pub name: Option<String>,
    /// The lines that name cards.
    pub entries: Vec<DeckEntry>,
    /// Totals the file states.
    pub totals: Vec<Total>,
    /// What is worth knowing about the file itself.
    pub notes: Vec<Note>,
    /// Lines that are nothing known.
    pub unread: Vec<UnreadLine>,
    /// The unread lines that speak of a card or a set, or of how many: `one of the new pack`.
    pub speaks_of_cards: Vec<usize>,
    /// Words of lines that name cards which say nothing known.
    pub passed_over: Vec<UnreadLine>,
    /// What the list itself leaves to be asked.
    pub questions: Vec<Question>,
    /// The lines whose cards may be the deck's or not.
    pub doubtful: Vec<DoubtfulLine>,
    /// What makes it uncertain as a whole.
    pub doubts: Doubts,
    /// Of one of two decks in a file: its side.
    pub part: Option<Side>,
    /// How many entries of a list typed by hand name cards, or may.
    pub matched: usize,
}

impl Decklist {
    /// An empty list of that format.
    pub(crate) fn new(format: Format, game: Option<Game>) -> Self {
        Self {
            format,
            game,
            name: None,
            entries: Vec::new(),
            totals: Vec::new(),
            notes: Vec::new(),
            unread: Vec::new(),
            speaks_of_cards: Vec::new(),
            passed_over: Vec::new(),
            questions: Vec::new(),
            doubtful: Vec::new(),
            doubts: Doubts::default(),
            part: None,
            matched: 0,
        }
    }
}

impl Decklist {
    /// How well a list typed by hand is understood as one of its game: cards as the game has them count most.
    pub(super) fn points(&self) -> usize {
        let of = |entry: &DeckEntry| match entry.zone {
            Zone::Affiliation => 4,
            _ if matches!(entry.id, Some(Id::SetCode(_))) => 5,
            _ if entry.lost => 0,
            _ if !entry.candidates.is_empty() => 1,
            _ if entry.written.is_some() => 2,
            _ => 3,
        };
        if self.matched == 0 { 0 } else { self.entries.iter().map(of).sum() }
    }

    /// Leaves a question to be asked about some lines.
    pub(super) fn ask(&mut self, lines: Vec<usize>, question: impl Into<String>) {
        self.questions.push(Question { lines, text: question.into() });
    }

    /// The entries of which it is open what they mean.
    pub(super) fn open_entries(&self) -> impl Iterator<Item = &DeckEntry> {
        self.entries.iter().filter(|e| e.zone != Zone::Aside && !e.candidates.is_empty())
    }

    /// The same list with each open entry meaning the candidate at `choice`, or its last.
    pub(super) fn assuming(&self, choice: usize) -> Self {
        let mut list = self.clone();
        for entry in &mut list.entries {
            let Some(last) = entry.candidates.len().checked_sub(1) else { continue };
            entry.title = entry.candidates.swap_remove(choice.min(last));
            entry.candidates.clear();
            entry.undecided = false;
        }
        list
    }

    /// The same list with each open entry meaning the one candidate that another entry names, and what that
    /// is; of others the first. Nothing where no entry names one.
    pub(super) fn assuming_named(&self) -> Option<(String, Self)> {
        let mut list = self.clone();
        let mut first = None;
        let named: Vec<&String> =
            self.entries.iter().filter(|e| e.candidates.is_empty() && !e.lost).map(|e| &e.title).collect();
        for entry in list.entries.iter_mut().filter(|e| !e.undecided && e.zone != Zone::Aside) {
            let mut of = entry.candidates.iter().filter(|name| named.contains(name));
            if let (Some(name), None) = (of.next().cloned(), of.next()) {
                first.get_or_insert(name.clone());
                entry.candidates = vec![name];
            }
        }
        Some((first?, list.assuming(0)))
    }

    /// What to say of the lines and words that are nothing known.
    pub(super) fn unread_note(&self) -> Option<(String, Vec<usize>)> {
        let mut all: Vec<&UnreadLine> = self.unread.iter().chain(&self.passed_over).collect();
        all.sort();
        let first: Vec<String> = all.iter().take(3).map(|unread| format!("{:?}", unread.text)).collect();
        let more = if all.len() > first.len() { ", …" } else { "" };
        let names = if all.len() == 1 { "names no card and was" } else { "name no card and were" };
        let message = format!("{}{more} {names} not counted.", first.join(", "));
        (!first.is_empty()).then(|| (message, all.iter().map(|unread| unread.line).collect()))
    }

    /// Whether cards may stand where nothing could be read, or how many of each is open.
    pub(super) fn may_have_more(&self) -> bool {
        let said = self.doubts.goes_on.is_some() || self.doubts.counts_open.is_some();
        said || !self.doubts.may_name.is_empty() || self.unread_cards() > 0
    }

    /// Lines among its cards that could be cards themselves: of a list that counts its lines, those that
    /// speak of one.
    pub(super) fn unread_cards(&self) -> u32 {
        let counted = self.entries.iter().filter(|e| e.counted).count();
        let cards = || self.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line);
        let (Some(first), Some(last)) = (cards().min(), cards().max()) else { return 0 };
        if counted * 2 > self.entries.len() {
            let speaks = self.speaks_of_cards.iter().filter(|line| **line > first && **line <= last + 1);
            return u32::try_from(speaks.count()).unwrap_or(u32::MAX);
        }
        let short = |text: &str| text.split_whitespace().count() <= 6;
        let is_among =
            |unread: &&UnreadLine| unread.line > first && unread.line <= last + 1 && short(&unread.text);
        let among = self.unread.iter().filter(is_among);
        u32::try_from(among.count()).unwrap_or(u32::MAX)
    }
}

/// No more of a text than anybody reads in a message; no card's name is nearly as long.
pub(super) fn brief(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
