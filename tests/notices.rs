//! The notices included in the program name every crate it is built from, with its licence.
//!
//! `JUDGE_WRITE_NOTICES=1 cargo test --test all notices::` rewrites `THIRD-PARTY` from the crates' own files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use crate::common::User;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/THIRD-PARTY");
const HEAD: &str = "\
This program is built from the crates below, each under its own licence. Crates
used only to build or test it, or on other systems, are named too.
";

/// Name and version of every crate in Cargo.lock except this one.
fn locked() -> BTreeSet<String> {
    let lock = include_str!("../Cargo.lock");
    let field = |block: &str, name: &str| {
        let line = block.lines().find_map(|l| l.strip_prefix(&format!("{name} = \""))?.strip_suffix('"'));
        line.map(str::to_owned)
    };
    let crates = lock.split("[[package]]").skip(1).filter_map(|block| {
        let own = field(block, "source").is_none();
        (!own).then_some(format!("{} {}", field(block, "name")?, field(block, "version")?))
    });
    crates.collect()
}

#[test]
fn every_crate_is_named_with_its_licence() {
    if std::env::var_os("JUDGE_WRITE_NOTICES").is_some() {
        std::fs::write(FILE, written()).expect("the notices are written");
    }
    let text = std::fs::read_to_string(FILE).expect("the notices");
    let (list, licences) = text.split_once("\n\n===").expect("a list, then the licences");
    let named: BTreeSet<String> = list
        .lines()
        .filter(|l| l.starts_with("  "))
        .map(|l| l.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(named, locked(), "`JUDGE_WRITE_NOTICES=1 cargo test --test all notices::` writes them anew");
    for licence in
        ["Permission is hereby granted, free of charge", "Apache License", "Redistribution and use"]
    {
        assert!(licences.contains(licence), "{licence}");
    }
    // The binary may have been built before the file was rewritten.
    let printed = User::new().judge(&["notices"]).status(0).out;
    assert!(printed.contains(&list[..400]) || std::env::var_os("JUDGE_WRITE_NOTICES").is_some());
}

/// A crate with the texts of its licences.
struct Crate {
    name: String,
    licence: String,
    texts: Vec<(String, String)>,
}

fn crates() -> Vec<Crate> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let output = std::process::Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--all-features",
            "--manifest-path",
            manifest,
        ])
        .output()
        .expect("cargo tells what the crates are");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("its metadata");
    let packages =
        metadata["packages"].as_array().expect("packages").iter().filter(|p| !p["source"].is_null());
    let mut crates: Vec<Crate> = packages
        .map(|p| {
            let text = |field: &str| p[field].as_str().unwrap_or_default().to_owned();
            let folder = Path::new(p["manifest_path"].as_str().expect("a path"))
                .parent()
                .expect("a folder")
                .to_owned();
            Crate {
                name: format!("{} {}", text("name"), text("version")),
                licence: text("license"),
                texts: texts(&folder),
            }
        })
        .collect();
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    crates
}

/// The licence files of a crate.
fn texts(folder: &Path) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).expect("the crate's files");
    let mut found: Vec<(String, String)> = entries
        .filter_map(|e| {
            let path = e.ok()?.path();
            let name = path.file_name()?.to_string_lossy().to_uppercase();
            let is_it = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"]
                .iter()
                .any(|n| name.starts_with(n));
            is_it.then(|| Some((name, std::fs::read_to_string(path).ok()?.replace("\r\n", "\n"))))?
        })
        .collect();
    found.sort();
    found
}

/// If there is a choice of licences, the one with the shortest text, which is usually MIT.
fn chosen(one: &Crate) -> Vec<&(String, String)> {
    if one.licence.contains(" AND ") || !one.licence.contains(" OR ") && !one.licence.contains('/') {
        return one.texts.iter().collect();
    }
    let mit = one.texts.iter().filter(|(name, text)| name.contains("MIT") || text.contains(PERMISSION));
    let mut mit: Vec<_> = mit.collect();
    mit.truncate(1);
    let notices =
        one.texts.iter().filter(|(name, _)| name.starts_with("NOTICE") || name.starts_with("COPYRIGHT"));
    if mit.is_empty() { one.texts.iter().collect() } else { mit.into_iter().chain(notices).collect() }
}

const PERMISSION: &str = "Permission is hereby granted, free of charge";

fn written() -> String {
    let crates = crates();
    let mut out = format!("{HEAD}\n");
    for one in &crates {
        let _ = writeln!(out, "  {}  {}", one.name, one.licence);
    }
    // Copies of a licence differ in the copyright line. Those are kept, and the rest is printed once.
    let mut by_text: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for one in &crates {
        for (_, text) in chosen(one) {
            let (whose, rest): (Vec<&str>, Vec<&str>) = text.lines().map(str::trim).partition(|l| {
                l.to_lowercase().starts_with("copyright") && l.chars().any(|c| c.is_ascii_digit() || c == '(')
            });
            let key: String =
                rest.join(" ").chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
            if key.is_empty() {
                continue;
            }
            let body = rest.join("\n");
            let shown = by_text.entry(key).or_insert_with(|| (body, BTreeSet::new()));
            let whose = if whose.is_empty() { String::new() } else { format!(": {}", whose.join("; ")) };
            shown.1.insert(format!("{}{whose}", one.name));
        }
        if chosen(one).is_empty() {
            let key = format!("zz {}", one.licence);
            let said = format!("(under {}; the crate carries no text of it)", one.licence);
            by_text.entry(key).or_insert_with(|| (said, BTreeSet::new())).1.insert(one.name.clone());
        }
    }
    for (text, whose) in by_text.values() {
        let _ = write!(out, "\n{}\n\n", "=".repeat(80));
        out += &(whose.iter().cloned().collect::<Vec<_>>().join("\n") + "\n");
        let _ = writeln!(out, "\n{}", squeezed(text));
    }
    out
}

/// Collapses consecutive blank lines.
fn squeezed(text: &str) -> String {
    let mut out = String::new();
    for line in text.trim().lines() {
        if !(line.is_empty() && out.ends_with("\n\n")) {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.trim_end().to_owned()
}
