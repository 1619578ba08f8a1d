//! Explanations of codes.

use super::style::{Style, safe};
use crate::corpus::Explanation;

pub fn text(e: &Explanation, style: &Style) -> String {
    let mut out = format!("{}\n", style.title(&safe(&e.code)));
    for (label, words) in parts(e) {
        for line in style.wrap(&safe(words), &format!("{label}: "), "  ") {
            out += &line;
            out.push('\n');
        }
    }
    out
}

pub fn markdown(e: &Explanation) -> String {
    let parts = parts(e).map(|(label, words)| format!("**{label}.** {}\n\n", safe(words)));
    format!("## `{}`\n\n{}", safe(&e.code), parts.concat())
}

fn parts(e: &Explanation) -> [(&'static str, &str); 5] {
    [("What", &e.what), ("Rule", &e.rule), ("Why", &e.why), ("Example", &e.example), ("Correct", &e.fix)]
}
