//! The command deck, which must consist of exactly the cards of the chosen sets.

use std::collections::{BTreeMap, BTreeSet};

use super::reading::{CommandLine, Reading, card_at, name_of};
use super::written_out;
use crate::corpus::cards::{LcgBook, Printing, Side};
use crate::corpus::{Certainty, Game};
use crate::deck::code::Code;
use crate::deck::figures::Figures;
use crate::deck::report::Finding;

/// The number of command cards in an objective set, not counting the objective.
const CARDS_UNDER_AN_OBJECTIVE: u32 = 5;

/// A set (by index) and a card number. Two positions of a set may have the same card.
type Slot<'a> = (usize, &'a str);

/// A command card that no set accounts for, with number of copies and lines.
struct Left {
    printing: Printing,
    count: u32,
    line: usize,
}

/// Compares the command deck with the chosen sets.
///
/// A list typed by hand may name only some of the cards. What it lacks is compared only if it names most of
/// them, and differences are then likely rather than certain.
pub(super) fn check(reading: &Reading, typed: bool, book: &LcgBook, figures: &Figures) -> Vec<Finding> {
    let mut found = misplaced(reading, book, figures);
    if !reading.lists_command {
        return found;
    }
    let mut needs = needs(reading, book);
    let all: u32 = needs.values().fold(0, |sum, n| sum.saturating_add(*n));
    let mut left = consume(reading, book, &mut needs);
    let lacking: u32 = needs.values().fold(0, |sum, n| sum.saturating_add(*n));
    let most = lacking.saturating_mul(4) <= all;
    if typed && !most {
        // What is not listed lacks nothing; but no set brings what is listed and left over. Of a set that is
        // written out what it lacks says it already.
        let written_out = written_out::check(reading, book, figures);
        let left = left_over(&left, reading, book, figures).into_iter();
        let left = left.filter(|f| f.code == Code::NoObjective || written_out.is_empty());
        let left: Vec<Finding> = left.map(|f| f.at_most(Certainty::Unknown)).collect();
        return left.into_iter().chain(written_out).collect();
    }
    found.extend(wrong_printings(&mut left, &mut needs, book, figures));
    found.extend(left_over(&left, reading, book, figures));
    if typed {
        // In a list typed by hand, sets none of whose cards are listed were abbreviated, and lack nothing.
        needs.retain(|(set, _), _| written_out::is_begun(*set, reading));
    }
    found.extend(missing(&needs, reading, book, figures));
    if typed {
        let likely =
            if lacks_one_copy(&needs, reading, book) { Certainty::Unknown } else { Certainty::Likely };
        found = found.into_iter().map(|f| f.at_most(likely)).collect();
    }
    found
}

/// Whether all that is missing is one copy of a set that stands twice: below its objective the cards may be
/// written as a set brings them.
fn lacks_one_copy(needs: &BTreeMap<Slot<'_>, u32>, reading: &Reading, book: &LcgBook) -> bool {
    let title = |number: &str| book.card(number).map(|card| card.title.as_str());
    let mut lacking: BTreeMap<Option<&str>, u32> = BTreeMap::new();
    for ((_, number), need) in needs.iter().filter(|(_, need)| **need > 0) {
        *lacking.entry(title(number)).or_default() += *need;
    }
    let is_copy = |set: usize| {
        let mut own: BTreeMap<Option<&str>, u32> = BTreeMap::new();
        for number in &book.set_at(set).cards[1..] {
            *own.entry(title(number)).or_default() += 1;
        }
        own == lacking
    };
    reading.sets.iter().any(|(set, copies)| copies.count > 1 && is_copy(*set))
}

/// For a list typed by hand with command cards but without objectives: says which sets the cards come from.
pub(super) fn instead_of_sets(
    reading: &Reading,
    side: Option<Side>,
    book: &LcgBook,
    figures: &Figures,
) -> Option<Finding> {
    if !reading.sets.is_empty() || !reading.fan.is_empty() || reading.command.len() < MIN_COMMAND_CARDS {
        return None;
    }
    let comes_in = |line: &CommandLine| {
        let of_side = line.candidates.iter().filter_map(|p| match p {
            Printing::Set(at, _) => {
                Some(*at).filter(|at| side.is_none_or(|side| book.set_at(*at).side == side))
            }
            Printing::Affiliation(_) | Printing::Challenge(_) | Printing::Fan(..) => None,
        });
        let numbers: BTreeSet<usize> = of_side.collect();
        let numbers: Vec<&str> = numbers.iter().map(|at| book.set_at(*at).set.as_str()).collect();
        let title = book.title(line.candidates[0]);
        match numbers.len() {
            0 => format!("{title} in no set of that side"),
            1..=MAX_SETS_SHOWN => format!("{title} in {}", numbers.join(", ")),
            n => format!("{title} in {n} sets"),
        }
    };
    let shown: Vec<String> = reading.command.iter().take(MAX_CARDS_SHOWN).map(comes_in).collect();
    let more = if reading.command.len() > shown.len() { "; …" } else { "" };
    let message = format!(
        "The list names command cards, and no objective set. They come in these sets: {}{more}.",
        shown.join("; ")
    );
    let finding = figures.finding(Game::Lcg, Code::UnmatchedLine, message);
    Some(
        finding
            .on(reading.command.iter().map(|line| line.line))
            .fix("Ask the player which objective sets the deck has."),
    )
}

/// Without objectives, at least this many command cards are needed to infer their sets.
const MIN_COMMAND_CARDS: usize = 3;
/// The maximum number of sets listed for a card.
const MAX_SETS_SHOWN: usize = 4;
/// The maximum number of cards whose sets are listed.
const MAX_CARDS_SHOWN: usize = 10;

fn misplaced(reading: &Reading, book: &LcgBook, figures: &Figures) -> Vec<Finding> {
    let finding = |(printing, line): &(Printing, usize)| {
        let name = name_of(book, *printing);
        let (is, lies, belongs) = match printing {
            Printing::Set(_, 1) | Printing::Fan(_, 1) => {
                ("an objective", "in the command deck", "objective deck")
            }
            Printing::Set(..) | Printing::Fan(..) | Printing::Affiliation(_) | Printing::Challenge(_) => {
                ("a command card", "among the objectives", "command deck")
            }
        };
        let message = format!("{name} is {is} and lies {lies}.");
        figures
            .finding(Game::Lcg, Code::MisplacedCard, message)
            .about([card_at(book, *printing)])
            .on([*line])
            .fix(format!("Move {name} to the {belongs}, or take it out if it lies there already."))
    };
    reading.misplaced.iter().map(finding).collect()
}

/// The number of each card that the chosen sets contain.
fn needs<'a>(reading: &Reading, book: &'a LcgBook) -> BTreeMap<Slot<'a>, u32> {
    let mut needs = BTreeMap::new();
    for (set, copies) in &reading.sets {
        for number in &book.set_at(*set).cards[1..] {
            let need: &mut u32 = needs.entry((*set, number.as_str())).or_default();
            *need = need.saturating_add(copies.count);
        }
    }
    needs
}

fn slot<'a>(book: &'a LcgBook, printing: Printing) -> Option<Slot<'a>> {
    match printing {
        Printing::Set(set, position) => Some((set, book.card_at(set, position)?.number.as_str())),
        Printing::Affiliation(_) | Printing::Challenge(_) | Printing::Fan(..) => None,
    }
}

/// Matches cards with what the sets contain, cards that specify their set first, and returns what is left
/// over.
fn consume<'a>(reading: &Reading, book: &'a LcgBook, needs: &mut BTreeMap<Slot<'a>, u32>) -> Vec<Left> {
    let mut left = Vec::new();
    let (sure, open): (Vec<&CommandLine>, Vec<&CommandLine>) =
        reading.command.iter().partition(|line| line.candidates.len() == 1);
    for line in sure.into_iter().chain(open) {
        let mut count = line.count;
        for candidate in &line.candidates {
            let need = slot(book, *candidate).and_then(|slot| needs.get_mut(&slot));
            if let Some(need) = need {
                let laid = count.min(*need);
                *need -= laid;
                count -= laid;
            }
        }
        if count > 0 {
            left.push(Left { printing: line.candidates[0], count, line: line.line });
        }
    }
    left
}

/// Cards with the right title but from another set, paired with the missing ones.
fn wrong_printings(
    left: &mut Vec<Left>,
    needs: &mut BTreeMap<Slot<'_>, u32>,
    book: &LcgBook,
    figures: &Figures,
) -> Vec<Finding> {
    let mut found = Vec::new();
    for card in left.iter_mut() {
        let title = book.title(card.printing);
        for ((set, number), need) in needs.iter_mut() {
            let same = book.card(number).is_some_and(|c| c.title == title);
            let paired = card.count.min(*need);
            if !same || paired == 0 {
                continue;
            }
            card.count -= paired;
            *need -= paired;
            let wanted = book.set_at(*set);
            let message = format!(
                "{} is from another objective set than {} ({}), which brings its own {title}.",
                name_of(book, card.printing),
                wanted.title,
                *wanted.set
            );
            let finding = figures.finding(Game::Lcg, Code::WrongPrinting, message);
            let fix = format!("Use the {title} with the set number {}.", *wanted.set);
            found.push(finding.about([card_at(book, card.printing)]).on([card.line]).fix(fix));
        }
    }
    left.retain(|card| card.count > 0);
    found
}

/// A set, by its index among official or fan-made ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum SetAt {
    Own(usize),
    Fan(usize),
}

/// Cards that are in no chosen set, or are listed too often; one finding per set.
fn left_over(left: &[Left], reading: &Reading, book: &LcgBook, figures: &Figures) -> Vec<Finding> {
    let mut by_set: BTreeMap<SetAt, Vec<&Left>> = BTreeMap::new();
    for card in left {
        match card.printing {
            Printing::Set(set, _) => by_set.entry(SetAt::Own(set)).or_default().push(card),
            Printing::Fan(set, _) => by_set.entry(SetAt::Fan(set)).or_default().push(card),
            Printing::Affiliation(_) | Printing::Challenge(_) => {}
        }
    }
    let is_chosen = |set: SetAt| match set {
        SetAt::Own(at) => reading.sets.contains_key(&at),
        SetAt::Fan(at) => reading.fan.contains_key(&at),
    };
    let total = left.iter().fold(0_u32, |sum, card| sum.saturating_add(card.count));
    // An unmatched line may be the very objective that these cards belong to.
    let open = total <= reading.open_sets.saturating_mul(CARDS_UNDER_AN_OBJECTIVE);
    by_set
        .into_iter()
        .filter(|(set, _)| !(matches!(set, SetAt::Fan(_)) && is_chosen(*set)))
        .map(|(set, cards)| over_of_set(set, &cards, is_chosen(set), book, figures))
        .map(|finding| if open { finding.at_most(Certainty::Unknown) } else { finding })
        .collect()
}

fn over_of_set(set: SetAt, cards: &[&Left], chosen: bool, book: &LcgBook, figures: &Figures) -> Finding {
    let objective = match set {
        SetAt::Own(at) => Printing::Set(at, 1),
        SetAt::Fan(at) => Printing::Fan(at, 1),
    };
    let count = cards.iter().fold(0_u32, |sum, c| sum.saturating_add(c.count));
    let names: Vec<String> = cards.iter().map(|c| name_of(book, c.printing)).collect();
    let names = names.join(", ");
    let of = name_of(book, objective);
    let lines = cards.iter().map(|c| c.line);
    let about = cards.iter().map(|c| card_at(book, c.printing));
    let are = if count == 1 { "command card" } else { "command cards" };
    if chosen {
        let message = format!("{count} {are} more than the copies of {of} bring: {names}.");
        let finding = figures.finding(Game::Lcg, Code::SurplusCard, message);
        return finding
            .about(about)
            .on(lines)
            .fix("Take them out, or add the rest of another copy of the set.");
    }
    let message = format!("{count} {are} of {of} without its objective: {names}.");
    let finding = figures.finding(Game::Lcg, Code::NoObjective, message);
    finding
        .about(about)
        .on(lines)
        .fix(format!("Add the objective and the rest of its set, or take the {are} out."))
}

/// Cards of the chosen sets that are missing from the command deck; one finding per set.
fn missing(
    needs: &BTreeMap<Slot<'_>, u32>,
    reading: &Reading,
    book: &LcgBook,
    figures: &Figures,
) -> Vec<Finding> {
    let mut by_set: BTreeMap<usize, Vec<(&str, u32)>> = BTreeMap::new();
    for ((set, number), need) in needs.iter().filter(|(_, need)| **need > 0) {
        by_set.entry(*set).or_default().push((number, *need));
    }
    let total: u32 = needs.values().fold(0, |sum, n| sum.saturating_add(*n));
    let finding = |(set, cards): (usize, Vec<(&str, u32)>)| {
        let titled = |(number, need): &(&str, u32)| {
            let title = book.card(number).map_or(*number, |c| c.title.as_str());
            if *need == 1 { title.to_owned() } else { format!("{need} {title}") }
        };
        let names: Vec<String> = cards.iter().map(titled).collect();
        let objective = Printing::Set(set, 1);
        let message = format!("{} lacks {}.", name_of(book, objective), names.join(", "));
        let finding =
            figures.finding(Game::Lcg, Code::MissingCard, message).about([card_at(book, objective)]);
        let finding = finding.on(reading.sets[&set].lines.iter().copied());
        let finding = finding.fix(format!("Add {} to the command deck.", names.join(", ")));
        // Unmatched lines may be just these cards.
        if total <= reading.open_command { finding.at_most(Certainty::Unknown) } else { finding }
    };
    by_set.into_iter().map(finding).collect()
}
