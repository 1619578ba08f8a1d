//! The interface for other programs: shown in examples, documented to its last field, and nameable.

use std::collections::{BTreeMap, BTreeSet};

use super::{files, root};

/// Public names without an example, with reasons.
const WITHOUT_EXAMPLE: [(&str, &str); 5] = [
    ("Changed", "for a replay as of a later day, with documents that are not built in"),
    ("IfNamed", "for a list of some sixty lines, of which two name cards that share a name"),
    ("NewErratum", "for a replay as of a later day, with documents that are not built in"),
    ("NotInForce", "for a replay as of an earlier day"),
    ("Weight", "of a change to a ruling that a replay rests on"),
];

/// Every name of the public interface occurs in an example: in the documentation, which is tested, or in
/// `examples/`.
#[test]
fn every_public_name_has_an_example() {
    let read = |file: &str| std::fs::read_to_string(root().join(file)).expect("a file");
    let mut shown = files(&root().join("examples"), "rs").into_values().collect::<String>();
    for file in ["src/lib.rs", "src/api.rs"] {
        let text = read(file);
        let documented = text.lines().filter_map(|l| {
            let line = l.trim_start();
            line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
        });
        let mut in_example = false;
        for line in documented {
            if line.trim_start().starts_with("```") {
                in_example = !in_example;
            } else if in_example {
                shown += &format!("{line}\n");
            }
        }
    }
    let words: BTreeSet<&str> = shown.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let lib = read("src/lib.rs");
    let exported = exported(&lib);
    let names: BTreeSet<&str> = exported.keys().map(String::as_str).collect();
    assert!(names.len() > 45, "{names:?}");
    let excused = |name: &str| WITHOUT_EXAMPLE.iter().any(|(excused, _)| *excused == name);
    for name in &names {
        assert!(words.contains(name) != excused(name), "{name}: {}", words.contains(name));
    }
    assert!(WITHOUT_EXAMPLE.iter().all(|(name, why)| names.contains(name) && !why.is_empty()));
}

/// The names that the library exports, each with the top-level module that it is from.
fn exported(lib: &str) -> BTreeMap<String, String> {
    let lines = lib.lines().filter_map(|line| line.trim_start().strip_prefix("pub use "));
    let of_path = |(path, names): (&str, &str)| {
        let module = path.trim_start_matches("crate::").split("::").next().expect("a name").to_owned();
        let names = names.trim_matches(['{', '}', ';']).split(", ").map(str::to_owned).collect::<Vec<_>>();
        names.into_iter().map(move |name| (name, module.clone())).collect::<Vec<_>>()
    };
    lines.filter_map(|line| line.rsplit_once("::")).flat_map(of_path).collect()
}

/// The types of the public fields of every struct with one of these names, by name.
fn fields_of<'t>(text: &'t str, names: &BTreeSet<&str>) -> Vec<(&'t str, &'t str)> {
    let mut fields = Vec::new();
    let mut of = None;
    for line in text.lines() {
        let begun = line.strip_prefix("pub struct ");
        if let Some(name) = begun.and_then(|rest| rest.strip_suffix(" {")) {
            of = Some(name).filter(|name| names.contains(*name));
        } else if line.starts_with('}') {
            of = None;
        } else if let Some(field) = line.trim_start().strip_prefix("pub ") {
            fields.extend(of.zip(field.split_once(": ")).map(|(name, (_, kind))| (name, kind)));
        }
    }
    fields
}

/// Another program can write down the type of whatever a public field holds.
#[test]
fn the_type_of_a_public_field_can_be_named() {
    const OF_THE_LANGUAGE: [&str; 6] = ["BTreeMap", "Box", "Duration", "Option", "String", "Vec"];
    let names = exported(&std::fs::read_to_string(root().join("src/lib.rs")).expect("a file"));
    let mut seen = BTreeSet::new();
    for (file, text) in files(&root().join("src"), "rs") {
        let here = names.iter().filter(|(_, module)| file.starts_with(module.as_str()));
        for (of, kind) in fields_of(&text, &here.map(|(name, _)| name.as_str()).collect()) {
            seen.insert(of.to_owned());
            let types =
                kind.split(|c: char| !c.is_alphanumeric()).filter(|w| w.starts_with(char::is_uppercase));
            for name in types {
                let known = names.contains_key(name) || OF_THE_LANGUAGE.contains(&name);
                assert!(known, "{of} in {file}: {name} is not exported");
            }
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
}

/// What `judge::parts` exports is what a reader of the other types comes to, and nothing else.
#[test]
fn every_part_is_held_by_a_public_field() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).expect("a file");
    let (_, parts) = lib.split_once("pub mod parts {").expect("the parts");
    let (names, mut parts) = (exported(&lib), exported(parts));
    assert!(parts.len() > 20, "{parts:?}");
    for (file, text) in files(&root().join("src"), "rs") {
        let here = names.iter().filter(|(_, module)| file.starts_with(module.as_str()));
        for (_, kind) in fields_of(&text, &here.map(|(name, _)| name.as_str()).collect()) {
            kind.split(|c: char| !c.is_alphanumeric()).for_each(|name| drop(parts.remove(name)));
        }
    }
    assert!(parts.is_empty(), "no public field holds these: {parts:?}");
}

/// The fields and variants of an exported type that have no documentation. rustc does not look: the modules
/// that they are in are hidden.
fn undocumented<'t>(text: &'t str, names: &BTreeSet<&str>) -> Vec<(&'t str, &'t str)> {
    let (mut found, mut of, mut documented) = (Vec::new(), None, false);
    for line in text.lines() {
        let begun = line.strip_prefix("pub struct ").or_else(|| line.strip_prefix("pub enum "));
        if let Some(name) = begun.and_then(|rest| rest.strip_suffix(" {")) {
            (of, documented) = (Some(name).filter(|name| names.contains(*name)), false);
            continue;
        }
        if line.starts_with('}') {
            of = None;
        }
        let (Some(name), Some(item)) = (of, line.strip_prefix("    ")) else { continue };
        if item.starts_with("///") {
            documented = true;
        } else if item.starts_with("pub ") && !item.starts_with("pub(")
            || item.starts_with(char::is_uppercase)
        {
            found.extend((!documented).then_some((name, item)));
            documented = false;
        } else if !item.starts_with("#[") {
            documented = false;
        }
    }
    found
}

#[test]
fn every_public_field_is_documented() {
    let names = exported(&std::fs::read_to_string(root().join("src/lib.rs")).expect("a file"));
    let mut wrong = Vec::new();
    for (file, text) in files(&root().join("src"), "rs") {
        let here = names.iter().filter(|(_, module)| file.starts_with(module.as_str()));
        let found = undocumented(&text, &here.map(|(name, _)| name.as_str()).collect());
        wrong.extend(found.into_iter().map(|(of, item)| format!("src/{file}: `{item}` of {of}")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_field_without_documentation_is_seen() {
    let text = "pub struct A {\n    /// Said.\n    #[serde(skip)]\n    pub one: u8,\n    pub two: u8,\n    \
        three: u8,\n}\npub enum B {\n    /// Said.\n    One,\n    Two,\n}\npub struct C {\n    pub four: u8,\n}\n";
    let names = BTreeSet::from(["A", "B"]);
    assert_eq!(undocumented(text, &names), [("A", "pub two: u8,"), ("B", "Two,")]);
}
