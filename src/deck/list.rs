//! A decklist as read from its file: lines, counts, names and ids, not validated yet.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::code::Code;
use crate::corpus::cards::Side;
use crate::corpus::{Day, Game};

/// The maximum number of lines that may name cards.
pub(super) const MAX_ENTRIES: usize = 5_000;

/// Deck file formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeckFormat {
    /// OCTGN, `.o8d`.
    Octgn,
    /// LackeyCCG, `.dek`.
    #[serde(rename = "lackey")]
    LackeyXml,
    /// LackeyCCG's text: count, tab, name.
    LackeyText,
    /// CardGameDB's text export, with set and position in brackets.
    #[serde(rename = "cardgamedb")]
    CardGameDb,
    /// The offline deck builder's text, with headings underlined by `=`.
    OfflineBuilder,
    /// swlcgdb.com, JSON.
    Swlcgdb,
    /// judge's own format, YAML.
    Yaml,
    /// Typed by hand.
    #[serde(rename = "text")]
    Plain,
}

impl DeckFormat {
    /// Whether a person typed it, or may have.
    pub(crate) fn is_typed(self) -> bool {
        matches!(self, Self::Plain | Self::LackeyText)
    }

    /// Whether a program wrote it, and so would have included the affiliation card.
    pub(crate) fn is_export(self) -> bool {
        !matches!(self, Self::Plain | Self::LackeyText | Self::Yaml)
    }
}

/// The part of a list that an entry is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Zone {
    /// Not specified.
    Any,
    /// With the affiliation card.
    Affiliation,
    Objectives,
    Command,
    /// Not part of the deck: sideboards and the like.
    Aside,
}

/// The number of copies on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    Of(u32),
    /// A number in this range, bounds included.
    Between(u32, u32),
    /// The line has no count.
    NotGiven,
    /// The line has an invalid count: negative, or not a number.
    Bad,
}

impl Count {
    /// Larger counts are reduced to this.
    pub(crate) const MAX: u32 = 1_000;

    /// Parses a count.
    pub(crate) fn read(text: &str) -> Self {
        let text = text.trim();
        if !text.is_empty() && text.len() > 9 && text.bytes().all(|b| b.is_ascii_digit()) {
            return Self::Of(Self::MAX);
        }
        text.parse::<u32>().map_or(Self::Bad, |n| Self::Of(n.min(Self::MAX)))
    }

    /// An ambiguous count, or a definite one if both numbers are equal.
    pub(crate) fn either(one: u32, other: u32) -> Self {
        if one == other { Self::Of(one) } else { Self::Between(one.min(other), one.max(other)) }
    }

    /// The number to use: 1 if there is none, and the lower bound of a range.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Of(n) | Self::Between(n, _) => n,
            Self::NotGiven => 1,
            Self::Bad => 0,
        }
    }
}

/// What identifies the card of an entry besides its title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Id {
    Octgn(String),
    /// A set number and, if given, a position from 1.
    Place(String, Option<usize>),
    /// A number that may be a set's or a card's.
    Figure(String),
    /// A set code of the TCG.
    SetCode(String),
}

/// A line that names a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeckEntry {
    /// From 1.
    pub line: usize,
    pub count: Count,
    /// Whether the count precedes the title.
    pub count_leads: bool,
    /// The name as written.
    pub title: String,
    /// What else identifies the card.
    pub id: Option<Id>,
    pub zone: Zone,
    /// The line as written, if `title` is an interpretation of it.
    pub written: Option<String>,
    /// The cards it may mean, if that is open.
    pub candidates: Vec<String>,
    /// Whether the list itself leaves the choice open.
    pub undecided: bool,
    /// Whether its count is that of all the cards it may mean together.
    pub shared: bool,
    /// Whether it names no card that is known.
    pub lost: bool,
    /// Whether it has a number, and is therefore meant to be a card.
    pub counted: bool,
    /// Whether it names a card of the other game, and none of this one.
    pub foreign: bool,
}

impl DeckEntry {
    /// The message about a card that is none of the list's game, but of the other.
    pub(super) fn of_the_other(&self, game: Game) -> String {
        let other = Game::ALL.into_iter().find(|other| *other != game).unwrap_or(game);
        format!("{:?} is a card of {}, not of this game; it was not counted.", self.title, other.name())
    }

    /// The message about an invalid count.
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

impl DeckEntry {
    /// What to say of cards that share a count.
    pub(super) fn shared_count(&self, names: &[String]) -> String {
        let (names, count) = (names.join(", "), self.count.number());
        format!("The list does not say how many of each there are: {names}; {count} together.")
    }

    /// The entry with the one of its candidates as its card.
    pub(super) fn meaning(&self, candidate: usize) -> Self {
        let title = self.candidates.get(candidate).unwrap_or(&self.title).clone();
        let written = self.written.clone().filter(|_| !self.shared);
        Self { title, written, candidates: Vec::new(), undecided: false, shared: false, ..self.clone() }
    }

    /// The entries of cards that share a count, each with its own.
    pub(super) fn split(&self, counts: &[u32]) -> Vec<Self> {
        let of = |(at, count): (usize, &u32)| Self { count: Count::Of(*count), ..self.meaning(at) };
        counts.iter().enumerate().map(of).collect()
    }

    /// The counts of cards that share one, as even as they can be.
    fn even_counts(&self) -> Vec<u32> {
        let cards = u32::try_from(self.candidates.len()).unwrap_or(u32::MAX).max(1);
        let (each, rest) = (self.count.number() / cards, self.count.number() % cards);
        (0..cards).map(|at| each + u32::from(at < rest)).collect()
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
            shared: false,
            lost: false,
            counted: false,
            foreign: false,
        }
    }
}

/// A total stated in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Total {
    pub line: usize,
    /// What is counted, in lower case.
    pub what: String,
    pub count: u32,
}

/// Something worth knowing about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListNote {
    pub code: Code,
    /// A sentence.
    pub text: String,
}

/// A line, or words of one, that could not be interpreted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnreadLine {
    pub line: usize,
    pub text: String,
}

impl UnreadLine {
    /// Truncates the text to a readable length.
    pub(super) fn new(line: usize, text: &str) -> Self {
        Self { line, text: brief(text) }
    }
}

/// A question that a list leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Question {
    /// The lines it is about.
    pub lines: Vec<usize>,
    /// A sentence.
    pub text: String,
}

/// A line naming cards that may or may not be in the deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DoubtfulLine {
    pub line: usize,
    /// The words that cast the doubt.
    pub text: String,
    /// The alternative to how it was read.
    pub otherwise: Otherwise,
}

/// The alternative to how a line was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// Its cards were counted, but may not be in the deck.
    Without,
    /// The cards of these lines below it were counted, but may be missing from the deck.
    Withheld(Vec<usize>),
    /// These cards were not counted, but may be in the deck.
    With(Vec<DeckEntry>),
    /// These cards were mentioned: they may be added or removed.
    Spoken(Vec<DeckEntry>),
}

/// What makes a list uncertain as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Doubts {
    /// The lines (possibly none) that may determine how many of each card are meant, if that is open.
    pub counts_open: Option<Vec<usize>>,
    /// Unreadable lines that may name a card, if the deck is too small without them.
    pub may_name: Vec<usize>,
    /// Whether words among or below its cards could not be read, so that a lack is never certain.
    pub partly_read: bool,
    /// Whether the deck is too small by its player's own total too, so that nothing unread is a card.
    pub own_total: bool,
    /// Whether a count for all following cards was carried past an unreadable line, which may have ended it.
    pub count_carried: bool,
    /// The lines whose counts of several copies do not stand beside their cards, but were inferred.
    pub inferred_counts: BTreeSet<usize>,
    /// Whether it is open which of several lists applies, or what changes it, so that nothing is certain.
    pub which_list: bool,
    /// The line that says that the list continues elsewhere.
    pub goes_on: Option<usize>,
    /// Whether it is another list with changes, which is not in the text.
    pub of_another: bool,
    /// Whether headings name both sides, and the cards below them could not be taken apart as two decks.
    pub two_decks: bool,
    /// Whether the affiliation was found among other words, and may be something else.
    pub loose_affiliation: bool,
}

/// What a deck file says line by line, before its names are matched with cards.
#[derive(Debug, Clone)]
pub(crate) struct Decklist {
    pub format: DeckFormat,
    /// The game, if the format determines it.
    pub game: Option<Game>,
    /// The deck's name, if given.
    pub name: Option<String>,
    /// The lines that name cards.
    pub entries: Vec<DeckEntry>,
    /// Totals stated in the file.
    pub totals: Vec<Total>,
    /// Remarks on the file itself.
    pub notes: Vec<ListNote>,
    /// Lines that could not be interpreted.
    pub unread: Vec<UnreadLine>,
    /// Those of the unread lines that mention a card or set, or a number of them: `one of the new pack`.
    pub speaks_of_cards: Vec<usize>,
    /// Uninterpreted words on lines that name cards.
    pub passed_over: Vec<UnreadLine>,
    /// Questions that the list leaves open.
    pub questions: Vec<Question>,
    /// Lines whose cards may or may not be in the deck.
    pub doubtful: Vec<DoubtfulLine>,
    /// The lines whose changes of the deck were carried out.
    pub changed: BTreeSet<usize>,
    /// What makes it uncertain as a whole.
    pub doubts: Doubts,
    /// For one of two decks in a file, its side.
    pub part: Option<Side>,
    /// In a list typed by hand, the number of entries that name a card, or may.
    pub matched: usize,
    /// The line that says that the deck has no affiliation card.
    pub without_affiliation: Option<usize>,
    /// The day in the heading of a list typed by hand, and its line.
    pub day: Option<(usize, Day)>,
}

impl Decklist {
    /// An empty list.
    pub(crate) fn new(format: DeckFormat, game: Option<Game>) -> Self {
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
            changed: BTreeSet::new(),
            doubts: Doubts::default(),
            part: None,
            matched: 0,
            without_affiliation: None,
            day: None,
        }
    }
}

impl Decklist {
    /// How well a list typed by hand fits its game. Exact card names count most.
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

    /// Adds a question about some lines.
    pub(super) fn add_question(&mut self, lines: Vec<usize>, question: impl Into<String>) {
        self.questions.push(Question { lines, text: question.into() });
    }

    /// The entries whose meaning is open.
    pub(super) fn open_entries(&self) -> impl Iterator<Item = &DeckEntry> {
        self.entries.iter().filter(|e| e.zone != Zone::Aside && !e.candidates.is_empty())
    }

    /// The list in which each open entry means the candidate at index `choice`, or its last one.
    pub(super) fn assuming(&self, choice: usize) -> Self {
        let assumed = |entry: &DeckEntry| match entry.candidates.len().checked_sub(1) {
            Some(_) if entry.shared => entry.split(&entry.even_counts()),
            Some(last) => vec![entry.meaning(choice.min(last))],
            None => vec![entry.clone()],
        };
        Self { entries: self.entries.iter().flat_map(assumed).collect(), ..self.clone() }
    }

    /// The list in which each open entry means the one candidate that is also named by another entry (else
    /// its first one), and that candidate. `None` if no open entry has one.
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

    /// The note on everything that could not be interpreted.
    pub(super) fn unread_note(&self) -> Option<(String, Vec<usize>)> {
        let mut all: Vec<&UnreadLine> = self.unread.iter().chain(&self.passed_over).collect();
        all.sort();
        let first: Vec<String> = all.iter().take(3).map(|unread| format!("{:?}", unread.text)).collect();
        let more = if all.len() > first.len() { ", …" } else { "" };
        let names = if all.len() == 1 { "names no card and was" } else { "name no card and were" };
        let message = format!("{}{more} {names} not counted.", first.join(", "));
        (!first.is_empty()).then(|| (message, all.iter().map(|unread| unread.line).collect()))
    }

    /// Whether unreadable parts may contain cards, or the number of each card is open.
    pub(super) fn may_have_more(&self) -> bool {
        let said = self.doubts.goes_on.is_some() || self.doubts.counts_open.is_some();
        said || !self.doubts.own_total && (!self.doubts.may_name.is_empty() || self.unread_cards() > 0)
    }

    /// The number of unread lines that may be cards. In a list that counts its lines, only those that mention
    /// one, or several that end with a count as rows do.
    pub(super) fn unread_cards(&self) -> u32 {
        let counted = self.entries.iter().filter(|e| e.counted).count();
        let cards = || self.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line);
        let (Some(first), Some(last)) = (cards().min(), cards().max()) else { return 0 };
        if counted * 2 > self.entries.len() {
            let speaks = self.speaks_of_cards.iter().filter(|line| **line > first && **line <= last + 1);
            let rows = self.unread.iter().filter(|unread| ends_with_count(&unread.text)).count();
            let rows = if rows < MIN_UNREAD_ROWS { 0 } else { rows };
            return u32::try_from(speaks.count() + rows).unwrap_or(u32::MAX);
        }
        let short = |text: &str| text.split_whitespace().count() <= 6;
        let is_among =
            |unread: &&UnreadLine| unread.line > first && unread.line <= last + 1 && short(&unread.text);
        let among = self.unread.iter().filter(is_among);
        u32::try_from(among.count()).unwrap_or(u32::MAX)
    }
}

/// Fewer lines that end with a figure may speak of tables and rounds.
const MIN_UNREAD_ROWS: usize = 3;

/// `EchoB 2`: whether a line of a word or two ends with a count.
fn ends_with_count(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let count =
        |word: &&str| word.trim_matches(['x', 'X', '×']).parse().is_ok_and(|n: u32| (1..=4).contains(&n));
    let is_word = |word: &&str| word.starts_with(char::is_alphabetic);
    words.len() <= 3
        && words.split_last().is_some_and(|(last, before)| count(last) && before.iter().any(is_word))
}

/// Truncates a text for messages, to more than the longest card name.
pub(super) fn brief(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
