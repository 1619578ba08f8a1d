//! Which cards an effect touches, as cards of every game say it.

use super::Vocabulary;

/// The names of a game that stand for something without anybody's having chosen it.
pub(crate) trait Standing: Vocabulary {
    fn in_words(self) -> &'static str;
}

/// Declares these names: those of every game and the game's own, each with what it stands for, in words.
macro_rules! standing_names {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $words:literal;)+) => {
        crate::engine::cards::vocabulary::vocabulary! {
            /// The names that stand for something without anybody's having chosen it.
            pub(crate) enum StandingName {
                /// The card that the ability is of.
                This = "self",
                /// The card that the event is about which the ability answers.
                It = "it",
                /// The card that caused that event.
                Source = "source",
                $($(#[$doc])* $name = $word,)+
            }
        }

        impl crate::engine::cards::select::Standing for StandingName {
            fn in_words(self) -> &'static str {
                match self {
                    Self::This => "this card",
                    Self::It => "that card",
                    Self::Source => "the card that caused it",
                    $(Self::$name => $words,)+
                }
            }
        }
    };
}
pub(in crate::engine) use standing_names;

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
