//! Version letters of the trading card game as people write them, and a set's code glued to a card's number.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use crate::corpus::Game;
use crate::deck::words::{InPlace, Role, Says};

/// No row that counts versions is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// No card's name has more words.
const MAX_NAME_LENGTH: usize = 8;

/// The lines with each version letter in brackets: `, version C`, `[B]`, `vC`, `from SR`; and `ANH124` as
/// `[ANH]`.
pub(super) fn in_brackets<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Lcg {
        return rows;
    }
    let row = |line: &str| {
        let behind = set_in_front(line, lexicon).and_then(|line| of_set(&line, lexicon));
        behind.or_else(|| of_set(line, lexicon)).or_else(|| written(line, lexicon))
    };
    rows.into_iter().map(|line| row(&line).map_or(line, Cow::from)).collect()
}

/// `3 Name (from SR)`, `Name (Sith Rising) x3`: the version of a card by its set, where that has one alone.
fn of_set(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let VersionRow { counts: in_front, name, end, behind, .. } = VersionRow::of(line, lexicon)?;
    let start = end - name.len();
    let mut behind: Vec<&str> = behind.iter().map(|(_, word)| *word).collect();
    // `3 Name (the SR one)`
    let closes =
        |word: &&str| lexicon.words.number(word) == Some(1) || lexicon.words.is(InPlace::Version, word);
    if !in_front.is_empty() && behind.len() > 1 && behind.last().is_some_and(closes) {
        behind.pop();
    }
    let (counts, said): (Vec<&str>, Vec<&str>) =
        behind.into_iter().partition(|word| count(word, lexicon).is_some());
    // `from`, `the`: words that say nothing else.
    let says_nothing =
        |role: &Role| matches!(role, Role::Filler | Role::SetNumber | Role::Label(Says::Nothing));
    let plain = |word: &&str| lexicon.words.get(word).iter().all(says_nothing);
    let before = said.iter().take(MAX_BEFORE_SET).take_while(|word| plain(word)).count();
    let code = (0..=before).find_map(|from| lexicon.set_code(&said.get(from..)?.join(" ")))?;
    // `Name 1` for `Name I`
    let in_figures = if lexicon.is_name(name) { None } else { lexicon.in_figures(name) };
    let name = in_figures.as_deref().unwrap_or(name);
    let version = lexicon.only_version(name, &code).map(str::to_owned);
    let version = version.or_else(|| lexicon.of_set_too(name, &code)).filter(|_| counts.len() <= 1)?;
    let count = counts.first().map(|count| format!(" x{}", count.trim_matches(['x', 'X', '×'])));
    Some(format!("{}{version}{}", &line[..start], count.unwrap_or_default()))
}

/// `4 AOTC Name`: the row with the set's code behind the name.
fn set_in_front(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (count, rest) = line.trim().split_once(' ')?;
    let (code, name) = rest.trim().split_once(' ')?;
    let counts = count.trim_matches(['x', 'X', '×']).parse::<u32>().is_ok();
    let upper = code.len() >= 2 && code.bytes().all(|b| b.is_ascii_uppercase());
    let known = counts && upper && lexicon.set_code(code).is_some() && lexicon.is_name(name.trim());
    known.then(|| format!("{count} {} ({code})", name.trim()))
}

/// The maximum number of words between a card's name and its set: `from the`.
const MAX_BEFORE_SET: usize = 2;

/// The lines that count several versions of one card with each of them an item of its own:
/// `3+2 Name (B)/(C)`, `Name: 3 B, 2 C`, `3 Name (B), 2 of the (C)`.
pub(super) fn apart<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Lcg {
        return rows;
    }
    let row = |line: &str| {
        let parts: Vec<&str> = line.split(';').collect();
        let written: Vec<Option<String>> = parts.iter().map(|part| counted(part.trim(), lexicon)).collect();
        let of = |(written, part): (&Option<String>, &&str)| written.clone().unwrap_or((*part).to_owned());
        let any = written.iter().any(Option::is_some);
        any.then(|| written.iter().zip(&parts).map(of).collect::<Vec<_>>().join("; "))
    };
    rows.into_iter().map(|line| row(&line).map_or(line, Cow::from)).collect()
}

/// A row with the name of a card of which there are versions, cut into words.
pub(super) struct VersionRow<'r> {
    /// The numbers in front of the name.
    pub(super) counts: Vec<u32>,
    /// Whether words in front say that the count is that of each.
    pub(super) each: bool,
    /// Whether other words stand in front: `6 copies of`.
    pub(super) copies: bool,
    pub(super) name: &'r str,
    /// Where the name ends.
    pub(super) end: usize,
    /// The words behind it, and where each begins.
    pub(super) behind: Vec<(usize, &'r str)>,
}

impl<'r> VersionRow<'r> {
    pub(super) fn of(line: &'r str, lexicon: &Lexicon<'_>) -> Option<Self> {
        if line.len() > MAX_ROW_LENGTH || line.contains('\t') {
            return None;
        }
        let mut words: Vec<(usize, &str)> = Vec::new();
        let mut at = 0;
        for piece in line.split_inclusive(is_mark) {
            let word = piece.trim_end_matches(is_mark);
            words.extend((!word.is_empty()).then_some((at, word)));
            at += piece.len();
        }
        let is_each = |word: &str| lexicon.words.get(word).contains(&Role::Each);
        let is_copies = |word: &str| lexicon.words.get(word).contains(&Role::Copies);
        let in_front = |word: &str| count(word, lexicon).is_some() || is_each(word) || is_copies(word);
        let first = words.iter().position(|(_, word)| !in_front(word))?;
        let (last, name) = (first..words.len().min(first + MAX_NAME_LENGTH)).rev().find_map(|last| {
            let name = &line[words[first].0..words[last].0 + words[last].1.len()];
            let figure =
                || name.ends_with(|c: char| c.is_ascii_digit()) && lexicon.in_figures(name).is_some();
            let named = || lexicon.is_name(name) || figure();
            (named() && !lexicon.ends_with_version(name)).then_some((last, name))
        })?;
        let front = &words[..first];
        Some(Self {
            counts: front.iter().filter_map(|(_, word)| count(word, lexicon)).collect(),
            each: front.iter().any(|(_, word)| is_each(word)),
            copies: front.iter().any(|(_, word)| is_copies(word) && count(word, lexicon).is_none()),
            name,
            end: words[last].0 + words[last].1.len(),
            behind: words.split_off(last + 1),
        })
    }
}

fn is_mark(c: char) -> bool {
    c.is_whitespace() || "()[]{},;:/+*-–=&".contains(c)
}

/// A number of copies, in figures or in words.
pub(super) fn count(word: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let figure = word.trim_matches(['x', 'X', '×']).parse::<u32>().ok();
    figure.or_else(|| lexicon.words.number(word)).filter(|n| (1..=9).contains(n))
}

fn counted(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let VersionRow { mut counts, mut each, name, behind, .. } = VersionRow::of(line, lexicon)?;
    let mut letters: Vec<String> = Vec::new();
    let known = |letter: &str| lexicon.is_title(&format!("{name} ({letter})"));
    for (_, word) in behind {
        each |= lexicon.words.get(word).contains(&Role::Each);
        match count(word, lexicon) {
            Some(n) => counts.push(n),
            None if is_letter(word) => letters.push(word.to_owned()),
            // `Name (2A, 2B)`
            None if let Some((n, letter)) = glued_count(word).filter(|(_, letter)| known(letter)) => {
                counts.push(n);
                letters.push(letter);
            }
            // `Name: 2 d, 2 f`
            None if is_small_letter(word) && known(word) => letters.push(word.to_ascii_uppercase()),
            None if lexicon.roles(word).whole() || lexicon.words.is(InPlace::Version, word) => {}
            None => return None,
        }
    }
    // `5 Name (3 B, 2 C)`: the sum in front.
    if counts.len() == letters.len() + 1 && counts[0] == counts[1..].iter().sum::<u32>() {
        counts.remove(0);
    }
    match &counts[..] {
        // `Name (A/B/C) 4 each`
        [shared] if each => counts = vec![*shared; letters.len()],
        // `6 Name (3 of each, A and B)`
        [sum, part] if each && usize::try_from(*sum) == Ok(*part as usize * letters.len()) => {
            counts = vec![*part; letters.len()];
        }
        _ => {}
    }
    let several = letters.len() >= 2 && counts.len() == letters.len();
    let item = |(count, letter): (&u32, &String)| format!("{count}x {name} ({letter})");
    (several && letters.iter().all(|letter| known(letter)))
        .then(|| counts.iter().zip(&letters).map(item).collect::<Vec<_>>().join(", "))
}

fn written(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if line.len() > 400 || line.contains("[/") {
        return None;
    }
    let words: Vec<&str> = line.split(' ').collect();
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    // `ANH-105 Title x4`
    let front = words.first().filter(|_| words.len() > 1).and_then(|word| glued(word, lexicon));
    let mut changed = front.is_some();
    let mut at = usize::from(changed);
    while at < words.len() {
        let named = out.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
        let found = named
            .then(|| version(&words[at..], lexicon).or_else(|| glued(words[at], lexicon).map(|c| (c, 1))))
            .flatten();
        let Some((text, length)) = found else {
            out.push(words[at].to_owned());
            at += 1;
            continue;
        };
        if let Some(last) = out.last_mut() {
            let bare = last.trim_end_matches([',', '-', '–']).len();
            last.truncate(bare);
        }
        out.push(text);
        changed = true;
        at += length;
    }
    out.extend(front);
    changed.then(|| out.join(" "))
}

/// `version C`, `(ver. C)`, `vC`, `[B]`, with what stands behind it in the same word.
fn version(words: &[&str], lexicon: &Lexicon<'_>) -> Option<(String, usize)> {
    let edge = |c: char| "()[],;:".contains(c);
    let first = words.first()?;
    let bare = first.trim_matches(edge).trim_end_matches('.');
    // `v.b`, `[b]`; in brackets an x is a tick.
    let small = first.strip_prefix("v.").map(|rest| rest.trim_end_matches([')', ',', ';']));
    let bracketed = first.strip_prefix('[').and_then(|word| word.strip_suffix(']'));
    if let Some(letter) = small.or(bracketed).filter(|letter| is_small_letter(letter) && *letter != "x") {
        return Some((format!("({})", letter.to_ascii_uppercase()), 1));
    }
    if let Some(letter) =
        first.strip_prefix('[').and_then(|word| word.trim_end_matches([',', ';', ':']).strip_suffix(']'))
        && is_letter(letter)
    {
        return Some((format!("({letter})"), 1));
    }
    if let Some(letter) = bare.strip_prefix(['v', 'V']).map(|rest| rest.trim_start_matches('.'))
        && is_letter(letter)
        && first.trim_start_matches(edge).starts_with('v')
    {
        return Some((format!("({letter})"), 1));
    }
    let letter = words.get(1)?.trim_matches(edge).trim_end_matches('.');
    let known = lexicon.words.is(InPlace::Version, bare);
    let letter = letter.to_ascii_uppercase();
    (known && is_letter(&letter)).then(|| (format!("({letter})"), 2))
}

pub(super) fn is_letter(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// `2A`: how many of which version.
fn glued_count(word: &str) -> Option<(u32, String)> {
    let (count, letter) = word.split_at_checked(1)?;
    let letter = letter.trim_start_matches(['x', 'X', '×']).to_ascii_uppercase();
    let count = count.parse().ok().filter(|n| (1..=9).contains(n))?;
    is_letter(&letter).then_some((count, letter))
}

fn is_small_letter(text: &str) -> bool {
    text.len() == 1 && text.bytes().all(|b| b.is_ascii_lowercase())
}

/// `ANH124`, `#ANH-124`: a set's code and the card's number in it.
fn glued(word: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let bare = word.trim_matches(|c: char| "()[]#,;".contains(c));
    let digits = bare.find(|c: char| c.is_ascii_digit())?;
    let (code, number) = bare.split_at(digits);
    let code = code.trim_end_matches(['-', '#']);
    let upper = code.len() >= 2 && code.bytes().all(|b| b.is_ascii_uppercase());
    let figures = number.len() <= 3 && number.bytes().all(|b| b.is_ascii_digit() || b == b'/');
    let code = lexicon.set_code(code).filter(|code| upper && figures && !lexicon.is_other_makers(code))?;
    Some(format!("[{code}]"))
}
