//! Boards on which cards of *Star Wars: The Card Game* can be played, and the player's preferences.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

use judge::engine::cards::{CardId, Printed as _};
use judge::engine::kernel::{Answer, Question, State, Step};
use judge::engine::lcg::Lcg;
use judge::engine::lcg::state::choice::{Choice, Topic};
use judge::engine::lcg::vocabulary::steps::StepKind;
use judge::engine::lcg::vocabulary::{AbilityKind, CardText, CardType, Side};

use super::walk::{Deal, Entry, Walk, Wants, asked_for};
use crate::common::rulings::LIBRARY;
use crate::play::{lcg_first, lcg_sound, listed};

/// Cards with resources of every affiliation, so that any cost can be paid.
const PURSES: [[&str; 4]; 2] = [
    ["Jedi", "Rebel Alliance", "Smugglers and Spies", "Neutral"],
    ["Sith", "Imperial Navy", "Scum and Villainy", "Neutral"],
];

/// How many there are of each.
const OF_EACH: usize = 2;

fn entry(card: &CardText) -> Option<Entry> {
    let number = card.number.as_ref().filter(|_| card.written && card.kind != CardType::Affiliation)?;
    Some(Entry {
        name: format!("{} {number}", card.title),
        title: card.title.clone(),
        alone: card.title.clone(),
        seats: if card.side == Side::Light { &[0] } else { &[1] },
        objective: card.kind == CardType::Objective,
        unit: card.kind == CardType::Unit,
        starts: match card.kind {
            CardType::Unit | CardType::Objective => true,
            CardType::Enhancement => card.attaches_to.is_none(),
            CardType::Event | CardType::Fate | CardType::Affiliation => false,
        },
        fate: card.kind == CardType::Fate,
        rides: card.attaches_to.is_some() || card.as_enhancement.is_some(),
        words: card
            .traits
            .iter()
            .cloned()
            .chain([card.title.clone(), card.affiliation.to_string()])
            .collect(),
        asks: asked_for(&card.abilities),
        acts: card.does_anything(),
        used: card.abilities.iter().any(|ability| ability.kind != AbilityKind::Constant),
    })
}

static POOL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let cards = &LIBRARY.lcg;
    let names: BTreeSet<&str> = cards.names().collect();
    names.into_iter().flat_map(|name| cards.find(name)).filter_map(|card| entry(&card)).collect()
});

fn text(name: &str) -> std::sync::Arc<CardText> {
    LIBRARY.lcg.find(name).remove(0)
}

/// Cards with their attributes.
fn with(cards: &[&Entry], mut on: impl FnMut(&Entry) -> String) -> String {
    let each = cards.iter().map(|entry| {
        let quoted = listed(&[&entry.name]);
        format!("{{card: {quoted}, as: {quoted}{}}}", on(entry))
    });
    each.collect::<Vec<_>>().join(", ")
}

fn plain(cards: &[&Entry]) -> String {
    with(cards, |_| String::new())
}

fn purses(seat: usize, cards: &mut String, play: &mut Vec<String>) {
    let side = ["light", "dark"][seat];
    for affiliation in PURSES[seat] {
        for n in 1..=OF_EACH {
            let title = format!("{side} {affiliation} purse {n}");
            let elite = ["Elite"; 8].join(", ");
            let _ = writeln!(
                cards,
                "  - {{title: {title}, invented: true, type: enhancement, side: {side}, affiliation: {affiliation}, resources: 9, keywords: [{elite}]}}"
            );
            play.push(title);
        }
    }
}

/// One side of a board.
fn side(seat: usize, deal: &mut Deal<'_>, cards: &mut String) -> (String, String) {
    let pool = Lcg::pool();
    let (wanted, mut units) = deal.hand_and_play(seat);
    let (objectives, hand): (Vec<&Entry>, Vec<&Entry>) = wanted.iter().partition(|entry| entry.objective);
    let fillers = if deal.round == 0 { 3 } else { 6_usize.saturating_sub(units.len()).max(3) };
    units.extend(deal.fill(pool, seat, fillers, |entry| entry.unit));
    let fates = if deal.late() { deal.fill(pool, seat, 2, |entry| entry.fate) } else { Vec::new() };
    let riders = if deal.late() { deal.fill(pool, seat, 4, |entry| entry.rides) } else { Vec::new() };
    let mut there = deal.fill(pool, seat, 1, |entry| entry.objective);
    there.extend(units.extract_if(.., |entry| entry.objective));
    let more = deal.fill(pool, seat, 2, |entry| entry.objective);
    let mut hand = hand;
    hand.extend(fates.into_iter().chain(riders));
    let more_in_hand = 2 * deal.round.min(1);
    hand.extend(deal.fill(pool, seat, more_in_hand, |entry| !entry.objective));
    let deck = deal.fill(pool, seat, 3, |entry| !entry.objective);
    let discard = deal.fill(pool, seat, 3, |entry| !entry.objective);
    let captured = deal.fill(pool, seat, 1, |entry| !entry.objective);
    let mut purse = Vec::new();
    purses(seat, cards, &mut purse);
    let tired = if deal.late() && !deal.round.is_multiple_of(3) { 4 } else { 2 };
    let lots = &mut *deal.lots;
    let mut committed = 0;
    let play = with(&units, |entry| {
        if !entry.unit {
            return String::new();
        }
        let hurt = text(&entry.name).capacity > 1 && lots.next(2) == 0;
        let commits = committed < 2 && lots.next(3) == 0;
        committed += usize::from(commits);
        format!(
            ", damage: {}, focus: {}, shield: {}, committed: {commits}",
            u8::from(hurt),
            u8::from(lots.next(tired) == 0),
            lots.next(3) == 0
        )
    });
    let ground = with(&there, |_| format!(", damage: {}", lots.next(2)));
    let deck_of = [objectives.as_slice(), &more].concat();
    let mut text = format!("    affiliation: {}\n", PURSES[seat][deal.round % 3]);
    let _ = writeln!(text, "    play: [{play}, {ground}, {}]", purse.join(", "));
    let _ = writeln!(text, "    hand: [{}]", plain(&hand));
    let _ = writeln!(text, "    deck: [{}, {{unknown: 4}}]", plain(&deck));
    let _ = writeln!(text, "    objective-deck: [{}]", plain(&deck_of));
    let _ = writeln!(text, "    discard: [{}]", plain(&discard));
    let _ = writeln!(text, "    captured: [{}]", with(&captured, |_| ", on: PRISON".into()));
    let prison = there.first().map_or("", |entry| entry.name.as_str());
    (text, listed(&[prison]))
}

impl Walk for Lcg {
    fn pool() -> &'static [Entry] {
        &POOL
    }

    fn board(deal: &mut Deal<'_>) -> String {
        let objectives =
            |seat: usize| deal.wanted[seat].iter().any(|entry| entry.objective && deal.seen.to_play(entry));
        let active = match (objectives(0), objectives(1)) {
            (true, false) => 0,
            (false, true) => 1,
            _ => match (deal.wanted[0].is_empty(), deal.wanted[1].is_empty()) {
                (false, true) if deal.lots.next(3) > 0 => 0,
                (true, false) if deal.lots.next(3) > 0 => 1,
                _ => deal.lots.next(2),
            },
        };
        let at = match deal.lots.next(4) {
            _ if objectives(active) => "refresh.1",
            0 if deal.round > 0 => "balance",
            1 if deal.round > 0 => "conflict.actions",
            2 if deal.late() => "force.commit",
            _ => "deployment",
        };
        let mut cards = String::from("cards:\n");
        let [light, dark] = [0, 1].map(|seat| side(seat, deal, &mut cards));
        let [light, dark] =
            [(light.0, &dark.1), (dark.0, &light.1)].map(|(text, prison)| text.replace("PRISON", prison));
        let active = ["light", "dark"][active];
        let dial = if deal.late() && deal.round.is_multiple_of(2) { 8 } else { 2 };
        format!(
            "name: each-card\ngame: lcg\ntitle: each card\nactive: {active}\nat: {at}\n{cards}given:\n  dial: {dial}\n  light:\n{light}  dark:\n{dark}"
        )
    }

    fn first(text: &str) -> State<Self> {
        lcg_first(text)
    }

    fn sound(state: &State<Self>) {
        lcg_sound(state);
    }

    fn plays(step: &Step<StepKind>, entry: &Entry) -> bool {
        match step.kind {
            StepKind::RevealsStacks => entry.fate,
            kind => matches!(kind, StepKind::Plays | StepKind::EntersPlay),
        }
    }

    fn acts(step: &Step<StepKind>) -> bool {
        step.kind == StepKind::Resolves
    }

    fn weigh(
        state: &State<Self>,
        question: &Question<Self>,
        answer: &Answer<Choice>,
        wants: &Wants<'_>,
    ) -> usize {
        let id = |card: &CardId| state.table.id(*card);
        let wanted = |choice: &Choice| matches!(choice, Choice::Card(card) if wants.any(id(card)));
        match (&question.topic, answer) {
            (Topic::Window(_), Answer::One(Choice::Play(card))) if wants.to_play(id(card)) => 600,
            (Topic::Window(_), Answer::One(Choice::Use { card, .. })) if wants.any(id(card)) => 500,
            (Topic::Window(_), Answer::One(Choice::Play(_))) if wants.late => 130,
            (Topic::Host(_), Answer::One(Choice::Card(host))) => {
                120 + 40 * usize::from(!state.table.attached(*host).is_empty())
            }
            (Topic::Window(_), Answer::One(_)) => {
                if wants.late {
                    80
                } else {
                    20
                }
            }
            (Topic::Window(_), _) => 80,
            (Topic::May(_), Answer::Yes(yes)) => 200 * usize::from(*yes),
            (Topic::Objective, Answer::One(_)) => 150,
            (Topic::Attackers, Answer::Some(units)) if wants.late => 60 * usize::from(!units.is_empty()),
            (Topic::Attackers | Topic::Defenders | Topic::Commit, Answer::Some(units)) => 40 * units.len(),
            (Topic::EdgeCard(_), Answer::One(choice @ Choice::Card(card))) => {
                let fate = state.table.card(*card).text.as_ref().is_some_and(|t| t.kind == CardType::Fate);
                match (fate, wanted(choice)) {
                    (true, true) => 500,
                    (false, true) => 0,
                    (_, false) => 60,
                }
            }
            (Topic::EdgeCard(_), _) => 100,
            (Topic::DrawDiscard | Topic::Reserve, Answer::One(choice)) => 100 * usize::from(!wanted(choice)),
            (Topic::DrawDiscard | Topic::Reserve, Answer::Some(all)) => {
                200 * usize::from(!all.iter().any(wanted))
            }
            (Topic::Target(..) | Topic::Choose(_) | Topic::Shields, Answer::Some(all)) => {
                100 * usize::from(!all.is_empty())
            }
            _ => 0,
        }
    }
}
