//! The kinds of step that a game records: a closed vocabulary, each kind with the word by which expectations,
//! reports and JSON call it.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::engine::cards::Vocabulary;
use crate::engine::cards::vocabulary::unknown;
use crate::engine::kernel::Value;

/// The kinds of step of a game, those of the script itself among them.
pub trait StepKind: Value + Vocabulary {
    /// What a replay says before it begins.
    const NOTE: Self;
    /// A line only asked whether something is allowed, and it is.
    const MAY: Self;
    /// A line was to be refused, and was.
    const REFUSED: Self;
    /// A loop was executed.
    const LOOP: Self;

    /// What it means to the script; none if it is nothing that the script looks for.
    fn meaning(self) -> Option<Meaning>;
}

/// What a step means to the script, whatever a game calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A card is played, or an ability is used.
    Begins,
    /// Targets of that are chosen.
    Targets,
    /// Something is canceled: an ability, which then says that it is without effect, or what was about to
    /// happen.
    Canceled,
    /// A card's being played is canceled.
    Disrupted,
    /// Its cost was not paid.
    NotPaid,
    /// It has no effect.
    WithoutEffect,
    /// Something it would have done finds nothing to be done to, or nobody to do it.
    FallsShort,
    /// A card leaves its place, so that it does nothing there any more.
    Leaves,
    /// The game is won.
    Wins,
}

impl Meaning {
    /// Whether what was begun comes to nothing.
    pub fn is_without_effect(self) -> bool {
        matches!(self, Self::Canceled | Self::Disrupted | Self::NotPaid | Self::WithoutEffect)
    }
}

/// Declares the kinds of step of a game, each with its word and, behind a colon, what it means to the script.
/// The script's own come last.
macro_rules! step_kinds {
    (@all $(#[$meta:meta])* pub enum $name:ident {
        $($(#[$doc:meta])* $kind:ident = $word:literal $(: $meaning:ident)?,)+
    }) => {
        crate::engine::cards::vocabulary::vocabulary! {
            $(#[$meta])*
            pub enum $name { $($(#[$doc])* $kind = $word,)+ }
        }

        impl crate::engine::script::StepKind for $name {
            const NOTE: Self = Self::Note;
            const MAY: Self = Self::May;
            const REFUSED: Self = Self::Refused;
            const LOOP: Self = Self::Loop;

            fn meaning(self) -> Option<crate::engine::script::steps::Meaning> {
                match self {
                    $($(Self::$kind => Some(crate::engine::script::steps::Meaning::$meaning),)?)+
                    _ => None,
                }
            }
        }
    };
    ($(#[$meta:meta])* pub enum $name:ident { $($kinds:tt)+ }) => {
        crate::engine::script::steps::step_kinds! {
            @all $(#[$meta])* pub enum $name {
                $($kinds)+
                /// What a replay says before it begins.
                Note = "note",
                /// A line only asked whether something is allowed, and it is.
                May = "may",
                /// A line was to be refused, and was.
                Refused = "refused",
                /// A loop was executed.
                Loop = "loop",
            }
        }
    };
}
pub(in crate::engine) use step_kinds;

/// A kind of step as a file says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind<K>(pub K);

impl<K: StepKind> Kind<K> {
    pub(crate) fn word(self) -> &'static str {
        self.0.word()
    }
}

impl<'de, K: StepKind> Deserialize<'de> for Kind<K> {
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        let said = String::deserialize(reader)?;
        K::named(&said).map(Self).ok_or_else(|| Error::custom(unknown::<K>("kind of step", &said)))
    }
}

impl<K: StepKind> JsonSchema for Kind<K> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Kind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A kind of step.", "enum": K::words() })
    }
}
