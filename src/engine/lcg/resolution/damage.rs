//! Damage: assign, protect, shield, take, for every card one source hits at once.

use super::shields::{SECOND_SHIELD, can_shield, is_of_balance, report_useless, unshielded};
use crate::engine::cards::is_same;
use crate::engine::cards::wording::pluralize;
use crate::engine::kernel::{Answer, Basis, Flow, Outcome, Pending, Player, Refusal, Shape};
use crate::engine::lcg::legality::options;
use crate::engine::lcg::legality::refuse::refuse;
use crate::engine::lcg::state::choice::{Choice, Moment, Topic};
use crate::engine::lcg::state::event::{Event, Why};
use crate::engine::lcg::state::stage::{InTurn, Stage};
use crate::engine::lcg::state::table::{CardId, Watched, other};
use crate::engine::lcg::state::values::{capacity_left, keywords, undamageable_by};
use crate::engine::lcg::vocabulary::steps::StepKind;
use crate::engine::lcg::vocabulary::{CardText, CardType, EventKind, Zone, book, cite};
use crate::engine::lcg::{Frame, Play, Sequence, State, Turn};

/// Deals, or moves, a packet of damage.
pub(super) fn happen(sequence: &mut Sequence, play: &mut Play<'_>) -> Turn {
    match sequence.stage {
        Stage::Begins => {
            sequence.used.clear();
            sequence.events.iter_mut().for_each(|pending| pending.event.past_interrupts = true);
            sequence.stage = Stage::Protects(InTurn::Active);
        }
        Stage::Protects(whose) => return protect(sequence, whose, play),
        Stage::Reassigned => interrupts_to_reassigned(sequence, play),
        Stage::Shields(whose) => return shields(sequence, whose, play),
        Stage::Happens => {
            take(sequence, play);
            sequence.stage = Stage::Over;
        }
        Stage::Happened | Stage::Over => return Ok(Flow::Done(true)),
    }
    Ok(Flow::Wait)
}

/// Puts a packet of damage on the stack and records its assignment (step 1).
pub(crate) fn deal(events: Vec<Event>, reports: bool, play: &mut Play<'_>) {
    let (able, unable): (Vec<Event>, Vec<Event>) = events.into_iter().partition(|event| {
        event.card.is_some_and(|card| undamageable_by(play.state, card, event.why, event.source).is_none())
    });
    for event in unable {
        let Some(card) = event.card else { continue };
        let ruling =
            undamageable_by(play.state, card, event.why, event.source).unwrap_or(cite::CANNOT_BE_DAMAGED);
        let by_that = if ruling == cite::CANNOT_BE_DAMAGED { "" } else { " by that" };
        let text = format!("{} cannot be damaged{by_that}.", play.state.table.id(card));
        play.record(StepKind::NotDamaged, text).actor(event.by).about(&[card]).ruling(ruling);
    }
    if able.is_empty() {
        return;
    }
    for event in &able {
        let Some(card) = event.card else { continue };
        let name = play.state.table.id(card).to_owned();
        let source: Vec<CardId> = event.source.into_iter().collect();
        let (comes, ruling) = if event.kind == EventKind::Damaged {
            ("being moved", cite::MOVED_DAMAGE)
        } else {
            ("assigned", cite::DAMAGE_1)
        };
        let text = format!("{} damage is {comes} to {name}.", event.amount);
        play.record(StepKind::Assigned, text).actor(event.by).about(&[card]).also(&source).ruling(ruling);
    }
    let mut sequence = Sequence::new(able);
    sequence.reports = reports;
    play.push(Frame::Sequence(sequence));
}

/// The player whose turn it is in a stage that both players pass through.
fn player_of(whose: InTurn, state: &State) -> Player {
    match whose {
        InTurn::Active => state.table.active,
        InTurn::Other => other(state.table.active),
    }
}

/// The stage after a player has reassigned what he would.
fn after_protecting(whose: InTurn) -> Stage {
    match whose {
        InTurn::Active => Stage::Protects(InTurn::Other),
        InTurn::Other => Stage::Reassigned,
    }
}

/// The stage after a player has used the shields he would.
fn after_shielding(whose: InTurn) -> Stage {
    match whose {
        InTurn::Active => Stage::Shields(InTurn::Other),
        InTurn::Other => Stage::Happens,
    }
}

fn protect(sequence: &mut Sequence, whose: InTurn, play: &mut Play<'_>) -> Turn {
    let player = player_of(whose, play.state);
    let pairs = pairs(play.state, sequence, player);
    let protector = |watched: &Watched| match watched {
        Watched::Protector(id) => {
            let card = play.state.table.card(*id);
            card.zone == Zone::Play && card.controller == player
        }
        Watched::Used(_) => false,
    };
    if pairs.is_empty() && !play.state.table.watched.iter().any(protector) {
        sequence.stage = after_protecting(whose);
        return Ok(Flow::Wait);
    }
    let max = pairs.iter().map(|(_, n)| n).sum();
    let shape = Shape::Split { options: pairs, min: 0, max };
    let parts = match play.decide(player, Topic::Protect, shape)? {
        Answer::Split(parts) => parts,
        _ => Vec::new(),
    };
    if parts.iter().all(|(_, n)| *n == 0) {
        sequence.stage = after_protecting(whose);
    }
    for (choice, n) in parts {
        if let (Choice::Pair(from, to), true) = (&choice, n > 0) {
            reassign(sequence, *from, *to, n, player, play);
        }
        sequence.used.push(choice);
    }
    Ok(Flow::Wait)
}

/// What Protect has reassigned is dealt to another card now: its interrupts have their opportunity, for that
/// card only.
fn interrupts_to_reassigned(sequence: &mut Sequence, play: &mut Play<'_>) {
    sequence.stage = Stage::Shields(InTurn::Active);
    sequence.used.clear();
    let new = |pending: &Pending<Event>| !pending.event.past_interrupts && pending.event.amount > 0;
    if !sequence.events.iter().any(new) {
        return;
    }
    let window = options::opened(Moment::Interrupt(play.state.stack.len()), sequence, play);
    if let Some(window) = window {
        play.push(Frame::Window(window));
    }
}

/// Which card could take damage for which, and how much.
fn pairs(state: &State, sequence: &Sequence, player: Player) -> Vec<(Choice, u32)> {
    let mut found = Vec::new();
    for victim in assigned(sequence) {
        let controller = state.table.card(victim).controller;
        for protector in state.table.in_zone(Zone::Play) {
            let pair = Choice::Pair(victim, protector);
            let mine = controller == player && state.table.card(protector).controller == player;
            if victim == protector
                || !mine
                || sequence.used.contains(&pair)
                || !protects(state, protector, victim)
            {
                continue;
            }
            let most = amount_on(sequence, victim).min(free_capacity(state, sequence, protector));
            if most > 0 {
                found.push((pair, most));
            }
        }
    }
    found
}

fn assigned_to(player: Player, sequence: &Sequence, state: &State) -> Vec<CardId> {
    let mut cards = assigned(sequence);
    cards.retain(|id| state.table.card(*id).controller == player);
    cards
}

fn assigned(sequence: &Sequence) -> Vec<CardId> {
    let coming = sequence.events.iter().filter(|p| p.outcome == Outcome::Coming && p.event.amount > 0);
    coming.filter_map(|p| p.event.card).collect()
}

fn amount_on(sequence: &Sequence, card: CardId) -> u32 {
    let coming =
        sequence.events.iter().filter(|p| p.outcome == Outcome::Coming && p.event.card == Some(card));
    coming.map(|p| p.event.amount).sum()
}

/// The ruling by which a card cannot be damaged by what deals that damage.
fn cannot_take(state: &State, sequence: &Sequence, card: CardId) -> Option<&'static str> {
    let cause = sequence.events.first().map(|pending| (pending.event.why, pending.event.source));
    let (why, source) = cause.unwrap_or((Why::Effect, None));
    undamageable_by(state, card, why, source)
}

/// How much a protector may still take: its remaining capacity, less what the same source already
/// assigns to it. Its shield does not enlarge that.
fn free_capacity(state: &State, sequence: &Sequence, protector: CardId) -> u32 {
    if cannot_take(state, sequence, protector).is_some() {
        return 0;
    }
    let shield = if state.switches.on(cite::PROTECT_ROOM) { 0 } else { state.table.card(protector).shields };
    let taken = if state.switches.on(cite::PROTECT_SIMULTANEOUS) {
        amount_on(sequence, protector)
    } else {
        sequence.events.iter().filter(|p| p.event.card == Some(protector)).map(|p| p.event.reassigned).sum()
    };
    (capacity_left(state, protector) + shield).saturating_sub(taken)
}

/// Whether damage is being dealt to a card that has not been taken yet.
pub(crate) fn is_assigned(state: &State, card: CardId) -> bool {
    state.sequences().last().is_some_and(|(_, sequence)| amount_on(sequence, card) > 0)
}

/// What is wrong with a reassignment whose parts are each allowed: together they may be too much.
pub(crate) fn bad_protection(state: &State, parts: &[(Choice, u32)]) -> Option<Refusal> {
    let (_, sequence) = state.sequences().last()?;
    let pairs = parts.iter().filter_map(|(choice, n)| match choice {
        Choice::Pair(victim, protector) => Some((*victim, *protector, *n)),
        _ => None,
    });
    let pairs: Vec<(CardId, CardId, u32)> = pairs.collect();
    // Which units first, then how much.
    no_protector(state, sequence, &pairs).or_else(|| more_than_protected(state, sequence, &pairs))
}

/// Why one of these units does not protect the other: its id, the protector's, and how much is reassigned.
fn no_protector(state: &State, sequence: &Sequence, pairs: &[(CardId, CardId, u32)]) -> Option<Refusal> {
    pairs.iter().filter(|(.., n)| *n > 0).find_map(|(victim, protector, _)| {
        let (from, to) = (state.table.id(*victim), state.table.id(*protector));
        if let Some(ruling) = cannot_take(state, sequence, *protector) {
            let text = format!("{to} cannot be damaged, so damage cannot be reassigned to it.");
            return Some(refuse(text, ruling));
        }
        let text = format!("{to} does not protect {from}.");
        (!protects(state, *protector, *victim))
            .then(|| refuse(text, cite::DAMAGE_2).by_rule(book::PROTECT_WHAT))
    })
}

/// Why that much damage is not reassigned.
fn more_than_protected(
    state: &State,
    sequence: &Sequence,
    pairs: &[(CardId, CardId, u32)],
) -> Option<Refusal> {
    let sum = |of: &dyn Fn(&&(CardId, CardId, u32)) -> bool| pairs.iter().filter(of).map(|(.., n)| n).sum();
    pairs.iter().find_map(|(victim, protector, _)| {
        let (from, to) = (state.table.id(*victim), state.table.id(*protector));
        let total: u32 = sum(&|(_, by, _)| by == protector);
        let off: u32 = sum(&|(of, ..)| of == victim);
        let space = free_capacity(state, sequence, *protector);
        if total > space {
            let text =
                format!("{to} can take {space} damage, up to its remaining damage capacity; not {total}.");
            let refusal = refuse(text, too_much(state, sequence, *protector));
            return Some(refusal.by_rule(book::PROTECT_LIMIT));
        }
        let there = amount_on(sequence, *victim);
        let text = format!("Only {there} damage is assigned to {from}.");
        (off > there).then(|| refuse(text, cite::DAMAGE_2))
    })
}

/// The ruling that says best why a protector cannot take that much damage.
fn too_much(state: &State, sequence: &Sequence, protector: CardId) -> &'static str {
    let directly: u32 = sequence
        .events
        .iter()
        .filter(|p| p.event.card == Some(protector))
        .map(|p| p.event.amount - p.event.reassigned.min(p.event.amount))
        .sum();
    match (state.table.card(protector).shields, directly) {
        (_, n) if n > 0 => cite::PROTECT_SIMULTANEOUS,
        (n, _) if n > 0 => cite::PROTECT_ROOM,
        _ => cite::DAMAGE_2,
    }
}

/// The source of reassigned damage stays what it was.
fn reassign(sequence: &mut Sequence, from: CardId, to: CardId, n: u32, player: Player, play: &mut Play<'_>) {
    let Some(source) = sequence.events.iter_mut().find(|p| p.event.card == Some(from)) else { return };
    source.event.amount -= n;
    let chained = source.event.reassigned > 0;
    source.event.reassigned = source.event.reassigned.saturating_sub(n);
    let template = source.event.clone();
    add_damage(sequence, &template, to, n, n);
    let text = format!(
        "{} reassigned from {} to {}.",
        pluralize(n, "damage"),
        play.state.table.id(from),
        play.state.table.id(to)
    );
    let basis = if chained {
        Basis::Unspecified("damage that was reassigned once is reassigned again".into())
    } else {
        Basis::Ruling(format!("{}#1", cite::DAMAGE_2))
    };
    play.record(StepKind::Protects, text).actor(player).about(&[to]).also(&[from]).basis(basis);
}

/// Adds damage of the same source on another card to a packet.
pub(crate) fn add_damage(sequence: &mut Sequence, like: &Event, to: CardId, n: u32, reassigned: u32) {
    let there = sequence.events.iter_mut().find(|p| p.event.card == Some(to) && p.outcome == Outcome::Coming);
    if let Some(pending) = there {
        pending.event.amount += n;
        pending.event.reassigned += reassigned;
        return;
    }
    let event =
        Event { card: Some(to), amount: n, first: 0, reassigned, past_interrupts: false, ..like.clone() };
    sequence.events.push(Pending { event, outcome: Outcome::Coming });
}

/// Whether the protect keyword of one card covers another (2.14).
pub(super) fn protects(state: &State, protector: CardId, victim: CardId) -> bool {
    let Some(text) = &state.table.card(victim).text else { return false };
    keywords(state, protector).iter().any(|keyword| {
        let descriptor = keyword.strip_prefix("Protect ");
        let mut kinds = descriptor.into_iter().flat_map(|d| d.split(" or "));
        kinds.any(|kind| described(state, victim, text, kind))
    })
}

/// Whether a card is what a protect descriptor says: traits, a type, an affiliation, a title, being
/// committed to the Force.
fn described(state: &State, card: CardId, text: &CardText, descriptor: &str) -> bool {
    let has_trait = |word: &str| text.traits.iter().any(|own| own.eq_ignore_ascii_case(word));
    if has_trait(descriptor.trim()) {
        return true;
    }
    if !state.switches.on(cite::PROTECT_DESCRIPTOR) {
        return false;
    }
    let (rest, committed) = match descriptor.split_once(" that is committed to the Force") {
        Some((rest, _)) => (rest, true),
        None => (descriptor, false),
    };
    if committed && !state.table.card(card).committed {
        return false;
    }
    let mut rest = rest.trim().to_owned();
    if let (Some(open), Some(close)) = (rest.find('['), rest.find(']')) {
        let affiliation = is_same(text.affiliation.name(), &rest[open + 1..close]);
        let negated = rest[..open].ends_with("non-");
        if affiliation == negated {
            return false;
        }
        let before = rest[..open].trim_end_matches("non-").to_owned();
        rest = format!("{before}{}", &rest[close + 1..]);
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let (kind, left) = match words.split_last() {
        Some((last, left)) if card_type(last).is_some() => (card_type(last), left.join(" ")),
        _ => (None, words.join(" ")),
    };
    kind.is_none_or(|kind| kind == text.kind)
        && (left.is_empty() || has_trait(&left) || is_same(&left, &text.title))
}

fn card_type(word: &str) -> Option<CardType> {
    match word.to_lowercase().trim_end_matches('s') {
        "unit" => Some(CardType::Unit),
        "objective" => Some(CardType::Objective),
        "enhancement" => Some(CardType::Enhancement),
        _ => None,
    }
}

fn shields(sequence: &mut Sequence, whose: InTurn, play: &mut Play<'_>) -> Turn {
    let player = player_of(whose, play.state);
    let mut shielded = assigned_to(player, sequence, play.state);
    shielded.retain(|id| can_shield(play.state, sequence, *id).is_ok());
    if shielded.is_empty() {
        report_useless(sequence, &assigned_to(player, sequence, play.state), play);
        sequence.stage = after_shielding(whose);
        return Ok(Flow::Wait);
    }
    let max = shielded.len();
    let chosen = play.choose_cards(player, Topic::Shields, shielded, (0, max))?;
    for card in &chosen {
        use_shield(sequence, *card, player, play);
    }
    // One that has another shield may use that too.
    let another = |card: &CardId| play.state.table.card(*card).shields > 0 && amount_on(sequence, *card) > 0;
    if !chosen.iter().any(another) {
        report_useless(sequence, &assigned_to(player, sequence, play.state), play);
        sequence.stage = after_shielding(whose);
    }
    Ok(Flow::Wait)
}

fn use_shield(sequence: &mut Sequence, card: CardId, player: Player, play: &mut Play<'_>) {
    let Some(pending) = sequence.events.iter_mut().find(|p| p.event.card == Some(card) && p.event.amount > 0)
    else {
        return;
    };
    pending.event.amount -= 1;
    pending.event.shields += 1;
    let reassigned = pending.event.reassigned > 0;
    let balance = is_of_balance(&pending.event, play.state.table.phase);
    let basis = if pending.event.shields > 1 {
        Basis::Unspecified(SECOND_SHIELD.into())
    } else if reassigned {
        Basis::Ruling(cite::SHIELD_REASSIGNED.into())
    } else if balance {
        Basis::Ruling(cite::BALANCE_SHIELD.into())
    } else {
        Basis::Ruling(cite::DAMAGE_3.into())
    };
    play.state.table.card_mut(card).shields -= 1;
    unshielded(card, player, play);
    let text = format!("The shield on {} prevents one damage.", play.state.table.id(card));
    play.record(StepKind::Shield, text).actor(player).about(&[card]).basis(basis);
}

/// Damage is taken up to the remaining capacity; the rest is ignored, and what is not taken was not
/// dealt (4.12).
fn take(sequence: &mut Sequence, play: &mut Play<'_>) {
    let wanted: u32 = sequence.events.iter().map(|p| p.event.first).sum();
    let mut total = 0;
    for pending in &mut sequence.events {
        let Some(card) = pending.event.card else { continue };
        if pending.outcome == Outcome::Coming {
            total += take_one(&mut pending.event, card, play);
        }
    }
    // As a cost, damage that was reassigned or redirected was still dealt; what was ignored was not.
    let in_full = total >= wanted;
    narrate_shared_cost(sequence, in_full, play);
    for pending in sequence.events.iter_mut().filter(|p| p.outcome == Outcome::Coming) {
        pending.outcome = Outcome::Happened(in_full);
    }
}

/// The documents do not say whether a cost is paid if another card took part of the damage.
fn narrate_shared_cost(sequence: &Sequence, in_full: bool, play: &mut Play<'_>) {
    let shared = sequence.events.iter().find(|p| p.event.first == 0 || p.event.reassigned > 0);
    let Some(event) = shared.map(|p| &p.event).filter(|event| in_full && event.why == Why::Cost) else {
        return;
    };
    let open = "whether damage dealt as a cost pays it when another card takes part of it";
    let basis = Basis::Unspecified(open.into());
    let text = "All of the damage was dealt, if not to the card first meant; the cost counts as paid.";
    play.record(StepKind::StillPaid, text)
        .actor(event.by)
        .about(&event.card.into_iter().collect::<Vec<_>>())
        .basis(basis);
}

fn take_one(event: &mut Event, card: CardId, play: &mut Play<'_>) -> u32 {
    let in_play = play.state.table.card(card).zone == Zone::Play;
    let mut taken = if in_play { event.amount.min(capacity_left(play.state, card)) } else { 0 };
    if event.kind == EventKind::Damaged {
        taken = taken.min(event.other.map_or(0, |from| play.state.table.card(from).damage));
        if let Some(from) = event.other {
            play.state.table.card_mut(from).damage -= taken;
        }
    }
    play.state.table.card_mut(card).damage += taken;
    narrate_taken(event, card, taken, play);
    event.amount = match (play.state.switches.on(cite::DEALT), play.state.switches.on(cite::EXCESS)) {
        (false, _) => event.first.max(event.amount),
        (_, false) => event.amount,
        _ => taken,
    };
    taken
}

fn narrate_taken(event: &Event, card: CardId, taken: u32, play: &mut Play<'_>) {
    let name = play.state.table.id(card).to_owned();
    let source: Vec<CardId> = event.source.into_iter().collect();
    if taken < event.amount {
        let text = format!("{} damage in excess of {name}'s capacity is ignored.", event.amount - taken);
        play.record(StepKind::Excess, text)
            .actor(event.by)
            .about(&[card])
            .also(&source)
            .ruling(&format!("{}#2", cite::DAMAGE_4));
    }
    match taken {
        0 => play
            .record(StepKind::NoDamage, format!("{name} takes no damage."))
            .actor(event.by)
            .about(&[card])
            .also(&source)
            .ruling(cite::DEALT),
        n => play
            .record(StepKind::Damage, format!("{name} takes {n} damage."))
            .actor(event.by)
            .about(&[card])
            .also(&source)
            .ruling(cite::DAMAGE_4),
    }
}
