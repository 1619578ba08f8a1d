//! The texts of a line: each read as a card, as several, or as the words between two.

use super::among::came_in;
use super::harmless;
use super::lexicon::Found;
use super::line::{Group, Part, Reader, is_card, number_of, text_of};
use super::pieces::{Number, Piece, Shape};
use super::sizes::MAX_COPIES;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Role};

/// Nobody puts more words of lists in front of a name.
const MAX_IN_FRONT: usize = 12;

/// More words behind a name without a count are a sentence.
const MAX_LOOKS: usize = 2;

/// Nobody joins two names with more words.
const MAX_JOINING: usize = 4;

impl Reader<'_, '_> {
    /// The pieces between commas and cuts, each with its texts read.
    pub(super) fn groups(&self, pieces: &[Piece]) -> Vec<Group> {
        let mut groups = vec![Group::default()];
        let mut at = 0;
        while at < pieces.len() {
            let piece = &pieces[at];
            at += 1;
            let last = groups.len() - 1;
            if let Some(length) = self.letter_column(pieces, at, &mut groups) {
                at += length;
                continue;
            }
            if let [.., before, Group { parts }] = &groups[..]
                && parts.is_empty()
                && self.is_product_of(before, piece, pieces.get(at))
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
        self.without_product(groups)
    }

    /// Reads a version letter in a column of its own, which stands in front of `at`; a second one,
    /// `(A) x4, (B) x4`, is another card of the name. How many of the pieces behind belong to it.
    fn letter_column(&self, pieces: &[Piece], at: usize, groups: &mut [Group]) -> Option<usize> {
        let (letter, length) = match (&pieces[at - 1], pieces.get(at), pieces.get(at + 1)) {
            (Piece::Text { text, .. }, ..) => (text, 0),
            (Piece::Open, Some(Piece::Text { text, .. }), Some(Piece::Close)) => (text, 2),
            _ => return None,
        };
        let [.., before, Group { parts }] = groups else { return None };
        if parts.iter().any(|p| matches!(p, Part::Text(..)))
            || !self.is_letter(letter)
            || !before.parts.iter().any(is_card)
        {
            return None;
        }
        let number = |p: Option<&Piece>| matches!(p, Some(Piece::Number(_)));
        let counted = !parts.is_empty() || number(pieces.get(at + length));
        let comma = at >= 2 && pieces[at - 2] == Piece::Comma;
        match self.other_version(letter, &before.parts) {
            // A letter in a column of its own says the arena of a card that has its version.
            Some(_) if !counted && !comma => {}
            Some(card) => parts.push(card),
            None if self.lettered(letter, &mut before.parts) => {}
            None => return Some(0),
        }
        Some(length)
    }

    /// Whether a text behind a card is the name of the product that it is of, or came in, which is no card's.
    fn is_product_of(&self, card: &Group, piece: &Piece, next: Option<&Piece>) -> bool {
        let Piece::Text { text, .. } = piece else { return false };
        if self.is_of_set_of(text, &card.parts) {
            return false;
        }
        let came_in = |part: &Part| matches!(part, Part::Text(_, Found::Exact(name) | Found::Slip(name)) if came_in(name, text, self.lexicon));
        let of =
            card.parts.iter().any(is_card) && self.is_of_product(text, next) && !self.lexicon.exact(text);
        of || !matches!(next, Some(Piece::Number(_))) && card.parts.iter().any(came_in)
    }

    /// The groups without one that is nothing but the product that the card of another came in.
    fn without_product(&self, groups: Vec<Group>) -> Vec<Group> {
        let named = |group: &Group, product: &str| {
            group.parts.iter().any(|part| {
                matches!(part, Part::Text(_, Found::Exact(name) | Found::Slip(name)) if came_in(name, product, self.lexicon))
            })
        };
        let product = |at: usize| {
            let [Part::Text(text, Found::Exact(_))] = &groups[at].parts[..] else { return false };
            let of_set = |group: &Group| self.is_of_set_of(text, &group.parts);
            let others = || groups.iter().enumerate().filter(|(of, _)| *of != at).map(|(_, group)| group);
            others().any(|group| named(group, text)) && !others().any(of_set)
        };
        let of: Vec<bool> = (0..groups.len()).map(product).collect();
        groups.into_iter().zip(of).filter(|(_, product)| !product).map(|(group, _)| group).collect()
    }

    /// A text: one card, several one after the other, or the words between two. How many of the pieces behind
    /// belong to it.
    fn text(&self, text: &str, whole: bool, behind: &[Piece], parts: &mut Vec<Part>) -> usize {
        if whole {
            let (text, found) = self.with_words_before(text, parts);
            parts.push(Part::Text(text, found));
            return 0;
        }
        if self.letter_of_name(text, parts) {
            return 0;
        }
        let counted =
            matches!(parts.last(), Some(Part::Number(n, false)) if n.value <= 9 && n.shape != Shape::Set);
        // `Title - foil`: what the card looks like, whatever card is called so.
        if parts.iter().any(is_card) && !counted && harmless::looks(text, self.lexicon) {
            return 0;
        }
        // A product behind a title says where it comes from, whatever card has the same name; not so one that
        // is counted.
        let of_product = self.lexicon.is_product_name(text) || !self.lexicon.exact(text);
        let of_product =
            of_product && !self.is_of_set_of(text, parts) && !self.is_another(text, behind.first(), parts);
        if parts.iter().any(is_card) && !counted && of_product && self.is_of_product(text, behind.first()) {
            return 0;
        }
        if let Some((code, name)) = self.behind_set_code(text) {
            parts.push(Part::SetCode(code));
            return self.text(name, whole, behind, parts);
        }
        // `Mision Command 1x`
        let behind_title = parts.is_empty()
            && matches!(behind, [Piece::Number(n)] if n.shape == Shape::Times && n.value <= MAX_COPIES);
        let may_be_title = counted && parts.len() == 1 || behind_title;
        if self.words_alone(text, may_be_title, parts) || self.alternative(text, parts) {
            return 0;
        }
        if let Some(title) = self.behind_motion(text) {
            parts.push(Part::Text(title.to_owned(), Found::Exact(title.to_owned())));
            return 0;
        }
        let found = self.lexicon.read(text);
        if !matches!(found, Found::Exact(_))
            && let Some((longer, name)) = self.with_figure(text, behind)
        {
            parts.push(Part::Text(longer, Found::Slip(name)));
            return 1;
        }
        if matches!(found, Found::Lost | Found::Open(_))
            && let Some(several) = self.tiled(text, counted)
        {
            parts.extend(several);
            return 0;
        }
        parts.push(Part::Text(text.to_owned(), found));
        0
    }

    /// `A x1 / B x2`: whether a title that a product has too is another card of the row: the card in front
    /// did not come in that product, or the title has a count of its own.
    fn is_another(&self, text: &str, next: Option<&Piece>, parts: &[Part]) -> bool {
        let came_in = |part: &Part| {
            let Part::Text(_, Found::Exact(name) | Found::Slip(name)) = part else { return false };
            came_in(name, text, self.lexicon)
        };
        let counted = matches!(next, Some(Piece::Number(n)) if n.value <= MAX_COPIES);
        self.lexicon.exact(text)
            && self.lexicon.counts_for_size(text)
            && (counted || !parts.iter().any(came_in))
    }

    /// `Slave 1 A`, `Jango Fett: 3 B`: adds the letter of a name that was whole without it, or behind the
    /// count.
    fn letter_of_name(&self, text: &str, parts: &mut [Part]) -> bool {
        let behind_count = matches!(parts[..], [Part::Text(..), Part::Number(..)])
            && text.bytes().all(|b| b.is_ascii_uppercase());
        let behind_name = matches!(parts.last(), Some(Part::Text(..)));
        self.is_letter(text) && (behind_name || behind_count) && self.lettered(text, parts)
    }

    /// `AOTC Yoda`: a set's code in front of the name, and the name.
    fn behind_set_code<'n>(&self, text: &'n str) -> Option<(String, &'n str)> {
        let (code, name) = text.split_once(' ').filter(|_| self.lexicon.game == Game::Tcg)?;
        let capitals = code.bytes().all(|b| b.is_ascii_uppercase()) && !self.lexicon.exact(text);
        Some((self.lexicon.set_code(code).filter(|_| capitals)?, name))
    }

    /// Adds a text that is no card: nothing but words of lists.
    fn words_alone(&self, text: &str, may_be_title: bool, parts: &mut Vec<Part>) -> bool {
        let roles = self.lexicon.roles(text);
        // `2 Imp Command`: beside a count the words may be a title's, each shortened.
        let title = || matches!(self.lexicon.read(text), Found::Slip(_));
        let shortened = may_be_title && text.contains(' ') && title();
        let another = roles.has(&Role::More) && self.lexicon.names_a_card(text);
        if !roles.whole() || self.lexicon.exact(text) || shortened || another {
            return false;
        }
        if roles.has(&Role::Either) && roles.unknown.is_empty() {
            parts.push(Part::Doubt);
        }
        parts.push(Part::Text(text.to_owned(), Found::Lost));
        true
    }

    /// Adds `or B`, behind a card, or `A or B`: the second is one of the two.
    fn alternative(&self, text: &str, parts: &mut Vec<Part>) -> bool {
        let first = text.split(' ').next().unwrap_or_default();
        if self.lexicon.words.get(first).contains(&Role::Either)
            && parts.iter().any(is_card)
            && let Some((_, right)) = text.split_once(' ')
            && let read @ (Found::Exact(_) | Found::Slip(_) | Found::Open(_)) = self.lexicon.read(right)
        {
            parts.push(Part::Or(named(read)));
            return true;
        }
        let Some((left, right)) = self.either(text) else { return false };
        self.text(&left, false, &[], parts);
        parts.push(Part::Or(named(self.lexicon.read(&right))));
        true
    }

    /// `The Secrt of Yavin 4`: a name with a figure and a slip, and the card.
    fn with_figure(&self, text: &str, behind: &[Piece]) -> Option<(String, String)> {
        let number = behind.first().and_then(number_of).filter(|n| n.shape == Shape::Bare)?;
        let longer = format!("{text} {}", number.digits);
        match self.lexicon.read(&longer) {
            Found::Slip(name) if name.contains(&number.digits) => Some((longer, name)),
            _ => None,
        }
    }

    /// `entra Cloud Cover`: the title behind a word that puts a card in or takes it out, no word of it.
    fn behind_motion<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (first, title) = text.split_once(' ')?;
        let moves = |role: &Role| matches!(role, Role::PutsIn | Role::TakesOut);
        let is = || self.lexicon.words.get(first).iter().any(moves) && self.lexicon.exact(title);
        (!self.lexicon.exact(text) && is()).then_some(title)
    }

    /// Whether a text names a card of the set that the card in front is of: the row lists the set.
    fn is_of_set_of(&self, text: &str, parts: &[Part]) -> bool {
        let front = parts.iter().rev().find_map(|part| match part {
            Part::Text(_, Found::Exact(name) | Found::Slip(name)) => Some(self.lexicon.sets_of(name)),
            _ => None,
        });
        let own = self.lexicon.sets_of(text);
        front.is_some_and(|front| front.iter().any(|set| own.contains(set)))
    }

    /// Whether a text behind a card says which product it is of: no title that begins like a product's name
    /// and has a slip, nor what has a count of its own.
    fn is_of_product(&self, text: &str, next: Option<&Piece>) -> bool {
        let counted =
            || matches!(next, Some(Piece::Number(n)) if n.shape != Shape::Set && n.value <= MAX_COPIES);
        let title = || self.lexicon.is_title(text);
        self.lexicon.is_product(text)
            && (self.lexicon.is_whole_product(text)
                || !counted() && !title() && !self.lexicon.names_a_card(text))
    }

    /// A whole name, or the longer one that the unread words right in front of it are the beginning of: what
    /// is in a misspelt name is no card by itself.
    fn with_words_before(&self, name: &str, parts: &mut Vec<Part>) -> (String, Found) {
        let found = self.lexicon.read(name);
        let Some(Part::Text(words, Found::Lost | Found::Open(_))) = parts.last() else {
            return (name.to_owned(), found);
        };
        let roles = self.lexicon.roles(words);
        let longer = format!("{words} {name}");
        match self.lexicon.read(&longer) {
            Found::Exact(read) | Found::Slip(read) if normalize_name(&read) != normalize_name(name) => {
                parts.pop();
                (longer, Found::Slip(read))
            }
            _ if roles.unknown.is_empty() => (name.to_owned(), found),
            _ => {
                parts.pop();
                (longer, Found::Open(named(found)))
            }
        }
    }

    /// Another version of the card that stands last: `Name (A) x4, (B) x4`.
    fn other_version(&self, letter: &str, parts: &[Part]) -> Option<Part> {
        let name = parts.iter().rev().find_map(|part| match part {
            Part::Text(text, _) => Some(text),
            _ => None,
        })?;
        let base = self.lexicon.without_typed_version(name)?;
        let text = format!("{base} ({letter})");
        let found = self.lexicon.read(&text);
        Some(Part::Text(text, found))
    }

    /// The two sides of an "or".
    fn either(&self, text: &str) -> Option<(String, String)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let either = |w: &&str| !w.contains(['\'', '’']) && self.lexicon.words.get(w).contains(&Role::Either);
        let at = words.iter().position(either)?;
        let sides = (words[..at].join(" "), words[at + 1..].join(" "));
        let names = |text: &str| !matches!(self.lexicon.read(text), Found::Lost);
        let open = !self.lexicon.exact(text) && names(&sides.0);
        (open && (sides.1.is_empty() || names(&sides.1))).then_some(sides)
    }

    /// A text that is names and words of lists, one after the other; behind the one that is `counted` a
    /// remark may stand.
    fn tiled(&self, text: &str, counted: bool) -> Option<Vec<Part>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut parts = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let name = (at + 1..=words.len().min(at + 9)).rev().map(|end| (end, words[at..end].join(" ")));
            let name = name.filter(|(_, name)| self.lexicon.exact(name)).find(|(_, n)| n.chars().count() > 3);
            let (end, name) = match name {
                Some(found) => found,
                // `A & B`, `A and a B`: two names, and what joins them.
                None if !parts.is_empty() && self.joint(&words[at..]) > 0 => {
                    at += self.joint(&words[at..]);
                    continue;
                }
                None => {
                    // What is no name must be a product or words of lists, up to the end.
                    let rest = words[at..].join(" ");
                    let code = self.lexicon.set_code(&rest);
                    let passed = self.lexicon.is_product(&rest) || self.passable(&rest);
                    if parts.is_empty() {
                        return self.behind_filler(&words, at, parts);
                    }
                    if passed || code.is_some() {
                        parts.extend(code.map(Part::SetCode));
                    } else if !harmless::looks(&rest, self.lexicon)
                        || !counted && words.len() - at > MAX_LOOKS
                    {
                        let remark = counted && self.is_remark(&parts, &words[at..]);
                        parts.extend(remark.then_some(Part::Text(rest, Found::Lost)));
                        return remark.then_some(parts);
                    }
                    return Some(parts);
                }
            };
            // `Title foil`: behind a card the word says what it looks like.
            if parts.is_empty() || !harmless::looks(&name, self.lexicon) {
                parts.push(Part::Text(name.clone(), Found::Exact(name)));
            }
            at = end;
        }
        Some(parts)
    }

    /// `Title lol`: whether words behind a whole name are a remark: no longer name begins like it, and they
    /// do not lead to another card.
    fn is_remark(&self, parts: &[Part], words: &[&str]) -> bool {
        let [Part::Text(name, Found::Exact(_))] = parts else { return false };
        let leads = |role: &Role| matches!(role, Role::Joins | Role::Either | Role::PutsIn | Role::More);
        let places = [InPlace::Besides, InPlace::Instead, InPlace::Formerly];
        let leads = |word: &&str| {
            self.lexicon.words.get(word).iter().any(leads)
                || places.iter().any(|place| self.lexicon.words.is(*place, word))
        };
        let other = || self.lexicon.names_a_card(&words.join(" "));
        let named = self.lexicon.counts_for_size(name) && !self.lexicon.begins_longer_name(name);
        named && !words.first().is_some_and(leads) && !other()
    }

    /// How many words join what stands before them with the name behind: none where no name follows.
    fn joint(&self, words: &[&str]) -> usize {
        let joins = |word: &&&str| {
            let roles = self.lexicon.words.get(word);
            roles.contains(&Role::Joins) || roles.contains(&Role::Filler)
        };
        let length = words.iter().take(MAX_JOINING).take_while(joins).count();
        let named = |from: usize| {
            (from + 1..=words.len().min(from + 9)).any(|to| self.lexicon.exact(&words[from..to].join(" ")))
        };
        let first = words.first().is_some_and(|w| self.lexicon.words.get(w).contains(&Role::Joins));
        (1..=length).rev().find(|n| first && named(*n)).unwrap_or_default()
    }

    /// The same with words of lists in front of the first name: `my two Kuat Reinforcements`.
    fn behind_filler(&self, words: &[&str], at: usize, parts: Vec<Part>) -> Option<Vec<Part>> {
        if at > 0 || !parts.is_empty() || words.len() < 2 {
            return None;
        }
        let whole = (1..words.len().min(MAX_IN_FRONT))
            .rev()
            .find(|n| self.passable(&words[..*n].join(" ")) && self.lexicon.exact(&words[*n..].join(" ")));
        if let Some(skip) = whole {
            let name = words[skip..].join(" ");
            return Some(vec![Part::Text(name.clone(), Found::Exact(name))]);
        }
        // `each of A and B`: several names behind them.
        let begins =
            |words: &[&str]| (1..=words.len().min(9)).any(|to| self.lexicon.exact(&words[..to].join(" ")));
        let skip = (1..words.len().min(MAX_JOINING))
            .find(|n| self.passable(&words[..*n].join(" ")) && begins(&words[*n..]))?;
        self.tiled(&words[skip..].join(" "), false)
            .filter(|parts| parts.iter().filter(|p| is_card(p)).count() > 1)
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
        // `Name 3 (B)`, `Name [ANH] (B)`: the letter may stand behind the count, or the set.
        let of_name = |p: &&mut Part| !matches!(p, Part::Number(..) | Part::SetCode(_));
        let Some(Part::Text(text, found)) = parts.iter_mut().rev().find(of_name) else { return false };
        // A name that has its version takes no second one.
        if matches!(found, Found::Exact(_)) && self.lexicon.without_typed_version(text).is_some() {
            return true;
        }
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
        // `Luke pod (Title)`: the title stands behind what people call the set.
        let sure = |p: &Part| matches!(p, Part::Text(_, Found::Exact(_) | Found::Slip(_)));
        if let [Piece::Text { text, .. }] = pieces
            && !parts.iter().any(sure)
            && let Some(Part::Text(_, found)) = parts.last_mut()
            && self.lexicon.game == Game::Lcg
            && self.lexicon.is_objective(text)
        {
            *found = Found::Slip(text.clone());
            return;
        }
        if roles.has(&Role::Either) && !self.lexicon.is_product(&words) {
            let rest: Vec<&str> = words
                .split_whitespace()
                .filter(|w| !self.lexicon.words.get(w).contains(&Role::Either))
                .collect();
            return parts.push(Part::Or(named(self.lexicon.read(&rest.join(" ")))));
        }
        if pieces.contains(&Piece::Query) && texts.is_empty() {
            parts.push(Part::Doubt);
        }
        // `Title (smudged)`: how many of it stands where nothing can be read.
        if roles.has(&Role::Illegible) && !parts.iter().any(|p| matches!(p, Part::Number(..))) {
            let count = Number { value: 0, digits: words, shape: Shape::Open };
            return parts.push(Part::Number(count, true));
        }
        // A limit or a cost in words is not a count.
        let is_aside = texts.is_empty() || roles.whole() || self.lexicon.is_product(&words);
        for piece in pieces {
            match piece {
                Piece::Number(number) if is_aside || number.shape != Shape::Bare => {
                    parts.push(Part::Number(number.clone(), true));
                }
                Piece::Place(set, position) => parts.push(Part::Place(set.clone(), *position)),
                Piece::Number(_)
                | Piece::Text { .. }
                | Piece::Range(..)
                | Piece::Comma
                | Piece::Slash
                | Piece::Cut
                | Piece::Dash
                | Piece::Colon
                | Piece::Open
                | Piece::Close
                | Piece::Query => {}
            }
        }
    }
}

pub(super) fn named(found: Found) -> Vec<String> {
    match found {
        Found::Exact(name) | Found::Slip(name) => vec![name],
        Found::Open(names) => names,
        Found::Lost => Vec::new(),
    }
}
