//! The rulings the policy carries out, each under one name. A test resolves every one of them.

/// Drawing several cards is drawing one at a time.
pub const DRAW_ONE_AT_A_TIME: &str = "lcg:1.1";
/// A deck is shuffled after a search.
pub const SHUFFLE_AFTER_SEARCH: &str = "lcg:1.2";
/// Revealed cards stay revealed until their destination.
pub const REVEALED: &str = "lcg:1.3";
/// A search may find nothing.
pub const SEARCH_MAY_FAIL: &str = "lcg:1.4";
/// Loops.
pub const LOOPS: &str = "lcg:2.1";
/// Who chooses first.
pub const CHOOSERS: &str = "lcg:2.2";
/// When an objective is engaged.
pub const ENGAGED: &str = "lcg:2.3";
/// Who may look at edge stacks.
pub const OWN_EDGE_STACK: &str = "lcg:2.4";
/// Who may look at captured cards.
pub const CAPTURED_HIDDEN: &str = "lcg:2.5";
/// Control of a committed unit.
pub const FORCE_CARD_RETURNS: &str = "lcg:2.6";
/// Attachments and control.
pub const ENHANCEMENT_CONTROL: &str = "lcg:2.7";
/// One engagement against each objective.
pub const ONE_ENGAGEMENT_EACH: &str = "lcg:2.8";
/// Conflicting simultaneous effects.
pub const SIMULTANEOUS: &str = "lcg:2.9";
/// No quantity below zero.
pub const NOT_BELOW_ZERO: &str = "lcg:2.10";
/// Add before doubling.
pub const ADD_THEN_DOUBLE: &str = "lcg:2.11";
/// Keywords do not add up, but for edge.
pub const KEYWORDS: &str = "lcg:2.12";
/// Rescue when the captor leaves play.
pub const RESCUE: &str = "lcg:2.13";
/// Protect with a descriptor.
pub const PROTECT_DESCRIPTOR: &str = "lcg:2.14";
/// A card leaves to its owner.
pub const TO_OWNER: &str = "lcg:2.15";
/// Costs from what one controls.
pub const OWN_COSTS: &str = "lcg:2.16";
/// A canceled effect was still played.
pub const CANCELED: &str = "lcg:3.1";
/// Discard piles.
pub const DISCARD_PILE: &str = "lcg:3.2";
/// Participated.
pub const PARTICIPATED: &str = "lcg:3.3";
/// Qualifiers.
pub const QUALIFIERS: &str = "lcg:3.4";
/// Abilities work in play.
pub const FROM_PLAY: &str = "lcg:3.5";
/// Some part of the effect must be possible.
pub const POSSIBLE: &str = "lcg:3.6";
/// Lasting effects end with the card.
pub const LASTING: &str = "lcg:3.7";
/// "To" is a cost.
pub const TO: &str = "lcg:4.1";
/// The letter X.
pub const LETTER_X: &str = "lcg:4.2";
/// Moving damage.
pub const MOVED_DAMAGE: &str = "lcg:4.3";
/// Framework effects.
pub const FRAMEWORK: &str = "lcg:4.4";
/// Card effects.
pub const CARD_EFFECTS: &str = "lcg:4.5";
/// Winning an edge battle.
pub const WIN_EDGE: &str = "lcg:4.6";
/// Winning a Force struggle.
pub const WIN_STRUGGLE: &str = "lcg:4.7";
/// Limits.
pub const LIMITS: &str = "lcg:4.8";
/// Switch.
pub const SWITCH: &str = "lcg:4.9";
/// Your.
pub const YOUR: &str = "lcg:4.10";
/// Cannot be damaged.
pub const CANNOT_BE_DAMAGED: &str = "lcg:4.11";
/// Dealt damage.
pub const DEALT: &str = "lcg:4.12";
/// Triggered abilities.
pub const TRIGGERED: &str = "lcg:4.13";
/// Copy.
pub const COPY: &str = "lcg:4.14";
/// "After you refresh".
pub const REFRESH: &str = "lcg:errata.refresh-phase";
/// Framework events.
pub const FRAMEWORK_EVENTS: &str = "lcg:timing.framework";
/// Action windows.
pub const ACTIONS: &str = "lcg:timing.actions";
/// Interrupts.
pub const INTERRUPTS: &str = "lcg:timing.interrupts";
/// Reactions.
pub const REACTIONS: &str = "lcg:timing.reactions";
/// Interrupts before reactions.
pub const PRIORITY: &str = "lcg:timing.priority";
/// Step 1 of effect resolution.
pub const STEP_1: &str = "lcg:timing.effect-resolution.1";
/// Step 2.
pub const STEP_2: &str = "lcg:timing.effect-resolution.2";
/// Step 3.
pub const STEP_3: &str = "lcg:timing.effect-resolution.3";
/// Step 4.
pub const STEP_4: &str = "lcg:timing.effect-resolution.4";
/// Step 5.
pub const STEP_5: &str = "lcg:timing.effect-resolution.5";
/// Step 6.
pub const STEP_6: &str = "lcg:timing.effect-resolution.6";
/// Nested sequences.
pub const NESTED: &str = "lcg:timing.nested";
/// Damage: assign.
pub const DAMAGE_1: &str = "lcg:timing.damage.1";
/// Damage: protect.
pub const DAMAGE_2: &str = "lcg:timing.damage.2";
/// Damage: shields.
pub const DAMAGE_3: &str = "lcg:timing.damage.3";
/// Damage: take.
pub const DAMAGE_4: &str = "lcg:timing.damage.4";
/// A destroyed unit is gone before a reaction.
pub const DESTROYED_AT_ONCE: &str = "lcg:faq.boba-fett";
/// Shields stop damage that was reassigned.
pub const SHIELD_REASSIGNED: &str = "lcg:faq.shield-on-protected-damage";
/// A shield does not enlarge a protector's room.
pub const PROTECT_ROOM: &str = "lcg:faq.protect-with-shield";
/// Damage assigned to the protector counts against its room.
pub const PROTECT_SIMULTANEOUS: &str = "lcg:faq.simultaneous-damage-protect";
/// The balance phase's damage is an enemy effect.
pub const BALANCE_SHIELD: &str = "lcg:faq.balance-shield";
/// Tokens count in ones.
pub const THREE_TOKEN: &str = "lcg:faq.three-token";
/// Moving a token removes it.
pub const MOVING_REMOVES: &str = "lcg:faq.cloud-city-operative";
/// A cost that falls short is not paid.
pub const COST_IN_FULL: &str = "lcg:faq.trust-me";
/// Absolute beats incremental.
pub const ABSOLUTE: &str = "lcg:faq.imperial-blockade";
/// Cancel before it resolves.
pub const CANCEL_FIRST: &str = "lcg:faq.get-me-solo";
/// A replaced cost is paid.
pub const REPLACED_COST: &str = "lcg:faq.spice-visions";
/// Dealt is what was taken.
pub const EXCESS: &str = "lcg:faq.chewbacca";
/// "Enters with" is absolute.
pub const ENTERS_WITH: &str = "lcg:faq.remote-hideout";
/// Considered: no status.
pub const CONSIDERED_STATUS: &str = "lcg:faq.echo-base-hoth-gambit";
/// Considered: counts.
pub const CONSIDERED_COUNT: &str = "lcg:faq.echo-base-snowspeeder";
/// No foresight.
pub const NO_FORESIGHT: &str = "lcg:faq.bamboozle";
/// No legal target left.
pub const NO_TARGET_LEFT: &str = "lcg:faq.heroic-sacrifice";
/// The dial is no objective.
pub const DIAL: &str = "lcg:faq.trench-run";
/// Fate cards placed are remembered.
pub const FATE_PLACED: &str = "lcg:faq.tie-attack-squadron";
/// An edge battle is resolved even without units.
pub const EDGE_WITHOUT_UNITS: &str = "lcg:faq.heat-of-battle";
/// Ways of dealing a strike's damage do not mix.
pub const STRIKE_MODES: &str = "lcg:faq.shii-cho-training";
/// A unit readied must strike again.
pub const STRIKE_AGAIN: &str = "lcg:faq.red-two";
/// An objective that enters play is not engaged.
pub const NOT_ENGAGED: &str = "lcg:faq.journey-to-dagobah";
/// Redirected engagement.
pub const REDIRECTED: &str = "lcg:faq.secret-of-yavin-4";
/// The moment of placing an edge card.
pub const EDGE_MOMENT: &str = "lcg:faq.last-defense-of-hoth";

/// All of them.
pub const ALL: &[&str] = &[
    DRAW_ONE_AT_A_TIME,
    SHUFFLE_AFTER_SEARCH,
    REVEALED,
    SEARCH_MAY_FAIL,
    LOOPS,
    CHOOSERS,
    ENGAGED,
    OWN_EDGE_STACK,
    CAPTURED_HIDDEN,
    FORCE_CARD_RETURNS,
    ENHANCEMENT_CONTROL,
    ONE_ENGAGEMENT_EACH,
    SIMULTANEOUS,
    NOT_BELOW_ZERO,
    ADD_THEN_DOUBLE,
    KEYWORDS,
    RESCUE,
    PROTECT_DESCRIPTOR,
    TO_OWNER,
    OWN_COSTS,
    CANCELED,
    DISCARD_PILE,
    PARTICIPATED,
    QUALIFIERS,
    FROM_PLAY,
    POSSIBLE,
    LASTING,
    TO,
    LETTER_X,
    MOVED_DAMAGE,
    FRAMEWORK,
    CARD_EFFECTS,
    WIN_EDGE,
    WIN_STRUGGLE,
    LIMITS,
    SWITCH,
    YOUR,
    CANNOT_BE_DAMAGED,
    DEALT,
    TRIGGERED,
    COPY,
    REFRESH,
    FRAMEWORK_EVENTS,
    ACTIONS,
    INTERRUPTS,
    REACTIONS,
    PRIORITY,
    STEP_1,
    STEP_2,
    STEP_3,
    STEP_4,
    STEP_5,
    STEP_6,
    NESTED,
    DAMAGE_1,
    DAMAGE_2,
    DAMAGE_3,
    DAMAGE_4,
    DESTROYED_AT_ONCE,
    SHIELD_REASSIGNED,
    PROTECT_ROOM,
    PROTECT_SIMULTANEOUS,
    BALANCE_SHIELD,
    THREE_TOKEN,
    MOVING_REMOVES,
    COST_IN_FULL,
    ABSOLUTE,
    CANCEL_FIRST,
    REPLACED_COST,
    EXCESS,
    ENTERS_WITH,
    CONSIDERED_STATUS,
    CONSIDERED_COUNT,
    NO_FORESIGHT,
    NO_TARGET_LEFT,
    DIAL,
    FATE_PLACED,
    EDGE_WITHOUT_UNITS,
    STRIKE_MODES,
    STRIKE_AGAIN,
    NOT_ENGAGED,
    REDIRECTED,
    EDGE_MOMENT,
];
