//! Checks expectations.

use super::answer::{may_look, players, why};
use super::build::side;
use super::card_named;
use super::format::{Expect, FirstAsked, Move, WindowWord, WinnerWord};
use crate::engine::kernel::{Basis, Player, Step};
use crate::engine::lcg::ability::{Many, Zone};
use crate::engine::lcg::choice::{Moment, Topic};
use crate::engine::lcg::facts::{Side, fold};
use crate::engine::lcg::table::{CardId, player_of};
use crate::engine::lcg::values::{has_keyword, value};
use crate::engine::lcg::{Lcg, State};
use crate::engine::script::run::rests_on_any;
use crate::engine::script::{Checked, Game, Record};

/// What one expectation comes to, part by part.
#[derive(Default)]
struct Parts {
    expected: Vec<String>,
    found: Vec<String>,
    failed: bool,
}

impl Parts {
    fn part<T: PartialEq + std::fmt::Debug>(&mut self, name: &str, wanted: &T, found: &T) {
        self.say(
            name,
            &format!("{wanted:?}").to_lowercase(),
            wanted == found,
            &format!("{found:?}").to_lowercase(),
        );
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
}

/// Checks one expectation against what a replay left.
pub(super) fn check(record: &Record<'_, Lcg>, expect: &Expect) -> Checked {
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
    parts.opt("focus", &expect.focus, &card.focus);
    parts.opt("shield", &expect.shield, &(card.shields > 0));
    parts.opt("in", &expect.zone, &card.zone);
    if let Some(of) = expect.of {
        parts.part("of", &of, &side(holder(state, id)));
    }
    if let Some(controller) = expect.controller {
        parts.part("controller", &controller, &side(card.controller));
    }
    if let Some(on) = &expect.on {
        let host = card.host.map_or("nothing".to_owned(), |host| state.table.id(host).to_owned());
        parts.say("on", on, fold(&host) == fold(on), &host);
    }
    parts.opt("committed", &expect.committed, &card.committed);
    let participates = state.table.engagement.as_ref().is_some_and(|e| e.has(id));
    parts.opt("participating", &expect.participating, &participates);
    parts.opt("revealed", &expect.revealed, &card.revealed);
    facts(state, id, expect, parts);
    if let Some(sides) = &expect.may_look {
        let found: Vec<Side> = players().into_iter().filter(|p| may_look(state, id, *p)).map(side).collect();
        let mut wanted = sides.clone();
        wanted.sort();
        parts.part("may look", &wanted, &found);
    }
}

/// What depends on the printed card: never guessed for an unknown one.
fn facts(state: &State, id: CardId, expect: &Expect, parts: &mut Parts) {
    let asks =
        !expect.values.is_empty() || !expect.keywords.is_empty() || !expect.without_keywords.is_empty();
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
    for keyword in &expect.without_keywords {
        parts.part(keyword, &false, &has_keyword(state, id, keyword));
    }
}

/// In whose hand or pile a card is.
fn holder(state: &State, id: CardId) -> Player {
    let pile = state.table.piles.iter().find(|(_, cards)| cards.contains(&id));
    let card = state.table.card(id);
    match (card.zone, pile) {
        (Zone::Play, _) | (_, None) => card.controller,
        (_, Some(((player, _), _))) => *player,
    }
}

fn table(record: &Record<'_, Lcg>, expect: &Expect, parts: &mut Parts) {
    let table = &record.state.table;
    parts.opt("dial", &expect.dial, &table.dial);
    parts.opt("dial damage", &expect.dial_damage, &table.dial_damage);
    parts.opt("balance", &expect.balance, &side(table.balance));
    if let Some(wanted) = expect.winner {
        let found = match table.winner.map(side) {
            None => WinnerWord::None,
            Some(Side::Light) => WinnerWord::Light,
            Some(Side::Dark) => WinnerWord::Dark,
        };
        parts.part("winner", &wanted, &found);
    }
    parts.opt("active", &expect.active, &side(table.active));
    if let Some(wanted) = expect.at {
        parts.part("at", &Some(wanted), &Lcg::stands_at(record.state));
    }
    let engagement = table.engagement.as_ref();
    if let Some(wanted) = expect.edge {
        parts.part("edge", &Some(wanted), &engagement.and_then(|e| e.edge).map(side));
    }
    if let Some(wanted) = &expect.engaged {
        let found =
            engagement.and_then(|e| e.objective).map_or("none".to_owned(), |id| table.id(id).to_owned());
        parts.say("engaged", wanted, fold(wanted) == fold(&found), &found);
    }
    if let Some(count) = expect.cards {
        let player = player_of(count.of);
        let found = match count.zone {
            Zone::Play | Zone::Captured => {
                table.in_zone(count.zone).filter(|id| table.card(*id).controller == player).count()
            }
            zone => table.pile(player, zone).len(),
        };
        parts.part(
            &format!("cards in {:?} of {:?}", count.zone, count.of).to_lowercase(),
            &count.count,
            &found,
        );
    }
    if let Some(order) = expect.order_known {
        let known = !table.shuffled.contains(&(player_of(order.of), order.deck));
        parts.part("order known", &order.known, &known);
    }
    parts.opt("loops", &expect.loops, &record.loops);
}

fn is_step(step: &Step, kind: &str, card: &str) -> bool {
    let any = matches!(fold(card).as_str(), "any" | "");
    let about = step.about.first().is_some_and(|about| fold(about) == fold(card));
    let actor = step.actor.as_ref().is_some_and(|actor| fold(actor) == fold(card)) && step.about.is_empty();
    fold(&step.kind) == fold(kind) && (any || about || actor)
}

fn trace(record: &Record<'_, Lcg>, expect: &Expect, parts: &mut Parts) {
    for (kind, cards) in &expect.happened {
        for card in names(cards) {
            let found = record.steps.iter().filter(|step| is_step(step, kind, card)).count();
            let passed = expect.times.map_or(found > 0, |times| found == times);
            let wanted = expect.times.map_or("at least once".to_owned(), |n| format!("{n} times"));
            parts.say(&format!("{kind} {card}"), &wanted, passed, &format!("{found} times"));
        }
    }
    for (kind, cards) in &expect.never {
        for card in names(cards) {
            let found = record.steps.iter().filter(|step| is_step(step, kind, card)).count();
            parts.say(&format!("{kind} {card}"), "never", found == 0, &format!("{found} times"));
        }
    }
    order(record, expect, parts);
    if let Some(first) = &expect.first_asked {
        let found = first_asked(record, first);
        parts.part("first asked", &Some(first.player), &found.map(side));
    }
    if let Some(ruling) = &expect.cites {
        let cited = record.steps.iter().any(|step| match &step.basis {
            Basis::Ruling(id) => id == ruling || id.split('#').next() == Some(ruling),
            _ => false,
        });
        parts.part(&format!("cites {ruling}"), &true, &cited);
    }
}

fn names(cards: &Many<String>) -> Vec<&str> {
    cards.all().iter().map(String::as_str).collect()
}

/// Steps in order, each after the one before.
fn order(record: &Record<'_, Lcg>, expect: &Expect, parts: &mut Parts) {
    let mut from = 0;
    for wanted in &expect.order {
        for (kind, card) in wanted {
            let rest = record.steps.get(from..).unwrap_or_default();
            match rest.iter().position(|step| is_step(step, kind, card)) {
                Some(at) => {
                    from += at + 1;
                    parts.say(
                        "then",
                        &format!("{kind} {card}"),
                        true,
                        &format!("{kind} {card} (step {from})"),
                    );
                }
                None => parts.say("then", &format!("{kind} {card}"), false, "not after the one before"),
            }
        }
    }
}

/// Who was asked first in the first window of a kind.
fn first_asked(record: &Record<'_, Lcg>, first: &FirstAsked) -> Option<Player> {
    let of_kind = |topic: &Topic| {
        let Topic::Window(moment) = topic else { return false };
        let word = match moment {
            Moment::Action(_) => WindowWord::Action,
            Moment::Interrupt(_) => WindowWord::Interrupt,
            Moment::Reaction(_) => WindowWord::Reaction,
        };
        word == first.window
    };
    record.asked.iter().find(|question| of_kind(&question.topic)).map(|question| question.player)
}

fn legality(state: &State, expect: &Expect, parts: &mut Parts) {
    for (name, doing) in expect.allowed.iter().flatten() {
        let found = ask(state, name, doing);
        let text = found.as_ref().err().cloned().unwrap_or_else(|| "allowed".into());
        parts.say(&format!("{name} may"), "be allowed that", found.is_ok(), &text);
    }
    for (name, doing) in expect.refused.iter().flatten() {
        let Some(player) = Lcg::player(state, name) else {
            parts.say(name, "to be a player", false, "nobody is called that");
            continue;
        };
        match why(state, player, &Move::Full(Box::new(doing.clone()))) {
            Ok(()) => parts.say(&format!("{name} may"), "not be allowed that", false, "allowed"),
            Err(refusal) => {
                let wanted = expect.because.clone().unwrap_or_default();
                let passed = wanted.is_empty() || rests_on_any(&refusal, &[&wanted]);
                parts.say("refused by", &wanted, passed, &format!("{} {:?}", refusal.text, refusal.basis));
            }
        }
    }
}

fn ask(state: &State, name: &str, doing: &super::format::Doing) -> Result<(), String> {
    let player = Lcg::player(state, name).ok_or_else(|| format!("nobody is called {name}"))?;
    why(state, player, &Move::Full(Box::new(doing.clone()))).map_err(|refusal| refusal.text)
}
