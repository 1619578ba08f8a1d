#![no_main]

#[path = "../../tests/fuzzed/mod.rs"]
mod fuzzed;

// The first call reads what all others share, and is no input that may be called slow.
libfuzzer_sys::fuzz_target!(init: fuzzed::request(b" "), |bytes: &[u8]| fuzzed::request(bytes));
