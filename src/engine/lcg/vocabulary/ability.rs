//! What an ability can say: the closed vocabulary in which the cards are written down.
//!
//! Everything here is read from YAML; the words are the field's own. `rulings/scenarios.md`
//! explains them to whoever writes cards down.

use schemars::JsonSchema;
use serde::Deserialize;

use super::effect::Effect;
use super::gives::Gives;
use super::select::{Amount, Filter, Many, Ref, Select, Who, Zone};

pub(super) fn one() -> u32 {
    1
}

/// When an ability works, and who decides on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AbilityKind {
    /// Works as long as the card is in play.
    #[default]
    Constant,
    /// A constant ability by which something happens instead of something else.
    Replacement,
    /// Used by its player in a window of actions.
    Action,
    /// Answers what is about to happen, before it does.
    Interrupt,
    /// Answers what has just happened.
    Reaction,
    /// The effect of a fate card.
    Fate,
    /// As soon as its conditions are true, its effects happen: nobody decides on it, nothing answers it.
    Whenever,
}

/// What can happen, for triggers: an interrupt answers it when it is about to happen, a reaction
/// after it has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// A card is dealt damage.
    Damage,
    /// A card is damaged, be the damage dealt or moved to it.
    Damaged,
    /// Damage is removed from a card.
    Heal,
    /// A card is destroyed.
    Destroyed,
    /// A card is sacrificed.
    Sacrificed,
    /// A card leaves play.
    LeavesPlay,
    /// A card enters play.
    EntersPlay,
    /// A focus token is placed on a card.
    Focus,
    /// A focus token is removed from a card.
    Unfocus,
    /// A shield token is placed on a card.
    Shield,
    /// A shield is removed from a card, or used up.
    Unshield,
    /// A player draws a card.
    Draw,
    /// A card effect has made a player draw, be it one card or several; the amount is how many.
    EffectDraws,
    /// A card is discarded from a hand or a deck.
    Discard,
    /// A card is revealed.
    Reveal,
    /// A player plays a card: its cost is about to be paid. What lowers the cost interrupts that.
    Playing,
    CardPlayed,
    /// An ability is executed: of a card in play, or of an event card.
    Ability,
    /// A card is captured.
    Captured,
    /// A captured card is rescued.
    Rescued,
    /// A card changes control.
    ControlChange,
    /// A unit is committed to the Force.
    Committed,
    /// A unit is removed from the Force by an effect.
    RemovedFromForce,
    /// An objective is engaged.
    Engaged,
    /// A unit is declared as an attacker or as a defender.
    Declared,
    /// A unit is focused to strike.
    Strike,
    /// A unit has resolved a strike.
    StrikeResolved,
    /// A unit has survived an engagement.
    Survived,
    /// A card generates resources; the amount is how many.
    Resources,
    /// A player has the option to place a card in an edge stack: a moment, whether or not he can.
    EdgePlacing,
    /// A card is placed in an edge stack.
    EdgePlaced,
    /// Both players are done placing cards: the edge stacks are about to be revealed.
    EdgeRevealing,
    /// A card of an edge stack is revealed.
    EdgeRevealed,
    /// A player wins an edge battle.
    EdgeWon,
    /// A Force struggle begins: nothing has been counted yet.
    StruggleBegins,
    /// A player wins a Force struggle.
    StruggleWon,
    /// A unit is removed from the engagement.
    Removed,
    /// An engagement was unopposed: attackers survived it, defenders did not; the player is the
    /// attacker.
    Unopposed,
    EngagementEnds,
    /// A player's refresh: its three steps.
    Refresh,
    PhaseBegins,
    PhaseEnds,
    /// The Death Star dial advances; the amount is by how much.
    DialAdvanced,
    /// A turn begins, before its balance phase.
    TurnBegins,
    TurnEnds,
}

impl EventKind {
    /// The events that a trigger of this kind may speak of; `triggers::is_of_kind` says whether it does.
    pub fn answered(self) -> Vec<Self> {
        match self {
            Self::Damaged => vec![Self::Damage, Self::Damaged],
            Self::CardPlayed => vec![Self::Ability, Self::CardPlayed],
            kind => vec![kind],
        }
    }
}

/// The phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    Balance,
    Refresh,
    Draw,
    Deployment,
    Conflict,
    Force,
}

impl Phase {
    /// Its name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Balance => "balance",
            Self::Refresh => "refresh",
            Self::Draw => "draw",
            Self::Deployment => "deployment",
            Self::Conflict => "conflict",
            Self::Force => "Force",
        }
    }
}

/// A triggering condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Trigger {
    /// What happens.
    pub event: EventKind,
    /// The card it happens to.
    pub card: Option<Filter>,
    /// The card that causes it.
    pub by: Option<Filter>,
    /// The player it is about: who draws, plays, commits, wins, whose phase or refresh it is.
    pub player: Option<Who>,
    /// The kind of ability executed, or one of these.
    #[serde(default)]
    pub ability: Many<AbilityKind>,
    /// Whether it is resolved once more, not for the first time.
    pub again: Option<bool>,
    /// The objective at which a card is captured.
    pub at: Option<Filter>,
    /// By how many Force icons an edge battle or a Force struggle is won.
    pub margin_at_least: Option<u32>,
    /// The phase that begins or ends.
    pub phase: Option<Phase>,
    /// Only in an engagement.
    #[serde(default)]
    pub in_engagement: bool,
    /// Only if the card was played (not put into play), or only if it was not.
    pub played: Option<bool>,
    /// Where the card was before, for what is captured, discarded or returned.
    pub from: Option<Zone>,
    /// What makes the card leave play: `destroyed` or `sacrificed`.
    pub because: Option<EventKind>,
}

/// Something that must be true for an ability to be used, or to work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// It is that player's turn.
    Turn(Who),
    Phase(Phase),
    /// A card is like this.
    Is {
        card: Ref,
        /// What it must be like.
        like: Filter,
    },
    /// This many cards are like this.
    Count {
        /// Which cards.
        of: Filter,
        #[serde(default, rename = "at-least")]
        at_least: Option<u32>,
        #[serde(default, rename = "at-most")]
        at_most: Option<u32>,
    },
    /// Every card of one kind is of the other too.
    Every {
        /// Which cards.
        of: Filter,
        /// What each must be like.
        like: Filter,
    },
    /// The card is the first unit that player plays this turn.
    FirstUnitPlayedThisTurn(Who),
    /// That player has played no such card yet this turn.
    NonePlayedThisTurn {
        #[serde(default)]
        player: Who,
        /// Which cards count.
        like: Filter,
    },
    /// More cards are like the first than are like the second.
    More {
        /// Of these there are more …
        of: Filter,
        /// … than of these.
        than: Filter,
    },
    InEngagement,
    /// This many engagements have been declared this turn, the present one included.
    Engagements {
        #[serde(default, rename = "at-least")]
        at_least: Option<u32>,
        #[serde(default, rename = "at-most")]
        at_most: Option<u32>,
    },
    /// The Balance of the Force is with that player.
    Balance(Who),
    /// The player has at least this many Force cards left.
    ForceCards {
        #[serde(default)]
        player: Who,
        #[serde(rename = "at-least")]
        at_least: u32,
    },
    /// The Death Star dial stands at this or higher.
    DialAtLeast(u32),
    /// The player has placed a fate card in an edge stack this engagement.
    FatePlacedThisEngagement(Who),
    /// A player has more cards in hand than the ability's controller.
    MoreCardsInHand(Who),
    /// The player has the edge.
    HasEdge(Who),
    /// The player is the attacker in the engagement.
    Attacking(Who),
    /// One of these is true.
    Any(Vec<Condition>),
    /// This is not true.
    Not(Box<Condition>),
}

/// What may be chosen as a target (step 5 of effect resolution).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Target {
    /// The name under which the effects know it; `target` if not said.
    #[serde(rename = "as", default = "target")]
    pub name: Ref,
    /// Which cards are legal.
    pub card: Filter,
    #[serde(default = "one")]
    pub count: u32,
    /// Whether fewer, or none, may be chosen.
    #[serde(default)]
    pub up_to: bool,
    /// What the printed costs of those that are chosen may come to.
    pub combined_cost_at_most: Option<u32>,
}

fn target() -> Ref {
    "target".into()
}

/// How often an ability may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    Turn,
    Phase,
    Engagement,
    EdgeBattle,
    /// The whole game.
    Game,
}

/// A limit (4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Limit {
    /// "Limit once per …": that ability of that very card.
    OncePer(Period),
    /// "Limit 1 per …": all copies of the card, by title, for each player.
    OnePer(Period),
    /// "Limit twice per …", and more.
    Times { times: u32, per: Period },
}

/// How long a lasting effect lasts, or one that was set up for later waits; the shorter before the longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Until the end of the strike.
    #[serde(rename = "end-of-strike")]
    Strike,
    /// Until the end of the edge battle.
    #[serde(rename = "end-of-edge-battle")]
    EdgeBattle,
    /// Until the end of the engagement.
    #[serde(rename = "end-of-engagement")]
    Engagement,
    /// Until the end of the phase.
    #[serde(rename = "end-of-phase")]
    Phase,
    /// Until the end of the turn.
    #[serde(rename = "end-of-turn")]
    Turn,
    /// For good.
    #[serde(rename = "end-of-game")]
    Game,
}

/// An ability of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ability {
    pub kind: AbilityKind,
    /// Whether it must be used.
    #[serde(default)]
    pub forced: bool,
    /// What it answers, for an interrupt, a reaction, a replacement.
    pub when: Option<Trigger>,
    /// Where the card must be; in play, for an event card in hand, if not said.
    #[serde(rename = "from")]
    pub zone: Option<Zone>,
    /// What must be true.
    #[serde(default, rename = "if")]
    pub conditions: Vec<Condition>,
    /// What must be done to use it.
    #[serde(default)]
    pub cost: Vec<Effect>,
    /// What must be targeted.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// What the letter X stands for.
    pub x: Option<Amount>,
    /// What it does, in order.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// How often it may be used.
    pub limit: Option<Limit>,
    /// Which cards a constant ability works on; this card if not said.
    pub to: Option<Select>,
    /// What a constant ability gives.
    #[serde(default)]
    pub gives: Vec<Gives>,
    /// The ruling that gave the ability this wording: played without it, `printed` holds.
    pub ruling: Option<String>,
    /// What the ability was before that ruling.
    pub printed: Option<Box<Ability>>,
}

impl AbilityKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Constant => "constant ability",
            Self::Replacement => "replacement",
            Self::Action => "action",
            Self::Interrupt => "interrupt",
            Self::Reaction => "reaction",
            Self::Fate => "fate effect",
            Self::Whenever => "ability that happens by itself",
        }
    }
}

impl Ability {
    /// An ability of a kind that does nothing.
    pub(crate) fn without_effect(kind: AbilityKind) -> Self {
        Self { kind, ..Self::default() }
    }
}
