//! Dates as documents print them: which day they mean, and what merely looks like one.

use jiff::civil::Date;

use crate::corpus::document::Day;

/// Something printed like a date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Printed {
    Day(Day),
    /// A date whose day and month are ambiguous: `12.04.2019`.
    Either {
        printed: String,
        /// The day it means if the month comes first.
        month_first: Day,
        /// The day it means if the day comes first.
        day_first: Day,
    },
    /// A day that does not exist, `31 June 2018`.
    Impossible(String),
    /// A month of a year, without a day.
    Month(String),
}

/// The order in which a document prints day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// Its dates are all ambiguous, or contradict one another.
    Unknown,
    /// As in `27.10.2014`.
    DayFirst,
    /// As in `10/27/2014`.
    MonthFirst,
}

/// Determines the order from the unambiguous dates of a text.
pub(super) fn order<'t>(lines: impl Iterator<Item = &'t str>) -> Order {
    let (mut day_first, mut month_first) = (false, false);
    for line in lines {
        let words = Word::all(line);
        for at in 0..words.len() {
            let Some(Figures::YearLast { first, second, .. }) = Figures::of(&words[at..]) else { continue };
            day_first |= first > 12 && second <= 12;
            month_first |= first <= 12 && second > 12;
        }
    }
    match (day_first, month_first) {
        (true, false) => Order::DayFirst,
        (false, true) => Order::MonthFirst,
        _ => Order::Unknown,
    }
}

/// Names and abbreviations of the months, in the languages of such documents.
const MONTHS: [&[&str]; 12] = [
    &["January", "jan", "januar", "jänner", "janvier", "janv", "enero", "ene", "gennaio", "gen"],
    &["February", "feb", "februar", "février", "févr", "fevrier", "fevr", "febrero", "febbraio"],
    &["March", "mar", "märz", "mrz", "mars", "marzo"],
    &["April", "apr", "avril", "avr", "abril", "abr", "aprile"],
    &["May", "mai", "mayo", "maggio", "mag"],
    &["June", "jun", "juni", "juin", "junio", "giugno", "giu"],
    &["July", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug"],
    &["August", "aug", "août", "aout", "agosto", "ago"],
    &["September", "sep", "sept", "septembre", "septiembre", "setiembre", "settembre"],
    &["October", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "ott"],
    &["November", "nov", "novembre", "noviembre"],
    &["December", "dec", "dezember", "dez", "décembre", "déc", "decembre", "diciembre", "dicembre", "dic"],
];

/// Whether a word is the name of a month.
pub(super) fn is_month(word: &str) -> bool {
    Word { start: 0, text: word, behind: "" }.month().is_some()
}

/// The longest of those names, in bytes.
const MAX_MONTH_LENGTH: usize = 12;

/// Formats a day as `July 1, 2002`.
pub(super) fn in_words(day: Day) -> String {
    let name = MONTHS[usize::from(day.0.month().unsigned_abs()) - 1][0];
    format!("{name} {}, {}", day.0.day(), day.0.year())
}

/// The first date of a line and its byte offset: `10/27/2014`, `2014-10-06`, `27.10.2014`, `July 1, 2002`,
/// `1st of July 2002`; `10/06/2014` is ambiguous. A month with its year is used only if the line has no full
/// date.
pub(super) fn first(line: &str) -> Option<(usize, Printed)> {
    let words = Word::all(line);
    let starts = || (0..words.len()).map(|n| &words[n..]);
    let day = starts().find_map(|at| in_figures(line, at).or_else(|| with_month(line, at)));
    day.or_else(|| starts().find_map(|at| month_alone(line, at)))
}

/// A run of letters and digits, and the separator after it.
struct Word<'t> {
    start: usize,
    text: &'t str,
    behind: &'t str,
}

impl<'t> Word<'t> {
    fn all(line: &'t str) -> Vec<Self> {
        let mut words: Vec<Self> = Vec::new();
        let mut at = 0;
        while let Some(start) = line[at..].find(char::is_alphanumeric).map(|n| at + n) {
            if let Some(before) = words.last_mut() {
                before.behind = &line[at..start];
            }
            let end = line[start..].find(|c: char| !c.is_alphanumeric()).map_or(line.len(), |n| start + n);
            words.push(Self { start, text: &line[start..end], behind: &line[end..] });
            at = end;
        }
        words
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn number(&self, longest: usize) -> Option<i16> {
        let digits = self.text.len() <= longest && self.text.bytes().all(|b| b.is_ascii_digit());
        if digits { self.text.parse().ok() } else { None }
    }

    fn year(&self) -> Option<i16> {
        self.number(4).filter(|year| (1990..2100).contains(year))
    }

    /// Parses `5`, `5th`, `1er`.
    fn day(&self) -> Option<i16> {
        let digits = self.text.trim_end_matches(|c: char| c.is_alphabetic());
        let ending = self.text[digits.len()..].to_lowercase();
        let sound = (1..=2).contains(&digits.len())
            && ["", "st", "nd", "rd", "th", "er", "º"].contains(&ending.as_str());
        digits.parse().ok().filter(|_| sound)
    }

    fn month(&self) -> Option<i16> {
        if self.text.len() > MAX_MONTH_LENGTH || !self.text.starts_with(char::is_alphabetic) {
            return None;
        }
        // The first name of each month is capitalized in the table; the others are in lower case.
        let lower = self.text.to_lowercase();
        let is_named = |name: &&str| name.eq_ignore_ascii_case(self.text) || **name == lower;
        let found = MONTHS.iter().position(|names| names.iter().any(&is_named));
        found.and_then(|month| i16::try_from(month + 1).ok())
    }

    /// Whether the separator is short enough for the next word to belong to the same date.
    fn is_near(&self) -> bool {
        matches!(self.behind, " " | "° " | ", " | "," | ". " | "." | "-" | " - ")
    }
}

/// Year, month and day as printed, possibly impossible.
#[derive(Debug, Clone, Copy)]
struct Written {
    year: i16,
    month: i16,
    day: i16,
}

impl Written {
    fn day(self) -> Option<Day> {
        let (month, day) = (i8::try_from(self.month).ok()?, i8::try_from(self.day).ok()?);
        Date::new(self.year, month, day).ok().map(Day)
    }

    /// The day, or the printed words if no such day exists.
    fn printed(self, words: &str) -> Printed {
        self.day().map_or_else(|| Printed::Impossible(words.to_owned()), Printed::Day)
    }
}

/// A numeric date, by the position of the year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Figures {
    /// `2014-10-27`.
    YearFirst { year: i16, month: i16, day: i16 },
    /// `10/27/2014`, `27. 10. 2014`.
    YearLast { first: i16, second: i16, year: i16 },
}

impl Figures {
    fn of(at: &[Word<'_>]) -> Option<Self> {
        let [a, b, c, ..] = at else { return None };
        let marks = [a.behind.trim_end(), b.behind.trim_end()];
        let joined = matches!(marks, ["/", "/"] | ["-", "-"] | [".", "."])
            && (marks[0] == "." || a.behind == b.behind);
        // `1.2.2014.3` is a section number or the like.
        let goes_on = matches!(c.behind, "." | "/" | "-") && at.get(3).is_some_and(|w| w.number(4).is_some());
        if !joined || goes_on {
            return None;
        }
        let second = b.number(2)?;
        match (a.year(), a.number(2), c.year(), c.number(2)) {
            (Some(year), _, _, Some(day)) => Some(Self::YearFirst { year, month: second, day }),
            (_, Some(first), Some(year), _) => Some(Self::YearLast { first, second, year }),
            _ => None,
        }
    }
}

fn in_figures(line: &str, at: &[Word<'_>]) -> Option<(usize, Printed)> {
    let [a, _, c, ..] = at else { return None };
    let written = match Figures::of(at)? {
        Figures::YearFirst { year, month, day } => Written { year, month, day },
        Figures::YearLast { first, second, year } if first > 12 => {
            Written { year, month: second, day: first }
        }
        Figures::YearLast { first, second, year } => Written { year, month: first, day: second },
    };
    let Written { year, month, day } = written;
    let words = &line[a.start..c.end()];
    let either = a.year().is_none() && month != day && (1..=12).contains(&day) && (1..=12).contains(&month);
    let other = Written { year, month: day, day: month };
    if either && let (Some(month_first), Some(day_first)) = (written.day(), other.day()) {
        let printed = words.to_owned();
        return Some((a.start, Printed::Either { printed, month_first, day_first }));
    }
    Some((a.start, written.printed(words)))
}

fn with_month(line: &str, at: &[Word<'_>]) -> Option<(usize, Printed)> {
    let [a, rest @ ..] = at else { return None };
    // "The 5th of May 2018", "5 de mayo de 2018", "1.º de mayo de 2018".
    let rest = match rest {
        [ending, rest @ ..] if a.behind == "." && ["º", "er"].contains(&ending.text) => rest,
        _ => rest,
    };
    let rest = without_of(rest);
    let [b, rest @ ..] = rest else { return None };
    let [c, ..] = without_of(rest) else { return None };
    if !a.is_near() || !b.is_near() {
        return None;
    }
    let (month, day) = match (a.day(), b.month(), a.month(), b.day()) {
        (Some(day), Some(month), _, _) | (_, _, Some(month), Some(day)) => (month, day),
        _ => return None,
    };
    Some((a.start, Written { year: c.year()?, month, day }.printed(&line[a.start..c.end()])))
}

/// The words of a date without a leading "of", "de" and the like.
fn without_of<'w, 't>(words: &'w [Word<'t>]) -> &'w [Word<'t>] {
    match words {
        [first, rest @ ..] if ["of", "de", "del"].contains(&first.text) => rest,
        _ => words,
    }
}

fn month_alone(line: &str, at: &[Word<'_>]) -> Option<(usize, Printed)> {
    let [month, year, ..] = at else { return None };
    let named = month.month().is_some() && month.text.starts_with(char::is_uppercase) && month.is_near();
    let printed = Printed::Month(line[month.start..year.end()].to_owned());
    year.year().filter(|_| named).map(|_| (month.start, printed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_as_documents_print_them() {
        for (line, day) in [
            ("10/27/2014 - VERSION 2.2", "2014-10-27"),
            ("Effective 04.04.2017", "2017-04-04"),
            ("27.10.2014", "2014-10-27"),
            ("Update, July 1, 2002", "2002-07-01"),
            ("effective June 3rd, 2016", "2016-06-03"),
            ("Sept. 5, 2018", "2018-09-05"),
            ("the 5th of May 2018", "2018-05-05"),
            ("Stand: 14. März 2018", "2018-03-14"),
            ("Édition du 22 juin 2015", "2015-06-22"),
            ("en vigueur le 1er août 2016", "2016-08-01"),
            ("Actualizado el 3 de marzo de 2016", "2016-03-03"),
            ("in vigore dal 9 Settembre 2016", "2016-09-09"),
            ("du 11 févr. 2016", "2016-02-11"),
            ("le 3 déc. 2016", "2016-12-03"),
            ("7 ene. 2016", "2016-01-07"),
            ("8 dic 2016", "2016-12-08"),
            ("9 mag. 2016", "2016-05-09"),
            ("1° marzo 2016", "2016-03-01"),
            ("el 1.º de marzo de 2016", "2016-03-01"),
            ("of May 2018, effective 2018-06-01", "2018-06-01"),
        ] {
            let found = first(line).map(|(_, printed)| printed);
            assert_eq!(found, Some(Printed::Day(Day(day.parse().expect("a day")))), "{line}");
        }
    }

    #[test]
    fn a_day_that_can_be_read_two_ways_is_both() {
        for printed in ["04/12/2017", "04.12.2017", "04-12-2017"] {
            let day = |day: &str| Day(day.parse().expect("a day"));
            let (month_first, day_first) = (day("2017-04-12"), day("2017-12-04"));
            let either = Printed::Either { printed: printed.to_owned(), month_first, day_first };
            assert_eq!(first(&format!("Effective {printed}")).map(|(_, p)| p), Some(either));
        }
        assert_eq!(order(["12/03/2017 so", "15/05/2017 not so"].into_iter()), Order::DayFirst);
        assert_eq!(order(["on 12/23/2017"].into_iter()), Order::MonthFirst);
        assert_eq!(order(["am 27. 10. 2014"].into_iter()), Order::DayFirst);
        assert_eq!(order(["see 1.13.2014.3", "2017-12-23"].into_iter()), Order::Unknown);
        assert_eq!(order(["23.12.2017 or 12/23/2017"].into_iter()), Order::Unknown);
    }

    #[test]
    fn what_is_no_day_is_none() {
        for (line, printed) in [
            ("13/45/2017", "13/45/2017"),
            ("of 31 June 2018 (2.5)", "31 June 2018"),
            ("99 May 2019", "99 May 2019"),
            ("29/02/2019", "29/02/2019"),
            ("November 31st, 2018", "November 31st, 2018"),
            ("Effective February 30, 2019", "February 30, 2019"),
        ] {
            assert_eq!(first(line).map(|(_, p)| p), Some(Printed::Impossible(printed.to_owned())), "{line}");
        }
        assert_eq!(first("As of May 2018").map(|(_, p)| p), Some(Printed::Month("May 2018".to_owned())));
        for line in [
            "no date in 2014",
            "Published in 2018 (2.5) Ropes",
            "Season 2018-2019",
            "a player may 2018",
            "1.2.2014.3",
        ] {
            assert_eq!(first(line), None, "{line}");
        }
    }
}
