//! Finds the text of a pictured card among lines without layout, where nothing is set in: around the name of
//! its artist, and in pieces that were extracted apart from it.

use super::block::{self, in_capitals, in_title_case, list_mark};
use super::capitals;
use super::line::Line;

/// A card has at most this many lines on either side of its artist's name, with the blank ones.
const MAX_LINES: usize = 40;

/// A piece further from the artist's name, in lines, is of something else.
const MAX_APART: usize = 60;

/// A piece apart from the artist's name has at least this many lines.
const MIN_PIECE: usize = 4;

/// The lines between a card's traits and what is known to be its own.
const MAX_TEXT: usize = 8;

/// What a line may be of a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Blank,
    /// Running text, which is of the document.
    Text,
    /// A name, a type, the word beside an icon; it may head a ruling as well.
    Words,
    /// `Character. Jedi.`
    Traits,
    /// A cost, a number, icons.
    Figure,
    /// The first words of an ability, or what follows them.
    Ability,
    /// The owner, the artist, what somebody said, and who.
    Foot,
}

/// The note on what stands beside a picture whose ability was not recognized.
pub(super) const BESIDE: &str =
    "a card is pictured beside it, whose text may have run into it; are all its words its own?";

/// Whether a line names the artist or the owner of a card.
pub(super) fn is_foot(text: &str) -> bool {
    names_artist(text) || is_owner(text)
}

/// Whether a line names the artist of a card, and is no sentence.
pub(super) fn names_artist(text: &str) -> bool {
    text.contains("Illus.") && text.split(' ').count() <= MAX_FOOT_WORDS
}

/// The maximum number of words in the foot of a card.
const MAX_FOOT_WORDS: usize = 12;

/// What of a page is of pictured cards.
#[derive(Default)]
pub(super) struct Pictured {
    pub(super) lines: Vec<usize>,
    /// The lines beside them that may be, too.
    pub(super) doubtful: Vec<usize>,
}

/// The lines of the cards whose artists' names stand on these lines.
pub(super) fn around(lines: &[Line], artists: &[usize]) -> Pictured {
    let mut found = Pictured::default();
    if artists.is_empty() {
        return found;
    }
    let parts = parts(lines);
    for artist in artists {
        let run = run(lines, &parts, *artist);
        // Text is in it only between the traits and the rest.
        if !run.clone().any(|n| matches!(parts[n], Part::Ability | Part::Text)) {
            let beside = |n: &usize| parts[*n] == Part::Text;
            found.doubtful.extend((0..run.start).rev().find(|n| parts[*n] != Part::Blank).filter(beside));
            found.doubtful.extend((run.end..lines.len()).find(|n| parts[*n] != Part::Blank).filter(beside));
        }
        found.lines.extend(run);
    }
    let near = |n: usize| {
        let next = artists.partition_point(|artist| *artist < n);
        let beside = artists[..next].last().into_iter().chain(artists.get(next));
        beside.into_iter().any(|artist| artist.abs_diff(n) <= MAX_APART)
    };
    let mut n = 0;
    while n < lines.len() {
        let end = (n..lines.len()).find(|n| parts[*n] == Part::Text).unwrap_or(lines.len());
        let piece = n..without_heading(lines, &parts, end);
        if near(n) && is_piece(lines, &parts, piece.clone()) {
            found.lines.extend(piece);
        }
        n = end + 1;
    }
    found
}

/// What each line may be.
fn parts(lines: &[Line]) -> Vec<Part> {
    let mut parts: Vec<Part> = lines.iter().map(|line| part(&line.text)).collect();
    for n in 0..lines.len() {
        if let Some(end) = quoted_to(lines, n) {
            parts[n..=end].fill(Part::Foot);
        }
    }
    for n in 0..lines.len() {
        if is_ability(&lines[n].text) {
            let end = ability_to(lines, &parts, n);
            parts[n..=end].fill(Part::Ability);
        }
    }
    parts
}

/// What a line may be by itself.
fn part(text: &str) -> Part {
    if text.is_empty() {
        Part::Blank
    } else if is_figure(text) {
        Part::Figure
    } else if is_foot(text) || is_speaker(text) {
        Part::Foot
    } else if are_traits(text) {
        Part::Traits
    } else if is_label(text) {
        Part::Words
    } else {
        Part::Text
    }
}

/// `0910`, `5`, `6 OF6`, `6 O`.
fn is_figure(text: &str) -> bool {
    let rest: String = text.chars().filter(|c| !c.is_ascii_digit() && !matches!(c, ' ' | '/')).collect();
    text.len() <= 8
        && text.contains(|c: char| c.is_ascii_digit())
        && matches!(rest.as_str(), "" | "O" | "F" | "OF" | "of")
}

/// `© LFL © FFG`: who owns the card; the document's owners say more.
fn is_owner(text: &str) -> bool {
    text.starts_with('©')
        && text.matches('©').count() == 2
        && !text.contains('®')
        && text.split(' ').count() <= MAX_FOOT_WORDS
}

/// Who said what is quoted on a card, `–Name, Title`. A list has a space behind its mark.
fn is_speaker(text: &str) -> bool {
    let name = text.strip_prefix(['–', '—', '-', '―']);
    name.is_some_and(|name| {
        name.starts_with(char::is_uppercase) && name.split(' ').count() <= 10 && !block::ends_sentence(name)
    })
}

/// `Character. Jedi.`, `Edge (1). Shielding.`
fn are_traits(text: &str) -> bool {
    let of_trait =
        |word: &str| word.starts_with(char::is_uppercase) || word.starts_with('(') && word.ends_with(')');
    let Some(inner) = text.strip_suffix('.') else { return false };
    let is_answer = matches!(inner.split([' ', ',']).next(), Some("Yes" | "No"));
    !is_answer
        && inner.split(". ").all(|one| !one.is_empty() && one.split(' ').count() <= 3)
        && inner.split(' ').count() <= 8
        && inner.split(' ').all(of_trait)
}

/// The words of a name or label.
fn is_label(text: &str) -> bool {
    text.split(' ').count() <= 5
        && text.starts_with(char::is_uppercase)
        && text.ends_with(char::is_alphanumeric)
        && !text.contains(['(', ':'])
        && list_mark(text).is_none()
        && (in_title_case(text) || in_capitals(text))
}

fn is_ability(text: &str) -> bool {
    const BEGIN: [&str; 6] =
        ["Action:", "Reaction:", "Interrupt:", "Forced Reaction:", "Forced Interrupt:", "Forced:"];
    BEGIN.iter().any(|begin| text.starts_with(begin))
}

/// The last line of the ability that begins with a line: its sentence's, or the last one in front of what is
/// the card's in any case.
fn ability_to(lines: &[Line], parts: &[Part], from: usize) -> usize {
    let last = (from + MAX_TEXT).min(lines.len());
    let blank = (from..last).find(|n| lines[*n].text.is_empty()).unwrap_or(last);
    let own = (from + 1..blank).find(|n| matches!(parts[*n], Part::Figure | Part::Foot));
    let sentence = (from..blank).find(|n| block::ends_sentence(&lines[*n].text));
    own.map(|n| n - 1).or(sentence).unwrap_or(from)
}

/// The last line of the quotation that a line opens and that somebody is named for.
fn quoted_to(lines: &[Line], from: usize) -> Option<usize> {
    const MAX_QUOTED: usize = 4;
    if !lines[from].text.starts_with(['“', '"']) {
        return None;
    }
    let near = from..lines.len().min(from + MAX_QUOTED);
    let end = near.clone().find(|n| lines[*n].text.ends_with(['”', '"']))?;
    let next = (end + 1..lines.len()).find(|n| !lines[*n].text.is_empty());
    next.is_some_and(|n| is_speaker(&lines[n].text)).then_some(end)
}

/// The lines of the card around the name of its artist, without blank ones at their ends.
fn run(lines: &[Line], parts: &[Part], artist: usize) -> std::ops::Range<usize> {
    let first = artist.saturating_sub(MAX_LINES);
    let last = lines.len().min(artist + MAX_LINES);
    let is_own = |n: &usize| parts[*n] != Part::Text;
    let is_full = |n: &usize| parts[*n] != Part::Blank;
    let above = |from: usize| {
        let start = (first..from).rev().take_while(is_own).filter(is_full).last().unwrap_or(from);
        start + usize::from(start < from && ends_text(lines, parts, start))
    };
    let start = above(artist);
    // What stands between the traits and the rest is the card's, whatever it is.
    let traits = (start.saturating_sub(MAX_TEXT)..start).find(|n| begins_card(parts, *n));
    let behind = (artist..last).take_while(is_own).last().unwrap_or(artist);
    let end = without_heading(lines, parts, behind + 1);
    traits.map_or(start, above)..end.max(artist + 1)
}

/// Whether a line looks like traits but has the last words of the text above it.
fn ends_text(lines: &[Line], parts: &[Part], n: usize) -> bool {
    let above = n.checked_sub(1).filter(|above| parts[*above] == Part::Text);
    let goes_on = |n: usize| !block::ends_sentence(&lines[n].text) && !capitals::is_spaced(&lines[n].text);
    parts[n] == Part::Traits && above.is_some_and(goes_on)
}

/// Whether a line has the traits of a card, right below its name.
fn begins_card(parts: &[Part], n: usize) -> bool {
    let above = n.checked_sub(1).map(|n| parts[n]);
    parts[n] == Part::Traits && matches!(above, Some(Part::Words | Part::Figure))
}

/// Where a card's lines end that are followed by this line: in front of the heading of the text there.
fn without_heading(lines: &[Line], parts: &[Part], end: usize) -> usize {
    let full = |end: usize| (0..end).rfind(|n| parts[*n] != Part::Blank);
    let Some(last) = full(end) else { return end };
    let next = (end..lines.len()).find(|n| parts[*n] != Part::Blank);
    let heads = parts[last] == Part::Words
        && next.is_some_and(|n| parts[n] == Part::Text && !capitals::is_spaced(&lines[n].text));
    let end = if heads { last } else { last + 1 };
    full(end).map_or(end, |last| last + 1)
}

/// Whether lines without text are a piece of a card: words, and among them the figure of a cost or of icons.
fn is_piece(lines: &[Line], parts: &[Part], piece: std::ops::Range<usize>) -> bool {
    let of_cost = |n: &usize| parts[*n] == Part::Figure && lines[*n].text.len() <= 2;
    let full = piece.clone().filter(|n| parts[*n] != Part::Blank).count();
    full >= MIN_PIECE && piece.clone().any(|n| of_cost(&n)) && piece.clone().any(|n| parts[n] == Part::Words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictured(texts: &[&str]) -> (Vec<usize>, Vec<usize>) {
        let lines = Line::all(&texts.join("\n"));
        let artists: Vec<usize> = (0..lines.len()).filter(|n| is_foot(&lines[*n].text)).collect();
        let mut found = around(&lines, &artists);
        found.lines.sort_unstable();
        found.lines.dedup();
        (found.lines, found.doubtful)
    }

    #[test]
    fn a_card_ends_where_the_text_of_the_document_begins() {
        let card = [
            "a rope is tied to it.",
            "ERRAND",
            "5",
            "Old Quay",
            "Harbour.",
            "Action: Tie a rope to any ship that lies",
            "beside it.",
            "Illus. A Painter",
            "0910",
            "Reach",
            "A card with reach counts for every side of the quay.",
        ];
        assert_eq!(pictured(&card), ((1..=8).collect(), Vec::new()));
    }

    #[test]
    fn what_may_be_a_cards_text_is_doubtful() {
        let without =
            ["a rope is tied to it.", "Ships here are not towed by others.", "5", "Illus. A Painter"];
        assert_eq!(pictured(&without), (vec![2, 3], vec![1]));
        // Between the traits and the rest.
        let with =
            ["It is tied.", "Old Quay", "Harbour.", "Ships here are not towed by others.", "5", "Illus. A"];
        assert_eq!(pictured(&with), ((1..=5).collect(), Vec::new()));
    }

    #[test]
    fn a_piece_apart_has_the_figures_of_a_card() {
        let piece = [
            "It is tied to the quay.",
            "Cost",
            "1",
            "0",
            "Old Quay",
            "ERRAND",
            "R iding L imit",
            "Two are too many.",
        ];
        let apart = [&piece[..], &["A rope is tied to it.", "Action: Rest.", "Illus. A Painter"]].concat();
        assert_eq!(pictured(&apart).0, [1, 2, 3, 4, 5, 9, 10]);
        let heads = [
            "It is tied to the quay.",
            "Cost",
            "Old Quay",
            "ERRAND",
            "Riding",
            "Two are too many.",
            "Action: Rest.",
            "Illus. A",
        ];
        assert_eq!(pictured(&heads).0, [6, 7]);
    }
}
