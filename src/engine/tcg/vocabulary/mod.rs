//! What cards are written down in, and what is written down of them.
//!
//! | module | holds |
//! |---|---|
//! | `ability` | what a card can do: its kinds of ability, with their triggers, conditions, costs, targets |
//! | `effect` | the instructions of effects, and what they give |
//! | `gives` | the kinds of what they give |
//! | `select` | which cards, whose, how many |
//! | `shorthand` | abilities written as keywords: `Evade 2 for 3` |
//! | `facts` | what is printed on a card |
//! | `library` | reading the cards that are written down |
//! | `readback` | abilities, back in words |
//! | `cite` | the rulings carried out |
//! | `book` | the sections of the rulebook |
//! | `steps` | the kinds of step that are recorded |

pub(crate) mod ability;
pub(crate) mod book;
pub(crate) mod cite;
pub(crate) mod effect;
pub mod facts;
pub mod gives;
pub(crate) mod library;
pub(crate) mod readback;
pub(crate) mod select;
pub(super) mod shorthand;
pub mod steps;

pub(crate) use crate::engine::cards::DeckEnd;
pub use ability::AbilityKind;
pub(crate) use ability::{Ability, Chance, Condition, Cost, Enhance, EventKind, Target, Trigger};
pub(crate) use effect::{Divided, Effect, Gives, LookAt, Mode, RerollWord, Until, any};
pub use facts::{BuildCost, CardSide, CardText, CardType, Stat};
pub(crate) use facts::{Cards, Keyword, normalize_name};
pub(crate) use gives::GivesKind;
pub use select::Zone;
pub(crate) use select::{Amount, AmountWord, Arena, Filter, Many, Ref, Select, StandingName, Who, Whose};
