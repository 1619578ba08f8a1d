//! Decks in OCTGN's and LackeyCCG's XML formats.

use roxmltree::{Document, Node, ParsingOptions};

use crate::corpus::Game;
use crate::corpus::cards::CardBook;
use crate::deck::list::{Count, DeckEntry, DeckFormat, Decklist, Id, Zone, brief};

/// The maximum number of nodes, and the maximum nesting depth.
const MAX_NODES: u32 = 50_000;
const MAX_DEPTH: usize = 64;

/// The maximum number of attributes. The parser compares all attributes of an element with each other, which
/// takes quadratic time.
const MAX_ATTRIBUTES: usize = 10_000;

/// Reads a deck in XML. Entities and external documents are refused and never fetched.
///
/// # Errors
/// A sentence that says why this is not a deck.
pub(super) fn read(text: &str, book: &CardBook) -> Result<Decklist, String> {
    if nested_too_deep(text) {
        return Err(format!("This XML is nested more than {MAX_DEPTH} deep; no deck is."));
    }
    if text.bytes().filter(|b| *b == b'=').count() > MAX_ATTRIBUTES {
        return Err(format!("This XML has more than {MAX_ATTRIBUTES} attributes; no deck has."));
    }
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text.trim_start(), options).map_err(|e| refusal(&e))?;
    let skipped = text[..text.len() - text.trim_start().len()].matches('\n').count();
    let lines = Lines::new(text.trim_start(), skipped + 1);
    let root = document.root_element();
    if root.tag_name().name() != "deck" {
        return Err(format!("This is XML, but its root is <{}>, not <deck>.", brief(root.tag_name().name())));
    }
    if let Some(game) = root.attribute("game") {
        return octgn(root, game, &lines, book);
    }
    lackey(root, &lines)
}

fn refusal(error: &roxmltree::Error) -> String {
    match error {
        roxmltree::Error::DtdDetected => {
            "This XML declares a document type, which no deck does; it was refused unread.".to_owned()
        }
        roxmltree::Error::NodesLimitReached => {
            format!("This XML has more than {MAX_NODES} parts; no deck has.")
        }
        other => format!("This begins like XML but is not well formed: {}.", brief(&other.to_string())),
    }
}

/// Whether tags are nested deeper than in any deck. Determined without parsing, since the parser recurses.
fn nested_too_deep(text: &str) -> bool {
    let mut depth = 0_usize;
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        match (byte, bytes.get(at + 1)) {
            (b'<', Some(b'/')) => depth = depth.saturating_sub(1),
            (b'<', Some(b'?' | b'!')) => {}
            (b'<', Some(_)) => depth += 1,
            (b'/', Some(b'>')) => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

/// The offsets of the lines of a text, for looking up a node's line number.
struct Lines {
    starts: Vec<usize>,
    first: usize,
}

impl Lines {
    fn new(text: &str, first: usize) -> Self {
        let starts = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1).collect();
        Self { starts, first }
    }

    fn of(&self, node: Node<'_, '_>) -> usize {
        self.first + self.starts.partition_point(|start| *start <= node.range().start)
    }
}

fn octgn(root: Node<'_, '_>, game: &str, lines: &Lines, book: &CardBook) -> Result<Decklist, String> {
    if !game.eq_ignore_ascii_case(&book.lcg.octgn().game) {
        return Err(format!("This OCTGN deck is of another game (its id is {}).", brief(game)));
    }
    let mut list = Decklist::new(DeckFormat::Octgn, Some(Game::Lcg));
    for section in root.children().filter(|n| n.has_tag_name("section")) {
        let zone = match section.attribute("name").unwrap_or_default().trim().to_ascii_lowercase().as_str() {
            "affiliation" => Zone::Affiliation,
            "command deck" => Zone::Command,
            "objective deck" => Zone::Objectives,
            _ => Zone::Any,
        };
        for card in section.children().filter(|n| n.has_tag_name("card")) {
            list.entries.push(DeckEntry {
                line: lines.of(card),
                count: card.attribute("qty").map_or(Count::Of(1), Count::read),
                count_leads: true,
                title: brief(&text_of(card)),
                id: card.attribute("id").map(|id| Id::Octgn(brief(id))),
                zone,
                ..DeckEntry::default()
            });
        }
    }
    Ok(list)
}

fn lackey(root: Node<'_, '_>, lines: &Lines) -> Result<Decklist, String> {
    let game_name = root.descendants().find(|n| n.has_tag_name("game")).map(text_of).unwrap_or_default();
    let game = match game_name.to_ascii_lowercase().as_str() {
        "starwars-lcg" => Game::Lcg,
        "starwars" => Game::Tcg,
        "" => return Err("This XML deck does not say which game it is of.".to_owned()),
        _ => return Err(format!("This LackeyCCG deck is of another game, {:?}.", brief(&game_name))),
    };
    let mut list = Decklist::new(DeckFormat::LackeyXml, Some(game));
    for superzone in root.children().filter(|n| n.has_tag_name("superzone")) {
        let zone = lackey_zone(game, superzone.attribute("name").unwrap_or_default());
        for card in superzone.children().filter(|n| n.has_tag_name("card")) {
            list.entries.extend(lackey_card(card, game, zone, lines.of(card)));
        }
    }
    Ok(list)
}

fn lackey_zone(game: Game, name: &str) -> Zone {
    match (game, name.trim().to_ascii_lowercase().as_str()) {
        (Game::Lcg, "command") => Zone::Command,
        (Game::Lcg, "objectives") => Zone::Objectives,
        (Game::Lcg, "force") => Zone::Affiliation,
        (Game::Tcg, "supply" | "sideboard" | "outside the game") => Zone::Aside,
        _ => Zone::Any,
    }
}

fn lackey_card(card: Node<'_, '_>, game: Game, zone: Zone, line: usize) -> Option<DeckEntry> {
    let name = card.children().find(|n| n.has_tag_name("name"));
    let id = name.and_then(|n| n.attribute("id")).unwrap_or_default();
    let set = card.children().find(|n| n.has_tag_name("set")).map(text_of).unwrap_or_default();
    // Force cards are listed with the affiliation card, but are not part of what is checked.
    if game == Game::Lcg && zone == Zone::Affiliation && id.starts_with("Force") {
        return None;
    }
    let title = brief(&name.map(text_of).unwrap_or_default());
    let (title, id) = match game {
        Game::Lcg => (without_place(&title).to_owned(), lackey_place(id)),
        Game::Tcg => (title, (!set.is_empty()).then(|| Id::SetCode(brief(&set)))),
    };
    Some(DeckEntry { line, count: Count::Of(1), count_leads: true, title, id, zone, ..DeckEntry::default() })
}

/// Parses the set and position from an id such as `Core-26-2P` or `Core-19-1,ObjBack`.
fn lackey_place(id: &str) -> Option<Id> {
    let id = id.split(',').next()?.trim_end_matches('P');
    let mut parts = id.rsplit('-');
    let position = parts.next()?.parse().ok()?;
    let set = parts.next()?;
    parts.next()?;
    Some(Id::Place(brief(set), Some(position)))
}

/// A title without the `(19)`, `(26-4)` or `(P)` that LackeyCCG appends.
fn without_place(title: &str) -> &str {
    let Some((before, inside)) = title.strip_suffix(')').and_then(|t| t.rsplit_once('(')) else {
        return title;
    };
    let place = inside == "P" || inside.chars().all(|c| c.is_ascii_digit() || c == '-');
    if place { before.trim_end() } else { title }
}

fn text_of(node: Node<'_, '_>) -> String {
    node.text().unwrap_or_default().trim().to_owned()
}
