//! `cwsat edit` in a folder of its own, and a line to it that can be cut.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use tempfile::TempDir;

/// A running constructor; ends when it is dropped.
pub struct Constructor {
    program: Child,
    /// The link that it has printed.
    pub link: String,
    /// The folder in which it works.
    pub folder: TempDir,
}

impl Constructor {
    /// Begins an empty grid of this size.
    pub fn start(size: &str) -> Self {
        Self::open(tempfile::tempdir().expect("a folder"), size)
    }

    /// Opens the folder of one that has ended.
    pub fn again(mut self) -> Self {
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder"));
        drop(self);
        Self::open(folder, "1x1")
    }

    /// Begins with these flags, and with the programs of this path to open the page.
    pub fn showing(path: &str, flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self::run(folder, "5x5", |command| command.env("PATH", path).args(flags))
    }

    fn open(folder: TempDir, size: &str) -> Self {
        Self::run(folder, size, |command| command.arg("--no-browser"))
    }

    fn run(folder: TempDir, size: &str, more: impl Fn(&mut Command) -> &mut Command) -> Self {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("cwsat"));
        command.current_dir(folder.path()).args(["edit", "first.json", "--threads", "2", "--size", size]);
        let mut program = more(&mut command).stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut link = String::new();
        let mut output = BufReader::new(program.stdout.take().expect("its output"));
        output.read_line(&mut link).expect("a line");
        Self { program, link: link.trim().to_owned(), folder }
    }

    /// Returns the number of its process.
    pub fn id(&self) -> u32 {
        self.program.id()
    }

    /// Kills it, as `kill -9` does.
    pub fn kill(&mut self) {
        self.program.kill().expect("it can be killed");
        self.program.wait().expect("it has ended");
    }

    /// Returns the port on which it listens.
    pub fn port(&self) -> u16 {
        let (_, rest) = self.link.split_once("127.0.0.1:").expect("the loopback address");
        rest.split('/').next().and_then(|port| port.parse().ok()).expect("a port")
    }
}

impl Drop for Constructor {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// A line between a browser and a constructor, with an address of its own.
pub struct Line {
    port: u16,
    is_cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Line {
    /// Opens a line to this port.
    pub fn to(target: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let line = Self { port, is_cut: Arc::default(), open: Arc::default() };
        let (is_cut, open) = (Arc::clone(&line.is_cut), Arc::clone(&line.open));
        thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                if is_cut.load(Ordering::SeqCst) {
                    continue; // which closes the connection
                }
                let Ok(program) = TcpStream::connect(("127.0.0.1", target)) else { continue };
                let ends = [&browser, &program].map(|end| end.try_clone().expect("another end"));
                open.lock().expect("the list").extend(ends);
                // The program answers to its own address only.
                let (from, to) = (format!("127.0.0.1:{port}"), format!("127.0.0.1:{target}"));
                let ends = [&browser, &program].map(|end| end.try_clone().expect("another end"));
                thread::spawn(move || carry(browser, program, Some((from.into_bytes(), to.into_bytes()))));
                let [browser, program] = ends;
                thread::spawn(move || carry(program, browser, None));
            }
        });
        line
    }

    /// Returns the link for a browser at this end of the line.
    pub fn link(&self, constructor: &Constructor) -> String {
        constructor.link.replace(&format!(":{}/", constructor.port()), &format!(":{}/", self.port))
    }

    /// Ends all connections, and lets no others through until it is mended.
    pub fn cut(&self) {
        self.is_cut.store(true, Ordering::SeqCst);
        for end in self.open.lock().expect("the list").drain(..) {
            let _ = end.shutdown(Shutdown::Both);
        }
    }

    /// Lets connections through again.
    pub fn mend(&self) {
        self.is_cut.store(false, Ordering::SeqCst);
    }
}

/// Carries bytes from one end to the other; one text in them is replaced by another.
fn carry(mut from: TcpStream, mut to: TcpStream, replace: Option<(Vec<u8>, Vec<u8>)>) {
    let mut held: Vec<u8> = Vec::new();
    let mut buffer = [0; 16384];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        held.extend(&buffer[..count]);
        let sent = match &replace {
            None => std::mem::take(&mut held),
            Some((old, new)) => {
                let mut sent = Vec::new();
                while let Some(at) = held.windows(old.len()).position(|part| part == old) {
                    sent.extend(&held[..at]);
                    sent.extend(new);
                    held.drain(..at + old.len());
                }
                // What may be the beginning of the text waits for the rest.
                let ends_so = |&len: &usize| len <= held.len() && held.ends_with(&old[..len]);
                let waits = (1..old.len()).rev().find(ends_so).unwrap_or(0);
                sent.extend(held.drain(..held.len() - waits));
                sent
            }
        };
        if to.write_all(&sent).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}
