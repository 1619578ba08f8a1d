//! A replay as an indented tree that shows the nesting of sequences, or in Markdown for a report.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::style::{Style, safe};
use crate::corpus::plural::pluralize;
use crate::corpus::weight::Weight;
use crate::corpus::{Corpus, Game};
use crate::engine::scenario::cards::SetRow;
use crate::engine::scenario::coverage::{Coverage, PlayKind, RulingCoverage};
use crate::engine::scenario::{About, BasisKind, Changed, Checked, Played, StepOut, Why};

/// The text of each cited clause by citation; empty if clauses are not quoted.
pub type Quotes = BTreeMap<String, String>;

/// The deepest nesting that is still indented.
const MAX_INDENT_DEPTH: usize = 12;

/// A scenario or variation for the terminal.
pub fn text(played: &Played, quotes: &Quotes, style: &Style) -> String {
    let mut out = head(played, style);
    out += &failed(played, style);
    let mut quoted = Quoted::of(quotes);
    for step in &played.steps {
        out += &step_text(step, &mut quoted, style);
    }
    out += &tail(played, style);
    out
}

/// Keeps track of quotations in a replay: a clause is quoted below the first step that cites it, and only
/// there.
#[derive(Debug)]
pub(crate) struct Quoted<'q> {
    quotes: &'q Quotes,
    said: BTreeSet<String>,
}

impl<'q> Quoted<'q> {
    pub(crate) fn of(quotes: &'q Quotes) -> Self {
        Self { quotes, said: BTreeSet::new() }
    }

    fn next(&mut self, step: &StepOut) -> Option<String> {
        let citation = cited(step)?;
        let quote = self.quotes.get(&citation)?;
        self.said.insert(citation).then(|| safe(&quote.replace('\n', " ")).into_owned())
    }
}

/// The heading: verdict, name, title.
pub(crate) fn head(played: &Played, style: &Style) -> String {
    let left_out =
        left_out(&played.left_out).map_or_else(String::new, |what| style.aside(&format!(", {what}")));
    let verdict = match verdict(played) {
        "passed" => format!("{}{left_out}", style.success("passed")),
        other => format!("{}{left_out}", style.failure(other)),
    };
    let of = played.variation_of.as_ref().map_or(String::new(), |base| format!(" (variation of {base})"));
    let mut out = format!("{verdict}  {}{}\n", style.title(&safe(&played.name)), safe(&of));
    for line in style.wrap(&safe(&played.title), "  ", "  ") {
        let _ = writeln!(out, "{line}");
    }
    if !played.rulings.is_empty() {
        let demonstrates = format!("demonstrates: {}", played.rulings.join(", "));
        for line in style.wrap(&safe(&demonstrates), "  ", "    ") {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    }
    if let Some(day) = as_of(played) {
        for line in style.wrap(&day, "  ", "    ") {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    }
    for line in changed(played, style) {
        let _ = writeln!(out, "{line}");
    }
    out.push('\n');
    out
}

/// Cards whose text is not, or only partly, implemented.
pub(crate) fn left_out(cards: &[String]) -> Option<String> {
    match cards {
        [] => None,
        [card] => Some(format!("without the text of {}", safe(card))),
        cards => Some(format!("without the text of {}", pluralize(cards.len(), "card"))),
    }
}

/// The rulings behind the replay whose meaning may have changed since, one line each with the change; then
/// later errata of its cards.
pub(crate) fn changed(played: &Played, style: &Style) -> Vec<String> {
    let substance: Vec<&Changed> = played.changed.iter().filter(|c| c.weight == Weight::Substance).collect();
    let mut lines = Vec::new();
    if let Some(last) = substance.last() {
        let each: Vec<String> = substance.iter().map(|c| format!("{} {}", c.ruling, c.change)).collect();
        let said = format!("{}: {} (since {})", played.name, each.join("; "), last.since);
        lines.extend(style.wrap(&safe(&said), "CHANGED  ", "         "));
    }
    if !played.new_errata.is_empty() {
        let each: Vec<String> =
            played.new_errata.iter().map(|e| format!("{} without {}", e.card, e.ruling)).collect();
        let said = format!("{}: plays {}", played.name, each.join(", "));
        lines.extend(style.wrap(&safe(&said), "NEW ERRATUM  ", "         "));
    }
    for line in &mut lines {
        if let Some(mark) = ["CHANGED", "NEW ERRATUM"].into_iter().find(|mark| line.starts_with(mark)) {
            *line = line.replacen(mark, &style.warning(mark), 1);
        }
    }
    lines
}

/// Summarizes several replays: how many rest on rulings that changed, in substance or wording, and how many
/// involve a card with later errata. One sentence each.
pub(crate) fn changes_in_sum(played: &[Played]) -> Vec<String> {
    let heavy = |p: &&Played| p.changed.iter().any(|c| c.weight == Weight::Substance);
    let changed = played.iter().filter(heavy).count();
    let worded = played.iter().filter(|p| !p.changed.is_empty() && !heavy(p)).count();
    let errata = played.iter().filter(|p| !p.new_errata.is_empty()).count();
    let sentences = [
        (
            changed,
            "rest on rulings that are in other words now (CHANGED): look whether what is played still follows.",
        ),
        (worded, "more rest on rulings that changed in pronouns, page numbers or spelling alone."),
        (errata, "play cards that have an erratum since (NEW ERRATUM)."),
    ];
    sentences.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect()
}

/// The failed expectations, which precede the steps.
pub(crate) fn failed(played: &Played, style: &Style) -> String {
    let mut out = String::new();
    for checked in played.expectations.iter().filter(|checked| !checked.passed) {
        out += &expectation(checked, style);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    out
}

fn expectation(checked: &Checked, style: &Style) -> String {
    let mut out = String::new();
    let mark = if checked.passed { style.success("ok  ") } else { style.failure("NOT ") };
    let said = if checked.passed {
        checked.expect.clone()
    } else {
        format!("{}; found: {}", checked.expect, checked.found)
    };
    for (n, line) in style.wrap(&safe(&said), "     ", "       ").into_iter().enumerate() {
        let line = if n == 0 { format!(" {mark}{}", line.trim_start()) } else { line };
        let _ = writeln!(out, "{line}");
    }
    out
}

/// The verdict, in up to three words.
pub(super) fn verdict(played: &Played) -> &'static str {
    if played.passed {
        "passed"
    } else if played.lacks_only_rulings() {
        "NOT IN FORCE"
    } else {
        "FAILED"
    }
}

/// The day of the replay, and what was left out because of it.
pub(super) fn as_of(played: &Played) -> Option<String> {
    let day = played.as_of.as_ref()?;
    let printed = if played.as_printed.is_empty() {
        String::new()
    } else {
        format!("; as printed, before {}", played.as_printed.join(", "))
    };
    Some(format!("as of {day}{printed}"))
}

/// One step: its number, a bar for each enclosing sequence, what happens, and what that rests on.
pub(crate) fn step_text(step: &StepOut, quoted: &mut Quoted<'_>, style: &Style) -> String {
    let bars = "│ ".repeat(step.depth.min(MAX_INDENT_DEPTH));
    let first = format!("{:>3}  {bars}", step.n);
    let rest = format!("     {bars}  ");
    let mut out = String::new();
    for line in style.wrap(&safe(&step.text), &first, &rest) {
        let _ = writeln!(out, "{line}");
    }
    for line in style.wrap(&format!("[{}]", safe(&basis(step))), &rest, &format!("{rest} ")) {
        let _ = writeln!(out, "{}", style.aside(&line));
    }
    if let Some(quote) = quoted.next(step) {
        for line in style.wrap(&format!("{quote}”"), &format!("{rest}“"), &format!("{rest} ")) {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    }
    out
}

/// What a step rests on.
pub(super) fn basis(step: &StepOut) -> String {
    match step.basis {
        BasisKind::Ruling => {
            let standing = step.standing.as_ref().map_or_else(String::new, |s| format!("; {s}"));
            format!("{}{standing}", cited(step).unwrap_or_default())
        }
        BasisKind::Rulebook => {
            let digest = step.digest.as_ref().map_or_else(String::new, |id| format!("; {id}"));
            format!("rulebook: {}{digest}", step.clause.as_deref().unwrap_or_default())
        }
        BasisKind::Card => format!("card: {}", step.clause.as_deref().unwrap_or_default()),
        BasisKind::Program => format!("no rule; {}", step.clause.as_deref().unwrap_or_default()),
        BasisKind::Question => "no rule; the form of the answer".to_owned(),
        BasisKind::Unspecified => "not specified".to_owned(),
    }
}

/// The citation, as specific as possible, of a step that rests on a ruling.
pub fn cited(step: &StepOut) -> Option<String> {
    let ruling = step.ruling.as_ref()?;
    Some(step.clause.clone().unwrap_or_else(|| ruling.clone()))
}

/// The id or citation of the words that a step rests on: a ruling's, or those of a rule of the rulebook in
/// judge's own words.
pub fn linked(step: &StepOut) -> Option<String> {
    cited(step).or_else(|| step.digest.clone())
}

/// Why an answer is allowed or not; `words` is the text of the ruling this rests on.
pub(crate) fn why(answer: &Why, words: Option<&str>, style: &Style) -> String {
    let standing = answer.standing.as_ref().map_or(String::new(), |s| format!("; {s}"));
    let kind = match answer.rests_on {
        Some(BasisKind::Rulebook) => "rulebook: ",
        Some(BasisKind::Card) => "card: ",
        Some(BasisKind::Ruling | BasisKind::Unspecified | BasisKind::Program | BasisKind::Question)
        | None => "",
    };
    let basis = answer.basis.as_ref().map_or(String::new(), |b| format!(" [{kind}{b}{standing}]"));
    let mut out = String::new();
    let text = match left_out(&answer.left_out) {
        None => answer.text.clone(),
        Some(without) => format!("{}, {without}.", answer.text.trim_end_matches('.')),
    };
    for line in style.wrap(&safe(&format!("{text}{basis}")), "", "  ") {
        let _ = writeln!(out, "{line}");
    }
    let quotation = words.map(|words| (format!("“{}”", words.replace('\n', " ")), "  "));
    let stops = answer.stops.as_ref().map(|stops| (format!("The game waits: {stops}"), ""));
    for (text, first) in quotation.into_iter().chain(stops) {
        for line in style.wrap(&safe(&text), first, "  ") {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    }
    out
}

/// Expectations, and where the script ends.
pub(crate) fn tail(played: &Played, style: &Style) -> String {
    let mut out = String::from("\n");
    for checked in played.expectations.iter().filter(|checked| checked.passed) {
        out += &expectation(checked, style);
    }
    if let Some(stops) = &played.stops {
        for line in style.wrap(&safe(&format!("The game now waits: {stops}")), "  ", "    ") {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    }
    out
}

/// A scenario or variation in Markdown.
pub fn markdown(played: &Played, quotes: &Quotes) -> String {
    let left_out = left_out(&played.left_out).map_or_else(String::new, |what| format!(", {what}"));
    let verdict = verdict(played);
    let mut out = format!("## {} — {verdict}{left_out}\n\n{}\n\n", safe(&played.name), safe(&played.title));
    if let Some(day) = as_of(played) {
        let _ = writeln!(out, "{day}\n");
    }
    let mut quoted = Quoted::of(quotes);
    for step in &played.steps {
        let indent = "  ".repeat(step.depth.min(MAX_INDENT_DEPTH));
        let _ = writeln!(out, "{indent}- {}. {} [{}]", step.n, safe(&step.text), safe(&basis(step)));
        if let Some(quote) = quoted.next(step) {
            let _ = writeln!(out, "{indent}  > {quote}");
        }
    }
    out.push('\n');
    for checked in &played.expectations {
        let mark = if checked.passed { "x" } else { " " };
        let found = if checked.passed { String::new() } else { format!("; found: {}", checked.found) };
        let _ = writeln!(out, "- [{mark}] {}{}", safe(&checked.expect), safe(&found));
    }
    out
}

/// How many cards of each set are implemented to which extent.
pub(crate) fn card_coverage(rows: &[SetRow], style: &Style) -> String {
    let mut out = String::new();
    for game in Game::ALL {
        let of_game: Vec<&SetRow> = rows.iter().filter(|row| row.game == game).collect();
        if of_game.is_empty() {
            continue;
        }
        let _ = writeln!(
            out,
            "{}",
            style.title(&format!("{}: whole · part · none of so many cards", game.code()))
        );
        for row in &of_game {
            let _ = writeln!(
                out,
                "  {:>4} · {:>3} · {:>4} of {:>4}  {}",
                row.whole,
                row.part,
                row.none,
                row.cards,
                safe(&row.set)
            );
        }
        let sum = |of: fn(&SetRow) -> usize| of_game.iter().map(|row| of(row)).sum::<usize>();
        let (whole, cards) = (sum(|row| row.whole), sum(|row| row.cards));
        let _ = writeln!(
            out,
            "  {whole:>4} · {:>3} · {:>4} of {cards:>4}  in all: {} in 100 whole",
            sum(|row| row.part),
            sum(|row| row.none),
            whole * 100 / cards.max(1)
        );
    }
    out
}

/// The JSON output of a list of scenarios.
pub(crate) fn listed(all: &[About]) -> serde_json::Value {
    let one = |a: &About| {
        serde_json::json!({ "name": a.name, "title": a.title, "game": a.game, "rulings": a.rulings,
            "variations": a.variations })
    };
    serde_json::json!({ "scenarios": all.iter().map(one).collect::<Vec<_>>() })
}

/// Every ruling with its scenarios, its switch or "structural", or the reason why it has none.
pub fn coverage(coverage: &Coverage, style: &Style) -> String {
    let mut out = String::new();
    for row in &coverage.rulings {
        let kind = match row.kind {
            Some(PlayKind::Without) => "switch".to_owned(),
            Some(kind) => kind.to_string(),
            None => "NOTHING SAID".to_owned(),
        };
        let mark = if row.gap { style.failure("GAP ") } else { String::new() };
        let house = if row.house { "[House] " } else { "" };
        let _ = writeln!(out, "{mark}{house}{}  {kind}", style.citation(&row.ruling));
        for line in said(row, style) {
            let _ = writeln!(out, "{line}");
        }
    }
    let gaps = coverage.gaps().count();
    let _ = writeln!(out, "\n{}, {}.", pluralize(coverage.rulings.len(), "ruling"), pluralize(gaps, "gap"));
    out
}

fn said(row: &RulingCoverage, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(text) = &row.text {
        lines.extend(style.wrap(&safe(text), "    ", "    "));
    }
    if !row.scenarios.is_empty() {
        let shown = format!("scenarios: {}", row.scenarios.join(", "));
        lines.extend(style.wrap(&safe(&shown), "    ", "      ").iter().map(|l| style.aside(l)));
    }
    lines
}

/// The text of every clause that the steps cite.
pub(crate) fn quotes(corpus: &Corpus, played: &[Played]) -> Quotes {
    let citations = played.iter().flat_map(|p| &p.steps).filter_map(cited);
    citations.filter_map(|c| quoted(corpus, &c).map(|words| (c, words))).collect()
}

/// The text of a citation: the clause, or for a whole entry its first clause with a remark that there are
/// more.
pub(crate) fn quoted(corpus: &Corpus, citation: &str) -> Option<String> {
    if citation.contains('#') {
        return corpus.clause(citation);
    }
    let clauses = corpus.ruling(citation)?.clauses();
    let more = if clauses.len() > 1 { " […]" } else { "" };
    clauses.first().map(|first| format!("{first}{more}"))
}
