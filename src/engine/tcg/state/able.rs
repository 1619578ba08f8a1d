//! Which cards could do what, found once, when a table is set up: texts never change. A card stands wherever
//! its text has it, read with or without a ruling; whoever asks looks then at the card as it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::cards::{CardId, note};
use crate::engine::tcg::vocabulary::gives::{GivesKind, kinds_of};
use crate::engine::tcg::vocabulary::{Ability, CardText, normalize_name};

/// The cards of a table by what they could do, each list in the order in which they were set up.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Able {
    giving: BTreeMap<GivesKind, Vec<CardId>>,
    given: BTreeSet<GivesKind>,
    namesakes: Vec<(CardId, u16)>,
}

impl Able {
    /// Looks through what is printed on the cards of a table, in their order; nothing on an unknown one.
    pub(crate) fn new<'t>(texts: impl Iterator<Item = Option<&'t CardText>>) -> Self {
        let mut able = Self::default();
        let mut names: BTreeMap<String, Vec<CardId>> = BTreeMap::new();
        for (at, text) in texts.enumerate() {
            let Some(text) = text else { continue };
            let id = CardId(at as u16);
            text.abilities.iter().for_each(|ability| able.ability(id, ability));
            names.entry(normalize_name(text.own_name())).or_default().push(id);
        }
        let several = names.into_values().filter(|cards| cards.len() > 1).zip(0..);
        able.namesakes =
            several.flat_map(|(cards, name)| cards.into_iter().map(move |id| (id, name))).collect();
        able.namesakes.sort_unstable();
        able
    }

    fn ability(&mut self, id: CardId, ability: &Ability) {
        for kind in kinds_of(ability) {
            note(self.giving.entry(kind).or_default(), id);
        }
        let all = ability.gives.iter().chain(ability.without.iter().flat_map(|without| &without.gives));
        for gives in all {
            self.given.extend(gives.kinds().into_iter().skip(1));
        }
    }

    /// Those of which something of a kind could come, to themselves or to others.
    pub fn giving(&self, kind: GivesKind) -> &[CardId] {
        self.giving.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Whether something of a kind could come of an ability that a card is given.
    pub(crate) fn may_be_given(&self, kind: GivesKind) -> bool {
        self.given.contains(&kind)
    }

    /// Those whose name another card has too, each with a number that only its namesakes have.
    pub(crate) fn namesakes(&self) -> &[(CardId, u16)] {
        &self.namesakes
    }
}
