//! Removes what mail and chat programs add to the lines of a list: encodings, and stamps with author and
//! time.

use std::borrow::Cow;

use super::chat;
use crate::corpus::characters::{windows_1252, without_references};

/// The maximum length of a nickname, in characters.
const MAX_NAME_LENGTH: usize = 30;

/// The text as its sender typed it: decoded, and without chat stamps. Line numbers are preserved.
pub(super) fn plain(text: String) -> String {
    let text = decoded(text).replace(chat::OF_OTHER, " ");
    let text = chat::apart(&text).unwrap_or(text);
    let stamped = |line: &str| without_stamp(line).is_some();
    if !text.lines().any(stamped) {
        return text;
    }
    text.lines().map(|line| without_stamp(line).unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Decodes "quoted-printable", as found in mails: `=E2=80=99` is an apostrophe.
fn decoded(text: String) -> String {
    let says = text.to_ascii_lowercase().contains("quoted-printable");
    let bytes = text.as_bytes();
    let multibyte = bytes.windows(6).any(|w| {
        w[0] == b'=' && w[3] == b'=' && hex(&w[1..3]).is_some_and(|b| b >= 0xC2) && hex(&w[4..6]).is_some()
    });
    if !says && !multibyte {
        return text;
    }
    let mut out = Vec::with_capacity(bytes.len());
    let mut joined = 0;
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        match rest {
            [b'=', b'\n', ..] | [b'=', b'\r', b'\n', ..] => {
                // A soft line break; a line is added later so that line numbers are preserved.
                joined += 1;
                at += if rest[1] == b'\n' { 2 } else { 3 };
            }
            [b'=', high, low, ..] if hex(&[*high, *low]).is_some() => {
                out.extend(hex(&[*high, *low]));
                at += 3;
            }
            [b'\n', ..] => {
                out.extend(std::iter::repeat_n(b'\n', 1 + std::mem::take(&mut joined)));
                at += 1;
            }
            [byte, ..] => {
                out.push(*byte);
                at += 1;
            }
            [] => break,
        }
    }
    match String::from_utf8(out) {
        Ok(text) => text,
        Err(other) => other.into_bytes().iter().map(|b| windows_1252(*b)).collect(),
    }
}

fn hex(digits: &[u8]) -> Option<u8> {
    let digits = std::str::from_utf8(digits).ok()?;
    u8::from_str_radix(digits, 16).ok().filter(|_| digits.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Whether a text that starts with `<` is markup rather than a nickname in angle brackets.
pub(super) fn is_xml(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('<') else { return false };
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || ".-_:".contains(*c)).collect();
    let behind = &rest[name.len()..];
    // `<3`, `<Imperial Navy>`: tags do not start with a digit, and none in these formats contains a
    // capitalized second word.
    let words = behind.starts_with(' ')
        && behind.trim_start().starts_with(char::is_uppercase)
        && !behind.contains('=');
    if name.starts_with(|c: char| c.is_ascii_digit()) || words && is_tag(&name).is_none() {
        return false;
    }
    let nick = behind.starts_with('>') && !name.is_empty() && is_tag(&name).is_none();
    !nick || text.contains(&format!("</{name}"))
}

/// Whether the word is a tag of HTML or of a deck file.
fn is_tag(name: &str) -> Option<()> {
    let tags = [
        "b",
        "i",
        "u",
        "s",
        "p",
        "a",
        "br",
        "hr",
        "li",
        "ul",
        "ol",
        "td",
        "tr",
        "th",
        "div",
        "del",
        "ins",
        "em",
        "pre",
        "html",
        "body",
        "head",
        "span",
        "code",
        "table",
        "strong",
        "strike",
        "deck",
        "section",
        "card",
        "superzone",
    ];
    let name = name.trim_matches('/').to_ascii_lowercase();
    tags.contains(&name.as_str()).then_some(())
}

/// Strips a stamp from a line: `[7.11.14, 21:04] Tom: …`, `21:04 - Tom: …`, `<tom> …`. `None` if there is no
/// stamp; empty if there is nothing else.
fn without_stamp(line: &str) -> Option<&str> {
    let trimmed = line.trim_start_matches(['\u{200e}', '\u{200f}', '\u{202f}', ' ', '\t', '>']);
    match timed(trimmed) {
        Some(rest) => Some(speaker(rest).unwrap_or(rest)),
        None => nick(trimmed).or_else(|| timed_behind(trimmed)).or_else(|| headed(trimmed)),
    }
}

/// Strips a date and time of day.
fn timed(line: &str) -> Option<&str> {
    let open = line.starts_with(['[', '(']);
    let mut rest = line.trim_start_matches(['[', '(']);
    let mut time = false;
    while let Some((word, behind)) = stamp_word(rest) {
        time |= is_time(word);
        rest = behind;
    }
    let closed = rest.strip_prefix([']', ')']);
    let rest = match (open, closed) {
        (true, None) => return None,
        (true, Some(rest)) => rest,
        (false, _) => rest,
    };
    let rest = rest.trim_start().trim_start_matches(['-', '–']).trim_start();
    time.then_some(rest)
}

/// `Ben (21:14): …`: the time follows the name.
fn timed_behind(line: &str) -> Option<&str> {
    let (name, rest) = line.split_once(['(', '['])?;
    let (time, rest) = rest.split_once([')', ']'])?;
    let stamped = is_time(time.trim()) && !name.trim().is_empty() && is_name(name.trim());
    rest.strip_prefix(':').filter(|_| stamped).map(str::trim_start)
}

/// Splits off a date, time, or a word that belongs to them.
fn stamp_word(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let end = line.find(|c: char| c.is_whitespace() || ",])".contains(c)).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    let figures = word.bytes().all(|b| b.is_ascii_digit() || b"./-:".contains(&b));
    let dated =
        figures && word.contains(['.', '/', '-']) && word.bytes().filter(u8::is_ascii_digit).count() >= 3;
    let half = matches!(word.to_ascii_lowercase().trim_end_matches('.'), "am" | "pm" | "uhr" | "a.m" | "p.m");
    (is_time(word) || dated || half).then(|| (word, rest.trim_start_matches(',')))
}

fn is_time(word: &str) -> bool {
    let parts: Vec<&str> = word.split(':').collect();
    let two = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    matches!(parts.len(), 2 | 3) && parts.iter().all(|p| two(p)) && parts[1].len() == 2
}

/// Strips the speaker's name: `Tom: …`, `<tom> …`.
fn speaker(line: &str) -> Option<&str> {
    if let Some(rest) = nick(line) {
        return Some(rest);
    }
    let (name, rest) = line.split_once(':')?;
    is_name(name).then(|| rest.trim_start())
}

fn is_name(name: &str) -> bool {
    let letters = name.chars().any(char::is_alphabetic) || is_phone(name);
    letters && name.chars().count() <= MAX_NAME_LENGTH && !name.starts_with(|c: char| c.is_ascii_digit())
}

/// `+44 7700 900123`: a speaker who is not among the contacts.
fn is_phone(name: &str) -> bool {
    let figures = name.bytes().filter(u8::is_ascii_digit).count();
    name.starts_with('+')
        && figures >= 7
        && name.chars().all(|c| c.is_ascii_digit() || "+ -().\u{a0}".contains(c))
}

/// Strips a nickname in brackets.
fn nick(line: &str) -> Option<&str> {
    let (name, rest) = line.strip_prefix('<')?.split_once('>')?;
    let name = name.trim_start_matches(['@', '+', '%', '~', ' ']);
    let word = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-|^[]` .".contains(c));
    (word && is_name(name) && is_tag(name).is_none() && !rest.is_empty()).then(|| rest.trim_start())
}

/// Strips a line that consists of a name and a time: `Tom 21:04`, `Tom — today at 21:04`.
fn headed(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let mut words = line.rsplit(' ');
    let mut last = words.next()?;
    if matches!(last, "AM" | "PM" | "am" | "pm") {
        last = words.next()?;
    }
    let name = words.next()?;
    let short = line.chars().count() <= MAX_NAME_LENGTH + 15
        && line.matches(':').count() == 1
        && !line.contains(['\t', '|']);
    let named = name.chars().any(char::is_alphabetic) && !line.starts_with(|c: char| c.is_ascii_digit());
    (is_time(last) && short && named && line.split_whitespace().count() <= 6).then_some("")
}

/// Decodes character references such as `&rsquo;` and `&#8217;`. Quotation marks and dashes become ASCII, as
/// players type them.
pub(super) fn without_entities(line: Cow<'_, str>) -> Cow<'_, str> {
    if !line.contains('&') || !line.contains(';') {
        return line;
    }
    let plain = |c: char| match c {
        '“' | '”' => '"',
        '‘' | '’' => '\'',
        '—' => '–',
        '·' => '•',
        other => other,
    };
    without_references(&line).chars().map(plain).collect::<String>().into()
}
