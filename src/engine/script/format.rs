//! The scenario format, as far as both games share it. What a card, a move and an expectation are is
//! each game's own ([`Game`](super::Game)).

use std::fmt;

use schemars::JsonSchema;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::words::Move;
use super::{CardOf, Game};
use crate::corpus::yaml::Spanned;

/// A situation: who plays, what is there, what each player does, and what comes out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound(deserialize = "G: Game"))]
#[schemars(bound = "G: Game", rename = "Scenario")]
pub struct Scenario<G: Game> {
    /// Its name: lower case letters, digits and hyphens.
    pub name: Spanned<String>,
    /// Which game: `lcg` or `tcg`.
    pub game: String,
    /// One line that says what it is about.
    pub title: String,
    /// What else a reader should know.
    #[serde(default)]
    pub note: Option<String>,
    /// The rulings it demonstrates.
    #[serde(default)]
    pub rulings: Vec<Spanned<String>>,
    /// Who plays which side.
    #[serde(default)]
    pub players: Players,
    /// Whose turn it is: a player's name, or `light` or `dark`.
    #[serde(default)]
    pub active: Option<Spanned<String>>,
    /// Where play stands: a named point of the timing chart.
    pub at: Spanned<G::Point>,
    /// Cards of the scenario's own.
    #[serde(default)]
    pub cards: Vec<Spanned<CardOf<G>>>,
    /// What each side has, and what lies between them, when play begins.
    #[serde(default)]
    pub given: G::Given,
    /// A framework event in progress, or another thing that is just happening.
    #[serde(default)]
    pub happening: Option<Spanned<G::Happening>>,
    /// What each player does, in order.
    #[serde(default)]
    pub script: Vec<Spanned<Line<G>>>,
    /// What must come out.
    #[serde(default)]
    pub expect: Vec<Spanned<G::Expect>>,
    /// The same situation with facts changed, where the outcome differs.
    #[serde(default)]
    pub variations: Vec<Variation<G>>,
}

/// The players' names.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Players {
    /// Who plays the light side.
    #[serde(default = "light")]
    pub light: String,
    /// Who plays the dark side.
    #[serde(default = "dark")]
    pub dark: String,
}

fn light() -> String {
    "Light".into()
}

fn dark() -> String {
    "Dark".into()
}

impl Default for Players {
    fn default() -> Self {
        Self { light: light(), dark: dark() }
    }
}

/// A variation: the scenario with changes, and its own expectations.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, bound(deserialize = "G: Game"))]
#[schemars(bound = "G: Game", rename = "Variation")]
pub struct Variation<G: Game> {
    /// Unique among the scenarios of both games: `judge replay NAME` plays it.
    pub name: Spanned<String>,
    /// One line that says what is different.
    #[serde(default)]
    pub title: Option<String>,
    /// The rulings it demonstrates besides the scenario's.
    #[serde(default)]
    pub rulings: Vec<Spanned<String>>,
    /// What is changed, in order.
    #[serde(default)]
    pub change: Vec<Spanned<Change<G>>>,
    /// What must come out now.
    pub expect: Vec<Spanned<G::Expect>>,
}

/// One change a variation makes.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", bound(deserialize = "G: Game"))]
#[schemars(bound = "G: Game", rename = "Change")]
pub enum Change<G: Game> {
    /// Another player is active.
    Active(String),
    /// Play stands elsewhere.
    At(G::Point),
    /// Another script, instead of the whole of it.
    Script(Vec<Spanned<Line<G>>>),
    /// Leaves out lines of the script, counted from 1.
    SkipLines(Vec<usize>),
    /// More lines at the end of the script.
    MoreLines(Vec<Spanned<Line<G>>>),
    /// Something else is happening.
    Happening(Spanned<G::Happening>),
    /// Facts of the situation: a card added, removed or altered, a counter set.
    Given(G::Change),
}

/// A line of the script.
#[derive(Clone, Debug)]
pub enum Line<G: Game> {
    /// A player does something.
    Move {
        /// Who: a name, or `light` or `dark`.
        player: String,
        does: Move<G::Doing>,
    },
    /// Play goes on, everybody passing, until it stands there.
    Until(G::Point),
    Loop(Loop<G>),
}

/// A loop (2.1): a cycle of lines, and how many times it is executed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "G: Game"))]
#[schemars(bound = "G: Game", rename = "Loop")]
pub struct Loop<G: Game> {
    /// One full cycle.
    pub cycle: Vec<Spanned<Line<G>>>,
    /// How many times, as the player states.
    pub times: u64,
}

impl<'de, G: Game> Deserialize<'de> for Line<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(LineVisitor(std::marker::PhantomData))
    }
}

struct LineVisitor<G>(std::marker::PhantomData<G>);

impl<'de, G: Game> Visitor<'de> for LineVisitor<G> {
    type Value = Line<G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one line of a script: a player's name and what they do, `until: POINT` or `loop: {…}`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Line<G>, A::Error> {
        let missing = || serde::de::Error::custom("expected a player's name and what they do");
        let player: String = map.next_key()?.ok_or_else(missing)?;
        let line = match player.as_str() {
            "until" => Line::Until(map.next_value()?),
            "loop" => Line::Loop(map.next_value()?),
            _ => Line::Move { does: map.next_value()?, player },
        };
        match map.next_key::<String>()? {
            None => Ok(line),
            Some(more) => Err(serde::de::Error::custom(format!(
                "a line of the script says what one player does; `{more}` belongs in a line of its own"
            ))),
        }
    }
}

impl<G: Game> JsonSchema for Line<G> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Line".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let does = generator.subschema_for::<Move<G::Doing>>();
        let point = generator.subschema_for::<G::Point>();
        let repeat = generator.subschema_for::<Loop<G>>();
        schemars::json_schema!({
            "type": "object",
            "description": "A player's name (or light, dark) and what they do; or until; or loop.",
            "properties": { "until": point, "loop": repeat },
            "additionalProperties": does,
            "minProperties": 1,
            "maxProperties": 1
        })
    }
}
