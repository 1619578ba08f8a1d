//! Definitions of the games' terms: which ruling or rule defines a word, and which defined word a typed one
//! means.

use super::cards::normalize::normalize_name;
use super::digest::DigestInfo;
use super::ruling::{Kind, Ruling};

/// The words a ruling defines: those a digest entry lists, or the one quoted in the title of an official
/// definition, `The word “Switch”`.
pub(crate) fn words(ruling: &Ruling) -> Vec<String> {
    if let Some(DigestInfo { defines, .. }) = &ruling.digest {
        return defines.clone();
    }
    if ruling.kind != Kind::Definition {
        return Vec::new();
    }
    let title = &ruling.title;
    let quoted: Vec<String> = title
        .split(['“', '”', '"'])
        .skip(1)
        .step_by(2)
        .map(|word| word.trim_matches(',').to_owned())
        .collect();
    let bare = title.strip_prefix("The ").unwrap_or(title);
    if quoted.is_empty() { bare.split('/').map(str::to_owned).collect() } else { quoted }
}

/// A word and what defines it.
#[derive(Debug)]
pub struct Defined<'r> {
    /// The word as spelled where it is defined.
    pub word: String,
    /// Whether the word was typed correctly, rather than merely similarly.
    pub exact: bool,
    /// Rulings that define it: exact spellings first, and among those official rulings first.
    pub rulings: Vec<&'r Ruling>,
}

/// Looks up a typed word, ignoring case, hyphens and plurals. If the word is not defined, falls back to a
/// similarly spelled one, provided there is only one.
pub fn find<'r>(rulings: &'r [Ruling], typed: &str) -> Option<Defined<'r>> {
    let wanted = singular(typed);
    let all: Vec<(String, String, &Ruling)> =
        rulings.iter().flat_map(|r| words(r).into_iter().map(move |w| (singular(&w), w, r))).collect();
    let named = |name: &str, exact: bool| {
        let mut of: Vec<&(String, String, &Ruling)> = all.iter().filter(|(s, _, _)| s == name).collect();
        of.sort_by_key(|(_, word, r)| (normalize_name(word) != normalize_name(typed), r.digest.is_some()));
        let word = of.first()?.1.clone();
        Some(Defined { word, exact, rulings: with_official(of.into_iter().map(|(_, _, r)| *r), rulings) })
    };
    named(&wanted, true).or_else(|| {
        let slips = misspellings(&wanted, all.iter().map(|(s, _, _)| s.as_str()));
        let [slip] = slips.as_slice() else { return None };
        named(slip, false)
    })
}

/// Puts the official rulings that have since covered a digest entry in front of that entry.
fn with_official<'r>(defined: impl Iterator<Item = &'r Ruling>, rulings: &'r [Ruling]) -> Vec<&'r Ruling> {
    let mut all: Vec<&Ruling> = Vec::new();
    for rule in defined {
        let official = rule.digest.iter().flat_map(|d| &d.official);
        let official = official.filter_map(|id| rulings.iter().find(|r| r.id == *id));
        for ruling in official.chain([rule]) {
            if all.iter().all(|r| r.id != ruling.id) {
                all.push(ruling);
            }
        }
    }
    all
}

/// Up to `most` defined words similar to an undefined one, best first.
pub(crate) fn nearest(rulings: &[Ruling], typed: &str, most: usize) -> Vec<String> {
    let wanted = singular(typed);
    let mut near: Vec<(f64, String)> = Vec::new();
    for word in rulings.iter().flat_map(words) {
        let own = singular(&word);
        let within = !wanted.is_empty() && (own.contains(&wanted) || wanted.contains(&own));
        let like = strsim::jaro_winkler(&own, &wanted).max(if within { 0.9 } else { 0.0 });
        if like >= 0.8 && !near.iter().any(|(_, known)| *known == word) {
            near.push((like, word));
        }
    }
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.into_iter().take(most).map(|(_, word)| word).collect()
}

/// The defined words that occur in a text, in order of definition.
pub(crate) fn within<'r>(rulings: impl Iterator<Item = &'r Ruling>, text: &str) -> Vec<String> {
    let padded = format!(" {} ", text.split_whitespace().map(singular).collect::<Vec<_>>().join(" "));
    let mut found: Vec<String> = Vec::new();
    for word in rulings.flat_map(words) {
        let own: Vec<String> = word.split_whitespace().map(singular).collect();
        let stands = own.iter().all(|w| w.len() > 3) && padded.contains(&format!(" {} ", own.join(" ")));
        if stands && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// Words within a typo of the wanted one, without duplicates.
fn misspellings<'w>(wanted: &str, words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    let allowed = match wanted.chars().count() {
        0..=3 => return Vec::new(),
        4..=6 => 1,
        _ => 2,
    };
    let mut near: Vec<(usize, &str)> =
        words.map(|w| (strsim::osa_distance(w, wanted), w)).filter(|(d, _)| *d <= allowed).collect();
    near.sort_unstable();
    near.dedup();
    let best = near.first().map(|(d, _)| *d);
    near.into_iter().filter(|(d, _)| Some(*d) == best).map(|(_, w)| w).collect()
}

/// The form in which words are compared: no capitals, punctuation, "(X)" or plural endings.
fn singular(word: &str) -> String {
    let bare = word.to_lowercase().replace("(x)", " ").replace('-', " ");
    let normalized = normalize_name(&bare);
    let one = |w: &str| match w.strip_suffix('s') {
        Some(stem) if stem.len() > 2 && !stem.ends_with(['s', 'u', 'i']) => {
            stem.strip_suffix("ie").map_or_else(|| stem.to_owned(), |y| format!("{y}y"))
        }
        _ => w.to_owned(),
    };
    normalized.split_whitespace().map(one).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpus;

    fn defined(typed: &str) -> Option<(String, bool, String)> {
        let rulings: Vec<Ruling> = Corpus::built_in().rulings().cloned().collect();
        let found = find(&rulings, typed)?;
        Some((found.word, found.exact, found.rulings[0].id.clone()))
    }

    #[test]
    fn a_word_is_found_however_it_is_written() {
        let focus = defined("focus").expect("it is defined");
        assert!(focus.1);
        for typed in ["Focus", " FOCUS ", "\"focus\""] {
            assert_eq!(defined(typed).as_ref(), Some(&focus), "{typed}");
        }
        assert_eq!(
            defined("edge batle").map(|(w, exact, _)| (w, exact)),
            Some(("edge battle".into(), false))
        );
        assert_eq!(defined("captured-cards"), defined("captured card"));
        assert_eq!(defined("abilities"), defined("ability"));
        assert_eq!(
            defined("switch").map(|d| d.2),
            Some("lcg:4.9".into()),
            "an official definition comes first"
        );
        assert_eq!(defined("parliament"), None);
        assert_eq!(defined(""), None);
    }
}
