//! A line as somebody speaks it: counts, titles and other words one after the other, with few marks between
//! them.
//!
//! The words are the nodes of a lattice: a title goes over all of its words, a count over its own, and each
//! word that is neither costs something. The cheapest way through the line is its reading; it is taken where
//! it says more than the marks of the line do.

use super::each::is_affiliation_card;
use super::lexicon::{Found, Lexicon};
use super::line::{self, Beside, Item, LineItem, Named};
use super::phrases::made_of;
use super::pieces::{Number, Shape};
use super::texts::named;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// Shorter lines say what they say by their marks.
const MIN_WORDS: usize = 4;

/// A line with this many titles is a list, whatever else is in it.
const MIN_TITLES: usize = 3;

/// No card's name has more words.
const MAX_NAME_LENGTH: usize = 9;

/// No count in words has more.
const MAX_COUNT_LENGTH: usize = 3;

/// A count is no more than that; a greater number is a set's, or a total.
const MAX_COUNT: u32 = 9;

/// What the ways over words cost: a title or a count little, a word nobody knows much.
const TITLE: u32 = 1;
const KNOWN: u32 = 1;
const UNKNOWN: u32 = 6;

/// What parts a word from the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    None,
    Comma,
    /// A full stop, a semicolon, a colon.
    End,
}

/// A word of a line without the marks around it.
#[derive(Debug)]
struct SpokenWord<'l> {
    start: usize,
    end: usize,
    text: &'l str,
    /// Whether a bracket opens in front of it.
    opened: bool,
    behind: Break,
}

/// What one word or several are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SpokenKind {
    Title,
    Count(u32),
    /// Makes a count that of every title.
    Each,
    /// The same of the titles behind it: `both A and B twice`.
    Both,
    /// Says that a number is a count: `copies of`.
    Copies,
    /// A word of lists.
    Known,
    /// A number that is no count.
    Figure,
    Unknown,
}

/// A way over the words from `from` to before `to`.
#[derive(Debug, Clone, Copy)]
struct Way {
    kind: SpokenKind,
    from: usize,
    to: usize,
    /// Whether another way is as cheap.
    tied: bool,
}

/// A count with the titles that stand with it.
#[derive(Debug, Default)]
struct Segment {
    count: Option<u32>,
    each: bool,
    of: bool,
    ways: Vec<Way>,
}

/// The line read word by word, where that names more cards with their counts than `plain` does.
pub(super) fn read(line: &str, plain: &[LineItem], lexicon: &Lexicon<'_>) -> Option<Vec<LineItem>> {
    // What the list leaves open stays open.
    let open =
        |thing: &LineItem| matches!(thing, LineItem::Card(item) if item.doubted || !item.or.is_empty());
    if line.contains(['\t', '|', '#', '/', '?']) || plain.iter().any(open) {
        return None;
    }
    let words = words(line);
    if words.len() < MIN_WORDS {
        return None;
    }
    let mut ways = cheapest(&words, line, lexicon);
    hesitations(&mut ways, &words, line, lexicon);
    let titles = ways.iter().filter(|way| way.kind == SpokenKind::Title).count();
    let unknown = ways.iter().filter(|way| way.kind == SpokenKind::Unknown).count();
    if titles == 0 || !ways.iter().any(|w| is_count(*w)) {
        return None;
    }
    // Of few titles the marks and figures say more than the words.
    let figures = || words.iter().any(|word| word.text.contains(|c: char| c.is_ascii_digit()));
    let counts = ways.iter().filter(|way| is_count(**way)).count();
    if titles < MIN_TITLES && (unknown >= titles || counts >= titles && figures()) {
        return None;
    }
    // `2 Title 3`: one of the numbers is no count.
    if ways.windows(2).any(|pair| is_count(pair[0]) && is_count(pair[1])) {
        return None;
    }
    let lattice = Lattice { line, words: &words, lexicon };
    let things = lattice.things(&ways)?;
    // `1x Title for Other`: of few titles one without a count may be no card of the deck.
    let uncounted = |thing: &LineItem| matches!(thing, LineItem::Card(item) if item.numbers.is_empty());
    if titles < MIN_TITLES && things.iter().any(uncounted) {
        return None;
    }
    (points(&things) > points(plain)).then_some(things)
}

/// How much a reading says: of cards that are known and counted most.
fn points(things: &[LineItem]) -> i32 {
    let each = things.iter().any(|thing| matches!(thing, LineItem::Each(_)));
    let counted = |item: &Item| {
        let mut times = item.numbers.iter().filter(|(n, _)| n.shape == Shape::Times).map(|(n, _)| n.value);
        let first = times.next();
        !item.numbers.is_empty() && times.all(|n| Some(n) == first)
    };
    let of_card = |item: &Item| match (&item.found, each || counted(item)) {
        (Found::Exact(_) | Found::Slip(_), true) => 3,
        (Found::Open(_), true) => 2,
        // A title without a count may be a remark.
        (Found::Exact(_) | Found::Slip(_) | Found::Open(_), false) => 0,
        (Found::Lost, _) => -1,
    };
    let of = |thing: &LineItem| {
        let of_numbers = || Some(i32::try_from(thing.numbers()?.len()).unwrap_or(i32::MAX));
        thing.card().map(of_card).or_else(of_numbers).or_else(|| thing.affiliation().map(|_| 2))
    };
    things.iter().filter_map(of).fold(0, i32::saturating_add)
}

fn makes_each(way: Way) -> bool {
    matches!(way.kind, SpokenKind::Each | SpokenKind::Both)
}

/// Whether words begin with one that nobody knows, or with one of lists right in front of it.
fn counts_unknown(ways: &[Way]) -> bool {
    match ways {
        [first, ..] if first.kind == SpokenKind::Unknown => true,
        [first, second, ..] => first.kind == SpokenKind::Known && second.kind == SpokenKind::Unknown,
        _ => false,
    }
}

fn is_count(way: Way) -> bool {
    matches!(way.kind, SpokenKind::Count(_))
}

/// The words of a line with what stands around them.
fn words(line: &str) -> Vec<SpokenWord<'_>> {
    let mut words: Vec<SpokenWord<'_>> = Vec::new();
    let mut at = 0;
    for piece in line.split_inclusive(' ') {
        let start = at;
        at += piece.len();
        let inner = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let Some(offset) = piece.find(inner).filter(|_| !inner.is_empty()) else {
            if let Some(last) = words.last_mut() {
                last.behind = last.behind.max(break_of(piece));
            }
            continue;
        };
        let (before, behind) = (&piece[..offset], &piece[offset + inner.len()..]);
        let begin = start + offset;
        let opened = before.contains(['(', '[', '{']);
        words.push(SpokenWord {
            start: begin,
            end: begin + inner.len(),
            text: inner,
            opened,
            behind: break_of(behind),
        });
    }
    words
}

fn break_of(marks: &str) -> Break {
    if marks.contains([';', '.', ':', '!', '?']) {
        Break::End
    } else if marks.contains([',', '/', '+', ')', ']']) {
        Break::Comma
    } else {
        Break::None
    }
}

/// `um two of`: the word in front of a count that is one in another language, and nothing in this.
fn hesitations(ways: &mut [Way], words: &[SpokenWord<'_>], line: &str, lexicon: &Lexicon<'_>) {
    for at in 1..ways.len() {
        let before = ways[at - 1];
        let text = &line[words[before.from].start..words[before.to - 1].end];
        if is_count(before) && is_count(ways[at]) && lexicon.words.get(text).contains(&Role::Filler) {
            ways[at - 1].kind = SpokenKind::Known;
        }
    }
}

/// The cheapest way through the words.
fn cheapest(words: &[SpokenWord<'_>], line: &str, lexicon: &Lexicon<'_>) -> Vec<Way> {
    let mut best: Vec<Option<(u32, Way)>> = vec![None; words.len() + 1];
    let reach = |cost: u32, way: Way, best: &mut Vec<Option<(u32, Way)>>| {
        let slot = &mut best[way.to];
        match slot {
            Some((known, _)) if *known < cost => {}
            Some((known, other)) if *known == cost => {
                other.tied |= [way.kind, other.kind].contains(&SpokenKind::Title) && way.from != other.from;
            }
            _ => *slot = Some((cost, way)),
        }
    };
    for from in 0..words.len() {
        let before = match best[from] {
            Some((cost, _)) => cost,
            None if from == 0 => 0,
            None => continue,
        };
        for (kind, length, cost) in ways_from(&words[from..], line, lexicon) {
            let way = Way { kind, from, to: from + length, tied: false };
            reach(before.saturating_add(cost), way, &mut best);
        }
    }
    let mut ways = Vec::new();
    let mut at = words.len();
    while let Some((_, way)) = best.get(at).copied().flatten() {
        ways.push(way);
        at = way.from;
    }
    ways.reverse();
    ways
}

/// What the words may be that begin here: each with how many words it takes, and what it costs.
fn ways_from(words: &[SpokenWord<'_>], line: &str, lexicon: &Lexicon<'_>) -> Vec<(SpokenKind, usize, u32)> {
    let slice = |length: usize| &line[words[0].start..words[length - 1].end];
    let mut ways = Vec::new();
    if lexicon.begins_name(words[0].text) {
        for length in 1..=words.len().min(MAX_NAME_LENGTH + 1) {
            if is_title(slice(length), lexicon) {
                ways.push((SpokenKind::Title, length, TITLE));
            }
        }
    }
    for length in 1..=words.len().min(MAX_COUNT_LENGTH) {
        let within = words[..length - 1].iter().all(|word| word.behind == Break::None);
        if let Some(kind) = kind_of(slice(length), lexicon).filter(|_| within) {
            ways.push((kind, length, KNOWN));
        }
    }
    ways.push((SpokenKind::Unknown, 1, UNKNOWN));
    ways
}

/// What words of lists are; nothing where they are none.
fn kind_of(text: &str, lexicon: &Lexicon<'_>) -> Option<SpokenKind> {
    let figures = text.trim_matches(['x', 'X', '×']);
    if !figures.is_empty() && figures.len() <= 4 && figures.bytes().all(|b| b.is_ascii_digit()) {
        let number = figures.parse().unwrap_or(u32::MAX);
        return Some(if (1..=MAX_COUNT).contains(&number) {
            SpokenKind::Count(number)
        } else {
            SpokenKind::Figure
        });
    }
    let roles = lexicon.words.get(text);
    let number = roles.iter().find_map(Role::number).filter(|n| (1..=MAX_COUNT).contains(n));
    match number {
        _ if lexicon.words.is(InPlace::Both, text) => Some(SpokenKind::Both),
        Some(n) => Some(SpokenKind::Count(n)),
        None if roles.contains(&Role::Each) => Some(SpokenKind::Each),
        None if roles.contains(&Role::Copies) => Some(SpokenKind::Copies),
        None => (!roles.is_empty()).then_some(SpokenKind::Known),
    }
}

/// Whether a text is the title of a set, or the name of a card with its version's letter or without.
fn is_title(text: &str, lexicon: &Lexicon<'_>) -> bool {
    if text.len() < 4 {
        return false;
    }
    if lexicon.is_name(text) {
        return lexicon.counts_for_size(text);
    }
    let lettered =
        lexicon.without_typed_version(text).is_some_and(|base| base.len() > 3 && lexicon.is_name(base));
    lexicon.game == Game::Tcg && lettered && lexicon.is_title(text)
}

struct Lattice<'l, 'w, 'a> {
    line: &'l str,
    words: &'w [SpokenWord<'l>],
    lexicon: &'w Lexicon<'a>,
}

impl<'l> Lattice<'l, '_, '_> {
    fn things(&self, ways: &[Way]) -> Option<Vec<LineItem>> {
        let leads = self.counts_lead(ways);
        let (head, body, tail) = self.parted(ways, leads);
        // A number that is no count may be a set's; the marks around it say what it is.
        let of_set = |pair: &[Way]| pair[0].kind == SpokenKind::Title && pair[1].kind == SpokenKind::Figure;
        if body.iter().any(|way| way.kind == SpokenKind::Figure) || ways.windows(2).any(of_set) {
            return None;
        }
        let plainly = |text: &str| line::read(text, self.lexicon);
        let mut things = head.map(|text| self.head(text)).unwrap_or_default();
        let body = if leads { self.with_counts_in_front(body) } else { body.to_vec() };
        for segment in segments(&body, leads) {
            self.segment(&segment, leads, &mut things);
        }
        things.extend(tail.map(plainly).unwrap_or_default());
        Some(things)
    }

    /// `…, A and B. C is in there once, …`: the ways with the count that ends a clause in front of the title
    /// that begins its sentence.
    fn with_counts_in_front(&self, ways: &[Way]) -> Vec<Way> {
        let mut ways = ways.to_vec();
        for at in 1..ways.len() {
            let begins =
                ways[at].from.checked_sub(1).is_some_and(|before| self.words[before].behind == Break::End);
            if ways[at].kind != SpokenKind::Title || !begins {
                continue;
            }
            let counts = |way: &Way| is_count(*way) || way.kind == SpokenKind::Title;
            let Some(count) = ways[at + 1..].iter().position(counts).map(|n| at + 1 + n) else { continue };
            let between = self.words[ways[at].to..ways[count].from].iter();
            let between: Vec<&str> = between.map(|word| word.text).collect();
            let quiet = [InPlace::Motion, InPlace::Only, InPlace::Article, InPlace::Plays];
            let ends = self.words[ways[count].to - 1].behind != Break::None;
            if is_count(ways[count]) && ends && made_of(&between, &quiet, self.lexicon) {
                ways[at..=count].rotate_right(1);
            }
        }
        ways
    }

    /// What stands in front of all items: the affiliation among other words, or what the words say by
    /// themselves.
    fn head(&self, text: &str) -> Vec<LineItem> {
        let things = line::read(text, self.lexicon);
        let unsure = |thing: &LineItem| matches!(thing, LineItem::Card(item) if item.numbers.is_empty() && !matches!(item.found, Found::Exact(_)));
        let affiliation = || self.lexicon.affiliation(&self.lexicon.roles(text), text);
        match affiliation().filter(|_| !things.is_empty() && things.iter().all(unsure)) {
            Some(title) => {
                let card = is_affiliation_card(text, self.lexicon);
                let named = if card { Named::Alone } else { Named::Among };
                vec![LineItem::Affiliation(title, named, String::new())]
            }
            None => things,
        }
    }

    /// Whether the counts stand in front of the titles: by how many pairs there are, and what parts them.
    fn counts_lead(&self, ways: &[Way]) -> bool {
        let core: Vec<&Way> = ways.iter().filter(|w| is_count(**w) || w.kind == SpokenKind::Title).collect();
        let (mut leading, mut trailing) = ((0, 0), (0, 0));
        for pair in core.windows(2) {
            let parted =
                self.words[pair[0].to - 1..pair[1].from].iter().map(|w| w.behind as usize).sum::<usize>();
            match (is_count(*pair[0]), is_count(*pair[1])) {
                (true, false) => leading = (leading.0 + 1, leading.1 + parted),
                (false, true) => trailing = (trailing.0 + 1, trailing.1 + parted),
                _ => {}
            }
        }
        leading.0 > trailing.0 || leading.0 == trailing.0 && leading.1 <= trailing.1
    }

    /// The words in front of the first item, the items, and the words behind the last.
    fn parted<'w>(&self, ways: &'w [Way], leads: bool) -> (Option<&'l str>, &'w [Way], Option<&'l str>) {
        let title = ways.iter().position(|way| way.kind == SpokenKind::Title).unwrap_or(ways.len());
        let opens = |at: &usize| {
            let behind = ways[at + 1..].iter().position(|w| is_count(*w) || w.kind == SpokenKind::Title);
            let end = behind.map_or(ways.len(), |n| at + 1 + n);
            ways.get(end).is_some_and(|w| w.kind == SpokenKind::Title) && end - at <= MAX_COUNT_LENGTH
                || !matches!(self.lexicon.read(self.inner(&ways[at + 1..end])), Found::Lost)
        };
        let counts = (0..title).filter(|at| is_count(ways[*at]));
        let first = if leads { counts.into_iter().find(opens).unwrap_or(title) } else { title };
        // `two each of A`, `each of them twice: A`
        let first = ways[..first].iter().rposition(|w| !makes_each(*w)).map_or(0, |at| at + 1).min(first);
        let last = ways.iter().rposition(|way| way.kind == SpokenKind::Title || !leads && is_count(*way));
        let last = last.map_or(ways.len(), |at| {
            let belongs =
                |w: &&Way| matches!(w.kind, SpokenKind::Count(_) | SpokenKind::Each | SpokenKind::Copies);
            let behind = &ways[at + 1..];
            let own = behind.iter().take_while(belongs).count();
            // `2 A, 1 Zork`: the last count leads a title that nobody knows.
            let leads_other = leads && own == 1 && is_count(behind[0]) && counts_unknown(&behind[1..]);
            at + 1 + if leads_other { 0 } else { own }
        });
        let slice = |part: &[Way]| Some(self.text(part.first()?.from, part.last()?.to));
        (slice(&ways[..first]), &ways[first..last], slice(&ways[last..]))
    }

    /// The words from one to before another, with the marks between and behind them.
    fn text(&self, from: usize, to: usize) -> &'l str {
        let end = self.words.get(to).map_or(self.line.len(), |next| next.start);
        self.line[self.words[from].start..end].trim_end_matches([' ', '(', '[', '-', ','])
    }

    /// The words without those of lists at either end.
    fn inner(&self, ways: &[Way]) -> &'l str {
        let word = |w: &Way| w.kind == SpokenKind::Unknown;
        match (ways.iter().position(word), ways.iter().rposition(word)) {
            (Some(first), Some(last)) => {
                &self.line[self.words[ways[first].from].start..self.words[ways[last].to - 1].end]
            }
            _ => "",
        }
    }

    fn segment(&self, segment: &Segment, leads: bool, things: &mut Vec<LineItem>) {
        let titles: Vec<usize> =
            (0..segment.ways.len()).filter(|at| segment.ways[*at].kind == SpokenKind::Title).collect();
        let (Some(first), Some(last)) = (titles.first(), titles.last()) else {
            return self.without_title(segment, leads, things);
        };
        let opened = segment.ways.first().is_some_and(|way| self.words[way.from].opened);
        let ends = segment
            .ways
            .last()
            .is_none_or(|w| self.words[w.to - 1].behind == Break::End || w.to == self.words.len());
        let each = segment.each || titles.len() > 1 && (segment.of && ends || leads && opened);
        let own = if leads { *first } else { *last };
        let mut words: Vec<Way> = Vec::new();
        for (at, way) in segment.ways.iter().enumerate() {
            if way.kind != SpokenKind::Title {
                words.push(*way);
                continue;
            }
            let before = std::mem::take(&mut words);
            let joined = at == own || before.iter().all(|way| self.joins(*way));
            let mut item = self.item(*way, &before, things);
            let counted = segment.count.filter(|_| each || at == own);
            // What stands beside a counted title behind other words than "and" may be there instead of it.
            item.doubted |= !joined && counted.is_none() && segment.count.is_some() && leads;
            let beside = if leads { Beside::Before } else { Beside::After };
            item.numbers.extend(counted.map(|n| (times(n), beside)));
            things.push(LineItem::Card(item));
        }
        self.passed_over(&words, things);
    }

    /// Whether a word joins two items of a list.
    fn joins(&self, way: Way) -> bool {
        let text = &self.line[self.words[way.from].start..self.words[way.to - 1].end];
        self.lexicon.words.get(text).contains(&Role::Joins)
    }

    /// A title, and the longer one that the unread words right in front of it may be the beginning of.
    fn item(&self, way: Way, before: &[Way], things: &mut Vec<LineItem>) -> Item {
        let text = &self.line[self.words[way.from].start..self.words[way.to - 1].end];
        let adjoining = before
            .iter()
            .rev()
            .take_while(|w| w.kind == SpokenKind::Unknown && self.words[w.to - 1].behind == Break::None);
        let adjoining = adjoining.count();
        let (rest, near) = before.split_at(before.len() - adjoining);
        self.passed_over(rest, things);
        let mut item = Item::new(text, self.lexicon.read(text));
        item.doubted = way.tied;
        let Some(first) = near.first() else { return item };
        let longer = &self.line[self.words[first.from].start..self.words[way.to - 1].end];
        let words = &self.line[self.words[first.from].start..self.words[way.from - 1].end];
        match self.lexicon.read(longer) {
            found @ (Found::Exact(_) | Found::Slip(_)) if !is_named(&found, text) => Item::new(longer, found),
            _ if words
                .split(' ')
                .any(|word| self.lexicon.words_of_titles().contains(&normalize_name(word))) =>
            {
                let named = named(item.found);
                Item::new(longer, Found::Open(named))
            }
            _ => {
                self.passed_over(near, things);
                item
            }
        }
    }

    /// A count with words of which none are a title: one with a slip, one nobody knows, or nothing.
    fn without_title(&self, segment: &Segment, leads: bool, things: &mut Vec<LineItem>) {
        let text = self.inner(&segment.ways);
        let Some(count) = segment.count.filter(|_| !text.is_empty()) else {
            return self.passed_over(&segment.ways, things);
        };
        let mut item = Item::new(text, self.lexicon.read(text));
        item.numbers.push((times(count), if leads { Beside::Before } else { Beside::After }));
        things.push(LineItem::Card(item));
    }

    /// Reports words that nobody knows.
    fn passed_over(&self, ways: &[Way], things: &mut Vec<LineItem>) {
        let text = self.inner(ways);
        if !text.is_empty() {
            things.push(LineItem::PassedOver(text.to_owned()));
        }
    }
}

/// The ways of a line by their counts.
fn segments(ways: &[Way], leads: bool) -> Vec<Segment> {
    let mut all: Vec<Segment> = vec![Segment::default()];
    let mut each = false;
    for (at, way) in ways.iter().enumerate() {
        let open = all.len() - 1;
        let last = &mut all[open];
        let before_count = ways.get(at + 1).is_some_and(|next| is_count(*next));
        match way.kind {
            SpokenKind::Count(n) if leads => {
                all.push(Segment { count: Some(n), each: std::mem::take(&mut each), ..Segment::default() });
            }
            SpokenKind::Count(n) => {
                last.count = Some(n);
                last.each |= std::mem::take(&mut each);
                all.push(Segment::default());
            }
            SpokenKind::Each | SpokenKind::Both if leads && last.count.is_some() && !before_count => {
                last.each = true
            }
            // `twice each`: behind the count that it belongs to.
            SpokenKind::Each if !leads && open > 0 && last.ways.is_empty() && !before_count => {
                all[open - 1].each = true
            }
            SpokenKind::Each | SpokenKind::Both => each = true,
            SpokenKind::Copies if leads => last.of |= last.count.is_some() && last.ways.is_empty(),
            SpokenKind::Copies => {}
            SpokenKind::Title | SpokenKind::Known | SpokenKind::Figure | SpokenKind::Unknown => {
                last.ways.push(*way)
            }
        }
    }
    all.retain(|segment| segment.count.is_some() || !segment.ways.is_empty());
    all
}

/// Whether the card that was found is called so.
fn is_named(found: &Found, text: &str) -> bool {
    matches!(found, Found::Exact(name) | Found::Slip(name) if normalize_name(name) == normalize_name(text))
}

fn times(value: u32) -> Number {
    Number { value, digits: value.to_string(), shape: Shape::Times }
}
