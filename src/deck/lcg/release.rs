//! Whether the products of a deck had been released by the day. This only produces warnings.

use std::collections::BTreeSet;

use super::rules::RuleContext;
use crate::corpus::Day;
use crate::corpus::cards::LcgBook;
use crate::corpus::cards::lcg::Product;
use crate::deck::code::Code;
use crate::deck::report::Finding;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Release {
    Out,
    NotOut,
    Unknown,
}

/// Warns of products that had not been released, and of those for which that is not known.
pub(super) fn check(context: &RuleContext<'_>) -> Vec<Finding> {
    let sets = context.sets().map(|(_, set, _)| set.product.as_str());
    let cards = context.affiliations().map(|a| a.product.as_str());
    let mut products: Vec<&Product> = sets
        .chain(cards)
        .collect::<BTreeSet<&str>>()
        .into_iter()
        .filter_map(|name| context.book.product(name))
        .collect();
    products.sort_by_key(|p| p.order);
    let named = |which: Release| {
        let of = products.iter().filter(|p| release(context.book, p, context.day) == which);
        of.map(|p| p.product.as_str()).collect::<Vec<_>>().join(", ")
    };
    let mut found = Vec::new();
    let not_out = named(Release::NotOut);
    if !not_out.is_empty() {
        let message = format!("Not yet released on {}: {not_out}.", context.day);
        found.push(context.finding(Code::NotReleased, message));
    }
    let unknown = named(Release::Unknown);
    if !unknown.is_empty() {
        let message = format!("Whether these were released by {} is not known: {unknown}.", context.day);
        found.push(context.finding(Code::ReleaseUnknown, message));
    }
    found
}

/// A product had been released if it or a later one is known to have been, and had not if it or an earlier
/// one is known not to have been.
fn release(book: &LcgBook, product: &Product, day: Day) -> Release {
    if let Some(released) = product.released {
        return if released <= day { Release::Out } else { Release::NotOut };
    }
    let out = |p: &Product| {
        p.released.is_some_and(|r| r <= day) || p.out_by.as_ref().is_some_and(|by| by.day <= day)
    };
    if book.products().any(|p| p.order >= product.order && out(p)) {
        Release::Out
    } else if book.products().any(|p| p.order < product.order && p.released.is_some_and(|r| r > day)) {
        Release::NotOut
    } else {
        Release::Unknown
    }
}
