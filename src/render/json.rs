//! The stable JSON output that other programs build on.

use serde::Serialize;
use serde_json::{Value, json};

use crate::corpus::digest::DigestInfo;
use crate::corpus::history::ByTag;
use crate::corpus::newer::NewerKnown;
use crate::corpus::{Authority, Day, Game, Kind, Ruling, ruling::CardRef};
use crate::search::{Answer, Hit, SubAnswer};

/// One ruling, as `search`, `show`, `list`, `errata` and `restricted` give it.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
#[schemars(rename = "Entry")]
pub struct EntryOut {
    /// The stable id.
    pub id: String,
    pub game: Game,
    /// What kind of ruling it is.
    pub kind: Kind,
    /// The official number, if there is one.
    pub number: Option<String>,
    /// Its title, an editor's in [square brackets].
    pub title: String,
    /// The whole ruling in plain text, question and answer.
    pub text: String,
    /// The same in Markdown.
    pub markdown: String,
    /// The cards it names.
    pub cards: Vec<CardRef>,
    /// The rulings it refers to.
    pub see: Vec<String>,
    /// The rulings that refer to it.
    pub seen_from: Vec<String>,
    /// The kept scenarios that demonstrate it, directly or in a variation: `judge replay NAME`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<String>,
    /// The section of which this is a step or an item.
    pub part_of: Option<String>,
    /// The printed citation.
    pub citation: String,
    /// `official`, `house`, or `digest` for a rule in judge's own words.
    pub authority: Authority,
    /// Whether it is in force, on the day asked about or now.
    pub in_force: bool,
    /// The documents that have it, oldest first.
    pub documents: Vec<EntryDocument>,
    /// The headings above it.
    pub section: Vec<String>,
    /// For a rule in judge's own words: where it stands, and how certain it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<DigestInfo>,
    /// For other rulings: the rules in judge's own words that refer to it or that it changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// For a house ruling: who decided, where and when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
    /// Those of the linked rulings above that are house rulings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub house_links: Vec<String>,
    /// For a day whose document is not held: what the printed version tag reveals about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_tag: Option<ByTag>,
}

/// A document, within an entry.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct EntryDocument {
    pub id: String,
    pub title: String,
    /// Its version, where it has one.
    pub version: Option<String>,
    /// From when it is in force, `2014-10-06`.
    pub date: String,
}

impl EntryOut {
    /// The entry for a ruling as of `day`.
    pub fn of(ruling: &Ruling, day: Option<Day>) -> Self {
        let document = |d: &crate::corpus::ruling::DocumentRef| EntryDocument {
            id: d.id.clone(),
            title: d.title.clone(),
            version: d.version.clone(),
            date: d.date.to_string(),
        };
        Self {
            id: ruling.id.clone(),
            game: ruling.game,
            kind: ruling.kind,
            number: ruling.number.clone(),
            title: ruling.shown_title(),
            text: ruling.text(),
            markdown: ruling.markdown(),
            cards: ruling.cards.clone(),
            see: ruling.see.clone(),
            seen_from: ruling.seen_from.clone(),
            scenarios: ruling.scenarios.clone(),
            part_of: ruling.part_of.clone(),
            citation: ruling.citation_on(day),
            authority: ruling.authority,
            in_force: ruling.is_in_force(day),
            documents: ruling.documents.iter().map(document).collect(),
            section: ruling.section.clone(),
            digest: ruling.digest.clone(),
            rules: ruling.rules.clone(),
            house: ruling.house.clone(),
            house_links: Vec::new(),
            by_tag: None,
        }
    }
}

/// `{"entries": […]}`, with `not_held` if there are such notices (one sentence per game).
pub(crate) fn entries(entries: &[EntryOut], not_held: &[String]) -> Value {
    with_not_held(json!({ "entries": entries }), not_held)
}

/// Adds the notices about documents that are not held, if any.
pub(crate) fn with_not_held(mut value: Value, not_held: &[String]) -> Value {
    if !not_held.is_empty() {
        value["not_held"] = json!(not_held);
    }
    value
}

/// Adds what is known about later documents, if anything.
pub(crate) fn with_newer(mut value: Value, newer: &[NewerKnown]) -> Value {
    if !newer.is_empty() {
        value["newer_known"] = json!(newer);
    }
    value
}

/// The output of `search`; `entries` are the rulings of the results, in the same order.
pub fn answer(answer: &Answer, entries: &[EntryOut], not_held: &[String], why: bool) -> Value {
    let pairs = answer.results.iter().zip(entries);
    let results: Vec<Value> = pairs.map(|(hit, entry)| result(hit, entry, why)).collect();
    let value = json!({
        "query": answer.query,
        "searched": answer.searched,
        "also": answer.expansions,
        "answer": answer.kind,
        "confidence": answer.confidence,
        "beyond": answer.beyond,
        "other_game": answer.other_game.as_ref().map(|r| json!({"game": r.game.code(), "id": r.id, "title": r.shown_title(), "citation": r.citation()})),
        "left_out": answer.corrected.iter().filter(|m| m.searched.is_none()).map(|m| &m.typed).collect::<Vec<_>>(),
        "no_ruling_names": answer.cards_without_ruling,
        "translated": answer.translated,
        "questions": answer.questions.iter().map(question).collect::<Vec<_>>(),
        "remarks": answer.remarks,
        "results": results,
    });
    with_not_held(value, not_held)
}

fn question(asked: &SubAnswer) -> Value {
    json!({
        "question": asked.question,
        "answer": asked.kind,
        "first": asked.first.as_ref().map(|r| &r.id),
        "citation": asked.first.as_ref().map(|r| r.citation()),
    })
}

fn result(hit: &Hit, entry: &EntryOut, why: bool) -> Value {
    let mut value = json!(entry);
    if let Value::Object(fields) = &mut value {
        fields.insert("score".to_owned(), json!(hit.score));
        fields.insert("highlights".to_owned(), json!(hit.highlights));
        fields.insert("decides".to_owned(), json!(hit.deciding_sentence));
        if why {
            fields.insert("why".to_owned(), json!(hit.parts));
            fields.insert("ask".to_owned(), json!(hit.ask));
        }
    }
    value
}
