//! Lines that say several things, written as several: parts between double slashes, a range of sets with
//! titles behind it, and rows of
//! titles between slashes below a count.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::harmless;
use super::lexicon::Lexicon;
use super::moves::names;
use super::phrases::words;
use super::trim::without_counts;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role};

/// The minimum number of cards, or sets by number, behind the first part of a line that are no comment.
const MIN_CARDS: usize = 4;

/// No such line is longer.
const MAX_LINE_LENGTH: usize = 600;

/// No line with a whole list in rows between signs is longer, in bytes.
const MAX_ROWS_LENGTH: usize = 2_000;

/// No range has more sets.
const MAX_RANGE_SETS: u32 = 60;

/// The lines with each part of one as a line of its own.
pub(super) fn apart<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let mut above = false;
    let written = |row: Cow<'t, str>| {
        let of = behind_total(&row, lexicon)
            .or_else(|| behind_sentence(&row, lexicon))
            .or_else(|| by_marks(&row, lexicon))
            .or_else(|| by_number_signs(&row, lexicon))
            .or_else(|| before_sentence(&row, lexicon))
            .or_else(|| before_remark(&row, lexicon))
            .or_else(|| behind_range(&row, lexicon))
            .or_else(|| between_slashes(&row, above, lexicon));
        above = row.trim().strip_suffix(':').is_some_and(|head| counts_each(head, lexicon));
        of.map_or(row, Cow::from)
    };
    rows.into_iter().map(written).collect()
}

/// `Sith // 19 19 20 20 … // seat 4`: behind what names no card stands no comment, but the list.
fn by_marks(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROWS_LENGTH || !row.contains("//") || row.contains("://") {
        return None;
    }
    let parts: Vec<&str> = row.split("//").map(str::trim).filter(|part| !part.is_empty()).collect();
    let (first, rest) = parts.split_first()?;
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    let is_set = |word: &&str| number(word).is_some_and(|n| lexicon.objective_of(n).is_some());
    let cards = |part: &&str| {
        let sets = part.split([' ', ',']).filter(is_set).count();
        names(part, lexicon).len() + if sets >= MIN_CARDS { sets } else { 0 }
    };
    if row.trim_start().starts_with("//") {
        return None;
    }
    let all: usize = rest.iter().map(cards).sum();
    let heads = cards(first) == 0 && lexicon.roles(first).whole();
    if heads && all >= MIN_CARDS {
        return Some(parts.join("\n"));
    }
    if !heads {
        return of_titles(&parts, lexicon).or_else(|| of_rows(&parts, lexicon));
    }
    of_titles(rest, lexicon).map(|titles| format!("{first}\n{titles}"))
}

/// `space 4 A, 4 B # ground 4 C, 4 D`: rows of cards between number signs, none of which is a set's.
fn by_number_signs(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let mark = NUMBER_SIGNS.into_iter().find(|mark| row.contains(mark))?;
    let parts: Vec<&str> = row.split(mark).map(str::trim).filter(|part| !part.is_empty()).collect();
    (row.len() <= MAX_ROWS_LENGTH).then(|| of_rows(&parts, lexicon))?
}

/// Number signs apart from what stands behind them.
const NUMBER_SIGNS: [&str; 3] = [" ### ", " ## ", " # "];

/// Parts of a line that are rows of cards, each with its count, and what else stands between the signs, as
/// lines of their own. One card with any other word beside it may be a remark, and so may several behind
/// other words than a heading.
fn of_rows(parts: &[&str], lexicon: &Lexicon<'_>) -> Option<String> {
    let cards: Vec<CardsOf> = parts.iter().map(|part| CardsOf::of(part, lexicon)).collect();
    let is_row = |cards: &CardsOf| cards.counted > 1 && cards.led || cards.counted > 0 && cards.alone;
    let (first, rest) = cards.split_first()?;
    let many = rest.iter().filter(|cards| is_row(cards)).count();
    let rows = first.counted > 0 && many > 0 && rest.iter().all(|cards| is_row(cards) || cards.named == 0);
    rows.then(|| parts.join("\n"))
}

/// The cards of a part of a line.
struct CardsOf {
    named: usize,
    /// Those with a count beside them, which is not their set's number.
    counted: usize,
    /// Whether nothing stands beside them but headings, counts and words of lists.
    alone: bool,
    /// Whether nothing else stands in front of the first, or the part begins with a count.
    led: bool,
}

impl CardsOf {
    fn of(part: &str, lexicon: &Lexicon<'_>) -> Self {
        let found = names(part, lexicon);
        let is_count = |word: &str| is_figure(word) || is_number(word, lexicon);
        let counted = |(from, to): &(usize, usize)| {
            let before = part[..*from].split_whitespace().next_back().unwrap_or_default();
            let behind = part[*to..].split_whitespace().next().unwrap_or_default();
            let behind = behind.trim_end_matches([',', ';', '.']);
            let sets = lexicon.sets_of(&part[*from..*to]);
            let of_set = before.parse().is_ok_and(|n: u32| sets.contains(&n));
            is_count(before) && !of_set || is_count(behind)
        };
        let rest = found
            .iter()
            .rev()
            .fold(part.to_owned(), |rest, (from, to)| format!("{} {}", &rest[..*from], &rest[*to..]));
        let lead = found.first().map_or("", |(from, _)| &part[..*from]);
        Self {
            named: found.len(),
            counted: found.iter().filter(|name| counted(name)).count(),
            alone: is_of_lists(&rest, lexicon),
            led: is_of_lists(lead, lexicon) || lead.split_whitespace().next().is_some_and(is_count),
        }
    }
}

/// Whether a text has nothing but headings, counts and words of lists.
fn is_of_lists(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let quiet = |role: &Role| matches!(role, Role::Copies | Role::Heading(_) | Role::Joins | Role::Number(_));
    let figure = |word: &String| is_figure(word) || word.chars().count() == 1;
    roles.unknown.iter().all(figure) && roles.known.iter().all(|(roles, _)| roles.iter().any(quiet))
}

/// `1 A, 2 B. is that ten?`: the sentence without a card behind the last of several, in a line of its own.
fn before_sentence(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROWS_LENGTH || !row.contains('?') || row.contains('\n') {
        return None;
    }
    let found = names(row, lexicon);
    let (_, last) = found.last().copied().filter(|_| found.len() >= MIN_CARDS)?;
    let end = [". ", "; ", "! "].iter().filter_map(|end| row[last..].find(end)).min()?;
    let (list, sentence) = row.split_at(last + end + 1);
    let plain = sentence.contains('?') && !list.contains('?') && !counts(sentence, lexicon);
    plain.then(|| format!("{}\n{}", list.trim_end_matches('.'), sentence.trim()))
}

/// Whether a sentence counts something, be it in words; `till 5` says when.
fn counts(sentence: &str, lexicon: &Lexicon<'_>) -> bool {
    let words = words(sentence);
    let is_number = |word: &str| is_figure(word) || lexicon.words.number(word).is_some();
    let when = |at: usize| at > 0 && lexicon.words.is(InPlace::When, words[at - 1]);
    (0..words.len()).any(|at| is_number(words[at]) && !when(at))
}

/// `…, 1 A, 2 B. thats all, see you at 9`: what is said behind the last title, in a line of its own; not what
/// may speak of the cards in front.
fn before_remark(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_ROWS_LENGTH || row.contains(['\n', '?']) || row.matches(',').count() < MIN_CARDS {
        return None;
    }
    let at = row.match_indices(". ").map(|(at, _)| at).take(MAX_STOPS).find(|at| {
        let item = row[..*at].rsplit([',', ';', ':']).next().unwrap_or_default();
        let said = &row[at + 2..];
        let talks = said.starts_with(char::is_alphabetic) && !may_be_of_cards(said, &row[..*at], lexicon);
        talks && item.trim().contains(' ') && lexicon.is_title(without_counts(item.trim()))
    })?;
    Some(format!("{}\n{}", &row[..at], &row[at + 2..]))
}

/// Whether what is said behind a list may speak of its cards: it names one, has a word of the list, counts,
/// or says of anything that it is out, in, another, the last, or not there.
fn may_be_of_cards(said: &str, list: &str, lexicon: &Lexicon<'_>) -> bool {
    let listed: BTreeSet<String> = words(list).into_iter().map(normalize_name).collect();
    let of_cards = |word: &&str| {
        let long = word.chars().count() >= MIN_OF_TITLE;
        let places = [InPlace::Except, InPlace::Lacking, InPlace::Rest];
        long && listed.contains(&normalize_name(word))
            || lexicon.words.get(word).contains(&Role::Rule)
            || lexicon.words.ordinal(word).is_some()
            || places.iter().any(|place| lexicon.words.is(*place, word))
            || harmless::may_move(word, lexicon)
    };
    !names(said, lexicon).is_empty() || counts(said, lexicon) || words(said).iter().any(of_cards)
}

/// A shorter word of a title may be any.
const MIN_OF_TITLE: usize = 4;

/// No more stops of a row are looked at.
const MAX_STOPS: usize = 12;

/// `Dark side, 60 cards: 4 A, 4 B`: a heading with a total, and the rows behind it.
fn behind_total(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (head, rest) = row.split_once(':')?;
    let number = |word: &str| word.trim_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
    let total = head.split_whitespace().filter_map(number).any(|n| (MIN_TOTAL..=MAX_TOTAL).contains(&n));
    let roles = lexicon.roles(head);
    let heads = |role: &Role| matches!(role, Role::Cards | Role::Heading(Opens::Objectives | Opens::Arena));
    let named = lexicon.is_name(head.trim()) || !names(head, lexicon).is_empty();
    let counted = rest.trim().starts_with(|c: char| c.is_ascii_digit());
    let cards = rest.contains(',') && !names(rest, lexicon).is_empty();
    let talks = roles.unknown.len() > 1;
    (total && !talks && roles.any(heads) && !named && counted && cards)
        .then(|| format!("{}\n{}", head.trim(), rest.trim()))
}

/// `Dark, of one set. Four of everything:`: a count of every card behind a sentence nobody knows.
fn behind_sentence(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_LINE_LENGTH || row.contains('\n') || lexicon.roles(row).unknown.is_empty() {
        return None;
    }
    let ends = [". ", "; ", "! ", " - ", " – ", ", "];
    let (before, count) =
        ends.iter().filter_map(|end| row.rsplit_once(end)).min_by_key(|(_, of)| of.len())?;
    let alone = names(before, lexicon).is_empty() && !before.contains(|c: char| c.is_ascii_digit());
    (alone && counts_each(count.trim_end_matches([':', '.', ' ']), lexicon))
        .then(|| format!("{}\n{count}", before.trim()))
}

/// A total in a heading is that great.
const MIN_TOTAL: u32 = 10;

/// A greater one is no deck's size.
const MAX_TOTAL: u32 = 200;

/// `2 A // 2 B`: titles between double slashes, with their counts row by row. Where one has none they are
/// a list with commas.
fn of_titles(parts: &[&str], lexicon: &Lexicon<'_>) -> Option<String> {
    let remarks = parts
        .iter()
        .rev()
        .take_while(|part| names(part, lexicon).is_empty() && title_of(part, lexicon).is_none());
    let (parts, behind) = parts.split_at(parts.len() - remarks.count());
    let of: Vec<Counted<'_>> = parts.iter().map(|part| title_of(part, lexicon)).collect::<Option<_>>()?;
    let titles: BTreeSet<&str> = of.iter().map(|part| part.title).collect();
    // `2 A // B`: in a list of sets a command card without a count is a remark.
    let remark = |part: &Counted<'_>| {
        !part.counted && lexicon.exact(part.title) && !lexicon.counts_for_size(part.title)
    };
    if of.len() < 2 || titles.len() < of.len() || of.iter().any(remark) {
        return None;
    }
    let joint = if of.iter().all(|part| part.counted) { "\n" } else { ", " };
    let behind = behind.iter().map(|part| format!(" // {part}"));
    Some(parts.join(joint) + &behind.collect::<String>())
}

/// A title, and whether a count stands beside it.
struct Counted<'p> {
    title: &'p str,
    counted: bool,
}

/// The title that a part is, with a count in front of it or behind it or without.
fn title_of<'p>(part: &'p str, lexicon: &Lexicon<'_>) -> Option<Counted<'p>> {
    let known = |title: &str| lexicon.is_title(title);
    let part = part.trim_start_matches(['•', '*', '>', ' ']);
    let counts = |word: &str| is_figure(word) || is_number(word, lexicon);
    let front = part.split_once(' ').filter(|(count, _)| counts(count)).map(|(_, title)| title);
    let behind = || part.rsplit_once(' ').filter(|(_, count)| counts(count)).map(|(title, _)| title);
    let counted = front
        .filter(|_| !lexicon.is_name(part))
        .or_else(|| behind().filter(|_| !lexicon.is_name(part)))
        .map(str::trim);
    let title = counted.unwrap_or(part);
    (known(title) && (counted.is_some() || lexicon.is_name(title)))
        .then_some(Counted { title, counted: counted.is_some() })
}

/// `2`, `2x`, `x2`, `(2)`.
fn is_figure(word: &str) -> bool {
    let figure = word.trim_matches(['(', ')', 'x', 'X', '×']);
    figure.len() == 1 && figure.bytes().all(|b| b.is_ascii_digit())
}

/// `sets 1 to 7 plus Title, Title`: the range, and what stands behind it.
fn behind_range(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_LINE_LENGTH || lexicon.game == Game::Tcg {
        return None;
    }
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for word in row.split_inclusive(' ') {
        words.extend((!word.trim().is_empty()).then(|| (at, word.trim_end())));
        at += word.len();
    }
    let number = |word: &str| word.trim_end_matches([',', ';', '+', '.']).parse::<u32>().ok();
    let range = |at: usize| {
        let (_, word) = words.get(at)?;
        let (_, next) = words.get(at + 1).copied().unwrap_or_default();
        let (_, last) = words.get(at + 2).copied().unwrap_or_default();
        if let Some((from, to)) = word.split_once(['-', '–']) {
            return Some((number(from)?, number(to)?, at));
        }
        let through = matches!(next, "-" | "–") || lexicon.words.get(next).contains(&Role::Through);
        through.then_some((word.parse().ok()?, number(last)?, at + 2))
    };
    let of_sets = |(from, to, _): &(u32, u32, usize)| {
        from < to
            && to - from < MAX_RANGE_SETS
            && lexicon.objective_of(*from).and(lexicon.objective_of(*to)).is_some()
    };
    let (first, last) = (0..words.len()).find_map(|at| Some((at, range(at).filter(of_sets)?.2)))?;
    let label = |word: &str| {
        let of_sets = |role: &Role| matches!(role, Role::SetNumber | Role::Heading(Opens::Objectives));
        lexicon.words.get(word).iter().any(of_sets)
    };
    // The word for sets in front, or nothing but a label.
    let before = |at: usize| at.checked_sub(1).map(|at| words[at].1);
    let labelled = before(first).is_some_and(label);
    let bare = first - usize::from(labelled);
    let start = bare - usize::from(before(bare).is_some_and(|word| leads_as_count(word, lexicon)));
    let begins = before(start).is_none_or(|word| word.ends_with(':'));
    let last = last + counts_behind(&words[last..], lexicon);
    let (at, word) = words[last];
    let (start, end) = (words[start].0, at + word.len());
    let (head, sets) = (&row[..start], row[start..end].trim_end_matches([',', ';', '+', '.', '!']));
    if words.len() == last + 1 {
        return titles_in_front(head, lexicon).map(|titles| format!("{titles}\n{sets}"));
    }
    let mark = word.ends_with([',', ';', '+']);
    let more = words[last + 1..].iter().take_while(|(_, word)| joins(word, lexicon)).count();
    let (next, _) = words.get(last + 1 + more)?;
    let rest = &row[*next..];
    if !(labelled || begins) || !(mark || more > 0) || names(rest, lexicon).is_empty() {
        return None;
    }
    // What is asked behind it is not asked of its titles.
    let rest = if rest.contains('?') { rest.replace(". ", "\n") } else { rest.to_owned() };
    // Talk in front is none of it; a label is.
    let talks = lexicon.roles(head).unknown.len() > 1;
    Some(if talks { format!("{head}\n{sets}\n{rest}") } else { format!("{head}{sets}\n{rest}") })
}

fn joins(word: &str, lexicon: &Lexicon<'_>) -> bool {
    word == "+"
        || word == "&"
        || lexicon.words.is(InPlace::Besides, word)
        || lexicon.words.get(word).contains(&Role::Joins)
}

/// `2 A and 2 B, plus `: the titles in front of a range of sets, without what joins it to them.
fn titles_in_front<'r>(head: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let mut titles = head.trim_end();
    while let Some((front, _)) = titles.rsplit_once(' ').filter(|(_, word)| joins(word, lexicon)) {
        titles = front.trim_end();
    }
    let joined = titles.len() < head.trim_end().len() || titles.ends_with([',', ';', '+']);
    (joined && !names(titles, lexicon).is_empty()).then(|| titles.trim_end_matches([',', ';', '+', ' ']))
}

/// `2x 8-10`, `two 8-10`: whether a word is the count of the range behind it.
fn leads_as_count(word: &str, lexicon: &Lexicon<'_>) -> bool {
    let figure = word.trim_end_matches(':');
    !word.starts_with(['x', 'X', '×']) && (is_figure(figure) || is_number(figure, lexicon))
}

/// Of the words from the end of a range on, how many behind it are its count:
/// `8-10 x2, …`, `8-10 two of each`.
fn counts_behind(words: &[(usize, &str)], lexicon: &Lexicon<'_>) -> usize {
    let stops = |word: &str| word.ends_with([',', ';', '+']);
    let each = |word: &str| {
        let of = |role: &Role| matches!(role, Role::Each | Role::Copies);
        lexicon.words.get(word).iter().any(of)
    };
    let mut counts = 0;
    for pair in words.windows(2) {
        let word = pair[1].1.trim_end_matches([',', ';', '+', '.', '!']);
        let count = is_figure(word) || is_number(word, lexicon);
        if stops(pair[0].1) || !(count || counts > 0 && each(word)) {
            break;
        }
        counts += 1;
    }
    counts
}

fn is_number(word: &str, lexicon: &Lexicon<'_>) -> bool {
    lexicon.words.number(word).is_some_and(|n| (1..=4).contains(&n))
}

/// `Doubles: A / B / C`: below a count of each, titles between slashes are no choice.
fn between_slashes(row: &str, above: bool, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.len() > MAX_LINE_LENGTH || !row.contains('/') || row.contains("//") {
        return None;
    }
    let headed = row.split_once(':').or_else(|| row.split_once(" - ")).or_else(|| row.split_once(" – "));
    let (head, body) = match headed {
        Some((head, body)) if counts_each(head, lexicon) => (Some(head), body),
        Some((head, body)) if is_count(head, lexicon) => (Some(head), body),
        _ if above => (None, row),
        _ => return None,
    };
    let joint = if body.contains(" / ") { " / " } else { "/" };
    let parts: Vec<&str> = body.split(joint).map(str::trim).filter(|part| !part.is_empty()).collect();
    let title = |part: &&str| lexicon.is_title(part);
    let titles = parts.join(", ");
    let whole = parts.len() > 1 && parts.iter().all(title);
    // Of two titles behind a count one may be meant; more are a list.
    let each = |head: &str| {
        if counts_each(head, lexicon) {
            format!("{head}: {titles}")
        } else if parts.len() > 2 {
            format!("{head} each: {titles}")
        } else {
            format!("{head} {titles}")
        }
    };
    whole.then(|| head.map_or_else(|| titles.clone(), each))
}

/// Whether words are a count of each of what follows: `doubles`.
fn counts_each(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let number = |role: &Role| matches!(role, Role::Number(_));
    roles.whole()
        && roles.has(&Role::Each)
        && (roles.any(number) || text.contains(|c: char| c.is_ascii_digit()))
}

/// Whether words are nothing but a count: `2x`, `two of`.
fn is_count(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let plain = |role: &Role| matches!(role, Role::Number(1..=4) | Role::Copies);
    let words = roles.known.iter().all(|(roles, _)| roles.iter().any(plain)) && roles.unknown.is_empty();
    let figures = text.chars().filter(char::is_ascii_digit).count();
    let one_x = text.trim().trim_matches(['x', 'X', '×']).parse::<u32>().is_ok_and(|n| n <= 4);
    one_x || words && figures <= 1 && (figures == 1 || roles.number().is_some())
}
