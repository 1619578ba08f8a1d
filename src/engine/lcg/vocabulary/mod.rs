//! What cards are written down in, and what is written down of them.
//!
//! | module | holds |
//! |---|---|
//! | `ability` | what a card can do: its kinds of ability, with their triggers, conditions, limits, targets |
//! | `effect` | the instructions of effects |
//! | `gives` | what lasting and constant effects give |
//! | `select` | which cards, whose, how many |
//! | `facts` | what is printed on a card |
//! | `library` | reading the cards that are written down |
//! | `readback` | abilities, back in words |
//! | `cite` | the rulings carried out |
//! | `book` | the rules of the rulebook on which steps and refusals rest |
//! | `steps` | the kinds of step that are recorded |

pub(crate) mod ability;
pub(crate) mod book;
pub(crate) mod cite;
pub(crate) mod effect;
pub mod facts;
pub(crate) mod gives;
pub(crate) mod library;
pub(crate) mod readback;
pub(crate) mod select;
pub mod steps;

pub(crate) use crate::engine::cards::DeckEnd;
pub(crate) use ability::{Ability, Condition, Limit, Period, Phase, Target, Trigger, Until};
pub use ability::{AbilityKind, EventKind};
pub(crate) use effect::Effect;
pub use facts::{Affiliation, CardText, CardType, Side, Stat};
pub(crate) use facts::{Cards, Keyword, TextCoverage, normalize_name};
pub(crate) use gives::{Change, EffectSort, Gives, GivesKind};
pub use select::Zone;
pub(crate) use select::{Amount, AmountWord, Filter, Having, Many, Select, StandingName, Who, Whose};
