//! Requests as the pages see them, and parsing of what clients send: addresses, forms, uploads. All input is
//! either accepted or refused with a sentence.

#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    /// Whether it is a POST, as opposed to GET or HEAD.
    pub sends: bool,
    /// The path, decoded, without its leading slash.
    pub path: String,
    /// The fields of the query string.
    pub query: Vec<(String, String)>,
    /// The fields of the body.
    pub form: Vec<(String, Vec<u8>)>,
    /// Whether the client has shown the PIN.
    pub trusted: bool,
}

impl Request {
    /// A field of the query string; empty if missing.
    pub(crate) fn query(&self, name: &str) -> &str {
        self.query.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value)
    }

    /// A field of the body as text; empty if missing.
    pub(crate) fn sent(&self, name: &str) -> String {
        let value = self.bytes(name);
        String::from_utf8_lossy(value).into_owned()
    }

    /// A field of the body as bytes: the first of that name that is not empty.
    pub(crate) fn bytes(&self, name: &str) -> &[u8] {
        self.form.iter().find(|(n, value)| n == name && !value.is_empty()).map_or(&[], |(_, value)| value)
    }
}

/// The maximum number of fields.
const MAX_FIELDS: usize = 64;

/// Decodes percent-encoding: `%41`.
pub fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Parses `a=1&b=2`.
pub fn fields(text: &str) -> Vec<(String, String)> {
    form_urlencoded::parse(text.as_bytes()).into_owned().take(MAX_FIELDS).collect()
}

/// Parses the body of a form.
///
/// # Errors
/// A sentence if it cannot be parsed.
pub fn form(kind: &str, body: &[u8]) -> Result<Vec<(String, Vec<u8>)>, &'static str> {
    let bare = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match bare.as_str() {
        "application/x-www-form-urlencoded" => {
            let text = std::str::from_utf8(body).map_err(|_| "The form is no text.")?;
            Ok(fields(text).into_iter().map(|(name, value)| (name, value.into_bytes())).collect())
        }
        "multipart/form-data" => {
            let boundary = kind.split(';').find_map(|p| p.trim().strip_prefix("boundary="));
            let boundary = boundary.map(|b| b.trim_matches('"')).filter(|b| !b.is_empty() && b.len() <= 70);
            multipart(boundary.ok_or("The form has no boundary.")?, body)
        }
        "text/plain" => Ok(vec![("list".to_owned(), body.to_vec())]),
        _ => Err(
            "A form is sent as application/x-www-form-urlencoded or multipart/form-data; a list also as text/plain.",
        ),
    }
}

/// Parses a multipart upload.
fn multipart(boundary: &str, body: &[u8]) -> Result<Vec<(String, Vec<u8>)>, &'static str> {
    let mark = format!("--{boundary}");
    let broken = "The upload is broken off, or is none.";
    let mut rest = find(body, mark.as_bytes()).map(|at| &body[at + mark.len()..]).ok_or(broken)?;
    let mut fields = Vec::new();
    while !rest.starts_with(b"--") {
        rest = rest.strip_prefix(b"\r\n").ok_or(broken)?;
        let head = find(rest, b"\r\n\r\n").ok_or(broken)?;
        let name = name(&String::from_utf8_lossy(&rest[..head]));
        rest = &rest[head + 4..];
        let end = find(rest, format!("\r\n{mark}").as_bytes()).ok_or(broken)?;
        if fields.len() == MAX_FIELDS {
            return Err("The form has too many fields.");
        }
        fields.push((name, rest[..end].to_vec()));
        rest = &rest[end + 2 + mark.len()..];
    }
    Ok(fields)
}

fn find(within: &[u8], what: &[u8]) -> Option<usize> {
    within.windows(what.len()).position(|w| w == what)
}

/// The field's name in the head of a part.
fn name(head: &str) -> String {
    let disposition = head.lines().find(|l| l.to_ascii_lowercase().starts_with("content-disposition:"));
    let name = disposition.and_then(|l| l.split(';').find_map(|p| p.trim().strip_prefix("name=")));
    name.unwrap_or_default().trim_matches('"').to_owned()
}

/// The value of a cookie.
pub fn cookie<'c>(header: &'c str, name: &str) -> Option<&'c str> {
    header
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(n, _)| *n == name)
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faces::results::encoded;

    #[test]
    fn addresses_are_read_as_they_are_written() {
        let odd = "Boba Fett? 100% “né” +&=/#\u{1f600}";
        assert_eq!(decoded(&encoded(odd)), odd);
        assert_eq!(
            fields(&format!("q={}&&x=a+b&y", encoded(odd))),
            [
                ("q".to_owned(), odd.to_owned()),
                ("x".to_owned(), "a b".to_owned()),
                ("y".to_owned(), String::new())
            ]
        );
        assert_eq!(decoded("%") + &decoded("%4") + &decoded("%zz"), "%%4%zz");
    }

    #[test]
    fn uploads_are_read_or_refused() {
        let body = b"--x\r\nContent-Disposition: form-data; name=\"list\"\r\n\r\n2 Yoda\r\n\r\n--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n\x00\xff\r\n--x--\r\n";
        let read = form("multipart/form-data; boundary=x", body).expect("an upload");
        assert_eq!(
            read,
            [("list".to_owned(), b"2 Yoda\r\n".to_vec()), ("file".to_owned(), b"\x00\xff".to_vec())]
        );
        for cut in 0..body.len() - 4 {
            assert!(form("multipart/form-data; boundary=x", &body[..cut]).is_err(), "cut at {cut}");
        }
        assert!(form("multipart/form-data", body).is_err() && form("text/html", body).is_err());
    }
}
