//! The sections of the rulebook that steps and refusals rest on, as they are cited, with the entries of the
//! digest that say their rules in other words.

use crate::engine::kernel::BookRule;

/// Declares the sections: each is cited by its name, and by the entries that say it.
macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident = $place:literal [$($says:literal),*];)+) => {
        /// A section of the rulebook.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Section {
            $($(#[$doc])* $name,)+
        }

        impl Section {
            /// Every section, for a test that finds what each of them cites.
            pub(crate) const ALL: &[Self] = &[$(Self::$name),+];
        }

        impl From<Section> for BookRule {
            fn from(section: Section) -> Self {
                match section {
                    $(Section::$name => Self { place: $place, says: &[$($says),*] },)+
                }
            }
        }
    };
}

sections! {
    BuildStep = "build step" ["tcg:core.command-phase", "tcg:core.start-building", "tcg:core.deploy"];
    /// What comes first in it.
    BuildStart = "build step" ["tcg:core.build-step-start"];
    BuildDraw = "build step" ["tcg:core.draw-build-step", "tcg:core.build-step-start"];
    Building = "build step" [
        "tcg:core.start-building",
        "tcg:core.partly-built",
        "tcg:core.overbuild",
        "tcg:core.points-lost"
    ];
    Deploying = "build step" ["tcg:core.deploy"];
    Locations = "Locations" ["tcg:core.location", "tcg:core.location-replaced"];
    /// What effects do.
    Effects = "effects" [];
    HiddenCost = "Hidden Cost" ["tcg:core.hidden-cost", "tcg:core.hidden-cost-not"];
    /// The order of a turn.
    Turn = "the turn" ["tcg:core.turn"];
    /// Before the first turn.
    Setup = "setup" [
        "tcg:core.setup-points",
        "tcg:core.setup-turns",
        "tcg:core.setup-units-only",
        "tcg:core.setup-draw",
        "tcg:core.setup-rest",
        "tcg:core.redraw",
        "tcg:core.starting-hand"
    ];
    /// The battle step: who acts, by speed.
    BySpeed = "battle step, by speed" [
        "tcg:core.next-unit",
        "tcg:core.speed-ties",
        "tcg:core.speed-anew",
        "tcg:core.unit-choices"
    ];
    Abilities = "abilities" ["tcg:core.activated-abilities", "tcg:core.triggered-abilities"];
    /// How a card is played, from its cost to its effect.
    PlayingCards = "playing a card" ["tcg:core.playing-steps", "tcg:core.battle-card-when"];
    /// How an ability is played from a card in play.
    PlayingAbilities = "playing an ability" ["tcg:core.playing-steps", "tcg:core.activated-abilities"];
    Preventing = "preventing damage" ["tcg:core.prevention-chance", "tcg:core.pending-damage"];
    Enhance = "Enhance" ["tcg:core.playing-steps"];
    Costs = "costs" ["tcg:core.force-spend", "tcg:core.battle-card-cost"];
    CommandPhase = "command phase" [
        "tcg:core.command-phase",
        "tcg:core.build-roll",
        "tcg:core.build-bonus"
    ];
    RetreatStep = "retreat step" ["tcg:core.retreat", "tcg:core.retreat-tapped", "tcg:core.retreat-return"];
    Drawing = "drawing" ["tcg:core.empty-deck", "tcg:core.draw-build-step"];
    Stacking = "stacking" [
        "tcg:core.stack",
        "tcg:core.stack-order",
        "tcg:core.stack-order-era",
        "tcg:core.stack-cost"
    ];
    PilotsAndEquipment = "pilots and Equipment" ["tcg:core.pilot"];
    /// What forbids goes before what allows.
    CantBeatsCan = "\"can't\" beats \"can\"" ["tcg:core.cannot-over-can"];
    AttackStep1 = "attack, step 1" ["tcg:core.same-arena", "tcg:core.attack-steps", "tcg:core.attack-taps"];
    AttackStep3 = "attack, step 3" ["tcg:core.attack-steps", "tcg:core.attack-end"];
    AssigningHits = "attack, assigning hits" [
        "tcg:core.attack-steps",
        "tcg:core.hit-damage",
        "tcg:core.overkill"
    ];
    Overkill = "Overkill" ["tcg:core.overkill"];
    AttackDice = "attack, dice" ["tcg:core.dice-power"];
    CountingHits = "attack, counting hits" ["tcg:core.hits"];
    Upkeep = "Upkeep" ["tcg:core.upkeep"];
    /// Abilities used from the build zone.
    Reserves = "Reserves" ["tcg:core.reserves", "tcg:core.build-zone-abilities"];
    /// The chances to play a card or an ability, or to pass.
    PlayOrPass = "play or pass" [
        "tcg:core.play-or-pass",
        "tcg:core.play-after-pass",
        "tcg:core.battle-chances",
        "tcg:core.attack-chance"
    ];
    Rerolls = "rerolls" ["tcg:core.reroll-chance"];
    Disrupting = "disrupting" ["tcg:core.disrupt"];
    ReadyPhase = "ready phase" ["tcg:core.ready-phase"];
    BattlePhase = "battle phase" ["tcg:core.battle-phase"];
    EndOfTurn = "end of turn" ["tcg:core.end-of-turn", "tcg:core.control-arena", "tcg:core.winning"];
    Damage = "damage" ["tcg:core.pending-damage", "tcg:core.hit-damage"];
    DamageCounters = "damage counters" ["tcg:core.hit-damage", "tcg:core.pending-damage"];
    Stun = "Stun" ["tcg:core.stun"];
    Bounties = "bounties" ["tcg:core.bounty"];
    Lucky = "Lucky" ["tcg:core.lucky", "tcg:core.lucky-all"];
    /// A unit with as much damage as health is discarded.
    Health = "health" ["tcg:core.discarded-by-damage"];
    OneOfAName = "one unit of a unique name" ["tcg:core.unique", "tcg:core.same-name"];
    Missions = "Missions" ["tcg:core.mission"];
    AttackPlayOrPass = "attack, play or pass" ["tcg:core.attack-chance", "tcg:core.play-or-pass"];
    Intercept = "Intercept" ["tcg:core.intercept", "tcg:core.intercept-once"];
    Retaliate = "Retaliate" ["tcg:core.retaliate", "tcg:core.retaliate-limits"];
    Evade = "Evade" ["tcg:core.evade"];
    Deflect = "Deflect" ["tcg:core.deflect"];
}
