//! Lines without a card: words of lists, totals, what cannot be read, names nobody knows.

use super::each::{is_affiliation_card, side_of};
use super::lexicon::Found;
use super::line::{
    Beside, Group, Item, LineItem, Named, Part, Reader, add, leads_with_count, number_of, text_of,
};
use super::pieces::{Number, Piece, Shape};
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role, Roles, Says};

/// With more other words a line speaks of something else than that it cannot be read; and if it says so
/// twice, with more than the second number.
const MAX_BESIDE: usize = 4;
const MAX_OF_REMARK: usize = 9;

impl Reader<'_, '_> {
    /// A line without a card: words of lists, a name with the affiliation, or something lost.
    pub(super) fn no_card(&mut self, pieces: &[Piece], groups: Vec<Group>) {
        let texts: Vec<&str> = pieces.iter().filter_map(text_of).collect();
        let words = texts.join(" ");
        let roles = self.lexicon.roles(&words);
        let numbers: Vec<&Number> = pieces.iter().filter_map(number_of).collect();
        let label = roles.known.first().is_some_and(|(r, phrase)| {
            r.iter().any(|r| matches!(r, Role::Label(Says::Nothing)))
                && normalize_name(&words).starts_with(phrase.as_str())
        });
        if self.illegible(pieces, &roles, &numbers) {
            return;
        }
        if roles.whole() {
            return self.words_of_lists(pieces, &roles, label);
        }
        let times = numbers.iter().any(|n| n.shape == Shape::Times);
        let counted = times || leads_with_count(pieces);
        if let (Some(title), false) = (self.lexicon.affiliation(&roles, &words), counted) {
            // `oh and Jedi affiliation of course`
            let label = |word: &str| {
                let label = Role::Label(Says::Affiliation);
                self.lexicon.words.get(word).contains(&label)
            };
            let beside = |word: &String| self.lexicon.words.is(InPlace::BesideAffiliation, word);
            let other = |role: &Role| matches!(role, Role::Absent | Role::Struck | Role::Change);
            let plain = roles.unknown.iter().all(beside) && !roles.any(other);
            let says = words.split(' ').any(label) && plain || is_affiliation_card(&words, self.lexicon);
            let named = if says { Named::Alone } else { Named::Among };
            return self.things.push(LineItem::Affiliation(title, named, self.line.to_owned()));
        }
        let talk = roles.has(&Role::Rule) || label || roles.unknown.len() > 7;
        if counted && !talk && !roles.has(&Role::Date) {
            return self.lost(groups);
        }
        if roles.has(&Role::GoesOn) && roles.unknown.len() < 4 {
            self.heading(&roles, &numbers, false);
        }
        if let Some(item) =
            self.perhaps(pieces, &words).filter(|_| !talk && (times || !roles.has(&Role::Date)))
        {
            return self.things.push(LineItem::Perhaps(item, self.line.to_owned()));
        }
        let of_cards = |r: &Role| {
            matches!(r, Role::Number(_) | Role::Copies | Role::Each | Role::Heading(Opens::Objectives))
        };
        let speaks = !label && !roles.has(&Role::Date) && roles.any(of_cards);
        let line = self.line.to_owned();
        self.things.push(if speaks && !roles.has(&Role::Rule) {
            LineItem::Spoken(line)
        } else {
            LineItem::Unread(line)
        });
    }

    /// Whether a line says that it cannot be read; then a card nobody knows stands in it.
    fn illegible(&mut self, pieces: &[Piece], roles: &Roles<'_>, numbers: &[&Number]) -> bool {
        if !roles.has(&Role::Illegible) {
            return false;
        }
        if self.is_unreadable_item(pieces) {
            self.blank_item(pieces);
            return true;
        }
        // `Coffee stain, can't read this line, sorry`: said twice, other words say nothing else.
        let said = roles.known.iter().filter(|(roles, _)| roles.contains(&Role::Illegible)).count();
        let most = if said >= 2 { MAX_OF_REMARK } else { MAX_BESIDE };
        // `Page 2 is torn` is of more than a row.
        if roles.unknown.len() >= most
            || roles.has(&Role::Page) && !(numbers.is_empty() && roles.unknown.len() < 3)
        {
            return false;
        }
        let mut item = Item::new(self.line, Found::Lost);
        let open = Number { value: 0, digits: String::new(), shape: Shape::Open };
        // `1 line unreadable` counts lines.
        let counts = |n: &&&Number| n.value <= 4 && n.shape != Shape::Bare;
        let count = numbers.first().filter(counts).map_or(open, |n| (*n).clone());
        item.numbers.push((count, Beside::Before));
        if roles.has(&Role::GoesOn) {
            self.things.push(LineItem::GoesOn(None));
        }
        self.things.push(LineItem::Perhaps(item, self.line.to_owned()));
        true
    }

    /// A line of nothing but words of lists: a heading, or the numbers of sets.
    fn words_of_lists(&mut self, pieces: &[Piece], roles: &Roles<'_>, label: bool) {
        let numbers: Vec<&Number> = pieces.iter().filter_map(number_of).collect();
        let announces = |r: &Role| {
            matches!(
                r,
                Role::Heading(_)
                    | Role::Side(_)
                    | Role::Affiliation(_)
                    | Role::GoesOn
                    | Role::Each
                    | Role::Page
            )
        };
        // `Core 26 x2`: a product's word in front of a set's number.
        let counted = |n: &&Number| n.shape == Shape::Times;
        let set = |n: &&Number| n.shape != Shape::Times && self.lexicon.objective_of(n.value).is_some();
        let nothing = |r: &Role| !announces(r) || matches!(r, Role::Heading(Opens::Nothing));
        let words = pieces.iter().filter_map(text_of).collect::<Vec<_>>().join(" ");
        let of_product = roles.known.iter().all(|(roles, _)| roles.iter().all(nothing))
            && self.lexicon.is_product(&words)
            && numbers.len() == 2
            && numbers.iter().any(counted)
            && numbers.iter().any(set);
        let texts_alone = pieces.iter().all(|p| matches!(p, Piece::Text { .. }));
        let numbers_alone = !roles.any(announces) && !texts_alone && !label && !roles.has(&Role::Date);
        if of_product || numbers_alone {
            return self.things.push(LineItem::Numbers(pieces.to_vec()));
        }
        self.heading(roles, &numbers, false);
    }

    /// What a line without a card counts, in front of its words or behind them, if it counts at all.
    fn perhaps(&self, pieces: &[Piece], words: &str) -> Option<Item> {
        let few = |n: &Number| n.value <= 4 && n.shape != Shape::Set;
        let mut item = Item::new(self.line, Found::Lost);
        let word = words.split_whitespace().next()?;
        let in_words = self.lexicon.words.number(word).filter(|n| (1..=4).contains(n));
        let number = |value: u32| Number { value, digits: value.to_string(), shape: Shape::Times };
        let counted = match (pieces.first(), pieces.last()) {
            (Some(Piece::Number(n)), _) if few(n) => (n.clone(), Beside::Before),
            (Some(Piece::Text { .. }), _) if in_words.is_some() => (number(in_words?), Beside::Before),
            (_, Some(Piece::Number(n))) if few(n) => (n.clone(), Beside::After),
            _ => return None,
        };
        item.numbers.push(counted);
        Some(item)
    }

    /// Whether a line counts something that is not there to be read: `2x ???`, `2x ......`.
    pub(super) fn is_blank_item(&self, pieces: &[Piece]) -> bool {
        let [Piece::Number(number), rest @ ..] = pieces else { return false };
        let marks = self.line.chars().filter(|c| "?_.-–—…*~".contains(*c)).count();
        let nothing = rest
            .iter()
            .all(|p| matches!(p, Piece::Query | Piece::Cut | Piece::Dash | Piece::Open | Piece::Close));
        number.value <= 4 && nothing && (pieces.contains(&Piece::Query) || marks >= 3)
    }

    /// `2 (illegible)`: a count, and in brackets why no title stands there.
    fn is_unreadable_item(&self, pieces: &[Piece]) -> bool {
        matches!(pieces, [Piece::Number(n), Piece::Open, .., Piece::Close] if n.value <= 4)
    }

    pub(super) fn blank_item(&mut self, pieces: &[Piece]) {
        let mut item = Item::new(self.line, Found::Lost);
        item.numbers.extend(pieces.first().and_then(number_of).map(|n| (n.clone(), Beside::Before)));
        self.things.push(LineItem::Card(item));
    }

    /// `60 cards total`, `72 card monster, light side`: a total, whatever follows.
    pub(super) fn total_of_cards(&mut self, pieces: &[Piece]) -> bool {
        let at = pieces.windows(2).position(|pair| {
            let many = matches!(&pair[0], Piece::Number(n) if (20..=200).contains(&n.value));
            let first = text_of(&pair[1]).and_then(|text| text.split_whitespace().next());
            many && first.is_some_and(|word| self.lexicon.words.get(word).contains(&Role::Cards))
        });
        let cards = |p: &Piece| text_of(p).is_some_and(|text| self.lexicon.is_name(text));
        let Some(at) = at.filter(|_| !pieces.iter().any(cards)) else { return false };
        let texts: Vec<&str> = pieces.iter().filter_map(text_of).collect();
        let roles = self.lexicon.roles(&texts.join(" "));
        if roles.has(&Role::Rule) {
            return false;
        }
        let total = pieces.get(at).and_then(number_of).map(|n| LineItem::Total("cards".to_owned(), n.value));
        self.things.extend(total);
        self.things.extend(roles.first(side_of).map(LineItem::Side));
        let title = self.lexicon.affiliation(&roles, "");
        self.things.extend(title.map(|title| LineItem::Affiliation(title, Named::Among, String::new())));
        if !roles.whole() {
            self.things.push(LineItem::Unread(self.line.to_owned()));
        }
        true
    }

    /// Lines with a count and a name that is none.
    pub(super) fn lost(&mut self, groups: Vec<Group>) {
        let before = self.things.len();
        let mut counts = Vec::new();
        for group in groups {
            let named = |p: &Part| matches!(p, Part::Text(text, _) if !self.lexicon.roles(text).whole());
            let Some(at) = group.parts.iter().position(named) else {
                counts.extend(group.parts.into_iter().filter(|p| matches!(p, Part::Number(_, false))));
                continue;
            };
            let Part::Text(text, _) = group.parts[at].clone() else { continue };
            let mut item = Item::new(&text, Found::Lost);
            for (n, part) in group.parts.into_iter().enumerate() {
                add(&mut item, part, if n < at { Beside::Before } else { Beside::After });
            }
            self.things.push(LineItem::Card(item));
        }
        // Only a remark stands where the title should: `2x (smudged)`.
        if self.things.len() == before && !counts.is_empty() {
            let mut item = Item::new(self.line, Found::Lost);
            counts.into_iter().for_each(|part| add(&mut item, part, Beside::Before));
            self.things.push(LineItem::Card(item));
        }
    }
}
