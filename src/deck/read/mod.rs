//! From the bytes of a file to a [`Decklist`]: the format is told by the content, never by the file's name.

pub(in crate::deck) mod by_game;
mod encoding;
mod html;
mod json;
mod mail;
mod markup;
mod signs;
mod text;
pub(in crate::deck) mod typed;
mod xml;
mod yaml;

pub(crate) use yaml::YamlDeck;

use super::code::Code;
use super::list::{Decklist, Format, MAX_ENTRIES, Note, brief};
use crate::corpus::cards::CardBook;
use encoding::decode;

/// No deck is larger, in bytes: what is, is refused before it is read.
pub(crate) const LARGEST_DECK: u64 = 1024 * 1024;

/// No mail with a deck has more lines with anything in them.
const MOST_LINES: usize = 50_000;

/// What a file holds.
pub(super) enum Content {
    /// A list in a program's format.
    List(Decklist),
    /// A text that people typed, the same as a simple reading of it, and what is worth knowing about the
    /// file.
    Typed(String, Decklist),
}

/// Reads a deck.
///
/// # Errors
/// A sentence that says why this is no deck.
pub(super) fn read(bytes: &[u8], book: &CardBook) -> Result<Content, String> {
    if bytes.len() as u64 > LARGEST_DECK {
        let megabytes = LARGEST_DECK >> 20;
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
    list.notes.extend(note.map(|text| Note { code: Code::Encoding, text }));
    let typed = matches!(list.format, Format::Plain | Format::LackeyText);
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
    let list_of_objects = start.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'));
    if start.starts_with('{') && !is_word_in_braces(start) || list_of_objects {
        return Ok((json::read(&text)?, text));
    }
    if yaml::looks_like_it(&text) {
        return Ok((yaml::read(&text)?, text));
    }
    typed(text, book)
}

/// A text that people typed, and a simple reading of it.
fn typed(text: String, book: &CardBook) -> Result<(Decklist, String), String> {
    if text.lines().filter(|line| !line.trim().is_empty()).nth(MOST_LINES).is_some() {
        return Err(format!("This file has more than {MOST_LINES} lines; no deck has."));
    }
    let text = signs::plain(mail::plain(text));
    // Who quotes whom matters in a list that people typed.
    Ok((text::read(&without_quoting(&text), book), text))
}

/// `{quote}`: a word in braces at the start of a text, and no JSON.
fn is_word_in_braces(text: &str) -> bool {
    let inside = text[1..].split_once('}').map(|(inside, _)| inside);
    inside.is_some_and(|word| word.len() <= 40 && !word.is_empty() && !word.contains(['"', ':', '{', '\n']))
}

/// The text of a quoted mail, without the marks of quoting in front of its lines.
fn without_quoting(text: &str) -> std::borrow::Cow<'_, str> {
    let quoted = text.lines().filter(|line| line.trim_start().starts_with('>')).count();
    if quoted * 2 <= text.lines().filter(|line| !line.trim().is_empty()).count() {
        return text.into();
    }
    let bare = |line: &str| line.trim_start_matches(['>', ' ', '\u{a0}']).to_owned();
    text.lines().map(bare).collect::<Vec<_>>().join("\n").into()
}
