//! The codes of deck check findings: stable names, explained by `judge explain CODE`.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The category of a code. Reports list findings by category, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Category {
    /// Whether it is a deck at all: complete, known cards and sets, in the right places.
    Structure,
    /// The number of sets or cards.
    Size,
    /// Side and affiliation.
    Side,
    /// Copies of a set or card.
    Copies,
    /// Restricted and banned lists.
    Restricted,
    /// What could not be read.
    Unmatched,
    /// What is merely worth knowing.
    ListNote,
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $code:literal in $category:ident;)*) => {
        /// The code of a finding, in the order of reports.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Code {
            $($(#[doc = $doc])* #[serde(rename = $code)] $variant,)*
        }

        impl Code {
            /// Every code, in the order of reports.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The code as displayed and explained.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            pub(crate) fn category(self) -> Category {
                match self { $(Self::$variant => Category::$category,)* }
            }
        }
    };
}

codes! {
    /// The file cannot be read as a deck.
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
    /// A card with the right title, but from another set than the chosen one.
    WrongPrinting = "wrong-printing" in Structure;
    /// A set the publisher did not make.
    FanSet = "fan-set" in Structure;
    /// A card of a challenge deck.
    ChallengeCard = "challenge-card" in Structure;
    /// The id of a line says one card, and its title another.
    IdTitle = "id-title" in Structure;
    /// Fewer objective sets than a deck needs.
    TooFewSets = "too-few-sets" in Size;
    /// The deck does not meet the demands of its affiliation card.
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
    /// Too many copies of different cards with the same name.
    SameName = "same-name" in Copies;
    /// A banned card.
    Banned = "banned" in Restricted;
    /// More of a restricted list than a deck may have.
    Restricted = "restricted" in Restricted;
    /// A line that could not be matched with a card.
    UnmatchedLine = "unmatched-line" in Unmatched;
    /// The list itself leaves open which card is meant.
    OpenChoice = "open-choice" in Unmatched;
    /// The list continues somewhere else.
    IncompleteList = "incomplete-list" in Unmatched;
    /// A count that is not a valid number.
    BadCount = "bad-count" in Unmatched;
    /// A product that was not released by the day.
    NotReleased = "not-released" in ListNote;
    /// A product that may not have been released by the day.
    ReleaseUnknown = "release-unknown" in ListNote;
    /// The list in force is only partly known.
    ListUncertain = "list-uncertain" in ListNote;
    /// A name that was matched despite a different spelling.
    NameSlip = "name-slip" in ListNote;
    /// A line that is neither a card nor a known heading.
    UnreadLine = "unread-line" in ListNote;
    /// An unknown id; the title was used instead.
    UnknownId = "unknown-id" in ListNote;
    /// A stated total that differs from the sum of the cards.
    TotalDiffers = "total-differs" in ListNote;
    /// The game was inferred from only a few lines.
    GameGuessed = "game-guessed" in ListNote;
    /// The file was not in UTF-8.
    Encoding = "encoding" in ListNote;
    /// Neutral cards in both decks of a player.
    SharedNeutral = "shared-neutral" in ListNote;
}

impl Code {
    /// Whether it is a note that limits what the verdict says, and so is shown wherever the verdict is.
    pub(crate) fn limits_verdict(self) -> bool {
        matches!(self, Self::NotReleased | Self::ReleaseUnknown | Self::ListUncertain | Self::GameGuessed)
    }
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
