//! The table: every card and where it is, and what the rulings ask to be remembered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::able::Able;
use super::event::{Event, Hurt};
use super::scope::Scope;
use crate::engine::kernel::Player;
use crate::engine::script::table::card_table;
use crate::engine::tcg::vocabulary::{
    Arena, CardText, Condition, Effect, Filter, Gives, Stat, Trigger, Until, Zone,
};

pub use crate::engine::cards::CardId;
pub(crate) use crate::engine::cards::{Shared, UntilChanged};
pub(crate) use crate::engine::script::sides::{DARK, LIGHT, of_sides, other};

/// What a card under another one is to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Another version of the unit, stacked.
    Stacked,
    Pilot,
    /// Equipment attached.
    Equipment,
    /// Set aside facedown by an ability.
    Hidden,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// The name by which the scenario knows it.
    pub id: Arc<str>,
    /// What is printed on it; none for an unknown card.
    pub text: Option<Shared<CardText>>,
    /// Whose it is now: who controls it.
    pub owner: Player,
    /// Whose card it is, whoever controls it.
    pub belongs: Player,
    /// Where it is.
    pub zone: Zone,
    /// Damage counters.
    pub damage: u32,
    /// What damaged it last.
    pub hurt_by: Option<CardId>,
    /// Whether that was in an attack.
    pub hurt_in_attack: bool,
    /// All that has damaged it while it was in play.
    pub hunters: Vec<CardId>,
    pub tapped: bool,
    /// Build counters, while it is being built.
    pub build: u32,
    /// Whether it is only partially built, and so facedown in the build zone.
    pub unfinished: bool,
    /// What it is under, and as what.
    pub host: Option<(CardId, Role)>,
    /// Hits its last attack rolled, while the next unit has not yet acted.
    pub last_hits: Option<u32>,
    /// Other counters, by name.
    pub counters: BTreeMap<Arc<str>, u32>,
    /// When it came where it is: later is higher.
    pub since: u32,
    /// Its quantities when it last left an arena.
    pub left_with: Option<Arc<BTreeMap<Stat, u32>>>,
}

impl Card {
    /// A card with nothing on it.
    pub(crate) fn new(id: Arc<str>, text: Option<Shared<CardText>>, owner: Player, zone: Zone) -> Self {
        Self {
            id,
            text,
            owner,
            belongs: owner,
            zone,
            damage: 0,
            hurt_by: None,
            hurt_in_attack: false,
            hunters: Vec::new(),
            tapped: false,
            build: 0,
            unfinished: false,
            host: None,
            last_hits: None,
            counters: BTreeMap::new(),
            since: 0,
            left_with: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attack {
    /// The attacking unit.
    pub attacker: CardId,
    /// The defending unit.
    pub defender: CardId,
    /// The arena of the defender.
    pub arena: Arena,
    /// Hits rolled, once they are.
    pub hits: Option<u32>,
    /// More damage if a natural six stood.
    pub critical: u32,
    /// Whether its damage has been done.
    pub damaged: bool,
}

/// Conditions as long as which something lasts, and what they know.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AsLongAs {
    pub conditions: Vec<Condition>,
    /// What they know.
    pub scope: Scope,
}

/// An effect that lasts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// The card it is about.
    pub card: CardId,
    pub gives: Gives,
    /// How long it lasts.
    pub until: Until,
    /// The arena whose battle was fought when it began.
    pub arena: Option<Arena>,
    /// The card it comes from.
    pub source: Option<CardId>,
    /// What must be so meanwhile.
    pub as_long_as: Arc<AsLongAs>,
}

/// An effect that lasts for all cards of a kind, also for those that come later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// For which cards.
    pub to: Filter,
    pub gives: Vec<Gives>,
    /// How long it lasts.
    pub until: Until,
    /// The arena whose battle was fought when it began.
    pub arena: Option<Arena>,
    /// What must be so meanwhile.
    pub as_long_as: Arc<AsLongAs>,
}

/// A bounty to be gained when its player's next build step starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Owed {
    /// What is gained.
    pub effects: Vec<Effect>,
    /// What that knows.
    pub scope: Scope,
}

/// What is done at the start of a player's build step, in the order he likes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Due {
    /// A card is drawn.
    Draw,
    /// The bounties are collected that he is owed for this unit.
    Bounty(CardId),
    /// The Upkeep of this unit is paid.
    Upkeep(CardId),
}

/// How far the players have come in setting up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The build points each has spent.
    pub spent: [u32; 2],
    /// Whether the hand of each is given, and so not drawn.
    pub hand_given: [bool; 2],
    /// Whether each is done.
    pub done: [bool; 2],
    /// Whose turn it is to place a unit: the light side's?
    pub light: bool,
}

/// A unit that another player controls for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Controlled {
    pub card: CardId,
    pub until: Until,
    /// The card whose effect it is.
    pub by: Option<CardId>,
}

/// What must be remembered beyond what lies on the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// What has happened this turn.
    pub history: UntilChanged<Vec<Event>>,
    /// Abilities used this turn that may be used once each turn.
    pub once: Vec<(CardId, u8)>,
    /// Effects that last for all cards of a kind.
    pub standing: Vec<Standing>,
    /// Units controlled by another player for a while.
    pub controlled: Vec<Controlled>,
    /// Bounties not yet gained.
    pub bounties: Vec<Owed>,
    /// Build points gained or lost for the next turn.
    pub next_points: [i32; 2],
    /// Cards of which it was said that they are not unique.
    pub named_themselves: BTreeSet<CardId>,
    /// Whether the roll for build points was rerolled.
    pub rerolled: bool,
    /// What is still to be done of that with which the present build step starts, in the order in which it is
    /// done.
    pub due: Vec<Due>,
    /// Units whose Upkeep has been paid in the present build step.
    pub upkept: Vec<CardId>,
    /// Cards attached, or moved, in the present build step.
    pub attached: Vec<CardId>,
    pub setup: Setup,
}

/// An effect set up for later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Delayed {
    /// When it happens.
    pub when: Trigger,
    /// Conditions that must be true then.
    pub r#if: Vec<Condition>,
    /// What happens.
    pub effects: Vec<Effect>,
    /// What it knows.
    pub scope: Scope,
    /// Whether a triggered ability set it up.
    pub by_trigger: bool,
}

/// What a waiting ability may do only in its own chances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// It allows rerolls.
    Rerolls,
    /// It prevents damage.
    Prevents,
    /// Anything else.
    Other,
}

/// A triggered ability waiting to take effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    pub effects: Vec<Effect>,
    /// What it knows.
    pub scope: Scope,
    /// Its conditions as they were when it triggered.
    pub conditions: Vec<Condition>,
    /// What it does only in its chances.
    pub class: Class,
    /// The number of the event that triggered it.
    pub event: u32,
    /// Whether another card or ability was taking effect when it triggered.
    pub during_effect: bool,
    /// Whether a chance to reroll or to prevent was open when it triggered.
    pub during_chance: bool,
    /// Whether it has been held.
    pub held: bool,
    /// Whether a step has said that it waits.
    pub narrated: bool,
    /// Whether it was set up by an effect.
    pub delayed: bool,
    /// The ruling that reads the ability so.
    pub ruling: Option<Arc<str>>,
}

/// A use of an ability in one chance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Used {
    /// The unit.
    pub card: CardId,
    pub ability: u8,
    /// The chance, by its number.
    pub chance: u32,
}

/// The phases of a turn that matter here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Ready,
    Command,
    Battle,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    pub cards: UntilChanged<Vec<Card>>,
    /// Which cards could do what.
    pub able: Arc<Able>,
    /// Decks, the top card first; those not given are not simulated.
    pub decks: [Option<Vec<CardId>>; 2],
    /// The players' names, dark first.
    pub names: [Arc<str>; 2],
    /// The players' Force.
    pub force: [u32; 2],
    /// The players' build points.
    pub points: [u32; 2],
    /// The final roll for build points, and how often it was rolled.
    pub build_roll: Option<u32>,
    /// Build points given or taken by abilities, until the roll is final.
    pub point_changes: [i32; 2],
    pub phase: Phase,
    /// The arena whose battle is fought.
    pub arena: Option<Arena>,
    /// The attack being made.
    pub attack: Option<Attack>,
    /// The triggered abilities waiting to take effect.
    pub pool: Vec<Waiting>,
    /// Effects set up for later.
    pub delayed: Vec<Delayed>,
    /// Effects that last.
    pub lasting: Vec<Lasting>,
    /// Abilities used in chances that are still open.
    pub used: Vec<Used>,
    pub events: u32,
    pub chances: u32,
    /// How often cards moved.
    pub moves: u32,
    /// Damage gathered, to be prevented and taken together.
    pub gathered: Vec<Hurt>,
    /// Force a player would gain again each turn, were gains not one-shot.
    pub income: Vec<(Player, u32)>,
    /// Whether an instruction of an effect is being carried out.
    pub performing: bool,
    /// Whether a prevention chance stays open though none of the damage can be prevented, so that it is said
    /// why not.
    pub watched: bool,
    /// How many turns have ended.
    pub turns: u32,
    /// Who has won.
    pub winner: Option<Player>,
    /// What must be remembered beyond that.
    pub memory: Memory,
}

card_table!(Table, Card, CardText, covered: |card| matches!(card.host, Some((_, Role::Stacked))));

impl Table {
    /// Ends what lasts until then.
    pub(crate) fn expire(&mut self, until: Until) {
        self.lasting.retain(|lasting| lasting.until != until);
        self.memory.standing.retain(|standing| standing.until != until);
    }

    /// All cards.
    pub(crate) fn ids(&self) -> impl Iterator<Item = CardId> + use<> {
        (0..self.cards.len() as u16).map(CardId)
    }

    pub(crate) fn force(&self, player: Player) -> u32 {
        self.force[usize::from(player.0.min(1))]
    }

    pub(crate) fn under(&self, id: CardId, role: Role) -> impl Iterator<Item = CardId> + '_ {
        let cards = self.cards.iter().enumerate();
        cards.filter(move |(_, card)| card.host == Some((id, role))).map(|(at, _)| CardId(at as u16))
    }
}
