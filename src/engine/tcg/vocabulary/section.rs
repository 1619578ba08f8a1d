//! The sections of the rulebook that steps and refusals rest on, as they are cited.

use std::fmt;

/// A section of the rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    BuildStep,
    Locations,
    /// What effects do.
    Effects,
    HiddenCost,
    /// The order of a turn.
    Turn,
    /// Before the first turn.
    Setup,
    /// The battle step: who acts, by speed.
    BySpeed,
    Abilities,
    /// How a card is played, from its cost to its effect.
    PlayingCards,
    /// How an ability is played from a card in play.
    PlayingAbilities,
    /// Preventing damage.
    Preventing,
    Enhance,
    Costs,
    CommandPhase,
    RetreatStep,
    Drawing,
    Stacking,
    PilotsAndEquipment,
    /// What forbids goes before what allows.
    CantBeatsCan,
    AttackStep1,
    AttackStep3,
    /// Attack, assigning hits.
    AssigningHits,
    Overkill,
    AttackDice,
    /// Attack, counting hits.
    CountingHits,
    Upkeep,
    /// Abilities used from the build zone.
    Reserves,
    /// The chances to play a card or an ability, or to pass.
    PlayOrPass,
    Rerolls,
    Disrupting,
    ReadyPhase,
    BattlePhase,
    EndOfTurn,
    Damage,
    DamageCounters,
    Stun,
    Bounties,
    Lucky,
    /// A unit with as much damage as health is discarded.
    Health,
    /// One unit of a unique name.
    OneOfAName,
    Missions,
    AttackPlayOrPass,
    Intercept,
    Retaliate,
    Evade,
    Deflect,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BuildStep => "build step",
            Self::Locations => "Locations",
            Self::Effects => "effects",
            Self::HiddenCost => "Hidden Cost",
            Self::Turn => "the turn",
            Self::Setup => "setup",
            Self::BySpeed => "battle step, by speed",
            Self::Abilities => "abilities",
            Self::PlayingCards => "playing a card",
            Self::PlayingAbilities => "playing an ability",
            Self::Preventing => "preventing damage",
            Self::Enhance => "Enhance",
            Self::Costs => "costs",
            Self::CommandPhase => "command phase",
            Self::RetreatStep => "retreat step",
            Self::Drawing => "drawing",
            Self::Stacking => "stacking",
            Self::PilotsAndEquipment => "pilots and Equipment",
            Self::CantBeatsCan => "\"can't\" beats \"can\"",
            Self::AttackStep1 => "attack, step 1",
            Self::AttackStep3 => "attack, step 3",
            Self::AssigningHits => "attack, assigning hits",
            Self::Overkill => "Overkill",
            Self::AttackDice => "attack, dice",
            Self::CountingHits => "attack, counting hits",
            Self::Upkeep => "Upkeep",
            Self::Reserves => "Reserves",
            Self::PlayOrPass => "play or pass",
            Self::Rerolls => "rerolls",
            Self::Disrupting => "disrupting",
            Self::ReadyPhase => "ready phase",
            Self::BattlePhase => "battle phase",
            Self::EndOfTurn => "end of turn",
            Self::Damage => "damage",
            Self::DamageCounters => "damage counters",
            Self::Stun => "Stun",
            Self::Bounties => "bounties",
            Self::Lucky => "Lucky",
            Self::Health => "health",
            Self::OneOfAName => "one unit of a unique name",
            Self::Missions => "Missions",
            Self::AttackPlayOrPass => "attack, play or pass",
            Self::Intercept => "Intercept",
            Self::Retaliate => "Retaliate",
            Self::Evade => "Evade",
            Self::Deflect => "Deflect",
        })
    }
}
