//! Whether an instruction could be carried out now.

use super::refuse::refuse_by_rulebook;
use crate::engine::cards::Vocabulary as _;
use crate::engine::kernel::Refusal;
use crate::engine::tcg::State;
use crate::engine::tcg::state::pending::pending_at;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::is_given;
use crate::engine::tcg::vocabulary::{Effect, Gives, StandingName, book};

/// Whether an instruction could be carried out now by a card, beyond its costs and targets. What needs
/// an attack, dice or a card being played is asked in `legal`, beside the chances.
pub(crate) fn could(state: &State, id: CardId, effect: &Effect) -> Result<(), Refusal> {
    let name = state.table.id(id);
    match effect {
        Effect::Prevent { to, .. } if StandingName::This.is(to) && pending_at(state).is_none() => {
            Err(refuse_by_rulebook(format!("No damage is pending on {name}."), book::PREVENTING))
        }
        // These can always be done, be it without effect.
        Effect::Prevent { .. }
        | Effect::Evade(_)
        | Effect::Deflect(_)
        | Effect::Lucky(_)
        | Effect::Reroll(_)
        | Effect::OpponentRerolls
        | Effect::PutBack { .. }
        | Effect::RevealUntil(_)
        | Effect::BothRoll
        | Effect::ForEach { .. }
        | Effect::EachPlayer(_)
        | Effect::Intercept
        | Effect::Redirect(_)
        | Effect::Retaliate(_)
        | Effect::Disrupt
        | Effect::DisruptAbility
        | Effect::GainForce { .. }
        | Effect::LoseForce { .. }
        | Effect::Damage { .. }
        | Effect::Dice { .. }
        | Effect::Divide { .. }
        | Effect::PutDamage { .. }
        | Effect::Gain { .. }
        | Effect::Apply { .. }
        | Effect::GainControl { .. }
        | Effect::Tap(_)
        | Effect::Untap(_)
        | Effect::Retreat(_)
        | Effect::Discard(_)
        | Effect::IntoArena { .. }
        | Effect::ToHand(_)
        | Effect::ToDeck { .. }
        | Effect::RemoveFromGame(_)
        | Effect::Shuffle(_)
        | Effect::LookAt { .. }
        | Effect::RemoveDamage { .. }
        | Effect::Counter { .. }
        | Effect::RemoveCounters { .. }
        | Effect::BuildCounters { .. }
        | Effect::ToBuildZone { .. }
        | Effect::DiscardStack(_)
        | Effect::PutUnder { .. }
        | Effect::Draw { .. }
        | Effect::DiscardCards { .. }
        | Effect::DiscardTop { .. }
        | Effect::BuildPoints { .. }
        | Effect::RerollBuild
        | Effect::RollDie
        | Effect::ChooseArena { .. }
        | Effect::ChooseOne(_)
        | Effect::May(_)
        | Effect::MayPay { .. }
        | Effect::PayUpTo { .. }
        | Effect::UnlessPaid { .. }
        | Effect::When { .. }
        | Effect::Later { .. } => Ok(()),
    }
}

/// Whether an effect forbids Evade for a card.
pub(in crate::engine::tcg) fn forbids_evade(state: &State, id: CardId) -> bool {
    is_given(state, id, &Gives::CannotEvade)
}
