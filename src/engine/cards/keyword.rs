//! Keywords: a closed vocabulary in each game, each with the word that is printed.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::vocabulary::{self, Vocabulary};

/// The keywords of a game.
pub(crate) trait KeywordSet: Vocabulary {
    /// The keyword of a line as it is printed, with whatever it says besides: `Pilot (1)`, `Protect Vehicle`.
    fn of_line(line: &str) -> Option<Self> {
        let begins = |keyword: &Self| {
            let word = keyword.word();
            line.get(word.len()..).is_some_and(|rest| {
                line[..word.len()].eq_ignore_ascii_case(word)
                    && !rest.starts_with(|c: char| c.is_ascii_alphanumeric())
            })
        };
        Self::named(line).or_else(|| Self::ALL.iter().copied().find(begins))
    }
}

/// That a word is no keyword.
pub(in crate::engine) fn unknown<K: KeywordSet>(said: &str) -> String {
    vocabulary::unknown::<K>("keyword", said)
}

/// Reads the line of a keyword that is given to a card.
pub(in crate::engine) fn read_line<'de, K: KeywordSet, R: Deserializer<'de>>(
    reader: R,
    is_known: impl Fn(&str) -> bool,
) -> Result<String, R::Error> {
    let line = String::deserialize(reader)?;
    if is_known(&line) { Ok(line) } else { Err(R::Error::custom(unknown::<K>(&line))) }
}

/// Declares the keywords of a game, each with its word.
macro_rules! keywords {
    ($(#[$meta:meta])* pub enum $name:ident { $($keyword:ident = $word:literal,)+ }) => {
        crate::engine::cards::vocabulary::vocabulary! {
            $(#[$meta])*
            pub enum $name { $($keyword = $word,)+ }
        }

        impl crate::engine::cards::KeywordSet for $name {}

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<R: serde::Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
                use crate::engine::cards::Vocabulary as _;
                let said = String::deserialize(reader)?;
                Self::named(&said).ok_or_else(|| {
                    serde::de::Error::custom(crate::engine::cards::keyword::unknown::<Self>(&said))
                })
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                use crate::engine::cards::Vocabulary as _;
                schemars::json_schema!({ "type": "string", "description": "A keyword.", "enum": Self::words() })
            }
        }
    };
}
pub(in crate::engine) use keywords;
