//! From a corpus to an index of it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use judge_learn::{Expander, Model, Pair, Profiles, StemWeights, counted};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tantivy::directory::{Directory, OwnedBytes, RamDirectory};
use tantivy::indexer::SingleSegmentIndexWriter;
use tantivy::{Index, IndexMeta, TantivyDocument};

use super::analyzed::{self, AnalyzedText, TextAnalysis, line_of, times};
use super::index_info::{IndexInfo, SynonymLine};
use super::names::CardNameKinds;
use super::pack;
use super::rank::{EXPANSION_STEP, HIGH_DIGIT, high_digit};
use super::schema::{ANY_GAME, CARD_TEXTS, DEFINES, Fields, VERSION, label_of, label_of_game, label_of_name};
use super::segments::{in_parallel, on_all_threads, segment_ranges};
use super::terms::FEW_WORDS;
use super::{analyze, card_forms, classifier, game_words, languages, profile};
use crate::corpus::beyond::BeyondKind;
use crate::corpus::{Ask, Authority, Corpus, Game, Ruling, define, history};

/// The writer's memory budget in bytes: what it begins with, and grows beyond.
const WRITER_MEMORY: usize = 15_000_000;
/// How many rulings are prepared at once: their documents stand in memory until they are written.
const PREPARED: usize = 64;
/// The file that names the segments.
const META: &str = "meta.json";

/// Builds the index of a corpus, and of the names of cards whether rulings name them or not, and writes it as
/// one pack.
///
/// # Errors
/// Any error of tantivy, or of writing.
pub fn pack(corpus: &Corpus, names: &[CardNameKinds], out: &mut dyn Write) -> anyhow::Result<()> {
    pack_parts(corpus, names, segment_ranges(corpus.rulings().count()), out)
}

/// Builds each of these parts of the rulings as a segment of its own.
fn pack_parts(
    corpus: &Corpus,
    names: &[CardNameKinds],
    parts: Vec<Range<usize>>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (source, segments) = on_all_threads(|| {
        let source = Source::of(corpus, names, parts);
        let segments = in_parallel(&source.parts, |part| segment(&source, part));
        (source, segments)
    });
    let mut files = files(&segments?)?;
    let vectors = classifier::encode(source.profiles.classifier(), &source.lines);
    files.push((classifier::FILE.to_owned(), OwnedBytes::new(vectors)));
    Ok(pack::write(&files, VERSION, corpus.key(), source.info, out)?)
}

/// What an index is built from.
struct Source<'c> {
    corpus: &'c Corpus,
    /// The asks of each ruling, by its id.
    asks: Asks<'c>,
    /// The words of the rulings and of their asks.
    lines: TextAnalysis,
    /// The ids, without their versions, of the rulings that define words.
    defining: HashSet<&'c str>,
    names: &'c [CardNameKinds],
    info: IndexInfo,
    /// Which rulings each segment holds.
    parts: Vec<Range<usize>>,
    /// Each ruling's own stems and those of its asks.
    pairs: Vec<Pair>,
    /// What players say for what the rulings say.
    model: Model,
    /// All that each ruling is asked in and says, as one vector.
    profiles: Profiles,
}

/// The asks of each ruling by its id, as the places of their words.
type Asks<'c> = HashMap<&'c str, Vec<Vec<u32>>>;

impl<'c> Source<'c> {
    fn of(corpus: &'c Corpus, names: &'c [CardNameKinds], parts: Vec<Range<usize>>) -> Self {
        let mut info = IndexInfo::of(corpus, &parts);
        let mut lines = TextAnalysis::default();
        let mut asks = Asks::new();
        for ask in corpus.asks() {
            asks.entry(ask.ruling.as_str()).or_default().push(lines.places(&ask.text));
        }
        let defines = |ruling: &&Ruling| !define::words(ruling).is_empty();
        let defining = corpus.rulings().filter(defines).map(|ruling| history::base(&ruling.id)).collect();
        let own: Vec<OwnWords> = corpus.rulings().map(|ruling| OwnWords::of(ruling, &mut lines)).collect();
        lines.sort_stems();
        let (mut profiles, mut pairs) = (Profiles::default(), Vec::with_capacity(own.len()));
        for (ruling, own) in corpus.rulings().zip(own) {
            let asks = asks.get(ruling.id.as_str()).map(Vec::as_slice).unwrap_or_default();
            let stems = |text: &Vec<u32>| lines.stems_of(text).collect::<Vec<_>>();
            let of_asks: Vec<Vec<u32>> = asks.iter().map(stems).collect();
            profiles.add(&of_asks, &[stems(&own.title), stems(&own.text)]);
            pairs.push(own.beside(ruling, asks, &lines));
        }
        info.profiled = profiles.texts();
        let (model, ()) = rayon::join(|| Model::learn(&pairs, lines.stems()), || profiles.learn());
        Self { corpus, asks, lines, defining, names, info, parts, pairs, model, profiles }
    }

    fn asks_of(&self, ruling: &Ruling) -> &[Vec<u32>] {
        self.asks.get(ruling.id.as_str()).map(Vec::as_slice).unwrap_or_default()
    }

    /// The rulings of a part with their places.
    fn rulings(&self, part: &Range<usize>) -> impl Iterator<Item = (usize, &'c Ruling)> {
        part.clone().zip(self.corpus.rulings().skip(part.start))
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
    let rulings: Vec<(usize, &Ruling)> = source.rulings(part).collect();
    let mut chunks = rulings.chunks(PREPARED);
    let mut ready = prepared(&fields, source, chunks.next().unwrap_or_default());
    // While some are written, by this thread alone, the others prepare the next.
    while !ready.is_empty() {
        let write = || -> anyhow::Result<()> {
            std::mem::take(&mut ready)
                .into_iter()
                .try_for_each(|document| Ok(writer.add_document(document?)?))
        };
        let next = chunks.next().unwrap_or_default();
        let (written, next) = rayon::join(write, || prepared(&fields, source, next));
        written?;
        ready = next;
    }
    for (_, ruling) in rulings {
        for ask in source.asks_of(ruling) {
            let mut document = TantivyDocument::new();
            let stems = source.lines.content_of(ask);
            document.add_text(fields.ask, line_of(stems.map(|stem| source.lines.stem(stem))));
            writer.add_document(document)?;
        }
    }
    if part.start == 0 {
        add_words(&mut writer, &fields, source, &mut TextAnalysis::default())?;
    }
    Ok(Segment { index: writer.finalize()?, files })
}

/// The documents of these rulings, in their order.
fn prepared(
    fields: &Fields,
    source: &Source,
    rulings: &[(usize, &Ruling)],
) -> Vec<anyhow::Result<TantivyDocument>> {
    let prepare = |(lines, expander): &mut (TextAnalysis, Expander), (place, ruling): &(usize, &Ruling)| {
        let mut document = ruling_document(fields, ruling, lines)?;
        add_learnt(&mut document, fields, source, *place, expander);
        add_asks(&mut document, fields, source, source.asks_of(ruling));
        if source.defining.contains(history::base(&ruling.id)) {
            document.add_text(fields.label, DEFINES);
        }
        Ok(document)
    };
    rulings.par_iter().map_init(|| (TextAnalysis::default(), source.model.expander()), prepare).collect()
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
    /// The subject in a few words, as displayed.
    pub subject: String,
    /// What there is to say to a question about it.
    pub say: String,
    /// Where to look instead.
    pub r#where: String,
}

fn subject_document(
    fields: &Fields,
    beyond: &crate::corpus::Beyond,
    lines: &mut TextAnalysis,
) -> anyhow::Result<TantivyDocument> {
    let mut document = TantivyDocument::new();
    for text in std::iter::once(beyond.subject.as_str()).chain(beyond.words.iter().map(|w| w.as_str())) {
        // What may be asked of a card says nothing of questions that name none.
        if let Some(form) = card_forms::of_line(text, lines) {
            document.add_text(fields.short_ask, form.stems);
            continue;
        }
        let text = lines.of(text);
        add_short_ask(&mut document, fields, &text.stems);
        document.add_text(fields.beyond, content_stems(&text).join(" "));
    }
    document.add_text(fields.about, beyond.game.map_or(ANY_GAME, Game::code));
    if beyond.kind == BeyondKind::CardTexts {
        document.add_text(fields.about, CARD_TEXTS);
    }
    for name in &beyond.names {
        document.add_text(fields.about, label_of_name(&game_words::joined(&analyze::words(name))));
    }
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
        let mut read = |form: &str| card_forms::of_line(form, lines).unwrap_or_else(|| lines.of(form));
        let forms: Vec<AnalyzedText> = word.words.iter().map(|form| read(form)).collect();
        writer.add_document(languages::document(fields, word, &forms))?;
    }
    Ok(())
}

/// Keeps an ask of few words whole.
fn add_short_ask(document: &mut TantivyDocument, fields: &Fields, stems: &str) {
    if stems.split(' ').count() <= FEW_WORDS {
        document.add_text(fields.short_ask, stems);
    }
}

/// Adds the asks of a ruling, by their words.
fn add_asks(document: &mut TantivyDocument, fields: &Fields, source: &Source, asks: &[Vec<u32>]) {
    let lines = &source.lines;
    document.add_u64(fields.asks, asks.len() as u64);
    for ask in asks {
        add_short_ask(document, fields, &line_of(lines.stems_of(ask).map(|stem| lines.stem(stem))));
        document.add_text(fields.spoken, lines.words_of(ask));
    }
}

/// Adds what was learnt of the ruling at that place.
fn add_learnt(
    document: &mut TantivyDocument,
    fields: &Fields,
    source: &Source,
    place: usize,
    expander: &mut Expander,
) {
    let Pair { own, asked } = &source.pairs[place];
    let named = |(stem, counts): (u32, f32)| (source.lines.stem(stem), counts);
    document.add_text(fields.asked, times(asked.iter().copied().map(named)));
    let steps = |gain: f32| ((gain - judge_learn::floor()) / EXPANSION_STEP).round();
    let expected = expander.expand(own).into_iter().map(|(stem, gain)| (stem, steps(gain)));
    document.add_text(fields.expansion, times(expected.map(named).flat_map(in_digits)));
    let (profile, length) = profile::encode(&source.profiles, place, &source.lines);
    document.add_text(fields.profile, profile);
    document.add_u64(fields.profile_length, length);
}

/// A number of steps as two digits, so that a word of a hundred steps is counted some twenty times.
fn in_digits((stem, steps): (&str, f32)) -> [(Cow<'_, str>, f32); 2] {
    let high = (steps / HIGH_DIGIT).floor();
    [(stem.into(), steps - high * HIGH_DIGIT), (high_digit(stem).into(), high)]
}

fn ruling_document(
    fields: &Fields,
    ruling: &Ruling,
    lines: &mut TextAnalysis,
) -> anyhow::Result<TantivyDocument> {
    let cards: Vec<&str> = ruling.cards.iter().map(|c| c.name.as_str()).collect();
    let above = format!("{} {}", ruling.section.last().map_or("", String::as_str), step(&ruling.place));
    let (title, above) = (lines.of(&ruling.title), lines.of(&above));
    let (text, cards) = (lines.of(&ruling.text()), lines.of(&cards.join(" ")));
    let mut document = TantivyDocument::new();
    document.add_text(fields.id, &ruling.id);
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
    // As one, so that a phrase may.
    document.add_text(fields.exact, AnalyzedText::joined(&[&title, &above, &text, &cards]).words);
    document.add_text(fields.ruling, serde_json::to_string(ruling)?);
    Ok(document)
}

/// What a word of a title counts, where a word of the text counts 1: it says what the ruling is about.
const TITLE: f32 = 2.0;
/// What a word counts that the digest gives as a player's.
const SAID: f32 = 0.5;
/// What a word of the heading counts under which a ruling stands.
const HEADING: f32 = 0.5;

/// A ruling's own words by their places.
struct OwnWords {
    title: Vec<u32>,
    heading: Vec<u32>,
    text: Vec<u32>,
}

impl OwnWords {
    fn of(ruling: &Ruling, lines: &mut TextAnalysis) -> Self {
        let heading = ruling.section.last().map_or("", String::as_str);
        Self {
            title: lines.places(&ruling.title),
            heading: lines.places(heading),
            text: lines.places(&ruling.text()),
        }
    }

    /// Its stems with how often it has them, beside those of its asks.
    fn beside(&self, ruling: &Ruling, asks: &[Vec<u32>], lines: &TextAnalysis) -> Pair {
        let mut own: StemWeights = Vec::new();
        let mut count = |text: &[u32], counts| own.extend(lines.content_of(text).map(|stem| (stem, counts)));
        count(&self.title, TITLE);
        count(&self.heading, HEADING);
        count(&self.text, 1.0);
        // The digest says itself, in an entry, how players ask for it.
        if ruling.authority == Authority::Digest {
            asks.iter().for_each(|ask| count(ask, SAID));
        }
        Pair { own: counted(own), asked: asked_words(asks, lines) }
    }
}

/// The stems of asks with how many of the asks have each.
fn asked_words(asks: &[Vec<u32>], lines: &TextAnalysis) -> StemWeights {
    let mut asked: StemWeights = Vec::new();
    let mut stems: Vec<u32> = Vec::new();
    for ask in asks {
        stems.clear();
        stems.extend(lines.content_of(ask));
        stems.sort_unstable();
        stems.dedup();
        asked.extend(stems.iter().map(|stem| (*stem, 1.0)));
    }
    counted(asked)
}

/// The stems of a line but for the words that are in every question.
fn content_stems(line: &AnalyzedText) -> Vec<&str> {
    let both = line.words.split_ascii_whitespace().zip(line.stems.split_ascii_whitespace());
    both.filter(|(word, _)| !analyze::is_stop(word)).map(|(_, stem)| stem).collect()
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
    use std::sync::LazyLock;

    use super::*;
    use crate::search::pack::Pack;
    use crate::search::{Library, Request};

    /// The built-in rulings in one segment, and in three, one of which has few.
    static LIBRARIES: LazyLock<[Library; 2]> = LazyLock::new(|| {
        let corpus = Corpus::built_in();
        let all = corpus.rulings().count();
        let few = all - 7;
        [segment_ranges(all), vec![0..all / 3, all / 3..few, few..all]].map(|parts| {
            let mut bytes = Vec::new();
            pack_parts(&corpus, &[], parts, &mut bytes).expect("built");
            Library::over(Pack::from_bytes(bytes).expect("whole"), Vec::new()).expect("opens")
        })
    });

    #[test]
    fn an_index_in_parts_answers_like_one_that_is_whole() {
        let corpus = Corpus::built_in();
        let [whole, cut] = &*LIBRARIES;
        assert_eq!(whole.held().rulings().expect("read"), cut.held().rulings().expect("read"));
        for ask in corpus.asks().iter().step_by(97) {
            let found = |library: &Library| {
                let answer = library.search(&Request::new(ask.text.clone(), 5)).expect("answered");
                // The same terms may be summed in another order, which changes the last figure of a sum.
                let line = |hit: &crate::search::Hit| (hit.ruling.id.clone(), (hit.score * 1000.0).round());
                answer.results.iter().map(line).collect::<Vec<_>>()
            };
            assert_eq!(found(whole), found(cut), "{}", ask.text);
        }
    }

    #[test]
    fn steps_are_kept_in_two_digits() {
        let line = |steps| times(in_digits(("edge", steps)).into_iter());
        assert_eq!(line(5.0), "edge 5 ");
        assert_eq!(line(16.0), "edge×8 2 ");
        assert_eq!(line(27.0), "edge 3 edge×8 3 ");
    }

    /// The informative stems, each once.
    fn stems(text: &str) -> std::collections::BTreeSet<String> {
        content_stems(&TextAnalysis::default().of(text)).into_iter().map(str::to_owned).collect()
    }

    #[test]
    fn the_nearest_ask_is_named_in_its_own_words() {
        let corpus = Corpus::built_in();
        for library in &*LIBRARIES {
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
