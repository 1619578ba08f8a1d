//! What the numbers in a line typed by hand are: counts, set numbers, or card numbers.

use crate::corpus::cards::fold::fold;
use crate::corpus::cards::{LcgBook, Printing};
use crate::deck::list::{Count, Decklist, Entry, Format, Id};

/// Whether a list numbers its lines by set (`19 Title`): every number in front is its title's set.
pub(super) fn numbers_in_front_are_sets(list: &Decklist, book: &LcgBook) -> bool {
    if list.format != Format::Plain {
        return false;
    }
    let led = list.entries.iter().filter(|e| e.count_leads && e.id.is_none());
    let all: Vec<bool> = led
        .map(|e| {
            let number = e.count.number().to_string();
            book.names().get(&e.title).iter().any(|p| is_objective_of(*p, &number, book))
        })
        .collect();
    // One or two lines may agree by chance: set 2 twice is a likely line, a whole list of such lines is not.
    all.len() >= 3 && all.iter().all(|matches| *matches)
}

/// Whether numbers in brackets are counts (`Title (2)`): all small, and some not the number of the title's set.
pub(super) fn brackets_are_counts(list: &Decklist, book: &LcgBook) -> bool {
    let figures: Vec<(&Entry, &String)> = list
        .entries
        .iter()
        .filter(|e| e.count == Count::Unsaid)
        .filter_map(|e| match &e.id {
            Some(Id::Figure(n)) => Some((e, n)),
            _ => None,
        })
        .collect();
    let small = figures.iter().all(|(_, n)| n.len() == 1);
    let is_set =
        |(e, n): &(&Entry, &String)| book.names().get(&e.title).iter().any(|p| is_objective_of(*p, n, book));
    small && !figures.iter().all(is_set)
}

fn is_objective_of(printing: Printing, number: &str, book: &LcgBook) -> bool {
    matches!(printing, Printing::Set(at, 1) if book.set_at(at).set.as_str() == number.trim_start_matches('0'))
}

/// Force cards lie beside a deck and are no part of what is checked.
pub(super) fn is_force_card(title: &str) -> bool {
    let title = fold(title);
    ["ds force", "ls force", "force card", "force cards"].iter().any(|end| title.ends_with(end))
}

/// Another look at a title nobody knows: a known one with a number or a product behind it (`Title - 19`, `Title: 2`,
/// `Title, Core Set`).
pub(super) fn second_look(entry: &Entry, book: &LcgBook) -> Option<Entry> {
    let title = entry.title.as_str();
    if !book.names().get(title).is_empty() {
        return None;
    }
    let cuts = title.char_indices().rev().filter(|(_, c)| c.is_whitespace() || ",:;=/".contains(*c));
    for (at, _) in cuts.take(8) {
        let is_joint = |c: char| c.is_whitespace() || ",:;=/-–—".contains(c);
        let (known, behind) = (title[..at].trim_end_matches(is_joint), title[at..].trim_matches(is_joint));
        if book.names().get(known).is_empty() {
            continue;
        }
        let mut looked = Entry { title: known.to_owned(), ..entry.clone() };
        let number = behind.trim_start_matches('#');
        if !number.is_empty() && number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit()) {
            match (entry.count, number.len(), &entry.id) {
                (Count::Unsaid, 1, _) => looked.count = Count::read(number),
                (_, _, None) => looked.id = Some(Id::Figure(number.to_owned())),
                _ => return None,
            }
            return Some(looked);
        }
        return is_product(behind, book).then_some(looked);
    }
    None
}

fn is_product(words: &str, book: &LcgBook) -> bool {
    let words = fold(words);
    let begins = |name: &str| {
        let name = fold(name);
        words == name || words == name.trim_end_matches(" set") || words.starts_with(&format!("{name} "))
    };
    book.products().any(|p| begins(&p.product) || p.cycle.as_deref().is_some_and(begins))
}
