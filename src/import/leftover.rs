//! Words that no entry has, and why.

use std::fmt;

/// Words that no entry has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leftover {
    /// The line of the document they begin on, from 1.
    pub line: usize,
    /// Why they are in no entry.
    pub why: WhyLeft,
    /// The words.
    pub text: String,
}

impl Leftover {
    /// Whether it belongs to the page and not to what the document says: a head or foot, a menu, a table of
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
    /// Whether what is left so stands beside the text of its page, and never in front of a part of it.
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
    /// The head or the foot of a page.
    PageFurniture,
    /// A web page's menus and the like.
    OutsideArticle,
    /// The title of a web page, outside its article.
    PageTitle,
    /// Sentences of a web page outside its article.
    BesideArticle,
    /// What a web page has and does not show, in a `<template>`.
    NotShown,
    /// The words of a card that is pictured.
    Pictured,
    /// The number in front of a card or a question, `A.1`.
    NumberInFront,
    /// A table of contents.
    Contents,
    /// A section's title on its further pages.
    TitleAgain,
    /// What stands above the columns of a table.
    TableHeads,
    /// Who wrote a post of a forum and when, and what the forum sets below it.
    OfAPost,
    /// The words in front of the first part.
    BeforeFirstPart,
    /// A heading with nothing under it.
    NothingUnder,
    /// No part of the document has a place for them.
    NotPlaced,
    /// They were in the document, and no reader said anything of them.
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
