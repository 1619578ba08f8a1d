//! Steps in words.

use super::choice::Moment;
use super::event::Event;
use super::table::CardId;
use crate::engine::cards::wording::{and, pluralize};
use crate::engine::kernel::{Basis, Window};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{EventKind, Phase, cite};
use crate::engine::lcg::{Lcg, Play, Sequence};
use crate::engine::script::narrate::Recording;

pub(crate) use crate::engine::script::narrate::printed_name;

impl Recording<'_, '_, Lcg> {
    /// Records it as what the effect of an event does: that of a card, or a framework event if no card does
    /// it.
    pub(crate) fn effect_of(self, event: &Event) {
        let source = event.source.filter(|_| !matches!(event.why, super::event::Why::Strike));
        let basis = match (source, event.page) {
            (Some(card), _) => Basis::Card(printed_name(self.play.state, card)),
            (None, Some(page)) => Basis::Rulebook(page),
            (None, None) => Basis::Ruling(cite::FRAMEWORK.into()),
        };
        self.actor(event.by).basis(basis);
    }
}

/// Cards in a sentence.
pub(crate) fn names(play: &Play<'_>, cards: &[CardId]) -> String {
    if cards.is_empty() {
        return "nothing".into();
    }
    and(cards.iter().map(|id| play.state.table.id(*id).to_owned()))
}

/// Records that a window opens, and who is asked first.
pub(crate) fn opens(sequence: &Sequence, window: &Window<Lcg>, play: &mut Play<'_>) {
    let first = play.state.table.name(window.next).to_owned();
    let real = |pending: &&crate::engine::kernel::Pending<Event>| pending.event.amount > 0;
    let new =
        |pending: &&crate::engine::kernel::Pending<Event>| real(pending) && !pending.event.past_interrupts;
    let events = || sequence.events.iter();
    let shown = events().find(new).or_else(|| events().find(real)).or(sequence.events.first());
    let mut what = shown.map_or_else(String::new, |pending| condition(play, &pending.event));
    let leaving = [EventKind::Destroyed, EventKind::Sacrificed, EventKind::LeavesPlay];
    let together = |pending: &&crate::engine::kernel::Pending<Event>| leaving.contains(&pending.event.kind);
    if sequence.events.iter().filter(together).count() > 1 {
        let all = sequence.events.iter().filter(together).map(|pending| condition(play, &pending.event));
        what = and(all);
    }
    let (kind, ruling, word) = match window.moment {
        Moment::Action(_) => (StepKind::ActionWindow, format!("{}#1", cite::ACTIONS), "Actions".to_owned()),
        Moment::Interrupt(_) => {
            (StepKind::InterruptWindow, cite::INTERRUPTS.to_owned(), format!("When {what}: interrupts"))
        }
        Moment::Reaction(_) => {
            (StepKind::ReactionWindow, cite::REACTIONS.to_owned(), format!("After {what}: reactions"))
        }
    };
    let about: Vec<CardId> = sequence.events.iter().filter_map(|pending| pending.event.card).collect();
    let text = format!("{word}, {first} (the active player) first.");
    play.record(kind, text).actor(window.next).about(&about).ruling(&ruling);
}

/// An event as a triggering condition.
pub(crate) fn condition(play: &Play<'_>, event: &Event) -> String {
    let card = event.card.map_or("a card", |card| play.state.table.id(card));
    let player = event.player.map_or("a player", |player| play.state.table.name(player));
    match event.kind {
        EventKind::Damage => format!("{card} is dealt {} damage", event.amount),
        EventKind::Damaged => format!("{} damage is moved to {card}", event.amount),
        EventKind::Heal => format!("damage is removed from {card}"),
        EventKind::Destroyed => format!("{card} is destroyed"),
        EventKind::Sacrificed => format!("{card} is sacrificed"),
        EventKind::LeavesPlay => format!("{card} leaves play"),
        EventKind::EntersPlay => format!("{card} enters play"),
        EventKind::Focus => format!("{} placed on {card}", pluralize(event.amount, "focus token")),
        EventKind::Unfocus => format!("{} removed from {card}", pluralize(event.amount, "focus token")),
        EventKind::Shield => format!("a shield is placed on {card}"),
        EventKind::Unshield => format!("a shield is removed from {card}"),
        EventKind::Draw => format!("{player} draws {}", pluralize(event.amount, "card")),
        EventKind::EffectDraws => {
            format!("an effect has made {player} draw {}", pluralize(event.amount, "card"))
        }
        EventKind::Playing => format!("{player} plays {card}, its cost not yet paid"),
        EventKind::Discard => format!("{card} is discarded"),
        EventKind::Reveal => format!("{card} is revealed"),
        EventKind::CardPlayed => format!("{card} is played"),
        EventKind::Ability => {
            if event.played {
                format!("{card} is played")
            } else {
                format!("{card}'s ability is executed")
            }
        }
        EventKind::Captured => format!("{card} is captured"),
        EventKind::Rescued => format!("{card} is rescued"),
        EventKind::ControlChange => format!("{card} changes control"),
        EventKind::Committed => format!("{card} is committed to the Force"),
        EventKind::RemovedFromForce => format!("{card} is removed from the Force"),
        EventKind::Engaged => format!("{card} is engaged"),
        EventKind::Declared => format!("{card} is declared as an attacker or a defender"),
        EventKind::Strike => format!("{card} is focused to strike"),
        EventKind::StrikeResolved => format!("{card} has resolved a strike"),
        EventKind::Survived => format!("{card} survives the engagement"),
        EventKind::Resources => format!("{card} generates {}", pluralize(event.amount, "resource")),
        EventKind::EdgePlacing => format!("{player} would place a card in their edge stack"),
        EventKind::Unopposed => "the engagement is unopposed".into(),
        EventKind::EdgePlaced => format!("{player} places a card in their edge stack"),
        EventKind::EdgeRevealing => "the edge stacks are about to be revealed".into(),
        EventKind::EdgeRevealed => format!("{card} is revealed in an edge stack"),
        EventKind::EdgeWon => format!("{player} wins the edge battle"),
        EventKind::StruggleBegins => "a Force struggle begins".into(),
        EventKind::StruggleWon => format!("{player} wins the Force struggle"),
        EventKind::Removed => format!("{card} is removed from the engagement"),
        EventKind::EngagementEnds => "the engagement ends".into(),
        EventKind::Refresh => format!("{player} refreshes"),
        EventKind::PhaseBegins => format!("{player}'s {} phase begins", event.phase.map_or("", Phase::word)),
        EventKind::PhaseEnds => format!("{player}'s {} phase ends", event.phase.map_or("", Phase::word)),
        EventKind::DialAdvanced => format!("the Death Star dial advances by {}", event.amount),
        EventKind::TurnBegins => format!("{player}'s turn begins"),
        EventKind::TurnEnds => format!("{player}'s turn ends"),
    }
}
