//! What may be done, and why not.
//!
//! | module | holds |
//! |---|---|
//! | `refuse` | refusals: on what they rest |
//! | `limits` | how often: limits of abilities, limited and unique cards |
//! | `hosts` | what a card may be attached to |
//! | `targets` | what may be targeted |
//! | `triggers` | which events an ability answers |
//! | `strikers` | who participates, and who may strike |
//! | `possible` | whether an effect could do something |
//! | `impossible` | what keeps an effect from doing anything |
//! | `payable` | whether a cost could be paid, and with what |
//! | `legal` | whether a card may be played, or an ability used, now |
//! | `options` | everything a player may do in a window |

pub(super) mod hosts;
mod impossible;
pub(crate) mod legal;
pub(super) mod limits;
pub(super) mod options;
pub(super) mod payable;
pub(super) mod possible;
pub(super) mod refuse;
pub(super) mod strikers;
pub(super) mod targets;
pub(super) mod triggers;
