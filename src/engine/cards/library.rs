//! The cards a replay may use, by name and by number.

use std::sync::{Arc, OnceLock};

use super::names::{is_same, normalize_name};

/// How many names are suggested for one that is not known.
const SUGGESTED: usize = 4;

/// How much of a card's text is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextCoverage<'a> {
    /// All of it: the card does here what it does on the table.
    Whole,
    /// Part of it; what is missing, in words.
    Part(&'a str),
    /// None: only its figures, traits and keywords count.
    Nothing {
        /// What is missing, where somebody has said it.
        missing: Option<&'a str>,
    },
}

impl<'a> TextCoverage<'a> {
    /// What is missing, where it is said.
    pub(crate) fn missing(self) -> Option<&'a str> {
        match self {
            Self::Whole => None,
            Self::Part(missing) => Some(missing),
            Self::Nothing { missing } => missing,
        }
    }
}

/// What every card has printed on it, and what of that is written down.
#[derive(Clone, Copy, Debug, Default)]
pub struct CardFacts<'a> {
    /// Its name or title.
    pub name: &'a str,
    /// The number that distinguishes it from others of its name; none for a card of a scenario's own.
    pub number: Option<&'a str>,
    /// Whether it is marked as one that does not exist.
    pub invented: bool,
    /// Its keywords, as printed.
    pub keywords: &'a [String],
    /// Whether what it does is written down.
    pub written: bool,
    /// What of its text is not written down, where a part is.
    pub missing: Option<&'a str>,
}

/// What a printed card has in common with every other one, read off the fields that both games call alike;
/// only the name goes by different words.
macro_rules! common_facts {
    ($name:ident) => {
        fn facts(&self) -> $crate::engine::cards::CardFacts<'_> {
            $crate::engine::cards::CardFacts {
                name: &self.$name,
                number: self.number.as_deref(),
                invented: self.invented,
                keywords: &self.keywords,
                written: self.written,
                missing: self.part.as_deref(),
            }
        }
    };
}
pub(in crate::engine) use common_facts;

/// What is printed on a card, as far as it is found by it.
pub trait Printed: 'static {
    /// What it has in common with every other card.
    fn facts(&self) -> CardFacts<'_>;
    /// Its name or title.
    fn name(&self) -> &str {
        self.facts().name
    }
    /// The number that distinguishes it from others of its name; none for a card of a scenario's own.
    fn number(&self) -> Option<&str> {
        self.facts().number
    }
    /// Whether what it does is written down.
    fn is_written(&self) -> bool {
        self.facts().written
    }
    /// Whether anything of its text is carried out, beyond what the card list says of it.
    fn does_anything(&self) -> bool;
    /// How much of its text is written down.
    fn known(&self) -> TextCoverage<'_> {
        match (self.facts().missing, self.is_written()) {
            (Some(missing), true) if self.does_anything() => TextCoverage::Part(missing),
            (None, true) => TextCoverage::Whole,
            (missing, _) => TextCoverage::Nothing { missing },
        }
    }
    /// Its name without what distinguishes versions of it.
    fn own_name(&self) -> &str {
        self.name()
    }
}

/// The cards a replay may use.
pub struct Cards<T> {
    /// In the order in which they were added.
    entries: OnceLock<Vec<CardEntry<T>>>,
    /// Who lists them when somebody first asks for one.
    list: Option<ListCards<T>>,
    /// Those that are found by their names before all are listed, and who finds them.
    named: OnceLock<Option<NamedCards<T>>>,
    find: Option<FindCards<T>>,
    /// The normalized names of the entries with their places, ascending; of one name the last that was added
    /// comes first.
    by_name: OnceLock<Vec<(String, usize)>>,
}

pub(super) type ListCards<T> = Arc<dyn Fn() -> Cards<T> + Send + Sync>;
pub(super) type FindCards<T> = Arc<dyn Fn() -> Option<NamedCards<T>> + Send + Sync>;
pub(super) type NamedCards<T> = Arc<dyn FoundByName<T>>;

/// Cards that are found by their names.
pub(super) trait FoundByName<T>: Send + Sync {
    /// The cards of a normalized name; of one number the last that is listed.
    fn same(&self, normalized: &str) -> &[CardEntry<T>];
}

/// A card, perhaps not yet read.
#[derive(Clone, Debug)]
pub(super) struct CardEntry<T> {
    name: String,
    number: Option<String>,
    card: OnceLock<Option<Arc<T>>>,
    /// Where it is to be read.
    source: Option<LazyCard<T>>,
}

/// A card that is read when somebody asks for it.
pub(crate) struct LazyCard<T> {
    /// Who reads it.
    pub reader: Arc<dyn Fn(usize) -> Option<T> + Send + Sync>,
    /// The index of the card in its library.
    pub at: usize,
}

impl<T> Clone for LazyCard<T> {
    fn clone(&self) -> Self {
        Self { reader: Arc::clone(&self.reader), at: self.at }
    }
}

impl<T> std::fmt::Debug for LazyCard<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unread").field("at", &self.at).finish_non_exhaustive()
    }
}

impl<T> CardEntry<T> {
    /// A card of which no more is known yet than its name and number.
    pub(super) fn unread(name: String, number: Option<String>, card: LazyCard<T>) -> Self {
        Self { name, number, card: OnceLock::new(), source: Some(card) }
    }

    fn read(&self) -> Option<&Arc<T>> {
        let read = || self.source.as_ref().and_then(|lazy| (lazy.reader)(lazy.at)).map(Arc::new);
        self.card.get_or_init(read).as_ref()
    }

    fn card(&self) -> Option<Arc<T>> {
        self.read().cloned()
    }
}

impl<T: Printed> CardEntry<T> {
    pub(super) fn of(card: T) -> Self {
        let (name, number) = (card.name().to_owned(), card.number().map(str::to_owned));
        Self { name, number, card: OnceLock::from(Some(Arc::new(card))), source: None }
    }
}

impl<T> Default for Cards<T> {
    fn default() -> Self {
        Self {
            entries: OnceLock::new(),
            list: None,
            named: OnceLock::new(),
            find: None,
            by_name: OnceLock::new(),
        }
    }
}

impl<T: Clone> Clone for Cards<T> {
    fn clone(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            list: self.list.clone(),
            named: self.named.clone(),
            find: self.find.clone(),
            by_name: self.by_name.clone(),
        }
    }
}

impl<T: std::fmt::Debug> std::fmt::Debug for Cards<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cards").field("entries", &self.entries).finish_non_exhaustive()
    }
}

impl<T: 'static> Cards<T> {
    /// Cards that are listed when somebody first asks for one: a replay is of one game. Where `find` finds
    /// them by their names, not even then.
    pub(super) fn listed_by(list: ListCards<T>, find: FindCards<T>) -> Self {
        Self { list: Some(list), find: Some(find), ..Self::default() }
    }

    /// Those that are found by their names, as long as all are not listed.
    fn named(&self) -> Option<&dyn FoundByName<T>> {
        let find = self.find.as_ref().filter(|_| self.entries.get().is_none())?;
        self.named.get_or_init(|| find()).as_deref()
    }

    fn entries(&self) -> &Vec<CardEntry<T>> {
        let listed = || self.list.as_ref().and_then(|list| list().entries.into_inner());
        self.entries.get_or_init(|| listed().unwrap_or_default())
    }

    fn by_name(&self) -> &[(String, usize)] {
        self.by_name.get_or_init(|| {
            let entries = self.entries();
            let named = entries.iter().enumerate().map(|(at, entry)| (normalize_name(&entry.name), at));
            let mut named: Vec<(String, usize)> = named.collect();
            named.sort_unstable_by(|(a, at_a), (b, at_b)| a.cmp(b).then(at_b.cmp(at_a)));
            named
        })
    }

    /// The cards of a normalized name; of one number the last that was added.
    fn same(&self, normalized: &str) -> Vec<&CardEntry<T>> {
        if let Some(named) = self.named() {
            return named.same(normalized).iter().collect();
        }
        let by_name = self.by_name();
        let from = by_name.partition_point(|(name, _)| name.as_str() < normalized);
        let same = by_name[from..].iter().take_while(|(name, _)| name == normalized);
        let mut found: Vec<&CardEntry<T>> = Vec::new();
        for entry in same.filter_map(|(_, at)| self.entries().get(*at)) {
            if found.iter().all(|other| other.number != entry.number) {
                found.push(entry);
            }
        }
        found
    }
}

impl<T: Printed> Cards<T> {
    /// Adds a card; a later one with the same name and number takes the place of an earlier one.
    pub(crate) fn add(&mut self, card: T) {
        self.put(CardEntry::of(card));
    }

    /// Adds a card of which no more is known yet than its name and number.
    pub(crate) fn add_lazy(&mut self, name: String, number: String, card: LazyCard<T>) {
        self.put(CardEntry::unread(name, Some(number), card));
    }

    fn put(&mut self, entry: CardEntry<T>) {
        self.entries();
        self.by_name = OnceLock::new();
        if let Some(entries) = self.entries.get_mut() {
            entries.push(entry);
        }
    }

    /// The cards of that name; the name may end in the number (`TITLE 0166`, `NAME (C) SR 30`) to
    /// distinguish cards of one name.
    pub fn find(&self, name: &str) -> Vec<Arc<T>> {
        let wanted = normalize_name(name);
        let found = self.same(&wanted);
        if !found.is_empty() {
            return found.into_iter().filter_map(CardEntry::card).collect();
        }
        let has =
            |card: &&CardEntry<T>, number: &str| card.number.as_ref().is_some_and(|own| is_same(own, number));
        // A number is one word or two (a set and a number).
        for (at, _) in name.rmatch_indices(' ').take(2) {
            let (title, number) = name.split_at(at);
            let titled = self.same(&normalize_name(title)).into_iter();
            let found: Vec<Arc<T>> =
                titled.filter(|card| has(card, number)).filter_map(CardEntry::card).collect();
            if !found.is_empty() {
                return found;
            }
        }
        // A number may stand alone where it names its set.
        let alone = wanted.chars().any(char::is_alphabetic) && wanted.chars().any(|c| c.is_ascii_digit());
        if !alone {
            return Vec::new();
        }
        let all = self.firsts().flat_map(|(name, _)| self.same(name));
        all.filter(|card| has(card, name)).filter_map(CardEntry::card).collect()
    }

    /// The card of that name with exactly that number; without a number, the one that has none.
    pub(crate) fn exact(&self, name: &str, number: Option<&str>) -> Option<&T> {
        let same = self.same(&normalize_name(name));
        let found = same.into_iter().find(|card| card.number.as_deref() == number)?;
        found.read().map(|card| &**card)
    }

    /// Each normalized name once, with the last card of it that was added.
    fn firsts(&self) -> impl Iterator<Item = &(String, usize)> + Clone {
        let by_name = self.by_name();
        let is_first = move |at: &usize| *at == 0 || by_name[*at - 1].0 != by_name[*at].0;
        (0..by_name.len()).filter(is_first).map(move |at| &by_name[at])
    }

    /// All names, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.firsts().filter_map(|(_, at)| self.entries().get(*at).map(|card| card.name.as_str()))
    }
}

/// The names most like one that is not known: those that begin like it, or the one it is a slip of.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let wanted = normalize_name(name);
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut begin: Vec<&str> =
        names.clone().filter(|known| normalize_name(known).starts_with(&wanted)).collect();
    begin.sort_unstable();
    begin.dedup();
    if !begin.is_empty() && begin.len() <= SUGGESTED {
        return begin.into_iter().map(str::to_owned).collect();
    }
    if begin.len() > SUGGESTED {
        let more = begin.len() - SUGGESTED;
        let shown = begin.into_iter().take(SUGGESTED).map(str::to_owned);
        return shown.chain([format!("one of {more} more")]).collect();
    }
    let scored = names.map(|known| (strsim::jaro_winkler(&normalize_name(known), &wanted), known));
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|(score, _)| *score > 0.85);
    best.map(|(_, known)| known.to_owned()).into_iter().collect()
}
