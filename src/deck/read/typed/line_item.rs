//! What a thing of a line is, where only one kind of thing matters.

use super::line::{Item, LineItem, Named};
use super::pieces::Piece;
use crate::corpus::cards::Side;

impl Named {
    /// Whether it may be the heading of a deck, and not only a word of a sentence.
    pub(super) fn may_head_deck(self) -> bool {
        match self {
            Self::Labelled | Self::Card | Self::Alone => true,
            Self::Among => false,
        }
    }
}

impl LineItem {
    pub(super) fn card(&self) -> Option<&Item> {
        if let Self::Card(item) = self { Some(item) } else { None }
    }

    pub(super) fn into_card(self) -> Option<Item> {
        if let Self::Card(item) = self { Some(item) } else { None }
    }

    /// The card, or what is one among cards.
    pub(super) fn possible_card(&self) -> Option<&Item> {
        if let Self::Card(item) | Self::Perhaps(item, _) = self { Some(item) } else { None }
    }

    pub(super) fn numbers(&self) -> Option<&[Piece]> {
        if let Self::Numbers(pieces) = self { Some(pieces) } else { None }
    }

    pub(super) fn side(&self) -> Option<Side> {
        if let Self::Side(side) = self { Some(*side) } else { None }
    }

    /// The title of an affiliation.
    pub(super) fn affiliation(&self) -> Option<&String> {
        self.named_affiliation().map(|(title, ..)| title)
    }

    /// The title of an affiliation, how it is named, and the words it stands in.
    pub(super) fn named_affiliation(&self) -> Option<(&String, Named, &String)> {
        if let Self::Affiliation(title, named, words) = self { Some((title, *named, words)) } else { None }
    }

    /// The title of an affiliation that may be the heading of a deck.
    pub(super) fn heading_affiliation(&self) -> Option<&String> {
        self.named_affiliation().filter(|(_, named, _)| named.may_head_deck()).map(|(title, ..)| title)
    }
}
