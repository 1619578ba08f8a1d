//! The page for phones in a real browser (Chromium, by WebDriver) with a phone's window size, in light and
//! dark mode. Marked as ignored because they need more than Rust; `.ci/run` runs them if Chromium and its
//! driver are installed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine;
use serde_json::{Value, json};

use crate::common::User;
use crate::serve::{Served, start};

/// A driver with a browser session. Both end when this is dropped.
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

/// The driver, if it and its browser are installed.
fn installed() -> Option<&'static str> {
    let starts = |program: &&str| {
        let ran = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        !ran.is_err_and(|why| why.kind() == std::io::ErrorKind::NotFound)
    };
    ["chromium", "google-chrome", "chromium-browser", "chrome"].into_iter().find(starts)?;
    ["chromedriver"].into_iter().find(starts)
}

impl Browser {
    /// A browser with the window of a phone.
    fn start(driver: &str) -> Self {
        Self::of_width(driver, 390)
    }

    /// A browser with another window width.
    fn of_width(driver: &str, width: u16) -> Self {
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
        // Drain the driver's output, or its pipe would fill up.
        std::thread::spawn(move || lines.for_each(drop));
        let port = port.expect("the driver says its port");
        let mut browser = Self { driver, port, session: String::new() };
        let options = json!({
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
            "mobileEmulation": { "deviceMetrics": { "width": width, "height": 844, "pixelRatio": 2.0 } },
        });
        let asked = json!({ "capabilities": { "alwaysMatch": { "browserName": "chrome", "goog:chromeOptions": options } } });
        let begun = browser.call("POST", "/session", &asked);
        browser.session = begun["sessionId"].as_str().expect("a session").to_owned();
        browser
    }

    /// Calls the driver.
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
        // The driver keeps the connection open; the header gives the length of the body.
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

    /// Sets light or dark mode.
    #[track_caller]
    fn schemed(&self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        let asked = json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": [feature] } });
        self.post("goog/cdp/execute", &asked);
    }

    /// The result of a script.
    #[track_caller]
    fn run(&self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until a script returns true.
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

    /// What stands in a field of the page's first form.
    #[track_caller]
    fn entered(&self, name: &str) -> Value {
        self.run(&format!("return document.querySelector('form [name={name}]').value"))
    }

    /// The accessible role and name of an element.
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
    // Results follow the input, and the address follows the results.
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
    // A picture keeps its style under the page's content security policy: lines and letters instead of black
    // boxes.
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
}

/// Back returns to the results that were read before, one question after another, and not to each key typed.
#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_goes_back_to_what_it_asked_before() {
    let browser = Browser::start(installed().expect("Chromium and chromedriver are installed"));
    let served: Served = start();
    browser.go(&format!("http://{}/", served.address));
    let shows = |asked: &str, id: &str| {
        browser.until(&format!("document.getElementById('q').value === '{asked}'"));
        browser.until(&format!("document.getElementById('results').textContent.includes('{id}')"));
        browser.until("!document.getElementById('results').classList.contains('stale')");
    };
    let begun = browser.run("return history.length");
    let asks = |asked: &str, id: &str| {
        browser.run("document.getElementById('q').value = ''");
        browser.write("#q", asked);
        shows(asked, id);
        browser.until(&format!("document.title === '{asked} – judge'"));
    };
    asks("who strikes first", "lcg:core.strike-order");
    // So long it takes until what is shown counts as read.
    std::thread::sleep(Duration::from_millis(3500));
    asks("shield on protected damage", "lcg:faq.shield-on-protected-damage");
    assert_eq!(browser.run("return history.length").as_u64(), begun.as_u64().map(|n| n + 2));
    browser.post("back", &json!({}));
    shows("who strikes first", "lcg:core.strike-order");
    browser.post("back", &json!({}));
    browser.until("document.getElementById('q').value === '' && location.search === ''");
    browser.until("document.getElementById('results').textContent === ''");
    browser.post("forward", &json!({}));
    shows("who strikes first", "lcg:core.strike-order");
    browser.post("forward", &json!({}));
    shows("shield on protected damage", "lcg:faq.shield-on-protected-damage");
    // What was opened was read, however soon.
    asks("trust me damage capacity", "lcg:faq.trust-me");
    browser.click("#results .tools a");
    browser.until("location.pathname.startsWith('/r/')");
    browser.post("back", &json!({}));
    shows("trust me damage capacity", "lcg:faq.trust-me");
    browser.post("back", &json!({}));
    shows("shield on protected damage", "lcg:faq.shield-on-protected-damage");
}

/// A pasted list is there again after looking something up, by whatever way one comes back to it.
#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_loses_no_list_that_was_pasted() {
    let browser = Browser::start(installed().expect("Chromium and chromedriver are installed"));
    let served: Served = start();
    let go = |path: &str| browser.go(&format!("http://{}{path}", served.address));
    let has = |list: &str| browser.until(&format!("document.getElementById('list').value === '{list}'"));
    go("/deck");
    browser.write("#list", "2 In You Must Go");
    go("/r/lcg:3.6");
    go("/deck");
    has("2 In You Must Go");
    browser.click("form[action='/deck'] button");
    browser.until("document.querySelector('[role=status]') !== null");
    has("2 In You Must Go");
    go("/");
    go("/deck");
    has("2 In You Must Go");
}

/// What was typed for the log is there again after looking something up, going back, reloading, and being
/// refused. Sent twice, it is logged once; logged, it is gone.
#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_loses_nothing_typed_for_the_log() {
    let browser = Browser::start(installed().expect("Chromium and chromedriver are installed"));
    let served: Served = start();
    let go = |path: &str| browser.go(&format!("http://{}{path}", served.address));
    let field = |name: &str| browser.entered(name);
    let typed = || ["words", "table", "by", "ruling", "key"].map(field);
    let form = "/log?ruling=lcg:3.6";
    go(form);
    browser.write("#words", "It may be used.\nOnce.");
    browser.write("#table", "7");
    browser.write("#by", "Anna");
    browser.write("#pin", "WRONGPIN");
    let before = typed();
    assert_eq!(before[..4], ["It may be used.\nOnce.", "7", "Anna", "lcg:3.6"].map(|s| json!(s)));
    for leave in ["/?q=shield", "/r/lcg:3.6", "about:blank"] {
        if leave == "about:blank" {
            browser.go(leave)
        } else {
            go(leave)
        }
        browser.post("back", &json!({}));
        browser.until("document.getElementById('words')");
        assert_eq!(typed(), before, "{leave}");
    }
    browser.post("refresh", &json!({}));
    assert_eq!((typed(), field("pin")), (before.clone(), json!("")));
    browser.write("#pin", "WRONGPIN");
    browser.click("main button");
    browser.until("document.querySelector('[role=alert]')");
    assert_eq!(typed(), before, "refused");
    go("/?q=shield");
    go(form);
    assert_eq!(typed(), before);
    browser.write("#pin", &served.pin);
    browser.click("main button");
    browser.until("document.getElementById('logged')?.textContent === 'Logged as entry 1.'");
    // Sent once more from where it was typed, it is known.
    browser.post("back", &json!({}));
    browser.until("document.getElementById('words') && !document.getElementById('logged')");
    if typed() == before {
        browser.click("main button");
        browser.until("document.getElementById('logged')?.textContent === 'Logged before as entry 1.'");
    }
    go(form);
    assert_eq!(field("words"), json!(""), "what was logged is no draft");
    assert_ne!(field("key"), before[4]);
    assert_eq!(browser.run("return Object.keys(sessionStorage).join()"), json!("sent"));
    let log = std::fs::read_to_string(&served.log).expect("the log");
    assert_eq!(log.lines().count(), 1, "{log}");
}

/// What was typed for the log comes back by whatever way one returns to the log: by the navigation, and with
/// the same ruling found for another question.
#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_loses_nothing_typed_by_coming_back_another_way() {
    let browser = Browser::start(installed().expect("Chromium and chromedriver are installed"));
    let served: Served = start();
    let go = |path: &str| browser.go(&format!("http://{}{path}", served.address));
    let field = |name: &str| browser.entered(name);
    let typed = || ["words", "table", "ruling", "key"].map(field);
    go("/log?ruling=lcg:3.6");
    browser.write("#words", "It may be used.");
    browser.write("#table", "7");
    let before = typed();
    assert_eq!(before[..3], ["It may be used.", "7", "lcg:3.6"].map(|s| json!(s)));
    for way in ["/log", "/log?q=shield", "/log?ruling=lcg:3.6&question=may+he"] {
        go("/?q=shield");
        go(way);
        assert_eq!(typed(), before, "{way}");
    }
    // Typed on there, it is the same draft; and logged there, it is logged.
    browser.write("#words", " Once.");
    go("/log?ruling=lcg:3.6");
    assert_eq!(field("words"), json!("It may be used. Once."));
    go("/log");
    browser.write("#pin", &served.pin);
    browser.click("main button");
    browser.until("document.getElementById('logged')?.textContent === 'Logged as entry 1.'");
    for way in ["/log", "/log?ruling=lcg:3.6"] {
        go(way);
        assert_eq!(
            (field("words"), field("table")),
            (json!(""), json!("")),
            "{way}: what was logged is no draft"
        );
    }
}

/// A form for something else is empty, and what was typed into another is one step away. Each is logged by
/// itself.
#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_loses_nothing_typed_by_logging_something_else() {
    let browser = Browser::start(installed().expect("Chromium and chromedriver are installed"));
    let served: Served = start();
    let go = |path: &str| browser.go(&format!("http://{}{path}", served.address));
    let words = || browser.run("return document.getElementById('words').value");
    let back_to_it = || {
        assert_eq!(words(), json!(""));
        browser.click("main > p a[href='/log?ruling=lcg:3.6']");
        browser.until("location.search === '?ruling=lcg:3.6'");
        assert_eq!(words(), json!("It <i>may</i>."));
    };
    go(&format!("/?pin={}", served.pin));
    go("/log?ruling=lcg:3.6");
    browser.write("#words", "It <i>may</i>.");
    for other in ["/log?ruling=lcg:2.8", "/log?corrects=1"] {
        go(other);
        back_to_it();
    }
    go("/log?ruling=lcg:2.8");
    browser.write("#words", "Declared stays declared.");
    browser.click("main button");
    browser.until("document.getElementById('logged')?.textContent === 'Logged as entry 1.'");
    back_to_it();
    browser.click("main button");
    browser.until("document.getElementById('logged')?.textContent === 'Logged as entry 2.'");
    go("/log?ruling=lcg:2.8");
    assert_eq!(words(), json!(""));
    let offered = "return document.querySelectorAll('main > p a[href^=\"/log?ruling\"]').length";
    assert_eq!(browser.run(offered), json!(0));
}

/// Finds layout problems: text too small or with too little contrast (WCAG 2), touch targets too small,
/// anything wider than the window.
const UGLY: &str = r"
const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const parts = colour => { const of = colour.match(/[\d.]+/g).map(Number); return of.length > 3 ? of : [...of, 1]; };
const paper = of => {
  for (; of; of = of.parentElement) { const c = parts(getComputedStyle(of).backgroundColor); if (c[3] > 0) return c; }
  return [255, 255, 255];
};
const wrong = new Set();
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const of = texts.currentNode.parentElement, said = texts.currentNode.data.trim().slice(0, 40);
  if (!said || !of.offsetParent) continue;
  const style = getComputedStyle(of), [a, b] = [light(parts(style.color)), light(paper(of))];
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (contrast < 4.5) wrong.add(`contrast ${contrast.toFixed(1)}: ${said}`);
  if (parseFloat(style.fontSize) < 15.9) wrong.add(`${style.fontSize}: ${said}`);
}
for (const touched of document.querySelectorAll('nav a, main a, button, .choice label, input:not([type=radio], [type=hidden]), textarea'))
  if (touched.offsetParent && touched.getBoundingClientRect().height < 44) wrong.add(`low: ${touched.outerHTML}`);
if (document.documentElement.scrollWidth > innerWidth) wrong.add('wider than the phone');
return [...wrong]";

/// A page has no layout problems in light and dark mode. Also saves a screenshot of each.
#[track_caller]
fn assert_looks_well(browser: &Browser, name: &str) {
    for (scheme, brightest) in [("light", false), ("dark", true)] {
        browser.schemed(scheme);
        assert_eq!(browser.run(UGLY), json!([]), "{name}, {scheme}");
        let ink = browser.run("return parseInt(getComputedStyle(document.body).color.slice(4))");
        assert_eq!(ink.as_i64().expect("how red it is") > 128, brightest, "{name}: {scheme} is not {scheme}");
        let picture = browser.get("screenshot");
        let picture = base64::engine::general_purpose::STANDARD.decode(picture.as_str().expect("a picture"));
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{scheme}.png"));
        std::fs::write(file, picture.expect("base 64")).expect("written");
    }
}

#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_finds_every_page_legible() {
    let served: Served = start();
    for width in [390, 320] {
        let browser = Browser::of_width(installed().expect("Chromium and chromedriver are installed"), width);
        let go = |path: &str| browser.go(&format!("http://{}{path}", served.address));
        for (name, path) in [
            ("empty", "/"),
            ("answer", "/?q=can+I+use+my+shield+on+damage+my+bodyguard+soaked+up"),
            ("undecided", "/?q=how+much+does+a+booster+cost"),
            ("nothing", "/?q=zzyzx+qwxz"),
            ("ruling", "/r/lcg:timing.damage"),
            ("card", "/card/fleet%20command%20center"),
            ("restricted", "/restricted"),
            ("disputes", "/s?q=protect"),
            ("replay", "/s/nested-sequences"),
            ("missing", "/nowhere"),
        ] {
            go(path);
            assert_looks_well(&browser, &format!("{name}-{width}"));
            if name == "answer" {
                // The deciding words are visible without scrolling, and start above the on-screen keyboard.
                let at = "const at = document.querySelector('#results mark').getBoundingClientRect();\
                          return [at.top, at.bottom - innerHeight]";
                let at: Vec<f64> = serde_json::from_value(browser.run(at)).expect("two places");
                assert!(at[0] < 420.0 && at[1] < 0.0, "{width}: {at:?}");
            }
        }
        go("/deck");
        browser.write("#list", "Affiliation: Jedi\n2 Yoda\n3 A Hero's Journey\n2 Nobody At All");
        browser.click("main button");
        browser.until("document.querySelector('section[aria-label=Result] li')");
        assert_looks_well(&browser, &format!("deck-{width}"));
        go("/log?ruling=lcg:3.6");
        browser.write("#words", "The shield may still be used, but only once for each damage.");
        browser.write("#pin", &served.pin);
        browser.click("main button");
        browser.until("document.body.textContent.includes('Logged as entry')");
        assert_looks_well(&browser, &format!("log-{width}"));
    }
}

/// Whole sections with examples, which take more than half a sheet.
const LONG: [&str; 1] = ["lcg:timing.nested"];

/// A printed ruling fits on half a sheet, whether the sheet is cut or each half is a page, with margins of
/// one centimetre. Longer ones continue on the next half.
#[test]
#[ignore = "needs Chromium with chromedriver; .ci/run runs it"]
fn a_phone_finds_rulings_that_print_on_half_a_sheet() {
    let user = User::new();
    let corpus = judge::corpus::Corpus::built_in();
    let ids: Vec<&str> = corpus.rulings().map(|ruling| ruling.id.as_str()).collect();
    let slips = |ids: &[&str]| {
        let page = user.judge(&[&["show", "--format", "html"], ids].concat()).status(0).out;
        format!("file://{}", user.write("slips.html", page).display())
    };
    let browser = Browser::start(installed().expect("Chromium and chromedriver are installed"));
    browser.go(&slips(&ids));
    browser.post(
        "goog/cdp/execute",
        &json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "media": "print" } }),
    );
    for (paper, width, height) in [
        ("A4, cut across", 190.0, 297.0 / 2.0 - 20.0),
        ("A5", 128.0, 190.0),
        ("Letter, cut across", 195.9, 279.4 / 2.0 - 20.0),
        ("half a Letter", 119.7, 195.9),
    ] {
        let longer = format!(
            "document.body.style.width = '{width}mm';\
             return [...document.querySelectorAll('.slip')].filter(slip => slip.offsetHeight > {height} * 96 / 25.4)\
             .map(slip => slip.querySelector('small').textContent)"
        );
        assert_eq!(browser.run(&longer), json!(LONG), "{paper}, of {} rulings", ids.len());
    }
    let pages = |ids: &[&str]| {
        browser.go(&slips(ids));
        let margin = json!({ "top": 1, "bottom": 1, "left": 1, "right": 1 });
        let paper = json!({ "page": { "width": 14.8, "height": 21.0 }, "margin": margin });
        let printed = browser.post("print", &paper);
        let printed = base64::engine::general_purpose::STANDARD.decode(printed.as_str().expect("a document"));
        let printed = String::from_utf8_lossy(&printed.expect("base 64")).into_owned();
        printed.split("/Type /Page").skip(1).filter(|rest| !rest.starts_with('s')).count()
    };
    assert_eq!((pages(&["lcg:timing.interrupts"]), pages(&LONG)), (1, 2));
    assert_eq!(
        pages(&["lcg:timing.interrupts", "lcg:timing.reactions"]),
        2,
        "a slip is not cut that fits a page"
    );
}

/// The page of `judge export html`, opened as a local file.
#[cfg(feature = "offline")]
#[test]
#[ignore = "needs Chromium with chromedriver, and `release/offline` before; .ci/run runs it"]
fn a_phone_searches_a_page_without_a_server() {
    let driver = installed().expect("Chromium and chromedriver are installed");
    let compiled = crate::offline::compiled().expect("`release/offline` has compiled this source");
    let user = User::new();
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
    // A page opened at a ruling scrolls to it, even if the content above grew.
    browser.go("about:blank");
    browser.go(&format!("file://{}#lcg:3.6", page.display()));
    browser.until("!document.getElementById('search').hidden");
    browser.until("Math.abs(document.querySelector(':target').getBoundingClientRect().top) < 5");
}
