//! Instructions about hands and decks that are looked at: cards seen, put back in an order, revealed one by
//! one.

use super::choosing::select;
use super::program::{done, own, say};
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::Player;
use crate::engine::tcg::state::choice::Topic;
use crate::engine::tcg::state::filter::{Look, matches, who};
use crate::engine::tcg::state::narrate::names;
use crate::engine::tcg::state::scope::bind;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{DeckEnd, Filter, LookAt, Many, Select, Who, Zone};
use crate::engine::tcg::{Play, Program, State, Turn};

/// The top cards of a deck; none where the deck is not given, or nobody knows its order.
fn top(state: &State, player: Player, n: usize) -> Vec<CardId> {
    let deck = state.table.decks[usize::from(player.0)].as_ref();
    deck.map_or_else(Vec::new, |deck| deck.iter().take(n).copied().collect())
}

/// A hand, or the top of a deck, is looked at.
pub(super) fn look_at(
    program: &mut Program,
    what: LookAt,
    player: Who,
    count: Option<u32>,
    play: &mut Play<'_>,
) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return done() };
    let name = play.state.table.name(player).to_owned();
    let (about, text) = match (what, count) {
        (LookAt::Hand, _) => (own(program), format!("{name}'s hand is looked at.")),
        (LookAt::Deck, None) => (own(program), format!("{name}'s deck is looked at.")),
        (LookAt::Deck, Some(n)) => {
            let seen = top(play.state, player, n as usize);
            bind(play.state, &mut program.scope, "found", seen.clone());
            (seen, format!("{name}'s deck is looked at: {} from the top.", pluralize(n, "card")))
        }
    };
    say(program, StepKind::Looks, text, &about, play);
    done()
}

/// Cards that were looked at go back in an order that the effect's player chooses.
pub(super) fn put_back(program: &mut Program, which: &Select, at: DeckEnd, play: &mut Play<'_>) -> Turn {
    let mut cards = select(program, which, play)?;
    cards.retain(|id| play.state.table.card(*id).zone == Zone::Deck);
    cards = play.choose_order(program.scope.you, Topic::DiceOrder(program.scope.source), cards)?;
    for card in at.one_by_one(cards.clone()) {
        let seat = usize::from(play.state.table.card(card).belongs.0);
        if let Some(deck) = play.state.table.decks[seat].as_mut() {
            deck.retain(|other| *other != card);
            at.put(card, deck);
        }
    }
    let text = format!("{} go back in that order.", names(play.state, &cards));
    say(program, StepKind::ToDeck, text, &cards, play);
    done()
}

/// Cards are revealed from the top of one's deck until one is like that.
pub(super) fn reveal_until(program: &mut Program, like: &Filter, play: &mut Play<'_>) -> Turn {
    let deck = top(play.state, program.scope.you, usize::MAX);
    let like = Filter { zone: Many::One(Zone::Deck), ..like.clone() };
    let found = |id: &CardId| matches(play.state, &like, *id, &program.scope, Look::Play);
    let at = deck.iter().position(found);
    let (others, hit) = match at {
        Some(at) => (deck[..at].to_vec(), vec![deck[at]]),
        None => (deck, Vec::new()),
    };
    let shown: Vec<CardId> = others.iter().chain(&hit).copied().collect();
    let text = format!("{} are revealed.", names(play.state, &shown));
    bind(play.state, &mut program.scope, "found", hit);
    bind(play.state, &mut program.scope, "others", others);
    say(program, StepKind::Reveals, text, &shown, play);
    done()
}
