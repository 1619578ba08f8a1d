//! Compiled YAML is equivalent to the YAML, and nothing done to the cache changes an answer.

use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use proptest::prelude::*;
use serde::de::IgnoredAny;

use crate::common::{DOCUMENTS, RULINGS, User};
use judge::corpus::cards::find::Keyed as _;
use judge::corpus::cards::some::{CardRow, card_rows};
use judge::corpus::cards::{Card, LcgCard, TcgCard};
use judge::corpus::files::{File, FileKind};
use judge::corpus::history::Versions;
use judge::corpus::ruling::Entry;
use judge::corpus::yaml::{self, Spanned};
use judge::corpus::{CardBook, Corpus, Files, explain};
use judge::deck::Figures;
use judge::engine::CardLibrary;
use judge::engine::scenario::coverage::play_entries;
use judge::engine::scenario::load::{about, load_file, load_named};
use judge::render::card::ShownCard;

/// The built-in rulings with their trees.
fn compiled() -> Files {
    let files = Files::built_in();
    let trees = files.compile();
    files.with_trees(trees)
}

/// The built-in rulings with only some of their texts.
fn with_texts(wanted: impl Fn(&str) -> bool) -> Files {
    let mut some = Files::default();
    for (path, file) in Files::built_in().iter() {
        some.add(path, if wanted(path) { file.text().to_owned() } else { String::new() });
    }
    some
}

fn of_kind(files: &Files, kind: FileKind) -> impl Iterator<Item = &File> {
    files.iter().filter(move |(path, _)| FileKind::of(path) == kind).map(|(_, file)| file)
}

/// Everything read from files, in debug format.
fn everything(files: &Files) -> Vec<String> {
    let (corpus, found) = Corpus::load(files);
    let (book, of_cards) = CardBook::load(files);
    let (library, of_library) = CardLibrary::load(files);
    let scenarios: Vec<_> =
        of_kind(files, FileKind::Scenarios).map(|file| load_file(file, &library)).collect();
    // Some collections are unordered.
    let mut figures = format!("{:?}", Figures::load(files, &corpus, &book)).into_bytes();
    figures.sort_unstable();
    let figures = String::from_utf8_lossy(&figures);
    let parts: [&dyn std::fmt::Debug; 9] = [
        &figures,
        &corpus,
        &(found, of_cards, of_library),
        &book.lcg.cards().collect::<Vec<_>>(),
        &(book.tcg.cards(), book.tcg.sets().collect::<Vec<_>>(), book.lcg.sets().collect::<Vec<_>>()),
        &Versions::read(files),
        &explain::load(files),
        &play_entries(files),
        &scenarios,
    ];
    // The key is that of the texts, which one side lacks.
    parts.into_iter().map(|part| format!("{part:?}").replace(&files.searched_key(), "its key")).collect()
}

#[test]
fn every_file_can_be_compiled_and_says_the_same() {
    let plain = with_texts(|_| true);
    let trees = plain.compile();
    for (path, _) in plain.iter().filter(|(path, _)| FileKind::of(path).has_tree()) {
        assert!(trees.has(path), "{path} has no tree");
    }
    // Without its text, a file can only be read from its tree.
    let compiled = with_texts(|path| !FileKind::of(path).has_tree()).with_trees(trees);
    for (plain, compiled) in everything(&plain).into_iter().zip(everything(&compiled)) {
        assert!(plain == compiled, "{}", differing(&plain, &compiled));
    }
}

/// The first difference between two texts.
fn differing(a: &str, b: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let near = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(200).min(text.len())..(at + 200).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("{}\n\n{}", near(a), near(b))
}

/// A value with its position according to another YAML parser.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Placed<T> {
    value: T,
    place: [usize; 3],
}

impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for Placed<T> {
    fn deserialize<D: serde::Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let found = serde_yaml::Spanned::<T>::deserialize(reader)?;
        let at = found.referenced;
        let place = [at.line(), at.column(), at.span().len()].map(|n| usize::try_from(n).expect("small"));
        Ok(Self { value: found.value, place })
    }
}

fn place<T>(at: &Spanned<T>) -> [usize; 3] {
    [at.line, at.column, at.length]
}

/// All positions agree with another YAML parser.
#[test]
fn places_are_the_same() {
    let files = Files::built_in();
    let mut compared = 0;
    for (path, file) in files.iter().filter(|(path, _)| FileKind::of(path).has_tree()) {
        type Theirs = Vec<IndexMap<Placed<String>, Placed<IgnoredAny>>>;
        let Ok(theirs) = serde_yaml::from_str::<Theirs>(file.text()) else { continue };
        let (ours, wrong) = yaml::list::<IndexMap<Spanned<String>, Spanned<IgnoredAny>>>(path, file.text());
        assert!(wrong.is_empty(), "{wrong:?}");
        let theirs = theirs.iter().flatten().map(|(key, value)| (key.value.as_str(), key.place, value.place));
        let fields = ours.iter().flatten().map(|(key, value)| (key.value.as_str(), place(key), place(value)));
        assert!(fields.eq(theirs), "{path}");
        compared += ours.len();
    }
    assert!(compared > 3_000, "only {compared} rows");
}

/// A node repeated by an alias has the position of the alias.
#[test]
fn what_is_repeated_has_the_place_of_its_repetition() {
    let text = "- a: &x [1, {k: v}, 'é']\n  b: *x\n- {c: &y [], d: *y, e: *x}\n- f: &z [1, *x]\n";
    type Theirs = Vec<IndexMap<String, Placed<Vec<Placed<IgnoredAny>>>>>;
    let theirs: Theirs = serde_yaml::from_str(text).expect("lists");
    let (ours, _) = yaml::list::<IndexMap<String, Spanned<Vec<Spanned<IgnoredAny>>>>>("a.yaml", text);
    let theirs = theirs.iter().flat_map(IndexMap::values);
    let theirs: Vec<_> =
        theirs.map(|list| (list.place, list.value.iter().map(|at| at.place).collect())).collect();
    let ours = ours.iter().flat_map(IndexMap::values);
    let ours: Vec<(_, Vec<_>)> = ours.map(|list| (place(list), list.iter().map(place).collect())).collect();
    assert_eq!(ours, theirs);
    assert_eq!(ours.len(), 6);
}

/// Nested aliases are limited to the same depth as literal nesting.
#[test]
fn references_are_followed_no_deeper_than_anything_else() {
    let (open, close) = ("[".repeat(20), "]".repeat(20));
    let mut text = format!("- &a0 {open}{close}\n");
    for n in 1..60 {
        text += &format!("- &a{n} {open}*a{}{close}\n", n - 1);
    }
    let wrong = yaml::list::<serde_json::Value>("a.yaml", &text).1;
    assert!(
        wrong.iter().any(|at| at.place.line == 3 && at.message.contains("nested more deeply")),
        "{wrong:#?}"
    );
    let (two, wrong) = yaml::list::<serde_json::Value>("a.yaml", "- &a [[1]]\n- &b [[*a]]\n- [[*b]]\n");
    assert!(wrong.is_empty(), "{wrong:?}");
    assert_eq!(two.last(), Some(&serde_json::json!([[[[[[1]]]]]])));
}

/// A message stays on one line, however long the unexpected text.
#[test]
fn a_message_quotes_the_beginning_of_a_long_text() {
    let long = "Of many words, ".repeat(400);
    for text in
        [format!("- {long}"), format!("- |-\n  First.\n  {long}"), format!("- {{word: {{{long}: 1}}}}")]
    {
        let wrong = yaml::list::<Spanned<u8>>("a.yaml", &text).1;
        let wrong = wrong.first().expect("no number");
        assert!(wrong.message.chars().count() < 200 && !wrong.message.contains('\n'), "{wrong:?}");
    }
}

/// A scanning error is reported together with the fact that the file is not a list.
#[test]
fn what_cannot_be_scanned_is_reported_of_what_is_no_list() {
    let wrong = yaml::list::<serde_json::Value>("a.yaml", "foo: 1\n- a: b: c\n").1;
    let lines: Vec<_> = wrong.iter().map(|at| at.place.line).collect();
    assert_eq!(lines, [1, 2], "{wrong:#?}");
}

/// Cards read one by one equal those read all at once, and are found by the same names.
#[test]
fn a_card_read_alone_is_the_same() {
    let all = CardLibrary::load(&Files::built_in()).0;
    let compiled = compiled();
    compiled.trees().expect("they were just made").mark_sound();
    let few = CardLibrary::load(&compiled).0;
    assert_eq!(all.lcg.names().collect::<Vec<_>>(), few.lcg.names().collect::<Vec<_>>());
    assert_eq!(all.tcg.names().collect::<Vec<_>>(), few.tcg.names().collect::<Vec<_>>());
    for name in all.lcg.names() {
        assert_eq!(format!("{:?}", all.lcg.find(name)), format!("{:?}", few.lcg.find(name)), "{name}");
    }
    for name in all.tcg.names() {
        assert_eq!(all.tcg.find(name), few.tcg.find(name), "{name}");
    }
    let mut found = 0;
    for file in of_kind(&compiled, FileKind::Scenarios) {
        for one in load_file(file, &all).expect("scenarios") {
            let alone = load_named(file, &one.about().name, &few).expect("it is there").expect("it is sound");
            assert_eq!(format!("{one:?}"), format!("{alone:?}"));
            found += 1;
        }
        let abouts: Vec<_> =
            load_file(file, &all).expect("scenarios").iter().map(|one| one.about()).collect();
        assert_eq!(about(file), Some(abouts));
    }
    assert!(found > 100, "only {found} scenarios");
}

/// Whether both parsers accept a list of a type; if so, their results must be equal.
#[track_caller]
fn same<T: serde::de::DeserializeOwned + std::fmt::Debug>(text: &str) -> bool {
    let mut options = serde_yaml::Options::default();
    options.strict_booleans = true;
    let (ours, wrong) = yaml::list::<T>("a.yaml", text);
    let theirs = serde_yaml::from_str_with_options::<Vec<T>>(text, options);
    let (true, Ok(theirs)) = (wrong.is_empty(), theirs) else { return false };
    assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{text}");
    true
}

/// Unusual YAML is either rejected or read as another parser reads it.
#[test]
fn odd_yaml_is_never_read_otherwise() {
    let odd = [
        "- {a: &x 1, b: *x}",
        "- !!str 1",
        "- {<<: {a: 1}, b: 2}",
        "- {a: 1, a: 2}",
        "--- [1]\n--- [2]",
        "\u{feff}- 1",
        "- +5",
        "- -0",
        "- -5",
        "- ~",
        "- null",
        "- NULL",
        "- ''",
        "- 'null'",
        "- True",
        "- yes",
        "- 'true'",
        "- 12 34",
        "- a: 1\n  b",
        "- [1, [2, [3]]]",
        "- {a: {b: }}",
        "- ? [1]\n  : 2",
        "- 'a''b'",
        "- \"\\u00e9\"",
        "- |\n  a\n  b\n",
        "- >-\n  a\n  b\n",
        "- {}",
        "- []",
        "[]",
        "{}",
        "",
        "- - 1\n  - 2",
        "a: 1",
        "- \"1\"",
        "- '5'",
        "- 5 # five",
        "- a\n- b:\n- c",
        "%YAML 1.2\n---\n- 1",
        "- é: ü",
        "- a: b: c",
        "- {word: }",
        "- {word: null}",
        "- word",
        "- {word: 3}",
        "- {word: 3, other: 4}",
        "- {list: [a, 1]}",
        "- 2014-10-06",
        "- '3.6'",
        "- -",
        "- 0",
    ];
    let mut compared = 0;
    for text in odd {
        let read = [
            same::<serde_json::Value>(text),
            same::<Spanned<String>>(text),
            same::<Option<String>>(text),
            same::<Option<u8>>(text),
            same::<i64>(text),
            same::<u64>(text),
            same::<bool>(text),
            same::<Vec<Spanned<u8>>>(text),
            same::<IndexMap<String, Option<u8>>>(text),
            same::<Said>(text),
            same::<Loose>(text),
        ];
        compared += read.iter().filter(|read| **read).count();
    }
    assert!(compared > 120, "only {compared} were read");
}

/// Where the type is open, only whole numbers in canonical form are numbers: `1.10` is a rule.
#[test]
fn what_is_no_plain_whole_number_is_text() {
    for number in
        ["0x10", "0o17", "010", "1_000", "1.5", "1.10", "1e3", ".inf", "inf", "nan", "99999999999999999999"]
    {
        let text = format!("- {number}");
        assert_eq!(yaml::list::<serde_json::Value>("a.yaml", &text).0, [serde_json::Value::from(number)]);
        assert!(!yaml::list::<u64>("a.yaml", &text).1.is_empty(), "{text}");
        assert!(same::<String>(&text), "{text}");
    }
}

/// A word, possibly with content.
#[derive(Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(dead_code)] // it is compared as it is shown
enum Said {
    Word,
    Number(u8),
    List(Vec<String>),
    Fields { a: u8 },
}

/// One value or several.
#[derive(Debug, serde::Deserialize)]
#[serde(untagged)]
#[allow(dead_code)] // it is compared as it is shown
enum Loose {
    Number(u32),
    Text(String),
    List(Vec<Spanned<String>>),
    Fields(IndexMap<String, Spanned<String>>),
}

/// Fragments of YAML.
fn yaml_like() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("a"),
        Just("id"),
        Just("number"),
        Just("x56"),
        Just("7"),
        Just("-3"),
        Just("~"),
        Just("true"),
        Just("'x y'"),
        Just("\"q\""),
        Just("[1, b]"),
        Just("{a: 1}"),
        Just("{word: 2}"),
        Just("x: y"),
        Just("- "),
        Just("word"),
        Just("é"),
        Just("|-\n    t\n    u"),
        Just("15"),
        Just("&n 1"),
        Just("*n"),
        Just("# note"),
        Just("!t z"),
        Just("")
    ];
    let line = (0..3_usize, proptest::bool::ANY, word.clone(), proptest::option::of(word));
    proptest::collection::vec(line, 0..7).prop_map(|lines| {
        lines.into_iter().fold(String::new(), |text, (deep, item, a, b)| {
            let item = if item { "- " } else { "" };
            let b = b.map_or_else(String::new, |b| format!(": {b}"));
            text + &"  ".repeat(deep) + item + a + &b + "\n"
        })
    })
}

/// Whether the fragments contain something that we reject or type differently on purpose.
fn is_odd(text: &str) -> bool {
    ["*n", "&n", "!t"].iter().any(|odd| text.contains(odd))
}

proptest! {
    #[test]
    fn what_is_ordinary_is_read(text in yaml_like().prop_filter("odd", |text| !is_odd(text))) {
        if serde_yaml::from_str::<Vec<serde_json::Value>>(&text).is_ok() {
            let (_, wrong) = yaml::list::<serde_json::Value>("a.yaml", &text);
            prop_assert!(wrong.is_empty(), "{wrong:?}");
        }
    }

    #[test]
    fn no_yaml_is_read_otherwise(text in yaml_like()) {
        same::<serde_json::Value>(&text);
        same::<Spanned<String>>(&text);
        same::<IndexMap<Spanned<String>, serde_json::Value>>(&text);
        same::<Said>(&text);
        same::<Loose>(&text);
        same::<Entry>(&text);
        same::<LcgCard>(&text);
        same::<TcgCard>(&text);
    }

    #[test]
    fn no_bytes_make_a_tree_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..60)) {
        if let Ok(root) = judge_tree::Node::root(&bytes) {
            let _ = root.read::<serde_json::Value>();
            let _ = root.field("a");
        }
        for (place, _) in judge_tree::Node::parts(&bytes) {
            assert!(judge_tree::Node::at(&bytes, place).is_ok());
        }
    }
}

/// A user with a small checkout of rulings and a card.
fn user() -> User {
    let user = User::fresh();
    user.write("Cargo.toml", "[package]\nname = \"judge\"\n");
    user.write("rulings/synonyms.yaml", "[]\n");
    user.write("rulings/lcg/documents.yaml", DOCUMENTS);
    user.write("rulings/lcg/rulings/r.yaml", RULINGS);
    user.write("rulings/lcg/cards/cards.yaml", card("Beeping Droid"));
    user.write("rulings/explain.yaml", explanation("No more than one"));
    user.write("rulings/lcg/history.yaml", "[]\n");
    user
}

fn card(title: &str) -> String {
    format!(
        "- {{number: '0001', title: '{title}', side: light, affiliation: Neutral, type: unit, cost: 2}}\n"
    )
}

fn explanation(rule: &str) -> String {
    format!(
        "- {{code: limit, what: Too many, rule: {rule}, why: So it is, example: None, fix: Take one out}}\n"
    )
}

/// The commands to run.
const ASKED: [&[&str]; 3] = [&["card", "beeping droid"], &["explain", "limit"], &["show", "lcg:small.1"]];

fn answers(user: &User) -> Vec<(String, String)> {
    ASKED.iter().map(|asked| user.judge(asked).status(0)).map(|ran| (ran.out, ran.err)).collect()
}

fn trees(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(|e| e.expect("readable").path());
    entries.filter(|p| p.extension().is_some_and(|e| e == "trees")).collect()
}

#[track_caller]
fn only_trees(user: &User) -> PathBuf {
    let found = trees(&user.folder().join("index"));
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().expect("counted above")
}

#[test]
fn damaged_trees_are_as_good_as_none() {
    let user = user();
    let expected = answers(&user);
    let place = only_trees(&user);
    let whole = std::fs::read(&place).expect("the trees");
    user.judge(&["index"]).status(0);
    user.judge(&["index", "--verify"]).status(0);
    for sample in 0..21 {
        let at = (whole.len() - 1) * sample / 20;
        let damaged = match sample % 3 {
            0 => [&whole[..at], &[!whole[at]], &whole[at + 1..]].concat(),
            1 => whole[..at].to_vec(),
            _ => [&whole[..at], &vec![0x55; whole.len() - at]].concat(),
        };
        std::fs::write(&place, &damaged).expect("the trees");
        assert!(user.judge(&["index", "--verify"]).status(1).out.contains("damaged"), "at {at}");
        assert_eq!(answers(&user), expected, "at {at}");
        // The part that was read may be intact; the rest is verified when read.
        user.judge(&["index"]).status(0);
        std::fs::write(&place, &whole).expect("the trees");
    }
}

#[test]
fn trees_of_other_rulings_are_not_used() {
    let user = user();
    let expected = answers(&user);
    let place = only_trees(&user);
    user.write("rulings/lcg/cards/cards.yaml", card("Humming Droid"));
    user.judge(&["card", "humming droid"]).status(0);
    let other = trees(&user.folder().join("index")).into_iter().find(|p| *p != place).expect("other trees");
    user.write("rulings/lcg/cards/cards.yaml", card("Beeping Droid"));
    std::fs::copy(other, &place).expect("the trees");
    assert_eq!(answers(&user), expected);
}

#[test]
fn where_trees_cannot_be_kept_the_answers_are_the_same() {
    let user = user();
    let expected = answers(&user);
    let place = only_trees(&user);
    std::fs::remove_file(&place).expect("the trees");
    std::fs::create_dir(&place).expect("a folder");
    assert_eq!(answers(&user), expected);
    let folder = user.folder().join("index");
    std::fs::remove_dir_all(&folder).expect("the cache");
    std::fs::write(&folder, "no folder").expect("a file");
    let reported = answers(&user);
    for ((out, _), (expected, _)) in reported.iter().zip(&expected) {
        assert_eq!(out, expected);
    }
}

#[test]
fn many_at_once_make_one() {
    let user = user();
    let expected = answers(&user);
    std::fs::remove_file(only_trees(&user)).expect("the trees");
    let started: Vec<_> = (0..12)
        .map(|n| {
            let mut command = user.command(ASKED[n % ASKED.len()]);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
            command.spawn().expect("the program starts")
        })
        .collect();
    for (n, child) in started.into_iter().enumerate() {
        let out = child.wait_with_output().expect("it ends").stdout;
        assert_eq!(String::from_utf8_lossy(&out), expected[n % ASKED.len()].0);
    }
    only_trees(&user);
    let left = std::fs::read_dir(user.folder().join("index")).expect("the cache");
    let hidden = |e: &std::fs::DirEntry| e.file_name().to_string_lossy().starts_with('.');
    assert!(!left.map(|e| e.expect("readable")).any(|e| hidden(&e)), "something half written stayed");
}

/// An edit takes effect immediately, and errors are reported as usual.
#[test]
fn an_edit_counts_at_once() {
    let user = user();
    let shown = || user.judge(&["explain", "limit"]).status(0).out;
    assert!(shown().contains("No more than one"));
    user.write("rulings/explain.yaml", explanation("Two of them"));
    assert!(shown().contains("Two of them"));
    assert!(shown().contains("Two of them"));
    user.write("rulings/lcg/cards/cards.yaml", card("Droid") + "- {number: 1, titel: Astray}\n");
    for _ in 0..2 {
        let wrong = user.judge(&["card", "droid"]).status(2);
        assert!(wrong.err.contains("cards.yaml:2"), "{}", wrong.err);
    }
    user.write("rulings/lcg/cards/cards.yaml", card("Droid"));
    user.judge(&["card", "droid"]).status(0);
}

/// A card whose facts are read alone is displayed as usual.
#[test]
fn a_card_is_reported_the_same_without_the_others() {
    let book = CardBook::built_in();
    let compiled = compiled();
    let rows: Vec<CardRow<'_>> = card_rows(&compiled).expect("every file has a tree");
    let keys: Vec<_> = rows.iter().map(|row| row.key()).collect();
    assert_eq!(keys, book.cards().map(Card::key).collect::<Vec<_>>());
    assert!(rows.len() > 2_000, "only {} cards", rows.len());
    for some in rows.chunks(300) {
        let few = CardBook::load_some(&compiled, some).expect("every file has a tree");
        for row in some {
            let reported = |book: &CardBook| {
                let card = book.cards().find(|card| card.key() == row.key()).expect("it is there");
                ShownCard::of(card, book, None)
            };
            assert_eq!(format!("{:?}", reported(&book)), format!("{:?}", reported(&few)));
        }
    }
}
