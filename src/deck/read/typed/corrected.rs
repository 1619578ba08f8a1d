//! Sentences below a list that correct the counts of its rows, `sorry, A is only once and B is twice`, or
//! say behind each card whether it comes or goes, `A comes out, B goes in for it`. One with any other word
//! is none of them.

use super::lexicon::{Found, Lexicon};
use super::line::{Beside, Had, Item, Move, Moves};
use super::moves::{names, times};
use super::phrases::{MAX_PHRASE_LENGTH, has_phrase, made_of, words};
use super::sizes::MAX_COPIES;
use super::talk;
use crate::deck::words::{InPlace, Role};

/// No such line is longer, in bytes.
const MAX_LINE_LENGTH: usize = 300;

/// Nor names more cards.
const MAX_CARDS: usize = 4;

/// A line with cards, cut at their names.
pub(super) struct Cut<'r> {
    /// The sentences in front of the one with cards.
    pub(super) lead: &'r str,
    /// What stands in front of each card, behind the last.
    before: Vec<&'r str>,
    pub(super) cards: Vec<&'r str>,
    /// What stands behind the last card in its sentence.
    behind: &'r str,
    /// The sentences behind it.
    pub(super) rest: &'r str,
}

impl<'r> Cut<'r> {
    pub(super) fn of(raw: &'r str, lexicon: &Lexicon<'_>) -> Option<Self> {
        if raw.len() > MAX_LINE_LENGTH || raw.contains(['\n', '\t', '|', '?']) {
            return None;
        }
        let found = names(raw, lexicon);
        let (first, last) = (found.first()?, found.last()?);
        if found.len() > MAX_CARDS {
            return None;
        }
        let begins = [". ", "! ", "; ", ": "].iter().filter_map(|end| raw[..first.0].rfind(end)).max();
        let begins = begins.map_or(0, |end| end + 1);
        let tail = &raw[last.1..];
        let ends = tail.find(['.', '!', ';', '(']).unwrap_or(tail.len());
        let from = [begins].into_iter().chain(found.iter().map(|(_, to)| *to));
        Some(Self {
            lead: &raw[..begins],
            before: from.zip(&found).map(|(from, (to, _))| &raw[from..*to]).collect(),
            cards: found.iter().map(|(from, to)| &raw[*from..*to]).collect(),
            behind: &tail[..ends],
            rest: &tail[ends..],
        })
    }

    /// What stands behind each card, where a sign or a word parts it from the next.
    pub(super) fn behind_each(&self, lexicon: &Lexicon<'_>) -> Option<Vec<&'r str>> {
        let between = self.before.iter().skip(1).map(|text| part(text, lexicon).map(|(first, _)| first));
        between.chain([Some(self.behind)]).collect()
    }

    /// What stands in front of each card, behind the sign or word that parts it from the last.
    pub(super) fn in_front_of_each(&self, lexicon: &Lexicon<'_>) -> Option<Vec<&'r str>> {
        let first = self.before.first().copied();
        let others = self.before.iter().skip(1).map(|text| part(text, lexicon).map(|(_, second)| second));
        [first].into_iter().chain(others).collect()
    }
}

/// The two parts of what stands between two cards, at the comma or the word that joins them.
fn part<'r>(between: &'r str, lexicon: &Lexicon<'_>) -> Option<(&'r str, &'r str)> {
    if let Some(parts) = between.split_once([',', ';', '+']) {
        let (first, second) = parts;
        return Some((first, without_joint(second, lexicon)));
    }
    let mut at = 0;
    for word in between.split_inclusive(' ') {
        if is_joint(word.trim(), lexicon) {
            return Some((&between[..at], &between[at + word.len()..]));
        }
        at += word.len();
    }
    None
}

fn without_joint<'r>(text: &'r str, lexicon: &Lexicon<'_>) -> &'r str {
    let text = text.trim_start();
    let word = text.split_whitespace().next().unwrap_or_default();
    if is_joint(word, lexicon) { &text[word.len()..] } else { text }
}

fn is_joint(word: &str, lexicon: &Lexicon<'_>) -> bool {
    word == "&" || !word.is_empty() && lexicon.words.get(word).contains(&Role::Joins)
}

/// What a line says that corrects the deck explicitly.
pub(super) fn read(raw: &str, lexicon: &Lexicon<'_>) -> Option<Moves> {
    let cut = Cut::of(raw, lexicon)?;
    if is_open(cut.lead, lexicon) || is_open(&without_former_total(cut.rest, lexicon), lexicon) {
        return None;
    }
    let moves = counts(&cut, lexicon).or_else(|| directions(&cut, lexicon))?;
    Some(Moves { text: raw.trim().to_owned(), moves, in_words: true, otherwise: Vec::new() })
}

/// Whether sentences beside a correction leave it open, or speak of another day or deck.
pub(super) fn is_open(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let words = words(text);
    let is = |place: InPlace| has_phrase(&words, place, lexicon);
    // `everything else`
    let either = !is(InPlace::Rest) && lexicon.roles(text).has(&Role::Either);
    let open = |role: &Role| matches!(role, Role::Illegible | Role::Date);
    [InPlace::Earlier, InPlace::Against, InPlace::Withheld].into_iter().any(is)
        || either
        // `Lena's idea, I say no`
        || talk::denies(text, lexicon)
        || lexicon.roles(text).any(open)
}

/// `A is only once and B is twice`: the counts that the cards have, where the line says that they had others.
fn counts(cut: &Cut<'_>, lexicon: &Lexicon<'_>) -> Option<Vec<Move>> {
    let lead = [cut.lead, cut.before.first()?].concat();
    let all = [&lead, cut.before.get(1..)?.concat().as_str(), cut.behind].join(" ");
    if !says(InPlace::Mistake, &all, lexicon) {
        return None;
    }
    let of = |texts: Vec<&str>, others: &[&str]| {
        let plain = others.iter().all(|text| is_plain(text, lexicon));
        let counts = texts.iter().map(|text| count(text, lexicon)).collect::<Option<Vec<u32>>>();
        counts.filter(|_| plain)
    };
    let first = cut.before.first().copied()?;
    let wrote = says_what_stands(first, lexicon);
    let behind = || of(cut.behind_each(lexicon)?, &[first][usize::from(wrote)..]);
    let in_front = || of(cut.in_front_of_each(lexicon)?, &[cut.behind]).filter(|_| !wrote);
    let counts = behind().or_else(in_front)?;
    let corrected = |(card, count): (&&str, u32)| Move {
        into: false,
        item: Item::new(card, Found::Exact((*card).to_owned())),
        had: Had::Becomes(count),
    };
    Some(cut.cards.iter().zip(counts).map(corrected).collect())
}

/// `looked again, I wrote 2`: whether what stands in front of a card says what the list has, and no more.
fn says_what_stands(front: &str, lexicon: &Lexicon<'_>) -> bool {
    let (before, clause) = front.rsplit_once(',').unwrap_or(("", front));
    let words = words(clause);
    let Some((count, said)) = words.split_last() else { return false };
    let quiet = !before.contains(|c: char| c.is_ascii_digit()) && !is_open(before, lexicon);
    lexicon.words.number_or_figures(count).is_some()
        && quiet
        && has_phrase(said, InPlace::Mistake, lexicon)
        && is_made_of(said, lexicon)
}

/// `So 60 in all, not 61`: a sentence behind a correction without the total that it takes back.
fn without_former_total(text: &str, lexicon: &Lexicon<'_>) -> String {
    let mut words = words(text);
    let total = |word: &str| word.parse().is_ok_and(|n: u32| n > MAX_COPIES);
    let former = |pair: &[&str]| talk::denies(pair[0], lexicon) && total(pair[1]);
    if let Some(at) = words.windows(2).position(former) {
        words.drain(at..at + 2);
    }
    words.join(" ")
}

/// The one count among words that say nothing else.
fn count(text: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let words = words(text);
    let in_figures = |word: &str| word.trim_matches(['x', 'X', '×']).parse::<u32>().ok();
    let number = |word: &str| in_figures(word).or_else(|| lexicon.words.number(word));
    let mut words = words;
    // `is twice, not once`
    let old = |pair: &[&str]| super::talk::denies(pair[0], lexicon) && number(pair[1]).is_some();
    if let Some(at) = words.windows(2).position(old) {
        words.drain(at..at + 2);
    }
    let mut found = (0..words.len()).flat_map(|from| {
        let ends = (from + 1..=words.len().min(from + MAX_PHRASE_LENGTH)).rev();
        ends.map(move |to| (from, to))
    });
    let (from, to, count) =
        found.find_map(|(from, to)| Some((from, to, number(&words[from..to].join(" "))?)))?;
    let others = [&words[..from], &words[to..]].concat();
    ((1..=MAX_COPIES).contains(&count) && is_made_of(&others, lexicon)).then_some(count)
}

/// Whether words beside a correction say nothing of themselves.
fn is_plain(text: &str, lexicon: &Lexicon<'_>) -> bool {
    is_made_of(&words(text), lexicon)
}

fn is_made_of(words: &[&str], lexicon: &Lexicon<'_>) -> bool {
    let quiet = |word: &&&str| {
        let of = |role: &Role| matches!(role, Role::Copies | Role::Joins | Role::StandsHere);
        !lexicon.words.get(word).iter().any(of) && !matches!(**word, "x" | "X")
    };
    let words: Vec<&str> = words.iter().filter(quiet).copied().collect();
    let places = [
        InPlace::Announces,
        InPlace::Article,
        InPlace::Corrects,
        InPlace::Mistake,
        InPlace::Motion,
        InPlace::Only,
        InPlace::Plays,
    ];
    made_of(&words, &places, lexicon)
}

/// Whether a phrase of a place is among the words of a text.
fn says(place: InPlace, text: &str, lexicon: &Lexicon<'_>) -> bool {
    has_phrase(&words(text), place, lexicon)
}

/// `A comes out, B goes in for it`: which cards come and which go, said behind each.
fn directions(cut: &Cut<'_>, lexicon: &Lexicon<'_>) -> Option<Vec<Move>> {
    let fronts = cut.in_front_of_each(lexicon)?;
    let behind = cut.behind_each(lexicon)?;
    let of = |((card, front), behind): ((&&str, &str), &str)| {
        let into = direction(behind, lexicon)?;
        let (count, both) = copies(front, lexicon)?;
        let mut item = Item::new(card, Found::Exact((*card).to_owned()));
        item.numbers.extend(count.map(|count| (times(count), Beside::Before)));
        let had = match (into, count) {
            (false, None) => Had::Exactly(1),
            (false, Some(count)) if both => Had::Exactly(count),
            (true, None) => Had::Exactly(0),
            (_, Some(_)) => Had::Anything,
        };
        if !into && count.is_none() {
            item.numbers.push((times(1), Beside::Before));
        }
        Some(Move { into, item, had })
    };
    let moves: Vec<Move> = cut.cards.iter().zip(fronts).zip(behind).map(of).collect::<Option<Vec<_>>>()?;
    let both = moves.iter().any(|m| m.into) && moves.iter().any(|m| !m.into);
    (both && is_lead(cut.lead, lexicon)).then_some(moves)
}

/// Whether the words in front of a change only announce it.
pub(super) fn is_lead(text: &str, lexicon: &Lexicon<'_>) -> bool {
    made_of(&words(text), &[InPlace::Announces, InPlace::Mistake, InPlace::Corrects], lexicon)
}

/// Whether the words behind a card say that it comes in, or goes out; they say nothing else.
pub(super) fn direction(behind: &str, lexicon: &Lexicon<'_>) -> Option<bool> {
    let words = words(behind);
    let role = |word: &str| {
        let roles = lexicon.words.get(word);
        let out = roles.contains(&Role::TakesOut);
        (out || roles.contains(&Role::PutsIn)).then_some(!out)
    };
    // `for it` is said of the other card.
    let quiet = |from: usize| {
        let longest = words.len().min(from + MAX_PHRASE_LENGTH);
        let phrases = (from + 2..=longest).rev();
        phrases.map(|to| (to, words[from..to].join(" "))).find(|(_, phrase)| is_quiet(phrase, lexicon))
    };
    let mut says: Option<bool> = None;
    let mut at = 0;
    while at < words.len() {
        let phrase = (at + 2..=words.len().min(at + MAX_PHRASE_LENGTH))
            .rev()
            .find_map(|to| role(&words[at..to].join(" ")).map(|into| (to, into)));
        if let Some((to, _)) = quiet(at).filter(|_| phrase.is_none()) {
            at = to;
            continue;
        }
        let (to, into) = match phrase.or_else(|| role(words[at]).map(|into| (at + 1, into))) {
            Some(said) => said,
            None if is_made_of(&words[at..=at], lexicon) => {
                at += 1;
                continue;
            }
            None => return None,
        };
        if says.is_some_and(|said| said != into) {
            return None;
        }
        (says, at) = (Some(into), to);
    }
    says
}

/// Whether a phrase beside a card that comes or goes says nothing of which.
fn is_quiet(phrase: &str, lexicon: &Lexicon<'_>) -> bool {
    [InPlace::Motion, InPlace::Instead, InPlace::Corrects]
        .iter()
        .any(|place| lexicon.words.is(*place, phrase))
}

/// How many copies the words in front of a card say, if any, and whether they are all of them.
fn copies(front: &str, lexicon: &Lexicon<'_>) -> Option<(Option<u32>, bool)> {
    let words = words(front);
    let both = words.iter().any(|word| lexicon.words.is(InPlace::Both, word));
    match count(front, lexicon) {
        Some(count) => Some((Some(count), both)),
        None if both => Some((Some(2), true)),
        None => is_made_of(&words, lexicon).then_some((None, false)),
    }
}
