//! Whether a document is of another game, whose words may by chance be names of cards of this one.

use super::audit::Words;
use super::draft::Draft;
use super::known::Known;
use super::matching::Matcher;
use super::named_cards;
use crate::corpus::document::{Authority, Document};
use crate::corpus::emit::Note;
use crate::corpus::ruling::CardRef;

/// Of fewer entries, few naming a card say nothing.
const MIN_ENTRIES: usize = 5;

/// In a document of this game one entry in this many or more names a card.
const NAMING: usize = 5;

/// What documents call the games.
const GAMES: [&str; 3] = ["star wars", "swlcg", "swtcg"];

/// Whether a document names one of the games, and none of the others of their name.
pub(super) fn names_game(words: &Words, title: &str, known: &Known) -> bool {
    let has = |name: &str| super::block::words(title).contains(name) || words.contain(name);
    GAMES.iter().any(|name| has(name)) && !known.other_games.iter().any(|name| has(name))
}

/// The note on a document in which hardly any card is known and no game named: its words are taken for no
/// card's name. `None` if there are no such cards, or if it is of this game.
pub(super) fn found(drafts: &[Draft], matcher: &Matcher<'_>, document: &Document) -> Option<Note> {
    let is_known = |card: &CardRef| matcher.known().has_card(matcher.game(), &card.name);
    let listed = drafts.iter().any(|draft| draft.cards.iter().any(is_known));
    if document.authority != Authority::House || listed || drafts.len() < MIN_ENTRIES {
        return None;
    }
    let first = |draft: &Draft| named_cards::cards_of(&draft.words(), matcher).into_iter().find(is_known);
    let named: Vec<CardRef> = drafts.iter().filter_map(first).collect();
    let naming = named.len();
    let first = &named.first().filter(|_| naming * NAMING < drafts.len())?.name;
    let text = format!(
        "it names no game of Star Wars, and {naming} of its {} entries a card that is known: `{first}` was not taken for \
         the card, nor any other name; if it is of this game, say so in its title",
        drafts.len()
    );
    Some(Note { field: "game", text })
}
