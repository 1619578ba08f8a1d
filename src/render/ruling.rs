//! A ruling in full or on one line, for the terminal and as Markdown.

use std::fmt::Write;

use super::style::{Style, safe};
use super::undecided::Undecided;
use crate::corpus::digest::{Certain, DigestInfo};
use crate::corpus::history::ByTag;
use crate::corpus::newer::NewerKnown;
use crate::corpus::ruling::CardRef;
use crate::corpus::{Authority, Day, Game, Ruling, markdown};
use crate::search::passage;

/// Sections with more lines than this are abridged to what surrounds the match.
const MAX_LINES: usize = 16;

/// What to show of a ruling.
#[derive(Debug, Clone, Copy, Default)]
pub struct View<'a> {
    /// The day of `--as-of`.
    pub day: Option<Day>,
    /// What the printed version tag reveals about that day, if no document held covers it.
    pub by_tag: Option<&'a ByTag>,
    /// The words that matched, as character ranges in [`Ruling::text`].
    pub highlights: &'a [(usize, usize)],
    /// Whether to abridge a long section.
    pub brief: bool,
    /// What an abridged section is to show, as a character range in [`Ruling::text`].
    pub excerpt: Option<(usize, usize)>,
    /// Whether it is presented as deciding a question.
    pub decides: bool,
}

impl View<'_> {
    /// Whether it was in force on the day, according to a document held or its version tag.
    pub(crate) fn is_in_force(&self, ruling: &Ruling) -> bool {
        ruling.is_in_force(self.day) || self.by_tag.is_some()
    }
}

/// The line with citation, game and date.
fn head(ruling: &Ruling, view: View<'_>, style: &Style) -> String {
    let day = view.day;
    let tail = match dated(ruling, day) {
        Some(date) => format!("{} · {date}", ruling.game.code()),
        None => ruling.game.code().to_owned(),
    };
    let mut out = String::new();
    match ruling.authority {
        Authority::Official => {}
        Authority::House => out += &style.warning("[House] "),
        Authority::Digest => out += &style.own_words("[Digest] "),
    }
    let _ = write!(
        out,
        "{} {}",
        style.citation(&safe(&ruling.citation_on(day))),
        style.aside(&format!("· {tail}"))
    );
    if !ruling.is_in_force(day) {
        let _ = write!(out, " {}", style.warning(&not_in_force(ruling, view)));
    }
    out
}

/// The date of the cited document, unless the citation contains it. A digest entry known from elsewhere than
/// the rulebook does not get the rulebook's date.
pub(super) fn dated(ruling: &Ruling, day: Option<Day>) -> Option<String> {
    let document = ruling.document_on(day);
    let elsewhere = ruling.digest.as_ref().is_some_and(|d| d.page.is_none());
    let said = elsewhere || document.cite.contains(&document.shown_date);
    (!said).then(|| document.shown_date.clone())
}

pub(super) fn not_in_force(ruling: &Ruling, view: View<'_>) -> String {
    if let Some(known) = view.by_tag {
        return format!("[{}]", safe(&known.shown()));
    }
    match (view.day, ruling.in_force.first()) {
        (Some(day), Some(first)) if day < first.from => format!("[not yet in force on {day}]"),
        (Some(day), _) => format!("[not in force on {day}]"),
        (None, _) => "[no longer in force]".to_owned(),
    }
}

/// The ruling in full, for the terminal.
pub fn text(ruling: &Ruling, view: View<'_>, style: &Style) -> String {
    let mut out = String::new();
    let head_text = head(ruling, view, &Style { colour: false, ..*style });
    if unicode_width::UnicodeWidthStr::width(head_text.as_str()) <= style.width {
        let _ = writeln!(out, "{}", head(ruling, view, style));
    } else {
        for line in style.wrap(&head_text, "", "    ") {
            let _ = writeln!(out, "{}", style.citation(&line));
        }
    }
    for line in style.wrap(&format!("{}  {}", safe(&ruling.shown_title()), ruling.id), "", "  ") {
        let _ = writeln!(out, "{}", style.title(&line));
    }
    if let Some(house) = &ruling.house {
        let _ =
            writeln!(out, "{}", style.warning(&format!("House ruling by {}. Not official.", safe(house))));
    }
    out.push('\n');
    match &ruling.digest {
        Some(digest) => digest_text(ruling, digest, view, style, &mut out),
        None => body(ruling, view, style, &mut out),
    }
    out
}

/// The introduction of a rule in judge's own words, so that it is not mistaken for the rulebook's.
pub(crate) fn introduction(ruling: &Ruling, digest: &DigestInfo, decides: bool) -> String {
    let place = digest.place();
    let book = match ruling.game {
        Game::Lcg => "The core rulebook",
        Game::Tcg => "The rulebook",
    };
    // What is no page of the rulebook need not be the publisher's.
    let from_page = digest.page.is_some();
    let stands = match (decides, from_page) {
        (true, true) => format!("{book} decides this ({place})"),
        (true, false) => format!("The rules, as known from {place}, decide this"),
        (false, true) => format!("{book}: {place}"),
        (false, false) => format!("The rules, as known from {place}"),
    };
    let stands = match (decides, digest.certain) {
        (_, Certain::Yes) => format!("{stands}."),
        (true, Certain::Likely) => format!("{stands}: likely, not certain."),
        (false, Certain::Likely) => format!("{stands}. Likely, not certain."),
    };
    format!("{stands} In judge's words:")
}

/// A rule in judge's own words, always without a margin, which would look like a quotation.
fn digest_text(ruling: &Ruling, digest: &DigestInfo, view: View<'_>, style: &Style, out: &mut String) {
    for line in style.wrap(&safe(&introduction(ruling, digest, view.decides)), "", "  ") {
        let _ = writeln!(out, "{}", style.own_words(&line));
    }
    for block in markdown::plain(&ruling.answer).split('\n') {
        for line in style.wrap(&safe(block), "  ", "  ") {
            let _ = writeln!(out, "{}", line.trim_end());
        }
    }
    if let Some(later) = later(ruling, digest) {
        for line in style.wrap(&safe(&later), "  ", "    ") {
            let _ = writeln!(out, "{}", style.warning(&line));
        }
    }
}

/// What introduced a rule that came after the first rulebook.
pub(crate) fn later(ruling: &Ruling, digest: &DigestInfo) -> Option<String> {
    let later = digest.later.as_ref()?;
    let version = later.starts_with(|c: char| c.is_ascii_digit());
    let since = ruling.in_force.first().filter(|_| version);
    Some(match since {
        Some(span) if digest.later_held => format!("Only since FAQ v{later} ({}).", span.from),
        Some(span) => format!("Only since FAQ v{later} ({}), which is not held.", span.from),
        None => format!("Only since {later}."),
    })
}

/// The character range of a clause (counted from 1) in [`Ruling::text`].
pub(crate) fn clause(ruling: &Ruling, number: &str) -> Option<(usize, usize)> {
    let number: usize = number.parse().ok()?;
    let text = ruling.text();
    // The answer is at the end of the text.
    let mut at = text.len() - markdown::plain(&ruling.answer).len();
    for (n, clause) in ruling.clauses().iter().enumerate() {
        let begin = at + text.get(at..)?.find(clause.as_str())?;
        at = begin + clause.len();
        if n + 1 == number {
            let characters = |end: usize| text[..end].chars().count();
            return Some((characters(begin), characters(at)));
        }
    }
    None
}

/// A plain text with highlighted character ranges.
pub(super) type Marked = (String, Vec<(usize, usize)>);

/// Answer and question of a ruling, each with its highlights.
pub(super) fn with_marks(ruling: &Ruling, view: View<'_>) -> (Marked, Option<Marked>) {
    let question = ruling.question.as_deref().map(markdown::plain);
    let length = question.as_ref().map_or(0, |q| q.chars().count());
    let skipped = answer_start(question.as_deref());
    let behind = view.highlights.iter().filter(|(from, _)| *from >= skipped);
    let in_answer = behind.map(|(from, to)| (from - skipped, to - skipped)).collect();
    let in_question = view.highlights.iter().copied().filter(|(_, to)| *to <= length).collect();
    ((markdown::plain(&ruling.answer), in_answer), question.map(|question| (question, in_question)))
}

/// Where the answer starts in the full text, in characters: behind the question and a blank line.
fn answer_start(question: Option<&str>) -> usize {
    question.map_or(0, |question| question.chars().count() + 2)
}

/// Appends the answer, followed by the question.
fn body(ruling: &Ruling, view: View<'_>, style: &Style, out: &mut String) {
    let (answer, question) = with_marks(ruling, view);
    let start = answer_start(question.as_ref().map(|(question, _)| question.as_str()));
    let excerpt = view.excerpt.and_then(|(from, _)| from.checked_sub(start)).unwrap_or(0);
    paragraphs(&answer, view.brief.then_some((ruling, excerpt)), style, out);
    if let Some(question) = question {
        out.push('\n');
        let _ = writeln!(out, "{}", style.aside("  The question:"));
        paragraphs(&question, None, style, out);
    }
}

/// Appends paragraphs with a margin. The margin of a line with a match is ">", to be found without colour.
/// A long text is abridged if it can be read in full in a ruling `whole`: it then begins with the paragraph
/// in which the given character stands.
fn paragraphs((text, marks): &Marked, whole: Option<(&Ruling, usize)>, style: &Style, out: &mut String) {
    let blocks: Vec<&str> = text.split('\n').collect();
    let lines_in = |block: &&str| block.chars().count() / style.width.saturating_sub(2).max(1) + 1;
    let whole = whole.filter(|_| blocks.iter().map(lines_in).sum::<usize>() > MAX_LINES);
    let shown = match whole {
        Some((_, character)) => around(text.chars().take(character).filter(|c| *c == '\n').count(), &blocks),
        None => 0..blocks.len(),
    };
    if shown.start > 0 {
        let _ = writeln!(out, "{}", style.aside("  […]"));
    }
    let mut start = 0;
    for (n, block) in blocks.iter().enumerate() {
        let length = block.chars().count();
        if shown.contains(&n) {
            let own = passage::between(marks, start, start + length);
            let own: Vec<(usize, usize)> = own.map(|(from, to)| (from - start, to - start)).collect();
            paragraph(block, &own, style, out);
        }
        start += length + 1;
    }
    if let Some((whole, _)) = whole.filter(|_| shown.end < blocks.len() || shown.start > 0) {
        let _ = writeln!(out, "{}", style.aside(&format!("  […] whole: judge show {}", whole.id)));
    }
}

/// The range of blocks from the best one on; blank lines are blocks of their own.
fn around(best: usize, blocks: &[&str]) -> std::ops::Range<usize> {
    let end = (best + 3).min(blocks.len());
    let to = (best + 1..end).rev().find(|n| !blocks[*n].is_empty()).map_or(best + 1, |n| n + 1);
    best..to
}

fn paragraph(block: &str, marks: &[(usize, usize)], style: &Style, out: &mut String) {
    if block.is_empty() {
        out.push('\n');
        return;
    }
    let safe_block = safe(block);
    let hanging = block.find(' ').filter(|n| is_list_mark(&block[..*n])).map_or(0, |n| n + 1);
    let narrow = Style { width: style.width.saturating_sub(2).max(10), ..*style };
    let mut at = 0;
    for line in narrow.wrap(&safe_block, "", &" ".repeat(hanging)) {
        let words = line.trim_start();
        let indent = &line[..line.len() - words.len()];
        let length = words.chars().count();
        // Wrapping drops the space at a line break, and nothing else.
        let chars: Vec<char> = safe_block.chars().skip(at).take_while(|c| *c == ' ').collect();
        at += chars.len();
        let own: Vec<(usize, usize)> = marks
            .iter()
            .filter(|(from, to)| *from < at + length && *to > at)
            .map(|(from, to)| (from.saturating_sub(at), (to - at).min(length)))
            .collect();
        let margin = if own.is_empty() { "  " } else { "> " };
        let _ = writeln!(out, "{margin}{indent}{}", marked(words, &own, style));
        at += length;
    }
}

fn is_list_mark(word: &str) -> bool {
    word == "-"
        || word
            .strip_suffix(['.', ')'])
            .is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()) && !n.is_empty())
}

fn marked(line: &str, marks: &[(usize, usize)], style: &Style) -> String {
    if !style.colour || marks.is_empty() {
        return line.to_owned();
    }
    let chars: Vec<char> = line.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    for (from, to) in marks {
        let (from, to) = ((*from).min(chars.len()), (*to).min(chars.len()));
        if from < at {
            continue;
        }
        out.extend(&chars[at..from]);
        out.push_str(&style.mark(&chars[from..to].iter().collect::<String>()));
        at = to;
    }
    out.extend(&chars[at..]);
    out
}

/// A list of ids; house rulings are labelled.
fn ids(ids: &[String], house: &[String]) -> String {
    let label = |id: &String| if house.contains(id) { format!("[House] {id}") } else { id.clone() };
    ids.iter().map(label).collect::<Vec<_>>().join(", ")
}

/// The warning that a later document is known, which affects how reliable the quotation is.
pub(crate) fn newer(newer: &NewerKnown, style: &Style) -> String {
    let line = |line: String| format!("{}\n", style.warning(&line));
    let sentence = |sentence: String| style.wrap(&safe(&sentence), "", "  ");
    newer.sentences().into_iter().flat_map(sentence).map(line).collect()
}

/// Corrections and references of a ruling, in both directions; `house` are the house rulings among them.
pub(crate) fn notes(ruling: &Ruling, house: &[String], style: &Style) -> String {
    let mut out = String::new();
    let mut note = |label: &str, text: String| {
        let lines = style.wrap(&format!("{label}: {}", safe(&text)), "  ", "    ");
        for line in lines {
            let _ = writeln!(out, "{}", style.aside(&line));
        }
    };
    if !ruling.section.is_empty() {
        note("Section", ruling.section.join(" › "));
    }
    if let Some(digest) = &ruling.digest {
        notes_of_rule(ruling, digest, &mut note);
        return out;
    }
    note("Stands in", ruling.documents.iter().map(|d| d.shown()).collect::<Vec<_>>().join("; "));
    let lists = [
        ("Since version", ruling.since.clone().unwrap_or_default()),
        ("Cards", ruling.cards.iter().map(card_name).collect::<Vec<_>>().join(", ")),
        ("Part of", ids(ruling.part_of.as_slice(), house)),
        ("Parts", ids(&ruling.parts, house)),
        ("Refers to", ids(&ruling.see, house)),
        ("Referred to by", ids(&ruling.seen_from, house)),
        ("The rulebook's rule, in judge's words", ruling.rules.join(", ")),
    ];
    for (label, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        note(label, list);
    }
    for c in &ruling.corrections {
        if c.printed == c.corrected {
            note("Read", format!("{} is {}", c.printed, c.why));
        } else {
            note("Corrected", format!("“{}” to “{}”: {}", c.printed, c.corrected, c.why));
        }
    }
    out
}

/// A card's name, with its number if it has one.
fn card_name(card: &CardRef) -> String {
    card.number.as_ref().map_or_else(|| card.name.clone(), |number| format!("{} ({number})", card.name))
}

/// Appends the notes on a rule in judge's own words.
fn notes_of_rule(ruling: &Ruling, digest: &DigestInfo, note: &mut dyn FnMut(&str, String)) {
    if let (Some(_), Some(source)) = (&digest.page, &digest.source) {
        note("Known from", source.clone());
    }
    let lists = [
        ("Changed by", &digest.changed_by),
        ("Official since", &digest.official),
        ("See", &ruling.see),
        ("Seen from", &ruling.seen_from),
        ("Defines", &digest.defines),
        ("Shown by steps of a replay", &digest.shown_by),
    ];
    for (label, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        note(label, list.join(", "));
    }
}

/// The maximum number of scenarios named next to an answer.
const MAX_SCENARIOS_BESIDE: usize = 2;

/// The kept scenarios that demonstrate a ruling; next to an answer, only the first few.
pub(crate) fn scenarios(ruling: &Ruling, beside: bool) -> Option<String> {
    let names = &ruling.scenarios;
    let shown = if beside { names.len().min(MAX_SCENARIOS_BESIDE) } else { names.len() };
    let more = match names.len() - shown {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (shown > 0).then(|| format!("(judge replay NAME): {}{more}", names[..shown].join(", ")))
}

/// A title is omitted rather than cut to fewer characters than this.
const MIN_TITLE_WIDTH: usize = 8;

/// A single line: position among the results, id and title.
pub(crate) fn short_line(ruling: &Ruling, day: Option<Day>, place: usize, style: &Style) -> String {
    let force = if ruling.is_in_force(day) { "" } else { " [not in force]" };
    let lead = format!("{place:>2}  {}{}{force}", ruling.label(), ruling.id);
    let title = ruling.shown_title();
    let left = style.width.saturating_sub(lead.chars().count() + 2);
    if lead.chars().count() > style.width {
        // An id that is cut off cannot be asked for.
        let lines = style.wrap(&safe(&lead), "", "    ");
        return lines.iter().map(|line| style.citation(line)).collect::<Vec<_>>().join("\n");
    }
    let lead = style.citation(&safe(&lead));
    if left < MIN_TITLE_WIDTH { lead } else { format!("{lead}  {}", Style::cut(&safe(&title), left)) }
}

/// A single line: game, citation, title, and the beginning of the text.
pub(crate) fn line(ruling: &Ruling, view: View<'_>, number: Option<usize>, style: &Style) -> String {
    let day = view.day;
    let house = ruling.label();
    let force = if view.is_in_force(ruling) { "" } else { " [not in force]" };
    let number = number.map_or(String::new(), |n| format!("{n:>2}  "));
    let citation = ruling.citation_on(day);
    let title = ruling.shown_title();
    let lead = format!("{number}{} {house}{citation}{force}", ruling.game.code());
    let begins = markdown::plain(beginning(&ruling.answer, 2 * style.width)).replace('\n', " ");
    let rest =
        if citation.contains(title.trim_matches(['[', ']'])) { begins } else { format!("{title}: {begins}") };
    let indent = " ".repeat(number.len());
    let mut out = String::new();
    for (n, part) in style.wrap(&safe(&lead), "", &format!("{indent}    ")).into_iter().enumerate() {
        let _ = write!(out, "{}{}", if n > 0 { "\n" } else { "" }, style.citation(&part));
    }
    let _ = write!(
        out,
        "\n{indent}    {}",
        Style::cut(&safe(&rest), style.width.saturating_sub(indent.len() + 4))
    );
    out
}

/// The first paragraphs of a text, at least `enough` bytes.
fn beginning(markdown: &str, enough: usize) -> &str {
    let cut = markdown.match_indices("\n\n").map(|(at, _)| at).find(|at| *at >= enough);
    &markdown[..cut.unwrap_or(markdown.len())]
}

/// Notices to accompany a ruling that is passed on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around<'t> {
    /// Above it: documents of the day that are not held.
    pub not_held: &'t [String],
    /// Above it: that it does not decide the question.
    pub undecided: Option<&'t Undecided>,
    /// Later documents known but not held, listed below the ruling.
    pub newer: &'t [NewerKnown],
}

/// The ruling in Markdown, with notices.
pub fn markdown_with(ruling: &Ruling, view: View<'_>, around: Around<'_>) -> String {
    let mut above: String =
        around.not_held.iter().map(|sentence| format!("*{}*\n\n", safe(sentence))).collect();
    above += &around.undecided.map_or_else(String::new, Undecided::markdown);
    let below = around.newer.iter().filter(|newer| newer.game == ruling.game);
    let below: String = below.map(|newer| format!("\n*{}*\n", safe(&newer.shown()))).collect();
    above + &markdown(ruling, view) + &below
}

/// Appends a quotation in Markdown.
fn quoted(markdown: &str, out: &mut String) {
    for line in safe(markdown).lines() {
        let _ = writeln!(out, "{}", format!("> {line}").trim_end());
    }
}

/// The ruling in Markdown: a quotation with its citation, which says if words in it were marked.
pub fn markdown(ruling: &Ruling, view: View<'_>) -> String {
    let day = view.day;
    let mut out = String::new();
    let label = ruling.label();
    let _ =
        writeln!(out, "**{label}{}** — {}\n", safe(&ruling.citation_on(day)), safe(&ruling.shown_title()));
    if let Some(digest) = &ruling.digest {
        markdown_of_rule(ruling, digest, view, &mut out);
        return out;
    }
    let ((_, in_answer), question) = with_marks(ruling, view);
    let answer = markdown::marked(&ruling.answer, &in_answer);
    let mut is_marked = answer != ruling.answer;
    quoted(&answer, &mut out);
    if let (Some(markdown), Some((_, in_question))) = (&ruling.question, question) {
        let marked = markdown::marked(markdown, &in_question);
        is_marked |= marked != *markdown;
        let _ = writeln!(out, "\nThe question:\n");
        quoted(&marked, &mut out);
    }
    let document = ruling.document_on(day);
    let force =
        if ruling.is_in_force(day) { String::new() } else { format!(", {}", not_in_force(ruling, view)) };
    let house = ruling.house.as_ref().map_or(String::new(), |h| format!(", house ruling by {}", safe(h)));
    let marks = if is_marked { format!(", {}", markdown::ADDED) } else { String::new() };
    let _ = writeln!(
        out,
        "\n{}, {}, {} (`{}`{house}{force}{marks})",
        ruling.game.name(),
        safe(&document.cite),
        document.shown_date,
        ruling.id
    );
    out
}

/// A rule in judge's own words in Markdown, without anything that looks like a quotation.
fn markdown_of_rule(ruling: &Ruling, digest: &DigestInfo, view: View<'_>, out: &mut String) {
    let _ =
        writeln!(out, "*{}*\n\n{}", safe(&introduction(ruling, digest, view.decides)), safe(&ruling.answer));
    if let Some(later) = later(ruling, digest) {
        let _ = writeln!(out, "\n{}", safe(&later));
    }
    let force = if ruling.is_in_force(view.day) {
        String::new()
    } else {
        format!(", {}", not_in_force(ruling, view))
    };
    let name = ruling.game.name();
    let _ = writeln!(out, "\n{name}, a rule in judge's words, not the publisher's (`{}`{force})", ruling.id);
}
