//! Boxes of a form: the rows that are ticked are the deck's, and a row whose box is empty is none of it.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::remarks;
use super::sizes::{is_whole, most_copies, whole};
use super::trim::without_counts;
use crate::deck::code::Code;
use crate::deck::list::{Decklist, ListNote, UnreadLine};
use crate::deck::words::Role;

/// The minimum number of rows with boxes that make a form.
const MIN_ROWS: usize = 3;

/// Nobody puts more boxes in front of a row.
const MAX_BOXES: usize = 4;

/// No row with boxes is as long, in bytes.
const MAX_ROW_LENGTH: usize = 300;

/// A box that nothing stands in, whatever sign it is.
const EMPTY: [char; 7] = ['☐', '□', '▢', '❏', '❑', '⬜', '◻'];

/// A box with a tick in it.
const TICKED: [char; 5] = ['☑', '☒', '✅', '✔', '✓'];

/// A row whose box is empty.
pub(super) struct Unticked {
    line: usize,
    text: String,
    state: BoxState,
}

/// What was done with a row whose box is empty.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BoxState {
    /// It is none of the deck.
    Out,
    /// The same, though it has a count.
    Counted,
    /// It was read as all others: what the boxes say is open.
    Kept,
    /// The same, as the deck is whole just with it.
    Fits,
}

/// A row with the boxes in front of it, or behind it.
struct BoxRow<'l> {
    at: usize,
    rest: &'l str,
    boxes: usize,
    crosses: u32,
    /// Whether a box has a mark, and not a figure.
    marked: bool,
}

/// The lines without the rows whose boxes are empty, where others are ticked; of boxes with several crosses,
/// or several boxes a row,
/// each is a copy. And the rows that were left out.
pub(super) fn ticked<'t>(lines: &[&'t str], lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Vec<Unticked>) {
    let parted = in_columns(lines);
    let cells: Vec<(usize, &'t str)> =
        parted.iter().enumerate().flat_map(|(at, cells)| cells.iter().map(move |cell| (at, *cell))).collect();
    let texts: Vec<&'t str> = cells.iter().map(|(_, cell)| *cell).collect();
    let (written, mut left) = ticked_rows(&texts, lexicon);
    left.iter_mut().for_each(|row| row.line = cells[row.line - 1].0 + 1);
    // What is no form stays as it is.
    let counted = left.iter().all(|row| row.state == BoxState::Fits);
    if counted && written.iter().zip(&texts).all(|(written, text)| written == text) {
        return (lines.iter().map(|line| (*line).into()).collect(), left);
    }
    let mut out: Vec<Cow<'t, str>> = vec!["".into(); lines.len()];
    for ((at, _), text) in cells.iter().zip(written) {
        let joint = if out[*at].is_empty() { "" } else { "\n" };
        out[*at] = if text.is_empty() { continue } else { format!("{}{joint}{text}", out[*at]).into() };
    }
    (out, left)
}

/// The minimum number of lines with boxes side by side that is no coincidence.
const MIN_DOUBLE: usize = 2;

/// The cells of lines with several boxes side by side, each with its title: where a box is empty, and it is
/// so in more than one line.
fn in_columns<'t>(lines: &[&'t str]) -> Vec<Vec<&'t str>> {
    let parted: Vec<Vec<&'t str>> = lines.iter().map(|line| boxed_cells(line)).collect();
    let is_empty = |cell: &&str| {
        leading(cell).is_some_and(|(n, _)| n == 0) || trailing(cell.trim_end()).is_some_and(|(n, _)| n == 0)
    };
    let double = parted.iter().filter(|cells| cells.len() > 1).count();
    let empty = parted.iter().filter(|cells| cells.len() > 1).flatten().any(is_empty);
    if double < MIN_DOUBLE || !empty {
        return lines.iter().map(|line| vec![*line]).collect();
    }
    parted
}

/// A line cut at each gap that has a box behind it, or in front of it.
fn boxed_cells(line: &str) -> Vec<&str> {
    if line.len() >= MAX_ROW_LENGTH {
        return vec![line];
    }
    let mut cells = Vec::new();
    let mut from = 0;
    let mut blanks = 0;
    for (at, c) in line.char_indices() {
        let blank = matches!(c, ' ' | '\u{a0}' | '\t');
        let gap = blanks >= GAP || line[..at].ends_with('\t');
        let before = line[from..at].trim();
        if !blank && gap && before.contains(char::is_alphabetic) {
            let ends = trailing(before).is_some();
            // A box that nothing stands behind is that of the title in front.
            let begins = leading(&line[at..]).is_some_and(|(_, rest)| rest.contains(char::is_alphabetic));
            let counted = leading(before).is_some() || before.starts_with(|c: char| c.is_ascii_digit());
            if begins && counted || ends && c.is_alphanumeric() && leading(before).is_none() {
                cells.push(before);
                from = at;
            }
        }
        blanks = if blank { blanks + 1 } else { 0 };
    }
    cells.push(if from == 0 { line } else { line[from..].trim() });
    cells
}

/// The minimum number of blanks between two columns.
const GAP: usize = 2;

/// The same of rows that have one title each.
fn ticked_rows<'t>(lines: &[&'t str], lexicon: &Lexicon<'_>) -> (Vec<Cow<'t, str>>, Vec<Unticked>) {
    let mut out: Vec<Cow<'t, str>> = lines.iter().map(|line| (*line).into()).collect();
    let crossed = |line: &&str| bare_mark(line).is_some_and(|(n, rest)| n > 0 && names(rest, lexicon));
    // `- Title` is a bullet where no row has a cross in the place of it.
    let crossed = lines.iter().any(crossed);
    let mut rows: Vec<BoxRow<'_>> =
        lines.iter().enumerate().filter_map(|(at, line)| row(at, line, crossed, lexicon)).collect();
    // Of boxes in front of sides and affiliations one is ticked, and in front of nothing none; an empty one
    // in front of what is surely no card says nothing.
    let says = |row: &BoxRow<'_>| row.crosses > 0 || may_name(row.rest, lexicon);
    rows.retain(|row| row.rest.contains(char::is_alphabetic) && !is_of_decks(row.rest, lexicon) && says(row));
    rows.extend(without_tick(lines, &rows, lexicon));
    rows.sort_by_key(|row| row.at);
    let named = rows.iter().filter(|row| names(row.rest, lexicon)).count();
    let (marked, empty): (Vec<&BoxRow<'_>>, Vec<&BoxRow<'_>>) = rows.iter().partition(|row| row.crosses > 0);
    if let Some(left) = beside_counts(lines, &empty, &marked, lexicon) {
        empty.iter().for_each(|row| out[row.at] = "".into());
        return (out, left);
    }
    let several = marked.iter().any(|row| row.crosses > 1 || row.boxes > 1);
    let form = !empty.is_empty() || several && marked.iter().all(|row| row.marked);
    if named < MIN_ROWS || named * 2 < rows.len() || marked.is_empty() || !form {
        return (out, Vec::new());
    }
    // Boxes beside rows with counts of their own may say something else: what is packed, or what is out.
    let counts = |rows: &[&BoxRow<'_>]| {
        rows.iter()
            .map(|row| own_count(row.rest, lexicon))
            .collect::<Option<Vec<u32>>>()
            .map(|n| n.iter().sum())
    };
    let all: Vec<&BoxRow<'_>> = rows.iter().collect();
    let deck = whole(lexicon.game);
    // Ten ticks without a count are a deck.
    let bare = all.iter().all(|row| own_count(row.rest, lexicon).is_none());
    let once = bare && u32::try_from(marked.len()).is_ok_and(|n| n == deck);
    if !several && !once && counts(&marked) != Some(deck) {
        let sure = counts(&all) == Some(deck);
        let state = if sure { BoxState::Fits } else { BoxState::Kept };
        let kept = |row: &&BoxRow<'_>| Unticked { line: row.at + 1, text: row.rest.to_owned(), state };
        return (out, empty.iter().map(kept).collect());
    }
    for row in marked {
        let count = if several || once { format!("{}x ", row.crosses) } else { String::new() };
        out[row.at] = format!("{count}{}", row.rest).into();
    }
    let left = empty.into_iter().map(|row| {
        out[row.at] = "".into();
        let state = if own_count(row.rest, lexicon).is_some() { BoxState::Counted } else { BoxState::Out };
        Unticked { line: row.at + 1, text: row.rest.to_owned(), state }
    });
    let left = left.collect();
    (out, left)
}

/// Few rows with a count and no tick, right beside rows that all have one: as good as with empty boxes.
fn without_tick<'l>(lines: &[&'l str], rows: &[BoxRow<'l>], lexicon: &Lexicon<'_>) -> Vec<BoxRow<'l>> {
    let ticked = rows.len() >= MIN_ROWS && rows.iter().all(|row| row.crosses == 1 && row.boxes == 1);
    let boxed = |at: usize| rows.iter().any(|row| row.at == at);
    if !ticked || !rows.iter().all(|row| own_count(row.rest, lexicon).is_some()) {
        return Vec::new();
    }
    let beside = |at: usize| at.checked_sub(1).is_some_and(boxed) || boxed(at + 1);
    let card = |line: &str| {
        let title = without_counts(line);
        line.len() < MAX_ROW_LENGTH
            && own_count(line, lexicon).is_some()
            && lexicon.is_name(title)
            && lexicon.counts_for_size(title)
    };
    let bare = |(at, line): (usize, &&'l str)| {
        let rest = line.trim();
        (!boxed(at) && beside(at) && card(rest)).then_some(BoxRow {
            at,
            rest,
            boxes: 1,
            crosses: 0,
            marked: true,
        })
    };
    let bare: Vec<BoxRow<'l>> = lines.iter().enumerate().filter_map(bare).collect();
    if bare.len() * MIN_ROWS <= rows.len() { bare } else { Vec::new() }
}

/// `2 Title`, `_ Title`: rows with a line that nothing was written on, among others with a count in its
/// place.
fn beside_counts(
    lines: &[&str],
    empty: &[&BoxRow<'_>],
    marked: &[&BoxRow<'_>],
    lexicon: &Lexicon<'_>,
) -> Option<Vec<Unticked>> {
    let counted = |line: &&&str| {
        line.trim().starts_with(|c: char| c.is_ascii_digit()) && names(without_counts(line), lexicon)
    };
    let lined = empty
        .iter()
        .all(|row| lines[row.at].trim().starts_with('_') && names(without_counts(row.rest), lexicon));
    let form = marked.is_empty() && !empty.is_empty() && lined;
    let out =
        |row: &&BoxRow<'_>| Unticked { line: row.at + 1, text: row.rest.to_owned(), state: BoxState::Out };
    (form && lines.iter().filter(counted).count() >= MIN_ROWS).then(|| empty.iter().map(out).collect())
}

/// Notes the rows that were left out; where the deck is not whole without them, or they have counts, they are
/// asked about.
pub(super) fn note(left: &[Unticked], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    let Some(list) = lists.last_mut().filter(|_| !left.is_empty()) else { return };
    let lines = left.iter().map(|row| row.line).collect();
    if left.iter().any(|row| row.state == BoxState::Kept) {
        let question = "Some boxes are ticked and others are empty. Which rows are the deck's?";
        list.add_question(lines, question);
        list.doubts.which_list = true;
        return;
    }
    if left.iter().all(|row| row.state == BoxState::Fits) {
        let note = |row: &Unticked| ListNote {
            code: Code::UnreadLine,
            text: format!(
                "The box of {:?} is empty; it was counted, as the deck is whole with it (line {}).",
                row.text, row.line
            ),
        };
        return list.notes.extend(left.iter().map(note));
    }
    let whole = is_whole(remarks::counted(list, lexicon), lexicon);
    if whole && left.iter().all(|row| row.state == BoxState::Out) {
        return list.unread.extend(left.iter().map(|row| UnreadLine::new(row.line, &row.text)));
    }
    let question = "Rows whose boxes are empty stand among others that are ticked; they were not counted. Are they in the deck?";
    list.add_question(lines, question);
    list.doubts.which_list |= !whole;
}

/// `Jedi [ ] Rebel Alliance`: whether a row is nothing but sides and affiliations.
fn is_of_decks(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text.trim());
    roles.whole() && roles.known.iter().all(|(of, _)| of.iter().any(Role::names_deck))
}

/// Whether a text may be a card, be it one of several, or by its number.
fn may_name(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let figure = text.contains(|c: char| c.is_ascii_digit());
    figure || names(text, lexicon) || !matches!(lexicon.read(without_counts(text)), Found::Lost)
}

fn names(text: &str, lexicon: &Lexicon<'_>) -> bool {
    lexicon.names_a_card(text) || matches!(lexicon.read(text), Found::Slip(_))
}

fn row<'l>(at: usize, line: &'l str, crossed: bool, lexicon: &Lexicon<'_>) -> Option<BoxRow<'l>> {
    let mut rest = line.trim().trim_start_matches(['>', '|', ' ', '\t', '•']);
    rest = rest.strip_prefix("- ").or_else(|| rest.strip_prefix("* ")).unwrap_or(rest).trim();
    let of_box = |(n, rest): &(u32, &str)| {
        *n > 0 || crossed && names(rest, lexicon) && own_count(rest, lexicon).is_none()
    };
    if let Some((crosses, rest)) = first_cell(line).or_else(|| bare_mark(line).filter(of_box)) {
        return Some(BoxRow { at, rest, boxes: 1, crosses, marked: true });
    }
    let digit = |c: char| c.is_ascii_digit();
    let marked = !rest.starts_with('_')
        && !rest.trim_start_matches(['[', '(']).trim_start().starts_with(digit)
        && !rest.trim_end_matches([']', ' ']).ends_with(digit);
    let (mut boxes, mut crosses) = (0, 0);
    while let Some((n, behind)) = leading(rest).filter(|_| boxes < MAX_BOXES) {
        (boxes, crosses, rest) = (boxes + 1, crosses + n, behind.trim_start());
    }
    while let Some((n, before)) = trailing(rest).filter(|_| boxes < MAX_BOXES) {
        (boxes, crosses, rest) = (boxes + 1, crosses + n, before.trim_end());
    }
    let rest = rest.trim_end_matches(['|', ' ', '\t', '.']);
    (boxes > 0 && rest.contains(char::is_alphabetic)).then_some(BoxRow { at, rest, boxes, crosses, marked })
}

/// `| XX | Title |`: the crosses in the first cell of a table's row, and the rest.
fn first_cell(line: &str) -> Option<(u32, &str)> {
    let line = line.trim_start_matches(['>', ' ']);
    let (cell, rest) = match line.strip_prefix('|') {
        Some(row) => row.split_once('|')?,
        None => line.split_once('\t')?,
    };
    let rest = rest.trim().trim_end_matches('|').trim();
    (rest.contains(char::is_alphabetic) && !rest.contains(['|', '\t'])).then_some((crosses(cell)?, rest))
}

/// `x Title`, `- Title`: a mark in front of a row.
fn bare_mark(line: &str) -> Option<(u32, &str)> {
    let (mark, rest) = line.trim_start_matches(['>', ' ']).split_once(' ')?;
    let crosses = match mark {
        "x" | "X" | "√" => 1,
        "-" | "–" | "—" | "o" => 0,
        _ => return None,
    };
    let rest = rest.trim();
    rest.starts_with(char::is_alphabetic).then_some((crosses, rest))
}

/// Whether a box stands anywhere in a cell.
pub(super) fn has_box(cell: &str) -> bool {
    cell.char_indices().any(|(at, _)| leading(&cell[at..]).is_some())
}

/// The box a text begins with: how many crosses it has, and what stands behind.
fn leading(text: &str) -> Option<(u32, &str)> {
    if let Some(rest) = text.strip_prefix(EMPTY) {
        return Some((0, rest));
    }
    if let Some(rest) = text.strip_prefix(TICKED) {
        return Some((1, rest.trim_start_matches('\u{fe0f}')));
    }
    let close = match text.chars().next()? {
        '[' => ']',
        '(' => ')',
        // `___ Title`, `_2_ Title`: a line to write on.
        '_' => return lined(text),
        _ => return None,
    };
    let end = text.find(close)?;
    let inner = text[1..end].trim();
    // `[2] Title`
    let figure = inner.parse().ok().filter(|n: &u32| inner.len() == 1 && *n <= 4);
    Some((figure.or_else(|| crosses(inner))?, &text[end + 1..]))
}

/// The box a text ends with.
fn trailing(text: &str) -> Option<(u32, &str)> {
    if let Some(rest) = text.strip_suffix(EMPTY) {
        return Some((0, rest));
    }
    let bare = text.trim_end_matches('\u{fe0f}');
    if let Some(rest) = bare.strip_suffix(TICKED) {
        return Some((1, rest));
    }
    let open = match text.chars().next_back()? {
        ']' => '[',
        ')' => '(',
        _ => return None,
    };
    let start = text.rfind(open)?;
    let inner = text[start + 1..text.len() - 1].trim();
    let figure = inner.parse().ok().filter(|n: &u32| open == '[' && inner.len() == 1 && *n <= 4);
    Some((figure.or_else(|| crosses(inner))?, &text[..start]))
}

/// How many crosses, or strokes, stand in a box; nothing where something else does.
fn crosses(inner: &str) -> Option<u32> {
    let inner = inner.trim_matches([' ', '\u{a0}', '_']);
    let of = |marks: &str| inner.chars().all(|c| marks.contains(c));
    let count = u32::try_from(inner.chars().filter(|c| !c.is_whitespace()).count()).ok()?;
    (of("xX✓✔ ") || of("|")).then_some(count).filter(|n| *n <= 4)
}

/// `___`, `_2_`: a line to write the count on.
fn lined(text: &str) -> Option<(u32, &str)> {
    let rest = text.trim_start_matches('_');
    let lines = text.len() - rest.len();
    let behind = rest.trim_start_matches(|c: char| !c.is_whitespace());
    let inner = rest[..rest.len() - behind.len()].trim_end_matches('_');
    if inner.is_empty() {
        return (lines >= 2 || behind.starts_with(' ')).then_some((0, behind));
    }
    inner.parse().ok().filter(|n| (1..=4).contains(n)).map(|n: u32| (n, behind))
}

/// The count that a row has besides its box.
fn own_count(rest: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let own = |n: u32| lexicon.objective_of(n).is_some_and(|title| rest.contains(title));
    let word = |word: &str| {
        let figures = word.trim_matches(['x', 'X', '×', '(', ')']);
        let crossed = figures.len() < word.trim_matches(['(', ')']).len();
        let count = figures.parse::<u32>().ok().filter(|n| *n <= most_copies(lexicon.game));
        count.filter(|n| crossed || !own(*n))
    };
    let words = [rest.split_whitespace().next(), rest.split_whitespace().next_back()];
    words.into_iter().flatten().find_map(word).filter(|_| !lexicon.is_name(rest))
}
