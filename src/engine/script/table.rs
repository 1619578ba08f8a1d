//! The cards on a table: found by their places, named as the scenario names them.

use crate::engine::cards::{CardId, Printed, Winner};

use super::Read;

/// A table, as far as every card game has one.
pub trait CardTable {
    type Text: Read + Printed;

    fn count(&self) -> u16;
    /// The name by which the scenario knows a card.
    fn id(&self, card: CardId) -> &str;
    /// What is printed on a card; none for an unknown one.
    fn text(&self, card: CardId) -> Option<&Self::Text>;
    /// Who has won.
    fn winner(&self) -> Winner;

    /// Whether a card lies under another one, so that it is not meant where another bears its name.
    fn is_covered(&self, _: CardId) -> bool {
        false
    }
}

/// How the cards of a table of two sides are found: the table has `cards`, the players' `names` and the
/// `winner`, a card its `id` and its `text`.
macro_rules! card_table {
    ($table:ty, $card:ident, $text:ty, covered: $covered:expr) => {
        impl $table {
            pub fn card(&self, id: CardId) -> &$card {
                &self.cards[usize::from(id.0)]
            }

            /// A card, to be changed.
            pub(crate) fn card_mut(&mut self, id: CardId) -> &mut $card {
                &mut self.cards[usize::from(id.0)]
            }

            /// The name by which the scenario knows a card.
            pub fn id(&self, id: CardId) -> &str {
                &self.card(id).id
            }

            pub(crate) fn name(&self, player: Player) -> &str {
                &self.names[usize::from(player.0.min(1))]
            }
        }

        impl crate::engine::kernel::Table for $table {
            fn is_over(&self) -> bool {
                self.winner.is_some()
            }

            fn name(&self, player: Player) -> &str {
                self.name(player)
            }
        }

        impl crate::engine::script::table::CardTable for $table {
            type Text = $text;

            fn count(&self) -> u16 {
                self.cards.len() as u16
            }

            fn id(&self, card: CardId) -> &str {
                &self.card(card).id
            }

            fn text(&self, card: CardId) -> Option<&$text> {
                self.card(card).text.as_deref()
            }

            fn winner(&self) -> crate::engine::cards::Winner {
                self.winner.map(crate::engine::script::sides::side).into()
            }

            fn is_covered(&self, card: CardId) -> bool {
                let covered: fn(&$card) -> bool = $covered;
                covered(self.card(card))
            }
        }
    };
}
pub(in crate::engine) use card_table;
