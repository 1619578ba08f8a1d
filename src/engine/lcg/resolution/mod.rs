//! From the intent to what has happened.
//!
//! | module | holds |
//! |---|---|
//! | `initiate` | the six steps: playing a card, using an ability |
//! | `happen` | what each event does |
//! | `damage` | the four steps of damage |
//! | `shields` | shields, against damage and focus tokens |
//! | `leave` | leaving play, capture and rescue |
//! | `battle` | what events mean for the engagement in progress |
//! | `settle` | what follows of itself: destruction, delayed effects, forced choices |
//! | `ends` | what ends with a strike, a phase, a turn |

pub(super) mod battle;
pub(crate) mod damage;
pub(super) mod ends;
pub(super) mod happen;
pub(super) mod initiate;
pub(super) mod leave;
pub(super) mod settle;
pub(crate) mod shields;
