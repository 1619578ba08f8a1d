//! From the lines of a list to cards: what each line means, by its id and by its title.

use std::collections::BTreeMap;

use crate::corpus::Game;
use crate::corpus::cards::fold::fold;
use crate::corpus::cards::{LcgBook, Printing};
use crate::deck::code::Code;
use crate::deck::figures::Figures;
use crate::deck::list::{Count, Decklist, Entry, Format, Id, Zone};
use crate::deck::report::{CardAt, Finding};

/// So many unmatched lines get suggestions; a file with more is no list of cards.
const MOST_SUGGESTIONS: usize = 40;

/// Copies of something, and the lines they stand in.
#[derive(Debug, Clone, Default)]
pub(super) struct Copies {
    pub(super) count: u32,
    pub(super) lines: Vec<usize>,
}

impl Copies {
    fn add(&mut self, count: u32, line: usize) {
        self.count = self.count.saturating_add(count);
        self.lines.push(line);
    }
}

/// Command cards of one line: any of these printings.
#[derive(Debug, Clone)]
pub(super) struct CommandLine {
    pub(super) candidates: Vec<Printing>,
    pub(super) count: u32,
    pub(super) line: usize,
}

/// A list read in one way.
#[derive(Debug, Clone, Default)]
pub(super) struct Reading {
    /// Affiliation cards, by index.
    pub(super) affiliations: BTreeMap<usize, Copies>,
    /// Objective sets, by index.
    pub(super) sets: BTreeMap<usize, Copies>,
    /// Fan-made sets, by index.
    pub(super) fan: BTreeMap<usize, Copies>,
    /// Challenge cards, by index.
    pub(super) challenge: BTreeMap<usize, Copies>,
    /// The command deck.
    pub(super) command: Vec<CommandLine>,
    /// What stands where it does not belong.
    pub(super) misplaced: Vec<(Printing, usize)>,
    /// Copies that may be objective sets, of lines that could not be matched.
    pub(super) open_sets: u32,
    /// Copies that may be command cards, of lines that could not be matched.
    pub(super) open_command: u32,
    /// Whether an affiliation was named that could not be matched.
    pub(super) open_affiliation: bool,
    /// Whether the command deck is listed at all.
    pub(super) lists_command: bool,
}

impl Reading {
    /// How many objective sets it has, those of other makers too.
    pub(super) fn total(&self) -> u32 {
        self.sets.values().chain(self.fan.values()).fold(0, |sum, c| sum.saturating_add(c.count))
    }
}

/// A list with its lines matched.
pub(super) struct Resolved {
    /// By ids first. The only reading where ids and titles agree.
    pub(super) by_id: Reading,
    /// By titles, where a title says another card than its id.
    pub(super) by_title: Option<Reading>,
    pub(super) violations: Vec<Finding>,
    pub(super) warnings: Vec<Finding>,
    pub(super) name: Option<String>,
}

/// What one entry means.
enum Meaning {
    Known(Vec<Printing>),
    Disagree { id: Vec<Printing>, title: Vec<Printing> },
    Unknown,
}

/// Matches every line of a list.
pub(super) fn resolve(list: &Decklist, book: &LcgBook, figures: &Figures) -> Resolved {
    let mut resolver = Resolver::new(list, book, figures);
    let numbers_lead = numbers_in_front_are_sets(list, book);
    let counts_in_brackets = brackets_are_counts(list, book);
    for entry in list.entries.iter().filter(|e| e.zone != Zone::Aside) {
        let mut entry = entry.clone();
        if let (true, true, Count::Of(n)) = (numbers_lead, entry.count_leads, entry.count) {
            entry.id = Some(Id::Place(n.to_string(), None));
            entry.count = Count::Unsaid;
        }
        if let (true, Count::Unsaid, Some(Id::Figure(n))) = (counts_in_brackets, entry.count, &entry.id) {
            entry.count = Count::read(n);
            entry.id = None;
        }
        resolver.take(&entry);
    }
    resolver.finish()
}

/// Whether a list numbers its lines by set (`19 Fall of the Jedi`): every number in front is its title's set.
fn numbers_in_front_are_sets(list: &Decklist, book: &LcgBook) -> bool {
    if list.format != Format::Plain {
        return false;
    }
    let led = list.entries.iter().filter(|e| e.count_leads && e.id.is_none());
    let all: Vec<bool> = led
        .map(|e| {
            let number = e.count.number().to_string();
            book.names().get(&e.title).iter().any(|p| is_objective_of(*p, &number, book))
        })
        .collect();
    // One or two lines may agree by chance: set 2 twice is a likely line, a whole list of such lines is not.
    all.len() >= 3 && all.iter().all(|matches| *matches)
}

/// Whether numbers in brackets are counts (`Title (2)`): all small, and some not the number of the title's set.
fn brackets_are_counts(list: &Decklist, book: &LcgBook) -> bool {
    let figures: Vec<(&Entry, &String)> = list
        .entries
        .iter()
        .filter(|e| e.count == Count::Unsaid)
        .filter_map(|e| match &e.id {
            Some(Id::Figure(n)) => Some((e, n)),
            _ => None,
        })
        .collect();
    let small = figures.iter().all(|(_, n)| n.len() == 1);
    let is_set =
        |(e, n): &(&Entry, &String)| book.names().get(&e.title).iter().any(|p| is_objective_of(*p, n, book));
    small && !figures.iter().all(is_set)
}

fn is_objective_of(printing: Printing, number: &str, book: &LcgBook) -> bool {
    matches!(printing, Printing::Set(at, 1) if book.set_at(at).set.as_str() == number.trim_start_matches('0'))
}

/// Force cards lie beside a deck and are no part of what is checked.
fn is_force_card(title: &str) -> bool {
    let title = fold(title);
    ["ds force", "ls force", "force card", "force cards"].iter().any(|end| title.ends_with(end))
}

/// Another look at a title nobody knows: a known one with a number or a product behind it (`Title - 19`, `Title: 2`,
/// `Title, Core Set`).
fn second_look(entry: &Entry, book: &LcgBook) -> Option<Entry> {
    let title = entry.title.as_str();
    if !book.names().get(title).is_empty() {
        return None;
    }
    let cuts = title.char_indices().rev().filter(|(_, c)| c.is_whitespace() || ",:;=/".contains(*c));
    for (at, _) in cuts.take(8) {
        let is_joint = |c: char| c.is_whitespace() || ",:;=/-–—".contains(c);
        let (known, behind) = (title[..at].trim_end_matches(is_joint), title[at..].trim_matches(is_joint));
        if book.names().get(known).is_empty() {
            continue;
        }
        let mut looked = Entry { title: known.to_owned(), ..entry.clone() };
        let number = behind.trim_start_matches('#');
        if !number.is_empty() && number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit()) {
            match (entry.count, number.len(), &entry.id) {
                (Count::Unsaid, 1, _) => looked.count = Count::read(number),
                (_, _, None) => looked.id = Some(Id::Figure(number.to_owned())),
                _ => return None,
            }
            return Some(looked);
        }
        return is_product(behind, book).then_some(looked);
    }
    None
}

fn is_product(words: &str, book: &LcgBook) -> bool {
    let words = fold(words);
    let begins = |name: &str| {
        let name = fold(name);
        words == name || words == name.trim_end_matches(" set") || words.starts_with(&format!("{name} "))
    };
    book.products().any(|p| begins(&p.product) || p.cycle.as_deref().is_some_and(begins))
}

struct Resolver<'a> {
    list: &'a Decklist,
    book: &'a LcgBook,
    figures: &'a Figures,
    by_id: Reading,
    by_title: Reading,
    disagree: bool,
    violations: Vec<Finding>,
    warnings: Vec<Finding>,
    matched: usize,
    unmatched: usize,
    name: Option<String>,
    /// The last objective and its count, which the cards under it share.
    last: Option<(usize, u32)>,
}

impl<'a> Resolver<'a> {
    fn new(list: &'a Decklist, book: &'a LcgBook, figures: &'a Figures) -> Self {
        Self {
            list,
            book,
            figures,
            by_id: Reading::default(),
            by_title: Reading::default(),
            disagree: false,
            violations: Vec::new(),
            warnings: Vec::new(),
            matched: 0,
            unmatched: 0,
            name: list.name.clone(),
            last: None,
        }
    }

    fn take(&mut self, entry: &Entry) {
        if entry.count == Count::Of(0) {
            return;
        }
        let second;
        let entry = match second_look(entry, self.book) {
            Some(looked) => {
                second = looked;
                &second
            }
            None => entry,
        };
        if entry.count == Count::Bad {
            return self.bad_count(entry);
        }
        match self.meaning(entry) {
            Meaning::Known(printings) if self.is_caption(entry, &printings) => {
                let message = format!("{:?} was read as a caption, not as an affiliation card.", entry.title);
                self.note(Code::UnreadLine, entry, message);
            }
            Meaning::Known(printings) => {
                self.matched += 1;
                let (printings, count) = self.under_objective(entry, printings);
                self.by_id.enter(&printings, count, entry, self.list.format);
                self.by_title.enter(&printings, count, entry, self.list.format);
            }
            Meaning::Disagree { id, title } => {
                self.matched += 1;
                self.disagree = true;
                self.disagreement(entry, &id, &title);
                let count = entry.count.number();
                self.by_id.enter(&id, count, entry, self.list.format);
                if title.is_empty() {
                    self.by_title.leave_open(entry);
                } else {
                    self.by_title.enter(&title, count, entry, self.list.format);
                }
            }
            Meaning::Unknown => self.unknown(entry),
        }
    }

    /// Whether a line that is only an affiliation's name heads a group of sets: the list names its affiliation elsewhere.
    fn is_caption(&self, entry: &Entry, printings: &[Printing]) -> bool {
        let bare = entry.zone != Zone::Affiliation && entry.count == Count::Unsaid;
        let affiliation = matches!(printings.first(), Some(Printing::Affiliation(_)));
        let named = self.list.entries.iter().any(|e| e.zone == Zone::Affiliation);
        bare && affiliation && (named || !self.by_id.affiliations.is_empty())
    }

    /// A command card without a count belongs to the objective above it, in as many copies.
    fn under_objective(&mut self, entry: &Entry, printings: Vec<Printing>) -> (Vec<Printing>, u32) {
        if let [Printing::Set(set, 1)] = printings[..] {
            self.last = Some((set, entry.count.number()));
        }
        match self.last {
            Some((set, count)) if entry.count == Count::Unsaid => {
                let own =
                    |p: &Printing| matches!(p, Printing::Set(at, position) if *at == set && *position > 1);
                let of_set: Vec<Printing> = printings.iter().copied().filter(own).collect();
                if of_set.is_empty() { (printings, 1) } else { (of_set, count) }
            }
            _ => (printings, entry.count.number()),
        }
    }

    fn meaning(&mut self, entry: &Entry) -> Meaning {
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

    /// Whether an unknown title is only a slip for what the id says; it is noted.
    fn resembles(&mut self, entry: &Entry, by_id: &[Printing]) -> bool {
        let wanted = fold(&entry.title);
        let alike = |p: &&Printing| {
            let known = fold(self.book.title(**p));
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

    fn by_title(&mut self, entry: &Entry) -> Vec<Printing> {
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

    fn note(&mut self, code: Code, entry: &Entry, message: String) {
        self.warnings.push(self.figures.finding(Game::Lcg, code, message).on([entry.line]));
    }

    fn bad_count(&mut self, entry: &Entry) {
        let message = format!("The count of {:?} is no count.", entry.title);
        let mend = "Write how many copies the deck has.";
        self.violations
            .push(self.figures.finding(Game::Lcg, Code::BadCount, message).on([entry.line]).mend(mend));
        self.by_id.leave_open(entry);
        self.by_title.leave_open(entry);
    }

    fn disagreement(&mut self, entry: &Entry, id: &[Printing], title: &[Printing]) {
        let says = |printings: &[Printing]| match printings.first() {
            Some(p) => name_of(self.book, *p),
            None => "nothing known".to_owned(),
        };
        let (by_id, by_title) = (says(id), says(title));
        let message = format!("{:?} has the id of {by_id}; its title means {by_title}.", entry.title);
        let cards = id.first().into_iter().chain(title.first()).map(|p| card_at(self.book, *p));
        let finding = self.figures.finding(Game::Lcg, Code::IdTitle, message).about(cards).on([entry.line]);
        self.violations
            .push(finding.mend("Look at the card itself, and mend the id or the title in the file."));
    }

    fn unknown(&mut self, entry: &Entry) {
        if is_force_card(&entry.title) {
            return;
        }
        self.unmatched += 1;
        let suggest = self.unmatched <= MOST_SUGGESTIONS;
        let near = if suggest { self.book.names().nearest(&entry.title, 3) } else { Vec::new() };
        let bare = entry.count == Count::Unsaid && entry.id.is_none() && entry.zone != Zone::Affiliation;
        let slip = suggest && self.book.names().is_slip(&entry.title);
        if bare && !slip {
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
        let mend = match near.is_empty() {
            true => "Write the title as the card has it, or its set number in brackets.".to_owned(),
            false => format!("Is {} meant?", near.join(", or ")),
        };
        let finding = self.figures.finding(Game::Lcg, Code::UnmatchedLine, message);
        self.violations.push(finding.on([entry.line]).mend(mend));
        self.by_id.leave_open(entry);
        self.by_title.leave_open(entry);
    }

    fn finish(mut self) -> Resolved {
        let always = matches!(self.list.format, Format::Octgn | Format::LackeyXml);
        for reading in [&mut self.by_id, &mut self.by_title] {
            reading.lists_command = always || !reading.command.is_empty();
        }
        Resolved {
            by_id: self.by_id,
            by_title: self.disagree.then_some(self.by_title),
            violations: self.violations,
            warnings: self.warnings,
            name: self.name,
        }
    }
}

impl Reading {
    /// Enters a line that means any of these printings.
    fn enter(&mut self, printings: &[Printing], count: u32, entry: &Entry, format: Format) {
        let Some(first) = printings.first().copied() else { return };
        let in_zones =
            matches!(format, Format::Octgn | Format::LackeyXml | Format::OfflineBuilder | Format::Yaml);
        let zone = if in_zones { entry.zone } else { Zone::Any };
        match first {
            Printing::Affiliation(at) => self.affiliations.entry(at).or_default().add(count, entry.line),
            Printing::Challenge(at) => self.challenge.entry(at).or_default().add(count, entry.line),
            Printing::Set(at, 1) | Printing::Fan(at, 1) => {
                let sets = if matches!(first, Printing::Set(..)) { &mut self.sets } else { &mut self.fan };
                sets.entry(at).or_default().add(count, entry.line);
                if matches!(zone, Zone::Command | Zone::Affiliation) {
                    self.misplaced.push((first, entry.line));
                }
            }
            Printing::Set(..) | Printing::Fan(..) => {
                if matches!(zone, Zone::Objectives | Zone::Affiliation) {
                    self.misplaced.push((first, entry.line));
                } else {
                    let candidates = printings.to_vec();
                    self.command.push(CommandLine { candidates, count, line: entry.line });
                }
            }
        }
    }

    /// Leaves open what a line is that could not be matched.
    fn leave_open(&mut self, entry: &Entry) {
        // A count that cannot be read may be any.
        let count = if entry.count == Count::Bad { Count::MOST } else { entry.count.number() };
        match entry.zone {
            Zone::Affiliation => self.open_affiliation = true,
            Zone::Command => self.open_command = self.open_command.saturating_add(count),
            Zone::Objectives => self.open_sets = self.open_sets.saturating_add(count),
            Zone::Any => {
                self.open_sets = self.open_sets.saturating_add(count);
                self.open_command = self.open_command.saturating_add(count);
            }
            Zone::Aside => {}
        }
    }
}

/// The printings of a title: where official sets have it, only those, unless an id will choose; of the zone first.
fn official_first(printings: &[Printing], id_chooses: bool, zone: Zone) -> Vec<Printing> {
    let official = |p: &Printing| matches!(p, Printing::Set(..) | Printing::Affiliation(_));
    if id_chooses || !printings.iter().any(official) {
        return printings.to_vec();
    }
    prefer(printings.iter().copied().filter(official).collect(), zone)
}

/// Those that belong in the zone, where any do.
fn prefer(printings: Vec<Printing>, zone: Zone) -> Vec<Printing> {
    let belongs = |p: &Printing| match (zone, p) {
        (Zone::Objectives, Printing::Set(_, position) | Printing::Fan(_, position)) => *position == 1,
        (Zone::Command, Printing::Set(_, position) | Printing::Fan(_, position)) => *position > 1,
        (Zone::Affiliation, p) => matches!(p, Printing::Affiliation(_)),
        _ => true,
    };
    let official = |p: &Printing| matches!(p, Printing::Set(..) | Printing::Affiliation(_));
    let fit: Vec<Printing> = printings.iter().copied().filter(belongs).collect();
    let fit = if fit.is_empty() { printings } else { fit };
    let known: Vec<Printing> = fit.iter().copied().filter(official).collect();
    if known.is_empty() { fit } else { known }
}

/// A printing as a message names it: `The False Report (99)`.
pub(super) fn name_of(book: &LcgBook, printing: Printing) -> String {
    let title = book.title(printing);
    match printing {
        Printing::Set(at, 1) => format!("{title} ({})", *book.set_at(at).set),
        Printing::Set(at, position) => format!("{title} ({}-{position})", *book.set_at(at).set),
        Printing::Fan(at, position) => format!("{title} ({}-{position})", *book.fan_at(at).set),
        Printing::Affiliation(_) | Printing::Challenge(_) => title.to_owned(),
    }
}

/// A printing as a value.
pub(super) fn card_at(book: &LcgBook, printing: Printing) -> CardAt {
    let name = book.title(printing).to_owned();
    let (number, set) = match printing {
        Printing::Set(at, position) => (
            book.card_at(at, position).map(|c| c.number.value.clone()),
            Some(book.set_at(at).set.value.clone()),
        ),
        Printing::Fan(at, _) => (None, Some(book.fan_at(at).set.value.clone())),
        Printing::Affiliation(at) => (book.affiliations()[at].number.clone(), None),
        Printing::Challenge(at) => (Some(book.challenge_at(at).number.value.clone()), None),
    };
    CardAt { name, number, set }
}
