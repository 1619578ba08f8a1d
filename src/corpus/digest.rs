//! The digest: rules of the rulebooks, retold in this corpus's own words. Entries are as written in
//! `digest/*.yaml`. They are never official: an entry gives the page of its rule, and how certain it is,
//! instead of quoting it.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::digest_info::pages;
pub(crate) use super::digest_info::{Certain, DigestInfo};

use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::document::{Authority, Day, Document, Game};
use super::history::Versions;
use super::markdown;
use super::ruling::{CardRef, InForce, Kind, Ruling, TitleBy, document_ref};
use super::yaml::Spanned;

/// A rule as written in a `digest/*.yaml` file.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DigestEntry {
    /// A stable id, `lcg:core.strike-order`.
    pub id: Spanned<String>,
    /// What the rule is about, in a few words.
    pub title: String,
    /// The headings above it, outermost first.
    #[serde(default)]
    pub section: Vec<String>,
    /// The page of the game's rulebook, `p. 20`, `pp. 18–20` or `pp. 7, 28`.
    #[serde(default)]
    pub page: Option<Spanned<String>>,
    /// The source, if it is not a page of the rulebook.
    #[serde(default)]
    pub source: Option<String>,
    pub certain: Certain,
    /// The rule in our own words, one to three sentences.
    pub text: Spanned<String>,
    /// The cards it is about, if it is about certain cards.
    #[serde(default)]
    pub cards: Vec<CardRef>,
    /// Phrases players use to ask about it.
    #[serde(default)]
    pub words: Vec<Spanned<String>>,
    /// The rulings that decide or refine it, and related rules.
    #[serde(default)]
    pub see: Vec<Spanned<String>>,
    /// The rulings that change it.
    #[serde(default)]
    pub changed_by: Vec<Spanned<String>>,
    /// The terms it defines, for `judge define`.
    #[serde(default)]
    pub defines: Vec<Spanned<String>>,
    /// For a rule that came after the first rulebook, what introduced it: a version in `history.yaml`, or any
    /// description together with `from`.
    #[serde(default)]
    pub later: Option<Spanned<String>>,
    /// When it takes effect, if `later` is not a version with a known date.
    #[serde(default)]
    pub from: Option<Day>,
    /// The kinds of replay steps that demonstrate it, `unopposed`.
    #[serde(default)]
    pub shown_by: Vec<Spanned<String>>,
}

/// What digest entries are checked against.
pub(super) struct DigestContext<'k> {
    /// Every document, by id.
    pub documents: &'k IndexMap<String, Document>,
    /// Every known version of those documents.
    pub versions: &'k Versions,
}

impl DigestContext<'_> {
    /// The document that represents a game's digest.
    fn document(&self, game: Game) -> Option<&Document> {
        self.documents.values().find(|d| d.game == game && d.authority == Authority::Digest)
    }

    /// Whether some document held excludes the digest of its game.
    fn official_only(&self, game: Game) -> bool {
        self.documents.values().any(|d| d.game == game && d.official_only)
    }
}

/// Checks one entry in isolation and turns it into a ruling; links between rulings are resolved later.
///
/// `None` if the entry is invalid or excluded.
pub(super) fn resolve(
    file: &str,
    entry: &DigestEntry,
    known: &DigestContext<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Ruling> {
    let before = diagnostics.len();
    let game = check_id(file, entry, diagnostics)?;
    check_words(file, entry, diagnostics);
    check_place(file, entry, diagnostics);
    let document = known.document(game);
    if document.is_none() {
        let text = format!("The entry {} is told from no document.", *entry.id);
        let hint = format!("Give {} a document with `authority: digest` in documents.yaml.", game.code());
        diagnostics.push(Diagnostic::error(DiagnosticCode::Document, entry.id.place(file), text).hint(hint));
    }
    let from = from(file, entry, game, known, diagnostics);
    if diagnostics.len() > before || known.official_only(game) {
        return None;
    }
    let document = document?;
    Some(ruling(entry, game, document, from.unwrap_or(document.date.value)))
}

fn check_id(file: &str, entry: &DigestEntry, diagnostics: &mut Vec<Diagnostic>) -> Option<Game> {
    let (code, rest) = entry.id.split_once(":core.").unwrap_or(("", ""));
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-');
    let game = Game::from_code(code).filter(|_| !rest.is_empty() && rest.chars().all(allowed));
    if game.is_none() {
        let text = format!("The id {:?} is not of the form `lcg:core.strike-order`.", *entry.id);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Id, entry.id.place(file), text));
    }
    game
}

fn check_words(file: &str, entry: &DigestEntry, diagnostics: &mut Vec<Diagnostic>) {
    let mut empty = |what: &str, at: &Spanned<String>| {
        let text = format!("The entry {} has an empty {what}.", *entry.id);
        diagnostics.push(Diagnostic::error(DiagnosticCode::Empty, at.place(file), text));
    };
    if entry.text.trim().is_empty() {
        empty("text", &entry.text);
    }
    if entry.title.trim().is_empty() {
        empty("title", &entry.id);
    }
    for (what, lines) in [("line under `words`", &entry.words), ("line under `defines`", &entry.defines)] {
        lines.iter().filter(|line| line.trim().is_empty()).for_each(|line| empty(what, line));
    }
}

fn check_place(file: &str, entry: &DigestEntry, diagnostics: &mut Vec<Diagnostic>) {
    let text = match (&entry.page, &entry.source) {
        (None, None) => format!("The entry {} says neither `page` nor `source`.", *entry.id),
        (Some(page), _) if pages(page).is_empty() => {
            format!("The page {:?} is not of the form `p. 20`, `pp. 18–20` or `pp. 7, 28`.", **page)
        }
        _ => return,
    };
    let place = entry.page.as_ref().unwrap_or(&entry.id).place(file);
    diagnostics.push(Diagnostic::error(DiagnosticCode::Digest, place, text));
}

/// The day a later rule takes effect: `from`, or the date of the version that introduced it.
fn from(
    file: &str,
    entry: &DigestEntry,
    game: Game,
    known: &DigestContext<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Day> {
    let later = entry.later.as_ref()?;
    let of_version = || known.versions.of(game).find(|v| v.version.as_str() == later.as_str())?.date;
    let from = entry.from.or_else(of_version);
    if from.is_none() {
        let text = format!("Since when {} holds is not known: no version {} has a date.", *entry.id, **later);
        let hint = "Name a version of history.yaml that has a date, or say the day with `from`.";
        diagnostics.push(Diagnostic::error(DiagnosticCode::Digest, later.place(file), text).hint(hint));
    }
    from
}

/// Records, for every rule that came after the rulebook, whether the document that introduced it is held, and
/// which official rulings of that day or later cover it: those whose title contains a word it defines or its
/// heading.
pub(super) fn link_later(documents: &IndexMap<String, Document>, rulings: &mut IndexMap<String, Ruling>) {
    let has_later = |r: &&Ruling| r.digest.as_ref().is_some_and(|d| d.later.is_some());
    let mut found: Vec<(String, bool, Vec<String>)> = Vec::new();
    for rule in rulings.values().filter(has_later) {
        let (Some(digest), Some(since)) = (&rule.digest, rule.in_force.first()) else { continue };
        let of_version = |d: &Document| {
            let official = d.authority == Authority::Official && d.game == rule.game;
            official && d.version.is_some() && d.version == digest.later
        };
        let subjects = subjects(rule, digest);
        // Hardly any ruling is that late, so few titles have to be examined.
        let is_late = |r: &&Ruling| r.in_force.first().is_some_and(|span| span.from >= since.from);
        let is_stated = |r: &&Ruling| {
            let stated = matches!(r.kind, Kind::Clarification | Kind::Definition | Kind::Rule | Kind::Timing);
            stated && r.authority == Authority::Official && r.game == rule.game
        };
        let says = |r: &&Ruling| {
            let title = padded(&r.title);
            subjects.iter().any(|subject| title.contains(subject.as_str()))
        };
        let official =
            rulings.values().filter(is_late).filter(is_stated).filter(says).map(|r| r.id.clone()).collect();
        found.push((rule.id.clone(), documents.values().any(of_version), official));
    }
    for (id, held, official) in found {
        if let Some(digest) = rulings.get_mut(&id).and_then(|r| r.digest.as_mut()) {
            (digest.later_held, digest.official) = (held, official);
        }
    }
}

/// The words a rule defines and its innermost heading, as [`padded`] text.
fn subjects(rule: &Ruling, digest: &DigestInfo) -> Vec<String> {
    let heading = rule.section.iter().skip(1).next_back();
    digest.defines.iter().chain(heading).map(|words| padded(words)).filter(|w| !w.trim().is_empty()).collect()
}

/// A title in lower case with a space around every word, so that whole words can be searched for.
fn padded(title: &str) -> String {
    let lower = title.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    words.fold(" ".to_owned(), |out, word| out + word + " ")
}

fn ruling(entry: &DigestEntry, game: Game, document: &Document, from: Day) -> Ruling {
    let values = |ats: &[Spanned<String>]| ats.iter().map(|at| at.value.clone()).collect::<Vec<_>>();
    let digest = DigestInfo {
        page: entry.page.as_ref().map(|p| p.value.clone()),
        source: entry.source.clone(),
        certain: entry.certain,
        changed_by: values(&entry.changed_by),
        defines: values(&entry.defines),
        later: entry.later.as_ref().map(|l| l.value.clone()),
        later_held: false,
        official: Vec::new(),
        shown_by: values(&entry.shown_by),
    };
    Ruling {
        id: entry.id.value.clone(),
        game,
        kind: Kind::Rule,
        number: None,
        title: entry.title.clone(),
        title_by: TitleBy::Editor,
        place: digest.place().to_owned(),
        section: entry.section.clone(),
        documents: vec![document_ref(document)],
        since: None,
        part_of: None,
        parts: Vec::new(),
        cards: entry.cards.clone(),
        see: values(&entry.see),
        seen_from: Vec::new(),
        scenarios: Vec::new(),
        rules: Vec::new(),
        question: None,
        answer: markdown::unwrap(&entry.text),
        corrections: Vec::new(),
        authority: Authority::Digest,
        digest: Some(digest),
        house: None,
        in_force: vec![InForce { from, until: None }],
    }
}
