//! Checks expectations.

use super::answer::why;
use super::build::player_of;
use super::card_named;
use super::format::{ChanceWord, Counts, Expect, FirstAsked, Move, SeatWord};
use crate::engine::kernel::{Basis, Player, Step};
use crate::engine::script::run::rests_on_any;
use crate::engine::script::{Checked, Game, Record};
use crate::engine::tcg::ability::Zone;
use crate::engine::tcg::choice::{Kind, Topic};
use crate::engine::tcg::damage::pending_on;
use crate::engine::tcg::facts::fold;
use crate::engine::tcg::table::{CardId, DARK, LIGHT};
use crate::engine::tcg::values::{controls, has_keyword, is_unique, subtypes, value};
use crate::engine::tcg::{State, Tcg};

/// What one expectation comes to, part by part.
#[derive(Default)]
struct Parts {
    expected: Vec<String>,
    found: Vec<String>,
    failed: bool,
}

impl Parts {
    fn part<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, wanted: &T, found: &T) {
        let words = |value: &T| format!("{value:?}").to_lowercase();
        self.say(name, &words(wanted), wanted == found, &words(found));
    }

    fn opt<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, wanted: &Option<T>, found: &T) {
        if let Some(wanted) = wanted {
            self.part(name, wanted, found);
        }
    }

    fn say(&mut self, name: &str, wanted: &str, passed: bool, found: &str) {
        self.expected.push(format!("{name}: {wanted}"));
        self.found.push(format!("{name}: {found}"));
        self.failed |= !passed;
    }

    fn counts(&mut self, name: &str, wanted: &Option<Counts>, found: impl Fn(Player) -> u32) {
        if let Some(wanted) = wanted {
            self.opt(&format!("dark's {name}"), &wanted.dark, &found(DARK));
            self.opt(&format!("light's {name}"), &wanted.light, &found(LIGHT));
        }
    }
}

/// Checks one expectation against what a replay left.
pub(super) fn check(record: &Record<'_, Tcg>, expect: &Expect) -> Checked {
    let mut parts = Parts::default();
    if let Some(name) = &expect.card {
        match card_named(record.state, name) {
            Ok(id) => card(record.state, id, expect, &mut parts),
            Err(text) => parts.say(name, "to be there", false, &text),
        }
    }
    table(record, expect, &mut parts);
    trace(record, expect, &mut parts);
    legality(record.state, expect, &mut parts);
    let subject = expect.card.as_ref().map_or(String::new(), |name| format!("{name}: "));
    if parts.expected.is_empty() {
        parts.say("an expectation", "something that is expected", false, "nothing is said");
    }
    Checked::new(
        format!("{subject}{}", parts.expected.join(", ")),
        !parts.failed,
        format!("{subject}{}", parts.found.join(", ")),
    )
}

fn card(state: &State, id: CardId, expect: &Expect, parts: &mut Parts) {
    let card = state.table.card(id);
    parts.opt("damage", &expect.damage, &card.damage);
    parts.opt("tapped", &expect.tapped, &card.tapped);
    parts.opt("in", &expect.zone, &card.zone);
    parts.opt("counters", &expect.counters, &card.build);
    parts.opt("unfinished", &expect.unfinished, &card.unfinished);
    if let Some(wanted) = &expect.under {
        let found = card.host.map_or("nothing", |(host, _)| state.table.id(host));
        parts.say("under", wanted, fold(wanted) == fold(found), found);
    }
    for (name, wanted) in &expect.other_counters {
        parts.part(name, wanted, &card.counters.get(name.as_str()).copied().unwrap_or(0));
    }
    facts(state, id, expect, parts);
}

/// What depends on the printed card: never guessed for an unknown one.
fn facts(state: &State, id: CardId, expect: &Expect, parts: &mut Parts) {
    let asks = !expect.values.is_empty()
        || !expect.keywords.is_empty()
        || expect.subtype.is_some()
        || expect.unique.is_some();
    if asks && state.table.card(id).text.is_none() {
        parts.say("facts", "known", false, "not determined: the card is unknown");
        return;
    }
    for (stat, wanted) in &expect.values {
        parts.part(&format!("{stat:?}").to_lowercase(), wanted, &value(state, id, *stat));
    }
    for keyword in &expect.keywords {
        parts.part(keyword, &true, &has_keyword(state, id, keyword));
    }
    if let Some(wanted) = &expect.subtype {
        let found = subtypes(state, id).join(", ");
        parts.say("subtype", wanted, fold(&found).contains(&fold(wanted)), &found);
    }
    parts.opt("unique", &expect.unique, &is_unique(state, id));
}

fn seat_word(player: Option<Player>) -> SeatWord {
    match player {
        Some(DARK) => SeatWord::Dark,
        Some(_) => SeatWord::Light,
        None => SeatWord::None,
    }
}

fn table(record: &Record<'_, Tcg>, expect: &Expect, parts: &mut Parts) {
    let state = record.state;
    let table = &state.table;
    parts.counts("force", &expect.force, |player| table.force(player));
    parts.counts("build points", &expect.build_points, |player| table.points[usize::from(player.0)]);
    parts.counts("hand", &expect.hands, |player| {
        table.cards.iter().filter(|card| card.zone == Zone::Hand && card.owner == player).count() as u32
    });
    if expect.build_roll.is_some() {
        parts.part("build roll", &expect.build_roll, &table.build_roll);
    }
    if let Some(wanted) = &expect.defender {
        let found = table.attack.as_ref().map_or("none", |attack| table.id(attack.defender));
        parts.say("defender", wanted, fold(wanted) == fold(found), found);
    }
    for (name, wanted) in &expect.pending {
        match card_named(state, name) {
            Ok(id) => parts.part(&format!("pending on {name}"), wanted, &pending_on(state, id)),
            Err(text) => parts.say(name, "to be there", false, &text),
        }
    }
    if let Some(many) = &expect.waiting {
        let mut wanted: Vec<String> =
            many.all().iter().map(|name| fold(name)).filter(|name| name != "none").collect();
        let mut found: Vec<String> =
            table.pool.iter().filter_map(|w| w.scope.source).map(|id| fold(table.id(id))).collect();
        wanted.sort();
        found.sort();
        parts.part("waiting", &wanted, &found);
    }
    for (arena, wanted) in &expect.controls {
        let found = [DARK, LIGHT].into_iter().find(|player| controls(state, *player, *arena));
        parts.part(&format!("controls {arena:?}").to_lowercase(), wanted, &seat_word(found));
    }
    if let Some(wanted) = expect.winner {
        parts.part("winner", &wanted, &seat_word(table.winner));
    }
    if let Some(wanted) = expect.at {
        parts.part("at", &Some(wanted), &Tcg::stands_at(state));
    }
    parts.opt("loops", &expect.loops, &record.loops);
}

fn is_step(step: &Step, kind: &str, card: &str) -> bool {
    let any = matches!(fold(card).as_str(), "any" | "");
    let about = step.about.first().is_some_and(|about| fold(about) == fold(card));
    let actor = step.actor.as_ref().is_some_and(|actor| fold(actor) == fold(card)) && step.about.is_empty();
    fold(&step.kind) == fold(kind) && (any || about || actor)
}

fn trace(record: &Record<'_, Tcg>, expect: &Expect, parts: &mut Parts) {
    let count = |kind: &str, card: &str| record.steps.iter().filter(|step| is_step(step, kind, card)).count();
    for (kind, cards) in &expect.happened {
        for card in cards.all() {
            let found = count(kind, card);
            let passed = expect.times.map_or(found > 0, |times| found == times);
            let wanted = expect.times.map_or("at least once".to_owned(), |n| format!("{n} times"));
            parts.say(&format!("{kind} {card}"), &wanted, passed, &format!("{found} times"));
        }
    }
    for (kind, cards) in &expect.never {
        for card in cards.all() {
            let found = count(kind, card);
            parts.say(&format!("{kind} {card}"), "never", found == 0, &format!("{found} times"));
        }
    }
    order(record, expect, parts);
    if let Some(first) = &expect.first_asked {
        let found = first_asked(record, first);
        parts.part("first asked", &Some(player_of(first.player)), &found);
    }
    if let Some(ruling) = &expect.cites {
        let cited = record.steps.iter().any(|step| match &step.basis {
            Basis::Ruling(id) => id == ruling || id.split('#').next() == Some(ruling),
            _ => false,
        });
        parts.part(&format!("cites {ruling}"), &true, &cited);
    }
}

/// Steps in order, each after the one before.
fn order(record: &Record<'_, Tcg>, expect: &Expect, parts: &mut Parts) {
    let mut from = 0;
    for (kind, card) in expect.order.iter().flatten() {
        let rest = record.steps.get(from..).unwrap_or_default();
        match rest.iter().position(|step| is_step(step, kind, card)) {
            Some(at) => {
                from += at + 1;
                parts.say("then", &format!("{kind} {card}"), true, &format!("{kind} {card} (step {from})"));
            }
            None => parts.say("then", &format!("{kind} {card}"), false, "not after the one before"),
        }
    }
}

/// Who was asked first in the first chance of a kind.
fn first_asked(record: &Record<'_, Tcg>, first: &FirstAsked) -> Option<Player> {
    let of_kind = |topic: &Topic| match (topic, first.chance) {
        (Topic::Bid(_), ChanceWord::Bid) => true,
        (Topic::Window(moment), word) => matches!(
            (moment.kind, word),
            (Kind::Normal(_), ChanceWord::Normal)
                | (Kind::Attack, ChanceWord::Attack)
                | (Kind::Reroll, ChanceWord::Reroll)
                | (Kind::Prevention, ChanceWord::Prevention)
                | (Kind::Disrupt, ChanceWord::Disrupt)
        ),
        _ => false,
    };
    record.asked.iter().find(|question| of_kind(&question.topic)).map(|question| question.player)
}

fn legality(state: &State, expect: &Expect, parts: &mut Parts) {
    let ask = |name: &str, doing: &super::format::Doing| match Tcg::player(state, name) {
        Some(player) => why(state, player, &Move::Full(Box::new(doing.clone()))).map_err(Some),
        None => Err(None),
    };
    for (name, doing) in expect.allowed.iter().flatten() {
        let found = ask(name, doing);
        let text = match &found {
            Ok(()) => "allowed".to_owned(),
            Err(Some(refusal)) => refusal.text.clone(),
            Err(None) => "nobody is called that".to_owned(),
        };
        parts.say(&format!("{name} may"), "be allowed that", found.is_ok(), &text);
    }
    for (name, doing) in expect.refused.iter().flatten() {
        match ask(name, doing) {
            Ok(()) => parts.say(&format!("{name} may"), "not be allowed that", false, "allowed"),
            Err(None) => parts.say(name, "to be a player", false, "nobody is called that"),
            Err(Some(refusal)) => {
                let wanted = expect.because.clone().unwrap_or_default();
                let passed = wanted.is_empty() || rests_on_any(&refusal, &[&wanted]);
                parts.say("refused by", &wanted, passed, &format!("{} {:?}", refusal.text, refusal.basis));
            }
        }
    }
}
