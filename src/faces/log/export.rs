//! Exports of a log: Markdown by ruling and by table, CSV, and a folder of house rulings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Log, LogEntry, check};
use crate::corpus::yaml::Spanned;
use crate::corpus::{Authority, Day, Document, Game, Kind, emit};
use crate::render::style::safe;

/// A report on entries of a log: the answers, by ruling, and the answers given at each table.
pub(crate) fn markdown(log: &Log, shown: &[&LogEntry]) -> String {
    let mut out = String::from("# Rulings given\n");
    let mut by_ruling: BTreeMap<&str, Vec<&LogEntry>> = BTreeMap::new();
    let mut by_table: BTreeMap<(usize, &str), Vec<&LogEntry>> = BTreeMap::new();
    for entry in shown {
        for cited in &entry.said.rulings {
            by_ruling.entry(&cited.id).or_default().push(entry);
        }
        if entry.said.rulings.is_empty() {
            by_ruling.entry("").or_default().push(entry);
        }
        let table = entry.said.table.as_deref().unwrap_or_default();
        // Sort table 10 after table 9.
        by_table.entry((table.parse().unwrap_or(usize::MAX), table)).or_default().push(entry);
    }
    for (ruling, entries) in by_ruling {
        let head = if ruling.is_empty() { "Without a ruling".to_owned() } else { ruling.to_owned() };
        let _ = writeln!(out, "\n## {head}\n");
        entries.iter().for_each(|e| out += &item(e, log));
    }
    out.push_str("\n# By table\n");
    for ((_, table), entries) in by_table {
        let head =
            if table.is_empty() { "Without a table".to_owned() } else { format!("Table {}", safe(table)) };
        let _ = writeln!(out, "\n## {head}\n");
        entries.iter().for_each(|e| out += &item(e, log));
    }
    out
}

/// An entry as a list item. If it has been corrected since, that comes first and its words are struck out.
fn item(entry: &LogEntry, log: &Log) -> String {
    let said = &entry.said;
    let mut about = vec![entry.shown_time()];
    about.extend(said.table.as_ref().map(|t| format!("table {}", safe(t))));
    about.extend(said.by.as_ref().map(|by| safe(by).into_owned()));
    about.extend(said.rulings.iter().map(|c| format!("{} (`{}`)", safe(&c.citation), c.id)));
    about.extend(said.corrects.map(|id| format!("corrects entry {id}")));
    let question = said.question.as_ref().map_or(String::new(), |q| format!("*{}* ", one_line(q)));
    let words = one_line(&said.words);
    let words = match log.corrected_by(entry.id) {
        Some(by) => format!("**Corrected by entry {by}:** {question}~~{words}~~"),
        None => question + &words,
    };
    format!("- {}. {words} — {}\n", entry.id, about.join(", "))
}

fn one_line(text: &str) -> String {
    safe(text).replace('\n', " ")
}

pub(crate) fn csv(log: &Log) -> String {
    let mut out = String::from("id,at,table,by,game,question,words,rulings,corrects,corrected by\r\n");
    for entry in &log.entries {
        let said = &entry.said;
        let rulings = said.rulings.iter().map(|c| c.id.as_str()).collect::<Vec<_>>().join(" ");
        let row = [
            entry.id.to_string(),
            entry.at.clone(),
            said.table.clone().unwrap_or_default(),
            said.by.clone().unwrap_or_default(),
            said.game.map_or(String::new(), |g| g.code().to_owned()),
            said.question.clone().unwrap_or_default(),
            said.words.clone(),
            rulings,
            said.corrects.map_or(String::new(), |id| id.to_string()),
            log.corrected_by(entry.id).map_or(String::new(), |id| id.to_string()),
        ];
        let _ = write!(out, "{}\r\n", row.map(|field| cell(&field)).join(","));
    }
    out
}

/// A CSV cell: quoted if necessary, and never interpreted as a formula.
fn cell(text: &str) -> String {
    let text = safe(text);
    let formula = text.starts_with(['=', '+', '-', '@']);
    let text = if formula { format!("'{text}") } else { text.into_owned() };
    if text.contains(['"', ',', '\n', '\r', ';']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// The event whose house rulings are exported.
#[derive(Debug, Clone)]
pub(crate) struct HouseEvent {
    /// Its name, such as `Nationals 2014`.
    pub name: String,
    /// The head judge.
    pub who: String,
    pub day: Day,
}

/// The entries of a log that become no house rulings, by their numbers.
#[derive(Debug, Default)]
pub(crate) struct LeftOut {
    /// Their game is unknown.
    pub without_game: Vec<u64>,
    /// They say yes where others say no to the same.
    pub contradicting: Vec<u64>,
    /// They say again what one before them says.
    pub repeated: Vec<u64>,
}

impl LeftOut {
    /// A sentence for each reason.
    pub(crate) fn lines(&self) -> Vec<String> {
        let reasons = [
            (&self.without_game, "neither a ruling nor `--game` says which game they are about"),
            (
                &self.contradicting,
                "they say yes and no to the same; correct what does not stand (`judge log add … --corrects \
                 NUMBER`) and export again",
            ),
            (&self.repeated, "another entry says the same"),
        ];
        let line = |(entries, why): (&Vec<u64>, &str)| {
            let numbers = entries.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
            (!entries.is_empty()).then(|| format!("left out, since {why}: {numbers}"))
        };
        reasons.into_iter().filter_map(line).collect()
    }
}

/// What becomes a house ruling.
#[derive(Default)]
struct Exported<'l> {
    entries: Vec<(Game, &'l LogEntry)>,
    left_out: LeftOut,
}

impl<'l> Exported<'l> {
    /// Corrections replace the entries they correct.
    fn of(log: &'l Log) -> Self {
        let contradicting = check::contradicting(log);
        let mut said = BTreeSet::new();
        let mut exported = Self::default();
        for entry in log.standing() {
            match entry.game() {
                None => exported.left_out.without_game.push(entry.id),
                Some(_) if contradicting.contains(&entry.id) => {
                    exported.left_out.contradicting.push(entry.id)
                }
                Some(game) if !said.insert((game, check::question_and_words(entry))) => {
                    exported.left_out.repeated.push(entry.id);
                }
                Some(game) => exported.entries.push((game, entry)),
            }
        }
        exported
    }
}

/// The files of a folder of house rulings, by path, and the entries left out. No files if none is left.
pub(crate) fn rulings(log: &Log, event: &HouseEvent) -> (Vec<(String, String)>, LeftOut) {
    let slug = slug(&event.name);
    let document = |game: Game| format!("{slug}-{}", game.code());
    let Exported { entries, left_out } = Exported::of(log);
    if entries.is_empty() {
        return (Vec::new(), left_out);
    }
    let games: BTreeSet<Game> = entries.iter().map(|(game, _)| *game).collect();
    let documents: Vec<Document> = games.into_iter().map(|game| held(game, document(game), event)).collect();
    let items: Vec<_> =
        entries.into_iter().map(|(game, entry)| house(entry, game, &slug, document(game))).collect();
    let none: &[emit::Note] = &[];
    let head = "# The rulings given at an event, from its log.";
    let documents = emit::documents(head, documents.iter().map(|d| (d, none)));
    let rulings = emit::entries(head, items.iter().map(|e| (e, none)));
    (vec![("documents.yaml".to_owned(), documents), ("rulings.yaml".to_owned(), rulings)], left_out)
}

/// An event's name as the beginning of ids: lower-case ASCII letters and digits, joined with hyphens.
fn slug(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() { "event".to_owned() } else { slug }
}

fn house(entry: &LogEntry, game: Game, slug: &str, document: String) -> crate::corpus::ruling::Entry {
    let mut item = emit::blank(&format!("{}:{slug}.{}", game.code(), entry.id), Kind::Ruling);
    let said = &entry.said;
    let title = said.question.as_deref().unwrap_or(&said.words);
    item.title = crate::render::Style::cut(&one_line(title), 60);
    item.title_by = crate::corpus::ruling::TitleBy::Editor;
    let table = said.table.as_ref().map_or(String::new(), |t| format!(", table {}", one_line(t)));
    item.place = Some(format!("entry {} of the log{table}", entry.id));
    item.documents = vec![Spanned::without_span(document)];
    let of_game = |id: &&String| Game::of_id(id) == Some(game);
    item.see = said
        .rulings
        .iter()
        .map(|c| &c.id)
        .filter(of_game)
        .map(|id| Spanned::without_span(id.clone()))
        .collect();
    item.question = said.question.as_ref().map(|q| safe(q).into_owned());
    item.text = Spanned::without_span(safe(&said.words).into_owned());
    item
}

fn held(game: Game, id: String, event: &HouseEvent) -> Document {
    Document {
        series: id.clone(),
        id: Spanned::without_span(id),
        game,
        title: format!("{}, rulings of the day", event.name),
        version: None,
        date: Spanned::without_span(event.day),
        precision: crate::corpus::document::Precision::Day,
        cite: event.name.clone(),
        authority: Authority::House,
        who: Some(event.who.clone()),
        r#where: Some(event.name.clone()),
        official_only: false,
        source: None,
    }
}
