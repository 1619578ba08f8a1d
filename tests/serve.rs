//! `judge serve`: pages answer like the command line, and nothing sent over the network causes loss, delay or
//! disclosure.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::Parser;
use judge::cli::ui::Ui;
use judge::cli::{Cli, ColorArg, Context};
use judge::faces::log::file::read as read_log;
use judge::faces::log::open::Wait;
use judge::faces::serve::app::App;
use judge::faces::serve::guard::Pin;
use judge::faces::serve::listen::{Lifetime, Shared, serve};
use serde_json::Value;

use crate::common::User;
use crate::serve_pages::assert_says_nothing_to_type;

/// A server in a thread that ends with the tests.
pub struct Served {
    pub address: SocketAddr,
    pub pin: String,
    pub log: PathBuf,
}

fn served() -> &'static Served {
    static SERVED: OnceLock<Served> = OnceLock::new();
    SERVED.get_or_init(start)
}

/// Starts a server with its own log.
pub fn start() -> Served {
    start_with(&[])
}

/// Starts a server with options.
pub fn start_with(options: &[&str]) -> Served {
    start_for(options, Lifetime::default())
}

/// Starts a server whose connections last for a while.
fn start_for(options: &[&str], lifetime: Lifetime) -> Served {
    let folder = tempfile::tempdir().expect("a folder").keep();
    let cli = Cli::try_parse_from([&["judge", "serve"], options].concat()).expect("arguments");
    let log = folder.join("log.jsonl");
    let (context, pin) = (Context::new(cli.globals), Pin::new().expect("a PIN"));
    let desk = App::open(&context, log.clone(), pin, &Ui::new(ColorArg::Never)).expect("a desk");
    let pin = desk.pin().to_owned();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let mut shared = Shared::new(desk, vec!["judge.local".to_owned()]);
    shared.lifetime = lifetime;
    std::thread::spawn(move || serve(listener, shared));
    Served { address, pin, log }
}

/// A reply.
pub(crate) struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

/// Sends raw bytes and reads until the connection is closed.
fn raw(bytes: &[u8]) -> Reply {
    raw_at(served().address, bytes)
}

/// Sends raw bytes to another server.
pub(crate) fn raw_at(address: SocketAddr, bytes: &[u8]) -> Reply {
    replied(sent_to(address, bytes))
}

/// Sends raw bytes.
fn sent_to(address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
    // The server may reply and close before everything is sent.
    let _ = stream.write_all(bytes);
    stream
}

/// Reads a reply until the connection is closed.
fn replied(mut stream: TcpStream) -> Reply {
    let mut all = Vec::new();
    let _ = stream.read_to_end(&mut all);
    let text = String::from_utf8_lossy(&all).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    Reply { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
}

pub(crate) fn get(path: &str) -> Reply {
    get_at(served().address, path)
}

pub(crate) fn get_at(address: SocketAddr, path: &str) -> Reply {
    replied(asked_at(address, path))
}

/// Requests a page without waiting for it.
fn asked_at(address: SocketAddr, path: &str) -> TcpStream {
    sent_to(
        address,
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").as_bytes(),
    )
}

pub(crate) fn post(path: &str, headers: &str, kind: &str, body: &[u8]) -> Reply {
    let mut bytes = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n{headers}\r\n",
        served().address,
        body.len()
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    raw(&bytes)
}

pub(crate) const FORM: &str = "application/x-www-form-urlencoded";

/// Every view's `.json` is, byte for byte, the output of the command line.
#[test]
fn each_view_answers_what_the_command_line_answers() {
    let user = User::new();
    let pairs: [(&str, &[&str]); 8] = [
        (
            "/.json?q=can+I+shield+damage+moved+to+my+protector",
            &["search", "can I shield damage moved to my protector"],
        ),
        ("/.json?q=who+bids+first&game=tcg&n=3", &["--game", "tcg", "search", "who bids first", "-n", "3"]),
        ("/.json?q=how+much+does+a+booster+cost", &["search", "how much does a booster cost"]),
        ("/r/lcg:timing.damage.json", &["show", "lcg:timing.damage"]),
        ("/card/fleet%20command%20center.json", &["card", "fleet command center"]),
        ("/restricted.json", &["restricted"]),
        ("/s.json", &["replay", "--list"]),
        ("/s/nested-sequences.json", &["replay", "nested-sequences"]),
    ];
    for (path, arguments) in pairs {
        let reply = get(path);
        let ran = user.judge(&[&["--format", "json"][..], arguments].concat());
        assert_eq!(reply.status, 200, "{path}: {}", reply.body);
        assert!(reply.body == ran.out, "{path} answers otherwise than `judge {}`", arguments.join(" "));
    }
    // A repeated request is answered from the cache, with the same reply. A HEAD request has no body, before
    // and after.
    for (path, _) in pairs {
        assert_eq!(get(path).body, get(path).body, "{path}");
    }
    let head = |path: &str| {
        raw(format!("HEAD {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", served().address)
            .as_bytes())
    };
    let (new, whole) = (head("/?q=who+strikes+last"), get("/?q=who+strikes+last"));
    let kept = head("/?q=who+strikes+last");
    assert!(new.body.is_empty() && kept.body.is_empty() && whole.body.contains("data-count"));
    let list = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/deck/real/DefensiveJedi.txt"))
        .expect("a deck");
    let file = user.write("list", &list);
    let ran = user.judge(&["--format", "json", "deck", "check", &file.to_string_lossy()]).status(0).json();
    let sent = post("/deck.json", "", "text/plain", &list);
    let mut checked: Value = serde_json::from_str(&sent.body).expect("JSON");
    checked["decks"][0]["file"] = ran["decks"][0]["file"].clone();
    assert_eq!(checked, ran);
}

#[test]
fn each_page_is_whole_and_loads_nothing_from_elsewhere() {
    let mut pages =
        vec!["/".to_owned(), "/?q=shield+protect&game=lcg".to_owned(), "/card?name=yoda".to_owned()];
    let mut at = 0;
    let mut seen = 0;
    while let Some(page) = pages.get(at).cloned() {
        at += 1;
        let reply = get(&page);
        assert!(matches!(reply.status, 200 | 303), "{page}: {}", reply.status);
        assert!(reply.head.contains("content-security-policy: default-src 'none'"), "{page}");
        if !reply.head.contains("text/html") {
            continue;
        }
        seen += 1;
        assert_eq!(reply.body.matches("<h1").count(), 1, "{page} has one heading of its own: {}", reply.body);
        assert_says_nothing_to_type(&page, &reply.body);
        for inline in ["<style", "style=", "onclick", "javascript:", "http:", "https:"] {
            assert!(!reply.body.contains(inline), "{page}: {inline}");
        }
        for part in reply.body.split("<script").skip(1) {
            assert!(part.starts_with(" src=\"/follow-"), "{page}");
        }
        let links = reply
            .body
            .split("href=\"/")
            .chain(reply.body.split("src=\"/"))
            .filter_map(|l| l.split('"').next());
        for link in links.filter(|l| !l.starts_with('<')) {
            let link = format!("/{}", link.replace("&amp;", "&"));
            if pages.len() < 60 && !pages.contains(&link) {
                pages.push(link);
            }
        }
    }
    assert!(seen > 20, "{seen} pages");
}

#[test]
fn hostile_requests_are_refused_in_a_sentence() {
    let host = served().address;
    let line = |line: &str| raw(format!("{line}\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes());
    let foreign = raw(b"GET / HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n");
    assert_eq!((foreign.status, foreign.body.starts_with("judge: ")), (421, true));
    assert_eq!(raw(b"GET / HTTP/1.1\r\nHost: judge.local\r\nConnection: close\r\n\r\n").status, 200);
    assert_eq!(raw(b"GET / HTTP/1.0\r\n\r\n").status, 421);
    for (asked, status) in [
        ("DELETE / HTTP/1.1", 405),
        ("GET /nowhere HTTP/1.1", 404),
        ("GET /r/lcg:9.99 HTTP/1.1", 404),
        ("GET /s/../../etc/passwd HTTP/1.1", 404),
        ("GET /s/%2e%2e%2f%00 HTTP/1.1", 404),
        ("GET /style-0000.css HTTP/1.1", 404),
        ("GET /.json HTTP/1.1", 400),
        ("GET /?q=%ff%fe%00%1b[31m&n=99999999999999 HTTP/1.1", 200),
        ("GET /?q=card:%22+-+AND+OR+[1+TO+2]* HTTP/1.1", 200),
        ("nonsense", 400),
    ] {
        let reply = line(asked);
        assert_eq!(reply.status, status, "{asked}: {}", reply.body);
        assert!(!reply.body.trim().is_empty(), "{asked} is refused without a word");
        assert!(!reply.body.contains(['\u{1b}', '\0']), "{asked}");
    }
    assert_eq!(line(&format!("GET /?q={} HTTP/1.1", "protect+".repeat(1000))).status, 200);
    let large = post("/deck", "", "text/plain", &vec![b'a'; 600 * 1024]);
    assert!(large.status == 413 && large.body.contains("half a megabyte"), "{}", large.status);
    assert_eq!(post("/deck", "", "application/json", b"{}").status, 400);
    assert_eq!(post("/deck", "", "multipart/form-data; boundary=x", b"--x\r\n").status, 400);
    assert_eq!(post("/restricted", "", FORM, b"a=b").status, 405);
    let script = get("/?q=%3Cscript%3Ealert(1)%3C/script%3E");
    assert!(!script.body.contains("<script>"), "{}", script.body);
}

/// Malformed requests are refused with a sentence: heads that are invalid, too long or never end, as the
/// first request of a connection and as a later one.
#[test]
fn what_is_no_request_is_refused_in_a_sentence() {
    let host = served().address;
    // Both take as long as a head may take. An idle connection is closed silently.
    let idle = std::thread::spawn(|| {
        raw(format!("GET /s.json HTTP/1.1\r\nHost: {}\r\n\r\n", served().address).as_bytes())
    });
    let begun = raw(b"GET / HT");
    let idle = idle.join().expect("ended");
    assert!(idle.status == 200 && serde_json::from_str::<Value>(&idle.body).is_ok(), "{}", idle.body);
    assert!(
        begun.status == 408 && begun.body.contains("too long to arrive"),
        "{}: {}",
        begun.status,
        begun.body
    );
    let lines = "X-More: of this\r\n".repeat(150);
    let name = "a".repeat(100_000);
    for (asked, statuses) in [
        ("nonsense\r\n\r\n".to_owned(), [400, 400]),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_owned(), [400, 400]),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), [400, 400]),
        ("GET /\u{1} HTTP/1.1\r\n\r\n".to_owned(), [400, 400]),
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\nno colon\r\n\r\n"), [400, 400]),
        (format!("POST /deck HTTP/1.1\r\nHost: {host}\r\nContent-Length: many\r\n\r\n"), [400, 400]),
        (format!("GET /{name} HTTP/1.1\r\nHost: {host}\r\n\r\n"), [414, 431]),
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\n{lines}\r\n"), [431, 431]),
    ] {
        let shown = &asked[..asked.len().min(80)];
        let reply = raw(asked.as_bytes());
        assert!(statuses.contains(&reply.status), "{shown}: {}", reply.status);
        assert!(
            reply.body.starts_with("judge: ") && reply.body.ends_with(".\n"),
            "{shown}: {:?}",
            reply.body
        );
        assert!(reply.head.contains("default-src 'none'"), "{shown}: {}", reply.head);
    }
    for version in ["1.1", "1.0"] {
        let kept = format!("GET /s.json HTTP/{version}\r\nHost: {host}\r\nConnection: keep-alive\r\n\r\n");
        let behind = raw((kept + "nonsense\r\n\r\n").as_bytes());
        assert_eq!(behind.status, 200);
        let (_, second) = behind.body.split_once("HTTP/1.1 400 ").expect("a second reply");
        assert!(second.contains("\r\n\r\njudge: "), "{version}: {second}");
    }
    // The host may be given in one place, or identically in two.
    for (asked, status) in [
        (format!("GET / HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n"), 400),
        (format!("GET http://evil.example/ HTTP/1.1\r\nHost: {host}\r\n"), 400),
        (format!("GET http://{host}/ HTTP/1.1\r\nHost: evil.example\r\n"), 400),
        ("GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n".to_owned(), 421),
        (format!("GET http://judge@{host}/ HTTP/1.1\r\nHost: judge@{host}\r\n"), 421),
        (format!("GET http://{host}/ HTTP/1.1\r\nHost: {host}\r\n"), 200),
    ] {
        let reply = raw(format!("{asked}Connection: close\r\n\r\n").as_bytes());
        assert_eq!(reply.status, status, "{asked}: {}", reply.body);
        assert!(status == 200 || reply.body.starts_with("judge: "), "{asked}: {}", reply.body);
    }
}

/// A locked log delays only those who access it, and only for a limited time.
#[cfg(unix)]
#[test]
fn a_log_in_use_stops_no_search() {
    let served = start();
    let host = served.address;
    let get = |path: &str| get_at(host, path);
    std::fs::write(&served.log, "").expect("a log");
    let holder = std::fs::File::open(&served.log).expect("opened");
    holder.lock().expect("locked");
    std::thread::scope(|scope| {
        let waiting: Vec<_> =
            (0..6).map(|_| asked_at(host, "/log.json")).map(|asked| scope.spawn(|| replied(asked))).collect();
        // Searches do not wait for the log, which is still locked, and those who access it get an error.
        for _ in 0..4 {
            assert_eq!(get("/?q=shield").status, 200);
        }
        assert!(!waiting.iter().all(|waited| waited.is_finished()), "the searches waited for the log");
        for waited in waiting {
            let reply = waited.join().expect("answered");
            assert!(
                reply.status == 503 && reply.body.contains("in use by another program"),
                "{}",
                reply.body
            );
        }
    });
    let form = format!("words=It+may.&pin={}", served.pin);
    let head = format!(
        "POST /log HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: {FORM}\r\nContent-Length: {}\r\n\r\n",
        form.len()
    );
    let refused = raw_at(host, (head.clone() + &form).as_bytes());
    assert!(refused.status == 503 && refused.body.contains("Nothing was read or logged"), "{}", refused.body);
    holder.unlock().expect("free");
    assert_eq!(raw_at(host, (head + &form).as_bytes()).status, 303);
    // A named pipe in its place is refused immediately.
    std::fs::remove_file(&served.log).expect("removed");
    assert!(std::process::Command::new("mkfifo").arg(&served.log).status().expect("mkfifo").success());
    for _ in 0..4 {
        let reply = get("/log");
        assert!(reply.status == 500 && reply.body.contains("a pipe or a device"), "{}", reply.body);
        assert!(!reply.body.contains("Nothing was logged"), "it was only looked at: {}", reply.body);
    }
    assert_eq!(get("/?q=shield").status, 200);
}

/// Every page has its JSON, even without content.
#[test]
fn every_view_has_its_json() {
    for path in
        ["/.json", "/deck.json", "/card.json", "/log.json", "/restricted.json", "/s.json", "/nowhere.json"]
    {
        let reply = get(path);
        assert!(reply.head.contains("content-type: application/json"), "{path}: {}", reply.head);
        serde_json::from_str::<Value>(&reply.body).unwrap_or_else(|why| panic!("{path}: {why}"));
    }
    let moved = get("/card.json?name=Yoda");
    assert!(moved.status == 303 && moved.head.contains("location: /card/yoda.json"), "{}", moved.head);
}

/// A dispute is copied as the command line formats it for a report; each of its variations by itself, with
/// what the command line says once for all.
#[test]
fn a_dispute_is_copied_whole() {
    let page = get("/s/nested-sequences").body;
    let written = User::new().judge(&["replay", "nested-sequences", "--format", "markdown"]).status(0).out;
    let in_html = |text: &str| {
        text.trim().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
    };
    let copied = page.split("data-copy=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let copied: Vec<&str> = copied.map(str::trim).collect();
    let without_notice = |text: &str| {
        let (replay, notice) = text.trim().rsplit_once("\n\n")?;
        notice.starts_with("*A later FAQ is known: v5.0").then(|| replay.trim().to_owned())
    };
    let alone: Vec<String> = copied.iter().filter_map(|text| without_notice(text)).collect();
    assert!(copied.len() > 1 && alone.len() == copied.len(), "{copied:?}");
    let replays = without_notice(&written).expect("a later FAQ is known");
    assert_eq!(alone.join("\n\n"), in_html(&replays));
}

/// A step that rests on a rule of the rulebook leads to it, in judge's own words, as one that rests on a
/// ruling leads to that.
#[test]
fn every_citation_of_a_dispute_leads_to_a_page() {
    let page = get("/s/nested-sequences").body;
    let links: BTreeSet<&str> =
        page.split("class=\"basis\" href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut rules = 0;
    for link in &links {
        let reply = get(link);
        assert_eq!(reply.status, 200, "{link}");
        rules += usize::from(reply.body.contains("[Digest]"));
    }
    assert!(rules > 0 && rules < links.len(), "{rules} of {links:?}");
    assert_eq!(page.matches("<span class=\"basis\">rulebook").count(), 0, "a rule leads nowhere");
}

/// A picture contains its style, and its policy allows exactly that one.
#[test]
fn a_picture_comes_with_leave_for_its_own_style() {
    use sha2::{Digest, Sha256};
    let user = User::new();
    let reply = get("/s/nested-sequences.svg");
    assert!(reply.body == user.judge(&["replay", "nested-sequences", "--format", "svg"]).status(0).out);
    let style = reply.body.split("<style>").nth(1).and_then(|s| s.split("</style>").next()).expect("a style");
    let policy = reply.head.lines().find(|l| l.starts_with("content-security-policy:")).expect("a policy");
    let hash = policy.split("'sha256-").nth(1).and_then(|h| h.split('\'').next()).expect("a hash");
    // Header values are compared in lower case, and so is the base64 of the digest.
    let digest = Sha256::digest(style);
    let letters = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz0123456789+/";
    let bits: String = digest.iter().map(|b| format!("{b:08b}")).collect();
    let expected: String = bits
        .as_bytes()
        .chunks(6)
        .map(|six| six.iter().fold(String::new(), |s, b| s + if *b == b'1' { "1" } else { "0" }))
        .map(|six| usize::from_str_radix(&format!("{six:0<6}"), 2).expect("bits"))
        .filter_map(|n| letters.chars().nth(n))
        .collect();
    assert_eq!(hash.trim_end_matches('='), expected);
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
}

/// Whoever has the PIN may write as often as needed, whoever guesses has to wait.
#[test]
fn writing_needs_the_pin() {
    let Served { pin, log, address } = served();
    let form = |key: &str, more: &str| format!("words=It+may.&ruling=lcg%3A3.6&table=7&key={key}{more}");
    let foreign = "Origin: http://evil.example\r\n";
    assert_eq!(post("/log", "", FORM, form("a", "").as_bytes()).status, 403);
    assert_eq!(post("/log", foreign, FORM, form("b", &format!("&pin={pin}")).as_bytes()).status, 403);
    assert!(!log.exists(), "something was written");
    let own = format!("Origin: http://{address}\r\n");
    for _ in 0..3 {
        assert_eq!(post("/log", &own, FORM, form("c", &format!("&pin={pin}")).as_bytes()).status, 303);
    }
    let entered = get(&format!("/?pin={pin}"));
    assert!(entered.status == 303 && entered.head.contains("httponly; samesite=strict"), "{}", entered.head);
    let cookie = format!("Cookie: a=b; pin={pin}\r\n");
    assert_eq!(post("/log", &cookie, FORM, form("d", "").as_bytes()).status, 303);
    assert_eq!(post("/log", &cookie, FORM, form("e", "&ruling=x&corrects=no").as_bytes()).status, 400);
    assert_eq!(post("/log.json", &cookie, FORM, b"words=+&key=f").status, 400);
    let wait = Wait { most: Duration::from_secs(60), notify: &|| () };
    let written = read_log(log, &wait).expect("read");
    let keys: Vec<_> = written.entries.iter().map(|e| e.said.key.clone().expect("a key")).collect();
    assert_eq!(keys, ["c", "d"]);
    assert_eq!(written.entries[0].said.rulings[0].id, "lcg:3.6");
    let shown = get("/log").body;
    assert!(shown.contains("It may.") && shown.contains("table 7") && !shown.contains(pin.as_str()));
    let tried: Vec<u16> = (0..12)
        .map(|n| post("/log", "", FORM, form("g", &format!("&pin=wrong{n}")).as_bytes()).status)
        .collect();
    assert_eq!(tried.last(), Some(&429));
}

/// A cookie counts as a guess like any other, and the log's page must not reveal whether it was right.
#[test]
fn a_cookie_guesses_no_pin() {
    let served = start();
    let log = |pin: &str| {
        let line = "GET /log HTTP/1.1";
        raw_at(
            served.address,
            format!("{line}\r\nHost: {}\r\nConnection: close\r\nCookie: pin={pin}\r\n\r\n", served.address)
                .as_bytes(),
        )
    };
    let asks_for_pin = |reply: &Reply| reply.body.contains("id=\"pin\"");
    assert!(!asks_for_pin(&log(&served.pin)));
    for n in 0..10 {
        assert!(asks_for_pin(&log(&format!("WRONG{n}"))));
    }
    let after = log(&served.pin);
    assert!(
        after.status == 200 && asks_for_pin(&after),
        "who guessed is told nothing for a while, and reads on"
    );
}

/// Damage to the log is reported on its page, in its JSON and to whoever writes; both can be filtered by
/// words.
#[test]
fn the_log_is_reported_whole() {
    let served = start();
    let host = served.address;
    let get = |path: &str| get_at(host, path);
    let add = |path: &str, words: &str| {
        let form = format!("words={words}&pin={}", served.pin);
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: {FORM}\r\nContent-Length: {}\r\n\r\n",
            form.len()
        );
        raw_at(host, (head + &form).as_bytes())
    };
    assert_eq!((add("/log", "It+may.").status, add("/log", "It+hums.&corrects=1").status), (303, 303));
    let json = |path: &str| -> Value { serde_json::from_str(&get(path).body).expect("JSON") };
    let all = json("/log.json");
    assert_eq!(
        (all["entries"][0]["corrected_by"].as_u64(), all["damage"].as_array().map(Vec::len)),
        (Some(2), Some(0))
    );
    let found = json("/log.json?q=HUMS");
    assert_eq!(
        (found["entries"].as_array().map(Vec::len), found["entries"][0]["id"].as_u64()),
        (Some(1), Some(2))
    );
    let page = get("/log?q=may").body;
    assert!(page.contains("Corrected by entry 2") && !page.contains("hums"), "{page}");
    let text = std::fs::read_to_string(&served.log).expect("a log");
    std::fs::write(&served.log, text.replace("It may.", "It may not.")).expect("changed");
    let reported = "does not follow the line before it";
    for path in ["/log", "/log.json", "/log.json?q=hums"] {
        assert!(get(path).body.contains(reported), "{path}");
    }
    for path in ["/log", "/log.json"] {
        let added = add(path, "It+beeps.");
        assert!(
            added.status == 200 && added.body.contains(reported),
            "{path}: {} {}",
            added.status,
            added.body
        );
    }
}

/// Clients that stop sending or reading do not delay others.
#[test]
fn slow_clients_hold_nobody_up() {
    let slow: Vec<TcpStream> = (0..40)
        .map(|n| {
            let mut stream = TcpStream::connect(served().address).expect("connected");
            let begun = match n % 3 {
                0 => "GET / HT".to_owned(),
                1 => format!("POST /deck HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000\r\nContent-Type: text/plain\r\n\r\n1 Y", served().address),
                // Requests a lot, and reads nothing.
                _ => format!("GET /r/lcg:timing.damage HTTP/1.1\r\nHost: {}\r\n\r\n", served().address).repeat(4),
            };
            stream.write_all(begun.as_bytes()).expect("sent");
            stream
        })
        .collect();
    let started = Instant::now();
    assert_eq!(get("/?q=shield").status, 200);
    assert!(started.elapsed() < Duration::from_secs(8), "{:?}", started.elapsed());
    drop(slow);
}

/// Reads one reply of a connection that is kept open, up to the length that its head gives.
fn one_reply(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    let head = String::from_utf8_lossy(&head).to_ascii_lowercase();
    let length = head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()?.parse().ok());
    let mut body = vec![0; length.expect("a length")];
    stream.read_exact(&mut body)?;
    Ok((head, body))
}

/// A connection in use becomes only so old, and says before it ends that it does: whoever believes it loses
/// no request, not even one that was begun before and comes slowly.
#[test]
fn no_request_is_lost_when_a_connection_ends() {
    let lifetime = Lifetime { kept: Duration::from_millis(400), grace: Duration::from_secs(20) };
    let served = start_for(&[], lifetime);
    let connect = || {
        let stream = TcpStream::connect(served.address).expect("connected");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("set");
        stream
    };
    let get = format!("GET /s.json HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    let (started, mut stream, mut ended, mut answered) = (Instant::now(), connect(), 0, 0);
    while ended < 3 {
        assert!(started.elapsed() < Duration::from_secs(60), "{answered} answered, {ended} ended");
        stream.write_all(get.as_bytes()).expect("sent");
        let (head, _) = one_reply(&mut stream).expect("every request is answered");
        answered += 1;
        if head.contains("connection: close") {
            ended += 1;
            stream = connect();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(answered > ended, "every reply is the last one of its connection");
    let mut slow = connect();
    let head = "Content-Type: text/plain\r\nContent-Length: 6";
    let begun = format!("POST /deck.json HTTP/1.1\r\nHost: {}\r\n{head}\r\n\r\n", served.address);
    slow.write_all(begun.as_bytes()).expect("sent");
    std::thread::sleep(2 * lifetime.kept);
    slow.write_all(b"2 Yoda").expect("sent");
    let (head, body) = one_reply(&mut slow).expect("answered");
    assert!(head.contains("connection: close") && body.starts_with(b"{"), "{head}");
}

/// A client that reads nothing keeps its connection no longer than any other.
#[test]
fn whoever_reads_nothing_loses_the_connection() {
    let lifetime = Lifetime { kept: Duration::from_millis(200), grace: Duration::from_millis(300) };
    let served = start_for(&[], lifetime);
    let mut stream = TcpStream::connect(served.address).expect("connected");
    stream.set_write_timeout(Some(Duration::from_secs(30))).expect("set");
    let get = format!("GET /r/lcg:timing.damage HTTP/1.1\r\nHost: {}\r\n\r\n", served.address);
    let started = Instant::now();
    while stream.write_all(get.repeat(100).as_bytes()).is_ok() {
        assert!(started.elapsed() < Duration::from_secs(30), "it still takes requests");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}
