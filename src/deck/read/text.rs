//! Plain text lists: typed by hand, or written by CardGameDB, the offline deck builder or LackeyCCG.

use std::collections::BTreeSet;

use super::markup::without_markup;
use crate::corpus::cards::{CardBook, Printing};
use crate::deck::list::{Count, DeckEntry, DeckFormat, Decklist, Id, MAX_ENTRIES, Total, Zone};

/// The maximum length of a line that names a card, in characters; the rest is ignored.
const MAX_LINE_LENGTH: usize = 400;

/// Reads a plain text list. Never fails: a line that cannot be interpreted becomes an entry without a count.
pub(super) fn read(text: &str, book: &CardBook) -> Decklist {
    let list = Decklist::new(DeckFormat::Plain, None);
    let mut reader = Reader { list, zone: Zone::Any, book };
    let mut lines = text.lines().enumerate().peekable();
    let (mut tabs, mut totals_underlined) = (0, false);
    while let Some((at, raw)) = lines.next() {
        if reader.list.entries.len() > MAX_ENTRIES {
            break;
        }
        let underlined = lines.peek().is_some_and(|(_, next)| next.trim_start().starts_with("==="));
        tabs += usize::from(is_tabbed(raw));
        let clean =
            without_markup(&raw[..raw.char_indices().nth(MAX_LINE_LENGTH).map_or(raw.len(), |(at, _)| at)]);
        let reading = reading(without_comment(clean.trim()), underlined);
        // The builder underlines headings that start with a total; people may also underline other headings.
        totals_underlined |= underlined && matches!(reading, PlainLine::Heading(_, Some(_)));
        reader.add(reading, at + 1);
    }
    let mut list = reader.list;
    list.format = match (totals_underlined, writes_out_every_set(&list, book)) {
        _ if tabs > 0 && list.entries.len() == tabs => DeckFormat::LackeyText,
        (true, true) => DeckFormat::OfflineBuilder,
        (false, true) => DeckFormat::CardGameDb,
        (_, false) => DeckFormat::Plain,
    };
    list
}

/// A list under construction.
struct Reader<'b> {
    list: Decklist,
    /// The zone of the lines that follow.
    zone: Zone,
    book: &'b CardBook,
}

impl Reader<'_> {
    fn add(&mut self, reading: PlainLine<'_>, line: usize) {
        let Self { list, zone, book } = self;
        match reading {
            PlainLine::Nothing => {}
            PlainLine::Heading(to, total) => {
                *zone = to.unwrap_or(*zone);
                list.totals.extend(total.map(|(what, count)| Total { line, what, count }));
            }
            PlainLine::Name(name) => list.name = list.name.take().or(Some(name)),
            PlainLine::Affiliation(named) => {
                let entry = card(named, book);
                list.entries.push(DeckEntry { line, count: Count::Of(1), zone: Zone::Affiliation, ..entry });
            }
            PlainLine::Card(text) => {
                list.entries.push(DeckEntry { line, zone: *zone, ..card(text, book) });
                if *zone == Zone::Affiliation {
                    *zone = Zone::Any;
                }
            }
        }
    }
}

/// Whether a list gives positions in their sets, and command cards of every objective that has one, as the
/// exports of programs do. People may give the positions of objectives, and write out the cards of a set or
/// two.
fn writes_out_every_set(list: &Decklist, book: &CardBook) -> bool {
    let is_objective = |title: &str| {
        book.lcg.names().get(title).iter().any(|printing| matches!(printing, Printing::Set(_, 1)))
    };
    let bare = |e: &&DeckEntry| !matches!(e.id, Some(Id::Place(_, Some(_))));
    let is_affiliation = |e: &DeckEntry| {
        let names = book.lcg.names().get(&e.title);
        e.zone == Zone::Affiliation || matches!(names.first(), Some(Printing::Affiliation(_)))
    };
    let others = list.entries.iter().filter(bare).filter(|e| !is_affiliation(e));
    let unknown = others.clone().filter(|e| book.lcg.names().get(&e.title).is_empty()).count();
    // An export names the affiliation, and at most the deck besides.
    let most = usize::from(list.entries.iter().any(is_affiliation));
    if unknown > most || others.clone().any(|e| is_objective(&e.title)) {
        return false;
    }
    let places = list.entries.iter().filter_map(|e| match &e.id {
        Some(Id::Place(set, Some(position))) => Some((set.as_str(), *position)),
        _ => None,
    });
    let (objectives, written_out): (Vec<_>, Vec<_>) = places.partition(|(_, position)| *position == 1);
    let written_out: BTreeSet<&str> = written_out.into_iter().map(|(set, _)| set).collect();
    !written_out.is_empty() && objectives.iter().all(|(set, _)| written_out.contains(set))
}

/// The interpretation of a line.
enum PlainLine<'a> {
    Nothing,
    /// The zone it starts, and the total it states.
    Heading(Option<Zone>, Option<(String, u32)>),
    Name(String),
    Affiliation(&'a str),
    Card(&'a str),
}

fn reading(line: &str, underlined: bool) -> PlainLine<'_> {
    if line.is_empty() || line.chars().all(|c| "-=_*~.+#—–".contains(c)) {
        return PlainLine::Nothing;
    }
    if let Some(heading) = heading(line) {
        return heading;
    }
    if underlined {
        return PlainLine::Heading(None, None);
    }
    if let Some((label, rest)) = labelled(line) {
        match label.as_str() {
            "affiliation" | "affiliation card" | "faction" if rest.is_empty() => {
                return PlainLine::Heading(Some(Zone::Affiliation), None);
            }
            "affiliation" | "affiliation card" | "faction" => return PlainLine::Affiliation(rest),
            "name" | "deck" | "deck name" | "title" => return PlainLine::Name(rest.to_owned()),
            "light side" | "dark side" | "light" | "dark" if !rest.is_empty() => {
                return PlainLine::Card(rest);
            }
            "player" | "author" | "by" | "event" | "date" | "side" | "game" | "format" => {
                return PlainLine::Nothing;
            }
            _ => {}
        }
    }
    PlainLine::Card(line)
}

/// Splits `Affiliation: Jedi` or `Faction - Sith` into a lower-case label and the rest.
fn labelled(line: &str) -> Option<(String, &str)> {
    let (label, rest) = line.split_once(':').or_else(|| line.split_once(" - "))?;
    Some((label.trim().to_ascii_lowercase(), rest.trim()))
}

/// A line that only names a section, possibly with a count: `8 - Objectives`, `Units (18)`, `Sideboard:`.
fn heading(line: &str) -> Option<PlainLine<'static>> {
    let number: String = line.chars().filter(char::is_ascii_digit).collect();
    let words = line.chars().map(|c| if c.is_alphabetic() { c.to_ascii_lowercase() } else { ' ' });
    let words = words.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let zone = match words.as_str() {
        "objective"
        | "objectives"
        | "objective deck"
        | "objective sets"
        | "objective set"
        | "total objective sets"
        | "total objectives"
        | "total objective set"
        | "sets" => Some(Zone::Objectives),
        "command deck" | "command cards" | "commands" | "unit" | "units" | "enhancement" | "enhancements"
        | "event" | "events" | "fate" | "fates" | "fate card" | "fate cards" | "mission" | "missions" => {
            Some(Zone::Command)
        }
        "force" | "force cards" | "affiliation" | "affiliation card" => Some(Zone::Affiliation),
        "supply" | "sideboard" | "outside the game" => Some(Zone::Aside),
        "character" | "characters" | "ground" | "space" | "battle" | "battles" | "location" | "locations"
        | "equipment" | "other makers sets" | "fan made sets" | "deck" | "main deck" | "cards" | "total"
        | "total cards" | "light side" | "dark side" => None,
        _ => return None,
    };
    // In lists without sections, the same words state totals.
    let total = number.parse().ok().map(|n| (words.clone(), n));
    let zone = match words.as_str() {
        "total objective sets" | "total objectives" | "total objective set" => Some(Zone::Any),
        _ => zone,
    };
    Some(PlainLine::Heading(zone, total))
}

fn is_tabbed(line: &str) -> bool {
    line.split_once('\t').is_some_and(|(n, name)| {
        !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()) && !name.trim().is_empty()
    })
}

/// A line without its comment: `//` anywhere, `#` or `;` at the start.
fn without_comment(line: &str) -> &str {
    let number_sign =
        line.strip_prefix('#').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
    if number_sign || line.starts_with(';') {
        return "";
    }
    match line.find("//") {
        Some(0) => "",
        Some(at) if line[..at].ends_with(char::is_whitespace) => line[..at].trim_end(),
        _ => line,
    }
}

/// Parses a line: bullet, count before or after, title, and what is in brackets.
fn card(line: &str, book: &CardBook) -> DeckEntry {
    let line = without_bullet(line);
    let (mut count, rest) = leading_count(line);
    let mut count_leads = count != Count::NotGiven;
    // A name may end like a count (`Walker 23X`), whatever is in brackets after it.
    let named = |title| !book.tcg.names().get(title).is_empty() || !book.lcg.names().get(title).is_empty();
    if named(rest) {
        return DeckEntry {
            line: 0,
            count,
            count_leads,
            title: rest.to_owned(),
            id: None,
            ..DeckEntry::default()
        };
    }
    let (title, mut id, bracket_count) = brackets(rest, book);
    let (title, trailing) = if named(title) { (title, Count::NotGiven) } else { trailing_count(title) };
    let behind = if trailing == Count::NotGiven { bracket_count } else { trailing };
    if behind != Count::NotGiven {
        // With two numbers, the first is the set's (`19 Title 2x`).
        if let (Count::Of(n), None) = (count, &id) {
            id = Some(Id::Place(n.to_string(), None));
        }
        count = behind;
        count_leads = false;
    }
    DeckEntry { line: 0, count, count_leads, title: title.to_owned(), id, ..DeckEntry::default() }
}

fn without_bullet(line: &str) -> &str {
    let bullets: &[_] = &['•', '·', '‣', '▪', '◦', '●', '○', '■'];
    let line = line.trim_start_matches(bullets).trim_start();
    let rest = line.trim_start_matches(['-', '*', '+', '–', '—']);
    without_ordinal(if rest.starts_with(char::is_whitespace) { rest.trim_start() } else { line })
}

/// A line without the ordinal of a numbered list, `1. ` or `1) `.
fn without_ordinal(line: &str) -> &str {
    let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
    match line[digits..].strip_prefix(['.', ')']) {
        Some(rest) if (1..=2).contains(&digits) && rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

/// `2x Title`, `2 x Title`, `x2 Title`, `2 Title`, `(2) Title`, `1 - Title`, `-3 Title`.
fn leading_count(line: &str) -> (Count, &str) {
    let line = line.strip_prefix('(').filter(|l| l.starts_with(|c: char| c.is_ascii_digit())).unwrap_or(line);
    let (x, body) = match line.strip_prefix(['x', 'X', '×']) {
        Some(body) if body.starts_with(|c: char| c.is_ascii_digit()) => (true, body),
        _ => (false, line),
    };
    let (minus, body) = body.strip_prefix('-').map_or((false, body), |b| (true, b));
    let end = body.find(|c: char| !c.is_ascii_digit()).unwrap_or(body.len());
    let (digits, rest) = body.split_at(end);
    if digits.is_empty() {
        return (Count::NotGiven, line);
    }
    let rest = rest.strip_prefix(')').unwrap_or(rest);
    let spaced = rest.starts_with(char::is_whitespace);
    let after = rest.trim_start();
    let crossed = after.strip_prefix(['x', 'X', '×', '*']).filter(|r| r.starts_with([' ', '\t']));
    let title = match (crossed, spaced || x) {
        (Some(title), _) => title.trim_start(),
        (None, true) => after.strip_prefix("- ").unwrap_or(after).trim_start(),
        // `4-LOM`, `501st`: the number is part of the name.
        (None, false) => return (Count::NotGiven, line),
    };
    if title.is_empty() {
        return (Count::NotGiven, line);
    }
    (if minus { Count::Bad } else { Count::read(digits) }, title)
}

/// `Title x2`, `Title 2x`, `Title ×2`, `Title - x2`.
fn trailing_count(title: &str) -> (&str, Count) {
    let Some((before, last)) = title.trim_end().rsplit_once(char::is_whitespace) else {
        return (title.trim(), Count::NotGiven);
    };
    // `Title: 2`
    if before.ends_with([':', '=', ',']) && last.len() == 1 && last.bytes().all(|b| b.is_ascii_digit()) {
        return (before[..before.len() - 1].trim_end(), Count::read(last));
    }
    let cross: &[_] = &['x', 'X', '×'];
    let digits = last.strip_prefix(cross).or_else(|| last.strip_suffix(cross));
    let (before, digits) = match digits {
        Some(digits) => (before, digits),
        // `Title x 2`
        None => match before.trim_end().rsplit_once(char::is_whitespace) {
            Some((title, "x" | "X" | "×")) => (title, last),
            _ => (before, ""),
        },
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return (title.trim(), Count::NotGiven);
    }
    (before.trim_end_matches([' ', '\t', '-', ',', ':', '–']), Count::read(digits))
}

/// Splits brackets that are not part of a name off a title, and returns the id or count in them.
fn brackets<'t>(text: &'t str, book: &CardBook) -> (&'t str, Option<Id>, Count) {
    let (mut id, mut count) = (None, Count::NotGiven);
    let mut text = text.trim();
    // A count may follow the bracket: `Title (99) x2`.
    let (before, behind) = trailing_count(text);
    if behind != Count::NotGiven && before.ends_with([')', ']']) {
        (text, count) = (before, behind);
    }
    while let Some((before, inside)) = last_bracket(text) {
        match place(inside) {
            Some(found) => id = id.or(Some(found)),
            None if text.ends_with(']') && book.tcg.set(inside).is_some() => {
                id = id.or_else(|| Some(Id::SetCode(inside.to_owned())));
            }
            None => match trailing_count(&format!(". {inside}")).1 {
                Count::NotGiven if is_product(inside) => {}
                Count::NotGiven => break,
                found => count = found,
            },
        }
        text = before.trim_end();
    }
    if let Some((before, number)) = text.rsplit_once('#')
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit())
    {
        id = id.or_else(|| Some(Id::Place(number.to_owned(), None)));
        text = before.trim_end();
    }
    (text, id, count)
}

fn last_bracket(text: &str) -> Option<(&str, &str)> {
    let (open, closed) = match text.chars().last()? {
        ')' => ('(', text.strip_suffix(')')?),
        ']' => ('[', text.strip_suffix(']')?),
        _ => return None,
    };
    let (before, inside) = closed.rsplit_once(open)?;
    (!before.trim().is_empty()).then_some((before, inside.trim()))
}

/// `19-1`, `019-1`, `99`, `#99`, `Set 99`, `Core Set, 99`, `FIC04-1`.
fn place(inside: &str) -> Option<Id> {
    let last = inside.rsplit([',', ' ']).next()?.trim_start_matches('#');
    let labelled = inside.to_ascii_lowercase().starts_with("set ") || inside.starts_with('#');
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    if let Some((set, position)) = last.rsplit_once('-') {
        let known = set.bytes().all(|b| b.is_ascii_alphanumeric()) && set.bytes().any(|b| b.is_ascii_digit());
        return (known && digits(position)).then(|| Id::Place(set.to_owned(), position.parse().ok()));
    }
    if !digits(last) {
        return None;
    }
    Some(if labelled { Id::Place(last.to_owned(), None) } else { Id::Figure(last.to_owned()) })
}

/// Whether brackets contain a product or printing rather than a version letter.
fn is_product(inside: &str) -> bool {
    inside.chars().filter(|c| c.is_alphabetic()).count() > 2
}
