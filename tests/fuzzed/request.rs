//! Input to `judge serve`: addresses, forms, uploads, cookies, hosts.

use judge::faces::results::encoded;
use judge::faces::serve::guard::is_own_host;
use judge::faces::serve::request::{cookie, decoded, fields, form};

/// The maximum number of fields.
const MAX_FIELDS: usize = 64;

/// The first line says what the rest is. Any bytes are accepted or refused without taking more memory than
/// they do themselves, and encoding is reversible.
pub fn request(bytes: &[u8]) {
    let end = bytes.iter().position(|b| *b == b'\n').unwrap_or(bytes.len());
    let (kind, body) = (String::from_utf8_lossy(&bytes[..end]), bytes.get(end + 1..).unwrap_or_default());
    if let Ok(sent) = form(&kind, body) {
        assert!(sent.len() <= MAX_FIELDS, "{} fields", sent.len());
        let held: usize = sent.iter().map(|(name, value)| name.len() + value.len()).sum();
        // Invalid UTF-8 becomes a replacement character of three bytes.
        assert!(held <= 3 * body.len() + "list".len(), "{held} bytes of {}", body.len());
        assert!(!kind.starts_with("multipart/") || kind.contains("boundary="), "{kind}");
    }
    let text = String::from_utf8_lossy(body);
    let asked = fields(&text);
    assert!(asked.len() <= MAX_FIELDS, "{} fields", asked.len());
    assert!(decoded(&text).len() <= 3 * text.len());
    let written = encoded(&text);
    assert!(
        written.is_ascii() && !written.contains(|c: char| c.is_control() || "&=?#/\\\"'<> ".contains(c)),
        "{written}"
    );
    assert_eq!(decoded(&written), text);
    let pair = format!("{written}={written}&");
    assert!(text.is_empty() || fields(&pair) == [(text.clone().into_owned(), text.clone().into_owned())]);
    if let Some(value) = cookie(&text, "pin") {
        assert!(!value.contains(';') && text.contains(&format!("pin={value}")), "{value:?}");
    }
    // A name with a foreign letter belongs to somebody else, except for localhost.
    if is_own_host(&text, &[]) {
        let kept = |c: char| c.is_ascii_hexdigit() || ".:[]".contains(c) || "localhostLOCALHOST".contains(c);
        assert!(text.chars().all(kept), "{text:?}");
    }
}
