//! Turns drafts into entries: assigns ids, finds cards and links, and reuses what the corpus knows.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Draft, Group, Id, TITLED_BY_FIRST_WORDS};
use super::implausible::{self, Form};
use super::imported::{ImportedEntry, Standing};
use super::known::{Known, base, entry_words};
use super::matching::Matcher;
use super::{
    card_numbers, charts, correct, doubt, elsewhere, lumped, named_cards, names, numbers, order, other_game,
    torn,
};
use crate::corpus::document::{Authority, Document};
use crate::corpus::emit::Note;
use crate::corpus::ruling::{CardRef, Correction, Entry, TitleBy};
use crate::corpus::similar::BagOfWords;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Game, Kind, emit};

/// The minimum share of common words for an entry to keep the references of the ruling it rewords.
const MIN_SIMILARITY: f64 = 0.7;

/// What the drafts of a document are finished with.
pub(super) struct Around<'a> {
    pub(super) groups: &'a [Group],
    pub(super) joins: &'a [Correction],
    pub(super) known: &'a Known,
    pub(super) document: &'a Document,
    /// Whether the document names one of the games.
    pub(super) names_game: bool,
}

/// Gives every draft its id, cards and links; returns what is doubtful about the document as well.
pub(super) fn entries(
    game: Game,
    mut drafts: Vec<Draft>,
    around: &Around<'_>,
) -> (Vec<ImportedEntry>, Option<Note>) {
    let Around { groups, joins, known, document, .. } = *around;
    let form = Form::of(&drafts);
    // A rule introduces its lettered subrules, and each of those the next.
    let leads = |n: usize| {
        let due = drafts[n].number.as_deref().map(numbers::next_letter);
        due.is_some() && drafts.get(n + 1).is_some_and(|next| next.number == due)
    };
    let goes_on: Vec<bool> = (0..drafts.len()).map(leads).collect();
    for (draft, goes_on) in drafts.iter_mut().zip(&goes_on) {
        correct::icons(draft, game, &known.icons);
        correct::draft(draft, joins);
        doubt::mark(draft, *goes_on, &form);
    }
    mark_together(&mut drafts, &form, &goes_on);
    let mut matcher = Matcher::new(known, game);
    let foreign = if around.names_game { None } else { other_game::found(&drafts, &matcher, document) };
    matcher.is_of_another = foreign.is_some();
    let stems: Vec<String> = groups.iter().map(|g| stem(g, &matcher)).collect();
    let of_series = |d: &Document| d.game == game && d.series == document.series;
    let own = match document.authority {
        Authority::Official if known.all_documents().any(of_series) || known.files.is_empty() => None,
        Authority::Official => Some("addition"),
        Authority::House | Authority::Digest => Some("house"),
    };
    let mut ids = Ids { game, own, used: BTreeSet::new(), last: BTreeMap::new() };
    let mut out = Vec::new();
    for draft in drafts {
        out.push(one(draft, &stems, &mut matcher, &mut ids, &document.id));
    }
    without_titles(&mut out);
    link(game, &mut out);
    torn::put_back(&mut out, game, known);
    elsewhere::mark(&mut out, game, known);
    (out, foreign)
}

/// Flags what is unlikely in view of all entries.
fn mark_together(drafts: &mut [Draft], form: &Form, goes_on: &[bool]) {
    implausible::mark(drafts, form, goes_on);
    charts::mark(drafts, form);
    order::mark(drafts);
}

/// The note on an id that no title gives.
const OF_OWN_WORDS: &str = "made of its own words";

/// Fewer entries without a title may each have lost it.
const MIN_UNTITLED: usize = 3;

/// Where most entries have no title, none of them lacks it: the notes on that go.
fn without_titles(entries: &mut [ImportedEntry]) {
    let untitled = entries.iter().filter(|e| e.entry.title_by == TitleBy::Editor).count();
    if untitled >= MIN_UNTITLED && untitled * 2 > entries.len() {
        for entry in entries {
            entry.notes.retain(|note| note.text != OF_OWN_WORDS && note.text != TITLED_BY_FIRST_WORDS);
        }
    }
}

/// The stem of the ids of a group's items: the one in the corpus, or one derived from the heading.
fn stem(group: &Group, matcher: &Matcher<'_>) -> String {
    matcher.stem(group).unwrap_or_else(|| {
        let most = if group.prefix.is_empty() { 2 } else { 3 };
        format!("{}{}", group.prefix, names::slug(&group.title, most))
    })
}

/// The ids assigned so far.
struct Ids {
    game: Game,
    /// For documents that are not an edition of a held one: the prefix for ids that an existing ruling
    /// occupies.
    own: Option<&'static str>,
    used: BTreeSet<String>,
    /// For each id that was taken, the last suffix tried.
    last: BTreeMap<String, usize>,
}

impl Ids {
    /// Makes an id unique by appending `-2`, `-3` … if it is used already or belongs to another entry of the
    /// corpus.
    fn free(&mut self, local: &str, taken: &dyn Fn(&str) -> bool) -> String {
        let first = format!("{}:{local}", self.game.code());
        let mut id = first.clone();
        while self.used.contains(&id) || taken(&id) {
            let n = self.last.entry(first.clone()).or_insert(1);
            *n += 1;
            id = format!("{first}-{n}");
        }
        self.used.insert(id.clone());
        id
    }
}

fn one(
    mut draft: Draft,
    stems: &[String],
    matcher: &mut Matcher<'_>,
    ids: &mut Ids,
    document: &str,
) -> ImportedEntry {
    let (known, local) = lookup(&draft, stems, matcher, ids.game.code());
    let standing = match known {
        None => Standing::New,
        Some(known) if Matcher::has_words_of(&draft, known) => Standing::Same,
        Some(_) => Standing::Changed,
    };
    let id = match known {
        Some(known) if ids.own.is_none() && !ids.used.contains(base(&known.id)) => {
            ids.used.insert(base(&known.id).to_owned());
            base(&known.id).to_owned()
        }
        _ => new_id(&mut draft, &local, matcher, ids),
    };
    let line = draft.line;
    let known_as = known.map(|k| k.id.value.clone());
    if let Some(why) = lumped::bold_cards(&draft, matcher) {
        draft.unsure("text", why);
    }
    let mut entry = built(&mut draft, &id, matcher, document);
    if let Some(known) = known {
        take_over(&mut entry, &mut draft, known, standing);
    }
    if draft.is_part {
        let whole = id.rsplit_once('.').map_or(id.as_str(), |(whole, _)| whole);
        entry.part_of = Some(Spanned::without_span(whole.to_owned()));
    }
    ImportedEntry { entry, notes: draft.notes, standing, known_as, line }
}

/// The corpus entry that a draft corresponds to, and the id (without game code) it would get otherwise.
fn lookup<'k>(
    draft: &Draft,
    stems: &[String],
    matcher: &mut Matcher<'k>,
    code: &str,
) -> (Option<&'k Entry>, String) {
    match draft.id.clone() {
        Id::Fixed(local) => (matcher.fixed(&format!("{code}:{local}"), draft), local),
        Id::Named(prefix, slug) => {
            let card = cards(draft, matcher).first().map(|c| names::slug(&c.name, 4));
            let slug = if draft.kind == Kind::Faq { card.unwrap_or(slug) } else { slug };
            (matcher.named(draft), format!("{prefix}{slug}"))
        }
        Id::Item(group, n) => {
            let local = format!("{}.{n}", stems[group]);
            // A step is identified by its number, a bullet by its words, wherever it has moved to.
            let known = if draft.is_part {
                matcher.fixed(&format!("{code}:{local}"), draft)
            } else {
                matcher.item(&stems[group], draft)
            };
            (known, local)
        }
    }
}

/// Creates the id for an entry that is not in the corpus.
fn new_id(draft: &mut Draft, local: &str, matcher: &Matcher<'_>, ids: &mut Ids) -> String {
    let fixed = matches!(draft.id, Id::Fixed(_)) || draft.is_part;
    if fixed
        && draft.number.is_some()
        && let Some(other) = matcher.renumbered(draft)
    {
        draft.unsure("number", format!("{} has words much like these: renumbered?", *other.id));
    }
    let taken = |local: &str| matcher.has(&format!("{}:{local}", ids.game.code()));
    let own = ids.own.filter(|_| taken(local)).map(|own| format!("{own}.{local}"));
    let local = own.as_deref().unwrap_or(local);
    let wanted = format!("{}:{local}", ids.game.code());
    // An id given by the document is kept, even if the corpus has a different entry with that id.
    let own = ids.own.is_some();
    let taken = |id: &str| (own || !fixed) && matcher.has(id);
    let id = ids.free(local, &taken);
    if id != wanted && draft.kind == Kind::Restricted {
        // A set may be listed in several groups.
    } else if id != wanted && (fixed && is_printed(draft) || matcher.has(&wanted)) {
        draft.unsure("id", format!("{wanted} is taken"));
    } else if !fixed
        && draft.kind != Kind::Faq
        && draft.title_by == TitleBy::Editor
        && draft.notes.iter().all(|n| n.field != "id")
    {
        let text = match draft.id {
            Id::Item(..) => "one item of a list, its id made of its own words; is it a ruling by itself?",
            Id::Fixed(_) | Id::Named(..) => OF_OWN_WORDS,
        };
        draft.unsure("id", text);
    }
    id
}

/// Whether the document prints what an id that it gives is made of, the number of a rule or a card.
fn is_printed(draft: &Draft) -> bool {
    draft.number.is_some() || draft.kind == Kind::Errata
}

fn cards(draft: &Draft, matcher: &Matcher<'_>) -> Vec<CardRef> {
    named_cards::cards_of(draft.question.as_deref().unwrap_or(&draft.text), matcher)
}

/// Puts the cards that the title gives with their numbers first: they are what the entry is about.
fn add_titled(draft: &mut Draft, matcher: &Matcher<'_>) {
    let titled = draft.title_by == TitleBy::Document && draft.kind == Kind::Clarification;
    let mut found = if titled { names::cards(&draft.title, &|_| None) } else { Vec::new() };
    found.iter_mut().for_each(|card| matcher.resolve_name(card));
    if found.is_empty() && titled {
        found.extend(matcher.titled_card(&draft.title));
    }
    draft.cards.retain(|card| found.iter().all(|c| c.name != card.name));
    draft.cards.splice(0..0, found);
}

fn built(draft: &mut Draft, id: &str, matcher: &Matcher<'_>, document: &str) -> Entry {
    let mut entry = emit::blank(id, draft.kind);
    if draft.cards.is_empty() && draft.kind == Kind::Ruling && draft.title_by == TitleBy::Document {
        draft.cards.extend(matcher.titled_card(&draft.title));
    }
    if draft.cards.is_empty() && matches!(draft.kind, Kind::Faq | Kind::Clarification) {
        draft.cards = cards(draft, matcher);
        add_titled(draft, matcher);
        // Questions below a heading that names a card are about that card.
        if draft.cards.is_empty() && draft.kind == Kind::Faq && draft.section.len() > 1 {
            draft.cards = draft.section.last().map_or_else(Vec::new, |s| named_cards::cards_of(s, matcher));
        }
    }
    if draft.kind == Kind::Faq && draft.title.is_empty() || draft.title_by == TitleBy::Editor {
        made_up_title(draft);
    }
    entry.number = draft.number.clone().map(Spanned::without_span);
    entry.title = draft.title.clone();
    entry.title_by = draft.title_by;
    entry.place = draft.place.clone();
    entry.section = draft.section.iter().filter(|s| !s.is_empty()).cloned().collect();
    entry.documents = vec![Spanned::without_span(document.to_owned())];
    entry.since = draft.since.clone();
    entry.cards = draft.cards.iter().map(|c| with_number(c, draft, matcher)).collect();
    if draft.kind != Kind::Errata {
        for why in card_numbers::resolve(&mut entry.cards, draft, matcher) {
            draft.unsure("cards", why);
        }
    }
    entry.question = draft.question.clone();
    entry.text = Spanned::without_span(draft.text.clone());
    entry.corrections = draft.corrections.clone();
    entry
}

fn with_number(card: &CardRef, draft: &Draft, matcher: &Matcher<'_>) -> CardRef {
    // The restricted list gives set numbers, which identify the card.
    let set = draft.text.rsplit_once(&format!("{} (", card.name)).and_then(|(_, rest)| rest.split_once(')'));
    let listed =
        set.filter(|_| draft.kind == Kind::Restricted).and_then(|(n, _)| matcher.objective(n, &card.name));
    if let Some(objective) = listed {
        return CardRef { name: card.name.clone(), number: objective.number };
    }
    let known = || matcher.card(&card.name).filter(|k| k.name == card.name);
    if card.number.is_some() { card.clone() } else { known().unwrap_or_else(|| card.clone()) }
}

/// Makes up a title from the cards or the first words, for an entry that has none.
fn made_up_title(draft: &mut Draft) {
    let mut names: Vec<String> = draft.cards.iter().map(|c| c.name.clone()).collect();
    names.dedup();
    names.truncate(2);
    draft.title_by = TitleBy::Editor;
    draft.title = if names.is_empty() { names::first_words(&draft.words(), 7) } else { names.join(" and ") };
    draft.notes.retain(|n| n.field != "title");
}

/// Takes over what the corpus records about an entry beyond its words.
fn take_over(entry: &mut Entry, draft: &mut Draft, known: &Entry, standing: Standing) {
    let dropped: &[&str] = if known.title_by == TitleBy::Editor { &["title", "id"] } else { &["id"] };
    draft.notes.retain(|n| !dropped.contains(&n.field));
    if standing == Standing::Same {
        // The same words were reviewed when they were first entered.
        draft.notes.retain(|n| !["text", "cards", "kind"].contains(&n.field));
    }
    if known.title_by == TitleBy::Editor {
        (entry.title, entry.title_by) = (known.title.clone(), TitleBy::Editor);
    }
    if standing == Standing::Same {
        same_words(entry, draft, known);
        return;
    }
    if let Some(word) = left_by_its_words(draft, known) {
        draft.unsure("title", format!("an editor's, of the words held; `{word}` is not in these"));
    }
    entry.see.clone_from(&known.see);
    let alike = BagOfWords::of(&draft.words()).similarity(&BagOfWords::of(&entry_words(known)));
    if !known.see.is_empty() && alike < MIN_SIMILARITY {
        draft.unsure("see", "taken over from the ruling in quite other words");
    }
    if entry.since.is_none() && known.section == entry.section && known.kind == Kind::Errata {
        entry.since.clone_from(&known.since);
    }
    for card in &known.cards {
        let named = entry.question.iter().chain([&entry.text.value]).any(|t| t.contains(&card.name));
        if named && !entry.cards.contains(card) {
            entry.cards.retain(|c| c.name != card.name || c.number.is_some());
            entry.cards.push(card.clone());
        }
    }
}

/// A word of an editor's title that occurred in the text it was written for, but not in this one.
fn left_by_its_words(draft: &Draft, known: &Entry) -> Option<String> {
    if known.title_by != TitleBy::Editor {
        return None;
    }
    let stem = |word: &str| word.strip_suffix('s').unwrap_or(word).to_owned();
    let stems = |text: &str| -> BTreeSet<String> { super::block::words(text).split(' ').map(stem).collect() };
    let (old, new) = (stems(&entry_words(known)), stems(&draft.words()));
    let title = super::block::words(&known.title);
    let gone = |word: &&str| old.contains(&stem(word)) && !new.contains(&stem(word));
    title.split(' ').filter(|word| word.len() > 3).find(gone).map(str::to_owned)
}

/// Copies the corpus entry with the same words: title, place, cards, links, emphasis. Corrections are those
/// found in this document, with the explanations recorded there.
fn same_words(entry: &mut Entry, draft: &mut Draft, known: &Entry) {
    let mut kept = known.clone();
    kept.id = entry.id.clone();
    kept.documents = entry.documents.clone();
    let explained = |c: &Correction| {
        let same = |k: &&Correction| k.printed == c.printed && k.corrected == c.corrected;
        known.corrections.iter().find(same).unwrap_or(c).clone()
    };
    kept.corrections = entry.corrections.iter().map(explained).collect();
    if words_differ(&known.title, &entry.title) && known.title_by == TitleBy::Document {
        draft.notes.push(Note { field: "title", text: format!("this document has: {}", entry.title) });
    }
    *entry = kept;
}

fn words_differ(a: &str, b: &str) -> bool {
    super::block::words(a) != super::block::words(b)
}

/// Adds links for rulings that entries cite by number, if those exist.
///
/// A link taken over from a reworded ruling is kept only if it leads to an entry of this document: the folder
/// that is written must be self-contained.
fn link(game: Game, entries: &mut [ImportedEntry]) {
    let there: BTreeSet<String> = entries.iter().map(|e| e.entry.id.value.clone()).collect();
    for imported in entries.iter_mut() {
        let entry = &mut imported.entry;
        entry.see.retain(|to| there.contains(to.as_str()));
        if entry.see.is_empty() {
            imported.notes.retain(|n| n.field != "see");
        }
        if entry.part_of.as_ref().is_some_and(|whole| !there.contains(whole.as_str())) {
            entry.part_of = None;
        }
        if imported.standing == Standing::Same {
            continue;
        }
        let words = format!("{}\n{}", entry.question.as_deref().unwrap_or_default(), *entry.text);
        for number in numbers::cited_sections(&words) {
            let own = ["house", "addition"].map(|own| format!("{}:{own}.{number}", game.code()));
            let own = own.into_iter().find(|id| there.contains(id));
            let id = own.unwrap_or_else(|| format!("{}:{number}", game.code()));
            let linked = entry.see.iter().any(|to| to.as_str() == id);
            if there.contains(&id) && id != entry.id.as_str() && !linked {
                entry.see.push(Spanned::without_span(id));
            }
        }
    }
}
