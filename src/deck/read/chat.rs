//! Chats that were copied with who said something and when: `[27.11., 19:02] Ann: 2 A`, or `Ann 19:02` in the
//! row above. What others say than the player is marked, so that it is not read as the player's.

use std::collections::BTreeMap;

/// Stands in front of a line that another speaker says: a character of no text.
pub(super) const OF_OTHER: char = '\u{e000}';

/// No stamp is longer, in bytes.
const MAX_STAMP_LENGTH: usize = 60;

/// No speaker's name has more words.
const MAX_WORDS: usize = 3;

/// The text without the stamps of a chat of several speakers, and with the lines marked that others say than
/// the one who says most. `None` if it is no such chat, or nobody does.
pub(super) fn apart(text: &str) -> Option<String> {
    let lines = || text.lines().map(|line| (line, stamp(line)));
    let mut stamps: BTreeMap<&str, usize> = BTreeMap::new();
    lines().filter_map(|(_, stamp)| stamp).for_each(|(name, _)| *stamps.entry(name).or_default() += 1);
    if stamps.len() < 2 || stamps.values().all(|times| *times < 2) {
        return None;
    }
    let mut speaker: Option<&str> = None;
    let mut said: Vec<(Option<&str>, &str)> = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (line, stamp) in lines() {
        let (name, words) = stamp.map_or((speaker, line), |(name, words)| (Some(name), words));
        speaker = name;
        if let Some(name) = name {
            let counts = words.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
            *numbers.entry(name).or_default() += counts.count();
        }
        said.push((name, words));
    }
    // Who hands in a list has more numbers in what he says than all others together.
    let all: usize = numbers.values().sum();
    let player = numbers.iter().find(|(_, own)| **own * 2 > all).map(|(name, _)| *name)?;
    let line = |(name, words): &(Option<&str>, &str)| match name {
        Some(name) if *name != player && !words.trim().is_empty() => format!("{OF_OTHER}{words}"),
        _ => (*words).to_owned(),
    };
    Some(said.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Who says a line at some time, and what: `[19:02] Ann: 2 A`, `Ann (19:02): 2 A`, `19:02 Ann: 2 A`, and
/// alone in the line above it `Ann 19:02`.
fn stamp(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let (mut at, mut timed) = (0, false);
    let mut name: Option<(usize, usize)> = None;
    for word in line.split_inclusive(' ') {
        let start = at;
        at += word.len();
        if start > MAX_STAMP_LENGTH {
            return None;
        }
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if is_time(bare) {
            timed = true;
        } else if bare.starts_with(char::is_uppercase) && bare.chars().all(char::is_alphabetic) {
            let from = start + word.find(bare)?;
            // The words of a name stand together.
            let begins = match name {
                Some((begins, end)) if line[end..from].trim().is_empty() => begins,
                Some(_) => return None,
                None => from,
            };
            name = Some((begins, from + bare.len()));
        } else if !bare.is_empty() && !is_date(bare) {
            return None;
        }
        if word.trim_end().ends_with(':') && name.is_some() && timed {
            break;
        }
    }
    let (from, to) = name.filter(|_| timed)?;
    let few = line[from..to].split(' ').count() <= MAX_WORDS;
    few.then(|| (&line[from..to], line[at..].trim()))
}

/// `19:02`, `19:02:33`
fn is_time(word: &str) -> bool {
    let parts: Vec<&str> = word.split(':').collect();
    let figures = |part: &&str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    (2..=3).contains(&parts.len()) && parts.iter().all(figures) && parts[1].len() == 2
}

/// `27.11.24`, `11/27`, `PM`
fn is_date(word: &str) -> bool {
    let figures = |part: &str| part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit());
    word.split(['.', '/', '-']).all(figures) || matches!(word, "AM" | "PM" | "am" | "pm")
}
