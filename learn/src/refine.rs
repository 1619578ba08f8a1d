//! Moves the profiles of rulings apart that a question could confuse: two steps of gradient descent on the
//! multiclass hinge loss (Crammer and Singer), starting from the centroids.
//!
//! A step considers every ask. If another ruling's profile is as near to an ask as that of its own, or nearly
//! so, the ask's components gain weight in its own profile and lose weight in the other. All changes of a
//! step are computed before any is applied, so that the order of asks does not matter.

use std::ops::Range;

use rayon::prelude::*;

/// The margin, as a difference of cosines, by which an ask should be nearer to its own ruling than to any
/// other.
const MARGIN: f32 = 0.1;
/// The step size.
const STEP: f32 = 0.003;
const STEPS: usize = 2;
/// Asks per unit of parallel work. Fixed, so that the floating-point sums do not depend on the number of
/// threads.
const ASKS_AT_ONCE: usize = 4_000;
/// With more asks than this, refinement is skipped and profiles stay centroids.
const MOST_ASKS: usize = 250_000;

/// A component of a ruling's profile.
#[derive(Clone, Copy)]
struct Entry {
    ruling: u32,
    /// Its weight in the profile, which has length 1.
    weight: f32,
}

/// An inverted index of the profiles: for each component the rulings that have it, ascending. Components are
/// numbered consecutively.
struct Index<'p> {
    /// The inverse document frequency of each component; 0 if it is not kept.
    idf: &'p [f32],
    /// The range of each component's entries.
    ranges: Vec<Range<usize>>,
    entries: Vec<Entry>,
    /// The number of profiles.
    profiles: usize,
}

/// The refined weight of each component of each profile, on the scale of the square root of the number of
/// texts that have it. `lengths` are the Euclidean norms of the profiles, each ask comes with the index of
/// its ruling, and `idf` is the inverse document frequency of each component, 0 if it is not kept.
pub fn refined(
    profiles: &[Vec<(u32, u32)>],
    lengths: &[f32],
    asks: &[(usize, Vec<u32>)],
    idf: &[f32],
) -> Vec<Vec<f32>> {
    if asks.is_empty() || asks.len() > MOST_ASKS {
        return Vec::new();
    }
    let mut index = Index::of(profiles, lengths, idf);
    let asks: Vec<Ask> = asks.iter().map(|(ruling, components)| index.ask(*ruling, components)).collect();
    for _ in 0..STEPS {
        index.step(&asks);
    }
    index.counts(profiles, lengths)
}

/// An ask as a vector of length 1.
struct Ask {
    ruling: usize,
    /// Component numbers and weights.
    components: Vec<(usize, f32)>,
}

impl<'p> Index<'p> {
    fn of(profiles: &[Vec<(u32, u32)>], lengths: &[f32], idf: &'p [f32]) -> Self {
        let mut with = vec![0; idf.len()];
        let kept = |component: u32| idf[component as usize] > 0.0;
        for (component, _) in profiles.iter().flatten().filter(|(component, _)| kept(*component)) {
            with[*component as usize] += 1;
        }
        let mut all = 0;
        let mut ranges: Vec<Range<usize>> = Vec::with_capacity(with.len());
        for with in with {
            ranges.push(all..all);
            all += with;
        }
        let mut entries = vec![Entry { ruling: 0, weight: 0.0 }; all];
        for ((ruling, profile), length) in profiles.iter().enumerate().zip(lengths) {
            for (component, texts) in profile.iter().filter(|(component, _)| kept(*component)) {
                let range = &mut ranges[*component as usize];
                let weight = (*texts as f32).sqrt() * idf[*component as usize] / length;
                entries[range.end] = Entry { ruling: ruling as u32, weight };
                range.end += 1;
            }
        }
        Self { idf, ranges, entries, profiles: profiles.len() }
    }

    fn ask(&self, ruling: usize, components: &[u32]) -> Ask {
        let places = components.iter().map(|component| *component as usize);
        let components: Vec<usize> = places.filter(|place| self.idf[*place] > 0.0).collect();
        let length = components.iter().map(|place| self.idf[*place].powi(2)).sum::<f32>().sqrt();
        let counts = |place: usize| (place, self.idf[place] / length.max(f32::MIN_POSITIVE));
        Ask { ruling, components: components.into_iter().map(counts).collect() }
    }

    /// Moves profiles apart that the asks could confuse.
    fn step(&mut self, asks: &[Ask]) {
        let moves: Vec<Vec<(usize, f32)>> =
            asks.par_chunks(ASKS_AT_ONCE).map(|asks| self.moves(asks)).collect();
        for (entry, by) in moves.into_iter().flatten() {
            self.entries[entry].weight += STEP * by;
        }
        self.entries.iter_mut().for_each(|entry| entry.weight = entry.weight.max(0.0));
    }

    /// Which entries to change, and by how much: in ascending order, without duplicates.
    fn moves(&self, asks: &[Ask]) -> Vec<(usize, f32)> {
        let mut moves: Vec<(usize, f32)> = Vec::new();
        let mut scores = vec![0.0; self.profiles];
        for ask in asks {
            let Some(other) = self.rival(ask, &mut scores) else { continue };
            for (place, counts) in &ask.components {
                moves.extend(self.entry(*place, ask.ruling).map(|entry| (entry, *counts)));
                moves.extend(self.entry(*place, other).map(|entry| (entry, -counts)));
            }
        }
        moves.sort_by_key(|(entry, _)| *entry);
        let sum = |of: &[(usize, f32)]| (of[0].0, of.iter().map(|(_, by)| by).sum());
        moves.chunk_by(|a, b| a.0 == b.0).map(sum).collect()
    }

    /// The ruling other than its own that an ask is nearest to, if within the margin.
    fn rival(&self, ask: &Ask, scores: &mut [f32]) -> Option<usize> {
        scores.fill(0.0);
        for (place, counts) in &ask.components {
            for entry in &self.entries[self.ranges[*place].clone()] {
                scores[entry.ruling as usize] += counts * entry.weight;
            }
        }
        let own = std::mem::replace(&mut scores[ask.ruling], f32::MIN);
        let (mut other, mut nearest) = (0, f32::MIN);
        for (ruling, score) in scores.iter().enumerate() {
            if *score > nearest {
                (other, nearest) = (ruling, *score);
            }
        }
        (nearest + MARGIN > own).then_some(other)
    }

    /// The index of a component's entry in a ruling's profile.
    fn entry(&self, place: usize, ruling: usize) -> Option<usize> {
        let range = self.ranges[place].clone();
        let found = self.entries[range.clone()].binary_search_by_key(&ruling, |entry| entry.ruling as usize);
        found.ok().map(|at| range.start + at)
    }

    /// The current weight of each component of each profile, on the scale of [`refined`]'s result.
    fn counts(&self, profiles: &[Vec<(u32, u32)>], lengths: &[f32]) -> Vec<Vec<f32>> {
        let count = |ruling: usize, component: u32| {
            let place = component as usize;
            let entry = self.entry(place, ruling)?;
            Some(self.entries[entry].weight * lengths[ruling] / self.idf[place])
        };
        let of = |(ruling, profile): (usize, &Vec<(u32, u32)>)| {
            profile.iter().map(|(component, _)| count(ruling, *component).unwrap_or_default()).collect()
        };
        profiles.iter().enumerate().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRIKE: u32 = 0;
    const FIRST: u32 = 1;
    const SHIELD: u32 = 2;
    /// All components have the same weight.
    const IDF: [f32; 7] = [1.0; 7];

    /// Two rulings, both asked for with FIRST; the first one's last ask resembles the second.
    fn moved(asks: &[(usize, Vec<u32>)]) -> Vec<Vec<f32>> {
        let profiles = [vec![(STRIKE, 4), (FIRST, 4)], vec![(FIRST, 1), (SHIELD, 4)]];
        let lengths = [8.0_f32.sqrt(), 5.0_f32.sqrt()];
        refined(&profiles, &lengths, asks, &IDF)
    }

    #[test]
    fn what_an_ask_has_counts_more_in_its_own_profile_and_less_in_its_rivals() {
        let counts = moved(&[(0, vec![FIRST, SHIELD])]);
        assert!(counts[0][1] > 2.0 && counts[1][0] < 1.0 && counts[1][1] < 2.0, "{counts:?}");
        assert!((counts[0][0] - 2.0).abs() < 1e-5, "what the ask does not have stays: {counts:?}");
    }

    #[test]
    fn an_ask_far_from_all_others_moves_nothing() {
        let counts = moved(&[(0, vec![STRIKE])]);
        let flat: Vec<f32> = counts.into_iter().flatten().collect();
        assert!(flat.iter().zip([2.0, 2.0, 1.0, 2.0]).all(|(now, was)| (now - was).abs() < 1e-5), "{flat:?}");
    }

    #[test]
    fn an_ask_hardly_nearer_to_its_own_moves_too() {
        // Equally near to both except for one component, a fifth of its own profile.
        let profiles = [vec![(STRIKE, 1), (FIRST, 24)], vec![(FIRST, 24), (SHIELD, 1)]];
        let lengths = [5.0, 5.0];
        let of = |asks: &[(usize, Vec<u32>)]| refined(&profiles, &lengths, asks, &IDF);
        let ask: (usize, Vec<u32>) = (0, vec![STRIKE, FIRST]);
        // The cosines are (1 + √24) / 5√2 and √24 / 5√2: a difference of 0.14, outside of the margin.
        assert!((of(&[ask])[0][0] - 1.0).abs() < 1e-5);
        let near: (usize, Vec<u32>) = (0, vec![FIRST]);
        assert!(of(&[near])[0][1] > 24.0_f32.sqrt(), "as near to both");
        // One of five components is the ruling's own: a difference of 0.2 / √5, inside the margin.
        let both: Vec<(u32, u32)> = (3..7).map(|stem| (stem, 6)).collect();
        let with = |own: u32| [vec![(own, 1)], both.clone()].concat();
        let ask = [vec![STRIKE], both.iter().map(|(component, _)| *component).collect()].concat();
        let counts = refined(&[with(STRIKE), with(SHIELD)], &lengths, &[(0, ask)], &IDF);
        assert!(counts[0][0] > 1.0, "hardly nearer: {counts:?}");
    }

    #[test]
    fn without_asks_there_is_nothing_to_refine() {
        assert!(moved(&[]).is_empty());
    }
}
