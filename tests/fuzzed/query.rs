//! Queries: parsed, searched, answered and printed.

use std::sync::LazyLock;

use judge::corpus::Corpus;
use judge::render::json::EntryOut;
use judge::render::{answer, json};
use judge::search::query::{self, MAX_WORDS};
use judge::search::{Answer, Library, Request};

use super::{again, narrow, shown, shown_json};

const RESULTS: usize = 5;

/// The built-in rulings with their index in memory.
static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| Library::in_memory(&Corpus::built_in()).expect("the built-in rulings can be searched"));

/// Any text is a query: it gets the same answer twice, highlights are within the text, and control characters
/// are made visible.
pub fn query(bytes: &[u8]) {
    let Ok(typed) = std::str::from_utf8(bytes) else { return };
    let read = query::read(typed);
    assert!(read.words.len() <= MAX_WORDS, "{} words", read.words.len());
    for word in &read.words {
        assert!(typed.get(word.from..word.to).is_some_and(|w| !w.is_empty()), "{word:?}");
    }
    let request = Request { marked: RESULTS, ..Request::new(typed, RESULTS) };
    let answer = LIBRARY.search(&request).expect("a search fails by no query");
    marked_within(&answer);
    let json = printed(&answer);
    if again(bytes) {
        let second = LIBRARY.search(&request).expect("a search fails by no query");
        assert_eq!(json, as_json(&second));
    }
    if answer.results.is_empty() {
        let nearest = LIBRARY.nearest(&Request::new(typed, RESULTS)).expect("a search fails by no query");
        let lines: Vec<String> = nearest.iter().map(|r| r.citation()).collect();
        shown(&answer::nothing(&answer, &LIBRARY.held().info().in_force(None), &lines, &narrow()));
    }
}

fn marked_within(answer: &Answer) {
    assert!(answer.results.len() <= RESULTS);
    for hit in &answer.results {
        assert!(hit.score.is_finite(), "{}", hit.ruling.id);
        let characters = hit.ruling.text().chars().count();
        let mut last = 0;
        for (from, to) in &hit.highlights {
            assert!(
                last <= *from && from < to && *to <= characters,
                "{}: {:?}",
                hit.ruling.id,
                hit.highlights
            );
            last = *to;
        }
    }
}

/// Prints an answer in all three formats; returns the JSON.
fn printed(answer: &Answer) -> String {
    let wanted = answer::AnswerOptions { why: true, ..answer::AnswerOptions::default() };
    shown(&answer::text(answer, wanted, &narrow()));
    shown(&answer::markdown(answer, None, None));
    as_json(answer)
}

fn as_json(answer: &Answer) -> String {
    let entries: Vec<EntryOut> = answer.results.iter().map(|hit| EntryOut::of(&hit.ruling, None)).collect();
    shown_json(&json::answer(answer, &entries, &[], true))
}
