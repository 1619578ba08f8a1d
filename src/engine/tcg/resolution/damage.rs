//! Damage: pending, prevented, taken.

use std::sync::Arc;

use super::chances::chance;
use super::pool::occur;
use crate::engine::kernel::{Basis, Flow, Outcome, Player, Window};
use crate::engine::tcg::state::choice::Kind;
use crate::engine::tcg::state::event::{Event, Hurt};
use crate::engine::tcg::state::pending::pending_at;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{AsLongAs, CardId, Lasting, Owed};
use crate::engine::tcg::state::values::{
    abilities, doubles, giver, gives, in_arena, is_given, is_unit, keyword, value,
};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    AbilityKind, Effect, EventKind, Gives, GivesKind, Keyword, Stat, Until, Zone, book, cite,
};
use crate::engine::tcg::{Play, Sequence, State, Tcg, Turn};

/// Damage about to become pending: doubled where a card says so, unless it was already.
pub(crate) fn doubled(play: &mut Play<'_>, mut hurt: Hurt, doubled_already: bool) -> Hurt {
    let twice = hurt.from.is_some_and(|from| doubles(play.state, from)) && !doubled_already;
    if twice && hurt.amount > 0 {
        hurt.amount *= 2;
        let text = format!("The damage to {} is doubled: {}.", play.state.table.id(hurt.to), hurt.amount);
        play.record(StepKind::Doubled, text).actor(hurt.by).about(&[hurt.to]).ruling(cite::DOUBLED_LATE);
    }
    hurt
}

/// The card whose static ability prevents all of it, if there is one.
fn preventing_card(state: &State, hurt: &Hurt) -> Option<CardId> {
    let from = hurt.from.filter(|from| is_given(state, *from, &Gives::PreventDamageFrom));
    let to = Some(hurt.to).filter(|to| is_given(state, *to, &Gives::PreventDamageTo));
    from.or(to)
}

/// What static abilities prevent of each damage, before there is a chance to prevent more; and whether
/// it can be prevented at all.
fn lessened(play: &mut Play<'_>, mut hurt: Hurt) -> Hurt {
    hurt.unpreventable |=
        hurt.from.is_some_and(|from| is_given(play.state, from, &Gives::UnpreventableDamage));
    if hurt.unpreventable || in_arena(play.state, hurt.to).is_none() {
        return hurt;
    }
    let each = gives(play.state, hurt.to, GivesKind::PreventEach)
        .into_iter()
        .map(|gives| if let Gives::PreventEach(n) = gives { *n } else { 0 });
    let n = each.sum::<u32>().min(hurt.amount);
    if n > 0 {
        (hurt.amount, hurt.prevented) = (hurt.amount - n, hurt.prevented + n);
        let text = format!("{n} damage to {} is prevented.", play.state.table.id(hurt.to));
        let by = giver(play.state, hurt.to, GivesKind::PreventEach);
        play.record(StepKind::Prevented, text).about(&[hurt.to]).effect_of(by);
    }
    hurt
}

/// Makes damage pending, to be prevented in one chance; or adds it to what is gathered.
pub(crate) fn push_pending_damage(play: &mut Play<'_>, hurts: Vec<Hurt>, gather: bool) {
    let hurts: Vec<Hurt> = hurts.into_iter().map(|hurt| lessened(play, hurt)).collect();
    let there = hurts.into_iter().filter(|hurt| hurt.amount > 0 && is_there(play.state, hurt));
    let hurts: Vec<Hurt> = there.collect();
    if gather {
        play.state.table.gathered.extend(hurts);
    } else if !hurts.is_empty() {
        play.sequence(hurts);
    }
}

/// Gathered damage becomes pending together.
pub(crate) fn release(play: &mut Play<'_>) -> Turn {
    let gathered = std::mem::take(&mut play.state.table.gathered);
    push_pending_damage(play, gathered, false);
    Ok(Flow::Done(true))
}

/// Before damage is taken there is one chance to prevent it, for all of it together.
pub(crate) fn before(sequence: &Sequence, play: &mut Play<'_>) -> Option<Window<Tcg>> {
    let hurts: Vec<Hurt> = sequence.events.iter().map(|pending| pending.event.clone()).collect();
    for hurt in &hurts {
        let from = hurt.from.map_or(String::new(), |from| format!(" from {}", play.state.table.id(from)));
        let text = format!("{} damage{from} is pending on {}.", hurt.amount, play.state.table.id(hurt.to));
        play.record(StepKind::Pending, text).actor(hurt.by).about(&[hurt.to]).rulebook(book::DAMAGE);
    }
    for hurt in &hurts {
        occur(play, event(EventKind::WouldBeDamaged, hurt));
    }
    Some(chance(play, Kind::Prevention))
}

fn event(kind: EventKind, hurt: &Hurt) -> Event {
    let mut event = Event::new(kind).card(hurt.to).by(hurt.from).player(hurt.by).amount(hurt.amount);
    event.attack = hurt.attack;
    event
}

/// The damage that was not prevented is taken, all of it at once.
pub(crate) fn happen(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
    let mut taken = Vec::new();
    for pending in &mut sequence.events {
        let hurt = &mut pending.event;
        if hurt.amount > 0 && !hurt.unpreventable && preventing_card(play.state, hurt).is_some() {
            hurt.prevented += hurt.amount;
            hurt.amount = 0;
            let text = format!("The damage to {} is prevented.", play.state.table.id(hurt.to));
            play.record(StepKind::Prevented, text).about(&[hurt.to]).rulebook(book::DAMAGE);
        }
        pending.outcome = Outcome::Happened(hurt.amount > 0);
        if hurt.amount == 0 {
            continue;
        }
        if !is_there(play.state, hurt) {
            not_taken(play, hurt);
            continue;
        }
        let card = play.state.table.card_mut(hurt.to);
        (card.damage, card.hurt_by) = (card.damage + hurt.amount, hurt.from);
        card.hurt_in_attack = hurt.attack;
        let hunter = hurt.from.filter(|from| !card.hunters.contains(from));
        card.hunters.extend(hunter);
        let text = format!("{} takes {} damage.", play.state.table.id(hurt.to), hurt.amount);
        play.record(StepKind::Damage, text).actor(hurt.by).about(&[hurt.to]).rulebook(book::DAMAGE_COUNTERS);
        taken.push(hurt.clone());
    }
    for hurt in taken {
        stun(play, &hurt);
        occur(play, event(EventKind::Damaged, &hurt));
    }
    Ok(Flow::Done(true))
}

/// What is pending on a unit that has left becomes no counters; of one that has retreated the documents do
/// not say so.
fn not_taken(play: &mut Play<'_>, hurt: &Hurt) {
    let name = play.state.table.id(hurt.to);
    let text = format!("{name} is gone: the {} damage still pending on it is not taken.", hurt.amount);
    let basis = if in_build_zone(play.state, hurt.to) {
        Basis::Unspecified("what becomes of damage pending on a unit that retreats".into())
    } else {
        Basis::Rulebook(book::DAMAGE)
    };
    play.record(StepKind::Void, text).actor(hurt.by).about(&[hurt.to]).basis(basis);
}

/// A unit damaged by one with Stun has that much less power until end of battle.
fn stun(play: &mut Play<'_>, hurt: &Hurt) {
    let Some(from) = hurt.from else { return };
    let n = i32::try_from(keyword(play.state, from, Keyword::Stun)).unwrap_or(0);
    if n <= 0 || in_arena(play.state, hurt.to).is_none() {
        return;
    }
    let gives = Gives::Add { stat: Stat::Power, by: -n, per: None };
    let scope = Scope::new(hurt.by, Some(from));
    let lasting = Lasting {
        card: hurt.to,
        gives,
        until: Until::EndOfBattle,
        arena: play.state.table.arena,
        source: Some(from),
        as_long_as: Arc::new(AsLongAs { conditions: Vec::new(), scope }),
    };
    play.state.table.lasting.push(lasting);
    let text =
        format!("{} is stunned: it has {n} less power until end of battle.", play.state.table.id(hurt.to));
    play.record(StepKind::Stunned, text).actor(hurt.by).about(&[hurt.to]).rulebook(book::STUN);
}

/// Whether damage is pending on a unit that can be prevented.
pub(crate) fn preventable_on(state: &State, id: CardId) -> bool {
    let sequence = pending_at(state).and_then(|at| state.sequence(at));
    let mut hurts = sequence.into_iter().flat_map(|sequence| &sequence.events).map(|pending| &pending.event);
    hurts.any(|hurt| hurt.to == id && hurt.amount > 0 && !hurt.unpreventable)
}

/// Whether all damage pending on a unit comes from what Evade cannot prevent.
pub(crate) fn cannot_be_evaded(state: &State, id: CardId) -> bool {
    let sequence = pending_at(state).and_then(|at| state.sequence(at));
    let hurts = sequence.into_iter().flat_map(|sequence| &sequence.events).map(|pending| &pending.event);
    let mut there = hurts.filter(|hurt| hurt.to == id && hurt.amount > 0).peekable();
    let barred = |from: CardId| is_given(state, from, &Gives::CannotBeEvaded);
    there.peek().is_some() && there.all(|hurt| hurt.no_evade || hurt.from.is_some_and(barred))
}

/// The card of which something says that damage by it cannot be evaded, where that is pending on a unit.
pub(crate) fn unevadable_source(state: &State, id: CardId) -> Option<CardId> {
    let sequence = pending_at(state).and_then(|at| state.sequence(at))?;
    let mut hurts = sequence.events.iter().map(|pending| &pending.event).filter(|hurt| hurt.to == id);
    hurts.find_map(|hurt| hurt.from.filter(|from| is_given(state, *from, &Gives::CannotBeEvaded)))
}

/// Prevents up to this much of the damage pending on a unit; returns how much was prevented.
pub(crate) fn prevent(play: &mut Play<'_>, id: CardId, most: u32, by: Player, source: Option<CardId>) -> u32 {
    let Some(at) = pending_at(play.state) else { return 0 };
    let Some(sequence) = play.state.sequence_mut(at) else { return 0 };
    let mut left = most;
    let there = |hurt: &Hurt| hurt.to == id && !hurt.unpreventable;
    for pending in sequence.events.iter_mut().filter(|pending| there(&pending.event)) {
        let n = pending.event.amount.min(left);
        pending.event.amount -= n;
        pending.event.prevented += n;
        left -= n;
    }
    let done = most.min(most - left);
    if done > 0 {
        let text = format!("{done} damage to {} is prevented.", play.state.table.id(id));
        play.record(StepKind::Prevented, text).actor(by).about(&[id]).effect_of(source);
        let mut event = Event::new(EventKind::Prevented).card(id).by(source).player(by).amount(done);
        event.attack = play.state.table.attack.is_some();
        occur(play, event);
    }
    done
}

/// Whether a unit is in the build zone and finished: the damage it has taken counts there too.
pub(crate) fn in_build_zone(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    card.zone == Zone::Build && !card.unfinished && is_unit(state, id)
}

/// Whether a unit is still where it was hit: in an arena, or in the build zone.
fn is_there(state: &State, hurt: &Hurt) -> bool {
    if hurt.in_build_zone { in_build_zone(state, hurt.to) } else { in_arena(state, hurt.to).is_some() }
}

/// Units whose damage has reached their health are discarded, whenever that is so.
pub(crate) fn discard_destroyed(play: &mut Play<'_>) -> bool {
    let dead: Vec<CardId> = play.state.table.ids().filter(|id| is_dead(play.state, *id)).collect();
    for id in &dead {
        let text = format!("{} has as much damage as health: it is discarded.", play.state.table.id(*id));
        let by = play.state.table.card(*id).hurt_by;
        for hunter in play.state.table.card(*id).hunters.clone() {
            owe(play, *id, hunter);
        }
        super::leave::discard_destroyed_unit(play, *id, by, text);
    }
    !dead.is_empty()
}

/// Whether a unit has as much damage as health. What has no health of its own has as much as an ability says,
/// which works in an arena only: there it needs no damage to have as much.
fn is_dead(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    let Some(text) = &card.text else { return false };
    let fights = || in_arena(state, id).is_some();
    let there = match (card.damage > 0, text.health > 0) {
        (true, true) => fights() || in_build_zone(state, id),
        (true, false) => fights(),
        (false, true) => false,
        (false, false) => fights() && !gives(state, id, GivesKind::Quantity(Stat::Health)).is_empty(),
    };
    there && is_unit(state, id) && card.damage >= value(state, id, Stat::Health)
}

/// A unit that has damaged another one is owed its Bounty when that is discarded, whoever finishes it.
fn owe(play: &mut Play<'_>, dead: CardId, hunter: CardId) {
    if play.state.table.card(hunter).owner == play.state.table.card(dead).owner {
        return;
    }
    let player = play.state.table.card(hunter).owner;
    let bounties = abilities(play.state, hunter).into_iter().filter(|a| a.kind == AbilityKind::Bounty);
    let effects: Vec<Vec<Effect>> = bounties.map(|ability| ability.effects.clone()).collect();
    for effects in effects {
        let mut scope = Scope::new(player, Some(hunter));
        scope.bound.insert("hunted".into(), vec![dead]);
        play.state.table.memory.bounties.push(Owed { effects, scope });
        let name = play.state.table.id(hunter).to_owned();
        let text = format!("{name} will gain its bounty when its player's next build step starts.");
        play.record(StepKind::OwesBounty, text).actor(player).about(&[hunter]).rulebook(book::BOUNTIES);
    }
}

/// Whether no damage is pending any more that could be prevented; what cannot be counts where that is to be
/// said (`watched`).
pub(crate) fn nothing_pending(state: &State) -> bool {
    let sequence = pending_at(state).and_then(|at| state.sequence(at));
    let barred = |hurt: &Hurt| hurt.unpreventable && !state.table.watched;
    sequence.is_none_or(|sequence| {
        sequence.events.iter().all(|pending| pending.event.amount == 0 || barred(&pending.event))
    })
}
