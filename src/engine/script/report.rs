//! What a replay comes to: plain values, printed by somebody else.

use schemars::JsonSchema;
use serde::Serialize;

use super::steps::{Meaning, StepKind};
use crate::corpus::Day;
use crate::corpus::ruling::CardRef;
use crate::corpus::weight::Weight;
use crate::engine::kernel::{Basis, Step};

/// A replay of one or more scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Replay {
    /// Each scenario and each of its variations.
    pub scenarios: Vec<Played>,
}

impl Replay {
    /// Whether everything passed.
    pub fn passed(&self) -> bool {
        self.scenarios.iter().all(|played| played.passed)
    }
}

/// One scenario, or one variation, as it was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Played {
    /// What `judge replay NAME` finds it by.
    pub name: String,
    /// The scenario it is a variation of.
    pub variation_of: Option<String>,
    /// The sentence that says what it is about.
    pub title: String,
    /// The game's code.
    pub game: String,
    /// The rulings it demonstrates.
    pub rulings: Vec<String>,
    /// Whether the script could be played and every expectation was met.
    pub passed: bool,
    /// What happened.
    pub steps: Vec<StepOut>,
    /// What was expected.
    pub expectations: Vec<Checked>,
    /// The cards there are in it, but for those of its own: those its errata are looked for by.
    #[serde(skip)]
    pub cards: Vec<CardRef>,
    /// The cards whose text is not written down, or only in part: it was left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// What the game waits for where the script stops.
    pub stops: Option<String>,
    /// The day it was replayed as of, where one was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub as_of: Option<Day>,
    /// The rulings it rests on that were not in force on that day: then it has not passed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_in_force: Vec<NotInForce>,
    /// The errata that came after that day, which were left out: what they change is as printed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub as_printed: Vec<String>,
    /// The rulings it rests on that a later document in force has in other words: whoever reads it looks
    /// whether it still shows what they say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<Changed>,
    /// The errata that a later document brought of cards it plays, and on which it does not rest.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub new_errata: Vec<NewErratum>,
}

impl Played {
    /// Whether everything else came out, and only rulings it rests on were not in force on the day.
    pub fn lacks_only_rulings(&self) -> bool {
        !self.not_in_force.is_empty() && self.expectations.iter().filter(|c| !c.passed).count() == 1
    }
}

/// A ruling a replay rests on though it was not in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NotInForce {
    /// Its id.
    pub ruling: String,
    /// Why not: where it stands first, or stood last.
    pub why: String,
    /// The steps that cite it; none where it only makes the replay come out otherwise.
    pub steps: Vec<usize>,
}

/// A ruling a replay rests on whose words are others than those it was written after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Changed {
    /// Its id.
    pub ruling: String,
    /// What the document that changed it is cited as.
    pub since: String,
    /// The words that went, `[-…-]`, and those that came, `{+…+}`; long runs are cut.
    pub change: String,
    /// Whether it may say something else now.
    pub weight: Weight,
}

/// An erratum of a card in a replay that was written before it came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NewErratum {
    /// Its id.
    pub ruling: String,
    /// The card that it changes.
    pub card: String,
}

/// What a step, or a refusal, rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BasisKind {
    /// An official ruling.
    Ruling,
    /// A page of a rulebook.
    Rulebook,
    /// What a card says.
    Card,
    /// What the documents leave open: the scenario chose.
    Unspecified,
    /// No rule: what this program says of itself.
    Program,
    /// No rule: what the question asked allows.
    Question,
}

impl BasisKind {
    pub fn of(basis: &Basis) -> Self {
        match basis {
            Basis::Ruling(_) => Self::Ruling,
            Basis::Rulebook(_) => Self::Rulebook,
            Basis::Card(_) => Self::Card,
            Basis::Unspecified(_) => Self::Unspecified,
            Basis::Program(_) => Self::Program,
            Basis::Question => Self::Question,
        }
    }
}

impl std::fmt::Display for BasisKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Ruling => "ruling",
            Self::Rulebook => "rulebook",
            Self::Card => "card",
            Self::Unspecified => "unspecified",
            Self::Program => "program",
            Self::Question => "question",
        })
    }
}

/// One thing that happened in a replay, with what it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StepOut {
    /// Its number, from 1.
    pub n: usize,
    /// How deeply nested it is.
    pub depth: usize,
    /// What kind of step it is, one word.
    pub kind: &'static str,
    /// Who acts.
    pub actor: Option<String>,
    /// The step in words.
    pub text: String,
    /// What it rests on.
    pub basis: BasisKind,
    /// The ruling's id.
    pub ruling: Option<String>,
    /// The ruling's clause (`lcg:3.6#2`), the place in the rulebook, the card's name, or what the program
    /// says.
    pub clause: Option<String>,
    /// The id of the entry that says the rule of the rulebook in other words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The number of the step that cancels what this one begins, or what it does for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canceled_by: Option<usize>,
    /// How its ruling stood on the day asked about, where it was not simply in force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<String>,
}

impl StepOut {
    /// A step of the trace, numbered.
    pub fn new<K: StepKind>(n: usize, step: &Step<K>, documents: &str) -> Self {
        let (ruling, clause, more) = match &step.basis {
            Basis::Ruling(citation) => {
                let entry = citation.split('#').next().unwrap_or(citation).to_owned();
                let clause = citation.contains('#').then(|| citation.clone());
                (Some(entry), clause, None)
            }
            Basis::Rulebook(rule) => (None, Some(rule.place.to_owned()), None),
            Basis::Card(card) => (None, Some(card.clone()), None),
            Basis::Question => (None, None, None),
            Basis::Program(what) => (None, Some(what.clone()), None),
            Basis::Unspecified(what) => (None, None, Some(what.clone())),
        };
        let text = match more {
            None => step.text.clone(),
            Some(what) => {
                format!("{} (Not specified by {documents}: {what}; the scenario chose this.)", step.text)
            }
        };
        Self {
            n,
            depth: step.depth,
            kind: step.kind.word(),
            actor: step.actor.clone(),
            text,
            basis: BasisKind::of(&step.basis),
            ruling,
            clause,
            digest: if let Basis::Rulebook(rule) = step.basis {
                rule.says.first().map(|id| (*id).to_owned())
            } else {
                None
            },
            canceled_by: None,
            standing: None,
        }
    }

    /// All steps of a trace, numbered, with what cancels them.
    pub fn all<K: StepKind>(steps: &[Step<K>], documents: &str) -> Vec<Self> {
        let mut out: Vec<Self> =
            steps.iter().enumerate().map(|(at, step)| Self::new(at + 1, step, documents)).collect();
        for (at, canceling) in steps.iter().enumerate() {
            for canceled in canceled(steps, at, canceling) {
                out[canceled].canceled_by = Some(at + 1);
            }
        }
        out
    }
}

/// The steps that come to nothing through the canceling at `at`: the playing of the card, or the use of the
/// ability, in whose course it stands, and the choosing of its targets. Costs stay paid.
fn canceled<K: StepKind>(steps: &[Step<K>], at: usize, canceling: &Step<K>) -> Vec<usize> {
    let Some(card) = canceling.about.first() else { return Vec::new() };
    let cancels = matches!(canceling.kind.meaning(), Some(Meaning::Canceled | Meaning::Disrupted));
    let mut lowest = canceling.depth;
    let around = steps[..at].iter().enumerate().rev().filter(|(_, step)| {
        lowest = lowest.min(step.depth);
        step.depth == lowest
    });
    let about = |step: &Step<K>| step.about.first() == Some(card);
    let begins = |step: &Step<K>| step.kind.meaning() == Some(Meaning::Begins) && about(step);
    let Some(first) = around.filter(|_| cancels).find(|(_, s)| begins(s)).map(|(n, _)| n) else {
        return Vec::new();
    };
    let depth = steps[first].depth;
    let same = |step: &&Step<K>| step.depth == depth && about(step);
    // Damage to a card is canceled too; only an ability that is canceled says in the end that it is without
    // effect.
    let ends = || steps[at..].iter().take_while(|s| s.depth >= depth).filter(same);
    let in_vain = |step: &Step<K>| step.kind.meaning() == Some(Meaning::WithoutEffect);
    if canceling.kind.meaning() == Some(Meaning::Canceled) && !ends().any(in_vain) {
        return Vec::new();
    }
    let targets = |n: &usize| same(&&steps[*n]) && steps[*n].kind.meaning() == Some(Meaning::Targets);
    std::iter::once(first).chain((first..at).filter(targets)).collect()
}

/// An expectation and what was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Checked {
    /// What was expected, in words.
    pub expect: String,
    /// Whether it was so.
    pub passed: bool,
    /// What the replay had there, in words.
    pub found: String,
}

impl Checked {
    /// An expectation compared with what was found.
    pub fn new(expect: impl Into<String>, passed: bool, found: impl Into<String>) -> Self {
        Self { expect: expect.into(), passed, found: found.into() }
    }
}
