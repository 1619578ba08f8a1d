//! A replay as a Mermaid sequence diagram, which wikis and code hosts can draw.

use std::fmt::Write;

use super::Notices;
use super::tree::{Node, Players, canceled, title, tree, verdict};
use crate::corpus::plural::pluralize;
use crate::engine::scenario::{Played, StepOut};
use crate::render::Style;
use crate::render::replay;
use crate::render::style::safe;

/// The maximum length of a note's line, in characters.
const LINE: usize = 56;

/// The diagram of one scenario or variation: a lane for each player, a frame for each nested sequence, and
/// notices about documents that are not held.
pub fn mermaid(played: &Played, notices: &Notices) -> String {
    let players = Players::of(played);
    let mut out = format!(
        "sequenceDiagram\n  accTitle: {}\n  accDescr: {}, {}, each with what it rests on\n",
        plain(&title(played)),
        plain(&verdict(played)),
        pluralize(played.steps.len(), "step")
    );
    for (place, (_, letter, name)) in players.legend().enumerate() {
        let _ = writeln!(out, "  participant p{place} as {} ({})", plain(name), plain(letter));
    }
    if players.names.is_empty() {
        out.push_str("  participant p0 as game\n");
    }
    let over_all = |sentence: String| format!("  Note over {}: {}\n", all(&players), broken(&sentence));
    out.extend(notices.not_held.iter().cloned().chain(replay::as_of(played)).map(over_all));
    draw(&tree(&played.steps), 1, &players, &mut out);
    out.extend(notices.newer.iter().cloned().map(over_all));
    out
}

fn draw(nodes: &[Node<'_>], depth: usize, players: &Players<'_>, out: &mut String) {
    let indent = "  ".repeat(depth);
    for node in nodes {
        match node {
            Node::Step(step) => {
                let _ = writeln!(out, "{indent}Note over {}: {}", lane(step, players), note(step));
            }
            Node::Nested(inner) => {
                let _ = writeln!(out, "{indent}rect rgba(128, 128, 128, 0.18)");
                draw(inner, depth + 1, players, out);
                let _ = writeln!(out, "{indent}end");
            }
        }
    }
}

/// The acting player's lane, or all lanes if no player acts.
fn lane(step: &StepOut, players: &Players<'_>) -> String {
    let acts = players.names.iter().position(|(name, _)| Some(*name) == step.actor.as_deref());
    acts.map_or_else(|| all(players), |place| format!("p{place}"))
}

fn all(players: &Players<'_>) -> String {
    match players.names.len() {
        0 | 1 => "p0".to_owned(),
        n => format!("p0,p{}", n - 1),
    }
}

fn note(step: &StepOut) -> String {
    let canceled = canceled(step).map_or(String::new(), |c| format!(" ({c})"));
    let text = format!("{}. {}{canceled}", step.n, step.text);
    let basis = format!("[{}]", replay::basis(step));
    format!("{}<br/>{}", broken(&text), broken(&basis))
}

/// Breaks a text into lines.
fn broken(text: &str) -> String {
    let lines = Style::plain(LINE).wrap(&safe(text), "", "");
    lines.iter().map(|line| plain(line)).collect::<Vec<_>>().join("<br/>")
}

/// Escapes Mermaid syntax.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in safe(text).chars() {
        match c {
            '\n' => out.push(' '),
            '#' | ';' | '<' | '>' | '&' | '{' | '}' | '%' | '"' | '\\' => {
                let _ = write!(out, "#{};", c as u32);
            }
            c => out.push(c),
        }
    }
    // `end` is a keyword only on a line of its own, and a note never begins with it.
    out
}
