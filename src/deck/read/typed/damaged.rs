//! Rows of which something is lost: signs where words stood (`???`, `4 █████`, `[...]`), a title that breaks
//! off (`Darth V...`), and the sign of a count without its figure (`x Title`).

use std::borrow::Cow;

use super::lexicon::{Found, Lexicon};
use super::remarks;
use super::sizes::{MAX_COPIES, is_whole, whole};
use super::talk::leads_with_count;
use super::trim::without_counts;
use crate::deck::list::{Decklist, UnreadLine, Zone};
use crate::deck::words::Role;

/// No row of signs, or with a title that breaks off, is longer, in bytes.
const MAX_ROW_LENGTH: usize = 120;

/// Of fewer letters nobody knows what they begin.
const MIN_LETTERS: usize = 3;

/// The maximum number of marks in the place of counts that are slips; with more the list ticks its rows.
const MAX_MARKS: usize = 2;

/// The signs a scan, or who types it, has for what is blacked out.
const BLACKED: [char; 5] = ['█', '▓', '▒', '░', '∎'];

/// The rows with what is lost written as what cannot be read: `4 ???`, `?x Darth V...`, `?x Title`.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    let short = |row: &str| row.len() <= MAX_ROW_LENGTH && !row.contains('\n');
    let counted = rows.iter().filter(|row| short(row) && leads_with_count(row)).count();
    let titled = rows.iter().filter(|row| row.contains(char::is_alphabetic)).count();
    let mostly = counted * 2 > titled;
    let ends = |row: &&Cow<'t, str>| short(row) && row.trim_end().ends_with(|c: char| c.is_ascii_digit());
    let behind = rows.iter().filter(ends).count();
    let marked = |row: &str| mostly && short(row) && without_figure(row, lexicon).is_some();
    let lines = rows.iter().filter(|row| short(row) && line_of_blanks(row).is_some()).count();
    let few = rows.iter().filter(|row| marked(row)).count() <= MAX_MARKS;
    let row = |row: &str| {
        let cut = || (mostly && breaks_off(row, lexicon)).then(|| format!("?x {}", row.trim()));
        let blank = || without_figure(row, lexicon).filter(|_| mostly && few).map(|t| format!("?x {t}"));
        let line = || line_of_blanks(row).filter(|_| (mostly || behind * 2 > titled) && lines <= MAX_MARKS);
        let inner = || unwrapped(row, lexicon).map(str::to_owned);
        blacked_out(row)
            .or_else(|| masked(row, lexicon))
            .or_else(|| counted_and_cut(row, lexicon))
            .or_else(|| undecorated(row, lexicon))
            .or_else(cut)
            .or_else(blank)
            .or_else(line)
            .or_else(inner)
    };
    rows.into_iter()
        .map(|text| if short(&text) { row(&text).map_or(text, Cow::from) } else { text })
        .collect()
}

/// `-- water damage --`: what says that nothing can be read, without the signs around it.
fn undecorated(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let row = row.trim();
    let inner = row.trim_matches(|c: char| "-–—~=*_<>|. ".contains(c));
    if inner == row || inner.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let roles = lexicon.roles(inner);
    (roles.has(&Role::Illegible) && roles.whole()).then(|| inner.to_owned())
}

/// `4 █████`: the row with marks of a question for what is blacked out.
fn blacked_out(row: &str) -> Option<String> {
    let runs = !row.is_ascii() && BLACKED.iter().any(|sign| row.contains(&sign.to_string().repeat(2)));
    if !runs {
        return None;
    }
    let mut out = String::with_capacity(row.len());
    for letter in row.chars() {
        match BLACKED.contains(&letter) {
            true if out.ends_with("???") => {}
            true => out.push_str("???"),
            false => out.push(letter),
        }
    }
    Some(out)
}

/// `2 E#####s R######s`, `# D**k C****l`: the count of a row with signs for the letters that nobody can read,
/// and marks of a question for its title.
fn masked(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    const SIGNS: [char; 5] = ['#', '*', '_', '?', '·'];
    let is_masked = |word: &&str| {
        let letters: Vec<char> = word.chars().collect();
        let run = |at: usize| {
            let signs = letters[at..].iter().take_while(|c| **c == letters[at]).count();
            let ends = letters.get(at + signs).is_none_or(|c| !c.is_alphabetic());
            // No word has a `#` between two letters.
            let least = if letters[at] == '#' && !ends { 1 } else { 2 + usize::from(ends) };
            SIGNS.contains(&letters[at]) && letters[at - 1].is_alphabetic() && signs >= least
        };
        (1..letters.len()).any(run)
    };
    let words: Vec<&str> = row.split_whitespace().collect();
    // Beside such a word `Serv#` is one, too.
    let cut_short = |word: &&str| word.ends_with('#') && word.starts_with(char::is_alphabetic);
    let surely = words.iter().any(is_masked);
    let masked = words.iter().filter(|word| is_masked(word) || surely && cut_short(word)).count();
    let short = |word: &str| word.len() <= 2 && masked > 0;
    let lettered =
        |word: &&&str| word.contains(char::is_alphabetic) && !VERSIONS.contains(*word) && !short(word);
    let all = words.iter().filter(lettered).count();
    let first = words.first()?.trim_end_matches(['x', 'X', '×']);
    let counted = !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit());
    // A `#` in front is a count that is lost, and no sign of a comment.
    let lost = || !lexicon.names_a_card(row) && (first == "#" || !lexicon.is_title(without_counts(row)));
    (masked > 0 && masked * 2 >= all && !row.contains("://") && lost())
        .then(|| format!("{} ???", if counted { first } else { "?" }))
}

/// `2 The E...`: the count of a row whose title breaks off where nobody knows it, and marks of a question.
fn counted_and_cut(row: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let (first, rest) = row.trim().split_once(' ')?;
    let figure = first.trim_end_matches(['x', 'X', '×']);
    let counts = !figure.is_empty() && figure.len() < 3 && figure.bytes().all(|b| b.is_ascii_digit());
    // `S... I (A)`: what breaks off goes on behind.
    let cut = ["...", "…"].iter().any(|dots| rest.split_once(dots).is_some_and(|(begun, _)| is_begun(begun)));
    let title = rest.replace(['.', '…'], " ");
    let words = title.split_whitespace().count();
    let known = || lexicon.names_a_card(&title) || lexicon.read(without_counts(&title)) != Found::Lost;
    (counts && cut && words <= MAX_WORDS && !known()).then(|| format!("{first} ???"))
}

/// Whether a text ends with a letter of a word.
fn is_begun(text: &str) -> bool {
    text.ends_with(char::is_alphabetic)
}

/// Of more words than a title has nobody cuts one off.
const MAX_WORDS: usize = 4;

/// `4 ______`, `______ - 4`: the row with marks of a question for the line that a title should stand on.
fn line_of_blanks(row: &str) -> Option<String> {
    let (first, rest) = row.trim().split_once(' ')?;
    let (first, rest) = match rest.trim_matches(['-', '–', ' ', ':']) {
        count if first.starts_with("__") => (count, first),
        _ => (first, rest),
    };
    let counts = first.starts_with(|c: char| c.is_ascii_digit())
        && first.trim_matches(|c: char| c.is_ascii_digit()).trim_matches(['x', 'X', '×']).is_empty();
    let blanks = rest.trim().len() >= MIN_LETTERS && rest.trim().bytes().all(|b| b == b'_');
    (counts && blanks).then(|| format!("{first} ???"))
}

/// `-- torn here --`, `xx illegible xx`: what stands between signs that strike nothing out, as it only says
/// that it cannot be read.
fn unwrapped<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let row = row.trim();
    let sign = |c: char| matches!(c, '-' | '–' | '—' | '=' | '*' | '~' | 'x' | 'X' | '/' | ' ');
    let word = |end: Option<&str>| end.is_some_and(|word| word.len() > 1 && word.chars().all(sign));
    let wrapped = word(row.split(' ').next()) && word(row.split(' ').next_back());
    let inner = row.trim_matches(sign);
    let says = || lexicon.roles(inner).has(&Role::Illegible) && !lexicon.names_a_card(inner);
    (wrapped && !inner.is_empty() && says()).then_some(inner)
}

/// `Darth V...`: whether a row without a count breaks off within a title.
fn breaks_off(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let row = row.trim();
    let begun = row.strip_suffix('…').or_else(|| row.strip_suffix("..")).map(|row| row.trim_end_matches('.'));
    let Some(begun) = begun.map(str::trim_end) else { return false };
    let letters = begun.chars().filter(|c| c.is_alphabetic()).count();
    letters >= MIN_LETTERS
        && !begun.contains(|c: char| c.is_ascii_digit())
        && begun.starts_with(char::is_uppercase)
        && lexicon.begins_title(begun)
}

/// `x Title`, `_ Title`, `__x Title`, `Title __`: the title of a row whose count is blank.
fn without_figure<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let (first, title) = row.trim().split_once(' ')?;
    let line = |word: &str| !word.is_empty() && word.trim_end_matches('x').bytes().all(|b| b == b'_');
    let blank = matches!(first, "x" | "X" | "×") || line(first) && first != "_";
    let behind = row.trim().rsplit_once(' ').filter(|(_, last)| line(last) && last.starts_with('_'));
    let title = if blank { Some(title) } else { behind.map(|(title, _)| title) };
    title.map(str::trim).filter(|title| lexicon.is_title(title))
}

/// The letters that versions mostly have, as they stand behind a name.
const VERSIONS: [&str; 6] = ["(A)", "(B)", "(C)", "(D)", "(E)", "(F)"];

/// Whether a row has nothing but signs of what is left out: `???`, `[...]`, `(…)`.
fn is_of_signs(row: &str) -> bool {
    let row = row.trim();
    // `????? (A)`: the letter of a version is no title.
    let row = VERSIONS.iter().find_map(|letter| row.strip_suffix(letter)).unwrap_or(row).trim();
    let asks = row.contains("??") || row.trim_matches(['(', ')', '[', ']', ' ']) == "?";
    let elides = row.starts_with(['[', '(']) && (row.contains("..") || row.contains('…'));
    let signs = |c: char| "?[](){}<>…._-~*! ".contains(c);
    (asks || elides) && row.chars().all(signs)
}

/// `and the last one you know, twice`: how many of something a row counts, in a word or with a sign, that it
/// does not name.
fn counts_unnamed(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let mut words = row.split_whitespace().map(|word| word.trim_matches([',', '.', '(', ')', ':', '-']));
    let (first, last) = (words.next()?, words.next_back()?);
    let count = |word: &str| {
        let figures = word.trim_matches(['x', 'X', '×']);
        let signed = figures.len() < word.len();
        let figure = || figures.parse().ok().filter(|_| signed);
        lexicon.words.number(word).or_else(figure).filter(|n| (1..=MAX_COPIES).contains(n))
    };
    let several = words.count() >= MIN_WORDS && !lexicon.names_a_card(row);
    count(first).or_else(|| count(last)).filter(|_| several)
}

/// `2x`, `2 -`, `2 TBD`, `+2 neutral ones`: how many a row counts of what it does not name.
fn count_alone(row: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let bare = row.trim().trim_start_matches(['+', ' ']);
    let end = bare.find(|c: char| !c.is_ascii_digit()).unwrap_or(bare.len());
    let count = bare[..end].parse().ok().filter(|n| (1..=MAX_COPIES).contains(n))?;
    let rest = bare[end..].trim_start_matches(['x', 'X', '×']).trim();
    let talks = rest.contains(|c: char| c.is_ascii_digit() || matches!(c, '/' | '=' | ':'));
    let few = rest.split_whitespace().count() <= MAX_WORDS && !bare[end..].starts_with('.');
    (few && !talks && !lexicon.names_a_card(rest)).then_some(count)
}

/// Fewer words between the first and the last say nothing of a card.
const MIN_WORDS: usize = 2;

/// Notes the rows of signs among the cards of a deck that is too small, each of which may name one.
pub(super) fn note(raw: &[&str], lists: &mut [Decklist], lexicon: &Lexicon<'_>) {
    for list in lists {
        let own = remarks::counted(list, lexicon);
        if is_whole(own, lexicon) {
            continue;
        }
        let cards = || list.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line);
        let (Some(first), Some(last)) = (cards().min(), cards().max()) else { continue };
        let lost = |line: &usize| {
            raw.get(line - 1).filter(|row| row.len() <= MAX_ROW_LENGTH).is_some_and(|row| {
                let lacks = whole(lexicon.game).saturating_sub(own);
                let signs = is_of_signs(row) || breaks_off(row, lexicon) || masked(row, lexicon).is_some();
                let unnamed = counts_unnamed(row, lexicon).or_else(|| count_alone(row, lexicon));
                signs || unnamed.is_some_and(|count| count >= lacks)
            })
        };
        let lines: Vec<usize> = (first + 1..=last + 1).filter(lost).collect();
        let read: Vec<usize> = list.entries.iter().filter(|e| !e.lost || e.foreign).map(|e| e.line).collect();
        for line in lines.into_iter().filter(|line| !read.contains(line)) {
            list.doubts.may_name.push(line);
            let known = list.entries.iter().any(|entry| entry.line == line)
                || list.unread.iter().any(|unread| unread.line == line);
            if !known {
                list.unread.push(UnreadLine::new(line, raw[line - 1].trim()));
            }
        }
    }
}
