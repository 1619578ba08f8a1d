//! A document of our own, laid out like the publisher's: two offset columns, spaced small capitals, symbol
//! fonts, copyright lines, a pictured card. How it is cut, and what is rejected.

use std::collections::BTreeMap;

use crate::common::User;
use crate::fuzzed::import::HELD;
use judge::corpus::ruling::Entry;
use judge::import::{self, Imported, Known, Options, Precision, Refusal, WhyLeft};

const LIVING: &str = include_str!("import/living-layout.txt");
/// A part of it without layout: in the order of the file, and in that of the columns.
const RAW: &str = include_str!("import/living-raw.txt");
const PLAIN: &str = include_str!("import/living-plain.txt");

fn imported(text: &str) -> Imported {
    import::import(text.as_bytes(), &Options::default(), &HELD).expect("it is taken")
}

fn by_id(imported: &Imported) -> BTreeMap<&str, &Entry> {
    imported.entries.iter().map(|e| (e.entry.id.as_str(), &e.entry)).collect()
}

#[test]
fn every_entry_is_where_the_document_has_it() {
    let living = imported(LIVING);
    let ids: Vec<&str> = living.entries.iter().map(|e| e.entry.id.as_str()).collect();
    let expected = "errata errata.printings-count errata.refresh-phase errata.0017 errata.0089 errata.0144 errata.0183 \
        errata.0648 errata.0722 errata.0730 errata.0881 errata.0965 restricted restricted.99 restricted.103 restricted.97 \
        restricted.103-2 restricted.180 restricted.46 1.1 1.2 2.1 2.2 2.3 2.4 timing timing.framework timing.actions \
        timing.interrupts timing.effect-resolution timing.effect-resolution.0 timing.effect-resolution.1 \
        timing.effect-resolution.2 timing.effect-resolution.3 timing.effect-resolution.4 faq.put-old-tollkeeper-bridge \
        faq.now faq.lantern-used-against-damp faq.according-list-ferries-harbours rules rules.rider-x rules.riding-limit \
        rules.type-errand rules.keyword-reach";
    let expected: Vec<String> = expected.split_whitespace().map(|id| format!("lcg:{id}")).collect();
    assert_eq!(ids, expected);
    assert_eq!(living.document.title, "Official Rules Clarification, Frequently Asked Questions, and Errata");
    assert_eq!((living.document.id.as_str(), living.document.series.as_str()), ("lcg-faq-9.2", "lcg-faq"));
}

/// Everything doubtful is flagged, and nothing else.
#[test]
fn only_what_is_doubtful_is_flagged() {
    let living = imported(LIVING);
    let notes: Vec<(&str, &str)> = living
        .entries
        .iter()
        .flat_map(|e| e.notes.iter().map(|n| (e.entry.id.as_str(), n.text.as_str())))
        .collect();
    assert_eq!(notes, [("lcg:errata.0722", "`∏` is a character of a symbol font: likely the Jedi icon")]);
    // It is invented, and has hardly anything in common with the FAQ held.
    let fields: Vec<&str> = living.document_notes.iter().map(|n| n.field).collect();
    assert_eq!(fields, ["series"], "{:?}", living.document_notes);
}

#[test]
fn texts_are_whole_and_have_no_more_than_their_own() {
    let living = imported(LIVING);
    let entries = by_id(&living);
    let text = |id: &str| entries[format!("lcg:{id}").as_str()].text.value.clone();
    assert!(text("errata.0017").ends_with("“Ship gains ⚡ \\*.””"), "{}", text("errata.0017"));
    assert!(
        text("errata.0144").ends_with("they look here instead.”"),
        "a set's name at the head of a column"
    );
    assert_eq!(entries["lcg:errata.0183"].section, ["Card Errata", "Hoth Cycle"]);
    assert!(text("errata.0183").contains("“Rest it to take 1 weary mark from"));
    assert_eq!(entries["lcg:errata.0965"].section, ["Card Errata", "Endor Cycle"], "a page of few lines");
    assert_eq!(
        entries["lcg:restricted.97"].section,
        ["Restricted List", "Light Side", "LS Restricted Group 2"]
    );
    assert_eq!(entries["lcg:2.2"].title, "“Present” and Leaving Before the End of the Battle");
    assert!(text("2.3").starts_with("Some words are known as Slow Abilities. Such"), "{}", text("2.3"));
    assert!(text("timing.effect-resolution.4").ends_with("4) It happens."));
    assert!(text("timing.effect-resolution").ends_with("comes at this very moment."));
    assert!(text("timing.interrupts").contains("An interrupt may cancel"), "it goes on in the next column");
    assert!(text("faq.now").ends_with("who put it there loses, it does nothing."));
    let question = entries["lcg:faq.according-list-ferries-harbours"].question.clone().unwrap_or_default();
    assert!(question.contains("Landing Places (pg. 6), may a ferry land"), "{question}");
    assert!(text("rules.type-errand").ends_with("paid for like a unit."));
    let beside: Vec<&str> =
        living.remainder.iter().filter(|l| l.why == WhyLeft::Pictured).map(|l| l.text.as_str()).collect();
    assert!(beside.contains(&"ERRAND") && beside.len() == 6, "{beside:?}");
}

/// Without layout the lines of the front page come in another order, and those of a pictured card apart.
#[test]
fn neither_a_front_page_nor_a_picture_is_a_ruling_in_any_order() {
    for (form, text) in [("raw", RAW), ("plain", PLAIN)] {
        let made = imported(text);
        assert_eq!(
            (made.document.title.as_str(), made.document.series.as_str()),
            (TITLE, "lcg-faq"),
            "{form}"
        );
        let mut ids: Vec<&str> = made.entries.iter().map(|e| e.entry.id.as_str()).collect();
        ids.sort_unstable();
        let expected = "errata errata.0089 errata.0183 errata.printings-count faq.put-old-tollkeeper-bridge \
            rules.keyword-reach rules.rider-x rules.riding-limit rules.type-errand";
        let expected: Vec<String> = expected.split_whitespace().map(|id| format!("lcg:{id}")).collect();
        assert_eq!(ids, expected, "{form}");
        let notes: Vec<_> = made.entries.iter().flat_map(|e| &e.notes).collect();
        assert!(notes.is_empty(), "{form}: {notes:?}");
        let entries = by_id(&made);
        assert!(entries["lcg:rules.type-errand"].text.ends_with("paid for like a unit."), "{form}");
        assert!(entries["lcg:rules.keyword-reach"].text.ends_with("nobody else stands there."), "{form}");
        assert!(entries.values().all(|e| e.cards.iter().all(|c| c.name != "Lando Calrissian")), "{form}");
        let beside: Vec<&str> =
            made.remainder.iter().filter(|l| l.why == WhyLeft::Pictured).map(|l| l.text.as_str()).collect();
        let of_card = "ERRAND|Old Quay|Harbour.|and ship.|“The boats will be there.”|0910|185|Cost";
        assert!(of_card.split('|').all(|line| beside.contains(&line)), "{form}: {beside:?}");
        assert!(beside.len() >= 16, "{form}: {beside:?}");
    }
}

const TITLE: &str = "Official Rules Clarification, Frequently Asked Questions, and Errata";

/// The title stands below other lines, whatever they are, and none of those is a ruling.
#[test]
fn a_title_is_found_wherever_it_stands_on_the_front_page() {
    let address = "http://www.example.org/en/desk/letters/\n";
    let others = [
        address,
        "rules@example.org\n",
        "You may also ask the watch of the harbour.\n",
        "the address on the box\n",
        "www.example.org/rules/\n",
        "",
    ];
    for (form, text) in [("raw", RAW), ("plain", PLAIN)] {
        assert!(text.contains(address), "{form}");
        for other in others {
            let made = imported(&text.replace(address, other));
            assert_eq!(made.document.title, TITLE, "{form}, {other}");
            assert_eq!(made.document.id.as_str(), "lcg-faq-9.2", "{form}, {other}");
            assert_eq!(made.document.date.to_string(), "2018-03-14", "{form}, {other}");
            let first = &made.entries[0].entry;
            let begins = first.id.as_str() == "lcg:errata" && first.text.starts_with("This section has");
            assert!(begins, "{form}, {other}: {}", *first.text);
            let front = made.remainder.iter().find(|l| l.text.contains("New Content")).map(|l| l.why);
            assert_eq!(front, Some(WhyLeft::BeforeFirstPart), "{form}, {other}");
        }
    }
}

/// Titles on the left and numbers on the right, extracted one after the other: the card facts determine which
/// belong together.
#[test]
fn a_number_apart_from_its_title_is_not_taken_for_another_cards() {
    let apart = imported(
        "STAR WARS LCG FAQ\nEFFECTIVE 04/12/2017 – Version 5.0\n\nCard Errata\n\nCore Set\n\n(v3.1) Jubba Bird\n0089\n\n\
         0648\n\nShould read: “Only one of them.”\n\n(v4.1) Lightsaber Deflection\n",
    );
    let entries = by_id(&apart);
    assert!(
        entries["lcg:errata.0648"].text.contains("Jubba Bird 0648")
            && entries["lcg:errata.0648"].text.contains("Only one")
    );
    assert_eq!(entries["lcg:errata.0089"].title, "Lightsaber Deflection");
    let flagged = |id: &str| apart.entries.iter().any(|e| e.entry.id.as_str() == id && !e.notes.is_empty());
    assert!(!flagged("lcg:errata.0648") && flagged("lcg:errata.0089"), "its text was not found");
    let beside = imported(
        "STAR WARS LCG FAQ\nEFFECTIVE 04/12/2017 – Version 5.0\n\nCard Errata\n\n(v3.1) Jubba Bird 0089\nShould read: “X.”\n",
    );
    assert_eq!(beside.entries[0].entry.cards[0].number.as_deref(), Some("0648"));
    assert!(beside.entries[0].notes[0].text.contains("0089, is that of Lightsaber Deflection"));
}

#[test]
fn a_day_that_is_none_is_refused_with_what_corrects_it() {
    let known = Known::default();
    let document = |day: &str| {
        format!("STAR WARS LCG FAQ\nEFFECTIVE {day} – Version 5.0\n\nCard Errata\n\nWords.\n© 2017 X\n")
    };
    let taken = |day: &str| import::import(document(day).as_bytes(), &Options::default(), &known);
    let Err(why) = taken("13/45/2017") else { panic!("13/45/2017 was taken for a date") };
    assert_eq!(why, Refusal::Undated { printed: Some("13/45/2017".to_owned()) });
    assert!(why.to_string().contains("--date 2014-10-06"), "{why}");
    assert!(taken("04/12/2017").is_ok());
    let copyrighted = "STAR WARS LCG FAQ\n\nCard Errata\n\nWords.\n\n© 2012 A Publisher\n";
    let taken = |options: &Options| import::import(copyrighted.as_bytes(), options, &known);
    let Err(why) = taken(&Options::default()) else { panic!("the year of a copyright was taken for a date") };
    assert_eq!(why, Refusal::CopyrightYear { year: 2012 });
    assert!(why.to_string().contains("--date 2012"), "{why}");
    let date = Some("2012-01-01".parse().map(judge::corpus::Day).expect("a day"));
    let of_year = Options { date, precision: Precision::Year, ..Options::default() };
    assert_eq!(taken(&of_year).map(|made| made.document.cite), Ok("SWLCG FAQ c. 2012".to_owned()));
    let undated =
        import::import(b"STAR WARS LCG FAQ\n\nCard Errata\n\nWords.\n", &Options::default(), &known);
    assert_eq!(undated.err(), Some(Refusal::Undated { printed: None }));
}

/// A page without the publisher's title gets a series of its own, and supersedes no document.
#[test]
fn an_events_page_replaces_no_document() {
    let page = "Nationals 2014\n2014-11-01\n\nSlow play is two minutes. Nothing else is.\n";
    let taken = imported(page);
    assert_eq!(taken.document.series, "nationals-2014");
    assert!(
        taken.document_notes.iter().any(|n| n.text.contains("--house --who")),
        "{:?}",
        taken.document_notes
    );
    let user = User::new();
    user.write("page.txt", page);
    let house = ["--house", "--who", "A. Judge", "--where", "Nationals 2014"];
    let import = [&["import", "page.txt", "--game", "lcg", "--into", "event"][..], &house].concat();
    user.judge(&import).status(0);
    user.judge(&["lint", "event"]).status(0);
    let shown = user.judge(&["--rulings", "event", "show", "3.1"]).status(0);
    assert!(shown.out.contains("SWLCG FAQ v2.2 (3.1)"), "{}", shown.out);
    let found = user.judge(&["--rulings", "event", "list", "--format", "json"]).json();
    let entries = found["entries"].as_array().map_or(0, Vec::len);
    assert!(entries > 140, "{entries} entries are left");
}

#[test]
fn an_import_passes_its_own_lint_and_reports_what_it_was_unsure_of() {
    let user = User::new();
    user.write("faq.txt", LIVING);
    for merged in [&[][..], &["--merged"]] {
        user.judge(&[&["import", "faq.txt", "--series", "lcg-faq", "--into", "new"][..], merged].concat())
            .status(0);
        let lint = user.judge(&["lint", "new", "--quick", "--format", "json"]);
        let found = lint.json();
        assert_eq!(found["errors"], 0, "{}", lint.out);
        let unsure =
            found["diagnostics"].as_array().into_iter().flatten().filter(|d| d["code"] == "unsure").count();
        assert_eq!(unsure, 2, "{}", lint.out);
        std::fs::remove_dir_all(user.folder().join("new")).expect("removed");
    }
    let few = "STAR WARS LCG FAQ\nEFFECTIVE 04/12/2018 – Version 9.9\n\nRules Clarifications\n\n(1.1) Title\n\nWords.\n";
    user.write("few.txt", few);
    user.judge(&["import", "few.txt", "--series", "lcg-faq", "--into", "few"]).status(0);
    let lint = user.judge(&["lint", "few", "--quick"]);
    assert!(lint.out.contains("supersedes") && lint.out.contains("which has"), "{}", lint.out);
}

#[test]
fn nothing_typed_or_named_gets_into_the_files_as_more_than_words() {
    let user = User::new();
    let document = "STAR WARS LCG FAQ\n\nRules Clarifications\n\n(1.1) Title\n\nWords.\r\n";
    user.write("x.yaml", document);
    let import = |more: &[&str]| {
        user.judge(&[&["import", "x.yaml", "--date", "2019-01-01", "--series", "lcg-faq"][..], more].concat())
    };
    for wrong in [
        ["--document-version", "9'\n- id: lcg:zz.evil"],
        ["--id", "a: b"],
        ["--series", "lcg faq"],
        ["--cite", "two\nlines"],
        ["--title", "\u{1b}[31m"],
    ] {
        let refused = import(&wrong).status(2);
        assert!(refused.err.contains(wrong[0]) && !refused.err.contains('\u{1b}'), "{}", refused.err);
    }
    import(&["--into", "new"]).status(0);
    assert!(user.folder().join("new/lcg/sources/x.yaml.txt").is_file(), "no file of rulings");
    user.judge(&["lint", "new", "--quick"]).status(0);
}

#[cfg(unix)]
#[test]
fn all_files_are_written_or_none() {
    let user = User::new();
    user.write("faq.txt", LIVING);
    let elsewhere = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(user.folder().join("o/lcg")).expect("made");
    std::os::unix::fs::symlink(elsewhere.path(), user.folder().join("o/lcg/rulings")).expect("linked");
    let refused = user.judge(&["import", "faq.txt", "--series", "lcg-faq", "--into", "o"]).status(2);
    assert!(
        refused.err.contains("Nothing was written") && refused.err.contains("is a link"),
        "{}",
        refused.err
    );
    assert!(!user.folder().join("o/lcg/documents.yaml").exists());
    assert_eq!(std::fs::read_dir(elsewhere.path()).expect("read").count(), 0);
    // A file in the place of a folder: files already moved into place are removed again.
    user.write("p/lcg/sources", "a file");
    user.judge(&["import", "faq.txt", "--series", "lcg-faq", "--into", "p"]).status(2);
    assert!(
        !user.folder().join("p/lcg/documents.yaml").exists() && !user.folder().join("p/lcg/rulings").exists()
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_nothing_waits() {
    let user = User::new();
    let made = std::process::Command::new("mkfifo").arg(user.folder().join("pipe")).status();
    assert!(made.is_ok_and(|s| s.success()), "a pipe");
    for file in ["pipe", "/dev/zero"] {
        let refused = user.judge(&["import", file]).status(2);
        assert!(refused.err.contains("no ordinary file"), "{}", refused.err);
        let refused = user.judge(&["deck", "check", file]).status(2);
        let said = refused.out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("a pipe or a device"), "{said}");
    }
    // A named pipe in a folder of rulings, or in the place of its first file.
    user.write("event/documents.yaml", crate::common::DOCUMENTS);
    std::fs::rename(user.folder().join("pipe"), user.folder().join("event/rulings.yaml")).expect("moved");
    for command in
        [&["--rulings", "event", "droid"][..], &["--rulings", "event", "rule", "Droids beep once."]]
    {
        user.judge(command).status(2);
    }
    assert!(user.judge(&["lint", "event"]).status(2).out.contains("no ordinary file"));
}
