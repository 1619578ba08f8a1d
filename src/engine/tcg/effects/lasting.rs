//! Instructions that change what a card is or has on it, for a while or for good.

use std::sync::Arc;

use super::choosing::{each, touched};
use super::program::{done, of, own, say};
use crate::engine::cards::Vocabulary as _;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, InstructionStage, Shape};
use crate::engine::tcg::state::choice::{Choice, Topic};
use crate::engine::tcg::state::filter::{amount, named};
use crate::engine::tcg::state::narrate::names;
use crate::engine::tcg::state::table::{AsLongAs, CardId, Controlled, Delayed, Lasting, Standing};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    Amount, Condition, Effect, Filter, Gives, Select, StandingName, Stat, Trigger, Until, cite, readback,
};
use crate::engine::tcg::{Play, Program, Turn};

fn as_long_as(program: &Program, conditions: &[Condition]) -> Arc<AsLongAs> {
    Arc::new(AsLongAs { conditions: conditions.to_vec(), scope: program.scope.clone() })
}

/// Cards are given something for a while.
pub(super) fn gain(
    program: &mut Program,
    cards: Vec<CardId>,
    gives: &[Gives],
    (until, conditions): (Until, &[Condition]),
    play: &mut Play<'_>,
) -> Turn {
    let as_long_as = as_long_as(program, conditions);
    for card in &cards {
        let lasting = gives.iter().map(|gives| Lasting {
            card: *card,
            gives: gives.clone(),
            until,
            arena: play.state.table.arena,
            source: program.scope.source,
            as_long_as: Arc::clone(&as_long_as),
        });
        let lasting: Vec<Lasting> = lasting.collect();
        play.state.table.lasting.extend(lasting);
    }
    if cards.is_empty() || gives.is_empty() {
        return done();
    }
    let text = format!("{} gains {}, {}.", names(play.state, &cards), in_words(gives), how_long(until));
    say(program, StepKind::Gains, text, &cards, play);
    done()
}

/// All cards of a kind, also those to come, are given something for a while.
pub(super) fn apply(
    program: &mut Program,
    to: &Filter,
    gives: &[Gives],
    (until, conditions): (Until, &[Condition]),
    play: &mut Play<'_>,
) -> Turn {
    let standing = Standing {
        to: to.clone(),
        gives: gives.to_vec(),
        until,
        arena: play.state.table.arena,
        as_long_as: as_long_as(program, conditions),
    };
    play.state.table.memory.standing.push(standing);
    let meant = readback::cards_meant(to);
    let text = format!("Each {meant} gains {}, {}.", in_words(gives), how_long(until));
    let about = own(program);
    say(program, StepKind::Applies, text, &about, play);
    done()
}

fn how_long(until: Until) -> &'static str {
    match until {
        Until::Attack => "for this attack",
        Until::EndOfBattle => "until end of battle",
        Until::EndOfCharacterBattle => "until the Character battle step ends",
        Until::Turn => "this turn",
        Until::NextReady => "in the next ready phase",
        Until::Game => "for the rest of the game",
    }
}

fn in_words(gives: &[Gives]) -> String {
    gives.iter().map(one_in_words).collect::<Vec<_>>().join(", ")
}

fn quantity(stat: Stat) -> &'static str {
    match stat {
        Stat::Cost => "build cost",
        Stat::Speed => "speed",
        Stat::Power => "power",
        Stat::Health => "health",
        Stat::Damage => "damage",
        Stat::Counters => "build counters",
        Stat::Stack => "stacked cards",
    }
}

fn one_in_words(gives: &Gives) -> String {
    match gives {
        Gives::Add { stat, by, per: None } => format!("{by:+} {}", quantity(*stat)),
        Gives::Add { stat, by, per: Some(_) } => format!("{by:+} {} for each counted", quantity(*stat)),
        Gives::Keyword(keyword) => keyword.clone(),
        Gives::LosesKeyword(keyword) => format!("the loss of {}", keyword.word()),
        Gives::Subtype(line) => format!("the subtype {line}"),
        Gives::Ability(ability) => match ability.called() {
            "" => format!("an ability ({})", readback::ability(ability).trim_end_matches('.')),
            name => format!("an ability: {name}"),
        },
        Gives::CannotAttack => "that it cannot attack".into(),
        Gives::CannotBeAttacked => "that it cannot be attacked".into(),
        Gives::AttackCost(n) => format!("that attacking it costs {n} Force"),
        Gives::MustAttack => "that it must attack".into(),
        Gives::CannotRetreat => "that it cannot retreat".into(),
        Gives::DoesNotUntap => "that it is not untapped".into(),
        Gives::CannotEvade => "that Evade cannot be used for it".into(),
        Gives::DoesNotCount => "that it does not count for control".into(),
        Gives::PreventDamageTo => "that all damage to it is prevented".into(),
        Gives::PreventDamageFrom => "that all damage from it is prevented".into(),
        Gives::PreventEach(n) => format!("that {n} of each damage to it is prevented"),
        Gives::UnpreventableDamage => "that its damage cannot be prevented".into(),
        Gives::DoubleDamage => "that its damage is doubled".into(),
        Gives::ExtraPilot => "room for another pilot".into(),
        Gives::ExtraPilotLike(_) => "room for another pilot of a kind".into(),
        Gives::CannotBePlayed => "that it cannot be played".into(),
        Gives::CannotUseAbilities => "that its abilities cannot be used".into(),
        Gives::CannotDeploy => "that it cannot be deployed".into(),
        Gives::CannotSpendBuildPoints => "that no build points can be spent on it".into(),
        Gives::CannotBeEvaded => "that Evade cannot prevent damage from it".into(),
        Gives::ExtraCards(n) => format!("{n} more cards in the draw step"),
        Gives::OpenHand => "that its player's hand is open".into(),
        Gives::OpenBuild => "that the opponent builds openly".into(),
        Gives::AbilityCost { by, .. } => format!("{by:+} Force for its activated abilities"),
        Gives::CardCost(by) => format!("{by:+} Force to be played"),
        Gives::BuildCost(by) => format!("{by:+} to be built"),
    }
}

/// One gains control of units for a while.
pub(super) fn gain_control(
    program: &mut Program,
    cards: Vec<CardId>,
    until: Until,
    play: &mut Play<'_>,
) -> Turn {
    let you = program.scope.you;
    for card in cards {
        play.state.table.card_mut(card).owner = you;
        play.state.table.memory.controlled.push(Controlled { card, until, by: program.scope.source });
        let (player, name) = (play.state.table.name(you), play.state.table.id(card));
        let text = format!("{player} gains control of {name}, {}.", how_long(until));
        say(program, StepKind::GainsControl, text, &[card], play);
    }
    done()
}

/// An effect is set up for later; by a triggered ability, that is a ruling's business (triggered.1).
pub(super) fn later(
    program: &mut Program,
    when: &Trigger,
    conditions: &[Condition],
    effects: &[Effect],
    play: &mut Play<'_>,
) -> Turn {
    let by_trigger = program.scope.triggered;
    if by_trigger && !play.state.switches.on(cite::LATER) {
        program.insert(effects);
        return done();
    }
    let mut scope = program.scope.clone();
    // What the names of the trigger stood for is kept under names of its own.
    let moving = [StandingName::It, StandingName::Source, StandingName::Attacker, StandingName::Defender];
    for name in moving.map(StandingName::word) {
        let cards = named(play.state, &program.scope, name);
        scope.bound.insert(format!("that-{name}").into(), cards);
    }
    let delayed = Delayed {
        when: when.clone(),
        r#if: conditions.to_vec(),
        effects: effects.to_vec(),
        scope,
        by_trigger,
    };
    play.state.table.delayed.push(delayed);
    let (you, about) = (Some(program.scope.you), own(program));
    let text = format!("An effect is set up for later: when {}.", readback::occasion(when));
    if by_trigger {
        play.record(StepKind::SetsUp, text).actor(you).about(&about).ruling(cite::LATER)
    } else {
        play.record(StepKind::SetsUp, text).actor(you).about(&about).effect_of(program.scope.source)
    }
    done()
}

pub(super) fn tap(program: &mut Program, which: &Select, tapped: bool, play: &mut Play<'_>) -> Turn {
    let cards = touched(program, which, play)?;
    for card in &cards {
        play.state.table.card_mut(*card).tapped = tapped;
    }
    let kind = if tapped { StepKind::Tapped } else { StepKind::Untapped };
    if !cards.is_empty() {
        let text = format!("{}: {}.", names(play.state, &cards), kind.word());
        say(program, kind, text, &cards, play);
    }
    done()
}

/// Damage counters are removed.
pub(super) fn heal(
    program: &mut Program,
    (n, up_to): (&Amount, bool),
    from: &Select,
    play: &mut Play<'_>,
) -> Turn {
    if program.stage == InstructionStage::New {
        let cards = touched(program, from, play)?;
        program.scope.bound.insert(HEALED.into(), cards);
        program.stage = InstructionStage::Begun;
    }
    let limit = |card: CardId| {
        let there = play.state.table.card(card).damage;
        amount(play.state, n, &program.scope, there).min(there)
    };
    let cards = program.scope.bound.get(HEALED).cloned().unwrap_or_default();
    let mut parts: Vec<(CardId, u32)> = cards.into_iter().map(|card| (card, limit(card))).collect();
    let most: u32 = parts.iter().map(|(_, n)| n).sum();
    if up_to && most > 0 {
        let options = parts.iter().map(|(card, n)| (Choice::Card(*card), *n)).collect();
        let shape = Shape::Split { options, min: 0, max: most };
        if let Answer::Split(split) =
            play.decide(program.scope.you, Topic::Heal(program.scope.source), shape)?
        {
            let of = |card: CardId| split.iter().find(|(choice, _)| *choice == Choice::Card(card));
            parts.iter_mut().for_each(|(card, n)| *n = of(*card).map_or(0, |(_, n)| *n));
        }
    }
    for (card, n) in parts {
        play.state.table.card_mut(card).damage -= n;
        program.scope.removed += n;
        let text = format!("{} loses {}.", play.state.table.id(card), pluralize(n, "damage counter"));
        say(program, StepKind::Heals, text, &[card], play);
    }
    done()
}

/// The name by which the units are known from which damage counters are being removed.
const HEALED: &str = "units being healed";

pub(super) fn counter(program: &mut Program, name: &str, on: &Select, play: &mut Play<'_>) -> Turn {
    each(program, on, play, |program, card, play| {
        *play.state.table.card_mut(card).counters.entry(name.into()).or_default() += 1;
        let text = format!("{} gets a {name} counter.", play.state.table.id(card));
        say(program, StepKind::Counter, text, &[card], play);
    })
}

pub(super) fn remove_counters(
    program: &mut Program,
    (name, n): (&str, &Amount),
    from: &Select,
    play: &mut Play<'_>,
) -> Turn {
    for card in touched(program, from, play)? {
        let there = play.state.table.card(card).counters.get(name).copied().unwrap_or(0);
        let n = of(program, n, play, there).min(there);
        play.state.table.card_mut(card).counters.insert(name.into(), there - n);
        program.scope.removed += n;
        let text = format!(
            "{} {} removed from {}.",
            pluralize(n, &format!("{name} counter")),
            if n == 1 { "is" } else { "are" },
            play.state.table.id(card)
        );
        say(program, StepKind::RemovesCounters, text, &[card], play);
    }
    done()
}
