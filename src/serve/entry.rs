//! The address that is passed to the program that opens the browser.
//!
//! Every user of this computer can read the arguments of a program, so the link with the token must not be one of them.
//! The program gets the address of an entry instead, which leads to the link exactly once: if somebody else is faster,
//! the user notices, and can use the link that was printed.

use super::gate::is_equal;
use std::sync::{Mutex, PoisonError};

/// An entry that opens once.
#[derive(Debug)]
pub struct Entry {
    code: Mutex<Option<String>>,
    leads_to: String,
}

impl Entry {
    /// Admits a request with this code, which nobody can guess, to a path with what follows `?`.
    pub fn new(code: String, leads_to: String) -> Self {
        Self { code: Mutex::new(Some(code)), leads_to }
    }

    /// Returns where the entry leads, to the first caller with the code.
    pub fn open(&self, code: &str) -> Option<&str> {
        let mut kept = self.code.lock().unwrap_or_else(PoisonError::into_inner);
        kept.take_if(|kept| is_equal(kept.as_bytes(), code.as_bytes())).map(|_| &self.leads_to[..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_opens_once_and_only_with_its_code() {
        let entry = Entry::new("code".to_owned(), "/?token=secret".to_owned());
        assert_eq!(entry.open("cod"), None);
        assert_eq!(entry.open(""), None);
        assert_eq!(entry.open("code"), Some("/?token=secret"));
        assert_eq!(entry.open("code"), None);
    }
}
