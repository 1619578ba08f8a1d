//! The page for phones in a real browser, of a phone's size, light and dark: Chromium, driven over WebDriver.
//! These tests need more than Rust: they are counted as ignored, and `.ci/run` runs them where Chromium and
//! its driver are.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::{Served, start};

/// A driver, and one session of a browser; both end with it.
struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.asked("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// The driver, where it and a browser for it are installed.
fn installed() -> Option<&'static str> {
    let starts = |program: &&str| {
        let ran = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        !ran.is_err_and(|why| why.kind() == std::io::ErrorKind::NotFound)
    };
    ["chromium", "google-chrome", "chromium-browser", "chrome"].into_iter().find(starts)?;
    ["chromedriver"].into_iter().find(starts)
}

impl Browser {
    /// A browser as a phone has it.
    fn start(driver: &str) -> Self {
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let mut lines = BufReader::new(driver.stdout.take().expect("its output")).lines();
        let port = lines.find_map(|line| {
            let line = line.expect("the driver says its port");
            line.split("successfully on port ").nth(1)?.trim_end_matches('.').trim().parse().ok()
        });
        // What the driver says later must not fill its pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let port = port.expect("the driver says its port");
        let mut browser = Self { driver, port, session: String::new() };
        let options = json!({
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
            "mobileEmulation": { "deviceMetrics": { "width": 390, "height": 844, "pixelRatio": 2.0 } },
        });
        let asked = json!({ "capabilities": { "alwaysMatch": { "browserName": "chrome", "goog:chromeOptions": options } } });
        let begun = browser.call("POST", "/session", &asked);
        browser.session = begun["sessionId"].as_str().expect("a session").to_owned();
        browser
    }

    /// What the driver answers.
    #[track_caller]
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let answered = self.asked(method, path, body).unwrap_or_else(|why| panic!("{method} {path}: {why}"));
        let value = answered["value"].clone();
        assert!(value.get("error").is_none(), "{method} {path}: {value}");
        value
    }

    fn asked(&self, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(Duration::from_secs(120)))?;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all((head + &body).as_bytes())?;
        // The driver keeps the line open: what it says is as long as its head tells.
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? <= 2 {
                break;
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().map_err(std::io::Error::other)?;
            }
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes)?;
        serde_json::from_slice(&bytes).map_err(std::io::Error::other)
    }

    #[track_caller]
    fn get(&self, what: &str) -> Value {
        self.call("GET", &format!("/session/{}/{what}", self.session), &Value::Null)
    }

    #[track_caller]
    fn post(&self, what: &str, body: &Value) -> Value {
        self.call("POST", &format!("/session/{}/{what}", self.session), body)
    }

    #[track_caller]
    fn go(&self, url: &str) {
        self.post("url", &json!({ "url": url }));
    }

    /// What a script gives.
    #[track_caller]
    fn run(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script gives true.
    #[track_caller]
    fn until(&self, script: &str) {
        let started = Instant::now();
        while self.run(&format!("return Boolean({script})")) != json!(true) {
            assert!(
                started.elapsed() < Duration::from_secs(60),
                "{script} never came true\n{}",
                self.get("source")
            );
        }
    }

    #[track_caller]
    fn find(&self, selector: &str) -> String {
        let found = self.post("element", &json!({ "using": "css selector", "value": selector }));
        let id = found.as_object().and_then(|o| o.values().next()).and_then(Value::as_str);
        id.unwrap_or_else(|| panic!("no {selector}\n{}", self.get("source"))).to_owned()
    }

    #[track_caller]
    fn write(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.post(&format!("element/{element}/value"), &json!({ "text": text }));
    }

    #[track_caller]
    fn click(&self, selector: &str) {
        let element = self.find(selector);
        self.post(&format!("element/{element}/click"), &json!({}));
    }

    /// How an element is read aloud: its role and its name.
    #[track_caller]
    fn spoken(&self, selector: &str) -> (Value, Value) {
        let element = self.find(selector);
        (
            self.get(&format!("element/{element}/computedrole")),
            self.get(&format!("element/{element}/computedlabel")),
        )
    }
}

#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_finds_copies_checks_and_logs() {
    let browser = Browser::start(installed().expect("Chromium and chromedriver are installed"));
    let served: Served = start();
    let go = |path: &str| browser.go(&format!("http://{}{path}", served.address));
    go("/");
    assert_eq!(browser.spoken("#q"), (json!("searchbox"), json!("What was said?")));
    assert_eq!(browser.spoken("#count").0, json!("status"));
    // Answers follow what is typed, and the address follows the answers.
    browser.write("#q", "who strikes first");
    browser.until("document.getElementById('results').textContent.includes('lcg:core.strike-order')");
    browser.until("location.search.includes('first')");
    browser.until("document.getElementById('count').textContent.includes('rulings')");
    browser.click("button.copy");
    browser.until("document.querySelector('button.copy').textContent === 'Copied'");
    browser.post("refresh", &json!({}));
    browser.until("document.getElementById('q').value === 'who strikes first'");
    browser.until("document.getElementById('results').textContent.includes('lcg:core.strike-order')");
    browser.click(".tools a");
    browser.until("location.pathname.startsWith('/r/')");
    browser.post("back", &json!({}));
    browser.until("document.getElementById('q').value === 'who strikes first'");
    // Everything that is touched is large enough for a thumb, and nothing is wider than the phone.
    let small = "return [...document.querySelectorAll('nav a, main a, button, input[type=search]')]\
                 .filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)";
    for path in ["/?q=shield", "/deck", "/log", "/s/nested-sequences", "/r/lcg:timing.damage"] {
        go(path);
        assert_eq!(browser.run(small), json!([]), "{path}");
        let wide = browser.run("return document.documentElement.scrollWidth > innerWidth");
        assert_eq!(wide, json!(false), "{path} is wider than the phone");
    }
    // A picture keeps its style under the page's own policy: lines and letters, not black boxes.
    go("/s/nested-sequences.svg");
    let drawn = "const style = getComputedStyle(document.querySelector('rect'));\
                 return [style.fill, getComputedStyle(document.querySelector('g.p0')).color]";
    assert_eq!(browser.run(drawn), json!(["none", "rgb(10, 77, 156)"]));
    go("/deck");
    browser.write("#list", "2 Yoda");
    browser.click("main button");
    browser.until("document.querySelector('section[aria-label=Result]')");
    go(&format!("/?pin={}", served.pin));
    go("/log?ruling=lcg:3.6");
    assert_eq!(browser.spoken("#words"), (json!("textbox"), json!("What was ruled")));
    browser.write("#words", "Logged from a phone.");
    browser.click("main button");
    browser
        .until("document.body.textContent.includes('Logged from a phone.') && location.pathname === '/log'");
    // Dark is dark.
    let paper = "return getComputedStyle(document.body).backgroundColor";
    let light = browser.run(paper);
    let dark = json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": [{ "name": "prefers-color-scheme", "value": "dark" }] } });
    browser.post("goog/cdp/execute", &dark);
    assert_ne!(browser.run(paper), light);
}

/// The page of `judge export html`, opened as a file of the phone's own.
#[cfg(feature = "offline")]
#[test]
#[ignore = "needs Chromium with chromedriver, and `release/offline` before; .ci/run runs it"]
fn a_phone_searches_a_page_without_a_server() {
    let driver = installed().expect("Chromium and chromedriver are installed");
    let compiled = crate::offline::compiled().expect("`release/offline` has compiled this source");
    let user = crate::common::User::new();
    let page = crate::offline::exported(&user, &compiled);
    let browser = Browser::start(driver);
    browser.go(&format!("file://{}", page.display()));
    browser.until("!document.getElementById('search').hidden");
    assert_eq!(browser.spoken("#q"), (json!("searchbox"), json!("What was said?")));
    browser.write("#q", "who strikes first");
    browser.until("document.getElementById('results').textContent.includes('lcg:core.strike-order')");
    browser.until("document.getElementById('count').textContent.includes('rulings')");
    browser.until("document.querySelector('#results .own').textContent.includes('judge')");
    browser.click("#results button.copy");
    browser.until("document.querySelector('#results button.copy').textContent === 'Copied'");
    browser.click("#results .tools a");
    browser.until("location.hash === '#lcg:core.strike-order'");
    browser.until("Math.abs(document.querySelector(':target').getBoundingClientRect().top) < 5");
    let wide = browser.run("return document.documentElement.scrollWidth > innerWidth");
    assert_eq!(wide, json!(false), "it is wider than the phone");
    // A page opened at a ruling shows it, whatever grew above.
    browser.go("about:blank");
    browser.go(&format!("file://{}#lcg:3.6", page.display()));
    browser.until("!document.getElementById('search').hidden");
    browser.until("Math.abs(document.querySelector(':target').getBoundingClientRect().top) < 5");
}
