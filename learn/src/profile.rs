//! All that each ruling is asked in and says as one vector, its profile: a centroid (Rocchio's) of stems and
//! neighbouring stems.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::classifier::{Classifier, Texts};
use crate::refine::{Centroids, refined};

/// A stem, or two neighbouring stems.
pub type Component = (u32, Option<u32>);

/// A component that fewer texts have is not informative about another.
const MIN_TEXTS: u32 = 2;
/// The number of asks for which the own words of a ruling are one more text.
pub(crate) const ASKS_AS_OWN: usize = 50;

/// The profiles of rulings, in their order; empty where nobody asks for one.
#[derive(Debug, Default)]
pub struct Profiles {
    /// Every component once, and where it stands there.
    components: Vec<Component>,
    places: HashMap<u64, u32, BuildHasherDefault<PairHasher>>,
    /// How many of all texts have each component.
    texts_with: Vec<u32>,
    /// The components of each profile by their places, ascending, with how many of its texts have it.
    profiles: Vec<Vec<(u32, u32)>>,
    /// What each of these components counts since they were refined: in the place of the square root of how
    /// many texts have it.
    refined: Vec<Vec<f32>>,
    classifier: Classifier,
    asks: AskComponents,
    /// The components of their titles and words, where they are asked for.
    own: AskComponents,
    /// How many texts there are.
    texts: u32,
}

/// The components of every ask, one behind the other.
#[derive(Debug, Default)]
pub(crate) struct AskComponents {
    /// The ruling of each ask, and where its components end.
    ends: Vec<(u32, usize)>,
    components: Vec<u32>,
}

impl AskComponents {
    pub(crate) fn add(&mut self, ruling: usize, components: &[u32]) {
        self.components.extend_from_slice(components);
        self.ends.push((u32::try_from(ruling).unwrap_or(u32::MAX), self.components.len()));
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The ruling and the components of the `n`th ask.
    pub(crate) fn ask(&self, n: usize) -> (usize, &[u32]) {
        let from = n.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (ruling, to) = self.ends[n];
        (ruling as usize, &self.components[from..to])
    }
}

/// Mixes the one number that it is given (Fibonacci hashing): nobody chooses the stems against it.
#[derive(Default)]
struct PairHasher(u64);

impl Hasher for PairHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, number: u64) {
        let mixed = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 32);
    }
}

impl Profiles {
    /// Adds the profile of the next ruling, made of its asks, its title and its words, each as its stems; of
    /// none where it is not asked for. Its own words are as many texts as a share of its asks, so that who
    /// quotes them finds them.
    pub fn add(&mut self, asks: &[Vec<u32>], own: &[Vec<u32>]) {
        let (own, times) = if asks.is_empty() { (&own[..0], 0) } else { (own, 2 + asks.len() / ASKS_AS_OWN) };
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        let ruling = self.profiles.len();
        let mut of_all: Vec<(u32, u32)> = Vec::new();
        let mut of_one = Vec::new();
        for ask in asks {
            self.components(ask, &mut of_one);
            self.asks.add(ruling, &of_one);
            of_all.extend(of_one.iter().map(|component| (*component, 1)));
            self.texts += 1;
        }
        for text in own {
            self.components(text, &mut of_one);
            self.own.add(ruling, &of_one);
            of_all.extend(of_one.iter().map(|component| (*component, times)));
            self.texts += times;
        }
        of_all.sort_unstable();
        let sum = |same: &[(u32, u32)]| (same[0].0, same.iter().map(|(_, texts)| texts).sum());
        let profile: Vec<(u32, u32)> = of_all.chunk_by(|a, b| a.0 == b.0).map(sum).collect();
        for (component, with) in &profile {
            self.texts_with[*component as usize] += with;
        }
        self.profiles.push(profile);
    }

    /// The components of a text, each once.
    fn components(&mut self, stems: &[u32], components: &mut Vec<u32>) {
        components.clear();
        components.extend(stems.iter().map(|stem| self.component(*stem, None)));
        components.extend(stems.windows(2).map(|pair| self.component(pair[0], Some(pair[1]))));
        components.sort_unstable();
        components.dedup();
    }

    fn component(&mut self, stem: u32, next: Option<u32>) -> u32 {
        let key = u64::from(stem) << 32 | next.map_or(0, |next| u64::from(next) + 1);
        let last = u32::try_from(self.components.len()).unwrap_or(u32::MAX);
        let place = *self.places.entry(key).or_insert(last);
        if place == last {
            self.components.push((stem, next));
            self.texts_with.push(0);
        }
        place
    }

    /// How many texts the profiles are made of.
    pub fn texts(&self) -> u32 {
        self.texts
    }

    /// Moves those profiles apart that an ask could be taken for, and learns to predict which ruling a text
    /// asks for; nothing can be added any more.
    pub fn learn(&mut self) {
        self.places = HashMap::default();
        let asks = std::mem::take(&mut self.asks);
        let own = std::mem::take(&mut self.own);
        let lengths: Vec<f32> = self.profiles.iter().map(|profile| self.length(profile)).collect();
        let all = 0..u32::try_from(self.components.len()).unwrap_or(u32::MAX);
        let idf: Vec<f32> = all.map(|component| self.idf(component).unwrap_or_default()).collect();
        let texts =
            Texts { components: &self.components, texts_with: &self.texts_with, asks: &asks, own: &own };
        let centroids = Centroids { profiles: &self.profiles, lengths: &lengths, idf: &idf };
        (self.refined, self.classifier) =
            rayon::join(|| refined(&centroids, &asks), || Classifier::learn(&texts));
    }

    /// Predicts which ruling a text asks for.
    pub fn classifier(&self) -> &Classifier {
        &self.classifier
    }

    /// The profile of the ruling at that place, and its length as a vector: its components with what each
    /// counts, as the square root of a number of texts.
    pub fn of(&self, ruling: usize) -> (impl Iterator<Item = (Component, f32)>, f32) {
        let profile = self.profiles.get(ruling).map(Vec::as_slice).unwrap_or_default();
        let refined = self.refined.get(ruling).map(Vec::as_slice).unwrap_or_default();
        let count = move |(at, (component, texts)): (usize, &(u32, u32))| {
            let counts = refined.get(at).copied().unwrap_or_else(|| (*texts as f32).sqrt());
            self.is_kept(*component).then(|| (self.components[*component as usize], counts))
        };
        (profile.iter().enumerate().filter_map(count), self.length(profile))
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

    /// How informative a component is; 0 where too few texts have it.
    fn idf(&self, component: u32) -> Option<f32> {
        self.is_kept(component).then(|| idf(self.texts, self.texts_with[component as usize] as f32))
    }
}

/// The idf of a component, by how many of all texts have it; above 0 even if all have it.
pub fn idf(texts: u32, with: f32) -> f32 {
    ((1.0 + texts as f32) / (1.0 + with)).ln() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAN: u32 = 0;
    const I: u32 = 1;
    const SHIELD: u32 = 2;
    const STRIKE: u32 = 3;
    const HE: u32 = 4;
    const NOW: u32 = 5;

    fn profiles(asks: &[&[&[u32]]], own: &[&[u32]]) -> Profiles {
        let mut profiles = Profiles::default();
        let texts = |texts: &[&[u32]]| texts.iter().map(|text| text.to_vec()).collect::<Vec<_>>();
        asks.iter().for_each(|asks| profiles.add(&texts(asks), &texts(own)));
        profiles
    }

    fn counts(profiles: &Profiles, ruling: usize) -> Vec<(Component, f32)> {
        profiles.of(ruling).0.collect()
    }

    #[test]
    fn a_component_is_kept_that_two_texts_have() {
        let profiles = profiles(&[&[&[CAN, I, SHIELD], &[CAN, I, STRIKE]], &[&[CAN, HE, SHIELD]], &[]], &[]);
        let mut of: Vec<Component> =
            counts(&profiles, 0).into_iter().map(|(component, _)| component).collect();
        of.sort_unstable();
        assert_eq!(of, [(CAN, None), (CAN, Some(I)), (I, None), (SHIELD, None)]);
        assert_eq!(counts(&profiles, 1), [((CAN, None), 1.0), ((SHIELD, None), 1.0)]);
        assert_eq!((counts(&profiles, 2), profiles.of(2).1), (Vec::new(), 0.0), "nobody asks for it");
        assert_eq!(profiles.texts(), 3);
    }

    #[test]
    fn its_own_words_are_as_many_texts_as_a_share_of_its_asks() {
        let asks: Vec<&[u32]> = vec![&[CAN, I]; ASKS_AS_OWN];
        let profiles = profiles(&[&asks], &[&[NOW, SHIELD]]);
        let thrice = counts(&profiles, 0).into_iter().filter(|(_, counts)| *counts == 3.0_f32.sqrt());
        let mut thrice: Vec<Component> = thrice.map(|(component, _)| component).collect();
        thrice.sort_unstable();
        assert_eq!(thrice, [(SHIELD, None), (NOW, None), (NOW, Some(SHIELD))]);
    }

    #[test]
    fn an_ask_moves_its_profile_away_from_one_that_it_could_be_taken_for() {
        let of_shields: [&[u32]; 4] =
            [&[STRIKE, CAN, I], &[CAN, HE, SHIELD], &[CAN, HE, SHIELD, NOW], &[CAN, HE, SHIELD, HE]];
        let asks: [&[&[u32]]; 2] = [&of_shields, &[&[STRIKE, CAN, I], &[STRIKE, CAN, I, NOW]]];
        let (centroids, mut refined) = (profiles(&asks, &[]), profiles(&asks, &[]));
        refined.learn();
        let strike = |of: &Profiles, ruling| {
            counts(of, ruling).into_iter().find(|(of, _)| *of == (STRIKE, None)).map_or(0.0, |(_, n)| n)
        };
        assert!(strike(&refined, 0) > strike(&centroids, 0), "its own ask tells more");
        assert!(strike(&refined, 1) < strike(&centroids, 1), "and less of the other");
        assert_eq!(refined.of(0).1, centroids.of(0).1, "its length stays");
    }
}
