//! What a scenario to fill in needs in this game.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::engine::script::skeleton::name;
use crate::engine::script::{Begins, Skeleton};
use crate::engine::tcg::Tcg;
use crate::engine::tcg::state::point::Point;
use crate::engine::tcg::vocabulary::{Arena, CardSide, CardText, CardType};

/// Why a scenario cannot begin at some points.
const MIDDLE_OF_AN_ATTACK: &str =
    "A scenario begins at a point of the turn, such as `space.attacks`, not in the middle of an attack.";

/// A unit of the skeleton, with the name by which the scenario knows it.
struct Unit<'c> {
    name: String,
    light: bool,
    card: &'c CardText,
}

impl Unit<'_> {
    fn player(&self) -> &'static str {
        if self.light { "Light" } else { "Dark" }
    }
}

impl Begins<Tcg> for Point {
    fn cannot_begin(self) -> Option<&'static str> {
        self.is_chance().then_some(MIDDLE_OF_AN_ATTACK)
    }

    /// A card of neither side goes to the dark side; before the first turn all are in hand.
    fn skeleton(self, cards: &[(String, Arc<CardText>)]) -> Skeleton {
        let point = self;
        let begins = point == Point::Setup;
        let stands = |card: &CardText| card.kind == CardType::Location || card.kind.arena().is_some();
        let in_play = |card: &CardText| !begins && stands(card);
        let of = |light: bool, play: bool| -> Vec<String> {
            let found = cards
                .iter()
                .filter(|(_, card)| (card.side == CardSide::Light) == light && in_play(card) == play);
            found.map(|(written, _)| written.clone()).collect()
        };
        let mut skeleton = Skeleton::default();
        for (n, light) in [true, false].into_iter().enumerate() {
            skeleton.sides[n] = vec![("play", of(light, true)), ("hand", of(light, false))];
        }
        let all = cards.iter().filter(|(_, card)| card.kind.arena().is_some());
        let mut units: Vec<Unit<'_>> = all
            .map(|(written, card)| Unit {
                name: name(written, card.as_ref()),
                light: card.side == CardSide::Light,
                card,
            })
            .collect();
        // The fastest acts first, of equally fast ones the dark side's.
        units.sort_by_key(|unit| (Reverse(unit.card.speed), unit.light));
        skeleton.given = vec!["# `force: 4` beside `play:` gives a side Force".into()];
        skeleton.hint = first_line(point, &units);
        skeleton.expect = match units.first().filter(|_| !begins) {
            Some(unit) => format!("{{card: {}, damage: 0}}", unit.name),
            None => "{winner: none}".into(),
        };
        skeleton
    }
}

/// A first line that fits the point. Where nobody is asked anything it goes on to where somebody is.
fn first_line(point: Point, units: &[Unit<'_>]) -> String {
    let of = |light: bool| units.iter().find(|unit| unit.light == light);
    let does = |light: bool, word: &str| {
        of(light).map(|unit| format!("{}: {{{word}: {}}}", unit.player(), unit.name))
    };
    let pass = |light: bool| if light { "Light: pass".to_owned() } else { "Dark: pass".to_owned() };
    match point {
        Point::Setup => {
            does(false, "deploy").or_else(|| does(true, "deploy")).unwrap_or_else(|| "until: ready".into())
        }
        Point::TurnEnd if wins(units) => "until: turn.end".into(),
        Point::Ready | Point::Roll | Point::TurnEnd => "Light: {roll: 3}".into(),
        Point::DarkRetreat => does(false, "retreat").unwrap_or_else(|| pass(false)),
        Point::LightRetreat => does(true, "retreat").unwrap_or_else(|| pass(true)),
        Point::LightBuild => pass(true),
        Point::SpaceAttacks | Point::GroundAttacks | Point::CharacterAttacks => {
            attack(point, units).unwrap_or_else(|| "until: battle.end".into())
        }
        Point::BattleEnd => "until: turn.end".into(),
        Point::DarkBuild
        | Point::BattleStart
        | Point::SpaceStart
        | Point::SpaceAfter
        | Point::GroundStart
        | Point::GroundAfter
        | Point::CharacterStart
        | Point::CharacterAfter
        | Point::Attack
        | Point::Reroll
        | Point::Prevention
        | Point::Disrupt => pass(false),
    }
}

/// Whether a side alone has units in two arenas: the game then ends with the turn.
fn wins(units: &[Unit<'_>]) -> bool {
    let alone = |light: bool, arena: &Arena| {
        let mut there = units.iter().filter(|unit| unit.card.kind.arena() == Some(*arena)).peekable();
        there.peek().is_some() && there.all(|unit| unit.light == light)
    };
    let arenas = [Arena::Space, Arena::Ground, Arena::Character];
    [true, false].into_iter().any(|light| arenas.iter().filter(|arena| alone(light, arena)).count() >= 2)
}

/// The attack of the fastest unit of an arena, with as many dice as it has power.
fn attack(point: Point, units: &[Unit<'_>]) -> Option<String> {
    let there: Vec<&Unit<'_>> = units.iter().filter(|unit| unit.card.kind.arena() == point.arena()).collect();
    let attacker = there.first()?;
    let defender = there.iter().find(|unit| unit.light != attacker.light)?;
    let power = usize::try_from(attacker.card.power).unwrap_or_default();
    let dice: Vec<&str> = ["6", "1"].into_iter().cycle().take(power).collect();
    Some(format!(
        "{}: {{attack: {}, with: {}, dice: [{}]}}",
        attacker.player(),
        defender.name,
        attacker.name,
        dice.join(", ")
    ))
}
