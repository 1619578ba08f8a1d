//! Headings that are nothing but the name of a product, `== Echoes of the Force ==`, and labels with what the
//! cards behind them cost, `cost 3:`.

use std::borrow::Cow;

use super::super::lexicon::Lexicon;
use super::super::moves::names;
use super::super::phrases::words;
use super::Habit;
use crate::deck::words::InPlace;

/// No such row is longer, in bytes.
const MAX_ROW_LENGTH: usize = 400;

/// The minimum number of rows with the costs of their cards that is no coincidence.
const MIN_COSTS: usize = 2;

/// The rows without such headings and labels.
pub(super) fn without<'t>(
    rows: Vec<Cow<'t, str>>,
    lexicon: &Lexicon<'_>,
    habits: &mut Vec<Habit>,
) -> Vec<Cow<'t, str>> {
    let costs = rows.iter().filter(|row| behind_cost(row, lexicon).is_some()).count();
    let mut written = |(at, row): (usize, Cow<'t, str>)| {
        if is_product(&row, lexicon) {
            habits.push(Habit::Unread { line: at + 1, text: row.trim().to_owned() });
            return Cow::from("");
        }
        let rest = behind_cost(&row, lexicon).filter(|_| costs >= MIN_COSTS).map(str::to_owned);
        rest.map_or(row, Cow::from)
    };
    rows.into_iter().enumerate().map(&mut written).collect()
}

/// Whether a row is the name of a product with a line around it, and no title.
fn is_product(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let row = row.trim();
    let framed = row.starts_with(['=', '*', '#', '-', '_', '~', '[']) || row.ends_with(':');
    let name = row.trim_matches(|c: char| !c.is_alphanumeric());
    framed
        && row.len() <= MAX_ROW_LENGTH
        && row.len() > name.len()
        && lexicon.is_whole_product(name)
        && !(lexicon.is_name(name) && lexicon.counts_for_size(name))
}

/// `cost 3: 2 A, 1 B`: the cards behind the label with what they cost.
fn behind_cost<'r>(row: &'r str, lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let (label, rest) = row.split_once(':').filter(|_| row.len() <= MAX_ROW_LENGTH)?;
    let label = words(label);
    let figure = |word: &&str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
    let cost = |word: &&str| lexicon.words.is(InPlace::Cost, word);
    let [first, second] = label[..] else { return None };
    let without = |word: &&str| lexicon.words.is(InPlace::Without, word);
    let says = cost(&first) && figure(&second) || (figure(&first) || without(&first)) && cost(&second);
    (says && !names(rest, lexicon).is_empty()).then(|| rest.trim_start())
}
