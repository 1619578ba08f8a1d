//! The rulings the policy carries out, each under one name. A test resolves every one of them.

use crate::engine::script::citations::citations;

citations! {
    /// Drawing several cards is drawing one at a time.
    DRAW_ONE_AT_A_TIME = "lcg:1.1";
    /// A deck is shuffled after a search.
    SHUFFLE_AFTER_SEARCH = "lcg:1.2";
    /// Revealed cards stay revealed until their destination.
    REVEALED = "lcg:1.3";
    /// A search may find nothing.
    SEARCH_MAY_FAIL = "lcg:1.4";
    LOOPS = "lcg:2.1";
    /// Who chooses first.
    CHOOSERS = "lcg:2.2";
    /// When an objective is engaged.
    ENGAGED = "lcg:2.3";
    /// Who may look at edge stacks.
    OWN_EDGE_STACK = "lcg:2.4";
    /// Who may look at captured cards.
    CAPTURED_HIDDEN = "lcg:2.5";
    /// Control of a committed unit.
    FORCE_CARD_RETURNS = "lcg:2.6";
    /// Attachments and control.
    ENHANCEMENT_CONTROL = "lcg:2.7";
    /// One engagement against each objective.
    ONE_ENGAGEMENT_EACH = "lcg:2.8";
    /// Conflicting simultaneous effects.
    SIMULTANEOUS = "lcg:2.9";
    /// No quantity below zero.
    NOT_BELOW_ZERO = "lcg:2.10";
    /// Add before doubling.
    ADD_THEN_DOUBLE = "lcg:2.11";
    /// Keywords do not add up, but for edge.
    KEYWORDS = "lcg:2.12";
    /// Rescue when the captor leaves play.
    RESCUE = "lcg:2.13";
    PROTECT_DESCRIPTOR = "lcg:2.14";
    /// A card leaves to its owner.
    TO_OWNER = "lcg:2.15";
    /// Costs from what one controls.
    OWN_COSTS = "lcg:2.16";
    /// A canceled effect was still played.
    CANCELED = "lcg:3.1";
    DISCARD_PILE = "lcg:3.2";
    PARTICIPATED = "lcg:3.3";
    QUALIFIERS = "lcg:3.4";
    /// Abilities work in play.
    FROM_PLAY = "lcg:3.5";
    /// Some part of the effect must be possible.
    POSSIBLE = "lcg:3.6";
    /// Lasting effects end with the card.
    LASTING = "lcg:3.7";
    /// "To" is a cost.
    TO = "lcg:4.1";
    LETTER_X = "lcg:4.2";
    MOVED_DAMAGE = "lcg:4.3";
    /// Framework effects.
    FRAMEWORK = "lcg:4.4";
    CARD_EFFECTS = "lcg:4.5";
    /// Winning an edge battle.
    WIN_EDGE = "lcg:4.6";
    /// Winning a Force struggle.
    WIN_STRUGGLE = "lcg:4.7";
    LIMITS = "lcg:4.8";
    SWITCH = "lcg:4.9";
    YOUR = "lcg:4.10";
    CANNOT_BE_DAMAGED = "lcg:4.11";
    /// Dealt damage.
    DEALT = "lcg:4.12";
    /// Triggered abilities.
    TRIGGERED = "lcg:4.13";
    COPY = "lcg:4.14";
    /// "After you refresh".
    REFRESH = "lcg:errata.refresh-phase";
    FRAMEWORK_EVENTS = "lcg:timing.framework";
    /// Action windows.
    ACTIONS = "lcg:timing.actions";
    INTERRUPTS = "lcg:timing.interrupts";
    REACTIONS = "lcg:timing.reactions";
    /// Interrupts before reactions.
    PRIORITY = "lcg:timing.priority";
    /// Step 1 of effect resolution.
    STEP_1 = "lcg:timing.effect-resolution.1";
    STEP_2 = "lcg:timing.effect-resolution.2";
    STEP_3 = "lcg:timing.effect-resolution.3";
    STEP_4 = "lcg:timing.effect-resolution.4";
    STEP_5 = "lcg:timing.effect-resolution.5";
    STEP_6 = "lcg:timing.effect-resolution.6";
    /// Nested sequences.
    NESTED = "lcg:timing.nested";
    /// Damage: assign.
    DAMAGE_1 = "lcg:timing.damage.1";
    /// Damage: protect.
    DAMAGE_2 = "lcg:timing.damage.2";
    /// Damage: shields.
    DAMAGE_3 = "lcg:timing.damage.3";
    /// Damage: take.
    DAMAGE_4 = "lcg:timing.damage.4";
    /// A destroyed unit is gone before a reaction.
    DESTROYED_AT_ONCE = "lcg:faq.boba-fett";
    /// Shields stop damage that was reassigned.
    SHIELD_REASSIGNED = "lcg:faq.shield-on-protected-damage";
    /// A shield does not raise how much damage a protector can take.
    PROTECT_ROOM = "lcg:faq.protect-with-shield";
    /// Damage assigned to the protector counts against what it can take.
    PROTECT_SIMULTANEOUS = "lcg:faq.simultaneous-damage-protect";
    /// The balance phase's damage is an enemy effect.
    BALANCE_SHIELD = "lcg:faq.balance-shield";
    /// Tokens count in ones.
    THREE_TOKEN = "lcg:faq.three-token";
    /// Moving a token removes it.
    MOVING_REMOVES = "lcg:faq.cloud-city-operative";
    /// A cost that falls short is not paid.
    COST_IN_FULL = "lcg:faq.trust-me";
    /// Absolute beats incremental.
    ABSOLUTE = "lcg:faq.imperial-blockade";
    /// Cancel before it resolves.
    CANCEL_FIRST = "lcg:faq.get-me-solo";
    /// A replaced cost is paid.
    REPLACED_COST = "lcg:faq.spice-visions";
    /// Dealt is what was taken.
    EXCESS = "lcg:faq.chewbacca";
    /// "Enters with" is absolute.
    ENTERS_WITH = "lcg:faq.remote-hideout";
    /// Considered: no status.
    CONSIDERED_STATUS = "lcg:faq.echo-base-hoth-gambit";
    CONSIDERED_COUNT = "lcg:faq.echo-base-snowspeeder";
    NO_FORESIGHT = "lcg:faq.bamboozle";
    /// No legal target left.
    NO_TARGET_LEFT = "lcg:faq.heroic-sacrifice";
    /// The dial is no objective.
    DIAL = "lcg:faq.trench-run";
    /// Fate cards placed are remembered.
    FATE_PLACED = "lcg:faq.tie-attack-squadron";
    /// An edge battle is resolved even without units.
    EDGE_WITHOUT_UNITS = "lcg:faq.heat-of-battle";
    /// Ways of dealing a strike's damage do not mix.
    STRIKE_MODES = "lcg:faq.shii-cho-training";
    /// A unit readied must strike again.
    STRIKE_AGAIN = "lcg:faq.red-two";
    /// An objective that enters play is not engaged.
    NOT_ENGAGED = "lcg:faq.journey-to-dagobah";
    /// Redirected engagement.
    REDIRECTED = "lcg:faq.secret-of-yavin-4";
    /// One pilot on a unit.
    PILOT_LIMIT = "lcg:core.keyword-pilot-limit";
    /// The moment of placing an edge card.
    EDGE_MOMENT = "lcg:faq.last-defense-of-hoth";
}
