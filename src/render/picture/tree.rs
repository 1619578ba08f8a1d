//! What all pictures of a replay show: nested steps, players, verdict.

use crate::engine::scenario::{Played, StepOut};
use crate::render::replay;
use crate::render::style::safe;

/// The deepest nesting that gets a box of its own.
pub(super) const MAX_BOX_DEPTH: usize = 12;
/// The number of players that have a colour and line style.
const MARKS: usize = 2;

/// A step, or a nested sequence of steps.
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

/// Arranges the steps by their nesting.
pub(super) fn tree(steps: &[StepOut]) -> Vec<Node<'_>> {
    let mut open: Vec<Vec<Node<'_>>> = vec![Vec::new()];
    for step in steps {
        let depth = step.depth.min(MAX_BOX_DEPTH);
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

/// Closes the sequences nested deeper than `depth`.
fn close(open: &mut Vec<Vec<Node<'_>>>, depth: usize) {
    while open.len() > depth + 1 {
        let inner = open.pop().unwrap_or_default();
        if let Some(outer) = open.last_mut() {
            outer.push(Node::Nested(inner));
        }
    }
}

/// The acting players in order of first appearance, with their letters.
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

    /// A player's index, capped at [`MARKS`], and letter.
    pub(super) fn mark(&self, actor: Option<&str>) -> Option<(usize, &str)> {
        let place = self.names.iter().position(|(name, _)| Some(*name) == actor)?;
        Some((place.min(MARKS), &self.names[place].1))
    }

    /// The CSS class that determines a player's colour and line style.
    pub(super) fn class(&self, actor: Option<&str>) -> String {
        self.mark(actor).map_or_else(|| "nobody".to_owned(), |(place, _)| format!("p{place}"))
    }

    /// Letters and names: `K Kris`.
    pub(super) fn legend(&self) -> impl Iterator<Item = (String, &str, &str)> {
        self.names.iter().map(|(name, mark)| (self.class(Some(name)), mark.as_str(), *name))
    }
}

/// The title of a picture.
pub(super) fn title(played: &Played) -> String {
    format!("{}: {}", played.name, played.title)
}

/// The verdict, with the switches and omissions that led to it.
pub(super) fn verdict(played: &Played) -> String {
    let left_out = replay::left_out(&played.left_out).map_or_else(String::new, |what| format!(", {what}"));
    format!("{}{left_out}", replay::verdict(played))
}

/// The failed expectations, one sentence each.
pub(super) fn failures(played: &Played) -> Vec<String> {
    let failed = played.expectations.iter().filter(|c| !c.passed);
    failed.map(|c| format!("NOT {}; found: {}", c.expect, c.found)).collect()
}

/// A remark on a step whose effect was canceled.
pub(super) fn canceled(step: &StepOut) -> Option<String> {
    step.canceled_by.map(|by| format!("canceled by step {by}"))
}

/// A step as text for screen readers.
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
