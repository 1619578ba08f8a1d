//! Normalizes characters that phones and other scripts produce: digits, strikethrough, line ends.

/// Converts full-width letters and digits to ASCII, puts struck-through text between `~~`, and ends each line
/// with `\n`.
pub(super) fn plain(text: String) -> String {
    let text = if text.contains('#') { without_hashtags(&text) } else { text };
    if text.is_ascii() && !text.contains(['\r', '\u{b}']) {
        return text;
    }
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{b}', '\u{2028}', '\u{2029}'], "\n");
    let text = struck_between_tildes(&text);
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        match written(c, before, next) {
            Written::As(plain) => out.push(plain),
            Written::Number(number) => out.push_str(&format!("{number} ")),
        }
        before = c;
    }
    out
}

/// The text with `#FallOfTheJedi` as its words.
fn without_hashtags(text: &str) -> String {
    let in_words = |word: &str| {
        let tag = word.strip_prefix('#').filter(|tag| tag.starts_with(char::is_uppercase))?;
        let length = tag.find(|c: char| !c.is_alphabetic()).unwrap_or(tag.len());
        let (tag, rest) = tag.split_at(length);
        let humps = tag.chars().filter(|c| c.is_uppercase()).count();
        let mut words = String::with_capacity(word.len() + humps);
        for c in tag.chars() {
            if c.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.push(c);
        }
        // `#SITH` is a heading.
        (humps > 1 && humps * 2 <= tag.len()).then(|| words + rest)
    };
    text.split_inclusive([' ', '\n', '\t'])
        .map(|word| in_words(word).unwrap_or_else(|| word.to_owned()))
        .collect()
}

/// How a list writes a sign.
enum Written {
    As(char),
    Number(u32),
}

/// The normal form of a character, given its neighbours.
fn written(c: char, before: char, next: char) -> Written {
    let apart = next == ' ' && before == ' ';
    match c {
        // Full-width letters and digits.
        '\u{ff01}'..='\u{ff5e}' => Written::As(char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c)),
        '\u{3000}' => Written::As(' '),
        // The Cyrillic letter that looks like the × of a count.
        'х' | 'Х' if is_figure(before) || is_figure(next) || apart => Written::As('x'),
        '²' | '³' | '¹' | '⁴' if matches!(before, '×' | 'x' | '*') => Written::As(superscript(c)),
        '❓' | '❔' | '⁉' | '⍰' | '🤔' | '🤷' => Written::As('?'),
        _ => circled(c).map_or(Written::As(c), Written::Number),
    }
}

fn is_figure(c: char) -> bool {
    c.is_ascii_digit() || ('\u{ff10}'..='\u{ff19}').contains(&c)
}

fn superscript(c: char) -> char {
    match c {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        _ => '4',
    }
}

/// The value of a circled number.
fn circled(c: char) -> Option<u32> {
    [('①', 20), ('❶', 10), ('➀', 10), ('➊', 10)].into_iter().find_map(|(first, many)| {
        let at = u32::from(c).checked_sub(u32::from(first))?;
        (at < many).then_some(at + 1)
    })
}

/// Whether a combining character strikes through the previous letter.
fn strikes(c: char) -> bool {
    matches!(c, '\u{335}'..='\u{338}')
}

fn struck_between_tildes(text: &str) -> String {
    if !text.contains(strikes) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut within = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let struck = chars.peek().is_some_and(|next| strikes(*next));
        // A space between two struck-through words is struck through as well.
        if struck && !within || within && !struck && c != ' ' {
            out.push_str("~~");
            within = struck;
        }
        out.push(c);
        while chars.next_if(|next| strikes(*next)).is_some() {}
    }
    if within {
        out.push_str("~~");
    }
    out
}
