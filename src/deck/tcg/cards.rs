//! Resolves the lines of a list to cards of the TCG.

use std::collections::BTreeMap;

use super::options::{CheckOptions, card_at, finding};
use crate::corpus::Game;
use crate::corpus::cards::{Side, TcgBook, TcgCard, TcgType};
use crate::deck::code::Code;
use crate::deck::copies::Copies;
use crate::deck::list::{Count, DeckEntry, DeckFormat, Decklist, Id, Zone};
use crate::deck::report::Finding;

/// Only this many unmatched lines get suggestions.
const MAX_SUGGESTIONS: usize = 40;

/// A list with its lines resolved.
#[derive(Default)]
pub(super) struct Cards {
    /// Copies by index of the card in the book.
    pub(super) known: BTreeMap<usize, Copies>,
    /// Copies of cards of fan-made sets, by set code and name.
    pub(super) fan: BTreeMap<(String, String), Copies>,
    /// Copies on unmatched lines.
    pub(super) open: u32,
    /// Further copies that such lines may stand for if they have no count.
    pub(super) may_be_more: u32,
    /// Copies set aside, which belong to no deck.
    pub(super) aside: u32,
    /// Whether a count is illegible.
    pub(super) bad_count: bool,
    /// Whether unreadable parts may contain cards.
    pub(super) missing: bool,
    /// Cards that stand for others of their name too, as the list does not say of which set they are; each
    /// with how many there are of the name.
    pub(super) of_one_name: BTreeMap<usize, u32>,
    pub(super) matched: usize,
    /// Whether a person typed the list and may have made mistakes.
    pub(super) typed: bool,
    pub(super) name: Option<String>,
    pub(super) violations: Vec<Finding>,
    pub(super) warnings: Vec<Finding>,
}

impl Cards {
    pub(super) fn total(&self) -> u32 {
        let counts = self.known.values().chain(self.fan.values()).map(|c| c.count);
        counts.fold(self.open, u32::saturating_add)
    }

    pub(super) fn fan_total(&self) -> u32 {
        self.fan.values().fold(0, |sum, c| sum.saturating_add(c.count))
    }

    pub(super) fn cards<'a>(&'a self, book: &'a TcgBook) -> impl Iterator<Item = (&'a TcgCard, &'a Copies)> {
        self.known.iter().map(|(at, copies)| (&book.cards()[*at], copies))
    }

    /// Whether a card that is taken for one of another type may be of this type: its name is that of several.
    pub(super) fn may_be_of_type(&self, book: &TcgBook, kind: TcgType) -> bool {
        let is = |at: &usize| book.cards()[*at].r#type == kind;
        let may_be = |at: &usize| !is(at) && book.names().get(&book.cards()[*at].name).iter().any(is);
        self.of_one_name.keys().any(may_be)
    }

    pub(super) fn of_type(&self, book: &TcgBook, kind: TcgType) -> u32 {
        self.cards(book).filter(|(c, _)| c.r#type == kind).fold(0, |sum, (_, n)| sum.saturating_add(n.count))
    }
}

/// The number of lines that name cards of this game, or one of its sets.
pub(in crate::deck) fn matched(list: &Decklist, book: &TcgBook) -> usize {
    let ours =
        |e: &&DeckEntry| matches!(e.id, Some(Id::SetCode(_))) || !book.names().get(&name_of(e)).is_empty();
    list.entries.iter().filter(ours).count()
}

/// The name without a word for the printing: `Name (N) (Starter)`.
pub(super) fn name_of(entry: &DeckEntry) -> String {
    ["(Starter)", "(Promo)"].iter().fold(entry.title.clone(), |name, word| name.replace(word, " "))
}

pub(super) fn resolve(list: &Decklist, options: CheckOptions<'_>) -> Cards {
    let mut cards = Cards { name: list.name.clone(), typed: list.format.is_typed(), ..Cards::default() };
    let mut unmatched = 0;
    for entry in &list.entries {
        match (entry.zone, entry.count) {
            (Zone::Aside, count) => cards.aside = cards.aside.saturating_add(count.number()),
            (_, Count::Of(0)) => {}
            (_, Count::Bad | Count::Between(..)) => {
                cards.bad_count = true;
                let bad = finding(options, Code::BadCount, entry.bad_count()).on([entry.line]);
                cards.violations.push(bad.fix("Write how many copies the deck has."));
                at_least(entry, &mut cards, options);
            }
            _ if !entry.candidates.is_empty() => open(entry, &mut cards, options),
            _ => match known(entry, &mut cards, options) {
                Some(at) => {
                    cards.matched += 1;
                    cards.known.entry(at).or_default().add(entry.count.number(), entry.line);
                }
                None => other(entry, &mut cards, &mut unmatched, options, list.format),
            },
        }
    }
    if let Some(line) = list.doubts.goes_on {
        let message = "The list says that it goes on where it cannot be seen.";
        let more = finding(options, Code::IncompleteList, message).on([line]);
        cards.violations.push(more.fix("Ask for the rest of the list."));
        cards.missing = true;
    }
    for question in &list.questions {
        let open = finding(options, Code::OpenChoice, question.text.as_str());
        let open = open.on(question.lines.iter().copied());
        cards.violations.push(open.fix("Ask the player."));
    }
    cards.missing |= list.may_have_more();
    let unread =
        list.unread_note().map(|(message, lines)| finding(options, Code::UnreadLine, message).on(lines));
    cards.warnings.extend(unread);
    cards
}

/// Counts the fewer copies of a line that leaves two numbers open; the others may come to them.
fn at_least(entry: &DeckEntry, cards: &mut Cards, options: CheckOptions<'_>) {
    let Count::Between(fewer, more) = entry.count else { return };
    let Some(at) = options.book.names().get(&name_of(entry)).first().filter(|_| entry.candidates.is_empty())
    else {
        return;
    };
    if fewer > 0 {
        cards.known.entry(*at).or_default().add(fewer, entry.line);
    }
    cards.may_be_more = cards.may_be_more.saturating_add(more.saturating_sub(fewer));
}

/// A line that may mean several cards, or whose card the list itself leaves open.
fn open(entry: &DeckEntry, cards: &mut Cards, options: CheckOptions<'_>) {
    let names = entry.candidates.join(", or ");
    let (code, message) = match (entry.undecided, entry.candidates.len()) {
        _ if entry.shared => (Code::OpenChoice, entry.shared_count(&entry.candidates)),
        (true, 1) => (Code::OpenChoice, format!("The list does not decide on {names}.")),
        (true, _) => (Code::OpenChoice, format!("The list leaves open which it is: {names}.")),
        (false, 1) => (Code::UnmatchedLine, format!("{:?} looks like {names}.", entry.title)),
        (false, _) => (Code::UnmatchedLine, format!("{:?} may mean {names}.", entry.title)),
    };
    let found = finding(options, code, message).on([entry.line]);
    cards.violations.push(found.fix("Ask the player, and write the name with its version letter."));
    leave_open(entry, cards, options);
    cards.matched += 1;
}

/// Records a line as open: as many copies as it says or, without a count, as a deck may have.
fn leave_open(entry: &DeckEntry, cards: &mut Cards, options: CheckOptions<'_>) {
    cards.open = cards.open.saturating_add(entry.count.number());
    if entry.count == Count::NotGiven {
        let most = options.figures.figure(Game::Tcg, Code::TooManyCopies, 1);
        cards.may_be_more = cards.may_be_more.saturating_add(most.saturating_sub(1));
    }
}

/// The cards that have the name of an entry, or nearly.
pub(super) fn found<'a>(entry: &DeckEntry, options: CheckOptions<'a>) -> &'a [usize] {
    let (names, name) = (options.book.names(), name_of(entry));
    if is_exact(entry, options) { names.get(&name) } else { names.get_loosely(&name) }
}

/// Whether a card has just the name of an entry.
fn is_exact(entry: &DeckEntry, options: CheckOptions<'_>) -> bool {
    !options.book.names().get(&name_of(entry)).is_empty()
}

/// The card that an entry names; if several share the name, the one of the entry's set.
pub(super) fn known(entry: &DeckEntry, cards: &mut Cards, options: CheckOptions<'_>) -> Option<usize> {
    let (found, exact) = (found(entry, options), is_exact(entry, options));
    let first = *found.first()?;
    if let Some(written) = &entry.written {
        let message = format!("{written:?} was read as {}.", *options.book.cards()[first].name);
        cards.warnings.push(finding(options, Code::NameSlip, message).on([entry.line]));
    } else if !exact {
        let message = format!("{:?} was read as {}.", entry.title, *options.book.cards()[first].name);
        cards.warnings.push(finding(options, Code::NameSlip, message).on([entry.line]));
    }
    let Some(Id::SetCode(code)) = &entry.id else {
        if let Some(message) = also_called_so(found, options) {
            // Who plays either must say which; a program's export means the one it names.
            if !cards.typed || !differ(found, options) {
                cards.warnings.push(finding(options, Code::NameSlip, message).on([entry.line]));
            }
            cards.of_one_name.insert(first, u32::try_from(found.len()).unwrap_or(u32::MAX));
        }
        return Some(first);
    };
    let of_set = found.iter().copied().find(|at| options.book.cards()[*at].set.eq_ignore_ascii_case(code));
    let official = options.book.set(code).is_some_and(|s| s.official == Some(true));
    if of_set.is_none() && official {
        let card = &options.book.cards()[first];
        if let Some(message) =
            also_called_so(found, options).filter(|_| cards.typed && differ(found, options))
        {
            let message = format!("{message} None is of {code}. Which is it?");
            let open = finding(options, Code::OpenChoice, message).on([entry.line]);
            cards.violations.push(open.fix("Ask the player of which set it is."));
            return Some(first);
        }
        let message = format!("{} is a card of {}, not of {code}.", *card.name, *card.set);
        cards.warnings.push(finding(options, Code::IdTitle, message).about([card_at(card)]).on([entry.line]));
    }
    Some(of_set.unwrap_or(first))
}

/// Whether cards of one name are not the same in all that they do: a reprint is.
pub(super) fn differ(found: &[usize], options: CheckOptions<'_>) -> bool {
    let facts = |at: &usize| {
        let card = &options.book.cards()[*at];
        (card.r#type, &card.cost, &card.speed, &card.power, &card.health)
    };
    found.windows(2).any(|pair| facts(&pair[0]) != facts(&pair[1]))
}

/// The note if different cards in several sets have the name that was written.
fn also_called_so(found: &[usize], options: CheckOptions<'_>) -> Option<String> {
    let cards: Vec<&TcgCard> = found.iter().map(|at| &options.book.cards()[*at]).collect();
    let (first, other) = (cards.first()?, cards.iter().find(|card| *card.set != *cards[0].set)?);
    Some(format!(
        "{} is a card of {}, and another of {}; the one of {} was taken.",
        *first.name, *first.set, *other.set, *first.set
    ))
}

/// Handles an entry that is not an official card: one of a fan-made set, a deck name, or unmatched.
pub(super) fn other(
    entry: &DeckEntry,
    cards: &mut Cards,
    unmatched: &mut usize,
    options: CheckOptions<'_>,
    format: DeckFormat,
) {
    if let Some(Id::SetCode(code)) = &entry.id
        && options.book.set(code).is_some_and(|s| s.official != Some(true))
    {
        let name = name_of(entry).split_whitespace().collect::<Vec<_>>().join(" ");
        let key = (code.to_ascii_uppercase(), name);
        return cards.fan.entry(key).or_default().add(entry.count.number(), entry.line);
    }
    if entry.foreign {
        let found = finding(options, Code::UnmatchedLine, entry.of_the_other(Game::Tcg)).on([entry.line]);
        return cards.violations.push(found.fix("Take it out, or write what is meant instead."));
    }
    *unmatched += 1;
    let names = options.book.names();
    let near = if *unmatched <= MAX_SUGGESTIONS { names.nearest(&entry.title, 3) } else { Vec::new() };
    let bare = entry.count == Count::NotGiven && format == DeckFormat::Plain && !entry.counted;
    if bare && !(*unmatched <= MAX_SUGGESTIONS && names.is_slip(&entry.title)) {
        let is_name = cards.matched == 0 && cards.name.is_none();
        let what =
            if is_name { "was taken for the deck's name" } else { "names no card and was not counted" };
        let message = format!("{:?} {what}.", entry.title);
        cards.warnings.push(finding(options, Code::UnreadLine, message).on([entry.line]));
        cards.name = if is_name { Some(entry.title.clone()) } else { cards.name.take() };
        return;
    }
    leave_open(entry, cards, options);
    let fix = if near.is_empty() {
        "Write the name as the card has it, with the version letter of a unique card.".to_owned()
    } else {
        format!("Is {} meant?", near.join(", or "))
    };
    let message = format!("{:?} is no card of the publisher's ten sets.", entry.title);
    cards.violations.push(finding(options, Code::UnmatchedLine, message).on([entry.line]).fix(fix));
}

/// The side of a deck; if it has cards of both, the more frequent one.
pub(super) fn side(cards: &Cards, options: CheckOptions<'_>) -> Option<Side> {
    let of = |side| {
        cards
            .cards(options.book)
            .filter(|(c, _)| c.side == side)
            .map(|(_, n)| u64::from(n.count))
            .sum::<u64>()
    };
    match (of(Side::Light), of(Side::Dark)) {
        (0, 0) => (of(Side::Neutral) > 0).then_some(Side::Neutral),
        (light, dark) if light >= dark => Some(Side::Light),
        _ => Some(Side::Dark),
    }
}
