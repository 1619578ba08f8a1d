//! A line as typed, without what is no part of a list: mail quoting, markup, comments, bullets, dates,
//! addresses.

use std::borrow::Cow;

/// No line that names cards is longer, in characters; what is behind is passed over.
const MAX_LINE_LENGTH: usize = 2_000;

/// The line without quoting, markup, comment, bullet, date and address.
pub(super) fn clean(raw: &str, is_heading: impl Fn(&str) -> bool) -> String {
    let end = raw.char_indices().nth(MAX_LINE_LENGTH).map_or(raw.len(), |(at, _)| at);
    let line = without_struck(&raw[..end]);
    let line = without_quoting(&line);
    let line = super::super::markup::without_markup(line);
    let commented = ["#", "//", ";", "/*"].into_iter().find_map(|mark| line.strip_prefix(mark));
    let heading = commented.map(|rest| rest.trim_end_matches("*/").trim()).filter(|rest| is_heading(rest));
    let line = heading.unwrap_or_else(|| without_comment(&line));
    let line = line.trim_matches('`');
    let line = without_bullet(without_frame(line));
    let line = without_links(line);
    let line = parted_by_dots(&line);
    let words = line.split(' ').filter(|word| !is_address(word) && !is_edition(word));
    let words = words.map(in_full).map(ofs_as_count);
    words.collect::<Vec<_>>().join(" ").trim_matches([' ', '\u{a0}']).replace(['\u{a0}', '\u{202f}'], " ")
}

/// The line without markup, dates and addresses, with the signs that stand around its words.
pub(super) fn plain(raw: &str) -> String {
    let line = super::super::markup::without_markup(raw);
    line.split(' ').filter(|word| !is_address(word)).map(in_full).collect::<Vec<_>>().join(" ")
}

/// `[Title](https://…)` as the title.
fn without_links(line: &str) -> Cow<'_, str> {
    let mut line: Cow<'_, str> = line.into();
    while let Some(at) = line.find("](http") {
        let (Some(open), Some(length)) = (line[..at].rfind('['), line[at..].find(')')) else { break };
        line = format!("{}{}{}", &line[..open], &line[open + 1..at], &line[at + length + 1..]).into();
    }
    line
}

/// `v2`, `v2.2`: which edition of a list it is.
fn is_edition(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')', ',', ':']);
    let number = bare.strip_prefix(['v', 'V']).unwrap_or_default();
    !number.is_empty()
        && number.split('.').all(|n| (1..=2).contains(&n.len()) && n.bytes().all(|b| b.is_ascii_digit()))
}

/// `w/o Title` as it is said.
fn in_full(word: &str) -> &str {
    if word.eq_ignore_ascii_case("w/o") { "without" } else { word }
}

/// `2-ofs` as the count it is: `2x`.
fn ofs_as_count(word: &str) -> Cow<'_, str> {
    match word.split_once("-of").or_else(|| word.trim_matches(['(', ')']).split_once("of")) {
        Some((count, rest)) if count.len() == 1 && count.bytes().all(|b| b.is_ascii_digit()) => {
            format!("{count}x{}", rest.trim_start_matches('s')).into()
        }
        _ => word.into(),
    }
}

/// Words that are mail or web addresses, dates, times of day, or prices.
fn is_address(word: &str) -> bool {
    let bare = word.trim_matches(['(', ')', ',', ';', '<', '>', '.', ':']);
    if bare.contains("://") || bare.starts_with("www.") || (bare.contains('@') && bare.contains('.')) {
        return true;
    }
    if bare.starts_with(['$', '€', '£']) && bare.len() > 1 || bare.ends_with(['$', '€', '£', '%']) {
        return true;
    }
    let is_price = |(whole, part): (&str, &str)| {
        // Nobody asks 26,27 for a card: those are two sets.
        part.len() == 2
            && part.ends_with(['0', '5', '9'])
            && whole.len() <= 3
            && [whole, part].iter().all(|n| n.bytes().all(|b| b.is_ascii_digit()))
    };
    if word.starts_with('(') && word.ends_with(')') && bare.split_once(',').is_some_and(is_price) {
        return true;
    }
    // `<3` is a heart.
    if word.starts_with("<3") || word.starts_with("</3") {
        return true;
    }
    let numbers: Vec<&str> = bare.split(['.', '/', '-', ':']).collect();
    let figures = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let date = numbers.len() == 3
        && numbers.iter().all(figures)
        && numbers.iter().all(|part| part.parse::<u32>().is_ok_and(|n| n > 0))
        && numbers.iter().filter(|part| part.len() <= 2).count() >= 2;
    let time = bare.matches(':').count() == 1
        && numbers.len() == 2
        && numbers.iter().all(figures)
        && numbers[1].len() == 2;
    let long = bare.len() > 4 && bare.bytes().all(|b| b.is_ascii_digit());
    date || time || long
}

fn without_quoting(line: &str) -> &str {
    let mut line = line.trim();
    while let Some(rest) = line.strip_prefix(['>', '»', '¦']) {
        line = rest.trim_start();
    }
    // A table's rim.
    line.trim_start_matches('|').trim_end_matches('|').trim()
}

/// The line without what is struck out.
fn without_struck(line: &str) -> Cow<'_, str> {
    let marks = [
        ("~~", "~~"),
        ("[s]", "[/s]"),
        ("[strike]", "[/strike]"),
        ("<s>", "</s>"),
        ("<del>", "</del>"),
        ("<strike>", "</strike>"),
    ];
    let mut line: Cow<'_, str> = line.into();
    for (open, close) in marks {
        while let Some(at) = line.find(open) {
            let Some(length) = line[at + open.len()..].find(close) else { break };
            let rest = at + open.len() + length + close.len();
            line = format!("{} {}", &line[..at], &line[rest..]).into();
        }
    }
    line
}

/// The line without the remark behind a sign of a comment that begins with a number and counts nothing,
/// `# 3 would be nice`, or is prose with a number in it.
pub(super) fn without_numbered_remark(
    line: &str,
    names_card: impl Fn(&str) -> bool,
    is_count: impl Fn(&str) -> bool,
    is_prose: impl Fn(&str) -> bool,
) -> &str {
    let remark = [" # ", " -- ", " ; ", " * ", " // "].into_iter().find_map(|mark| line.split_once(mark));
    let Some((before, remark)) = remark else { return line };
    let digits = remark.find(|c: char| !c.is_ascii_digit()).unwrap_or(remark.len());
    let words = remark[digits..].trim();
    let talks = digits > 0 && remark[digits..].starts_with(' ') && words.contains(' ') && !is_count(words)
        || is_prose(remark);
    if talks && names_card(before) && !names_card(words) { before.trim_end() } else { line }
}

/// The line without its comment: `//` anywhere, `#` or `;` at the start.
fn without_comment(line: &str) -> &str {
    let rest = line.trim_start_matches('#');
    let number_sign = rest.len() < line.len() && !rest.starts_with(|c: char| c.is_ascii_digit());
    let headline = rest.len() + 2 <= line.len();
    // `;;1;Title` is a row whose first cells are empty.
    if number_sign && !headline || line.starts_with(';') && !line.starts_with(";;") {
        return "";
    }
    let line = if headline { rest.trim_start() } else { line };
    match line.find("//") {
        Some(0) => "",
        Some(at) if line[..at].ends_with(char::is_whitespace) => line[..at].trim_end(),
        _ => line,
    }
}

/// `--- Sideboard ---`: the line without the signs that stand on both sides of its words.
fn without_frame(line: &str) -> &str {
    let signs: &[_] = &['-', '=', '*', '~', '_', '#', '<', '>', '+', '—', '–', '─', '═', '★', '☆', '•', '|'];
    let inner = line.trim_matches(signs).trim();
    let framed = |side: &str| side.trim().chars().count() >= MIN_FRAME;
    let Some(at) = line.find(inner).filter(|_| inner.starts_with(char::is_alphabetic)) else { return line };
    let (before, behind) = (&line[..at], &line[at + inner.len()..]);
    if framed(before) && framed(behind) && inner.len() < MAX_HEADING_LENGTH { inner } else { line }
}

/// The minimum number of signs on either side that are a frame.
const MIN_FRAME: usize = 2;

/// No heading in a frame is longer, in bytes.
const MAX_HEADING_LENGTH: usize = 60;

/// `Jedi . by Ann . 10 sets`: the line with bars where single dots part its words.
fn parted_by_dots(line: &str) -> Cow<'_, str> {
    if !line.contains(" . ") || line.contains(". .") {
        return line.into();
    }
    line.replace(" . ", " | ").into()
}

/// The line without the bullet or box in front of it.
fn without_bullet(line: &str) -> &str {
    let bullets: &[_] = &[
        '•', '·', '‣', '▪', '◦', '●', '○', '■', '□', '☐', '☑', '☒', '✓', '✔', '✗', '►', '▸', '→', '★', '☆',
        '➤', '➜', '✦', '◆', '◇', '∙', '❑', '❏', '_',
    ];
    let mut line = line.trim_start_matches(bullets).trim_start();
    for mark in ["[ ]", "[]", "[x]", "[X]", "( )", "->", "=>", "-->", "--", "o ", "§"] {
        if let Some(rest) = line.strip_prefix(mark) {
            line = rest.trim_start();
        }
    }
    let rest = line.trim_start_matches(['-', '*', '+', '–', '—', '~', '=']);
    if rest.starts_with(char::is_whitespace) || rest.starts_with(|c: char| c.is_alphabetic()) {
        return rest.trim_start();
    }
    line
}
