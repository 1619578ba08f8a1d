//! `judge serve` as a process: its options apply to every page, its index may be damaged meanwhile, and it
//! serves many phones in limited memory.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{DOCUMENTS, RULINGS, User, questions, released};

/// A server, which ends when dropped.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    fn start(user: &User, options: &[&str]) -> Self {
        let mut command = user.command(&[options, &["serve", "--port", "0", "--log", "log.jsonl"]].concat());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let address = lines.find_map(|line| {
            let line = line.expect("the program writes UTF-8");
            line.strip_prefix("http://")?.strip_suffix('/')?.parse().ok()
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.expect("it says its address") }
    }

    fn get(&self, path: &str) -> (u16, String) {
        Client::of(self.address, None).get(path)
    }

    /// Its CPU time, if the system reports it.
    fn worked(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        let ticks: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = ticks.get(11)?.parse::<f64>().ok()? + ticks.get(12)?.parse::<f64>().ok()?;
        // The kernel reports hundredths of a second.
        Some(ticks / 100.0)
    }

    /// Its peak memory, if the system reports it.
    fn most_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }
}

/// A phone with a persistent connection.
struct Client {
    stream: BufReader<TcpStream>,
    host: SocketAddr,
}

impl Client {
    /// Connects, from a particular address if given.
    fn of(to: SocketAddr, from: Option<Ipv4Addr>) -> Self {
        let stream = match from {
            None => TcpStream::connect(to).expect("connected"),
            Some(from) => {
                let runtime =
                    tokio::runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
                let connected = runtime.block_on(async {
                    let socket = tokio::net::TcpSocket::new_v4()?;
                    socket.bind((from, 0).into())?;
                    socket.connect(to).await?.into_std()
                });
                let stream = connected.expect("connected");
                stream.set_nonblocking(false).expect("set");
                stream
            }
        };
        stream.set_read_timeout(Some(Duration::from_secs(100))).expect("set");
        Self { stream: BufReader::new(stream), host: to }
    }

    fn get(&mut self, path: &str) -> (u16, String) {
        let asked = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.stream.get_mut().write_all(asked.as_bytes()).expect("sent");
        let mut line = || {
            let mut line = String::new();
            self.stream.read_line(&mut line).expect("answered");
            line
        };
        let status = line().split(' ').nth(1).and_then(|s| s.parse().ok()).expect("a status");
        let mut length = 0;
        loop {
            let line = line().to_ascii_lowercase();
            match line.strip_prefix("content-length:") {
                Some(said) => length = said.trim().parse().expect("a length"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).expect("all of it");
        (status, String::from_utf8(body).expect("UTF-8"))
    }
}

/// Escapes HTML.
fn in_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Collects what a page must say according to its JSON: what is not held, what only a version tag reveals,
/// known later documents.
fn to_be_reported(value: &Value, reported: &mut Vec<String>) {
    match value {
        Value::Array(all) => all.iter().for_each(|v| to_be_reported(v, reported)),
        Value::Object(all) => {
            for (key, value) in all {
                let text = |key: &str| value[key].as_str().unwrap_or_default();
                match key.as_str() {
                    "not_held" => reported.extend(
                        value.as_array().into_iter().flatten().filter_map(|s| s.as_str().map(str::to_owned)),
                    ),
                    "by_tag" if !value.is_null() => {
                        reported.push(format!("in force by its tag v{} ({})", text("version"), text("date")));
                    }
                    _ => to_be_reported(value, reported),
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// With any day and rulings, each page answers like the command line with the same options.
#[test]
fn what_it_was_started_with_holds_on_every_page() {
    let user = User::new();
    user.write("small/documents.yaml", DOCUMENTS);
    user.write("small/r.yaml", RULINGS);
    let views: [(&str, &[&str]); 7] = [
        ("/?q=shield+against+damage", &["search", "shield against damage"]),
        ("/?q=zzyzx+qwxyz", &["search", "zzyzx qwxyz"]),
        ("/r/lcg:errata.refresh-phase", &["show", "lcg:errata.refresh-phase"]),
        ("/r/lcg:3.1", &["show", "lcg:3.1"]),
        ("/card/gamor%20run", &["card", "gamor run"]),
        ("/restricted", &["restricted"]),
        ("/s/nested-sequences", &["replay", "nested-sequences"]),
    ];
    for (options, reported_at_least) in [
        (&["--as-of", "2013-06-01"][..], 8),
        (&["--as-of", "latest"], 6),
        (&["--as-of", "2004-01-01", "--game", "tcg"], 1),
        (&["--rulings", "small"], 0),
    ] {
        let server = Server::start(&user, options);
        let mut reported = Vec::new();
        for (path, arguments) in views {
            let ran = user.judge(&[options, &["--format", "json"], arguments].concat());
            let json = match path.split_once('?') {
                Some((path, query)) => format!("{path}.json?{query}"),
                None => format!("{path}.json"),
            };
            let (status, body) = server.get(&json);
            if status == 404 && ran.status != Some(0) {
                continue;
            }
            // An exit status of the command line corresponds to words on the page.
            assert_eq!(body, ran.out, "{options:?} {path}");
            let before = reported.len();
            to_be_reported(&serde_json::from_str(&body).expect("JSON"), &mut reported);
            let page = server.get(path).1;
            for sentence in &reported[before..] {
                assert!(page.contains(&in_html(sentence)), "{options:?} {path}: {sentence}\n{page}");
            }
            let shown = user.judge(&[options, arguments].concat()).out;
            for later in [
                "A later FAQ is known",
                "No ruling held decides this",
                "Nothing found",
                "Question by question",
            ] {
                assert_eq!(
                    page.contains(later),
                    shown.contains(later),
                    "{options:?} {path}: {later}\n{shown}"
                );
            }
        }
        assert!(reported.len() >= reported_at_least, "{options:?}: {reported:?}");
    }
}

/// If only one game is served, no page offers or answers the other.
#[test]
fn one_game_alone_is_served() {
    let user = User::new();
    let server = Server::start(&user, &["--game", "tcg"]);
    let page = server.get("/?q=protect").1;
    assert!(
        page.contains("Only tcg") && !page.contains("value=\"lcg\"") && !page.contains("href=\"/r/lcg:"),
        "{page}"
    );
    for path in ["/?q=protect&game=lcg", "/.json?q=protect&game=lcg", "/card/yoda?game=lcg"] {
        let (status, body) = server.get(path);
        assert!(status == 400 && body.contains("Only tcg is served here"), "{path}: {status} {body}");
    }
    assert_eq!(server.get("/?q=protect&game=tcg").0, 200);
}

/// The start-up message says who can connect, how phones do, and what is wrong.
#[test]
fn it_says_who_comes_in() {
    let user = User::new();
    let said = |options: &[&str]| {
        let mut command = user.command(&[&["serve", "--port", "0", "--log", "log.jsonl"], options].concat());
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut all = String::new();
        for line in lines.map(|line| line.expect("UTF-8")) {
            all += &(line.clone() + "\n");
            if line.contains("Ctrl-C") {
                break;
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        all
    };
    assert!(said(&["--pin", "falcon77"]).contains("PIN FALCON77 ("));
    let alone = said(&[]);
    assert!(
        alone.contains("Only this computer") && alone.contains("judge serve --lan") && !alone.contains('█'),
        "{alone}"
    );
    for open in [&["--bind", "0.0.0.0", "--name", "judge.local"][..], &["--lan", "--name", "judge.local"]] {
        let open = said(open);
        assert!(
            open.contains('█')
                && open.contains("Phones in the same network")
                && open.contains("in the QR code"),
            "{open}"
        );
    }
    for (options, reported) in [
        (&["--bind", "192.0.2.1"][..], "192.0.2.1 is no address of this computer. `judge serve --lan`"),
        (&["--log", "/proc/x.jsonl"], "/proc/x.jsonl: "),
        (&["--pin", "a b-c-d"], "A PIN has 6 to 32 letters and digits"),
        (&["--pin", "abcde"], "A PIN has 6 to 32 letters and digits"),
        (&["--format", "json"], "`judge serve` does not take `--format`"),
    ] {
        let ran = user.judge(&[&["serve", "--port", "0"], options].concat()).status(2);
        let err = ran.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(err.contains(reported) && ran.out.is_empty(), "{options:?}: {err}");
    }
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let ran = user.judge(&["serve", "--port", &port]).status(2);
    assert!(ran.err.contains("is in use") && ran.err.contains("--port 0"), "{}", ran.err);
}

/// Translations and the individual questions of a post are on the page as on the command line.
#[test]
fn a_page_says_what_was_searched_and_every_question_of_a_post() {
    let user = User::new();
    let server = Server::start(&user, &[]);
    let asked = |words: &str| {
        let encoded: String = words.bytes().map(|b| format!("%{b:02X}")).collect();
        server.get(&format!("/?q={encoded}")).1
    };
    let page = asked("Zählt das Verschieben von Schaden als Schaden");
    assert!(page.contains("put into English from German, word by word:"), "{page}");
    let page = asked(
        "My opponent played Counter-Stroke on my event, so it was canceled before anything happened. Do I get the \
         resources back that I paid for it? And may I look through my deck for another one without shuffling afterwards?",
    );
    assert!(page.contains("Question by question") && page.contains("href=\"/r/lcg:3.1\""), "{page}");
    let page = server.get(&format!("/?q={}", "protect+".repeat(1500))).1;
    assert!(page.contains("Only the first 8000 bytes were searched, 4000 were left out."));
}

/// The index is in memory: whatever happens to its file, the answers stay the same.
#[test]
fn the_index_may_be_damaged_while_it_serves() {
    let user = User::fresh();
    user.write("small/documents.yaml", DOCUMENTS);
    user.write("small/r.yaml", RULINGS);
    let options = ["--no-builtin", "--rulings", "small"];
    user.judge(&[&options[..], &["droid"]].concat()).status(0);
    let server = Server::start(&user, &options);
    let asked = ["/.json?q=droid+beeps", "/r/lcg:small.1.json", "/?q=lightsaber"];
    let before = asked.map(|path| server.get(path));
    assert!(before.iter().all(|(status, _)| *status == 200));
    let files: Vec<_> = std::fs::read_dir(user.cache())
        .expect("a cache")
        .map(|f| f.expect("a file").path())
        .filter(|p| p.is_file())
        .collect();
    assert!(!files.is_empty());
    for file in &files {
        let whole = std::fs::read(file).expect("a file of the cache");
        // In place, so that it affects whoever has the file open or mapped.
        let mut open = std::fs::OpenOptions::new().write(true).open(file).expect("opened");
        open.write_all(&vec![0xa5; whole.len()]).expect("damaged");
        assert_eq!(asked.map(|path| server.get(path)), before, "{} damaged", file.display());
        open.set_len(1).expect("cut");
        assert_eq!(asked.map(|path| server.get(path)), before, "{} cut", file.display());
        std::fs::remove_file(file).expect("removed");
        assert_eq!(asked.map(|path| server.get(path)), before, "{} removed", file.display());
    }
}

/// The requests of phones as people type: every kept question, word by word.
fn typed() -> &'static [String] {
    static TYPED: OnceLock<Vec<String>> = OnceLock::new();
    TYPED.get_or_init(|| {
        let encoded =
            |words: &[&str]| words.join(" ").bytes().map(|b| format!("%{b:02X}")).collect::<String>();
        let questions =
            questions().iter().map(|question| question.split(' ').take(MAX_WORDS).collect::<Vec<_>>());
        questions
            .flat_map(|words| (1..=words.len()).map(|n| encoded(&words[..n])).collect::<Vec<_>>())
            .collect()
    })
}

/// Nobody types more on a phone.
const MAX_WORDS: usize = 25;

/// Frequent questions.
const ASKED: [&str; 8] = [
    "can+I+use+my+shield+on+damage+my+bodyguard+soaked+up",
    "who+strikes+first",
    "he+countered+my+event+do+I+get+the+resources+back",
    "who+bids+first&game=tcg",
    "shi+cho+traning+and+targetted+strike",
    "may+I+look+at+captured+cards",
    "how+much+does+a+booster+cost",
    "Z%C3%A4hlt+das+Verschieben+von+Schaden+als+Schaden",
];

/// The interval between a phone's requests while somebody types quickly.
const TYPING: Duration = Duration::from_millis(100);
/// The minimum interval; a single address may not send requests more often.
const AT_ONCE: Duration = Duration::from_millis(30);

/// Simulates phones that search at once, each for as long as `goes_on` returns true for its number of
/// requests. Returns the response times in ascending order. Each has an address of its own if the system
/// permits, and a different position in the list of questions.
fn load(
    server: &Server,
    phones: u8,
    asked: &[String],
    pace: Duration,
    goes_on: impl Fn(usize) -> bool + Sync,
) -> Vec<Duration> {
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        let goes_on = &goes_on;
        let phone = move |n: u8| {
            let from = cfg!(target_os = "linux").then(|| Ipv4Addr::new(127, 0, 1, n + 1));
            let mut client = Client::of(server.address, from);
            let begin = asked.len() * usize::from(n) / usize::from(phones);
            let asked = asked.iter().cycle().skip(begin).enumerate();
            let answered = asked.take_while(|(asked, _)| goes_on(*asked)).map(|(_, words)| {
                let started = Instant::now();
                let (status, body) = client.get(&format!("/?q={words}&part=results"));
                assert!(status == 200 && body.contains("data-count"), "{status}: {body}");
                let took = started.elapsed();
                std::thread::sleep(pace.saturating_sub(took));
                took
            });
            answered.collect::<Vec<_>>()
        };
        let phones: Vec<_> = (0..phones).map(|n| scope.spawn(move || phone(n))).collect();
        phones.into_iter().flat_map(|phone| phone.join().expect("every request is answered")).collect()
    });
    took.sort();
    took
}

/// The maximum memory, in bytes, while fifty phones ask anything: rulings, cards, index, cached replies, and
/// a little per client. Building the index is not included, since another process does that.
const MEMORY: u64 = 120 << 20;

#[test]
fn fifty_phones_search_at_once() {
    // The index does not exist, and is built first.
    let server = Server::start(&User::fresh(), &[]);
    let took = load(&server, 50, typed(), Duration::ZERO, |asked| asked < 4);
    assert_eq!(took.len(), 200);
    assert!(took[199] < Duration::from_secs(90), "{:?}", took[199]);
    if let Some(most) = server.most_memory() {
        assert!(most < MEMORY, "{most} bytes");
    }
}

const A_MINUTE: Duration = Duration::from_secs(60);

/// The same for a minute each, with figures: fifty that each type something else, and fifty that repeat each
/// other's questions. The command is in tests/README.md.
#[test]
#[ignore = "measures; run it alone"]
#[allow(clippy::print_stderr)] // what it measures is what it is for
fn fifty_phones_search_for_long() {
    let server = Server::start(&User::fresh(), &[]);
    let again = ASKED.map(str::to_owned);
    for (what, asked, pace) in
        [("typing", typed(), TYPING), ("asking again at once", again.as_slice(), AT_ONCE)]
    {
        let (before, worked, started) = (server.most_memory(), server.worked(), Instant::now());
        let took = load(&server, 50, asked, pace, |_| started.elapsed() < A_MINUTE);
        let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize];
        let worked = server.worked().zip(worked).map(|(after, before)| after - before);
        eprintln!(
            "50 phones {what}, {} searches in {:.1} s: median {:?}, p99 {:?}, longest {:?}; {:.3?} ms of work each; \
             memory {:?} before, {:?} after",
            took.len(),
            started.elapsed().as_secs_f64(),
            at(0.5),
            at(0.99),
            at(1.0),
            worked.map(|seconds| seconds * 1000.0 / took.len() as f64),
            before,
            server.most_memory()
        );
        assert!(server.most_memory().is_none_or(|most| most < MEMORY));
        // Debug builds are not representative.
        assert!(!released() || at(0.99) < Duration::from_millis(50), "{what}: p99 {:?}", at(0.99));
    }
}
