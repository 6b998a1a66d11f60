//! What several tests need: plain enumeration as a judge, programs of others, a folder to work in.

pub mod arithmetic;
pub mod browser;
pub mod checkers;
#[cfg(feature = "edit")]
pub mod constructor;
pub mod desk;
pub mod enumeration;
pub mod ipasir;
pub mod layouts;
pub mod numberlink;
#[cfg(feature = "edit")]
pub mod page;
pub mod pages;
pub mod patience;
pub mod sizes;
pub mod tools;
