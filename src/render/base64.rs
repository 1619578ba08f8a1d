//! Bytes as text, as browsers and terminals read them (RFC 4648, with padding).

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes as base64.
pub fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, n| bits << 8 | usize::from(three.get(n).copied().unwrap_or(0)));
        for n in 0..4 {
            text.push(if n > three.len() { '=' } else { char::from(LETTERS[bits >> (18 - 6 * n) & 63]) });
        }
    }
    text
}

/// The hash of a style or a script, as a policy that tells a browser to allow no other names it: `sha256-…`.
pub fn policy_hash(text: &str) -> String {
    use sha2::{Digest, Sha256};
    format!("sha256-{}", base64(&Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_written_as_others_read_them() {
        let written =
            ["", "f", "fo", "foo", "foob", "fooba", "foobar", "“"].map(|text| base64(text.as_bytes()));
        assert_eq!(written, ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy", "4oCc"]);
    }
}
