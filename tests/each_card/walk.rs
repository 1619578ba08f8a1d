//! A walk over all cards of a game: boards with a few cards that have not been played yet, and a player who
//! plays them as soon as possible.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use judge::engine::cards::CardId;
use judge::engine::kernel::{self, Answer, Basis, Question, Shape, State, Step};
use judge::engine::scenario::Game;
use judge::engine::script::CardTable as _;
use judge::engine::script::StepKind as _;
use judge::engine::script::steps::Meaning;

use crate::play::{Lots, based};

/// The number of cards per side that a board is for: in the first round, while abilities remain to be used,
/// and once few cards are left, so that everything dealt with them is something they need.
const A_SIDE: [usize; 3] = [6, 9, 1];

/// The maximum number of objectives among them, since no more than three come into play.
const OBJECTIVES: usize = 2;

/// The maximum number of answers on a board, in the first round and in later ones.
const MAX_STEPS: [usize; 2] = [110, 160];

/// How often a card is dealt that has not been played.
const ROUNDS: usize = 80;

/// How often a card is dealt that has been played without its ability being used.
const ROUNDS_TO_ACT: usize = 3;

/// A card with an entry.
#[derive(Debug)]
pub struct Entry {
    /// Its name with its number, as used on boards.
    pub name: String,
    /// What steps that rest on it call it.
    pub title: String,
    /// What it must be the only one of on a board.
    pub alone: String,
    /// The seats that may have it.
    pub seats: &'static [usize],
    /// Whether it comes from the objective deck.
    pub objective: bool,
    /// Whether it is a unit.
    pub unit: bool,
    /// Whether it may be in play at the start.
    pub starts: bool,
    /// Whether it is played by being revealed in an edge stack.
    pub fate: bool,
    /// Whether it is attached to another card.
    pub rides: bool,
    /// The words by which other cards may refer to it.
    pub words: Vec<String>,
    /// The words by which its abilities refer to other cards.
    pub asks: BTreeSet<String>,
    /// Whether it has an ability.
    pub acts: bool,
    /// Whether one of its abilities is used or triggered. Constant effects need not result in a step.
    pub used: bool,
}

/// The quoted words in an ability's debug output.
pub fn asked_for(written: &impl std::fmt::Debug) -> BTreeSet<String> {
    format!("{written:?}").split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The progress of the walk.
#[derive(Debug, Default)]
pub struct Seen {
    /// Cards that were played.
    pub played: BTreeSet<&'static str>,
    /// Cards whose ability was used.
    pub acted: BTreeSet<&'static str>,
    /// What went wrong.
    pub faults: Vec<String>,
    /// What was played or used without effect, although nobody canceled it.
    pub idle: BTreeSet<String>,
}

impl Seen {
    /// Whether a card has not been played yet.
    pub fn to_play(&self, entry: &Entry) -> bool {
        !self.played.contains(entry.name.as_str())
    }

    /// Whether its ability has not been used yet.
    pub fn to_act(&self, entry: &Entry) -> bool {
        entry.used && !self.acted.contains(entry.name.as_str())
    }
}

/// What the player wants from the cards on a board.
pub struct Wants<'a> {
    /// Whether few cards are left, so that everything is done that something might respond to.
    pub late: bool,
    seen: &'a Seen,
    cards: &'a BTreeMap<&'static str, &'static Entry>,
}

impl Wants<'_> {
    /// Whether the card with that name has not been played yet.
    pub fn to_play(&self, id: &str) -> bool {
        self.cards.get(id).is_some_and(|entry| self.seen.to_play(entry))
    }

    /// Whether its ability has not been used yet.
    pub fn to_act(&self, id: &str) -> bool {
        self.cards.get(id).is_some_and(|entry| self.seen.to_act(entry))
    }

    /// Whether either is missing.
    pub fn any(&self, id: &str) -> bool {
        self.to_play(id) || self.to_act(id)
    }
}

/// The cards that a board is for, by seat, and those that may be dealt in addition.
pub struct Deal<'a> {
    pub wanted: [Vec<&'static Entry>; 2],
    pub round: usize,
    pub lots: &'a mut Lots,
    pub seen: &'a Seen,
    /// The groups already on the board of which there may be only one card.
    pub taken: BTreeSet<&'static str>,
}

impl Deal<'_> {
    /// Whether few cards are left, so that the board is made just for these.
    pub fn late(&self) -> bool {
        self.round >= ROUNDS_TO_ACT
    }

    /// A seat's cards that are to be played, and those already played that may start in play.
    pub fn hand_and_play(&self, seat: usize) -> (Vec<&'static Entry>, Vec<&'static Entry>) {
        let wanted = self.wanted[seat].iter().copied();
        wanted.partition(|entry| self.seen.to_play(entry) || !entry.starts)
    }

    /// Further random cards for a seat, preferring those that other cards on the board refer to, and then
    /// those that are not finished.
    pub fn fill(
        &mut self,
        pool: &'static [Entry],
        seat: usize,
        most: usize,
        fits: impl Fn(&Entry) -> bool,
    ) -> Vec<&'static Entry> {
        let all = self.wanted.iter().flatten();
        let asked: BTreeSet<&String> = all.flat_map(|entry| &entry.asks).collect();
        let mut chosen = Vec::new();
        for tried in 0..400 {
            if chosen.len() == most {
                break;
            }
            let entry = &pool[self.lots.next(pool.len())];
            let due = match tried {
                0..100 => entry.words.iter().any(|word| asked.contains(word)),
                100..160 => self.seen.to_act(entry),
                _ => true,
            };
            if due && entry.seats.contains(&seat) && fits(entry) && self.taken.insert(&entry.alone) {
                chosen.push(entry);
            }
        }
        chosen
    }
}

/// A game whose cards are played one after another.
pub trait Walk: Game {
    /// The cards with an entry.
    fn pool() -> &'static [Entry];
    /// A board in the notation of scenarios.
    fn board(deal: &mut Deal<'_>) -> String;
    /// Its first state.
    fn first(text: &str) -> State<Self>;
    /// Asserts that a state is valid.
    fn sound(state: &State<Self>);
    /// Whether a step says that a card was played or came into play.
    fn plays(step: &Step<Self::StepKind>, entry: &Entry) -> bool;
    /// Whether a step says that an ability of its card is used.
    fn acts(step: &Step<Self::StepKind>) -> bool;
    /// The player's preference for an answer; differences below a hundred are decided at random.
    fn weigh(
        state: &State<Self>,
        question: &Question<Self>,
        answer: &Answer<Self::Choice>,
        wants: &Wants<'_>,
    ) -> usize;
}

/// Plays every card of a game.
pub fn walk<W: Walk>() -> Seen {
    let mut seen = Seen::default();
    for round in 0..ROUNDS {
        let due = |entry: &&Entry| seen.to_play(entry) || (round < ROUNDS_TO_ACT && seen.to_act(entry));
        let mut open: Vec<&'static Entry> = W::pool().iter().filter(due).collect();
        let mut number: u64 = 0;
        while !open.is_empty() {
            number += 1;
            let mut lots = Lots::of(round as u64 * 10_000 + number);
            let mut taken = BTreeSet::new();
            let wanted = for_a_board(&mut open, round, &mut taken);
            let mut deal = Deal { wanted, round, lots: &mut lots, seen: &seen, taken };
            let text = W::board(&mut deal);
            let wanted = deal.wanted.concat();
            play::<W>(&text, &wanted, round, &mut lots, &mut seen);
        }
    }
    seen
}

/// Takes the next cards of each seat that fit on one board.
fn for_a_board(
    open: &mut Vec<&'static Entry>,
    round: usize,
    taken: &mut BTreeSet<&'static str>,
) -> [Vec<&'static Entry>; 2] {
    let mut wanted: [Vec<&'static Entry>; 2] = [Vec::new(), Vec::new()];
    open.retain(|entry| {
        let room = |seat: &usize| {
            let there: &Vec<&Entry> = &wanted[*seat];
            let objectives = there.iter().filter(|other| other.objective).count();
            there.len() < A_SIDE[round.min(1) + usize::from(round >= ROUNDS_TO_ACT)]
                && !(entry.objective && objectives >= OBJECTIVES)
        };
        let mut seats: Vec<usize> = entry.seats.to_vec();
        if round % 2 == 1 {
            seats.reverse();
        }
        let Some(seat) = seats.into_iter().find(room) else { return true };
        let dealt = taken.insert(&entry.alone);
        if dealt {
            wanted[seat].push(entry);
        }
        !dealt
    });
    wanted
}

fn play<W: Walk>(text: &str, wanted: &[&'static Entry], round: usize, lots: &mut Lots, seen: &mut Seen) {
    let played = catch_unwind(AssertUnwindSafe(|| on_a_board::<W>(text, wanted, round, lots, seen)));
    if let Err(panic) = played {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
        seen.faults.push(format!("{said}\n{text}"));
    }
}

fn on_a_board<W: Walk>(
    text: &str,
    wanted: &[&'static Entry],
    round: usize,
    lots: &mut Lots,
    seen: &mut Seen,
) {
    let first = W::first(text);
    let entries: BTreeMap<&str, &'static Entry> =
        W::pool().iter().map(|entry| (entry.name.as_str(), entry)).collect();
    let there = (0..first.table.count()).map(|at| first.table.id(CardId(at)));
    let cards: BTreeMap<&'static str, &'static Entry> =
        there.filter_map(|id| entries.get(id).map(|entry| (entry.name.as_str(), *entry))).collect();
    let (mut state, steps) = kernel::start(first).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    note::<W>(&steps, &cards, seen, text);
    for _ in 0..MAX_STEPS[round.min(1)] {
        let Some(question) = state.question.clone() else { break };
        let late = round >= ROUNDS_TO_ACT;
        if !wanted.iter().any(|entry| seen.to_play(entry) || (!late && seen.to_act(entry))) {
            break;
        }
        W::sound(&state);
        let answer = answer::<W>(&state, &question, &Wants { late, seen, cards: &cards }, lots);
        let (next, steps) = kernel::apply(&state, &answer)
            .unwrap_or_else(|refusal| panic!("allowed, and refused: {answer:?}: {refusal:?}"));
        note::<W>(&steps, &cards, seen, text);
        state = next;
    }
}

/// Records what was played and used.
fn note<W: Walk>(
    steps: &[Step<W::StepKind>],
    cards: &BTreeMap<&'static str, &'static Entry>,
    seen: &mut Seen,
    text: &str,
) {
    based(steps, text);
    let stopped = steps.iter().any(|step| {
        matches!(step.kind.meaning(), Some(Meaning::Canceled | Meaning::Disrupted | Meaning::NotPaid))
    });
    for step in steps {
        let about = step.about.iter().take(step.subjects.max(1));
        let played = about.filter_map(|id| cards.get(id.as_str())).filter(|entry| W::plays(step, entry));
        seen.played.extend(played.map(|entry| entry.name.as_str()));
        let about = step.about.first().and_then(|id| cards.get(id.as_str()));
        if let Some(entry) = about.filter(|_| W::acts(step)) {
            seen.acted.insert(entry.name.as_str());
        }
        if let Some(entry) = about.filter(|_| step.kind.meaning() == Some(Meaning::Disrupted)) {
            seen.acted.remove(entry.name.as_str());
        }
        let nothing = step.kind.meaning().is_some_and(Meaning::is_without_effect);
        if let (Basis::Card(title), false) = (&step.basis, nothing) {
            let it = cards.values().find(|entry| entry.title == *title);
            seen.acted.extend(it.map(|entry| entry.name.as_str()));
        }
        if !stopped && step.kind.meaning() == Some(Meaning::WithoutEffect) {
            seen.idle.insert(step.text.clone());
        }
    }
}

fn answer<W: Walk>(
    state: &State<W>,
    question: &Question<W>,
    wants: &Wants<'_>,
    lots: &mut Lots,
) -> Answer<W::Choice> {
    let mut weighed: Vec<(usize, Answer<W::Choice>)> = Vec::new();
    for answer in some_answers(&question.shape, lots) {
        let weight = W::weigh(state, question, &answer, wants) + lots.next(100);
        weighed.push((weight, answer));
    }
    weighed.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    let likely = weighed.into_iter().map(|(_, answer)| answer);
    let mut all = likely.chain(question.shape.answers().take(2_000));
    all.find(|answer| kernel::forbidden(state, question, answer).is_none())
        .unwrap_or_else(|| panic!("nothing is allowed: {question:?}"))
}

/// A variety of answers to a question; not all if there are very many.
fn some_answers<C: judge::engine::kernel::Value + Ord>(shape: &Shape<C>, lots: &mut Lots) -> Vec<Answer<C>> {
    let mut some: Vec<Answer<C>> = match shape {
        Shape::One { .. } | Shape::YesNo | Shape::Number { .. } => return shape.answers().collect(),
        Shape::Some { options, min, max } => {
            let mut mixed = options.clone();
            let mut sets = vec![options.iter().take(*max).cloned().collect::<Vec<_>>()];
            for _ in 0..8 {
                let swapped = (lots.next(mixed.len()), lots.next(mixed.len()));
                if !mixed.is_empty() {
                    mixed.swap(swapped.0, swapped.1);
                }
                let most = (*max).min(mixed.len());
                let count = *min + lots.next((most + 1).saturating_sub(*min));
                sets.push(mixed.iter().take(count).cloned().collect());
            }
            sets.extend(options.iter().map(|one| vec![one.clone()]));
            sets.into_iter().map(Answer::Some).collect()
        }
        Shape::Split { options, min, .. } => {
            let first = (0..options.len()).map(|at| most_from(options, at, (*min).max(1)));
            first.map(Answer::Split).collect()
        }
        Shape::Order { .. } => Vec::new(),
    };
    some.extend(shape.answers().take(24));
    some.retain(|answer| shape.check(answer).is_ok());
    some
}

/// Distributes an amount: as much as possible to the option at an index, the rest to the others in order.
fn most_from<C: Clone>(options: &[(C, u32)], at: usize, much: u32) -> Vec<(C, u32)> {
    let mut left = much;
    let order = options[at..=at].iter().chain(&options[..at]).chain(&options[at + 1..]);
    let parts = order.map(|(one, most)| {
        let part = left.min(*most);
        left -= part;
        (one.clone(), part)
    });
    parts.filter(|(_, part)| *part > 0).collect()
}
