//! What a line is in view of the lines around it: a card's, a signature, a heading that nobody knows.

use super::decks::side_of;
use super::lexicon::{Found, Lexicon};
use super::line::{At, Beside, Item, LineItem, Named, is_closing, number_of};
use super::pieces::{Number, Piece, Shape};
use super::sizes::{MAX_COPIES, most_copies};
use super::voices;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::brief;
use crate::deck::words::{Opens, Role, Says};

/// Whether a line surely names a card.
fn is_sure(thing: &LineItem) -> bool {
    matches!(thing, LineItem::Card(Item { found: Found::Exact(_) | Found::Slip(_), .. }))
}

/// Sure cards that many make a list of their own.
const MIN_LIST: usize = 5;

/// What stands deeper in a mail's quoting than the list is someone else's, or an older version; but a deck of
/// the other side.
pub(super) fn without_deeper_quotes(
    things: &mut Vec<At>,
    depths: &[usize],
    rows: &[&str],
    lexicon: &Lexicon<'_>,
) {
    let depth = |line: usize| depths.get(line - 1).copied().unwrap_or_default();
    if depths.iter().all(|d| *d == depths.first().copied().unwrap_or_default()) {
        return;
    }
    let deepest = depths.iter().copied().max().unwrap_or_default();
    let cards =
        |of: usize| things.iter().filter(|(line, thing)| depth(*line) == of && is_sure(thing)).count();
    let counts: Vec<usize> = (0..=deepest.min(20)).map(cards).collect();
    let Some(most) = counts.iter().copied().max().filter(|most| *most > 0) else { return };
    let own = counts.iter().position(|n| *n >= MIN_LIST.min(most)).unwrap_or_default();
    let side = |of: usize| {
        let sides =
            things.iter().filter(|(line, _)| depth(*line) == of).filter_map(|(_, t)| side_of(t, lexicon));
        let (light, dark): (Vec<Side>, Vec<Side>) = sides.partition(|side| *side == Side::Light);
        if light.len() >= dark.len() { Side::Light } else { Side::Dark }
    };
    let lines = |of: usize| {
        things.iter().filter(move |(line, t)| depth(*line) == of && is_sure(t)).map(|(line, _)| *line)
    };
    let (first, last) = (lines(own).min().unwrap_or_default(), lines(own).max().unwrap_or_default());
    // The other deck, or lines of the same one: quoting that comes and goes is only the mail program's.
    let other_deck = |of: usize| counts[of] >= MIN_LIST && side(of) != side(own);
    let within = |line: usize| first < line && line < last;
    // A few cards right beside the list are its own.
    let beside = |of: usize, line: usize| counts[of] < MIN_LIST && first <= line + 1 && line <= last + 1;
    let kept: Vec<bool> = (0..=deepest.min(20))
        .map(|of| of <= own || other_deck(of) || lines(of).any(|line| within(line) || beside(of, line)))
        .collect();
    let is_list = |line: usize| counts.get(depth(line)).is_none_or(|cards| *cards >= MIN_LIST);
    for (_, thing) in things.iter_mut().filter(|(line, _)| depth(*line) < own && *line < first) {
        talk_of_reply(thing);
    }
    let old = std::mem::take(things);
    things.extend(old.into_iter().filter_map(|(line, thing)| {
        if kept.get(depth(line)) == Some(&true) {
            return Some((line, thing));
        }
        if matches!(thing, LineItem::Change(_) | LineItem::Moves(_)) {
            let remark = || remark_of_other((line, thing), depths, own, rows, lexicon);
            return (!is_list(line)).then(|| (line, remark()));
        }
        let item = thing.into_card().filter(|item| item.found != Found::Lost)?;
        Some((line, LineItem::Beside(item.text)))
    }));
}

/// Takes what only looks like a card, above a list that is quoted, for words of the one who answers.
fn talk_of_reply(thing: &mut LineItem) {
    let (LineItem::Card(item) | LineItem::Perhaps(item, _)) = thing else { return };
    let counted = |(n, beside): &(Number, Beside)| n.shape == Shape::Times || *beside == Beside::Before;
    if !item.numbers.iter().any(counted) && !matches!(item.found, Found::Exact(_)) {
        *thing = LineItem::Unread(item.text.clone());
    }
}

/// What a quoted line is that would change the list: where the player answers below, it may.
fn remark_of_other(
    (line, thing): At,
    depths: &[usize],
    own: usize,
    rows: &[&str],
    lexicon: &Lexicon<'_>,
) -> LineItem {
    let text = rows.get(line - 1).map(|row| row.trim()).unwrap_or_default();
    if calls_for_affiliation(text, lexicon) {
        return LineItem::Unread(text.to_owned());
    }
    let below = rows.iter().zip(depths).skip(line).take(voices::MAX_BETWEEN);
    let mut said = below.filter(|(_, depth)| **depth <= own).map(|(row, _)| row.trim());
    let answer = said.find(|row| !row.is_empty()).filter(|row| !is_closing(row, lexicon));
    match answer {
        Some(answer) => voices::heard(text, &[(line, thing)], Some(answer), lexicon),
        None => LineItem::Unread(text.to_owned()),
    }
}

/// `> You forgot your affiliation`: whether a quoted line speaks of an affiliation without naming one, or any
/// card; the list says which it is.
fn calls_for_affiliation(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let speaks =
        |role: &Role| matches!(role, Role::Label(Says::Affiliation) | Role::Heading(Opens::Affiliation));
    let plain = !text.contains(|c: char| c.is_ascii_digit()) && !lexicon.names_a_card(text);
    plain && roles.any(speaks) && !roles.any(Role::names_deck)
}

/// How deep each line is quoted: by marks in front of it, by tags around it, or below the line that begins an
/// older mail.
pub(super) fn depths(lines: &[&str], lexicon: &Lexicon<'_>) -> Vec<usize> {
    let (mut below, mut within) = (0, 0usize);
    let mut depths = Vec::with_capacity(lines.len());
    for line in lines {
        let bare = line.trim().to_lowercase();
        if bare.starts_with("[quote") {
            within += 1;
        }
        depths.push(marks(line) + below + within);
        if bare.ends_with("[/quote]") {
            within = within.saturating_sub(1);
        }
        if below == 0 && introduces_quotation(&bare, lexicon) {
            below = 1;
        }
    }
    for at in 0..lines.len() {
        if heads_cards(lines, at, lexicon) {
            depths[at] -= marks(lines[at]);
        }
    }
    depths
}

/// `Ann wrote:`, `-- Original message --`: whether a line says that an older mail stands below it.
pub(super) fn introduces_quotation(line: &str, lexicon: &Lexicon<'_>) -> bool {
    let set_off = line.ends_with(':') || line.starts_with("--") || line.ends_with("--");
    set_off && line.len() < 200 && lexicon.roles(line).has(&Role::Quoted)
}

/// `>> Ann, Jedi` alone right above a card that is not quoted: the marks are an ornament.
fn heads_cards(lines: &[&str], at: usize, lexicon: &Lexicon<'_>) -> bool {
    let marked = |at: Option<usize>| at.and_then(|at| lines.get(at)).is_some_and(|line| marks(line) > 0);
    if !marked(Some(at)) || marked(at.checked_sub(1)) {
        return false;
    }
    let next = lines.iter().skip(at + 1).find(|line| !line.trim().is_empty());
    let card = |line: &&&str| marks(line) == 0 && line.len() < 200 && lexicon.names_a_card(line);
    lexicon.roles(lines[at]).any(Role::names_deck)
        && !lexicon.names_a_card(lines[at])
        && next.filter(card).is_some()
}

/// How often a line is marked as quoted.
fn marks(line: &str) -> usize {
    line.chars().take_while(|c| matches!(c, '>' | '|' | ' ' | '\t')).filter(|c| *c == '>').count()
}

/// Below the words a letter closes with stand a name and an address: what is no card there is none that was
/// meant.
pub(super) fn without_signature(things: &mut [At], closing: Option<usize>) {
    let Some(closing) = closing else { return };
    if !things.iter().any(|(line, thing)| *line < closing && is_sure(thing)) {
        return;
    }
    for (_, thing) in things.iter_mut().filter(|(line, _)| *line >= closing) {
        if let LineItem::Card(item) = &*thing
            && (!is_sure(thing) || item.numbers.is_empty())
        {
            *thing = LineItem::Beside(item.text.clone());
        }
    }
}

/// Lines that count something nobody knows: cards where they stand among the list's lines, else only words.
pub(super) fn settle_doubtful(things: &mut [At]) {
    let cards: Vec<usize> = things.iter().filter(|(_, t)| is_sure(t)).map(|(line, _)| *line).collect();
    let behind = |item: &Item| item.numbers.iter().any(|(_, beside)| *beside == Beside::After);
    let counted = |wanted: bool| {
        let of = |(_, t): &&At| matches!(t, LineItem::Card(item) if !item.numbers.is_empty() && behind(item) == wanted);
        things.iter().filter(of).count()
    };
    let mostly_behind = counted(true) > counted(false);
    let totals = totals_of_groups(things, &cards);
    for (line, thing) in things.iter_mut() {
        let LineItem::Perhaps(item, text) = thing else { continue };
        let before = cards.iter().rev().find(|card| **card <= *line);
        let after = cards.iter().any(|card| card > line);
        let beside = before.is_some_and(|card| line.saturating_sub(*card) <= 1);
        let alike = !behind(item) || mostly_behind;
        // A line that cannot be read, right above the first card.
        let illegible = item.numbers.iter().any(|(n, _)| n.shape == Shape::Open);
        let first = before.is_none() && illegible && cards.contains(&(*line + 1));
        if totals.contains(line) {
            *thing = LineItem::Unread(std::mem::take(text));
            continue;
        }
        *thing = if first || before.is_some() && alike && (after || beside) {
            LineItem::Card(item.clone())
        } else {
            LineItem::Spoken(std::mem::take(text))
        };
    }
}

/// A count in a line of its own is that of the card above it; or, above titles without counts, of each of
/// them.
pub(super) fn counts_alone(things: &mut [At]) {
    let of: Vec<(usize, Number)> =
        things.iter().enumerate().filter_map(|(at, (_, thing))| Some((at, count_alone(thing)?))).collect();
    let bare =
        |at: usize| matches!(things.get(at), Some((_, LineItem::Card(item))) if item.numbers.is_empty());
    let apart = |at: usize| match at.checked_sub(1) {
        Some(above) => !bare(above) || things[above].0 + 1 < things[at].0 || at > 1 && bare(above - 1),
        None => true,
    };
    let heads = !of.is_empty()
        && of.iter().all(|(at, _)| bare(at + 1))
        && of.first().is_some_and(|(at, _)| apart(*at));
    for (at, number) in &of {
        if heads {
            things[*at].1 = LineItem::Each(number.value);
        } else if let Some(above) = at.checked_sub(1)
            && let LineItem::Card(item) = &mut things[above].1
            && item.numbers.is_empty()
            && number.shape == Shape::Times
        {
            item.numbers.push((number.clone(), Beside::After));
            things[*at].1 = LineItem::Heading(Opens::Nothing);
        }
    }
}

/// `4x`, `x4`, `4:`, `-- 4 --`: the count that a line is.
fn count_alone(thing: &LineItem) -> Option<Number> {
    let LineItem::Numbers(pieces) = thing else { return None };
    let mut numbers = pieces.iter().filter_map(number_of);
    let (number, None) = (numbers.next()?, numbers.next()) else { return None };
    let marks = |p: &Piece| matches!(p, Piece::Dash | Piece::Colon | Piece::Cut | Piece::Open | Piece::Close);
    let others = pieces.iter().filter(|p| number_of(p).is_none());
    let marked = pieces.iter().any(|p| matches!(p, Piece::Dash | Piece::Colon));
    let counts = number.shape == Shape::Times || matches!(number.shape, Shape::Bare | Shape::Minus) && marked;
    (counts && (1..=MAX_COPIES).contains(&number.value) && others.into_iter().all(marks))
        .then(|| number.clone())
}

/// A title without a count where all others have one: the name of a product above its sets, or what only
/// looks like a card above all cards.
pub(super) fn headings_like_titles(things: &mut [At], lexicon: &Lexicon<'_>) {
    let products: Vec<usize> = (0..things.len()).filter(|at| heads_its_sets(things, *at, lexicon)).collect();
    for at in products {
        things[at].1 = LineItem::Heading(Opens::Nothing);
    }
    let cards = things.iter().filter(|(_, t)| matches!(t, LineItem::Card(_))).count();
    let counted =
        things.iter().filter(|(_, t)| matches!(t, LineItem::Card(item) if !item.numbers.is_empty())).count();
    if counted < MIN_LIST || counted * 5 < cards * 4 {
        return;
    }
    let mut first = true;
    for at in 0..things.len() {
        let line = things[at].0;
        let LineItem::Card(item) = &things[at].1 else { continue };
        let alone = things.iter().filter(|(of, _)| *of == line).count() == 1;
        let above = matches!(things.get(at + 1), Some((_, LineItem::Card(next))) if !next.numbers.is_empty());
        let found = &item.found;
        let product = lexicon.is_product_name(&item.text) && above;
        let slip = first && !matches!(found, Found::Exact(_));
        if alone && item.numbers.is_empty() && (product || slip) {
            let text = item.text.clone();
            let affiliation = lexicon.affiliation(&lexicon.roles(&text), &text);
            let card = matches!(&item.found, Found::Slip(name) if lexicon.affiliation_card(name).is_some());
            things[at].1 = match affiliation {
                _ if card => continue,
                _ if product => LineItem::Heading(Opens::Nothing),
                Some(title) => LineItem::Affiliation(title, Named::Among, text),
                None => LineItem::Unread(text),
            };
        }
        first = false;
    }
}

/// Whether a title without a count in a line of its own is the name of the product that the set right below
/// it, which has one, came in.
fn heads_its_sets(things: &[At], at: usize, lexicon: &Lexicon<'_>) -> bool {
    let [(line, LineItem::Card(item)), (_, LineItem::Card(next)), ..] = &things[at..] else { return false };
    let alone = things.iter().filter(|(of, _)| of == line).count() == 1;
    let (Found::Exact(name) | Found::Slip(name)) = &next.found else { return false };
    alone && item.numbers.is_empty() && !next.numbers.is_empty() && came_in(name, &item.text, lexicon)
}

/// Whether the set of that title came in the product that a text names.
pub(super) fn came_in(title: &str, product: &str, lexicon: &Lexicon<'_>) -> bool {
    let product = normalize_name(product);
    let of = |set: &u32| {
        let set = lexicon.lcg.set(&set.to_string());
        set.is_some_and(|set| normalize_name(&set.product) == product)
    };
    lexicon.game == Game::Lcg && lexicon.sets_of(title).iter().any(of)
}

/// A spreadsheet copied a cell a line: counts in lines of their own, each below its title or above it, or all
/// of them below all titles.
pub(super) fn counts_in_their_own_lines(things: &mut Vec<At>, lexicon: &Lexicon<'_>) {
    let count = |thing: &LineItem| {
        let [Piece::Number(n)] = thing.numbers()? else { return None };
        let counts = n.shape == Shape::Bare && (1..=most_copies(lexicon.game)).contains(&n.value);
        counts.then(|| n.clone())
    };
    let title =
        |thing: &LineItem| matches!(thing, LineItem::Card(item) if item.numbers.is_empty() && is_sure(thing));
    let of: Vec<usize> = (0..things.len()).filter(|at| title(&things[*at].1)).collect();
    let counts: Vec<usize> = (0..things.len()).filter(|at| count(&things[*at].1).is_some()).collect();
    if counts.len() < MIN_COLUMN || counts.len() != of.len() {
        return;
    }
    let below = of.iter().zip(&counts).all(|(title, count)| title < count);
    let above = of.iter().zip(&counts).all(|(title, count)| count < title);
    if !below && !above {
        return;
    }
    for (title, at) in of.iter().zip(&counts) {
        let number = count(&things[*at].1);
        if let (LineItem::Card(item), Some(number)) = (&mut things[*title].1, number) {
            item.numbers.push((Number { shape: Shape::Times, ..number }, Beside::After));
        }
    }
    let mut at = 0..;
    things.retain(|_| at.next().is_none_or(|at| !counts.contains(&at)));
}

/// The minimum number of counts in lines of their own that is no coincidence.
const MIN_COLUMN: usize = 3;

/// The lines that only seem to count a card: the counts of the lines right below add up to their number.
fn totals_of_groups(things: &[At], cards: &[usize]) -> Vec<usize> {
    let count = |item: &Item| item.numbers.first().map_or(1, |(n, _)| n.value.min(60));
    let is_total = |at: usize| {
        let (line, LineItem::Perhaps(item, _)) = &things[at] else { return None };
        let apart = !cards.contains(&(line - 1));
        let below = things[at + 1..].iter().zip(line + 1..);
        let group =
            below.map_while(|((line, thing), next)| thing.card().filter(|_| *line == next).map(count));
        (apart && group.sum::<u32>() == count(item)).then_some(*line)
    };
    (0..things.len()).filter_map(is_total).collect()
}

/// What to ask about cards that stand under `Side:`, below too few for a deck.
pub(super) fn side_question() -> String {
    "Cards stand under \"Side\" below too few for a deck; they were taken for the sideboard. Do they belong to the deck?"
        .to_owned()
}

/// What to ask about cards that stand under a heading nobody knows, below a deck that is whole without them.
pub(super) fn heading_question(heading: &str) -> String {
    format!(
        "Cards stand under {:?} below a deck that is whole without them; they were not counted. Do they belong to it?",
        brief(heading)
    )
}
