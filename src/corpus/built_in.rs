//! The rulings embedded in the binary, each file compressed separately by `build.rs`.

use std::ops::Range;
use std::sync::OnceLock;

/// One embedded file.
#[derive(Debug)]
pub(super) struct BuiltIn {
    /// Path relative to `rulings`.
    pub(super) path: &'static str,
    /// Byte range within [`PACKED`].
    packed: Range<usize>,
    /// Length in bytes once unpacked.
    length: usize,
    text: OnceLock<String>,
}

/// Every file, compressed and concatenated.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/rulings.bin"));

include!(concat!(env!("OUT_DIR"), "/rulings.rs"));

impl BuiltIn {
    const fn new(path: &'static str, packed: Range<usize>, length: usize) -> Self {
        Self { path, packed, length, text: OnceLock::new() }
    }

    /// The file's text, unpacked on first use.
    pub(super) fn text(&self) -> &str {
        self.text.get_or_init(|| {
            let packed = PACKED.get(self.packed.clone()).and_then(|packed| unpacked(packed, self.length));
            // Unpacking cannot fail for bytes the build packed; a test unpacks every file.
            packed.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
        })
    }
}

/// Inflates bytes that were compressed at build time; `length` is their size unpacked.
pub(crate) fn unpacked(packed: &[u8], length: usize) -> Option<Vec<u8>> {
    miniz_oxide::inflate::decompress_to_vec_with_limit(packed, length).ok()
}
