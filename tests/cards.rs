//! The card facts are complete, and cards are found despite variations in spelling.

use std::sync::LazyLock;

use judge::corpus::cards::normalize::{normalize_loosely, normalize_name};
use judge::corpus::cards::{LcgType, Printing, Side};
use judge::corpus::{CardBook, Files};

static BOOK: LazyLock<CardBook> = LazyLock::new(|| {
    let (book, found) = CardBook::load(&Files::built_in());
    assert!(found.is_empty(), "{found:#?}");
    book
});

#[test]
fn every_set_begins_with_its_objective_and_has_five_command_cards() {
    assert!(BOOK.lcg.sets().count() >= 289, "a set is gone");
    for set in BOOK.lcg.sets() {
        let types: Vec<LcgType> =
            set.cards.iter().map(|n| BOOK.lcg.card(n).expect("linked").r#type).collect();
        assert_eq!(types[0], LcgType::Objective, "{}", *set.set);
        assert!(types[1..].iter().all(|t| *t != LcgType::Objective), "{}", *set.set);
        for number in &set.cards {
            assert_eq!(BOOK.lcg.card(number).expect("linked").side, set.side, "{}", *set.set);
        }
    }
}

#[test]
fn an_octgn_id_names_one_position_of_one_set_and_back() {
    let mut seen = std::collections::BTreeSet::new();
    for (at, set) in BOOK.lcg.sets().enumerate() {
        for position in 1..=set.cards.len() {
            let id = BOOK.lcg.octgn_id(Printing::Set(at, position));
            assert_eq!(BOOK.lcg.by_octgn(&id.to_uppercase()), Some(Printing::Set(at, position)));
            assert!(seen.insert(id));
        }
    }
    assert_eq!(BOOK.lcg.by_octgn("ff4fb461-8060-457a-9c16-999999999999"), None);
    assert_eq!(BOOK.lcg.by_octgn(""), None);
}

#[test]
fn a_name_is_found_however_it_is_spelled() {
    let objective = |name: &str| {
        let found = BOOK.lcg.names().get(name).first().copied().expect(name);
        BOOK.lcg.title(found).to_owned()
    };
    assert_eq!(objective("executor arrives"), "The Executor Arrives");
    assert_eq!(objective("I don’t like you either"), "I Don't Like You, Either");
    assert_eq!(objective("Keyan Farlander"), "Keeyan Farlander");
    assert_eq!(BOOK.tcg.named("PADMÉ AMIDALA (h)").len(), 1);
    assert_eq!(BOOK.tcg.named("Star Destroyer").len(), 2);
    assert_eq!(BOOK.tcg.named("Star Destroyer RAS").len(), 1);
    assert!(BOOK.lcg.names().nearest("The Fasle Reprot", 3).contains(&"The False Report"));
}

/// In the notation of scenarios: the name, with the number if several cards share it.
#[test]
fn a_card_is_found_by_its_name_with_its_number() {
    for (wanted, number) in [
        ("Home One 0070", "0070"),
        ("kyle katarn 0497", "0497"),
        ("Kyle Katarn (#0497)", "0497"),
        ("Star Destroyer RAS 98", "RAS 98"),
        ("Mace Windu (B) SR 47", "SR 47"),
        ("mace windu SR 47", "SR 47"),
    ] {
        let found = BOOK.find(wanted, None);
        let numbers: Vec<_> = found.cards.iter().filter_map(|card| card.number()).collect();
        assert_eq!(numbers, [number], "{wanted}");
        assert_eq!(found.instead, None, "{wanted}");
    }
    let other = BOOK.find("Home One 0497", None);
    assert!(other.cards.iter().all(|card| card.number().as_deref() != Some("0497")));
}

#[test]
fn two_cards_of_one_name_have_two_numbers() {
    let numbers: Vec<_> = BOOK.all_names().into_iter().filter(|n| n.name == "Twist of Fate").collect();
    assert_eq!(numbers.iter().filter_map(|n| n.number).collect::<Vec<_>>(), ["0157", "0171"]);
    assert_eq!(BOOK.lcg.card("0157").expect("a card").side, Side::Light);
}

#[test]
fn what_is_wrong_is_said_with_its_place_and_left_out() {
    let mut files = Files::default();
    files.add(
        "lcg/cards/objective-sets.yaml",
        "- {set: '1', title: A, side: light, affiliation: Jedi, product: P, cards: ['0001'], octgn: []}\n",
    );
    files.add(
        "lcg/cards/cards.yaml",
        "- {number: '0002', title: A, type: unit, side: red, affiliation: Jedi}\n",
    );
    let (book, found) = CardBook::load(&files);
    assert_eq!((book.lcg.sets().count(), book.lcg.cards().count()), (0, 0));
    let said: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|s| s.starts_with("lcg/cards/cards.yaml:1:")), "{said:?}");
    assert!(said.iter().any(|s| s.contains("a set has six of each")), "{said:?}");
}

#[test]
fn spellings_of_one_name_normalize_alike() {
    for (a, b) in [
        ("The Emperor’s Web", "emperors web"),
        ("Padmé Amidala (H)", "PADME AMIDALA H"),
        ("I Don't Like You, Either", "I Don’t Like You Either"),
        ("Shii-Cho-Training", "Shii-Cho Training"),
        ("\"Backstabber\"", "Backstabber"),
        ("Smugglers & Spies", "Smugglers and Spies"),
    ] {
        assert_eq!(normalize_name(a), normalize_name(b));
    }
    assert_eq!(
        normalize_loosely(&normalize_name("Lucrative Contracts")),
        normalize_loosely(&normalize_name("Lucrative Contract"))
    );
    assert_eq!(normalize_name("The"), "the");
}
