//! The edge battle: placing cards, revealing them, counting.

use super::fate;
use crate::engine::kernel::{Answer, Flow, Player, Refusal, Shape};
use crate::engine::lcg::legality::refuse::refuse_by_rulebook;
use crate::engine::lcg::legality::strikers::participants;
use crate::engine::lcg::resolution::battle::stack;
use crate::engine::lcg::resolution::ends;
use crate::engine::lcg::resolution::leave::discard_stacks;
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{amount, is_type};
use crate::engine::lcg::state::narrate::names;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::stage::Progress;
use crate::engine::lcg::state::table::{CardId, DARK, EdgeBattle, Engagement, LIGHT, other};
use crate::engine::lcg::state::values::{given_in_play, value};
use crate::engine::lcg::turn::chart::Chart;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{CardType, EventKind, Gives, GivesKind, Stat, Until, Zone, book, cite};
use crate::engine::lcg::{Decision, Lcg, Play, State, Turn};
use crate::engine::script::choosing::{choices, chosen_cards};

/// Cards are placed in turn, the attacker first, until both players pass in a row.
pub(crate) fn place(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let Some(engagement) = play.state.table.engagement.clone() else {
        return chart.go(Point::ConflictActions);
    };
    match chart.stage {
        Progress::Begins => {
            (chart.stage, chart.next, chart.passes) = (Progress::Edge, engagement.attacker, 0);
            begin(&engagement, play);
        }
        Progress::Edge if chart.passes >= 2 => {
            let about = Event::new(EventKind::EdgeRevealing, Why::Framework).player(engagement.attacker);
            play.sequence([about.by(engagement.attacker, None)]);
            return chart.go(Point::EdgeReveal);
        }
        Progress::Edge => {
            chart.stage = Progress::Places;
            moment(chart.next, play);
        }
        _ => place_or_pass(chart, &engagement, play)?,
    }
    Ok(Flow::Wait)
}

fn begin(engagement: &Engagement, play: &mut Play<'_>) {
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.edge_battle = EdgeBattle::default();
    }
    let name = play.state.table.name(engagement.attacker).to_owned();
    let text = format!("The edge battle begins; {name}, the attacker, has the first option to place a card.");
    play.record(StepKind::EdgeBattle, text).actor(engagement.attacker).rulebook(book::EDGE_BATTLE);
}

/// A player has the option to place a card: a moment that can be interrupted even by a player who has
/// no card to place.
fn moment(player: Player, play: &mut Play<'_>) {
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.edge_battle.placed = None;
    }
    let capable = !play.state.table.pile(player, Zone::Hand).is_empty();
    if participates(play.state, player) && (capable || play.state.switches.on(cite::EDGE_MOMENT)) {
        play.sequence([Event::new(EventKind::EdgePlacing, Why::Framework).player(player).by(player, None)]);
    }
}

fn place_or_pass(chart: &mut Chart, engagement: &Engagement, play: &mut Play<'_>) -> Decision<()> {
    let player = chart.next;
    let placed = engagement.edge_battle.placed == Some(player);
    let able = participates(play.state, player);
    if let Some(engagement) = play.state.table.engagement.as_mut().filter(|_| !able) {
        engagement.edge_battle.unable.push(player);
    }
    let hand = if able { play.state.table.pile(player, Zone::Hand).to_vec() } else { Vec::new() };
    let card = if placed {
        None
    } else {
        let shape = Shape::One { options: choices(hand), pass: true };
        chosen_cards(play.decide(player, Topic::EdgeCard(Zone::Hand), shape)?).first().copied()
    };
    (chart.stage, chart.next) = (Progress::Edge, other(player));
    chart.passes = if placed || card.is_some() { 0 } else { chart.passes + 1 };
    match card {
        Some(card) => {
            let event = Event::new(EventKind::EdgePlaced, Why::Framework).card(card).player(player);
            play.sequence([event.by(player, None).to(Zone::Edge, None)]);
        }
        None if !placed => narrate_pass(player, able, chart.passes, play),
        None => {}
    }
    Ok(())
}

fn narrate_pass(player: Player, able: bool, passes: u8, play: &mut Play<'_>) {
    let name = play.state.table.name(player).to_owned();
    let text = match (able, passes) {
        (false, _) => format!("{name} has no participating unit and places no card."),
        (true, 2) => format!("{name} passes too: no more cards are placed."),
        (true, _) => format!("{name} passes; they have the option again if another card is placed."),
    };
    let rule = if able { book::EDGE_PASS } else { book::EDGE_NEEDS_UNIT };
    play.record(StepKind::PassesEdge, text).actor(player).rulebook(rule);
}

/// Whether a player has a participating unit.
fn participates(state: &State, player: Player) -> bool {
    !participants(state, player).is_empty()
}

/// Why a card may not be placed in an edge stack.
pub(crate) fn bad_card(state: &State, player: Player, choice: &Choice) -> Option<Refusal> {
    let Choice::Card(id) = choice else { return None };
    let card = state.table.card(*id);
    let held = card.zone == Zone::Hand && card.owner == player;
    let nobody = (!participates(state, player)).then(|| {
        let text = format!("{} has no participating unit.", state.table.name(player));
        refuse_by_rulebook(text, book::EDGE_NEEDS_UNIT)
    });
    Refusal::all((!held).then(|| not_in_hand(state, player, *id)).into_iter().chain(nobody))
}

/// That a card that would be placed is not in that player's hand.
pub(crate) fn not_in_hand(state: &State, player: Player, id: CardId) -> Refusal {
    let text = format!("{} is not in {}'s hand.", state.table.id(id), state.table.name(player));
    refuse_by_rulebook(text, book::EDGE_FROM_HAND)
}

/// The stacks are revealed, fate cards resolve, icons are counted: one block without a window.
pub(crate) fn reveal(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    match chart.stage {
        Progress::Begins => {
            chart.stage = Progress::Revealed;
            turn_up(play);
        }
        Progress::Revealed if fate::restarted(play.state) => {
            ends::end(Until::EdgeBattle, play);
            return chart.go(Point::EdgePlace);
        }
        Progress::Revealed if fate::next(play)? => chart.stage = Progress::FatesResolved,
        Progress::Revealed => {}
        Progress::FatesResolved if name_unknown(play)? => chart.stage = Progress::IconsKnown,
        Progress::FatesResolved => {}
        Progress::IconsKnown => {
            chart.stage = Progress::Counted;
            count(play);
        }
        _ => {
            ends::end(Until::EdgeBattle, play);
            return chart.go(Point::EdgeActions);
        }
    }
    Ok(Flow::Wait)
}

fn turn_up(play: &mut Play<'_>) {
    let Some(engagement) = play.state.table.engagement.clone() else { return };
    let mut cards = stack(play.state, engagement.attacker);
    cards.extend(stack(play.state, other(engagement.attacker)));
    for card in &cards {
        play.state.table.card_mut(*card).revealed = true;
    }
    let text = format!("Both edge stacks are revealed: {}.", names(play, &cards));
    play.record(StepKind::RevealsStacks, text).about(&cards).rulebook(book::EDGE_REVEAL);
    let fates = cards.iter().copied().filter(|id| is_type(play.state, *id, CardType::Fate)).collect();
    let revealed = cards.iter().map(|card| {
        let player = if stack(play.state, LIGHT).contains(card) { LIGHT } else { DARK };
        Event::new(EventKind::EdgeRevealed, Why::Framework).card(*card).player(player).by(player, None)
    });
    let revealed: Vec<Event> = revealed.collect();
    if !revealed.is_empty() {
        play.sequence(revealed);
    }
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.edge_battle.uncontested = engagement.defenders.is_empty();
        engagement.edge_battle.fates = fates;
    }
}

/// What an unknown card shows when it is revealed, the scenario must say; `true` when all is known.
fn name_unknown(play: &mut Play<'_>) -> Result<bool, Box<crate::engine::kernel::Question<Lcg>>> {
    let Some(engagement) = play.state.table.engagement.clone() else { return Ok(true) };
    let table = &play.state.table;
    let known = |id: &CardId| engagement.edge_battle.known_icons.iter().any(|(card, _)| card == id);
    let mut hidden = table.in_zone(Zone::Edge).filter(|id| table.card(*id).text.is_none() && !known(id));
    let Some(card) = hidden.next() else { return Ok(true) };
    let owner = table.card(card).owner;
    drop(hidden);
    let shape = Shape::Number { min: 0, max: MAX_ICONS };
    if let Answer::Number(icons) = play.decide(owner, Topic::EdgeIcons(card), shape)?
        && let Some(engagement) = &mut play.state.table.engagement
    {
        engagement.edge_battle.known_icons.push((card, icons));
    }
    Ok(false)
}

/// More Force icons than any card has.
const MAX_ICONS: u32 = 20;

/// A player's Force icons: those of his stack, and Edge (X) of his participating units.
fn icons(state: &State, engagement: &Engagement, player: Player) -> u32 {
    let known =
        |id: CardId| engagement.edge_battle.known_icons.iter().find(|(card, _)| *card == id).map(|(_, n)| *n);
    let cards = stack(state, player).into_iter();
    let of_stack: u32 = cards.map(|id| known(id).unwrap_or_else(|| value(state, id, Stat::Force))).sum();
    let of_units: u32 = participants(state, player).into_iter().map(|id| value(state, id, Stat::Edge)).sum();
    let given =
        given_in_play(state, Some(player), GivesKind::EdgeIcons).into_iter().map(|(_, gives, scope)| {
            if let Gives::EdgeIcons(n) = gives { amount(state, n, &scope, 0) } else { 0 }
        });
    of_stack + of_units + given.sum::<u32>()
}

/// The higher total wins, a tie goes to the defender; without defenders the attacker wins.
fn count(play: &mut Play<'_>) {
    let Some(engagement) = play.state.table.engagement.clone() else { return };
    let (attacker, defender) = (engagement.attacker, other(engagement.attacker));
    let totals = (icons(play.state, &engagement, attacker), icons(play.state, &engagement, defender));
    let names = (play.state.table.name(attacker).to_owned(), play.state.table.name(defender).to_owned());
    let text = format!("Force icons: {} {}, {} {}.", names.0, totals.0, names.1, totals.1);
    play.record(StepKind::Counts, text).ruling(&format!("{}#1", cite::FRAMEWORK));
    let uncontested = engagement.edge_battle.uncontested;
    let mut winner = if uncontested || totals.0 > totals.1 { attacker } else { defender };
    if !play.state.switches.on(cite::EDGE_WITHOUT_UNITS) && !participates(play.state, winner) {
        winner = other(winner);
    }
    let why = match (uncontested, totals.0 == totals.1) {
        (true, _) => "there are no defending units",
        (false, true) => "a tie goes to the defender",
        (false, false) => "the higher total",
    };
    let margin = totals.0.abs_diff(totals.1);
    let higher = if totals.0 >= totals.1 { attacker } else { defender };
    award(winner, why, uncontested, if winner == higher { margin } else { 0 }, play);
}

fn award(winner: Player, why: &str, uncontested: bool, margin: u32, play: &mut Play<'_>) {
    if let Some(engagement) = &mut play.state.table.engagement {
        engagement.edge = Some(winner);
    }
    let text = format!("{} has the edge: {why}.", play.state.table.name(winner));
    if participates(play.state, winner) {
        play.record(StepKind::Edge, text).actor(winner).rulebook(book::EDGE_COUNT);
    } else {
        play.record(StepKind::Edge, text).actor(winner).ruling(cite::EDGE_WITHOUT_UNITS);
    }
    discard_stacks(play);
    // Were it not said what winning is, an edge that nobody contested would not have been won.
    if !uncontested || play.state.switches.on(cite::WIN_EDGE) {
        let text = format!("{} has won the edge battle.", play.state.table.name(winner));
        play.record(StepKind::EdgeWon, text).actor(winner).ruling(cite::WIN_EDGE);
        let won = Event::new(EventKind::EdgeWon, Why::Framework).player(winner).by(winner, None);
        play.sequence([Event { margin, ..won }]);
    }
}
