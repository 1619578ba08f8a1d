//! What an ability can say: the closed vocabulary in which the cards are written down.
//!
//! Everything here is read from YAML; the words are the field's own. `rulings/scenarios.md`
//! explains them to whoever writes cards down.

use schemars::JsonSchema;
use serde::Deserialize;

use super::effect::{Effect, Gives, Until, any};
use super::select::{Amount, Arena, Filter, Many, Ref, StandingName, Who, Zone};
use crate::engine::cards::Vocabulary as _;

/// When an ability works, and who decides on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
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
    #[default]
    Static,
    /// What a Character gives to the unit that it pilots (`to` says which units it can pilot).
    Pilot,
    /// What Equipment gives to the unit it is attached to (`to` says to which, `cost` for what).
    Equip,
    /// What must be paid when one's build step starts: one of `upkeep`.
    Upkeep,
    /// What its player gains when his next build step starts, after its damage has discarded a unit.
    Bounty,
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
    /// The battle step of an arena ends.
    StepEnds,
    TurnStarts,
    /// A player's build step starts (`player` whose).
    BuildStepStarts,
    /// A player's build step ends.
    BuildStepEnds,
    /// A player draws a card.
    Draws,
    /// A unit would attack: it attacks, or uses an ability instead.
    WouldAttack,
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
    /// A unit comes into its arena, deployed or put there.
    Enters,
    /// A Location is put into its arena.
    Placed,
    /// The roll for build points is made.
    BuildRoll,
    /// A Battle card is played.
    CardPlayed,
    TurnEnds,
}

/// What an ability answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Trigger {
    /// What happens.
    pub event: EventKind,
    pub card: Option<Filter>,
    /// By which card.
    pub by: Option<Filter>,
    /// Whose doing it is.
    pub player: Option<Who>,
    pub arena: Option<Arena>,
    /// Whether it is part of an attack, or of dice of damage and the like.
    pub attack: Option<bool>,
}

/// What must be so for an ability to be used, or to have its effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// A card named elsewhere in the entry fits a filter.
    Is { card: Ref, like: Filter },
    /// There is such a card.
    Exists(Filter),
    /// No attack is being made.
    NoAttack(bool),
    /// A player has at least this much Force.
    Force {
        #[serde(default)]
        player: Who,
        at_least: u32,
    },
    /// There is no such card.
    None(Filter),
    /// Two amounts compared.
    Compare {
        /// What is compared.
        amount: Amount,
        at_least: Option<Amount>,
        at_most: Option<Amount>,
        /// It is exactly this.
        equals: Option<Amount>,
    },
    /// This has happened this turn.
    Happened(Box<Trigger>),
    /// Damage is pending, on such a unit.
    Pending(Filter),
    /// None of these is so.
    Not(Vec<Condition>),
    /// One of these is so.
    Any(Vec<Condition>),
}

/// What is paid before an ability takes effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Cost {
    /// Pays Force; with `x`, as much as the player likes.
    Force(Amount),
    /// Pays build points.
    BuildPoints(Amount),
    /// Taps a card, which must be untapped.
    Tap(Ref),
    /// Discards a card of one's own.
    Discard(Ref),
    /// Discards cards from hand, of one's choice.
    DiscardCards(Amount),
    /// Puts damage counters on a card.
    PutDamage {
        amount: Amount,
        /// On which card.
        #[serde(default = "this")]
        on: Ref,
    },
    /// Retreats a unit, which must be in an arena.
    Retreat(Ref),
}

impl Cost {
    /// The name of the card with which it is paid, if it is paid with one in play.
    pub(crate) fn card(&self) -> Option<&Ref> {
        match self {
            Self::Tap(card) | Self::Discard(card) | Self::Retreat(card) => Some(card),
            Self::PutDamage { on, .. } => Some(on),
            Self::Force(_) | Self::BuildPoints(_) | Self::DiscardCards(_) => None,
        }
    }

    /// Whether what it comes to may depend on the card of that name.
    pub(crate) fn depends_on(&self, name: &str) -> bool {
        let amount = match self {
            Self::Force(n) | Self::BuildPoints(n) | Self::DiscardCards(n) => Some(n),
            Self::PutDamage { amount, .. } => Some(amount),
            Self::Tap(_) | Self::Discard(_) | Self::Retreat(_) => None,
        };
        self.card().is_some_and(|card| card == name) || amount.is_some_and(|n| n.depends_on(name))
    }
}

fn this() -> Ref {
    StandingName::This.word().into()
}

/// A target, chosen when the card or ability is announced.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Target {
    /// Which cards may be chosen.
    pub card: Filter,
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

/// An effect to be had for a further cost: instead of the card's own, or after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Enhance {
    /// What it costs besides.
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// What else must be so.
    #[serde(default)]
    pub r#if: Vec<Condition>,
    /// What happens.
    pub effects: Vec<Effect>,
    /// Whether that comes after the card's own effect; otherwise it happens instead.
    #[serde(default)]
    pub also: bool,
}

/// One ability of a card as its entry writes it down; the text itself is never held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ability {
    pub kind: AbilityKind,
    /// A name by which scripts may call it: `intercept`, `retaliate`, `evade`. If not said, that of
    /// its first effect.
    pub name: Option<String>,
    /// When it may be played; where its effects say that already, it need not be written.
    #[serde(default, rename = "in")]
    pub chances: Many<Chance>,
    /// What it answers (triggered abilities).
    pub when: Option<Trigger>,
    #[serde(default)]
    pub r#if: Vec<Condition>,
    #[serde(default)]
    pub cost: Vec<Cost>,
    /// What is chosen when it is announced.
    #[serde(default)]
    pub targets: Vec<Target>,
    /// What happens, in order.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// A further cost, declared and paid with the card, for a further or another effect.
    pub enhance: Option<Enhance>,
    /// The costs one of which is paid as Upkeep.
    #[serde(default)]
    pub upkeep: Vec<Vec<Cost>>,
    /// Whether it works in the build zone, and only there.
    #[serde(default)]
    pub reserves: bool,
    /// Whether it may be used only once each turn.
    #[serde(default)]
    pub once_per_turn: bool,
    /// Where the card must be for an activated ability to be used, if not in an arena.
    #[serde(rename = "from")]
    pub zone: Option<Zone>,
    /// Whether it may be played any number of times in one chance.
    #[serde(default)]
    pub any_number: bool,
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
    pub(crate) fn activated(effect: Effect) -> Self {
        Self { kind: AbilityKind::Activated, effects: vec![effect], ..Self::default() }
    }

    /// The chances in which it may be played.
    pub(crate) fn chances(&self) -> &[Chance] {
        if !self.chances.is_empty() {
            return self.chances.all();
        }
        let of_effect = |effect: &Effect| -> Option<&'static [Chance]> {
            Some(match effect {
                Effect::Evade(_) | Effect::Deflect(_) | Effect::Prevent { .. } => &[Chance::Prevention],
                Effect::Lucky(_) | Effect::Reroll(_) | Effect::OpponentRerolls => &[Chance::Reroll],
                Effect::Intercept
                | Effect::Retaliate(_)
                | Effect::Redirect(_)
                | Effect::Gain { until: Until::Attack, .. } => &[Chance::Attack],
                Effect::Disrupt | Effect::DisruptAbility => &[Chance::Disrupt],
                Effect::UnlessPaid { effects, .. } if effects.contains(&Effect::Disrupt) => {
                    &[Chance::Disrupt]
                }
                _ => return None,
            })
        };
        self.effects.iter().find_map(of_effect).unwrap_or(&[Chance::Normal, Chance::Attack])
    }

    /// Whether any of its effects, however deep, is like this.
    pub(crate) fn any_effect(&self, like: &dyn Fn(&Effect) -> bool) -> bool {
        any(&self.effects, like)
    }

    /// The name by which scripts call it.
    pub(crate) fn called(&self) -> &str {
        if let Some(name) = &self.name {
            return name;
        }
        match self.effects.first() {
            Some(Effect::Evade(_)) => "evade",
            Some(Effect::Deflect(_)) => "deflect",
            Some(Effect::Lucky(_)) => "lucky",
            Some(Effect::Reroll(_)) => "reroll",
            Some(Effect::Intercept) => "intercept",
            Some(Effect::Retaliate(_)) => "retaliate",
            Some(Effect::Prevent { .. }) => "prevent",
            Some(Effect::Disrupt | Effect::DisruptAbility) => "disrupt",
            Some(Effect::UnlessPaid { effects, .. }) if effects.contains(&Effect::Disrupt) => "disrupt",
            _ => "",
        }
    }
}
