//! The rulings that a game's policy carries out.

/// Each ruling once: a constant for the code, and the list that a test goes through.
macro_rules! citations {
    ($($(#[$doc:meta])* $name:ident = $id:literal;)+) => {
        $($(#[$doc])* pub(crate) const $name: &str = $id;)+
        pub(crate) const ALL: &[&str] = &[$($name),+];
    };
}
pub(in crate::engine) use citations;

/// Each rule of the rulebook once: where it stands there, and the entries of the digest that say it.
macro_rules! book_rules {
    ($($(#[$doc:meta])* $name:ident = $place:literal [$($says:literal),*];)+) => {
        $(
            $(#[$doc])*
            pub(crate) const $name: crate::engine::kernel::BookRule =
                crate::engine::kernel::BookRule { place: $place, says: &[$($says),*] };
        )+
        pub(crate) const ALL: &[crate::engine::kernel::BookRule] = &[$($name),+];
    };
}
pub(in crate::engine) use book_rules;
