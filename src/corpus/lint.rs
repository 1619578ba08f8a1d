//! Warnings for maintainers: things that look wrong in a corpus that is nevertheless usable.

use std::collections::{BTreeMap, BTreeSet};

use super::digest::{self, DigestEntry};
use super::files::{File, FileKind, Files};
use super::opposites;
use super::ruling::{Entry, Kind};
use super::similar::normalize_text;
use super::yaml::Spanned;
use super::yes_or_no::{DENYING, says_yes};
use super::{Authority, Corpus, Diagnostic, DiagnosticCode, Document, Location, Ruling};

/// The share of common words at which two rulings count as near duplicates.
const MIN_SIMILARITY: f64 = 0.9;
/// A ruling with more characters than this is probably a whole document.
const MAX_RULING_LENGTH: usize = 20_000;
/// Texts with fewer words than this are too short to compare.
const MIN_COMPARED_WORDS: usize = 8;

impl Corpus {
    /// Reports likely scanning errors, near duplicates, links to superseded rulings and the like.
    pub fn lint(&self, files: &Files) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        for (path, file) in files.iter() {
            let kind = FileKind::of(path);
            if matches!(kind, FileKind::Rulings | FileKind::Documents) {
                unsure(file, &mut warnings);
            }
            match kind {
                FileKind::Rulings => self.lint_entries(file, &mut warnings),
                FileKind::Digest => self.lint_digest(file, &mut warnings),
                FileKind::Documents
                | FileKind::Asks
                | FileKind::Synonyms
                | FileKind::Languages
                | FileKind::Beyond
                | FileKind::Cards
                | FileKind::Abilities
                | FileKind::Scenarios
                | FileKind::Play
                | FileKind::Deck
                | FileKind::History
                | FileKind::Explain
                | FileKind::Other => {}
            }
        }
        warnings
    }

    fn lint_entries(&self, file: &File, warnings: &mut Vec<Diagnostic>) {
        for entry in file.list::<Entry>().0 {
            let mut found = Vec::new();
            scanning_errors(file, &entry, &mut found);
            too_long(file, &entry, &mut found);
            let links = entry.see.iter().chain(&entry.part_of);
            self.superseded_links(file, &entry.id, links, &mut found);
            self.near_duplicates(file, &entry, &mut found);
            self.contradictions(file, &entry, &mut found);
            self.unaccounted_errata(file, &entry, &mut found);
            warnings.extend(found.into_iter().map(|warning| warning.about(&entry.id)));
        }
    }

    fn lint_digest(&self, file: &File, warnings: &mut Vec<Diagnostic>) {
        for entry in file.list::<DigestEntry>().0 {
            self.superseded_links(file, &entry.id, entry.see.iter().chain(&entry.changed_by), warnings);
        }
    }

    /// Reports an erratum of the rulebook that the digest does not take into account.
    fn unaccounted_errata(&self, file: &File, entry: &Entry, warnings: &mut Vec<Diagnostic>) {
        let Some(own) = self.ruling(&entry.id) else { return };
        let of_rulebook = own.kind == Kind::Errata
            && own.cards.is_empty()
            && !digest::pages(&format!("{}\n{}", own.title, own.text())).is_empty();
        let digests = || self.rulings().filter(|r| r.game == own.game).filter_map(|r| r.digest.as_ref());
        let heeded = |d: &digest::DigestInfo| d.changed_by.contains(&own.id);
        if of_rulebook && digests().count() > 0 && !digests().any(heeded) {
            let text = format!("{} changes the rulebook, and no rule of the digest says so.", own.id);
            warnings.push(
                Diagnostic::warning(DiagnosticCode::DigestLink, entry.id.place(&file.shown), text)
                    .hint("Name it under `changed_by` of the rule it changes."),
            );
        }
    }

    fn superseded_links<'e>(
        &self,
        file: &File,
        from: &Spanned<String>,
        links: impl Iterator<Item = &'e Spanned<String>>,
        warnings: &mut Vec<Diagnostic>,
    ) {
        for to in links {
            let gone = |id: &str| self.ruling(id).is_some_and(|r| !r.is_in_force(None));
            if gone(to) && !gone(from) {
                let text = format!("{} refers to {}, which is no longer in force.", **from, **to);
                warnings.push(
                    Diagnostic::warning(DiagnosticCode::SupersededLink, to.place(&file.shown), text)
                        .hint("Link to the ruling that took its place."),
                );
            }
        }
    }

    /// Reports a house ruling that says no where another ruling in force says yes, or the other way round; of
    /// two house rulings, at the later one.
    fn contradictions(&self, file: &File, entry: &Entry, warnings: &mut Vec<Diagnostic>) {
        let house = |r: &&Ruling| r.authority == Authority::House;
        let Some(own) = self.ruling(&entry.id).filter(house) else { return };
        let earlier: BTreeSet<&str> =
            self.rulings().map(|r| r.id.as_str()).take_while(|id| *id != own.id).collect();
        let is_compared = |r: &&Ruling| r.authority != Authority::House || earlier.contains(r.id.as_str());
        let of_game = self.rulings().filter(|r| r.game == own.game && same_time(r, own)).filter(is_compared);
        for other in of_game.filter(|r| contradict(r, own)) {
            let text = format!("{} says the opposite of {}.", own.id, other.id);
            warnings.push(
                Diagnostic::warning(DiagnosticCode::Contradiction, entry.id.place(&file.shown), text)
                    .hint("Take out the one that no longer holds, or say in it what the other does not know.")
                    .about(&other.id),
            );
        }
    }

    /// Reports near duplicates, each pair once, at the later of the two.
    fn near_duplicates(&self, file: &File, entry: &Entry, warnings: &mut Vec<Diagnostic>) {
        let Some(own) = self.ruling(&entry.id) else { return };
        let words = words(own);
        let earlier = self.rulings().take_while(|r| r.id != own.id);
        for other in earlier.filter(|r| r.game == own.game && same_time(r, own) && !of_one_section(r, own)) {
            let theirs = self::words(other);
            let is_long = words.len().min(theirs.len()) >= MIN_COMPARED_WORDS;
            let is_near = is_long && jaccard(&words, &theirs) >= MIN_SIMILARITY;
            if (is_near || is_ruled_again(own, other)) && !contradict(own, other) {
                let text = format!("{} says nearly the same as {}.", own.id, other.id);
                warnings.push(
                    Diagnostic::warning(DiagnosticCode::NearDuplicate, entry.id.place(&file.shown), text)
                        .hint("If they are one ruling in two documents, name both documents in one entry.")
                        .about(&other.id),
                );
            }
        }
    }
}

/// Whether two rulings, one of them of the house, say yes and no to one question, or differ in nothing but
/// that one of them denies what the other says.
fn contradict(a: &Ruling, b: &Ruling) -> bool {
    let opposed = says_yes(&a.answer).zip(says_yes(&b.answer)).is_some_and(|(one, other)| one != other);
    let of_house = [a, b].iter().any(|ruling| ruling.authority == Authority::House);
    let in_judges_words = [a, b].iter().any(|ruling| ruling.authority == Authority::Digest);
    let asked = |ruling: &Ruling| ruling.question.as_deref().map(words_of);
    let denied = || asked(a) == asked(b) && opposites::deny_each_other(&a.answer, &b.answer);
    of_house && !in_judges_words && (opposed && answer_one_question(a, b) || denied())
}

/// Whether two rulings answer one question: that which stands with both, or the one that their words imply.
fn answer_one_question(a: &Ruling, b: &Ruling) -> bool {
    let asked = |ruling: &Ruling| ruling.question.as_deref().map(words_of);
    if let (Some(one), Some(other)) = (asked(a), asked(b)) {
        return one == other;
    }
    let subject = |text: &str| {
        let mut words = words_of(text);
        words.retain(|word| word != "yes" && !DENYING.contains(&word.as_str()));
        words
    };
    let are_near = |one: &str, other: &str| {
        let (one, other) = (subject(one), subject(other));
        one.len().min(other.len()) >= MIN_COMPARED_WORDS && jaccard(&one, &other) >= MIN_SIMILARITY
    };
    are_near(&a.answer, &b.answer) || are_near(&a.text(), &b.text())
}

/// The share of words that two texts have in common: the Jaccard index.
fn jaccard(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    a.intersection(b).count() as f64 / a.union(b).count().max(1) as f64
}

/// Reports `# unsure:` comments left by an import.
fn unsure(file: &File, warnings: &mut Vec<Diagnostic>) {
    for (n, line) in file.text().lines().enumerate() {
        let Some((before, what)) = line.split_once("# unsure:").filter(|(b, _)| b.trim().is_empty()) else {
            continue;
        };
        let place = Location {
            file: file.shown.clone(),
            line: n + 1,
            column: before.chars().count() + 1,
            length: line.trim().chars().count(),
        };
        let text = format!("The import was unsure here: {}.", what.trim().trim_end_matches('.'));
        warnings.push(
            Diagnostic::warning(DiagnosticCode::Unsure, place, text)
                .hint("Look at it, correct it if need be, and remove this line."),
        );
    }
}

/// Reports documents that supersede one with many more entries: probably a single page mistaken for a
/// complete edition.
pub(crate) fn supersedes(files: &Files, beneath: &Files) -> Vec<Diagnostic> {
    let (own, theirs) = (Editions::of(files), Editions::of(beneath));
    let mut warnings = Vec::new();
    for (document, file) in &own.documents {
        let of_series = theirs.documents.iter().chain(&own.documents).map(|(d, _)| d).filter(|d| {
            d.series == document.series && d.game == document.game && d.date.value < document.date.value
        });
        let Some(older) = of_series.max_by_key(|d| d.date.value) else { continue };
        let count = |id: &str| own.count(id).max(theirs.count(id));
        let (few, many) = (own.count(&document.id), count(&older.id));
        if document.authority == Authority::Official && many >= SMALL_DOCUMENT && few * 4 < many {
            let text = format!(
                "{} has {few} entries and takes the place of {}, which has {many}: none of the others would be in force.",
                *document.id, *older.id
            );
            warnings.push(
                Diagnostic::warning(DiagnosticCode::Supersedes, document.id.place(&file.shown), text)
                    .hint("Is it the publisher's whole document? A page of an event has a series of its own and `authority: house`."),
            );
        }
    }
    warnings
}

/// A document with fewer entries than this is small.
const SMALL_DOCUMENT: usize = 20;

/// Documents with their number of entries.
struct Editions<'f> {
    documents: Vec<(Document, &'f File)>,
    entries: BTreeMap<String, usize>,
}

impl<'f> Editions<'f> {
    fn of(files: &'f Files) -> Self {
        let mut editions = Self { documents: Vec::new(), entries: BTreeMap::new() };
        for (path, file) in files.iter() {
            let kind = FileKind::of(path);
            if kind == FileKind::Documents {
                let documents = file.list::<Document>().0;
                editions.documents.extend(documents.into_iter().map(|d| (d, file)));
            } else if kind == FileKind::Rulings {
                let entries = file.list::<Entry>().0;
                for document in entries.iter().flat_map(|e| &e.documents) {
                    *editions.entries.entry(document.value.clone()).or_default() += 1;
                }
            }
        }
        editions
    }

    fn count(&self, document: &str) -> usize {
        self.entries.get(document).copied().unwrap_or(0)
    }
}

fn words(ruling: &Ruling) -> BTreeSet<String> {
    words_of(&ruling.text())
}

fn words_of(text: &str) -> BTreeSet<String> {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

fn same_time(a: &Ruling, b: &Ruling) -> bool {
    a.is_in_force(None) == b.is_in_force(None)
}

/// Whether a house ruling stands twice in one document, in however few words. Under another title the same
/// words answer another question.
fn is_ruled_again(a: &Ruling, b: &Ruling) -> bool {
    let of_one_document = a.authority == Authority::House && a.document().id == b.document().id;
    let same = |a: &str, b: &str| normalize_text(a) == normalize_text(b);
    of_one_document && same(&a.title, &b.title) && same(&a.text(), &b.text())
}

fn of_one_section(a: &Ruling, b: &Ruling) -> bool {
    a.part_of.as_ref() == Some(&b.id) || b.part_of.as_ref() == Some(&a.id)
}

/// Reports a ruling as long as a document: it answers no question precisely, and slows down every search.
fn too_long(file: &File, entry: &Entry, warnings: &mut Vec<Diagnostic>) {
    let length = entry.text.chars().count() + entry.question.as_ref().map_or(0, |q| q.chars().count());
    if length > MAX_RULING_LENGTH {
        let text = format!("{} has {length} characters; no ruling is as long.", *entry.id);
        warnings.push(
            Diagnostic::warning(DiagnosticCode::LongRuling, entry.id.place(&file.shown), text)
                .hint("Cut it into the rulings it has; `part_of` keeps them together."),
        );
    }
}

/// A pattern that scanning errors leave behind, and the likely original.
struct ScanPattern {
    found: String,
    probably: String,
}

fn scanning_errors(file: &File, entry: &Entry, warnings: &mut Vec<Diagnostic>) {
    let texts = [entry.question.as_deref().unwrap_or_default(), entry.text.as_str()];
    let known = |found: &str| entry.corrections.iter().any(|c| c.corrected == found || c.printed == found);
    for pattern in texts.into_iter().flat_map(scan_patterns).filter(|s| !known(&s.found)) {
        let text = format!("{:?} looks like a scanning error; {}.", pattern.found, pattern.probably);
        let place = place_of(file, entry, &pattern.found);
        let hint = "Correct it and record the slip under `corrections`, or record that it is right.";
        warnings.push(Diagnostic::warning(DiagnosticCode::ScanningError, place, text).hint(hint));
    }
}

fn scan_patterns(text: &str) -> Vec<ScanPattern> {
    let mut patterns = Vec::new();
    let mut add =
        |found: &str, probably: String| patterns.push(ScanPattern { found: found.to_owned(), probably });
    for word in text.split(|c: char| c.is_whitespace() || "()[],;:\"“”".contains(c)) {
        let bare = word.trim_end_matches('.');
        if letters_for_digits(bare) {
            add(bare, format!("it is probably {}", bare.replace(['O', 'o'], "0").replace('l', "1")));
        }
        if bare.contains(['\u{fb00}', '\u{fb01}', '\u{fb02}', '\u{fb03}', '\u{fb04}', '\u{ad}', '\u{fffd}']) {
            add(bare, "it has a ligature, a soft hyphen or a replaced character".to_owned());
        }
    }
    if text.contains('⚡') {
        add("⚡", "it is probably an icon".to_owned());
    }
    if text.contains(" * (") {
        add(" * (", "it is probably an icon before a word in parentheses".to_owned());
    }
    patterns
}

/// Digits with the letters O or l among them.
fn letters_for_digits(word: &str) -> bool {
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().filter(|c| matches!(c, 'O' | 'o' | 'l')).count();
    digits > 0 && letters > 0 && digits + letters == word.chars().count()
}

/// Locates a piece of an entry's text in its file: the first occurrence after the entry's id.
fn place_of(file: &File, entry: &Entry, found: &str) -> Location {
    for (n, line) in file.text().lines().enumerate().skip(entry.id.line.saturating_sub(1)) {
        if let Some(at) = line.find(found) {
            let column = line[..at].chars().count() + 1;
            return Location { file: file.shown.clone(), line: n + 1, column, length: found.chars().count() };
        }
    }
    entry.id.place(&file.shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scanning_slips_are_seen_and_ordinary_words_are_not() {
        let found: Vec<String> = scan_patterns("Core O157, OO19 and 0034 on page 5; X-Wing 4.O ⚡ and l5.")
            .into_iter()
            .map(|s| s.found)
            .collect();
        assert_eq!(found, ["O157", "OO19", "l5", "⚡"]);
    }
}
