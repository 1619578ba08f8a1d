//! The kinds of step that this game records, by which expectations and reports speak of them.

use crate::engine::script::steps::step_kinds;

step_kinds! {
    /// A kind of step. What its word does not say by itself is said beside it.
    pub enum StepKind {
        /// What all cards of a kind gain.
        Applies = "applies",
        /// Hits are assigned.
        Assigns = "assigns",
        Attaches = "attaches",
        AttackEnds = "attack-ends",
        Attacks = "attacks",
        Bids = "bids",
        BuildPoints = "build-points",
        BuildReroll = "build-reroll",
        BuildRoll = "build-roll",
        /// A card goes facedown into the build zone.
        BuildZone = "build-zone",
        /// A card gets build counters.
        Builds = "builds",
        /// A unit is finished.
        Built = "built",
        /// Which two units of one unique name are contested next.
        ChoosesPair = "chooses-pair",
        Contested = "contested",
        ControlReturns = "control-returns",
        /// A card gets a counter of its own kind.
        Counter = "counter",
        Damage = "damage",
        /// Damage counters are put on a card without damage.
        DamageCounters = "damage-counters",
        Declines = "declines",
        Deflects = "deflects",
        Deployed = "deployed",
        /// The order in which dice are rolled against several units.
        DiceOrder = "dice-order",
        /// A card goes from the table to the discard pile.
        Discarded = "discarded",
        /// A player discards from hand or deck.
        Discards = "discards",
        Disrupted = "disrupted": Disrupted,
        /// How much of what is divided a card gets.
        Divides = "divides",
        /// Not all conditions of an ability are true.
        DoesNotTrigger = "does-not-trigger",
        /// Damage is doubled.
        Doubled = "doubled",
        Draws = "draws",
        /// The battle phase or the turn ends.
        Ends = "ends",
        Enhanced = "enhanced",
        /// A card is put into its arena by an effect.
        Enters = "enters",
        /// A card is exchanged during setup.
        Exchanges = "exchanges",
        Expires = "expires",
        /// What the roll for build points comes to.
        FinalRoll = "final-roll",
        Gains = "gains",
        GainsControl = "gains-control",
        GainsForce = "gains-force",
        /// A card is no longer where something was to happen to it.
        Gone = "gone",
        Heals = "heals",
        /// An ability that triggered waits.
        Held = "held",
        HiddenCost = "hidden-cost",
        Hits = "hits",
        /// The parts of a card are followed in their order.
        InOrder = "in-order",
        /// A unit uses an ability instead of attacking.
        Instead = "instead",
        Intercepts = "intercepts",
        /// A player does not raise a bid.
        Keeps = "keeps",
        Looks = "looks",
        /// A player who must draw cannot.
        Loses = "loses",
        LosesForce = "loses-force",
        /// An ability that waited is lost.
        Lost = "lost",
        /// A Mission takes effect.
        Mission = "mission",
        NotCompleted = "not-completed",
        /// A unit without a version letter is not unique.
        NotUnique = "not-unique",
        /// A unit does nothing and is tapped.
        Nothing = "nothing",
        Orders = "orders",
        OwesBounty = "owes-bounty",
        Passes = "passes",
        Pays = "pays",
        PaysPoints = "pays-points",
        /// Damage is about to be dealt.
        Pending = "pending",
        /// A card is put into an arena during setup, or a Location into its own.
        Placed = "placed",
        Plays = "plays": Begins,
        /// How many build points a player has.
        Points = "points",
        Prevented = "prevented",
        Readies = "readies",
        Redirects = "redirects",
        Removed = "removed",
        RemovesCounters = "removes-counters",
        Rerolls = "rerolls",
        Retaliates = "retaliates",
        Retreats = "retreats",
        Reveals = "reveals",
        Rolls = "rolls",
        RollsDie = "rolls-die",
        /// The second unit of a unique name is discarded.
        SecondUnique = "second-unique",
        /// A card is put, or stays, under another one or out of the game.
        SetAside = "set-aside",
        /// Setup is over.
        SetUp = "set-up",
        /// An effect waits for something later.
        SetsUp = "sets-up",
        Shuffles = "shuffles",
        Stacks = "stacks",
        /// The battle phase starts.
        Starts = "starts",
        StaysTapped = "stays-tapped",
        Stunned = "stunned",
        /// An ability that waited takes effect.
        TakesEffect = "takes-effect",
        Tapped = "tapped",
        Taps = "taps",
        /// A card goes into a deck.
        ToDeck = "to-deck",
        ToHand = "to-hand",
        /// The dice of several effects are rolled before damage is prevented.
        Together = "together",
        /// An ability triggers and waits.
        Triggers = "triggers",
        Untapped = "untapped",
        Upkeep = "upkeep",
        Uses = "uses": Begins,
        /// An attack without dice, since attacker or defender is gone.
        Void = "void",
        Wins = "wins": Wins,
        WinsContest = "wins-contest",
        WithoutEffect = "without-effect": WithoutEffect,
    }
}
