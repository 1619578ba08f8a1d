//! Base64 as browsers and terminals expect it (RFC 4648, with padding).

use ::base64::Engine;
use ::base64::engine::general_purpose::STANDARD;

pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A content security policy source, `sha256-…`, that allows exactly this style or script.
#[cfg(feature = "pictures")]
pub fn policy_hash(text: &str) -> String {
    use sha2::{Digest, Sha256};
    format!("sha256-{}", base64(&Sha256::digest(text)))
}
