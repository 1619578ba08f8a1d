//! Which ruling a text asks for, as a classifier of bags of words predicts it: every component has a vector,
//! every ruling one, and a text is the sum of its components' (fastText: Joulin et al., 2017).
//!
//! A profile knows the components that its own asks have. Vectors are shared by all rulings: what stands for
//! the same in the asks of one comes to lie together, and is known in those of another, too.
//!
//! What one training draws by chance moves some questions in a hundred. Several are trained, each with a seed
//! of its own, and what they say is averaged (an ensemble).

use std::array;
use std::ops::Range;

use fastrand::Rng;
use rayon::prelude::*;

use crate::profile::{AskComponents, Component};

/// The dimensions of a vector: those of all members.
pub const DIMENSIONS: usize = MEMBERS * OF_MEMBER;
/// How many are trained, and the dimensions of what each of them learns.
const MEMBERS: usize = 3;
const OF_MEMBER: usize = 48;
const _: () = assert!(OF_MEMBER.is_multiple_of(LANES), "no part of a vector is left out of a product");
/// How many parts of a vector are multiplied side by side.
const LANES: usize = 8;
/// The minimum number of texts with a component for it to have a vector.
const MIN_TEXTS: u32 = 12;
/// With fewer asks, or rulings that are asked for, there is nothing to learn that holds for a new text.
const MIN_ASKS: usize = 2_000;
const MIN_RULINGS: usize = 50;
/// With more asks than this nothing is learnt: it would take too long.
const MAX_ASKS: usize = 250_000;
/// How often every ask is learnt from.
const EPOCHS: usize = 3;
/// How many asks make a step, and how many rulings drawn by chance each of them is contrasted with, besides
/// those that the others ask for.
const BATCH: usize = 64;
const NEGATIVES: usize = 64;
/// The learning rate at the beginning; it falls to nothing in a line.
const LEARNING_RATE: f32 = 0.2;
/// What one ask counts in the gradient of a step.
const GRADIENT_SCALE: f32 = 0.125;
/// The share of an ask's components that is left out each time: none of them may decide alone.
const DROPOUT: f32 = 0.3;
/// An error smaller than this is taken for none: most are, and leaving them out saves most of the time.
const NEGLIGIBLE: f32 = 0.002;
/// The standard deviation of what vectors begin with.
const DEVIATION: f32 = 0.1;
/// What the sums of squared gradients begin with, by whose roots the learning rate is divided (AdaGrad: Duchi
/// et al., 2011).
const MIN_SQUARES: f32 = 1e-6;

/// A vector of a component or of a ruling.
pub type Vector = [f32; DIMENSIONS];
/// What one member has of it.
type Part = [f32; OF_MEMBER];

/// Predicts which ruling a text asks for. Empty where nothing was learnt.
#[derive(Debug, Default, PartialEq)]
pub struct Classifier {
    /// The vectors of the components that enough texts have.
    pub components: Vec<(Component, Vector)>,
    /// The vectors of the rulings that are asked for, by the places of the rulings, ascending.
    pub rulings: Vec<(u32, Vector)>,
}

/// What a classifier learns from.
pub(crate) struct Texts<'p> {
    /// All components by their places, with how many texts have each.
    pub components: &'p [Component],
    pub texts_with: &'p [u32],
    pub asks: &'p AskComponents,
    /// The titles and the words of the rulings that are asked for.
    pub own: &'p AskComponents,
}

impl Classifier {
    /// Learns from all asks; of too few or too many nothing.
    pub(crate) fn learn(texts: &Texts) -> Self {
        let examples = Examples::of(texts);
        let asks = texts.asks.len();
        if !(MIN_ASKS..=MAX_ASKS).contains(&asks) || examples.rulings.len() < MIN_RULINGS {
            return Self::default();
        }
        let steps = (asks * EPOCHS).div_ceil(BATCH);
        // The same numbers every time: an index must not depend on when it was built.
        let seeds: Vec<u64> = (1..=MEMBERS as u64).collect();
        let members = seeds.into_par_iter().map(|seed| Training::run(&examples, seed, steps));
        let (components, rulings): (Vec<_>, Vec<_>) = members.collect::<Vec<_>>().into_iter().unzip();
        let component = |place: &u32| texts.components[*place as usize];
        Self {
            components: examples.components.iter().map(component).zip(joined(&components)).collect(),
            rulings: examples.rulings.iter().copied().zip(joined(&rulings)).collect(),
        }
    }
}

/// The vectors of all members as one each, so that a product of two is the mean of the members' products.
fn joined(members: &[Vec<Part>]) -> Vec<Vector> {
    let scale = 1.0 / (members.len() as f32).sqrt();
    let vector = |at: usize| array::from_fn(|n| members[n / OF_MEMBER][at][n % OF_MEMBER] * scale);
    (0..members.first().map_or(0, Vec::len)).map(vector).collect()
}

/// What is learnt from, by those components that have a vector.
struct Examples {
    /// Which components have a vector, by their places among all.
    components: Vec<u32>,
    /// Which rulings are asked for.
    rulings: Vec<u32>,
    asks: Vec<Example>,
    /// The places of components in `components`, ask by ask.
    parts: Vec<u32>,
}

/// An ask, or a text of a ruling: which of the rulings it is of, and where in `parts` its components are.
struct Example {
    ruling: usize,
    parts: Range<usize>,
}

impl Examples {
    fn of(texts: &Texts) -> Self {
        let mut examples =
            Self { components: Vec::new(), rulings: Vec::new(), asks: Vec::new(), parts: Vec::new() };
        let mut places = vec![None; texts.components.len()];
        for (component, _) in texts.texts_with.iter().enumerate().filter(|(_, with)| **with >= MIN_TEXTS) {
            places[component] = Some(examples.components.len() as u32);
            examples.components.push(component as u32);
        }
        let mut rulings: Vec<u32> = (0..texts.asks.len()).map(|n| texts.asks.ask(n).0 as u32).collect();
        rulings.dedup();
        let texts = [texts.asks, texts.own];
        for (ruling, components) in texts.iter().flat_map(|all| (0..all.len()).map(|n| all.ask(n))) {
            let Ok(ruling) = rulings.binary_search(&(ruling as u32)) else { continue };
            let from = examples.parts.len();
            examples.parts.extend(components.iter().filter_map(|component| places[*component as usize]));
            examples.asks.push(Example { ruling, parts: from..examples.parts.len() });
        }
        examples.rulings = rulings;
        examples
    }
}

/// The vectors of components as they are learnt, with the mean sum of squared gradients of each.
struct Embeddings {
    vectors: Vec<Part>,
    squares: Vec<f32>,
}

/// A member as it is learnt.
struct Training<'e> {
    examples: &'e Examples,
    components: Embeddings,
    rulings: Vec<Part>,
    /// The sum of squared gradients of each ruling, dimension by dimension.
    ruling_squares: Vec<Part>,
    /// The asks in the order in which they are taken, and which of them comes next.
    order: Vec<usize>,
    next: usize,
    gradients: Gradients,
    random: Rng,
}

/// The gradients of one step, of those components that its asks have.
struct Gradients {
    /// These components, and where each of all is among them.
    touched: Vec<u32>,
    places: Vec<u32>,
    gradients: Vec<Part>,
}

/// Where a component is that no ask of the step has.
const ABSENT: u32 = u32::MAX;

impl Gradients {
    fn add(&mut self, component: u32, gradient: &Part, times: f32) {
        let place = &mut self.places[component as usize];
        if *place == ABSENT {
            *place = self.touched.len() as u32;
            self.touched.push(component);
            self.gradients.push([0.0; OF_MEMBER]);
        }
        add(&mut self.gradients[*place as usize], gradient, times);
    }

    /// Hands out the gradients, and forgets them.
    fn take(&mut self, mut each: impl FnMut(usize, &Part)) {
        for (component, gradient) in self.touched.iter().zip(&self.gradients) {
            self.places[*component as usize] = ABSENT;
            each(*component as usize, gradient);
        }
        self.touched.clear();
        self.gradients.clear();
    }
}

impl<'e> Training<'e> {
    /// The vectors of the components and of the rulings after this many steps.
    fn run(examples: &'e Examples, seed: u64, steps: usize) -> (Vec<Part>, Vec<Part>) {
        let mut training = Self::of(examples, seed);
        for n in 0..steps {
            training.step(LEARNING_RATE * (1.0 - n as f32 / steps as f32));
        }
        (training.components.vectors, training.rulings)
    }

    fn of(examples: &'e Examples, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let mut vectors = |many: usize| -> Vec<Part> {
            (0..many).map(|_| array::from_fn(|_| about_normal(&mut random) * DEVIATION)).collect()
        };
        let (components, rulings) = (examples.components.len(), examples.rulings.len());
        let components = Embeddings { vectors: vectors(components), squares: vec![MIN_SQUARES; components] };
        let gradients = Gradients {
            touched: Vec::new(),
            places: vec![ABSENT; components.vectors.len()],
            gradients: Vec::new(),
        };
        Self {
            examples,
            components,
            rulings: vectors(rulings),
            ruling_squares: vec![[MIN_SQUARES; OF_MEMBER]; rulings],
            order: (0..examples.asks.len()).collect(),
            next: examples.asks.len(),
            gradients,
            random,
        }
    }

    /// One step of gradient descent on the cross entropy of some asks, each against what asks for the
    /// rulings of the others and some more.
    fn step(&mut self, size: f32) {
        let examples = self.examples;
        let asks: Vec<&Example> = (0..BATCH).map(|_| &examples.asks[self.next_ask()]).collect();
        let all = examples.rulings.len();
        let mut drawn: Vec<usize> = asks.iter().map(|ask| ask.ruling).collect();
        drawn.extend((0..NEGATIVES).map(|_| self.random.usize(..all)));
        drawn.sort_unstable();
        drawn.dedup();
        let mut of_rulings = vec![[0.0; OF_MEMBER]; drawn.len()];
        for ask in asks {
            self.backpropagate(ask, &drawn, &mut of_rulings);
        }
        let Self { components: Embeddings { vectors, squares }, gradients, .. } = self;
        gradients.take(|component, gradient| {
            squares[component] += dot(gradient, gradient) / OF_MEMBER as f32;
            add(&mut vectors[component], gradient, -size / squares[component].sqrt());
        });
        for (ruling, gradient) in drawn.iter().zip(&of_rulings) {
            let vector = self.rulings[*ruling].iter_mut().zip(&mut self.ruling_squares[*ruling]);
            for ((part, square), by) in vector.zip(gradient) {
                *square += by * by;
                *part -= size * by / square.sqrt();
            }
        }
    }

    /// The next ask, all of them once before any comes again.
    fn next_ask(&mut self) -> usize {
        if self.next == self.order.len() {
            self.random.shuffle(&mut self.order);
            self.next = 0;
        }
        self.next += 1;
        self.order[self.next - 1]
    }

    /// Adds the gradients of one ask, against what asks for any of these rulings.
    fn backpropagate(&mut self, ask: &Example, drawn: &[usize], of_rulings: &mut [Part]) {
        let all = &self.examples.parts[ask.parts.clone()];
        let random = &mut self.random;
        let kept: Vec<u32> = all.iter().copied().filter(|_| random.f32() >= DROPOUT).collect();
        let counts = 1.0 / ((all.len() as f32).sqrt().max(1.0) * (1.0 - DROPOUT));
        let mut text = [0.0; OF_MEMBER];
        kept.iter().for_each(|part| add(&mut text, &self.components.vectors[*part as usize], counts));
        let mut errors: Vec<f32> = drawn.iter().map(|ruling| dot(&text, &self.rulings[*ruling])).collect();
        softmax(&mut errors);
        if let Ok(own) = drawn.binary_search(&ask.ruling) {
            errors[own] -= 1.0;
        }
        let mut of_text = [0.0; OF_MEMBER];
        let moving =
            errors.iter().zip(drawn).zip(of_rulings).filter(|((error, _), _)| error.abs() >= NEGLIGIBLE);
        for ((error, ruling), of_ruling) in moving {
            add(&mut of_text, &self.rulings[*ruling], error * GRADIENT_SCALE);
            add(of_ruling, &text, error * GRADIENT_SCALE);
        }
        kept.iter().for_each(|part| self.gradients.add(*part, &of_text, counts));
    }
}

/// A number of about a normal distribution: the sum of twelve even ones (Irwin and Hall) less its mean.
fn about_normal(random: &mut Rng) -> f32 {
    (0..12).map(|_| random.f32()).sum::<f32>() - 6.0
}

/// Turns scores into probabilities.
fn softmax(scores: &mut [f32]) {
    let greatest = scores.iter().copied().fold(f32::MIN, f32::max);
    scores.iter_mut().for_each(|score| *score = (*score - greatest).exp());
    let sum: f32 = scores.iter().sum();
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// Adds a multiple of a vector.
pub fn add<const N: usize>(to: &mut [f32; N], vector: &[f32; N], times: f32) {
    to.iter_mut().zip(vector).for_each(|(to, part)| *to += times * part);
}

/// The product of two vectors; several parts side by side, as processors can.
pub fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut lanes = [0.0; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        lanes.iter_mut().zip(a.iter().zip(b)).for_each(|(lane, (a, b))| *lane += a * b);
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Profiles;

    /// A corpus in which each ruling is asked for in the words of its subject and one of a few frames.
    fn asked(rulings: u32, asks: u32) -> Profiles {
        let mut profiles = Profiles::default();
        for ruling in 0..rulings {
            let ask =
                |n: u32| vec![1000 + n % 5, 10 + ruling, 2000 + (n + ruling) % 7, 200 + ruling / 2 * (n % 2)];
            profiles.add(&(0..asks).map(ask).collect::<Vec<_>>(), &[vec![10 + ruling, 3000]]);
        }
        profiles
    }

    /// The ruling that a text of these stems is likeliest to ask for.
    fn likeliest(classifier: &Classifier, stems: &[u32]) -> Option<u32> {
        let mut text = [0.0; DIMENSIONS];
        let of_text =
            |(component, _): &&(Component, Vector)| component.1.is_none() && stems.contains(&component.0);
        classifier.components.iter().filter(of_text).for_each(|(_, vector)| add(&mut text, vector, 1.0));
        let best = classifier.rulings.iter().max_by(|a, b| dot(&a.1, &text).total_cmp(&dot(&b.1, &text)));
        best.map(|(ruling, _)| *ruling)
    }

    #[test]
    fn a_text_nobody_wrote_is_recognized_by_what_its_words_stand_for() {
        let mut profiles = asked(60, 40);
        profiles.learn();
        for ruling in 0..60 {
            let stems = [1000 + ruling % 5, 10 + ruling, 2003];
            assert_eq!(likeliest(profiles.classifier(), &stems), Some(ruling));
        }
    }

    #[test]
    fn the_same_is_learnt_every_time() {
        let (mut one, mut other) = (asked(60, 40), asked(60, 40));
        one.learn();
        other.learn();
        assert_eq!(one.classifier(), other.classifier());
        assert_eq!(one.classifier().rulings.len(), 60);
    }

    #[test]
    fn of_few_asks_or_of_few_rulings_nothing_is_learnt() {
        for (rulings, asks) in [(60, 10), (40, 60)] {
            let mut profiles = asked(rulings, asks);
            profiles.learn();
            assert_eq!(profiles.classifier(), &Classifier::default());
        }
    }

    #[test]
    fn errors_are_probabilities() {
        let mut scores = [1.0, 3.0, 1.0];
        softmax(&mut scores);
        assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6 && scores[1] > 0.7, "{scores:?}");
        let mut far = [f32::MAX, 0.0];
        softmax(&mut far);
        assert_eq!(far, [1.0, 0.0]);
    }
}
