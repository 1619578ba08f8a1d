//! Differences between editions of a document.

use judge::corpus::diff::{self, Diff, EditionSide};
use judge::corpus::{Corpus, Files};

fn compared(corpus: &Corpus, old: &str, new: &str) -> Diff {
    let document = |id| diff::named(corpus, id).expect("a document");
    diff::documents(corpus, document(old), document(new))
}

#[test]
fn the_2005_page_added_contested_units_activated_abilities_and_the_questions() {
    let corpus = Corpus::built_in();
    let found = compared(&corpus, "tcg-rulings-2002", "tcg-rulings-2005");
    let sections: Vec<&str> =
        found.added.iter().filter_map(|i| i.section.last()).map(String::as_str).collect();
    let count = |section: &str| sections.iter().filter(|s| **s == section).count();
    assert_eq!(count("Clarified Rules for Contested Unique Units"), 6);
    assert_eq!(count("Activated Abilities"), 1);
    assert_eq!(count("Questions"), 11);
    assert_eq!(found.added.len(), 18);
    assert_eq!((found.removed.len(), found.changed.len(), found.renumbered.len()), (0, 0, 0));
    assert_eq!(found.unchanged, 24);
}

#[test]
fn the_other_way_round_what_was_added_is_removed() {
    let corpus = Corpus::built_in();
    let there = compared(&corpus, "2002", "2005");
    let back = compared(&corpus, "2005", "2002");
    assert_eq!(back.removed, there.added);
    assert_eq!((back.added.len(), back.unchanged), (0, 24));
}

#[test]
fn a_document_does_not_differ_from_itself() {
    let corpus = Corpus::built_in();
    let found = compared(&corpus, "2.2", "lcg-faq-2.2");
    assert_eq!(
        (found.added.len(), found.removed.len(), found.changed.len(), found.renumbered.len()),
        (0, 0, 0, 0)
    );
}

#[test]
fn an_unknown_document_is_answered_with_the_nearest() {
    let corpus = Corpus::built_in();
    assert_eq!(
        diff::named(&corpus, "lcg-faq-2.3").map(|d| d.id.value.clone()),
        Err(vec!["lcg-faq-2.2".to_owned()])
    );
    assert_eq!(diff::named(&corpus, "nothing").map_err(|all| all.len()).err(), Some(3));
}

/// Two small editions with a ruling for each kind of change.
fn little() -> Corpus {
    let mut files = Files::default();
    let document = |v: &str, date: &str| {
        format!(
            "- id: d-{v}\n  game: lcg\n  series: d\n  title: 'D'\n  version: '{v}'\n  date: '{date}'\n  cite: 'D {v}'\n"
        )
    };
    files.add("documents.yaml", format!("{}{}", document("1", "2001-01-01"), document("2", "2002-01-01")));
    let entry = |id: &str, number: &str, documents: &str, text: &str| {
        format!(
            "- id: 'lcg:{id}'\n  kind: clarification\n  number: '{number}'\n  title: 'T {number}'\n  documents: [{documents}]\n  text: |-\n    {text}\n"
        )
    };
    files.add(
        "rulings.yaml",
        [
            entry("1.1", "1.1", "d-1, d-2", "This stays as it was in both editions of the document."),
            entry("1.2@1", "1.2", "d-1", "A unit that is destroyed goes to the discard pile of its owner."),
            entry(
                "1.2",
                "1.2",
                "d-2",
                "A unit that is destroyed goes to the discard pile of its controller.",
            ),
            entry(
                "1.3",
                "1.3",
                "d-1",
                "The active player decides the order in which these effects resolve, always.",
            ),
            entry(
                "1.4",
                "1.4",
                "d-2",
                "The active player decides the order in which these effects resolve, always.",
            ),
            entry("1.5", "1.5", "d-1", "Nobody needs this any longer."),
            entry("1.6", "1.6", "d-2", "Captured cards lie face down under an objective."),
        ]
        .concat(),
    );
    let (corpus, diagnostics) = Corpus::load(&files);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    corpus
}

#[test]
fn changed_and_renumbered_are_distinguished() {
    let found = compared(&little(), "d-1", "d-2");
    let ids = |items: &[diff::Item]| items.iter().map(|i| i.id.clone()).collect::<Vec<_>>();
    assert_eq!(
        (ids(&found.added), ids(&found.removed)),
        (vec!["lcg:1.6".to_owned()], vec!["lcg:1.5".to_owned()])
    );
    assert_eq!(found.unchanged, 1);
    let [changed] = found.changed.as_slice() else { panic!("{:#?}", found.changed) };
    assert_eq!((changed.old.as_str(), changed.new.as_str()), ("lcg:1.2@1", "lcg:1.2"));
    let marked: Vec<(EditionSide, &str)> = changed
        .words
        .iter()
        .filter(|p| p.side != EditionSide::Same)
        .map(|p| (p.side, p.text.as_str()))
        .collect();
    assert_eq!(marked, [(EditionSide::Old, "owner."), (EditionSide::New, "controller.")]);
    let [renumbered] = found.renumbered.as_slice() else { panic!("{:#?}", found.renumbered) };
    assert_eq!((renumbered.old.as_str(), renumbered.new.as_str()), ("lcg:1.3", "lcg:1.4"));
    assert!(renumbered.words.is_empty());
}

/// What has no number of its own has not got another one, whatever its ids are; a step of a list may have.
#[test]
fn another_id_is_no_other_number() {
    let mut files = Files::default();
    let document = |v: &str| {
        format!(
            "- id: d-{v}\n  game: lcg\n  series: d\n  title: 'D'\n  version: '{v}'\n  date: '200{v}-01-01'\n  cite: 'D {v}'\n  authority: house\n  who: 'Anna'\n  where: 'The quay'\n"
        )
    };
    files.add("documents.yaml", format!("{}{}", document("1"), document("2")));
    let entry = |id: &str, document: &str, text: &str| {
        format!(
            "- id: 'lcg:{id}'\n  kind: clarification\n  title: 'Towing in {text}'\n  documents: [{document}]\n  text: |-\n    A raft that is towed in {text} needs a rope, and its owner pays for it.\n"
        )
    };
    files.add(
        "rulings.yaml",
        [
            entry("rules.towing", "d-1", "fog"),
            entry("house.rules.towing", "d-2", "fog"),
            entry("rules.steps.1", "d-1", "rain"),
            entry("rules.steps.2", "d-2", "rain"),
        ]
        .concat(),
    );
    let (corpus, diagnostics) = Corpus::load(&files);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let found = compared(&corpus, "d-1", "d-2");
    let moved: Vec<&str> = found.renumbered.iter().map(|change| change.new.as_str()).collect();
    assert_eq!((moved, found.unchanged), (vec!["lcg:rules.steps.2"], 1), "{found:#?}");
}

/// If a rule moved, whatever now has its old number is new, however similar.
#[test]
fn the_same_words_under_another_number_have_moved() {
    let mut files = Files::default();
    let document = |v: &str| {
        format!(
            "- id: d-{v}\n  game: lcg\n  series: d\n  title: 'D'\n  version: '{v}'\n  date: '200{v}-01-01'\n  cite: 'D {v}'\n"
        )
    };
    files.add("documents.yaml", format!("{}{}", document("1"), document("2")));
    let entry = |id: &str, title: &str, document: &str, text: &str| {
        let number = &id[..4];
        format!(
            "- id: 'lcg:{id}'\n  kind: clarification\n  number: '{number}'\n  title: '{title}'\n  documents: [{document}]\n  text: |-\n    {text}\n"
        )
    };
    let near = "Of two berths, the nearest is the one that stands closer to the gate.";
    let far = "Of two berths, the farthest is the one that does not stand closer to the gate.";
    let old = entry("4.22@1", "Nearest", "d-1", near);
    files.add(
        "rulings.yaml",
        format!(
            "{old}\n{}\n{}",
            entry("4.22", "Farthest", "d-2", far),
            entry("4.23", "Nearest", "d-2", near)
        ),
    );
    let (corpus, diagnostics) = Corpus::load(&files);
    assert!(diagnostics.is_empty(), "{diagnostics:#?}");
    let found = compared(&corpus, "d-1", "d-2");
    let added: Vec<&str> = found.added.iter().map(|i| i.id.as_str()).collect();
    let moved: Vec<(&str, &str)> =
        found.renumbered.iter().map(|c| (c.old.as_str(), c.new.as_str())).collect();
    assert_eq!((added, moved), (vec!["lcg:4.22"], vec![("lcg:4.22@1", "lcg:4.23")]));
    assert!(found.changed.is_empty(), "{:#?}", found.changed);
}

#[test]
fn a_comparison_is_shown_with_its_words_marked() {
    let found = compared(&little(), "d-1", "d-2");
    let text = judge::render::diff::text(&found, &judge::render::Style::plain(72));
    insta::assert_snapshot!("text", text);
    insta::assert_snapshot!("markdown", judge::render::diff::markdown(&found));
    insta::assert_json_snapshot!("json", found);
}
