//! The deck rules of the Star Wars Trading Card Game, as far as they are known.

mod cards;
mod fix;
mod of_sets;
mod options;
mod rules;

use std::collections::BTreeMap;

pub(super) use cards::matched;
use cards::{Cards, side};
pub(super) use of_sets::assumed as of_sets_assumed;
pub(super) use options::CheckOptions;
use options::finding;

use super::absence;
use super::list::Decklist;
use super::report::{DeckReport, Verdict};
use super::show::{Layout, SectionTitle};
use crate::corpus::Game;
use crate::corpus::cards::{Side, TcgType};

pub(super) fn check(file: &str, list: &Decklist, options: CheckOptions<'_>) -> DeckReport {
    let mut cards = cards::resolve(list, options);
    let mut violations = std::mem::take(&mut cards.violations);
    let lacking = rules::lacks_rows(list, &cards, options);
    cards.missing |= lacking.is_some();
    violations.extend(lacking);
    violations.extend(rules::of_which_set(&cards, options));
    let mut found = rules::fan_sets(&cards, options);
    found.extend(rules::size(&cards, options));
    found.extend(rules::sides(&cards, options));
    found.extend(rules::copies(&cards, options));
    found.extend(rules::listed(&cards, options));
    violations.extend(absence::tempered(found, list));
    violations.sort_by_key(|v| (v.certainty, v.code.category(), v.code));
    let mut warnings = std::mem::take(&mut cards.warnings);
    warnings.extend(rules::totals(list, &cards, options));
    warnings.extend(list.notes.iter().map(|note| finding(options, note.code, note.text.as_str())));
    let verdict = Verdict::of(&violations);
    let neutral = cards.cards(options.book).filter(|(c, _)| c.side == Side::Neutral);
    DeckReport {
        file: file.to_owned(),
        game: Some(Game::Tcg),
        format: Some(list.format),
        part: list.part,
        verdict,
        likely_outcome: None,
        side: side(&cards, options),
        affiliation: None,
        counts: counts(&cards, options),
        fix: (verdict == Verdict::Illegal).then(|| fix::smallest_change(&cards, options)).flatten(),
        violations,
        warnings,
        name: cards.name.clone(),
        neutrals: neutral.map(|(c, _)| c.name.value.clone()).collect(),
    }
}

fn counts(cards: &Cards, options: CheckOptions<'_>) -> BTreeMap<&'static str, u32> {
    let of = |kind| cards.of_type(options.book, kind);
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

/// The cards of a list in canonical order: by type, then by name.
pub(super) fn lay_out(list: &Decklist, options: CheckOptions<'_>) -> Layout {
    let cards = cards::resolve(list, options);
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
            .cards(options.book)
            .filter(|(c, _)| c.r#type == kind)
            .map(|(c, n)| (n.count, format!("{} [{}]", *c.name, *c.set)))
            .collect();
        of.sort_by(|a, b| a.1.cmp(&b.1));
        layout.section(SectionTitle::Type(kind.shown()), of);
    }
    let other = cards.fan.iter().map(|((code, name), n)| (n.count, format!("{name} [{code}]")));
    layout.section(SectionTitle::OtherMakersSets, other);
    layout.unread(cards.violations.iter().chain(&cards.warnings));
    layout
}
