//! A digest of a mailing list: numbered questions as they were sent in, `> May I …`, and the
//! answers below.

use super::block::Block;
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::quotations;

/// Fewer numbered quotations than this are not a digest.
const MIN_QUESTIONS: usize = 3;

/// The maximum number of words in the line that numbers a question.
const MAX_HEAD_WORDS: usize = 12;

/// The maximum number of lines from there to the quotation.
const MAX_LINES_BETWEEN: usize = 4;

/// How the lines in front of a mail begin.
const HEADERS: [&str; 9] = [
    "From:",
    "To:",
    "Cc:",
    "Date:",
    "Subject:",
    "Message-ID:",
    "Content-Type:",
    "Content-Transfer-Encoding:",
    "Reply-To:",
];

/// Marks the questions of a digest and their answers; returns what the mails add around them.
pub(super) fn find(lines: &mut [Line]) -> Vec<Block> {
    let heads: Vec<usize> = (0..lines.len()).filter(|n| is_head(lines, *n)).collect();
    if heads.len() < MIN_QUESTIONS {
        return Vec::new();
    }
    let ends = heads.iter().skip(1).copied().chain([lines.len()]);
    for (head, end) in heads.iter().copied().zip(ends) {
        lines[head].opening = Opening::Head;
        mark_one(&mut lines[head + 1..end]);
    }
    let senders = senders(lines);
    let of_mail = of_mail(lines, heads[0], &senders);
    of_mail.into_iter().map(|n| lines[n].take(WhyLeft::OfAPost)).collect()
}

/// Whether a line numbers the question that is quoted below it, `12-01. [28 Apr 2003] Per asks:`.
fn is_head(lines: &[Line], n: usize) -> bool {
    let text = lines[n].text.as_str();
    let number = text.split(' ').next().unwrap_or_default().trim_end_matches(['.', ':']);
    let is_count = |s: &str| (1..4).contains(&s.len()) && s.bytes().all(|b| b.is_ascii_digit());
    let numbered = number.split_once('-').is_some_and(|(issue, count)| is_count(issue) && is_count(count));
    let below = lines[n + 1..].iter().take(MAX_LINES_BETWEEN).find(|line| !line.text.is_empty());
    numbered && text.split(' ').count() <= MAX_HEAD_WORDS && below.is_some_and(|line| is_quoted(&line.text))
}

fn is_quoted(text: &str) -> bool {
    text.starts_with('>')
}

/// Marks the first quotation below a number as a question, and what stands below it as its answer. A
/// second one belongs to the answer that takes it up.
fn mark_one(lines: &mut [Line]) {
    let Some(from) = lines.iter().position(|line| is_quoted(&line.text)) else { return };
    let is_said = |line: &Line| !line.text.is_empty() && !is_quoted(&line.text);
    let to = lines[from..].iter().position(is_said).map_or(lines.len(), |n| from + n);
    let mut nested = false;
    for line in &mut lines[from..to] {
        let text = line.text.strip_prefix('>').unwrap_or(&line.text).trim_start();
        // What is quoted in a quotation keeps the mark of its first line.
        let inner = text.starts_with('>');
        let kept = if inner && nested { text.trim_start_matches(['>', ' ']) } else { text };
        let text = kept.to_owned();
        if inner != nested && !text.is_empty() {
            line.opening = Opening::Paragraph;
        }
        (nested, line.text) = (inner, text);
    }
    for (n, mark) in [(from, "Q"), (to, "A")] {
        if let Some(line) = lines.get_mut(n) {
            line.text = format!("{mark}: {}", line.text);
            line.opening = Opening::Paragraph;
        }
    }
}

/// The names with which the senders of the mails sign, whole and the first of each.
fn senders(lines: &[Line]) -> Vec<String> {
    let named = lines.iter().filter_map(|line| line.text.strip_prefix("From:"));
    let names = named.map(|from| from.split('<').next().unwrap_or_default().trim().trim_matches('"'));
    names
        .filter(|name| !name.is_empty())
        .flat_map(|name| [name.to_owned(), name.split(' ').next().unwrap_or(name).to_owned()])
        .collect()
}

/// The lines behind the first question that are no one's words: headers, signatures, `On Friday, Per wrote:`.
fn of_mail(lines: &[Line], first: usize, senders: &[String]) -> Vec<usize> {
    let mut in_signature = false;
    let mut found = Vec::new();
    for (n, line) in lines.iter().enumerate().skip(first) {
        let text = line.text.as_str();
        let is_header = HEADERS.iter().any(|header| text.starts_with(header));
        in_signature = !is_header && (in_signature || text == "--");
        let announces = text.starts_with("On ") && quotations::author(text).is_some();
        let signs = senders.iter().any(|name| name == text.trim_start_matches(['-', '–', '—', ' ']));
        if !text.is_empty() && (is_header || in_signature || announces || signs) {
            found.push(n);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_below_a_number_is_its_question() {
        let text = "From: Anna Bell <anna@harbour.example>\n\n4-01. Ben asks:\n\n> May I\n> tow?\n\nYou may.\n\n\
                    4-02.\n\n> Two?\n\nNo.\n\n> And three?\n\nNo.\n\n4-03.\n\n>> Old\n>> rope.\n> Why?\n\nSo.\n\nAnna\n--\nAnna B.\n";
        let mut lines = Line::all(text);
        let gone = find(&mut lines);
        let said: Vec<&str> = lines.iter().map(|l| l.text.as_str()).filter(|t| !t.is_empty()).collect();
        assert_eq!(
            said[1..],
            [
                "4-01. Ben asks:",
                "Q: May I",
                "tow?",
                "A: You may.",
                "4-02.",
                "Q: Two?",
                "A: No.",
                "> And three?",
                "No.",
                "4-03.",
                "Q: > Old",
                "rope.",
                "Why?",
                "A: So."
            ]
        );
        assert_eq!(gone.len(), 3);
        assert!(find(&mut Line::all("4-01.\n> May I?\nNo.\n")).is_empty());
    }
}
