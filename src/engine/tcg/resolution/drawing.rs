//! Drawing cards, of a deck that is given or of one that is not.

use super::{leave, pool};
use crate::engine::kernel::Player;
use crate::engine::tcg::Play;
use crate::engine::tcg::state::table;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::vocabulary::Zone;
use crate::engine::tcg::vocabulary::book;
use crate::engine::tcg::vocabulary::steps::StepKind;

/// What makes a player draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawnBy {
    /// The setup, and the exchange in it.
    Setup,
    /// The build step, with which a card is drawn.
    BuildStep,
    Effect(Option<CardId>),
}

/// A player draws cards. Of a deck that is not given nobody knows what it yields.
pub(crate) fn draw(play: &mut Play<'_>, player: Player, n: u32, why: DrawnBy) {
    for _ in 0..n.min(200) {
        let table = &mut play.state.table;
        let card = match table.decks[usize::from(player.0)].as_mut() {
            None => Some(unknown(table, player)),
            Some(deck) if deck.is_empty() => None,
            Some(deck) => Some(deck.remove(0)),
        };
        match card {
            Some(card) => draw_this(play, player, card, why),
            None => lose(play, player),
        }
    }
}

fn draw_this(play: &mut Play<'_>, player: Player, card: CardId, why: DrawnBy) {
    drawn(play, card, player);
    let when = if why == DrawnBy::BuildStep { " for the build step" } else { "" };
    let text = format!("{} draws a card{when}.", play.state.table.name(player));
    let step = play.record(StepKind::Draws, text).actor(player).about(&[card]);
    match why {
        DrawnBy::Setup => step.rulebook(book::SETUP),
        DrawnBy::BuildStep => step.rulebook(book::BUILD_DRAW),
        DrawnBy::Effect(source) => step.effect_of(source),
    }
}

/// Who must draw and cannot has lost.
fn lose(play: &mut Play<'_>, player: Player) {
    play.state.table.winner.get_or_insert(table::other(player));
    let text = format!("{} must draw from an empty deck and loses.", play.state.table.name(player));
    play.record(StepKind::Loses, text).actor(player).rulebook(book::DRAWING);
}

/// A card nobody knows, from a deck that is not given.
pub(crate) fn unknown(table: &mut table::Table, owner: Player) -> CardId {
    let id = CardId(table.cards.len() as u16);
    table.cards.push(table::Card::new(format!("unknown card {}", id.0 + 1).into(), None, owner, Zone::Deck));
    id
}

/// Whether what a player draws is answered: he has drawn a card.
pub(in crate::engine::tcg) fn drawn(play: &mut Play<'_>, card: CardId, player: Player) {
    use crate::engine::tcg::state::event::Event;
    use crate::engine::tcg::vocabulary::ability::EventKind;
    leave::put(play, card, Zone::Hand);
    pool::occur(play, Event::new(EventKind::Draws).card(card).player(player));
}
