//! Replays, without a fuzzer, the inputs that fuzzers kept because they once broke a reader or reach far into
//! one; and holds the lock of the fuzzers to what the program is built from.

use std::path::Path;

#[test]
fn the_kept_inputs_of_every_fuzzer_are_read() {
    for (name, read) in crate::fuzzed::READERS.iter().copied() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(name);
        let files = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let mut count = 0;
        for file in files.map(|file| file.expect("readable").path()) {
            let bytes = std::fs::read(&file).expect("readable");
            assert!(bytes.len() <= 4096, "{} is larger than what is kept", file.display());
            let held = std::panic::catch_unwind(|| read(&bytes));
            assert!(held.is_ok(), "this was {}", file.display());
            count += 1;
        }
        assert!(count > 0, "{} is empty", folder.display());
    }
}

/// The fuzzers are a workspace of their own, whose lock nothing of the program's own build looks at.
#[test]
fn the_lock_of_the_fuzzers_has_every_dependency() {
    let lock = include_str!("../fuzz/Cargo.lock");
    for (package, manifest) in [
        ("judge", include_str!("../Cargo.toml")),
        ("judge-learn", include_str!("../learn/Cargo.toml")),
        ("judge-tree", include_str!("../tree/Cargo.toml")),
    ] {
        let block =
            lock.split("[[package]]").find(|block| block.contains(&format!("name = \"{package}\"\n")));
        let block = block.unwrap_or_else(|| panic!("{package} in the lock of the fuzzers"));
        let names: Vec<&str> = dependencies(manifest).collect();
        assert!(!names.is_empty(), "{package} has dependencies");
        for name in names {
            let there = block.contains(&format!(" \"{name}\"")) || block.contains(&format!(" \"{name} "));
            let fix = "`cargo metadata --manifest-path fuzz/Cargo.toml` writes it anew";
            assert!(there, "{package} depends on {name}, and fuzz/Cargo.lock does not know it; {fix}");
        }
    }
}

/// The names in the tables of dependencies that a program is built with, not those of its tests.
fn dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    let tables = manifest.split("\n[").filter(|table| {
        table.lines().next().is_some_and(|head| head.ends_with("dependencies]") && !head.contains("dev-"))
    });
    tables.flat_map(|table| table.lines().skip(1).filter_map(|line| Some(line.split_once(" = ")?.0)))
}
