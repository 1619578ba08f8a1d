//! Rows of nothing but the numbers of sets and their counts, by twos, in columns, in groups or in ranges
//! among words: each set written with its count.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::Lexicon;
use super::moves::names;
use super::remarks;
use super::sizes::{CARDS_OF_A_SET, LIKELY_COUNT, is_whole, most_copies, whole};
use super::superseded::copies;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Decklist, UnreadLine};
use crate::deck::words::{Holds, Role};

/// The minimum number of rows, or of pairs in one row, that is no coincidence.
const MIN_ROWS: usize = 3;

/// In this many pairs marks may say what words do not.
const MIN_MARKED: usize = 2;

/// The minimum number of numbers, with their sum behind them, that are no set and its count.
const MIN_LISTED: usize = 5;

/// No such row is longer.
const MAX_ROW_LENGTH: usize = 400;

/// The lines with such rows written as sets with their counts, and the numbers behind products that are no
/// sets.
pub(super) fn written<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<BehindProduct>) {
    if lexicon.game == Game::Tcg {
        return (rows, Vec::new());
    }
    let written = |row: Cow<'t, str>| {
        if row.len() > MAX_ROW_LENGTH || row.contains('\n') {
            return row;
        }
        let several = row.bytes().filter(u8::is_ascii_digit).count() >= MIN_ROWS;
        let of_many = || {
            by_twos(&row, lexicon)
                .or_else(|| in_groups(&row, lexicon))
                .or_else(|| in_ranges(&row, lexicon))
                .or_else(|| without_total(&row, lexicon))
        };
        let of = || of_product(&row, lexicon).map(|sets| with_counts(&sets));
        let of = of().or_else(|| several.then(of_many).flatten());
        of.map_or(row, Cow::from)
    };
    let rows = in_two_rows(in_columns(rows, lexicon), lexicon);
    let (rows, behind) = without_lone_numbers(rows, lexicon);
    (rows.into_iter().map(written).collect(), behind)
}

fn set(number: u32, count: u32) -> String {
    format!("{count}x #{number}")
}

/// Where the numbers of a text stand, and what they are.
fn numbers(text: &str) -> Vec<(Range<usize>, u32)> {
    let mut found = Vec::new();
    let mut from = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (c.is_ascii_digit(), from) {
            (true, None) => from = Some(at),
            (false, Some(start)) => {
                found.push((start..at, text[start..at].parse().unwrap_or(u32::MAX)));
                from = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    found
}

fn differ(numbers: &[u32]) -> bool {
    numbers.iter().collect::<BTreeSet<_>>().len() == numbers.len()
}

fn are_sets(numbers: &[u32], lexicon: &Lexicon<'_>) -> bool {
    differ(numbers) && numbers.iter().all(|n| lexicon.objective_of(*n).is_some())
}

fn are_counts(numbers: &[u32]) -> bool {
    numbers.iter().all(|n| (1..=LIKELY_COUNT).contains(n))
}

/// `19,2`, `1. set 19, 2`, `19 2 12`: a row for each set, with columns of numbers.
fn in_columns<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let label = |word: &str| lexicon.words.get(word).contains(&Role::SetNumber);
    let cells = |row: &str| -> Option<Vec<u32>> {
        let words = row.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        let plain = !row.contains(['#', '-', '–', '×', '/', '+']) && row.len() < 40;
        (plain && words.into_iter().all(label)).then(|| numbers(row).into_iter().map(|(_, n)| n).collect())
    };
    let all: Vec<(usize, Vec<u32>)> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| Some((at, cells(row)?)))
        .filter(|(_, cells)| (2..=3).contains(&cells.len()))
        .collect();
    let Some(width) = all.first().map(|(_, cells)| cells.len()) else { return rows };
    if all.len() < MIN_ROWS || all.iter().any(|(_, cells)| cells.len() != width) {
        return rows;
    }
    let column = |at: usize| -> Vec<u32> { all.iter().map(|(_, cells)| cells[at]).collect() };
    let fits = |&(of_sets, of_counts): &(usize, usize)| {
        let (sets, counts) = (column(of_sets), column(of_counts));
        let other = (0..width).find(|at| ![of_sets, of_counts].contains(at)).map(column);
        are_sets(&sets, lexicon)
            && are_counts(&counts)
            && !differ(&counts)
            && other.is_none_or(|other| says_nothing(&other, &counts))
    };
    let pairs = (0..width).flat_map(|a| (0..width).filter(move |b| *b != a).map(move |b| (a, b)));
    let [(of_sets, of_counts)] = pairs.filter(fits).collect::<Vec<_>>()[..] else { return rows };
    let mut rows = rows;
    let first = all[0].0;
    if let Some(head) = first.checked_sub(1).filter(|at| names_columns(&rows[*at], lexicon)) {
        rows[head] = "".into();
    }
    for (at, cells) in all {
        rows[at] = set(cells[of_sets], cells[of_counts]).into();
    }
    rows
}

/// `Sets: 19 20 25` above `Copies: 2 1 2`: each set with the count below it; where there are not as many,
/// each with an open one.
fn in_two_rows<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let labelled = |row: &str, says: fn(&Role) -> bool, column: Holds| {
        let first = row.find(|c: char| c.is_ascii_digit()).filter(|_| row.len() <= MAX_ROW_LENGTH)?;
        let (label, listed) = row.split_at(first);
        let label = label.trim_matches(|c: char| !c.is_alphanumeric());
        let known = lexicon.roles(label).any(says) || lexicon.words.column(label) == Some(column);
        let bare = !listed.contains(|c: char| c.is_alphabetic() || "#-–×+".contains(c));
        (known && bare).then(|| numbers(listed).into_iter().map(|(_, n)| n).collect::<Vec<u32>>())
    };
    let of_sets = |role: &Role| matches!(role, Role::SetNumber);
    let of_counts = |role: &Role| matches!(role, Role::Copies);
    let mut rows = rows;
    for at in 1..rows.len() {
        let Some(sets) = labelled(&rows[at - 1], of_sets, Holds::Set) else { continue };
        let Some(counts) = labelled(&rows[at], of_counts, Holds::Count) else { continue };
        if sets.len() < MIN_ROWS || !are_sets(&sets, lexicon) || !are_counts(&counts) {
            continue;
        }
        let most = most_copies(lexicon.game);
        let open = |n: &u32| format!("1/{most}x {}", lexicon.objective_of(*n).unwrap_or_default());
        let written: Vec<String> = if sets.len() == counts.len() {
            sets.iter().zip(&counts).map(|(n, count)| set(*n, *count)).collect()
        } else {
            sets.iter().map(open).collect()
        };
        rows[at - 1] = written.join("\n").into();
        rows[at] = "".into();
    }
    rows
}

/// Whether a third column only counts the rows, or the cards of their sets.
fn says_nothing(numbers: &[u32], counts: &[u32]) -> bool {
    let pairs = || numbers.iter().zip(counts);
    numbers.iter().zip(1..).all(|(n, at)| *n == at)
        || pairs().all(|(n, count)| *n == count * CARDS_OF_A_SET)
        || pairs().all(|(n, count)| *n == count * (CARDS_OF_A_SET - 1))
}

/// `set qty cards`: whether a row is nothing but the headings of columns.
fn names_columns(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let mut words = row.split([',', ';', '\t', '|', ' ']).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some() && words.all(|word| lexicon.words.column(word.trim_matches('"')).is_some())
}

/// The words a row of numbers begins with, and the rest.
fn headed<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<(&'r str, &'r str)> {
    let first = row.find(|c: char| c.is_ascii_digit())?;
    let words = row[..first].rfind(char::is_alphabetic).map_or(0, |at| {
        let length = row[at..].chars().next().map_or(1, char::len_utf8);
        at + length
    });
    let (head, rest) = row.split_at(words);
    let head = head.trim();
    (head.is_empty() || lexicon.roles(head).whole() && names(head, lexicon).is_empty())
        .then_some((head, rest))
}

fn with_head(head: &str, sets: &[String]) -> String {
    let sets = sets.join(", ");
    if head.is_empty() { sets } else { format!("{head}\n{sets}") }
}

/// `(19, 2), (20, 2)`, `"19": 2, "20": 2`, `19,2 20,2`: a set and its count, again and again.
fn by_twos(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (head, rest) = headed(row, lexicon)?;
    let found = numbers(rest);
    if rest.contains(|c: char| c.is_alphabetic() || "#-–×+".contains(c)) || !found.len().is_multiple_of(2)
    {
        return None;
    }
    let pairs = found.len() / 2;
    let between: Vec<&str> =
        found.windows(2).map(|pair| rest[pair[0].0.end..pair[1].0.start].trim()).collect();
    let alike = |mut marks: Vec<&str>| {
        marks.dedup();
        (marks.len() == 1).then(|| marks[0].to_owned())
    };
    let inner = alike(between.iter().step_by(2).copied().collect())?;
    let outer = alike(between.iter().skip(1).step_by(2).copied().collect())?;
    let marked = inner != outer;
    let of = |from: usize| -> Vec<u32> { found.iter().skip(from).step_by(2).map(|(_, n)| *n).collect() };
    let fits = |sets: &[u32], counts: &[u32]| {
        let great = sets.iter().all(|n| *n > LIKELY_COUNT);
        let few = counts.iter().all(|n| *n <= most_copies(lexicon.game));
        let are_apart = if marked { great || !differ(counts) } else { great && few && pairs >= MIN_ROWS };
        are_sets(sets, lexicon) && are_counts(counts) && are_apart
    };
    let (first, second) = (of(0), of(1));
    let (sets, counts) = match (fits(&first, &second), fits(&second, &first)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        (true, true) | (false, false) => return None,
    };
    let sets: Vec<String> = sets.iter().zip(&counts).map(|(n, count)| set(*n, *count)).collect();
    (pairs >= MIN_MARKED).then(|| with_head(head, &sets))
}

/// `Heroes and Legends 98 x2`, `Core: 1 (x2), 2`: numbers of sets behind the product they came in, or the
/// beginning of its name.
fn of_product(row: &str, lexicon: &Lexicon<'_>) -> Option<SetsOfProduct> {
    if row.len() > MAX_ROW_LENGTH || row.contains('\n') {
        return None;
    }
    let first = row.find(|c: char| c.is_ascii_digit())?;
    let (head, rest) = row.split_at(first);
    let product = normalize_name(head.trim_matches(|c: char| !c.is_alphanumeric()));
    let crosses = |c: char| matches!(c, 'x' | 'X' | '×');
    if product.len() < MIN_LETTERS || rest.contains(|c: char| c.is_alphabetic() && !crosses(c)) {
        return None;
    }
    let came_in = |number: u32| {
        let set = lexicon.lcg.set(&number.to_string())?;
        normalize_name(&set.product).starts_with(&product).then_some(())
    };
    let mut sets: Vec<(u32, Option<u32>)> = Vec::new();
    for (at, number) in numbers(rest) {
        let digit = |c: char| c.is_ascii_digit();
        let before = |text: &str| text.strip_prefix(crosses).is_some_and(|text| !text.starts_with(digit));
        let counts = rest[..at.start].ends_with(crosses) || before(&rest[at.end..]);
        match sets.last_mut() {
            Some((_, count @ None)) if counts => *count = Some(number),
            _ if counts => return None,
            _ => {
                came_in(number)?;
                sets.push((number, None));
            }
        }
    }
    (!sets.is_empty()).then_some(sets)
}

fn with_counts(sets: &[(u32, Option<u32>)]) -> String {
    let sets: Vec<String> = sets.iter().map(|(number, count)| set(*number, count.unwrap_or(1))).collect();
    sets.join(", ")
}

/// A number behind the name of a product that was not taken for a set.
pub(super) struct BehindProduct {
    line: usize,
    text: String,
    /// Whether rows with titles stand below it, so that it is likely part of a heading.
    heads: bool,
}

/// A product's name that is no set's title, and the lone number behind it.
fn lone_number<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<(&'r str, u32)> {
    let (head, rest) = row.split_at(row.find(|c: char| c.is_ascii_digit())?);
    let head = head.trim_matches(|c: char| !c.is_alphanumeric());
    let number = rest.trim_end_matches(|c: char| !c.is_alphanumeric()).parse().ok()?;
    let named = lexicon.is_product_name(head) || of_product(row, lexicon).is_some();
    (named && names(row, lexicon).is_empty()).then_some((head, number))
}

/// The sets that a line names behind a product, and the count of each.
type SetsOfProduct = Vec<(u32, Option<u32>)>;

/// The lines with a product's name alone where the number behind it says how many sets of it follow, or is no
/// set for sure; the numbers of the latter.
fn without_lone_numbers<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
) -> (Vec<Cow<'t, str>>, Vec<BehindProduct>) {
    let full: Vec<usize> = (0..rows.len()).filter(|at| !rows[*at].trim().is_empty()).collect();
    let products: Vec<Option<SetsOfProduct>> =
        full.iter().map(|at| of_product(&rows[*at], lexicon)).collect();
    let is_product = |n: usize| products.get(n).is_some_and(Option::is_some);
    let counted = products.iter().flatten().any(|sets| sets.len() > 1 || sets[0].1.is_some());
    let mut behind = Vec::new();
    let mut rows = rows;
    for (n, at) in full.iter().copied().enumerate() {
        let Some((head, number)) = lone_number(&rows[at], lexicon) else { continue };
        let below = full[n + 1..].iter().map(|at| copies(&rows[*at], lexicon));
        let below: Vec<u32> = below.take_while(|n| *n > 0).collect();
        let follow = [u32::try_from(below.len()).unwrap_or(u32::MAX), below.iter().sum()];
        let says_how_many = follow.contains(&number) && below.len() > 1;
        let beside = is_product(n + 1) || n > 0 && is_product(n - 1);
        if is_product(n) && (counted || beside) || !is_product(n) && !follow.contains(&number) {
            continue;
        }
        if is_product(n) && !says_how_many {
            let heads = !below.is_empty() && number <= whole(lexicon.game);
            behind.push(BehindProduct { line: at + 1, text: rows[at].trim().to_owned(), heads });
        }
        rows[at] = head.to_owned().into();
    }
    (rows, behind)
}

/// Notes the numbers behind products that were not counted; they are asked about where the list is not whole,
/// or nothing says what they are.
pub(super) fn note(behind: &[BehindProduct], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    for BehindProduct { line, text, heads } in behind {
        let below = lists.iter().position(|list| list.entries.iter().any(|e| e.line > *line));
        let at = below.unwrap_or(lists.len().saturating_sub(1));
        let Some(list) = lists.get_mut(at) else { continue };
        let is_whole = is_whole(remarks::counted(list, lexicon), lexicon);
        if is_whole && *heads {
            list.unread.push(UnreadLine::new(*line, text));
            continue;
        }
        list.add_question(
            vec![*line],
            format!("Is the number in {text:?} that of a set? It was not counted."),
        );
        list.doubts.which_list |= !is_whole;
    }
}

/// Nobody shortens a product's name to fewer letters.
const MIN_LETTERS: usize = 4;

/// What a word of a row of numbers is.
enum NumberRowWord {
    Count(u32),
    Set(u32),
    /// A range of sets.
    Sets(u32, u32),
    /// The words of a count, of sets, or between two.
    Other,
    /// Of whom the deck is.
    Whose,
    Unknown,
}

fn words<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Vec<(&'r str, NumberRowWord)> {
    let marks = |c: char| c.is_whitespace() || ",;:()[]{}.!\"".contains(c);
    let all: Vec<&str> =
        row.split(marks).filter(|word| word.contains(char::is_alphanumeric) || *word == "–").collect();
    let says = |at: usize, wanted: fn(&Role) -> bool| {
        all.get(at).is_some_and(|word| lexicon.words.get(word).iter().any(wanted))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let word = all[at];
        let mut length = 1;
        let through = says(at + 1, |role| *role == Role::Through);
        let last = all.get(at + 2).and_then(|word| word.parse().ok());
        let kind = match (word.parse::<u32>(), last) {
            (Ok(from), Some(to)) if through => {
                length = 3;
                NumberRowWord::Sets(from, to)
            }
            (Ok(n), _) if n <= LIKELY_COUNT && says(at + 1, |r| matches!(r, Role::Copies | Role::Each)) => {
                NumberRowWord::Count(n)
            }
            (Ok(n), _) => NumberRowWord::Set(n),
            (Err(_), _) => kind(word, lexicon),
        };
        found.push((word, kind));
        at += length;
    }
    found
}

fn kind(word: &str, lexicon: &Lexicon<'_>) -> NumberRowWord {
    let number = |text: &str| text.parse::<u32>().ok();
    let crossed = word.strip_prefix(['x', 'X', '×']).or_else(|| word.strip_suffix(['x', 'X', '×']));
    if let Some(count) = crossed.and_then(number).filter(|n| *n <= LIKELY_COUNT) {
        return NumberRowWord::Count(count);
    }
    if let Some((from, to)) = word.split_once(['-', '–']).and_then(|(a, b)| Some((number(a)?, number(b)?)))
    {
        return NumberRowWord::Sets(from, to);
    }
    let roles = lexicon.words.get(word);
    let count = roles.iter().find_map(Role::number).filter(|n| (1..=LIKELY_COUNT).contains(n));
    let quiet = |role: &Role| {
        use Role::{Cards, Copies, Each, Filler, Heading, Joins, SetNumber};
        matches!(role, Cards | Copies | Each | Filler | Heading(_) | Joins | SetNumber)
    };
    match count {
        _ if roles.contains(&Role::Joins) => NumberRowWord::Other,
        Some(count) => NumberRowWord::Count(count),
        None if roles.iter().any(|role| matches!(role, Role::Affiliation(_) | Role::Side(_))) => {
            NumberRowWord::Whose
        }
        None if roles.iter().any(quiet) => NumberRowWord::Other,
        None => NumberRowWord::Unknown,
    }
}

/// The sets of a range; nothing where one of them is none.
fn expanded(from: u32, to: u32, lexicon: &Lexicon<'_>) -> Option<Vec<u32>> {
    let range = (from < to && to - from < whole(lexicon.game) * LIKELY_COUNT).then_some(from..=to)?;
    let sets: Vec<u32> = range.collect();
    are_sets(&sets, lexicon).then_some(sets)
}

/// `double: 19, 20; single: 40, 90`, `19, 20 all double; 40 and 90 single`: a count for each group of sets,
/// in front of it or behind.
fn in_groups(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let mut groups: Vec<(Option<u32>, Vec<u32>)> = vec![(None, Vec::new())];
    let mut counts: Vec<u32> = Vec::new();
    let mut begun = false;
    let (mut leads, mut ends) = (false, false);
    for (_, word) in words(row, lexicon) {
        match word {
            NumberRowWord::Count(count) => {
                leads |= !begun;
                if groups.last().is_some_and(|(of, _)| of.is_some() && !leads)
                    || ends && leads
                    || begun && ends
                {
                    return None;
                }
                counts.push(count);
                if leads {
                    groups.push((Some(count), Vec::new()));
                } else {
                    groups.last_mut()?.0 = Some(count);
                    groups.push((None, Vec::new()));
                }
                (begun, ends) = (true, true);
            }
            NumberRowWord::Set(set) => {
                lexicon.objective_of(set)?;
                groups.last_mut()?.1.push(set);
                (begun, ends) = (true, false);
            }
            NumberRowWord::Sets(from, to) => {
                groups.last_mut()?.1.extend(expanded(from, to, lexicon)?);
                (begun, ends) = (true, false);
            }
            NumberRowWord::Whose if begun => return None,
            NumberRowWord::Other | NumberRowWord::Whose => {}
            NumberRowWord::Unknown => return None,
        }
    }
    groups.retain(|(count, sets)| count.is_some() || !sets.is_empty());
    let all = groups.iter().all(|(count, sets)| count.is_some() && !sets.is_empty());
    let of_groups = groups.iter().any(|(_, sets)| sets.len() > 1) && counts.contains(&1) && counts.len() > 1;
    if !all || !of_groups || leads == ends || differ(&counts) && counts.len() > LIKELY_COUNT as usize {
        return None;
    }
    let sets = groups.iter().flat_map(|(count, sets)| sets.iter().map(|n| set(*n, count.unwrap_or(1))));
    let sets: Vec<String> = sets.collect();
    Some(with_head(&whose(row, lexicon), &sets))
}

/// The affiliation, or the side, that a row names.
fn whose(row: &str, lexicon: &Lexicon<'_>) -> String {
    let roles = lexicon.roles(row);
    let side = roles.first(|role| match role {
        Role::Side(side) => Some(side.to_string()),
        _ => None,
    });
    lexicon.affiliation(&roles, "").or(side.map(|side| format!("{side} side"))).unwrap_or_default()
}

/// `the core deck (sets 19-25 and 36), plus 40 and 66`: a sentence that names a whole deck by ranges and
/// numbers of sets.
fn in_ranges(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if !names(row, lexicon).is_empty() || !row.contains(char::is_alphabetic) {
        return None;
    }
    let mut sets: Vec<u32> = Vec::new();
    let mut counts: Vec<u32> = Vec::new();
    let mut ranged = false;
    for (_, word) in words(row, lexicon) {
        match word {
            NumberRowWord::Count(count) => counts.push(count),
            NumberRowWord::Set(set) => sets.push(set),
            NumberRowWord::Sets(from, to) => {
                sets.extend(expanded(from, to, lexicon)?);
                ranged = true;
            }
            NumberRowWord::Other | NumberRowWord::Whose | NumberRowWord::Unknown => {}
        }
    }
    let once = counts.iter().all(|count| *count == 1);
    let full = u32::try_from(sets.len()).is_ok_and(|n| n == whole(lexicon.game));
    if !ranged || !once || !full || !are_sets(&sets, lexicon) {
        return None;
    }
    let sets: Vec<String> = sets.into_iter().map(|n| set(n, 1)).collect();
    Some(with_head(&whose(row, lexicon), &sets))
}

/// `19 19 20 … total 10`: without the words behind the numbers that say how many they are.
fn without_total(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let last = row.trim_end_matches(|c: char| !c.is_ascii_digit());
    let digits = last.trim_end_matches(|c: char| c.is_ascii_digit());
    let total: usize = last[digits.len()..].parse().ok()?;
    let before = digits.trim_end_matches(|c: char| !c.is_alphanumeric());
    let numbers_end = before.rfind(|c: char| c.is_ascii_digit())? + 1;
    let words = before[numbers_end..].trim_matches(|c: char| !c.is_alphanumeric());
    let says = |role: &Role| matches!(role, Role::Filler | Role::Heading(_) | Role::Cards);
    let roles = lexicon.roles(words);
    let plain = roles.whole() && roles.known.iter().all(|(roles, _)| roles.iter().any(says));
    let rest = &before[..numbers_end];
    let (_, listed) = headed(rest, lexicon)?;
    let of_sets = numbers(listed);
    let sets = of_sets.iter().all(|(_, n)| lexicon.objective_of(*n).is_some());
    let bare = !listed.contains(char::is_alphabetic);
    (plain && sets && bare && of_sets.len() == total && total >= MIN_LISTED).then(|| rest.to_owned())
}
