//! The log over the network: its page, and new entries. If an entry cannot be logged, the form is returned
//! with everything that was typed.

use std::time::Duration;

use super::app::App;
use super::log_page::{self, Form, New};
use super::reply::{Media, Reply, message};
use super::request::Request;
use crate::cli::UsageError;
use crate::faces::log::Said;
use crate::faces::log::command::{cited, now};
use crate::faces::log::error::FileError;
use crate::faces::log::file::{self, AppendOptions, Logged};
use crate::faces::log::open::Wait;

/// How long to wait for the log's lock; a user is waiting for the reply.
const LOCK_WAIT: Wait<'static> = Wait { most: Duration::from_secs(2), notify: &|| () };

/// The log, or its entries that contain the words searched for.
pub(super) fn view(app: &App, request: &Request, media: Media) -> anyhow::Result<Reply> {
    let log = match file::read(&app.log, &LOCK_WAIT) {
        Ok(log) => log,
        Err(wrong) => {
            let refused = Refused::of(&wrong);
            return Ok(message(media, refused.status, &refused.text));
        }
    };
    let words: Vec<String> = request.query("q").split_whitespace().map(str::to_lowercase).collect();
    let shown = log.with_all(&words);
    if media == Media::Json {
        return Ok(Reply::json(200, &log.json(&shown)));
    }
    let new = New::of(request.query("logged"), request.query("again"));
    Ok(Reply::page(200, &log_page::log(&log, &shown, request.query("q"), &Form::prefilled(request), new)))
}

/// Logs a submitted entry.
pub(super) fn add(app: &App, request: &Request, media: Media) -> anyhow::Result<Reply> {
    match entered(app, request) {
        Ok(Ok(logged)) if media == Media::Json => Ok(Reply::json(200, &logged.json())),
        Ok(Ok(logged)) => {
            let (id, again) = (logged.entry.id, if logged.again { "&again=1" } else { "" });
            // The log's page reports lasting damage; what only this write encountered is reported here.
            let reply = if logged.damage.is_empty() {
                Reply::elsewhere(format!("/log?logged={id}{again}"))
            } else {
                Reply::page(200, &log_page::logged_with(&logged))
            };
            Ok(Reply { trust: true, ..reply })
        }
        Ok(Err(refused)) if media == Media::Json => Ok(message(media, refused.status, &refused.text)),
        Ok(Err(refused)) => {
            let form = Form::sent(request, refused.anew);
            Ok(Reply::page(refused.status, &log_page::refused(&refused.text, &form)))
        }
        Err(error) => Err(error.context("Nothing was logged")),
    }
}

/// Why an entry was not logged.
struct Refused {
    status: u16,
    text: String,
    /// Whether submitting the form again makes it another entry.
    anew: bool,
}

impl Refused {
    fn new(status: u16, text: String) -> Self {
        Self { status, text, anew: false }
    }

    /// The reply to an error of the log file.
    fn of(wrong: &FileError) -> Self {
        let status = match wrong {
            FileError::OtherWords(_) | FileError::NoSuchEntry(_) | FileError::Said(_) => 400,
            FileError::Locked { .. } => 503,
            FileError::Io { .. }
            | FileError::NotAFile(_)
            | FileError::TooLong(_)
            | FileError::Full
            | FileError::NoNumberLeft => 500,
        };
        Self { anew: matches!(wrong, FileError::OtherWords(_)), ..Self::new(status, wrong.to_string()) }
    }
}

fn entered(app: &App, request: &Request) -> anyhow::Result<Result<Logged, Refused>> {
    if !request.trusted && !app.pin.is(&request.sent("pin")) {
        let text = "Nothing was logged: the PIN is missing or wrong. It stands at the head judge's screen, and in the QR code there.";
        return Ok(Err(Refused::new(403, text.to_owned())));
    }
    let said = match said(app, request) {
        Ok(said) => said,
        Err(error) => {
            let usage = error.downcast::<UsageError>()?;
            return Ok(Err(Refused::new(400, usage.to_string())));
        }
    };
    let options = AppendOptions { at: &now(), again: !request.bytes("again").is_empty(), wait: LOCK_WAIT };
    match file::append(&app.log, said, &options) {
        Ok(logged) => Ok(Ok(logged)),
        Err(wrong) => {
            let refused = Refused::of(&wrong);
            Ok(Err(match wrong {
                FileError::Io { .. } | FileError::NotAFile(_) | FileError::TooLong(_) => {
                    Refused { text: format!("Nothing was logged: {}", refused.text), ..refused }
                }
                // These messages already say that nothing was logged.
                FileError::OtherWords(_)
                | FileError::NoSuchEntry(_)
                | FileError::Said(_)
                | FileError::Locked { .. }
                | FileError::Full
                | FileError::NoNumberLeft => refused,
            }))
        }
    }
}

/// The entry that was submitted.
fn said(app: &App, request: &Request) -> anyhow::Result<Said> {
    let named: Vec<String> = request.sent("ruling").split([' ', ',']).map(str::to_owned).collect();
    let globals = app.of_game(&request.sent("game"))?;
    let corrects = request.sent("corrects");
    let corrects = match corrects.trim() {
        "" => None,
        number => {
            let wrong = |_| UsageError(format!("“{number}” is no entry's number."));
            Some(number.parse().map_err(wrong)?)
        }
    };
    Ok(Said {
        words: request.sent("words"),
        question: Some(request.sent("question")),
        table: Some(request.sent("table")),
        by: Some(request.sent("by")),
        game: globals.game(),
        rulings: cited(app.library.held(), &named, globals.game())?,
        corrects,
        key: Some(request.sent("key")),
    })
}
