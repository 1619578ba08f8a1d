//! How far what takes several steps has come: a sequence of events, a box of the timing chart.

/// Which player's turn it is where both have one, the active player first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InTurn {
    /// The active player's.
    Active,
    /// The other player's.
    Other,
}

/// How far the events of a sequence have come, after the window before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// They begin: replacements of most events, step 1 of damage, shields against focus tokens.
    #[default]
    Begins,
    /// Damage may be reassigned by Protect (step 2).
    Protects(InTurn),
    /// Damage has been reassigned: interrupts to what is dealt to another card now.
    Reassigned,
    /// Shields may be used against damage (step 3).
    Shields(InTurn),
    /// They happen; damage is taken (step 4).
    Happens,
    /// They have happened: whether that came to what it was meant to be is looked at.
    Happened,
    /// Nothing is left of them.
    Over,
}

/// How far a box of the timing chart has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Progress {
    Begins,
    /// It has begun: what answers that is over, or what the box itself brings has happened.
    Begun,
    /// Units have been declared.
    Declared,
    /// Shielding has been used.
    Shielded,
    /// The objective is engaged.
    Engaged,
    /// A player is about to place an edge card, or to pass.
    Edge,
    /// He places one, or passes.
    Places,
    /// The edge stacks are revealed.
    Revealed,
    /// The fate cards have resolved.
    FatesResolved,
    /// The icons of all edge cards are known.
    IconsKnown,
    /// The edge battle is won.
    Counted,
    /// Unopposed damage has been dealt.
    Rewarded,
    /// It has been looked at which units survived.
    Survived,
    Ends,
}
