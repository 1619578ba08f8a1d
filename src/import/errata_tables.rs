//! The columns of tables of errata: which of them names a card or a place of a book, and what is said of it.

use super::block::{self, Block};

/// Splits a row with bars between its cells.
pub(super) fn row(text: &str) -> Option<Vec<&str>> {
    let text = text.trim();
    let inner = text.strip_prefix('|').unwrap_or(text);
    let inner = inner.strip_suffix('|').unwrap_or(inner);
    let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
    (cells.len() > 1).then_some(cells)
}

/// The number of table rows in these blocks, if one of them is the header of a table of errata.
pub(super) fn rows_of_errata(blocks: &[Block]) -> usize {
    let rows: Vec<Vec<&str>> = blocks.iter().filter_map(|b| row(&b.text)).collect();
    if rows.iter().any(|cells| Columns::of(cells).is_some()) { rows.len() } else { 0 }
}

/// What the column with the text that no longer holds is headed.
pub(super) const OLD: [&str; 8] =
    ["printed", "reads", "old", "old text", "original text", "printed text", "was", "instead of"];

/// Whether a cell is one of these heads.
pub(super) fn is_head(text: &str, heads: &[&str]) -> bool {
    heads.contains(&block::words(text).as_str())
}

/// What the column with the names of cards is headed.
pub(super) const NAMES: [&str; 9] =
    ["card", "card name", "name", "title", "cards", "karte", "kartenname", "carte", "carta"];

/// What the column with what is said of them is headed.
pub(super) const TEXTS: [&str; 16] = [
    "should be",
    "now reads",
    "corrected text",
    "corrected",
    "ruling",
    "rulings",
    "erratum",
    "errata",
    "text",
    "new text",
    "effect",
    "clarification",
    "correction",
    "answer",
    "explanation",
    "should read",
];

/// What a column is headed that corrects a text.
const CORRECTIONS: [&str; 11] = [
    "should be",
    "now reads",
    "corrected text",
    "corrected",
    "erratum",
    "errata",
    "new text",
    "correction",
    "corrections",
    "should read",
    "change",
];

/// What the column with the places of a book is headed whose words are corrected, and that with its pages.
const PLACES: [&str; 7] = ["section", "rule", "paragraph", "heading", "topic", "place", "reference"];
const PAGES: [&str; 3] = ["page", "pages", "p"];

/// What a column behind the texts is headed.
pub(super) const REMARKS: [&str; 19] = [
    "printed",
    "reads",
    "old",
    "new",
    "was",
    "is now",
    "instead of",
    "old text",
    "original text",
    "printed text",
    "remarks",
    "remark",
    "notes",
    "note",
    "comment",
    "comments",
    "reason",
    "change",
    "since",
];

/// What a column in front of the names is headed.
pub(super) const SETS: [&str; 14] = [
    "set",
    "expansion",
    "product",
    "edition",
    "box",
    "cycle",
    "no",
    "number",
    "nr",
    "nummer",
    "n",
    "num",
    "card number",
    "card no",
];

/// Which columns of a table of errata hold the name of a card, its number, and what is said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    pub(super) name: usize,
    pub(super) number: Option<usize>,
    /// In a table of a book's errata, the page.
    page: Option<usize>,
    texts: Vec<usize>,
    heads: Vec<String>,
}

impl Columns {
    /// Recognizes the columns by a header row: one for the name, one for the correction, and no others except
    /// a number or a set.
    pub(super) fn of(cells: &[&str]) -> Option<Self> {
        const NUMBERS: [&str; 8] = ["no", "number", "nr", "nummer", "n", "num", "card number", "card no"];
        const SETS: [&str; 6] = ["set", "expansion", "product", "edition", "box", "cycle"];
        let heads: Vec<String> = cells.iter().map(|cell| block::words(cell)).collect();
        let at = |all: &[&str]| heads.iter().position(|head| all.contains(&head.as_str()));
        let corrects = at(&CORRECTIONS).is_some();
        let of_page = || at(&PAGES).filter(|_| corrects);
        let (card, place) = (at(&NAMES), at(&PLACES).filter(|_| corrects));
        let page = if card.is_some() { None } else { of_page() };
        let name = card.or(place).or(page)?;
        let (number, set) = (at(&NUMBERS).filter(|_| card.is_some()), at(&SETS));
        let is_other = |n: &usize| *n != name && ![number, set, page].contains(&Some(*n));
        let others: Vec<usize> = (0..heads.len()).filter(is_other).collect();
        let is_text = |n: &usize| [&TEXTS[..], &REMARKS].iter().any(|all| all.contains(&heads[*n].as_str()));
        let few = cells.iter().all(|cell| cell.split_whitespace().count() <= 4 && !cell.is_empty());
        match others.as_slice() {
            [text] if few && *text > name => {}
            [first, ..] if few && *first > name && others.iter().all(is_text) => {}
            _ => return None,
        }
        let heads = cells.iter().map(|cell| block::without_emphasis(cell)).collect();
        Some(Self { name, number, page, texts: others, heads })
    }

    /// What a row is about: a card, or the place of a book, `Page 4, Towing`.
    pub(super) fn named(&self, cells: &[&str]) -> String {
        let name = block::without_emphasis(cells[self.name]);
        match self.page {
            Some(page) if page == self.name => format!("{} {name}", self.heads[page]),
            Some(page) => format!("{} {}, {name}", self.heads[page], cells[page]),
            None => name,
        }
    }

    /// Splits a row into what names the card and what is said about it: where that is the printed text and
    /// the corrected one, a line for each with the head of its column.
    pub(super) fn parted(&self, cells: &[&str]) -> Option<(String, String)> {
        let is_text = |n: &usize| self.texts.contains(n);
        let some = |n: &usize| cells.get(*n).is_some_and(|cell| !cell.is_empty());
        let whole = cells.len() == self.heads.len() && some(&self.name) && self.texts.iter().any(some);
        let of_both = self.texts.len() > 1 && self.texts.iter().any(|n| is_head(&self.heads[*n], &OLD));
        let cell = |n: usize| {
            let is_labelled = of_both && is_text(&n);
            if is_labelled { format!("{}: {}", self.heads[n], cells[n]) } else { cells[n].to_owned() }
        };
        let joined = |text: bool, by: &str| {
            let own = (0..cells.len()).filter(|n| is_text(n) == text && (!text || some(n)));
            own.map(cell).collect::<Vec<_>>().join(by)
        };
        whole.then(|| (joined(false, " "), joined(true, if of_both { "\n" } else { " | " })))
    }
}
