//! Reads the bytes of a file into a [`Decklist`]. The format is determined from the content and never from
//! the file name.

pub(in crate::deck) mod by_game;
mod chat;
mod encoding;
mod html;
mod json;
mod mail;
mod markup;
mod signs;
mod text;
pub(in crate::deck) mod typed;
mod wiki;
mod xml;
mod yaml;

pub(crate) use yaml::YamlDeck;

use super::code::Code;
use super::list::{DeckFormat, Decklist, ListNote, MAX_ENTRIES, brief};
use crate::corpus::cards::CardBook;
use encoding::decode;

/// The maximum size of a deck file, in bytes.
pub(crate) const MAX_DECK_SIZE: u64 = 1024 * 1024;

/// The maximum number of non-blank lines in a mail with a deck.
const MAX_LINES: usize = 50_000;

/// The content of a deck file.
pub(super) enum Content {
    /// A list in a program's format.
    List(Decklist),
    /// Typed text, a simple reading of it, and notes on the file.
    Typed(String, Decklist),
}

/// Reads a deck.
///
/// # Errors
/// A sentence that says why this is not a deck.
pub(super) fn read(bytes: &[u8], book: &CardBook) -> Result<Content, String> {
    if bytes.len() as u64 > MAX_DECK_SIZE {
        let megabytes = MAX_DECK_SIZE >> 20;
        return Err(format!("This file is larger than {megabytes} MB; no deck is. It was not read."));
    }
    let (text, note) = decode(bytes)?;
    let (mut list, text) = by_content(text, book)?;
    if list.entries.len() > MAX_ENTRIES {
        return Err(format!("This file has more than {MAX_ENTRIES} lines; no deck has."));
    }
    for entry in &mut list.entries {
        entry.title = brief(&entry.title);
    }
    list.name = list.name.as_deref().map(brief);
    list.notes.extend(note.map(|text| ListNote { code: Code::Encoding, text }));
    let typed = matches!(list.format, DeckFormat::Plain | DeckFormat::LackeyText);
    Ok(if typed { Content::Typed(text, list) } else { Content::List(list) })
}

fn by_content(text: String, book: &CardBook) -> Result<(Decklist, String), String> {
    let start = text.trim_start();
    if start.is_empty() {
        return Err("This file is empty.".to_owned());
    }
    if html::is_page(start) {
        return typed(html::text(&text), book);
    }
    if mail::is_xml(start) {
        return Ok((xml::read(&text, book)?, text));
    }
    let start = json::behind_comments(start);
    let list_of_objects = start.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'));
    let in_braces = start.starts_with('{') && !is_word_in_braces(start) && !wiki::is_table(start);
    if in_braces || list_of_objects {
        return match json::read(&text) {
            Ok(list) => Ok((list, text)),
            Err(why) => json::rows(&text).map_or(Err(why), |rows| typed(rows, book)),
        };
    }
    if yaml::looks_like_it(&text) {
        return Ok((yaml::read(&text)?, text));
    }
    typed(text, book)
}

/// Typed text, and a simple reading of it.
fn typed(text: String, book: &CardBook) -> Result<(Decklist, String), String> {
    if text.lines().filter(|line| !line.trim().is_empty()).nth(MAX_LINES).is_some() {
        return Err(format!("This file has more than {MAX_LINES} lines; no deck has."));
    }
    let text = wiki::plain(signs::plain(mail::plain(text)));
    // In typed text, the nesting of quotations is significant.
    Ok((text::read(&without_quoting(&text), book), text))
}

/// `{quote}`: a word in braces at the start of a text, as opposed to JSON.
fn is_word_in_braces(text: &str) -> bool {
    let inside = text[1..].split_once('}').map(|(inside, _)| inside);
    inside.is_some_and(|word| word.len() <= 40 && !word.is_empty() && !word.contains(['"', ':', '{', '\n']))
}

/// A quoted mail without the quotation marks before its lines.
fn without_quoting(text: &str) -> std::borrow::Cow<'_, str> {
    let quoted = text.lines().filter(|line| line.trim_start().starts_with('>')).count();
    if quoted * 2 <= text.lines().filter(|line| !line.trim().is_empty()).count() {
        return text.into();
    }
    let bare = |line: &str| line.trim_start_matches(['>', ' ', '\u{a0}']).to_owned();
    text.lines().map(bare).collect::<Vec<_>>().join("\n").into()
}
