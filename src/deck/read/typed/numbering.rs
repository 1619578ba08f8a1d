//! Lines with a number in front that only counts them: places of a deck, `1+2.`, `Objective 3:`, and an
//! editor's numbers of lines. Sums in the place of a count.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::most_copies;
use super::tally;
use crate::deck::words::{InPlace, Opens, Role};

/// The minimum number of lines numbered consecutively that is no coincidence.
const MIN_LINES: usize = 4;

/// A line with the places it takes in a deck.
struct NumberedPlace<'l> {
    row: usize,
    /// The words in front of the number.
    label: String,
    from: u32,
    to: u32,
    rest: &'l str,
}

/// The lines without the numbers that count them; one that stands for several places with that count.
pub(super) fn without_places<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let places: Vec<NumberedPlace<'_>> =
        rows.iter().enumerate().filter_map(|(row, line)| place(row, line, lexicon)).collect();
    let written =
        of_editor(&places, &rows, lexicon).or_else(|| of_deck(&places, lexicon)).unwrap_or_default();
    let written: Vec<(usize, String)> = written;
    let mut rows = rows;
    for (row, line) in written {
        rows[row] = line.into();
    }
    rows
}

/// The minimum number of lines numbered 1, 2, 3 … that are no counts.
const MIN_ORDINALS: usize = 6;

/// The same where strokes behind every title are its count.
const MIN_STROKED: usize = 4;

/// How many lines of a run are no counts.
fn least(run: &[(usize, u32, String)], lexicon: &Lexicon<'_>) -> usize {
    let strokes: Option<Vec<usize>> = run.iter().map(|(.., rest)| tally::behind(rest, lexicon)).collect();
    let counted = strokes.is_some_and(|all| all.iter().any(|count| *count > 1));
    if counted { MIN_STROKED } else { MIN_ORDINALS }
}

/// The lines without the numbers from 1 on that count them, whatever else stands among them: nobody plays one
/// of the first card, two of the second and so on. A line of nothing but a word for the same is the title
/// above once more.
pub(super) fn without_ordinals<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let found: Vec<(usize, u32, String)> = rows
        .iter()
        .enumerate()
        .filter_map(|(row, line)| ordinal(line).map(|(n, rest)| (row, n, rest.to_owned())))
        .collect();
    // A number that does not go on, in front of words that name no card, counts something else.
    let mut last = 0;
    let found: Vec<(usize, u32, String)> = found
        .into_iter()
        .filter(|(_, n, rest)| {
            let goes_on = *n == 1 || *n == last + 1;
            last = if goes_on { *n } else { last };
            goes_on || lexicon.names_a_card(rest)
        })
        .collect();
    let runs: Vec<&[(usize, u32, String)]> = found.chunk_by(|_, (_, n, _)| *n != 1).collect();
    let counts_on = |run: &&[(usize, u32, String)]| {
        run.len() >= least(run, lexicon) && run.iter().zip(1..).all(|((_, n, _), at)| *n == at)
    };
    let own = |(_, n, rest): &&(usize, u32, String)| {
        lexicon.objective_of(*n).is_some_and(|title| rest.contains(title))
    };
    if runs.is_empty() || !runs.iter().all(counts_on) || found.iter().filter(own).count() * 2 > found.len() {
        return rows;
    }
    let mut rows = rows;
    let mut above = String::new();
    for (row, _, rest) in found {
        let unread = rest.split(['(', '[']).next().is_some_and(|text| !text.contains(char::is_alphanumeric));
        // Below a row with a count, signs for its words and one for the count may be another row's.
        let open = signs(&rest).count() > 1 && is_counted(&above);
        rows[row] = if is_same(&rest, lexicon) && !open {
            above.clone().into()
        } else if unread {
            format!("1x {rest}").into()
        } else {
            rest.clone().into()
        };
        above = rows[row].clone().into_owned();
    }
    rows
}

/// The lines without Roman figures from I on that count them: no strokes of a tally go on so far.
pub(super) fn without_roman(rows: Vec<Cow<'_, str>>) -> Vec<Cow<'_, str>> {
    const FIGURES: [&str; 15] =
        ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"];
    let roman = |line: &str| {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace)?;
        let figure = first.trim_end_matches(['.', ')', ':', '-']).to_uppercase();
        let at = FIGURES.iter().position(|known| *known == figure)?;
        let rest = rest.trim_start_matches(|c: char| c.is_whitespace() || ".):-–|".contains(c));
        rest.chars().next().filter(|c| c.is_alphanumeric()).map(|_| (at, rest.to_owned()))
    };
    let found: Vec<(usize, usize, String)> = rows
        .iter()
        .enumerate()
        .filter_map(|(row, line)| roman(line).map(|(n, rest)| (row, n, rest)))
        .collect();
    let in_order = found.iter().enumerate().all(|(at, (_, n, _))| at == *n);
    if found.len() <= MIN_LINES || !in_order {
        return rows;
    }
    let mut rows = rows;
    for (row, _, rest) in found {
        rows[row] = rest.into();
    }
    rows
}

/// The number in front of a line that may count it, and the rest.
fn ordinal(line: &str) -> Option<(u32, &str)> {
    let line = line.trim().trim_start_matches(['>', '*', '•', '(', '[', '#', ' ']);
    let (n, rest) = number(line).filter(|(n, _)| (1..=99).contains(n))?;
    let behind = rest.trim_start_matches(|c: char| c.is_whitespace() || ".):-–]".contains(c));
    let apart = behind.len() < rest.len() && !behind.is_empty();
    // `1 x Title`
    let counts = ["x ", "X ", "× "].iter().any(|cross| behind.starts_with(cross));
    (apart && !counts).then_some((n, behind))
}

/// The parts of a text between blanks and strokes.
fn signs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() || "-–—.()".contains(c)).filter(|sign| !sign.is_empty())
}

/// Whether a count stands at an end of a row.
fn is_counted(row: &str) -> bool {
    let mut words = row.split_whitespace();
    words.next().is_some_and(tally::is_count) || words.next_back().is_some_and(tally::is_count)
}

/// `same`, `- " -`, `do.`, `x2 of the above`: whether a line says that it is as the one above.
fn is_same(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric());
    if bare.is_empty() {
        // One below each word, `"   "   "`, says what one says.
        let is_ditto = |sign| matches!(sign, "\"" | "''" | "”" | "“" | "„" | "″" | "〃" | ",,");
        return signs(text).next().is_some() && signs(text).all(is_ditto);
    }
    // `do.` and `id.` are ditto, `do` is a word.
    if text.trim().ends_with('.') && lexicon.words.is(InPlace::Ditto, bare) {
        return true;
    }
    let counts = |word: &&str| word.trim_matches(['x', 'X', '×']).bytes().all(|b| b.is_ascii_digit());
    let words: Vec<&str> = bare.split_whitespace().filter(|word| !counts(word)).collect();
    let words = words.join(" ");
    let roles = lexicon.roles(&words);
    let above = roles.whole() && roles.has(&Role::StandsHere) && !lexicon.is_name(&words);
    above || lexicon.words.is(InPlace::Same, &words)
}

/// Every line has the number that an editor gives it.
fn of_editor(
    places: &[NumberedPlace<'_>],
    rows: &[Cow<'_, str>],
    lexicon: &Lexicon<'_>,
) -> Option<Vec<(usize, String)>> {
    let all = rows.iter().filter(|line| line.contains(char::is_alphabetic)).count();
    let plain: Vec<&NumberedPlace<'_>> =
        places.iter().filter(|p| p.label.is_empty() && p.from == p.to).collect();
    let first = plain.first()?;
    let shift = i64::from(first.from) - i64::try_from(first.row).ok()?;
    let fits =
        |p: &&&NumberedPlace<'_>| i64::try_from(p.row).is_ok_and(|row| i64::from(p.from) - row == shift);
    let numbered = plain.iter().filter(fits).count();
    let counted = plain.iter().filter(|p| leads_with_count(p.rest)).count();
    let enough =
        numbered > MIN_LINES && numbered == plain.len() && numbered + 1 >= all && counted * 2 > numbered;
    (enough && !are_own_sets(&plain, lexicon))
        .then(|| plain.iter().map(|p| (p.row, p.rest.to_owned())).collect())
}

/// The lines count the places of a deck from 1 on.
fn of_deck(places: &[NumberedPlace<'_>], lexicon: &Lexicon<'_>) -> Option<Vec<(usize, String)>> {
    let label = places.iter().find(|p| p.from == 1)?.label.clone();
    let of: Vec<&NumberedPlace<'_>> = places.iter().filter(|p| p.label == label).collect();
    let starts = of.iter().position(|p| p.from == 1)?;
    let mut next = 1;
    let run: Vec<&NumberedPlace<'_>> = of[starts..]
        .iter()
        .take_while(|p| {
            let follows = p.from == next && p.to >= p.from && p.to - p.from < most_copies(lexicon.game);
            next = p.to + 1;
            follows
        })
        .copied()
        .collect();
    let wide = run.iter().filter(|p| p.to > p.from).count();
    let enough = run.len() >= MIN_LINES && run.len() + starts == of.len() && starts == 0;
    if !enough || label.is_empty() && wide < 2 || are_own_sets(&run, lexicon) {
        return None;
    }
    let written = |p: &&NumberedPlace<'_>| {
        let count = p.to - p.from + 1;
        let counted = count == 1 || leads_with_count(p.rest);
        (p.row, if counted { p.rest.to_owned() } else { format!("{count}x {}", p.rest) })
    };
    Some(run.iter().map(written).collect())
}

/// Whether the numbers are those of the titles' own sets.
fn are_own_sets(places: &[&NumberedPlace<'_>], lexicon: &Lexicon<'_>) -> bool {
    let own =
        |p: &&&NumberedPlace<'_>| lexicon.objective_of(p.from).is_some_and(|title| p.rest.contains(title));
    places.iter().filter(own).count() * 2 > places.len()
}

fn place<'l>(row: usize, line: &'l str, lexicon: &Lexicon<'_>) -> Option<NumberedPlace<'l>> {
    let line = line.trim().trim_start_matches(['>', '*', '•', '(', '[', ' ']);
    let digits = line.find(|c: char| c.is_ascii_digit())?;
    let label = line[..digits].trim();
    let (from, rest) = number(&line[digits..])?;
    let (to, rest) = second(rest).filter(|(to, _)| *to > from).unwrap_or((from, rest));
    let marks: &[_] = &['.', ')', ':', '-', '–', '|', ']', ',', '=', '/'];
    let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || marks.contains(&c));
    let apart = trimmed.len() < rest.len();
    let named = trimmed.contains(char::is_alphabetic);
    // `2 - 3 Title` is a count, `2x Title` too.
    let counts = rest.starts_with(['x', 'X', '×']);
    let of_place = label.is_empty() || label == "#" || is_label(label, lexicon);
    (apart && named && !counts && of_place).then(|| NumberedPlace {
        row,
        label: label.to_lowercase(),
        from,
        to,
        rest: trimmed,
    })
}

/// Whether the words in front of a number say that it counts sets or cards of the list.
fn is_label(label: &str, lexicon: &Lexicon<'_>) -> bool {
    let known =
        |role: &Role| matches!(role, Role::SetNumber | Role::Heading(Opens::Objectives) | Role::Cards);
    let word = label.trim_end_matches(['#', '.', ' ']);
    word.len() < 20 && (lexicon.words.get(word).iter().any(known) || lexicon.words.is(InPlace::Place, word))
}

/// The number a text begins with, and what stands behind.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (1..=3).contains(&end).then_some(())?;
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// Behind the first place the last: `1+2.`, `3-4`, `5 & 6`.
fn second(rest: &str) -> Option<(u32, &str)> {
    let joint: &[_] = &['+', '-', '–', '/', '&', ','];
    let behind = rest.trim_start().strip_prefix(joint)?.trim_start();
    number(behind).filter(|(_, rest)| rest.starts_with(|c: char| c.is_whitespace() || ".):".contains(c)))
}

/// Whether a text begins with a count: `2x Title`, `2 Title`.
fn leads_with_count(text: &str) -> bool {
    number(text).is_some_and(|(n, rest)| n <= 9 && rest.starts_with([' ', 'x', 'X', '×', '\t']))
}

/// The lines with a sum as its count: `2+2 Title`, `4 Title +1`, `Title 2+1`; a count that was changed,
/// `1 -> 2`, as the open one it is, and numbers of sets between slashes as a row.
pub(super) fn summed<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let written =
        |line: &str| changed(line).or_else(|| sum(line, lexicon)).or_else(|| row_of_sets(line, lexicon));
    rows.into_iter().map(|line| written(&line).map_or(line, Cow::from)).collect()
}

/// `1 -> 2 Title`: somebody changed the count.
fn changed(line: &str) -> Option<String> {
    let sign = ["->", "=>", "→", "⇒", "➜", "➔"].into_iter().find(|sign| line.contains(sign))?;
    let (before, behind) = line.split_once(sign)?;
    let (before, behind) = (before.trim_end(), behind.trim_start());
    let apart = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_digit() && c != '-');
    let mut left = before.chars().rev();
    let from = left.next().filter(char::is_ascii_digit)?;
    let mut right = behind.chars();
    let to = right.next().filter(char::is_ascii_digit)?;
    (apart(left.next()) && apart(right.next()) && from != to)
        .then(|| format!("{}{from}/{behind}", &before[..before.len() - 1]))
}

/// `8/9/10/43`, `8-9-10-43`: a row of sets by number.
fn row_of_sets(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let is_row = |word: &str, joint: char| {
        let numbers: Vec<&str> = word.split(joint).collect();
        let known = |n: &&str| n.parse().is_ok_and(|n| lexicon.objective_of(n).is_some());
        numbers.len() >= MIN_LINES && numbers.iter().all(known)
    };
    let joint_of = |word: &str| ['/', '-', '–'].into_iter().find(|joint| is_row(word, *joint));
    if !line.split(' ').any(|word| joint_of(word).is_some()) {
        return None;
    }
    let written =
        |word: &str| joint_of(word).map_or_else(|| word.to_owned(), |joint| word.replace(joint, ", "));
    Some(line.split(' ').map(written).collect::<Vec<_>>().join(" "))
}

fn sum(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if !line.contains('+') {
        return None;
    }
    let bare = line.trim_start_matches(|c: char| c.is_whitespace() || ">*•-".contains(c));
    if let Some(behind) = sum_behind(bare, lexicon) {
        return Some(behind);
    }
    let (first, rest) = number(bare).filter(|(n, _)| *n <= 9)?;
    if let Some((second, rest)) =
        rest.trim_start().strip_prefix('+').and_then(|rest| number(rest.trim_start()))
    {
        let title = rest.trim_start_matches(['x', 'X', '×']);
        let apart = title.starts_with(' ') && title.trim_start().starts_with(char::is_alphabetic);
        return (apart && second <= 9).then(|| format!("{}x{title}", first + second));
    }
    let (title, more) = rest.rsplit_once('+')?;
    let (second, behind) = number(more.trim_start())?;
    let title = title.trim_start_matches(['x', 'X', '×']);
    let word = behind.trim().trim_matches(['(', ')']);
    let plain = word.chars().all(char::is_alphabetic) && word.len() < 8 && title.starts_with(' ');
    let several = title.contains([',', '+', ';', '/', '\t']) || title.contains(|c: char| c.is_ascii_digit());
    let printing = word.is_empty() || lexicon.words.is(InPlace::Printing, word);
    (plain && printing && !several && second <= 4).then(|| format!("{}x{}", first + second, title.trim_end()))
}

/// `Title 2+1`, `Title 2 (+1 foil)`.
fn sum_behind(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (before, more) = line.rsplit_once('+')?;
    let (second, behind) = number(more.trim_start())?;
    let word = behind.trim().trim_matches(['(', ')', ' ']);
    let before = before.trim_end().trim_end_matches('(').trim_end();
    let (title, first) = before.rsplit_once(' ')?;
    let first: u32 = first.trim_matches(['x', 'X', '×']).parse().ok()?;
    let printing = word.is_empty() || lexicon.words.is(InPlace::Printing, word);
    let few = (1..=9).contains(&first) && (1..=4).contains(&second);
    (printing && few && lexicon.is_name(title)).then(|| format!("{}x {title}", first + second))
}
