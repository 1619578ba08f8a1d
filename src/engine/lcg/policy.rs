//! What the kernel leaves to this game.

use super::choice::{Choice, Moment, Topic};
use super::event::Event;
use super::initiate::{Initiate, What};
use super::scope::{Occasion, Scope};
use super::steps::StepKind;
use super::table::Table;
use super::values::{abilities, any_grants};
use super::{Frame, Lcg, Play, Program, Sequence, State, Task, Turn, cite, legal, narrate};
use crate::engine::kernel::{Answer, Basis, Outcome, Player, Question, Refusal, Rules, Window};

impl Rules for Lcg {
    type Table = Table;
    type Event = Event;
    type Task = Task;
    type Instruction = super::ability::Effect;
    type Scope = Scope;
    type Choice = Choice;
    type Topic = Topic;
    type Moment = Moment;
    type StepKind = StepKind;
    type Stage = super::stage::Stage;

    fn players(_: &Table) -> u8 {
        2
    }

    fn step(task: &mut Task, play: &mut Play<'_>) -> Turn {
        match task {
            Task::Chart(chart) => chart.step(play),
            Task::Initiate(initiate) => initiate.step(play),
            Task::Strike(strike) => strike.step(play),
            Task::Simultaneous => super::settle::simultaneous(play),
        }
    }

    fn perform(program: &mut Program, play: &mut Play<'_>) -> Turn {
        super::perform::perform(program, play)
    }

    fn happen(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
        super::happen::happen(sequence, play)
    }

    fn before(sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Self>> {
        opened(Moment::Interrupt(play.state.stack.len()), sequence, play)
    }

    fn after(sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Self>> {
        super::settle::note_due(sequence, play);
        opened(Moment::Reaction(play.state.stack.len()), sequence, play)
    }

    fn options(state: &State, window: &Window<Self>, player: Player) -> Vec<Choice> {
        legal::options(state, window, player)
    }

    fn may_pass(state: &State, window: &Window<Self>, player: Player) -> bool {
        if !any_forced(state) {
            return true;
        }
        let options = legal::options(state, window, player);
        !state.switches.on(cite::TRIGGERED) || !options.iter().any(|choice| forced(state, choice))
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
                play.push(Frame::Task(Task::Initiate(Initiate::new(player, card, What::Enter, None))));
            }
            Choice::Use { card, ability, event } => {
                let occasion = occasion_of(window, card, ability, event, play);
                let player = match play.state.table.card(card).zone {
                    super::ability::Zone::Play => play.state.table.card(card).controller,
                    _ => play.state.table.card(card).owner,
                };
                play.push(Frame::Task(Task::Initiate(Initiate::new(
                    player,
                    card,
                    What::Ability(ability),
                    occasion,
                ))));
            }
            // A window offers nothing else.
            _ => {}
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
        super::settle::settle(play)
    }

    fn over(table: &Table) -> bool {
        table.winner.is_some()
    }

    fn forbids(state: &State, question: &Question<Self>, answer: &Answer<Choice>) -> Option<Refusal> {
        super::refusals::reason(state, question, answer)
    }

    fn name(table: &Table, player: Player) -> String {
        table.name(player).to_owned()
    }
}

/// Whether any card has a forced ability, or may have been given one, by whatever gives it: most often none
/// does.
fn any_forced(state: &State) -> bool {
    let texts = state.table.cards.iter().filter_map(|card| card.text.as_ref());
    texts.flat_map(|text| &text.abilities).any(|ability| ability.forced) || any_grants(state)
}

/// Whether a choice is the use of a forced ability.
pub(super) fn forced(state: &State, choice: &Choice) -> bool {
    match choice {
        Choice::Use { card, ability, .. } => {
            abilities(state, *card).get(usize::from(*ability)).is_some_and(|ability| ability.forced)
        }
        _ => false,
    }
}

/// Opens a window if anybody could use it: the active player is asked first.
pub(super) fn opened(moment: Moment, sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Lcg>> {
    let gone = |pending: &crate::engine::kernel::Pending<Event>| {
        pending.outcome == Outcome::Canceled && !legal::still_played(play.state, &pending.event)
    };
    if sequence.events.iter().all(gone) {
        return None;
    }
    let window = Window::new(moment, play.state.table.active);
    let usable = with_sequence(sequence, play, |play| {
        let state = &*play.state;
        let players = [super::table::LIGHT, super::table::DARK];
        players.into_iter().any(|player| legal::any_option(state, &window, player))
    });
    let watched = play.state.table.watched;
    let looked_for =
        |card| with_sequence(sequence, play, |play| legal::might_answer(play.state, &window, card));
    if !usable && !watched.is_some_and(looked_for) {
        return None;
    }
    narrate::opens(sequence, &window, play);
    Some(window)
}

/// Looks at the state with a sequence on the stack that is just being carried out.
fn with_sequence<T>(sequence: &Sequence, play: &mut Play<'_>, look: impl FnOnce(&Play<'_>) -> T) -> T {
    play.state.stack.push(Frame::Sequence(sequence.clone()));
    let seen = look(play);
    play.state.stack.pop();
    seen
}

/// Notes that an ability answers an event, so that it does so once, and remembers the event.
fn occasion_of(
    window: &Window<Lcg>,
    card: super::table::CardId,
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

/// Whether an ability is used while one of the other sort, forced or optional, waits to answer the
/// same condition: v2.2 does not say which comes first.
pub(super) fn unordered(state: &State, window: &Window<Lcg>, is_forced: bool) -> bool {
    let players = [super::table::LIGHT, super::table::DARK];
    let waiting = players.into_iter().flat_map(|player| legal::options(state, window, player));
    !matches!(window.moment, Moment::Action(_))
        && waiting.into_iter().any(|choice| forced(state, &choice) != is_forced)
}
