//! Counts that a row leaves open: `1 or 2 Title`, `1? Title`, `Title 1, maybe 2`, `2(1) Title`, `2 Title,
//! plus one`. They are written as `1/2x Title`, which is tried both ways and asked about where the verdict
//! hangs on it. Of `2 A or 2 B` the count is
//! written once; `2 of them signed` behind a row is none.

use std::borrow::Cow;

use super::harmless;
use super::lexicon::{Found, Lexicon};
use super::moves::names;
use super::phrases::words;
use super::sizes::{MAX_COPIES, most_copies};
use super::talk::denies;
use crate::deck::words::{InPlace, Role};

/// No phrase for one copy more has more words.
const MAX_PHRASE_LENGTH: usize = 3;

/// No row with such a count is longer, in bytes.
const MAX_ROW_LENGTH: usize = 400;

/// The rows with counts that are not decided as such.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let open = |row: &str| {
        let short = row.len() <= MAX_ROW_LENGTH && !row.contains('\n');
        let row = &*without_leaders(row);
        let read = || {
            blank(row)
                .or_else(|| counted_twice(row, lexicon))
                .or_else(|| either(row, lexicon))
                .or_else(|| signed(row, lexicon))
                .or_else(|| of_them(row, lexicon))
                .or_else(|| in_part(row, lexicon))
                .or_else(|| looks_of_part(row, lexicon))
                .or_else(|| counted_again(row, lexicon))
                .or_else(|| one_fewer(row, lexicon))
                .or_else(|| one_more(row, lexicon))
                .or_else(|| more_if(row, lexicon))
                .or_else(|| alternatives(row, lexicon))
        };
        short.then(read).flatten()
    };
    rows.into_iter().map(|row| open(&row).map_or(row, Cow::from)).collect()
}

/// `Title ..... 4`: the row without the dots that lead to its count.
fn without_leaders(row: &str) -> Cow<'_, str> {
    let led = row.split_once("....").filter(|(title, _)| title.ends_with(' '));
    led.map_or(Cow::from(row), |(title, count)| {
        let count = count.trim_start_matches(['.', ' ']);
        if count.is_empty() { row.into() } else { format!("{}  {count}", title.trim_end()).into() }
    })
}

/// A count of copies, in figures or in words.
fn count(word: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let figure = word.trim_matches(['x', 'X', '×', '(', ')']);
    let in_words = || lexicon.words.number(word);
    figure.parse().ok().or_else(in_words).filter(|n| (1..=MAX_COPIES).contains(n))
}

/// `? Title`: a count that cannot be read.
fn blank(row: &str) -> Option<String> {
    let title = row.trim_start().strip_prefix("? ")?.trim_start();
    title.starts_with(char::is_alphabetic).then(|| format!("?x {title}"))
}

/// `Title .... 4 (three)`: the row with both counts as one that is open, or with the one that they are.
fn counted_twice(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (front, bracket) = row.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let second = lexicon.words.number(bracket).filter(|n| (1..=MAX_COPIES).contains(n))?;
    let (title, first) = front.trim_end().rsplit_once(' ')?;
    let first: u32 = first.trim_matches(['x', 'X', '×']).parse().ok()?;
    let title = title.trim_end_matches(['.', ' ', '_', '-', ':', '…', '\t']);
    let fits = (1..=MAX_COPIES).contains(&first) && lexicon.is_title(title);
    let count = if first == second { first.to_string() } else { either_of(first, second) };
    fits.then(|| format!("{count}x {title}"))
}

fn either_of(first: u32, second: u32) -> String {
    format!("{}/{}", first.min(second), first.max(second))
}

/// `2 A or 2 B`, `either A x2 or B x2`: the row with the count of either once, as it is one of the two
/// that the deck has.
fn alternatives(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let [(first, first_end), (second, second_end)] = names(row, lexicon)[..] else { return None };
    let is_either = |word: &str| lexicon.words.get(word).contains(&Role::Either);
    let between = words(&row[first_end..second]);
    let at = between.iter().position(|word| is_either(word))?;
    let counts = |words: &[&str]| words.iter().map(|word| count(word, lexicon)).collect::<Option<Vec<_>>>();
    let (behind_first, in_front) = (counts(&between[..at])?, counts(&between[at + 1..])?);
    let mut lead = words(&row[..first]);
    let leading = lead.pop_if(|word| count(word, lexicon).is_some()).and_then(|word| count(word, lexicon));
    let behind = words(&row[second_end..]);
    let trailing = behind.first().and_then(|word| count(word, lexicon));
    let copies = match (leading, &behind_first[..], &in_front[..], trailing) {
        (Some(one), [], [other], _) if one == *other => one,
        (None, [one], [], Some(other)) if *one == other => other,
        (None, [], [], Some(both)) if !lead.is_empty() => both,
        _ => return None,
    };
    let joins = |word: &&str| is_either(word) || lexicon.words.get(word).contains(&Role::Joins);
    lead.iter()
        .all(joins)
        .then(|| format!("{copies} {} {} {}", &row[first..first_end], between[at], &row[second..second_end]))
}

/// `3 or 4 Title`, `Title 1, maybe 2`: the row with both counts as one that is open.
fn either(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let words: Vec<&str> = row.split(' ').filter(|word| !word.is_empty()).collect();
    let at = (0..words.len().checked_sub(2)?).find(|at| {
        let of = |n: usize| count(words[at + n].trim_end_matches([',', ';', '.', ')']), lexicon);
        let between = words[at + 1].trim_matches(['(', ',']);
        let (Some(first), Some(second)) = (count(words[*at].trim_matches(['(', ',']), lexicon), of(2)) else {
            return false;
        };
        first != second && between.len() > 1 && lexicon.words.get(between).contains(&Role::Either)
    })?;
    let bare = |word: &str| count(word.trim_matches(['(', ')', ',', ';', '.']), lexicon);
    let (first, second) = (bare(words[at])?, bare(words[at + 2])?);
    let open = either_of(first, second);
    let front = words[..at].join(" ");
    let behind = words[at + 3..].join(" ");
    // `Title 1, maybe 2`: the count goes in front of what it counts.
    let title = front.trim_end_matches([',', ':', '-', ' ', '(']);
    if !title.is_empty() && lexicon.is_title(title) {
        let others = if behind.is_empty() { String::new() } else { format!(", {behind}") };
        return Some(format!("{open} {title}{others}"));
    }
    let next = behind.split([',', ';', '(']).next().unwrap_or_default().trim();
    // `3 or 4 Title (A)`: the letter of a version is the title's.
    let lettered = behind.split([',', ';']).next().unwrap_or_default().trim();
    let known = lexicon.is_title(next) || lexicon.is_title(lettered);
    known.then(|| format!("{front} {open} {behind}").trim_start().to_owned())
}

/// `1? Title`, `2(1) Title`: what stands at the count says that it is open.
fn signed(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (first, title) = row.trim().split_once(' ')?;
    let title = title.trim();
    let number = |text: &str| {
        text.trim_matches(['x', 'X', '×']).parse::<u32>().ok().filter(|n| (1..=MAX_COPIES).contains(n))
    };
    let (low, high) = match first.strip_suffix('?') {
        Some(figure) => {
            let n = number(figure)?;
            if n >= most_copies(lexicon.game) { (n - 1, n) } else { (n, n + 1) }
        }
        None => {
            let (outer, inner) = first.strip_suffix(')')?.split_once('(')?;
            let (outer, inner) = (number(outer)?, number(inner)?);
            (outer.min(inner), outer.max(inner))
        }
    };
    let (Found::Exact(name) | Found::Slip(name)) = lexicon.read(title) else { return None };
    // `2(1) Title` may have the set's number in the brackets.
    let of_set = !first.ends_with('?') && lexicon.objective_of(low).is_some_and(|of| of == name);
    (low < high && !of_set).then(|| format!("{low}/{high} {title}"))
}

/// A row of one card with its count.
struct CountedRow<'r> {
    count: u32,
    title: &'r str,
    /// Whether the row begins with it, or nearly.
    leads: bool,
    /// What stands behind both, in clauses of words.
    behind: Vec<Vec<&'r str>>,
}

impl<'r> CountedRow<'r> {
    fn of(row: &'r str, lexicon: &Lexicon<'_>) -> Option<Self> {
        let [(from, to)] = names(row, lexicon)[..] else { return None };
        if is_of_list(row.get(..from)?, row.get(to..)?, lexicon) {
            return None;
        }
        let words = |text: &'r str| -> Vec<&'r str> {
            text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect()
        };
        let front = words(row.get(..from)?);
        let clauses = row.get(to..)?.split([',', ';', '.', ':', '(', ')', '[', ']', '!']);
        let mut behind: Vec<Vec<&str>> = clauses.map(words).collect();
        let before = || front.iter().rev().find_map(|word| count(word, lexicon));
        let after = |clause: &[&str]| clause.first().and_then(|word| count(word, lexicon));
        let count = match (before(), behind.first_mut()) {
            (Some(count), _) => count,
            (None, Some(first)) if front.is_empty() && first.len() == 1 => {
                let count = after(first)?;
                first.clear();
                count
            }
            (None, _) => return None,
        };
        Some(Self { count, title: &row[from..to], leads: front.len() <= MAX_PHRASE_LENGTH, behind })
    }

    /// Whether a clause has such a phrase, at its end or where `may_follow` is the next word.
    fn says(&self, place: InPlace, lexicon: &Lexicon<'_>, may_follow: &dyn Fn(&str) -> bool) -> bool {
        let in_clause = |clause: &Vec<&str>| {
            (0..clause.len()).any(|from| {
                let longest = clause.len().min(from + MAX_PHRASE_LENGTH);
                (from + 1..=longest).any(|to| {
                    let ends = clause.get(to).is_none_or(|next| may_follow(next));
                    ends && lexicon.words.is(place, &clause[from..to].join(" "))
                })
            })
        };
        self.behind.iter().any(in_clause)
    }

    /// The row without what stands behind it.
    fn written(&self) -> String {
        format!("{}x {}", self.count, self.title)
    }

    /// The row with the count open between two.
    fn open(&self, other: u32) -> String {
        let least = if other == self.count { other.saturating_sub(1) } else { self.count.min(other) };
        format!("{least}/{}x {}", self.count.max(other), self.title)
    }
}

/// Whether a row is a list: with whose it is in front of its card, or another that it counts, be it with a
/// slip. What stands behind the card is then no remark on it.
fn is_of_list(before: &str, behind: &str, lexicon: &Lexicon<'_>) -> bool {
    let heads = before.contains(';') || before.contains(':') && lexicon.roles(before).any(Role::names_deck);
    let counts_another = |clause: &str| {
        let clause = clause.trim();
        let (first, rest) = clause.split_once(' ').unwrap_or_default();
        let (front, last) = clause.rsplit_once(' ').unwrap_or_default();
        let title = if count(first, lexicon).is_some() { rest } else { front };
        let counted = [first, last].iter().any(|word| count(word, lexicon).is_some());
        counted && title.len() >= MIN_TITLE && lexicon.is_title(title.trim_matches(['.', ' ', '-', ':']))
    };
    heads || behind.split([',', ';']).skip(1).any(counts_another)
}

/// A shorter text, in bytes, is no title of another card in a list.
const MIN_TITLE: usize = 6;

/// `2 Title, plus one`, `Title x2 (third copy in the binder)`: what stands behind a counted row, and names no
/// card, may say that there is one more.
fn one_more(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let row = CountedRow::of(row, lexicon)?;
    let lies = |next: &str| lexicon.words.is(InPlace::Lies, next);
    let more = row.says(InPlace::OneMore, lexicon, &lies);
    let denied = row.behind.iter().any(|clause| denies(&clause.join(" "), lexicon));
    // `(2nd one is at home)`
    let next = |word: &&str| lexicon.words.ordinal(word) == Some(row.count + 1);
    let gone = row.behind.iter().flatten().any(|word| lexicon.words.is(InPlace::Gone, word));
    let more = more || row.leads && !gone && row.behind.iter().any(|clause| clause.first().is_some_and(next));
    (more && !denied).then(|| row.open(row.count + 1))
}

/// `1 Title (2 if Ann brings hers)`, `1 Title (+1?)`: what stands in brackets behind a counted row may say
/// that there are more.
fn more_if(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (front, bracket) = row.trim_end().strip_suffix(')')?.rsplit_once('(')?;
    let counted = CountedRow::of(front, lexicon).filter(|of| of.leads)?;
    let plain = counted.behind.iter().all(Vec::is_empty);
    let said = words(bracket);
    let (first, rest) = said.split_first()?;
    let number = count(first, lexicon)?;
    let talks = || rest.len() > 1 && !harmless::words(bracket, lexicon) && !denies(bracket, lexicon);
    let signed = bracket.trim_start().starts_with('+') && rest.is_empty();
    let comes = || !rest.iter().any(|word| lexicon.words.is(InPlace::Storage, word));
    let added = signed
        || rest.first().is_some_and(|word| lexicon.words.is(InPlace::Additional, word)) && talks() && comes();
    let other = if added { counted.count + number } else { number };
    let more = other > counted.count && other <= most_copies(lexicon.game);
    (plain && more && (added || talks())).then(|| counted.open(other))
}

/// `3 Title (well, 2, one got lost)`, `2 Title (only have 1)`, `4 Title <- minus the torn one`: what stands
/// behind a counted row may say that there are fewer.
fn one_fewer(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let row = CountedRow::of(row, lexicon)?;
    let words: Vec<&str> = row.behind.iter().flatten().copied().collect();
    let takes_out = |pair: &[&str]| {
        lexicon.words.get(pair[0]).contains(&Role::TakesOut) && lexicon.words.is(InPlace::Article, pair[1])
    };
    let says = |word: &&str| {
        lexicon.words.is(InPlace::Gone, word) || row.leads && lexicon.words.is(InPlace::Owned, word)
    };
    let gone = words.iter().any(says);
    // `(have one more at home)`
    let more = |at: usize| words.get(at + 1).is_some_and(|next| lexicon.words.is(InPlace::Additional, next));
    let alone = words.iter().enumerate().filter(|(at, _)| !more(*at));
    let fewer = alone.filter_map(|(_, word)| count(word, lexicon)).find(|count| *count < row.count);
    // `(Ann brings 2 of them, if she comes)`
    let of_them = || {
        let at = words.iter().position(|word| count(word, lexicon).is_some_and(|n| n < row.count));
        let at = at.filter(|at| {
            words.get(at + 1..at + 3).is_some_and(|of| lexicon.words.is(InPlace::OfThem, &of.join(" ")))
        })?;
        let open = words.iter().any(|word| lexicon.words.is(InPlace::Wished, word));
        count(words[at], lexicon).map(|part| row.count - part).filter(|_| open)
    };
    let other = match fewer {
        Some(fewer) if gone => fewer,
        _ if of_them().is_some() => of_them()?,
        _ if words.windows(2).any(takes_out) => row.count.checked_sub(1)?,
        _ => return None,
    };
    (row.count > 1).then(|| row.open(other))
}

/// `2 Title, now 3 instead of 2`: what stands behind a counted row says another count, and that one of both
/// was before.
fn counted_again(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let row = CountedRow::of(row, lexicon)?;
    let says = |place: InPlace| row.says(place, lexicon, &|_| true);
    let before = says(InPlace::Instead) || says(InPlace::Formerly);
    let counts = row.behind.iter().flatten().filter_map(|word| count(word, lexicon));
    let other = counts.filter(|count| *count != row.count).last()?;
    (before && says(InPlace::Corrects)).then(|| row.open(other))
}

/// `4 Title (1x foil)`: the row without what some of its copies look like; where that is of more copies than
/// the row has, the count is open.
fn in_part(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (front, bracket) = row.trim_end().strip_suffix([')', ']'])?.rsplit_once(['(', '['])?;
    let counted = CountedRow::of(front, lexicon)?;
    let parts: Vec<&str> = bracket.split([',', '/']).filter(|part| copies_of(part).is_some()).collect();
    let words = |part: &&str| part.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let front = front.trim();
    let leads =
        front.starts_with(|c: char| c.is_ascii_digit()) || front.ends_with(|c: char| c.is_ascii_digit());
    if parts.is_empty() || !leads || !parts.iter().all(words) || !harmless::words(bracket, lexicon) {
        return None;
    }
    let copies = parts.iter().filter_map(|part| copies_of(part)).fold(0, u32::saturating_add);
    Some(if copies <= counted.count { front.to_owned() } else { counted.open(copies) })
}

/// `4 Title, 2 foil`: the same without brackets.
fn looks_of_part(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let signed = row.contains('+');
    let row = CountedRow::of(row, lexicon).filter(|_| !signed)?;
    let mut clauses = row.behind.iter().filter(|clause| !clause.is_empty());
    let ([part, looks @ ..], None) = (&clauses.next()?[..], clauses.next()) else { return None };
    let copies = count(part, lexicon)?;
    let look = |word: &&str| word.len() > 3 && lexicon.words.is(InPlace::OfCopies, word);
    let plain = looks.iter().any(look) && harmless::words(&looks.join(" "), lexicon);
    plain.then(|| if copies <= row.count { row.written() } else { row.open(copies) })
}

/// What is asked of a row of several cards behind which words speak of one copy more, `2 A, 1 B, plus one`,
/// or of some of them, `A, B (maybe only 3 of some of them)`; and the row without the latter.
pub(super) fn of_several<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<(String, &'r str)> {
    if row.len() > MAX_ROW_LENGTH {
        return None;
    }
    let [_, .., (_, to)] = names(row, lexicon)[..] else { return None };
    let behind = row[to..].trim_matches(|c: char| !c.is_alphanumeric());
    if lexicon.words.is(InPlace::OneMore, behind) {
        let question =
            format!("{behind:?} stands behind several cards; of which does the deck have one more?");
        return Some((question, row));
    }
    let words: Vec<&str> = behind.split_whitespace().collect();
    let phrase = |from: usize, to: usize| lexicon.words.is(InPlace::OfThem, &words[from..to].join(" "));
    let of_them =
        (0..words.len()).any(|from| (from + 1..=words.len().min(from + 3)).any(|to| phrase(from, to)));
    let open = of_them && lexicon.roles(behind).has(&Role::Either);
    let question = format!("{behind:?} stands behind several cards; of which is it said, and what holds?");
    open.then_some((question, &row[..to]))
}

/// `1 foil`, `1x foil`, `foil x1`: of how many copies words say something. A number behind words is another.
fn copies_of(part: &str) -> Option<u32> {
    let mut words = part.split_whitespace();
    let first = words.next()?.trim_matches(['x', 'X', '×']);
    let mut last =
        || words.next_back().filter(|word| word.starts_with(['x', 'X', '×']) || word.ends_with('x'));
    let digits = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
    let count = |word: &str| Some(word).filter(digits)?.parse().ok().filter(|n| (1..=MAX_COPIES).contains(n));
    count(first).or_else(|| count(last()?.trim_matches(['x', 'X', '×'])))
}

/// `4 Title (2 of them signed)`: what a part of the copies is. The row without it, where words say that all
/// are there; else the count is open.
fn of_them(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let row = CountedRow::of(row, lexicon)?;
    let (at, part, rest, only) = row.behind.iter().enumerate().find_map(|(at, clause)| {
        let only = lexicon.words.is(InPlace::Only, clause.first()?);
        let clause = &clause[usize::from(only)..];
        let part = count(clause.first()?, lexicon)?;
        let of = (2..=clause.len().min(MAX_PHRASE_LENGTH))
            .rev()
            .find(|to| lexicon.words.is(InPlace::OfThem, &clause[1..*to].join(" ")))?;
        Some((at, part, &clause[of..], only))
    })?;
    let alone = row.behind.iter().enumerate().all(|(other, clause)| other == at || clause.is_empty());
    let there = |word: &&str| lexicon.words.is(InPlace::OfCopies, word);
    let looks = rest.iter().all(there) || harmless::words(&rest.join(" "), lexicon);
    let plain = !only && part <= row.count && looks && (!rest.is_empty() || part == row.count);
    Some(if alone && plain { row.written() } else { row.open(part) })
}
