//! The constructor: a puzzle that is made by hand, with the program's help.
//!
//! A [`session`] holds a document and its history, knows at any time what still fits, and runs searches on request. It
//! is driven by messages ([`protocol`]) and knows neither HTTP nor files, threads or clocks, so that it can be tested
//! without a browser, and could run in one.
//!
//! * [`board`]: the fields of each kind of puzzle, behind one contract;
//! * [`draft`]: the document in any state, and `history`: all its states;
//! * `change`: the effect of each command on it;
//! * [`words`]: the words of a session;
//! * [`analysis`]: what is known about a draft, based on `slots` and `setting`; `explain`: the same in words;
//! * [`refusal`]: why a request cannot be carried out;
//! * [`job`]: filling and other work that takes some time.

pub mod analysis;
pub mod board;
pub(crate) mod change;
pub mod draft;
mod explain;
pub(crate) mod history;
pub mod job;
pub mod protocol;
pub mod refusal;
pub mod session;
mod setting;
mod slots;
pub mod words;
