//! What stands in the margin of a row and counts nothing: prices, figures of what a card is, costs or did,
//! and copies that lie elsewhere: `2 Title 4.50 EUR`, `2 Title (3 res)`, `2 Title #1 pick`, `2 Title (2 more
//! in the binder)`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::moves::names;
use super::sizes::MAX_COPIES;
use crate::deck::words::{InPlace, Opens, Role};

/// No row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 400;

/// The signs of currencies.
const SIGNS: [char; 4] = ['$', '€', '£', '¥'];

/// The rows without what stands in their margins.
pub(super) fn without<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    rows.into_iter().map(|row| stripped(&row, lexicon).map_or(row, Cow::from)).collect()
}

/// A row without its margin, where it has one.
pub(super) fn stripped(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROW_LENGTH || row.contains('\n') || !row.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let Some(from) = margin(row, lexicon) else { return is_sum_of_money(row, lexicon).then(String::new) };
    let (title, behind) = row.split_at(from);
    let titles = names(row, lexicon);
    let mut at = from;
    let word = |typed| {
        let mut word = MarginWord::of(typed, lexicon);
        let begin = at;
        at += typed.len();
        // A word of another card's name says nothing of this one.
        if titles.iter().any(|(from, to)| begin < *to && *from < at) {
            word.is = MarginWordKind::Other;
        }
        word
    };
    let words: Vec<MarginWord<'_>> = behind.split_inclusive([' ', '\t']).map(word).collect();
    let digits: String = title.chars().filter(char::is_ascii_digit).take(2).collect();
    let leads = title.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let gone = passed_over(&words, digits.parse().ok().filter(|_| leads), lexicon);
    if !gone.contains(&true) {
        return None;
    }
    let kept = words.iter().zip(gone).map(|(word, gone)| if gone { word.frame() } else { word.typed.into() });
    Some(
        format!("{title}{}", kept.collect::<String>())
            .trim_end_matches([' ', '\t', '=', '@', '-', '–', ','])
            .to_owned(),
    )
}

/// Where the margin of a row begins: behind its first card, or behind the words that it counts.
fn margin(row: &str, lexicon: &Lexicon<'_>) -> Option<usize> {
    if let Some((_, to)) = names(row, lexicon).first() {
        return Some(*to);
    }
    let counts = row.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let letters = row.find(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X')).filter(|_| counts)?;
    row[letters..].find([' ', '\t']).map(|end| letters + end)
}

/// One of the words beside a card, and what it means there.
struct MarginWord<'r> {
    /// With what stands around it.
    typed: &'r str,
    bare: &'r str,
    is: MarginWordKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MarginWordKind {
    Price,
    /// `EUR`, `@`: the figure beside it is a price.
    Currency,
    Figure(u32),
    /// What a figure beside it counts is no copy.
    Measure,
    Other,
}

impl<'r> MarginWord<'r> {
    fn of(typed: &'r str, lexicon: &Lexicon<'_>) -> Self {
        let around: &[char] = &[' ', '\t', '(', ')', '[', ']', ',', ';', ':', '.', '!', '|', '*', '='];
        let bare = typed.trim_matches(around);
        Self { typed, bare, is: kind(typed.trim().trim_matches(['(', ')', '[', ']']), bare, lexicon) }
    }

    /// What stands around a word that is passed over.
    fn frame(&self) -> Cow<'r, str> {
        let frame = self.typed.chars().filter(|c| c.is_whitespace() || "()[],;|".contains(*c));
        frame.collect::<String>().into()
    }

    /// Whether a bracket opens with the word, or closes.
    fn bracket(&self) -> Option<bool> {
        let closes = self.typed.contains([')', ']']);
        let opens = self.typed.trim_start().starts_with(['(', '[']);
        if opens { Some(true) } else { closes.then_some(false) }
    }

    /// Whether what is behind the word is another clause.
    fn ends_clause(&self) -> bool {
        let typed = self.typed.trim_end();
        // `p. 3`
        let ends = typed.ends_with('.') && self.bare.len() > 2;
        ends || typed.ends_with([',', ';', ')', ']', '|']) || self.typed.ends_with('\t')
    }
}

fn kind(word: &str, bare: &str, lexicon: &Lexicon<'_>) -> MarginWordKind {
    let is = |place: InPlace| lexicon.words.is(place, bare);
    let figures = bare.trim_matches(|c: char| !c.is_ascii_digit());
    let others: String = bare.chars().filter(|c| !(c.is_ascii_digit() || matches!(c, '.' | ','))).collect();
    if bare.is_empty() || bare == "@" || bare.chars().all(|c| SIGNS.contains(&c)) {
        return if bare.is_empty() { MarginWordKind::Other } else { MarginWordKind::Currency };
    }
    if figures.is_empty() {
        return if is(InPlace::Currency) {
            MarginWordKind::Currency
        } else if is(InPlace::Measure) {
            MarginWordKind::Measure
        } else {
            MarginWordKind::Other
        };
    }
    if is_round(word) {
        return MarginWordKind::Price;
    }
    let of_money = others.chars().any(|c| SIGNS.contains(&c)) || lexicon.words.is(InPlace::Currency, &others);
    if of_money || others.is_empty() && is_decimal(figures) {
        return MarginWordKind::Price;
    }
    match bare.trim_start_matches('#').parse() {
        Ok(figure) => MarginWordKind::Figure(figure),
        Err(_) => MarginWordKind::Other,
    }
}

/// `4.50`, `4,95`: two figures behind a point; behind a comma only those that prices end with, as `26,27` are
/// two sets.
fn is_decimal(text: &str) -> bool {
    let figures = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let parts = text
        .split_once('.')
        .or_else(|| text.split_once(',').filter(|(_, part)| part.ends_with(['0', '5', '9'])));
    parts.is_some_and(|(whole, part)| whole.len() <= 4 && part.len() == 2 && figures(whole) && figures(part))
}

/// `5.-`, `12,--`: a price without smaller coins.
fn is_round(word: &str) -> bool {
    let marks = word.trim_start_matches(|c: char| c.is_ascii_digit());
    marks.len() < word.len() && marks.starts_with(['.', ',']) && marks[1..].starts_with(['-', '–', '—'])
}

/// Which words of a margin are passed over; `count` is that of the row, as of more copies somebody owns than
/// he plays nothing is open.
fn passed_over(words: &[MarginWord<'_>], count: Option<u32>, lexicon: &Lexicon<'_>) -> Vec<bool> {
    let mut gone = vec![false; words.len()];
    let figure = |at: usize| matches!(words.get(at), Some(MarginWord { is: MarginWordKind::Figure(_), .. }));
    // The word beside another, in the same clause.
    let before = |at: usize| at.checked_sub(1).filter(|before| !words[*before].ends_clause());
    let behind = |at: usize| (at + 1 < words.len() && !words[at].ends_clause()).then_some(at + 1);
    for at in 0..words.len() {
        match words[at].is {
            MarginWordKind::Price => gone[at] = true,
            MarginWordKind::Currency => {
                let of = before(at).filter(|n| figure(*n)).or_else(|| behind(at).filter(|n| figure(*n)));
                let priced =
                    before(at).into_iter().chain(behind(at)).any(|n| words[n].is == MarginWordKind::Price);
                gone[at] = of.is_some() || priced;
                if let Some(of) = of {
                    gone[of] = true;
                }
            }
            MarginWordKind::Figure(n) => {
                // `4 Power Dvie` is a card with a slip.
                let bracketed = words[..=at].iter().rev().find_map(MarginWord::bracket) == Some(true);
                let last = |at: usize| bracketed || at + 1 == words.len() || words[at].ends_clause();
                let measure = |at: usize| measures(&words[at], n, lexicon);
                // `2 (damage)` counts the card.
                let apart = |n: usize| !bracketed && words[n].bracket() == Some(true);
                let next = behind(at).filter(|n| measure(*n) && last(*n) && !apart(*n));
                let of = next.or_else(|| before(at).filter(|n| measure(*n) && last(at)));
                if let Some(of) = of {
                    (gone[at], gone[of]) = (true, true);
                }
                // `won 3 of 4`
                let of = |at: usize| lexicon.words.is(InPlace::OfPages, words[at].bare);
                if behind(at).is_some_and(|n| of(n) && behind(n).is_some_and(figure)) {
                    gone[at..at + 3].fill(true);
                }
                let owns = |at: usize| lexicon.words.is(InPlace::Owned, words[at].bare);
                let of = before(at).filter(|n| owns(*n)).or_else(|| behind(at).filter(|n| owns(*n)));
                if let (Some(of), true) = (of, count.is_some_and(|count| n >= count)) {
                    (gone[at], gone[of]) = (true, true);
                }
                if let Some(to) = elsewhere(&words[at..], lexicon) {
                    gone[at..at + to].fill(true);
                }
            }
            MarginWordKind::Measure | MarginWordKind::Other => {}
        }
    }
    gone
}

/// Whether a figure beside the word counts no copies: of cards, one that is as small as a count may.
fn measures(word: &MarginWord<'_>, figure: u32, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.words.get(word.bare);
    let cards = roles.contains(&Role::Cards) && figure > MAX_COPIES;
    word.is == MarginWordKind::Measure || cards || roles.contains(&Role::Page)
}

/// `2 more in the binder`: how many words say of other copies that they lie elsewhere.
fn elsewhere(words: &[MarginWord<'_>], lexicon: &Lexicon<'_>) -> Option<usize> {
    let clause = words.iter().position(MarginWord::ends_clause).map_or(words.len(), |at| at + 1);
    let words = &words[..clause];
    let is = |at: usize, place: InPlace| words.get(at).is_some_and(|word| lexicon.words.is(place, word.bare));
    let more = is(1, InPlace::Additional);
    let stored = (2..words.len()).find(|at| is(*at, InPlace::Storage));
    let between = |to: usize| {
        (2..to).all(|at| is(at, InPlace::Lies) || is(at, InPlace::Article) || is(at, InPlace::Whose))
    };
    stored.filter(|to| more && *to > 2 && between(*to)).map(|to| to + 1)
}

/// `Total 38.50 €`: whether a row without a card adds prices up.
fn is_sum_of_money(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let words: Vec<MarginWord<'_>> =
        row.split_inclusive([' ', '\t']).map(|word| MarginWord::of(word, lexicon)).collect();
    let prices = passed_over(&words, None, lexicon);
    let priced = words
        .iter()
        .zip(&prices)
        .any(|(word, gone)| *gone && matches!(word.is, MarginWordKind::Price | MarginWordKind::Currency));
    let rest = words.iter().zip(&prices).filter(|(_, gone)| !**gone).map(|(word, _)| word.bare);
    let rest = rest.collect::<Vec<_>>().join(" ");
    let roles = lexicon.roles(&rest);
    let of_lists = |role: &Role| {
        matches!(
            role,
            Role::Filler | Role::Heading(Opens::Nothing) | Role::Each | Role::Label(_) | Role::Cards
        )
    };
    let plain = roles.unknown.is_empty() && roles.known.iter().all(|(roles, _)| roles.iter().any(of_lists));
    let says = !roles.known.is_empty() || row.contains(SIGNS);
    priced && says && plain && !rest.contains(|c: char| c.is_ascii_digit())
}
