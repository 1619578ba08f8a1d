//! What a scenario of this game gives, does and expects.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::corpus::yaml::At;
use crate::engine::lcg::ability::{Effect, EventKind, Many, Zone};
use crate::engine::lcg::chart::Point;
use crate::engine::lcg::facts::{Side, Stat};

/// What is there when the scenario begins.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Given {
    /// The light side.
    pub light: SideGiven,
    /// The dark side.
    pub dark: SideGiven,
    /// The engagement in progress.
    pub engagement: Option<At<EngagementGiven>>,
    /// The Death Star dial.
    pub dial: u32,
    /// Damage on the dial.
    pub dial_damage: u32,
    /// Who has the Balance of the Force; the light side if not said.
    pub balance: Option<Side>,
    /// Whether it is the active player's first turn.
    pub first_turn: bool,
    /// How many units each side has already played this turn.
    pub units_played: Counts,
    /// Objectives an engagement has been declared against this phase.
    pub declared: Vec<At<String>>,
}

/// A number for each side.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Counts {
    /// The light side's.
    pub light: u32,
    /// The dark side's.
    pub dark: u32,
}

/// What one side has.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct SideGiven {
    /// The affiliation card in play.
    pub affiliation: Option<At<String>>,
    /// Cards in play.
    pub play: Vec<At<CardGiven>>,
    /// Cards in hand.
    pub hand: Vec<At<CardGiven>>,
    /// The command deck, the top card first; not simulated if not given.
    pub deck: Option<Vec<At<CardGiven>>>,
    /// The objective deck, the top card first; not simulated if not given.
    pub objective_deck: Option<Vec<At<CardGiven>>>,
    /// The discard pile, the top card first.
    pub discard: Vec<At<CardGiven>>,
    /// The cards this side has facedown in its edge stack.
    pub edge: Vec<At<CardGiven>>,
    /// This side's cards that are captured.
    pub captured: Vec<At<CardGiven>>,
    /// The objectives of the opponent in this side's victory pile.
    pub victory: Vec<At<CardGiven>>,
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
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardState {
    /// Its name; with its number, if several cards have that title.
    pub card: String,
    /// The name by which the scenario knows it, if that is not its title.
    #[serde(rename = "as")]
    pub name: Option<String>,
    /// Damage on it.
    #[serde(default)]
    pub damage: u32,
    /// Focus tokens on it.
    #[serde(default)]
    pub focus: u32,
    /// Whether it has a shield.
    #[serde(default)]
    pub shield: bool,
    /// Whether it is committed to the Force.
    #[serde(default)]
    pub committed: bool,
    /// What it is attached to, or captured at.
    pub on: Option<String>,
    /// Whose card it is, if it is under another player's control.
    pub owner: Option<Side>,
}

/// The engagement in progress.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EngagementGiven {
    /// The engaged objective; `dial` for the Death Star dial.
    pub objective: Option<String>,
    /// The attacking side; the active player's if not said.
    pub attacker: Option<Side>,
    /// The attackers.
    #[serde(default)]
    pub attackers: Vec<String>,
    /// The defenders.
    #[serde(default)]
    pub defenders: Vec<String>,
    /// Who has the edge.
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

/// What a player does in one line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "`pass`, `no`, or what the player does, such as `play: CARD`")]
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
    /// Passes in a window.
    Pass,
    /// Declines a choice.
    No,
}

/// How much goes to which card: a name, or names with numbers.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a card's name, a list of names, or names with numbers")]
pub enum Spread {
    /// All of it to one card.
    All(String),
    /// So much to each.
    Each(IndexMap<String, u32>),
    /// As much as there is to each of these.
    List(Vec<String>),
}

/// Damage reassigned by Protect.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Reassign {
    /// The protecting card.
    pub with: String,
    /// The card it protects.
    pub card: String,
    /// How much damage.
    pub damage: u32,
}

/// What a player does.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Doing {
    /// Plays a card.
    pub play: Option<String>,
    /// Uses an ability of a card in play (or elsewhere, where a card allows it).
    #[serde(rename = "use")]
    pub uses: Option<String>,
    /// Which of its abilities, from 1, if there are several to choose from.
    pub ability: Option<u8>,
    /// Which card's event it answers, if there are several.
    pub answering: Option<String>,
    /// The window it is meant for, a point of the timing chart: everybody passes up to there.
    #[serde(rename = "in")]
    pub window: Option<Point>,
    /// That it is refused, and by which ruling (or `rulebook`).
    pub refused: Option<String>,
    /// The cards that generate resources, with how many each.
    pub pay: Option<Spread>,
    /// Targets, in order.
    pub target: Option<Many<String>>,
    /// What an enhancement is attached to.
    pub on: Option<String>,
    /// Choices made while an effect resolves, in order; `none` for none.
    pub choose: Option<Many<String>>,
    /// A title that is named.
    pub name: Option<String>,
    /// Damage reassigned by Protect.
    pub protect: Option<Many<Reassign>>,
    /// Cards whose shields are used; or what Shielding shields.
    pub shield: Option<Many<String>>,
    /// The unit that strikes.
    pub strike: Option<String>,
    /// What its unit damage is dealt to; or what is damaged in the balance phase.
    pub damage: Option<Spread>,
    /// What its tactics icons exhaust.
    pub tactics: Option<Spread>,
    /// The order of its icons: `unit`, `tactics`, `blast`.
    pub icons: Option<Vec<IconWord>>,
    /// Whether the strike goes on though the striking unit has gone.
    pub goes_on: Option<bool>,
    /// The objective a captured card goes to.
    pub at: Option<String>,
    /// Units committed to the Force.
    pub commit: Option<Many<String>>,
    /// Cards discarded in the draw phase.
    pub discard: Option<Many<String>>,
    /// What is drawn from a shuffled deck.
    pub draw: Option<Many<String>>,
    /// The objective engaged; `dial` for the Death Star dial.
    pub engage: Option<String>,
    /// The attackers.
    pub attackers: Option<Many<String>>,
    /// The defenders.
    pub defenders: Option<Many<String>>,
    /// A card placed in the edge stack; of several, one each time the player has the option.
    pub edge: Option<Many<String>>,
    /// How many Force icons an unknown card turns out to have when it is revealed.
    pub force: Option<u32>,
    /// How many, or how much, where a card leaves that to the player.
    pub amount: Option<u32>,
    /// Passes: only to ask whether that is allowed.
    pub pass: Option<bool>,
    /// The order of things that happen together, by the cards they come from.
    pub order: Option<Many<String>>,
    /// Looks at cards: only to ask whether that is allowed.
    pub look_at: Option<String>,
    /// Changes the order of a pile: only to ask whether that is allowed.
    pub reorder: Option<Zone>,
}

impl Doing {
    /// The box of the timing chart in which a framework decision is made: a line that makes one is
    /// meant for that box, so that everybody passes up to there.
    pub fn point(&self) -> Option<&'static Point> {
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
    /// Tactics.
    Tactics,
    /// Blast.
    Blast,
}

/// An expectation: everything it says must be so.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Expect {
    /// The card the next lines are about.
    pub card: Option<String>,
    /// Damage on it.
    pub damage: Option<u32>,
    /// Focus tokens on it.
    pub focus: Option<u32>,
    /// Whether it has a shield.
    pub shield: Option<bool>,
    /// Where it is.
    #[serde(rename = "in")]
    pub zone: Option<Zone>,
    /// Whose pile or hand that is.
    pub of: Option<Side>,
    /// Who controls it.
    pub controller: Option<Side>,
    /// What it is attached to, or captured at.
    pub on: Option<String>,
    /// Whether it is committed to the Force.
    pub committed: Option<bool>,
    /// Whether it participates in the engagement.
    pub participating: Option<bool>,
    /// Whether both players see it.
    pub revealed: Option<bool>,
    /// Quantities it has now.
    pub values: IndexMap<Stat, u32>,
    /// Keywords it has now.
    pub keywords: Vec<String>,
    /// Keywords it does not have now.
    pub without_keywords: Vec<String>,
    /// Who may look at it.
    pub may_look: Option<Vec<Side>>,

    /// The Death Star dial.
    pub dial: Option<u32>,
    /// Damage on the dial.
    pub dial_damage: Option<u32>,
    /// Who has the Balance of the Force.
    pub balance: Option<Side>,
    /// Who has won; `none` if nobody.
    pub winner: Option<WinnerWord>,
    /// Whose turn it is.
    pub active: Option<Side>,
    /// Where play stands.
    pub at: Option<Point>,
    /// Who has the edge.
    pub edge: Option<Side>,
    /// The engaged objective; `none` if there is none.
    pub engaged: Option<String>,
    /// How many cards are in a zone.
    pub cards: Option<CardCount>,
    /// Whether a deck's order is known.
    pub order_known: Option<DeckOrder>,
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
    /// A kind of window, and who was asked first in it.
    pub first_asked: Option<FirstAsked>,
    /// What a player could do now where the script stops, and what not.
    pub allowed: Option<IndexMap<String, Doing>>,
    /// What a player cannot do where the script stops.
    pub refused: Option<IndexMap<String, Doing>>,
    /// The ruling by which it is refused.
    pub because: Option<String>,
    /// A ruling some step rests on.
    pub cites: Option<String>,
}

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WinnerWord {
    /// The light side.
    Light,
    /// The dark side.
    Dark,
    /// Nobody yet.
    None,
}

/// How many cards a side has in a zone.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct CardCount {
    /// Whose.
    pub of: Side,
    /// Which zone.
    #[serde(rename = "in")]
    pub zone: Zone,
    /// How many.
    pub count: usize,
}

/// Whether a deck's order is known.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeckOrder {
    /// Whose.
    pub of: Side,
    /// Which deck.
    pub deck: Zone,
    /// Whether it is known.
    pub known: bool,
}

/// Who was asked first.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct FirstAsked {
    /// In which kind of window.
    pub window: WindowWord,
    /// To what kind of event, if it answers one.
    pub event: Option<EventKind>,
    /// Which player.
    pub player: Side,
}

/// The kinds of window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WindowWord {
    /// Actions.
    Action,
    /// Interrupts.
    Interrupt,
    /// Reactions.
    Reaction,
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
    /// Moves a card to another zone.
    Move(Add),
    /// Another deck.
    Deck(DeckGiven),
    /// Another engagement.
    Engagement(At<EngagementGiven>),
    /// Another state of the Death Star dial.
    Dial(u32),
    /// Other damage on the dial.
    DialDamage(u32),
    /// Another side has the Balance of the Force.
    Balance(Side),
    /// Whether it is the active player's first turn.
    FirstTurn(bool),
    /// Other numbers of units played this turn.
    UnitsPlayed(Counts),
}

/// A card for a zone of a side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Add {
    /// The card.
    pub card: At<CardGiven>,
    /// To which side.
    pub to: Side,
    /// Into which zone; in play if not said.
    #[serde(rename = "in", default = "play")]
    pub zone: Zone,
}

fn play() -> Zone {
    Zone::Play
}

/// A command deck.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DeckGiven {
    /// Whose.
    pub of: Side,
    /// Its cards, the top card first.
    pub cards: Vec<At<CardGiven>>,
}

/// What is altered on a card; what is not named stays.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct CardChange {
    /// The card's name in the scenario.
    pub name: String,
    /// Damage on it.
    pub damage: Option<u32>,
    /// Focus tokens on it.
    pub focus: Option<u32>,
    /// Whether it has a shield.
    pub shield: Option<bool>,
    /// Whether it is committed to the Force.
    pub committed: Option<bool>,
    /// What it is attached to.
    pub on: Option<String>,
    /// Another card in its place, under the same name.
    pub becomes: Option<String>,
}
