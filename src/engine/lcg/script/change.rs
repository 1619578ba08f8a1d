//! Where the cards that are given stand, for the changes of a variation.

use super::format::{CardGiven, CardState, Given, SideGiven};
use crate::engine::cards::normalize_name;
use crate::engine::lcg::vocabulary::{Side, Zone};
use crate::engine::script::change::Lists;
use crate::engine::script::given;
use crate::engine::script::words::OnCard as _;

impl Given {
    pub(super) fn side(&mut self, side: Side) -> &mut SideGiven {
        match side {
            Side::Light => &mut self.light,
            Side::Dark => &mut self.dark,
        }
    }
}

impl Lists for Given {
    type State = CardState;
    type Place = Zone;

    fn lists(&mut self) -> Vec<&mut given::Given<CardState>> {
        let mut all = Vec::new();
        for side in [&mut self.light, &mut self.dark] {
            all.extend([
                &mut side.play,
                &mut side.hand,
                &mut side.discard,
                &mut side.edge,
                &mut side.captured,
                &mut side.victory,
            ]);
            all.extend(side.deck.as_mut());
            all.extend(side.objective_deck.as_mut());
        }
        all
    }

    fn list(&mut self, side: Side, zone: Zone) -> Result<&mut given::Given<CardState>, String> {
        let side = self.side(side);
        match zone {
            Zone::Play => Ok(&mut side.play),
            Zone::Hand => Ok(&mut side.hand),
            Zone::Deck => Ok(side.deck.get_or_insert_default()),
            Zone::ObjectiveDeck => Ok(side.objective_deck.get_or_insert_default()),
            Zone::Discard => Ok(&mut side.discard),
            Zone::Edge => Ok(&mut side.edge),
            Zone::Captured => Ok(&mut side.captured),
            Zone::Victory => Ok(&mut side.victory),
            Zone::Playing => Err("A card that is being played cannot be given.".into()),
        }
    }

    /// The affiliation card of that name.
    fn alone(&mut self, name: &str) -> Option<&mut CardState> {
        let sides = [&mut self.light, &mut self.dark].into_iter();
        let mut cards =
            sides.filter_map(|side| match side.affiliation.as_mut().map(|card| &mut card.value) {
                Some(CardGiven::Card(state)) => Some(&mut **state),
                Some(CardGiven::Unknown(_)) | None => None,
            });
        let wanted = normalize_name(name);
        cards.find(|state| normalize_name(state.known_as().unwrap_or(&state.card)) == wanted)
    }
}
