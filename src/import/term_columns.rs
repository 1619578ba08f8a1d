//! Glossaries in two columns without heads: the term on the left, what it means beside it, `Anchor      A
//! ship at anchor …`, one term behind the other in the order of the alphabet.

use super::block::{self, words};
use super::line::{Line, Opening};
use super::tables;

/// Fewer terms than this stand beside their meanings by chance.
const MIN_TERMS: usize = 5;

/// No term has more words.
const MAX_TERM_WORDS: usize = 5;

/// A term at the edge of the page begins no further from it, in characters.
const EDGE: usize = 1;

/// A line of such a glossary.
enum Part {
    Term { term: String, said: String },
    More { term: String, said: String },
    Blank,
}

/// The indices of the first line of such a glossary and behind its last, and its lines.
pub(super) fn find(page: &[(usize, &str)]) -> Option<(usize, usize, Vec<Line>)> {
    let rows: Vec<Vec<(usize, String)>> =
        page.iter().map(|(_, text)| tables::pieces(&text.trim_end().chars().collect::<Vec<_>>())).collect();
    let column = column(&rows)?;
    let parts: Vec<Option<Part>> = rows.iter().map(|row| part(row, column)).collect();
    let is_term = |part: &Option<Part>| matches!(part, Some(Part::Term { .. }));
    let from = parts.iter().position(is_term)?;
    let length = parts[from..].iter().position(Option::is_none).unwrap_or(parts.len() - from);
    let own = &parts[from..from + length];
    let is_said = |part: &Option<Part>| !matches!(part, Some(Part::Blank) | None);
    let to = from + own.iter().rposition(is_said)? + 1;
    let terms: Vec<String> = own.iter().filter_map(term).collect();
    let rising = terms.windows(2).filter(|pair| words(&pair[0]) < words(&pair[1])).count();
    let others = parts.len() - length - from;
    let is_glossary = terms.len() >= MIN_TERMS && rising * 10 >= (terms.len() - 1) * 9;
    // What stands below it, too, would be cut off in the midst.
    let is_whole = !parts[from + length..].iter().any(is_term) || others == 0;
    (is_glossary && is_whole).then(|| (from, to, read(&page[from..to], &parts[from..to])))
}

fn term(part: &Option<Part>) -> Option<String> {
    match part {
        Some(Part::Term { term, .. }) => Some(term.clone()),
        Some(Part::More { .. } | Part::Blank) | None => None,
    }
}

/// Where the meanings of the terms begin.
fn column(rows: &[Vec<(usize, String)>]) -> Option<usize> {
    let beside = |row: &Vec<(usize, String)>| match row.as_slice() {
        [(edge, _), (at, _)] if *edge <= EDGE => Some(*at),
        _ => None,
    };
    let mut found: Vec<usize> = rows.iter().filter_map(beside).collect();
    found.sort_unstable();
    let own = *found.get(found.len() / 2)?;
    let fits = found.iter().filter(|at| **at == own).count();
    (fits >= MIN_TERMS && fits * 10 >= found.len() * 9).then_some(own)
}

/// What a line is of the glossary; nothing if it is none of its lines.
fn part(row: &[(usize, String)], column: usize) -> Option<Part> {
    let (term, said) = match row {
        [] => return Some(Part::Blank),
        [(_, only)] if only.is_empty() => return Some(Part::Blank),
        [(at, said)] if *at == column => (String::new(), said.clone()),
        [(edge, term), (at, said)] if *edge <= EDGE && *at == column => (term.clone(), said.clone()),
        _ => return None,
    };
    let few = term.split(' ').count() <= MAX_TERM_WORDS && !block::ends_sentence(&term);
    // What only counts what is beside it, `1)`, is no term.
    let begins = term.starts_with(|c: char| !c.is_lowercase()) && term.contains(char::is_alphabetic);
    if !begins && !term.is_empty() && !term.contains(char::is_alphabetic) || block::list_mark(&term).is_some()
    {
        return None;
    }
    match few {
        true if begins => Some(Part::Term { term, said }),
        true => Some(Part::More { term, said }),
        false => None,
    }
}

/// The lines of the glossary: each term is a heading.
fn read(page: &[(usize, &str)], parts: &[Option<Part>]) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    let mut head = 0;
    for ((number, _), part) in page.iter().zip(parts) {
        match part {
            Some(Part::Term { term, said }) => {
                head = out.len();
                out.push(Line { opening: Opening::Head, ..Line::new(*number, term, false) });
                out.push(Line { opening: Opening::Words, ..Line::new(*number, said, false) });
            }
            Some(Part::More { term, said }) => {
                if !term.is_empty() {
                    out[head].text = format!("{} {term}", out[head].text);
                }
                out.push(Line::new(*number, said, false));
            }
            Some(Part::Blank) | None => {
                out.push(Line { perhaps_blank: true, ..Line::new(*number, "", false) });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<Vec<String>> {
        let page: Vec<(usize, &str)> = text.lines().enumerate().map(|(n, l)| (n + 1, l)).collect();
        find(&page).map(|(_, _, lines)| lines.into_iter().map(|line| line.text).collect())
    }

    #[test]
    fn terms_beside_their_meanings_are_distinguished_from_two_columns() {
        let text = "Terms of the quay\nAnchor       What holds a\n             ship.\nBerth        A place.\n\
                    Crew         Units.\nLamp that    A lamp.\nis lit       It is seen.\nToll         Paid.\n";
        let all = [
            "Anchor",
            "What holds a",
            "ship.",
            "Berth",
            "A place.",
            "Crew",
            "Units.",
            "Lamp that is lit",
            "A lamp.",
            "It is seen.",
            "Toll",
            "Paid.",
        ];
        assert_eq!(said(text).expect("it is a glossary"), all);
        assert_eq!(said(&text.replace("Berth", "Xebec").replace("Crew ", "Bell ")), None);
        let steps = (1..8).map(|n| format!("{n})         Ropes are tied.\n")).collect::<String>();
        assert_eq!(said(&steps), None);
        let prose = "A rope that is tied to     Lamps are lit at dusk.\n".repeat(9);
        assert_eq!(said(&prose), None);
    }
}
