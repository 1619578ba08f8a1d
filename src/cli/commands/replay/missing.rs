//! Error messages for scenarios that do not exist.

use super::ReplayData;
use crate::cli::Globals;
use crate::cli::rulings;
use crate::corpus::Game;
use crate::corpus::suggest::nearest;
use crate::engine::scenario::find::find;
use crate::engine::scenario::load::Loaded;

/// The error if the scenario belongs to the game that the options exclude.
pub(super) fn of_other_game(
    data: &ReplayData,
    globals: &Globals,
    name: &str,
) -> anyhow::Result<Option<String>> {
    let Some(searched) = globals.game() else { return Ok(None) };
    let other = Game::ALL.into_iter().find(|game| *game != searched);
    let Some(other) = other.filter(|_| !name.is_empty()) else { return Ok(None) };
    let there = find(&data.all(Some(other))?, name).is_some();
    Ok(there.then(|| rulings::of_other_game(&format!("The scenario {name}"), other, searched)))
}

/// The error for an unknown scenario, with suggestions.
pub(crate) fn unknown(all: &[Loaded], name: &str) -> String {
    let names = all.iter().flat_map(|l| {
        let about = l.about();
        std::iter::once(about.name).chain(about.variations)
    });
    let names: Vec<String> = names.collect();
    let begin: Vec<&str> =
        names.iter().map(String::as_str).filter(|n| !name.is_empty() && n.contains(name)).take(4).collect();
    let max_edits = (name.chars().count() / 3).min(4);
    let near = nearest(name, names.iter().map(|known| (known.as_str(), known)), max_edits);
    match (near, begin.as_slice()) {
        (Some(near), []) => format!("There is no scenario {name}. Is {near} meant?"),
        (_, [one]) => format!("There is no scenario {name}. Is {one} meant?"),
        (_, begin @ [_, ..]) => format!("There is no scenario {name}. Is it one of {}?", begin.join(", ")),
        (None, []) => format!(
            "There is no scenario {name}, and no file of that name. `judge replay --list` lists them."
        ),
    }
}
