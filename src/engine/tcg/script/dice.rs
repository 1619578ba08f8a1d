//! What a line says of dice.

use super::card_named;
use super::format::{DiceSaid, Doing};
use super::meant::Reply;
use crate::engine::kernel::{Answer, Question, Shape};
use crate::engine::tcg::state::choice::{Choice, Topic};
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::{State, Tcg};

/// The next die: of those given for the unit rolled against, or of the list.
pub(super) fn die(state: &State, by: Option<CardId>, to: Option<CardId>, doing: &mut Doing) -> Reply {
    let next = match &mut doing.dice {
        None => None,
        Some(DiceSaid::List(list)) => (!list.is_empty()).then(|| list.remove(0)),
        Some(DiceSaid::Each(map)) => {
            let mut found = None;
            for (name, list) in map.iter_mut() {
                let card = card_named(state, name)?;
                if found.is_none() && !list.is_empty() && [by, to].contains(&Some(card)) {
                    found = Some(list.remove(0));
                }
            }
            found
        }
    };
    let empty = match &doing.dice {
        Some(DiceSaid::List(list)) => list.is_empty(),
        Some(DiceSaid::Each(map)) => map.values().all(Vec::is_empty),
        None => false,
    };
    if empty {
        doing.dice = None;
    }
    Ok(next.map(|n| Answer::Number(u32::from(n))))
}

/// The dice that show these numbers.
pub(super) fn rerolled(question: &Question<Tcg>, shown: &[u8]) -> Answer<Choice> {
    let Shape::Some { options, .. } = &question.shape else { return Answer::Some(Vec::new()) };
    let mut left = options.clone();
    let mut chosen = Vec::new();
    for n in shown {
        let at = left.iter().position(|choice| matches!(choice, Choice::Die(_, _, shows) if shows == n));
        chosen.push(match at {
            Some(at) => left.remove(at),
            None => Choice::Die(u8::MAX, u8::MAX, *n),
        });
    }
    Answer::Some(chosen)
}

/// Whether it is no decision, so that it does not matter whose line says it: what dice show.
pub(super) fn anyone_may_answer(topic: &Topic) -> bool {
    matches!(topic, Topic::Die(..) | Topic::Rerolled(_) | Topic::Roll(_))
}
