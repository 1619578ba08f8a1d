//! What lines of every game say to questions alike: cards by their names.

use super::choosing::CardChoice;
use super::names::card_named;
use super::{Game, Reply};
use crate::engine::cards::{Many, normalize_name};
use crate::engine::kernel::{Answer, Question, Shape, State};

/// One card.
pub(crate) fn one<G: Game>(state: &State<G>, part: &mut Option<String>) -> Reply<G>
where
    G::Choice: CardChoice,
{
    match part.take() {
        None => Ok(None),
        Some(name) => Ok(Some(Answer::One(G::Choice::of(card_named(state, &name)?)))),
    }
}

/// As many of the names as the question asks for, the others kept for a later one; `none` for none. `named`
/// says what a name means, and `most` how many of the names one answer may have.
pub(crate) fn some<G: Game>(
    part: &mut Option<Many<String>>,
    question: &Question<G>,
    named: impl Fn(&str) -> Result<G::Choice, String>,
    most: impl Fn(&[String]) -> usize,
) -> Reply<G> {
    let Some(many) = part.clone() else { return Ok(None) };
    let names = many.all();
    let rest =
        |n: usize| names.get(n..).filter(|rest| !rest.is_empty()).map(|rest| Many::List(rest.to_vec()));
    if names.first().is_none_or(|name| normalize_name(name) == "none") {
        *part = rest(1);
        return Ok(Some(none(&question.shape)));
    }
    let max = match &question.shape {
        Shape::Some { max, .. } => *max,
        Shape::One { .. }
        | Shape::Split { .. }
        | Shape::Number { .. }
        | Shape::Order { .. }
        | Shape::YesNo => 1,
    };
    let n = most(&names[..names.len().min(max.max(1))]);
    let cards = names[..n].iter().map(|name| named(name)).collect::<Result<Vec<G::Choice>, String>>()?;
    *part = rest(n);
    match question.shape {
        Shape::Some { .. } => Ok(Some(Answer::Some(cards))),
        Shape::One { .. }
        | Shape::Split { .. }
        | Shape::Number { .. }
        | Shape::Order { .. }
        | Shape::YesNo => Ok(cards.into_iter().next().map(Answer::One)),
    }
}

/// That nothing is chosen.
fn none<C>(shape: &Shape<C>) -> Answer<C> {
    match shape {
        Shape::One { .. } => Answer::Pass,
        Shape::Split { .. } => Answer::Split(Vec::new()),
        Shape::Some { .. } | Shape::Number { .. } | Shape::Order { .. } | Shape::YesNo => {
            Answer::Some(Vec::new())
        }
    }
}

/// What may be answered, in words.
pub(crate) fn shape<C>(shape: &Shape<C>, word: impl Fn(&C) -> String) -> String {
    let list = |options: &[C]| match options {
        [] => "nothing".to_owned(),
        _ => options.iter().map(&word).collect::<Vec<_>>().join(", "),
    };
    match shape {
        Shape::One { options, pass } => format!("{}{}", list(options), if *pass { "; or pass" } else { "" }),
        Shape::Some { options, min, max } if min == max => format!("{min} of {}", list(options)),
        Shape::Some { options, min, max } => format!("{min} to {max} of {}", list(options)),
        Shape::Split { options, min, max } => {
            let part = |(choice, n): &(C, u32)| format!("{}: up to {n}", word(choice));
            let all = if min == max { format!("{max}") } else { format!("{min} to {max}") };
            format!("{all} in all ({})", options.iter().map(part).collect::<Vec<_>>().join(", "))
        }
        Shape::Number { min, max } => format!("a number from {min} to {max}"),
        Shape::Order { items } => list(items),
        Shape::YesNo => "yes or no".into(),
    }
}
