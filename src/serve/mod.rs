//! The constructor as a local server: a session that several pages can use, and the folder that it saves to.
//!
//! * `desk`: one session, its threads and its pages;
//! * `mailbox`: the events that a page has not received yet;
//! * `folder`: reading and saving, in one folder only;
//! * `entry`: the address for the program that opens the browser;
//! * `gate`: which requests are allowed, and what they are about, independent of how they arrive; `pace`: how many;
//! * `answer`: the answers to them; `export`: the puzzle in all formats; `page`: the files of the page;
//! * `http`: how they arrive. (`pace`, `answer`, `page` and `http` need the feature `edit`.)
//!
//! It knows nothing of solvers: work that takes some time is handed out by the session.

#[cfg(feature = "edit")]
pub(crate) mod answer;
pub mod desk;
pub mod entry;
pub mod export;
pub mod folder;
pub mod gate;
#[cfg(feature = "edit")]
pub mod http;
pub(crate) mod mailbox;
#[cfg(feature = "edit")]
pub(crate) mod pace;
#[cfg(feature = "edit")]
pub mod page;
pub(crate) mod query;
