//! Forum posts copied from a web page: author and date of each, what the forum adds below it, and the text in
//! between, which is a ruling.

use std::collections::BTreeMap;

use super::block::{self, Block};
use super::input::is_hash_heading;
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{dates, heads};

/// Fewer posts than this are not a thread.
const MIN_POSTS: usize = 3;

/// The maximum number of words in a line with author or date.
const MAX_STAMP_WORDS: usize = 14;

/// The maximum number of words in a line added by the forum.
const MAX_FORUM_WORDS: usize = 6;

/// A forum says no more lines of who wrote a post, above or below its day.
const MAX_OWN_LINES: usize = 24;

/// Removes what the forum adds around posts; each post starts a ruling.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let is_own_day = |n: &usize| is_day_of_post(&lines[*n].text);
    let stamps: Vec<usize> = (0..lines.len()).filter(is_own_day).collect();
    if stamps.len() < MIN_POSTS {
        return Vec::new();
    }
    let recurs: Vec<bool> = repeated(lines, stamps.len());
    let mut of_forum = recurs.clone();
    let last = of_forum.iter().rposition(|is| *is).unwrap_or(lines.len());
    let mut posts: Vec<Post> = Vec::new();
    let apart = authors_apart(lines, &stamps);
    for n in stamps {
        let is_own = |n: &usize| is_short(&lines[*n].text);
        let above = (0..n).rev().take(MAX_OWN_LINES).take_while(is_own).count();
        let below = (n + 1..lines.len()).take(MAX_OWN_LINES).take_while(is_own).count();
        of_forum[n - above..=n + below].fill(true);
        if apart {
            of_forum[author_apart(lines, n - above).unwrap_or(n)] = true;
        }
        posts.push(Post { top: n - above, stamp: n, begin: n + below + 1 });
    }
    signatures(lines, &mut of_forum);
    of_a_word(lines, &mut posts, &mut of_forum, &recurs);
    foot(lines, last + 1, &mut of_forum);
    let is_said = |n: &usize| !lines[*n].text.is_empty() && !of_forum[*n];
    let firsts: Vec<usize> =
        posts.iter().filter_map(|post| (post.begin..lines.len()).find(is_said)).collect();
    for n in firsts {
        let below = (n + 1..lines.len()).find(|n| !lines[*n].text.is_empty());
        let said = below.is_some_and(|n| !of_forum[n] && lines[n].text.split(' ').count() > MAX_FORUM_WORDS);
        let title = said && heads::is_title(&lines[n].text) && !lines[n].text.ends_with(':');
        lines[n].opening = if title { Opening::Head } else { Opening::Ruling };
    }
    let gone = lines.iter_mut().zip(of_forum).filter(|(line, of)| *of && !line.text.is_empty());
    gone.map(|(line, _)| line.take(WhyLeft::OfAPost)).collect()
}

/// Whether a line has the day of a post: one with a colon introduces a quotation, and one of Markdown's has
/// the name of the author, too.
fn is_day_of_post(text: &str) -> bool {
    let quotes = text.ends_with(':') || text.starts_with("Quote from");
    let is_named = text.starts_with("**") || is_hash_heading(text);
    is_stamp(text) && !quotes && !is_named
}

/// The lines of a post.
struct Post {
    /// The first line that the forum says of it.
    top: usize,
    /// The line with its day.
    stamp: usize,
    /// The first line of what it says itself.
    begin: usize,
}

/// Gives a post that would say nothing the last line below its day, `No`.
fn of_a_word(lines: &[Line], posts: &mut [Post], of_forum: &mut [bool], recurs: &[bool]) {
    for n in 0..posts.len() {
        let end = posts.get(n + 1).map_or(lines.len(), |next| next.top);
        let post = &mut posts[n];
        let says = (post.begin..end).any(|at| !lines[at].text.is_empty() && !of_forum[at]);
        let last = post.begin - 1;
        if !says && (post.stamp + 1..end).contains(&last) && !recurs[last] {
            of_forum[last] = false;
            post.begin = last;
        }
    }
}

/// Marks the pages' numbers, and what stands below the last line of the forum, if none of it is a sentence.
fn foot(lines: &[Line], from: usize, of_forum: &mut [bool]) {
    for (line, of) in lines.iter().zip(of_forum.iter_mut()) {
        *of |= is_short(&line.text) && block::words(&line.text).starts_with("page ");
    }
    let foot = (from..lines.len()).filter(|n| !lines[*n].text.is_empty()).collect::<Vec<_>>();
    if !foot.iter().any(|n| block::ends_sentence(&lines[*n].text)) {
        foot.iter().for_each(|n| of_forum[*n] = true);
    }
}

/// Whether the authors of nearly all posts stand on a line by themselves above what else is said of them.
fn authors_apart(lines: &[Line], stamps: &[usize]) -> bool {
    let is_own = |n: &usize| is_short(&lines[*n].text);
    let first = |n: usize| n - (0..n).rev().take(MAX_OWN_LINES).take_while(is_own).count();
    let all = stamps.iter().filter(|n| author_apart(lines, first(**n)).is_some()).count();
    all + 1 >= stamps.len().max(MIN_POSTS)
}

/// The line with a name by itself above the first line of what a forum says of a post's author.
fn author_apart(lines: &[Line], first: usize) -> Option<usize> {
    let at = first.checked_sub(2).filter(|at| lines[at + 1].text.is_empty())?;
    let alone = at == 0 || lines[at - 1].text.is_empty();
    let name = lines[at].text.split(' ').all(|word| word.starts_with(char::is_uppercase));
    (alone && name && is_short(&lines[at].text)).then_some(at)
}

/// Whether a line has a date with a time of day.
fn is_stamp(text: &str) -> bool {
    let few = text.split_whitespace().count() <= MAX_STAMP_WORDS;
    let timed = text.split([' ', ',', '(', ')']).any(|word| {
        let (hour, rest) = word.split_once(':').unwrap_or_default();
        let minute = rest.split_once(':').map_or(rest, |(minute, _)| minute);
        let digits =
            |s: &str, least: usize| (least..3).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
        digits(hour, 1) && digits(minute.trim_end_matches(|c: char| c.is_ascii_alphabetic()), 2)
    });
    few && timed && dates::first(text).is_some()
}

/// Whether a line may be added by the forum: a few words that are not a sentence; `Ilse R.` is a name.
fn is_short(text: &str) -> bool {
    let words = text.split_whitespace().count();
    // `No.` is all that somebody says.
    let is_initial = |word: &str| word.chars().count() == 2 || matches!(word, "Jr." | "Sr.");
    let name = || {
        (2..=3).contains(&words)
            && text.split_whitespace().all(|word| word.starts_with(char::is_uppercase))
            && text.split_whitespace().next_back().is_some_and(is_initial)
    };
    !text.is_empty() && words <= MAX_FORUM_WORDS && (!block::ends_sentence(text) || name())
}

/// Which lines are the forum's because they recur with most posts, ignoring numbers.
fn repeated(lines: &[Line], posts: usize) -> Vec<bool> {
    let shape = |text: &str| {
        let plain = block::words(text);
        plain
            .split(' ')
            .map(|w| if w.bytes().all(|b| b.is_ascii_digit()) { "#" } else { w })
            .collect::<Vec<_>>()
            .join(" ")
    };
    let shapes: Vec<Option<String>> =
        lines.iter().map(|line| is_short(&line.text).then(|| shape(&line.text))).collect();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    shapes.iter().flatten().for_each(|shape| *seen.entry(shape).or_default() += 1);
    let often = |shape: &Option<String>| {
        shape
            .as_deref()
            .is_some_and(|shape| seen.get(shape).is_some_and(|n| *n >= MIN_POSTS && *n * 2 > posts))
    };
    shapes.iter().map(often).collect()
}

/// Marks signatures: what an author adds below each post, after a rule.
fn signatures(lines: &[Line], of_forum: &mut [bool]) {
    let is_stroke = |text: &str| text.len() >= 2 && text.bytes().all(|b| matches!(b, b'-' | b'_'));
    for n in (0..lines.len()).filter(|n| is_stroke(&lines[*n].text)) {
        let below = (n + 1..lines.len()).take_while(|n| !lines[*n].text.is_empty()).count();
        let ends = lines.get(n + below + 2).is_none() || of_forum.get(n + below + 2).is_some_and(|of| *of);
        if ends && below <= 3 {
            of_forum[n..=n + below].fill(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posts_are_parted_from_what_the_forum_says() {
        let post = |who: &str, day: usize, said: &str| {
            format!(
                "{who}\nMember\nPosted {day} Jan 2018 - 09:14 AM\n\n{said}\n\n--\nFair winds.\n\nLike\nQuote\n\n"
            )
        };
        let text = [
            post("Ann", 12, "Towing\n\nA ship with a rope may tow one other ship."),
            post("Ben", 13, "In fog nobody tows anything at all."),
            post("Ann", 14, "Ben, on 13 Jan 2018 - 09:14 AM, said:\n\nNot even me?\n\nNot even you."),
        ]
        .concat();
        let mut lines = Line::all(&text);
        let gone = find(&mut lines);
        assert_eq!(gone.len(), 3 * 3 + 2 * 3 + 2 * 3);
        let opened: Vec<(&str, Opening)> = lines
            .iter()
            .filter(|l| l.opening != Opening::None)
            .map(|l| (l.text.as_str(), l.opening))
            .collect();
        assert_eq!(
            opened,
            [
                ("Towing", Opening::Head),
                ("In fog nobody tows anything at all.", Opening::Ruling),
                ("Ben, on 13 Jan 2018 - 09:14 AM, said:", Opening::Ruling)
            ]
        );
        assert!(is_short("Ilse R.") && is_short("Per") && !is_short("No.") && !is_short("Anna Does."));
        assert!(!is_stamp("It begins at 9:00.") && is_stamp("» Sat Feb 3, 2018 8:00 am"));
    }
}
