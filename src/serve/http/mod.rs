//! The server itself: passes what arrives over HTTP through the [`gate`](super::gate) to the desk.
//!
//! Each connection has a thread, and their number is limited. A page that listens for events keeps its thread until it
//! is gone: comments are sent now and then, and sending one to a closed connection fails. The server is written here,
//! directly on sockets, because the small server crates read heads and bodies of any length before the program can
//! refuse them.

pub mod message;
mod strangers;

use self::message::{Head, Reader};
use self::strangers::Strangers;
use super::answer::{Response, respond};
use super::desk::{Desk, Page};
use super::entry::Entry;
use super::gate::{Asked, Gate, HEADERS, Refused, Route};
use super::mailbox::Received;
use super::pace::Pace;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often a page that has nothing to be told is asked whether it is still there.
const ALIVE: Duration = Duration::from_secs(10);

/// How often the server checks whether a page that has nothing to be told has closed its connection.
const LOOK: Duration = Duration::from_secs(1);

/// How long a request may take to arrive, counted from the answer to the one before.
const WAIT: Duration = Duration::from_secs(60);

/// How long a client may take to receive an answer.
const TAKE: Duration = Duration::from_secs(20);

/// The most connections at a time. If there are more, the oldest that has not shown the token is closed, or else the new one.
const MAX_CONNECTIONS: usize = 128;

/// The most bytes that are read of a body that was refused, so that its sender reads the answer.
const REFUSED: u64 = 1 << 20;

/// A server that runs until it is stopped.
#[derive(Debug)]
pub struct Running {
    is_stopped: Arc<AtomicBool>,
    addresses: Vec<SocketAddr>,
    threads: Vec<thread::JoinHandle<()>>,
}

/// What all connections share.
struct Server {
    gate: Gate,
    entry: Entry,
    desk: Arc<Desk>,
    connections: AtomicUsize,
    strangers: Strangers,
    pace: Mutex<Pace>,
}

/// Serves a desk on these addresses.
pub fn serve(listeners: Vec<TcpListener>, gate: Gate, entry: Entry, desk: &Arc<Desk>) -> io::Result<Running> {
    let pace = Mutex::new(Pace::new(Instant::now()));
    let (desk, connections, strangers) = (Arc::clone(desk), AtomicUsize::new(0), Strangers::default());
    let server = Arc::new(Server { gate, entry, desk, connections, strangers, pace });
    let is_stopped = Arc::new(AtomicBool::new(false));
    let addresses = listeners.iter().map(TcpListener::local_addr).collect::<io::Result<Vec<_>>>()?;
    let threads = listeners.into_iter().map(|listener| {
        let (server, is_stopped) = (Arc::clone(&server), Arc::clone(&is_stopped));
        thread::spawn(move || accept(&listener, &server, &is_stopped))
    });
    let threads = threads.collect();
    Ok(Running { is_stopped, addresses, threads })
}

impl Running {
    /// Stops taking connections.
    pub fn stop(self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        for address in &self.addresses {
            // Wakes the thread that waits for connections. If that fails, it is not waited for.
            drop(TcpStream::connect_timeout(address, Duration::from_secs(1)));
        }
        for thread in self.threads.into_iter().filter(thread::JoinHandle::is_finished) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

fn accept(listener: &TcpListener, server: &Arc<Server>, is_stopped: &AtomicBool) {
    for stream in listener.incoming() {
        if is_stopped.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else {
            // There are no more file descriptors, for example.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if server.connections.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS
            && !server.strangers.close_oldest()
        {
            server.connections.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let connected = Connected { server: Arc::clone(server), number: server.strangers.add(&stream) };
        let started = thread::Builder::new().spawn(move || {
            // A client that is gone needs no answer.
            let _ = converse(stream, &connected);
        });
        if let Err(error) = started {
            log::warn!("a connection is closed, since it cannot have a thread: {error}");
        }
    }
}

/// A connection that is counted.
struct Connected {
    server: Arc<Server>,
    /// Its number among the strangers.
    number: u64,
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.server.strangers.remove(self.number);
        self.server.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What is read from a connection until some time.
struct Timed {
    stream: TcpStream,
    until: Instant,
}

impl Read for Timed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

/// Answers requests until there are no more.
fn converse(mut out: TcpStream, connected: &Connected) -> io::Result<()> {
    let server = &connected.server;
    out.set_nodelay(true)?;
    out.set_write_timeout(Some(TAKE))?;
    let mut reader = Reader::new(Timed { stream: out.try_clone()?, until: Instant::now() + WAIT });
    loop {
        reader.input.until = Instant::now() + WAIT;
        let head = match reader.head() {
            Ok(Some(head)) => head,
            Ok(None) => return Ok(()),
            Err(bad) => {
                let Some(status) = bad.status() else { return Ok(()) };
                say(&mut out, &Response::text(status, &bad.to_string()), false, true)?;
                return part(out, reader);
            }
        };
        // The answer to this method is a head alone; a body would be taken for the answer to the next request.
        let shows = head.method != "HEAD";
        let admitted = server.gate.admit(&asked(&head));
        if admitted.as_ref().is_ok_and(Route::needs_token) {
            server.strangers.remove(connected.number);
        }
        let route = match admitted {
            Ok(Route::Events) => {
                return match server.desk.page() {
                    Some(page) => stream(&mut out, &page),
                    None => {
                        let full = "too many windows are open, or the program is ending; close some";
                        say(&mut out, &Response::text(503, full), false, true)
                    }
                };
            }
            Ok(route) => route,
            Err(refused) => {
                let keeps = head.keeps && head.length.unwrap_or(0) == 0;
                say(&mut out, &Response::refused(refused.status(), &refused.to_string()), keeps, shows)?;
                if keeps {
                    continue;
                }
                return part(out, reader);
            }
        };
        let body = match head.length {
            Some(length) if route.takes_body() => reader.body(length)?,
            None | Some(0) => Vec::new(),
            Some(_) => {
                say(&mut out, &Response::refused(400, "this request takes no body"), false, shows)?;
                return part(out, reader);
            }
        };
        let is_in_time = !route.takes_body()
            || server.pace.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now());
        let answer = match is_in_time {
            true => match &route {
                Route::Entry(code) => enter(&server.entry, code),
                route => respond(&server.desk, route, &body),
            },
            false => Response::refused(429, "that is more than anybody can click; wait a moment"),
        };
        say(&mut out, &answer, head.keeps, shows)?;
        if !head.keeps {
            return Ok(());
        }
    }
}

/// Answers a client that comes by the entry.
fn enter(entry: &Entry, code: &str) -> Response {
    match entry.open(code) {
        Some(address) => Response::elsewhere(address),
        None => Response::text(Refused::Used.status(), &Refused::Used.to_string()),
    }
}

fn asked(head: &Head) -> Asked<'_> {
    Asked {
        method: &head.method,
        target: &head.target,
        host: head.get("Host"),
        origin: head.get("Origin"),
        site: head.get("Sec-Fetch-Site"),
        content: head.get("Content-Type"),
        length: head.length,
    }
}

fn say(out: &mut TcpStream, answer: &Response, keeps: bool, shows: bool) -> io::Result<()> {
    let own: Vec<(&str, &str)> = answer.headers.iter().map(|(name, value)| (*name, &value[..])).collect();
    // A header that the answer sets itself is not sent twice.
    let usual = HEADERS.into_iter().filter(|(name, _)| own.iter().all(|(other, _)| other != name));
    let headers: Vec<(&str, &str)> = usual.chain(own.iter().copied()).collect();
    message::write(out, answer.status, &headers, &answer.body, keeps, shows)
}

/// Ends a connection on which something is still being sent: if it were closed at once, the answer could be lost.
fn part(out: TcpStream, mut reader: Reader<Timed>) -> io::Result<()> {
    out.shutdown(Shutdown::Write)?;
    reader.input.until = Instant::now() + Duration::from_secs(2);
    io::copy(&mut reader.input.take(REFUSED), &mut io::sink()).map(|_| ())
}

/// Sends events for as long as the page is there.
fn stream(out: &mut TcpStream, page: &Page) -> io::Result<()> {
    let mut head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n".to_owned();
    for (name, value) in HEADERS {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    out.write_all(format!("{head}\r\n").as_bytes())?;
    let mut told = Instant::now();
    loop {
        let text = match page.mailbox.receive(LOOK) {
            Received::Event(event) => format!("data: {}\n\n", serde_json::to_string(&event)?),
            Received::Nothing if is_gone(out)? => return Ok(()),
            Received::Nothing if told.elapsed() < ALIVE => continue,
            Received::Nothing => ":\n\n".to_owned(),
            Received::Closed => return out.flush(),
        };
        out.write_all(text.as_bytes())?;
        out.flush()?;
        told = Instant::now();
    }
}

/// Returns whether the other side has closed the connection. A page sends nothing more on the one for events.
fn is_gone(out: &TcpStream) -> io::Result<bool> {
    out.set_nonblocking(true)?;
    let peeked = out.peek(&mut [0]);
    out.set_nonblocking(false)?;
    Ok(match peeked {
        Ok(count) => count == 0,
        Err(error) => error.kind() != io::ErrorKind::WouldBlock,
    })
}
