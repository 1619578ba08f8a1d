//! The same document in the layouts `pdftotext` gives it makes the same entries.

use std::fmt::Write;

use judge::corpus::import::{self, Imported, Known, Options, Standing};
use judge::corpus::ruling::Entry;
use judge::corpus::similar::folded;
use judge::corpus::{Files, markdown};

/// How a page is set.
#[derive(Clone, Copy)]
struct Setting {
    /// Characters in a line of a column.
    width: usize,
    /// Lines on a page.
    height: usize,
    /// Whether two columns stand side by side.
    side_by_side: bool,
    /// Whether blank lines keep paragraphs apart.
    blank_lines: bool,
    /// Whether long words are divided at line ends.
    hyphens: bool,
    /// What stands at the foot of each page.
    foot: Option<&'static str>,
    /// Whether pages end with a form feed.
    form_feeds: bool,
}

const PLAIN: Setting = Setting {
    width: 88,
    height: 48,
    side_by_side: false,
    blank_lines: true,
    hyphens: false,
    foot: Some("Star Wars: The Card Game FAQ - Page"),
    form_feeds: true,
};

/// The held FAQ without its emphasis, a line a paragraph, as a printer would get it.
fn manuscript() -> Vec<String> {
    let text = Files::built_in().get("lcg/sources/faq-2.2.txt").expect("the FAQ is held").text.to_string();
    // Scanning errors and paragraphs that a page's end broke are not what is tried here.
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

/// Breaks a paragraph into lines, dividing words where the setting says so.
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

fn typeset(setting: &Setting) -> String {
    let mut lines: Vec<String> = Vec::new();
    let paragraphs = manuscript();
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

fn imported(setting: &Setting) -> Imported {
    import::import(typeset(setting).as_bytes(), &Options::default(), &Known::default())
        .expect("it is a document")
}

fn words(entry: &Entry) -> String {
    let question = entry.question.as_deref().map(markdown::unwrap).unwrap_or_default();
    folded(&format!("{question}\n\n{}", markdown::unwrap(&entry.text)))
}

/// Every entry of the corpus that the import has not in the same words, and the other way round.
fn differences(imported: &Imported) -> Vec<String> {
    let known = Known::from_files(&Files::built_in());
    let held: Vec<(String, String)> = known
        .entries()
        .filter(|e| e.id.starts_with("lcg:"))
        .map(|e| (e.id.value.clone(), words(e)))
        .collect();
    let made: Vec<(String, String)> =
        imported.entries.iter().map(|e| (e.entry.id.value.clone(), words(&e.entry))).collect();
    let lost = held
        .iter()
        .filter(|(_, w)| !made.iter().any(|(_, m)| m == w))
        .map(|(id, w)| format!("lost {id}: {w}"));
    let odd = made
        .iter()
        .filter(|(_, w)| !held.iter().any(|(_, h)| h == w))
        .map(|(id, w)| format!("odd {id}: {w}"));
    lost.chain(odd).collect()
}

fn check(name: &str, setting: &Setting, tolerated: usize) {
    let imported = imported(setting);
    let found = differences(&imported);
    assert!(
        found.len() <= tolerated,
        "{name}: {} differ\n{}",
        found.len(),
        found
            .iter()
            .map(|f| format!("{} … {}\n", &f[..f.len().min(140)], &f[f.len().saturating_sub(60)..]))
            .collect::<String>()
    );
    let lost: Vec<_> = imported.remainder.iter().filter(|l| l.why == "in no entry").collect();
    assert!(lost.is_empty(), "{name}: {lost:#?}");
}

#[test]
fn printed_columns_are_recognised_as_the_rulings_held() {
    let known = Known::from_files(&Files::built_in());
    let text = typeset(&Setting { width: 50, side_by_side: true, hyphens: true, ..PLAIN });
    let imported = import::import(text.as_bytes(), &Options::default(), &known).expect("it is a document");
    let other: Vec<_> = imported.entries.iter().filter(|e| e.standing != Standing::Same).collect();
    assert!(other.is_empty(), "{other:#?}");
    let held = known.entries().filter(|e| e.id.starts_with("lcg:")).count();
    assert_eq!(imported.entries.len(), held);
    assert!(imported.entries.iter().all(|e| e.known_as.as_deref() == Some(e.entry.id.as_str())));
}

#[test]
fn one_column_with_pages() {
    check("one column", &PLAIN, 0);
}

#[test]
fn two_columns_side_by_side() {
    check("two columns", &Setting { width: 50, side_by_side: true, ..PLAIN }, 0);
}

#[test]
fn two_columns_one_after_the_other() {
    check("columns in turn", &Setting { width: 46, ..PLAIN }, 0);
}

#[test]
fn words_divided_at_line_ends() {
    check("hyphens", &Setting { width: 46, hyphens: true, side_by_side: true, ..PLAIN }, 0);
}

#[test]
fn page_numbers_without_page_ends() {
    check("numbers", &Setting { foot: Some(""), form_feeds: false, ..PLAIN }, 0);
}

#[test]
fn paragraphs_without_blank_lines_between_them() {
    // Where a step's only line is nearly full, nothing tells whether the next line belongs to it.
    check("dense", &Setting { width: 60, blank_lines: false, ..PLAIN }, 2);
}
