//! What one line of a list says: cards with their numbers, headings, labels, the affiliation.

use super::each::{besides, each, is_affiliation_card, side_of};
use super::lexicon::{Found, Lexicon};
use super::pages::Page;
use super::pieces::{Number, Piece, Shape, cut};
use super::sizes::LIKELY_COUNT;
use super::trim;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::{InPlace, Opens, Role, Says};

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
    /// As a card of its own: with a count of one, or with the word for an affiliation card.
    Card,
    /// In a line of its own.
    Alone,
    /// Among other words.
    Among,
}

/// An affiliation that a piece of a line names.
struct InPiece {
    at: usize,
    title: String,
    side: Option<Side>,
}

/// A thing and the line it stands in.
pub(super) type At = (usize, LineItem);

/// What a line says, one thing after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LineItem {
    Card(Item),
    /// Numbers alone: sets by number, or the counts of another line's.
    Numbers(Vec<Piece>),
    Heading(Opens),
    /// `Side:` with nothing behind it: the sideboard below cards, and else a form's field that was left
    /// empty.
    SideAlone,
    /// A total: what is counted, normalized, and how many.
    Total(String, u32),
    /// The count of every card that has none.
    Each(u32),
    /// An affiliation card's title, how it is named, and the words it stands in.
    Affiliation(String, Named, String),
    /// What stands behind the label of an affiliation and is none.
    LostAffiliation(String),
    /// `Affiliation: none`.
    NoAffiliation,
    Side(Side),
    Name(String),
    /// The list goes on elsewhere; of pages, which and of how many.
    GoesOn(Option<Page>),
    /// A line that may say so, where the deck above it is not whole.
    MayGoOn(String),
    Unread(String),
    /// Words of a line with cards that are nothing known.
    PassedOver(String),
    /// A line that changes another.
    Change(String),
    /// A line that may take cards out of the deck, and put others in.
    Moves(Moves),
    /// What the words of the line are whose cards follow.
    Remark(String, Remark),
    /// A line whose cards are surely none of the deck: struck out, or quoted.
    Beside(String),
    /// The heading of cards that the deck may lack.
    Withheld(String),
    /// The same of the cards of its line.
    WithheldHere(String),
    /// A line whose cards are said to be another deck's.
    OtherDeck(String),
    /// A card nobody knows if the line stands among those of cards, and else only words: the line.
    Perhaps(Item, String),
    /// A line that says that the list is another one, with changes.
    AsBefore(String),
    /// A question that the line leaves to be asked.
    Question(String),
    /// `Name?`: an affiliation named with a question mark, as written, and its title.
    OpenAffiliation(String, String),
    /// Like `Unread`, of a line that speaks of a card or of how many.
    Spoken(String),
}

/// What the words of a line are that names cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remark {
    /// A rule is spoken of.
    Rule,
    /// Another copy is.
    More,
    /// They are more than the cards.
    Sentence,
}

/// What a line does with one of its cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Move {
    /// Whether the card is put in; else it is taken out.
    pub(super) into: bool,
    pub(super) item: Item,
    pub(super) had: Had,
}

/// What words say of the copies of a card that the deck had; where it had others, the words are not plain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Had {
    Anything,
    Exactly(u32),
    /// Of a card that goes out, all but this many do.
    MoreThan(u32),
    /// With fewer the count may be that of all copies.
    NoneOrFrom(u32),
    /// However many there were, it has this many now.
    Becomes(u32),
}

/// A line that may move cards, and what it says if it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moves {
    pub(super) text: String,
    pub(super) moves: Vec<Move>,
    /// Whether a word says so, and not only a sign that may be a bullet.
    pub(super) in_words: bool,
    pub(super) otherwise: Vec<At>,
}

impl Moves {
    /// Whether it is said of each card how many there were, so that nothing else can be meant.
    pub(super) fn is_explicit(&self) -> bool {
        !self.moves.is_empty() && self.moves.iter().all(|m| m.had != Had::Anything)
    }
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

pub(super) fn read(line: &str, lexicon: &Lexicon<'_>) -> Vec<LineItem> {
    if !line.contains(char::is_alphanumeric) {
        return Vec::new();
    }
    if let Some(joint) = joint_of_rows(line) {
        return line.split(joint).flat_map(|row| read(row, lexicon)).collect();
    }
    if let Some((first, rest)) = besides(line, lexicon) {
        let first = with_own_count(read(first, lexicon));
        return first.into_iter().chain(read(rest, lexicon)).collect();
    }
    let pieces = trim::trimmed(cut(line, lexicon), lexicon);
    let mut reader = Reader { lexicon, line, things: Vec::new() };
    match sets_behind_words(&pieces, lexicon) {
        Some(at) => {
            reader.read(&pieces[..at]);
            let behind = &pieces[at + 1..];
            if !reader.sets_announced(behind) {
                reader.things.push(LineItem::Numbers(behind.to_vec()));
            }
        }
        None => reader.read(&pieces),
    }
    reader.things
}

/// What parts the rows of a line in which semicolons stand beside tabs or bars: a count belongs to its own
/// row, so none of them is a number alone.
fn joint_of_rows(line: &str) -> Option<char> {
    if !line.contains(';') || !line.contains(['|', '\t']) {
        return None;
    }
    let titled = |row: &&str| row.contains(char::is_alphabetic);
    let alone = |row: &str| {
        one_number(row) && {
            row.contains(|c: char| c.is_ascii_digit())
                && !row.contains(|c: char| c.is_alphabetic() && !matches!(c, 'x' | 'X'))
        }
    };
    let whole =
        |joint: &char| line.split(*joint).filter(titled).count() > 1 && !line.split(*joint).any(alone);
    [';', '\t', '|'].into_iter().find(whole)
}

/// Whether a text has one number, and no sign that it is a set's.
fn one_number(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).count();
    numbers == 1 && !text.contains('#')
}

/// The things of a part of a line, with its count of each only for what stands in it.
fn with_own_count(things: Vec<LineItem>) -> Vec<LineItem> {
    let each = things.iter().find_map(|thing| {
        let LineItem::Each(n) = thing else { return None };
        Some(Number { value: *n, digits: n.to_string(), shape: Shape::Times })
    });
    let mut things: Vec<LineItem> = things.into_iter().filter(|t| !matches!(t, LineItem::Each(_))).collect();
    let Some(count) = each else { return things };
    // Nothing else of a line has a count.
    for thing in &mut things {
        if let LineItem::Numbers(pieces) = thing {
            pieces.insert(0, Piece::Number(count.clone()));
        } else if let LineItem::Card(item) = thing
            && item.numbers.is_empty()
        {
            item.numbers.push((count.clone(), Beside::Before));
        }
    }
    things
}

/// Where the words of a line end behind which nothing but numbers of sets stands:
/// `Navy, Ben Okafor. Pods: 26x2, 27, 28`.
fn sets_behind_words(pieces: &[Piece], lexicon: &Lexicon<'_>) -> Option<usize> {
    if lexicon.game == Game::Tcg {
        return None;
    }
    let is_joint = |p: &Piece| matches!(p, Piece::Colon | Piece::Dash | Piece::Open);
    let joints = pieces.iter().enumerate().filter(|(_, piece)| is_joint(piece)).map(|(at, _)| at);
    joints.take(MAX_JOINTS).find(|joint| parts_sets(&pieces[..*joint], &pieces[joint + 1..], lexicon))
}

/// The maximum number of marks in front of the numbers of a deck in a line.
const MAX_JOINTS: usize = 4;

/// Whether words stand before a joint, and nothing but numbers of sets behind it, with how often they count.
fn parts_sets(before: &[Piece], behind: &[Piece], lexicon: &Lexicon<'_>) -> bool {
    let counts = |role: &Role| {
        use Role::{Copies, Each, Filler, Heading, Joins, Number, SetNumber};
        matches!(role, Joins | Each | Number(_) | Copies | Filler | SetNumber | Heading(Opens::Objectives))
    };
    let plain = |p: &Piece| match p {
        Piece::Text { text, .. } => {
            let roles = lexicon.roles(text);
            roles.whole() && roles.known.iter().all(|(roles, _)| roles.iter().any(counts))
        }
        other => !matches!(other, Piece::Colon | Piece::Query),
    };
    let is_set = |n: &u32| lexicon.objective_of(*n).is_some();
    let sets = |p: &Piece| match p {
        Piece::Range(from, to) if from < to && *to < from + 20 && is_set(from) && is_set(to) => {
            *to - *from + 1
        }
        p => u32::from(number_of(p).is_some_and(|n| is_set(&n.value))),
    };
    let numbers: u32 = behind.iter().map(sets).sum();
    let unknown = before.iter().filter_map(text_of).any(|text| !lexicon.roles(text).whole());
    let named = before
        .iter()
        .filter_map(text_of)
        .any(|text| lexicon.exact(text) && lexicon.affiliation_card(text).is_none());
    numbers >= MIN_NUMBERS && unknown && !named && behind.iter().all(plain)
}

/// The minimum number of set numbers in a row that are no table, seat or date.
const MIN_NUMBERS: u32 = 5;

/// Whether a line closes a letter: `Cheers,` and perhaps a name.
pub(super) fn is_closing(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    if line.len() > 60 || first.is_empty() || line.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let roles = lexicon.roles(line);
    let closes = roles.known.first().is_some_and(|(roles, phrase)| {
        roles.contains(&Role::Closing) && normalize_name(line).starts_with(phrase.as_str())
    });
    // `See You …` is a card's title, where it is no farewell of letters.
    let title = || lexicon.exact(line.trim()) && !lexicon.words.is(InPlace::Farewell, line.trim());
    closes && roles.unknown.len() <= 3 && !title()
}

pub(super) struct Reader<'l, 'a> {
    pub(super) lexicon: &'l Lexicon<'a>,
    pub(super) line: &'l str,
    pub(super) things: Vec<LineItem>,
}

impl Reader<'_, '_> {
    fn read(&mut self, pieces: &[Piece]) {
        let mut pieces = pieces;
        if let Some(numbers) = self.sets_of_product(pieces) {
            return self.things.push(LineItem::Numbers(numbers));
        }
        if self.line_of_affiliations(pieces) {
            return;
        }
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
            let named = if is_affiliation_card(text, self.lexicon) { Named::Alone } else { Named::Among };
            self.things.extend(affiliation.map(|a| LineItem::Affiliation(a, named, text.clone())));
            pieces = rest;
        }
        let without = self.affiliation_among(pieces);
        let pieces = without.as_deref().unwrap_or(pieces);
        if pieces.is_empty() || self.sets_announced(pieces) {
            return;
        }
        let has_text = pieces.iter().any(|p| matches!(p, Piece::Text { .. }));
        if !has_text && self.is_blank_item(pieces) {
            return self.blank_item(pieces);
        }
        if !has_text {
            return self.things.push(LineItem::Numbers(pieces.to_vec()));
        }
        if self.total_of_cards(pieces) || self.card_by_number(pieces) {
            return;
        }
        let groups = self.groups(pieces);
        let cards = groups.iter().flat_map(|g| &g.parts).filter(|p| is_card(p)).count();
        if cards > 0 && !self.is_prose(pieces, &groups) {
            self.things.extend(self.lost_range(pieces));
            self.cards(groups);
            return self.shared_count(pieces);
        }
        self.no_card(pieces, groups);
    }

    /// A range of sets in a line with titles, which nobody read: it is asked about.
    fn lost_range(&self, pieces: &[Piece]) -> Option<LineItem> {
        let of_sets = |(at, piece): (usize, &Piece)| match piece {
            Piece::Range(from, to) if from < to && *to > LIKELY_COUNT => {
                let known = [from, to].iter().all(|n| self.lexicon.objective_of(**n).is_some());
                let bracketed = at > 0 && pieces[at - 1] == Piece::Open;
                (known && !bracketed && *to < from + 20).then(|| format!("{from}-{to}"))
            }
            _ => None,
        };
        let range = pieces.iter().enumerate().find_map(of_sets)?;
        Some(LineItem::Question(format!(
            "The numbers {range} stand among titles; are they sets of the deck?"
        )))
    }

    /// `Echoes cycle: 97, 112`: the numbers of sets behind the product that has them.
    fn sets_of_product(&self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let [Piece::Text { text, .. }, Piece::Colon, rest @ ..] = pieces else { return None };
        let number = |p: &Piece| number_of(p).is_some_and(|n| self.lexicon.objective_of(n.value).is_some());
        let plain = |p: &Piece| number(p) || matches!(p, Piece::Comma | Piece::Cut | Piece::Slash);
        let sets = rest.iter().filter(|p| number(p)).count() >= 2 && rest.iter().all(plain);
        (sets && self.lexicon.speaks_of_product(text)).then(|| rest.to_vec())
    }

    /// The pieces without the one that is an affiliation, which is entered.
    fn affiliation_among(&mut self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let all = self.affiliations_in(pieces);
        match &all[..] {
            [] => None,
            [one] => Some(self.one_affiliation(pieces, one)),
            [first, rest @ ..] => {
                let cells = pieces.contains(&Piece::Cut);
                // Two columns; otherwise nobody knows which is meant.
                let entered = if rest.iter().all(|of| of.title == first.title) {
                    &all[..1]
                } else if cells {
                    &all[..]
                } else {
                    &[]
                };
                let alone =
                    |of: &InPiece| LineItem::Affiliation(of.title.clone(), Named::Alone, String::new());
                self.things.extend(entered.iter().map(alone));
                let kept = pieces.iter().enumerate().filter(|(n, _)| all.iter().all(|of| of.at != *n));
                Some(kept.map(|(_, p)| p.clone()).collect())
            }
        }
    }

    /// The affiliations that pieces name, but for those of others than the deck.
    fn affiliations_in(&self, pieces: &[Piece]) -> Vec<InPiece> {
        let counted = |at: usize| at > 0 && matches!(&pieces[at - 1], Piece::Number(n) if n.value <= 4);
        let named = |(at, piece): (usize, &Piece)| {
            let text = text_of(piece)?;
            let roles = self.lexicon.roles(text);
            // `2 Imp Command`, `another Imperial Command`: the affiliation's words are a title's.
            let title =
                || matches!(self.lexicon.read(text), Found::Slip(name) if self.lexicon.is_objective(&name));
            let is_title = self.lexicon.names_a_card(text) || counted(at) && text.contains(' ') && title();
            if !self.lexicon.exact(text) && is_title {
                return None;
            }
            let title = if self.lexicon.exact(text) {
                self.lexicon.affiliation_card(text)
            } else {
                let card = self.lexicon.affiliation_card_among(text).filter(|_| at == 0 || !counted(at));
                card.or_else(|| self.lexicon.affiliation(&roles, text).filter(|_| roles.whole()))
            }?;
            Some(InPiece { at, title, side: roles.first(side_of) })
        };
        let mut all: Vec<InPiece> = pieces.iter().enumerate().filter_map(named).collect();
        // `Sith, splash Navy`: the deck is of the other.
        let splashed = |of: &InPiece| {
            let words = text_of(&pieces[of.at]).unwrap_or_default();
            words.split(' ').any(|word| self.lexicon.words.is(InPlace::Splash, word))
        };
        if all.iter().filter(|of| !splashed(of)).count() == 1 {
            all.retain(|of| !splashed(of));
        }
        // `Sith (…)`: an affiliation card of its own is the deck's, whatever affiliation stands beside it.
        let own = |of: &InPiece| self.lexicon.words.get(&of.title).is_empty();
        if all.iter().filter(|of| own(of)).count() == 1 {
            all.retain(own);
        }
        all
    }

    /// Enters the one affiliation of a line; the pieces without it and a one beside it.
    fn one_affiliation(&mut self, pieces: &[Piece], InPiece { at, title, side }: &InPiece) -> Vec<Piece> {
        self.things.extend(side.map(LineItem::Side));
        let one = |piece: Option<&Piece>| matches!(piece, Some(Piece::Number(n)) if n.value == 1);
        let before = *at > 0 && one(pieces.get(at - 1));
        let after = one(pieces.get(at + 1)) && !matches!(pieces.get(at + 2), Some(Piece::Text { .. }));
        let words = text_of(&pieces[*at]).unwrap_or_default();
        let label = |word: &str| self.lexicon.words.get(word).contains(&Role::Label(Says::Affiliation));
        let is_label = |text: &&str| label(text);
        let texts = pieces.iter().filter_map(text_of).filter(|text| !is_label(text)).count();
        let labelled = pieces.iter().filter_map(text_of).any(label)
            || self.lexicon.roles(words).has(&Role::Label(Says::Affiliation))
            || words.split(' ').any(label);
        let named = if texts == 1 && (before || after || labelled) { Named::Card } else { Named::Alone };
        let beside = if texts > 1 { self.line.to_owned() } else { String::new() };
        self.things.push(LineItem::Affiliation(title.clone(), named, beside));
        if pieces.get(at + 1) == Some(&Piece::Query) {
            self.things.push(LineItem::OpenAffiliation(words.to_owned(), title.clone()));
        }
        let gone = (at - usize::from(before))..=(at + usize::from(after));
        pieces.iter().enumerate().filter(|(n, _)| !gone.contains(n)).map(|(_, p)| p.clone()).collect()
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
        };
        let card = texts.iter().any(|text| self.lexicon.exact(text));
        if texts.is_empty()
            || card
            || !roles.whole()
            || roles.any(other)
            || !(ranged || labelled || numbers > 1)
        {
            return false;
        }
        let counts: Vec<&Number> =
            pieces.iter().filter_map(number_of).filter(|n| n.shape == Shape::Times).collect();
        let each = each(&roles, &counts, self.lexicon.game);
        let kept = pieces.iter().filter(|p| {
            text_of(p).is_none()
                && !(each.is_some() && matches!(p, Piece::Number(n) if n.shape == Shape::Times))
        });
        self.things.push(LineItem::Numbers(kept.cloned().collect()));
        self.things.extend(each.map(LineItem::Each));
        true
    }

    /// Whether what only looks like a card stands in a line that says something else: a date, a label.
    fn is_prose(&self, pieces: &[Piece], groups: &[Group]) -> bool {
        let sure = |p: &Part| matches!(p, Part::Text(_, Found::Exact(_) | Found::Slip(_)));
        let counted =
            leads_with_count(pieces) || pieces.iter().filter_map(number_of).any(|n| n.shape == Shape::Times);
        let other = |r: &Role| matches!(r, Role::Date | Role::Label(Says::Nothing));
        let texts = pieces.iter().filter_map(text_of);
        !groups.iter().flat_map(|g| &g.parts).any(sure)
            && !counted
            && texts.map(|t| self.lexicon.roles(t)).any(|r| r.any(other))
    }

    /// `AOTC 1 x4`: a set's code and the card's number in it, with a count or without.
    fn card_by_number(&mut self, pieces: &[Piece]) -> bool {
        let mut texts = pieces.iter().enumerate().filter_map(|(at, p)| Some((at, text_of(p)?)));
        let (Some((at, text)), None) = (texts.next(), texts.next()) else { return false };
        let Some(code) = self.lexicon.set_code(text).filter(|_| self.lexicon.game == Game::Tcg) else {
            return false;
        };
        let Some(number) = pieces[at + 1..].iter().find_map(number_of).filter(|n| n.shape != Shape::Times)
        else {
            return false;
        };
        let Some(name) = self.lexicon.by_number(&code, number.value) else { return false };
        let mut item = Item::new(&name, Found::Exact(name.clone()));
        item.set_code = Some(code);
        let others = pieces.iter().filter_map(number_of).filter(|n| *n != number);
        item.numbers.extend(others.map(|n| (n.clone(), Beside::After)));
        self.things.push(LineItem::Card(item));
        true
    }
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

pub(super) fn leads_with_count(pieces: &[Piece]) -> bool {
    let first = pieces.iter().find(|p| !matches!(p, Piece::Open | Piece::Dash));
    first.and_then(number_of).is_some_and(|n| n.shape != Shape::Set)
}
