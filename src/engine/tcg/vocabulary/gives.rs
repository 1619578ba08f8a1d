//! What is given, without its particulars: what is asked for together is of one kind.

use super::ability::Ability;
use super::effect::Gives;
use super::facts::Stat;

/// The kinds of what a static ability or a lasting effect gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GivesKind {
    /// A change of a quantity.
    Quantity(Stat),
    Keyword,
    LosesKeyword,
    Subtype,
    Ability,
    CannotAttack,
    CannotBeAttacked,
    AttackCost,
    MustAttack,
    CannotRetreat,
    DoesNotUntap,
    CannotEvade,
    /// That it does not count for an arena.
    DoesNotCount,
    PreventDamageTo,
    PreventDamageFrom,
    /// How much of each damage is prevented.
    PreventEach,
    /// That its damage cannot be prevented.
    UnpreventableDamage,
    DoubleDamage,
    /// That it can have another pilot, be it any or one like others.
    ExtraPilot,
    CannotBePlayed,
    /// That its abilities cannot be used.
    CannotUseAbilities,
    CannotDeploy,
    /// That no build points are spent on it.
    CannotSpendBuildPoints,
    /// That its damage cannot be evaded.
    CannotBeEvaded,
    /// How many more cards are drawn.
    ExtraCards,
    /// That a hand, or a build zone, is open.
    Open,
    /// A change of what abilities cost.
    AbilityCost,
    /// A change of what a card costs to play.
    CardCost,
    /// A change of what it costs to build.
    BuildCost,
}

impl Gives {
    pub(crate) fn kind(&self) -> GivesKind {
        match self {
            Self::Add { stat, .. } => GivesKind::Quantity(*stat),
            Self::Keyword(_) => GivesKind::Keyword,
            Self::LosesKeyword(_) => GivesKind::LosesKeyword,
            Self::Subtype(_) => GivesKind::Subtype,
            Self::Ability(_) => GivesKind::Ability,
            Self::CannotAttack => GivesKind::CannotAttack,
            Self::CannotBeAttacked => GivesKind::CannotBeAttacked,
            Self::AttackCost(_) => GivesKind::AttackCost,
            Self::MustAttack => GivesKind::MustAttack,
            Self::CannotRetreat => GivesKind::CannotRetreat,
            Self::DoesNotUntap => GivesKind::DoesNotUntap,
            Self::CannotEvade => GivesKind::CannotEvade,
            Self::DoesNotCount => GivesKind::DoesNotCount,
            Self::PreventDamageTo => GivesKind::PreventDamageTo,
            Self::PreventDamageFrom => GivesKind::PreventDamageFrom,
            Self::PreventEach(_) => GivesKind::PreventEach,
            Self::UnpreventableDamage => GivesKind::UnpreventableDamage,
            Self::DoubleDamage => GivesKind::DoubleDamage,
            Self::ExtraPilot | Self::ExtraPilotLike(_) => GivesKind::ExtraPilot,
            Self::CannotBePlayed => GivesKind::CannotBePlayed,
            Self::CannotUseAbilities => GivesKind::CannotUseAbilities,
            Self::CannotDeploy => GivesKind::CannotDeploy,
            Self::CannotSpendBuildPoints => GivesKind::CannotSpendBuildPoints,
            Self::CannotBeEvaded => GivesKind::CannotBeEvaded,
            Self::ExtraCards(_) => GivesKind::ExtraCards,
            Self::OpenHand | Self::OpenBuild => GivesKind::Open,
            Self::AbilityCost { .. } => GivesKind::AbilityCost,
            Self::CardCost(_) => GivesKind::CardCost,
            Self::BuildCost(_) => GivesKind::BuildCost,
        }
    }

    /// The ability it gives, if it gives one.
    pub(crate) fn ability(&self) -> Option<&Ability> {
        if let Self::Ability(ability) = self { Some(ability) } else { None }
    }

    /// The subtype it gives, if it gives one.
    pub(crate) fn subtype(&self) -> Option<&str> {
        if let Self::Subtype(line) = self { Some(line) } else { None }
    }

    /// All kinds that come of it, its own first: with an ability also what that gives.
    pub(crate) fn kinds(&self) -> Vec<GivesKind> {
        let mut kinds = vec![self.kind()];
        if let Self::Ability(ability) = self {
            kinds.extend(kinds_of(ability));
        }
        kinds
    }

    /// Whether something of a kind comes of it.
    pub(crate) fn leads_to(&self, kind: GivesKind) -> bool {
        match self {
            Self::Ability(_) => self.kinds().contains(&kind),
            other => other.kind() == kind,
        }
    }
}

/// All kinds that come of what an ability gives, read with or without a ruling.
pub fn kinds_of(ability: &Ability) -> Vec<GivesKind> {
    let without = ability.without.iter().flat_map(|without| kinds_of(without));
    ability.gives.iter().flat_map(Gives::kinds).chain(without).collect()
}
