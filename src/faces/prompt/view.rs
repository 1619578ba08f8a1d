//! Draws the prompt: input, filters, results beside (in a narrow window: above) the full ruling, and the
//! keys. Uses weight and inversion but no colours, to be legible in every terminal.

use std::ops::Range;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use unicode_width::UnicodeWidthChar;

use super::model::{MAX_RESULTS, Model};
use crate::corpus::Authority;
use crate::render::Style as Plain;
use crate::render::ruling;
use crate::render::style::safe;
use crate::search::AnswerKind;
use crate::search::query::Filters;

/// In terminals with fewer columns than this, the ruling is below the results.
const MIN_WIDTH_BESIDE: u16 = 80;
/// What precedes the input.
const LEAD: &str = "> ";

pub fn draw(frame: &mut Frame<'_>, model: &mut Model) {
    let keys = keys(frame.area());
    let [typed, chips, body, help] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(keys.len() as u16),
    ])
    .areas(frame.area());
    self::typed(frame, model, typed);
    frame.render_widget(Line::from(self::chips(model, frame.area().width < MIN_WIDTH_BESIDE)), chips);
    let dim = Style::new().add_modifier(Modifier::REVERSED);
    let keys = keys.into_iter().map(|k| Line::styled(format!("{k:<0$}", usize::from(help.width)), dim));
    frame.render_widget(Paragraph::new(keys.collect::<Vec<_>>()), help);
    if let Some(from) = model.help {
        model.window = usize::from(body.height);
        model.help = Some(self::help(frame, body, from));
    } else if frame.area().width >= MIN_WIDTH_BESIDE {
        let left = Constraint::Length(frame.area().width * 2 / 5);
        let [list, gap, whole] =
            Layout::horizontal([left, Constraint::Length(1), Constraint::Min(1)]).areas(body);
        self::list(frame, model, list);
        frame.render_widget(Paragraph::new(vec![Line::from("│"); usize::from(gap.height)]), gap);
        self::whole(frame, model, whole);
    } else {
        let above = Constraint::Length((body.height / 4).max(1));
        let [list, gap, whole] =
            Layout::vertical([above, Constraint::Length(1), Constraint::Min(1)]).areas(body);
        self::list(frame, model, list);
        frame.render_widget(Line::from("─".repeat(usize::from(gap.width))), gap);
        self::whole(frame, model, whole);
    }
}

/// The input line, scrolled so that the cursor is visible.
fn typed(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let room = usize::from(area.width).saturating_sub(LEAD.len() + 1);
    let width = |c: char| UnicodeWidthChar::width(c).unwrap_or(1);
    let (mut begin, mut column) = (model.cursor, LEAD.len());
    let before: Vec<char> = model.typed.chars().take(model.cursor).collect();
    while begin > 0 && column - LEAD.len() + width(before[begin - 1]) <= room {
        begin -= 1;
        column += width(before[begin]);
    }
    // The input is shown on a single line, even if line ends were pasted into it.
    let shown = model.typed.chars().skip(begin).take(usize::from(area.width));
    let shown: String = shown.map(|c| if c == '\n' { ' ' } else { c }).collect();
    let line = if model.typed.is_empty() {
        Line::from(vec![Span::raw(LEAD), Span::styled("type what the player said", Modifier::DIM)])
    } else {
        Line::from(vec![Span::raw(LEAD), Span::styled(safe(&shown).into_owned(), Modifier::BOLD)])
    };
    frame.render_widget(line, area);
    frame.set_cursor_position(Position::new(area.x + column as u16, area.y));
}

/// The active filters, and the number of results, which has to fit in narrow windows, too.
fn chips(model: &Model, narrow: bool) -> Vec<Span<'static>> {
    let chip = |text: String, on: bool| {
        let weight = if on { Modifier::BOLD | Modifier::REVERSED } else { Modifier::empty() };
        Span::styled(format!("[{text}]"), weight)
    };
    let both = if narrow { "both" } else { "both games" };
    let game = model.only_game().map_or(both, |g| g.code()).to_owned();
    let words = match (model.official, narrow) {
        (true, true) => "official",
        (true, false) => "official only",
        (false, true) => "+rulebook",
        (false, false) => "official and rulebook",
    };
    let words = words.to_owned();
    let count = match (&model.opened.last(), model.kind, model.results.rulings.len()) {
        (Some(list), _, _) => format!(" from {}", list.of),
        (None, None, _) => String::new(),
        (None, Some(AnswerKind::Nearest), MAX_RESULTS..) => format!(" undecided, {MAX_RESULTS} or more near"),
        (None, Some(AnswerKind::Nearest), n) => format!(" undecided, {n} near"),
        (None, Some(_), MAX_RESULTS..) => format!(" {MAX_RESULTS} or more found"),
        (None, Some(_), n) => format!(" {n} found"),
    };
    let mut chips = vec![
        chip(game, model.only_game().is_some()),
        Span::raw(" "),
        chip(words, model.official),
        Span::raw(count),
    ];
    let typed = typed_filters(&model.filters).into_iter();
    for filter in typed.chain(day(model, narrow)) {
        chips.extend([Span::raw(" "), chip(safe(&filter).into_owned(), true)]);
    }
    chips
}

/// The day searched as of, if given.
fn day(model: &Model, narrow: bool) -> Option<String> {
    let day = model.day.map_or_else(|| "latest".to_owned(), |day| day.to_string());
    let shown = model.dated || model.day.is_some();
    shown.then(|| if narrow { day } else { format!("as of {day}") })
}

/// The filters within the input, except for the game, which is shown separately.
fn typed_filters(filters: &Filters) -> Vec<String> {
    let named = |field: &'static str| move |value: &str| format!("{field}: {value}");
    let cards = filters.cards.iter().map(|card| named("card")(card));
    let kinds = filters.kinds.iter().map(|kind| named("kind")(kind.word()));
    let documents = filters.documents.iter().map(|document| named("document")(document));
    let number = filters.number.as_deref().map(named("number"));
    let section = filters.section.as_deref().map(named("section"));
    cards.chain(kinds).chain(documents).chain(number).chain(section).collect()
}

/// The results, one line each.
fn list(frame: &mut Frame<'_>, model: &Model, area: Rect) {
    let list = model.list();
    let (height, width) = (usize::from(area.height), usize::from(area.width));
    let first = (list.chosen + 1).saturating_sub(height);
    let lines = list.rulings.iter().enumerate().skip(first).take(height).map(|(n, listed)| {
        // The title is more informative than the id. Both the id and what the version tag reveals are shown
        // with the full ruling.
        let in_force = listed.view(model.day).is_in_force(&listed.ruling);
        let force = if in_force { "" } else { "[not in force] " };
        let title = listed.ruling.shown_title();
        let (game, label) = (listed.ruling.game.code(), listed.ruling.label());
        let line = Plain::cut(&format!("{:>2} {game} {label}{force}{}", n + 1, safe(&title)), width);
        let style = if n == list.chosen { Modifier::REVERSED } else { Modifier::empty() };
        Line::styled(format!("{line:<width$}"), style)
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
}

/// The selected ruling in full; the last line says if there is more. Until the user scrolls, the deciding
/// sentence is shown directly below the citation, however small the window.
fn whole(frame: &mut Frame<'_>, model: &mut Model, area: Rect) {
    let (height, width) = (usize::from(area.height), usize::from(area.width));
    let Text { mut lines, cited, decides } = text(model, width);
    let most = lines.len().saturating_sub(height);
    let scrolled = model.list().scrolled.map(|scrolled| scrolled.min(most));
    if let Some(list) = model.opened.last_mut() {
        list.scrolled = scrolled;
    } else {
        model.results.scrolled = scrolled;
    }
    let above = if scrolled.is_none() && most > 0 && decides.end >= height && decides.start > cited {
        pinned(model, width)
    } else {
        Vec::new()
    };
    model.from = if above.is_empty() { scrolled.unwrap_or(0) } else { decides.start };
    model.window = height.saturating_sub(above.len());
    let begun = above.len();
    let below = lines.len().saturating_sub(model.from + model.window);
    let mut shown = above;
    shown.extend(lines.drain(model.from..).take(model.window));
    if shown.len() > begun + 1
        && (below > 0 || begun > 0)
        && let Some(last) = shown.last_mut()
    {
        let above = if begun > 0 { model.from } else { 0 };
        *last = Line::styled(more(above, below + usize::from(below > 0)), Modifier::DIM);
    }
    frame.render_widget(Paragraph::new(shown), area);
}

/// The line that says how much is hidden above and below.
fn more(above: usize, below: usize) -> String {
    match (above, below) {
        (0, below) => format!("… {below} more lines: PgDn"),
        (above, 0) => format!("… {above} lines above: PgUp"),
        (above, below) => format!("… {above} above, {below} below: PgUp/Dn"),
    }
}

/// The lines that stay above the deciding sentence: another likely ruling, and the citation.
fn pinned(model: &Model, width: usize) -> Vec<Line<'static>> {
    let Some(listed) = model.chosen() else { return Vec::new() };
    let doubt = model.doubt.as_ref().filter(|_| is_first(model));
    let citation = format!("{}{}", listed.ruling.label(), listed.ruling.citation_on(model.day));
    let cut = |line: &str| Line::styled(Plain::cut(&safe(line), width), Modifier::BOLD);
    doubt.into_iter().chain([&citation]).map(|line| cut(line)).collect()
}

/// Whether the first result is selected, which is shown with the remarks on the question.
fn is_first(model: &Model) -> bool {
    model.opened.is_empty() && model.results.chosen == 0
}

/// The complete text about the selected ruling.
#[derive(Default)]
struct Text {
    lines: Vec<Line<'static>>,
    /// The line with its citation.
    cited: usize,
    /// The deciding lines, or else the first lines of the ruling's words. Empty if nothing decides, which is
    /// stated above.
    decides: Range<usize>,
}

/// What stands above the ruling, in bold: a note, and what there is to say about the whole answer.
fn above(model: &Model, plain: &Plain) -> Vec<Line<'static>> {
    let mut above = model.not_held.clone();
    if is_first(model) {
        above.extend(model.remarks.iter().cloned());
        above.extend((model.kind == Some(AnswerKind::None)).then(|| "Nothing found.".to_owned()));
    }
    if let Some(undecided) = model.chosen().and_then(|listed| listed.undecided.as_ref()) {
        above.extend(undecided.lines.iter().cloned().chain([undecided.lead.to_owned()]));
    }
    let note = plain.wrap(&safe(&model.note), "", "").into_iter().filter(|_| !model.note.is_empty());
    note.chain(above.iter().flat_map(|text| plain.wrap(&safe(text), "", "  "))).map(strong).collect()
}

fn strong(line: String) -> Line<'static> {
    Line::styled(line, Modifier::BOLD)
}

fn text(model: &Model, width: usize) -> Text {
    let plain = Plain::plain(width);
    let mut lines = above(model, &plain);
    let Some(listed) = model.chosen() else { return Text { lines, ..Text::default() } };
    if !lines.is_empty() {
        lines.push(Line::default());
    }
    let cited = lines.len();
    let said = ruling::text(&listed.ruling, listed.view(model.day), &plain);
    let official = listed.ruling.authority == Authority::Official;
    let is_marked = |line: &str| line.starts_with("> ") && official;
    for (n, line) in said.lines().enumerate() {
        let strong = n == 0 || is_marked(line);
        lines.push(Line::styled(line.to_owned(), if strong { Modifier::BOLD } else { Modifier::empty() }));
    }
    let decides =
        if listed.undecided.is_none() && model.note.is_empty() { deciding(&said, is_marked) } else { 0..0 };
    let decides = cited + decides.start..cited + decides.end;
    for newer in &listed.known.newer {
        lines.push(Line::default());
        lines.extend(plain.wrap(&safe(&newer.shown()), "", "  ").into_iter().map(strong));
    }
    if is_first(model) && !model.questions.is_empty() {
        lines.push(Line::default());
        lines.push(strong("Question by question".to_owned()));
        for question in &model.questions {
            lines.extend(plain.wrap(&safe(&question.question), "", "").into_iter().map(Line::from));
            lines.extend(plain.wrap(&safe(&question.answered), "→ ", "  ").into_iter().map(Line::from));
        }
    }
    let refers = plain.wrap(&format!("Refers to: {}", listed.ruling.see.join(", ")), "", "  ");
    if !listed.ruling.see.is_empty() {
        lines.push(Line::default());
        lines.extend(refers.into_iter().map(|l| Line::styled(l, Modifier::DIM)));
    }
    Text { lines, cited, decides }
}

/// The deciding lines of a ruling: those highlighted, or else the first lines of its words, which follow the
/// first blank line.
fn deciding(said: &str, is_marked: impl Fn(&str) -> bool) -> Range<usize> {
    let marked = || said.lines().enumerate().filter(|(_, line)| is_marked(line)).map(|(n, _)| n);
    match (marked().next(), marked().last()) {
        (Some(first), Some(last)) => first..last + 1,
        _ => {
            let begin = said.lines().position(str::is_empty).map_or(0, |n| n + 1);
            begin..begin + 1
        }
    }
}

/// The help lines. If they need more than an eighth of the window, only some of the keys, the one for help
/// first.
fn keys(window: Rect) -> Vec<String> {
    let all = "Enter print  ↑↓ choose  PgDn scroll  Tab refers to  Esc back  ^Y copy  ^G game  ^O official  F1 keys  ^C quit";
    let few = "F1 keys  Enter print  Esc back  ^C quit";
    let fewest = "F1 keys  Enter print  ^C quit";
    let most = usize::from(window.height / 8).max(1);
    let wrapped = |keys: &str| Plain::plain(usize::from(window.width)).wrap(keys, " ", " ");
    let fits = [all, few].into_iter().map(wrapped).find(|lines| lines.len() <= most);
    fits.unwrap_or_else(|| wrapped(fewest).into_iter().take(1).collect())
}

/// Every key with its effect.
const KEYS: [(&str, &str); 16] = [
    ("Enter", "prints the ruling with its citation and leaves"),
    ("Up, Down", "choose another"),
    ("PgUp, PgDn", "scroll the ruling"),
    ("Tab", "opens what it refers to, and what refers to it"),
    ("Esc", "goes back, and out"),
    ("Ctrl-Y", "copies the ruling as Markdown"),
    ("Ctrl-G", "only one game: lcg, tcg, both"),
    ("Ctrl-O", "leaves rules in judge's own words out"),
    ("Home, Ctrl-A", "to the beginning of the line"),
    ("End, Ctrl-E", "to its end"),
    ("Alt-B, Alt-F", "a word back, a word on"),
    ("Ctrl-W", "takes the word before the cursor away"),
    ("Ctrl-U", "takes everything typed away"),
    ("F1", "shows this, and the answers again"),
    ("Ctrl-Z", "leaves for the shell, whose `fg` comes back"),
    ("Ctrl-C", "leaves"),
];

/// The list of all keys from a line on; the last line says if there is more. Returns the first line shown.
fn help(frame: &mut Frame<'_>, area: Rect, from: usize) -> usize {
    let plain = Plain::plain(usize::from(area.width));
    let line = |(key, does): &(&str, &str)| plain.wrap(&format!("{key:<13} {does}"), "", "    ");
    let all: Vec<Line<'_>> = KEYS.iter().flat_map(line).map(Line::from).collect();
    let height = usize::from(area.height);
    let from = from.min(all.len().saturating_sub(height));
    let below = all.len().saturating_sub(from + height);
    let mut shown: Vec<Line<'_>> = all.into_iter().skip(from).take(height).collect();
    if below > 0
        && shown.len() > 1
        && let Some(last) = shown.last_mut()
    {
        *last = Line::styled(more(from, below + 1), Modifier::DIM);
    }
    frame.render_widget(Paragraph::new(shown), area);
    from
}
