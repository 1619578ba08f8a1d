//! Profiles moved apart where a text could be taken for another ruling's: two steps of the multiclass hinge
//! loss (Crammer and Singer), from the centroids on.
//!
//! Each step looks at every ask. Where another ruling is as near to it as its own, or nearly, all that the
//! ask has counts more in the profile of its own, and less in that of the other. Both steps look at all asks
//! before they change anything, so that their order makes no difference.

use std::ops::Range;

use rayon::prelude::*;

use crate::profile::AskComponents;

/// The margin, as a difference of cosines, by which an ask should be nearer to its own ruling than to any
/// other.
const MARGIN: f32 = 0.1;
/// The step size.
const STEP: f32 = 0.003;
const STEPS: usize = 2;
/// The units of parallel work. Fixed, so that the floating-point sums do not depend on the number of threads.
const PARTS: usize = 4;
/// With more asks than this, refinement is skipped and profiles stay centroids.
const MAX_ASKS: usize = 250_000;
/// A component that this share of the profiles has is kept with a place for each of them: adding to all of
/// them in their order takes less than to find those that have it.
const DENSE: usize = 8;
/// What a component counts at least in a profile that has it, where 0 says that it has not.
const MIN_WEIGHT: f32 = 1e-20;

/// The profiles as they were made.
pub(crate) struct Centroids<'p> {
    /// The components of each by their places, ascending, with how many of its texts have it.
    pub profiles: &'p [Vec<(u32, u32)>],
    /// Their lengths as vectors.
    pub lengths: &'p [f32],
    /// The idf of each component; 0 where it is not kept.
    pub idf: &'p [f32],
}

/// What each component of each profile counts when they are moved apart, in the place of the square root of
/// how many texts have it.
pub(crate) fn refined(centroids: &Centroids, asks: &AskComponents) -> Vec<Vec<f32>> {
    if asks.len() == 0 || asks.len() > MAX_ASKS {
        return Vec::new();
    }
    let mut index = Index::of(centroids);
    for _ in 0..STEPS {
        index.step(asks);
    }
    index.counts(centroids)
}

/// The profiles as they are refined: for each component the rulings that have it.
struct Index<'p> {
    /// The idf of each component; 0 where it is not kept.
    idf: &'p [f32],
    columns: Vec<Column>,
    /// What each component counts in the profiles, which are of length 1: column by column.
    weights: Vec<f32>,
    /// The rulings that those belong to which are listed.
    rulings: Vec<u32>,
    /// How many profiles there are.
    profiles: usize,
}

/// Where in `weights` a component is.
enum Column {
    /// For every ruling.
    All(Range<usize>),
    /// For rulings that are listed, ascending, from there on in `rulings`.
    Listed(Range<usize>, usize),
}

impl<'p> Index<'p> {
    fn of(centroids: &Centroids<'p>) -> Self {
        let Centroids { profiles, lengths, idf } = centroids;
        let mut with = vec![0; idf.len()];
        let kept = |component: u32| idf[component as usize] > 0.0;
        for (component, _) in profiles.iter().flatten().filter(|(component, _)| kept(*component)) {
            with[*component as usize] += 1;
        }
        let (mut all, mut listed) = (0, 0);
        let mut columns = Vec::with_capacity(with.len());
        for with in &with {
            let from = all;
            if with * DENSE > profiles.len() {
                all += profiles.len();
                columns.push(Column::All(from..all));
            } else {
                all += with;
                columns.push(Column::Listed(from..all, listed));
                listed += with;
            }
        }
        let (mut weights, mut rulings, mut filled) = (vec![0.0; all], vec![0; listed], vec![0; with.len()]);
        for ((ruling, profile), length) in profiles.iter().enumerate().zip(*lengths) {
            for (component, texts) in profile.iter().filter(|(component, _)| kept(*component)) {
                let place = *component as usize;
                let weight = ((*texts as f32).sqrt() * idf[place] / length).max(MIN_WEIGHT);
                match &columns[place] {
                    Column::All(range) => weights[range.start + ruling] = weight,
                    Column::Listed(range, listed) => {
                        weights[range.start + filled[place]] = weight;
                        rulings[listed + filled[place]] = ruling as u32;
                        filled[place] += 1;
                    }
                }
            }
        }
        Self { idf, columns, weights, rulings, profiles: profiles.len() }
    }

    /// Moves profiles apart that the asks could confuse.
    fn step(&mut self, asks: &AskComponents) {
        let size = asks.len().div_ceil(PARTS);
        let parts: Vec<Range<usize>> =
            (0..PARTS).map(|n| n * size..((n + 1) * size).min(asks.len())).collect();
        let moves: Vec<Vec<f32>> = parts.into_par_iter().map(|part| self.moves(asks, part)).collect();
        let moves = crate::summed(moves);
        // Where a profile does not have a component nothing moves.
        for (weight, by) in self.weights.iter_mut().zip(moves).filter(|(weight, _)| **weight != 0.0) {
            *weight = (*weight + STEP * by).max(MIN_WEIGHT);
        }
    }

    /// By how much each weight is to move, for a part of the asks.
    fn moves(&self, asks: &AskComponents, part: Range<usize>) -> Vec<f32> {
        let mut moves = vec![0.0; self.weights.len()];
        let mut scores = vec![0.0; self.profiles];
        let mut ask: Vec<(usize, f32)> = Vec::new();
        for n in part {
            let (ruling, components) = asks.ask(n);
            self.vector(components, &mut ask);
            let Some(other) = self.rival(&ask, ruling, &mut scores) else { continue };
            for (place, counts) in &ask {
                if let Some(entry) = self.entry(*place, ruling) {
                    moves[entry] += counts;
                }
                if let Some(entry) = self.entry(*place, other) {
                    moves[entry] -= counts;
                }
            }
        }
        moves
    }

    /// An ask as a vector of length 1: its components that are kept, with what each counts.
    fn vector(&self, components: &[u32], vector: &mut Vec<(usize, f32)>) {
        vector.clear();
        let places = components.iter().map(|component| *component as usize);
        vector.extend(places.map(|place| (place, self.idf[place])).filter(|(_, idf)| *idf > 0.0));
        let length = vector.iter().map(|(_, idf)| idf.powi(2)).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        vector.iter_mut().for_each(|(_, counts)| *counts /= length);
    }

    /// The ruling other than its own that an ask is nearest to, if within the margin.
    fn rival(&self, ask: &[(usize, f32)], ruling: usize, scores: &mut [f32]) -> Option<usize> {
        scores.fill(0.0);
        for (place, counts) in ask {
            match &self.columns[*place] {
                Column::All(range) => {
                    let weights = &self.weights[range.clone()];
                    scores.iter_mut().zip(weights).for_each(|(score, weight)| *score += counts * weight);
                }
                Column::Listed(range, listed) => {
                    let rulings = &self.rulings[*listed..listed + range.len()];
                    for (ruling, weight) in rulings.iter().zip(&self.weights[range.clone()]) {
                        scores[*ruling as usize] += counts * weight;
                    }
                }
            }
        }
        let own = std::mem::replace(&mut scores[ruling], f32::MIN);
        let nearest = greatest(scores);
        if nearest + MARGIN <= own {
            return None;
        }
        scores.iter().position(|score| *score == nearest)
    }

    /// Where the profile of a ruling has a component, if it does.
    fn entry(&self, place: usize, ruling: usize) -> Option<usize> {
        match &self.columns[place] {
            Column::All(range) => Some(range.start + ruling).filter(|entry| self.weights[*entry] != 0.0),
            Column::Listed(range, listed) => {
                let rulings = &self.rulings[*listed..listed + range.len()];
                let found = rulings.binary_search_by_key(&ruling, |ruling| *ruling as usize);
                found.ok().map(|at| range.start + at)
            }
        }
    }

    /// What each component of each profile counts now, as the square root of a number of texts.
    fn counts(&self, centroids: &Centroids) -> Vec<Vec<f32>> {
        let count = |ruling: usize, component: u32| {
            let place = component as usize;
            let entry = self.entry(place, ruling)?;
            Some(self.weights[entry] * centroids.lengths[ruling] / self.idf[place])
        };
        let of = |(ruling, profile): (usize, &Vec<(u32, u32)>)| {
            profile.iter().map(|(component, _)| count(ruling, *component).unwrap_or_default()).collect()
        };
        centroids.profiles.iter().enumerate().map(of).collect()
    }
}

/// The greatest of these; several side by side, as processors can.
fn greatest(scores: &[f32]) -> f32 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    let (eights, rest) = scores.as_chunks::<8>();
    let mut lanes = [f32::MIN; 8];
    for eight in eights {
        lanes.iter_mut().zip(eight).for_each(|(lane, score)| *lane = greater(*lane, *score));
    }
    lanes.iter().chain(rest).copied().fold(f32::MIN, greater)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRIKE: u32 = 0;
    const FIRST: u32 = 1;
    const SHIELD: u32 = 2;
    /// All components are equally informative.
    const IDF: [f32; 7] = [1.0; 7];

    fn refine(profiles: &[Vec<(u32, u32)>], lengths: &[f32], asks: &[(usize, Vec<u32>)]) -> Vec<Vec<f32>> {
        let mut all = AskComponents::default();
        asks.iter().for_each(|(ruling, components)| all.add(*ruling, components));
        refined(&Centroids { profiles, lengths, idf: &IDF }, &all)
    }

    /// Two rulings that both are asked with FIRST; the last ask of the first one looks like one of the other.
    fn moved(asks: &[(usize, Vec<u32>)]) -> Vec<Vec<f32>> {
        let profiles = [vec![(STRIKE, 4), (FIRST, 4)], vec![(FIRST, 1), (SHIELD, 4)]];
        let lengths = [8.0_f32.sqrt(), 5.0_f32.sqrt()];
        refine(&profiles, &lengths, asks)
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
    fn a_component_that_few_profiles_have_moves_as_one_that_many_have() {
        // The last of twenty rulings is asked as the one before it is, with what only these two have.
        let few = |ruling: u32| if ruling < 18 { vec![(STRIKE, 1)] } else { vec![(STRIKE, 1), (SHIELD, 1)] };
        let profiles: Vec<Vec<(u32, u32)>> = (0..20).map(few).collect();
        let lengths: Vec<f32> = profiles.iter().map(|profile| (profile.len() as f32).sqrt()).collect();
        let counts = refine(&profiles, &lengths, &[(19, vec![STRIKE, SHIELD])]);
        assert!(counts[19].iter().all(|counts| *counts > 1.0), "its own: {counts:?}");
        assert!(counts[18].iter().all(|counts| *counts < 1.0), "its rival's: {counts:?}");
        assert!(counts[..18].iter().flatten().all(|counts| (counts - 1.0).abs() < 1e-5), "{counts:?}");
    }

    #[test]
    fn an_ask_hardly_nearer_to_its_own_moves_too() {
        // As near to both but for one component, which is a fifth of its own profile.
        let profiles = [vec![(STRIKE, 1), (FIRST, 24)], vec![(FIRST, 24), (SHIELD, 1)]];
        let lengths = [5.0, 5.0];
        let of = |asks: &[(usize, Vec<u32>)]| refine(&profiles, &lengths, asks);
        let ask: (usize, Vec<u32>) = (0, vec![STRIKE, FIRST]);
        // The cosines are (1 + √24) / 5√2 and √24 / 5√2: nearer by 0.14, which is far enough.
        assert!((of(&[ask])[0][0] - 1.0).abs() < 1e-5);
        let near: (usize, Vec<u32>) = (0, vec![FIRST]);
        assert!(of(&[near])[0][1] > 24.0_f32.sqrt(), "as near to both");
        // Of five components one is its own: nearer by 0.2 / √5, less than the margin.
        let both: Vec<(u32, u32)> = (3..7).map(|stem| (stem, 6)).collect();
        let with = |own: u32| [vec![(own, 1)], both.clone()].concat();
        let ask = [vec![STRIKE], both.iter().map(|(component, _)| *component).collect()].concat();
        let counts = refine(&[with(STRIKE), with(SHIELD)], &lengths, &[(0, ask)]);
        assert!(counts[0][0] > 1.0, "hardly nearer: {counts:?}");
    }

    #[test]
    fn without_asks_there_is_nothing_to_refine() {
        assert!(moved(&[]).is_empty());
    }

    #[test]
    fn the_greatest_is_found_wherever_it_stands() {
        for at in 0..19 {
            let scores: Vec<f32> = (0..19).map(|n| if n == at { 2.0 } else { -1.0 }).collect();
            assert_eq!(greatest(&scores), 2.0);
        }
        assert_eq!(greatest(&[]), f32::MIN);
    }
}
