//! What one line of a list says: cards with their numbers, headings, labels, the affiliation.

use super::lexicon::{Found, Lexicon};
use super::pieces::{Number, Piece, Shape, cut};
use super::trim;
use crate::corpus::cards::Side;
use crate::deck::words::{Opens, Role, Roles, Says};

/// Where a number stands beside a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Beside {
    Before,
    After,
    Brackets,
}

/// A card of a line with what stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// As written.
    pub(super) text: String,
    pub(super) found: Found,
    pub(super) numbers: Vec<(Number, Beside)>,
    /// A set and a position, where one is written.
    pub(super) place: Option<(String, usize)>,
    /// The code of a set of the trading card game.
    pub(super) set_code: Option<String>,
    /// Other cards that the line leaves open beside this one.
    pub(super) or: Vec<String>,
    /// Whether the line itself says that it is not decided.
    pub(super) doubted: bool,
}

impl Item {
    pub(super) fn new(text: &str, found: Found) -> Self {
        let text = text.to_owned();
        Self { text, found, numbers: Vec::new(), place: None, set_code: None, or: Vec::new(), doubted: false }
    }
}

/// How an affiliation is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Named {
    /// Behind a label.
    Labelled,
    /// In a line of its own.
    Alone,
    /// Among other words.
    Among,
}

/// What a line says, one thing after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Thing {
    Card(Item),
    /// Numbers alone: sets by number, or the counts of another line's.
    Numbers(Vec<Piece>),
    Heading(Opens),
    /// A total: what is counted, folded, and how many.
    Total(String, u32),
    /// The count of every card that has none.
    Each(u32),
    /// An affiliation card's title, how it is named, and the words it stands in.
    Affiliation(String, Named, String),
    /// What stands behind the label of an affiliation and is none.
    LostAffiliation(String),
    Side(Side),
    Name(String),
    /// The list goes on elsewhere; of pages, which and of how many.
    GoesOn(Option<(u32, u32)>),
    Unread(String),
    /// The same, of a line that speaks of a card or of how many.
    Spoken(String),
}

/// A part of a line between commas or cuts.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) parts: Vec<Part>,
}

#[derive(Debug, Clone)]
pub(super) enum Part {
    Text(String, Found),
    Number(Number, bool),
    Place(String, usize),
    SetCode(String),
    Or(Vec<String>),
    Slash,
    Doubt,
}

/// Reads a line.
pub(super) fn read(line: &str, lexicon: &Lexicon<'_>) -> Vec<Thing> {
    if !line.contains(char::is_alphanumeric) {
        return Vec::new();
    }
    // Items between semicolons may be rows of a table: a cell belongs to its own row.
    if line.contains(';') && line.contains(['|', '\t']) {
        return line.split(';').flat_map(|row| read(row, lexicon)).collect();
    }
    let pieces = trim::trimmed(cut(line, lexicon), lexicon);
    let mut reader = Reader { lexicon, things: Vec::new() };
    reader.read(line, &pieces);
    reader.things
}

pub(super) struct Reader<'l, 'a> {
    pub(super) lexicon: &'l Lexicon<'a>,
    pub(super) things: Vec<Thing>,
}

impl Reader<'_, '_> {
    fn read(&mut self, line: &str, pieces: &[Piece]) {
        let mut pieces = pieces;
        // Labels and headings in front, each with a colon or a dash behind.
        while let Some(length) = self.label(pieces) {
            pieces = &pieces[length..];
        }
        // `Hoth: A Message from Beyond (1)`: where the card comes from, however it is called.
        if let [Piece::Text { text, whole: false }, Piece::Colon, rest @ ..] = pieces
            && !self.lexicon.exact(text)
            && rest.iter().filter_map(text_of).any(|t| self.lexicon.exact(t))
        {
            let affiliation = self.lexicon.affiliation(&self.lexicon.roles(text), text);
            self.things.extend(affiliation.map(|a| Thing::Affiliation(a, Named::Among, text.clone())));
            pieces = rest;
        }
        let without = self.affiliation_among(pieces);
        let pieces = without.as_deref().unwrap_or(pieces);
        if pieces.is_empty() || self.sets_announced(pieces) {
            return;
        }
        let has_text = pieces.iter().any(|p| matches!(p, Piece::Text { .. }));
        if !has_text {
            return self.things.push(Thing::Numbers(pieces.to_vec()));
        }
        let groups = self.groups(pieces);
        let cards = groups.iter().flat_map(|g| &g.parts).filter(|p| is_card(p)).count();
        if cards > 0 && !self.is_prose(pieces, &groups) {
            self.cards(groups);
            return self.shared_count(pieces);
        }
        self.no_card(line, pieces, groups);
    }

    /// The pieces without the one that is an affiliation, which is entered.
    fn affiliation_among(&mut self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let named = |piece: &Piece| {
            let text = text_of(piece)?;
            let roles = self.lexicon.roles(text);
            let title = match self.lexicon.exact(text) {
                true => self.lexicon.affiliation_card(text),
                false => self.lexicon.affiliation(&roles, text).filter(|_| roles.whole()),
            }?;
            Some((title, roles.first(side_of)))
        };
        let all: Vec<(usize, (String, Option<Side>))> =
            pieces.iter().enumerate().filter_map(|(at, piece)| Some((at, named(piece)?))).collect();
        let cells = pieces.contains(&Piece::Cut);
        let same = all.windows(2).all(|pair| pair[0].1.0 == pair[1].1.0);
        if all.len() > 1 && same {
            self.things.push(Thing::Affiliation(all[0].1.0.clone(), Named::Alone, String::new()));
            let kept = pieces.iter().enumerate().filter(|(n, _)| !all.iter().any(|(at, _)| at == n));
            return Some(kept.map(|(_, p)| p.clone()).collect());
        }
        if all.len() > 1 {
            // Two columns; otherwise nobody knows which is meant.
            let titles = all.iter().filter(|_| cells).map(|(_, (title, _))| title.clone());
            self.things.extend(titles.map(|title| Thing::Affiliation(title, Named::Alone, String::new())));
            let kept = pieces.iter().enumerate().filter(|(n, _)| !all.iter().any(|(at, _)| at == n));
            return Some(kept.map(|(_, p)| p.clone()).collect());
        }
        let [(at, (title, side))] = &all[..] else { return None };
        self.things.extend(side.map(Thing::Side));
        self.things.push(Thing::Affiliation(title.clone(), Named::Alone, String::new()));
        let one = |piece: Option<&Piece>| matches!(piece, Some(Piece::Number(n)) if n.value == 1);
        let before = *at > 0 && one(pieces.get(at - 1));
        let after = one(pieces.get(at + 1)) && !matches!(pieces.get(at + 2), Some(Piece::Text { .. }));
        let gone = (at - usize::from(before))..=(at + usize::from(after));
        let kept = pieces.iter().enumerate().filter(|(n, _)| !gone.contains(n)).map(|(_, p)| p.clone());
        Some(kept.collect())
    }

    /// `Sets 8-12, two of each`: words of lists around the numbers of sets.
    fn sets_announced(&mut self, pieces: &[Piece]) -> bool {
        let texts: Vec<&str> = pieces.iter().filter_map(text_of).collect();
        let roles = self.lexicon.roles(&texts.join(" "));
        let plain = |p: &&Piece| matches!(p, Piece::Number(n) if n.shape != Shape::Times);
        let numbers = pieces.iter().filter(plain).count();
        let ranged = pieces.iter().any(|p| matches!(p, Piece::Range(..) | Piece::Place(..)));
        let labelled = pieces.iter().any(|p| matches!(p, Piece::Number(n) if n.shape == Shape::Set));
        let other = |r: &Role| {
            matches!(r, Role::Page | Role::Date | Role::Label(Says::Nothing | Says::Name) | Role::GoesOn)
                .then_some(())
        };
        let card = texts.iter().any(|text| self.lexicon.exact(text));
        if texts.is_empty()
            || card
            || !roles.whole()
            || roles.first(other).is_some()
            || !(ranged || labelled || numbers > 1)
        {
            return false;
        }
        let counts: Vec<&Number> =
            pieces.iter().filter_map(number_of).filter(|n| n.shape == Shape::Times).collect();
        let each = each(&roles, &counts);
        let kept = pieces.iter().filter(|p| {
            text_of(p).is_none()
                && !(each.is_some() && matches!(p, Piece::Number(n) if n.shape == Shape::Times))
        });
        self.things.push(Thing::Numbers(kept.cloned().collect()));
        self.things.extend(each.map(Thing::Each));
        true
    }

    /// What a label in front says, and how many pieces it and what belongs to it are.
    fn label(&mut self, pieces: &[Piece]) -> Option<usize> {
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
                self.things.push(Thing::Each(number.value));
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
        match says {
            Some(Says::Affiliation) if end > 0 => self.named_affiliation(&rest()),
            Some(Says::Name) if is_colon && end > 0 => self.name_or_more(&rest(), behind.len() == end),
            Some(Says::Nothing | Says::Side) if is_colon && end > 0 && !self.is_list(&behind[..end]) => {
                self.beside(&rest())
            }
            _ => {
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
        match self.lexicon.affiliation(&roles, text).or_else(|| self.slipped_affiliation(text)) {
            Some(title) => self.things.push(Thing::Affiliation(title, Named::Labelled, text.to_owned())),
            None if roles.first(side_of).is_some() => {
                self.things.extend(roles.first(side_of).map(Thing::Side))
            }
            None => self.things.push(Thing::LostAffiliation(text.to_owned())),
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
            self.things.push(Thing::Name(text.to_owned()));
        }
    }

    /// An affiliation or a side among words that say something else.
    fn beside(&mut self, text: &str) {
        let roles = self.lexicon.roles(text);
        self.things.extend(roles.first(side_of).filter(|_| roles.whole()).map(Thing::Side));
        self.things.extend(
            self.lexicon
                .affiliation(&roles, text)
                .map(|title| Thing::Affiliation(title, Named::Among, String::new())),
        );
    }

    /// A heading, a total, or a count of every card.
    fn heading(&mut self, roles: &Roles<'_>, numbers: &[&Number], colon: bool) {
        if let Some(each) = each(roles, numbers) {
            return self.things.push(Thing::Each(each));
        }
        if roles.has(&Role::Page) {
            if let [page, of] = numbers {
                self.things.push(Thing::GoesOn(Some((page.value, of.value))));
            }
            return;
        }
        if roles.has(&Role::GoesOn) && !colon {
            self.things.push(Thing::GoesOn(None));
        }
        let headings = roles.known.iter().filter_map(|(roles, phrase)| {
            roles.iter().find_map(|role| match role {
                Role::Heading(opens) => Some((*opens, phrase.clone())),
                _ => None,
            })
        });
        let headings: Vec<(Opens, String)> = headings.collect();
        let told = headings.iter().rev().find(|(opens, _)| *opens != Opens::Nothing).or(headings.last());
        if let Some((opens, phrase)) = told {
            self.things.extend(numbers.first().map(|n| Thing::Total(phrase.clone(), n.value)));
            let only_total =
                !numbers.is_empty() && *opens == Opens::Objectives && roles.known.len() > headings.len();
            self.things.push(Thing::Heading(if only_total { Opens::Nothing } else { *opens }));
        }
        self.things.extend(roles.first(side_of).map(Thing::Side));
        if let Some(title) = self.lexicon.affiliation(roles, "") {
            self.things.push(Thing::Affiliation(title, Named::Alone, String::new()));
        }
    }

    /// Whether what only looks like a card stands in a line that says something else: a date, a label.
    fn is_prose(&self, pieces: &[Piece], groups: &[Group]) -> bool {
        let sure = |p: &Part| matches!(p, Part::Text(_, Found::Exact(_) | Found::Slip(_)));
        let counted =
            leads_with_count(pieces) || pieces.iter().filter_map(number_of).any(|n| n.shape == Shape::Times);
        let other = |r: &Role| matches!(r, Role::Date | Role::Label(Says::Nothing)).then_some(());
        let texts = pieces.iter().filter_map(text_of);
        !groups.iter().flat_map(|g| &g.parts).any(sure)
            && !counted
            && texts.map(|t| self.lexicon.roles(t)).any(|r| r.first(other).is_some())
    }

    /// A line without a card: words of lists, a name with the affiliation, or something lost.
    fn no_card(&mut self, line: &str, pieces: &[Piece], groups: Vec<Group>) {
        let texts: Vec<&str> = pieces.iter().filter_map(text_of).collect();
        let words = texts.join(" ");
        let roles = self.lexicon.roles(&words);
        let numbers: Vec<&Number> = pieces.iter().filter_map(number_of).collect();
        let label = roles
            .known
            .first()
            .is_some_and(|(r, _)| r.iter().any(|r| matches!(r, Role::Label(Says::Nothing))));
        if roles.whole() {
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
                .then_some(())
            };
            let numbers_only =
                roles.first(announces).is_none() && !pieces.iter().all(|p| matches!(p, Piece::Text { .. }));
            if numbers_only && !label && !roles.has(&Role::Date) {
                return self.things.push(Thing::Numbers(pieces.to_vec()));
            }
            return self.heading(&roles, &numbers, false);
        }
        let counted = numbers.iter().any(|n| n.shape == Shape::Times) || leads_with_count(pieces);
        if let (Some(title), false) = (self.lexicon.affiliation(&roles, &words), counted) {
            return self.things.push(Thing::Affiliation(title, Named::Among, line.to_owned()));
        }
        let prose = roles.unknown.len() > 7;
        if roles.has(&Role::Date) || label || prose || !counted {
            if roles.has(&Role::GoesOn) && roles.unknown.len() < 4
                || roles.has(&Role::Page) && numbers.len() == 2
            {
                self.heading(&roles, &numbers, false);
            }
            let of_cards = |r: &Role| {
                matches!(r, Role::Number(_) | Role::Copies | Role::Each | Role::Heading(Opens::Objectives))
                    .then_some(())
            };
            let speaks = !label && !roles.has(&Role::Date) && roles.first(of_cards).is_some();
            let line = line.to_owned();
            return self.things.push(if speaks { Thing::Spoken(line) } else { Thing::Unread(line) });
        }
        self.lost(groups);
    }

    /// Lines with a count and a name that is none.
    pub(super) fn lost(&mut self, groups: Vec<Group>) {
        for group in groups {
            let named = |p: &Part| matches!(p, Part::Text(text, _) if !self.lexicon.roles(text).whole());
            let Some(at) = group.parts.iter().position(named) else { continue };
            let Part::Text(text, _) = group.parts[at].clone() else { continue };
            let mut item = Item::new(&text, Found::Lost);
            for (n, part) in group.parts.into_iter().enumerate() {
                add(&mut item, part, if n < at { Beside::Before } else { Beside::After });
            }
            self.things.push(Thing::Card(item));
        }
    }
}

/// `2 of each`, `x2 each`, `2x`: the count of every card.
fn each(roles: &Roles<'_>, numbers: &[&Number]) -> Option<u32> {
    let in_words = roles.first(|role| match role {
        Role::Number(n) => Some(*n),
        _ => None,
    });
    let heading = |r: &Role| {
        matches!(
            r,
            Role::Heading(Opens::Nothing | Opens::Objectives)
                | Role::Filler
                | Role::Copies
                | Role::Each
                | Role::Number(_)
        )
    };
    let plain = roles.known.iter().all(|(roles, _)| roles.iter().any(heading));
    let count = numbers.first().map(|n| n.value).or(in_words).filter(|n| (1..=4).contains(n))?;
    (roles.has(&Role::Each) && plain).then_some(count)
}

pub(super) fn add(item: &mut Item, part: Part, beside: Beside) {
    match part {
        Part::Number(number, bracketed) => {
            item.numbers.push((number, if bracketed { Beside::Brackets } else { beside }))
        }
        Part::Place(set, position) => item.place = item.place.take().or(Some((set, position))),
        Part::SetCode(code) => item.set_code = item.set_code.take().or(Some(code)),
        Part::Or(names) => {
            item.doubted |= names.is_empty();
            item.or.extend(names);
        }
        Part::Doubt => item.doubted = true,
        Part::Text(..) | Part::Slash => {}
    }
}

fn side_of(role: &Role) -> Option<Side> {
    match role {
        Role::Side(side) => Some(*side),
        _ => None,
    }
}

pub(super) fn is_card(part: &Part) -> bool {
    matches!(part, Part::Text(_, found) if !matches!(found, Found::Lost))
}

pub(super) fn text_of(piece: &Piece) -> Option<&str> {
    match piece {
        Piece::Text { text, .. } => Some(text),
        _ => None,
    }
}

pub(super) fn number_of(piece: &Piece) -> Option<&Number> {
    match piece {
        Piece::Number(number) => Some(number),
        _ => None,
    }
}

fn leads_with_count(pieces: &[Piece]) -> bool {
    let first = pieces.iter().find(|p| !matches!(p, Piece::Open | Piece::Dash));
    first.and_then(number_of).is_some_and(|n| n.shape != Shape::Set)
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
            _ => {}
        }
    }
    out.trim().to_owned()
}
