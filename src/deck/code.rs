//! The codes of everything a deck check can report: stable names, explained by `judge explain CODE`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of fault a code is; a report lists its findings in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Category {
    /// Whether it is a deck at all: its cards and sets whole, known, in their places.
    Structure,
    /// How many sets or cards it has.
    Size,
    /// Side and affiliation.
    Side,
    /// Copies of one set or card.
    Copies,
    /// Restricted and banned lists.
    Restricted,
    /// What could not be read.
    Unmatched,
    /// What is only worth knowing.
    Note,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $code:literal in $category:ident;)*) => {
        /// The code of a finding. The order is the order of a report.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Code {
            $($(#[doc = $doc])* #[serde(rename = $code)] $variant,)*
        }

        impl Code {
            /// Every code, in the order of a report.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The code as it is shown and explained.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// The kind of fault.
            pub fn category(self) -> Category {
                match self { $(Self::$variant => Category::$category,)* }
            }
        }
    };
}

codes! {
    /// The file is no deck that can be read.
    Unreadable = "unreadable" in Structure;
    /// No affiliation card.
    NoAffiliation = "no-affiliation" in Structure;
    /// More than one affiliation card.
    SeveralAffiliations = "several-affiliations" in Structure;
    /// A command card among the objectives, or an objective in the command deck.
    MisplacedCard = "misplaced-card" in Structure;
    /// A chosen set lacks some of its command cards.
    MissingCard = "missing-card" in Structure;
    /// Command cards of a set whose objective is not in the deck.
    NoObjective = "no-objective" in Structure;
    /// More command cards of a set than its copies in the deck bring.
    SurplusCard = "surplus-card" in Structure;
    /// A card of the right title from another set than the chosen one.
    WrongPrinting = "wrong-printing" in Structure;
    /// A set the publisher did not make.
    FanSet = "fan-set" in Structure;
    /// A card of a challenge deck.
    ChallengeCard = "challenge-card" in Structure;
    /// A file's id says one card and its title another.
    IdTitle = "id-title" in Structure;
    /// Fewer objective sets than a deck needs.
    TooFewSets = "too-few-sets" in Size;
    /// The deck is not what its affiliation card asks for.
    Demand = "demand" in Size;
    /// Fewer cards than a deck needs.
    TooFewCards = "too-few-cards" in Size;
    /// Fewer units of an arena than a deck needs.
    TooFewUnits = "too-few-units" in Size;
    /// A set of the other side.
    WrongSide = "wrong-side" in Side;
    /// Light and dark cards in one deck.
    TwoSides = "two-sides" in Side;
    /// A set for another affiliation only.
    AffiliationOnly = "affiliation-only" in Side;
    /// More copies than the rules allow of any set or card.
    TooManyCopies = "too-many-copies" in Copies;
    /// More copies than the card itself, or its errata, allows.
    OverLimit = "over-limit" in Copies;
    /// Copies of different cards of one name are too many together.
    SameName = "same-name" in Copies;
    /// A banned card.
    Banned = "banned" in Restricted;
    /// More of a restricted list than a deck may have.
    Restricted = "restricted" in Restricted;
    /// A line that could not be matched with a card.
    UnmatchedLine = "unmatched-line" in Unmatched;
    /// The list itself leaves open which card is meant.
    OpenChoice = "open-choice" in Unmatched;
    /// The list goes on where it cannot be seen.
    IncompleteList = "incomplete-list" in Unmatched;
    /// A count that is no count.
    BadCount = "bad-count" in Unmatched;
    /// A product was not out by the day.
    NotReleased = "not-released" in Note;
    /// Whether a product was out by the day is not known.
    ReleaseUnknown = "release-unknown" in Note;
    /// The list in force is known only in part.
    ListUncertain = "list-uncertain" in Note;
    /// A name was matched although it was written otherwise.
    NameSlip = "name-slip" in Note;
    /// A line that is no card and no heading known here.
    UnreadLine = "unread-line" in Note;
    /// An id nobody knows; its title was taken.
    UnknownId = "unknown-id" in Note;
    /// A total the file states is not what its cards add up to.
    TotalDiffers = "total-differs" in Note;
    /// Which game the list is of was told by few of its lines.
    GameGuessed = "game-guessed" in Note;
    /// The file was not in UTF-8.
    Encoding = "encoding" in Note;
    /// Neutral cards in both decks of a player.
    SharedNeutral = "shared-neutral" in Note;
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

impl From<Code> for Cow<'static, str> {
    fn from(code: Code) -> Self {
        code.as_str().into()
    }
}
