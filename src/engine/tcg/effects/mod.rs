//! The instructions of effects, carried out.
//!
//! | module | holds |
//! |---|---|
//! | `perform` | which function carries out which instruction |
//! | `program` | what instructions share |
//! | `choosing` | which cards an instruction is about |
//! | `deck` | decks looked at and put back |
//! | `fight` | damage, its prevention, dice, the defender, disrupting |
//! | `lasting` | what lasts, counters, control |
//! | `moving` | cards that go somewhere |
//! | `paying` | Force, build points, what may be paid |

pub(super) mod choosing;
pub(super) mod deck;
pub(super) mod fight;
pub(super) mod lasting;
pub(super) mod moving;
pub(super) mod paying;
pub(super) mod perform;
pub(super) mod program;
