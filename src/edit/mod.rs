//! The constructor: a puzzle that is made by hand, with the program looking over the shoulder.
//!
//! A session holds a document and its history, knows at any time what still fits, and runs searches on request. It is
//! driven by messages ([`protocol`]) and knows neither HTTP nor files, so that it can be tested without a browser.

pub mod protocol;
