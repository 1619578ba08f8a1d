//! The Force phase: commitment and struggle.

use super::chart::Chart;
use crate::engine::kernel::{Flow, Player, Refusal};
use crate::engine::lcg::legality::refuse::{barred, refuse_by_rulebook};
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{amount, controlled, is_type};
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::stage::Progress;
use crate::engine::lcg::state::table::{CardId, DARK, FORCE_CARDS, LIGHT, cards_in_use, cards_left};
use crate::engine::lcg::state::values::{committed, given, is_given, value};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{CardType, EventKind, Gives, GivesKind, Stat, Zone, book, cite};
use crate::engine::lcg::{Play, State, Turn};

/// The active player commits units.
pub(crate) fn commit(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let active = play.state.table.active;
    let able = |id: &CardId| {
        !play.state.table.card(*id).committed && !is_given(play.state, *id, GivesKind::CannotCommit)
    };
    let units = controlled(play.state, active, CardType::Unit);
    let free: Vec<CardId> = units.into_iter().filter(able).collect();
    let left = cards_left(play.state, active).min(free.len());
    let chosen = play.choose_cards(active, Topic::Commit, free.clone(), (0, left))?;
    if left == 0 && !free.is_empty() {
        let name = play.state.table.name(active);
        let text = format!("{name} has no Force card left: no other unit can be committed.");
        play.record(StepKind::NotCommitted, text).actor(active).about(&free).rulebook(book::FORCE_CARDS);
    }
    if !chosen.is_empty() {
        play.sequence(chosen.into_iter().map(|card| {
            Event::new(EventKind::Committed, Why::Framework).card(card).player(active).by(active, None)
        }));
    }
    chart.go(Point::ForceStruggle)
}

/// Why units may not be committed.
pub(crate) fn bad_commitment(state: &State, player: Player, chosen: &[Choice]) -> Option<Refusal> {
    let table = &state.table;
    let mine = |id: &CardId| table.card(*id).controller == player && is_type(state, *id, CardType::Unit);
    // Which units first, then how many.
    let unfit = chosen.iter().find_map(|choice| {
        let Choice::Card(id) = choice else { return None };
        if let Some(refusal) = barred(state, *id, "be committed to the Force", GivesKind::CannotCommit) {
            return Some(refusal);
        }
        let text = match (mine(id) && table.card(*id).zone == Zone::Play, committed(state, *id)) {
            (true, false) => return None,
            (true, true) => format!("{} is committed to the Force already.", table.id(*id)),
            (false, _) => format!("{} is no unit of {} in play.", table.id(*id), table.name(player)),
        };
        Some(refuse_by_rulebook(text, book::COMMIT))
    });
    let in_use = cards_in_use(state, player);
    unfit.or_else(|| {
        let text =
            format!("{} has {FORCE_CARDS} Force cards; {in_use} of them are in use.", table.name(player));
        (in_use + chosen.len() > FORCE_CARDS).then(|| refuse_by_rulebook(text, book::FORCE_CARDS))
    })
}

/// Each player counts; the higher total has the Balance of the Force, a tie leaves it.
pub(crate) fn struggle(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    if chart.stage == Progress::Ends {
        return chart.go(Point::ForceActions);
    }
    if chart.stage == Progress::Begins {
        chart.stage = Progress::Begun;
        let active = play.state.table.active;
        let begins = Event::new(EventKind::StruggleBegins, Why::Framework).player(active);
        play.sequence([begins.by(active, None)]);
        return Ok(Flow::Wait);
    }
    chart.stage = Progress::Ends;
    let icons = [icons(play.state, LIGHT), icons(play.state, DARK)];
    let held = play.state.table.balance;
    let winner = match icons[0].cmp(&icons[1]) {
        std::cmp::Ordering::Greater => LIGHT,
        std::cmp::Ordering::Less => DARK,
        std::cmp::Ordering::Equal => held,
    };
    play.state.table.balance = winner;
    let name = play.state.table.name(winner).to_owned();
    let text = format!("Force struggle: light side {}, dark side {}.", icons[0], icons[1]);
    play.record(StepKind::Struggle, text).rulebook(book::STRUGGLE);
    let kept = held == winner;
    if kept && !play.state.switches.on(cite::WIN_STRUGGLE) {
        return Ok(Flow::Wait);
    }
    let word = if kept { "stays with" } else { "moves to" };
    let text = format!("The Balance of the Force {word} {name}, who has won the struggle.");
    play.record(StepKind::StruggleWon, text).actor(winner).ruling(cite::WIN_STRUGGLE);
    let won = Event::new(EventKind::StruggleWon, Why::Framework).player(winner).by(winner, None);
    let margin = icons[0].abs_diff(icons[1]);
    play.sequence([Event { margin, ..won }]);
    Ok(Flow::Wait)
}

/// A player's Force icons: of his ready committed units, and what else counts for him.
pub(crate) fn icons(state: &State, player: Player) -> u32 {
    let table = &state.table;
    let mine = |id: &CardId| table.card(*id).controller == player;
    let units = table.in_zone(Zone::Play).filter(mine).filter(|id| {
        let card = table.card(*id);
        let counts = card.focus == 0 || is_given(state, *id, GivesKind::CountsExhausted);
        committed(state, *id) && counts && is_type(state, *id, CardType::Unit)
    });
    let of_units: u32 = units.map(|id| value(state, id, Stat::Force)).sum();
    let others: u32 = table
        .in_zone(Zone::Play)
        .filter(mine)
        .map(|id| {
            let given = given(state, id, GivesKind::StruggleIcons).into_iter();
            let counts = given.filter_map(|(gives, scope)| {
                let Gives::StruggleIcons(n) = gives else { return None };
                Some(amount(state, n, &scope, 0))
            });
            counts.sum::<u32>()
        })
        .sum();
    of_units + others + table.struggle[usize::from(player.0)]
}
