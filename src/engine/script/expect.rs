//! What is expected, compared with what was found.

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use super::format::Scenario;
use super::reasons::{cited, rests_on, what_to_write};
use super::run::Run;
use super::sides::side;
use super::steps::{Kind, StepKind};
use super::words::Move;
use super::{CardTable as _, Checked, Game};
use crate::engine::cards::vocabulary::unknown_among;
use crate::engine::cards::wording::pluralize;
use crate::engine::cards::{CardId, Many, Side, Winner, is_same, normalize_name};
use crate::engine::kernel::{Basis, Player, Question, Refusal, State, Step, Table as _};

/// What a replay leaves to be checked.
#[derive(Debug)]
pub struct Record<'a, G: Game> {
    /// The state in which it ended.
    pub state: &'a State<G>,
    /// Every step.
    pub steps: &'a [Step<G::StepKind>],
    /// The questions to the players, in order.
    pub questions: &'a [Question<G>],
}

/// An expectation, as far as it is the same in every game.
pub trait Expectation<G: Game> {
    /// What every game's expectations may say.
    fn common(&self) -> Common<'_, G>;
}

/// What is expected, as far as a game alone understands it.
pub trait Checks<G: Game> {
    /// Checks what is said of a card.
    fn card(&self, record: &Record<'_, G>, card: CardId, parts: &mut Parts);

    /// Checks what is said of the table.
    fn table(&self, record: &Record<'_, G>, parts: &mut Parts);
}

/// The player who is said to be the first to decide, and in what kind of window.
pub trait MatchesQuestion<G: Game> {
    fn side(&self) -> Side;

    /// Whether a question is one of that kind.
    fn matches(&self, topic: &G::Topic) -> bool;
}

/// What every game's expectations may say.
#[derive(Debug)]
pub struct Common<'e, G: Game> {
    /// The card it is about.
    pub card: Option<&'e str>,
    /// A word that needs a card it is about, if one is said.
    pub of_a_card: Option<&'static str>,
    pub first_question: Option<&'e G::FirstQuestion>,
    /// Who has won.
    pub winner: Option<Winner>,
    /// Where play stands.
    pub at: Option<G::Point>,
    /// How often the loop ran.
    pub loops: Option<u64>,
    pub happened: &'e IndexMap<Kind<G::StepKind>, Many<String>>,
    /// Steps that did not happen.
    pub never: &'e IndexMap<Kind<G::StepKind>, Many<String>>,
    /// Steps that happened in this order.
    pub order: &'e [IndexMap<Kind<G::StepKind>, String>],
    /// How often.
    pub times: Option<usize>,
    /// What a player could do.
    pub allowed: Option<&'e IndexMap<String, Move<G::Doing>>>,
    /// What a player cannot do.
    pub refused: Option<&'e IndexMap<String, Move<G::Doing>>>,
    /// The ruling by which it is refused.
    pub because: Option<&'e str>,
    /// A ruling some step rests on.
    pub cites: Option<&'e str>,
}

/// What one expectation comes to, part by part.
#[derive(Debug, Default)]
pub struct Parts {
    expected: Vec<String>,
    found: Vec<String>,
    failed: bool,
}

/// A value as the scenario format writes it: a word, a number, `none`, or a list in brackets.
pub(in crate::engine) fn written(value: &impl Serialize) -> String {
    // Numbers, words and lists of them always have a JSON form.
    serde_json::to_value(value).map_or_else(|_| String::new(), |value| shown(&value))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(word) => word.clone(),
        Value::Array(all) => format!("[{}]", all.iter().map(shown).collect::<Vec<_>>().join(", ")),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

impl Parts {
    /// Something wanted, compared with what was found.
    pub(crate) fn part<T: PartialEq + Serialize>(&mut self, name: &str, wanted: &T, found: &T) {
        self.say(name, &written(wanted), wanted == found, &written(found));
    }

    /// The same, where it is wanted at all.
    pub fn opt<T: PartialEq + Serialize>(&mut self, name: &str, wanted: &Option<T>, found: &T) {
        if let Some(wanted) = wanted {
            self.part(name, wanted, found);
        }
    }

    /// What was wanted and what was found, in words.
    pub(crate) fn say(&mut self, name: &str, wanted: &str, passed: bool, found: &str) {
        self.expected.push(format!("{name}: {wanted}"));
        self.found.push(format!("{name}: {found}"));
        self.failed |= !passed;
    }

    /// Whether something needs what is printed on a card that nobody knows: it is never guessed.
    pub(crate) fn needs_unknown(&mut self, needed: bool, unknown: bool) -> bool {
        if needed && unknown {
            self.say("facts", "known", false, "not determined: the card is unknown");
        }
        needed && unknown
    }

    /// Quantities of a card.
    pub(crate) fn values<S: Serialize>(&mut self, wanted: &IndexMap<S, u32>, found: impl Fn(&S) -> u32) {
        for (stat, n) in wanted {
            self.part(&written(stat), n, &found(stat));
        }
    }

    /// Keywords that a card has, and that it does not have. `known` are those there are; whether a line is
    /// one of them, with whatever stands behind it, `is_known` says.
    pub(crate) fn keywords(
        &mut self,
        (with, without): (&[String], &[String]),
        known: &[&str],
        is_known: impl Fn(&str) -> bool,
        has: impl Fn(&str) -> bool,
    ) {
        for (keywords, wanted) in [(with, true), (without, false)] {
            for keyword in keywords {
                let found = has(keyword);
                if found || is_known(keyword) {
                    self.part(keyword, &wanted, &found);
                } else {
                    self.say(keyword, "a keyword", false, &unknown_among(known, "keyword", keyword));
                }
            }
        }
    }

    /// A card that should be the one of that name.
    pub(crate) fn card<G: Game>(
        &mut self,
        name: &str,
        wanted: &str,
        state: &State<G>,
        found: Option<CardId>,
        none: &str,
    ) {
        let shown = found.map_or(none, |id| state.table.id(id));
        let same = match found {
            Some(id) => super::names::card_of::<G>(&state.table, wanted) == Ok(id),
            None => [normalize_name(none), normalize_name("none")].contains(&normalize_name(wanted)),
        };
        self.say(name, wanted, same, shown);
    }
}

/// Checks an expectation against what a replay left.
pub(super) fn check<G: Game>(run: &Run<G>, expect: &G::Expect) -> Checked {
    let record = Record { state: &run.state, steps: &run.steps, questions: &run.questions };
    let common = expect.common();
    let mut parts = Parts::default();
    if let Some(name) = common.card {
        match super::names::card_of::<G>(&run.state.table, name) {
            Ok(id) => expect.card(&record, id, &mut parts),
            Err(text) => parts.say(name, "to be there", false, &text),
        }
    } else if let Some(word) = common.of_a_card {
        parts.say(&word.replace('_', "-"), "of the card named by `card:`", false, "no card is named");
    }
    expect.table(&record, &mut parts);
    table(run, &common, &mut parts);
    trace(&record, &common, &mut parts);
    legality(run, &common, &mut parts);
    let subject = common.card.map_or(String::new(), |name| format!("{name}: "));
    if parts.expected.is_empty() {
        parts.say("an expectation", "something that is expected", false, "nothing is said");
    }
    Checked::new(
        format!("{subject}{}", parts.expected.join(", ")),
        !parts.failed,
        format!("{subject}{}", parts.found.join(", ")),
    )
}

/// Every expectation of a scenario.
pub(super) fn check_all<G: Game>(run: &Run<G>, scenario: &Scenario<G>) -> Vec<Checked> {
    scenario.expect.iter().map(|expect| check(run, &expect.value)).collect()
}

fn table<G: Game>(run: &Run<G>, common: &Common<'_, G>, parts: &mut Parts) {
    if let Some(wanted) = common.winner {
        parts.part("winner", &wanted, &run.state.table.winner());
    }
    if let Some(wanted) = common.at {
        let word = |point: Option<G::Point>| point.map_or("none of these points".to_owned(), |p| written(&p));
        let found = run.ends_behind.or_else(|| G::stands_at(&run.state));
        parts.say("at", &word(Some(wanted)), found == Some(wanted), &word(found));
    }
    parts.opt("loops", &common.loops, &run.loops);
}

fn is_step<K: StepKind>(step: &Step<K>, kind: K, card: &str) -> bool {
    let wanted = normalize_name(card);
    let any = matches!(wanted.as_str(), "any" | "");
    let about = step.is_about(|about| normalize_name(about) == wanted);
    let actor = step.actor.as_ref().is_some_and(|actor| normalize_name(actor) == wanted);
    step.kind == kind && (any || about || actor)
}

/// What the steps call that which a name means: a card, which may be called by any name it goes by, or a
/// player.
fn subject<G: Game>(record: &Record<'_, G>, name: &str) -> Result<String, String> {
    let table = &record.state.table;
    if matches!(normalize_name(name).as_str(), "any" | "") {
        return Ok(name.to_owned());
    }
    match super::names::card_of::<G>(table, name) {
        Ok(id) => Ok(table.id(id).to_owned()),
        Err(text) => G::player(record.state, name).map(|player| table.name(player).to_owned()).ok_or(text),
    }
}

fn trace<G: Game>(record: &Record<'_, G>, common: &Common<'_, G>, parts: &mut Parts) {
    let wanted = common.times.map_or("at least once".to_owned(), |n| pluralize(n, "time"));
    counted(record, common.happened, &wanted, parts, |found| match common.times {
        Some(times) => found == times,
        None => found > 0,
    });
    counted(record, common.never, "never", parts, |found| found == 0);
    order(record, common, parts);
    if let Some(first) = common.first_question {
        let asked = record.questions.iter().find(|question| first.matches(&question.topic));
        parts.part("first asked", &Some(first.side()), &asked.map(|question| side(question.player)));
    }
    if let Some(ruling) = common.cites {
        let cited = record.steps.iter().any(|step| match &step.basis {
            Basis::Ruling(id) => id == ruling || id.split('#').next() == Some(ruling),
            Basis::Rulebook(rule) => rule.says.first() == Some(&ruling),
            Basis::Card(_) | Basis::Unspecified(_) | Basis::Program(_) | Basis::Question => false,
        });
        parts.say("a step rests on", ruling, cited, if cited { ruling } else { "no step does" });
    }
}

/// How often each of these steps is there, and whether that is as it should be.
fn counted<G: Game>(
    record: &Record<'_, G>,
    steps: &IndexMap<Kind<G::StepKind>, Many<String>>,
    wanted: &str,
    parts: &mut Parts,
    fits: impl Fn(usize) -> bool,
) {
    for (kind, name) in
        steps.iter().flat_map(|(kind, names)| names.all().iter().map(move |name| (kind, name)))
    {
        let label = format!("{} {name}", kind.word());
        match subject(record, name) {
            Err(text) => parts.say(&label, wanted, false, &text),
            Ok(card) => {
                let found = record.steps.iter().filter(|step| is_step(step, kind.0, &card)).count();
                let others = match found {
                    0 if !fits(0) => steps_of(record.steps, &card),
                    _ => String::new(),
                };
                parts.say(&label, wanted, fits(found), &(pluralize(found, "time") + &others));
            }
        }
    }
}

/// The kinds of step that there were about a card, for whoever expected another one.
fn steps_of<K: StepKind>(steps: &[Step<K>], card: &str) -> String {
    let about = |step: &&Step<K>| step.is_about(|about| is_same(about, card));
    let mut kinds: Vec<&str> = Vec::new();
    for step in steps.iter().filter(about) {
        if !kinds.contains(&step.kind.word()) {
            kinds.push(step.kind.word());
        }
    }
    match kinds.as_slice() {
        [] => String::new(),
        kinds => format!(" (of {card} there are: {})", kinds.join(", ")),
    }
}

/// Steps in order, each after the one before.
fn order<G: Game>(record: &Record<'_, G>, common: &Common<'_, G>, parts: &mut Parts) {
    let mut from = 0;
    let mut before: Option<String> = None;
    for (kind, card) in common.order.iter().flatten() {
        let wanted = format!("{} {card}", kind.word());
        let name = match subject(record, card) {
            Ok(name) => name,
            Err(text) => {
                parts.say("then", &wanted, false, &text);
                continue;
            }
        };
        let is = |step: &Step<G::StepKind>| is_step(step, kind.0, &name);
        let rest = record.steps.get(from..).unwrap_or_default();
        match rest.iter().position(is) {
            Some(at) => {
                from += at + 1;
                parts.say("then", &wanted, true, &format!("{wanted} (step {from})"));
                before = Some(wanted);
            }
            None => {
                let earlier = record.steps.iter().position(is);
                let after =
                    before.as_ref().map_or(String::new(), |before| format!(" after {before} (step {from})"));
                let found = match earlier {
                    Some(at) => format!("{wanted} only before that (step {}), not{after}", at + 1),
                    None => format!("no step {wanted}{}", steps_of(record.steps, &name)),
                };
                parts.say("then", &wanted, false, &found);
            }
        }
    }
}

fn legality<G: Game>(run: &Run<G>, common: &Common<'_, G>, parts: &mut Parts) {
    let legality = |name: &str, does: &Move<G::Doing>| -> Result<Result<(), Refusal>, String> {
        let player: Player = G::player(&run.state, name).ok_or("nobody is called that")?;
        Ok(run.may(player, does))
    };
    for (name, does) in common.allowed.into_iter().flatten() {
        let (passed, found) = match legality(name, does) {
            Ok(Ok(())) => (true, "allowed".to_owned()),
            Ok(Err(refusal)) => (false, cited(&refusal.text, &refusal.basis)),
            Err(text) => (false, text),
        };
        parts.say(&format!("{name}'s move"), "allowed", passed, &found);
    }
    for (name, does) in common.refused.into_iter().flatten() {
        match legality(name, does) {
            Ok(Ok(())) => parts.say(&format!("{name}'s move"), "refused", false, "allowed"),
            Ok(Err(refusal)) => refused_by(run, name, &refusal, common.because.unwrap_or_default(), parts),
            Err(text) => parts.say(name, "to be a player", false, &text),
        }
    }
}

/// Whether a refusal rests on what was expected; if not, what to write.
fn refused_by<G: Game>(run: &Run<G>, name: &str, refusal: &Refusal, because: &str, parts: &mut Parts) {
    let mut found = cited(&refusal.text, &refusal.basis);
    let passed = rests_on::<G>(&run.state.table, refusal, because);
    if !passed && !because.is_empty() {
        found += &what_to_write(refusal, because);
    }
    let wanted = if because.is_empty() { "refused".to_owned() } else { format!("refused by {because}") };
    parts.say(&format!("{name}'s move"), &wanted, passed, &found);
}
