//! Which kept scenarios demonstrate which ruling.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::files::File;

/// The part of a scenario, or of a variation, that says which rulings it demonstrates.
#[derive(Debug, Deserialize)]
struct ScenarioHead {
    name: String,
    #[serde(default)]
    rulings: Vec<String>,
    #[serde(default)]
    variations: Vec<ScenarioHead>,
}

/// Scenario names by the id of the ruling they (or their variations) demonstrate.
#[derive(Debug, Default)]
pub(super) struct Scenarios(BTreeMap<String, Vec<String>>);

impl Scenarios {
    /// Adds the scenarios of a file. Unreadable ones are skipped here; `judge lint` reports them.
    pub(super) fn read(&mut self, file: &File) {
        let briefs =
            file.one::<Vec<ScenarioHead>>().or_else(|_| file.one::<ScenarioHead>().map(|brief| vec![brief]));
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

    /// The scenarios that demonstrate a ruling, in file order.
    pub(super) fn of(&self, ruling: &str) -> Vec<String> {
        self.0.get(ruling).cloned().unwrap_or_default()
    }
}
