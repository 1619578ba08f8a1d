//! Cards that were left out of a deck that is whole without them, and are in it by the total that the list
//! states: `and another A, I had one left`, above `61 cards`.

use super::lexicon::{Found, Lexicon};
use super::line::{Item, Remark};
use super::remarks::{counted, counts};
use super::talk::denies;
use crate::corpus::Game;
use crate::deck::code::Code;
use crate::deck::list::{Count, DeckEntry, Decklist, ListNote};
use crate::deck::words::{InPlace, Opens, Role};

/// More open rows than these are no slip that a total settles.
const MAX_ROWS: usize = 3;

/// A card that was left out, as it would stand in the deck; nothing where what its line says leaves doubts
/// that no total settles.
pub(super) fn left_out(
    item: &Item,
    entry: &DeckEntry,
    text: &str,
    remark: Remark,
    lexicon: &Lexicon<'_>,
) -> Option<DeckEntry> {
    let sure = matches!(item.found, Found::Exact(_) | Found::Slip(_)) && item.or.is_empty() && !item.doubted;
    let one = entry.count == Count::NotGiven && remark == Remark::More;
    let counts_it = matches!(entry.count, Count::Of(_)) || one;
    let open = |role: &Role| {
        matches!(
            role,
            Role::Either | Role::Struck | Role::Absent | Role::TakesOut | Role::Illegible | Role::Rule
        )
    };
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let elsewhere = words.any(|word| lexicon.words.is(InPlace::Wished, word));
    let doubted = elsewhere || text.contains('?') || lexicon.roles(text).any(open) || denies(text, lexicon);
    let plain = sure && counts_it && !doubted && entry.candidates.is_empty() && !entry.lost;
    plain.then(|| DeckEntry { count: Count::Of(entry.count.number()), counted: true, ..entry.clone() })
}

/// Puts into the deck what was left out of it, where its copies are just those that the stated total has
/// more.
pub(super) fn settle(out: &[DeckEntry], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let lines: Vec<usize> = out.iter().map(|entry| entry.line).collect();
    let Some(total) = stated(list, lexicon) else { return };
    let more: u32 = out.iter().map(|entry| entry.count.number()).sum();
    // What else is asked may change the count.
    let others =
        list.questions.iter().any(|question| !question.lines.iter().all(|line| lines.contains(line)));
    let open = list.open_entries().next().is_some() || list.doubts.which_list || others;
    let fits = counted(list, lexicon).checked_add(more) == Some(total);
    let ours = (1..=MAX_ROWS).contains(&out.len()) && out.iter().all(|entry| counts(entry, lexicon));
    if !ours || open || !fits {
        return;
    }
    list.entries.extend(out.iter().cloned());
    list.questions.retain(|question| !question.lines.iter().all(|line| lines.contains(line)));
    list.unread.retain(|unread| !lines.contains(&unread.line));
    let said: Vec<String> =
        out.iter().map(|e| format!("{} {} (line {})", e.count.number(), e.title, e.line)).collect();
    let text = format!("{} was counted, as the list states a deck of {total}.", said.join(", "));
    list.notes.push(ListNote { code: Code::NameSlip, text });
}

/// The one total of the whole deck that a list states.
fn stated(list: &Decklist, lexicon: &Lexicon<'_>) -> Option<u32> {
    let of_deck = list.totals.iter().filter(|total| is_of_deck(&total.what, lexicon));
    let totals: Vec<u32> = of_deck.map(|total| total.count).collect();
    let (first, rest) = totals.split_first()?;
    rest.iter().all(|total| total == first).then_some(*first)
}

/// Whether what a total counts is the whole deck.
pub(super) fn is_of_deck(what: &str, lexicon: &Lexicon<'_>) -> bool {
    let of = |role: &Role| match lexicon.game {
        Game::Lcg => matches!(role, Role::Heading(Opens::Objectives | Opens::Nothing)),
        Game::Tcg => matches!(role, Role::Cards | Role::Heading(Opens::Nothing)),
    };
    let roles = lexicon.roles(what);
    roles.whole() && roles.known.iter().all(|(roles, _)| roles.iter().any(|r| of(r) || *r == Role::Filler))
}
