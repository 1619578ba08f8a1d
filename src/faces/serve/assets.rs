//! Style sheet and script, embedded in the binary. Their names contain their hash, so that browsers may cache
//! them for ever.

use std::sync::LazyLock;

use crate::faces::results;
use crate::render::page;

static STYLE: LazyLock<String> = LazyLock::new(|| format!("{}{}", page::STYLE, results::STYLE));
static FOLLOW: LazyLock<String> =
    LazyLock::new(|| [results::COPY, include_str!("follow.js"), include_str!("draft.js")].concat());

fn named(begin: &str, text: &str, end: &str) -> String {
    format!("{begin}-{}.{end}", &blake3::hash(text.as_bytes()).to_hex().as_str()[..16])
}

static STYLE_NAME: LazyLock<String> = LazyLock::new(|| named("style", &STYLE, "css"));
static FOLLOW_NAME: LazyLock<String> = LazyLock::new(|| named("follow", &FOLLOW, "js"));

/// The style sheet's name.
pub(super) fn style() -> &'static str {
    &STYLE_NAME
}

/// The script's name.
pub(super) fn follow() -> &'static str {
    &FOLLOW_NAME
}

/// The media type and content of an asset.
pub(super) fn of(name: &str) -> Option<(&'static str, &'static str)> {
    if name == style() {
        return Some(("text/css; charset=utf-8", &STYLE));
    }
    (name == follow()).then_some(("text/javascript; charset=utf-8", FOLLOW.as_str()))
}
