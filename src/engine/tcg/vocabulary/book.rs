//! The sections of the rulebook that steps and refusals rest on, as they are cited, with the entries of the
//! digest that say their rules in other words.

use crate::engine::script::citations::book_rules;

book_rules! {
    BUILD_STEP = "build step" ["tcg:core.command-phase", "tcg:core.start-building", "tcg:core.deploy"];
    /// What comes first in it.
    BUILD_START = "build step" ["tcg:core.build-step-start"];
    BUILD_DRAW = "build step" ["tcg:core.draw-build-step", "tcg:core.build-step-start"];
    BUILDING = "build step" [
        "tcg:core.start-building",
        "tcg:core.partly-built",
        "tcg:core.overbuild",
        "tcg:core.points-lost"
    ];
    DEPLOYING = "build step" ["tcg:core.deploy"];
    LOCATIONS = "Locations" ["tcg:core.location", "tcg:core.location-replaced"];
    /// What effects do.
    EFFECTS = "effects" [];
    HIDDEN_COST = "Hidden Cost" ["tcg:core.hidden-cost", "tcg:core.hidden-cost-not"];
    /// The order of a turn.
    TURN = "the turn" ["tcg:core.turn"];
    /// Before the first turn.
    SETUP = "setup" [
        "tcg:core.setup-points",
        "tcg:core.setup-turns",
        "tcg:core.setup-units-only",
        "tcg:core.setup-draw",
        "tcg:core.setup-rest",
        "tcg:core.redraw",
        "tcg:core.starting-hand"
    ];
    /// The battle step: who acts, by speed.
    BY_SPEED = "battle step, by speed" [
        "tcg:core.next-unit",
        "tcg:core.speed-ties",
        "tcg:core.speed-anew",
        "tcg:core.unit-choices"
    ];
    ABILITIES = "abilities" ["tcg:core.activated-abilities", "tcg:core.triggered-abilities"];
    /// How a card is played, from its cost to its effect.
    PLAYING_CARDS = "playing a card" ["tcg:core.playing-steps", "tcg:core.battle-card-when"];
    /// How an ability is played from a card in play.
    PLAYING_ABILITIES = "playing an ability" ["tcg:core.playing-steps", "tcg:core.activated-abilities"];
    PREVENTING = "preventing damage" ["tcg:core.prevention-chance", "tcg:core.pending-damage"];
    ENHANCE = "Enhance" ["tcg:core.playing-steps"];
    COSTS = "costs" ["tcg:core.force-spend", "tcg:core.battle-card-cost"];
    COMMAND_PHASE = "command phase" [
        "tcg:core.command-phase",
        "tcg:core.build-roll",
        "tcg:core.build-bonus"
    ];
    RETREAT_STEP = "retreat step" ["tcg:core.retreat", "tcg:core.retreat-tapped", "tcg:core.retreat-return"];
    DRAWING = "drawing" ["tcg:core.empty-deck", "tcg:core.draw-build-step"];
    STACKING = "stacking" [
        "tcg:core.stack",
        "tcg:core.stack-order",
        "tcg:core.stack-order-era",
        "tcg:core.stack-cost"
    ];
    PILOTS_AND_EQUIPMENT = "pilots and Equipment" ["tcg:core.pilot"];
    /// What forbids goes before what allows.
    CANT_BEATS_CAN = "\"can't\" beats \"can\"" ["tcg:core.cannot-over-can"];
    ATTACK_STEP_1 = "attack, step 1" ["tcg:core.same-arena", "tcg:core.attack-steps", "tcg:core.attack-taps"];
    ATTACK_STEP_3 = "attack, step 3" ["tcg:core.attack-steps", "tcg:core.attack-end"];
    ASSIGNING_HITS = "attack, assigning hits" [
        "tcg:core.attack-steps",
        "tcg:core.hit-damage",
        "tcg:core.overkill"
    ];
    OVERKILL = "Overkill" ["tcg:core.overkill"];
    ATTACK_DICE = "attack, dice" ["tcg:core.dice-power"];
    COUNTING_HITS = "attack, counting hits" ["tcg:core.hits"];
    UPKEEP = "Upkeep" ["tcg:core.upkeep"];
    /// Abilities used from the build zone.
    RESERVES = "Reserves" ["tcg:core.reserves", "tcg:core.build-zone-abilities"];
    /// The chances to play a card or an ability, or to pass.
    PLAY_OR_PASS = "play or pass" [
        "tcg:core.play-or-pass",
        "tcg:core.play-after-pass",
        "tcg:core.battle-chances",
        "tcg:core.attack-chance"
    ];
    REROLLS = "rerolls" ["tcg:core.reroll-chance"];
    DISRUPTING = "disrupting" ["tcg:core.disrupt"];
    READY_PHASE = "ready phase" ["tcg:core.ready-phase"];
    BATTLE_PHASE = "battle phase" ["tcg:core.battle-phase"];
    END_OF_TURN = "end of turn" ["tcg:core.end-of-turn", "tcg:core.control-arena", "tcg:core.winning"];
    DAMAGE = "damage" ["tcg:core.pending-damage", "tcg:core.hit-damage"];
    DAMAGE_COUNTERS = "damage counters" ["tcg:core.hit-damage", "tcg:core.pending-damage"];
    STUN = "Stun" ["tcg:core.stun"];
    BOUNTIES = "bounties" ["tcg:core.bounty"];
    LUCKY = "Lucky" ["tcg:core.lucky", "tcg:core.lucky-all"];
    /// A unit with as much damage as health is discarded.
    HEALTH = "health" ["tcg:core.discarded-by-damage"];
    ONE_OF_A_NAME = "one unit of a unique name" ["tcg:core.unique", "tcg:core.same-name"];
    MISSIONS = "Missions" ["tcg:core.mission"];
    ATTACK_PLAY_OR_PASS = "attack, play or pass" ["tcg:core.attack-chance", "tcg:core.play-or-pass"];
    INTERCEPT = "Intercept" ["tcg:core.intercept", "tcg:core.intercept-once"];
    RETALIATE = "Retaliate" ["tcg:core.retaliate", "tcg:core.retaliate-limits"];
    EVADE = "Evade" ["tcg:core.evade"];
    DEFLECT = "Deflect" ["tcg:core.deflect"];
    // What refusals rest on is one rule of a section; the others of it do not forbid the same.
    NEXT_UNIT = "battle step, by speed" ["tcg:core.next-unit"];
    SPEED_TIES = "battle step, by speed" ["tcg:core.speed-ties"];
    ATTACK_COSTS = "attack, step 1" ["tcg:core.force-spend"];
    CANNOT_BE_ATTACKED = "attack, step 1" ["tcg:core.cannot-over-can"];
    ATTACK_OWN_ARENA = "attack, step 1" ["tcg:core.same-arena"];
    BOMBARD = "attack, step 1" ["tcg:core.bombard"];
    ION_CANNON = "attack, step 1" ["tcg:core.ion-cannon"];
    STEALTH = "attack, step 1" ["tcg:core.stealth"];
    FORCE = "costs" ["tcg:core.force-spend"];
    /// Costs that are no Force.
    OTHER_COSTS = "costs" ["tcg:core.playing-steps"];
    TRIGGERED = "abilities" ["tcg:core.triggered-abilities"];
    ACTIVATED = "abilities" ["tcg:core.activated-abilities"];
    WOULD_ATTACK = "abilities" ["tcg:core.would-attack"];
    BATTLE_CARDS = "playing a card" ["tcg:core.battle-card-when"];
    NOT_BUILT = "playing a card" ["tcg:core.battle-card-cost"];
    ANNOUNCING = "playing a card" ["tcg:core.playing-steps"];
    IN_THE_BUILD_ZONE = "build step" ["tcg:core.build-zone-abilities"];
    PARTLY_BUILT = "build step" ["tcg:core.partly-built"];
    START_BUILDING = "build step" ["tcg:core.start-building"];
    BUILD_POINTS = "build step" ["tcg:core.build-roll", "tcg:core.points-lost"];
    ONLY_RESERVES = "Reserves" ["tcg:core.reserves"];
    HIDDEN_COST_WHEN = "Hidden Cost" ["tcg:core.hidden-cost-not", "tcg:core.hidden-cost"];
    HIDDEN_COST_OF = "Hidden Cost" ["tcg:core.hidden-cost"];
    INTERCEPTING = "Intercept" ["tcg:core.intercept"];
    INTERCEPT_ONCE = "Intercept" ["tcg:core.intercept-once"];
    RETALIATING = "Retaliate" ["tcg:core.retaliate"];
    RETALIATE_LIMITS = "Retaliate" ["tcg:core.retaliate-limits"];
    NORMAL_CHANCES = "play or pass" ["tcg:core.play-or-pass", "tcg:core.battle-chances"];
    IN_AN_ATTACK = "attack, play or pass" ["tcg:core.attack-chance", "tcg:core.play-or-pass"];
    NO_ATTACK_DICE = "rerolls" ["tcg:core.dice-of-damage"];
    LUCKY_OWN = "Lucky" ["tcg:core.lucky"];
    REROLLING_ALL = "Lucky" ["tcg:core.lucky-all", "tcg:core.lucky"];
    RETREATING = "retreat step" ["tcg:core.retreat"];
    RETREAT_TAPPED = "retreat step" ["tcg:core.retreat-tapped", "tcg:core.retreat"];
    STACKED_VERSIONS = "stacking" ["tcg:core.stack"];
    STACK_ORDER = "stacking" ["tcg:core.stack-order", "tcg:core.stack-order-era"];
    STACK_COST = "stacking" ["tcg:core.stack-cost"];
    SETUP_UNITS = "setup" ["tcg:core.setup-units-only"];
    SETUP_POINTS = "setup" ["tcg:core.setup-points"];
    SETUP_REST = "setup" ["tcg:core.setup-rest"];
    SETUP_TURNS = "setup" ["tcg:core.setup-turns"];
    SETUP_STOPS = "setup" ["tcg:core.setup-stops"];
    REDRAWING = "setup" ["tcg:core.redraw"];
    BUILD_ROLL = "command phase" ["tcg:core.build-roll"];
    BIDDING = "the turn" ["tcg:core.contest-raise"];
    CONTEST = "the turn" ["tcg:core.contest"];
    COMMAND_STEPS = "the turn" ["tcg:core.command-phase"];
    HITS = "attack, assigning hits" ["tcg:core.hit-damage"];
}
