//! The rulings the policy carries out, each under one name. A test resolves every one of them.

use crate::engine::script::citations::citations;

citations! {
    /// "Until end of battle".
    END_OF_BATTLE = "tcg:general.1";
    /// When an attack starts and ends.
    ATTACK = "tcg:general.2";
    /// Partially built cards.
    PARTIALLY_BUILT = "tcg:general.3";
    /// Dice of damage are not attacks.
    DICE_NO_ATTACK = "tcg:general.4";
    /// What an activated ability is.
    ACTIVATED = "tcg:general.5";
    /// One-shot Force.
    ONE_SHOT = "tcg:general.6";
    /// A card that names itself need not be unique.
    NAMES_ITSELF = "tcg:general.7";
    /// Parts in order.
    IN_ORDER = "tcg:multiple.1";
    /// Chances in the middle of an effect.
    IN_THE_MIDDLE = "tcg:multiple.2";
    /// What triggers during an effect waits.
    TRIGGERS_WAIT = "tcg:multiple.3";
    /// Effects set up for later.
    LATER = "tcg:triggered.1";
    /// All conditions must be true.
    CONDITIONS = "tcg:triggered.2";
    /// Once in the pool, certain to take effect.
    POOL = "tcg:triggered.3";
    /// Dark Side first.
    DARK_FIRST = "tcg:triggered.4";
    HELD = "tcg:held";
    /// Rerolls only in their chances.
    HELD_REROLLS = "tcg:held.1";
    /// Prevention only in its chances.
    HELD_PREVENTION = "tcg:held.2";
    /// No others in those chances.
    NO_OTHERS = "tcg:held.3";
    /// Held while effects play out.
    HELD_BY_EFFECTS = "tcg:held.4";
    /// Held during a chance.
    HELD_BY_CHANCE = "tcg:held.5";
    /// The two exceptions.
    EXCEPTIONS = "tcg:held.6";
    /// Held ones take effect afterwards.
    AFTERWARDS = "tcg:held.7";
    /// Contested units.
    CONTESTED = "tcg:contested.1";
    BIDDING = "tcg:contested.2";
    /// Who wins the bid.
    BID_WINNER = "tcg:contested.3";
    /// What winner and loser do.
    BID_PAYS = "tcg:contested.4";
    /// Several pairs.
    BID_ORDER = "tcg:contested.5";
    /// Abilities used instead of attacking.
    INSTEAD = "tcg:activated";
    /// Damage to all units of an arena.
    ALL_UNITS = "tcg:qa.asteroid-field";
    /// That both keywords are played in one opportunity.
    ONE_OPPORTUNITY = "tcg:qa.intercept-retaliate";
    /// Disrupting needs a card being played.
    DISRUPT = "tcg:qa.darth-vader-g";
    /// A card set aside stays removed.
    STAYS_REMOVED = "tcg:qa.bright-hope";
    /// Damage is doubled when it resolves.
    DOUBLED_LATE = "tcg:qa.overkill";
    /// Only the final roll for build points counts.
    FINAL_ROLL = "tcg:qa.cloud-city-landing-platform";
    /// The fastest unit must act before slower ones.
    FASTER_FIRST = "tcg:qa.forward-command-center";
    /// Damage of two Locations.
    TWO_LOCATIONS = "tcg:qa.two-locations";
}
