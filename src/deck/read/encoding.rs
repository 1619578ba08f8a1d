//! Decodes files.

use crate::corpus::characters::windows_1252;

/// The text of a file: UTF-8, UTF-16 with a byte order mark, or else Windows-1252; and a note if it is not
/// UTF-8.
pub(super) fn decode(bytes: &[u8]) -> Result<(String, Option<String>), String> {
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

/// A sentence about a file that is not text: what it is, and what to do.
fn binary(bytes: &[u8]) -> String {
    let begins = |starts: &[&[u8]]| starts.iter().any(|start| bytes.starts_with(start));
    let text = if begins(PICTURES) || bytes.get(4..8) == Some(b"ftyp") {
        "This is a picture; nothing is read off pictures here. Type the list, or run it through a text \
         recognition and check the text it gives."
    } else if begins(&[b"%PDF"]) {
        "This is a PDF file. `pdftotext -layout FILE.pdf` makes a text of it; where that is empty, the PDF is a \
         scan: type the list."
    } else if begins(&[b"PK\x03\x04"]) {
        "This is a packed file (a zip, or a document of an office program). Unpack it, or save the document as \
         plain text."
    } else {
        "This is a binary file, not a deck. Save the list as plain text."
    };
    text.to_owned()
}

/// The first bytes of picture formats.
const PICTURES: &[&[u8]] = &[b"\x89PNG", b"\xFF\xD8\xFF", b"GIF8", b"BM", b"RIFF", b"II*\0", b"MM\0*"];

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
