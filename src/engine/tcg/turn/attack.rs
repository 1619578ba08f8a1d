//! A unit's turn to act, by speed, and its attack.

use super::legal;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, Basis, Flow, Refusal, Shape};
use crate::engine::tcg::legality::attackers::{
    attack_cost, defenders, may_attack, may_do_nothing, next_units, reach,
};
use crate::engine::tcg::legality::refuse::refuse;
use crate::engine::tcg::resolution::chances::chance;
use crate::engine::tcg::resolution::damage::{doubled, push_pending_damage};
use crate::engine::tcg::resolution::dice::Dice;
use crate::engine::tcg::resolution::leave;
use crate::engine::tcg::resolution::playing::Playing;
use crate::engine::tcg::resolution::pool::{forget, occur};
use crate::engine::tcg::state::choice::{Choice, Kind, Topic};
use crate::engine::tcg::state::event::{Event, Hurt};
use crate::engine::tcg::state::table::{Attack, CardId};
use crate::engine::tcg::state::values::{
    abilities, doubles, giver, has_keyword, in_arena, keyword, units_in, value,
};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{Arena, Chance, EventKind, GivesKind, Keyword, Stat, Until, book, cite};
use crate::engine::tcg::{Decision, Frame, Play, State, Task, Turn};

/// The power of an attack: the unit's own; into another arena, that of the keyword and what the unit
/// has beyond its printed power.
fn power(state: &State, attacker: CardId, arena: Arena) -> u32 {
    let now = value(state, attacker, Stat::Power);
    let keyword = reach(state, attacker).into_iter().find(|(there, _)| *there == arena);
    let Some((_, Some(n))) = keyword else { return now };
    let printed = state.table.card(attacker).text.as_ref().map_or(0, |text| text.power);
    (n + now).saturating_sub(printed)
}

/// What the units whose turn it is may do.
fn acts(state: &State, next: &[CardId]) -> Vec<Choice> {
    let mut all = Vec::new();
    for id in next.iter().copied() {
        if may_attack(state, id).is_ok() {
            all.push(Choice::Attack(id));
        }
        for at in 0..abilities(state, id).len() {
            let choice = Choice::Use { card: id, ability: at as u8 };
            if legal::may_act_instead(state, id, at as u8).is_ok() {
                all.push(choice);
            }
        }
        if may_do_nothing(state, id).is_ok() {
            all.push(Choice::Nothing(id));
        }
    }
    all
}

/// The fastest unit acts; false when there is none left.
pub(super) fn act(arena: Arena, play: &mut Play<'_>) -> Decision<bool> {
    let answer = if let Some(answer) = play.answered() {
        answer
    } else {
        let next = next_units(play.state, arena);
        let Some(first) = next.first().copied() else { return Ok(false) };
        let player = play.state.table.card(first).owner;
        let options = acts(play.state, &next);
        if options.iter().all(|choice| matches!(choice, Choice::Nothing(_))) {
            do_nothing(first, play);
            return Ok(true);
        }
        play.decide(player, Topic::Act(arena), Shape::One { options, pass: false })?
    };
    carry_out(answer, play);
    Ok(true)
}

/// A unit does what was chosen.
fn carry_out(answer: Answer<Choice>, play: &mut Play<'_>) {
    match answer {
        Answer::One(Choice::Attack(unit)) => {
            forget_hits(play);
            play.begin(Task::Attack(Attacking { attacker: unit, stage: Stage::Starts }));
        }
        Answer::One(Choice::Use { card, ability }) => instead(card, ability, play),
        Answer::One(Choice::Nothing(unit)) => do_nothing(unit, play),
        // The question offers nothing else.
        Answer::One(
            Choice::Card(_)
            | Choice::Bid(_)
            | Choice::Build(..)
            | Choice::Deploy(_)
            | Choice::Finish(_)
            | Choice::Nth(_)
            | Choice::Die(..)
            | Choice::Pair(..)
            | Choice::Arena(_)
            | Choice::Mode(_)
            | Choice::Stack { .. }
            | Choice::Attach { .. }
            | Choice::HiddenCost(_)
            | Choice::Due(_),
        )
        | Answer::Pass
        | Answer::Some(_)
        | Answer::Split(_)
        | Answer::Number(_)
        | Answer::Order(_)
        | Answer::Yes(_) => {}
    }
}

/// The result of an attack is remembered until another unit attacks.
fn forget_hits(play: &mut Play<'_>) {
    for card in play.state.table.cards.iter_mut() {
        card.last_hits = None;
    }
}

fn do_nothing(unit: CardId, play: &mut Play<'_>) {
    play.state.table.card_mut(unit).tapped = true;
    let owner = play.state.table.card(unit).owner;
    let text = format!("{} does nothing, and is tapped.", play.state.table.id(unit));
    play.record(StepKind::Nothing, text).actor(owner).about(&[unit]).rulebook(book::BY_SPEED);
}

/// An ability is used instead of attacking: that is no attack (activated).
fn instead(unit: CardId, ability: u8, play: &mut Play<'_>) {
    let owner = play.state.table.card(unit).owner;
    let text =
        format!("{} uses an ability instead of attacking: that is no attack.", play.state.table.id(unit));
    play.record(StepKind::Instead, text).actor(owner).about(&[unit]).ruling(cite::INSTEAD);
    occur(play, Event::new(EventKind::WouldAttack).card(unit).player(owner));
    if !play.state.switches.on(cite::INSTEAD) {
        play.state.table.card_mut(unit).last_hits = Some(0);
        occur(play, Event::new(EventKind::Attacks).card(unit).player(owner));
    }
    play.begin(Task::Play(Playing::new(owner, unit, ability, Some(Chance::WouldAttack))));
}

/// An attack in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attacking {
    pub attacker: CardId,
    /// How far it has come.
    pub stage: Stage,
}

/// The steps of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The defender is chosen.
    Starts,
    /// Play or pass.
    Chance,
    /// The dice are rolled, with the chance to reroll them.
    Dice,
    /// Hits are assigned; damage is pending, prevented, taken.
    Hits,
    Ends,
    /// What its end brought about is done.
    Over,
}

impl Attacking {
    pub(crate) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        self.stage = match self.stage {
            Stage::Starts => {
                if self.start(play)? {
                    Stage::Chance
                } else {
                    Stage::Over
                }
            }
            Stage::Chance => {
                let window = chance(play, Kind::Attack);
                play.push(Frame::Window(window));
                Stage::Dice
            }
            Stage::Dice => {
                self.dice(play);
                Stage::Hits
            }
            Stage::Hits => {
                self.assign(play)?;
                Stage::Ends
            }
            Stage::Ends => {
                self.ends(play);
                Stage::Over
            }
            Stage::Over => {
                over(play);
                return Ok(Flow::Done(true));
            }
        };
        Ok(Flow::Wait)
    }

    /// The attacker is tapped and a defender is chosen: with that the attack starts (general.2).
    /// False if there is nothing to attack.
    fn start(&mut self, play: &mut Play<'_>) -> Decision<bool> {
        let player = play.state.table.card(self.attacker).owner;
        let able = defenders(play.state, self.attacker);
        let defender = play.choose_card(player, Topic::Defender(self.attacker), able, false)?;
        let Some(defender) = defender else { return Ok(false) };
        let Some(arena) = in_arena(play.state, defender) else { return Ok(false) };
        let attacker = self.attacker;
        play.state.table.card_mut(attacker).tapped = true;
        play.state.table.attack =
            Some(Attack { attacker, defender, arena, hits: None, critical: 0, damaged: false });
        let cost = attack_cost(play.state, defender);
        if cost > 0 {
            let force = &mut play.state.table.force[usize::from(player.0)];
            *force = force.saturating_sub(cost);
            let text = format!("{cost} Force is paid to attack {}.", play.state.table.id(defender));
            let by = giver(play.state, defender, GivesKind::AttackCost);
            play.record(StepKind::Pays, text)
                .actor(player)
                .about(&[attacker])
                .effect_of(by.or(Some(defender)));
        }
        let table = &play.state.table;
        let text = format!("{} attacks {}: the attack starts.", table.id(attacker), table.id(defender));
        let attacks = play.record(StepKind::Attacks, text).actor(player).about(&[attacker]).also(&[defender]);
        // What attacking costs is paid without a question.
        let attacks = if cost > 0 { attacks.amount(cost) } else { attacks };
        attacks.ruling(cite::ATTACK);
        occur(play, Event::new(EventKind::WouldAttack).card(attacker).player(player));
        let mut attacks = Event::new(EventKind::Attacks).card(attacker).by(Some(defender)).player(player);
        attacks.attack = true;
        let attacked =
            Event { kind: EventKind::Attacked, card: Some(defender), by: Some(attacker), ..attacks.clone() };
        occur(play, attacks);
        occur(play, attacked);
        Ok(true)
    }

    /// Whether attacker and defender are still there.
    fn stands(&self, play: &Play<'_>) -> Option<CardId> {
        let attack = play.state.table.attack.as_ref()?;
        in_arena(play.state, self.attacker)?;
        (in_arena(play.state, attack.defender) == Some(attack.arena)).then_some(attack.defender)
    }

    /// As many dice as the attacker has power, less for Shields.
    fn dice(&mut self, play: &mut Play<'_>) {
        let Some(defender) = self.stands(play) else {
            let text = "Attacker or defender is gone: no dice are rolled, and so none hit.";
            play.record(StepKind::Void, text).about(&[self.attacker]).rulebook(book::ATTACK_STEP_3);
            // The attack has started all the same (general.2).
            if let Some(attack) = play.state.table.attack.as_mut() {
                attack.hits = Some(0);
            }
            if in_arena(play.state, self.attacker).is_some() {
                play.state.table.card_mut(self.attacker).last_hits = Some(0);
            }
            return;
        };
        let arena = play.state.table.attack.as_ref().map_or(Arena::Character, |attack| attack.arena);
        let shields = u32::try_from(keyword(play.state, defender, Keyword::Shields)).unwrap_or(0);
        let dice = power(play.state, self.attacker, arena).saturating_sub(shields);
        let owner = play.state.table.card(self.attacker).owner;
        let mut dice = Dice::new(owner, Some(self.attacker), [(defender, dice)]);
        dice.attack = true;
        play.begin(Task::Dice(dice));
    }

    /// Hits are assigned; with Overkill what the defender does not need may go to one other unit.
    fn assign(&mut self, play: &mut Play<'_>) -> Decision<()> {
        let Some(defender) = self.stands(play) else { return Ok(()) };
        let Some(attack) = play.state.table.attack.clone() else { return Ok(()) };
        let early = !play.state.switches.on(cite::DOUBLED_LATE) && doubles(play.state, self.attacker);
        let hits = attack.hits.unwrap_or(0) * if early { 2 } else { 1 };
        let owner = play.state.table.card(self.attacker).owner;
        let parts = self.spread(defender, hits, play)?;
        let pending = parts.into_iter().map(|(to, amount)| {
            let amount = amount + if to == defender { attack.critical } else { 0 };
            Hurt {
                to,
                amount,
                from: Some(self.attacker),
                by: owner,
                attack: true,
                prevented: 0,
                unpreventable: false,
                no_evade: false,
                in_build_zone: false,
            }
        });
        let pending: Vec<Hurt> = pending.collect();
        for hurt in pending.iter().filter(|hurt| hurt.amount > 0) {
            let text = assigned(play.state, self.attacker, hurt, attack.critical);
            play.record(StepKind::Assigns, text)
                .actor(owner)
                .about(&[hurt.to])
                .amount(hurt.amount)
                .rulebook(book::ASSIGNING_HITS);
        }
        let hurts = pending.into_iter().map(|pending| doubled(play, pending, early)).collect();
        push_pending_damage(play, hurts, false);
        if let Some(attack) = play.state.table.attack.as_mut() {
            attack.damaged = true;
        }
        Ok(())
    }

    /// How the hits are spread: with Overkill the attacker's player says so.
    fn spread(&self, defender: CardId, hits: u32, play: &mut Play<'_>) -> Decision<Vec<(CardId, u32)>> {
        let (needed, others) = overkill(play.state, self.attacker, defender, hits);
        if others.is_empty() {
            return Ok(vec![(defender, hits)]);
        }
        let mut options = vec![(Choice::Card(defender), hits)];
        options.extend(others.into_iter().map(|id| (Choice::Card(id), hits - needed)));
        let shape = Shape::Split { options, min: hits, max: hits };
        let owner = play.state.table.card(self.attacker).owner;
        let Answer::Split(split) = play.decide(owner, Topic::Assign(self.attacker), shape)? else {
            return Ok(vec![(defender, hits)]);
        };
        let on_cards = split.into_iter().filter_map(|(choice, n)| match choice {
            Choice::Card(id) => Some((id, n)),
            _ => None,
        });
        Ok(on_cards.collect())
    }

    /// After damage prevention and triggered abilities the attack ends; what waits for that happens.
    fn ends(&mut self, play: &mut Play<'_>) {
        let Some(attack) = play.state.table.attack.clone() else { return };
        let owner = play.state.table.card(attack.attacker).owner;
        let text = format!("The attack of {} ends.", play.state.table.id(attack.attacker));
        play.record(StepKind::AttackEnds, text).actor(owner).about(&[attack.attacker]).ruling(cite::ATTACK);
        if !play.state.switches.on(cite::ATTACK) {
            play.state.table.lasting.retain(|lasting| lasting.until != Until::Attack);
        }
        let mut event = Event::new(EventKind::AttackEnds).card(attack.attacker).by(Some(attack.defender));
        event.attack = true;
        if let Some(arena) = in_arena(play.state, attack.attacker) {
            event.arena = Some(arena);
        }
        // Played without general.2 what the end of the attack brings comes before what was waiting.
        let waiting = std::mem::take(&mut play.state.table.pool);
        occur(play, event.player(owner));
        let at = if play.state.switches.on(cite::ATTACK) { 0 } else { play.state.table.pool.len() };
        play.state.table.pool.splice(at..at, waiting);
        if let Some(attack) = play.state.table.attack.as_mut() {
            attack.damaged = false;
        }
    }
}

/// In words, which hits are assigned, and what Critical Hit adds to them.
fn assigned(state: &State, attacker: CardId, hurt: &Hurt, critical: u32) -> String {
    let name = state.table.id(hurt.to);
    let are = |n: u32| if n == 1 { "is" } else { "are" };
    if critical == 0 || state.table.attack.as_ref().is_none_or(|attack| attack.defender != hurt.to) {
        return format!("{} {} assigned to {name}.", pluralize(hurt.amount, "hit"), are(hurt.amount));
    }
    let hits = pluralize(hurt.amount.saturating_sub(critical), "hit");
    let whose = state.table.id(attacker);
    format!("{} damage is assigned to {name}: {hits} and {critical} of {whose}'s Critical Hit.", hurt.amount)
}

fn over(play: &mut Play<'_>) {
    play.state.table.attack = None;
    play.state.table.expire(Until::Attack);
    play.state.table.delayed.retain(|delayed| delayed.when.event != EventKind::AttackEnds);
    leave::return_control(play, Until::Attack);
    forget(play);
}

/// How many hits the defender needs, and what other units the rest may go to.
fn overkill(state: &State, attacker: CardId, defender: CardId, hits: u32) -> (u32, Vec<CardId>) {
    let left = value(state, defender, Stat::Health).saturating_sub(state.table.card(defender).damage);
    if !has_keyword(state, attacker, Keyword::Overkill) || hits <= left {
        return (left, Vec::new());
    }
    let Some(arena) = in_arena(state, defender) else { return (left, Vec::new()) };
    let owner = state.table.card(attacker).owner;
    let enemies = units_in(state, arena).into_iter().filter(|id| state.table.card(*id).owner != owner);
    (left, enemies.filter(|id| *id != defender).collect())
}

/// Why hits may not be assigned so.
pub(crate) fn bad_assignment(state: &State, attacker: CardId, parts: &[(Choice, u32)]) -> Option<Refusal> {
    let attack = state.table.attack.as_ref()?;
    let early = !state.switches.on(cite::DOUBLED_LATE) && doubles(state, attacker);
    let hits = attack.hits.unwrap_or(0) * if early { 2 } else { 1 };
    let total: u32 = parts.iter().map(|(_, n)| n).sum();
    if total > hits && doubles(state, attacker) {
        let text =
            format!("Only {} can be assigned; damage is doubled when it resolves.", pluralize(hits, "hit"));
        return Some(refuse(text, cite::DOUBLED_LATE));
    }
    let to = |id: CardId| parts.iter().find(|(c, _)| *c == Choice::Card(id)).map_or(0, |(_, n)| *n);
    let (needed, _) = overkill(state, attacker, attack.defender, hits);
    let others = parts.iter().filter(|(c, n)| *c != Choice::Card(attack.defender) && *n > 0).count();
    let rules = |text: String| Some(Refusal::new(text, Basis::Rulebook(book::OVERKILL)));
    if others > 0 && to(attack.defender) < needed {
        return rules(format!(
            "The defender must first be assigned what it needs, {}.",
            pluralize(needed, "hit")
        ));
    }
    if others > 1 {
        return rules("The rest may go to one other unit only.".into());
    }
    None
}
