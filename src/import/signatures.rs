//! How those who answer sign off, `Cheers, Nora`, and sign.

use super::block::{self, Block, Shape};

/// What stands in front of a name at the end of a mail or a post.
const SIGN_OFFS: [&str; 16] = [
    "cheers",
    "regards",
    "best regards",
    "kind regards",
    "warm regards",
    "best",
    "best wishes",
    "all the best",
    "thanks",
    "many thanks",
    "thank you",
    "sincerely",
    "yours",
    "yours truly",
    "take care",
    "viele grüße",
];

/// No name has more words, with what somebody is.
const MAX_NAME_WORDS: usize = 6;

/// Whether a line is a sign-off, and says nothing else but who does.
pub(super) fn is_sign_off(line: &str) -> bool {
    sign_off(line).is_some()
}

/// The name behind a sign-off in the same paragraph; empty if there is none.
fn sign_off(text: &str) -> Option<&str> {
    let plain = text.trim_matches(['*', '_', ' ']);
    let (words, name) = plain.split_once([',', '!']).unwrap_or((plain.trim_end_matches('.'), ""));
    let takes = SIGN_OFFS.contains(&block::words(words).as_str());
    let name = name.trim();
    (takes && (name.is_empty() || is_name(name))).then_some(name)
}

/// Whether a text may be who signs, `Nora Quill`, `Nora, office of the harbour`.
fn is_name(text: &str) -> bool {
    text.starts_with(char::is_uppercase)
        && text.split(' ').count() <= MAX_NAME_WORDS
        && !text.trim_end_matches('.').ends_with(['?', '!', ':', ';', ','])
        && !text.contains(". ")
}

/// Whether a text is who signs behind a dash, `- Nora`.
fn signed(block: &Block) -> Option<&str> {
    let dashed = match &block.shape {
        Shape::Item(mark) if mark == "-" => Some(block.text.as_str()),
        Shape::Heading | Shape::Caption | Shape::Paragraph | Shape::Item(_) | Shape::Aside(_) => {
            block.text.strip_prefix(['-', '–', '—', '~']).map(str::trim_start)
        }
    };
    dashed.filter(|name| is_name(name) && !block::ends_sentence(name))
}

/// How many paragraphs at the end of what somebody says only sign off, and with which name.
pub(super) fn of(blocks: &[Block]) -> (usize, Option<&str>) {
    let Some((last, before)) = blocks.split_last() else { return (0, None) };
    let above = before.last();
    if let Some(name) = sign_off(&last.text) {
        return (1, Some(name).filter(|name| !name.is_empty()));
    }
    let text = last.text.as_str();
    if above.is_some_and(|above| sign_off(&above.text) == Some("")) && is_name(text) {
        return (2, Some(text));
    }
    let is_of_list = above.is_some_and(|above| matches!(above.shape, Shape::Item(_)));
    match signed(last).filter(|_| above.is_some() && !is_of_list) {
        Some(name) => (1, Some(name)),
        None => (0, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> (usize, Option<String>) {
        let blocks: Vec<Block> = texts.iter().map(|text| Block::paragraph(1, *text)).collect();
        let (count, name) = of(&blocks);
        (count, name.map(str::to_owned))
    }

    #[test]
    fn signatures_are_distinguished_from_what_is_said() {
        let nora = || Some("Nora".to_owned());
        assert_eq!(read(&["It may.", "Cheers, Nora"]), (1, nora()));
        assert_eq!(read(&["It may.", "Cheers,", "Nora"]), (2, nora()));
        assert_eq!(read(&["It may.", "– Nora"]), (1, nora()));
        assert_eq!(read(&["It may.", "Regards."]), (1, None));
        assert_eq!(read(&["It may.", "Nora"]), (0, None));
        assert_eq!(read(&["Thanks, that is what the book says. It may."]), (0, None));
        assert_eq!(read(&["- Nora"]), (0, None));
    }
}
