//! The canonical form of YAML files: the keys of an entry, and the order of entries. Asks have a stricter
//! form (`corpus.rs`), since the program writes them. All other files are written by hand, with comments and
//! line breaks chosen for readability, which no YAML writer preserves, so only what can be checked in the
//! text is enforced.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The maximum width of comments and text, in characters. Lists on one line may be wider.
const MAX_WIDTH: usize = 128;

/// Every YAML file below a folder, by path.
fn files(folder: &str) -> BTreeMap<String, String> {
    fn collect(folder: &Path, into: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                collect(&path, into);
            } else if path.extension().is_some_and(|e| e == "yaml") {
                let text = std::fs::read_to_string(&path).expect("UTF-8");
                into.insert(path.to_string_lossy().replace('\\', "/"), text);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    collect(&root.join(folder), &mut found);
    let root = format!("{}/", root.to_string_lossy().replace('\\', "/"));
    found.into_iter().map(|(path, text)| (path.trim_start_matches(&root).to_owned(), text)).collect()
}

/// The entries of a list: first line number, and lines.
fn entries(text: &str) -> Vec<(usize, Vec<&str>)> {
    let mut entries: Vec<(usize, Vec<&str>)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.starts_with("- ") {
            entries.push((at + 1, vec![line]));
        } else if let Some((_, lines)) = entries.last_mut().filter(|_| line.starts_with("  ")) {
            lines.push(line);
        }
    }
    entries
}

/// The keys of an entry in order, with the rest of their lines.
fn keys<'t>(entry: &[&'t str]) -> Vec<(&'t str, &'t str)> {
    if let Some(flow) = entry[0].strip_prefix("- {") {
        return flow_keys(flow);
    }
    let own = entry.iter().filter_map(|line| {
        let line = line.strip_prefix("- ").or_else(|| line.strip_prefix("  "))?;
        key(line).filter(|_| !line.starts_with([' ', '#', '-']))
    });
    own.collect()
}

/// The key that a text starts with.
fn key(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let is_key = key.chars().all(|c| c.is_alphanumeric() || "-_".contains(c)) && !key.is_empty();
    (is_key && (value.is_empty() || value.starts_with(' '))).then(|| (key, value.trim()))
}

/// The outermost keys of `number: '1', cards: [{name: A}]}`.
fn flow_keys(flow: &str) -> Vec<(&str, &str)> {
    let (mut depth, mut quote, mut from) = (0usize, None, 0);
    let mut parts = Vec::new();
    for (at, c) in flow.char_indices() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            // An apostrophe inside a word is not a quotation mark.
            (None, '"' | '\'') if flow[..at].ends_with([' ', '[', '{', ',']) => quote = Some(c),
            (None, '[' | '{') => depth += 1,
            (None, ']' | '}') => depth = depth.saturating_sub(1),
            (None, ',') if depth == 0 => {
                parts.push(&flow[from..at]);
                from = at + 1;
            }
            (None, _) => {}
        }
    }
    parts.push(&flow[from..]);
    parts.into_iter().filter_map(|part| key(part.trim())).collect()
}

/// The format named on the first line of a file.
fn schema(text: &str) -> Option<&str> {
    let (_, schema) = text.lines().next()?.split_once("$schema=")?;
    schema.trim().rsplit('/').next()
}

#[test]
fn a_file_has_one_form() {
    let mut wrong = Vec::new();
    let all: Vec<_> = files("rulings").into_iter().chain(files("tests")).collect();
    assert!(all.len() > 100, "the files are there");
    for (file, text) in all {
        let mut say = |line: usize, what: &str| wrong.push(format!("{file}:{line}: {what}"));
        let lines: Vec<&str> = text.split('\n').collect();
        if !text.ends_with('\n') || text.ends_with("\n\n") {
            say(lines.len(), "a file ends in one line feed");
        }
        if file.starts_with("rulings/") && schema(&text).is_none() {
            say(1, "the first line names the schema");
        }
        // Test inputs may have any form.
        let given = file.starts_with("tests/");
        let mut folded = None;
        for (at, line) in lines.iter().enumerate() {
            let bare = line.trim_start();
            let indent = line.len() - bare.len();
            if folded.is_some_and(|of| !bare.is_empty() && indent <= of) {
                folded = None;
            }
            let is_text = folded.is_some();
            if !given && (line.trim_end() != *line || line.contains(['\t', '\r'])) {
                say(at + 1, "no blank stands at the end of a line, and no tab anywhere");
            }
            if bare.is_empty()
                && at > 0
                && lines[at - 1].trim().is_empty()
                && at + 1 < lines.len()
                && !is_text
            {
                say(at + 1, "one blank line is enough");
            }
            if !given && (bare.starts_with('#') || is_text) && line.chars().count() > MAX_WIDTH {
                say(at + 1, "a comment, or the line of a text, is too wide");
            }
            if !is_text && (line.ends_with(": |-") || line.ends_with(": |") || line.ends_with(": >-")) {
                folded = Some(indent);
            }
        }
    }
    assert!(wrong.is_empty(), "{} lines: {wrong:#?}", wrong.len());
}

/// Any two keys have the same order in all entries, and none occurs twice.
#[test]
fn the_keys_of_an_entry_have_one_order() {
    let mut before: BTreeMap<(String, &str, &str), String> = BTreeMap::new();
    let files = files("rulings");
    let (mut seen, mut wrong) = (0, Vec::new());
    for (file, text) in &files {
        let format = schema(text).unwrap_or_default().to_owned();
        for (line, entry) in entries(text) {
            seen += 1;
            let keys: Vec<&str> = keys(&entry).into_iter().map(|(key, _)| key).collect();
            if keys.iter().collect::<BTreeSet<_>>().len() < keys.len() {
                wrong.push(format!("{file}:{line}: a key stands twice: {keys:?}"));
            }
            for (at, first) in keys.iter().enumerate() {
                for second in &keys[at + 1..] {
                    if let Some(other) = before.get(&(format.clone(), second, first)) {
                        wrong.push(format!("{file}:{line}: `{first}` before `{second}`, and not in {other}"));
                    }
                    let place = || format!("{file}:{line}");
                    before.entry((format.clone(), *first, *second)).or_insert_with(place);
                }
            }
        }
    }
    assert!(seen > 5_000, "{seen} entries");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The values of a key in a file's entries, in order, with line numbers.
fn values(text: &str, wanted: &str) -> Vec<(usize, String)> {
    let of = |(line, entry): (usize, Vec<&str>)| {
        let value = keys(&entry).into_iter().find(|(key, _)| *key == wanted)?.1;
        Some((line, value.trim_matches(['\'', '"', '}']).to_owned()))
    };
    entries(text).into_iter().filter_map(of).collect()
}

/// `ANH 9` before `ANH 10`.
fn by_number(number: &str) -> (String, usize, String) {
    let figures = number.find(|c: char| c.is_ascii_digit()).unwrap_or(number.len());
    let (letters, rest) = number.split_at(figures);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    (letters.to_owned(), rest[..end].parse().unwrap_or_default(), rest[end..].to_owned())
}

/// Files of abilities that are not ordered by card number, with reasons.
const OTHER_ORDER: [(&str, &str); 7] = [
    ("lcg/abilities/core.yaml", OF_RULINGS),
    ("lcg/abilities/core-dark.yaml", BY_OBJECTIVE_SET),
    ("lcg/abilities/core-light.yaml", BY_OBJECTIVE_SET),
    ("lcg/abilities/hoth-and-edge-of-darkness.yaml", OF_RULINGS),
    ("lcg/abilities/later-cycles.yaml", OF_RULINGS),
    ("tcg/abilities/companions.yaml", OF_RULINGS),
    ("tcg/abilities/named.yaml", OF_RULINGS),
];
const OF_RULINGS: &str = "what rulings and their scenarios need, and the like beside each other";
const BY_OBJECTIVE_SET: &str = "the cards of an objective set beside each other";

#[test]
fn cards_stand_in_the_order_of_their_numbers() {
    let mut listed = BTreeSet::new();
    let mut wrong = Vec::new();
    for (file, text) in files("rulings") {
        let file = file.trim_start_matches("rulings/").to_owned();
        let cards = file.contains("/abilities/")
            || ["lcg/cards/cards.yaml", "lcg/cards/challenge-cards.yaml"].contains(&file.as_str());
        // The number of the set in the LCG, the number within the set in the TCG.
        let sets = file == "lcg/cards/objective-sets.yaml";
        if !cards && !sets {
            continue;
        }
        let numbers = values(&text, if sets { "set" } else { "number" });
        assert!(!numbers.is_empty(), "{file}");
        let later = numbers.windows(2).filter(|pair| {
            let [first, second] = [by_number(&pair[0].1), by_number(&pair[1].1)];
            first.0 == second.0 && first > second
        });
        let places: Vec<String> = later.map(|pair| format!("{file}:{}: {}", pair[1].0, pair[1].1)).collect();
        if OTHER_ORDER.iter().any(|(of, _)| *of == file) && !places.is_empty() {
            listed.insert(file);
        } else {
            wrong.extend(places);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    for (file, reason) in OTHER_ORDER {
        assert!(
            listed.contains(file) && !reason.is_empty(),
            "{file} is in order, or gone, and need not be listed"
        );
    }
}

/// Statements about play are in the order of the rulings they are about.
#[test]
fn the_lines_of_play_stand_in_the_order_of_the_rulings() {
    for game in ["lcg", "tcg"] {
        let files = files(&format!("rulings/{game}"));
        let play = values(&files[&format!("rulings/{game}/play.yaml")], "ruling");
        for (file, text) in files.iter().filter(|(file, _)| file.contains("/rulings/")) {
            if schema(text) != Some("entries.json") {
                continue;
            }
            let line =
                |(_, id): &(usize, String)| play.iter().find(|(_, of)| of == id).map(|(line, _)| *line);
            let lines: Vec<usize> = values(text, "id").iter().filter_map(line).collect();
            assert!(!lines.is_empty(), "{file}");
            let later = lines.windows(2).find(|pair| pair[0] > pair[1]);
            assert!(later.is_none(), "rulings/{game}/play.yaml:{later:?}: not in the order of {file}");
        }
    }
}
