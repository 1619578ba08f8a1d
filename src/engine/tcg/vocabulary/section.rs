//! The sections of the rulebook that steps and refusals rest on, as they are cited.

use crate::engine::kernel::BookRule;

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

impl Section {
    /// What it is cited as.
    fn place(self) -> &'static str {
        match self {
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
        }
    }
}

impl Section {
    /// The entries of the digest that say its rules in other words, the one to cite first.
    fn says(self) -> &'static [&'static str] {
        match self {
            Self::BuildStep => &[
                "tcg:core.build-step-start",
                "tcg:core.start-building",
                "tcg:core.deploy",
                "tcg:core.partly-built",
                "tcg:core.overbuild",
                "tcg:core.points-lost",
                "tcg:core.draw-build-step",
            ],
            Self::Locations => &["tcg:core.location", "tcg:core.location-replaced"],
            Self::Effects => &[],
            Self::HiddenCost => &["tcg:core.hidden-cost", "tcg:core.hidden-cost-not"],
            Self::Turn => &["tcg:core.turn"],
            Self::Setup => &[
                "tcg:core.setup-points",
                "tcg:core.setup-turns",
                "tcg:core.setup-units-only",
                "tcg:core.setup-draw",
                "tcg:core.setup-rest",
                "tcg:core.redraw",
                "tcg:core.starting-hand",
            ],
            Self::BySpeed => {
                &["tcg:core.next-unit", "tcg:core.speed-ties", "tcg:core.speed-anew", "tcg:core.unit-choices"]
            }
            Self::Abilities => &["tcg:core.activated-abilities", "tcg:core.triggered-abilities"],
            Self::PlayingCards => &["tcg:core.playing-steps", "tcg:core.battle-card-when"],
            Self::PlayingAbilities => &["tcg:core.playing-steps", "tcg:core.activated-abilities"],
            Self::Preventing => &["tcg:core.prevention-chance", "tcg:core.pending-damage"],
            Self::Enhance => &["tcg:core.playing-steps"],
            Self::Costs => &["tcg:core.force-spend", "tcg:core.battle-card-cost"],
            Self::CommandPhase => &["tcg:core.command-phase", "tcg:core.build-roll", "tcg:core.build-bonus"],
            Self::RetreatStep => &["tcg:core.retreat", "tcg:core.retreat-tapped", "tcg:core.retreat-return"],
            Self::Drawing => &["tcg:core.empty-deck", "tcg:core.draw-build-step"],
            Self::Stacking => {
                &["tcg:core.stack", "tcg:core.stack-order", "tcg:core.stack-order-era", "tcg:core.stack-cost"]
            }
            Self::PilotsAndEquipment => &["tcg:core.pilot"],
            Self::CantBeatsCan => &["tcg:core.cannot-over-can"],
            Self::AttackStep1 => &["tcg:core.same-arena", "tcg:core.attack-steps", "tcg:core.attack-taps"],
            Self::AttackStep3 => &["tcg:core.attack-steps", "tcg:core.attack-end"],
            Self::AssigningHits => &["tcg:core.attack-steps", "tcg:core.hit-damage", "tcg:core.overkill"],
            Self::Overkill => &["tcg:core.overkill"],
            Self::AttackDice => &["tcg:core.dice-power"],
            Self::CountingHits => &["tcg:core.hits"],
            Self::Upkeep => &["tcg:core.upkeep"],
            Self::Reserves => &["tcg:core.reserves", "tcg:core.build-zone-abilities"],
            Self::PlayOrPass => &[
                "tcg:core.play-or-pass",
                "tcg:core.play-after-pass",
                "tcg:core.battle-chances",
                "tcg:core.attack-chance",
            ],
            Self::Rerolls => &["tcg:core.reroll-chance"],
            Self::Disrupting => &["tcg:core.disrupt"],
            Self::ReadyPhase => &["tcg:core.ready-phase"],
            Self::BattlePhase => &["tcg:core.battle-phase"],
            Self::EndOfTurn => &["tcg:core.end-of-turn", "tcg:core.control-arena", "tcg:core.winning"],
            Self::Damage => &["tcg:core.pending-damage", "tcg:core.hit-damage"],
            Self::DamageCounters => &["tcg:core.hit-damage", "tcg:core.pending-damage"],
            Self::Stun => &["tcg:core.stun"],
            Self::Bounties => &["tcg:core.bounty"],
            Self::Lucky => &["tcg:core.lucky", "tcg:core.lucky-all"],
            Self::Health => &["tcg:core.discarded-by-damage"],
            Self::OneOfAName => &["tcg:core.unique", "tcg:core.same-name"],
            Self::Missions => &["tcg:core.mission"],
            Self::AttackPlayOrPass => &["tcg:core.attack-chance", "tcg:core.play-or-pass"],
            Self::Intercept => &["tcg:core.intercept", "tcg:core.intercept-once"],
            Self::Retaliate => &["tcg:core.retaliate", "tcg:core.retaliate-limits"],
            Self::Evade => &["tcg:core.evade"],
            Self::Deflect => &["tcg:core.deflect"],
        }
    }

    /// Every section, for a test that finds what each of them cites.
    pub(crate) const ALL: &[Self] = &[
        Self::BuildStep,
        Self::Locations,
        Self::Effects,
        Self::HiddenCost,
        Self::Turn,
        Self::Setup,
        Self::BySpeed,
        Self::Abilities,
        Self::PlayingCards,
        Self::PlayingAbilities,
        Self::Preventing,
        Self::Enhance,
        Self::Costs,
        Self::CommandPhase,
        Self::RetreatStep,
        Self::Drawing,
        Self::Stacking,
        Self::PilotsAndEquipment,
        Self::CantBeatsCan,
        Self::AttackStep1,
        Self::AttackStep3,
        Self::AssigningHits,
        Self::Overkill,
        Self::AttackDice,
        Self::CountingHits,
        Self::Upkeep,
        Self::Reserves,
        Self::PlayOrPass,
        Self::Rerolls,
        Self::Disrupting,
        Self::ReadyPhase,
        Self::BattlePhase,
        Self::EndOfTurn,
        Self::Damage,
        Self::DamageCounters,
        Self::Stun,
        Self::Bounties,
        Self::Lucky,
        Self::Health,
        Self::OneOfAName,
        Self::Missions,
        Self::AttackPlayOrPass,
        Self::Intercept,
        Self::Retaliate,
        Self::Evade,
        Self::Deflect,
    ];
}

impl From<Section> for BookRule {
    fn from(section: Section) -> Self {
        Self { place: section.place(), says: section.says() }
    }
}
