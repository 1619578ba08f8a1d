//! What an ability can say: the closed vocabulary in which the cards are written down.
//!
//! Everything here is read from YAML; the words are the field's own. `rulings/scenarios.md`
//! explains them to whoever writes cards down.

use schemars::JsonSchema;
use serde::Deserialize;

use super::facts::{CardType, Stat};

/// One thing, or a list of things.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "one value or a list of values")]
pub enum Many<T> {
    /// One.
    One(T),
    /// Several.
    List(Vec<T>),
}

impl<T> Default for Many<T> {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

impl<T> Many<T> {
    /// All of them.
    pub fn all(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::List(list) => list,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }
}

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Zone {
    /// In play.
    Play,
    /// In its owner's hand.
    Hand,
    /// In its owner's command deck.
    Deck,
    /// In its owner's objective deck.
    ObjectiveDeck,
    /// In a discard pile.
    Discard,
    /// In an edge stack.
    Edge,
    /// Captured at an objective.
    Captured,
    /// In the opponent's victory pile.
    Victory,
    /// Being played: no longer in hand, not yet anywhere else.
    Playing,
}

/// Whose cards are meant, seen from the ability's controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Whose {
    /// Under the same player's control.
    Friendly,
    /// Under the opponent's control.
    Enemy,
    /// "Your" (4.10): under the same player's control.
    Your,
}

/// A player, seen from the ability's controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// The ability's controller.
    #[default]
    You,
    /// The opponent.
    Opponent,
    /// The controller of the card that the triggering condition is about.
    ItsController,
    /// The light side player.
    LightSide,
    /// The dark side player.
    DarkSide,
}

/// A name for cards: `self`, `host` (what this card is attached to), `it` (the card the triggering
/// condition is about), `source` (the card that caused it), `striker`, `engaged-objective`,
/// `target` (or a target's or a choice's own name).
pub type Ref = String;

/// Which cards are meant: all conditions that are given must be true.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Filter {
    /// The card's type or types.
    #[serde(default, rename = "type")]
    pub types: Many<CardType>,
    /// Whose it is.
    pub whose: Option<Whose>,
    /// Traits; one of them is enough.
    #[serde(default, rename = "trait")]
    pub traits: Many<String>,
    /// Traits of which it has none.
    #[serde(default)]
    pub without_trait: Many<String>,
    /// Affiliation.
    pub affiliation: Option<String>,
    /// A keyword it has.
    pub keyword: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// A copy of the card so named, or of the title named while resolving (`named`).
    pub copy_of: Option<Ref>,
    /// Printed cost at most this.
    pub cost_at_most: Option<u32>,
    /// Damaged, or not.
    pub damaged: Option<bool>,
    /// Exhausted (with a focus token), or ready.
    pub exhausted: Option<bool>,
    /// With a shield token, or without.
    pub shielded: Option<bool>,
    /// Unique, or not.
    pub unique: Option<bool>,
    /// Committed to the Force, or not.
    pub committed: Option<bool>,
    /// Participating in the engagement, or not.
    pub participating: Option<bool>,
    /// Attacking in the engagement, or not.
    pub attacking: Option<bool>,
    /// Being the engaged objective, or not.
    pub engaged: Option<bool>,
    /// Revealed, or not.
    pub revealed: Option<bool>,
    /// Where it is; in play if not said.
    #[serde(rename = "in")]
    pub zone: Option<Zone>,
    /// It is this card, or one of these.
    #[serde(default)]
    pub is: Many<Ref>,
    /// It is none of these.
    #[serde(default)]
    pub other_than: Many<Ref>,
    /// It is attached to this card.
    pub attached_to: Option<Ref>,
    /// It is captured at an objective of that player.
    pub captured_at: Option<Ref>,
    /// It is not like this.
    pub not: Option<Box<Filter>>,
}

/// Which cards an effect touches: a name, all cards of a kind, or a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a name such as `target` or `self`, `each: {…}` or `choose: {…}`")]
pub enum Select {
    /// The cards so named.
    Named(Ref),
    /// Every card that matches.
    Each {
        /// Which.
        each: Filter,
    },
    /// Cards chosen while the effect resolves.
    Choose {
        /// Which may be chosen.
        choose: Filter,
        /// Who chooses.
        #[serde(default)]
        by: Who,
        /// How many.
        #[serde(default = "one")]
        count: u32,
        /// Whether fewer, or none, may be chosen.
        #[serde(default, rename = "up-to")]
        up_to: bool,
        /// The name under which later instructions know them.
        #[serde(rename = "as")]
        name: Option<Ref>,
    },
}

fn one() -> u32 {
    1
}

/// How many, or how much.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "a number, a word (`amount`, `x`, `all`), `count: {…}`, `times: N` with `of:`, or `focus-on: …`"
)]
pub enum Amount {
    /// This many.
    Number(u32),
    /// `amount`: that of the triggering condition; `x`: the letter X; `all`: everything there is.
    Word(AmountWord),
    /// As many as there are such cards.
    Count {
        /// Which cards are counted.
        count: Filter,
    },
    /// A multiple.
    Times {
        /// How many times.
        times: u32,
        /// What is multiplied.
        of: Box<Amount>,
    },
}

/// Amounts that have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AmountWord {
    /// The amount of the triggering condition: damage dealt, tokens placed.
    Amount,
    /// The letter X.
    X,
    /// Everything there is.
    All,
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
    /// A card is placed in an edge stack.
    EdgePlaced,
    /// A player wins an edge battle.
    EdgeWon,
    /// A player wins a Force struggle.
    StruggleWon,
    /// A unit is removed from the engagement.
    Removed,
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
