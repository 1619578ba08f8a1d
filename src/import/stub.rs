//! The entry of the document itself: its title, version and date, read off its first lines.

use jiff::civil::Date;

use super::Options;
use super::block::{self, Block, Shape, words};
use super::known::Known;
use crate::corpus::Game;
use crate::corpus::document::{Authority, Day, Document, Precision, Source};
use crate::corpus::emit::Note;
use crate::corpus::yaml::At;

/// What is known about a document before its rulings are read.
pub(super) struct Stub {
    pub(super) document: Document,
    pub(super) notes: Vec<Note>,
    /// Whether the corpus has the document already.
    pub(super) held: bool,
}

/// Which of the two games a text is about, by the words only one of them uses.
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

/// Reads the title lines and whatever else stands before the first part.
pub(super) fn read(front: &[Block], asides: &[Block], game: Game, options: &Options, known: &Known) -> Stub {
    let mut notes = Vec::new();
    let lines: Vec<String> = front.iter().take(20).map(|b| block::without_emphasis(&b.text)).collect();
    let head = lines.join(" \n ");
    let page: String = asides.iter().take(60).map(|b| format!("{} \n ", b.text)).collect();
    let version = options.version.clone().or_else(|| version(&head)).or_else(|| version(&page));
    let found = options
        .date
        .map(|d| (d, Precision::Day))
        .or_else(|| date(&head))
        .or_else(|| date(&page))
        .or_else(|| {
            asides.iter().rev().take(60).find_map(|b| copyright_year(&b.text)).map(|d| (d, Precision::Year))
        });
    let (day, precision) = found.unwrap_or_else(|| {
        note(&mut notes, "date", "no date was found; write the one it is in force from");
        (Day(Date::constant(1970, 1, 1)), Precision::Year)
    });
    if found.is_some_and(|(_, p)| p == Precision::Year) {
        note(&mut notes, "date", "only the year is known, from a copyright line");
    }
    let version =
        version.or_else(|| (game == Game::Tcg && precision == Precision::Day).then(|| long_date(day)));
    let series = if game == Game::Lcg { "lcg-faq" } else { "tcg-rulings" };
    let title = title(front).unwrap_or_else(|| {
        note(&mut notes, "title", "no title was found");
        format!("{} rulings", game.name())
    });
    let undated = found.is_none();
    let id =
        options.id.clone().unwrap_or_else(|| id(series, game, version.as_deref(), (!undated).then_some(day)));
    let document = Document {
        id: At::nowhere(id),
        game,
        series: series.to_owned(),
        title,
        cite: if undated && version.is_none() {
            format!("{} (undated)", cite_name(game))
        } else {
            cite(game, version.as_deref(), day, precision)
        },
        version,
        date: At::nowhere(day),
        precision,
        authority: Authority::Official,
        who: None,
        r#where: None,
        official_only: false,
        source: options.source.clone(),
    };
    settle(document, notes, known)
}

/// A document that is known already stays as it is known.
fn settle(document: Document, notes: Vec<Note>, known: &Known) -> Stub {
    let same_source = |d: &&Document| match (&d.source, &document.source) {
        (Some(Source { sha256: a, .. }), Some(Source { sha256: b, .. })) => a == b,
        _ => false,
    };
    let same = known.all_documents().find(same_source).or_else(|| known.document(&document.id));
    match same {
        Some(same) => Stub { document: same.clone(), notes: Vec::new(), held: true },
        None => Stub { document, notes, held: false },
    }
}

fn note(notes: &mut Vec<Note>, field: &'static str, text: &str) {
    notes.push(Note { field, text: text.to_owned() });
}

fn id(series: &str, game: Game, version: Option<&str>, day: Option<Day>) -> String {
    match (version.filter(|_| game == Game::Lcg), day) {
        (Some(version), _) => format!("{series}-{version}"),
        (None, Some(day)) => format!("{series}-{}", day.0.year()),
        (None, None) => format!("{series}-undated"),
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

fn long_date(day: Day) -> String {
    format!("{} {}, {}", MONTHS[usize::from(day.0.month().unsigned_abs()) - 1].0, day.0.day(), day.0.year())
}

/// The title: the headings the document begins with, up to its version line.
fn title(front: &[Block]) -> Option<String> {
    let short = |b: &&Block| {
        let text = block::without_emphasis(&b.text);
        let dated = version(&text).is_some() || (date(&text).is_some() && !b.is_heading());
        let other =
            words(&text).starts_with("new content") || matches!(b.shape, Shape::Aside(_) | Shape::Item(_));
        text.split_whitespace().count() <= 12 && !dated && !other && !text.ends_with('.')
    };
    let lines: Vec<String> =
        front.iter().take_while(short).take(4).map(|b| block::without_emphasis(&b.text)).collect();
    let mut title = String::new();
    for line in lines {
        let line = line.trim_end_matches(':').to_owned();
        match title.as_str() {
            "" => title = line,
            t if words(t).ends_with("star wars") => title = format!("{title} {line}"),
            _ => title = format!("{title}: {line}"),
        }
    }
    (!title.is_empty()).then_some(title)
}

/// Whether a line of the front says no more than the title of the document does.
pub(super) fn in_title(title: &str, text: &str) -> bool {
    let text = words(&block::without_emphasis(text));
    !text.is_empty() && format!(" {} ", words(title)).contains(&format!(" {text} "))
}

/// A version, behind the word itself: `VERSION 2.2`, `v3.0`.
fn version(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let at = lower.find("version").map(|n| n + "version".len()).or_else(|| {
        let found = lower.match_indices('v').map(|(n, _)| n);
        found
            .into_iter()
            .find(|n| {
                let before = lower[..*n].chars().next_back();
                !before.is_some_and(|c| c.is_alphanumeric() || c == '(')
                    && lower[n + 1..].starts_with(|c: char| c.is_ascii_digit())
            })
            .map(|n| n + 1)
    })?;
    let rest = lower[at..].trim_start_matches([' ', ':', '.', '#']);
    let number: String = rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').take(12).collect();
    let number = number.trim_end_matches('.');
    (number.contains('.') || (1..=2).contains(&number.len())).then(|| number.to_owned())
}

const MONTHS: [(&str, &str); 12] = [
    ("January", "jan"),
    ("February", "feb"),
    ("March", "mar"),
    ("April", "apr"),
    ("May", "may"),
    ("June", "jun"),
    ("July", "jul"),
    ("August", "aug"),
    ("September", "sep"),
    ("October", "oct"),
    ("November", "nov"),
    ("December", "dec"),
];

/// The first date of a text: `10/06/2014` (month first, as the publisher writes it), `2014-10-06`, `27.10.2014`,
/// `July 1, 2002`, `1 July 2002`.
fn date(text: &str) -> Option<(Day, Precision)> {
    let parts: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|p| !p.is_empty()).collect();
    let day = parts.windows(3).find_map(|w| {
        let number = |n: usize| w[n].trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<i16>().ok();
        let month = |n: usize| {
            let lower = w[n].to_lowercase();
            let found =
                MONTHS.iter().position(|(long, short)| lower == long.to_lowercase() || lower == *short);
            found.and_then(|m| i16::try_from(m + 1).ok())
        };
        let (y, m, d) = match (number(0), number(1), number(2)) {
            (Some(y), Some(m), Some(d)) if y > 1900 => (y, m, d),
            (Some(d), Some(m), Some(y)) if d > 12 => (y, m, d),
            (Some(m), Some(d), Some(y)) => (y, m, d),
            (Some(d), None, Some(y)) => (y, month(1)?, d),
            (None, Some(d), Some(y)) => (y, month(0)?, d),
            _ => return None,
        };
        let made = (1990..2100)
            .contains(&y)
            .then(|| Date::new(y, i8::try_from(m).ok()?, i8::try_from(d).ok()?).ok());
        made.flatten()
    })?;
    Some((Day(day), Precision::Day))
}

/// The year of a copyright line.
fn copyright_year(text: &str) -> Option<Day> {
    let at = text.find(['©', 'Ⓒ']).or_else(|| text.find("(c)"))?;
    let digits: String = text[at..]
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .take(4)
        .collect();
    let year = digits.parse::<i16>().ok().filter(|y| (1990..2100).contains(y))?;
    Date::new(year, 1, 1).ok().map(Day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_versions_are_read_as_documents_print_them() {
        let day = |t: &str| date(t).map(|(d, _)| d.to_string());
        assert_eq!(day("10/06/2014 - VERSION 2.2").as_deref(), Some("2014-10-06"));
        assert_eq!(day("Effective 04.12.2017").as_deref(), Some("2017-04-12"));
        assert_eq!(day("27.10.2014").as_deref(), Some("2014-10-27"));
        assert_eq!(day("Update, July 1, 2002").as_deref(), Some("2002-07-01"));
        assert_eq!(day("effective June 3rd, 2016").as_deref(), Some("2016-06-03"));
        assert_eq!(day("no date in 2014"), None);
        assert_eq!(version("10/06/2014 - VERSION 2.2").as_deref(), Some("2.2"));
        assert_eq!(version("FAQ v4.1.1, effective").as_deref(), Some("4.1.1"));
        assert_eq!(version("STAR WARS"), None);
        assert_eq!(
            copyright_year("©2005 Lucasfilm Ltd.").map(|d| d.to_string()).as_deref(),
            Some("2005-01-01")
        );
    }
}
