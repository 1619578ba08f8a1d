//! The kinds of step that this game records, by which expectations and reports speak of them.

use crate::engine::script::steps::step_kinds;

step_kinds! {
    /// A kind of step. What its word does not say by itself is said beside it.
    pub enum StepKind {
        ActionWindow = "action-window",
        /// Damage is about to be dealt, or moved, to a card.
        Assigned = "assigned",
        Attaches = "attaches",
        Attacks = "attacks",
        /// The Balance of the Force goes to a player without a struggle.
        Balance = "balance",
        Canceled = "canceled": Canceled,
        /// A card was to enter play and must not.
        CannotEnter = "cannot-enter": FallsShort,
        Captured = "captured": Leaves,
        /// A choice that an effect offers.
        Chooses = "chooses",
        /// An effect that was set up for later begins.
        ComesDue = "comes-due",
        Commits = "commits",
        /// A card changes control.
        Control = "control",
        /// A cost is another than the printed one.
        Cost = "cost",
        /// Force icons, as they count in an edge battle or a struggle.
        Counts = "counts",
        Damage = "damage",
        /// Damage put on a card without being dealt.
        DamagePlaced = "damage-placed",
        /// An engagement is declared against an objective.
        Declares = "declares",
        Declines = "declines",
        Defends = "defends",
        Destroyed = "destroyed": Leaves,
        /// An enhancement is on a card where it must not be.
        Detached = "detached",
        /// The Death Star dial moves.
        Dial = "dial",
        /// Damage is dealt to the Death Star dial.
        DialDamage = "dial-damage",
        DialNotDamaged = "dial-not-damaged",
        Discard = "discard",
        DoesNotHappen = "does-not-happen",
        Draws = "draws",
        /// Who chooses first where each player chooses.
        EachPlayer = "each-player",
        Edge = "edge",
        EdgeBattle = "edge-battle",
        /// An edge battle has no winner.
        EdgeCanceled = "edge-canceled",
        EdgeWon = "edge-won",
        EngageAgain = "engage-again",
        Engaged = "engaged",
        /// Another objective is engaged than the one declared.
        EngagedInstead = "engaged-instead",
        EngagementEnds = "engagement-ends",
        EntersPlay = "enters-play",
        /// What a card has on it as it enters play.
        EntersWith = "enters-with",
        /// Damage beyond what was left of a card's capacity.
        Excess = "excess",
        /// A lasting effect is over.
        Expires = "expires",
        /// The effect of a fate card resolves.
        Fate = "fate",
        Focus = "focus",
        /// A Force card goes back to its player.
        ForceCardReturns = "force-card-returns",
        /// A lasting effect begins.
        Gains = "gains",
        Heal = "heal",
        InterruptWindow = "interrupt-window",
        LeavesEngagement = "leaves-engagement": Leaves,
        LeavesPlay = "leaves-play": Leaves,
        /// A Limited card was played: no other one this turn.
        Limited = "limited",
        Looks = "looks",
        /// Damage or focus tokens are moved.
        Moves = "moves",
        /// A card goes to another place.
        MovesTo = "moves-to",
        /// The title of a card is named.
        Names = "names",
        NoDamage = "no-damage",
        NoDraw = "no-draw",
        NoFocusTarget = "no-focus-target": FallsShort,
        NoIcons = "no-icons": FallsShort,
        NoObjective = "no-objective": FallsShort,
        NoShield = "no-shield",
        NoStriker = "no-striker",
        NoSwitch = "no-switch",
        NoTarget = "no-target": FallsShort,
        /// What stands before "then" did not happen.
        NoThen = "no-then",
        NotCaptured = "not-captured",
        /// A unit was to be committed to the Force and cannot be.
        NotCommitted = "not-committed": FallsShort,
        NotDamaged = "not-damaged",
        NotDestroyed = "not-destroyed",
        NotFocused = "not-focused",
        NotPaid = "not-paid": NotPaid,
        NotSacrificed = "not-sacrificed",
        /// What the scenario gives is not enough to carry something out.
        NotSimulated = "not-simulated",
        /// Who decides the order of simultaneous effects.
        Orders = "orders",
        /// The order of fate cards of one priority.
        OrdersFates = "orders-fates",
        Passes = "passes",
        PassesEdge = "passes-edge",
        Pays = "pays",
        Phase = "phase",
        PhaseEnds = "phase-ends",
        /// There is one pilot too many on a vehicle.
        PilotLimit = "pilot-limit",
        /// A card is placed in an edge stack.
        Places = "places",
        Plays = "plays": Begins,
        Prevents = "prevents",
        Protects = "protects",
        /// Cards chosen at random.
        Random = "random",
        ReactionWindow = "reaction-window",
        Redirects = "redirects",
        Refresh = "refresh",
        /// A player has refreshed.
        Refreshed = "refreshed",
        /// A unit is removed from the engagement.
        Removed = "removed": Leaves,
        /// Something else happens instead.
        Replaces = "replaces",
        Rescued = "rescued",
        /// A card or an ability takes effect.
        Resolves = "resolves",
        Reveals = "reveals",
        RevealsStacks = "reveals-stacks",
        Sacrificed = "sacrificed": Leaves,
        Searches = "searches",
        /// An effect waits for something later.
        SetUp = "set-up",
        /// A shield prevents damage or a focus token.
        Shield = "shield",
        /// A shield is placed on a card.
        Shielded = "shielded",
        /// Shielding gives a shield to another unit or objective.
        Shields = "shields",
        Shuffles = "shuffles",
        Skips = "skips",
        StacksDiscarded = "stacks-discarded",
        /// A cost counts as paid though something else happened.
        StillPaid = "still-paid",
        /// The unit that strikes has left.
        StrikerGone = "striker-gone": FallsShort,
        Strikes = "strikes",
        Struggle = "struggle",
        StruggleWon = "struggle-won",
        /// Items of two cards are switched.
        Switches = "switches",
        Targets = "targets": Targets,
        /// A turn begins.
        Turn = "turn",
        Unfocus = "unfocus",
        /// A card's text is not written down: what it does is left out.
        UnknownEffect = "unknown-effect",
        Unopposed = "unopposed",
        /// What a cost asks for was canceled.
        Unpaid = "unpaid",
        Unshielded = "unshielded",
        /// A shield cannot be used against what comes to its card.
        UselessShield = "useless-shield": FallsShort,
        Uses = "uses": Begins,
        Wins = "wins": Wins,
        WithoutEffect = "without-effect": WithoutEffect,
    }
}
