//! What the numbers of a list are: counts, set numbers, card numbers, places in a numbered list. Each line
//! decides for itself; only where it says nothing do the other lines.

use std::collections::BTreeSet;

use super::by_number::times;
use super::lexicon::{Found, Lexicon};
use super::line::{At, Beside, Item, LineItem};
use super::pieces::{Number, Shape};
use super::sizes::{LIKELY_COUNT, copies, is_whole, most_copies};
use super::spelling::is_akin;
use crate::corpus::Game;
use crate::deck::list::{Count, DeckEntry, Decklist, Id, Zone};

/// How the lines of a list use their numbers, where that shows: more often as a set's than as a count.
#[derive(Debug, Default)]
pub(super) struct Style {
    before: i32,
    after: i32,
    brackets: i32,
    /// Whether the numbers behind counted cards are a column of something else than counts.
    column: bool,
    /// Whether two small numbers stand behind a card in a row or two, and not in a column.
    lone_pairs: bool,
    /// Whether nearly all cards have a count.
    counted: bool,
}

impl Style {
    pub(super) fn of(things: &[At], lexicon: &Lexicon<'_>) -> Self {
        let mut style = Self::default();
        for (_, thing) in things {
            let LineItem::Card(item) = thing else { continue };
            let own = own_sets(item, lexicon);
            for (number, beside) in item.numbers.iter().filter(|(n, _)| n.shape == Shape::Bare) {
                let is_set = own.contains(&number.value);
                let says = if is_set && number.value > least_set(item, lexicon) {
                    1
                } else if !is_set && number.value <= LIKELY_COUNT {
                    -1
                } else {
                    0
                };
                *style.at(*beside) += says;
            }
        }
        style.column = is_column(things, lexicon);
        style.lone_pairs = has_lone_pairs(things, lexicon);
        style.counted = is_counted(things);
        style
    }

    fn at(&mut self, beside: Beside) -> &mut i32 {
        match beside {
            Beside::Before => &mut self.before,
            Beside::After => &mut self.after,
            Beside::Brackets => &mut self.brackets,
        }
    }

    fn sets(&self, beside: Beside) -> bool {
        let says = match beside {
            Beside::Before => self.before,
            Beside::After => self.after,
            Beside::Brackets => self.brackets,
        };
        says > 0
    }
}

/// Whether nearly all cards of a list have a number that is a likely count.
fn is_counted(things: &[At]) -> bool {
    let counts = |item: &Item| {
        let of_count = |n: &Number| matches!(n.shape, Shape::Bare | Shape::Times | Shape::Ordinal);
        item.numbers.iter().any(|(n, _)| of_count(n) && (1..=LIKELY_COUNT).contains(&n.value))
    };
    let items = || things.iter().filter_map(|(_, thing)| thing.card());
    let counted = items().filter(|item| counts(item)).count();
    counted >= MIN_COLUMN && counted * 4 >= items().count() * 3
}

/// The minimum number of numbers behind counted cards that make a column.
const MIN_COLUMN: usize = 3;

/// Whether the numbers behind cards that have their count in front are a column of something else: some are
/// greater than any count.
fn is_column(things: &[At], lexicon: &Lexicon<'_>) -> bool {
    let second = |(_, thing): &At| second_number(thing.card()?, lexicon).map(|number| number.value);
    let all: Vec<u32> = things.iter().filter_map(second).collect();
    let most = most_copies(lexicon.game);
    all.len() >= MIN_COLUMN && all.iter().any(|n| *n == 0 || *n > most)
}

/// More rows with two numbers behind their cards are a table's.
const MAX_LONE: usize = 2;

fn has_lone_pairs(things: &[At], lexicon: &Lexicon<'_>) -> bool {
    let pair =
        |(_, thing): &&At| matches!(thing, LineItem::Card(item) if second_behind(item, lexicon).is_some());
    (1..=MAX_LONE).contains(&things.iter().filter(pair).count())
}

/// `Title 4 3`: the second of two numbers behind a card, where both may be its count.
fn second_behind<'i>(item: &'i Item, lexicon: &Lexicon<'_>) -> Option<&'i Number> {
    let [(first, Beside::After), (second, Beside::After)] = &item.numbers[..] else { return None };
    let own = own_sets(item, lexicon);
    let counts = |n: &Number| {
        n.shape == Shape::Bare
            && (1..=most_copies(lexicon.game)).contains(&n.value)
            && !own.contains(&n.value)
    };
    let set = item.place.is_some() || item.set_code.is_some();
    (counts(first) && counts(second) && first.value != second.value && !set).then_some(second)
}

/// The bare number behind a card that has its count in front.
fn second_number<'i>(item: &'i Item, lexicon: &Lexicon<'_>) -> Option<&'i Number> {
    let (first, Beside::Before) = item.numbers.first()? else { return None };
    let counts = matches!(first.shape, Shape::Times | Shape::Bare);
    let own = own_sets(item, lexicon);
    let plain = |(n, beside): &&(Number, Beside)| {
        n.shape == Shape::Bare
            && (*beside == Beside::After || *beside == Beside::Brackets && n.value == 0)
            && n.value != first.value
            && !own.contains(&n.value)
    };
    // `64 Title 2`: the set's own number in front leaves the other for the count.
    let of_set = first.value > LIKELY_COUNT && own.contains(&first.value);
    let set = item.place.is_some() || item.set_code.is_some() || of_set;
    item.numbers.iter().skip(1).find(plain).map(|(n, _)| n).filter(|_| counts && !set)
}

/// Another number behind a card that may be its count as well: `2x Title = 1`.
fn second_count<'i>(item: &'i Item, style: &Style, lexicon: &Lexicon<'_>) -> Option<&'i Number> {
    let collector =
        |n: &Number| lexicon.game == Game::Tcg && lexicon.is_collector_number(&item.text, n.value);
    let behind = second_behind(item, lexicon).filter(|_| style.lone_pairs);
    second_number(item, lexicon)
        .or(behind)
        .filter(|n| !style.column && n.value <= most_copies(lexicon.game) && !collector(n))
}

/// The small number in front of a card whose count stands behind it: `1 Title 2x`.
fn leading_count<'i>(item: &'i Item, own: &[u32], lexicon: &Lexicon<'_>) -> Option<&'i Number> {
    let (first, Beside::Before) = item.numbers.first()? else { return None };
    let behind = item.numbers.iter().skip(1).find(|(n, _)| n.shape == Shape::Times).map(|(n, _)| n)?;
    let small = (1..=most_copies(lexicon.game)).contains(&first.value) && !own.contains(&first.value);
    (first.shape == Shape::Bare && small && first.value != behind.value).then_some(first)
}

/// The card without one of its numbers.
fn without(item: &Item, number: &Number) -> Item {
    let numbers = item.numbers.iter().filter(|(n, _)| n != number).cloned().collect();
    Item { numbers, ..item.clone() }
}

fn own_sets(item: &Item, lexicon: &Lexicon<'_>) -> Vec<u32> {
    match &item.found {
        Found::Exact(name) | Found::Slip(name) => lexicon.sets_of(name),
        Found::Open(names) => names.iter().flat_map(|name| lexicon.sets_of(name)).collect(),
        Found::Lost => Vec::new(),
    }
}

/// A number above this that is the card's own set is that set: command cards are of many sets, and few
/// numbers are none.
fn least_set(item: &Item, lexicon: &Lexicon<'_>) -> u32 {
    match &item.found {
        Found::Exact(name) | Found::Slip(name) if lexicon.is_objective(name) => 2,
        Found::Exact(_) | Found::Slip(_) | Found::Open(_) | Found::Lost => LIKELY_COUNT,
    }
}

/// How many copies a line likely means.
pub(super) fn likely_count(item: &Item, lexicon: &Lexicon<'_>) -> u32 {
    let entry = entry(item, 0, Zone::Any, &Style::default(), lexicon);
    entry.count.number().clamp(1, 60)
}

/// Dashes right before counts are bullets when most lines have them; numbers that count the lines are no
/// counts.
pub(super) fn dashes_and_ordinals(things: &mut [At], lexicon: &Lexicon<'_>) {
    let items = || things.iter().filter_map(|(_, thing)| thing.card());
    let first =
        |item: &Item| item.numbers.first().filter(|(_, b)| *b == Beside::Before).map(|(n, _)| n.clone());
    let counted = items().filter(|i| !i.numbers.is_empty()).count();
    let dashed = items().filter_map(first).filter(|n| n.shape == Shape::Minus).count();
    let dashes = dashed > 1 && dashed * 2 >= counted;
    let led: Vec<u32> = items()
        .filter_map(first)
        .filter(|n| matches!(n.shape, Shape::Ordinal | Shape::Bare))
        .map(|n| n.value)
        .collect();
    let dotted = items().filter_map(first).any(|n| n.shape == Shape::Ordinal);
    let steps = led.windows(2).filter(|pair| pair[1] == pair[0] + 1 || pair[1] == 1).count();
    let rising = led.iter().collect::<BTreeSet<_>>().len() >= 3.min(led.len()) && led.first() == Some(&1);
    // `10. … 1.`
    let falling = led.len() > 3 && led.iter().rev().copied().zip(1..).all(|(number, at)| number == at);
    let own = items().filter(|i| first(i).is_some_and(|n| own_sets(i, lexicon).contains(&n.value))).count();
    let rises = rising && steps + 1 >= led.len() && (dotted && led.len() > 1 || led.len() > 3);
    let ordinals = (rises || falling) && own * 2 < led.len();
    for (_, thing) in things {
        let LineItem::Card(item) = thing else { continue };
        let Some((number, Beside::Before)) = item.numbers.first_mut() else { continue };
        match number.shape {
            Shape::Minus if dashes => number.shape = Shape::Bare,
            Shape::Ordinal | Shape::Bare if ordinals => drop(item.numbers.remove(0)),
            Shape::Ordinal => number.shape = Shape::Bare,
            Shape::Minus | Shape::Bare | Shape::Times | Shape::Set | Shape::Between(_) | Shape::Open => {}
        }
    }
}

/// A count of every card is that of each below it that has none; with none below, of each above it.
pub(super) fn counts_of_every_card(things: &mut [At], lexicon: &Lexicon<'_>) {
    let counts = |shape: Shape| matches!(shape, Shape::Times | Shape::Bare | Shape::Between(_) | Shape::Open);
    let numbered = are_all_numbered_by_set(things, lexicon);
    let uncounted = |item: &Item| {
        let is_set = |n: &Number| numbered && own_sets(item, lexicon).contains(&n.value);
        !item.numbers.iter().any(|(n, _)| counts(n.shape) && !is_set(n))
    };
    for at in 0..things.len() {
        let LineItem::Each(count) = things[at].1 else { continue };
        let ends = |n: &usize| matches!(things[*n].1, LineItem::Each(_)) || is_unknown_heading(&things[*n..]);
        let until = (at + 1..things.len()).find(ends).unwrap_or(things.len());
        let is_open = |(_, thing): &At| matches!(thing, LineItem::Card(item) if uncounted(item));
        let below = things[at + 1..until].iter().any(is_open);
        let range = if below { at + 1..until } else { 0..at };
        for (_, thing) in &mut things[range] {
            if let LineItem::Card(item) = thing
                && uncounted(item)
            {
                item.numbers.push((times(count), Beside::Before));
            }
        }
    }
}

/// `8 Title, 9 Title. One of each.`: whether each of several cards has a bare number, which is its set's.
fn are_all_numbered_by_set(things: &[At], lexicon: &Lexicon<'_>) -> bool {
    let mut items = things.iter().filter_map(|(_, thing)| thing.card());
    let of_set = |item: &Item| {
        let own = own_sets(item, lexicon);
        matches!(&item.numbers[..], [(n, _)] if n.shape == Shape::Bare && own.contains(&n.value))
    };
    items.clone().count() >= MIN_NUMBERED && items.all(of_set)
}

/// Of fewer cards the numbers may agree by chance.
const MIN_NUMBERED: usize = 4;

/// Whether a line nobody understands stands between a count of every card and a card that it counts.
pub(super) fn is_count_carried(things: &[At]) -> bool {
    let (mut each, mut unread) = (false, false);
    // Only what stands between a count and a card matters.
    things.iter().any(|(_, thing)| {
        if matches!(thing, LineItem::Each(_)) {
            (each, unread) = (true, false);
        } else if matches!(thing, LineItem::Unread(_) | LineItem::Spoken(_)) {
            unread = each;
        }
        thing.card().is_some() && unread
    })
}

/// Whether these things begin with a line nobody understands that may say how many of what stands right below
/// it.
pub(super) fn is_unknown_heading(things: &[At]) -> bool {
    let [(line, LineItem::Unread(text) | LineItem::Spoken(text)), (next, LineItem::Card(item)), ..] = things
    else {
        return false;
    };
    let speaks = text.trim_end().ends_with(':') || matches!(things[0].1, LineItem::Spoken(_));
    speaks && next > line && item.numbers.is_empty()
}

/// The entry a card of a line makes.
pub(super) fn entry(item: &Item, line: usize, zone: Zone, style: &Style, lexicon: &Lexicon<'_>) -> DeckEntry {
    let second = leading_count(item, &own_sets(item, lexicon), lexicon)
        .or_else(|| second_count(item, style, lexicon))
        .map(|number| number.value);
    let passed_over = second_number(item, lexicon).filter(|n| style.column || second == Some(n.value));
    let without = passed_over.map(|number| without(item, number));
    let item = without.as_ref().unwrap_or(item);
    let mut found = item.found.clone();
    let own = own_sets(item, lexicon);
    let (count, mut id) = match lexicon.game {
        Game::Lcg => lcg_count_and_set(item, &own, style, lexicon),
        Game::Tcg => (tcg_count(item, style, lexicon), item.set_code.clone().map(Id::SetCode)),
    };
    // A set's number says which of several names is meant, or which where no name is known.
    if let (Found::Open(_) | Found::Lost, Some(Id::Place(set, _) | Id::Figure(set))) = (&found, &id)
        && let Some(title) = set.parse().ok().and_then(|n| lexicon.objective_of(n))
    {
        found = by_set_number(&found, &item.text, title);
        id = None;
    }
    // A card of another maker's set is none of the publisher's with a slip.
    if let (Some(Id::SetCode(code)), false) = (&id, matches!(found, Found::Exact(_)))
        && lexicon.is_other_makers(code)
    {
        found = Found::Lost;
    }
    let counted = !item.numbers.is_empty();
    let count = match (count, second) {
        (Count::Of(count), Some(second)) if count <= LIKELY_COUNT => Count::either(count, second),
        (count, _) => count,
    };
    let blank = DeckEntry { line, count, count_leads: false, zone, id, counted, ..DeckEntry::default() };
    let mut entry = named(blank, found, &item.text);
    // `vale?`: what is no name, and not counted either, is no card in doubt.
    let doubted =
        item.doubted && !lexicon.has_question_mark(&entry.title) && (counted || entry.candidates.is_empty());
    if !item.or.is_empty() || doubted && !entry.lost {
        if entry.candidates.is_empty() {
            entry.candidates.push(entry.title.clone());
        }
        entry.candidates.extend(item.or.iter().cloned());
        entry.undecided = true;
    }
    entry
}

/// The entry with what a text was found to name.
fn named(mut entry: DeckEntry, found: Found, text: &str) -> DeckEntry {
    match found {
        Found::Exact(name) => entry.title = name,
        Found::Slip(name) => {
            entry.title = name;
            entry.written = Some(text.to_owned());
        }
        Found::Open(names) => {
            entry.title = text.to_owned();
            entry.candidates = names;
        }
        Found::Lost => {
            entry.title = text.to_owned();
            entry.lost = true;
        }
    }
    entry
}

/// What a text names beside the number of the set with this title.
fn by_set_number(found: &Found, text: &str, title: &str) -> Found {
    let among = matches!(found, Found::Open(names) if names.iter().any(|name| name == title));
    let title = title.to_owned();
    if among || is_akin(text, &title) { Found::Slip(title) } else { Found::Open(vec![title]) }
}

/// The count that two marks of a line give: `three … x1` leaves open which.
fn agreed(before: Option<Count>, digits: &str) -> Count {
    match (before, Count::read(digits)) {
        (Some(Count::Of(before)), Count::Of(count)) => Count::either(before, count),
        (None, count) => count,
        (Some(_), _) => Count::Bad,
    }
}

/// Whether a number of four figures is that of a card of one of these sets.
fn is_of_card(number: &Number, sets: &[u32], lexicon: &Lexicon<'_>) -> bool {
    let figures = number.digits.len() == 4 && number.digits.starts_with('0');
    figures && lexicon.set_of_card(&number.digits).is_some_and(|set| sets.contains(&set))
}

/// No set, no card and no deck has a greater number.
const MAX_NUMBER: u32 = 9_999;

/// What the numbers of a line say that are marked as counts or sets, and the others, with where they stand.
struct Marked<'i> {
    count: Option<Count>,
    set: Option<Id>,
    bare: Vec<(&'i Number, Beside)>,
}

impl<'i> Marked<'i> {
    fn of(item: &'i Item, own: &[u32], lexicon: &Lexicon<'_>) -> Self {
        let set = item.place.clone().map(|(set, position)| Id::Place(set, Some(position)));
        let mut marked = Self { count: None, set, bare: Vec::new() };
        for (number, beside) in &item.numbers {
            match number.shape {
                Shape::Times => marked.count = Some(agreed(marked.count, &number.digits)),
                Shape::Minus if marked.count.is_none() => marked.count = Some(Count::Bad),
                Shape::Between(other) => marked.count = Some(Count::either(number.value, other)),
                Shape::Open => marked.count = Some(Count::Bad),
                // `#0099 Title`: the number of the card itself.
                Shape::Set if is_of_card(number, own, lexicon) => {}
                Shape::Set if marked.set.is_none() => {
                    marked.set = Some(Id::Place(number.digits.clone(), None));
                }
                Shape::Bare | Shape::Ordinal => marked.bare.push((number, *beside)),
                Shape::Minus | Shape::Set => {}
            }
        }
        marked
    }
}

/// Count and set of a line of the lcg.
fn lcg_count_and_set(item: &Item, own: &[u32], style: &Style, lexicon: &Lexicon<'_>) -> (Count, Option<Id>) {
    let Marked { mut count, mut set, mut bare } = Marked::of(item, own, lexicon);
    let several = bare.len() > 1;
    // The title's own set number first: then what is left can only be the count.
    let clearly = |n: &Number, beside: Beside| {
        own.contains(&n.value)
            && (n.value > least_set(item, lexicon) || count.is_some() || several || style.sets(beside))
    };
    if set.is_none()
        && let Some(at) = bare.iter().rposition(|(n, b)| clearly(n, *b) && n.digits.len() < 4)
    {
        set = Some(Id::Place(bare.remove(at).0.value.to_string(), None));
    }
    let is_known = |n: u32| lexicon.objective_of(n).is_some();
    let is_likely_count = |n: u32, beside: Beside, set_is_read: bool| {
        n <= LIKELY_COUNT && (n <= 2 || set_is_read || own.is_empty() || !style.sets(beside))
    };
    // A small number that nothing marks is no set's where the title says which card is meant.
    let is_likely_set = |n: u32, beside: Beside, count_is_read: bool| {
        let is_no_count = count_is_read && (beside == Beside::Brackets || n > LIKELY_COUNT);
        let is_marked = n > 9 || is_known(n) && (style.sets(beside) || is_no_count);
        let is_behind_lost_title =
            item.found == Found::Lost && beside == Beside::After && !style.sets(beside);
        is_marked && !is_behind_lost_title && n <= MAX_NUMBER
    };
    for (number, beside) in bare {
        if count.is_none() && is_likely_count(number.value, beside, set.is_some()) {
            count = Some(Count::Of(number.value));
        } else if set.is_none() && is_likely_set(number.value, beside, count.is_some()) {
            set = Some(Id::Figure(number.digits.clone()));
        } else if count.is_none() && number.value <= 9 {
            count = Some(Count::read(&number.digits))
        } else if is_known(number.value) && !own.contains(&number.value) && number.value > LIKELY_COUNT {
            // The number of another set: it belongs to a line that was taken apart wrongly, and so may the
            // count.
            count = Some(Count::Bad)
        }
    }
    if count.is_none() && style.counted && is_stray(item, own, set.as_ref(), lexicon) {
        count = Some(Count::Bad);
    }
    (count.unwrap_or(Count::NotGiven), set)
}

/// `120 Title`, whose set is another: the number may be a count that was mistyped as well.
fn is_stray(item: &Item, own: &[u32], set: Option<&Id>, lexicon: &Lexicon<'_>) -> bool {
    let Some(Id::Figure(figures)) = set else { return false };
    let other = figures.parse().is_ok_and(|n: u32| !own.is_empty() && !own.contains(&n));
    let of_card = lexicon.set_of_card(figures).is_some_and(|set| own.contains(&set));
    item.found != Found::Lost && other && !of_card
}

/// Count of a line of the trading card game: the number in front, or else one behind that may be a count.
fn tcg_count(item: &Item, style: &Style, lexicon: &Lexicon<'_>) -> Count {
    let times = item.numbers.iter().filter(|(n, _)| n.shape == Shape::Times);
    let times = times.fold(None, |count, (n, _)| Some(agreed(count, &n.digits)));
    let open = item.numbers.iter().find_map(|(n, _)| match n.shape {
        Shape::Minus | Shape::Open => Some(Count::Bad),
        Shape::Between(other) => Some(Count::either(n.value, other)),
        Shape::Bare | Shape::Times | Shape::Set | Shape::Ordinal => None,
    });
    let bare = |wanted: Beside| {
        let of = item
            .numbers
            .iter()
            .filter(move |(n, b)| *b == wanted && matches!(n.shape, Shape::Bare | Shape::Ordinal));
        of.map(|(n, _)| n)
    };
    let collector = |n: &&Number| lexicon.is_collector_number(&item.text, n.value);
    let behind = || {
        bare(Beside::After)
            .chain(bare(Beside::Brackets))
            .filter(|n| n.value <= 9 || !collector(n))
            .min_by_key(|n| n.value > LIKELY_COUNT)
    };
    match (times, bare(Beside::Before).next().or_else(behind)) {
        (Some(count), _) => count,
        (None, number) => open.unwrap_or_else(|| match number {
            Some(number) if number.value <= 60 => Count::read(&number.digits),
            // `99 Title` counts, as it is not the card's own number; `120 Title` may be anything.
            Some(number) if style.counted && !collector(&number) => {
                if number.value <= 99 {
                    Count::read(&number.digits)
                } else {
                    Count::Bad
                }
            }
            Some(_) | None => Count::NotGiven,
        }),
    }
}

/// `3 Forgotten Heroes` names set 3 by its number, unless the list has three of the set's own cards too: then
/// it counts.
pub(super) fn counts_of_whole_sets(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let number =
        |e: &DeckEntry| set_named(e).filter(|_| lexicon.game == Game::Lcg && e.count == Count::NotGiven);
    let with_cards = |e: &DeckEntry| {
        let set = number(e).filter(|_| lexicon.is_objective(&e.title))?;
        let own = |c: &&DeckEntry| {
            !lexicon.is_objective(&c.title)
                && c.count == Count::Of(set)
                && lexicon.sets_of(&c.title).contains(&set)
        };
        (list.entries.iter().filter(own).count() >= MAJORITY_OF_A_SET).then_some(set)
    };
    let counts: Vec<Option<u32>> = list.entries.iter().map(with_cards).collect();
    for (entry, count) in list.entries.iter_mut().zip(counts) {
        entry.count = count.map_or(entry.count, Count::Of);
    }
}

/// The minimum number of a set's five command cards, each as often as the set, that is no coincidence.
const MAJORITY_OF_A_SET: usize = 3;

/// In a list of sets, a command card stands for the set it is of: surely with the set's number beside it.
pub(super) fn command_cards_for_their_sets(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    if lexicon.game == Game::Tcg {
        return;
    }
    let known = |e: &DeckEntry| {
        !e.lost && e.candidates.is_empty() && e.zone != Zone::Affiliation && e.zone != Zone::Aside
    };
    let sets_of = |e: &DeckEntry| lexicon.sets_of(&e.title);
    let objectives: BTreeSet<u32> = list
        .entries
        .iter()
        .filter(|e| known(e) && lexicon.is_objective(&e.title))
        .flat_map(sets_of)
        .collect();
    let command = |e: &DeckEntry| {
        known(e) && e.zone != Zone::Command && !lexicon.is_objective(&e.title) && !sets_of(e).is_empty()
    };
    let commands = list.entries.iter().filter(|e| command(e)).count();
    let distinct: BTreeSet<Option<u32>> = list
        .entries
        .iter()
        .filter(|e| command(e))
        .map(|e| set_named(e).or_else(|| sets_of(e).first().copied()))
        .collect();
    // Two cards of one set list the command deck; nobody names a set twice.
    if commands == 0 || distinct.len() < commands {
        return;
    }
    let own = list.entries.iter().filter(|e| known(e) && lexicon.is_objective(&e.title));
    let lacks = !is_whole(copies(own), lexicon);
    for entry in &mut list.entries {
        if !command(entry) {
            continue;
        }
        let named = set_named(entry);
        let of: Vec<u32> = sets_of(entry).into_iter().filter(|set| named.is_none_or(|n| n == *set)).collect();
        // `2 A pod`, counted among objectives that are no deck without it: a set that has the card, too.
        let others = of.iter().any(|set| !objectives.contains(set));
        let of_set = commands == 1 && lacks && matches!(entry.count, Count::Of(1..=LIKELY_COUNT)) && others;
        if of.is_empty() || of.iter().any(|set| objectives.contains(set)) && !of_set {
            continue;
        }
        let titles: Vec<String> =
            of.iter().filter_map(|set| lexicon.objective_of(*set)).map(str::to_owned).collect();
        let written = entry.written.take().unwrap_or_else(|| entry.title.clone());
        match (&titles[..], named) {
            ([one], Some(_)) => {
                entry.title = one.clone();
                entry.written = Some(written);
            }
            _ => {
                entry.title = written;
                entry.candidates = titles;
                entry.id = None;
            }
        }
    }
}

fn set_named(entry: &DeckEntry) -> Option<u32> {
    match &entry.id {
        Some(Id::Place(set, None)) => set.parse().ok(),
        _ => None,
    }
}
