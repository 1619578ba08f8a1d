//! Extracts the text of lists copied from web pages and office programs as HTML.

/// Tags that start or end a line.
const LINES: [&str; 26] = [
    "p",
    "br",
    "li",
    "ul",
    "ol",
    "tr",
    "table",
    "div",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "body",
    "html",
    "head",
    "dl",
    "dt",
    "dd",
    "section",
    "tbody",
    "caption",
    "blockquote",
    "pre",
    "hr",
];

/// Elements whose content is no text.
const HIDDEN: [&str; 2] = ["style", "script"];

/// Inline tags.
const WITHIN: [&str; 36] = [
    "b", "i", "u", "a", "em", "strong", "span", "font", "small", "code", "title", "meta", "!doctype",
    "thead", "tfoot", "center", "big", "tt", "sup", "sub", "img", "input", "label", "link", "nav", "main",
    "article", "header", "footer", "abbr", "mark", "q", "cite", "col", "colgroup", "form",
];

/// Whether a text is an HTML page or fragment.
pub(super) fn is_page(text: &str) -> bool {
    let lower = text.chars().take(4_000).collect::<String>().to_lowercase();
    if lower.contains("<deck") {
        return false;
    }
    let lower = without_prolog(&lower);
    // `Title<br>Title<br>`: the lines are separated only by tags.
    if !lower.starts_with('<') {
        return lower.matches("<br").count() > lower.matches('\n').count() + 2;
    }
    let first = name_of(&lower[1..]);
    LINES.contains(&first) || WITHIN.contains(&first) || HIDDEN.contains(&first)
}

/// A text without the comments and processing instructions in front of it.
fn without_prolog(text: &str) -> &str {
    let mut text = text.trim_start();
    for (opens, closes) in [("<!--", "-->"), ("<?", "?>")].into_iter().cycle().take(MAX_IN_PROLOG) {
        if let Some((_, rest)) = text.strip_prefix(opens).and_then(|inside| inside.split_once(closes)) {
            text = rest.trim_start();
        }
    }
    text
}

/// No page has more of them in front of it.
const MAX_IN_PROLOG: usize = 12;

/// The text of a page, line by line, with tabs between the cells of a table.
pub(super) fn text(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    let mut unclosed = Unclosed::default();
    while let Some((before, tagged)) = rest.split_once('<') {
        out.push_str(before);
        // The lines of what is no text stay, so that line numbers are preserved.
        if let Some((hidden, behind)) = unclosed.hidden(tagged) {
            out.extend(hidden.chars().filter(|c| *c == '\n'));
            rest = behind;
            continue;
        }
        let Some((tag, behind)) = tagged.split_once('>') else {
            // No other tag ends either.
            rest = &rest[before.len()..];
            break;
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

/// What was found to end nowhere: to look for it again each time it begins would take the square of the
/// page's length.
#[derive(Default)]
struct Unclosed {
    comment: bool,
    elements: Vec<&'static str>,
}

impl Unclosed {
    /// What begins behind the `<` of a comment, a style or a script, and the text behind it.
    fn hidden<'p>(&mut self, tagged: &'p str) -> Option<(&'p str, &'p str)> {
        if tagged.starts_with("!--") {
            let found = tagged.split_once("-->").filter(|_| !self.comment);
            self.comment = found.is_none();
            return found;
        }
        let name = name_of(tagged);
        let element = HIDDEN.iter().find(|hidden| name.eq_ignore_ascii_case(hidden))?;
        if self.elements.contains(element) {
            return None;
        }
        let found = element_end(tagged, element).map(|end| (&tagged[..end], &tagged[end + 1..]));
        if found.is_none() {
            self.elements.push(element);
        }
        found
    }
}

/// Where the tag ends that closes an element: `</b>` within a script closes nothing.
fn element_end(tagged: &str, element: &str) -> Option<usize> {
    let closes = |(at, _): &(usize, &str)| name_of(&tagged[at + 2..]).eq_ignore_ascii_case(element);
    let (inside, _) = tagged.match_indices("</").find(closes)?;
    Some(inside + tagged[inside..].find('>')?)
}

fn name_of(tag: &str) -> &str {
    &tag[..tag.find(|c: char| !(c.is_ascii_alphanumeric() || "!-".contains(c))).unwrap_or(tag.len())]
}
