//! "Step 3 of damage", "held abilities #3": an item of a section, asked for by its number.

use std::collections::BTreeSet;

use super::terms::QueryTerms;
use super::{HeldRulings, analyze};
use crate::corpus::{Game, Ruling};

/// The one item a query counts to: of all items of that number, the one whose section's heading has most of
/// the typed words, and of two such the one whose heading begins with one of them. None when no heading has
/// any, or two come equal.
///
/// # Errors
/// Any error reading the index.
pub(super) fn item(
    held: &HeldRulings,
    terms: &QueryTerms,
    game: Option<Game>,
) -> anyhow::Result<Option<Ruling>> {
    let [item_number] = terms.item_numbers.as_slice() else { return Ok(None) };
    let mut items = held.find_rulings(held.term(held.fields.title, item_number))?;
    items.retain(|ruling| game.is_none_or(|game| ruling.game == game));
    let headings: Vec<Vec<String>> = items.iter().map(heading).collect();
    let fits = |heading: &Vec<String>| fit(heading, &headings, terms);
    let mut ranked: Vec<((f32, bool), Ruling)> = headings.iter().map(fits).zip(items).collect();
    ranked.sort_by(|((a, a_begins), _), ((b, b_begins), _)| b.total_cmp(a).then(b_begins.cmp(a_begins)));
    let fits = |n: usize| ranked.get(n).map(|(fit, _)| *fit);
    let unrivalled = fits(0).is_some_and(|(evidence, _)| evidence > 0.0) && fits(0) != fits(1);
    Ok(ranked.into_iter().next().filter(|_| unrivalled).map(|(_, ruling)| ruling))
}

/// How much of a heading was typed, each word by how few of the headings have it; and whether its beginning
/// was.
fn fit(heading: &[String], headings: &[Vec<String>], terms: &QueryTerms) -> (f32, bool) {
    let typed: Vec<&String> =
        heading.iter().filter(|stem| terms.terms.iter().any(|t| t.typed && t.stem == **stem)).collect();
    let shared = |stem: &String| headings.iter().filter(|h| h.contains(stem)).count() as f32;
    let evidence = typed.iter().map(|stem| (1.0 + headings.len() as f32 / shared(stem)).ln()).sum();
    (evidence, heading.first().is_some_and(|first| typed.contains(&first)))
}

/// The stems of the heading under which an item stands, each once.
fn heading(item: &Ruling) -> Vec<String> {
    let mut stemmer = analyze::stemmer();
    let heading = item.section.last().map_or("", String::as_str);
    let mut heading: Vec<String> =
        analyze::words(heading).iter().map(|word| analyze::stem(&mut stemmer, &word.text)).collect();
    let mut seen = BTreeSet::new();
    heading.retain(|stem| seen.insert(stem.clone()));
    heading
}
