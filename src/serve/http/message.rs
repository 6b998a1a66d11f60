//! Requests of HTTP/1.1, read within limits, and answers.
//!
//! Nobody is trusted: a connection that has not shown the token yet gets a few kilobytes of memory and a minute, no
//! more. So the head of a request is parsed by a crate, but this file decides how much is read, how long that may take,
//! and which bodies are allowed. Bodies need a length, which browsers always send.

use std::io::{self, Read, Write};

/// The most bytes of a request before its body.
pub const MAX_HEAD: usize = 16 << 10;

/// The most headers of a request.
const MAX_HEADERS: usize = 64;

/// A request without its body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The method, as in `GET`.
    pub method: String,
    /// The path with what follows `?`.
    pub target: String,
    /// Whether the client may send another request after this one.
    pub keeps: bool,
    /// The number of bytes of the body, if it is said.
    pub length: Option<usize>,
    headers: Vec<(String, String)>,
}

impl Head {
    /// Returns the value of a header.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| &value[..])
    }
}

/// Why a request cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Bad {
    /// This is not a request.
    #[error("this is not an HTTP/1.1 request")]
    Syntax,
    /// It does not end.
    #[error("the head of this request is too long")]
    TooLong,
    /// The length of the body is not said.
    #[error("a body has to come with its length")]
    Encoded,
    /// The connection is broken, or nothing came in time.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Bad {
    /// Returns the status code; `None` if there is nobody left to be told.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Syntax => Some(400),
            Self::TooLong => Some(431),
            Self::Encoded => Some(411),
            Self::Io(_) => None,
        }
    }
}

/// Reads requests one after the other.
#[derive(Debug)]
pub struct Reader<R> {
    /// Where they come from.
    pub input: R,
    ahead: Vec<u8>,
}

impl<R: Read> Reader<R> {
    /// Reads from here.
    pub fn new(input: R) -> Self {
        Self { input, ahead: Vec::new() }
    }

    /// Reads the head of the next request; `None` if there is none.
    pub fn head(&mut self) -> Result<Option<Head>, Bad> {
        loop {
            if let Some((head, length)) = parse(&self.ahead)? {
                self.ahead.drain(..length);
                return Ok(Some(head));
            }
            if self.ahead.len() >= MAX_HEAD {
                return Err(Bad::TooLong);
            }
            let mut piece = [0; 4096];
            match self.input.read(&mut piece) {
                Ok(0) if self.ahead.is_empty() => return Ok(None),
                Ok(0) => return Err(Bad::Syntax),
                Ok(count) => self.ahead.extend_from_slice(&piece[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads a body of this length.
    pub fn body(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut body: Vec<u8> = self.ahead.drain(..length.min(self.ahead.len())).collect();
        let missing = (length - body.len()) as u64;
        self.input.by_ref().take(missing).read_to_end(&mut body)?;
        if body.len() < length { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(body) }
    }
}

/// Returns the first request of these bytes and how long its head is; `None` if it is not whole yet.
fn parse(bytes: &[u8]) -> Result<Option<(Head, usize)>, Bad> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Bad::TooLong),
        Err(_) => return Err(Bad::Syntax),
    };
    let headers: Option<Vec<(String, String)>> = request
        .headers
        .iter()
        .map(|header| Some((header.name.to_owned(), std::str::from_utf8(header.value).ok()?.to_owned())))
        .collect();
    let headers = headers.ok_or(Bad::Syntax)?;
    let all = |name: &str| -> Vec<&str> {
        let own = headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        own.map(|(_, value)| value.trim()).collect()
    };
    // Two of these could be read by one program so and by another otherwise.
    for name in ["Host", "Origin", "Content-Length", "Content-Type"] {
        if all(name).len() > 1 {
            return Err(Bad::Syntax);
        }
    }
    if !all("Transfer-Encoding").is_empty() {
        return Err(Bad::Encoded);
    }
    let size = |text: &&str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.parse::<usize>().map_err(|_| Bad::Syntax),
        false => Err(Bad::Syntax),
    };
    let closes = all("Connection").iter().any(|value| value.to_ascii_lowercase().contains("close"));
    let head = Head {
        method: request.method.unwrap_or_default().to_owned(),
        target: request.path.unwrap_or_default().to_owned(),
        keeps: request.version == Some(1) && !closes,
        length: all("Content-Length").first().map(size).transpose()?,
        headers,
    };
    Ok(Some((head, length)))
}

/// Writes an answer with these headers besides those that say how long it is; without its body if that is not shown.
pub fn write(
    out: &mut impl Write,
    status: u16,
    headers: &[(&str, &str)],
    body: &[u8],
    keeps: bool,
    shows: bool,
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status} {}\r\nContent-Length: {}\r\n", reason(status), body.len());
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str(if keeps { "\r\n" } else { "Connection: close\r\n\r\n" });
    // In one piece, so that no packet waits for the next one.
    out.write_all(&[head.as_bytes(), if shows { body } else { b"" }].concat())?;
    out.flush()
}

/// Returns the usual name of a status code.
fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        303 => "See Other",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes in small pieces.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn requests_are_read_however_they_are_cut() {
        let text = b"POST /api/command?token=a HTTP/1.1\r\nhost: x\r\nContent-Length: 5\r\n\r\nhelloGET / HTTP/1.1\r\nHost: y\r\n\
                     Connection: Close\r\n\r\n";
        for piece in 1..text.len() {
            let mut reader = Reader::new(Slow(text, piece));
            let head = reader.head().expect("a request").expect("a request");
            assert_eq!((&head.method[..], &head.target[..]), ("POST", "/api/command?token=a"));
            assert_eq!((head.get("Host"), head.length, head.keeps), (Some("x"), Some(5), true));
            assert_eq!(reader.body(5).expect("a body"), b"hello");
            let head = reader.head().expect("a request").expect("a request");
            assert_eq!((head.get("HOST"), head.length, head.keeps), (Some("y"), None, false));
            assert!(reader.head().expect("the end").is_none());
        }
    }

    #[test]
    fn what_is_no_request_or_too_long_is_refused() {
        let status = |text: &[u8]| Reader::new(text).head().expect_err("refused").status();
        assert_eq!(status(b"hello\r\n\r\n"), Some(400));
        assert_eq!(status(b"GET / HTTP/1.1\r\nHost: a"), Some(400));
        assert_eq!(status(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), Some(400));
        for length in ["-1", "+1", "1, 2", "x", "99999999999999999999999"] {
            let text = format!("POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n");
            assert_eq!(status(text.as_bytes()), Some(400), "{length}");
        }
        assert_eq!(status(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), Some(411));
        assert_eq!(status(&[b"GET /".to_vec(), vec![b'a'; MAX_HEAD]].concat()), Some(431));
        assert_eq!(status(&[b"GET / HTTP/1.1\r\n".to_vec(), b"a: b\r\n".repeat(100)].concat()), Some(431));
    }

    #[test]
    fn a_body_that_ends_too_early_is_an_error_and_takes_no_room_before() {
        let mut reader = Reader::new(&b"abc"[..]);
        assert_eq!(reader.body(usize::MAX / 2).expect_err("too short").kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn an_answer_says_how_long_it_is() {
        let mut out = Vec::new();
        write(&mut out, 404, &[("A", "b")], b"gone", false, true).expect("written");
        let head = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nA: b\r\nConnection: close\r\n\r\n";
        assert_eq!(String::from_utf8(out).expect("text"), format!("{head}gone"));
        let mut out = Vec::new();
        write(&mut out, 404, &[("A", "b")], b"gone", false, false).expect("written");
        assert_eq!(String::from_utf8(out).expect("text"), head);
    }
}
