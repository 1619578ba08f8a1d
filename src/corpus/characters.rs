//! Characters as other programs encode them: Windows-1252 bytes and HTML character references.

/// Decodes a byte of Windows-1252.
pub(crate) fn windows_1252(byte: u8) -> char {
    // The 32 code points that differ from Latin-1; five of them are unassigned.
    const DIFFERENT: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9F => DIFFERENT[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Replaces the HTML character references in a text. Anything that is not a valid reference is kept.
pub(crate) fn without_references(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('&') {
        out.push_str(before);
        let end = behind.char_indices().take(MAX_REFERENCE_LENGTH).find(|(_, c)| *c == ';').map(|(at, _)| at);
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

/// The longest reference, in characters between `&` and `;`.
const MAX_REFERENCE_LENGTH: usize = 12;

/// Decodes the part between `&` and `;`: to a character, or to `None` for a soft hyphen or the like.
fn referred(name: &str) -> Option<Option<char>> {
    let Some(number) = name.strip_prefix('#') else {
        let (_, character) = NAMED.iter().find(|(known, _)| *known == name)?;
        return Some((*character != SOFT_HYPHEN).then_some(*character));
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    // In practice, 128 to 159 mean the Windows-1252 characters.
    let character = match u8::try_from(code) {
        Ok(byte @ 0x80..=0x9F) => windows_1252(byte),
        _ => char::from_u32(code)?,
    };
    Some(Some(if character.is_control() { ' ' } else { character }))
}

const SOFT_HYPHEN: char = '\u{ad}';

/// The names that pages and mails of players and publishers have.
const NAMED: [(&str, char); 136] = [
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
    ("rarr", '→'),
    ("larr", '←'),
    ("uarr", '↑'),
    ("darr", '↓'),
    ("harr", '↔'),
    ("rArr", '⇒'),
    ("ge", '≥'),
    ("le", '≤'),
    ("ne", '≠'),
    ("asymp", '≈'),
    ("minus", '−'),
    ("plusmn", '±'),
    ("divide", '÷'),
    ("infin", '∞'),
    ("star", '☆'),
    ("starf", '★'),
    ("check", '✓'),
    ("deg", '°'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("sect", '§'),
    ("para", '¶'),
    ("frac14", '¼'),
    ("frac34", '¾'),
    ("sup1", '¹'),
    ("sup2", '²'),
    ("sup3", '³'),
    ("prime", '′'),
    ("Prime", '″'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("iexcl", '¡'),
    ("iquest", '¿'),
    ("pound", '£'),
    ("cent", '¢'),
    ("ensp", ' '),
    ("emsp", ' '),
    ("thinsp", ' '),
    ("hearts", '♥'),
    ("diams", '♦'),
    ("clubs", '♣'),
    ("spades", '♠'),
    ("sdot", '⋅'),
    ("lpar", '('),
    ("rpar", ')'),
    ("comma", ','),
    ("period", '.'),
    ("colon", ':'),
    ("excl", '!'),
    ("quest", '?'),
    ("plus", '+'),
    ("equals", '='),
    ("sol", '/'),
    ("vert", '|'),
    ("percnt", '%'),
    ("dollar", '$'),
    ("Tab", ' '),
    ("NewLine", ' '),
    ("aring", 'å'),
    ("Aring", 'Å'),
    ("aelig", 'æ'),
    ("AElig", 'Æ'),
    ("oslash", 'ø'),
    ("Oslash", 'Ø'),
    ("igrave", 'ì'),
    ("icirc", 'î'),
    ("iuml", 'ï'),
    ("ograve", 'ò'),
    ("otilde", 'õ'),
    ("ugrave", 'ù'),
    ("ucirc", 'û'),
    ("atilde", 'ã'),
    ("euml", 'ë'),
    ("oelig", 'œ'),
    ("OElig", 'Œ'),
    ("Agrave", 'À'),
    ("Aacute", 'Á'),
    ("Acirc", 'Â'),
    ("Ccedil", 'Ç'),
    ("Egrave", 'È'),
    ("Ecirc", 'Ê'),
    ("Iacute", 'Í'),
    ("Ntilde", 'Ñ'),
    ("Oacute", 'Ó'),
    ("Uacute", 'Ú'),
    ("yacute", 'ý'),
    ("eth", 'ð'),
    ("thorn", 'þ'),
    ("scaron", 'š'),
    ("Scaron", 'Š'),
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
            ("1 &rarr; 2, &ge;3 &minus; &frac14;", "1 → 2, ≥3 − ¼"),
            ("&&amp;amp; & ;", "&&amp; & ;"),
        ] {
            assert_eq!(without_references(written), read, "{written}");
        }
    }
}
