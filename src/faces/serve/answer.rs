//! Answers requests. There is no networking here: a reply is a function of the request.

use std::borrow::Cow;

use super::app::App;
use super::pages::Checked;
use super::reply::{Media, Reply, message, missing};
use super::request::Request;
use super::{assets, log, pages};
use crate::cli::commands::{card, replay, restricted, search};
use crate::cli::rulings as shown;
use crate::deck::Checker;
use crate::engine::scenario::Played;
use crate::engine::scenario::find::find;
use crate::faces::results::{Links, RESULTS, drawn, encoded};
use crate::render::picture;
use crate::render::{Style, deck as look};
use crate::search::{Request as Search, Subjects};

/// The maximum number of results a request may ask for.
const MAX_RESULTS: usize = 50;
/// Longer questions are truncated to this many bytes; the search would ignore the rest anyway.
const MAX_QUESTION_SIZE: usize = 8000;

/// One line per paragraph: the browser wraps them.
const UNBROKEN: Style = Style { colour: false, width: 10_000 };

/// Answers a request; errors become a sentence.
pub(crate) fn answer(app: &App, request: &Request) -> Reply {
    let (path, media) = match request.path.strip_suffix(".json") {
        Some(path) => (path, Media::Json),
        None => (request.path.as_str(), Media::Page),
    };
    let known = ["", "card", "deck", "log", "restricted", "s"];
    let answered = match (request.sends, path.split_once('/')) {
        (true, None) if path == "deck" => check_deck(app, request, media),
        (true, None) if path == "log" => log::add(app, request, media),
        (true, _) => Ok(Reply::sentence(405, "nothing can be sent there.")),
        (false, None) if path.starts_with("style-") || path.starts_with("follow-") => Ok(asset(path)),
        (false, None) if known.contains(&path) => view(app, request, path, media),
        (false, Some(("r", id))) => ruling(app, request, id, media),
        (false, Some(("card", name))) => named_card(app, request, name, media),
        (false, Some(("s", name))) => scenario(app, name, media),
        _ => Ok(missing(media, "There is no such page.")),
    };
    answered.unwrap_or_else(|error| error_reply(media, &error))
}

/// The reply to an error, with a client or server status.
fn error_reply(media: Media, error: &anyhow::Error) -> Reply {
    let usage = error.downcast_ref::<crate::cli::UsageError>().is_some();
    message(media, if usage { 400 } else { 500 }, &format!("{error:#}"))
}

fn asset(path: &str) -> Reply {
    match assets::of(path) {
        Some((media_type, text)) => Reply { fixed: true, ..Reply::new(200, media_type, text) },
        None => Reply::sentence(404, "there is no such file."),
    }
}

fn view(app: &App, request: &Request, path: &str, media: Media) -> anyhow::Result<Reply> {
    match path {
        "" => found(app, request, media),
        "card" if !request.query("name").trim().is_empty() => {
            let end = if media == Media::Json { ".json" } else { "" };
            Ok(Reply::elsewhere(format!("/card/{}{end}", encoded(request.query("name").trim()))))
        }
        "card" if media == Media::Json => {
            Ok(message(media, 400, "There is no card to look for. Ask `/card/NAME.json`."))
        }
        "card" => Ok(Reply::page(200, &pages::cards())),
        "restricted" => lists(app, request, media),
        "s" => Ok(scenarios(app, request, media)),
        "deck" if media == Media::Json => {
            Ok(message(media, 400, "There is no list. Send one here, as a form's `list` or as text/plain."))
        }
        "deck" => Ok(Reply::page(200, &pages::deck(Checked::No, ""))),
        _ => log::view(app, request, media),
    }
}

fn found(app: &App, request: &Request, media: Media) -> anyhow::Result<Reply> {
    if !request.query("pin").is_empty() {
        let mut reply = Reply::elsewhere("/".to_owned());
        reply.trust = app.pin.is(request.query("pin"));
        return Ok(if reply.trust { reply } else { message(media, 403, "That is not the PIN.") });
    }
    let globals = app.of_game(request.query("game"))?;
    let typed = request.query("q");
    let end =
        (0..=typed.len().min(MAX_QUESTION_SIZE)).rev().find(|n| typed.is_char_boundary(*n)).unwrap_or(0);
    let words = typed[..end].to_owned();
    let part = request.query("part") == "results";
    if words.trim().is_empty() {
        return Ok(nothing_typed(app, request, media, part));
    }
    let limit = request
        .query("n")
        .parse()
        .unwrap_or(if media == Media::Json { 5 } else { RESULTS })
        .clamp(1, MAX_RESULTS);
    let marked = if media == Media::Json { limit } else { 1 };
    let search = Search { words, game: globals.game(), as_of: app.as_of.day, official: false, limit, marked };
    let mut answer = search::answer(&app.library, &search)?;
    if typed.len() > MAX_QUESTION_SIZE {
        let left = typed.len() - end;
        answer
            .remarks
            .push(format!("Only the first {MAX_QUESTION_SIZE} bytes were searched, {left} were left out."));
    }
    if media == Media::Json {
        return Ok(Reply::json(200, &search::json(&answer, &app.library, &app.as_of, &globals, false)?));
    }
    let results = drawn(&answer, &app.library, &app.as_of, globals.game(), limit, Links::Pages)?;
    Ok(Reply::page(
        200,
        &if part { results } else { pages::home(request, app.globals.game(), Some(&results)) },
    ))
}

/// The reply to an empty question; `part` asks for the results without the page around them.
fn nothing_typed(app: &App, request: &Request, media: Media, part: bool) -> Reply {
    match media {
        Media::Json => {
            message(media, 400, "There is nothing to search for. Ask `?q=` and what the player said.")
        }
        Media::Page if part => Reply::page(200, &pages::no_results()),
        Media::Page => Reply::page(200, &pages::home(request, app.globals.game(), None)),
    }
}

fn ruling(app: &App, request: &Request, id: &str, media: Media) -> anyhow::Result<Reply> {
    let globals = app.of_game(request.query("game"))?;
    let named = shown::lookup(app.library.held(), id, globals.game(), &app.as_of)?;
    if named.is_empty() {
        return Ok(missing(
            media,
            &shown::no_entry_message(app.library.held(), id, globals.game(), &app.as_of)?,
        ));
    }
    let rulings = shown::with_parts(named, app.library.held(), &app.as_of)?;
    if media == Media::Json {
        return Ok(Reply::json(200, &shown::json(&rulings, &app.as_of, app.library.held())?));
    }
    let newer = app.as_of.newer(app.library.held(), &Subjects::rulings(&rulings));
    let not_held = app.as_of.not_held_for(app.library.held(), &rulings);
    let scenarios: Vec<String> = app
        .scenarios
        .iter()
        .map(crate::engine::scenario::load::Loaded::about)
        .filter(|about| rulings.iter().any(|r| about.rulings.contains(&r.id)))
        .map(|about| about.name)
        .collect();
    Ok(Reply::page(200, &pages::rulings(&rulings, app.known(&newer, &not_held), &scenarios)))
}

fn named_card(app: &App, request: &Request, name: &str, media: Media) -> anyhow::Result<Reply> {
    let globals = app.of_game(request.query("game"))?;
    let names = [name.to_owned()];
    let known = card::Facts { book: &app.book, abilities: &app.replays.library };
    let found = card::found(known, app.library.held(), &app.as_of, &names, globals.game())?;
    if media == Media::Json {
        let status = if found.is_nothing() { 404 } else { 200 };
        return Ok(Reply::json(status, &found.json(&app.as_of, app.library.held())?));
    }
    if found.is_nothing() {
        return Ok(missing(media, &format!("No card and no ruling is known by the name “{name}”.")));
    }
    Ok(Reply::page(200, &pages::card(&found, app.known(&found.newer, &found.not_held))))
}

fn lists(app: &App, request: &Request, media: Media) -> anyhow::Result<Reply> {
    let globals = app.of_game(request.query("game"))?;
    let facts = || Ok((Cow::Borrowed(&app.book), Cow::Borrowed(&app.figures)));
    let listed = restricted::restrictions(&app.as_of, app.library.held(), &globals, facts)?;
    if media == Media::Json {
        return Ok(Reply::json(200, &listed.json(&app.as_of, app.library.held())?));
    }
    let list = listed.known.as_ref();
    let list = list.map(|(list, book)| look::restricted_list(list, &book.lcg, &UNBROKEN));
    let known = app.known(&listed.newer, &listed.not_held);
    Ok(Reply::page(200, &pages::restricted(&listed.rulings, list.as_deref(), known)))
}

fn scenarios(app: &App, request: &Request, media: Media) -> Reply {
    let words: Vec<String> = request.query("q").split_whitespace().map(str::to_lowercase).collect();
    let all = app.scenarios.iter().map(crate::engine::scenario::load::Loaded::about);
    let all: Vec<_> = all.filter(|about| replay::has_all(about, &words)).collect();
    if media == Media::Json {
        Reply::json(200, &crate::render::replay::listed(&all))
    } else {
        Reply::page(200, &pages::scenarios(&all, request.query("q")))
    }
}

fn scenario(app: &App, name: &str, media: Media) -> anyhow::Result<Reply> {
    let (name, as_picture) = match name.strip_suffix(".svg") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let Some(chosen) = find(&app.scenarios, name) else {
        return Ok(missing(media, &replay::unknown(&app.scenarios, name)));
    };
    let replays = replay::played(&app.replays, &[chosen], &[])?;
    if media == Media::Json {
        return Ok(Reply::json(200, &replays.json()));
    }
    let (played, notices) = (&replays.played, replays.notices());
    if as_picture {
        let first: Option<&Played> = played.first();
        return Ok(match first {
            Some(one) => {
                let words = crate::cli::picture::cited_words(&app.corpus, std::slice::from_ref(one));
                Reply {
                    style: Some(picture::style_hash()),
                    ..Reply::new(200, "image/svg+xml", picture::svg(one, &notices, &words))
                }
            }
            None => missing(media, "There is nothing to draw."),
        });
    }
    let words = crate::cli::picture::cited_words(&app.corpus, played);
    Ok(Reply::page(200, &pages::scenario(played, &words, &notices)))
}

fn check_deck(app: &App, request: &Request, media: Media) -> anyhow::Result<Reply> {
    let file = request.bytes("file");
    let list = if file.is_empty() { request.bytes("list") } else { file };
    if list.is_empty() {
        let text = "There is no list. Paste one, or choose its file.";
        let page = || Reply::page(400, &pages::deck(Checked::Refused(text), ""));
        return Ok(if media == Media::Json { message(media, 400, text) } else { page() });
    }
    let as_of = app.globals.requested_day()?;
    let checker = Checker::new(&app.corpus, &app.book, &app.figures, as_of, app.globals.game());
    let report = checker.report(checker.check_all("list", list));
    if media == Media::Json {
        return Ok(Reply::json(200, &look::json(&report, None)));
    }
    Ok(Reply::page(200, &pages::deck(Checked::Found(&report), &request.sent("list"))))
}
