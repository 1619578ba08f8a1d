//! Labels, headings and totals: what a line says besides cards.

use super::each::{each, side_of};
use super::lexicon::{Found, Lexicon};
use super::line::{LineItem, Named, Reader, number_of, text_of};
use super::moves::names;
use super::pieces::{Number, Piece, Shape};
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role, Roles, Says};

impl Reader<'_, '_> {
    /// What a label in front says, and how many pieces it and what belongs to it are.
    pub(super) fn label(&mut self, pieces: &[Piece]) -> Option<usize> {
        let joint = pieces.iter().take(4).position(|p| matches!(p, Piece::Colon | Piece::Dash))?;
        let texts: Vec<&str> = pieces[..joint].iter().filter_map(text_of).collect();
        let numbers: Vec<&Number> = pieces[..joint].iter().filter_map(number_of).collect();
        let words = texts.join(" ");
        let roles = self.lexicon.roles(&words);
        let is_colon = pieces[joint] == Piece::Colon;
        if words.is_empty() {
            // `2x:` in front of cards or of nothing.
            let ([number], true) = (&numbers[..], is_colon && joint == 1) else { return None };
            let more = &pieces[joint + 1..];
            let each = number.shape == Shape::Times
                && more.iter().filter(|p| matches!(p, Piece::Text { .. })).count() != 1;
            if each {
                self.things.push(LineItem::Each(number.value));
            }
            return each.then_some(joint + 1);
        }
        if !roles.whole()
            || texts.iter().any(|text| self.lexicon.exact(text))
            || pieces[..joint].iter().any(|p| matches!(p, Piece::Text { whole: true, .. }))
        {
            return None;
        }
        let behind = &pieces[joint + 1..];
        if let ([Piece::Number(total)], true) = (behind, numbers.is_empty()) {
            self.heading(&roles, &[total], false);
            return Some(pieces.len());
        }
        let end = behind.iter().position(|p| matches!(p, Piece::Cut | Piece::Comma)).unwrap_or(behind.len());
        let first = roles.known.first().map(|(roles, _)| *roles).unwrap_or_default();
        let says = first.iter().find_map(|role| match role {
            Role::Label(says) => Some(*says),
            _ => None,
        });
        let rest = || joined(&behind[..end]);
        if let (Some(Says::Affiliation), Some(length)) = (says, self.several_affiliations(&words, behind)) {
            return Some(joint + 1 + length);
        }
        match says {
            Some(Says::Affiliation) if self.no_affiliation(behind) => return Some(pieces.len()),
            Some(Says::Affiliation) if end > 0 => self.affiliation_behind(&rest(), &behind[end..]),
            Some(Says::Name) if is_colon && end > 0 => self.name_or_more(&rest(), behind.len() == end),
            Some(Says::Nothing | Says::Side) if is_colon && end > 0 && !self.is_list(&behind[..end]) => {
                self.beside(&rest());
                // `Note: Ann has my second A`
                if speaks_of_card(&rest(), self.lexicon) {
                    self.things.push(LineItem::Unread(self.line.to_owned()));
                }
            }
            Some(Says::Affiliation | Says::Name | Says::Nothing | Says::Side) | None => {
                self.heading(&roles, &numbers, is_colon);
                return Some(joint + 1);
            }
        }
        let cut = usize::from(end < behind.len());
        Some(joint + 1 + end + cut)
    }

    /// Whether cards stand behind a label that hardly announces any.
    fn is_list(&self, pieces: &[Piece]) -> bool {
        let card = |p: &Piece| {
            text_of(p).is_some_and(|t| {
                !matches!(self.lexicon.read(t), Found::Lost) && !self.lexicon.roles(t).whole()
            })
        };
        let counted = pieces.iter().any(|p| number_of(p).is_some());
        counted && pieces.iter().any(card)
    }

    fn named_affiliation(&mut self, text: &str) {
        let roles = self.lexicon.roles(text);
        match self.affiliation_of(&roles, text) {
            Some(title) => self.things.push(LineItem::Affiliation(title, Named::Labelled, text.to_owned())),
            None if roles.first(side_of).is_some() => {
                self.things.extend(roles.first(side_of).map(LineItem::Side))
            }
            None => self.things.push(LineItem::LostAffiliation(text.to_owned())),
        }
    }

    /// The affiliation that words behind its label name, also with a slip.
    fn affiliation_of(&self, roles: &Roles<'_>, text: &str) -> Option<String> {
        // `Galactic Enforcers (the Sith card)`: a card of its own, whose title no affiliation bears.
        let bracketed = text.trim().strip_suffix(')').and_then(|text| text.split_once('('));
        let open = |role: &Role| matches!(role, Role::Either | Role::Struck | Role::Absent | Role::Change);
        let says_more =
            |remark: &str| remark.contains(['(', ')', '?']) || self.lexicon.roles(remark).any(open);
        let head = bracketed.filter(|(_, remark)| !says_more(remark)).map_or(text, |(head, _)| head).trim();
        let bears = || self.lexicon.roles(head).any(|role| matches!(role, Role::Affiliation(_)));
        let titled = self.lexicon.affiliation_card(head).filter(|_| !bears());
        titled.or_else(|| self.lexicon.affiliation(roles, text)).or_else(|| self.slipped_affiliation(text))
    }

    /// `none`, `none - lost it`: whether what stands behind the label says that there is no affiliation card.
    fn no_affiliation(&mut self, behind: &[Piece]) -> bool {
        let text = behind.iter().find(|piece| !matches!(piece, Piece::Cut)).and_then(text_of);
        let none = text.is_some_and(|text| {
            let first = text.split_whitespace().next().map(normalize_name).unwrap_or_default();
            // There is an affiliation whose title begins so.
            let named = || self.affiliation_of(&self.lexicon.roles(text), text).is_some();
            self.lexicon.words.is(InPlace::Without, &first) && !named()
        });
        self.things.extend(none.then_some(LineItem::NoAffiliation));
        none
    }

    /// `Affiliation cards: 1 Sith, 1 Imperial Navy`: several affiliations behind one label, and how many
    /// pieces they are.
    fn several_affiliations(&mut self, label: &str, pieces: &[Piece]) -> Option<usize> {
        let joint =
            |p: &Piece| matches!(p, Piece::Comma | Piece::Slash | Piece::Cut | Piece::Open | Piece::Close);
        let counts = |p: &Piece| matches!(p, Piece::Number(n) if n.value <= 2);
        let named = |p: &Piece| text_of(p).is_some_and(|text| self.names_affiliations(text));
        let length = pieces.iter().take_while(|p| joint(p) || counts(p) || named(p)).count();
        self.enter_affiliations(label, &pieces[..length]).then_some(length)
    }

    /// `1 Sith affiliation card and 1 Imperial Navy affiliation card`: a line of nothing but affiliations.
    pub(super) fn line_of_affiliations(&mut self, pieces: &[Piece]) -> bool {
        let texts: Vec<&str> = pieces.iter().filter_map(text_of).collect();
        let words = texts.join(" ");
        let label = self.lexicon.roles(&words).any(|role| *role == Role::Label(Says::Affiliation));
        let plain = |p: &Piece| match p {
            Piece::Text { text, .. } => self.names_affiliations(text),
            Piece::Number(n) => n.value <= 2,
            Piece::Comma | Piece::Slash | Piece::Cut => true,
            _ => false,
        };
        label && pieces.iter().all(plain) && self.enter_affiliations(&words, pieces)
    }

    /// Whether a text is nothing but affiliations, and what joins and labels them.
    fn names_affiliations(&self, text: &str) -> bool {
        let plain = |role: &Role| {
            use Role::{Affiliation, Cards, Either, Filler, Joins, Label, Number};
            matches!(
                role,
                Affiliation(_) | Cards | Either | Filler | Joins | Number(1) | Label(Says::Affiliation)
            )
        };
        let roles = self.lexicon.roles(text);
        let own = self.lexicon.affiliation_card_among(text).is_some();
        roles.whole() && !own && roles.known.iter().all(|(roles, _)| roles.iter().any(plain))
    }

    /// Enters several affiliations of one side: as one card each where they are counted or the label says so;
    /// else
    /// leaves open which is meant.
    fn enter_affiliations(&mut self, label: &str, pieces: &[Piece]) -> bool {
        let roles: Vec<Roles<'_>> =
            pieces.iter().filter_map(text_of).map(|text| self.lexicon.roles(text)).collect();
        let phrases = || roles.iter().flat_map(|roles| roles.known.iter());
        let mut titles: Vec<String> = Vec::new();
        for (of, _) in phrases() {
            let named = of.iter().find_map(|role| match role {
                Role::Affiliation(name) => self.lexicon.affiliation_card(name),
                _ => None,
            });
            titles.extend(named.filter(|title| !titles.contains(title)));
        }
        let sides: Vec<Option<Side>> =
            titles.iter().map(|title| self.lexicon.side_of_affiliation(title)).collect();
        if titles.len() < 2 || sides.windows(2).any(|pair| pair[0] != pair[1]) {
            return false;
        }
        let numbers = pieces.iter().filter(|p| number_of(p).is_some()).count();
        let in_words = phrases().filter(|(of, _)| of.contains(&Role::Number(1))).count();
        let words = self.lexicon.roles(label);
        let plural =
            words.known.iter().any(|(_, phrase)| self.lexicon.words.is(InPlace::AffiliationCards, phrase));
        let open = roles.iter().any(|roles| roles.has(&Role::Either)) || pieces.contains(&Piece::Slash);
        if (numbers + in_words >= titles.len() || plural) && !open {
            let cards = titles.into_iter().map(|t| LineItem::Affiliation(t, Named::Labelled, String::new()));
            self.things.extend(cards);
            return true;
        }
        let question =
            format!("The list names several affiliations: {}. Which card is the deck's?", titles.join(", "));
        self.things.push(LineItem::Affiliation(titles.swap_remove(0), Named::Labelled, String::new()));
        self.things.push(LineItem::Question(question));
        true
    }

    /// The affiliation that stands behind its label; `Dark Masters, or Sith` leaves it open which.
    fn affiliation_behind(&mut self, text: &str, behind: &[Piece]) {
        self.named_affiliation(text);
        let Some(LineItem::Affiliation(title, ..)) = self.things.last() else { return };
        let other = |text: &str| {
            let roles = self.lexicon.roles(text);
            roles.has(&Role::Either) && self.lexicon.affiliation(&roles, text).is_some_and(|of| of != *title)
        };
        if behind.iter().filter_map(text_of).any(other) {
            let open = LineItem::OpenAffiliation(self.line.to_owned(), title.clone());
            self.things.push(open);
        }
    }

    /// An affiliation card's title with a slip, or one in a text with other words.
    fn slipped_affiliation(&self, text: &str) -> Option<String> {
        let cut: &[_] = &['(', '-', '/', ',', '–', '['];
        [text, text.split(cut).next().unwrap_or(text).trim()].into_iter().find_map(|text| {
            let name = match self.lexicon.read(text) {
                Found::Exact(name) | Found::Slip(name) => name,
                Found::Open(_) | Found::Lost => return None,
            };
            self.lexicon.affiliation(&Roles::default(), &name)
        })
    }

    /// `Deck: Sith`, `Deck: Toolbox Jedi`: a name, and perhaps the affiliation in it.
    fn name_or_more(&mut self, text: &str, last: bool) {
        self.beside(text);
        if last && !text.is_empty() {
            self.things.push(LineItem::Name(text.to_owned()));
        }
    }

    /// An affiliation or a side among words that say something else.
    fn beside(&mut self, text: &str) {
        let roles = self.lexicon.roles(text);
        self.things.extend(roles.first(side_of).filter(|_| roles.whole()).map(LineItem::Side));
        self.things.extend(
            self.lexicon
                .affiliation(&roles, text)
                .map(|title| LineItem::Affiliation(title, Named::Among, String::new())),
        );
    }

    /// `No sideboard`, `Sideboard: none`: whether the line says that there is nothing of what it names.
    fn says_none(&self, phrase: &str) -> bool {
        let line = normalize_name(self.line);
        let Some((before, behind)) = line.split_once(phrase) else { return false };
        let none = |word: &str| self.lexicon.words.is(InPlace::Without, word);
        before.split_whitespace().next_back().is_some_and(none) || none(behind.trim())
    }

    /// `Battle and missions (16)`: the arenas and types that a line names, where they are several; its number
    /// is that of all.
    fn arenas(&self) -> Option<String> {
        let roles = self.lexicon.roles(self.line);
        // Missions are command cards in the other game.
        let kind = |role: &Role| matches!(role, Role::Heading(Opens::Arena | Opens::Command));
        let of = roles.known.iter().filter(|(roles, _)| roles.iter().any(kind));
        let arenas: Vec<&str> = of.map(|(_, phrase)| phrase.as_str()).collect();
        let numbers = self.line.split(|c: char| !c.is_ascii_digit()).filter(|figure| !figure.is_empty());
        (roles.whole() && arenas.len() > 1 && numbers.count() == 1).then(|| arenas.join(" and "))
    }

    /// A heading, a total, or a count of every card.
    pub(super) fn heading(&mut self, roles: &Roles<'_>, numbers: &[&Number], colon: bool) {
        let above = || count_above(roles, numbers).filter(|_| colon || numbers.is_empty());
        if let Some(each) = each(roles, numbers, self.lexicon.game).or_else(above) {
            self.things.extend(roles.first(side_of).map(LineItem::Side));
            let title = self.lexicon.affiliation(roles, "");
            self.things.extend(title.map(|t| LineItem::Affiliation(t, Named::Alone, String::new())));
            return self.things.push(LineItem::Each(each));
        }
        if roles.has(&Role::GoesOn) && !colon && !self.lexicon.roles(self.line).has(&Role::StandsHere) {
            self.things.push(LineItem::GoesOn(None));
        }
        if roles.has(&Role::Page) {
            return;
        }
        let headings = roles.known.iter().filter_map(|(roles, phrase)| {
            roles.iter().find_map(|role| match role {
                Role::Heading(opens) => Some((*opens, phrase.clone())),
                _ => None,
            })
        });
        let headings: Vec<(Opens, String)> = headings.collect();
        let chosen = headings.iter().rev().find(|(opens, _)| *opens != Opens::Nothing).or(headings.last());
        let of_side = |role: &Role| *role == Role::Label(Says::Side);
        if let (Some((Opens::Aside, _)), true) = (chosen, roles.any(of_side)) {
            return self.things.push(LineItem::SideAlone);
        }
        if let Some((opens, phrase)) = chosen {
            let what = self.arenas().unwrap_or_else(|| phrase.clone());
            self.things.extend(numbers.first().map(|n| LineItem::Total(what, n.value)));
            let only_total =
                !numbers.is_empty() && *opens == Opens::Objectives && roles.known.len() > headings.len();
            let none = only_total || *opens == Opens::Aside && self.says_none(phrase);
            self.things.push(LineItem::Heading(if none { Opens::Nothing } else { *opens }));
        }
        self.things.extend(roles.first(side_of).map(LineItem::Side));
        if let Some(title) = self.lexicon.affiliation(roles, "") {
            self.things.push(LineItem::Affiliation(title, Named::Alone, String::new()));
        }
    }
}

/// Whether a text behind a label is a sentence that names a card.
fn speaks_of_card(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let [(from, to), ..] = names(text, lexicon)[..] else { return false };
    let words =
        |text: &str| text.split_whitespace().filter(|word| word.contains(char::is_alphabetic)).count();
    words(&text[..from]) + words(&text[to..]) >= MIN_WORDS
}

/// A name alone, or with one word more, is no sentence.
const MIN_WORDS: usize = 2;

/// Whether a heading nobody knows says that what stands below is none of the deck: `… (not part of the 60)`,
/// `Sideboard for Sunday`.
pub(super) fn lays_aside(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let aside = |(roles, _): &(&[Role], String)| roles.contains(&Role::Heading(Opens::Aside));
    let roles = lexicon.roles(text);
    let says = |of: &(&[Role], String)| aside(of) && of.1.split(' ').count() >= MIN_PHRASE;
    let begins = roles.known.first().is_some_and(|of| aside(of) && normalize_name(text).starts_with(&of.1));
    roles.known.iter().any(says) || begins && !roles.has(&Role::Either)
}

/// A phrase of this many words means the same whatever is beside it.
const MIN_PHRASE: usize = 2;

/// `zweimal:`, `dos copias:`: words of a count alone in front of a colon.
fn count_above(roles: &Roles<'_>, numbers: &[&Number]) -> Option<u32> {
    let of_count =
        |r: &Role| matches!(r, Role::Number(_) | Role::Copies | Role::Filler | Role::Cards | Role::Joins);
    let plain = roles.known.iter().all(|(roles, _)| roles.iter().any(of_count));
    let count = roles.first(|role| role.number().filter(|n| (1..=4).contains(n)));
    let says = |n: &&&Number| n.value <= 4 && (n.shape == Shape::Times || roles.has(&Role::Copies));
    let copies = numbers.first().filter(says).map(|n| n.value);
    copies.or(count).filter(|_| plain)
}

fn joined(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        match piece {
            Piece::Text { text, .. } => out += &format!(" {text}"),
            Piece::Number(number) => out += &format!(" {}", number.digits),
            Piece::Slash | Piece::Dash => out.push_str(" -"),
            Piece::Open => out.push_str(" ("),
            Piece::Close => out.push(')'),
            Piece::Range(..) | Piece::Place(..) | Piece::Comma | Piece::Cut | Piece::Colon | Piece::Query => {
            }
        }
    }
    out.trim().to_owned()
}

/// Whether what stands behind the sign of a comment heads the list: words of lists, numbers only beside whose
/// deck it is or what is below.
pub(super) fn is_heading(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let whose = |role: &Role| matches!(role, Role::Affiliation(_) | Role::Side(_) | Role::Heading(_));
    let figures = text.contains(|c: char| c.is_ascii_digit());
    // `# Ann / Jedi #`
    let named = || roles.unknown.len() == 1 && !figures && text.contains([HEADS, '/', '-', '–', '|', ',']);
    // `# Ann's swarm (Jedi)`
    let bracketed = || {
        let inner = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
        let whose = |inner: &str| {
            let roles = lexicon.roles(inner);
            roles.whole() && roles.any(Role::names_deck)
        };
        let against = |word: &str| lexicon.words.is(InPlace::Against, word);
        let few = roles.unknown.len() <= MAX_IN_NAME && !figures;
        few && inner.is_some_and(|(name, inner)| whose(inner) && !name.split(' ').any(against))
    };
    roles.whole() && (roles.any(whose) || !figures)
        || roles.any(Role::names_deck) && (named() || bracketed() || is_of_player(text, lexicon))
}

/// `# Sith (Ann)`: whether a text is the affiliation or the side of a deck, and behind it in brackets one
/// word or two that nobody knows, as of a name.
fn is_of_player(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let parts = text.strip_suffix(')').and_then(|text| text.split_once('('));
    let Some((whose, player)) = parts.map(|(whose, player)| (whose.trim(), player.trim())) else {
        return false;
    };
    let roles = lexicon.roles(whose);
    let words: Vec<&str> = player.split(' ').collect();
    let is_name = |word: &&str| {
        word.starts_with(char::is_uppercase)
            && word.chars().all(char::is_alphabetic)
            && lexicon.words.get(word).is_empty()
    };
    roles.whole() && roles.any(Role::names_deck) && words.len() <= MAX_OF_PLAYER && words.iter().all(is_name)
}

/// Nobody writes more words of a name in brackets.
const MAX_OF_PLAYER: usize = 2;

/// The name of a deck hardly has more words that nobody knows.
const MAX_IN_NAME: usize = 4;

/// The sign of a comment that ends a heading, too.
const HEADS: char = '#';
