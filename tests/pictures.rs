//! Pictures of replays and slips of rulings: complete, well formed, and self-contained.
//!
//! `tests/pictures/` contains the expected pictures; after an intended change, `JUDGE_WRITE_PICTURES=1 cargo
//! test --test all pictures::` rewrites them.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use judge::corpus::{Corpus, Files, files::FileKind};
use judge::engine::CardLibrary;
use judge::engine::scenario::load::load;
use judge::engine::scenario::{Options, Played};
use judge::render::picture::{self, Notices};

use crate::common::{User, run};

/// Every built-in scenario and variation, played once for all tests.
fn all() -> &'static [Played] {
    static ALL: OnceLock<Vec<Played>> = OnceLock::new();
    ALL.get_or_init(|| {
        let files = Files::built_in();
        let (library, _) = CardLibrary::load(&files);
        let texts = files.iter().filter(|(path, _)| FileKind::of(path) == FileKind::Scenarios);
        let loaded = texts.flat_map(|(_, f)| load(&f.shown, f.text(), &library).expect("it is read"));
        let played: Vec<Played> = loaded
            .flat_map(|l| l.replay(&library, &Options::default()).expect("it is played").scenarios)
            .collect();
        assert!(played.len() > 300, "{} replays", played.len());
        played
    })
}

/// Compares a picture with the expected one.
fn kept(name: &str, drawn: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if std::env::var_os("JUDGE_WRITE_PICTURES").is_some() {
        std::fs::write(&path, drawn).expect("a picture");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == drawn, "tests/pictures/{name} is not what is drawn now");
}

/// The picture in the README is what a terminal of 80 columns displays.
#[test]
fn the_terminal_in_the_readme_shows_what_the_program_answers() {
    let asked = "can I use my shield on damage my bodyguard soaked up";
    let words = ["--color", "always"].into_iter().chain(asked.split(' '));
    let shown = run(User::new().command(&words.collect::<Vec<_>>()).env("COLUMNS", "80")).status(0);
    assert!(shown.out.contains('\u{1b}'), "without colours: {}", shown.out);
    let drawn = anstyle_svg::Term::new().render_svg(&format!("$ judge {asked}\n{}", shown.out));
    kept("terminal.svg", &drawn);
    let readme = include_str!("../README.md");
    assert!(readme.contains("](tests/pictures/terminal.svg)"), "the README shows it");
}

#[test]
fn the_published_example_is_drawn_as_kept() {
    let user = User::new();
    for (format, ending) in [("svg", "svg"), ("html", "html"), ("mermaid", "mmd")] {
        // The page also contains the variations; one of them is enough.
        let name = if format == "html" { "no-counter-stroke" } else { "nested-sequences" };
        let drawn = user.judge(&["replay", name, "--format", format]).status(0);
        kept(&format!("{name}.{ending}"), &drawn.out);
    }
    let slips = [
        "show",
        "lcg:3.1",
        "lcg:faq.shield-on-protected-damage",
        "lcg:core.strike-order",
        "--format",
        "html",
    ];
    kept("slips.html", &user.judge(&slips).status(0).out);
}

/// Each step occurs once and in order, nested sequences are boxes within boxes, and nothing extends beyond
/// the picture.
#[test]
fn every_replay_has_a_whole_picture() {
    for played in all() {
        let text = picture::svg(played, &Notices::default(), &[]);
        let drawn = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", played.name));
        let root = drawn.root_element();
        let named = |name: &str| root.children().filter(|c| c.has_tag_name(name)).count();
        assert_eq!(
            (named("title"), named("desc"), root.attribute("role")),
            (1, 1, Some("graphics-document document")),
            "{}",
            played.name
        );
        let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> i64 {
            node.attribute(name).and_then(|v| v.parse().ok()).expect("a number")
        };
        let (width, height) = (number(&root, "width"), number(&root, "height"));
        let texts: Vec<_> =
            root.descendants().filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "text"))).collect();
        let steps: Vec<usize> = texts
            .iter()
            .filter(|t| t.attribute("class") == Some("n"))
            .map(|t| t.text().and_then(|n| n.parse().ok()).expect("a step's number"))
            .collect();
        assert_eq!(steps, played.steps.iter().map(|s| s.n).collect::<Vec<_>>(), "{}", played.name);
        assert!(texts.iter().all(|t| number(t, "y") < height && number(t, "x") < width), "{}", played.name);
        let boxes: Vec<[i64; 4]> = root
            .descendants()
            .filter(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "rect")) && number(n, "width") > 18)
            .map(|n| {
                let (x, y) = (number(&n, "x"), number(&n, "y"));
                [x, y, x + number(&n, "width"), y + number(&n, "height")]
            })
            .collect();
        let depths = std::iter::once(0).chain(played.steps.iter().map(|s| s.depth));
        let opened: usize = depths.zip(&played.steps).map(|(before, s)| s.depth.saturating_sub(before)).sum();
        assert_eq!(boxes.len(), opened, "{}", played.name);
        for (a, b) in boxes.iter().flat_map(|a| boxes.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let apart = a[3] <= b[1] || b[3] <= a[1];
            let within =
                |a: &[i64; 4], b: &[i64; 4]| a[0] > b[0] && a[1] >= b[1] && a[2] < b[2] && a[3] <= b[3];
            assert!(apart || within(a, b) || within(b, a), "{}: {a:?} {b:?}", played.name);
        }
        let struck = texts.iter().filter(|t| t.attribute("class") == Some("x")).count();
        assert!(struck >= played.steps.iter().filter(|s| s.canceled_by.is_some()).count());
    }
}

/// All links of a page resolve, all citations of rulings are links, and nothing is loaded.
#[test]
fn every_citation_leads_to_its_words() {
    let user = User::new();
    let html = user.judge(&["replay", "--all", "--format", "html"]).status(0).out;
    let after = |mark: &str| -> BTreeSet<String> {
        html.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
    };
    let (links, places) = (after("href=\"#"), after(" id=\""));
    assert!(links.len() > 100, "{} links", links.len());
    let lost: Vec<_> = links.difference(&places).collect();
    assert!(lost.is_empty(), "{lost:?}");
    for outside in ["src=", "http:", "https:", "<script", "@import", "url("] {
        assert!(!html.contains(outside), "{outside}");
    }
    let cited: BTreeSet<String> =
        all().iter().flat_map(|p| &p.steps).filter_map(judge::render::replay::linked).collect();
    let corpus = Corpus::built_in();
    let rules = cited.iter().filter(|cited| corpus.ruling(cited).is_some_and(is_digest)).count();
    assert!(rules > 30, "{rules} rules of the rulebooks");
    let linked: BTreeSet<&str> = html
        .split("<a class=\"basis\"")
        .skip(1)
        .filter_map(|rest| rest.split("</a>").next()?.rsplit(['>', ' ']).next())
        .collect();
    let missing: Vec<_> = cited.iter().filter(|cited| !linked.contains(cited.as_str())).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // A rule in judge's own words never looks like a quotation.
    for figure in html.split("<figure ").skip(1) {
        let figure = figure.split("</figure>").next().unwrap_or_default();
        let is_own = figure.contains("[Digest]");
        assert_eq!(figure.contains("<blockquote>"), !is_own, "{figure}");
        assert_eq!(
            figure.contains("In judge&#39;s words:") || figure.contains("In judge's words:"),
            is_own,
            "{figure}"
        );
    }
}

fn is_digest(ruling: &judge::corpus::Ruling) -> bool {
    ruling.digest.is_some()
}

/// A single picture includes the rulings it cites: each once, linked from each citation, and no others.
#[test]
fn every_citation_of_a_picture_leads_to_its_words_in_it() {
    let corpus = Corpus::built_in();
    for played in all() {
        let words = judge::cli::picture::cited_words(&corpus, std::slice::from_ref(played));
        let text = picture::svg(played, &Notices::default(), &words);
        let drawn = roxmltree::Document::parse(&text).unwrap_or_else(|e| panic!("{}: {e}", played.name));
        let cited = played.steps.iter().filter_map(judge::render::replay::linked).count();
        let links: Vec<&str> = drawn.descendants().filter_map(|n| n.attribute("href")).collect();
        assert_eq!(links.len(), cited, "{}", played.name);
        let places: Vec<_> = drawn.descendants().filter(|n| n.attribute("class") == Some("w")).collect();
        assert_eq!(places.len(), words.len(), "{}", played.name);
        for (place, words) in places.iter().zip(&words) {
            let id = format!("#{}", place.attribute("id").expect("a place"));
            assert!(links.contains(&id.as_str()), "{}: {id} is cited by nothing", played.name);
            let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let lines: Vec<&str> =
                place.descendants().filter(|n| n.is_text()).filter_map(|n| n.text()).collect();
            let end = format!("{} {}", words.text, words.later.as_deref().unwrap_or_default());
            assert!(joined(&lines.join(" ")).ends_with(&joined(&end)), "{id}: {lines:?}");
            let is_own = corpus.ruling(&words.cited).is_some_and(is_digest);
            assert_eq!(joined(&lines.join(" ")).contains("In judge's words:"), is_own, "{id}");
        }
        assert!(links.iter().all(|l| places.iter().any(|p| p.attribute("id") == l.strip_prefix('#'))));
        let frames: Vec<(i64, i64)> = places
            .iter()
            .filter_map(|place| {
                place.children().find(|n| n.has_tag_name(("http://www.w3.org/2000/svg", "rect")))
            })
            .map(|frame| {
                let number =
                    |name: &str| frame.attribute(name).and_then(|v| v.parse::<i64>().ok()).expect("a number");
                (number("y"), number("y") + number("height"))
            })
            .collect();
        assert_eq!(frames.len(), places.len(), "{}", played.name);
        assert!(frames.windows(2).all(|pair| pair[0].1 <= pair[1].0), "{}: {frames:?}", played.name);
    }
}

/// The step marked as canceled is the one that was played, and not the response to it.
#[test]
fn canceled_steps_are_those_that_begin_it() {
    let all = all();
    let canceled = |name: &str| -> Vec<(usize, usize)> {
        let played = all.iter().find(|p| p.name == name).expect("it is built in");
        played.steps.iter().filter_map(|s| s.canceled_by.map(|by| (s.n, by))).collect()
    };
    assert_eq!(canceled("nested-sequences"), [(9, 17), (10, 17)]);
    assert_eq!(canceled("no-its-worse"), []);
    assert_eq!(canceled("his-own-sides-card"), [(2, 6)]);
    let struck = all.iter().flat_map(|p| &p.steps).filter(|s| s.canceled_by.is_some());
    for step in struck {
        assert!(!["canceled", "disrupted", "without-effect", "passes"].contains(&step.kind), "{step:?}");
    }
}

/// Names of scenarios and players are escaped in pictures and diagrams.
#[test]
fn names_are_never_marks() {
    let mut played = all().iter().find(|p| p.name == "nested-sequences").expect("it is built in").clone();
    let hostile = "</text><script>alert(1)</script>\"'&;#\u{1b}[31m%%{init}\nend\u{202e}\u{ffff}";
    played.title = hostile.to_owned();
    for step in &mut played.steps {
        step.text = hostile.to_owned();
        step.actor = Some(hostile.to_owned());
        step.clause = Some(hostile.to_owned());
    }
    let svg = picture::svg(&played, &Notices::default(), &[]);
    roxmltree::Document::parse(&svg).expect("well formed");
    let html = picture::page(&[played.clone()], &[], &Notices::default());
    let diagram = picture::mermaid(&played, &Notices::default());
    for text in [&svg, &html, &diagram] {
        assert!(!text.contains("<script") && !text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
    for line in diagram.lines().map(str::trim) {
        let known =
            ["sequenceDiagram", "accTitle:", "accDescr:", "participant ", "Note over ", "rect rgba(", "end"];
        assert!(known.iter().any(|k| line.starts_with(k)), "{line}");
        let marks = line.replace("#", "").matches(';').count();
        assert_eq!(marks, line.matches('#').count(), "{line}");
    }
}

#[test]
fn what_draws_nothing_refuses_to_be_drawn() {
    let user = User::new();
    for arguments in [
        &["shield", "--format", "svg"][..],
        &["show", "3.6", "--format", "mermaid"],
        &["replay", "--list", "--format", "html"],
        &["show", "3.6", "--history", "--format", "html"],
        &["replay", "nested-sequences", "vader-disrupts", "--format", "svg"],
        &["replay", "nested-sequences", "no-counter-stroke", "--format", "svg"],
        &["replay", "no-counter-stroke", "nested-sequences", "--format", "mermaid"],
        &["replay", "nested-sequences", "--quiet", "--format", "svg"],
    ] {
        let ran = user.judge(arguments).status(2);
        assert_eq!(ran.out, "", "{arguments:?}");
        assert!(ran.err.starts_with("judge: "), "{arguments:?}: {}", ran.err);
    }
    user.judge(&["show", "9.99", "--format", "html"]).status(1);
    let quiet = user.judge(&["replay", "nested-sequences", "--quiet", "--format", "svg"]).status(2);
    assert!(quiet.err.contains("`--quiet`"), "{}", quiet.err);
}

/// A variation that is named in addition to its scenario appears once, and pages contain no command line
/// syntax.
#[test]
fn what_is_named_twice_is_there_once() {
    let user = User::new();
    let both = ["replay", "nested-sequences", "no-counter-stroke"];
    let whole = user.judge(&["replay", "nested-sequences", "--format", "json"]).status(0).out;
    assert_eq!(user.judge(&[&both[..], &["--format", "json"]].concat()).status(0).out, whole);
    let page = user.judge(&[&both[..], &["--format", "html"]].concat()).status(0).out;
    assert_eq!(
        (
            page.matches("<h1").count(),
            page.matches("</span> <span class=\"aside\">no-counter-stroke").count()
        ),
        (1, 1)
    );
    let slip = user.judge(&["show", "3.6", "--format", "html"]).status(0).out;
    assert!(slip.contains("A later FAQ is known") && !slip.contains("`judge"), "{slip}");
    let deck = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/deck/real/DefensiveJedi.txt");
    let sheet = user.judge(&["deck", "show", deck, "--html"]).out;
    assert_eq!(user.judge(&["deck", "show", deck, "--format", "html"]).out, sheet);
    assert!(sheet.contains("name=\"viewport\"") && !sheet.contains("`--"), "{sheet}");
}

/// Each slip is handed out alone: it says what is known to have changed of its ruling, and nothing of the
/// others.
#[test]
fn each_slip_says_what_changed_of_its_own_ruling() {
    let user = User::new();
    let ids = ["lcg:1.2", "lcg:3.6", "lcg:errata.printings"];
    let of = |ids: &[&str]| -> Vec<String> {
        let page = user.judge(&[&["show", "--format", "html"], ids].concat()).status(0).out;
        let slips = page.split("<div class=\"slip\">").skip(1);
        slips.map(|slip| slip.split("</div>").next().unwrap_or_default().to_owned()).collect()
    };
    let together = of(&ids);
    let alone: Vec<String> = ids.iter().flat_map(|id| of(&[id])).collect();
    assert_eq!(together, alone);
    let changed: Vec<bool> = together.iter().map(|slip| slip.contains("changed lcg:")).collect();
    assert_eq!(changed, [true, false, true], "{together:?}");
}

/// A clause cited with a ruling is highlighted, and a nonexistent one reported.
#[test]
fn a_cited_clause_is_marked() {
    let user = User::new();
    let corpus = Corpus::built_in();
    for (cited, html) in [
        ("lcg:timing.actions#1", true),
        ("lcg:timing.nested#2", true),
        ("lcg:faq.shield-on-protected-damage#1", true),
    ] {
        let words = corpus.clause(cited).expect("a clause");
        let marked = |text: &str, mark: &str| {
            let lines = text.lines().filter_map(|line| line.strip_prefix(mark));
            lines
                .map(str::trim)
                .collect::<Vec<_>>()
                .join(" ")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let shown = user.judge(&["show", cited]).status(0).out;
        let beside = marked(&shown, "> ");
        let begin: String = words.chars().take(20).collect();
        let end = words.trim_end().rsplit(' ').next().expect("a word");
        assert!(beside.contains(&begin) && beside.contains(end), "{cited}: {words}\n{shown}");
        let whole = user.judge(&["show", cited.split('#').next().expect("an id")]).status(0).out;
        assert_eq!(marked(&whole, "> "), "", "nothing is marked where no clause is named");
        let page = user.judge(&["show", cited, "--format", "html"]).status(0).out;
        assert_eq!(page.contains("<mark>"), html, "{cited}");
        let pasted = user.judge(&["show", cited, "--format", "markdown"]).status(0).out;
        assert!(
            pasted.contains(&format!("☞ **{begin}")) && pasted.contains(", bold between ☞ ☜ added)"),
            "{pasted}"
        );
    }
    for none in ["lcg:timing.actions#99", "lcg:timing.actions#0", "lcg:timing.actions#x", "3.6#99"] {
        let reported = user.judge(&["show", none]).status(1).err;
        assert!(
            reported.contains("clause")
                && reported.contains(&format!("no #{}", none.split('#').nth(1).expect("a number"))),
            "{reported}"
        );
    }
    assert!(user.judge(&["show", "lcg:timing.nothing#1"]).status(1).err.contains("There is no entry"));
}
