//! `judge diff`, `judge import` and `judge show --history` on the command line.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn judge(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_judge"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("XDG_CACHE_HOME", crate::common::shared_cache())
        .env("HOME", folder)
        .output()
        .expect("judge runs")
}

fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

fn later() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/import/later-layout.txt")
}

#[test]
fn a_document_is_imported_linted_compared_and_shown() {
    let home = tempfile::tempdir().expect("a folder");
    let file = later();
    let file = file.to_string_lossy();
    let (status, out, err) =
        said(&judge(home.path(), &["import", &file, "--series", "lcg-faq", "--into", "new"]));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("wrote new/lcg/rulings/clarifications.yaml") && out.contains(" unsure, "), "{out}");
    let (status, _, err) = said(&judge(home.path(), &["show", "2.17", "--rulings", "new"]));
    assert_eq!(status, 0, "{err}");
    let (status, out, err) =
        said(&judge(home.path(), &["diff", "lcg-faq-2.2", "lcg-faq-9.1", "--rulings", "new"]));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("+ lcg:2.17") && out.contains("lcg:1.2@2.2 → lcg:1.2"), "{out}");
    let (status, out, err) =
        said(&judge(home.path(), &["show", "1.2", "--rulings", "new", "--as-of", "2015-01-01"]));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("searches any deck"), "{out}");
    let (status, out, _) = said(&judge(home.path(), &["lint", "new"]));
    assert_eq!(status, 0, "{out}");
}

/// Versions without a date come later than the one held if they stand behind it.
#[test]
fn what_came_with_a_version_without_a_date_is_said() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("faq");
    std::fs::create_dir(&folder).expect("made");
    let document = "- {id: lcg-faq-3.1, game: lcg, series: lcg-faq, version: '3.1', title: FAQ, date: '2015-06-22', cite: FAQ v3.1}\n";
    std::fs::write(folder.join("documents.yaml"), document).expect("written");
    let ruling = "- {id: 'lcg:bells', kind: clarification, title: Bells, documents: [lcg-faq-3.1], text: A bell is rung.}\n";
    std::fs::write(folder.join("rulings.yaml"), ruling).expect("written");
    for (card, version) in
        [("Unfinished Business", "FAQ v3.2"), ("Home One", "FAQ v4.1"), ("Desperation", "")]
    {
        let (_, out, err) = said(&judge(home.path(), &["errata", card, "--rulings", "faq"]));
        assert!(out.contains("A later FAQ is known: v5.0"), "{card}: {out}{err}");
        let reported = out.contains("added an erratum") && out.contains(version);
        assert_eq!(reported, !version.is_empty(), "{card}: {out}");
    }
}

#[test]
fn nothing_is_overwritten_and_nothing_is_half_written() {
    let home = tempfile::tempdir().expect("a folder");
    let file = later();
    let file = file.to_string_lossy();
    std::fs::create_dir_all(home.path().join("new/lcg/rulings")).expect("made");
    std::fs::write(home.path().join("new/lcg/rulings/timing.yaml"), "# mine\n").expect("written");
    let (status, _, err) =
        said(&judge(home.path(), &["import", &file, "--series", "lcg-faq", "--into", "new"]));
    assert_eq!(status, 2);
    assert!(err.contains("new/lcg/rulings/timing.yaml is there already"), "{err}");
    assert_eq!(std::fs::read_dir(home.path().join("new/lcg/rulings")).expect("there").count(), 1);
    assert_eq!(std::fs::read_dir(home.path().join("new")).expect("there").count(), 1);
}

#[test]
fn what_cannot_be_read_is_a_sentence() {
    let home = tempfile::tempdir().expect("a folder");
    std::fs::write(home.path().join("empty.txt"), "").expect("written");
    std::fs::write(home.path().join("faq.pdf"), b"%PDF-1.4\n\xff").expect("written");
    std::fs::write(home.path().join("large.txt"), vec![b'a'; 5 << 20]).expect("written");
    let cases = [
        ("missing.txt", "missing.txt: there is no such file."),
        ("empty.txt", "empty.txt: there is no text in it; "),
        ("faq.pdf", "pdftotext -layout"),
        ("large.txt", "larger than 2 MB"),
        (".", "is a folder"),
    ];
    for (file, why) in cases {
        let (status, out, err) = said(&judge(home.path(), &["import", file, "--into", "new"]));
        assert_eq!((status, out.as_str()), (2, ""), "{file}");
        assert!(err.contains(why) && !err.contains("panic"), "{file}: {err}");
        assert!(!home.path().join("new").exists(), "{file}");
    }
}

#[test]
fn a_file_may_be_compared_without_importing_it() {
    let home = tempfile::tempdir().expect("a folder");
    let file = later();
    let (status, out, err) = said(&judge(home.path(), &["diff", "lcg-faq-2.2", &file.to_string_lossy()]));
    assert_eq!(status, 0, "{err}");
    assert!(err.contains("was read as lcg-faq-9.1") && out.contains("+ lcg:3.8"), "{err}{out}");
}

#[test]
fn an_unknown_document_names_the_known_ones() {
    let home = tempfile::tempdir().expect("a folder");
    let (status, _, err) = said(&judge(home.path(), &["diff", "lcg-faq-2.3", "tcg-rulings-2005"]));
    assert_eq!(status, 2);
    assert!(err.contains("no document or file `lcg-faq-2.3`") && err.contains("lcg-faq-2.2"), "{err}");
}

#[test]
fn a_rulings_history_is_shown() {
    let home = tempfile::tempdir().expect("a folder");
    let (status, out, err) = said(&judge(home.path(), &["show", "lcg:errata.0552", "--history"]));
    assert_eq!(status, 0, "{err}");
    assert!(out.contains("FAQ v2.2 (2014-10-06): first appears"), "{out}");
    let (_, out, _) = said(&judge(home.path(), &["show", "4.14", "--history", "--format", "json"]));
    assert!(out.contains("\"certainty\": \"likely\""), "{out}");
}

#[test]
fn a_document_that_is_held_is_not_written_again() {
    let home = tempfile::tempdir().expect("a folder");
    let held = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings/lcg/sources/faq-2.2.txt");
    let text = std::fs::read_to_string(held).expect("the FAQ is held");
    std::fs::write(home.path().join("same.txt"), &text).expect("written");
    let corrected = text.replace("A copy of a card is any card", "A copy of a card is each card");
    assert_ne!(corrected, text);
    std::fs::write(home.path().join("other.txt"), corrected).expect("written");
    let cases = [
        ("same.txt", "the rulings have lcg-faq-2.2 already, every entry in these words"),
        ("other.txt", "the rulings have lcg-faq-2.2 already, in other words here: lcg:4.14."),
    ];
    for (file, why) in cases {
        for merged in [&["--into", "new"][..], &["--into", "new", "--merged"]] {
            let (status, out, err) = said(&judge(home.path(), &[&["import", file][..], merged].concat()));
            assert_eq!((status, out.as_str()), (2, ""), "{file}");
            assert!(err.contains(why), "{file}: {err}");
            assert!(!home.path().join("new").exists(), "{file}");
        }
        // The result may be looked at nevertheless.
        let (status, out, _) = said(&judge(home.path(), &["import", file]));
        assert_eq!(status, 0);
        assert!(out.contains("# The rulings have this document already, as lcg-faq-2.2."), "{out}");
    }
    let (status, _, err) = said(&judge(home.path(), &["diff", "lcg-faq-2.2", "other.txt"]));
    assert_eq!(status, 1);
    assert!(err.contains("compared as it is held, though in other words: lcg:4.14"), "{err}");
}

#[test]
fn another_edition_of_its_own_id_and_date_has_its_own_words() {
    let home = tempfile::tempdir().expect("a folder");
    let held = Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings/lcg/sources/faq-2.2.txt");
    let text = std::fs::read_to_string(held).expect("the FAQ is held");
    let other = text.replace("A copy of a card is any card", "A copy of a card is each card");
    std::fs::write(home.path().join("other.txt"), other).expect("written");
    let own = ["--id", "lcg-faq-2.2b", "--document-version", "2.25", "--into", "new"];
    let imported =
        |more: &[&str]| said(&judge(home.path(), &[&["import", "other.txt"][..], &own, more].concat()));
    let (status, _, err) = imported(&["--date", "2014-11-01"]);
    assert_eq!(status, 0, "{err}");
    let shown =
        |day: &str| said(&judge(home.path(), &["--rulings", "new", "show", "4.14", "--as-of", day])).1;
    assert!(shown("2014-10-31").contains("is any card") && shown("2014-11-01").contains("is each card"));
    // With the same date as the edition held, it would be unclear which is in force.
    std::fs::remove_dir_all(home.path().join("new")).expect("removed");
    assert_eq!(imported(&[]).0, 0);
    let (status, out, err) = said(&judge(home.path(), &["--rulings", "new", "show", "4.14"]));
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("of one series and one day, 2014-10-06"), "{err}");
}

/// A later FAQ of a few entries: a reworded (3.6), and a longer restricted list.
fn little_edition(home: &Path) {
    let documents = "- {id: lcg-faq-3.0, game: lcg, series: lcg-faq, title: FAQ, version: '3.0', date: '2015-03-01', \
                     cite: 'SWLCG FAQ v3.0'}\n";
    let listed = |n: &str| {
        format!(
            "- {{id: 'lcg:restricted.{n}', kind: restricted, title: 'Set ({n})', documents: [lcg-faq-3.0], \
             part_of: 'lcg:restricted', text: '- Set ({n})'}}\n"
        )
    };
    let rulings = format!(
        "- {{id: 'lcg:3.6', kind: clarification, number: '3.6', title: Initiation, documents: [lcg-faq-3.0], \
         text: 'In other words.'}}\n- {{id: 'lcg:restricted', kind: restricted, title: List, \
         documents: [lcg-faq-3.0], text: 'One of these.'}}\n{}{}{}",
        listed("99"),
        listed("112"),
        // The set is in a second group, too.
        listed("112-2")
    );
    std::fs::create_dir_all(home.join("new")).expect("made");
    std::fs::write(home.join("new/documents.yaml"), documents).expect("written");
    std::fs::write(home.join("new/rulings.yaml"), rulings).expect("written");
}

#[test]
fn a_replay_cites_the_words_of_the_day_and_says_when_they_changed() {
    let home = tempfile::tempdir().expect("a folder");
    little_edition(home.path());
    let steps = |more: &[&str]| -> Vec<serde_json::Value> {
        let arguments = ["--rulings", "new", "--format", "json", "replay", "switch"];
        let (_, out, err) = said(&judge(home.path(), &[&arguments[..], more].concat()));
        let value: serde_json::Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {err}"));
        value["scenarios"][0]["steps"].as_array().expect("steps").clone()
    };
    let cites = |steps: &[serde_json::Value], id: &str| -> Vec<String> {
        let of = steps.iter().filter(|s| s["ruling"] == id);
        of.map(|s| s["standing"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let before = steps(&["--as-of", "2015-02-28"]);
    assert!(!cites(&before, "lcg:3.6@2.2").is_empty() && cites(&before, "lcg:3.6").is_empty());
    assert!(cites(&before, "lcg:3.6@2.2").iter().all(String::is_empty), "{before:#?}");
    let now = cites(&steps(&[]), "lcg:3.6");
    let changed = "in other words since SWLCG FAQ v3.0; what is played may follow those of SWLCG FAQ v2.2";
    assert!(!now.is_empty() && now.iter().all(|s| s == changed), "{now:?}");
}

#[test]
fn a_replay_reports_what_rests_on_rulings_that_changed() {
    let home = tempfile::tempdir().expect("a folder");
    little_edition(home.path());
    // Only (3.6) and the restricted list are in force now. The former was reworded, which the replay reports
    // with the change; a replay that rests on any of the others has not passed.
    let replay = ["replay", "--quiet", "switch", "copy", "another-one"];
    let (status, out, err) = said(&judge(home.path(), &[&["--rulings", "new"][..], &replay].concat()));
    assert_eq!(status, 1, "{err}");
    let flat = out.split_whitespace().collect::<Vec<_>>().join(" ");
    let reported: Vec<&str> = flat.split("CHANGED ").skip(1).filter(|l| l.contains("(since ")).collect();
    assert!(reported.iter().any(|l| l.starts_with("switch: lcg:3.6 [-")), "{reported:?}");
    assert!(reported.iter().all(|l| l.contains("{+words.+} (since SWLCG FAQ v3.0)")), "{reported:?}");
    assert!(
        out.contains("NOT IN FORCE") && flat.contains(&format!("{} rest on rulings", reported.len())),
        "{out}"
    );
    // Without a later document there are no such notices.
    let (status, out, _) = said(&judge(home.path(), &replay));
    assert!(status == 0 && !out.contains("CHANGED"), "{out}");
}

#[test]
fn a_deck_check_says_when_the_list_in_the_rulings_is_another() {
    let home = tempfile::tempdir().expect("a folder");
    little_edition(home.path());
    let deck = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck/lcg/legal-typed.txt");
    let deck = deck.to_string_lossy();
    let checked = |day: &[&str]| {
        let arguments = ["--rulings", "new", "deck", "check", &deck];
        said(&judge(home.path(), &[&arguments[..], day].concat())).1.replace(['\n', ' '], " ")
    };
    let note = "the list in the rulings is not this one: it also names 112, it does not name 103;";
    let now = checked(&[]);
    assert!(now.contains("Checked as of 2015-03-01") && now.contains(note), "{now}");
    for day in ["2015-02-28", "2017-06-01"] {
        assert!(!checked(&["--as-of", day]).contains("is not this one"), "{day}");
    }
}

#[test]
fn the_parts_of_a_list_are_those_of_the_day() {
    let home = tempfile::tempdir().expect("a folder");
    little_edition(home.path());
    let shown = |day: &[&str]| {
        let arguments = ["--rulings", "new", "show", "lcg:restricted"];
        let out = said(&judge(home.path(), &[&arguments[..], day].concat())).1;
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let now = shown(&[]);
    assert!(now.contains("Parts: lcg:restricted.99, lcg:restricted.112, lcg:restricted.112-2"), "{now}");
    assert!(!now.contains("lcg:restricted.103") && !now.contains("@2.2"), "{now}");
    let before = shown(&["--as-of", "2014-12-01"]);
    assert!(
        before.contains("Parts: lcg:restricted.99@2.2") && before.contains("lcg:restricted.103"),
        "{before}"
    );
    assert!(!before.contains("lcg:restricted.112"), "{before}");
    let judge = judge::Judge::with_rulings(vec![home.path().join("new")]).expect("rulings");
    let list = judge.ruling("lcg:restricted").expect("read").expect("it is held");
    assert_eq!(list.parts, ["lcg:restricted.99", "lcg:restricted.112", "lcg:restricted.112-2"]);
}

/// The prompt opens the parts as of the day it was started for.
#[cfg(feature = "prompt")]
#[test]
fn the_prompt_opens_the_parts_of_the_day() {
    use judge::corpus::history;
    use judge::faces::prompt::Searches;
    use judge::faces::prompt::model::{Key, Model};
    use judge::search::{AsOfDay, Library, Origin};
    let home = tempfile::tempdir().expect("a folder");
    little_edition(home.path());
    let origin = Origin::Layers { built_in: true, folders: vec![home.path().join("new")] };
    let library = Library::open(&origin, None).expect("a library");
    let versions = library.held().info().versions.clone();
    for (day, own, others) in
        [(None, ["", ".112"], "@2.2"), (Some("2014-12-01"), ["@2.2", ".103"], "lcg:restricted.112")]
    {
        let day = day.map(|day| judge::corpus::Day(day.parse().expect("a day")));
        let as_of = AsOfDay::new(day, day.is_some(), versions.clone());
        let searches = Searches { as_of: &as_of, library: &library };
        let model = Model { day, ..Model::default() };
        let typed = model.after(Key::Text("restricted list".to_owned()), &searches).expect("a state");
        let opened = typed.after(Key::Open, &searches).expect("a state");
        let ids: Vec<&str> = opened.list().rulings.iter().map(|l| l.ruling.id.as_str()).collect();
        let of = history::base(&opened.list().of);
        let found: Vec<&String> = opened.results.rulings.iter().map(|l| &l.ruling.id).collect();
        assert_eq!(of, "lcg:restricted", "{day:?}: {found:?}, {}", opened.note);
        assert!(own.iter().all(|own| ids.iter().any(|id| id.contains(own))), "{day:?}: {ids:?}");
        let parts = ids.iter().filter(|id| id.starts_with("lcg:restricted."));
        assert!(
            parts.clone().count() > 1 && parts.clone().all(|id| !id.contains(others)),
            "{day:?}: {ids:?}"
        );
    }
}

/// A rule in judge's words that a later FAQ introduced: once that is held, its official words come first, and
/// the notice that it is not held is gone.
#[test]
fn what_came_later_stands_behind_its_official_words_once_they_are_held() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("new");
    std::fs::create_dir_all(&folder).expect("made");
    let document = "- {id: lcg-faq-5.0, game: lcg, series: lcg-faq, title: FAQ, version: '5.0', date: '2017-04-12', cite: 'SWLCG FAQ v5.0'}\n";
    std::fs::write(folder.join("documents.yaml"), document).expect("written");
    let entry = |id: &str, title: &str, text: &str| {
        format!(
            "- {{id: 'lcg:rules.{id}', kind: clarification, title: '{title}', documents: [lcg-faq-5.0], text: '{text}'}}\n"
        )
    };
    let rulings = entry(
        "keyword-influence",
        "Keyword: Influence",
        "What such a card yields pays for whatever is played.",
    ) + &entry("type-mission", "Card Type: Mission", "It lies on the far side of the table.");
    std::fs::write(folder.join("rulings.yaml"), rulings).expect("written");
    for (words, official, own) in [
        (
            &["--game", "lcg", "influence", "keyword"][..],
            "lcg:rules.keyword-influence",
            "lcg:core.keyword-influence",
        ),
        (&["define", "mission"], "lcg:rules.type-mission", "lcg:core.later-mission"),
    ] {
        let later = said(&judge(home.path(), &[&["--rulings", "new"][..], words].concat())).1;
        let place = |found: Option<usize>| found.unwrap_or_else(|| panic!("{official} and {own} in {later}"));
        assert!(place(later.find(official)) < place(later.rfind(own)), "{later}");
        assert!(!later.contains("not held"), "{later}");
        let now = said(&judge(home.path(), words)).1;
        assert!(now.contains("which is not held"), "{now}");
    }
}
