//! Checks whether a card number belongs to the card: documents of other games contain numbers too, and nearly
//! every number exists in ours.

use super::block::{without_emphasis, words};
use super::draft::Draft;
use super::known::{Known, words_of};
use super::matching::Matcher;
use crate::corpus::ruling::CardRef;
use crate::corpus::{Game, Kind};

/// Drops the number of every card whose name contradicts it or is printed beside a different number, and
/// returns the reasons. If the document's numbers hardly look like this game's, the name decides.
pub(super) fn resolve(cards: &mut Vec<CardRef>, draft: &Draft, matcher: &Matcher<'_>) -> Vec<String> {
    let (known, game) = (matcher.known(), matcher.game());
    let words = [Some(draft.title.as_str()), draft.question.as_deref(), Some(draft.text.as_str())];
    let words: Vec<String> = words.into_iter().flatten().map(without_emphasis).collect();
    let mut found = Vec::new();
    for card in cards.iter_mut() {
        let beside = |text: &String| printed_beside(text, &card.name, known, game);
        let printed: Vec<Printed> = words.iter().flat_map(beside).collect();
        if let Some(own) = own_of(card, &printed, matcher) {
            card.number = Some(own);
            continue;
        }
        let doubt = match (draft.kind, &card.number) {
            (Kind::Restricted, _) => of_set(card, &printed, known).map(|why| (why, None)),
            (_, Some(number)) => doubt(card, number, &printed, matcher),
            (_, None) => None,
        };
        if let Some((why, number)) = doubt {
            card.number = number;
            found.push(why);
        }
    }
    // A card listed twice, under two wrong numbers, is one card.
    let mut kept: Vec<CardRef> = Vec::new();
    cards.retain(|card| {
        let is_same = |k: &CardRef| k.name == card.name && (card.number.is_none() || k.number == card.number);
        let again = kept.iter().any(is_same);
        kept.push(card.clone());
        !again
    });
    found.dedup();
    found
}

/// The reason to doubt a card's number, and the number to use instead.
fn doubt(
    card: &CardRef,
    number: &str,
    printed: &[Printed],
    matcher: &Matcher<'_>,
) -> Option<(String, Option<String>)> {
    let (known, name) = (matcher.known(), card.name.as_str());
    if let Some(why) = by_facts(known, matcher.game(), name, number) {
        let perhaps = printed.iter().any(|p| p.how == How::Perhaps && p.is(number));
        let by_name = matcher.card(name).filter(|c| perhaps && c.name == name).and_then(|c| c.number);
        return Some(by_name.map_or((why, None), |own| (not_own(number, name, &own), Some(own))));
    }
    if printed.iter().any(|p| p.is(number) || known.is_set_of(&p.figure, number)) {
        return None;
    }
    let first = printed.iter().find(|p| p.how == How::Surely).or(printed.first())?;
    let kept = (first.how == How::Perhaps).then(|| number.to_owned());
    Some((not_own(&first.figure, name, number), kept))
}

/// The number printed beside a card's name, if it belongs to another card of the same name than the one
/// assumed.
fn own_of(card: &CardRef, printed: &[Printed], matcher: &Matcher<'_>) -> Option<String> {
    let (known, number) = (matcher.known(), card.number.as_deref().unwrap_or_default());
    let numbers = known.numbers_of(matcher.game(), &card.name);
    if printed.iter().any(|p| p.is(number) || known.is_set_of(&p.figure, number)) {
        return None;
    }
    numbers.into_iter().find(|own| printed.iter().any(|p| p.is(own))).map(str::to_owned)
}

fn not_own(figure: &str, name: &str, own: &str) -> String {
    format!(
        "{figure}, printed beside it, is not its own number, which is {own}; is {name} the card of that name?"
    )
}

/// Why a number cannot be that of the card with this name, according to the card facts.
fn by_facts(known: &Known, game: Game, name: &str, number: &str) -> Option<String> {
    let other = known.name_of(game, number)?;
    let is_own = words_of(other) == words_of(name) || known.numbers_of(game, name).contains(&number);
    (!is_own)
        .then(|| format!("the number printed beside it, {number}, is that of {other}; {name} has none here"))
}

/// Why a listed objective set cannot be the one whose objective has this name.
fn of_set(card: &CardRef, printed: &[Printed], known: &Known) -> Option<String> {
    let set = &printed.first()?.figure;
    let objective = known.objectives.get(set.trim_start_matches('0'))?;
    let is_own = words_of(&objective.name) == words_of(&card.name);
    (!is_own && card.number.is_some()).then(|| {
        format!("the objective set {set} is that of {}; is {} one of its cards?", objective.name, card.name)
    })
}

/// How sure it is that a number in brackets is the number of a card or set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// The brackets contain nothing else but the name of a set or product of this game.
    Surely,
    /// The number follows what may be the name of a set.
    Perhaps,
}

/// A number in brackets after a name.
struct Printed {
    figure: String,
    how: How,
}

impl Printed {
    fn is(&self, number: &str) -> bool {
        self.figure.trim_start_matches('0') == number.trim_start_matches('0')
    }
}

/// Characters that may separate a name from its number.
const BETWEEN: [char; 13] = [' ', ',', '–', '-', '»', '«', '›', '”', '“', '"', '’', '‘', '\''];

/// The numbers after a name: in brackets, `Ferry (Harbour 17 or 18)`, `« Ferry » [0017]`, or of four digits
/// without brackets, `Ferry 0017`, `Ferry, #0017`.
fn printed_beside(text: &str, name: &str, known: &Known, game: Game) -> Vec<Printed> {
    let mut found = Vec::new();
    let own_name = |at: &usize| !ends_longer_name(&text[..*at], name, known, game);
    for at in text.match_indices(name).map(|(at, _)| at).filter(own_name) {
        let behind = &text[at + name.len()..];
        let rest = behind.trim_start_matches(BETWEEN);
        let Some(inside) = rest.strip_prefix(['(', '[']).filter(|_| rest.len() < behind.len()) else {
            let own = known.numbers_of(game, name);
            found.extend(by_itself(behind, rest, &own));
            continue;
        };
        let close = if rest.starts_with('(') { ')' } else { ']' };
        let Some(end) = inside.find(close).filter(|end| *end <= 60) else { continue };
        found.extend(numbers_in(&inside[..end], known, game));
    }
    found
}

/// How many words another card's longer name may have before this card's name.
const MAX_EXTRA_WORDS: usize = 4;

/// Whether a name is the end of another card's longer name, judging by the preceding words. A number after it
/// is then the other card's.
fn ends_longer_name(before: &str, name: &str, known: &Known, game: Game) -> bool {
    let own = words_of(name);
    let mut longer = name.to_owned();
    for word in before.rsplit([' ', '\n']).filter(|w| !w.is_empty()).take(MAX_EXTRA_WORDS) {
        longer = format!("{word} {longer}");
        if words_of(&longer) != own && known.has_card(game, &longer) {
            return true;
        }
    }
    false
}

/// A four-digit number after a name without brackets. If it could be a year, it must be a number of a card
/// with that name.
fn by_itself(behind: &str, rest: &str, own: &[&str]) -> Option<Printed> {
    let rest = rest.strip_prefix('#').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_word = !rest[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/'));
    let figure = rest[..end].to_owned();
    let is_number = end == 4 && (figure.starts_with('0') || own.contains(&figure.as_str()));
    (is_number && is_word && rest.len() < behind.len()).then_some(Printed { figure, how: How::Surely })
}

/// The numbers in brackets that denote cards or sets; none if other words in the brackets give them another
/// meaning, `3 resources`, `see page 12`.
fn numbers_in(inside: &str, known: &Known, game: Game) -> Vec<Printed> {
    // A set may appear as an icon: `[set-core]17`.
    let separates = |c: char| c.is_whitespace() || [',', '/', '#', '&', ';', '[', ']'].contains(&c);
    let is_figure = |w: &str| (1..=4).contains(&w.len()) && w.bytes().all(|b| b.is_ascii_digit());
    let (mut figures, mut before) = (Vec::new(), Vec::new());
    let mut how = How::Surely;
    for word in inside.split(separates).filter(|w| !w.is_empty()) {
        if !is_figure(word) {
            before.push(word);
            continue;
        }
        if !known.is_of_sets(game, &before.join(" ")) {
            if !may_be_a_set(&before) {
                return Vec::new();
            }
            how = How::Perhaps;
        }
        before.clear();
        figures.push(word.to_owned());
    }
    if !known.is_of_sets(game, &before.join(" ")) {
        return Vec::new();
    }
    figures.into_iter().map(|figure| Printed { figure, how }).collect()
}

/// Whether the words before a number may name an unknown set: they are capitalized, or contain the word
/// "set".
fn may_be_a_set(before: &[&str]) -> bool {
    let small = ["of", "the", "and", "or", "in", "from", "to"];
    let capital = |w: &&str| w.starts_with(char::is_uppercase) || small.contains(w);
    before.iter().all(capital) || words(&before.join(" ")).split(' ').any(|w| w == "set")
}
