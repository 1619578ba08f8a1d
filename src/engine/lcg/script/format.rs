//! What a scenario of this game gives, does and expects.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::corpus::yaml::Spanned;
use crate::engine::lcg::Lcg;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::vocabulary::{Effect, EventKind, Many, Side, Stat, Zone};
use crate::engine::script::change::changes;
use crate::engine::script::given::card_state;
use crate::engine::script::words::{self, BySide, Spread, doing, expectation};

/// What is there when the scenario begins.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Given {
    pub light: SideGiven,
    pub dark: SideGiven,
    /// The engagement in progress.
    pub engagement: Option<Spanned<EngagementGiven>>,
    /// The Death Star dial.
    pub dial: u32,
    pub dial_damage: u32,
    /// Who has the Balance of the Force; the light side if not said.
    pub balance: Option<Side>,
    /// Whether it is the active player's first turn.
    pub first_turn: bool,
    /// How many units each side has already played this turn.
    pub units_played: Counts,
    /// Objectives an engagement has been declared against this phase.
    pub declared: Vec<Spanned<String>>,
}

/// A number for each side.
pub(crate) type Counts = BySide<u32>;

/// The cards of one side by zone, and what it counts.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SideGiven {
    /// The affiliation card in play; ready, unless focus tokens are on it.
    pub affiliation: Option<Spanned<CardGiven>>,
    pub play: Vec<Spanned<CardGiven>>,
    pub hand: Vec<Spanned<CardGiven>>,
    /// The command deck, the top card first; not simulated if not given.
    pub deck: Option<Vec<Spanned<CardGiven>>>,
    /// The objective deck, the top card first; not simulated if not given.
    pub objective_deck: Option<Vec<Spanned<CardGiven>>>,
    /// The discard pile, the top card first.
    pub discard: Vec<Spanned<CardGiven>>,
    /// The cards this side has facedown in its edge stack.
    pub edge: Vec<Spanned<CardGiven>>,
    /// This side's cards that are captured.
    pub captured: Vec<Spanned<CardGiven>>,
    /// The objectives of the opponent in this side's victory pile.
    pub victory: Vec<Spanned<CardGiven>>,
}

pub(crate) type CardGiven = words::CardGiven<CardState>;

card_state! {
    /// A card with the tokens, attachments and captured cards on it; a bare name has none.
    pub struct CardState {
        damage: u32,
        /// Focus tokens on it.
        focus: u32,
        /// Whether it has a shield.
        shield: bool,
        /// Whether it is committed to the Force.
        committed: bool,
        /// What it is attached to, or captured at.
        on: Option<String>,
        /// Whose card it is, if it is under another player's control.
        owner: Option<Side>,
    }
}

/// The engagement in progress.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EngagementGiven {
    /// The engaged objective; `dial` for the Death Star dial.
    pub objective: Option<String>,
    /// The attacking side; the active player's if not said.
    pub attacker: Option<Side>,
    #[serde(default)]
    pub attackers: Vec<String>,
    #[serde(default)]
    pub defenders: Vec<String>,
    pub edge: Option<Side>,
    /// Who strikes next; who has the edge, or the attacker, if not said.
    pub strikes_next: Option<Side>,
    /// Who has placed a fate card in it.
    #[serde(default)]
    pub placed_fate: Vec<Side>,
}

/// A thing that is just happening when the scenario begins.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Happening {
    /// Whose doing it is.
    pub by: Side,
    /// The card it comes from; a framework event if none.
    pub from: Option<String>,
    /// Whether it is an attack: damage of a strike.
    #[serde(default)]
    pub strike: bool,
    /// What happens, in the words in which abilities are written; cards go by their names.
    pub effects: Vec<Effect>,
}

/// Damage reassigned by Protect.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reassign {
    /// The protecting card.
    pub with: String,
    /// The card it protects.
    pub card: String,
    pub damage: u32,
}

doing! {
    /// What a player does.
    pub struct Doing at Point {
        answers {
            /// Plays a card.
            "play" play: String,
            /// Uses an ability of a card in play (or elsewhere, where a card allows it).
            "use" uses: String,
            /// Which of its abilities, from 1, if there are several to choose from.
            "ability" ability: u8,
            /// Which card's event it answers, if there are several.
            "answering" answering: String,
            /// The cards that generate resources, with how many each.
            "pay" pay: Spread,
            /// Targets, in order.
            "target" target: Many<String>,
            /// What an enhancement is attached to.
            "on" on: String,
            /// Choices made while an effect resolves, in order; `none` for none.
            "choose" choose: Many<String>,
            /// A title that is named.
            "name" name: String,
            /// Damage reassigned by Protect.
            "protect" protect: Many<Reassign>,
            /// Cards whose shields are used; or what Shielding shields.
            "shield" shield: Many<String>,
            /// The unit that strikes.
            "strike" strike: String,
            /// What its unit damage is dealt to; or what is damaged in the balance phase.
            "damage" damage: Spread,
            /// What its tactics icons exhaust.
            "tactics" tactics: Spread,
            /// The order of its icons: `unit`, `tactics`, `blast`.
            "icons" icons: Vec<IconWord>,
            /// Whether the strike goes on though the striking unit has gone.
            "goes-on" goes_on: bool,
            /// The objective a captured card goes to.
            "at" at: String,
            /// Units committed to the Force.
            "commit" commit: Many<String>,
            /// Cards discarded in the draw phase.
            "discard" discard: Many<String>,
            /// What is drawn from a shuffled deck.
            "draw" draw: Many<String>,
            /// The objective engaged; `dial` for the Death Star dial.
            "engage" engage: String,
            "attackers" attackers: Many<String>,
            "defenders" defenders: Many<String>,
            /// A card placed in the edge stack; of several, one each time the player has the option.
            "edge" edge: Many<String>,
            /// How many Force icons an unknown card turns out to have when it is revealed.
            "force" force: u32,
            /// How many, or how much, where a card leaves that to the player.
            "amount" amount: u32,
            /// The order of things that happen together, by the cards they come from.
            "order" order: Many<String>,
        }
        about {
            /// Passes: only to ask whether that is allowed.
            "pass" pass: bool,
            /// Looks at cards: only to ask whether that is allowed.
            "look-at" look_at: String,
            /// Changes the order of a pile: only to ask whether that is allowed.
            "reorder" reorder: Zone,
        }
        one of { ["play", "strike"] ["use", "strike"] ["engage", "attackers"] ["defenders"] ["edge"] ["commit"] }
        with { "ability": ["play", "use"], "answering": ["play", "use"], }
    }
}

impl Doing {
    /// The box of the timing chart in which a framework decision is made: a line that makes one is
    /// meant for that box, so that everybody passes up to there.
    pub(crate) fn point(&self) -> Option<&'static Point> {
        let made = [
            (self.engage.is_some(), &Point::Objective),
            (self.attackers.is_some(), &Point::Attackers),
            (self.defenders.is_some(), &Point::Defenders),
            (self.edge.is_some(), &Point::EdgePlace),
            (self.strike.is_some(), &Point::Strike),
            (self.commit.is_some(), &Point::ForceCommit),
        ];
        made.into_iter().find(|(said, _)| *said).map(|(_, point)| point)
    }
}

/// The kinds of combat icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum IconWord {
    /// Unit damage.
    Unit,
    Tactics,
    Blast,
}

expectation! {
    /// An expectation: everything it says must be so.
    pub struct Expect of crate::engine::lcg::Lcg, Doing, at Point, stat Stat, first FirstQuestion {
        card {
            damage: Option<u32>,
            /// Focus tokens on it.
            focus: Option<u32>,
            /// Whether it has a shield.
            shield: Option<bool>,
            /// Where it is.
            #[serde(rename = "in")]
            zone: Option<Zone>,
            /// Whose pile or hand that is.
            of: Option<Side>,
            /// Who controls it.
            controller: Option<Side>,
            /// What it is attached to, or captured at.
            on: Option<String>,
            /// Whether it is committed to the Force.
            committed: Option<bool>,
            /// Whether it participates in the engagement.
            participating: Option<bool>,
            /// Whether both players see it.
            revealed: Option<bool>,
            may_look: Option<Vec<Side>>,
        }
        table {
            /// The Death Star dial.
            dial: Option<u32>,
            dial_damage: Option<u32>,
            /// Who has the Balance of the Force.
            balance: Option<Side>,
            /// Whose turn it is.
            active: Option<Side>,
            edge: Option<Side>,
            /// The engaged objective; `none` if there is none.
            engaged: Option<String>,
            /// How many cards are in a zone.
            cards: Option<CardCount>,
            /// Whether a deck's order is known.
            order_known: Option<DeckOrder>,
        }
    }
}

/// How many cards a side has in a zone.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardCount {
    pub of: Side,
    #[serde(rename = "in")]
    pub zone: Zone,
    pub count: usize,
}

/// Whether a deck's order is known.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeckOrder {
    pub of: Side,
    pub deck: Zone,
    /// Whether it is known.
    pub known: bool,
}

/// Which player has the first opportunity in the window that the line opens.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FirstQuestion {
    /// In which kind of window.
    pub window: WindowWord,
    /// To what kind of event, if it answers one.
    pub event: Option<EventKind>,
    pub player: Side,
}

/// The kinds of window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WindowWord {
    Action,
    Interrupt,
    Reaction,
}

/// A command deck.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeckGiven {
    pub of: Side,
    /// Its cards, the top card first.
    pub cards: Vec<Spanned<CardGiven>>,
}

changes! {
    of Lcg, Given, on CardState, in Zone, else Zone::Play;
    own {
        /// Another deck.
        Deck(DeckGiven) => |given, deck| given.side(deck.of).deck = Some(deck.cards.clone()),
        /// Another engagement.
        Engagement(Spanned<EngagementGiven>) => |given, engagement| given.engagement = Some(engagement.clone()),
        /// Another state of the Death Star dial.
        Dial(u32) => |given, n| given.dial = *n,
        /// Other damage on the dial.
        DialDamage(u32) => |given, n| given.dial_damage = *n,
        /// Another side has the Balance of the Force.
        Balance(Side) => |given, side| given.balance = Some(*side),
        /// Whether it is the active player's first turn.
        FirstTurn(bool) => |given, first| given.first_turn = *first,
        /// The objectives an engagement has been declared against this phase.
        Declared(Vec<Spanned<String>>) => |given, objectives| given.declared.clone_from(objectives),
        /// Other numbers of units played this turn.
        UnitsPlayed(Counts) => |given, counts| given.units_played = *counts,
    }
    card {
        damage: u32,
        /// Focus tokens on it.
        focus: u32,
        /// Whether it has a shield.
        shield: bool,
        /// Whether it is committed to the Force.
        committed: bool,
        /// What it is attached to.
        on: String,
    }
}
