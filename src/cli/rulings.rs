//! Looks up rulings by id, number, page or card, and shows them in full; shared by several commands and the
//! other user interfaces.

use super::UsageError;
use super::as_of;
use super::ui::Ui;
use crate::corpus::plural::pluralize;
use crate::corpus::suggest::{nearest_id, nearest_shown};
use crate::corpus::{Corpus, Game, Ruling, digest};
use crate::render::ruling::{self, View};
use crate::render::{Format, json};
use crate::search::direct::{self, Direct, NumberAlone};
use crate::search::{AsOfDay, HeldRulings, Subjects, analyze};

/// Inserts after each section its parts, unless the section quotes them itself, as it does its bullets.
pub(crate) fn with_parts(
    rulings: Vec<Ruling>,
    held: &HeldRulings,
    as_of: &AsOfDay,
) -> anyhow::Result<Vec<Ruling>> {
    let mut out = Vec::new();
    for mut ruling in rulings {
        ruling.parts = as_of.parts(held, &ruling)?;
        let mut parts = if ruling.parts.is_empty() { held.items_of(&ruling.id)? } else { Vec::new() };
        as_of.keep_in_force(&mut parts);
        ruling.parts =
            if parts.is_empty() { ruling.parts } else { parts.iter().map(|r| r.id.clone()).collect() };
        out.push(ruling);
        out.extend(parts);
    }
    Ok(out)
}

/// The digest entries on any of the cited rulebook pages.
fn on_pages(held: &HeldRulings, pages: &[u32]) -> anyhow::Result<Vec<Ruling>> {
    let on = |r: &Ruling| r.digest.as_ref().is_some_and(|d| d.pages().iter().any(|p| pages.contains(p)));
    Ok(held.rulings()?.into_iter().filter(on).collect())
}

/// The rulings with an id, number or page, provided they have the clause, if one is given. Except for ids,
/// prefers rulings in force.
pub(crate) fn lookup(
    held: &HeldRulings,
    id: &str,
    game: Option<Game>,
    as_of: &AsOfDay,
) -> anyhow::Result<Vec<Ruling>> {
    let (bare, clause) = split_clause(id);
    let mut rulings = lookup_entries(held, bare, game, as_of)?;
    rulings.retain(|r| clause.is_none_or(|number| ruling::clause(r, number).is_some()));
    Ok(rulings)
}

/// Splits an id from its clause number: `lcg:timing.nested#2`.
pub(crate) fn split_clause(id: &str) -> (&str, Option<&str>) {
    let id = id.trim();
    id.split_once('#').map_or((id, None), |(bare, number)| (bare, Some(number)))
}

/// The rulings with an id, number or page.
fn lookup_entries(
    held: &HeldRulings,
    bare: &str,
    game: Option<Game>,
    as_of: &AsOfDay,
) -> anyhow::Result<Vec<Ruling>> {
    let pages = if bare.contains(':') { Vec::new() } else { digest::pages(bare) };
    let mut rulings: Vec<Ruling> = match direct::direct(bare).into_iter().next() {
        _ if !pages.is_empty() => on_pages(held, &pages)?,
        Some(Direct::Rule(number)) => held.by_number(&number)?,
        Some(Direct::Card(number)) => held.by_key(&number)?,
        Some(Direct::Set(number)) => held.by_key(&format!("set {number}"))?,
        Some(Direct::Id(id)) => return Ok(held.ruling(&id)?.into_iter().collect()),
        None => {
            let mut found = Vec::new();
            for code in Game::ALL.map(Game::code) {
                found.extend(held.ruling(&format!("{code}:{}", bare.to_lowercase()))?);
            }
            found
        }
    };
    rulings.retain(|r| game.is_none_or(|g| r.game == g));
    if rulings.iter().any(|r| as_of.is_in_force(r)) {
        as_of.keep_in_force(&mut rulings);
    }
    Ok(rulings)
}

/// What the words name together: a card's number where they are nothing else, `core 0057`, and otherwise each
/// for itself.
pub(crate) fn as_number(words: &[String]) -> Vec<String> {
    match direct::number_alone(&words.join(" ")) {
        Some(NumberAlone::Card(number)) => vec![number],
        Some(NumberAlone::Set(_)) | None => words.to_vec(),
    }
}

/// Longer input, in characters, is not compared with ids: that would be slow, and no id is that long.
const MAX_ID_LENGTH: usize = 120;

/// Reports that there is no such entry, and suggests similar ones.
///
/// # Errors
/// If the rulings cannot be read.
pub(crate) fn no_entry_message(
    held: &HeldRulings,
    id: &str,
    game: Option<Game>,
    as_of: &AsOfDay,
) -> anyhow::Result<String> {
    if let (whole, Some(number)) = split_clause(id)
        && let Some(ruling) = lookup(held, whole, game, as_of)?.first()
    {
        let clauses = pluralize(ruling.clauses().len(), "clause");
        return Ok(format!("{} has {clauses}, and no #{number}.", ruling.id));
    }
    if let Some(searched) = game
        && let Some(other) = lookup(held, id, None, as_of)?.first()
    {
        return Ok(of_other_game(&format!("The entry `{id}`"), other.game, searched));
    }
    let bare = id.trim().to_lowercase();
    let length = bare.chars().count();
    if length > MAX_ID_LENGTH {
        let start: String = id.trim().chars().take(MAX_ID_LENGTH / 3).collect();
        return Ok(format!(
            "There is no entry `{start}…`, {length} characters long. `judge list` lists all ids."
        ));
    }
    if held.names_a_card(id)? {
        return Ok(format!(
            "There is no entry `{id}`. It is the name of a card: `judge card {}`.",
            id.trim()
        ));
    }
    let hint = match nearest(held, &bare, game)? {
        Some(near) => format!("The nearest is {near}."),
        None => "`judge list` lists all ids.".to_owned(),
    };
    Ok(format!("There is no entry `{id}`. {hint}"))
}

/// The entry whose id, with or without its game, is at most three edits away, with its label.
fn nearest(held: &HeldRulings, id: &str, game: Option<Game>) -> anyhow::Result<Option<String>> {
    let rulings = held.rulings()?;
    let of_game = rulings.iter().filter(|r| game.is_none_or(|g| r.game == g));
    let forms = of_game.flat_map(|r| {
        let short = r.id.split_once(':').map_or(r.id.as_str(), |(_, short)| short);
        [(r.id.as_str(), labelled(r)), (short, labelled(r))]
    });
    Ok(nearest_shown(id, forms))
}

/// Resolves an id or number to a ruling's id.
///
/// # Errors
/// If there is no such ruling, or the number is one of several games'.
pub(crate) fn resolve_id(corpus: &Corpus, typed: &str, game: Option<Game>) -> Result<String, UsageError> {
    let bare = typed.trim().trim_start_matches('(').trim_end_matches(')');
    if let Some(ruling) = corpus.ruling(bare) {
        return Ok(ruling.id.clone());
    }
    let is_it = |r: &&Ruling| {
        r.number.as_deref() == Some(bare) && r.is_in_force(None) && game.is_none_or(|g| g == r.game)
    };
    let found: Vec<&Ruling> = corpus.rulings().filter(is_it).collect();
    match found.as_slice() {
        [one] => Ok(one.id.clone()),
        [] => {
            let hint = nearest_id(bare, corpus.rulings().map(|r| r.id.as_str()))
                .map_or("`judge list` lists all ids.".to_owned(), |id| format!("Is {id} meant?"));
            Err(UsageError(format!("There is no ruling `{typed}`. {hint}")))
        }
        several => {
            let ids: Vec<&str> = several.iter().map(|r| r.id.as_str()).collect();
            Err(UsageError(format!("{typed} may be {}; write which.", ids.join(" or "))))
        }
    }
}

/// The message that something exists, but for the game that was excluded.
pub(crate) fn of_other_game(what: &str, of: Game, searched: Game) -> String {
    let (of, searched) = (of.code(), searched.code());
    format!(
        "{what} is of the {}; only the {} is asked about (`--game {searched}`, or JUDGE_GAME). Say `--game {of}`.",
        of.to_uppercase(),
        searched.to_uppercase()
    )
}

/// The id, labelled if the ruling is not official.
pub(crate) fn labelled(ruling: &Ruling) -> String {
    format!("{}{}", ruling.label(), ruling.id)
}

/// Returns the ranges of a ruling's text to highlight.
pub(crate) type Marks<'m> = &'m dyn Fn(&Ruling) -> Vec<(usize, usize)>;

/// Prints rulings in full, as of a day and in any format.
pub(crate) struct RulingPrinter<'a> {
    pub as_of: &'a AsOfDay,
    pub held: &'a HeldRulings,
    pub format: Format,
}

impl RulingPrinter<'_> {
    /// Prints rulings, with notices about documents of the day that are not held.
    ///
    /// # Errors
    /// Unreadable rulings, and I/O errors.
    pub(crate) fn print(&self, rulings: &[Ruling], ui: &mut Ui) -> anyhow::Result<()> {
        self.print_marked(rulings, &|_| Vec::new(), ui)
    }

    /// Like [`Self::print`], with highlights.
    ///
    /// # Errors
    /// Unreadable rulings, and I/O errors.
    pub(crate) fn print_marked(
        &self,
        rulings: &[Ruling],
        marks: Marks<'_>,
        ui: &mut Ui,
    ) -> anyhow::Result<()> {
        if self.format == Format::Json {
            return ui.json(&json(rulings, self.as_of, self.held)?);
        }
        as_of::print_not_held(&self.as_of.not_held_for(self.held, rulings), self.format, ui)?;
        for (n, ruling) in rulings.iter().enumerate() {
            self.separate(n, ui)?;
            self.one_marked(ruling, &marks(ruling), ui)?;
        }
        Ok(())
    }

    /// Prints a single ruling as text or Markdown.
    ///
    /// # Errors
    /// Unreadable rulings, and I/O errors.
    pub(crate) fn one(&self, ruling: &Ruling, ui: &mut Ui) -> anyhow::Result<()> {
        self.one_marked(ruling, &[], ui)
    }

    /// Prints what comes between rulings, before the `n`th one (from 0).
    ///
    /// # Errors
    /// Any I/O error.
    pub(crate) fn separate(&self, n: usize, ui: &mut Ui) -> std::io::Result<()> {
        match self.format {
            _ if n == 0 => Ok(()),
            Format::Markdown => ui.print("\n---\n\n"),
            Format::Text | Format::Json => ui.print("\n\n"),
        }
    }

    fn one_marked(&self, ruling: &Ruling, highlights: &[(usize, usize)], ui: &mut Ui) -> anyhow::Result<()> {
        let by_tag = self.as_of.by_tag(ruling);
        let view = View { day: self.as_of.day, by_tag: by_tag.as_ref(), highlights, ..View::default() };
        if self.format == Format::Markdown {
            ui.print(&ruling::markdown(ruling, view))?;
        } else {
            let style = ui.style();
            let notes = ruling::notes(ruling, &as_of::house_links(self.held, ruling)?, &style);
            ui.print(&format!("{}\n{notes}", ruling::text(ruling, view, &style)))?;
        }
        Ok(())
    }
}

/// The JSON output of rulings in full.
///
/// # Errors
/// If the linked rulings cannot be read.
pub(crate) fn json(
    rulings: &[Ruling],
    as_of: &AsOfDay,
    held: &HeldRulings,
) -> anyhow::Result<serde_json::Value> {
    let value = json::entries(&as_of::entries(as_of, held, rulings)?, &as_of.not_held_for(held, rulings));
    Ok(json::with_newer(value, &as_of.newer(held, &Subjects::rulings(rulings))))
}

/// Whether a ruling names a card whose name contains all of these words.
pub(crate) fn names_card(ruling: &Ruling, card: &str) -> bool {
    let normalized =
        |text: &str| -> Vec<String> { analyze::words(text).into_iter().map(|w| w.text).collect() };
    let wanted = normalized(card);
    ruling.cards.iter().any(|c| {
        let has = normalized(&c.name);
        c.number.as_deref() == Some(card) || !wanted.is_empty() && wanted.iter().all(|w| has.contains(w))
    })
}
