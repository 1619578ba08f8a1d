//! Lines that say by themselves what they are, wherever they stand: a letter of the alphabet above its terms,
//! a version above the rule that it brought in, and what refers the reader elsewhere.

use super::line::{Line, Opening};
use super::{block, heads, listed, numbers};

/// Fewer lone letters may be a coincidence,
const MIN_LETTERS: usize = 3;
/// and fewer lone versions,
const MIN_VERSIONS: usize = 2;
/// and fewer behind the names of cards.
const MIN_VERSIONS_BEHIND: usize = 3;

/// How a line begins that refers the reader to other entries.
const REFERS: [&str; 7] =
    ["See also:", "See:", "Related:", "Related topics:", "Compare:", "Siehe auch:", "Voir aussi :"];

/// Marks all such lines.
pub(super) fn find(lines: &mut [Line]) {
    letters(lines);
    versions_behind(lines);
    versions(lines);
    references(lines);
}

/// Lone capitals that come in the order of the alphabet are headings.
fn letters(lines: &mut [Line]) {
    let letter = |line: &Line| {
        let mut chars = line.text.chars();
        chars.next().filter(|c| c.is_ascii_uppercase() && chars.next().is_none())
    };
    let found: Vec<char> = lines.iter().filter_map(letter).collect();
    let rising = found.windows(2).filter(|pair| pair[0] < pair[1]).count();
    if found.len() >= MIN_LETTERS && (rising + 1) * 4 >= found.len() * 3 {
        for line in lines.iter_mut().filter(|line| letter(line).is_some()) {
            line.opening = Opening::Head;
        }
    }
}

/// Puts the versions in front of the names of cards that stand behind them, `Old Ferry (Harbour 3) v2.1`.
fn versions_behind(lines: &mut [Line]) {
    let found: Vec<(usize, String)> =
        (0..lines.len()).filter_map(|n| Some((n, with_version_in_front(lines, n)?))).collect();
    let of_cards = found.iter().filter(|(_, head)| listed::head(head).is_some()).count();
    if of_cards < MIN_VERSIONS_BEHIND || of_cards * 2 < found.len() {
        return;
    }
    for (n, head) in found {
        (lines[n].text, lines[n].opening) = (head, Opening::Head);
    }
}

/// A title that ends with a version, with the version in front of it.
fn with_version_in_front(lines: &[Line], n: usize) -> Option<String> {
    let (title, version) = lines[n].text.rsplit_once(' ')?;
    let tag = format!("({version})");
    let whole = numbers::version_tag(&tag).is_some_and(|(_, end)| end == tag.len());
    let next = lines[n + 1..].iter().find(|l| !l.text.is_empty());
    let said = next.is_some_and(|l| !block::begins_inside(&l.text));
    (whole && said && version.starts_with('v') && heads::is_title(title)).then(|| format!("{tag} {title}"))
}

/// Joins a version that has a line of its own to the line below it.
fn versions(lines: &mut [Line]) {
    let is_alone =
        |text: &str| numbers::version_tag(text).is_some_and(|(_, end)| text[end..].trim().is_empty());
    let begins = |text: &str| text.starts_with(|c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘'));
    let alone: Vec<usize> = (0..lines.len().saturating_sub(1))
        .filter(|n| is_alone(&lines[*n].text) && begins(&lines[n + 1].text))
        .collect();
    if alone.len() < MIN_VERSIONS {
        return;
    }
    for n in alone {
        let tag = std::mem::take(&mut lines[n].text);
        let head = format!("{tag} {}", lines[n + 1].text);
        let open = head.matches('(').count() > head.matches(')').count();
        let mut last = n + 1;
        lines[last].text = head;
        // A card whose set and number did not fit in the line.
        if open && let Some(rest) = lines.get(n + 2).filter(|l| l.text.ends_with(')')).map(|l| l.text.clone())
        {
            lines[n + 1].text = format!("{} {rest}", lines[n + 1].text);
            lines[n + 2].text.clear();
            last = n + 2;
        }
        let goes_on = lines.get(last + 1).is_none_or(|l| l.text.is_empty() || block::begins_inside(&l.text));
        if !goes_on && !block::ends_sentence(&lines[n + 1].text) {
            lines[n + 1].opening = Opening::Head;
        }
    }
}

/// Whether a paragraph does nothing but refer the reader elsewhere.
pub(super) fn refers(paragraph: &str) -> bool {
    let plain = block::without_emphasis(paragraph);
    let begins = |words: &&str| plain.get(..words.len()).is_some_and(|own| own.eq_ignore_ascii_case(words));
    REFERS.iter().any(begins) || shows(paragraph)
}

/// Whether it is an arrow in front of the titles of others, `→ Ropes, Lamps`.
fn shows(paragraph: &str) -> bool {
    let Some(titles) = paragraph.strip_prefix(['→', '➔', '⇒']).map(str::trim_start) else {
        return false;
    };
    titles.starts_with(char::is_uppercase)
        && block::is_titled_throughout(titles)
        && !block::ends_sentence(titles)
}

/// What the line above says of the reader's way elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reference {
    None,
    /// It goes on in the next line.
    Open,
    Whole,
}

/// What refers elsewhere is a paragraph, and what stands below it another.
fn references(lines: &mut [Line]) {
    let mut above = Reference::None;
    for line in lines.iter_mut().filter(|line| !line.text.is_empty()) {
        let goes_on = above == Reference::Open;
        let begins = refers(&line.text);
        if (begins || above == Reference::Whole) && line.opening == Opening::None {
            line.opening = if begins { Opening::Words } else { Opening::Paragraph };
        }
        above = match begins || goes_on {
            true if line.text.ends_with(',') => Reference::Open,
            true => Reference::Whole,
            false => Reference::None,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<(Opening, String)> {
        let mut lines = Line::all(&texts.join("\n"));
        find(&mut lines);
        lines.into_iter().map(|line| (line.opening, line.text)).collect()
    }

    #[test]
    fn letters_in_order_are_headings_and_others_are_not() {
        let heads = |texts: &[&str]| read(texts).iter().filter(|(o, _)| *o == Opening::Head).count();
        assert_eq!(heads(&["A", "Anchor", "B", "Bell", "C"]), 3);
        assert_eq!(heads(&["X", "Anchor", "B", "Bell", "A"]), 0);
    }

    #[test]
    fn a_version_by_itself_belongs_to_what_is_below() {
        let found = read(&["(v1.0)", "Old Ferry (Harbour 3)", "", "(v1.2)", "Bell (Harbour 4)"]);
        assert_eq!(found[1].1, "(v1.0) Old Ferry (Harbour 3)");
        assert_eq!(found[4].1, "(v1.2) Bell (Harbour 4)");
        assert_eq!(read(&["(v1.0)", "Old Ferry"])[0].1, "(v1.0)");
    }
}
