//! What a scenario to fill in needs in this game.

use std::sync::Arc;

use crate::engine::lcg::Lcg;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::vocabulary::{CardText, CardType, Side};
use crate::engine::script::skeleton::name;
use crate::engine::script::{Begins, Skeleton};

/// The objective that is engaged where none was named, and those that the other cards rest on.
const OBJECTIVE: &str = "invented: true, type: objective, capacity: 5, resources: 1";

/// The unit that attacks, or is committed to the Force, where none was named.
const UNIT: &str = "invented: true, type: unit, capacity: 2, force: 1, icons: {unit: 1}";

/// What a side has in the skeleton: what is written in its places, and the names by which lines call it.
struct OneSide {
    name: &'static str,
    play: Vec<String>,
    hand: Vec<String>,
    objective: String,
    units: Vec<String>,
    in_hand: Option<String>,
}

impl Begins<Lcg> for Point {
    fn skeleton(self, cards: &[(String, Arc<CardText>)]) -> Skeleton {
        let point = self;
        // The side whose unit was named last attacks; without a unit, the dark side.
        let last = cards.iter().rev().find(|(_, card)| card.kind == CardType::Unit);
        let active = last.map_or(Side::Dark, |(_, card)| card.side);
        let mut skeleton = Skeleton { active: Some(active), ..Skeleton::default() };
        let needs_unit = point.in_engagement() || point == Point::ForceCommit;
        let mut side = |side| one_side(side, cards, needs_unit && side == active, &mut skeleton.own);
        let (light, dark) = (side(Side::Light), side(Side::Dark));
        skeleton.sides =
            [&light, &dark].map(|side| vec![("play", side.play.clone()), ("hand", side.hand.clone())]);
        let (mine, other) = if active == Side::Light { (&light, &dark) } else { (&dark, &light) };
        let list = |units: &[String]| units.join(", ");
        if point.in_engagement() {
            let objective = &other.objective;
            skeleton.given.push(match point {
                Point::Attackers => format!("engagement: {{objective: {objective}}}"),
                Point::AfterAttackers | Point::Defenders => {
                    format!("engagement: {{objective: {objective}, attackers: [{}]}}", list(&mine.units))
                }
                _ => format!(
                    "engagement: {{objective: {objective}, attackers: [{}], defenders: [{}]}}",
                    list(&mine.units),
                    list(&other.units)
                ),
            });
        }
        skeleton.hint = first_line(point, mine, other);
        skeleton.expect = match mine.units.first().or(other.units.first()) {
            Some(unit) => format!("{{card: {unit}, in: play}}"),
            None => "{winner: none}".into(),
        };
        skeleton
    }
}

fn one_side(
    side: Side,
    cards: &[(String, Arc<CardText>)],
    needs_unit: bool,
    own: &mut Vec<String>,
) -> OneSide {
    let of = |kinds: &[CardType]| -> Vec<&(String, Arc<CardText>)> {
        cards.iter().filter(|(_, card)| card.side == side && kinds.contains(&card.kind)).collect()
    };
    let written = |kinds: &[CardType]| of(kinds).into_iter().map(|(written, _)| written.clone()).collect();
    let names = |kinds: &[CardType]| -> Vec<String> {
        of(kinds).into_iter().map(|(written, card)| name(written, card.as_ref())).collect()
    };
    let (player, word) = if side == Side::Light { ("Light", "light") } else { ("Dark", "dark") };
    let held = [CardType::Event, CardType::Enhancement, CardType::Fate];
    let mut one = OneSide {
        name: player,
        play: written(&[CardType::Objective, CardType::Unit]),
        hand: written(&held),
        objective: names(&[CardType::Objective]).into_iter().next().unwrap_or_default(),
        units: names(&[CardType::Unit]),
        in_hand: names(&held).into_iter().next(),
    };
    if one.objective.is_empty() {
        one.objective = format!("{player} Objective");
        own.push(format!("{{title: {}, side: {word}, {OBJECTIVE}}}", one.objective));
        one.play.insert(0, one.objective.clone());
    }
    if one.units.is_empty() && needs_unit {
        one.units = vec![format!("{player} Unit")];
        own.push(format!("{{title: {player} Unit, side: {word}, {UNIT}}}"));
        one.play.extend(one.units.clone());
    }
    one
}

/// A first line that fits the point.
fn first_line(point: Point, mine: &OneSide, other: &OneSide) -> String {
    let (me, they) = (mine.name, other.name);
    let unit = mine.units.first();
    let pass = format!("{me}: pass");
    match point {
        Point::ConflictActions | Point::Objective => {
            unit.map_or(pass, |unit| format!("{me}: {{engage: {}, attackers: [{unit}]}}", other.objective))
        }
        Point::Attackers => unit.map_or(pass, |unit| format!("{me}: {{attackers: [{unit}]}}")),
        Point::Defenders => {
            other.units.first().map_or(pass, |unit| format!("{they}: {{defenders: [{unit}]}}"))
        }
        Point::EdgePlace => mine.in_hand.as_ref().map_or(pass, |card| format!("{me}: {{edge: {card}}}")),
        Point::Strike => unit.map_or(pass, |unit| format!("{me}: {{strike: {unit}}}")),
        Point::ForceCommit => unit.map_or(pass, |unit| format!("{me}: {{commit: [{unit}]}}")),
        Point::Balance
        | Point::RefreshFocus
        | Point::RefreshShields
        | Point::RefreshObjectives
        | Point::RefreshActions
        | Point::RefreshEnd
        | Point::Draw
        | Point::DrawCards
        | Point::DrawActions
        | Point::Deployment
        | Point::AfterAttackers
        | Point::AfterDefenders
        | Point::EdgeReveal
        | Point::EdgeActions
        | Point::AfterStrike
        | Point::EngagementEnd
        | Point::ConflictEnd
        | Point::ForceStruggle
        | Point::ForceActions
        | Point::TurnEnd => pass,
    }
}
