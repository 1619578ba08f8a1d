//! Replies: a page, JSON, a sentence, or a redirection.

use hyper::body::Bytes;
use maud::Markup;
use serde::Serialize;
use serde_json::{Value, json};

use super::pages;
use crate::render::style::escaped;

/// The media type of a page.
pub(super) const HTML: &str = "text/html; charset=utf-8";
/// The media type of a sentence.
const PLAIN: &str = "text/plain; charset=utf-8";

/// An HTTP reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reply {
    pub status: u16,
    pub media_type: &'static str,
    pub body: Bytes,
    /// Whether it may be cached for ever.
    pub fixed: bool,
    /// The target of a redirection.
    pub location: Option<String>,
    /// Whether to set the cookie that permits writing.
    pub trust: bool,
    /// The hash of the style within the body, for the content security policy.
    pub style: Option<String>,
}

impl Reply {
    pub(super) fn new(status: u16, media_type: &'static str, body: impl Into<Vec<u8>>) -> Self {
        let body: Vec<u8> = body.into();
        Self {
            status,
            media_type,
            body: body.into(),
            fixed: false,
            location: None,
            trust: false,
            style: None,
        }
    }

    pub(super) fn page(status: u16, page: &Markup) -> Self {
        Self::new(status, HTML, page.0.as_str())
    }

    /// A sentence, if no page can be drawn.
    pub(crate) fn sentence(status: u16, text: &str) -> Self {
        Self::new(status, PLAIN, format!("judge: {text}\n"))
    }

    pub(super) fn json(status: u16, value: &impl Serialize) -> Self {
        match serde_json::to_string_pretty(value) {
            Ok(text) => Self::new(status, "application/json", format!("{}\n", escaped(&text))),
            Err(why) => Self::sentence(500, &why.to_string()),
        }
    }

    pub(super) fn elsewhere(location: String) -> Self {
        Self { location: Some(location), ..Self::new(303, PLAIN, "") }
    }
}

/// How a client wants to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Media {
    Page,
    /// Requested by `.json` at the end of the path.
    Json,
}

/// The reply if there is nothing at the address.
pub(super) fn missing(media: Media, text: &str) -> Reply {
    message(media, 404, text)
}

/// A sentence instead of what was requested.
pub(super) fn message(media: Media, status: u16, text: &str) -> Reply {
    if media == Media::Json {
        Reply::json(status, &json!({ "error": text }))
    } else {
        Reply::page(status, &pages::sentence(status, text))
    }
}

/// The reply to a request for JSON that was refused early.
pub(super) fn refused(media: Media, status: u16, text: &str) -> Reply {
    let value: Value = json!({ "error": text });
    if media == Media::Json { Reply::json(status, &value) } else { Reply::sentence(status, text) }
}
