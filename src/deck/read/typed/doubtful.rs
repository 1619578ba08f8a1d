//! Lines whose cards may be the deck's or not: a row beside whose card other words stand than those of its
//! looks (`2 Title - sold`), one behind the sign of a comment, one with a line drawn round it, a number
//! alone among titles, a sentence that names a card. Whether the verdict hangs on them is seen later.

use std::collections::{BTreeMap, BTreeSet};

use super::bare_numbers;
use super::changes::{self, Mark};
use super::clean;
use super::harmless;
use super::lexicon::Lexicon;
use super::made;
use super::moves::names;
use super::phrases::{has_phrase, words};
use super::previously;
use super::remarks;
use super::sizes::{MAX_COPIES, is_whole, most_copies};
use super::withheld;
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Count, DeckEntry, Decklist, DoubtfulLine, Otherwise, Zone, brief};
use crate::deck::words::{InPlace, Opens, Role};

/// No longer row, in bytes, is looked at.
const MAX_ROW_LENGTH: usize = 400;

/// The signs of a comment.
const COMMENTS: [&str; 6] = ["#", "//", ";", "/*", "--", "%"];

/// Notes the lines of a text whose cards may be the deck's or not.
pub(super) fn note(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let beside_cards = Remarks::of(raw, lists, lexicon);
    for (at, typed) in raw.iter().enumerate() {
        let line = at + 1;
        if typed.len() > MAX_ROW_LENGTH {
            continue;
        }
        let current = previously::without(typed, lexicon);
        let row = clean::plain(current.as_deref().unwrap_or(typed));
        let row = without_harmless_measures(row.trim(), lexicon);
        let bare = beside_cards.plain_cells.as_ref().and_then(|cells| cells.without(row, lexicon));
        let row = bare.as_deref().unwrap_or(row);
        let asked = |list: &Decklist| list.questions.iter().any(|q| q.lines.contains(&line));
        let changed = |list: &Decklist| list.changed.contains(&line);
        if row.is_empty() || lists.iter().any(asked) || lists.iter().any(changed) {
            continue;
        }
        if row.contains("?)") || row.contains("?]") {
            question_among(row, line, lists, lexicon);
        }
        if lists.iter().any(|list| list.entries.iter().any(|e| e.line == line)) {
            let note = beside_cards.footnote(typed);
            let beside = DoubtedRow { row, line, note, marked_open: beside_cards.marks_open(row) };
            counted_row(&beside, &beside_cards.often, lists, lexicon);
        } else if let Some(cards) = left_out(row, line, raw, lists, lexicon) {
            enter(row, line, cards, lists, lexicon);
        } else if let Some(card) = bare_numbers::left_out(row, line, lists, lexicon) {
            enter(row, line, Otherwise::With(vec![card]), lists, lexicon);
        }
    }
}

/// `2 A, 1 B (out?), 2 C`: leaves open whether one of several cards of a row is in the deck.
fn question_among(row: &str, line: usize, lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let found = names(row, lexicon);
    if found.len() < 2 {
        return;
    }
    for (at, (from, to)) in found.iter().enumerate() {
        let next = found.get(at + 1).map_or(row.len(), |(from, _)| *from);
        let behind = row[*to..next].split([',', ';', '/', '|']).next().unwrap_or_default();
        if !behind.contains("?)") && !behind.contains("?]") {
            continue;
        }
        let title = normalize_name(&row[*from..*to]);
        let entries = lists.iter_mut().flat_map(|list| &mut list.entries);
        let own = entries.filter(|e| e.line == line && normalize_name(&e.title) == title);
        for entry in own.filter(|e| is_settled(e, lexicon)) {
            entry.count = Count::Between(0, entry.count.number());
        }
    }
}

/// The row without a remark that counts something else, where the remark leaves the card in the deck.
fn without_harmless_measures<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> &'r str {
    let bare = remarks::without_measures(row, lexicon);
    let words = row[bare.len()..].split_whitespace();
    let rest: Vec<&str> = words.filter(|word| !word.contains(|c: char| c.is_ascii_digit())).collect();
    if harmless::note(&rest.join(" "), lexicon) { bare } else { row }
}

/// A row that was counted.
struct DoubtedRow<'r> {
    row: &'r str,
    line: usize,
    /// The footnote that it points at.
    note: Option<&'r str>,
    /// Whether a sign in it says that its card is not there yet.
    marked_open: bool,
}

/// Signs of what is not there yet, or not sure: on its way, to be bought, in a light that is not green.
const OPEN_SIGNS: [char; 17] =
    ['⏳', '⌛', '🔜', '📦', '🛒', '✈', '🚚', '📮', '📬', '💸', '🔴', '🟡', '🟠', '👎', '⚠', '🚧', '🏠'];

fn is_marked_open(row: &str) -> bool {
    !row.is_ascii() && row.contains(OPEN_SIGNS)
}

/// Notes a row that was counted, where words beside its card may say that it is none of the deck.
fn counted_row(counted: &DoubtedRow<'_>, often: &[String], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let DoubtedRow { row, line, note, marked_open } = *counted;
    let mut here = lists.iter().flat_map(|list| &list.entries).filter(|e| e.line == line);
    let (Some(card), None) = (here.next(), here.next()) else { return };
    // What a row says of two cards was read as such.
    if !is_settled(card, lexicon) || names(row, lexicon).len() > 1 {
        return;
    }
    let asks_judge = harmless::is_legality_question(row, card, lexicon);
    let text = match note {
        Some(note) if !harmless::note(note, lexicon) => format!("{} {note}", brief(row)),
        _ if marked_open
            || row.contains('?') && !lexicon.has_question_mark(&card.title) && !asks_judge
            || !asks_judge && !harmless::row(row, card, often, lexicon) =>
        {
            brief(row)
        }
        _ => return,
    };
    for list in lists.iter_mut().filter(|list| list.entries.iter().any(|e| e.line == line)) {
        list.doubtful.push(DoubtfulLine { line, text: text.clone(), otherwise: Otherwise::Without });
    }
}

/// Whether an entry is a card of the deck that is known.
fn is_settled(card: &DeckEntry, lexicon: &Lexicon<'_>) -> bool {
    let ours = matches!(card.zone, Zone::Any | Zone::Objectives) && lexicon.counts_for_size(&card.title);
    // A count that is one of two is tried by itself.
    let counted = !matches!(card.count, Count::Between(..));
    ours && counted && !card.lost && card.candidates.is_empty() && !card.undecided
}

/// What stands beside the cards of a text.
struct Remarks<'t> {
    /// The footnotes: the mark, and what stands behind it where a row begins with it.
    footnotes: Vec<(&'static str, &'t str)>,
    /// Words that stand beside several cards, as no remark on one does.
    often: Vec<String>,
    /// What stands in the cells of a table and is no remark.
    plain_cells: Option<PlainCells>,
    /// Whether few rows have a sign of what is not there yet; where most have, it is no such sign.
    open_signs: bool,
}

/// A word beside as many cards is no remark on one.
const OFTEN: usize = 3;

impl<'t> Remarks<'t> {
    fn of(raw: &[&'t str], lists: &[Decklist], lexicon: &Lexicon<'_>) -> Self {
        let mut beside: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for card in lists.iter().flat_map(|list| &list.entries).filter(|e| is_settled(e, lexicon)) {
            let row = raw.get(card.line.saturating_sub(1)).filter(|row| row.len() <= MAX_ROW_LENGTH);
            for word in row.map(|row| harmless::beside(&clean::plain(row), card)).unwrap_or_default() {
                beside.entry(word).or_default().insert(card.line);
            }
        }
        let often = beside.into_iter().filter(|(_, lines)| lines.len() >= OFTEN);
        let cards: BTreeSet<usize> =
            lists.iter().flat_map(|list| &list.entries).map(|entry| entry.line).collect();
        let marked = |line: &&usize| raw.get(line.saturating_sub(1)).is_some_and(|row| is_marked_open(row));
        let open_signs = cards.iter().filter(marked).count() * 2 < cards.len();
        let plain_cells = PlainCells::of(raw, &cards, lexicon);
        Self {
            plain_cells,
            open_signs,
            footnotes: footnotes(raw, lexicon),
            often: often.map(|(word, _)| word).collect(),
        }
    }

    fn marks_open(&self, row: &str) -> bool {
        self.open_signs && is_marked_open(row)
    }

    /// The footnote of a row as it was typed: its mark may look like what makes words bold.
    fn footnote(&self, row: &str) -> Option<&'t str> {
        let row = row.trim_end();
        self.footnotes.iter().find(|(mark, _)| row.ends_with(mark)).map(|(_, note)| *note)
    }
}

/// What stands in the cells of a table and is no remark on a card: numbers, products, and the kinds of cards.
struct PlainCells {
    cut: char,
    /// The columns of kinds, `Space`, `Battle`: headings stand in several of their cells.
    of_kinds: Vec<usize>,
    /// What stands in several cells of these columns.
    kinds: BTreeSet<String>,
}

impl PlainCells {
    fn of(raw: &[&str], cards: &BTreeSet<usize>, lexicon: &Lexicon<'_>) -> Option<Self> {
        let of_cards = cards.iter().filter_map(|line| raw.get(line.checked_sub(1)?).copied());
        let rows: Vec<&str> = of_cards.filter(|row| row.len() <= MAX_ROW_LENGTH).collect();
        let parts = |cut: &char| rows.iter().filter(|row| row.contains(*cut)).count() >= OFTEN;
        let cut = [';', '\t', '|'].into_iter().find(parts)?;
        let mut headings: BTreeMap<usize, usize> = BTreeMap::new();
        let mut cells: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for (column, cell) in rows.iter().flat_map(|row| row.split(cut).map(str::trim).enumerate()) {
            *headings.entry(column).or_default() += usize::from(is_kind(cell, lexicon));
            *cells.entry((column, cell)).or_default() += 1;
        }
        let of_kinds = headings.into_iter().filter(|(_, n)| *n >= OFTEN).map(|(column, _)| column);
        let of_kinds: Vec<usize> = of_kinds.collect();
        let often = cells.into_iter().filter(|((column, _), n)| *n >= OFTEN && of_kinds.contains(column));
        let kinds = often.map(|((_, cell), _)| cell.to_owned()).collect();
        Some(Self { cut, of_kinds, kinds })
    }

    /// A row of the table without these cells.
    fn without(&self, row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
        let number = |cell: &str| !cell.is_empty() && cell.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let of_kind = |column: usize, cell: &str| {
            self.of_kinds.contains(&column) && (self.kinds.contains(cell) || is_kind(cell, lexicon))
        };
        let plain = |(column, cell): &(usize, &str)| {
            let cell = cell.trim();
            number(cell) || lexicon.is_whole_product(cell) || of_kind(*column, cell)
        };
        let kept = row.split(self.cut).enumerate().filter(|cell| !plain(cell)).map(|(_, cell)| cell);
        row.contains(self.cut).then(|| kept.collect::<Vec<_>>().join(&self.cut.to_string()))
    }
}

/// Whether a cell names an arena, or a type of cards.
fn is_kind(cell: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(cell);
    let heading = |role: &Role| matches!(role, Role::Heading(Opens::Arena | Opens::Command));
    roles.whole() && roles.any(heading)
}

/// What stands for a title in a sentence.
const TITLE: &str = "\u{fffc}";

/// The cards of a line that was not counted, and how they may be meant.
fn left_out(
    row: &str,
    line: usize,
    raw: &[&str],
    lists: &[Decklist],
    lexicon: &Lexicon<'_>,
) -> Option<Otherwise> {
    let found = names(row, lexicon);
    let (from, _) = found.first().copied()?;
    let titles: Vec<&str> = found.iter().map(|(from, to)| &row[*from..*to]).collect();
    let commented = COMMENTS.iter().find_map(|mark| row.strip_prefix(mark));
    let drawn = changes::is_signed(row) && row.starts_with(['-', '/']);
    if commented.is_some() || drawn {
        let [title] = titles[..] else { return None };
        let leads = commented.is_some_and(|rest| rest.trim_start().starts_with(title));
        let open =
            || (leads && may_lack(title, line, raw, lists, lexicon)).then(|| most_copies(lexicon.game));
        let count = leading_count(commented.unwrap_or(row)).or_else(open)?;
        return Some(Otherwise::With(vec![entry(title, count, line)]));
    }
    if let ([title], Some(count)) = (&titles[..], half_out(row, found[0], lexicon)) {
        return Some(Otherwise::With(vec![entry(title.trim_end_matches(')'), count, line)]));
    }
    let unread = lists.iter().any(|list| list.unread.iter().any(|unread| unread.line == line));
    let heads = lists.iter().flat_map(|list| &list.entries).all(|e| e.line > line);
    let label = heads && row[..from].contains(':');
    let listed = row.starts_with('>') || leading_count(row).is_some();
    let rest = titles.iter().fold(row.to_owned(), |rest, title| rest.replace(title, TITLE));
    // A sentence without a card says nothing of one, where none of its words may take it out.
    let says = |sentence: &&str| sentence.contains(TITLE) || !harmless::note(sentence, lexicon);
    let of_cards = rest.split_inclusive(['.', '!', ';']).filter(says);
    let rest = of_cards.collect::<String>().replace(TITLE, " ");
    // Who quotes a rule does not say what is in the deck.
    let roles = lexicon.roles(&rest);
    let moves = |role: &Role| matches!(role, Role::TakesOut | Role::PutsIn | Role::Struck | Role::Absent);
    let states_rule = roles.has(&Role::Rule) && !roles.any(moves);
    let whole = || lists.iter().all(|list| is_whole(remarks::counted(list, lexicon), lexicon));
    let aside = withheld::is_laid_aside(row, lexicon) && whole();
    if !unread || label || listed || aside || states_rule || harmless::words(&rest, lexicon) {
        return None;
    }
    // What is struck out below the deck, and stands in it, is out of it or an older row.
    let entries = || lists.iter().flat_map(|list| &list.entries);
    let below = entries().all(|entry| entry.line < line);
    let has = |title: &&str| entries().any(|e| normalize_name(&e.title) == normalize_name(title));
    let struck = changes::mark(row, &titles, lexicon) == Some(Mark::Struck);
    if struck && !(below && titles.iter().any(has))
        || lists.len() == 1 && made::is_made(row, &lists[0], lexicon)
    {
        return None;
    }
    Some(Otherwise::Spoken(titles.into_iter().map(|title| entry(title, 1, line)).collect()))
}

/// `(4 Title) out??`, `4 Title (crossed out, and in again)`: the count of a row that its player took out, but
/// not wholly: with a question, or in brackets alone.
fn half_out(row: &str, (from, to): (usize, usize), lexicon: &Lexicon<'_>) -> Option<u32> {
    let (before, behind) = (row.get(..from)?, row.get(to..)?);
    let number = |text: &str| {
        let figures = text.split(|c: char| !c.is_ascii_digit()).find(|figure| !figure.is_empty())?;
        figures.parse().ok().filter(|n| (1..=MAX_COPIES).contains(n))
    };
    let count = number(before).or_else(|| number(behind))?;
    let open = before.trim_start().starts_with(['(', '[', '{']);
    let closed = behind.trim_start_matches(|c: char| !matches!(c, ')' | ']' | '}')).len();
    let bracketed = open && behind.len() - closed <= MAX_BRACKETS_LENGTH && closed > 0;
    let asks = before.contains('?') || behind.contains('?');
    let says = |text: &str| has_phrase(&words(text), InPlace::HalfOut, lexicon);
    (bracketed || asks || says(before) || says(behind)).then_some(count)
}

/// In the brackets around a row hardly more stands behind its title, in bytes: a version's letter, a count.
const MAX_BRACKETS_LENGTH: usize = 8;

/// `# Title`, among rows with counts: whether the title may be a row whose count cannot be read, and not what
/// the deck is called.
fn may_lack(title: &str, line: usize, raw: &[&str], lists: &[Decklist], lexicon: &Lexicon<'_>) -> bool {
    let wanted = normalize_name(title);
    // The last row may be one, where another stands among the rows.
    let marked = |of: usize| {
        let row = raw.get(of.saturating_sub(1)).and_then(|row| row.trim().strip_prefix('#'));
        row.is_some_and(|title| lexicon.is_title(title.trim()))
    };
    lists.iter().any(|list| {
        let rows = || list.entries.iter().filter(|entry| entry.zone != Zone::Affiliation);
        let first = rows().map(|entry| entry.line).min().unwrap_or(line);
        let above = || (first..line).any(marked);
        let within = first < line && (rows().any(|entry| entry.line > line) || above());
        let counted = rows().filter(|entry| entry.count != Count::NotGiven).count() * 2 > rows().count();
        within && counted && !rows().any(|entry| normalize_name(&entry.title) == wanted)
    })
}

/// The count that a row begins with, behind whatever signs.
fn leading_count(row: &str) -> Option<u32> {
    let row = row.trim_start_matches(|c: char| !c.is_alphanumeric());
    let digits: &str = &row[..row.len() - row.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
    digits.parse().ok().filter(|n| (1..=MAX_COPIES).contains(n))
}

fn entry(title: &str, count: u32, line: usize) -> DeckEntry {
    DeckEntry {
        line,
        title: title.to_owned(),
        count: Count::Of(count),
        counted: true,
        ..DeckEntry::default()
    }
}

/// Notes the line in the list that may have its cards: a card of the other side is not meant, but in the
/// deck.
fn enter(row: &str, line: usize, otherwise: Otherwise, lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let cards = match &otherwise {
        Otherwise::With(cards) | Otherwise::Spoken(cards) => cards,
        Otherwise::Without | Otherwise::Withheld(_) => return,
    };
    let sides: Vec<Option<Side>> = cards.iter().map(|card| lexicon.side(&card.title)).collect();
    for list in lists.iter_mut() {
        let own = list.part.or_else(|| most(list, lexicon));
        let may_be = |side: &Option<Side>| *side == Some(Side::Neutral) || *side == own;
        let has = || cards.iter().any(|card| list.entries.iter().any(|e| e.title == card.title));
        if own.is_none() || sides.iter().any(may_be) || has() {
            let otherwise = otherwise.clone();
            list.doubtful.push(DoubtfulLine { line, text: brief(row), otherwise });
        }
    }
}

/// The side that most of a list's cards have.
pub(super) fn most(list: &Decklist, lexicon: &Lexicon<'_>) -> Option<Side> {
    let of = |side: Side| list.entries.iter().filter(|e| lexicon.side(&e.title) == Some(side)).count();
    let (light, dark) = (of(Side::Light), of(Side::Dark));
    match light.cmp(&dark) {
        std::cmp::Ordering::Greater => Some(Side::Light),
        std::cmp::Ordering::Less => Some(Side::Dark),
        std::cmp::Ordering::Equal => None,
    }
}

/// Marks that a footnote stands behind.
const MARKS: [&str; 7] = ["***", "**", "*", "††", "†", "‡", "§"];

/// The footnotes of a text: the mark, and what stands behind it where a row begins with it.
fn footnotes<'t>(raw: &[&'t str], lexicon: &Lexicon<'_>) -> Vec<(&'static str, &'t str)> {
    let of = |row: &&'t str| {
        let row = row.trim();
        let mark = MARKS.into_iter().find(|mark| row.starts_with(mark))?;
        let text = row[mark.len()..].trim();
        let plain = text.contains(char::is_alphabetic) && !text.ends_with('*');
        (plain && names(text, lexicon).is_empty()).then_some((mark, text))
    };
    raw.iter().filter(|row| row.len() <= MAX_ROW_LENGTH).filter_map(of).collect()
}
