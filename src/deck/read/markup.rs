//! Removes the markup of lists copied from a forum, mail or web page.

use super::mail::without_entities;

/// A line without forum and Markdown markup (`[b]`, `[url=…]`, `**`) and without character references.
pub(super) fn without_markup(line: &str) -> std::borrow::Cow<'_, str> {
    if !line.contains(['[', '&', '<', '`']) && !line.contains("**") && !line.contains("__") {
        return line.into();
    }
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, tagged)) = rest.split_once('[') {
        out.push_str(before);
        match tagged.split_once(']') {
            Some((tag, after)) if is_markup(tag) => rest = after,
            Some(_) => {
                out.push('[');
                rest = tagged;
            }
            None => {
                rest = &rest[before.len()..];
                break;
            }
        }
    }
    out.push_str(rest);
    let markup = [
        ("**", ""),
        ("__", ""),
        ("<b>", ""),
        ("</b>", ""),
        ("<i>", ""),
        ("</i>", ""),
        ("<li>", ""),
        ("</li>", ""),
        ("<br>", ""),
        ("<br/>", ""),
        ("<br />", ""),
        ("<p>", ""),
        ("</p>", ""),
        ("<ul>", ""),
        ("</ul>", ""),
        ("<div>", ""),
        ("</div>", ""),
    ];
    let text = markup.iter().fold(out, |text, (from, to)| text.replace(from, to));
    without_entities(text.into()).into_owned().into()
}

fn is_markup(tag: &str) -> bool {
    let tag = tag.trim_start_matches('/').to_ascii_lowercase();
    let name = tag.split(['=', ' ']).next().unwrap_or_default();
    matches!(
        name,
        "b" | "i" | "u" | "s" | "url" | "img" | "size" | "color" | "list" | "*" | "center" | "font" | "quote"
    )
}
