//! What the pages of `judge serve` say to users without a command line, and how they preserve input.

use std::collections::{BTreeMap, BTreeSet};

use judge::faces::prompt::model::{Key, Model};

use crate::common::User;
use crate::prompt::Built;
use crate::serve::{FORM, Reply, get, get_at, post, raw_at, start, start_with};

/// Phones have no command line. What is to be copied is for elsewhere.
#[track_caller]
pub fn assert_says_nothing_to_type(page: &str, body: &str) {
    let mut pieces = body.split("data-copy=\"");
    let shown = pieces
        .next()
        .into_iter()
        .chain(pieces.filter_map(|piece| piece.split_once('"').map(|(_, rest)| rest)));
    let shown: String = shown.collect();
    for typed in ["`judge ", "`--", "judge show ", "judge card ", "judge list", "judge import"] {
        assert!(!shown.contains(typed), "{page} says {typed}: {shown}");
    }
}

/// Also if something is missing, wrong or undecided.
#[test]
fn no_page_says_what_only_a_command_line_can() {
    for path in [
        "/r/lcg:9.99",
        "/r/nothing-like-that",
        "/s/nothing-like-that",
        "/card/nobody",
        "/?q=what+is+the+newest+faq",
        "/?q=who+wins+with+zzyzx",
        "/?q=a+card+that+is+on+no+list&game=tcg",
        "/?q=xizor",
        "/?q=may+i+play+two+copies+of+a+deck",
    ] {
        let reply = get(path);
        assert_eq!(reply.body.matches("<h1").count(), 1, "{path}: {}", reply.body);
        assert_says_nothing_to_type(path, &reply.body);
    }
    for list in ["3 Twist of Fate\n3 Heat of Battle\n", "hello", "1 Yoda\n", ""] {
        let reply = post("/deck", "", "text/plain", list.as_bytes());
        assert_eq!(reply.body.matches("<h1").count(), 1, "{list}");
        assert_says_nothing_to_type(list, &reply.body);
    }
}

/// The facts of a card can be copied as on the command line, even if no ruling names it.
#[test]
fn a_card_that_no_ruling_names_can_be_copied() {
    let page = get("/card/wookiee%20warrior").body;
    assert!(page.contains("No ruling names it."), "{page}");
    assert!(page.contains("data-copy=\"**Wookiee Warrior** "), "{page}");
}

/// If nothing held decides the question, that is copied along, as on the command line; if two rulings are
/// close, the other one is a link.
#[test]
fn what_is_copied_says_that_nothing_decides_it() {
    let copied = |page: &str| {
        page.split("data-copy=\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned)
    };
    let asked = "how much does a booster cost";
    let page = get(&format!("/?q={}", asked.replace(' ', "+"))).body;
    let pasted = User::new().judge(&["search", asked, "--format", "markdown"]).status(1).out;
    let end = pasted.find("The nearest ruling:").expect("undecided") + "The nearest ruling:".len();
    let copied_here = copied(&page).expect("a button").replace("&amp;", "&");
    assert!(copied_here.starts_with(&pasted[..end]), "{copied_here}");
    let decided = copied(&get("/?q=who+strikes+first").body).expect("a button");
    assert!(!decided.contains("No ruling held"), "{decided}");
    for asked in
        ["tcg+protect", "damage+prevention", "tcg+damage", "shield+protect", "capture", "edge+battle"]
    {
        let page = get(&format!("/?q={asked}")).body;
        let Some((_, behind)) = page.split_once("Close: or is it ") else { continue };
        assert!(behind.starts_with("<a href=\"/r/"), "{asked}: {page}");
        return;
    }
    panic!("none of these is close: take others");
}

/// The deciding sentence is marked in what is copied, alike from the page, the prompt and the command line.
#[test]
fn what_decides_is_marked_in_what_is_copied() {
    let asked = "can I use my shield on damage my bodyguard soaked up";
    let page = get(&format!("/?q={}", asked.replace(' ', "+"))).body;
    let copied = page.split("data-copy=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a button");
    let copied = copied.replace("&quot;", "\"").replace("&gt;", ">");
    assert!(copied.contains("☞ **So long as") && copied.contains(", bold between ☞ ☜ added)"), "{copied}");
    let quoted = copied.split("\n*A later ").next().expect("the ruling");
    let pasted = User::new().judge(&["search", asked, "--format", "markdown"]).status(0).out;
    assert!(pasted.starts_with(quoted), "{quoted}\n{pasted}");
    let keys = [Key::Text(asked.to_owned()), Key::Copy];
    let model =
        keys.into_iter().fold(Model::default(), |model, key| model.after(key, &Built).expect("a state"));
    let from_prompt = model.copy.expect("copied");
    assert!(from_prompt.starts_with(quoted), "{quoted}\n{from_prompt}");
}

/// On a page of several rulings, what is copied of one says what is known to have changed of that one, as
/// `judge show` does, and nothing of the others.
#[test]
fn each_ruling_is_copied_with_its_own_later_changes() {
    let user = User::new();
    user.write("event/documents.yaml", HOUSE_DOCUMENT);
    user.write("event/rulings.yaml", HOUSE_RULING);
    let event = user.folder().join("event");
    let event = event.to_str().expect("a path");
    let served = start_with(&["--rulings", event]);
    let mut differ = 0;
    // What `judge show` says of each, which stands on several pages.
    let mut reported: BTreeMap<String, String> = BTreeMap::new();
    for path in ["/card/boba%20fett", "/r/1.2", "/r/lcg:restricted", "/r/lcg:errata", "/restricted"] {
        let page = get_at(served.address, path).body;
        let mut of_page = BTreeSet::new();
        for copied in page.split("data-copy=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            // A card's facts are copied, too.
            let Some((_, id)) = copied.rsplit_once("(`") else { continue };
            let id = id.split('`').next().unwrap_or_default();
            let shown = reported.entry(id.to_owned()).or_insert_with(|| {
                user.judge(&["--rulings", event, "show", id, "--format", "markdown"]).status(0).out
            });
            let changes = |text: &str| {
                let later = text.lines().filter(|line| line.starts_with("*A later ")).collect::<Vec<_>>();
                later.join("\n").replace("&amp;", "&")
            };
            assert_eq!(changes(copied), changes(shown), "{path}, {id}");
            of_page.insert(changes(copied));
        }
        assert!(!of_page.is_empty(), "{path}: {page}");
        differ += usize::from(of_page.len() > 1);
    }
    assert!(differ > 0, "on each of these pages, all rulings changed alike");
}

/// An event's own ruling on two cards, of which an official ruling names one.
const HOUSE_DOCUMENT: &str = "\
- id: small-event
  game: lcg
  series: small-event
  title: 'A small event, rulings of the day'
  date: '2014-11-01'
  cite: 'A small event'
  authority: house
  who: 'A. Head Judge'
  where: 'A small event'
";
const HOUSE_RULING: &str = "\
- id: lcg:house.two-cards
  kind: clarification
  title: 'Two cards at once'
  place: 'no. 1'
  documents: [small-event]
  cards:
    - {name: 'Boba Fett', number: '0019'}
    - {name: 'The Secret of Yavin 4', number: '0144'}
  text: 'They wait for each other.'
";

/// Disputes are found by words, as by `judge replay --list`.
#[test]
fn disputes_are_searched() {
    let all = get("/s").body.matches("href=\"/s/").count();
    let some = get("/s?q=protect").body;
    let found = some.matches("href=\"/s/").count();
    assert!(found > 0 && found < all && some.contains("value=\"protect\""), "{found} of {all}");
    let listed = User::new().judge(&["replay", "--list", "protect", "--format", "json"]).status(0).out;
    assert_eq!(get("/s.json?q=Protect").body, listed);
    assert!(get("/s?q=zzyzx").body.contains("None has all these words"));
}

/// A pasted list is in the form again, beside its result.
#[test]
fn a_pasted_list_is_kept() {
    let list = "2 Yoda\r\n1\tA <b>\u{1b} & C";
    let reply = post(
        "/deck",
        "",
        FORM,
        format!(
            "list={}",
            list.replace('\t', "%09").replace("\r\n", "%0D%0A").replace(' ', "+").replace('&', "%26")
        )
        .as_bytes(),
    );
    assert!(
        reply.status == 200 && reply.body.contains("2 Yoda\n1\tA &lt;b&gt; &amp; C</textarea>"),
        "{}",
        reply.body
    );
    let none = post("/deck", "", FORM, b"list=");
    assert!(
        none.status == 400
            && none.body.contains("<textarea id=\"list\"")
            && none.body.contains("There is no list")
    );
}

/// Successful entries are confirmed; otherwise all input is returned.
#[test]
fn what_cannot_be_logged_comes_back() {
    let served = start();
    let send = |form: &str| {
        let (host, length) = (served.address, form.len());
        let head = format!(
            "POST /log HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: {FORM}\r\nContent-Length: {length}\r\n\r\n"
        );
        raw_at(served.address, (head + form).as_bytes())
    };
    let pin = &served.pin;
    let typed = "words=It+may+be+used.&question=May+I%3F&table=7&by=Anna&key=mine";
    for (more, status, reported) in [
        ("&ruling=lcg%3A3.6&pin=WRONG", 403, "the PIN is missing or wrong".to_owned()),
        (&format!("&ruling=lcg%3A9.99&pin={pin}"), 400, "There is no entry `lcg:9.99`".to_owned()),
        (&format!("&corrects=99&pin={pin}"), 400, "no entry 99 to correct".to_owned()),
        (&format!("&corrects=x&pin={pin}"), 400, "“x” is no entry's number".to_owned()),
    ] {
        let reply = send(&format!("{typed}{more}"));
        assert_eq!(reply.status, status, "{more}: {}", reply.body);
        for kept in [
            ">It may be used.</textarea>",
            "value=\"May I?\"",
            "value=\"7\"",
            "value=\"Anna\"",
            "value=\"mine\"",
            &reported,
        ] {
            assert!(reply.body.contains(kept), "{more}: {kept}: {}", reply.body);
        }
        assert!(!reply.body.contains(pin.as_str()));
        let (name, value) = more[1..].split('&').next().and_then(|f| f.split_once('=')).expect("a field");
        let field = format!("value=\"{}\"", value.replace("%3A", ":"));
        assert!(reply.body.contains(&field), "{name}: {field}: {}", reply.body);
    }
    assert!(std::fs::read(&served.log).unwrap_or_default().is_empty(), "something was written");
    let form = format!("{typed}&pin={pin}");
    let reply = send(&form);
    assert!(reply.status == 303 && reply.head.contains("location: /log?logged=1\r\n"), "{}", reply.head);
    assert!(get_at(served.address, "/log?logged=1").body.contains("Logged as entry 1."));
    assert!(send(&form).head.contains("location: /log?logged=1&again=1\r\n"));
    assert!(get_at(served.address, "/log?logged=1&again=1").body.contains("Logged before as entry 1."));
    assert!(!get_at(served.address, "/log?logged=2").body.contains("Logged as"), "there is no such entry");
    // The same key with other words becomes a new entry when it is submitted again.
    let other = send(&form.replace("used", "kept"));
    assert!(other.status == 400 && !other.body.contains("value=\"mine\""), "{}", other.body);
    assert!(get_at(served.address, "/log").body.contains("href=\"/log?corrects=1\""));
    let tried: Vec<Reply> = (0..12).map(|n| send(&format!("{typed}&pin=wrong{n}"))).collect();
    let last = tried.last().expect("tried");
    assert!(last.status == 429 && last.head.contains("retry-after: 15"), "{}", last.head);
}

/// Fields of the log have the same maximum length on a phone and on the command line. With one character
/// more, nothing is logged.
#[test]
fn a_field_of_the_log_is_bounded_everywhere_alike() {
    let served = start();
    let user = User::new();
    let send = |path: &str, field: &str, value: &str| {
        let words = if field == "words" { "" } else { "words=It+may.&" };
        let form = format!("{words}{field}={value}&pin={}", served.pin);
        let (host, length) = (served.address, form.len());
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: {FORM}\r\nContent-Length: {length}\r\n\r\n"
        );
        raw_at(served.address, (head + &form).as_bytes())
    };
    let typed = |field: &str, value: &str| {
        let option = format!("--{field}");
        let added = ["log", "--file", "own.jsonl", "add"];
        let said = if field == "words" { vec![value] } else { vec!["It may.", &option, value] };
        user.judge(&[&added[..], &said].concat())
    };
    let log = user.folder().join("own.jsonl");
    for (field, longest) in [("words", 4000), ("question", 4000), ("table", 200), ("by", 200), ("key", 200)] {
        // Characters, not bytes.
        let value = "é".repeat(longest);
        assert_eq!(send("/log", field, &value).status, 303, "{field}");
        typed(field, &value).status(0);
        let before = (std::fs::read(&served.log).expect("a log"), std::fs::read(&log).expect("a log"));
        let longer = value + "é";
        let reported = format!("has {} characters, and the log takes {longest}", longest + 1);
        let page = send("/log", field, &longer);
        assert!(page.status == 400 && page.body.contains(&reported), "{field}: {}", page.body);
        let json = send("/log.json", field, &longer);
        assert!(json.status == 400 && json.body.contains(&reported), "{field}: {}", json.body);
        let ran = typed(field, &longer).status(2);
        let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(err.contains(&reported) && err.contains("Nothing was logged"), "{field}: {err}");
        let after = (std::fs::read(&served.log).expect("a log"), std::fs::read(&log).expect("a log"));
        assert!(before == after, "{field}: something was logged");
    }
    let rulings = (1..=21).map(|n| format!("lcg:3.{n}")).collect::<Vec<_>>();
    let page = send("/log", "ruling", &rulings.join("+"));
    assert!(page.status == 400 && page.body.contains("cites 20 rulings at most"), "{}", page.body);
    let options: Vec<&str> = rulings.iter().flat_map(|id| ["--ruling", id.as_str()]).collect();
    let ran =
        user.judge(&[&["log", "--file", "own.jsonl", "add", "It may."][..], &options].concat()).status(2);
    assert!(ran.err.contains("20 rulings at most"), "{}", ran.err);
}

/// An answered question is passed on to the log, together with the ruling. Corrections are made only if
/// requested.
#[test]
fn what_was_asked_is_logged_with_its_ruling() {
    let page = get("/?q=who+strikes+first%3F").body;
    let link =
        page.split("href=\"/log?ruling=").nth(1).and_then(|rest| rest.split('"').next()).expect("a link");
    let form = get(&format!("/log?ruling={}", link.replace("&amp;", "&"))).body;
    assert!(form.contains("value=\"who strikes first?\"") && form.contains("value=\"lcg:"), "{form}");
    assert!(!form.contains("name=\"corrects\"") && get("/log?corrects=1").body.contains("name=\"corrects\""));
    // A ruling's page does not link to itself.
    let own = get("/r/lcg:3.6").body;
    assert!(!own.contains("href=\"/r/lcg:3.6\"") && own.contains("href=\"/log?ruling=lcg:3.6\""), "{own}");
}

/// An unknown game is reported.
#[test]
fn a_game_that_is_none_is_reported() {
    for path in
        ["/?q=protect&game=xx", "/.json?q=protect&game=xx", "/r/lcg:3.6?game=xx", "/card/yoda?game=xx"]
    {
        let reply = get(path);
        assert!(
            reply.status == 400 && reply.body.contains("There is no game “xx”"),
            "{path}: {}",
            reply.body
        );
    }
}

/// The page has everything that the command line says about a deck, each finding in a paragraph of its own,
/// with links to the rulings.
#[test]
fn a_page_says_of_a_deck_all_that_the_command_line_says() {
    let user = User::new();
    for list in ["2 Yoda\n3 A Hero's Journey\n1 Nobody At All\n", "2 Heat of Battle\n2 Twist of Fate\n"] {
        let file = user.write("list", list);
        let said = user.judge(&["--format", "json", "deck", "check", &file.to_string_lossy()]).out;
        let said: serde_json::Value = serde_json::from_str(&said).expect("a report");
        let page = post("/deck", "", "text/plain", list.as_bytes()).body;
        let page = page.replace("&quot;", "\"").replace("&amp;", "&");
        let findings = said["decks"][0]["violations"].as_array().expect("what is against it");
        assert!(!findings.is_empty(), "{list}");
        for finding in findings {
            for field in ["code", "message", "citation", "fix"] {
                let Some(text) = finding[field].as_str() else { continue };
                let replaced = field == "fix" && !said["decks"][0]["fix"].is_null();
                assert!(replaced || page.contains(text), "{field}: {text}\n{page}");
            }
            if let Some(ruling) = finding["ruling"].as_str() {
                assert!(page.contains(&format!("href=\"/r/{ruling}\"")), "{ruling}: {page}");
            }
        }
    }
}
