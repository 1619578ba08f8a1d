//! Cards of the trading card game by a set's code and their numbers, several in a line, below the set's name,
//! or glued to the code: `AOTC: 4x 61, 4x 86`, `ROTS 6 x4, ROTS 75 x4`, `4x #61 (AOTC)`, `ROTS006 4`.

use std::borrow::Cow;

use super::lexicon::Lexicon;
use super::sizes::MAX_PLAUSIBLE;
use crate::corpus::Game;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::words::Role;

/// No row of such cards is longer, in bytes.
const MAX_ROW_LENGTH: usize = 600;

/// The rows with the names of cards that stand by their numbers.
pub(super) fn written<'t>(rows: Vec<Cow<'t, str>>, lexicon: &Lexicon<'_>) -> Vec<Cow<'t, str>> {
    if lexicon.game == Game::Lcg {
        return rows;
    }
    let mut below: Option<String> = None;
    let row = |row: Cow<'t, str>| {
        let line = row.trim();
        if line.is_empty() || line.len() > MAX_ROW_LENGTH || line.contains('\n') {
            return row;
        }
        let (head, items) =
            line.split_once(':').map_or((None, line), |(head, rest)| (set(head, lexicon), rest));
        if head.is_some() && items.trim().is_empty() {
            below = head;
            return row;
        }
        if let Some(written) = of_table(line, lexicon) {
            return written.into();
        }
        let written = items_of(items, head.as_deref().or(below.as_deref()), lexicon);
        if written.is_none() && head.is_none() {
            below = None;
        }
        written.map_or(row, Cow::from)
    };
    rows.into_iter().map(row).collect()
}

/// The code of the set a heading names: `AOTC`, `Revenge of the Sith cards`.
fn set(head: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let words: Vec<&str> = head.split_whitespace().collect();
    let cards = |word: &&str| lexicon.words.get(word).contains(&Role::Cards);
    let name = match words.split_last() {
        Some((last, rest)) if cards(last) => rest.join(" "),
        _ => words.join(" "),
    };
    lexicon.set_code(&name).filter(|code| !lexicon.is_other_makers(code))
}

/// `ANH;175;4;X-wing At.`: the row of a table with a set's code, the card's number behind it and a count; the
/// title, if there is one, may be cut short.
pub(super) fn of_table(line: &str, lexicon: &Lexicon<'_>) -> Option<String> {
    let cut = [';', '\t', '|'].into_iter().find(|cut| line.contains(*cut))?;
    if lexicon.game == Game::Lcg || line.len() > MAX_ROW_LENGTH {
        return None;
    }
    let mut cells: Vec<&str> = line.split(cut).map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let at = cells.iter().position(|cell| glued(cell, lexicon).is_some())?;
    let (code, number) = glued(cells[at], lexicon)?;
    cells.remove(at);
    let number = match number {
        Some(number) => number,
        None if at < cells.len() => cells.remove(at).trim_start_matches('#').parse().ok()?,
        None => return None,
    };
    let name = lexicon.by_number(&code, number)?;
    let count = |cell: &&str| cell.trim_matches(['x', 'X', '×']).parse::<u32>().ok();
    let (counts, titles): (Vec<&str>, Vec<&str>) = cells.into_iter().partition(|cell| count(cell).is_some());
    let [count] = counts.iter().filter_map(count).collect::<Vec<_>>()[..] else { return None };
    let agree = titles.len() <= 1 && titles.iter().all(|title| shortens(title, &name));
    (agree && (1..=MAX_PLAUSIBLE).contains(&count)).then(|| format!("{count}x {name} [{code}]"))
}

/// Whether each word of a text begins a word of a name, in their order: `X-wing At.`.
fn shortens(text: &str, name: &str) -> bool {
    let [text, name] = [text, name].map(normalize_name);
    let mut words = name.split(' ');
    text.split(' ').all(|short| words.any(|word| word.starts_with(short)))
}

/// The items of a row where all of them are numbers of cards.
fn items_of(row: &str, code: Option<&str>, lexicon: &Lexicon<'_>) -> Option<String> {
    let items: Vec<&str> = row.split([',', ';']).map(str::trim).filter(|item| !item.is_empty()).collect();
    // A row of one card by the code and the number is read as it is.
    let plain =
        |item: &&str| code.is_none() && !item.contains(['#', '(', '-']) && item.split(' ').count() > 2;
    if items.is_empty() || items.len() == 1 && items.iter().all(plain) {
        return None;
    }
    let written: Option<Vec<String>> = items.iter().map(|item| card(item, code, lexicon)).collect();
    written.map(|items| items.join(", "))
}

/// `4x 61`, `ROTS 6 x4`, `4 ROTS-6`: the card's count and its name.
fn card(item: &str, code: Option<&str>, lexicon: &Lexicon<'_>) -> Option<String> {
    let mut code = code.map(str::to_owned);
    let (mut count, mut number, mut plain): (Option<u32>, Option<u32>, Option<u32>) = (None, None, None);
    let mut behind_code = false;
    for word in item.split([' ', '(', ')', '[', ']']).filter(|word| !word.is_empty()) {
        let times = word.strip_prefix(['x', 'X', '×']).or_else(|| word.strip_suffix(['x', 'X', '×']));
        let figure = |text: &str| text.trim_start_matches('#').parse::<u32>().ok().filter(|n| *n < 1000);
        if let Some(n) = times.and_then(figure) {
            count = Some(n).filter(|_| count.is_none());
            count?;
        } else if let Some(n) = figure(word) {
            let of_card = word.starts_with('#') || behind_code;
            let slot = if of_card && number.is_none() { &mut number } else { &mut plain };
            if slot.replace(n).is_some() {
                return None;
            }
            behind_code = false;
        } else if lexicon.words.get(word.trim_end_matches('.')).contains(&Role::SetNumber) {
            behind_code = true;
        } else {
            let (of_set, n) = glued(word, lexicon)?;
            (code, behind_code) = (Some(of_set), n.is_none());
            number = n.or(number);
        }
    }
    let (count, number) = match (count, number, plain) {
        (Some(count), Some(number), None) | (Some(count), None, Some(number)) => (count, number),
        (None, Some(number), Some(count)) => (count, number),
        _ => return None,
    };
    let code = code?;
    let name = lexicon.by_number(&code, number).filter(|_| (1..=MAX_PLAUSIBLE).contains(&count))?;
    Some(format!("{count}x {name} [{code}]"))
}

/// `ROTS`, `ROTS006`, `ROTS-6`: a set's code, and the number of a card behind it.
fn glued(word: &str, lexicon: &Lexicon<'_>) -> Option<(String, Option<u32>)> {
    let end = word.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(word.len());
    let (code, rest) = word.split_at(end);
    let code = lexicon.set_code(code).filter(|of| code.len() >= 2 && !lexicon.is_other_makers(of))?;
    let number = rest.trim_start_matches(['-', '#']);
    Some((code, if number.is_empty() { None } else { Some(number.parse().ok().filter(|n| *n < 1000)?) }))
}
