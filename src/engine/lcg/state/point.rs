//! The named points of the timing chart.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::lcg::vocabulary::Phase;

/// The named points of the timing chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Point {
    /// The balance phase.
    #[serde(rename = "balance")]
    Balance,
    /// Refresh phase, step 1: focus tokens are removed.
    #[serde(rename = "refresh.1")]
    RefreshFocus,
    /// Step 2: shield tokens are removed.
    #[serde(rename = "refresh.2")]
    RefreshShields,
    /// Step 3: objectives are filled up.
    #[serde(rename = "refresh.3")]
    RefreshObjectives,
    /// The action window of the refresh phase.
    #[serde(rename = "refresh.actions")]
    RefreshActions,
    /// The end of the refresh phase.
    #[serde(rename = "refresh.end")]
    RefreshEnd,
    /// The draw phase: a card may be discarded.
    #[serde(rename = "draw")]
    Draw,
    /// The draw phase: drawing up to the reserve value.
    #[serde(rename = "draw.cards")]
    DrawCards,
    /// The action window of the draw phase.
    #[serde(rename = "draw.actions")]
    DrawActions,
    /// The deployment phase, one action window.
    #[serde(rename = "deployment")]
    Deployment,
    /// The conflict phase: the action window before each decision to engage.
    #[serde(rename = "conflict.actions")]
    ConflictActions,
    /// The decision to engage an objective.
    #[serde(rename = "engagement.objective")]
    Objective,
    /// Declaring attackers.
    #[serde(rename = "engagement.attackers")]
    Attackers,
    /// The action window after attackers were declared.
    #[serde(rename = "engagement.after-attackers")]
    AfterAttackers,
    /// Declaring defenders.
    #[serde(rename = "engagement.defenders")]
    Defenders,
    /// The action window after defenders were declared.
    #[serde(rename = "engagement.after-defenders")]
    AfterDefenders,
    /// The edge battle: placing cards.
    #[serde(rename = "edge.place")]
    EdgePlace,
    /// The edge battle: revealing, fate cards, counting.
    #[serde(rename = "edge.reveal")]
    EdgeReveal,
    /// The action window after the edge battle.
    #[serde(rename = "edge.actions")]
    EdgeActions,
    /// The decision which unit strikes next.
    #[serde(rename = "engagement.strike")]
    Strike,
    /// The action window after a strike.
    #[serde(rename = "engagement.after-strike")]
    AfterStrike,
    /// Survivors and unopposed damage; the engagement ends.
    #[serde(rename = "engagement.end")]
    EngagementEnd,
    /// The action window after declining to engage.
    #[serde(rename = "conflict.end")]
    ConflictEnd,
    /// The Force phase: committing units.
    #[serde(rename = "force.commit")]
    ForceCommit,
    /// The icons of the units committed are compared.
    #[serde(rename = "force.struggle")]
    ForceStruggle,
    /// The action window of the Force phase.
    #[serde(rename = "force.actions")]
    ForceActions,
    /// What lasts until the end of the turn ends.
    #[serde(rename = "turn.end")]
    TurnEnd,
}

impl Point {
    /// The phase it belongs to.
    pub(crate) fn phase(self) -> Phase {
        match self {
            Self::Balance => Phase::Balance,
            Self::RefreshFocus
            | Self::RefreshShields
            | Self::RefreshObjectives
            | Self::RefreshActions
            | Self::RefreshEnd => Phase::Refresh,
            Self::Draw | Self::DrawCards | Self::DrawActions => Phase::Draw,
            Self::Deployment => Phase::Deployment,
            Self::ForceCommit | Self::ForceStruggle | Self::ForceActions | Self::TurnEnd => Phase::Force,
            Self::ConflictActions
            | Self::Objective
            | Self::Attackers
            | Self::AfterAttackers
            | Self::Defenders
            | Self::AfterDefenders
            | Self::EdgePlace
            | Self::EdgeReveal
            | Self::EdgeActions
            | Self::Strike
            | Self::AfterStrike
            | Self::EngagementEnd
            | Self::ConflictEnd => Phase::Conflict,
        }
    }

    /// Whether a phase begins with it.
    pub(crate) fn begins_phase(self) -> bool {
        matches!(
            self,
            Self::Balance
                | Self::RefreshFocus
                | Self::Draw
                | Self::Deployment
                | Self::ConflictActions
                | Self::ForceCommit
        )
    }

    /// Whether an action window opens there: the blue boxes of the chart.
    pub(crate) fn has_action_window(self) -> bool {
        match self {
            Self::RefreshActions
            | Self::DrawActions
            | Self::Deployment
            | Self::ConflictActions
            | Self::AfterAttackers
            | Self::AfterDefenders
            | Self::EdgeActions
            | Self::AfterStrike
            | Self::ConflictEnd
            | Self::ForceActions => true,
            Self::Balance
            | Self::RefreshFocus
            | Self::RefreshShields
            | Self::RefreshObjectives
            | Self::RefreshEnd
            | Self::Draw
            | Self::DrawCards
            | Self::Objective
            | Self::Attackers
            | Self::Defenders
            | Self::EdgePlace
            | Self::EdgeReveal
            | Self::Strike
            | Self::EngagementEnd
            | Self::ForceCommit
            | Self::ForceStruggle
            | Self::TurnEnd => false,
        }
    }

    /// Whether it needs an engagement in progress.
    pub(crate) fn in_engagement(self) -> bool {
        (Self::Attackers..=Self::EngagementEnd).contains(&self)
    }
}
