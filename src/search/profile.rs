//! How alike a query and a ruling are as vectors (Salton's vector space model): all that a ruling is asked
//! in, its title and its words are one vector, its profile, with a component for every stem and every two
//! neighbouring stems.
//!
//! Words that are in every question count here, next to others: "can I", "how many", "what happens" are a
//! good half of what a question is. A component is the square root of how many texts have it, so that a
//! ruling asked for in many ways is not nearer to everything than one asked for in few, times its inverse
//! document frequency. Such a centroid (Rocchio's) knows nothing of its neighbours:
//! [`Profiles::refine`] moves those apart that a text could be taken for.

use std::collections::BTreeMap;

use judge_learn::{Component, Profiles, idf};
use tantivy::{DocId, Searcher, SegmentReader};

use super::analyze;
use super::analyzed::{TextAnalysis, times};
use super::postings::{PostingsReader, place_of};
use super::schema::Fields;
use super::scoring::{ScoreParts, u64_column};
use super::terms::SearchTerm;

/// The length of a profile is kept in this many parts of 1.
const LENGTH_SCALE: f32 = 1000.0;
/// A component is kept in this many parts of the square root of one text.
const COMPONENT_SCALE: f32 = 3.0;

/// The profile of the ruling at that place as it is kept: its components with how often each stands there,
/// and its length.
pub(super) fn encode(profiles: &Profiles, ruling: usize, lines: &TextAnalysis) -> (String, u64) {
    let (components, length) = profiles.of(ruling);
    let text = |(first, second): Component| match second {
        Some(second) => analyze::bigram(lines.stem(first), lines.stem(second)),
        None => lines.stem(first).to_owned(),
    };
    let line = times(components.map(|(component, counts)| (text(component), COMPONENT_SCALE * counts)));
    (line, (length * LENGTH_SCALE).round() as u64)
}

/// A query as components with how often it has each, before their idf. Two neighbours count what the
/// lesser counts.
pub(super) fn query_components(words: &[SearchTerm]) -> Vec<(String, f32)> {
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
    /// Finds the components of a query and weighs them by their idf among `texts` texts.
    ///
    /// # Errors
    /// Any error reading the index.
    pub(super) fn new(
        searcher: &Searcher,
        fields: &Fields,
        texts: u32,
        query: Vec<(String, f32)>,
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
        let lengths = u64_column(segment, "profile_length", here)?;
        for ((_, parts), length) in here.iter_mut().zip(lengths) {
            let length = length as f32 / LENGTH_SCALE;
            parts.similarity /= (length * self.length).max(f32::MIN_POSITIVE);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_kept_as_words_and_how_often_they_count() {
        let mut lines = TextAnalysis::default();
        let asks = ["can I shield", "can I strike", "can he shield"];
        let stems = asks.map(|ask| {
            let places = lines.places(ask);
            lines.stems_of(&places).collect()
        });
        let mut profiles = Profiles::default();
        profiles.add(&stems, &[]);
        let (line, length) = encode(&profiles, 0, &lines);
        // Three and two texts: the square roots, in thirds.
        assert_eq!(line, "can 5 i 4 shield 4 can_i 4 ");
        assert_eq!(length, (profiles.of(0).1 * LENGTH_SCALE).round() as u64);
    }

    #[test]
    fn two_neighbours_count_what_the_lesser_counts() {
        let word = |stem: &str, weight| SearchTerm { stem: stem.to_owned(), weight, typed: true };
        let components = query_components(&[word("can", 0.5), word("i", 1.0), word("i", 1.0)]);
        let counts: Vec<(&str, f32)> = components.iter().map(|(c, n)| (c.as_str(), *n)).collect();
        assert_eq!(counts, [("can", 0.5), ("can_i", 0.5), ("i", 2.0), ("i_i", 1.0)]);
    }
}
