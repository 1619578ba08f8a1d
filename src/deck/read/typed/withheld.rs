//! Headings below which cards stand that the deck may lack: `Missing:`, `At home:`, `Still need:`; and those
//! in front of cards that it plainly lacks.

use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::{MAX_PHRASE_LENGTH, has_phrase};
use super::talk::denies;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role};

/// No such heading is longer, in bytes.
const MAX_HEADING_LENGTH: usize = 60;

/// Nor has more words.
const MAX_WORDS: usize = 8;

/// Whether a line heads cards that the deck may lack.
pub(super) fn heads(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let line = line.trim();
    // `Title|2`, `Title.....2`
    let parted = || line.replace(['|', '.', ':', ';', '_', '=', '…', '\t'], " ");
    if line.is_empty() || line.len() > MAX_HEADING_LENGTH || !names(&parted(), lexicon).is_empty() {
        return false;
    }
    let text = line.trim_matches(|c: char| !c.is_alphanumeric());
    let framed =
        line.ends_with(':') || line.starts_with(['-', '=', '*', '_', '#']) && line.len() > text.len() + 1;
    let normalized = normalize_name(text);
    let words: Vec<&str> = normalized.split(' ').filter(|word| !word.is_empty()).collect();
    if words.len() > MAX_WORDS || lexicon.is_name(text) {
        return false;
    }
    framed && has_phrase(&words, InPlace::Withheld, lexicon) || is_alone(&words, lexicon)
}

/// `Sets (number in the box):`: whether a line explains how to fill in a form.
pub(super) fn explains_form(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let normalized = normalize_name(line);
    let words: Vec<&str> = normalized.split(' ').collect();
    line.len() <= MAX_HEADING_LENGTH
        && has_phrase(&words, InPlace::FillsIn, lexicon)
        && names(line, lexicon).is_empty()
}

/// `At home: 2 Title`: what heads the cards of a line that the deck may lack, and the rest of it.
pub(super) fn parted<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> Option<(&'l str, &'l str)> {
    let (head, rest) = line.split_once(':')?;
    let of_cards = line.len() < MAX_HEADING_LENGTH * 2 && !names(rest, lexicon).is_empty();
    (of_cards && heads(&line[..=head.len()], lexicon)).then_some((head, rest.trim()))
}

/// Whether words are nothing but such a phrase, with how many cards there are.
fn is_alone(words: &[&str], lexicon: &Lexicon<'_>) -> bool {
    let quiet = |word: &&str| {
        let of = |role: &Role| matches!(role, Role::Filler | Role::Cards | Role::Heading(_));
        word.bytes().all(|b| b.is_ascii_digit()) || lexicon.words.get(word).iter().any(of)
    };
    (1..=words.len().min(MAX_PHRASE_LENGTH)).any(|to| {
        lexicon.words.is(InPlace::Withheld, &words[..to].join(" ")) && words[to..].iter().all(quiet)
    })
}

/// `Lying at home, not in the deck: A, B`: whether what stands in front of cards says plainly that they are
/// none of the deck.
pub(super) fn is_laid_aside(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let Some((head, _)) = text.split_once(':').filter(|_| !text.contains('?')) else { return false };
    let roles = lexicon.roles(head);
    let aside =
        |(of, phrase): &(&[Role], String)| of.contains(&Role::Heading(Opens::Aside)) && phrase.contains(' ');
    let plain = !roles.has(&Role::Either) && names(head, lexicon).is_empty();
    plain && roles.known.iter().any(aside) && denies(head, lexicon)
}
