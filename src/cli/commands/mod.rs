//! The subcommands: one file per subcommand, with its arguments and its `run`.

pub mod bound;
pub mod check;
pub mod clue;
pub mod count;
pub mod decode;
#[cfg(feature = "edit")]
pub mod edit;
pub mod encode;
pub mod explain;
pub mod export;
pub mod import;
pub mod make;
pub mod proof;
pub mod render;
pub mod sat;
pub mod solve;
pub mod submit;
pub mod words;
