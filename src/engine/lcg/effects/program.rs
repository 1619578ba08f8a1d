//! What instructions share: recording what they do, causing an event, waiting for what they set off.

use crate::engine::kernel::{Basis, Flow, InstructionStage};
use crate::engine::lcg::state::event::Event;
use crate::engine::lcg::state::narrate;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{EventKind, cite};
use crate::engine::lcg::{Play, Program, Turn};

/// Records a step of an effect, on the basis of its card.
pub(super) fn say(program: &Program, kind: StepKind, text: String, about: &[CardId], play: &mut Play<'_>) {
    let basis = basis(program, play);
    play.record(kind, text).actor(program.scope.you).about(about).basis(basis);
}

/// An event of a program's effect on a card.
pub(super) fn event(program: &Program, kind: EventKind, card: CardId, play: &Play<'_>) -> Event {
    let zone = play.state.table.card(card).zone;
    let scope = &program.scope;
    let mut event = Event::new(kind, scope.why).card(card).by(scope.you, scope.source);
    event.player = Some(scope.you);
    event.from = Some(zone);
    event
}

/// Waits for a sequence of events and reports whether they happened in full.
pub(super) fn wait_for(program: &mut Program, events: Vec<Event>, play: &mut Play<'_>) -> Turn {
    if events.is_empty() {
        return Ok(Flow::Done(false));
    }
    program.stage = InstructionStage::Begun;
    play.await_sequence(events);
    Ok(Flow::Wait)
}

/// The card an effect comes from, or that a framework event makes it.
pub(super) fn basis(program: &Program, play: &Play<'_>) -> Basis {
    match program.scope.source {
        Some(card) => Basis::Card(narrate::printed_name(play.state, card)),
        None => Basis::Ruling(cite::FRAMEWORK.into()),
    }
}
