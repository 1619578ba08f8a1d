//! Sets up the state in which a scenario begins, or says what is wrong with what is given.

use std::sync::Arc;

use super::format::{CardGiven, CardState, Given, GivenPlace, SideGiven};
use crate::corpus::Diagnostic;
use crate::corpus::yaml::Spanned;
use crate::engine::cards::Vocabulary as _;
use crate::engine::cards::is_same;
use crate::engine::kernel::{Player, Switches};
use crate::engine::script::setting::{KnownKeywords, Setting};
use crate::engine::script::sides::player_of;
use crate::engine::script::{Begins as _, Names, Scenario, SetsUp};
use crate::engine::tcg::state::able::Able;
use crate::engine::tcg::state::filter::zone_of;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{
    Card, CardId, DARK, LIGHT, Memory, Role, Shared, Table, UntilChanged, of_sides, other,
};
use crate::engine::tcg::state::values::{fits_side, value};
use crate::engine::tcg::turn::chart::Chart;
use crate::engine::tcg::vocabulary::facts::split_keyword;
use crate::engine::tcg::vocabulary::{
    Arena, BuildCost, CardText, CardType, Cards, Keyword, Stat, Zone, shorthand,
};
use crate::engine::tcg::{Frame, Program, State, Task, Tcg};

struct Builder<'a> {
    setting: Setting<'a, CardText>,
    table: Table,
    damaged: Vec<(CardId, Spanned<CardGiven>)>,
}

impl SetsUp<Tcg> for Given {
    fn build(
        file: &str,
        scenario: &Scenario<Tcg>,
        library: &Cards,
        switches: Switches,
    ) -> Result<State, Vec<Diagnostic>> {
        let own: Vec<Spanned<CardText>> =
            scenario.cards.iter().map(|card| card.clone().map(CardText::spelled_out)).collect();
        let setting = Setting::new(file, Names::new(&own, library));
        let mut builder = Builder { setting, table: empty(scenario), damaged: Vec::new() };
        builder.own_cards(scenario);
        builder.point(scenario);
        builder.side(DARK, &scenario.given.dark);
        builder.side(LIGHT, &scenario.given.light);
        let texts = builder.table.cards.iter().map(|card| card.text.as_deref());
        builder.table.able = Arc::new(Able::new(texts));
        let chart = Chart::at(scenario.at.value);
        let mut state = State::new(builder.table.clone(), switches, Frame::Task(Task::Chart(chart)));
        builder.check_damage(&state);
        builder.happening(scenario, &mut state);
        builder.setting.finish(state)
    }
}

fn empty(scenario: &Scenario<Tcg>) -> Table {
    let given = &scenario.given;
    Table {
        cards: UntilChanged::default(),
        able: Arc::new(Able::default()),
        decks: [None, None],
        names: of_sides(scenario.players.light.as_str().into(), scenario.players.dark.as_str().into()),
        force: of_sides(given.light.force, given.dark.force),
        points: of_sides(given.light.build_points, given.dark.build_points),
        build_roll: given.build_roll,
        point_changes: [0; 2],
        phase: scenario.at.phase(),
        arena: scenario.at.arena(),
        attack: None,
        pool: Vec::new(),
        delayed: Vec::new(),
        lasting: Vec::new(),
        used: Vec::new(),
        events: 0,
        chances: 0,
        moves: 0,
        gathered: Vec::new(),
        income: Vec::new(),
        performing: false,
        watched: false,
        turns: 0,
        winner: None,
        memory: Memory { history: UntilChanged::new(scenario.at.value.so_far()), ..Memory::default() },
    }
}

/// How the keywords are written that have a number, or a cost.
const WITH_COST: &str =
    "Intercept, Retaliate N, Evade N and Lucky N are written with their cost: `Evade 2 for 3`.";

impl Builder<'_> {
    fn own_cards(&mut self, scenario: &Scenario<Tcg>) {
        let is_known = |line: &str| split_keyword(line).is_some() || shorthand::ability(line).is_some();
        let keywords = KnownKeywords { is_known: &is_known, words: &Keyword::words(), hint: Some(WITH_COST) };
        scenario.cards.iter().for_each(|card| self.setting.check_own(card, &keywords));
    }

    fn point(&mut self, scenario: &Scenario<Tcg>) {
        if let Some(why) = scenario.at.value.cannot_begin() {
            self.setting.problem(&scenario.at, why);
        }
    }

    fn side(&mut self, player: Player, given: &SideGiven) {
        self.place(player, GivenPlace::Play, &given.play);
        self.place(player, GivenPlace::Build, &given.build);
        if let Some(hand) = &given.hand {
            self.place(player, GivenPlace::Hand, hand);
            self.table.memory.setup.hand_given[usize::from(player.0)] = true;
        }
        self.place(player, GivenPlace::Discard, &given.discard);
        if let Some(deck) = &given.deck {
            let cards = self.place(player, GivenPlace::Deck, deck);
            self.table.decks[usize::from(player.0)] = Some(cards);
        }
    }

    fn place(&mut self, player: Player, place: GivenPlace, given: &[Spanned<CardGiven>]) -> Vec<CardId> {
        given.iter().flat_map(|card| self.card(player, place, card)).collect()
    }

    fn card(&mut self, player: Player, place: GivenPlace, given: &Spanned<CardGiven>) -> Vec<CardId> {
        let put = |card: Option<&CardState>| match card {
            Some(state) => self.known(player, place, state, given),
            None => {
                let id = format!("unknown card {}", self.table.cards.len() + 1);
                Some(self.add(Card::new(id.into(), None, player, simple_zone(place)), given))
            }
        };
        given.value.each().filter_map(put).collect()
    }

    fn known(
        &mut self,
        player: Player,
        place: GivenPlace,
        state: &CardState,
        at: &Spanned<CardGiven>,
    ) -> Option<CardId> {
        let text = self.text(&state.card, at)?;
        let zone = self.zone(&text, place, state.arena, at)?;
        if !fits_side(text.side, player) {
            self.setting.problem(at, format!("{} is a card of the other side.", text.name));
        }
        let name = state.name.clone().unwrap_or_else(|| text.name.clone());
        // Nothing is partially built without a counter on it: without any it is a finished card.
        let costs_x = matches!(text.cost, BuildCost::X(_));
        // Nor does a Mission stay there, or a Location, once it is completed; a unit and Equipment do.
        let goes = matches!(text.kind, CardType::Mission | CardType::Location);
        let short = costs_x || (state.counters > 0 && (goes || state.counters < text.cost.number()));
        let mut card = Card::new(name.as_str().into(), Some(Shared(text)), player, zone);
        (card.damage, card.tapped, card.build) = (state.damage, state.tapped, state.counters);
        card.unfinished = zone == Zone::Build && state.unfinished.unwrap_or(short);
        card.counters = state.other_counters.iter().map(|(name, n)| (name.as_str().into(), *n)).collect();
        let id = self.add(card, at);
        if state.damage > 0 {
            self.damaged.push((id, at.clone()));
        }
        self.beneath(player, id, &state.stack, Role::Stacked);
        self.beneath(player, id, &state.pilots, Role::Pilot);
        self.beneath(player, id, &state.equipment, Role::Equipment);
        self.beneath(player, id, &state.under, Role::Hidden);
        Some(id)
    }

    fn beneath(&mut self, player: Player, host: CardId, given: &[Spanned<CardGiven>], role: Role) {
        for card in given {
            let stacked = self.card(player, GivenPlace::Hand, card);
            for id in stacked {
                self.fits_stack(host, id, role, card);
                let card = self.table.card_mut(id);
                (card.zone, card.host) = (Zone::Under, Some((host, role)));
            }
        }
    }

    /// Only other versions of the same unique unit are stacked.
    fn fits_stack(&mut self, host: CardId, id: CardId, role: Role, at: &Spanned<CardGiven>) {
        let (Some(top), Some(under)) = (&self.table.card(host).text, &self.table.card(id).text) else {
            return;
        };
        let same = is_same(top.own_name(), under.own_name());
        let versions =
            top.version().is_some() && under.version().is_some() && top.version() != under.version();
        if role == Role::Stacked && !(same && versions) {
            let text =
                format!("{} cannot be stacked under {}: only other versions can.", under.name, top.name);
            self.setting.problem(at, text);
        }
    }

    /// Units and Locations in play are in their arena.
    fn zone(
        &mut self,
        text: &CardText,
        place: GivenPlace,
        wanted: Option<Arena>,
        at: &Spanned<CardGiven>,
    ) -> Option<Zone> {
        if place != GivenPlace::Play {
            return Some(simple_zone(place));
        }
        let arena = match text.kind {
            CardType::Location => {
                let first = text.arena.all().first().copied();
                wanted.filter(|arena| text.arena.all().contains(arena)).or(first)
            }
            kind => kind.arena(),
        };
        let Some(arena) = arena else {
            self.setting.problem(
                at,
                format!("{} is no unit and no Location with an arena: it cannot be in play.", text.name),
            );
            return None;
        };
        let zone = zone_of(arena);
        let location = |card: &Card| card.text.as_ref().is_some_and(|text| text.kind == CardType::Location);
        if text.kind == CardType::Location && self.table.cards.iter().any(|c| c.zone == zone && location(c)) {
            self.setting
                .problem(at, "There is another Location in that arena: a new one replaces the old one.");
        }
        Some(zone)
    }

    fn text(&mut self, name: &str, at: &Spanned<CardGiven>) -> Option<Arc<CardText>> {
        self.setting.printed(name, at, |_| true)
    }

    fn add<T>(&mut self, card: Card, at: &Spanned<T>) -> CardId {
        self.setting.check_name(&card.id, self.table.cards.iter().map(|card| &*card.id), at);
        self.table.cards.push(card);
        CardId((self.table.cards.len() - 1) as u16)
    }

    /// Nothing in an arena has as much damage as health.
    fn check_damage(&mut self, state: &State) {
        for (id, at) in std::mem::take(&mut self.damaged) {
            let health = value(state, id, Stat::Health);
            let card = state.table.card(id);
            if card.damage >= health {
                let text = format!(
                    "{} cannot have {} damage: its health is {health}.",
                    card.id.clone(),
                    card.damage
                );
                self.setting.problem(&at, text);
            }
        }
    }

    fn happening(&mut self, scenario: &Scenario<Tcg>, state: &mut State) {
        let Some(happening) = &scenario.happening else { return };
        let by = player_of(happening.by);
        let mut named = |name: &str| self.setting.card::<Tcg, _>(&state.table, name, happening);
        let source = happening.from.as_deref().and_then(&mut named);
        let mut scope = Scope::new(by, source);
        for (name, cards) in &happening.cards {
            let cards = cards.all().iter().filter_map(|card| named(card)).collect();
            scope.bound.insert(name.as_str().into(), cards);
        }
        scope.against = Some(other(by));
        state.stack.push(Frame::Program(Program::of(&happening.effects, scope, false)));
    }
}

fn simple_zone(place: GivenPlace) -> Zone {
    match place {
        GivenPlace::Build => Zone::Build,
        GivenPlace::Hand => Zone::Hand,
        GivenPlace::Deck => Zone::Deck,
        GivenPlace::Discard | GivenPlace::Play => Zone::Discard,
    }
}
