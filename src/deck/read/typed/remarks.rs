//! What stands below a deck that is whole, and lines that are mostly other words: nothing of them is added to
//! the deck.

use std::collections::BTreeSet;

use super::lexicon::{Found, Lexicon};
use super::line::{At, Beside, Item, LineItem, Remark};
use super::misread;
use super::phrases::words;
use super::sizes::{MAX_COPIES, copies, is_whole, most_copies};
use super::trim::without_counts;
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Count, DeckEntry, Decklist, Question, UnreadLine, Zone, brief};
use crate::deck::words::{InPlace, Role};

/// What the words beside a line's cards make of it.
pub(super) fn remark_of(raw: &str, items: &[&Item], lexicon: &Lexicon<'_>) -> Option<Remark> {
    if items.is_empty() {
        return None;
    }
    let rest = items.iter().fold(raw.to_owned(), |rest, item| rest.replacen(&item.text, " ", 1));
    let roles = lexicon.roles(&rest);
    let unknown = roles.unknown.iter().filter(|word| word.len() > 1).count();
    let uncounted = items.iter().all(|item| item.numbers.is_empty());
    if before(raw, items).is_some_and(|text| lexicon.roles(text).has(&Role::Rule)) {
        Some(Remark::Rule)
    } else if roles.has(&Role::More) && uncounted {
        Some(Remark::More)
    } else if unknown >= 3 && unknown > 2 * items.len() {
        Some(Remark::Sentence)
    } else {
        None
    }
}

/// Whether a line is what a forum writes below what somebody wrote: `Edited by …`, `Posts: 12 | Joined: …`.
pub(super) fn is_footer(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let words = |text: &str| {
        let plain = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        plain.take(MAX_FOOTER_LENGTH).map(str::to_owned).collect::<Vec<String>>()
    };
    let begins = |text: &str, least: usize| {
        let words = words(text);
        (least..=words.len()).any(|n| lexicon.words.is(InPlace::Footer, &words[..n].join(" ")))
    };
    let cells: BTreeSet<String> = line
        .split(['|', '\t', '•', '·'])
        .filter(|cell| cell.contains(':') && begins(cell, 1))
        .filter_map(|cell| words(cell).into_iter().next())
        .collect();
    let says = begins(line, 2) && super::moves::names(line, lexicon).is_empty();
    (says || cells.len() >= 2) && line.len() < 200
}

/// Whether a line is one of a letter and names no card: an address, or one that introduces an older mail.
pub(super) fn is_of_mail(line: &str, lexicon: &Lexicon<'_>) -> bool {
    is_postal(line, lexicon) || introduces_mail(line, lexicon)
}

/// `On Sun, 5 Feb 2017 at 18:22, Ann wrote:`, or its beginning with the day and the time, where it goes on in
/// the next line.
fn introduces_mail(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let line = line.trim_start_matches(['>', ' ', '\u{a0}']).trim_end();
    if line.len() >= 200 || !line.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let figures = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let is_time = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        let parts = word.split_once([':', 'h']).or_else(|| word.split_once('.'));
        parts.is_some_and(|(hour, minute)| {
            figures(hour) && hour.len() <= 2 && figures(minute) && minute.len() == 2
        })
    };
    let dated = || line.split_whitespace().any(is_time) && lexicon.roles(line).has(&Role::Date);
    (super::among::introduces_quotation(line, lexicon) || dated()) && !lexicon.names_a_card(line)
}

/// `75013 Paris`, `Name, Street 12, D-50667 Köln`: whether a line has a town behind its postal
/// code, and no card.
fn is_postal(line: &str, lexicon: &Lexicon<'_>) -> bool {
    // A name with other words than the text is only near to it.
    let title = |text: &str| match lexicon.read(text) {
        Found::Exact(_) => true,
        Found::Slip(name) => name.split(' ').count() == text.split(' ').count(),
        Found::Open(_) | Found::Lost => false,
    };
    let is_code = |word: &str| {
        let code = word.split_once('-').filter(|(land, _)| land.len() <= 2).map_or(word, |(_, code)| code);
        code.len() == 5 && code.bytes().all(|b| b.is_ascii_digit())
    };
    let is_town = |part: &str| {
        let (code, town) = part.split_once(' ').unwrap_or_default();
        let plain = town.chars().all(|c| c.is_alphabetic() || " -.'’".contains(c));
        is_code(code) && plain && town.split(' ').count() <= MAX_OF_TOWN && !lexicon.is_name(town)
    };
    let parts = || line.split(',').map(str::trim);
    line.len() < 200
        && parts().any(is_town)
        && parts().all(|part| is_town(part) || !title(without_counts(part)))
        && super::moves::names(line, lexicon).is_empty()
}

/// `vs. Jedi: +2 Title`: what a line with a card says of a game against somebody, as a change to be asked
/// about.
pub(super) fn against(line: &str, lexicon: &Lexicon<'_>) -> Option<LineItem> {
    let (head, cards) = line.split_once([':', ','])?;
    let (first, rest) = head.trim_start_matches(['(', '[', ' ']).split_once(' ')?;
    let leads = lexicon.words.is(InPlace::Against, first.trim_end_matches('.'));
    let few = rest.split_whitespace().count() <= 3;
    let has_card = |text: &str| !super::moves::names(text, lexicon).is_empty();
    (leads && few && has_card(cards) && !has_card(head)).then(|| LineItem::Change(line.trim().to_owned()))
}

/// No town's name has more words.
const MAX_OF_TOWN: usize = 4;

/// Signs that point at the row above.
const POINTS_UP: [char; 5] = ['^', '↑', '↳', '⬆', '└'];

/// `^ only 1`, `(just one)`: whether a line without a card says how many of the row above are meant.
pub(super) fn is_of_row_above(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let line = row.trim();
    let text = line.trim_matches(|c: char| !c.is_alphanumeric());
    if text.is_empty() || text.len() > 80 || line.ends_with(':') {
        return false;
    }
    if lexicon.words.is(InPlace::OneMore, text) {
        return true;
    }
    let points = line.starts_with(POINTS_UP);
    let figure = |word: &str| {
        let figure = word.trim_matches(['x', 'X', '×']);
        figure.len() == 1 && figure.bytes().all(|b| b.is_ascii_digit())
    };
    let number = |word: &str| {
        let of = |role: &Role| matches!(role, Role::Number(0..=4));
        figure(word) || lexicon.words.get(word).iter().any(of)
    };
    let only =
        |word: &str| lexicon.words.is(InPlace::Only, word) || lexicon.words.is(InPlace::Corrects, word);
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = text.split_whitespace().map(bare).filter(|word| !word.is_empty()).collect();
    let says_so = words.iter().any(|word| number(word));
    let quiet =
        |role: &Role| matches!(role, Role::Number(_) | Role::Copies | Role::StandsHere | Role::Filler);
    let others: Vec<&str> =
        words.iter().map(String::as_str).filter(|word| !only(word) && !figure(word)).collect();
    let roles = lexicon.roles(&others.join(" "));
    let quiet = roles.unknown.is_empty() && roles.known.iter().all(|(roles, _)| roles.iter().any(quiet));
    let plain = words.iter().any(|word| only(word)) && quiet;
    let changes = |role: &Role| matches!(role, Role::Change | Role::Struck | Role::TakesOut);
    let says = says_so && (points || plain) || points && lexicon.roles(text).any(changes);
    says && !lexicon.names_a_card(text) && super::moves::names(text, lexicon).is_empty()
}

/// No phrase that a forum begins a line with has more words.
const MAX_FOOTER_LENGTH: usize = 5;

/// Whether a text is words nobody knows with a number among them, and says nothing of what the line is.
pub(super) fn is_prose(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let says = |role: &Role| {
        use Role::{Absent, Change, Either, GoesOn, Illegible, More, Struck, TakesOut};
        matches!(role, Absent | Change | Either | GoesOn | Illegible | More | Struck | TakesOut)
    };
    let roles = lexicon.roles(text);
    let words = roles.unknown.iter().filter(|word| word.len() > 1).count();
    let counts = text.starts_with(|c: char| c.is_ascii_digit())
        || text.trim_end_matches([')', ']']).ends_with(|c: char| c.is_ascii_digit());
    words >= MIN_PROSE && !counts && text.contains(|c: char| c.is_ascii_digit()) && !roles.any(says)
}

/// `Title - because of 3 resources early on`: the row without the remark behind a dash whose numbers all
/// count something unknown.
pub(super) fn without_measures<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> &'r str {
    let Some((before, remark)) = [" - ", " – ", " — "].iter().find_map(|dash| row.split_once(dash))
    else {
        return row;
    };
    let words: Vec<&str> = remark.split_whitespace().collect();
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let bare = |word: &str| word.chars().all(char::is_lowercase);
    let measured = |at: usize| {
        let behind = words.get(at + 1).is_some_and(|word| {
            bare(word) && (lexicon.words.get(word).is_empty() || lexicon.words.is(InPlace::Measure, word))
        });
        let leads = words[..at].iter().rev().take(2).filter(|word| bare(word)).count() == 2;
        behind && leads
    };
    let figures = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let mut numbers = (0..words.len()).filter(|at| figures(&words[*at])).peekable();
    let talks = numbers.peek().is_some() && numbers.all(|at| number(words[at]) && measured(at));
    let says = |role: &Role| {
        use Role::{Absent, Change, Either, GoesOn, Illegible, More, Struck, TakesOut};
        matches!(role, Absent | Change | Either | GoesOn | Illegible | More | Struck | TakesOut)
    };
    let one = super::moves::names(row, lexicon).len() == 1 && lexicon.names_a_card(before);
    if talks && one && !lexicon.roles(remark).any(says) { before.trim_end() } else { row }
}

/// `:tada: 3  :fire: 1`: whether a line only shows how others reacted to what is above.
pub(super) fn is_reactions(row: &str) -> bool {
    let sign = |word: &str| {
        let inner = word.strip_prefix(':').and_then(|word| word.strip_suffix(':'));
        inner.is_some_and(|name| {
            !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '+' | '-'))
        })
    };
    let words: Vec<&str> = row.split_whitespace().collect();
    let number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    words.iter().any(|word| sign(word)) && words.iter().all(|word| sign(word) || number(word))
}

/// A line with this many unknown words is no part of a title.
const MIN_PROSE: usize = 4;

/// What stands in front of a line's first card.
fn before<'t>(raw: &'t str, items: &[&Item]) -> Option<&'t str> {
    items.first().and_then(|item| raw.find(item.text.as_str())).map(|at| &raw[..at])
}

/// What of a deck was read so far, as a list goes on.
pub(super) struct Above<'l, 'a> {
    lexicon: &'l Lexicon<'a>,
    /// How many sets, or cards, count for its size.
    total: u32,
    /// The last line with a card.
    last: usize,
}

impl<'l, 'a> Above<'l, 'a> {
    pub(super) fn new(lexicon: &'l Lexicon<'a>) -> Self {
        Self { lexicon, total: 0, last: 0 }
    }

    pub(super) fn enter(&mut self, entry: &DeckEntry) {
        self.last = self.last.max(entry.line);
        if counts(entry, self.lexicon) {
            self.total = self.total.saturating_add(entry.count.number());
        }
    }

    /// Whether no card was read.
    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    pub(super) fn is_whole(&self) -> bool {
        is_whole(self.total, self.lexicon)
    }

    /// Whether a card of a line below a whole deck is none of it: by what the line says, or as no card that
    /// is known.
    pub(super) fn leaves_out(&self, item: &Item, line: usize, said: Option<(&str, Remark)>) -> bool {
        let remark = said.map(|(_, remark)| remark);
        // `1x Title  <- a present from Ann`: a row like those above it, with a remark that points at it.
        let points = said.is_some_and(|(text, _)| ["<-", "←", "<="].iter().any(|sign| text.contains(sign)));
        let unsure = matches!(item.found, Found::Lost | Found::Open(_));
        if remark.is_none() && !unsure || !self.is_whole() {
            return false;
        }
        let leads = item.numbers.iter().any(|(_, beside)| *beside == Beside::Before);
        if points && !unsure && leads && line == self.last + 1 {
            return false;
        }
        let many = item.numbers.iter().any(|(n, _)| n.value > MAX_COPIES);
        let names = || Vocabulary::of(self.lexicon).may_name(&item.text, self.lexicon);
        remark.is_some() || many || line > self.last + 1 && !names()
    }
}

/// Whether a card counts for its deck's size.
pub(super) fn counts(entry: &DeckEntry, lexicon: &Lexicon<'_>) -> bool {
    is_in_deck(entry) && !entry.lost && lexicon.counts_for_size(&entry.title)
}

/// Whether a line stands where the cards of the deck do that it is counted by.
pub(super) fn is_in_deck(entry: &DeckEntry) -> bool {
    matches!(entry.zone, Zone::Any | Zone::Objectives)
}

/// How many sets, or cards, of a list count for its size.
pub(super) fn counted(list: &Decklist, lexicon: &Lexicon<'_>) -> u32 {
    copies(list.entries.iter().filter(|e| counts(e, lexicon)))
}

/// Asks about a line whose cards were not counted.
pub(super) fn add_question(text: &str, line: usize, remark: Remark, list: &mut Decklist) {
    list.unread.push(UnreadLine::new(line, text));
    if remark != Remark::Rule && !list.questions.iter().any(|question| question.lines.contains(&line)) {
        let question = format!(
            "{:?} names a card below a deck that is whole without it; it was not counted. Does it change the deck?",
            brief(text)
        );
        list.add_question(vec![line], question);
    }
}

/// Whether a sentence below a whole deck may count a card of it again: there is a number besides the card in
/// the same clause.
pub(super) fn may_recount(text: &str, item: &Item, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let (Found::Exact(name) | Found::Slip(name)) = &item.found else { return false };
    let listed = list.entries.iter().any(|entry| normalize_name(&entry.title) == normalize_name(name));
    let (before, behind) = text.split_once(item.text.as_str()).unwrap_or((text, ""));
    let ends = [',', ';', '.', '!', '?'];
    let beside = [before.rsplit(ends).next(), behind.split(ends).next()];
    let numbered =
        |part: &str| words(part).iter().any(|word| lexicon.words.number_or_figures(word).is_some());
    listed && beside.into_iter().flatten().any(numbered)
}

/// Whether a sentence below a whole deck changes nothing of it: it names a card that comes with its set, and
/// says neither how many nor of any change; or it says of what it names that it was in the deck, and is out.
pub(super) fn changes_nothing(text: &str, item: &Item, remark: Remark, lexicon: &Lexicon<'_>) -> bool {
    let (Found::Exact(name) | Found::Slip(name)) = &item.found else { return false };
    let roles = lexicon.roles(text);
    let may_change = |role: &Role| {
        use Role::{Absent, Change, Either, More, PutsIn, Struck, TakesOut};
        matches!(role, Absent | Change | Either | More | PutsIn | Struck | TakesOut)
    };
    let of_set = !lexicon.counts_for_size(name) && item.numbers.is_empty() && !roles.any(may_change);
    let was_out = roles.has(&Role::Absent) && roles.has(&Role::Struck) && !roles.has(&Role::Either);
    remark == Remark::Sentence && (of_set || was_out)
}

/// Rows without a count among many that have one, of a deck that is whole without them: the rows of a form
/// that were not filled in, or cards of which one copy is meant.
pub(super) fn uncounted_rows(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let [without, with]: [Vec<&DeckEntry>; 2] = [true, false].map(|without| {
        list.entries
            .iter()
            .filter(|e| counts(e, lexicon) && (e.count == Count::NotGiven) == without)
            // `May the Force be with you!` is looked at apart.
            .filter(|e| !without || !lexicon.words.is(InPlace::Farewell, &e.title))
            .collect()
    });
    if !is_whole(copies(with.iter().copied()), lexicon)
        || with.len() < MIN_ROWS && (without.len() < MIN_ROWS || without.len() <= with.len())
        || without.is_empty()
        || states_total(list, copies(with.iter().chain(&without).copied()))
    {
        return;
    }
    let lines: Vec<usize> = without.iter().map(|e| e.line).collect();
    let titles: Vec<String> = without.iter().take(MAX_NAMED).map(|e| format!("{:?}", e.title)).collect();
    let more = if without.len() > titles.len() { ", …" } else { "" };
    let question = format!(
        "{} without a count among others that have one, in a deck that is whole without; not counted: {}{more}. In the deck or not?",
        match lines.len() {
            1 => "A card stands".to_owned(),
            n => format!("{n} cards stand"),
        },
        titles.join(", ")
    );
    for entry in &mut list.entries {
        if lines.contains(&entry.line) && entry.count == Count::NotGiven {
            entry.zone = Zone::Aside;
        }
    }
    list.add_question(lines, question);
}

/// Whether the list states that many as its total, so that cards without a count are one each.
fn states_total(list: &Decklist, count: u32) -> bool {
    list.totals.iter().any(|total| total.count == count)
}

/// A title or two without a count, apart from the rows of a deck that all have one and are whole without it:
/// as well a greeting, or a motto.
pub(super) fn titles_apart(list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let ours = |e: &&DeckEntry| counts(e, lexicon) && e.candidates.is_empty();
    let (without, with): (Vec<&DeckEntry>, Vec<&DeckEntry>) =
        list.entries.iter().filter(ours).partition(|e| e.count == Count::NotGiven);
    let beside = |line: usize| with.iter().any(|e| e.line < line + 2 && line <= e.line + 1);
    let above = |line: usize| with.iter().all(|e| e.line > line);
    let apart = |line: &usize| above(*line) || !beside(*line);
    // `May the Force be with you!` below a deck is the farewell, though a set is called so.
    let last = with.iter().map(|e| e.line).max().unwrap_or_default();
    let farewell = |e: &&&DeckEntry| {
        let greets = lexicon.words.is(InPlace::Farewell, &e.title);
        greets && e.line > last + 1 && is_whole(copies(with.iter().copied()), lexicon)
    };
    let farewells: Vec<usize> = without.iter().filter(farewell).map(|e| e.line).collect();
    let lines: Vec<usize> = without.iter().map(|e| e.line).filter(apart).collect();
    let few = without.len() <= 2 && with.len() >= MIN_ROWS;
    if lines.is_empty() || !few || !is_whole(copies(with.iter().copied()), lexicon) {
        return;
    }
    // Right below the rows, no line between, titles are rows if the total counts them.
    let below = without.iter().all(|e| (last + 1..=last + without.len()).contains(&e.line));
    if below && states_total(list, copies(with.iter().chain(&without).copied())) {
        return;
    }
    let lines: Vec<usize> = lines.into_iter().filter(|line| !farewells.contains(line)).collect();
    for entry in list.entries.iter_mut().filter(|e| farewells.contains(&e.line)) {
        entry.zone = Zone::Aside;
        entry.written = None;
    }
    lay_aside(&lines, list);
}

/// Leaves titles without a count out of the deck, and asks about each.
fn lay_aside(lines: &[usize], list: &mut Decklist) {
    for entry in list.entries.iter_mut().filter(|e| lines.contains(&e.line) && e.count == Count::NotGiven) {
        entry.zone = Zone::Aside;
        let question = format!(
            "{:?} stands without a count apart from a deck that is whole without it; it was not counted. Is it in the deck?",
            entry.title
        );
        list.questions.push(Question { lines: vec![entry.line], text: question });
    }
}

/// The same in a list in which no title has a count: the first title, or the last, further from the others
/// than they are from each other; or a first one of the other side.
pub(super) fn title_apart_from_titles(list: &mut Decklist, things: &[At], lexicon: &Lexicon<'_>) {
    let ours: Vec<&DeckEntry> = list.entries.iter().filter(|e| counts(e, lexicon)).collect();
    let lines: BTreeSet<usize> = ours.iter().map(|e| e.line).collect();
    let lines: Vec<usize> = lines.into_iter().collect();
    let plain = ours.iter().all(|e| e.count == Count::NotGiven && e.candidates.is_empty());
    let others = u32::try_from(ours.len().saturating_sub(1)).unwrap_or(u32::MAX);
    let whole = is_whole(others.saturating_mul(most_copies(lexicon.game)), lexicon);
    let [first, .., last] = lines[..] else { return };
    if !plain || !whole || lines.len() < ours.len() || ours.len() <= MIN_ROWS {
        return;
    }
    let side = |e: &DeckEntry| lexicon.side(&e.title).filter(|side| *side != Side::Neutral);
    let of_others: BTreeSet<Option<Side>> =
        ours.iter().filter(|e| e.line != first).filter_map(|e| side(e)).map(Some).collect();
    let own = ours.iter().find(|e| e.line == first).and_then(|e| side(e));
    let of_other_side = own.is_some() && of_others.len() == 1 && !of_others.contains(&own);
    let gaps: Vec<usize> = lines.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let [gap, rest @ ..] = &gaps[..] else { return };
    let heads = |(line, thing): &At| *line < lines[1] && matches!(thing, LineItem::Heading(_));
    let greets = !things.iter().any(heads) && rest.iter().all(|other| other < gap);
    let [rest @ .., gap] = &gaps[..] else { return };
    let between = |(line, _): &At| lines[lines.len() - 2] < *line && *line < last;
    let closes = !things.iter().any(between) && rest.iter().all(|other| other < gap);
    let apart = [(first, greets || of_other_side), (last, closes)];
    let apart: Vec<usize> = apart.into_iter().filter_map(|(line, apart)| apart.then_some(line)).collect();
    lay_aside(&apart, list);
}

/// The maximum number of cards that a question names.
const MAX_NAMED: usize = 5;

/// The minimum number of rows without a count that is no oversight.
const MIN_ROWS: usize = 5;

/// The lines nobody could read that may name a card all the same, where the deck is short; `beside` are
/// surely none of it.
pub(super) fn lines_that_may_name(
    list: &Decklist,
    beside: &BTreeSet<usize>,
    lexicon: &Lexicon<'_>,
) -> Vec<usize> {
    let first = list.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line).min();
    let short = !is_whole(counted(list, lexicon), lexicon);
    let (Some(first), true) = (first, short && !(list.unread.is_empty() && list.passed_over.is_empty()))
    else {
        return Vec::new();
    };
    let vocabulary = Vocabulary::of(lexicon);
    let line = |UnreadLine { line, text }: &&UnreadLine| {
        let named = || lexicon.names_a_card(text);
        // What counts right above the first card is no deck's name.
        let counts = || *line + 1 == first && leads_with_count(text, lexicon);
        let may_be =
            || if *line > first || counts() { vocabulary.may_be_card(text, lexicon) } else { named() };
        !beside.contains(line) && (may_be() || may_count(text, lexicon))
    };
    let words = |UnreadLine { text, .. }: &&UnreadLine| {
        lexicon.names_a_card(text) || vocabulary.may_name(text, lexicon) || may_count(text, lexicon)
    };
    let unread = list.unread.iter().take(MAX_LINES).filter(line);
    unread.chain(list.passed_over.iter().take(MAX_LINES).filter(words)).map(|unread| unread.line).collect()
}

/// `everything x4 as ever`, `x2`, `3O`: whether words that were not read may say how many there are of
/// others, or are a number with letters for its figures.
fn may_count(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let crosses = |word: &str| {
        let count = word.strip_prefix(['x', 'X', '×']).or_else(|| word.strip_suffix(['x', 'X', '×']));
        count.is_some_and(|count| count.len() == 1 && count.bytes().all(|b| b.is_ascii_digit()))
    };
    let words = || text.split(|c: char| !c.is_alphanumeric() && c != '×').filter(|word| !word.is_empty());
    let of_each = || {
        let roles = lexicon.roles(text);
        // One of each is as many as there are anyway.
        let several = |word: &str| lexicon.words.number_or_figures(word);
        let number = || words().filter_map(several).any(|n: u32| (2..=MAX_COPIES).contains(&n));
        // `Fifteen cards, four of each` is a total, and looked at as one.
        let total = || words().any(|word| lexicon.words.total(word).is_some());
        let other = |role: &Role| matches!(role, Role::Rule | Role::Date);
        roles.has(&Role::Each) && number() && !total() && !roles.any(other)
    };
    words().any(|word| crosses(word) || misread::is_misread(word)) || of_each()
}

/// Whether a text begins with a number, in figures or in words.
fn leads_with_count(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let in_words = || lexicon.words.number(first).is_some();
    first.starts_with(|c: char| c.is_ascii_digit()) || in_words()
}

/// Whether words stand among the cards, or below them, that nobody could read: `beside` are surely none of
/// the deck.
pub(super) fn is_partly_read(list: &Decklist, beside: &BTreeSet<usize>) -> bool {
    let first = list.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line).min();
    let among = |line: usize| first.is_some_and(|first| line >= first) && !beside.contains(&line);
    list.unread.iter().chain(&list.passed_over).any(|unread| among(unread.line))
}

/// At most this many unread lines are looked at.
const MAX_LINES: usize = 100;

/// The words of all titles that count for a deck's size.
struct Vocabulary<'w>(&'w BTreeSet<String>);

impl<'w> Vocabulary<'w> {
    fn of(lexicon: &'w Lexicon<'_>) -> Self {
        Self(lexicon.words_of_titles())
    }

    /// Whether a word is one of a title's, or its beginning.
    fn has(&self, word: &str) -> bool {
        word.len() >= 3 && self.0.range(word.to_owned()..).next().is_some_and(|known| known.starts_with(word))
    }

    /// Whether half of the words that nobody knows are words of titles, or their beginnings.
    fn may_name(&self, text: &str, lexicon: &Lexicon<'_>) -> bool {
        let roles = lexicon.roles(text);
        let unknown: Vec<&String> = roles
            .unknown
            .iter()
            .filter(|word| word.chars().all(char::is_alphabetic) && word.len() > 2)
            .collect();
        let hits = unknown.iter().filter(|word| self.has(word)).count();
        (1..=6).contains(&unknown.len()) && hits * 2 >= unknown.len() && hits > 0
    }

    /// The same of a whole line: it counts something, or is nothing but such words.
    fn may_be_card(&self, text: &str, lexicon: &Lexicon<'_>) -> bool {
        if text.len() < 60 && lexicon.names_a_card(text) {
            return true;
        }
        let roles = lexicon.roles(text);
        let counts = text.contains(|c: char| c.is_ascii_digit()) || roles.number().is_some();
        let other = |role: &Role| matches!(role, Role::Rule | Role::Date | Role::Closing | Role::Page);
        let all = roles.unknown.iter().all(|word| self.has(word)) && !roles.unknown.is_empty();
        !roles.any(other)
            && self.may_name(text, lexicon)
            && (counts || all && !text.ends_with(['!', '?', ':']))
    }
}

/// The card of the list that an unread line speaks of as another copy: `one more …`, `third …`.
pub(super) fn speaks_of_another(text: &str, list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    lexicon.roles(text).has(&Role::More) && lexicon.names_a_card(text) && !list.entries.is_empty()
}
