//! Adapts messages to pages and paper, where commands cannot be typed.

/// Removes sentences, clauses and parenthetical remarks that mention a command or option.
pub(crate) fn on_page(text: &str) -> String {
    let lines = text.split('\n').map(|line| (line, self::line(line)));
    let left = lines.filter(|(typed, left)| typed.trim().is_empty() || !left.trim().is_empty());
    let left = left.map(|(_, left)| left).collect::<Vec<_>>().join("\n");
    // Never return nothing: what the user typed may look like a command.
    if left.trim().is_empty() { text.to_owned() } else { left }
}

fn names_a_command(text: &str) -> bool {
    ["`judge ", "`judge`", "`--"].iter().any(|begin| text.contains(begin))
}

fn line(line: &str) -> String {
    if !names_a_command(line) {
        return line.to_owned();
    }
    let begin = &line[..line.len() - line.trim_start().len()];
    let plain = without_remarks(line.trim());
    let sentences = plain.split_inclusive(". ").filter_map(|sentence| self::sentence(sentence.trim_end()));
    format!("{begin}{}", sentences.collect::<Vec<_>>().join(" "))
}

/// Removes ` (…)` that mentions a command.
fn without_remarks(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, behind)) = rest.split_once(" (") {
        out.push_str(before);
        let (remark, after) = behind.split_once(')').unwrap_or((behind, ""));
        let closed = remark.len() < behind.len();
        if !(closed && names_a_command(remark)) {
            out.push_str(" (");
            out.push_str(remark);
            out.push_str(if closed { ")" } else { "" });
        }
        rest = after;
    }
    out + rest
}

/// The rest of a sentence, with its final punctuation; `None` if nothing remains.
fn sentence(sentence: &str) -> Option<String> {
    let parts: Vec<&str> = sentence.split("; ").collect();
    let left: Vec<&str> = parts.iter().copied().filter(|part| !names_a_command(part)).collect();
    let text = left.join("; ");
    let cut_short = parts.last().is_some_and(|last| names_a_command(last)) && sentence.ends_with('.');
    (!text.is_empty()).then(|| if cut_short { text + "." } else { text })
}

#[cfg(test)]
mod tests {
    use super::on_page;

    #[test]
    fn what_can_only_be_typed_is_left_out() {
        for (said, left) in [
            (
                "A later FAQ is known: v5.0; not held. `judge import` takes it in.",
                "A later FAQ is known: v5.0; not held.",
            ),
            ("A newer list is known: v5.0; `--as-of latest` takes it.", "A newer list is known: v5.0."),
            (
                "There is no entry `x`. `judge list` lists all ids. As words: y.",
                "There is no entry `x`. As words: y.",
            ),
            (
                "  Read as lcg; the other game (`--game`) is as near.",
                "  Read as lcg; the other game is as near.",
            ),
            (
                "Say (once) which (`--game lcg`) is (twice) meant (and",
                "Say (once) which is (twice) meant (and",
            ),
            ("One.\n`judge list` lists all.\n\nTwo.", "One.\n\nTwo."),
            ("There is no entry `--foo`.", "There is no entry `--foo`."),
            ("Rebels; `judge explain side`; Empire", "Rebels; Empire"),
            ("In judge's words: -- nothing (here).", "In judge's words: -- nothing (here)."),
        ] {
            assert_eq!(on_page(said), left);
        }
    }
}
