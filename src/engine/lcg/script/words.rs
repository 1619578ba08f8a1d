//! Questions in words, and words that answer them.

use super::card_named;
use crate::engine::kernel::{Question, Shape};
use crate::engine::lcg::state::choice::{Choice, Icon, Moment, Topic};
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::vocabulary::{Effect, Many, Select, Zone, normalize_name};
use crate::engine::lcg::{Lcg, Program, State};
use crate::engine::script::answering;

/// A question, with what is allowed.
pub(super) fn describe(state: &State, question: &Question<Lcg>) -> String {
    let player = state.table.name(question.player);
    let what = match (&question.topic, &question.shape) {
        (Topic::Window(Moment::Interrupt(_) | Moment::Reaction(_)), Shape::One { pass: false, .. }) => {
            "must use a forced ability, in an order of their choice (`use:`)".into()
        }
        _ => topic(state, &question.topic),
    };
    format!("{player} {what}: {}.", answering::shape(&question.shape, |choice| choice_words(state, choice)))
}

fn window(moment: Moment) -> &'static str {
    match moment {
        Moment::Action(_) => "may take an action or pass",
        Moment::Interrupt(_) => "may interrupt or pass",
        Moment::Reaction(_) => "may react or pass",
    }
}

fn choice(state: &State, card: Option<CardId>) -> String {
    let Some(card) = card else { return "must choose (`choose:`)".into() };
    let name = state.table.id(card);
    if captures(state) {
        format!("must say at which objective {name} captures (`at:`)")
    } else {
        format!("must choose for {name} (`choose:`)")
    }
}

/// Whether what is chosen now is where a card is captured.
fn captures(state: &State) -> bool {
    let now = state.effect().and_then(Program::now);
    matches!(now, Some(Effect::Capture { card, .. }) if !matches!(card, Select::Choose { .. }))
}

fn topic(state: &State, topic: &Topic) -> String {
    let id = |card| state.table.id(card);
    match topic {
        Topic::Window(moment) => window(*moment).into(),
        Topic::Pay(card) => format!("must say what pays for {} (`pay:`)", id(*card)),
        Topic::Target(card, _) => format!("must choose a target of {} (`target:`)", id(*card)),
        Topic::Host(card) => format!("must say what {} is attached to (`on:`)", id(*card)),
        Topic::Choose(card) => choice(state, *card),
        Topic::Either(_) => "must choose one (`choose:`)".into(),
        Topic::May(_) => "may choose to do it (`choose: yes`)".into(),
        Topic::Divide(_) => "must divide the damage (`damage:`)".into(),
        Topic::Arrange(_) => "must say in which order the cards go back (`order:`)".into(),
        Topic::OutsideStriker => "may strike with a unit that does not participate (`strike:`)".into(),
        Topic::HowMany(_) => "must say how many (`amount:`)".into(),
        Topic::Title(_) => "must name a title (`name:`)".into(),
        Topic::Protect => "may reassign damage (`protect:`)".into(),
        Topic::Shields => "may use shields (`shield:`)".into(),
        Topic::Drawn => "draws from a shuffled deck; the scenario says what (`draw:`)".into(),
        Topic::Order => "must order what happens together (`order:`)".into(),
        Topic::CaptureAt => "must say at which objective the card is captured (`at:`)".into(),
        Topic::DrawDiscard => "may discard one card (`discard:`)".into(),
        Topic::Reserve => "must discard down to their reserve value (`discard:`)".into(),
        Topic::Balance => "may damage an objective (`damage:`)".into(),
        Topic::Commit => "may commit units to the Force (`commit:`)".into(),
        Topic::Objective => "may engage an objective (`engage:`)".into(),
        Topic::Attackers => "must declare attackers (`attackers:`)".into(),
        Topic::Defenders => "may declare defenders (`defenders:`)".into(),
        Topic::EdgeCard(_) => "may place a card in their edge stack (`edge:`)".into(),
        Topic::EdgeIcons(card) => format!("must say how many Force icons {} has (`force:`)", id(*card)),
        Topic::Shielding(card) => format!("may place the shield of {} (`shield:`)", id(*card)),
        Topic::Striker => "must strike with a unit (`strike:`)".into(),
        Topic::Icons(card) => format!("must order the icons of {} (`icons:`)", id(*card)),
        Topic::UnitDamage(card) => format!("must say what {} damages (`damage:`)", id(*card)),
        Topic::GoesOn(card) => format!("may say that the strike of {} goes on (`goes-on: true`)", id(*card)),
        Topic::Tactics(card) => format!("must say what {} exhausts (`tactics:`)", id(*card)),
        Topic::Fates => "must order fate cards of equal priority (`order:`)".into(),
    }
}

pub(super) fn choice_words(state: &State, choice: &Choice) -> String {
    let id = |card| state.table.id(card).to_owned();
    match choice {
        Choice::Card(card) => id(*card),
        Choice::Play(card) => format!("play {}", id(*card)),
        Choice::Use { card, .. } => {
            let verb = if state.table.card(*card).zone == Zone::Hand { "play" } else { "use" };
            format!("{verb} {}", id(*card))
        }
        Choice::Pair(from, to) => format!("{} for {}", id(*to), id(*from)),
        Choice::Title(title) => title.to_string(),
        Choice::Word(word) => word.to_string(),
        Choice::Icon(Icon::Unit) => "unit".into(),
        Choice::Icon(Icon::Tactics) => "tactics".into(),
        Choice::Icon(Icon::Blast) => "blast".into(),
        Choice::Dial => "the Death Star dial".into(),
        Choice::Nth(n) => match state.table.due.get(usize::from(*n)).and_then(|due| due.scope.source) {
            Some(card) => id(card),
            None => format!("number {}", n + 1),
        },
    }
}

/// A card, or the Death Star dial, which is none.
pub(super) fn card_or_dial(state: &State, name: &str) -> Result<Choice, String> {
    match normalize_name(name).as_str() {
        "dial" | "deathstardial" => Ok(Choice::Dial),
        _ => card_named(state, name).map(Choice::Card),
    }
}

/// The next of a list of words.
pub(super) fn next_word(part: &mut Option<Many<String>>) -> Option<String> {
    let words = part.as_ref().map(|many| many.all().to_vec()).unwrap_or_default();
    let (first, rest) = words.split_first()?;
    *part = (!rest.is_empty()).then(|| Many::List(rest.to_vec()));
    Some(first.clone())
}

/// The effect that goes by a word.
pub(super) fn word_of(question: &Question<Lcg>, word: &str) -> Choice {
    let Shape::One { options, .. } = &question.shape else { return Choice::Word(word.into()) };
    let like = |fits: &dyn Fn(&str) -> bool| {
        let mut found =
            options.iter().filter(|o| matches!(o, Choice::Word(own) if fits(&normalize_name(own))));
        found.next().filter(|_| found.next().is_none()).cloned()
    };
    let wanted = normalize_name(word);
    // The beginning of a word stands for it where only one begins so: `unit` for `unit-damage`.
    like(&|own| own == wanted)
        .or_else(|| like(&|own| !wanted.is_empty() && own.starts_with(&wanted)))
        .unwrap_or_else(|| Choice::Word(word.into()))
}
