//! Which kept scenarios demonstrate which ruling: their names, as an answer gives them.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::files::File;

/// As much of a scenario, or of a variation, as tells what it is called and which rulings it demonstrates.
#[derive(Debug, Deserialize)]
struct Brief {
    name: String,
    #[serde(default)]
    rulings: Vec<String>,
    #[serde(default)]
    variations: Vec<Brief>,
}

/// The names of scenarios, by the id of the ruling that they, or variations of them, demonstrate.
#[derive(Debug, Default)]
pub(super) struct Scenarios(BTreeMap<String, Vec<String>>);

impl Scenarios {
    /// Adds those of a file. One that cannot be read is passed over: it says nothing of the rulings, and
    /// `judge lint` tells what is wrong with it.
    pub(super) fn read(&mut self, file: &File) {
        let briefs = file.one::<Vec<Brief>>().or_else(|_| file.one::<Brief>().map(|brief| vec![brief]));
        for brief in briefs.into_iter().flatten() {
            let varied = brief.variations.iter().flat_map(|variation| &variation.rulings);
            for ruling in brief.rulings.iter().chain(varied) {
                let names = self.0.entry(ruling.clone()).or_default();
                if names.last() != Some(&brief.name) {
                    names.push(brief.name.clone());
                }
            }
        }
    }

    /// Those that demonstrate a ruling, in the order of their files.
    pub(super) fn of(&self, ruling: &str) -> Vec<String> {
        self.0.get(ruling).cloned().unwrap_or_default()
    }
}
