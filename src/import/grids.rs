//! Tables of any kind under a line of heads, `No.   The question   The answer`, which are recognized by the
//! blank strips between their columns. Their rows are separated by blank lines, or begin with a number or a
//! name.

use super::block::{self, Block, Shape, words};
use super::leftover::WhyLeft;
use super::line::{Line, Opening};
use super::{attributions, errata_tables, heads as titles, tables};

/// No line of heads has more cells.
const MAX_COLUMNS: usize = 7;

/// No head has more words.
const MAX_HEAD_WORDS: usize = 4;

/// Fewer rows than this are no table.
const MIN_ROWS: usize = 3;

/// More lines than this are looked at only of what is a table without them.
const MAX_LINES: usize = 200;

/// A cell of more words is no number or name.
const MAX_LABEL_WORDS: usize = 5;

/// The attribution in a cell has no more lines.
const MAX_ATTRIBUTION_LINES: usize = 4;

/// What the columns of questions and of answers are headed, without an article.
const QUESTIONS: [&str; 8] =
    ["question", "questions", "q", "asked", "frage", "issue", "problem", "situation"];
const ANSWERS: [&str; 8] = ["answer", "answers", "a", "reply", "antwort", "ruling", "response", "solution"];

/// What columns are headed that name what a row is about.
const LABELS: [&str; 16] = [
    "no",
    "nr",
    "number",
    "id",
    "ref",
    "rule",
    "card",
    "cards",
    "card name",
    "name",
    "title",
    "term",
    "set",
    "code",
    "word",
    "karte",
];

/// What a table's first column is headed if it counts the rows.
const COUNTS: [&str; 4] = ["#", "№", "n°", "nº"];

/// A blank strip between two columns, from and behind its last character.
type Strip = (usize, usize);

/// A table of a page.
pub(super) struct Grid {
    /// The indices of its line of heads and behind its last line.
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) lines: Vec<Line>,
    /// The heads, and the notes beside the rows.
    pub(super) beside: Vec<Block>,
    /// What a page needs to go on with it.
    pub(super) form: Form,
}

/// The heads of a table, and the strips between its columns.
#[derive(Debug, Clone)]
pub(super) struct Form {
    heads: Vec<String>,
    strips: Vec<Strip>,
}

/// A line of a table in a row, and its cells: where each begins in its column, and its words.
struct Cells {
    number: usize,
    texts: Vec<(usize, String)>,
}

impl Cells {
    /// Whether these are what some cells of that line, all of which are full, have no room for: fewer than
    /// half of them, and not the last.
    fn wraps(&self, first: &Self) -> bool {
        let full = |cells: &Self| cells.texts.iter().filter(|(_, text)| !text.is_empty()).count();
        let is_last_bare = self.texts.last().is_some_and(|(_, text)| text.is_empty());
        full(first) == first.texts.len() && is_last_bare && full(self) * 2 < self.texts.len()
    }
}

/// The lines of a page with its tables read row by row, and what stands beside them; `open` is the table that
/// the page before ended with.
pub(super) fn unfold(
    page: &[(usize, &str)],
    open: &mut Option<Form>,
    unfold: impl Fn(&[(usize, &str)]) -> Vec<Line>,
) -> (Vec<Line>, Vec<Block>) {
    let (mut lines, mut beside, mut done) = (Vec::new(), Vec::new(), 0);
    let mut before = open.take();
    if tables::ruled(page).is_some() {
        return (unfold(page), beside);
    }
    let rows: Vec<Vec<char>> = page.iter().map(|(_, text)| text.trim_end().chars().collect()).collect();
    while let Some(grid) = first(&page[done..], &rows[done..], before.as_ref()) {
        lines.extend(titled(unfold(&page[done..done + grid.from])));
        lines.extend(grid.lines);
        beside.extend(grid.beside);
        done += grid.to;
        before = None;
        *open = Some(grid.form).filter(|_| rows[done..].iter().all(Vec::is_empty));
    }
    lines.extend(if done < page.len() { unfold(&page[done..]) } else { Vec::new() });
    (lines, beside)
}

/// Lines of which the last, by itself above a table, is its title.
fn titled(mut lines: Vec<Line>) -> Vec<Line> {
    let Some(last) = lines.iter().rposition(|line| !line.text.is_empty()) else { return lines };
    let alone = last == 0 || lines[last - 1].text.is_empty();
    if alone && titles::is_title(titles::without_mark(&lines[last].text)) {
        lines[last].opening = Opening::Head;
    }
    lines
}

/// The first table of a page; one that goes on from the page before has no heads.
fn first(page: &[(usize, &str)], rows: &[Vec<char>], open: Option<&Form>) -> Option<Grid> {
    if let Some(grid) = open.and_then(|form| below(page, rows, 0, form, 1)) {
        return Some(grid);
    }
    (0..rows.len()).find_map(|at| {
        let mut grid = below(page, rows, at + 1, &heads(&rows[at])?, MIN_ROWS)?;
        let head = Block::paragraph(page[at].0, grid.form.heads.join(" "));
        grid.beside.push(head.shaped(Shape::Aside(WhyLeft::TableHeads)));
        grid.from = at;
        Some(grid)
    })
}

/// The table below heads; a longer one than most is looked at whole only where its first lines are a table.
fn below(page: &[(usize, &str)], rows: &[Vec<char>], from: usize, form: &Form, least: usize) -> Option<Grid> {
    let within = |end: usize| {
        let (to, strips) = reach(&rows[..end], from, form);
        let form = Form { strips, ..form.clone() };
        let (lines, beside) = (to > from).then(|| read(page, rows, (from, to), &form, least)).flatten()?;
        Some(Grid { from, to, lines, beside, form })
    };
    let end = rows.len().min(from + MAX_LINES);
    let first = within(end)?;
    let is_whole = end == rows.len() || rows[first.to..end].iter().any(|row| !row.is_empty());
    if is_whole { Some(first) } else { within(rows.len()).or(Some(first)) }
}

/// The heads that a line consists of, and the gaps between them.
fn heads(row: &[char]) -> Option<Form> {
    let pieces = tables::pieces(row);
    let is_head = |text: &str| {
        COUNTS.contains(&text)
            || text.starts_with(char::is_uppercase)
                && text.split(' ').count() <= MAX_HEAD_WORDS
                && !block::ends_sentence(text.trim_end_matches('.'))
    };
    let texts: Vec<String> = pieces.iter().map(|(_, text)| text.clone()).collect();
    let is_question = |text: &String| is_of(text, &QUESTIONS);
    let qualifies = match texts.as_slice() {
        [question, answer] => is_question(question) && is_of(answer, &ANSWERS),
        more => (3..=MAX_COLUMNS).contains(&more.len()),
    };
    let cells: Vec<&str> = texts.iter().map(String::as_str).collect();
    let named = tables::is_line_of_heads(&cells.join(" ")) || errata_tables::Columns::of(&cells).is_some();
    if named || !qualifies || !texts.iter().all(|text| is_head(text)) {
        return None;
    }
    let ends = pieces.iter().map(|(at, text)| at + text.chars().count());
    let starts = pieces.iter().skip(1).map(|(at, _)| *at);
    Some(Form { heads: texts, strips: ends.zip(starts).collect() })
}

/// Whether these texts, one behind the other, are the heads of a table of questions and answers.
pub(super) fn are_heads(texts: &[&str]) -> bool {
    let all = texts.join(" ");
    let counted = COUNTS.iter().find_map(|count| all.strip_prefix(count)).unwrap_or(&all);
    let plain = words(counted);
    let plain: Vec<&str> = plain.split(' ').filter(|word| *word != "the").collect();
    let has_count = plain.first().is_some_and(|first| is_counted(first)) || counted.len() < all.len();
    let heads = if plain.first().is_some_and(|first| is_counted(first)) { &plain[1..] } else { &plain[..] };
    let [question, answer] = heads else { return false };
    // `Question` and `Answer` on lines of their own may be said by somebody.
    let marked = has_count || texts.len() == 1 || words(&all).contains("the ");
    marked && QUESTIONS.contains(question) && ANSWERS.contains(answer) && question.len() > 1
}

/// Whether a head is one of these words, with or without an article.
fn is_of(head: &str, all: &[&str]) -> bool {
    let plain = words(head);
    let plain =
        ["the ", "your ", "our ", "die "].iter().find_map(|a| plain.strip_prefix(a)).unwrap_or(&plain);
    all.contains(&plain)
}

/// How far the table reaches whose strips these are, and what is left of them.
fn reach(rows: &[Vec<char>], from: usize, form: &Form) -> (usize, Vec<Strip>) {
    let mut strips = form.strips.clone();
    let (mut to, mut at) = (from, from);
    while at < rows.len() {
        let Some(begins) = (at..rows.len()).find(|n| !rows[*n].is_empty()) else { break };
        let ends = (begins..rows.len()).find(|n| rows[*n].is_empty()).unwrap_or(rows.len());
        let group = &rows[begins..ends];
        let mut left = strips.clone();
        let kept =
            group.iter().take_while(|row| !is_head_again(row, form) && narrowed(&mut left, row)).count();
        // What stands in the first column alone, and at the edge, is a heading below the table.
        let alone = |row: &Vec<char>| row.len() <= left.first().map_or(0, |strip| strip.1);
        if kept == 0 || group[..kept].iter().all(alone) {
            break;
        }
        if kept < group.len() && !group[..kept].iter().all(|row| tables::pieces(row).len() > 1) {
            break;
        }
        (strips, to, at) = (left, begins + kept, ends);
        if kept < group.len() {
            break;
        }
    }
    (to, strips)
}

/// Whether a line is the heads of a table again.
fn is_head_again(row: &[char], form: &Form) -> bool {
    heads(row).is_some_and(|again| again.heads == form.heads)
}

/// Narrows the strips to what is blank in a row, too; `false` if one of them vanishes.
fn narrowed(strips: &mut [Strip], row: &[char]) -> bool {
    let mut blanks: Vec<Strip> = Vec::new();
    for (at, c) in row.iter().enumerate() {
        match blanks.last_mut().filter(|(_, end)| *c == ' ' && *end == at) {
            Some((_, end)) => *end = at + 1,
            None if *c == ' ' => blanks.push((at, at + 1)),
            None => {}
        }
    }
    blanks.push((row.len(), usize::MAX));
    strips.iter_mut().all(|strip| {
        let common = |blank: &Strip| (strip.0.max(blank.0), strip.1.min(blank.1));
        let best = blanks.iter().map(common).filter(|(a, z)| a < z).max_by_key(|(a, z)| z - a);
        best.map(|best| *strip = best).is_some()
    })
}

/// The cells of a line.
fn cut(number: usize, row: &[char], strips: &[Strip]) -> Cells {
    let edges: Vec<usize> = std::iter::once(0).chain(strips.iter().map(|strip| strip.1)).collect();
    let ends = edges.iter().skip(1).copied().chain([usize::MAX]);
    let text = |(at, end): (&usize, usize)| {
        let cell: String = row.get(*at..end.min(row.len())).unwrap_or_default().iter().collect();
        (cell.len() - cell.trim_start().len(), cell.trim().to_owned())
    };
    Cells { number, texts: edges.iter().zip(ends).map(text).collect() }
}

/// The rows of a table: each is its lines.
fn parted(
    page: &[(usize, &str)],
    rows: &[Vec<char>],
    (from, to): (usize, usize),
    form: &Form,
) -> Vec<Vec<Cells>> {
    let blank = |n: usize| rows[n].is_empty();
    let lines: Vec<usize> = (from..to).filter(|n| !blank(*n)).collect();
    let cells = |n: &usize| cut(page[*n].0, &rows[*n], &form.strips);
    let gaps = lines.windows(2).filter(|pair| pair[1] > pair[0] + 1).count();
    // Where most lines have a blank one behind them, each may be a row.
    let by_gaps = gaps * 4 >= lines.len() && gaps > 0;
    let mut out: Vec<Vec<Cells>> = Vec::new();
    for (place, n) in lines.iter().enumerate() {
        let own = cells(n);
        let apart = place == 0 || *n > lines[place - 1] + 1;
        let wraps = out.last().is_some_and(|row: &Vec<Cells>| own.wraps(&row[0]));
        let begins = if by_gaps { apart } else { !own.texts[0].1.is_empty() && !wraps };
        match out.last_mut().filter(|_| !begins) {
            Some(row) => row.push(own),
            None => out.push(vec![own]),
        }
    }
    merged(out, form)
}

/// Rows, with what goes on of a row behind a blank line joined to it: it has nothing in the first column.
fn merged(rows: Vec<Vec<Cells>>, form: &Form) -> Vec<Vec<Cells>> {
    let mut out: Vec<Vec<Cells>> = Vec::new();
    for row in rows {
        let is_bare = |at: usize| row.iter().all(|line| line.texts[at].1.is_empty());
        let goes_on = is_bare(0) && (form.heads.len() > 2 || !is_bare(1));
        match out.last_mut().filter(|_| goes_on) {
            Some(before) => before.extend(row),
            None => out.push(row),
        }
    }
    out
}

fn is_counted(head: &str) -> bool {
    COUNTS.contains(&head) || ["no", "nr", "number"].contains(&words(head).as_str())
}

/// The lines that a table is read as and what is beside them; nothing if it has too few rows with several
/// cells.
fn read(
    page: &[(usize, &str)],
    rows: &[Vec<char>],
    range: (usize, usize),
    form: &Form,
    least: usize,
) -> Option<(Vec<Line>, Vec<Block>)> {
    let rows = parted(page, rows, range, form);
    let joined: Vec<Vec<String>> = rows.iter().map(|row| whole(row, form.heads.len())).collect();
    let full = joined.iter().filter(|cells| cells.iter().filter(|cell| !cell.is_empty()).count() > 1).count();
    if full < least || full * 5 < joined.len() * 4 {
        return None;
    }
    let (mut lines, mut beside) = (Vec::new(), Vec::new());
    let column = form.heads.iter().position(|head| is_of(head, &QUESTIONS));
    match column.filter(|at| form.heads.get(at + 1).is_some_and(|head| is_of(head, &ANSWERS))) {
        Some(at) => rows.iter().for_each(|row| question(row, at, &mut lines, &mut beside)),
        None => {
            let label = labels(&joined, form);
            let opening = if most_have_sentences(&joined) { Opening::Ruling } else { Opening::Paragraph };
            let cells = rows.iter().zip(&joined);
            cells.for_each(|(row, cells)| lines.extend(labelled(row[0].number, cells, label, opening)));
        }
    }
    Some((lines, beside))
}

/// Whether a sentence stands in most rows: each of them is a ruling, and not part of a list of figures.
fn most_have_sentences(rows: &[Vec<String>]) -> bool {
    let is_sentence = |cell: &String| block::ends_sentence(cell) && cell.split(' ').count() > MAX_LABEL_WORDS;
    rows.iter().filter(|row| row.iter().any(is_sentence)).count() * 2 > rows.len()
}

/// The words of each cell of a row.
fn whole(row: &[Cells], count: usize) -> Vec<String> {
    let cell = |at: usize| {
        let texts = row.iter().map(|line| line.texts[at].1.as_str()).filter(|text| !text.is_empty());
        texts.collect::<Vec<_>>().join(" ")
    };
    (0..count).map(cell).collect()
}

/// How many columns, from the first on, say what a row is about.
fn labels(rows: &[Vec<String>], form: &Form) -> usize {
    let most = form.heads.len() - 1;
    let short = |at: usize| {
        let all = rows.iter().filter(|row| row[at].split(' ').count() <= MAX_LABEL_WORDS);
        all.filter(|row| !block::ends_sentence(&row[at])).count() * 10 >= rows.len() * 9
    };
    let is_label = |at: usize| COUNTS.contains(&form.heads[at].as_str()) || is_of(&form.heads[at], &LABELS);
    let named = (0..most).take_while(|at| is_label(*at)).count();
    let counted = is_counted(&form.heads[0]);
    // Behind a number, what is short and has a sentence behind it is a title.
    let titled = counted && named == 1 && most > 1 && short(1) && !short(2);
    named + usize::from(titled)
}

/// The lines of a row of which the first cells say what it is about.
fn labelled(number: usize, cells: &[String], label: usize, own: Opening) -> Vec<Line> {
    let joined = |cells: &[String], by: &str| {
        cells.iter().filter(|cell| !cell.is_empty()).cloned().collect::<Vec<_>>().join(by)
    };
    let (head, said) = (joined(&cells[..label], " "), joined(&cells[label..], " | "));
    let line = |text: &str, opening| Line {
        opening,
        doubt: Some(tables::DOUBT).filter(|_| opening != Opening::Head),
        ..Line::new(number, text, false)
    };
    // A bare number is no title.
    if head.is_empty() || !head.contains(char::is_alphabetic) {
        let opening = if head.is_empty() { own } else { Opening::Ruling };
        return vec![line(format!("{head} {said}").trim(), opening)];
    }
    vec![line(&head, Opening::Head), line(&said, Opening::Paragraph)]
}

/// A cell that is neither a question nor an answer.
fn apart(number: usize, text: &str) -> Line {
    let opening = Opening::Paragraph;
    Line { opening, doubt: Some(tables::DOUBT), ..Line::new(number, text, false) }
}

/// The lines of a question and its answer; who asked, in small print below the question, is beside them.
fn question(row: &[Cells], at: usize, lines: &mut Vec<Line>, beside: &mut Vec<Block>) {
    let column = |at: usize| row.iter().filter(move |line| !line.texts[at].1.is_empty());
    let number = (0..at).flat_map(|at| column(at).map(move |line| line.texts[at].1.as_str()));
    let number = number.collect::<Vec<_>>().join(" ");
    let asks: Vec<&Cells> = column(at).collect();
    let attribution = attribution_at(&asks, at);
    for (n, line) in asks.iter().enumerate() {
        let text = &line.texts[at].1;
        if n >= attribution {
            let by = Block::paragraph(line.number, text.clone());
            beside.push(by.shaped(Shape::Aside(WhyLeft::OfAPost)));
            continue;
        }
        let (text, opening) = if n == 0 {
            (format!("{number} {text}").trim().to_owned(), Opening::Paragraph)
        } else {
            (text.clone(), Opening::None)
        };
        lines.push(Line { opening, ..Line::new(line.number, &text, false) });
    }
    if asks.is_empty() && !number.is_empty() {
        lines.push(apart(row[0].number, &number));
    }
    for (n, line) in column(at + 1).enumerate() {
        let (indent, text) = &line.texts[at + 1];
        let opening = if n == 0 { Opening::Paragraph } else { Opening::None };
        lines.push(Line { opening, indent: *indent, ..Line::new(line.number, text, false) });
    }
    // What stands beside the answer belongs to it, or to the question.
    let behind = (at + 2..row[0].texts.len()).flat_map(|at| column(at).map(move |line| (line, at)));
    lines.extend(behind.map(|(line, at)| apart(line.number, &line.texts[at].1)));
}

/// Which of the lines of a question is the first of an attribution; as many as there are if none does.
fn attribution_at(asks: &[&Cells], at: usize) -> usize {
    let text = |n: usize| asks[n].texts[at].1.as_str();
    let names = |n: &usize| {
        let from = (*n..asks.len()).map(text).collect::<Vec<_>>().join(" ");
        block::ends_sentence(text(n - 1)) && attributions::is_attribution(&from)
    };
    let nearest = asks.len().saturating_sub(MAX_ATTRIBUTION_LINES).max(1);
    (nearest..asks.len()).find(names).unwrap_or(asks.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let page: Vec<(usize, &str)> = text.lines().enumerate().map(|(n, l)| (n + 1, l)).collect();
        let rows: Vec<Vec<char>> = text.lines().map(|line| line.trim_end().chars().collect()).collect();
        let grid = first(&page, &rows, None);
        grid.map_or_else(Vec::new, |grid| grid.lines.into_iter().map(|line| line.text).collect())
    }

    #[test]
    fn no_column_of_a_table_of_questions_is_lost() {
        let text = "No.   Question       Answer       Remarks\n\n1.1   May it sail?   It may.      Since dawn.\n\n1.2   May it sink?   It may not.\n\n1.3                  Never.       See 1.2.\n";
        let all = [
            "1.1 May it sail?",
            "It may.",
            "Since dawn.",
            "1.2 May it sink?",
            "It may not.",
            "1.3",
            "Never.",
            "See 1.2.",
        ];
        assert_eq!(read(text), all);
    }

    #[test]
    fn rows_are_divided_at_the_strips_between_their_columns() {
        let text = "No.   The question          The answer\n\n1.1   Q. May a ship be      A. It may. So\n      towed at night?       it is.\n      asked by Bell\n\n1.2   Q. Twice?             A. No.\n\n1.3   Q. At dawn?           A. At dawn:\n                             • yes.\n\nFog\n";
        assert_eq!(
            read(text),
            [
                "1.1 Q. May a ship be",
                "towed at night?",
                "A. It may. So",
                "it is.",
                "1.2 Q. Twice?",
                "A. No.",
                "1.3 Q. At dawn?",
                "A. At dawn:",
                "• yes."
            ]
        );
        let text = "Card            No.   Stat     Was   Is\nOld Ferry       31C   Ropes    3     4\nGrand Raft      8R    Build    9     8\n(A)                   cost\nToll House      35U   Lamps    6     5\n";
        assert_eq!(
            read(text),
            [
                "Old Ferry 31C",
                "Ropes | 3 | 4",
                "Grand Raft (A) 8R",
                "Build cost | 9 | 8",
                "Toll House 35U",
                "Lamps | 6 | 5"
            ]
        );
        assert!(read("One column    and another    and one\nmore of words that run on across\n").is_empty());
    }
}
