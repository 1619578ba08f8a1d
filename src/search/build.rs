//! From a corpus to an index of it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use judge_learn::{Model, Pair, WeightedStems};
use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory, OwnedBytes, RamDirectory};
use tantivy::indexer::SingleSegmentIndexWriter;
use tantivy::{Index, IndexMeta, TantivyDocument};

use super::analyzed::{self, AnalyzedText, TextAnalysis};
use super::index_info::{IndexInfo, SynonymLine};
use super::names::CardName;
use super::pack;
use super::profile::Profiles;
use super::rank::EXPANSION_STEP;
use super::schema::{ANY_GAME, DEFINES, Fields, VERSION, label_of, label_of_game};
use super::segments::{in_parallel, segment_ranges};
use super::terms::FEW_WORDS;
use super::{analyze, languages};
use crate::corpus::{Ask, Authority, Corpus, Game, Ruling, define, history};

/// The writer's memory budget in bytes: what it begins with, and grows beyond.
const WRITER_MEMORY: usize = 15_000_000;
/// The file that names the segments.
const META: &str = "meta.json";

/// Builds the index of a corpus, and of the names of cards whether rulings name them or not, and writes it as
/// one pack.
///
/// # Errors
/// What tantivy or writing meets.
pub fn pack(corpus: &Corpus, names: &[CardName], out: &mut dyn Write) -> anyhow::Result<()> {
    pack_parts(corpus, names, segment_ranges(corpus.rulings().count()), out)
}

/// Builds each of these parts of the rulings as a segment of its own.
fn pack_parts(
    corpus: &Corpus,
    names: &[CardName],
    parts: Vec<Range<usize>>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let source = Source::of(corpus, names, parts);
    let segments = in_parallel(&source.parts, |part| segment(&source, part))?;
    Ok(pack::write(&files(&segments)?, VERSION, corpus.key(), source.info, out)?)
}

/// What an index is built from.
struct Source<'c> {
    corpus: &'c Corpus,
    /// The asks of each ruling, by its id.
    asks: HashMap<&'c str, Vec<AnalyzedText>>,
    /// The ids, without their versions, of the rulings that define words.
    defining: HashSet<&'c str>,
    names: &'c [CardName],
    info: IndexInfo,
    /// Which rulings each segment holds.
    parts: Vec<Range<usize>>,
    /// What players say for what the rulings say.
    model: Model,
    /// All that each ruling is asked in and says, as one vector.
    profiles: Profiles,
}

impl<'c> Source<'c> {
    fn of(corpus: &'c Corpus, names: &'c [CardName], parts: Vec<Range<usize>>) -> Self {
        let info = IndexInfo::of(corpus, &parts);
        let mut lines = TextAnalysis::default();
        let mut asks: HashMap<&str, Vec<AnalyzedText>> = HashMap::new();
        for ask in corpus.asks() {
            asks.entry(ask.ruling.as_str()).or_default().push(lines.of(&ask.text));
        }
        let defines = |ruling: &&Ruling| !define::words(ruling).is_empty();
        let defining = corpus.rulings().filter(defines).map(|ruling| history::base(&ruling.id)).collect();
        let (model, profiles) = (Model::default(), Profiles::default());
        let mut source = Self { corpus, asks, defining, names, info, parts, model, profiles };
        source.learn(&mut lines);
        source
    }

    /// Learns what players say for what the rulings say, from every ruling and its asks.
    fn learn(&mut self, lines: &mut TextAnalysis) {
        for ruling in self.corpus.rulings() {
            let asks = self.asks.get(ruling.id.as_str()).map(Vec::as_slice).unwrap_or_default();
            self.profiles.add(asks, &[lines.of(&ruling.title), lines.of(&ruling.text())]);
        }
        self.profiles.refine();
        self.info.profiled = self.profiles.texts();
        let pair = |ruling: &Ruling, lines: &mut TextAnalysis| {
            let asks = self.asks.get(ruling.id.as_str()).map(Vec::as_slice).unwrap_or_default();
            Pair { own: own_words(ruling, asks, lines), asked: asked_words(asks) }
        };
        let pairs: Vec<Pair> = self.corpus.rulings().map(|ruling| pair(ruling, lines)).collect();
        self.model = Model::learn(&pairs);
    }

    /// The rulings of a part with their asks.
    fn rulings(&self, part: &Range<usize>) -> impl Iterator<Item = (&'c Ruling, &[AnalyzedText])> {
        let asks_of = |r: &Ruling| self.asks.get(r.id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let rulings = self.corpus.rulings().skip(part.start).take(part.len());
        rulings.map(move |ruling| (ruling, asks_of(ruling)))
    }
}

/// The files of all segments as those of one index.
fn files(segments: &[Segment]) -> anyhow::Result<Vec<(String, OwnedBytes)>> {
    let mut files = Vec::new();
    let mut metas = Vec::new();
    for segment in segments {
        metas.push(segment.index.load_metas()?);
        let paths: Vec<PathBuf> = segment.index.directory().list_managed_files().into_iter().collect();
        for path in paths.iter().filter(|path| *path != Path::new(META)) {
            let bytes = segment.files.open_read(path)?.read_bytes()?;
            files.push((path.to_string_lossy().into_owned(), bytes));
        }
    }
    let segments = metas.iter().flat_map(|m| m.segments.iter().cloned()).collect();
    if let Some(first) = metas.first() {
        let meta = IndexMeta { segments, ..first.clone() };
        files.push((META.to_owned(), OwnedBytes::new(serde_json::to_vec(&meta)?)));
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(files)
}

/// An index of one segment.
struct Segment {
    index: Index,
    /// Where its files are; read through the index they would lack their ends.
    files: RamDirectory,
}

/// Builds the segment that holds one part of the rulings; the first also holds what belongs to none of them.
fn segment(source: &Source, part: &Range<usize>) -> anyhow::Result<Segment> {
    let fields = Fields::new();
    let files = RamDirectory::create();
    let mut writer: SingleSegmentIndexWriter = Index::builder()
        .schema(fields.schema.clone())
        .tokenizers(analyzed::tokenizers())
        .single_segment_index_writer(files.clone(), WRITER_MEMORY)?;
    let mut lines = TextAnalysis::default();
    for (place, (ruling, asks)) in part.clone().zip(source.rulings(part)) {
        let expansion = source.model.expand(&own_words(ruling, asks, &mut lines));
        let mut document = ruling_document(&fields, ruling, asks, &expansion, &mut lines)?;
        let (profile, length) = source.profiles.of(place);
        document.add_text(fields.profile, times(&profile, |n| n));
        document.add_u64(fields.profile_length, length);
        if source.defining.contains(history::base(&ruling.id)) {
            document.add_text(fields.label, DEFINES);
        }
        writer.add_document(document)?;
    }
    for (_, asks) in source.rulings(part) {
        for ask in asks {
            let mut document = TantivyDocument::new();
            document.add_text(fields.ask, content_stems(ask).join(" "));
            writer.add_document(document)?;
        }
    }
    if part.start == 0 {
        add_words(&mut writer, &fields, source, &mut lines)?;
    }
    Ok(Segment { index: writer.finalize()?, files })
}

/// Every ask with the place of the ruling asked for, in the order in which they stand in the index.
pub(crate) fn asks(corpus: &Corpus) -> Vec<(usize, &str)> {
    let places: HashMap<&str, usize> =
        corpus.rulings().enumerate().map(|(n, r)| (r.id.as_str(), n)).collect();
    let place = |ask: &Ask| places.get(ask.ruling.as_str()).copied();
    let mut asks: Vec<(usize, &str)> =
        corpus.asks().iter().filter_map(|ask| Some((place(ask)?, ask.text.as_str()))).collect();
    asks.sort_by_key(|(place, _)| *place);
    asks
}

/// A subject beyond the documents, as an answer names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subject {
    /// What it is.
    pub subject: String,
    /// What there is to say to a question about it.
    pub say: String,
    /// Where to look.
    pub r#where: String,
}

fn subject_document(
    fields: &Fields,
    beyond: &crate::corpus::Beyond,
    lines: &mut TextAnalysis,
) -> anyhow::Result<TantivyDocument> {
    let mut document = TantivyDocument::new();
    for text in std::iter::once(beyond.subject.as_str()).chain(beyond.words.iter().map(|w| w.as_str())) {
        let text = lines.of(text);
        document.add_text(fields.beyond, content_stems(&text).join(" "));
        add_short_ask(&mut document, fields, &text);
    }
    document.add_text(fields.about, beyond.game.map_or(ANY_GAME, Game::code));
    let subject = Subject {
        subject: beyond.subject.value.clone(),
        say: beyond.say.clone(),
        r#where: beyond.r#where.clone(),
    };
    document.add_text(fields.subject, serde_json::to_string(&subject)?);
    Ok(document)
}

/// The subjects beyond the documents, the lines of `synonyms.yaml`, the names of cards and the words of other
/// languages.
fn add_words(
    writer: &mut SingleSegmentIndexWriter,
    fields: &Fields,
    source: &Source,
    lines: &mut TextAnalysis,
) -> anyhow::Result<()> {
    for beyond in source.corpus.beyond() {
        writer.add_document(subject_document(fields, beyond, lines)?)?;
    }
    for synonym in source.corpus.synonyms() {
        for from in &synonym.from {
            writer.add_document(synonym_document(fields, synonym, &lines.of(from))?)?;
        }
    }
    for name in source.names {
        writer.add_document(name.document(fields, &lines.of(&name.name))?)?;
    }
    for word in source.corpus.languages() {
        let forms: Vec<AnalyzedText> = word.words.iter().map(|form| lines.of(form)).collect();
        writer.add_document(languages::document(fields, word, &forms))?;
    }
    Ok(())
}

/// Keeps an ask of few words whole.
fn add_short_ask(document: &mut TantivyDocument, fields: &Fields, ask: &AnalyzedText) {
    if ask.stems.split(' ').count() <= FEW_WORDS {
        document.add_text(fields.short_ask, &ask.stems);
    }
}

fn ruling_document(
    fields: &Fields,
    ruling: &Ruling,
    asks: &[AnalyzedText],
    expansion: &WeightedStems,
    lines: &mut TextAnalysis,
) -> anyhow::Result<TantivyDocument> {
    let cards: Vec<&str> = ruling.cards.iter().map(|c| c.name.as_str()).collect();
    let above = format!("{} {}", ruling.section.last().map_or("", String::as_str), step(&ruling.place));
    let (title, above) = (lines.of(&ruling.title), lines.of(&above));
    let (text, cards) = (lines.of(&ruling.text()), lines.of(&cards.join(" ")));
    let asked = asked_words(asks);
    let mut document = TantivyDocument::new();
    for ask in asks {
        add_short_ask(&mut document, fields, ask);
    }
    document.add_text(fields.id, &ruling.id);
    document.add_u64(fields.asks, asks.len() as u64);
    if let Some(number) = &ruling.number {
        document.add_text(fields.number, number);
    }
    for key in keys(ruling) {
        document.add_text(fields.key, key);
    }
    for label in labels(ruling) {
        document.add_text(fields.label, label);
    }
    let mut stems =
        |field, lines: &[&AnalyzedText]| lines.iter().for_each(|l| document.add_text(field, &l.stems));
    stems(fields.title, &[&title, &above]);
    stems(fields.cards, &[&cards]);
    stems(fields.official, &[&title, &text]);
    for name in ruling.cards.iter().map(|card| lines.of(&card.name).words) {
        document.add_text(fields.names, name);
    }
    document.add_text(fields.asked, times(&asked, |n| n));
    document
        .add_text(fields.expansion, times(expansion, |gain| (gain - judge_learn::floor()) / EXPANSION_STEP));
    // As one, so that a phrase may.
    document.add_text(fields.exact, AnalyzedText::joined(&[&title, &above, &text, &cards]).words);
    for ask in asks {
        document.add_text(fields.spoken, &ask.words);
    }
    document.add_text(fields.ruling, serde_json::to_string(ruling)?);
    Ok(document)
}

/// What a word of a title counts, where a word of the text counts 1: it says what the ruling is about.
const TITLE: f32 = 2.0;
/// What a word counts that the digest gives as a player's.
const SAID: f32 = 0.5;
/// What a word of the heading counts under which a ruling stands.
const HEADING: f32 = 0.5;

/// The stems of a ruling's own words, each once, with how often it has them; ascending.
fn own_words(ruling: &Ruling, asks: &[AnalyzedText], lines: &mut TextAnalysis) -> WeightedStems {
    let heading = ruling.section.last().map_or("", String::as_str);
    let own = [(ruling.title.as_str(), TITLE), (heading, HEADING), (&ruling.text(), 1.0)];
    let own = own.map(|(text, counts)| (lines.of(text), counts));
    let mut counted: BTreeMap<&str, f32> = BTreeMap::new();
    let mut count = |line, counts| {
        content_stems(line).into_iter().for_each(|stem| *counted.entry(stem).or_default() += counts);
    };
    own.iter().for_each(|(line, counts)| count(line, *counts));
    // The digest says itself, in an entry, how players ask for it.
    if ruling.authority == Authority::Digest {
        asks.iter().for_each(|ask| count(ask, SAID));
    }
    weighted(counted)
}

/// The stems of asks, each once, with how many of the asks have it; ascending.
fn asked_words(asks: &[AnalyzedText]) -> WeightedStems {
    let mut counted: BTreeMap<&str, f32> = BTreeMap::new();
    for ask in asks {
        let mut stems = content_stems(ask);
        stems.sort_unstable();
        stems.dedup();
        stems.into_iter().for_each(|stem| *counted.entry(stem).or_default() += 1.0);
    }
    weighted(counted)
}

fn weighted(counted: BTreeMap<&str, f32>) -> WeightedStems {
    counted.into_iter().map(|(stem, counts)| (stem.to_owned(), counts)).collect()
}

/// The stems of a line but for the words that are in every question.
fn content_stems(line: &AnalyzedText) -> Vec<&str> {
    let both = line.words.split_ascii_whitespace().zip(line.stems.split_ascii_whitespace());
    both.filter(|(word, _)| !analyze::is_stop(word)).map(|(_, stem)| stem).collect()
}

/// A line of words and how often each is to be counted, as [`analyzed::REPEATS`] reads it.
fn times(words: &WeightedStems, often: impl Fn(f32) -> f32) -> String {
    let mut line = String::new();
    for (word, n) in words {
        let _ = write!(line, "{word} {} ", often(*n).round().max(0.0));
    }
    line
}

fn synonym_document(
    fields: &Fields,
    synonym: &crate::corpus::Synonym,
    from: &AnalyzedText,
) -> anyhow::Result<TantivyDocument> {
    let line = SynonymLine { to: synonym.to.iter().map(|t| t.value.clone()).collect(), game: synonym.game };
    let mut document = TantivyDocument::new();
    document.add_text(fields.said, &from.words);
    document.add_text(fields.synonym, serde_json::to_string(&line)?);
    Ok(document)
}

/// "step 3 at3" for a place that ends in "step 3": the last word stands for any way to count to it.
fn step(place: &str) -> String {
    let last = place.rsplit(", ").next().unwrap_or_default();
    match last.split_once(' ') {
        Some((kind, n)) if COUNTED.contains(&kind) => format!("{last} {}", analyze::item_term(n)),
        _ => String::new(),
    }
}

/// What places count: see [`analyze::item_term`].
const COUNTED: [&str; 3] = ["step", "bullet", "paragraph"];

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
    let mut labels = vec![label_of_game(ruling.game), format!("kind:{}", ruling.kind.word())];
    labels.push(label_of(ruling.authority).to_owned());
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::pack::Pack;
    use crate::search::{Library, Request};

    #[test]
    fn an_index_in_parts_answers_like_one_that_is_whole() {
        let corpus = Corpus::built_in();
        let all = corpus.rulings().count();
        let library = |parts| {
            let mut bytes = Vec::new();
            pack_parts(&corpus, &[], parts, &mut bytes).expect("built");
            Library::over(Pack::from_bytes(bytes).expect("whole"), Vec::new()).expect("opens")
        };
        let (whole, cut) =
            (library(segment_ranges(all)), library(vec![0..all / 3, all / 3..all - 7, all - 7..all]));
        assert_eq!(whole.rulings().expect("read"), cut.rulings().expect("read"));
        for ask in corpus.asks().iter().step_by(97) {
            let found = |library: &Library| {
                let answer = library.search(&Request::new(ask.text.clone(), 5)).expect("answered");
                // The same terms may be summed in another order, which changes the last figure of a sum.
                let line = |hit: &crate::search::Hit| (hit.ruling.id.clone(), (hit.score * 1000.0).round());
                answer.results.iter().map(line).collect::<Vec<_>>()
            };
            assert_eq!(found(&whole), found(&cut), "{}", ask.text);
        }
    }

    /// The stems that tell something, each once.
    fn stems(text: &str) -> std::collections::BTreeSet<String> {
        content_stems(&TextAnalysis::default().of(text)).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn the_nearest_ask_is_named_in_its_own_words() {
        let corpus = Corpus::built_in();
        let all = corpus.rulings().count();
        for parts in [segment_ranges(all), vec![0..all / 3, all / 3..all]] {
            let mut bytes = Vec::new();
            pack_parts(&corpus, &[], parts, &mut bytes).expect("built");
            let library = Library::over(Pack::from_bytes(bytes).expect("whole"), Vec::new()).expect("opens");
            let official =
                |ask: &&Ask| corpus.ruling(&ask.ruling).is_some_and(|r| r.authority == Authority::Official);
            for ask in corpus.asks().iter().filter(official).step_by(1997) {
                let mut answer = library.search(&Request::new(ask.text.clone(), 5)).expect("answered");
                library.add_nearest_asks(&mut answer, &corpus);
                let Some(hit) = answer.results.iter().find(|hit| hit.ruling.id == ask.ruling) else {
                    // A section answers for its steps.
                    assert!(
                        answer.results.iter().any(|hit| hit.collapsed.contains(&ask.ruling)),
                        "{}",
                        ask.text
                    );
                    continue;
                };
                // Who counts, "part two", is answered by the number, whatever asks are near.
                if hit.parts.is_some() {
                    let named = hit.ask.as_deref().expect("an ask is named");
                    // Two asks may be of the same words: "draw two, one by one" and "two draws, not one?".
                    assert_eq!(stems(named), stems(&ask.text), "{named}");
                }
            }
        }
    }
}
