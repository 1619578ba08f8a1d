//! The results of a deck check, as values without any rendering.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::code::Code;
use super::list::DeckFormat;
use crate::corpus::cards::Side;
use crate::corpus::{Certainty, Game};

/// The verdict on a deck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing is wrong with it.
    Legal,
    /// A violation is certain or likely.
    Illegal,
    /// It depends on something unknown.
    Undecided,
    /// It cannot be read as a deck.
    Unreadable,
}

impl Verdict {
    /// The name as displayed.
    pub fn shown(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Illegal => "illegal",
            Self::Undecided => "undecided",
            Self::Unreadable => "unreadable",
        }
    }

    /// The verdict that follows from findings: illegal if one is certain or likely, undecided if one is
    /// unknown.
    pub fn of(violations: &[Finding]) -> Self {
        if violations.iter().any(|v| v.code == Code::Unreadable) {
            Self::Unreadable
        } else if violations.iter().any(|v| v.certainty != Certainty::Unknown) {
            Self::Illegal
        } else if violations.is_empty() {
            Self::Legal
        } else {
            Self::Undecided
        }
    }
}

/// A card or an objective set a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct CardAt {
    /// The title, as the list of cards has it.
    pub name: String,
    /// The card's number, where one card is meant.
    pub number: Option<String>,
    /// The set's number or code.
    pub set: Option<String>,
}

/// What would fix it, as JSON has it: under `fix`, and under `mend`, the key of versions up to 0.1.
#[derive(Serialize, JsonSchema)]
#[schemars(inline)]
struct FixKeys {
    fix: Option<String>,
    mend: Option<String>,
}

// serde hands a field over as a reference.
#[allow(clippy::ref_option)]
fn under_both_keys<S: Serializer>(fix: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    FixKeys { fix: fix.clone(), mend: fix.clone() }.serialize(serializer)
}

/// One thing the check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// The stable code.
    pub code: Code,
    /// A sentence.
    pub message: String,
    /// The rule: a ruling's citation, a list entry or a page.
    pub citation: Option<String>,
    /// The id of the ruling held that says so.
    pub ruling: Option<String>,
    /// How certain it is.
    pub certainty: Certainty,
    /// The cards and sets it is about.
    pub cards: Vec<CardAt>,
    /// The lines of the file it is about, from 1.
    pub lines: Vec<usize>,
    /// What would fix it.
    #[serde(flatten, serialize_with = "under_both_keys")]
    #[schemars(with = "FixKeys")]
    pub fix: Option<String>,
}

impl Finding {
    /// Adds the cards it is about.
    #[must_use]
    pub fn about(mut self, cards: impl IntoIterator<Item = CardAt>) -> Self {
        self.cards.extend(cards);
        self
    }

    /// Adds the lines it is about.
    #[must_use]
    pub fn on(mut self, lines: impl IntoIterator<Item = usize>) -> Self {
        self.lines.extend(lines);
        self.lines.sort_unstable();
        self.lines.dedup();
        self
    }

    /// Adds what would fix it.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }

    /// Limits the certainty.
    #[must_use]
    pub(crate) fn at_most(mut self, certainty: Certainty) -> Self {
        self.certainty = self.certainty.max(certainty);
        self
    }
}

/// The outcome if every open line means what it seems to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Supposed")]
pub struct LikelyOutcome {
    /// The open lines.
    pub lines: Vec<usize>,
    /// The verdict in that case.
    pub verdict: Verdict,
    /// The number of sets, or cards, in that case.
    pub count: u32,
    /// The codes of what is wrong in that case.
    pub codes: Vec<Code>,
    /// The outcome if a name without version letter means the card that the list names elsewhere, if that
    /// differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub if_named: Option<IfNamed>,
}

/// The outcome if a name without version letter means a card that the list names elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct IfNamed {
    /// The one that the open line would name.
    pub card: String,
    /// The verdict in that case.
    pub verdict: Verdict,
    /// The codes of what is wrong in that case.
    pub codes: Vec<Code>,
}

impl IfNamed {
    pub(super) fn of(card: String, report: &DeckReport) -> Self {
        let codes: BTreeSet<Code> = report.violations.iter().map(|v| v.code).collect();
        Self { card, verdict: report.verdict, codes: codes.into_iter().collect() }
    }
}

impl LikelyOutcome {
    /// The outcome of a list whose open `lines` have been settled; `None` if it is still undecided.
    pub(super) fn of(lines: Vec<usize>, report: &DeckReport, counted: &str) -> Option<Self> {
        let codes: BTreeSet<Code> = report.violations.iter().map(|v| v.code).collect();
        let count = report.counts.get(counted).copied().unwrap_or_default();
        let decided = matches!(report.verdict, Verdict::Legal | Verdict::Illegal);
        let codes = codes.into_iter().collect();
        decided.then_some(Self { lines, verdict: report.verdict, count, codes, if_named: None })
    }
}

/// The check of a single deck.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DeckReport {
    /// The file as given; `-` for standard input.
    pub file: String,
    /// The game, if known.
    pub game: Option<Game>,
    /// The format it was read as.
    pub format: Option<DeckFormat>,
    /// For one of two decks in a file, its side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<Side>,
    /// Legal, illegal, undecided or unreadable.
    pub verdict: Verdict,
    /// The outcome if every open line means what it seems to; left out if no line is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "supposed")]
    pub likely_outcome: Option<LikelyOutcome>,
    /// The deck's side, if it has one.
    pub side: Option<Side>,
    /// The title of its affiliation card.
    pub affiliation: Option<String>,
    /// The counts: `sets`, `objectives`, `command`; or `cards` and each type.
    pub counts: BTreeMap<&'static str, u32>,
    /// What is wrong with it, in the order of the codes.
    pub violations: Vec<Finding>,
    /// What is worth knowing.
    pub warnings: Vec<Finding>,
    /// The smallest change that makes an illegal deck legal, if there is one.
    #[serde(flatten, serialize_with = "under_both_keys")]
    #[schemars(with = "FixKeys")]
    pub fix: Option<String>,
    /// The deck's name, if the file gives one.
    #[serde(skip)]
    pub name: Option<String>,
    /// The neutral cards of a TCG deck.
    #[serde(skip)]
    pub neutrals: Vec<String>,
}

impl DeckReport {
    /// The report on a file that is not a deck, with a sentence that says why.
    pub fn unreadable(file: &str, why: impl Into<String>) -> Self {
        let finding = Finding {
            code: Code::Unreadable,
            message: why.into(),
            citation: None,
            ruling: None,
            certainty: Certainty::Certain,
            cards: Vec::new(),
            lines: Vec::new(),
            fix: None,
        };
        Self {
            file: file.to_owned(),
            game: None,
            format: None,
            part: None,
            verdict: Verdict::Unreadable,
            likely_outcome: None,
            side: None,
            affiliation: None,
            counts: BTreeMap::new(),
            violations: vec![finding],
            warnings: Vec::new(),
            fix: None,
            name: None,
            neutrals: Vec::new(),
        }
    }
}

/// The list that decks were checked against.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ListUsed {
    /// The document that contains it.
    pub document: String,
    /// When it took effect.
    pub date: String,
    /// The day the check is for.
    #[serde(skip)]
    pub as_of: String,
    /// What is not known about it.
    #[serde(skip)]
    pub note: Option<String>,
    /// A newer list that is known.
    #[serde(skip)]
    pub newer: Option<String>,
}

/// The check of several decks.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Report {
    /// The restricted list that was applied; null if there was none in force.
    pub list: Option<ListUsed>,
    /// The lists of the other game, if there were decks of both.
    #[serde(skip)]
    pub also: Option<ListUsed>,
    /// The decks, in the order given.
    pub decks: Vec<DeckReport>,
}

impl Report {
    /// The most serious verdict, in the order unreadable, illegal, undecided, legal.
    pub fn gravest(&self) -> Verdict {
        let any = |verdict: &Verdict| self.decks.iter().any(|d| d.verdict == *verdict);
        let worst = [Verdict::Unreadable, Verdict::Illegal, Verdict::Undecided];
        worst.into_iter().find(any).unwrap_or(Verdict::Legal)
    }
}
