//! The timing chart.
//!
//! | module | holds |
//! |---|---|
//! | `chart` | its boxes, but for those of an engagement |
//! | `force` | commitment and the Force struggle |

pub(crate) mod chart;
pub(crate) mod force;
