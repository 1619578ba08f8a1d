//! The rules, each a function from a deck to its findings.

use std::collections::BTreeMap;

use super::cards::{Cards, differ};
use super::options::{CheckOptions, card_at, finding};
use crate::corpus::cards::{Side, TcgCard, TcgType};
use crate::corpus::plural::pluralize;
use crate::corpus::{Certainty, Game};
use crate::deck::code::Code;
use crate::deck::copies::Copies;
use crate::deck::list::{Decklist, Total};
use crate::deck::report::{CardAt, Finding};

/// Cards of fan-made sets. No document says whether an event admits them.
pub(super) fn fan_sets(cards: &Cards, options: CheckOptions<'_>) -> Vec<Finding> {
    let mut by_set: BTreeMap<&str, Vec<(&str, &Copies)>> = BTreeMap::new();
    for ((code, name), copies) in &cards.fan {
        by_set.entry(code).or_default().push((name, copies));
    }
    let finding = |(code, of_set): (&str, Vec<(&str, &Copies)>)| {
        let set = options.book.set(code).map_or(code, |s| s.name.as_str());
        let count = of_set.iter().fold(0_u32, |sum, (_, c)| sum.saturating_add(c.count));
        let are = if count == 1 { "card is" } else { "cards are" };
        let message = format!(
            "{count} {are} of {set} ({code}), a set the publisher did not make; sides and arenas of its cards are not known here."
        );
        let about = of_set.iter().map(|(name, _)| CardAt {
            name: (*name).to_owned(),
            number: None,
            set: Some(code.to_owned()),
        });
        let lines = of_set.iter().flat_map(|(_, c)| c.lines.iter().copied());
        finding(options, Code::FanSet, message)
            .about(about)
            .on(lines)
            .fix("Ask the organizer which sets the event admits.")
    };
    by_set.into_iter().map(finding).collect()
}

/// Enough cards, and enough units of each arena.
pub(super) fn size(cards: &Cards, options: CheckOptions<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let least = options.figures.figure(Game::Tcg, Code::TooFewCards, 0);
    let total = cards.total();
    if total < least {
        let message = format!("The deck has {}; it needs at least {least}.", pluralize(total, "card"));
        let short = finding(options, Code::TooFewCards, message).fix(format!("Add {} more.", least - total));
        let open = cards.bad_count || cards.missing || total.saturating_add(cards.may_be_more) >= least;
        found.push(if open { short.at_most(Certainty::Unknown) } else { short });
    }
    found.extend(arenas(cards, options));
    found
}

/// Enough units of each arena. If unknown cards may be the missing ones, there is a single finding.
pub(super) fn arenas(cards: &Cards, options: CheckOptions<'_>) -> Vec<Finding> {
    let least = options.figures.figure(Game::Tcg, Code::TooFewUnits, 0);
    let open = cards.open.saturating_add(cards.may_be_more).saturating_add(cards.fan_total());
    let kinds = [TcgType::Space, TcgType::Ground, TcgType::Character];
    let units = kinds.map(|kind| (kind, cards.of_type(options.book, kind)));
    let lacking: u32 = units.iter().map(|(_, n)| least.saturating_sub(*n)).sum();
    if lacking == 0 {
        return Vec::new();
    }
    // If open lines may account for what is missing, they are reported themselves.
    if lacking <= cards.open && cards.fan.is_empty() {
        return Vec::new();
    }
    if cards.bad_count || cards.missing || lacking <= open {
        let known: Vec<String> = units.iter().map(|(kind, n)| format!("{} {n}", kind.shown())).collect();
        let others = match open {
            0 => "others may come to them".to_owned(),
            1 => "a card is not".to_owned(),
            _ => format!("{open} cards are not"),
        };
        let message = format!(
            "Whether it has {least} units of each arena is not known: {} are known, and {others}.",
            known.join(", ")
        );
        return vec![finding(options, Code::TooFewUnits, message).at_most(Certainty::Unknown)];
    }
    let short = |(kind, n): (TcgType, u32)| {
        let message = format!(
            "The deck has {}; it needs at least {least}.",
            pluralize(n, &format!("{} unit", kind.shown()))
        );
        let found = finding(options, Code::TooFewUnits, message).fix(format!("Add {} more.", least - n));
        // The unknown cards cannot suffice for all arenas, but may suffice for this one.
        let of_name = cards.may_be_of_type(options.book, kind);
        if n.saturating_add(open) >= least && open > 0 || of_name {
            found.at_most(Certainty::Unknown)
        } else {
            found
        }
    };
    let mut found: Vec<Finding> = units.into_iter().filter(|(_, n)| *n < least).map(short).collect();
    let of_name = kinds.iter().any(|kind| cards.may_be_of_type(options.book, *kind));
    if found.iter().all(|f| f.certainty == Certainty::Unknown) && !of_name {
        let message =
            format!("The units of all arenas lack {}; unknown: {open}.", pluralize(lacking, "card"));
        found.push(finding(options, Code::TooFewUnits, message));
    }
    found
}

/// Cards of a single side, and neutral cards.
pub(super) fn sides(cards: &Cards, options: CheckOptions<'_>) -> Option<Finding> {
    let of = |side: Side| cards.cards(options.book).filter(move |(c, _)| c.side == side).collect::<Vec<_>>();
    let (light, dark) = (of(Side::Light), of(Side::Dark));
    if light.is_empty() || dark.is_empty() {
        return None;
    }
    let copies =
        |of: &[(&TcgCard, &Copies)]| of.iter().fold(0_u32, |sum, (_, c)| sum.saturating_add(c.count));
    let (lights, darks) = (copies(&light), copies(&dark));
    let (fewer, side) = if lights < darks { (light, "light") } else { (dark, "dark") };
    let message = format!("The deck has {lights} light and {darks} dark cards; a deck is of one side.");
    let lines = fewer.iter().flat_map(|(_, c)| c.lines.iter().copied());
    let about: Vec<CardAt> = fewer.iter().map(|(c, _)| card_at(c)).collect();
    Some(
        finding(options, Code::TwoSides, message)
            .on(lines)
            .about(about)
            .fix(format!("Replace the {side} cards.")),
    )
}

/// Cards of a list typed by hand whose name is that of another card of another set, too. Of more than a deck
/// may have of one, [`copies`] asks.
pub(super) fn of_which_set(cards: &Cards, options: CheckOptions<'_>) -> Vec<Finding> {
    let most = options.figures.figure(Game::Tcg, Code::TooManyCopies, u32::MAX);
    let open = |at: &usize| {
        let copies = cards.known.get(at).filter(|copies| copies.count <= most)?;
        let card = &options.book.cards()[*at];
        let of_name = options.book.names().get(&card.name);
        if !differ(of_name, options) {
            return None;
        }
        let sets: Vec<&str> = of_name.iter().map(|at| options.book.cards()[*at].set.as_str()).collect();
        let message = format!("{} is the name of different cards, of {}.", *card.name, sets.join(" and of "));
        let open = finding(options, Code::OpenChoice, message).on(copies.lines.iter().copied());
        Some(open.fix("Ask the player of which set it is."))
    };
    cards.of_one_name.keys().filter(|_| cards.typed).filter_map(open).collect()
}

/// Counts too large to be intended: those with one digit are probably typos for another, larger ones not
/// counts at all.
const LIKELY_TYPOS: std::ops::RangeFrom<u32> = 7..;

/// Copies by full name, and of different cards with the same name.
pub(super) fn copies(cards: &Cards, options: CheckOptions<'_>) -> Vec<Finding> {
    let most = options.figures.figure(Game::Tcg, Code::TooManyCopies, u32::MAX);
    let mut found = Vec::new();
    let mut by_name: BTreeMap<&str, (u32, Vec<usize>, u32)> = BTreeMap::new();
    let of_name = |at: &usize| cards.of_one_name.get(at).copied().unwrap_or(1);
    let known = cards.known.iter().map(|(at, n)| (&options.book.cards()[*at], n, of_name(at)));
    let known = known.map(|(c, n, of_name)| (c.name.as_str(), n, Some(card_at(c)), of_name));
    let fan = cards.fan.iter().map(|((_, name), n)| (name.as_str(), n, None, 1));
    for (name, copies, about, of_name) in known.chain(fan) {
        if copies.count > most {
            let message = format!("{name} stands {} times; a card may stand {most} times.", copies.count);
            let over =
                finding(options, Code::TooManyCopies, message).on(copies.lines.iter().copied()).about(about);
            found.push(if copies.count <= most.saturating_mul(of_name) && of_name > 1 {
                // Of each of the cards of that name there may be as many as are allowed.
                over.at_most(Certainty::Unknown).fix("Ask the player of which set each is.")
            } else if cards.typed && LIKELY_TYPOS.contains(&copies.greatest) {
                over.at_most(Certainty::Unknown).fix("Ask the player: so many are likely a slip.")
            } else {
                over.fix(format!("Replace {} of them.", copies.count - most))
            });
        }
        let all = by_name.entry(name).or_default();
        all.0 = all.0.saturating_add(copies.count);
        all.1.extend(&copies.lines);
        all.2 = all.2.max(copies.count);
    }
    for (name, (count, lines, greatest)) in by_name {
        if count > most && greatest <= most {
            let message = format!(
                "{count} cards are called {name}, of different sets; whether they count together is not known."
            );
            found.push(finding(options, Code::SameName, message).on(lines));
        }
    }
    found
}

/// Cards that are banned or restricted on the day.
pub(super) fn listed(cards: &Cards, options: CheckOptions<'_>) -> Vec<Finding> {
    let over = |(card, copies): (&TcgCard, &Copies)| {
        let listed = options.figures.listed(&card.name, options.day)?;
        let surplus = copies.count.checked_sub(listed.copies).filter(|n| *n > 0)?;
        let since = *listed.from;
        let (code, message) = match (listed.copies, listed.certainty) {
            (0, _) => (Code::Banned, format!("{} is banned since {since}.", *card.name)),
            (n, Certainty::Unknown) => (
                Code::Restricted,
                format!(
                    "{} stands {} times; it may be restricted to {n} since {since}, which is not known for sure.",
                    *card.name, copies.count
                ),
            ),
            (n, _) => (Code::Restricted, format!("{} is restricted to {n} since {since}.", *card.name)),
        };
        let mut found =
            finding(options, code, message).about([card_at(card)]).on(copies.lines.iter().copied());
        found.certainty = listed.certainty;
        found.citation = Some(listed.cite.clone());
        Some(found.fix(format!("Replace {surplus} of them.")))
    };
    cards.cards(options.book).filter_map(over).collect()
}

/// Stated totals by type that differ from the sum of the cards.
pub(super) fn totals(list: &Decklist, cards: &Cards, options: CheckOptions<'_>) -> Vec<Finding> {
    if cards.open > 0 || !cards.fan.is_empty() || cards.bad_count {
        return Vec::new();
    }
    let differs = |stated: &Total| {
        let counted = counted(&stated.what, cards, options).filter(|n| *n != stated.count)?;
        let message = format!("The list says {} {}; its lines are {counted}.", stated.count, stated.what);
        Some(finding(options, Code::TotalDiffers, message).on([stated.line]))
    };
    list.totals.iter().filter_map(differs).collect()
}

/// How many cards of the list a total counts, by what it says that it does.
fn counted(what: &str, cards: &Cards, options: CheckOptions<'_>) -> Option<u32> {
    let of = |label: &str| {
        let kind = match label.trim_end_matches(" units").trim_end_matches(" cards").trim_end_matches('s') {
            "space" => TcgType::Space,
            "ground" => TcgType::Ground,
            "character" => TcgType::Character,
            "battle" => TcgType::Battle,
            "mission" => TcgType::Mission,
            "location" => TcgType::Location,
            "equipment" => TcgType::Equipment,
            "total" | "total card" | "card" | "sum" | "altogether" | "gesamt" | "insgesamt" => {
                return Some(cards.total());
            }
            _ => return None,
        };
        Some(cards.of_type(options.book, kind))
    };
    let kinds: Option<Vec<u32>> = what.split(" and ").map(of).collect();
    kinds.map(|all| all.iter().sum())
}

/// What is asked of a list typed by hand that states more cards than it names, of a deck that is whole with
/// them.
pub(super) fn lacks_rows(list: &Decklist, cards: &Cards, options: CheckOptions<'_>) -> Option<Finding> {
    let least = options.figures.figure(Game::Tcg, Code::TooFewCards, 0);
    let total = cards.total();
    if !cards.typed || total >= least || cards.bad_count || list.doubts.own_total {
        return None;
    }
    let foreign = list.entries.iter().filter(|entry| entry.foreign);
    let foreign = foreign.fold(0, |sum: u32, entry| sum.saturating_add(entry.count.number()));
    list.totals.iter().find_map(|stated| {
        let counted = counted(&stated.what, cards, options)?;
        let lacking = stated.count.checked_sub(counted).filter(|n| total.saturating_add(*n) >= least)?;
        if lacking <= foreign {
            return None;
        }
        let copies = if lacking == 1 { "a copy".to_owned() } else { format!("{lacking} copies") };
        let message = format!(
            "The list says {} {} and names {counted}. Is a row missing, or {copies}?",
            stated.count, stated.what
        );
        Some(finding(options, Code::OpenChoice, message).on([stated.line]).fix("Ask the player."))
    })
}
