//! The imprint at the end of a document: owner, copyright, page address.

use super::block::{Block, Shape, ends_sentence, words};
use super::leftover::WhyLeft;
use super::numbers::is_ruling;

/// The maximum number of words in a line about rights.
const MAX_RIGHTS_WORDS: usize = 40;

/// The maximum number of words in a menu below it.
const MAX_MENU_WORDS: usize = 8;

/// What heads the names of those who made a document.
const CREDITS: [&str; 6] =
    ["credits", "credit", "acknowledgements", "acknowledgments", "crédits", "mitwirkende"];

/// The maximum number of blocks below that heading.
const MAX_CREDITS: usize = 40;

/// Sets aside the names at the end of a document of those who made it, with their heading: `Rules by …`.
fn set_credits_aside(blocks: &mut [Block]) {
    let is_head = |b: &Block| CREDITS.contains(&words(&b.text).as_str());
    let Some(at) = blocks.iter().rposition(is_head).filter(|at| blocks.len() - at <= MAX_CREDITS) else {
        return;
    };
    let names_makers = |b: &Block| b.text.contains(" by ") && !b.text.contains('?');
    if blocks.get(at + 1).is_some_and(names_makers) && blocks[at + 1..].iter().all(|b| !is_ruling(&b.text)) {
        // A table of contents names them, too, without a sentence below.
        let is_listed = |n: &usize| is_head(&blocks[*n]) && !ends_sentence(&blocks[*n + 1].text);
        let listed: Vec<usize> = (0..at).filter(is_listed).collect();
        let below = (at..blocks.len()).filter(|n| !matches!(blocks[*n].shape, Shape::Aside(_)));
        for n in listed.into_iter().chain(below.collect::<Vec<_>>()) {
            blocks[n].shape = Shape::Aside(WhyLeft::PageFurniture);
        }
    }
}

/// Sets the final blocks aside that form an imprint, and a menu below it.
pub(super) fn set_aside(blocks: &mut [Block]) {
    set_credits_aside(blocks);
    let mut menu: Vec<usize> = Vec::new();
    for n in (0..blocks.len()).rev() {
        let block = &blocks[n];
        if matches!(block.shape, Shape::Aside(_)) {
            continue;
        }
        if is_imprint(block) {
            for at in menu.drain(..).chain([n]) {
                blocks[at].shape = Shape::Aside(WhyLeft::PageFurniture);
            }
        } else if is_menu(&block.text) {
            menu.push(n);
        } else {
            return;
        }
    }
}

/// Whether a block is about copyright or gives the page's address.
fn is_imprint(block: &Block) -> bool {
    let plain = words(&block.text);
    let all: Vec<&str> = plain.split(' ').collect();
    // A ruling may mention copyright; an imprint gives a year.
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    let owned = ["copyrighted by", "is copyright of", "are copyright of", "are trademarks of"];
    let rights = block.text.contains(['©', 'Ⓒ'])
        || owned.iter().any(|said| plain.contains(said))
        || all.contains(&"copyright") && all.iter().any(is_year)
        || ["all rights reserved", "tous droits réservés", "alle rechte vorbehalten", "cc by sa"]
            .iter()
            .any(|said| format!(" {plain} ").contains(&format!(" {said} ")));
    let is_page = matches!(all.as_slice(), ["page" | "seite", n, "of" | "sur" | "von", m]
        if [n, m].iter().all(|n| n.bytes().all(|b| b.is_ascii_digit())));
    let is_content = block.text.contains('?') || matches!(block.shape, Shape::Item(_));
    is_page || rights && all.len() <= MAX_RIGHTS_WORDS && !is_content && !block.is_heading()
}

/// Whether the text is a row of links.
fn is_menu(text: &str) -> bool {
    [" | ", " · "].iter().any(|mark| text.contains(mark))
        && text.split_whitespace().count() <= MAX_MENU_WORDS
        && !text.ends_with(['.', '?', '!'])
}
