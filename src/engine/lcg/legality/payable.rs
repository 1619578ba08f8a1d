//! Whether a cost could be paid, and with what.

use std::cell::OnceCell;
use std::sync::Arc;

use super::hosts::{hosts, hosts_of};
use super::limits::{already_in_play, second_limited, unique_in_play, within_limit};
use super::possible::{possible, with_choices};
use super::refuse::{Reasons, refuse, refuse_by_rulebook};
use super::triggers::triggers;
use crate::engine::kernel::{Basis, Player, Refusal};
use crate::engine::lcg::State;
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::filter::{all_hold, amount, anywhere, candidates, count, is_type, reach};
use crate::engine::lcg::state::scope::Scope;
use crate::engine::lcg::state::table::CardId;
use crate::engine::lcg::state::values::{abilities, any_grants, given, has_keyword, is_given, value};
use crate::engine::lcg::vocabulary::{
    Ability, Affiliation, Amount, CardType, Effect, EventKind, Filter, Gives, GivesKind, Keyword, Select,
    Stat, Zone, book, cite, readback,
};
use crate::engine::script::narrate::printed_name;

/// What a player could generate resources with as things are: worked out once for all that could be paid for
/// in a window, when it is first asked for.
pub(crate) struct Means<'s> {
    pub(super) state: &'s State,
    pub(super) player: Player,
    ready: OnceCell<Vec<(CardId, u32)>>,
    spent: OnceCell<Vec<(CardId, u32)>>,
}

impl<'s> Means<'s> {
    pub(crate) fn new(state: &'s State, player: Player) -> Self {
        Self { state, player, ready: OnceCell::new(), spent: OnceCell::new() }
    }

    /// The cards that could generate resources, whatever these may be spent on, each with how many.
    fn ready(&self) -> &[(CardId, u32)] {
        self.ready.get_or_init(|| generators(self.state, self.player, false))
    }

    /// The same of the cards that are exhausted, and so generate nothing.
    fn spent(&self) -> &[(CardId, u32)] {
        self.spent.get_or_init(|| generators(self.state, self.player, true))
    }
}

/// Whether the costs other than resources could be begun. An attempt to deal damage that falls
/// short is allowed; it is looked at afterwards.
pub(super) fn can_pay(
    means: &Means<'_>,
    name: &str,
    ability: &Ability,
    scope: &Scope,
) -> Result<(), Refusal> {
    let state = means.state;
    if ability.cost.is_empty() {
        return Ok(());
    }
    let scope = Scope { why: Why::Cost, ..scope.clone() };
    let scope = &with_choices(state, ability, &scope);
    for cost in &ability.cost {
        let payable = match cost {
            Effect::SpendResources(n) => {
                if let Some(card) = scope.source {
                    resources_suffice(means, card, *n, false)?;
                }
                scope.source.is_some()
            }
            Effect::DealDamage { to: Select::Each { each }, .. } => {
                let real = candidates(state, each, scope);
                let considered = count(state, each, scope) as usize > real.len();
                considered || !own(state, real, scope).is_empty()
            }
            // As a cost, only what one controls is touched, and as many cards as it says.
            other => possible(state, other, scope, &[]),
        };
        if !payable && with_others_cards(state, cost, scope) {
            let text = format!("{name}: its cost can only be paid with what its player controls.");
            return Err(refuse(text, cite::OWN_COSTS));
        }
        if !payable {
            return Err(unpayable(state, name, cost, scope));
        }
    }
    Ok(())
}

/// That a cost cannot be paid: perhaps because what would be focused for it is exhausted.
fn unpayable(state: &State, name: &str, cost: &Effect, scope: &Scope) -> Refusal {
    let exhausted = if let Effect::FocusCard(on) = cost { would_do(state, on, scope) } else { Vec::new() };
    if exhausted.is_empty() {
        return refuse(format!("{name}: its cost cannot be paid."), cite::STEP_4);
    }
    let (cards, is) = are_exhausted(state, &exhausted);
    let text = format!("{name}: its cost cannot be paid, for {cards} {is} exhausted and cannot be focused.");
    refuse(text, cite::STEP_4).by_rule(book::EXHAUSTED).by_rule(book::FOCUS_CARD)
}

/// The exhausted cards for which a cost that focuses cards cannot be paid: were they ready, there would be
/// as many as it needs.
fn would_do(state: &State, on: &Select, scope: &Scope) -> Vec<CardId> {
    let exhausted = exhausted_of(state, on, scope);
    let ready = own(state, reach(state, on, scope), scope).into_iter();
    let ready = ready.filter(|id| state.table.card(*id).focus == 0).count();
    if ready + exhausted.len() >= least(on) { exhausted } else { Vec::new() }
}

/// Names of cards, and the verb that goes with them.
fn are_exhausted(state: &State, cards: &[CardId]) -> (String, &'static str) {
    let names: Vec<&str> = cards.iter().map(|id| state.table.id(*id)).collect();
    (names.join(", "), if cards.len() == 1 { "is" } else { "are" })
}

/// A player's own exhausted cards that a cost would focus, were they ready.
pub(crate) fn exhausted_of(state: &State, select: &Select, scope: &Scope) -> Vec<CardId> {
    let cards = match select {
        Select::Choose { choose: like, .. } | Select::Each { each: like } => {
            candidates(state, &Filter { exhausted: None, ..like.clone() }, scope)
        }
        other => reach(state, other, scope),
    };
    let mut cards = own(state, cards, scope);
    cards.retain(|id| state.table.card(*id).focus > 0);
    cards
}

/// Whether a cost could be paid if the opponent's cards would do.
fn with_others_cards(state: &State, cost: &Effect, scope: &Scope) -> bool {
    let as_effect = Scope { why: Why::Effect, ..scope.clone() };
    if !possible(state, cost, &as_effect, &[]) {
        return false;
    }
    // As many cards as it says are needed all the same.
    let switches = state.switches.and_without(cite::OWN_COSTS);
    possible(&State { switches, ..state.clone() }, cost, scope, &[])
}

/// How many cards a cost needs at least that are chosen like this.
pub(super) fn least(select: &Select) -> usize {
    match select {
        Select::Choose { count, up_to: false, .. } | Select::Random { count, .. } => (*count).max(1) as usize,
        Select::Choose { .. } | Select::Named(_) | Select::Each { .. } | Select::Topmost { .. } => 1,
    }
}

/// Costs are paid only with what one controls (2.16).
pub(crate) fn own(state: &State, cards: Vec<CardId>, scope: &Scope) -> Vec<CardId> {
    if !state.switches.on(cite::OWN_COSTS) {
        return cards;
    }
    let mine = |id: &CardId| {
        let card = state.table.card(*id);
        let captor = card.host.map(|host| state.table.card(host).controller);
        match card.zone {
            Zone::Play => card.controller == scope.you,
            // What is captured at one's objective is one's own to spend, if a card says so.
            Zone::Captured => captor == Some(scope.you),
            Zone::Hand
            | Zone::Deck
            | Zone::ObjectiveDeck
            | Zone::Discard
            | Zone::Edge
            | Zone::Victory
            | Zone::Playing => card.owner == scope.you,
        }
    };
    cards.into_iter().filter(mine).collect()
}

/// The cards that could generate resources for a player, each with how many; some only for playing cards of
/// a kind.
pub(crate) fn sources(state: &State, player: Player, playing: Option<CardId>) -> Vec<(CardId, u32)> {
    let mut sources = generators(state, player, false);
    sources.retain(|(id, _)| serves(state, *id, playing));
    sources
}

/// Whether what a card generates may be spent on that.
fn serves(state: &State, id: CardId, playing: Option<CardId>) -> bool {
    only_for_others(state, id, playing).is_none()
}

/// What restricts what a card generates to other cards than the one being played, and for whom.
fn only_for_others(state: &State, id: CardId, playing: Option<CardId>) -> Option<(&Gives, Scope)> {
    let for_others = |gives: &Gives, scope: &Scope| {
        let Gives::ResourcesOnlyFor(like) = gives else { return false };
        !playing.is_some_and(|card| anywhere(state, card, like, scope))
    };
    let all = given(state, id, GivesKind::ResourcesOnlyFor);
    all.into_iter().find(|(gives, scope)| for_others(gives, scope))
}

/// The cards that could generate resources for a player, whatever these may be spent on; or could, were they
/// not exhausted.
pub(super) fn generators(state: &State, player: Player, exhausted: bool) -> Vec<(CardId, u32)> {
    let there = state.table.in_zone(Zone::Play).filter(|id| {
        let card = state.table.card(*id);
        (card.focus > 0) == exhausted && (card.controller == player || !state.switches.on(cite::OWN_COSTS))
    });
    let with_value = there.map(|id| (id, value(state, id, Stat::Resources)));
    with_value.filter(|(_, n)| *n > 0).collect()
}

/// That what a card generates is for other cards than the one being played.
pub(crate) fn serves_others(state: &State, id: CardId, playing: Option<CardId>) -> Option<Refusal> {
    let (gives, scope) = only_for_others(state, id, playing)?;
    let card = printed_name(state, scope.source.unwrap_or(id));
    let text = format!("{}: {}.", state.table.id(id), readback::all_given(std::slice::from_ref(gives)));
    Some(Refusal::new(text, Basis::Card(card)))
}

/// Whether something is refused because too few resources, or none that match, could be generated for it.
pub(crate) fn is_of_resources(refusal: &Refusal) -> bool {
    match &refusal.basis {
        Basis::Ruling(ruling) => ruling == cite::STEP_4,
        Basis::Rulebook(rule) => *rule == book::RESOURCE_MATCH,
        Basis::Card(_) | Basis::Unspecified(_) | Basis::Program(_) | Basis::Question => false,
    }
}

/// Why a card does not pay for that, whatever it costs.
pub(crate) fn bad_payer(
    state: &State,
    player: Player,
    id: CardId,
    playing: Option<CardId>,
) -> Option<Refusal> {
    let pays = sources(state, player, playing).iter().any(|(source, _)| *source == id);
    (!pays).then(|| pays_nothing(state, player, id, playing))
}

/// The same of a card that is known to pay nothing for it.
pub(crate) fn pays_nothing(state: &State, player: Player, id: CardId, playing: Option<CardId>) -> Refusal {
    serves_others(state, id, playing).unwrap_or_else(|| {
        let (card, name) = (state.table.card(id), state.table.id(id));
        if card.controller != player {
            refuse(format!("{name} is not under that player's control."), cite::OWN_COSTS)
        } else if card.zone == Zone::Play && card.focus > 0 && value(state, id, Stat::Resources) > 0 {
            let text = format!("{name} is exhausted: it generates no resources.");
            let refusal = refuse(text, cite::STEP_4).by_rule(book::EXHAUSTED).by_rule(book::GENERATE);
            // A unit may have struck; what never strikes has its tokens of resources that it made.
            if is_type(state, id, CardType::Unit) { refusal } else { refusal.by_rule(book::GENERATE_ONCE) }
        } else {
            let text = format!("{name} generates no resources now.");
            refuse(text, cite::STEP_4).by_rule(book::RESOURCE_SOURCES)
        }
    })
}

/// Whether what is played from hand needs a card of its affiliation to pay.
pub(crate) fn needs_match(state: &State, card: CardId, cost: u32, from_hand: bool) -> Option<&Affiliation> {
    let text = state.table.card(card).text.as_ref()?;
    let ignores = || is_given(state, card, GivesKind::IgnoresResourceMatch);
    let needs = from_hand && cost > 0 && !text.affiliation.is_neutral() && !ignores();
    needs.then_some(&text.affiliation)
}

pub(super) fn resources_suffice(
    means: &Means<'_>,
    card: CardId,
    cost: u32,
    from_hand: bool,
) -> Result<(), Refusal> {
    let state = means.state;
    let sources = || means.ready().iter().filter(|(id, _)| serves(state, *id, from_hand.then_some(card)));
    let total: u32 = sources().map(|(_, n)| n).sum();
    let name = state.table.id(card);
    let cost = cost.saturating_sub(if from_hand { could_be_lowered(means, card) } else { 0 });
    if total < cost {
        return Err(too_little(means, card, (cost, total), from_hand));
    }
    match needs_match(state, card, cost, from_hand) {
        Some(affiliation) if !sources().any(|(id, _)| of_affiliation(state, *id, affiliation)) => {
            let text =
                format!("{name} needs a resource of its affiliation, {affiliation}; there is none ready.");
            let refusal = no_match(state, text, sources().map(|(id, _)| *id));
            let spent = means.spent().iter().map(|(id, _)| *id);
            let mut spent = spent.filter(|id| serves(state, *id, from_hand.then_some(card)));
            let exhausted = spent.any(|id| of_affiliation(state, id, affiliation));
            Err(if exhausted { refusal.by_rule(book::EXHAUSTED) } else { refusal })
        }
        _ => Ok(()),
    }
}

/// That nothing that pays is of the affiliation that is needed: neutral cards never are.
pub(crate) fn no_match(state: &State, text: String, payers: impl Iterator<Item = CardId>) -> Refusal {
    let refusal = refuse_by_rulebook(text, book::RESOURCE_MATCH);
    let neutral =
        |id: CardId| state.table.card(id).text.as_ref().is_some_and(|text| text.affiliation.is_neutral());
    let mut payers = payers.map(neutral).peekable();
    let only_neutral = payers.peek().is_some() && payers.all(|neutral| neutral);
    if only_neutral { refusal.by_rule(book::NEUTRAL_SOURCE) } else { refusal }
}

/// That too little could be generated for a card: perhaps because some that could generate it are exhausted.
fn too_little(means: &Means<'_>, card: CardId, (cost, total): (u32, u32), from_hand: bool) -> Refusal {
    let state = means.state;
    let spent = means.spent().iter().filter(|(id, _)| serves(state, *id, from_hand.then_some(card)));
    let spent: Vec<(CardId, u32)> = spent.copied().collect();
    let more: u32 = spent.iter().map(|(_, n)| n).sum();
    let text = format!("{} costs {cost}; only {total} could be generated", state.table.id(card));
    if total + more < cost {
        return refuse(text + ".", cite::STEP_4);
    }
    let (cards, is) = are_exhausted(state, &spent.iter().map(|(id, _)| *id).collect::<Vec<_>>());
    refuse(format!("{text}: {cards} {is} exhausted."), cite::STEP_4).by_rule(book::EXHAUSTED)
}

/// By how much interrupts could lower the cost of a card that is about to be played.
fn could_be_lowered(means: &Means<'_>, card: CardId) -> u32 {
    let (state, player) = (means.state, means.player);
    let event = Event::new(EventKind::Playing, Why::Framework).card(card).player(player).by(player, None);
    if !state.table.able.answers(EventKind::Playing) && !any_grants(state) {
        return 0;
    }
    let cards = state.table.in_zone(Zone::Play).filter(|id| state.table.card(*id).controller == player);
    let hand = state.table.pile(player, Zone::Hand).len() as u32;
    let own = cards.chain([card]).flat_map(|id| {
        let all = abilities(state, id).enumerate();
        all.map(move |(at, ability)| (id, at as u8, ability))
    });
    let lowers = own.filter_map(|(id, at, ability)| {
        let scope = Scope::new(player, Some(id), Why::Effect);
        let trigger = ability.when.as_ref().filter(|when| when.event == EventKind::Playing)?;
        if !triggers(state, trigger, &event, &scope) || !all_hold(state, &ability.conditions, &scope) {
            return None;
        }
        let usable = within_limit(state, player, id, at, ability)
            .and_then(|()| can_pay(means, state.table.id(id), ability, &scope));
        usable.ok()?;
        ability.effects.iter().find_map(|effect| {
            let Effect::LowerCost { amount: by, .. } = effect else { return None };
            let is_counted = matches!(by, Amount::Count { .. });
            Some(match by {
                Amount::Number(n) => *n,
                by if is_counted && ability.cost.is_empty() && by.names().is_empty() => {
                    amount(state, by, &scope, 0)
                }
                // What is paid for it is not known yet: no more than all that could be.
                Amount::Word(_)
                | Amount::Count { .. }
                | Amount::Of { .. }
                | Amount::Highest { .. }
                | Amount::Times { .. } => hand + state.table.in_zone(Zone::Play).count() as u32,
            })
        })
    });
    lowers.sum()
}

/// Whether a card's resources match an affiliation.
pub(crate) fn of_affiliation(state: &State, card: CardId, affiliation: &Affiliation) -> bool {
    let text = state.table.card(card).text.as_ref();
    text.is_some_and(|text| text.affiliation == *affiliation)
        || has_keyword(state, card, Keyword::Influence)
        || given(state, card, GivesKind::MatchesAffiliation).iter().any(|(gives, _)| {
            let Gives::MatchesAffiliation(which) = gives else { return false };
            which.is_empty() || which.all().contains(affiliation)
        })
}

/// Whether a unit or an enhancement could be played, were it the time: it is not unique and in play
/// already, not a second Limited card, has something to be attached to and can be paid for.
pub(crate) fn affordable(means: &Means<'_>, id: CardId, reasons: Reasons) -> Result<(), Refusal> {
    let (state, player) = (means.state, means.player);
    let (table, name) = (&state.table, state.table.id(id));
    let Some(text) = &table.card(id).text else {
        return Err(refuse_by_rulebook(format!("{name} is not known."), book::PLAYED_FROM_HAND));
    };
    let unique = || {
        if unique_in_play(state, id) { Err(already_in_play(state, player, id)) } else { Ok(()) }
    };
    let host = || {
        let attaches = text.kind == CardType::Enhancement && text.attaches_to.is_some();
        let nothing = attaches && hosts(state, player, id).is_empty();
        let why = || format!("{name} has nothing to be attached to.");
        if nothing { Err(refuse_by_rulebook(why(), book::NOTHING_TO_ENHANCE)) } else { Ok(()) }
    };
    let resources = || {
        let other = Arc::clone(&text.0).as_enhancement();
        let cheaper = other.filter(|other| !hosts_of(state, player, id, other).is_empty());
        let cheaper = cheaper.map_or(0, |other| text.cost.saturating_sub(other.cost));
        resources_suffice(means, id, value(state, id, Stat::Cost).saturating_sub(cheaper), true)
    };
    reasons.of(&[&unique, &|| second_limited(state, player, id), &host, &resources])
}
