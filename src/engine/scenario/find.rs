//! The scenario, or the variation of one, that a name means.

use super::load::Loaded;
use super::{Played, Replay};

/// A scenario to play, or one of its variations.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    /// The scenario.
    pub loaded: Loaded,
    /// The variation, where it alone is meant.
    pub variation: Option<String>,
}

/// The scenario, or variation, of a name.
pub(crate) fn find(all: &[Loaded], name: &str) -> Option<Chosen> {
    for loaded in all {
        let about = loaded.about();
        if about.name == name {
            return Some(Chosen::whole(loaded.clone()));
        }
        if about.variations.iter().any(|v| v == name) {
            return Some(Chosen { loaded: loaded.clone(), variation: Some(name.to_owned()) });
        }
    }
    None
}

impl Chosen {
    /// A scenario with all its variations.
    pub(crate) fn whole(loaded: Loaded) -> Self {
        Self { loaded, variation: None }
    }

    /// What is meant of a replay of the scenario with all its variations.
    pub(crate) fn of(&self, replay: Replay) -> Vec<Played> {
        let meant = |p: &Played| self.variation.as_ref().is_none_or(|v| p.name == *v);
        replay.scenarios.into_iter().filter(meant).collect()
    }
}
