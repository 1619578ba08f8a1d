//! `judge replay --list`.

use super::ReplayData;
use crate::cli::ui::Ui;
use crate::cli::{Globals, Status};
use crate::corpus::Game;
use crate::engine::scenario::About;
use crate::engine::scenario::load::{Loaded, about};
use crate::render::Format;
use crate::render::replay as look;
use crate::render::style::safe;

impl ReplayData {
    /// What all scenarios are called and about.
    fn about(&self, game: Option<Game>) -> anyhow::Result<Vec<About>> {
        // Where nothing is wrong with any of them, none need be set up for that.
        let sound = self.files.are_sound().then(|| self.scenarios().map(about).collect::<Option<Vec<_>>>());
        if let Some(all) = sound.flatten() {
            return Ok(all.into_iter().flatten().filter(|a| game.is_none_or(|g| g == a.game)).collect());
        }
        Ok(self.all(game)?.iter().map(Loaded::about).collect())
    }
}

/// Lists the scenarios that have all the words.
pub(super) fn list(
    data: &ReplayData,
    words: &[String],
    globals: &Globals,
    ui: &mut Ui,
) -> anyhow::Result<Status> {
    let mut all = data.about(globals.game())?;
    let words: Vec<String> = words.iter().flat_map(|w| w.split_whitespace()).map(str::to_lowercase).collect();
    all.retain(|about| has_all(about, &words));
    if globals.format() == Format::Json {
        ui.json(&look::listed(&all))?;
        return Ok(Status::Found);
    }
    if all.is_empty() {
        ui.error(&format!(
            "No scenario has {} in its name, title, rulings or variations.",
            words.join(" and ")
        ));
        return Ok(Status::Nothing);
    }
    let style = ui.style();
    for about in &all {
        ui.print(&format!("{}  {}\n", about.game.code(), style.title(&safe(&about.name))))?;
        for line in style.wrap(&safe(&about.title), "     ", "     ") {
            ui.print(&format!("{line}\n"))?;
        }
        for variation in &about.variations {
            ui.print(&format!("{}\n", style.aside(&safe(&format!("     · {variation}")))))?;
        }
    }
    Ok(Status::Found)
}

/// Whether every word is in what a scenario is called and about.
pub(crate) fn has_all(about: &About, words: &[String]) -> bool {
    let said = [&about.name, &about.title].into_iter().chain(&about.rulings).chain(&about.variations);
    let said = said.map(|text| text.to_lowercase()).collect::<Vec<_>>().join("\n");
    words.iter().all(|word| said.contains(word.as_str()))
}
