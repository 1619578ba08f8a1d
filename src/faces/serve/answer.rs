//! From a request to a reply. No network here: what a page answers is a function of what it is asked.

use std::borrow::Cow;
use std::time::Duration;

use maud::Markup;
use serde::Serialize;
use serde_json::{Value, json};

use super::app::App;
use super::request::Request;
use super::{assets, pages};
use crate::cli::commands::{card, deck, replay, restricted, search};
use crate::cli::rulings as shown;
use crate::deck::Checker;
use crate::engine::scenario::Played;
use crate::engine::scenario::find::find;
use crate::faces::log::Said;
use crate::faces::log::command::{cited, now};
use crate::faces::log::error::FileError;
use crate::faces::log::file::{self, How};
use crate::faces::log::open::Wait;
use crate::faces::results::{Links, RESULTS, drawn, encoded};
use crate::render::picture;
use crate::render::style::escaped;
use crate::render::{Style, deck as look};
use crate::search::Request as Search;

/// What is sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The media type.
    pub kind: &'static str,
    /// The body.
    pub body: Vec<u8>,
    /// Whether it never changes under its address.
    pub fixed: bool,
    /// Where to go instead.
    pub location: Option<String>,
    /// Whether whoever asks may write from now on.
    pub trust: bool,
    /// The hash of the style that the body carries, as a browser is told it.
    pub style: Option<String>,
}

impl Reply {
    fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, kind, body: body.into(), fixed: false, location: None, trust: false, style: None }
    }

    /// A page.
    pub(super) fn page(status: u16, page: &Markup) -> Self {
        Self::new(status, "text/html; charset=utf-8", page.0.as_str())
    }

    /// A sentence, where no page can be drawn.
    pub fn sentence(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("judge: {text}\n"))
    }

    fn json(status: u16, value: &impl Serialize) -> Self {
        match serde_json::to_string_pretty(value) {
            Ok(text) => Self::new(status, "application/json", format!("{}\n", escaped(&text))),
            Err(why) => Self::sentence(500, &why.to_string()),
        }
    }

    fn elsewhere(location: String) -> Self {
        Self { location: Some(location), ..Self::new(303, "text/plain; charset=utf-8", "") }
    }
}

/// How many results can be asked for.
const MAX_RESULTS: usize = 50;
/// A question longer than this is cut, in bytes; the search itself reads no more words than that.
const LONGEST: usize = 8000;

/// Answers a request; what goes wrong is told in a sentence.
pub fn answer(app: &App, request: &Request) -> Reply {
    let (path, as_json) = match request.path.strip_suffix(".json") {
        Some(path) => (path, true),
        None => (request.path.as_str(), false),
    };
    let known = ["", "card", "deck", "log", "restricted", "s"];
    let answered = match (request.sends, path.split_once('/')) {
        (true, None) if path == "deck" => check_deck(app, request, as_json),
        (true, None) if path == "log" => add(app, request, as_json),
        (true, _) => Ok(Reply::sentence(405, "nothing can be sent there.")),
        (false, None) if path.starts_with("style-") || path.starts_with("follow-") => Ok(asset(path)),
        (false, None) if known.contains(&path) => view(app, request, path, as_json),
        (false, Some(("r", id))) => ruling(app, request, id, as_json),
        (false, Some(("card", name))) => named_card(app, request, name, as_json),
        (false, Some(("s", name))) => scenario(app, name, as_json),
        _ => Ok(missing(as_json, "There is no such page.")),
    };
    answered.unwrap_or_else(|error| trouble(as_json, &error))
}

/// What went wrong: the asker's mistake is told as such.
fn trouble(as_json: bool, error: &anyhow::Error) -> Reply {
    let usage = error.downcast_ref::<crate::cli::UsageError>().is_some();
    told(as_json, if usage { 400 } else { 500 }, &format!("{error:#}"))
}

fn missing(as_json: bool, text: &str) -> Reply {
    told(as_json, 404, text)
}

fn told(as_json: bool, status: u16, text: &str) -> Reply {
    if as_json {
        Reply::json(status, &json!({ "error": text }))
    } else {
        Reply::page(status, &pages::sentence(text))
    }
}

fn asset(path: &str) -> Reply {
    match assets::of(path) {
        Some((kind, text)) => Reply { fixed: true, ..Reply::new(200, kind, text) },
        None => Reply::sentence(404, "there is no such file."),
    }
}

fn view(app: &App, request: &Request, path: &str, as_json: bool) -> anyhow::Result<Reply> {
    match path {
        "" => found(app, request, as_json),
        "card" if !request.query("name").trim().is_empty() => {
            let end = if as_json { ".json" } else { "" };
            Ok(Reply::elsewhere(format!("/card/{}{end}", encoded(request.query("name").trim()))))
        }
        "card" if as_json => Ok(told(true, 400, "There is no card to look for. Ask `/card/NAME.json`.")),
        "card" => Ok(Reply::page(200, &pages::cards())),
        "restricted" => lists(app, request, as_json),
        "s" => Ok(scenarios(app, as_json)),
        "deck" if as_json => {
            Ok(told(true, 400, "There is no list. Send one here, as a form's `list` or as text/plain."))
        }
        "deck" => Ok(Reply::page(200, &pages::deck(None))),
        _ => log(app, request, as_json),
    }
}

fn found(app: &App, request: &Request, as_json: bool) -> anyhow::Result<Reply> {
    if !request.query("pin").is_empty() {
        let mut reply = Reply::elsewhere("/".to_owned());
        reply.trust = app.pin.is(request.query("pin"));
        return Ok(if reply.trust { reply } else { told(as_json, 403, "That is not the PIN.") });
    }
    let globals = app.of_game(request.query("game"));
    let typed = request.query("q");
    let end = (0..=typed.len().min(LONGEST)).rev().find(|n| typed.is_char_boundary(*n)).unwrap_or(0);
    let words = typed[..end].to_owned();
    let part = request.query("part") == "results";
    if words.trim().is_empty() {
        return Ok(match (as_json, part) {
            (true, _) => {
                told(true, 400, "There is nothing to search for. Ask `?q=` and what the player said.")
            }
            (false, true) => Reply::page(200, &pages::no_results()),
            (false, false) => Reply::page(200, &pages::home(request, None)),
        });
    }
    let limit = request.query("n").parse().unwrap_or(if as_json { 5 } else { RESULTS }).clamp(1, MAX_RESULTS);
    let marked = if as_json { limit } else { 1 };
    let search = Search { words, game: globals.game(), as_of: app.as_of.day, official: false, limit, marked };
    let mut answer = search::answer(&app.library, &search)?;
    if typed.len() > LONGEST {
        let left = typed.len() - end;
        answer.remarks.push(format!("Only the first {LONGEST} bytes were searched, {left} were left out."));
    }
    if as_json {
        return Ok(Reply::json(200, &search::json(&answer, &app.library, &app.as_of, &globals, false)?));
    }
    let results = drawn(&answer, &app.library, &app.as_of, globals.game(), Links::Pages)?;
    Ok(Reply::page(200, &if part { results } else { pages::home(request, Some(&results)) }))
}

fn ruling(app: &App, request: &Request, id: &str, as_json: bool) -> anyhow::Result<Reply> {
    let globals = app.of_game(request.query("game"));
    let named = shown::named(&app.library, id, globals.game(), &app.as_of)?;
    if named.is_empty() {
        return Ok(missing(as_json, &shown::missing(&app.library, id, globals.game())?));
    }
    let rulings = shown::with_parts(named, &app.library, &app.as_of)?;
    if as_json {
        return Ok(Reply::json(200, &shown::json(&rulings, &app.as_of, &app.library)?));
    }
    let newer = app.as_of.newer(&app.library, rulings.iter().map(|r| r.game));
    let not_held = app.as_of.not_held_for(&app.library, &rulings);
    let scenarios: Vec<String> = app
        .scenarios
        .iter()
        .map(crate::engine::scenario::load::Loaded::about)
        .filter(|about| rulings.iter().any(|r| about.rulings.contains(&r.id)))
        .map(|about| about.name)
        .collect();
    Ok(Reply::page(200, &pages::rulings(&rulings, app.known(&newer, &not_held), &scenarios)))
}

fn named_card(app: &App, request: &Request, name: &str, as_json: bool) -> anyhow::Result<Reply> {
    let globals = app.of_game(request.query("game"));
    let names = [name.to_owned()];
    let known = card::Facts { book: &app.book, abilities: &app.stage.library };
    let found = card::found(known, &app.library, &app.as_of, &names, globals.game())?;
    if as_json {
        let status = if found.is_nothing() { 404 } else { 200 };
        return Ok(Reply::json(status, &found.json(&app.as_of, &app.library)?));
    }
    if found.is_nothing() {
        return Ok(missing(false, &format!("No card and no ruling is known by the name “{name}”.")));
    }
    Ok(Reply::page(200, &pages::card(&found, app.known(&found.newer, &found.not_held))))
}

fn lists(app: &App, request: &Request, as_json: bool) -> anyhow::Result<Reply> {
    let globals = app.of_game(request.query("game"));
    let facts = || Ok((Cow::Borrowed(&app.book), Cow::Borrowed(&app.figures)));
    let listed = restricted::listed(&app.as_of, &app.library, &globals, facts)?;
    if as_json {
        return Ok(Reply::json(200, &listed.json(&app.as_of, &app.library)?));
    }
    let list = listed.known.as_ref();
    let list = list.map(|(list, book)| look::restricted_list(list, &book.lcg, &Style::plain(80)));
    let known = app.known(&listed.newer, &listed.not_held);
    Ok(Reply::page(200, &pages::restricted(&listed.rulings, list.as_deref(), known)))
}

fn scenarios(app: &App, as_json: bool) -> Reply {
    let all: Vec<_> = app.scenarios.iter().map(crate::engine::scenario::load::Loaded::about).collect();
    if as_json {
        Reply::json(200, &crate::render::replay::listed(&all))
    } else {
        Reply::page(200, &pages::scenarios(&all))
    }
}

fn scenario(app: &App, name: &str, as_json: bool) -> anyhow::Result<Reply> {
    let (name, as_picture) = match name.strip_suffix(".svg") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let Some(chosen) = find(&app.scenarios, name) else {
        return Ok(missing(as_json, &replay::unknown(&app.scenarios, name)));
    };
    let (played, not_held) = replay::played(&app.stage, &[chosen], &[])?;
    if as_json {
        return Ok(Reply::json(200, &replay::json(&played, &not_held)));
    }
    if as_picture {
        let first: Option<&Played> = played.first();
        return Ok(match first {
            Some(one) => {
                let quotes = crate::render::replay::quotes(&app.corpus, std::slice::from_ref(one));
                Reply {
                    style: Some(picture::style_hash()),
                    ..Reply::new(200, "image/svg+xml", picture::svg(one, &not_held, &quotes))
                }
            }
            None => missing(false, "There is nothing to draw."),
        });
    }
    let words = crate::cli::picture::cited_words(&app.corpus, &played);
    Ok(Reply::page(200, &pages::scenario(&played, &words, &not_held)))
}

fn check_deck(app: &App, request: &Request, as_json: bool) -> anyhow::Result<Reply> {
    let file = request.bytes("file");
    let list = if file.is_empty() { request.bytes("list") } else { file };
    if list.is_empty() {
        return Ok(told(as_json, 400, "There is no list. Paste one, or choose its file."));
    }
    let as_of = deck::as_of(&app.globals)?;
    let checker = Checker::new(&app.corpus, &app.book, &app.figures, as_of, app.globals.game());
    let report = checker.report(checker.check_all("list", list));
    if as_json {
        return Ok(Reply::json(200, &look::json(&report, None)));
    }
    let text = look::text(&report, None, look::Detail::Full, &Style::plain(80));
    Ok(Reply::page(200, &pages::deck(Some((&report, text.as_str())))))
}

/// How long a log is waited for that another program holds: a phone's user waits with it.
const PATIENCE: Wait<'static> = Wait { most: Duration::from_secs(2), tell: &|| () };

fn log(app: &App, request: &Request, as_json: bool) -> anyhow::Result<Reply> {
    let log = match file::read(&app.log, &PATIENCE) {
        Ok(log) => log,
        Err(wrong) => return not_to_be_had(as_json, wrong),
    };
    let words: Vec<String> = request.query("q").split_whitespace().map(str::to_lowercase).collect();
    let shown = log.with_all(&words);
    if as_json {
        return Ok(Reply::json(200, &log.json(&shown)));
    }
    Ok(Reply::page(200, &pages::log(&log, &shown, request)))
}

fn add(app: &App, request: &Request, as_json: bool) -> anyhow::Result<Reply> {
    if !request.trusted && !app.pin.is(&request.sent("pin")) {
        let text = "Nothing was logged: the PIN is missing or wrong. It stands at the head judge's screen, and in the QR code there.";
        return Ok(told(as_json, 403, text));
    }
    let named: Vec<String> = request.sent("ruling").split([' ', ',']).map(str::to_owned).collect();
    let globals = app.of_game(&request.sent("game"));
    let corrects = request.sent("corrects");
    let corrects = match corrects.trim() {
        "" => None,
        number => match number.parse() {
            Ok(number) => Some(number),
            Err(_) => return Ok(told(as_json, 400, &format!("“{number}” is no entry's number."))),
        },
    };
    let said = Said {
        words: request.sent("words"),
        question: Some(request.sent("question")),
        table: Some(request.sent("table")),
        by: Some(request.sent("by")),
        game: globals.game(),
        rulings: cited(&app.library, &named, globals.game())?,
        corrects,
        key: Some(request.sent("key")),
    };
    let how = How { at: &now(), again: !request.bytes("again").is_empty(), wait: PATIENCE };
    match file::append(&app.log, said, &how) {
        Ok(logged) if as_json => Ok(Reply::json(200, &logged.json())),
        Ok(logged) => {
            // The log's own page tells what it finds wrong; what only whoever wrote has seen is told here.
            let reply = if logged.damage.is_empty() {
                Reply::elsewhere(format!("/log#e{}", logged.entry.id))
            } else {
                Reply::page(200, &pages::logged_with(&logged))
            };
            Ok(Reply { trust: true, ..reply })
        }
        Err(wrong) => not_to_be_had(as_json, wrong),
    }
}

/// A log that is not to be had, and an entry that it does not take.
fn not_to_be_had(as_json: bool, wrong: FileError) -> anyhow::Result<Reply> {
    let status = match wrong {
        FileError::OtherWords(_) | FileError::NoSuchEntry(_) | FileError::Said(_) => 400,
        FileError::Locked { .. } => 503,
        FileError::Io { .. } | FileError::NotAFile(_) | FileError::TooLong(_) | FileError::Full => {
            return Err(wrong.into());
        }
    };
    Ok(told(as_json, status, &wrong.to_string()))
}

/// What `.json` of a page that was refused before it was drawn says.
pub fn refused(as_json: bool, status: u16, text: &str) -> Reply {
    let value: Value = json!({ "error": text });
    if as_json { Reply::json(status, &value) } else { Reply::sentence(status, text) }
}
