//! Questions in words.

use crate::engine::cards::wording::pluralize;
use crate::engine::cards::{OWN_CARDS, Printed as _, TextCoverage};
use crate::engine::kernel::{Basis, Question, Step};
use crate::engine::script::answering;
use crate::engine::tcg::effects::perform;
use crate::engine::tcg::state::choice::{Choice, Kind, Topic};
use crate::engine::tcg::state::table;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::ability;
use crate::engine::tcg::turn::build_start::due_words;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::{Frame, State, Task, Tcg};

/// A question, with what is allowed.
pub(super) fn describe(state: &State, question: &Question<Tcg>) -> String {
    let player = state.table.name(question.player);
    format!(
        "{player} {}: {}.",
        topic(state, &question.topic),
        answering::shape(&question.shape, |choice| choice_words(state, choice))
    )
}

/// The card for which a die is being rolled, where one is rolled for each of several.
pub(super) fn rolled_for(state: &State) -> Option<CardId> {
    perform::rolled_for(state.effect()?)
}

/// The dice that are being rolled against a unit: how many, and how many so far.
fn dice_of(state: &State, to: CardId) -> Option<(u32, u32)> {
    let Some(Frame::Task(Task::Dice(dice))) = state.stack.last() else { return None };
    let roll = dice.rolls.iter().find(|roll| roll.to == to)?;
    Some((roll.count, roll.dice.len() as u32))
}

fn topic(state: &State, topic: &Topic) -> String {
    let id = |card: &CardId| state.table.id(*card).to_owned();
    let of = |card: &Option<CardId>| card.as_ref().map_or(String::new(), |card| format!(" for {}", id(card)));
    match topic {
        Topic::Window(moment) => match moment.kind {
            Kind::Normal(_) => "may play or pass".into(),
            Kind::Attack => "may play or pass, in the attack".into(),
            Kind::Reroll => "has a chance to reroll dice".into(),
            Kind::Prevention => "has a chance to prevent damage".into(),
            Kind::Disrupt => "has a chance to disrupt".into(),
        },
        Topic::Act(_) => {
            "must say what the unit whose turn it is does (`attack:`, `instead:`, `nothing:`)".into()
        }
        Topic::Defender(unit) => format!("must say what {} attacks (`attack:`)", id(unit)),
        Topic::Die(source, to) => {
            let (all, so_far) = dice_of(state, *to).unwrap_or((1, 0));
            let whose = format!("{} against {}", of(source), id(to));
            match all {
                1 => format!("must say what the die{whose} shows (`dice:`)"),
                _ => format!("must say what {all} dice{whose} show (`dice:`), now number {}", so_far + 1),
            }
        }
        Topic::BuildRoll => "must say what the roll for build points is (`roll:`)".into(),
        Topic::Reroll(source) => format!("must say which dice are rerolled{} (`reroll:`)", of(source)),
        Topic::Rerolled(source) => format!("must say what the rerolled dice show{} (`dice:`)", of(source)),
        Topic::Assign(unit) => format!("must assign the hits of {} (`assign:`)", id(unit)),
        Topic::Target(card) => format!("must choose a target of {} (`target:`)", id(card)),
        Topic::Choose(source) => format!("must choose{} (`choose:`)", of(source)),
        Topic::DiceOrder(source) => {
            format!("must say in which order dice are rolled{} (`order:`)", of(source))
        }
        Topic::Pool => "must say which waiting ability takes effect next (`order:`)".into(),
        Topic::May(source) => format!("may do what the ability allows{} (`does:`)", of(source)),
        Topic::Pay(source) => format!("may pay Force{} (`pays:`)", of(source)),
        Topic::Pairs => "must say which contested pair is bid on first (`pair:`)".into(),
        Topic::Bid(unit) => format!("must bid Force for {} (`bid:`)", id(unit)),
        Topic::BuildStart => {
            "may say in which order the card is drawn, bounties are collected and Upkeep is paid (`order:`)"
                .into()
        }
        Topic::Build => "may build, deploy or use abilities (`build:`, `deploy:`, `finish:`, `use:`)".into(),
        Topic::Retreat => "may retreat units (`retreat:`)".into(),
        Topic::Discard(source) => format!("must discard cards from hand{} (`discard:`)", of(source)),
        Topic::Arena(source) => format!("must choose an arena{} (`arena:`)", of(source)),
        Topic::Mode(source) => format!("must choose one of several effects{} (`option:`)", of(source)),
        Topic::Enhance(card) => format!("may enhance {} (`enhance:`)", id(card)),
        Topic::Heal(source) => format!("may remove fewer damage counters{} (`assign:`)", of(source)),
        Topic::Divide(source, _) => format!("must divide it{} (`assign:`)", of(source)),
        Topic::Roll(source) => {
            let whose =
                rolled_for(state).map_or_else(String::new, |card| format!(", rolled for {},", id(&card)));
            format!("must say what the die{}{whose} shows (`roll:`)", of(source))
        }
        Topic::Stack(card) => {
            format!("must say whether {} is stacked (`place: top`, `under` or `apart`)", id(card))
        }
        Topic::Upkeep(card) => format!("must say which Upkeep cost of {} is paid (`option:`)", id(card)),
        Topic::Redraw => "may exchange Battle cards and Missions once (`redraw:`)".into(),
        Topic::Setup => {
            "may place a unit, or pass for good (`deploy:`, or `build:` for the last points)".into()
        }
    }
}

pub(super) fn choice_words(state: &State, choice: &Choice) -> String {
    let id = |card: &CardId| state.table.id(*card).to_owned();
    match choice {
        Choice::Card(card) => id(card),
        Choice::Use { card, ability: at } => {
            let name = ability(state, *card, *at).map_or("", |ability| ability.called());
            format!("{} {name}", id(card)).trim().to_owned()
        }
        Choice::Attack(card) => format!("attack with {}", id(card)),
        Choice::Nothing(card) => format!("nothing with {}", id(card)),
        Choice::Bid(n) => format!("bid {n}"),
        Choice::Build(card, n) => format!("{} on {}", pluralize(*n, "counter"), id(card)),
        Choice::Deploy(card) => format!("deploy {}", id(card)),
        Choice::Finish(card) => format!("finish {}", id(card)),
        Choice::Nth(at) => {
            let pool = &state.table.pool;
            let source = pool.get(usize::from(*at)).and_then(|waiting| waiting.scope.source);
            let of_it = |end: usize| pool.iter().take(end).filter(|w| w.scope.source == source).count();
            match source {
                None => "an effect".into(),
                // Several of one card are distinguished by the order in which they triggered.
                Some(card) if of_it(pool.len()) > 1 => {
                    format!("{} {}", id(&card), of_it(usize::from(*at)) + 1)
                }
                Some(card) => id(&card),
            }
        }
        Choice::Die(_, _, shows) => format!("the {shows}"),
        Choice::Pair(dark, light) => format!("{} and {}", id(dark), id(light)),
        Choice::Arena(arena) => format!("the {arena:?} arena"),
        Choice::Mode(at) => format!("option {}", at + 1),
        Choice::Stack { card, host, top: true } => format!("{} on top of {}", id(card), id(host)),
        Choice::Stack { card, host, top: false } => format!("{} under {}", id(card), id(host)),
        Choice::Attach { card, host } => format!("{} on {}", id(card), id(host)),
        Choice::HiddenCost(card) => format!("{} by its Hidden Cost", id(card)),
        Choice::Due(due) => due_words(state, *due),
    }
}

/// Cards whose abilities are not written down, or only in part.
pub(super) fn notes(state: &State) -> Vec<Step<StepKind>> {
    let note = |card: &table::Card| {
        let text = card.text.as_ref()?;
        let said = match text.known() {
            TextCoverage::Nothing { .. } => {
                format!("The abilities of {} are not written down here; only its figures count.", card.id)
            }
            TextCoverage::Part(part) => format!("Of {} this is left out here: {part}.", card.id),
            TextCoverage::Whole => return None,
        };
        Some(Step {
            depth: 0,
            kind: StepKind::Note,
            actor: None,
            text: said,
            amount: None,
            basis: Basis::Program(OWN_CARDS.into()),
            about: vec![card.id.to_string()],
            subjects: 1,
        })
    };
    state.table.cards.iter().filter_map(note).collect()
}
