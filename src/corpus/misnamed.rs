//! Finds card numbers that do not belong to the name beside them.

use std::collections::BTreeMap;

use super::cards::normalize::normalize_name;
use super::files::{FileKind, Files};
use super::ruling::Entry;
use super::{CardBook, Diagnostic, DiagnosticCode, Game};

/// Warns of cards in rulings whose number belongs to another card, according to the card facts among the
/// files or, failing those, the built-in ones.
pub(crate) fn misnamed(files: &Files) -> Vec<Diagnostic> {
    let own = CardBook::load(files).0;
    let book = if own.all_names().is_empty() { CardBook::load(&Files::built_in()).0 } else { own };
    let mut names: BTreeMap<(Game, &str), Vec<&str>> = BTreeMap::new();
    for card in book.all_names() {
        if let Some(number) = card.number {
            names.entry((card.game, number)).or_default().push(card.name);
        }
    }
    let mut warnings = Vec::new();
    for (_, file) in files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Rulings) {
        for entry in file.list::<Entry>().0 {
            let game = entry.id.split(':').next().and_then(Game::from_code);
            for card in &entry.cards {
                let (Some(game), Some(number)) = (game, card.number.as_deref()) else { continue };
                let Some(held) = names.get(&(game, number)) else { continue };
                if held.iter().any(|name| normalize_name(name) == normalize_name(&card.name)) {
                    continue;
                }
                let text = format!("The number {number} is that of {}, not of {}.", held[0], card.name);
                warnings.push(
                    Diagnostic::warning(DiagnosticCode::CardLink, entry.id.place(&file.shown), text)
                        .hint("Write the card's own number, or none.")
                        .about(&entry.id),
                );
            }
        }
    }
    warnings
}
