//! `judge`: the official rulings of two Star Wars card games, found, quoted, and replayed.
//!
//! Another program opens a [`Judge`] and asks it: [`Judge::answer`], [`Judge::ruling`],
//! [`Judge::check_decks`], [`Judge::replay`]. The programs in `examples/` are each some twenty lines.
//! Everything else is what the `judge` program is made of: left out of this documentation, open to its tests
//! where they need it, and free to change from one version to the next.
//!
//! ```
//! use judge::{Authority, Day, Game, Judge, Kind, Ruling};
//!
//! let judge = Judge::built_in()?;
//! let ruling: Ruling = judge.ruling("lcg:3.1")?.expect("it is held");
//! assert_eq!((ruling.game, ruling.kind), (Game::Lcg, Kind::Clarification));
//! assert_eq!(ruling.authority, Authority::Official);
//! let before = Day("2012-01-01".parse().expect("a day"));
//! assert!(ruling.is_in_force(None) && !ruling.is_in_force(Some(before)));
//! # Ok::<(), judge::Error>(())
//! ```
//!
//! The modules, and the one direction in which they may know each other:
//! corpus ← import, search, deck, engine ← render ← cli ← faces.

#![warn(unreachable_pub)]

mod api;
#[doc(hidden)]
pub mod cli;
#[doc(hidden)]
pub mod corpus;
#[doc(hidden)]
pub mod deck;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod faces;
#[doc(hidden)]
pub mod import;
#[doc(hidden)]
pub mod render;
#[doc(hidden)]
pub mod search;

pub use api::{Error, Judge};
pub use corpus::{Authority, Certainty, Day, Diagnostic, Game, Kind, Ruling};
pub use deck::{Code, DeckReport, Finding, Verdict};
pub use engine::scenario::{BasisKind, Checked, Played, Replay, StepOut};
pub use search::{Answer, AnswerKind, Confidence, Hit};

/// What the fields of the other types consist of.
///
/// A ruling says where its words are from, and what is known of them:
///
/// ```
/// use judge::Judge;
/// use judge::parts::{CardRef, Certain, Correction, DigestInfo, DocumentRef, InForce, TitleBy};
///
/// let judge = Judge::built_in()?;
/// let ruling = judge.ruling("lcg:3.5")?.expect("it is held");
/// let newest: &DocumentRef = ruling.document();
/// let since: InForce = ruling.in_force[0];
/// assert_eq!((since.from, since.until, ruling.title_by), (newest.date, None, TitleBy::Document));
/// let correction: &Correction = &ruling.corrections[0];
/// assert!(ruling.text().contains(&correction.corrected));
/// let named: Vec<&CardRef> = ruling.cards.iter().collect();
/// assert!(named.is_empty()); // it is about every card
///
/// let rule = judge.ruling("lcg:core.ability-types")?.expect("it is held");
/// let info: DigestInfo = rule.digest.expect("a rule of the rulebook, in judge's own words");
/// assert_eq!((info.place(), info.certain), ("p. 24", Certain::Yes));
/// # Ok::<(), judge::Error>(())
/// ```
///
/// An answer says how it read the question, and what its first result rests on:
///
/// ```
/// use judge::Judge;
/// use judge::parts::{Evidence, Language, ScoreParts, SpellingCorrection, SubAnswer, Subject};
/// use judge::parts::{TermExplanation, Timing, Translated};
///
/// let judge = Judge::built_in()?;
/// let answer = judge.answer("sheild protection")?;
/// let correction: &SpellingCorrection = &answer.corrected[0];
/// assert_eq!((correction.typed.as_str(), correction.searched.as_deref()), ("sheild", Some("shield")));
/// let first: &ScoreParts = answer.results[0].parts.as_ref().expect("no number was asked for");
/// let word: &TermExplanation = &answer.results[0].explained[0];
/// assert!(first.similarity > 0.0 && word.known);
/// let evidence: Evidence = answer.evidence.expect("something was found");
/// assert!(evidence.similarity > 0.0);
/// let timing: Timing = answer.timing;
/// assert!(!timing.steps.is_empty());
///
/// let answer = judge.answer("Zählt das Verschieben von Schaden als Schaden")?;
/// let translated: Translated = answer.translated.expect("it is no English");
/// assert_eq!(translated.language, Language::German);
///
/// let answer = judge.answer("my opponent is late for the round")?;
/// let subject: Subject = answer.beyond.expect("no document held is about it");
/// assert!(!subject.r#where.is_empty());
///
/// let post = "My opponent played Counter-Stroke on my event, so it was canceled before anything happened. \
///     Do I get the resources back that I paid for it?\nAnd may I look through my deck for another one \
///     without shuffling afterwards?";
/// let questions: Vec<SubAnswer> = judge.answer(post)?.questions;
/// assert_eq!(questions.len(), 2);
/// # Ok::<(), judge::Error>(())
/// ```
///
/// A check of a deck says which lines are open, and an error in a situation where it is:
///
/// ```
/// use judge::parts::{CardAt, DeckFormat, DiagnosticCode, LikelyOutcome, Location, Severity, Side};
/// use judge::{Error, Judge, Verdict};
///
/// let judge = Judge::built_in()?;
/// let list = "Sith\n2x Fall of the Jedi\n3x Counsel of the Sith\n2x Death and Despayre\n\
///     2x The Ghosts of the Dark Side\n1x Cruel Interrogations\n";
/// let report = judge.check_decks("list.txt", list.as_bytes()).remove(0);
/// assert_eq!((report.format, report.side), (Some(DeckFormat::Plain), Some(Side::Dark)));
/// let set: &CardAt = &report.violations[0].cards[0]; // three copies; two are the most
/// assert_eq!(set.name, "Counsel of the Sith");
/// let likely: Option<LikelyOutcome> = report.likely_outcome;
/// assert!(likely.is_none()); // no line is open
///
/// let refused = judge.replay_text("mine.yaml", "- {name: mine, game: chess}");
/// let Err(Error::Situation(found)) = refused else { panic!("chess is not held") };
/// let place: &Location = &found[0].place;
/// assert_eq!((place.to_string().as_str(), found[0].severity), ("mine.yaml:1:3", Severity::Error));
/// assert_eq!(found[0].code, DiagnosticCode::Yaml);
/// # Ok::<(), judge::Error>(())
/// ```
pub mod parts {
    pub use crate::corpus::cards::Side;
    pub use crate::corpus::diagnostic::{DiagnosticCode, Location, Severity};
    pub use crate::corpus::digest_info::{Certain, DigestInfo};
    pub use crate::corpus::languages::Language;
    pub use crate::corpus::ruling::{CardRef, Correction, DocumentRef, InForce, TitleBy};
    pub use crate::corpus::weight::Weight;
    pub use crate::deck::list::DeckFormat;
    pub use crate::deck::report::{CardAt, IfNamed, LikelyOutcome};
    pub use crate::engine::script::report::{Changed, NewErratum, NotInForce};
    pub use crate::search::answer::{SubAnswer, Timing};
    pub use crate::search::answerability::Evidence;
    pub use crate::search::build::Subject;
    pub use crate::search::languages::Translated;
    pub use crate::search::rank::TermExplanation;
    pub use crate::search::scoring::ScoreParts;
    pub use crate::search::terms::SpellingCorrection;
}
