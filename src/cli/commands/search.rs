//! `judge search`, and `judge WORDS…`.

use std::io::BufRead;

use anyhow::Context as _;
use clap::Args;

use crate::cli::as_of;
use crate::cli::ui::Ui;
use crate::cli::{Context, Globals, Status, UsageError, rulings};
use crate::corpus::newer;
use crate::corpus::{Authority, Day, Game, Ruling};
use crate::render::answer::{self, AnswerOptions};
use crate::render::style::safe;
use crate::render::{Format, json};
use crate::search::index_info::DocumentLine;
use crate::search::{Answer, AnswerKind, AsOfDay, HeldRulings, Library, Request, Subjects, query};

const EXAMPLES: &str = "\
Examples:
  judge search he countered my event, do I get the resources back
  judge search -n 10 protect
  judge search '\"edge battle\" won'           an exact phrase
  judge search 'shield -protect'             without a word
  judge search 'card:\"boba fett\" capture'    only rulings that name a card
  judge search 'kind:faq document:tcg-rulings-2005'
  judge - < questions.txt                    one question a line

Filters: card, kind, document, game, number, section.";

const KINDS: &str = "
Kinds: errata, restricted, clarification, definition, timing, ruling, faq,
rule (of a rulebook, told in judge's own words).";

/// Search the rulings
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}{KINDS}"))]
pub(crate) struct SearchArgs {
    /// What was said; `field:value`, "exact phrase" and -without work
    #[arg(required = true, allow_negative_numbers = true, value_name = "WORDS")]
    words: Vec<String>,
    /// How many results
    #[arg(short = 'n', long, default_value_t = LIMIT, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    limit: u16,
    /// Leave out the rules told in judge's own words
    #[arg(long)]
    official: bool,
    /// Show why each result stands where it does
    #[arg(long)]
    why: bool,
    /// Show where the time went
    #[arg(long)]
    timing: bool,
}

/// The default number of results.
const LIMIT: u16 = 5;

impl SearchArgs {
    /// The arguments when only words were given.
    pub(crate) fn without_options(words: Vec<String>) -> Self {
        Self { words, limit: LIMIT, official: false, why: false, timing: false }
    }
}

/// How many rulings are suggested if nothing was found.
const NEAREST: usize = 3;

/// Searches.
///
/// # Errors
/// Usage errors, and rulings that cannot be read.
pub(crate) fn run(args: &SearchArgs, context: &Context, ui: &mut Ui) -> anyhow::Result<Status> {
    let words = args.words.join(" ");
    if words.trim().is_empty() {
        return Err(
            UsageError("There is nothing to search for. Type what the player said.".to_owned()).into()
        );
    }
    let started = std::time::Instant::now();
    let (as_of, library) = as_of::with_library(context, ui)?;
    let several = words == "-";
    let run = SearchRun { args, context, as_of, library, several, opened: started.elapsed() };
    if several { run.answer_lines(ui) } else { run.answer(&words, ui) }
}

/// What the questions of one invocation have in common.
struct SearchRun<'a> {
    args: &'a SearchArgs,
    context: &'a Context,
    as_of: AsOfDay,
    library: Library,
    /// Whether questions are read from standard input, one per line; JSON output is then one line per answer.
    several: bool,
    opened: std::time::Duration,
}

/// The maximum length of a line, in bytes.
const MAX_LINE_LENGTH: u64 = 1 << 20;

/// The question in a line of standard input.
fn question(line: &[u8], number: usize) -> Result<&str, UsageError> {
    let text = std::str::from_utf8(line).map(str::trim);
    text.map_err(|_| {
        let save = "Save the questions as plain text in UTF-8.";
        UsageError(format!("line {number} of standard input is not in UTF-8. {save}"))
    })
}

impl SearchRun<'_> {
    /// Answers each line of standard input: as JSON Lines, or as text below the question.
    fn answer_lines(&self, ui: &mut Ui) -> anyhow::Result<Status> {
        // Once an answer is out, the command cannot be restarted without the index, so verify it now.
        self.library.check()?;
        let mut input = std::io::stdin().lock();
        let mut status = Status::Found;
        let mut line = Vec::new();
        let mut asked = false;
        for number in 1.. {
            line.clear();
            let read = std::io::Read::take(&mut input, MAX_LINE_LENGTH).read_until(b'\n', &mut line);
            match read.context("standard input cannot be read")? {
                0 => break,
                n if n as u64 == MAX_LINE_LENGTH && line.last() != Some(&b'\n') => {
                    let text = format!("line {number} of standard input is longer than a question: 1 MiB.");
                    return Err(UsageError(text).into());
                }
                _ => {}
            }
            let words = question(&line, number)?;
            if words.is_empty() {
                continue;
            }
            asked = true;
            if self.context.globals.format() != Format::Json {
                ui.print(&format!("# {}\n\n", safe(words)))?;
            }
            status = status.max(self.answer(words, ui)?);
            if self.context.globals.format() != Format::Json {
                ui.print("\n")?;
            }
            ui.flush()?;
        }
        if !asked {
            let text = "Standard input has no question. Write one a line: `judge - < questions.txt`.";
            return Err(UsageError(text.to_owned()).into());
        }
        Ok(status)
    }

    /// Answers one question.
    fn answer(&self, words: &str, ui: &mut Ui) -> anyhow::Result<Status> {
        let Self { args, context, as_of, library, opened, .. } = self;
        let globals = &context.globals;
        let limit = usize::from(args.limit);
        // On a terminal, only the first result is shown in full.
        let marked = if globals.format() == Format::Json { limit } else { 1 };
        let request = Request {
            words: words.to_owned(),
            game: globals.game(),
            as_of: as_of.day,
            official: args.official,
            limit,
            marked,
        };
        let mut answer = self::answer(library, &request)?;
        if args.why {
            library.add_nearest_asks(&mut answer, context.corpus()?);
        }
        answer.timing.steps.insert(0, ("opening the index", *opened));
        if globals.format() == Format::Json {
            let value = self::json(&answer, library, as_of, globals, args.why)?;
            if self.several {
                ui.json_line(&value)?
            } else {
                ui.json(&value)?
            }
            return Ok(status_of(&answer));
        }
        if answer.results.is_empty() {
            return self.print_nothing(&answer, ui);
        }
        self.print_found(&answer, ui)
    }

    /// Prints the results as text or Markdown, with the documents that are not held and those known to be
    /// newer.
    fn print_found(&self, answer: &Answer, ui: &mut Ui) -> anyhow::Result<Status> {
        let Self { args, context, as_of, library, .. } = self;
        let (globals, day) = (&context.globals, as_of.day);
        let newer = as_of.newer(library.held(), &Subjects::answer(answer, globals.games()));
        let first = answer.results.first().map(|hit| hit.ruling.game);
        let newer_known = newer::to_report(&newer).iter().find(|n| Some(n.game) == first);
        let wanted = AnswerOptions { day, why: args.why, timing: args.timing, newer: newer_known };
        let not_held = as_of.not_held(library.held(), &globals.games());
        as_of::print_not_held(&not_held, globals.format(), ui)?;
        ui.print(&match globals.format() {
            Format::Markdown => answer::markdown(answer, day, newer_known),
            Format::Text | Format::Json => answer::text(answer, wanted, &ui.style()),
        })?;
        Ok(status_of(answer))
    }

    /// Prints an empty result: what was searched for, in which documents, and the nearest rulings.
    fn print_nothing(&self, answer: &Answer, ui: &mut Ui) -> anyhow::Result<Status> {
        let Self { args, context, as_of, library, .. } = self;
        let (globals, day) = (&context.globals, as_of.day);
        let (documents, nearest) = around_nothing(library, answer, args.official, globals.game(), day)?;
        let lines: Vec<String> = nearest
            .iter()
            .map(|r| format!("{}  {}  {}", rulings::labelled(r), r.citation_on(day), r.shown_title()))
            .collect();
        ui.print(&answer::nothing(answer, &documents, &lines, &ui.style()))?;
        let not_held = as_of.not_held(library.held(), &globals.games());
        not_held.iter().try_for_each(|sentence| ui.sentences(sentence))?;
        let newer = as_of.newer(library.held(), &Subjects::answer(answer, globals.games()));
        as_of::print_newer(&newer, globals.format(), ui)?;
        Ok(Status::Nothing)
    }
}

/// The exit status for an answer.
fn status_of(answer: &Answer) -> Status {
    Status::found(matches!(answer.kind, AnswerKind::Found | AnswerKind::Rulebook))
}

/// Runs a search; shared by all user interfaces.
///
/// # Errors
/// If the rulings cannot be read.
pub(crate) fn answer(library: &Library, request: &Request) -> anyhow::Result<Answer> {
    let mut answer = library.search(request)?;
    label_collapsed(&mut answer, library.held())?;
    Ok(answer)
}

/// The JSON output.
///
/// # Errors
/// If the linked rulings cannot be read.
pub(crate) fn json(
    answer: &Answer,
    library: &Library,
    as_of: &AsOfDay,
    globals: &Globals,
    why: bool,
) -> anyhow::Result<serde_json::Value> {
    let rulings: Vec<Ruling> = answer.results.iter().map(|hit| hit.ruling.clone()).collect();
    let entries = as_of::entries(as_of, library.held(), &rulings)?;
    let not_held = as_of.not_held(library.held(), &globals.games());
    let newer = as_of.newer(library.held(), &Subjects::answer(answer, globals.games()));
    Ok(json::with_newer(json::answer(answer, &entries, &not_held, why), &newer))
}

/// Labels house rulings among those collapsed into a result.
fn label_collapsed(answer: &mut Answer, held: &HeldRulings) -> anyhow::Result<()> {
    if held.info().documents.iter().all(|d| d.authority == Authority::Official) {
        return Ok(());
    }
    for hit in &mut answer.results {
        let ids =
            hit.collapsed.iter().map(|id| Ok(held.ruling(id)?.map_or(id.clone(), |r| rulings::labelled(&r))));
        hit.collapsed = ids.collect::<anyhow::Result<_>>()?;
    }
    Ok(())
}

/// For an empty result: the documents searched, and the rulings nearest to the question.
///
/// # Errors
/// If the rulings cannot be read.
pub(crate) fn around_nothing<'l>(
    library: &'l Library,
    answer: &Answer,
    official: bool,
    asked: Option<Game>,
    day: Option<Day>,
) -> anyhow::Result<(Vec<&'l DocumentLine>, Vec<Ruling>)> {
    let game = query::read(&answer.query).about(asked);
    let mut documents = searched(library.held(), game, day);
    documents.retain(|d| !official || d.authority != Authority::Digest);
    let request = Request { game: asked, as_of: day, official, ..Request::new(&answer.query, NEAREST) };
    let nearest = library.nearest(&request)?;
    Ok((documents, nearest))
}

/// The documents of the requested games, as given by an option or within the question.
fn searched(held: &HeldRulings, game: Option<Game>, day: Option<Day>) -> Vec<&DocumentLine> {
    let of_game = |d: &&DocumentLine| game.is_none_or(|g| g == d.game);
    held.info().in_force(day).into_iter().filter(of_game).collect()
}
