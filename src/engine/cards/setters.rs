//! Values that are built field by field: `Event::new(kind).card(card).amount(2)`.

/// Declares methods of a value that return it with some of its fields set.
macro_rules! setters {
    ($($(#[$meta:meta])* $name:ident($($given:ident: $kind:ty),+) sets $($field:ident = $value:expr),+;)+) => {
        $(
            $(#[$meta])*
            #[must_use]
            pub(crate) fn $name(mut self, $($given: $kind),+) -> Self {
                $(self.$field = $value;)+
                self
            }
        )+
    };
}
pub(in crate::engine) use setters;
