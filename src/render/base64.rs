//! Bytes as text, as browsers and terminals read them (RFC 4648, with padding).

use ::base64::Engine;
use ::base64::engine::general_purpose::STANDARD;

pub fn base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// The hash of a style or a script, as a policy that tells a browser to allow no other names it: `sha256-…`.
#[cfg(feature = "pictures")]
pub fn policy_hash(text: &str) -> String {
    use sha2::{Digest, Sha256};
    format!("sha256-{}", base64(&Sha256::digest(text)))
}
