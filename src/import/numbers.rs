//! The numbers and tags of official documents, parsed from the start of a line.

use super::dates;

/// What stands between the parts of a number.
pub(super) const PARTED: [char; 2] = ['.', '-'];

/// What a number has behind that of the rule above it, `.1` of `4.3.1` below `4.3`.
pub(super) fn below<'n>(number: &'n str, above: &str) -> Option<&'n str> {
    number.strip_prefix(above).filter(|rest| rest.starts_with(PARTED))
}

/// A rule's number has no more parts than this below its second, `7-1-4-1-1-1`.
const MAX_PARTS_BELOW: usize = 4;

/// A section number such as `(2.17)`, `[4.4]`, `2.17 Title` or `7-1-4. Title`, and the rest of the line.
///
/// A capital O among digits is read as a zero, a common scanning error. A number in parentheses counts
/// anywhere; a bare one only before a capitalized word.
pub(super) fn section_number(line: &str) -> Option<(String, &str)> {
    let line = line.trim_start().trim_start_matches(['*', '_']);
    let close = match line.chars().next()? {
        '(' => Some(')'),
        '[' => Some(']'),
        _ => None,
    };
    let inner = if close.is_some() { &line[1..] } else { line };
    dashed_number(inner).or_else(|| pointed_number(inner, close))
}

/// A number whose parts have points between them, and the rest of the line, behind the bracket that closes
/// it.
fn pointed_number(inner: &str, close: Option<char>) -> Option<(String, &str)> {
    let end = inner.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | 'O')))?;
    let number = inner[..end].replace('O', "0");
    let (major, deeper) = number.trim_end_matches('.').split_once('.')?;
    // A rule may have numbered subrules: `1.5.1`.
    let (minor, own) = deeper.split_once('.').map_or((deeper, None), |(minor, own)| (minor, Some(own)));
    let digits =
        |s: &str, most: usize| (1..=most).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let is_below =
        |own: &str| own.split('.').count() <= MAX_PARTS_BELOW && own.split('.').all(|n| digits(n, 2));
    if !digits(major, 3)
        || !digits(minor, if major.len() == 3 { 3 } else { 2 })
        || !own.is_none_or(is_below)
        || major.starts_with('0')
        || !inner.starts_with(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let rest = &inner[end..];
    let (below, rest) = below_letter(rest).unwrap_or(("", rest));
    let stop = if below.is_empty() || !inner[..end].ends_with('.') { "" } else { "." };
    let minor = format!("{deeper}{stop}{below}");
    let bold = rest.trim_start_matches(['*', '_']);
    let rest = match close {
        Some(close) => rest.trim_start().strip_prefix(close)?,
        // `**4.1** A ferry`.
        None if bold.len() < rest.len() && bold.starts_with(' ') && starts_title(bold) => bold,
        None if starts_title(rest) => rest,
        None => return None,
    };
    Some((format!("{major}.{minor}"), rest.trim_start_matches(['*', '_', ' '])))
}

/// A number whose parts have dashes between them and a stop behind them, `7-1-4. Damage step`; its words may
/// begin with a term in brackets. A date has a part that begins with zero, or a year.
fn dashed_number(line: &str) -> Option<(String, &str)> {
    let (number, rest) = line.split_at(line.find(|c: char| !c.is_ascii_digit() && c != '-')?);
    let rest = rest.strip_prefix(". ")?.trim_start();
    let is_part = |part: &str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()) && !part.starts_with('0')
    };
    let parts = number.split('-').count();
    let counts = (2..=MAX_PARTS_BELOW + 2).contains(&parts) && number.split('-').all(is_part);
    let begins = starts_title(rest) || parts > 2 && rest.starts_with('[');
    (counts && begins).then(|| (number.to_owned(), rest))
}

/// The maximum number of parts of a number from its first letter on.
const MAX_BELOW_LETTER: usize = 4;

/// The end of a number from its first letter on, `b` of `702.19b`, `e.5.a` of `135.2.e.5.a.`, and what stands
/// behind the number.
fn below_letter(rest: &str) -> Option<(&str, &str)> {
    let is_part = |part: &str| match part.as_bytes() {
        [letter] if letter.is_ascii_lowercase() => true,
        digits => (1..=2).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit),
    };
    let end = rest.find([' ', ')', ']', '*', '_']).unwrap_or(rest.len());
    let below = rest[..end].trim_end_matches('.');
    let sound = rest.starts_with(|c: char| c.is_ascii_lowercase())
        && below.split('.').all(is_part)
        && below.split('.').count() <= MAX_BELOW_LETTER;
    sound.then(|| (below, &rest[end..]))
}

/// A lettered subrule below or after the open one, `102.2a at dawn, or`. It may continue a sentence.
pub(super) fn lettered_rule(line: &str, open: &str) -> Option<(String, String)> {
    let due = next_letter(open);
    let words = line.strip_prefix(&due)?.trim_start_matches('.').strip_prefix(' ')?.trim_start();
    (!words.is_empty()).then(|| (due, words.to_owned()))
}

/// The number of the lettered subrule after `102.2` or `102.2a`.
pub(super) fn next_letter(open: &str) -> String {
    let digits = open.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let last = open[digits.len()..].bytes().next();
    let due = last.map_or(b'a', |letter| letter.saturating_add(1)).min(b'z');
    format!("{digits}{}", char::from(due))
}

/// Whether a text starts, after spaces, with a capital or a quotation mark.
fn starts_title(text: &str) -> bool {
    text.trim_start().starts_with(|c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘'))
}

/// A parsed errata line such as `(v3.0) **Name** 0183`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ErrataLine {
    /// The version that introduced it, `3.0`; `None` without a tag.
    pub(super) since: Option<String>,
    /// The card or place, without emphasis.
    pub(super) name: String,
    /// The card numbers, with the letter O read as zero; empty for a place in the rulebook.
    pub(super) numbers: Vec<String>,
    /// The length of the head, in bytes; the text follows it.
    pub(super) length: usize,
}

/// Parses an errata line: a version tag, a name, and a number of three or four digits.
pub(super) fn errata_line(text: &str) -> Option<ErrataLine> {
    let (since, start) = version_tag(text)?;
    let (name_end, numbers, end) = card_numbers(text, start)?;
    let name = clean_name(&text[start..name_end]);
    let sound = !name.is_empty() && name.split_whitespace().count() <= 12;
    sound.then_some(ErrataLine { since: Some(since), name, numbers, length: end })
}

/// A line that consists of a card's name and number, without a version tag.
pub(super) fn untagged_errata_line(text: &str) -> Option<ErrataLine> {
    if version_tag(text).is_some() || !text.starts_with(|c: char| c.is_uppercase() || c == '*') {
        return None;
    }
    let (name_end, numbers, length) = card_numbers(text, 0)?;
    let name = clean_name(&text[..name_end]);
    let whole =
        text[length..].trim_matches(['*', ' ', ':']).is_empty() && name.split_whitespace().count() <= 8;
    // The year of a date is not a card number.
    let whole = whole && dates::first(text).is_none();
    (whole && numbers[0].len() == 4).then_some(ErrataLine { since: None, name, numbers, length })
}

/// The maximum length of a version in a tag, in bytes.
const MAX_TAG_LENGTH: usize = 16;

/// A version tag `(v3.0)`, and the offset of the name after it.
pub(super) fn version_tag(text: &str) -> Option<(String, usize)> {
    let lead = text.len() - text.trim_start_matches(['*', '_', ' ']).len();
    let inner = text[lead..].strip_prefix(['(', '['])?;
    let version = inner.strip_prefix(['v', 'V'])?.trim_start_matches(['.', ' ']);
    let close = version.bytes().take(MAX_TAG_LENGTH).position(|b| matches!(b, b')' | b']'))?;
    let number = version[..close].trim().replace('O', "0");
    let sound = number.starts_with(|c: char| c.is_ascii_digit())
        && number.len() <= 8
        && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let end = text.len() - version.len() + close + 1;
    sound.then_some((number, end))
}

/// The first card number after `from` and those joined to it: the end of the name, the numbers, the end of
/// the last one.
fn card_numbers(text: &str, from: usize) -> Option<(usize, Vec<String>, usize)> {
    let mut at = from;
    for word in text[from..].split_inclusive([' ', ',']) {
        let trimmed = word.trim_matches([' ', ',', '*', '(', ')', '#', ':', '.']);
        // A sentence before any number means that this is not an errata line.
        if at - from > 90 || (word.trim_end().ends_with(['.', '?', ':']) && card_number(trimmed).is_none()) {
            return None;
        }
        if let Some(number) = card_number(trimmed) {
            return Some(joined_numbers(text, at, at + word.len(), number));
        }
        at += word.len();
    }
    None
}

/// Collects further numbers joined by commas, `and`, `&`, `/`.
fn joined_numbers(text: &str, start: usize, end: usize, first: String) -> (usize, Vec<String>, usize) {
    let mut numbers = vec![first];
    let mut end = end;
    let mut at = end;
    for word in text[end..].split_inclusive([' ', ',']) {
        at += word.len();
        let trimmed = word.trim_matches([' ', ',', '*', '(', ')', ':', '.']);
        if let Some(number) = card_number(trimmed) {
            numbers.push(number);
            end = at;
        } else if !matches!(trimmed, "" | "and" | "&" | "/" | "or") {
            break;
        }
    }
    (start, numbers, end)
}

/// A card number as the LCG prints it: three or four digits, the letter O read as zero.
pub(super) fn card_number(word: &str) -> Option<String> {
    let digits =
        word.bytes().all(|b| b.is_ascii_digit() || b == b'O') && word.bytes().any(|b| b.is_ascii_digit());
    (digits && (3..=4).contains(&word.len())).then(|| word.replace('O', "0"))
}

fn clean_name(text: &str) -> String {
    let name = super::block::without_emphasis(text);
    let name = name.trim_matches([' ', ',', '–', '-', ':']).trim();
    // `Name (Core 0183)`: the set before the number belongs to neither.
    let open = name.rfind('(').filter(|n| !name[*n..].contains(')'));
    open.map_or(name, |n| name[..n].trim()).to_owned()
}

/// The speaker of a line `Q: …`, `Question 5. …` or `Answer`, and what is said.
pub(super) fn speaker(line: &str) -> Option<(Speaker, &str)> {
    let line = line.trim_start().trim_start_matches(['*', '_']);
    let speakers = [
        ("Question", Speaker::Question),
        ("Answer", Speaker::Answer),
        ("Frage", Speaker::Question),
        ("Antwort", Speaker::Answer),
        ("Q", Speaker::Question),
        ("F", Speaker::Question),
        ("A", Speaker::Answer),
    ];
    // French typography puts a space before the colon: `Q : …`, `R : …`.
    for (word, speaker) in speakers.into_iter().chain([("R", Speaker::Answer)]) {
        let spaced = line.strip_prefix(word).and_then(|behind| behind.strip_prefix(" : "));
        if let Some(said) = spaced.filter(|_| word.len() == 1) {
            return Some((speaker, said));
        }
    }
    speakers.into_iter().find_map(|(word, speaker)| Some((speaker, said_behind(word, line)?)))
}

/// What is said behind the word for a speaker.
fn said_behind<'l>(word: &str, line: &'l str) -> Option<&'l str> {
    const EMPHASIS: [char; 2] = ['*', '_'];
    // `**Q**: …`: the mark may stand behind the emphasis.
    let behind = line.strip_prefix(word)?.trim_start_matches("**");
    let number = behind.strip_prefix(' ').filter(|b| b.starts_with(|c: char| c.is_ascii_digit()));
    let counted = number.unwrap_or(behind);
    let rest = counted.trim_start_matches(|c: char| c.is_ascii_digit());
    // `Q3 (table 9): …`: the brackets are kept before the text.
    let place = rest.strip_prefix(' ').filter(|r| rest.len() < counted.len() && r.starts_with('('));
    if let Some(place) = place.filter(|p| p.find("): ").is_some_and(|end| end <= 40)) {
        return Some(place);
    }
    // `Q1) …`; without a number, `A)` may be a letter of a list.
    let closed = rest.strip_prefix(')').filter(|_| rest.len() < counted.len() || word == "Q");
    let (rest, marked) = match rest.strip_prefix([':', '.']).or(closed) {
        Some(rest) => (rest, true),
        None => (rest, false),
    };
    // The word may be on a line of its own, with or without a number.
    let alone = word.len() > 1 && rest.trim_end_matches(['*', ' ']).is_empty();
    let apart = rest.is_empty() || rest.starts_with(' ') || rest.starts_with(EMPHASIS);
    let is_said = marked && apart && counted.len() - rest.len() <= 5 || alone;
    // Emphasis that closes behind the mark, `_Answer:_`, is of the mark; `A: _Bell_` is of its own.
    let rest = rest.strip_prefix("_ ").unwrap_or(rest);
    is_said.then(|| rest.trim_start_matches(['*', ' ']))
}

/// Whether a line is marked as a question, `Q: …`.
pub(super) fn is_marked_question(line: &str) -> bool {
    speaker(line).is_some_and(|(who, _)| who == Speaker::Question)
}

/// One side of a question and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Speaker {
    Question,
    Answer,
}

/// Whether a text is marked as a ruling, or as a question or answer.
pub(super) fn is_ruling(text: &str) -> bool {
    section_number(text).is_some() || errata_line(text).is_some() || speaker(text).is_some()
}

/// Whether a line ends with a page in parentheses, `Refresh Phase (p. 12)`.
pub(super) fn ends_with_page(line: &str) -> bool {
    let Some(inner) = line.trim_end_matches(['*', ' ', ':']).strip_suffix(')') else { return false };
    let Some(open) = inner.rfind('(') else { return false };
    if inner[..open].contains([':', '.', ',']) {
        return false;
    }
    let inside = inner[open + 1..].trim_start_matches("see ");
    let digits = ["pages", "page", "pg.", "pp.", "p."].iter().find_map(|p| inside.strip_prefix(p));
    digits.is_some_and(|d| {
        !d.is_empty() && d.trim().chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | '–' | ' '))
    }) && line.split_whitespace().count() <= 10
}

/// Whether a line starts a group of the restricted list, `Group 2`.
pub(super) fn is_group(line: &str) -> bool {
    let rest = line.strip_prefix("Group ").or(line.strip_prefix("GROUP "));
    rest.is_some_and(|r| {
        r.len() <= 200 && r.chars().next().is_some_and(|c| c.is_ascii_digit() || c.is_uppercase())
    })
}

/// The objective sets listed on a line, `The Quiet Harbour (99)`, separated by commas or slashes; `None` if
/// the line contains anything else.
pub(super) fn listed_sets(line: &str) -> Option<Vec<(String, String)>> {
    let mut sets = Vec::new();
    let line = super::block::without_emphasis(line);
    let mut rest = line.trim();
    while !rest.is_empty() {
        let open = rest.find('(')?;
        let close = open + rest[open..].find(')')?;
        let inside = rest[open + 1..close].trim().trim_start_matches(['#']);
        let inside = inside.strip_prefix("set ").or(inside.strip_prefix("Set ")).unwrap_or(inside);
        let number = inside.replace('O', "0");
        if !(1..=4).contains(&number.len()) || !number.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let name = rest[..open].trim();
        let named = name.starts_with(|c: char| c.is_uppercase() || c == '"' || c == '“');
        if !named || name.split_whitespace().count() > 9 || name.contains(". ") {
            return None;
        }
        sets.push((name.to_owned(), number));
        rest = rest[close + 1..].trim_start_matches([' ', ',', ';', '/', '|', '•', '.', '-', '–']);
        for word in ["and ", "or ", "& "] {
            rest = rest.strip_prefix(word).unwrap_or(rest).trim_start();
        }
    }
    (!sets.is_empty()).then_some(sets)
}

/// Whether a text begins with the number of a rule under a letter, `B13.42 Are two …`.
pub(super) fn is_under_rule(text: &str) -> bool {
    let Some((mark, rest)) = text.split_once(' ') else { return false };
    let number = mark.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let digits = |s: &str| (1..=4).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    (1..=2).contains(&(mark.len() - number.len()))
        && number.split_once('.').is_some_and(|(major, minor)| digits(major) && digits(minor))
        && !rest.starts_with(|c: char| c.is_lowercase())
}

/// Whether a line is just a name with a code of letters and digits, `Ferry (F19)`, or with its set and
/// number in brackets, `Ferry [Deep Water 14]`.
pub(super) fn is_coded(line: &str) -> bool {
    if let Some((name, place)) = line.strip_suffix(']').and_then(|l| l.split_once(" [")) {
        let numbered =
            place.rsplit_once(' ').filter(|(_, n)| n.len() <= 4 && n.bytes().all(|b| b.is_ascii_digit()));
        return numbered.is_some_and(|(set, _)| [name, set].into_iter().all(super::block::in_title_case));
    }
    let Some((name, code)) = line.strip_suffix(')').and_then(|l| l.split_once(" (")) else { return false };
    let is_code = (2..=6).contains(&code.len())
        && code.starts_with(|c: char| c.is_ascii_uppercase())
        && code.ends_with(|c: char| c.is_ascii_digit())
        && code.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    is_code && super::block::in_title_case(name)
}

/// Whether a word is the code of a card, `ST-004`, `P-06b`.
pub(super) fn is_code(word: &str) -> bool {
    let Some((set, number)) = word.split_once('-') else { return false };
    let digits = number.trim_end_matches(|c: char| c.is_ascii_lowercase());
    (1..=4).contains(&set.len())
        && set.bytes().all(|b| b.is_ascii_uppercase())
        && (2..=3).contains(&digits.len())
        && digits.bytes().all(|b| b.is_ascii_digit())
        && number.len() - digits.len() <= 1
}

/// The section numbers a text cites, `(3.6)`, `[4.4]`, `(2.3)`.
pub(super) fn cited_sections(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(['(', '[']) {
        if let Some((number, _)) = section_number(&text[at..])
            && !found.contains(&number)
        {
            found.push(number);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_numbers_are_read_as_scans_have_them() {
        assert_eq!(section_number("(2.1O) Application"), Some(("2.10".to_owned(), "Application")));
        assert_eq!(section_number("**(2.17) Unique Cards**"), Some(("2.17".to_owned(), "Unique Cards**")));
        assert_eq!(section_number("4.15 Readies"), Some(("4.15".to_owned(), "Readies")));
        assert_eq!(section_number("1.5.1a A ferry"), Some(("1.5.1a".to_owned(), "A ferry")));
        assert_eq!(section_number("135.2.e.5.a. A ferry"), Some(("135.2.e.5.a".to_owned(), "A ferry")));
        assert_eq!(section_number("135.2.b A ferry"), Some(("135.2.b".to_owned(), "A ferry")));
        assert_eq!(section_number("135.2.e.5.a.1.b A ferry"), None);
        assert_eq!(section_number("1.5.1.2.3.4.5 A ferry"), None);
        assert_eq!(section_number("7-1-4-1-1-1. A ferry"), Some(("7-1-4-1-1-1".to_owned(), "A ferry")));
        assert_eq!(section_number("7-1-4. [Rope]"), Some(("7-1-4".to_owned(), "[Rope]")));
        for date in ["2019-05-04. A ferry", "10-05-14. A ferry", "10-5-14 A ferry", "12-10. [Rope]"] {
            assert_eq!(section_number(date), None, "{date}");
        }
        assert_eq!(section_number("(12)"), None);
        assert_eq!(section_number("2.5 is no section"), None);
        assert_eq!(section_number("(v2.2) Name"), None);
    }

    #[test]
    fn errata_lines_are_read_with_and_without_emphasis() {
        let line = errata_line("(v3.1) **The Ferry at Gate 4** O144").expect("an errata line");
        assert_eq!(
            (line.name.as_str(), line.numbers.as_slice()),
            ("The Ferry at Gate 4", &["0144".to_owned()][..])
        );
        let line = errata_line("(v4.2) Turn of Tide 0157, 0171 Should read: x").expect("an errata line");
        assert_eq!(line.numbers, ["0157", "0171"]);
        assert_eq!("(v4.2) Turn of Tide 0157, 0171 Should read: x"[line.length..].trim(), "Should read: x");
        assert_eq!(errata_line("(v3.0) Refresh Phase (p. 12)"), None);
        assert_eq!(errata_line("Should read: 0183"), None);
        let line = untagged_errata_line("Old Tollkeeper 0183").expect("an errata line");
        assert_eq!(line.since, None);
        assert_eq!(untagged_errata_line("Page 21 of the rulebook in 2014 said"), None);
    }

    #[test]
    fn speakers_are_known_with_and_without_a_number() {
        assert_eq!(speaker("**Q:** May it?"), Some((Speaker::Question, "May it?")));
        assert_eq!(speaker("Q12. May it?"), Some((Speaker::Question, "May it?")));
        assert_eq!(speaker("Question 5"), Some((Speaker::Question, "")));
        assert_eq!(speaker("Q5 (table 2): May it?"), Some((Speaker::Question, "(table 2): May it?")));
        assert_eq!(speaker("Answer. It may."), Some((Speaker::Answer, "It may.")));
        for text in ["Question 1 for disputes.", "Answers are long.", "A unit.", "Q", "A.I. is no card"] {
            assert_eq!(speaker(text), None, "{text}");
        }
    }

    #[test]
    fn listed_sets_are_distinguished_from_sentences() {
        let pair = |n: &str, d: &str| (n.to_owned(), d.to_owned());
        assert_eq!(listed_sets("Against the Tide (103)"), Some(vec![pair("Against the Tide", "103")]));
        let two = listed_sets("Close the Harbour (46), Sworn Silence (180)").expect("two sets");
        assert_eq!(two[1], pair("Sworn Silence", "180"));
        assert_eq!(listed_sets("A set (e.g. one) is restricted."), None);
        assert_eq!(listed_sets("LIGHT SIDE"), None);
    }

    #[test]
    fn citations_in_a_text_are_found() {
        assert_eq!(cited_sections("as in (3.6), and \"[4.4] Framework Effects\" (v2.2)"), ["3.6", "4.4"]);
    }
}
