//! `judge list`.

use clap::Args;

use crate::cli::as_of;
use crate::cli::rulings::names_card;
use crate::cli::ui::Ui;
use crate::cli::{Context, Status, UsageError};
use crate::corpus::{Authority, Day, Kind, Ruling};
use crate::render::style::{Style, safe};
use crate::render::{Format, json};
use crate::search::{AsOfDay, HeldRulings, Subjects};

const EXAMPLES: &str = "\
Examples:
  judge list --kind errata
  judge list --game tcg --as-of 2003-01-01
  judge list --card 'echo base' --format json";

/// List the entries
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ListArgs {
    /// Only entries of this kind
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only entries of this document
    #[arg(long, value_name = "ID")]
    document: Option<String>,
    /// Only entries below a heading with these words
    #[arg(long, value_name = "WORDS")]
    section: Option<String>,
    /// Only entries that name this card
    #[arg(long, value_name = "NAME")]
    card: Option<String>,
}

/// Lists the entries in force, or with `--document` all entries of that document. Rules in judge's own words
/// are listed only if their kind or document was requested.
///
/// # Errors
/// Usage errors, and rulings that cannot be read.
pub(super) fn run(args: &ListArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let globals = &context.globals;
    let as_of = as_of::of(context)?;
    let kind = args.kind.as_deref().map(kind).transpose()?;
    let held = context.held_rulings(ui)?;
    if let Some(document) = &args.document {
        refuse_unknown(document, &held)?;
    }
    let mut rulings = held.rulings()?;
    // Without a day, all entries of a document are listed.
    if args.document.is_none() || as_of.day.is_some() {
        as_of.keep_in_force(&mut rulings);
    }
    rulings.retain(|r| globals.game().is_none_or(|g| r.game == g) && args.matches(r, kind));
    let not_held = as_of.not_held(&held, &globals.games());
    let newer = as_of.newer(&held, &Subjects::games(rulings.iter().map(|r| r.game)));
    if globals.format() == Format::Json {
        let listed = json::entries(&as_of::entries(&as_of, &held, &rulings)?, &not_held);
        ui.json(&json::with_newer(listed, &newer))?;
    } else if rulings.is_empty() {
        not_held.iter().try_for_each(|sentence| ui.sentences(sentence))?;
        if let Some(sentence) = nothing(args, context, as_of.day, ui)? {
            ui.note(&sentence);
        }
    } else {
        as_of::print_not_held(&not_held, globals.format(), ui)?;
        let style = ui.style();
        for r in &rulings {
            ui.print(&line(r, &as_of, globals.format(), &style))?;
        }
        as_of::print_newer(&newer, globals.format(), ui)?;
    }
    Ok(Status::found(!rulings.is_empty()))
}

impl ListArgs {
    /// Whether a ruling satisfies every criterion; `kind` is the parsed one.
    fn matches(&self, ruling: &Ruling, kind: Option<Kind>) -> bool {
        let is_digest = ruling.authority == Authority::Digest;
        self.document.as_ref().is_none_or(|id| ruling.documents.iter().any(|d| d.id == *id))
            && (!is_digest || kind == Some(Kind::Rule) || self.document.is_some())
            && kind.is_none_or(|k| ruling.kind == k)
            && self.section.as_ref().is_none_or(|s| below(ruling, s))
            && self.card.as_ref().is_none_or(|c| names_card(ruling, c))
    }
}

fn refuse_unknown(document: &str, held: &HeldRulings) -> Result<(), UsageError> {
    let known: Vec<&str> = held.info().documents.iter().map(|d| d.id.as_str()).collect();
    if known.contains(&document) {
        return Ok(());
    }
    Err(UsageError(format!("There is no document {document}; there are {}.", known.join(", "))))
}

/// Reports that no entry matches all criteria, and suggests spellings for a card that no entry names. `None`
/// if only the day rules the entries out.
fn nothing(args: &ListArgs, context: &Context, day: Option<Day>, ui: &Ui) -> anyhow::Result<Option<String>> {
    let game = context.globals.game();
    let asked = [
        ("kind", &args.kind),
        ("document", &args.document),
        ("section", &args.section),
        ("card", &args.card),
    ];
    let asked: Vec<String> = asked
        .iter()
        .filter_map(|(name, value)| value.as_ref().map(|value| format!("`--{name} {value}`")))
        .chain(game.map(|game| format!("`--game {}`", game.code())))
        .collect();
    if asked.is_empty() {
        return Ok(None);
    }
    let meant = match &args.card {
        Some(card) => context.library(ui)?.correct_spelling(card, game)?,
        None => String::new(),
    };
    let near = args.card.as_ref().is_some_and(|card| !meant.is_empty() && !card.eq_ignore_ascii_case(&meant));
    let hint = if near { format!(" Is “{meant}” meant?") } else { String::new() };
    let on = day.map_or(String::new(), |day| format!(" as of {day}"));
    Ok(Some(format!("no entry is of {}{on}.{hint}", asked.join(" and "))))
}

fn kind(word: &str) -> Result<Kind, UsageError> {
    Kind::from_word(word).ok_or_else(|| {
        let known: Vec<&str> = Kind::ALL.iter().map(|k| k.word()).collect();
        UsageError(format!("There is no kind {word}; there are {}.", known.join(", ")))
    })
}

fn below(ruling: &Ruling, words: &str) -> bool {
    ruling.section.join(" ").to_lowercase().contains(&words.to_lowercase())
}

/// The title, labelled if the ruling is an event's own or not in force.
fn labelled(ruling: &Ruling, as_of: &AsOfDay) -> String {
    let force = if as_of.is_in_force(ruling) { "" } else { "[not in force] " };
    format!("{}{force}{}", ruling.label(), ruling.shown_title())
}

/// Id and title: in columns if the terminal is wide enough, in Markdown with the citation.
fn line(ruling: &Ruling, as_of: &AsOfDay, format: Format, style: &Style) -> String {
    let title = labelled(ruling, as_of);
    if format == Format::Markdown {
        let citation = ruling.citation_on(as_of.day);
        return format!("- `{}` {}: {}\n", ruling.id, safe(&title), safe(&citation));
    }
    let id = format!("{:<34}", ruling.id);
    let room = style.width.saturating_sub(id.chars().count() + 1);
    if room < 20 {
        return format!("{}\n    {}\n", ruling.id, Style::cut(&safe(&title), style.width - 4));
    }
    format!("{} {}\n", style.citation(&id), Style::cut(&safe(&title), room))
}
