//! One deck's list, put together of what its lines say.

use std::collections::BTreeSet;

use super::lexicon::{Found, Lexicon};
use super::line::{At, Item, LineItem, Moves, Named, Remark};
use super::moves::names;
use super::{
    affiliation, among, by_total, decks, disambiguate, foreign, heading, made, moves, pages, remarks,
    set_changes, sizes, withheld,
};
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::deck::code::Code;
use crate::deck::list::{
    Count, DeckEntry, DeckFormat, Decklist, DoubtfulLine, Id, ListNote, Otherwise, Total, UnreadLine, Zone,
    brief,
};
use crate::deck::words::{InPlace, Opens, Role};

/// One deck's list.
pub(super) fn list(side: Option<Side>, things: &[At], lexicon: &Lexicon<'_>) -> Decklist {
    let mut reader = ListReader::new(side, things, lexicon);
    for at in 0..things.len() {
        reader.enter(at);
    }
    reader.finish()
}

/// A deck's list as far as its lines are entered.
struct ListReader<'t, 'l> {
    things: &'t [At],
    lexicon: &'t Lexicon<'l>,
    style: disambiguate::Style,
    list: Decklist,
    zone: Zone,
    pages: pages::Pages,
    above: remarks::Above<'t, 'l>,
    /// The line with words beside its cards, and what they say.
    remark: Option<(usize, &'t str, Remark)>,
    /// The lines that are surely none of the deck.
    beside: BTreeSet<usize>,
    /// The line above all cards that says that some stand elsewhere.
    said_ahead: Option<usize>,
    /// The line that took cards out of a whole deck, and left it short.
    short_by: Option<(usize, &'t str)>,
    /// The line that refers to another list.
    as_before: Option<(usize, &'t str)>,
    /// The heading of cards that the deck may lack, and what stands below it.
    withheld: Option<Withheld<'t>>,
    /// Where such a heading holds for its line alone: the line, and the zone behind it.
    zone_behind: Option<(usize, Zone)>,
    /// The lines that speak of another deck's cards.
    others: Vec<(usize, &'t str)>,
    /// The cards that were left out below a whole deck, and asked about; nothing for one that no total
    /// settles.
    left_out: Vec<Option<DeckEntry>>,
}

/// Cards that the deck may lack.
struct Withheld<'t> {
    line: usize,
    heading: &'t str,
    /// Whether the heading leaves them out of the deck where nothing else is said: `Maybe:`.
    aside: bool,
    cards: Vec<DeckEntry>,
}

impl<'t, 'l> ListReader<'t, 'l> {
    fn new(side: Option<Side>, things: &'t [At], lexicon: &'t Lexicon<'l>) -> Self {
        Self {
            things,
            lexicon,
            style: disambiguate::Style::of(things, lexicon),
            list: Decklist { part: side, ..Decklist::new(DeckFormat::Plain, Some(lexicon.game)) },
            zone: Zone::Any,
            pages: pages::Pages::default(),
            above: remarks::Above::new(lexicon),
            remark: None,
            beside: BTreeSet::new(),
            said_ahead: None,
            short_by: None,
            as_before: None,
            withheld: None,
            zone_behind: None,
            others: Vec::new(),
            left_out: Vec::new(),
        }
    }

    /// Reads one line more.
    fn enter(&mut self, at: usize) {
        let (line, thing) = &self.things[at];
        let line = *line;
        self.close_heading(at, line);
        let list = &mut self.list;
        match thing {
            LineItem::Card(item) => self.card(item, line),
            LineItem::Remark(text, remark) => self.remark = Some((line, text, *remark)),
            LineItem::Moves(moves) => self.change(moves, line),
            LineItem::Beside(text) => self.beside(line, text),
            LineItem::Withheld(text) => self.withhold(line, text),
            LineItem::WithheldHere(text) => self.withhold_here(line, text),
            LineItem::OtherDeck(text) => self.others.push((line, text)),
            LineItem::Heading(opens) => self.zone = opened(*opens, self.zone, self.lexicon.game),
            LineItem::SideAlone => self.below_side(line),
            LineItem::AsBefore(text) => self.as_before = Some((line, text)),
            LineItem::Total(what, count) => {
                list.totals.push(Total { line, what: what.clone(), count: *count })
            }
            LineItem::Name(name) => list.name = list.name.take().or_else(|| Some(brief(name))),
            LineItem::MayGoOn(text) => self.may_go_on(line, text),
            LineItem::GoesOn(None) => list.doubts.goes_on = Some(line),
            LineItem::GoesOn(Some(page)) => self.pages.enter(line, *page),
            LineItem::Unread(text) => self.unread(text, at),
            LineItem::PassedOver(text) => list.passed_over.push(UnreadLine::new(line, text)),
            LineItem::Change(text) => moves::add_question(text, line, list),
            LineItem::Question(question) => self.add_question(question, line),
            LineItem::OpenAffiliation(words, title) => {
                self.add_question(&format!("“{words}?” leaves the affiliation open. Is it {title}?"), line)
            }
            LineItem::Spoken(text) => self.spoken(text, at),
            LineItem::LostAffiliation(text) => self.lost_affiliation(line, text),
            LineItem::NoAffiliation => list.without_affiliation = Some(line),
            // What is below them is looked at apart.
            LineItem::Side(_) | LineItem::Affiliation(..) if self.zone == Zone::Command => {}
            LineItem::Side(_) | LineItem::Affiliation(..) => self.zone = Zone::Any,
            LineItem::Numbers(_) | LineItem::Each(_) | LineItem::Perhaps(..) => {}
        }
    }

    /// Notes a line that is surely none of the deck.
    fn beside(&mut self, line: usize, text: &str) {
        self.list.unread.push(UnreadLine::new(line, text));
        self.beside.insert(line);
    }

    /// Notes an affiliation that nobody knows.
    fn lost_affiliation(&mut self, line: usize, title: &str) {
        let title = title.to_owned();
        self.list.entries.push(DeckEntry { line, title, zone: Zone::Affiliation, ..DeckEntry::default() });
    }

    /// Notes that the list may go on elsewhere, which it does not below a whole deck; above all cards, that
    /// none of them takes it back.
    fn may_go_on(&mut self, line: usize, text: &str) {
        if self.above.is_whole() {
            return self.list.unread.push(UnreadLine::new(line, text));
        }
        if self.list.entries.is_empty() {
            self.said_ahead = Some(line);
        }
        self.list.doubts.goes_on = Some(line);
    }

    /// Ends what stands under a heading of cards that the deck may lack, where it ends here.
    fn close_heading(&mut self, at: usize, line: usize) {
        let is_past = self.zone_behind.is_some_and(|(of, _)| of < line);
        if self.heads(at) || is_past {
            self.leave_withheld();
        }
        if let Some((_, zone)) = self.zone_behind.take_if(|(of, _)| *of < line) {
            self.zone = zone;
        }
    }

    /// Changes the list as a line says.
    fn change(&mut self, moves: &'t Moves, line: usize) {
        let lexicon = self.lexicon;
        let whole = |list: &Decklist| sizes::is_whole(remarks::counted(list, lexicon), lexicon);
        let before = whole(&self.list);
        // `in: A, just the one`: what came in for two is one.
        let only = moves.is_explicit() && moves.moves.iter().all(|m| m.into);
        moves::apply(moves, line, &mut self.list, lexicon);
        if only && self.list.changed.contains(&line) && self.short_by.is_some() {
            self.short_by = None;
            self.list.doubts.partly_read = true;
        }
        if before && !whole(&self.list) {
            // What the last words of a list order out is out; else others may come in.
            let ordered = moves::orders(moves, lexicon) == Some(moves::Order::Out);
            if ordered && self.things.last().is_some_and(|(last, _)| *last == line) {
                self.list.doubts.partly_read = true;
            } else {
                self.short_by = Some((line, moves.text.as_str()));
            }
        }
    }

    /// Whether a thing heads what stands below it, and ends what stood under another heading.
    fn heads(&self, at: usize) -> bool {
        use LineItem::{Affiliation, Each, Heading, Side, SideAlone, Spoken, Unread, Withheld, WithheldHere};
        let thing = &self.things[at].1;
        matches!(thing, Heading(_) | SideAlone | Side(_) | Withheld(_) | WithheldHere(_))
            || matches!(thing, Affiliation(..) | Each(_))
            || matches!(thing, Unread(text) | Spoken(text) if text.trim_end().ends_with(':'))
    }

    /// Opens a heading of cards that the deck may lack; below one that is whole they are none of it.
    fn withhold(&mut self, line: usize, text: &'t str) {
        let leaves_out = |role: &Role| *role == Role::Heading(Opens::Aside);
        let whole = self.above.is_whole();
        let aside = whole || self.lexicon.roles(text).any(leaves_out);
        if !whole {
            self.withheld = Some(Withheld { line, heading: text, aside, cards: Vec::new() });
        }
        self.zone = match self.zone {
            _ if aside => Zone::Aside,
            Zone::Aside => Zone::Any,
            zone => zone,
        };
    }

    /// Does the same for a heading that holds for its own line alone.
    fn withhold_here(&mut self, line: usize, text: &'t str) {
        self.zone_behind = Some((line, self.zone));
        self.withhold(line, text);
    }

    /// Notes the cards under a heading that the deck may lack.
    fn leave_withheld(&mut self) {
        let withheld = self.withheld.take().filter(|withheld| !withheld.cards.is_empty());
        let Some(Withheld { line, heading, aside, cards }) = withheld else { return };
        let text = brief(heading.trim_end_matches([':', ' ']));
        let otherwise = if aside {
            Otherwise::With(cards.into_iter().map(|card| DeckEntry { zone: Zone::Any, ..card }).collect())
        } else {
            Otherwise::Withheld(cards.into_iter().map(|card| card.line).collect())
        };
        self.list.doubtful.push(DoubtfulLine { line, text, otherwise });
    }

    /// Enters a card, behind which the list has not gone on elsewhere.
    fn card(&mut self, item: &'t Item, line: usize) {
        self.counted_or_open(item, line);
        self.list.doubts.goes_on = None;
    }

    /// Counts a card, or asks about it where it may be none of the deck.
    fn counted_or_open(&mut self, item: &'t Item, line: usize) {
        if self.zone == Zone::Affiliation {
            self.zone = Zone::Any;
        }
        let remark = self.remark.filter(|(of, ..)| *of == line);
        if self.above.leaves_out(item, line, remark.map(|(_, text, remark)| (text, remark))) {
            let (text, remark) =
                remark.map_or((item.text.as_str(), Remark::Rule), |(_, text, remark)| (text, remark));
            let aside = withheld::is_laid_aside(text, self.lexicon);
            if aside || remarks::changes_nothing(text, item, remark, self.lexicon) {
                return self.list.unread.push(UnreadLine::new(line, text));
            }
            if remark != Remark::Rule {
                let entry = disambiguate::entry(item, line, self.zone, &self.style, self.lexicon);
                self.left_out.push(by_total::left_out(item, &entry, text, remark, self.lexicon));
            }
            let recounts =
                remark != Remark::Rule && remarks::may_recount(text, item, &self.list, self.lexicon);
            self.list.doubts.which_list |= recounts;
            return remarks::add_question(text, line, remark, &mut self.list);
        }
        // Objectives stand in no command deck: `Command deck: 50 cards` above them only said how many it has.
        if self.zone == Zone::Command && decks::counts(item, self.lexicon) {
            self.zone = Zone::Any;
        }
        let entry = disambiguate::entry(item, line, self.zone, &self.style, self.lexicon);
        if let Some(withheld) = &mut self.withheld {
            withheld.cards.push(entry.clone());
        }
        self.above.enter(&entry);
        self.list.entries.push(entry);
    }

    fn spoken(&mut self, text: &'t str, at: usize) {
        let line = self.things[at].0;
        self.list.speaks_of_cards.push(line);
        self.unread(text, at);
        if disambiguate::is_unknown_heading(&self.things[at..]) {
            self.list.doubts.counts_open.get_or_insert_default().push(line);
        }
    }

    /// Puts a question to the player.
    fn add_question(&mut self, question: &str, line: usize) {
        self.list.add_question(vec![line], question);
        self.list.doubts.which_list = true;
    }

    fn unread(&mut self, text: &'t str, at: usize) {
        let (line, below) = (self.things[at].0, &self.things[at + 1..]);
        self.list.unread.push(UnreadLine::new(line, text));
        if set_changes::may_exchange(text, &self.list, self.lexicon) {
            moves::add_question(text, line, &mut self.list);
        }
        // `Options for the last slot:`
        let heads = text.trim_end().ends_with(':') && matches!(below.first(), Some((_, LineItem::Card(_))));
        if heads
            && !self.above.is_whole()
            && !self.above.is_empty()
            && heading::lays_aside(text, self.lexicon)
        {
            return self.withhold(line, text);
        }
        self.unknown_heading(line, text, below);
    }

    /// Reads on below a heading or a sentence nobody knows: below a whole deck what stands under it may not
    /// belong to it; above cards without a count it may say how many. One that speaks of another copy of a
    /// card is asked about.
    fn unknown_heading(&mut self, line: usize, text: &str, below: &[At]) {
        let (list, lexicon) = (&mut self.list, self.lexicon);
        if remarks::speaks_of_another(text, list, lexicon) {
            moves::add_question(text, line, list);
        }
        let Some((next, LineItem::Card(item))) = below.first() else { return };
        let whole = self.above.is_whole() && *next > line;
        if whole && heading::lays_aside(text, lexicon) {
            self.zone = Zone::Aside;
        } else if decks::counts(item, lexicon) && whole && self.zone != Zone::Aside {
            list.add_question(vec![line], among::heading_question(text));
            self.zone = Zone::Aside;
        } else if text.trim_end().ends_with(':') && item.numbers.is_empty() {
            list.doubts.counts_open.get_or_insert_default().push(line);
        }
    }

    /// Reads on below `Side:`: below cards it is the sideboard's; below too few for a deck, that is asked
    /// about.
    fn below_side(&mut self, line: usize) {
        if self.above.is_empty() {
            return;
        }
        if !self.above.is_whole() {
            self.list.add_question(vec![line], among::side_question());
            self.list.doubts.which_list = true;
        }
        self.zone = Zone::Aside;
    }

    /// Settles what only shows at the end.
    fn finish(mut self) -> Decklist {
        self.leave_withheld();
        let short = !sizes::is_whole(remarks::counted(&self.list, self.lexicon), self.lexicon);
        let lacking = self.pages.lacking();
        if short {
            self.question_what_is_short();
        }
        self.settle_where_it_goes_on(lacking, short);
        let Self { mut list, things, lexicon, beside, others, left_out, .. } = self;
        of_another_deck(&others, &mut list, lexicon);
        settle_list(&mut list, things, &beside, &left_out, lexicon);
        made::settle(things, &mut list, lexicon);
        if list.doubts.goes_on == lacking && states_what_is_counted(&list, lexicon) {
            list.doubts.goes_on = None;
        }
        list
    }

    /// Asks about a change that left a whole deck short: others may come in that nobody wrote down.
    fn question_what_is_short(&mut self) {
        if let Some((line, text)) = self.short_by {
            moves::add_question(text, line, &mut self.list);
        }
    }

    /// Settles whether the list goes on elsewhere: on a page that is lacking, where it said so, or in the
    /// list that it refers to.
    fn settle_where_it_goes_on(&mut self, lacking: Option<usize>, short: bool) {
        let doubts = &mut self.list.doubts;
        doubts.goes_on = lacking.or(doubts.goes_on).or(self.said_ahead.filter(|_| short));
        if let (Some((line, text)), false) = (self.as_before, self.above.is_whole()) {
            self.list.doubts.goes_on.get_or_insert(line);
            self.list.doubts.of_another = true;
            moves::add_question(text, line, &mut self.list);
        }
    }
}

/// Whether a whole deck is counted, and stated as the total: `page 1 of 2` of a form, where everything stands
/// on the one.
fn states_what_is_counted(list: &Decklist, lexicon: &Lexicon<'_>) -> bool {
    let counted = remarks::counted(list, lexicon);
    counted >= sizes::whole(lexicon.game) && list.totals.iter().any(|total| total.count == counted)
}

/// Notes lines that speak of another deck's cards; one that names a card which this deck has, or may have
/// by its side, is asked about.
fn of_another_deck(others: &[(usize, &str)], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    if others.is_empty() {
        return;
    }
    let known = |title: &str| match lexicon.read(title) {
        Found::Exact(name) | Found::Slip(name) => Some(name),
        Found::Open(_) | Found::Lost => None,
    };
    let own: BTreeSet<String> = list.entries.iter().filter_map(|entry| known(&entry.title)).collect();
    let sides: BTreeSet<Side> = own.iter().filter_map(|name| lexicon.side(name)).collect();
    let of_this = |name: String| {
        let side = lexicon.side(&name);
        own.contains(&name) || side.is_some_and(|side| side == Side::Neutral || sides.contains(&side))
    };
    // `My other deck has 2 Title` leaves no doubt.
    let of_a_list = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).any(|word| lexicon.words.is(InPlace::List, word))
    };
    for (line, text) in others {
        let mut named = names(text, lexicon).into_iter().filter_map(|(from, to)| known(&text[from..to]));
        let text = brief(text);
        if !of_a_list(&text) && named.any(of_this) {
            list.add_question(
                vec![*line],
                format!(
                    "{text:?} may be said of another deck, or of this one; it was not counted. Which is it?"
                ),
            );
            list.doubts.which_list = true;
        } else {
            let text = format!("{text:?} is said of another deck and was not counted (line {line}).");
            list.notes.push(ListNote { code: Code::UnreadLine, text });
        }
    }
}

/// What only shows with the whole list in view: counts and affiliations that are open, and what was not read.
fn settle_list(
    list: &mut Decklist,
    things: &[At],
    beside: &BTreeSet<usize>,
    left_out: &[Option<DeckEntry>],
    lexicon: &Lexicon<'_>,
) {
    foreign::mark(list, lexicon);
    if list.doubts.counts_open.is_none() && is_without_counts(list) && !repeats_a_title(list) {
        list.doubts.counts_open = Some(Vec::new());
    }
    disambiguate::counts_of_whole_sets(list, lexicon);
    without_numbered_heading(list);
    // Implausible counts are misread: of a page on which that happened nothing is certain.
    let own = remarks::counted(list, lexicon);
    let is_implausible = |e: &DeckEntry| {
        // `56. no time to find more` states how many there are.
        let plain = |n: u32| n > sizes::MAX_PLAUSIBLE && !(e.lost && n == own);
        matches!(e.count, Count::Of(n) if plain(n)) && e.zone != Zone::Aside
    };
    list.doubts.which_list |= list.entries.iter().any(is_implausible);
    remarks::uncounted_rows(list, lexicon);
    remarks::titles_apart(list, lexicon);
    remarks::title_apart_from_titles(list, things, lexicon);
    if let Some(out) = left_out.iter().cloned().collect::<Option<Vec<DeckEntry>>>() {
        by_total::settle(&out, list, lexicon);
    }
    if let Some(lines) = lines_that_may_fill(list, lexicon) {
        list.doubts.counts_open.get_or_insert_default().extend(lines);
    }
    affiliation::enter(things, list, lexicon);
    short_of_total(things, list, lexicon);
    passed_over(things, list, lexicon);
    list.doubts.may_name.extend(remarks::lines_that_may_name(list, beside, lexicon));
    disambiguate::command_cards_for_their_sets(list, lexicon);
    list.doubts.count_carried = disambiguate::is_count_carried(things);
    list.doubts.partly_read |= remarks::is_partly_read(list, beside);
    name_of(list);
    let known = |e: &DeckEntry| !e.lost && e.candidates.is_empty() || matches!(e.id, Some(Id::SetCode(_)));
    let plain = |e: &&DeckEntry| known(e) && e.zone != Zone::Affiliation;
    list.matched = list.entries.iter().filter(plain).count();
}

/// `Order 65` above all cards: an implausible count of what may be a card is a list's heading.
fn without_numbered_heading(list: &mut Decklist) {
    let is_row = |entry: &&DeckEntry| entry.zone != Zone::Affiliation;
    let Some(head) = list.entries.iter().position(|entry| is_row(&entry)) else { return };
    let entry = &list.entries[head];
    let open = entry.lost || !entry.candidates.is_empty();
    let many = matches!(entry.count, Count::Of(n) if n > sizes::MAX_PLAUSIBLE) && !entry.count_leads;
    let alone = list.entries.iter().filter(is_row).filter(|other| other.line <= entry.line).count() == 1;
    if open && many && alone {
        let entry = list.entries.remove(head);
        list.unread.push(UnreadLine::new(entry.line, entry.written.as_ref().unwrap_or(&entry.title)));
    }
}

/// A list that states as many sets as a deck has, and names fewer: a row may be missing.
fn short_of_total(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    if lexicon.game == Game::Tcg || list.doubts.counts_open.is_some() {
        return;
    }
    // A card of the other game may be the one the total counts besides.
    let foreign = sizes::copies(list.entries.iter().filter(|entry| entry.foreign));
    let counted = remarks::counted(list, lexicon).saturating_add(foreign);
    let whole = sizes::whole(lexicon.game);
    // `60 cards`: each of ten sets with its five command cards.
    let sets = |total: &Total| match total.count {
        count if count == whole || count == whole * sizes::CARDS_OF_A_SET => Some(whole),
        count if (whole..=whole * 2).contains(&count) && by_total::is_of_deck(&total.what, lexicon) => {
            Some(count)
        }
        _ => None,
    };
    let stated = list.totals.iter().find_map(|total| Some((total.line, sets(total)?)));
    let (Some((line, stated)), true) = (stated, counted < whole && counted > 0) else { return };
    // The affiliation is a card, too, where a row of its own counts it.
    let as_card = |(_, thing): &At| matches!(thing, LineItem::Affiliation(_, Named::Card, _));
    if counted + 1 == stated && things.iter().any(as_card) {
        return;
    }
    let question = format!("The list states a deck of {stated} sets and names {counted}. Is a row missing?");
    list.add_question(vec![line], question);
    list.doubts.may_name.push(line);
}

/// Whether a list of several cards says of none how many.
fn is_without_counts(list: &Decklist) -> bool {
    list.entries.len() >= 3 && list.entries.iter().all(|e| e.count == Count::NotGiven)
}

/// Whether a list has a row for each copy: a title stands in several.
fn repeats_a_title(list: &Decklist) -> bool {
    let cards = list.entries.iter().filter(|entry| entry.zone != Zone::Affiliation && !entry.lost);
    let mut titles = BTreeSet::new();
    cards.map(|entry| entry.title.as_str()).any(|title| !titles.insert(title))
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
/// affiliation, are reported as unread.
fn passed_over(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let named: Vec<usize> =
        list.entries.iter().filter(|e| e.zone == Zone::Affiliation).map(|e| e.line).collect();
    for (line, thing) in things {
        if let LineItem::Affiliation(_, Named::Among, text) = thing
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
    list.unread.dedup();
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
