//! Closed vocabularies: every word of one, and what is said of a word that is none.

use super::{is_same, nearest};

/// A closed set of words.
pub trait Vocabulary: Copy + 'static {
    /// Every one, in the order in which they are written down.
    const ALL: &'static [Self];

    fn word(self) -> &'static str;

    /// The one that is called so; none if none is.
    fn named(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| is_same(one.word(), word))
    }

    /// The one that is spelled so, to the letter.
    fn spelled(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.is(word))
    }

    /// Whether a word is this one, to the letter.
    fn is(self, word: &str) -> bool {
        self.word() == word
    }

    fn words() -> Vec<&'static str> {
        Self::ALL.iter().map(|one| one.word()).collect()
    }
}

/// How many words are listed where none is like what was said.
const LISTED: usize = 20;

/// That a word is none of a vocabulary, and which one may be meant.
pub(in crate::engine) fn unknown<V: Vocabulary>(what: &str, said: &str) -> String {
    unknown_among(&V::words(), what, said)
}

/// That a word is none of these, and which one may be meant.
pub(in crate::engine) fn unknown_among(words: &[&str], what: &str, said: &str) -> String {
    let near = nearest(said, words.iter().copied());
    let hint = match near.as_slice() {
        [] if words.len() > LISTED => String::new(),
        [] => format!("; known are {}", words.join(", ")),
        near => format!(". Perhaps {} is meant", near.join(", ")),
    };
    format!("no {what} is called `{said}`{hint}")
}

/// Declares a closed vocabulary: each variant with its word.
macro_rules! vocabulary {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $name {
            $(#[doc = concat!("`", $word, "`")] #[doc = ""] $(#[$doc])* $variant,)+
        }

        impl crate::engine::cards::Vocabulary for $name {
            const ALL: &'static [Self] = &[$(Self::$variant),+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }
    };
}
pub(in crate::engine) use vocabulary;
