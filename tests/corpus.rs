//! The corpus is complete and exact: every sentence of a document is in an entry, every entry's words are in
//! its document, and no link is broken.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use judge::corpus::asks::{self, Asks};
use judge::corpus::{Authority, Corpus, Document, Files, Kind, Severity, emit, markdown};
use sha2::{Digest, Sha256};

fn corpus() -> &'static Corpus {
    static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
        let (corpus, diagnostics) = Corpus::load(&Files::built_in());
        let errors: Vec<_> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        corpus
    });
    &CORPUS
}

/// The documents whose original words are held.
fn official(corpus: &Corpus) -> Vec<&Document> {
    let official: Vec<&Document> =
        corpus.documents().filter(|d| d.authority == Authority::Official).collect();
    assert!(official.len() >= 3, "the documents are there");
    official
}

/// The letters and digits of a text, word by word, ignoring emphasis, spacing and quotation marks.
fn words(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !matches!(c, '*' | '\'' | '’' | '‘') && !out.ends_with(' ') {
            out.push(' ');
        }
    }
    out.trim().to_owned()
}

/// A source document as plain paragraphs: HTML removed, and scanning errors corrected as recorded in the
/// entries.
fn source(corpus: &Corpus, id: &str) -> Vec<String> {
    let document = corpus.document(id).expect("the document is known");
    let source = document.source.as_ref().expect("it is kept");
    let files = Files::built_in();
    let path = format!("{}/sources/{}", document.game.code(), source.file);
    let text = files.get(&path).expect("the file is there").text();
    let digest = Sha256::digest(text.as_bytes());
    let hex: String = digest.iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(hex, source.sha256, "{id} is the document it was");
    let mut text = if source.file.ends_with(".html") { body(text) } else { text.to_string() };
    for ruling in corpus.rulings().filter(|r| r.documents.iter().any(|d| d.id == id)) {
        for c in ruling.corrections.iter().filter(|c| c.printed != c.corrected) {
            let printed = c.printed.replace(" ¶ ", "\n\n");
            let starred = c.printed.replace(" ¶ ", "*\n\n*");
            assert!(
                text.contains(&printed) || text.contains(&starred) || text.contains(&c.corrected),
                "{c:?}"
            );
            text = text.replace(&printed, &c.corrected).replace(&starred, &c.corrected);
        }
    }
    text.split("\n\n").map(words).filter(|p| !p.is_empty()).collect()
}

/// The article of a saved web page, from its first heading to its last answer, as paragraphs.
fn body(html: &str) -> String {
    let start = html.find("<h2 class=\"headline\">").expect("the article begins");
    let article = &html[start..];
    let article = &article[..article.find("</p>\n</td></tr>").expect("it ends")];
    let marks = ["<b>Q:</b>", "<b>Q: </b>", "<b>A:</b>", "<b>A: </b>"];
    let article = marks.iter().fold(article.to_owned(), |text, mark| text.replace(mark, ""));
    let mut out = String::new();
    let mut rest = article.as_str();
    while let Some(open) = rest.find('<') {
        out.push_str(&rest[..open]);
        let close = rest[open..].find('>').map_or(rest.len(), |n| open + n + 1);
        let tag = &rest[open..close];
        let inline = ["<i", "</i", "<b>", "</b>", "<a", "</a"].iter().any(|t| tag.starts_with(t));
        out.push_str(if inline { "" } else { "\n\n" });
        rest = &rest[close..];
    }
    out.push_str(rest);
    out.replace("&#8217;", "’").replace("&#8220;", "“").replace("&#8221;", "”")
}

#[test]
fn every_sentence_of_every_document_is_in_an_entry() {
    let corpus = corpus();
    for document in official(corpus) {
        let id = document.id.as_str();
        let mut held = format!("{} ", words(&document.title));
        for ruling in corpus.rulings().filter(|r| r.documents.iter().any(|d| d.id == id)) {
            let head = ruling.number.as_ref().map(|n| format!("{n} {}", ruling.title));
            held += &format!(" {} ", words(&ruling.text()));
            held += &format!(" {} ", words(&head.unwrap_or_else(|| ruling.title.clone())));
            held += &format!(" {} ", ruling.section.iter().map(|s| words(s)).collect::<Vec<_>>().join("  "));
        }
        for paragraph in source(corpus, id) {
            for sentence in paragraph.split("\n") {
                let sentence = sentence.trim();
                let known = held.contains(sentence) || front_matter(sentence);
                assert!(known, "{id}: no entry has: {sentence}");
            }
        }
    }
}

/// Whether a sentence is about the document itself: its version line or its table of contents.
fn front_matter(sentence: &str) -> bool {
    let contents =
        ["10 06 2014 version 2 2", "star wars™", "the card game", "errata", "rulings", "questions", "q", "a"];
    contents.contains(&sentence)
}

#[test]
fn every_entry_has_only_words_of_its_documents() {
    let corpus = corpus();
    for document in official(corpus) {
        let id = document.id.as_str();
        let whole = source(corpus, id).join(" ");
        for ruling in corpus.rulings().filter(|r| r.documents.iter().any(|d| d.id == id)) {
            for block in markdown::blocks(&ruling.markdown()) {
                let said = words(&block.text);
                assert!(whole.contains(&said), "{id}: {} says what the document does not: {said}", ruling.id);
            }
        }
    }
}

/// Any sentence of any ruling can be marked in Markdown without changing a word, by hands that no document
/// has.
#[test]
fn whatever_decides_can_be_marked_without_changing_a_word() {
    let corpus = corpus();
    for ruling in corpus.rulings() {
        for text in [Some(&ruling.answer), ruling.question.as_ref()].into_iter().flatten() {
            assert!(!text.contains(['☞', '☜']), "{}: this looks like a mark of judge's own", ruling.id);
            let plain = markdown::plain(text);
            let mut from = 0;
            let words: Vec<&str> = plain.split_inclusive(char::is_whitespace).collect();
            let ends =
                |word: &&str| word.trim_end().ends_with(['.', '?', ':', '"', ')']) || word.contains('\n');
            for sentence in words.chunk_by(|word, _| !ends(word)).map(<[&str]>::concat) {
                let to = from + sentence.trim_end().chars().count();
                let marked = markdown::marked(text, &[(from, to)]);
                let shown = markdown::plain(&marked).replace("☞ ", "").replace(" ☜", "");
                assert_eq!(shown, plain, "{}", ruling.id);
                let is_text = sentence.chars().filter(|c| c.is_alphabetic()).count() > 1;
                assert!(marked.contains("☞ **") || !is_text, "{}: {sentence:?} is not marked", ruling.id);
                from += sentence.chars().count();
            }
        }
    }
}

#[test]
fn the_corpus_has_every_numbered_section_question_and_bullet() {
    let corpus = corpus();
    let count = |test: fn(&str) -> bool| corpus.rulings().filter(|r| test(&r.id)).count();
    assert_eq!(count(|id| id.starts_with("lcg:") && id.as_bytes()[4].is_ascii_digit()), 41);
    assert_eq!(count(|id| id.starts_with("lcg:faq.")), 28);
    assert_eq!(count(|id| id.starts_with("lcg:timing.damage.")), 4);
    assert_eq!(count(|id| id.starts_with("lcg:timing.effect-resolution.")), 6);
    assert_eq!(count(|id| id.starts_with("tcg:general.")), 7);
    assert_eq!(count(|id| id.starts_with("tcg:held.")), 7);
    assert_eq!(count(|id| id.starts_with("tcg:qa.")), 11);
}

#[test]
fn every_ruling_is_asked_for_in_at_least_eight_voices() {
    let corpus = corpus();
    for ruling in corpus.rulings().filter(|r| r.authority == Authority::Official) {
        let voices: std::collections::BTreeSet<_> =
            corpus.asks().iter().filter(|a| a.ruling == ruling.id).map(|a| a.voice).collect();
        let few = "`judge asks ID --add VOICE WORDS` adds one; eight voices are needed";
        assert!(voices.len() >= 8, "{} is asked for in {} voices only: {few}", ruling.id, voices.len());
    }
}

#[test]
fn what_is_said_in_other_words_is_never_official() {
    let corpus = corpus();
    let mut reported = 0;
    for ruling in corpus.rulings() {
        let digest = ruling.authority == Authority::Digest;
        assert_eq!(digest, ruling.digest.is_some(), "{}", ruling.id);
        assert_eq!(digest, ruling.kind == Kind::Rule, "{}", ruling.id);
        assert_eq!(digest, ruling.id.split_once(":core.").is_some(), "{}", ruling.id);
        assert_eq!(digest, ruling.citation().ends_with("(in judge's words)"), "{}", ruling.citation());
        for other in ruling.see.iter().chain(&ruling.seen_from) {
            let other = corpus.ruling(other).expect("every link leads somewhere");
            assert!(digest || other.authority != Authority::Digest, "{} refers to {}", ruling.id, other.id);
        }
        reported += usize::from(digest);
    }
    assert!(reported > 0);
}

#[test]
fn a_rule_and_the_ruling_that_changes_it_know_of_each_other() {
    let corpus = corpus();
    let mut changed = 0;
    for ruling in corpus.rulings() {
        for id in ruling.digest.iter().flat_map(|d| &d.changed_by) {
            let by = corpus.ruling(id).expect("it is there");
            assert!(by.rules.contains(&ruling.id), "{id} does not know that it changes {}", ruling.id);
            changed += 1;
        }
    }
    assert!(changed > 0);
}

/// There is a file of asks for each file of rulings, with the same order, one ask per line, sorted by voice.
/// `JUDGE_WRITE_ASKS=1` rewrites them like that.
#[test]
fn the_asks_stand_in_one_order() {
    let files = Files::built_in();
    let corpus = Corpus::built_in();
    let order = |a: &Asks| corpus.rulings().position(|r| r.id == *a.ruling);
    let mut seen = 0;
    for (path, file) in files.iter().filter(|(path, _)| path.contains("/asks/")) {
        assert!(files.get(&path.replace("/asks/", "/rulings/")).is_some(), "{path} has no file of rulings");
        let (mut all, errors) = file.list::<Asks>();
        assert!(errors.is_empty(), "{errors:#?}");
        let mut once: BTreeMap<String, Asks> = BTreeMap::new();
        for asks in all.drain(..) {
            match once.get_mut(asks.ruling.as_str()) {
                Some(known) => known.asks.extend(asks.asks),
                None => _ = once.insert(asks.ruling.value.clone(), asks),
            }
        }
        all = once.into_values().collect();
        all.sort_by_key(|a| order(a));
        all.iter_mut().for_each(|a| asks::sort(&mut a.asks));
        seen += all.len();
        let normal = emit::asks(emit::head(file.text()), all.iter());
        if std::env::var_os("JUDGE_WRITE_ASKS").is_some() {
            std::fs::write(format!("rulings/{path}"), &normal).expect("written");
        }
        assert!(*file.text() == *normal, "{path} is not in its normal form");
    }
    let rulings = corpus.rulings().filter(|r| r.digest.is_none()).count();
    assert_eq!(seen, rulings, "every ruling of a document stands in one file");
}
