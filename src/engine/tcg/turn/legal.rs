//! What may be played, and why not.

use super::stack::{Currency, stacking};
use super::untimely::in_another_chance;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{BookRule, Player, Refusal, Shape};
use crate::engine::tcg::legality::possible::forbids_evade;
use crate::engine::tcg::legality::refuse::{
    Reasons, barred, conditions_hold, refuse, refuse_by_card, refuse_by_giver, refuse_by_rulebook,
};
use crate::engine::tcg::legality::{attackers, possible, targets};
use crate::engine::tcg::resolution::damage;
use crate::engine::tcg::resolution::damage::preventable_on;
use crate::engine::tcg::resolution::dice::open_dice;
use crate::engine::tcg::resolution::playing::Playing;
use crate::engine::tcg::state::choice::{Choice, Kind, Moment};
use crate::engine::tcg::state::pending::pending_on;
use crate::engine::tcg::state::scope::Scope;
use crate::engine::tcg::state::table::CardId;
use crate::engine::tcg::state::values::{
    abilities, ability, in_arena, is_given, is_unit, keyword, lacking, value,
};
use crate::engine::tcg::state::{narrate, table};
use crate::engine::tcg::vocabulary::{
    Ability, AbilityKind, Arena, CardText, Chance, Effect, Gives, Keyword, Stat, Zone, book, cite,
};
use crate::engine::tcg::{State, Task, Tcg, kernel};

/// Everything a player may do in a chance.
pub(crate) fn options(state: &State, moment: Moment, player: Player) -> Vec<Choice> {
    let mut all = Vec::new();
    // Of a card in a deck nothing is used but what says so.
    let could = |id: &CardId| {
        let card = state.table.card(*id);
        let from_deck = |text: &CardText| text.abilities.iter().any(|of| of.zone == Some(Zone::Deck));
        let usable = card.zone != Zone::Deck || card.text.as_deref().is_some_and(from_deck);
        card.owner == player && usable
    };
    for id in state.table.ids().filter(could) {
        for (at, ability) in abilities(state, id).into_iter().enumerate() {
            // Nobody reads why anything else is not played.
            let here = chance_of(moment.kind);
            if may_fit(state, here, id, ability)
                && fits(state, (moment, here), (id, at as u8), ability, Reasons::First).is_ok()
                && targets::can_be_announced(state, id, ability, &Scope::new(player, Some(id)))
            {
                all.push(Choice::Use { card: id, ability: at as u8 });
            }
        }
        if state.table.card(id).zone == Zone::Build && may_hidden_cost(state, moment, player, id).is_ok() {
            all.push(Choice::HiddenCost(id));
        }
    }
    all
}

/// Whether an ability is not plainly of another kind, for another place or for another chance.
fn may_fit(state: &State, here: Chance, id: CardId, ability: &Ability) -> bool {
    let zone = state.table.card(id).zone;
    let there = match ability.kind {
        AbilityKind::Battle => zone == Zone::Hand,
        AbilityKind::Activated => match ability.zone {
            Some(works) => works == zone,
            None => zone == Zone::Build || in_arena(state, id).is_some(),
        },
        AbilityKind::Mission
        | AbilityKind::Triggered
        | AbilityKind::Static
        | AbilityKind::Pilot
        | AbilityKind::Equip
        | AbilityKind::Upkeep
        | AbilityKind::Bounty => false,
    };
    let chances = ability.chances();
    let anytime = || chances.contains(&Chance::Disrupt) && !state.switches.on(cite::DISRUPT);
    there && (chances.contains(&here) || anytime())
}

/// Whether a unit in the build zone may come by its Hidden Cost: in any chance but those to reroll, to
/// prevent and to disrupt, with as many build counters as the keyword says; for nothing, if it lacks none.
pub(crate) fn may_hidden_cost(
    state: &State,
    moment: Moment,
    player: Player,
    id: CardId,
) -> Result<(), Refusal> {
    let card = state.table.card(id);
    let name = state.table.id(id);
    let no = |text: String| Err(refuse_by_rulebook(text, book::HIDDEN_COST_OF));
    let needed = u32::try_from(keyword(state, id, Keyword::HiddenCost)).unwrap_or(0);
    if needed == 0 || card.owner != player {
        return no(format!("{name} has no Hidden Cost."));
    }
    if card.zone != Zone::Build {
        return no(format!("{name} is not in the build zone."));
    }
    if !matches!(moment.kind, Kind::Normal(_) | Kind::Attack) {
        let text = "A Hidden Cost is paid in no chance to reroll, to prevent or to disrupt.";
        return Err(refuse_by_rulebook(text, book::HIDDEN_COST_WHEN));
    }
    if let Some(refusal) = barred(state, id, &Gives::CannotDeploy, "be put into its arena") {
        return Err(refusal);
    }
    if card.build < needed {
        return no(format!(
            "{name} has {}; its Hidden Cost needs {needed}.",
            pluralize(card.build, "build counter")
        ));
    }
    let (force, there) = (lacking(state, id), state.table.force(player));
    if force > there && stacking(Currency::Force, state, player, id).is_empty() {
        let text = format!("It costs {force} Force; {} has {there}.", state.table.name(player));
        return no(text).map_err(|refusal| refusal.by_rule(book::FORCE));
    }
    Ok(())
}

/// Why that amount may not be paid: what an ability allows is said by the ruling that reads it.
pub(crate) fn bad_payment(state: &State, question: &kernel::Question<Tcg>, n: u32) -> Option<Refusal> {
    let Shape::Number { min, max } = question.shape else { return None };
    if n < min {
        let text = format!("X must be at least {min}: with less there is nothing to target.");
        return Some(refuse_by_rulebook(text, book::ANNOUNCING));
    }
    let ruling = state.effect().and_then(|program| program.scope.ruling.clone());
    let text = format!("At most {max} Force can be paid for this.");
    (n > max).then(|| match ruling {
        Some(ruling) => refuse(text, &ruling),
        None => refuse_by_rulebook(text, book::FORCE),
    })
}

/// The kind of chance, in the words in which abilities are written.
pub(crate) fn chance_of(kind: Kind) -> Chance {
    match kind {
        Kind::Normal(_) => Chance::Normal,
        Kind::Attack => Chance::Attack,
        Kind::Reroll => Chance::Reroll,
        Kind::Prevention => Chance::Prevention,
        Kind::Disrupt => Chance::Disrupt,
    }
}

/// Whether a player may play a Battle card, or use an activated ability, in a chance.
pub(crate) fn allowed(
    state: &State,
    moment: Moment,
    player: Player,
    id: CardId,
    at: u8,
) -> Result<(), Refusal> {
    allowed_here(state, (moment, chance_of(moment.kind)), player, (id, at), Reasons::First)
}

/// Why he may not, with every rule and card that forbids it.
pub(crate) fn forbidden(
    state: &State,
    moment: Moment,
    player: Player,
    id: CardId,
    at: u8,
) -> Option<Refusal> {
    allowed_here(state, (moment, chance_of(moment.kind)), player, (id, at), Reasons::Every).err()
}

/// Whether he may, in a chance of that kind.
pub(super) fn allowed_here(
    state: &State,
    (moment, here): (Moment, Chance),
    player: Player,
    (id, at): (CardId, u8),
    reasons: Reasons,
) -> Result<(), Refusal> {
    let name = state.table.id(id);
    let Some(ability) = ability(state, id, at) else {
        return Err(refuse_by_rulebook(format!("{name} has no such ability."), book::ABILITIES).not_there());
    };
    if state.table.card(id).owner != player {
        return Err(refuse_by_rulebook(format!("{name} is the other player's."), book::ABILITIES));
    }
    // What is played outside every chance costs and targets nothing.
    let played = matches!(ability.kind, AbilityKind::Battle | AbilityKind::Activated);
    reasons.of(&[&|| fits(state, (moment, here), (id, at), ability, reasons), &|| {
        if played { targets::announceable(state, id, ability, &Scope::new(player, Some(id))) } else { Ok(()) }
    }])
}

/// Whether an ability of a card may be used by its owner in a chance, if it can be announced.
fn fits(
    state: &State,
    (moment, here): (Moment, Chance),
    (id, at): (CardId, u8),
    ability: &Ability,
    reasons: Reasons,
) -> Result<(), Refusal> {
    let conditions = || {
        if ability.r#if.is_empty() {
            return Ok(());
        }
        conditions_hold(state, id, &ability.r#if, &Scope::new(state.table.card(id).owner, Some(id)))
    };
    // What an effect needs is there or not only in a chance of its kind.
    let timely = || in_chance(state, here, id, ability);
    let effects = || match timely() {
        Ok(()) => ability.effects.iter().try_for_each(|effect| effect_fits(state, id, effect)),
        Err(_) => Ok(()),
    };
    reasons.of(&[
        &|| source_works(state, id, ability),
        &timely,
        &|| once(state, moment, id, at, ability),
        &conditions,
        &effects,
    ])
}

/// Battle cards are played from the hand; abilities of units work in the arenas.
fn source_works(state: &State, id: CardId, ability: &Ability) -> Result<(), Refusal> {
    let name = state.table.id(id);
    match ability.kind {
        AbilityKind::Battle => {
            if let Some(refusal) = barred(state, id, &Gives::CannotBePlayed, "be played") {
                Err(refusal)
            } else if state.table.card(id).zone == Zone::Hand {
                Ok(())
            } else {
                Err(refuse_by_rulebook(format!("{name} is not in hand."), book::ANNOUNCING))
            }
        }
        AbilityKind::Activated => match barred(state, id, &Gives::CannotUseAbilities, "use its abilities") {
            Some(refusal) => Err(refusal),
            None => activated_works(state, id, ability),
        },
        AbilityKind::Triggered => {
            let text = format!("What {name} does happens by itself.");
            Err(refuse_by_rulebook(text, book::TRIGGERED))
        }
        AbilityKind::Mission
        | AbilityKind::Static
        | AbilityKind::Pilot
        | AbilityKind::Equip
        | AbilityKind::Upkeep
        | AbilityKind::Bounty => {
            Err(refuse_by_rulebook(format!("{name} has nothing that is played."), book::ABILITIES))
        }
    }
}

/// An activated ability works where it says; else in the arenas, or in the build zone if it is of the
/// Reserves.
fn activated_works(state: &State, id: CardId, ability: &Ability) -> Result<(), Refusal> {
    let card = state.table.card(id);
    let name = state.table.id(id);
    match ability.zone {
        Some(works) if works == card.zone => return Ok(()),
        Some(_) => return Err(refuse_by_card(state, format!("{name} is not where this ability works."), id)),
        None => {}
    }
    if !is_unit(state, id) {
        return Err(refuse(
            format!("{name} is no unit: only units have activated abilities."),
            cite::ACTIVATED,
        ));
    }
    if in_arena(state, id).is_some() {
        let only_built = || format!("This ability of {name} works in the build zone only.");
        let refusal = || Err(refuse_by_rulebook(only_built(), book::ONLY_RESERVES));
        return if ability.reserves { refusal() } else { Ok(()) };
    }
    if card.zone != Zone::Build {
        return Err(refuse_by_rulebook(format!("{name} is in no arena."), book::ACTIVATED));
    }
    if ability.reserves && !card.unfinished || !state.switches.on(cite::PARTIALLY_BUILT) {
        return Ok(());
    }
    let only_partially = if card.unfinished { "is only partially built: it " } else { "" };
    let text = format!("{name} {only_partially}must be deployed before its abilities are used.");
    Err(only_partly_built(refuse(text, cite::PARTIALLY_BUILT), card.unfinished))
}

/// A refusal of what a unit in the build zone would do, with the rules for that.
pub(super) fn only_partly_built(refusal: Refusal, unfinished: bool) -> Refusal {
    let refusal = refusal.by_rule(book::IN_THE_BUILD_ZONE);
    if unfinished { refusal.by_rule(book::PARTLY_BUILT) } else { refusal }
}

/// Whether an ability may be played in a chance of this kind.
fn in_chance(state: &State, here: Chance, id: CardId, ability: &Ability) -> Result<(), Refusal> {
    let chances = ability.chances();
    if chances.contains(&Chance::Disrupt) && here != Chance::Disrupt {
        return if state.switches.on(cite::DISRUPT) {
            Err(nothing_to_disrupt(state, id, ability))
        } else {
            Ok(())
        };
    }
    if !chances.contains(&here) {
        return Err(in_another_chance(state, id, ability));
    }
    if here == Chance::Disrupt { disrupts_that(state, id, ability) } else { Ok(()) }
}

/// That what disrupts is played while there is nothing to disrupt.
fn nothing_to_disrupt(state: &State, id: CardId, ability: &Ability) -> Refusal {
    let abilities = ability.any_effect(&|effect| *effect == Effect::DisruptAbility);
    let what = if abilities { "activated ability" } else { "Battle card" };
    let text = format!("No {what} is being played that {} could disrupt.", state.table.id(id));
    refuse(text, cite::DISRUPT).by_rule(book::DISRUPTING)
}

/// Each activated ability is used once in each chance; those that answer an attack, once in it.
fn once(state: &State, moment: Moment, id: CardId, at: u8, ability: &Ability) -> Result<(), Refusal> {
    let used = |u: &&table::Used| u.card == id && u.ability == at && u.chance == moment.number;
    if ability.once_per_turn && state.table.memory.once.contains(&(id, at)) {
        let text = format!("{} has used this ability this turn already.", state.table.id(id));
        return Err(refuse_by_card(state, text, id));
    }
    if ability.kind == AbilityKind::Activated
        && !ability.any_number
        && state.table.used.iter().any(|u| used(&u))
    {
        let text = format!("{} has used this ability in this chance already.", state.table.id(id));
        return Err(once_by_keyword(ability, refuse(text, cite::ONE_OPPORTUNITY)));
    }
    Ok(())
}

/// A refusal of a second use, with what the keyword says of it by which it would be used.
fn once_by_keyword(ability: &Ability, refusal: Refusal) -> Refusal {
    let has = |so: &dyn Fn(&Effect) -> bool| ability.any_effect(so);
    if has(&|effect| *effect == Effect::Intercept) {
        refusal.by_rule(book::INTERCEPT_ONCE)
    } else if has(&|effect| matches!(effect, Effect::Retaliate(_))) {
        refusal.by_rule(book::RETALIATE_LIMITS)
    } else if has(&|effect| matches!(effect, Effect::Evade(_))) {
        refusal.by_rule(book::EVADE)
    } else {
        refusal
    }
}

/// Why Evade cannot be used for a unit: what deals the damage, or a card, forbids it.
fn no_evade(state: &State, id: CardId) -> Refusal {
    let (name, place) = (state.table.id(id), book::CANT_BEATS_CAN);
    if forbids_evade(state, id) {
        let text = format!("Evade cannot be used for {name}");
        return refuse_by_giver(state, id, &Gives::CannotEvade, &text, place);
    }
    let text = format!("Evade cannot prevent the damage pending on {name}");
    match damage::unevadable_source(state, id) {
        Some(from) => refuse_by_giver(state, from, &Gives::CannotBeEvaded, &text, place),
        None => refuse_by_rulebook(format!("{text}."), place),
    }
}

/// What an effect needs to be there.
fn effect_fits(state: &State, id: CardId, effect: &Effect) -> Result<(), Refusal> {
    let name = state.table.id(id);
    let attack = state.table.attack.as_ref();
    let rules = |text: String, rule: BookRule| Err(refuse_by_rulebook(text, rule));
    match effect {
        Effect::Intercept => intercept_fits(state, id),
        Effect::Retaliate(_) if attack.is_none_or(|attack| attack.defender != id) => {
            rules(format!("{name} is not being attacked."), book::RETALIATING)
        }
        Effect::Retaliate(_)
            if attack.is_some_and(|attack| in_arena(state, attack.attacker) != in_arena(state, id)) =>
        {
            rules(format!("{name} is attacked from another arena."), book::RETALIATE_LIMITS)
        }
        Effect::Evade(_) | Effect::Deflect(_) if pending_on(state, id) == 0 => {
            let keyword = if matches!(effect, Effect::Evade(_)) { book::EVADE } else { book::DEFLECT };
            rules(format!("No damage is pending on {name}."), keyword)
        }
        Effect::Evade(_) | Effect::Deflect(_) if !preventable_on(state, id) => {
            rules(format!("The damage pending on {name} cannot be prevented."), book::CANT_BEATS_CAN)
        }
        Effect::Evade(_) if damage::cannot_be_evaded(state, id) || forbids_evade(state, id) => {
            Err(no_evade(state, id))
        }
        Effect::Lucky(_) => rerolls_fit(state, id).map_err(|refusal| refusal.by_rule(book::LUCKY_OWN)),
        Effect::Reroll(_) => rerolls_fit(state, id),
        Effect::OpponentRerolls => match open_dice(state) {
            Some((_, dice)) if dice.attack && dice.by != state.table.card(id).owner => Ok(()),
            _ => Err(refuse_by_rulebook("No attack dice of the opponent's are being rolled.", book::REROLLS)
                .not_now()),
        },
        Effect::Redirect(_) if attack.is_none() => {
            rules("No attack is being made.".into(), book::ATTACK_PLAY_OR_PASS)
        }
        other => possible::could(state, id, other),
    }
}

/// Whether a unit could become the defender of the attack being made.
fn intercept_fits(state: &State, id: CardId) -> Result<(), Refusal> {
    let name = state.table.id(id);
    let no = |text: String| Err(refuse_by_rulebook(text, book::INTERCEPTING));
    let Some(attack) = state.table.attack.as_ref() else { return no("No attack is being made.".into()) };
    if attack.defender == id {
        return no(format!("{name} is the defender already."));
    }
    if state.table.card(attack.defender).owner != state.table.card(id).owner {
        return no(format!("{name} can only intercept for another unit of its side."));
    }
    if in_arena(state, id) != Some(attack.arena) {
        return no(format!("{name} is in another arena."));
    }
    Ok(())
}

/// What disrupts Battle cards disrupts no ability, and the other way round.
fn disrupts_that(state: &State, id: CardId, ability: &Ability) -> Result<(), Refusal> {
    let name = state.table.id(id);
    let cards = ability.any_effect(&|effect| *effect == Effect::Disrupt);
    let abilities = ability.any_effect(&|effect| *effect == Effect::DisruptAbility);
    let (battle, activated) = match disruptable(state) {
        Some(playing) => (playing.can_be_disrupted(state), playing.ability_can_be_disrupted(state)),
        None => (false, false),
    };
    if (cards && battle) || (abilities && activated) || !(cards || abilities) {
        Ok(())
    } else if cards {
        let text = format!("No Battle card is being played that {name} could disrupt.");
        Err(refuse(text, cite::DISRUPT).by_rule(book::DISRUPTING))
    } else {
        let text = format!("No activated ability is being played that {name} could disrupt.");
        Err(refuse_by_rulebook(text, book::DISRUPTING))
    }
}

fn rerolls_fit(state: &State, id: CardId) -> Result<(), Refusal> {
    let name = state.table.id(id);
    let Some((_, dice)) = open_dice(state) else {
        return Err(refuse_by_rulebook("No dice are being rolled.", book::REROLLS).not_now());
    };
    if !dice.attack && state.switches.on(cite::DICE_NO_ATTACK) {
        return Err(refuse(
            format!("These are dice of damage, no attack: {name} cannot reroll them."),
            cite::DICE_NO_ATTACK,
        )
        .by_rule(book::NO_ATTACK_DICE));
    }
    // A unit rerolls dice of its own attack or of one on it; a card, those of a unit of its player.
    let owner = |card: CardId| state.table.card(card).owner;
    let part = if is_unit(state, id) {
        dice.source == Some(id) || dice.rolls.iter().any(|roll| roll.to == id)
    } else {
        dice.source.is_some_and(|source| owner(source) == owner(id))
    };
    part.then_some(()).ok_or_else(|| {
        refuse_by_rulebook(format!("{name} neither attacks nor is attacked."), book::REROLLS).not_now()
    })
}

/// Whether a unit may use an ability instead of attacking.
pub(super) fn may_act_instead(state: &State, id: CardId, at: u8) -> Result<(), Refusal> {
    let name = state.table.id(id);
    let ability = ability(state, id, at)
        .filter(|ability| {
            ability.kind == AbilityKind::Activated && ability.chances() == [Chance::WouldAttack]
        })
        .ok_or_else(|| {
            refuse_by_rulebook(format!("{name} has no ability to use instead of attacking."), book::ABILITIES)
        })?;
    source_works(state, id, ability)?;
    if ability.once_per_turn && state.table.memory.once.contains(&(id, at)) {
        return Err(refuse_by_card(state, format!("{name} has used this ability this turn already."), id));
    }
    if is_given(state, id, &Gives::CannotAttack) && !state.switches.on(cite::INSTEAD) {
        return Err(refuse_by_rulebook(format!("{name} cannot attack."), book::CANT_BEATS_CAN));
    }
    let scope = Scope::new(state.table.card(id).owner, Some(id));
    conditions_hold(state, id, &ability.r#if, &scope)?;
    targets::announceable(state, id, ability, &scope)
}

/// The Battle card, or the activated ability, that could be disrupted now.
pub(crate) fn disruptable(state: &State) -> Option<&Playing> {
    state.tasks().find_map(|task| match task {
        Task::Play(playing) if playing.can_be_disrupted(state) || playing.ability_can_be_disrupted(state) => {
            Some(playing)
        }
        _ => None,
    })
}

/// Why a unit may not act so.
pub(crate) fn bad_act(state: &State, arena: Arena, choice: &Choice) -> Option<Refusal> {
    let unit = match choice {
        Choice::Attack(unit) | Choice::Nothing(unit) | Choice::Use { card: unit, .. } => *unit,
        _ => return None,
    };
    let next = attackers::next_units(state, arena);
    let fault = match choice {
        Choice::Nothing(unit) => attackers::may_do_nothing(state, *unit).err(),
        Choice::Attack(unit) => attackers::may_attack(state, *unit).err(),
        Choice::Use { card, ability } => may_act_instead(state, *card, *ability).err(),
        _ => None,
    };
    if !next.contains(&unit) {
        let next = not_next(state, unit, &next);
        return Some(fault.into_iter().fold(next, Refusal::with));
    }
    fault
}

/// That it is not a unit's turn to act.
fn not_next(state: &State, unit: CardId, next: &[CardId]) -> Refusal {
    let name = state.table.id(unit);
    if state.table.card(unit).tapped {
        return refuse_by_rulebook(format!("{name} is tapped."), book::NEXT_UNIT);
    }
    let text = format!("It is not {name}'s turn: {} comes first, by speed.", narrate::names(state, next));
    let speed = |id: CardId| value(state, id, Stat::Speed);
    let tied = next.first().is_some_and(|first| speed(*first) == speed(unit));
    refuse_by_rulebook(text, if tied { book::SPEED_TIES } else { book::NEXT_UNIT })
}

/// Why a bid is not allowed.
pub(crate) fn bad_bid(state: &State, question: &kernel::Question<Tcg>, bid: u32) -> Option<Refusal> {
    let force = state.table.force(question.player);
    let name = state.table.name(question.player);
    if bid > force {
        let text = format!("{name} has {force} Force and cannot bid {bid}.");
        return Some(refuse(text, cite::BIDDING).by_rule(book::FORCE));
    }
    let fits = question.shape.check(&crate::engine::kernel::Answer::One(Choice::Bid(bid))).is_ok();
    (!fits).then(|| {
        let text = format!("{name} has bid as much already: a later bid must be higher.");
        refuse(text, cite::BIDDING).by_rule(book::BIDDING)
    })
}

#[cfg(test)]
mod tests {
    use crate::engine::tcg::test_support::check;

    #[test]
    fn force_must_be_there() {
        let poor = "at: character.start\ngiven: {light: {force: 1, hand: [Ambush]}, dark: {play: [Trooper]}}";
        check(poor, "refused: {Light: {play: Ambush}}, because: rulebook");
        let rich = "at: character.start\ngiven: {light: {force: 2, hand: [Ambush]}, dark: {play: [Trooper]}}";
        check(rich, "allowed: {Light: {play: Ambush, target: Trooper}}");
    }

    #[test]
    fn a_unit_must_be_deployed_first() {
        let built = "at: character.attacks\ngiven: {light: {force: 4, build: [{card: Knight (A), counters: 5}]}, dark: {play: [Trooper]}}";
        check(built, "refused: {Light: {use: Knight (A), ability: evade}}, because: 'tcg:general.3'");
    }
}
