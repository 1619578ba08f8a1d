//! Any bytes as a file of rulings: no panic, and what reads is written so that it reads the same.
#![no_main]

use judge::corpus::{emit, ruling::Entry, yaml};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (entries, _) = yaml::list::<Entry>("any.yaml", text);
    let none: &[emit::Note] = &[];
    let written = emit::entries("", entries.iter().map(|e| (e, none)));
    let (again, found) = yaml::list::<Entry>("any.yaml", &written);
    assert!(found.is_empty(), "{found:?}\n{written}");
    assert_eq!(again.len(), entries.len());
});
