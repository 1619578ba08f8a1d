//! What an ability can say: the closed vocabulary in which the cards are written down.
//!
//! Everything here is read from YAML; the words are the field's own. `rulings/scenarios.md`
//! explains them to whoever writes cards down.

use schemars::JsonSchema;
use serde::Deserialize;

use super::facts::{CardType, Stat};
pub use super::select::{Amount, AmountWord, Filter, Many, Ref, Select, Who, Whose, Zone};

pub(super) fn one() -> u32 {
    1
}

/// The kinds of ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AbilityKind {
    /// Works as long as the card is in play.
    Constant,
    /// A constant ability by which something happens instead of something else.
    Replacement,
    /// An action.
    Action,
    /// An interrupt.
    Interrupt,
    /// A reaction.
    Reaction,
    /// The effect of a fate card.
    Fate,
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
    /// A player draws a card.
    Draw,
    /// A card is discarded from a hand or a deck.
    Discard,
    /// A card is revealed.
    Reveal,
    /// A card is played.
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
    /// An objective is engaged.
    Engaged,
    /// A unit is focused to strike.
    Strike,
    /// A player has the option to place a card in an edge stack: a moment, whether or not he can.
    EdgePlacing,
    /// A card is placed in an edge stack.
    EdgePlaced,
    /// A player wins an edge battle.
    EdgeWon,
    /// A player wins a Force struggle.
    StruggleWon,
    /// A unit is removed from the engagement.
    Removed,
    /// An engagement was unopposed: attackers survived it, defenders did not; the player is the
    /// attacker.
    Unopposed,
    /// An engagement ends.
    EngagementEnds,
    /// A player's refresh: its three steps.
    Refresh,
    /// A phase begins.
    PhaseBegins,
    /// A phase ends.
    PhaseEnds,
    /// A turn ends.
    TurnEnds,
}

/// The phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Balance phase.
    Balance,
    /// Refresh phase.
    Refresh,
    /// Draw phase.
    Draw,
    /// Deployment phase.
    Deployment,
    /// Conflict phase.
    Conflict,
    /// Force phase.
    Force,
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
    /// The kind of ability executed.
    pub ability: Option<AbilityKind>,
    /// The phase that begins or ends.
    pub phase: Option<Phase>,
    /// Only in an engagement.
    #[serde(default)]
    pub in_engagement: bool,
    /// Only if the card was played (not put into play), or only if it was not.
    pub played: Option<bool>,
}

/// Something that must be true for an ability to be used, or to work.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "read once, few of them, and plainer unboxed")]
pub enum Condition {
    /// It is that player's turn.
    Turn(Who),
    /// It is that phase.
    Phase(Phase),
    /// A card is like this.
    Is {
        /// Which card.
        card: Ref,
        /// What it must be like.
        like: Filter,
    },
    /// So many cards are like this.
    Count {
        /// Which cards.
        of: Filter,
        /// At least so many.
        #[serde(default, rename = "at-least")]
        at_least: Option<u32>,
        /// At most so many.
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
    /// How many.
    #[serde(default = "one")]
    pub count: u32,
    /// Whether fewer, or none, may be chosen.
    #[serde(default)]
    pub up_to: bool,
}

fn target() -> Ref {
    "target".into()
}

/// How often an ability may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Period {
    /// A turn.
    Turn,
    /// A phase.
    Phase,
    /// An engagement.
    Engagement,
    /// An edge battle.
    EdgeBattle,
    /// The whole game.
    Game,
}

/// A limit (4.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Limit {
    /// "Limit once per …": that ability of that very card.
    OncePer(Period),
    /// "Limit 1 per …": all copies of the card, by title, for each player.
    OnePer(Period),
}

/// How long a lasting effect lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Until the end of the phase.
    EndOfPhase,
    /// Until the end of the turn.
    EndOfTurn,
    /// Until the end of the engagement.
    EndOfEngagement,
    /// For good.
    EndOfGame,
}

/// The two sorts of effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EffectSort {
    /// Those that come from the text of a card.
    CardEffects,
    /// Those that arise from a framework event, such as the icons of a strike.
    FrameworkEffects,
}

/// What a constant ability or a lasting effect gives to cards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gives {
    /// Adds to a quantity.
    Add {
        /// Which quantity.
        stat: Stat,
        /// How much.
        by: Amount,
    },
    /// Takes from a quantity.
    Subtract {
        /// Which quantity.
        stat: Stat,
        /// How much.
        by: Amount,
    },
    /// Sets a quantity; increments no longer matter.
    Set {
        /// Which quantity.
        stat: Stat,
        /// To what.
        to: u32,
    },
    /// Doubles quantities.
    Double(Vec<Stat>),
    /// A keyword.
    Keyword(String),
    /// The keyword is lost.
    LosesKeyword(String),
    /// An ability.
    Ability(Box<Ability>),
    /// Cannot be damaged.
    CannotBeDamaged,
    /// Cannot be damaged by card effects (4.5), or by framework effects (4.4).
    CannotBeDamagedBy(EffectSort),
    /// Cannot be targeted by effects of such cards (`{}`: by none at all).
    CannotBeTargeted(Filter),
    /// Enters play with exactly so many focus tokens.
    EntersWithFocus(u32),
    /// Damage from its unit damage icons may be divided among participating enemy units.
    DividesUnitDamage,
    /// The ability's controller is considered to control so many more of such cards.
    ConsideredToControl {
        /// How many more.
        more: u32,
        /// Of which kind.
        of: Filter,
    },
    /// Force icons for the ability's controller in a Force struggle.
    StruggleIcons(Amount),
    /// The Death Star dial may be engaged, and is damaged, as if it were an objective; so much
    /// damage on it wins the game for the ability's controller.
    EngageDial(u32),
}

/// One instruction of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// Deals damage to each card selected.
    DealDamage {
        /// How much to each.
        amount: Amount,
        /// To which cards.
        to: Select,
    },
    /// Redirects damage of the triggering condition.
    RedirectDamage {
        /// How much.
        amount: Amount,
        /// To which card.
        to: Select,
    },
    /// Moves damage from one card to another.
    MoveDamage {
        /// How much.
        amount: Amount,
        /// From where.
        from: Select,
        /// To where.
        to: Select,
    },
    /// Removes damage.
    RemoveDamage {
        /// How much from each.
        amount: Amount,
        /// From which cards.
        from: Select,
    },
    /// Places focus tokens.
    PlaceFocus {
        /// How many on each.
        amount: Amount,
        /// On which cards.
        on: Select,
    },
    /// Focuses a ready card: as a cost, in order to use it.
    FocusCard(Select),
    /// Removes focus tokens.
    RemoveFocus {
        /// How many from each.
        amount: Amount,
        /// From which cards.
        from: Select,
    },
    /// Moves focus tokens from one card to another.
    MoveFocus {
        /// How many.
        amount: Amount,
        /// From where.
        from: Select,
        /// To where.
        to: Select,
    },
    /// Places one shield token on each card selected that has none.
    PlaceShield(Select),
    /// Spends resources, as part of a cost.
    SpendResources(u32),
    /// Cancels the triggering condition: an effect, an event card's effects, a damage, a focus token …
    Cancel,
    /// Carries these out instead of the triggering condition.
    Instead(Vec<Effect>),
    /// Destroys.
    Destroy(Select),
    /// A player sacrifices cards he controls.
    Sacrifice(Select),
    /// Discards: from play, from a hand, from a deck.
    Discard(Select),
    /// Returns to the owner's hand: from play or from a discard pile.
    ReturnToHand(Select),
    /// Puts cards on top of their owner's deck.
    PutOnDeck(Select),
    /// Captures.
    Capture {
        /// Which cards.
        card: Select,
        /// At which objective; the dark side player chooses one if not said.
        at: Option<Select>,
    },
    /// Rescues captured cards.
    Rescue(Select),
    /// Takes control.
    TakeControl(Select),
    /// Puts into play.
    PutIntoPlay {
        /// Which cards.
        card: Select,
        /// As an enhancement on this card.
        on: Option<Select>,
    },
    /// Commits units to the Force.
    Commit(Select),
    /// Draws cards.
    Draw {
        /// How many.
        amount: Amount,
        /// Who.
        #[serde(default)]
        player: Who,
    },
    /// Searches a deck: looks through all of it and may take a card.
    Search {
        /// Which deck.
        deck: Zone,
        /// What for.
        r#for: Filter,
        /// The name under which the next instructions know what was found.
        #[serde(rename = "as", default = "found")]
        name: Ref,
        /// What is done with it before the deck is shuffled.
        effects: Vec<Effect>,
    },
    /// Shuffles a player's deck.
    Shuffle {
        /// Which deck.
        deck: Zone,
    },
    /// Reveals cards.
    Reveal(Select),
    /// Reveals a player's hand.
    RevealHand(Who),
    /// Names a card title of that type; later filters know it by `copy-of: named`.
    NameCard(CardType),
    /// Looks at, or reveals, the top cards of a deck and names them.
    TopOfDeck {
        /// Which deck.
        deck: Zone,
        /// How many.
        #[serde(default = "one")]
        count: u32,
        /// The name under which the next instructions know them.
        #[serde(rename = "as", default = "found")]
        name: Ref,
        /// Whether both players see them.
        #[serde(default)]
        reveal: bool,
    },
    /// Switches the tokens of two cards.
    SwitchFocus {
        /// One side of the switch.
        one: Select,
        /// The other.
        other: Select,
    },
    /// A lasting effect.
    Gain {
        /// For which cards.
        to: Select,
        /// What they gain.
        gives: Vec<Gives>,
        /// How long.
        until: Until,
    },
    /// The opponent engages this objective instead of the one being engaged.
    EngageInstead(Select),
    /// Removes units from the engagement.
    RemoveFromEngagement(Select),
    /// Cancels this edge battle and the other fate cards; a new edge battle begins.
    RestartEdgeBattle,
    /// Places a card in the edge stack.
    PlaceInEdgeStack(Select),
    /// Each player makes this choice, the effect's controller first.
    EachPlayer(Vec<Effect>),
    /// Only if what stands before happened in full.
    Then(Vec<Effect>),
    /// If something is true.
    When {
        /// What must be true.
        r#if: Vec<Condition>,
        /// What happens then.
        then: Vec<Effect>,
        /// What happens otherwise.
        #[serde(default, rename = "else")]
        otherwise: Vec<Effect>,
    },
    /// Sets an effect up for later: it happens on its own when its time comes.
    Later {
        /// When.
        at: Trigger,
        /// What.
        effects: Vec<Effect>,
        /// What happens instead if an event of that kind comes, but not as `at` says.
        #[serde(default)]
        otherwise: Vec<Effect>,
    },
    /// The Force icons of these cards count for the effect's controller in this turn's Force struggle.
    CountInStruggle(Select),
    /// Chooses cards without doing anything to them yet.
    Choose(Select),
    /// Advances the Death Star dial.
    AdvanceDial(Amount),
    /// Wins the game.
    WinGame,
}

fn found() -> Ref {
    "found".into()
}

/// An ability of a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ability {
    /// What kind it is.
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
