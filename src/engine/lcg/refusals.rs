//! Why an answer is not allowed: for each question the rule that says so.

use super::effects::choosing;
use super::engagement::{edge, engage, strike};
use super::legality::{legal, limits, payable, targets};
use super::resolution::{damage, shields};
use super::state::event;
use super::turn::force;
use super::vocabulary::{Effect, Keyword, Target, Zone, book, cite};
use super::{Frame, Lcg, State, Task};
use crate::engine::kernel::{Answer, AnswerError, Basis, Question, Refusal, Shape};
use crate::engine::lcg::legality::refuse::{refuse, refuse_by_rulebook};
use crate::engine::lcg::resolution::initiate::bad_payment;
use crate::engine::lcg::state::choice::{Choice, Topic};
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{ability, can_be_focused_by, has_keyword, undamageable_in};
use crate::engine::script::narrate::printed_name;

/// What forbids an answer, be it of the right shape or not.
pub(super) fn reason(state: &State, question: &Question<Lcg>, answer: &Answer<Choice>) -> Option<Refusal> {
    match (&question.topic, answer) {
        (Topic::Window(moment), Answer::One(choice)) => {
            legal::forbidden(state, *moment, question.player, choice)
        }
        (Topic::Window(_), Answer::Pass) => matches!(question.shape, Shape::One { pass: false, .. })
            .then(|| refuse("A forced ability is mandatory: it cannot be passed.", cite::TRIGGERED))
            .map(|refusal| refusal.by_rule(book::FORCED)),
        (Topic::Pay(card), Answer::Split(parts)) => bad_payment(state, question.player, *card, parts),
        (Topic::Protect, Answer::Split(parts)) => damage::bad_protection(state, parts),
        (Topic::Balance, Answer::One(choice)) => engage::bad_balance_damage(state, choice),
        (Topic::Objective, Answer::One(choice)) => engage::bad_objective(state, choice),
        (Topic::Attackers | Topic::Defenders, Answer::Some(units)) => {
            engage::bad_participant(state, question.player, units)
        }
        (Topic::EdgeCard(_), Answer::One(card)) => edge::bad_card(state, question.player, card),
        (Topic::Striker, answer) => strike::bad_striker(state, question.player, answer),
        (Topic::Commit, Answer::Some(units)) => force::bad_commitment(state, question.player, units),
        (Topic::UnitDamage(unit), Answer::Split(parts)) => strike::bad_damage(state, *unit, parts),
        (Topic::Target(_, target), Answer::Some(chosen)) => {
            not_offered(state, question, answer).or_else(|| too_dear(state, target, chosen))
        }
        _ => not_offered(state, question, answer),
    }
}

/// That the targets chosen cost more together than the card allows.
fn too_dear(state: &State, target: &str, chosen: &[Choice]) -> Option<Refusal> {
    let (source, target) = being_targeted(state, target)?;
    let most = target.combined_cost_at_most?;
    let costs = chosen.iter().map(|choice| match choice {
        Choice::Card(id) => state.table.card(*id).text.as_ref().map_or(0, |text| text.cost),
        _ => 0,
    });
    let cost: u32 = costs.sum();
    let text = format!("The printed costs of the targets together are {cost}, and may be {most} at most.");
    (cost > most).then(|| Refusal::new(text, Basis::Card(printed_name(state, source))))
}

/// The target of that name, of the ability now being used, and the card that has it.
fn being_targeted<'s>(state: &'s State, target: &str) -> Option<(CardId, &'s Target)> {
    let Some(Frame::Task(Task::Initiate(initiate))) = state.stack.last() else { return None };
    let source = initiate.scope.source?;
    let ability = ability(state, source, usize::from(initiate.ability_index()?))?;
    ability.targets.iter().find(|one| one.name == *target).map(|target| (source, target))
}

/// The same refusal, which the card says too whose effect it is.
fn by_source(state: &State, refusal: Refusal, scope: &Scope) -> Refusal {
    match scope.source {
        Some(card) => refusal.by_card(printed_name(state, card)),
        None => refusal,
    }
}

/// The rule or the card that an answer breaks by not fitting its question. Of a slip (another kind of answer,
/// one thing named twice) no rule says anything.
pub(super) fn broken_by(
    state: &State,
    question: &Question<Lcg>,
    fault: &AnswerError<Choice>,
) -> Option<Basis> {
    match fault {
        AnswerError::WrongKind | AnswerError::Twice(_) => None,
        AnswerError::NotOffered(_) | AnswerError::NoPass => {
            decides(&question.topic).or_else(|| effect_of(state, &question.topic))
        }
        AnswerError::Amount { given, min, .. } => {
            let amount = if given < min { Amount::TooLittle } else { Amount::TooMuch };
            amount_set_by(state, question, amount)
        }
    }
}

/// In which way an amount does not fit a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Amount {
    TooLittle,
    TooMuch,
}

/// The rule or the card that says how many, or how much, a question must be answered with.
pub(super) fn amount_set_by(state: &State, question: &Question<Lcg>, amount: Amount) -> Option<Basis> {
    sets_amount(&question.topic, amount).or_else(|| effect_of(state, &question.topic))
}

/// The card whose effect asks a question.
fn effect_of(state: &State, topic: &Topic) -> Option<Basis> {
    let card = topic.source().filter(|_| is_of_effect(topic))?;
    Some(Basis::Card(printed_name(state, card)))
}

/// Whether a question is asked by the effect of a card, and not by a rule about it.
fn is_of_effect(topic: &Topic) -> bool {
    match topic {
        Topic::Target(..)
        | Topic::Choose(_)
        | Topic::Either(_)
        | Topic::May(_)
        | Topic::Divide(_)
        | Topic::Arrange(_)
        | Topic::HowMany(_)
        | Topic::Title(_) => true,
        Topic::Window(_)
        | Topic::Pay(_)
        | Topic::Host(_)
        | Topic::OutsideStriker
        | Topic::Protect
        | Topic::Shields
        | Topic::Drawn
        | Topic::Order
        | Topic::CaptureAt
        | Topic::DrawDiscard
        | Topic::Reserve
        | Topic::Balance
        | Topic::Commit
        | Topic::Objective
        | Topic::Attackers
        | Topic::Defenders
        | Topic::EdgeCard(_)
        | Topic::EdgeIcons(_)
        | Topic::Shielding(_)
        | Topic::Striker
        | Topic::Icons(_)
        | Topic::UnitDamage(_)
        | Topic::GoesOn(_)
        | Topic::Tactics(_)
        | Topic::Fates => false,
    }
}

/// The rule that says what a question may be answered with, and that it must be. What is not named here is
/// said by the card, or has been refused for a reason of its own.
fn decides(topic: &Topic) -> Option<Basis> {
    let rule = match topic {
        Topic::Host(_) => book::ATTACH,
        Topic::Protect => book::PROTECT,
        Topic::Shields => book::SHIELD,
        Topic::Shielding(_) => book::SHIELDING,
        Topic::CaptureAt => book::CAPTURE_WHERE,
        Topic::DrawDiscard => book::DRAW_DISCARD,
        Topic::Reserve => book::RESERVE,
        Topic::Balance => book::BALANCE_DAMAGE,
        Topic::Commit => book::COMMIT,
        Topic::Objective => book::DECLARE_OBJECTIVE,
        Topic::Attackers => book::DECLARE_ATTACKERS,
        Topic::Defenders => book::DECLARE_DEFENDERS,
        Topic::EdgeCard(_) => book::EDGE_FROM_HAND,
        Topic::Striker | Topic::OutsideStriker => book::STRIKER,
        Topic::UnitDamage(_) => book::UNIT_DAMAGE,
        Topic::Tactics(_) => book::TACTICS,
        Topic::Window(_)
        | Topic::Pay(_)
        | Topic::Target(..)
        | Topic::Choose(_)
        | Topic::Either(_)
        | Topic::May(_)
        | Topic::Divide(_)
        | Topic::Arrange(_)
        | Topic::HowMany(_)
        | Topic::Title(_)
        | Topic::Drawn
        | Topic::Order
        | Topic::EdgeIcons(_)
        | Topic::Icons(_)
        | Topic::GoesOn(_)
        | Topic::Fates => return None,
    };
    Some(Basis::Rulebook(rule))
}

/// The rule that says how many, or how much, it must be. Most questions have no such rule, or it is given
/// by the refusal of what is chosen.
fn sets_amount(topic: &Topic, amount: Amount) -> Option<Basis> {
    let rule = match (topic, amount) {
        (Topic::Attackers, Amount::TooLittle) => book::DECLARE_ATTACKERS,
        (Topic::Pay(_), Amount::TooLittle) => return Some(Basis::Ruling(cite::STEP_4.into())),
        (Topic::Shielding(_), Amount::TooMuch) => book::SHIELDING,
        (Topic::DrawDiscard, Amount::TooMuch) => book::DRAW_DISCARD,
        (Topic::Balance, Amount::TooMuch) => book::BALANCE_ONE,
        (Topic::Reserve, _) => book::RESERVE,
        (Topic::UnitDamage(_), _) => book::UNIT_DAMAGE,
        (Topic::Tactics(_), _) => book::TACTICS_TOKENS,
        _ => return None,
    };
    Some(Basis::Rulebook(rule))
}

/// Why something is not among what may be chosen.
fn not_offered(state: &State, question: &Question<Lcg>, answer: &Answer<Choice>) -> Option<Refusal> {
    let Err(AnswerError::NotOffered(choice)) = question.shape.check(answer) else { return None };
    if matches!(choice, Choice::Dial) {
        let text = "The Death Star dial is no card and no objective: only what names it concerns it.";
        return Some(refuse(text, cite::DIAL));
    }
    let Choice::Card(id) = choice else { return None };
    let name = state.table.id(id);
    match &question.topic {
        Topic::Target(_, target) => bad_target(state, target, id),
        Topic::Choose(_) => bad_choice(state, question, id),
        Topic::Host(card) => Some(bad_host(state, *card, id)),
        Topic::Shields => {
            let (_, sequence) = state.sequences().last()?;
            shields::can_shield(state, sequence, id).err()
        }
        Topic::Shielding(unit) => {
            let text = match state.table.card(id).shields {
                0 => format!(
                    "{} shields a friendly participating unit or the engaged objective.",
                    state.table.id(*unit)
                ),
                _ => {
                    let text = format!("{name} already has a shield.");
                    let refusal = refuse_by_rulebook(text, book::SHIELDING).by_rule(book::SHIELDING_MANY);
                    return Some(refusal.by_rule(book::ONE_SHIELD));
                }
            };
            Some(refuse_by_rulebook(text, book::SHIELDING))
        }
        Topic::Tactics(unit) => Some(bad_focus(state, *unit, id)),
        _ => None,
    }
}

/// Why a card cannot be attached to that one.
fn bad_host(state: &State, attached: CardId, host: CardId) -> Refusal {
    let (card, name) = (state.table.id(attached), state.table.id(host));
    if has_keyword(state, host, Keyword::NoEnhancements) {
        let text = format!("{name} has No enhancements: {card} cannot be attached to it.");
        return refuse_by_rulebook(text, book::NO_ENHANCEMENTS);
    }
    let text = format!("{card} may not be attached to {name}.");
    refuse_by_rulebook(text, book::ATTACH).by_card(printed_name(state, attached))
}

/// Why the tactics icons of a unit place no focus token on that card.
fn bad_focus(state: &State, unit: CardId, id: CardId) -> Refusal {
    let name = state.table.id(id);
    if !can_be_focused_by(state, id, Some(unit)) {
        return refuse_by_rulebook(format!("No focus token can be placed on {name} by that."), book::CANNOT);
    }
    let is = if state.table.card(id).zone == Zone::Play { "no enemy unit" } else { "not in play" };
    let text = format!("{name} is {is}: tactics place focus tokens on enemy units.");
    refuse_by_rulebook(text, book::TACTICS)
}

/// Why a card is no target of what is being played or used.
fn bad_target(state: &State, target: &str, id: CardId) -> Option<Refusal> {
    let Some(Frame::Task(Task::Initiate(initiate))) = state.stack.last() else { return None };
    let source = initiate.scope.source?;
    let ability = initiate.ability_index().and_then(|index| ability(state, source, usize::from(index)))?;
    let target = ability.targets.iter().find(|one| one.name == *target)?;
    Some(targets::bad_target(state, ability, target, &initiate.scope, id))
}

/// Why a card cannot be chosen for the instruction being carried out.
fn bad_choice(state: &State, question: &Question<Lcg>, id: CardId) -> Option<Refusal> {
    let program = state.effect()?;
    let name = state.table.id(id);
    let scope: &Scope = &program.scope;
    let hurts = program.now().is_some_and(|effect| choosing::hurts(effect, "to"));
    if let Some(ruling) = undamageable_in(state, id, scope).filter(|_| hurts) {
        return Some(refuse(format!("{name} cannot be damaged, so it cannot be chosen."), ruling));
    }
    let mine = payable::own(state, vec![id], scope);
    if scope.why == event::Why::Cost && mine.is_empty() {
        let text = format!("{name} is not under that player's control: costs are paid with one's own cards.");
        return Some(refuse(text, cite::OWN_COSTS));
    }
    if let Some(Effect::FocusCard(on)) = program.now()
        && payable::exhausted_of(state, on, scope).contains(&id)
    {
        let text = format!("{name} is exhausted, so it cannot be focused.");
        return Some(by_source(state, refuse_by_rulebook(text, book::EXHAUSTED), scope));
    }
    let enters = matches!(program.now(), Some(Effect::PutIntoPlay { .. }));
    if enters && limits::unique_in_play(state, id) && state.table.card(id).zone != Zone::Play {
        return Some(limits::already_in_play(state, question.player, id));
    }
    // What the card itself says may be chosen.
    let source = scope.source?;
    let Shape::Some { options, .. } = &question.shape else { return None };
    let card = |choice: &Choice| match choice {
        Choice::Card(card) => Some(state.table.id(*card)),
        _ => None,
    };
    let there: Vec<&str> = options.iter().filter_map(card).collect();
    let text = format!(
        "{name} is not among the cards that {} lets one choose: {}.",
        state.table.id(source),
        there.join(", ")
    );
    Some(Refusal::new(text, Basis::Card(printed_name(state, source))))
}
