//! Sentences below a list that say what goes out, what comes in and how many: `Instead of 2 A I play 2 B`,
//! `I play a second B instead of the third A`, `So only one A, and one more B instead`. A sentence with any
//! other word is none of them.

use super::lexicon::{Found, Lexicon};
use super::line::{Beside, Had, Item, LineItem, Move, Moves};
use super::moves::{names, times};
use super::phrases::{MAX_PHRASE_LENGTH, made_of, words};
use crate::deck::words::{InPlace, Role};

/// No such sentence is longer, in bytes.
const MAX_SENTENCE_LENGTH: usize = 300;

/// How many copies of a card words say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    Nothing,
    Number(u32),
    /// `both`, `the 4`
    All(u32),
    /// `the second`
    Nth(u32),
    More(u32),
    Only(u32),
}

/// The exchange of cards that a line states explicitly.
pub(super) fn read(raw: &str, lexicon: &Lexicon<'_>) -> Option<Moves> {
    if raw.len() > MAX_SENTENCE_LENGTH || raw.contains(['\n', '\t', '|', '?']) {
        return None;
    }
    let found = names(raw, lexicon);
    let [.., first, second] = found[..] else { return None };
    let from = sentence(raw, first.0);
    let (one, other) = (&raw[first.0..first.1], &raw[second.0..second.1]);
    if !is_lead(&raw[..from], &found[..found.len() - 2], one, lexicon) {
        return None;
    }
    let [before, between, behind] =
        [&raw[from..first.0], &raw[first.1..second.0], &raw[second.1..]].map(words);
    let (before, first_said) = said(before, lexicon);
    let parted = raw[first.1..second.0].trim_start().starts_with(',');
    let (between, second_said) = said(between, lexicon);
    let plays = |words: &[&str]| made_of(words, &[InPlace::Plays], lexicon);
    let leads = |words: &[&str]| made_of(words, &[InPlace::Announces], lexicon);
    if !plays(&behind) || one == other {
        return None;
    }
    // `Instead of 2 A I play 2 B`
    if let Some(lead) = without_end(&before, InPlace::Instead, lexicon)
        && leads(lead)
        && plays(&between)
        && (parted || !between.is_empty())
    {
        return exchange(raw, [(one, first_said), (other, second_said)]);
    }
    // `I play 2 B instead of 2 A`
    if let Some([]) = without_end(&between, InPlace::Instead, lexicon)
        && let Some(lead) = without_end(&before, InPlace::Plays, lexicon)
        && leads(lead)
    {
        return exchange(raw, [(other, second_said), (one, first_said)]);
    }
    // `Only one A, and one more B instead`
    let lead = without_end(&before, InPlace::Only, lexicon)?;
    let joined = between.iter().all(|word| lexicon.words.get(word).contains(&Role::Joins));
    match (first_said, second_said) {
        (Said::Number(kept), Said::More(_) | Said::Nth(_)) if leads(lead) && joined && !behind.is_empty() => {
            exchange(raw, [(one, Said::Only(kept)), (other, second_said)])
        }
        _ => None,
    }
}

/// Where the sentence begins that has its first card at `at`.
fn sentence(raw: &str, at: usize) -> usize {
    let ends = [". ", "! ", "; "].iter().filter_map(|end| raw[..at].rfind(end)).max();
    ends.map_or(0, |end| end + 1)
}

/// Whether the sentences in front of an exchange say only why: words that announce it, or the rule for the
/// card that goes out.
fn is_lead(text: &str, found: &[(usize, usize)], out: &str, lexicon: &Lexicon<'_>) -> bool {
    if made_of(&words(text), &[InPlace::Announces], lexicon) {
        return found.is_empty();
    }
    let roles = lexicon.roles(text);
    let open = |role: &Role| matches!(role, Role::Either | Role::Struck | Role::Absent);
    let of_card = !found.is_empty() && found.iter().all(|(from, to)| text.get(*from..*to) == Some(out));
    of_card && roles.has(&Role::Rule) && !roles.any(open) && !super::talk::denies(text, lexicon)
}

/// The words in front of the longest phrase that they end with.
fn without_end<'w, 'r>(words: &'w [&'r str], place: InPlace, lexicon: &Lexicon<'_>) -> Option<&'w [&'r str]> {
    let longest = words.len().min(MAX_PHRASE_LENGTH);
    (1..=longest)
        .rev()
        .map(|n| words.split_at(words.len() - n))
        .find_map(|(before, end)| lexicon.words.is(place, &end.join(" ")).then_some(before))
}

/// How many copies the words right in front of a card say, and the words in front of those.
pub(super) fn said<'r>(words: Vec<&'r str>, lexicon: &Lexicon<'_>) -> (Vec<&'r str>, Said) {
    let all = words.clone();
    let mut words = words;
    let number = |word: &str| {
        let figure = word.trim_matches(['x', 'X', '×']);
        let figure = figure.parse::<u32>().ok().filter(|n| (1..=9).contains(n));
        figure.or_else(|| lexicon.words.number(word))
    };
    let is = |place: InPlace, word: Option<&&str>| word.is_some_and(|word| lexicon.words.is(place, word));
    while words
        .last()
        .is_some_and(|word| lexicon.words.get(word).contains(&Role::Copies) && number(word).is_none())
    {
        words.pop();
    }
    let more = is(InPlace::Additional, words.last());
    if more {
        words.pop();
    }
    let counted = words.last().and_then(|word| number(word));
    let ordinal = words.last().and_then(|word| lexicon.words.ordinal(word));
    let both = is(InPlace::Both, words.last());
    if counted.is_some() || ordinal.is_some() || both {
        words.pop();
    }
    let article = is(InPlace::Article, words.last());
    if article {
        words.pop();
    }
    let said = match (more, ordinal, counted) {
        (true, None, counted) => Said::More(counted.unwrap_or(1)),
        (false, Some(nth), _) => Said::Nth(nth),
        // The `of` of `instead of` is no count's.
        (true, Some(_), _) | (false, None, None) => return (without_article(all, lexicon), Said::Nothing),
        (false, None, Some(count)) if both || article => Said::All(count),
        (false, None, Some(count)) => Said::Number(count),
    };
    (words, said)
}

fn without_article<'r>(words: Vec<&'r str>, lexicon: &Lexicon<'_>) -> Vec<&'r str> {
    let mut words = words;
    words.pop_if(|word| lexicon.words.is(InPlace::Article, word));
    words
}

/// The exchange of the first card for the second.
fn exchange(raw: &str, [out, into]: [(&str, Said); 2]) -> Option<Moves> {
    let card = |text: &str, count: Option<u32>, into: bool, had: Had| {
        let mut item = Item::new(text, Found::Exact(text.to_owned()));
        item.numbers.extend(count.map(|count| (times(count), Beside::Before)));
        Move { into, item, had }
    };
    let out = match out {
        // `Instead of A`: all of them, or one? Only of one copy it is plain.
        (text, Said::Nothing) => card(text, Some(1), false, Had::Exactly(1)),
        (text, Said::Number(count)) => card(text, Some(count), false, Had::Anything),
        (text, Said::All(count)) => card(text, Some(count), false, Had::Exactly(count)),
        (text, Said::Nth(nth)) => card(text, Some(1), false, Had::Exactly(nth)),
        (text, Said::Only(kept)) => card(text, None, false, Had::MoreThan(kept)),
        (_, Said::More(_)) => return None,
    };
    let into = match into {
        (text, Said::Nothing) => card(text, None, true, Had::Exactly(0)),
        // `I play 2 B` of a deck with one B: one more, or two?
        (text, Said::Number(count) | Said::All(count)) => {
            card(text, Some(count), true, Had::NoneOrFrom(count))
        }
        (text, Said::Nth(nth)) => card(text, Some(1), true, Had::Exactly(nth.checked_sub(1)?)),
        (text, Said::More(count)) => card(text, Some(count), true, Had::MoreThan(0)),
        (_, Said::Only(_)) => return None,
    };
    let (text, otherwise) = (raw.trim().to_owned(), Vec::new());
    Some(Moves { text, moves: vec![out, into], in_words: true, otherwise })
}

/// What a line says if it moves no cards of the deck: of moves that were read in it otherwise, only that it
/// changes something.
pub(super) fn otherwise(thing: LineItem) -> LineItem {
    match thing {
        LineItem::Moves(moves) => LineItem::Change(moves.text),
        other => other,
    }
}
