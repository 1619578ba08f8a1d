//! What is asked in the same words of any card: "what does CARD cost". Only there is a single word taken for
//! the name of a card.

use tantivy::tokenizer::TextAnalyzer;
use tantivy::{Searcher, Term};

use super::analyzed::{AnalyzedText, TextAnalysis, line_of};
use super::names::{self, CardMention};
use super::schema::Fields;
use crate::corpus::beyond::CARD;

/// More words are no such question.
const MAX_WORDS: usize = 10;

/// A line with [`CARD`] in it, which stays as it is: no word and no stem has capitals.
pub(super) fn of_line(line: &str, lines: &mut TextAnalysis) -> Option<AnalyzedText> {
    let (before, behind) = line.split_once(CARD)?;
    let behind = behind.strip_prefix("'s").unwrap_or(behind);
    let card = AnalyzedText { words: CARD.to_owned(), stems: CARD.to_owned() };
    Some(AnalyzedText::joined(&[&lines.of(before), &card, &lines.of(behind)]))
}

/// These words, with [`CARD`] in the place of some of them; `None` where nothing else is left, or too much.
pub(super) fn with_card(words: &[String], (from, to): (usize, usize)) -> Option<String> {
    let (before, behind) = (words.get(..from)?, words.get(to..)?);
    let others = before.len() + behind.len();
    let card = std::iter::once(CARD);
    let all = before.iter().map(String::as_str).chain(card).chain(behind.iter().map(String::as_str));
    (1..MAX_WORDS).contains(&others).then(|| line_of(all))
}

/// The one word that is the name of a card or a part of one and stands where such a question has the card.
pub(super) fn find(
    (words, stems): (&[String], &[String]),
    searcher: &Searcher,
    fields: &Fields,
    stemmer: &mut TextAnalyzer,
) -> tantivy::Result<Option<CardMention>> {
    for n in 0..words.len() {
        let Some(form) = with_card(stems, (n, n + 1)) else { return Ok(None) };
        if searcher.doc_freq(&Term::from_field_text(fields.short_ask, &form))? > 0
            && let Some(found) = names::mentioned(words, (n, n + 1), searcher, fields, stemmer)?
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_and_a_question_have_one_form() {
        let mut lines = TextAnalysis::default();
        let mut form = |line: &str| of_line(line, &mut lines).expect("CARD is in it").stems;
        assert_eq!(form("what does CARD cost"), "what doe CARD cost");
        assert_eq!(form("CARD's cost"), "CARD cost");
        let asked: Vec<String> = ["what", "doe", "boba", "fett", "cost"].map(str::to_owned).into();
        assert_eq!(with_card(&asked, (2, 4)).as_deref(), Some("what doe CARD cost"));
        assert_eq!(with_card(&asked[2..4], (0, 2)), None, "nothing is asked of it");
        assert_eq!(with_card(&vec!["so".to_owned(); 20], (2, 4)), None);
    }
}
