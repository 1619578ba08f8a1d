//! Decks: what a file lists, whether the rules allow it, and which rule says so.
//!
//! A [`Checker`] turns the bytes of a file into a [`DeckReport`]. Nothing here uses the network or prints.

mod absence;
pub(crate) mod code;
mod copies;
mod dated;
mod doubtful;
pub(crate) mod figures;
pub mod files;
mod in_place;
mod lcg;
pub(crate) mod list;
mod open_lines;
pub mod pairs;
pub(crate) mod read;
pub(crate) mod report;
pub(crate) mod show;
mod talk;
mod tcg;
pub(crate) mod words;

pub use code::Code;
pub use figures::Figures;
pub(crate) use figures::{RestrictedKind, RestrictedList};
pub(crate) use list::Decklist;
pub(crate) use open_lines::{LineMeaning, Open, OpenLine};
pub use report::{DeckReport, Finding, Report, Verdict};
pub(crate) use report::{IfNamed, LikelyOutcome, ListUsed};
pub use show::{Layout, SectionTitle};

use std::collections::BTreeSet;

use list::{ListNote, Zone};
use read::Content;
use read::typed::Lexicon;

use crate::corpus::{CardBook, Certainty, Corpus, Day, Game, Kind, history};

/// The day on which a deck is to be legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AsOf {
    /// The day of the newest document whose words are held.
    #[default]
    Newest,
    On(Day),
    /// The day of the newest list that is known at all.
    Latest,
}

/// Checks decks for a particular day.
pub struct Checker<'a> {
    book: &'a CardBook,
    figures: &'a Figures,
    as_of: AsOf,
    game: Option<Game>,
    lcg_day: Day,
    tcg_day: Day,
    /// A notice if the rulings have a different restricted list than the figures.
    list_differs: Option<String>,
}

impl<'a> Checker<'a> {
    /// A checker for a day. With a game, only decks of that game are recognized.
    pub fn new(
        corpus: &Corpus,
        book: &'a CardBook,
        figures: &'a Figures,
        as_of: AsOf,
        game: Option<Game>,
    ) -> Self {
        let day = |game| match as_of {
            AsOf::On(day) => day,
            AsOf::Latest => figures.newest_day(game).or_else(|| newest(corpus, game)).unwrap_or(EARLIEST),
            AsOf::Newest => newest(corpus, game).or_else(|| figures.newest_day(game)).unwrap_or(EARLIEST),
        };
        let (lcg_day, tcg_day) = (day(Game::Lcg), day(Game::Tcg));
        let list_differs = list_differs(corpus, figures, lcg_day);
        Self { book, figures, as_of, game, lcg_day, tcg_day, list_differs }
    }

    /// Checks the bytes of a file, which is called `file` in the report. If it contains a player's two decks,
    /// checks the first.
    pub fn check(&self, file: &str, bytes: &[u8]) -> DeckReport {
        let mut decks = self.check_all(file, bytes);
        decks.swap_remove(0)
    }

    /// Checks every deck in the bytes of a file: usually one, but possibly a player's two.
    pub fn check_all(&self, file: &str, bytes: &[u8]) -> Vec<DeckReport> {
        let lists = match self.read(bytes) {
            Ok(lists) => lists,
            Err(why) => return vec![DeckReport::unreadable(file, why)],
        };
        lists.iter().map(|(game, list)| self.check_list(file, *game, list)).collect()
    }

    /// Checks a list by the rules of its game.
    fn judge(&self, file: &str, game: Game, list: &Decklist) -> DeckReport {
        match game {
            Game::Lcg => lcg::check(file, list, self.lcg()),
            Game::Tcg => tcg::check(file, list, self.tcg()),
        }
    }

    /// Checks a list, and determines the outcome if every open line means what it seems to.
    fn check_list(&self, file: &str, game: Game, list: &Decklist) -> DeckReport {
        let check = |list: &Decklist| self.judge(file, game, list);
        let counted = doubtful::counted(list, &check);
        let asked = doubtful::with_questions(&counted, &check);
        let list = asked.as_ref();
        let mut report = check(list);
        report.likely_outcome = self.likely_outcome(game, list, &check);
        self.compare_with_its_day(file, game, list, &mut report);
        self.compare_with_newest(file, game, list, &mut report);
        report
    }

    /// The outcome if every open line means what it seems to; `None` if none is open, or that is open still.
    fn likely_outcome(
        &self,
        game: Game,
        list: &Decklist,
        check: &dyn Fn(&Decklist) -> DeckReport,
    ) -> Option<LikelyOutcome> {
        let of_sets = |list: &Decklist, choice| match game {
            Game::Lcg => (list.clone(), BTreeSet::new()),
            Game::Tcg => tcg::of_sets_assumed(list, choice, self.tcg()),
        };
        let (_, of_open_sets) = of_sets(list, 0);
        let lines: BTreeSet<usize> = list.open_entries().map(|e| e.line).chain(of_open_sets).collect();
        if lines.is_empty() {
            return None;
        }
        let [first, second] = [0, 1].map(|choice| check(&of_sets(&list.assuming(choice), choice).0));
        let counted = match game {
            Game::Lcg => "sets",
            Game::Tcg => "cards",
        };
        let likely = LikelyOutcome::of(lines.into_iter().collect(), &first, counted);
        let mut likely = likely.filter(|_| first.verdict == second.verdict)?;
        let named = list.assuming_named().map(|(card, list)| IfNamed::of(card, &check(&of_sets(&list, 0).0)));
        likely.if_named = named.filter(|named| named.verdict != likely.verdict);
        Some(likely)
    }

    /// The deck of a file in canonical order; of a player's two decks, the first.
    ///
    /// # Errors
    /// A sentence that says why the file is not a deck.
    pub fn lay_out(&self, bytes: &[u8]) -> Result<Layout, String> {
        Ok(self.lay_out_all(bytes)?.swap_remove(0))
    }

    /// Every deck of a file in canonical order.
    ///
    /// # Errors
    /// A sentence that says why the file is not a deck.
    pub fn lay_out_all(&self, bytes: &[u8]) -> Result<Vec<Layout>, String> {
        Ok(self.read(bytes)?.iter().map(|(game, list)| self.lay_out_list(*game, list)).collect())
    }

    fn lay_out_list(&self, game: Game, list: &Decklist) -> Layout {
        match game {
            Game::Lcg => lcg::lay_out(list, self.lcg()),
            Game::Tcg => tcg::lay_out(list, self.tcg()),
        }
    }

    /// Settles the open lines of every deck in a file as `answer` decides, and checks the results.
    ///
    /// # Errors
    /// A sentence that says why the file is not a deck, or whatever `answer` returns.
    pub(crate) fn check_answered(
        &self,
        file: &str,
        bytes: &[u8],
        mut answer: impl FnMut(&OpenLine) -> Result<LineMeaning, String>,
    ) -> Result<Vec<(Layout, DeckReport)>, String> {
        let mut decks = Vec::new();
        for (game, list) in self.read(bytes)? {
            let check = |list: &Decklist| self.judge(file, game, list);
            let mut list = doubtful::counted(&list, &check).into_owned();
            open_lines::resolve_open_lines(&mut list, &mut answer)?;
            let list = doubtful::answered(list, &check, &mut answer)?;
            decks.push((self.lay_out_list(game, &list), self.check_list(file, game, &list)));
        }
        Ok(decks)
    }

    /// Combines the checks of several decks.
    pub fn report(&self, decks: Vec<DeckReport>) -> Report {
        let tcg = decks.iter().any(|d| d.game == Some(Game::Tcg));
        let lcg = decks.iter().any(|d| d.game == Some(Game::Lcg));
        let (list, also) = match (lcg, tcg) {
            (false, true) => (self.tcg_list(), None),
            (true, true) => (self.restricted_list(), self.tcg_list()),
            _ => (self.restricted_list(), None),
        };
        Report { list, also, decks }
    }

    /// The restricted list that applies to LCG decks.
    pub(crate) fn restricted_list(&self) -> Option<ListUsed> {
        let used = self.figures.restricted_on(self.lcg_day)?;
        let newest = self.figures.restricted().last()?;
        let newer = newest.from.value > used.from.value;
        Some(ListUsed {
            document: used.document.clone(),
            date: used.from.to_string(),
            as_of: self.lcg_day.to_string(),
            note: self.list_differs.clone().or_else(|| used.note.clone()).or_else(|| note(used)),
            newer: newer.then(|| format!("{}, {}", newest.document, *newest.from)),
        })
    }

    fn tcg_list(&self) -> Option<ListUsed> {
        let basis = self.figures.basis(Game::Tcg, Code::ListUncertain)?;
        let newest = self.figures.listed_on(self.tcg_day)?;
        Some(ListUsed {
            document: basis.cite.clone(),
            date: newest.to_string(),
            as_of: self.tcg_day.to_string(),
            note: Some("which cards were restricted is known only in part".to_owned()),
            newer: None,
        })
    }

    fn lcg(&self) -> lcg::CheckOptions<'_> {
        let releases = self.as_of != AsOf::Latest;
        lcg::CheckOptions { book: &self.book.lcg, figures: self.figures, day: self.lcg_day, releases }
    }

    fn tcg(&self) -> tcg::CheckOptions<'_> {
        tcg::CheckOptions { book: &self.book.tcg, figures: self.figures, day: self.tcg_day }
    }

    /// Reads the lists in a file, each with its game: the one the format implies, or else the one with more
    /// matching lines.
    fn read(&self, bytes: &[u8]) -> Result<Vec<(Game, Decklist)>, String> {
        let list = match read::read(bytes, self.book)? {
            Content::List(list) => list,
            Content::Typed(text, simple) => return self.read_typed(&text, &simple),
        };
        if let Some(game) = list.game {
            return match self.game {
                Some(wanted) if wanted != game => Err(format!("This is a deck of {}.", game.name())),
                _ => Ok(vec![(game, list)]),
            };
        }
        let game = self.game.unwrap_or_else(|| self.likelier(&list));
        let matched = self.matched(game, &list);
        let named = list.entries.iter().any(|e| e.id.is_some()) && matched > 0;
        if matched == 0 || (matched < 5 && matched * 10 < list.entries.len() && !named) {
            return Err(NO_DECK.to_owned());
        }
        Ok(vec![(game, list)])
    }

    fn matched(&self, game: Game, list: &Decklist) -> usize {
        match game {
            Game::Lcg => lcg::matched(list, &self.book.lcg),
            Game::Tcg => tcg::matched(list, &self.book.tcg),
        }
    }

    fn likelier(&self, list: &Decklist) -> Game {
        let [lcg, tcg] = [Game::Lcg, Game::Tcg].map(|game| self.matched(game, list));
        if tcg > lcg { Game::Tcg } else { Game::Lcg }
    }

    /// Splits a text with lists of both games, if each list comes after a line that names its game, and has
    /// cards of it.
    fn read_both(&self, text: &str, simple: &Decklist) -> Option<Vec<(Game, Decklist)>> {
        if self.game.is_some() {
            return None;
        }
        let mut both = Vec::new();
        for (game, part) in read::by_game::parts(text)? {
            let mut lists = read::typed::read(&part, &Lexicon::new(game, self.book, self.figures.words()));
            if lists.iter().map(|list| list.matched).sum::<usize>() < MIN_MATCHED {
                return None;
            }
            for list in &mut lists {
                list.format = simple.format;
                list.day = dated::in_heading(&part, list, self.figures.words());
            }
            both.extend(lists.into_iter().map(|list| (game, list)));
        }
        Some(both)
    }

    /// The game of a typed list, judging by a simple reading of it; both if that is not obvious.
    fn likely_games(&self, simple: &Decklist) -> &'static [Game] {
        let [lcg, tcg] = [Game::Lcg, Game::Tcg].map(|game| self.matched(game, simple));
        let all = simple.entries.len();
        match self.game {
            Some(Game::Lcg) => &[Game::Lcg],
            Some(Game::Tcg) => &[Game::Tcg],
            None if lcg > 0 && tcg == 0 && lcg * 3 >= all => &[Game::Lcg],
            None if tcg > 0 && lcg == 0 && tcg * 3 >= all => &[Game::Tcg],
            None if lcg >= 3 && tcg * 4 <= lcg => &[Game::Lcg],
            None if tcg >= 3 && lcg * 4 <= tcg => &[Game::Tcg],
            None => &Game::ALL,
        }
    }

    /// The message about a text without cards of the game that was asked for, if it has cards of the other.
    fn of_the_other_game(&self, text: &str) -> Option<String> {
        let wanted = self.game?;
        let other = Game::ALL.into_iter().find(|game| *game != wanted)?;
        let lists = read::typed::read(text, &Lexicon::new(other, self.book, self.figures.words()));
        let matched: usize = lists.iter().map(|list| list.matched).sum();
        (matched >= MIN_MATCHED || matched > 0 && names_affiliation(&lists)).then(|| {
            let (wanted, other) = (wanted.name(), other.name());
            format!("This is no deck of {wanted} (`--game`): {matched} of its lines name cards of {other}.")
        })
    }

    /// Reads typed text as a list of the game to which more of its cards belong. If that is not obvious,
    /// tries both.
    fn read_typed(&self, text: &str, simple: &Decklist) -> Result<Vec<(Game, Decklist)>, String> {
        let read =
            |game| (game, read::typed::read(text, &Lexicon::new(game, self.book, self.figures.words())));
        if let Some(both) = self.read_both(text, simple) {
            return Ok(both);
        }
        let readings: Vec<(Game, Vec<Decklist>)> =
            self.likely_games(simple).iter().map(|game| read(*game)).collect();
        let points = |lists: &[Decklist]| lists.iter().map(Decklist::points).sum::<usize>();
        let (others, best) = match &readings[..] {
            [lcg, tcg]
                if points(&tcg.1) > points(&lcg.1)
                    && !(names_affiliation(&lcg.1) && is_no_deck_of_tcg(&tcg.1)) =>
            {
                (points(&lcg.1), 1)
            }
            [_, tcg] => (points(&tcg.1), 0),
            _ => (0, 0),
        };
        let (game, mut lists) = readings.into_iter().nth(best).ok_or(NO_DECK)?;
        let matched: usize = lists.iter().map(|list| list.matched).sum();
        let lines: usize = lists.iter().map(|list| list.entries.len() + list.unread.len()).sum();
        let called = game == Game::Lcg && names_affiliation(&lists);
        // Of a list that is not here it is not said that there is none.
        let of_another = lists.iter().any(|list| list.doubts.of_another && !list.questions.is_empty());
        if !called && !of_another && (matched == 0 || (matched < 5 && matched * 10 < lines)) {
            return Err(self.of_the_other_game(text).unwrap_or_else(|| NO_DECK.to_owned()));
        }
        for list in &mut lists {
            list.format = simple.format;
            list.day = dated::in_heading(text, list, self.figures.words());
            list.notes.extend(simple.notes.iter().cloned());
            if others * 3 > list.points() * 2 {
                let message = format!(
                    "The list was read as one of {}; nearly as many of its lines name cards of the other game (`--game`).",
                    game.name()
                );
                list.notes.push(ListNote { code: Code::GameGuessed, text: message });
            }
        }
        Ok(lists.into_iter().map(|list| (game, list)).collect())
    }
}

/// The minimum number of cards of a game that is not a coincidence.
const MIN_MATCHED: usize = 5;

/// Whether a list names an affiliation, and has lines that may be cards without being titles: sets referred
/// to by their characters.
fn names_affiliation(lists: &[Decklist]) -> bool {
    let entries = || lists.iter().flat_map(|list| &list.entries);
    let cards = entries().filter(|e| e.zone != Zone::Affiliation && (e.counted || !e.lost));
    entries().any(|e| e.zone == Zone::Affiliation) && cards.count() >= MIN_SETS
}

/// Whether a text contains too few cards and copies to be a deck of the TCG.
fn is_no_deck_of_tcg(lists: &[Decklist]) -> bool {
    let known = lists.iter().map(|list| list.matched).sum::<usize>();
    let copies = lists.iter().flat_map(|list| &list.entries).map(|e| e.count.number());
    known < FEW_CARDS && copies.fold(0, u32::saturating_add) < FEW_COPIES
}

/// The minimum number of sets that, together with an affiliation, is not a coincidence.
const MIN_SETS: usize = 3;

/// No TCG deck has as few lines as this …
const FEW_CARDS: usize = 8;

/// … or as few copies.
const FEW_COPIES: u32 = 25;

/// The message for a text without cards.
const NO_DECK: &str = "No deck: hardly a line of it names a card of either game.";

/// The notice if the newest restricted list among the rulings differs from the one that decks are checked
/// against: a document laid over the rulings contains words, but not the figures.
fn list_differs(corpus: &Corpus, figures: &Figures, day: Day) -> Option<String> {
    let used = figures.restricted_on(day)?;
    let listed = corpus.rulings().filter(|r| {
        let item = r.game == Game::Lcg && r.kind == Kind::Restricted && r.part_of.is_some();
        item && r.is_in_force(Some(day)) && r.document_on(Some(day)).date >= used.from.value
    });
    let listed: BTreeSet<String> = listed.filter_map(|r| set_number(&r.id)).collect();
    let judged = used.readings.iter().flat_map(figures::Groups::all).flat_map(|(_, _, sets)| sets);
    let judged: BTreeSet<String> = judged.map(|set| set.value.clone()).collect();
    let (more, fewer) = (listed.difference(&judged), judged.difference(&listed));
    let said = |sets: Vec<&String>, what: &str| {
        let sets = sets.into_iter().cloned().collect::<Vec<_>>().join(", ");
        (!sets.is_empty()).then(|| format!("{what} {sets}"))
    };
    let all = [said(more.collect(), "it also names"), said(fewer.collect(), "it does not name")];
    let all: Vec<String> = all.into_iter().flatten().collect();
    (!listed.is_empty() && !all.is_empty()).then(|| {
        format!("the list in the rulings is not this one: {}; see `judge restricted`", all.join(", "))
    })
}

/// The set number in the id of a restricted list item: `103` of `lcg:restricted.103@2.2` and, for a set in a
/// second group, of `lcg:restricted.103-2`.
fn set_number(id: &str) -> Option<String> {
    let last = history::base(id).rsplit('.').next()?;
    last.split('-').next().map(str::to_owned)
}

/// The note on a list without contents.
fn note(list: &RestrictedList) -> Option<String> {
    match (list.mode, list.certainty) {
        (RestrictedKind::None, _) => Some("it has no restricted list".to_owned()),
        (_, Certainty::Likely) => Some("known only as likely".to_owned()),
        (
            RestrictedKind::OneOfList | RestrictedKind::Groups | RestrictedKind::Unknown,
            Certainty::Certain | Certainty::Unknown,
        ) => None,
    }
}

/// The release day of the older game.
const EARLIEST: Day = Day(jiff::civil::date(2002, 4, 1));

fn newest(corpus: &Corpus, game: Game) -> Option<Day> {
    corpus.newest_document(game, None).map(|d| d.date.value)
}
