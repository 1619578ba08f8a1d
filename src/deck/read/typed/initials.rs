//! Titles written by their first letters, `AHJ`, in a deck whose other cards are read: where one set of its
//! side has them, that is read; where several have, they are asked about.

use super::doubtful;
use super::lexicon::Lexicon;
use super::remarks;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Decklist, Zone};

/// Fewer letters may stand for anything.
const MIN_LETTERS: usize = 2;

/// By so few letters a title is asked about, though one alone has them.
const FEW_LETTERS: usize = 2;

/// No title has more words.
const MAX_LETTERS: usize = 8;

/// The minimum number of other cards that are known.
const MIN_KNOWN: usize = 3;

/// Words that people leave out where they write first letters.
const SMALL: [&str; 10] = ["a", "an", "the", "of", "to", "in", "at", "for", "and", "from"];

/// Reads the titles of a list that are written so.
pub(super) fn read(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let Some(side) = list.part.or_else(|| doubtful::most(list, lexicon)) else { return };
    let (lost, known): (Vec<_>, Vec<_>) = list
        .entries
        .iter()
        .filter(|e| !matches!(e.zone, Zone::Affiliation | Zone::Aside))
        .partition(|e| e.lost);
    let short = lost.iter().all(|entry| letters(&entry.title).is_some());
    if lexicon.game == Game::Tcg || lost.is_empty() || !short || known.len() < MIN_KNOWN {
        return;
    }
    let listed: Vec<String> = known.iter().map(|entry| normalize_name(&entry.title)).collect();
    let affiliations: Vec<String> =
        list.entries.iter().filter(|e| e.zone == Zone::Affiliation).map(|e| e.title.clone()).collect();
    let titles = titles(side, &affiliations, &listed, lexicon);
    for entry in list.entries.iter_mut().filter(|e| e.lost && e.counted && remarks::is_in_deck(e)) {
        let Some(letters) = letters(&entry.title) else { continue };
        let has = |title: &&String| initials(title).contains(&letters);
        let found: Vec<String> = titles.iter().filter(has).cloned().collect();
        match &found[..] {
            [] => continue,
            [one] if letters.len() > FEW_LETTERS => {
                entry.written = Some(std::mem::replace(&mut entry.title, one.clone()));
            }
            _ => entry.candidates = found,
        }
        entry.lost = false;
    }
}

/// The titles of the sets that a deck may have besides those listed.
fn titles(side: Side, affiliations: &[String], listed: &[String], lexicon: &Lexicon<'_>) -> Vec<String> {
    let sets = lexicon.lcg.sets();
    let fits = sets.filter(|set| {
        let own = !set.affiliation_only || affiliations.iter().any(|title| title.contains(&set.affiliation));
        set.side == side && own && !listed.contains(&normalize_name(&set.title))
    });
    fits.map(|set| set.title.to_string()).collect()
}

/// The letters of a text that is nothing but a few of them: `AHJ`, `ahj`, `a.h.j.`.
fn letters(text: &str) -> Option<String> {
    let letters: String = text.chars().filter(|c| *c != '.').collect();
    let plain = (MIN_LETTERS..=MAX_LETTERS).contains(&letters.len())
        && letters.chars().all(|c| c.is_ascii_alphabetic());
    let capitals = letters.chars().all(|c| c.is_ascii_uppercase());
    let dotted = text.matches('.').count() + 1 >= letters.len();
    let small = || letters.len() <= 4 && letters.chars().all(|c| c.is_ascii_lowercase());
    (plain && (capitals || dotted || small())).then(|| letters.to_ascii_lowercase())
}

/// The first letters of a title's words: of all of them, or but for those that are small, or those that are
/// small and stand within.
fn initials(title: &str) -> [String; 3] {
    let normalized = normalize_name(title);
    let of = |kept: fn(usize, &str) -> bool| -> String {
        let words = normalized.split(' ').enumerate().filter(|(at, word)| kept(*at, word));
        words.filter_map(|(_, word)| word.chars().next()).collect()
    };
    [of(|_, _| true), of(|_, word| !SMALL.contains(&word)), of(|at, word| at == 0 || !SMALL.contains(&word))]
}
