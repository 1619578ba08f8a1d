//! The document's own entry: its title, version and date, from its first lines.

use super::block::{self, Block, Shape, words};
use super::dated_lines;
use super::dates::{self, Order, Printed};
use super::front::{self, Dated, Readings};
use super::heads;
use super::known::Known;
use super::leftover::WhyLeft;
use super::marks;
use super::numbers;
use super::options::{Options, Refusal};
use super::post_heads;
use crate::corpus::Game;
use crate::corpus::document::{Authority, Day, Document, Precision};
use crate::corpus::emit::Note;
use crate::corpus::yaml::Spanned;

/// What is known about a document before its rulings are read.
pub(super) struct Stub {
    pub(super) document: Document,
    pub(super) notes: Vec<Note>,
    /// Whether the corpus has the document already.
    pub(super) held: bool,
}

/// The game a text is about, judging by words that only one of them uses.
pub(super) fn game(text: &str) -> Game {
    let lower = text.to_lowercase();
    let count = |terms: &[&str]| terms.iter().map(|t| lower.matches(t).count()).sum::<usize>();
    let lcg = count(&[
        "objective",
        "edge battle",
        "the card game",
        "engagement",
        "focus token",
        "enhancement",
        "fate card",
    ]);
    let tcg = count(&[
        "tcg",
        "trading card game",
        "battle card",
        "build counter",
        "build point",
        "arena",
        "intercept",
        "reroll",
    ]);
    if tcg > lcg { Game::Tcg } else { Game::Lcg }
}

/// What stands between the title of a page and the name of its site.
const OF_SITES: [&str; 6] = [" - ", " – ", " — ", " | ", " » ", " :: "];

/// The note on such a title.
const OF_THE_PAGE: &str =
    "it is the title of the web page, with what may be the name of the site; what is the document called?";

/// The part of a document that its own entry is read from.
pub(super) struct FrontMatter<'a> {
    /// The blocks before the first part or, if there are no parts, all of them.
    pub(super) blocks: &'a [Block],
    pub(super) is_whole: bool,
    /// Whether they are pages of a wiki, each with its title.
    pub(super) is_wiki: bool,
    pub(super) asides: &'a [Block],
    pub(super) game: Game,
    /// The order in which the document prints day and month.
    pub(super) order: Order,
}

impl FrontMatter<'_> {
    /// The title, from the first lines or else from the title of the web page.
    fn title(&self, notes: &mut Vec<Note>) -> Option<String> {
        match title(self.blocks) {
            Some(Title { text, doubt }) => {
                let doubt = doubt.or_else(|| self.of_one_page(&text));
                doubt.into_iter().for_each(|why| note(notes, "title", &why));
                Some(text)
            }
            None => {
                let of_page = self.asides.iter().find(|b| b.shape == Shape::Aside(WhyLeft::PageTitle));
                let title = of_page.map(|b| block::without_emphasis(&b.text))?;
                if OF_SITES.iter().any(|mark| title.contains(mark)) {
                    note(notes, "title", OF_THE_PAGE);
                }
                Some(title)
            }
        }
    }

    /// What is doubtful about the title of the first of several pages of a wiki.
    fn of_one_page(&self, title: &str) -> Option<String> {
        let is_page = |b: &&Block| self.is_wiki && b.shape == Shape::Heading && b.level == 1;
        let pages = self.blocks.iter().filter(is_page).count();
        (pages > 1).then(|| {
            let title = super::names::shortened(title);
            format!(
                "`{title}` is what the first of its {pages} pages is called; what is the document called?"
            )
        })
    }

    fn bears_publishers_title(&self, title: &str, page: &[String]) -> bool {
        let head = self.blocks.iter().take(20).map(|b| block::without_emphasis(&b.text));
        bears_publishers_title(title, &head.collect::<Vec<_>>().join(" \n "), &page.join(" \n "))
    }
}

/// Reads the title and whatever else precedes the first part, or without parts the first ruling.
///
/// # Errors
/// [`Refusal::Undated`] if neither the document nor the options give a date.
pub(super) fn read(matter: &FrontMatter<'_>, options: &Options, known: &Known) -> Result<Stub, Refusal> {
    if let Some(held) = held(options, known) {
        return Ok(held);
    }
    let game = matter.game;
    let mut notes = Vec::new();
    let lines = front::lines(matter.blocks, matter.is_whole);
    let page: Vec<String> = matter.asides.iter().take(60).map(|b| b.text.clone()).collect();
    let printed = matter.title(&mut notes);
    let publishers = printed.as_deref().is_some_and(|title| matter.bears_publishers_title(title, &page));
    let of_series =
        |d: &Document| Some(&d.series) == options.series.as_ref() && d.authority == Authority::Official;
    let printed_by = publishers || known.all_documents().any(of_series);
    let date = match options.date {
        Some(day) => Dated { day, precision: options.precision },
        None => dated(&lines, &page, matter.asides, (matter.order, printed_by), &mut notes)?,
    };
    let in_words =
        || (game == Game::Tcg && date.precision == Precision::Day).then(|| dates::in_words(date.day));
    let version = options.version.clone().or_else(|| front::version(&lines, &page)).or_else(in_words);
    let series = options.series.clone().or_else(|| {
        let own = options.house.is_none() && options.title.is_none() && publishers;
        own.then(|| if game == Game::Lcg { "lcg-faq" } else { "tcg-rulings" }.to_owned())
    });
    let title = options.title.clone().or(printed).unwrap_or_else(|| {
        note(&mut notes, "title", "no title was found");
        format!("{} rulings", game.name())
    });
    let document = Identity { game, series, title, version, date }.document(options, &mut notes);
    Ok(resolve(document, notes, known))
}

/// The date printed in a document, and what is doubtful about it.
fn dated(
    lines: &[front::FrontLine],
    page: &[String],
    asides: &[Block],
    (order, publishers): (Order, bool),
    notes: &mut Vec<Note>,
) -> Result<Dated, Refusal> {
    let mut others = Vec::new();
    let mut choose = |printed: &str, days| one_of(printed, days, order, publishers, notes);
    let dated = front::day_of(lines, page, asides, &mut choose, &mut |day| others.push(day))?;
    for day in others {
        note(notes, "date", &format!("{day} is printed, too; if it is the day, say `--date {day}`"));
    }
    Ok(dated)
}

/// Resolves an ambiguous date according to the document's other dates or the publisher's convention. If those
/// do not help, guesses (day first if written with dots, month first otherwise) and flags the date.
fn one_of(
    printed: &str,
    Readings { month_first, day_first }: Readings,
    order: Order,
    publishers: bool,
    notes: &mut Vec<Note>,
) -> Day {
    let strokes = printed.contains('/');
    match order {
        Order::DayFirst => return day_first,
        Order::MonthFirst => return month_first,
        Order::Unknown if publishers && strokes => return month_first,
        Order::Unknown => {}
    }
    let (taken, other) =
        if printed.contains('.') { (day_first, month_first) } else { (month_first, day_first) };
    let text = format!("`{printed}` may be {taken} or {other}; if it is {other}, say `--date {other}`");
    note(notes, "date", &text);
    taken
}

/// The held document that this file is, if any.
fn held(options: &Options, known: &Known) -> Option<Stub> {
    let source = options.source.as_ref()?;
    let same = |d: &&Document| d.source.as_ref().is_some_and(|s| s.sha256 == source.sha256);
    let same = known.all_documents().find(same)?;
    Some(Stub { document: same.clone(), notes: Vec::new(), held: true })
}

/// Whether a document has the title of the publisher's rules documents; only then does it succeed those held.
fn bears_publishers_title(title: &str, head: &str, page: &str) -> bool {
    let title = words(title);
    let has = |word: &str| title.split(' ').any(|w| w == word);
    let rules =
        ["faq", "faqs", "errata", "rulings", "clarification", "clarifications"].iter().any(|w| has(w))
            || title.contains("frequently asked");
    let game = |text: &str| {
        let text = words(text);
        ["star wars", "swlcg", "swtcg"].iter().any(|g| text.contains(g))
    };
    rules && (game(&title) || (has("official") && (game(head) || game(page))))
}

/// What a document is called, before it has an id.
struct Identity {
    game: Game,
    /// The publisher's series it belongs to, if any.
    series: Option<String>,
    title: String,
    version: Option<String>,
    date: Dated,
}

impl Identity {
    /// The document with its id, series and citation prefix. One that is not the publisher's gets its own
    /// series.
    fn document(self, options: &Options, notes: &mut Vec<Note>) -> Document {
        let Self { game, series, title, version, date: Dated { day, precision } } = self;
        let slug = super::names::slug(&title, 4);
        let own = series.is_none() || options.house.is_some();
        let cited = if own { title.clone() } else { cite(game, version.as_deref(), day, precision) };
        let of_series = series.clone().unwrap_or_else(|| slug.clone());
        let edition =
            version.as_deref().map_or_else(|| day.0.year().to_string(), |v| super::names::slug(v, 3));
        let named = if !own {
            id(&of_series, game, version.as_deref(), day)
        } else if slug.ends_with(&format!("-{edition}")) {
            slug
        } else {
            format!("{slug}-{edition}")
        };
        if own && options.house.is_none() {
            let text = "it does not bear the title of the publisher's rules documents; say whose it is: `--house --who NAME \
                        --where EVENT`, or `--series lcg-faq` (`tcg-rulings`) if it is the publisher's";
            note(notes, "authority", text);
        }
        let (who, r#where) = match &options.house {
            Some((who, r#where)) => (Some(who.clone()), Some(r#where.clone())),
            None => (own.then(|| "not said".to_owned()), own.then(|| "not said".to_owned())),
        };
        Document {
            id: Spanned::without_span(options.id.clone().unwrap_or(named)),
            game,
            series: of_series,
            title,
            cite: options.cite.clone().unwrap_or(cited),
            version,
            date: Spanned::without_span(day),
            precision,
            authority: if own { Authority::House } else { Authority::Official },
            who,
            r#where,
            official_only: false,
            source: options.source.clone(),
        }
    }
}

/// Keeps the existing entry of a document that is known already.
fn resolve(document: Document, notes: Vec<Note>, known: &Known) -> Stub {
    match known.document(&document.id) {
        Some(same) => Stub { document: same.clone(), notes: Vec::new(), held: true },
        None => Stub { document, notes, held: false },
    }
}

fn note(notes: &mut Vec<Note>, field: &'static str, text: &str) {
    notes.push(Note { field, text: text.to_owned() });
}

fn id(series: &str, game: Game, version: Option<&str>, day: Day) -> String {
    match version.filter(|_| game == Game::Lcg) {
        Some(version) => format!("{series}-{version}"),
        None => format!("{series}-{}", day.0.year()),
    }
}

fn cite_name(game: Game) -> &'static str {
    match game {
        Game::Lcg => "SWLCG FAQ",
        Game::Tcg => "SWTCG Rulings",
    }
}

fn cite(game: Game, version: Option<&str>, day: Day, precision: Precision) -> String {
    let name = cite_name(game);
    match (game, version, precision) {
        (Game::Lcg, Some(version), _) => format!("{name} v{version}"),
        (_, _, Precision::Day) => format!("{name} {day}"),
        (_, _, Precision::Year) => format!("{name} c. {}", day.0.year()),
    }
}

/// A document's title, and what is doubtful about it.
struct Title {
    text: String,
    doubt: Option<String>,
}

/// Below other lines, a heading with this number of its level behind it is that of the first part.
const MIN_PARTS: usize = 2;

/// How many headings of its level stand behind a heading.
fn beside(front: &[Block], at: usize) -> usize {
    front[at + 1..].iter().filter(|b| b.is_heading() && b.level == front[at].level).count()
}

/// Whether a heading has text of its own and siblings of the same level: it is the first ruling's, not the
/// document's.
fn is_one_of_several(front: &[Block], at: usize) -> bool {
    let block = &front[at];
    let again = front[at + 1..].iter().any(|b| b.is_heading() && b.level == block.level);
    let said = |b: &Block| !b.is_heading() && !is_dated_line(&b.text) && dates::first(&b.text).is_none();
    block.level > 0 && again && dates::first(&block.text).is_none() && front.get(at + 1).is_some_and(said)
}

/// Whether a line cannot be a title: a question, a picture, a typesetting command, a numbered rule.
fn is_no_title(text: &str) -> bool {
    block::is_question(text)
        || text.starts_with("![")
        || text.starts_with('\\')
        || numbers::section_number(text).is_some()
        || heads::is_counted(text)
}

/// Words that say of a date what is of that day: they stand before it by themselves, and behind a title.
const OF_DAY: [&str; 13] = [
    "posted",
    "published",
    "released",
    "revised",
    "updated",
    "dated",
    "effective",
    "édition",
    "edición",
    "edizione",
    "ausgabe",
    "actualizado",
    "aggiornato",
];

/// Other words that join a title to its date, `Harbour rulings of`.
const LEADS: [&str; 26] = [
    "edited",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "of",
    "on",
    "from",
    "last",
    "as",
    "the",
    "since",
    "in",
    "force",
    "date",
    "stand",
    "vom",
    "valid",
    "du",
    "le",
    "el",
    "del",
    "dal",
];

/// Other words that begin a phrase which merely introduces a date, `Created in News on`.
const DATED: [&str; 3] = ["created", "written", "modified"];

/// Whether a word says what a date is of, or is one of `others`.
fn is_of(others: &[&str], word: &str) -> bool {
    OF_DAY.contains(&word) || others.contains(&word)
}

/// A line without the words that introduce its date.
fn without_lead(line: &str) -> &str {
    let plain = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let mut line = line;
    while let Some(last) = line.split(' ').next_back().filter(|w| is_of(&LEADS, &plain(w))) {
        line = line[..line.len() - last.len()].trim_end_matches([' ', '–', '-', ',', '(', ':']);
        if line.is_empty() {
            break;
        }
    }
    let first = plain(line.split(' ').next().unwrap_or_default());
    if is_of(&DATED, &first) { "" } else { line }
}

/// The part of a line that may be the title, and whether a date or version was cut off.
fn cut(block: &Block) -> (String, bool) {
    let text = block::without_emphasis(&block.text);
    let text = subject(block).unwrap_or(text);
    // Text after a sentence that ends with an address is not part of that sentence.
    let behind = |rest: &str| rest.split_once(' ').map_or_else(String::new, |(_, rest)| rest.to_owned());
    let text = text.rsplit_once("http").map_or(text.clone(), |(_, rest)| behind(rest));
    // A heading is the title as it stands, including a date.
    let headed = block.is_heading() && front::version_at(&text).is_none() && !is_updated(&text);
    let end = dated_from(&text).filter(|_| !headed).unwrap_or(text.len());
    let line = text[..end].trim_end_matches([' ', '–', '-', ',', '(', ':']);
    let line = if end < text.len() { without_lead(line) } else { line };
    // "These rules are effective as of …" is a sentence and not a title.
    let said = line.split_whitespace().next_back().is_some_and(|w| VERBS.contains(&w));
    (if said { String::new() } else { line.to_owned() }, end < text.len())
}

/// Whether a line says on which day the document was changed, and nothing else.
fn is_updated(text: &str) -> bool {
    let plain = text.to_lowercase();
    ["updated ", "last updated ", "effective "].iter().any(|lead| plain.starts_with(lead))
        && front::is_line_of_days(text)
}

/// The subject of a thread or mail, which is the complete title.
fn subject(block: &Block) -> Option<String> {
    let plain = block::without_emphasis(&block.text);
    marks::subject(&plain).map(str::to_owned)
}

/// Whether the text may be a title or a continuation of one.
fn may_be_title(block: &Block, title: &str) -> bool {
    let other =
        words(title).starts_with("new content") || matches!(block.shape, Shape::Aside(_) | Shape::Item(_));
    // An explicitly marked heading may be long.
    let most = if block.level > 0 { 30 } else { 14 };
    title.split_whitespace().count() <= most
        && title.chars().count() <= MAX_LINE_LENGTH
        && !other
        && !title.ends_with('.')
        && (!is_no_title(title) || subject(block).is_some())
}

/// The index of the title: the first line that may be one, before all rulings and questions.
fn title_at(front: &[Block]) -> Option<usize> {
    let ruling = front.iter().position(|b| numbers::is_ruling(&b.text)).unwrap_or(front.len());
    let question = front.iter().position(|b| block::is_question(&b.text) && b.level == 0);
    let before = &front[..ruling.min(question.unwrap_or(ruling))];
    let sound = |b: &Block| {
        let title = cut(b).0;
        title.contains(char::is_alphabetic) && may_be_title(b, &title)
    };
    let first = before.iter().position(sound)?;
    // The first marked heading is the title, even if other lines precede it.
    let headed = (first..before.len().min(first + 8)).find(|n| before[*n].level == 1 && sound(&before[*n]));
    let of_part = |n: usize| n > first && beside(front, n) >= MIN_PARTS;
    Some(headed.filter(|n| !is_one_of_several(front, *n) && !of_part(*n)).unwrap_or(first))
}

/// The title: the lines from the start up to the one with version and date, or the first line if there is no
/// such line.
fn title(front: &[Block]) -> Option<Title> {
    let start = title_at(front).filter(|start| !is_one_of_several(front, *start))?;
    let headed = front[start].level > 0;
    let mut title = String::new();
    let (mut first, mut is_dated, mut lines) = (String::new(), false, 0);
    for block in front[start..].iter().take(4) {
        let (line, dated) = cut(block);
        if !may_be_title(block, &line) || is_said(block, lines) {
            break;
        }
        is_dated |= dated;
        let of_series = words(&title).ends_with("star wars");
        // After a marked heading, only another continues the title.
        if lines > 0 && headed && block.level == 0 && !of_series {
            break;
        }
        if !line.is_empty() && !of_series {
            lines += 1;
            first = if lines == 1 { line.clone() } else { first };
        } else if lines == 1 && !line.is_empty() {
            first = format!("{first} {line}");
        }
        match title.as_str() {
            "" => title = line,
            _ if line.is_empty() || in_title(&title, &line) => {}
            t if of_series => title = format!("{t} {line}"),
            _ => title = format!("{title}: {line}"),
        }
        if dated || lines > 0 && subject(block).is_some() {
            break;
        }
    }
    let behind = front[..start].iter().any(|b| !b.is_heading() && block::ends_sentence(&b.text));
    let doubt =
        if is_dated { None } else { undated(lines) }.or_else(|| behind.then(|| BELOW_A_SENTENCE.to_owned()));
    let doubt = doubt.filter(|_| !headed);
    let text = if is_dated { title } else { first };
    (!text.is_empty()).then_some(Title { text, doubt })
}

/// A line with a stop and more words says what the document is, and goes on no title.
const MAX_STOPPED_WORDS: usize = 10;

/// Whether a block behind this number of lines of a title is what somebody says.
fn is_said(block: &Block, lines: usize) -> bool {
    let words = block.text.split_whitespace().count();
    dated_lines::is_ruling(&block.text)
        || post_heads::read(block).is_some()
        || lines > 0 && words > MAX_STOPPED_WORDS && block::ends_sentence(&block.text)
}

const BELOW_A_SENTENCE: &str = "it stands below a sentence; is it the title?";

/// What is doubtful about the first of several lines that no date ends.
fn undated(lines: usize) -> Option<String> {
    (lines > 1)
        .then(|| format!("no date says where the title ends; the first of {lines} lines is taken for it"))
}

/// A line with more characters than this is not a title.
const MAX_LINE_LENGTH: usize = 160;

/// Verbs before a date that turn a line into a sentence.
const VERBS: [&str; 8] = ["is", "are", "was", "were", "become", "becomes", "takes", "take"];

/// Whether a line contains nothing but version and date.
pub(super) fn is_dated_line(text: &str) -> bool {
    let plain = block::without_emphasis(text);
    let names = plain.to_lowercase().contains("version")
        || front::version_at(&plain).is_some()
        || dates::first(&plain).is_some();
    let begins = dated_from(&plain).is_some_and(|n| {
        let lead = &plain[..n];
        let count = lead.split_whitespace().count();
        count <= 1 || count <= 3 && without_lead(lead.trim_end()).is_empty()
    });
    names && begins && plain.split_whitespace().count() <= 12
}

/// The offset in a line of the front where version and date begin.
fn dated_from(text: &str) -> Option<usize> {
    let lower = text.to_lowercase();
    let words = ["effective", "version", "updated", "as of"].iter().filter_map(|w| lower.find(w)).min();
    let number =
        dates::first(text).filter(|(_, printed)| !matches!(printed, Printed::Month(_))).map(|(n, _)| n);
    let tag = front::version_at(text).map(|(at, _)| at);
    let first = [words, number, tag].into_iter().flatten().min()?;
    // "v2.2": the letter belongs to the number.
    let before = text[..first].trim_end_matches(['v', 'V']);
    Some(if before.is_empty() || before.ends_with(' ') { before.len() } else { first })
        .filter(|n| text.is_char_boundary(*n) && lower.len() == text.len())
}

/// Whether a line of the front merely repeats the document's title.
pub(super) fn in_title(title: &str, text: &str) -> bool {
    let text = block::without_emphasis(text);
    // `game.` is the end of a sentence, whatever the title ends with.
    let goes_on = block::begins_inside(&text);
    let text = words(marks::subject(&text).unwrap_or(&text));
    !goes_on && !text.is_empty() && format!(" {} ", words(title)).contains(&format!(" {text} "))
}
