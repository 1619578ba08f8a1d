//! The icons that documents print among their words, and the characters a PDF file's text has for them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::known::Known;
use crate::corpus::history::Certainty;
use crate::corpus::ruling::Correction;
use crate::corpus::yaml::Spanned;
use crate::corpus::{Diagnostic, Files, Game};

/// One character of a symbol font.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Icon {
    /// The character that stands in the text.
    pub printed: Spanned<String>,
    /// What the rulings have for the icon.
    pub shown: String,
    /// What the icon means.
    pub means: String,
    /// How well that is known; what is not certain is left as printed, and flagged.
    pub certainty: Certainty,
    /// From what it is known.
    pub source: String,
}

/// Reads every `icons.yaml` among the files of a corpus.
pub fn read(files: &Files) -> (Vec<(Game, Icon)>, Vec<Diagnostic>) {
    let mut icons = Vec::new();
    let mut diagnostics = Vec::new();
    for (path, file) in files.iter().filter(|(p, _)| p.rsplit('/').next() == Some("icons.yaml")) {
        let (items, found) = file.list::<Icon>();
        diagnostics.extend(found);
        let game = path.split('/').find_map(Game::from_code).unwrap_or(Game::Lcg);
        icons.extend(items.into_iter().map(|icon| (game, icon)));
    }
    (icons, diagnostics)
}

/// Puts the icons that are known into a draft, and flags the characters that are none of a text.
pub(super) fn correct(draft: &mut Draft, game: Game, known: &Known) {
    let mut unsure: Vec<String> = Vec::new();
    let mut corrections: Vec<Correction> = Vec::new();
    let mut corrected_text = |text: &str| -> String {
        let mut out = String::with_capacity(text.len());
        let chars: Vec<char> = text.chars().collect();
        for (n, c) in chars.iter().enumerate() {
            let letter = |n: Option<usize>| n.and_then(|n| chars.get(n)).is_some_and(|c| c.is_alphanumeric());
            let apart = !letter(n.checked_sub(1)) && !letter(Some(n + 1));
            let odd = is_private(*c) || (apart && is_strange(*c));
            if !odd {
                out.push(*c);
                continue;
            }
            let printed = c.to_string();
            let icon = known.icons.iter().find(|(g, icon)| *g == game && *icon.printed == printed);
            match icon.map(|(_, icon)| icon) {
                Some(icon) if icon.certainty == Certainty::Certain => {
                    out.push_str(&icon.shown);
                    let why = format!("{}, printed as an icon", icon.means);
                    push(
                        &mut corrections,
                        Correction { printed, corrected: icon.shown.replace('\\', ""), why },
                    );
                }
                found => {
                    out.push(*c);
                    let meant = found.map_or_else(|| "an icon".to_owned(), |i| format!("likely {}", i.means));
                    push(&mut unsure, format!("`{c}` is a character of a symbol font: {meant}"));
                }
            }
        }
        out
    };
    draft.text = corrected_text(&draft.text);
    draft.question = draft.question.take().map(|question| corrected_text(&question));
    draft.corrections.extend(corrections);
    unsure.into_iter().for_each(|why| draft.unsure("text", why));
}

fn push<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

/// A character that no font but its own has.
fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}')
}

/// A character that may be a letter or a mark elsewhere, but does not stand by itself in a sentence.
fn is_strange(c: char) -> bool {
    let usual = matches!(
        c,
        '©' | '®' | '™' | '×' | '½' | '¼' | '¾' | '⚡' | '«' | '»' | '·' | '¿' | '¡' | '§' | '¶' | '°'
    );
    let marks = matches!(c, '\u{2000}'..='\u{206f}' | '\u{20a0}'..='\u{20cf}');
    !c.is_ascii() && !usual && !marks && !is_dash_or_bullet(c)
}

fn is_dash_or_bullet(c: char) -> bool {
    matches!(
        c,
        '−' | '■'
            | '●'
            | '○'
            | '►'
            | '➢'
            | '▪'
            | '◦'
            | '→'
            | '←'
            | '⇒'
            | '≥'
            | '≤'
            | '…'
            | '✓'
    ) || ('\u{4e00}'..='\u{9fff}').contains(&c)
}
