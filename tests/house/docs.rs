//! Documentation says more than the name it stands over: "Its name." over `name` is left out.

use std::collections::BTreeSet;

use super::{files, root};

/// Words that say nothing by themselves.
const EMPTY: &str = " a an the its it is are be of one this that these which what who whose as in to for by with \
    from on at and or any them they their how much many has have was were been there ";

/// A longer line has other things to say.
const MAX_WORDS: usize = 7;

/// A word in lower case without its ending, so that `names` and `name` are one.
fn stem(word: &str) -> String {
    let word = word.to_lowercase();
    let shorter = ["ies", "es", "s", "ed", "ing"].iter().find_map(|end| {
        let rest = word.strip_suffix(end).filter(|rest| rest.len() >= 3)?;
        Some(if *end == "ies" { format!("{rest}y") } else { rest.to_owned() })
    });
    shorter.unwrap_or(word).trim_end_matches('e').to_owned()
}

/// The words of a text, `CardText` and `card_text` being two each.
fn stems(text: &str) -> BTreeSet<String> {
    let mut parted = String::new();
    let mut before = ' ';
    for c in text.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            parted.push(' ');
        }
        parted.push(c);
        before = c;
    }
    parted.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).map(stem).collect()
}

/// The name of the type, trait or implementation that begins on a line.
fn container(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let item =
        line.strip_prefix("pub").map_or(line, |rest| rest.split_once(' ').map_or("", |(_, rest)| rest));
    let (kind, rest) = item.split_once([' ', '<'])?;
    let name = if kind == "impl" { rest.rsplit(" for ").next()? } else { rest };
    ["struct", "enum", "trait", "impl"].contains(&kind).then_some(name)
}

/// Whether a line of documentation says nothing that is not in the item under it, or around it.
fn is_said_by_the_name(doc: &str, item: &str, around: &str) -> bool {
    let special = |c: char| c.is_ascii_digit() || "`\"…(".contains(c);
    if doc.contains(special) || doc.split_whitespace().count() > MAX_WORDS {
        return false;
    }
    let words = doc.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let mut significant = words.filter(|word| !EMPTY.contains(&format!(" {} ", word.to_lowercase())));
    let mut said = stems(item);
    said.extend(stems(around));
    significant.all(|word| said.contains(&stem(word)))
}

#[test]
fn what_a_name_says_is_known() {
    assert!(is_said_by_the_name("Its title.", "pub title: String,", "Card"));
    assert!(is_said_by_the_name("The cards of a deck.", "pub cards: Vec<Card>,", "Deck"));
    assert!(!is_said_by_the_name("How much to each.", "amount: Amount,", "DealDamage"));
    assert!(!is_said_by_the_name("Its number, `0166`.", "pub number: String,", "Card"));
    assert_eq!(container("pub(crate) struct Deck<'a> {"), Some("Deck<'a> {"));
    assert_eq!(container("impl Display for Deck {"), Some("Deck {"));
}

/// The arguments of the command line are left out: there, documentation is the help text.
#[test]
fn documentation_says_more_than_the_name() {
    let is_doc = |line: &str| line.trim_start().starts_with("///");
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut wrong = Vec::new();
    for (file, text) in files(&root().join("src"), "rs").into_iter().filter(|(f, _)| !f.starts_with("cli/")) {
        let lines: Vec<&str> = text.lines().collect();
        // The items around a line, with their indentation.
        let mut around: Vec<(usize, &str)> = Vec::new();
        for (n, line) in lines.iter().enumerate() {
            if let Some(name) = container(line) {
                around.retain(|(outer, _)| *outer < indent(line));
                around.push((indent(line), name));
            }
            let beside = [n.checked_sub(1), Some(n + 1)];
            let mut beside = beside.into_iter().flatten().filter_map(|n| lines.get(n));
            if !is_doc(line) || beside.any(|line| is_doc(line)) {
                continue;
            }
            let mut below = lines[n + 1..].iter();
            let Some(item) = below.find(|line| !line.trim_start().starts_with("#[")) else { continue };
            let outer = around.iter().rfind(|(outer, _)| *outer < indent(line)).map_or("", |(_, name)| name);
            let doc = line.trim_start().trim_start_matches('/');
            if is_said_by_the_name(doc, item, outer) {
                wrong.push(format!("src/{file}:{}: {} {}", n + 1, doc.trim(), item.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "left out, or said with more in it: {wrong:#?}");
}
