//! What a digest entry has that other rulings lack: its place in the rulebook, and how certain it is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How certain it is that the rulebook says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Certain {
    /// Read in the rulebook, or in the publisher's own words elsewhere.
    Yes,
    /// Reported by others, or inferred.
    Likely,
}

/// What a digest entry has in addition to what every ruling has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Digested")]
pub struct DigestInfo {
    /// The page of the game's rulebook, `p. 20`.
    pub page: Option<String>,
    /// The source, if it is not the rulebook.
    pub source: Option<String>,
    /// Whether the entry states its rule with certainty.
    pub certain: Certain,
    /// The rulings that change it.
    pub changed_by: Vec<String>,
    /// The words it defines.
    pub defines: Vec<String>,
    /// For a rule that came after the first rulebook, what introduced it.
    pub later: Option<String>,
    /// Whether the document that introduced it is held.
    pub later_held: bool,
    /// The official rulings that have since covered it, if such a document is held.
    pub official: Vec<String>,
    /// The kinds of replay steps that demonstrate it.
    pub shown_by: Vec<String>,
}

impl DigestInfo {
    /// The page, or otherwise the source.
    pub fn place(&self) -> &str {
        self.page.as_deref().or(self.source.as_deref()).unwrap_or_default()
    }

    /// The rulebook pages it cites.
    pub fn pages(&self) -> Vec<u32> {
        self.page.as_deref().map(pages).unwrap_or_default()
    }
}

/// Parses the page numbers out of a citation: `p. 20`, `pp. 18–20`, `pp. 7, 28`, `page 12`, `rulebook p. 18,
/// step 1`.
pub fn pages(text: &str) -> Vec<u32> {
    let mut pages = Vec::new();
    let lower = text.to_lowercase();
    let mut tokens = Tokens(&lower).peekable();
    while let Some(token) = tokens.next() {
        if !matches!(token, Token::Word("p" | "pp" | "page" | "pages")) {
            continue;
        }
        let mut range = false;
        let mut joined = true;
        while let Some(next) = tokens.peek().copied() {
            match next {
                Token::Number(page) if joined => {
                    let first = pages.last().copied().filter(|_| range).map_or(page, |before| before + 1);
                    pages.extend((first..=page).take(MAX_PAGES));
                    (range, joined) = (false, false);
                }
                Token::Dash => (range, joined) = (true, true),
                Token::Comma | Token::Word("and") => joined = true,
                Token::Number(_) | Token::Word(_) => break,
            }
            tokens.next();
        }
    }
    pages
}

/// The longest plausible range of pages.
const MAX_PAGES: usize = 100;

/// Iterates over the words, numbers, dashes and commas of a text; all other characters separate them.
struct Tokens<'t>(&'t str);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    Number(u32),
    Dash,
    Comma,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let first = self.0.chars().next()?;
            let same = |c: char| match first {
                d if d.is_ascii_digit() => c.is_ascii_digit(),
                a if a.is_alphabetic() => c.is_alphabetic(),
                _ => false,
            };
            let length = self.0.find(|c| !same(c)).unwrap_or(self.0.len()).max(first.len_utf8());
            let (token, rest) = self.0.split_at(length);
            self.0 = rest;
            match first {
                '-' | '–' | '—' => return Some(Token::Dash),
                ',' | ';' | '&' => return Some(Token::Comma),
                d if d.is_ascii_digit() => return Some(Token::Number(token.parse().unwrap_or(u32::MAX))),
                a if a.is_alphabetic() => return Some(Token::Word(token)),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_read_however_they_are_cited() {
        assert_eq!(pages("p. 20"), [20]);
        assert_eq!(pages("pp. 18–20"), [18, 19, 20]);
        assert_eq!(pages("pp. 7, 28"), [7, 28]);
        assert_eq!(pages("SWLCG core rulebook pp. 10-11 and 32"), [10, 11, 32]);
        assert_eq!(pages("p. 18, step 1"), [18]);
        assert_eq!(pages("p. 22 step 6"), [22]);
        assert_eq!(pages("the timing chart, pp. 30-31"), [30, 31]);
        assert_eq!(pages("Rulebook page 12; see p.15"), [12, 15]);
        assert_eq!(pages("step 3 of 5"), [0; 0]);
        assert_eq!(pages("p. 1-4294967295").len(), MAX_PAGES + 1);
        assert_eq!(pages("p. 20-18"), [20]);
    }
}
