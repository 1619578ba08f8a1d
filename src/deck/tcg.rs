//! The deck rules of the Star Wars Trading Card Game, as far as they are known.

use std::collections::BTreeMap;

use super::code::Code;
use super::figures::Figures;
use super::list::{Count, Decklist, Entry, Format, Id, Zone};
use super::report::{CardAt, Certainty, DeckReport, Finding, Verdict};
use super::show::Layout;
use crate::corpus::cards::{Side, TcgBook, TcgCard, TcgType};
use crate::corpus::{Day, Game};

/// So many unmatched lines get suggestions.
const MOST_SUGGESTIONS: usize = 40;

/// How to judge.
#[derive(Debug, Clone, Copy)]
pub(super) struct Terms<'a> {
    pub(super) book: &'a TcgBook,
    pub(super) figures: &'a Figures,
    pub(super) day: Day,
}

/// Copies of a card and the lines they stand in.
#[derive(Debug, Clone, Default)]
struct Copies {
    count: u32,
    lines: Vec<usize>,
}

impl Copies {
    fn add(&mut self, entry: &Entry) {
        self.count = self.count.saturating_add(entry.count.number());
        self.lines.push(entry.line);
    }
}

/// A list with its lines matched.
#[derive(Default)]
struct Cards {
    /// Copies by card, an index into the book.
    known: BTreeMap<usize, Copies>,
    /// Copies of cards of other makers' sets, by set code and name.
    fan: BTreeMap<(String, String), Copies>,
    /// Copies of lines that could not be matched.
    open: u32,
    /// Copies laid aside, which belong to no deck.
    aside: u32,
    /// Whether a count could not be read.
    bad_count: bool,
    matched: usize,
    name: Option<String>,
    violations: Vec<Finding>,
    warnings: Vec<Finding>,
}

impl Cards {
    fn total(&self) -> u32 {
        let counts = self.known.values().chain(self.fan.values()).map(|c| c.count);
        counts.fold(self.open, u32::saturating_add)
    }

    fn fan_total(&self) -> u32 {
        self.fan.values().fold(0, |sum, c| sum.saturating_add(c.count))
    }

    fn cards<'a>(&'a self, book: &'a TcgBook) -> impl Iterator<Item = (&'a TcgCard, &'a Copies)> {
        self.known.iter().map(|(at, copies)| (&book.cards()[*at], copies))
    }

    fn of_type(&self, book: &TcgBook, kind: TcgType) -> u32 {
        self.cards(book).filter(|(c, _)| c.r#type == kind).fold(0, |sum, (_, n)| sum.saturating_add(n.count))
    }
}

/// How many lines of a list name cards of this game.
pub(super) fn matched(list: &Decklist, book: &TcgBook) -> usize {
    list.entries.iter().filter(|e| !book.names().get(&name_of(e)).is_empty()).count()
}

/// An entry's name without the word for its printing: `Chewbacca (N) (Starter)`.
fn name_of(entry: &Entry) -> String {
    ["(Starter)", "(Promo)"].iter().fold(entry.title.clone(), |name, word| name.replace(word, " "))
}

/// Checks a list.
pub(super) fn check(file: &str, list: &Decklist, terms: Terms<'_>) -> DeckReport {
    let mut cards = resolve(list, terms);
    let mut violations = std::mem::take(&mut cards.violations);
    violations.extend(fan_sets(&cards, terms));
    violations.extend(size(&cards, terms));
    violations.extend(sides(&cards, terms));
    violations.extend(copies(&cards, terms));
    violations.extend(listed(&cards, terms));
    violations.sort_by_key(|v| (v.code.category(), v.code, v.certainty));
    let mut warnings = std::mem::take(&mut cards.warnings);
    warnings.extend(totals(list, &cards, terms));
    warnings.extend(list.notes.iter().map(|(code, note)| finding(terms, *code, note.as_str())));
    let verdict = Verdict::of(&violations);
    let neutral = cards.cards(terms.book).filter(|(c, _)| c.side == Side::Neutral);
    DeckReport {
        file: file.to_owned(),
        game: Some(Game::Tcg),
        format: Some(list.format.name()),
        verdict,
        side: side(&cards, terms),
        affiliation: None,
        counts: counts(&cards, terms),
        mend: (verdict == Verdict::Illegal).then(|| mend(&cards, terms)).flatten(),
        violations,
        warnings,
        name: cards.name.clone(),
        neutrals: neutral.map(|(c, _)| c.name.value.clone()).collect(),
    }
}

fn finding(terms: Terms<'_>, code: Code, message: impl Into<String>) -> Finding {
    terms.figures.finding(Game::Tcg, code, message)
}

fn card_at(card: &TcgCard) -> CardAt {
    CardAt {
        name: card.name.value.clone(),
        number: Some(card.number.clone()),
        set: Some(card.set.value.clone()),
    }
}

fn resolve(list: &Decklist, terms: Terms<'_>) -> Cards {
    let mut cards = Cards { name: list.name.clone(), ..Cards::default() };
    let mut unmatched = 0;
    for entry in &list.entries {
        match (entry.zone, entry.count) {
            (Zone::Aside, count) => cards.aside = cards.aside.saturating_add(count.number()),
            (_, Count::Of(0)) => {}
            (_, Count::Bad) => {
                cards.bad_count = true;
                let message = format!("The count of {:?} is no count.", entry.title);
                let bad = finding(terms, Code::BadCount, message).on([entry.line]);
                cards.violations.push(bad.mend("Write how many copies the deck has."));
            }
            _ => match known(entry, &mut cards, terms) {
                Some(at) => {
                    cards.matched += 1;
                    cards.known.entry(at).or_default().add(entry);
                }
                None => other(entry, &mut cards, &mut unmatched, terms, list.format),
            },
        }
    }
    cards
}

/// The card an entry names: of several of one name, the one of the entry's set.
fn known(entry: &Entry, cards: &mut Cards, terms: Terms<'_>) -> Option<usize> {
    let names = terms.book.names();
    let name = name_of(entry);
    let exact = names.get(&name);
    let found = if exact.is_empty() { names.get_loosely(&name) } else { exact };
    let first = *found.first()?;
    if exact.is_empty() {
        let message = format!("{:?} was read as {}.", entry.title, *terms.book.cards()[first].name);
        cards.warnings.push(finding(terms, Code::NameSlip, message).on([entry.line]));
    }
    let Some(Id::SetCode(code)) = &entry.id else { return Some(first) };
    let of_set = found.iter().copied().find(|at| terms.book.cards()[*at].set.eq_ignore_ascii_case(code));
    let official = terms.book.set(code).is_some_and(|s| s.official == Some(true));
    if of_set.is_none() && official {
        let card = &terms.book.cards()[first];
        let message = format!("{} is a card of {}, not of {code}.", *card.name, *card.set);
        cards.warnings.push(finding(terms, Code::IdTitle, message).about([card_at(card)]).on([entry.line]));
    }
    Some(of_set.unwrap_or(first))
}

/// An entry that names no card of the publisher's: of another maker's set, a name of the deck, or unmatched.
fn other(entry: &Entry, cards: &mut Cards, unmatched: &mut usize, terms: Terms<'_>, format: Format) {
    if let Some(Id::SetCode(code)) = &entry.id
        && terms.book.set(code).is_some_and(|s| s.official != Some(true))
    {
        let key = (code.to_ascii_uppercase(), entry.title.clone());
        return cards.fan.entry(key).or_default().add(entry);
    }
    *unmatched += 1;
    let names = terms.book.names();
    let near = if *unmatched <= MOST_SUGGESTIONS { names.nearest(&entry.title, 3) } else { Vec::new() };
    let bare = entry.count == Count::Unsaid && format == Format::Plain;
    if bare && !(*unmatched <= MOST_SUGGESTIONS && names.is_slip(&entry.title)) {
        let is_name = cards.matched == 0 && cards.name.is_none();
        let what =
            if is_name { "was taken for the deck's name" } else { "names no card and was not counted" };
        let message = format!("{:?} {what}.", entry.title);
        cards.warnings.push(finding(terms, Code::UnreadLine, message).on([entry.line]));
        cards.name = if is_name { Some(entry.title.clone()) } else { cards.name.take() };
        return;
    }
    cards.open = cards.open.saturating_add(entry.count.number());
    let mend = match near.is_empty() {
        true => "Write the name as the card has it, with the version letter of a unique card.".to_owned(),
        false => format!("Is {} meant?", near.join(", or ")),
    };
    let message = format!("{:?} is no card of the publisher's ten sets.", entry.title);
    cards.violations.push(finding(terms, Code::UnmatchedLine, message).on([entry.line]).mend(mend));
}

/// Cards of sets the publisher did not make: whether an event admits them is not written anywhere.
fn fan_sets(cards: &Cards, terms: Terms<'_>) -> Vec<Finding> {
    let mut by_set: BTreeMap<&str, Vec<(&str, &Copies)>> = BTreeMap::new();
    for ((code, name), copies) in &cards.fan {
        by_set.entry(code).or_default().push((name, copies));
    }
    let told = |(code, of_set): (&str, Vec<(&str, &Copies)>)| {
        let set = terms.book.set(code).map_or(code, |s| s.name.as_str());
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
        finding(terms, Code::FanSet, message)
            .about(about)
            .on(lines)
            .mend("Ask the organizer which sets the event admits.")
    };
    by_set.into_iter().map(told).collect()
}

/// Enough cards, and enough units of each arena.
fn size(cards: &Cards, terms: Terms<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let least = terms.figures.figure(Game::Tcg, Code::TooFewCards, 0);
    let total = cards.total();
    if total < least {
        let message = format!("The deck has {total} cards; it needs at least {least}.");
        let short = finding(terms, Code::TooFewCards, message).mend(format!("Add {} more.", least - total));
        found.push(if cards.bad_count { short.at_most(Certainty::Unknown) } else { short });
    }
    found.extend(arenas(cards, terms));
    found
}

/// Enough units of each arena; where unknown cards may be the lacking ones, one finding says so.
fn arenas(cards: &Cards, terms: Terms<'_>) -> Vec<Finding> {
    let least = terms.figures.figure(Game::Tcg, Code::TooFewUnits, 0);
    let open = cards.open.saturating_add(cards.fan_total());
    let kinds = [TcgType::Space, TcgType::Ground, TcgType::Character];
    let units = kinds.map(|kind| (kind, cards.of_type(terms.book, kind)));
    let lacking: u32 = units.iter().map(|(_, n)| least.saturating_sub(*n)).sum();
    if lacking == 0 {
        return Vec::new();
    }
    if cards.bad_count || lacking <= open {
        let known: Vec<String> = units.iter().map(|(kind, n)| format!("{} {n}", kind.shown())).collect();
        let message = format!(
            "Whether it has {least} units of each arena is not known: {} are known, and {open} cards are not.",
            known.join(", ")
        );
        return vec![finding(terms, Code::TooFewUnits, message).at_most(Certainty::Unknown)];
    }
    let short = |(kind, n): (TcgType, u32)| {
        let message = format!("The deck has {n} {} units; it needs at least {least}.", kind.shown());
        let found = finding(terms, Code::TooFewUnits, message).mend(format!("Add {} more.", least - n));
        // Unknown cards are too few for all the arenas, and may be enough for this one.
        if n.saturating_add(open) >= least && open > 0 { found.at_most(Certainty::Unknown) } else { found }
    };
    let mut found: Vec<Finding> = units.into_iter().filter(|(_, n)| *n < least).map(short).collect();
    if found.iter().all(|f| f.certainty == Certainty::Unknown) {
        let message = format!("The units of all arenas lack {lacking} cards; only {open} are unknown.");
        found.push(finding(terms, Code::TooFewUnits, message));
    }
    found
}

/// One side, and neutral cards.
fn sides(cards: &Cards, terms: Terms<'_>) -> Option<Finding> {
    let of = |side: Side| cards.cards(terms.book).filter(move |(c, _)| c.side == side).collect::<Vec<_>>();
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
        finding(terms, Code::TwoSides, message)
            .on(lines)
            .about(about)
            .mend(format!("Replace the {side} cards.")),
    )
}

/// Copies by full name, and of different cards of one name.
fn copies(cards: &Cards, terms: Terms<'_>) -> Vec<Finding> {
    let most = terms.figures.figure(Game::Tcg, Code::TooManyCopies, u32::MAX);
    let mut found = Vec::new();
    let mut by_name: BTreeMap<&str, (u32, Vec<usize>, u32)> = BTreeMap::new();
    let known = cards.cards(terms.book).map(|(c, n)| (c.name.as_str(), n, Some(card_at(c))));
    let fan = cards.fan.iter().map(|((_, name), n)| (name.as_str(), n, None));
    for (name, copies, about) in known.chain(fan) {
        if copies.count > most {
            let message = format!("{name} stands {} times; a card may stand {most} times.", copies.count);
            let over =
                finding(terms, Code::TooManyCopies, message).on(copies.lines.iter().copied()).about(about);
            found.push(over.mend(format!("Replace {} of them.", copies.count - most)));
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
            found.push(finding(terms, Code::SameName, message).on(lines));
        }
    }
    found
}

/// Banned and restricted cards on the day.
fn listed(cards: &Cards, terms: Terms<'_>) -> Vec<Finding> {
    let over = |(card, copies): (&TcgCard, &Copies)| {
        let listed = terms.figures.listed(&card.name, terms.day)?;
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
        let mut found = finding(terms, code, message).about([card_at(card)]).on(copies.lines.iter().copied());
        found.certainty = listed.certainty;
        found.citation = Some(listed.cite.clone());
        Some(found.mend(format!("Replace {surplus} of them.")))
    };
    cards.cards(terms.book).filter_map(over).collect()
}

/// Totals by type the list states that its cards do not add up to.
fn totals(list: &Decklist, cards: &Cards, terms: Terms<'_>) -> Vec<Finding> {
    if cards.open > 0 || !cards.fan.is_empty() || cards.bad_count {
        return Vec::new();
    }
    let counted = |label: &str| {
        let kind = match label.trim_end_matches('s') {
            "space" => TcgType::Space,
            "ground" => TcgType::Ground,
            "character" => TcgType::Character,
            "battle" => TcgType::Battle,
            "mission" => TcgType::Mission,
            "location" => TcgType::Location,
            "equipment" => TcgType::Equipment,
            _ => return None,
        };
        Some(cards.of_type(terms.book, kind))
    };
    let differs = |(line, label, stated): &(usize, String, u32)| {
        let counted = counted(label).filter(|n| n != stated)?;
        let message = format!("The list says {stated} {label}; its lines are {counted}.");
        Some(finding(terms, Code::TotalDiffers, message).on([*line]))
    };
    list.totals.iter().filter_map(differs).collect()
}

fn side(cards: &Cards, terms: Terms<'_>) -> Option<Side> {
    let of = |side| {
        cards.cards(terms.book).filter(|(c, _)| c.side == side).map(|(_, n)| u64::from(n.count)).sum::<u64>()
    };
    match (of(Side::Light), of(Side::Dark)) {
        (0, 0) => (of(Side::Neutral) > 0).then_some(Side::Neutral),
        (light, dark) if light >= dark => Some(Side::Light),
        _ => Some(Side::Dark),
    }
}

fn counts(cards: &Cards, terms: Terms<'_>) -> BTreeMap<&'static str, u32> {
    let of = |kind| cards.of_type(terms.book, kind);
    let mut counts = BTreeMap::from([
        ("cards", cards.total()),
        ("space", of(TcgType::Space)),
        ("ground", of(TcgType::Ground)),
        ("character", of(TcgType::Character)),
    ]);
    let unknown = cards.open.saturating_add(cards.fan_total());
    counts.extend([("unknown", unknown), ("aside", cards.aside)].into_iter().filter(|(_, n)| *n > 0));
    counts
}

/// The smallest change: what has to go, and what has to come instead.
fn mend(cards: &Cards, terms: Terms<'_>) -> Option<String> {
    if cards.open > 0 || cards.bad_count || !cards.fan.is_empty() {
        return None;
    }
    let most = terms.figures.figure(Game::Tcg, Code::TooManyCopies, u32::MAX);
    let keeps = side(cards, terms)?;
    let mut kept: BTreeMap<TcgType, u32> = BTreeMap::new();
    let mut out = Vec::new();
    for (card, copies) in cards.cards(terms.book) {
        let listed =
            terms.figures.listed(&card.name, terms.day).filter(|l| l.certainty != Certainty::Unknown);
        let allowed = if card.side == keeps || card.side == Side::Neutral { most } else { 0 };
        let keep = copies.count.min(allowed).min(listed.map_or(u32::MAX, |l| l.copies));
        *kept.entry(card.r#type).or_default() += keep;
        if keep < copies.count {
            out.push(format!("{} {}", copies.count - keep, *card.name));
        }
    }
    let units = terms.figures.figure(Game::Tcg, Code::TooFewUnits, 0);
    let mut add = Vec::new();
    let mut total: u32 = kept.values().sum();
    for kind in [TcgType::Space, TcgType::Ground, TcgType::Character] {
        let lacking = units.saturating_sub(kept.get(&kind).copied().unwrap_or_default());
        if lacking > 0 {
            add.push(format!("{lacking} {} units", kind.shown()));
            total += lacking;
        }
    }
    let cards_lacking = terms.figures.figure(Game::Tcg, Code::TooFewCards, 0).saturating_sub(total);
    if cards_lacking > 0 {
        add.push(format!("{cards_lacking} other cards"));
    }
    let steps: Vec<String> = [("Take out", out), ("Add", add)]
        .into_iter()
        .filter(|(_, what)| !what.is_empty())
        .map(|(verb, what)| format!("{verb} {}.", what.join(", ")))
        .collect();
    (!steps.is_empty()).then(|| steps.join(" "))
}

/// Every card of a list in one canonical order: by type, then by name.
pub(super) fn lay_out(list: &Decklist, terms: Terms<'_>) -> Layout {
    let cards = resolve(list, terms);
    let mut layout = Layout::new(Game::Tcg, cards.name.clone());
    let kinds = [
        TcgType::Space,
        TcgType::Ground,
        TcgType::Character,
        TcgType::Location,
        TcgType::Mission,
        TcgType::Battle,
        TcgType::Equipment,
    ];
    for kind in kinds {
        let mut of: Vec<(u32, String)> = cards
            .cards(terms.book)
            .filter(|(c, _)| c.r#type == kind)
            .map(|(c, n)| (n.count, format!("{} [{}]", *c.name, *c.set)))
            .collect();
        of.sort_by(|a, b| a.1.cmp(&b.1));
        layout.section(kind.shown(), of);
    }
    let other = cards.fan.iter().map(|((code, name), n)| (n.count, format!("{name} [{code}]")));
    layout.section("Other makers' sets", other);
    layout.unread(cards.violations.iter().chain(&cards.warnings));
    layout
}
