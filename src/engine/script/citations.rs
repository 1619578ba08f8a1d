//! The rulings that a game's policy carries out.

/// Each ruling once: a constant for the code, and the list that a test goes through.
macro_rules! citations {
    ($($(#[$doc:meta])* $name:ident = $id:literal;)+) => {
        $($(#[$doc])* pub(crate) const $name: &str = $id;)+
        pub(crate) const ALL: &[&str] = &[$($name),+];
    };
}
pub(in crate::engine) use citations;
