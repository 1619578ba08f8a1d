//! Questions: who must decide, and what kind of answer is allowed.

use super::{Player, Rules, Value};

/// A decision the game waits for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Question<R: Rules> {
    /// Who decides.
    pub player: Player,
    /// What about.
    pub topic: R::Topic,
    /// Which answers are allowed.
    pub shape: Shape<R::Choice>,
}

/// The kinds of answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape<C> {
    /// One of these, or pass where that is allowed.
    One {
        /// What may be chosen.
        options: Vec<C>,
        /// Whether passing is an answer.
        pass: bool,
    },
    /// Some of these, between `min` and `max` of them.
    Some {
        /// What may be chosen.
        options: Vec<C>,
        /// At least this many.
        min: usize,
        /// At most this many.
        max: usize,
    },
    /// A number spread over these, each up to its own most.
    Split {
        /// What it may be spread over, with the most each can take.
        options: Vec<(C, u32)>,
        /// At least this much in all.
        min: u32,
        /// At most this much in all.
        max: u32,
    },
    /// A number in a range.
    Number {
        /// The least.
        min: u32,
        /// The most.
        max: u32,
    },
    /// All of these, in an order.
    Order {
        /// What is to be put in order.
        items: Vec<C>,
    },
    YesNo,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Answer<C> {
    Pass,
    One(C),
    Some(Vec<C>),
    /// This much to each of these.
    Split(Vec<(C, u32)>),
    Number(u32),
    Order(Vec<C>),
    /// Yes (`true`) or no.
    Yes(bool),
}

/// Why an answer does not fit a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerError<C> {
    /// Another kind of answer is wanted.
    WrongKind,
    /// Passing is not allowed here.
    NoPass,
    /// This is not among what may be chosen.
    NotOffered(C),
    /// This was chosen twice.
    Twice(C),
    /// Too few or too many, or too little or too much.
    Amount {
        given: u32,
        /// The least allowed.
        min: u32,
        /// The most allowed.
        max: u32,
    },
}

impl<C: Value + Ord> Shape<C> {
    /// Whether an answer fits; if not, why not.
    pub fn check(&self, answer: &Answer<C>) -> Result<(), AnswerError<C>> {
        match (self, answer) {
            (Self::One { pass, .. }, Answer::Pass) => pass.then_some(()).ok_or(AnswerError::NoPass),
            (Self::One { options, .. }, Answer::One(choice)) => check_offered(options, choice),
            (Self::Some { options, min, max }, Answer::Some(chosen)) => {
                check_distinct(chosen)?;
                chosen.iter().try_for_each(|c| check_offered(options, c))?;
                check_amount(chosen.len() as u32, *min as u32, *max as u32)
            }
            (Self::Split { options, min, max }, Answer::Split(parts)) => {
                check_split(options, parts)?;
                check_amount(parts.iter().map(|(_, n)| n).sum(), *min, *max)
            }
            (Self::Number { min, max }, Answer::Number(n)) => check_amount(*n, *min, *max),
            (Self::Order { items }, Answer::Order(order)) => {
                check_distinct(order)?;
                order.iter().try_for_each(|c| check_offered(items, c))?;
                check_amount(order.len() as u32, items.len() as u32, items.len() as u32)
            }
            (Self::YesNo, Answer::Yes(_)) => Ok(()),
            (
                Self::One { .. }
                | Self::Some { .. }
                | Self::Split { .. }
                | Self::Number { .. }
                | Self::Order { .. }
                | Self::YesNo,
                _,
            ) => Err(AnswerError::WrongKind),
        }
    }

    /// The one answer there is, if there is only one.
    pub fn only(&self) -> Option<Answer<C>> {
        let mut answers = self.answers();
        let first = answers.next()?;
        answers.next().is_none().then_some(first)
    }

    /// All answers, one after the other. For `Some`, `Split` and `Order` there may be very many.
    pub fn answers(&self) -> Box<dyn Iterator<Item = Answer<C>> + '_> {
        match self {
            Self::One { options, pass } => {
                Box::new(options.iter().cloned().map(Answer::One).chain(pass.then_some(Answer::Pass)))
            }
            Self::Some { options, min, max } => Box::new(subsets(options, *min, *max).map(Answer::Some)),
            Self::Split { options, min, max } => Box::new(splits(options, *min, *max).map(Answer::Split)),
            Self::Number { min, max } => Box::new((*min..=*max).map(Answer::Number)),
            Self::Order { items } => Box::new(orders(items).map(Answer::Order)),
            Self::YesNo => Box::new([true, false].into_iter().map(Answer::Yes)),
        }
    }
}

fn check_offered<C: Value>(options: &[C], choice: &C) -> Result<(), AnswerError<C>> {
    if options.contains(choice) { Ok(()) } else { Err(AnswerError::NotOffered(choice.clone())) }
}

fn check_distinct<C: Value>(chosen: &[C]) -> Result<(), AnswerError<C>> {
    for (at, choice) in chosen.iter().enumerate() {
        if chosen[..at].contains(choice) {
            return Err(AnswerError::Twice(choice.clone()));
        }
    }
    Ok(())
}

fn check_amount<C>(given: u32, min: u32, max: u32) -> Result<(), AnswerError<C>> {
    if (min..=max).contains(&given) { Ok(()) } else { Err(AnswerError::Amount { given, min, max }) }
}

fn check_split<C: Value>(options: &[(C, u32)], parts: &[(C, u32)]) -> Result<(), AnswerError<C>> {
    let chosen: Vec<C> = parts.iter().map(|(c, _)| c.clone()).collect();
    check_distinct(&chosen)?;
    let most = |choice: &C| options.iter().find(|(c, _)| c == choice).map(|(_, most)| *most);
    // What it is spread over first, then how much.
    if let Some(choice) = chosen.iter().find(|choice| most(choice).is_none()) {
        return Err(AnswerError::NotOffered(choice.clone()));
    }
    parts.iter().try_for_each(|(choice, n)| check_amount(*n, 0, most(choice).unwrap_or(0)))
}

/// Subsets: the ways to choose this many.
fn subsets<C: Value>(options: &[C], min: usize, max: usize) -> impl Iterator<Item = Vec<C>> + use<C> {
    let options: Vec<(C, u32)> = options.iter().map(|c| (c.clone(), 1)).collect();
    let chosen = splits(&options, min as u32, max as u32);
    chosen.map(|parts| parts.into_iter().map(|(c, _)| c).collect())
}

/// Counts through all ways to spread at least `min` and at most `max`, like an odometer that never
/// shows more than `max` in all.
fn splits<C: Value>(
    options: &[(C, u32)],
    min: u32,
    max: u32,
) -> impl Iterator<Item = Vec<(C, u32)>> + use<C> {
    let options = options.to_vec();
    let shown = options.clone();
    let mut next = Some(vec![0u32; options.len()]);
    let turn = move || {
        let now = next.clone()?;
        next = increment(&now, &options, max);
        Some(now)
    };
    std::iter::from_fn(turn).filter(move |counts| counts.iter().sum::<u32>() >= min).map(move |counts| {
        let parts = shown.iter().zip(counts);
        let parts = parts.filter(|(_, n)| *n > 0);
        parts.map(|((c, _), n)| (c.clone(), n)).collect()
    })
}

/// The next counts of the odometer; `None` behind the last.
fn increment<C>(counts: &[u32], options: &[(C, u32)], max: u32) -> Option<Vec<u32>> {
    let mut next = counts.to_vec();
    let mut total: u32 = counts.iter().sum();
    for (count, (_, most)) in next.iter_mut().zip(options) {
        if *count < *most && total < max {
            *count += 1;
            return Some(next);
        }
        total -= *count;
        *count = 0;
    }
    None
}

/// All orders, the given one first.
fn orders<C: Value>(items: &[C]) -> impl Iterator<Item = Vec<C>> + use<C> {
    let items = items.to_vec();
    let count: u64 = (1..=items.len().min(20) as u64).product();
    (0..count).map(move |nth| {
        let (mut rest, mut left) = (items.clone(), nth);
        let mut order = Vec::with_capacity(items.len());
        while !rest.is_empty() {
            let at = (left % rest.len() as u64) as usize;
            left /= rest.len() as u64;
            order.push(rest.remove(at));
        }
        order
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_answer_fits_and_none_is_listed_twice() {
        let shapes = [
            Shape::One { options: vec![1, 2, 3], pass: true },
            Shape::Some { options: vec![1, 2, 3, 4], min: 1, max: 2 },
            Shape::Split { options: vec![(1, 2), (2, 1), (3, 3)], min: 2, max: 3 },
            Shape::Number { min: 2, max: 5 },
            Shape::Order { items: vec![1, 2, 3] },
            Shape::YesNo,
        ];
        let counts = [4, 10, 11, 4, 6, 2];
        for (shape, count) in shapes.iter().zip(counts) {
            let mut answers: Vec<Answer<i32>> = shape.answers().collect();
            assert!(answers.iter().all(|answer| shape.check(answer).is_ok()), "{shape:?}");
            assert_eq!(answers.len(), count, "{shape:?}");
            answers.sort();
            answers.dedup();
            assert_eq!(answers.len(), count, "{shape:?}");
        }
    }

    #[test]
    fn one_of_many_is_listed_at_once() {
        let shape = Shape::Some { options: (0..60).collect(), min: 1, max: 1 };
        assert_eq!(shape.answers().count(), 60);
    }

    #[test]
    fn what_does_not_fit_says_why() {
        let shape = Shape::Some { options: vec![1, 2, 3], min: 1, max: 2 };
        assert_eq!(shape.check(&Answer::Some(vec![4])), Err(AnswerError::NotOffered(4)));
        assert_eq!(shape.check(&Answer::Some(vec![1, 1])), Err(AnswerError::Twice(1)));
        assert_eq!(shape.check(&Answer::Some(vec![])), Err(AnswerError::Amount { given: 0, min: 1, max: 2 }));
        assert_eq!(shape.check(&Answer::Pass), Err(AnswerError::WrongKind));
    }
}
