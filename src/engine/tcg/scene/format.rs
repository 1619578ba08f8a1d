//! What a scenario of this game gives, does and expects.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::corpus::yaml::At;
use crate::engine::tcg::ability::{Arena, Effect, Many, Zone};
use crate::engine::tcg::chart::Point;
use crate::engine::tcg::facts::Stat;

/// A side, that is a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Seat {
    /// The dark side.
    Dark,
    /// The light side.
    Light,
}

/// What is there when the scenario begins.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Given {
    /// The dark side.
    pub dark: SideGiven,
    /// The light side.
    pub light: SideGiven,
    /// The roll for build points, where play stands after it.
    pub build_roll: Option<u32>,
}

/// What one side has.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SideGiven {
    /// Force.
    pub force: u32,
    /// Build points, where play stands in a build step.
    pub build_points: u32,
    /// Units and Locations, each in its arena.
    pub play: Vec<At<CardGiven>>,
    /// Cards in the build zone.
    pub build: Vec<At<CardGiven>>,
    /// Cards in hand.
    pub hand: Vec<At<CardGiven>>,
    /// The deck, the top card first; not simulated if not given.
    pub deck: Option<Vec<At<CardGiven>>>,
    /// The discard pile.
    pub discard: Vec<At<CardGiven>>,
}

/// A card: its name, or its name and what is on it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a card's name, or `card:` with what is on it, or `unknown: N`")]
pub enum CardGiven {
    /// A card with nothing on it.
    Name(String),
    /// A card and what is on it.
    Card(Box<CardState>),
    /// So many cards nobody knows.
    Unknown {
        /// How many.
        unknown: u32,
    },
}

/// A card and what is on it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CardState {
    /// Its name; with set and number, if several cards have that name.
    pub card: String,
    /// The name by which the scenario knows it, if that is not its own.
    #[serde(rename = "as")]
    pub name: Option<String>,
    /// Damage counters.
    pub damage: u32,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Build counters on it, in the build zone.
    pub counters: u32,
    /// Whether it is only partially built; in the build zone, whether it has fewer counters than it
    /// costs, if not said.
    pub unfinished: Option<bool>,
    /// Cards stacked under it.
    pub stack: Vec<At<CardGiven>>,
    /// Its pilots.
    pub pilots: Vec<At<CardGiven>>,
    /// Equipment attached to it.
    pub equipment: Vec<At<CardGiven>>,
    /// The arena it is in, for a Location that may go to several.
    pub arena: Option<Arena>,
    /// Other counters on it, by name.
    pub other_counters: IndexMap<String, u32>,
    /// Cards set aside facedown under it by an ability.
    pub under: Vec<At<CardGiven>>,
}

/// An effect that is just happening when the scenario begins.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Happening {
    /// Whose effect it is.
    pub by: Seat,
    /// The card it comes from.
    pub from: Option<String>,
    /// Names for cards, by which the effects know them.
    #[serde(default)]
    pub cards: IndexMap<String, Many<String>>,
    /// What happens, in the words in which abilities are written.
    pub effects: Vec<Effect>,
}

/// What a player does in one line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "`pass`, `no`, or what the player does, such as `attack: CARD`")]
pub enum Move {
    /// Passes, or declines.
    Word(Word),
    /// Does something.
    Full(Box<Doing>),
}

impl Move {
    /// What is done, unless it is just a pass.
    pub fn full(&self) -> Option<&Doing> {
        match self {
            Self::Word(_) => None,
            Self::Full(doing) => Some(doing),
        }
    }
}

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Passes in a chance, or does not raise.
    Pass,
    /// Declines.
    No,
}

/// What dice show: in the order in which they are rolled, or by the unit they are rolled against.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a list of numbers from 1 to 6, or such a list for each unit")]
pub enum DiceSaid {
    /// In order.
    List(Vec<u8>),
    /// By unit.
    Each(IndexMap<String, Vec<u8>>),
}

/// A place in a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StackPlace {
    /// On top of the unit.
    Top,
    /// Under it.
    Under,
    /// Not stacked.
    Apart,
}

/// Which ability: its name (`evade`, `intercept`) or its number on the card, from 1.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "an ability's name or its number")]
pub enum Which {
    /// Its number.
    Number(u8),
    /// Its name.
    Name(String),
}

/// Yes or no.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "yes or no")]
pub enum Whether {
    /// As true or false.
    Bool(bool),
    /// As a word.
    Word(WhetherWord),
}

/// The words yes and no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhetherWord {
    /// Yes.
    Yes,
    /// No.
    No,
}

impl Whether {
    /// Whether it is yes.
    pub fn yes(self) -> bool {
        matches!(self, Self::Bool(true) | Self::Word(WhetherWord::Yes))
    }
}

/// Whether, or how much, Force is paid.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "yes, no or a number")]
pub enum Paid {
    /// Whether.
    Whether(Whether),
    /// How much.
    Much(u32),
}

/// What a player does.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Doing {
    /// Plays a Battle card.
    pub play: Option<String>,
    /// Uses an activated ability of a unit.
    #[serde(rename = "use")]
    pub uses: Option<String>,
    /// Which of its abilities, if there are several to choose from.
    pub ability: Option<Which>,
    /// Targets, in order.
    pub target: Option<Many<String>>,
    /// The unit attacked.
    pub attack: Option<String>,
    /// The unit that attacks; if not said, the one whose turn it is.
    pub with: Option<String>,
    /// The unit that uses an ability instead of attacking.
    pub instead: Option<String>,
    /// The unit that does nothing.
    pub nothing: Option<String>,
    /// What the dice show, also those that are rerolled.
    pub dice: Option<DiceSaid>,
    /// What the dice show that are to be rerolled.
    pub reroll: Option<Vec<u8>>,
    /// What hits are assigned to.
    pub assign: Option<IndexMap<String, u32>>,
    /// Choices made while an effect is carried out, in order; `none` for none.
    pub choose: Option<Many<String>>,
    /// The order of waiting abilities, or of the units dice are rolled against.
    pub order: Option<Many<String>>,
    /// A contested unit: the pair to bid on first.
    pub pair: Option<String>,
    /// A bid of Force.
    pub bid: Option<u32>,
    /// Whether, or how much, Force is paid for what a card offers.
    pub pays: Option<Paid>,
    /// Whether what an ability allows is done.
    pub does: Option<Whether>,
    /// The roll for build points.
    pub roll: Option<u32>,
    /// Build counters put on cards.
    pub build: Option<IndexMap<String, u32>>,
    /// A unit deployed; a pilot or Equipment, `on` a unit; a partially built one by its Hidden Cost.
    pub deploy: Option<String>,
    /// A card stacked with another version of the unit.
    pub stack: Option<String>,
    /// The unit a card is stacked with or attached to.
    pub on: Option<String>,
    /// Where in the stack it goes; on top if it is not cheaper, under it otherwise, if not said.
    pub place: Option<StackPlace>,
    /// An arena chosen.
    pub arena: Option<Arena>,
    /// Which of several effects or costs, by its name or its number, from 1.
    pub option: Option<Which>,
    /// Whether a card is enhanced.
    pub enhance: Option<Whether>,
    /// Cards exchanged in the setup.
    pub redraw: Option<Many<String>>,
    /// A card that costs X and is finished.
    pub finish: Option<String>,
    /// Units that retreat in the retreat step.
    pub retreat: Option<Many<String>>,
    /// Cards discarded from hand.
    pub discard: Option<Many<String>>,
    /// The point or the kind of chance it is meant for: everybody passes up to there.
    #[serde(rename = "in")]
    pub window: Option<Point>,
    /// That it is refused, and by which ruling (or `rulebook`).
    pub refused: Option<String>,
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Counts {
    /// The dark side's.
    pub dark: Option<u32>,
    /// The light side's.
    pub light: Option<u32>,
}

/// An expectation: everything it says must be so.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Expect {
    /// The card the next lines are about.
    pub card: Option<String>,
    /// Damage counters on it.
    pub damage: Option<u32>,
    /// Whether it is tapped.
    pub tapped: Option<bool>,
    /// Where it is.
    #[serde(rename = "in")]
    pub zone: Option<Zone>,
    /// Build counters on it.
    pub counters: Option<u32>,
    /// Whether it is only partially built.
    pub unfinished: Option<bool>,
    /// What it is under.
    pub under: Option<String>,
    /// Quantities it has now.
    pub values: IndexMap<Stat, u32>,
    /// Keywords it has now.
    pub keywords: Vec<String>,
    /// Words that are among its subtypes now.
    pub subtype: Option<String>,
    /// Whether it is unique.
    pub unique: Option<bool>,
    /// Other counters on it, by name.
    pub other_counters: IndexMap<String, u32>,

    /// The players' Force.
    pub force: Option<Counts>,
    /// The players' build points.
    pub build_points: Option<Counts>,
    /// How many cards are in the players' hands.
    pub hands: Option<Counts>,
    /// The roll for build points.
    pub build_roll: Option<u32>,
    /// The defender of the attack being made; `none` if there is none.
    pub defender: Option<String>,
    /// Damage pending on cards.
    pub pending: IndexMap<String, u32>,
    /// The cards whose triggered abilities are waiting.
    pub waiting: Option<Many<String>>,
    /// Who controls an arena; `none` if nobody.
    pub controls: IndexMap<Arena, SeatWord>,
    /// Who has won; `none` if nobody.
    pub winner: Option<SeatWord>,
    /// Where play stands.
    pub at: Option<Point>,
    /// How often the loop ran.
    pub loops: Option<u64>,

    /// Steps that happened: a kind of step, with the card it is about.
    pub happened: IndexMap<String, Many<String>>,
    /// Steps that did not happen.
    pub never: IndexMap<String, Many<String>>,
    /// Steps that happened in this order.
    pub order: Vec<IndexMap<String, String>>,
    /// How often each of the steps of `happened` is there.
    pub times: Option<usize>,
    /// Who was asked first in the first chance of a kind.
    pub first_asked: Option<FirstAsked>,
    /// What a player could do now where the script stops.
    pub allowed: Option<IndexMap<String, Doing>>,
    /// What a player cannot do where the script stops.
    pub refused: Option<IndexMap<String, Doing>>,
    /// The ruling by which it is refused.
    pub because: Option<String>,
    /// A ruling some step rests on.
    pub cites: Option<String>,
}

/// A side or nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatWord {
    /// The dark side.
    Dark,
    /// The light side.
    Light,
    /// Nobody.
    None,
}

/// Who was asked first.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FirstAsked {
    /// In which kind of chance.
    pub chance: ChanceWord,
    /// Which player.
    pub player: Seat,
}

/// The kinds of chance, and the bidding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChanceWord {
    /// Play or pass outside attacks.
    Normal,
    /// Play or pass in an attack.
    Attack,
    /// A chance to reroll.
    Reroll,
    /// A chance to prevent damage.
    Prevention,
    /// A chance to disrupt.
    Disrupt,
    /// A bid.
    Bid,
}

/// A change of what is given.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// Takes a card out of the situation.
    Remove(String),
    /// Puts a card into the situation.
    Add(Add),
    /// Alters what is on a card.
    Card(CardChange),
    /// Moves a card elsewhere.
    Move(Add),
    /// Other Force.
    Force(Counts),
    /// Other build points.
    BuildPoints(Counts),
}

/// Where cards can be given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In its arena.
    #[default]
    Play,
    /// In the build zone.
    Build,
    /// In hand.
    Hand,
    /// In the deck.
    Deck,
    /// In the discard pile.
    Discard,
}

/// A card for a place of a side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Add {
    /// The card.
    pub card: At<CardGiven>,
    /// To which side.
    pub to: Seat,
    /// Where; in its arena if not said.
    #[serde(rename = "in", default)]
    pub place: Place,
}

/// What is altered on a card; what is not named stays.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CardChange {
    /// The card's name in the scenario.
    pub name: String,
    /// Damage counters.
    pub damage: Option<u32>,
    /// Whether it is tapped.
    pub tapped: Option<bool>,
    /// Build counters.
    pub counters: Option<u32>,
    /// Whether it is only partially built.
    pub unfinished: Option<bool>,
    /// Cards stacked under it.
    pub stack: Option<Vec<At<CardGiven>>>,
    /// Its pilots.
    pub pilots: Option<Vec<At<CardGiven>>>,
    /// Cards set aside under it.
    pub under: Option<Vec<At<CardGiven>>>,
    /// Another card in its place, under the same name.
    pub becomes: Option<String>,
}
