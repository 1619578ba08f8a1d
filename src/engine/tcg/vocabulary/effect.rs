//! What effects do, and what they give: the instructions of the vocabulary.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::ability::{Ability, Condition, Trigger};
use super::facts::{Keyword, Stat, split_keyword};
use super::select::{Amount, Arena, Filter, Ref, Select, StandingName, Who};
use crate::engine::cards::keyword::read_line;
use crate::engine::cards::{DeckEnd, Vocabulary as _};

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Until this attack ends.
    Attack,
    EndOfBattle,
    /// Until the Character battle step is over.
    EndOfCharacterBattle,
    /// Until the turn ends.
    Turn,
    /// Until the units have been untapped next time.
    NextReady,
    /// For the rest of the game.
    Game,
}

/// What a static ability or a lasting effect gives to a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Gives {
    /// More or less of a quantity.
    Add {
        stat: Stat,
        /// How much; negative for less.
        by: i32,
        /// This much for each of these; once if not said.
        per: Option<Amount>,
    },
    /// A keyword, with its number: `Shields 2`.
    Keyword(#[serde(deserialize_with = "keyword_line")] String),
    LosesKeyword(Keyword),
    Subtype(String),
    Ability(Box<Ability>),
    CannotAttack,
    CannotBeAttacked,
    /// It can be attacked only if this much Force is paid.
    AttackCost(u32),
    /// It attacks if it can.
    MustAttack,
    /// It cannot retreat in the retreat step.
    CannotRetreat,
    /// It is not untapped in the ready phase.
    DoesNotUntap,
    /// Evade cannot be used for it.
    CannotEvade,
    /// It does not count for controlling an arena.
    DoesNotCount,
    /// All damage to it is prevented.
    PreventDamageTo,
    /// All damage from it is prevented.
    PreventDamageFrom,
    /// Whenever it would be damaged, this much of that is prevented.
    PreventEach(u32),
    /// Damage from it cannot be prevented.
    UnpreventableDamage,
    /// The damage it would do is doubled.
    DoubleDamage,
    /// It can have another pilot.
    ExtraPilot,
    /// It can have another pilot if one of its pilots is like this.
    ExtraPilotLike(Box<Filter>),
    /// It, a card in hand, cannot be played.
    CannotBePlayed,
    /// Its activated abilities cannot be used.
    CannotUseAbilities,
    CannotDeploy,
    /// No build points can be spent on it.
    CannotSpendBuildPoints,
    /// Evade cannot prevent damage from it.
    CannotBeEvaded,
    /// Its player draws this many more cards in his draw step.
    ExtraCards(u32),
    /// Its player's hand is open to both players; nothing else follows from that.
    OpenHand,
    /// The opponent's cards in the build zone are open to both players; nothing else follows from that.
    OpenBuild,
    /// Its activated abilities cost more or less Force.
    AbilityCost {
        /// How much; negative for less.
        by: i32,
        /// Never below this, if they cost that much or more.
        #[serde(default)]
        at_least: u32,
    },
    /// It, a Battle card, costs more or less Force.
    CardCost(i32),
    /// It costs more or less to build.
    BuildCost(i32),
}

/// One instruction of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[expect(clippy::large_enum_variant, reason = "read once, few of them, and plainer unboxed")]
pub enum Effect {
    /// A player gains Force, once.
    GainForce {
        amount: Amount,
        #[serde(default)]
        player: Who,
    },
    /// A player loses Force.
    LoseForce {
        amount: Amount,
        #[serde(default)]
        player: Who,
    },
    Damage {
        amount: Amount,
        /// To which units.
        to: Select,
        /// What does it, if not the card the effect comes from.
        by: Option<Ref>,
        /// Whether it cannot be prevented.
        #[serde(default)]
        unpreventable: bool,
        /// Whether Evade cannot prevent it.
        #[serde(default)]
        no_evade: bool,
    },
    /// This many dice of damage to each.
    Dice {
        /// How many dice.
        amount: Amount,
        /// To which units.
        to: Select,
        /// What does the damage, if not the card the effect comes from.
        by: Option<Ref>,
        /// Whether the damage cannot be prevented.
        #[serde(default)]
        unpreventable: bool,
    },
    /// Something divided among units, as its player likes.
    Divide {
        /// How much in all.
        amount: Amount,
        what: Divided,
        /// Among which units.
        among: Filter,
        /// Among no more units than this.
        at_most: Option<u32>,
        /// Whether it may be less.
        #[serde(default)]
        up_to: bool,
    },
    /// Damage counters are put on units: that is no damage and cannot be prevented.
    PutDamage {
        amount: Amount,
        /// On which units.
        on: Select,
    },
    /// Prevents damage to a unit.
    Prevent {
        amount: Amount,
        /// To which unit.
        #[serde(default = "this")]
        to: Ref,
    },
    /// Evade: prevents up to this much damage to this unit.
    Evade(u32),
    /// Deflect: prevents up to this much damage to this unit, which may do as much to one in its arena.
    Deflect(u32),
    /// Lucky: rerolls this many dice of an attack by or on this unit.
    Lucky(u32),
    /// Rerolls any number of the dice of an attack by or on this unit; of any attack, on a card that
    /// is no unit.
    Reroll(RerollWord),
    /// The opponent rerolls those of his attack dice that one chooses.
    OpponentRerolls,
    /// Intercept: this unit becomes the defender.
    Intercept,
    /// A unit becomes the defender, if it can be attacked.
    Redirect(Select),
    /// Retaliate: this many dice of damage to the attacker when the attack ends.
    Retaliate(Amount),
    /// Disrupts the Battle card being played.
    Disrupt,
    /// Disrupts the activated ability being played.
    DisruptAbility,
    /// Gives something to units for a while.
    Gain {
        to: Select,
        gives: Vec<Gives>,
        /// For how long.
        until: Until,
        /// As long as this is so.
        #[serde(default)]
        r#if: Vec<Condition>,
    },
    /// Gives something for a while to all such cards, also to those that come later.
    Apply {
        to: Filter,
        gives: Vec<Gives>,
        /// For how long.
        until: Until,
        /// As long as this is so.
        #[serde(default)]
        r#if: Vec<Condition>,
    },
    /// One gains control of units for a while.
    GainControl {
        of: Select,
        /// For how long.
        until: Until,
    },
    /// Taps units.
    Tap(Select),
    /// Untaps units.
    Untap(Select),
    /// Units retreat, keeping their state.
    Retreat(Select),
    /// Units are discarded by their owners.
    Discard(Select),
    /// Units are put into their arenas.
    IntoArena {
        card: Select,
        /// Tapped, or not; as it is, if not said.
        tapped: Option<bool>,
    },
    /// Cards are put into their owners' hands.
    ToHand(Select),
    /// Cards are put into their owners' decks.
    ToDeck {
        card: Select,
        /// Where.
        at: DeckEnd,
    },
    /// Cards are removed from the game.
    RemoveFromGame(Select),
    /// A player shuffles his deck: nobody knows its order then.
    Shuffle(Who),
    /// A player's hand, or the top of his deck, is looked at.
    LookAt {
        what: LookAt,
        #[serde(default)]
        player: Who,
        /// At this many cards from the top of the deck; they are known as `found` then.
        count: Option<u32>,
    },
    /// Cards of a deck that were looked at go back on it, or under it, in an order of one's choice.
    PutBack {
        /// Which of them, those that still lie in a deck.
        cards: Select,
        /// Where.
        at: DeckEnd,
    },
    /// Cards are revealed from the top of one's deck until one is like this; it is known as `found`, those
    /// before it as `others`.
    RevealUntil(Filter),
    /// Damage counters are removed.
    RemoveDamage {
        amount: Amount,
        /// From which units.
        from: Select,
        /// Whether it may be fewer.
        #[serde(default)]
        up_to: bool,
    },
    /// Counters of some name are put on cards.
    Counter {
        name: String,
        /// On which cards.
        on: Select,
    },
    /// Counters of some name are removed from cards.
    RemoveCounters {
        name: String,
        amount: Amount,
        /// From which cards.
        from: Select,
    },
    /// Build counters are put on cards in the build zone, or taken from them.
    BuildCounters {
        /// How many; negative to take them away.
        #[serde(default)]
        by: i32,
        /// This many more are taken away, or all; they are the amount `removed` then.
        remove: Option<Amount>,
        /// This many more are put on them.
        amount: Option<Amount>,
        /// On which cards.
        on: Select,
    },
    /// A card goes into its owner's build zone.
    ToBuildZone {
        card: Select,
        /// Facedown, with this many build counters; finished, if not said.
        counters: Option<Amount>,
    },
    /// The cards stacked with units, and their pilots, are discarded.
    DiscardStack(Select),
    /// A card is put facedown under another; it is neither stacked nor a pilot.
    PutUnder {
        card: Select,
        #[serde(default = "this")]
        under: Ref,
    },
    /// A player draws cards.
    Draw {
        amount: Amount,
        #[serde(default)]
        player: Who,
    },
    /// A player discards cards from hand, of his choice.
    DiscardCards {
        amount: Amount,
        #[serde(default)]
        player: Who,
    },
    /// The top cards of a player's deck are discarded.
    DiscardTop {
        amount: Amount,
        #[serde(default)]
        player: Who,
    },
    /// More or fewer build points for a player.
    BuildPoints {
        #[serde(default)]
        by: i32,
        /// This many more.
        amount: Option<Amount>,
        /// This many fewer.
        lose: Option<Amount>,
        #[serde(default)]
        player: Who,
        /// Whether he gets them next turn.
        #[serde(default)]
        next_turn: bool,
    },
    /// The roll for build points is rolled again.
    RerollBuild,
    /// A die is rolled; what it shows is the amount `roll` from then on.
    RollDie,
    /// A player rolls a die, and the other one too; `roll` is the one, `other-roll` the other.
    BothRoll,
    /// This happens for each of these cards, one after the other; it is known as `each`.
    ForEach {
        /// Which cards.
        of: Filter,
        /// What happens.
        effects: Vec<Effect>,
    },
    /// Each player does this, the dark side first; the cards are his as he sees them.
    EachPlayer(Vec<Effect>),
    /// An arena is chosen; `chosen-arena` in filters means it from then on.
    ChooseArena {
        /// One of these; any if not said.
        #[serde(default)]
        of: Vec<Arena>,
        /// One for which this is so.
        #[serde(default)]
        r#if: Vec<Condition>,
    },
    /// One of several effects is chosen.
    ChooseOne(Vec<Mode>),
    /// A choice whether to do this.
    May(Vec<Effect>),
    /// A choice whether to pay Force; if it is paid, this happens.
    MayPay {
        force: Amount,
        /// Who may pay.
        #[serde(default)]
        by: Who,
        /// What happens.
        effects: Vec<Effect>,
    },
    /// A choice how much Force to pay, up to an amount; then this happens.
    PayUpTo {
        most: Amount,
        /// What happens, knowing `paid`.
        effects: Vec<Effect>,
    },
    /// This happens unless a player pays Force.
    UnlessPaid {
        /// Who may pay.
        by: Who,
        force: u32,
        /// He may pay only if this is so.
        #[serde(default)]
        r#if: Vec<Condition>,
        /// What happens otherwise.
        effects: Vec<Effect>,
    },
    /// Only if this is so.
    When {
        r#if: Vec<Condition>,
        /// What happens then.
        then: Vec<Effect>,
        /// What happens otherwise.
        #[serde(default)]
        otherwise: Vec<Effect>,
    },
    /// Sets up an effect for later.
    Later {
        /// When it happens.
        when: Trigger,
        /// Conditions that must be true then.
        #[serde(default)]
        r#if: Vec<Condition>,
        /// What happens.
        effects: Vec<Effect>,
    },
}

fn this() -> Ref {
    StandingName::This.word().into()
}

/// Damage, dice or counters that a player divides among units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Divided {
    Damage,
    /// Dice of damage.
    Dice,
    /// Damage counters that are put on units.
    DamageCounters,
    /// Damage counters that are removed.
    Healing,
}

/// The cards that a player looks at, without the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LookAt {
    Hand,
    /// The top of a deck.
    Deck,
}

/// One of several effects to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Mode {
    /// A name by which scripts may call it.
    pub name: Option<String>,
    /// What happens.
    pub effects: Vec<Effect>,
}

/// The word `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RerollWord {
    /// Any number of dice.
    Any,
    /// All dice.
    All,
}

impl Effect {
    /// The effects inside this one, if it is one around others.
    pub(crate) fn inner(&self) -> Vec<&[Effect]> {
        match self {
            Self::May(effects)
            | Self::EachPlayer(effects)
            | Self::ForEach { effects, .. }
            | Self::MayPay { effects, .. }
            | Self::PayUpTo { effects, .. }
            | Self::UnlessPaid { effects, .. } => vec![effects],
            Self::When { then, otherwise, .. } => vec![then, otherwise],
            Self::ChooseOne(modes) => modes.iter().map(|mode| mode.effects.as_slice()).collect(),
            // What happens later is not part of this effect.
            Self::Later { .. } => Vec::new(),
            Self::GainForce { .. }
            | Self::LoseForce { .. }
            | Self::Damage { .. }
            | Self::Dice { .. }
            | Self::Divide { .. }
            | Self::PutDamage { .. }
            | Self::Prevent { .. }
            | Self::Evade(_)
            | Self::Deflect(_)
            | Self::Lucky(_)
            | Self::Reroll(_)
            | Self::OpponentRerolls
            | Self::PutBack { .. }
            | Self::RevealUntil(_)
            | Self::BothRoll
            | Self::Intercept
            | Self::Redirect(_)
            | Self::Retaliate(_)
            | Self::Disrupt
            | Self::DisruptAbility
            | Self::Gain { .. }
            | Self::Apply { .. }
            | Self::GainControl { .. }
            | Self::Tap(_)
            | Self::Untap(_)
            | Self::Retreat(_)
            | Self::Discard(_)
            | Self::IntoArena { .. }
            | Self::ToHand(_)
            | Self::ToDeck { .. }
            | Self::RemoveFromGame(_)
            | Self::Shuffle(_)
            | Self::LookAt { .. }
            | Self::RemoveDamage { .. }
            | Self::Counter { .. }
            | Self::RemoveCounters { .. }
            | Self::BuildCounters { .. }
            | Self::ToBuildZone { .. }
            | Self::DiscardStack(_)
            | Self::PutUnder { .. }
            | Self::Draw { .. }
            | Self::DiscardCards { .. }
            | Self::DiscardTop { .. }
            | Self::BuildPoints { .. }
            | Self::RerollBuild
            | Self::RollDie
            | Self::ChooseArena { .. } => Vec::new(),
        }
    }
}

/// Whether any of these effects, or one inside them, is like this.
pub(crate) fn any(effects: &[Effect], like: &dyn Fn(&Effect) -> bool) -> bool {
    effects.iter().any(|effect| like(effect) || effect.inner().into_iter().any(|inner| any(inner, like)))
}

fn keyword_line<'de, R: Deserializer<'de>>(reader: R) -> Result<String, R::Error> {
    read_line::<Keyword, R>(reader, |line| split_keyword(line).is_some())
}
