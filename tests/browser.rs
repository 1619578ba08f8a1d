//! The page for phones in a real browser, of a phone's size, light and dark: Chromium, driven over WebDriver. Where there is
//! no Chromium with its driver, the test says so and is skipped.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::serve::{Served, start};

/// A driver, and one session of a browser; both end with it.
struct Browser {
    served: Served,
    driver: Child,
    port: u16,
    session: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.call("DELETE", &format!("/session/{}", self.session), &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

impl Browser {
    /// A browser as a phone has it; `None` where none is installed.
    fn start() -> Option<Self> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut lines = BufReader::new(driver.stdout.take()?).lines();
        let port = lines.find_map(|line| {
            let line = line.ok()?;
            line.split("successfully on port ").nth(1)?.trim_end_matches('.').trim().parse().ok()
        })?;
        // What the driver says later must not fill its pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let mut browser = Self { served: start(), driver, port, session: String::new() };
        let options = json!({
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
            "mobileEmulation": { "deviceMetrics": { "width": 390, "height": 844, "pixelRatio": 2.0 } },
        });
        let asked = json!({ "capabilities": { "alwaysMatch": { "browserName": "chrome", "goog:chromeOptions": options } } });
        let begun = browser.call("POST", "/session", &asked);
        browser.session = begun["sessionId"].as_str()?.to_owned();
        Some(browser)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else { return Value::Null };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.port,
            body.len()
        );
        if stream.write_all((head + &body).as_bytes()).is_err() {
            return Value::Null;
        }
        // The driver keeps the line open: what it says is as long as its head tells.
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            match reader.read_line(&mut line) {
                Ok(n) if n > 2 => {}
                _ => break,
            }
            if let Some((name, value)) = line.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut bytes = vec![0; length];
        if reader.read_exact(&mut bytes).is_err() {
            return Value::Null;
        }
        let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
        value["value"].clone()
    }

    fn get(&self, what: &str) -> Value {
        self.call("GET", &format!("/session/{}/{what}", self.session), &Value::Null)
    }

    fn post(&self, what: &str, body: &Value) -> Value {
        self.call("POST", &format!("/session/{}/{what}", self.session), body)
    }

    fn go(&self, path: &str) {
        self.post("url", &json!({ "url": format!("http://{}{path}", self.served.address) }));
    }

    /// What a script gives.
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

    fn write(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        self.post(&format!("element/{element}/value"), &json!({ "text": text }));
    }

    fn click(&self, selector: &str) {
        let element = self.find(selector);
        self.post(&format!("element/{element}/click"), &json!({}));
    }

    /// How an element is read aloud: its role and its name.
    fn heard(&self, selector: &str) -> (Value, Value) {
        let element = self.find(selector);
        (
            self.get(&format!("element/{element}/computedrole")),
            self.get(&format!("element/{element}/computedlabel")),
        )
    }
}

#[test]
fn a_phone_finds_copies_checks_and_logs() {
    let Some(browser) = Browser::start() else {
        crate::common::skipped("there is no Chromium with chromedriver here");
        return;
    };
    browser.go("/");
    assert_eq!(browser.heard("#q"), (json!("searchbox"), json!("What was said?")));
    assert_eq!(browser.heard("#count").0, json!("status"));
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
    let small = "return [...document.querySelectorAll('nav a, button, .list a, .tools a, input[type=search]')]\
                 .filter(e => e.offsetParent && e.getBoundingClientRect().height < 44).map(e => e.outerHTML)";
    for path in ["/?q=shield", "/deck", "/log", "/s/nested-sequences", "/r/lcg:timing.damage"] {
        browser.go(path);
        assert_eq!(browser.run(small), json!([]), "{path}");
        let wide = browser.run("return document.documentElement.scrollWidth > innerWidth");
        assert_eq!(wide, json!(false), "{path} is wider than the phone");
    }
    browser.go("/deck");
    browser.write("#list", "2 Yoda");
    browser.click("main button");
    browser.until("document.querySelector('section[aria-label=Result]')");
    browser.go(&format!("/?pin={}", browser.served.pin));
    browser.go("/log?ruling=lcg:3.6");
    assert_eq!(browser.heard("#words"), (json!("textbox"), json!("What was ruled")));
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
