//! Checks expectations.

use super::card_named;
use super::format::{ChanceWord, Counts, Expect, FirstQuestion};
use crate::engine::cards::{Side, Vocabulary as _, Winner};
use crate::engine::kernel::Player;
use crate::engine::script::expect::written;
use crate::engine::script::sides::side;
use crate::engine::script::{Checks, MatchesQuestion, Parts, Record};
use crate::engine::tcg::state::choice::{Kind, Topic};
use crate::engine::tcg::state::pending::pending_on;
use crate::engine::tcg::state::table::{CardId, DARK, LIGHT};
use crate::engine::tcg::state::values::{controls, has_keyword_line, is_unique, subtypes, value};
use crate::engine::tcg::vocabulary::facts::split_keyword;
use crate::engine::tcg::vocabulary::{Keyword, Zone, normalize_name, shorthand};
use crate::engine::tcg::{State, Tcg};

impl Checks<Tcg> for Expect {
    fn card(&self, record: &Record<'_, Tcg>, id: CardId, parts: &mut Parts) {
        let state = record.state;
        let card = state.table.card(id);
        parts.opt("damage", &self.damage, &card.damage);
        parts.opt("tapped", &self.tapped, &card.tapped);
        parts.opt("in", &self.zone, &card.zone);
        // What has left play has no damage and is not tapped: that says nothing of it.
        let state_of = self.damage.is_some() || self.tapped.is_some();
        let gone = matches!(card.zone, Zone::Discard | Zone::Removed | Zone::Deck);
        if state_of && self.zone.is_none() && gone {
            parts.say("in", "play", false, &written(&card.zone));
        }
        parts.opt("counters", &self.counters, &card.build);
        parts.opt("unfinished", &self.unfinished, &card.unfinished);
        if let Some(under) = &self.under {
            parts.card::<Tcg>("under", under, state, card.host.map(|(host, _)| host), "nothing");
        }
        for (name, wanted) in &self.other_counters {
            parts.part(name, wanted, &card.counters.get(name.as_str()).copied().unwrap_or(0));
        }
        facts(state, id, self, parts);
    }

    fn table(&self, record: &Record<'_, Tcg>, parts: &mut Parts) {
        let state = record.state;
        let table = &state.table;
        counts(parts, "force", &self.force, |player| table.force(player));
        counts(parts, "build points", &self.build_points, |player| table.points[usize::from(player.0)]);
        counts(parts, "hand", &self.hands, |player| {
            table.cards.iter().filter(|card| card.zone == Zone::Hand && card.owner == player).count() as u32
        });
        if self.build_roll.is_some() {
            parts.part("build roll", &self.build_roll, &table.build_roll);
        }
        if let Some(wanted) = &self.defender {
            let defender = table.attack.as_ref().map(|attack| attack.defender);
            let none = "none: no attack is being made where the script stops";
            parts.card::<Tcg>("defender", wanted, state, defender, none);
        }
        for (name, wanted) in &self.pending {
            match card_named(state, name) {
                Ok(id) => parts.part(&format!("pending on {name}"), wanted, &pending_on(state, id)),
                Err(text) => parts.say(name, "to be there", false, &text),
            }
        }
        if let Some(many) = &self.waiting {
            let mut wanted: Vec<String> =
                many.all().iter().map(|name| normalize_name(name)).filter(|name| name != "none").collect();
            let mut found: Vec<String> = table
                .pool
                .iter()
                .filter_map(|w| w.scope.source)
                .map(|id| normalize_name(table.id(id)))
                .collect();
            wanted.sort();
            found.sort();
            parts.say("waiting", &format!("{wanted:?}"), wanted == found, &format!("{found:?}"));
        }
        for (arena, wanted) in &self.controls {
            let found = [DARK, LIGHT].into_iter().find(|player| controls(state, *player, *arena));
            parts.part(&format!("controls {}", written(arena)), wanted, &Winner::from(found.map(side)));
        }
    }
}

/// What depends on the printed card: never guessed for an unknown one.
fn facts(state: &State, id: CardId, expect: &Expect, parts: &mut Parts) {
    let needs = !expect.values.is_empty()
        || !expect.keywords.is_empty()
        || !expect.without_keywords.is_empty()
        || expect.subtype.is_some()
        || expect.unique.is_some();
    if parts.needs_unknown(needs, state.table.card(id).text.is_none()) {
        return;
    }
    parts.values(&expect.values, |stat| value(state, id, *stat));
    let known = [&Keyword::words(), shorthand::WORDS].concat();
    parts.keywords(
        (&expect.keywords, &expect.without_keywords),
        &known,
        |line| {
            split_keyword(line).is_some() || shorthand::is_word(line) || shorthand::ability(line).is_some()
        },
        |line| has_keyword_line(state, id, line),
    );
    if let Some(wanted) = &expect.subtype {
        let found = subtypes(state, id).join(", ");
        parts.say("subtype", wanted, normalize_name(&found).contains(&normalize_name(wanted)), &found);
    }
    parts.opt("unique", &expect.unique, &is_unique(state, id));
}

fn counts(parts: &mut Parts, name: &str, wanted: &Option<Counts>, found: impl Fn(Player) -> u32) {
    if let Some(wanted) = wanted {
        parts.opt(&format!("dark's {name}"), &wanted.dark, &found(DARK));
        parts.opt(&format!("light's {name}"), &wanted.light, &found(LIGHT));
    }
}

impl MatchesQuestion<Tcg> for FirstQuestion {
    fn side(&self) -> Side {
        self.player
    }

    fn matches(&self, topic: &Topic) -> bool {
        match (topic, self.chance) {
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
        }
    }
}
