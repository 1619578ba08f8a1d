//! How much of a long list is compared with names, and read.

use super::*;
use crate::corpus::cards::{CardBook, Printing};
use crate::corpus::{Corpus, Files, Game};
use crate::deck::Figures;

fn facts() -> (CardBook, Figures) {
    let files = Files::built_in();
    let (book, _) = CardBook::load(&files);
    let (figures, _) = Figures::load(&files, &Corpus::load(&files).0, &book);
    (book, figures)
}

/// The titles of all sets, each with three letters changed, which ones by `turn`.
fn slipped(book: &CardBook, turn: usize) -> Vec<String> {
    let sets = 0..book.lcg.sets().count();
    let slip = |at: usize| {
        let mut letters: Vec<char> = book.lcg.title(Printing::Set(at, 1)).chars().collect();
        let long = letters.len();
        for (n, c) in ['q', 'j', 'v'].into_iter().enumerate() {
            letters[(turn * (n + 1) + n * 5) % long] = c;
        }
        letters.into_iter().collect()
    };
    sets.map(slip).collect()
}

#[test]
fn however_many_names_nearly_are_some_only_so_many_are_compared() {
    let (book, figures) = facts();
    let lexicon = Lexicon::new(Game::Lcg, &book, figures.words());
    let line = |turn: usize| slipped(&book, turn).join(", 2 ");
    let text: String = (0..40).map(|turn| format!("2 {}\n", line(turn))).collect();
    let lists = read(&text, &lexicon);
    assert_eq!(lexicon.compared(), Lexicon::MAX_COMPARED);
    assert!(lists.iter().any(|list| !list.entries.is_empty()));
}

#[test]
fn a_list_with_a_slip_in_every_title_is_far_from_the_bounds() {
    let (book, figures) = facts();
    let lexicon = Lexicon::new(Game::Lcg, &book, figures.words());
    let titles = slipped(&book, 1);
    let lines: Vec<String> = titles.iter().take(60).map(|title| format!("2x {title}")).collect();
    read(&lines.join("\n"), &lexicon);
    assert!(lexicon.compared() * 4 < Lexicon::MAX_COMPARED, "{}", lexicon.compared());
}

#[test]
fn what_no_list_is_long_enough_for_is_asked_about() {
    let (book, figures) = facts();
    let lexicon = Lexicon::new(Game::Lcg, &book, figures.words());
    let lists = read(&"and so on it goes\n".repeat(bounds::MAX_WORDS / 5 + 2), &lexicon);
    let asked = |list: &Decklist| {
        list.doubts.which_list
            && list.questions.iter().any(|question| question.lines[..] == [bounds::MAX_WORDS / 5 + 1])
    };
    assert!(lists.iter().any(asked));
}
