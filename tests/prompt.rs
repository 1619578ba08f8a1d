//! The prompt: the effect of each key, the display at two sizes, and a run in a real terminal.

use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use judge::corpus::history::ByTag;
use judge::corpus::newer::NewerKnown;
use judge::corpus::{Authority, Corpus, Day, Files, Game, Ruling};
use judge::faces::prompt::model::{
    Done, Key, Known, MARKED, MAX_INPUT_LENGTH, MAX_RESULTS, Model, Search, SearchInput,
};
use judge::faces::prompt::{Searches, view};
use judge::search::{Answer, AnswerKind, AsOfDay, Library, Origin, Request};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::common::{User, shared_cache};

/// The built-in rulings.
pub struct Built;

fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        Library::open(&Origin::BuiltIn, Some(&shared_cache().join("judge"))).expect("a library")
    })
}

impl Search for Built {
    fn search(&self, input: &SearchInput) -> anyhow::Result<Answer> {
        let SearchInput { words, game, official } = input.clone();
        library().search(&Request { words, game, as_of: None, official, limit: MAX_RESULTS, marked: MARKED })
    }
    fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
        library().held().ruling(id)
    }
    fn parts(&self, section: &Ruling) -> anyhow::Result<Vec<String>> {
        Ok(section.parts.clone())
    }
    fn not_held(&self, _: Option<Game>) -> Vec<String> {
        Vec::new()
    }
    fn known(&self, _: &Ruling, _: &[String]) -> Known {
        Known::default()
    }
}

fn after(model: Model, keys: impl IntoIterator<Item = Key>) -> Model {
    keys.into_iter().fold(model, |model, key| model.after(key, &Built).expect("a state"))
}

fn typed(text: &str) -> Model {
    after(Model::default(), text.chars().map(|c| Key::Text(c.to_string())))
}

fn drawn(model: &mut Model, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    terminal.draw(|frame| view::draw(frame, model)).expect("drawn");
    terminal.backend().to_string()
}

pub const ASKED: &str = "can I use my shield on damage my bodyguard soaked up";

/// A small corpus, so that the display only changes if the drawing does.
pub struct Small(Library);

impl Small {
    pub fn new() -> Self {
        let user = User::new();
        user.write("small/documents.yaml", crate::common::DOCUMENTS);
        user.write("small/r.yaml", crate::common::RULINGS.to_owned() + LONG);
        let (files, _) = Files::folder(&user.folder().join("small"));
        let (corpus, problems) = Corpus::load(&files);
        assert!(problems.is_empty(), "{problems:?}");
        Self(Library::in_memory(&corpus).expect("a library"))
    }
}

/// A ruling longer than a window.
const LONG: &str = "\
- id: lcg:small.3
  kind: ruling
  title: 'Wampas'
  place: 'bullet 3'
  documents: [small-1]
  see: ['lcg:small.1', 'lcg:small.2']
  text: |-
    A wampa roars when a droid beeps beside it.

    It roars once for each droid, and once more for each lightsaber that hums at the same time, as long as neither of them
    has been exhausted before.

    A wampa that has roared is tired until the end of the phase. While it is tired, it does not roar again, whatever beeps
    or hums beside it, and its controller may not wake it by any effect of a card that was played in the same phase.
";

impl Search for Small {
    fn search(&self, input: &SearchInput) -> anyhow::Result<Answer> {
        let SearchInput { words, game, official } = input.clone();
        self.0.search(&Request { words, game, as_of: None, official, limit: MAX_RESULTS, marked: MARKED })
    }
    fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
        self.0.held().ruling(id)
    }
    fn parts(&self, section: &Ruling) -> anyhow::Result<Vec<String>> {
        Ok(section.parts.clone())
    }
    fn not_held(&self, _: Option<Game>) -> Vec<String> {
        Vec::new()
    }
    fn known(&self, _: &Ruling, _: &[String]) -> Known {
        Known::default()
    }
}

#[test]
fn it_looks_as_kept() {
    let small = Small::new();
    let keys = |model: Model, keys: Vec<Key>| {
        keys.into_iter().fold(model, |model, key| model.after(key, &small).expect("a state"))
    };
    let asked =
        || keys(Model::default(), vec![Key::Text("why does the wampa roar when droids beep".to_owned())]);
    let shots = [
        ("wide", 80, 24, asked()),
        ("narrow", 40, 20, asked()),
        ("empty", 80, 24, Model::default()),
        ("filtered", 80, 24, keys(asked(), vec![Key::Game, Key::Game, Key::Official])),
        ("opened", 40, 20, keys(asked(), vec![Key::Open, Key::Down])),
    ];
    for (name, width, height, mut model) in shots {
        insta::assert_snapshot!(format!("prompt_{name}"), drawn(&mut model, width, height));
    }
    let mut scrolled = asked();
    drawn(&mut scrolled, 40, 20);
    let mut scrolled = keys(scrolled, vec![Key::PageDown]);
    insta::assert_snapshot!("prompt_scrolled", drawn(&mut scrolled, 40, 20));
}

#[test]
fn each_key_does_what_its_line_says() {
    let found = typed(ASKED);
    assert_eq!((found.kind, found.results.chosen), (Some(AnswerKind::Found), 0));
    let first = found.chosen().expect("a ruling").ruling.id.clone();
    let Some(Done::Print(printed)) = after(found.clone(), [Key::Enter]).done else { panic!("it prints") };
    assert!(printed.ruling.id == first && printed.sentence.is_some() && !printed.decides);
    let Some(Done::Print(printed)) = after(typed("who strikes first"), [Key::Enter]).done else {
        panic!("it prints")
    };
    assert!(printed.decides, "the rulebook's rule is printed as what decides");
    assert_eq!(after(found.clone(), [Key::Back]).done, Some(Done::Quit));
    assert_eq!(after(found.clone(), [Key::Quit]).done, Some(Done::Quit));
    let second = after(found.clone(), [Key::Down]);
    assert_ne!(second.chosen().expect("a ruling").ruling.id, first);
    assert_eq!(after(second.clone(), [Key::Up, Key::Up]).results.chosen, 0);
    assert!(after(found.clone(), vec![Key::Down; 99]).results.chosen < found.results.rulings.len());
    let copied = after(found.clone(), [Key::Copy]);
    assert!(copied.copy.is_some_and(|text| text.starts_with("**") && text.contains(&first)));
    let opened = after(typed("lcg:3.1"), [Key::Open]);
    assert_eq!(opened.list().of, "lcg:3.1");
    let back = after(opened.clone(), [Key::Back]);
    assert!(back.opened.is_empty() && back.done.is_none() && back.typed == "lcg:3.1");
    // Typing closes opened lists.
    assert!(after(opened, [Key::Text("x".to_owned())]).opened.is_empty());
    let games: Vec<_> =
        (1..=3).map(|n| after(found.clone(), vec![Key::Game; n]).game.map(|g| g.code())).collect();
    assert_eq!(games, [Some("lcg"), Some("tcg"), None]);
    let tcg = after(found.clone(), [Key::Game, Key::Game]);
    assert!(tcg.results.rulings.iter().all(|l| l.ruling.game.code() == "tcg"));
    assert!(
        after(typed("who strikes first"), [Key::Official])
            .results
            .rulings
            .iter()
            .all(|l| l.ruling.digest.is_none())
    );
    assert!(after(Model::default(), [Key::Enter, Key::Copy, Key::Open]).done.is_none());
}

const UNDECIDED: &str = "how much does a booster cost";

/// If nothing held decides the question, every ruling carries a notice when printed or copied, whether chosen
/// from the results or opened from another.
#[test]
fn what_is_undecided_says_so_wherever_it_goes() {
    let asked = typed(UNDECIDED);
    assert_eq!(asked.kind, Some(AnswerKind::Nearest), "the question is decided now: take another");
    for (keys, lead) in [
        (vec![], "The nearest ruling:"),
        (vec![Key::Down], "A ruling near it:"),
        (vec![Key::Down, Key::Down, Key::Open], "A ruling near it:"),
    ] {
        let mut model = after(asked.clone(), keys.clone());
        let shown = drawn(&mut model, 120, 60);
        let copied = after(model.clone(), [Key::Copy]).copy.expect("copied");
        let Some(Done::Print(printed)) = after(model, [Key::Enter]).done else { panic!("it prints") };
        let printed = printed.undecided.expect("it says so").text(&judge::render::Style::plain(80));
        for text in [&shown, &copied, &printed] {
            let said = text.find("No ruling held decides this.");
            assert!(said.is_some() && said < text.find(lead), "{keys:?}: {text}");
        }
    }
    let decided = after(typed(ASKED), [Key::Copy]);
    assert!(decided.results.rulings.iter().all(|listed| listed.undecided.is_none()));
    assert!(!decided.copy.expect("copied").contains("No ruling held"));
}

/// Without the digest, there are no digest entries among references either.
#[test]
fn official_only_is_official_only() {
    let of = |model: &Model| {
        model.list().rulings.iter().filter(|l| l.ruling.authority == Authority::Digest).count()
    };
    for asked in ["protect", "edge battle", "who bids first"] {
        let found = after(Model::default(), [Key::Text(asked.to_owned()), Key::Official]);
        assert_eq!(of(&found), 0, "{asked}");
        for n in 0..found.results.rulings.len().min(5) {
            let opened = after(found.clone(), vec![Key::Down; n].into_iter().chain([Key::Open]));
            assert_eq!(of(&opened), 0, "{asked}, {n} down, from {}", opened.list().of);
        }
    }
}

/// Each result shows its game and whether it is truncated; all results are counted and listed; the day is
/// displayed; long lists of ignored words are abbreviated.
#[test]
fn the_list_says_what_is_in_it() {
    let mut model = typed("protect");
    let shown = drawn(&mut model, 80, 24);
    let found = model.results.rulings.len();
    assert!(found > 20 && shown.contains(&format!(" {found} found")), "{shown}");
    let lines: Vec<&str> = shown.lines().skip(2).filter_map(|line| Some(line.split_once('│')?.0)).collect();
    let is_of = |line: &&&str| line.contains(" lcg ") || line.contains(" tcg ");
    assert!(lines.iter().filter(is_of).count() > 15, "{shown}");
    for (line, listed) in lines.iter().zip(&model.results.rulings) {
        let whole = line.contains(&listed.ruling.shown_title());
        assert!(whole || line.trim_end().ends_with('…'), "{line}");
    }
    let day = Day(jiff::civil::date(2013, 6, 1));
    let dated = |day, width| drawn(&mut Model { day, dated: true, ..Model::default() }, width, 24);
    assert!(
        dated(Some(day), 80).contains("[as of 2013-06-01]") && dated(Some(day), 40).contains("[2013-06-01]")
    );
    assert!(dated(None, 80).contains("[as of latest]"));
    let unknown: Vec<String> = (0..150).map(|n| format!("zz{n}qx")).collect();
    let mut many = after(Model::default(), [Key::Text(format!("shield protect {}", unknown.join(" ")))]);
    let reported = many.remarks.iter().map(String::len).sum::<usize>();
    let shown = drawn(&mut many, 80, 24);
    assert!(reported < 400 && shown.contains(" more"), "{reported}: {shown}");
}

/// However small the window, the deciding sentence is visible below its citation without scrolling, with any
/// doubt about it above; the rest can be scrolled to.
#[test]
fn what_decides_is_shown_without_scrolling() {
    let small = Small::new();
    let asked = |words: &str| Model::default().after(Key::Text(words.to_owned()), &small).expect("a state");
    let squeezed = |shown: &str| {
        shown.replace(['"', '\n', '>', '│'], " ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for (width, height) in [(80, 24), (40, 20), (30, 10)] {
        for mut model in [
            typed(ASKED),
            typed("who strikes first"),
            typed("when is damage dealt during a strike, step by step"),
        ] {
            let listed = model.chosen().expect("a ruling").clone();
            let citation: String = listed.ruling.citation().chars().take(10).collect();
            let words: String =
                match listed.sentence.filter(|_| listed.ruling.authority == Authority::Official) {
                    Some((from, to)) => {
                        listed.ruling.text().chars().skip(from).take((to - from).min(30)).collect()
                    }
                    None => "rulebook".to_owned(),
                };
            let shown = squeezed(&drawn(&mut model, width, height));
            let words = squeezed(&words);
            let at = shown.find(&words);
            assert!(
                shown.contains(&citation) && at.is_some(),
                "{width}×{height}: {citation}, {words}\n{shown}"
            );
        }
        let mut close = asked("why does the wampa roar when droids beep");
        let shown = squeezed(&drawn(&mut close, width, height));
        assert!(
            shown.contains("Close: or is it") && shown.contains("A wampa roars when a"),
            "{width}×{height}\n{shown}"
        );
        // Everything can be reached by scrolling.
        let mut seen = String::new();
        for key in [vec![Key::PageUp; 10], vec![Key::PageDown; 30]].concat() {
            close = close.after(key, &small).expect("a state");
            seen += &squeezed(&drawn(&mut close, width, height));
        }
        for word in ["Small 1, bullet 3", "Wampas", "lightsaber", "exhausted before", "phase", "lcg:small.2"]
        {
            assert!(seen.contains(word), "{width}×{height}: {word}\n{seen}");
        }
        let mut undecided = typed(UNDECIDED);
        assert!(drawn(&mut undecided, width, height).contains("No ruling held decides"), "{width}×{height}");
    }
}

/// One key shows all keys, and is mentioned in every window.
#[test]
fn a_key_shows_the_keys() {
    let mut helped = after(typed(ASKED), [Key::Help]);
    let shown = drawn(&mut helped, 80, 24);
    assert!(shown.contains("Ctrl-Y") && shown.contains("Alt-B"), "{shown}");
    for key in [Key::Help, Key::Back] {
        let mut back = after(helped.clone(), [key]);
        assert!(
            back.done.is_none() && drawn(&mut back, 80, 24).contains("lcg:faq.shield-on-protected-damage")
        );
    }
    // In a small window it scrolls, and says so.
    for (width, height) in [(40, 20), (30, 10)] {
        let mut helped = after(Model::default(), [Key::Help]);
        let mut seen = drawn(&mut helped, width, height);
        assert!(seen.contains("more lines: PgDn") && !seen.contains("Ctrl-C"), "{seen}");
        for key in [vec![Key::PageDown; 8], vec![Key::Up; 2]].concat() {
            helped = after(helped, [key]);
            seen += &drawn(&mut helped, width, height);
        }
        for key in ["Enter  ", "Ctrl-G", "Alt-B, Alt-F", "Ctrl-W", "F1  ", "Ctrl-C"] {
            assert!(seen.contains(key), "{width}×{height}: {key}\n{seen}");
        }
        let top = drawn(&mut after(helped, vec![Key::PageUp; 9]), width, height);
        assert!(top.contains("Enter  "), "{top}");
    }
    let small = drawn(&mut typed(ASKED), 20, 6);
    assert!(small.contains("F1 keys") && small.contains(" 1 lcg"), "{small}");
}

#[test]
fn the_line_is_edited_as_lines_are() {
    let steps = [
        (vec![Key::Home, Key::Text("é ".to_owned())], "é shield", 2),
        (vec![Key::Left, Key::Backspace, Key::Delete], "shie", 4),
        (vec![Key::Text(" the\tdamage\u{1b}".to_owned())], "shield the damage ", 18),
        (vec![Key::Text(" the  ".to_owned()), Key::DeleteWord], "shield ", 7),
        (vec![Key::DeleteWord, Key::DeleteWord, Key::Backspace, Key::Delete], "", 0),
        (vec![Key::Clear, Key::End, Key::Right], "", 0),
        (vec![Key::Text(" and  block".to_owned()), Key::WordLeft, Key::WordLeft], "shield and  block", 7),
        (vec![Key::Home, Key::WordRight, Key::WordRight, Key::WordRight], "shield", 6),
        (vec![Key::Text(" and".to_owned()), Key::Home, Key::WordRight, Key::WordRight], "shield and", 10),
    ];
    for (keys, line, cursor) in steps {
        let model = after(typed("shield"), keys.clone());
        assert_eq!((model.typed.as_str(), model.cursor), (line, cursor), "{keys:?}");
    }
    let long = after(Model::default(), [Key::Text("shield ".repeat(10_000))]);
    assert!(long.typed.len() == MAX_INPUT_LENGTH && long.note.contains("Only the first"), "{}", long.note);
    let post = after(Model::default(), [Key::Text("a\r\nb\rc\nd".to_owned())]);
    assert_eq!((post.typed.as_str(), post.cursor), ("a\nb\nc\nd", 7), "lines stay lines");
}

/// Any input is drawn in any window.
#[test]
fn it_is_drawn_in_any_window() {
    let mut models =
        [typed(ASKED), typed("\u{202e}日本語\u{1f600}"), Model::default(), after(typed("3.1"), [Key::Open])];
    for model in &mut models {
        for (width, height) in [(1, 1), (3, 2), (20, 5), (79, 24), (80, 3), (200, 60)] {
            let shown = drawn(model, width, height);
            assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{width}×{height}");
        }
    }
}

/// Remarks above and below an answer on the command line are displayed here, too.
#[test]
fn what_is_said_beside_an_answer_is_said_here() {
    let drawn = |words: &str| drawn(&mut after(Model::default(), [Key::Text(words.to_owned())]), 100, 60);
    let german = drawn("Zählt das Verschieben von Schaden als Schaden");
    assert!(german.contains("put into English from German"), "{german}");
    let post = drawn(
        "My opponent played Counter-Stroke on my event, so it was canceled before anything happened. Do I get the \
         resources back that I paid for it?\nAnd may I look through my deck for another one without shuffling afterwards?",
    );
    assert!(post.contains("Question by question") && post.contains("lcg:3.1"), "{post}");
    let beyond = drawn("how much does a booster cost");
    assert!(beyond.contains("Look in:"), "{beyond}");
}

/// Notices about documents that are not held are above every ruling, and later documents below; both are
/// copied along.
#[test]
fn what_is_not_held_is_said_here() {
    struct AsOfReplay;
    impl Search for AsOfReplay {
        fn search(&self, input: &SearchInput) -> anyhow::Result<Answer> {
            Built.search(input)
        }
        fn ruling(&self, id: &str) -> anyhow::Result<Option<Ruling>> {
            Built.ruling(id)
        }
        fn parts(&self, section: &Ruling) -> anyhow::Result<Vec<String>> {
            Built.parts(section)
        }
        fn not_held(&self, game: Option<Game>) -> Vec<String> {
            game.map(|game| format!("Of {} nothing is held.", game.code())).into_iter().collect()
        }
        fn known(&self, ruling: &Ruling, _: &[String]) -> Known {
            let newer = NewerKnown {
                game: ruling.game,
                series: "lcg-faq".to_owned(),
                name: "FAQ",
                version: "5.0".to_owned(),
                date: "2017-04-12".to_owned(),
                held: "SWLCG FAQ v2.2".to_owned(),
                is_said: false,
                changes: Vec::new(),
            };
            let tag = ruling.since.clone().map(|version| ByTag {
                version,
                date: "2013-02-12".to_owned(),
                wording: "SWLCG FAQ v2.2".to_owned(),
            });
            Known { by_tag: tag, newer: vec![newer] }
        }
    }
    let keys = [Key::Text("shield".to_owned()), Key::Game, Key::Down, Key::Copy];
    let mut model =
        keys.into_iter().fold(Model::default(), |model, key| model.after(key, &AsOfReplay).expect("a state"));
    let shown = drawn(&mut model, 80, 60);
    let copied = model.copy.expect("copied");
    for text in [shown, copied] {
        let (above, below) = (text.find("Of lcg nothing is held."), text.find("A later FAQ is known: v5.0"));
        assert!(above.is_some() && below > above, "{text}");
    }
    // What the version tag reveals is displayed, and the list does not contradict it.
    let day = Some(Day(jiff::civil::date(2013, 6, 1)));
    let asked = Key::Text("lcg:errata.refresh-phase".to_owned());
    let mut model = Model { day, ..Model::default() }.after(asked, &AsOfReplay).expect("a state");
    let shown = drawn(&mut model, 240, 60);
    let first = shown.lines().nth(2).expect("the first result");
    assert!(shown.contains("in force by its tag v1.0") && !first.contains("[not in force]"), "{shown}");
}

/// What is known to have changed of a card that the question names is said beside the first ruling, as on the
/// command line.
#[test]
fn later_changes_of_cards_asked_about_are_said_here() {
    let asked = "may my opponent play native support after a reaction";
    let as_of = AsOfDay::new(None, false, library().held().info().versions.clone());
    let searches = Searches { as_of: &as_of, library: library() };
    let keys = [Key::Text(asked.to_owned()), Key::Copy, Key::Down];
    let mut states = keys.into_iter().scan(Model::default(), |model, key| {
        *model = model.clone().after(key, &searches).expect("a state");
        Some(model.clone())
    });
    let reported = "added an erratum of Native Support";
    assert!(
        User::new().judge(&["search", asked]).out.replace('\n', " ").replace("  ", " ").contains(reported)
    );
    assert!(drawn(&mut states.next().expect("typed"), 500, 60).contains(reported));
    assert!(states.next().expect("copied").copy.expect("copied").contains(reported));
    assert!(!drawn(&mut states.next().expect("the second"), 500, 60).contains(reported));
}

#[test]
fn without_a_terminal_there_is_help() {
    let user = User::new();
    assert!(user.judge(&[]).status(2).err.contains("Usage: judge"));
    assert!(user.judge(&["prompt"]).status(2).err.contains("needs a terminal"));
}

/// A typed filter is displayed as one, and a typed game is overridden by the one chosen by key.
#[test]
fn typed_filters_are_chips() {
    let mut model = typed("game:tcg card:\"boba fett\" kind:faq capture");
    let shown = drawn(&mut model, 100, 24);
    for chip in ["[tcg]", "[card: boba fett]", "[kind: faq]"] {
        assert!(shown.contains(chip), "{chip}\n{shown}");
    }
    assert!(!shown.contains("both games"), "{shown}");
    let shown = drawn(&mut after(model, [Key::Clear, Key::Text("capture".to_owned())]), 100, 24);
    assert!(shown.contains("[both games]") && !shown.contains("[card:"), "{shown}");
}

/// If the prompt is killed, the terminal is restored.
#[test]
fn ended_from_outside_it_gives_the_terminal_back() {
    if Command::new("tmux").arg("-V").output().is_err() {
        crate::common::skipped("there is no tmux here to be the terminal");
        return;
    }
    for (signal, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        let user = User::new();
        let terminal = RealTerminal::start(&user, 80, 24, "sh -c 'echo $$ > pid; exec JUDGE'");
        terminal.until("type what the player said");
        let pid = std::fs::read_to_string(user.folder().join("pid")).expect("its number");
        let killed = Command::new("kill").args(["-s", signal, pid.trim()]).status().expect("kill");
        assert!(killed.success());
        // The parent process sees the signal as the reason.
        let left = terminal.until(&format!("status {}", 128 + number));
        assert!(left.contains("here before"), "{signal}: {left}");
        RealTerminal::assert_as_before(&user);
    }
}

/// In a real terminal: typing, redrawing, choosing; the ruling is printed on the original screen.
#[test]
fn a_run_in_a_terminal() {
    if Command::new("tmux").arg("-V").output().is_err() {
        crate::common::skipped("there is no tmux here to be the terminal");
        return;
    }
    for (width, height) in [(80, 24), (40, 20)] {
        let user = User::new();
        let terminal = RealTerminal::start(&user, width, height, "JUDGE");
        terminal.until("type what the player said");
        // A pasted post of two lines, with and without bracketed paste: line ends choose nothing, and the
        // whole text is searched for.
        terminal.tmux(&["set-buffer", "who strikes first\nmay he\n"]);
        for marked in [&["paste-buffer", "-p"][..], &["paste-buffer"]] {
            terminal.tmux(marked);
            terminal.until("who strikes first may he");
            assert!(terminal.until("\n 1 ").contains("Enter print"));
            terminal.tmux(&["send-keys", "C-u"]);
            terminal.until("type what the player said");
        }
        terminal.tmux(&["send-keys", "-l", "who strikes first"]);
        assert!(terminal.until("lcg:core.strike-order").contains("Enter print"));
        terminal.tmux(&["send-keys", "Enter"]);
        let left = terminal.until("status 0");
        assert!(left.contains("here before") && left.contains("strikes first"), "{left}");
        RealTerminal::assert_as_before(&user);
    }
}

/// A ruling that decides nothing is printed with a notice, and the exit status reflects it.
#[test]
fn what_is_undecided_is_printed_as_such() {
    if Command::new("tmux").arg("-V").output().is_err() {
        crate::common::skipped("there is no tmux here to be the terminal");
        return;
    }
    let user = User::new();
    let terminal = RealTerminal::start(&user, 80, 40, "JUDGE");
    terminal.until("type what the player said");
    terminal.tmux(&["send-keys", "-l", UNDECIDED]);
    terminal.until("undecided, ");
    terminal.tmux(&["send-keys", "Enter"]);
    let left = terminal.until("status 1");
    assert!(left.contains("No ruling held decides this.") && left.contains("The nearest ruling:"), "{left}");
}

/// A terminal with a shell that runs the prompt and reports its exit status. Ends when dropped.
struct RealTerminal {
    socket: std::path::PathBuf,
}

impl Drop for RealTerminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

impl RealTerminal {
    /// Runs a command in which `JUDGE` stands for the program.
    fn start(user: &User, width: u16, height: u16, command: &str) -> Self {
        // Build the index first, so that the waits below can be limited to a minute.
        user.judge(&["shield"]).status(0);
        let terminal = Self { socket: user.folder().join("tmux") };
        let shell = format!(
            "cd '{}'; export HOME=$PWD XDG_CACHE_HOME='{}' PS1='$ '; stty -a > before; clear; echo here before; {}; ended=$?; stty -a > after; echo status $ended; cat",
            user.folder().display(),
            shared_cache().display(),
            command.replace("JUDGE", env!("CARGO_BIN_EXE_judge"))
        );
        let (width, height) = (width.to_string(), height.to_string());
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &width, "-y", &height, &shell]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let output = Command::new("tmux").arg("-S").arg(&self.socket).args(arguments).output().expect("tmux");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until a text is displayed.
    #[track_caller]
    fn until(&self, what: &str) -> String {
        let started = Instant::now();
        loop {
            let shown = self.tmux(&["capture-pane", "-p"]);
            if shown.contains(what) {
                return shown;
            }
            assert!(started.elapsed() < Duration::from_secs(60), "waited for {what}:\n{shown}");
        }
    }

    /// The terminal's modes are the same as before the prompt.
    #[track_caller]
    fn assert_as_before(user: &User) {
        let modes = |file| std::fs::read_to_string(user.folder().join(file)).expect("the terminal's modes");
        assert_eq!(modes("before"), modes("after"));
    }
}
