//! Lists as players hand them in are read as intended: `tests/deck/typed/`.

use std::collections::BTreeMap;
use std::path::Path;

use judge::deck::{AsOf, DeckReport, Layout, SectionTitle};
use serde::Deserialize;

use crate::fuzzed::decks::checker;

/// A list as typed, and what was meant: one deck, or both decks of a player.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    list: String,
    #[serde(default)]
    decks: Vec<Meant>,
    #[serde(default)]
    verdict: Option<String>,
    #[serde(default)]
    affiliation: Option<String>,
    #[serde(default)]
    side: Option<String>,
    #[serde(default)]
    sets: BTreeMap<String, u32>,
    #[serde(default)]
    counts: BTreeMap<String, u32>,
    #[serde(default)]
    codes: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
    /// Codes of warnings that must not be given.
    #[serde(default)]
    unwarned: Vec<String>,
    /// The smallest change that makes it legal.
    #[serde(default)]
    fix: Option<String>,
    /// The likely outcome reported for an open list.
    #[serde(default)]
    likely: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Meant {
    verdict: String,
    #[serde(default)]
    affiliation: Option<String>,
    #[serde(default)]
    side: Option<String>,
    #[serde(default)]
    sets: BTreeMap<String, u32>,
    #[serde(default)]
    counts: BTreeMap<String, u32>,
    #[serde(default)]
    codes: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
    /// Codes of warnings that must not be given.
    #[serde(default)]
    unwarned: Vec<String>,
    /// The smallest change that makes it legal.
    #[serde(default)]
    fix: Option<String>,
    /// The likely outcome reported for an open list.
    #[serde(default)]
    likely: Option<String>,
}

impl Case {
    fn meant(&mut self) -> Vec<Meant> {
        if !self.decks.is_empty() {
            return std::mem::take(&mut self.decks);
        }
        vec![Meant {
            verdict: self.verdict.take().expect("a verdict"),
            affiliation: self.affiliation.take(),
            side: self.side.take(),
            sets: std::mem::take(&mut self.sets),
            counts: std::mem::take(&mut self.counts),
            codes: std::mem::take(&mut self.codes),
            warnings: std::mem::take(&mut self.warnings),
            unwarned: std::mem::take(&mut self.unwarned),
            fix: self.fix.take(),
            likely: self.likely.take(),
        }]
    }
}

fn cases(file: &str) -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck/typed").join(file);
    let text = std::fs::read_to_string(path).expect("the lists");
    judge::corpus::yaml::one(file, &text).expect("the lists are YAML")
}

/// The objective sets of a deck, by number.
fn sets(layout: &Layout) -> BTreeMap<String, u32> {
    let of = layout.sections.iter().filter(|s| s.title == SectionTitle::ObjectiveDeck).flat_map(|s| &s.cards);
    let number = |name: &str| name.trim_end_matches(')').rsplit('(').next().expect("a number").to_owned();
    of.map(|(count, name)| (number(name), *count)).collect()
}

fn differences(meant: &Meant, report: &DeckReport, layout: Option<&Layout>) -> Vec<String> {
    let mut found = Vec::new();
    let mut differs = |what: &str, has: String, wanted: String| {
        if has != wanted {
            found.push(format!("{what}: {has}, not {wanted}"));
        }
    };
    let why: Vec<&String> = report.violations.iter().map(|v| &v.message).collect();
    differs("verdict", report.verdict.shown().to_owned(), meant.verdict.clone());
    let codes = |all: Vec<String>| {
        let mut all = all;
        all.sort();
        all.dedup();
        format!("{all:?}")
    };
    let has = report.violations.iter().map(|v| v.code.as_str().to_owned()).collect();
    differs("codes", codes(has), codes(meant.codes.clone()));
    if let Some(affiliation) = &meant.affiliation {
        differs("affiliation", format!("{:?}", report.affiliation), format!("{:?}", Some(affiliation)));
    }
    if let Some(side) = &meant.side {
        differs("side", report.side.map(|s| s.to_string()).unwrap_or_default(), side.clone());
    }
    for (what, count) in &meant.counts {
        let has = report.counts.get(what.as_str()).copied().unwrap_or_default();
        differs(what, has.to_string(), count.to_string());
    }
    if let (false, Some(layout)) = (meant.sets.is_empty(), layout) {
        differs("sets", format!("{:?}", sets(layout)), format!("{:?}", meant.sets));
    }
    let wanted = meant.warnings.iter().map(|code| (code, true));
    for (code, wanted) in wanted.chain(meant.unwarned.iter().map(|code| (code, false))) {
        let warned = report.warnings.iter().any(|w| w.code.as_str() == code);
        differs(code, warned.to_string(), wanted.to_string());
    }
    if meant.fix.is_some() {
        differs("fix", format!("{:?}", report.fix), format!("{:?}", meant.fix));
    }
    if let Some(likely) = &meant.likely {
        let reported = report.likely_outcome.as_ref().map(|likely| {
            let named = likely.if_named.as_ref().map(|n| format!(", {} if {}", n.verdict.shown(), n.card));
            format!("{} with {}{}", likely.verdict.shown(), likely.count, named.unwrap_or_default())
        });
        differs("likely", reported.unwrap_or_default(), likely.clone());
    }
    if !found.is_empty() {
        found.push(format!("{why:?}"));
    }
    found
}

fn check(file: &str) {
    let checker = checker(AsOf::Newest);
    let mut wrong = Vec::new();
    for mut case in cases(file) {
        let meant = case.meant();
        let reports = checker.check_all(&case.name, case.list.as_bytes());
        let layouts = checker.lay_out_all(case.list.as_bytes()).unwrap_or_default();
        if reports.len() != meant.len() {
            wrong.push(format!("{}: {} decks", case.name, reports.len()));
        }
        for (at, (meant, report)) in meant.iter().zip(&reports).enumerate() {
            let differences = differences(meant, report, layouts.get(at));
            wrong.extend(differences.into_iter().map(|d| format!("{}: {d}", case.name)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn lists_of_the_lcg_are_read_as_meant() {
    check("lcg.yaml");
}

#[test]
fn lists_of_the_tcg_are_read_as_meant() {
    check("tcg.yaml");
}

#[test]
fn lists_among_talk_and_in_tables_are_read_as_meant() {
    check("talk.yaml");
}

#[test]
fn counts_changes_and_unreadable_lines_are_read_as_meant() {
    check("counts.yaml");
}

#[test]
fn names_with_figures_letters_and_slips_are_read_as_meant() {
    check("names.yaml");
}

#[test]
fn counts_in_headings_rows_and_columns_are_read_as_meant() {
    check("forms.yaml");
}

#[test]
fn rows_changes_and_what_stands_below_a_deck_are_read_as_meant() {
    check("rows.yaml");
}

#[test]
fn what_scans_hands_and_haste_leave_is_read_as_meant_or_asked_about() {
    check("hands.yaml");
}

#[test]
fn what_stands_beside_a_list_is_none_of_it_and_what_is_read_in_part_is_asked_about() {
    check("apart.yaml");
}

#[test]
fn what_is_spoken_in_a_run_of_words_is_read_as_meant() {
    check("spoken.yaml");
}

#[test]
fn rows_instead_of_others_arrows_and_dictated_numbers_are_read_as_meant() {
    check("instead.yaml");
}

#[test]
fn what_chats_forms_and_mails_say_beside_their_rows_is_read_as_meant_or_asked_about() {
    check("beside-rows.yaml");
}

#[test]
fn numbered_lists_affiliation_cards_and_corrections_are_read_as_meant() {
    check("numbered.yaml");
}

#[test]
fn forms_that_are_ticked_and_tables_across_are_read_as_meant() {
    check("ticked.yaml");
}

#[test]
fn exceptions_corrections_remarks_and_greetings_are_read_as_meant() {
    check("stated.yaml");
}

#[test]
fn what_the_words_around_a_list_say_of_it_is_read_as_meant() {
    check("told.yaml");
}

#[test]
fn numbers_by_twos_forms_in_columns_and_products_are_read_as_meant() {
    check("columns.yaml");
}

#[test]
fn older_and_newer_lists_and_two_decks_that_only_look_so_are_read_as_meant() {
    check("versions.yaml");
}

#[test]
fn sentences_around_a_list_are_heard() {
    check("sentences.yaml");
}

#[test]
fn sentences_that_exchange_cards_and_subtotals_are_read_as_meant() {
    check("exchanged.yaml");
}

#[test]
fn rows_that_a_total_settles_and_notes_behind_rows_are_read_as_meant() {
    check("noted.yaml");
}

#[test]
fn sums_and_counts_left_open_are_read_as_meant() {
    check("sums.yaml");
}

#[test]
fn words_that_may_take_a_card_out_or_put_one_in_are_asked_about() {
    check("doubted.yaml");
}

#[test]
fn cards_below_headings_that_the_deck_may_lack_are_asked_about() {
    check("withheld.yaml");
}

#[test]
fn what_stands_in_the_margin_of_a_row_counts_nothing() {
    check("margins.yaml");
}

#[test]
fn lists_as_they_were_handed_in_come_out_as_a_head_judge_would_have_them() {
    check("handed-lcg.yaml");
    check("handed-tcg.yaml");
}

#[test]
fn lists_of_an_ordinary_week_are_read_as_meant() {
    check("everyday.yaml");
}

#[test]
fn letters_sets_and_numbers_beside_names_are_read_as_meant() {
    check("letters.yaml");
}

#[test]
fn cards_that_sentences_mention_and_letters_that_are_lost_are_read_as_meant_or_asked_about() {
    check("mentioned.yaml");
}

#[test]
fn what_rows_say_of_themselves_is_read_as_meant() {
    check("said-of-rows.yaml");
}

#[test]
fn rows_of_which_something_is_lost_and_counts_said_once_are_read_as_meant_or_asked_about() {
    check("damaged.yaml");
}

#[test]
fn versions_totals_signs_voices_and_orders_are_read_as_meant() {
    check("by-hand.yaml");
}

#[test]
fn what_the_deck_had_before_and_what_is_ordered_in_words_is_read_as_meant() {
    check("told-before.yaml");
}

#[test]
fn what_only_looks_like_a_remark_or_an_order_is_asked_about() {
    check("looks-like.yaml");
}

#[test]
fn what_stands_beside_the_rows_of_a_list_is_none_of_its_cards() {
    check("beside-the-list.yaml");
}

#[test]
fn sentences_that_change_nothing_of_a_list_are_passed_over() {
    check("made-already.yaml");
}

#[test]
fn lists_in_further_manners_of_writing_are_read_as_meant() {
    check("second-hand.yaml");
}

#[test]
fn pages_scans_corrections_and_short_totals_are_read_as_meant() {
    check("pages.yaml");
}

#[test]
fn what_is_said_after_a_list_and_counts_that_no_deck_has_are_read_or_asked_about() {
    check("afterwards.yaml");
}

#[test]
fn changes_above_a_list_wide_tables_and_cards_of_the_other_game_are_read_or_asked_about() {
    check("handed-on.yaml");
}

#[test]
fn what_a_list_says_of_itself_is_heard() {
    check("says-of-itself.yaml");
}

#[test]
fn what_is_still_open_excepted_corrected_or_named_in_part_is_read_as_meant_or_asked_about() {
    check("still-open.yaml");
}

/// A line of blanks, and a heading that is no shorter than a page of text, are read in good time.
#[test]
fn wide_lines_take_no_longer_than_their_words() {
    let start = std::time::Instant::now();
    let blanks = format!("Sith\n2x Fall of the Jedi\n{}x\n", " ".repeat(40_000));
    let rows = "4 Rebel Trooper | 4 Stormtrooper TK-119\n".repeat(1000);
    let heading = format!("{}| dark\n{rows}", "light ".repeat(3000));
    for list in [blanks, heading] {
        checker(AsOf::Newest).check_all("wide", list.as_bytes());
    }
    // 15 s on a slow machine, three times that beside other work; what grows with the square takes minutes.
    assert!(start.elapsed().as_secs() < 45, "{:?}", start.elapsed());
}

#[test]
fn what_stands_beside_titles_and_below_lists_at_the_desk_is_read_or_asked_about() {
    check("at-the-desk.yaml");
}

#[test]
fn there_are_lists_enough_and_none_twice() {
    let files = [
        "afterwards.yaml",
        "at-the-desk.yaml",
        "habits.yaml",
        "handed-on.yaml",
        "pages.yaml",
        "lcg.yaml",
        "tcg.yaml",
        "talk.yaml",
        "counts.yaml",
        "names.yaml",
        "forms.yaml",
        "rows.yaml",
        "hands.yaml",
        "apart.yaml",
        "sentences.yaml",
        "sums.yaml",
        "doubted.yaml",
        "withheld.yaml",
        "margins.yaml",
        "handed-lcg.yaml",
        "handed-tcg.yaml",
        "spoken.yaml",
        "exchanged.yaml",
        "noted.yaml",
        "instead.yaml",
        "numbered.yaml",
        "ticked.yaml",
        "stated.yaml",
        "told.yaml",
        "columns.yaml",
        "versions.yaml",
        "by-hand.yaml",
        "second-hand.yaml",
        "everyday.yaml",
        "damaged.yaml",
        "said-of-rows.yaml",
        "letters.yaml",
        "mentioned.yaml",
        "says-of-itself.yaml",
        "beside-rows.yaml",
        "still-open.yaml",
    ];
    let all: Vec<Case> = files.into_iter().flat_map(cases).collect();
    assert!(all.len() >= 200, "{} lists", all.len());
    let texts: std::collections::BTreeSet<&String> = all.iter().map(|case| &case.list).collect();
    assert_eq!(texts.len(), all.len());
}

/// A version letter implies the game, but `--game` overrules that.
#[test]
fn the_game_that_is_named_overrules_the_one_that_is_guessed() {
    let user = crate::common::User::new();
    user.write(
        "list.txt",
        "Light side\n4 Luke Skywalker (A)\n3 Obi-Wan Kenobi (A)\n4 Home One\n2 Echo Base\n",
    );
    let read =
        |more: &[&str]| user.judge(&[more, &["deck", "check", "list.txt", "--format", "json"]].concat()).out;
    for more in [&[][..], &["--game", "tcg"]] {
        assert!(read(more).contains("\"game\": \"tcg\""), "{}", read(more));
    }
    assert!(!read(&["--game", "lcg"]).contains("\"tcg\""), "{}", read(&["--game", "lcg"]));
}

/// A deck of the game that was not asked for is said to be one, and so are lines that name no card at all.
#[test]
fn a_deck_of_the_other_game_is_said_to_be_one() {
    let user = crate::common::User::new();
    user.write("lcg.txt", "Jedi\n2 A Hero's Journey\n2 In You Must Go\n2 Forgotten Heroes\n");
    user.write("none.txt", "2 slices of bread\n1 apple\n3 pears\n");
    let read = |list: &str| user.judge(&["--game", "tcg", "deck", "check", list]).status(2).out;
    let message = "This is no deck of Star Wars Trading Card Game (`--game`): 3 of its lines name";
    let said = |list: &str| read(list).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said("lcg.txt").contains(message), "{}", read("lcg.txt"));
    assert!(!said("none.txt").contains("`--game`"), "{}", read("none.txt"));
}

#[test]
fn lists_in_the_manner_of_single_people_are_read_as_meant() {
    check("habits.yaml");
}

#[test]
fn what_a_list_lacks_is_certain_only_where_nothing_in_it_may_supply_it() {
    check("supplied.yaml");
}

#[test]
fn lists_as_they_are_handed_in_at_the_desk_are_read_as_meant() {
    check("handed-in.yaml");
}
