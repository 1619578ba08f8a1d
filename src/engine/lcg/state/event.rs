//! What is about to happen, or has happened.

use super::table::CardId;
use crate::engine::cards::setters::setters;
use crate::engine::kernel::{BookRule, Player};
use crate::engine::lcg::vocabulary::{EventKind, Phase, Zone};

/// Why something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// To pay a cost.
    Cost,
    /// By a card's effect.
    Effect,
    /// By a framework event (4.4).
    Framework,
    /// By a strike: a framework event too, and an attack.
    Strike,
}

/// How events come about that happen together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    /// As damage: assigned, reassigned, prevented, dealt.
    Damage,
    /// As an ability that is executed.
    Ability,
    Draw,
    /// As focus tokens, which shields may prevent.
    Focus,
    /// Replaced, or else as they are.
    Plain,
}

/// An event: what, to whom, how many, why.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// What happens.
    pub kind: EventKind,
    /// The card it happens to.
    pub card: Option<CardId>,
    /// The player it is about.
    pub player: Option<Player>,
    /// The card that causes it.
    pub source: Option<CardId>,
    /// The player who causes it.
    pub by: Option<Player>,
    /// How many or how much by now: replacements and shields change it.
    pub amount: u32,
    /// How much it was to be at first.
    pub first: u32,
    /// How much of it was reassigned by Protect.
    pub reassigned: u32,
    pub why: Why,
    /// The other card concerned: the host, the objective it is captured at.
    pub other: Option<CardId>,
    /// Where the card goes.
    pub zone: Option<Zone>,
    /// Which ability is executed.
    pub ability: Option<u8>,
    /// Whether the card is played.
    pub played: bool,
    /// The phase that begins or ends.
    pub phase: Option<Phase>,
    /// Damage moved, not dealt (4.3).
    pub moved: bool,
    /// Whether it takes the place of another way to leave play.
    pub instead: bool,
    /// What makes a card leave play, where it is an event of its own: destruction, sacrifice.
    pub cause: Option<EventKind>,
    /// Where the card was before.
    pub from: Option<Zone>,
    /// Whether it enters play as a participating unit.
    pub participating: bool,
    /// Whether a shield is placed even on a card that has one.
    pub even_shielded: bool,
    /// Whether the card goes under the deck, not on it.
    pub under: bool,
    /// By how many Force icons something is won.
    pub margin: u32,
    /// Whether an effect is resolved once more.
    pub again: bool,
    /// How many shields were used against it.
    pub shields: u32,
    /// Whether shields do not prevent the damage.
    pub not_by_shields: bool,
    /// Whether its interrupts are past.
    pub past_interrupts: bool,
    /// Where the rulebook says that a framework event does this.
    pub page: Option<BookRule>,
}

impl Event {
    /// An event of a kind, nothing else being known of it yet.
    pub(crate) fn new(kind: EventKind, why: Why) -> Self {
        Self {
            kind,
            card: None,
            player: None,
            source: None,
            by: None,
            amount: 1,
            first: 1,
            reassigned: 0,
            why,
            other: None,
            zone: None,
            ability: None,
            played: false,
            phase: None,
            moved: false,
            instead: false,
            cause: None,
            from: None,
            participating: false,
            even_shielded: false,
            under: false,
            margin: 0,
            again: false,
            shields: 0,
            not_by_shields: false,
            past_interrupts: false,
            page: None,
        }
    }

    /// How it comes about, and what happens together with it.
    pub(crate) fn manner(&self) -> Manner {
        match self.kind {
            EventKind::Damage | EventKind::Damaged => Manner::Damage,
            EventKind::Ability => Manner::Ability,
            EventKind::Draw => Manner::Draw,
            EventKind::Focus | EventKind::Strike => Manner::Focus,
            EventKind::Heal
            | EventKind::Destroyed
            | EventKind::Sacrificed
            | EventKind::LeavesPlay
            | EventKind::EntersPlay
            | EventKind::Unfocus
            | EventKind::Shield
            | EventKind::Unshield
            | EventKind::EffectDraws
            | EventKind::Discard
            | EventKind::Reveal
            | EventKind::Playing
            | EventKind::CardPlayed
            | EventKind::Captured
            | EventKind::Rescued
            | EventKind::ControlChange
            | EventKind::Committed
            | EventKind::RemovedFromForce
            | EventKind::Engaged
            | EventKind::Declared
            | EventKind::StrikeResolved
            | EventKind::Survived
            | EventKind::Resources
            | EventKind::EdgePlacing
            | EventKind::EdgePlaced
            | EventKind::EdgeRevealing
            | EventKind::EdgeRevealed
            | EventKind::EdgeWon
            | EventKind::StruggleBegins
            | EventKind::StruggleWon
            | EventKind::Removed
            | EventKind::Unopposed
            | EventKind::EngagementEnds
            | EventKind::Refresh
            | EventKind::PhaseBegins
            | EventKind::PhaseEnds
            | EventKind::DialAdvanced
            | EventKind::TurnBegins
            | EventKind::TurnEnds => Manner::Plain,
        }
    }

    setters! {
        /// The same, happening to a card.
        card(card: CardId) sets card = Some(card);
        /// The same, about a player.
        player(player: Player) sets player = Some(player);
        /// The same, caused by a player, and by a card if there is one.
        by(player: Player, source: Option<CardId>) sets by = Some(player), source = source;
        /// The same, with this amount.
        amount(amount: u32) sets amount = amount, first = amount;
        /// The same, going there.
        to(zone: Zone, other: Option<CardId>) sets zone = Some(zone), other = other;
        /// The same, of a card that was there.
        out_of(zone: Zone) sets from = Some(zone);
        /// The same, as the rulebook says there.
        page(page: BookRule) sets page = Some(page);
        /// The same, in that phase.
        phase(phase: Phase) sets phase = Some(phase);
    }
}
