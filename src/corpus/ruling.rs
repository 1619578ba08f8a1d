//! A ruling, as written in its file ([`Entry`]) and as the rest of the program uses it ([`Ruling`]).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::digest_info::DigestInfo;
use super::document::{Authority, Day, Document, Game};
use super::markdown;
use super::yaml::Spanned;

/// The kind of ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A printed text changed, the policy on printings, or "no new errata".
    Errata,
    /// The restricted list: its rule, or a listed objective set.
    Restricted,
    /// A numbered clarification (FAQ sections 1 to 3).
    Clarification,
    /// A numbered definition (FAQ section 4).
    Definition,
    /// A section or step of the advanced timing rules.
    Timing,
    /// Any other ruling of the trading card game.
    Ruling,
    /// A question with its answer.
    Faq,
    /// A rule of the rulebook, in judge's own words.
    Rule,
}

impl Kind {
    /// Every kind, in the order of the documents.
    pub const ALL: [Self; 8] = [
        Self::Errata,
        Self::Restricted,
        Self::Clarification,
        Self::Definition,
        Self::Timing,
        Self::Ruling,
        Self::Faq,
        Self::Rule,
    ];

    /// The name used in data, options and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Self::Errata => "errata",
            Self::Restricted => "restricted",
            Self::Clarification => "clarification",
            Self::Definition => "definition",
            Self::Timing => "timing",
            Self::Faq => "faq",
            Self::Rule => "rule",
            Self::Ruling => "ruling",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.word().eq_ignore_ascii_case(word))
    }
}

/// Who worded a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TitleBy {
    /// The document's own.
    #[default]
    Document,
    /// This corpus's editor's; shown in [square brackets].
    Editor,
}

/// A card a ruling names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CardRef {
    /// The card's name.
    pub name: String,
    /// Its number, if the document or the card list leaves no doubt which card is meant.
    #[serde(default)]
    pub number: Option<String>,
}

/// A correction of an error in the printed or scanned text, or an icon spelled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The text in the source document; `¶` stands for a paragraph break.
    pub printed: String,
    /// The text in the entry.
    pub corrected: String,
    /// The reason, in a few words: `scanning error`.
    pub why: String,
}

/// A ruling as written in a `rulings/*.yaml` file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The stable id, `lcg:3.6`. Older words under the same number have the version appended, `lcg:3.6@2.2`.
    pub id: Spanned<String>,
    /// What sort of ruling it is.
    pub kind: Kind,
    /// The official number, `3.6`, if there is one.
    #[serde(default)]
    pub number: Option<Spanned<String>>,
    /// One line without Markdown; whose words it is, `title_by` says.
    pub title: String,
    /// Whose words the title is.
    #[serde(default)]
    pub title_by: TitleBy,
    /// Its place in the document as citations give it; defaults to the number in parentheses.
    #[serde(default)]
    pub place: Option<String>,
    /// The headings above it, outermost first.
    #[serde(default)]
    pub section: Vec<String>,
    /// Every document that has it in these words, oldest first.
    pub documents: Vec<Spanned<String>>,
    /// The version of the document that introduced it, if printed (`2.2`).
    #[serde(default)]
    pub since: Option<String>,
    /// The section of which this is a step or an item.
    #[serde(default)]
    pub part_of: Option<Spanned<String>>,
    /// The cards it names.
    #[serde(default)]
    pub cards: Vec<CardRef>,
    /// The rulings it refers to.
    #[serde(default)]
    pub see: Vec<Spanned<String>>,
    /// The question, in Markdown, for a question with an answer.
    #[serde(default)]
    pub question: Option<String>,
    /// The official words, in Markdown.
    pub text: Spanned<String>,
    /// What was corrected.
    #[serde(default)]
    pub corrections: Vec<Correction>,
}

/// A reference from a ruling to a document that contains it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentRef {
    /// Its key in `documents.yaml`.
    pub id: String,
    /// As the publisher calls the document.
    pub title: String,
    /// The printed version, if it has one.
    pub version: Option<String>,
    /// The day from which it held.
    pub date: Day,
    /// The date as displayed, `2014-10-06` or `c. 2005`.
    pub shown_date: String,
    /// The citation prefix.
    pub cite: String,
}

impl DocumentRef {
    /// Citation and date, without repeating the date.
    pub fn shown(&self) -> String {
        cited(&self.cite, &self.shown_date)
    }
}

/// Part of every citation of a rule that is not in the document's own words.
pub(crate) const IN_JUDGES_WORDS: &str = "in judge's words";

pub(super) fn document_ref(document: &Document) -> DocumentRef {
    DocumentRef {
        id: document.id.value.clone(),
        title: document.title.clone(),
        version: document.version.clone(),
        date: document.date.value,
        shown_date: document.shown_date(),
        cite: document.cite.clone(),
    }
}

/// A citation followed by the date, unless the citation already contains it.
pub(crate) fn cited(cite: &str, shown_date: &str) -> String {
    if cite.contains(shown_date) { cite.to_owned() } else { format!("{cite} ({shown_date})") }
}

/// A period during which a ruling is in force, from `from` up to but not including `until`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct InForce {
    /// The first day.
    pub from: Day,
    /// `None` if it is still in force.
    pub until: Option<Day>,
}

impl InForce {
    pub fn contains(&self, day: Day) -> bool {
        self.from <= day && self.until.is_none_or(|until| day < until)
    }
}

/// A ruling with everything an answer needs: what search finds, `show` quotes and the engine cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// The stable id, such as `lcg:3.6`.
    pub id: String,
    /// The game that it decides for.
    pub game: Game,
    /// Whether it clarifies, corrects a card, restricts decks, and so on.
    pub kind: Kind,
    /// The official number, if there is one.
    pub number: Option<String>,
    /// The heading, printed or supplied.
    pub title: String,
    /// Who worded the title.
    pub title_by: TitleBy,
    /// Its place in its document.
    pub place: String,
    /// The headings above it, outermost first.
    pub section: Vec<String>,
    /// Every document that has it in these words, oldest first.
    pub documents: Vec<DocumentRef>,
    /// The version that introduced it, if printed.
    pub since: Option<String>,
    /// The section of which this is a step or an item.
    pub part_of: Option<String>,
    /// Its own steps or items.
    pub parts: Vec<String>,
    /// The cards it names.
    pub cards: Vec<CardRef>,
    /// The rulings it refers to.
    pub see: Vec<String>,
    /// The rulings that refer to it.
    pub seen_from: Vec<String>,
    /// The kept scenarios that demonstrate it, directly or in a variation.
    #[serde(default)]
    pub scenarios: Vec<String>,
    /// The digest entries that refer to it or that it changes.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The question, in Markdown with one line per paragraph.
    pub question: Option<String>,
    /// The official words, in Markdown with one line per paragraph.
    pub answer: String,
    /// What was corrected in the source's text.
    pub corrections: Vec<Correction>,
    /// Who issued it.
    pub authority: Authority,
    /// For a digest entry: its place in the rulebook and how certain it is.
    #[serde(default)]
    pub digest: Option<DigestInfo>,
    /// For a house ruling: who decided, and at which event.
    pub house: Option<String>,
    /// When it is in force.
    pub in_force: Vec<InForce>,
}

impl Ruling {
    /// Whether one is the other's section, or both are steps of the same section.
    pub(crate) fn shares_section(&self, other: &Ruling) -> bool {
        let section = |ruling: &Self| ruling.part_of.clone().unwrap_or_else(|| ruling.id.clone());
        section(self) == section(other)
    }

    /// Question and answer in Markdown.
    pub fn markdown(&self) -> String {
        match &self.question {
            Some(question) => format!("{question}\n\n{}", self.answer),
            None => self.answer.clone(),
        }
    }

    /// The whole ruling, question and answer, in plain text.
    pub fn text(&self) -> String {
        match &self.question {
            Some(question) => {
                format!("{}\n\n{}", markdown::plain(question), markdown::plain(&self.answer))
            }
            None => markdown::plain(&self.answer),
        }
    }

    /// The newest document that contains it.
    pub fn document(&self) -> &DocumentRef {
        self.documents.last().expect("the loader refuses an entry without a document")
    }

    /// The newest document that contains it and is in force on `day`; failing that, the newest of all.
    pub(crate) fn document_on(&self, day: Option<Day>) -> &DocumentRef {
        let in_time = |d: &&DocumentRef| day.is_none_or(|day| d.date <= day);
        self.documents.iter().rev().find(in_time).unwrap_or_else(|| self.document())
    }

    /// The citation, such as `SWLCG FAQ v2.2 (3.6)`.
    pub fn citation(&self) -> String {
        self.citation_on(None)
    }

    /// The citation from the document in force on `day`.
    pub(crate) fn citation_on(&self, day: Option<Day>) -> String {
        let cite = &self.document_on(day).cite;
        if let Some(digest) = &self.digest {
            let place = match &digest.page {
                Some(page) => format!("{cite} {page}"),
                None => digest.place().to_owned(),
            };
            return format!("{place} ({IN_JUDGES_WORDS})");
        }
        if self.place.starts_with('(') || self.place.starts_with("FAQ \"") {
            let comma = if self.place.starts_with('(') { "" } else { "," };
            format!("{cite}{comma} {}", self.place)
        } else {
            format!("{cite}, {}", self.place)
        }
    }

    /// Whether it is in force on `day`, or today if there is no day.
    pub fn is_in_force(&self, day: Option<Day>) -> bool {
        match day {
            Some(day) => self.in_force.iter().any(|span| span.contains(day)),
            None => self.in_force.iter().any(|span| span.until.is_none()),
        }
    }

    /// The clauses of the answer, which citations number from 1.
    pub(crate) fn clauses(&self) -> Vec<String> {
        markdown::clauses(&self.answer)
    }

    /// The label of a ruling that is not official, with a trailing space; empty for official ones.
    pub fn label(&self) -> String {
        self.authority.label().map_or_else(String::new, |label| format!("{label} "))
    }

    /// The title as displayed: an editor's in [square brackets].
    pub fn shown_title(&self) -> String {
        match self.title_by {
            TitleBy::Document => self.title.clone(),
            TitleBy::Editor => format!("[{}]", self.title),
        }
    }
}
