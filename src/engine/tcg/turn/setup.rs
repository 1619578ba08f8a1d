//! The setup: cards exchanged once, then units placed in turn, up to 30 build points a side.

use super::chart::{Chart, Progress};
use super::stack;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, Player, Shape};
use crate::engine::tcg::legality::payable::hand;
use crate::engine::tcg::resolution::drawing::DrawnBy;
use crate::engine::tcg::resolution::{drawing, leave};
use crate::engine::tcg::state::choice::{Choice, Topic};
use crate::engine::tcg::state::filter::zone_of;
use crate::engine::tcg::state::table::{CardId, DARK, LIGHT};
use crate::engine::tcg::state::values::printed_type;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{BuildCost, CardType, Zone, book};
use crate::engine::tcg::{Decision, Play, State};

/// How many cards each player begins with.
const HAND: usize = 7;

/// How many build points of units each player places.
pub(crate) const POINTS: u32 = 30;

pub(crate) fn step(chart: &mut Chart, play: &mut Play<'_>) -> Decision<()> {
    match chart.stage {
        Progress::Begins => {
            first_hands(play);
            chart.stage = Progress::Begun;
        }
        Progress::Begun => {
            redraw(DARK, play)?;
            chart.stage = Progress::DarkDrew;
        }
        Progress::DarkDrew => {
            redraw(LIGHT, play)?;
            chart.stage = Progress::LightDrew;
        }
        _ => match next(play.state) {
            Some(player) => place(player, play)?,
            None => {
                play.record(StepKind::SetUp, "Both sides have set up.").rulebook(book::SETUP);
                chart.advance();
            }
        },
    }
    Ok(())
}

/// Each player draws seven cards; a hand that is given has been drawn.
fn first_hands(play: &mut Play<'_>) {
    for player in [DARK, LIGHT] {
        let seat = usize::from(player.0);
        let simulated = play.state.table.decks[seat].is_some();
        if simulated && !play.state.table.memory.setup.hand_given[seat] {
            drawing::draw(play, player, HAND as u32, DrawnBy::Setup);
        }
    }
}

/// Once, a player may discard any number of Battle cards and Missions and draw as many.
fn redraw(player: Player, play: &mut Play<'_>) -> Decision<()> {
    let other =
        |id: &CardId| matches!(printed_type(play.state, *id), Some(CardType::Battle | CardType::Mission));
    let cards: Vec<CardId> = hand(play.state, player).into_iter().filter(other).collect();
    let most = cards.len();
    let chosen = play.choose_cards(player, Topic::Redraw, cards, (0, most))?;
    for card in &chosen {
        leave::put(play, *card, Zone::Discard);
        let text = format!("{} is exchanged.", play.state.table.id(*card));
        play.record(StepKind::Exchanges, text).actor(player).about(&[*card]).rulebook(book::SETUP);
    }
    drawing::draw(play, player, chosen.len() as u32, DrawnBy::Setup);
    Ok(())
}

/// Whose turn it is to place a unit: the dark side's first, then always that of the side that has not
/// more points in play, until that side is ahead.
fn next(state: &State) -> Option<Player> {
    let setup = &state.table.memory.setup;
    let (now, then) = if setup.light { (LIGHT, DARK) } else { (DARK, LIGHT) };
    let spent = |player: Player| setup.spent[usize::from(player.0)];
    let goes_on = |player: Player| !setup.done[usize::from(player.0)];
    let ahead = spent(now) > spent(then);
    match (goes_on(now), goes_on(then)) {
        (true, true) if ahead => Some(then),
        (true, _) => Some(now),
        (false, true) => Some(then),
        (false, false) => None,
    }
}

/// How many of his points a player has left.
pub(crate) fn left(state: &State, player: Player) -> u32 {
    POINTS.saturating_sub(state.table.memory.setup.spent[usize::from(player.0)])
}

/// What a player may place: a unit for what it costs, or one only partially for what is left.
fn options(state: &State, player: Player) -> Vec<Choice> {
    let left = left(state, player);
    let mut all = Vec::new();
    for id in hand(state, player) {
        let Some(text) = state.table.card(id).text.as_ref() else { continue };
        let (Some(_), BuildCost::Number(cost)) = (text.kind.arena(), text.cost) else { continue };
        if cost <= left {
            // A second unit of one unique name would only be discarded.
            if stack::host_of(state, id).is_none() {
                all.push(Choice::Deploy(id));
            }
        } else if left > 0 {
            all.push(Choice::Build(id, left));
        }
    }
    all
}

fn place(player: Player, play: &mut Play<'_>) -> Decision<()> {
    let seat = usize::from(player.0);
    play.state.table.memory.setup.light = player == LIGHT;
    // Who has nothing that could be placed is asked all the same: he may say so himself.
    let options = options(play.state, player);
    match play.decide(player, Topic::Setup, Shape::One { options, pass: true })? {
        Answer::One(Choice::Deploy(id)) => {
            let text = play.state.table.card(id).text.as_ref();
            let cost = text.map_or(0, |text| text.cost.number());
            let Some(arena) = printed_type(play.state, id).and_then(CardType::arena) else { return Ok(()) };
            play.state.table.memory.setup.spent[seat] += cost;
            // Abilities do not work before the first turn: nothing answers this.
            leave::put(play, id, zone_of(arena));
            let name = play.state.table.id(id);
            let text = format!("{name} is placed for {cost} build points.");
            play.record(StepKind::Placed, text).actor(player).about(&[id]).rulebook(book::SETUP);
            drawing::draw(play, player, 1, DrawnBy::Setup);
        }
        Answer::One(Choice::Build(id, n)) => {
            play.state.table.memory.setup.spent[seat] += n;
            play.state.table.memory.setup.done[seat] = true;
            leave::put(play, id, Zone::Build);
            let card = play.state.table.card_mut(id);
            (card.build, card.unfinished) = (n, true);
            let text =
                format!("{} is partially built with {}.", play.state.table.id(id), pluralize(n, "counter"));
            play.record(StepKind::Builds, text).actor(player).about(&[id]).rulebook(book::SETUP);
            drawing::draw(play, player, 1, DrawnBy::Setup);
        }
        _ => play.state.table.memory.setup.done[seat] = true,
    }
    Ok(())
}
