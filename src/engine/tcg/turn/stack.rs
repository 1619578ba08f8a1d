//! Cards that come to lie with a unit: other versions stacked, pilots, Equipment; and Locations that
//! may go to more than one arena.

use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, BookRule, Flow, Player, Refusal, Shape};
use crate::engine::script::narrate::printed_name;
use crate::engine::tcg::legality::payable;
use crate::engine::tcg::legality::refuse::{barred, refuse_by_giver, refuse_by_rulebook};
use crate::engine::tcg::resolution::pool::occur;
use crate::engine::tcg::resolution::{leave, playing};
use crate::engine::tcg::state::choice::{Choice, Topic};
use crate::engine::tcg::state::event::Event;
use crate::engine::tcg::state::filter::{Look, matches};
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::{CardId, Role};
use crate::engine::tcg::state::values::{
    attach_ability, build_cost, gives, in_arena, is_unique, is_unit, lacking, printed_type,
};
use crate::engine::tcg::state::{filter, values};
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{
    Ability, Arena, CardType, Cost, EventKind, Gives, GivesKind, Zone, book, normalize_name,
};
use crate::engine::tcg::{Decision, Play, State, Turn};

/// No more cards than this are in one stack.
const MAX_STACK_CARDS: usize = 4;

/// The player's unit with which a card could be stacked: another version of the same unique unit, in its
/// arena or retreated.
pub(crate) fn host_of(state: &State, card: CardId) -> Option<CardId> {
    let name = |id: CardId| state.table.card(id).text.as_ref().map(|text| normalize_name(text.own_name()));
    let owner = state.table.card(card).owner;
    state.table.ids().find(|id| {
        let there = state.table.card(*id);
        let in_play = in_arena(state, *id).is_some() || (there.zone == Zone::Build && !there.unfinished);
        *id != card
            && there.owner == owner
            && in_play
            && is_unit(state, *id)
            && is_unique(state, *id)
            && is_unique(state, card)
            && name(*id) == name(card)
            && !same_version(state, *id, card)
    })
}

/// Whether a version is in the unit's stack already.
fn same_version(state: &State, host: CardId, card: CardId) -> bool {
    let version = |id: CardId| state.table.card(id).text.as_ref().and_then(|text| text.version());
    let mut stack = state.table.under(host, Role::Stacked).chain([host]);
    stack.any(|other| version(other) == version(card))
}

/// What it costs to add a card to a stack: 1 under it, or on top if it is not dearer; on top and dearer,
/// one more than the difference.
pub(super) fn stack_cost(state: &State, card: CardId, host: CardId, top: bool) -> u32 {
    let difference = build_cost(state, card).saturating_sub(build_cost(state, host));
    if top { difference + 1 } else { 1 }
}

/// The build cost of the card on top alone.
fn printed_cost(state: &State, host: CardId) -> u32 {
    state.table.card(host).text.as_ref().map_or(0, |text| text.cost.number())
}

/// What is paid with for a card that is stacked or deployed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Currency {
    BuildPoints,
    /// By its Hidden Cost.
    Force,
}

impl Currency {
    fn held(self, state: &State, player: Player) -> u32 {
        match self {
            Self::BuildPoints => state.table.points[usize::from(player.0.min(1))],
            Self::Force => state.table.force(player),
        }
    }

    pub(super) fn pay(self, play: &mut Play<'_>, player: Player, n: u32) {
        let seat = usize::from(player.0);
        let held = match self {
            Self::BuildPoints => &mut play.state.table.points[seat],
            Self::Force => &mut play.state.table.force[seat],
        };
        *held = held.saturating_sub(n);
    }

    /// The rule by which nobody spends more of it than he has.
    fn rule(self) -> BookRule {
        match self {
            Self::BuildPoints => book::BUILD_POINTS,
            Self::Force => book::FORCE,
        }
    }

    fn count(self, n: u32) -> String {
        match self {
            Self::BuildPoints => pluralize(n, "build point"),
            Self::Force => format!("{n} Force"),
        }
    }
}

/// Whether a card may be stacked so in the player's build step, or by its Hidden Cost; if not, with all that
/// forbids it.
pub(super) fn may_stack(
    currency: Currency,
    state: &State,
    player: Player,
    (card, host, top): (CardId, CardId, bool),
) -> Result<(), Refusal> {
    let belongs = belongs_in(state, player, (card, host, top)).err();
    let by = Gives::CannotSpendBuildPoints;
    let unspendable = currency == Currency::BuildPoints && values::is_given(state, card, &by);
    let unspendable = unspendable.then(|| {
        let text = format!("No build points can be spent on {}", state.table.id(card));
        refuse_by_giver(state, card, &by, &text, book::CANT_BEATS_CAN)
    });
    let cost = stack_cost(state, card, host, top).saturating_sub(state.table.card(card).build);
    let held = currency.held(state, player);
    // What belongs to no stack of the unit has no price there.
    let stacks = host_of(state, card) == Some(host);
    let dear = (stacks && cost > held).then(|| {
        let text = format!("It costs {}; {} has {held}.", currency.count(cost), state.table.name(player));
        refuse_by_rulebook(text, book::STACK_COST).by_rule(currency.rule())
    });
    Refusal::all([belongs, unspendable, dear].into_iter().flatten()).map_or(Ok(()), Err)
}

/// Whether a card may lie in a unit's stack so, whatever it costs.
fn belongs_in(
    state: &State,
    player: Player,
    (card, host, top): (CardId, CardId, bool),
) -> Result<(), Refusal> {
    let no = |text: String| Err(refuse_by_rulebook(text, book::STACKED_VERSIONS));
    let (name, unit) = (state.table.id(card), state.table.id(host));
    let there = state.table.card(card);
    if there.owner != player || !matches!(there.zone, Zone::Hand | Zone::Build) {
        return no(format!("{name} is neither in hand nor in the build zone."));
    }
    if host_of(state, card) != Some(host) {
        return no(format!(
            "{name} cannot be stacked with {unit}: only another version of the same unit can."
        ));
    }
    if state.table.under(host, Role::Stacked).count() + 1 >= MAX_STACK_CARDS {
        return no(format!("There are {MAX_STACK_CARDS} cards in the stack of {unit} already."));
    }
    if !top && build_cost(state, card) >= printed_cost(state, host) {
        let text = format!("{name} costs as much as {unit} or more: it goes on top.");
        return Err(refuse_by_rulebook(text, book::STACK_ORDER));
    }
    // What lies in a stack is where the unit is.
    if in_arena(state, host).is_some() {
        let what = format!("be put into the stack of {unit}");
        return barred(state, card, &Gives::CannotDeploy, &what).map_or(Ok(()), Err);
    }
    Ok(())
}

/// A card is paid for and stacked.
pub(super) fn stack(
    currency: Currency,
    (card, host, top): (CardId, CardId, bool),
    player: Player,
    play: &mut Play<'_>,
) {
    let cost = stack_cost(play.state, card, host, top).saturating_sub(play.state.table.card(card).build);
    currency.pay(play, player, cost);
    let (name, unit) = (play.state.table.id(card).to_owned(), play.state.table.id(host).to_owned());
    let how = if top { "on top of" } else { "under" };
    let text = format!("{name} is stacked {how} {unit} for {}.", currency.count(cost));
    leave::put(play, card, Zone::Under);
    if top {
        take_over(card, host, play);
    } else {
        play.state.table.card_mut(card).host = Some((host, Role::Stacked));
    }
    play.record(StepKind::Stacks, text).actor(player).about(&[card]).also(&[host]).rulebook(book::STACKING);
}

/// The card on top is the unit from now on: what lay on the old one lies on it.
fn take_over(card: CardId, host: CardId, play: &mut Play<'_>) {
    let table = &mut play.state.table;
    let old = table.card(host).clone();
    for id in table.ids() {
        if let Some((under, role)) = table.card(id).host
            && under == host
        {
            table.card_mut(id).host = Some((card, role));
        }
    }
    let below = table.card_mut(host);
    (below.zone, below.host) = (Zone::Under, Some((card, Role::Stacked)));
    (below.damage, below.tapped, below.build) = (0, false, 0);
    below.counters.clear();
    let above = table.card_mut(card);
    (above.zone, above.host, above.since) = (old.zone, None, old.since);
    (above.damage, above.tapped, above.unfinished) = (old.damage, old.tapped, false);
    (above.counters, above.hurt_by, above.hunters) = (old.counters, old.hurt_by, old.hunters);
    above.hurt_in_attack = old.hurt_in_attack;
    for lasting in table.lasting.iter_mut().filter(|lasting| lasting.card == host) {
        lasting.card = card;
    }
}

/// Whether a pilot, or Equipment, may be attached to a unit in the player's build step.
pub(crate) fn may_attach(state: &State, player: Player, card: CardId, host: CardId) -> Result<(), Refusal> {
    let no = |text: String| Err(refuse_by_rulebook(text, book::PILOTS_AND_EQUIPMENT));
    let (name, unit, there) = (state.table.id(card), state.table.id(host), state.table.card(card));
    let Some((role, ability)) = attach_ability(state, card) else {
        return no(format!("{name} is no pilot and no Equipment."));
    };
    let is_attached = there.zone == Zone::Under && there.host.is_some_and(|(_, now)| now == role);
    let in_place = is_attached || there.zone == Zone::Build && !there.unfinished;
    if state.table.card(host).owner != player {
        return no(format!("{unit} is no unit of {}.", state.table.name(player)));
    }
    if there.owner != player || !in_place {
        return no(format!("{name} is not finished in the build zone, and on no unit."));
    }
    if in_arena(state, host).is_none() {
        return no(format!("{unit} is in no arena."));
    }
    let barred = || barred(state, card, &Gives::CannotDeploy, "be put on a unit");
    if let Some(refusal) = barred().filter(|_| there.zone == Zone::Build) {
        return Err(refusal);
    }
    if state.table.memory.attached.contains(&card) {
        return no(format!("{name} has been attached or moved in this build step."));
    }
    let scope = Scope::new(player, Some(card));
    if ability.to.as_ref().is_some_and(|to| !matches(state, to, host, &scope, Look::Play)) {
        let unfit = no(format!("{name} cannot be attached to {unit}."));
        return unfit.map_err(|refusal| refusal.by_card(printed_name(state, card)));
    }
    if role == Role::Pilot && !room_for(state, card, host, ability) {
        return no(format!("{unit} has no room for another pilot."));
    }
    for cost in &ability.cost {
        payable::cost_payable(state, cost, &scope)?;
    }
    Ok(())
}

/// Whether a unit can have another pilot: one, those that cards allow, and for each that must be of a
/// kind one more of that kind.
fn room_for(state: &State, card: CardId, host: CardId, ability: &Ability) -> bool {
    let mut pilots: Vec<CardId> = state.table.under(host, Role::Pilot).chain([card]).collect();
    let given: Vec<&Gives> =
        gives(state, host, GivesKind::ExtraPilot).into_iter().chain(&ability.gives).collect();
    for gives in &given {
        let Gives::ExtraPilotLike(like) = gives else { continue };
        let scope = Scope::new(state.table.card(host).owner, Some(host));
        if let Some(at) = pilots.iter().position(|id| matches(state, like, *id, &scope, Look::Anywhere)) {
            pilots.remove(at);
        }
    }
    pilots.len() <= 1 + given.iter().filter(|gives| ***gives == Gives::ExtraPilot).count()
}

/// A pilot, or Equipment, is attached to a unit.
pub(super) fn attach(card: CardId, host: CardId, player: Player, play: &mut Play<'_>) {
    let Some((role, ability)) = attach_ability(play.state, card) else { return };
    let costs = ability.cost.clone();
    let scope = Scope::new(player, Some(card));
    for cost in &costs {
        if let Cost::Force(n) = cost {
            let n = filter::amount(play.state, n, &scope, 0);
            let force = &mut play.state.table.force[usize::from(player.0)];
            *force = force.saturating_sub(n);
            play.record(StepKind::Pays, format!("{n} Force is paid."))
                .actor(player)
                .about(&[card])
                .rulebook(book::COSTS);
        }
    }
    playing::pay_costs(play, &costs, &scope);
    play.state.table.memory.attached.push(card);
    leave::put(play, card, Zone::Under);
    play.state.table.card_mut(card).host = Some((host, role));
    let (name, unit) = (play.state.table.id(card), play.state.table.id(host));
    let text = match role {
        Role::Pilot => format!("{name} now pilots {unit}."),
        Role::Equipment | Role::Stacked | Role::Hidden => format!("{name} is attached to {unit}."),
    };
    play.record(StepKind::Attaches, text)
        .actor(player)
        .about(&[card])
        .also(&[host])
        .rulebook(book::PILOTS_AND_EQUIPMENT);
}

/// The ways in which a card may be stacked now.
pub(super) fn stacking(currency: Currency, state: &State, player: Player, card: CardId) -> Vec<Choice> {
    let Some(host) = host_of(state, card) else { return Vec::new() };
    let may = |top: &bool| may_stack(currency, state, player, (card, host, *top)).is_ok();
    [false, true].into_iter().filter(may).map(|top| Choice::Stack { card, host, top }).collect()
}

/// Everything that could be stacked or attached now.
pub(super) fn options(state: &State, player: Player, card: CardId) -> Vec<Choice> {
    let mut all = stacking(Currency::BuildPoints, state, player, card);
    if attach_ability(state, card).is_some() {
        let hosts = state.table.ids().filter(|host| may_attach(state, player, card, *host).is_ok());
        all.extend(hosts.map(|host| Choice::Attach { card, host }));
    }
    all
}

/// A card on its way into play: finished, or finished now by its Hidden Cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Arriving {
    pub card: CardId,
    pub player: Player,
    pub currency: Currency,
}

impl Arriving {
    pub(crate) fn step(&mut self, play: &mut Play<'_>) -> Turn {
        if printed_type(play.state, self.card) == Some(CardType::Location) {
            self.location(play)?;
        } else {
            self.second_version(play)?;
        }
        Ok(Flow::Done(true))
    }

    /// A Location of several arenas goes to the one its player chooses.
    fn location(&self, play: &mut Play<'_>) -> Decision<()> {
        let text = play.state.table.card(self.card).text.as_ref();
        let arenas: Vec<Arena> = text.map_or(Vec::new(), |text| text.arena.all().to_vec());
        let arena = match arenas.as_slice() {
            [] => return Ok(()),
            [one] => *one,
            several => {
                let options = several.iter().copied().map(Choice::Arena).collect();
                let shape = Shape::One { options, pass: false };
                match play.decide(self.player, Topic::Arena(Some(self.card)), shape)? {
                    Answer::One(Choice::Arena(arena)) => arena,
                    _ => return Ok(()),
                }
            }
        };
        leave::place(play, self.card, self.player, arena);
        Ok(())
    }

    /// Another version of a unit its player has in play is stacked with it; or it comes by itself, and
    /// then one of the two is discarded.
    fn second_version(&self, play: &mut Play<'_>) -> Decision<()> {
        let stacks = stacking(self.currency, play.state, self.player, self.card);
        let apart = match self.currency {
            Currency::BuildPoints => true,
            Currency::Force => lacking(play.state, self.card) <= play.state.table.force(self.player),
        };
        if stacks.is_empty() {
            self.apart(play);
            return Ok(());
        }
        let shape = Shape::One { options: stacks, pass: apart };
        match play.decide(self.player, Topic::Stack(self.card), shape)? {
            Answer::One(Choice::Stack { card, host, top }) => {
                stack(self.currency, (card, host, top), self.player, play);
            }
            _ => self.apart(play),
        }
        Ok(())
    }

    fn apart(&self, play: &mut Play<'_>) {
        if self.currency == Currency::Force {
            pay_hidden_cost(self.card, self.player, play);
        }
        leave::deploy(play, self.card, self.player);
    }
}

/// The build points that a unit lacks are paid for with Force; one that is built lacks none.
fn pay_hidden_cost(id: CardId, player: Player, play: &mut Play<'_>) {
    let force = lacking(play.state, id);
    Currency::Force.pay(play, player, force);
    let name = play.state.table.id(id).to_owned();
    let text = format!("The Hidden Cost of {name} is paid: {force} Force.");
    play.record(StepKind::HiddenCost, text).actor(player).about(&[id]).rulebook(book::HIDDEN_COST);
    if std::mem::take(&mut play.state.table.card_mut(id).unfinished) {
        occur(play, Event::new(EventKind::Built).card(id).player(player));
    }
}
