//! A scenario to fill in: what stands where, with the cards a judge names, ready to be run.

use std::fmt::Write as _;
use std::sync::Arc;

use schemars::schema_for;

use super::expect::written;
use super::given::full_name;
use super::{CardOf, Game, Names};
use crate::corpus::yaml::Spanned;
use crate::engine::cards::wording::or;
use crate::engine::cards::{Cards, Printed, Side};

/// A scenario to fill in, and what was understood by the names it was asked for with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewScenario {
    /// Its YAML.
    pub text: String,
    /// A sentence for each name that several cards have: which one is taken.
    pub notes: Vec<String>,
}

/// What a game's skeleton is made of.
#[derive(Debug, Default)]
pub struct Skeleton {
    /// Whose turn it is, in a game in which it is somebody's.
    pub active: Option<Side>,
    /// Cards of the scenario's own that it needs, a line each.
    pub own: Vec<String>,
    /// What each side has, the light side first: a place, and the cards in it.
    pub sides: [Vec<(&'static str, Vec<String>)>; 2],
    /// What else is given, a line each.
    pub given: Vec<String>,
    /// What a first line may look like, for a comment.
    pub hint: String,
    /// What is so at the beginning, as an expectation.
    pub expect: String,
}

/// A point of the timing chart, as one at which a scenario may begin.
pub trait Begins<G: Game>: Sized {
    /// Why no scenario begins there, where none does: the middle of something else is no beginning.
    fn cannot_begin(self) -> Option<&'static str> {
        None
    }

    /// What a scenario with these cards that begins there needs; each card with how it is written.
    fn skeleton(self, cards: &[(String, Arc<CardOf<G>>)]) -> Skeleton;
}

/// The point of that name.
pub(crate) fn point<G: Game>(word: &str) -> Option<G::Point> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}

/// The points of a game's turn, in their order: each is documented, so that the schema has it by itself.
pub fn points<G: Game>() -> Vec<String> {
    let schema = serde_json::to_value(schema_for!(G::Point)).unwrap_or_default();
    let one_of = schema.get("oneOf").and_then(|all| all.as_array()).cloned().unwrap_or_default();
    one_of.iter().filter_map(|one| one.get("const")?.as_str().map(str::to_owned)).collect()
}

/// A name as YAML writes it within a list.
pub(crate) fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " '-()./+".contains(c);
    let starts = name.chars().next().is_some_and(|c| c.is_alphanumeric());
    if starts && name.chars().all(plain) && !name.ends_with(' ') {
        name.to_owned()
    } else {
        serde_json::Value::String(name.to_owned()).to_string()
    }
}

/// The name by which the scenario knows a card that is written so.
pub(crate) fn name<T: Printed>(written: &str, card: &T) -> String {
    match written.split_once(", as: ") {
        Some((_, name)) => name.trim_end_matches('}').to_owned(),
        None => quoted(card.name()),
    }
}

/// Writes the skeleton of a scenario with these cards. Of several of one name it takes the first printed.
///
/// # Errors
/// A sentence, for a card that is not known.
pub(crate) fn write<G: Game>(
    point: G::Point,
    cards: &[String],
    library: &Cards<CardOf<G>>,
) -> Result<NewScenario, String> {
    let names = Names::new(&[], library);
    let mut found: Vec<(String, Arc<CardOf<G>>)> = Vec::new();
    let mut notes = Vec::new();
    for name in cards {
        let card = meant(&names, name, &mut notes)?;
        let shared = names.find(card.name()).len() > 1;
        let written = if shared { full_name(card.as_ref()) } else { card.name().to_owned() };
        let copies = found.iter().filter(|(_, other)| other.name() == card.name()).count();
        let entry = match copies {
            0 => quoted(&written),
            n => format!(
                "{{card: {}, as: {}}}",
                quoted(&written),
                quoted(&format!("{} {}", card.name(), n + 1))
            ),
        };
        found.push((entry, card));
    }
    Ok(NewScenario { text: shown::<G>(point, &point.skeleton(&found)), notes })
}

/// The card of a name; of several the first printed, which is noted.
fn meant<T: Printed + Clone>(
    names: &Names<'_, T>,
    name: &str,
    notes: &mut Vec<String>,
) -> Result<Arc<T>, String> {
    let problem = match names.printed("--new", name, &Spanned::without_span(())) {
        Ok(card) => return Ok(card),
        Err(problem) => problem,
    };
    // Those that share a name were printed in the order of their numbers, or of their sets' letters.
    let mut several = names.find(name);
    several.sort_by(|a, b| a.number().cmp(&b.number()));
    let Some((first, others)) = several.split_first() else {
        let hint = problem.hint.map_or_else(String::new, |hint| format!(" {hint}"));
        return Err(format!("{}{hint}", problem.message));
    };
    let others = others.iter().map(|card| full_name(card.as_ref()));
    notes.push(format!(
        "Several cards are called {name}: {}, the first printed, is taken, not {}.",
        full_name(first.as_ref()),
        or(others)
    ));
    Ok(Arc::clone(first))
}

fn shown<G: Game>(point: G::Point, skeleton: &Skeleton) -> String {
    let word = written(&point);
    let mut out = format!(
        "name: my-situation                # lower case, hyphens\ngame: {}\ntitle: What is asked, in one line\nplayers: \
         {{light: Light, dark: Dark}}\n",
        G::CODE
    );
    if let Some(side) = skeleton.active {
        let side = if side == Side::Light { "light" } else { "dark" };
        let _ = writeln!(out, "active: {side}                      # whose turn it is");
    }
    let _ = writeln!(out, "at: {word}");
    if !skeleton.own.is_empty() {
        let _ = writeln!(out, "cards:");
        for card in &skeleton.own {
            let _ = writeln!(out, "  - {card}");
        }
    }
    let _ = writeln!(out, "given:");
    for (side, places) in ["light", "dark"].iter().zip(&skeleton.sides) {
        let _ = writeln!(out, "  {side}:");
        for (place, cards) in places {
            let _ = writeln!(out, "    {place}: [{}]", cards.join(", "));
        }
    }
    for line in &skeleton.given {
        let _ = writeln!(out, "  {line}");
    }
    let _ = writeln!(out, "script:\n  - until: {word}\n  # - {}", skeleton.hint);
    let _ = writeln!(out, "expect:\n  - {}", skeleton.expect);
    out
}
