//! Whether the number of a card is its own: documents of other games have numbers, too, and ours has a card
//! for nearly each of them.

use super::block::{without_emphasis, words};
use super::draft::Draft;
use super::known::{Known, words_of};
use super::matching::Matcher;
use crate::corpus::ruling::CardRef;
use crate::corpus::{Game, Kind};

/// Takes the number off every card whose name speaks against it, or beside whose name another is printed;
/// why, for each. Where what is printed is hardly a number of this game, the name decides.
pub(super) fn settle(cards: &mut Vec<CardRef>, draft: &Draft, matcher: &Matcher<'_>) -> Vec<String> {
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
    // One card with two numbers that are others' is one card.
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

/// Why the number of a card may not be its own, and the number it keeps.
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

/// The number printed beside a name that is a card's of this name, where the card was taken for another of
/// it.
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

/// Why a number is not that of the card of this name, by the card facts.
fn by_facts(known: &Known, game: Game, name: &str, number: &str) -> Option<String> {
    let other = known.name_of(game, number)?;
    let is_own = words_of(other) == words_of(name) || known.numbers_of(game, name).contains(&number);
    (!is_own)
        .then(|| format!("the number printed beside it, {number}, is that of {other}; {name} has none here"))
}

/// Why the objective set of a list is not the one whose objective has this name.
fn of_set(card: &CardRef, printed: &[Printed], known: &Known) -> Option<String> {
    let set = &printed.first()?.figure;
    let objective = known.objectives.get(set.trim_start_matches('0'))?;
    let is_own = words_of(&objective.name) == words_of(&card.name);
    (!is_own && card.number.is_some()).then(|| {
        format!("the objective set {set} is that of {}; is {} one of its cards?", objective.name, card.name)
    })
}

/// Whether a figure in brackets is a number of a card, or of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    /// Nothing else is in the brackets but the name of a set or product of the game.
    Surely,
    /// What stands in front of it may be the name of a set.
    Perhaps,
}

/// A figure in the brackets behind a name.
struct Printed {
    figure: String,
    how: How,
}

impl Printed {
    fn is(&self, number: &str) -> bool {
        self.figure.trim_start_matches('0') == number.trim_start_matches('0')
    }
}

/// What may stand between a name and its number.
const BETWEEN: [char; 13] = [' ', ',', '–', '-', '»', '«', '›', '”', '“', '"', '’', '‘', '\''];

/// The numbers behind a name: in brackets, `Ferry (Harbour 17 or 18)`, `« Ferry » [0017]`, or of four digits
/// by themselves, `Ferry 0017`, `Ferry, #0017`.
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

/// The maximum number of words that may stand in front of a card's name in that of another card.
const LONGER: usize = 4;

/// Whether a name is the end of another card's, by the words in front of it: what is printed behind it is
/// that card's.
fn ends_longer_name(before: &str, name: &str, known: &Known, game: Game) -> bool {
    let own = words_of(name);
    let mut longer = name.to_owned();
    for word in before.rsplit([' ', '\n']).filter(|w| !w.is_empty()).take(LONGER) {
        longer = format!("{word} {longer}");
        if words_of(&longer) != own && known.has_card(game, &longer) {
            return true;
        }
    }
    false
}

/// A number of four digits that stands behind a name without brackets; what may be a year only where it is
/// a number of a card of that name.
fn by_itself(behind: &str, rest: &str, own: &[&str]) -> Option<Printed> {
    let rest = rest.strip_prefix('#').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let is_word = !rest[end..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/'));
    let figure = rest[..end].to_owned();
    let is_number = end == 4 && (figure.starts_with('0') || own.contains(&figure.as_str()));
    (is_number && is_word && rest.len() < behind.len()).then_some(Printed { figure, how: How::Surely })
}

/// The figures of brackets in which they are numbers of cards or sets; none where other words say what the
/// figures are, `3 resources`, `see page 12`.
fn numbers_in(inside: &str, known: &Known, game: Game) -> Vec<Printed> {
    // A set may stand there as an icon: `[set-core]17`.
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

/// Whether words in front of a figure may be the name of a set nobody knows here: they begin with capitals,
/// or call it a set.
fn may_be_a_set(before: &[&str]) -> bool {
    let small = ["of", "the", "and", "or", "in", "from", "to"];
    let capital = |w: &&str| w.starts_with(char::is_uppercase) || small.contains(w);
    before.iter().all(capital) || words(&before.join(" ")).split(' ').any(|w| w == "set")
}
