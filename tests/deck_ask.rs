//! `judge deck check --ask` in a terminal: open lines become questions, and the resulting list is written
//! beside the file.

use std::path::Path;

use crate::common::User;
use crate::common::terminal::Terminal;

/// Runs it on a list, given each expected prompt with its answer. Returns what was written beside the file.
fn asked(list: &str, answers: &[(&str, &str)], verdict: &str) -> String {
    let user = User::new();
    let file = user.write("ann.txt", list);
    let mut terminal = Terminal::start(user.command(&["deck", "check", "--ask", "ann.txt"]), 100, 60);
    for (question, answer) in answers {
        terminal.until_shown(question);
        terminal.keys(answer);
        terminal.keys("\n");
    }
    terminal.until_shown("The list as it was read:");
    terminal.until_shown(verdict);
    assert_eq!(std::fs::read_to_string(file).expect("the list"), list);
    read(&user.folder().join("ann.checked.txt"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

const SITH: &str = "Sith\n2 Fall of the Jedi\n2 Counsel of the Sith\n1 Black Squadron Assault\n\
                    1 The Heart of the Empire\n2 The Emperor's Web\n";

#[test]
fn a_name_that_may_be_several_is_chosen() {
    let list = format!("{SITH}2 Emperor's\n");
    let written = asked(&list, &[("type the title", "Serve the Emperor")], "legal ");
    assert!(written.contains("Serve the Emperor"), "{written}");
}

#[test]
fn a_count_that_is_one_of_two_is_given() {
    let list = format!("{SITH}1 or 2 Shadows of Dathomir\n");
    let written = asked(&list, &[("1 or 2?", "2")], "legal ");
    assert!(written.contains("2 Shadows of Dathomir"), "{written}");
}

#[test]
fn cards_that_the_deck_may_lack_are_asked_about() {
    let list = format!("{SITH}Missing:\n2 Shadows of Dathomir\n");
    let written = asked(&list, &[("1  yes, the cards under it are in the deck", "0")], "too-few-sets");
    assert!(!written.contains("Shadows of Dathomir"), "{written}");
}
