//! Both decks of a player in one text: taken apart where it says so, or where the sides of its cards do.

use super::disambiguate;
use super::lexicon::{Found, Lexicon};
use super::line::{At, Item, LineItem};
use super::sizes::{self, is_whole, most_copies};
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::deck::list::Question;

/// A part with fewer sets, or cards, is no deck of its own.
fn least(game: Game) -> u32 {
    match game {
        Game::Lcg => 6,
        Game::Tcg => 30,
    }
}

/// The decks of a text, each with its side where there are two.
pub(super) fn apart(things: Vec<At>, lexicon: &Lexicon<'_>) -> Vec<(Option<Side>, Vec<At>)> {
    if let Some(several) = by_affiliations(&things, lexicon) {
        return several;
    }
    let sides: Vec<Option<Side>> = declared(&things, lexicon)
        .or_else(|| turned(&things, lexicon))
        .or_else(|| halves(&things, lexicon))
        .or_else(|| by_cards(&things, lexicon))
        .unwrap_or_default();
    if sides.is_empty() {
        return vec![(None, things)];
    }
    let sides = with_their_cards(sides, &things, lexicon);
    let (mut light, mut dark) = (Vec::new(), Vec::new());
    for (thing, side) in things.into_iter().zip(sides) {
        match side {
            Some(Side::Dark) => dark.push(thing),
            Some(Side::Light) => light.push(thing),
            // What belongs to neither belongs to both.
            Some(Side::Neutral) | None if !matches!(thing.1, LineItem::Card(_)) => {
                light.push(thing.clone());
                dark.push(thing);
            }
            Some(Side::Neutral) | None => light.push(thing),
        }
    }
    vec![(Some(Side::Light), light), (Some(Side::Dark), dark)]
}

/// Of affiliations of both sides above all cards, each of its own deck.
fn with_their_cards(sides: Vec<Option<Side>>, things: &[At], lexicon: &Lexicon<'_>) -> Vec<Option<Side>> {
    let first = things.iter().position(|(_, thing)| matches!(thing, LineItem::Card(_)));
    let of_affiliation = |thing: &LineItem| lexicon.side_of_affiliation(thing.affiliation()?);
    let above: Vec<Option<Side>> =
        things[..first.unwrap_or(0)].iter().map(|(_, thing)| of_affiliation(thing)).collect();
    let mut sides = sides;
    if [Side::Light, Side::Dark].iter().all(|side| above.contains(&Some(*side))) {
        for (side, own) in sides.iter_mut().zip(above) {
            *side = own.or(*side);
        }
    }
    sides
}

/// Decks of different affiliations of one side, each whole below its heading: those of several players.
fn by_affiliations(things: &[At], lexicon: &Lexicon<'_>) -> Option<Vec<(Option<Side>, Vec<At>)>> {
    let heads: Vec<(usize, &String)> = things
        .iter()
        .enumerate()
        .filter_map(|(at, (_, thing))| Some((at, thing.heading_affiliation()?)))
        .collect();
    let sides: Vec<Option<Side>> =
        heads.iter().map(|(_, title)| lexicon.side_of_affiliation(title)).collect();
    let differ = heads.windows(2).all(|pair| pair[0].1 != pair[1].1);
    if !(2..=8).contains(&heads.len()) || !differ || sides.windows(2).any(|pair| pair[0] != pair[1]) {
        return None;
    }
    let starts: Vec<usize> =
        heads.iter().enumerate().map(|(n, (at, _))| if n == 0 { 0 } else { opening(things, *at) }).collect();
    let ends = starts.iter().skip(1).copied().chain([things.len()]);
    let parts: Vec<&[At]> =
        starts.iter().copied().zip(ends).filter_map(|(from, to)| things.get(from..to)).collect();
    let whole = |part: &&[At]| is_whole(size(part, lexicon), lexicon);
    let all = parts.len() == heads.len() && parts.iter().all(whole);
    all.then(|| parts.into_iter().map(|part| (None, part.to_vec())).collect())
}

/// How many sets, or cards, these things are likely.
pub(super) fn size(things: &[At], lexicon: &Lexicon<'_>) -> u32 {
    let sets = things.iter().filter_map(|(_, thing)| thing.card()).filter(|item| counts(item, lexicon));
    sets.map(|item| disambiguate::likely_count(item, lexicon)).fold(0, u32::saturating_add)
}

/// Of two versions of one deck, each under a heading of the same affiliation, the later one, and what is to
/// be asked.
pub(super) fn last_version(things: Vec<At>, lexicon: &Lexicon<'_>) -> (Option<Question>, Vec<At>) {
    let title = |at: usize| things[at].1.heading_affiliation();
    let named: Vec<usize> = (0..things.len()).filter(|at| title(*at).is_some()).collect();
    let size = |part: &[At]| size(part, lexicon);
    let [.., first, last] = named[..] else { return (None, things) };
    let whole = least(lexicon.game) + 2;
    if title(first) != title(last) || size(&things[..last]) < whole || size(&things[last..]) < whole {
        return (None, things);
    }
    let lines = vec![things[first].0, things[last].0];
    let text =
        "Two lists of the same affiliation stand here; the later one was read. Which of them is meant?";
    let mut things = things;
    let from = opening(&things, last);
    (Some(Question { lines, text: text.to_owned() }), things.split_off(from))
}

/// The side of a card, as far as it is known.
pub(super) fn side_of(thing: &LineItem, lexicon: &Lexicon<'_>) -> Option<Side> {
    let LineItem::Card(Item { found: Found::Exact(name) | Found::Slip(name), .. }) = thing else {
        return None;
    };
    lexicon.side(name).filter(|side| *side != Side::Neutral)
}

/// Whether a card counts for its deck's size: of sets, only the objective.
pub(super) fn counts(item: &Item, lexicon: &Lexicon<'_>) -> bool {
    match &item.found {
        Found::Exact(name) | Found::Slip(name) => lexicon.counts_for_size(name),
        Found::Open(_) | Found::Lost => lexicon.game == Game::Tcg,
    }
}

/// The side that words name, of itself or by its affiliation.
fn named_side(thing: &LineItem, lexicon: &Lexicon<'_>) -> Option<Side> {
    thing.side().or_else(|| lexicon.side_of_affiliation(thing.affiliation()?))
}

/// Whether a text names the light side, and whether the dark.
fn named(things: &[At], lexicon: &Lexicon<'_>) -> [bool; 2] {
    [Side::Light, Side::Dark]
        .map(|side| things.iter().any(|(_, thing)| named_side(thing, lexicon) == Some(side)))
}

fn enough<'t>(parts: impl Iterator<Item = (&'t At, Option<Side>)>, lexicon: &Lexicon<'_>) -> bool {
    let (mut light, mut dark) = (0, 0);
    for ((_, thing), side) in parts {
        let LineItem::Card(item) = thing else { continue };
        if !counts(item, lexicon) {
            continue;
        }
        let count = disambiguate::likely_count(item, lexicon);
        match side {
            Some(Side::Light) => light += count,
            Some(Side::Dark) => dark += count,
            Some(Side::Neutral) | None => {}
        }
    }
    light >= least(lexicon.game) && dark >= least(lexicon.game)
}

/// By what the text says: a side's heading, or an affiliation, opens a deck.
fn declared(things: &[At], lexicon: &Lexicon<'_>) -> Option<Vec<Option<Side>>> {
    let says =
        |thing: &LineItem| thing.side().or_else(|| lexicon.side_of_affiliation(thing.heading_affiliation()?));
    let first = things.iter().find_map(|(_, thing)| says(thing))?;
    let mut now = first;
    let sides: Vec<Option<Side>> = things
        .iter()
        .map(|(_, thing)| {
            now = says(thing).filter(|side| *side != Side::Neutral).unwrap_or(now);
            Some(now)
        })
        .collect();
    let parted = enough(things.iter().zip(sides.iter().copied()), lexicon)
        || heads_both_sides(things) && are_apart(things, &sides, lexicon);
    parted.then_some(sides)
}

/// Whether a line of its own names the light side, and another the dark.
pub(super) fn heads_both_sides(things: &[At]) -> bool {
    let heads =
        |side: Side| things.iter().any(|(_, thing)| matches!(thing, LineItem::Side(of) if *of == side));
    heads(Side::Light) && heads(Side::Dark)
}

/// Whether each side has several cards below its headings, and none of the other, however many of each: a
/// deck too small is no deck of two sides.
fn are_apart(things: &[At], sides: &[Option<Side>], lexicon: &Lexicon<'_>) -> bool {
    let least = least(lexicon.game) as usize / most_copies(lexicon.game) as usize;
    let below = |side: Side| -> Vec<Side> {
        let of = things.iter().zip(sides).filter(|(_, of)| **of == Some(side));
        of.filter_map(|((_, thing), _)| side_of(thing, lexicon)).collect()
    };
    [Side::Light, Side::Dark].iter().all(|side| {
        let cards = below(*side);
        cards.len() >= least && cards.iter().all(|of| of == side)
    })
}

/// By the cards: first all of one side, then all of the other.
fn turned(things: &[At], lexicon: &Lexicon<'_>) -> Option<Vec<Option<Side>>> {
    // A deck of one affiliation with sets of the other side is one deck.
    let [light, dark] = named(things, lexicon);
    if light != dark {
        return None;
    }
    let sides: Vec<(usize, Side)> =
        things.iter().enumerate().filter_map(|(at, (_, t))| Some((at, side_of(t, lexicon)?))).collect();
    let (_, first) = *sides.first()?;
    let turn = sides.iter().position(|(_, side)| *side != first)?;
    if sides[turn..].iter().any(|(_, side)| *side == first) {
        return None;
    }
    let other = sides[turn].1;
    let from = opening(things, sides[turn].0);
    let all: Vec<Option<Side>> =
        (0..things.len()).map(|at| Some(if at < from { first } else { other })).collect();
    enough(things.iter().zip(all.iter().copied()), lexicon).then_some(all)
}

/// Two decks of the trading card game one below the other, each whole and nearly all of one side: a card of
/// the other is an offence of one of them.
fn halves(things: &[At], lexicon: &Lexicon<'_>) -> Option<Vec<Option<Side>>> {
    let whole = sizes::whole(lexicon.game);
    let one = whole - whole / 6..=whole + whole / 6;
    let total = size(things, lexicon);
    if lexicon.game == Game::Lcg || !(one.start() * 2..=one.end() * 2).contains(&total) {
        return None;
    }
    let mostly = |part: &[At], side: Side| {
        let of = |wanted: Side| {
            let own = part.iter().filter(|(_, t)| side_of(t, lexicon) == Some(wanted)).cloned();
            size(&own.collect::<Vec<At>>(), lexicon)
        };
        of(side) > 0 && of(side) * 5 >= (of(Side::Light) + of(Side::Dark)) * 4
    };
    let mut above = 0;
    // What names nothing and has no count is a heading.
    let is_row = |thing: &LineItem| {
        let known =
            |item: &Item| matches!(item.found, Found::Exact(_) | Found::Slip(_)) || !item.numbers.is_empty();
        matches!(thing, LineItem::Card(item) if known(item))
    };
    for (at, (line, thing)) in things.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &things[before]);
        let apart = before.is_some_and(|(of, before)| !is_row(before) || of + 1 < *line);
        let parted = is_row(thing) && apart;
        if parted && one.contains(&above) && one.contains(&(total - above)) {
            let from = opening(things, at);
            let (first, second) = things.split_at(from);
            let sides = [(Side::Light, Side::Dark), (Side::Dark, Side::Light)];
            let found = sides.into_iter().find(|(a, b)| mostly(first, *a) && mostly(second, *b));
            if let Some((a, b)) = found {
                return Some((0..things.len()).map(|n| Some(if n < from { a } else { b })).collect());
            }
        }
        above += size(&things[at..=at], lexicon);
    }
    None
}

/// Where the deck begins whose first card stands at `at`: with the headings right above it.
fn opening(things: &[At], at: usize) -> usize {
    let cards = things[..at].iter().rposition(|(_, thing)| matches!(thing, LineItem::Card(_)));
    cards.map_or(0, |last| last + 1)
}

/// By the cards, where two affiliations or two sides are named and the cards stand side by side, or where
/// those of either side are a whole deck.
fn by_cards(things: &[At], lexicon: &Lexicon<'_>) -> Option<Vec<Option<Side>>> {
    let both = named(things, lexicon) == [true, true];
    let of = |side: Side| {
        let own =
            things.iter().filter(|(_, t)| side_of(t, lexicon) == Some(side)).cloned().collect::<Vec<_>>();
        is_whole(size(&own, lexicon), lexicon)
    };
    // A deck of one affiliation with as many sets of the other side is one deck.
    let unnamed = !things.iter().any(|(_, t)| named_side(t, lexicon).is_some());
    if !(both || unnamed && of(Side::Light) && of(Side::Dark)) {
        return None;
    }
    let sides: Vec<Option<Side>> = things
        .iter()
        .map(|(_, thing)| side_of(thing, lexicon).or_else(|| named_side(thing, lexicon)))
        .collect();
    enough(things.iter().zip(sides.iter().copied()), lexicon).then_some(sides)
}
