//! Attempts to get in, to break the constructor, or to fill its memory, whose size is read as Linux reports it.

use super::Client;
use crate::common::constructor::Constructor;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::{Duration, Instant};

/// Returns the most memory that a process has used so far, in megabytes.
fn peak(constructor: &Constructor) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", constructor.id())).expect("its state");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
}

#[test]
fn too_much_is_refused_and_takes_no_memory() {
    let constructor = Constructor::start("5x5");
    let before = peak(&constructor);
    let token = Client::new(&constructor).token;
    // A body that is announced as huge is not waited for, with the token or without.
    for (target, status) in [(format!("/api/command?token={token}"), 413), ("/api/command".to_owned(), 403)] {
        let mut client = Client::new(&constructor);
        for length in [1_u64 << 62, 20_000_000_000, 17 << 20] {
            let head = format!(
                "POST {target} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
                client.host
            );
            client.send(head.as_bytes()).expect("sent");
            assert_eq!(client.answer().expect("an answer").status, status);
            client = Client::new(&constructor);
        }
    }
    // A head without an end.
    let mut client = Client::new(&constructor);
    let endless = vec![b'a'; 1 << 20];
    let mut sent = 0;
    while sent < 1 << 28 && client.send(&endless).is_ok() {
        sent += endless.len();
    }
    assert!(sent < 1 << 28, "{sent} bytes of a head were taken");
    // Ten thousand messages a second, with the token.
    let mut client = Client::new(&constructor);
    let mut by_status = BTreeMap::new();
    let start = Instant::now();
    for number in 0..10_000 {
        let letter = char::from(b'A' + (number % 26) as u8).to_string();
        let write = json!({ "do": "write", "at": [0, 0], "towards": "across", "text": letter });
        *by_status.entry(client.command(&write).status).or_insert(0) += 1;
    }
    let taken = 400.0 + 100.0 * start.elapsed().as_secs_f64();
    assert!(by_status[&200] >= 400 && f64::from(by_status[&200]) <= taken + 1.0, "{by_status:?}");
    assert_eq!(by_status[&200] + by_status[&429], 10_000, "{by_status:?}");
    // Connections that say nothing.
    let idle: Vec<_> = (0..300).map(|_| Client::new(&constructor)).collect();
    drop(idle);
    let after = peak(&constructor);
    assert!(after < before + 50, "{before} MB became {after} MB");
    // It still answers.
    let start = Instant::now();
    while Client::new(&constructor).send(b"").is_err() {
        assert!(start.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn other_sites_and_bought_names_get_nothing_that_is_about_the_puzzle() {
    let constructor = Constructor::start("5x5");
    let Client { host, token, .. } = Client::new(&constructor);
    let port = constructor.port();
    let strangers = [
        "Origin: http://evil.example".to_owned(),
        "Origin: null".to_owned(),
        format!("Origin: https://{host}"),
        "Sec-Fetch-Site: cross-site".to_owned(),
        "Sec-Fetch-Site: same-site".to_owned(),
        format!("Host: evil.example:{port}"),
        format!("Host: {host}.evil.example"),
        format!("Host: evil.example@{host}"),
        "Host: ".to_owned(),
    ];
    for header in &strangers {
        for path in [
            "/api/events?",
            "/api/files?",
            "/api/export?as=json&",
            "/api/preview?as=play&",
            "/api/file?name=a&",
        ] {
            let target = format!("{path}token={token}");
            let answer = Client::new(&constructor).ask("GET", &target, &format!("{header}\r\n"), b"");
            assert_eq!(answer.status, 403, "{header} {path}");
        }
        let target = format!("/api/file?name=a.json&token={token}");
        let headers = format!("{header}\r\nContent-Type: application/octet-stream\r\n");
        assert_eq!(Client::new(&constructor).ask("POST", &target, &headers, b"{}").status, 403, "{header}");
        // A bought name does not even get the page, so that no script of it ever runs under that name.
        if header.starts_with("Host") {
            let answer = Client::new(&constructor).ask("GET", "/", &format!("{header}\r\n"), b"");
            assert_eq!(answer.status, 403, "{header}");
        }
    }
    // A preflight request is not told that it may go ahead.
    let asks = "Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n";
    let target = format!("/api/command?token={token}");
    let answer = Client::new(&constructor).ask("OPTIONS", &target, asks, b"");
    assert!(answer.status >= 400 && !answer.head.contains("Access-Control"), "{}", answer.head);
    assert!(!constructor.folder.path().join("a.json").exists());
}

#[test]
fn a_flood_from_all_sides_takes_no_memory() {
    const SIDES: usize = 20;
    const EACH: usize = 500;
    let constructor = Constructor::start("40x40");
    let mut page = Client::new(&constructor);
    page.does(&json!({ "do": "write", "at": [0, 0], "towards": "across", "text": "A" }));
    let before = peak(&constructor);
    // Ten thousand commands that wait for no answer, so that as many arrive in a second as the program can take.
    let start = Instant::now();
    let counts = thread::scope(|scope| {
        let sides: Vec<_> = (0..SIDES)
            .map(|side| {
                let mut client = Client::new(&constructor);
                scope.spawn(move || {
                    let write =
                        json!({ "do": "write", "at": [side, 0], "towards": "across", "text": "B".repeat(40) });
                    let body = json!({ "command": write }).to_string();
                    let request = format!(
                        "POST /api/command?token={} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
                         Content-Length: {}\r\n\r\n{body}",
                        client.token,
                        client.host,
                        body.len()
                    );
                    client.send(request.repeat(EACH).as_bytes()).expect("sent");
                    let mut counts = BTreeMap::new();
                    for _ in 0..EACH {
                        *counts.entry(client.answer().expect("an answer").status).or_insert(0) += 1;
                    }
                    counts
                })
            })
            .collect();
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for side in sides {
            for (status, count) in side.join().expect("all answers") {
                *counts.entry(status).or_default() += count;
            }
        }
        counts
    });
    let most = 401.0 + 100.0 * start.elapsed().as_secs_f64();
    let of = |status| counts.get(&status).copied().unwrap_or_default();
    assert_eq!(of(200) + of(429), SIDES * EACH, "{counts:?}");
    assert!(of(200) > 0 && of(200) as f64 <= most, "{counts:?}");
    let after = peak(&constructor);
    assert!(after < before + 50, "{before} MB became {after} MB");
    assert_eq!(page.get("/api/files").status, 200);
}

#[test]
fn a_file_is_at_most_as_large_as_is_said_and_a_body_without_a_length_is_not_read() {
    let constructor = Constructor::start("5x5");
    let before = peak(&constructor);
    let Client { host, token, .. } = Client::new(&constructor);
    for (length, status) in [
        ("Content-Length: 99999999999999999999999", 400),
        ("Content-Length: 64000001", 413),
        ("Content-Length: -1", 400),
    ]
    .into_iter()
    .chain([("Transfer-Encoding: chunked", 411)])
    {
        let mut client = Client::new(&constructor);
        let head = format!(
            "POST /api/file?name=a.json&token={token} HTTP/1.1\r\nHost: {host}\r\n\
             Content-Type: application/octet-stream\r\n{length}\r\n\r\n"
        );
        client.send(head.as_bytes()).expect("sent");
        assert_eq!(client.answer().expect("an answer").status, status, "{length}");
        // What is sent nevertheless is ignored.
        let chunk = vec![b'a'; 1 << 20];
        let sent = (0..64).take_while(|_| client.send(&chunk).is_ok()).count();
        assert!(sent < 64, "{length}: {sent} MB were taken");
    }
    // Bodies that are announced and never come, from all sides.
    let mut waiting: Vec<Client> = (0..100).map(|_| Client::new(&constructor)).collect();
    for client in &mut waiting {
        let head = format!(
            "POST /api/file?name=a.json&token={token} HTTP/1.1\r\nHost: {host}\r\n\
             Content-Type: application/octet-stream\r\nContent-Length: 16000000\r\n\r\naaaa"
        );
        client.send(head.as_bytes()).expect("sent");
    }
    thread::sleep(Duration::from_millis(500));
    let after = peak(&constructor);
    assert!(after < before + 50, "{before} MB became {after} MB");
    drop(waiting);
    assert_eq!(Client::new(&constructor).get("/api/files").status, 200);
    assert!(!constructor.folder.path().join("a.json").exists());
}
