//! The table: every card and where it is, and what the rulings ask to be remembered.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::able::Able;
use super::scope::Scope;
use crate::engine::kernel::Player;
use crate::engine::lcg::State;
use crate::engine::lcg::vocabulary::{CardText, Effect, Filter, Gives, Period, Phase, Trigger, Until, Zone};
use crate::engine::script::table::card_table;

pub use crate::engine::cards::CardId;
use crate::engine::cards::DeckEnd;
pub(crate) use crate::engine::cards::{Shared, UntilChanged};
pub(crate) use crate::engine::script::sides::{DARK, LIGHT, of_sides, other, player_of};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// The name by which the scenario knows it.
    pub id: Arc<str>,
    /// What is printed on it; none for an unknown card.
    pub text: Option<Shared<CardText>>,
    /// Whether it was given in an objective deck: an unknown card of it is an objective.
    pub of_objective_deck: bool,
    /// Whose deck it comes from.
    pub owner: Player,
    /// Who controls it.
    pub controller: Player,
    /// Where it is.
    pub zone: Zone,
    /// Damage tokens, counted in ones.
    pub damage: u32,
    /// Focus tokens.
    pub focus: u32,
    /// Shield tokens.
    pub shields: u32,
    /// What it is attached to, or captured at.
    pub host: Option<CardId>,
    /// Whether it is committed to the Force.
    pub committed: bool,
    /// Whether both players may see it though it lies where cards are hidden.
    pub revealed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Engagement {
    /// The attacking player.
    pub attacker: Player,
    /// The engaged objective; none once it has left play, or when the dial is engaged.
    pub objective: Option<CardId>,
    /// Whether the Death Star dial is engaged.
    pub dial: bool,
    /// The objective the engagement was declared against (2.8), wherever it resolves.
    pub declared: Option<CardId>,
    /// The participating attackers.
    pub attackers: Vec<CardId>,
    /// The participating defenders.
    pub defenders: Vec<CardId>,
    pub edge: Option<Player>,
    /// Who placed a fate card in an edge stack during it.
    pub placed_fate: Vec<Player>,
    /// The edge battle in progress.
    pub edge_battle: EdgeBattle,
    /// Units with Shielding that were declared and have yet to be asked about.
    pub shielding: Vec<CardId>,
    /// Units that have struck in it.
    pub struck: Vec<CardId>,
    /// Units that were removed from it (3.3).
    pub removed: Vec<CardId>,
    /// Whether it is among the engagements declared this turn: its objective and its attackers are.
    pub counted: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EdgeBattle {
    /// Who has just placed a card.
    pub placed: Option<Player>,
    /// Whether there were no defending units when the stacks were revealed.
    pub uncontested: bool,
    /// The fate cards that have yet to resolve.
    pub fates: Vec<CardId>,
    /// How many of the first of them are in an order the attacker has settled.
    pub ordered: usize,
    /// Force icons of unknown cards, as the scenario gives them.
    pub known_icons: Vec<(CardId, u32)>,
    /// Who had no participating unit when he would have had the option to place a card.
    pub unable: Vec<Player>,
    /// Whether it was canceled and begins anew.
    pub restarted: bool,
}

impl Engagement {
    /// An engagement of a player in which nothing has been declared yet.
    pub(crate) fn new(attacker: Player) -> Self {
        Self {
            attacker,
            objective: None,
            dial: false,
            declared: None,
            attackers: Vec::new(),
            defenders: Vec::new(),
            edge: None,
            placed_fate: Vec::new(),
            edge_battle: EdgeBattle::default(),
            shielding: Vec::new(),
            struck: Vec::new(),
            removed: Vec::new(),
            counted: false,
        }
    }

    /// Whether a unit participates.
    pub(crate) fn has(&self, card: CardId) -> bool {
        self.attackers.contains(&card) || self.defenders.contains(&card)
    }
}

/// An effect that lasts (3.7).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lasting {
    /// The card it modifies.
    pub card: CardId,
    /// Where it counts (3.7): in the edge stack, if the card lay there when it gained this, else in play.
    pub zone: Zone,
    pub gives: Gives,
    /// How long it lasts.
    pub until: Until,
    /// What its effect knew.
    pub scope: Scope,
}

/// An effect set up for later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Delayed {
    /// When it happens.
    pub at: Trigger,
    /// What happens.
    pub effects: Vec<Effect>,
    /// What happens if an event of that kind comes otherwise.
    pub otherwise: Option<Vec<Effect>>,
    /// How long it waits.
    pub until: Until,
    /// What it knows.
    pub scope: Scope,
}

/// What the next card of a kind is given that its player plays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NextPlayed {
    /// Which cards count.
    pub like: Filter,
    /// What it is given.
    pub gives: Vec<Gives>,
    /// How long that waits.
    pub until: Until,
    /// Whether it counts for every such card until then.
    pub each: bool,
    /// What the effect knew.
    pub scope: Scope,
}

/// A card that a line is about, and as what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Watched {
    /// It is played, or an ability of it is used: a window that it might answer in opens.
    Used(CardId),
    /// It protects others: its player is asked about Protect.
    Protector(CardId),
}

/// One use of something limited.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Used {
    /// The card, for "once per".
    pub card: CardId,
    pub ability: u8,
    pub player: Player,
    /// Until when it counts.
    pub period: Period,
}

/// The table of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Table {
    /// Every card of the game.
    pub cards: UntilChanged<Vec<Card>>,
    /// Which cards could do what.
    pub able: Shared<Able>,
    /// The order of hands, decks, discard piles and edge stacks, the top card first.
    pub piles: UntilChanged<BTreeMap<(Player, Zone), Vec<CardId>>>,
    /// Decks whose order nobody knows since they were shuffled.
    pub shuffled: Vec<(Player, Zone)>,
    /// The players' names, dark first.
    pub names: Shared<[String; 2]>,
    /// Whose turn it is.
    pub active: Player,
    pub phase: Phase,
    /// The Death Star dial.
    pub dial: u32,
    pub dial_damage: u32,
    /// Who has the Balance of the Force.
    pub balance: Player,
    /// The engagement in progress.
    pub engagement: Option<Engagement>,
    /// Objectives against which an engagement has been declared this phase.
    pub declared: Vec<CardId>,
    /// How many turns have ended.
    pub turns: u32,
    /// How many engagements have been declared this turn.
    pub engagements: u32,
    /// The cards that a line is about: it is asked for them even if they can do nothing, so that it is said
    /// why.
    pub watched: Vec<Watched>,
    /// Abilities that happened by themselves and whose conditions have been true since.
    pub standing: Vec<(CardId, u8)>,
    /// Whether the dial has been declared this phase.
    pub declared_dial: bool,
    /// How many units each player has played this turn.
    pub units_played: [u32; 2],
    /// Whether each player has played a Limited card this turn.
    pub limited_played: [bool; 2],
    /// Uses of limited abilities that still count.
    pub used: Vec<Used>,
    /// Lasting effects.
    pub lasting: Vec<Lasting>,
    /// Effects set up for later.
    pub delayed: Vec<Delayed>,
    /// Effects set up for later whose time has come.
    pub due: Vec<Delayed>,
    /// What waits for the next card of a kind that is played.
    pub next: Vec<NextPlayed>,
    /// The cards played this turn, each with who played it.
    pub played: Vec<(Player, CardId)>,
    /// Force icons that count in this turn's Force struggle besides those of units.
    pub struggle: [u32; 2],
    /// Who has won.
    pub winner: Option<Player>,
    /// Whether this is the active player's first turn.
    pub first_turn: bool,
}

card_table!(Table, Card, CardText, covered: |_| false);

impl Table {
    /// All cards in a zone, whoever's, in the order in which they were set up.
    pub fn in_zone(&self, zone: Zone) -> impl Iterator<Item = CardId> {
        self.like(move |card| card.zone == zone)
    }

    /// All cards of which something is so, in the order in which they were set up.
    pub(crate) fn like(&self, so: impl Fn(&Card) -> bool) -> impl Iterator<Item = CardId> {
        let mut cards = self.cards.iter();
        let mut next = 0;
        // One loop, and not an iterator of iterators: nothing is asked more often.
        std::iter::from_fn(move || {
            for card in cards.by_ref() {
                next += 1;
                if so(card) {
                    return Some(CardId(next - 1));
                }
            }
            None
        })
    }

    /// A pile, the top card first.
    pub(crate) fn pile(&self, player: Player, zone: Zone) -> &[CardId] {
        self.piles.get(&(player, zone)).map_or(&[], Vec::as_slice)
    }

    /// Takes a card from where it lies in order, without putting it anywhere.
    pub(crate) fn unpile(&mut self, card: CardId) {
        for pile in self.piles.values_mut() {
            pile.retain(|other| *other != card);
        }
    }

    /// A card lies in a pile: on no other card, and again the unit it was, if it was played as an
    /// enhancement.
    fn lay(&mut self, card: CardId, zone: Zone) {
        // What it gained in an edge stack ends with its lying there.
        self.lasting
            .retain(|lasting| lasting.card != card || lasting.zone != Zone::Edge || zone == Zone::Edge);
        let placed = self.card_mut(card);
        (placed.zone, placed.host) = (zone, None);
        if let Some(unit) = placed.text.as_ref().and_then(|text| text.unit.clone()) {
            placed.text = Some(Shared(unit));
        }
    }

    /// Puts a card on top of a player's pile.
    pub(crate) fn put_on_pile(&mut self, card: CardId, player: Player, zone: Zone) {
        self.put_in_pile(card, player, zone, DeckEnd::Top);
    }

    /// Puts a card at an end of a player's pile.
    pub(crate) fn put_in_pile(&mut self, card: CardId, player: Player, zone: Zone, at: DeckEnd) {
        self.unpile(card);
        at.put(card, self.piles.entry((player, zone)).or_default());
        self.lay(card, zone);
    }

    /// The cards attached to, or captured at, a card.
    pub fn attached(&self, host: CardId) -> Vec<CardId> {
        self.like(|card| card.host == Some(host)).collect()
    }
}

/// Force cards each player has.
pub(crate) const FORCE_CARDS: usize = 3;

/// How many of a player's Force cards are on units. A unit that is only considered committed takes none.
pub(crate) fn cards_in_use(state: &State, player: Player) -> usize {
    let table = &state.table;
    let mine = |id: &CardId| table.card(*id).controller == player && table.card(*id).committed;
    table.in_zone(Zone::Play).filter(mine).count()
}

/// How many Force cards a player has left.
pub(crate) fn cards_left(state: &State, player: Player) -> usize {
    FORCE_CARDS.saturating_sub(cards_in_use(state, player))
}
