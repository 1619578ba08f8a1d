//! Decks in swlcgdb.com's JSON format.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::corpus::Game;
use crate::deck::list::{Count, DeckEntry, DeckFormat, Decklist, Id, UnreadLine, Zone};

#[derive(Deserialize)]
struct Deck {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    affiliation: Option<Affiliation>,
    card_blocks: Vec<Block>,
}

#[derive(Deserialize)]
struct Affiliation {
    name: String,
}

#[derive(Deserialize)]
struct Block {
    block: serde_json::Value,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    quantity: Option<serde_json::Value>,
}

/// Reads a deck in JSON.
///
/// # Errors
/// A sentence that says why this is not a deck.
pub(super) fn read(text: &str) -> Result<Decklist, String> {
    let (strict, comments) = without_comments(text);
    let value: serde_json::Value =
        serde_json::from_str(&strict).map_err(|e| format!("This begins like JSON but is not: {e}."))?;
    let value = match value {
        serde_json::Value::Array(mut decks) if decks.len() == 1 => decks.remove(0),
        serde_json::Value::Array(_) => {
            return Err("This JSON holds several decks; give one a file.".to_owned());
        }
        other => other,
    };
    let deck: Deck = serde_json::from_value(value)
        .map_err(|e| format!("This JSON is no deck of swlcgdb.com: {e}. Expected card_blocks."))?;
    let mut list = Decklist::new(DeckFormat::Swlcgdb, Some(Game::Lcg));
    list.name = deck.name;
    list.unread.extend(comments.into_iter().map(|(line, text)| UnreadLine::new(line, text)));
    let blank = |title, zone| DeckEntry {
        line: 0,
        count: Count::Of(1),
        count_leads: true,
        title,
        zone,
        ..DeckEntry::default()
    };
    list.entries.extend(deck.affiliation.map(|a| blank(a.name, Zone::Affiliation)));
    for block in deck.card_blocks {
        let mut entry = blank(block.name.unwrap_or_default(), Zone::Objectives);
        entry.id = Some(Id::Place(number(&block.block), Some(1)));
        entry.count = block.quantity.as_ref().map_or(Count::Of(1), |q| Count::read(&number(q)));
        list.entries.push(entry);
    }
    Ok(list)
}

/// What stands behind comments at the start of a text.
pub(super) fn behind_comments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while rest.starts_with("//") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
    }
    rest
}

/// JSON as people edit it, made strict, every character in its line: without comments, which come with their
/// lines, and without a comma behind the last of several.
fn without_comments(text: &str) -> (String, Vec<(usize, &str)>) {
    let (mut strict, mut comments) = (String::with_capacity(text.len()), Vec::new());
    // Where the last comma stands if nothing has followed it yet.
    let mut comma = None;
    for (at, line) in text.split_inclusive('\n').enumerate() {
        let (code, comment) = line.split_at(comment_in(line));
        let mut quotation = Quotation::default();
        for c in code.chars() {
            let held = quotation.holds(c);
            if let (']' | '}', false, Some(last)) = (c, held, comma) {
                strict.replace_range(last..=last, " ");
            }
            if !c.is_whitespace() {
                comma = (c == ',' && !held).then_some(strict.len());
            }
            strict.push(c);
        }
        if !comment.trim().is_empty() {
            comments.push((at + 1, comment.trim().trim_start_matches('/').trim_start()));
            strict.push('\n');
        }
    }
    (strict, comments)
}

/// Where the comment of a line begins, or its end.
fn comment_in(line: &str) -> usize {
    let (mut quotation, mut slash) = (Quotation::default(), false);
    for (at, c) in line.char_indices() {
        let bare_slash = !quotation.holds(c) && c == '/';
        if bare_slash && slash {
            return at - 1;
        }
        slash = bare_slash;
    }
    line.len()
}

/// Whether what is read stands in a string of JSON.
#[derive(Default)]
struct Quotation {
    open: bool,
    escaped: bool,
}

impl Quotation {
    /// Whether the next character belongs to a string.
    fn holds(&mut self, c: char) -> bool {
        let held = self.open || c == '"';
        match c {
            _ if self.escaped => self.escaped = false,
            '\\' if self.open => self.escaped = true,
            '"' => self.open = !self.open,
            _ => {}
        }
        held
    }
}

/// A number, possibly written as a string.
fn number(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What a deck in JSON that somebody made up lists, as rows of typed text; nothing where it lists too little.
pub(super) fn rows(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(&without_comments(text).0).ok()?;
    let mut rows = Vec::new();
    add_rows(&value, &mut rows);
    (rows.len() >= MIN_ROWS).then(|| rows.join("\n"))
}

/// So few rows are no deck.
const MIN_ROWS: usize = 5;

fn add_rows(value: &serde_json::Value, rows: &mut Vec<String>) {
    use serde_json::Value;
    match value {
        Value::Array(values) => match table(values) {
            Some(table) => rows.extend(table),
            None => values.iter().for_each(|value| add_rows(value, rows)),
        },
        Value::Object(fields) => match counted(fields) {
            Some(row) => rows.push(row),
            None => fields.iter().for_each(|(key, value)| match value {
                Value::Number(number) => rows.push(format!("{key}: {number}")),
                Value::String(text) => rows.push(format!("{key}: {text}")),
                Value::Array(_) | Value::Object(_) => add_rows(value, rows),
                Value::Null | Value::Bool(_) => {}
            }),
        },
        Value::String(text) => rows.push(text.clone()),
        Value::Number(_) | Value::Null | Value::Bool(_) => {}
    }
}

/// A number and a text and nothing else: a count with its title.
fn counted(fields: &serde_json::Map<String, serde_json::Value>) -> Option<String> {
    let mut values = fields.values();
    let (one, other) = (values.next()?, values.next().filter(|_| fields.len() == 2)?);
    let pair = |count: &serde_json::Value, title: &serde_json::Value| {
        Some(format!("{}x {}", count.as_u64()?, title.as_str()?))
    };
    pair(one, other).or_else(|| pair(other, one))
}

/// A table of more columns is none: each object has keys of its own.
const MAX_COLUMNS: usize = 30;

/// Objects without others in them as a table, whose header are their keys.
fn table(values: &[serde_json::Value]) -> Option<Vec<String>> {
    let objects: Option<Vec<_>> = values.iter().map(serde_json::Value::as_object).collect();
    let objects = objects.filter(|objects| !objects.is_empty())?;
    let nested = |value: &serde_json::Value| value.is_array() || value.is_object();
    if objects.iter().any(|fields| fields.values().any(nested)) {
        return None;
    }
    let keys: BTreeSet<&String> = objects.iter().flat_map(|fields| fields.keys()).collect();
    if keys.len() > MAX_COLUMNS {
        return None;
    }
    let plain = |text: &str| text.replace(['\t', '\n', '\r'], " ");
    let cell = |value: Option<&serde_json::Value>| match value {
        Some(serde_json::Value::String(text)) => plain(text),
        Some(serde_json::Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let header = keys.iter().map(|key| plain(key)).collect::<Vec<_>>().join("\t");
    let row = |fields: &serde_json::Map<String, serde_json::Value>| {
        keys.iter().map(|key| cell(fields.get(*key))).collect::<Vec<_>>().join("\t")
    };
    Some([header].into_iter().chain(objects.iter().map(|fields| row(fields))).collect())
}
