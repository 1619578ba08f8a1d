//! How names are spelled in haste: shortened, with a slip, with the letter of a version behind them.

use crate::corpus::cards::normalize::{normalize_name, skeleton};

/// What a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Found {
    /// A card, by its name.
    Exact(String),
    /// A card, with one slip that can only mean this one.
    Slip(String),
    /// One of these cards.
    Open(Vec<String>),
    /// No card.
    Lost,
}

/// A word of a text as it may be shortened.
struct Short {
    letters: String,
    /// `Vader's`: what stands in front of it may be shortened.
    possessive: bool,
    /// `TF`: the first letters of several words.
    capitals: bool,
}

impl Short {
    fn of(text: &str) -> Vec<Self> {
        let of_word = |word: &str| {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            let possessive = word.ends_with("'s") || word.ends_with("’s");
            let capitals = (2..=3).contains(&word.len()) && word.bytes().all(|b| b.is_ascii_uppercase());
            let letters = normalize_name(word);
            let parts: Vec<&str> = letters.split(' ').filter(|part| !part.is_empty()).collect();
            let last = parts.len();
            let short = |(n, part): (usize, &&str)| Self {
                letters: (*part).to_owned(),
                possessive: possessive && n + 1 == last,
                capitals,
            };
            parts.iter().enumerate().map(short).collect::<Vec<_>>()
        };
        text.split_whitespace().flat_map(of_word).filter(|word| !is_article(&word.letters)).collect()
    }

    /// Whether a word of a name begins so.
    fn begins(&self, known: &str, least: usize) -> bool {
        let stem = self.letters.strip_suffix('s').filter(|_| self.possessive && known.ends_with('s'));
        let short = stem.unwrap_or(&self.letters);
        self.letters == known || short.len() >= least && known.starts_with(short)
    }

    /// Whether a word of a name is contracted so: `Sqd`, `Aslt`.
    fn contracts(&self, known: &str) -> bool {
        let mut letters = known.chars();
        let within = self.letters.chars().all(|c| letters.by_ref().any(|of| of == c));
        self.letters.len() >= 3 && within && self.letters.chars().next() == known.chars().next()
    }
}

/// The one name of which a text writes every word, or its beginning: `def. of cloud city`,
/// `prepare for evac`; or, where there is none, its first letters or some of them: `TF Battleship`,
/// `Admiral's Aslt`. Names come normalized and as shown.
pub(super) fn abbreviated<'n>(
    text: &str,
    names: impl Iterator<Item = (&'n str, &'n str)>,
    fits: impl Fn(&str) -> bool,
) -> Option<String> {
    let words = Short::of(text);
    let letters: usize = words.iter().map(|word| word.letters.len() + 1).sum();
    if words.len() < 2 || !words.iter().any(|w| w.letters.len() >= 4) || letters < 9 {
        return None;
    }
    let least = if words.len() > 2 { 1 } else { 2 };
    // The first letter differs for nearly all names.
    let initial = words[0].letters.chars().next();
    let alike: Vec<(&str, &str)> =
        names.filter(|(known, _)| known.trim_start_matches("a ").chars().next() == initial).collect();
    let only = |contracted: bool| {
        let shortened = |(known, _): &&(&str, &str)| {
            let known: Vec<&str> = known.split(' ').filter(|w| !is_article(w)).collect();
            spells(&words, &known, least, contracted)
        };
        let mut found = alike.iter().filter(shortened).filter(|(_, name)| fits(name));
        (found.next(), found.next())
    };
    match (only(false), only(true)) {
        ((Some((_, one)), None), _) | ((None, _), (Some((_, one)), None)) => Some((*one).to_owned()),
        _ => None,
    }
}

/// The one name of which a text has the first word, the last and others in their order, but not all of those
/// between: `Captain Needa` of `Captain Lorth Needa`.
pub(super) fn without_inner_word<'n>(
    text: &str,
    names: impl Iterator<Item = (&'n str, &'n str)>,
    fits: impl Fn(&str) -> bool,
) -> Option<String> {
    let text = normalize_name(text);
    let words: Vec<&str> = text.split(' ').collect();
    let (first, last) = (words.first()?, words.last()?);
    let long = |word: &str| word.len() >= MIN_LETTERS && !is_article(word);
    if words.len() < 2 || !long(first) || !long(last) {
        return None;
    }
    let has = |known: &str| {
        let mut of = known.split(' ');
        let ends = known.starts_with(&format!("{first} ")) && known.ends_with(&format!(" {last}"));
        ends && words.iter().all(|word| of.by_ref().any(|known| known == *word))
    };
    only_one(names.filter(|(known, name)| has(known) && fits(name)))
}

/// The name as shown, where there is but one.
fn only_one<'n>(mut names: impl Iterator<Item = (&'n str, &'n str)>) -> Option<String> {
    match (names.next(), names.next()) {
        (Some((_, one)), None) => Some(one.to_owned()),
        _ => None,
    }
}

/// The one name that has all words of a text, in whatever order: `cloud city defense`.
pub(super) fn with_all_words<'n>(
    text: &str,
    names: impl Iterator<Item = (&'n str, &'n str)>,
    fits: impl Fn(&str) -> bool,
) -> Option<String> {
    let text = normalize_name(text);
    let words: Vec<&str> = text.split(' ').collect();
    let letters: usize = words.iter().map(|word| word.len()).sum();
    if words.len() < 2 || letters < MIN_LETTERS_IN_ALL || words.iter().any(|word| word.len() < MIN_LETTERS) {
        return None;
    }
    let has = |known: &str| words.iter().all(|word| known.split(' ').any(|of| of == *word));
    only_one(names.filter(|(known, name)| has(known) && fits(name)))
}

/// Words with fewer letters in all may stand in any title.
const MIN_LETTERS_IN_ALL: usize = 10;

/// Whether each word is one of the name's, or its beginning; `contracted` ones may also leave letters out, or
/// stand for several.
fn spells(words: &[Short], known: &[&str], least: usize, contracted: bool) -> bool {
    let (Some((word, rest)), Some((name, others))) = (words.split_first(), known.split_first()) else {
        return words.is_empty() && known.is_empty();
    };
    if (word.begins(name, least) || contracted && word.contracts(name))
        && spells(rest, others, least, contracted)
    {
        return true;
    }
    let initials = || known.iter().take(word.letters.len()).filter_map(|name| name.chars().next());
    contracted
        && word.capitals
        && initials().eq(word.letters.chars())
        && spells(rest, &known[word.letters.len()..], least, contracted)
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the")
}

/// How many letters may differ from a name of that length.
pub(super) fn letters_allowed(text: &str) -> usize {
    match skeleton(&normalize_name(text)).chars().count() {
        0..=4 => 0,
        5..=7 => 1,
        _ => 2,
    }
}

/// The one name that can be meant, or those of which one is.
pub(super) fn chosen(near: &[(usize, &str)], text: &str) -> Found {
    let Some((best, first)) = near.first().copied() else { return Found::Lost };
    let rivals: Vec<String> = near
        .iter()
        .filter(|(apart, _)| *apart == best || (best > 0 && *apart == best + 1))
        .map(|(_, name)| (*name).to_owned())
        .collect();
    // Where letters that look alike are all the difference, a name of as many words comes before one of more.
    let words = |text: &str| normalize_name(text).split(' ').count();
    let mut as_many = rivals.iter().filter(|name| best == 0 && words(name) == words(text));
    if let (Some(one), None) = (as_many.next(), as_many.next()) {
        return Found::Slip(one.clone());
    }
    // A figure is never a slip for another figure: Red 2 is not Red 3.
    let figures = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let same_figures = best == 0 || figures(text) == figures(first);
    if rivals.len() == 1 && same_figures { Found::Slip(first.to_owned()) } else { Found::Open(rivals) }
}

/// Of the names most alike the one that is by far the nearest to a text.
pub(super) fn nearest_by_far<'n>(text: &str, alike: &[&'n str]) -> Option<&'n str> {
    let text = normalize_name(text);
    let apart = |name: &&'n str| (strsim::damerau_levenshtein(&text, &normalize_name(name)), *name);
    let mut near: Vec<(usize, &str)> = alike.iter().map(apart).collect();
    near.sort_unstable();
    let figures = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (best, name) = *near.first()?;
    let next = near.get(1).map_or(usize::MAX, |(apart, _)| *apart);
    let few = best * LETTERS_FOR_SLIP <= text.chars().count();
    (few && next >= best + MARGIN && figures(&text) == figures(name)).then_some(name)
}

/// Whether every word of a text is one of a title's, shortened or misspelt: beside the number of the title's
/// set that leaves no doubt.
pub(super) fn is_akin(text: &str, title: &str) -> bool {
    let normalized = normalize_name(title);
    let known: Vec<&str> = normalized.split(' ').collect();
    let words = Short::of(text);
    let is = |word: &Short| {
        known.iter().any(|of| {
            let long = word.letters.len() >= MIN_LETTERS;
            let slip = || strsim::damerau_levenshtein(&word.letters, of) * LETTERS_FOR_SLIP <= of.len() + 1;
            word.letters == *of || long && (word.begins(of, MIN_LETTERS) || word.contracts(of) || slip())
        })
    };
    words.iter().any(|word| word.letters.len() >= MIN_LETTERS) && words.iter().all(is)
}

/// Shorter words are no words of a title with a slip.
const MIN_LETTERS: usize = 3;

/// The number of letters of a name of which one may be a slip.
const LETTERS_FOR_SLIP: usize = 5;

/// How many letters further away the next name must be.
const MARGIN: usize = 3;

/// A name without the word for its printing: `Name (N) (Starter)`.
pub(super) fn without_printing(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains('(') {
        return text.into();
    }
    ["(Starter)", "(Promo)"].iter().fold(text.to_owned(), |name, word| name.replace(word, " ")).into()
}

/// A name and the version letter behind it.
pub(super) fn version_of(text: &str) -> (&str, Option<char>) {
    let open: &[_] = &[' ', '(', '[', '-', ',', '–'];
    let trimmed = text.trim_end_matches([' ', ')', ']', '.']);
    let mut chars = trimmed.chars().rev();
    match (chars.next(), chars.next()) {
        (Some(letter), Some(before)) if letter.is_ascii_alphabetic() && open.contains(&before) => {
            let base = trimmed[..trimmed.len() - 1].trim_end_matches(open);
            let named = base.trim_end_matches(|c: char| !c.is_alphanumeric());
            let without = |word: &&str| {
                let end = named.len().checked_sub(word.len())?;
                let apart = named.get(..end)?.ends_with(|c: char| !c.is_alphanumeric());
                (apart && named[end..].eq_ignore_ascii_case(word)).then(|| named[..end].trim_end())
            };
            let base = ["version", "ver", "v", "vers"].iter().find_map(without).unwrap_or(base);
            (base, Some(letter.to_ascii_uppercase()))
        }
        _ => (text, None),
    }
}

/// A name with its words in another order: `Fett, Jango` as `Jango Fett`, `Wrath of Tyranus` as
/// `Tyranus's Wrath`.
pub(super) fn turned(base: &str) -> Option<String> {
    if let Some((last, first)) = base.split_once(", ").filter(|(_, first)| !first.contains(',')) {
        return Some(format!("{first} {last}"));
    }
    let (what, whose) = base.split_once(" of ")?;
    Some(format!("{}'s {what}", whose.trim_start_matches("the ")))
}

/// A text with its words apart where a capital stands right behind a small letter, if one does.
pub(super) fn apart_at_capitals(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len() + 1);
    let mut small = false;
    for c in text.chars() {
        if small && c.is_uppercase() {
            out.push(' ');
        }
        small = c.is_lowercase();
        out.push(c);
    }
    (out.len() > text.len()).then_some(out)
}
