//! The timing chart.
//!
//! | module | holds |
//! |---|---|
//! | `chart` | its boxes, but for those of an engagement |
//! | `force` | commitment and the Force struggle |

pub mod chart;
pub mod force;
