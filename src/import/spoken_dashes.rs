//! Questions and answers with dashes behind their letters, `Q - May I …`. A list may have letters with
//! dashes, too: which of them is an answer, only the letters around it say.

/// Puts a colon in the place of the dash behind the letter of a question or an answer.
pub(super) fn close<'t>(texts: impl Iterator<Item = &'t mut String>) {
    let mut texts: Vec<&mut String> = texts.collect();
    let marks: Vec<(usize, Mark)> =
        texts.iter().enumerate().filter_map(|(n, text)| Some((n, Mark::of(text)?))).collect();
    let mut is_open = false;
    for (at, (n, mark)) in marks.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| marks[at].1.letter);
        let next = marks.get(at + 1).map(|(_, mark)| mark.letter);
        let is_said = match mark.letter {
            'Q' => before != Some('P'),
            'F' => before != Some('E') && next == Some('A'),
            'A' => is_open && next != Some('B'),
            _ => false,
        };
        is_open = is_said && mark.letter != 'A';
        if is_said {
            texts[*n].replace_range(mark.from..mark.to, ": ");
        }
    }
}

/// A capital with a dash behind it at the beginning of a text.
struct Mark {
    letter: char,
    /// Where the dash and the blanks around it begin and end.
    from: usize,
    to: usize,
}

impl Mark {
    fn of(text: &str) -> Option<Self> {
        const EMPHASIS: [char; 2] = ['*', '_'];
        let inner = text.trim_start_matches(EMPHASIS);
        let letter = inner.chars().next().filter(char::is_ascii_uppercase)?;
        let behind = inner[1..].trim_start_matches(EMPHASIS);
        let dash = [" - ", " – ", " — "].into_iter().find(|dash| behind.starts_with(dash))?;
        let from = text.len() - behind.len();
        Some(Self { letter, from, to: from + dash.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Vec<String> {
        let mut texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        close(texts.iter_mut());
        texts
    }

    #[test]
    fn answers_are_distinguished_from_the_letters_of_a_list() {
        assert_eq!(
            read(&["Q - May I?", "A – One:", "A - this, or", "B - that.", "**Q** — And?", "A - No."]),
            ["Q: May I?", "A: One:", "A - this, or", "B - that.", "**Q**: And?", "A: No."]
        );
        for texts in [["A - this", "B - that"], ["E - this", "F - that"], ["Z - A bell", "A - no bell"]] {
            assert_eq!(read(&texts), texts);
        }
        assert_eq!(read(&["F - Darf ich?", "A - Ja."]), ["F: Darf ich?", "A: Ja."]);
        assert_eq!(read(&["Q - Which?", "A - this", "B - that"]), ["Q: Which?", "A - this", "B - that"]);
    }
}
