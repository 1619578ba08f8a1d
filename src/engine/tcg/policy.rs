//! What the kernel leaves to this game.

use super::effects::perform;
use super::legality::attackers;
use super::resolution::{contest, damage, pool};
use super::state::event;
use super::turn::{attack, build, legal};
use super::vocabulary::{Effect, cite};
use super::{Play, Program, Sequence, State, Task, Tcg, Turn};
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, AnswerError, Player, Question, Refusal, Rules, Shape, Window};
use crate::engine::tcg::legality::refuse::{refuse_by_card, refuse_by_rulebook};
use crate::engine::tcg::resolution::playing::Playing;
use crate::engine::tcg::state::choice::{Choice, Kind, Moment, Topic};
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{Table, Used};
use crate::engine::tcg::vocabulary::book;
use crate::engine::tcg::vocabulary::steps::StepKind;

impl Rules for Tcg {
    type Table = Table;
    type Event = event::Hurt;
    type Task = Task;
    type Instruction = Effect;
    type Scope = Scope;
    type Choice = Choice;
    type Topic = Topic;
    type Moment = Moment;
    type StepKind = StepKind;
    type Stage = ();

    fn step(task: &mut Task, play: &mut Play<'_>) -> Turn {
        match task {
            Task::Chart(chart) => chart.step(play),
            Task::Attack(attack) => attack.step(play),
            Task::Dice(dice) => dice.step(play),
            Task::Play(playing) => playing.step(play),
            Task::Contest(contest) => contest.step(play),
            Task::Arrive(arriving) => arriving.step(play),
            Task::Order(player) => pool::order(*player, play),
            Task::Release => damage::release(play),
        }
    }

    fn perform(program: &mut Program, play: &mut Play<'_>) -> Turn {
        perform::perform(program, play)
    }

    fn happen(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
        damage::happen(sequence, play)
    }

    fn before(sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Self>> {
        damage::before(sequence, play)
    }

    fn after(_: &Sequence, _: &mut Play<'_>) -> Option<Window<Self>> {
        None
    }

    fn options(state: &State, window: &Window<Self>, player: Player) -> Vec<Choice> {
        legal::options(state, window.moment, player)
    }

    fn may_pass(_: &State, _: &Window<Self>, _: &[Choice]) -> bool {
        true
    }

    fn closed(state: &State, window: &Window<Self>) -> bool {
        match window.moment.kind {
            Kind::Disrupt => legal::disruptable(state).is_none_or(|playing| playing.disrupted),
            Kind::Prevention => damage::nothing_pending(state),
            Kind::Normal(_) | Kind::Attack | Kind::Reroll => false,
        }
    }

    fn respond(window: &Window<Self>, choice: Choice, play: &mut Play<'_>) {
        if let Choice::HiddenCost(card) = choice {
            build::hidden_cost(card, play);
            return;
        }
        let Choice::Use { card, ability } = choice else { return };
        play.state.table.used.push(Used { card, ability, chance: window.moment.number });
        let player = play.state.table.card(card).owner;
        let mut playing = Playing::new(player, card, ability, Some(legal::chance_of(window.moment.kind)));
        playing.scope.against = legal::disruptable(play.state).map(|played| played.player);
        play.begin(Task::Play(playing));
    }

    fn window_topic(window: &Window<Self>) -> Topic {
        Topic::Window(window.moment)
    }

    fn passed(window: &Window<Self>, _: Player, play: &mut Play<'_>) {
        if window.passes < 2 {
            return;
        }
        play.state.table.used.retain(|used| used.chance != window.moment.number);
        let what = match window.moment.kind {
            Kind::Normal(_) => "play or pass",
            Kind::Attack => "play or pass in the attack",
            Kind::Reroll => "the chance to reroll",
            Kind::Prevention => "the chance to prevent damage",
            Kind::Disrupt => "the chance to disrupt",
        };
        let text = format!("Both players pass: {what} is over.");
        // In the middle of an ability's or a Battle card's instructions that is a ruling's business.
        let middle = matches!(window.moment.kind, Kind::Reroll | Kind::Prevention)
            && pool::effect_in_progress(play.state);
        if middle {
            play.record(StepKind::Passes, text).ruling(cite::IN_THE_MIDDLE)
        } else {
            play.record(StepKind::Passes, text).rulebook(book::PLAY_OR_PASS)
        }
    }

    fn reported(_: &mut Task, _: bool) {}

    fn settle(play: &mut Play<'_>) -> bool {
        damage::discard_destroyed(play)
            || contest::only_one(play)
            || contest::settle(play)
            || pool::settle(play)
    }

    fn forbids(state: &State, question: &Question<Self>, answer: &Answer<Choice>) -> Option<Refusal> {
        match (&question.topic, answer) {
            (Topic::Window(moment), Answer::One(Choice::Use { card, ability })) => {
                legal::forbidden(state, *moment, question.player, *card, *ability)
            }
            (Topic::Window(moment), Answer::One(Choice::HiddenCost(card))) => {
                legal::may_hidden_cost(state, *moment, question.player, *card).err()
            }
            (Topic::Pay(_), Answer::Number(n)) => legal::bad_payment(state, question, *n),
            (Topic::Act(arena), Answer::One(choice)) => legal::bad_act(state, *arena, choice),
            (Topic::Divide(source, Some(most)), Answer::Split(parts))
                if !matches!(question.shape.check(answer), Err(AnswerError::NotOffered(_))) =>
            {
                let units = parts.iter().filter(|(_, n)| *n > 0).count();
                let text = format!("It is divided among no more than {}.", pluralize(*most, "unit"));
                (units > *most as usize).then(|| match source {
                    Some(card) => refuse_by_card(state, text, *card),
                    None => refuse_by_rulebook(text, book::EFFECTS),
                })
            }
            (Topic::Assign(attacker), Answer::Split(parts)) => {
                attack::bad_assignment(state, *attacker, parts)
            }
            (Topic::Defender(attacker), Answer::One(Choice::Card(defender))) => {
                attackers::bad_defender(state, *attacker, *defender)
            }
            (Topic::Bid(_), Answer::One(Choice::Bid(bid))) => legal::bad_bid(state, question, *bid),
            (Topic::Build, Answer::One(choice)) => build::bad_build(state, question.player, choice),
            (Topic::Retreat, Answer::Some(units)) => {
                Refusal::all(units.iter().filter_map(|unit| match unit {
                    Choice::Card(unit) => build::bad_retreat(state, question.player, *unit),
                    _ => None,
                }))
            }
            (topic, answer) => {
                let fault = question.shape.check(answer).err()?;
                misfit(state, topic, &question.shape, &fault)
            }
        }
    }
}

/// Why an answer of the right kind does not fit, where a rule or the card says so. That one thing is named
/// twice breaks no rule.
fn misfit(
    state: &State,
    topic: &Topic,
    shape: &Shape<Choice>,
    fault: &AnswerError<Choice>,
) -> Option<Refusal> {
    match (topic, shape, fault) {
        (_, _, AnswerError::WrongKind | AnswerError::Twice(_)) => None,
        (Topic::Redraw, ..) => {
            let text = "Only Battle cards and Missions of one's hand can be exchanged.";
            Some(refuse_by_rulebook(text, book::REDRAWING))
        }
        (Topic::Target(card), Shape::Some { min, max, .. }, AnswerError::Amount { given, .. }) => {
            let text = format!("{} asks for {min} to {max} targets; it was {given}.", state.table.id(*card));
            Some(refuse_by_card(state, text, *card))
        }
        (Topic::Reroll(_), Shape::Some { min, .. }, AnswerError::Amount { .. }) => {
            let text = format!("{min} of the dice must be rerolled.");
            Some(refuse_by_rulebook(text, book::REROLLING_ALL))
        }
        _ => None,
    }
}
