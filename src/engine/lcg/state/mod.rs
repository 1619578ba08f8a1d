//! A game as it stands: the cards on the table, how far the turn has come, and what both mean.
//!
//! | module | holds |
//! |---|---|
//! | `table` | the cards, and what must be remembered |
//! | `able` | which cards could do what |
//! | `point` | the named points of the timing chart |
//! | `stage` | how far a point, or an event, has come |
//! | `event` | what happens, or is about to |
//! | `choice` | what can be chosen, and what a question is about |
//! | `scope` | what an effect knows |
//! | `filter` | which cards are meant |
//! | `values` | what a card is now, by all that others give it |
//! | `narrate` | cards and events in words |

pub(crate) mod able;
pub mod choice;
pub(crate) mod event;
pub(crate) mod filter;
pub(super) mod narrate;
pub(crate) mod point;
pub(crate) mod scope;
pub(super) mod stage;
pub mod table;
pub mod values;
