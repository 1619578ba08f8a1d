//! Signs within one entry that its page was read wrongly: a title in a sentence, a mark of the page, words
//! that lead up to others which stand elsewhere.

use super::block::{self, list_mark};
use super::draft::{Draft, Id};
use super::names;
use super::passages::{self, is_sentence};
use crate::corpus::Kind;
use crate::corpus::ruling::TitleBy;

/// What such signs say of the text of an entry. `leads_to_item`: the next entry is the first item of the list
/// that this one leads up to.
pub(super) fn reasons(draft: &Draft, paragraphs: &[String], leads_to_item: bool) -> Vec<String> {
    let found = [
        paragraphs.iter().find_map(|p| runs_in(p)),
        answers_nothing(draft, paragraphs),
        led_to_something_else(paragraphs),
        leads_up(draft, paragraphs).filter(|_| !leads_to_item),
        corrects_no_card(draft, paragraphs),
        stray_mark(paragraphs),
        begins_small(draft, paragraphs),
    ];
    found.into_iter().flatten().collect()
}

/// Words that begin a sentence and are hardly ever within a name before a small letter.
const OPENERS: [&str; 13] =
    ["The", "An", "If", "When", "Each", "While", "After", "On", "This", "These", "There", "Any", "Whenever"];

/// A title that ran into the sentence below it: `Clues Clues come`, `Costs An extra`.
fn runs_in(paragraph: &str) -> Option<String> {
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let small = |n: usize| words.get(n).is_some_and(|w| w.starts_with(char::is_lowercase));
    let is_name = |w: &str| {
        w.starts_with(char::is_uppercase) && w.ends_with(char::is_alphanumeric) && w.chars().count() > 3
    };
    let at = (2..words.len()).find(|n| {
        let (before, here) = (words[n - 1], words[*n]);
        let again = here == before && is_name(here) && small(n + 1);
        is_name(before) && small(n + 1) && (OPENERS.contains(&here) || again)
    })?;
    let begun = words[at - 1..(at + 2).min(words.len())].join(" ").replace('`', "'");
    Some(format!("a sentence begins at `{begun}` behind no stop; is what stands in front of it a title?"))
}

/// A yes or no in the midst of an entry that asks nothing.
fn answers_nothing(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let answers = |p: &&String| ["Yes.", "No.", "Yes,", "No,", "Yes:"].iter().any(|a| p.starts_with(a));
    let asks =
        draft.question.is_some() || paragraphs.iter().any(|p| p.contains('?')) || draft.title.contains('?');
    let found = paragraphs.iter().skip(1).find(answers).filter(|_| !asks)?;
    Some(format!("`{}` is an answer, but nothing is asked in it", names::shortened(found)))
}

/// A paragraph that leads up to a quotation which stands further below.
fn led_to_something_else(paragraphs: &[String]) -> Option<String> {
    let quotes = |p: &str| p.starts_with(['“', '"', '„', '«']);
    let apart = |three: &&[String]| {
        three[0].ends_with(':') && !quotes(&three[1]) && list_mark(&three[1]).is_none() && quotes(&three[2])
    };
    let found = paragraphs.windows(3).find(apart)?;
    Some(format!("`{}` stands between a colon and the quotation it leads up to", names::shortened(&found[1])))
}

/// An entry whose last words lead up to something that does not stand in it.
fn leads_up(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let last = paragraphs.last().filter(|p| p.trim_end_matches(['*', '_', ' ']).ends_with(':'))?;
    // The words of a text that is corrected may end so.
    let is_corrected = draft.kind == Kind::Errata && draft.text.ends_with(":*");
    (draft.kind != Kind::Restricted && !matches!(draft.id, Id::Item(..)) && !is_corrected)
        .then(|| format!("`{}` leads up to what does not stand in it", names::shortened(last)))
}

/// The opening words of a part of errata that say what should be read.
fn corrects_no_card(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let opens = matches!(&draft.id, Id::Fixed(id) if id == "errata") && draft.cards.is_empty();
    let found = paragraphs.iter().find(|p| p.starts_with("Should read")).filter(|_| opens)?;
    Some(format!("`{}` is said of no card; whose text is it?", names::shortened(found)))
}

/// A paragraph that is nothing but a mark, or has one within it.
fn stray_mark(paragraphs: &[String]) -> Option<String> {
    let is_mark = |p: &&String| p.starts_with("| ") || matches!(p.as_str(), "|" | "¦");
    if let Some(found) = paragraphs.iter().find(is_mark) {
        let line = names::shortened(found);
        return Some(format!("`{line}` is a line of a table or of the page; which cell is whose?"));
    }
    let is_quoted = |p: &str, bullet: char| bullet == '»' && p.contains('«');
    let stands = |p: &str, bullet: char| p.contains(&format!(" {bullet} ")) && !is_quoted(p, bullet);
    let bullet = |p: &String| BULLETS.into_iter().find(|bullet| stands(p, *bullet));
    let found = paragraphs.iter().find_map(bullet)?;
    Some(format!("`{found}`, which begins the items of a list, stands within a sentence; whose item is it?"))
}

/// Printed bullets that stand for nothing else, but for the first, which may close a quotation.
const BULLETS: [char; 6] = ['»', '•', '●', '■', '►', '➢'];

/// A paragraph that goes on with a sentence which the one above it has ended.
fn begins_small(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let goes_on = |pair: &&[String]| {
        let small = pair[1].starts_with(char::is_lowercase) && pair[1].split_whitespace().count() > 3;
        small && is_sentence(&pair[0]) && list_mark(&pair[1]).is_none() && list_mark(&pair[0]).is_none()
    };
    // Small capitals are extracted as small letters: a term that the title has, too.
    let title = block::words(&draft.title);
    let own: Vec<&str> = title.split(' ').filter(|word| word.len() > 2).collect();
    let is_term =
        |p: &str| p.split(' ').next().is_some_and(|word| own.contains(&block::words(word).as_str()));
    let found = paragraphs.windows(2).find(|pair| goes_on(pair) && !is_term(&pair[1]))?;
    Some(format!("`{}` begins in the midst of a sentence; whose is it?", names::shortened(&found[1])))
}

/// A title that begins or ends within a sentence, or is a single letter.
pub(super) fn unlikely_title(draft: &Draft) -> Option<String> {
    const HANGING: [&str; 14] =
        ["and", "of", "the", "a", "an", "or", "for", "to", "with", "from", "by", "at", "as", "if"];
    if draft.title_by != TitleBy::Document || draft.is_part || draft.question.is_some() {
        return None;
    }
    let title = draft.title.trim();
    let last = title.rsplit(' ').next().unwrap_or_default();
    let letter = title.chars().count() == 1 && !passages::is_about_title(draft, &passages::of(&draft.text));
    let few = title.contains(' ');
    let why = if letter {
        "is a single letter; is it the head of a group?"
    } else if few && HANGING.contains(&last) {
        "ends in the midst of a phrase; does it go on?"
    } else {
        return None;
    };
    Some(format!("`{}` {why}", names::shortened(title)))
}
