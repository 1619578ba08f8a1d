//! Columns that only blanks part, written with tabs: two decks side by side, and labels of a form in one
//! line.

use std::borrow::Cow;
use std::ops::Range;

use super::lexicon::Lexicon;
use super::scanned;
use crate::deck::words::{InPlace, Role};

/// The minimum number of rows of two columns that is no coincidence.
const MIN_ROWS: usize = 3;

/// The minimum number of blanks between two columns.
const GAP: usize = 3;

/// No text has more lines that are looked at for columns.
const MAX_ROWS: usize = 500;

/// The lines with a tab where blanks part two columns.
pub(super) fn by_blanks<'t>(lines: &[&'t str], lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let cuts: Vec<Option<Range<usize>>> =
        lines.iter().take(MAX_ROWS).map(|line| double_at(line, lexicon)).collect();
    let several = cuts.iter().flatten().count() >= MIN_ROWS;
    let cut = |(at, line): (usize, &&'t str)| {
        let double = cuts.get(at).cloned().flatten().filter(|_| several);
        let head = || gaps(line).into_iter().find(|gap| several && is_head(line, gap, lexicon));
        let form = || gaps(line).into_iter().find(|gap| is_form(line, gap, lexicon));
        if let Some(written) = behind_total(line, lexicon) {
            return written.into();
        }
        match double.or_else(head).or_else(form) {
            Some(gap) => format!("{}\t{}", &line[..gap.start], &line[gap.end..]).into(),
            None => (*line).into(),
        }
    };
    lines.iter().enumerate().map(cut).collect()
}

/// Where several blanks stand between the words of a line.
fn gaps(line: &str) -> Vec<Range<usize>> {
    if line.len() > 400 || !line.contains("   ") || line.contains(['\t', '|']) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = None;
    for (at, c) in line.char_indices() {
        match (c == ' ' || c == '\u{a0}', from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                if start > 0 && line[start..at].chars().count() >= GAP && !line[..start].trim().is_empty() {
                    found.push(start..at);
                }
                from = None;
            }
            _ => {}
        }
    }
    found
}

/// The gap with a card on either side. The count of the one in front stands in a gap as well, `Life Debt   2
/// Trust Me   1`: it is not cut off where that would leave the other card two counts.
fn double_at(line: &str, lexicon: &Lexicon<'_>) -> Option<Range<usize>> {
    let mut doubles = gaps(line).into_iter().filter(|gap| is_double(line, gap, lexicon)).peekable();
    let first = doubles.peek().cloned();
    let is_count = |word: Option<&str>| word.is_some_and(is_count);
    // Where a count begins the line, counts stand in front.
    if is_count(line.split_whitespace().next()) {
        return first;
    }
    let twice = |half: &str| {
        is_count(half.split_whitespace().next()) && is_count(half.split_whitespace().next_back())
    };
    doubles.find(|gap| !twice(&line[gap.end..])).or(first)
}

/// Whether a card stands on either side, at least one of them by its exact name.
fn is_double(line: &str, gap: &Range<usize>, lexicon: &Lexicon<'_>) -> bool {
    // A title written with wide blanks is one card.
    if row(line, lexicon) == Some(true) {
        return false;
    }
    let [left, right] = [&line[..gap.start], &line[gap.end..]].map(|half| row(half, lexicon));
    matches!((left, right), (Some(first), Some(second)) if first || second)
}

/// Whether a half of a line is a card: one with its exact name, or something counted.
fn row(half: &str, lexicon: &Lexicon<'_>) -> Option<bool> {
    let words: Vec<&str> = half.split_whitespace().collect();
    let first = words.iter().position(|word| !is_count(word) && !matches!(*word, "x" | "-" | "*" | "•"))?;
    let last = words.iter().rposition(|word| !is_count(word) && *word != "x")?;
    let name = words.get(first..=last)?.join(" ");
    let exact = lexicon.is_name(&name) || lexicon.is_name(&words.join(" "));
    let counted =
        (first > 0 || last + 1 < words.len()) && name.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    (exact || counted).then_some(exact)
}

/// Whether a word is a number of up to three digits, `2`, `x2`, `(2)`.
fn is_count(word: &str) -> bool {
    let figures = word.trim_matches(['x', 'X', '×', '(', ')', '#', '.', ':']);
    !figures.is_empty() && figures.len() <= 3 && figures.bytes().all(|b| b.is_ascii_digit())
}

/// `Total: 60     Dark side     Ann`: the total, and what stands behind it each in a line of its own, where
/// that is no card.
fn behind_total(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let gaps = gaps(line);
    let first = gaps.first()?;
    let total = line[..first.start].trim();
    let label = total.trim_end_matches(|c: char| c.is_ascii_digit());
    let figures = &total[label.len()..];
    let sums = lexicon.words.is(InPlace::Sum, label.trim_matches(|c: char| !c.is_alphabetic()));
    if !sums || figures.len() != 2 || row(&line[first.end..], lexicon).is_some() {
        return None;
    }
    let ends = gaps.iter().skip(1).map(|gap| gap.start).chain([line.len()]);
    let others = gaps.iter().zip(ends).map(|(gap, end)| &line[gap.end..end]);
    Some([total].into_iter().chain(others).collect::<Vec<_>>().join("\n"))
}

/// Whether the two halves are headings: sides or affiliations.
fn is_head(line: &str, gap: &Range<usize>, lexicon: &Lexicon<'_>) -> bool {
    let heads = |half: &str| {
        let roles = lexicon.roles(half);
        roles.whole() && roles.any(Role::names_deck)
    };
    heads(&line[..gap.start]) && heads(&line[gap.end..])
}

/// `Affiliation: …      Side: …`: whether another label stands behind the gap.
fn is_form(line: &str, gap: &Range<usize>, lexicon: &Lexicon<'_>) -> bool {
    let Some((label, _)) = line[gap.end..].split_once(':') else { return false };
    let roles = lexicon.roles(label);
    let labels = roles.whole() && roles.any(|role| matches!(role, Role::Label(_)));
    labels && line[..gap.start].contains(':') && label.len() < 30
}

/// Signs of an empty box, and of one with a tick in it.
const EMPTY: [&str; 7] = ["[ ]", "[]", "( )", "()", "☐", "□", "[_]"];
const TICKED: [&str; 8] = ["[x]", "[X]", "(x)", "(X)", "☑", "☒", "✓", "✔"];

/// No such line is longer, in bytes.
const MAX_ROW_LENGTH: usize = 300;

/// The lines whose boxes are ticked with what stands behind the ticked one: `[ ] Jedi [x] Sith`,
/// `☐ Jedi ☑ Sith`. Of boxes below one another the ticked one is written, too; of several, all, so that
/// the player is asked.
pub(super) fn ticked<'t>(lines: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let boxed: Vec<Option<Boxes<'_>>> = lines.iter().map(|line| boxes(line, lexicon)).collect();
    let mut written: Vec<Option<String>> = vec![None; lines.len()];
    for group in groups(&lines, &boxed) {
        for (at, text) in settled(&group, lexicon) {
            written[at] = Some(text);
        }
    }
    lines.into_iter().zip(written).map(|(line, written)| written.map_or(line, Cow::from)).collect()
}

/// The lines of boxes among which one choice is made: those right above and below each other, of which no two
/// have an empty box and a ticked one. Another deck of the player has boxes of its own.
fn groups<'b, 'l>(
    lines: &[Cow<'_, str>],
    boxed: &'b [Option<Boxes<'l>>],
) -> Vec<Vec<(usize, &'b Boxes<'l>)>> {
    let mut groups: Vec<Vec<(usize, &Boxes<'_>)>> = Vec::new();
    let mut open = false;
    for (at, boxes) in boxed.iter().enumerate() {
        match boxes {
            Some(boxes) => {
                let chosen = |group: &[(usize, &Boxes<'_>)]| {
                    group.iter().any(|(_, of)| of.empty && !of.ticked.is_empty())
                };
                let own = boxes.empty && !boxes.ticked.is_empty();
                // Two lines of one choice have one tick.
                match groups.last_mut().filter(|group| open && !(own && chosen(group))) {
                    Some(group) => group.push((at, boxes)),
                    None => groups.push(vec![(at, boxes)]),
                }
                open = true;
            }
            None => open &= lines[at].trim().is_empty(),
        }
    }
    groups
}

/// What is written in the place of lines among which a choice is made.
fn settled(group: &[(usize, &Boxes<'_>)], lexicon: &Lexicon<'_>) -> Vec<(usize, String)> {
    let choices: Vec<&str> =
        group.iter().flat_map(|(_, boxes)| boxes.ticked.iter().map(AsRef::as_ref)).collect();
    if choices.is_empty() || !group.iter().any(|(_, boxes)| boxes.empty) {
        return Vec::new();
    }
    let cards: Vec<String> =
        choices.iter().filter_map(|choice| lexicon.affiliation(&lexicon.roles(choice), choice)).collect();
    let several = cards.iter().any(|card| *card != cards[0]);
    let first = group.iter().find(|(_, boxes)| !boxes.ticked.is_empty()).map(|(at, _)| *at);
    let text = |(at, boxes): &(usize, &Boxes<'_>)| {
        let text = match &boxes.ticked[..] {
            _ if several && Some(*at) == first => format!("{AFFILIATION}: {}", cards.join(" / ")),
            [choice] if !several => choice.clone().into_owned(),
            _ => String::new(),
        };
        (*at, text)
    };
    group.iter().map(text).collect()
}

/// What is written in front of several affiliations that are ticked.
const AFFILIATION: &str = "affiliation";

/// The boxes of a line beside sides and affiliations.
struct Boxes<'l> {
    ticked: Vec<Cow<'l, str>>,
    /// Whether a box is empty.
    empty: bool,
}

/// A line of nothing but boxes in front of sides or affiliations, and perhaps a label.
fn boxes<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> Option<Boxes<'l>> {
    if line.len() > MAX_ROW_LENGTH || line.contains('\n') {
        return None;
    }
    let mut found = Boxes { ticked: Vec::new(), empty: false };
    let mut rest = line;
    let next = |text: &str| {
        let of = |(marks, ticked): (&[&'static str], bool)| {
            let at = marks.iter().filter_map(|mark| Some((text.find(mark)?, mark.len()))).min()?;
            Some((at.0, at.1, ticked))
        };
        [(&EMPTY[..], false), (&TICKED[..], true)].into_iter().filter_map(of).min()
    };
    while let Some((at, length, ticked)) = next(rest) {
        let behind = &rest[at + length..];
        let end = next(behind).map_or(behind.len(), |(end, ..)| end);
        let choice = behind[..end].trim_matches([' ', ',', '/', ';', '|', '\t', '.']);
        let names_deck = |text: &str| {
            let roles = lexicon.roles(text);
            roles.whole() && roles.any(Role::names_deck)
        };
        let choice = if names_deck(choice) {
            Cow::from(choice)
        } else {
            Cow::from(scanned::in_letters_as(choice, names_deck)?)
        };
        if ticked {
            found.ticked.push(choice)
        } else {
            found.empty = true
        }
        rest = behind;
    }
    (found.empty || !found.ticked.is_empty()).then_some(found)
}
