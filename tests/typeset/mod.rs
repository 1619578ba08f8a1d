//! Typesets a Markdown document in columns and pages, with the output of `pdftotext`.

use std::fmt::Write;

/// The layout of a page.
#[derive(Clone, Copy)]
pub struct Setting {
    /// Characters per line of a column.
    pub width: usize,
    /// Lines per page.
    pub height: usize,
    /// Whether there are two columns.
    pub side_by_side: bool,
    /// Whether blank lines separate paragraphs.
    pub blank_lines: bool,
    /// Whether long words are divided at line ends.
    pub hyphens: bool,
    /// The footer of each page.
    pub foot: Option<&'static str>,
    /// Whether pages end with a form feed.
    pub form_feeds: bool,
}

/// One column, with blank lines between paragraphs.
pub const PLAIN: Setting = Setting {
    width: 88,
    height: 48,
    side_by_side: false,
    blank_lines: true,
    hyphens: false,
    foot: Some("Star Wars: The Card Game FAQ - Page"),
    form_feeds: true,
};

/// A Markdown document without emphasis, one paragraph per line.
pub fn manuscript(text: &str) -> Vec<String> {
    // Scanning errors and paragraphs broken by a page end are not tested here.
    let text = text.replace("attempt to play*\n\n*an event", "attempt to play an event");
    let text = text.replace("Event\n\ncard effects", "Event card effects");
    let text = text.replace("timing point\n\nin the game", "timing point in the game");
    let text = text.replace("to damage,\n\nthe damage", "to damage, the damage");
    let text =
        text.replace("limited to * (blast)", "limited to ★ (blast)").replace('*', "").replace('★', "*");
    text.lines().map(str::trim).filter(|l| !l.is_empty()).map(str::to_owned).collect()
}

fn is_listed(line: &str) -> bool {
    line.starts_with("- ")
}

/// Breaks a paragraph into lines, dividing words if the layout says so.
fn broken(text: &str, setting: &Setting) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.replacen("- ", "• ", usize::from(is_listed(text))).split(' ') {
        let line = lines.last_mut().expect("never empty");
        let used = line.chars().count() + usize::from(!line.is_empty());
        if used + word.chars().count() <= setting.width {
            let _ = write!(line, "{}{word}", if line.is_empty() { "" } else { " " });
        } else if setting.hyphens
            && word.len() > 8
            && word.bytes().all(|b| b.is_ascii_lowercase())
            && used + 6 < setting.width
        {
            let _ = write!(line, " {}-", &word[..4]);
            lines.push(word[4..].to_owned());
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// A Markdown document as pages.
pub fn typeset(text: &str, setting: &Setting) -> String {
    let mut lines: Vec<String> = Vec::new();
    let paragraphs = manuscript(text);
    for (n, paragraph) in paragraphs.iter().enumerate() {
        lines.extend(broken(paragraph, setting));
        let next = paragraphs.get(n + 1);
        let heading = paragraph.starts_with('(') && paragraph.len() < 60 || paragraph.ends_with("(p. 12)");
        let lists = is_listed(paragraph) && next.is_some_and(|n| is_listed(n));
        let capitals = !paragraph.chars().any(char::is_lowercase);
        if !lists && !heading && (setting.blank_lines || capitals) {
            lines.push(String::new());
        }
    }
    let columns: Vec<&[String]> = lines.chunks(setting.height).collect();
    let on_page = if setting.side_by_side { 2 } else { 1 };
    let mut out = String::new();
    for (n, page) in columns.chunks(on_page).enumerate() {
        for row in 0..setting.height {
            let left = page[0].get(row).map_or("", String::as_str);
            let right = page.get(1).and_then(|c| c.get(row)).map_or("", String::as_str);
            let line = format!("   {left:width$}    {right}", width = setting.width);
            let _ = writeln!(out, "{}", line.trim_end());
        }
        if let Some(foot) = setting.foot {
            let _ = write!(out, "\n{:>40} {}\n", foot, n + 1);
        }
        if setting.form_feeds {
            out.push('\u{c}');
        }
    }
    out
}
