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
//! | `steps` | the kinds of step that are recorded |

pub mod ability;
pub mod cite;
pub mod effect;
pub mod facts;
pub mod gives;
pub mod library;
pub mod readback;
pub mod select;
pub mod steps;

pub use ability::{Ability, AbilityKind, Condition, EventKind, Limit, Period, Phase, Target, Trigger, Until};
pub use effect::{DeckEnd, Effect};
pub use facts::{
    AsEnhancement, CardText, CardType, Cards, Icons, Keyword, Side, Stat, TextCoverage, normalize_name,
};
pub use gives::{EffectSort, Gives, GivesKind};
pub use select::{Amount, AmountWord, Attached, Filter, Having, Many, Ref, Select, Who, Whose, Zone};
