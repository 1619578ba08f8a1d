//! Corrects damage from scanning and page breaks, recording every correction.

use super::block::{Block, Shape, begins_inside, ends_sentence};
use super::draft::Draft;
use super::icons::Icon;
use super::post_heads;
use crate::corpus::Certainty;
use crate::corpus::Game;
use crate::corpus::ruling::Correction;

/// Joins paragraphs broken by a page end, and returns each join as a correction (`¶` marks the break).
///
/// A paragraph without sentence-final punctuation is joined with a following one that starts in lower case.
pub(super) fn join_broken(blocks: Vec<Block>) -> (Vec<Block>, Vec<Correction>) {
    let mut out: Vec<Block> = Vec::new();
    let mut joins = Vec::new();
    for block in blocks {
        let joins_on = block.shape == Shape::Paragraph && begins_inside(&block.text);
        match out.last_mut() {
            Some(before) if joins_on && is_open(before) && are_of_one(before, &block) => {
                joins.push(correction(&before.text, &block.text));
                before.text = joined(&before.text, &block.text);
            }
            _ => out.push(block),
        }
    }
    (out, joins)
}

/// Whether nothing says that two paragraphs are two people's.
fn are_of_one(before: &Block, block: &Block) -> bool {
    before.is_quoted == block.is_quoted && post_heads::read(before).is_none()
}

fn is_open(block: &Block) -> bool {
    let text_like = matches!(block.shape, Shape::Paragraph | Shape::Item(_));
    text_like && !ends_sentence(&block.text) && block.text.contains(' ')
}

/// Joins two halves of a paragraph, merging emphasis that was closed and reopened at the break.
fn joined(before: &str, after: &str) -> String {
    let (a, b) = seam(before, after);
    format!("{a} {b}")
}

fn seam<'t>(before: &'t str, after: &'t str) -> (&'t str, &'t str) {
    let single = |t: &str, end: bool| {
        if end { t.ends_with('*') && !t.ends_with("**") } else { t.starts_with('*') && !t.starts_with("**") }
    };
    if single(before, true) && single(after, false) {
        (&before[..before.len() - 1], &after[1..])
    } else {
        (before, after)
    }
}

fn correction(before: &str, after: &str) -> Correction {
    let (before, after) = seam(before, after);
    let plain = |w: &&str| !w.contains(['*', '\\', '¶']);
    let mut head: Vec<&str> = before.split(' ').rev().take_while(plain).take(3).collect();
    head.reverse();
    let tail: Vec<&str> = after.split(' ').take_while(plain).take(3).collect();
    let (head, tail) = (head.join(" "), tail.join(" "));
    Correction {
        printed: format!("{head} ¶ {tail}").trim().to_owned(),
        corrected: format!("{head} {tail}").trim().to_owned(),
        why: "paragraph broken at a page end".to_owned(),
    }
}

/// Corrects an entry's question and text, and records the corrections.
pub(super) fn draft(draft: &mut Draft, joins: &[Correction]) {
    let mut found = Vec::new();
    if let Some(question) = draft.question.take() {
        draft.question = Some(corrected_text(&question, &mut found));
    }
    draft.text = corrected_text(&draft.text, &mut found);
    // Icons translated from symbol fonts have been recorded already.
    found
        .retain(|c| c.printed != c.corrected || draft.corrections.iter().all(|d| d.corrected != c.corrected));
    let words = draft.words();
    let joined = joins.iter().filter(|j| !j.corrected.is_empty() && words.contains(&j.corrected)).cloned();
    for correction in joined.chain(found) {
        if !draft.corrections.contains(&correction) {
            draft.corrections.push(correction);
        }
    }
}

fn corrected_text(text: &str, found: &mut Vec<Correction>) -> String {
    let text = zeros(text, found);
    let text = blast(&text, found);
    if text.contains('⚡') {
        push(found, "⚡", "⚡", "the unit damage icon, printed as an icon");
    }
    text
}

fn push(found: &mut Vec<Correction>, printed: &str, corrected: &str, why: &str) {
    let (printed, corrected, why) = (printed.to_owned(), corrected.to_owned(), why.to_owned());
    let correction = Correction { printed, corrected, why };
    if !found.contains(&correction) {
        found.push(correction);
    }
}

/// Turns the letter O into a zero among digits, or on its own where an amount is expected.
fn zeros(text: &str, found: &mut Vec<Correction>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric()) {
        let end = rest[start..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |n| start + n);
        let word = &rest[start..end];
        out.push_str(&rest[..start]);
        let mixed = word.bytes().all(|b| b.is_ascii_digit() || b == b'O') && word.contains('O');
        if mixed && word.bytes().any(|b| b.is_ascii_digit()) {
            push(found, word, &word.replace('O', "0"), "letter O for zero");
            out.push_str(&word.replace('O', "0"));
        } else if word == "O"
            && let Some(before) = version_before(&out)
        {
            push(found, &format!("{before}O"), &format!("{before}0"), "letter O for zero");
            out.push('0');
        } else if word == "O"
            && let Some(before) = amount_before(&out)
        {
            push(found, &format!("{before} O"), &format!("{before} 0"), "letter O for zero");
            out.push('0');
        } else {
            out.push_str(word);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// The digits and dot before the last digit of a version or section number, `3.`.
fn version_before(text: &str) -> Option<String> {
    let digits = text.strip_suffix('.')?;
    let start = digits.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |n| n + 1);
    let start = (start..=digits.len()).find(|n| digits.is_char_boundary(*n))?;
    (start < digits.len()).then(|| text[start..].to_owned())
}

/// The phrase before an amount, such as "equal to".
fn amount_before(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().rev().take(2).collect();
    let amount = text.ends_with(' ')
        && matches!(
            words.as_slice(),
            ["to", "equal" | "reduced" | "Reduce" | "reduce"]
                | ["of", "value" | "cost" | "total"]
                | ["below" | "costs", ..]
        );
    amount.then(|| words.into_iter().rev().collect::<Vec<_>>().join(" ")).map(|w| {
        match w.strip_suffix(" below") {
            Some(_) => "below".to_owned(),
            None => w,
        }
    })
}

/// A star before "(blast)" is the blast icon and not emphasis.
fn blast(text: &str, found: &mut Vec<Correction>) -> String {
    let bare = text.replace("\\* (blast)", "* (blast)");
    if !bare.contains("* (blast)") || bare.contains("** (blast)") {
        return text.to_owned();
    }
    push(found, "*", "*", "the blast icon, printed as an icon before \"(blast)\"");
    bare.replace("* (blast)", "\\* (blast)")
}

/// Replaces known icons in a draft, and flags characters that do not belong in a text.
pub(super) fn icons(draft: &mut Draft, game: Game, known: &[(Game, Icon)]) {
    let mut unsure: Vec<String> = Vec::new();
    let mut corrections: Vec<Correction> = Vec::new();
    let mut corrected_text = |text: &str| -> String {
        let mut out = String::with_capacity(text.len());
        let chars: Vec<char> = text.chars().collect();
        for (n, c) in chars.iter().enumerate() {
            let letter = |n: Option<usize>| n.and_then(|n| chars.get(n)).is_some_and(|c| c.is_alphanumeric());
            let apart = !letter(n.checked_sub(1)) && !letter(Some(n + 1));
            let odd = is_private(*c) || (apart && is_strange(*c));
            if !odd {
                out.push(*c);
                continue;
            }
            let printed = c.to_string();
            let icon = known.iter().find(|(g, icon)| *g == game && *icon.printed == printed);
            match icon.map(|(_, icon)| icon) {
                Some(icon) if icon.certainty == Certainty::Certain => {
                    out.push_str(&icon.shown);
                    let why = format!("{}, printed as an icon", icon.means);
                    push_once(
                        &mut corrections,
                        Correction { printed, corrected: icon.shown.replace('\\', ""), why },
                    );
                }
                found => {
                    out.push(*c);
                    let meant = found.map_or_else(|| "an icon".to_owned(), |i| format!("likely {}", i.means));
                    push_once(&mut unsure, format!("`{c}` is a character of a symbol font: {meant}"));
                }
            }
        }
        out
    };
    draft.text = corrected_text(&draft.text);
    draft.question = draft.question.take().map(|question| corrected_text(&question));
    draft.corrections.extend(corrections);
    unsure.into_iter().for_each(|why| draft.unsure("text", why));
}

/// Appends a value unless the list contains it.
fn push_once<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// Whether a character is in a private-use area, so that only its own font can display it.
fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}')
}

/// Whether a character, though valid elsewhere, does not occur on its own in a sentence.
fn is_strange(c: char) -> bool {
    let usual = matches!(
        c,
        '©' | '®'
            | '™'
            | '×'
            | '½'
            | '¼'
            | '¾'
            | '⚡'
            | '«'
            | '»'
            | '·'
            | '¿'
            | '¡'
            | '§'
            | '¶'
            | '°'
            | '¹'
            | '²'
            | '³'
    );
    let usual = usual || super::block::is_raised(c);
    // In some languages a single letter is a word.
    let word = matches!(c, 'à' | 'À' | 'è' | 'È' | 'é' | 'É' | 'ì' | 'ò' | 'ó' | 'ú' | 'ý' | 'å' | 'Å');
    let usual = usual || word;
    let marks = matches!(c, '\u{2000}'..='\u{206f}' | '\u{20a0}'..='\u{20cf}');
    !c.is_ascii() && !usual && !marks && !is_dash_or_bullet(c) && !is_of_other_script(c)
}

/// Whether a character is a letter of a non-Latin script, in which a single letter may be a word.
fn is_of_other_script(c: char) -> bool {
    matches!(c,
        '\u{400}'..='\u{52f}' // Cyrillic
            | '\u{590}'..='\u{6ff}' // Hebrew, Arabic
            | '\u{3000}'..='\u{30ff}' // marks and letters of Japanese
            | '\u{3400}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7af}' // Korean
            | '\u{ff00}'..='\u{ffef}'
    )
}

fn is_dash_or_bullet(c: char) -> bool {
    matches!(
        c,
        '−' | '■'
            | '●'
            | '○'
            | '►'
            | '➢'
            | '▪'
            | '◦'
            | '→'
            | '←'
            | '⇒'
            | '≥'
            | '≤'
            | '…'
            | '✓'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(blocks: &[&str]) -> (Vec<String>, Vec<(String, String)>) {
        let blocks = blocks.iter().map(|t| Block::paragraph(1, *t)).collect();
        let (blocks, joins) = join_broken(blocks);
        (
            blocks.into_iter().map(|b| b.text).collect(),
            joins.into_iter().map(|j| (j.printed, j.corrected)).collect(),
        )
    }

    #[test]
    fn a_paragraph_broken_at_a_page_end_is_one() {
        let (blocks, joins) =
            texts(&["*her attempt to play*", "*an event card, and **No Way Out**.*", "Next one."]);
        assert_eq!(blocks, ["*her attempt to play an event card, and **No Way Out**.*", "Next one."]);
        assert_eq!(
            joins,
            [("attempt to play ¶ an event card,".to_owned(), "attempt to play an event card,".to_owned())]
        );
        assert_eq!(texts(&["Follow these steps:", "and so on."]).0.len(), 2);
    }

    #[test]
    fn zeros_are_distinguished_from_letters() {
        let mut found = Vec::new();
        assert_eq!(
            corrected_text("(Core O157 or OO19) is equal to O. Or not OO.", &mut found),
            "(Core 0157 or 0019) is equal to 0. Or not OO."
        );
        assert_eq!(found.len(), 3);
        assert_eq!(found[2].printed, "equal to O");
        let mut found = Vec::new();
        assert_eq!(
            corrected_text("(v3.O) **Old Tollkeeper** O183, see (2.1O). O dear", &mut found),
            "(v3.0) **Old Tollkeeper** 0183, see (2.10). O dear"
        );
        let printed: Vec<&str> = found.iter().map(|c| c.printed.as_str()).collect();
        assert_eq!(printed, ["3.O", "O183", "1O"]);
        let mut found = Vec::new();
        assert_eq!(
            corrected_text("limited to * (blast) damage", &mut found),
            "limited to \\* (blast) damage"
        );
        assert_eq!(found.len(), 1);
    }
}
