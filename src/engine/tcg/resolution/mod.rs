//! From the intent to what has happened.
//!
//! | module | holds |
//! |---|---|
//! | `chances` | chances to play or pass |
//! | `playing` | playing a card or an ability: announce, pay, disrupt, effect |
//! | `pool` | triggered abilities: triggering, waiting, being held |
//! | `dice` | rolling dice, and the reroll chance |
//! | `damage` | damage pending, prevented, taken |
//! | `leave` | where cards go |
//! | `drawing` | drawing cards |
//! | `contest` | contested uniques and their bids |

pub(super) mod chances;
pub(crate) mod contest;
pub(super) mod damage;
pub(crate) mod dice;
pub(super) mod drawing;
pub(super) mod leave;
pub(crate) mod playing;
pub(super) mod pool;
