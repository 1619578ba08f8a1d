//! The words of lists that are no cards: affiliations, sides, headings, labels and counts as people write
//! them, read from `rulings/deck/words.yaml`.

mod places;
mod roles;

use std::collections::{BTreeMap, HashMap, HashSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use super::in_place::InPlace;
use super::talk::{Phrases, Said, TalkWords};
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::{Diagnostic, Files};
pub(crate) use roles::Roles;

/// Where the words stand among the rulings.
const FILE: &str = "deck/words.yaml";

/// Words of lists, as the file has them.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListWords {
    /// Numbers in words, and the number.
    pub numbers: BTreeMap<String, u32>,
    /// Words beside a number that say that it is a count.
    pub copies: Vec<String>,
    /// Words in front of a number that say that it is a set's.
    pub set_number: Vec<String>,
    /// Words that make a count that of every card.
    pub each: Vec<String>,
    /// Words between the first and the last number of a range.
    pub through: Vec<String>,
    /// Words that leave the choice between two cards open.
    pub either: Vec<String>,
    /// Words a heading or a total may have besides.
    pub fillers: Vec<String>,
    /// Words that say that the list goes on where it cannot be seen.
    pub goes_on: Vec<String>,
    /// Words of dates.
    pub dates: Vec<String>,
    /// Words in front of a page's number.
    pub pages: Vec<String>,
    /// Words that join two items of a list.
    pub joins: Vec<String>,
    /// Words for cards of any kind: `60 cards`.
    pub cards: Vec<String>,
    /// Words that say that what the line speaks of stands elsewhere in the same list.
    pub stands_here: Vec<String>,
    /// Words a letter closes with; a signature and an address follow.
    pub closings: Vec<String>,
    /// Words of the line below which a mail repeats an older one.
    pub quoted: Vec<String>,
    /// Words of rules; a line with one and no card is talk.
    pub rules: Vec<String>,
    /// Remarks that strike their line out.
    pub struck: Vec<String>,
    /// Words in front of a card that take it out of a whole deck.
    pub takes_out: Vec<String>,
    /// Words in front of a card that put it into a whole deck.
    pub puts_in: Vec<String>,
    /// Words in front of a card that the deck does not have.
    pub absent: Vec<String>,
    /// Words for another copy of a card.
    pub more: Vec<String>,
    /// Words of a line that changes another line of the list.
    pub changes: Vec<String>,
    /// Words for as many copies as a deck may have.
    pub playsets: Vec<String>,
    /// Words that say that the list is another one, with changes: the one of last time.
    pub as_before: Vec<String>,
    /// Words in front of a version's letter.
    pub versions: Vec<String>,
    /// Words that repeat the count above.
    pub ditto: Vec<String>,
    /// Words in front of the number of a place in the deck.
    pub places: Vec<String>,
    /// Words behind a second number of copies: `3 Title + 1 foil`.
    pub printings: Vec<String>,
    /// Words between the number of a page and that of the last.
    pub of_pages: Vec<String>,
    /// Words behind which the count in front of a row no longer holds: `2 each of A and B, plus C`.
    pub besides: Vec<String>,
    /// Words beside an affiliation of which the deck only has sets.
    pub splash: Vec<String>,
    /// Words beside an affiliation that leave it the deck's.
    pub beside_affiliation: Vec<String>,
    /// Words for both of the cards behind them.
    pub both: Vec<String>,
    /// Words of a numbered line that is as the one above.
    pub same: Vec<String>,
    /// Words between a row's card and the one that stood there before.
    pub instead: Vec<String>,
    /// Words in front of a sentence that exchanges cards: `sorry, changed my mind`.
    pub announces: Vec<String>,
    /// Words of such a sentence beside the card that comes in: `I will play`.
    pub plays: Vec<String>,
    /// Words behind a number in such a sentence, of copies that come to those of the list: `one more`.
    pub additional: Vec<String>,
    /// Articles, and words for whose a thing is, in such a sentence.
    pub articles: Vec<String>,
    /// Numbers of copies one after the other: `the second`.
    pub ordinals: BTreeMap<String, u32>,
    /// The same where they may mean something else too: what follows must be a card.
    pub formerly: Vec<String>,
    /// Words behind which cards stand that a count of every card does not hold for: `everything twice except
    /// A`.
    pub except: Vec<String>,
    /// Words for what of a list is not written down: `the rest`.
    pub rests: Vec<String>,
    /// Words that say that something is as something else: `as`, `like`.
    pub alike: Vec<String>,
    /// Words for another time: `last week`.
    pub earlier: Vec<String>,
    /// Words for a list or a deck.
    pub lists: Vec<String>,
    /// Words in front of a stated total: `that makes`.
    pub states: Vec<String>,
    /// Words between the numbers of a sum in words.
    pub hence: Vec<String>,
    /// How a comma is said aloud.
    pub said_commas: Vec<String>,
    /// How a full stop is said aloud.
    pub said_stops: Vec<String>,
    /// Words that the lines of a forum begin with below what somebody wrote.
    pub footers: Vec<String>,
    /// Words for more than one affiliation card.
    pub affiliation_cards: Vec<String>,
    /// Words in front of the count that a row should have had: `2 Title <- no, 1`.
    pub corrects: Vec<String>,
    /// Words behind a counted row that may say that the deck has one copy more.
    pub one_more: Vec<String>,
    /// Words behind the number of a part of a row's copies: `2 of them signed`.
    pub of_them: Vec<String>,
    /// What such copies are that are in the deck like the others: `signed`.
    pub of_copies: Vec<String>,
    /// Words beside another copy that is wished for, or lies elsewhere.
    pub wished: Vec<String>,
    /// Words beside a card that is in the deck all the same: what it looks like, where it is from.
    pub harmless: Vec<String>,
    /// Words behind which it stands whose a card is, or who made it: `borrowed from Ann`.
    pub whose: Vec<String>,
    /// Words behind a row for a copy that the deck may not have any more.
    pub gone: Vec<String>,
    /// Words behind such a copy in front of where it lies: `third copy in the box`.
    pub lies: Vec<String>,
    /// Words for where cards lie that are in no deck: `in the binder`.
    pub storage: Vec<String>,
    /// Words of headings below which cards stand that the deck may lack: `Missing:`.
    pub withheld: Vec<String>,
    /// Words beside a figure that is a price.
    pub currencies: Vec<String>,
    /// Words beside a figure that counts no copies: `3 resources`.
    pub measures: Vec<String>,
    /// Words beside how many copies somebody has, who may play fewer.
    pub owned: Vec<String>,
    /// Words for what may be missing or damaged while the card is there: `no sleeve`.
    pub accessories: Vec<String>,
    /// Words in front of a count that say that it is no more.
    pub only: Vec<String>,
    /// Farewells that are the titles of sets, too.
    pub farewells: Vec<String>,
    /// Headings of columns that hold copies of sets, beside one for their numbers.
    pub counts_of_sets: Vec<String>,
    /// Words that say that there is nothing of something: `no sideboard`.
    pub without: Vec<String>,
    /// Words that head the older of two lists.
    pub older: Vec<String>,
    /// Words that head the newer of two lists.
    pub newer: Vec<String>,
    /// Words for another page than this.
    pub elsewhere: Vec<String>,
    /// Words in front of what a deck is played against.
    pub against: Vec<String>,
    /// Words behind a row of a form that is the deck's.
    pub ticked: Vec<String>,
    /// Words behind a row of a form that is none of it.
    pub unticked: Vec<String>,
    /// Words between a mark of a legend and what it means.
    pub means: Vec<String>,
    /// Words for capitals, as a mark.
    pub capitals: Vec<String>,
    /// Words for another type, as a mark.
    pub typefaces: Vec<String>,
    /// Words for the star, as a mark.
    pub stars: Vec<String>,
    /// Words that are misheard for numbers, and the number: `too`.
    pub misheard: BTreeMap<String, u32>,
    /// Headings of columns that are ticked for each copy, and which copy: `2nd copy`.
    pub copy_columns: BTreeMap<String, u32>,
    /// Words that say that a line cannot be read.
    pub illegible: Vec<String>,
    /// How people call cards, and words of their names, by what the cards have.
    pub nicknames: BTreeMap<String, String>,
    /// What sentences beside a list say of it.
    pub talk: Vec<TalkWords>,
    /// Headings of a table's columns.
    pub columns: Vec<ColumnWords>,
    /// Headings.
    pub headings: Vec<HeadingWords>,
    /// Labels, `Player: …`.
    pub labels: Vec<LabelWords>,
    /// The sides.
    pub sides: Vec<SideWords>,
    /// The affiliations.
    pub affiliations: Vec<AffiliationWords>,
}

/// Headings of one kind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HeadingWords {
    /// What stands under them.
    pub opens: Opens,
    /// How people write them.
    pub words: Vec<String>,
}

/// What stands under a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Opens {
    /// Objectives.
    Objectives,
    /// Command cards.
    Command,
    /// The affiliation card.
    Affiliation,
    /// What is no part of the deck.
    Aside,
    /// Cards of one arena or type of the trading card game.
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
    /// The affiliation.
    Affiliation,
    /// The deck's name.
    Name,
    /// The deck's side.
    Side,
    /// Nothing a check needs.
    Nothing,
}

/// Headings of columns of one kind.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ColumnWords {
    /// What stands in the column.
    pub holds: Holds,
    /// How people write its heading.
    pub words: Vec<String>,
}

/// What stands in a column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Holds {
    /// How many copies.
    Count,
    /// The card's name, or the objective's.
    Title,
    /// The version letter of the trading card game.
    Version,
    /// The set's number or code.
    Set,
    /// The affiliation.
    Affiliation,
    /// Nothing a check needs.
    Nothing,
}

/// How people write a side.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideWords {
    /// The side.
    pub side: Side,
    /// How people write it.
    pub words: Vec<String>,
}

/// How people write an affiliation.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AffiliationWords {
    /// The affiliation.
    pub affiliation: String,
    /// How people write it.
    pub words: Vec<String>,
}

/// What a word is in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Role {
    Number(u32),
    /// Says that a number is a count.
    Copies,
    /// Says that a number is a set's.
    SetNumber,
    /// Makes a count that of every card.
    Each,
    /// Stands between the numbers of a range.
    Through,
    /// Leaves a choice open.
    Either,
    /// Nothing by itself.
    Filler,
    /// The list goes on elsewhere.
    GoesOn,
    Date,
    Page,
    /// Joins two items.
    Joins,
    /// Cards of any kind.
    Cards,
    /// What is spoken of stands in the same list.
    StandsHere,
    /// Closes a letter.
    Closing,
    /// Begins what a mail repeats of an older one.
    Quoted,
    /// Speaks of a rule.
    Rule,
    /// Strikes its line out.
    Struck,
    /// Changes another line.
    Change,
    /// Takes a card out of a whole deck.
    TakesOut,
    /// Puts a card into a whole deck.
    PutsIn,
    /// Stands in front of a card that the deck does not have.
    Absent,
    /// Speaks of another copy.
    More,
    /// As many copies as a deck may have.
    Playset,
    /// The list is another one, with changes.
    AsBefore,
    /// A line cannot be read.
    Illegible,
    Heading(Opens),
    Label(Says),
    Side(Side),
    Affiliation(String),
}

/// The words of lists, by their normalized form.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    roles: HashMap<String, Vec<Role>>,
    /// Headings of columns are no words of lists elsewhere.
    columns: HashMap<String, Holds>,
    in_place: HashSet<(InPlace, String)>,
    nicknames: HashMap<String, String>,
    misheard: HashMap<String, u32>,
    copy_columns: HashMap<String, u32>,
    ordinals: HashMap<String, u32>,
    talk: Phrases,
    /// Words that the remarks begin with which strike out or change a line.
    marking: HashSet<String>,
    /// How many words the longest phrase has.
    longest: usize,
}

impl Role {
    /// Whether a line with such a word is struck out, changes others or says what is not in the deck.
    fn marks_a_line(&self) -> bool {
        matches!(self, Self::Struck | Self::Change | Self::Absent)
    }
}

impl ListWords {
    /// The words that have one role wherever they are.
    fn roles(&self) -> [(&[String], Role); 24] {
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
            (&self.puts_in, Role::PutsIn),
            (&self.absent, Role::Absent),
            (&self.more, Role::More),
            (&self.playsets, Role::Playset),
            (&self.as_before, Role::AsBefore),
            (&self.illegible, Role::Illegible),
        ]
    }
}

impl Words {
    /// Loads the words among `files`. The diagnostics tell what is wrong.
    pub(crate) fn load(files: &Files) -> (Self, Vec<Diagnostic>) {
        let Some(file) = files.get(FILE) else { return (Self::default(), Vec::new()) };
        match file.one::<ListWords>() {
            Ok(words) => (Self::new(words), Vec::new()),
            Err(diagnostic) => (Self::default(), vec![diagnostic]),
        }
    }

    fn new(list: ListWords) -> Self {
        let mut words = Self::default();
        for (of_place, place) in list.in_place() {
            words.in_place.extend(of_place.iter().map(|word| (place, normalize_name(word))));
        }
        let nickname = |(word, name): (&String, &String)| (normalize_name(word), name.clone());
        words.nicknames = list.nicknames.iter().map(nickname).collect();
        let by_form = |map: &BTreeMap<String, u32>| {
            map.iter().map(|(word, n)| (normalize_name(word), *n)).collect::<HashMap<String, u32>>()
        };
        (words.misheard, words.copy_columns) = (by_form(&list.misheard), by_form(&list.copy_columns));
        words.ordinals = by_form(&list.ordinals);
        words.talk = Phrases::new(&list.talk);
        for (number, n) in &list.numbers {
            words.add(number, Role::Number(*n));
        }
        let first = |word: &String| normalize_name(word).split(' ').next().unwrap_or_default().to_owned();
        for (of_role, role) in list.roles() {
            if role.marks_a_line() {
                words.marking.extend(of_role.iter().map(first));
            }
            of_role.iter().for_each(|word| words.add(word, role.clone()));
        }
        for heading in &list.headings {
            heading.words.iter().for_each(|word| words.add(word, Role::Heading(heading.opens)));
        }
        for label in &list.labels {
            label.words.iter().for_each(|word| words.add(word, Role::Label(label.says)));
        }
        for column in &list.columns {
            column.words.iter().for_each(|word| words.add_column(word, column.holds));
        }
        for side in &list.sides {
            side.words.iter().for_each(|word| words.add(word, Role::Side(side.side)));
        }
        for affiliation in &list.affiliations {
            let role = Role::Affiliation(affiliation.affiliation.clone());
            affiliation.words.iter().for_each(|word| words.add(word, role.clone()));
        }
        words
    }

    fn add(&mut self, word: &str, role: Role) {
        let normalized = normalize_name(word);
        self.longest = self.longest.max(normalized.split(' ').count());
        let roles = self.roles.entry(normalized).or_default();
        if !roles.contains(&role) {
            roles.push(role);
        }
    }

    fn add_column(&mut self, word: &str, holds: Holds) {
        self.columns.insert(normalize_name(word), holds);
    }

    /// Whether a word is what a reader looks for.
    pub(crate) fn is(&self, place: InPlace, word: &str) -> bool {
        self.in_place.contains(&(place, normalize_name(word)))
    }

    /// Whether a line has a word that may strike it out, or change another.
    pub(crate) fn may_mark(&self, line: &str) -> bool {
        normalize_name(line).split(' ').any(|word| self.marking.contains(word))
    }

    /// What the words of a line, normalized, say of the list.
    pub(super) fn talk(&self, words: &[&str]) -> Vec<Said> {
        self.talk.said(words, |word| word.bytes().all(|b| b.is_ascii_digit()) || self.number(word).is_some())
    }

    /// What stands in a column of that heading.
    pub(crate) fn column(&self, heading: &str) -> Option<Holds> {
        self.columns.get(&normalize_name(heading)).copied()
    }

    /// The number that is misheard so.
    pub(crate) fn misheard(&self, word: &str) -> Option<u32> {
        self.misheard.get(&normalize_name(word)).copied()
    }

    /// Which of several copies a word is.
    pub(crate) fn ordinal(&self, word: &str) -> Option<u32> {
        self.ordinals.get(&normalize_name(word)).copied()
    }

    /// Which copy a column of that heading is ticked for.
    pub(crate) fn copy_column(&self, heading: &str) -> Option<u32> {
        self.copy_columns.get(&normalize_name(heading)).copied()
    }

    /// A text with its first nickname written as cards have it; nothing when it has none.
    pub(crate) fn without_nickname(&self, text: &str) -> Option<String> {
        let normalized = normalize_name(text);
        let words: Vec<&str> = normalized.split(' ').collect();
        let at = words.iter().position(|word| self.nicknames.contains_key(*word))?;
        let name = self.nicknames.get(words[at])?;
        let all: Vec<&str> = words.iter().enumerate().map(|(n, w)| if n == at { name } else { *w }).collect();
        Some(all.join(" "))
    }

    /// What a whole phrase is; nothing when it is no word of lists.
    pub(crate) fn get(&self, phrase: &str) -> &[Role] {
        self.roles.get(&normalize_name(phrase)).map_or(&[], Vec::as_slice)
    }

    /// The number that a whole phrase is.
    pub(crate) fn number(&self, phrase: &str) -> Option<u32> {
        self.get(phrase).iter().find_map(Role::number)
    }

    /// What the words of a text are, the longest phrases first.
    pub(crate) fn roles(&self, text: &str) -> Roles<'_> {
        let normalized = normalize_name(&text.replace('+', "&"));
        let words: Vec<&str> = normalized.split(' ').filter(|w| !w.is_empty()).collect();
        let mut roles = Roles::default();
        let mut at = 0;
        while at < words.len() {
            let longest = self.longest.min(words.len() - at);
            let phrase = (1..=longest).rev().map(|n| (n, words[at..at + n].join(" ")));
            let known = phrase.filter_map(|(n, p)| self.roles.get(&p).map(|r| (n, p, r))).next();
            match known {
                Some((n, phrase, found)) => {
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
