//! A line cut into texts, numbers and what stands between them. Names that hold figures or commas stay whole.

use super::lexicon::{Found, Lexicon};
use super::sizes::MAX_COPIES;
use crate::corpus::Game;
use crate::deck::words::Role;

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Only the number.
    Bare,
    /// As a count: `2x`, `x2`, in words, `2 copies`.
    Times,
    /// As a set's number: `#26`, `set 26`.
    Set,
    /// As a place in a numbered list: `1.`, `2)`.
    Ordinal,
    /// With a dash right in front: `-2`.
    Minus,
    /// A count that is this number or another: `2-3`, `2/3`.
    Between(u32),
    /// A count that leaves open which: `~3`, `3+`.
    Open,
}

/// A number of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) value: u32,
    pub(super) digits: String,
    pub(super) shape: Shape,
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Words; `whole` when they are a name as the game has it.
    Text {
        text: String,
        whole: bool,
    },
    Number(Number),
    /// `5-9`
    Range(u32, u32),
    /// `99-1`: a set and a position.
    Place(String, usize),
    Comma,
    Slash,
    /// A tab, a bar, a semicolon.
    Cut,
    Dash,
    Colon,
    Open,
    Close,
    Query,
}

/// What stands between a count and a name, or between a count and a set.
const CROSS: [char; 3] = ['x', 'X', '×'];

/// No card's name has more words.
const MAX_NAME_LENGTH: usize = 10;

/// Nobody cuts a word short and leaves more letters.
const MAX_SHORT_LENGTH: usize = 6;

pub(super) fn cut(line: &str, lexicon: &Lexicon<'_>) -> Vec<Piece> {
    let names = names(line, lexicon);
    let mut cutter = Cutter {
        line,
        lexicon,
        at: 0,
        pieces: Vec::new(),
        text: None,
        names,
        set_next: false,
        about_next: false,
    };
    while cutter.at < line.len() {
        cutter.step();
    }
    cutter.end_text();
    cutter.pieces
}

/// Where the words of a line begin and end.
fn words(line: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices() {
        match (in_word(c), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    words.extend(start.map(|from| (from, line.len())));
    words
}

fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | '‘' | '`' | '´')
}

/// Names of several words that hold a figure or something that would cut them.
fn names(line: &str, lexicon: &Lexicon<'_>) -> Vec<(usize, usize)> {
    let words = words(line);
    if let Some(whole) = name_with_commas(line, lexicon) {
        return vec![whole];
    }
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut first = 0;
    while first < words.len() {
        if goes_before(line, &words, first, &found, lexicon) {
            first += 1;
            continue;
        }
        let longest = words.len().min(first + MAX_NAME_LENGTH);
        let name = (first..longest).rev().find_map(|last| {
            let text = &line[words[first].0..words[last].1];
            let cuts = text.contains(|c: char| c.is_ascii_digit() || ",/:;+([&-–!?".contains(c));
            let plain = text.bytes().all(|b| b.is_ascii_digit());
            let named = || {
                lexicon.is_name(text)
                    || lexicon.in_figures(text).is_some()
                    || lexicon.with_and(text).is_some()
            };
            (cuts && !plain && !text.contains(['|', '\t']) && named()).then_some((last, text))
        });
        match name {
            Some((last, text)) => {
                let unclosed = text.matches('(').count() > text.matches(')').count()
                    || text.matches('[').count() > text.matches(']').count();
                let end = words[last].1;
                let closing = unclosed && line[end..].starts_with([')', ']']);
                found.push((words[first].0, if closing { end + 1 } else { end }));
                first = last + 1;
            }
            None => first += 1,
        }
    }
    found
}

/// A line that is one name with commas in it, and a slip.
fn name_with_commas(line: &str, lexicon: &Lexicon<'_>) -> Option<(usize, usize)> {
    let end = |c: char| !c.is_alphabetic() && c != '"';
    let text = line.trim_matches(end);
    if !text.contains(", ") || text.split(' ').any(is_count) || text.len() > 60 || lexicon.exact(text) {
        return None;
    }
    let start = line.len() - line.trim_start_matches(end).len();
    let turned = lexicon.in_order(text).is_some();
    let slip = || matches!(lexicon.read(text), Found::Slip(name) if name.contains(','));
    (turned || slip()).then_some((start, start + text.len()))
}

/// `2`, `2x`, `x2`.
fn is_count(word: &str) -> bool {
    let figures = word.trim_matches(['x', 'X', '×']);
    !figures.is_empty() && figures.bytes().all(|b| b.is_ascii_digit())
}

/// Whether the word before belongs to the same phrase, and is no word of lists: then no name begins here.
fn goes_before(
    line: &str,
    words: &[(usize, usize)],
    first: usize,
    found: &[(usize, usize)],
    lexicon: &Lexicon<'_>,
) -> bool {
    let Some((start, end)) = first.checked_sub(1).map(|before| words[before]) else { return false };
    let word = &line[start..end];
    let joined = line[end..words[first].0].trim().is_empty();
    let named = found.last().is_some_and(|(_, to)| *to >= end);
    joined && !named && word.chars().all(char::is_alphabetic) && lexicon.words.get(word).is_empty()
}

struct Cutter<'t, 'a> {
    line: &'t str,
    lexicon: &'t Lexicon<'a>,
    at: usize,
    pieces: Vec<Piece>,
    /// The text that is being read.
    text: Option<(usize, usize)>,
    names: Vec<(usize, usize)>,
    /// Whether a number sign says that the next number is a set's.
    set_next: bool,
    /// Whether a tilde says that the next number is only about right.
    about_next: bool,
}

impl Cutter<'_, '_> {
    fn step(&mut self) {
        if let Some((_, end)) = self.names.iter().find(|(start, _)| *start == self.at).copied() {
            self.end_text();
            self.pieces.push(Piece::Text { text: self.line[self.at..end].to_owned(), whole: true });
            self.at = end;
            return;
        }
        let rest = &self.line[self.at..];
        let Some(c) = rest.chars().next() else { return };
        if in_word(c) {
            let next_name = self.names.iter().map(|(start, _)| *start).find(|start| *start > self.at);
            let length = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
            let length = next_name.map_or(length, |start| length.min(start - self.at));
            return self.word(&rest[..length]);
        }
        if matches!(c, '×' | '*') {
            return self.cross(c.len_utf8());
        }
        self.mark(c);
        self.at += c.len_utf8();
    }

    fn mark(&mut self, c: char) {
        let spaced_before = self.at == 0 || self.line[..self.at].ends_with(char::is_whitespace);
        let behind = self.line[self.at + c.len_utf8()..].chars().next();
        let spaced_behind = behind.is_none_or(char::is_whitespace);
        let piece = match c {
            '\t' | '|' | ';' | '•' | '·' | '→' => Piece::Cut,
            ',' | '+' | '、' => Piece::Comma,
            '/' | '\\' => Piece::Slash,
            ':' | '=' => Piece::Colon,
            '(' | '[' | '{' => Piece::Open,
            ')' | ']' | '}' => Piece::Close,
            '?' => Piece::Query,
            '~' | '≈' if behind.is_some_and(|c| c.is_ascii_digit()) => {
                self.end_text();
                self.about_next = true;
                return;
            }
            '.' | '…' if self.is_cut(c, behind) => Piece::Cut,
            '#' | '№' => {
                self.end_text();
                self.set_next = true;
                return;
            }
            '-' | '–' | '—' | '−' => {
                let minus = spaced_before && behind.is_some_and(|c| c.is_ascii_digit());
                let after_number =
                    matches!(self.pieces.last(), Some(Piece::Number(_))) && self.text.is_none();
                match (spaced_before || spaced_behind, minus || after_number) {
                    // Within a name.
                    (false, false) => return,
                    _ => Piece::Dash,
                }
            }
            _ => return,
        };
        self.end_text();
        self.pieces.push(piece);
    }

    /// Whether a full stop is one of several that lead to the next column, or ends a sentence: an initial
    /// ends none.
    fn is_cut(&self, c: char, behind: Option<char>) -> bool {
        let leads = c == '…' || behind == Some('.') && self.pieces.last() != Some(&Piece::Cut);
        let word = self.line[..self.at].rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
        let mut rest = self.line[self.at + c.len_utf8()..].chars();
        let sentence = rest.next() == Some(' ') && rest.next().is_some_and(char::is_uppercase);
        // `1 Imp. Command`: a word cut short right behind a count ends no sentence.
        let first = self
            .text
            .is_some_and(|(start, _)| self.line[start..self.at].chars().count() == word.chars().count());
        let cut_short =
            first && matches!(self.pieces.last(), Some(Piece::Number(_))) && word.chars().count() <= 4;
        leads || sentence && word.chars().count() > 2 && !cut_short && !self.is_shortened(word)
    }

    /// `Ult. Power`, `Trade Fed. Battleship`: whether a word cut short, with those around it, is a card's
    /// name.
    fn is_shortened(&self, word: &str) -> bool {
        let Some((start, _)) = self.text.filter(|_| word.chars().count() <= MAX_SHORT_LENGTH) else {
            return false;
        };
        let behind = &self.line[self.at + 1..];
        let end =
            behind.find(|c: char| c.is_ascii_digit() || ",;:.([{-–|/\t".contains(c)).unwrap_or(behind.len());
        let text = format!("{}{}", &self.line[start..self.at], &behind[..end]);
        let text = text.trim().trim_end_matches(" x");
        text.len() < 60 && self.lexicon.is_title(text)
    }

    fn end_text(&mut self) {
        if let Some((start, end)) = self.text.take() {
            self.pieces.push(Piece::Text { text: self.line[start..end].to_owned(), whole: false });
        }
    }

    /// An `x` or `×` by itself makes the number beside it a count.
    fn cross(&mut self, length: usize) {
        self.end_text();
        let behind = &self.line[self.at + length..];
        let gap = behind.len() - behind.trim_start().len();
        let digits = leading_digits(behind.trim_start());
        if let Some(Piece::Number(number)) = self.pieces.last_mut()
            && number.shape == Shape::Bare
        {
            // `80 × 2`: no deck has more of anything than the smaller.
            let of_set = number.value > MAX_COPIES
                && self.lexicon.game == Game::Lcg
                && digits.parse().is_ok_and(|n: u32| (1..=MAX_COPIES).contains(&n));
            number.shape = if of_set { Shape::Set } else { Shape::Times };
            if !of_set {
                self.at += length;
                return;
            }
        }
        if !digits.is_empty() {
            self.number(digits, Shape::Times);
        }
        self.at += length + if digits.is_empty() { 0 } else { gap + digits.len() };
    }

    fn number(&mut self, digits: &str, shape: Shape) {
        self.end_text();
        let value = digits.parse().unwrap_or(u32::MAX);
        let minus =
            matches!(self.pieces[..], [.., Piece::Dash]) && self.line[..self.at].ends_with(['-', '–', '−']);
        let shape = match shape {
            _ if std::mem::take(&mut self.about_next) => Shape::Open,
            Shape::Bare if std::mem::take(&mut self.set_next) => Shape::Set,
            Shape::Bare | Shape::Times if minus && self.pieces.len() == 1 => {
                self.pieces.pop();
                Shape::Minus
            }
            shape => shape,
        };
        self.pieces.push(Piece::Number(Number { value, digits: digits.to_owned(), shape }));
    }

    fn word(&mut self, word: &str) {
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let (number, letters) = word.split_at(digits);
        let behind = &self.line[self.at + word.len()..];
        if number.is_empty() {
            self.letters(word, behind);
        } else if let Some(first) =
            letters.strip_prefix(CROSS).filter(|first| self.glued_in_front(number, first, behind))
        {
            self.number(number, Shape::Times);
            self.at += word.len() - first.len();
        } else if let Some(length) = self.coded() {
            self.more_text(length);
        } else if letters.is_empty() {
            self.figure(number, behind);
        } else {
            self.number_and_letters(number, letters);
        }
    }

    /// A word that begins with no figure.
    fn letters(&mut self, word: &str, behind: &str) {
        if let Some(number) = word.strip_prefix(CROSS).filter(|n| is_figure(n)) {
            let open = leading_digits(behind.strip_prefix(['-', '–', '/']).unwrap_or_default());
            let other = open.parse().ok().filter(|n: &u32| (1..=MAX_COPIES).contains(n));
            self.number(number, other.map_or(Shape::Times, Shape::Between));
            self.at += if other.is_some() {
                word.len() + behind.chars().next().map_or(0, char::len_utf8) + open.len()
            } else {
                word.len()
            };
        } else if matches!(word, "x" | "X") && !self.leads_name(word, behind) && self.crosses(behind) {
            self.cross(word.len());
        } else if let Some((stem, count)) = glued(word) {
            self.more_text(stem.len());
            self.number(count, Shape::Times);
            self.at += word.len() - stem.len();
        } else if let Some(length) = self.coded() {
            self.more_text(length);
        } else if !self.code(word, behind) {
            self.more_text(word.len());
        }
    }

    /// The length of a card's code that begins here.
    fn coded(&self) -> Option<usize> {
        coded(&self.line[self.at..], self.line[..self.at].chars().next_back())
    }

    /// A number with letters glued to it.
    fn number_and_letters(&mut self, number: &str, letters: &str) {
        let [digits, length] = [number.len(), number.len() + letters.len()];
        if let Some(set) = letters.strip_prefix(CROSS).filter(|n| is_figure(n)) {
            // `2x19`, `19x2`: no deck has more of anything than the smaller.
            let is_set = |digits: &str| digits.parse().is_ok_and(|n: u32| n > MAX_COPIES);
            let [count, of] = if is_set(number) && !is_set(set) {
                [Shape::Set, Shape::Times]
            } else {
                [Shape::Times, Shape::Set]
            };
            self.number(number, count);
            self.number(set, of);
            self.at += length;
        } else if digits == 1 && letters.len() > 1 && letters != "st" && self.counts_copies(letters) {
            self.number(number, Shape::Times);
            self.at += length;
        } else if letters.starts_with(CROSS)
            && (letters.len() == 1 || letters[1..].starts_with(char::is_uppercase))
        {
            self.number(number, Shape::Times);
            self.at += digits + 1;
        } else if digits <= 2 && letters.starts_with(char::is_uppercase) && letters.chars().count() > 2 {
            self.number(number, Shape::Bare);
            self.at += digits;
        } else {
            self.more_text(length);
        }
    }

    /// `4ea Title`, `2kpl Title`: whether what is glued to a number says that it is a count.
    fn counts_copies(&self, letters: &str) -> bool {
        self.lexicon.words.get(letters).contains(&Role::Copies)
    }

    /// `4xsnowspeeder squad`: whether a line begins with a count, and the title's first word is glued to it.
    fn glued_in_front(&self, number: &str, word: &str, behind: &str) -> bool {
        let begins = self.text.is_none()
            && self.pieces.iter().all(|p| matches!(p, Piece::Dash | Piece::Comma | Piece::Cut));
        let few = number.len() == 1 && number != "0";
        let dashed = behind.starts_with('-') && behind[1..].starts_with(char::is_alphabetic);
        begins && few && word.starts_with(char::is_alphabetic) && (word.chars().count() > 1 || dashed)
    }

    /// `4 X-wing`: whether an `x` is the first letter of a name, with a dash behind it.
    fn leads_name(&self, word: &str, behind: &str) -> bool {
        let mut behind = behind.chars();
        let dashed = behind.next() == Some('-') && behind.next().is_some_and(char::is_alphabetic);
        dashed && self.lexicon.begins_name(word)
    }

    /// Whether an `x` stands beside a number.
    fn crosses(&self, behind: &str) -> bool {
        let next = behind.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let last = self.text.is_none()
            && matches!(self.pieces.last(), Some(Piece::Number(n)) if n.shape == Shape::Bare);
        next || last
    }

    /// `FIC04-1`: the place of a fan-made card.
    fn code(&mut self, word: &str, behind: &str) -> bool {
        let mixed =
            word.bytes().any(|b| b.is_ascii_digit()) && word.bytes().all(|b| b.is_ascii_alphanumeric());
        let position = behind.strip_prefix('-').map(leading_digits).unwrap_or_default();
        let Ok(at) = position.parse() else { return false };
        if !mixed || position.is_empty() {
            return false;
        }
        self.end_text();
        self.pieces.push(Piece::Place(word.to_owned(), at));
        self.at += word.len() + 1 + position.len();
        true
    }

    /// A number, or `5-9`, `99-1`, `1.`, `23/180`.
    fn figure(&mut self, number: &str, behind: &str) {
        if is_year(number) && !behind.starts_with(['-', '/']) {
            self.end_text();
            self.at += number.len();
            return;
        }
        let value = || number.parse::<u32>().unwrap_or(u32::MAX);
        let second = behind.strip_prefix(['-', '–']).map(leading_digits).unwrap_or_default();
        let after_first = self.pieces.is_empty() && self.text.is_none();
        if let Ok(to) = second.parse::<u32>() {
            self.end_text();
            let dash = behind.chars().next().map_or(1, char::len_utf8);
            let labelled = std::mem::take(&mut self.set_next);
            // `Title (2-3)`: cards of the trading card game have no places.
            let place = self.lexicon.game == Game::Lcg
                && to <= 6
                && !labelled
                && (value() > to || self.in_brackets());
            self.pieces.push(if place {
                Piece::Place(number.to_owned(), to as usize)
            } else {
                Piece::Range(value(), to)
            });
            self.at += number.len() + dash + second.len();
        } else if let Some(rest) = behind.strip_prefix('/').map(leading_digits).filter(|d| !d.is_empty()) {
            // A collector's number, `23/180`; `2/3` leaves a count open.
            self.end_text();
            // `4/5x`, `0/2x`: one more than any deck may have, or none, is no collector's number.
            let counts = behind[1 + rest.len()..].starts_with(CROSS);
            let range = if counts { 0..=MAX_COPIES + 1 } else { 1..=MAX_COPIES };
            let small = |digits: &str| digits.parse().ok().filter(|n: &u32| range.contains(n));
            let length = number.len() + 1 + rest.len() + usize::from(counts);
            if let (Some(one), Some(other)) = (small(number), small(rest)) {
                self.number(number, if one == other { Shape::Bare } else { Shape::Between(other) });
            }
            self.at += length;
        } else if after_first
            && behind.starts_with(['.', ')'])
            && behind[1..].starts_with(char::is_whitespace)
            && !self.set_next
        {
            self.number(number, Shape::Ordinal);
            self.at += number.len() + 1;
        } else {
            self.number(number, Shape::Bare);
            self.at += number.len();
        }
    }

    fn in_brackets(&self) -> bool {
        let open = self.pieces.iter().rev().find(|p| matches!(p, Piece::Open | Piece::Close));
        open == Some(&Piece::Open)
    }

    fn more_text(&mut self, length: usize) {
        let end = self.at + length;
        self.text = Some(self.text.map_or((self.at, end), |(start, _)| (start, end)));
        self.set_next = false;
        self.at = end;
    }
}

/// Names hold a year's figures, but nothing else of a list does.
fn is_year(number: &str) -> bool {
    number.len() == 4 && number.parse::<u32>().is_ok_and(|n| (1990..=2060).contains(&n))
}

/// How long the word of letters and figures is that begins here: `R2-X2`, `2-1B`, `IG-88`, `TK-875`.
fn coded(text: &str, before: Option<char>) -> Option<usize> {
    if before.is_some_and(|c| !c.is_whitespace() && c != '(') {
        return None;
    }
    let length = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(text.len());
    let word = text[..length].trim_end_matches('-');
    let parts: Vec<&str> = word.split('-').collect();
    let [first, .., last] = &parts[..] else { return None };
    let mixed = |part: &&&str| {
        let (letters, figures) =
            (part.bytes().any(|b| b.is_ascii_alphabetic()), part.bytes().any(|b| b.is_ascii_digit()));
        let cross = part.trim_matches(['x', 'X']).bytes().all(|b| b.is_ascii_digit());
        letters && figures && !cross && part.len() <= 3
    };
    let capitals = (1..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_uppercase());
    // `t-16`; an `x` is a count's.
    let small = first.len() == 1 && first.bytes().all(|b| b.is_ascii_lowercase() && b != b'x');
    let letters = capitals || small;
    let number = (2..=4).contains(&last.len()) && last.bytes().all(|b| b.is_ascii_digit());
    // `DS-61-9`
    let figures = |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let several = letters && first.len() > 1 && parts.len() == 3 && parts[1..].iter().all(figures);
    let code = mixed(&last) || mixed(&first) && !number || letters && number && parts.len() == 2 || several;
    code.then_some(word.len())
}

/// `Sithx2`: the word, and the count glued to it.
fn glued(word: &str) -> Option<(&str, &str)> {
    let (stem, count) = word.rsplit_once(['x', 'X', '×'])?;
    let is_count = (1..=2).contains(&count.len()) && count.bytes().all(|b| b.is_ascii_digit());
    (is_count && stem.chars().count() > 1 && stem.chars().all(char::is_alphabetic)).then_some((stem, count))
}

/// Whether a text is nothing but figures.
fn is_figure(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn leading_digits(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())]
}
