//! The rulings that a game's policy carries out.

/// Each ruling once: a constant for the code, and the list that a test goes through.
macro_rules! citations {
    ($($(#[$doc:meta])+ $name:ident = $id:literal;)+) => {
        $($(#[$doc])+ pub const $name: &str = $id;)+
        /// All of them.
        pub const ALL: &[&str] = &[$($name),+];
    };
}
pub(in crate::engine) use citations;
