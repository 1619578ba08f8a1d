//! What every picture of a replay shows: the steps as they are nested, the players, the verdict.

use crate::engine::scenario::{Played, StepOut};
use crate::render::replay;
use crate::render::style::safe;

/// The deepest nesting that is still drawn as a box of its own.
pub(super) const DEEPEST: usize = 12;
/// The number of players with a colour and a line of their own.
const MARKS: usize = 2;

/// A step, or the steps of a sequence that interrupts.
pub(super) enum Node<'p> {
    Step(&'p StepOut),
    Nested(Vec<Node<'p>>),
}

impl Node<'_> {
    pub(super) fn first(&self) -> Option<&StepOut> {
        match self {
            Node::Step(step) => Some(step),
            Node::Nested(nodes) => nodes.first().and_then(Node::first),
        }
    }
}

/// The steps as they are nested.
pub(super) fn tree(steps: &[StepOut]) -> Vec<Node<'_>> {
    let mut open: Vec<Vec<Node<'_>>> = vec![Vec::new()];
    for step in steps {
        let depth = step.depth.min(DEEPEST);
        close(&mut open, depth);
        while open.len() <= depth {
            open.push(Vec::new());
        }
        if let Some(innermost) = open.last_mut() {
            innermost.push(Node::Step(step));
        }
    }
    close(&mut open, 0);
    open.pop().unwrap_or_default()
}

/// Closes the boxes that are deeper than `depth`.
fn close(open: &mut Vec<Vec<Node<'_>>>, depth: usize) {
    while open.len() > depth + 1 {
        let inner = open.pop().unwrap_or_default();
        if let Some(outer) = open.last_mut() {
            outer.push(Node::Nested(inner));
        }
    }
}

/// The players who act, in the order of their first steps, and the letters that stand for them.
pub(super) struct Players<'p> {
    pub(super) names: Vec<(&'p str, String)>,
}

impl<'p> Players<'p> {
    pub(super) fn of(played: &'p Played) -> Self {
        let mut names: Vec<&str> = Vec::new();
        for actor in played.steps.iter().filter_map(|s| s.actor.as_deref()) {
            if !names.contains(&actor) {
                names.push(actor);
            }
        }
        let letter = |name: &str| name.chars().next().map_or('?', |c| c.to_ascii_uppercase());
        let letters: Vec<char> = names.iter().map(|name| letter(name)).collect();
        let alone = |c: &char| letters.iter().filter(|other| *other == c).count() == 1;
        let marks = letters
            .iter()
            .enumerate()
            .map(|(n, c)| if alone(c) { c.to_string() } else { (n + 1).to_string() });
        Self { names: names.iter().copied().zip(marks).collect() }
    }

    /// The player's place in the order, below [`MARKS`], and the letter.
    pub(super) fn mark(&self, actor: Option<&str>) -> Option<(usize, &str)> {
        let place = self.names.iter().position(|(name, _)| Some(*name) == actor)?;
        Some((place.min(MARKS), &self.names[place].1))
    }

    /// The class of what a player does: it decides colour and line.
    pub(super) fn class(&self, actor: Option<&str>) -> String {
        self.mark(actor).map_or_else(|| "nobody".to_owned(), |(place, _)| format!("p{place}"))
    }

    /// Letters and names: `K Kris`.
    pub(super) fn legend(&self) -> impl Iterator<Item = (String, &str, &str)> {
        self.names.iter().map(|(name, mark)| (self.class(Some(name)), mark.as_str(), *name))
    }
}

/// What a picture is called.
pub(super) fn title(played: &Played) -> String {
    format!("{}: {}", played.name, played.title)
}

/// The verdict, with what was left out for it.
pub(super) fn verdict(played: &Played) -> String {
    let left_out = replay::left_out(played).map_or_else(String::new, |what| format!(", {what}"));
    format!("{}{left_out}", replay::verdict(played))
}

/// What was expected and is not so, each as a sentence.
pub(super) fn failures(played: &Played) -> Vec<String> {
    let failed = played.expectations.iter().filter(|c| !c.passed);
    failed.map(|c| format!("NOT {}; found: {}", c.expect, c.found)).collect()
}

/// Of a step that comes to nothing, that it does.
pub(super) fn canceled(step: &StepOut) -> Option<String> {
    step.canceled_by.map(|by| format!("canceled by step {by}"))
}

/// A step for those who hear the picture.
pub(super) fn spoken(step: &StepOut, players: &Players<'_>) -> String {
    let who = players.mark(step.actor.as_deref()).map_or(String::new(), |(_, letter)| format!(" ({letter})"));
    let nested = match step.depth {
        0 => String::new(),
        depth => format!(", nested {depth} deep"),
    };
    let canceled = canceled(step).map_or(String::new(), |c| format!(", {c}"));
    let text = safe(&step.text);
    format!("{}{who}{nested}{canceled}: {text} [{}]", step.n, safe(&replay::basis(step)))
}
