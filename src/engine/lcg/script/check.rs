//! Checks expectations.

use super::answer::may_look;
use super::format::{Expect, FirstQuestion, WindowWord};
use crate::engine::cards::{KeywordSet as _, Vocabulary as _, is_same};
use crate::engine::kernel::Player;
use crate::engine::lcg::state::choice::{Moment, Topic};
use crate::engine::lcg::state::table::{CardId, DARK, LIGHT, player_of};
use crate::engine::lcg::state::values::{has_keyword_line, value};
use crate::engine::lcg::vocabulary::{Keyword, Side, Zone};
use crate::engine::lcg::{Lcg, State};
use crate::engine::script::expect::written;
use crate::engine::script::sides::side;
use crate::engine::script::{Checks, MatchesQuestion, Parts, Record};

impl Checks<Lcg> for Expect {
    fn card(&self, record: &Record<'_, Lcg>, id: CardId, parts: &mut Parts) {
        let state = record.state;
        let card = state.table.card(id);
        parts.opt("damage", &self.damage, &card.damage);
        parts.opt("focus", &self.focus, &card.focus);
        parts.opt("shield", &self.shield, &(card.shields > 0));
        parts.opt("in", &self.zone, &card.zone);
        // What has left play has no tokens: that there are none says nothing of it.
        let tokens = self.damage.is_some() || self.focus.is_some() || self.shield.is_some();
        if tokens && self.zone.is_none() && card.zone != Zone::Play {
            parts.part("in", &Zone::Play, &card.zone);
        }
        if let Some(of) = self.of {
            parts.part("of", &of, &side(holder(state, id)));
        }
        if let Some(controller) = self.controller {
            parts.part("controller", &controller, &side(card.controller));
        }
        if let Some(on) = &self.on {
            parts.card::<Lcg>("on", on, state, card.host, "nothing");
        }
        parts.opt("committed", &self.committed, &card.committed);
        let participates = state.table.engagement.as_ref().is_some_and(|e| e.has(id));
        parts.opt("participating", &self.participating, &participates);
        parts.opt("revealed", &self.revealed, &card.revealed);
        facts(state, id, self, parts);
        if let Some(sides) = &self.may_look {
            let found: Vec<Side> =
                [LIGHT, DARK].into_iter().filter(|p| may_look(state, id, *p)).map(side).collect();
            let mut wanted = sides.clone();
            wanted.sort();
            parts.part("may look", &wanted, &found);
        }
    }

    fn table(&self, record: &Record<'_, Lcg>, parts: &mut Parts) {
        let table = &record.state.table;
        parts.opt("dial", &self.dial, &table.dial);
        parts.opt("dial damage", &self.dial_damage, &table.dial_damage);
        parts.opt("balance", &self.balance, &side(table.balance));
        parts.opt("active", &self.active, &side(table.active));
        let engagement = table.engagement.as_ref();
        if let Some(wanted) = self.edge {
            parts.part("edge", &Some(wanted), &engagement.and_then(|e| e.edge).map(side));
        }
        if let Some(wanted) = &self.engaged {
            let found =
                engagement.and_then(|e| e.objective).map_or("none".to_owned(), |id| table.id(id).to_owned());
            parts.say("engaged", wanted, is_same(wanted, &found), &found);
        }
        if let Some(count) = self.cards {
            let player = player_of(count.of);
            let found = match count.zone {
                Zone::Play | Zone::Captured => {
                    table.in_zone(count.zone).filter(|id| table.card(*id).controller == player).count()
                }
                zone => table.pile(player, zone).len(),
            };
            parts.part(
                &format!("cards in {} of {}", written(&count.zone), written(&count.of)),
                &count.count,
                &found,
            );
        }
        if let Some(order) = self.order_known {
            let known = !table.shuffled.contains(&(player_of(order.of), order.deck));
            parts.part("order known", &order.known, &known);
        }
    }
}

/// What depends on the printed card: never guessed for an unknown one.
fn facts(state: &State, id: CardId, expect: &Expect, parts: &mut Parts) {
    let needs =
        !expect.values.is_empty() || !expect.keywords.is_empty() || !expect.without_keywords.is_empty();
    if parts.needs_unknown(needs, state.table.card(id).text.is_none()) {
        return;
    }
    parts.values(&expect.values, |stat| value(state, id, *stat));
    parts.keywords(
        (&expect.keywords, &expect.without_keywords),
        &Keyword::words(),
        |line| Keyword::of_line(line).is_some(),
        |line| has_keyword_line(state, id, line),
    );
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

impl MatchesQuestion<Lcg> for FirstQuestion {
    fn side(&self) -> Side {
        self.player
    }

    fn matches(&self, topic: &Topic) -> bool {
        let Topic::Window(moment) = topic else { return false };
        let word = match moment {
            Moment::Action(_) => WindowWord::Action,
            Moment::Interrupt(_) => WindowWord::Interrupt,
            Moment::Reaction(_) => WindowWord::Reaction,
        };
        word == self.window
    }
}
