//! The cards of a line, with the numbers that stand beside them.

use super::harmless;
use super::lexicon::{Found, Lexicon};
use super::line::{Beside, Group, Item, LineItem, Part, Reader, add, is_card, text_of};
use super::pieces::{Number, Piece, Shape};
use crate::deck::words::{Role, Says};

impl Reader<'_, '_> {
    /// Lays the numbers of a line beside its cards.
    pub(super) fn cards(&mut self, mut groups: Vec<Group>) {
        // A remark in a cell of its own: no number, and nothing that surely is a card.
        let sure = |p: &Part| matches!(p, Part::Text(_, Found::Exact(_) | Found::Slip(_)));
        let counted = |g: &Group| g.parts.iter().any(|p| matches!(p, Part::Number(..)));
        if groups.iter().any(|g| g.parts.iter().any(sure)) && groups.iter().any(counted) {
            // `4 Title, foil`, whatever card is called so.
            let looks = |p: &Part| matches!(p, Part::Text(text, _) if harmless::looks(text, self.lexicon));
            let of_one = groups.iter().filter(|g| g.parts.iter().any(is_card)).count() == 2;
            let is_look = |g: &Group| of_one && g.parts.iter().all(looks);
            let remark = |g: &Group| {
                let unsure = !g.parts.iter().any(sure) || is_look(g);
                !counted(g) && g.parts.iter().any(is_card) && unsure
            };
            let (remarks, kept): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(remark);
            let texts = remarks.iter().flat_map(|g| &g.parts).filter_map(|p| match p {
                Part::Text(text, _) => Some(LineItem::PassedOver(text.clone())),
                _ => None,
            });
            self.things.extend(texts);
            groups = kept;
        }
        // `#5 x2; 2 Title; …`: a set by its number alone says nothing of where the others have their counts.
        let by_number = |g: &Group| {
            let numbers = g.parts.iter().filter(|p| matches!(p, Part::Number(..))).count();
            let set = g.parts.iter().any(|p| matches!(p, Part::Number(n, _) if n.shape == Shape::Set));
            set && numbers > 1 && numbers == g.parts.len()
        };
        while groups.first().is_some_and(by_number) {
            let numbers = groups.remove(0).parts.into_iter().filter_map(|part| match part {
                Part::Number(number, _) => Some(Piece::Number(number)),
                _ => None,
            });
            self.things.push(LineItem::Numbers(numbers.collect()));
        }
        let card_groups = groups.iter().filter(|g| g.parts.iter().any(is_card)).count();
        let leads = groups.first().is_some_and(|g| !g.parts.iter().any(is_card));
        let mut waiting: Vec<Part> = Vec::new();
        for group in groups {
            if group.parts.iter().any(is_card) {
                let mut parts = std::mem::take(&mut waiting);
                parts.extend(group.parts);
                self.group(parts);
            } else if self.is_lost(&group) {
                match self.conjoined(&group) {
                    Some(several) => several.into_iter().for_each(|parts| self.group(parts)),
                    None => self.lost(vec![group]),
                }
            } else if card_groups > 1 && leads {
                waiting.extend(group.parts);
            } else {
                self.attach(group.parts, &mut waiting);
            }
        }
    }

    /// Whether a group begins with a count, and what it counts is no card: among cards it may be one.
    fn is_lost(&self, group: &Group) -> bool {
        let counted = matches!(group.parts.first(), Some(Part::Number(n, false)) if n.value <= 4);
        let unknown = |p: &Part| match p {
            Part::Text(text, Found::Lost) => !self.lexicon.roles(text).unknown.is_empty(),
            _ => false,
        };
        counted && group.parts.iter().any(unknown)
    }

    /// `one A and one B`: the cards of a group that "and" joins, each with its count.
    fn conjoined(&self, group: &Group) -> Option<Vec<Vec<Part>>> {
        let mut front: Vec<Part> = Vec::new();
        let mut several = Vec::new();
        for part in &group.parts {
            let Part::Text(text, Found::Lost) = part else {
                front.push(part.clone());
                continue;
            };
            for side in text.split(" and ") {
                let (first, rest) = side.split_once(' ')?;
                let count = self.lexicon.words.number(first);
                let name = if count.is_some() { rest } else { side };
                let found = self.lexicon.read(name);
                if matches!(found, Found::Lost | Found::Open(_)) {
                    return None;
                }
                let mut parts = std::mem::take(&mut front);
                parts.extend(count.map(|n| {
                    Part::Number(Number { value: n, digits: n.to_string(), shape: Shape::Times }, false)
                }));
                parts.push(Part::Text(name.to_owned(), found));
                several.push(parts);
            }
        }
        (several.len() > 1).then_some(several)
    }

    /// `each of A`: whether a text is words that make a count that of every card, or begins with them.
    fn begins_with_each(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split(' ').collect();
        let each = |length: usize| {
            let roles = self.lexicon.roles(&words[..length].join(" "));
            roles.whole() && roles.has(&Role::Each)
        };
        !self.lexicon.is_name(text) && ((1..=words.len().min(3)).any(each) || each(words.len()))
    }

    /// `A, B, C x2 each`: the one count of a line is that of all its cards.
    pub(super) fn shared_count(&mut self, pieces: &[Piece]) {
        let each = pieces.iter().filter_map(text_of).any(|text| self.begins_with_each(text));
        let items = || self.things.iter().filter_map(LineItem::card);
        let counts: Vec<(Number, Beside)> =
            items().flat_map(|i| i.numbers.iter().filter(|(n, _)| n.value <= 4).cloned()).collect();
        let ([count], true) = (&counts[..], each) else { return };
        for thing in &mut self.things {
            if let LineItem::Card(item) = thing
                && item.numbers.is_empty()
            {
                item.numbers.push(count.clone());
            }
        }
    }

    /// Numbers of their own cell belong to the card before, or to the one that comes.
    fn attach(&mut self, parts: Vec<Part>, waiting: &mut Vec<Part>) {
        let Some(LineItem::Card(item)) =
            self.things.iter_mut().rev().find(|t| matches!(t, LineItem::Card(_)))
        else {
            return waiting.extend(parts);
        };
        let number = |part: &Part| match part {
            Part::Number(number, _) => Some(number.clone()),
            _ => None,
        };
        let numbers: Vec<Number> = parts.iter().filter_map(number).collect();
        // `#26 x2` behind a card that has its count is another set.
        if numbers.len() > 1 && numbers.iter().any(|n| n.shape == Shape::Set) && !item.numbers.is_empty() {
            return self.things.push(LineItem::Numbers(numbers.into_iter().map(Piece::Number).collect()));
        }
        let parts = without_labels(parts, self.lexicon);
        let mut unread = Vec::new();
        for part in parts {
            match part {
                Part::Number(number, _) => item.numbers.push((number, Beside::After)),
                Part::Place(set, position) => item.place = item.place.take().or(Some((set, position))),
                Part::SetCode(code) => item.set_code = item.set_code.take().or(Some(code)),
                Part::Or(names) => item.or.extend(names),
                Part::Doubt => item.doubted = true,
                Part::Text(text, _) => match self.lexicon.set_code(&text) {
                    Some(code) => item.set_code = Some(code),
                    None => unread.push(text),
                },
                Part::Slash => {}
            }
        }
        unread.into_iter().for_each(|text| self.passed_over(text));
    }

    /// One group with one card or several.
    fn group(&mut self, parts: Vec<Part>) {
        let cards: Vec<usize> = (0..parts.len()).filter(|at| is_card(&parts[*at])).collect();
        let numbers = |parts: &[Part]| parts.iter().filter(|p| matches!(p, Part::Number(..))).count();
        // `A / B`, and `A or B` with whole names.
        let between = cards.first().zip(cards.last()).map(|(first, last)| *first..*last).unwrap_or_default();
        let slash = parts.iter().any(|p| matches!(p, Part::Slash))
            || parts[between].iter().any(|p| matches!(p, Part::Doubt));
        // `A / B x2 each` are both of them.
        let each = parts.iter().any(|p| matches!(p, Part::Text(t, Found::Lost) if self.begins_with_each(t)));
        if slash && cards.len() > 1 && numbers(&parts) <= 1 && !each {
            return self.choice(parts);
        }
        // `2 A 2 B` or `A 2 B 2`: the side with a number at its end says how.
        let leading = cards.first().is_some_and(|first| numbers(&parts[..*first]) > 0)
            && cards
                .last()
                .is_some_and(|last| numbers(&parts[*last..]) == 0 || numbers(&parts) > cards.len());
        let mut items: Vec<Item> = Vec::new();
        let mut before: Vec<Part> = Vec::new();
        let at_numbers: Vec<usize> =
            (0..parts.len()).filter(|at| matches!(parts[*at], Part::Number(..))).collect();
        for (at, part) in parts.into_iter().enumerate() {
            let next = cards.iter().find(|card| **card > at);
            match part {
                Part::Text(text, found) if cards.contains(&at) => {
                    let mut item = Item::new(&text, found);
                    before.drain(..).for_each(|part| add(&mut item, part, Beside::Before));
                    items.push(item);
                }
                Part::Text(text, _) => match (self.lexicon.set_code(&text), items.last_mut()) {
                    (Some(code), Some(item)) => item.set_code = Some(code),
                    _ => self.passed_over(text),
                },
                part => {
                    // Of several numbers between two cards the last is the next one's.
                    let last = next.is_some_and(|card| !at_numbers.iter().any(|n| *n > at && n < card));
                    let forward = matches!(&part, Part::Number(..)) && leading && last;
                    match items.last_mut() {
                        Some(item) if !forward => add(item, part, Beside::After),
                        _ => before.push(part),
                    }
                }
            }
        }
        self.things.extend(items.into_iter().map(LineItem::Card));
    }

    /// Reports words beside a card that say nothing known.
    fn passed_over(&mut self, text: String) {
        if !self.lexicon.roles(&text).unknown.is_empty() && !self.lexicon.is_product(&text) {
            self.things.push(LineItem::PassedOver(text));
        }
    }

    /// `2x A / B`: one of them.
    fn choice(&mut self, parts: Vec<Part>) {
        let mut item: Option<Item> = None;
        let mut before = Vec::new();
        for part in parts {
            match (part, &mut item) {
                (Part::Text(text, found), None) if !matches!(found, Found::Lost) => {
                    let mut first = Item::new(&text, found);
                    std::mem::take(&mut before).into_iter().for_each(|p| add(&mut first, p, Beside::Before));
                    item = Some(first);
                }
                (Part::Text(_, found), Some(item)) => match found {
                    Found::Exact(name) | Found::Slip(name) => item.or.push(name),
                    Found::Open(names) => item.or.extend(names),
                    Found::Lost => {}
                },
                (part, Some(item)) => add(item, part, Beside::After),
                (part, None) => before.push(part),
            }
        }
        self.things.extend(item.map(LineItem::Card));
    }
}

/// `seat 14`: a label's number is no card's.
fn without_labels(mut parts: Vec<Part>, lexicon: &Lexicon<'_>) -> Vec<Part> {
    let labels = |part: &Part| match part {
        Part::Text(text, _) => {
            let roles = lexicon.roles(text);
            roles.whole() && roles.has(&Role::Label(Says::Nothing))
        }
        _ => false,
    };
    let number = |part: Option<&Part>| matches!(part, Some(Part::Number(n, _)) if n.shape != Shape::Times);
    while let Some(at) = parts.iter().position(labels) {
        parts.remove(at);
        if number(parts.get(at)) {
            parts.remove(at);
        } else if at > 0 && number(parts.get(at - 1)) {
            parts.remove(at - 1);
        }
    }
    parts
}
