//! The figures and lists of deck building, which change over time, from `rulings/<game>/deck/`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::code::Code;
use super::report::Finding;
use super::words::Words;
use crate::corpus::cards::{CardBook, Side};
use crate::corpus::files::Pieces;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Certainty, Corpus, Day, Diagnostic, DiagnosticCode, Files, Game, history};

/// What a violation rests on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ViolationBasis {
    pub code: Spanned<Code>,
    /// The rule's number of sets, copies or cards, if it has one.
    #[serde(default)]
    pub figure: Option<u32>,
    /// How certain the rule is.
    pub certainty: Certainty,
    /// The ruling held that says so.
    #[serde(default)]
    pub ruling: Option<Spanned<String>>,
    /// The page that says so, if no ruling held does.
    pub cite: String,
}

/// The kind of a restricted list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RestrictedKind {
    /// Nothing is restricted.
    None,
    /// A deck may contain one set of the whole list.
    OneOfList,
    /// A deck may contain one set of each group.
    Groups,
    /// Which of these is not known.
    Unknown,
}

/// A restricted list in force from some day on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RestrictedList {
    /// The first day in force.
    pub from: Spanned<Day>,
    /// The document it stands in.
    pub document: String,
    /// What it restricts a deck to.
    pub mode: RestrictedKind,
    /// How certain it is.
    pub certainty: Certainty,
    /// The ruling held that says so.
    #[serde(default)]
    pub ruling: Option<Spanned<String>>,
    /// Its citation.
    pub cite: String,
    /// What is not known about it.
    #[serde(default)]
    pub note: Option<String>,
    /// Its contents; several alternatives if they are not known for certain.
    pub readings: Vec<Groups>,
}

/// Groups of objective sets by side. A deck may contain one set of each group.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Groups {
    /// The light side's groups, of set numbers.
    #[serde(default)]
    pub light: Vec<Vec<Spanned<String>>>,
    /// The dark side's groups, of set numbers.
    #[serde(default)]
    pub dark: Vec<Vec<Spanned<String>>>,
}

impl Groups {
    /// Every group with its side and its number, from 1, among that side's groups.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Side, usize, &[Spanned<String>])> {
        let light = self.light.iter().enumerate().map(|(n, group)| (Side::Light, n + 1, group.as_slice()));
        let dark = self.dark.iter().enumerate().map(|(n, group)| (Side::Dark, n + 1, group.as_slice()));
        light.chain(dark)
    }
}

/// An erratum that changes how many copies of a set a deck may contain.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Erratum {
    /// The set's number.
    pub set: Spanned<String>,
    /// The number of copies allowed.
    pub limit: u32,
    /// The first day.
    pub from: Spanned<Day>,
    /// How certain it is.
    pub certainty: Certainty,
    /// The ruling held that says so.
    #[serde(default)]
    pub ruling: Option<Spanned<String>>,
    /// Its citation.
    pub cite: String,
}

/// A card of the TCG that is banned or restricted from some day on.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Listed")]
pub(crate) struct ListedCard {
    /// The card's full name.
    pub name: Spanned<String>,
    /// The number of copies allowed; 0 if it is banned.
    pub copies: u32,
    /// The first day.
    pub from: Spanned<Day>,
    /// How certain it is.
    pub certainty: Certainty,
    /// Its citation.
    pub cite: String,
}

/// Everything a deck check needs besides the cards.
#[derive(Debug, Clone, Default)]
pub struct Figures {
    lcg: BTreeMap<Code, ViolationBasis>,
    tcg: BTreeMap<Code, ViolationBasis>,
    /// The restricted lists, oldest first.
    restricted: Vec<RestrictedList>,
    errata: Vec<Erratum>,
    listed: Vec<ListedCard>,
    /// Words in decklists that are not card names.
    words: Words,
    /// Rulings by the id that data refers to: the id of the entry in force, and its citation.
    citations: BTreeMap<String, (String, String)>,
}

impl Figures {
    /// Loads the figures among `files`, and checks them against the rulings they cite and the sets they name.
    ///
    /// Whatever the diagnostics report is left out.
    pub fn load(files: &Files, corpus: &Corpus, book: &CardBook) -> (Self, Vec<Diagnostic>) {
        let (words, mut found) = Words::load(files);
        let mut figures = Self::read(files, words, &mut found);
        figures.cite(files, corpus, &mut found);
        figures.check_sets(files, book, &mut found);
        (figures, found)
    }

    /// The same of files with which nothing is wrong, with the documents and as many of the rulings as a
    /// check of a deck asks for: those that are cited, and the restricted lists. `None` where that cannot be
    /// had apart from the rest.
    pub fn on_demand(files: &Files) -> Option<(Corpus, Self)> {
        let mut none_found = Vec::new();
        let mut figures = Self::read(files, Words::on_demand(files)?, &mut none_found);
        let named: Vec<&str> = figures.named().map(|(_, id)| id.as_str()).collect();
        let is_wanted = |id: &str, kind: &str| kind == "restricted" || named.contains(&history::base(id));
        let corpus = Corpus::load_some(files, is_wanted);
        figures.cite(files, &corpus, &mut none_found);
        Some((corpus, figures))
    }

    /// What [`Self::on_demand`] reads besides the files.
    ///
    /// # Errors
    /// Of words that cannot be packed.
    pub fn pieces(&self) -> Result<Pieces, serde_json::Error> {
        self.words.pieces()
    }

    fn read(files: &Files, words: Words, found: &mut Vec<Diagnostic>) -> Self {
        let by_code = |rows: Vec<ViolationBasis>| rows.into_iter().map(|b| (b.code.value, b)).collect();
        let mut figures = Self {
            lcg: by_code(read(files, "lcg/deck/rules.yaml", found)),
            tcg: by_code(read(files, "tcg/deck/rules.yaml", found)),
            restricted: read(files, "lcg/deck/restricted.yaml", found),
            errata: read(files, "lcg/deck/errata.yaml", found),
            listed: read(files, "tcg/deck/lists.yaml", found),
            words,
            citations: BTreeMap::new(),
        };
        figures.restricted.sort_by_key(|list| list.from.value);
        figures
    }

    /// The rulings that are cited, each with the file that names it.
    fn named(&self) -> impl Iterator<Item = (&'static str, &Spanned<String>)> {
        let rules = self.lcg.values().filter_map(|b| b.ruling.as_ref()).map(|r| ("lcg/deck/rules.yaml", r));
        let lists = self.restricted.iter().filter_map(|l| l.ruling.as_ref());
        let errata = self.errata.iter().filter_map(|e| e.ruling.as_ref());
        rules
            .chain(lists.map(|r| ("lcg/deck/restricted.yaml", r)))
            .chain(errata.map(|r| ("lcg/deck/errata.yaml", r)))
    }

    fn cite(&mut self, files: &Files, corpus: &Corpus, found: &mut Vec<Diagnostic>) {
        let mut citations = BTreeMap::new();
        for (path, id) in self.named().filter(|_| corpus.rulings().next().is_some()) {
            match corpus.ruling(id) {
                Some(ruling) => {
                    citations.insert(id.value.clone(), (ruling.id.clone(), ruling.citation()));
                }
                None => {
                    let file = files.get(path).map_or(path, |f| f.shown.as_str());
                    let message = format!("There is no ruling {} to cite.", **id);
                    found.push(Diagnostic::error(DiagnosticCode::Link, id.place(file), message));
                }
            }
        }
        self.citations = citations;
    }

    /// Cites the rulings as they stood on a day; where none was in force, the page is cited that says the
    /// same.
    pub fn cite_as_of(&mut self, corpus: &Corpus, day: Day) {
        let named: Vec<String> = self.citations.keys().cloned().collect();
        for id in named {
            let in_force = corpus.rulings().find(|r| history::base(&r.id) == id && r.is_in_force(Some(day)));
            match in_force {
                Some(r) => self.citations.insert(id, (r.id.clone(), r.citation_on(Some(day)))),
                None => self.citations.remove(&id),
            };
        }
    }

    fn check_sets(&self, files: &Files, book: &CardBook, found: &mut Vec<Diagnostic>) {
        // A folder with lists but without cards is meant to be laid over one that has cards.
        if book.lcg.sets().next().is_none() {
            return;
        }
        let listed = self.restricted.iter().flat_map(|l| &l.readings).flat_map(Groups::all);
        let listed = listed.flat_map(|(_, _, group)| group).map(|set| ("lcg/deck/restricted.yaml", set));
        let errata = self.errata.iter().map(|e| ("lcg/deck/errata.yaml", &e.set));
        for (path, set) in listed.chain(errata) {
            if book.lcg.set(set).is_none() {
                let file = files.get(path).map_or(path, |f| f.shown.as_str());
                let message = format!("There is no objective set {}.", **set);
                found.push(Diagnostic::error(DiagnosticCode::Link, set.place(file), message));
            }
        }
    }

    pub(crate) fn words(&self) -> &Words {
        &self.words
    }

    pub(crate) fn basis(&self, game: Game, code: Code) -> Option<&ViolationBasis> {
        match game {
            Game::Lcg => self.lcg.get(&code),
            Game::Tcg => self.tcg.get(&code),
        }
    }

    /// The number in a rule, or `otherwise`, which should forbid nothing, if there is none.
    pub(crate) fn figure(&self, game: Game, code: Code, otherwise: u32) -> u32 {
        self.basis(game, code).and_then(|b| b.figure).unwrap_or(otherwise)
    }

    /// A new finding with its basis.
    pub(crate) fn finding(&self, game: Game, code: Code, message: impl Into<String>) -> Finding {
        let basis = self.basis(game, code);
        let ruling = basis.and_then(|b| b.ruling.as_deref());
        let (ruling, citation) = self.cited(ruling, basis.map(|b| b.cite.as_str()));
        Finding {
            code,
            message: message.into(),
            citation,
            ruling,
            certainty: basis.map_or(Certainty::Certain, |b| b.certainty),
            cards: Vec::new(),
            lines: Vec::new(),
            fix: None,
        }
    }

    /// A ruling held, by id and citation, or otherwise the page.
    pub(crate) fn cited(
        &self,
        ruling: Option<&String>,
        cite: Option<&str>,
    ) -> (Option<String>, Option<String>) {
        match ruling.and_then(|id| self.citations.get(id)) {
            Some((id, citation)) => (Some(id.clone()), Some(citation.clone())),
            None => (None, cite.map(str::to_owned)),
        }
    }

    /// The restricted lists, oldest first.
    pub(crate) fn restricted(&self) -> &[RestrictedList] {
        &self.restricted
    }

    /// The restricted list in force on a day.
    pub(crate) fn restricted_on(&self, day: Day) -> Option<&RestrictedList> {
        self.restricted.iter().rev().find(|list| list.from.value <= day)
    }

    /// The newest erratum to a set's limit in force on a day.
    pub(crate) fn erratum(&self, set: &str, day: Day) -> Option<&Erratum> {
        let in_force = self.errata.iter().filter(|e| e.set.as_str() == set && e.from.value <= day);
        in_force.max_by_key(|e| e.from.value)
    }

    /// The newest entry for a card in the TCG's lists in force on a day.
    pub(crate) fn listed(&self, name: &str, day: Day) -> Option<&ListedCard> {
        let in_force = self.listed.iter().filter(|l| l.name.as_str() == name && l.from.value <= day);
        in_force.max_by_key(|l| l.from.value)
    }

    /// The newest day, up to `day`, on which an entry of the TCG's lists took effect.
    pub(crate) fn listed_on(&self, day: Day) -> Option<Day> {
        self.listed.iter().map(|l| l.from.value).filter(|from| *from <= day).max()
    }

    /// The newest day on which a list or an erratum of a game took effect.
    pub(crate) fn newest_day(&self, game: Game) -> Option<Day> {
        match game {
            Game::Lcg => {
                let lists = self.restricted.iter().map(|l| l.from.value);
                lists.chain(self.errata.iter().map(|e| e.from.value)).max()
            }
            Game::Tcg => self.listed.iter().map(|l| l.from.value).max(),
        }
    }
}

fn read<T: serde::de::DeserializeOwned>(files: &Files, path: &str, found: &mut Vec<Diagnostic>) -> Vec<T> {
    let Some(file) = files.get(path) else { return Vec::new() };
    let (rows, diagnostics) = file.list();
    found.extend(diagnostics);
    rows
}
