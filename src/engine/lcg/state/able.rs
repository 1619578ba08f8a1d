//! Which cards could do what, found once, when a table is set up: texts never change. A card stands wherever
//! any of its texts has it, read with or without a ruling, as a unit or as an enhancement; whoever asks looks
//! then at the card as it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::engine::cards::{CardId, note};
use crate::engine::lcg::vocabulary::{Ability, AbilityKind, CardText, CardType, EventKind, GivesKind};

/// The cards of a table by what they could do, each list in the order in which they were set up.
#[derive(Debug, Default)]
pub struct Able {
    all: Vec<CardId>,
    of_kind: BTreeMap<AbilityKind, Vec<CardId>>,
    answering: BTreeMap<(AbilityKind, EventKind), Vec<CardId>>,
    answered: BTreeSet<EventKind>,
    giving: BTreeMap<GivesKind, Vec<CardId>>,
    /// The bits of the kinds that any could give: most often that is all that is asked.
    kinds: u64,
    deployed: Vec<CardId>,
    destroyed: Vec<CardId>,
    attached: Vec<CardId>,
    pilots: Vec<CardId>,
    forced: bool,
}

impl Able {
    /// Looks through what is printed on the cards of a table, in their order; nothing on an unknown one.
    pub(crate) fn new<'t>(texts: impl Iterator<Item = Option<&'t CardText>>) -> Self {
        let mut able = Self::default();
        for (at, text) in texts.enumerate() {
            let id = CardId(at as u16);
            able.all.push(id);
            if let Some(text) = text {
                able.text(id, text);
            }
        }
        able
    }

    fn text(&mut self, id: CardId, text: &CardText) {
        let as_enhancement = text.as_enhancement.iter().flat_map(|other| &other.abilities);
        let as_unit = text.unit.iter().flat_map(|unit| &unit.abilities);
        for ability in text.abilities.iter().chain(as_enhancement).chain(as_unit) {
            self.ability(id, ability);
            if let Some(printed) = &ability.printed {
                self.ability(id, printed);
            }
        }
        if text.kind == CardType::Event && text.abilities.is_empty() {
            // It can be played all the same (`values::abilities`).
            note(self.of_kind.entry(AbilityKind::Action).or_default(), id);
        }
        if matches!(text.kind, CardType::Unit | CardType::Enhancement) {
            self.deployed.push(id);
        }
        if matches!(text.kind, CardType::Unit | CardType::Objective) || text.unit.is_some() {
            self.destroyed.push(id);
        }
        let either = text.as_enhancement.is_some() || text.unit.is_some();
        if either {
            self.pilots.push(id);
        }
        if either || text.attaches_to.is_some() {
            self.attached.push(id);
        }
    }

    fn ability(&mut self, id: CardId, ability: &Ability) {
        note(self.of_kind.entry(ability.kind).or_default(), id);
        for event in ability.when.iter().flat_map(|when| when.event.answered()) {
            note(self.answering.entry((ability.kind, event)).or_default(), id);
            self.answered.insert(event);
        }
        for kind in ability.gives.iter().flat_map(|gives| gives.kinds()) {
            note(self.giving.entry(kind).or_default(), id);
            self.kinds |= kind.bit();
        }
        self.forced |= ability.forced;
    }

    /// Every card.
    pub(crate) fn all(&self) -> &[CardId] {
        &self.all
    }

    /// Those with an ability of a kind.
    pub fn of_kind(&self, kind: AbilityKind) -> &[CardId] {
        listed(self.of_kind.get(&kind))
    }

    /// Those with an ability of a kind that could answer such an event.
    pub fn answering(&self, kind: AbilityKind, event: EventKind) -> &[CardId] {
        listed(self.answering.get(&(kind, event)))
    }

    /// Whether any has an ability of any kind that could answer such an event.
    pub(crate) fn answers(&self, event: EventKind) -> bool {
        self.answered.contains(&event)
    }

    /// Whether any could give something.
    pub(crate) fn gives(&self, kind: GivesKind) -> bool {
        self.kinds & kind.bit() != 0
    }

    /// Those that could give something.
    pub fn giving(&self, kind: GivesKind) -> &[CardId] {
        listed(self.giving.get(&kind))
    }

    /// Those that are played in the deployment phase: units and enhancements.
    pub(crate) fn deployed(&self) -> &[CardId] {
        &self.deployed
    }

    /// Those that damage can destroy: units and objectives.
    pub fn destroyed(&self) -> &[CardId] {
        &self.destroyed
    }

    /// Those of which it is said what they are attached to.
    pub fn attached(&self) -> &[CardId] {
        &self.attached
    }

    /// Units that may be played as enhancements.
    pub fn pilots(&self) -> &[CardId] {
        &self.pilots
    }

    /// Whether any card has an ability that must be used.
    pub fn forced(&self) -> bool {
        self.forced
    }
}

fn listed(cards: Option<&Vec<CardId>>) -> &[CardId] {
    cards.map_or(&[], Vec::as_slice)
}
