//! A headless Chromium, driven through chromedriver: only as much of the WebDriver protocol as the tests of pages need.
//!
//! The protocol is JSON over HTTP on this machine, so a few lines replace a client with an asynchronous runtime.

#[cfg(feature = "edit")]
mod more;

use crate::common::tools::{Need, find, missing};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// The time-out for an answer of the browser; the machine may be busy.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Keys without a character, by the code points that WebDriver gives them.
pub mod key {
    pub const BACKSPACE: char = '\u{E003}';
    pub const TAB: char = '\u{E004}';
    pub const ENTER: char = '\u{E007}';
    pub const SHIFT: char = '\u{E008}';
    #[cfg(feature = "edit")]
    pub const CONTROL: char = '\u{E009}';
    pub const ESCAPE: char = '\u{E00C}';
    pub const END: char = '\u{E010}';
    pub const HOME: char = '\u{E011}';
    pub const UP: char = '\u{E013}';
    pub const RIGHT: char = '\u{E014}';
    pub const DOWN: char = '\u{E015}';
    #[cfg(feature = "edit")]
    pub const DELETE: char = '\u{E017}';
    #[cfg(feature = "edit")]
    pub const F6: char = '\u{E036}';
}

/// The size of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// 1280 x 900, with mouse and keyboard.
    Desktop,
    /// 390 x 844, with touch.
    Phone,
}

/// A request that the browser was about to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The requested address.
    pub url: String,
    /// The address of the requesting document; for a document itself, inside a frame or not, its own address.
    pub document: String,
}

impl Request {
    /// Returns whether the browser requested one of its own pages. The page of a file never becomes such a document:
    /// the browser does not let it open one, not even in a frame.
    pub fn is_of_the_browser(&self) -> bool {
        is_of_the_browser(&self.document)
    }
}

/// Returns whether this is the address of a page that is built into the browser, such as the one that new windows show.
fn is_of_the_browser(address: &str) -> bool {
    ["chrome:", "chrome-untrusted:", "chrome-search:", "chrome-extension:", "devtools:"]
        .iter()
        .any(|scheme| address.starts_with(scheme))
}

/// A browser with a fresh profile; ends when it is dropped.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser with an empty page, or reports on standard error that there is none. If CWSAT_REQUIRE_SOLVERS
    /// is set, as in `.ci/run`, a missing browser is a failure.
    pub fn start(window: Window) -> Option<Self> {
        let (Some(driver), Some(chromium)) = (find("chromedriver"), find("chromium")) else {
            missing(Need::Program, "chromium or chromedriver");
            return None;
        };
        let (driver, port) = start_driver(&driver);
        let profile = tempfile::tempdir().unwrap();
        let mut browser = Self { driver, port, session: String::new(), _profile: profile };
        let folder = browser._profile.path().display().to_string();
        let mut options = json!({
            "binary": chromium,
            "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
                "--no-first-run", "--no-default-browser-check", "--no-pings", "--disable-background-networking",
                "--disable-component-update", "--disable-default-apps", "--disable-domain-reliability", "--disable-extensions",
                "--disable-sync", "--metrics-recording-only", "--window-size=1280,900",
                format!("--user-data-dir={folder}"),
            ],
            // Start with this page (4) instead of the browser's own, which keeps loading things from itself and from
            // elsewhere.
            "prefs": { "session": { "restore_on_startup": 4, "startup_urls": ["about:blank"] } },
        });
        if window == Window::Phone {
            let metrics = json!({ "width": 390, "height": 844, "pixelRatio": 2, "touch": true });
            options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
        }
        let wanted = json!({
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        });
        let session = browser.send("POST", "/session", &json!({ "capabilities": { "alwaysMatch": wanted } }));
        browser.session = format!("/session/{}", session["sessionId"].as_str().unwrap());
        Some(browser)
    }

    /// Opens a file.
    pub fn open(&self, file: &Path) {
        self.go_to(&format!("file://{}", file.display()));
    }

    /// Opens an address.
    pub fn go_to(&self, address: &str) {
        self.post("/url", &json!({ "url": address }));
    }

    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// Returns what a script returns.
    pub fn run(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Returns what a script returns, as a string.
    pub fn text(&self, script: &str) -> String {
        self.run(script).as_str().unwrap_or_default().to_owned()
    }

    /// Presses keys one after the other, wherever the focus is.
    pub fn press(&self, keys: impl IntoIterator<Item = char>) {
        let strokes: Vec<Value> = keys
            .into_iter()
            .flat_map(|key| {
                ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
            })
            .collect();
        self.act(json!({ "type": "key", "id": "keyboard", "actions": strokes }));
    }

    /// Presses a key while another one is held.
    pub fn press_with(&self, held: char, key: char) {
        let strokes = [("keyDown", held), ("keyDown", key), ("keyUp", key), ("keyUp", held)]
            .map(|(kind, key)| json!({ "type": kind, "value": key.to_string() }));
        self.act(json!({ "type": "key", "id": "keyboard", "actions": strokes }));
    }

    /// Clicks (on a phone, taps) at a fraction of the way from the left and top of the first element that matches
    /// `selector`.
    pub fn click(&self, selector: &str, touch: bool, at: (f64, f64)) {
        let script = format!(
            "const box = document.querySelector({selector:?}).getBoundingClientRect();\
             return [Math.round(box.left + box.width * {}), Math.round(box.top + box.height * {})];",
            at.0, at.1
        );
        let place = self.run(&script);
        let kind = if touch { "touch" } else { "mouse" };
        self.act(json!({
            "type": "pointer", "id": kind, "parameters": { "pointerType": kind },
            "actions": [
                { "type": "pointerMove", "duration": 0, "x": place[0], "y": place[1] },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 },
            ],
        }));
    }

    /// Accepts a dialog of the browser.
    pub fn accept(&self) {
        self.post("/alert/accept", &json!({}));
    }

    /// Returns the messages in the console since the last call, except those of the browser's own pages.
    pub fn console(&self) -> Vec<String> {
        let is_of_a_page = |entry: &&Value| !entry["message"].as_str().is_some_and(is_of_the_browser);
        self.log("browser").iter().filter(is_of_a_page).map(ToString::to_string).collect()
    }

    /// Returns the requests since the last call, by the pages that were opened and by the browser's own.
    pub fn requests(&self) -> Vec<Request> {
        let request = |entry: &Value| {
            let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let (method, params) = (&message["message"]["method"], &message["message"]["params"]);
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            (method == "Network.requestWillBeSent").then(|| Request {
                url: text(&params["request"]["url"]),
                document: text(&params["documentURL"]),
            })
        };
        self.log("performance").iter().filter_map(request).collect()
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        self.post("/se/log", &json!({ "type": kind })).as_array().cloned().unwrap_or_default()
    }

    fn act(&self, source: Value) {
        self.post("/actions", &json!({ "actions": [source] }));
    }

    fn post(&self, command: &str, body: &Value) -> Value {
        self.send("POST", &format!("{}{command}", self.session), body)
    }

    /// Returns the value in the answer to a command; an error of the browser fails the test.
    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = exchange(self.port, method, path, &body.to_string())
            .unwrap_or_else(|error| panic!("chromedriver does not answer to {path}: {error}"));
        let mut answer: Value = serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{path}: {answer}"));
        assert!(answer["value"]["error"].is_null(), "{path} {body}: {}", answer["value"]);
        answer["value"].take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its session, and the driver by itself.
        if !self.session.is_empty() {
            let _ = exchange(self.port, "DELETE", &self.session, "");
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts the driver on a free port, and returns it with the port.
///
/// It chooses a port that is free for IPv4 and ends if anybody has the same one for IPv6, which happens where many
/// programs start at the same time. Then another one is chosen.
fn start_driver(program: &Path) -> (Child, u16) {
    const ATTEMPTS: usize = 10;
    for _ in 0..ATTEMPTS {
        let mut driver = Command::new(program)
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        match port(&mut driver) {
            Some(port) => return (driver, port),
            None => driver.wait().expect("chromedriver ends"),
        };
    }
    panic!("chromedriver ended {ATTEMPTS} times without a port");
}

/// Returns the port on which the driver reports to listen; `None` if it ends without one.
fn port(driver: &mut Child) -> Option<u16> {
    let output = BufReader::new(driver.stdout.take()?);
    let told = |line: String| {
        line.split_once("successfully on port ")?.1.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()
    };
    output.lines().map_while(Result::ok).find_map(told)
}

/// Sends an HTTP request, and returns the body of the answer.
fn exchange(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
