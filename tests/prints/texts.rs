//! Printed card texts, if available, and the parts of them that are not abilities.

use std::collections::BTreeMap;
use std::path::Path;

use judge::corpus::Game;
use serde_json::Value;

/// The length of the stored checksum, which is enough to tell a few thousand wordings apart.
const CHECKSUM: usize = 12;

/// A card's printed text.
pub struct Text {
    /// The keywords printed on it.
    keywords: Vec<String>,
    wording: String,
    /// TCG: whether its cost is paid to play the card, so that only what it gives can be activated.
    is_played_once: bool,
}

impl Text {
    /// The first characters of the checksum of its wording, independent of line breaks.
    pub fn checksum(&self) -> String {
        let words: Vec<&str> = self.wording.split_whitespace().collect();
        blake3::hash(words.join(" ").as_bytes()).to_hex()[..CHECKSUM].to_owned()
    }

    /// The wording without reminder text, the card's own keywords, deck-building restrictions, and titles of
    /// several words, which contain traits without meaning them.
    pub fn body(&self, game: Game, titles: &[String]) -> String {
        let body = match game {
            Game::Lcg => {
                let lines = without_reminders(&self.wording);
                let lines = lines.lines().map(|line| without_keywords(line, &self.keywords));
                lines.filter(|line| !is_of_decks(line)).collect::<Vec<_>>().join("\n")
            }
            Game::Tcg if self.is_played_once => {
                let parts = self.wording.split('"').enumerate();
                let parts =
                    parts.map(|(n, part)| if n % 2 == 0 { part.replace("->", "") } else { part.to_owned() });
                parts.collect::<Vec<_>>().join("\"")
            }
            Game::Tcg => self.wording.clone(),
        };
        without_titles(body, titles)
    }
}

/// A text with titles replaced by a placeholder.
pub fn without_titles(text: String, titles: &[String]) -> String {
    titles.iter().fold(
        text,
        |text, title| if text.contains(title.as_str()) { text.replace(title, "it") } else { text },
    )
}

/// Every card's text by number; for reprints, the first one.
pub fn read(folder: &Path, game: Game) -> BTreeMap<String, Text> {
    let path = folder.join(format!("{}-card-texts.json", game.code()));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let cards: Vec<Value> = serde_json::from_str(&text).expect("a list of cards");
    let mut texts = BTreeMap::new();
    for card in &cards {
        let number = match (&card["set"], &card["number"]) {
            (Value::String(set), number) => format!("{set} {number}"),
            (_, Value::String(number)) => number.clone(),
            _ => continue,
        };
        let keywords = card["keywords"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let keywords = keywords.map(str::to_owned).collect();
        let wording = card["text"].as_str().unwrap_or_default().to_owned();
        let is_played_once =
            ["battle", "mission", "equipment"].contains(&card["type"].as_str().unwrap_or_default());
        texts.entry(number).or_insert(Text { keywords, wording, is_played_once });
    }
    texts
}

/// Removes bracketed reminder sentences, except those that limit or name an ability or are about pilots, and
/// the brackets of what remains.
fn without_reminders(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some((from, end)) = innermost(&text) {
        let inner = text[from + 1..end].trim();
        let ability = ["Limit", "Action", "Reaction", "Interrupt"].iter().any(|word| inner.contains(word));
        let before = text[..from].trim_end_matches(|c: char| !c.is_alphabetic());
        let stays = ability || !inner.ends_with('.') || before.ends_with("Pilot");
        let instead = if stays { format!(" {inner} ") } else { " ".to_owned() };
        text.replace_range(from..=end, &instead);
    }
    text
}

/// The position of the first innermost pair of brackets.
fn innermost(text: &str) -> Option<(usize, usize)> {
    let end = text.match_indices(')').find(|(end, _)| text[..*end].contains('('))?.0;
    Some((text[..end].rfind('(')?, end))
}

/// A line without leading keywords and their values.
fn without_keywords(line: &str, keywords: &[String]) -> String {
    let mut line = line.trim();
    let first = |line: &str| {
        // An X is explained later in the text.
        let of = |keyword: &String| {
            if keyword.ends_with("(X)") {
                return None;
            }
            let keyword = keyword.split(" (").next().unwrap_or_default();
            let begins = line.get(..keyword.len())?.eq_ignore_ascii_case(keyword);
            let rest =
                line[keyword.len()..].trim_start_matches(|c: char| c == ' ' || c == 'X' || c.is_numeric());
            let ends = rest.is_empty() || rest.starts_with(['.', ',']) || keyword == "Pilot";
            (begins && ends).then_some(line.len() - rest.len())
        };
        keywords.iter().find_map(of)
    };
    while let Some(end) = first(line) {
        line = line[end..].trim_start_matches(['.', ',', ' ']);
    }
    line.to_owned()
}

/// Whether a line restricts which decks may contain the card, or how many copies.
fn is_of_decks(line: &str) -> bool {
    line.ends_with("affiliation only.") || line.contains("per objective deck")
}
