//! What may be done, and why not.
//!
//! | module | holds |
//! |---|---|
//! | `refuse` | refusals: on what they rest |
//! | `targets` | what may be targeted |
//! | `attackers` | who may attack, whom, and at what cost |
//! | `possible` | whether an instruction could be carried out |
//! | `payable` | whether a cost could be paid |

pub(super) mod attackers;
pub(super) mod payable;
pub(super) mod possible;
pub(super) mod refuse;
pub(super) mod targets;
