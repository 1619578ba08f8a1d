//! Extracts the text of lists copied from web pages and office programs as HTML.

/// Tags that start or end a line.
const LINES: [&str; 22] = [
    "p", "br", "li", "ul", "ol", "tr", "table", "div", "h1", "h2", "h3", "h4", "h5", "h6", "body", "html",
    "head", "dl", "dt", "dd", "section", "tbody",
];

/// Inline tags.
const WITHIN: [&str; 14] = [
    "b", "i", "u", "a", "em", "strong", "span", "font", "small", "code", "title", "meta", "!doctype", "thead",
];

/// Whether a text is an HTML page or fragment.
pub(super) fn is_page(text: &str) -> bool {
    let lower = text.get(..text.len().min(4_000)).unwrap_or(text).to_lowercase();
    if lower.starts_with("<?xml") || lower.contains("<deck") {
        return false;
    }
    // `Title<br>Title<br>`: the lines are separated only by tags.
    if !lower.starts_with('<') {
        return lower.matches("<br").count() > lower.matches('\n').count() + 2;
    }
    let first = name_of(&lower[1..]);
    LINES.contains(&first) || WITHIN.contains(&first)
}

/// The text of a page, line by line, with tabs between the cells of a table.
pub(super) fn text(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, tagged)) = rest.split_once('<') {
        out.push_str(before);
        let Some((tag, behind)) = tagged.split_once('>') else {
            out.push('<');
            rest = tagged;
            continue;
        };
        let closes = tag.starts_with('/');
        let lower = name_of(tag.trim_start_matches('/')).to_lowercase();
        let name = lower.as_str();
        let on_line = out.rsplit('\n').next().is_some_and(|line| !line.trim().is_empty());
        match name {
            "s" | "del" | "strike" => out.push_str("~~"),
            "td" | "th" if !closes && on_line => out.push('\t'),
            "td" | "th" => {}
            // A tag on its own line does not add another, so that line numbers are preserved.
            _ if LINES.contains(&name) && on_line => out.push('\n'),
            _ if LINES.contains(&name) || WITHIN.contains(&name) || name.starts_with("!--") => {}
            _ => out.push_str(&format!("<{tag}>")),
        }
        rest = behind;
    }
    out.push_str(rest);
    let lines = out.lines().map(|line| line.trim_start_matches(' '));
    lines.collect::<Vec<_>>().join("\n")
}

fn name_of(tag: &str) -> &str {
    &tag[..tag.find(|c: char| !(c.is_ascii_alphanumeric() || "!-".contains(c))).unwrap_or(tag.len())]
}
