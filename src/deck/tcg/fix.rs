//! The smallest change that makes an illegal deck legal.

use std::collections::BTreeMap;

use super::cards::{Cards, side};
use super::options::CheckOptions;
use crate::corpus::Certainty;
use crate::corpus::Game;
use crate::corpus::cards::{Side, TcgType};
use crate::deck::code::Code;

/// The smallest change: what to remove, and what to add instead.
pub(super) fn smallest_change(cards: &Cards, options: CheckOptions<'_>) -> Option<String> {
    if cards.open > 0 || cards.bad_count || !cards.fan.is_empty() {
        return None;
    }
    let most = options.figures.figure(Game::Tcg, Code::TooManyCopies, u32::MAX);
    let keeps = side(cards, options)?;
    let mut kept: BTreeMap<TcgType, u32> = BTreeMap::new();
    let mut out = Vec::new();
    for (card, copies) in cards.cards(options.book) {
        let listed =
            options.figures.listed(&card.name, options.day).filter(|l| l.certainty != Certainty::Unknown);
        let allowed = if card.side == keeps || card.side == Side::Neutral { most } else { 0 };
        let keep = copies.count.min(allowed).min(listed.map_or(u32::MAX, |l| l.copies));
        *kept.entry(card.r#type).or_default() += keep;
        if keep < copies.count {
            out.push(format!("{} {}", copies.count - keep, *card.name));
        }
    }
    let units = options.figures.figure(Game::Tcg, Code::TooFewUnits, 0);
    let mut add = Vec::new();
    let mut total: u32 = kept.values().sum();
    for kind in [TcgType::Space, TcgType::Ground, TcgType::Character] {
        let lacking = units.saturating_sub(kept.get(&kind).copied().unwrap_or_default());
        if lacking > 0 {
            let units = if lacking == 1 { "unit" } else { "units" };
            add.push(format!("{lacking} {} {units}", kind.shown()));
            total += lacking;
        }
    }
    let cards_lacking = options.figures.figure(Game::Tcg, Code::TooFewCards, 0).saturating_sub(total);
    if cards_lacking > 0 {
        let cards = if cards_lacking == 1 { "card" } else { "cards" };
        add.push(format!("{cards_lacking} other {cards}"));
    }
    let steps: Vec<String> = [("Take out", out), ("Add", add)]
        .into_iter()
        .filter(|(_, what)| !what.is_empty())
        .map(|(verb, what)| format!("{verb} {}.", what.join(", ")))
        .collect();
    (!steps.is_empty()).then(|| steps.join(" "))
}
