//! HTML tags, however badly written.

use super::pictures;

/// The heading level of a `<summary>`, and of a term above its definition: below all headings.
pub(super) const UNFOLDS: usize = 6;

/// What the name of an icon stands behind in a class.
const ICONS: [&str; 3] = ["icon-", "fa-", "symbol-"];

/// Classes of icons beside whose name another stands.
const FAMILIES: [&str; 7] = ["icon", "icons", "fa", "fas", "far", "symbol", "sprite"];

/// One tag: its name in small letters, whether it closes, and its attributes as written.
pub(super) struct Tag<'t> {
    /// The name in lower case.
    pub(super) name: String,
    pub(super) closes: bool,
    /// The attributes, unparsed.
    pub(super) attributes: &'t str,
}

impl Tag<'_> {
    /// The value of an attribute, if present.
    fn attribute(&self, name: &str) -> Option<&str> {
        let at = self.attributes.match_indices(name).find(|(at, _)| {
            let before = self.attributes[..*at].chars().next_back();
            before.is_none_or(char::is_whitespace)
                && self.attributes[at + name.len()..].trim_start().starts_with('=')
        })?;
        let value = self.attributes[at.0 + name.len()..].trim_start().strip_prefix('=')?.trim_start();
        match value.chars().next()? {
            quote @ ('"' | '\'') => value[1..].split(quote).next(),
            _ => value.split_whitespace().next(),
        }
    }

    /// The name, in brackets, of the icon a tag stands for: from its class, `icon-blank`, or from a picture's
    /// alternative text.
    pub(super) fn icon(&self) -> Option<String> {
        let named = match self.name.as_str() {
            "span" | "i" => self.icon_class(),
            "img" => match self.attribute("alt").filter(|alt| !alt.trim().is_empty()) {
                Some(alt) => Some(alt.to_owned()),
                None => pictures::of_file(self.attribute("src")?),
            },
            _ => None,
        }?;
        pictures::named(&named)
    }

    /// What the classes of an element call an icon: `icon-blank`, `icon blank`, `fa fa-blank`.
    fn icon_class(&self) -> Option<String> {
        let classes = || self.attribute("class").unwrap_or_default().split_whitespace();
        let marked = classes().find_map(|c| ICONS.iter().find_map(|icon| c.strip_prefix(icon)));
        let beside =
            || classes().find(|c| !FAMILIES.contains(c)).filter(|_| classes().any(|c| FAMILIES.contains(&c)));
        marked.or_else(beside).map(|name| name.replace(['-', '_'], " "))
    }

    /// Whether it is an item of a list of footnotes, by the naming conventions of wikis and converters.
    pub(super) fn is_note(&self) -> bool {
        let id = self.attribute("id").unwrap_or_default();
        ["cite_note", "fn", "footnote"].iter().any(|name| id.starts_with(name))
    }

    /// Whether it opens a link with a target.
    pub(super) fn is_link(&self) -> bool {
        self.name == "a" && !self.closes && self.attribute("href").is_some()
    }
}

/// Parses the tag at the start of `text`; `None` if the `<` is literal.
pub(super) fn tag(text: &str) -> (Option<Tag<'_>>, &str) {
    if let Some(comment) = text.strip_prefix("<!--") {
        let end = comment.find("-->").map_or("", |n| &comment[n + 3..]);
        return (Some(Tag { name: "!".to_owned(), closes: false, attributes: "" }), end);
    }
    let inner = &text[1..];
    let closes = inner.starts_with('/');
    let name_at = usize::from(closes);
    let first = inner[name_at..].chars().next();
    if !first.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '!' | '?')) {
        return (None, inner);
    }
    let end = end_of_tag(inner);
    let body = &inner[name_at..end];
    let name_end = body
        .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '!' | '?' | '-')))
        .unwrap_or(body.len());
    let tag = Tag { name: body[..name_end].to_ascii_lowercase(), closes, attributes: &body[name_end..] };
    (Some(tag), inner.get(end + 1..).unwrap_or(""))
}

/// The end of a tag: the first `>` outside quotation marks, or simply the first `>` if those are unbalanced.
fn end_of_tag(inner: &str) -> usize {
    let mut quote = None;
    for (at, c) in inner.char_indices().take(8192) {
        match (quote, c) {
            (None, '>') => return at,
            (None, '"' | '\'') => quote = Some(c),
            (Some(q), c) if q == c => quote = None,
            _ => {}
        }
    }
    inner.find('>').unwrap_or(inner.len())
}

/// The text after the closing tag of an element whose content is not text.
pub(super) fn end_of<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let mut at = 0;
    while let Some(found) = text[at..].find("</") {
        let start = at + found + 2;
        if text[start..].get(..name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name)) {
            return Some(text[start..].find('>').map_or("", |n| &text[start + n + 1..]));
        }
        at = start;
    }
    Some("")
}

/// Whether an element contains blocks.
pub(super) fn is_container(name: &str) -> bool {
    matches!(
        name,
        "html"
            | "body"
            | "table"
            | "tbody"
            | "thead"
            | "tr"
            | "td"
            | "th"
            | "div"
            | "section"
            | "article"
            | "main"
            | "nav"
            | "header"
            | "footer"
            | "aside"
            | "fieldset"
            | "template"
    )
}

/// The level of a heading, from the first digit in `text`.
pub(super) fn level(text: &str) -> usize {
    text.chars().find_map(|c| c.to_digit(10)).map_or(2, |n| n as usize)
}

/// Counts open elements of one kind.
pub(super) fn count(of: &mut usize, closes: bool) {
    *of = if closes { of.saturating_sub(1) } else { *of + 1 };
}
