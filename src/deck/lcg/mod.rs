//! The deck rules of Star Wars: The Card Game.

mod command;
mod fix;
mod lines;
mod reading;
mod release;
mod resolve;
mod restricted;
mod rules;
mod written_out;

use std::collections::{BTreeMap, BTreeSet};

use reading::Reading;
use resolve::Resolved;
use rules::RuleContext;

use super::absence;
use super::code::Code;
use super::figures::Figures;
use super::list::{Decklist, Total};
use super::report::{DeckReport, Finding, Verdict};
use super::show::{Layout, SectionTitle};
use crate::corpus::cards::{LcgBook, Printing};
use crate::corpus::{Certainty, Day, Game};

/// The context of a check.
#[derive(Debug, Clone, Copy)]
pub(super) struct CheckOptions<'a> {
    pub(super) book: &'a LcgBook,
    pub(super) figures: &'a Figures,
    pub(super) day: Day,
    /// Whether to warn of products that had not been released.
    pub(super) releases: bool,
}

/// The number of lines that name cards of this game.
pub(super) fn matched(list: &Decklist, book: &LcgBook) -> usize {
    let known = |title: &str| !book.names().get(title).is_empty();
    list.entries.iter().filter(|e| known(&e.title)).count()
}

pub(super) fn check(file: &str, list: &Decklist, options: CheckOptions<'_>) -> DeckReport {
    let mut resolved = resolve::resolve(list, options.book, options.figures);
    let by_id = judge(&resolved.by_id, list, options);
    let by_title = resolved.by_title.as_ref().map(|reading| judge(reading, list, options));
    let mut violations = std::mem::take(&mut resolved.violations);
    let mut warnings = std::mem::take(&mut resolved.warnings);
    match by_title {
        None => violations.extend(by_id.violations),
        Some(by_title) => {
            let asked = list.format.is_typed() && resolved.lone_disagreement;
            agree((by_id.violations, by_title.violations), asked, &mut violations, &mut warnings);
            if resolved.titles_first {
                violations.retain(|v| !v.message.starts_with(BY_ITS_IDS));
            }
        }
    }
    warnings.extend(by_id.warnings);
    warnings.extend(totals(list, resolved.main(), options.figures));
    warnings.extend(
        list.notes.iter().map(|note| options.figures.finding(Game::Lcg, note.code, note.text.as_str())),
    );
    // In a list typed by hand, report only the contradictory line and not its consequences.
    if list.format.is_typed() && violations.iter().any(|v| v.code == Code::IdTitle) {
        violations.retain(|v| !v.message.starts_with(BY_ITS));
    }
    violations.sort_by_key(|v| (v.certainty, v.code.category(), v.code));
    warnings.sort_by_key(|v| (v.code, v.lines.first().copied()));
    report(file, list, &resolved, Findings { violations, warnings }, options)
}

fn context<'a>(reading: &'a Reading, list: &Decklist, options: CheckOptions<'a>) -> RuleContext<'a> {
    let CheckOptions { book, figures, day, .. } = options;
    let (export, typed) = (list.format.is_export(), list.format.is_typed());
    RuleContext { reading, book, figures, day, export, typed, without_affiliation: list.without_affiliation }
}

/// Violations, and what is merely worth knowing.
struct Findings {
    violations: Vec<Finding>,
    warnings: Vec<Finding>,
}

/// Applies every rule to one reading.
fn judge(reading: &Reading, list: &Decklist, options: CheckOptions<'_>) -> Findings {
    let context = context(reading, list, options);
    let mut found = rules::affiliation(&context);
    found.extend(rules::other_makers(&context));
    let typed = list.format.is_typed();
    let side = rules::deck_side(&context);
    let instead = command::instead_of_sets(reading, side, options.book, options.figures).filter(|_| typed);
    match instead {
        Some(instead) => found.push(instead),
        None => {
            found.extend(command::check(reading, typed, options.book, options.figures));
            found.extend(rules::size(&context));
        }
    }
    found.extend(rules::side(&context));
    let only = rules::affiliation_only(&context).into_iter();
    // A deck's name is not an affiliation card.
    found.extend(only.map(|f| if list.doubts.loose_affiliation { f.at_most(Certainty::Unknown) } else { f }));
    found.extend(rules::copies(&context));
    let (restricted, mut warnings) = restricted::check(&context);
    found.extend(restricted);
    if options.releases {
        warnings.extend(release::check(&context));
    }
    Findings { violations: absence::tempered(found, list), warnings }
}

/// How a finding starts that only one of the two readings has.
const BY_ITS: &str = "By its";
const BY_ITS_IDS: &str = "By its ids";

/// Combines the findings by id and by title. Findings of both are kept. Those of only one are unknown or, if
/// the verdicts agree anyway, merely notes; and so is the contradiction itself, unless it is `asked` which of
/// two cards that the deck may both have is registered.
fn agree(
    (by_id, by_title): (Vec<Finding>, Vec<Finding>),
    asked: bool,
    violations: &mut Vec<Finding>,
    warnings: &mut Vec<Finding>,
) {
    let verdicts_agree = Verdict::of(&by_id) == Verdict::of(&by_title);
    let key = |f: &Finding| (f.code, f.message.clone());
    let (ids, titles): (BTreeSet<_>, BTreeSet<_>) =
        (by_id.iter().map(key).collect(), by_title.iter().map(key).collect());
    let only = |mut finding: Finding, by: &str| {
        finding.message = format!("{BY_ITS} {by}: {}", finding.message);
        if verdicts_agree { finding } else { finding.at_most(Certainty::Unknown) }
    };
    for finding in by_id {
        let both = titles.contains(&key(&finding));
        violations.push(if both { finding } else { only(finding, "ids") });
    }
    for finding in by_title {
        if !ids.contains(&key(&finding)) {
            violations.push(only(finding, "titles"));
        }
    }
    let both_legal = verdicts_agree && violations.iter().all(|f| f.code == Code::IdTitle);
    if verdicts_agree && !(asked && both_legal) {
        let (disagreements, rest) = violations.drain(..).partition(|f: &Finding| f.code == Code::IdTitle);
        warnings.extend::<Vec<Finding>>(disagreements);
        *violations = rest;
    }
}

/// Stated totals that differ from the sum of the lines.
fn totals(list: &Decklist, reading: &Reading, figures: &Figures) -> Vec<Finding> {
    let sets =
        ["objectives", "total objective sets", "total objectives", "objective sets", "total objective set"];
    let differs = |stated: &Total| {
        let counted = reading.total();
        let said = sets.contains(&stated.what.as_str()) || stated.what.ends_with("sets");
        // Unmatched lines may account for the difference.
        if !said || stated.count == counted || stated.count > counted && reading.open_sets > 0 {
            return None;
        }
        let message = format!("The list says {} objective sets; its lines are {counted}.", stated.count);
        Some(figures.finding(Game::Lcg, Code::TotalDiffers, message).on([stated.line]))
    };
    list.totals.iter().filter_map(differs).collect()
}

fn report(
    file: &str,
    list: &Decklist,
    resolved: &Resolved,
    Findings { violations, warnings }: Findings,
    options: CheckOptions<'_>,
) -> DeckReport {
    let reading = resolved.main();
    let context = context(reading, list, options);
    let verdict = Verdict::of(&violations);
    DeckReport {
        file: file.to_owned(),
        game: Some(Game::Lcg),
        format: Some(list.format),
        part: list.part,
        verdict,
        likely_outcome: None,
        side: rules::deck_side(&context),
        affiliation: context.affiliations().next().map(|a| a.title.value.clone()),
        counts: counts(reading),
        fix: (verdict == Verdict::Illegal).then(|| fix_of(&violations, reading, &context)).flatten(),
        violations,
        warnings,
        name: resolved.name.clone(),
        neutrals: Vec::new(),
    }
}

fn counts(reading: &Reading) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::from([("sets", reading.total())]);
    if reading.lists_command {
        let command = reading.command.iter().fold(0_u32, |sum, line| sum.saturating_add(line.count));
        counts.insert("command", command);
    }
    counts
}

/// The smallest change. If only the command deck is at fault, that is corrected instead.
fn fix_of(violations: &[Finding], reading: &Reading, context: &RuleContext<'_>) -> Option<String> {
    let structural = [
        Code::MisplacedCard,
        Code::MissingCard,
        Code::NoObjective,
        Code::SurplusCard,
        Code::WrongPrinting,
        Code::ChallengeCard,
    ];
    let open = [Code::UnmatchedLine, Code::OpenChoice, Code::IncompleteList, Code::BadCount, Code::IdTitle];
    // With unmatched lines, it is unknown what there is to change.
    if violations.iter().any(|v| open.contains(&v.code)) {
        return None;
    }
    let sets = fix::smallest(context).and_then(|change| fix::sentence(&change, reading, context));
    let of_command: Vec<&str> =
        violations.iter().filter(|v| structural.contains(&v.code)).filter_map(|v| v.fix.as_deref()).collect();
    // A few mistakes are corrected one by one; a completely different command deck is rebuilt.
    let put_right = match of_command.len() {
        0 => None,
        1..=3 => Some(of_command.join(" ")),
        _ => Some("Make the command deck exactly the cards of the chosen sets.".to_owned()),
    };
    match (sets, put_right) {
        (Some(sets), Some(put_right)) => Some(format!("{sets} {put_right}")),
        (sets, put_right) => sets.or(put_right),
    }
}

/// The cards of a list in canonical order: affiliation, then sets by number with their command cards.
pub(super) fn lay_out(list: &Decklist, options: CheckOptions<'_>) -> Layout {
    let resolved = resolve::resolve(list, options.book, options.figures);
    let reading = resolved.main();
    let book = options.book;
    let mut layout = Layout::new(Game::Lcg, resolved.name.clone());
    let affiliations =
        reading.affiliations.iter().map(|(at, c)| (c.count, book.affiliations()[*at].title.value.clone()));
    layout.section(SectionTitle::Affiliation, affiliations);
    let title = |p: Printing| reading::name_of(book, p);
    layout.section(
        SectionTitle::ObjectiveDeck,
        reading.sets.iter().map(|(at, c)| (c.count, title(Printing::Set(*at, 1)))),
    );
    let fan_made = reading.fan.iter().map(|(at, c)| (c.count, title(Printing::Fan(*at, 1))));
    layout.section(SectionTitle::FanMadeSets, fan_made);
    let whole = command::check(reading, list.format.is_typed(), book, options.figures).is_empty();
    layout.section(SectionTitle::CommandDeck, command_cards(reading, book, whole));
    layout.unread(resolved.violations.iter().chain(&resolved.warnings));
    layout
}

/// The command deck of the chosen sets or, if it differs (`whole` is false), as listed.
fn command_cards(reading: &Reading, book: &LcgBook, whole: bool) -> Vec<(u32, String)> {
    let mut cards: BTreeMap<(Printing, String), u32> = BTreeMap::new();
    if !whole {
        for line in &reading.command {
            let printing = line.candidates[0];
            let sure = line.candidates.len() == 1;
            let name = if sure { reading::name_of(book, printing) } else { book.title(printing).to_owned() };
            *cards.entry((printing, name)).or_default() += line.count;
        }
    } else {
        for (at, copies) in &reading.sets {
            for position in 2..=book.set_at(*at).cards.len() {
                let printing = Printing::Set(*at, position);
                cards.insert((printing, reading::name_of(book, printing)), copies.count);
            }
        }
    }
    cards.into_iter().map(|((_, name), count)| (count, name)).collect()
}
