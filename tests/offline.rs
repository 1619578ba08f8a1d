//! `judge export html`: the page answers like the command line, loads nothing, and can be read without
//! JavaScript.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use judge::corpus::{Corpus, Files};
use judge::faces::offline::find::{PROGRAM, PageSearch, Settings};
use judge::search::{Origin, store};
use serde_json::{Value, json};

use crate::common::{DOCUMENTS, User, full, questions, run};

/// Of the kept questions one in this many is put to the page here: both sides are the same search, and each
/// manner of asking has hundreds of questions. `JUDGE_TEST_FULL` asks all, and so does the test of the
/// compiled search.
const ONE_OF_ASKED: usize = 16;

/// The kept questions that are asked of the page.
fn asked() -> Vec<&'static str> {
    let step = if full() { 1 } else { ONE_OF_ASKED };
    questions().iter().step_by(step).map(String::as_str).collect()
}

/// Kind and results of each answer on the command line.
fn reported(asked: &[&str]) -> Vec<Value> {
    let user = User::new();
    let lines = user.write("questions.txt", asked.join("\n"));
    let mut command = user.command(&["--format", "json", "search", "-n", "10", "-"]);
    let ran = run(command.stdin(std::fs::File::open(lines).expect("the questions")));
    let answers = serde_json::Deserializer::from_str(&ran.out).into_iter::<Value>();
    let of = |answer: Value| {
        let ids: Vec<&Value> =
            answer["results"].as_array().expect("results").iter().map(|r| &r["id"]).collect();
        json!([answer["answer"], ids])
    };
    let reported: Vec<Value> = answers.map(|answer| of(answer.expect("JSON"))).collect();
    assert_eq!(reported.len(), asked.len(), "{}", ran.err);
    reported
}

/// Fails with the questions that are answered differently.
#[track_caller]
fn assert_alike(asked: &[&str], page: &[Value]) {
    assert_eq!(page.len(), asked.len());
    let reported = reported(asked);
    let differ = asked.iter().zip(reported.iter().zip(page)).filter(|(_, (reported, page))| reported != page);
    let differ: Vec<_> = differ.map(|(q, (reported, page))| format!("{q}\n  {reported}\n  {page}")).collect();
    assert!(differ.is_empty(), "{} of {} differ:\n{}", differ.len(), page.len(), differ.join("\n"));
}

#[test]
fn the_page_answers_kept_questions_as_the_command_line_does() {
    let settings = Settings { game: None, day: None, explicit: false };
    let index = store::bytes(&Origin::BuiltIn).expect("an index");
    let search = PageSearch::open(index, &settings).expect("it opens");
    let asked = asked();
    assert!(asked.len() > 150, "only {} questions", asked.len());
    let page: Vec<Value> = asked
        .iter()
        .map(|words| {
            let answer = search.answer(words, None).expect("answered");
            let first = answer.results.first();
            let shown = first.is_none_or(|id| answer.html.contains(&format!("<small>{id}</small>")));
            assert!(shown, "{words}: {}", answer.html);
            json!([answer.answer, answer.results])
        })
        .collect();
    assert_alike(&asked, &page);
}

/// The search compiled from this source for the page, if available.
pub fn compiled() -> Option<PathBuf> {
    let file = std::env::var_os("JUDGE_OFFLINE_SEARCH").map_or_else(
        || {
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("target/wasm32-unknown-unknown/offline/judge_offline.wasm")
        },
        PathBuf::from,
    );
    let bytes = std::fs::read(&file).ok()?;
    bytes.windows(PROGRAM.len()).any(|part| part == PROGRAM.as_bytes()).then_some(file)
}

/// A page with the search in it.
pub fn exported(user: &User, compiled: &Path) -> PathBuf {
    let file = user.folder().join("rulings.html");
    let shown = file.to_string_lossy();
    user.judge(&["export", "html", "--wasm", &compiled.to_string_lossy(), &shown]).status(0);
    file
}

#[test]
#[ignore = "needs node, and `release/offline` before; .ci/run runs it"]
fn the_compiled_search_answers_each_kept_question_as_the_command_line_does() {
    let compiled = compiled().expect("`release/offline` has compiled this source");
    let user = User::new();
    let page = exported(&user, &compiled);
    let asked = user.write("questions.json", serde_json::to_vec(questions()).expect("JSON"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new("node");
    command.arg(folder.join("tests/offline/ask.js")).arg(folder.join("src/faces/offline/offline.js"));
    let ran = run(command.arg(page).arg(asked)).status(0);
    let page: Vec<Value> = serde_json::from_str(&ran.out).expect("JSON");
    let all: Vec<&str> = questions().iter().map(String::as_str).collect();
    assert_alike(&all, &page);
}

/// The values of an attribute.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    page.split(&format!(" {attribute}=\"")).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn without_script_every_ruling_is_there_and_every_link_leads_to_one() {
    let user = User::new();
    let file = user.folder().join("rulings.html");
    let reported =
        user.judge(&["--format", "json", "export", "html", "--without-search", &file.to_string_lossy()]);
    let reported = reported.status(0).json();
    let page = std::fs::read_to_string(&file).expect("the page");
    assert_eq!(reported["bytes"], json!(page.len()));
    let ids: Vec<&str> = values(&page, "id");
    let places: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), places.len(), "each place has a name of its own");
    let (corpus, _) = Corpus::load(&Files::built_in());
    for ruling in corpus.rulings() {
        assert!(places.contains(ruling.id.as_str()), "{} is missing", ruling.id);
    }
    assert_eq!(reported["rulings"], json!(corpus.rulings().count()));
    for link in values(&page, "href").into_iter().filter(|link| *link != "data:,") {
        let place =
            link.strip_prefix('#').unwrap_or_else(|| panic!("{link} leads elsewhere")).replace("%40", "@");
        assert!(places.contains(place.as_str()), "{link} leads nowhere");
    }
    for outside in ["http:", "https:", "src=", "url(", "@import", "onclick", "<script"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.contains("default-src 'none'"));
    // Overwriting the page yields the same bytes.
    user.judge(&["export", "html", "--without-search", &file.to_string_lossy()]).status(0);
    assert_eq!(std::fs::read_to_string(&file).expect("the page"), page);
    // A single game.
    user.judge(&["--game", "tcg", "export", "html", "--without-search", &file.to_string_lossy()]).status(0);
    let page = std::fs::read_to_string(&file).expect("the page");
    let ids = values(&page, "id");
    assert!(ids.iter().any(|id| id.starts_with("tcg:")));
    assert!(ids.iter().all(|id| !id.starts_with("lcg")));
}

#[test]
fn an_events_own_rulings_come_along_and_are_called_so() {
    let user = User::new();
    user.judge(&["new-event", "nationals", "--who", "A. Judge", "--where", "Nationals 2014"]).status(0);
    user.judge(&["rule", "Attackers once declared stay declared.", "--see", "lcg:2.3"]).status(0);
    user.judge(&["--rulings", "nationals", "export", "html", "--without-search", "nationals.html"]).status(0);
    let page = std::fs::read_to_string(user.folder().join("nationals.html")).expect("the page");
    let house = page.split("id=\"lcg-house\"").nth(1).expect("a part of its own");
    let house = house.split("<section>").next().unwrap_or_default();
    assert!(house.contains("[House]") && house.contains("Attackers once declared stay declared."), "{house}");
}

#[test]
fn what_cannot_be_exported_is_reported_and_nothing_is_written() {
    let user = User::new();
    let refused = |arguments: &[&str], sentence: &str| {
        let ran = user.judge(&[&["export", "html"], arguments].concat()).status(2);
        let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(err.contains(sentence), "{err}");
    };
    user.write("notes.html", "<p>my notes</p>");
    refused(&["--without-search", "notes.html"], "notes.html is there already");
    assert_eq!(std::fs::read(user.folder().join("notes.html")).expect("kept"), b"<p>my notes</p>");
    refused(&["--wasm", "missing.wasm", "new.html"], "missing.wasm cannot be read");
    refused(&["--wasm", "/dev/zero", "new.html"], "/dev/zero is no ordinary file");
    refused(&["--without-search", "/dev/zero"], "/dev/zero is no ordinary file");
    #[cfg(unix)]
    {
        let pipe = user.folder().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
        refused(&["--wasm", "pipe", "new.html"], "pipe is no ordinary file");
        refused(&["--without-search", "pipe"], "pipe is no ordinary file");
    }
    user.write("other.wasm", b"\0asm\x01\0\0\0judge-search-0000000000000000");
    refused(&["--wasm", "other.wasm", "new.html"], "was not compiled from the source of this program");
    let large = user.write("large.wasm", judge::faces::offline::find::PROGRAM);
    let large = std::fs::OpenOptions::new().write(true).open(large).expect("opened");
    large.set_len((64 << 20) + 1).expect("made larger");
    refused(&["--wasm", "large.wasm", "new.html"], "large.wasm is larger than 64 MB");
    // Incomplete rulings never result in a page.
    user.write("broken/documents.yaml", DOCUMENTS.replace("game: lcg", "game: chess"));
    let ran =
        user.judge(&["--rulings", "broken", "export", "html", "--without-search", "new.html"]).status(2);
    assert!(ran.err.contains("documents.yaml"), "{}", ran.err);
    assert!(!user.folder().join("new.html").exists());
}
