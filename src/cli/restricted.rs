//! `judge restricted`.

use clap::Args;
use serde_json::json;

use super::asked::{self, Asked};
use super::ui::Ui;
use super::{FOUND, Globals, NOTHING, context, deck, show};
use crate::corpus::{CardBook, Game, Kind, Ruling};
use crate::deck::RestrictedList;
use crate::render::{Format, deck as look, json};

/// Show the restricted list in force
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  judge restricted\n  judge restricted --as-of 2017-06-01\n  judge restricted --format json"
)]
pub struct RestrictedArgs {}

/// Shows the list: its rule whole, and in JSON every listed objective set besides. Of a day whose document is not held,
/// what decks are judged by.
///
/// # Errors
/// Rulings that cannot be read.
pub fn run(_: &RestrictedArgs, globals: &Globals, ui: &mut Ui) -> anyhow::Result<u8> {
    let asked = Asked::of(globals)?;
    let library = context::library(globals, ui)?;
    let mut found = library.rulings()?;
    found.retain(|r| {
        r.kind == Kind::Restricted && r.is_in_force(asked.day) && globals.game().is_none_or(|g| r.game == g)
    });
    let not_held = asked.not_held(&library, &context::games(globals));
    let newer = asked.newer(&library, context::games(globals));
    let known = if not_held.is_empty() { None } else { known(&asked, &found, globals)? };
    if globals.format() == Format::Json {
        let mut value = json::entries(&asked.entries(&library, &found)?, &not_held);
        if let Some((list, _)) = &known {
            value["known_list"] = json!(list);
        }
        ui.json(&json::with_newer(value, &newer))?;
        return Ok(status(&found));
    }
    if found.is_empty() {
        ui.sentences("No restricted list is in force in the documents held.")?;
        not_held.iter().try_for_each(|sentence| ui.sentences(sentence))?;
    } else {
        asked::tell(&not_held, globals.format(), ui)?;
    }
    // The whole list quotes its items; showing them again one by one would say everything twice.
    for (n, ruling) in found.iter().filter(|r| r.part_of.is_none()).enumerate() {
        show::one(ruling, n == 0, &asked, &library, globals.format(), ui)?;
    }
    if let Some((list, book)) = &known {
        let style = ui.style();
        ui.print(&format!("\n{}", look::restricted_list(list, &book.lcg, &style)))?;
    }
    asked::tell_newer(asked.told(&newer), globals.format(), ui)?;
    Ok(status(&found))
}

fn status(found: &[Ruling]) -> u8 {
    if found.is_empty() { NOTHING } else { FOUND }
}

/// The list that decks of the lcg are judged by on the day, where none of the rulings found is it.
fn known(
    asked: &Asked,
    found: &[Ruling],
    globals: &Globals,
) -> anyhow::Result<Option<(RestrictedList, CardBook)>> {
    if globals.game().is_some_and(|g| g != Game::Lcg) {
        return Ok(None);
    }
    let (_, book, figures) = deck::facts(globals)?;
    let day = asked.day.or_else(|| figures.newest_day(Game::Lcg));
    let list = day.and_then(|day| figures.restricted_on(day)).cloned();
    let shown = |list: &RestrictedList| {
        list.ruling.as_ref().is_some_and(|id| found.iter().any(|r| r.id == id.as_str()))
    };
    Ok(list.filter(|list| !shown(list)).map(|list| (list, book)))
}
