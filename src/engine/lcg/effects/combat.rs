//! Instructions about an engagement: a strike made at once, icons that do not resolve, edge stacks
//! switched, fate cards resolved once more; and enhancements that go to another card.

use super::choosing::select;
use super::program::say;
use crate::engine::kernel::{Flow, InstructionStage};
use crate::engine::lcg::engagement::strike::Strike;
use crate::engine::lcg::legality::possible;
use crate::engine::lcg::legality::strikers::could_strike;
use crate::engine::lcg::resolution::initiate::{Initiate, What};
use crate::engine::lcg::state::table::{CardId, DARK, LIGHT};
use crate::engine::lcg::state::values::abilities;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{AbilityKind, Select, Zone};
use crate::engine::lcg::{Play, Program, Task, Turn};

/// A unit strikes at once.
pub(super) fn strike(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, "card", play)?;
    let Some(unit) = cards.into_iter().find(|id| could_strike(play.state, *id)) else {
        return Ok(Flow::Done(false));
    };
    program.stage = InstructionStage::Begun;
    let player = play.state.table.card(unit).controller;
    play.begin(Task::Strike(Strike::new(player, unit)));
    Ok(Flow::Wait)
}

/// The strike now being made resolves no icons.
pub(super) fn no_icons(program: &Program, play: &mut Play<'_>) -> Flow {
    let strike = play.state.tasks_mut().find_map(|task| {
        let Task::Strike(strike) = task else { return None };
        Some(strike)
    });
    let Some(strike) = strike else { return Flow::Done(false) };
    let unit = strike.resolves_nothing();
    let text = format!("{} resolves no combat icons this time.", play.state.table.id(unit));
    say(program, StepKind::Replaces, text, &[unit], play);
    Flow::Done(true)
}

/// The players switch their edge stacks.
pub(super) fn switch_stacks(program: &Program, play: &mut Play<'_>) -> Flow {
    let [light, dark] =
        [LIGHT, DARK].map(|player| play.state.table.piles.remove(&(player, Zone::Edge)).unwrap_or_default());
    let about: Vec<CardId> = light.iter().chain(&dark).copied().collect();
    play.state.table.piles.insert((LIGHT, Zone::Edge), dark);
    play.state.table.piles.insert((DARK, Zone::Edge), light);
    say(program, StepKind::Switches, "The edge stacks are switched.".into(), &about, play);
    Flow::Done(true)
}

/// The effect of a fate card is resolved once more, by the effect's controller.
pub(super) fn resolve_again(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    let you = program.scope.you;
    let mut cards = select(program, which, "card", play)?;
    cards.retain(|id| possible::could_resolve(play.state, *id, you));
    for card in &cards {
        let Some(at) = abilities(play.state, *card).position(|ability| ability.kind == AbilityKind::Fate)
        else {
            continue;
        };
        let mut initiate = Initiate::new(you, *card, What::Ability(at as u8), None);
        initiate.again = true;
        play.begin(Task::Initiate(initiate));
    }
    program.stage = InstructionStage::Begun;
    Ok(if cards.is_empty() { Flow::Done(false) } else { Flow::Wait })
}
