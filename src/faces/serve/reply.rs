//! What is sent back: a page, JSON, a sentence, or where to go instead.

use hyper::body::Bytes;
use maud::Markup;
use serde::Serialize;
use serde_json::{Value, json};

use super::pages;
use crate::render::style::escaped;

/// What is sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reply {
    pub status: u16,
    /// The media type.
    pub kind: &'static str,
    pub body: Bytes,
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
    pub(super) fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        let body: Vec<u8> = body.into();
        Self { status, kind, body: body.into(), fixed: false, location: None, trust: false, style: None }
    }

    pub(super) fn page(status: u16, page: &Markup) -> Self {
        Self::new(status, "text/html; charset=utf-8", page.0.as_str())
    }

    /// A sentence, where no page can be drawn.
    pub(crate) fn sentence(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", format!("judge: {text}\n"))
    }

    pub(super) fn json(status: u16, value: &impl Serialize) -> Self {
        match serde_json::to_string_pretty(value) {
            Ok(text) => Self::new(status, "application/json", format!("{}\n", escaped(&text))),
            Err(why) => Self::sentence(500, &why.to_string()),
        }
    }

    pub(super) fn elsewhere(location: String) -> Self {
        Self { location: Some(location), ..Self::new(303, "text/plain; charset=utf-8", "") }
    }
}

/// That there is nothing there.
pub(super) fn missing(as_json: bool, text: &str) -> Reply {
    message(as_json, 404, text)
}

/// A sentence instead of what was asked for.
pub(super) fn message(as_json: bool, status: u16, text: &str) -> Reply {
    if as_json {
        Reply::json(status, &json!({ "error": text }))
    } else {
        Reply::page(status, &pages::sentence(status, text))
    }
}

/// What `.json` of a page that was refused before it was drawn says.
pub(super) fn refused(as_json: bool, status: u16, text: &str) -> Reply {
    let value: Value = json!({ "error": text });
    if as_json { Reply::json(status, &value) } else { Reply::sentence(status, text) }
}
