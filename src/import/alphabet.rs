//! Terms that stand in the order of the alphabet, and those that do not.

use super::draft::Draft;
use super::names;
use crate::corpus::Kind;
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::ruling::TitleBy;

/// Fewer terms than this may be in the order of the alphabet by chance.
const MIN_TERMS: usize = 12;

/// And so may terms with fewer initials.
const MIN_INITIALS: usize = 5;

/// Words in front of a term that its place in the alphabet does not count.
const ARTICLES: [&str; 3] = ["The ", "A ", "An "];

/// A term: its index, its part of the document, and the letters under which it may stand.
struct Term {
    at: usize,
    part: Option<String>,
    letters: Vec<char>,
}

/// In a list by the alphabet, flags the terms on both sides of a place where it goes back.
pub(super) fn mark(drafts: &mut [Draft]) {
    let terms: Vec<Term> = (0..drafts.len()).filter_map(|at| term(at, &drafts[at])).collect();
    let rises = |pair: &[Term]| pair[0].letters.iter().any(|a| pair[1].letters.iter().any(|b| a <= b));
    // Terms with one initial rise by chance.
    let differs = |pair: &&[Term]| !pair[0].letters.iter().any(|letter| pair[1].letters.contains(letter));
    let differing: Vec<&[Term]> = terms.windows(2).filter(differs).collect();
    let rising = differing.iter().filter(|pair| rises(pair)).count();
    let mut initials: Vec<char> = terms.iter().map(|term| term.letters[0]).collect();
    initials.sort_unstable();
    initials.dedup();
    if terms.len() < MIN_TERMS || initials.len() < MIN_INITIALS || rising * 5 < differing.len() * 4 {
        return;
    }
    // What stands in front of a list is no term of it, and another part begins anew.
    for pair in terms.windows(2).skip(1).filter(|pair| !rises(pair) && pair[0].part == pair[1].part) {
        let title = |term: &Term| names::shortened(&drafts[term.at].title);
        let text = format!(
            "`{}` stands behind `{}`, out of the order of the alphabet; are all words their own?",
            title(&pair[1]),
            title(&pair[0])
        );
        pair.iter().for_each(|term| drafts[term.at].unsure("text", text.clone()));
    }
}

fn term(at: usize, draft: &Draft) -> Option<Term> {
    let is_term = draft.title_by == TitleBy::Document
        && matches!(draft.kind, Kind::Clarification | Kind::Definition | Kind::Ruling)
        && draft.number.is_none()
        && draft.question.is_none()
        && draft.cards.is_empty();
    let initial = |title: &str| normalize_name(title).chars().find(|c| c.is_alphabetic());
    let bare = ARTICLES.iter().find_map(|article| draft.title.strip_prefix(article));
    let letters: Vec<char> =
        [Some(draft.title.as_str()), bare].into_iter().flatten().filter_map(initial).collect();
    let part = draft.section.first().filter(|part| **part != draft.title).cloned();
    (is_term && !letters.is_empty()).then_some(Term { at, part, letters })
}
