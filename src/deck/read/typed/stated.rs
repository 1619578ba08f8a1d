//! What stands beside rows, headings and totals in words: a total within a sentence, a remark in
//! brackets behind a heading, a
//! count that corrects the row's.

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::moves::{ARROWS, names};
use crate::deck::words::{Holds, InPlace, Opens, Role};

/// No phrase in front of a total has more words.
const MAX_PHRASE_LENGTH: usize = 3;

/// A smaller number in a sentence counts cards.
const MIN_TOTAL: u32 = 5;

/// A greater one is no deck's size.
const MAX_TOTAL: u32 = 200;

/// No such line is longer.
const MAX_LINE_LENGTH: usize = 300;

/// The lines without stated totals within sentences, without remarks behind headings, and with corrected
/// counts.
pub(super) fn settled<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let written = |row: &str| {
        let short = row.len() <= MAX_LINE_LENGTH;
        let of = || {
            alone(row, lexicon)
                .or_else(|| without_total(row, lexicon))
                .or_else(|| without_remark(row, lexicon))
                .or_else(|| corrected(row, lexicon))
                .or_else(|| played(row, lexicon))
        };
        short.then(of).flatten()
    };
    let rows: Vec<Cow<'t, str>> = rows.into_iter().map(|row| written(&row).map_or(row, Cow::from)).collect();
    let changed: Vec<Option<(u32, String)>> = rows.iter().map(|row| by_arrow(row, lexicon)).collect();
    let titles = |title: &str| rows.iter().filter(|row| row.contains(title)).count();
    let once: Vec<bool> =
        changed.iter().map(|of| of.as_ref().is_some_and(|(_, title)| titles(title) == 1)).collect();
    let of = rows.into_iter().zip(changed.into_iter().zip(once));
    of.map(|(row, (changed, once))| match changed {
        Some((count, title)) if once => format!("{count}x {title}").into(),
        Some(_) | None => row,
    })
    .collect()
}

/// `Title 4 -> 3`: a row whose count became another, and its title.
fn by_arrow(row: &str, lexicon: &Lexicon<'_>) -> Option<(u32, String)> {
    let line = row.trim().trim_start_matches(['-', '*', '•', ' ']).trim_end_matches(['.', '!', ')', ' ']);
    let (before, new) = ARROWS.iter().find_map(|sign| line.rsplit_once(sign))?;
    let few = |text: &str| text.trim().trim_matches(['x', 'X', '×']).parse::<u32>().ok().filter(|n| *n <= 4);
    let (title, old) = before.trim_end().rsplit_once([' ', '('])?;
    let (count, _) = (few(new)?, few(old)?);
    let title = title.trim().trim_end_matches([':', ',', '(', '-', 'x', ' ']).trim();
    lexicon.is_title(title).then(|| (count, title.to_owned()))
}

/// `that makes 60`, `= 10 sets`: a line that states a total and says nothing else, as a total.
fn alone(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let line = row.trim().trim_end_matches(['.', '!', ' ']);
    let first = line.find(|c: char| c.is_ascii_digit())?;
    let (says, rest) = line.split_at(first);
    let (number, what) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
    let total = number.parse().is_ok_and(|n: u32| (MIN_TOTAL..=MAX_TOTAL).contains(&n));
    let states = says.trim() == "=" || lexicon.words.is(InPlace::States, says.trim());
    let counts = |role: &Role| matches!(role, Role::Cards | Role::Heading(Opens::Objectives));
    let what = what.trim();
    let plain = what.is_empty() || lexicon.words.get(what).iter().any(counts);
    (total && states && plain).then(|| format!("total {number}"))
}

/// `That makes 59, so add A`: without the clause of the total.
fn without_total(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let mut words: Vec<(usize, usize, &str)> = Vec::new();
    let mut at = 0;
    for word in row.split_inclusive(' ') {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        if let Some(start) = word.find(bare).filter(|_| !bare.is_empty()) {
            words.push((at + start, at + start + bare.len(), bare));
        }
        at += word.len();
    }
    let total = |word: &str| {
        let value = lexicon.words.number_or_figures(word)?;
        (MIN_TOTAL..=MAX_TOTAL).contains(&value).then_some(value)
    };
    let counted = |word: &str| {
        let of = |role: &Role| matches!(role, Role::Cards | Role::Heading(Opens::Objectives));
        lexicon.words.get(word).iter().any(of)
    };
    let found = (0..words.len()).find_map(|first| {
        let ends = (first + 1..=words.len().min(first + MAX_PHRASE_LENGTH)).rev();
        let states = |end: &usize| lexicon.words.is(InPlace::States, &row[words[first].0..words[*end - 1].1]);
        let number = ends.into_iter().find(states)?;
        total(words.get(number)?.2)?;
        let last = number + usize::from(words.get(number + 1).is_some_and(|(.., word)| counted(word)));
        Some((words[first].0, words[last].1))
    });
    let (from, to) = found?;
    let behind = &row[to..];
    let rest = behind.trim_start_matches([',', '.', ';', '!', '…', ':', ' ', '-', '–']);
    // `That is 10 A` counts a card.
    let ends = behind.starts_with([',', '.', ';', '!', '…', ':'])
        || behind.starts_with(" -")
        || behind.starts_with(" –");
    let cards = !names(rest, lexicon).is_empty();
    (ends && cards).then(|| format!("{}{rest}", &row[..from]))
}

/// `Sideboard (which you do not ask for):`: a heading, or a total, without the remark in brackets behind it.
fn without_remark(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let line = row.trim();
    let colon = line.ends_with(':');
    let inner = line.trim_end_matches([':', ' ']).strip_suffix(')')?;
    let (head, remark) = inner.split_once('(')?;
    let head = head.trim();
    let says = |role: &Role| {
        use Role::{
            AsBefore, Change, Copies, Each, GoesOn, Heading, Illegible, Number, Playset, Side, Struck,
        };
        matches!(
            role,
            AsBefore
                | Change
                | Copies
                | Each
                | GoesOn
                | Heading(Opens::Aside)
                | Illegible
                | Number(_)
                | Playset
                | Side(_)
                | Struck
        )
    };
    let of = lexicon.roles(remark);
    // Behind a total numbers are no counts of what follows.
    let total = head.contains(|c: char| c.is_ascii_digit());
    let counts = |role: &Role| matches!(role, Role::Number(_) | Role::Copies);
    // `in` is no affiliation here.
    let affiliation = |(roles, phrase): &(&[Role], String)| {
        phrase.len() > 2 && roles.iter().any(|role| matches!(role, Role::Affiliation(_)))
    };
    let names_one = of.known.iter().any(affiliation);
    let talks = of.unknown.len() >= 2
        && !of.any(|role| says(role) && !(total && counts(role)))
        && !names_one
        && names(remark, lexicon).is_empty();
    let plain = !remark.contains(|c: char| c.is_ascii_digit() || c == '(');
    let roles = lexicon.roles(head.trim_matches(|c: char| !c.is_alphabetic()));
    let heads = roles.whole()
        && roles.any(|role| matches!(role, Role::Heading(_) | Role::Cards))
        && !lexicon.is_name(head);
    (talks && plain && heads).then(|| if colon { format!("{head}:") } else { head.to_owned() })
}

/// `2 Title <- no, only 1!`: the row with the count behind it; where no word says that it was wrong, or
/// nothing but a word, either of the two.
fn corrected(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let line = row.trim().trim_end_matches([')', ']', '!', '.', ' ', '*']);
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for word in line.split_inclusive(' ') {
        words.extend((!word.trim().is_empty()).then(|| (at, word.trim())));
        at += word.len();
    }
    let (_, last) = words.pop()?;
    let last = last.trim_start_matches(['(', '[', '-', '>', '→', '<', '←']);
    let in_words = || lexicon.words.number(last);
    let new = last.trim_matches(['x', 'X', '×']).parse::<u32>().ok().or_else(in_words)?;
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    // `Title no. 1` may be the set's number.
    let numbering = words
        .last()
        .is_some_and(|(_, word)| lexicon.words.get(word.trim_end_matches('.')).contains(&Role::SetNumber));
    let (mut no, mut only) = (false, false);
    while let Some((_, word)) = words.last() {
        let word = bare(word);
        if lexicon.words.is(InPlace::Corrects, &word) {
            no = true;
        } else if lexicon.words.is(InPlace::Only, &word) {
            only = true;
        } else {
            break;
        }
        words.pop();
    }
    let arrow = words.last().is_some_and(|(_, word)| matches!(*word, "->" | "-->" | "=>" | "→" | "➜" | "⇒"));
    if !(1..=4).contains(&new) || !(no || only || arrow) {
        return None;
    }
    while words.last().is_some_and(|(_, word)| !word.contains(char::is_alphanumeric)) {
        words.pop();
    }
    let (start, end) = words.last().map(|(at, word)| (words[0].0, at + word.len()))?;
    let core = line[start..end].trim_end_matches([',', ';', ':', '(', '-']).trim_end();
    let (first, title) = core.split_once(' ')?;
    let old: u32 = first.trim_matches(['x', 'X', '×']).parse().ok().filter(|n| (1..=4).contains(n))?;
    let title = title.trim();
    let (Found::Exact(name) | Found::Slip(name)) = lexicon.read(title) else { return None };
    if numbering && lexicon.objective_of(new) == Some(name.as_str()) {
        return None;
    }
    let apart = line[start + core.len()..].contains(['<', '>', '←', '→', '➜', '⇒', '(', '[']);
    let sure = no && !numbering && (only || apart) || old == new;
    let count = if sure { format!("{new}x") } else { format!("{}/{}", old.min(new), old.max(new)) };
    Some(format!("{count} {title}"))
}

/// `Title - own 4, play 3`: the row with the count of what is played.
fn played(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    if row.contains(['\t', '|', ';']) {
        return None;
    }
    let mut words: Vec<(usize, &str)> = Vec::new();
    let mut at = 0;
    for word in row.split_inclusive([' ', '/']) {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        words.extend(word.find(bare).filter(|_| !bare.is_empty()).map(|start| (at + start, bare)));
        at += word.len();
    }
    let number = |at: usize| {
        let figure = words.get(at)?.1.trim_matches(['x', 'X', '×']);
        figure.parse::<u32>().ok().filter(|n| *n <= MAX_OWNED)
    };
    let holds = |at: usize| lexicon.words.column(words[at].1);
    // `own 4, play 3`, `4 owned, 3 played`
    let says = |wanted: Holds, behind: bool| {
        (0..words.len()).filter(|at| holds(*at) == Some(wanted)).find_map(|at| {
            let beside = if behind { Some(at + 1) } else { at.checked_sub(1) }?;
            Some((at.min(beside), number(beside)?))
        })
    };
    let both = |behind: bool| Some((says(Holds::Nothing, behind)?, says(Holds::Count, behind)?));
    let first = (0..words.len()).find(|at| matches!(holds(*at), Some(Holds::Nothing | Holds::Count)));
    let behind = first.is_some_and(|at| at.checked_sub(1).and_then(number).is_none());
    let ((owned, _), (played, count)) = both(behind)?;
    let first = owned.min(played);
    let title = row[..words.get(first)?.0].trim_matches(|c: char| " -–—:,(*•".contains(c));
    let known = lexicon.is_title(title);
    let whole = words[first..].iter().all(|(_, word)| {
        word.contains(|c: char| c.is_ascii_digit())
            || lexicon.words.column(word).is_some()
            || lexicon.roles(word).whole()
    });
    (known && whole).then(|| format!("{count}x {title}"))
}

/// Nobody writes down that he has more copies of a card.
const MAX_OWNED: u32 = 40;
