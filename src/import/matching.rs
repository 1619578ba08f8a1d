//! Finds the existing entry that a new entry corresponds to.

use std::collections::{BTreeMap, BTreeSet};

use super::block::words;
use super::draft::{Draft, Group};
use super::known::{Known, base, entry_words, words_of};
use crate::corpus::ruling::{CardRef, Entry};
use crate::corpus::similar::{BagOfWords, normalize_text};
use crate::corpus::{Game, Kind};

/// The existing entries of one game, prepared for comparison.
pub(super) struct Matcher<'k> {
    entries: Vec<Candidate<'k>>,
    by_words: BTreeMap<String, Vec<usize>>,
    taken: BTreeSet<usize>,
    cards: BTreeMap<String, CardRef>,
    known: &'k Known,
    game: Game,
    /// Whether the document is of another game, so that its words are no names of cards.
    pub(super) is_of_another: bool,
}

struct Candidate<'k> {
    entry: &'k Entry,
    game: bool,
    bag: BagOfWords,
    question: Option<BagOfWords>,
}

impl<'k> Matcher<'k> {
    pub(super) fn new(known: &'k Known, game: Game) -> Self {
        let mut matcher = Self {
            entries: Vec::new(),
            by_words: BTreeMap::new(),
            taken: BTreeSet::new(),
            cards: BTreeMap::new(),
            known,
            game,
            is_of_another: false,
        };
        for entry in known.entries() {
            let words = entry_words(entry);
            let of_game = Game::of_id(&entry.id) == Some(game);
            let n = matcher.entries.len();
            matcher.by_words.entry(normalize_text(&words)).or_default().push(n);
            matcher.entries.push(Candidate {
                entry,
                game: of_game,
                bag: BagOfWords::of(&words),
                question: entry.question.as_deref().map(BagOfWords::of),
            });
            for card in entry.cards.iter().filter(|_| of_game) {
                matcher.cards.entry(words_of(&card.name)).or_insert_with(|| card.clone());
            }
        }
        matcher
    }

    pub(super) fn known(&self) -> &'k Known {
        self.known
    }

    pub(super) fn game(&self) -> Game {
        self.game
    }

    /// The card with that name; with its number only if the name is unique or an existing entry has decided
    /// which card is meant.
    pub(super) fn card(&self, name: &str) -> Option<CardRef> {
        let words = words_of(name);
        if self.is_of_another {
            return None;
        }
        if let Some(card) = self.cards.get(&words) {
            return Some(card.clone());
        }
        match self.known.cards.get(&(self.game, words))?.as_slice() {
            [only] => Some(only.clone()),
            several => several.first().map(|c| CardRef { name: c.name.clone(), number: None }),
        }
    }

    /// The card whose name a title is, possibly in capitals.
    pub(super) fn titled_card(&self, title: &str) -> Option<CardRef> {
        let is_one = |c: &CardRef| !self.known.affiliations.contains(&words_of(&c.name));
        self.card(title).filter(is_one)
    }

    /// The objective of an objective set, if it has that title.
    pub(super) fn objective(&self, set: &str, title: &str) -> Option<CardRef> {
        self.known.objectives.get(set).filter(|c| words_of(&c.name) == words_of(title)).cloned()
    }

    /// The cards a plain text names: names of at least two words, capitalized as printed.
    pub(super) fn named_cards(&self, text: &str) -> Vec<CardRef> {
        let all: Vec<&str> = text.split_whitespace().take(400).collect();
        let mut found: Vec<CardRef> = Vec::new();
        let mut n = 0;
        while n < all.len() {
            let most = (all.len() - n).min(8);
            let longest = (2..=most)
                .rev()
                .find_map(|length| self.printed(&all[n..n + length].join(" ")).map(|c| (length, c)));
            let length = longest.as_ref().map_or(1, |(length, _)| *length);
            n += length;
            // "In the Quiet Harbour cycle" names a product.
            let product = all.get(n).is_some_and(|w| {
                let w = w.trim_matches(|c: char| !c.is_alphanumeric());
                ["cycle", "expansion", "dial", "pack"].contains(&w)
            });
            if let Some((_, card)) = longest.filter(|(_, card)| !product && !found.contains(card)) {
                found.push(card);
            }
        }
        found
    }

    /// Uses the number printed after a name to identify the card: its exact name ends directly before it.
    pub(super) fn resolve_name(&self, card: &mut CardRef) {
        let Some(name) = card.number.as_deref().and_then(|n| self.known.name_of(self.game, n)) else {
            return;
        };
        let (found, own) = (words_of(&card.name), words_of(name));
        if found.ends_with(&own) || own.ends_with(&found) {
            card.name = name.to_owned();
        }
    }

    /// The card with exactly this printed name, not counting what follows it.
    fn printed(&self, words: &str) -> Option<CardRef> {
        let words = words.trim_matches(|c: char| !c.is_alphanumeric() && c != '!');
        // `Ferry |` is one word, and one is too common.
        if !words.contains(' ') {
            return None;
        }
        let owner = words.strip_suffix("'s").or(words.strip_suffix("’s")).unwrap_or(words);
        let is_one = |c: &CardRef| !self.known.affiliations.contains(&words_of(&c.name));
        let exact =
            |w: &str| self.card(w).filter(|c| plain_quotes(&c.name) == plain_quotes(w)).filter(is_one);
        exact(words).or_else(|| exact(owner))
    }

    /// The entry of this kind with exactly these words; among several, the one with the id `like`.
    fn same_words(&self, draft: &Draft, like: Option<&str>) -> Option<usize> {
        let candidates = self.by_words.get(&normalize_text(&draft.words()))?;
        let fits = |n: &&usize| {
            let c = &self.entries[**n];
            let id_fits = like.is_none_or(|like| base(&c.entry.id) == like);
            c.game && c.entry.kind == draft.kind && id_fits && !self.taken.contains(n)
        };
        candidates.iter().find(fits).copied()
    }

    /// The existing entry with a given id: the one with the same words, else the one in force.
    pub(super) fn fixed(&mut self, id: &str, draft: &Draft) -> Option<&'k Entry> {
        let found = self.same_words(draft, Some(id)).or_else(|| {
            self.entries.iter().position(|c| c.entry.id.as_str() == id).filter(|n| !self.taken.contains(n))
        })?;
        self.take(found)
    }

    fn take(&mut self, n: usize) -> Option<&'k Entry> {
        self.taken.insert(n);
        Some(self.entries[n].entry)
    }

    /// The existing entry for a draft without a number: by its words, its title, or similar words.
    pub(super) fn named(&mut self, draft: &Draft) -> Option<&'k Entry> {
        let found = self
            .same_words(draft, None)
            .or_else(|| self.same_title(draft))
            .or_else(|| self.alike(draft, |known| names_its_cards(draft, known)))?;
        self.take(found)
    }

    fn same_title(&self, draft: &Draft) -> Option<usize> {
        if draft.title_by == crate::corpus::ruling::TitleBy::Editor {
            return None;
        }
        let title = words(&draft.title);
        let fits = |(n, c): &(usize, &Candidate<'_>)| {
            c.game && c.entry.kind == draft.kind && !self.taken.contains(n) && words(&c.entry.title) == title
        };
        self.entries.iter().enumerate().find(fits).map(|(n, _)| n)
    }

    /// The most similar entry, if it is similar enough. Questions are compared only with questions.
    fn alike(&self, draft: &Draft, allowed: impl Fn(&Entry) -> bool) -> Option<usize> {
        let (bag, least) = match &draft.question {
            Some(question) => (BagOfWords::of(question), 0.72),
            None => (BagOfWords::of(&draft.text), 0.6),
        };
        let mut best: Option<(f64, usize)> = None;
        for (n, c) in self.entries.iter().enumerate() {
            if !c.game || c.entry.kind != draft.kind || self.taken.contains(&n) || !allowed(c.entry) {
                continue;
            }
            let other = if draft.question.is_some() { c.question.as_ref() } else { Some(&c.bag) };
            let Some(other) = other else { continue };
            let score = bag.similarity(other);
            if score >= least && best.is_none_or(|(b, _)| score > b) {
                best = Some((score, n));
            }
        }
        best.map(|(_, n)| n)
    }

    /// The stem of a group's ids, `timing.damage`, from existing entries under the same heading.
    pub(super) fn stem(&self, group: &Group) -> Option<String> {
        let title = words(&group.title);
        let fits = |c: &&Candidate<'_>| {
            c.game && c.entry.kind == group.kind && c.entry.section.last().is_some_and(|s| words(s) == title)
        };
        self.entries.iter().filter(fits).find_map(|c| {
            let local = base(&c.entry.id).split_once(':')?.1;
            let (stem, last) = local.rsplit_once('.').unwrap_or((local, ""));
            let numbered = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
            Some(if numbered { stem } else { local }.to_owned())
        })
    }

    /// The existing bullet of a group: by its words, else by similar words.
    pub(super) fn item(&mut self, stem: &str, draft: &Draft) -> Option<&'k Entry> {
        let of_group = |e: &Entry| {
            base(&e.id)
                .split_once(':')
                .and_then(|(_, local)| local.rsplit_once('.'))
                .is_some_and(|(s, _)| s == stem)
        };
        let same = self.by_words.get(&normalize_text(&draft.words())).and_then(|found| {
            found.iter().copied().find(|n| {
                self.entries[*n].game && !self.taken.contains(n) && of_group(self.entries[*n].entry)
            })
        });
        let found = same.or_else(|| self.alike(draft, of_group))?;
        self.take(found)
    }

    /// The existing entry with these words under another number: the section was renumbered.
    pub(super) fn renumbered(&self, draft: &Draft) -> Option<&'k Entry> {
        let n = self.same_words(draft, None).or_else(|| self.alike(draft, |e| e.number.is_some()))?;
        let entry = self.entries[n].entry;
        (entry.number.as_ref().map(|n| n.as_str()) != draft.number.as_deref()).then_some(entry)
    }

    /// Whether an existing entry of any kind has the id.
    pub(super) fn has(&self, id: &str) -> bool {
        self.entries.iter().any(|c| base(&c.entry.id) == id)
    }

    /// Whether a draft has the words of an entry.
    pub(super) fn has_words_of(draft: &Draft, entry: &Entry) -> bool {
        let same_place =
            draft.kind != Kind::Restricted || draft.section == entry.section || entry.part_of.is_none();
        same_place && normalize_text(&draft.words()) == normalize_text(&entry_words(entry))
    }
}

fn plain_quotes(name: &str) -> String {
    name.trim_end_matches('!').replace('’', "'")
}

/// Whether a draft names a card that the existing entry is about: two questions may differ only in the card.
fn names_its_cards(draft: &Draft, known: &Entry) -> bool {
    let words = format!(" {} ", words(&draft.words()));
    known.cards.is_empty() || known.cards.iter().any(|c| words.contains(&format!(" {} ", words_of(&c.name))))
}
