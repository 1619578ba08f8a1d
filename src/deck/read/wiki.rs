//! Removes the markup of lists copied from a wiki's source: links, tables, headings.

/// Whether a text begins with a wiki's table.
pub(super) fn is_table(text: &str) -> bool {
    text.starts_with("{|")
}

/// The text without a wiki's links and tables; every line stays where it is.
pub(super) fn plain(text: String) -> String {
    let tables = text.lines().any(|line| is_table(line.trim_start())) && text.contains("|}");
    let links = text.contains("[[") && text.contains("]]");
    if !tables && !links {
        return text;
    }
    let lines: Vec<String> = text.lines().map(without_links).collect();
    if tables { without_tables(&lines).join("\n") } else { lines.join("\n") }
}

/// `[[Page|Title]]` as the title, and bold or slanted words and headings as words.
fn without_links(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((before, tagged)) = rest.split_once("[[") {
        out.push_str(before);
        let Some((link, behind)) = tagged.split_once("]]") else {
            rest = &rest[before.len()..];
            break;
        };
        // `[[Category:Decks]]` says where the page is filed.
        let shown = link.rsplit_once('|').map_or(link, |(_, shown)| shown);
        let filed = !link.contains('|') && link.split_once(':').is_some_and(|(_, name)| is_page(name));
        out.push_str(if filed { "" } else { shown });
        rest = behind;
    }
    out.push_str(rest);
    let out = out.replace("'''", "").replace("''", "");
    let head = out.trim();
    let level = head.len() - head.trim_start_matches('=').len();
    let heading = head.get(level..head.len().saturating_sub(level)).filter(|_| level > 1);
    match heading {
        Some(words) if head.ends_with("==") => words.trim().to_owned(),
        _ => out,
    }
}

/// Whether what stands behind a colon is a page's name.
fn is_page(name: &str) -> bool {
    !name.is_empty() && !name.starts_with(' ')
}

/// The lines with each row of a table in the line where it begins, its cells between tabs.
fn without_tables(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    // The line of the row that is read, where a table is.
    let mut row: Option<usize> = None;
    let last = lines.iter().rposition(|line| line.trim_start().starts_with("|}")).unwrap_or(0);
    for (at, line) in lines.iter().enumerate() {
        let text = line.trim_start();
        out.push(String::new());
        // Without an end it is no table.
        if is_table(text) && at < last {
            row = Some(at);
        } else if row.is_none() {
            out[at].clone_from(line);
        } else if text.starts_with("|}") {
            row = None;
        } else if let Some(caption) = text.strip_prefix("|+") {
            out[at] = caption.trim().to_owned();
            row = Some(at + 1);
        } else if text.starts_with("|-") {
            row = Some(at + 1);
        } else if let (Some(of), Some(cells)) = (row, text.strip_prefix(['|', '!'])) {
            // The first cell says in which line the row stands.
            let of = if out.get(of).is_some_and(|line| !line.is_empty()) { of } else { at };
            row = Some(of);
            for cell in cells.replace("!!", "||").split("||") {
                let cell = cell.rsplit_once('|').map_or(cell, |(_, shown)| shown).trim();
                if !out[of].is_empty() {
                    out[of].push('\t');
                }
                out[of].push_str(cell);
            }
        } else {
            out[at].clone_from(line);
        }
    }
    out
}
