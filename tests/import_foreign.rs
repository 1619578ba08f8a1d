//! Documents that look like the next edition but are not, and the next edition if it does not look like one.
//! Nothing joins or leaves a series silently, doubtful cuts are flagged, and the position of text on a page
//! does not matter.

use std::fmt::Write;

use crate::common::User;
use crate::fuzzed::import::HELD;
use crate::typeset::{PLAIN, Setting, typeset};
use judge::corpus::{Authority, Files, markdown};
use judge::import::{self, Imported, Known, Options};
use serde::Deserialize;

const LIVING: &str = include_str!("import/living-layout.txt");
const LATER: &str = include_str!("import/later-layout.txt");
const HARBOUR: &str = include_str!("import/harbour-rules.txt");

fn imported(text: &str) -> Imported {
    import::import(text.as_bytes(), &Options::default(), &HELD).expect("it is a document")
}

fn held() -> String {
    Files::built_in().get("lcg/sources/faq-2.2.txt").expect("the FAQ is held").text().to_owned()
}

/// The held FAQ with another title and date.
fn retitled() -> String {
    let text = held();
    let body = text.split_once("\nCARD ERRATA").expect("its first part").1;
    format!("Questions of the season, put together\n\nAs of 2016-05-01, version 4.0\n\nCARD ERRATA{body}")
}

/// Id and words of every entry.
fn cuts(imported: &Imported) -> Vec<String> {
    let cut = |e: &import::ImportedEntry| {
        let entry = &e.entry;
        let question = entry.question.as_deref().unwrap_or_default();
        format!(
            "{} | {} | {} | {question} | {}",
            *entry.id,
            entry.title,
            entry.section.join(" > "),
            *entry.text
        )
    };
    imported.entries.iter().map(cut).collect()
}

fn notes(imported: &Imported) -> Vec<&str> {
    let of_entries = imported.entries.iter().flat_map(|e| &e.notes);
    imported.document_notes.iter().chain(of_entries).map(|n| n.text.as_str()).collect()
}

#[test]
fn an_edition_without_its_title_is_asked_about_and_not_written() {
    let user = User::new();
    user.write("season.txt", retitled());
    let refused = user.judge(&["import", "season.txt", "--into", "new"]).status(2);
    let said = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("Nothing was written") && said.contains("say `--series lcg-faq`"), "{said}");
    assert!(!user.folder().join("new").exists());
    user.judge(&["import", "season.txt", "--series", "lcg-faq", "--into", "new"]).status(0);
    user.judge(&["--rulings", "new", "3.6"]).status(0);
    // As an event's own document it gets no id of an official ruling.
    let house = ["--house", "--who", "Anna", "--where", "The harbour"];
    user.judge(&[&["import", "season.txt", "--into", "own"][..], &house].concat()).status(0);
    user.judge(&["lint", "own", "--quick"]).status(0);
    user.judge(&["--rulings", "own", "show", "lcg:house.3.6"]).status(0);
}

#[test]
fn what_looks_like_an_edition_is_read_as_one() {
    let asked = imported(&retitled());
    let alike = asked.looks_like.as_ref().expect("it is told");
    assert!(alike.series == "lcg-faq" && alike.shared > 90, "{alike:?}");
    assert!(asked.entries.iter().all(|e| e.entry.id.starts_with("lcg:") && !e.entry.id.contains("house")));
}

#[test]
fn a_document_that_would_replace_the_rulings_and_is_no_edition_says_so() {
    let joined = imported(LIVING);
    let [note] = joined.document_notes.as_slice() else { panic!("{:?}", joined.document_notes) };
    assert!(
        note.field == "series" && note.text.contains("rulings of SWLCG FAQ v2.2 out of force"),
        "{}",
        note.text
    );
    assert!(import::review(&joined)[0].1.contains("# unsure: as the newest of lcg-faq"));
    // For the next edition there are no such notices.
    let next = held().replace("10/06/2014 - VERSION 2.2", "10/06/2016 - VERSION 4.0");
    assert_eq!(imported(&next).document_notes.len(), 0);
    assert_eq!(imported(&next).document.id.as_str(), "lcg-faq-4.0");
}

#[test]
fn rules_with_bare_numbers_are_entries_wherever_the_first_part_begins() {
    let harbour = imported(HARBOUR);
    assert_eq!(harbour.document.authority, Authority::House, "rules of something are not the FAQ");
    let numbers: Vec<&str> =
        harbour.entries.iter().filter_map(|e| e.entry.number.as_ref()).map(|n| n.as_str()).collect();
    assert_eq!(numbers, ["100.1", "100.1a", "100.2", "101.1", "101.2"]);
    assert!(
        harbour.entries[1].entry.text.starts_with("Whoever steers"),
        "{}",
        *harbour.entries[1].entry.text
    );
    assert!(harbour.words_left().0 < 20, "{:?}", harbour.remainder);
}

#[test]
fn many_words_in_no_entry_are_reported() {
    let lost: String =
        (0..40).map(|n| format!("The ferryman spoke for a long time of river number {n}.\n\n")).collect();
    let text = format!(
        "Harbour news of the season\n\n1 May 2018\n\n{lost}Frequently Asked Questions\n\nQ: Is it far?\nA: It is.\n"
    );
    let result = imported(&text);
    assert!(
        notes(&result).iter().any(|n| n.contains("of 100 of its words are in no entry")),
        "{:?}",
        notes(&result)
    );
}

/// Pages that are shifted to the right, use tabs, or lack form feeds are read the same.
#[test]
fn where_a_page_stands_on_its_paper_changes_no_cut() {
    let typeset = typeset(&held(), &Setting { width: 50, side_by_side: true, ..PLAIN });
    for (name, text) in [("living", LIVING), ("later", LATER), ("typeset", typeset.as_str())] {
        let whole = cuts(&imported(text));
        for shift in [1, 2, 3, 5, 8, 12] {
            let blanks = " ".repeat(shift);
            let line = |l: &str| match l.strip_prefix('\u{c}') {
                _ if l.trim().is_empty() => l.to_owned(),
                Some(rest) => format!("\u{c}{blanks}{rest}"),
                None => format!("{blanks}{l}"),
            };
            let moved = text.split('\n').map(line).collect::<Vec<_>>().join("\n");
            assert_eq!(cuts(&imported(&moved)), whole, "{name}, {shift} to the right");
            // A program that does not know form feeds puts the spaces before them.
            let moved = text.split('\n').map(|l| format!("{blanks}{l}")).collect::<Vec<_>>().join("\n");
            assert_eq!(cuts(&imported(&moved)), whole, "{name}, {shift} to the right of the form feeds");
        }
        assert_eq!(cuts(&imported(&with_tabs(text))), whole, "{name}, with tabs");
    }
}

/// Converts spaces to tabs like `unexpand -a`.
fn with_tabs(text: &str) -> String {
    let line = |line: &str| {
        let all: Vec<char> = line.chars().collect();
        let stop = |part: &[char]| {
            let whole: String = part.iter().collect();
            let kept = whole.trim_end_matches(' ');
            if part.len() == 8 && whole.len() > kept.len() + 1 { format!("{kept}\t") } else { whole }
        };
        all.chunks(8).map(stop).collect::<String>()
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn pages_are_found_by_their_numbers_without_form_feeds() {
    let whole = cuts(&imported(LIVING));
    assert_eq!(cuts(&imported(&LIVING.replace('\u{c}', ""))), whole);
}

/// Content that is unlikely to belong in one entry is flagged.
#[test]
fn entries_that_are_not_plausible_are_flagged() {
    let head = "STAR WARS LCG FAQ\nEFFECTIVE 04/12/2017 – Version 5.0\n\n";
    let cases = [
        (
            "Card Errata\n\n(v3.1) Jubba Bird 0648\n\nShould read: “One of them.”\n\nShould read: “Two of them.”\n",
            "twice what should be read",
        ),
        (
            "Rules Clarifications\n\n(1.1) Ferries\n\nA ferry goes.\n\n17\n\nIt comes back.\n",
            "is it a page's number?",
        ),
        (
            "Rules Clarifications\n\n(1.1) Ferries\n\nDo this:\n\n1. Pay it.\n\n2. Wait for it.\n\n4. Go there.\n",
            "4 follows 2",
        ),
        (
            "Frequently Asked Questions\n\nQ: May a ferry land at night?\nA: It may.\n\nAnd may it also leave at night again?\n\nQ: Is it far?\nA: No.\n",
            "does a question begin there?",
        ),
    ];
    for (text, why) in cases {
        let result = imported(&format!("{head}{text}"));
        assert!(
            notes(&result).iter().any(|n| n.contains(why)),
            "{why}: {:?} {:?}",
            notes(&result),
            cuts(&result)
        );
    }
    // For the document held there are no such flags.
    let options = Options {
        date: Some("2015-01-01".parse().map(judge::corpus::Day).expect("a day")),
        ..Options::default()
    };
    for document in
        ["lcg/sources/faq-2.2.txt", "tcg/sources/rulings-2002.html", "tcg/sources/rulings-2005.html"]
    {
        let text = Files::built_in().get(document).expect("held").text().to_owned();
        let imported =
            import::import(text.as_bytes(), &options, &Known::default()).expect("it is a document");
        let of_text: Vec<&str> = imported
            .entries
            .iter()
            .flat_map(|e| &e.notes)
            .filter(|n| n.field == "text")
            .map(|n| n.text.as_str())
            .collect();
        assert_eq!(of_text, Vec::<&str>::new(), "{document}");
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Otherwise {
    name: String,
    document: String,
    #[serde(default)]
    entries: Vec<String>,
    /// Parts of the notes that its entries must have.
    #[serde(default)]
    flagged: Vec<String>,
    /// Parts of notes that none of its entries may have.
    #[serde(default)]
    unflagged: Vec<String>,
    #[serde(default)]
    noted: Option<String>,
    /// Part of a note that the document must not have.
    #[serde(default)]
    unnoted: Option<String>,
    #[serde(default)]
    refused: Option<String>,
    #[serde(default)]
    dated: Option<String>,
    #[serde(default)]
    cited: Option<String>,
    #[serde(default)]
    numbers: Option<Vec<String>>,
    /// The number of words in no entry, not counting those of the page.
    #[serde(default)]
    left: Option<usize>,
    /// The date given to the import, if the document prints none.
    #[serde(default)]
    day: Option<String>,
    #[serde(default)]
    titled: Option<String>,
    #[serde(default)]
    kinds: Option<Vec<String>>,
    /// All cards that its entries name.
    #[serde(default)]
    cards: Option<Vec<String>>,
    /// The nesting depth of the list items in its entries.
    #[serde(default)]
    depths: Option<Vec<usize>>,
    /// The numbers of those cards that have one.
    #[serde(default)]
    numbered: Option<Vec<String>>,
    #[serde(default)]
    questions: Option<Vec<String>>,
    #[serde(default)]
    sections: Option<Vec<Vec<String>>>,
    /// What citations say of the place of each entry.
    #[serde(default)]
    places: Option<Vec<String>>,
    #[serde(default)]
    versioned: Option<String>,
    /// Whether no entry has a note.
    #[serde(default)]
    silent: bool,
}

impl Otherwise {
    /// Whether the document has the expected date, title and numbers, and every flag is in the files.
    fn is_reported(&self, made: &Imported) -> bool {
        let document = &made.document;
        let numbers = made.entries.iter().filter_map(|e| e.entry.number.as_ref()).map(|n| n.value.clone());
        let fits = |said: &Option<String>, found: &str| said.as_ref().is_none_or(|said| said == found);
        let flags =
            import::review(made).iter().map(|(_, text)| text.matches("# unsure: ").count()).sum::<usize>();
        fits(&self.dated, &document.date.to_string())
            && fits(&self.cited, &document.cite)
            && self.numbers.as_ref().is_none_or(|said| *said == numbers.collect::<Vec<_>>())
            && flags == made.unsure()
            && self.left.is_none_or(|left| left == made.words_left().0)
            && fits(&self.titled, &document.title)
            && fits(&self.versioned, document.version.as_deref().unwrap_or_default())
            && !(self.silent && made.entries.iter().any(|e| !e.notes.is_empty()))
            && self.is_filed(made)
    }

    /// Whether its entries have the expected kinds, cards and list depths.
    fn is_filed(&self, made: &Imported) -> bool {
        let entries = || made.entries.iter().map(|e| &e.entry);
        let kinds: Vec<String> = entries().map(|e| e.kind.word().to_owned()).collect();
        let cards: Vec<String> = entries().flat_map(|e| e.cards.iter().map(|c| c.name.clone())).collect();
        let depth = |line: &str| {
            let words = line.trim_start();
            let marked = words.starts_with("- ") || words.starts_with(|c: char| c.is_ascii_digit());
            marked.then(|| (line.len() - words.len()) / 3)
        };
        let depths: Vec<usize> = entries().flat_map(|e| e.text.lines().filter_map(depth)).collect();
        self.kinds.as_ref().is_none_or(|said| *said == kinds)
            && self.cards.as_ref().is_none_or(|said| *said == cards)
            && self.depths.as_ref().is_none_or(|said| *said == depths)
            && self.is_divided(made)
    }

    /// Whether its questions, sections and card numbers are as expected.
    fn is_divided(&self, made: &Imported) -> bool {
        let entries = || made.entries.iter().map(|e| &e.entry);
        let one_line = |text: &String| markdown::plain(&markdown::unwrap(text));
        let questions: Vec<String> = entries().filter_map(|e| e.question.as_ref()).map(one_line).collect();
        let sections: Vec<Vec<String>> = entries().map(|e| e.section.clone()).collect();
        let places: Vec<&str> = entries().map(|e| e.place.as_deref().unwrap_or_default()).collect();
        let of_cards: Vec<String> =
            entries().flat_map(|e| e.cards.iter().filter_map(|c| c.number.clone())).collect();
        self.questions.as_ref().is_none_or(|said| *said == questions)
            && self.sections.as_ref().is_none_or(|said| *said == sections)
            && self.places.as_ref().is_none_or(|said| *said == places)
            && self.numbered.as_ref().is_none_or(|said| *said == of_cards)
    }
}

/// Documents in other styles than the publisher's are cut as their author meant, or flagged.
#[test]
fn documents_of_others_are_cut_rightly_or_flagged() {
    let files = [
        include_str!("import/otherwise.yaml"),
        include_str!("import/unseen.yaml"),
        include_str!("import/further.yaml"),
        include_str!("import/laid-out.yaml"),
        include_str!("import/rendered.yaml"),
        include_str!("import/silent.yaml"),
        include_str!("import/compared.yaml"),
        include_str!("import/set-apart.yaml"),
        include_str!("import/kept.yaml"),
        include_str!("import/reviewed.yaml"),
        include_str!("import/extracted.yaml"),
        include_str!("import/publishers.yaml"),
        include_str!("import/quoted.yaml"),
        include_str!("import/other-games.yaml"),
        include_str!("import/mailed.yaml"),
        include_str!("import/headed.yaml"),
        include_str!("import/labelled.yaml"),
    ];
    let read = |file: &str| serde_yaml::from_str::<Vec<Otherwise>>(file).expect("cases");
    let cases: Vec<Otherwise> = files.into_iter().flat_map(read).collect();
    let mut wrong = String::new();
    for case in &cases {
        let name = &case.name;
        let day = case.day.as_ref().map(|day| judge::corpus::Day(day.parse().expect("a day")));
        let options = Options { date: day, ..Options::default() };
        let made = match import::import(case.document.as_bytes(), &options, &HELD) {
            Ok(made) => made,
            Err(why) => {
                let why = why.to_string();
                if !case.refused.as_ref().is_some_and(|refused| why.contains(refused.as_str())) {
                    let _ = writeln!(wrong, "{name}: refused: {why}");
                }
                continue;
            }
        };
        let one_line = |text: &str| markdown::plain(text).split_whitespace().collect::<Vec<_>>().join(" ");
        let found: Vec<String> =
            made.entries.iter().map(|e| format!("{} | {}", e.entry.title, one_line(&e.entry.text))).collect();
        let of_entries: Vec<&str> =
            made.entries.iter().flat_map(|e| &e.notes).map(|n| n.text.as_str()).collect();
        // What names no word of an entry's text holds it to nothing.
        assert!(!case.entries.iter().any(|entry| entry.ends_with("| ")), "{name}");
        let as_cut = found.len() == case.entries.len()
            && found.iter().zip(&case.entries).all(|(found, expected)| found.starts_with(expected.as_str()));
        let of_document = || made.document_notes.iter().map(|n| n.text.as_str());
        let doubted = !case.flagged.is_empty() || case.noted.is_some();
        let is_noted = |said: &str| of_entries.iter().any(|n| n.contains(said));
        let fits = (as_cut || doubted && case.entries.is_empty())
            && case.flagged.iter().all(|said| is_noted(said))
            && !case.unflagged.iter().any(|said| is_noted(said))
            && case.noted.as_ref().is_none_or(|said| of_document().any(|n| n.contains(said.as_str())))
            && case.unnoted.as_ref().is_none_or(|said| !of_document().any(|n| n.contains(said.as_str())))
            && case.refused.is_none();
        let of_slips =
            made.entries.iter().flat_map(|e| &e.entry.corrections).filter(|c| c.why.contains("letter O"));
        if !fits || !case.is_reported(&made) || of_slips.count() > 0 {
            let document = (
                &made.document.title,
                &made.document.cite,
                made.document.date.to_string(),
                &made.document_notes,
            );
            let _ = writeln!(wrong, "{name}: {found:#?} {of_entries:#?} {:#?} {document:?}", made.remainder);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// A paragraph that ended up in the wrong entry is detected if the corpus has it word for word.
#[test]
fn what_is_held_says_that_a_paragraph_stands_in_another_entry() {
    let text = held();
    let moved = "In the case where **both** interrupt";
    let paragraph = text.split("\n\n").find(|p| p.starts_with(moved)).expect("a paragraph held").to_owned();
    let place = "(3.6) Initiation of Card Abilities";
    let without = text
        .replace(&format!("{paragraph}\n\n"), "")
        .replace("VERSION 2.2", "VERSION 4.0")
        .replace("10/06/2014", "10/06/2016");
    let at = without.find(place).expect("a numbered rule");
    let changed = format!("{}{paragraph}\n\n{}", &without[..at], &without[at..]);
    let result = imported(&changed);
    assert!(
        notes(&result).iter().any(|n| n.contains("stands in lcg:timing") && n.contains("of what is held")),
        "{:?}",
        notes(&result)
    );
    let lacks = result.entries.iter().find(|e| e.notes.iter().any(|n| n.text.contains("was it torn off")));
    assert!(lacks.is_some_and(|e| e.entry.id.starts_with("lcg:timing")), "{:?}", notes(&result));
    let next = text.replace("VERSION 2.2", "VERSION 4.0").replace("10/06/2014", "10/06/2016");
    assert!(notes(&imported(&next)).iter().all(|n| !n.contains("of what is held")));
}

/// Notes on fields that an entry lacks are in its file, too, and lint reports them.
#[test]
fn every_flag_is_in_the_files() {
    let scan = held().replace(" 0183", "").replace("Should read", "Shall read");
    for text in [LIVING, LATER, HARBOUR, &scan, include_str!("import/later-raw.txt")] {
        for (of, known) in [("the corpus", &*HELD), ("none", &Known::default())] {
            let options = Options {
                date: Some("2016-01-01".parse().map(judge::corpus::Day).expect("a day")),
                ..Options::default()
            };
            let made = import::import(text.as_bytes(), &options, known).expect("it is a document");
            let count = |files: &[(String, String)]| {
                files
                    .iter()
                    .flat_map(|(_, t)| t.lines())
                    .filter(|l| l.trim_start().starts_with("# unsure: "))
                    .count()
            };
            assert_eq!(count(&import::review(&made)), made.unsure(), "{of}: {:?}", notes(&made));
            assert_eq!(
                count(&import::files(&made, known)),
                made.unsure(),
                "{of}, merged: {:?}",
                notes(&made)
            );
        }
    }
}

/// A document that merely has the publisher's title does not supersede its rulings without confirmation.
#[test]
fn what_has_the_title_alone_is_asked_about_and_not_written() {
    let user = User::new();
    user.write(
        "circle.txt",
        "Star Wars: The Card Game rulings of the Harbour Circle\nMay 5, 2019\n\n(1.1) Ropes\nNo ropes.\n",
    );
    let refused = user.judge(&["import", "circle.txt", "--into", "new"]).status(2);
    let said = refused.err.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["Nothing was written", "say `--series lcg-faq`", "`--series lcg-faq-additions`", "`--house"]
    {
        assert!(said.contains(part), "{said}");
    }
    assert!(!user.folder().join("new").exists());
    user.judge(&["import", "circle.txt", "--series", "lcg-faq-additions", "--into", "new"]).status(0);
    let shown = user.judge(&["--rulings", "new", "show", "2.8"]).status(0);
    assert!(!shown.out.contains("no longer in force"), "{}", shown.out);
    // If the user says it is the next edition, it is.
    user.judge(&["import", "circle.txt", "--series", "lcg-faq", "--into", "next"]).status(0);
}

/// A hidden file is stored under a name that is read again.
#[test]
fn a_hidden_document_passes_its_own_lint() {
    let user = User::new();
    for name in [".hidden", "..txt", "..."] {
        user.write(name, "Harbour rulings\n2019-05-05\n\n(1.1) Ropes\nNo ropes.\n");
        user.judge(&["import", name, "--into", "new"]).status(0);
        user.judge(&["lint", "new", "--quick"]).status(0);
        std::fs::remove_dir_all(user.folder().join("new")).expect("removed");
    }
}

#[test]
fn headings_between_spoken_questions_end_no_answer() {
    let text = "STAR WARS LCG FAQ\nVersion 6.0, effective May 4, 2018\n\nQuestions\n\nQ: Is it far?\nA: It is.\n\n\
                Questions about single cards\n\nJubba Bird (Core 0648)\n\nQ: Does it fly over the river?\nA: It does.\n\n\
                Question 3. May it land?\nAnswer. It may.\n";
    let made = imported(text);
    let said: Vec<(String, String)> = made
        .entries
        .iter()
        .map(|e| (e.entry.question.clone().unwrap_or_default(), e.entry.text.value.clone()))
        .collect();
    let pair = |q: &str, a: &str| (q.to_owned(), a.to_owned());
    assert_eq!(
        said,
        [
            pair("Is it far?", "It is."),
            pair("Does it fly over the river?", "It does."),
            pair("May it land?", "It may.")
        ]
    );
    assert_eq!(made.entries[1].entry.cards[0].name, "Jubba Bird");
}
