//! How alike a query and a ruling are as vectors (Salton's vector space model): all that a ruling is asked
//! in, its title and its words are one vector, its profile, with a component for every stem and every two
//! neighbouring stems.
//!
//! Words that are in every question count here, next to others: "can I", "how many", "what happens" are a
//! good half of what a question is. A component is the square root of how many texts have it, so that a
//! ruling asked for in many ways is not nearer to everything than one asked for in few, times its inverse
//! document frequency. Such a centroid (Rocchio's) knows nothing of its neighbours:
//! [`judge_learn::refined`] moves those apart that a text could be taken for.

use std::collections::{BTreeMap, HashMap};

use judge_learn::WeightedStems;
use tantivy::{DocId, Searcher, SegmentReader};

use super::analyze;
use super::analyzed::AnalyzedText;
use super::postings::{PostingsReader, place_of};
use super::schema::Fields;
use super::scoring::{ScoreParts, numbers};
use super::terms::SearchTerm;

/// A stem, or two neighbouring stems, by their places among all.
type Component = (u32, Option<u32>);

/// A component that fewer texts have tells nothing that holds for another.
const MIN_TEXTS: u32 = 2;
/// For so many asks the own words of a ruling are one more text.
const ASKS_AS_OWN: usize = 50;
/// The length of a profile is kept in so many parts of 1.
const LENGTH_SCALE: f32 = 1000.0;
/// A component is kept in so many parts of the square root of one text.
const COMPONENT_SCALE: f32 = 3.0;

/// The profiles of rulings, in their order; empty where nobody asks for one.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    stems: Vec<String>,
    places: HashMap<String, u32>,
    /// Every component once, and where it stands there.
    components: Vec<Component>,
    component_places: HashMap<Component, u32>,
    /// How many of all texts have each component.
    texts_with: Vec<u32>,
    /// The components of each profile by their places, ascending, with how many of its texts have it.
    profiles: Vec<Vec<(u32, u32)>>,
    /// What each of these components counts since they were refined: in the place of the square root of how
    /// many texts have it.
    refined: Vec<Vec<f32>>,
    /// The components of every ask, with the place of its ruling.
    asks: Vec<(usize, Vec<u32>)>,
    /// How many texts there are.
    texts: u32,
}

impl Profiles {
    /// Adds the profile of the next ruling, made of its asks, its title and its words; of none where it is
    /// not asked for. Its own words are as many texts as a share of its asks, so that who quotes them finds
    /// them.
    pub(super) fn add(&mut self, asks: &[AnalyzedText], own: &[AnalyzedText]) {
        let mut of_all: Vec<u32> = Vec::new();
        let (own, times) = if asks.is_empty() { (&own[..0], 0) } else { (own, 2 + asks.len() / ASKS_AS_OWN) };
        let asks = asks.iter().map(|ask| (ask, 1, true));
        for (text, times, is_ask) in asks.chain(own.iter().map(|own| (own, times, false))) {
            let of_one = self.components(&text.stems);
            (0..times).for_each(|_| of_all.extend_from_slice(&of_one));
            self.texts += u32::try_from(times).unwrap_or(u32::MAX);
            if is_ask {
                self.asks.push((self.profiles.len(), of_one));
            }
        }
        of_all.sort_unstable();
        let count = |same: &[u32]| (same[0], u32::try_from(same.len()).unwrap_or(u32::MAX));
        let profile: Vec<(u32, u32)> = of_all.chunk_by(|a, b| a == b).map(count).collect();
        for (component, with) in &profile {
            self.texts_with[*component as usize] += with;
        }
        self.profiles.push(profile);
    }

    /// The components of a line of stems, each once.
    fn components(&mut self, stems: &str) -> Vec<u32> {
        let stems: Vec<u32> = stems.split_ascii_whitespace().map(|stem| self.stem(stem)).collect();
        let pairs = stems.windows(2).map(|pair| (pair[0], Some(pair[1])));
        let all = stems.iter().map(|stem| (*stem, None)).chain(pairs);
        let mut components: Vec<u32> = all.map(|component| self.component(component)).collect();
        components.sort_unstable();
        components.dedup();
        components
    }

    fn stem(&mut self, stem: &str) -> u32 {
        if let Some(place) = self.places.get(stem) {
            return *place;
        }
        let place = u32::try_from(self.stems.len()).unwrap_or(u32::MAX);
        self.places.insert(stem.to_owned(), place);
        self.stems.push(stem.to_owned());
        place
    }

    fn component(&mut self, component: Component) -> u32 {
        let next = u32::try_from(self.components.len()).unwrap_or(u32::MAX);
        let place = *self.component_places.entry(component).or_insert(next);
        if place == next {
            self.components.push(component);
            self.texts_with.push(0);
        }
        place
    }

    /// How many texts the profiles are made of.
    pub(super) fn texts(&self) -> u32 {
        self.texts
    }

    /// Moves those profiles apart that an ask could be taken for; the asks are not needed any more.
    pub(super) fn refine(&mut self) {
        let asks = std::mem::take(&mut self.asks);
        let lengths: Vec<f32> = self.profiles.iter().map(|profile| self.length(profile)).collect();
        let all = 0..u32::try_from(self.components.len()).unwrap_or(u32::MAX);
        let idf: Vec<f32> = all.map(|component| self.idf(component).unwrap_or_default()).collect();
        self.refined = judge_learn::refined(&self.profiles, &lengths, &asks, &idf);
    }

    /// The profile of the ruling at that place: its components with what each counts, and its length as a
    /// vector, in thousandths.
    pub(super) fn of(&self, ruling: usize) -> (WeightedStems, u64) {
        let Some(profile) = self.profiles.get(ruling) else { return (WeightedStems::new(), 0) };
        let refined = self.refined.get(ruling).into_iter().flatten().copied();
        let counts = refined.map(Some).chain(std::iter::repeat(None));
        let kept = profile.iter().zip(counts).filter(|((component, _), _)| self.is_kept(*component));
        let count = |n: u32, refined: Option<f32>| refined.unwrap_or_else(|| (n as f32).sqrt());
        let mut components: WeightedStems =
            kept.map(|((of, n), refined)| (self.text(*of), COMPONENT_SCALE * count(*n, refined))).collect();
        components.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        (components, (self.length(profile) * LENGTH_SCALE).round() as u64)
    }

    /// The length of a profile as a vector.
    fn length(&self, profile: &[(u32, u32)]) -> f32 {
        let square = |(of, n): &(u32, u32)| self.idf(*of).map_or(0.0, |idf| *n as f32 * idf.powi(2));
        profile.iter().map(square).sum::<f32>().sqrt()
    }

    /// Whether enough texts have a component.
    fn is_kept(&self, component: u32) -> bool {
        self.texts_with[component as usize] >= MIN_TEXTS
    }

    /// How much a component tells; nothing, where too few texts have it.
    fn idf(&self, component: u32) -> Option<f32> {
        self.is_kept(component).then(|| idf(self.texts, self.texts_with[component as usize] as f32))
    }

    fn text(&self, component: u32) -> String {
        let (first, second) = self.components[component as usize];
        let stem = |place: u32| self.stems.get(place as usize).map_or("", String::as_str);
        second.map_or_else(|| stem(first).to_owned(), |second| analyze::bigram(stem(first), stem(second)))
    }
}

/// How much a component tells that so many of all texts have; something even if all have it.
fn idf(texts: u32, with: f32) -> f32 {
    ((1.0 + texts as f32) / (1.0 + with)).ln() + 1.0
}

/// A query as components with how often it has each, before what they tell. Two neighbours count what the
/// lesser counts.
pub(super) fn query_components(words: &[SearchTerm]) -> WeightedStems {
    let mut counted: BTreeMap<String, f32> = BTreeMap::new();
    for word in words {
        *counted.entry(word.stem.clone()).or_default() += word.weight;
    }
    for pair in words.windows(2) {
        let bigram = analyze::bigram(&pair[0].stem, &pair[1].stem);
        *counted.entry(bigram).or_default() += pair[0].weight.min(pair[1].weight);
    }
    counted.into_iter().filter(|(_, n)| *n > 0.0).collect()
}

/// A query as a vector: which rulings' profiles share each of its components, and its length.
pub(super) struct QueryVector {
    components: Vec<Shared>,
    length: f32,
}

/// A component of the query that profiles have.
struct Shared {
    /// What it counts: in the query, times in a profile.
    counts: f32,
    /// For each segment the rulings that have it (ascending), with what it counts in their profiles.
    with: Vec<Vec<(DocId, f32)>>,
}

impl QueryVector {
    /// Finds the components of a query and weighs them by what they tell among so many texts.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(super) fn new(
        searcher: &Searcher,
        fields: &Fields,
        texts: u32,
        query: WeightedStems,
    ) -> tantivy::Result<Self> {
        let mut vector = Self { components: Vec::new(), length: 0.0 };
        let segments = searcher.segment_readers().iter();
        let mut profiles = segments
            .map(|segment| PostingsReader::of(segment, fields.profile))
            .collect::<tantivy::Result<Vec<_>>>()?;
        for (component, times) in query {
            let kept = |(doc, count): (DocId, u32)| (doc, count as f32 / COMPONENT_SCALE);
            let mut with = Vec::with_capacity(profiles.len());
            for profiles in &mut profiles {
                with.push(profiles.all(&component)?.into_iter().map(kept).collect::<Vec<_>>());
            }
            // About as many texts have it as they had before the profiles were refined.
            let texts_with: f32 = with.iter().flatten().map(|(_, count)| count * count).sum();
            if texts_with == 0.0 {
                continue;
            }
            let idf = idf(texts, texts_with);
            // A word that a story repeats counts more, but not each time anew.
            let counts = idf * if times > 1.0 { 1.0 + times.ln() } else { times };
            vector.length += counts * counts;
            vector.components.push(Shared { counts: counts * idf, with });
        }
        vector.length = vector.length.sqrt();
        Ok(vector)
    }

    /// Gives each ruling of the `n`th segment (ascending) the cosine between its profile and the query.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(super) fn score(
        &self,
        n: usize,
        segment: &SegmentReader,
        here: &mut [(DocId, ScoreParts)],
    ) -> tantivy::Result<()> {
        for Shared { counts, with } in &self.components {
            let mut at = 0;
            for (with, count) in with.get(n).into_iter().flatten() {
                at = place_of(*with, here, at);
                match here.get_mut(at) {
                    Some((doc, parts)) if doc == with => parts.similarity += counts * count,
                    Some(_) => {}
                    None => break,
                }
            }
        }
        let lengths = numbers(segment, "profile_length", here)?;
        for ((_, parts), length) in here.iter_mut().zip(lengths) {
            let length = length as f32 / LENGTH_SCALE;
            parts.similarity /= (length * self.length).max(f32::MIN_POSITIVE);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::analyzed::TextAnalysis;
    use super::*;

    fn profiles(asks: &[&[&str]], own: &[&str]) -> Profiles {
        let (mut profiles, mut lines) = (Profiles::default(), TextAnalysis::default());
        let mut read = |texts: &[&str]| texts.iter().map(|text| lines.of(text)).collect::<Vec<_>>();
        asks.iter().for_each(|asks| profiles.add(&read(asks), &read(own)));
        profiles
    }

    #[test]
    fn a_component_is_kept_that_two_texts_have() {
        let profiles = profiles(&[&["can I shield", "can I strike"], &["can he shield"], &[]], &[]);
        let kept = |ruling| {
            profiles.of(ruling).0.into_iter().map(|(c, n)| format!("{c} {n:.0}")).collect::<Vec<_>>()
        };
        assert_eq!(kept(0), ["can 4", "can_i 4", "i 4", "shield 3"]);
        assert_eq!(kept(1), ["can 3", "shield 3"]);
        assert_eq!((kept(2), profiles.of(2).1), (Vec::new(), 0), "nobody asks for it");
        assert_eq!(profiles.texts(), 3);
    }

    #[test]
    fn its_own_words_are_as_many_texts_as_a_share_of_its_asks() {
        let profiles = profiles(&[&["may I"; ASKS_AS_OWN]], &["unused shields"]);
        let most = COMPONENT_SCALE * 3.0_f32.sqrt();
        let of = profiles.of(0).0.into_iter();
        let thrice: Vec<String> = of.filter(|(_, n)| *n == most).map(|(component, _)| component).collect();
        assert_eq!(thrice, ["shield", "unus", "unus_shield"]);
    }

    #[test]
    fn an_ask_moves_its_profile_away_from_one_that_it_could_be_taken_for() {
        let of_shields = ["who strikes first", "may he shield", "may he shield now", "may he shield him"];
        let asks: [&[&str]; 2] = [&of_shields, &["who strikes first", "who strikes first now"]];
        let (centroids, mut refined) = (profiles(&asks, &[]), profiles(&asks, &[]));
        refined.refine();
        let strike = |of: &Profiles, ruling| {
            of.of(ruling).0.into_iter().find(|(component, _)| component == "strike").map_or(0.0, |(_, n)| n)
        };
        assert!(strike(&refined, 0) > strike(&centroids, 0), "its own ask tells more");
        assert!(strike(&refined, 1) < strike(&centroids, 1), "and less of the other");
        assert_eq!(refined.of(0).1, centroids.of(0).1, "its length stays");
    }

    #[test]
    fn two_neighbours_count_what_the_lesser_counts() {
        let word = |stem: &str, weight| SearchTerm { stem: stem.to_owned(), weight, typed: true };
        let components = query_components(&[word("can", 0.5), word("i", 1.0), word("i", 1.0)]);
        let counts: Vec<(&str, f32)> = components.iter().map(|(c, n)| (c.as_str(), *n)).collect();
        assert_eq!(counts, [("can", 0.5), ("can_i", 0.5), ("i", 2.0), ("i_i", 1.0)]);
    }
}
