//! Counts as strokes: `II`, `||`, `**`, in front of the titles or behind them.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::sizes::most_copies;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// The minimum number of lines with strokes that is no coincidence.
const MIN_LINES: usize = 3;

/// The lines with the strokes of a tally written as counts.
pub(super) fn counted<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let [before, behind] = [true, false].map(|before| {
        let found = lines.iter().map(|line| strokes(line, before, lexicon)).collect::<Vec<_>>();
        let with: Vec<&Stroke<'_>> = found.iter().flatten().collect();
        let several = with.iter().any(|s| s.count > 1);
        // Single marks in front of every line are bullets, and a lone I is a word.
        let trusted = with.len() >= MIN_LINES && several;
        let written =
            |stroke: &Stroke<'_>| if trusted { Some(stroke.written()) } else { stroke.of_one_line(lexicon) };
        found.iter().map(|s| s.as_ref().and_then(written)).collect::<Vec<Option<String>>>()
    });
    let stroked = behind.iter().flatten().count() >= MIN_LINES;
    let of = lines.into_iter().zip(before.into_iter().zip(behind));
    let remarked = |line: &str| stroked.then(|| remarked(line, lexicon)).flatten();
    of.map(|(line, (before, behind))| before.or(behind).or_else(|| remarked(&line)).map_or(line, Cow::from))
        .collect()
}

/// `A II | B I`: the lines of two columns with strokes behind the titles of both, with counts in front of
/// them.
pub(super) fn in_cells<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let cell = |cell: &str| {
        let stroke = strokes(cell, false, lexicon).filter(|stroke| lexicon.is_title(stroke.title))?;
        Some((stroke.count, stroke.written()))
    };
    let row = |line: &Cow<'t, str>| {
        let cells: Vec<&str> =
            if line.len() <= MAX_REMARKED_LENGTH { line.split('|').collect() } else { Vec::new() };
        (cells.len() > 1).then(|| cells.into_iter().map(cell).collect::<Option<Vec<(usize, String)>>>())?
    };
    let found: Vec<Option<Vec<(usize, String)>>> = lines.iter().map(row).collect();
    let several = found.iter().flatten().flatten().any(|(count, _)| *count > 1);
    if found.iter().flatten().count() < MIN_LINES || !several {
        return lines;
    }
    let written = |cells: Vec<(usize, String)>| {
        cells.into_iter().map(|(_, written)| written).collect::<Vec<_>>().join(" | ")
    };
    lines
        .into_iter()
        .zip(found)
        .map(|(line, found)| found.map_or(line, |cells| written(cells).into()))
        .collect()
}

/// `Title |||  <-- a remark`: the row with its count in front, where it has strokes as those above it.
fn remarked(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let strokes = |word: &str| word.chars().all(|c| matches!(c, '|' | 'I')) && !word.is_empty();
    if line.len() > MAX_REMARKED_LENGTH {
        return None;
    }
    let mut at = 0;
    for word in line.split_inclusive(' ') {
        let (before, behind) = (line[..at].trim(), line[at + word.len()..].trim_start());
        at += word.len();
        let Some(count) = tallied(word.trim_end()).filter(|_| strokes(word.trim_end())) else { continue };
        let title = before.trim_end_matches([':', '-', '.', '=', '…', '_', ' ']);
        if behind.starts_with(REMARKS) && lexicon.is_title(title) {
            return Some(format!("{count}x {title} {behind}"));
        }
    }
    None
}

/// What begins a remark behind strokes.
const REMARKS: [char; 7] = ['<', '(', '#', '/', '←', '-', '–'];

/// No row of strokes with a remark is longer, in bytes.
const MAX_REMARKED_LENGTH: usize = 200;

/// The lines with a count that a scan, or a hand, wrote with a letter: `Z x Title`, `lx Title`.
pub(super) fn in_figures<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    lines.into_iter().map(|line| figure(&line, lexicon).map_or(line, Cow::from)).collect()
}

/// `playset minus one Title`: all but one, or one left open.
fn all_but_one(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let mut words = line.splitn(4, ' ');
    let (all, less) = (words.next()?, words.next()?);
    let signed = less.strip_prefix(['-', '−']).and_then(|n| n.parse::<u32>().ok());
    let in_words = |word: &str| {
        let of = lexicon.words.number(word);
        word.parse::<u32>().ok().or(of)
    };
    let takes = lexicon.words.get(less).contains(&Role::TakesOut);
    let (fewer, rest) = match signed {
        Some(fewer) => (fewer, line.splitn(3, ' ').nth(2)?),
        None => (in_words(words.next()?).filter(|_| takes)?, words.next()?),
    };
    let most = most_copies(lexicon.game);
    let full = lexicon.words.get(all).contains(&Role::Playset);
    (full && fewer < most && lexicon.is_title(rest.trim())).then(|| format!("{}/{most} {rest}", most - fewer))
}

/// `playset Title`, `playset of Title`: as many copies as a deck may have.
fn playset(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (all, title) = line.split_once(' ')?;
    let filler = |word: &str| lexicon.words.get(word).contains(&Role::Filler);
    let of = title.split_once(' ').filter(|(of, _)| filler(of) && !lexicon.is_title(title));
    let title = of.map_or(title, |(_, title)| title);
    let full = lexicon.words.get(all).contains(&Role::Playset) && !lexicon.is_name(line);
    (full && lexicon.is_title(title)).then(|| format!("{}x {title}", most_copies(lexicon.game)))
}

fn figure(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || "•*->".contains(c));
    if let Some(open) = all_but_one(line, lexicon) {
        return Some(open);
    }
    if let Some(full) = playset(line, lexicon) {
        return Some(full);
    }
    if let Some(dice) = dice(line, lexicon) {
        return Some(dice);
    }
    let mut chars = line.chars();
    let figure = match chars.next()? {
        'Z' | 'z' => "2x".to_owned(),
        'l' | 'I' | 'i' | '|' | '!' => "1x".to_owned(),
        '?' => format!("1/{}", most_copies(lexicon.game)),
        _ => return None,
    };
    let rest = chars.as_str();
    let title = rest.trim_start().strip_prefix(['x', 'X', '×'])?;
    let apart = title.starts_with(' ') && line.len() < 200;
    (apart && lexicon.is_title(title.trim()) && !lexicon.is_name(line))
        .then(|| format!("{figure} {}", title.trim_start()))
}

/// `3d Title`: a count with a letter behind it, whatever it stands for.
fn dice(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (first, title) = line.split_once(' ')?;
    let count = first.strip_suffix(|c: char| c.is_ascii_lowercase() && c != 'x')?;
    let few = count.parse::<u32>().is_ok_and(|n| (1..=9).contains(&n));
    (few && !lexicon.is_name(line) && lexicon.is_title(title.trim())).then(|| format!("{count}x {title}"))
}

/// The lines with the count above in the place of a mark that repeats it: `"`, `dito`.
pub(super) fn without_ditto<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    // The counts that stood last in front of a title and behind one.
    let (mut front, mut end) = (None, None);
    let repeat = |line: Cow<'t, str>| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [first, .., last] = &words[..] else { return line };
        let (first, last) = ((*first).to_owned(), (*last).to_owned());
        let written = match (&front, &end) {
            (Some(count), _) if is_ditto(&first, lexicon) => {
                Some(format!("{count} {}", words[1..].join(" ")))
            }
            (_, Some(count)) if is_ditto(&last, lexicon) => {
                Some(format!("{} {count}", words[..words.len() - 1].join(" ")))
            }
            _ => None,
        };
        if is_count(&first) {
            front = Some(first);
        }
        if is_count(&last) {
            end = Some(last);
        }
        written.map_or(line, Cow::from)
    };
    lines.into_iter().map(repeat).collect()
}

fn is_ditto(word: &str, lexicon: &Lexicon<'_>) -> bool {
    let bare = word.trim_matches(['-', '–', '.', '(', ')']);
    let sign = matches!(bare, "\"" | "''" | "”" | "“" | "„" | "″");
    // `do.` and `id.` are ditto, `do` is a word.
    sign || word.len() > 2 && lexicon.words.is(InPlace::Ditto, bare)
}

/// `2`, `2x`, `x2`, `(2)`.
pub(super) fn is_count(word: &str) -> bool {
    let figures = word.trim_matches(['(', ')', 'x', 'X', '×']);
    (1..=2).contains(&figures.len()) && figures.bytes().all(|b| b.is_ascii_digit())
}

/// A title with strokes beside it.
struct Stroke<'l> {
    line: &'l str,
    token: &'l str,
    count: usize,
    title: &'l str,
}

impl Stroke<'_> {
    fn written(&self) -> String {
        format!("{}x {}", self.count, self.title)
    }

    /// The count of a line that alone has such marks: strokes and Roman figures are one, and of other marks
    /// it is open.
    fn of_one_line(&self, lexicon: &Lexicon<'_>) -> Option<String> {
        let name = match lexicon.read(self.line) {
            Found::Exact(name) | Found::Slip(name) => normalize_name(&name),
            Found::Open(_) | Found::Lost => String::new(),
        };
        let figures = self.line.contains(|c: char| c.is_ascii_digit()) && !lexicon.is_title(self.title);
        // `Deathstar II`: the figure is the name's.
        let of_name = name.split(' ').any(|word| word == normalize_name(self.token) && !word.is_empty());
        let cry = self.token.starts_with('!');
        if self.count < 2 || cry || figures || of_name || !lexicon.is_title(self.title) {
            return None;
        }
        let strokes = self.token.chars().all(|c| matches!(c, 'I' | 'V' | '|'));
        let bullets = self.token.len() < 3 && !strokes;
        (!bullets).then(|| if strokes { self.written() } else { format!("1/{} {}", self.count, self.title) })
    }
}

/// How many the strokes behind a title count.
pub(super) fn behind(line: &str, lexicon: &Lexicon<'_>) -> Option<usize> {
    strokes(line, false, lexicon).map(|stroke| stroke.count)
}

fn strokes<'l>(line: &'l str, before: bool, lexicon: &Lexicon<'_>) -> Option<Stroke<'l>> {
    let line = line.trim();
    if line.len() > 200 || line.contains('\t') && line.contains('|') {
        return None;
    }
    let cut = |c: char| c.is_whitespace();
    let (token, title) = if before {
        line.split_once(cut)?
    } else {
        line.rsplit_once(cut).or_else(|| behind_dots(line)).map(|(title, token)| (token, title))?
    };
    // `*** Dark Side ***` is a heading.
    let framed = !token.is_empty() && !token.contains(char::is_alphanumeric) && title.ends_with(token);
    let opened = !before && !token.contains(char::is_alphanumeric) && title.starts_with(token);
    let (token, title) = match behind_dots(line).filter(|_| !before) {
        Some((title, last)) if tallied(last).is_some() => (last, title),
        _ => (token, title),
    };
    // `// up top`: the sign of a comment counts nothing but a title.
    let comment = before && token.starts_with('/') && !lexicon.is_title(title.trim());
    if framed && before || opened || comment {
        return None;
    }
    let (title, token) = (
        title.trim().trim_end_matches([':', '-', '.', '=', '…', '_']).trim_end(),
        token.trim_matches(['(', ')', '.', ':']),
    );
    // `17 Tribal Support II`: a set's number in front of its title.
    let is_digit = |c: char| c.is_ascii_digit();
    let bare = title.trim_start_matches(is_digit).trim_start();
    let number = title.strip_suffix(bare).and_then(|number| number.trim_end().parse().ok());
    let set = number.and_then(|number| lexicon.objective_of(number));
    let named_set = set.is_some_and(|set| normalize_name(set) == normalize_name(bare));
    let figures = title.contains(is_digit) && !lexicon.is_name(title) && !named_set;
    let plain = !title.contains(['|', '\t']) && !figures;
    let named = title.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let word = token.chars().any(char::is_alphanumeric);
    if !plain || !named || word && lexicon.is_name(line) {
        return None;
    }
    Some(Stroke { line, token, count: tallied(token)?, title })
}

/// `Title........IIII`: what stands before leading dots, and behind them.
fn behind_dots(line: &str) -> Option<(&str, &str)> {
    let at = ["..", "…", "__"].iter().filter_map(|mark| line.rfind(mark).map(|at| at + mark.len())).max()?;
    let last = &line[at..];
    (!last.is_empty() && !last.contains(char::is_whitespace)).then(|| (&line[..at], last))
}

/// How many a token of strokes counts.
fn tallied(token: &str) -> Option<usize> {
    if matches!(token, "IV" | "iv") {
        return Some(4);
    }
    let count = token.chars().count();
    let all = |marks: &str| token.chars().all(|c| marks.contains(c));
    let same = token.chars().all(|c| token.starts_with(c));
    let strokes =
        all("I") || all("|") || all("l") && count > 1 || all("i") && count > 1 || all("xX") && count > 1;
    let marks = same && all("*✓✔•+/!●■▪☑★oO") && !(count == 1 && all("oO"));
    ((1..=4).contains(&count) && (strokes || marks)).then_some(count)
}
