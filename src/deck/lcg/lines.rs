//! Special cases in lines of exported lists.

use crate::corpus::cards::LcgBook;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Count, DeckEntry, Id};

/// Whether the title is that of a Force card, which is kept beside a deck and not checked.
pub(super) fn is_force_card(title: &str) -> bool {
    let title = normalize_name(title);
    ["ds force", "ls force", "force card", "force cards"].iter().any(|end| title.ends_with(end))
}

/// Retries an unknown title as a known one followed by a number or a product (`Title - 19`, `Title: 2`,
/// `Title, Core Set`).
pub(super) fn second_look(entry: &DeckEntry, book: &LcgBook) -> Option<DeckEntry> {
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
        let mut looked = DeckEntry { title: known.to_owned(), ..entry.clone() };
        let number = behind.trim_start_matches('#');
        if !number.is_empty() && number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit()) {
            match (entry.count, number.len(), &entry.id) {
                (Count::NotGiven, 1, _) => looked.count = Count::read(number),
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
    let words = normalize_name(words);
    let begins = |name: &str| {
        let name = normalize_name(name);
        words == name || words == name.trim_end_matches(" set") || words.starts_with(&format!("{name} "))
    };
    book.products().any(|p| begins(&p.product) || p.cycle.as_deref().is_some_and(begins))
}
