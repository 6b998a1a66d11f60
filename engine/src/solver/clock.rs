//! The clock that budgets and searches read: the system's, or in a browser that of the page.
//!
//! `std::time::Instant` compiles for WebAssembly without a system, but panics when it is read. So nothing that a page could run
//! names it, except here.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant;
