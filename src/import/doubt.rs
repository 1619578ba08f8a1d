//! Checks whether an entry is plausible. Whatever is unlikely to belong in one entry is flagged, so that no
//! wrong cut goes unnoticed.

use std::collections::BTreeMap;

use super::block::{self, list_mark, without_emphasis};
use super::draft::{Draft, Id};
use super::implausible::Form;
use super::numbers::{self, Speaker};
use super::passages::{self, MAX_HEAD_WORDS, is_head, is_sentence};
use super::{
    alone, capital_labels, heads, languages, listed, lumped, names, page_numbers, places, questions,
    quotations, version_tags,
};
use crate::corpus::{Kind, markdown};

/// An entry that is not a question is flagged if it contains more questions than this.
const MAX_QUESTIONS: usize = 3;

/// An entry is flagged if it has this many titles with a sentence below each.
const MIN_TITLES: usize = 2;

/// A list of more items than this, each a sentence, is probably not one ruling.
const MAX_SENTENCE_ITEMS: usize = 5;

/// Entries with more words than this, in several paragraphs, are searched for plain-text headings of other
/// entries.
const LONG_ENTRY_WORDS: usize = 150;

/// Flags whatever is doubtful about an entry's text. `goes_on`: its sentence is known to continue in the next
/// entry.
pub(super) fn mark(draft: &mut Draft, goes_on: bool, form: &Form) {
    let text = draft.text.clone();
    let paragraphs = passages::of(&text);
    let found = [
        page_number(&paragraphs),
        head_inside(draft, &paragraphs),
        run_in_heads(draft, &paragraphs),
        heads_inside(draft, &paragraphs, form),
        listed_sentences(draft, &paragraphs),
        numbered_corrections(draft, &paragraphs),
        listed_names(draft, &paragraphs),
        steps_out_of_order(draft),
        questions_inside(draft, &paragraphs),
        breaks_off(draft, &paragraphs).filter(|_| !goes_on),
        stands_alone(draft, &paragraphs, form),
        footnote(&text),
        stuck_figure(&text),
        too_long(&text),
        of_a_forum(draft, &paragraphs),
        says_goodbye(&paragraphs),
        in_brackets(draft, &paragraphs),
        one_word(draft, &text),
        address(&text),
        languages::reason(&text),
        begins_inside(draft, &paragraphs),
        said_between(draft, &paragraphs),
    ];
    for why in found.into_iter().flatten().chain(lumped::reasons(draft, &paragraphs, form)) {
        draft.unsure("text", why);
    }
    other_kind(draft, &paragraphs).into_iter().for_each(|why| draft.unsure("kind", why));
    note_title_and_question(draft);
}

/// Flags a title that its text goes on with, and a question that may be more than one.
fn note_title_and_question(draft: &mut Draft) {
    if lumped::title_runs_on(draft) {
        draft.unsure("title", "its text goes on in the midst of a sentence; is the title the start of it?");
    }
    if let Some(begun) = draft.question.as_deref().and_then(begins_twice) {
        draft.unsure(
            "question",
            format!("a question begins at `{begun}`; is what stands in front a heading?"),
        );
    }
    if let Some(question) = &draft.question
        && questions_in(question) > MAX_QUESTIONS
    {
        draft.unsure("question", "it asks several things; are they one question?");
    }
}

/// Whether a question seems to start again after a few words: `Ropes and knots May I …`.
fn begins_twice(question: &str) -> Option<&'static str> {
    const BEGIN: [&str; 12] = [
        "May I ", "Can I ", "Can a ", "Do I ", "Does ", "If ", "What ", "Who ", "When ", "How ", "Is ",
        "Must ",
    ];
    let plain: String = question.chars().take(90).collect();
    let behind_small = |at: &usize| {
        let before = plain[..*at].trim_end();
        let word = before.rsplit(' ').next().unwrap_or_default();
        let numbered = before.len() < *at && numbers::section_number(before).is_some();
        numbered && !block::ends_sentence(before)
            || before.len() < *at
                && word.starts_with(char::is_lowercase)
                && word.ends_with(char::is_alphanumeric)
    };
    BEGIN
        .into_iter()
        .find(|begin| plain.match_indices(begin).map(|(at, _)| at).any(|at| behind_small(&at)))
        .map(str::trim_end)
}

/// A paragraph that is just a page number.
fn page_number(paragraphs: &[String]) -> Option<String> {
    let found = paragraphs.iter().find(|p| page_numbers::is_page_number(p))?;
    Some(format!("`{found}` is a paragraph by itself: is it a page's number?"))
}

/// A line that looks like the heading of another entry: a card with its number, a version tag, a section
/// number, a question.
fn head_inside(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let is_head = |p: &&String| {
        let card = numbers::untagged_errata_line(p).is_some()
            || listed::number_of_set(p).is_some_and(|h| h.length == p.len());
        let is_question = numbers::speaker(p).is_some_and(|(who, _)| who == Speaker::Question);
        card || numbers::errata_line(p).is_some() || is_question
    };
    let listed = draft.kind == Kind::Restricted;
    let head = paragraphs.iter().skip(1).filter(|_| !listed).find(is_head)?;
    Some(format!("`{}` looks like the head of an entry of its own", names::shortened(head)))
}

/// Several paragraphs of a long entry that start with a title, `Tolls at night. Whoever …`.
fn run_in_heads(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let long = draft.text.split_whitespace().count() > LONG_ENTRY_WORDS || paragraphs.len() > 2;
    let head = |p: &&String| {
        let (head, rest) = heads::without_mark(p).split_once(". ")?;
        let words: Vec<&str> = head.split_whitespace().collect();
        let no_verb = words.iter().all(|w| !VERBS.contains(&w.to_lowercase().as_str()));
        let least = if heads::is_marked(p) { 1 } else { 2 };
        let title = (least..=6).contains(&words.len()) && no_verb;
        (title && list_mark(p).is_none() && rest.split_whitespace().count() > 3).then_some(())
    };
    let heads = paragraphs.iter().filter(|p| head(p).is_some()).count();
    (long && heads >= 2 && heads * 2 > paragraphs.len())
        .then(|| format!("{heads} of its paragraphs begin with a title of their own"))
}

/// Several lines that are titles with a sentence below each.
fn heads_inside(draft: &Draft, paragraphs: &[String], form: &Form) -> Option<String> {
    let sentence = |p: &String| p.split_whitespace().count() > 3 && block::ends_sentence(p);
    let head = |pair: &&[String]| {
        let title = heads::is_title(heads::without_mark(&pair[0])) && !pair[0].starts_with("- ");
        title && sentence(&pair[1]) && !heads::is_marked(&pair[1]) && !form.has(&pair[0])
    };
    let heads = paragraphs.windows(2).filter(head).count();
    (heads >= MIN_TITLES && draft.kind != Kind::Restricted)
        .then(|| format!("{heads} lines in it look like titles; are they the heads of entries of their own?"))
}

/// Many list items that are full sentences.
fn listed_sentences(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let sentence = |p: &&String| {
        let item = list_mark(p).filter(|(mark, _)| mark == "-");
        item.is_some_and(|(_, words)| words.split_whitespace().count() > 4 && block::ends_sentence(words))
    };
    let items = paragraphs.iter().filter(sentence).count();
    if passages::is_about_title(draft, paragraphs) {
        return None;
    }
    // What nothing leads up to is no list of one ruling, however few its items are.
    let labels = paragraphs.iter().filter(|p| is_label(p)).count();
    let is_all = items > 1
        && items + labels == paragraphs.len()
        && matches!(draft.kind, Kind::Clarification | Kind::Ruling)
        && !draft.is_part
        && draft.number.is_none();
    ((items > MAX_SENTENCE_ITEMS || is_all) && draft.kind != Kind::Restricted)
        .then(|| format!("{items} items of a list stand in it; are they entries of their own?"))
}

/// Corrections that are counted below a heading which is no card's.
fn numbered_corrections(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let said = |p: &&String| step_number(p).is_some() && block::ends_sentence(p);
    let items = paragraphs.iter().filter(said).count();
    let is_all = paragraphs.first().is_some_and(|first| step_number(first).is_some());
    let of_card = draft.since.is_some() || !draft.cards.is_empty();
    (draft.kind == Kind::Errata && items > 1 && is_all && !of_card)
        .then(|| format!("{items} numbered corrections stand in it; are they entries of their own?"))
}

/// Whether a line says no more than whose the items below it are, `Rulings of the Season:`.
fn is_label(paragraph: &str) -> bool {
    let words = list_mark(paragraph).map_or(paragraph, |(_, words)| words);
    let label = words.strip_suffix(':').unwrap_or_default();
    block::in_title_case(label) && label.split(' ').count() <= MAX_HEAD_WORDS
}

/// More lines than this consisting of a name and a number in parentheses are a table or a list of cards.
const MAX_NAMED_LINES: usize = 2;

/// Several lines of names with numbers in parentheses that nothing identifies as a restricted list.
fn listed_names(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let sets = |p: &String| numbers::listed_sets(list_mark(p).map_or(p.as_str(), |(_, rest)| rest));
    let named: usize = paragraphs.iter().filter_map(sets).map(|sets| sets.len()).sum();
    (named > MAX_NAMED_LINES && !matches!(draft.kind, Kind::Restricted | Kind::Errata)).then(|| {
        format!("{named} names with a number stand in it by themselves; is it a table, or a list of cards?")
    })
}

/// A paragraph without final punctuation: its end may be elsewhere, or it has absorbed a heading.
fn breaks_off(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    if draft.kind == Kind::Restricted || matches!(draft.id, Id::Item(..)) {
        return None;
    }
    let head = usize::from(draft.kind == Kind::Errata);
    let open = |n: &usize| {
        let (paragraph, next) = (&paragraphs[*n], paragraphs.get(n + 1));
        let listed = list_mark(paragraph).is_some() || next.is_some_and(|p| list_mark(p).is_some());
        let long = paragraph.split_whitespace().count() > 4;
        let plain = paragraph.trim_end_matches(|c| matches!(c, '*' | '_' | ' ') || block::is_raised(c));
        let plain = capital_labels::without_references(plain);
        // Who said it, and on which day: `Anna Bell, 04/07/2014`.
        // `Change the toll to 2` needs no stop.
        let is_change = draft.kind == Kind::Errata && places::is_change(plain);
        let signed = plain
            .rsplit(' ')
            .next()
            .is_some_and(|w| w.matches('/').count() == 2 && !w.contains(char::is_alphabetic));
        let last = plain.chars().next_back().filter(|_| !signed);
        let is_note = paragraph.starts_with(block::is_raised);
        !listed
            && long
            && !is_change
            && !is_note
            && !alone::refers(paragraph)
            && last.is_some_and(char::is_alphanumeric)
    };
    let at = (head..paragraphs.len()).find(open)?;
    let mut end: Vec<&str> = paragraphs[at].split_whitespace().rev().take(4).collect();
    end.reverse();
    Some(format!("`… {}` ends without a stop; does it break off there?", end.join(" ").replace('`', "'")))
}

/// A short line without final punctuation between sentences: possibly a heading.
fn stands_alone(draft: &Draft, paragraphs: &[String], form: &Form) -> Option<String> {
    if draft.kind == Kind::Restricted || matches!(draft.id, Id::Item(..)) {
        return None;
    }
    let alone = |three: &&[String]| {
        is_sentence(&three[0]) && is_head(&three[1]) && is_sentence(&three[2]) && !form.has(&three[1])
    };
    let found = paragraphs.windows(3).find(alone)?;
    Some(format!("`{}` stands by itself without a stop; is it a heading?", names::shortened(&found[1])))
}

/// A footnote whose reference is not in the entry, or a reference whose footnote is not.
fn footnote(text: &str) -> Option<String> {
    let mut marked: BTreeMap<char, usize> = BTreeMap::new();
    let mut notes: Vec<(usize, char)> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| block::is_raised(*c)) {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        if before.ends_with(block::is_raised) || after.starts_with(block::is_raised) {
            continue;
        }
        if before.ends_with(|c: char| c.is_alphabetic() || ".,;:!?”\"’)".contains(c)) {
            marked.entry(c).or_insert(at);
        } else if after.starts_with(' ') {
            notes.push((at, c));
        }
    }
    let is_placed = |(at, mark): &&(usize, char)| {
        text[..*at].ends_with("\n\n") && marked.get(mark).is_some_and(|first| first < at)
    };
    if let Some((_, mark)) = notes.iter().find(|note| !is_placed(note)) {
        return Some(format!("`{mark}` begins a footnote in it; whose is it?"));
    }
    let (_, at) = marked.iter().find(|(mark, _)| notes.iter().all(|(_, note)| note != *mark))?;
    let word = text[..*at].split_whitespace().next_back().unwrap_or_default().replace('`', "'");
    Some(format!("`{word}` has the mark of a footnote that does not stand in it"))
}

/// A word, not in capitals, with a digit at its end or behind its stop: a footnote reference that lost its
/// superscript.
fn stuck_figure(text: &str) -> Option<String> {
    let is_mark = |c: char| !c.is_alphanumeric();
    let stuck = |word: &&str| {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let figures = word.len() - letters.len();
        let letters = letters.trim_end_matches(['.', ',', ';', ':', '”', '"', ')']);
        let small = letters.strip_prefix(char::is_uppercase).unwrap_or(letters);
        (1..=2).contains(&figures) && small.chars().count() > 2 && small.chars().all(char::is_lowercase)
    };
    let found = text.split_whitespace().map(|word| word.trim_matches(is_mark)).find(stuck)?;
    Some(format!("`{found}` has a figure at its end; is it the mark of a footnote?"))
}

/// No ruling has more words than this.
const MAX_RULING_WORDS: usize = 3000;

/// Reports an entry longer than any ruling.
fn too_long(text: &str) -> Option<String> {
    let words = text.split_whitespace().count();
    (words > MAX_RULING_WORDS)
        .then(|| format!("it has {words} words; is it one ruling, and has the document lost its lines?"))
}

/// How lines of forum posts and mails begin.
const POST_LINE_STARTS: [&str; 9] = [
    "Posted:",
    "Post subject:",
    "Subject:",
    "Joined:",
    "Quote:",
    "Last edited by",
    "Display posts",
    "From:",
    "Re:",
];

/// A line that a forum or mail program adds around the text.
fn of_a_forum(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let question = draft.question.as_deref().unwrap_or_default().lines();
    let mut lines = paragraphs.iter().map(String::as_str).chain(question).chain([draft.title.as_str()]);
    let is_said =
        |line: &str| POST_LINE_STARTS.iter().any(|of| line.trim_start_matches(['*', ' ']).starts_with(of));
    let found = lines.find(|line| is_said(line) || quotations::names_author(line))?;
    Some(format!(
        "`{}` is a line of a forum or a mail; does a post of its own begin there, or only a quotation?",
        names::shortened(found)
    ))
}

/// A paragraph entirely in brackets after an answer: probably an announcement between two answers.
fn in_brackets(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let whole = |p: &&String| {
        let inner = p.trim_end_matches('.').strip_prefix('(').and_then(|p| p.strip_suffix(')'));
        inner.is_some_and(|p| !p.contains(['(', ')']) && p.split_whitespace().count() > 6)
    };
    let found = paragraphs.iter().skip(1).find(whole).filter(|_| draft.kind == Kind::Faq)?;
    Some(format!(
        "`{}` stands in brackets behind the answer; is it part of it, or said of something else?",
        names::shortened(found)
    ))
}

/// An entry of one word, which answers nothing: a word of the page, or the cell of a table.
fn one_word(draft: &Draft, text: &str) -> Option<String> {
    let is_word = !text.contains(char::is_whitespace) && text != "…" && !block::ends_sentence(text);
    (is_word && draft.question.is_none() && draft.kind != Kind::Errata && !draft.is_part)
        .then(|| format!("`{}` is all it says; is it a word of the page?", text.replace('`', "'")))
}

/// Closing formulas of a document.
const CLOSING_FORMULAS: [&str; 20] = [
    "next week",
    "next month",
    "thanks",
    "thank you",
    "see you",
    "good luck",
    "have fun",
    "best regards",
    "write to us",
    "until next",
    "next edition",
    "next issue",
    "goodbye",
    "merci",
    "danke",
    "vielen dank",
    "gracias",
    "grazie",
    "nächste fassung",
    "next bulletin",
];

/// A final paragraph, or a sentence of it, in which the document says goodbye: nobody's ruling.
fn says_goodbye(paragraphs: &[String]) -> Option<String> {
    let last = paragraphs.last()?;
    let takes = |sentence: &&str| {
        let plain = block::words(sentence);
        let begins = |leave: &&str| plain == *leave || plain.starts_with(&format!("{leave} "));
        plain.split(' ').count() <= 20 && CLOSING_FORMULAS.iter().any(begins)
    };
    let sentences = markdown::sentences(last);
    // "Thanks to its shield, it survives" is a reason, unless nothing else is said.
    let is_reason = |sentence: &&str| sentences.len() > 1 && block::words(sentence).starts_with("thanks to ");
    let said =
        sentences.iter().map(AsRef::as_ref).find(|sentence| takes(sentence) && !is_reason(sentence))?;
    Some(format!("`{}` takes leave of the reader; is it part of the ruling?", names::shortened(said)))
}

/// A kind that the text contradicts: there is no kind for banned cards, and "should read" is an erratum.
fn other_kind(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let title = block::words(&draft.title);
    let titled = |words: &[&str]| title.split(' ').any(|w| words.contains(&w));
    let says = |words: &[&str]| paragraphs.iter().any(|p| words.iter().any(|w| p.contains(w)));
    let asks = paragraphs.iter().any(|p| block::is_question(p) || numbers::is_marked_question(p));
    if draft.kind == Kind::Definition && draft.number.is_none() && asks {
        return Some("something is asked in it; is it a definition?".to_owned());
    }
    match draft.kind {
        Kind::Clarification | Kind::Definition | Kind::Rule | Kind::Ruling | Kind::Timing => {
            if titled(&["banned", "forbidden", "suspended"])
                || says(&[" is banned", " are banned", " is suspended", " are suspended"])
            {
                return Some(
                    "it says what is banned, for which there is no kind of its own; is it of a list?"
                        .to_owned(),
                );
            }
            if draft.number.is_some() && version_tags::is_of_erratum(&draft.title) {
                let text =
                    "its title is a card with its number; is it an erratum, and its own number a version?";
                return Some(text.to_owned());
            }
            let erratum =
                titled(&["errata", "erratum"]) || says(&[" should read: ", " should read:", "Should read"]);
            erratum.then(|| "it says what a card should read; is it an erratum?".to_owned())
        }
        Kind::Restricted => {
            let banned = !draft.is_part && (titled(&["banned", "forbidden"]) || says(&["BANNED", "Banned"]));
            banned.then(|| "it says what is banned, too; is each of its cards restricted?".to_owned())
        }
        Kind::Errata | Kind::Faq => None,
    }
}

/// In a list of cards, a sentence below one of them and above others: it may be another part's.
fn said_between(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let is_card = |p: &String| {
        let words = list_mark(p).map_or(p.as_str(), |(_, words)| words);
        let parts = words.strip_suffix(')').and_then(|words| words.split_once(" ("));
        parts.is_some_and(|(name, inside)| {
            block::in_title_case(name) && inside.ends_with(|c: char| c.is_ascii_digit())
        })
    };
    let parted = |n: &usize| {
        let plain = is_sentence(&paragraphs[n + 1]) && list_mark(&paragraphs[n + 1]).is_none();
        is_card(&paragraphs[*n]) && plain && paragraphs[n + 2..].iter().any(is_card)
    };
    let of_list = draft.kind == Kind::Restricted && !draft.is_part;
    let at = (0..paragraphs.len().saturating_sub(1)).filter(|_| of_list).find(parted)?;
    Some(format!(
        "`{}` stands between its cards; is it said of the list, or of something else?",
        names::shortened(&paragraphs[at + 1])
    ))
}

/// A text that goes on with a sentence which nothing in front of it begins.
fn begins_inside(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    let first = paragraphs.first()?;
    let small = first.starts_with(char::is_lowercase) && first.split(' ').count() > MIN_WORDS_INSIDE;
    let of_list = draft.is_part || matches!(draft.id, Id::Item(..)) || draft.kind == Kind::Restricted;
    let follows = draft.number.is_some() || draft.question.is_some();
    let follows = follows || matches!(draft.kind, Kind::Definition | Kind::Errata);
    let of_page = super::page_places::begins_with_page(first);
    (small && !of_list && !follows && !of_page)
        .then(|| format!("`{}` begins in the midst of a sentence; whose is it?", names::shortened(first)))
}

/// No more words in small letters are a phrase of their own.
const MIN_WORDS_INSIDE: usize = 3;

/// A postal or web address, as found on a document's title page.
fn address(text: &str) -> Option<String> {
    let found = text.split_whitespace().find(|w| w.contains("http://") || w.contains("https://"))?;
    let found: String = found.chars().take(40).collect();
    Some(format!("`{}` is an address; is what it leads to part of the ruling?", found.replace('`', "'")))
}

/// Words that occur in sentences but hardly ever in titles.
const VERBS: [&str; 32] = [
    "is", "are", "was", "were", "be", "can", "cannot", "may", "must", "does", "do", "did", "has", "have",
    "will", "would", "should", "takes", "deals", "gains", "plays", "chooses", "yes", "not", "it", "this",
    "that", "he", "she", "they", "there", "you",
];

/// Steps that are not numbered consecutively.
fn steps_out_of_order(draft: &Draft) -> Option<String> {
    if draft.is_part {
        return None;
    }
    // In Markdown each step may have the same mark: they are counted when they are shown.
    let mut numbers = draft.text.lines().filter_map(|line| step_number(line.trim_start()));
    if numbers.next() == Some(1) && numbers.all(|n| n == 1) {
        return None;
    }
    // For each open list, innermost last: its indentation and its last step.
    let mut open: Vec<(usize, u32)> = Vec::new();
    let mut above = false;
    for line in draft.text.lines().filter(|l| !l.trim().is_empty()) {
        let inset = line.len() - line.trim_start().len();
        let Some(n) = step_number(&without_emphasis(line)) else {
            above = false;
            continue;
        };
        open.retain(|(own, _)| *own <= inset);
        let before = open.iter().find(|(own, _)| *own == inset).map(|(_, n)| *n);
        // A list starts with 0 or 1, wherever the previous one ended.
        match before {
            Some(before) if n > 1 && before + 1 != n => {
                return Some(format!("its steps do not count up: {n} follows {before}"));
            }
            None if n > 1 && draft.kind == Kind::Errata && names_number(&draft.text, n) => {}
            None if n > 1 => return Some(format!("its steps begin with {n}")),
            Some(before) if n == 1 && before > 0 && above => {
                return Some(format!(
                    "its steps begin again, 1 follows {before}; are they steps of a step, or another list?"
                ));
            }
            Some(_) | None => {}
        }
        open.retain(|(own, _)| *own != inset);
        open.push((inset, n));
        above = true;
    }
    None
}

/// Whether a text names a number in front of what begins with it.
fn names_number(text: &str, n: u32) -> bool {
    let number = n.to_string();
    text.split_once(&format!("\n{number}."))
        .is_some_and(|(before, _)| block::words(before).split(' ').any(|word| word == number))
}

/// The number of a step, `3. Pay`.
fn step_number(line: &str) -> Option<u32> {
    list_mark(line).and_then(|(mark, _)| mark.trim_end_matches(['.', ')']).parse().ok())
}

/// A paragraph of an answer that ends with a question, or several questions in an entry that is not a
/// question.
fn questions_inside(draft: &Draft, paragraphs: &[String]) -> Option<String> {
    if draft.kind == Kind::Faq {
        let asks = |p: &&String| markdown::sentences(p).last().is_some_and(|s| is_question_sentence(s));
        if let Some(paragraph) = paragraphs.iter().find(asks) {
            return Some(format!(
                "`{}` stands in the answer; does a question begin there?",
                names::shortened(paragraph)
            ));
        }
        let questions: usize = paragraphs.iter().map(|p| questions_in(p)).sum();
        return (questions >= MAX_QUESTIONS)
            .then(|| format!("{questions} questions stand in the answer; do others begin there?"));
    }
    let all: usize = paragraphs.iter().map(|p| questions_in(p)).sum();
    // A question that is a paragraph of its own is answered below, however short it is.
    let apart = paragraphs.iter().filter(|p| block::is_question(p) && list_mark(p).is_none()).count();
    let questions = all.max(apart);
    (questions >= MAX_QUESTIONS || apart >= 2)
        .then(|| format!("{questions} questions stand in it; are they entries of their own?"))
}

fn questions_in(text: &str) -> usize {
    markdown::sentences(&without_emphasis(text)).iter().filter(|s| is_question_sentence(s)).count()
}

fn is_question_sentence(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '”', '’', ')', ' ']).ends_with('?') && !questions::is_short(sentence)
}
