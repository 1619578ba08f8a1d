//! Lists as players type them: any order of names and numbers, several cards a line, words of several
//! languages.
//!
//! Columns, tables, forms, tallies and numbered lines are written as lines (`columns`, `beside`, `table`,
//! `headless`, `across`, `boxes`, `tally`, `numbering`), and so is what is said of them in words (`dictated`,
//! `stated`, `except`, `parts`); what stands in the margin of a row is passed over (`margins`). A line is
//! cleaned (`clean`), cut into texts and numbers (`pieces`), and read against the names of one game (`line`,
//! `lexicon`), or word by word as it would be spoken (`spoken`). What it and its numbers are is settled with
//! the other lines in view (`among`, `disambiguate`); two decks in one text are taken apart (`decks`). What
//! stands below a whole deck changes it (`moves`) or is none of it (`remarks`), what sentences say is asked
//! (`talk`), and what another speaker says is not the player's (`voices`). What the deck may lack
//! (`withheld`, `doubtful`) and how many of each version a row counts (`mixed`) is tried every way.

mod absurd;
mod across;
mod affiliation;
mod agreed;
mod amended;
mod among;
mod answers;
mod as_before;
mod assemble;
mod bare_numbers;
mod beforehand;
mod below_total;
mod beside;
mod blank_rows;
mod bounds;
mod boxes;
mod by_number;
mod by_total;
mod cards;
mod chained;
mod changes;
mod characters;
mod chatter;
mod clean;
mod closings;
mod codes;
mod columns;
mod corrected;
mod damaged;
mod decks;
mod dictated;
mod disambiguate;
mod doubtful;
mod each;
mod except;
mod exchanged;
mod foreign;
mod former;
mod furniture;
mod glossed;
mod grounds;
mod habits;
mod harmless;
mod heading;
mod headless;
mod heads;
mod initials;
mod just;
mod lacking;
mod legends;
mod lexicon;
mod line;
mod line_item;
mod lists;
mod made;
mod margins;
mod marks;
mod mentioned;
mod misread;
mod missing_out;
mod mixed;
mod moves;
mod no_card;
mod nought;
mod number_rows;
mod numbering;
mod of_all;
mod once;
mod ordered;
mod own_total;
mod pages;
mod parts;
mod past;
mod phrases;
mod picked;
mod pieces;
mod pointed;
mod previously;
mod products;
mod ranges;
mod remarks;
mod said_again;
mod said_total;
mod scanned;
mod set_changes;
mod set_groups;
mod set_short;
mod short;
mod sided;
mod sizes;
mod sounds;
mod spelling;
mod spoken;
mod stated;
mod subtotals;
mod sums;
mod superseded;
mod table;
mod taken_from;
mod talk;
mod tally;
#[cfg(test)]
mod tests;
mod texts;
mod traits;
mod trim;
mod uncounted;
mod undecided;
mod versions;
mod versus;
mod voices;
mod wide;
mod withheld;
mod wrapped;

pub(in crate::deck) use lexicon::Lexicon;

use std::borrow::Cow;
use std::collections::BTreeSet;

use changes::Mark;
use lexicon::Found;
use line::{At, Item, LineItem, Moves};

use crate::deck::list::{Decklist, MAX_ENTRIES};

/// Reads a text as lists of one game: mostly one, of a player's two decks both.
pub(in crate::deck) fn read(text: &str, lexicon: &Lexicon<'_>) -> Vec<Decklist> {
    let raw: Vec<&str> = text.lines().collect();
    let (raw, beyond) = bounds::within(raw);
    let marked = marks::joined(scanned::written(raw, lexicon), lexicon);
    let (rows, habits) = habits::written(marked, lexicon);
    let (rows, of_forum) = furniture::without(former::without_struck(rows, lexicon), lexicon);
    let current = previously::without_former_counts(rows, lexicon);
    let raw: Vec<&str> = current.iter().map(AsRef::as_ref).collect();
    let (rows, mentions) = mentioned::without(&raw, lexicon);
    let (rows, past) = past::without(rows, lexicon);
    let rows: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
    let rows = wrapped::joined(rows.into_iter().map(Cow::from).collect(), lexicon);
    let rows = table::of_sets(taken_from::without(rows, lexicon), lexicon);
    let rows: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
    let mut lists = read_rows(&rows, lexicon);
    mentioned::add_questions(&mentions, &mut lists);
    past::note(&past, &mut lists);
    furniture::note(&of_forum, &mut lists);
    habits::note(&habits, &mut lists);
    bounds::question_rest(beyond, &mut lists);
    lists
}

/// Reads the lines of a text, as they were typed, as lists of one game.
fn read_rows(raw: &[&str], lexicon: &Lexicon<'_>) -> Vec<Decklist> {
    let (rows, others, amended) = said_beside(raw, lexicon);
    let raw: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
    let (depths, (marked, legend)) = (among::depths(&raw, lexicon), legends::applied(&raw, lexicon));
    let marked: Vec<&str> = marked.iter().map(AsRef::as_ref).collect();
    let answered = answers::written(&marked, lexicon);
    let answered: Vec<&str> = answered.iter().map(AsRef::as_ref).collect();
    let (ticked, unticked) = boxes::ticked(&answered, lexicon);
    let ticked = in_rows(across::written(ticked, lexicon), lexicon);
    let ticked: Vec<&str> = ticked.iter().map(AsRef::as_ref).collect();
    let parted = beside::side_by_side(columns::by_blanks(&ticked, lexicon), lexicon);
    let parted: Vec<&str> = parted.iter().map(AsRef::as_ref).collect();
    let rows = once::written(table::by_header(&parted, lexicon), lexicon);
    let rows = sounds::written(with_titles(rows, lexicon), lexicon);
    let rows = set_changes::in_titles(margins::without(absurd::counted(rows, lexicon), lexicon), lexicon);
    let rows = ranges::written(set_groups::written(versus::written(rows, lexicon), lexicon), lexicon);
    let (rows, behind_products) = number_rows::written(rows, lexicon);
    let rows = subtotals::without(without_sums(rows, lexicon), lexicon);
    let (rows, sums) = sums::without_arithmetic(rows, lexicon);
    let rows = damaged::written(previously::without_former_counts(rows, lexicon), lexicon);
    let rows = dictated::written(undecided::written(just::written(rows, lexicon), lexicon), lexicon);
    let rows = stated::settled(rows, lexicon);
    let (rows, notes) = pointed::without(rows, lexicon);
    let (rows, defaults) = of_all::written(rows, lexicon);
    let rows = numbering::without_roman(said_again::settled(rows, lexicon));
    let rows = numbering::without_ordinals(rows, lexicon);
    let rows = numbering::without_places(tally::without_ditto(rows, lexicon), lexicon);
    let (rows, mixed) = mixed::written(versions::apart(rows, lexicon), lexicon);
    let rows = tally::counted(tally::in_figures(numbering::summed(rows, lexicon), lexicon), lexicon);
    let rows = columns::ticked(versions::in_brackets(rows, lexicon), lexicon);
    let (rows, older) = superseded::without_older(glossed::written(rows, lexicon), lexicon);
    let rows = parts::apart(except::apart(characters::without(rows, lexicon), lexicon), lexicon);
    let (things, closing) = parse_lines(&rows, lexicon);
    let things = voices::settle(talk::settle(things, &rows, lexicon), &others, &raw, lexicon);
    let mut things = chatter::settle(moves::settle(things, lexicon), lexicon);
    among::without_deeper_quotes(&mut things, &depths, &raw, lexicon);
    among::without_signature(&mut things, closing);
    settle_together(&mut things, lexicon);
    let (version, things) = decks::last_version(things, lexicon);
    let decks = decks::apart(things, lexicon);
    let mut lists: Vec<Decklist> =
        decks.into_iter().map(|(side, things)| lists::assembled(side, &things, lexicon)).collect();
    if talk::is_no_list(&raw, &lists, lexicon) {
        return Vec::new();
    }
    boxes::note(&unticked, &mut lists, lexicon);
    lists.iter_mut().for_each(|list| list.unread.extend(sums.iter().chain(&notes).cloned()));
    legends::note(legend.as_ref(), &mut lists);
    of_all::note_defaults(&defaults, &mut lists);
    superseded::note(&older, &mut lists);
    mixed::note(&mixed, &mut lists);
    amended::note(&amended, &mut lists);
    number_rows::note(&behind_products, &mut lists, lexicon);
    if let (Some(open), [only]) = (version, &mut lists[..]) {
        only.questions.push(open);
        only.doubts.which_list = true;
    }
    lists::settle(&raw, &mut lists, lexicon);
    lists
}

/// The rows with titles for the numbers and the letters that stand for them.
fn with_titles<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    codes::written(headless::written(set_short::written(rows, lexicon), lexicon), lexicon)
}

/// The rows without the sums in them, and with the sentences around totals in rows of their own.
fn without_sums<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    subtotals::in_rows(sums::without(said_total::apart(rows, lexicon), lexicon), lexicon)
}

/// The rows with what those beside them correct, leave blank, or name last; which of them others say than the
/// player, and what was corrected.
fn said_beside(raw: &[&str], lexicon: &Lexicon<'_>) -> (Vec<String>, BTreeSet<usize>, Vec<amended::Amended>) {
    let (spoken, others) = voices::apart(raw, lexicon);
    let (spoken, agreed) = agreed::written(spoken, &others, lexicon);
    let spoken: Vec<&str> = spoken.iter().map(AsRef::as_ref).collect();
    let (rows, mut amended) = amended::written(&spoken, &others, lexicon);
    amended.extend(agreed);
    let rows = lacking::written(blank_rows::without(rows, lexicon), lexicon);
    let rows = sums::without_running(heads::apart(rows, lexicon), lexicon);
    (rows.into_iter().map(Cow::into_owned).collect(), others, amended)
}

/// The rows with what stands side by side, or above the list it changes, in rows of its own, and with the
/// titles that remarks pick.
fn in_rows<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    wide::written(picked::written(beforehand::written(rows, lexicon), lexicon), lexicon)
}

/// Settles with all lines in view which numbers are counts, and which are sets, and what another line
/// answers.
fn settle_together(things: &mut Vec<At>, lexicon: &Lexicon<'_>) {
    affiliation::settle_questions(things);
    among::settle_doubtful(things);
    among::headings_like_titles(things, lexicon);
    among::counts_alone(things);
    among::counts_in_their_own_lines(things, lexicon);
    disambiguate::dashes_and_ordinals(things, lexicon);
    by_number::sets_by_number(things, lexicon);
    disambiguate::counts_of_every_card(things, lexicon);
}

/// What the lines say, and the first line below which a letter is signed.
fn parse_lines(rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> (Vec<At>, Option<usize>) {
    let mut parser = LineParser { signs: Signs::of(rows), lexicon, things: Vec::new() };
    let mut closing = None;
    let clean = |raw: &str| clean::clean(raw, |text| heading::is_heading(text, lexicon));
    let has_text = |row: &Cow<'_, str>| !row.trim().is_empty();
    let edges = [rows.iter().position(has_text), rows.iter().rposition(has_text)];
    // A line that says several things was written as several.
    let parts = rows.iter().enumerate().flat_map(|(at, row)| row.split('\n').map(move |part| (at, part)));
    let mut lines = parts.map(|(at, part)| (at, part, clean(part))).peekable();
    while let Some((at, row, mut cleaned)) = lines.next() {
        if parser.things.len() > MAX_ENTRIES {
            break;
        }
        let line = at + 1;
        if let Some((.., next)) = lines.next_if(|(.., next)| pages::goes_on(&cleaned, next, lexicon)) {
            cleaned = format!("{cleaned} {next}");
        }
        if let Some((page, rest)) = pages::split(&cleaned, edges.contains(&Some(at)), lexicon) {
            parser.things.push((line, LineItem::GoesOn(Some(page))));
            cleaned = rest;
        }
        if pages::is_broken_off(&cleaned) {
            parser.things.push((line, LineItem::GoesOn(None)));
        } else if pages::points_elsewhere(&cleaned, lexicon) {
            parser.things.push((line, LineItem::MayGoOn(cleaned.clone())));
        }
        let row = TypedRow { raw: row, cleaned: &cleaned, line };
        if parser.take_other(row) {
            continue;
        }
        if as_before::is_as_before(&cleaned, lexicon) {
            parser.things.push((line, LineItem::AsBefore(cleaned.clone())));
        }
        let first = parser.things.is_empty();
        parser.take_row(row);
        if !first && closing.is_none() && line::is_closing(&cleaned, lexicon) {
            closing = Some(line);
        }
    }
    (parser.things, closing)
}

/// A line of a list.
#[derive(Clone, Copy)]
struct TypedRow<'r> {
    /// Before anything was taken off.
    raw: &'r str,
    /// Without signs of lists and quotations.
    cleaned: &'r str,
    /// Its number, from 1.
    line: usize,
}

/// Reads lines one after the other, each with those above it in view.
struct LineParser<'a, 'l> {
    signs: Signs,
    lexicon: &'a Lexicon<'l>,
    /// What the lines so far say.
    things: Vec<At>,
}

impl LineParser<'_, '_> {
    /// Takes a line that is no row of cards: the heading of one of several decks or of cards that the deck
    /// may lack, a remark on the row above or on another deck, or a footer. Returns whether it is one.
    fn take_other(&mut self, row: TypedRow<'_>) -> bool {
        let TypedRow { raw, cleaned, line } = row;
        if pages::is_one_of_decks(cleaned, self.lexicon) || withheld::explains_form(cleaned, self.lexicon) {
            return true;
        }
        let below_card = matches!(self.things.last(), Some((_, LineItem::Card(_) | LineItem::Change(_))));
        if below_card && remarks::is_of_row_above(raw, self.lexicon) {
            self.things.push((line, LineItem::Change(raw.trim().to_owned())));
            return true;
        }
        if self.take_withheld(row) {
            return true;
        }
        if let Some(against) = remarks::against(cleaned, self.lexicon) {
            self.things.push((line, against));
            return true;
        }
        let is_footer = remarks::is_footer(cleaned, self.lexicon)
            || remarks::is_of_mail(raw, self.lexicon)
            || remarks::is_reactions(raw);
        if is_footer {
            self.things.push((line, LineItem::Unread(cleaned.to_owned())));
        }
        is_footer
    }

    /// Takes a line that heads cards which the deck may lack, those of the line among them, if it does.
    fn take_withheld(&mut self, row: TypedRow<'_>) -> bool {
        let TypedRow { cleaned, line, .. } = row;
        if withheld::heads(cleaned, self.lexicon) {
            self.things.push((line, LineItem::Withheld(cleaned.to_owned())));
            return true;
        }
        let Some((head, cards)) = withheld::parted(cleaned, self.lexicon) else { return false };
        self.things.push((line, LineItem::WithheldHere(head.to_owned())));
        let before = self.things.len();
        self.take_row(TypedRow { raw: cards, cleaned: cards, line });
        // `If Ann comes: A out, B in`
        for (_, thing) in &mut self.things[before..] {
            if matches!(thing, LineItem::Moves(_)) {
                *thing = LineItem::Change(cleaned.to_owned());
            }
        }
        true
    }

    /// Takes a row of cards.
    fn take_row(&mut self, row: TypedRow<'_>) {
        let TypedRow { raw, cleaned, line } = row;
        let Self { signs, lexicon, ref mut things } = *self;
        let before = things.len();
        let bracketed = trim::in_brackets(cleaned, lexicon);
        let text = clean::without_numbered_remark(
            bracketed.unwrap_or(cleaned),
            |text| lexicon.names_a_card(text),
            |words| lexicon.roles(words).whole(),
            |text| remarks::is_prose(text, lexicon),
        );
        let text = remarks::without_measures(harmless::without_legality(text, lexicon), lexicon);
        let text = closings::without(text, lexicon);
        let former = former::of(text, lexicon);
        let text = former.as_ref().map_or(text, |former| former.row.as_str());
        let asked = undecided::of_several(text, lexicon);
        let text = asked.as_ref().map_or(text, |(_, row)| row);
        things.extend(asked.map(|(question, _)| (line, LineItem::Question(question))));
        let plain = line::read(text, lexicon);
        let said = spoken::read(text, &plain, lexicon).unwrap_or(plain);
        things.extend(said.into_iter().map(|thing| (line, thing)));
        let doubted = affiliation::doubted(raw, &things[before..], lexicon);
        things.extend(doubted.map(|asked| (line, asked)));
        // What stands in brackets right below a row that is struck out is written in its place.
        let replaces = matches!(things[..before].last(), Some((_, LineItem::Beside(_))));
        if bracketed.is_some() && !replaces {
            things[before..].iter_mut().for_each(|(_, thing)| doubt(thing));
        }
        if signs.one_star && changes::is_starred(raw) && moves::repeats(things, before) {
            things.truncate(before);
            return things.push((line, LineItem::Change(raw.trim().to_owned())));
        }
        let row = former.as_ref().map_or(raw, |former| former.row.as_str());
        if row.len() <= MAX_ROW_LENGTH {
            let struck = signs.strike && changes::is_signed(raw);
            apply_strikes_and_moves(RowAt { text: row, line, before }, struck, things, lexicon);
        }
        if let Some(former) = &former {
            former::add_former(former, RowAt { text: raw, line, before }, things, lexicon);
        }
        let ordered = || corrected::read(raw, lexicon).or_else(|| ordered::read(raw, lexicon));
        if let Some(exchanged) = exchanged::read(raw, lexicon).or_else(ordered) {
            let otherwise =
                things.drain(before..).map(|(line, thing)| (line, exchanged::otherwise(thing))).collect();
            things.push((line, LineItem::Moves(Moves { otherwise, ..exchanged })));
        }
    }
}

/// What the signs in front of lines mean.
#[derive(Clone, Copy)]
struct Signs {
    /// Whether a `-` strikes its line out: not where most lines have one, which then is a bullet.
    strike: bool,
    /// Whether one line alone has a star, which then changes others.
    one_star: bool,
}

impl Signs {
    fn of(rows: &[Cow<'_, str>]) -> Self {
        let signed = rows.iter().filter(|row| changes::is_signed(row)).count();
        let worded = rows.iter().filter(|row| row.contains(char::is_alphabetic)).count();
        let starred = rows.iter().filter(|row| changes::is_starred(row)).count();
        Self { strike: signed * 2 < worded, one_star: starred == 1 }
    }
}

/// A row, its line, and the number of things that were read before it.
#[derive(Clone, Copy)]
struct RowAt<'t> {
    text: &'t str,
    line: usize,
    before: usize,
}

/// A longer row, in bytes, changes no other.
const MAX_ROW_LENGTH: usize = 400;

/// Takes out the cards of a line that is struck out, or that changes others; notes what the words beside
/// cards say.
fn apply_strikes_and_moves(row: RowAt<'_>, struck: bool, things: &mut Vec<At>, lexicon: &Lexicon<'_>) {
    let RowAt { text: raw, line, before } = row;
    if let Some(change) = change_of_others(raw, line, before, things, lexicon) {
        things.truncate(before);
        return things.push((line, change));
    }
    let is_item =
        |(_, thing): &At| matches!(thing, LineItem::Card(_) | LineItem::Perhaps(..) | LineItem::Numbers(_));
    let text = raw.trim().to_owned();
    if !things[before..].iter().any(is_item) {
        if moves::speaks_of_change(raw, lexicon) {
            let otherwise = things.split_off(before);
            things
                .push((line, LineItem::Moves(Moves { text, moves: Vec::new(), in_words: true, otherwise })));
        }
        return;
    }
    let of_cards = |(_, thing): &At| thing.card().cloned();
    let items: Vec<Item> = things[before..].iter().filter_map(of_cards).collect();
    let known: Vec<&Item> = items.iter().filter(|item| item.found != Found::Lost).collect();
    let instead = match changes::of_line(raw, struck, &known, lexicon) {
        Some(Mark::Struck) => struck_out(row, struck, things, lexicon),
        Some(Mark::Change) => changed(raw, &items, before, things, lexicon),
        None => match moves::read(raw, &things[before..], lexicon) {
            Some(moves) => LineItem::Moves(moves),
            None => {
                if let Some(remark) = remarks::remark_of(raw, &known, lexicon) {
                    things.insert(before, (line, LineItem::Remark(text, remark)));
                }
                return;
            }
        },
    };
    things.truncate(before);
    things.push((line, instead));
}

/// What a line with these cards is whose words change others.
fn changed(raw: &str, items: &[Item], before: usize, things: &[At], lexicon: &Lexicon<'_>) -> LineItem {
    let text = raw.trim().to_owned();
    if let Some(moves) = moves::read(raw, &things[before..], lexicon) {
        let otherwise = vec![(things[before].0, LineItem::Change(text))];
        return LineItem::Moves(Moves { in_words: true, otherwise, ..moves });
    }
    // Of a card that is above too, the line may change the row as well as count it again.
    let corrected = changes::corrected(items).filter(|_| !moves::repeats(things, before));
    corrected.map_or(LineItem::Change(text), LineItem::Card)
}

/// What a line is that is struck out, by a sign or in words.
fn struck_out(row: RowAt<'_>, signed: bool, things: &[At], lexicon: &Lexicon<'_>) -> LineItem {
    let RowAt { text: raw, line, before } = row;
    let text = raw.trim().to_owned();
    let beside = LineItem::Beside(text.clone());
    let moves = match ordered_out(raw, before, things, lexicon) {
        Some(moves) => moves.moves,
        // Of a card that stands above: which of the two rows holds is open where the deck is whole.
        None if !signed && moves::repeats(things, before) => Vec::new(),
        None => return beside,
    };
    LineItem::Moves(Moves { text, moves, in_words: true, otherwise: vec![(line, beside)] })
}

/// `cut 2 A`, of cards that stand above: below a whole deck it orders them out.
fn ordered_out(raw: &str, before: usize, things: &[At], lexicon: &Lexicon<'_>) -> Option<Moves> {
    let moves = moves::read(raw, &things[before..], lexicon)?;
    let out = moves::orders(&moves, lexicon) == Some(moves::Order::Out);
    (out && moves::repeats(things, before)).then_some(moves)
}

/// What a line changes that leads from cards to others: `A -> B`, `out A in B`.
fn change_of_others(
    raw: &str,
    line: usize,
    before: usize,
    things: &[At],
    lexicon: &Lexicon<'_>,
) -> Option<LineItem> {
    let Some(mut by_arrow) = former::by_arrow(raw, lexicon) else {
        return moves::read_between(raw, &things[before..], lexicon).map(LineItem::Moves);
    };
    if let LineItem::Moves(moves) = &mut by_arrow {
        moves.otherwise.iter_mut().for_each(|(of, _)| *of = line);
    }
    Some(by_arrow)
}

/// A card that the list itself leaves open.
fn doubt(thing: &mut LineItem) {
    if let LineItem::Card(item) = thing {
        item.doubted = true;
    }
}
