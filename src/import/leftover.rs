//! Words that ended up in no entry, and why.

use std::fmt;

/// A passage that is in no entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    /// The line of the document where it starts, from 1.
    pub line: usize,
    pub why: WhyLeft,
    pub text: String,
}

impl Leftover {
    /// Whether it belongs to the page rather than to its content: a header, footer, menu or table of
    /// contents.
    pub(crate) fn is_of_the_page(&self) -> bool {
        match self.why {
            WhyLeft::PageFurniture
            | WhyLeft::PageTitle
            | WhyLeft::OutsideArticle
            | WhyLeft::Contents
            | WhyLeft::TitleAgain
            | WhyLeft::TableHeads
            | WhyLeft::OfAPost => true,
            WhyLeft::BesideArticle
            | WhyLeft::NotShown
            | WhyLeft::Pictured
            | WhyLeft::NumberInFront
            | WhyLeft::BeforeFirstPart
            | WhyLeft::NothingUnder
            | WhyLeft::NotPlaced
            | WhyLeft::InNoEntry => false,
        }
    }
}

impl WhyLeft {
    /// Whether such words appear beside the text of a page, and never before a part of it.
    pub(super) fn is_beside(self) -> bool {
        match self {
            Self::PageFurniture
            | Self::PageTitle
            | Self::OutsideArticle
            | Self::BesideArticle
            | Self::NotShown
            | Self::Pictured
            | Self::NumberInFront
            | Self::OfAPost => true,
            Self::Contents
            | Self::TitleAgain
            | Self::TableHeads
            | Self::BeforeFirstPart
            | Self::NothingUnder
            | Self::NotPlaced
            | Self::InNoEntry => false,
        }
    }
}

/// Why words are in no entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhyLeft {
    /// The header or footer of a page.
    PageFurniture,
    /// Menus and the like on a web page.
    OutsideArticle,
    /// The title of a web page, outside its article.
    PageTitle,
    /// Sentences of a web page outside its article.
    BesideArticle,
    /// Content that a web page does not display, in a `<template>`.
    NotShown,
    /// The text of a pictured card.
    Pictured,
    /// The number before a card or question, `A.1`.
    NumberInFront,
    /// A table of contents.
    Contents,
    /// A section's title repeated on later pages.
    TitleAgain,
    /// The header row of a table.
    TableHeads,
    /// Author and date of a forum post, and what the forum adds below it.
    OfAPost,
    /// Words before the first part.
    BeforeFirstPart,
    /// A heading with nothing below it.
    NothingUnder,
    /// Words for which no part of the document has a place.
    NotPlaced,
    /// Words that no reader accounted for.
    InNoEntry,
}

impl fmt::Display for WhyLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PageFurniture => "page header or footer",
            Self::OutsideArticle => "outside the article",
            Self::PageTitle => "the page's title",
            Self::BesideArticle => "sentences outside the article",
            Self::NotShown => "not shown on the page",
            Self::Pictured => "a card that is pictured",
            Self::NumberInFront => "a number in front of a card or a question",
            Self::Contents => "table of contents",
            Self::TitleAgain => "section title again",
            Self::TableHeads => "the heads of a table",
            Self::OfAPost => "around a post of a forum",
            Self::BeforeFirstPart => "before the first part",
            Self::NothingUnder => "a heading with nothing under it",
            Self::NotPlaced => "not placed",
            Self::InNoEntry => "in no entry",
        })
    }
}
