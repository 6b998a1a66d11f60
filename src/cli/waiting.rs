//! Input that may keep its reader waiting: a pipe whose other end writes slowly, or a terminal.
//!
//! A read can block indefinitely, and no time limit or Ctrl-C interrupts it. So a separate thread reads, while the one
//! that needs the input waits for it and watches the clock. When time is up, the reading thread is abandoned: it ends
//! with the program.

use std::io::{self, Cursor, ErrorKind, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// The number of bytes read at once, if there are that many.
const PIECE: usize = 1 << 18;

/// The time between two looks at the clock.
const LOOK: Duration = Duration::from_millis(20);

/// An input that is read for as long as `go_on` says so; after that, reading fails with [`ErrorKind::TimedOut`].
pub struct Waiting<'a> {
    pieces: Receiver<io::Result<Vec<u8>>>,
    piece: Cursor<Vec<u8>>,
    go_on: &'a dyn Fn() -> bool,
}

impl<'a> Waiting<'a> {
    /// Starts to read what `open` opens. Opening it may take as long as reading it: a named pipe waits for its writer.
    pub fn new<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
        go_on: &'a dyn Fn() -> bool,
    ) -> Self {
        let (sender, pieces) = sync_channel(2);
        thread::spawn(move || {
            let mut input = open();
            loop {
                let read = match &mut input {
                    Ok(input) => next(input),
                    Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
                };
                let is_last = read.as_ref().map_or(true, Vec::is_empty);
                if sender.send(read).is_err() || is_last {
                    break;
                }
            }
        });
        Self { pieces, piece: Cursor::default(), go_on }
    }
}

/// Reads the next bytes; none at the end of the input.
fn next(input: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut piece = vec![0; PIECE];
    loop {
        match input.read(&mut piece) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            read => {
                piece.truncate(read?);
                return Ok(piece);
            }
        }
    }
}

impl Read for Waiting<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.piece.position() == self.piece.get_ref().len() as u64 {
            match self.pieces.recv_timeout(LOOK) {
                Ok(piece) => self.piece = Cursor::new(piece?),
                Err(RecvTimeoutError::Timeout) if (self.go_on)() => continue,
                Err(RecvTimeoutError::Timeout) => return Err(ErrorKind::TimedOut.into()),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        self.piece.read(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn everything_is_read_in_order() {
        let text: Vec<u8> = (0..3 * PIECE + 7).map(|i| (i % 251) as u8).collect();
        let input = text.clone();
        let mut read = Vec::new();
        Waiting::new(move || Ok(Cursor::new(input)), &|| true).read_to_end(&mut read).unwrap();
        assert!(read == text);
        let error = Waiting::new(|| File::open("no/such/file"), &|| true).read(&mut [0]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotFound);
    }

    #[test]
    fn nobody_waits_for_ever() {
        let (reader, writer) = io::pipe().unwrap();
        let error = Waiting::new(|| Ok(reader), &|| false).read(&mut [0]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        drop(writer);
    }
}
