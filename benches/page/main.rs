//! Tools for the constructor's page in a headless Chromium: how fast it is, and what it looks like.
//!
//!     cargo bench --bench page -- latency
//!     cargo bench --bench page -- looks FOLDER
//!
//! Nobody but a person can judge what they show, so they are no tests. Without chromium and chromedriver they do nothing, and
//! say so: see tests/common/tools.rs.

#[path = "../../tests/common/mod.rs"]
#[allow(dead_code)] // what only tests use
mod common;
#[path = "../common/ending.rs"]
mod ending;
mod latency;
mod looks;

use ending::ending;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    ending(match args[..] {
        ["latency"] => {
            latency::measure();
            Ok(())
        }
        ["looks", folder] => {
            looks::take(Path::new(folder));
            Ok(())
        }
        // A plain `cargo bench` runs all benches.
        [] => {
            println!("nothing to do: `latency` measures, `looks FOLDER` takes pictures");
            Ok(())
        }
        _ => Err("the arguments are `latency` or `looks FOLDER`".to_owned()),
    })
}
