//! The names of one game, as a list typed by hand is read against them: exactly, or with one slip.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap, HashSet};

pub(super) use super::spelling::Found;
use super::spelling::{
    abbreviated, apart_at_capitals, chosen, letters_allowed, nearest_by_far, turned, version_of,
    with_all_words, without_inner_word, without_printing,
};
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::corpus::cards::{CardBook, LcgBook, Printing, Side, TcgBook};
use crate::deck::words::{InPlace, Role, Roles, Words};

/// No name is nearly as long, in bytes.
pub(super) const MAX_NAME_LENGTH: usize = 160;

/// No affiliation card's title has more words.
const MAX_AFFILIATION_LENGTH: usize = 4;

/// More candidates than these help nobody.
const MAX_CANDIDATES: usize = 6;

/// The names of one game and the words of lists.
pub(in crate::deck) struct Lexicon<'a> {
    pub(in crate::deck) game: Game,
    pub(super) words: &'a Words,
    pub(super) lcg: &'a LcgBook,
    pub(super) tcg: &'a TcgBook,
    /// What texts were found to name: a line is looked at from several sides, and comparing with every name
    /// takes time.
    found: RefCell<HashMap<String, Found>>,
    /// Whether texts are names as the game has them: each part of a row is looked up again and again.
    looked_up: RefCell<HashMap<String, bool>>,
    /// The words that titles begin with, and those they have, made when they are first asked for.
    openings: OnceCell<HashSet<String>>,
    in_titles: OnceCell<BTreeSet<String>>,
    /// The figures in titles, each with the word before it: `yavin 4`.
    pub(super) figures: OnceCell<BTreeSet<String>>,
    /// The names of products or sets, made when they are first asked for.
    pub(super) products: OnceCell<Vec<String>>,
    /// How many texts were compared with all names.
    compared: Cell<usize>,
}

/// The maximum number of texts whose reading as names is cached.
const MAX_LOOKED_UP: usize = 20_000;

impl<'a> Lexicon<'a> {
    /// At most this many texts of a list are compared with all names; no list that anybody typed has as many
    /// that are no name.
    pub(super) const MAX_COMPARED: usize = 1_500;

    pub(in crate::deck) fn new(game: Game, book: &'a CardBook, words: &'a Words) -> Self {
        let (found, looked_up) = (RefCell::default(), RefCell::default());
        let (openings, in_titles, figures) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        let (products, compared) = (OnceCell::new(), Cell::new(0));
        Self {
            game,
            words,
            lcg: &book.lcg,
            tcg: &book.tcg,
            found,
            looked_up,
            openings,
            in_titles,
            figures,
            products,
            compared,
        }
    }

    /// Whether a text is a name as the game has it.
    pub(super) fn exact(&self, text: &str) -> bool {
        if text.len() > MAX_NAME_LENGTH {
            return false;
        }
        if let Some(exact) = self.looked_up.borrow().get(text) {
            return *exact;
        }
        let exact = self.look_up(text);
        let mut looked_up = self.looked_up.borrow_mut();
        if looked_up.len() < MAX_LOOKED_UP {
            looked_up.insert(text.to_owned(), exact);
        }
        exact
    }

    fn look_up(&self, text: &str) -> bool {
        match self.game {
            Game::Lcg => !self.lcg.names().get(text).is_empty(),
            Game::Tcg => !self.tcg.names().get(&without_printing(text)).is_empty(),
        }
    }

    /// Whether a text is a name as the game has it, or one without its version letter.
    pub(super) fn is_name(&self, text: &str) -> bool {
        self.exact(text) || self.game == Game::Tcg && !self.tcg.bases().get(text).is_empty()
    }

    /// A title with a sign or a letter for its `and`, in what the game has: `A + B`, `A n B`.
    pub(super) fn with_and(&self, text: &str) -> Option<String> {
        const ANDS: [&str; 6] = ["+", "n", "u", "und", "et", "y"];
        if text.len() > MAX_NAME_LENGTH {
            return None;
        }
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let inner = words.len().checked_sub(1).and_then(|last| words.get_mut(1..last))?;
        let mut joined = false;
        for word in inner {
            let bare = word.trim_matches(['\'', '’', '‘', '.']);
            if ANDS.iter().any(|and| and.eq_ignore_ascii_case(bare)) {
                (*word, joined) = ("and", true);
            }
        }
        let name = words.join(" ");
        (joined && self.is_name(&name) && self.counts_for_size(&name)).then_some(name)
    }

    /// A name with its words in another order, in what the game has.
    pub(super) fn in_order(&self, text: &str) -> Option<String> {
        let (base, letter) = if self.game == Game::Tcg { version_of(text) } else { (text, None) };
        let name = turned(base).filter(|name| self.is_name(name) && self.counts_for_size(name))?;
        Some(name + &letter.map(|letter| format!(" ({letter})")).unwrap_or_default())
    }

    /// A name without the version letter that somebody typed behind it, in whatever way.
    pub(super) fn without_typed_version<'t>(&self, text: &'t str) -> Option<&'t str> {
        let (base, letter) = version_of(text);
        (self.game == Game::Tcg && letter.is_some()).then_some(base)
    }

    /// Whether a name has a version letter behind it, and not a last word of one letter: `Title I`.
    pub(super) fn ends_with_version(&self, name: &str) -> bool {
        self.without_typed_version(name).is_some_and(|_| self.tcg.bases().get(name).is_empty())
    }

    /// The words of all titles that count for a deck's size, but for words of lists.
    pub(super) fn words_of_titles(&self) -> &BTreeSet<String> {
        self.in_titles.get_or_init(|| {
            let titles = self.titles();
            let words = titles.iter().flat_map(|title| title.split(' '));
            words.filter(|w| w.len() > 2 && self.words.get(w).is_empty()).map(str::to_owned).collect()
        })
    }

    /// Whether a title that counts for a deck's size may begin with the word.
    pub(super) fn begins_name(&self, word: &str) -> bool {
        let openings = self.openings.get_or_init(|| {
            let first = |title: &String| title.split(' ').next().unwrap_or_default().to_owned();
            self.titles().iter().map(first).chain(["the".to_owned()]).collect()
        });
        openings.contains(normalize_name(word).split(' ').next().unwrap_or_default())
    }

    /// Whether a title that counts for a deck's size begins with these words, the last of them perhaps cut.
    pub(super) fn begins_title(&self, text: &str) -> bool {
        let begun = normalize_name(text);
        match self.game {
            Game::Lcg => self.lcg.sets().any(|set| normalize_name(&set.title).starts_with(&begun)),
            Game::Tcg => self.tcg.bases().normalized().any(|(title, _)| title.starts_with(&begun)),
        }
    }

    /// Whether another title begins with these words, and goes on.
    pub(super) fn begins_longer_name(&self, name: &str) -> bool {
        let longer = format!("{} ", normalize_name(name));
        match self.game {
            Game::Lcg => self.lcg.names().normalized().any(|(title, _)| title.starts_with(&longer)),
            Game::Tcg => self.tcg.bases().normalized().any(|(title, _)| title.starts_with(&longer)),
        }
    }

    /// The titles that count for a deck's size, normalized.
    pub(super) fn titles(&self) -> Vec<String> {
        match self.game {
            Game::Lcg => self.lcg.sets().map(|set| normalize_name(&set.title)).collect(),
            Game::Tcg => self.tcg.bases().shown().map(normalize_name).collect(),
        }
    }

    /// Whether a card's full name stands among the words of a text.
    pub(super) fn names_a_card(&self, text: &str) -> bool {
        let words: Vec<&str> = text.split_whitespace().take(40).collect();
        (0..words.len()).any(|from| {
            let names = (from + 1..=words.len().min(from + 9)).map(|to| words[from..to].join(" "));
            names.into_iter().any(|name| name.len() > 4 && self.is_name(&name) && self.counts_for_size(&name))
        })
    }

    /// What the words of a text are, apart from cards.
    pub(super) fn roles(&self, text: &str) -> Roles<'a> {
        self.words.roles(text)
    }

    /// The affiliation card a text names: a card's title, or how people write the affiliation.
    pub(super) fn affiliation(&self, roles: &Roles<'_>, text: &str) -> Option<String> {
        if self.game == Game::Tcg {
            return None;
        }
        let card = self.affiliation_card(text).or_else(|| self.affiliation_card_among(text));
        let named = || {
            // `in accordance with`: a short word is hardly meant where another names one in full.
            let names = |role: &Role| matches!(role, Role::Affiliation(_));
            let in_full = |(of, phrase): &(&[Role], String)| phrase.len() > 2 && of.iter().any(names);
            let full = !roles.unknown.is_empty() && roles.known.iter().any(in_full);
            // `NOT in the deck, they live at home`: in a sentence two letters are a word of it.
            let talks = roles.unknown.len() > 2;
            let known = roles.known.iter().filter(|(_, phrase)| !(full || talks) || phrase.len() > 2);
            let all = known.filter_map(|(roles, _)| {
                roles.iter().find_map(|role| match role {
                    Role::Affiliation(name) => Some(name),
                    _ => None,
                })
            });
            let all: BTreeSet<&String> = all.collect();
            let own = self.lcg.affiliations().iter().find(|a| all.contains(&a.title.value))?;
            // Of two affiliations in one breath neither is the deck's for sure.
            (all.len() == 1).then(|| own.title.value.clone())
        };
        card.or_else(named)
    }

    /// The one affiliation card whose title stands in a text of words of lists, and is not what people call
    /// the affiliation: it is the deck's, whatever affiliation stands beside it.
    pub(super) fn affiliation_card_among(&self, text: &str) -> Option<String> {
        if self.game == Game::Tcg || text.len() > MAX_NAME_LENGTH {
            return None;
        }
        let normalized = normalize_name(text);
        let words: Vec<&str> = normalized.split(' ').collect();
        // `Sith instead of Dark Masters` names what is not there.
        let absent = |from: usize| {
            let other = |role: &Role| matches!(role, Role::Absent | Role::Struck | Role::Change);
            let before = words[..from].join(" ");
            let leads = |phrase: &str| {
                [InPlace::Instead, InPlace::Formerly].iter().any(|p| self.words.is(*p, phrase))
            };
            self.roles(&before).any(other) || (0..from).any(|at| leads(&words[at..from].join(" ")))
        };
        let phrases = (0..words.len()).flat_map(|from| {
            let ends = from + 2..=words.len().min(from + MAX_AFFILIATION_LENGTH);
            ends.map(move |to| (from, to))
        });
        let cards = phrases.filter_map(|(from, to)| {
            let phrase = words[from..to].join(" ");
            let others = [&words[..from], &words[to..]].concat().join(" ");
            let alone = others.is_empty() || self.roles(&others).whole();
            let own = alone && self.words.get(&phrase).is_empty();
            self.affiliation_card(&phrase).filter(|_| own && !absent(from))
        });
        let cards: BTreeSet<String> = cards.collect();
        if cards.len() == 1 { cards.into_iter().next() } else { None }
    }

    /// The affiliation card of that title.
    pub(super) fn affiliation_card(&self, text: &str) -> Option<String> {
        if self.game == Game::Tcg {
            return None;
        }
        self.lcg.names().get(text).iter().find_map(|p| match p {
            Printing::Affiliation(at) => Some(self.lcg.affiliations()[*at].title.value.clone()),
            Printing::Set(..) | Printing::Challenge(_) | Printing::Fan(..) => None,
        })
    }

    /// What a text names.
    pub(super) fn read(&self, text: &str) -> Found {
        if text.len() > MAX_NAME_LENGTH {
            return Found::Lost;
        }
        if self.exact(text) {
            return Found::Exact(text.to_owned());
        }
        if let Some(name) =
            self.in_figures(text).or_else(|| self.in_order(text)).or_else(|| self.with_and(text))
        {
            return match self.read(&name) {
                Found::Exact(name) => Found::Slip(name),
                found => found,
            };
        }
        if let Some(name) = self.words.without_nickname(text)
            && let Found::Exact(name) | Found::Slip(name) = self.read_plainly(&name)
        {
            return Found::Slip(name);
        }
        let found = self.read_plainly(text);
        // `RedTwo`: two words in one.
        let apart = || apart_at_capitals(text).map(|text| self.read_plainly(&text));
        let open = matches!(found, Found::Lost | Found::Open(_));
        match open.then(apart).flatten() {
            Some(Found::Exact(name) | Found::Slip(name)) => Found::Slip(name),
            Some(Found::Open(_) | Found::Lost) | None => found,
        }
    }

    fn read_plainly(&self, text: &str) -> Found {
        if self.exact(text) {
            return Found::Exact(text.to_owned());
        }
        if normalize_name(text).chars().filter(|c| c.is_alphanumeric()).count() < 3 {
            return Found::Lost;
        }
        if let Some(found) = self.found.borrow().get(text) {
            return found.clone();
        }
        if !self.may_compare() {
            return Found::Lost;
        }
        let found = match self.game {
            Game::Lcg => self.read_lcg(text),
            Game::Tcg => self.read_tcg(text),
        };
        self.found.borrow_mut().insert(text.to_owned(), found.clone());
        found
    }

    /// Whether one more text may be compared with all names; it is counted.
    pub(super) fn may_compare(&self) -> bool {
        let more = self.compared.get() < Self::MAX_COMPARED;
        self.compared.set(self.compared.get() + usize::from(more));
        more
    }

    /// Whether a text is a card's name, or one with a slip.
    pub(super) fn is_title(&self, text: &str) -> bool {
        matches!(self.read(text), Found::Exact(_) | Found::Slip(_))
    }

    /// How many texts were compared with all names.
    #[cfg(test)]
    pub(super) fn compared(&self) -> usize {
        self.compared.get()
    }

    fn read_lcg(&self, text: &str) -> Found {
        let names = self.lcg.names();
        if let Some(first) = names.get_loosely(text).first() {
            return Found::Slip(self.lcg.title(*first).to_owned());
        }
        match chosen(&names.near(text, letters_allowed(text)), text) {
            Found::Open(several) => self.the_objective(several),
            Found::Lost => self.in_part(text),
            // `Black Squadron Ass`: an objective's title cut short, rather than a command card with a slip.
            Found::Slip(name) if !self.is_objective(&name) => {
                let objective = abbreviated(text, names.normalized(), |name| self.is_objective(name));
                Found::Slip(objective.unwrap_or(name))
            }
            found => found,
        }
    }

    /// Of several names the one that is an objective's; a list of sets hardly means a command card.
    fn the_objective(&self, several: Vec<String>) -> Found {
        let mut objectives = several.iter().filter(|name| self.is_objective(name));
        match (objectives.next(), objectives.next()) {
            (Some(one), None) => Found::Slip(one.clone()),
            _ => Found::Open(several),
        }
    }

    /// Whether a card counts for its deck's size: of sets, only the objective.
    pub(super) fn counts_for_size(&self, name: &str) -> bool {
        self.game == Game::Tcg || self.is_objective(name)
    }

    pub(super) fn is_objective(&self, name: &str) -> bool {
        self.lcg.names().get(name).iter().any(|p| matches!(p, Printing::Set(_, 1)))
    }

    /// A title of which only some words are written.
    fn in_part(&self, text: &str) -> Found {
        let names = self.lcg.names();
        let words = normalize_name(text);
        let mut having = names.with_words(text);
        if !words.contains(' ') {
            having.extend(names.with_words(&format!("{words}s")));
        }
        if let Some(name) = abbreviated(text, names.normalized(), |name| self.is_objective(name)) {
            return Found::Slip(name);
        }
        let objectives: Vec<String> =
            having.iter().filter(|n| self.is_objective(n)).map(|n| (*n).to_owned()).collect();
        if let ([one], true) = (&objectives[..], words.contains(' ') && words.len() >= 8) {
            return Found::Slip(one.clone());
        }
        let having: Vec<String> = having.into_iter().map(str::to_owned).collect();
        let open = if objectives.is_empty() { having } else { objectives };
        if words.len() >= 4 && (1..=MAX_CANDIDATES).contains(&open.len()) {
            return Found::Open(open);
        }
        if let Some(name) = without_inner_word(text, names.normalized(), |name| self.is_objective(name)) {
            return Found::Slip(name);
        }
        if let Some(name) = with_all_words(text, names.normalized(), |name| self.is_objective(name)) {
            return Found::Slip(name);
        }
        if names.is_slip(text) {
            let nearest = names.nearest(text, 3);
            let one = nearest_by_far(text, &nearest).filter(|name| self.is_objective(name));
            return one.map_or_else(|| open_of(&nearest), |name| Found::Slip(name.to_owned()));
        }
        Found::Lost
    }

    fn read_tcg(&self, text: &str) -> Found {
        let text = &*without_printing(text);
        let bases = self.tcg.bases();
        if let Some(found) = self.version(text, None, true) {
            return found;
        }
        let (base, letter) = version_of(text);
        if let Some(several) = self.several_versions(text) {
            return Found::Open(several);
        }
        if let (Some(found), Some(_)) = (self.version(base, letter, true), letter) {
            return found;
        }
        if let Some(first) = self.tcg.names().get_loosely(text).first() {
            return Found::Slip(self.tcg.cards()[*first].name.value.clone());
        }
        for (base, letter) in [(base, letter), (text, None)] {
            match chosen(&bases.near(base, letters_allowed(base)), base) {
                Found::Slip(name) => return self.version(&name, letter, false).unwrap_or(Found::Lost),
                Found::Open(names) => {
                    let of = names.iter().flat_map(|name| self.versions(name, letter));
                    return Found::Open(of.take(MAX_CANDIDATES).collect());
                }
                Found::Exact(_) | Found::Lost => {}
            }
        }
        match letter.and_then(|letter| self.cut_in_name(text, base, letter)) {
            Some(several) => Found::Open(several),
            None => self.tcg_in_part(base, letter),
        }
    }

    /// `Jango F`: the cards that a name with a letter behind it may mean, where the letter may be that of a
    /// version as well as the one that a further word of the name begins with.
    fn cut_in_name(&self, text: &str, base: &str, letter: char) -> Option<Vec<String>> {
        let goes_on = format!("{} {}", normalize_name(base), letter.to_ascii_lowercase());
        let begun = self.tcg.bases().normalized().filter(|(known, _)| known.starts_with(&goes_on));
        let cut: Vec<String> = begun.flat_map(|(_, name)| self.versions(name, None)).collect();
        if cut.is_empty() || text.trim_end().ends_with([')', ']']) {
            return None;
        }
        let having = self.tcg.bases().with_words(base);
        let lettered = having.iter().flat_map(|name| self.versions(name, Some(letter)));
        let mut all: Vec<String> = Vec::new();
        for name in lettered.filter(|name| name.ends_with(&format!("({letter})"))).chain(cut) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
        all.truncate(MAX_CANDIDATES);
        (all.len() > 1).then_some(all)
    }

    /// `Name A B`: several versions of a name, and no word how many of which.
    fn several_versions(&self, text: &str) -> Option<Vec<String>> {
        let (mut base, mut letters) = (text, Vec::new());
        while self.tcg.bases().get(base).is_empty() && letters.len() < MAX_CANDIDATES {
            let (before, letter) = version_of(base);
            letters.push(letter?);
            base = before;
        }
        let of = letters.iter().rev().flat_map(|letter| self.versions(base, Some(*letter)));
        (letters.len() > 1).then(|| of.collect::<Vec<String>>()).filter(|names| !names.is_empty())
    }

    /// The cards of a name without its version letter, narrowed by the letter that was written.
    fn version(&self, base: &str, letter: Option<char>, exactly: bool) -> Option<Found> {
        if self.tcg.bases().get(base).is_empty() {
            return None;
        }
        let own = self.versions(base, letter);
        Some(match (&own[..], exactly, letter) {
            ([one], true, Some(_)) if self.exact(one) && normalize_name(one) == normalize_name(base) => {
                Found::Slip(one.clone())
            }
            ([one], _, _) => Found::Slip(one.clone()),
            ([], _, _) => Found::Open(self.versions(base, None)),
            _ => Found::Open(own),
        })
    }

    /// The full names of a base name; with a letter, of that version, and of a card without versions itself.
    fn versions(&self, base: &str, letter: Option<char>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for at in self.tcg.bases().get(base) {
            let card = &self.tcg.cards()[*at];
            let fits = match (letter, card.version.as_deref()) {
                (Some(wanted), Some(version)) => version.eq_ignore_ascii_case(&wanted.to_string()),
                _ => true,
            };
            if fits && !names.contains(&card.name.value) {
                names.push(card.name.value.clone());
            }
        }
        names
    }

    fn tcg_in_part(&self, base: &str, letter: Option<char>) -> Found {
        let having = self.tcg.bases().with_words(base);
        let words = normalize_name(base);
        if let Some(name) = abbreviated(base, self.tcg.bases().normalized(), |_| true)
            && let Some(found @ Found::Slip(_)) = self.version(&name, letter, false)
        {
            return found;
        }
        // A letter rules out every name that has no version of it.
        if letter.is_some() && words.len() >= 3 {
            let lettered = |name: &&&str| {
                !self.tcg.bases().get(name).iter().all(|at| self.tcg.cards()[*at].version.is_none())
            };
            let of: Vec<String> =
                having.iter().filter(lettered).flat_map(|name| self.versions(name, letter)).collect();
            match &of[..] {
                [one] => return Found::Slip(one.clone()),
                [_, ..] => return Found::Open(of.into_iter().take(MAX_CANDIDATES).collect()),
                [] => {}
            }
        }
        // `2-1B`: a figure in the word is as good as a long name.
        let figures = words.len() >= 3 && words.contains(|c: char| c.is_ascii_digit()) && words.contains(' ');
        if let ([one], true) = (&having[..], figures)
            && let Some(found @ Found::Slip(_)) = self.version(one, letter, false)
        {
            return found;
        }
        if words.len() >= 4 && (1..=3).contains(&having.len()) {
            let of: Vec<String> = having.iter().flat_map(|name| self.versions(name, letter)).collect();
            if let ([one], true) = (&of[..], words.contains(' ') && words.len() >= 8) {
                return Found::Slip(one.clone());
            }
            return Found::Open(of.into_iter().take(MAX_CANDIDATES).collect());
        }
        if let Some(name) = without_inner_word(base, self.tcg.bases().normalized(), |_| true)
            && let Some(found) = self.version(&name, letter, false)
        {
            return found;
        }
        let names = self.tcg.names();
        if names.is_slip(base) {
            let bases = self.tcg.bases().nearest(base, 3);
            let one = nearest_by_far(base, &bases).and_then(|name| self.version(name, letter, false));
            return one.unwrap_or_else(|| open_of(&names.nearest(base, 3)));
        }
        Found::Lost
    }

    /// The side of a card; of several of one name, of an objective.
    pub(super) fn side(&self, name: &str) -> Option<Side> {
        match self.game {
            Game::Lcg => {
                let sets = self.lcg.names().get(name).iter().filter_map(|p| match p {
                    Printing::Set(at, position) => Some((*position > 1, self.lcg.set_at(*at).side)),
                    Printing::Fan(..) | Printing::Affiliation(_) | Printing::Challenge(_) => None,
                });
                sets.min_by_key(|(command, _)| *command).map(|(_, side)| side)
            }
            Game::Tcg => self.tcg.names().get(name).first().map(|at| self.tcg.cards()[*at].side),
        }
    }

    /// The numbers of the objective sets a name stands in.
    pub(super) fn sets_of(&self, name: &str) -> Vec<u32> {
        if self.game == Game::Tcg {
            return Vec::new();
        }
        let printings = self.lcg.names().get(name).iter();
        let numbers = printings.filter_map(|p| match p {
            Printing::Set(at, _) => self.lcg.set_at(*at).set.parse().ok(),
            Printing::Fan(..) | Printing::Affiliation(_) | Printing::Challenge(_) => None,
        });
        numbers.collect()
    }

    /// The set that has the card of that number.
    pub(super) fn set_of_card(&self, number: &str) -> Option<u32> {
        self.lcg.printings(number).next().and_then(|(set, _)| set.set.parse().ok())
    }

    /// The title of the objective of a set.
    pub(super) fn objective_of(&self, number: u32) -> Option<&'a str> {
        match self.game {
            Game::Lcg => self.lcg.set(&number.to_string()).map(|set| set.title.as_str()),
            Game::Tcg => None,
        }
    }
}

/// One of several names.
fn open_of(names: &[&str]) -> Found {
    Found::Open(names.iter().map(|name| (*name).to_owned()).collect())
}
