//! The instructions of effects, carried out.
//!
//! | module | holds |
//! |---|---|
//! | `perform` | which function carries out which instruction |
//! | `program` | what instructions share |
//! | `choosing` | choosing cards; instructions that choose between others |
//! | `moving` | cards that go somewhere |
//! | `damaging` | damage dealt, divided, moved, prevented |
//! | `tokens` | focus tokens, shields, damage tokens |
//! | `combat` | strikes and edge stacks |
//! | `stopping` | what cancels or changes something that is coming |

pub(super) mod choosing;
pub(super) mod combat;
pub(super) mod damaging;
pub(super) mod moving;
pub(super) mod perform;
pub(super) mod program;
pub(super) mod stopping;
pub(super) mod tokens;
