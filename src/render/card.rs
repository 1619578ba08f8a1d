//! The facts of a card, and their rendering.

use serde::Serialize;

use super::style::{Style, safe};
use crate::corpus::cards::{AffiliationCard, Card, LcgCard, TcgCard};
use crate::corpus::{CardBook, Game};
use crate::engine::scenario::cards::{CardText, Written};

/// The facts of one card, as in the JSON output.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct ShownCard {
    pub game: Game,
    pub name: String,
    /// Its number, `0166` or `ESB 89`, if known.
    pub number: Option<String>,
    /// LCG: each objective set with position and product. TCG: the set.
    pub printings: Vec<String>,
    /// Everything known to be printed on it, as label and value, in the order of the card.
    pub facts: Vec<(String, String)>,
    /// What is uncertain about these facts.
    pub doubtful: Option<String>,
    /// How much of its text replays implement, and what that is in judge's own words.
    pub text: Option<CardText>,
}

impl ShownCard {
    /// Collects the facts of a card.
    pub fn of(card: Card<'_>, book: &CardBook, text: Option<CardText>) -> Self {
        let (printings, facts, doubtful) = match card {
            Card::Lcg(card) => (printings(card, book), lcg(card), card.doubtful.clone()),
            Card::Affiliation(card) => {
                (vec![card.product.value.clone()], affiliation(card), card.doubtful.clone())
            }
            Card::Tcg(card) => {
                (vec![format!("{} {}", *card.set, card.number)], tcg(card), card.doubtful.clone())
            }
        };
        let name = card.name().to_owned();
        Self { game: card.game(), name, number: card.number(), printings, facts, doubtful, text }
    }

    /// Formats the facts for the terminal.
    pub fn text(&self, style: &Style) -> String {
        let number = self.number.as_ref().map_or(String::new(), |n| format!(" {}", safe(n)));
        let mut out = format!(
            "{} {}\n",
            style.title(&safe(&self.name)),
            style.aside(&format!("·{number} · {}", self.game.code()))
        );
        for line in style.wrap(&safe(&self.line()), "  ", "    ") {
            out += &format!("{line}\n");
        }
        for line in style.wrap(&safe(&self.printings.join("; ")), "  ", "    ") {
            out += &format!("{}\n", style.aside(&line));
        }
        if let Some(doubt) = &self.doubtful {
            for line in style.wrap(&safe(&format!("Doubtful: {doubt}")), "  ", "    ") {
                out += &format!("{}\n", style.warning(&line));
            }
        }
        for line in self.text.iter().flat_map(|text| coverage(text, style)) {
            out += &format!("{line}\n");
        }
        out
    }

    /// Formats the facts as Markdown.
    pub fn markdown(&self) -> String {
        let number = self.number.as_ref().map_or(String::new(), |n| format!(" {}", safe(n)));
        format!("**{}**{number} ({}): {}\n", safe(&self.name), self.game.code(), safe(&self.line()))
    }

    fn line(&self) -> String {
        let said = |(label, value): &(String, String)| match label.as_str() {
            "type" | "side" | "affiliation" => value.clone(),
            _ => format!("{label} {value}"),
        };
        self.facts.iter().map(said).collect::<Vec<_>>().join(" · ")
    }
}

/// How much of a card's text replays implement, paraphrased.
pub(crate) fn coverage(text: &CardText, style: &Style) -> Vec<String> {
    let state = match (text.written, &text.missing) {
        (Written::None, None) => {
            "Replays know its figures, traits and keywords only, not its text.".to_owned()
        }
        (Written::None, Some(missing)) => {
            format!("Replays know its figures, traits and keywords only, not its text: {missing}")
        }
        (Written::Part, Some(missing)) => format!("Replays carry out a part of it; missing: {missing}"),
        (Written::Whole, _) | (Written::Part, None) => "Replays carry out all of it.".to_owned(),
    };
    let mut lines: Vec<String> =
        style.wrap(&safe(&state), "  ", "    ").into_iter().map(|line| style.aside(&line)).collect();
    if !text.own_words.is_empty() {
        lines.push(style.aside("  In judge's own words, not the card's:"));
    }
    for own in &text.own_words {
        lines.extend(style.wrap(&safe(own), "    ", "      "));
    }
    lines
}

fn fact(into: &mut Vec<(String, String)>, label: &str, value: Option<impl ToString>) {
    if let Some(value) = value.map(|v| v.to_string()).filter(|v| !v.is_empty()) {
        into.push((label.to_owned(), value));
    }
}

fn printings(card: &LcgCard, book: &CardBook) -> Vec<String> {
    book.lcg
        .printings(&card.number)
        .map(|(set, position)| {
            let restricted = if set.affiliation_only { ", affiliation only" } else { "" };
            format!(
                "objective set {} ({}), card {}, {}{restricted}",
                *set.set, set.title, position, *set.product
            )
        })
        .collect()
}

fn lcg(card: &LcgCard) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    fact(&mut facts, "type", Some(word(&card.r#type)));
    fact(&mut facts, "side", Some(card.side));
    fact(&mut facts, "affiliation", Some(&card.affiliation));
    fact(&mut facts, "unique", card.unique.map(|u| if u { "yes" } else { "no" }));
    fact(&mut facts, "cost", card.cost.as_ref());
    fact(&mut facts, "Force icons", card.force);
    fact(&mut facts, "damage capacity", card.capacity.as_ref());
    fact(&mut facts, "resources", card.resources.as_ref());
    fact(&mut facts, "priority", card.edge_priority);
    let i = &card.icons;
    let icons: Vec<String> = [
        (i.unit, "unit damage"),
        (i.blast, "blast"),
        (i.tactics, "tactics"),
        (i.edge_unit, "edge unit damage"),
        (i.edge_blast, "edge blast"),
        (i.edge_tactics, "edge tactics"),
    ]
    .into_iter()
    .filter(|(n, _)| *n > 0)
    .map(|(n, icon)| format!("{n} {icon}"))
    .collect();
    fact(&mut facts, "icons", Some(icons.join(", ")));
    fact(&mut facts, "traits", Some(card.traits.join(", ")));
    fact(&mut facts, "keywords", Some(card.keywords.join(", ")));
    facts
}

fn affiliation(card: &AffiliationCard) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    fact(&mut facts, "type", Some("affiliation"));
    fact(&mut facts, "side", Some(card.side));
    fact(&mut facts, "affiliation", Some(&card.affiliation));
    fact(&mut facts, "resources", Some(card.resources));
    fact(&mut facts, "reserve", Some(card.reserve));
    facts
}

fn tcg(card: &TcgCard) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    fact(&mut facts, "type", Some(card.r#type.shown()));
    fact(&mut facts, "side", Some(card.side));
    fact(&mut facts, "unique", Some(if card.unique() { "yes" } else { "no" }));
    fact(&mut facts, "subtypes", card.subtypes.as_ref());
    fact(&mut facts, "arenas", Some(card.arenas.join(", ")));
    fact(&mut facts, "cost", card.cost.as_ref());
    fact(&mut facts, "speed", card.speed.as_ref());
    fact(&mut facts, "power", card.power.as_ref());
    fact(&mut facts, "health", card.health.as_ref());
    fact(&mut facts, "rarity", Some(&card.rarity));
    facts
}

/// The name of an enum value as the data spells it.
fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|v| v.as_str().map(str::to_owned)).unwrap_or_default()
}
