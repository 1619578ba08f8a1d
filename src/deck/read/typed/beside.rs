//! Two decks side by side in a table: each half written below the heading of its own deck.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::trim::without_counts;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::deck::words::Role;

/// No heading of a column that says whose a deck is has more bytes: it is written in front of every row.
const MAX_HEAD_LENGTH: usize = 40;

/// A row behind fewer blanks is indented.
const MIN_BLANKS: usize = 12;

/// The minimum number of titles of either side that is no coincidence.
const MIN_TITLES: usize = 3;

/// The lines of two decks side by side, below a row of two sides or affiliations: of each line the left half,
/// and below the heading of the other deck the right.
pub(super) fn side_by_side<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let heads = lines.iter().enumerate().find_map(|(at, line)| {
        ['\t', '|', ';'].iter().find_map(|cut| Some((at, of_two_sides(line, *cut, lexicon)?)))
    });
    let Some((at, heads)) = heads.filter(|(at, heads)| fits(&lines[at + 1..], heads, lexicon)) else {
        return lines;
    };
    let mut lines = lines;
    lines[at] = heads.all.join("\n").into();
    let (left, right) = (&heads.left, &heads.right);
    for line in lines.iter_mut().skip(at + 1) {
        if !line.contains(heads.cut) {
            if is_far_right(line) {
                *line = format!("{right}\n{}\n{left}", line.trim()).into();
            }
            continue;
        }
        let written = match heads.halves(line) {
            (first, second) if second.is_empty() => first,
            (first, second) => format!("{first}\n{right}\n{second}\n{left}"),
        };
        *line = if line.contains(char::is_alphabetic) { written.into() } else { "".into() };
    }
    lines
}

/// Whether a row stands alone below the second of two columns that blanks part.
fn is_far_right(line: &str) -> bool {
    let blanks = line.len() - line.trim_start_matches(' ').len();
    blanks >= MIN_BLANKS && line.contains(char::is_alphabetic)
}

/// A row that heads two decks, each of its own side.
struct Heads {
    cut: char,
    /// Where the second begins.
    column: usize,
    sides: [Side; 2],
    /// What is written in front of the rows of either.
    left: String,
    right: String,
    /// All that is written in the place of the row, the heading of the left deck last.
    all: Vec<String>,
    /// Whether the rows of the table begin with a bar.
    framed: bool,
}

impl Heads {
    /// What stands in either half of a row.
    fn halves(&self, line: &str) -> (String, String) {
        let own = line.trim();
        let framed = self.framed || self.cut == '|' && own.starts_with('|') && own.ends_with('|');
        let cells = cells(line, self.cut, framed);
        let (first, second) = cells.split_at(self.column.min(cells.len()));
        let half = |cells: &[&str]| {
            let full: Vec<&str> = cells.iter().copied().filter(|cell| !cell.is_empty()).collect();
            full.join(" ")
        };
        (half(first), half(second))
    }
}

/// Whether the titles below the headings are those of two decks. Of sets, every one that is known has the
/// side of its heading: else the columns may be of another thing than the two decks.
fn fits(rows: &[Cow<'_, str>], heads: &Heads, lexicon: &Lexicon<'_>) -> bool {
    if lexicon.game == Game::Tcg {
        return true;
    }
    let side = |half: &str| match lexicon.read(without_counts(half)) {
        Found::Exact(name) | Found::Slip(name) => lexicon.side(&name),
        Found::Open(_) | Found::Lost => None,
    };
    let halves: Vec<(String, String)> =
        rows.iter().filter(|row| row.contains(heads.cut)).map(|row| heads.halves(row)).collect();
    let left: Vec<Side> = halves.iter().filter_map(|(half, _)| side(half)).collect();
    let right: Vec<Side> = halves.iter().filter_map(|(_, half)| side(half)).collect();
    [(left, heads.sides[0]), (right, heads.sides[1])]
        .iter()
        .all(|(titles, own)| titles.len() >= MIN_TITLES && titles.iter().all(|side| side == own))
}

fn of_two_sides(line: &str, cut: char, lexicon: &Lexicon<'_>) -> Option<Heads> {
    let framed = cut == '|' && line.trim().starts_with('|');
    let cells = cells(line, cut, framed);
    let full: Vec<(usize, &str)> =
        cells.iter().enumerate().filter(|(_, cell)| !cell.is_empty()).map(|(at, cell)| (at, *cell)).collect();
    let most = if lexicon.game == Game::Tcg { 2 } else { 4 };
    if !(2..=most).contains(&full.len()) || full.iter().any(|(_, head)| head.len() > MAX_HEAD_LENGTH) {
        return None;
    }
    let sides: Option<Vec<Side>> = full.iter().map(|(_, head)| side_of(head, lexicon)).collect();
    let sides = sides?;
    let turn = sides.iter().position(|side| *side != sides[0])?;
    if sides[turn..].iter().any(|side| *side != sides[turn]) {
        return None;
    }
    let names_side = |head: &&(usize, &str)| lexicon.roles(head.1).any(|role| matches!(role, Role::Side(_)));
    let head = |part: &[(usize, &str)]| {
        part.iter().find(names_side).or(part.first()).map(|(_, head)| (*head).to_owned())
    };
    let (left, right) = (head(&full[..turn])?, head(&full[turn..])?);
    let mut all: Vec<String> = full.iter().map(|(_, head)| (*head).to_owned()).collect();
    all.push(left.clone());
    let sides = [sides[0], sides[turn]];
    Some(Heads { cut, column: full[turn].0, sides, left, right, all, framed })
}

/// The side that a heading names, of itself or by its affiliation, and nothing else.
fn side_of(head: &str, lexicon: &Lexicon<'_>) -> Option<Side> {
    let roles = lexicon.roles(head);
    if !roles.unknown.is_empty() {
        return None;
    }
    let named = roles.first(|role| match role {
        Role::Side(side) => Some(*side),
        _ => None,
    });
    let affiliation = || lexicon.side_of_affiliation(&lexicon.affiliation(&roles, head)?);
    named.or_else(affiliation).filter(|side| *side != Side::Neutral)
}

fn cells(line: &str, cut: char, framed: bool) -> Vec<&str> {
    let line = line.trim_end_matches('\r');
    let framed = line.trim().strip_prefix('|').filter(|_| framed);
    let line = framed.map_or(line, |inner| inner.strip_suffix('|').unwrap_or(inner));
    line.split(cut).map(str::trim).collect()
}
