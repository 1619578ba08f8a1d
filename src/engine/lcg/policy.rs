//! What the kernel leaves to this game.

use super::effects::perform;
use super::legality::options;
use super::resolution::{happen, settle};
use super::state::stage;
use super::vocabulary::{Effect, Zone, cite};
use super::{Lcg, Play, Program, Sequence, State, Task, Turn};
use crate::engine::kernel::{Answer, Basis, Outcome, Player, Question, Refusal, Rules, Window};
use crate::engine::lcg::legality::options::{any_forced, forced, opened};
use crate::engine::lcg::resolution::initiate::{Initiate, What};
use crate::engine::lcg::state::choice::{Choice, Moment, Topic};
use crate::engine::lcg::state::event::Event;
use crate::engine::lcg::state::scope::{Occasion, Scope};
use crate::engine::lcg::state::table::{CardId, Table};
use crate::engine::lcg::vocabulary::steps::StepKind;

impl Rules for Lcg {
    type Table = Table;
    type Event = Event;
    type Task = Task;
    type Instruction = Effect;
    type Scope = Scope;
    type Choice = Choice;
    type Topic = Topic;
    type Moment = Moment;
    type StepKind = StepKind;
    type Stage = stage::Stage;

    fn step(task: &mut Task, play: &mut Play<'_>) -> Turn {
        match task {
            Task::Chart(chart) => chart.step(play),
            Task::Initiate(initiate) => initiate.step(play),
            Task::Strike(strike) => strike.step(play),
            Task::Simultaneous => settle::simultaneous(play),
        }
    }

    fn perform(program: &mut Program, play: &mut Play<'_>) -> Turn {
        perform::perform(program, play)
    }

    fn happen(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
        happen::happen(sequence, play)
    }

    fn before(sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Self>> {
        opened(Moment::Interrupt(play.state.stack.len()), sequence, play)
    }

    fn after(sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Self>> {
        settle::note_due(sequence, play);
        opened(Moment::Reaction(play.state.stack.len()), sequence, play)
    }

    fn options(state: &State, window: &Window<Self>, player: Player) -> Vec<Choice> {
        options::options(state, window, player)
    }

    fn may_pass(state: &State, _: &Window<Self>, options: &[Choice]) -> bool {
        !any_forced(state)
            || !state.switches.on(cite::TRIGGERED)
            || !options.iter().any(|choice| forced(state, choice))
    }

    fn closed(state: &State, window: &Window<Self>) -> bool {
        match window.moment {
            Moment::Action(_) => false,
            Moment::Interrupt(at) => state.sequence(at).is_none_or(|sequence| {
                sequence.events.iter().all(|pending| pending.outcome != Outcome::Coming)
            }),
            Moment::Reaction(at) => state.sequence(at).is_none(),
        }
    }

    fn respond(window: &Window<Self>, choice: Choice, play: &mut Play<'_>) {
        match choice {
            Choice::Play(card) => {
                let player = play.state.table.card(card).owner;
                play.begin(Task::Initiate(Initiate::new(player, card, What::Enter, None)));
            }
            Choice::Use { card, ability, event } => {
                let occasion = occasion_of(window, card, ability, event, play);
                let there = play.state.table.card(card);
                let player = if there.zone == Zone::Play { there.controller } else { there.owner };
                play.begin(Task::Initiate(Initiate::new(player, card, What::Ability(ability), occasion)));
            }
            // A window offers nothing else.
            Choice::Card(_)
            | Choice::Pair(..)
            | Choice::Title(_)
            | Choice::Icon(_)
            | Choice::Dial
            | Choice::Nth(_)
            | Choice::Word(_) => {}
        }
    }

    fn window_topic(window: &Window<Self>) -> Topic {
        Topic::Window(window.moment)
    }

    fn passed(window: &Window<Self>, player: Player, play: &mut Play<'_>) {
        let clause = match window.moment {
            Moment::Action(_) => cite::ACTIONS,
            Moment::Interrupt(_) => cite::INTERRUPTS,
            Moment::Reaction(_) => cite::REACTIONS,
        };
        let name = play.state.table.name(player).to_owned();
        let text = match window.passes {
            2 => format!("{name} passes too: the window closes."),
            _ => format!("{name} passes."),
        };
        play.record(StepKind::Passes, text).actor(player).basis(Basis::Ruling(clause.into()));
    }

    fn reported(task: &mut Task, in_full: bool) {
        match task {
            Task::Initiate(initiate) => initiate.paid &= in_full,
            Task::Strike(_) | Task::Chart(_) | Task::Simultaneous => {}
        }
    }

    fn settle(play: &mut Play<'_>) -> bool {
        settle::settle(play)
    }

    fn forbids(state: &State, question: &Question<Self>, answer: &Answer<Choice>) -> Option<Refusal> {
        super::refusals::reason(state, question, answer)
    }
}

/// Notes that an ability answers an event, so that it does so once, and remembers the event.
fn occasion_of(
    window: &Window<Lcg>,
    card: CardId,
    ability: u8,
    event: u8,
    play: &mut Play<'_>,
) -> Option<Occasion> {
    let (Moment::Interrupt(at) | Moment::Reaction(at)) = window.moment else {
        return None;
    };
    let sequence = play.state.sequence_mut(at)?;
    sequence.used.push(Choice::Use { card, ability, event });
    let pending = sequence.events.get(usize::from(event))?;
    Some(Occasion { at, index: usize::from(event), event: pending.event.clone() })
}
