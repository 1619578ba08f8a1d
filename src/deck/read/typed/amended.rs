//! Rows that correct the one right above, as in a chat: `*Title`, `no wait, it is Title`, `sorry, 2x`; and
//! those that correct themselves: `Rebels, no wait, Jedi`. A row with any other word is none of them.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::{Found, Lexicon};
use super::moves::{self, names};
use super::phrases::{MAX_PHRASE_LENGTH, has_phrase, made_of, words};
use super::sizes::LIKELY_COUNT;
use super::talk::{denies, leads_with_count};
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, brief};
use crate::deck::words::{InPlace, Role, Says};

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// A row that was corrected, and what it is now; or one that may correct another.
pub(super) enum Amended {
    Row { line: usize, now: String },
    Open { line: usize, text: String },
}

/// The rows with what others say of them, but for the lines that somebody else than the player says.
pub(super) fn written<'t>(
    rows: &[&'t str],
    others: &BTreeSet<usize>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<Amended>) {
    let mut written = Rows::of(rows);
    let mut amended = Vec::new();
    let starred = rows.iter().filter(|row| star(row).is_some()).count();
    let mut above: Option<usize> = None;
    for at in 0..rows.len() {
        let row = written.texts[at].trim().to_owned();
        if row.is_empty() || others.contains(&(at + 1)) || row.len() > MAX_ROW_LENGTH {
            continue;
        }
        let within = within(&row, |title| written.others_with(title, at), lexicon);
        if written.is_exhausted() {
            amended.push(Amended::Open { line: at + 1, text: row });
            break;
        }
        if let Some(now) = within {
            amended.push(Amended::Row { line: at + 1, now: now.clone() });
            written.replace(at, now.into());
        } else if let Some(over) = above
            && let Some(says) = Amendment::of(&row, starred == 1, lexicon)
            && let Some(now) =
                says.over(&written.texts[over], |title| written.others_with(title, over), lexicon)
        {
            if now != *written.texts[over] {
                amended.push(Amended::Row { line: over + 1, now: now.clone() });
            }
            written.replace(over, now.into());
            written.replace(at, "".into());
            continue;
        } else if above.is_some() && is_open(&row, starred == 1, lexicon) {
            amended.push(Amended::Open { line: at + 1, text: row });
            continue;
        }
        above = Some(at);
    }
    (written.texts, amended)
}

/// Notes what was corrected.
pub(super) fn note(amended: &[Amended], lists: &mut [Decklist]) {
    for amended in amended {
        match amended {
            Amended::Row { line, now } => {
                for list in lists.iter_mut().filter(|list| list.entries.iter().any(|e| e.line == *line)) {
                    let text = format!("Corrected in words to {:?} (line {line}).", brief(now));
                    list.notes.push(ListNote { code: Code::NameSlip, text });
                }
            }
            Amended::Open { line, text } => {
                let above = |list: &&mut Decklist| list.entries.iter().any(|e| e.line < *line);
                let asked = |list: &Decklist| list.questions.iter().any(|of| of.lines.contains(line));
                match lists.iter_mut().filter(above).last() {
                    Some(list) if asked(list) => list.doubts.which_list = true,
                    Some(list) => moves::add_question(text, *line, list),
                    None => {}
                }
            }
        }
    }
}

/// `no wait`, `*Other title`: whether a row takes back what stands above and does not say for what, or has
/// the sign of a correction in front of a card that nothing above looks like.
fn is_open(row: &str, one_star: bool, lexicon: &Lexicon<'_>) -> bool {
    let all = words(row);
    let takes_back = || made_of(&all, &[InPlace::Replaces], lexicon) && !all.is_empty();
    let other = || star(row).is_some_and(|title| is_of_deck(title, lexicon));
    takes_back() || one_star && other() || names_other(row, lexicon)
}

/// `no, Title`, `that was supposed to be Title`: whether a row without a count names a card that may stand in
/// the place of the one above.
fn names_other(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let [(from, to)] = names(row, lexicon)[..] else { return false };
    let (before, behind) = (&row[..from], &row[to..]);
    let counted = [before, behind].iter().any(|text| text.contains(|c: char| c.is_ascii_digit()));
    let said = words(before);
    let no = || match before.trim_end().strip_suffix([',', ';', ':', '.', '-', '–']) {
        Some(word) => words(word).len() == 1 && denies(word, lexicon),
        None => false,
    };
    !counted && said.len() <= MAX_BEFORE && (no() || has_phrase(&said, InPlace::Replaces, lexicon))
}

/// More words in front of a card say something else.
const MAX_BEFORE: usize = 8;

/// The rows of a list as they are corrected, to look for titles in: so often that no list takes long.
struct Rows<'t> {
    texts: Vec<Cow<'t, str>>,
    /// The same normalized, as soon as a row corrects anything.
    normalized: OnceCell<Vec<String>>,
    looks: Cell<usize>,
}

impl<'t> Rows<'t> {
    fn of(rows: &[&'t str]) -> Self {
        let texts = rows.iter().map(|row| Cow::from(*row)).collect();
        Self { texts, normalized: OnceCell::new(), looks: Cell::new(0) }
    }

    fn replace(&mut self, at: usize, now: Cow<'t, str>) {
        if let Some(normalized) = self.normalized.get_mut() {
            normalized[at] = normalize_name(&now);
        }
        self.texts[at] = now;
    }

    /// How many rows but one have a title; as many as there are where too many were looked for.
    fn others_with(&self, title: &str, but: usize) -> usize {
        self.looks.set(self.looks.get() + 1);
        if self.is_exhausted() {
            return self.texts.len();
        }
        let title = normalize_name(title);
        let rows = self.normalized.get_or_init(|| self.texts.iter().map(|row| normalize_name(row)).collect());
        rows.iter().enumerate().filter(|(at, row)| *at != but && row.contains(&title)).count()
    }

    fn is_exhausted(&self) -> bool {
        self.looks.get() > MAX_LOOKS
    }
}

/// The maximum number of rows that are looked at for corrections.
const MAX_LOOKS: usize = 100;

/// `*Title`, `Title*`: what stands beside the sign of a correction.
fn star(row: &str) -> Option<&str> {
    let row = row.trim();
    let inner = row.strip_prefix('*').filter(|rest| rest.starts_with(|c: char| c.is_alphanumeric()));
    let suffixed = || row.strip_suffix('*').filter(|rest| rest.ends_with(char::is_alphanumeric));
    let inner = inner.or_else(suffixed).or_else(|| row.strip_prefix("* "));
    inner.filter(|rest| !rest.contains('*'))
}

/// What a row says of the one above.
struct Amendment {
    /// Whether it says that something else stood there, and not only that there is a slip.
    replaces: bool,
    /// Whether it begins with a count, as rows do, and only excuses itself: `4x Title lol`.
    row_of_its_own: bool,
    count: Option<u32>,
    title: Option<String>,
    /// The affiliation that it names instead, as it is written.
    affiliation: Option<String>,
}

impl Amendment {
    fn of(row: &str, one_star: bool, lexicon: &Lexicon<'_>) -> Option<Self> {
        let starred = star(row).filter(|_| one_star);
        let text = starred.unwrap_or(row).trim_matches(|c: char| "()[] ".contains(c));
        if starred.is_some() && names(text, lexicon).len() > 1 {
            return None;
        }
        if text.contains(['?', '/', '|', '\t']) {
            return None;
        }
        let (kept, replaces, marked) = without_phrases(text, lexicon);
        let rest = kept.map(|range| &text[range]).unwrap_or_default();
        if rest.is_empty() || !marked && starred.is_none() {
            return None;
        }
        let (count, title) = counted(rest, lexicon);
        let row_of_its_own = starred.is_none() && !replaces && leads_with_count(text);
        let none = Self { replaces, row_of_its_own, count, title: None, affiliation: None };
        if title.is_empty() {
            return count.map(|_| none);
        }
        if count.is_none() && lexicon.roles(title).whole() && affiliation(title, lexicon).is_some() {
            return Some(Self { affiliation: Some(title.to_owned()), ..none });
        }
        let known =
            matches!(lexicon.read(title), Found::Exact(_) | Found::Slip(_)) && is_of_deck(title, lexicon);
        known.then(|| Self { title: Some(title.to_owned()), ..none })
    }

    /// The row above as it is now.
    fn over(&self, above: &str, elsewhere: impl Fn(&str) -> usize, lexicon: &Lexicon<'_>) -> Option<String> {
        let row = above.trim();
        if let Some(named) = &self.affiliation {
            let (label, title) = labelled(row, lexicon);
            affiliation(title, lexicon).filter(|_| self.replaces)?;
            return Some(format!("{label}{named}"));
        }
        let bare = row.trim_start_matches(|c: char| "-•–> ".contains(c));
        let (had, title) = counted(bare, lexicon);
        let count = |new: Option<u32>| new.or(had).map(|count| format!("{count}x ")).unwrap_or_default();
        if title.is_empty() || title.contains([',', ';', '\t', '|', ':', '(']) {
            return None;
        }
        let Some(new) = &self.title else {
            let known = is_of_deck(title, lexicon) && had.is_some();
            return known.then(|| format!("{}{title}", count(self.count)));
        };
        // What is corrected to a card that another row has is another row's.
        if elsewhere(new) > 1 {
            return None;
        }
        let (Found::Exact(name) | Found::Slip(name)) = lexicon.read(new) else { return None };
        let same = |other: &String| normalize_name(other) == normalize_name(&name);
        let fits = match lexicon.read(title) {
            // The same title again corrects nothing but a count.
            Found::Exact(old) if same(&old) => self.count.is_some(),
            Found::Slip(old) if same(&old) => true,
            Found::Open(all) if all.iter().any(same) => true,
            Found::Lost => had.is_some() && !self.row_of_its_own,
            Found::Exact(_) | Found::Slip(_) | Found::Open(_) => {
                let as_long = |text: &str| normalize_name(text).split(' ').count();
                self.replaces && had.is_some() && as_long(new) == as_long(&name)
            }
        };
        fits.then(|| format!("{}{new}", count(self.count)))
    }
}

/// `2x A, no wait, 2x B`: a row with what it says of itself, where it does.
fn within(row: &str, elsewhere: impl Fn(&str) -> usize, lexicon: &Lexicon<'_>) -> Option<String> {
    let tokens = tokens(row);
    (1..tokens.len()).find_map(|at| {
        let (before, behind) = (&row[..tokens[at].start], &row[tokens[at].start..]);
        let before = before.trim_end_matches(|c: char| ",;.-–(… ".contains(c));
        let leads = phrase(&row_words(row, &tokens), at, &[InPlace::Replaces], lexicon)?;
        let whole = leads < tokens.len() && !before.is_empty() && !before.contains([',', ';', '?']);
        let says = Amendment::of(behind, false, lexicon).filter(|says| whole && says.replaces)?;
        let known = says.affiliation.is_some() || is_of_deck(counted(before, lexicon).1, lexicon);
        // A row that another row has, too, corrects that.
        let again = says.affiliation.is_none() && elsewhere(counted(before, lexicon).1) > 0;
        says.over(before, |_| 0, lexicon).filter(|_| known && !again)
    })
}

/// Whether a text is the title of what a deck is counted by.
fn is_of_deck(title: &str, lexicon: &Lexicon<'_>) -> bool {
    match lexicon.read(title) {
        Found::Exact(name) | Found::Slip(name) => lexicon.counts_for_size(&name),
        Found::Open(_) | Found::Lost => false,
    }
}

fn affiliation(text: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let roles = lexicon.roles(text);
    let plain =
        |role: &Role| matches!(role, Role::Affiliation(_) | Role::Filler | Role::Label(Says::Affiliation));
    let whole = roles.whole() && roles.known.iter().all(|(roles, _)| roles.iter().any(plain));
    lexicon.affiliation(&roles, text).filter(|_| whole && !is_of_deck(text, lexicon))
}

/// The label of an affiliation, and what stands behind it.
fn labelled<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> (&'r str, &'r str) {
    let label = |word: &str| lexicon.words.get(word.trim()).contains(&Role::Label(Says::Affiliation));
    match row.split_once(':') {
        Some((before, behind)) if label(before) => (&row[..=before.len()], behind.trim()),
        _ => ("", row),
    }
}

/// The count beside a title, and the title: `2x Title`, `Title x2`. More than a deck may have are counted,
/// too: just those are corrected.
fn counted<'r>(text: &'r str, lexicon: &Lexicon<'_>) -> (Option<u32>, &'r str) {
    let text = text.trim();
    let count = |word: &str| {
        let figure = word.trim_matches(['x', 'X', '×', '(', ')']);
        let most = if figure.len() < word.len() { MAX_WRITTEN } else { LIKELY_COUNT };
        let value = figure.parse().ok().or_else(|| lexicon.words.number(word).filter(|_| !word.is_empty()));
        value.filter(|n| (1..=most).contains(n))
    };
    if lexicon.exact(text) {
        return (None, text);
    }
    if let Some(only) = count(text) {
        return (Some(only), "");
    }
    let leading = text.split_once(' ').and_then(|(word, rest)| Some((count(word)?, rest)));
    let behind = || text.rsplit_once(' ').and_then(|(rest, word)| Some((count(word)?, rest)));
    match leading.or_else(behind) {
        Some((count, title)) => (Some(count), title.trim_matches([' ', ',', '-', ':'])),
        None => (None, text),
    }
}

/// A slip writes no greater count: `22x`.
const MAX_WRITTEN: u32 = 99;

/// Where the words of a text stand, without the marks around them.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut found = Vec::new();
    for word in text.split_inclusive(char::is_whitespace) {
        let start = at + word.len() - word.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
        let end = at + word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '!').len();
        if start < end && word.contains(char::is_alphanumeric) {
            found.push(start..end);
        }
        at += word.len();
    }
    found
}

fn row_words<'r>(row: &'r str, tokens: &[Range<usize>]) -> Vec<&'r str> {
    tokens.iter().map(|range| &row[range.clone()]).collect()
}

/// Where the longest phrase of one of these places ends that begins with a word.
fn phrase(words: &[&str], from: usize, places: &[InPlace], lexicon: &Lexicon<'_>) -> Option<usize> {
    let longest = words.len().min(from + MAX_PHRASE_LENGTH);
    let is = |to: &usize| places.iter().any(|place| lexicon.words.is(*place, &words[from..*to].join(" ")));
    (from + 1..=longest).rev().find(is)
}

/// What is left of a text without the words of a correction around it; whether one says that something else
/// stood there, and whether there are any.
fn without_phrases(text: &str, lexicon: &Lexicon<'_>) -> (Option<Range<usize>>, bool, bool) {
    let tokens = tokens(text);
    let words = row_words(text, &tokens);
    let (mut from, mut to) = (0, words.len());
    let mut replaces = false;
    while from < to {
        // Verbs only lead on from a correction: `no wait, it is …`
        let places: &[InPlace] = if from > 0 {
            &[InPlace::Replaces, InPlace::Apology, InPlace::Motion]
        } else {
            &[InPlace::Replaces, InPlace::Apology]
        };
        let is_count = |at: usize| counted(words[at], lexicon).1.is_empty();
        let Some(end) = phrase(&words[..to], from, places, lexicon).filter(|_| !is_count(from)) else {
            break;
        };
        replaces |= lexicon.words.is(InPlace::Replaces, &words[from..end].join(" "));
        from = end;
    }
    // `muss 2 heißen`
    let trails: &[InPlace] = if from > 0 {
        &[InPlace::Replaces, InPlace::Apology, InPlace::Motion]
    } else {
        &[InPlace::Replaces, InPlace::Apology]
    };
    let ends = |to: usize| {
        let shortest = to.saturating_sub(MAX_PHRASE_LENGTH).max(from + 1);
        (shortest..to).find(|start| made_of(&words[*start..to], trails, lexicon))
    };
    let lead = from;
    let mut trailing = false;
    while let Some(start) = ends(to) {
        replaces |= lexicon.words.is(InPlace::Replaces, &words[start..to].join(" "));
        (to, trailing) = (start, true);
    }
    let kept = (from < to).then(|| tokens[from].start..tokens[to - 1].end);
    (kept, replaces, lead > 0 || trailing)
}
