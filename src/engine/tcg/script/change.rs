//! Where the cards that are given stand, for the changes of a variation.

use super::format::{CardState, Given, GivenPlace};
use crate::engine::cards::Side;
use crate::engine::script::change::Lists;
use crate::engine::script::given;

impl Lists for Given {
    type State = CardState;
    type Place = GivenPlace;

    fn lists(&mut self) -> Vec<&mut given::Given<CardState>> {
        let mut all = Vec::new();
        for side in [&mut self.dark, &mut self.light] {
            all.extend([&mut side.play, &mut side.build, &mut side.discard]);
            all.extend(side.hand.as_mut());
            all.extend(side.deck.as_mut());
        }
        all
    }

    fn list(&mut self, side: Side, place: GivenPlace) -> Result<&mut given::Given<CardState>, String> {
        let side = match side {
            Side::Dark => &mut self.dark,
            Side::Light => &mut self.light,
        };
        Ok(match place {
            GivenPlace::Play => &mut side.play,
            GivenPlace::Build => &mut side.build,
            GivenPlace::Hand => side.hand.get_or_insert_default(),
            GivenPlace::Deck => side.deck.get_or_insert_default(),
            GivenPlace::Discard => &mut side.discard,
        })
    }
}
