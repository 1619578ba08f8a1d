//! Sets by their numbers alone: `1, 2, 5-9`, `#26 x2`, `twice 1, 2 and once 7`.

use std::collections::BTreeSet;

use super::lexicon::{Found, Lexicon};
use super::line::{At, Beside, Item, LineItem, number_of};
use super::pieces::{Number, Piece, Shape};
use super::sizes::LIKELY_COUNT;
use crate::corpus::Game;
use crate::corpus::cards::Side;

/// Lines of numbers alone are sets by number, where the list is one of such lines or has too many to be
/// chance.
pub(super) fn sets_by_number(things: &mut Vec<At>, lexicon: &Lexicon<'_>) {
    if lexicon.game == Game::Tcg {
        return things.retain(|(_, thing)| !matches!(thing, LineItem::Numbers(_)));
    }
    let read: Vec<Option<Vec<Item>>> =
        things.iter().map(|(_, thing)| numbered(thing.numbers()?, lexicon)).collect();
    let sure = |items: &Vec<Item>| {
        items.iter().any(|i| i.place.is_some() && !i.numbers.is_empty()) || items.len() > 2
    };
    // `Scum 2-7` beside titles is a score.
    let titles =
        things.iter().filter(|(_, thing)| matches!(thing, LineItem::Card(item) if is_title(item, lexicon)));
    let titled = titles.count() >= MIN_TITLES;
    let found: usize = read.iter().flatten().map(Vec::len).sum();
    let trusted = found >= MIN_SETS || read.iter().flatten().any(sure);
    let odd = small_of_other_side(read.iter().flatten().flatten(), lexicon);
    let old = std::mem::take(things);
    let cards: BTreeSet<usize> =
        old.iter().filter(|(_, thing)| matches!(thing, LineItem::Card(_))).map(|(line, _)| *line).collect();
    for ((line, thing), items) in old.into_iter().zip(read) {
        let alone = titled && !cards.contains(&line);
        match (thing, items) {
            (LineItem::Numbers(pieces), Some(_)) if titled && is_score(&pieces) => {
                things.push((line, LineItem::Spoken(shown_score(&pieces))));
            }
            (LineItem::Numbers(pieces), Some(items)) if alone && is_one_set(&pieces) && !trusted => {
                let above = things.last().filter(|(of, _)| of + 1 == line);
                let again = |item: &Item| above.is_some_and(|(_, thing)| is_set(thing, item, lexicon));
                let items = items.into_iter().filter(|item| !again(item));
                let items: Vec<At> = items.map(|item| (line, LineItem::Card(item))).collect();
                things.extend(items);
            }
            (LineItem::Numbers(pieces), None) if alone && is_one_set(&pieces) => {
                let asked = format!("There is no set {}; which card is meant?", shown_numbers(&pieces));
                things.push((line, LineItem::Question(asked)));
            }
            (LineItem::Numbers(_), Some(items)) if trusted => {
                let of = |item: &Item| item.place.as_ref().is_some_and(|(set, _)| odd.contains(set));
                let asked = items.iter().any(of).then(|| LineItem::Question(NUMBERS_OR_COUNTS.to_owned()));
                things.extend(asked.map(|asked| (line, asked)));
                things.extend(items.into_iter().map(|item| (line, LineItem::Card(item))));
            }
            (LineItem::Numbers(_), _) => {}
            (thing, _) => things.push((line, thing)),
        }
    }
}

/// The minimum number of sets in a line that is no coincidence.
pub(super) const MIN_SETS: usize = 4;

/// Whether a line is a set named as one, and nothing but its count: `#26`, `set 26`, `No. 26 x2`.
fn is_one_set(pieces: &[Piece]) -> bool {
    let numbers: Vec<&Number> = pieces.iter().filter_map(number_of).collect();
    let sets = numbers.iter().filter(|n| n.shape == Shape::Set).count();
    sets == 1 && numbers.iter().all(|n| matches!(n.shape, Shape::Set | Shape::Times))
}

/// Whether a thing is the title of the set that an item names by its number.
fn is_set(thing: &LineItem, item: &Item, lexicon: &Lexicon<'_>) -> bool {
    let title = item.place.as_ref().and_then(|(set, _)| lexicon.objective_of(set.parse().ok()?));
    let LineItem::Card(Item { found: Found::Exact(name) | Found::Slip(name), .. }) = thing else {
        return false;
    };
    title == Some(name.as_str())
}

fn shown_numbers(pieces: &[Piece]) -> String {
    pieces.iter().filter_map(number_of).map(|number| number.digits.as_str()).collect::<Vec<_>>().join(", ")
}

/// What is asked of numbers that may be counts.
const NUMBERS_OR_COUNTS: &str =
    "Small numbers of this line are sets of the other side; are they numbers of sets, or counts?";

/// The numbers as small as counts that were read as sets, and are of the other side than most.
fn small_of_other_side<'i>(items: impl Iterator<Item = &'i Item>, lexicon: &Lexicon<'_>) -> BTreeSet<String> {
    let of = |item: &'i Item| {
        let (set, _) = item.place.as_ref()?;
        let side = lexicon.side(lexicon.objective_of(set.parse().ok()?)?)?;
        Some((set, side)).filter(|(_, side)| *side != Side::Neutral)
    };
    let all: Vec<(&String, Side)> = items.filter_map(of).collect();
    let dark = all.iter().filter(|(_, side)| *side == Side::Dark).count();
    let most = if dark * 2 > all.len() { Side::Dark } else { Side::Light };
    let small = |set: &str| set.parse().is_ok_and(|n: u32| n <= LIKELY_COUNT);
    all.into_iter().filter(|(set, side)| *side != most && small(set)).map(|(set, _)| set.clone()).collect()
}

/// In a list of at least this many titles, two small numbers with a dash between are no sets.
const MIN_TITLES: usize = 5;

/// Nobody plays more games.
const MAX_GAMES: u32 = 20;

fn is_title(item: &Item, lexicon: &Lexicon<'_>) -> bool {
    matches!(&item.found, Found::Exact(name) | Found::Slip(name) if lexicon.is_objective(name))
}

/// Whether these are nothing but two numbers each with a dash between, or several such: what was won and
/// lost.
fn is_score(pieces: &[Piece]) -> bool {
    let few = |n: u32| n <= MAX_GAMES;
    let score = |p: &Piece| match p {
        Piece::Range(won, lost) => few(*won) && few(*lost),
        Piece::Place(won, lost) => won.parse().is_ok_and(few) && *lost <= MAX_GAMES as usize,
        _ => false,
    };
    pieces.iter().any(score)
        && pieces
            .iter()
            .all(|p| score(p) || matches!(p, Piece::Comma | Piece::Open | Piece::Close | Piece::Cut))
}

fn shown_score(pieces: &[Piece]) -> String {
    let shown = pieces.iter().filter_map(|piece| match piece {
        Piece::Range(from, to) => Some(format!("{from}-{to}")),
        Piece::Place(from, to) => Some(format!("{from}-{to}")),
        _ => None,
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// Whether a number stands alone in brackets right behind another, and is as small as a count.
fn is_bracketed_count(pieces: &[Piece], at: usize) -> bool {
    let behind_number = at > 1
        && pieces[at - 1] == Piece::Open
        && matches!(pieces[at - 2], Piece::Number(_) | Piece::Range(..));
    let small = matches!(&pieces[at], Piece::Number(n) if n.value <= LIKELY_COUNT);
    behind_number && small && pieces.get(at + 1) == Some(&Piece::Close)
}

/// The sets of a line of numbers: `1, 2, 5-9`, `#26 x2`, `26 2`, `2x 26`; nothing when a number is none of a
/// set.
pub(super) fn numbered(pieces: &[Piece], lexicon: &Lexicon<'_>) -> Option<Vec<Item>> {
    let pairs = in_pairs(pieces);
    let counted = with_common_count(without_total(&pairs));
    let pieces = &counted[..];
    let mut row = SetNumberRow::new(pieces, lexicon);
    for at in 0..pieces.len() {
        row.read(at)?;
    }
    let mut items = row.items;
    share_counts(pieces, &mut items);
    (!items.is_empty()).then_some(items)
}

/// A line of numbers as far as it is read.
struct SetNumberRow<'r, 'l> {
    pieces: &'r [Piece],
    lexicon: &'r Lexicon<'l>,
    /// Whether it is two numbers, one of which may be a count: `26 2`.
    pair: bool,
    /// `2x1 7 2x64`: whether the first says that counts are in front.
    leads: bool,
    items: Vec<Item>,
    /// A count in front of what follows.
    count: Option<Number>,
    /// Whether nothing was read since the last comma.
    fresh: bool,
    /// Whether a set was named as one: `set 26`.
    labelled: bool,
    /// Where the sets of a range begin, as long as no count was read behind it.
    range: Option<usize>,
}

impl<'r, 'l> SetNumberRow<'r, 'l> {
    fn new(pieces: &'r [Piece], lexicon: &'r Lexicon<'l>) -> Self {
        let bare = |p: &&Piece| matches!(p, Piece::Number(n) if n.shape == Shape::Bare);
        let commas = pieces.iter().any(|p| matches!(p, Piece::Comma | Piece::Slash));
        Self {
            pieces,
            lexicon,
            pair: pieces.iter().filter(bare).count() == 2 && !commas,
            leads: matches!(pieces.first(), Some(Piece::Number(n)) if n.shape == Shape::Times),
            items: Vec::new(),
            count: None,
            fresh: true,
            labelled: false,
            range: None,
        }
    }

    /// Reads a piece; nothing when it is a number and none of a set.
    fn read(&mut self, at: usize) -> Option<()> {
        let pieces = self.pieces;
        let piece = &pieces[at];
        match piece {
            Piece::Range(from, to) if from < to && to - from < 60 => {
                let count = self.count.take();
                self.range = count.is_none().then_some(self.items.len());
                for set in *from..=*to {
                    let mut item = set_item(set, self.lexicon)?;
                    item.numbers.extend(count.iter().map(|n| (n.clone(), Beside::Before)));
                    self.items.push(item);
                }
            }
            Piece::Place(set, 1) => self.items.push(set_item(set.parse().ok()?, self.lexicon)?),
            Piece::Place(from, to) => {
                for set in from.parse::<u32>().ok()?..=u32::try_from(*to).ok()? {
                    self.items.push(set_item(set, self.lexicon)?);
                }
            }
            Piece::Number(number) => self.number(number, at)?,
            Piece::Comma | Piece::Cut => {}
            Piece::Range(..)
            | Piece::Text { .. }
            | Piece::Slash
            | Piece::Dash
            | Piece::Colon
            | Piece::Open
            | Piece::Close
            | Piece::Query => return Some(()),
        }
        self.range = self.range.filter(|_| matches!(piece, Piece::Range(..)));
        self.fresh = matches!(piece, Piece::Comma | Piece::Cut);
        let counts = matches!(piece, Piece::Number(n) if n.shape == Shape::Times);
        if let (Some(number), Some(item), false) = (&self.count, self.items.last_mut(), counts)
            && item.numbers.is_empty()
        {
            item.numbers.push((number.clone(), Beside::Before));
            self.count = None;
        }
        Some(())
    }

    fn number(&mut self, number: &Number, at: usize) -> Option<()> {
        let uncounted = self.items.last().is_some_and(|i| i.numbers.is_empty());
        let placed = self.items.last().is_some_and(|i| i.place.is_some());
        let bracketed = is_bracketed_count(self.pieces, at);
        let small = number.shape == Shape::Bare && number.value <= LIKELY_COUNT;
        if number.shape == Shape::Set {
            self.items.push(numbered_item(number, self.lexicon)?);
            self.labelled = true;
        } else if self.labelled && !self.fresh && small && uncounted {
            // `set 26 (2)`
            self.items.last_mut()?.numbers.push((times(number.value), Beside::After));
        } else if let Some(first) = self.range.filter(|_| number.shape == Shape::Times || bracketed) {
            // `8-12 x2`, `8-12 (2)`
            self.range = None;
            let count = times(number.value);
            self.items[first..].iter_mut().for_each(|i| i.numbers.push((count.clone(), Beside::After)));
        } else if bracketed && uncounted && placed {
            // `19(2) 20(2)`
            self.items.last_mut()?.numbers.push((times(number.value), Beside::After));
        } else if number.shape == Shape::Times {
            let next_is_set =
                matches!(self.pieces.get(at + 1), Some(Piece::Number(n)) if n.shape != Shape::Times);
            let leads = next_is_set && (self.fresh || self.leads);
            match self.items.last_mut().filter(|i| i.numbers.is_empty() && !leads) {
                Some(item) => item.numbers.push((number.clone(), Beside::After)),
                None => self.count = Some(number.clone()),
            }
        } else {
            self.set_or_count(number)?;
        }
        Some(())
    }

    /// `26 2` and `2 26`: the small one is the count; any other number is a set's.
    fn set_or_count(&mut self, number: &Number) -> Option<()> {
        let pair = self.pair && self.items.len() == 1 && self.items[0].numbers.is_empty();
        let own: Option<u32> = self.items.first().and_then(|i| i.place.as_ref()?.0.parse().ok());
        match own {
            Some(set) if pair && number.value <= LIKELY_COUNT && set > LIKELY_COUNT => {
                self.items[0].numbers.push((times(number.value), Beside::After));
            }
            Some(set) if pair && set <= LIKELY_COUNT && number.value > LIKELY_COUNT => {
                self.items = vec![numbered_item(number, self.lexicon)?];
                self.items[0].numbers.push((times(set), Beside::Before));
            }
            _ => self.items.push(numbered_item(number, self.lexicon)?),
        }
        Some(())
    }
}

/// `19: 2, 20: 2`, `2·19, 2·20`: numbers by twos of which one is too great for a count, as the set and its
/// count.
fn in_pairs(pieces: &[Piece]) -> Vec<Piece> {
    let joint = |p: &Piece| matches!(p, Piece::Colon | Piece::Cut | Piece::Dash);
    let bare = |p: &Piece| matches!(p, Piece::Number(n) if n.shape == Shape::Bare);
    let of: Vec<usize> = (0..pieces.len()).filter(|at| !matches!(pieces[*at], Piece::Comma)).collect();
    let colons = of.chunks(3).all(|at| at.get(1).is_some_and(|joint| pieces[*joint] == Piece::Colon));
    let least = if colons { MIN_WITH_COLONS } else { MIN_PAIRS };
    let whole = of.len() >= least * 3
        && of.len().is_multiple_of(3)
        && of.chunks(3).all(|at| bare(&pieces[at[0]]) && joint(&pieces[at[1]]) && bare(&pieces[at[2]]));
    if !whole {
        return pieces.to_vec();
    }
    let values = |place: usize| -> Vec<u32> {
        of.chunks(3).map(|at| number_of(&pieces[at[place]]).map_or(0, |n| n.value)).collect()
    };
    let (first, last) = (values(0), values(2));
    // `1: 2, 2: 2, 7: 2`: sets differ, and counts do not.
    let are_sets = |sets: &[u32], counts: &[u32]| {
        let few = |n: &u32| (1..=LIKELY_COUNT).contains(n);
        let differ = |numbers: &[u32]| numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len();
        let are_apart = !sets.iter().any(few) || colons && differ(sets) && !differ(counts);
        are_apart && counts.iter().all(few)
    };
    let mut out = pieces.to_vec();
    let (set, count) = if are_sets(&first, &last) {
        (0, 2)
    } else if are_sets(&last, &first) {
        (2, 0)
    } else {
        return out;
    };
    for at in of.chunks(3) {
        for (number, shape) in [(at[set], Shape::Set), (at[count], Shape::Times)] {
            if let Piece::Number(n) = &mut out[number] {
                n.shape = shape;
            }
        }
        out[at[1]] = Piece::Dash;
    }
    out
}

/// The minimum number of pairs of numbers that is no coincidence.
const MIN_PAIRS: usize = 3;

/// The same of pairs with colons between.
const MIN_WITH_COLONS: usize = 2;

/// `80×2 + 81×2 = 4`: the numbers without what they add up to.
fn without_total(pieces: &[Piece]) -> &[Piece] {
    let of = |part: &[Piece]| {
        part.iter()
            .filter(|p| !matches!(p, Piece::Comma | Piece::Cut | Piece::Dash | Piece::Colon | Piece::Close))
            .count()
    };
    let number = |p: Option<&Piece>| matches!(p, Some(Piece::Number(n)) if n.shape == Shape::Bare);
    let joint = |at: &usize| pieces[*at] == Piece::Colon && number(pieces.get(at + 1));
    let at = (0..pieces.len()).rfind(joint);
    // `5 × 2 = 10` is nothing but a sum.
    if let Some(at) = at.filter(|at| of(&pieces[..*at]) == 2)
        && let [Some(a), Some(b), Some(c)] =
            [number_of(&pieces[0]), pieces.get(1).and_then(number_of), number_of(&pieces[at + 1])]
        && a.value.checked_mul(b.value) == Some(c.value)
    {
        return &[];
    }
    // `19: 2, 20: 2`: a number as small as a count is one, where it is not what the others make.
    let adds_up = |at: &usize| {
        let last = number_of(&pieces[*at + 1]).map_or(0, |n| n.value);
        last > LIKELY_COUNT || last == sum(&pieces[..*at])
    };
    let total = at.filter(|at| of(&pieces[*at..]) == 1 && of(&pieces[..*at]) > 2).filter(adds_up);
    total.map_or(pieces, |at| &pieces[..at])
}

/// How many copies the numbers of sets and counts ask for.
fn sum(pieces: &[Piece]) -> u32 {
    let (mut sum, mut sets, mut counted) = (0_u32, 0_u32, 0_u32);
    for number in pieces.iter().filter_map(number_of) {
        if number.shape == Shape::Times {
            (sum, counted) = (sum.saturating_add(number.value), counted + 1);
        } else {
            sets += 1;
        }
    }
    sum.saturating_add(sets.saturating_sub(counted))
}

/// `19, 20, 26: 2`: numbers of sets alone, and a count of them all.
fn with_common_count(pieces: &[Piece]) -> Vec<Piece> {
    let [sets @ .., Piece::Colon, Piece::Number(count)] = pieces else { return pieces.to_vec() };
    let set = |p: &Piece| match p {
        Piece::Number(n) => n.shape == Shape::Bare && n.value > LIKELY_COUNT,
        Piece::Comma => true,
        _ => false,
    };
    let few = count.shape == Shape::Bare && (1..=LIKELY_COUNT).contains(&count.value);
    let several = sets.iter().filter(|p| number_of(p).is_some()).count() > 1;
    if !(few && several && sets.iter().all(set)) {
        return pieces.to_vec();
    }
    let with_count = |p: &Piece| match p {
        Piece::Number(n) => {
            vec![Piece::Number(Number { shape: Shape::Set, ..n.clone() }), Piece::Number(times(count.value))]
        }
        other => vec![other.clone()],
    };
    sets.iter().flat_map(with_count).collect()
}

/// `2x 101, 26, 29`: a count in front of a row, and none but that, is everyone's. Of different counts, one
/// copy among them, each is that of its sets up to the next: `twice 1, 2, 64 and once 7, 9`,
/// `8, 9 twice, 12 once`.
fn share_counts(pieces: &[Piece], items: &mut [Item]) {
    let is_count = |p: &&Piece| matches!(p, Piece::Number(n) if n.shape == Shape::Times);
    let counts: BTreeSet<u32> =
        pieces.iter().filter(is_count).filter_map(number_of).map(|n| n.value).collect();
    let leads = pieces.first().is_some_and(|p| is_count(&p));
    let trails = pieces.iter().rfind(|p| number_of(p).is_some()).is_some_and(|p| is_count(&p));
    let one = pieces.iter().filter(is_count).count() == 1;
    let differ = counts.len() > 1 && counts.contains(&1);
    // Counts of which some stand in front and others behind, or in brackets, are nobody's but their own
    // set's.
    let all_stand = |side: Beside| {
        let stands = |(n, beside): &(Number, Beside)| n.shape == Shape::Times && *beside == side;
        items.iter().all(|item| item.numbers.iter().all(stands))
    };
    let (leads, trails) = (leads && all_stand(Beside::Before), trails && all_stand(Beside::After));
    if leads && (one || differ) {
        let mut last = Vec::new();
        for item in items.iter_mut() {
            if item.numbers.is_empty() {
                item.numbers.clone_from(&last)
            } else {
                last.clone_from(&item.numbers)
            }
        }
    } else if trails && differ {
        let mut last = Vec::new();
        for item in items.iter_mut().rev() {
            if item.numbers.is_empty() {
                item.numbers.clone_from(&last)
            } else {
                last.clone_from(&item.numbers)
            }
        }
    }
}

pub(super) fn times(value: u32) -> Number {
    Number { value, digits: value.to_string(), shape: Shape::Times }
}

/// The set of that number; of a number as cards have it, `0162`, the one whose card it is.
fn numbered_item(number: &Number, lexicon: &Lexicon<'_>) -> Option<Item> {
    let of_card = number.digits.len() == 4 && number.digits.starts_with('0');
    set_item(if of_card { lexicon.set_of_card(&number.digits)? } else { number.value }, lexicon)
}

fn set_item(set: u32, lexicon: &Lexicon<'_>) -> Option<Item> {
    let title = lexicon.objective_of(set)?;
    Some(Item { place: Some((set.to_string(), 1)), ..Item::new(title, Found::Exact(title.to_owned())) })
}
