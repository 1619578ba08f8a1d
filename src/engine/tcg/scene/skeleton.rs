//! What a scenario to fill in needs in this game.

use std::sync::Arc;

use crate::engine::script::Skeleton;
use crate::engine::script::skeleton::quoted;
use crate::engine::tcg::facts::{CardText, CardType, Side};

/// A skeleton with these cards. A card of neither side goes to the dark side.
pub(super) fn skeleton(cards: &[(String, Arc<CardText>)]) -> Skeleton {
    let in_play = |card: &CardText| card.kind == CardType::Location || card.kind.arena().is_some();
    let of = |light: bool, play: bool| -> Vec<String> {
        let found =
            cards.iter().filter(|(_, card)| (card.side == Side::Light) == light && in_play(card) == play);
        found.map(|(written, _)| written.clone()).collect()
    };
    let mut skeleton = Skeleton::default();
    for (n, light) in [true, false].into_iter().enumerate() {
        skeleton.sides[n] = vec![("play", of(light, true)), ("hand", of(light, false))];
    }
    let unit = |light: bool| {
        let found =
            cards.iter().find(|(_, card)| (card.side == Side::Light) == light && card.kind.arena().is_some());
        found.map(|(written, card)| match written.split_once(", as: ") {
            Some((_, name)) => name.trim_end_matches('}').to_owned(),
            None => quoted(&card.name),
        })
    };
    skeleton.given = vec!["# `force: 4` beside `play:` gives a side Force".into()];
    skeleton.hint = match (unit(false), unit(true)) {
        (Some(dark), Some(light)) => format!("Dark: {{attack: {light}, with: {dark}, dice: [6, 1]}}"),
        _ => "Dark: pass".into(),
    };
    skeleton.expect = match unit(false).or_else(|| unit(true)) {
        Some(unit) => format!("{{card: {unit}, damage: 0}}"),
        None => "{winner: none}".into(),
    };
    skeleton
}
