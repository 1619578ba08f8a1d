//! A digest of a mailing list: questions as they were sent in, `> May I …`, and the answers below, each under
//! a number or behind a line of strokes.

use std::collections::BTreeSet;

use super::block::{Block, ends_sentence};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{heads, marks, quotations, sections};

/// Fewer quotations than this are not a digest.
const MIN_QUESTIONS: usize = 3;

/// The maximum number of words in the line that numbers a question.
const MAX_HEAD_WORDS: usize = 12;

/// The maximum number of lines from there to the quotation.
const MAX_LINES_BETWEEN: usize = 4;

/// The maximum number of blank lines, strokes and headers between two that belong together. Nothing is looked
/// for further away: a text may have nothing but strokes.
const MAX_LINES_APART: usize = 40;

/// A line of strokes that parts has no fewer.
const MIN_STROKES: usize = 3;

/// No more lines without a sentence are what the sender signs with.
const MAX_SIGNED_LINES: usize = 6;

/// No number of a question has more digits.
const MAX_DIGITS: usize = 4;

/// What may stand in front of a number that is all a line says.
const NUMBERED: [&str; 6] = ["question", "item", "no", "nr", "number", "q"];

/// How the lines in front of a mail begin.
const HEADERS: [&str; 14] = [
    "From:",
    "To:",
    "Cc:",
    "Date:",
    "Subject:",
    "Subj:",
    "Message-ID:",
    "Content-Type:",
    "Content-Transfer-Encoding:",
    "Reply-To:",
    "Sender:",
    "Newsgroups:",
    "MIME-Version:",
    "References:",
];

/// Marks the questions of a digest and their answers; returns what the mails add around them.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let Some((items, asks)) = items(&texts) else { return Vec::new() };
    let Some(first) = items.first().copied() else { return Vec::new() };
    let senders = senders(lines);
    let mut gone = Vec::new();
    for n in strokes_of(&texts, first) {
        gone.push(lines[n].take(WhyLeft::PageFurniture));
    }
    let ends = items.iter().skip(1).copied().chain([lines.len()]);
    for (start, end) in items.iter().copied().zip(ends) {
        let item = &mut lines[start..end];
        if asks { mark_item(item, &mut gone) } else { mark_quoting(item, &mut gone) }
    }
    let of_mail = of_mail(lines, &items, &senders);
    gone.extend(of_mail.into_iter().map(|n| lines[n].take(WhyLeft::OfAPost)));
    gone
}

/// The lines of a text, from 1, that are a number and nothing else, above a quotation: they number questions
/// and no pages.
pub(super) fn numbers(text: &str) -> BTreeSet<usize> {
    let texts: Vec<&str> = text.split('\n').map(|line| line.trim_matches([' ', '\u{c}', '\r'])).collect();
    let found: BTreeSet<usize> =
        (0..texts.len()).filter(|n| number_alone(texts[*n]).is_some() && is_numbered(&texts, *n)).collect();
    if found.len() < MIN_QUESTIONS { BTreeSet::new() } else { found.into_iter().map(|n| n + 1).collect() }
}

/// Where the items of a digest begin, if it is one, and whether most of what is quoted first in them asks:
/// without numbers it has to.
fn items(texts: &[&str]) -> Option<(Vec<usize>, bool)> {
    let numbered: Vec<usize> = (0..texts.len()).filter(|n| is_numbered(texts, *n)).collect();
    let counts = numbered.len() >= MIN_QUESTIONS;
    let items = if !counts { between_strokes(texts) } else { with_unnumbered(texts, numbered) };
    let ends = items.iter().skip(1).copied().chain([texts.len()]);
    let quoted = |(from, to): (usize, usize)| {
        let first = (from..to).find(|n| is_quoted(texts[*n]) && !is_header(texts[*n]))?;
        let of_it = (first..to).take_while(|n| is_quoted(texts[*n]) || texts[*n].is_empty());
        Some(of_it.map(|n| texts[n]).any(|text| text.contains('?')))
    };
    let asks: Vec<bool> = items.iter().copied().zip(ends).filter_map(quoted).collect();
    let mostly = asks.iter().filter(|asks| **asks).count() * 2 >= asks.len();
    (asks.len() >= MIN_QUESTIONS && (mostly || counts)).then_some((items, mostly))
}

/// Whether a line numbers the question that is quoted below it, `12-01. [28 Apr 2003] Per asks:`, or is
/// nothing but that number, `7.`.
fn is_numbered(texts: &[&str], n: usize) -> bool {
    let text = texts[n];
    let number = text.split(' ').next().unwrap_or_default().trim_end_matches(['.', ':']);
    let is_count = |s: &str| (1..4).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let of_issue = number.split_once('-').is_some_and(|(issue, count)| is_count(issue) && is_count(count))
        && text.split(' ').count() <= MAX_HEAD_WORDS;
    // A page may end within a quotation, and its number stands there. Looked for above numbers only, as most
    // lines of a long text may be blank.
    let above = || texts[n.saturating_sub(MAX_LINES_APART)..n].iter().rfind(|text| !text.is_empty());
    let within = || above().is_some_and(|above| is_quoted(above) && !ends_sentence(above));
    (of_issue || number_alone(text).is_some() && !within()) && leads_to_quotation(texts, n + 1)
}

/// The number that is all a line says, `7`, `#7`, `(7)`, `Question 7:`.
fn number_alone(text: &str) -> Option<u32> {
    let (lead, number) = text.rsplit_once(' ').unwrap_or(("", text));
    let lead = lead.trim_end_matches('.').to_lowercase();
    let known = lead.is_empty() || NUMBERED.contains(&lead.as_str());
    let number = number.trim_matches(['#', '(', ')', '[', ']', '.', ':', 'Q']);
    number.parse().ok().filter(|_| known && number.len() <= MAX_DIGITS)
}

/// Whether a quotation is what comes next, or a mail's headers in front of one.
fn leads_to_quotation(texts: &[&str], from: usize) -> bool {
    let near = texts[from..].iter().take(MAX_LINES_APART);
    let near = near.filter(|text| !is_strokes(text) && !is_header(text));
    near.take(MAX_LINES_BETWEEN).find(|text| !text.is_empty()).is_some_and(|text| is_quoted(text))
}

fn is_quoted(text: &str) -> bool {
    text.starts_with('>')
}

/// Whether a line is one in front of a mail, quoted or not; a program may add its own, `X-Mailer: Ferry 2`.
fn is_header(text: &str) -> bool {
    let text = text.trim_start_matches(['>', ' ']);
    let is_own = |word: &str| word.starts_with("X-") && word.ends_with(':');
    HEADERS.iter().any(|header| text.starts_with(header)) || text.split(' ').next().is_some_and(is_own)
}

/// Whether a line has nothing but strokes, `-----`, `=====`, `;;;;;`, `* * *`.
fn is_strokes(text: &str) -> bool {
    let mut strokes = text.chars().filter(|c| *c != ' ');
    let all = strokes.clone().all(|c| matches!(c, '-' | '=' | '_' | '*' | '~' | ';' | '#' | '+' | '—' | '–'));
    all && strokes.nth(MIN_STROKES - 1).is_some()
}

/// Whether the strokes of a line are drawn below a title.
fn underlines(texts: &[&str], n: usize) -> bool {
    let Some(above) = n.checked_sub(1).map(|n| texts[n]) else { return false };
    let apart = n == 1 || texts[n - 2].is_empty();
    apart && !is_quoted(above) && number_alone(above).is_none() && heads::is_title(above)
}

/// The lines of strokes that part the items of a digest, in front of the first of them and behind it.
fn strokes_of(texts: &[&str], first: usize) -> Vec<usize> {
    let front = texts[..first].iter().rev().take_while(|text| text.is_empty() || is_strokes(text)).count();
    (first - front..texts.len()).filter(|n| is_strokes(texts[*n]) && !underlines(texts, *n)).collect()
}

/// Where items begin, with those that have no number: where lines of strokes stand above the numbers, what is
/// below another is of no item above it.
fn with_unnumbered(texts: &[&str], numbered: Vec<usize>) -> Vec<usize> {
    let Some(first) = numbered.first().copied() else { return numbered };
    let strokes = strokes_of(texts, first);
    let has_number = |n: usize| numbered.binary_search(&n).is_ok();
    let parts = strokes.iter().filter(|n| below(texts, **n).is_some_and(has_number));
    if parts.count() < MIN_PARTING {
        return numbered;
    }
    // What frames a number from below parts nothing.
    let is_apart = |n: &&usize| **n > first && !above(texts, **n).is_some_and(has_number);
    let mut items: Vec<usize> = strokes.iter().filter(is_apart).filter_map(|n| below(texts, *n)).collect();
    items.extend(numbered);
    items.sort_unstable();
    items.dedup();
    items
}

/// The next line below one that is neither blank nor strokes.
fn below(texts: &[&str], n: usize) -> Option<usize> {
    let mut near = n + 1..texts.len().min(n + 1 + MAX_LINES_APART);
    near.find(|n| !texts[*n].is_empty() && !is_strokes(texts[*n]))
}

/// The next line above one that is neither blank nor strokes.
fn above(texts: &[&str], n: usize) -> Option<usize> {
    let near = n.saturating_sub(MAX_LINES_APART)..n;
    near.rev().find(|n| !texts[*n].is_empty() && !is_strokes(texts[*n]))
}

/// Fewer lines of strokes above numbers do not part them.
const MIN_PARTING: usize = 2;

/// Where the items of a digest begin that lines of strokes part from each other.
fn between_strokes(texts: &[&str]) -> Vec<usize> {
    let is_between = |n: &usize| is_strokes(texts[*n]) && !underlines(texts, *n);
    let strokes: Vec<usize> = (0..texts.len()).filter(is_between).collect();
    let leading: Vec<usize> = strokes.iter().copied().filter(|n| leads_to_quotation(texts, n + 1)).collect();
    let Some(top) = leading.first().filter(|_| leading.len() + 1 >= MIN_QUESTIONS) else {
        return Vec::new();
    };
    // What stands in front of the first strokes that part is an item, too, if it quotes.
    let mut starts: Vec<usize> = first_item(&texts[..*top]).into_iter().collect();
    let from = starts.first().copied().unwrap_or(*top);
    starts.extend(strokes.iter().filter(|n| **n > from).filter_map(|n| below(texts, *n)));
    if starts.first().is_none_or(|first| first > top) {
        starts.insert(0, below(texts, *top).unwrap_or(*top));
    }
    starts.dedup();
    starts
}

/// Where the first item begins: with what its mail has in front of the quotation.
fn first_item(texts: &[&str]) -> Option<usize> {
    let quoted = texts.iter().position(|text| is_quoted(text) && !is_header(text))?;
    let above =
        texts[..quoted].iter().rev().take_while(|text| text.is_empty() || is_header(text) || is_quoted(text));
    let above = quoted - above.count();
    let from = |n: &usize| texts[*n].trim_start_matches(['>', ' ']).starts_with("From:");
    Some((above..quoted).rev().find(from).unwrap_or(quoted))
}

/// Marks what an item of a digest consists of: its number, what its mail is about, question and answer.
fn mark_item(lines: &mut [Line], gone: &mut Vec<Block>) {
    let mut is_headed = false;
    let mut next = 0;
    while let Some(line) = lines.get_mut(next) {
        if number_alone(&line.text).is_some() {
            gone.push(line.take(WhyLeft::NumberInFront));
        } else if is_header(&line.text) {
            is_headed |= mark_header(line, gone);
        } else if next == 0 && !line.text.is_empty() && !is_quoted(&line.text) && is_issue(&line.text) {
            (line.opening, is_headed) = (Opening::Head, true);
        } else if matches!(line.text.as_str(), "" | ">") {
            line.text.clear();
        } else {
            break;
        }
        next += 1;
    }
    let item = &mut lines[next..];
    match item.first() {
        Some(first) if is_quoted(&first.text) => {
            mark_one(item, if is_headed { Opening::Paragraph } else { Opening::Ruling });
        }
        Some(_) if !is_headed => mark_statement(item, gone),
        _ => {}
    }
}

/// Makes one ruling of an item that says something of what it quotes, and asks nothing.
fn mark_quoting(lines: &mut [Line], gone: &mut Vec<Block>) {
    if let Some(number) = lines.first_mut().filter(|line| number_alone(&line.text).is_some()) {
        gone.push(number.take(WhyLeft::NumberInFront));
    }
    if let Some(first) = lines.iter_mut().find(|line| !matches!(line.text.as_str(), "" | ">")) {
        first.opening = Opening::Ruling;
        first.doubt = first.doubt.or(Some(quotations::QUOTED));
    }
    for line in lines.iter_mut().filter(|line| is_quoted(&line.text)) {
        line.text = line.text.trim_start_matches(['>', ' ']).to_owned();
    }
}

/// Whether a line begins with the number of an issue and that of a question, `4-01. Ben asks:`.
fn is_issue(text: &str) -> bool {
    text.split(' ').next().is_some_and(|number| {
        number.contains('-')
            && number.trim_end_matches(['.', ':']).bytes().all(|b| b.is_ascii_digit() || b == b'-')
    })
}

/// Makes a heading of what a mail is about, and takes its other headers off; returns whether it is a heading.
fn mark_header(line: &mut Line, gone: &mut Vec<Block>) -> bool {
    let plain = line.text.trim_start_matches(['>', ' ']);
    let subject = ["Subject:", "Subj:"].iter().find_map(|header| plain.strip_prefix(header));
    let subject = subject.map(|words| without_reply(words).to_owned()).filter(|words| !words.is_empty());
    match subject {
        Some(words) => {
            // What a mail is about is no part of the document, though it is called as parts are.
            let of_part = sections::kind_of(&words).is_some();
            line.text = if of_part { format!("Subject: {words}") } else { words };
            (line.opening, line.level) = (Opening::Head, 2);
            true
        }
        None => {
            gone.push(line.take(WhyLeft::OfAPost));
            false
        }
    }
}

/// What a mail is about, without the marks of replies in front, `Re: Fwd: Towing`.
fn without_reply(subject: &str) -> &str {
    let mut words = subject.trim();
    while let Some(rest) =
        ["Re:", "RE:", "re:", "Fwd:", "FW:", "Q:"].iter().find_map(|re| words.strip_prefix(re))
    {
        words = rest.trim_start();
    }
    words
}

/// Marks an item that quotes nothing: its title or its first words; what the sender signs with goes.
fn mark_statement(lines: &mut [Line], gone: &mut Vec<Block>) {
    let said = lines.iter().filter(|line| !line.text.is_empty()).count();
    if said <= MAX_SIGNED_LINES && !lines.iter().any(|line| ends_sentence(&line.text)) {
        let signed = lines.iter_mut().filter(|line| !line.text.is_empty());
        gone.extend(signed.map(|line| line.take(WhyLeft::OfAPost)));
        return;
    }
    let below = lines.get(1).is_none_or(|line| line.text.is_empty());
    if below && heads::is_title(&lines[0].text) {
        (lines[0].opening, lines[0].level) = (Opening::Head, 2);
    } else {
        lines[0].opening = Opening::Ruling;
    }
}

/// Marks the first quotation of an item as a question, and what stands below it as its answer. A
/// second one belongs to the answer that takes it up.
fn mark_one(lines: &mut [Line], opening: Opening) {
    let Some(from) = lines.iter().position(|line| is_quoted(&line.text)) else { return };
    let is_said = |line: &Line| !line.text.is_empty() && !is_quoted(&line.text);
    let to = lines[from..].iter().position(is_said).map_or(lines.len(), |n| from + n);
    let mut nested = false;
    for line in &mut lines[from..to] {
        let text = line.text.strip_prefix('>').unwrap_or(&line.text).trim_start();
        // What is quoted in a quotation keeps a mark in its first line.
        let inner = text.starts_with('>');
        let words = text.trim_start_matches(['>', ' ']);
        let text = if inner && !nested { format!("> {words}") } else { words.to_owned() };
        if inner != nested && !text.is_empty() {
            line.opening = Opening::Paragraph;
        }
        (nested, line.text) = (inner, text);
    }
    for n in to..lines.len() {
        let again = n > to && lines[n - 1].is_quoted;
        if let Some(words) = lines[n].text.strip_prefix('>').map(|words| words.trim_start().to_owned()) {
            (lines[n].text, lines[n].is_quoted) = (words, true);
            lines[n].opening = if again { lines[n].opening } else { Opening::Words };
        }
    }
    for (n, mark, opening) in [(from, "Q", opening), (to, "A", Opening::Paragraph)] {
        if let Some(line) = lines.get_mut(n) {
            line.text = format!("{mark}: {}", line.text);
            line.opening = opening;
        }
    }
}

/// The names with which the senders of the mails sign, whole and the first of each.
fn senders(lines: &[Line]) -> BTreeSet<String> {
    let named = lines.iter().filter_map(|line| line.text.strip_prefix("From:"));
    let names = named.map(|from| from.split('<').next().unwrap_or_default().trim().trim_matches('"'));
    names
        .filter(|name| !name.is_empty())
        .flat_map(|name| [name.to_owned(), name.split(' ').next().unwrap_or(name).to_owned()])
        .collect()
}

/// The lines that are no one's words: headers, signatures, `On Friday, Per wrote:`.
fn of_mail(lines: &[Line], items: &[usize], senders: &BTreeSet<String>) -> Vec<usize> {
    let first = items.first().copied().unwrap_or(lines.len());
    let is_front = |text: &str| is_header(text) && marks::subject(text).is_none();
    let front = (0..first).filter(|n| is_front(&lines[*n].text));
    let mut in_signature = false;
    let mut found: Vec<usize> = front.collect();
    for (n, line) in lines.iter().enumerate().skip(first) {
        let text = line.text.as_str();
        let is_header = HEADERS.iter().any(|header| text.starts_with(header));
        in_signature = !is_header && (in_signature || text == "--") && items.binary_search(&n).is_err();
        let announces = text.starts_with("On ") && quotations::author(text).is_some();
        let signs = senders.contains(text.trim_start_matches(['-', '–', '—', ' ']));
        if !text.is_empty()
            && line.opening != Opening::Head
            && (is_header || in_signature || announces || signs)
        {
            found.push(n);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What grows with the square of the lines takes minutes.
    #[test]
    fn many_lines_of_one_kind_take_a_bounded_time() {
        let started = std::time::Instant::now();
        let quoted = "7\n> May I?\n\nYes.\n".repeat(4);
        for unit in ["---\n", "\n", "7\n", "7\n---\n", "> a\n", "From: A\n", "From: A\n> a?\n---\n"] {
            let text = format!("{quoted}{}{quoted}", unit.repeat(50_000));
            numbers(&text);
            find(&mut Line::all(&text));
        }
        assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
    }

    #[test]
    fn a_quotation_below_a_number_is_its_question() {
        let text = "From: Anna Bell <anna@harbour.example>\n\n4-01. Ben asks:\n\n> May I\n> tow?\n\nYou may.\n\n\
                    4-02.\n\n> Two?\n\nNo.\n\n> And three?\n\nNo.\n\n4-03.\n\n>> Old\n>> rope.\n> Why?\n\nSo.\n\nAnna\n--\nAnna B.\n";
        let mut lines = Line::all(text);
        let gone = find(&mut lines);
        let said: Vec<&str> = lines.iter().map(|l| l.text.as_str()).filter(|t| !t.is_empty()).collect();
        assert_eq!(
            said,
            [
                "4-01. Ben asks:",
                "Q: May I",
                "tow?",
                "A: You may.",
                "4-02.",
                "Q: Two?",
                "A: No.",
                "And three?",
                "No.",
                "4-03.",
                "Q: > Old",
                "rope.",
                "Why?",
                "A: So."
            ]
        );
        assert_eq!(gone.len(), 4);
        assert!(lines.iter().any(|l| l.text == "And three?" && l.is_quoted));
        assert!(find(&mut Line::all("4-01.\n> May I?\nNo.\n")).is_empty());
    }
}
