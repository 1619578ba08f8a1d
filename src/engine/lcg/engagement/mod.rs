//! An engagement, from the objective to its end.
//!
//! | module | holds |
//! |---|---|
//! | `engage` | the objective, attackers, defenders |
//! | `edge` | the edge battle |
//! | `fate` | fate cards |
//! | `strike` | whose turn it is to strike, and a strike |
//! | `reward` | unopposed damage, survivors, the end |

pub(super) mod edge;
pub(crate) mod engage;
pub(super) mod fate;
pub(super) mod reward;
pub(super) mod strike;
