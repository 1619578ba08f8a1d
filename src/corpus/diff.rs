//! Compares two editions of a document: what was added, removed, changed and renumbered.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::ruling::{DocumentRef, Ruling, TitleBy};
use super::similar::{BagOfWords, normalize_text};
use super::weight::{Weight, weight};
use super::{Authority, Corpus, Document, Kind};

/// The minimum share of common words at which two rulings count as one, reworded.
const MIN_SIMILARITY: f64 = 0.6;

/// Everything that distinguishes two editions.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Diff {
    /// The edition compared against.
    pub old: Edition,
    /// The edition compared.
    pub new: Edition,
    /// Rulings that only the new edition has.
    pub added: Vec<Item>,
    /// Rulings that only the old edition has.
    pub removed: Vec<Item>,
    /// Rulings both have in different words, changes of substance first.
    pub changed: Vec<ChangedRuling>,
    /// Rulings whose words are the same but for capitals, spacing, quotation marks and dashes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub typographic: Vec<ChangedRuling>,
    /// Rulings both have, under different numbers.
    pub renumbered: Vec<ChangedRuling>,
    /// The number of rulings that are identical in both.
    pub unchanged: usize,
}

/// One of the two editions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Edition {
    /// The document's id.
    pub id: String,
    /// The prefix of its citations.
    pub cite: String,
    /// Its date as displayed, `2014-10-06` or `c. 2005`.
    pub date: String,
    /// Who issued it.
    pub authority: Authority,
}

/// A ruling that only one edition has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Item {
    pub id: String,
    pub kind: Kind,
    /// Its title; an editor's in [square brackets].
    pub title: String,
    /// Its place in the document.
    pub place: String,
    /// The headings above it.
    pub section: Vec<String>,
    /// Its text, without Markdown.
    pub text: String,
}

/// A ruling whose two editions differ.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChangedRuling {
    /// Its id in the old edition.
    pub old: String,
    /// Its id in the new edition.
    pub new: String,
    /// Its place in the old edition.
    pub old_place: String,
    /// Its place in the new edition.
    pub place: String,
    /// Its title in the new edition.
    pub title: String,
    /// Its title in the old edition, if the documents' titles differ.
    pub old_title: Option<String>,
    /// For a list item that moved to another group: the headings it used to stand under.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub old_section: Vec<String>,
    /// The word-level difference; empty if the words are the same.
    pub words: Vec<Piece>,
    /// Whether the change may affect the meaning.
    pub weight: Weight,
}

/// A run of words that both editions have, or only one has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    pub side: EditionSide,
    /// The words.
    pub text: String,
}

/// Which edition a run of words belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Side")]
pub enum EditionSide {
    /// Both editions.
    Same,
    /// The old edition alone.
    Old,
    /// The new edition alone.
    New,
}

impl Edition {
    pub(crate) fn of(document: &Document) -> Self {
        Self {
            id: document.id.value.clone(),
            cite: document.cite.clone(),
            date: document.shown_date(),
            authority: document.authority,
        }
    }

    fn has(&self, ruling: &Ruling) -> bool {
        ruling.documents.iter().any(|d: &DocumentRef| d.id == self.id)
    }
}

/// Compares two documents of a corpus.
pub fn documents(corpus: &Corpus, old: &Document, new: &Document) -> Diff {
    let rulings: Vec<&Ruling> = corpus.rulings().collect();
    let (old, new) = (Edition::of(old), Edition::of(new));
    let of = |edition: &Edition| rulings.iter().copied().filter(|r| edition.has(r)).collect::<Vec<_>>();
    let (old_rulings, new_rulings) = (of(&old), of(&new));
    rulings_of(old, &old_rulings, new, &new_rulings)
}

/// Compares the rulings of two editions.
///
/// Rulings are matched in passes, strictest first: the same entry; the same title and words (it moved); the
/// same id without its version (`lcg:3.6` and `lcg:3.6@2.2`); the same number or title with similar words;
/// similar words alone. A match whose numbers differ counts as renumbered.
pub(crate) fn rulings_of(
    old: Edition,
    old_rulings: &[&Ruling],
    new: Edition,
    new_rulings: &[&Ruling],
) -> Diff {
    let ids: BTreeSet<&str> = new_rulings.iter().map(|r| r.id.as_str()).collect();
    let old_ids: BTreeSet<&str> = old_rulings.iter().map(|r| r.id.as_str()).collect();
    let unchanged = old_ids.intersection(&ids).count();
    let mut gone: Vec<Option<&Ruling>> =
        old_rulings.iter().filter(|r| !ids.contains(r.id.as_str())).map(|r| Some(*r)).collect();
    let mut come: Vec<Option<&Ruling>> =
        new_rulings.iter().filter(|r| !old_ids.contains(r.id.as_str())).map(|r| Some(*r)).collect();
    let mut pairs = Vec::new();
    for matches in [same_words, moved, same_id, same_number_or_title] {
        pair(&mut gone, &mut come, &mut pairs, matches);
    }
    pair_alike(&mut gone, &mut come, &mut pairs);
    let mut diff = Diff {
        old,
        new,
        added: come.into_iter().flatten().map(Item::of).collect(),
        removed: gone.into_iter().flatten().map(Item::of).collect(),
        changed: Vec::new(),
        typographic: Vec::new(),
        renumbered: Vec::new(),
        unchanged,
    };
    let place = |r: &Ruling| new_rulings.iter().position(|n| n.id == r.id);
    pairs.sort_by_key(|(_, new)| place(new));
    for (old, new) in pairs {
        diff.add(old, new);
    }
    diff.changed.sort_by_key(|change| change.weight != Weight::Substance);
    diff
}

impl Diff {
    /// Files a ruling that both editions have under what happened to it.
    fn add(&mut self, old: &Ruling, new: &Ruling) {
        let change = ChangedRuling::of(old, new);
        // The words of an id are judge's own, and of a document that is not the publisher's they make way.
        let numbers_differ = old.number != new.number || (old.number.is_none() && step(old) != step(new));
        let moved = !change.old_section.is_empty();
        if numbers_differ {
            self.renumbered.push(change);
        } else if change.words.is_empty() && change.old_title.is_none() && !moved {
            self.unchanged += 1;
        } else if !moved && letters(old) == letters(new) {
            self.typographic.push(change);
        } else {
            self.changed.push(change);
        }
    }
}

/// The letters and digits of title and text: what is said, regardless of typography.
fn letters(ruling: &Ruling) -> String {
    let title = if ruling.title_by == TitleBy::Document { ruling.title.as_str() } else { "" };
    let text = ruling.text();
    title.chars().chain(text.chars()).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn base(ruling: &Ruling) -> &str {
    ruling.id.split('@').next().unwrap_or(&ruling.id)
}

/// The number with which the id of a step or of a list's item ends, `3` of `lcg:timing.damage.3`.
fn step(ruling: &Ruling) -> Option<&str> {
    let (_, last) = base(ruling).rsplit_once('.')?;
    Some(last).filter(|last| last.bytes().all(|b| b.is_ascii_digit()))
}

type Pairs<'r> = Vec<(&'r Ruling, &'r Ruling)>;

/// Removes every pair that satisfies `matches` from both lists and returns the pairs.
fn pair<'r>(
    gone: &mut [Option<&'r Ruling>],
    come: &mut [Option<&'r Ruling>],
    pairs: &mut Pairs<'r>,
    matches: fn(&Ruling, &Ruling) -> bool,
) {
    for old in gone.iter_mut() {
        let Some(ruling) = *old else { continue };
        let found = come.iter_mut().find(|new| new.is_some_and(|new| matches(ruling, new)));
        if let Some(new) = found.and_then(Option::take) {
            pairs.push((ruling, new));
            *old = None;
        }
    }
}

fn same_words(old: &Ruling, new: &Ruling) -> bool {
    old.kind == new.kind
        && base(old) == base(new)
        && normalize_text(&old.markdown()) == normalize_text(&new.markdown())
}

/// Whether `new` has the title and the exact words of `old` under another number; if so it moved, no matter
/// what has the old number now.
fn moved(old: &Ruling, new: &Ruling) -> bool {
    let numbered = old.game == new.game && old.number.is_some() && new.number.is_some();
    numbered
        && old.kind == new.kind
        && same_title(old, new)
        && normalize_text(&old.markdown()) == normalize_text(&new.markdown())
}

fn same_id(old: &Ruling, new: &Ruling) -> bool {
    // A number may be reused for an unrelated rule, in which case the words have next to nothing in common.
    base(old) == base(new)
        && (old.number.is_none() || similarity(old, new) >= MIN_SIMILARITY / 2.0 || same_title(old, new))
}

fn same_number_or_title(old: &Ruling, new: &Ruling) -> bool {
    let number = old.number.is_some() && old.number == new.number;
    old.game == new.game
        && old.kind == new.kind
        && (number || same_title(old, new))
        && similarity(old, new) >= MIN_SIMILARITY / 2.0
}

fn same_title(old: &Ruling, new: &Ruling) -> bool {
    let lower = |r: &Ruling| normalize_text(&r.title).to_lowercase();
    old.title_by == TitleBy::Document && new.title_by == TitleBy::Document && lower(old) == lower(new)
}

fn similarity(old: &Ruling, new: &Ruling) -> f64 {
    BagOfWords::of(&old.text()).similarity(&BagOfWords::of(&new.text()))
}

/// Pairs the remaining rulings by similarity, most similar first.
fn pair_alike<'r>(gone: &mut [Option<&'r Ruling>], come: &mut [Option<&'r Ruling>], pairs: &mut Pairs<'r>) {
    let bags = |list: &[Option<&Ruling>]| -> Vec<BagOfWords> {
        list.iter().map(|r| r.map_or_else(BagOfWords::default, |r| BagOfWords::of(&r.text()))).collect()
    };
    let (old_bags, new_bags) = (bags(gone), bags(come));
    let mut scores: Vec<(f64, usize, usize)> = Vec::new();
    for (a, old) in old_bags.iter().enumerate() {
        for (b, new) in new_bags.iter().enumerate() {
            let score = old.similarity(new);
            if score >= MIN_SIMILARITY {
                scores.push((score, a, b));
            }
        }
    }
    scores.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    for (_, a, b) in scores {
        if let (Some(old), Some(new)) = (gone[a], come[b])
            && old.kind == new.kind
            && share_cards(old, new)
        {
            pairs.push((old, new));
            (gone[a], come[b]) = (None, None);
        }
    }
}

/// Whether two rulings may be about the same cards; otherwise they are different rulings, however similar.
fn share_cards(old: &Ruling, new: &Ruling) -> bool {
    let name = |r: &Ruling| r.cards.iter().map(|c| c.name.to_lowercase()).collect::<BTreeSet<_>>();
    let (old, new) = (name(old), name(new));
    old.is_empty() && new.is_empty() || !old.is_disjoint(&new)
}

impl Item {
    fn of(ruling: &Ruling) -> Self {
        Self {
            id: ruling.id.clone(),
            kind: ruling.kind,
            title: ruling.shown_title(),
            place: ruling.place.clone(),
            section: ruling.section.clone(),
            text: ruling.text(),
        }
    }
}

impl ChangedRuling {
    fn of(old: &Ruling, new: &Ruling) -> Self {
        let same = normalize_text(&old.markdown()) == normalize_text(&new.markdown());
        let plain = |title: &str| normalize_text(title).to_lowercase();
        let above = |r: &Ruling| plain(&r.section.join("\n"));
        let listed = old.kind == Kind::Restricted && old.part_of.is_some();
        let moved = listed && above(old) != above(new);
        let retitled = old.title_by == TitleBy::Document && plain(&old.title) != plain(&new.title);
        Self {
            weight: if moved { Weight::Substance } else { weighed(old, new) },
            old_section: if moved { old.section.clone() } else { Vec::new() },
            old: old.id.clone(),
            new: new.id.clone(),
            old_place: old.place.clone(),
            place: new.place.clone(),
            title: new.shown_title(),
            old_title: retitled.then(|| old.shown_title()),
            words: if same { Vec::new() } else { words(&old.text(), &new.text()) },
        }
    }
}

/// Limits of [`in_short`]: differences shown, and words per difference.
const SUMMARY_LIMITS: (usize, usize) = (2, 8);

/// The weight of the change from one ruling to another, including a title taken from the document.
pub(crate) fn weighed(old: &Ruling, new: &Ruling) -> Weight {
    let titled = old.title_by == TitleBy::Document && new.title_by == TitleBy::Document;
    let retitled = titled && weight(&old.title, &new.title) == Weight::Substance;
    if retitled { Weight::Substance } else { weight(&old.text(), &new.text()) }
}

/// A one-line summary of a change: removed words as `[-…-]`, added words as `{+…+}`, changes of substance
/// first. `None` if only the typography differs.
pub(crate) fn summary(old: &Ruling, new: &Ruling) -> Option<String> {
    if letters(old) == letters(new) && weighed(old, new) == Weight::Wording {
        return None;
    }
    let (most, words_of_each) = SUMMARY_LIMITS;
    let mut changes = replaced(&words(&old.text(), &new.text()));
    changes.sort_by_key(|(old, new)| weight(old, new) != Weight::Substance);
    let cut = |text: &str| {
        let all: Vec<&str> = text.split_whitespace().collect();
        let more = if all.len() > words_of_each { " …" } else { "" };
        format!("{}{more}", all[..all.len().min(words_of_each)].join(" "))
    };
    let mark = |(old, new): &(String, String)| match (old.as_str(), new.as_str()) {
        ("", new) => format!("{{+{}+}}", cut(new)),
        (old, "") => format!("[-{}-]", cut(old)),
        (old, new) => format!("[-{}-] {{+{}+}}", cut(old), cut(new)),
    };
    let mut shown: Vec<String> = changes.iter().take(most).map(mark).collect();
    if changes.is_empty() {
        shown.push(format!("[-{}-] {{+{}+}}", old.title, new.title));
    } else if changes.len() > most {
        shown.push(format!("and {} more", changes.len() - most));
    }
    Some(shown.join(" "))
}

/// Pairs of removed words and the words that replaced them, leaving out purely typographic changes.
fn replaced(pieces: &[Piece]) -> Vec<(String, String)> {
    let mut changes: Vec<(String, String)> = Vec::new();
    let mut in_place = false;
    for piece in pieces {
        match piece.side {
            EditionSide::Same => {}
            EditionSide::New if in_place => {
                changes.iter_mut().last().into_iter().for_each(|c| c.1.clone_from(&piece.text))
            }
            EditionSide::New => changes.push((String::new(), piece.text.clone())),
            EditionSide::Old => changes.push((piece.text.clone(), String::new())),
        }
        in_place = piece.side == EditionSide::Old;
    }
    let letters =
        |text: &str| -> String { text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect() };
    changes.retain(|(old, new)| letters(old) != letters(new) || weight(old, new) == Weight::Substance);
    changes
}

/// Compares two texts word by word.
pub(crate) fn words(old: &str, new: &str) -> Vec<Piece> {
    let (old, new) = (tokens(old), tokens(new));
    let (old_keys, new_keys): (Vec<String>, Vec<String>) =
        (old.iter().map(|w| key(w)).collect(), new.iter().map(|w| key(w)).collect());
    let mut pieces: Vec<Piece> = Vec::new();
    for op in capture_diff_slices(Algorithm::Patience, &old_keys, &new_keys) {
        let (old_range, new_range) = (op.old_range(), op.new_range());
        if op.tag() == DiffTag::Equal {
            push(&mut pieces, EditionSide::Same, &new[new_range]);
        } else {
            push(&mut pieces, EditionSide::Old, &old[old_range]);
            push(&mut pieces, EditionSide::New, &new[new_range]);
        }
    }
    pieces
}

fn push(pieces: &mut Vec<Piece>, side: EditionSide, tokens: &[&str]) {
    if !tokens.is_empty() {
        pieces.push(Piece { side, text: tokens.concat() });
    }
}

/// Words, each with the whitespace that follows it.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let end = rest[word..].find(|c: char| !c.is_whitespace()).map_or(rest.len(), |n| word + n);
        out.push(&rest[..end]);
        rest = &rest[end..];
    }
    out
}

/// What tokens are compared by: the word with uniform quotation marks, and whether it ends a paragraph.
fn key(token: &str) -> String {
    let end = if token.contains("\n\n") { "¶" } else { "" };
    format!("{}{end}", normalize_text(&markdown_safe(token)))
}

/// Escapes a word so that on its own it is not taken for a list mark or emphasis.
fn markdown_safe(token: &str) -> String {
    let word = token.trim();
    if word.chars().all(char::is_alphanumeric) {
        word.to_owned()
    } else {
        format!("x{}", word.replace('*', "\\*"))
    }
}

/// Resolves the name of a document: its id, or the end of one (`2.2`, `2005`).
///
/// # Errors
/// The most similar ids, or all of them if none is similar.
pub fn named<'c>(corpus: &'c Corpus, name: &str) -> Result<&'c Document, Vec<String>> {
    if let Some(document) = corpus.document(name) {
        return Ok(document);
    }
    let end = format!("-{}", name.trim_start_matches(['v', 'V']));
    let by_end: Vec<&Document> =
        corpus.documents().filter(|d| d.id.ends_with(&end) || d.version.as_deref() == Some(name)).collect();
    if let [only] = by_end.as_slice() {
        return Ok(only);
    }
    // Digest documents have no editions to compare.
    let editions = corpus.documents().filter(|d| d.authority != Authority::Digest);
    let mut near: Vec<(usize, String)> =
        editions.map(|d| (strsim::osa_distance(name, &d.id), d.id.value.clone())).collect();
    near.sort();
    let close: Vec<String> = near.iter().filter(|(n, _)| *n <= 4).map(|(_, id)| id.clone()).collect();
    Err(if close.is_empty() { near.into_iter().map(|(_, id)| id).collect() } else { close })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(old: &str, new: &str) -> String {
        words(old, new)
            .into_iter()
            .map(|p| match p.side {
                EditionSide::Same => p.text,
                EditionSide::Old => format!("[-{}-]", p.text),
                EditionSide::New => format!("{{+{}+}}", p.text),
            })
            .collect()
    }

    #[test]
    fn what_is_only_set_otherwise_is_no_change() {
        let changes = replaced(&words(
            "TRIGGERED ABILITIES are optional. A cost is 1.\n\nPay it.",
            "Triggered Abilities are optional. A cost is 2. Pay it.",
        ));
        assert_eq!(changes, [("1.\n\n".to_owned(), "2. ".to_owned())]);
        let changes = replaced(&words("It gains ⚡.", "It gains ✦."));
        assert_eq!(changes.len(), 1, "{changes:?}");
    }

    #[test]
    fn words_that_differ_are_marked() {
        assert_eq!(shown("a unit is lost", "a unit is destroyed"), "a unit is [-lost-]{+destroyed+}");
        assert_eq!(shown("the “word” stays", "the \"word\" stays"), "the \"word\" stays");
        assert_eq!(shown("1. First", "1. First\n\n2. Second"), "1. [-First-]{+First\n\n2. Second+}");
    }
}
