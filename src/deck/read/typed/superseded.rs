//! An older list and a newer one in one text: the newer is the deck; where no words say which is which, it is
//! asked.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::disambiguate::likely_count;
use super::lexicon::{Found, Lexicon};
use super::line::{At, LineItem};
use super::moves::names;
use super::sizes::{is_whole, most_copies};
use super::{decks, trim};
use crate::corpus::cards::Side;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, Question, brief};
use crate::deck::words::{InPlace, Opens, Role};

/// No heading has more words.
const MAX_HEADING_LENGTH: usize = 10;

/// No phrase for an older list or a newer one has more words.
const MAX_PHRASE_LENGTH: usize = 4;

/// Which of two lists stands below a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Age {
    Older,
    Newer,
}

/// A heading that says which of several lists stands below it, or which number it has.
struct Head {
    at: usize,
    age: Option<Age>,
    number: Option<u32>,
}

/// The rows below a heading that says which of two lists they are.
struct Block {
    age: Age,
    /// Where the heading stands, and where the next one does.
    rows: Range<usize>,
    /// Whether the heading speaks of cards: `Old cards:`.
    of_cards: bool,
    whose: Whose,
    /// The cards that are named, with their counts.
    cards: BTreeMap<String, u32>,
}

impl Block {
    fn is_whole(&self, lexicon: &Lexicon<'_>) -> bool {
        is_whole(self.cards.values().sum(), lexicon)
    }

    /// Whether the cards are those of the newer list again, which no deck can have together. Of a few rows
    /// headed as cards, and not as a list, that is no sign: they may be what is wrong with the deck.
    fn repeats(&self, newer: &Self, lexicon: &Lexicon<'_>) -> bool {
        let both = |(name, count): (&String, &u32)| Some(count + newer.cards.get(name)?);
        let both: Vec<u32> = self.cards.iter().filter_map(both).collect();
        let most = most_copies(lexicon.game);
        let too_many = !self.of_cards && both.iter().any(|count| *count > most);
        !both.is_empty() && both.len() * 2 >= self.cards.len() && (self.is_whole(lexicon) || too_many)
    }
}

/// Of whom a list says it is, and of which sides its cards are.
#[derive(Debug, Clone, Default)]
struct Whose {
    affiliations: BTreeSet<String>,
    sides: BTreeSet<Side>,
}

impl Whose {
    /// Whether the one may be an older list of the deck that the other is: neither names two affiliations or
    /// sides, and both the same.
    fn may_be(&self, other: &Self) -> bool {
        let affiliations = self.affiliations.union(&other.affiliations).count();
        affiliations < 2 && self.sides.union(&other.sides).count() < 2
    }
}

/// What is reported of the rows of an older list.
pub(super) struct Older {
    /// The first of its rows, and the last.
    lines: (usize, usize),
    heading: String,
    rows: usize,
    done: Done,
}

/// What was done with the rows below the heading of an older list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Done {
    LeftOut,
    Question,
}

/// The lines without the older list, where a whole newer one of the same deck has a heading of its own, and
/// what is reported of it.
pub(super) fn without_older<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<Older>) {
    let blocks = blocks(&rows, lexicon);
    let blocks = if blocks.is_empty() { below_whole(&rows, lexicon) } else { blocks };
    let newer: Vec<&Block> =
        blocks.iter().filter(|block| block.age == Age::Newer && block.is_whole(lexicon)).collect();
    let older = blocks.iter().filter(|block| block.age == Age::Older && !block.cards.is_empty());
    let older_lists: Vec<Older> = older
        .filter_map(|block| {
            let done = compared(block, &newer, lexicon)?;
            let last = block.rows.clone().rfind(|at| !rows[*at].trim().is_empty())?;
            let named = block.rows.clone().skip(1).filter(|at| copies(&rows[*at], lexicon) > 0);
            Some(Older {
                lines: (block.rows.start + 2, last + 1),
                heading: brief(rows[block.rows.start].trim()),
                rows: named.count(),
                done,
            })
        })
        .collect();
    let mut rows = rows;
    for left in older_lists.iter().filter(|older| older.done == Done::LeftOut) {
        // The heading stays, to be reported as not counted.
        let (first, last) = left.lines;
        rows[first - 1..last].iter_mut().for_each(|row| *row = "".into());
    }
    (rows, older_lists)
}

/// What is to be done with an older list beside newer ones: it is left out where it repeats one that is the
/// same deck. A whole one of another deck stays as it is.
fn compared(older: &Block, newer: &[&Block], lexicon: &Lexicon<'_>) -> Option<Done> {
    let mut same = newer.iter().filter(|newer| older.whose.may_be(&newer.whose)).peekable();
    if newer.is_empty() || same.peek().is_none() && older.is_whole(lexicon) {
        return None;
    }
    Some(if same.any(|newer| older.repeats(newer, lexicon)) { Done::LeftOut } else { Done::Question })
}

/// The lists below headings that say which is the older and which the newer.
fn blocks(rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> Vec<Block> {
    let mut heads: Vec<Head> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        if let Some(words) = heading(row, lexicon) {
            let age = age(&words, lexicon);
            // `Two versions, the first is registered`
            let ordinal = || words.iter().find_map(|word| lexicon.words.ordinal(word));
            let number = numbered(&words, lexicon).or_else(|| age.and_then(|_| ordinal()));
            heads.push(Head { at, age, number });
        }
    }
    heads.retain(|head| head.age.is_some() || head.number.is_some());
    let heads = by_number(with_stated(heads, rows, lexicon));
    let both = [Age::Older, Age::Newer].iter().all(|age| heads.iter().any(|(_, of)| of == age));
    if !both {
        return Vec::new();
    }
    let ends = heads.iter().skip(1).map(|(at, _)| *at).chain([rows.len()]);
    let named: Vec<Option<Whose>> = rows.iter().map(|row| named(row, lexicon)).collect();
    let block = |((from, age), to): (&(usize, Age), usize)| {
        let to = other_side(&named, *from..to).unwrap_or(to);
        let cards = cards(&rows[*from..to], lexicon);
        let whose = whose(&named, *from..to, &cards, lexicon);
        let words = heading(&rows[*from], lexicon).unwrap_or_default();
        let of_cards = words.iter().any(|word| lexicon.words.get(word).contains(&Role::Cards));
        Block { age: *age, rows: *from..to, of_cards, whose, cards }
    };
    heads.iter().zip(ends).map(block).collect()
}

/// `OLD LIST (ignore):` below a deck that has no heading for a newer one: the deck, and the older list below
/// that repeats it.
fn below_whole(rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> Vec<Block> {
    let older =
        |at: &usize| heading(&rows[*at], lexicon).and_then(|words| age(&words, lexicon)) == Some(Age::Older);
    let mut heads = (0..rows.len()).filter(older);
    let (Some(head), None) = (heads.next(), heads.next()) else { return Vec::new() };
    let named: Vec<Option<Whose>> = rows.iter().map(|row| named(row, lexicon)).collect();
    let block = |age: Age, rows_of: Range<usize>| {
        let cards = cards(&rows[rows_of.clone()], lexicon);
        let whose = whose(&named, rows_of.clone(), &cards, lexicon);
        Block { age, rows: rows_of, of_cards: false, whose, cards }
    };
    let (above, below) = (block(Age::Newer, 0..head), block(Age::Older, head..rows.len()));
    let repeated = above.is_whole(lexicon) && below.is_whole(lexicon) && below.repeats(&above, lexicon);
    if repeated { vec![above, below] } else { Vec::new() }
}

/// The heads with the age that a row without cards below it states of one of them by its number:
/// `Version 1 is the registered one`.
fn with_stated(heads: Vec<Head>, rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> Vec<Head> {
    let ends: Vec<usize> = heads.iter().skip(1).map(|head| head.at).chain([rows.len()]).collect();
    let has_cards =
        |head: &Head, end: usize| rows[head.at + 1..end].iter().any(|row| copies(row, lexicon) > 0);
    let states =
        |head: &Head, end: usize| head.age.is_some() && head.number.is_some() && !has_cards(head, end);
    let stating: Vec<bool> = heads.iter().zip(ends).map(|(head, end)| states(head, end)).collect();
    let mut kept = Vec::new();
    let mut stated: Vec<(Option<u32>, Option<Age>)> = Vec::new();
    for (head, states) in heads.into_iter().zip(stating) {
        if states { stated.push((head.number, head.age)) } else { kept.push(head) }
    }
    for (number, age) in stated {
        kept.iter_mut().filter(|head| head.number == number).for_each(|head| head.age = age);
    }
    kept
}

/// Where each list is headed, and its age: of versions with numbers one that is said to be the newer is, and
/// else the last.
fn by_number(heads: Vec<Head>) -> Vec<(usize, Age)> {
    let said = |age: Age| heads.iter().any(|head| head.age == Some(age) && head.number.is_some());
    let (newer, older) = (said(Age::Newer), said(Age::Older));
    let numbers: Vec<u32> =
        heads.iter().filter(|head| head.age.is_none()).filter_map(|head| head.number).collect();
    let last = numbers.iter().max().copied();
    let last = last.filter(|last| !newer && (older || numbers.iter().any(|n| n < last)));
    let of = |head: Head| {
        let by_number = || {
            let number = head.number?;
            let newest = last == Some(number);
            (newer || last.is_some()).then_some(if newest { Age::Newer } else { Age::Older })
        };
        Some((head.at, head.age.or_else(by_number)?))
    };
    heads.into_iter().filter_map(of).collect()
}

/// Where the first row of these stands that is of another side than one above it.
fn other_side(named: &[Option<Whose>], rows: Range<usize>) -> Option<usize> {
    let mut of_sides = rows.filter_map(|at| Some((at, &named[at].as_ref()?.sides)));
    let (_, first) = of_sides.find(|(_, sides)| !sides.is_empty())?;
    of_sides.find(|(_, sides)| !sides.is_empty() && sides.is_disjoint(first)).map(|(at, _)| at)
}

/// What a list of these rows says of whom it is, else what was last said above it, and the side of its cards.
fn whose(
    named: &[Option<Whose>],
    of: Range<usize>,
    cards: &BTreeMap<String, u32>,
    lexicon: &Lexicon<'_>,
) -> Whose {
    let own: Vec<&Whose> = named[of.clone()].iter().flatten().collect();
    let above = || named[..of.start].iter().rev().find_map(Option::as_ref);
    let mut whose = Whose::default();
    for said in own.iter().copied().chain(own.is_empty().then(above).flatten()) {
        whose.affiliations.extend(said.affiliations.iter().cloned());
        whose.sides.extend(&said.sides);
    }
    let of_side = |side: Side| cards.keys().filter(|name| lexicon.side(name) == Some(side)).count();
    match of_side(Side::Light).cmp(&of_side(Side::Dark)) {
        Ordering::Less => whose.sides.insert(Side::Dark),
        Ordering::Greater => whose.sides.insert(Side::Light),
        Ordering::Equal => false,
    };
    whose
}

/// The affiliation and the side that a row without a card names.
fn named(row: &str, lexicon: &Lexicon<'_>) -> Option<Whose> {
    heading(row, lexicon)?;
    let roles = lexicon.roles(row);
    let affiliation = lexicon.affiliation(&roles, row);
    let of_affiliation = affiliation.as_deref().and_then(|title| lexicon.side_of_affiliation(title));
    let sides = roles.known.iter().flat_map(|(roles, _)| roles.iter()).filter_map(|role| match role {
        Role::Side(side) => Some(*side),
        _ => None,
    });
    let sides: BTreeSet<Side> = sides.chain(of_affiliation).filter(|side| *side != Side::Neutral).collect();
    let whose = Whose { affiliations: affiliation.into_iter().collect(), sides };
    (!whose.affiliations.is_empty() || !whose.sides.is_empty()).then_some(whose)
}

/// The cards that rows name, each with its count.
fn cards(rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> BTreeMap<String, u32> {
    let mut cards: BTreeMap<String, u32> = BTreeMap::new();
    for row in rows {
        let count = copies(row, lexicon);
        let spans = names(row, lexicon);
        let exact = spans.iter().map(|(from, to)| lexicon.read(&row[*from..*to]));
        let near = spans.is_empty().then(|| lexicon.read(trim::without_counts(row)));
        for found in exact.chain(near.filter(|_| count > 0)) {
            if let Found::Exact(name) | Found::Slip(name) = found {
                *cards.entry(name).or_default() += count;
            }
        }
    }
    cards
}

/// Notes how many rows of an older list were left out; where it is open whether they are one, that is asked.
pub(super) fn note(older_lists: &[Older], lists: &mut [Decklist]) {
    for Older { heading, rows, done, lines: (first, last) } in older_lists {
        let of = if *rows == 1 { "row" } else { "rows" };
        for list in lists.iter_mut() {
            match done {
                Done::LeftOut => {
                    let text = format!(
                        "Lines {first} to {last}, {rows} {of} below {heading:?}, are an older list and were not counted."
                    );
                    list.notes.push(ListNote { code: Code::UnreadLine, text });
                }
                Done::Question => {
                    let question = format!(
                        "Below {heading:?} stand {rows} {of} that may be an older list, or belong to the deck. Which is it?"
                    );
                    list.add_question(vec![*first, *last], question);
                    list.doubts.which_list = true;
                }
            }
        }
    }
}

/// How many copies a row likely counts.
pub(super) fn copies(row: &str, lexicon: &Lexicon<'_>) -> u32 {
    let title = trim::without_counts(row);
    let found = names(row, lexicon);
    let near = || lexicon.is_title(title);
    if title.is_empty() || found.is_empty() && !near() {
        return 0;
    }
    let (before, behind) = found.first().map_or((row, ""), |(from, to)| (&row[..*from], &row[*to..]));
    let figure = |word: &str| word.trim_matches(['x', 'X', '×', '(', ')']).parse::<u32>().ok();
    let words = before.split_whitespace().chain(behind.split_whitespace());
    words.filter_map(figure).filter(|n| (1..=4).contains(n)).min().unwrap_or(1)
}

/// The words of a line that heads a list, and names no card.
fn heading(row: &str, lexicon: &Lexicon<'_>) -> Option<Vec<String>> {
    let words: Vec<String> = row
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let begins = words.first().is_some_and(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
    let heads = begins && words.len() <= MAX_HEADING_LENGTH && row.len() < 80;
    (heads && names(row, lexicon).is_empty() && !lexicon.is_name(row.trim_end_matches(':'))).then_some(words)
}

fn age(words: &[String], lexicon: &Lexicon<'_>) -> Option<Age> {
    let phrases = |place: InPlace| -> Vec<Range<usize>> {
        let from =
            |from: usize| (from + 1..=words.len().min(from + MAX_PHRASE_LENGTH)).map(move |to| from..to);
        let says = |range: &Range<usize>| lexicon.words.is(place, &words[range.clone()].join(" "));
        (0..words.len()).flat_map(from).filter(says).collect()
    };
    let older = phrases(InPlace::Older);
    // `not registered` says nothing of what is registered.
    let within = |newer: &Range<usize>| older.iter().any(|of| of.start <= newer.start && newer.end <= of.end);
    let newer = phrases(InPlace::Newer).iter().any(|newer| !within(newer));
    match (!older.is_empty(), newer) {
        (true, false) => Some(Age::Older),
        (false, true) => Some(Age::Newer),
        (true, true) | (false, false) => None,
    }
}

/// `Version 2`, `v2`: the number of a version.
fn numbered(words: &[String], lexicon: &Lexicon<'_>) -> Option<u32> {
    let is_version = |word: &str| lexicon.words.is(InPlace::Version, word);
    // `Version B` is the second.
    let letter = |word: &str| match word.as_bytes() {
        [letter @ b'A'..=b'E'] => Some(u32::from(letter - b'A') + 1),
        _ => None,
    };
    let number = |word: &str| word.parse().ok().or_else(|| letter(word));
    let apart = words.windows(2).find_map(|pair| number(&pair[1]).filter(|_| is_version(&pair[0])));
    let glued = || {
        let of = |word: &String| word.strip_prefix(['v', 'V']).and_then(|n| n.parse().ok());
        words.iter().find_map(of)
    };
    apart.or_else(glued).filter(|n: &u32| (1..=20).contains(n))
}

/// Whether a thing is only said beside a list, and does not end it.
fn is_remark(thing: &LineItem) -> bool {
    use LineItem::{Beside, OtherDeck, PassedOver, Remark};
    matches!(thing, Beside(_) | OtherDeck(_) | Remark(..) | PassedOver(_))
}

/// What is to be asked of a deck that has more copies of a card than it may have only because two lists stand
/// one below the other, one of them whole by itself.
pub(super) fn two_lists(things: &[At], lexicon: &Lexicon<'_>) -> Option<Question> {
    let mut blocks: Vec<Vec<&At>> = vec![Vec::new()];
    let mut aside = false;
    for (at, thing) in things.iter().enumerate() {
        if let LineItem::Heading(opens) = &thing.1 {
            aside = *opens == Opens::Aside || aside && *opens == Opens::Nothing;
        }
        // Below cards `Side:` heads the sideboard.
        aside |= matches!(&thing.1, LineItem::SideAlone if blocks.iter().any(|block| !block.is_empty()));
        let is_card = thing.1.card().is_some();
        let counted = thing.1.card().is_some_and(|item| !aside && decks::counts(item, lexicon));
        let apart = at.checked_sub(1).is_some_and(|before| {
            let (line, before) = &things[before];
            before.card().is_some() && line + 1 < thing.0
        });
        let begun = blocks.last().is_some_and(|block| !block.is_empty());
        if counted && apart || !is_card && begun && !is_remark(&thing.1) {
            blocks.push(Vec::new());
        }
        if counted {
            blocks.last_mut()?.push(thing);
        }
    }
    blocks.retain(|block| !block.is_empty());
    let by_name: Vec<BTreeMap<&str, u32>> = blocks.iter().map(|block| counted(block, lexicon)).collect();
    let most = most_copies(lexicon.game);
    let names: BTreeSet<&str> = by_name.iter().flat_map(|block| block.keys().copied()).collect();
    let across = |name: &&str| {
        let of: Vec<u32> = by_name.iter().filter_map(|block| block.get(name).copied()).collect();
        of.len() > 1 && of.iter().all(|n| *n <= most) && of.iter().sum::<u32>() > most
    };
    let own = |block: &BTreeMap<&str, u32>| block.values().sum::<u32>();
    let whole = by_name.iter().position(|block| is_whole(own(block), lexicon));
    let lines: Vec<usize> = blocks.get(whole?)?.iter().map(|(line, _)| *line).collect();
    let (first, last) = (lines.iter().min()?, lines.iter().max()?);
    let text = format!(
        "The lines {first} to {last} are a whole deck by themselves, and cards of it stand elsewhere in the text once more. Which lines are the deck's?"
    );
    names.iter().any(across).then(|| Question { lines: vec![*first, *last], text })
}

/// How many copies of each card a block of lines has.
fn counted<'t>(block: &[&'t At], lexicon: &Lexicon<'_>) -> BTreeMap<&'t str, u32> {
    let mut counted = BTreeMap::new();
    for (_, thing) in block {
        let LineItem::Card(item) = thing else { continue };
        let (Found::Exact(name) | Found::Slip(name)) = &item.found else { continue };
        if lexicon.side(name).unwrap_or(Side::Neutral) == Side::Neutral && !lexicon.counts_for_size(name) {
            continue;
        }
        let count: &mut u32 = counted.entry(name.as_str()).or_default();
        *count = count.saturating_add(likely_count(item, lexicon));
    }
    counted
}
