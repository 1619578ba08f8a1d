//! The rulings that travel in the binary, each file compressed by itself: `build.rs` packs them.

use std::ops::Range;
use std::sync::OnceLock;

/// A file of the built-in rulings.
#[derive(Debug)]
pub(super) struct BuiltIn {
    /// Its path below `rulings`.
    pub(super) path: &'static str,
    /// Where it is among the packed ones.
    packed: Range<usize>,
    /// How many bytes it has unpacked.
    length: usize,
    text: OnceLock<String>,
}

/// All files, compressed, one behind the other.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rulings.bin"));

include!(concat!(env!("OUT_DIR"), "/rulings.rs"));

impl BuiltIn {
    const fn new(path: &'static str, packed: Range<usize>, length: usize) -> Self {
        Self { path, packed, length, text: OnceLock::new() }
    }

    /// What it says, unpacked when somebody first asks.
    pub(super) fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let packed = PACKED.get(self.packed.clone()).and_then(|packed| unpacked(packed, self.length));
            // A test unpacks every file: what was packed into the program unpacks.
            packed.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
        })
    }
}

/// The bytes that were compressed when the program was built, and their number.
pub(crate) fn unpacked(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    miniz_oxide::inflate::decompress_to_vec_with_limit(packed, length).ok()
}
