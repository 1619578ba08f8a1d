//! What a scenario to fill in needs in this game.

use std::sync::Arc;

use crate::engine::lcg::chart::Point;
use crate::engine::lcg::facts::{CardText, CardType, Side};
use crate::engine::script::Skeleton;

/// The objective that is engaged where none was named, and those that the other cards rest on.
const OBJECTIVE: &str = "invented: true, type: objective, capacity: 5, resources: 1";

/// A skeleton with these cards.
pub(super) fn skeleton(point: Point, cards: &[(String, Arc<CardText>)]) -> Skeleton {
    let of = |side: Side, kinds: &[CardType]| -> Vec<String> {
        let found = cards.iter().filter(|(_, card)| card.side == side && kinds.contains(&card.kind));
        found.map(|(written, _)| written.clone()).collect()
    };
    let titles = |side: Side, kind: CardType| -> Vec<String> {
        let found = cards.iter().filter(|(_, card)| card.side == side && card.kind == kind);
        found.map(|(written, card)| name(written, card)).collect()
    };
    // The side whose unit was named last attacks; without a unit, the dark side.
    let last = cards.iter().rev().find(|(_, card)| card.kind == CardType::Unit);
    let active = last.map_or(Side::Dark, |(_, card)| card.side);
    let other = if active == Side::Dark { Side::Light } else { Side::Dark };
    let mut skeleton = Skeleton { active: Some(active), ..Skeleton::default() };
    for (n, side) in [Side::Light, Side::Dark].into_iter().enumerate() {
        let mut play = of(side, &[CardType::Objective, CardType::Unit]);
        if titles(side, CardType::Objective).is_empty() {
            let (title, word) =
                if side == Side::Light { ("Light Objective", "light") } else { ("Dark Objective", "dark") };
            skeleton.own.push(format!("{{title: {title}, side: {word}, {OBJECTIVE}}}"));
            play.insert(0, title.to_owned());
        }
        skeleton.sides[n].push(("play", play));
        let hand = of(side, &[CardType::Event, CardType::Enhancement, CardType::Fate]);
        skeleton.sides[n].push(("hand", hand));
    }
    let objective = titles(other, CardType::Objective).first().cloned();
    let objective = objective
        .unwrap_or_else(|| format!("{} Objective", if other == Side::Light { "Light" } else { "Dark" }));
    let (attackers, defenders) = (titles(active, CardType::Unit), titles(other, CardType::Unit));
    if point.in_engagement() && point != Point::Attackers {
        skeleton.given.push(format!(
            "engagement: {{objective: {objective}, attackers: [{}], defenders: [{}]}}",
            attackers.join(", "),
            defenders.join(", ")
        ));
    }
    let player = if active == Side::Light { "Light" } else { "Dark" };
    skeleton.hint = match (attackers.first(), point) {
        (Some(unit), Point::Strike) => format!("{player}: {{strike: {unit}}}"),
        (Some(unit), _) => format!("{player}: {{engage: {objective}, attackers: [{unit}]}}"),
        (None, _) => format!("{player}: pass"),
    };
    skeleton.expect = match attackers.first().or(defenders.first()) {
        Some(unit) => format!("{{card: {unit}, in: play}}"),
        None => "{winner: none}".into(),
    };
    skeleton
}

/// The name by which the scenario knows a card that is written so.
fn name(written: &str, card: &CardText) -> String {
    match written.split_once(", as: ") {
        Some((_, name)) => name.trim_end_matches('}').to_owned(),
        None => crate::engine::script::skeleton::quoted(&card.title),
    }
}
