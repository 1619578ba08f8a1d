//! Compares how lines begin with where entries do: a line that begins as the entries around it begin, and
//! stands within one of them, `✷RISING TIDE: …` or `§ 3 Fog`, is flagged.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::block::{self, Block, Shape, in_title_case, list_mark};
use super::draft::Draft;
use super::options::Form;
use super::{capital_labels, heads, names, run_in_heads, terms};
use crate::corpus::Kind;

/// The number of first words by which a line is found again.
const KEY: usize = 5;

/// The number of entries on either side of one that are around it.
const AROUND: usize = 4;

/// Fewer entries around a line that begin as it does may do so by chance.
const MIN_ALIKE: usize = 4;

/// No label has more words.
const MAX_LABEL_WORDS: usize = 9;

/// A label that stands within this number of entries, and begins none, belongs to their form.
const MIN_OF_FORM: usize = 3;

/// How a line begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    /// `RISING TIDE: A ship …`.
    Capitals,
    /// `RISING TIDE. A ship …`.
    Stopped,
    /// `Rising Tide: A ship …`.
    Label,
    /// `Rising Tide – A ship …`.
    Dash,
    /// `**Rising Tide** A ship …`, as an item of a list or not.
    Bold(bool),
    /// `§ 3 Fog`, by the style of its mark.
    Counted(usize),
}

/// A line that begins as entries do.
#[derive(Debug, Clone)]
struct Beginning {
    how: How,
    indent: usize,
    label: String,
    count: Vec<u32>,
    shown: String,
}

/// Such lines of a document by their first words.
#[derive(Debug, Clone, Default)]
pub(super) struct Beginnings(HashMap<Vec<String>, Beginning>);

impl Beginnings {
    /// Those of a text: of its lines, unless it is a page, and of its blocks.
    pub(super) fn of(form: Form, text: &str, blocks: &[Block]) -> Self {
        let mut all = Self::default();
        let lines = text.lines().filter(|_| form != Form::Html);
        all.add(lines.map(|line| (line.trim().to_owned(), line.len() - line.trim_start().len())).collect());
        let blocks = blocks.iter().filter(|b| !matches!(b.shape, Shape::Aside(_)));
        all.add(blocks.map(|b| (b.marked(), b.indent.max(b.depth * 3))).collect());
        all
    }

    /// Adds those of some lines with their indentation. A line of few words is known by those below it, too.
    fn add(&mut self, lines: Vec<(String, usize)>) {
        for (n, (line, indent)) in lines.iter().enumerate() {
            let Some((how, label, count, said)) = how(line) else { continue };
            let below = lines[n + 1..].iter().take(KEY).map(|(line, _)| line.as_str());
            let mut words: Vec<String> =
                std::iter::once(said.as_str()).chain(below).flat_map(of).take(KEY).collect();
            words.resize(KEY, String::new());
            let shown = names::shortened(&block::without_emphasis(line));
            let found = Beginning { how, indent: *indent, label: block::words(&label), count, shown };
            self.0.entry(words).or_insert(found);
        }
    }

    /// Flags the entries within which such a line stands.
    pub(super) fn mark(&self, drafts: &mut [Draft]) {
        if self.0.is_empty() {
            return;
        }
        let (begun, inside) = self.places(drafts);
        let cut: BTreeSet<&str> = begun.iter().flatten().map(|b| b.label.as_str()).collect();
        let mut times: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for (n, found) in &inside {
            times.entry(found.label.as_str()).or_default().insert(*n);
        }
        let of_form = |b: &Beginning| {
            !cut.contains(b.label.as_str())
                && times.get(b.label.as_str()).is_some_and(|in_| in_.len() >= MIN_OF_FORM)
        };
        let mut flagged: Vec<(usize, String)> = Vec::new();
        for (n, found) in &inside {
            if !of_form(found) && is_alike(found, *n, &begun, drafts, &inside) {
                flagged.push((*n, found.shown.clone()));
            }
        }
        for (n, shown) in flagged {
            drafts[n].unsure(
                "text",
                format!("`{shown}` begins a line as the entries around it begin; does one begin there?"),
            );
        }
    }

    /// What each draft begins with, and the lines that stand within drafts and begin none.
    fn places(&self, drafts: &[Draft]) -> (Vec<Option<&Beginning>>, Vec<(usize, &Beginning)>) {
        let mut begun: Vec<Option<&Beginning>> = vec![None; drafts.len()];
        let mut inside: Vec<(usize, &Beginning, &Vec<String>)> = Vec::new();
        let mut cut: BTreeSet<&Vec<String>> = BTreeSet::new();
        let firsts: HashSet<&str> = self.0.keys().map(|key| key[0].as_str()).collect();
        for (n, draft) in drafts.iter().enumerate() {
            let mut words = of(&heads::count(&draft.title).map_or(draft.title.clone(), |m| m.2.to_owned()));
            let titled = words.len();
            words.extend(of(&draft.words()));
            for at in (0..words.len()).filter(|at| firsts.contains(words[*at].as_str())) {
                let mut key = words[at..words.len().min(at + KEY)].to_vec();
                key.resize(KEY, String::new());
                let Some((key, found)) = self.0.get_key_value(&key) else { continue };
                if at <= MAX_MARK || at >= titled && at <= titled + MAX_MARK {
                    begun[n] = begun[n].or(Some(found));
                    cut.insert(key);
                } else if at >= titled {
                    inside.push((n, found, key));
                }
            }
        }
        inside.retain(|(_, _, key)| !cut.contains(key));
        (begun, inside.into_iter().map(|(n, found, _)| (n, found)).collect())
    }
}

/// The mark in front of what an entry begins with has no more words.
const MAX_MARK: usize = 2;

fn of(text: &str) -> Vec<String> {
    block::words(text).split(' ').filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// Whether most entries around one begin as a line within it does.
fn is_alike(
    found: &Beginning,
    n: usize,
    begun: &[Option<&Beginning>],
    drafts: &[Draft],
    inside: &[(usize, &Beginning)],
) -> bool {
    let draft = &drafts[n];
    if draft.is_part || matches!(draft.kind, Kind::Faq | Kind::Restricted) {
        return false;
    }
    let around = n.saturating_sub(AROUND)..drafts.len().min(n + AROUND + 1);
    let entries: Vec<usize> = around.filter(|m| !drafts[*m].is_part).collect();
    let alike: Vec<&Beginning> =
        entries.iter().filter_map(|m| begun[*m]).filter(|b| b.how == found.how).collect();
    let most = alike.len() >= MIN_ALIKE && alike.len() * 3 >= entries.len() * 2;
    let is_outer = alike.iter().any(|b| found.indent <= b.indent + 1);
    most && is_outer && counts_on(found, n, &alike, inside)
}

/// Whether the count of a line follows, or leads to, that of an entry, and counts no list within its own.
fn counts_on(found: &Beginning, n: usize, alike: &[&Beginning], inside: &[(usize, &Beginning)]) -> bool {
    let Some((last, above)) = found.count.split_last() else { return true };
    let beside = |b: &Beginning, by: u32| {
        b.count.split_last().is_some_and(|(count, of)| of == above && *count + by == *last)
    };
    let begins_list = |b: &Beginning| b.how == found.how && b.count.last() == Some(&1);
    let listed = *last > 1 && inside.iter().any(|(m, b)| *m == n && begins_list(b));
    !listed && *last > 1 && alike.iter().any(|b| beside(b, 1) || beside(b, 2))
}

/// How a line begins, with its label, its count, and what stands behind the count.
fn how(line: &str) -> Option<(How, String, Vec<u32>, String)> {
    if let Some((style, count, said)) = heads::count(line) {
        return Some((How::Counted(style), String::new(), count, said.to_owned()));
    }
    let (is_item, words) = list_mark(line).map_or((false, line), |(mark, words)| (mark == "-", words));
    let found = |how: How, label: &str| Some((how, label.to_owned(), Vec::new(), words.to_owned()));
    if let Some((bold, said)) = words.strip_prefix("**").and_then(|words| words.split_once("**")) {
        let is_name = is_label(bold.trim_end_matches([':', '.'])) && said.split_whitespace().count() > 1;
        return if is_name { found(How::Bold(is_item), bold) } else { None };
    }
    if is_item {
        return None;
    }
    if let Some(label) = capital_labels::label(words) {
        return found(How::Capitals, label);
    }
    if let Some((label, said)) = words.split_once(". ")
        && capital_labels::in_capitals(label)
        && run_in_heads::is_name(label)
        && said.contains(char::is_lowercase)
    {
        return found(How::Stopped, label);
    }
    let begins = |said: &str| said.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    [(": ", How::Label), (" – ", How::Dash), (" — ", How::Dash), (" - ", How::Dash)].into_iter().find_map(
        |(mark, how)| {
            let (label, _) =
                words.split_once(mark).filter(|(label, said)| is_label(label) && begins(said))?;
            found(how, label)
        },
    )
}

/// Whether words are a label that names something.
fn is_label(label: &str) -> bool {
    label.split(' ').count() <= MAX_LABEL_WORDS && in_title_case(label) && !terms::is_no_name(label)
}
