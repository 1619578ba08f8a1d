//! Resolves the lines of a list to cards, by id and by title.

use super::lines::{is_force_card, second_look};
use super::reading::{Reading, card_at, name_of};
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::cards::{LcgBook, Printing};
use crate::deck::code::Code;
use crate::deck::figures::Figures;
use crate::deck::list::{Count, DeckEntry, DeckFormat, Decklist, Id, Zone};
use crate::deck::report::Finding;

/// Only this many unmatched lines get suggestions; a file with more is not a list of cards.
const MAX_SUGGESTIONS: usize = 40;

/// The minimum number of numbers that are their titles' with which a list gives the numbers of sets.
const MIN_AGREEING: usize = 3;

/// A list with its lines resolved.
pub(super) struct Resolved {
    /// The reading in which ids take precedence; the only reading if ids and titles agree.
    pub(super) by_id: Reading,
    /// The reading in which titles take precedence, if they contradict ids.
    pub(super) by_title: Option<Reading>,
    /// Whether titles are more trustworthy than ids: a typo may change a number, but not a whole title.
    pub(super) titles_first: bool,
    /// Whether one line alone has the number of another set than its title, in a list whose other numbers
    /// are those of its titles.
    pub(super) lone_disagreement: bool,
    pub(super) violations: Vec<Finding>,
    pub(super) warnings: Vec<Finding>,
    pub(super) name: Option<String>,
}

impl Resolved {
    /// The reading on which the report is based.
    pub(super) fn main(&self) -> &Reading {
        self.by_title.as_ref().filter(|_| self.titles_first).unwrap_or(&self.by_id)
    }
}

/// The meaning of an entry.
enum Meaning {
    Known(Vec<Printing>),
    Disagree { id: Vec<Printing>, title: Vec<Printing> },
    Unknown,
}

/// Resolves every line of a list.
pub(super) fn resolve(list: &Decklist, book: &LcgBook, figures: &Figures) -> Resolved {
    let mut resolver = Resolver::new(list, book, figures);
    for entry in list.entries.iter().filter(|e| e.zone != Zone::Aside) {
        let mut entry = entry.clone();
        // In an LCG list, brackets may contain what happens to be a set code of the TCG.
        entry.id = entry.id.filter(|id| !matches!(id, Id::SetCode(_)));
        resolver.take(&entry);
    }
    resolver.unread();
    resolver.finish()
}

struct Resolver<'a> {
    list: &'a Decklist,
    book: &'a LcgBook,
    figures: &'a Figures,
    by_id: Reading,
    by_title: Reading,
    /// The lines whose title says another card than their id, and those with a set's number that agrees.
    disagreeing: usize,
    agreeing: usize,
    violations: Vec<Finding>,
    warnings: Vec<Finding>,
    matched: usize,
    unmatched: usize,
    name: Option<String>,
    /// Whether the lines of a list typed by hand have counts.
    counted: bool,
    /// The last objective, its count, which applies to the cards below it, and its line.
    last: Option<(usize, u32, usize)>,
}

impl<'a> Resolver<'a> {
    fn new(list: &'a Decklist, book: &'a LcgBook, figures: &'a Figures) -> Self {
        Self {
            list,
            book,
            figures,
            by_id: Reading::default(),
            by_title: Reading::default(),
            disagreeing: 0,
            agreeing: 0,
            violations: Vec::new(),
            warnings: Vec::new(),
            matched: 0,
            unmatched: 0,
            name: list.name.clone(),
            counted: list.format.is_typed() && list.entries.iter().any(|e| matches!(e.count, Count::Of(2..))),
            last: None,
        }
    }

    fn take(&mut self, entry: &DeckEntry) {
        if entry.count == Count::Of(0) {
            return;
        }
        if matches!(entry.count, Count::Bad | Count::Between(..)) {
            return self.bad_count(entry);
        }
        if !entry.candidates.is_empty() {
            return self.open(entry);
        }
        if let Some(written) = &entry.written {
            let read = self.book.names().get(&entry.title).first().map(|p| name_of(self.book, *p));
            let message = format!("{written:?} was read as {}.", read.unwrap_or_else(|| entry.title.clone()));
            self.note(Code::NameSlip, entry, message);
        }
        let looked = second_look(entry, self.book);
        let entry = looked.as_ref().unwrap_or(entry);
        match self.meaning(entry) {
            Meaning::Known(printings) if self.is_caption(entry, &printings) => {
                let message = format!("{:?} was read as a caption, not as an affiliation card.", entry.title);
                self.note(Code::UnreadLine, entry, message);
            }
            Meaning::Known(printings) => {
                self.matched += 1;
                self.agreeing += usize::from(matches!(entry.id, Some(Id::Figure(_) | Id::Place(..))));
                let (printings, count) = self.under_objective(entry, printings);
                self.by_id.enter(&printings, count, entry, self.list.format);
                self.by_title.enter(&printings, count, entry, self.list.format);
            }
            Meaning::Disagree { id, title } => self.take_both(entry, &id, &title),
            Meaning::Unknown => self.unknown(entry),
        }
    }

    /// Adds a line by id to one reading and by title to the other.
    fn take_both(&mut self, entry: &DeckEntry, id: &[Printing], title: &[Printing]) {
        self.matched += 1;
        self.disagreeing += 1;
        self.disagreement(entry, id, title);
        let count = entry.count.number();
        self.by_id.enter(id, count, entry, self.list.format);
        if title.is_empty() {
            self.by_title.leave_open(entry, self.counted);
        } else {
            self.by_title.enter(title, count, entry, self.list.format);
        }
    }

    /// Whether a line with just an affiliation's name is the heading of a group of sets: the affiliation is
    /// named elsewhere.
    fn is_caption(&self, entry: &DeckEntry, printings: &[Printing]) -> bool {
        let bare = entry.zone != Zone::Affiliation && entry.count == Count::NotGiven;
        let affiliation = matches!(printings.first(), Some(Printing::Affiliation(_)));
        let named = self.list.entries.iter().any(|e| e.zone == Zone::Affiliation);
        bare && affiliation && (named || !self.by_id.affiliations.is_empty())
    }

    /// Gives a command card without a count the count of the objective above it; and where others below the
    /// objective have none, as many of each copy as are written.
    fn under_objective(&mut self, entry: &DeckEntry, printings: Vec<Printing>) -> (Vec<Printing>, u32) {
        if let [Printing::Set(set, 1)] = printings[..] {
            self.last = Some((set, entry.count.number(), entry.line));
        }
        let written = entry.count.number();
        let Some((set, count, line)) = self.last else { return (printings, written) };
        let of_set: Vec<Printing> = printings.iter().copied().filter(|p| lies_below(set, p)).collect();
        match of_set.first() {
            None => (printings, written),
            Some(_) if entry.count == Count::NotGiven => (of_set, count),
            Some(card) if written == self.in_set(set, *card) && self.counts_one_copy(set, line) => {
                (of_set, written.saturating_mul(count))
            }
            Some(_) => (printings, written),
        }
    }

    /// How many cards of this title a set brings.
    fn in_set(&self, set: usize, card: Printing) -> u32 {
        let title = self.book.title(card);
        let positions = 2..=self.book.set_at(set).cards.len();
        positions.fold(0, |sum, at| sum + u32::from(self.book.title(Printing::Set(set, at)) == title))
    }

    /// Whether the cards below the objective of a line are those of one copy: some have no count.
    fn counts_one_copy(&self, set: usize, line: usize) -> bool {
        let printings = |entry: &DeckEntry| self.book.names().get(&entry.title);
        let opens = |entry: &DeckEntry| matches!(printings(entry)[..], [Printing::Set(_, 1)]);
        let uncounted = |entry: &DeckEntry| {
            entry.count == Count::NotGiven && printings(entry).iter().any(|p| lies_below(set, p))
        };
        let below = self.list.entries.iter().filter(|entry| entry.line > line);
        below.take_while(|entry| !opens(entry)).any(uncounted)
    }

    fn meaning(&mut self, entry: &DeckEntry) -> Meaning {
        let by_title = self.by_title(entry);
        let by_id = entry.id.as_ref().map(|id| self.by_id(id));
        let Some(by_id) = by_id else {
            return if by_title.is_empty() { Meaning::Unknown } else { Meaning::Known(by_title) };
        };
        let both: Vec<Printing> = by_id.iter().copied().filter(|p| by_title.contains(p)).collect();
        match (by_id.is_empty(), by_title.is_empty()) {
            _ if !both.is_empty() => Meaning::Known(both),
            (true, true) => Meaning::Unknown,
            (true, false) => {
                self.note(
                    Code::UnknownId,
                    entry,
                    format!("Nobody knows the id of {:?}; its title was taken.", entry.title),
                );
                Meaning::Known(prefer(by_title, entry.zone))
            }
            (false, true) if entry.title.is_empty() => Meaning::Known(by_id),
            (false, true) if self.resembles(entry, &by_id) => Meaning::Known(by_id),
            _ => Meaning::Disagree { id: by_id, title: prefer(by_title, entry.zone) },
        }
    }

    /// Whether an unknown title is merely a misspelling of what the id says; notes it if so.
    fn resembles(&mut self, entry: &DeckEntry, by_id: &[Printing]) -> bool {
        let wanted = normalize_name(&entry.title);
        let alike = |p: &&Printing| {
            let known = normalize_name(self.book.title(**p));
            strsim::normalized_damerau_levenshtein(&wanted, &known) >= 0.75
        };
        let Some(found) = by_id.iter().find(alike) else { return false };
        let message = format!("{:?} was read as {}.", entry.title, self.book.title(*found));
        self.note(Code::NameSlip, entry, message);
        true
    }

    fn by_id(&self, id: &Id) -> Vec<Printing> {
        let book = self.book;
        match id {
            Id::Octgn(id) => book.by_octgn(id).into_iter().collect(),
            Id::Place(set, position) => {
                let positions = position.map_or(1..=6, |p| p..=p);
                let inside = positions.filter(|p| (1..=6).contains(p));
                match (book.set_index(set), book.fan_index(set)) {
                    (Some(at), _) => inside.map(|p| Printing::Set(at, p)).collect(),
                    (None, Some(at)) => inside.map(|p| Printing::Fan(at, p)).collect(),
                    (None, None) => Vec::new(),
                }
            }
            Id::Figure(number) => {
                let card = format!("{number:0>4}");
                let of_set = book.set_index(number).map(|at| (1..=6).map(move |p| Printing::Set(at, p)));
                let of_card = book.printings(&card).filter_map(|(set, position)| {
                    book.set_index(&set.set).map(|at| Printing::Set(at, position))
                });
                of_set.into_iter().flatten().chain(of_card).collect()
            }
            Id::SetCode(_) => Vec::new(),
        }
    }

    fn by_title(&mut self, entry: &DeckEntry) -> Vec<Printing> {
        let names = self.book.names();
        let exact = names.get(&entry.title);
        if !exact.is_empty() {
            return official_first(exact, entry.id.is_some(), entry.zone);
        }
        if entry.title.is_empty() {
            return Vec::new();
        }
        let loose = names.get_loosely(&entry.title);
        if let Some(first) = loose.first() {
            let message = format!("{:?} was read as {}.", entry.title, self.book.title(*first));
            self.note(Code::NameSlip, entry, message);
        }
        official_first(loose, entry.id.is_some(), entry.zone)
    }

    fn note(&mut self, code: Code, entry: &DeckEntry, message: String) {
        self.warnings.push(self.figures.finding(Game::Lcg, code, message).on([entry.line]));
    }

    fn bad_count(&mut self, entry: &DeckEntry) {
        let message = entry.bad_count();
        let fix = "Write how many copies the deck has.";
        self.violations
            .push(self.figures.finding(Game::Lcg, Code::BadCount, message).on([entry.line]).fix(fix));
        let mut open = entry.clone();
        // The fewer copies are there for sure.
        if let (Count::Between(fewer @ 1.., more), true) = (entry.count, entry.candidates.is_empty()) {
            open.count = Count::Of(more.saturating_sub(fewer));
            self.take(&DeckEntry { count: Count::Of(fewer), ..entry.clone() });
        }
        self.by_id.leave_open(&open, self.counted);
        self.by_title.leave_open(&open, self.counted);
    }

    fn disagreement(&mut self, entry: &DeckEntry, id: &[Printing], title: &[Printing]) {
        let says = |printings: &[Printing]| match printings.first() {
            Some(p) => name_of(self.book, *p),
            None => "nothing known".to_owned(),
        };
        let (by_id, by_title) = (says(id), says(title));
        let message = format!("{:?} has the id of {by_id}; its title means {by_title}.", entry.title);
        let cards = id.first().into_iter().chain(title.first()).map(|p| card_at(self.book, *p));
        let finding = self.figures.finding(Game::Lcg, Code::IdTitle, message).about(cards).on([entry.line]);
        self.violations
            .push(finding.fix("Look at the card itself, and correct the id or the title in the file."));
    }

    /// Handles a line that may mean several cards, or that the list itself leaves open.
    fn open(&mut self, entry: &DeckEntry) {
        let names = entry.candidates.iter().map(|title| match self.book.names().get(title).first() {
            Some(printing) => name_of(self.book, *printing),
            None => title.clone(),
        });
        let names: Vec<String> = names.collect();
        let (code, message) = match (entry.undecided, names.len()) {
            _ if entry.shared => (Code::OpenChoice, entry.shared_count(&names)),
            (true, 1) => (Code::OpenChoice, format!("The list does not decide on {}.", names[0])),
            (true, _) => {
                (Code::OpenChoice, format!("The list leaves open which it is: {}.", names.join(", or ")))
            }
            (false, 1) => (Code::UnmatchedLine, format!("{:?} looks like {}.", entry.title, names[0])),
            (false, _) => {
                (Code::UnmatchedLine, format!("{:?} may mean {}.", entry.title, names.join(", or ")))
            }
        };
        let finding = self.figures.finding(Game::Lcg, code, message).on([entry.line]);
        self.violations.push(finding.fix("Ask the player, and write the title as the card has it."));
        self.by_id.leave_open(entry, self.counted);
        self.by_title.leave_open(entry, self.counted);
    }

    /// Reports lines without a card in a single note, and records what they may stand for.
    fn unread(&mut self) {
        if let Some(line) = self.list.doubts.goes_on {
            let message = "The list says that it goes on where it cannot be seen.";
            let finding = self.figures.finding(Game::Lcg, Code::IncompleteList, message).on([line]);
            self.violations.push(finding.fix("Ask for the rest of the list."));
        }
        for question in &self.list.questions {
            let open = self.figures.finding(Game::Lcg, Code::OpenChoice, question.text.as_str());
            self.violations.push(open.on(question.lines.iter().copied()).fix("Ask the player."));
        }
        let more = if self.list.doubts.goes_on.is_some() { Count::MAX } else { 0 };
        // An unreadable line may contain any number of sets.
        let unread = if self.list.may_have_more() { Count::MAX } else { 0 };
        for reading in [&mut self.by_id, &mut self.by_title] {
            reading.open_sets = reading.open_sets.saturating_add(more);
            reading.unread_sets = unread;
        }
        self.warnings.extend(
            self.list
                .unread_note()
                .map(|(message, lines)| self.figures.finding(Game::Lcg, Code::UnreadLine, message).on(lines)),
        );
    }

    fn unknown(&mut self, entry: &DeckEntry) {
        if is_force_card(&entry.title) {
            return;
        }
        if entry.foreign {
            let finding = self.figures.finding(Game::Lcg, Code::UnmatchedLine, entry.of_the_other(Game::Lcg));
            self.violations
                .push(finding.on([entry.line]).fix("Take it out, or write what is meant instead."));
            return;
        }
        self.unmatched += 1;
        let suggest = self.unmatched <= MAX_SUGGESTIONS;
        let near = if suggest { self.book.names().nearest(&entry.title, 3) } else { Vec::new() };
        let bare = entry.count == Count::NotGiven && entry.id.is_none() && entry.zone != Zone::Affiliation;
        let slip = suggest && self.book.names().is_slip(&entry.title);
        if bare && !slip && !entry.counted {
            if self.matched == 0 && self.name.is_none() {
                self.name = Some(entry.title.clone());
                let message = format!("{:?} was taken for the deck's name.", entry.title);
                return self.note(Code::UnreadLine, entry, message);
            }
            let message = format!("{:?} names no card and was not counted.", entry.title);
            return self.note(Code::UnreadLine, entry, message);
        }
        let shown = if entry.title.is_empty() { "A card without a title" } else { &entry.title };
        let message = format!("{shown:?} is no card of this game.");
        let fix = if near.is_empty() {
            "Write the title as the card has it, or its set number in brackets.".to_owned()
        } else {
            format!("Is {} meant?", near.join(", or "))
        };
        let finding = self.figures.finding(Game::Lcg, Code::UnmatchedLine, message);
        self.violations.push(finding.on([entry.line]).fix(fix));
        self.by_id.leave_open(entry, self.counted);
        self.by_title.leave_open(entry, self.counted);
    }

    fn finish(mut self) -> Resolved {
        let always = matches!(self.list.format, DeckFormat::Octgn | DeckFormat::LackeyXml);
        for reading in [&mut self.by_id, &mut self.by_title] {
            reading.lists_command = always || !reading.command.is_empty();
            // In a list not written by a program, the same affiliation named twice is one card.
            if let (false, [only]) =
                (self.list.format.is_export(), &mut reading.affiliations.values_mut().collect::<Vec<_>>()[..])
            {
                only.count = only.count.min(1);
            }
        }
        Resolved {
            by_id: self.by_id,
            by_title: (self.disagreeing > 0).then_some(self.by_title),
            titles_first: self.list.format.is_typed(),
            lone_disagreement: self.disagreeing == 1 && self.agreeing >= MIN_AGREEING,
            violations: self.violations,
            warnings: self.warnings,
            name: self.name,
        }
    }
}

/// Whether a printing is a command card of a set.
fn lies_below(set: usize, printing: &Printing) -> bool {
    matches!(printing, Printing::Set(at, 2..) if *at == set)
}

/// The printings to consider for a title: official ones if there are any, unless an id will decide; those of
/// the line's zone first.
fn official_first(printings: &[Printing], id_chooses: bool, zone: Zone) -> Vec<Printing> {
    let official = |p: &Printing| matches!(p, Printing::Set(..) | Printing::Affiliation(_));
    if id_chooses || !printings.iter().any(official) {
        return printings.to_vec();
    }
    prefer(printings.iter().copied().filter(official).collect(), zone)
}

/// The printings that belong in the zone, or all if none does.
fn prefer(printings: Vec<Printing>, zone: Zone) -> Vec<Printing> {
    let belongs = |p: &Printing| match (zone, p) {
        (Zone::Objectives, Printing::Set(_, position) | Printing::Fan(_, position)) => *position == 1,
        (Zone::Command, Printing::Set(_, position) | Printing::Fan(_, position)) => *position > 1,
        (Zone::Affiliation, p) => matches!(p, Printing::Affiliation(_)),
        (Zone::Objectives | Zone::Command, Printing::Affiliation(_) | Printing::Challenge(_))
        | (Zone::Any | Zone::Aside, _) => true,
    };
    let official = |p: &Printing| matches!(p, Printing::Set(..) | Printing::Affiliation(_));
    let fit: Vec<Printing> = printings.iter().copied().filter(belongs).collect();
    let fit = if fit.is_empty() { printings } else { fit };
    let known: Vec<Printing> = fit.iter().copied().filter(official).collect();
    if known.is_empty() { fit } else { known }
}
