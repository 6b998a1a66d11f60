//! The constructor as a local server: a session that several pages can talk to, and the folder that it saves to.
//!
//! * `desk`: one session, its threads and its pages;
//! * `mailbox`: what a page has not been told yet;
//! * `folder`: reading and saving, in one folder only;
//! * `gate`: which requests are let in, and what they are about; independent of how they arrive;
//! * `http` (feature `edit`): how they arrive; `page`: the files of the page.
//!
//! It knows nothing of solvers: what takes a while is a piece of work that the session hands out.

pub mod desk;
pub mod folder;
pub mod gate;
#[cfg(feature = "edit")]
pub mod http;
pub mod mailbox;
#[cfg(feature = "edit")]
pub mod page;
