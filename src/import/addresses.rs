//! Addresses of pages and of mail at the ends of lines.

/// Whether a line is nothing but an address.
pub(super) fn is_line(line: &str) -> bool {
    !line.contains(char::is_whitespace) && is_address(line)
}

/// Whether a text ends with an address.
pub(super) fn is_at_end(text: &str) -> bool {
    text.split_whitespace().next_back().is_some_and(is_address)
}

fn is_address(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '<', '[', '“', '"']);
    let is_mail = word.split_once('@').is_some_and(|(who, at)| !who.is_empty() && at.contains('.'));
    is_mail || ["http://", "https://", "www."].iter().any(|begin| word.starts_with(begin))
}

/// Whether a line goes on with an address that did not fit in the line above it: its first word has marks
/// that only addresses have within a word, or it has no other word.
pub(super) fn goes_on(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let inner = first.trim_end_matches(|c: char| !c.is_alphanumeric());
    let alone = first.len() == line.trim().len() && !first.starts_with(char::is_uppercase);
    alone || inner.contains(['/', '_', '=', '?', '&', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_goes_on_only_in_a_piece_of_one() {
        assert!(is_line("http://www.example.org/rules/") && is_line("www.example.org"));
        assert!(is_line("watch@example.org") && !is_line("@example") && !is_line("harbour"));
        assert!(!is_line("see http://www.example.org/") && is_at_end("see <https://example.org/>"));
        for piece in ["rules/faq.html and", "faq.pdf", "archive", "faq?day=1"] {
            assert!(goes_on(piece), "{piece}");
        }
        for other in ["Official Rules", "and ask there.", "Rulings", "Harbour FAQ, p. 2"] {
            assert!(!goes_on(other), "{other}");
        }
    }
}
