//! Cards as players choose them: which of some cards, and in which order.

use crate::engine::cards::CardId;
use crate::engine::kernel::{Answer, Decision, Play, Player, Rules, Shape};

/// One thing a player may choose in a card game: often a card.
pub trait CardChoice {
    fn of(card: CardId) -> Self;
    /// The card, where it is nothing else.
    fn card(&self) -> Option<CardId>;
}

/// Has the choices of a game be of cards: its variant `Card` is a card and nothing else.
macro_rules! card_choice {
    ($choice:ident) => {
        impl crate::engine::script::choosing::CardChoice for $choice {
            fn of(card: CardId) -> Self {
                Self::Card(card)
            }

            fn card(&self) -> Option<CardId> {
                if let Self::Card(card) = self { Some(*card) } else { None }
            }
        }
    };
}
pub(in crate::engine) use card_choice;

impl<R: Rules<Choice: CardChoice>> Play<'_, R> {
    /// The card that a player chooses, or none if he may pass. Without cards there is no question.
    pub(crate) fn choose_card(
        &mut self,
        player: Player,
        topic: R::Topic,
        cards: Vec<CardId>,
        pass: bool,
    ) -> Decision<R, Option<CardId>> {
        if cards.is_empty() {
            return Ok(None);
        }
        let answer = self.decide(player, topic, Shape::One { options: choices(cards), pass })?;
        Ok(chosen_cards(answer).first().copied())
    }

    /// The cards that a player chooses, at least `min` and at most `max`. Without cards there is no question.
    pub(crate) fn choose_cards(
        &mut self,
        player: Player,
        topic: R::Topic,
        cards: Vec<CardId>,
        (min, max): (usize, usize),
    ) -> Decision<R, Vec<CardId>> {
        if cards.is_empty() {
            return Ok(cards);
        }
        Ok(chosen_cards(self.decide(player, topic, Shape::Some { options: choices(cards), min, max })?))
    }

    /// The order that a player chooses for these cards, if there are several.
    pub(crate) fn choose_order(
        &mut self,
        player: Player,
        topic: R::Topic,
        cards: Vec<CardId>,
    ) -> Decision<R, Vec<CardId>> {
        if cards.len() < 2 {
            return Ok(cards);
        }
        Ok(chosen_cards(self.decide(player, topic, Shape::Order { items: choices(cards) })?))
    }
}

/// Cards, as what may be chosen.
pub(crate) fn choices<C: CardChoice>(cards: Vec<CardId>) -> Vec<C> {
    cards.into_iter().map(C::of).collect()
}

/// The cards of an answer, in its order.
pub(crate) fn chosen_cards<C: CardChoice>(answer: Answer<C>) -> Vec<CardId> {
    let chosen = match answer {
        Answer::One(choice) => vec![choice],
        Answer::Some(list) | Answer::Order(list) => list,
        Answer::Split(parts) => parts.into_iter().filter(|(_, n)| *n > 0).map(|(c, _)| c).collect(),
        Answer::Pass | Answer::Number(_) | Answer::Yes(_) => Vec::new(),
    };
    chosen.iter().filter_map(C::card).collect()
}
