//! A strike: focus the unit, then resolve its icons, one kind after the other.

use super::ability::{EventKind, Zone};
use super::choice::{Choice, Icon, Topic};
use super::event::{Event, Why};
use super::facts::{CardType, Stat};
use super::filter::is_type;
use super::table::{CardId, other};
use super::tell::{by_rulebook, ruled};
use super::values::{can_be_damaged, has_keyword, value};
use super::{Play, State, Turn, cite, damage, legal};
use crate::engine::kernel::{Answer, Flow, Player, Refusal, Shape};

/// A strike in progress.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    player: Player,
    unit: CardId,
    stage: u8,
    icons: Vec<(Icon, u32)>,
}

impl Strike {
    /// A unit about to strike.
    pub fn new(player: Player, unit: CardId) -> Self {
        Self { player, unit, stage: 0, icons: Vec::new() }
    }

    pub(super) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        match self.stage {
            0 => self.focus(play),
            1 => self.count(play),
            2 => return self.order(play),
            _ => return self.resolve(play),
        }
        Ok(Flow::Wait)
    }

    /// One focus token, two if committed to the Force.
    fn focus(&mut self, play: &mut Play<'_>) {
        self.stage = 1;
        let n = if play.state.table.card(self.unit).committed { 2 } else { 1 };
        let text = format!("{} strikes.", play.state.table.id(self.unit));
        by_rulebook(play, "strikes", Some(self.player), text, "p. 20", &[self.unit]);
        let focus =
            Event::new(EventKind::Focus, Why::Strike).card(self.unit).by(self.player, Some(self.unit));
        play.sequence([focus.amount(n)]);
        let strike =
            Event::new(EventKind::Strike, Why::Strike).card(self.unit).by(self.player, Some(self.unit));
        play.sequence([strike.player(self.player)]);
    }

    fn count(&mut self, play: &mut Play<'_>) {
        self.stage = 2;
        let state = &*play.state;
        let edge = state.table.engagement.as_ref().and_then(|e| e.edge) == Some(self.player);
        let strength = |normal: Stat, enabled: Stat| {
            value(state, self.unit, normal) + if edge { value(state, self.unit, enabled) } else { 0 }
        };
        let attacks = state.table.engagement.as_ref().is_some_and(|e| e.attackers.contains(&self.unit));
        let blast = if attacks { strength(Stat::Blast, Stat::EdgeBlast) } else { 0 };
        let all = [
            (Icon::Unit, strength(Stat::UnitDamage, Stat::EdgeUnitDamage)),
            (Icon::Tactics, strength(Stat::Tactics, Stat::EdgeTactics)),
            (Icon::Blast, blast),
        ];
        self.icons = all.into_iter().filter(|(_, n)| *n > 0).collect();
    }

    /// The striker's player orders the kinds of icon.
    fn order(&mut self, play: &mut Play<'_>) -> Turn {
        self.stage = 3;
        if self.icons.len() > 1 {
            let items = self.icons.iter().map(|(icon, _)| Choice::Icon(*icon)).collect();
            self.stage = 2;
            let answer = play.ask(self.player, Topic::Icons(self.unit), Shape::Order { items })?;
            self.stage = 3;
            if let Answer::Order(order) = answer {
                let place = |icon: Icon| order.iter().position(|choice| *choice == Choice::Icon(icon));
                self.icons.sort_by_key(|(icon, _)| place(*icon));
            }
        }
        Ok(Flow::Wait)
    }

    fn resolve(&mut self, play: &mut Play<'_>) -> Turn {
        let Some((icon, n)) = self.icons.first().copied() else {
            return Ok(Flow::Done(true));
        };
        match icon {
            Icon::Unit => self.unit_damage(n, play)?,
            Icon::Tactics => self.tactics(n, play)?,
            Icon::Blast => self.blast(n, play),
        }
        self.icons.remove(0);
        Ok(Flow::Wait)
    }

    fn unit_damage(
        &self,
        n: u32,
        play: &mut Play<'_>,
    ) -> Result<(), Box<crate::engine::kernel::Question<super::Lcg>>> {
        let options = damage_targets(play.state, self.unit, self.player);
        if options.is_empty() {
            return Ok(());
        }
        let options = options.into_iter().map(|id| (Choice::Card(id), n)).collect();
        let shape = Shape::Split { options, min: n, max: n };
        let Answer::Split(parts) = play.ask(self.player, Topic::UnitDamage(self.unit), shape)? else {
            return Ok(());
        };
        let events = parts.into_iter().filter_map(|(choice, n)| match choice {
            Choice::Card(card) if n > 0 => Some(self.damage(card, n)),
            _ => None,
        });
        let events = events.collect();
        damage::deal(events, false, play);
        Ok(())
    }

    fn damage(&self, card: CardId, n: u32) -> Event {
        Event::new(EventKind::Damage, Why::Strike).card(card).by(self.player, Some(self.unit)).amount(n)
    }

    /// Focus tokens on any enemy units, participating or not.
    fn tactics(
        &self,
        n: u32,
        play: &mut Play<'_>,
    ) -> Result<(), Box<crate::engine::kernel::Question<super::Lcg>>> {
        let enemy = enemy_units(play.state, self.player);
        if enemy.is_empty() {
            return Ok(());
        }
        let options = enemy.into_iter().map(|id| (Choice::Card(id), n)).collect();
        let shape = Shape::Split { options, min: n, max: n };
        let Answer::Split(parts) = play.ask(self.player, Topic::Tactics(self.unit), shape)? else {
            return Ok(());
        };
        let events = parts.into_iter().filter_map(|(choice, n)| match choice {
            Choice::Card(card) if n > 0 => {
                // A tactics icon is no strike of damage, but it is an enemy attack.
                let event = Event::new(EventKind::Focus, Why::Effect).card(card);
                Some(event.by(self.player, Some(self.unit)).amount(n))
            }
            _ => None,
        });
        play.sequence(events.collect::<Vec<_>>());
        Ok(())
    }

    /// Blast damage to the engaged objective, or to the Death Star dial.
    fn blast(&self, n: u32, play: &mut Play<'_>) {
        let Some(engagement) = play.state.table.engagement.clone() else { return };
        if engagement.dial {
            super::engage::damage_dial(n, self.player, play);
        } else if let Some(objective) = engagement.objective {
            damage::deal(vec![self.damage(objective, n)], false, play);
        } else {
            let text = "There is no engaged objective to receive the blast damage.";
            ruled(play, "no-objective", Some(self.player), text, cite::NOT_ENGAGED, &[self.unit]);
        }
    }
}

fn enemy_units(state: &State, player: Player) -> Vec<CardId> {
    let units = state.table.in_zone(Zone::Play).filter(|id| {
        state.table.card(*id).controller == other(player) && is_type(state, *id, CardType::Unit)
    });
    units.collect()
}

/// What a strike's unit damage may be dealt to.
fn damage_targets(state: &State, unit: CardId, player: Player) -> Vec<CardId> {
    let Some(engagement) = &state.table.engagement else { return Vec::new() };
    let targeted = has_keyword(state, unit, "Targeted Strike") && engagement.attackers.contains(&unit);
    let enemy = enemy_units(state, player).into_iter();
    enemy.filter(|id| (engagement.has(*id) || targeted) && can_be_damaged(state, *id)).collect()
}

/// Unit damage goes to one participating unit, or is divided, or goes to one unit that does not
/// participate: each by its own permission, never mixed.
pub(super) fn bad_damage(state: &State, unit: CardId, parts: &[(Choice, u32)]) -> Option<Refusal> {
    let engagement = state.table.engagement.as_ref()?;
    let cards: Vec<CardId> = parts
        .iter()
        .filter_map(|(choice, n)| match choice {
            Choice::Card(id) if *n > 0 => Some(*id),
            _ => None,
        })
        .collect();
    let outside = cards.iter().filter(|id| !engagement.has(**id)).count();
    let divided = cards.len() > 1;
    let mixes = state.switches.on(cite::STRIKE_MODES);
    if divided && outside > 0 && (mixes || !legal::divides(state, unit)) {
        let text = "Dividing the damage and targeted strike do not work together.";
        return Some(legal::refuse(text, cite::STRIKE_MODES));
    }
    if divided && !legal::divides(state, unit) {
        return Some(legal::refuse_by_rulebook("All of the unit damage goes to one unit.", "p. 21"));
    }
    let attacks = engagement.attackers.contains(&unit);
    if outside > 0 && !(attacks && has_keyword(state, unit, "Targeted Strike")) {
        let text = "Only an attacking unit with targeted strike may damage a unit that does not participate.";
        return Some(legal::refuse_by_rulebook(text, "p. 25"));
    }
    None
}
