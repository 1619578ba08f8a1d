//! Signs of phones and other scripts, written as lists are written: figures, strokes through words, ends of lines.

/// The text with figures and letters of other widths as plain ones, what is struck through between `~~`, and each line's
/// end as `\n`.
pub(super) fn plain(text: String) -> String {
    if text.is_ascii() && !text.contains(['\r', '\u{b}']) {
        return text;
    }
    let text = text.replace("\r\n", "\n").replace(['\r', '\u{b}', '\u{2028}', '\u{2029}'], "\n");
    if text.is_ascii() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = struck_between_tildes(&text).chars().collect::<Vec<_>>().into_iter().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        match c {
            '\u{ff01}'..='\u{ff5e}' => {
                out.extend(char::from_u32(u32::from(c) - 0xFEE0));
            }
            '\u{3000}' => out.push(' '),
            // The Cyrillic letter that looks like the sign beside a count.
            'х' | 'Х' if is_figure(before) || is_figure(next) || next == ' ' && before == ' ' => {
                out.push('x')
            }
            '²' | '³' | '¹' | '⁴' if matches!(before, '×' | 'x' | '*') => out.push(superscript(c)),
            _ => match circled(c) {
                Some(number) => out.push_str(&format!("{number} ")),
                None => out.push(c),
            },
        }
        before = c;
    }
    out
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

/// The number in a circle.
fn circled(c: char) -> Option<u32> {
    [('①', 20), ('❶', 10), ('➀', 10), ('➊', 10)].into_iter().find_map(|(first, many)| {
        let at = u32::from(c).checked_sub(u32::from(first))?;
        (at < many).then_some(at + 1)
    })
}

/// Whether a sign strikes through the letter before it.
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
        // A blank between two struck words is struck with them.
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
