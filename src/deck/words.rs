//! The words of decklists that are not card names: affiliations, sides, headings, labels and counts as people
//! write them, from `rulings/deck/words.yaml`.

mod build;
mod pieces;
mod places;
mod roles;

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use super::in_place::InPlace;
use super::talk::{Phrases, Said, TalkWords};
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::table::Table;
use crate::corpus::{Diagnostic, Files};
pub(crate) use roles::Roles;

/// The path of the file among the rulings.
const FILE: &str = "deck/words.yaml";

/// The words of decklists, as written in the file.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListWords {
    /// Numbers written as words.
    pub numbers: BTreeMap<String, u32>,
    /// Words beside a number that mark it as a count.
    pub copies: Vec<String>,
    /// Words before a number that mark it as a set's.
    pub set_number: Vec<String>,
    /// Words that apply a count to every card.
    pub each: Vec<String>,
    /// Words between the bounds of a range.
    pub through: Vec<String>,
    /// Words that leave a choice between two cards open.
    pub either: Vec<String>,
    /// Words without meaning in a heading or total.
    pub fillers: Vec<String>,
    /// Words that say that the list continues elsewhere.
    pub goes_on: Vec<String>,
    /// Words that occur in dates.
    pub dates: Vec<String>,
    /// Words before a page number.
    pub pages: Vec<String>,
    /// Words that join two items.
    pub joins: Vec<String>,
    /// Words for cards of any kind: `60 cards`.
    pub cards: Vec<String>,
    /// Words that say that what the line mentions is elsewhere in the same list.
    pub stands_here: Vec<String>,
    /// The closing of a letter; a signature and an address follow.
    pub closings: Vec<String>,
    /// Words of the line that introduces an older mail quoted below.
    pub quoted: Vec<String>,
    /// Words for rules; a line with one and without a card is talk.
    pub rules: Vec<String>,
    /// Remarks that strike their line out.
    pub struck: Vec<String>,
    /// Words before a card that remove it from a complete deck.
    pub takes_out: Vec<String>,
    /// Words before a card that add it to a complete deck.
    pub puts_in: Vec<String>,
    /// Words that order a card out of a deck that stands above: `minus one A`.
    pub orders_out: Vec<String>,
    /// Words that order a card into it: `plus one A`.
    pub orders_in: Vec<String>,
    /// Words that say of a list that it has a mistake, which they correct: `I mixed two lines up`.
    pub mistakes: Vec<String>,
    /// Verbs beside a card that comes or goes, without the word for which: `goes`, `comes`.
    pub motions: Vec<String>,
    /// Words between the letters of versions that a row counts together: `6 A (B) and (C) mixed`.
    pub mixed: Vec<String>,
    /// Words in front of a card that the deck does not have.
    pub absent: Vec<String>,
    /// Words for another copy of a card.
    pub more: Vec<String>,
    /// Words of a line that changes another line of the list.
    pub changes: Vec<String>,
    /// Words for as many copies as a deck may have.
    pub playsets: Vec<String>,
    /// Words that say that the list is another one, such as the last one, with changes.
    pub as_before: Vec<String>,
    /// Words before a version letter.
    pub versions: Vec<String>,
    /// Words that repeat the count above.
    pub ditto: Vec<String>,
    /// Words before the number of a position in the deck.
    pub places: Vec<String>,
    /// Words after a second number of copies: `3 Title + 1 foil`.
    pub printings: Vec<String>,
    /// Words between a page number and the number of pages.
    pub of_pages: Vec<String>,
    /// Words after which the count at the start of a line no longer applies: `2 each of A and B, plus C`.
    pub besides: Vec<String>,
    /// Words beside an affiliation of which the deck merely has sets.
    pub splash: Vec<String>,
    /// Words beside an affiliation that is the deck's nevertheless.
    pub beside_affiliation: Vec<String>,
    /// Words before two cards that share a count.
    pub both: Vec<String>,
    /// Words on a numbered line that repeat the title above.
    pub same: Vec<String>,
    /// Words between a line's card and the one it replaces.
    pub instead: Vec<String>,
    /// Words before a sentence that exchanges cards: `sorry, changed my mind`.
    pub announces: Vec<String>,
    /// Words in such a sentence beside the card to add: `I will play`.
    pub plays: Vec<String>,
    /// Words in such a sentence after a number of additional copies: `one more`.
    pub additional: Vec<String>,
    /// Articles and possessives in such a sentence.
    pub articles: Vec<String>,
    /// Ordinals of copies: `the second`.
    pub ordinals: BTreeMap<String, u32>,
    /// Numbers of sets or cards that a whole deck, or a short one, may have, as words.
    pub totals: BTreeMap<String, u32>,
    /// The months, by their number in the year.
    pub months: BTreeMap<String, u32>,
    /// Words before a total in a row of its own: `Sum`.
    pub sums: Vec<String>,
    /// As `instead`, but ambiguous: only before a card.
    pub formerly: Vec<String>,
    /// Words before the exceptions from a count for every card: `everything twice except A`.
    pub except: Vec<String>,
    /// Words for the part of a list that is not written down: `the rest`.
    pub rests: Vec<String>,
    /// Words of comparison: `as`, `like`.
    pub alike: Vec<String>,
    /// Words for an earlier time: `last week`.
    pub earlier: Vec<String>,
    /// Words for a list or a deck.
    pub lists: Vec<String>,
    /// Words for the rows of a list: `only five lines`.
    pub rows: Vec<String>,
    /// Words before a stated total: `that makes`.
    pub states: Vec<String>,
    /// Words that leave open whether a row is struck out: `half crossed out`.
    pub half_out: Vec<String>,
    /// Words around the size that a row completes: `another A to make 60`.
    pub completes: Vec<String>,
    /// Words before what stands in the place of what was written before: `no wait, it is`.
    pub replaces: Vec<String>,
    /// Words that excuse a slip beside its correction: `sorry, autocorrect`.
    pub apologies: Vec<String>,
    /// Words beside an affiliation that somebody is not sure of: `I think`.
    pub guesses: Vec<String>,
    /// Words in front of what was taken out: `I took out`.
    pub took_out: Vec<String>,
    /// Words behind what is out of the deck again: `comes out again`.
    pub gone_again: Vec<String>,
    /// Words of a sentence that names the one card a list lacked: `the tenth set`, `I forgot`.
    pub lacking: Vec<String>,
    /// Other words of such a sentence.
    pub completing: Vec<String>,
    /// Words of titles that stand in any sentence, and name no card there: `last`, `them`.
    pub everyday: Vec<String>,
    /// Words between the numbers of a sum.
    pub hence: Vec<String>,
    /// A comma, as dictated.
    pub said_commas: Vec<String>,
    /// A full stop, as dictated.
    pub said_stops: Vec<String>,
    /// Words that start the lines a forum adds below a post.
    pub footers: Vec<String>,
    /// A forum's buttons below a post.
    pub buttons: Vec<String>,
    /// Words for more than one affiliation card.
    pub affiliation_cards: Vec<String>,
    /// Words before a corrected count: `2 Title <- no, 1`.
    pub corrects: Vec<String>,
    /// Words after a counted line that may mean one more copy.
    pub one_more: Vec<String>,
    /// Words after a number that is part of a line's copies: `2 of them signed`.
    pub of_them: Vec<String>,
    /// Properties of such copies, which are in the deck like the others: `signed`.
    pub of_copies: Vec<String>,
    /// Words beside another copy that is wanted, or is elsewhere.
    pub wished: Vec<String>,
    /// Words beside a card that do not affect it: what it looks like, where it is from.
    pub harmless: Vec<String>,
    /// Words that speak of a change that was made: `took out`.
    pub already: Vec<String>,
    /// Words behind what came out that lead to what came in, or stand for it: `for it`.
    pub came_for: Vec<String>,
    /// Words in front of a time of day.
    pub when: Vec<String>,
    /// Words that ask of a card in the deck whether it may be there: `allowed?`.
    pub legality: Vec<String>,
    /// Words before the owner or maker of a card: `borrowed from Ann`.
    pub whose: Vec<String>,
    /// Words after a line about a copy that may no longer be in the deck.
    pub gone: Vec<String>,
    /// Words between such a copy and where it is: `third copy in the box`.
    pub lies: Vec<String>,
    /// Words for where cards are kept that are in no deck: `in the binder`.
    pub storage: Vec<String>,
    /// Words of headings above cards that may be missing from the deck: `Missing:`.
    pub withheld: Vec<String>,
    /// Words of headings that explain how to fill in a form: `number in the box`.
    pub fills_in: Vec<String>,
    /// Words beside a price.
    pub currencies: Vec<String>,
    /// Words beside a number that is not a count: `3 resources`.
    pub measures: Vec<String>,
    /// Words beside the cost of the cards that follow: `cost 3:`.
    pub costs: Vec<String>,
    /// Words beside the number of copies somebody owns, who may play fewer.
    pub owned: Vec<String>,
    /// Words for accessories, which may be missing without affecting the card: `no sleeve`.
    pub accessories: Vec<String>,
    /// Words that restrict a count: `only`.
    pub only: Vec<String>,
    /// Farewells that are also titles of sets.
    pub farewells: Vec<String>,
    /// Headings of columns with copies of sets, beside a column with their numbers.
    pub counts_of_sets: Vec<String>,
    /// Words that say that there is none of something: `no sideboard`.
    pub without: Vec<String>,
    /// Words above the older of two lists.
    pub older: Vec<String>,
    /// Words above the newer of two lists.
    pub newer: Vec<String>,
    /// Words for another page.
    pub elsewhere: Vec<String>,
    /// Words before a deck's opponent.
    pub against: Vec<String>,
    /// Marks after a form's row that belongs to the deck.
    pub ticked: Vec<String>,
    /// Marks after a form's row that does not.
    pub unticked: Vec<String>,
    /// Words between a mark of a legend and what it means.
    pub means: Vec<String>,
    /// Words for capitals, as a mark.
    pub capitals: Vec<String>,
    /// Words for a typeface, as a mark.
    pub typefaces: Vec<String>,
    /// Words for an asterisk, as a mark.
    pub stars: Vec<String>,
    /// Words that numbers may be misheard as: `too`.
    pub misheard: BTreeMap<String, u32>,
    /// Headings of columns to be ticked, one for each copy: `2nd copy`.
    pub copy_columns: BTreeMap<String, u32>,
    /// Words for an illegible line.
    pub illegible: Vec<String>,
    /// Nicknames of cards, and of words in their names.
    pub nicknames: BTreeMap<String, String>,
    /// Words that are often mistyped or misread.
    pub slips: BTreeMap<String, String>,
    /// What sentences beside a list say about it.
    pub talk: Vec<TalkWords>,
    /// Headings of a table's columns.
    pub columns: Vec<ColumnWords>,
    pub headings: Vec<HeadingWords>,
    /// Labels, `Player: …`.
    pub labels: Vec<LabelWords>,
    pub sides: Vec<SideWords>,
    pub affiliations: Vec<AffiliationWords>,
}

/// Headings of one kind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadingWords {
    /// What is below them.
    pub opens: Opens,
    /// How people write them.
    pub words: Vec<String>,
}

/// What is below a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Opens {
    Objectives,
    /// Command cards.
    Command,
    /// The affiliation card.
    Affiliation,
    /// What is not part of the deck.
    Aside,
    /// Cards of one arena or type of the TCG.
    Arena,
    /// Nothing in particular.
    Nothing,
}

/// Labels of one kind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LabelWords {
    /// What follows them.
    pub says: Says,
    /// How people write them.
    pub words: Vec<String>,
}

/// What follows a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Says {
    Affiliation,
    /// The deck's name.
    Name,
    /// The deck's side.
    Side,
    /// Nothing that a check needs.
    Nothing,
}

/// Headings of columns of one kind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ColumnWords {
    pub holds: Holds,
    /// How people write its heading.
    pub words: Vec<String>,
}

/// What is in a column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holds {
    /// The number of copies.
    Count,
    /// The card's name, or the objective's.
    Title,
    /// The version letter of the trading card game.
    Version,
    /// The set's number or code.
    Set,
    Affiliation,
    /// Nothing that a check needs.
    Nothing,
}

/// How people write a side.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideWords {
    pub side: Side,
    /// How people write it.
    pub words: Vec<String>,
}

/// How people write an affiliation.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AffiliationWords {
    pub affiliation: String,
    /// How people write it.
    pub words: Vec<String>,
}

/// What a word is in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Role {
    Number(u32),
    /// Marks a number as a count.
    Copies,
    /// Marks a number as a set's.
    SetNumber,
    /// Applies a count to every card.
    Each,
    /// Joins the bounds of a range.
    Through,
    /// Leaves a choice open.
    Either,
    /// Has no meaning of its own.
    Filler,
    /// The list continues elsewhere.
    GoesOn,
    Date,
    Page,
    /// Joins two items.
    Joins,
    /// Cards of any kind.
    Cards,
    /// What is mentioned is in the same list.
    StandsHere,
    /// The closing of a letter.
    Closing,
    /// Introduces an older mail quoted below.
    Quoted,
    /// Mentions a rule.
    Rule,
    /// Strikes its line out.
    Struck,
    /// Changes another line.
    Change,
    /// Removes a card from a complete deck.
    TakesOut,
    /// Adds a card to a complete deck.
    PutsIn,
    /// Introduces a card that is not in the deck.
    Absent,
    /// Refers to another copy.
    More,
    /// As many copies as a deck may have.
    Playset,
    /// The list is another one, with changes.
    AsBefore,
    /// The line is illegible.
    Illegible,
    Heading(Opens),
    Label(Says),
    Side(Side),
    Affiliation(String),
}

/// The words, by their normalized form.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    roles: Table<Role>,
    /// Headings of columns are no words of lists elsewhere.
    columns: Table<Holds>,
    in_place: Table<InPlace>,
    talk: Phrases,
    few: FewWords,
}

/// What is so little that it is read whole; in an order of its own, so that the same words are the same
/// bytes where they are kept.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct FewWords {
    nicknames: BTreeMap<String, String>,
    misheard: BTreeMap<String, u32>,
    copy_columns: BTreeMap<String, u32>,
    ordinals: BTreeMap<String, u32>,
    totals: BTreeMap<String, u32>,
    months: BTreeMap<String, u32>,
    /// Words that the remarks begin with which strike out or change a line.
    marking: BTreeSet<String>,
    /// The number of words in the longest phrase.
    longest: usize,
}

impl Role {
    /// Whether such a word strikes out or changes a line, or says what is not in the deck.
    fn marks_a_line(&self) -> bool {
        matches!(self, Self::Struck | Self::Change | Self::Absent)
    }
}

impl ListWords {
    /// The words whose role does not depend on their place.
    fn roles(&self) -> [(&[String], Role); 26] {
        [
            (&self.copies, Role::Copies),
            (&self.set_number, Role::SetNumber),
            (&self.each, Role::Each),
            (&self.through, Role::Through),
            (&self.either, Role::Either),
            (&self.fillers, Role::Filler),
            (&self.goes_on, Role::GoesOn),
            (&self.dates, Role::Date),
            (&self.pages, Role::Page),
            (&self.joins, Role::Joins),
            (&self.cards, Role::Cards),
            (&self.stands_here, Role::StandsHere),
            (&self.closings, Role::Closing),
            (&self.quoted, Role::Quoted),
            (&self.rules, Role::Rule),
            (&self.struck, Role::Struck),
            (&self.changes, Role::Change),
            (&self.takes_out, Role::TakesOut),
            (&self.orders_out, Role::TakesOut),
            (&self.puts_in, Role::PutsIn),
            (&self.orders_in, Role::PutsIn),
            (&self.absent, Role::Absent),
            (&self.more, Role::More),
            (&self.playsets, Role::Playset),
            (&self.as_before, Role::AsBefore),
            (&self.illegible, Role::Illegible),
        ]
    }
}

impl Words {
    /// Loads the words among `files`.
    pub(crate) fn load(files: &Files) -> (Self, Vec<Diagnostic>) {
        let Some(file) = files.get(FILE) else { return (Self::default(), Vec::new()) };
        match file.one::<ListWords>() {
            Ok(words) => (Self::new(&words), Vec::new()),
            Err(diagnostic) => (Self::default(), vec![diagnostic]),
        }
    }

    /// Whether a word is what a reader looks for.
    pub(crate) fn is(&self, place: InPlace, word: &str) -> bool {
        self.in_place.get(&normalize_name(word)).contains(&place)
    }

    /// Whether a line contains a word that may strike it out, or change another line.
    pub(crate) fn may_mark(&self, line: &str) -> bool {
        normalize_name(line).split(' ').any(|word| self.few.marking.contains(word))
    }

    /// What the normalized words of a line say about the list.
    pub(super) fn talk(&self, words: &[&str]) -> Vec<Said> {
        self.talk.said(words, |word| word.bytes().all(|b| b.is_ascii_digit()) || self.number(word).is_some())
    }

    /// The content of the column with that heading.
    pub(crate) fn column(&self, heading: &str) -> Option<Holds> {
        self.columns.get(&normalize_name(heading)).last().copied()
    }

    /// The number for which a word may have been misheard.
    pub(crate) fn misheard(&self, word: &str) -> Option<u32> {
        self.few.misheard.get(&normalize_name(word)).copied()
    }

    /// The words that may be misheard for a number.
    pub(crate) fn sounding_like(&self, number: u32) -> impl Iterator<Item = &str> {
        self.few.misheard.iter().filter(move |(_, n)| **n == number).map(|(word, _)| word.as_str())
    }

    /// How many sets, or cards, a word says: `nine` is 9.
    pub(crate) fn total(&self, word: &str) -> Option<u32> {
        self.few.totals.get(&normalize_name(word)).copied()
    }

    /// The number of a month in the year.
    pub(crate) fn month(&self, word: &str) -> Option<u32> {
        self.few.months.get(&normalize_name(word)).copied()
    }

    /// The number of a copy: `second` is 2.
    pub(crate) fn ordinal(&self, word: &str) -> Option<u32> {
        self.few.ordinals.get(&normalize_name(word)).copied()
    }

    /// The number of the copy for which a column with that heading is ticked.
    pub(crate) fn copy_column(&self, heading: &str) -> Option<u32> {
        self.few.copy_columns.get(&normalize_name(heading)).copied()
    }

    /// A text with its nicknames and slips replaced by the words they stand for; `None` if there is none.
    pub(crate) fn without_nickname(&self, text: &str) -> Option<String> {
        let normalized = normalize_name(text);
        let words: Vec<&str> = normalized.split(' ').collect();
        let name = |word: &&str| self.few.nicknames.get(*word);
        words.iter().find_map(name)?;
        // `Artoo R2-D2`: the name stands beside it.
        let named = |of: &str| format!(" {normalized} ").contains(&format!(" {} ", normalize_name(of)));
        let mut all: Vec<&str> = Vec::new();
        for word in &words {
            match name(word).map(String::as_str) {
                Some(of) if named(of) || all.last() == Some(&of) => {}
                of => all.push(of.unwrap_or(word)),
            }
        }
        Some(all.join(" "))
    }

    /// The roles of a complete phrase; empty if it is not a word of lists.
    pub(crate) fn get(&self, phrase: &str) -> &[Role] {
        self.roles.get(&normalize_name(phrase))
    }

    /// The number that a complete phrase denotes.
    pub(crate) fn number(&self, phrase: &str) -> Option<u32> {
        self.get(phrase).iter().find_map(Role::number)
    }

    /// The number that a word denotes, or that its figures are.
    pub(crate) fn number_or_figures(&self, word: &str) -> Option<u32> {
        word.parse().ok().or_else(|| self.number(word))
    }

    /// Splits a text into known phrases, longest first, and unknown words.
    pub(crate) fn roles(&self, text: &str) -> Roles<'_> {
        let normalized = normalize_name(&text.replace('+', "&"));
        let words: Vec<&str> = normalized.split(' ').filter(|w| !w.is_empty()).collect();
        let mut roles = Roles::default();
        let mut at = 0;
        while at < words.len() {
            let longest = self.few.longest.min(words.len() - at);
            let phrase = (1..=longest).rev().map(|n| (n, words[at..at + n].join(" ")));
            let known =
                phrase.map(|(n, p)| (n, self.roles.get(&p), p)).find(|(_, roles, _)| !roles.is_empty());
            match known {
                Some((n, found, phrase)) => {
                    roles.known.push((found, phrase));
                    at += n;
                }
                None if words[at].bytes().all(|b| b.is_ascii_digit()) => at += 1,
                None => {
                    roles.unknown.push(words[at].to_owned());
                    at += 1;
                }
            }
        }
        roles
    }
}
