//! What constant abilities and lasting effects give to cards.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

use super::ability::Ability;
use super::facts::{Affiliation, Keyword, Stat};
use super::select::{Amount, Filter, Many, Who};
use crate::engine::cards::KeywordSet as _;
use crate::engine::cards::keyword::read_line;

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
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub enum Gives {
    /// Adds to a quantity.
    Add {
        /// Which quantity.
        stat: Stat,
        by: Amount,
    },
    /// Takes from a quantity.
    Subtract {
        /// Which quantity.
        stat: Stat,
        by: Amount,
    },
    /// Sets a quantity; increments no longer matter.
    Set {
        /// Which quantity.
        stat: Stat,
        to: u32,
    },
    /// Doubles quantities.
    Double(Vec<Stat>),
    Keyword(#[serde(deserialize_with = "keyword_line")] String),
    /// The keyword is lost.
    LosesKeyword(Keyword),
    Ability(Box<Ability>),
    /// Its text is treated as if it were blank; traits and figures stay.
    Blank,
    /// Cannot be declared as an attacker.
    CannotAttack,
    /// Cannot be declared as a defender.
    CannotDefend,
    /// Cannot be committed to the Force.
    CannotCommit,
    /// Nobody but such units may attack this objective.
    OnlyAttackers(Filter),
    /// No more units than this may attack this objective at once.
    MostAttackers(u32),
    /// It can be played without a resource match.
    IgnoresResourceMatch,
    /// Its resources are a resource match for these affiliations; all of them if none is named.
    MatchesAffiliation(Many<Affiliation>),
    /// It can be played from its owner's discard pile as if it were in his hand.
    PlayableFromDiscard,
    /// The first card that player places in his edge stack is placed faceup.
    FirstEdgeCardFaceup(Who),
    CannotBeDestroyed,
    /// All of its combat icons count only with the edge.
    IconsNeedEdge,
    CannotBeDamaged,
    /// Cannot be damaged by card effects (4.5), or by framework effects (4.4).
    CannotBeDamagedBy(EffectSort),
    /// Cannot be targeted by effects of such cards (`{}`: by none at all).
    CannotBeTargeted(Filter),
    /// Enters play with exactly this many focus tokens.
    EntersWithFocus(u32),
    /// Damage from its unit damage icons may be divided among participating enemy units.
    DividesUnitDamage,
    /// The ability's controller is considered to control this many more of such cards.
    ConsideredToControl {
        more: u32,
        /// Of which kind.
        of: Filter,
    },
    /// Force icons for the ability's controller in a Force struggle.
    StruggleIcons(Amount),
    /// Force icons for the ability's controller in an edge battle.
    EdgeIcons(Amount),
    /// It counts as committed to the Force, without a Force card.
    ConsideredCommitted,
    /// Committed, it counts in a Force struggle even while it is exhausted.
    CountsExhausted,
    /// That player is considered to have this many more cards in hand.
    ConsideredInHand {
        player: Who,
        more: u32,
    },
    /// The reserve value of a player is changed.
    Reserve {
        #[serde(default)]
        player: Who,
        /// This much more.
        add: Option<Box<Amount>>,
        /// This much less.
        subtract: Option<Box<Amount>>,
    },
    /// The unopposed bonus of its controller is this much.
    UnopposedBonus(u32),
    /// It takes no unopposed damage.
    NoUnopposedDamage,
    /// It may strike though it does not participate in the engagement.
    StrikesFromOutside,
    /// Its unit damage may be dealt to such a unit, though that does not participate.
    MayDamageOutside(Filter),
    /// Its resources pay only for playing such cards.
    ResourcesOnlyFor(Filter),
    /// It must be declared as a defender if it can be.
    MustDefend,
    /// While it attacks, no defenders are declared or at least this many.
    LeastDefenders(u32),
    CannotBeEngaged,
    /// The first engagement of a phase must be declared against such an objective, if able.
    EngagedFirst,
    /// The effects of fate cards of that player do not resolve; their Force icons count.
    NoFateEffects(Who),
    /// Cannot be damaged by such cards, be it by their effects or by their strikes.
    CannotBeDamagedByCards(Filter),
    /// Such cards cannot place focus tokens on it, be it by their effects or by their strikes.
    CannotBeFocusedBy(Filter),
    /// That player cannot draw cards by card effects.
    CannotDrawByEffects(Who),
    /// As a pilot it does not count against the limit of one on a unit.
    BesidesPilotLimit,
    /// The Death Star dial may be engaged, and is damaged, as if it were an objective; this much
    /// damage on it wins the game for the ability's controller.
    EngageDial(u32),
}

/// What is given, without its particulars: what is asked for together is of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GivesKind {
    /// A change of its cost.
    Cost,
    /// A change of its Force icons.
    Force,
    /// A change of its damage capacity.
    Capacity,
    /// A change of its resources.
    Resources,
    /// A change of its unit damage icons.
    UnitDamage,
    /// A change of its blast icons.
    Blast,
    /// A change of its tactics icons.
    Tactics,
    /// A change of its edge-enabled unit damage icons.
    EdgeUnitDamage,
    /// A change of its edge-enabled blast icons.
    EdgeBlast,
    /// A change of its edge-enabled tactics icons.
    EdgeTactics,
    /// A change of the value of its keyword edge.
    Edge,
    /// A change of what it adds to its controller's reserve value.
    OwnReserve,
    /// A keyword, or the loss of one.
    Keyword,
    Ability,
    /// A blank text.
    Blank,
    /// That it cannot be declared as an attacker.
    CannotAttack,
    /// That it cannot be declared as a defender.
    CannotDefend,
    /// That it cannot be committed to the Force.
    CannotCommit,
    /// Who alone may attack it.
    OnlyAttackers,
    /// How many may attack it.
    MostAttackers,
    /// That it needs no resource match.
    IgnoresResourceMatch,
    /// What its resources match.
    MatchesAffiliation,
    /// That it can be played from the discard pile.
    PlayableFromDiscard,
    /// That a first edge card is placed faceup.
    FirstEdgeCardFaceup,
    CannotBeDestroyed,
    /// That its icons count only with the edge.
    IconsNeedEdge,
    CannotBeDamaged,
    /// By which sort of effect it cannot be damaged.
    CannotBeDamagedBy,
    CannotBeTargeted,
    /// With how many focus tokens it enters play.
    EntersWithFocus,
    /// That its unit damage may be divided.
    DividesUnitDamage,
    /// That more cards are considered to be controlled.
    ConsideredToControl,
    /// Force icons in a Force struggle.
    StruggleIcons,
    /// Force icons in an edge battle.
    EdgeIcons,
    /// That it counts as committed.
    ConsideredCommitted,
    /// That it counts in a Force struggle though exhausted.
    CountsExhausted,
    /// That more cards are considered to be in hand.
    ConsideredInHand,
    /// A change of a player's reserve value.
    Reserve,
    UnopposedBonus,
    /// That it takes no unopposed damage.
    NoUnopposedDamage,
    /// That it may strike from outside.
    StrikesFromOutside,
    /// Whom it may damage outside.
    MayDamageOutside,
    /// What its resources pay for alone.
    ResourcesOnlyFor,
    MustDefend,
    /// How many defenders there must be.
    LeastDefenders,
    CannotBeEngaged,
    EngagedFirst,
    /// That fate cards have no effects.
    NoFateEffects,
    CannotBeDamagedByCards,
    /// By which cards no focus tokens are placed on it.
    CannotBeFocusedBy,
    /// Who cannot draw by card effects.
    CannotDrawByEffects,
    /// That it does not count against the limit of pilots.
    BesidesPilotLimit,
    /// That the Death Star dial may be engaged.
    EngageDial,
}

impl GivesKind {
    /// Whether it says only who may or must be declared for what: no quantity, keyword or ability of a card
    /// waits for it, so what these are now may decide whom it reaches.
    pub(crate) fn is_of_declaring(self) -> bool {
        matches!(
            self,
            Self::CannotAttack
                | Self::CannotDefend
                | Self::CannotCommit
                | Self::OnlyAttackers
                | Self::MostAttackers
                | Self::MustDefend
                | Self::LeastDefenders
                | Self::CannotBeEngaged
                | Self::EngagedFirst
        )
    }

    /// A change of a quantity.
    pub(crate) fn of(stat: Stat) -> Self {
        match stat {
            Stat::Cost => Self::Cost,
            Stat::Force => Self::Force,
            Stat::Capacity => Self::Capacity,
            Stat::Resources => Self::Resources,
            Stat::UnitDamage => Self::UnitDamage,
            Stat::Blast => Self::Blast,
            Stat::Tactics => Self::Tactics,
            Stat::EdgeUnitDamage => Self::EdgeUnitDamage,
            Stat::EdgeBlast => Self::EdgeBlast,
            Stat::EdgeTactics => Self::EdgeTactics,
            Stat::Edge => Self::Edge,
            Stat::Reserve => Self::OwnReserve,
        }
    }

    pub(crate) fn bit(self) -> u64 {
        1 << (self as u64)
    }
}

/// What is done to a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change<'g> {
    Add(&'g Amount),
    Subtract(&'g Amount),
    Set(u32),
    Double,
}

impl Gives {
    /// What it does to a quantity, if anything.
    pub(crate) fn change(&self, to: Stat) -> Option<Change<'_>> {
        if let Self::Add { stat, by } = self {
            (*stat == to).then_some(Change::Add(by))
        } else if let Self::Subtract { stat, by } = self {
            (*stat == to).then_some(Change::Subtract(by))
        } else if let Self::Set { stat, to: figure } = self {
            (*stat == to).then_some(Change::Set(*figure))
        } else if let Self::Double(stats) = self {
            stats.contains(&to).then_some(Change::Double)
        } else {
            None
        }
    }

    /// The ability it gives, if it gives one.
    pub(crate) fn ability(&self) -> Option<&Ability> {
        if let Self::Ability(ability) = self { Some(ability) } else { None }
    }

    /// The kinds of what is given: one, but where several quantities are doubled.
    pub fn kinds(&self) -> Vec<GivesKind> {
        match self {
            Self::Double(stats) => stats.iter().map(|stat| GivesKind::of(*stat)).collect(),
            other => other.one_kind().into_iter().collect(),
        }
    }

    /// Whether it is of a kind.
    pub(crate) fn is(&self, kind: GivesKind) -> bool {
        match self {
            Self::Double(stats) => stats.iter().any(|stat| GivesKind::of(*stat) == kind),
            other => other.one_kind() == Some(kind),
        }
    }

    /// Its kind; none where it is of several.
    fn one_kind(&self) -> Option<GivesKind> {
        Some(match self {
            Self::Add { stat, .. } | Self::Subtract { stat, .. } | Self::Set { stat, .. } => {
                GivesKind::of(*stat)
            }
            Self::Double(_) => return None,
            Self::Keyword(_) | Self::LosesKeyword(_) => GivesKind::Keyword,
            Self::Ability(_) => GivesKind::Ability,
            Self::CannotBeDamaged => GivesKind::CannotBeDamaged,
            Self::CannotBeDamagedBy(_) => GivesKind::CannotBeDamagedBy,
            Self::Blank => GivesKind::Blank,
            Self::CannotAttack => GivesKind::CannotAttack,
            Self::CannotDefend => GivesKind::CannotDefend,
            Self::CannotCommit => GivesKind::CannotCommit,
            Self::OnlyAttackers(_) => GivesKind::OnlyAttackers,
            Self::MostAttackers(_) => GivesKind::MostAttackers,
            Self::IgnoresResourceMatch => GivesKind::IgnoresResourceMatch,
            Self::MatchesAffiliation(_) => GivesKind::MatchesAffiliation,
            Self::PlayableFromDiscard => GivesKind::PlayableFromDiscard,
            Self::FirstEdgeCardFaceup(_) => GivesKind::FirstEdgeCardFaceup,
            Self::CannotBeDestroyed => GivesKind::CannotBeDestroyed,
            Self::IconsNeedEdge => GivesKind::IconsNeedEdge,
            Self::CannotBeTargeted(_) => GivesKind::CannotBeTargeted,
            Self::EntersWithFocus(_) => GivesKind::EntersWithFocus,
            Self::DividesUnitDamage => GivesKind::DividesUnitDamage,
            Self::ConsideredToControl { .. } => GivesKind::ConsideredToControl,
            Self::StruggleIcons(_) => GivesKind::StruggleIcons,
            Self::EdgeIcons(_) => GivesKind::EdgeIcons,
            Self::ConsideredCommitted => GivesKind::ConsideredCommitted,
            Self::CountsExhausted => GivesKind::CountsExhausted,
            Self::ConsideredInHand { .. } => GivesKind::ConsideredInHand,
            Self::Reserve { .. } => GivesKind::Reserve,
            Self::UnopposedBonus(_) => GivesKind::UnopposedBonus,
            Self::NoUnopposedDamage => GivesKind::NoUnopposedDamage,
            Self::StrikesFromOutside => GivesKind::StrikesFromOutside,
            Self::MayDamageOutside(_) => GivesKind::MayDamageOutside,
            Self::ResourcesOnlyFor(_) => GivesKind::ResourcesOnlyFor,
            Self::MustDefend => GivesKind::MustDefend,
            Self::LeastDefenders(_) => GivesKind::LeastDefenders,
            Self::CannotBeEngaged => GivesKind::CannotBeEngaged,
            Self::EngagedFirst => GivesKind::EngagedFirst,
            Self::NoFateEffects(_) => GivesKind::NoFateEffects,
            Self::CannotBeDamagedByCards(_) => GivesKind::CannotBeDamagedByCards,
            Self::CannotBeFocusedBy(_) => GivesKind::CannotBeFocusedBy,
            Self::CannotDrawByEffects(_) => GivesKind::CannotDrawByEffects,
            Self::BesidesPilotLimit => GivesKind::BesidesPilotLimit,
            Self::EngageDial(_) => GivesKind::EngageDial,
        })
    }
}

fn keyword_line<'de, R: Deserializer<'de>>(reader: R) -> Result<String, R::Error> {
    read_line::<Keyword, R>(reader, |line| Keyword::of_line(line).is_some())
}
