//! What a word is only in one place of a line or of a text.

/// What a word is only where a reader looks for it; elsewhere it is no word of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum InPlace {
    /// In front of a version's letter.
    Version,
    /// In the place of a count.
    Ditto,
    /// In front of the number of a place in the deck.
    Place,
    /// Behind a second number of copies.
    Printing,
    /// Between the numbers of a page and of the last.
    OfPages,
    /// Between the items that share a count and others.
    Besides,
    /// Beside an affiliation of which the deck only has sets.
    Splash,
    /// Beside an affiliation that is the deck's all the same.
    BesideAffiliation,
    /// In front of two cards that have one count.
    Both,
    /// In the place of a title: the one above.
    Same,
    /// Between a row's card and the one that stood there before.
    Instead,
    /// In front of a sentence that exchanges cards.
    Announces,
    /// Beside the card that such a sentence puts in.
    Plays,
    /// Behind a number of copies that come to those of the list.
    Additional,
    /// In front of a card, or of how many of it.
    Article,
    /// The same as `Instead`, where a card follows.
    Formerly,
    /// Between a count of every card and the cards it does not hold for.
    Except,
    /// For what of a list is not written down.
    Rest,
    /// Between two things that are alike.
    Alike,
    /// For another time.
    Earlier,
    /// For a list or a deck.
    List,
    /// In front of a stated total.
    States,
    /// Between the numbers of a sum in words.
    Hence,
    /// A comma that was said aloud.
    SaidComma,
    /// A full stop that was said aloud.
    SaidStop,
    /// At the beginning of a line that a forum wrote.
    Footer,
    /// For more than one affiliation card.
    AffiliationCards,
    /// In front of the count that a row should have had.
    Corrects,
    /// May say that there is one copy more.
    OneMore,
    /// Behind the number of a part of a row's copies.
    OfThem,
    /// What copies are that are in the deck like the others.
    OfCopies,
    /// Beside another copy that is wished for, or lies elsewhere.
    Wished,
    /// Beside a card that is in the deck all the same.
    Harmless,
    /// In front of whose a card is.
    Whose,
    /// Of a copy that the deck may not have any more.
    Gone,
    /// Stands in front of where another copy lies.
    Lies,
    /// For where cards lie that are in no deck.
    Storage,
    /// Heads cards that the deck may lack.
    Withheld,
    /// Beside a figure that is a price.
    Currency,
    /// Beside a figure that counts no copies.
    Measure,
    /// Beside how many copies somebody has.
    Owned,
    /// For what may be missing or damaged while the card is there.
    Accessory,
    /// In front of a count that is no more.
    Only,
    /// Beside what there is nothing of.
    Without,
    /// Heads a column of copies, beside one of numbers of sets.
    CountOfSets,
    /// A farewell, and a title.
    Farewell,
    /// Heads the older of two lists.
    Older,
    /// Heads the newer of two lists.
    Newer,
    /// For another page than this.
    Elsewhere,
    /// In front of what a deck is played against.
    Against,
    /// Behind a row of a form that is the deck's.
    Ticked,
    /// Behind a row of a form that is none of it.
    Unticked,
    /// Between a mark of a legend and what it means.
    Means,
    /// A mark that is rows in capitals.
    Capitals,
    /// A mark that is another type.
    Typeface,
    /// The name of the star as a mark.
    Star,
}
