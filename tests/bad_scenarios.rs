//! Invalid scenarios are rejected with a message and its position: `tests/replay/bad/*.yaml`, whose first
//! line states both.

use std::path::Path;

use crate::common::rulings::LIBRARY;
use judge::engine::scenario::load;

#[test]
fn every_bad_scenario_says_what_is_wrong_and_where() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(root.join("tests/replay/bad")).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let first = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("# "))
            .expect("the first line says what is expected");
        let (place, message) = first.split_once(' ').expect("a place and a message");
        let problems = load::load("bad.yaml", &text, &LIBRARY).err().unwrap_or_default();
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let wanted = format!("bad.yaml:{place}: {message}");
        // A mistake is reported once, without consequential errors.
        if found.len() != 1 || !found[0].starts_with(&wanted) {
            wrong.push(format!(
                "{}\n  wanted {wanted}\n  found  {}",
                path.display(),
                found.join("\n         ")
            ));
        }
        count += 1;
    }
    assert!(count > 0, "there are no bad scenarios");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every field of the formats' schemas has a description.
#[test]
fn the_schemas_can_be_written() {
    for (name, schema) in judge::engine::schemas() {
        let text = serde_json::to_string(&schema).expect("a schema is JSON");
        assert!(text.contains("\"description\""), "{name}");
    }
}
