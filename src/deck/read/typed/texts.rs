//! The texts of a line: each read as a card, as several, or as the words between two.

use super::lexicon::Found;
use super::line::{Group, Part, Reader, is_card, number_of, text_of};
use super::pieces::{Piece, Shape};
use crate::corpus::Game;
use crate::deck::words::Role;

impl Reader<'_, '_> {
    /// The pieces between commas and cuts, each with its texts read.
    pub(super) fn groups(&self, pieces: &[Piece]) -> Vec<Group> {
        let mut groups = vec![Group::default()];
        let mut at = 0;
        while at < pieces.len() {
            let piece = &pieces[at];
            at += 1;
            let last = groups.len() - 1;
            // A version letter in a column of its own.
            if let (Piece::Text { text, .. }, [.., before, Group { parts }]) = (piece, &mut groups[..])
                && parts.is_empty()
                && self.is_letter(text)
                && self.lettered(text, &mut before.parts)
            {
                continue;
            }
            // So does the product's name, which is no card's.
            if let (Piece::Text { text, .. }, [.., before, Group { parts }]) = (piece, &groups[..])
                && parts.is_empty()
                && before.parts.iter().any(is_card)
                && self.lexicon.is_product(text)
                && !self.lexicon.exact(text)
            {
                continue;
            }
            let parts = &mut groups[last].parts;
            match piece {
                Piece::Comma | Piece::Cut => groups.push(Group::default()),
                Piece::Open => {
                    let length =
                        pieces[at..].iter().position(|p| *p == Piece::Close).unwrap_or(pieces.len() - at);
                    self.bracket(&pieces[at..at + length], parts);
                    at += (length + 1).min(pieces.len() - at);
                }
                Piece::Text { text, whole } => at += self.text(text, *whole, &pieces[at..], parts),
                Piece::Number(number) => parts.push(Part::Number(number.clone(), false)),
                Piece::Place(set, position) => parts.push(Part::Place(set.clone(), *position)),
                Piece::Range(..) | Piece::Close | Piece::Dash | Piece::Colon => {}
                Piece::Slash => parts.push(Part::Slash),
                Piece::Query => parts.push(Part::Doubt),
            }
        }
        groups.retain(|g| !g.parts.is_empty());
        groups
    }

    /// A text: one card, several one after the other, or the words between two. How many of the pieces behind belong
    /// to it.
    fn text(&self, text: &str, whole: bool, behind: &[Piece], parts: &mut Vec<Part>) -> usize {
        if whole {
            parts.push(Part::Text(text.to_owned(), Found::Exact(text.to_owned())));
            return 0;
        }
        // A product behind a title says where it comes from, whatever card has the same name.
        if parts.iter().any(is_card) && self.lexicon.is_product(text) {
            return 0;
        }
        // `AOTC Yoda`: a set's code in front of the name.
        if let (Game::Tcg, Some((code, name))) = (self.lexicon.game, text.split_once(' '))
            && code.bytes().all(|b| b.is_ascii_uppercase())
            && !self.lexicon.exact(text)
            && let Some(code) = self.lexicon.set_code(code)
        {
            parts.push(Part::SetCode(code));
            return self.text(name, whole, behind, parts);
        }
        let roles = self.lexicon.roles(text);
        if roles.whole() && !self.lexicon.exact(text) {
            if roles.has(&Role::Either) && roles.unknown.is_empty() {
                parts.push(Part::Doubt);
            }
            parts.push(Part::Text(text.to_owned(), Found::Lost));
            return 0;
        }
        if let Some((left, right)) = self.either(text) {
            self.text(&left, false, &[], parts);
            let found = match self.lexicon.read(&right) {
                Found::Exact(name) | Found::Slip(name) => vec![name],
                Found::Open(names) => names,
                Found::Lost => Vec::new(),
            };
            parts.push(Part::Or(found));
            return 0;
        }
        // A name with a figure and a slip: `The Secrt of Yavin 4`.
        let next = behind.first().and_then(number_of).filter(|n| n.shape == Shape::Bare);
        let found = self.lexicon.read(text);
        if let (Some(number), false) = (next, matches!(found, Found::Exact(_))) {
            let longer = format!("{text} {}", number.digits);
            if let Found::Slip(name) = self.lexicon.read(&longer)
                && name.contains(&number.digits)
            {
                parts.push(Part::Text(longer, Found::Slip(name)));
                return 1;
            }
        }
        if matches!(found, Found::Lost | Found::Open(_))
            && let Some(several) = self.tiled(text)
        {
            parts.extend(several);
            return 0;
        }
        parts.push(Part::Text(text.to_owned(), found));
        0
    }

    /// The two sides of an "or".
    fn either(&self, text: &str) -> Option<(String, String)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let at = words.iter().position(|w| self.lexicon.words.get(w).contains(&Role::Either))?;
        let sides = (words[..at].join(" "), words[at + 1..].join(" "));
        let names = |text: &str| !matches!(self.lexicon.read(text), Found::Lost);
        let open = !self.lexicon.exact(text) && names(&sides.0);
        (open && (sides.1.is_empty() || names(&sides.1))).then_some(sides)
    }

    /// A text that is names and words of lists, one after the other.
    fn tiled(&self, text: &str) -> Option<Vec<Part>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut parts = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let name = (at + 1..=words.len().min(at + 9)).rev().map(|end| (end, words[at..end].join(" ")));
            let name = name.filter(|(_, name)| self.lexicon.exact(name)).find(|(_, n)| n.chars().count() > 3);
            let (end, name) = match name {
                Some(found) => found,
                None => {
                    // What is no name must be a product or words of lists, up to the end.
                    let rest = words[at..].join(" ");
                    let code = self.lexicon.set_code(&rest);
                    let passed = self.lexicon.is_product(&rest) || self.passable(&rest);
                    if parts.is_empty() || !(passed || code.is_some()) {
                        return self.behind_filler(&words, at, parts);
                    }
                    parts.extend(code.map(Part::SetCode));
                    return Some(parts);
                }
            };
            parts.push(Part::Text(name.clone(), Found::Exact(name)));
            at = end;
        }
        Some(parts)
    }

    /// The same with words of lists in front of the first name: `my two Kuat Reinforcements`.
    fn behind_filler(&self, words: &[&str], at: usize, parts: Vec<Part>) -> Option<Vec<Part>> {
        if at > 0 || !parts.is_empty() || words.len() < 2 {
            return None;
        }
        let skip = (1..words.len())
            .rev()
            .find(|n| self.passable(&words[..*n].join(" ")) && self.lexicon.exact(&words[*n..].join(" ")))?;
        let name = words[skip..].join(" ");
        Some(vec![Part::Text(name.clone(), Found::Exact(name))])
    }

    /// Whether the words say nothing of which card is meant.
    fn passable(&self, text: &str) -> bool {
        let roles = self.lexicon.roles(text);
        roles.whole() && !roles.has(&Role::Either)
    }

    /// Whether a text is a version letter of the trading card game.
    fn is_letter(&self, text: &str) -> bool {
        self.lexicon.game == Game::Tcg && text.len() == 1 && text.bytes().all(|b| b.is_ascii_alphabetic())
    }

    /// A version letter belongs to the name in front of it.
    fn lettered(&self, letter: &str, parts: &mut [Part]) -> bool {
        let Some(Part::Text(text, found)) = parts.last_mut() else { return false };
        *text = format!("{text} ({letter})");
        *found = self.lexicon.read(text);
        true
    }

    fn bracket(&self, pieces: &[Piece], parts: &mut Vec<Part>) {
        let texts: Vec<&str> = pieces.iter().filter_map(text_of).collect();
        let words = texts.join(" ");
        let roles = self.lexicon.roles(&words);
        if self.is_letter(&words) && self.lettered(&words, parts) {
            return;
        }
        if let Some(code) = self.lexicon.set_code(&words) {
            parts.push(Part::SetCode(code));
        }
        if roles.has(&Role::Either) && !self.lexicon.is_product(&words) {
            let rest: Vec<&str> = words
                .split_whitespace()
                .filter(|w| !self.lexicon.words.get(w).contains(&Role::Either))
                .collect();
            let found = match self.lexicon.read(&rest.join(" ")) {
                Found::Exact(name) | Found::Slip(name) => vec![name],
                Found::Open(names) => names,
                Found::Lost => Vec::new(),
            };
            return parts.push(Part::Or(found));
        }
        if pieces.contains(&Piece::Query) && texts.is_empty() {
            parts.push(Part::Doubt);
        }
        // A limit or a cost in words is not a count.
        let told = texts.is_empty() || roles.whole() || self.lexicon.is_product(&words);
        for piece in pieces {
            match piece {
                Piece::Number(number) if told || number.shape != Shape::Bare => {
                    parts.push(Part::Number(number.clone(), true));
                }
                Piece::Place(set, position) => parts.push(Part::Place(set.clone(), *position)),
                _ => {}
            }
        }
    }
}
