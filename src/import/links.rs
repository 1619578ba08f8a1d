//! Links and pictures as Markdown writes them, `[words](address)`, `![words](address)`: the words stay.

/// A line with the words of its links, its pictures by their names in brackets, and without addresses. A line
/// that is one picture and nothing else stays as it is.
pub(super) fn without_addresses(line: &str) -> String {
    let spaced = line.replace("&nbsp;", " ");
    if !spaced.contains("](") || is_picture(spaced.trim()) {
        return spaced;
    }
    read(&spaced, 0)
}

/// Links stand in links no deeper than this: a picture in one.
const DEEPEST: usize = 4;

fn read(text: &str, depth: usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('[') {
        let picture = rest[..open].ends_with('!');
        let (before, inside) = (&rest[..open - usize::from(picture)], &rest[open + 1..]);
        let link = closing(inside, '[', ']').and_then(|end| {
            let address = inside[end + 1..].strip_prefix('(')?;
            let close = closing(address, '(', ')')?;
            Some((&inside[..end], &address[close + 1..]))
        });
        match link.filter(|_| depth < DEEPEST) {
            Some((words, behind)) => {
                let words = read(words, depth + 1);
                out.push_str(before);
                out.push_str(&if picture && !words.trim().is_empty() { format!("[{words}]") } else { words });
                rest = behind;
            }
            None => {
                out.push_str(&rest[..=open]);
                rest = inside;
            }
        }
    }
    out.push_str(rest);
    out
}

/// An address or the words of a link are no longer, in bytes.
const LONGEST: usize = 2000;

/// Where what was opened closes; what opens within closes first.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut inner = 0_usize;
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < LONGEST) {
        if c == open {
            inner += 1;
        } else if c == close {
            match inner.checked_sub(1) {
                Some(less) => inner = less,
                None => return Some(at),
            }
        }
    }
    None
}

/// Whether a text is nothing but a picture and its name, `![Anchor](anchor.jpg)`.
pub(super) fn is_picture(text: &str) -> bool {
    text.starts_with("![")
        && !text.starts_with("![]")
        && text.ends_with(')')
        && text.matches("](").count() == 1
        && text.matches(')').count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_links_stay() {
        for (line, read) in [
            ("May [Bell Rope](http://a/b_(c)?d=e) land?", "May Bell Rope land?"),
            ("[![](a.png)](http://a)", ""),
            ("Pay 2 ![gold](g.png) now", "Pay 2 [gold] now"),
            ("![Anchor](anchor.jpg)", "![Anchor](anchor.jpg)"),
            ("a [note] (so), [b](c", "a [note] (so), [b](c"),
            ("[[x]](y) and [ä](ö)", "[x] and ä"),
        ] {
            assert_eq!(without_addresses(line), read);
        }
    }
}
