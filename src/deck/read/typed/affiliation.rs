//! The affiliation of a deck, among all that its list says.

use std::collections::BTreeSet;

use super::decks;
use super::lexicon::Lexicon;
use super::line::{At, LineItem, Named};
use super::phrases::{has_phrase, words};
use super::talk;
use crate::corpus::Game;
use crate::corpus::cards::Side;
use crate::corpus::cards::normalize::normalize_name;
use crate::deck::list::{DeckEntry, Decklist, Zone};
use crate::deck::talk::Talk;
use crate::deck::words::{InPlace, Opens, Role, Says};

/// The affiliation of a deck: the one a label names; else the first that stands by itself (later ones are
/// captions of groups); else one among other words, where the deck's sets are of its side.
pub(super) fn enter(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let cards = cards_of_their_own(things, list);
    let labelled: Vec<NamedAt<'_>> = named(things, Named::Labelled).collect();
    if !labelled.is_empty() {
        labelled.iter().for_each(|named| add(named, list));
        let others: Vec<NamedAt<'_>> =
            cards.into_iter().filter(|(_, title)| labelled.iter().all(|(_, of)| of != title)).collect();
        question_others(&others, list);
    } else if cards.len() > 1 {
        enter_one_of(&cards, things, list, lexicon);
    } else {
        enter_one_in_words(things, list, lexicon);
    }
}

/// Takes back the question of an affiliation with a question mark that another line names without one.
pub(super) fn settle_questions(things: &mut Vec<At>) {
    let is_asked = |(line, thing): &At| matches!(thing, LineItem::OpenAffiliation(..)).then_some(*line);
    let asked: BTreeSet<usize> = things.iter().filter_map(is_asked).collect();
    let named: BTreeSet<String> = things
        .iter()
        .filter(|(line, _)| !asked.contains(line))
        .filter_map(|(_, thing)| thing.affiliation().cloned())
        .collect();
    things
        .retain(|(_, thing)| !matches!(thing, LineItem::OpenAffiliation(_, title) if named.contains(title)));
}

/// `Affiliation: Name?`, `Name, I think`: the question that a line leaves which names the affiliation, and no
/// card.
pub(super) fn doubted(row: &str, things: &[At], lexicon: &Lexicon<'_>) -> Option<LineItem> {
    // `[?] Name`: nothing else stands in the line.
    let alone = || lexicon.roles(row).whole();
    let mut affiliations = things.iter().filter_map(|(_, thing)| thing.named_affiliation());
    let (named, ..) = affiliations.find(|(_, named, _)| named.may_head_deck() || alone())?;
    let other = |(_, thing): &At| {
        matches!(thing, LineItem::Question(_) | LineItem::OpenAffiliation(..))
            // A question mark is no card.
            || thing.card().is_some_and(|item| item.text.contains(char::is_alphanumeric))
            || thing.numbers().is_some() && row.contains(|c: char| c.is_ascii_digit())
    };
    if row.len() > MAX_ROW_LENGTH || things.iter().any(other) {
        return None;
    }
    // `[?] Name`, `Name (?)`
    let row = row.replace(['(', '[', ')', ']'], " ");
    let row = row.trim();
    let says = |text: &str| lexicon.affiliation(&lexicon.roles(text), text).is_some();
    // `Affiliation? Name`: what asks is the form.
    let asks = row.split_inclusive(['.', '!', '?']).scan(false, |said, part| {
        let own = says(part);
        let bare = !part.contains(char::is_alphabetic);
        let asked = part.ends_with('?') && (own || bare && *said);
        *said |= own;
        Some(asked)
    });
    let leads =
        row.contains("? ") && !row.split('?').next().unwrap_or_default().contains(char::is_alphanumeric);
    let label = |text: &str| text.rsplit([':', '=']).next().unwrap_or_default().trim_start().starts_with('?');
    let guessed = || has_phrase(&words(row), InPlace::Guess, lexicon);
    let open = asks.into_iter().any(|asked| asked) || leads || label(row) || guessed();
    open.then(|| LineItem::OpenAffiliation(row.trim().trim_end_matches('?').to_owned(), named.clone()))
}

/// `I play with the special card A, so half and half`: an affiliation card whose title a sentence names, and
/// which no affiliation bears, in the place of one that was only found among words; else it is asked which of
/// the two is the deck's.
pub(super) fn by_own_title(raw: &[&str], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let is_own = |title: &str| lexicon.words.get(title).is_empty();
    let Some(at) = list.entries.iter().position(|entry| entry.zone == Zone::Affiliation) else { return };
    let entered = &list.entries[at];
    let row = raw.get(entered.line.saturating_sub(1)).copied().unwrap_or_default();
    let roles = lexicon.roles(row);
    let others = list.entries.iter().filter(|entry| entry.zone == Zone::Affiliation).count() > 1;
    if lexicon.game == Game::Tcg
        || others
        || is_own(&entered.title)
        || roles.has(&Role::Label(Says::Affiliation))
    {
        return;
    }
    let side = list.part.or_else(|| lexicon.side_of_affiliation(&entered.title));
    let fits = |title: &&str| is_own(title) && lexicon.side_of_affiliation(title) == side;
    let titles = lexicon.lcg.affiliations().iter().map(|card| card.title.as_str()).filter(fits);
    let phrases: Vec<(&str, String)> =
        titles.map(|title| (title, format!(" {} ", normalize_name(title)))).collect();
    let short = (1..).zip(raw).filter(|(_, row)| row.len() <= MAX_SENTENCE_LENGTH);
    let named: Vec<(usize, &str, &str)> = short
        .flat_map(|(line, row)| {
            let words = format!(" {} ", normalize_name(row));
            let own = phrases.iter().filter(move |(_, phrase)| words.contains(phrase.as_str()));
            own.map(move |(title, _)| (line, *title, *row))
        })
        .collect();
    let Some((line, title, sentence)) = named.first().copied() else { return };
    // `Sith instead of Dark Masters` names what is not there.
    let absent = [InPlace::Instead, InPlace::Formerly];
    if absent.iter().any(|place| has_phrase(&words(sentence), *place, lexicon)) {
        return;
    }
    let one = named.iter().all(|(_, of, _)| *of == title);
    let plays = one && names_played(sentence, title, lexicon);
    if plays && !roles.whole() {
        list.entries[at].title = title.to_owned();
        list.entries[at].line = line;
    } else if plays || !roles.whole() {
        let question =
            format!("The list names {} and {title}. Which card is the deck's affiliation?", entered.title);
        list.add_question(vec![line], question);
        list.doubts.which_list = true;
    }
}

/// No sentence that names an affiliation card is longer, in bytes.
const MAX_SENTENCE_LENGTH: usize = 400;

/// Whether a sentence says of an affiliation card that the deck is played with it.
fn names_played(sentence: &str, title: &str, lexicon: &Lexicon<'_>) -> bool {
    let named = normalize_name(title);
    let clause = |text: &&str| normalize_name(text).contains(&named);
    let Some(clause) = sentence.split([',', '.', ';', ':', '!', '(', ')']).find(clause) else { return false };
    let open = |role: &Role| {
        matches!(role, Role::Absent | Role::Change | Role::Either | Role::Struck | Role::TakesOut)
    };
    let label = |role: &Role| matches!(role, Role::Cards | Role::Label(Says::Affiliation));
    let roles = lexicon.roles(clause);
    let played = roles.any(label) || has_phrase(&words(clause), InPlace::Plays, lexicon);
    let leaves_open = |said: &Talk| {
        use Talk::{
            Change, Earlier, Had, MaybeOther, Negation, NotIn, Open, OpenOfList, OtherDeck, YetToCome,
        };
        matches!(
            said,
            Change
                | Earlier
                | Had
                | MaybeOther
                | Negation
                | NotIn
                | Open
                | OpenOfList
                | OtherDeck
                | YetToCome
        )
    };
    let said = talk::says(sentence, lexicon);
    played && !roles.any(open) && !sentence.contains('?') && !said.iter().any(leaves_open)
}

/// No such line is longer, in bytes.
const MAX_ROW_LENGTH: usize = 80;

/// The affiliations that are named in one way.
fn named(things: &[At], how: Named) -> impl Iterator<Item = NamedAt<'_>> {
    things.iter().filter_map(move |(line, thing)| {
        let (title, named, _) = thing.named_affiliation()?;
        (named == how).then_some((*line, title))
    })
}

fn add((line, title): &NamedAt<'_>, list: &mut Decklist) {
    let title = (*title).clone();
    list.entries.push(DeckEntry { line: *line, title, zone: Zone::Affiliation, ..DeckEntry::default() });
}

/// Enters the deck's own of several that are named as cards.
fn enter_one_of(cards: &[NamedAt<'_>], things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let [first, rest @ ..] = cards else { return };
    if let Some((own, others)) = of_both_sides(cards, things, lexicon) {
        add(&own, list);
        list.doubts.which_list = true;
        return question_others(&others, list);
    }
    add(first, list);
    // One right below the other; what stands further down may head a group.
    let beside = rest.iter().enumerate().all(|(at, (line, _))| *line == cards[at].0 + 1);
    if beside {
        return rest.iter().for_each(|named| add(named, list));
    }
    question_others(rest, list);
}

/// Whether an affiliation is of the side of the deck's cards.
fn fits(title: &str, things: &[At], lexicon: &Lexicon<'_>) -> bool {
    let side = lexicon.side_of_affiliation(title);
    let sides = things.iter().filter_map(|(_, thing)| decks::side_of(thing, lexicon));
    let (own, other): (Vec<Side>, Vec<Side>) = sides.partition(|s| Some(*s) == side);
    own.len() >= other.len()
}

/// Enters the first affiliation that stands by itself, else one among other words.
fn enter_one_in_words(things: &[At], list: &mut Decklist, lexicon: &Lexicon<'_>) {
    let fits = |title: &str| fits(title, things, lexicon);
    let loose = named(things, Named::Among).find(|(_, title)| fits(title));
    let alone: Vec<(usize, &String, &String)> = things
        .iter()
        .filter_map(|(line, thing)| {
            let (title, named, words) = thing.named_affiliation()?;
            matches!(named, Named::Card | Named::Alone).then_some((*line, title, words))
        })
        .collect();
    if let Some((line, title, words)) = alone.first().copied() {
        // `Round 1 vs Jedi`: one among other words is not the deck's where another in a line of its own is of
        // the cards' side.
        let own = |(_, title, words): &&(usize, &String, &String)| words.is_empty() && fits(title);
        let other = alone.iter().find(own).filter(|_| !words.is_empty() && !fits(title));
        if let Some((line, title, _)) = other {
            return add(&(*line, title), list);
        }
        // One that is named below the cards in a remark is not the deck's where another fits the cards.
        let below = list.entries.iter().map(|e| e.line).max().is_some_and(|last| line > last);
        if fits(title) || !below || loose.is_none() {
            return add(&(line, title), list);
        }
    }
    // `Same Jedi deck as last time, but …`
    let before = things.iter().find_map(|(line, thing)| {
        let LineItem::AsBefore(text) = thing else { return None };
        Some((*line, lexicon.affiliation(&lexicon.roles(text), text)?))
    });
    if let Some(loose) = loose.or(before.as_ref().map(|(line, title)| (*line, title))) {
        list.doubts.loose_affiliation = true;
        add(&loose, list);
    }
}

/// The affiliations that are named as cards of their own, each once: with a count of one or with the word for
/// such a card, or by themselves right below that word.
fn cards_of_their_own<'t>(things: &'t [At], list: &Decklist) -> Vec<NamedAt<'t>> {
    let mut cards: Vec<NamedAt<'t>> = Vec::new();
    let first = list.entries.iter().map(|e| e.line).min();
    let mut headed = false;
    for (line, thing) in things {
        // Only a card, or another heading, ends what stands below a heading.
        if let LineItem::Heading(opens) = thing {
            headed = *opens == Opens::Affiliation;
        } else if thing.card().is_some() {
            headed = false;
        }
        let Some((title, named, _)) = thing.named_affiliation() else { continue };
        let above = first.is_none_or(|first| *line < first);
        let card = named == Named::Card || headed && above && named == Named::Alone;
        if card && cards.iter().all(|(_, of)| of != &title) {
            cards.push((*line, title));
        }
    }
    cards
}

/// An affiliation, and the line that names it.
type NamedAt<'t> = (usize, &'t String);

/// Of affiliation cards of different sides the deck's, and the others to be asked about, where another line
/// names one by itself (`Jedi 1`, `Sith 1` may be the score of a game), or the sets are of both sides.
fn of_both_sides<'t>(
    cards: &[NamedAt<'t>],
    things: &'t [At],
    lexicon: &Lexicon<'_>,
) -> Option<(NamedAt<'t>, Vec<NamedAt<'t>>)> {
    let side = |title: &str| lexicon.side_of_affiliation(title);
    if cards.windows(2).all(|pair| side(pair[0].1) == side(pair[1].1)) {
        return None;
    }
    let bare = things.iter().find_map(|(line, thing)| {
        let (title, named, words) = thing.named_affiliation()?;
        let by_itself = named == Named::Alone && words.is_empty() && cards.iter().all(|(of, _)| of != line);
        by_itself.then_some((*line, title))
    });
    let sides: BTreeSet<Side> =
        things.iter().filter_map(|(_, thing)| decks::side_of(thing, lexicon)).collect();
    let own = bare.or_else(|| cards.first().copied().filter(|_| sides.len() > 1))?;
    let others = cards.iter().filter(|(_, title)| *title != own.1).copied().collect();
    Some((own, others))
}

fn question_others(others: &[(usize, &String)], list: &mut Decklist) {
    if others.is_empty() {
        return;
    }
    let titles: Vec<&str> = others.iter().map(|(_, title)| title.as_str()).collect();
    let lines = others.iter().map(|(line, _)| *line).collect();
    let titles = titles.join(", ");
    list.add_question(
        lines,
        format!("Beside the deck's affiliation the list names {titles}. Is that a second card?"),
    );
}
