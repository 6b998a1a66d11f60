//! Requests as they arrive at the constructor's server: read in any pieces they are the same, and nobody without the token is
//! let in.
#![no_main]
use cwsat::serve::gate::{Asked, Gate};
use cwsat::serve::http::message::{Head, MAX_HEAD, Reader, write};
use libfuzzer_sys::fuzz_target;
use std::io::Read;

/// Gives bytes in pieces of this size.
struct Pieces<'a>(&'a [u8], usize);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let most = self.1.min(buffer.len());
        self.0.read(&mut buffer[..most])
    }
}

/// Reads all requests with their bodies.
fn requests(input: impl Read) -> Vec<(Head, Vec<u8>)> {
    let mut reader = Reader::new(input);
    let mut found = Vec::new();
    while let Ok(Some(head)) = reader.head() {
        let Ok(body) = reader.body(head.length.unwrap_or(0)) else { break };
        found.push((head, body));
    }
    found
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

fuzz_target!(|bytes: &[u8]| {
    let Some((&size, bytes)) = bytes.split_first() else { return };
    let read = requests(bytes);
    if bytes.len() < MAX_HEAD {
        assert_eq!(requests(Pieces(bytes, 1 + usize::from(size) % 64)), read);
    }
    let gate = Gate::new(&["127.0.0.1:8123".parse().expect("an address")], "secret".to_owned());
    for (head, body) in &read {
        if gate.admit(&asked(head)).is_ok_and(|route| route.needs_token()) {
            assert!(head.target.contains("token=secret"), "{head:?}");
        }
        let mut answer = Vec::new();
        write(&mut answer, 200, &[("Content-Type", "text/plain")], body, head.keeps, true)
            .expect("written to memory");
        assert!(answer.ends_with(body));
    }
});
