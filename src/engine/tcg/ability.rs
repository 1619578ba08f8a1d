//! What an ability can say: the closed vocabulary in which the cards are written down.
//!
//! Everything here is read from YAML; the words are the field's own. `rulings/scenarios.md`
//! explains them to whoever writes cards down.

use schemars::JsonSchema;
use serde::Deserialize;

use super::facts::Stat;
pub use super::select::{Amount, AmountWord, Arena, Filter, Many, Ref, Select, Who, Whose, Zone};

/// The kinds of ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AbilityKind {
    /// An ability with the arrow symbol on a unit.
    Activated,
    /// What a Battle card does.
    Battle,
    /// What a Mission does when it is finished.
    Mission,
    /// A triggered ability, of a unit or of a Location.
    Triggered,
    /// Works as long as the card is in an arena.
    Static,
}

/// The chances in which something may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Chance {
    /// Play or pass when no attack is being made.
    Normal,
    /// Play or pass during an attack, before the dice.
    Attack,
    /// A chance to reroll dice.
    Reroll,
    /// A chance to prevent damage.
    Prevention,
    /// A chance to disrupt a Battle card that is being played.
    Disrupt,
    /// One's own build step.
    Build,
    /// When the unit would attack, instead of attacking.
    WouldAttack,
}

/// What can happen, for triggers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EventKind {
    /// The battle phase starts.
    BattleStarts,
    /// The battle phase ends.
    BattleEnds,
    /// The battle step of an arena starts.
    StepStarts,
    /// A unit attacks (`card` the attacker, `by` the defender).
    Attacks,
    /// A unit is attacked (`card` the defender, `by` the attacker).
    Attacked,
    /// An attack ends (`card` the attacker, `by` the defender).
    AttackEnds,
    /// Dice are rolled (`card` what they are rolled against, `by` what rolls them).
    Rolled,
    /// A unit would be damaged (`card` the unit, `by` what damages it).
    WouldBeDamaged,
    /// A unit was damaged.
    Damaged,
    /// Damage to a unit was prevented (`player` prevented it).
    Prevented,
    /// A unit is discarded from an arena.
    Discarded,
    /// A unit retreats.
    Retreats,
    /// A player finishes building a card.
    Built,
    /// A unit is deployed.
    Deployed,
    /// A Location is put into its arena.
    Placed,
    /// The roll for build points is made.
    BuildRoll,
    /// A Battle card is played.
    CardPlayed,
    /// A turn ends.
    TurnEnds,
}

/// What an ability answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Trigger {
    /// What happens.
    pub event: EventKind,
    /// To which card.
    pub card: Option<Filter>,
    /// By which card.
    pub by: Option<Filter>,
    /// Whose doing it is.
    pub player: Option<Who>,
    /// In which arena.
    pub arena: Option<Arena>,
    /// Whether it is part of an attack, or of dice of damage and the like.
    pub attack: Option<bool>,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// The card is like this.
    Is {
        /// Which card.
        card: Ref,
        /// Like what.
        like: Filter,
    },
    /// There is such a card.
    Exists(Filter),
    /// No attack is being made.
    NoAttack(bool),
    /// A player has at least so much Force.
    Force {
        /// Who.
        #[serde(default)]
        player: Who,
        /// At least this much.
        at_least: u32,
    },
}

/// A cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cost {
    /// Pays Force.
    Force(Amount),
    /// Taps a card, which must be untapped.
    Tap(Ref),
    /// Discards a card of one's own.
    Discard(Ref),
}

/// A target, chosen when the card or ability is announced.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Target {
    /// Which cards may be chosen.
    pub card: Filter,
    /// How many.
    #[serde(default = "super::select::one")]
    pub count: u32,
    /// Whether fewer, or none, may be chosen.
    #[serde(default)]
    pub up_to: bool,
    /// The name under which effects know it; `target` if not said.
    #[serde(default = "target", rename = "as")]
    pub name: Ref,
}

fn target() -> Ref {
    "target".into()
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// Until this attack ends.
    Attack,
    /// Until end of battle.
    EndOfBattle,
    /// Until the turn ends.
    Turn,
    /// For the rest of the game.
    Game,
}

/// What a static ability or a lasting effect gives to a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Gives {
    /// More or less of a quantity.
    Add {
        /// Which.
        stat: Stat,
        /// How much; negative for less.
        by: i32,
    },
    /// A keyword, with its number: `Shields 2`.
    Keyword(String),
    /// A subtype.
    Subtype(String),
    /// An ability.
    Ability(Box<Ability>),
    /// It cannot attack.
    CannotAttack,
    /// It cannot be attacked.
    CannotBeAttacked,
    /// Evade cannot be used for it.
    CannotEvade,
    /// It does not count for controlling an arena.
    DoesNotCount,
    /// All damage to it is prevented.
    PreventDamageTo,
    /// All damage from it is prevented.
    PreventDamageFrom,
    /// The damage it would do is doubled.
    DoubleDamage,
    /// Its activated abilities cost more or less Force.
    AbilityCost {
        /// How much; negative for less.
        by: i32,
        /// Never below this, if they cost so much or more.
        #[serde(default)]
        at_least: u32,
    },
}

/// One instruction of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(clippy::large_enum_variant, reason = "read once, few of them, and plainer unboxed")]
pub enum Effect {
    /// A player gains Force, once.
    GainForce {
        /// How much.
        amount: Amount,
        /// Who.
        #[serde(default)]
        player: Who,
    },
    /// A player loses Force.
    LoseForce {
        /// How much.
        amount: Amount,
        /// Who.
        #[serde(default)]
        player: Who,
    },
    /// So much damage.
    Damage {
        /// How much.
        amount: Amount,
        /// To which units.
        to: Select,
    },
    /// So many dice of damage to each.
    Dice {
        /// How many dice.
        amount: Amount,
        /// To which units.
        to: Select,
    },
    /// Prevents damage to a unit.
    Prevent {
        /// How much.
        amount: Amount,
        /// To which unit.
        #[serde(default = "this")]
        to: Ref,
    },
    /// Evade: prevents up to so much damage to this unit.
    Evade(u32),
    /// Lucky: rerolls so many dice of an attack by or on this unit.
    Lucky(u32),
    /// Rerolls any number of the dice of an attack by or on this unit.
    Reroll(RerollWord),
    /// Intercept: this unit becomes the defender.
    Intercept,
    /// Retaliate: so many dice of damage to the attacker when the attack ends.
    Retaliate(Amount),
    /// Disrupts the Battle card being played.
    Disrupt,
    /// Gives something to units for a while.
    Gain {
        /// To which.
        to: Select,
        /// What.
        gives: Vec<Gives>,
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
    /// Damage counters are removed.
    RemoveDamage {
        /// How many.
        amount: Amount,
        /// From which units.
        from: Select,
    },
    /// Counters of some name are put on cards.
    Counter {
        /// Their name.
        name: String,
        /// On which cards.
        on: Select,
    },
    /// A card goes facedown into its owner's build zone.
    ToBuildZone {
        /// Which.
        card: Select,
        /// With so many build counters.
        counters: u32,
    },
    /// The cards stacked with units, and their pilots, are discarded.
    DiscardStack(Select),
    /// A card is put facedown under another; it is neither stacked nor a pilot.
    PutUnder {
        /// Which.
        card: Select,
        /// Under which.
        #[serde(default = "this")]
        under: Ref,
    },
    /// A player draws cards.
    Draw {
        /// How many.
        amount: Amount,
        /// Who.
        #[serde(default)]
        player: Who,
    },
    /// A player discards cards from hand, of his choice.
    DiscardCards {
        /// How many.
        amount: Amount,
        /// Who.
        #[serde(default)]
        player: Who,
    },
    /// More or fewer build points for a player.
    BuildPoints {
        /// How many.
        by: i32,
        /// Whose.
        #[serde(default)]
        player: Who,
    },
    /// The roll for build points is rolled again.
    RerollBuild,
    /// A choice whether to do this.
    May(Vec<Effect>),
    /// A choice whether to pay Force; if it is paid, this happens.
    MayPay {
        /// How much.
        force: Amount,
        /// What happens.
        effects: Vec<Effect>,
    },
    /// A choice how much Force to pay, up to an amount; then this happens.
    PayUpTo {
        /// At most so much.
        most: Amount,
        /// What happens, knowing `paid`.
        effects: Vec<Effect>,
    },
    /// This happens unless a player pays Force.
    UnlessPaid {
        /// Who may pay.
        by: Who,
        /// How much.
        force: u32,
        /// What happens otherwise.
        effects: Vec<Effect>,
    },
    /// Only if this is so.
    When {
        /// The conditions.
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
    "self".into()
}

/// The word `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RerollWord {
    /// Any number of dice.
    Any,
}

/// An ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ability {
    /// Its kind.
    pub kind: AbilityKind,
    /// A name by which scripts may call it: `intercept`, `retaliate`, `evade`. If not said, that of
    /// its first effect.
    pub name: Option<String>,
    /// When it may be played; where its effects say that already, it need not be written.
    #[serde(default, rename = "in")]
    pub chances: Many<Chance>,
    /// What it answers (triggered abilities).
    pub when: Option<Trigger>,
    /// Conditions.
    #[serde(default)]
    pub r#if: Vec<Condition>,
    /// What it costs.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// What is chosen when it is announced.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// What happens, in order.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Which cards a static ability is about; this one if not said.
    pub to: Option<Filter>,
    /// What a static ability gives.
    #[serde(default)]
    pub gives: Vec<Gives>,
    /// The ruling that reads the ability so.
    pub ruling: Option<String>,
    /// How it would be played without that ruling.
    pub without: Option<Box<Ability>>,
}

impl Ability {
    /// An activated ability with one effect and nothing to pay.
    pub fn activated(effect: Effect) -> Self {
        Self {
            kind: AbilityKind::Activated,
            name: None,
            chances: Many::default(),
            when: None,
            r#if: Vec::new(),
            cost: Vec::new(),
            targets: Vec::new(),
            effects: vec![effect],
            to: None,
            gives: Vec::new(),
            ruling: None,
            without: None,
        }
    }

    /// The chances in which it may be played.
    pub fn chances(&self) -> Vec<Chance> {
        if !self.chances.is_empty() {
            return self.chances.all().to_vec();
        }
        let of_effect = self.effects.iter().find_map(|effect| match effect {
            Effect::Evade(_) | Effect::Prevent { .. } => Some(Chance::Prevention),
            Effect::Lucky(_) | Effect::Reroll(_) => Some(Chance::Reroll),
            Effect::Intercept | Effect::Retaliate(_) => Some(Chance::Attack),
            Effect::Disrupt => Some(Chance::Disrupt),
            Effect::Gain { until: Until::Attack, .. } => Some(Chance::Attack),
            Effect::UnlessPaid { effects, .. } => {
                effects.contains(&Effect::Disrupt).then_some(Chance::Disrupt)
            }
            _ => None,
        });
        of_effect.map_or_else(|| vec![Chance::Normal, Chance::Attack], |chance| vec![chance])
    }

    /// Whether any of its effects, however deep, is like this.
    pub fn any_effect(&self, like: &dyn Fn(&Effect) -> bool) -> bool {
        any(&self.effects, like)
    }

    /// The name by which scripts call it.
    pub fn called(&self) -> &str {
        if let Some(name) = &self.name {
            return name;
        }
        match self.effects.first() {
            Some(Effect::Evade(_)) => "evade",
            Some(Effect::Lucky(_)) => "lucky",
            Some(Effect::Reroll(_)) => "reroll",
            Some(Effect::Intercept) => "intercept",
            Some(Effect::Retaliate(_)) => "retaliate",
            Some(Effect::Prevent { .. }) => "prevent",
            Some(Effect::Disrupt) => "disrupt",
            Some(Effect::UnlessPaid { effects, .. }) if effects.contains(&Effect::Disrupt) => "disrupt",
            _ => "",
        }
    }
}

/// Whether any of these effects, or one inside them, is like this.
pub fn any(effects: &[Effect], like: &dyn Fn(&Effect) -> bool) -> bool {
    effects.iter().any(|effect| {
        like(effect)
            || match effect {
                Effect::May(inner)
                | Effect::MayPay { effects: inner, .. }
                | Effect::PayUpTo { effects: inner, .. }
                | Effect::UnlessPaid { effects: inner, .. } => any(inner, like),
                Effect::When { then, otherwise, .. } => any(then, like) || any(otherwise, like),
                _ => false,
            }
    })
}
