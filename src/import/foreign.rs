//! Titles of a document's parts in German, French and Spanish.

use super::block::words;
use crate::corpus::Kind;

/// Lower-case titles and what they announce.
const FOREIGN: [(&str, Kind); 26] = [
    ("errata des cartes", Kind::Errata),
    ("errata de cartes", Kind::Errata),
    ("karten errata", Kind::Errata),
    ("errata zu karten", Kind::Errata),
    ("kartenerrata", Kind::Errata),
    ("clarification des règles", Kind::Clarification),
    ("clarifications des règles", Kind::Clarification),
    ("clarifications de règles", Kind::Clarification),
    ("points de règles", Kind::Clarification),
    ("regelklarstellungen", Kind::Clarification),
    ("klarstellungen", Kind::Clarification),
    ("regelklärungen", Kind::Clarification),
    ("aclaraciones de reglas", Kind::Clarification),
    ("aclaraciones", Kind::Clarification),
    ("définitions", Kind::Definition),
    ("glossaire", Kind::Definition),
    ("lexique", Kind::Definition),
    ("glossar", Kind::Definition),
    ("begriffe", Kind::Definition),
    ("glosario", Kind::Definition),
    ("foire aux questions", Kind::Faq),
    ("questions fréquentes", Kind::Faq),
    ("häufig gestellte fragen", Kind::Faq),
    ("häufige fragen", Kind::Faq),
    ("fragen und antworten", Kind::Faq),
    ("preguntas frecuentes", Kind::Faq),
];

/// The kind of rulings announced by a title in another language.
pub(super) fn kind_of(title: &str) -> Option<Kind> {
    let plain = words(title);
    FOREIGN.iter().find(|(own, _)| *own == plain).map(|(_, kind)| *kind)
}
