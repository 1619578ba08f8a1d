//! Instructions that move cards.

use super::choosing::{each, select, touched};
use super::program::{done, own, say};
use crate::engine::cards::wording::pluralize;
use crate::engine::tcg::legality::payable::hand;
use crate::engine::tcg::legality::refuse::barred;
use crate::engine::tcg::resolution::{drawing, leave};
use crate::engine::tcg::state::choice::Topic;
use crate::engine::tcg::state::filter::{amount, named, who};
use crate::engine::tcg::state::narrate::names;
use crate::engine::tcg::state::table::{CardId, Role};
use crate::engine::tcg::state::values::{in_arena, printed_type};
use crate::engine::tcg::turn::build;
use crate::engine::tcg::vocabulary::steps::StepKind;
use crate::engine::tcg::vocabulary::{Amount, CardType, DeckEnd, Gives, Ref, Select, Who, Zone};
use crate::engine::tcg::{Play, Program, Turn};

/// Units retreat; those that are in no arena any more cannot.
pub(super) fn retreat(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    for card in select(program, which, play)? {
        let name = play.state.table.id(card).to_owned();
        if leave::retreat(play, card) {
            say(program, StepKind::Retreats, format!("{name} retreats."), &[card], play)
        } else {
            say(program, StepKind::Gone, format!("{name} is in no arena: it cannot retreat."), &[card], play)
        }
    }
    done()
}

pub(super) fn discard(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    for card in select(program, which, play)? {
        // What lies in a discard pile is not discarded again.
        if matches!(play.state.table.card(card).zone, Zone::Discard | Zone::Removed) {
            let text = format!("{} is gone already.", play.state.table.id(card));
            say(program, StepKind::Gone, text, &[card], play);
            continue;
        }
        let text = format!("{} is discarded.", play.state.table.id(card));
        leave::discard_by_effect(play, card, program.scope.source, text);
    }
    done()
}

/// Units are put into their arenas, Locations into one of theirs.
pub(super) fn into_arena(
    program: &mut Program,
    which: &Select,
    tapped: Option<bool>,
    play: &mut Play<'_>,
) -> Turn {
    each(program, which, play, |program, card, play| {
        let name = play.state.table.id(card).to_owned();
        let leaves = play.state.table.card(card).zone == Zone::Build;
        if let Some(refusal) =
            barred(play.state, card, &Gives::CannotDeploy, "be put into its arena").filter(|_| leaves)
        {
            return say(program, StepKind::WithoutEffect, refusal.text, &[card], play);
        }
        let location = printed_type(play.state, card) == Some(CardType::Location);
        let text = play.state.table.card(card).text.as_ref();
        let arena = text.and_then(|text| text.arena.all().first().copied()).filter(|_| location);
        let owner = play.state.table.card(card).owner;
        let entered = match arena {
            Some(arena) => {
                leave::place(play, card, owner, arena);
                true
            }
            None => leave::enter(play, card, tapped),
        };
        if entered {
            say(program, StepKind::Enters, format!("{name} is put into its arena."), &[card], play)
        } else {
            say(program, StepKind::WithoutEffect, format!("{name} has no arena."), &[card], play)
        }
    })
}

/// Cards are put into a hand, or removed from the game.
pub(super) fn away(program: &mut Program, which: &Select, zone: Zone, play: &mut Play<'_>) -> Turn {
    each(program, which, play, |program, card, play| {
        leave::away(play, card, zone);
        let name = play.state.table.id(card);
        let (kind, text) = if zone == Zone::Hand {
            (StepKind::ToHand, format!("{name} is put into its owner's hand."))
        } else {
            (StepKind::Removed, format!("{name} is removed from the game."))
        };
        say(program, kind, text, &[card], play);
    })
}

pub(super) fn to_deck(program: &mut Program, which: &Select, at: DeckEnd, play: &mut Play<'_>) -> Turn {
    each(program, which, play, |program, card, play| {
        leave::away(play, card, Zone::Deck);
        let seat = usize::from(play.state.table.card(card).belongs.0);
        // The top of a deck that is not given is known from now on; the bottom stays unknown.
        if let Some(deck) = play.state.table.decks[seat].as_mut() {
            at.put(card, deck);
        }
        let word = match at {
            DeckEnd::Top => "on top of",
            DeckEnd::Bottom => "at the bottom of",
        };
        let text = format!("{} is put {word} its owner's deck.", play.state.table.id(card));
        say(program, StepKind::ToDeck, text, &[card], play);
    })
}

pub(super) fn to_build_zone(
    program: &mut Program,
    which: &Select,
    counters: Option<&Amount>,
    play: &mut Play<'_>,
) -> Turn {
    let counters = counters.map(|n| amount(play.state, n, &program.scope, 0));
    each(program, which, play, |program, card, play| {
        leave::to_build_zone(play, card, counters);
        let Some(counters) = counters else {
            let text = format!("{} goes into the build zone.", play.state.table.id(card));
            say(program, StepKind::BuildZone, text, &[card], play);
            return;
        };
        let name = play.state.table.id(card);
        let text = format!(
            "{name} goes facedown into the build zone with {}.",
            pluralize(counters, "build counter")
        );
        say(program, StepKind::BuildZone, text, &[card], play);
        // With as many counters as it costs it is finished; a Location or a Mission would have to be
        // completed.
        let goes = matches!(printed_type(play.state, card), Some(CardType::Location | CardType::Mission));
        if counters > 0 && !goes {
            build::complete(card, play);
        }
    })
}

pub(super) fn discard_stack(program: &mut Program, which: &Select, play: &mut Play<'_>) -> Turn {
    each(program, which, play, |_, card, play| leave::discard_stack(play, card))
}

pub(super) fn put_under(program: &mut Program, which: &Select, under: &Ref, play: &mut Play<'_>) -> Turn {
    let cards = select(program, which, play)?;
    let host = named(play.state, &program.scope, under).first().copied();
    for card in cards {
        leave::put(play, card, Zone::Under);
        play.state.table.card_mut(card).host = host.map(|host| (host, Role::Hidden));
        let under = names(play.state, &host.into_iter().collect::<Vec<_>>());
        let text = format!("{} is put facedown under {under}.", play.state.table.id(card));
        say(program, StepKind::SetAside, text, &[card], play);
    }
    done()
}

/// Build counters are put on cards in the build zone, or taken from them.
pub(super) fn build_counters(
    program: &mut Program,
    (by, remove, more): (i32, Option<&Amount>, Option<&Amount>),
    on: &Select,
    play: &mut Play<'_>,
) -> Turn {
    let more = more.map_or(0, |n| amount(play.state, n, &program.scope, 0));
    for card in touched(program, on, play)? {
        if in_arena(play.state, card).is_some() || play.state.table.card(card).zone != Zone::Build {
            continue;
        }
        let there = play.state.table.card(card).build;
        let less = remove.map_or(0, |n| amount(play.state, n, &program.scope, there)).min(there);
        program.scope.removed += less;
        let by = by.saturating_add_unsigned(more).saturating_sub_unsigned(less);
        let on_it = &mut play.state.table.card_mut(card).build;
        *on_it = on_it.saturating_add_signed(by);
        let (n, name) = (*on_it, play.state.table.id(card).to_owned());
        say(program, StepKind::Builds, format!("{name} gets {by:+} build counters: {n}."), &[card], play);
        build::complete(card, play);
    }
    done()
}

/// After a shuffle nobody knows what the next card is.
pub(super) fn shuffle(program: &mut Program, player: Who, play: &mut Play<'_>) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return done() };
    let deck = &mut play.state.table.decks[usize::from(player.0)];
    // Of a deck of one card, or none, the order is known all the same.
    if deck.as_ref().is_some_and(|deck| deck.len() > 1) {
        *deck = None;
    }
    let text = format!("{} shuffles: nobody knows the order of the deck.", play.state.table.name(player));
    let about = own(program);
    say(program, StepKind::Shuffles, text, &about, play);
    done()
}

/// A player discards cards from his hand; he chooses which.
pub(super) fn discard_cards(program: &mut Program, n: &Amount, player: Who, play: &mut Play<'_>) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return done() };
    let hand = hand(play.state, player);
    let n = (amount(play.state, n, &program.scope, hand.len() as u32) as usize).min(hand.len());
    let mut chosen = hand.clone();
    if n < hand.len() && n > 0 {
        chosen = play.choose_cards(player, Topic::Discard(program.scope.source), hand, (n, n))?;
    }
    for card in chosen.into_iter().take(n) {
        leave::put(play, card, Zone::Discard);
        let text = format!("{} is discarded from hand.", play.state.table.id(card));
        say(program, StepKind::Discards, text, &[card], play);
    }
    done()
}

/// The top cards of a deck are discarded; of one that is not given, unknown ones.
pub(super) fn discard_top(program: &mut Program, n: &Amount, player: Who, play: &mut Play<'_>) -> Turn {
    let Some(player) = who(play.state, &program.scope, player) else { return done() };
    let n = amount(play.state, n, &program.scope, 0).min(200);
    let seat = usize::from(player.0);
    for _ in 0..n {
        let card: Option<CardId> = match play.state.table.decks[seat].as_ref() {
            None => Some(drawing::unknown(&mut play.state.table, player)),
            Some(deck) => deck.first().copied(),
        };
        let Some(card) = card else { break };
        leave::put(play, card, Zone::Discard);
        let text = format!("{} is discarded from the deck.", play.state.table.id(card));
        say(program, StepKind::Discards, text, &[card], play);
    }
    done()
}
