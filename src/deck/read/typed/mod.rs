//! Lists as players type them: any order of names and numbers, several cards a line, words of several
//! languages.
//!
//! Columns, tables, tallies and numbered lines are written as lines (`columns`, `table`, `headless`, `tally`,
//! `numbering`). A line is cleaned (`clean`), cut into texts and numbers (`pieces`), and read against the
//! names of one game (`line`, `lexicon`), or word by word as it would be spoken (`spoken`). What it and its
//! numbers are is settled with the other lines in view (`among`, `disambiguate`); two decks in one text are
//! taken apart (`decks`). What stands below a whole deck changes it (`moves`) or is none of it (`remarks`).

mod affiliation;
mod among;
mod by_number;
mod cards;
mod changes;
mod clean;
mod columns;
mod decks;
mod disambiguate;
mod each;
mod former;
mod heading;
mod headless;
mod lexicon;
mod line;
mod moves;
mod no_card;
mod numbering;
mod pages;
mod pieces;
mod remarks;
mod sizes;
mod spelling;
mod spoken;
mod table;
mod tally;
mod texts;
mod trim;
mod versions;

pub(in crate::deck) use lexicon::Lexicon;

use std::borrow::Cow;
use std::collections::BTreeSet;

use changes::{MANY_CARDS, Mark, without_counts};
use lexicon::Found;
use line::{At, Item, Moves, Named, Thing, Told};

use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::deck::list::{
    Count, DeckEntry, Decklist, Format, Id, MAX_ENTRIES, Total, UnreadLine, Zone, brief,
};
use crate::deck::words::{Opens, Role};

/// Reads a text as lists of one game: mostly one, of a player's two decks both.
pub(in crate::deck) fn read(text: &str, lexicon: &Lexicon<'_>) -> Vec<Decklist> {
    let raw: Vec<&str> = text.lines().collect();
    let (raw, beyond) = within_bounds(raw);
    let depths = among::depths(&raw, lexicon);
    let parted = columns::by_blanks(&raw, lexicon);
    let parted: Vec<&str> = parted.iter().map(AsRef::as_ref).collect();
    let rows = headless::written(table::by_header(&parted, lexicon), lexicon);
    let rows = numbering::without_ordinals(rows, lexicon);
    let rows = numbering::without_places(tally::without_ditto(rows, lexicon), lexicon);
    let rows = versions::apart(rows, lexicon);
    let rows = tally::counted(tally::in_figures(numbering::summed(rows, lexicon), lexicon), lexicon);
    let rows = columns::ticked(versions::in_brackets(rows, lexicon), lexicon);
    let (things, closing) = things(&rows, lexicon);
    let mut things = moves::settle(things, lexicon);
    among::without_deeper_quotes(&mut things, &depths, lexicon);
    among::without_signature(&mut things, closing);
    among::settle_perhaps(&mut things);
    among::headings_like_titles(&mut things, lexicon);
    among::counts_alone(&mut things);
    among::counts_in_their_own_lines(&mut things, lexicon);
    disambiguate::dashes_and_ordinals(&mut things, lexicon);
    by_number::sets_by_number(&mut things, lexicon);
    disambiguate::counts_of_every_card(&mut things);
    let (version, things) = decks::last_version(things, lexicon);
    let decks = decks::apart(things, lexicon);
    let mut lists: Vec<Decklist> =
        decks.into_iter().map(|(side, things)| list(side, &things, lexicon)).collect();
    if let (Some(line), Some(list)) = (beyond, lists.last_mut()) {
        let text = format!("From line {line} on nothing was read: no list has so many words.");
        list.ask(vec![line], text);
        list.doubts.which_list = true;
    }
    if let (Some(ask), [only]) = (version, &mut lists[..]) {
        only.questions.push(ask);
        only.doubts.which_list = true;
    }
    lists
}

/// No list has more words, with all that is written around it.
const MOST_WORDS: usize = 10_000;

/// The lines up to the most words a list has, and the first line behind them.
fn within_bounds(raw: Vec<&str>) -> (Vec<&str>, Option<usize>) {
    let mut words = 0;
    let beyond = raw.iter().position(|line| {
        words += line.split_whitespace().count();
        words > MOST_WORDS
    });
    match beyond {
        Some(at) => (raw[..at].to_vec(), Some(at + 1)),
        None => (raw, None),
    }
}

/// What the lines say, and the first line below which a letter is signed.
fn things(rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> (Vec<At>, Option<usize>) {
    let mut things: Vec<At> = Vec::new();
    let mut closing = None;
    let clean = |raw: &Cow<'_, str>| clean::clean(raw, |text| is_heading(text, lexicon));
    let edges =
        [rows.iter().position(|r| !r.trim().is_empty()), rows.iter().rposition(|r| !r.trim().is_empty())];
    // A sign in front of every line is a bullet.
    let signs = rows.iter().filter(|row| changes::is_signed(row)).count();
    let signed = signs * 2 < rows.iter().filter(|row| row.contains(char::is_alphabetic)).count();
    let starred = rows.iter().filter(|row| changes::is_starred(row)).count() == 1;
    let mut lines = rows.iter().map(clean).enumerate().peekable();
    while let Some((at, mut cleaned)) = lines.next() {
        if things.len() > MAX_ENTRIES {
            break;
        }
        if let Some((_, next)) = lines.next_if(|(_, next)| goes_on(&cleaned, next, lexicon)) {
            cleaned = format!("{cleaned} {next}");
        }
        if let Some((page, rest)) = pages::split(&cleaned, edges.contains(&Some(at)), lexicon) {
            things.push((at + 1, Thing::GoesOn(Some(page))));
            cleaned = rest;
        }
        if is_broken_off(&cleaned) {
            things.push((at + 1, Thing::GoesOn(None)));
        }
        if pages::is_one_of_decks(&cleaned, lexicon) {
            continue;
        }
        if lexicon.roles(&cleaned).has(&Role::AsBefore) {
            things.push((at + 1, Thing::AsBefore(cleaned.clone())));
        }
        let before = things.len();
        let bracketed = in_brackets(&cleaned, lexicon);
        let line = bracketed.unwrap_or(&cleaned);
        let counts = |words: &str| lexicon.roles(words).whole();
        let line = clean::without_numbered_remark(
            line,
            |text| lexicon.names_a_card(text),
            counts,
            |text| remarks::is_prose(text, lexicon),
        );
        let former = former::of(line, lexicon);
        let line = former.as_ref().map_or(line, |former| former.row.as_str());
        let plain = line::read(line, lexicon);
        let said = spoken::read(line, &plain, lexicon).unwrap_or(plain);
        things.extend(said.into_iter().map(|thing| (at + 1, thing)));
        if bracketed.is_some() {
            things[before..].iter_mut().for_each(|(_, thing)| doubt(thing));
        }
        if starred && changes::is_starred(&rows[at]) && moves::repeats(&things, before) {
            things.truncate(before);
            things.push((at + 1, Thing::Change(rows[at].trim().to_owned())));
            continue;
        }
        let raw = former.as_ref().map_or(&*rows[at], |former| former.row.as_str());
        weigh(raw, signed && changes::is_signed(&rows[at]), at + 1, before, &mut things, lexicon);
        if let Some(former) = &former {
            former::lay_beside(former, &rows[at], at + 1, before, &mut things, lexicon);
        }
        if before > 0 && closing.is_none() && line::is_closing(&cleaned, lexicon) {
            closing = Some(at + 1);
        }
    }
    (things, closing)
}

/// Whether what stands behind the sign of a comment heads the list: words of lists, numbers only beside whose
/// deck it is.
fn is_heading(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(text);
    let whose = |role: &Role| matches!(role, Role::Affiliation(_) | Role::Side(_));
    roles.whole() && (roles.any(whose) || !text.contains(|c: char| c.is_ascii_digit()))
}

/// Takes out the cards of a line that is struck out, or that changes others; notes what the words beside
/// cards say.
fn weigh(raw: &str, signed: bool, line: usize, before: usize, things: &mut Vec<At>, lexicon: &Lexicon<'_>) {
    let item = |(_, thing): &At| matches!(thing, Thing::Card(_) | Thing::Perhaps(..) | Thing::Numbers(_));
    if raw.len() > 400 {
        return;
    }
    if let Some(mut thing) = former::by_arrow(raw, lexicon) {
        if let Thing::Moves(moves) = &mut thing {
            moves.otherwise.iter_mut().for_each(|(of, _)| *of = line);
        }
        things.truncate(before);
        return things.push((line, thing));
    }
    if let Some(moves) = moves::read_between(raw, &things[before..], lexicon) {
        things.truncate(before);
        return things.push((line, Thing::Moves(moves)));
    }
    if !things[before..].iter().any(item) {
        if moves::speaks_of_change(raw, lexicon) {
            let (text, otherwise) = (raw.trim().to_owned(), things.split_off(before));
            things.push((line, Thing::Moves(Moves { text, moves: Vec::new(), in_words: true, otherwise })));
        }
        return;
    }
    let of_cards = |(_, thing): &At| match thing {
        Thing::Card(item) => Some(item.clone()),
        _ => None,
    };
    let items: Vec<Item> = things[before..].iter().filter_map(of_cards).collect();
    let known: Vec<&Item> = items.iter().filter(|item| item.found != Found::Lost).collect();
    let named: Vec<&str> = known.iter().map(|item| item.text.as_str()).collect();
    let text = raw.trim().to_owned();
    let mark = if signed { Some(Mark::Struck) } else { changes::mark(raw, &named, lexicon) };
    // A line with many cards is a list, and changes none.
    let mark = mark.filter(|mark| *mark != Mark::Change || known.len() < MANY_CARDS);
    if mark != Some(Mark::Struck)
        && let Some(mut moves) = moves::read(raw, &things[before..], lexicon)
    {
        if mark == Some(Mark::Change) {
            moves.in_words = true;
            moves.otherwise = vec![(line, Thing::Change(text))];
        }
        things.truncate(before);
        return things.push((line, Thing::Moves(moves)));
    }
    // Of a card that stands above the line may change the row as well as count it again.
    if mark == Some(Mark::Change)
        && !moves::repeats(things, before)
        && let Some(last) = changes::corrected(&items)
    {
        things.truncate(before);
        return things.push((line, Thing::Card(last)));
    }
    match mark {
        Some(Mark::Struck) => {
            things.truncate(before);
            things.push((line, Thing::Beside(text)));
        }
        Some(Mark::Change) => {
            things.truncate(before);
            things.push((line, Thing::Change(text)));
        }
        None => {
            if let Some(told) = remarks::told(raw, &known, lexicon) {
                things.insert(before, (line, Thing::Told(text, told)));
            }
        }
    }
}

/// `(2x Title)`: what stands in brackets that go round the whole line, where it is a card.
fn in_brackets<'l>(line: &'l str, lexicon: &Lexicon<'_>) -> Option<&'l str> {
    let inner = line.strip_prefix('(').and_then(|l| l.strip_suffix(')'));
    let inner = inner.or_else(|| line.strip_prefix('[').and_then(|l| l.strip_suffix(']')))?;
    let balanced = inner.split_once([')', ']']).is_none_or(|(before, _)| before.contains(['(', '[']));
    let bare = inner.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X' | '×' | ' '));
    let counted = bare.len() < inner.len();
    (balanced && (counted && lexicon.names_a_card(bare) || lexicon.is_name(inner))).then_some(inner)
}

/// A card that the list itself leaves open.
fn doubt(thing: &mut Thing) {
    if let Thing::Card(item) = thing {
        item.doubted = true;
    }
}

/// Whether the name a line ends with goes on in the next: what stands in the line is none, and both together
/// are one.
fn goes_on(line: &str, next: &str, lexicon: &Lexicon<'_>) -> bool {
    let (first, second) = (without_counts(line), without_counts(next));
    let few = |text: &str| !text.is_empty() && text.len() < 60;
    few(first)
        && few(second)
        && !next.starts_with(|c: char| c.is_ascii_digit())
        && !lexicon.exact(first)
        && lexicon.exact(&format!("{first} {second}"))
}

/// `...`, `[…]`: a line that only says that something is left out.
fn is_broken_off(line: &str) -> bool {
    let dots = line.trim_matches(|c: char| c.is_whitespace() || "()[]".contains(c));
    dots == "…" || dots.len() >= 3 && dots.bytes().all(|b| b == b'.')
}

/// One deck's list.
fn list(side: Option<Side>, things: &[At], lexicon: &Lexicon<'_>) -> Decklist {
    let mut list = Decklist::new(Format::Plain, Some(lexicon.game));
    list.part = side;
    let style = disambiguate::Style::of(things, lexicon);
    let mut zone = Zone::Any;
    let mut pages = pages::Pages::default();
    let mut above = remarks::Above::new(lexicon);
    let mut told: Option<(usize, &str, Told)> = None;
    let mut beside = BTreeSet::new();
    let mut as_before: Option<(usize, &str)> = None;
    for (at, (line, thing)) in things.iter().enumerate() {
        match thing {
            Thing::Card(item) => {
                let here = if zone == Zone::Affiliation { Zone::Any } else { zone };
                zone = here;
                let words = told.filter(|(of, ..)| of == line);
                if above.leaves_out(item, *line, words.map(|(.., told)| told)) {
                    let (text, told) =
                        words.map_or((item.text.as_str(), Told::Rule), |(_, text, told)| (text, told));
                    remarks::ask(text, *line, told, &mut list);
                    continue;
                }
                let entry = disambiguate::entry(item, *line, here, &style, lexicon);
                above.enter(&entry);
                list.entries.push(entry);
            }
            Thing::Told(text, what) => told = Some((*line, text, *what)),
            Thing::Moves(moves) => moves::apply(moves, *line, &mut list, lexicon),
            Thing::Beside(text) => {
                list.unread.push(UnreadLine::new(*line, text));
                beside.insert(*line);
            }
            Thing::Heading(opens) => zone = opened(*opens, zone, lexicon.game),
            Thing::SideAlone => zone = below_side(*line, zone, &above, &mut list),
            Thing::AsBefore(text) => as_before = Some((*line, text)),
            Thing::Total(what, count) => {
                list.totals.push(Total { line: *line, what: what.clone(), count: *count })
            }
            Thing::Name(name) => list.name = list.name.take().or_else(|| Some(brief(name))),
            Thing::GoesOn(None) => list.doubts.goes_on = Some(*line),
            Thing::GoesOn(Some(page)) => pages.enter(*line, *page),
            Thing::Unread(text) => {
                list.unread.push(UnreadLine::new(*line, text));
                zone = unknown_heading(*line, text, &things[at + 1..], zone, &above, &mut list, lexicon);
            }
            Thing::PassedOver(text) => list.passed_over.push(UnreadLine::new(*line, text)),
            Thing::Change(text) => moves::ask(text, *line, &mut list),
            Thing::Spoken(text) => {
                list.unread.push(UnreadLine::new(*line, text));
                list.speaks_of_cards.push(*line);
                zone = unknown_heading(*line, text, &things[at + 1..], zone, &above, &mut list, lexicon);
                if disambiguate::is_unknown_heading(&things[at..]) {
                    list.doubts.counts_open.get_or_insert_default().push(*line);
                }
            }
            Thing::LostAffiliation(text) => list.entries.push(DeckEntry {
                line: *line,
                title: text.clone(),
                zone: Zone::Affiliation,
                ..DeckEntry::default()
            }),
            // What stands under them is looked at apart.
            Thing::Side(_) | Thing::Affiliation(..) => {
                zone = if zone == Zone::Command { zone } else { Zone::Any };
            }
            Thing::Numbers(_) | Thing::Each(_) | Thing::Perhaps(..) => {}
        }
        if matches!(thing, Thing::Card(_)) {
            list.doubts.goes_on = None;
        }
    }
    list.doubts.goes_on = pages.lacking().or(list.doubts.goes_on);
    if let (Some((line, text)), false) = (as_before, above.is_whole()) {
        list.doubts.goes_on.get_or_insert(line);
        moves::ask(text, line, &mut list);
    }
    settle_list(&mut list, things, &beside, lexicon);
    list
}

/// What only shows with the whole list in view: counts and affiliations that are open, and what was not read.
fn settle_list(list: &mut Decklist, things: &[At], beside: &BTreeSet<usize>, lexicon: &Lexicon<'_>) {
    if list.doubts.counts_open.is_none() && is_without_counts(list) {
        list.doubts.counts_open = Some(Vec::new());
    }
    disambiguate::counts_of_whole_sets(list, lexicon);
    remarks::uncounted_rows(list, lexicon);
    remarks::titles_apart(list, lexicon);
    remarks::title_apart_from_titles(list, things, lexicon);
    if let Some(lines) = lines_that_may_fill(list, lexicon) {
        list.doubts.counts_open.get_or_insert_default().extend(lines);
    }
    affiliation::enter(things, list, lexicon);
    passed_over(things, list, lexicon);
    list.doubts.may_name = remarks::lines_that_may_name(list, beside, lexicon);
    disambiguate::command_cards_for_their_sets(list, lexicon);
    list.doubts.count_carried = disambiguate::is_count_carried(things);
    list.doubts.partly_read = remarks::is_partly_read(list, beside);
    name_of(list);
    let known = |e: &DeckEntry| !e.lost && e.candidates.is_empty() || matches!(e.id, Some(Id::SetCode(_)));
    let plain = |e: &&DeckEntry| known(e) && e.zone != Zone::Affiliation;
    list.matched = list.entries.iter().filter(plain).count();
}

/// A heading or a sentence nobody knows: below a whole deck what stands under it may not belong to it; above
/// cards without a count it may say how many. One that speaks of another copy of a card is asked about.
fn unknown_heading(
    line: usize,
    text: &str,
    below: &[At],
    zone: Zone,
    above: &remarks::Above<'_, '_>,
    list: &mut Decklist,
    lexicon: &Lexicon<'_>,
) -> Zone {
    if remarks::speaks_of_another(text, list, lexicon) {
        moves::ask(text, line, list);
    }
    let Some((next, Thing::Card(item))) = below.first() else { return zone };
    let whole = above.is_whole() && *next > line;
    if whole && heading::lays_aside(text, lexicon) {
        return Zone::Aside;
    }
    if decks::counts(item, lexicon) && whole && zone != Zone::Aside {
        list.ask(vec![line], among::ask_of_heading(text));
        return Zone::Aside;
    }
    if text.trim_end().ends_with(':') && item.numbers.is_empty() {
        list.doubts.counts_open.get_or_insert_default().push(line);
    }
    zone
}

/// The zone below `Side:`: below cards it is the sideboard's; below too few for a deck that is asked about.
fn below_side(line: usize, zone: Zone, above: &remarks::Above<'_, '_>, list: &mut Decklist) -> Zone {
    if above.is_empty() {
        return zone;
    }
    if !above.is_whole() {
        list.ask(vec![line], among::ask_of_side());
        list.doubts.which_list = true;
    }
    Zone::Aside
}

/// Whether a list of several cards says of none how many.
fn is_without_counts(list: &Decklist) -> bool {
    list.entries.len() >= 3 && list.entries.iter().all(|e| e.count == Count::NotGiven)
}

/// The lines that have words nobody knows beside a card without a count, or such a card behind one that has a
/// count, where the deck is short with one copy of each and may be whole with more.
fn lines_that_may_fill(list: &Decklist, lexicon: &Lexicon<'_>) -> Option<Vec<usize>> {
    let ours =
        |e: &&DeckEntry| lexicon.counts_for_size(&e.title) && matches!(e.zone, Zone::Any | Zone::Objectives);
    let known: Vec<&DeckEntry> = list.entries.iter().filter(ours).collect();
    let shared = |line: usize| known.iter().any(|e| e.line == line && e.count != Count::NotGiven);
    let odd = |line: usize| list.passed_over.iter().any(|unread| unread.line == line);
    // Where nearly all have a count, a card without one may have lost it.
    let without = known.iter().filter(|e| e.count == Count::NotGiven).count();
    let singles = known.iter().any(|e| e.count == Count::Of(1));
    let lost = singles && without <= 2 && without * 5 <= known.len();
    let is_open = |e: &&&DeckEntry| e.count == Count::NotGiven && (shared(e.line) || odd(e.line) || lost);
    let open: Vec<usize> = known.iter().filter(is_open).map(|e| e.line).collect();
    let total = sizes::copies(known.iter().copied());
    let more = u32::try_from(open.len()).ok()?.saturating_mul(sizes::most_copies(lexicon.game) - 1);
    let short = !sizes::is_whole(total, lexicon) && sizes::is_whole(total.saturating_add(more), lexicon);
    (!open.is_empty() && short).then_some(open)
}

fn opened(opens: Opens, zone: Zone, game: Game) -> Zone {
    match (opens, game) {
        (Opens::Aside, _) => Zone::Aside,
        (Opens::Nothing, _) => zone,
        (_, Game::Tcg) | (Opens::Arena, _) => Zone::Any,
        (Opens::Objectives, Game::Lcg) => Zone::Objectives,
        (Opens::Command, Game::Lcg) => Zone::Command,
        (Opens::Affiliation, Game::Lcg) => Zone::Affiliation,
    }
}

/// What only looks like a card in a line that does not count: such lines, and what was not taken for the
/// affiliation, are told as unread.
fn passed_over(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let named: Vec<usize> =
        list.entries.iter().filter(|e| e.zone == Zone::Affiliation).map(|e| e.line).collect();
    for (line, thing) in things {
        if let Thing::Affiliation(_, Named::Among, text) = thing
            && !text.is_empty()
            && !(list.doubts.loose_affiliation && named.contains(line))
        {
            list.unread.push(UnreadLine::new(*line, text));
        }
    }
    let counts = list.entries.iter().filter(|e| e.counted).count() * 2 > list.entries.len();
    let doubtful = |e: &DeckEntry| {
        let open = !e.counted && !e.undecided && !e.candidates.is_empty();
        open && (counts || !lexicon.is_alike(&e.title))
    };
    let (doubtful, kept) = list.entries.drain(..).partition(doubtful);
    list.entries = kept;
    list.unread.extend(doubtful.into_iter().map(|e: DeckEntry| UnreadLine::new(e.line, &e.title)));
    list.unread.sort();
}

/// The first unread line above all cards is the deck's name, or its player's.
fn name_of(list: &mut Decklist) {
    let first = list.entries.iter().filter(|e| e.zone != Zone::Affiliation).map(|e| e.line).min();
    if let (None, Some(UnreadLine { line, text })) = (&list.name, list.unread.first())
        && first.is_none_or(|first| *line < first)
    {
        list.name = Some(text.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::cards::{CardBook, Printing};
    use crate::corpus::{Corpus, Files};
    use crate::deck::Figures;

    fn facts() -> (CardBook, Figures) {
        let files = Files::built_in();
        let (book, _) = CardBook::load(&files);
        let (figures, _) = Figures::load(&files, &Corpus::load(&files).0, &book);
        (book, figures)
    }

    /// The titles of all sets, each with three letters changed, which ones by `turn`.
    fn slipped(book: &CardBook, turn: usize) -> Vec<String> {
        let sets = 0..book.lcg.sets().count();
        let slip = |at: usize| {
            let mut letters: Vec<char> = book.lcg.title(Printing::Set(at, 1)).chars().collect();
            let long = letters.len();
            for (n, c) in ['q', 'j', 'v'].into_iter().enumerate() {
                letters[(turn * (n + 1) + n * 5) % long] = c;
            }
            letters.into_iter().collect()
        };
        sets.map(slip).collect()
    }

    #[test]
    fn however_many_names_nearly_are_some_only_so_many_are_compared() {
        let (book, figures) = facts();
        let lexicon = Lexicon::new(Game::Lcg, &book, figures.words());
        let line = |turn: usize| slipped(&book, turn).join(", 2 ");
        let text: String = (0..40).map(|turn| format!("2 {}\n", line(turn))).collect();
        let lists = read(&text, &lexicon);
        assert_eq!(lexicon.compared(), Lexicon::MOST_COMPARED);
        assert!(lists.iter().any(|list| !list.entries.is_empty()));
    }

    #[test]
    fn a_list_with_a_slip_in_every_title_is_far_from_the_bounds() {
        let (book, figures) = facts();
        let lexicon = Lexicon::new(Game::Lcg, &book, figures.words());
        let titles = slipped(&book, 1);
        let lines: Vec<String> = titles.iter().take(60).map(|title| format!("2x {title}")).collect();
        read(&lines.join("\n"), &lexicon);
        assert!(lexicon.compared() * 4 < Lexicon::MOST_COMPARED, "{}", lexicon.compared());
    }

    #[test]
    fn what_no_list_is_long_enough_for_is_asked_about() {
        let (book, figures) = facts();
        let lexicon = Lexicon::new(Game::Lcg, &book, figures.words());
        let lists = read(&"and so on it goes\n".repeat(MOST_WORDS / 5 + 2), &lexicon);
        let asked = |list: &Decklist| {
            list.doubts.which_list
                && list.questions.iter().any(|question| question.lines[..] == [MOST_WORDS / 5 + 1])
        };
        assert!(lists.iter().any(asked));
    }
}
