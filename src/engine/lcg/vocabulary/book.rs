//! The rules of the rulebook that steps and refusals rest on: where each stands there, and the entries of
//! the digest that say it in other words. A test finds every one of them.

use crate::engine::script::citations::book_rules;

book_rules! {
    THEN = "p. 27" ["lcg:core.then"];
    CANNOT = "p. 27" ["lcg:core.cannot"];
    ONLY_LIGHT_CAPTURED = "p. 26" ["lcg:core.capture-only-ls"];
    FORCE_CARDS = "pp. 14-15" ["lcg:core.force-commit-limit", "lcg:core.force-commit"];
    COMMIT = "p. 14" ["lcg:core.force-commit"];
    COMMIT_OWN_TURN = "p. 15" ["lcg:core.force-commit-own-turn"];
    STRUGGLE = "p. 15" ["lcg:core.force-struggle"];
    DIAL_IN_BALANCE = "p. 12" [
        "lcg:core.balance-phase-ds",
        "lcg:core.dial-balance-two",
        "lcg:core.dial-advance-ways"
    ];
    FIRST_REFRESH = "p. 12" ["lcg:core.refresh-ls-first-turn"];
    REFRESH_FOCUS = "p. 12, step 1" ["lcg:core.refresh-step-1"];
    REFRESH_ELITE = "p. 12, step 1, and p. 25" ["lcg:core.keyword-elite", "lcg:core.refresh-step-1"];
    REFRESH_SHIELDS = "p. 12, step 2" ["lcg:core.refresh-step-2"];
    EMPTY_OBJECTIVE_DECK = "p. 15" ["lcg:core.empty-objective-deck"];
    REFRESH_OBJECTIVES = "p. 12, step 3" ["lcg:core.refresh-step-3"];
    PHASE_ENDS = "p. 30" ["lcg:core.framework-events"];
    DRAW_DISCARD = "p. 12" ["lcg:core.draw-phase-discard"];
    RESERVE = "p. 12" ["lcg:core.draw-phase-draw", "lcg:core.reserve-value"];
    DEPLOYMENT = "p. 13" ["lcg:core.deployment-phase"];
    TURN = "p. 12" ["lcg:core.turn-order", "lcg:core.active-player"];
    SHIELDING = "p. 25" ["lcg:core.keyword-shielding"];
    SHIELDING_MANY = "p. 25" ["lcg:core.keyword-shielding-many"];
    NO_ENHANCEMENTS = "p. 25" ["lcg:core.keyword-no-enhancements"];
    ATTACH = "p. 14" ["lcg:core.enhancement-attach"];
    TACTICS = "p. 21" ["lcg:core.tactics", "lcg:core.tactics-only-units"];
    /// How many tokens they place.
    TACTICS_TOKENS = "p. 21" ["lcg:core.tactics"];
    UNIQUE = "p. 26" ["lcg:core.unique", "lcg:core.unique-no-replacing"];
    UNIQUE_OF_OPPONENT = "p. 26" ["lcg:core.unique-opponent"];
    NO_FIRST_CONFLICT = "p. 14" ["lcg:core.conflict-ds-first-turn"];
    ONCE_EACH = "p. 18" ["lcg:core.conflict-once-each"];
    READY_TO_ATTACK = "p. 18" ["lcg:core.attack-needs-ready-unit", "lcg:core.declare-attackers"];
    ENEMY_OBJECTIVE = "p. 18" ["lcg:core.attack-objectives-only", "lcg:core.declare-objective"];
    BALANCE_DAMAGE = "p. 12" ["lcg:core.balance-phase-ls"];
    BALANCE_ONE = "p. 12" ["lcg:core.balance-phase-optional", "lcg:core.balance-phase-ls"];
    NO_ENGAGEMENT = "p. 31" ["lcg:core.conflict-windows"];
    DECLARE_OBJECTIVE = "p. 18, step 1" ["lcg:core.declare-objective"];
    DECLARE_ATTACKERS = "p. 18, step 2" ["lcg:core.declare-attackers"];
    DECLARE_DEFENDERS = "p. 18, step 3" ["lcg:core.declare-defenders"];
    NOBODY_STRIKES = "p. 20" ["lcg:core.strike-remaining"];
    STRIKE_NO_PASS = "p. 20" ["lcg:core.strike-no-pass"];
    STRIKER = "p. 20" ["lcg:core.strike-choice"];
    STRIKER_EXHAUSTED = "p. 20" ["lcg:core.strike-exhausted-unit", "lcg:core.strike-choice"];
    NOT_PARTICIPATING = "p. 18" ["lcg:core.participating", "lcg:core.non-participating"];
    STRIKE_IN_TURN = "p. 20" ["lcg:core.strike-order", "lcg:core.strike-one-at-a-time"];
    STRIKE = "p. 20" ["lcg:core.strike-steps"];
    NO_ICONS = "p. 20" ["lcg:core.strike-no-icons"];
    NO_USABLE_ICONS = "p. 22" ["lcg:core.strike-no-icons"];
    TARGETED_STRIKE = "p. 25" ["lcg:core.keyword-targeted-strike", "lcg:core.non-participating"];
    TARGETED_STRIKE_OF_DEFENDER = "p. 25" ["lcg:core.keyword-targeted-strike-defender"];
    UNIT_DAMAGE = "p. 21" ["lcg:core.unit-damage"];
    UNIT_DAMAGE_TO_UNITS = "p. 21" ["lcg:core.unit-damage-not-objective", "lcg:core.unit-damage"];
    FATE_TIE = "p. 20" ["lcg:core.fate-tie"];
    FATE = "p. 20" ["lcg:core.fate-resolve"];
    FATE_MANDATORY = "p. 20" ["lcg:core.fate-mandatory"];
    EDGE_BATTLE = "p. 19, step 1" ["lcg:core.edge-steps", "lcg:core.edge-place"];
    EDGE_PLACE = "p. 19, step 1" ["lcg:core.edge-place", "lcg:core.edge-any-card"];
    EDGE_IN_TURN = "p. 19, step 1" ["lcg:core.edge-place"];
    EDGE_PASS = "p. 19, step 1" ["lcg:core.edge-pass"];
    EDGE_NEEDS_UNIT = "p. 18, step 4" ["lcg:core.edge-needs-unit"];
    EDGE_FROM_HAND = "p. 19" ["lcg:core.edge-any-card", "lcg:core.edge-place"];
    EDGE_REVEAL = "p. 19, step 2" ["lcg:core.edge-reveal"];
    EDGE_COUNT = "p. 20" ["lcg:core.edge-count", "lcg:core.edge-tie"];
    EDGE_DISCARD = "p. 20" ["lcg:core.edge-discard"];
    STRIKE_READIED = "p. 20" ["lcg:core.strike-readied"];
    CAPTURED_LOOK = "captured cards" ["lcg:core.captured-look"];
    EDGE_PEEK = "edge stacks" ["lcg:core.edge-peek"];
    NEUTRAL_SOURCE = "p. 16" ["lcg:core.resource-match-neutral-source"];
    ENGAGED_GONE = "p. 23" ["lcg:core.engagement-objective-leaves"];
    ENGAGEMENT_END = "p. 23" ["lcg:core.engagement-end"];
    UNOPPOSED = "p. 23" ["lcg:core.reward-unopposed"];
    SACRIFICE = "p. 27" ["lcg:core.sacrifice"];
    DESTROYED = "p. 21" ["lcg:core.destroyed-when", "lcg:core.damage-capacity"];
    FORCE_CARD_RETURNS = "p. 14" ["lcg:core.force-card-returns"];
    CAPTURED = "p. 26" ["lcg:core.capture"];
    DESTROYED_OBJECTIVE = "p. 23" ["lcg:core.destroyed-objective", "lcg:core.victory-pile"];
    DESTROYED_UNIT = "p. 23" ["lcg:core.destroyed-unit"];
    LEAVES_PLAY = "p. 27" ["lcg:core.leaves-play"];
    ENHANCEMENT_LOST = "p. 14" ["lcg:core.enhancement-lost"];
    DIAL_FOR_OBJECTIVES = "p. 23" ["lcg:core.dial-objective-destroyed", "lcg:core.dial-advance-ways"];
    LIGHT_WINS = "p. 15" ["lcg:core.ls-wins-objectives"];
    DARK_WINS = "p. 15" ["lcg:core.ds-wins-dial"];
    WINS = "p. 15" ["lcg:core.winning"];
    EMPTY_DECK = "p. 15" ["lcg:core.empty-deck-loses"];
    GENERATE = "p. 16" ["lcg:core.generate"];
    GENERATE_ONCE = "p. 16" ["lcg:core.generate-once"];
    CANNOT_PAY = "p. 16" ["lcg:core.cannot-pay"];
    RESOURCE_SOURCES = "p. 16" ["lcg:core.resource-sources"];
    EXHAUSTED = "p. 27" ["lcg:core.exhausted-cannot"];
    FOCUS_CARD = "p. 10" ["lcg:core.focus-a-card"];
    STRIKES_COMMITTED = "p. 15" ["lcg:core.strike-committed"];
    ONE_SHIELD = "p. 23" ["lcg:core.shield-one-per-card"];
    SHIELD = "p. 23" ["lcg:core.shield-effect"];
    PROTECT = "p. 25" ["lcg:core.keyword-protect"];
    PROTECT_LIMIT = "p. 25" ["lcg:core.keyword-protect-limit"];
    TARGET = "p. 27" ["lcg:core.target"];
    LIMITED = "p. 25" ["lcg:core.keyword-limited"];
    RESOURCE_MATCH = "p. 16" ["lcg:core.resource-match", "lcg:core.resource-match-must-pay"];
    PLAYED_FROM_HAND = "p. 13" ["lcg:core.play-word"];
    DEPLOYED_BY_THE_OTHER = "p. 31" ["lcg:core.deployment-opponent"];
    OWN_CARDS = "p. 13" ["lcg:core.controller-owner"];
    HAND_HIDDEN = "p. 13" ["lcg:core.hand-hidden"];
    DEPLOYED_IN_TURN = "p. 13" ["lcg:core.deployment-only-own"];
    ONCE_PER_TRIGGER = "p. 25" ["lcg:core.once-per-trigger"];
    NOTHING_TO_ENHANCE = "p. 14" ["lcg:core.enhancement-attach", "lcg:core.enhancement-cards"];
    /// The digest says nothing of it.
    HIDDEN = "p. 27" [];
    NO_ACTIONS_IN_BALANCE = "p. 30" [
        "lcg:core.balance-phase-no-actions",
        "lcg:core.framework-events"
    ];
    NO_ACTIONS_IN_EVENTS = "pp. 30-31" [
        "lcg:core.framework-events",
        "lcg:core.window-list",
        "lcg:core.action-ability",
        "lcg:core.action-window"
    ];
    FRAMEWORK_NOT_BROKEN = "pp. 30-31" ["lcg:core.framework-events"];
    NO_ACTIONS_IN_ENGAGEMENT = "p. 31" ["lcg:core.engagement-windows"];
    NO_ACTIONS_IN_FORCE_PHASE = "p. 31" ["lcg:core.force-phase-window"];
    /// When an event card may be played; of abilities of other cards it says nothing.
    EVENT_TIMING = "p. 24" ["lcg:core.event-timing"];
    ACTION_TIMING = "pp. 24, 30-31" ["lcg:core.action-ability", "lcg:core.action-window", "lcg:core.window-list"];
    NO_ACTION_IN_RESPONSE = "p. 24" ["lcg:core.action-no-response"];
    INTERRUPTS = "p. 24" ["lcg:core.interrupts", "lcg:core.triggering-condition"];
    REACTIONS = "p. 25" ["lcg:core.reactions", "lcg:core.triggering-condition"];
    FORCED = "p. 25" ["lcg:core.forced"];
    OUT_OF_PLAY = "p. 27" ["lcg:core.out-of-play", "lcg:core.in-play", "lcg:core.effects-only-in-play"];
    FATE_NOT_PLAYED = "p. 9" ["lcg:core.fate-cards"];
    PROTECT_WHAT = "p. 25" ["lcg:core.keyword-protect-traits"];
    SHIELD_NOT_OWN = "p. 23" ["lcg:core.shield-not-own"];
    DIAL_NO_OBJECTIVE = "p. 18" ["lcg:core.dial-not-objective"];
    CAPTURE_WHERE = "p. 26" ["lcg:core.capture-where"];
    NOT_ASKED = "p. 30" ["lcg:core.window-list"];
    TIMING_CHART = "the timing chart, pp. 30-31" ["lcg:core.window-list", "lcg:core.framework-events"];
}
