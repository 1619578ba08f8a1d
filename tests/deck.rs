//! Decks have the results given in `tests/deck/cases.yaml`, regardless of format and typing.

use std::path::{Path, PathBuf};

use judge::corpus::{Day, Files};
use judge::deck::{AsOf, DeckReport, Verdict};
use serde::Deserialize;

use crate::common::User;
use crate::fuzzed::decks::checker;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck")
}

fn bytes(file: &str) -> Vec<u8> {
    std::fs::read(folder().join(file)).expect("a fixture")
}

fn text(file: &str) -> String {
    String::from_utf8(bytes(file)).expect("a fixture in UTF-8")
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    file: String,
    #[serde(default)]
    as_of: Option<String>,
    verdict: String,
    #[serde(default)]
    codes: Option<Vec<String>>,
    #[serde(default)]
    contains: Vec<String>,
    #[serde(default)]
    rulings: Option<Vec<Option<String>>>,
    #[serde(default)]
    cites: Vec<String>,
    #[serde(default)]
    warnings: Vec<String>,
}

impl Case {
    fn day(&self) -> AsOf {
        match self.as_of.as_deref() {
            None => AsOf::Newest,
            Some("latest") => AsOf::Latest,
            Some(day) => AsOf::On(Day(day.parse().expect("a day"))),
        }
    }

    /// Describes the differences between a report and the case.
    fn differences(&self, report: &DeckReport) -> Vec<String> {
        let codes: Vec<String> =
            report.violations.iter().map(|v| format!("{} {}", v.code, v.certainty.shown())).collect();
        let mut found = Vec::new();
        if report.verdict.shown() != self.verdict {
            found.push(format!("is {}, not {}: {codes:?}", report.verdict.shown(), self.verdict));
        }
        if self.codes.as_ref().is_some_and(|wanted| *wanted != codes) {
            found.push(format!("has {codes:?}, not {:?}", self.codes));
        }
        let lacking = self.contains.iter().filter(|wanted| !codes.contains(wanted));
        found.extend(lacking.map(|wanted| format!("lacks {wanted}: {codes:?}")));
        let rulings: Vec<Option<String>> = report.violations.iter().map(|v| v.ruling.clone()).collect();
        if self.rulings.as_ref().is_some_and(|wanted| *wanted != rulings) {
            found.push(format!("cites {rulings:?}, not {:?}", self.rulings));
        }
        let cited = |cite: &String| report.violations.iter().any(|v| v.citation.as_ref() == Some(cite));
        found.extend(self.cites.iter().filter(|c| !cited(c)).map(|c| format!("does not cite {c}")));
        let warned = |code: &String| report.warnings.iter().any(|w| w.code.as_str() == code);
        found.extend(self.warnings.iter().filter(|c| !warned(c)).map(|c| format!("does not warn of {c}")));
        found
    }
}

fn cases() -> Vec<Case> {
    judge::corpus::yaml::one("cases.yaml", &text("cases.yaml")).expect("the cases are YAML")
}

#[test]
fn every_fixture_comes_out_as_its_case_says() {
    let mut wrong = Vec::new();
    for case in cases() {
        let report = checker(case.day()).check(&case.file, &bytes(&case.file));
        let differences = case.differences(&report);
        wrong.extend(differences.into_iter().map(|d| format!("{} {:?}: {d}", case.file, case.as_of)));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_violation_is_cited_and_every_sentence_is_one() {
    for case in cases() {
        let report = checker(case.day()).check(&case.file, &bytes(&case.file));
        for finding in report.violations.iter().filter(|_| report.verdict != Verdict::Unreadable) {
            assert!(finding.citation.as_ref().is_some_and(|c| !c.is_empty()), "{}: {finding:?}", case.file);
        }
        for finding in report.violations.iter().chain(&report.warnings) {
            assert!(finding.message.ends_with(['.', '?']), "{}: {}", case.file, finding.message);
        }
    }
}

#[test]
fn every_code_is_explained_and_every_violation_has_its_basis() {
    let (explained, found) = judge::corpus::explain::load(&Files::built_in());
    assert!(found.is_empty(), "{found:#?}");
    for code in judge::deck::Code::ALL {
        assert!(explained.iter().any(|e| e.code.as_str() == code.as_str()), "{code} is not explained");
    }
}

/// A hostile file is rejected with this message, and quickly.
#[track_caller]
fn refused(bytes: &[u8], says: &str) {
    let start = std::time::Instant::now();
    let report = checker(AsOf::Newest).check("hostile", bytes);
    assert_eq!(report.verdict, Verdict::Unreadable, "{:?}", report.violations.first());
    let message = &report.violations[0].message;
    assert!(message.contains(says), "{message}");
    assert!(message.len() < 400, "{} bytes are no sentence", message.len());
    assert!(start.elapsed().as_secs() < 5, "{says}: {:?}", start.elapsed());
}

#[test]
fn hostile_files_are_refused_in_a_sentence() {
    refused("1x Yoda\n".repeat(1_000_000).as_bytes(), "larger than 1 MB");
    refused("ab\n".repeat(300_000).as_bytes(), "lines");
    refused(&vec![b'a'; 1 << 20], "names a card");
    refused("<deck>".repeat(150_000).as_bytes(), "nested");
    refused(format!("<deck>{}</deck>", "<card/>".repeat(140_000)).as_bytes(), "parts");
    refused("[".repeat(500_000).as_bytes(), "names a card");
    refused(format!("{{\"a\":{}", "[".repeat(500_000)).as_bytes(), "JSON");
    let bomb = "game: lcg\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\nsets: [*d,*d,*d,*d,*d,*d,*d]\n";
    refused(bomb.as_bytes(), "Line 2");
    refused(format!("game: lcg\nsets: {}", "[".repeat(100_000)).as_bytes(), "Line 2");
    refused(format!("{}]", "[".repeat(900_000)).as_bytes(), "names a card");
    refused(format!("1x {}", "(a)".repeat(300_000)).as_bytes(), "names a card");
    // What begins and does not end is looked for once, not from each beginning.
    refused(format!("<p>{}", "<!--".repeat(250_000)).as_bytes(), "names a card");
    refused(format!("<p>{}", "<style ".repeat(140_000)).as_bytes(), "names a card");
    let attributes: String = (0..80_000).map(|n| format!(" a{n}=''")).collect();
    refused(format!("<deck{attributes}/>").as_bytes(), "attributes");
}

/// Behind a deck, one sign or word over and over is read as quickly as anything else.
#[test]
fn signs_without_end_behind_a_deck_take_no_time() {
    let long =
        ["[", "(", "*", "- [ ] ", "1 ", "x", "|", "\"", ",", ";", "\t", "  ", "->", "~~a", "…", "1,", "a,b"];
    let texts = long.map(|sign| (sign, sign.repeat(990_000 / sign.len())));
    for (sign, text) in texts.into_iter().chain([("\n", "\n".repeat(300_000))]) {
        let list = format!("Jedi\n2x A Hero's Journey\n1x Yoda\n{text}");
        let start = std::time::Instant::now();
        checker(AsOf::Newest).check("hostile", list.as_bytes());
        assert!(start.elapsed().as_secs() < 20, "{sign:?}: {:?}", start.elapsed());
    }
}

#[test]
fn the_other_decks_of_a_folder_are_still_checked() {
    let folder = folder().join("unreadable");
    let mut paths =
        vec![folder.clone(), folder.join("../lcg/legal-typed.txt"), folder.join("nothing-here.o8d")];
    paths.push(folder.join("../real"));
    let checker = checker(AsOf::Newest);
    let decks = judge::deck::files::sources(&paths)
        .iter()
        .map(|source| match source.read() {
            Ok(bytes) => checker.check(&source.shown(), &bytes),
            Err(why) => DeckReport::unreadable(&source.shown(), why),
        })
        .collect();
    let report = checker.report(decks);
    let count = |verdict| report.decks.iter().filter(|d| d.verdict == verdict).count();
    assert_eq!((count(Verdict::Legal), count(Verdict::Illegal), count(Verdict::Unreadable)), (6, 6, 13));
    assert_eq!(report.gravest(), Verdict::Unreadable);
}

/// Illegal outranks undecided, and unreadable outranks both; each has its own exit status.
#[test]
fn the_gravest_verdict_is_the_exit_status() {
    let user = User::new();
    let exit = |files: &[&str], gravest: Verdict, status: i32| {
        let checker = checker(AsOf::Newest);
        let report = checker.report(files.iter().map(|f| checker.check(f, &bytes(f))).collect());
        assert_eq!(report.gravest(), gravest, "{files:?}");
        let paths: Vec<String> =
            files.iter().map(|f| format!("{}/tests/deck/{f}", env!("CARGO_MANIFEST_DIR"))).collect();
        let paths = paths.iter().map(String::as_str);
        user.judge(&["deck", "check"].into_iter().chain(paths).collect::<Vec<_>>()).status(status);
    };
    let (legal, illegal) = ("lcg/legal-octgn.o8d", "lcg/three-copies.txt");
    let (undecided, unreadable) = ("lcg/unmatched-line.txt", "unreadable/empty.txt");
    exit(&[legal], Verdict::Legal, 0);
    exit(&[legal, undecided], Verdict::Undecided, 3);
    exit(&[undecided, illegal, legal], Verdict::Illegal, 1);
    exit(&[unreadable, illegal, undecided], Verdict::Unreadable, 2);
}
