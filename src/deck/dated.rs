//! Lists that name their own day: on another day than the check's, another restricted list may have been in
//! force.

use jiff::civil::Date;

use super::code::Code;
use super::lcg;
use super::list::{Decklist, Zone};
use super::report::{DeckReport, Finding, Verdict};
use super::words::Words;
use super::{AsOf, Checker};
use crate::corpus::{Certainty, Day, Game};

/// The heading of a list has no more lines.
const MAX_HEADING_LENGTH: usize = 8;

/// Lines of a heading are no longer, in bytes.
const MAX_LINE_LENGTH: usize = 160;

/// No event was before these games, nor will be one long after them.
const YEARS: std::ops::RangeInclusive<i16> = 2002..=2099;

impl Checker<'_> {
    /// If a list names a day on which another restricted list was in force, says so; where the verdict would
    /// be another by it, nothing that hangs on it is certain.
    pub(super) fn compare_with_its_day(
        &self,
        file: &str,
        game: Game,
        list: &Decklist,
        report: &mut DeckReport,
    ) {
        let Some((line, day)) = list.day.filter(|_| game == Game::Lcg && self.as_of == AsOf::Newest) else {
            return;
        };
        let lists = [self.lcg_day, day].map(|day| self.figures.restricted_on(day));
        let [Some(used), Some(then)] = lists else { return };
        if used.document == then.document {
            return;
        }
        let other = lcg::check(file, list, lcg::CheckOptions { day, ..self.lcg() });
        let message = format!(
            "The list is for {day}, when {} was in force, and was checked against {}; `--as-of {day}` judges by that day",
            then.document, used.document
        );
        if other.verdict == report.verdict {
            let finding = self.figures.finding(Game::Lcg, Code::ListUncertain, message + ".");
            return report.warnings.push(finding.on([line]));
        }
        let stays = |code: Code, message: &str| {
            other.violations.iter().any(|found| found.code == code && found.message == message)
        };
        for found in report.violations.iter_mut().filter(|found| !stays(found.code, &found.message)) {
            found.certainty = Certainty::Unknown;
        }
        let message = format!("{message}: {}.", other.verdict.shown());
        let open = self.figures.finding(Game::Lcg, Code::OpenChoice, message).on([line]);
        report.violations.push(open.fix("Check it as of the day of the event."));
        report.verdict = Verdict::of(&report.violations);
        report.fix = report.fix.take().filter(|_| report.verdict == Verdict::Illegal);
    }
}

impl Checker<'_> {
    /// If a legal deck of no particular day is not legal by a newer restricted list that is known, says so;
    /// and where it has sets that may be newer than the list it was checked against, asks for the day.
    pub(super) fn compare_with_newest(
        &self,
        file: &str,
        game: Game,
        list: &Decklist,
        report: &mut DeckReport,
    ) {
        let undated = list.day.is_none() && self.as_of == AsOf::Newest;
        if game != Game::Lcg || !undated || report.verdict != Verdict::Legal {
            return;
        }
        let (Some(used), Some(newest)) =
            (self.figures.restricted_on(self.lcg_day), self.figures.restricted().last())
        else {
            return;
        };
        let day = newest.from.value;
        let by_newest = lcg::check(file, list, lcg::CheckOptions { day, releases: false, ..self.lcg() });
        let certain = |found: &&Finding| found.certainty != Certainty::Unknown;
        let breaches: Vec<&Finding> = by_newest.violations.iter().filter(certain).collect();
        if used.document == newest.document || breaches.is_empty() {
            return;
        }
        let what: Vec<&str> = breaches.iter().map(|found| found.message.as_str()).collect();
        let message = format!(
            "It was checked against {}. By {}, in force from {day}, it is illegal: {} `--as-of {day}` judges by that.",
            used.document,
            newest.document,
            what.join(" ")
        );
        let lines = breaches.iter().flat_map(|found| found.lines.iter().copied());
        let may_be_newer = |w: &Finding| matches!(w.code, Code::NotReleased | Code::ReleaseUnknown);
        if !report.warnings.iter().any(may_be_newer) {
            return report.warnings.push(self.figures.finding(Game::Lcg, Code::ListUncertain, message));
        }
        let message =
            format!("{message} Some of its sets may be newer than the list it was checked against.");
        let open = self.figures.finding(Game::Lcg, Code::OpenChoice, message).on(lines);
        report.violations.push(open.fix("Check it as of the day of the event."));
        report.verdict = Verdict::of(&report.violations);
    }
}

/// The one day that the lines above a list's cards name, and its line.
pub(super) fn in_heading(text: &str, list: &Decklist, words: &Words) -> Option<(usize, Day)> {
    let cards = list.entries.iter().filter(|entry| entry.zone != Zone::Affiliation);
    let first = cards.map(|entry| entry.line).min()?;
    let above = text.lines().enumerate().take(first - 1).map(|(at, line)| (at + 1, line.trim()));
    let heading: Vec<(usize, &str)> = above.filter(|(_, line)| !line.is_empty()).collect();
    let heading = &heading[heading.len().saturating_sub(MAX_HEADING_LENGTH)..];
    let mut days = heading
        .iter()
        .filter(|(_, line)| line.len() <= MAX_LINE_LENGTH)
        .filter_map(|(at, line)| Some((*at, day(line, words)?)));
    let found = days.next()?;
    days.all(|(_, day)| day == found.1).then_some(found)
}

/// The first day that a line names: `5 May 2017`, `May 5, 2017`, `5.5.2017`, `2017-05-05`. Of `5/6/2017` it
/// is open which number is the month.
fn day(line: &str, words: &Words) -> Option<Day> {
    let parts: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let number = |part: &str| part.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<i16>().ok();
    let month = |part: &str| words.month(part).and_then(|month| i16::try_from(month).ok());
    let slashes = line.matches('/').count() >= 2;
    parts.windows(3).find_map(|of| {
        let [first, second, third] = of else { return None };
        let named =
            |day: &str, month_name: &str, year: &str| Some((number(year)?, month(month_name)?, number(day)?));
        let of_numbers = || {
            let (first, second, third) = (number(first)?, number(second)?, number(third)?);
            match (YEARS.contains(&first), slashes && first != second) {
                (true, _) => Some((first, second, third)),
                (false, true) if second > 12 => Some((third, first, second)),
                (false, true) if first <= 12 => None,
                (false, _) => Some((third, second, first)),
            }
        };
        let date = named(first, second, third).or_else(|| named(second, first, third)).or_else(of_numbers);
        let (year, month, day) = date.filter(|(year, ..)| YEARS.contains(year))?;
        let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?);
        date.ok().map(Day)
    })
}
