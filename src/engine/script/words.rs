//! The small words of the format: what every game's cards, lines and expectations are written in.

use std::fmt;
use std::marker::PhantomData;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::{Game, Reply};
use crate::engine::cards::wording::or;
use crate::engine::cards::{CardId, Many};
use crate::engine::kernel::{Answer, Question, State};

/// What a player does in one line.
#[derive(Clone, Debug)]
pub enum Move<D> {
    /// Passes, or declines.
    Word(Word),
    /// Does something.
    Full(Box<D>),
}

impl<D> Move<D> {
    /// What is done, unless it is just a pass.
    pub fn full(&self) -> Option<&D> {
        match self {
            Self::Word(_) => None,
            Self::Full(doing) => Some(doing),
        }
    }
}

/// What is done in a line, as far as every game reads it alike.
pub trait Action<P> {
    /// The point it is meant for.
    fn window(&self) -> Option<&P>;
    /// Where the line claims a refusal: the card or the ruling that it says refuses it.
    fn refused(&self) -> Option<&str>;
    /// Whether it plays a card or uses an ability.
    fn responds(&self) -> bool;
    /// A word of it that has not been asked for.
    fn left_over(&self) -> Option<String>;
    /// A word of which only a part was asked for, given what is left of it.
    fn partly_used(&self, left: &Self) -> Option<String>;
}

/// Which words may stand together in one line.
pub trait Combines {
    /// Two words of the line that cannot stand together, or one that stands without what it belongs to: a
    /// sentence that says so.
    fn misfit(&self) -> Option<String> {
        None
    }
}

/// What does not fit together among the words that a line says. Each word of the `rows` is something that a
/// line does, and only those of one row are done in one line; each of the words that `belong` says more of
/// one of some others; those of `checks` stand alone.
pub(in crate::engine) fn misfit(
    said: &[&'static str],
    rows: &[&[&str]],
    belong: &[(&str, &[&str])],
    checks: &[&str],
) -> Option<String> {
    let alone = said.iter().find(|word| checks.contains(word));
    if let Some((word, other)) =
        alone.and_then(|word| Some((word, said.iter().find(|other| other != &word)?)))
    {
        return Some(format!(
            "`{word}:` only asks whether that is allowed: `{other}:` belongs in a line of its own"
        ));
    }
    let done: Vec<&str> =
        said.iter().copied().filter(|word| rows.iter().any(|row| row.contains(word))).collect();
    let together = |one: &str, other: &str| rows.iter().any(|row| row.contains(&one) && row.contains(&other));
    let apart = done.iter().enumerate().find_map(|(at, other)| {
        let first = done[..at].iter().find(|first| !together(first, other))?;
        Some((first, other))
    });
    if let Some((first, other)) = apart {
        return Some(format!("a line does one thing: `{other}:` belongs in another line than `{first}:`"));
    }
    let lost = belong.iter().find(|(word, to)| said.contains(word) && !to.iter().any(|to| said.contains(to)));
    lost.map(|(word, to)| {
        let to: Vec<String> = to.iter().map(|to| format!("`{to}:`")).collect();
        format!("`{word}:` says more of {}, which the line does not have", or(to.into_iter()))
    })
}

/// What a player does in a line, as it answers what is asked.
pub trait Answers<G: Game>: Default {
    /// What a pass says to a question.
    fn word(word: Word, question: &Question<G>) -> Option<Answer<G::Choice>>;

    /// What the line has to say to a question, taken out of it, so that what it says is used once.
    /// `source` is the card the line is about, once that is known.
    ///
    /// # Errors
    /// The line names something that does not exist.
    fn answer(&mut self, state: &State<G>, question: &Question<G>, source: &mut Option<CardId>) -> Reply<G>;
}

/// What a line has to say to a question, taken out of it.
///
/// # Errors
/// See [`Answers::answer`].
pub(super) fn answer_of<G: Game>(
    state: &State<G>,
    question: &Question<G>,
    does: &mut Move<G::Doing>,
    source: &mut Option<CardId>,
) -> Reply<G> {
    match does {
        Move::Word(word) => {
            // A pass is said once.
            let answer = G::Doing::word(*word, question);
            if answer.is_some() {
                *does = Move::Full(Box::default());
            }
            Ok(answer)
        }
        Move::Full(doing) => doing.answer(state, question, source),
    }
}

/// What a word of a line says of a card it names, where nobody was asked for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mention {
    /// It is chosen, or otherwise concerned.
    Chosen,
    Discarded,
    /// It has a shield used, or placed.
    Shielded,
    Strikes,
}

impl Mention {
    /// Takes the names out of words of a line, each with what its word says of it.
    pub(crate) fn take<const N: usize>(words: [(Self, &mut Option<Many<String>>); N]) -> Vec<(Self, String)> {
        let words = words.into_iter().filter_map(|(mention, names)| Some((mention, names.take()?)));
        let each = |(mention, names): (Self, Many<String>)| {
            names.all().iter().map(|name| (mention, name.clone())).collect::<Vec<_>>()
        };
        words.flat_map(each).collect()
    }
}

/// A pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// Passes in a window, or does not raise.
    Pass,
    /// Declines a choice.
    No,
}

/// Reads a word or a map, so that what is wrong within the map is said and not only that something is.
struct WordOrMap<T>(PhantomData<T>);

impl<'de, D: Deserialize<'de> + Combines> Visitor<'de> for WordOrMap<Move<D>> {
    type Value = Move<D>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`pass`, `no`, or what the player does, such as `play: CARD`")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        let word: StrDeserializer<'_, E> = word.into_deserializer();
        Word::deserialize(word).map(Move::Word)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let doing = D::deserialize(MapAccessDeserializer::new(map))?;
        match doing.misfit() {
            Some(misfit) => Err(Error::custom(misfit)),
            None => Ok(Move::Full(Box::new(doing))),
        }
    }
}

impl<'de, D: Deserialize<'de> + Combines> Deserialize<'de> for Move<D> {
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        reader.deserialize_any(WordOrMap::<Self>(PhantomData))
    }
}

impl<D: JsonSchema> JsonSchema for Move<D> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Move".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (word, doing) = (generator.subschema_for::<Word>(), generator.subschema_for::<D>());
        json_schema!({ "description": "What a player does in one line.", "anyOf": [word, doing] })
    }
}

/// What is on a card that is given.
pub(crate) trait OnCard {
    /// A card with nothing on it.
    fn named(card: &str) -> Self;
    /// The card's name; with its number, if several cards have that name.
    fn card(&self) -> &str;
    /// The name by which the scenario knows it, if that is not its own.
    fn known_as(&self) -> Option<&str>;
    /// Has it be another card, known by a name.
    fn become_another(&mut self, card: &str, name: String);
}

/// A card: its name, or its name and what is on it, or a number of unknown cards.
#[derive(Clone, Debug)]
pub enum CardGiven<S> {
    /// One card, with what lies on it.
    Card(Box<S>),
    /// This many cards that nobody has looked at: nothing may depend on what they are.
    Unknown(u32),
}

/// How many unknown cards one line gives at most.
const MAX_UNKNOWN: u32 = 200;

impl<S> CardGiven<S> {
    /// What is given, card by card; `None` for one that nobody knows.
    pub(crate) fn each(&self) -> impl Iterator<Item = Option<&S>> {
        let (card, unknown) = match self {
            Self::Card(card) => (Some(Some(&**card)), 0),
            Self::Unknown(n) => (None, (*n).min(MAX_UNKNOWN)),
        };
        card.into_iter().chain((0..unknown).map(|_| None))
    }
}

impl<'de, S: Deserialize<'de> + OnCard> Visitor<'de> for WordOrMap<CardGiven<S>> {
    type Value = CardGiven<S>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card's name, or `card:` with what is on it, or `unknown: N`")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(CardGiven::Card(Box::new(S::named(name))))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let first: Option<String> = map.next_key()?;
        if first.as_deref() == Some("unknown") {
            let unknown = map.next_value()?;
            return match map.next_key::<String>()? {
                None => Ok(CardGiven::Unknown(unknown)),
                Some(more) => {
                    Err(Error::custom(format!("`unknown:` says how many; nothing more, and not `{more}`")))
                }
            };
        }
        let whole = MapAccessDeserializer::new(Begun { first, rest: map });
        S::deserialize(whole).map(|card| CardGiven::Card(Box::new(card)))
    }
}

impl<'de, S: Deserialize<'de> + OnCard> Deserialize<'de> for CardGiven<S> {
    fn deserialize<R: Deserializer<'de>>(reader: R) -> Result<Self, R::Error> {
        reader.deserialize_any(WordOrMap::<Self>(PhantomData))
    }
}

impl<S: JsonSchema> JsonSchema for CardGiven<S> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CardGiven".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let card = generator.subschema_for::<S>();
        json_schema!({
            "description": "A card: its name, or its name and what is on it, or a number of unknown cards.",
            "anyOf": [{ "type": "string" }, card, {
                "type": "object",
                "properties": { "unknown": { "type": "integer", "minimum": 0 } },
                "required": ["unknown"],
                "additionalProperties": false
            }]
        })
    }
}

/// A map whose first key has been looked at.
struct Begun<A> {
    first: Option<String>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Begun<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(first.into_deserializer()).map(Some),
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.rest.next_value_seed(seed)
    }
}

/// How much goes to which card: a name, or names with numbers.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a card's name, a list of names, or names with numbers")]
pub enum Spread {
    /// All of it to one card.
    All(String),
    Each(IndexMap<String, u32>),
    /// As much as there is to each of these.
    List(Vec<String>),
}

impl Spread {
    /// The names of the cards.
    pub(crate) fn names(&self) -> Vec<&String> {
        match self {
            Self::All(name) => vec![name],
            Self::Each(map) => map.keys().collect(),
            Self::List(names) => names.iter().collect(),
        }
    }
}

/// One thing for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BySide<T: Default> {
    /// The light side's.
    pub light: T,
    /// The dark side's.
    pub dark: T,
}

/// Whether a part of an expectation says anything.
pub(crate) trait Stated {
    /// Whether it does.
    fn is_stated(&self) -> bool;
}

impl<T> Stated for Option<T> {
    fn is_stated(&self) -> bool {
        self.is_some()
    }
}

impl<T> Stated for Vec<T> {
    fn is_stated(&self) -> bool {
        !self.is_empty()
    }
}

impl<K, V> Stated for IndexMap<K, V> {
    fn is_stated(&self) -> bool {
        !self.is_empty()
    }
}

/// Declares what a player of a game may do in a line: every word may be left out, each is used once, and what
/// is left over is known from this list. `play` and `uses` are among them; `in` and `refused` are words of
/// every game. Of the words of `one of` only those in one row stand in one line; those of `with` belong to
/// others.
macro_rules! doing {
    ($(#[$meta:meta])* pub struct $name:ident at $point:ty {
        answers { $($(#[$said:meta])* $word:literal $field:ident: $kind:ty,)* }
        about { $($(#[$mention:meta])* $about_word:literal $about:ident: $about_kind:ty,)* }
        one of { $([$($head:literal),+])* }
        with { $($more:literal: [$($of:literal),+],)* }
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Deserialize, schemars::JsonSchema)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name {
            $($(#[$said])* #[serde(rename = $word)] pub $field: Option<$kind>,)*
            $($(#[$mention])* #[serde(rename = $about_word)] pub $about: Option<$about_kind>,)*
            /// The point it is meant for: everybody passes up to there.
            #[serde(rename = "in")]
            pub window: Option<$point>,
            /// That it is refused, and by which ruling (or `rulebook`, `card`, a card, or nothing).
            pub refused: Option<String>,
        }

        impl crate::engine::script::words::Combines for $name {
            fn misfit(&self) -> Option<String> {
                let said = [
                    $(($word, self.$field.is_some()),)*
                    $(($about_word, self.$about.is_some()),)*
                ];
                let said: Vec<&str> = said.into_iter().filter_map(|(word, said)| said.then_some(word)).collect();
                crate::engine::script::words::misfit(
                    &said,
                    &[$(&[$($head),+]),*],
                    &[$(($more, &[$($of),+])),*],
                    &[$($about_word),*],
                )
            }
        }

        impl crate::engine::script::words::Action<$point> for $name {
            fn window(&self) -> Option<&$point> {
                self.window.as_ref()
            }

            fn refused(&self) -> Option<&str> {
                self.refused.as_deref()
            }

            fn responds(&self) -> bool {
                self.play.is_some() || self.uses.is_some()
            }

            fn left_over(&self) -> Option<String> {
                let left = [$(($word, self.$field.is_some())),*];
                left.iter().find(|(_, there)| *there).map(|(word, _)| format!("`{word}:`"))
            }

            fn partly_used(&self, left: &Self) -> Option<String> {
                let part = [$(($word, left.$field.is_some() && left.$field != self.$field)),*];
                part.iter().find(|(_, partly)| *partly).map(|(word, _)| format!("`{word}:`"))
            }
        }
    };
}
pub(in crate::engine) use doing;

/// Declares an expectation of a game: what it may say of a card and of the table, and what every game's may
/// say besides.
macro_rules! expectation {
    ($(#[$meta:meta])* pub struct $name:ident of $game:ty, $doing:ty, at $point:ty, stat $stat:ty, first $first:ty {
        card { $($(#[$on:meta])* $card:ident: $card_kind:ty,)* }
        table { $($(#[$own:meta])* $field:ident: $kind:ty,)* }
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
        pub struct $name {
            /// The card the next lines are about.
            pub card: Option<String>,
            $($(#[$on])* pub $card: $card_kind,)*
            $($(#[$own])* pub $field: $kind,)*
            /// Quantities the card has now.
            pub values: indexmap::IndexMap<$stat, u32>,
            /// Keywords the card has now.
            pub keywords: Vec<String>,
            /// Keywords the card does not have now.
            pub without_keywords: Vec<String>,
            /// Who has won; `none` if nobody.
            pub winner: Option<crate::engine::cards::Winner>,
            /// Where play stands.
            pub at: Option<$point>,
            /// How often the loop ran.
            pub loops: Option<u64>,
            /// Steps that happened: a kind of step, with the card it is about.
            pub happened: indexmap::IndexMap<crate::engine::script::steps::Kind<<$game as crate::engine::kernel::Rules>::StepKind>, crate::engine::cards::Many<String>>,
            /// Steps that did not happen.
            pub never: indexmap::IndexMap<crate::engine::script::steps::Kind<<$game as crate::engine::kernel::Rules>::StepKind>, crate::engine::cards::Many<String>>,
            /// Steps that happened in this order.
            pub order: Vec<indexmap::IndexMap<crate::engine::script::steps::Kind<<$game as crate::engine::kernel::Rules>::StepKind>, String>>,
            /// How often each of the steps of `happened` is there.
            pub times: Option<usize>,
            /// Who was asked first in the first window of a kind.
            #[serde(rename = "first-asked")]
            pub first_question: Option<$first>,
            /// What a player could do now where the script stops.
            pub allowed: Option<indexmap::IndexMap<String, crate::engine::script::words::Move<$doing>>>,
            /// What a player cannot do where the script stops.
            pub refused: Option<indexmap::IndexMap<String, crate::engine::script::words::Move<$doing>>>,
            /// The ruling by which it is refused.
            pub because: Option<String>,
            /// A ruling some step rests on.
            pub cites: Option<String>,
        }

        impl crate::engine::script::expect::Expectation<$game> for $name {
            fn common(&self) -> crate::engine::script::expect::Common<'_, $game> {
                use crate::engine::script::words::Stated;
                crate::engine::script::expect::Common {
                    card: self.card.as_deref(),
                    of_a_card: [
                        $((stringify!($card), self.$card.is_stated()),)*
                        ("values", self.values.is_stated()),
                        ("keywords", self.keywords.is_stated()),
                        ("without-keywords", self.without_keywords.is_stated()),
                    ]
                    .into_iter()
                    .find(|(_, said)| *said)
                    .map(|(word, _)| word),
                    first_question: self.first_question.as_ref(),
                    winner: self.winner,
                    at: self.at,
                    loops: self.loops,
                    happened: &self.happened,
                    never: &self.never,
                    order: &self.order,
                    times: self.times,
                    allowed: self.allowed.as_ref(),
                    refused: self.refused.as_ref(),
                    because: self.because.as_deref(),
                    cites: self.cites.as_deref(),
                }
            }
        }
    };
}
pub(in crate::engine) use expectation;
