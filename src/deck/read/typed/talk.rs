//! Sentences above and below a list, and among its rows: what they say of it is asked, or left out, where
//! nothing else was read in them.

use std::borrow::Cow;

use super::changes::{self, MANY_CARDS};
use super::decks;
use super::lexicon::{Found, Lexicon};
use super::line::{At, Beside, Item, LineItem, Remark};
use super::pieces::{Number, Shape};
use super::remarks;
use super::sizes::{MAX_COPIES, is_whole, most_copies, whole};
use super::subtotals;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{Decklist, brief};
use crate::deck::talk::{Said, Talk};
use crate::deck::words::{InPlace, Opens, Role, Says};

/// No sentence is longer, in bytes.
const MAX_SENTENCE_LENGTH: usize = 400;

/// Nor has more words.
const MAX_WORDS: usize = 60;

/// No heading has more words.
const MAX_HEADING_LENGTH: usize = 4;

/// No card's name has more words.
const MAX_NAME_LENGTH: usize = 9;

/// What the lines say with their sentences heard: `rows` are the texts.
pub(super) fn settle(things: Vec<At>, rows: &[Cow<'_, str>], lexicon: &Lexicon<'_>) -> Vec<At> {
    let mut total = 0u32;
    let mut kept: Vec<At> = Vec::with_capacity(things.len());
    let mut things = things.into_iter().peekable();
    for (at, row) in rows.iter().enumerate() {
        let line = at + 1;
        let mut own: Vec<At> = Vec::new();
        while let Some(thing) = things.next_if(|(of, _)| *of <= line) {
            own.push(thing);
        }
        let above = (is_whole(total, lexicon), total > 0);
        own = heard(row, line, own, above, lexicon);
        let of_bullets = |(_, thing): &At| matches!(thing, LineItem::Moves(moves) if !moves.in_words);
        let bullets = kept.iter().rev().take_while(|thing| of_bullets(thing)).count() > 1;
        let moved = matches!(kept.last(), Some((_, LineItem::Moves(_)))) && !bullets;
        if moved && takes_back(row, lexicon) {
            own = vec![(line, LineItem::Change(row.trim().to_owned()))];
        }
        // One that comes to the rows was left out before.
        if subtotals::adds_up(row) && own.iter().any(|(_, thing)| matches!(thing, LineItem::Numbers(_))) {
            let question =
                format!("“{}” is not what the rows come to; which of the two is right?", brief(row.trim()));
            own = vec![(line, LineItem::Question(question))];
        }
        total = total.saturating_add(decks::size(&own, lexicon));
        kept.extend(own);
    }
    kept.extend(things);
    kept
}

/// `No, forget that`: whether a few words right below a change of the deck, and no card, say of it that it
/// may not be so.
fn takes_back(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let normalized = normalize_name(row);
    let few = normalized.split(' ').count() <= MAX_TAKEN_BACK;
    let says = |sentence: Sentence<'_>| sentence.says(Talk::Change).is_some() && sentence.names.is_empty();
    few && Sentence::of(&normalized, lexicon).is_some_and(says)
}

/// Whether a sentence says that something may have changed.
pub(super) fn speaks_of_change(text: &str, lexicon: &Lexicon<'_>) -> bool {
    let normalized = normalize_name(text);
    Sentence::of(&normalized, lexicon).is_some_and(|sentence| sentence.says(Talk::Change).is_some())
}

/// All that a sentence says besides the names of its cards.
pub(super) fn says(text: &str, lexicon: &Lexicon<'_>) -> Vec<Talk> {
    let normalized = normalize_name(text);
    let said = Sentence::of(&normalized, lexicon).map(|sentence| sentence.said).unwrap_or_default();
    said.into_iter().map(|said| said.says).collect()
}

/// Whether a sentence says that something of its list is still open, or follows: `the tenth I bring
/// on Friday`.
/// Of one card that lacks no more copies than one may have.
pub(super) fn leaves_rest_open(text: &str, lacking: u32, lexicon: &Lexicon<'_>) -> bool {
    let normalized = normalize_name(text);
    let Some(sentence) = Sentence::of(&normalized, lexicon) else { return false };
    let few = lacking <= most_copies(lexicon.game);
    let of_one =
        |said: &Said| lexicon.words.is(InPlace::Lacking, &sentence.words[said.from..said.to].join(" "));
    let denied = |said: &Said| {
        let before = said.from.saturating_sub(MAX_BEFORE_DENIED)..said.from;
        sentence.said.iter().any(|of| of.says == Talk::Negation && before.contains(&of.from))
    };
    sentence.said.iter().any(|said| said.says == Talk::YetToCome && !denied(said) && (few || !of_one(said)))
}

/// `no more to come`: the maximum number of words between a denial and what it denies.
const MAX_BEFORE_DENIED: usize = 2;

/// Nobody takes a change back in more words.
const MAX_TAKEN_BACK: usize = 16;

/// A sentence, its words as they are compared with phrases.
struct Sentence<'r> {
    words: Vec<&'r str>,
    said: Vec<Said>,
    /// Where the names of cards stand among the words.
    names: Vec<(usize, usize)>,
}

impl<'r> Sentence<'r> {
    /// Nothing where no phrase is among the words.
    fn of(normalized: &'r str, lexicon: &Lexicon<'_>) -> Option<Self> {
        let words: Vec<&str> = normalized.split(' ').filter(|word| !word.is_empty()).collect();
        if words.len() > MAX_WORDS {
            return None;
        }
        let mut said = lexicon.words.talk(&words);
        let names = if said.is_empty() { Vec::new() } else { names(&words, lexicon) };
        // A word of a name says nothing.
        said.retain(|said| !names.iter().any(|(from, to)| (*from..*to).contains(&said.from)));
        // `never lost with it` is said of games.
        let denied = |of: &Said| {
            let before = &words[of.from.saturating_sub(2)..of.from];
            let quiet = |word: &&str| {
                lexicon.words.is(InPlace::Only, word)
                    || lexicon.words.talk(&[*word]).iter().any(|said| said.says == Talk::Negation)
            };
            lexicon.words.is(InPlace::Gone, words[of.from]) && before.iter().any(quiet)
        };
        let games: Vec<Said> =
            said.iter().filter(|of| of.says == Talk::Change && denied(of)).copied().collect();
        said.retain(|of| !games.contains(of));
        (!said.is_empty()).then_some(Self { words, said, names })
    }

    fn says(&self, talk: Talk) -> Option<Said> {
        self.said.iter().find(|said| said.says == talk).copied()
    }
}

/// Where the names of cards stand among words; each may have a plural's letter.
fn names(words: &[&str], lexicon: &Lexicon<'_>) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < words.len() {
        let longest = words.len().min(from + MAX_NAME_LENGTH);
        let last = (from + 1..=longest).rev().find(|to| {
            let name = words[from..*to].join(" ");
            let one = name.strip_suffix('s').unwrap_or(&name);
            let card = |name: &str| lexicon.is_name(name) && lexicon.words.get(name).is_empty();
            name.len() > 3 && (card(&name) || card(one))
        });
        found.extend(last.map(|to| (from, to)));
        from = last.unwrap_or(from + 1);
    }
    found
}

/// What a line says: what was read in it, or what its words say of the list.
fn heard(
    row: &str,
    line: usize,
    own: Vec<At>,
    (below_whole, below_cards): (bool, bool),
    lexicon: &Lexicon<'_>,
) -> Vec<At> {
    // `Affiliation card: none, my brother has it` says why.
    if own.iter().any(|(_, thing)| *thing == LineItem::NoAffiliation || is_ordered(thing)) {
        return own;
    }
    if changes::is_kept(row, lexicon) {
        return vec![(line, LineItem::Change(row.trim().to_owned()))];
    }
    let unheard = row.contains('\n') || row.trim().is_empty() || changes::is_struck_through(row, lexicon);
    if row.len() > MAX_SENTENCE_LENGTH || unheard {
        return own;
    }
    let normalized = normalize_name(row);
    let sentence = Sentence::of(&normalized, lexicon);
    if let Some(goes_on) = sentence.as_ref().and_then(|sentence| goes_on(sentence, row, &own)) {
        let as_before = |(_, thing): &At| matches!(thing, LineItem::AsBefore(_));
        let kept = own.into_iter().filter(as_before);
        return kept.chain([(line, goes_on)]).collect();
    }
    let as_before = own.iter().any(|(_, thing)| matches!(thing, LineItem::AsBefore(_)));
    if as_before && sentence.as_ref().is_some_and(|sentence| is_open(sentence, row, lexicon)) {
        return left_open(row.trim(), line, own, false);
    }
    if behind_row(row, &own, lexicon).is_some_and(|behind| surely_goes_on(behind, lexicon)) {
        return own.into_iter().chain([(line, LineItem::GoesOn(None))]).collect();
    }
    // What only puts cards in may be a sentence with cards.
    let plain: Option<Vec<At>> = own.iter().map(as_cards).collect::<Option<Vec<_>>>().map(|all| all.concat());
    let Some(plain) = plain.filter(|_| !own.is_empty()) else { return own };
    let new = match sentence {
        Some(sentence) => {
            stated(&sentence, row, line, &plain, (below_whole, below_cards, plain != own), lexicon)
        }
        None => None,
    };
    new.or_else(|| remarked(row, line, plain, below_whole, lexicon)).unwrap_or(own)
}

/// Whether a thing is an order of which every word was looked at.
fn is_ordered(thing: &LineItem) -> bool {
    matches!(thing, LineItem::Moves(moves) if moves.is_explicit())
}

/// A thing as what it is if it changes nothing; nothing where it surely does.
fn as_cards(thing: &At) -> Option<Vec<At>> {
    use LineItem::{AsBefore, Beside, Change, Moves, OpenAffiliation, OtherDeck, Question, Total};
    use LineItem::{Withheld, WithheldHere};
    if let Moves(moves) = &thing.1 {
        let puts_in = !moves.moves.is_empty() && moves.moves.iter().all(|m| m.into);
        return puts_in.then(|| moves.otherwise.clone());
    }
    let changes = matches!(thing.1, AsBefore(_) | Question(_) | OpenAffiliation(..) | Beside(_) | Change(_))
        || matches!(thing.1, OtherDeck(_) | Total(..) | Withheld(_) | WithheldHere(_));
    (!changes).then(|| vec![thing.clone()])
}

/// What a sentence without a card makes of its line that says that the list goes on elsewhere.
fn goes_on(sentence: &Sentence<'_>, row: &str, own: &[At]) -> Option<LineItem> {
    use LineItem::{Beside, Change, Moves, OpenAffiliation, Question, Withheld, WithheldHere};
    let asked = |thing: &LineItem| matches!(thing, Question(_) | OpenAffiliation(..) | Change(_) | Moves(_));
    let settled =
        |(_, thing): &At| asked(thing) || matches!(thing, Beside(_) | Withheld(_) | WithheldHere(_));
    if own.iter().any(settled) || is_counted_row(row, own) || !sentence.names.is_empty() {
        return None;
    }
    let surely = sentence.says(Talk::GoesOn).map(|_| LineItem::GoesOn(None));
    surely.or_else(|| sentence.says(Talk::MayGoOn).map(|_| LineItem::MayGoOn(row.trim().to_owned())))
}

/// The words behind a counted row of one card: `2 Title (rest on the second sheet)`.
fn behind_row<'r>(row: &'r str, own: &[At], lexicon: &Lexicon<'_>) -> Option<&'r str> {
    let [(_, to)] = super::moves::names(row, lexicon)[..] else { return None };
    row.get(to..).filter(|_| is_counted_row(row, own))
}

/// Whether words behind a row surely say that a rest of the list stands elsewhere.
fn surely_goes_on(words: &str, lexicon: &Lexicon<'_>) -> bool {
    let normalized = normalize_name(words);
    let rest = normalized.split(' ').any(|word| lexicon.words.is(InPlace::Rest, word));
    rest && Sentence::of(&normalized, lexicon).is_some_and(|sentence| sentence.says(Talk::GoesOn).is_some())
}

/// Whether words say that something is not so.
pub(super) fn denies(words: &str, lexicon: &Lexicon<'_>) -> bool {
    let normalized = normalize_name(words);
    let without = normalized.split(' ').any(|word| lexicon.words.is(InPlace::Without, word));
    let says = |sentence: Sentence<'_>| sentence.says(Talk::Negation).is_some();
    without || Sentence::of(&normalized, lexicon).is_some_and(says)
}

/// What a sentence makes of its line, if anything.
fn stated(
    sentence: &Sentence<'_>,
    row: &str,
    line: usize,
    own: &[At],
    (below_whole, below_cards, own_moves): (bool, bool, bool),
    lexicon: &Lexicon<'_>,
) -> Option<Vec<At>> {
    let text = row.trim().to_owned();
    let counted = is_counted_row(row, own);
    let other = sentence.says(Talk::OtherDeck);
    let maybe = sentence.says(Talk::MaybeOther).filter(|_| below_whole);
    if let Some(said) = other.or(maybe) {
        let names = &sentence.names;
        let cards = own.iter().filter(|(_, thing)| matches!(thing, LineItem::Card(_))).count();
        let behind = names.iter().all(|(at, _)| *at >= said.from) && (cards > 0 || !names.is_empty());
        if behind && !leads_with_count(row) && cards < MANY_CARDS {
            let remark = (line, LineItem::Remark(text.clone(), Remark::Sentence));
            if other.is_some() && (!counted || below_whole || !below_cards) {
                return Some(vec![(line, LineItem::OtherDeck(text))]);
            }
            if below_whole {
                return Some([&[remark], own].concat());
            }
            let question = format!(
                "{:?} counts a card that it says is another deck's. Is it in this deck?",
                brief(&text)
            );
            return Some([own, &[(line, LineItem::Question(question))]].concat());
        }
    }
    let named = own.iter().any(|(_, thing)| matches!(thing, LineItem::Name(_))) || is_named(row, lexicon);
    let changes = sentence.says(Talk::Change).is_some() && !own_moves && !named;
    if changes && !counted && names_of_deck(sentence, row, lexicon) {
        return Some(vec![(line, LineItem::Change(text))]);
    }
    // A draft's heading may be that of an older list.
    let heads = |(_, thing): &At| {
        matches!(thing, LineItem::Side(_) | LineItem::Affiliation(..) | LineItem::Heading(_))
    };
    let short = sentence.words.len() <= MAX_HEADING_LENGTH;
    if row.trim_end().ends_with(':') || short && own.iter().any(heads) {
        return None;
    }
    // `1/2 Title, depends`: the count is tried both ways.
    let counted_both_ways = || {
        let count = row.trim_start().split(' ').next().and_then(|count| count.split_once('/'));
        let figures = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        count.is_some_and(|(low, high)| figures(low) && figures(high))
    };
    if counted && sentence.names.len() == 1 && counted_both_ways() {
        return None;
    }
    let open = sentence.says(Talk::Open).is_some() || is_open(sentence, row, lexicon);
    open.then(|| left_open(&text, line, own.to_vec(), counted))
}

/// Whether everyday words say of the list, or of its cards, that it is not settled.
fn is_open(sentence: &Sentence<'_>, row: &str, lexicon: &Lexicon<'_>) -> bool {
    let Some(said) = sentence.says(Talk::OpenOfList) else { return false };
    let negates = |no: &&Said| {
        no.says == Talk::Negation && (said.from.saturating_sub(MAX_BETWEEN)..said.from).contains(&no.from)
    };
    if sentence.said.iter().any(|no| negates(&no)) {
        return false;
    }
    let of_list = |(roles, phrase): &(&[Role], String)| {
        let of = |role: &Role| match role {
            Role::Cards | Role::Heading(Opens::Nothing | Opens::Objectives | Opens::Command) => true,
            Role::Label(Says::Name) => phrase.contains("deck"),
            Role::SetNumber => phrase.len() > 2,
            _ => false,
        };
        roles.iter().any(of)
    };
    let besides = [&sentence.words[..said.from], &sentence.words[said.to..]].concat().join(" ");
    let names = !sentence.names.is_empty() || lexicon.roles(row).known.iter().any(of_list);
    // `but this time with one change`
    let changes = || {
        let phrase = sentence.words[said.from..said.to].join(" ");
        lexicon.roles(&phrase).has(&Role::Change) && besides.split(' ').count() <= MAX_BESIDE_CHANGE
    };
    names || is_filling(&besides, lexicon) || changes()
}

/// Among more words something else may have changed.
const MAX_BESIDE_CHANGE: usize = 6;

/// No more words stand between `not` and what is not so.
const MAX_BETWEEN: usize = 3;

/// Whether words say nothing more than those of a heading.
pub(super) fn is_filling(words: &str, lexicon: &Lexicon<'_>) -> bool {
    let plain = |role: &Role| {
        matches!(role, Role::Filler | Role::Joins | Role::Cards | Role::Copies | Role::Each | Role::Number(_))
    };
    let roles = lexicon.roles(words);
    roles.unknown.is_empty() && roles.known.iter().all(|(roles, _)| roles.iter().any(plain))
}

/// `Deck: …`, and `Second affiliation: none`: whether a line is a field that names the deck, or was left
/// empty.
fn is_named(row: &str, lexicon: &Lexicon<'_>) -> bool {
    let Some((label, value)) = row.split_once(':') else { return false };
    let named = lexicon.words.get(label.trim()).contains(&Role::Label(Says::Name));
    named || lexicon.words.is(InPlace::Without, value.trim())
}

/// A line that counts something nobody can read, or with words in front of its first card that nobody knows:
/// below a whole deck it is no row of it.
fn remarked(
    row: &str,
    line: usize,
    own: Vec<At>,
    below_whole: bool,
    lexicon: &Lexicon<'_>,
) -> Option<Vec<At>> {
    if below_whole && is_unreadable_row(row, &own, lexicon) {
        let question =
            format!("{:?} counts a card and does not name it. Which card is in the deck?", brief(row.trim()));
        return Some(vec![(line, LineItem::Question(question))]);
    }
    let counted = is_counted_row(row, &own);
    with_remark(row, line, own, counted, lexicon)
}

/// A line that says that the list is not settled; of a row of the deck the card stays.
fn left_open(text: &str, line: usize, own: Vec<At>, counted: bool) -> Vec<At> {
    let question = format!("{:?} says that the list is not settled. What is in the deck?", brief(text));
    let loose = |(_, thing): &At| {
        use LineItem::{Numbers, Perhaps, Spoken, Unread};
        thing.card().is_some() && !counted
            || matches!(thing, Perhaps(..) | Spoken(_) | Unread(_) | Numbers(_))
    };
    let mut own: Vec<At> = own.into_iter().filter(|thing| !loose(thing)).collect();
    own.push((line, LineItem::Question(question)));
    own
}

/// Whether a line is a row of a deck: a card with a count; or a deck in a line.
fn is_counted_row(row: &str, own: &[At]) -> bool {
    let count = |(number, _): &(Number, Beside)| {
        number.shape == Shape::Times
            && (1..=MAX_COPIES).contains(&number.value)
            && row.contains(|c: char| c.is_ascii_digit())
    };
    let known = |(_, thing): &&At| matches!(thing, LineItem::Card(item) if item.found != Found::Lost);
    let counted = own
        .iter()
        .filter(known)
        .any(|(_, thing)| thing.card().is_some_and(|item| item.numbers.iter().any(count)));
    let cards = own.iter().filter(known).count();
    counted || (leads_with_count(row) || is_of_items(row)) && cards > 0 || cards >= MANY_CARDS
}

/// `Jedi; 1 A; 2 B`: whether semicolons part what begins with a count, or ends with one. A word of a title
/// with a slip says nothing there.
fn is_of_items(row: &str) -> bool {
    let digit = |c: char| c.is_ascii_digit();
    let item = |part: &&str| leads_with_count(part) || part.trim_end().ends_with(digit);
    row.split(';').skip(1).filter(item).count() >= MIN_ITEMS
}

/// The minimum number of them that are a list.
const MIN_ITEMS: usize = 2;

/// Whether a count in figures stands in front.
pub(super) fn leads_with_count(row: &str) -> bool {
    let first = row.trim_start().trim_start_matches(|c: char| "-*•([#+".contains(c) || c.is_whitespace());
    first.trim_start_matches(['x', 'X', '×']).starts_with(|c: char| c.is_ascii_digit())
}

/// `1x [illegible]`, `1x Th* Em**** H***`: whether a line counts something that cannot be read.
fn is_unreadable_row(row: &str, own: &[At], lexicon: &Lexicon<'_>) -> bool {
    let lost = |(_, thing): &At| thing.possible_card().is_some_and(|item| item.found == Found::Lost);
    let first = row.split_whitespace().next().unwrap_or_default();
    let figure =
        first.trim_matches(['x', 'X', '×']).parse::<u32>().is_ok_and(|n| (1..=MAX_COPIES).contains(&n));
    let signs = ["**", "??", "__", "[…]", "[...]"].iter().any(|signs| row.contains(signs));
    figure && own.iter().all(lost) && (signs || lexicon.roles(row).has(&Role::Illegible))
}

/// Whether a sentence names a card, or an affiliation.
fn names_of_deck(sentence: &Sentence<'_>, row: &str, lexicon: &Lexicon<'_>) -> bool {
    let roles = lexicon.roles(row);
    let label = Role::Label(Says::Affiliation);
    let affiliation = |(roles, phrase): &(&[Role], String)| {
        let of = |role: &Role| matches!(role, Role::Affiliation(_)) || *role == label;
        phrase.len() > 2 && roles.iter().any(of)
    };
    // Of a set's other cards a sentence may speak without a change of the deck.
    let counts = |(from, to): &(usize, usize)| {
        let name = sentence.words[*from..*to].join(" ");
        // `took Title out of`
        let within = |said: &Said| said.says == Talk::Change && (said.from..said.to).contains(from);
        sentence.said.iter().any(within)
            || lexicon.counts_for_size(&name)
            || lexicon.counts_for_size(name.strip_suffix('s').unwrap_or(&name))
    };
    // Unless it takes one out and puts another in.
    let exchanges = roles.has(&Role::TakesOut) && roles.has(&Role::PutsIn);
    let exchanged = exchanges && !sentence.names.is_empty();
    exchanged || sentence.names.iter().any(counts) || roles.known.iter().any(affiliation)
}

/// A line with words nobody knows in front of its first card, with what they make of it.
fn with_remark(
    row: &str,
    line: usize,
    mut own: Vec<At>,
    counted: bool,
    lexicon: &Lexicon<'_>,
) -> Option<Vec<At>> {
    let remarked = own.iter().any(|(_, thing)| matches!(thing, LineItem::Remark(..)));
    let first = own.iter().find_map(|(_, thing)| {
        let Item { text, found: Found::Exact(_) | Found::Slip(_), .. } = thing.card()? else { return None };
        row.find(text.as_str())
    });
    let before = first.filter(|_| !remarked && !counted).map(|at| &row[..at])?;
    let roles = lexicon.roles(before);
    let unknown = roles.unknown.iter().filter(|word| word.chars().count() > 1).count();
    let sentence = unknown >= MIN_UNKNOWN || unknown > 0 && !before.contains([':', '|', '\t', '<', '[']);
    sentence.then(|| {
        own.insert(0, (line, LineItem::Remark(row.trim().to_owned(), Remark::Sentence)));
        own
    })
}

/// The minimum number of unknown words in front of a card that are no heading.
const MIN_UNKNOWN: usize = 2;

/// The count of every card without one that a sentence says which says nothing else: `no number means three`.
pub(super) fn default_count(normalized: &str, lexicon: &Lexicon<'_>) -> Option<u32> {
    let sentence = Sentence::of(normalized, lexicon)?;
    let said = sentence.says(Talk::DefaultCount)?;
    let number = |word: &&str| lexicon.words.number_or_figures(word);
    let count = sentence.words[said.from..said.to].iter().rev().find_map(number)?;
    let several = (2..=MAX_COPIES).contains(&count) && sentence.names.is_empty();
    let spans = || sentence.said.iter().filter(|said| said.says == Talk::DefaultCount);
    let besides: Vec<&str> = sentence
        .words
        .iter()
        .enumerate()
        .filter(|(at, _)| !spans().any(|said| (said.from..said.to).contains(at)))
        .map(|(_, word)| *word)
        .collect();
    (several && is_filling(&besides.join(" "), lexicon)).then_some(count)
}

/// Whether a text says of its lines that they are no deck, and they are far from one: what somebody looks
/// for, a ranking, a collection.
pub(super) fn is_no_list(rows: &[&str], lists: &[Decklist], lexicon: &Lexicon<'_>) -> bool {
    // In a ranking the numbers are no counts.
    let copies = |count: u32| if count > most_copies(lexicon.game) { 1 } else { count };
    let counts = |list: &Decklist| {
        list.entries
            .iter()
            .filter(|e| remarks::counts(e, lexicon))
            .fold(0, |sum: u32, e| sum.saturating_add(copies(e.count.number())))
    };
    let counted = lists.iter().map(counts).fold(0, u32::saturating_add);
    if is_whole(counted, lexicon) {
        return false;
    }
    let mut heads = false;
    let mut with_cards = 0;
    for row in rows.iter().filter(|row| row.len() <= MAX_SENTENCE_LENGTH).take(MAX_ROWS) {
        let normalized = without_games_name(&normalize_name(row), lexicon);
        let Some(sentence) = Sentence::of(&normalized, lexicon) else { continue };
        let Some(said) = sentence.says(Talk::NoList) else { continue };
        let names = &sentence.names;
        let behind = names.iter().all(|(at, _)| *at >= said.from);
        heads |= behind;
        // `have: …`, `want: …`
        with_cards += usize::from(behind && !names.is_empty());
    }
    heads && counted.saturating_mul(2) <= whole(lexicon.game) || with_cards > 1
}

/// A line without phrases like the game's own name: in `Trading Card Game` nobody trades.
fn without_games_name(normalized: &str, lexicon: &Lexicon<'_>) -> String {
    let roles = lexicon.roles(normalized);
    let phrases = roles
        .known
        .iter()
        .filter(|(roles, phrase)| roles.contains(&Role::Filler) && phrase.split(' ').count() >= MIN_NAME);
    phrases.fold(normalized.to_owned(), |line, (_, phrase)| line.replace(phrase.as_str(), " "))
}

/// The minimum number of words of a game's name.
const MIN_NAME: usize = 3;

/// A text that is no list has fewer lines.
const MAX_ROWS: usize = 40;
