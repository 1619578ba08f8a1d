//! From the bytes of a file to a [`Decklist`]: the format is told by the content, never by the file's name.

mod json;
mod mail;
mod markup;
mod text;
pub(in crate::deck) mod typed;
mod xml;
mod yaml;

pub use yaml::{YamlCard, YamlDeck, YamlSet};

use super::code::Code;
use super::list::{Decklist, Format, brief};
use crate::corpus::cards::CardBook;

/// No deck is larger, in bytes: what is, is refused before it is read.
pub const LARGEST_DECK: u64 = 1024 * 1024;

/// No deck has more lines that may name cards.
const MAX_ENTRIES: usize = 5_000;

/// What a file holds.
pub(super) enum Content {
    /// A list in a program's format.
    List(Decklist),
    /// A text that people typed, the same as a simple reading of it, and what is worth knowing about the file.
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
    list.notes.extend(note.map(|note| (Code::Encoding, note)));
    let typed = matches!(list.format, Format::Plain | Format::LackeyText);
    Ok(if typed { Content::Typed(text, list) } else { Content::List(list) })
}

fn by_content(text: String, book: &CardBook) -> Result<(Decklist, String), String> {
    let start = text.trim_start();
    if start.is_empty() {
        return Err("This file is empty.".to_owned());
    }
    if mail::is_xml(start) {
        return Ok((xml::read(&text, book)?, text));
    }
    let list_of_objects = start.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('{'));
    if start.starts_with('{') || list_of_objects {
        return Ok((json::read(&text)?, text));
    }
    if yaml::looks_like_it(&text) {
        return Ok((yaml::read(&text)?, text));
    }
    let text = mail::plain(text);
    // Who quotes whom matters in a list that people typed.
    Ok((text::read(&without_quoting(&text), book), text))
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

/// The text of a file: UTF-8, UTF-16 with its mark, or else Windows-1252, and a note where it was not UTF-8.
fn decode(bytes: &[u8]) -> Result<(String, Option<String>), String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if let Some((text, note)) = utf16(bytes) {
        return Ok((text, Some(note)));
    }
    let named = [&b"%PDF"[..], b"\x89PNG", b"\xFF\xD8\xFF", b"GIF8", b"PK\x03\x04"];
    if bytes.contains(&0) || named.iter().any(|start| bytes.starts_with(start)) {
        return Err(binary(bytes));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok((text.to_owned(), None)),
        Err(_) => {
            let note = "The file is not in UTF-8; it was read as Windows-1252.".to_owned();
            Ok((bytes.iter().map(|b| windows_1252(*b)).collect(), Some(note)))
        }
    }
}

/// What a file is that is no text, and what to do about it.
fn binary(bytes: &[u8]) -> String {
    let begins = |start: &[u8]| bytes.starts_with(start);
    let picture = begins(b"\x89PNG") || begins(b"\xFF\xD8\xFF") || begins(b"GIF8") || begins(b"BM");
    let picture = picture
        || begins(b"RIFF")
        || begins(b"II*\0")
        || begins(b"MM\0*")
        || bytes.get(4..8) == Some(b"ftyp");
    match () {
        () if picture => {
            "This is a picture; nothing is read off pictures here. Type the list, or run it through a text \
                          recognition and check the text it gives."
                .to_owned()
        }
        () if begins(b"%PDF") => {
            "This is a PDF file. `pdftotext -layout FILE.pdf` makes a text of it; where that is \
                                  empty, the PDF is a scan: type the list."
                .to_owned()
        }
        () if begins(b"PK\x03\x04") => {
            "This is a packed file (a zip, or a document of an office program). Unpack it, \
                                        or save the document as plain text."
                .to_owned()
        }
        () => "This is a binary file, not a deck. Save the list as plain text.".to_owned(),
    }
}

fn utf16(bytes: &[u8]) -> Option<(String, String)> {
    let read: fn([u8; 2]) -> u16 = match bytes.get(..2)? {
        [0xFF, 0xFE] => u16::from_le_bytes,
        [0xFE, 0xFF] => u16::from_be_bytes,
        _ => return None,
    };
    let units = bytes[2..].chunks_exact(2).map(|pair| read([pair[0], pair[1]]));
    let text = char::decode_utf16(units).map(|c| c.unwrap_or('\u{FFFD}')).collect();
    Some((text, "The file is in UTF-16.".to_owned()))
}

fn windows_1252(byte: u8) -> char {
    // The 32 places where Windows-1252 differs from Latin-1; five of them are empty.
    const DIFFERENT: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => DIFFERENT[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
