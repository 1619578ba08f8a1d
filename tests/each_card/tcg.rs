//! Boards on which cards of the *Star Wars Trading Card Game* can be played, and the player's preferences.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use judge::engine::cards::{CardId, Printed as _};
use judge::engine::kernel::{Answer, Question, State, Step};
use judge::engine::tcg::Tcg;
use judge::engine::tcg::state::choice::{Choice, Topic};
use judge::engine::tcg::vocabulary::steps::StepKind;
use judge::engine::tcg::vocabulary::{AbilityKind, BuildCost, CardSide, CardText};

use super::walk::{Deal, Entry, Walk, Wants, asked_for};
use crate::common::rulings::LIBRARY;
use crate::play::{listed, tcg_first, tcg_sound};

fn entry(card: &CardText) -> Option<Entry> {
    let number = card.number.as_ref().filter(|_| card.written)?;
    Some(Entry {
        name: format!("{} {number}", card.name),
        title: card.name.clone(),
        alone: card.own_name().to_owned(),
        seats: match card.side {
            CardSide::Dark => &[0],
            CardSide::Light => &[1],
            CardSide::Neutral => &[0, 1],
        },
        objective: false,
        unit: card.kind.arena().is_some(),
        starts: card.kind.arena().is_some()
            && card.abilities.iter().all(|ability| ability.kind != AbilityKind::Pilot),
        fate: false,
        rides: false,
        words: [card.own_name(), &card.subtypes]
            .into_iter()
            .chain(card.subtypes.split_whitespace())
            .map(str::to_owned)
            .collect(),
        asks: asked_for(&card.abilities),
        acts: card.does_anything(),
        used: card.abilities.iter().any(|ability| ability.kind != AbilityKind::Static),
    })
}

static POOL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let cards = &LIBRARY.tcg;
    let names: BTreeSet<&str> = cards.names().collect();
    names.into_iter().flat_map(|name| cards.find(name)).filter_map(|card| entry(&card)).collect()
});

/// Cards with the same attributes.
fn with(cards: &[&Entry], on: &str) -> String {
    let each = cards.iter().map(|entry| format!("{{card: {0}, as: {0}{on}}}", listed(&[&entry.name])));
    each.collect::<Vec<_>>().join(", ")
}

fn plain(cards: &[&Entry]) -> String {
    with(cards, "")
}

/// The build counters a card still needs; a few if its cost is X.
fn lacks(state: &State<Tcg>, card: CardId) -> u32 {
    let there = state.table.card(card);
    match there.text.as_ref().map(|text| text.cost) {
        Some(BuildCost::Number(cost)) => cost.saturating_sub(there.build).max(1),
        Some(BuildCost::X(_)) | None => 3_u32.saturating_sub(there.build).max(1),
    }
}

fn side(seat: usize, deal: &mut Deal<'_>) -> String {
    let pool = Tcg::pool();
    let (hand, mut play) = deal.hand_and_play(seat);
    // Some cards require that nobody is in an arena.
    let none = deal.late() && deal.round.is_multiple_of(3);
    let (in_play, building) = match (none, deal.round) {
        (true, _) => (0, 0),
        (false, round) if deal.late() && round % 3 == 1 => (6, 1),
        (false, 0) => (5, 1),
        (false, round) => (5 + round.min(3), 3),
    };
    let more = in_play.saturating_sub(play.len());
    play.extend(deal.fill(pool, seat, more, |entry| entry.unit));
    let build = deal.fill(pool, seat, building, |entry| entry.unit);
    let deck = deal.fill(pool, seat, 3, |_| true);
    let discard = deal.fill(pool, seat, 2, |_| true);
    let unknown = 4 + deal.lots.next(3);
    let mut text = String::from("{force: 40, build-points: 30");
    let _ = write!(text, ", play: [{}]", plain(&play));
    // Others require one in the build zone.
    let begun = if deal.late() && deal.round % 3 == 1 { ", counters: 1" } else { "" };
    let _ = write!(text, ", build: [{}]", with(&build, begun));
    let _ = write!(text, ", hand: [{}]", plain(&hand));
    let _ = write!(text, ", deck: [{}, {{unknown: {unknown}}}]", plain(&deck));
    let _ = write!(text, ", discard: [{}]}}", plain(&discard));
    text
}

impl Walk for Tcg {
    fn pool() -> &'static [Entry] {
        &POOL
    }

    fn board(deal: &mut Deal<'_>) -> String {
        let built = deal.wanted.iter().flatten().all(|entry| !deal.seen.to_play(entry));
        let at = match deal.lots.next(4) {
            0 if built => "command.roll",
            1 if built => "battle.start",
            2 if built => "character.attacks",
            _ => "build.dark",
        };
        let dark = side(0, deal);
        let light = side(1, deal);
        format!(
            "name: each-card\ngame: tcg\ntitle: each card\nat: {at}\ngiven:\n  dark: {dark}\n  light: {light}\n"
        )
    }

    fn first(text: &str) -> State<Self> {
        tcg_first(text)
    }

    fn sound(state: &State<Self>) {
        tcg_sound(state);
    }

    fn plays(step: &Step<StepKind>, _: &Entry) -> bool {
        matches!(
            step.kind,
            StepKind::Plays
                | StepKind::Mission
                | StepKind::Deployed
                | StepKind::Enters
                | StepKind::Placed
                | StepKind::Attaches
                | StepKind::Stacks
        )
    }

    fn acts(step: &Step<StepKind>) -> bool {
        matches!(
            step.kind,
            StepKind::Plays
                | StepKind::Mission
                | StepKind::Uses
                | StepKind::TakesEffect
                | StepKind::Attaches
                | StepKind::Upkeep
                | StepKind::OwesBounty
        )
    }

    fn weigh(
        state: &State<Self>,
        question: &Question<Self>,
        answer: &Answer<Choice>,
        wants: &Wants<'_>,
    ) -> usize {
        let id = |card: &CardId| state.table.id(*card);
        match (&question.topic, answer) {
            (Topic::Build, Answer::One(choice)) => match choice {
                Choice::Build(card, n) if *n == lacks(state, *card) => {
                    if wants.any(id(card)) {
                        400
                    } else {
                        20
                    }
                }
                Choice::Build(..) => 0,
                Choice::Deploy(card) | Choice::HiddenCost(card) => {
                    if wants.any(id(card)) {
                        500
                    } else {
                        120
                    }
                }
                Choice::Finish(_) | Choice::Attach { .. } => 550,
                Choice::Use { card, .. } if wants.any(id(card)) => 600,
                _ => 50,
            },
            (Topic::Build, _) => 90,
            (Topic::BuildRoll, Answer::Number(n)) => 20 * *n as usize,
            (Topic::Window(_), Answer::One(Choice::Use { card, .. })) if wants.any(id(card)) => 600,
            (Topic::Window(_), Answer::One(_)) => {
                if wants.late {
                    80
                } else {
                    20
                }
            }
            (Topic::Window(_), _) => 80,
            (Topic::Act(_), Answer::One(choice)) => match choice {
                Choice::Use { card, .. } if wants.to_act(id(card)) => 500,
                Choice::Attack(_) => 100,
                _ => 20,
            },
            (Topic::May(_), Answer::Yes(yes)) => 200 * usize::from(*yes),
            (Topic::Pay(_), Answer::Yes(yes)) => 60 * usize::from(*yes),
            (Topic::Enhance(_), Answer::Yes(yes)) => 60 * usize::from(*yes),
            (Topic::Retreat, Answer::Some(units)) => 90 * usize::from(units.is_empty()),
            (Topic::Target(_) | Topic::Choose(_), Answer::Some(all)) => 100 * usize::from(!all.is_empty()),
            _ => 0,
        }
    }
}
