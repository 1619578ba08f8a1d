//! The end of an engagement: survivors and unopposed damage; damage to the Death Star dial.

use crate::engine::kernel::{Basis, Flow, Player};
use crate::engine::lcg::resolution::{damage, ends};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::narrate;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::stage::Progress;
use crate::engine::lcg::state::table::{CardId, Engagement};
use crate::engine::lcg::state::values::{given, given_in_play};
use crate::engine::lcg::turn::chart::Chart;
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{EventKind, Gives, GivesKind, Until, book, cite};
use crate::engine::lcg::{Play, Program, Turn};

/// Survivors are checked, unopposed damage is dealt, the engagement ends.
pub(crate) fn end(chart: &mut Chart, play: &mut Play<'_>) -> Turn {
    let Some(engagement) = play.state.table.engagement.clone() else {
        return chart.go(Point::ConflictActions);
    };
    let attacker = engagement.attacker;
    let unopposed = !engagement.attackers.is_empty() && engagement.defenders.is_empty();
    match chart.stage {
        Progress::Begins => {
            chart.stage = Progress::Rewarded;
            if unopposed {
                reward(&engagement, play);
            }
        }
        Progress::Rewarded => {
            chart.stage = Progress::Survived;
            survivors(&engagement, unopposed, play);
        }
        Progress::Survived => {
            chart.stage = Progress::Ends;
            let name = play.state.table.name(attacker).to_owned();
            let text = format!("{name}'s engagement ends.");
            play.record(StepKind::EngagementEnds, text).actor(attacker).rulebook(book::ENGAGEMENT_END);
            let ends = Event::new(EventKind::EngagementEnds, Why::Framework).player(attacker);
            play.sequence([ends.by(attacker, None)]);
        }
        _ => {
            play.state.table.engagement = None;
            ends::end(Until::Engagement, play);
            return chart.go(Point::ConflictActions);
        }
    }
    Ok(Flow::Wait)
}

/// What answers that units have survived, and that the engagement was unopposed: one box of the chart.
fn survivors(engagement: &Engagement, unopposed: bool, play: &mut Play<'_>) {
    let attacker = engagement.attacker;
    let units = engagement.attackers.iter().chain(&engagement.defenders);
    let survived = units.map(|id| {
        let event = Event::new(EventKind::Survived, Why::Framework).card(*id);
        event.player(play.state.table.card(*id).controller).by(attacker, None)
    });
    let unopposed = unopposed
        .then(|| Event::new(EventKind::Unopposed, Why::Framework).player(attacker).by(attacker, None));
    let events: Vec<Event> = unopposed.into_iter().chain(survived).collect();
    if !events.is_empty() {
        play.sequence(events);
    }
}

/// At least one surviving attacker, no surviving defender: one damage, a framework effect.
fn reward(engagement: &Engagement, play: &mut Play<'_>) {
    let attacker = engagement.attacker;
    let bonus = bonus(attacker, play);
    if let Some(objective) = engagement.objective {
        let text = format!("The engagement is unopposed: {bonus} damage to the engaged objective.");
        play.record(StepKind::Unopposed, text).actor(attacker).about(&[objective]).rulebook(book::UNOPPOSED);
        if let Some(by) = unopposed_damage_barrier(objective, play) {
            let text = format!("{} takes no unopposed damage.", play.state.table.id(objective));
            let basis = Basis::Card(narrate::printed_name(play.state, by));
            play.record(StepKind::NotDamaged, text)
                .actor(attacker)
                .about(&[objective])
                .also(&[by])
                .basis(basis);
            return;
        }
        let event = Event::new(EventKind::Damage, Why::Framework).card(objective);
        damage::deal(vec![event.by(attacker, None).amount(bonus)], false, play);
    } else if engagement.dial {
        let text = format!("The engagement is unopposed: {bonus} damage to the Death Star dial.");
        play.record(StepKind::Unopposed, text).actor(attacker).rulebook(book::UNOPPOSED);
        damage_dial(bonus, attacker, play);
    } else {
        let text = "The engagement is unopposed, but there is no engaged objective any more.";
        play.record(StepKind::NoObjective, text).actor(attacker).ruling(cite::NOT_ENGAGED);
    }
}

/// The unopposed bonus of a player: one, unless a card of his raises it.
fn bonus(player: Player, play: &Play<'_>) -> u32 {
    let given = given_in_play(play.state, Some(player), GivesKind::UnopposedBonus).into_iter();
    let raised =
        given.filter_map(|(_, gives, _)| if let Gives::UnopposedBonus(n) = gives { Some(*n) } else { None });
    raised.max().unwrap_or(1)
}

/// The card by which an objective takes no unopposed damage.
fn unopposed_damage_barrier(objective: CardId, play: &Play<'_>) -> Option<CardId> {
    let given = given(play.state, objective, GivesKind::NoUnopposedDamage);
    let (_, scope) = given.first()?;
    Some(scope.source.unwrap_or(objective))
}

/// Framework damage to the Death Star dial while it is engaged.
pub(super) fn damage_dial(n: u32, player: Player, play: &mut Play<'_>) {
    play.state.table.dial_damage += n;
    let total = play.state.table.dial_damage;
    let text = format!("{n} damage to the Death Star dial, which has {total} now.");
    play.record(StepKind::DialDamage, text).actor(player).ruling(cite::DIAL);
}

/// A card's effect that damages the engaged objective does nothing to the dial, which is no objective.
pub(crate) fn card_damages_dial(n: u32, program: &Program, play: &mut Play<'_>) -> Flow {
    if !play.state.table.engagement.as_ref().is_some_and(|e| e.dial) {
        return Flow::Done(false);
    }
    let you = program.scope.you;
    if !play.state.switches.on(cite::DIAL) {
        damage_dial(n, you, play);
        return Flow::Done(true);
    }
    let text = "The Death Star dial is no objective: only framework effects damage it.";
    let about: Vec<_> = program.scope.source.into_iter().collect();
    play.record(StepKind::DialNotDamaged, text).actor(you).about(&about).ruling(cite::DIAL);
    Flow::Done(false)
}
