//! Characters as other programs write them: in Windows-1252, and by the names that web pages have for them.

/// The character that a byte of Windows-1252 is.
pub(crate) fn windows_1252(byte: u8) -> char {
    // The 32 places where it differs from Latin-1; five of them are empty.
    const DIFFERENT: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => DIFFERENT[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The character references of a text replaced by the characters they mean; what is none stays as it is.
pub(crate) fn without_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        let end = behind.char_indices().take(LONGEST).find(|(_, c)| *c == ';').map(|(at, _)| at);
        match end.and_then(|end| Some((referred(&behind[..end])?, end))) {
            Some((character, end)) => {
                out.extend(character);
                rest = &behind[end + 1..];
            }
            None => {
                out.push('&');
                rest = behind;
            }
        }
    }
    out.push_str(rest);
    out
}

/// No reference is longer.
const LONGEST: usize = 12;

/// What stands between `&` and `;` means: a character, or no more than that a word may be broken there.
fn referred(name: &str) -> Option<Option<char>> {
    let Some(number) = name.strip_prefix('#') else {
        let (_, character) = NAMED.iter().find(|(known, _)| *known == name)?;
        return Some((*character != SOFT_HYPHEN).then_some(*character));
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    // 128 to 159 are written for the characters Windows has there.
    let character = match u8::try_from(code) {
        Ok(byte @ 0x80..=0x9F) => windows_1252(byte),
        _ => char::from_u32(code)?,
    };
    Some(Some(if character.is_control() { ' ' } else { character }))
}

const SOFT_HYPHEN: char = '\u{ad}';

/// The names that pages and mails of players and publishers have.
const NAMED: [(&str, char); 46] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("sbquo", '‚'),
    ("bdquo", '„'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("hellip", '…'),
    ("bull", '•'),
    ("middot", '·'),
    ("times", '×'),
    ("frac12", '½'),
    ("euro", '€'),
    ("shy", SOFT_HYPHEN),
    ("agrave", 'à'),
    ("aacute", 'á'),
    ("acirc", 'â'),
    ("auml", 'ä'),
    ("ccedil", 'ç'),
    ("egrave", 'è'),
    ("eacute", 'é'),
    ("ecirc", 'ê'),
    ("iacute", 'í'),
    ("ntilde", 'ñ'),
    ("oacute", 'ó'),
    ("ocirc", 'ô'),
    ("ouml", 'ö'),
    ("uacute", 'ú'),
    ("uuml", 'ü'),
    ("Auml", 'Ä'),
    ("Eacute", 'É'),
    ("Ouml", 'Ö'),
    ("Uuml", 'Ü'),
    ("szlig", 'ß'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_as_browsers_read_them() {
        for (written, read) in [
            ("AT&T &bogus; &#x2019; &#150; &#99999999;", "AT&T &bogus; ’ – &#99999999;"),
            ("J&auml;ger &copy; &Uuml;bung", "Jäger © Übung"),
            ("un&shy;broken&#10;", "unbroken "),
            ("&&amp;amp; & ;", "&&amp; & ;"),
        ] {
            assert_eq!(without_references(written), read, "{written}");
        }
    }
}
