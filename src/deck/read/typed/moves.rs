//! Lines that take cards out of a whole deck and put others in: `-1 A +1 B`, `out: A`, `A -> B`.

use super::by_number::{MIN_SETS, numbered};
use super::decks::size;
use super::disambiguate::likely_count;
use super::lexicon::{Found, Lexicon};
use super::line::{At, Beside, Had, Item, LineItem, Move, Moves};
use super::phrases::{made_of, words};
use super::pieces::{Number, Shape};
use super::sizes::{is_whole, most_copies};
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::code::Code;
use crate::deck::list::{Count, DeckEntry, Decklist, ListNote, Zone, brief};
use crate::deck::words::{InPlace, Role};

/// The signs of a change.
pub(super) const ARROWS: [&str; 6] = ["->", "=>", "→", "⇒", "➜", "➔"];

/// The cards a line takes out and puts in, where they stand between words or signs of a change:
/// `swap A for B`, `A -> B`.
pub(super) fn read_between(raw: &str, things: &[At], lexicon: &Lexicon<'_>) -> Option<Moves> {
    let arrow = ARROWS.iter().any(|sign| raw.contains(sign));
    let roles = lexicon.roles(raw);
    if raw.len() > 200 || !(arrow || roles.has(&Role::TakesOut) || roles.has(&Role::Change)) {
        return None;
    }
    let names = names(raw, lexicon);
    let mut moves: Vec<(Option<bool>, Item)> = Vec::new();
    let mut from = 0;
    for (start, end) in names {
        let before = &raw[from..start];
        let (into, _) = direction(before, lexicon);
        let text = &raw[start..end];
        let mut item = Item::new(text, Found::Exact(text.to_owned()));
        item.numbers.extend(count_in(before, lexicon).map(|n| (n, Beside::Before)));
        moves.push((into, item));
        from = end;
    }
    // What the first card is follows from the second.
    if let [(first @ None, _), (Some(second), _), ..] = &mut moves[..] {
        *first = Some(!*second);
    }
    let moves: Option<Vec<Move>> = moves
        .into_iter()
        .map(|(into, item)| into.map(|into| Move { into, item, had: Had::Anything }))
        .collect();
    let moves = moves.filter(|all| all.iter().any(|m| m.into) && all.iter().any(|m| !m.into))?;
    // `A x1 instead of B`: a row of A, and what stood there before.
    let out: Vec<Option<String>> = match &moves[..] {
        [first, second] if first.into && !second.into && !arrow => vec![name(&second.item)],
        _ => Vec::new(),
    };
    let stays = |(_, thing): &&At| !matches!(thing, LineItem::Card(item) if out.contains(&name(item)));
    let otherwise = things.iter().filter(stays).cloned().collect();
    Some(Moves { text: raw.trim().to_owned(), moves, in_words: true, otherwise })
}

/// Whether a line without a card that was read speaks of an exchange of cards all the same:
/// `swap all the As for B`.
pub(super) fn speaks_of_change(raw: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(raw);
    let exchanges = roles.has(&Role::TakesOut) && roles.has(&Role::Change);
    exchanges && raw.len() < 200 && lexicon.names_a_card(raw)
}

/// Where the names of cards stand in a line.
pub(super) fn names(raw: &str, lexicon: &Lexicon<'_>) -> Vec<(usize, usize)> {
    let mut words: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in raw.split_inclusive(char::is_whitespace) {
        let trimmed = word.trim_end();
        let start = trimmed.len() - trimmed.trim_start_matches(['(', '"', '“', '-', '+']).len();
        let end = trimmed.trim_end_matches([',', '.', ';', '"', '”', '!', '?']).len();
        words.push((at + start.min(end), at + end));
        at += word.len();
    }
    let mut found = Vec::new();
    let mut first = 0;
    while first < words.len() {
        let last = (first..words.len().min(first + 9)).rev().find(|last| {
            let name = &raw[words[first].0..words[*last].1];
            let word = |at: usize| raw[words[at].0..words[at].1].contains(char::is_alphanumeric);
            word(first)
                && word(*last)
                && name.len() > 3
                && lexicon.exact(name)
                && lexicon.counts_for_size(name)
        });
        if let Some(last) = last {
            found.push((words[first].0, words[last].1));
        }
        first = last.unwrap_or(first) + 1;
    }
    // `4 Title foil`: behind a card such a word says what it looks like, whatever card is called so.
    let looks = |(from, to): &(usize, usize)| lexicon.words.is(InPlace::Harmless, &raw[*from..*to]);
    let mut cards = 0..;
    found.retain(|name| cards.next() == Some(0) || !looks(name));
    found
}

/// The count that stands last in the text in front of a card.
fn count_in(before: &str, lexicon: &Lexicon<'_>) -> Option<Number> {
    let in_word = |word: &str| {
        let figures = word.trim_matches(|c: char| !c.is_ascii_digit());
        let of_words = || lexicon.words.number(word);
        figures.parse::<u32>().ok().or_else(of_words)
    };
    let value = before.split_whitespace().rev().take(3).find_map(in_word)?;
    Some(times(value))
}

/// A number as a count.
pub(super) fn times(value: u32) -> Number {
    Number { value, digits: value.to_string(), shape: Shape::Times }
}

/// The cards a line takes out and puts in, where each of them stands behind a word or a sign that says which.
pub(super) fn read(raw: &str, things: &[At], lexicon: &Lexicon<'_>) -> Option<Moves> {
    let items: Vec<&Item> = things
        .iter()
        .filter_map(|(_, thing)| thing.card().filter(|item| item.found != Found::Lost))
        .collect();
    let mut rest = raw;
    let mut into: Option<bool> = None;
    let mut in_words = false;
    let mut moves = Vec::new();
    for item in items {
        let at = rest.find(item.text.as_str())?;
        let (before, length) = (&rest[..at], item.text.len());
        let (says, word) = direction(before, lexicon);
        into = says.or(into);
        in_words |= word;
        let mut item = item.clone();
        // `plus one more A`: the count does not stand right in front.
        if item.numbers.is_empty() {
            item.numbers.extend(count_in(before, lexicon).map(|n| (n, Beside::Before)));
        }
        moves.push(Move { into: into?, item, had: Had::Anything });
        rest = &rest[at + length..];
    }
    let (text, otherwise) = (raw.trim().to_owned(), things.to_vec());
    (!moves.is_empty()).then_some(Moves { text, moves, in_words, otherwise })
}

/// `-1 Title`, `+ 2x Title`: what a sign says right in front of a card's count, whatever words stand before.
fn signed(before: &str) -> Option<bool> {
    let count = before.trim_end().trim_end_matches(['x', 'X', '×']).trim_end();
    let sign = count.trim_end_matches(|c: char| c.is_ascii_digit());
    let last = sign.trim_end().chars().next_back().filter(|_| sign.len() < count.len())?;
    let apart = sign.trim_end().chars().rev().nth(1).is_none_or(|c| c.is_whitespace() || "(:,;/".contains(c));
    match last {
        '+' if apart => Some(true),
        '-' | '−' | '–' if apart => Some(false),
        _ => None,
    }
}

/// What the text in front of a card says of it, the last word or sign first; and whether it is a word.
fn direction(before: &str, lexicon: &Lexicon<'_>) -> (Option<bool>, bool) {
    let open = |role: &Role| matches!(role, Role::Absent | Role::Either | Role::Struck);
    if let Some(into) = signed(before)
        && !lexicon.roles(before).any(open)
    {
        return (Some(into), false);
    }
    let arrow = ARROWS.iter().filter_map(|sign| before.rfind(sign)).max();
    let sign = |signs: &[char]| {
        let fits = |(at, c): (usize, char)| {
            let apart = before[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric());
            let arrow = before[at..].starts_with("->") || before[at..].starts_with("=>");
            (signs.contains(&c) && apart && !arrow).then_some(at)
        };
        before.char_indices().filter_map(fits).next_back()
    };
    let (minus, plus) = (sign(&['-', '−', '–']), sign(&['+']));
    let mut word: Option<bool> = None;
    for (roles, _) in &lexicon.roles(before).known {
        if roles.contains(&Role::TakesOut) {
            word = Some(false);
        } else if roles.contains(&Role::PutsIn) {
            word = Some(true);
        }
    }
    let by_sign = match (arrow, plus, minus) {
        (Some(_), _, _) => Some(true),
        (None, Some(plus), minus) if minus.is_none_or(|minus| minus < plus) => Some(true),
        (None, _, Some(_)) => Some(false),
        (None, ..) => None,
    };
    match word {
        Some(word) => (Some(word), true),
        None => (by_sign, arrow.is_some()),
    }
}

/// Lines that move cards of a deck that is whole above them stay; others are what they are otherwise.
pub(super) fn settle(things: Vec<At>, lexicon: &Lexicon<'_>) -> Vec<At> {
    let of = |at: usize| if let (_, LineItem::Moves(moves)) = things.get(at)? { Some(moves) } else { None };
    let size = |things: &[At]| size(things, lexicon).saturating_add(sets_in(things, lexicon));
    let (mut total, mut of_changes) = (0u32, 0u32);
    let mut change: Option<(usize, &str)> = None;
    let mut kept: Vec<At> = Vec::with_capacity(things.len());
    for (at, (line, thing)) in things.iter().enumerate() {
        let LineItem::Moves(moves) = thing else {
            total = total.saturating_add(size(&things[at..=at]));
            kept.push((*line, thing.clone()));
            continue;
        };
        // `- A`, `- B`, `+ C`, `+ D`: lines one below the other are one change.
        let above = (0..at).rev().take(MAX_BESIDE).map_while(of);
        let beside = above.chain((at + 1..).take(MAX_BESIDE).map_while(of));
        let stands = |m: &Move| stands_in(&kept, &m.item);
        let known = moves.moves.iter().all(|m| m.into || stands(m));
        let whole = is_whole(total, lexicon);
        // What is exchanged in a deck that lacks a card is no row of it.
        let nearly = is_whole(total.saturating_add(most_copies(lexicon.game)), lexicon);
        let plain = !moves.in_words || is_plain(moves, lexicon);
        // `plus one A`, of a card that the deck has: one more of it.
        let adds = moves.moves.iter().all(stands) && plain && orders(moves, lexicon) == Some(Order::In);
        let added = moves.is_explicit() && moves.moves.iter().all(|m| m.into);
        if whole && (moves.moves.is_empty() || !plain && is_change(moves, beside.clone())) {
            kept.push((*line, LineItem::Change(moves.text.clone())));
        } else if nearly && added || whole && (adds || is_change(moves, beside) && (known || moves.in_words))
        {
            kept.push((*line, thing.clone()));
        } else if nearly && moves.in_words && exchanges(moves) && known {
            kept.push((*line, LineItem::Change(moves.text.clone())));
        } else {
            let own = size(&moves.otherwise);
            total = total.saturating_add(own);
            if exchanges(moves) {
                of_changes = of_changes.saturating_add(own);
                change = change.or(Some((*line, moves.text.as_str())));
            }
            kept.extend(moves.otherwise.iter().cloned());
        }
    }
    // Where all cards are those of a change, the list that it changes is not here.
    kept.extend(
        change
            .filter(|_| total == of_changes)
            .map(|(line, text)| (line, LineItem::AsBefore(text.to_owned()))),
    );
    kept
}

/// No change of a deck has more lines above one of them, or below it.
const MAX_BESIDE: usize = 20;

/// Whether cards go out and others in.
fn exchanges(moves: &Moves) -> bool {
    moves.moves.iter().any(|m| m.into) && moves.moves.iter().any(|m| !m.into)
}

/// What a line orders in words: a card into the deck that stands above it, or out of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    In,
    Out,
}

/// What a line orders, all of whose cards go the same way, where in front of the first stands nothing else.
pub(super) fn orders(moves: &Moves, lexicon: &Lexicon<'_>) -> Option<Order> {
    let first = moves.moves.first()?;
    let into = first.into;
    let (before, _) = moves.text.split_once(first.item.text.as_str())?;
    let number = |word: &&str| {
        let figure = word.trim_matches(['x', 'X', '×']);
        !figure.bytes().all(|b| b.is_ascii_digit())
            && lexicon.words.number(word).is_none()
            && !lexicon.words.get(word).contains(&Role::Copies)
    };
    let words: Vec<&str> = words(before).into_iter().filter(number).collect();
    let (order, place) = if into { (Order::In, InPlace::OrdersIn) } else { (Order::Out, InPlace::OrdersOut) };
    let places = [place, InPlace::Announces, InPlace::Article, InPlace::Additional];
    let says = |word: &&str| lexicon.words.is(place, word);
    let all = moves.in_words && moves.moves.iter().all(|m| m.into == into);
    let ordered = words.iter().any(says) || lexicon.words.is(place, &words.join(" "));
    (all && ordered && made_of(&words, &places, lexicon)).then_some(order)
}

/// Whether a change in words says nothing else: with any other word it may be another deck's, another day's,
/// somebody's advice, or no change at all.
fn is_plain(moves: &Moves, lexicon: &Lexicon<'_>) -> bool {
    // Of an exchange every word was looked at when it was read.
    if moves.moves.iter().any(|m| m.had != Had::Anything) {
        return true;
    }
    let mut text = moves.text.clone();
    for m in &moves.moves {
        text = text.replacen(m.item.text.as_str(), " , ", 1);
    }
    let places = [
        InPlace::Announces,
        InPlace::Plays,
        InPlace::Additional,
        InPlace::Article,
        InPlace::Both,
        InPlace::Instead,
        InPlace::Only,
    ];
    let of_changes = |word: &String| {
        let figure = word.trim_matches('x').bytes().all(|b| b.is_ascii_digit());
        figure
            || lexicon.words.number(word).is_some()
            || lexicon.words.ordinal(word).is_some()
            || places.iter().any(|place| lexicon.words.is(*place, word))
    };
    // `oh right. take out A`
    if let Some((lead, rest)) = text.split_once(['.', ',', '!', ';'])
        && made_of(&words(lead), &[InPlace::Announces], lexicon)
    {
        text = rest.to_owned();
    }
    let roles = lexicon.roles(&text);
    roles.unknown.iter().all(of_changes) && !roles.any(|role| matches!(role, Role::Absent | Role::Either))
}

fn stands_in(things: &[At], item: &Item) -> bool {
    let wanted = name(item);
    wanted.is_some()
        && things.iter().any(|(_, t)| matches!(t, LineItem::Card(other) if name(other) == wanted))
}

/// How many sets lines of numbers alone name, each of them enough to be no coincidence.
fn sets_in(things: &[At], lexicon: &Lexicon<'_>) -> u32 {
    let of_lcg = things.iter().filter(|_| lexicon.game == Game::Lcg);
    let items = of_lcg.filter_map(|(_, thing)| numbered(thing.numbers()?, lexicon));
    let many = items.filter(|items| items.len() >= MIN_SETS);
    let copies = many.flatten().map(|item| likely_count(&item, lexicon));
    copies.fold(0, u32::saturating_add)
}

/// Whether each card from `from` on stands above it already.
pub(super) fn repeats(things: &[At], from: usize) -> bool {
    let (above, own) = things.split_at(from);
    let again = |(_, thing): &At| matches!(thing, LineItem::Card(item) if stands_in(above, item));
    !own.is_empty() && own.iter().all(again)
}

fn name(item: &Item) -> Option<String> {
    match &item.found {
        Found::Exact(name) | Found::Slip(name) => Some(normalize_name(name)),
        Found::Open(_) | Found::Lost => None,
    }
}

/// Whether cards go out and others in, in the line or in those beside it: a sign in every line is a bullet.
fn is_change<'m>(moves: &'m Moves, beside: impl Iterator<Item = &'m Moves>) -> bool {
    let both = |all: &mut dyn Iterator<Item = &'m Move>| {
        let (mut out, mut into) = (false, false);
        all.for_each(|m| *(if m.into { &mut into } else { &mut out }) = true);
        out && into
    };
    both(&mut moves.moves.iter())
        || both(&mut moves.moves.iter().chain(beside.flat_map(|m| m.moves.iter())))
        || moves.in_words && moves.moves.iter().all(|m| !m.into)
}

/// Does to a list what a line says; where that is not plain, the line is asked about.
pub(super) fn apply(moves: &Moves, line: usize, list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let mut entries = list.entries.clone();
    let mut said = Vec::new();
    let copies = |item: &Item| {
        let wanted = name(item);
        let of = list.entries.iter().filter(|e| Some(normalize_name(&e.title)) == wanted);
        of.fold(0, |sum: u32, e| sum.saturating_add(e.count.number()))
    };
    let open = leaves_count_open(moves, copies);
    let fitting: Option<Vec<Move>> = moves.moves.iter().map(|m| fitting(m, copies(&m.item))).collect();
    let fitting = fitting.unwrap_or_default();
    // Two for one is no exchange: a count was left out.
    let sum = |into: bool| {
        let of = fitting.iter().filter(|m| m.into == into).filter_map(|m| plain(m, lexicon));
        of.map(|(_, count)| count).sum::<u32>()
    };
    let corrects = moves.moves.iter().any(|m| matches!(m.had, Had::Becomes(_)));
    let even = corrects || sum(true) == sum(false) || sum(true) == 0 || sum(false) == 0;
    let done = even
        && !open
        && !fitting.is_empty()
        && fitting.iter().all(|m| {
            let Some((title, count)) = plain(m, lexicon) else { return false };
            // What is corrected to the count it has stays.
            if count == 0 {
                return true;
            }
            let listed = entries.iter().find(|e| normalize_name(&e.title) == normalize_name(&title));
            let shown = listed.map_or(&title, |entry| &entry.title);
            said.push(format!("{count} {shown} {}", if m.into { "in" } else { "out" }));
            if m.into {
                entries.push(DeckEntry {
                    line,
                    title,
                    count: Count::Of(count),
                    counted: true,
                    ..DeckEntry::default()
                });
                true
            } else {
                take_out(&title, count, &mut entries)
            }
        });
    if done {
        let text = brief(&moves.text);
        list.entries = entries;
        list.changed.insert(line);
        let message = format!("{text:?} was read as a change of the deck: {}.", said.join(", "));
        return list.notes.push(ListNote { code: Code::NameSlip, text: message });
    }
    add_question(&moves.text, line, list);
}

/// Asks what a line changes: until then nothing of the list is certain.
pub(super) fn add_question(text: &str, line: usize, list: &mut Decklist) {
    let question =
        format!("{:?} changes the list; which cards are meant then is for the player to say.", brief(text));
    list.add_question(vec![line], question);
    list.doubts.which_list = true;
}

/// A card's title and how many of it, where both are plain.
fn plain(m: &Move, lexicon: &Lexicon<'_>) -> Option<(String, u32)> {
    let (Found::Exact(title) | Found::Slip(title)) = &m.item.found else { return None };
    let numbers = &m.item.numbers;
    let open = numbers.iter().any(|(n, _)| matches!(n.shape, Shape::Between(_) | Shape::Open));
    let count = match &numbers[..] {
        [] => 1,
        [(n, _)] if n.value <= most_copies(lexicon.game) && !open => n.value,
        _ => return None,
    };
    // A title in words that stand for none, or several, is no plain count.
    (m.item.or.is_empty() && !m.item.doubted).then(|| (title.clone(), count))
}

/// A move with its count, where the deck had as many copies as its words say.
fn fitting(m: &Move, copies: u32) -> Option<Move> {
    let fits = match m.had {
        Had::Anything => true,
        Had::Exactly(count) => copies == count,
        Had::MoreThan(count) => copies > count,
        Had::NoneOrFrom(count) => copies == 0 || copies >= count,
        Had::Becomes(_) => copies > 0,
    };
    let mut fitting = m.clone();
    if let Had::Becomes(count) = m.had {
        fitting.into = count > copies;
        fitting.item.numbers = vec![(times(count.abs_diff(copies)), Beside::Before)];
    }
    if let (Had::MoreThan(kept), false) = (m.had, m.into) {
        fitting.item.numbers = vec![(times(copies.checked_sub(kept)?), Beside::Before)];
    }
    fits.then_some(fitting)
}

/// Takes copies of a card out of a list; not more than it has.
fn take_out(title: &str, count: u32, entries: &mut [DeckEntry]) -> bool {
    let wanted = normalize_name(title);
    let mut left = count;
    for entry in entries.iter_mut() {
        let known = entry.candidates.is_empty() && !entry.lost && entry.zone != Zone::Aside;
        if left == 0
            || !known
            || matches!(entry.count, Count::Bad | Count::Between(..))
            || normalize_name(&entry.title) != wanted
        {
            continue;
        }
        let taken = entry.count.number().min(left);
        entry.count = Count::Of(entry.count.number() - taken);
        left -= taken;
    }
    left == 0
}

/// Whether cards go out without a count of which the list has several: how many is for the player to say.
fn leaves_count_open(moves: &Moves, copies: impl Fn(&Item) -> u32) -> bool {
    let uncounted = |m: &Move| m.item.numbers.is_empty() && !matches!(m.had, Had::Becomes(_));
    let several = |m: &&Move| !m.into && copies(&m.item) > 1;
    moves.moves.iter().all(uncounted) && moves.moves.iter().any(|m| several(&m))
}
