//! What never changes a verdict: the order, splitting and spacing of lines, and the file format.

use std::fmt::Write;

use judge::corpus::cards::Printing;
use judge::deck::{AsOf, DeckReport};
use proptest::prelude::*;

use crate::common::full;
use crate::fuzzed::decks::{FACTS, checker};

fn check(text: &str) -> DeckReport {
    let checker = checker(AsOf::Newest);
    checker.check("deck", text.as_bytes())
}

/// Verdict and codes, which must not change.
fn outcome(text: &str) -> (String, Vec<String>) {
    let report = check(text);
    let mut codes: Vec<String> =
        report.violations.iter().map(|v| format!("{} {}", v.code, v.certainty.shown())).collect();
    codes.sort();
    (report.verdict.shown().to_owned(), codes)
}

/// An affiliation card and objective sets, by index with copies: an arbitrary deck, usually illegal.
#[derive(Debug, Clone)]
struct Deck {
    affiliation: usize,
    sets: Vec<(usize, u32)>,
}

fn deck() -> impl Strategy<Value = Deck> {
    let lcg = &FACTS.book.lcg;
    let all = 0..lcg.sets().count();
    let any = proptest::collection::btree_map(all, 1_u32..=3, 3..12);
    // Mostly sets of one side, and at most two copies each, so that some decks are legal.
    let sets: Vec<usize> = (0..lcg.sets().count()).collect();
    let likely = (0..6_usize).prop_flat_map(move |affiliation| {
        let side = lcg.affiliations()[affiliation].side;
        let own: Vec<usize> = sets.iter().copied().filter(|at| lcg.set_at(*at).side == side).collect();
        let chosen = proptest::collection::btree_map(proptest::sample::select(own), 1_u32..=2, 5..9);
        (Just(affiliation), chosen)
    });
    prop_oneof![(0..lcg.affiliations().len(), any), likely]
        .prop_map(|(affiliation, sets)| Deck { affiliation, sets: sets.into_iter().collect() })
}

fn title(set: usize, position: usize) -> &'static str {
    FACTS.book.lcg.title(Printing::Set(set, position))
}

fn number(set: usize) -> &'static str {
    &FACTS.book.lcg.set_at(set).set
}

fn affiliation(deck: &Deck) -> &'static str {
    &FACTS.book.lcg.affiliations()[deck.affiliation].title
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn octgn_card(count: u32, printing: Printing) -> String {
    let lcg = &FACTS.book.lcg;
    let (id, title) = (lcg.octgn_id(printing), escaped(lcg.title(printing)));
    format!("<card qty=\"{count}\" id=\"{id}\">{title}</card>")
}

/// The three sections of an OCTGN deck, one card per line.
fn octgn_sections(deck: &Deck) -> [(&'static str, Vec<String>); 3] {
    let objectives = deck.sets.iter().map(|(set, n)| octgn_card(*n, Printing::Set(*set, 1))).collect();
    let command = deck
        .sets
        .iter()
        .flat_map(|(set, n)| (2..=6).map(|p| octgn_card(*n, Printing::Set(*set, p))))
        .collect();
    let affiliation = vec![octgn_card(1, Printing::Affiliation(deck.affiliation))];
    [("Affiliation", affiliation), ("Command Deck", command), ("Objective Deck", objectives)]
}

fn octgn(sections: &[(&str, Vec<String>)]) -> String {
    let game = &FACTS.book.lcg.octgn().game;
    let mut out = format!("<deck game=\"{game}\">\n");
    for (name, cards) in sections {
        let _ = writeln!(out, "<section name=\"{name}\">\n{}\n</section>", cards.join("\n"));
    }
    out + "</deck>"
}

fn lackey(deck: &Deck) -> String {
    let card = |set: usize, position: usize| {
        let back = if position == 1 { ",ObjBack" } else { "" };
        let (set_number, title) = (number(set), escaped(title(set, position)));
        format!(
            "<card><name id=\"Core-{set_number}-{position}{back}\">{title}</name><set>Core</set></card>\n"
        )
    };
    let mut out =
        "<deck version=\"0.8\"><game>StarWars-LCG</game>\n<superzone name=\"Command\">\n".to_owned();
    for (set, n) in &deck.sets {
        (2..=6).for_each(|p| out += &card(*set, p).repeat(*n as usize));
    }
    out += "</superzone><superzone name=\"Objectives\">\n";
    deck.sets.iter().for_each(|(set, n)| out += &card(*set, 1).repeat(*n as usize));
    let force = format!("<card><name id=\"x\">{}</name><set>Core</set></card>", affiliation(deck));
    out + "</superzone><superzone name=\"Force\">\n" + &force + "</superzone></deck>"
}

fn cardgamedb(deck: &Deck) -> String {
    let mut out = format!("{} (Core)\n\n", affiliation(deck));
    for (set, n) in &deck.sets {
        let _ = writeln!(out, "{n}x {} ({}-1)", title(*set, 1), number(*set));
        (2..=6).for_each(|p| {
            let _ = writeln!(out, "{} ({}-{p})", title(*set, p), number(*set));
        });
    }
    out
}

fn swlcgdb(deck: &Deck) -> String {
    let blocks: Vec<String> =
        deck.sets.iter().map(|(set, n)| format!("{{\"block\":{},\"quantity\":{n}}}", number(*set))).collect();
    let name = affiliation(deck);
    format!("{{\"affiliation\":{{\"name\":\"{name}\"}},\"card_blocks\":[{}]}}", blocks.join(","))
}

fn yaml(deck: &Deck) -> String {
    let mut out = format!("game: lcg\naffiliation: {}\nsets:\n", affiliation(deck));
    for (set, n) in &deck.sets {
        let _ = writeln!(out, "  - {{set: '{}', copies: {n}}}", number(*set));
    }
    out
}

/// The lines of a hand-typed list, without the affiliation.
fn typed_lines(deck: &Deck) -> Vec<String> {
    deck.sets.iter().map(|(set, n)| format!("{n}x {} ({})", title(*set, 1), number(*set))).collect()
}

fn typed(deck: &Deck, lines: &[String]) -> String {
    format!("Affiliation: {}\n{}\n", affiliation(deck), lines.join("\n"))
}

fn every_card(deck: &Deck) -> String {
    let mut out = format!("{}\n", affiliation(deck));
    for (set, n) in &deck.sets {
        (1..=6).for_each(|p| {
            let _ = writeln!(out, "{n} {}", title(*set, p));
        });
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_deck_has_one_verdict_in_every_format(deck in deck()) {
        let expected = outcome(&typed(&deck, &typed_lines(&deck)));
        prop_assert_eq!(&expected, &outcome(&octgn(&octgn_sections(&deck))), "octgn");
        prop_assert_eq!(&expected, &outcome(&lackey(&deck)), "lackey");
        prop_assert_eq!(&expected, &outcome(&cardgamedb(&deck)), "cardgamedb");
        prop_assert_eq!(&expected, &outcome(&swlcgdb(&deck)), "swlcgdb");
        prop_assert_eq!(&expected, &outcome(&yaml(&deck)), "yaml");
        prop_assert_eq!(&expected, &outcome(&every_card(&deck)), "every card by title");
    }

    #[test]
    fn order_splitting_and_spacing_of_lines_change_nothing(
        (deck, lines) in deck().prop_flat_map(|d| { let l = typed_lines(&d); (Just(d), Just(l).prop_shuffle()) }),
        spaces in 1_usize..6,
    ) {
        let expected = outcome(&typed(&deck, &typed_lines(&deck)));
        prop_assert_eq!(&expected, &outcome(&typed(&deck, &lines)));
        let split: Vec<String> = lines
            .iter()
            .flat_map(|l| {
                let (n, rest) = l.split_once("x ").expect("a count");
                vec![format!("1x {rest}"); n.parse().expect("a count")]
            })
            .collect();
        prop_assert_eq!(&expected, &outcome(&typed(&deck, &split)));
        let spaced: Vec<String> =
            lines.iter().map(|l| format!("{0}{1}\n{0}", " ".repeat(spaces), l.replace(' ', &" ".repeat(spaces)))).collect();
        prop_assert_eq!(&expected, &outcome(&typed(&deck, &spaced)));
    }

    #[test]
    fn the_order_within_the_sections_of_an_export_changes_nothing(
        (deck, command) in deck().prop_flat_map(|d| {
            let [_, (_, command), _] = octgn_sections(&d);
            (Just(d), Just(command).prop_shuffle())
        })
    ) {
        let [affiliation, (name, whole), objectives] = octgn_sections(&deck);
        let expected = outcome(&octgn(&[affiliation.clone(), (name, whole), objectives.clone()]));
        prop_assert_eq!(&expected, &outcome(&octgn(&[objectives, (name, command), affiliation])));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let checker = checker(AsOf::Newest);
        let _ = checker.check("bytes", &bytes);
    }

    #[test]
    fn no_text_like_a_deck_makes_it_panic(text in "([0-9x(#\\[-]{0,4} ?(The|False|Report|Jedi|Affiliation:|Sith|Yoda|é|’|\\)|//|\t){0,5}[)\\]x0-9-]{0,4}\n){0,12}") {
        let _ = check(&text);
    }
}

/// A different way to write a line, with the same meaning to a person.
fn slipped(title: &str, number: &str, count: u32, how: u8, letter: usize) -> String {
    let letters: Vec<char> = title.chars().collect();
    let inner: Vec<usize> =
        (1..letters.len().saturating_sub(1)).filter(|at| letters[*at].is_ascii_lowercase()).collect();
    let at = if inner.is_empty() { None } else { Some(inner[letter % inner.len()]) };
    let changed = |change: fn(&mut Vec<char>, usize)| {
        let mut letters = letters.clone();
        if let Some(at) = at.filter(|_| title.chars().count() > 8) {
            change(&mut letters, at);
        }
        letters.into_iter().collect::<String>()
    };
    let word = ["no", "one", "two", "three"][count.min(3) as usize];
    match how % 18 {
        0 => format!(
            "{count} {}",
            changed(|l, at| {
                l.remove(at);
            })
        ),
        1 => format!("{count}x {}", changed(|l, at| l.insert(at, l[at]))),
        2 => format!("{} x{count}", changed(|l, at| l.swap(at, at - 1))),
        3 => format!("{count} {}", title.replace('o', "0").replace('l', "1")),
        4 => format!("{count}x {}", title.replace('m', "rn")),
        5 => format!("{count} {}", title.replace("ense", "ence").replace("or", "our")),
        6 => format!("{count} {}", title.trim_start_matches("The ").trim_start_matches("A ")),
        7 => format!("{word} {title}"),
        8 => format!("#{number} {title} ({count})"),
        9 => format!("{title}, set {number}, x{count}"),
        10 => format!("> * {count} {title}"),
        11 => format!("| {count} | {number} | {title} |"),
        12 => format!("{title}\t{count}"),
        13 => format!("{title} ....... {count}"),
        14 => format!("{count} copies of {title}"),
        15 => format!("{number} {title} {count}x"),
        16 => format!("#{number} x{count}"),
        _ => format!("{count} × “{}”", title.replace('\'', "’")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Typos leave a verdict unchanged or make it uncertain, but never make another one certain.
    #[test]
    fn slips_never_turn_a_verdict_into_another(
        deck in deck(),
        ways in proptest::collection::vec((any::<u8>(), 0..40_usize), 14),
        in_one_line in any::<bool>(),
    ) {
        let expected = outcome(&typed(&deck, &typed_lines(&deck))).0;
        let line = |((set, n), (how, letter)): (&(usize, u32), &(u8, usize))| slipped(title(*set, 1), number(*set), *n, *how, *letter);
        let lines: Vec<String> = deck.sets.iter().zip(&ways).map(line).collect();
        let text = if in_one_line { format!("Affiliation: {}; {}", affiliation(&deck), lines.join("; ")) } else { typed(&deck, &lines) };
        let report = check(&text);
        let verdict = report.verdict.shown();
        prop_assert!(verdict == expected || verdict == "undecided", "{expected} became {verdict}: {:?}\n{text}", report.violations);
    }
}

#[test]
fn every_objective_is_understood_in_every_way_people_write_a_line() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for (nth, set) in FACTS.book.lcg.sets().enumerate() {
        let (title, n) = (&set.title, set.set.as_str());
        let curly = title.replace('\'', "’").to_uppercase();
        let bare = title.strip_prefix("The ").unwrap_or(title).replace(',', "");
        let lines = [
            format!("2x {title}"),
            format!("2 {title}"),
            format!("2 x {title} ({n})"),
            format!("x2 {title}"),
            format!("{title} x2"),
            format!("{title} 2x ({n})"),
            format!("{title} ({n}) x2"),
            format!("{title} (x2)"),
            format!("{n} {title} 2x"),
            format!("- 2x {curly}"),
            format!("• {bare} ×2 // twice"),
            format!("2x {title} [{} {n}]", *set.product),
            format!("2x {title} #{n}"),
            format!("2x {title} ({n:0>3}-1)"),
            format!("2x {title} ({})", *set.product),
            format!("2x {title} - {n}"),
            format!("{title}: 2"),
            format!("\t2\t{title}"),
        ];
        for line in in_turn(nth, lines) {
            tried += 1;
            let report = check(&format!("Affiliation: Jedi\n{line}\n"));
            let whole = report.counts.get("sets") == Some(&2);
            let unread = |code: &str| {
                report.violations.iter().chain(&report.warnings).any(|f| f.code.as_str() == code)
            };
            if !whole || unread("unmatched-line") || unread("id-title") || unread("unread-line") {
                wrong.push(format!("{line:?}: {:?}", report.counts));
            }
        }
    }
    assert!(tried > 600, "only {tried} lines");
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
}

/// Of the ways to write a line every fourth, beginning with another one for each name: any four names that
/// stand beside each other are written in all of them. `JUDGE_TEST_FULL` writes each in every way.
fn in_turn<const N: usize>(nth: usize, lines: [String; N]) -> impl Iterator<Item = String> {
    let (first, step) = if full() { (0, 1) } else { (nth % 4, 4) };
    lines.into_iter().skip(first).step_by(step)
}

#[test]
fn every_trading_card_is_understood_as_people_write_it() {
    let mut wrong = Vec::new();
    for (nth, card) in FACTS.book.tcg.cards().iter().enumerate() {
        let name = card.name.as_str();
        let lines = [
            format!("4 {name}"),
            format!("4\t{name}"),
            format!("4x {}", name.to_uppercase()),
            format!("4 {name} [{}]", *card.set),
        ];
        for line in in_turn(nth, lines) {
            let report = check(&line);
            let unknown = report.counts.contains_key("unknown");
            let lcg = report.game == Some(judge::corpus::Game::Lcg);
            // A name that both games use is read as the LCG's by default.
            if !lcg && (unknown || report.counts.get("cards") != Some(&4)) {
                wrong.push(line);
            }
        }
    }
    assert!(wrong.is_empty(), "{} lines:\n{}", wrong.len(), wrong[..wrong.len().min(30)].join("\n"));
}
