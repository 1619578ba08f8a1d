//! Footnotes whose numbers stand on lines by themselves: below the text, above the words of the note; in
//! the text, where the raised number was.

use super::block;
use super::footnotes::{marked, raised};
use super::spacing::GONE;

/// The greatest number of a footnote.
const MAX_NUMBER: usize = 99;

/// The maximum number of full lines from the first line of a note to the end of its page.
const MAX_LINES_BELOW: usize = 10;

/// A number this far from the edge was raised above the line below it; another followed the line above it.
const MIN_RAISED_INDENT: usize = 20;

/// Puts the numbers of footnotes in front of their words, and behind the words that refer to them, raised.
pub(super) fn joined(text: &str) -> String {
    if !text.contains('\u{c}') {
        return text.to_owned();
    }
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut notes: Vec<Note> = Vec::new();
    for number in 1..=MAX_NUMBER {
        let from = notes.last().map_or(0, |note| note.mark + 1);
        let Some(note) = Note::find(&lines, number, from) else { break };
        notes.push(note);
    }
    notes.iter().for_each(|note| note.join(&mut lines));
    lines.join("\n")
}

/// A footnote, by the lines it stands on.
struct Note {
    number: usize,
    /// The line of its number.
    mark: usize,
    /// The first line of its words.
    words: usize,
    /// The line of the number by itself that refers to it, if that is not behind a word.
    call: Option<usize>,
}

impl Note {
    /// The last note with this number below a line, if something above refers to it.
    fn find(lines: &[String], number: usize, from: usize) -> Option<Self> {
        let is_mark = |n: &usize| number_alone(&lines[*n]) == Some(number);
        let begins = |mark: usize| words_of(lines, mark).filter(|words| is_at_foot(lines, *words));
        let below = (from..lines.len()).filter(is_mark);
        let (mark, words) = below.filter_map(|mark| Some((mark, begins(mark)?))).next_back()?;
        let is_begun = |n: &usize| lines[*n].contains('\u{c}');
        let page = (0..mark).rev().find(is_begun).unwrap_or(0);
        let page_before = (0..page).rev().find(is_begun).unwrap_or(0);
        let call = (page_before..mark).rev().find(is_mark);
        let behind_word = || (page..mark).any(|n| marked(&lines[n], number).is_some());
        (call.is_some() || behind_word()).then_some(Self { number, mark, words, call })
    }

    /// Sets the figure above the line that refers to the note from behind a word on its page.
    fn raise(&self, lines: &mut [String]) {
        let page = (0..self.mark).rev().find(|n| lines[*n].contains('\u{c}')).unwrap_or(0);
        let found = (page..self.mark).find_map(|n| Some((n, marked(&lines[n], self.number)?)));
        if let Some((n, (at, length))) = found {
            lines[n].replace_range(at..at + length, &raised(self.number));
        }
    }

    fn join(&self, lines: &mut [String]) {
        let above = raised(self.number);
        lines[self.words] = format!("{above} {}", lines[self.words].trim());
        GONE.clone_into(&mut lines[self.mark]);
        let Some(call) = self.call else {
            self.raise(lines);
            return;
        };
        let indent = lines[call].chars().take_while(|c| *c == ' ').count();
        GONE.clone_into(&mut lines[call]);
        let is_said = |n: &usize| is_full(&lines[*n]) && number_alone(&lines[*n]).is_none();
        let below = (call + 1..self.mark).find(is_said).filter(|_| indent >= MIN_RAISED_INDENT);
        if let Some(at) = below.or_else(|| (0..call).rev().find(is_said)) {
            let line = &lines[at];
            let column = if below.is_some() { indent } else { usize::MAX };
            let behind = line.char_indices().skip(column).find(|(_, c)| *c == ' ');
            let end = behind.map_or(line.trim_end().len(), |(byte, _)| byte);
            lines[at].insert_str(end, &above);
        }
    }
}

fn is_full(line: &str) -> bool {
    !line.trim().is_empty() && line != GONE
}

/// The number that is all a line says, unless a page begins with it.
fn number_alone(line: &str) -> Option<usize> {
    let digits = line.trim_matches([' ', '\r']);
    let sound = (1..3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    digits.parse().ok().filter(|number| sound && (1..=MAX_NUMBER).contains(number))
}

/// The first line of the words that belong to a number: right below it or, below several numbers, the
/// line at its place.
fn words_of(lines: &[String], mark: usize) -> Option<usize> {
    let near = |from: usize| from..lines.len().min(from + MAX_LINES_BELOW);
    let full = |from: usize| near(from).find(|n| is_full(&lines[*n]));
    let before = |n: usize| (n.saturating_sub(MAX_LINES_BELOW)..n).rev().find(|n| is_full(&lines[*n]));
    let number = number_alone(&lines[mark])?;
    // The numbers that stand together count up; how many are below this one, and how many above.
    let (mut at, mut stack) = (mark, 0);
    while let Some(next) = full(at + 1).filter(|n| number_alone(&lines[*n]) == Some(number + stack + 1)) {
        (at, stack) = (next, stack + 1);
    }
    let (mut top, mut place) = (mark, 0);
    while let Some(above) = before(top).filter(|n| number_alone(&lines[*n]) == number.checked_sub(place + 1))
    {
        (top, place) = (above, place + 1);
    }
    let first = full(at + 1)?;
    let words = first + place;
    let last = first + place + stack;
    let begins = |n: usize| {
        let text = lines.get(n).map_or("", |line| line.trim_start_matches(' '));
        let opens = text.starts_with(|c: char| c.is_uppercase() || matches!(c, '“' | '"' | '‘' | '('));
        opens && text.split_whitespace().count() > 2
    };
    let each = stack + place > 0 || first > mark + 1;
    let whole = !each || (first..=last).all(|n| begins(n) && block::ends_sentence(lines[n].trim_end()));
    (begins(words) && whole).then_some(words)
}

/// Whether little stands between a line and the end of its page.
fn is_at_foot(lines: &[String], n: usize) -> bool {
    let below = lines[n..].iter().take_while(|line| !line.contains('\u{c}'));
    below.filter(|line| is_full(line)).count() <= MAX_LINES_BELOW
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        joined(text).replace("\u{1}\n", "")
    }

    #[test]
    fn numbers_on_lines_of_their_own_are_joined_to_their_words() {
        let raw = "A ship tows at dawn.\n1\nIt may tow\ntwice.\n1\nNot in fog or rain.\n– 1 –\n\u{c}More.\n";
        assert_eq!(
            read(raw),
            "A ship tows at dawn.¹\nIt may tow\ntwice.\n¹ Not in fog or rain.\n– 1 –\n\u{c}More.\n"
        );
        let laid =
            format!("A ship tows\n{}1\nat dawn.\n\n1\n    Not in fog or rain.\n\u{c}More.\n", " ".repeat(40));
        assert_eq!(read(&laid), "A ship tows\nat dawn.¹\n\n¹ Not in fog or rain.\n\u{c}More.\n");
        let stacked =
            "One is tied.\n1\nTwo are not.\n2\n\n1\n\n2\n\nNot in any fog.\nBut in the rain.\n\n\u{c}More.\n";
        assert_eq!(
            read(stacked),
            "One is tied.¹\nTwo are not.²\n\n\n\n¹ Not in any fog.\n² But in the rain.\n\n\u{c}More.\n"
        );
    }

    #[test]
    fn steps_and_pages_are_no_footnotes() {
        for text in [
            "1\nTie the first rope.\n2\nPull at it.\n\u{c}More.\n",
            "A.\n1\n\u{c}B goes on.\n2\n\u{c}C.\n",
            "A.\n1\nB.\n",
        ] {
            assert_eq!(joined(text), text);
        }
    }
}
