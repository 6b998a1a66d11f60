//! `cwsat edit` as others see it: who is let in, what is refused, and what is on the disk when it is killed.

mod addresses;
#[cfg(target_os = "linux")] // where the memory of a process can be read
mod attack;
mod stop;

use crate::common::constructor::Constructor;
use crate::common::desk::Desk;
use cwsat::edit::draft::Draft;
use cwsat::publish::puzzle::Kind;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// An answer: its status, its head and its body.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("JSON")
    }
}

/// A connection to a constructor.
struct Client {
    stream: BufReader<TcpStream>,
    host: String,
    token: String,
}

impl Client {
    fn new(constructor: &Constructor) -> Self {
        Self::at(format!("127.0.0.1:{}", constructor.port()), constructor)
    }

    /// Connects to another of its addresses.
    fn at(host: String, constructor: &Constructor) -> Self {
        let token = constructor.link.split("token=").nth(1).expect("a token").to_owned();
        let stream = TcpStream::connect(&host).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        Self { stream: BufReader::new(stream), host, token }
    }

    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.get_mut().write_all(bytes)
    }

    fn answer(&mut self) -> io::Result<Answer> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if self.stream.read_line(&mut head)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        let field = |name: &str| head.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let length = field("Content-Length:").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Ok(Answer { status, head, body })
    }

    /// Sends a request with these headers besides, and returns the answer.
    fn ask(&mut self, method: &str, target: &str, headers: &str, body: &[u8]) -> Answer {
        let length =
            if method == "POST" { format!("Content-Length: {}\r\n", body.len()) } else { String::new() };
        let host = if headers.contains("Host:") { String::new() } else { format!("Host: {}\r\n", self.host) };
        let head = format!("{method} {target} HTTP/1.1\r\n{host}{length}{headers}\r\n");
        self.send(&[head.as_bytes(), body].concat()).expect("sent");
        self.answer().expect("an answer")
    }

    fn get(&mut self, path: &str) -> Answer {
        let sign = if path.contains('?') { '&' } else { '?' };
        let target = format!("{path}{sign}token={}", self.token);
        self.ask("GET", &target, "", b"")
    }

    /// Sends a command; returns the reply.
    fn command(&mut self, command: &Value) -> Answer {
        let target = format!("/api/command?token={}", self.token);
        let body = json!({ "command": command }).to_string();
        self.ask("POST", &target, "Content-Type: application/json\r\n", body.as_bytes())
    }

    fn does(&mut self, command: &Value) {
        let answer = self.command(command);
        assert_eq!(answer.json()["reply"], "done", "{command}: {}", answer.json());
    }
}

/// The events of a constructor.
struct Events(BufReader<TcpStream>);

impl Events {
    fn of(constructor: &Constructor) -> Self {
        let mut client = Client::new(constructor);
        let head =
            format!("GET /api/events?token={} HTTP/1.1\r\nHost: {}\r\n\r\n", client.token, client.host);
        client.send(head.as_bytes()).expect("sent");
        Self(client.stream)
    }

    /// Returns the next event of this kind that meets a condition.
    fn next(&mut self, kind: &str, is_wished: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < Duration::from_secs(120), "no {kind} comes");
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).expect("a line") > 0, "the stream has ended");
            let Some(data) = line.strip_prefix("data: ") else { continue };
            let event: Value = serde_json::from_str(data).expect("an event");
            if event["event"] == kind && is_wished(&event) {
                return event;
            }
        }
    }
}

#[test]
fn only_who_has_the_token_and_comes_from_here_is_let_in() {
    let constructor = Constructor::start("5x5");
    let mut client = Client::new(&constructor);
    let page = client.ask("GET", "/", "", b"");
    assert_eq!(page.status, 200);
    for header in ["Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff"] {
        assert!(page.head.contains(header), "{}", page.head);
    }
    assert_eq!(client.get("/api/files").status, 200);
    assert_eq!(client.command(&json!({ "do": "give_clues" })).status, 200);
    let (host, token) = (client.host.clone(), client.token.clone());
    let json = "Content-Type: application/json\r\n";
    let command = format!("/api/command?token={token}");
    let body = br#"{"command": {"do": "new", "rows": 2, "columns": 2}}"#;
    let cases = [
        ("no token", "/api/command".to_owned(), json.to_owned(), 403),
        ("a wrong token", format!("/api/command?token={}", "0".repeat(32)), json.to_owned(), 403),
        ("another page", command.clone(), format!("{json}Origin: http://evil.example\r\n"), 403),
        ("no page", command.clone(), format!("{json}Origin: null\r\n"), 403),
        ("a page of this computer", command.clone(), format!("{json}Origin: http://127.0.0.1:1\r\n"), 403),
        ("a foreign site", command.clone(), format!("{json}Sec-Fetch-Site: cross-site\r\n"), 403),
        ("a name bought for this address", command.clone(), format!("{json}Host: evil.example\r\n"), 403),
        ("another port", command.clone(), format!("{json}Host: 127.0.0.1:1\r\n"), 403),
        ("two hosts", command.clone(), format!("{json}Host: {host}\r\nHost: {host}\r\n"), 400),
        ("a form", command.clone(), "Content-Type: text/plain\r\n".to_owned(), 415),
    ];
    for (who, target, headers, status) in cases {
        let answer = Client::new(&constructor).ask("POST", &target, &headers, body);
        assert_eq!(answer.status, status, "{who}");
    }
    for target in
        ["/api/events", "/api/files", "/api/export?as=cwg", "/api/preview?as=print", "/api/file?name=a"]
    {
        let answer = Client::new(&constructor).ask("GET", target, "", b"");
        assert_eq!(answer.status, 403, "{target}");
    }
    for token in ["", &format!("&token={}", "0".repeat(32))] {
        let target = format!("/api/file?name=a.json{token}");
        let headers = "Content-Type: application/octet-stream\r\n";
        assert_eq!(Client::new(&constructor).ask("POST", &target, headers, b"{}").status, 403, "{target}");
    }
    assert!(!constructor.folder.path().join("a.json").exists());
    // None of them has started another puzzle.
    assert_eq!(String::from_utf8_lossy(&client.get("/api/export?as=cwg").body).lines().next(), Some("5"));
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let constructor = Constructor::start("5x5");
    let mut client = Client::new(&constructor);
    let outside = constructor.folder.path().parent().expect("a folder").join("cwsat_outside.json");
    let secret = constructor.folder.path().join("secret.txt");
    fs::write(&secret, "secret").expect("a file");
    for path in
        ["/../secret.txt", "/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/secret.txt", "/%2e%2e/secret.txt"]
    {
        assert_eq!(client.ask("GET", path, "", b"").status, 404, "{path}");
    }
    for name in ["../cwsat_outside.json", "..%2Fcwsat_outside.json", "%2Fetc%2Fpasswd", "secret.txt", ".."] {
        assert_eq!(client.get(&format!("/api/file?name={name}")).status, 404, "{name}");
    }
    let absolute = outside.to_str().expect("a name");
    for name in ["../cwsat_outside.json", absolute, ".hidden.json", "a/b.json", "secret.txt"] {
        for what in ["save_as", "open"] {
            let reply = client.command(&json!({ "do": what, "file": name })).json();
            assert_eq!(reply["reply"], "refused", "{what} {name}");
        }
        let name: String = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        let target = format!("/api/file?name={name}&token={}", client.token);
        let answer = client.ask("POST", &target, "Content-Type: application/octet-stream\r\n", b"1\n1\n.\n");
        assert_eq!(answer.status, 409, "{name}");
    }
    assert!(!outside.exists());
    assert_eq!(fs::read_to_string(secret).expect("still there"), "secret");
}

#[test]
fn nothing_older_than_a_second_is_lost_when_it_is_killed() {
    let mut constructor = Constructor::start("5x5");
    let mut client = Client::new(&constructor);
    client.does(&json!({ "do": "make", "cells": [[0, 0]], "to": "question" }));
    client.does(&json!({ "do": "arrow", "question": { "at": [0, 0], "arrow": "right" }, "there": true }));
    client.does(&json!({ "do": "write", "at": [0, 1], "towards": "across", "text": "ROSE" }));
    std::thread::sleep(Duration::from_secs(1));
    constructor.kill();
    let again = constructor.again();
    let grid = String::from_utf8(Client::new(&again).get("/api/export?as=cwg").body).expect("text");
    assert!(grid.contains("?ROSE"), "{grid}");
    let names: Vec<_> = fs::read_dir(again.folder.path()).expect("the folder").flatten().collect();
    assert_eq!(names.len(), 1, "{names:?}");
}

#[test]
fn windows_see_each_other_and_one_cannot_overwrite_the_other() {
    let constructor = Constructor::start("5x5");
    let (mut first, mut second) = (Events::of(&constructor), Events::of(&constructor));
    second.next("windows", |event| event["windows"] == 2);
    let document = first.next("document", |_| true);
    let mut client = Client::new(&constructor);
    client.does(&json!({ "do": "write", "at": [0, 0], "towards": "across", "text": "A" }));
    let is_newer = |event: &Value| event["revision"] != document["revision"];
    for events in [&mut first, &mut second] {
        assert_eq!(events.next("document", is_newer)["document"]["grid"][0], "A....");
        events.next("saved", |_| true);
    }
    let target = format!("/api/command?token={}", client.token);
    let late = json!({ "revision": document["revision"], "command": { "do": "undo" } }).to_string();
    let reply = client.ask("POST", &target, "Content-Type: application/json\r\n", late.as_bytes()).json();
    assert_eq!(reply["reply"], "outdated");
    drop(second);
    first.next("windows", |event| event["windows"] == 1);
}

#[test]
fn a_puzzle_is_made_and_exported_in_every_format() {
    let constructor = Constructor::start("7x11");
    let mut events = Events::of(&constructor);
    let mut client = Client::new(&constructor);
    let start = json!({ "do": "start", "job": { "scope": { "of": "all" }, "layout": true, "seconds": 30 } });
    client.does(&start);
    let ended = |event: &Value| event["running"] == false && event["job"] == 1;
    let job = events.next("job", ended);
    assert_eq!(job["alternatives"].as_array().map(Vec::len), Some(1), "{job}");
    client.does(&json!({ "do": "take", "job": 1, "alternative": 0 }));
    client.does(&json!({ "do": "give_clues" }));
    client.does(&json!({ "do": "save" }));
    for (format, beginning) in [
        ("pdf", "%PDF-"),
        ("svg", "<svg"),
        ("html", "<!doctype html>"),
        ("txt", ""),
        ("json", "{"),
        ("cwg", "7\n11\n"),
        ("ipuz", "{"),
        ("jpz", "<?xml"),
    ] {
        let answer = client.get(&format!("/api/export?as={format}&solution=1"));
        let text = String::from_utf8_lossy(&answer.body);
        assert_eq!(answer.status, 200, "{format}: {text}");
        assert!(text.starts_with(beginning), "{format}: {}", text.chars().take(40).collect::<String>());
        assert!(answer.head.contains(&format!("filename*=UTF-8''first.{format}")), "{}", answer.head);
    }
    let png = client.get("/api/export?as=png");
    assert!(png.body.starts_with(b"\x89PNG"));
    let puz = client.get("/api/export?as=puz");
    assert_eq!((puz.status, &puz.json()["reply"]), (409, &json!("refused")));
    assert_eq!(client.get("/api/preview?as=print").status, 200);
    let play = client.get("/api/preview?as=play");
    assert!(play.head.contains("Content-Security-Policy: sandbox allow-scripts;"), "{}", play.head);
    assert_eq!(play.head.matches("Content-Security-Policy").count(), 1);
    // The grid of what was saved is what `cwsat check` calls a puzzle.
    for args in ["export first.json -o grid.cwg", "check grid.cwg"] {
        let mut command = assert_cmd::Command::cargo_bin("cwsat").expect("the program");
        command.current_dir(constructor.folder.path()).args(args.split(' '));
        let output = command.output().expect("an answer");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn who_has_the_link_can_connect_however_many_others_say_nothing() {
    let constructor = Constructor::start("5x5");
    let idle: Vec<_> = (0..300).map(|_| Client::new(&constructor)).collect();
    let mut client = Client::new(&constructor);
    assert_eq!(client.get("/api/files").status, 200);
    // It has shown the token, so it does not make way for others.
    let more: Vec<_> = (0..300).map(|_| Client::new(&constructor)).collect();
    assert_eq!(client.get("/api/files").status, 200);
    drop((idle, more));
}

#[test]
fn an_answer_without_a_body_leaves_the_connection_in_order() {
    let constructor = Constructor::start("5x5");
    let mut client = Client::new(&constructor);
    for (target, status) in
        [(format!("/api/events?token={}", client.token), 405), ("/api/events".into(), 403)]
    {
        let head = format!("HEAD {target} HTTP/1.1\r\nHost: {}\r\n\r\n", client.host);
        client.send(head.as_bytes()).expect("sent");
        let mut line = String::new();
        client.stream.read_line(&mut line).expect("a line");
        assert!(line.starts_with(&format!("HTTP/1.1 {status} ")), "{line}");
        while line != "\r\n" {
            line.clear();
            client.stream.read_line(&mut line).expect("a line");
        }
        assert_eq!(client.get("/api/files").status, 200);
    }
}

#[test]
fn a_window_that_is_closed_is_not_counted_any_more() {
    let constructor = Constructor::start("5x5");
    let mut events = Events::of(&constructor);
    let others: Vec<_> = (0..5).map(|_| Events::of(&constructor)).collect();
    events.next("windows", |event| event["windows"] == 6);
    drop(others);
    events.next("windows", |event| event["windows"] == 1);
}

#[test]
fn what_cannot_be_started_says_why() {
    let cases = [
        (["first.json", "--listen", "0.0.0.0"], "0.0.0.0 stands for all addresses"),
        (["first.json", "--listen", "::"], ":: stands for all addresses"),
        (["nowhere/first.json", "--port", "0"], "name a file in an existing folder"),
    ];
    for (args, why) in cases {
        let mut command = assert_cmd::Command::cargo_bin("cwsat").expect("the program");
        let folder = tempfile::tempdir().expect("a folder");
        command.current_dir(folder.path()).args(["edit", "--no-browser"]).args(args);
        let output = command.timeout(Duration::from_secs(60)).output().expect("an answer");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(why), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn what_others_can_read_of_a_browser_that_is_opened_lets_nobody_in_twice() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().expect("a folder");
    let (opener, told) = (folder.path().join("xdg-open"), folder.path().join("told"));
    fs::write(&opener, format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >> {}\n", told.display()))
        .expect("a program");
    fs::copy(&opener, folder.path().join("open")).expect("its name on other systems");
    for name in ["xdg-open", "open"] {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o755))
            .expect("it can be run");
    }
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap_or_default());
    // The one that must not open a browser starts first, so it has had more time to do so when the other one has done
    // it.
    let hidden = Constructor::showing(&path, &["--no-browser"]);
    assert_eq!(Client::new(&hidden).get("/api/files").status, 200);
    let constructor = Constructor::showing(&path, &[]);
    let start = Instant::now();
    let told = loop {
        match fs::read_to_string(&told) {
            Ok(told) if told.ends_with('\n') => break told,
            _ => assert!(start.elapsed() < Duration::from_secs(60), "no browser was opened"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(told.lines().count(), 1, "{told}");
    let mut client = Client::new(&constructor);
    assert!(!told.contains(&client.token), "{told}");
    let door =
        told.trim().strip_prefix(&format!("http://{}", client.host)).expect("the same server").to_owned();
    let wrong = client.ask("GET", "/enter?code=00000000000000000000000000000000", "", &[]);
    assert_eq!(wrong.status, 403);
    let first = client.ask("GET", &door, "", &[]);
    let inside = format!("Location: /?token={}\r\n", client.token);
    assert!(first.status == 303 && first.head.contains(&inside), "{}", first.head);
    assert_eq!(client.ask("GET", &door, "", &[]).status, 403);
}

/// Starts it with these arguments in a folder; returns its exit code, if it ended by itself, and what it said until it printed
/// its link.
fn begun(desk: &Desk, args: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("cwsat"));
    command.current_dir(desk.path("")).args(["edit", "--no-browser", "--threads", "1"]).args(args);
    let mut program = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut link = String::new();
    BufReader::new(program.stdout.take().expect("its output"))
        .read_line(&mut link)
        .expect("a line or the end");
    if !link.is_empty() {
        program.kill().expect("it can be killed");
    }
    let mut said = String::new();
    program.stderr.take().expect("its messages").read_to_string(&mut said).expect("text");
    (program.wait().expect("its end").code(), said)
}

#[test]
fn texts_of_all_kinds_and_editors_are_taken() {
    let desk = Desk::new();
    desk.put("marked.txt", "\u{feff}AB#\nC.A\n#AB\n");
    desk.put("cross.txt", "criss-cross 1 4\nROSE\n\nacross\n1 (0,0) ROSE\tIt has thorns\n");
    for name in ["marked", "cross"] {
        let (code, said) = begun(&desk, &[&format!("{name}.txt")]);
        assert_eq!((code, said), (None, format!("note: {name}.txt will be saved as {name}.json\n")));
    }
    desk.put("latin.txt", b"\xc4B#\nC.A\n#AB\n");
    let (code, said) = begun(&desk, &["latin.txt"]);
    assert!(code == Some(2) && said.contains("latin.txt: ") && said.contains("it may be Latin-1"), "{said}");
}

#[test]
fn flags_for_new_grids_are_not_ignored_in_silence() {
    let desk = Desk::new();
    desk.put("text.txt", "AB#\nC.A\n#AB\n");
    desk.put("there.cwg", "1\n4\n?CAB\n0 0 3\n");
    let draft = Draft::empty(Kind::Arrowword, 3, 3).expect("a grid").document();
    desk.put("begun.draft.json", serde_json::to_string(&draft).expect("JSON"));
    let flags = ["--as", "template", "--size", "5x5"];
    for (file, flags, said_of_them) in [
        ("text.txt", &flags[..], "--as and --size are for a new grid"),
        ("there.cwg", &flags[2..], "--size is for a new grid"),
        ("begun.json", &flags[..2], "--as is for a new grid"),
        ("new.json", &flags[..], ""),
        ("there.cwg", &[], ""),
    ] {
        let (code, said) = begun(&desk, &[&[file], flags].concat());
        assert_eq!((code, said.contains("warning: ")), (None, !said_of_them.is_empty()), "{file}: {said}");
        assert!(said.contains(said_of_them), "{file}: {said}");
    }
}
