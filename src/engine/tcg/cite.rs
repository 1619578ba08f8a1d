//! The rulings the policy carries out, each under one name. A test resolves every one of them.

/// "Until end of battle".
pub const END_OF_BATTLE: &str = "tcg:general.1";
/// When an attack starts and ends.
pub const ATTACK: &str = "tcg:general.2";
/// Partially built cards.
pub const PARTIALLY_BUILT: &str = "tcg:general.3";
/// Dice of damage are not attacks.
pub const DICE_NO_ATTACK: &str = "tcg:general.4";
/// What an activated ability is.
pub const ACTIVATED: &str = "tcg:general.5";
/// One-shot Force.
pub const ONE_SHOT: &str = "tcg:general.6";
/// A card that names itself need not be unique.
pub const NAMES_ITSELF: &str = "tcg:general.7";
/// Parts in order.
pub const IN_ORDER: &str = "tcg:multiple.1";
/// Chances in the middle of an effect.
pub const IN_THE_MIDDLE: &str = "tcg:multiple.2";
/// What triggers during an effect waits.
pub const TRIGGERS_WAIT: &str = "tcg:multiple.3";
/// Effects set up for later.
pub const LATER: &str = "tcg:triggered.1";
/// All conditions must be true.
pub const CONDITIONS: &str = "tcg:triggered.2";
/// Once in the pool, certain to take effect.
pub const POOL: &str = "tcg:triggered.3";
/// Dark Side first.
pub const DARK_FIRST: &str = "tcg:triggered.4";
/// Held.
pub const HELD: &str = "tcg:held";
/// Rerolls only in their chances.
pub const HELD_REROLLS: &str = "tcg:held.1";
/// Prevention only in its chances.
pub const HELD_PREVENTION: &str = "tcg:held.2";
/// No others in those chances.
pub const NO_OTHERS: &str = "tcg:held.3";
/// Held while effects play out.
pub const HELD_BY_EFFECTS: &str = "tcg:held.4";
/// Held during a chance.
pub const HELD_BY_CHANCE: &str = "tcg:held.5";
/// The two exceptions.
pub const EXCEPTIONS: &str = "tcg:held.6";
/// Held ones take effect afterwards.
pub const AFTERWARDS: &str = "tcg:held.7";
/// Contested units.
pub const CONTESTED: &str = "tcg:contested.1";
/// The bidding.
pub const BIDDING: &str = "tcg:contested.2";
/// Who wins the bid.
pub const BID_WINNER: &str = "tcg:contested.3";
/// What winner and loser do.
pub const BID_PAYS: &str = "tcg:contested.4";
/// Several pairs.
pub const BID_ORDER: &str = "tcg:contested.5";
/// Abilities used instead of attacking.
pub const INSTEAD: &str = "tcg:activated";
/// Damage to all units of an arena.
pub const ALL_UNITS: &str = "tcg:qa.asteroid-field";
/// Intercept and Retaliate: one opportunity.
pub const ONE_OPPORTUNITY: &str = "tcg:qa.intercept-retaliate";
/// Disrupting needs a card being played.
pub const DISRUPT: &str = "tcg:qa.darth-vader-g";
/// A card set aside stays removed.
pub const STAYS_REMOVED: &str = "tcg:qa.bright-hope";
/// Damage is doubled when it resolves.
pub const DOUBLED_LATE: &str = "tcg:qa.overkill";
/// Only the final roll for build points counts.
pub const FINAL_ROLL: &str = "tcg:qa.cloud-city-landing-platform";
/// The fastest unit must act before slower ones.
pub const FASTER_FIRST: &str = "tcg:qa.forward-command-center";
/// Damage of two Locations.
pub const TWO_LOCATIONS: &str = "tcg:qa.two-locations";

/// Every one of them.
pub const ALL: &[&str] = &[
    END_OF_BATTLE,
    ATTACK,
    PARTIALLY_BUILT,
    DICE_NO_ATTACK,
    ACTIVATED,
    ONE_SHOT,
    NAMES_ITSELF,
    IN_ORDER,
    IN_THE_MIDDLE,
    TRIGGERS_WAIT,
    LATER,
    CONDITIONS,
    POOL,
    DARK_FIRST,
    HELD,
    HELD_REROLLS,
    HELD_PREVENTION,
    NO_OTHERS,
    HELD_BY_EFFECTS,
    HELD_BY_CHANCE,
    EXCEPTIONS,
    AFTERWARDS,
    CONTESTED,
    BIDDING,
    BID_WINNER,
    BID_PAYS,
    BID_ORDER,
    INSTEAD,
    ALL_UNITS,
    ONE_OPPORTUNITY,
    DISRUPT,
    STAYS_REMOVED,
    DOUBLED_LATE,
    FINAL_ROLL,
    FASTER_FIRST,
    TWO_LOCATIONS,
];
