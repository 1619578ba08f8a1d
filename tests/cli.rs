//! The exact output on a terminal, and the JSON that other programs rely on.
//!
//! `tests/cli/` contains transcripts; after an intended change, `TRYCMD=overwrite cargo test --test all cli`
//! rewrites them.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{User, run};
use serde_json::Value;

/// Set in the isolated process that runs the transcripts.
const SEALED: &str = "JUDGE_TEST_SEALED";

/// Transcripts must not depend on the environment of whoever runs the tests. They run in a child process with
/// a home folder as its only environment, in a folder outside of any checkout.
#[test]
fn transcripts() {
    if std::env::var_os(SEALED).is_some() {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/*.md");
        trycmd::TestCases::new().register_bin("judge", Path::new(env!("CARGO_BIN_EXE_judge"))).case(cases);
        return;
    }
    let user = User::new();
    user.judge(&["3.6"]).status(0);
    let mut sealed = std::process::Command::new(std::env::current_exe().expect("the test itself"));
    sealed.args(["cli::transcripts", "--exact", "--nocapture"]).current_dir(user.folder());
    sealed.env_clear().env("HOME", user.folder()).env("XDG_CACHE_HOME", crate::common::shared_cache());
    sealed.env(SEALED, "1");
    if let Some(mode) = std::env::var_os("TRYCMD") {
        sealed.env("TRYCMD", mode);
    }
    let output = sealed.output().expect("the test itself");
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && out.contains("1 passed"), "{out}\n{err}");
}

#[test]
fn every_block_of_the_readme_runs() {
    let user = User::new();
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("a README");
    let event = user.folder().join("my-event");
    std::fs::create_dir(&event).expect("a folder");
    bring_decks(user.folder());
    let mut ran = 0;
    for line in readme.lines() {
        let command = line.strip_prefix("$ ").unwrap_or(line);
        let Some(arguments) = command.strip_prefix("judge ") else { continue };
        let words = shell_words(arguments);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // Commands shown in a README find something, or pass.
        user.judge(&words).status(0);
        ran += 1;
    }
    assert!(ran >= 10, "only {ran} lines of the README begin with `judge`");
}

#[test]
fn the_excerpt_in_the_readme_is_what_the_program_prints() {
    let user = User::new();
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("a README");
    let blocks: Vec<&str> =
        readme.split("```console\n").skip(1).filter_map(|b| b.split("```").next()).collect();
    assert!(!blocks.is_empty());
    for block in blocks {
        let (command, shown) = block.split_once('\n').expect("a command and what it prints");
        let words = shell_words(command.strip_prefix("$ judge ").expect("a command"));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let printed = user.judge(&words).status(0).out;
        // An excerpt must be contiguous in the output.
        assert!(printed.contains(shown.trim_end()), "{printed}");
    }
}

/// The decks that the README checks: real and legal ones.
fn bring_decks(folder: &Path) {
    let decks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deck/real");
    let copy = |from: &str, to: &str| {
        let to = folder.join(to);
        std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
        std::fs::copy(decks.join(from), to).expect("copied");
    };
    copy("DefensiveJedi.txt", "registration/DefensiveJedi.txt");
    copy("DefensiveJedi.txt", "decks/ann-light.txt");
    copy("ImperialFist.o8d", "decks/ann-dark.o8d");
    copy("ImperialFist.o8d", "my.o8d");
}

/// Splits a command like a shell: spaces, quotes, and a comment at the end.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut open) = (String::new(), None);
    let mut quoted = false;
    for c in line.chars() {
        match (c, open) {
            ('\'' | '"', None) => (open, quoted) = (Some(c), true),
            (c, Some(quote)) if c == quote => open = None,
            ('#', None) if word.is_empty() && !quoted => break,
            (' ', None) => {
                if !word.is_empty() || quoted {
                    words.push(std::mem::take(&mut word));
                }
                quoted = false;
            }
            _ => word.push(c),
        }
    }
    if !word.is_empty() || quoted {
        words.push(word);
    }
    words
}

/// The fields of an entry with their types; see the stable shapes in `src/render/json.rs`.
#[track_caller]
fn check_entry(entry: &Value) {
    let text = |name: &str| assert!(entry[name].is_string(), "{name} of {entry}");
    let text_or_null = |name: &str| {
        let field = entry.get(name).unwrap_or_else(|| panic!("no {name} in {entry}"));
        assert!(field.is_string() || field.is_null(), "{name} of {entry}");
    };
    for name in ["id", "game", "kind", "title", "text", "markdown", "citation", "authority"] {
        text(name);
    }
    text_or_null("number");
    text_or_null("part_of");
    assert!(entry["in_force"].is_boolean());
    for name in ["see", "seen_from"] {
        assert!(strings(&entry[name]).is_some(), "{name} of {entry}");
    }
    for card in entry["cards"].as_array().expect("cards") {
        assert!(
            card["name"].is_string() && (card["number"].is_string() || card["number"].is_null()),
            "{card}"
        );
    }
    let documents = entry["documents"].as_array().expect("documents");
    assert!(!documents.is_empty(), "{entry}");
    for document in documents {
        assert!(["id", "title", "date"].iter().all(|f| document[*f].is_string()), "{document}");
        assert!(document["version"].is_string() || document["version"].is_null(), "{document}");
        assert_eq!(document["date"].as_str().map(str::len), Some("2014-10-06".len()));
    }
    let kinds = ["errata", "restricted", "clarification", "definition", "timing", "faq", "ruling", "rule"];
    assert!(kinds.contains(&entry["kind"].as_str().expect("a kind")));
    let game = entry["game"].as_str().expect("a game");
    assert!(["lcg", "tcg"].contains(&game));
    assert!(entry["id"].as_str().expect("an id").starts_with(&format!("{game}:")));
    let authority = entry["authority"].as_str().expect("an authority");
    assert!(["official", "house", "digest"].contains(&authority));
    assert_eq!(authority == "digest", entry["kind"] == "rule");
    assert_eq!(authority == "digest", entry["digest"].is_object());
}

fn strings(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

#[test]
fn every_entry_has_every_field_and_every_link_resolves() {
    let user = User::new();
    let listed = user.judge(&["list", "--format", "json"]).status(0).json();
    let entries = listed["entries"].as_array().expect("entries");
    let ids: BTreeSet<&str> = entries.iter().filter_map(|e| e["id"].as_str()).collect();
    assert!(
        entries.len() >= 120 && ids.len() == entries.len(),
        "{} entries, {} ids",
        entries.len(),
        ids.len()
    );
    for entry in entries {
        check_entry(entry);
        let links = ["see", "seen_from"].iter().flat_map(|f| strings(&entry[*f]).unwrap_or_default());
        for link in links.chain(entry["part_of"].as_str()) {
            assert!(ids.contains(link), "{} links to {link}", entry["id"]);
        }
        // Links are recorded at both ends.
        for link in strings(&entry["see"]).unwrap_or_default() {
            let other = entries.iter().find(|e| e["id"] == link).expect("checked above");
            assert!(
                strings(&other["seen_from"])
                    .unwrap_or_default()
                    .contains(&entry["id"].as_str().expect("an id"))
            );
        }
    }
}

#[test]
fn all_commands_give_the_same_entry() {
    let user = User::new();
    let shown = user.judge(&["show", "lcg:errata.0552", "--format", "json"]).status(0).json();
    let expected = &shown["entries"][0];
    check_entry(expected);
    for command in [&["errata", "0552"][..], &["list", "--card", "along the gamor run", "--kind", "errata"]] {
        let found = user.judge(&[command, &["--format", "json"]].concat()).status(0).json();
        assert_eq!(found["entries"], shown["entries"], "{command:?}");
    }
    let searched = user.judge(&["lcg:errata.0552", "--format", "json"]).status(0).json();
    let first = &searched["results"][0];
    for (name, value) in expected.as_object().expect("an object") {
        assert_eq!(&first[name], value, "{name}");
    }
    let restricted = user.judge(&["restricted", "--format", "json"]).status(0).json();
    let kinds: BTreeSet<&str> = restricted["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|e| e["kind"].as_str())
        .collect();
    assert_eq!(kinds, BTreeSet::from(["restricted"]));
}

#[test]
fn highlights_are_characters_of_the_text_and_cut_no_word() {
    let user = User::new();
    let mut marked = 0;
    for query in
        ["moving damage “dealt”", "shield protect damage", "⚡ icon edge battle", "bid force Dark Side"]
    {
        let answer = user.judge(&["--format", "json", query]).status(0).json();
        assert_eq!(answer["query"], query);
        assert!(answer["searched"].is_string() && strings(&answer["also"]).is_some());
        let mut last = f64::INFINITY;
        for result in answer["results"].as_array().expect("results") {
            check_entry(result);
            let score = result["score"].as_f64().expect("a score");
            assert!(score <= last, "results stand in the order of their scores");
            last = score;
            let text: Vec<char> = result["text"].as_str().expect("a text").chars().collect();
            let mut end = 0;
            for range in result["highlights"].as_array().expect("highlights") {
                let at = |n: usize| usize::try_from(range[n].as_u64().expect("an offset")).expect("small");
                let (from, to) = (at(0), at(1));
                assert!(
                    end <= from && from < to && to <= text.len(),
                    "{query}: {from}..{to} of {}",
                    text.len()
                );
                let inside = |n: usize| text[n - 1].is_alphanumeric() && text[n].is_alphanumeric();
                assert!(from == 0 || !inside(from), "{query}: a word is cut at {from}");
                assert!(to == text.len() || !inside(to), "{query}: a word is cut at {to}");
                end = to;
                marked += 1;
            }
        }
    }
    assert!(marked > 20, "{marked}");
}

/// A sentence of the text where a ruling decides, the same that a `>` marks in the terminal, and none where
/// nothing held does.
#[test]
fn the_json_says_which_sentence_decides() {
    let user = User::new();
    let asked = "can I shield damage moved to my protector";
    let first = &user.judge(&["--format", "json", asked]).status(0).json()["results"][0];
    let text: Vec<char> = first["text"].as_str().expect("a text").chars().collect();
    let at = |n: usize| usize::try_from(first["decides"][n].as_u64().expect("an offset")).expect("small");
    let sentence: String = text[at(0)..at(1)].iter().collect();
    assert!(sentence.ends_with('.') && sentence.len() < first["text"].as_str().expect("a text").len());
    let shown = user.judge(&["-n", "1", asked]).status(0).out;
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let marked: Vec<String> =
        shown.lines().filter_map(|line| line.strip_prefix('>')).flat_map(words).collect();
    assert!(marked.join(" ").contains(&words(&sentence).join(" ")), "{sentence:?} in {marked:?}");
    let undecided = user.judge(&["--format", "json", "what is the penalty for being late"]).status(1).json();
    assert_eq!(undecided["answer"], "nearest", "{undecided}");
    assert!(undecided["results"].as_array().expect("results").iter().all(|of| of["decides"].is_null()));
}

#[test]
fn json_is_whole_when_nothing_is_found() {
    let user = User::new();
    let found = user.judge(&["--format", "json", "xyzzyplugh"]).status(1).json();
    assert_eq!(found["results"], serde_json::json!([]));
    for command in
        [&["errata", "xyzzyplugh"][..], &["show", "lcg:none"], &["restricted", "--as-of", "2001-01-01"]]
    {
        let found = user.judge(&[command, &["--format", "json"]].concat()).status(1).json();
        assert_eq!(found["entries"], serde_json::json!([]), "{command:?}");
    }
}

/// A fact of a card is printed on it, whatever rulings name it, in one word or several, in each language.
#[test]
fn a_fact_of_a_card_is_decided_by_no_ruling() {
    let user = User::new();
    for question in [
        "what does rancor cost",
        "does Yoda have elite",
        "how many force icons does Luke have",
        "what does Darth Vader cost",
        "was kostet Darth Vader",
        "was macht Rancor",
        "que fait Yoda",
        "combien coûte Darth Vader",
        "cuánto cuesta Darth Vader",
    ] {
        let answer = user.judge(&["--format", "json", question]).status(1).json();
        assert_eq!(answer["answer"], "nearest", "{question}");
        assert_eq!(answer["beyond"]["subject"], "What a card says", "{question}");
    }
    let keyword = user.judge(&["--format", "json", "what is protect"]).status(0).json();
    assert_eq!(keyword["answer"], "rulebook", "a word of the game is no card");
}

/// Each number and id of a query is shown whole, and what there is none of is said.
#[test]
fn several_numbers_are_each_shown() {
    let user = User::new();
    let both = user.judge(&["4.1", "2.1", "9.9"]).status(0);
    assert!(
        both.out.contains("SWLCG FAQ v2.2 (4.1)") && both.out.contains("SWLCG FAQ v2.2 (2.1)"),
        "{}",
        both.out
    );
    assert!(both.out.contains("No ruling has the number 9.9."), "{}", both.out);
    let ids = user.judge(&["--format", "json", "lcg:core.edge-tie", "lcg:4.6"]).status(0).json();
    let mut first = ["0", "1"].map(|at| ids.pointer(&format!("/results/{at}/id")).cloned());
    first.sort_by_key(|id| id.as_ref().map(ToString::to_string));
    assert_eq!(first, [Some("lcg:4.6".into()), Some("lcg:core.edge-tie".into())]);
}

#[test]
fn the_terminal_decides_about_colours() {
    let user = User::new();
    let coloured = |environment: &[(&str, &str)], arguments: &[&str]| {
        let mut command = user.command(&[&["-n", "2", "shield", "protect"][..], arguments].concat());
        let ran = run(command.envs(environment.iter().copied())).status(0);
        ran.out.contains('\u{1b}')
    };
    assert!(!coloured(&[], &[]), "stdout is no terminal");
    assert!(coloured(&[], &["--color", "always"]));
    assert!(coloured(&[("NO_COLOR", "1")], &["--color", "always"]), "an option goes before the environment");
    assert!(coloured(&[("CLICOLOR_FORCE", "1")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "0")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], &[]));
    assert!(coloured(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")], &[]), "an empty NO_COLOR is none");
    assert!(!coloured(&[("TERM", "dumb")], &[]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--color", "never"]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--format", "json"]));
    assert!(!coloured(&[("CLICOLOR_FORCE", "1")], &["--format", "markdown"]));
}

/// Without its colours, a coloured answer equals the plain one.
#[test]
fn colours_say_nothing_that_words_do_not() {
    let user = User::new();
    let plain = user.judge(&["shield", "protect"]).status(0).out;
    let coloured = user.judge(&["--color", "always", "shield", "protect"]).status(0).out;
    let mut stripped = String::new();
    for (n, part) in coloured.split("\u{1b}[").enumerate() {
        stripped += if n == 0 { part } else { part.split_once('m').expect("a colour").1 };
    }
    assert_eq!(stripped, plain);
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let user = User::new();
    let commands: [&[&str]; 6] = [
        &["shield protect damage", "-n", "9", "--why"],
        &["show", "lcg:timing.damage", "lcg:faq.boba-fett"],
        &["errata"],
        &["list"],
        &["card:nobody", "shield"],
        &["--as-of", "1999-12-31", "shield"],
    ];
    for width in [40, 60, 80] {
        for arguments in commands {
            let ran = run(user.command(arguments).env("COLUMNS", width.to_string()));
            for line in ran.out.lines() {
                // An id alone may be longer than the narrowest lines. It is not truncated, since it is there
                // to be copied.
                let shown = line.chars().count();
                assert!(shown <= width || !line.trim().contains(' '), "{width}: {line}");
            }
        }
    }
}

/// No query makes the program fail in an undocumented way.
#[test]
fn hostile_queries_get_an_answer_or_a_sentence() {
    let user = User::new();
    let long = "protect ".repeat(1250);
    let one_word = "a".repeat(10_000);
    let odd = [
        "\u{1b}[31mshield\u{7}",
        "\u{9b}31m shield",
        "\u{202e}dleihs",
        "é\u{301}\u{feff} Padmé",
        "\t\r\n shield",
    ];
    let syntax = [
        "\"",
        "\"\"",
        "-",
        "--",
        ":",
        "card:",
        "card:\"",
        "+(",
        "a AND b OR",
        "[1 TO 2]",
        "*",
        "~",
        "\\",
        "^2",
        "'",
    ];
    let long = [long.as_str(), one_word.as_str(), "\u{1f600}", "٣٫٦", "ﬁrst ﬀ"];
    for query in odd.into_iter().chain(syntax).chain(long) {
        let ran = user.judge(&["search", "--", query]);
        assert!(matches!(ran.status, Some(0..=2)), "{query:?}: {:?}\n{}", ran.status, ran.err);
        assert!(!ran.err.contains("panicked"), "{query:?}: {}", ran.err);
        for text in [&ran.out, &ran.err] {
            let obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!text.contains(obeyed), "{query:?}: {text:?}");
        }
    }
    for command in ["card", "errata", "show", "completions", "schema"] {
        let ran = user.judge(&[command, "\u{1b}]0;owned\u{7}\u{9b}\u{202e}x"]);
        assert!(matches!(ran.status, Some(1 | 2)), "{command}: {:?}", ran.status);
        assert!(
            !format!("{}{}", ran.out, ran.err).contains(['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}']),
            "{command}"
        );
    }
}

#[test]
fn a_long_query_says_what_was_left_out() {
    let user = User::new();
    let ran = user.judge(&[&"protect ".repeat(5000)]);
    assert!(ran.out.contains("left out"), "{}", ran.out);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_no_text_is_wrong_usage() {
    use std::os::unix::ffi::OsStrExt;
    let user = User::new();
    let ran = run(user.command(&["search"]).arg(std::ffi::OsStr::from_bytes(b"sh\xffeld"))).status(2);
    assert!(ran.err.contains("UTF-8"), "{}", ran.err);
}

/// `judge … | head -1`: closing the pipe early is not an error.
#[test]
fn a_closed_pipe_is_no_error() {
    use std::io::Read;
    let user = User::new();
    for arguments in
        [&["list"][..], &["errata"], &["list", "--format", "json"], &["man"], &["completions", "zsh"]]
    {
        let mut child = user
            .command(arguments)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut first = [0; 1];
        let mut out = child.stdout.take().expect("piped");
        out.read_exact(&mut first).expect("it prints something");
        drop(out);
        let ran = crate::common::Ran::of(child.wait_with_output().expect("it ends")).status(0);
        assert_eq!(ran.err, "", "{arguments:?}");
    }
}

/// Help that could not be written was not given.
#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_reported() {
    let user = User::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full disk");
    let ran = run(user.command(&["--help"]).stdout(full)).status(2);
    assert!(ran.err.contains("cannot be written"), "{}", ran.err);
}

#[test]
fn completions_and_manual_name_every_command() {
    let user = User::new();
    let help = user.judge(&["--help"]).status(0).out;
    let commands: Vec<&str> = help
        .lines()
        .skip_while(|l| *l != "Commands:")
        .skip(1)
        .take_while(|l| l.starts_with("  "))
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert!(commands.contains(&"search") && commands.contains(&"man"), "{commands:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = user.judge(&["completions", shell]).status(0).out;
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    let page = user.judge(&["man"]).status(0).out;
    for command in &commands {
        assert!(page.contains(&format!("JUDGE {}", command.to_uppercase())), "{command}");
        user.judge(&[command, "--help"]).status(0);
    }
}

#[test]
fn an_option_counts_wherever_it_stands() {
    let user = User::new();
    let before = user.judge(&["--format", "json", "-n", "2", "shield"]).status(0).out;
    assert_eq!(user.judge(&["shield", "--format", "json", "-n", "2"]).status(0).out, before);
    assert_eq!(user.judge(&["search", "shield", "-n2", "--format=json"]).status(0).out, before);
    let refused = user.judge(&["shield", "--formt", "json"]).status(2);
    assert!(refused.err.contains("--formt"), "{}", refused.err);
    // An excluded word is not an option.
    let without = user.judge(&["shield", "-protect", "--format", "json"]).status(0).json();
    for result in without["results"].as_array().expect("results") {
        assert!(!result["text"].as_str().expect("a text").to_lowercase().contains("protect "), "{result}");
    }
}

/// A house ruling in the same words as an official one ranks behind it, and is labelled wherever it appears.
#[test]
fn house_rulings_stand_behind_official_ones_and_say_what_they_are() {
    let user = User::new();
    user.write("official/documents.yaml", crate::common::DOCUMENTS);
    user.write("official/r.yaml", crate::common::RULINGS);
    let house = crate::common::DOCUMENTS.replace("small", "local").replace("Small", "Local");
    let house = house + "  authority: house\n  who: A. Judge\n";
    user.write("house/documents.yaml", house);
    user.write("house/r.yaml", crate::common::RULINGS.replace("small", "local"));
    // Regardless of which is laid over which.
    for folders in ["official:house", "house:official"] {
        let shown = |arguments: &[&str]| {
            run(user.command(&[&["--no-builtin"][..], arguments].concat()).env("JUDGE_RULINGS", folders))
                .status(0)
        };
        let found = shown(&["--format", "json", "a droid beeps for each focus token"]).json();
        let order: Vec<(&str, &str)> = found["results"].as_array().expect("results")[..2]
            .iter()
            .map(|r| (r["id"].as_str().expect("an id"), r["authority"].as_str().expect("an authority")))
            .collect();
        assert_eq!(order, [("lcg:small.2", "official"), ("lcg:local.2", "house")], "{folders}");
        for arguments in [
            &["a droid beeps"][..],
            &["a droid beeps", "--format", "markdown"],
            &["show", "lcg:local.2"],
            &["show", "lcg:local.2", "--format", "markdown"],
            &["list"],
            &["list", "--format", "markdown"],
        ] {
            let text = shown(arguments).out;
            let labelled = text.lines().filter(|l| l.contains("[House]")).count();
            assert!(labelled > 0, "{arguments:?}:\n{text}");
        }
    }
}

#[test]
fn in_json_linked_house_rulings_are_distinguished() {
    let user = User::new();
    let event = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/house.in/my-event");
    let event = event.to_string_lossy();
    let shown =
        user.judge(&["--rulings", &event, "--format", "json", "show", "lcg:timing.damage.3"]).status(0);
    let entry = &shown.json()["entries"][0];
    assert_eq!(entry["seen_from"], serde_json::json!(["lcg:house.late-shield"]));
    assert_eq!(entry["house_links"], serde_json::json!(["lcg:house.late-shield"]));
    let own = user.judge(&["--format", "json", "show", "lcg:timing.damage.3"]).status(0).json();
    assert!(own["entries"][0].get("house_links").is_none());
    let rows = user.judge(&["--rulings", &event, "--format", "json", "replay", "--coverage"]).json();
    let house: Vec<&str> = rows["rulings"]
        .as_array()
        .expect("rows")
        .iter()
        .filter(|row| row["house"] == true)
        .filter_map(|row| row["ruling"].as_str())
        .collect();
    assert_eq!(house, ["lcg:house.late-shield", "lcg:house.hostile"]);
}

#[test]
fn a_comparison_labels_what_a_house_document_says() {
    let user = User::new();
    let event = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/house.in/my-event");
    let compared = |format: &str| {
        let event = event.to_string_lossy().into_owned();
        let arguments = ["--rulings", &event, "--format", format, "diff", "lcg-faq-2.2", "nationals-2014"];
        user.judge(&arguments).status(0).out
    };
    let text = compared("text");
    assert!(text.contains("→ [House] Nationals 2014") && text.contains("+ [House] lcg:house.late-shield"));
    assert!(text.contains("  - lcg:restricted.99"), "{text}");
    assert!(compared("markdown").contains("- [House] `lcg:house.late-shield`"));
    assert!(compared("json").contains("\"authority\": \"house\""));
}
