//! Sets up the state in which a scenario begins, or says what is wrong with what is given.

use std::sync::Arc;

use super::format::{CardGiven, CardState, EngagementGiven, Given, SideGiven};
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, cards};
use crate::engine::cards::{KeywordSet as _, Vocabulary as _, is_same};
use crate::engine::kernel::{Player, Switches};
use crate::engine::lcg::state::able::Able;
use crate::engine::lcg::state::event::Why;
use crate::engine::lcg::state::filter::matches;
use crate::engine::lcg::state::point::Point;
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::{
    Card, CardId, DARK, Engagement, FORCE_CARDS, LIGHT, Shared, Table, UntilChanged, cards_in_use, of_sides,
    other, player_of,
};
use crate::engine::lcg::state::values::value;
use crate::engine::lcg::turn::chart::Chart;
use crate::engine::lcg::vocabulary::library::affiliation;
use crate::engine::lcg::vocabulary::{
    CardText, CardType, Cards, Filter, Keyword, Phase, Side, Stat, Zone, normalize_name,
};
use crate::engine::lcg::{Frame, Lcg, Program, State, Task};
use crate::engine::script::names::card_of;
use crate::engine::script::setting::{KnownKeywords, Setting};
use crate::engine::script::sides::{self, side};
use crate::engine::script::{Names, Scenario, SetsUp};

struct Builder<'a> {
    setting: Setting<'a, CardText>,
    table: Table,
    hosts: Vec<(CardId, Spanned<String>)>,
    /// What cards were called that could not be read: that they are not there is no second mistake.
    unread: Vec<String>,
}

impl SetsUp<Lcg> for Given {
    fn build(
        file: &str,
        scenario: &Scenario<Lcg>,
        library: &Cards,
        switches: Switches,
    ) -> Result<State, Vec<Diagnostic>> {
        let names = of_sides(scenario.players.light.clone(), scenario.players.dark.clone());
        let mut builder = Builder {
            setting: Setting::new(file, Names::new(&scenario.cards, library)),
            table: empty(names),
            hosts: Vec::new(),
            unread: Vec::new(),
        };
        builder.own_cards(scenario);
        builder.active(scenario);
        builder.side(LIGHT, &scenario.given.light);
        builder.side(DARK, &scenario.given.dark);
        builder.attach();
        let texts = builder.table.cards.iter().map(|card| card.text.as_deref());
        builder.table.able = Shared(Arc::new(Able::new(texts)));
        builder.counters(scenario);
        let mut state = builder.start(scenario, switches);
        builder.check_values(&state, scenario);
        builder.happening(scenario, &mut state);
        builder.setting.finish(state)
    }
}

fn empty(names: [String; 2]) -> Table {
    Table {
        cards: UntilChanged::default(),
        able: Shared(Arc::new(Able::default())),
        piles: UntilChanged::default(),
        shuffled: Vec::new(),
        names: Shared(Arc::new(names)),
        active: LIGHT,
        phase: Phase::Balance,
        dial: 0,
        dial_damage: 0,
        balance: LIGHT,
        engagement: None,
        declared: Vec::new(),
        declared_dial: false,
        turns: 0,
        engagements: 0,
        watched: Vec::new(),
        standing: Vec::new(),
        units_played: [0; 2],
        limited_played: [false; 2],
        used: Vec::new(),
        lasting: Vec::new(),
        delayed: Vec::new(),
        due: Vec::new(),
        next: Vec::new(),
        played: Vec::new(),
        struggle: [0; 2],
        winner: None,
        first_turn: false,
    }
}

impl Builder<'_> {
    fn own_cards(&mut self, scenario: &Scenario<Lcg>) {
        let is_known = |line: &str| Keyword::of_line(line).is_some();
        let keywords = KnownKeywords { is_known: &is_known, words: &Keyword::words(), hint: None };
        scenario.cards.iter().for_each(|card| self.setting.check_own(card, &keywords));
    }

    fn active(&mut self, scenario: &Scenario<Lcg>) {
        let Some(active) = &scenario.active else { return };
        let named = |player: &Player| is_same(self.table.name(*player), active);
        match sides::called(active).or_else(|| [LIGHT, DARK].into_iter().find(named)) {
            Some(player) => self.table.active = player,
            None => self.setting.problem(active, format!("There is no player called {active}.")),
        }
    }

    fn side(&mut self, player: Player, given: &SideGiven) {
        if let Some(card) = &given.affiliation {
            self.affiliation(player, card);
        }
        self.zone(player, Zone::Play, &given.play);
        self.pile(player, Zone::Hand, &given.hand);
        self.pile(player, Zone::Discard, &given.discard);
        self.pile(player, Zone::Edge, &given.edge);
        self.zone(player, Zone::Captured, &given.captured);
        self.pile(player, Zone::Victory, &given.victory);
        if let Some(deck) = &given.deck {
            self.pile(player, Zone::Deck, deck);
        }
        if let Some(deck) = &given.objective_deck {
            self.pile(player, Zone::ObjectiveDeck, deck);
        }
    }

    /// Nothing but focus tokens is ever on an affiliation card.
    fn affiliation(&mut self, player: Player, given: &Spanned<CardGiven>) {
        let CardGiven::Card(state) = &given.value else {
            return self.setting.problem(given, "Everybody knows the affiliation card.");
        };
        let CardState { card, name, damage, focus, shield, committed, on, owner } = &**state;
        if *damage > 0 || *shield || *committed || on.is_some() || owner.is_some() {
            self.setting
                .problem(given, "Of an affiliation card only its name and its focus tokens can be said.");
        }
        let side = if player == LIGHT { cards::Side::Light } else { cards::Side::Dark };
        let text = Arc::new(affiliation(card, card, side));
        let id =
            self.add(player, Zone::Play, name.as_ref().unwrap_or(card).as_str().into(), Some(text), given);
        let placed = self.table.card_mut(id);
        (placed.controller, placed.focus) = (player, *focus);
    }

    /// Cards in a zone without an order.
    fn zone(&mut self, player: Player, zone: Zone, given: &[Spanned<CardGiven>]) {
        for card in given {
            self.card(player, zone, card);
        }
    }

    /// Cards in a pile. Those in a victory pile belong to the other player.
    fn pile(&mut self, player: Player, zone: Zone, given: &[Spanned<CardGiven>]) {
        let owner = if zone == Zone::Victory { other(player) } else { player };
        let holder = if zone == Zone::Victory { other(owner) } else { player };
        let cards: Vec<CardId> = given.iter().flat_map(|card| self.card(owner, zone, card)).collect();
        self.table.piles.insert((holder, zone), cards);
    }

    fn card(&mut self, player: Player, zone: Zone, given: &Spanned<CardGiven>) -> Vec<CardId> {
        let put = |card: Option<&CardState>| match card {
            Some(state) => self.known(player, zone, state, given),
            None => {
                let n = 1 + self.table.cards.iter().filter(|card| card.text.is_none()).count();
                Some(self.add(player, zone, format!("unknown card {n}").into(), None, given))
            }
        };
        given.value.each().filter_map(put).collect()
    }

    fn known(
        &mut self,
        player: Player,
        zone: Zone,
        state: &CardState,
        at: &Spanned<CardGiven>,
    ) -> Option<CardId> {
        let Some(text) = self.text(&state.card, state.owner.map_or(player, player_of), zone, at) else {
            let names = [Some(&state.card), state.name.as_ref()].into_iter().flatten();
            self.unread.extend(names.map(|name| normalize_name(name)));
            return None;
        };
        let name = state.name.clone().unwrap_or_else(|| text.title.clone());
        self.fits_zone(&text, zone, at);
        let owner = state.owner.map_or(player, player_of);
        if player_of(text.side) != owner {
            self.wrong_side(&text, owner, zone, at);
        }
        let id = self.add(owner, zone, name.as_str().into(), Some(text), at);
        let card = self.table.card_mut(id);
        (card.damage, card.focus, card.committed) = (state.damage, state.focus, state.committed);
        card.shields = u32::from(state.shield);
        card.controller = player;
        if let Some(on) = &state.on {
            self.hosts.push((id, at.clone().map(|_| on.clone())));
        }
        Some(id)
    }

    /// A card is given to the player to whose side it does not belong.
    fn wrong_side(&mut self, text: &CardText, owner: Player, zone: Zone, at: &Spanned<CardGiven>) {
        let sides = |side| if side == Side::Light { "light" } else { "dark" };
        let (own, other) = (sides(text.side), sides(side(owner)));
        let problem = format!("{} is a card of the {own} side: it does not belong to {other}.", text.title);
        let hint = match zone {
            Zone::Captured => format!(
                "A captured card is given on its owner's side: `{own}: {{captured: [{{card: …, on: OBJECTIVE}}]}}`."
            ),
            Zone::Victory => {
                "A victory pile is given on the side of who has won it: it holds the opponent's objectives."
                    .to_owned()
            }
            Zone::Play
            | Zone::Hand
            | Zone::Deck
            | Zone::ObjectiveDeck
            | Zone::Discard
            | Zone::Edge
            | Zone::Playing => format!("Under the other player's control it is `{{card: …, owner: {own}}}`."),
        };
        self.setting.problem_with(at, problem, hint);
    }

    /// What is printed on a card. Of several of that title those of its owner's side are meant that can be
    /// there.
    fn text(
        &mut self,
        name: &str,
        owner: Player,
        zone: Zone,
        at: &Spanned<CardGiven>,
    ) -> Option<Arc<CardText>> {
        let mine = |card: &CardText| player_of(card.side) == owner && fits(card.kind, zone);
        self.setting.printed(name, at, mine)
    }

    fn fits_zone(&mut self, text: &CardText, zone: Zone, at: &Spanned<CardGiven>) {
        if !fits(text.kind, zone) {
            self.setting.problem(
                at,
                format!("{} is a card of type {}: it cannot be there.", text.title, text.kind.word()),
            );
        }
    }

    fn add<T>(
        &mut self,
        owner: Player,
        zone: Zone,
        id: Arc<str>,
        text: Option<Arc<CardText>>,
        at: &Spanned<T>,
    ) -> CardId {
        self.setting.check_name(&id, self.table.cards.iter().map(|card| &*card.id), at);
        self.table.cards.push(Card {
            id,
            text: text.map(Shared),
            of_objective_deck: zone == Zone::ObjectiveDeck,
            owner,
            controller: owner,
            zone,
            damage: 0,
            focus: 0,
            shields: 0,
            host: None,
            committed: false,
            revealed: false,
        });
        CardId((self.table.cards.len() - 1) as u16)
    }

    fn named(&mut self, name: &str, at: &Spanned<impl Sized>) -> Option<CardId> {
        if self.unread.contains(&normalize_name(name)) {
            return card_of::<Lcg>(&self.table, name).ok();
        }
        self.setting.card::<Lcg, _>(&self.table, name, at)
    }

    fn attach(&mut self) {
        for (card, host) in std::mem::take(&mut self.hosts) {
            match self.named(&host.value.clone(), &host) {
                Some(found) => {
                    self.table.card_mut(card).host = Some(found);
                    self.as_enhancement(card, &host);
                }
                None => self.unread.push(normalize_name(&self.table.card(card).id)),
            }
        }
    }

    /// A unit in play that lies on a card is the enhancement as which it may be played.
    fn as_enhancement(&mut self, card: CardId, at: &Spanned<String>) {
        let there = self.table.card(card);
        let Some(text) = there.text.clone().filter(|_| there.zone == Zone::Play) else { return };
        if text.kind == CardType::Enhancement {
            return;
        }
        match text.0.as_enhancement() {
            Some(other) => self.table.card_mut(card).text = Some(Shared(Arc::new(other))),
            None => {
                let text = format!("{} is no enhancement: it cannot be on a card.", text.title);
                self.setting.problem(at, text);
            }
        }
    }

    fn counters(&mut self, scenario: &Scenario<Lcg>) {
        let given = &scenario.given;
        self.table.dial = given.dial;
        self.table.dial_damage = given.dial_damage;
        self.table.balance = given.balance.map_or(LIGHT, player_of);
        self.table.first_turn = given.first_turn;
        self.table.units_played = of_sides(given.units_played.light, given.units_played.dark);
        self.table.phase = scenario.at.phase();
        for name in &given.declared {
            if let Some(card) = self.named(&name.value.clone(), name) {
                self.table.declared.push(card);
            }
        }
        let engaged = u32::from(given.engagement.is_some() && scenario.at.value != Point::Attackers);
        self.table.engagements = self.table.declared.len() as u32 + engaged;
        if given.dial >= 12 {
            self.setting.problem(&scenario.at, "The Death Star dial stands at 12 or more: the game is over.");
        }
        if let Some(engagement) = &given.engagement {
            self.engagement(engagement, scenario.at.value);
        } else if scenario.at.in_engagement() && scenario.at.value != Point::Attackers {
            self.setting.problem(
                &scenario.at,
                "Play stands in an engagement, but none is given (`given: engagement:`).",
            );
        }
    }

    fn engagement(&mut self, given: &Spanned<EngagementGiven>, at: Point) {
        let attacker = given.attacker.map_or(self.table.active, player_of);
        let dial = given.objective.as_deref().is_some_and(|name| normalize_name(name) == "dial");
        let objective = given.objective.clone().filter(|_| !dial).and_then(|name| self.named(&name, given));
        let mut engagement = Engagement {
            attacker,
            objective,
            dial,
            declared: objective,
            edge: given.edge.map(player_of),
            placed_fate: given.placed_fate.iter().map(|side| player_of(*side)).collect(),
            ..Engagement::new(attacker)
        };
        for player in [LIGHT, DARK] {
            let mut placed = self.table.pile(player, Zone::Edge).iter();
            let is_fate = |id: &CardId| {
                let text = &self.table.card(*id).text;
                text.as_ref().is_some_and(|text| text.kind == CardType::Fate)
            };
            if placed.any(is_fate) && !engagement.placed_fate.contains(&player) {
                engagement.placed_fate.push(player);
            }
        }
        for name in &given.attackers {
            let card = self.named(name, given);
            self.participant(card, attacker, given);
            engagement.attackers.extend(card);
        }
        for name in &given.defenders {
            let card = self.named(name, given);
            self.participant(card, other(attacker), given);
            engagement.defenders.extend(card);
        }
        engagement.counted = at != Point::Attackers;
        self.table.declared_dial = dial;
        if let Some(objective) = objective {
            self.table.declared.push(objective);
        }
        self.table.engagement = Some(engagement);
    }

    fn participant(&mut self, card: Option<CardId>, side: Player, given: &Spanned<EngagementGiven>) {
        let Some(card) = card else { return };
        let there = self.table.card(card);
        let unit = there.text.as_ref().is_some_and(|text| text.kind == CardType::Unit);
        if !unit || there.zone != Zone::Play || there.controller != side {
            let text = format!("{} is no unit in play on that side: it cannot participate.", there.id);
            self.setting.problem(given, text);
        }
    }

    fn start(&self, scenario: &Scenario<Lcg>, switches: Switches) -> State {
        let given = scenario.given.engagement.as_ref();
        let engagement = self.table.engagement.as_ref();
        let attacker = engagement.map_or(self.table.active, |e| e.attacker);
        let next = match scenario.at.value {
            Point::Strike | Point::AfterStrike => given
                .and_then(|e| e.strikes_next)
                .map(player_of)
                .or(engagement.and_then(|e| e.edge))
                .unwrap_or(attacker),
            _ => attacker,
        };
        let mut chart = Chart::at(scenario.at.value, next);
        // After a strike the players' turns have begun, so they end when nobody is ready.
        chart.passes = u8::from(scenario.at.value == Point::AfterStrike);
        State::new(self.table.clone(), switches, Frame::Task(Task::Chart(chart)))
    }

    /// What is given must be possible: nothing in play at or above its capacity, no shield twice.
    fn check_values(&mut self, state: &State, scenario: &Scenario<Lcg>) {
        self.check_hosts(state, scenario);
        self.check_counts(state, scenario);
        let sides = [&scenario.given.light, &scenario.given.dark];
        for given in sides.into_iter().flat_map(|side| &side.play) {
            let Some((id, card)) = self.given_card(state, given) else { continue };
            let name = state.table.id(id);
            let kind = state.table.card(id).text.as_ref().map(|text| text.kind);
            let capacity = value(state, id, Stat::Capacity);
            let breakable = matches!(kind, Some(CardType::Unit | CardType::Objective));
            let placed = kind == Some(CardType::Enhancement); // damage tokens can be placed on one
            if card.damage > 0 && !placed && (!breakable || card.damage >= capacity) {
                let text = format!(
                    "{name} cannot have {} damage and be in play: its damage capacity is {capacity}.",
                    card.damage
                );
                self.setting.problem(given, text);
            }
            if card.committed && kind != Some(CardType::Unit) {
                self.setting
                    .problem(given, format!("{name} is no unit: it cannot be committed to the Force."));
            }
        }
    }

    /// An enhancement lies on what its text names; who controls the two may have changed since.
    fn check_hosts(&mut self, state: &State, scenario: &Scenario<Lcg>) {
        let given = scenario.given.light.play.iter().chain(&scenario.given.dark.play);
        for at in given {
            let Some((card, _)) = self.given_card(state, at) else { continue };
            let (name, there) = (state.table.id(card), state.table.card(card));
            let Some(text) = &there.text else { continue };
            let Some(filter) = text.attaches_to.as_ref() else { continue };
            let Some(host) = there.host else {
                let text = format!("{name} is attached to a card: say to which (`on:`).");
                self.setting.problem(at, text);
                continue;
            };
            let filter = Filter { whose: None, ..filter.clone() };
            let scope = Scope::new(there.controller, Some(card), Why::Effect);
            if !matches(state, host, &filter, &scope) {
                let text = format!("{name} may not be attached to {}.", state.table.id(host));
                self.setting.problem(at, text);
            }
        }
    }

    /// No more units are committed than there are Force cards; no unique card is in play twice; what is
    /// captured is captured at an objective.
    fn check_counts(&mut self, state: &State, scenario: &Scenario<Lcg>) {
        for (player, given) in [(LIGHT, &scenario.given.light), (DARK, &scenario.given.dark)] {
            let committed = cards_in_use(state, player);
            if let Some(last) = given.play.last().filter(|_| committed > FORCE_CARDS) {
                let whose = state.table.name(player);
                let text = format!(
                    "{committed} units of {whose} are committed; there are {FORCE_CARDS} Force cards."
                );
                self.setting.problem(last, text);
            }
            for at in &given.play {
                if let Some((id, _)) = self.given_card(state, at).filter(|(id, _)| is_second(state, *id)) {
                    let text = format!(
                        "{} is in play already: no second card of a title comes into play while a unique one is there.",
                        state.table.card(id).text.as_ref().map_or("", |text| &text.title)
                    );
                    self.setting.problem(at, text);
                }
            }
            for at in &given.captured {
                if self.given_card(state, at).is_some_and(|(id, _)| state.table.card(id).host.is_none()) {
                    self.setting.problem(at, "A card is captured at an objective: say at which (`on:`).");
                }
            }
        }
    }

    /// A known card and how it is given; not one with which something is wrong already.
    fn given_card<'g>(&self, state: &State, at: &'g Spanned<CardGiven>) -> Option<(CardId, &'g CardState)> {
        let CardGiven::Card(card) = &at.value else { return None };
        let id = super::card_named(state, card.name.as_ref().unwrap_or(&card.card)).ok()?;
        (!self.unread.contains(&normalize_name(state.table.id(id)))).then_some((id, card))
    }

    fn happening(&mut self, scenario: &Scenario<Lcg>, state: &mut State) {
        let Some(happening) = &scenario.happening else { return };
        let source = match &happening.from {
            Some(name) => self.named(name, happening),
            None => None,
        };
        let why = match (happening.strike, source) {
            (true, _) => Why::Strike,
            (false, Some(_)) => Why::Effect,
            (false, None) => Why::Framework,
        };
        let scope = Scope::new(player_of(happening.by), source, why);
        state.stack.push(Frame::Program(Program::of(&happening.effects, scope, false)));
    }
}

/// Whether another card of its title was given before it, and one of the two is unique.
fn is_second(state: &State, id: CardId) -> bool {
    let Some(text) = &state.table.card(id).text else { return false };
    let mut before = state.table.in_zone(Zone::Play).filter(|other| other.0 < id.0);
    before.any(|other| {
        let other = state.table.card(other).text.as_ref();
        other.is_some_and(|other| (text.unique || other.unique) && other.title == text.title)
    })
}

/// Whether a card of that type can be there.
fn fits(kind: CardType, zone: Zone) -> bool {
    match zone {
        Zone::Play => !matches!(kind, CardType::Event | CardType::Fate),
        Zone::ObjectiveDeck | Zone::Victory => kind == CardType::Objective,
        Zone::Hand | Zone::Deck | Zone::Edge => kind != CardType::Objective,
        Zone::Discard | Zone::Captured | Zone::Playing => true,
    }
}
