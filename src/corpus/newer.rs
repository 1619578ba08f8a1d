//! Documents known to have followed those held, and what they changed.

use schemars::JsonSchema;
use serde::Serialize;

use super::certainty::Certainty;
use super::document::{Day, Game};
use super::history::{ChangeKind, RulingChange, Version, Versions, shown_date};

/// A document known to succeed the newest one held, but not held itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NewerKnown {
    pub game: Game,
    /// The series both belong to, `lcg-faq`.
    pub series: String,
    /// What such documents are called, `FAQ`.
    pub name: &'static str,
    pub version: String,
    /// Its date as displayed.
    pub date: String,
    /// The citation prefix of the newest document held.
    pub held: String,
    /// Whether the answer says already, above it, that the document in force is not held.
    #[serde(skip)]
    pub is_said: bool,
    /// What it, or a version before it that is not held either, is known to have changed in what is shown.
    pub changes: Vec<LaterChange>,
}

/// A change of a ruling, or an erratum of a card, that came with a version not held.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LaterChange {
    /// The id of the ruling, which need not be in the corpus.
    pub ruling: String,
    /// The name of the card whose erratum it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// The version with its date, `FAQ v3.1 (c. 2015-06-22)`.
    pub version: String,
    pub event: ChangeKind,
    pub certainty: Certainty,
    /// What the ruling says from then on, in our own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
}

impl NewerKnown {
    /// The notice appended to answers from the older document, in one paragraph.
    pub fn shown(&self) -> String {
        self.sentences().join(" ")
    }

    /// The same, sentence by sentence: that the document is known, unless that is said already, and what it
    /// changes. There may be none.
    pub fn sentences(&self) -> Vec<String> {
        let Self { name, version, date, .. } = self;
        let known =
            format!("A later {name} is known: v{version}, {date}; not held. `judge import` takes it in.");
        let known = (!self.is_said).then_some(known);
        known.into_iter().chain(self.changes.iter().map(LaterChange::shown)).collect()
    }
}

impl LaterChange {
    fn of(version: &Version, change: &RulingChange) -> Self {
        Self {
            ruling: change.ruling.value.clone(),
            card: change.card.as_ref().map(|card| card.value.clone()),
            version: version.shown(),
            event: change.event,
            certainty: change.certainty.unwrap_or(version.certainty),
            what: change.what.clone(),
        }
    }

    /// `FAQ v3.1 (c. 2015-06-22) added an erratum of The Secret of Yavin 4 (0005), in judge's words: …`
    fn shown(&self) -> String {
        let Self { version, ruling, .. } = self;
        let unsure = match self.certainty {
            Certainty::Certain => "",
            Certainty::Likely => " (likely, not certain)",
            Certainty::Unknown => " (not certain)",
        };
        let done = match (&self.card, self.event) {
            // Several cards may have the name.
            (Some(card), ChangeKind::Appeared) => match ruling.split_once(":errata.") {
                Some((_, number)) => format!("added an erratum of {card} ({number})"),
                None => format!("added an erratum of {card}"),
            },
            (_, ChangeKind::Appeared) => format!("added {ruling}"),
            (_, ChangeKind::Changed) => format!("changed {ruling}"),
            (_, ChangeKind::Gone) => format!("dropped {ruling}"),
        };
        let what = self.what.as_ref().map_or_else(String::new, |w| format!(", in judge's words: {w}"));
        format!("{version} {done}{unsure}{what}.")
    }
}

/// What is still to be reported of later documents: nothing, where all has been said above the answer.
pub(crate) fn to_report(newer: &[NewerKnown]) -> &[NewerKnown] {
    if newer.iter().all(|n| n.sentences().is_empty()) { &[] } else { newer }
}

/// The newest known version in the series of `newest` (the newest document held), if it is later, with the
/// changes since then for which `is_shown`. With a day, only versions published by then count.
pub(crate) fn known_later(
    versions: &Versions,
    newest: &Newest<'_>,
    day: Option<Day>,
    is_said: bool,
    is_shown: impl Fn(&RulingChange) -> bool,
) -> Option<NewerKnown> {
    let &Newest { game, series, cite, date } = newest;
    let out = |v: &&Version| v.series == series && v.date.is_some_and(|d| day.is_none_or(|day| d <= day));
    let later = versions.of(game).filter(out).max_by_key(|v| v.date).filter(|v| v.date > Some(date))?;
    // Versions stand in the order of their publication, those without a date among them.
    let of_series = || versions.of(game).filter(|v| v.series == series);
    let is_held = |v: &Version| v.date.is_some_and(|d| d <= date);
    let held = of_series().enumerate().filter(|(_, v)| is_held(v)).last().map_or(0, |(at, _)| at + 1);
    let up_to = of_series().position(|v| v.version == later.version).unwrap_or(held);
    let since = of_series().take(up_to + 1).skip(held);
    let changed = since.flat_map(|v| v.rulings.iter().map(move |c| (v, c)));
    let changes = changed.filter(|(_, c)| is_shown(c)).map(|(v, c)| LaterChange::of(v, c)).collect();
    Some(NewerKnown {
        game,
        series: series.to_owned(),
        name: "FAQ",
        version: later.version.value.clone(),
        date: shown_date(later),
        held: cite.to_owned(),
        is_said,
        changes,
    })
}

/// The newest document held of a series.
pub(crate) struct Newest<'d> {
    pub game: Game,
    pub series: &'d str,
    /// What citations of it begin with.
    pub cite: &'d str,
    pub date: Day,
}
