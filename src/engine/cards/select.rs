//! Which cards an effect touches, as cards of every game say it.

/// Declares the selections of a game: a name, all cards of a kind or a choice, and its own. `Filter`, `Who`
/// and `Ref` are the game's.
macro_rules! selection {
    (
        expecting $expecting:literal;
        choose { $($(#[$about:meta])* $extra:ident: $kind:ty,)* }
        $($own:tt)*
    ) => {
        /// Which cards an effect touches: a name, all cards of a kind, or a choice.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Deserialize, schemars::JsonSchema)]
        #[serde(untagged, deny_unknown_fields, expecting = $expecting)]
        pub enum Select {
            /// The cards so named.
            Named(Ref),
            /// Every card that matches.
            Each {
                each: Filter,
            },
            /// Cards chosen while the effect is carried out.
            Choose {
                /// Which may be chosen.
                choose: Filter,
                /// Who chooses.
                #[serde(default)]
                by: Who,
                #[serde(default = "one")]
                count: u32,
                /// Whether fewer, or none, may be chosen.
                #[serde(default, rename = "up-to")]
                up_to: bool,
                $($(#[$about])* $extra: $kind,)*
                /// The name under which later instructions know them.
                #[serde(rename = "as")]
                name: Option<Ref>,
            },
            $($own)*
        }
    };
}
pub(in crate::engine) use selection;
