//! Replays, without a fuzzer, the inputs that fuzzers kept because they once broke a reader or reach far into
//! one.

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
