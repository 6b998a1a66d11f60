//! The server itself: what arrives over HTTP, past the [`gate`](super::gate), to the desk.
//!
//! A command is answered at once. A page that listens for events has a thread of its own, which ends when the page is
//! gone: now and then a comment is sent, and a connection that is closed does not take it. The events are sent in chunks,
//! since nothing else tells a client of HTTP 1.1 where each ends.

use super::desk::{Desk, Page};
use super::gate::{Asked, Gate, HEADERS, MAX_BODY, Route};
use super::mailbox::Received;
use super::page;
use crate::edit::protocol::{Reply, Request as Message};
use std::io::{self, Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use tiny_http::{Header, Request, Response, Server};

/// How often a page that has nothing to be told is asked whether it is still there.
const ALIVE: Duration = Duration::from_secs(10);

/// How many requests are answered at a time, not counting pages that listen.
const ANSWERING: usize = 4;

/// A server that runs until it is stopped.
pub struct Running {
    servers: Vec<Arc<Server>>,
    threads: Vec<thread::JoinHandle<()>>,
}

/// Serves a desk on these addresses.
pub fn serve(listeners: Vec<TcpListener>, gate: Gate, desk: &Arc<Desk>) -> io::Result<Running> {
    let gate = Arc::new(gate);
    let mut running = Running { servers: Vec::new(), threads: Vec::new() };
    for listener in listeners {
        let server = Server::from_listener(listener, None).map_err(io::Error::other)?;
        let server = Arc::new(server);
        for _ in 0..ANSWERING {
            let (server, gate, desk) = (Arc::clone(&server), Arc::clone(&gate), Arc::clone(desk));
            running.threads.push(thread::spawn(move || {
                while let Ok(request) = server.recv() {
                    answer(request, &gate, &desk);
                }
            }));
        }
        running.servers.push(server);
    }
    Ok(running)
}

impl Running {
    /// Stops taking requests, and waits for those that are being answered.
    pub fn stop(self) {
        for server in &self.servers {
            (0..ANSWERING).for_each(|_| server.unblock());
        }
        for thread in self.threads {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

fn answer(mut request: Request, gate: &Gate, desk: &Arc<Desk>) {
    let (method, target) = (request.method().to_string(), request.url().to_owned());
    let header = |name: &'static str| {
        let of = |header: &&Header| header.field.equiv(name);
        request.headers().iter().find(of).map(|header| header.value.as_str().to_owned())
    };
    let (host, origin, site) = (header("Host"), header("Origin"), header("Sec-Fetch-Site"));
    let content = header("Content-Type");
    let asked = Asked {
        method: &method,
        target: &target,
        host: host.as_deref(),
        origin: origin.as_deref(),
        site: site.as_deref(),
        content: content.as_deref(),
        length: request.body_length(),
    };
    // Whoever has gone needs no answer.
    let _ = match gate.admit(&asked) {
        Err(refused) => {
            say(request, refused.status(), "text/plain; charset=utf-8", refused.to_string().as_bytes())
        }
        Ok(Route::Page(path)) => match page::file(path) {
            Some((kind, bytes)) => say(request, 200, kind, bytes),
            None => say(request, 404, "text/plain; charset=utf-8", b"there is nothing here"),
        },
        Ok(Route::Command) => {
            let (status, reply) = command(&mut request, desk);
            let text = serde_json::to_vec(&reply).unwrap_or_default();
            say(request, status, "application/json", &text)
        }
        Ok(Route::Events) => match desk.page() {
            None => say(request, 503, "text/plain; charset=utf-8", b"too many windows are open; close some"),
            Some(page) => {
                thread::spawn(move || {
                    // It ends when the page is gone.
                    let _ = stream(request, &page);
                });
                Ok(())
            }
        },
    };
}

fn command(request: &mut Request, desk: &Arc<Desk>) -> (u16, Reply) {
    let refused = |why: String| (400, Reply::Refused { why });
    let mut body = Vec::new();
    if let Err(error) = request.as_reader().take(MAX_BODY as u64).read_to_end(&mut body) {
        return refused(error.to_string());
    }
    match serde_json::from_slice::<Message>(&body) {
        Ok(message) => (200, desk.command(&message)),
        Err(error) => refused(format!("this is no request: {error}")),
    }
}

fn say(request: Request, status: u16, kind: &str, body: &[u8]) -> io::Result<()> {
    let mut response = Response::from_data(body).with_status_code(status);
    for (name, value) in HEADERS.into_iter().chain([("Content-Type", kind)]) {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    request.respond(response)
}

/// Sends events for as long as the page is there.
fn stream(request: Request, page: &Page) -> io::Result<()> {
    let mut out = request.into_writer();
    write!(out, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n")?;
    for (name, value) in HEADERS {
        write!(out, "{name}: {value}\r\n")?;
    }
    write!(out, "\r\n")?;
    loop {
        let text = match page.mailbox.receive(ALIVE) {
            Received::Event(event) => format!("data: {}\n\n", serde_json::to_string(&event)?),
            Received::Nothing => ":\n\n".to_owned(),
            Received::Closed => break,
        };
        write!(out, "{:x}\r\n{text}\r\n", text.len())?;
        out.flush()?;
    }
    write!(out, "0\r\n\r\n")?;
    out.flush()
}
