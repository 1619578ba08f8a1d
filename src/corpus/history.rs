//! The history of a ruling: when it appeared, changed or was dropped, according to the documents held and to
//! recorded facts about those that are not.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::certainty::Certainty;
use super::diagnostic::{Diagnostic, DiagnosticCode};
use super::document::{Day, Game};
use super::files::FileKind;
use super::ruling::Ruling;
use super::yaml::Spanned;
use super::{CardBook, Corpus, Files};

/// One version of a document, as written in `history.yaml`.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// The version number, `3.0`.
    pub version: Spanned<String>,
    /// The series of documents it belongs to, `lcg-faq`.
    pub series: String,
    /// Its date, known or assumed; omitted if there is none.
    #[serde(default)]
    pub date: Option<Day>,
    /// The date in words, if the day is not known: `between mid-2015 and 4.0`.
    #[serde(default)]
    pub about: Option<String>,
    /// How well the date is known.
    pub certainty: Certainty,
    /// What the version brought, in our own words.
    pub what: String,
    /// The source of these facts.
    pub source: String,
    /// Changes to individual rulings.
    #[serde(default)]
    pub rulings: Vec<RulingChange>,
}

/// A version's change to one ruling.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Touched")]
pub struct RulingChange {
    /// The ruling's id, which need not be in the corpus.
    pub ruling: Spanned<String>,
    /// What happened to it.
    pub event: ChangeKind,
    /// The name of the card whose erratum it is.
    #[serde(default)]
    pub card: Option<Spanned<String>>,
    /// How certain this is; by default, as certain as the version's date.
    #[serde(default)]
    pub certainty: Option<Certainty>,
    /// What the ruling says from then on, in our own words.
    #[serde(default)]
    pub what: Option<String>,
}

/// A kind of change to a ruling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Event")]
pub enum ChangeKind {
    /// It appears for the first time.
    Appeared,
    /// Its words change.
    Changed,
    /// It is dropped.
    Gone,
}

impl Version {
    /// Name and date, `FAQ v2.01 (2014-05-21)`.
    pub fn shown(&self) -> String {
        format!("{} ({})", self.name(), shown_date(self))
    }

    fn name(&self) -> String {
        format!("FAQ v{}", self.version.value)
    }
}

impl ChangeKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Appeared => "first appears",
            Self::Changed => "changed",
            Self::Gone => "gone",
        }
    }
}

/// One event in a ruling's history.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HistoryEvent {
    /// The version or citation of the document, such as `FAQ v2.2`.
    pub version: String,
    /// The date as displayed; `date unknown` if it is not known.
    pub date: String,
    /// How certain this is.
    pub certainty: Certainty,
    /// A clause without a full stop.
    pub what: String,
    /// The id of the ruling with the words of that time, if it is in the corpus.
    pub ruling: Option<String>,
}

/// Known versions, per game.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(from = "Vec<StoredVersion>", into = "Vec<StoredVersion>")]
pub struct Versions {
    all: Vec<(Game, Version)>,
}

/// A version as stored in an index, without source positions.
#[derive(Serialize, Deserialize)]
struct StoredVersion {
    game: Game,
    version: String,
    series: String,
    date: Option<Day>,
    about: Option<String>,
    certainty: Certainty,
    what: String,
    source: String,
    rulings: Vec<StoredChange>,
}

/// A change as stored in an index, without source positions.
#[derive(Serialize, Deserialize)]
struct StoredChange {
    ruling: String,
    event: ChangeKind,
    card: Option<String>,
    certainty: Option<Certainty>,
    what: Option<String>,
}

impl From<Versions> for Vec<StoredVersion> {
    fn from(versions: Versions) -> Self {
        let kept = |(game, version): (Game, Version)| {
            let Version { version, series, date, about, certainty, what, source, rulings } = version;
            let change = |RulingChange { ruling, event, card, certainty, what }| StoredChange {
                ruling: ruling.value,
                event,
                card: card.map(|card| card.value),
                certainty,
                what,
            };
            let rulings = rulings.into_iter().map(change).collect();
            StoredVersion {
                game,
                version: version.value,
                series,
                date,
                about,
                certainty,
                what,
                source,
                rulings,
            }
        };
        versions.all.into_iter().map(kept).collect()
    }
}

impl From<Vec<StoredVersion>> for Versions {
    fn from(stored: Vec<StoredVersion>) -> Self {
        let version = |stored: StoredVersion| {
            let StoredVersion { game, version, series, date, about, certainty, what, source, rulings } =
                stored;
            let change = |StoredChange { ruling, event, card, certainty, what }| RulingChange {
                ruling: Spanned::without_span(ruling),
                event,
                card: card.map(Spanned::without_span),
                certainty,
                what,
            };
            let rulings = rulings.into_iter().map(change).collect();
            let version = Spanned::without_span(version);
            (game, Version { version, series, date, about, certainty, what, source, rulings })
        };
        Self { all: stored.into_iter().map(version).collect() }
    }
}

impl Versions {
    /// Reads every `history.yaml` of a corpus.
    pub fn read(files: &Files) -> (Self, Vec<Diagnostic>) {
        Self::read_beside(files, None)
    }

    /// The same, with a diagnostic for each erratum whose card is not the one of its number in `book`.
    pub(crate) fn read_beside(files: &Files, book: Option<&CardBook>) -> (Self, Vec<Diagnostic>) {
        let mut versions = Self::default();
        let mut diagnostics = Vec::new();
        for (path, file) in files.iter().filter(|(p, _)| FileKind::of(p) == FileKind::History) {
            let (items, found) = file.list::<Version>();
            diagnostics.extend(found);
            let game = path.split('/').find_map(Game::from_code).unwrap_or(Game::Lcg);
            check(&file.shown, game, &items, &mut diagnostics);
            let changes = items.iter().flat_map(|version| &version.rulings);
            diagnostics.extend(book.into_iter().flat_map(|book| {
                changes.clone().filter_map(|change| misnamed(&file.shown, game, change, book))
            }));
            versions.all.extend(items.into_iter().map(|v| (game, v)));
        }
        (versions, diagnostics)
    }

    /// A game's versions, in file order.
    pub fn of(&self, game: Game) -> impl Iterator<Item = &Version> {
        self.all.iter().filter(move |(g, _)| *g == game).map(|(_, v)| v)
    }

    /// The newest version dated on or before `day`, and whether a version of unknown date may have come in
    /// between.
    pub fn in_force(&self, game: Game, day: Day) -> Option<(&Version, bool)> {
        let dated = || self.of(game).filter(|v| v.date.is_some_and(|d| d <= day));
        let newest = dated().max_by_key(|v| v.date)?;
        let after = self.of(game).skip_while(|v| v.version != newest.version).skip(1);
        let unsure = after.take_while(|v| v.date.is_none()).count() > 0;
        Some((newest, unsure))
    }

    /// The version that introduced a ruling, from its printed version tag or a recorded fact.
    pub(crate) fn introduced_by(&self, ruling: &Ruling) -> Option<&Version> {
        let appeared = |v: &&Version| {
            v.rulings.iter().any(|t| t.event == ChangeKind::Appeared && t.ruling.as_str() == base(&ruling.id))
        };
        let tagged = ruling.since.as_ref();
        let by_tag = || tagged.and_then(|tag| self.of(ruling.game).find(|v| v.version.as_str() == tag));
        by_tag().or_else(|| self.of(ruling.game).find(appeared))
    }

    /// Whether a version was certainly published by `day`.
    fn was_out(&self, game: Game, version: &Version, day: Day) -> bool {
        let place = |wanted: &Version| self.of(game).position(|v| v.version == wanted.version);
        self.in_force(game, day).is_some_and(|(newest, _)| place(version) <= place(newest))
    }

    /// What a ruling's printed version tag reveals about a day whose document is not held.
    ///
    /// `None` if the ruling is in force on that day anyway, has no tag, or was introduced later.
    pub fn by_tag(&self, ruling: &Ruling, day: Day) -> Option<ByTag> {
        let before_all = ruling.in_force.first().is_some_and(|span| day < span.from);
        let tag = ruling.since.as_ref().filter(|_| before_all)?;
        let version = self.of(ruling.game).find(|v| v.version.as_str() == tag)?;
        let wording = ruling.documents.first()?.cite.clone();
        let known = ByTag { version: tag.clone(), date: shown_date(version), wording };
        self.was_out(ruling.game, version, day).then_some(known)
    }
}

/// What a printed version tag reveals about a day whose document is not held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ByTag {
    /// The version that introduced the ruling, `1.0`.
    pub version: String,
    /// The date of that version, as displayed.
    pub date: String,
    /// The document whose wording is quoted instead, `SWLCG FAQ v2.2`.
    pub wording: String,
}

impl ByTag {
    /// A short statement of what is known and what is not.
    pub fn shown(&self) -> String {
        let Self { version, date, wording } = self;
        format!("in force by its tag v{version} ({date}); the wording is that of {wording}")
    }
}

/// That the card which an erratum is said to be of is not the one that has its number.
fn misnamed(file: &str, game: Game, change: &RulingChange, book: &CardBook) -> Option<Diagnostic> {
    let RulingChange { ruling, card, .. } = change;
    let (_, number) = ruling.split_once(":errata.")?;
    let known = book.cards().find(|card| card.game() == game && card.number().as_deref() == Some(number))?;
    if card.as_ref().is_some_and(|card| card.as_str() == known.name()) {
        return None;
    }
    let at = card.as_ref().unwrap_or(ruling).place(file);
    let name = known.name();
    let text = format!("{} is the erratum of {name}: write `card: '{name}'`.", **ruling);
    Some(Diagnostic::error(DiagnosticCode::UnknownCard, at, text))
}

/// Reports duplicate versions, versions out of order, and ids that cannot belong to the game.
fn check(file: &str, game: Game, versions: &[Version], diagnostics: &mut Vec<Diagnostic>) {
    let mut newest: Option<(Day, &Version)> = None;
    for (n, version) in versions.iter().enumerate() {
        let place = version.version.place(file);
        let same = |other: &&Version| other.version == version.version && other.series == version.series;
        if versions[..n].iter().any(|other| same(&other)) {
            let text = format!("The version {} of {} stands twice.", *version.version, version.series);
            diagnostics.push(Diagnostic::error(DiagnosticCode::DuplicateId, place.clone(), text));
        }
        if let (Some(day), Some((last, before))) = (version.date, newest)
            && day < last
            && before.series == version.series
        {
            let text = format!("{} stands behind {}, which is newer.", version.shown(), before.shown());
            diagnostics.push(Diagnostic::error(DiagnosticCode::Order, place, text));
        }
        newest = version.date.map(|day| (day, version)).or(newest);
        for touched in &version.rulings {
            if Game::of_id(&touched.ruling) != Some(game) {
                let text = format!("{} is the id of no ruling of this game.", *touched.ruling);
                diagnostics.push(Diagnostic::error(DiagnosticCode::Id, touched.ruling.place(file), text));
            }
        }
    }
}

/// A ruling's history, oldest event first, from recorded facts and from the documents held.
pub fn history(corpus: &Corpus, versions: &Versions, ruling: &Ruling) -> Vec<HistoryEvent> {
    let mut events = all_rulings(corpus, versions, ruling.game, base(&ruling.id));
    if let Some(event) = from_tag(versions, ruling, &events) {
        events.push(event);
    }
    ordered(events)
}

/// The history of an id that need not occur in any document held, such as that of a later erratum.
pub(crate) fn of_id(corpus: &Corpus, versions: &Versions, id: &str) -> Vec<HistoryEvent> {
    Game::of_id(id).map_or_else(Vec::new, |game| ordered(all_rulings(corpus, versions, game, base(id))))
}

/// Merges the recorded facts with the evidence of the documents held.
fn all_rulings(corpus: &Corpus, versions: &Versions, game: Game, stem: &str) -> Vec<Dated> {
    let mut events = from_facts(versions, game, stem);
    let known: Vec<String> = events.iter().map(|dated| dated.event.version.clone()).collect();
    // An erratum's printed version tag is the better evidence; the document merely confirms it.
    let of_documents = from_documents(corpus, versions, game, stem).into_iter();
    events.extend(of_documents.filter(|dated| !known.contains(&dated.event.version)));
    events
}

fn ordered(mut events: Vec<Dated>) -> Vec<HistoryEvent> {
    events.sort_by_key(|dated| dated.order);
    mark_oldest_unsure(&mut events);
    events.into_iter().map(|dated| dated.event).collect()
}

/// An id without its edition suffix.
pub fn base(id: &str) -> &str {
    id.split('@').next().unwrap_or(id)
}

/// Sort key of an event: its date, or the position of its version.
type Order = (Option<Day>, usize);

/// An event with its sort key.
struct Dated {
    order: Order,
    event: HistoryEvent,
    says: Says,
}

/// What an event implies about the ruling's first appearance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    /// The ruling appeared then.
    Appeared,
    /// It is in the oldest document held, so it may be older.
    InOldestHeld,
    /// It is in a document held, and not in the one held before that.
    FirstHeld,
    Else,
}

impl Says {
    fn of(event: ChangeKind) -> Self {
        if event == ChangeKind::Appeared { Self::Appeared } else { Self::Else }
    }
}

fn from_facts(versions: &Versions, game: Game, stem: &str) -> Vec<Dated> {
    let mut events = Vec::new();
    let mut last_day = None;
    for (n, version) in versions.of(game).enumerate() {
        last_day = version.date.or(last_day);
        for touched in version.rulings.iter().filter(|t| t.ruling.as_str() == stem) {
            let what = match &touched.what {
                Some(what) => format!("{}: {what}", touched.event.word()),
                None => touched.event.word().to_owned(),
            };
            let event = HistoryEvent {
                version: version.name(),
                date: shown_date(version),
                certainty: touched.certainty.unwrap_or(version.certainty),
                what,
                ruling: None,
            };
            events.push(Dated { order: (last_day, n), event, says: Says::of(touched.event) });
        }
    }
    events
}

pub(super) fn shown_date(version: &Version) -> String {
    match (&version.about, version.date) {
        (Some(about), _) => about.clone(),
        (None, Some(day)) => day.to_string(),
        (None, None) => "date unknown".to_owned(),
    }
}

/// Events derived from the documents held: which of them contain the ruling in some wording, and the first
/// that no longer does.
fn from_documents(corpus: &Corpus, versions: &Versions, game: Game, stem: &str) -> Vec<Dated> {
    let entries: Vec<&Ruling> = corpus.rulings().filter(|r| base(&r.id) == stem).collect();
    let mut by_day: BTreeMap<(Day, String), Option<&Ruling>> = BTreeMap::new();
    let series: Vec<&str> = entries
        .iter()
        .flat_map(|r| r.documents.iter())
        .filter_map(|d| corpus.document(&d.id))
        .map(|d| d.series.as_str())
        .collect();
    for document in corpus.documents().filter(|d| d.game == game && series.contains(&d.series.as_str())) {
        let has = entries.iter().copied().find(|r| r.documents.iter().any(|d| d.id == document.id.value));
        by_day.insert((document.date.value, document.id.value.clone()), has);
    }
    let mut events = Vec::new();
    let mut before: Option<&Ruling> = None;
    let mut oldest = true;
    for ((day, id), has) in by_day {
        let Some(document) = corpus.document(&id) else { continue };
        let change = between(before, has, oldest);
        oldest = false;
        before = has;
        let Some((says, what)) = change else { continue };
        let version = document.version.as_ref().filter(|_| game == Game::Lcg).map(|v| format!("FAQ v{v}"));
        let place = versions.of(game).position(|v| Some(v.version.as_str()) == document.version.as_deref());
        let event = HistoryEvent {
            version: version.unwrap_or_else(|| document.cite.clone()),
            date: document.shown_date(),
            certainty: Certainty::Certain,
            what: what.to_owned(),
            ruling: has.map(|r| r.id.clone()),
        };
        events.push(Dated { order: (Some(day), place.unwrap_or(usize::MAX)), event, says });
    }
    events
}

/// What became of a ruling from one document held to the next; `oldest` if there is none before.
fn between(before: Option<&Ruling>, after: Option<&Ruling>, oldest: bool) -> Option<(Says, &'static str)> {
    match (before, after) {
        (None, Some(_)) if oldest => Some((Says::InOldestHeld, "stands there")),
        (None, Some(_)) => Some((Says::FirstHeld, "first appears among the documents held")),
        (Some(old), Some(new)) if old.id == new.id => Some((Says::Else, "stands there in the same words")),
        (Some(_), Some(_)) => Some((Says::Else, "changed")),
        (Some(_), None) => Some((Says::Else, "gone")),
        (None, None) => None,
    }
}

/// The event implied by an erratum's printed version tag, unless facts say more.
fn from_tag(versions: &Versions, ruling: &Ruling, events: &[Dated]) -> Option<Dated> {
    let since = ruling.since.as_ref()?;
    let name = format!("FAQ v{since}");
    let came = |dated: &Dated| matches!(dated.says, Says::Appeared | Says::FirstHeld);
    if events.iter().any(|dated| dated.event.version == name && came(dated)) {
        return None;
    }
    let found = versions.of(ruling.game).enumerate().find(|(_, v)| v.version.as_str() == since);
    let order = found.map_or((None, 0), |(n, v)| (v.date, n));
    let date = found.map_or_else(|| "date unknown".to_owned(), |(_, v)| shown_date(v));
    let what = format!("{} (version tag of the erratum)", ChangeKind::Appeared.word());
    let event = HistoryEvent { version: name, date, certainty: Certainty::Certain, what, ruling: None };
    Some(Dated { order, event, says: Says::Appeared })
}

/// A ruling in the oldest document held may have been in earlier ones.
fn mark_oldest_unsure(events: &mut [Dated]) {
    let first = events.iter().position(|dated| dated.says == Says::Appeared);
    for (n, dated) in events.iter_mut().enumerate() {
        if dated.says == Says::InOldestHeld && first.is_none_or(|first| n <= first) {
            dated.event.what += "; whether an earlier version had it is not known";
        }
    }
}
