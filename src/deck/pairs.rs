//! Pairs of decks: each player brings one of each side. Files are grouped by folder or by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use schemars::JsonSchema;
use serde::Serialize;

use super::report::{DeckReport, Verdict};
use crate::corpus::Game;
use crate::corpus::cards::Side;

/// A player's decks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayersDecks {
    /// The folder, or the common part of the file names.
    pub player: String,
    /// Indices of the decks in the report.
    pub decks: Vec<usize>,
    /// Sides without a deck.
    pub missing: Vec<Side>,
    /// Sides with more than one deck.
    pub doubled: Vec<Side>,
    /// TCG: neutral cards in more than one of the decks.
    pub shared_neutrals: Vec<String>,
}

/// Words in file names that denote a side rather than a player.
const SIDE_WORDS: [&str; 14] =
    ["light", "dark", "lightside", "darkside", "ls", "ds", "side", "deck", "l", "d", "1", "2", "a", "b"];

/// Groups decks by player.
pub fn players(decks: &[DeckReport]) -> Vec<PlayersDecks> {
    let mut folders: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, deck) in decks.iter().enumerate() {
        let folder = Path::new(&deck.file).parent().map(|p| p.display().to_string()).unwrap_or_default();
        folders.entry(folder).or_default().push(at);
    }
    let several = folders.len() > 1;
    let mut players = Vec::new();
    for (folder, files) in &folders {
        let mut stems: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for at in files {
            stems.entry(stem(&decks[*at].file)).or_default().push(*at);
        }
        // If no two names match and there are several folders, each folder is a player's.
        if several && stems.len() == files.len() {
            let name = Path::new(folder).file_name().map(|n| n.to_string_lossy().into_owned());
            players.push(player(name.unwrap_or_default(), files.clone(), decks));
        } else {
            players.extend(stems.into_iter().map(|(stem, files)| player(stem, files, decks)));
        }
    }
    players
}

/// A file name without its extension and words for a side.
fn stem(file: &str) -> String {
    let name = Path::new(file).file_stem().map(|s| s.to_string_lossy().to_lowercase()).unwrap_or_default();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let kept: Vec<&str> = words.filter(|w| !SIDE_WORDS.contains(w)).collect();
    if kept.is_empty() { name } else { kept.join(" ") }
}

fn player(name: String, files: Vec<usize>, decks: &[DeckReport]) -> PlayersDecks {
    let of = |side: Side| files.iter().filter(|at| decks[**at].side == Some(side)).count();
    let sides = [Side::Light, Side::Dark];
    PlayersDecks {
        missing: sides.into_iter().filter(|side| of(*side) == 0).collect(),
        doubled: sides.into_iter().filter(|side| of(*side) > 1).collect(),
        shared_neutrals: shared(&files, decks),
        player: name,
        decks: files,
    }
}

fn shared(files: &[usize], decks: &[DeckReport]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut shared = BTreeSet::new();
    for at in files.iter().filter(|at| decks[**at].game == Some(Game::Tcg)) {
        let own: BTreeSet<&String> = decks[*at].neutrals.iter().collect();
        shared.extend(own.iter().filter(|n| seen.contains(**n)).map(|n| (*n).clone()));
        seen.extend(own);
    }
    shared.into_iter().collect()
}

impl PlayersDecks {
    /// What is wrong with the pair, in sentences.
    pub(crate) fn problems(&self, decks: &[DeckReport]) -> Vec<String> {
        let mut said = Vec::new();
        if self.decks.iter().any(|at| decks[*at].verdict == Verdict::Unreadable) {
            said.push("a file that is no deck".to_owned());
        }
        said.extend(self.missing.iter().map(|side| format!("no {side} side deck")));
        said.extend(self.doubled.iter().map(|side| format!("more than one {side} side deck")));
        if !self.shared_neutrals.is_empty() {
            said.push(format!("neutral cards in both decks: {}", self.shared_neutrals.join(", ")));
        }
        said
    }
}
