//! Contested unique units and their Force bids.

use super::leave;
use crate::engine::kernel::{Answer, Basis, Flow, Player, Shape};
use crate::engine::tcg::state::choice::{Choice, Topic};
use crate::engine::tcg::state::table::{CardId, DARK, LIGHT, Phase, other};
use crate::engine::tcg::state::values::{in_arena, is_unique, is_unit, value};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{Stat, Zone, book, cite};
use crate::engine::tcg::{Decision, Frame, Play, State, Task, Turn};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Contest {
    /// The pair, the dark side's unit first; none until it is chosen.
    pub pair: Option<(CardId, CardId)>,
    /// The bids, dark first.
    pub bids: [Option<u32>; 2],
    /// Who bids next.
    pub next: Player,
    /// How many players in a row have not raised.
    pub kept: u8,
}

impl Default for Contest {
    fn default() -> Self {
        Self { pair: None, bids: [None; 2], next: DARK, kept: 0 }
    }
}

/// The pairs of unique units with the same name, one of each side, in battle.
pub(super) fn pairs(state: &State) -> Vec<(CardId, CardId)> {
    let of = |player: Player| {
        let all = state.table.able.namesakes().iter().copied();
        let all = all.filter(move |(id, _)| state.table.card(*id).owner == player);
        all.filter(|(id, _)| is_unit(state, *id) && in_arena(state, *id).is_some() && is_unique(state, *id))
    };
    of(DARK)
        .flat_map(|(dark, name)| {
            of(LIGHT).filter(move |(_, other)| name == *other).map(move |(light, _)| (dark, light))
        })
        .collect()
}

/// Whether units are contested now: at any time during the battle phase (contested.1).
pub(super) fn due(state: &State) -> bool {
    state.table.phase == Phase::Battle && state.switches.on(cite::CONTESTED) && !pairs(state).is_empty()
}

/// Begins a contest if one is due and nothing else is being carried out.
pub(crate) fn settle(play: &mut Play<'_>) -> bool {
    let busy =
        super::pool::effect_in_progress(play.state)
            || play.state.stack.iter().any(|frame| {
                matches!(frame, Frame::Task(Task::Contest(_) | Task::Dice(_)) | Frame::Sequence(_))
            });
    if busy || !due(play.state) {
        return false;
    }
    play.begin(Task::Contest(Contest::default()));
    true
}

impl Contest {
    pub(crate) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        let Some(pair) = self.pair else { return self.choose(play) };
        if self.over() || !play.state.switches.on(cite::BIDDING) {
            self.decide(pair, play);
            return Ok(Flow::Done(true));
        }
        self.bid(pair, play)?;
        Ok(Flow::Wait)
    }

    /// Of several pairs, the Dark Side player chooses which to bid on first (contested.5).
    fn choose(&mut self, play: &mut Play<'_>) -> Turn {
        let pairs = pairs(play.state);
        let Some(first) = pairs.first().copied() else { return Ok(Flow::Done(true)) };
        let mut pair = first;
        if pairs.len() > 1 && play.state.switches.on(cite::BID_ORDER) {
            let options = pairs.iter().map(|(dark, light)| Choice::Pair(*dark, *light)).collect();
            let answer = play.decide(DARK, Topic::Pairs, Shape::One { options, pass: false })?;
            if let Answer::One(Choice::Pair(dark, light)) = answer {
                pair = (dark, light);
            }
            let text = format!("{} is bid on first.", play.state.table.id(pair.0));
            play.record(StepKind::ChoosesPair, text)
                .actor(DARK)
                .about(&[pair.0, pair.1])
                .ruling(cite::BID_ORDER);
        }
        self.pair = Some(pair);
        let (dark, light) = (play.state.table.id(pair.0).to_owned(), play.state.table.id(pair.1).to_owned());
        let text = format!("Both sides have this unique unit in battle: {dark} and {light} are contested.");
        play.record(StepKind::Contested, text).about(&[pair.0, pair.1]).ruling(cite::CONTESTED);
        Ok(Flow::Wait)
    }

    fn over(&self) -> bool {
        self.kept >= 2 && self.bids.iter().all(Option::is_some)
    }

    /// The players bid in turn, the Dark Side first, until neither wants to raise (contested.2).
    fn bid(&mut self, pair: (CardId, CardId), play: &mut Play<'_>) -> Decision<()> {
        let player = self.next;
        let seat = usize::from(player.0);
        let least = self.bids[seat].map_or(0, |bid| bid + 1);
        let options = (least..=play.state.table.force(player)).map(Choice::Bid).collect();
        let unit = if player == DARK { pair.0 } else { pair.1 };
        let shape = Shape::One { options, pass: self.bids[seat].is_some() };
        let answer = play.decide(player, Topic::Bid(unit), shape)?;
        self.next = other(player);
        let name = play.state.table.name(player).to_owned();
        match answer {
            Answer::One(Choice::Bid(bid)) => {
                self.bids[seat] = Some(bid);
                self.kept = 0;
                play.record(StepKind::Bids, format!("{name} bids {bid} Force."))
                    .actor(player)
                    .about(&[unit])
                    .ruling(cite::BIDDING);
            }
            _ => {
                self.kept += 1;
                play.record(StepKind::Keeps, format!("{name} does not raise."))
                    .actor(player)
                    .about(&[unit])
                    .ruling(cite::BIDDING);
            }
        }
        Ok(())
    }

    /// Total build cost and final bid are added; the Dark Side wins ties (contested.3).
    fn decide(&mut self, (dark, light): (CardId, CardId), play: &mut Play<'_>) {
        let bids = self.bids.map(|bid| bid.unwrap_or(0));
        let adds = play.state.switches.on(cite::BID_WINNER);
        let cost = |id| if adds { value(play.state, id, Stat::Cost) } else { 0 };
        let totals = [cost(dark) + bids[0], cost(light) + bids[1]];
        let (winner, unit, loser_unit) =
            if totals[0] >= totals[1] { (DARK, dark, light) } else { (LIGHT, light, dark) };
        let text = format!(
            "The Dark Side has {}, the Light Side {}: {} wins the contest.",
            totals[0],
            totals[1],
            play.state.table.id(unit)
        );
        play.record(StepKind::WinsContest, text).actor(winner).about(&[unit]).ruling(cite::BID_WINNER);
        self.settle(winner, (unit, loser_unit), bids, play);
    }

    /// The winner pays and stays; the loser pays nothing and retreats without tapping (contested.4).
    fn settle(
        &mut self,
        winner: Player,
        (unit, loser): (CardId, CardId),
        bids: [u32; 2],
        play: &mut Play<'_>,
    ) {
        let as_ruled = play.state.switches.on(cite::BID_PAYS);
        for player in [DARK, LIGHT] {
            let seat = usize::from(player.0);
            if player == winner || !as_ruled {
                let force = play.state.table.force[seat];
                play.state.table.force[seat] = force.saturating_sub(bids[seat]);
                let text = format!("{} pays {} Force.", play.state.table.name(player), bids[seat]);
                play.record(StepKind::Pays, text)
                    .actor(player)
                    .about(&[if player == winner { unit } else { loser }])
                    .ruling(cite::BID_PAYS);
            }
        }
        let owner = play.state.table.card(loser).owner;
        leave::retreat(play, loser);
        if !as_ruled {
            play.state.table.card_mut(loser).tapped = true;
        }
        let text = format!("{} retreats without tapping.", play.state.table.id(loser));
        play.record(StepKind::Retreats, text).actor(owner).about(&[loser]).ruling(cite::BID_PAYS);
    }
}

/// Whether a unit is in battle or has retreated from it; one that was built and not deployed yet has its
/// counters.
fn in_play(state: &State, id: CardId) -> bool {
    let card = state.table.card(id);
    let retreated = card.zone == Zone::Build && !card.unfinished && card.build == 0;
    retreated || in_arena(state, id).is_some()
}

/// A player has only one unit of a unique name in battle or retreated: of two, the later one is discarded.
pub(crate) fn only_one(play: &mut Play<'_>) -> bool {
    let state = &*play.state;
    let unique: Vec<(CardId, u16)> = state
        .table
        .able
        .namesakes()
        .iter()
        .copied()
        .filter(|(id, _)| is_unit(state, *id) && in_play(state, *id) && is_unique(state, *id))
        .collect();
    let same = |a: (CardId, u16), b: (CardId, u16)| {
        a.0 != b.0 && a.1 == b.1 && state.table.card(a.0).owner == state.table.card(b.0).owner
    };
    let later = |a: CardId, b: CardId| (state.table.card(a).since, a) > (state.table.card(b).since, b);
    let extra = unique.iter().copied().find(|a| unique.iter().any(|b| same(*a, *b) && later(a.0, b.0)));
    let Some((extra, _)) = extra else { return names_itself(play) };
    let text =
        format!("{} is a second unit of a unique name: the later one is discarded.", state.table.id(extra));
    let basis = "which of two unstacked units of one unique name is discarded: here the one that came later";
    play.record(
        StepKind::SecondUnique,
        "A player may have one unit of a unique name in battle or retreated.",
    )
    .about(&[extra])
    .basis(Basis::Unspecified(basis.into()));
    leave::discard(play, extra, None, text, book::ONE_OF_A_NAME);
    true
}

/// Of two units that name themselves but have no version letter, it is said that neither is unique
/// (general.7).
fn names_itself(play: &mut Play<'_>) -> bool {
    let state = &*play.state;
    if !state.switches.on(cite::NAMES_ITSELF) {
        return false;
    }
    let text = |id: CardId| state.table.card(id).text.as_ref();
    let found = state.table.ids().find(|id| {
        let itself = text(*id).is_some_and(|text| text.names_itself && text.version().is_none());
        let card = state.table.card(*id);
        let twin = |other: CardId| {
            other != *id
                && in_arena(state, other).is_some()
                && state.table.card(other).owner == card.owner
                && text(other).map(|text| &text.name) == text(*id).map(|text| &text.name)
        };
        itself
            && in_arena(state, *id).is_some()
            && !state.table.memory.named_themselves.contains(id)
            && state.table.ids().any(twin)
    });
    let Some(id) = found else { return false };
    play.state.table.memory.named_themselves.insert(id);
    let text = format!(
        "{} calls itself by its name, but has no version letter: it is not unique.",
        play.state.table.id(id)
    );
    play.record(StepKind::NotUnique, text).about(&[id]).ruling(cite::NAMES_ITSELF);
    true
}
