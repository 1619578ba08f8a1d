//! Words that have a meaning only in a particular place of a line or list.

use serde::{Deserialize, Serialize};

/// What a word is only where a reader looks for it; elsewhere it is no word of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum InPlace {
    Version,
    Ditto,
    Place,
    Printing,
    OfPages,
    Besides,
    Splash,
    BesideAffiliation,
    Both,
    Same,
    Instead,
    Announces,
    Plays,
    Additional,
    Article,
    Formerly,
    Except,
    Rest,
    Alike,
    Earlier,
    List,
    /// Is a row of a list.
    Row,
    States,
    HalfOut,
    Completes,
    Hence,
    SaidComma,
    SaidStop,
    Footer,
    AffiliationCards,
    Corrects,
    OneMore,
    OfThem,
    OfCopies,
    Wished,
    Harmless,
    /// `took out`
    Already,
    /// `for it`
    CameFor,
    /// `till 5`
    When,
    /// `allowed?`
    Legality,
    Whose,
    Gone,
    Lies,
    Storage,
    Withheld,
    FillsIn,
    /// A button of a forum.
    Button,
    Currency,
    Measure,
    /// Says what the cards behind it cost.
    Cost,
    Owned,
    Accessory,
    Only,
    Without,
    CountOfSets,
    Farewell,
    Older,
    Newer,
    Elsewhere,
    Against,
    Ticked,
    Unticked,
    Means,
    Capitals,
    Typeface,
    Star,
    /// Orders a card out of the deck above.
    OrdersOut,
    /// Orders a card into the deck above.
    OrdersIn,
    /// Says of a list that it has a mistake.
    Mistake,
    /// Comes or goes, beside a card.
    Motion,
    /// Stands before a total.
    Sum,
    /// Between the letters of versions that are counted together.
    Mixed,
    /// Says that what follows stands in the place of what was written before.
    Replaces,
    /// Excuses a slip.
    Apology,
    /// Says that somebody is not sure.
    Guess,
    /// Says behind a card that it is out of the deck again.
    GoneAgain,
    /// Says in front of something that it is out.
    TookOut,
    /// Says of a card that it is the one which a list lacked.
    Lacking,
    /// Stands beside such words.
    Completing,
    /// Stands in a title and in any sentence.
    Everyday,
}
