//! What a scenario of this game gives, does and expects.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::corpus::yaml::Spanned;
use crate::engine::cards::{Side, Winner};
use crate::engine::script::change::changes;
use crate::engine::script::given::card_state;
use crate::engine::script::words::{self, BySide, doing, expectation};
use crate::engine::tcg::Tcg;
use crate::engine::tcg::state::point::Point;
use crate::engine::tcg::vocabulary::{Arena, Effect, Many, Stat, Zone};

/// What is there when the scenario begins.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Given {
    pub dark: SideGiven,
    pub light: SideGiven,
    /// The roll for build points, where play stands after it.
    pub build_roll: Option<u32>,
}

/// The cards of one side by zone and arena, and what it counts.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SideGiven {
    /// The Force points it has to spend.
    pub force: u32,
    /// Build points, where play stands in a build step.
    pub build_points: u32,
    /// Units and Locations, each in its arena.
    pub play: Vec<Spanned<CardGiven>>,
    /// Cards in the build zone.
    pub build: Vec<Spanned<CardGiven>>,
    /// The hand; in the setup it is drawn if not given.
    pub hand: Option<Vec<Spanned<CardGiven>>>,
    /// The deck, the top card first; not simulated if not given.
    pub deck: Option<Vec<Spanned<CardGiven>>>,
    /// The discard pile.
    pub discard: Vec<Spanned<CardGiven>>,
}

pub(crate) type CardGiven = words::CardGiven<CardState>;

card_state! {
    /// A card with its counters and what is stacked under it; a bare name has none.
    pub struct CardState {
        /// Damage counters.
        damage: u32,
        /// Whether it is tapped.
        tapped: bool,
        /// Build counters on it, in the build zone.
        counters: u32,
        /// Whether it is only partially built; in the build zone, whether it has fewer counters than it
        /// costs, if not said.
        unfinished: Option<bool>,
        /// Cards stacked under it.
        stack: Vec<Spanned<CardGiven>>,
        pilots: Vec<Spanned<CardGiven>>,
        /// Equipment attached to it.
        equipment: Vec<Spanned<CardGiven>>,
        /// The arena it is in, for a Location that may go to several.
        arena: Option<Arena>,
        /// Other counters on it, by name.
        other_counters: IndexMap<String, u32>,
        /// Cards set aside facedown under it by an ability.
        under: Vec<Spanned<CardGiven>>,
    }
}

/// An effect that is just happening when the scenario begins.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Happening {
    /// Whose effect it is.
    pub by: Side,
    /// The card it comes from.
    pub from: Option<String>,
    /// Names for cards, by which the effects know them.
    #[serde(default)]
    pub cards: IndexMap<String, Many<String>>,
    /// What happens, in the words in which abilities are written.
    pub effects: Vec<Effect>,
}

/// What dice show: in the order in which they are rolled, or by the unit they are rolled against.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a list of numbers from 1 to 6, or such a list for each unit")]
pub enum DiceSaid {
    /// In order.
    List(Vec<u8>),
    /// By unit.
    Each(IndexMap<String, Vec<u8>>),
}

/// Where a card goes in relation to a stack of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StackPlace {
    /// On top of the unit.
    Top,
    Under,
    /// Not stacked.
    Apart,
}

/// Which ability: its name (`evade`, `intercept`) or its number on the card, from 1.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "an ability's name or its number")]
pub enum Which {
    Number(u8),
    Name(String),
}

/// Yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "yes or no")]
pub enum Whether {
    /// As true or false.
    Bool(bool),
    Word(WhetherWord),
}

/// The words yes and no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhetherWord {
    Yes,
    No,
}

impl Whether {
    pub(crate) fn yes(self) -> bool {
        matches!(self, Self::Bool(true) | Self::Word(WhetherWord::Yes))
    }
}

/// Whether, or how much, Force is paid.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "yes, no or a number")]
pub enum Paid {
    Whether(Whether),
    Much(u32),
}

doing! {
    /// What a player does.
    pub struct Doing at Point {
        answers {
            /// Plays a Battle card.
            "play" play: String,
            /// Uses an activated ability of a unit.
            "use" uses: String,
            /// Which of its abilities, if there are several to choose from.
            "ability" ability: Which,
            /// Targets, in order.
            "target" target: Many<String>,
            /// The unit attacked.
            "attack" attack: String,
            /// The unit that attacks; if not said, the one whose turn it is.
            "with" with: String,
            /// The unit that uses an ability instead of attacking.
            "instead" instead: String,
            /// The unit that does nothing.
            "nothing" nothing: String,
            /// What the dice show, also those that are rerolled.
            "dice" dice: DiceSaid,
            /// What the dice show that are to be rerolled.
            "reroll" reroll: Vec<u8>,
            /// What hits are assigned to.
            "assign" assign: IndexMap<String, u32>,
            /// Choices made while an effect is carried out, in order; `none` for none.
            "choose" choose: Many<String>,
            /// The order of waiting abilities, or of the units dice are rolled against.
            "order" order: Many<String>,
            /// A contested unit: the pair to bid on first.
            "pair" pair: String,
            /// A bid of Force.
            "bid" bid: u32,
            /// Whether, or how much, Force is paid for what a card offers.
            "pays" pays: Paid,
            /// Whether what an ability allows is done.
            "does" does: Whether,
            "roll" roll: u32,
            /// Build counters put on cards.
            "build" build: IndexMap<String, u32>,
            /// A unit deployed; a pilot or Equipment, `on` a unit; one in the build zone by its Hidden Cost.
            "deploy" deploy: String,
            /// A card stacked with another version of the unit.
            "stack" stack: String,
            /// The unit a card is stacked with or attached to.
            "on" on: String,
            /// Where in the stack it goes; on top if it is not cheaper, under it otherwise, if not said.
            "place" place: StackPlace,
            /// An arena chosen.
            "arena" arena: Arena,
            /// Which of several effects or costs, by its name or its number, from 1.
            "option" option: Which,
            /// Whether a card is enhanced.
            "enhance" enhance: Whether,
            /// Cards exchanged in the setup.
            "redraw" redraw: Many<String>,
            /// A card that costs X and is finished.
            "finish" finish: String,
            /// Units that retreat in the retreat step.
            "retreat" retreat: Many<String>,
            /// Cards discarded from hand.
            "discard" discard: Many<String>,
        }
        about {
            /// Asks whether the player may pass.
            "pass" pass: bool,
        }
        one of {
            ["play"] ["use"] ["attack", "with"] ["instead"] ["nothing"] ["bid"] ["redraw"] ["retreat"]
            ["build", "finish", "deploy", "stack"]
        }
        with { "ability": ["play", "use", "instead"], "with": ["attack"], }
    }
}

/// A number for each side.
pub(crate) type Counts = BySide<Option<u32>>;

expectation! {
    /// An expectation: everything it says must be so.
    pub struct Expect of crate::engine::tcg::Tcg, Doing, at Point, stat Stat, first FirstQuestion {
        card {
            /// Damage counters on it.
            damage: Option<u32>,
            /// Whether it is tapped.
            tapped: Option<bool>,
            /// Where it is.
            #[serde(rename = "in")]
            zone: Option<Zone>,
            /// Build counters on it.
            counters: Option<u32>,
            /// Whether it is only partially built.
            unfinished: Option<bool>,
            under: Option<String>,
            /// Words that are among its subtypes now.
            subtype: Option<String>,
            /// Whether it is unique.
            unique: Option<bool>,
            /// Other counters on it, by name.
            other_counters: IndexMap<String, u32>,
        }
        table {
            /// The players' Force.
            force: Option<Counts>,
            /// The players' build points.
            build_points: Option<Counts>,
            /// How many cards are in the players' hands.
            hands: Option<Counts>,
            build_roll: Option<u32>,
            /// The defender of the attack being made; `none` if there is none.
            defender: Option<String>,
            /// Damage pending on cards.
            pending: IndexMap<String, u32>,
            /// The cards whose triggered abilities are waiting.
            waiting: Option<Many<String>>,
            /// Who controls an arena; `none` if nobody.
            controls: IndexMap<Arena, Winner>,
        }
    }
}

/// Which player has the first opportunity in the window that the line opens.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FirstQuestion {
    /// In which kind of chance.
    pub chance: ChanceWord,
    pub player: Side,
}

/// The kinds of chance, and the bidding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChanceWord {
    /// Play or pass outside attacks.
    Normal,
    /// Play or pass in an attack.
    Attack,
    Reroll,
    /// A chance to prevent damage.
    Prevention,
    Disrupt,
    Bid,
}

/// Where cards can be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GivenPlace {
    /// In its arena.
    Play,
    /// In the build zone.
    Build,
    Hand,
    Deck,
    /// In the discard pile.
    Discard,
}

changes! {
    of Tcg, Given, on CardState, in GivenPlace, else GivenPlace::Play;
    own {
        /// Other Force.
        Force(Counts) => |given, counts| {
            given.dark.force = counts.dark.unwrap_or(given.dark.force);
            given.light.force = counts.light.unwrap_or(given.light.force);
        },
        /// Other build points.
        BuildPoints(Counts) => |given, counts| {
            given.dark.build_points = counts.dark.unwrap_or(given.dark.build_points);
            given.light.build_points = counts.light.unwrap_or(given.light.build_points);
        },
    }
    card {
        /// Damage counters.
        damage: u32,
        /// Whether it is tapped.
        tapped: bool,
        /// Build counters.
        counters: u32,
        /// Whether it is only partially built.
        unfinished: bool,
        /// Cards stacked under it.
        stack: Vec<Spanned<CardGiven>>,
        pilots: Vec<Spanned<CardGiven>>,
        /// Cards set aside under it.
        under: Vec<Spanned<CardGiven>>,
    }
}
