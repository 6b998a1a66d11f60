//! The fuzz targets without libFuzzer: each gets the inputs that are committed for it in `fuzz/corpus`, as one test.
//!
//! Many of these inputs broke something once. libFuzzer needs instrumented code and a build of its own, which takes minutes, so
//! `.ci/nightly` makes new inputs; the old ones are run by `cargo test`. The sources of the targets are used as they are: they
//! import `libfuzzer_sys` and `cwsat_fuzz`, which here are both names of this crate. The targets of the constructor need the
//! feature `edit`.
#![cfg(all(test, feature = "edit"))]

extern crate self as cwsat_fuzz;
extern crate self as libfuzzer_sys;

#[path = "../../src/lib.rs"]
mod shared;

mod libfuzzer {
    /// What a target is made of; libFuzzer's macro makes a program of it, this one a function.
    macro_rules! fuzz_target {
        (|$bytes:ident: &[u8]| $body:block) => {
            pub(crate) fn run($bytes: &[u8]) {
                $body
            }
        };
        // As libFuzzer does: a text ends before the first byte that is not UTF-8.
        (|$text:ident: &str| $body:block) => {
            pub(crate) fn run(bytes: &[u8]) {
                let $text = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
                $body
            }
        };
    }
    pub(crate) use fuzz_target;
}

pub(crate) use libfuzzer::fuzz_target;
pub(crate) use shared::*;
use std::fs;
use std::path::Path;

/// Makes a module of each target, a test that runs its inputs, and the list of their names.
macro_rules! targets {
    ($($name:ident)+) => {
        // Each target is the root of a program elsewhere.
        #[allow(unused_attributes)]
        #[path = "../../fuzz_targets"]
        mod targets {
            $(pub(super) mod $name;)+
        }

        const TARGETS: &[&str] = &[$(stringify!($name)),+];

        mod corpus {
            $(
                #[test]
                fn $name() {
                    super::replay(stringify!($name), super::targets::$name::run);
                }
            )+
        }
    };
}

targets! {
    barred clues count crisscross cubes cwg digram dimacs document draft exchange font formula http ipuz map merge model
    numberlink options pages picture proof puz request source template words
}

/// Runs a target on each of its committed inputs.
fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target);
    let mut count = 0;
    for file in fs::read_dir(folder).expect("the inputs") {
        let path = file.expect("a file").path();
        println!("{}", path.display()); // shown if the test fails
        run(&fs::read(&path).expect("an input"));
        count += 1;
    }
    assert!(count > 0, "{target} has no inputs");
}

#[test]
fn every_target_is_here() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz_targets");
    let mut names: Vec<String> = fs::read_dir(folder)
        .expect("the targets")
        .map(|file| file.expect("a file").path().file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, TARGETS, "src/lib.rs lists all targets");
}
