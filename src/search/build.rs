//! From a corpus to an index of it.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory, MmapDirectory, RamDirectory};
use tantivy::indexer::SingleSegmentIndexWriter;
use tantivy::{Index, TantivyDocument};

use super::analyze;
use super::pack;
use super::schema::{Fields, VERSION};
use crate::corpus::{Ask, Authority, Corpus, Document, Game, Ruling};

/// The writer's memory budget in bytes; the least that tantivy takes.
const WRITER_MEMORY: usize = 15_000_000;
/// Corpora with more rulings than this are built on disk, not in memory.
const BUILT_IN_MEMORY: usize = 20_000;

/// What a search needs besides the index: which documents were searched, and how many rulings there are.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Lexicon {
    /// The documents the rulings stand in.
    pub documents: Vec<DocumentLine>,
    /// How many rulings there are.
    pub rulings: u32,
}

/// What is searched also for a phrase people type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SynonymLine {
    /// The phrases searched also, as written.
    pub to: Vec<String>,
    /// The game it holds for.
    pub game: Option<Game>,
    /// Why the one means the other.
    pub why: String,
}

/// A document as the search names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentLine {
    /// Its id.
    pub id: String,
    /// Its game.
    pub game: Game,
    /// What citations of it begin with.
    pub cite: String,
    /// Its title.
    pub title: String,
    /// Its version, where it has one.
    pub version: Option<String>,
    /// Who speaks in it.
    pub authority: Authority,
    /// The date from which it is in force.
    pub date: crate::corpus::Day,
    /// The date as shown.
    pub shown_date: String,
    /// Documents of one series replace each other.
    pub series: String,
}

impl Lexicon {
    /// Gathers it from a corpus.
    pub fn of(corpus: &Corpus) -> Self {
        let documents = corpus.documents().map(DocumentLine::of).collect();
        Self { documents, rulings: u32::try_from(corpus.rulings().count()).unwrap_or(u32::MAX) }
    }
}

impl Lexicon {
    /// The documents in force on `day`: the newest of each series.
    pub fn in_force(&self, day: Option<crate::corpus::Day>) -> Vec<&DocumentLine> {
        let in_time = |d: &&DocumentLine| day.is_none_or(|day| d.date <= day);
        let newest = |d: &&DocumentLine| {
            !self
                .documents
                .iter()
                .filter(in_time)
                .any(|other| other.series == d.series && other.date > d.date)
        };
        self.documents.iter().filter(in_time).filter(newest).collect()
    }
}

impl DocumentLine {
    /// Its citation and date, the date once.
    pub fn shown(&self) -> String {
        crate::corpus::ruling::cited(&self.cite, &self.shown_date)
    }

    fn of(document: &Document) -> Self {
        Self {
            id: document.id.value.clone(),
            game: document.game,
            cite: document.cite.clone(),
            title: document.title.clone(),
            version: document.version.clone(),
            authority: document.authority,
            date: document.date.value,
            shown_date: document.shown_date(),
            series: document.series.clone(),
        }
    }
}

/// Builds the index of a corpus, and of the names of cards whether rulings name them or not, and writes it as one pack.
///
/// # Errors
/// What tantivy or writing meets.
pub fn pack(corpus: &Corpus, names: &[String], out: &mut dyn Write) -> anyhow::Result<()> {
    let lexicon = Lexicon::of(corpus);
    if corpus.rulings().count() <= BUILT_IN_MEMORY {
        let directory = RamDirectory::create();
        let names = fill(corpus, names, directory.clone())?;
        pack::write(&directory, &names, VERSION, corpus.key(), lexicon, out)?;
    } else {
        let folder = tempfile::tempdir()?;
        let directory = MmapDirectory::open(folder.path())?;
        let names = fill(corpus, names, directory.clone())?;
        pack::write(&directory, &names, VERSION, corpus.key(), lexicon, out)?;
    }
    Ok(())
}

/// Writes the index into `directory` and names its files.
fn fill(
    corpus: &Corpus,
    names: &[String],
    directory: impl Directory + Clone,
) -> anyhow::Result<Vec<PathBuf>> {
    let fields = Fields::new();
    let mut writer: SingleSegmentIndexWriter = Index::builder()
        .schema(fields.schema.clone())
        .tokenizers(tokenizers())
        .single_segment_index_writer(directory, WRITER_MEMORY)?;
    let asks = asks(corpus);
    let mut rest = asks.as_slice();
    for (ordinal, ruling) in corpus.rulings().enumerate() {
        let (own, others) = rest.split_at(rest.partition_point(|(of, _)| *of == ordinal));
        rest = others;
        writer.add_document(ruling_document(&fields, ordinal, ruling, own)?)?;
    }
    for (ordinal, ask) in &asks {
        let mut document = TantivyDocument::new();
        document.add_u64(fields.ordinal, *ordinal as u64);
        document.add_text(fields.ask, ask);
        writer.add_document(document)?;
    }
    for synonym in corpus.synonyms() {
        for from in &synonym.from {
            writer.add_document(synonym_document(&fields, synonym, from)?)?;
        }
    }
    for name in names {
        let words: Vec<String> = analyze::words(name).into_iter().map(|w| w.text).collect();
        let mut document = TantivyDocument::new();
        document.add_text(fields.name, name);
        document.add_text(fields.named, words.join(" "));
        writer.add_document(document)?;
    }
    let index = writer.finalize()?;
    let mut names: Vec<PathBuf> = index.directory().list_managed_files().into_iter().collect();
    for always in ["meta.json", ".managed.json"] {
        if !names.iter().any(|n| n == Path::new(always)) {
            names.push(PathBuf::from(always));
        }
    }
    names.sort();
    Ok(names)
}

/// Every ask with the place of the ruling asked for, in the order in which they stand in the index.
pub fn asks(corpus: &Corpus) -> Vec<(usize, &str)> {
    let places: HashMap<&str, usize> =
        corpus.rulings().enumerate().map(|(n, r)| (r.id.as_str(), n)).collect();
    let place = |ask: &Ask| places.get(ask.ruling.as_str()).copied();
    let mut asks: Vec<(usize, &str)> =
        corpus.asks().iter().filter_map(|ask| Some((place(ask)?, ask.text.as_str()))).collect();
    asks.sort_by_key(|(place, _)| *place);
    asks
}

/// The tokenizers, which an index does not store.
pub fn tokenizers() -> tantivy::tokenizer::TokenizerManager {
    let manager = tantivy::tokenizer::TokenizerManager::default();
    manager.register(analyze::STEMS, analyze::stems());
    manager.register(analyze::WORDS, analyze::whole_words());
    manager
}

fn ruling_document(
    fields: &Fields,
    ordinal: usize,
    ruling: &Ruling,
    asks: &[(usize, &str)],
) -> anyhow::Result<TantivyDocument> {
    let text = ruling.text();
    let title = format!("{} {}", ruling.title, ruling.section.last().map_or("", String::as_str));
    let title = format!("{title} {}", step(&ruling.place));
    let asks: Vec<&str> = asks.iter().map(|(_, ask)| *ask).collect();
    let asked = asks.join(" \n");
    let cards: Vec<&str> = ruling.cards.iter().map(|c| c.name.as_str()).collect();
    let mut document = TantivyDocument::new();
    document.add_text(fields.id, &ruling.id);
    document.add_u64(fields.ordinal, ordinal as u64);
    if let Some(number) = &ruling.number {
        document.add_text(fields.number, number);
    }
    for key in keys(ruling) {
        document.add_text(fields.key, key);
    }
    for label in labels(ruling) {
        document.add_text(fields.label, label);
    }
    document.add_text(fields.title, &title);
    document.add_text(fields.cards, cards.join(" "));
    document.add_text(fields.official, format!("{} {text}", ruling.title));
    document.add_text(fields.pairs, said_pairs(&[&ruling.title, &text], &asks));
    document.add_text(fields.all, format!("{title} {} {text} {asked}", ruling.title));
    document.add_text(fields.exact, format!("{title} {text} {}", cards.join(" ")));
    document.add_text(fields.spoken, &asked);
    document.add_text(fields.ruling, serde_json::to_string(ruling)?);
    Ok(document)
}

fn synonym_document(
    fields: &Fields,
    synonym: &crate::corpus::Synonym,
    from: &str,
) -> anyhow::Result<TantivyDocument> {
    let words: Vec<String> = analyze::words(from).into_iter().map(|w| w.text).collect();
    let line = SynonymLine {
        to: synonym.to.iter().map(|t| t.value.clone()).collect(),
        game: synonym.game,
        why: synonym.why.clone(),
    };
    let mut document = TantivyDocument::new();
    document.add_text(fields.said, words.join(" "));
    document.add_text(fields.synonym, serde_json::to_string(&line)?);
    Ok(document)
}

/// "step 3 at3" for a place that ends in "step 3": the last word stands for any way to count to it.
fn step(place: &str) -> String {
    let last = place.rsplit(", ").next().unwrap_or_default();
    match last.split_once(' ') {
        Some((kind, n)) if COUNTED.contains(&kind) => format!("{last} {}", analyze::counted(n)),
        _ => String::new(),
    }
}

/// What places count: see [`analyze::counted`].
const COUNTED: [&str; 3] = ["step", "bullet", "paragraph"];

/// The neighbouring stems of the official texts, and those of the asks that at least two people put side by side: what one
/// alone says makes the index large and the answers no better.
fn said_pairs(official: &[&str], asks: &[&str]) -> String {
    let mut said = pairs(official);
    let asked = pairs(asks);
    let mut times: HashMap<&str, u32> = HashMap::new();
    for pair in &asked {
        *times.entry(pair).or_default() += 1;
    }
    said.extend(asked.iter().filter(|p| times[p.as_str()] > 1).cloned());
    said.join(" ")
}

/// The neighbouring stems of each text, none reaching from one text into the next.
fn pairs(texts: &[&str]) -> Vec<String> {
    let mut stems = analyze::stems();
    let mut pairs = Vec::new();
    for text in texts {
        let words: Vec<String> =
            analyze::words(text).iter().map(|w| analyze::stem(&mut stems, &w.text)).collect();
        pairs.extend(words.windows(2).map(|pair| analyze::pair(&pair[0], &pair[1])));
    }
    pairs
}

/// The numbers a ruling can be asked for by alone: cards it names, an objective set, its own.
fn keys(ruling: &Ruling) -> Vec<String> {
    let mut keys: Vec<String> = ruling.cards.iter().filter_map(|c| c.number.clone()).collect();
    if let Some((_, item)) = ruling.id.rsplit_once('.')
        && !item.is_empty()
        && item.bytes().all(|b| b.is_ascii_digit())
        && ruling.id.starts_with("lcg:restricted.")
    {
        keys.push(format!("set {item}"));
    }
    keys.sort();
    keys.dedup();
    keys
}

fn labels(ruling: &Ruling) -> Vec<String> {
    let mut labels = vec![format!("game:{}", ruling.game.code()), format!("kind:{}", ruling.kind.word())];
    labels.extend(ruling.documents.iter().map(|d| format!("document:{}", d.id)));
    labels
}
